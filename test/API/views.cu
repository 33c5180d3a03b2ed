// Extents, layouts, spans, views, ranges, constants: members, construction, deduction, accesses.
// REQUIRES: plugin
// RUN: %cutilexx -c --cuda-device-only -fsyntax-only %s
// RUN: %cutilexx -c --cuda-host-only -fsyntax-only %s

#include "Inputs/facts.h"

// Extents store the dynamic lengths only; they are built explicitly, from the dynamic or from all lengths.
using Mixed = ct::extents<int, ct::dynamic_extent, 8>;
static_assert(sizeof(Mixed) == 4 && sizeof(S<4>) == 1 && __is_empty(S<4, 4>) &&
              sizeof(ct::extents<long, ct::dynamic_extent, ct::dynamic_extent>) == 16);
static_assert(__is_trivially_copyable(Mixed) && !__is_aggregate(Mixed) && Mixed::rank() == 2 && Mixed::rank_dynamic() == 1 &&
              Mixed::static_extent(1) == 8);
static_assert(Mixed(3).extent(0) == 3 && Mixed(3).extent(1) == 8 && Mixed(3, 8) == Mixed(3) && Mixed{}.extent(0) == 0 &&
              Mixed(size_t(3)).extent(0) == 3 && Mixed(2.5).extent(0) == 2);
static_assert(!__is_constructible(Mixed, int, int, int) && !__is_convertible(int, Mixed) && !__is_constructible(S<4>, ct::extents<int, 4>) &&
              !__is_constructible(Mixed, S<3, 8>));
static_assert(Mixed(3) == S<3, 8>{} && ct::extents_equal(Mixed(3), S<3, 8>{}) && !ct::extents_equal(S<3>{}, S<3, 8>{}));
static_assert(same<decltype(ct::extents{5, 8_ic}), ct::extents<ct::uint32_t, ct::dynamic_extent, 8>> &&
              same<decltype(ct::shape(4_ic, 8_ic)), S<4, 8>> && same<decltype(ct::extents{}), S<>>);
static_assert(same<decltype(ct::shape{512_ic, 128}), S<512, ct::dynamic_extent>> && ct::dynamic_extent == size_t(-1));
static_assert(ct::extents<bool, 1>::rank() == 1 && ct::extents_like<const Mixed> && !ct::extents_like<ct::strides<int, 1>> &&
              ct::shape_like<S<3, 0>> && !ct::shape_like<Mixed>);
struct OwnExtents {
  using index_type = short;
  using rank_type = int;
  static constexpr int rank() { return 1; }
  static constexpr int rank_dynamic() { return 1; }
  static constexpr size_t static_extent(int) { return ct::dynamic_extent; }
  __host__ __device__ __tile__ constexpr short extent(int) const { return 7; }
};
static_assert(ct::extents_like<OwnExtents>);

// Strides and offsets.
template <class Type>
concept has_index_type = requires { typename Type::index_type; };
using Steps = ct::strides<int, ct::dynamic_stride, 2>;
static_assert(Steps(-1).stride(0) == -1 && Steps(5).stride(1) == 2 && Steps(5, 2) == Steps(5) && Steps(5) == ct::strides<unsigned, 5, 2>{} &&
              ct::strides_like<Steps> && !ct::strides_like<Mixed>);
static_assert(same<decltype(ct::strides{7, 2_ic}), ct::strides<ct::uint32_t, ct::dynamic_stride, 2>> && !has_index_type<Steps>);
using Offsets = ct::offsets<int, 3, ct::dynamic_offset>;
static_assert(Offsets::rank() == 2 && Offsets::static_offset(0) == 3 && Offsets(4).offset(1) == 4 && ct::offsets<int, -4>::static_offset(0) == -4 &&
              ct::offsets_like<Offsets> && !ct::offsets_like<Steps>);
static_assert(same<decltype(ct::offsets{4_ic, 5}), ct::offsets<int, 4, ct::dynamic_offset>> &&
              ct::offsets_equal(Offsets(4), ct::offsets<long, 3, 4>{}) && ct::dynamic_offset == PTRDIFF_MIN);

// Layouts.
using Right = ct::layout_right_mapping<Mixed>;
using Left = ct::layout_left::mapping<Mixed>;
static_assert(Right(Mixed(3)).stride(0) == 8 && Right(Mixed(3)).stride(1) == 1 && Left(Mixed(3)).stride(1) == 3 && Right::static_stride(0) == 8 &&
              Left::static_stride(1) == ct::dynamic_stride);
static_assert(same<decltype(ct::layout_left_mapping(Mixed())), Left> && same<Left::layout_type, ct::layout_left> && !__is_constructible(Right) &&
              Right(Mixed(3)) == Right(Mixed(3)) && !(Right(Mixed(3)) == Left(Mixed(3))));
constexpr ct::layout_strided_mapping Strided{S<4, 8>{}, ct::strides{8_ic, 1_ic}};
static_assert(ct::layout_mapping_equal(Strided, ct::layout_right_mapping(S<4, 8>{})) && Strided.static_stride(0) == 8 &&
              __is_empty(ct::layout_strided<S<8, 1>>));
static_assert(same<decltype(ct::layout_strided_mapping{S<4, 8>{}, S<8, 1>{}})::layout_type, ct::layout_strided<S<8, 1>>>);
static_assert(ct::layout_mapping<const Right> && !ct::layout_mapping<Mixed> && ct::layout_mapping_static_stride<Right>{}(0) == 8);
constexpr ct::layout_right_padded_mapping Padded(S<4, 6>{}, 4_ic);
static_assert(Padded.stride(0) == 8 && Padded.stride(1) == 1 && Padded.static_stride(0) == 8 && sizeof(Padded) == 1 &&
              ct::layout_left_padded_mapping(S<4, 6>{}, 3_ic).stride(1) == 6);
static_assert(ct::layout_right_padded_mapping(S<2, 4, 6>{}, 8_ic).stride(0) == 32 &&
              ct::layout_left_padded_mapping(S<2, 4, 6>{}, 8_ic).stride(2) == 32);
static_assert(ct::layout_right_padded_mapping(S<4, 6>{}, 10).stride(0) == 10 &&
              decltype(ct::layout_right_padded_mapping(S<4, 6>{}, 10))::static_stride(0) == ct::dynamic_stride &&
              !__is_constructible(ct::layout_right_padded_mapping<S<4>, 8>, S<4>));
static_assert(ct::layout_right_padded_mapping<S<4>, 8>(S<4>{}, 3).stride(0) == 1 && same<decltype(Padded)::layout_type, ct::layout_right_padded<4>>);

// Spans.
using Span = ct::tensor_span<const float, Mixed>;
static_assert(sizeof(ct::tensor_span<float, S<4>>) == 8 && sizeof(Span) == 16 && __is_trivially_copyable(Span) && !__is_constructible(Span) &&
              ct::tensor_span_like<Span>);
static_assert(same<Span::value_type, float> && same<Span::reference, const float &> && same<Span::data_handle_type, const float *> &&
              same<Span::layout_type, ct::layout_right>);
static_assert(!__is_constructible(Span, ct::tensor_span<float, Mixed>) && !__is_constructible(Span, const float *, int, int) &&
              !__is_constructible(Span, const float *));
static_assert(same<decltype(ct::tensor_span{(int *)nullptr, Mixed(), ct::layout_left{}}), ct::tensor_span<int, Mixed, ct::layout_left>>);
static_assert(same<decltype(ct::tensor_span{(int *)nullptr, Padded}), ct::tensor_span<int, S<4, 6>, ct::layout_right_padded<4>>>);
static_assert(same<decltype(ct::tensor_span(static_cast<int *__restrict__>(nullptr), ct::layout_right_mapping(S<4>{}), ct::default_accessor<int>{})),
                   ct::tensor_span<int, S<4>>>);
template <class... Arguments>
concept spans = requires(Arguments... a) { ct::tensor_span{a...}; };
static_assert(spans<int *, Mixed> && !spans<int *, Mixed, ct::layout_right_padded<8>> && !spans<int *, Mixed, ct::layout_strided<S<8, 1>>> &&
              !spans<int *, Mixed, Steps> && !spans<int *, int, int> && !spans<void *, Mixed> && spans<int *, OwnExtents>);
static_assert(spans<volatile int *, Mixed>);

// Views.
template <class Type> using Line = ct::tensor_span<Type, ct::extents<int, ct::dynamic_extent>>;
using View = ct::partition_view<Line<float>, S<8>>;
static_assert(sizeof(View) == 16 && __is_trivially_copyable(View) && !__is_constructible(View) && __is_assignable(View &, View) &&
              !__is_constructible(View, Line<float>) && same<View::value_type, float>);
template <class Type, class Shape>
concept viewable = requires(Type s, Shape b) { ct::partition_view{s, b}; };
static_assert(viewable<Line<float>, S<8>> && !viewable<Line<float>, S<8, 8>> && !viewable<Line<float>, S<3>> && !viewable<float *, S<8>>);
template <class Type, class Shape, class Strides, class... Rest>
concept strided = requires(Type s, Shape b, Strides d, Rest... r) { ct::strided_view{s, b, d, r...}; };
static_assert(strided<Line<int>, S<8>, ct::strides<unsigned, 3>> && !strided<Line<int>, S<8>, ct::strides<unsigned, ct::dynamic_stride>> &&
              !strided<Line<int>, S<8>, S<3>> && !strided<Line<int>, S<8>, ct::strides<unsigned, 0>>);
static_assert(strided<Line<int>, S<8>, ct::strides<unsigned, 3>, ct::offsets<int, 0>> &&
              !strided<Line<int>, S<8>, ct::strides<unsigned, 3>, ct::offsets<int, 1>> &&
              !strided<Line<int>, S<8>, ct::strides<unsigned, 3>, ct::offsets<long, 0>>);
template <class Type, class Shape, auto Dim>
concept gathers = requires(Type s, Shape b) { ct::gather_scatter_view{s, b, ct::integral_constant<Dim>{}}; };
static_assert(gathers<Line<int>, S<8>, 0> && !gathers<Line<int>, S<8>, 1>);

// Ranges.
static_assert(same<decltype(ct::irange(0, 8)), ct::irange<int>> && same<decltype(ct::irange{short(0), short(8)})::iterator::value_type, short>);
template <class... Arguments>
concept ranges = requires(Arguments... a) { ct::irange(a...); };
static_assert(ranges<int, int> && ranges<int, int, int> && !ranges<int> && !ranges<int, size_t> && !ranges<decltype(0_ic), int> &&
              !ranges<decltype(0_ic), decltype(8_ic)> && !ranges<float, float> && !ranges<bool, bool> && !ranges<T<int>, T<int>>);
constexpr int summed(ct::irange<signed char> Range) {
  int Sum = 0;
  for (auto I : Range)
    Sum += I;
  return Sum;
}
static_assert(summed({0, 10}) == 45 && summed({100, 127, 20}) == 220 && summed({5, 5}) == 0 && summed({5, -5}) == 0 &&
              ct::irange<signed char>(-128, 127, 100).size() == 3);
static_assert(same<decltype(ct::irange(0, 8).end()), decltype(decltype(ct::irange(0, 8).end()){})> &&
              !same<decltype(ct::irange(0, 8).begin()), decltype(ct::irange(0, 8).end())> && !__is_constructible(ct::irange<int>));

// Constants.
static_assert(same<decltype(8_ic + 2_ic), ct::integral_constant<10>> &&
              same<decltype(ct::integral_constant<8u>{} + 2_ic), ct::integral_constant<10u>> && same<decltype(-8_ic), ct::integral_constant<-8>> &&
              same<decltype(8_ic == 2_ic), bool>);
static_assert(same<decltype(8_ic + 1), int> && same<decltype(8_ic - size_t(1)), size_t> &&
              same<decltype(5000000000_ic), ct::integral_constant<5000000000>> && 1'000_ic == 1000 && 0x10_ic == 16 && 8_ic() == 8);
template <class Left, class Right>
concept divides = requires(Left a, Right b) { a / b; };
static_assert(divides<decltype(8_ic), decltype(2_ic)> && !divides<decltype(8_ic), decltype(0_ic)> && __is_empty(decltype(8_ic)) &&
              __is_trivial(decltype(8_ic)));
template <auto Value>
concept constant = requires { ct::integral_constant<Value>{}; };
enum Enumeration { enumerator };
static_assert(constant<true> && constant<'a'> && !constant<enumerator> && !constant<1.0f>);
static_assert(same<ct::round_full_t, ct::rounding_mode_constant<ct::rounding_mode::round_full>> &&
              ct::round_full_t::value == ct::rounding_mode::round_full && same<decltype(ct::default_thread_scope()), ct::thread_scope>);
static_assert(ct::read_memory_order<ct::memory_order::acquire> && !ct::read_memory_order<ct::memory_order::acq_rel> &&
              !ct::write_memory_order<ct::memory_order::acquire>);

template <class D> __tile__ void accesses(DEPENDENT(View, D) v, T<float, 8> t, int i, T<DEPENDENT(float, D), 1> one) {
  using namespace ct;
  memory_order_relaxed_t relaxed;
  memory_order_acquire_t acquire;
  memory_order_release_t release;
  thread_scope_device_t device;
  thread_scope_system_t system;
  thread_scope_block_t block;
  GIVES(v.load(i), T<float, 8>);
  ACCEPTED(v.load(size_t(1)));
  ACCEPTED(v.load(true));
  ACCEPTED(v.load(1.5f));
  REJECTED(v.load(1_ic));
  REJECTED(v.load(T<int>()));
  REJECTED(v.load(i, i));
  REJECTED(v.load());
  REJECTED(v.load(bid()));
  ACCEPTED(v.load_masked(i));
  ACCEPTED(v.template load_masked<view_padding::nan>(i));
  ACCEPTED(v.load_masked(view_padding_negative_inf_t{}, i));
  REJECTED(v.load_masked(i, view_padding_nan_t{}));
  REJECTED(v.load_masked(i, 1.0f, 1));
  GIVES(v.store(t, i), void);
  REJECTED(v.store(i, t));
  REJECTED(v.store(1.0f, i));
  REJECTED(v.store(one, i));
  REJECTED(v.store(T<double, 8>(), i));
  REJECTED(v.store(T<short, 8>(), i));
  ACCEPTED(v.store(T<half, 8>(), i));
  REJECTED(v.store(T<float, 2, 4>(), i));
  REJECTED(v.atomic_load(i));
  ACCEPTED(v.template atomic_load<memory_order::relaxed>(i));
  ACCEPTED(v.atomic_load(acquire, device, i));
  REJECTED(v.atomic_load(release, i));
  REJECTED(v.atomic_load(i, relaxed));
  ACCEPTED((v.template atomic_load<memory_order::relaxed, thread_scope::device>(i)));
  ACCEPTED(v.atomic_load_masked(view_padding_zero_t{}, relaxed, i));
  REJECTED(v.atomic_load_masked(relaxed, i));
  ACCEPTED((v.template atomic_load_masked<view_padding::nan, memory_order::acquire, thread_scope::block>(i)));
  ACCEPTED(v.atomic_store(t, release, i));
  ACCEPTED(v.atomic_store(t, relaxed, system, i));
  REJECTED(v.atomic_store(t, acquire, i));
  ACCEPTED(v.template atomic_store<memory_order::release>(t, i));
  ACCEPTED(v.atomic_store_masked(t, relaxed, i));
  REJECTED(v.atomic_store(relaxed, t, i));
  GIVES(v.atomic_add(t, relaxed, device, i), void);
  ACCEPTED(v.atomic_add_masked(t, relaxed, block, i));
  REJECTED(v.atomic_add(t, relaxed, system, i));
  REJECTED(v.atomic_add(t, relaxed, i));
  REJECTED(v.atomic_add(t, acquire, device, i));
  REJECTED((v.template atomic_add<memory_order::relaxed, thread_scope::device>(t, i)));
  ACCEPTED((v.template atomic_add<memory_order::relaxed, thread_scope::device>(t, {}, {}, i)));
  REJECTED(v.atomic_add(1.0f, relaxed, device, i));
  REJECTED(v.atomic_max(t, relaxed, device, i));
  REJECTED(v.atomic_xchg(t, relaxed, device, i));
  REJECTED(v.atomic_add(t, i, relaxed, device));
}
template __tile__ void accesses<void>(View, T<float, 8>, int, T<float, 1>);

template <class Elem, class D> using ViewOf = ct::partition_view<Line<DEPENDENT(Elem, D)>, S<8>>;
template <class D>
__tile__ void elements(ViewOf<int, D> v, ViewOf<const int, D> c, ViewOf<e4m3, D> e, ViewOf<e5m2, D> g, ViewOf<volatile int, D> w, ViewOf<short, D> s,
                       ViewOf<fp4, D> f, ViewOf<e8m0, D> x, ViewOf<int *, D> p, int i) {
  using namespace ct;
  REJECTED(v.load_masked(view_padding_positive_inf_t{}, i));
  REJECTED(v.load_masked(view_padding_nan_t{}, i));
  REJECTED(v.load_masked(view_padding_negative_zero_t{}, i));
  REJECTED(e.load_masked(view_padding_positive_inf_t{}, i));
  ACCEPTED(e.load_masked(view_padding_nan_t{}, i));
  ACCEPTED(g.load_masked(view_padding_positive_inf_t{}, i));
  REJECTED(c.store(T<int, 8>(), i));
  ACCEPTED(c.load(i));
  REJECTED(w.load(i));
  REJECTED(w.store(T<int, 8>(), i));
  ACCEPTED(v.store(T<short, 8>(), i));
  REJECTED(f.load_masked(view_padding_nan_t{}, i));
  ACCEPTED(f.load_masked(i));
  REJECTED(x.load_masked(i));
  ACCEPTED(x.load_masked(view_padding_nan_t{}, i));
  REJECTED(s.atomic_add(T<short, 8>(), memory_order_relaxed_t{}, thread_scope_device_t{}, i));
  ACCEPTED(v.atomic_max(T<short, 8>(), memory_order_relaxed_t{}, thread_scope_device_t{}, i));
  ACCEPTED(s.atomic_store(T<short, 8>(), memory_order_relaxed_t{}, i));
  ACCEPTED(p.load(i));
}
template __tile__ void elements<void>(ViewOf<int, void>, ViewOf<const int, void>, ViewOf<e4m3, void>, ViewOf<e5m2, void>, ViewOf<volatile int, void>,
                                      ViewOf<short, void>, ViewOf<fp4, void>, ViewOf<e8m0, void>, ViewOf<int *, void>, int);

using Plane = ct::tensor_span<float, ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>>;
template <class D>
__tile__ void gathers_and_strides(ct::gather_scatter_view<DEPENDENT(Plane, D), S<4, 8>, 0> v,
                                  ct::strided_view<DEPENDENT(Plane, D), S<4, 8>, ct::strides<unsigned, 3, 8>> s, T<int, 4> index, int i) {
  GIVES(v.load(index, i), T<float, 4, 8>);
  REJECTED(v.load(i, i));
  REJECTED(v.load(i, index));
  REJECTED(v.load(index));
  REJECTED(v.load(T<int, 8>(), i));
  REJECTED(v.load(T<int, 4, 1>(), i));
  REJECTED(v.load(T<int, 1>(), i));
  ACCEPTED(v.load(T<bool, 4>(), i));
  ACCEPTED(v.load(T<float, 4>(), i));
  ACCEPTED(v.store_masked(T<float, 4, 8>(), index, i));
  ACCEPTED(v.atomic_load(ct::memory_order_relaxed_t{}, index, i));
  REJECTED(v.atomic_add(T<float, 4, 8>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, index, i));
  ACCEPTED(v.load_masked(ct::view_padding_nan_t{}, index, i));
  ACCEPTED(s.load(i, i));
  ACCEPTED(s.store_masked(T<float, 4, 8>(), i, i));
  ACCEPTED(s.atomic_add(T<float, 4, 8>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, i, i));
  REJECTED(s.load(i));
}
template __tile__ void gathers_and_strides<void>(ct::gather_scatter_view<Plane, S<4, 8>, 0>,
                                                 ct::strided_view<Plane, S<4, 8>, ct::strides<unsigned, 3, 8>>, T<int, 4>, int);
