// Which spellings of a call are accepted, and what type each gives.
// REQUIRES: plugin
// RUN: %cutilexx -c --cuda-device-only -fsyntax-only %s

#include "Inputs/facts.h"

template <class D> using F = T<DEPENDENT(float, D), 4>;
template <class D> using H = T<DEPENDENT(half, D), 4>;
template <class D> using I = T<DEPENDENT(int, D), 4>;
template <class D> using U = T<DEPENDENT(unsigned, D), 4>;
template <class D> using Short = T<DEPENDENT(short, D), 4>;
template <class D> using B = T<DEPENDENT(bool, D), 4>;
template <class D> using P = T<DEPENDENT(int *, D), 4>;

template <class D> __tile__ void operators(F<D> f, H<D> h, I<D> i, U<D> u, Short<D> s, B<D> b, P<D> p, T<unsigned char, 4> c, int *q) {
  GIVES(s + s, Short<D>); GIVES(b + b, B<D>); GIVES(c * s, Short<D>); GIVES(i % i, I<D>); GIVES(i / f, F<D>); GIVES(h + h, H<D>);
  REJECTED(i - u); REJECTED(f % f); REJECTED(s + 1); REJECTED(1 + s); REJECTED(i + 1u); REJECTED(u + 1); REJECTED(i + size_t(1)); REJECTED(f + 1.0);
  REJECTED(i + 1_ic); REJECTED(i += i); REJECTED(i++); REJECTED(i[0]); REJECTED(*p); REJECTED(i <=> i); REJECTED(i(0)); REJECTED(p += 1);
  GIVES(f + 1, F<D>); GIVES((T<DEPENDENT(long, D), 4>() + 1), T<long, 4>); GIVES(T<DEPENDENT(int, D)>() + i, I<D>);
  GIVES(-s, Short<D>); GIVES(+s, I<D>); GIVES(~s, Short<D>); GIVES(-b, B<D>); GIVES(~b, B<D>); GIVES(!i, B<D>); GIVES(+p, P<D>); GIVES(+b, I<D>);
  GIVES(s & s, Short<D>); REJECTED(s & 1); REJECTED(i & s & u); GIVES(i & s, I<D>); GIVES(b & i, I<D>); REJECTED(f & f); REJECTED(i & 1u);
  GIVES(s << 1, Short<D>); GIVES(s << i, Short<D>); GIVES(1 << s, I<D>); GIVES(b << b, B<D>); GIVES(i >> 1u, I<D>); GIVES(i << b, I<D>);
  GIVES(i && i, B<D>); GIVES(f || f, B<D>); GIVES(p && p, B<D>); GIVES(!p, B<D>); GIVES(1 && i, B<D>);
  GIVES(i < 1.0f, B<D>); GIVES(s < 1, B<D>); REJECTED(i < 1u); REJECTED(u == 1); REJECTED(h == T<DEPENDENT(bf16, D), 4>());
  GIVES(p == p, B<D>); GIVES(p < q, B<D>); GIVES(p == nullptr, B<D>); GIVES(nullptr != p, B<D>);
  GIVES(p + i, P<D>); GIVES(i + p, P<D>); GIVES(p - 1, P<D>); GIVES(q + c, P<D>); GIVES(p + b, P<D>); GIVES(p - p, T<long, 4>); GIVES(q - p, T<long, 4>);
  REJECTED(p + f); REJECTED(T<DEPENDENT(void *, D), 4>() + i);
}
template __tile__ void operators<void>(F<void>, H<void>, I<void>, U<void>, Short<void>, B<void>, P<void>, T<unsigned char, 4>, int *);

template <class D> __tile__ void functions(F<D> f, H<D> h, I<D> i, B<D> b, P<D> p, T<DEPENDENT(e4m3, D), 4> e, T<DEPENDENT(double, D), 4> d, DEPENDENT(float, D) x, DEPENDENT(int, D) n) {
  using namespace ct;
  GIVES(max(1, f), F<D>); GIVES(ceildiv(n, 1), int); REJECTED(ceildiv(x, x)); GIVES(remainder(f, f), F<D>); REJECTED(mulhi(x, x)); REJECTED(min(p, p)); REJECTED(add(i, 1_ic));
  GIVES(fma(h, h, f), F<D>); REJECTED(fma(i, i, i)); REJECTED(fma(f, f, x)); REJECTED(fma(d, f, f)); GIVES(fma(x, f, f), F<D>); GIVES(fma(x, x, x), float);
  GIVES(abs(i), I<D>); REJECTED(abs(p)); REJECTED(abs(e)); GIVES(exp(x), float); REJECTED(ct::exp(n)); REJECTED(ct::floor(n)); REJECTED(pow(i, i)); GIVES(pow(f, n), F<D>); GIVES(pow(h, f), F<D>);
  GIVES(isnan(x), bool); GIVES(isinf(e), B<D>); REJECTED(isnan(i));
  GIVES(select(b, f, f), F<D>); GIVES(select(i, f, f), F<D>); REJECTED(select(b, f, x)); REJECTED(select(b, x, x)); GIVES(select(true, x, x), float); REJECTED(select(b, i, f)); GIVES(select(b, p, p), P<D>);
  REJECTED(select(T<DEPENDENT(bool, D), 2, 4>(), f, f));
  GIVES(element_cast<const int>(f), I<D>); GIVES(element_cast<int>(x), int); GIVES(element_cast<void *>(p), T<void *, 4>); REJECTED(element_cast<long>(p)); GIVES(element_cast<bool>(p), B<D>);
  REJECTED(element_cast<int *>(T<DEPENDENT(void *, D), 4>())); REJECTED(element_cast<I<D>>(f));
  GIVES(element_bitcast<int>(f), I<D>); REJECTED(element_bitcast<double>(f)); GIVES(element_bitcast<long>(p), T<long, 4>); REJECTED(element_bitcast<float>(T<DEPENDENT(tf32, D), 4>()));
  GIVES(element_bitcast<bf16>(h), T<bf16, 4>); REJECTED(element_bitcast<unsigned char>(T<DEPENDENT(fp4, D), 4>())); ACCEPTED(element_bitcast<unsigned char>(T<DEPENDENT(e8m0, D), 4>()));

  // Modes.
  round_toward_zero_t zero; round_subnormals_to_zero_t flush; round_approximate_t approximate; round_full_t full_mode; propagate_nan_t propagate; round_ties_to_away_t away; preserve_subnormals_t preserve;
  constexpr auto Zero = rounding_mode::round_toward_zero;
  ACCEPTED(add(f, f, zero)); ACCEPTED(add(f, f, zero, flush)); ACCEPTED(add<Zero>(f, f, {})); REJECTED(add<Zero>(f, f)); REJECTED(add(f, f, flush)); REJECTED(add(f, f, Zero)); ACCEPTED((add<Zero, subnormals_rounding_mode::round_subnormals_to_zero>(f, f, {}, {})));
  REJECTED(add(i, i, zero)); REJECTED(add(f, f, approximate)); REJECTED(add(f, f, full_mode)); REJECTED(add(d, d, zero, flush)); ACCEPTED(add(d, d, zero, preserve)); REJECTED(add(h, h, zero, flush)); REJECTED(add(f, f, away));
  ACCEPTED(div(f, f, approximate)); ACCEPTED(div(f, f, full_mode)); REJECTED(div(d, d, approximate)); REJECTED(div(i, i, zero)); REJECTED(remainder(f, f, zero));
  ACCEPTED(exp(f, approximate)); ACCEPTED(exp<rounding_mode::round_full>(h)); REJECTED(exp(h, approximate)); REJECTED(exp(f, zero)); ACCEPTED(tanh(f, approximate)); REJECTED(exp<double>(d));
  ACCEPTED(exp2(f, flush)); ACCEPTED(exp2<subnormals_rounding_mode::round_subnormals_to_zero>(f)); REJECTED(exp2(h, flush)); REJECTED(log2(f, flush)); ACCEPTED(rsqrt(f, flush));
  ACCEPTED(sqrt<Zero>(f)); ACCEPTED(sqrt(f, approximate)); REJECTED(sqrt(f, flush)); REJECTED(sqrt(f, full_mode)); REJECTED(sqrt(d, approximate)); ACCEPTED(sqrt(h, zero));
  ACCEPTED(max(f, f, propagate)); ACCEPTED(max(f, f, propagate, flush)); REJECTED(max(i, i, propagate)); REJECTED(max(h, h, propagate, flush)); REJECTED(max<nan_propagation_mode::propagate_nan>(f, f));
  ACCEPTED(fma(f, f, f, zero, flush)); REJECTED(fma(f, f, f, approximate));

  // Casts with a mode.
  round_ties_to_even_t even; round_toward_positive_t up; saturate_finite_t finite;
  ACCEPTED(element_cast<float>(d, up)); REJECTED(element_cast<float>(d, away)); ACCEPTED(element_cast<float>(h, away)); ACCEPTED(element_cast<tf32>(f, away)); REJECTED(element_cast<tf32>(d, away));
  ACCEPTED(element_cast<half>(f, zero)); REJECTED(element_cast<half>(f, up)); ACCEPTED(element_cast<half>(e, up)); ACCEPTED(element_cast<e4m3>(f, even)); REJECTED(element_cast<e4m3>(f, zero));
  ACCEPTED(element_cast<e8m0>(f, up)); REJECTED(element_cast<e8m0>(f, even)); REJECTED(element_cast<int>(f, zero)); ACCEPTED(element_cast<int>(f, finite)); REJECTED(element_cast<int>(e, finite)); REJECTED(element_cast<float>(f, finite));
  REJECTED(element_cast<int>(f, finite, zero)); ACCEPTED(element_cast<bool>(x, finite));

  // Powers.
  GIVES(powi(f, n), F<D>); GIVES(powi(x, i), F<D>); GIVES(powi(x, n), float); REJECTED(powi(f, 1u)); REJECTED(powi(f, 1ll)); ACCEPTED(powi(f, true)); REJECTED(powi(i, i)); REJECTED(powi(f, f)); REJECTED(powi(f, 2_ic));
}
template __tile__ void functions<void>(F<void>, H<void>, I<void>, B<void>, P<void>, T<e4m3, 4>, T<double, 4>, float, int);

template <class D> __tile__ void shapes(T<DEPENDENT(float, D), 4, 4> m, F<D> f, I<D> i, DEPENDENT(float, D) x, DEPENDENT(int, D) n) {
  using namespace ct;
  ACCEPTED(full<F<D>>(3)); ACCEPTED(full<F<D>>(2.5)); REJECTED(full<S<sizeof(DEPENDENT(int, D))>>(1)); REJECTED(full<F<D>>(T<DEPENDENT(float, D)>())); REJECTED(zeros<F<D>>(42)); REJECTED(zeros<P<D>>()); REJECTED(zeros<T<DEPENDENT(e8m0, D), 4>>()); ACCEPTED(ones<T<DEPENDENT(e8m0, D), 4>>());
  REJECTED(iota<F<D>>()); ACCEPTED(iota<T<DEPENDENT(unsigned char, D), 256>>()); REJECTED(iota<T<DEPENDENT(unsigned char, D), 512>>()); ACCEPTED(iota<T<DEPENDENT(bool, D), 2>>()); ACCEPTED(iota<int>());
  GIVES(broadcast<S<16>>(x), T<float, 16>); GIVES(broadcast(f, S<2, 4>{}), T<float, 2, 4>); GIVES(broadcast<S<>>(x), T<float>); REJECTED(broadcast<16>(x)); REJECTED(broadcast<S<4>>(m));
  GIVES(reshape(m, shape{2_ic, 8_ic}), T<float, 2, 8>); REJECTED(reshape<4, 4>(m)); REJECTED(reshape<S<8>>(m)); GIVES(reshape<S<1>>(x), T<float, 1>); REJECTED(reshape<extents<int, 16>>(m));
  T<DEPENDENT(float, D), 2, 4, 8> r;
  GIVES(transpose(f), T<float, 4>); GIVES(transpose(r), T<float, 4, 2, 8>); REJECTED(transpose<0, 1>(m)); REJECTED(transpose(m, 0_ic, 1_ic)); REJECTED(transpose(x));
  GIVES(permute(r, dimension_map<2, 0, 1>{}), T<float, 8, 2, 4>); GIVES((permute<dimension_map<2, 0, 1>>(r)), T<float, 8, 2, 4>); GIVES(permute(r, dimension_map{2_ic, 0_ic, 1_ic}), T<float, 8, 2, 4>);
  REJECTED(permute<2, 0, 1>(r)); REJECTED(permute(m, dimension_map<2, 0, 1>{})); ACCEPTED(permute(f, dimension_map<0>{}));
  GIVES(cat<0>(f, f), T<float, 8>); GIVES(cat(m, m, 1_ic), T<float, 4, 8>); REJECTED(cat(f, f)); REJECTED(cat<0>(f, i)); REJECTED(cat<0>(cat<0>(f, f), f)); REJECTED(cat<-1>(f, f)); REJECTED(cat<0>(x, x));
  GIVES(extract(m, S<2, 2>{}, n, 1_ic), T<float, 2, 2>); REJECTED(extract<S<2, 2>>(m, n, n)); REJECTED(extract(m, S<2, 2>{}, n)); REJECTED(extract(f, S<>{})); REJECTED(extract(f, S<2>{}, T<DEPENDENT(int, D)>())); REJECTED(extract(f, S<8>{}, 0));
  GIVES(insert(f, T<DEPENDENT(half, D), 2>(), 1), T<float, 4>); REJECTED(insert(f, x, 0)); REJECTED(insert(i, T<DEPENDENT(long long, D), 2>(), 0)); REJECTED(insert(f, T<DEPENDENT(int, D), 2>(), 0)); GIVES(insert(x, x), float); ACCEPTED(insert(f, f, 2.5f));
  REJECTED(insert(f, T<DEPENDENT(float, D), 8>(), 0)); REJECTED(insert(f, 0, f));

  GIVES(sum<0>(m), T<float, 1, 4>); GIVES(sum(m, 1_ic), T<float, 4, 1>); REJECTED(sum(f)); REJECTED(sum<0, 1>(m)); REJECTED(sum<-1>(f)); REJECTED(sum<1>(f)); REJECTED(sum(f, 0)); REJECTED(sum<0>(x)); REJECTED(sum<0>(f, round_toward_zero_t{}));
  ACCEPTED(sum<0>(f, {}, round_toward_zero_t{})); ACCEPTED(sum(f, 0_ic, round_toward_zero_t{}, round_subnormals_to_zero_t{})); REJECTED(sum(f, 0_ic, round_full_t{})); REJECTED(sum(i, 0_ic, round_toward_zero_t{})); REJECTED(sum(f, 0_ic, scan_forward_t{}));
  GIVES(reduce_max<0>(i), T<int, 1>); ACCEPTED(reduce_max(f, 0_ic, propagate_nan_t{}, round_subnormals_to_zero_t{})); REJECTED(reduce_max<0>(f, propagate_nan_t{})); REJECTED(reduce_min(i, 0_ic, propagate_nan_t{})); REJECTED(reduce_max<0>(P<D>()));
  GIVES(any_of<0>(f), T<bool, 1>); REJECTED(any_of(f)); GIVES(max_element<0>(f), T<unsigned, 1>); REJECTED(max_element(f, 0_ic, propagate_nan_t{})); REJECTED(reduce_bitor<0>(f)); GIVES(reduce_bitand<0>(B<D>()), T<bool, 1>);
  ACCEPTED(partial_sum(f, 0_ic, scan_backward_t{})); ACCEPTED(partial_sum<0>(f, {}, scan_backward_t{})); ACCEPTED((partial_sum<0, scan_direction::backward>(f))); ACCEPTED(partial_sum(f, 0_ic, round_toward_zero_t{}, preserve_subnormals_t{}, scan_backward_t{}));
  REJECTED(partial_sum(f, 0_ic, round_toward_zero_t{}, scan_backward_t{})); REJECTED(partial_sum(f, 0_ic, scan_backward_t{}, round_toward_zero_t{})); REJECTED(partial_sum(f, scan_backward_t{})); REJECTED(partial_sum(f)); ACCEPTED(partial_prod(i, 0_ic, scan_backward_t{}));
  REJECTED(mma(m, m, 0.0f)); GIVES(matmul(m, m), T<float, 4, 4>); REJECTED(mma(m, m, m, round_toward_zero_t{})); GIVES(ct::bid(), uint3); GIVES(ct::num_blocks(), dim3);
}
template __tile__ void shapes<void>(T<float, 4, 4>, F<void>, I<void>, float, int);

template <class D> __tile__ void memory(P<D> p, T<const int *, 4> cp, I<D> i, B<D> b, T<DEPENDENT(half *, D), 4> hp, DEPENDENT(int *, D) q, DEPENDENT(int, D) n, T<DEPENDENT(float *, D), 4> fp, F<D> f) {
  using namespace ct;
  memory_order_relaxed_t relaxed; memory_order_acquire_t acquire; memory_order_release_t release; thread_scope_device_t device;
  constexpr auto Relaxed = memory_order::relaxed;
  GIVES(load(q), int); GIVES(load(cp), T<int, 4>); GIVES(load_masked(p, b), T<int, 4>); ACCEPTED(load_masked(p, i, 3)); ACCEPTED(load_masked(p, true, T<DEPENDENT(int, D), 1>())); REJECTED(load_masked(p, b, 1.0)); REJECTED(load_masked(fp, b, 0)); REJECTED(load(p, 1));
  REJECTED(load_masked(b, p)); REJECTED(load_masked(p, T<DEPENDENT(bool, D), 2, 4>())); REJECTED(load(T<DEPENDENT(volatile int *, D), 4>())); REJECTED(load(T<DEPENDENT(void *, D), 4>()));
  ACCEPTED(store(p, Short<D>())); REJECTED(store(cp, i)); REJECTED(store(p, 1)); REJECTED(store(p, U<D>())); REJECTED(store(fp, i)); ACCEPTED(store(q, T<DEPENDENT(int, D)>())); REJECTED(store(q, 1.0)); ACCEPTED(store_masked(p, i, b)); REJECTED(store_masked(p, 1, b));
  REJECTED(atomic_load(p)); ACCEPTED(atomic_load<Relaxed>(p)); ACCEPTED(atomic_load(cp, acquire, device)); ACCEPTED((atomic_load<Relaxed, thread_scope::device>(p))); REJECTED(atomic_load(p, release)); ACCEPTED(atomic_load_masked<Relaxed>(p, b, 1)); ACCEPTED(atomic_load_masked(p, true, 1, relaxed, device));
  REJECTED(atomic_store(p, i)); ACCEPTED(atomic_store<memory_order::release>(p, i)); REJECTED(atomic_store(p, i, acquire)); ACCEPTED(atomic_store_masked(p, i, b, relaxed));
  REJECTED(atomic_add(p, i)); GIVES((atomic_add<Relaxed, thread_scope::device>(p, i)), T<int, 4>); ACCEPTED(atomic_add(p, Short<D>(), relaxed)); REJECTED(atomic_add(p, 1, relaxed)); REJECTED(atomic_add(p, T<DEPENDENT(long, D), 4>(), relaxed)); GIVES(atomic_add(q, n, relaxed), int);
  REJECTED(atomic_add(p, i, Relaxed)); REJECTED(atomic_add(p, i, device)); REJECTED(atomic_add(cp, i, relaxed)); REJECTED(atomic_add_masked(p, i, b, 1, relaxed)); ACCEPTED(atomic_add(hp, H<D>(), memory_order_acq_rel_t{}, device)); REJECTED(atomic_max(fp, f, relaxed)); REJECTED(atomic_and(fp, f, relaxed));
  ACCEPTED(atomic_xchg(fp, f, relaxed)); REJECTED(atomic_xchg(hp, H<D>(), relaxed)); REJECTED(atomic_compare_exchange(p, i, i, relaxed, relaxed)); ACCEPTED(atomic_compare_exchange<Relaxed>(p, i, i)); REJECTED(atomic_compare_exchange(p, 1, 1, relaxed)); ACCEPTED(atomic_compare_exchange_masked(p, i, i, b, relaxed));
  REJECTED(atomic_add(T<DEPENDENT(short *, D), 4>(), Short<D>(), relaxed));

  ACCEPTED(assume_aligned<16>(q)); ACCEPTED(assume_aligned(q, integral_constant<16ul>{})); REJECTED(assume_aligned<12>(q)); REJECTED(assume_aligned<0>(q)); REJECTED(assume_aligned<16>(n)); ACCEPTED((assume_aligned_strided<16, 8, 0>(p))); REJECTED((assume_aligned_strided<16, 8>(p)));
  REJECTED(assume_aligned_strided(p, 16_ic, 8_ic)); ACCEPTED(assume_divisible(i, 16_ic)); REJECTED(assume_divisible<12>(n)); ACCEPTED((assume_bounded<0, 7>(i))); REJECTED((assume_bounded<7, 0>(n))); REJECTED((assume_bounded<0, 7>(f))); ACCEPTED(assume_bounded_below<-5>(n));
  REJECTED(assume_bounded_below(n, n)); REJECTED(assume_bounded_below<0>(DEPENDENT(bool, D)())); ACCEPTED(assume_blocked<S<3>>(i)); REJECTED((assume_blocked<S<2, 2>>(i))); REJECTED(assume_blocked<S<2>>(f)); ACCEPTED(assume_blocked<S<>>(n));
}
template __tile__ void memory<void>(P<void>, T<const int *, 4>, I<void>, B<void>, T<half *, 4>, int *, int, T<float *, 4>, F<void>);

// Scaled products: only these combinations of elements and block lengths.
template <class E, class Scale, size_t K, size_t Blocks, class Accumulator = float>
concept scales = requires(T<E, 16, K> a, T<E, K, 16> b, T<Scale, 16, Blocks> sa, T<Scale, Blocks, 16> sb, T<Accumulator, 16, 16> c) { ct::scaled_mma(a, sa, b, sb, c); };
template <class D> __tile__ void scaled() {
  static_assert(scales<e4m3, e8m0, 64, 2> && scales<e5m2, e8m0, 64, 2> && scales<fp4, e8m0, 64, 2> && scales<fp4, e8m0, 64, 4> && scales<fp4, e4m3, 64, 4>);
  static_assert(!scales<e4m3, e8m0, 64, 4> && !scales<e4m3, e4m3, 64, 2> && !scales<fp4, e4m3, 64, 2> && !scales<fp4, e8m0, 64, 8> && !scales<half, e8m0, 64, 2> && !scales<e4m3, e8m0, 64, 2, half>);
}
template __tile__ void scaled<void>();
