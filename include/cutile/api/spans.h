// Accessors and tensor spans: a pointer with a layout mapping (page "Tensor Span").
#pragma once

#include "layouts.h"
#include "types.h"

namespace cuda::tiles {
inline namespace __v1 {

/// Plain access to contiguous memory; the only usable accessor.
template <scalar Elem> struct default_accessor {
  using element_type = Elem;
  using reference = Elem &;
  using data_handle_type = Elem *;
};

namespace __detail {
template <class Accessor> inline constexpr bool accesses_plainly = false;
template <class Elem> inline constexpr bool accesses_plainly<default_accessor<Elem>> = true;
} // namespace __detail

/// Requirements "accessor policy".
template <class Type>
concept accessor_policy = __detail::copyable<__detail::bare<Type>> && __detail::accesses_plainly<__detail::bare<Type>> && requires {
  requires scalar<typename Type::element_type>;
  requires __detail::same<typename Type::reference, typename Type::element_type &>;
  requires __detail::same<typename Type::data_handle_type, typename Type::element_type *>;
};

/// Requirements "tensor span like": a pointer, a mapping and an accessor.
template <class Type>
concept tensor_span_like = __detail::copyable<__detail::bare<Type>> && requires(const Type Object) {
  requires layout_mapping<typename Type::mapping_type>;
  requires accessor_policy<typename Type::accessor_type>;
  requires extents_like<typename Type::extents_type>;
  typename Type::layout_type;
  typename Type::index_type;
  typename Type::rank_type;
  requires scalar<typename Type::element_type>;
  requires __detail::same<typename Type::value_type, std::remove_cv_t<typename Type::element_type>>;
  typename Type::reference;
  { Object.data_handle() } -> __detail::is_type<typename Type::data_handle_type>;
  { Object.mapping() } -> __detail::is_type<const typename Type::mapping_type &>;
  { Object.accessor() } -> __detail::is_type<const typename Type::accessor_type &>;
};

namespace __detail {
template <class Extents, class Layout>
concept layout_of_extents = cv_unqualified<Extents> && extents_like<Extents> && cv_unqualified<Layout> &&
                            requires { requires layout_mapping<typename Layout::template mapping<Extents>>; };
template <class Accessor, class Elem>
concept accessor_of = cv_unqualified<Accessor> && accessor_policy<Accessor> && same<typename Accessor::element_type, Elem>;
/// The mapping of Layout can be made from extents alone.
template <class Layout, class Extents>
concept layout_needs_extents_only =
    layout_of_extents<Extents, Layout> && __is_constructible(typename Layout::template mapping<Extents>, const Extents &);
} // namespace __detail

/// A multidimensional array in memory that it does not own: Elem (cv for read-only access) at Layout's offsets from a pointer.
/// Wrap it in a view to load tiles.
template <scalar Elem, extents_like Extents, class Layout = layout_right, class Accessor = default_accessor<Elem>>
  requires __detail::layout_of_extents<Extents, Layout> && __detail::accessor_of<Accessor, Elem>
struct tensor_span {
  using extents_type = Extents;
  using layout_type = Layout;
  using accessor_type = Accessor;
  using mapping_type = typename Layout::template mapping<Extents>;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using element_type = Elem;
  using value_type = std::remove_cv_t<Elem>;
  using reference = typename Accessor::reference;
  using data_handle_type = typename Accessor::data_handle_type;

  CUTILE_ALL tensor_span(data_handle_type Pointer, const Extents &Lengths) noexcept
    requires __detail::layout_needs_extents_only<Layout, Extents>
      : Handle(Pointer), Map(Lengths) {}
  CUTILE_ALL tensor_span(data_handle_type Pointer, const Extents &Lengths, Layout) noexcept
    requires __detail::layout_needs_extents_only<Layout, Extents>
      : Handle(Pointer), Map(Lengths) {}
  CUTILE_ALL tensor_span(data_handle_type Pointer, const mapping_type &Mapping) noexcept : Handle(Pointer), Map(Mapping) {}
  CUTILE_ALL tensor_span(data_handle_type Pointer, const mapping_type &Mapping, const Accessor &Policy) noexcept
      : Handle(Pointer), Map(Mapping), Access(Policy) {}

  CUTILE_ALL data_handle_type data_handle() const noexcept { return Handle; }
  CUTILE_ALL const mapping_type &mapping() const noexcept { return Map; }
  CUTILE_ALL const accessor_type &accessor() const noexcept { return Access; }
  CUTILE_ALL const extents_type &extents() const noexcept { return Map.extents(); }

  static CUTILE_ALL rank_type rank() noexcept { return Extents::rank(); }
  static CUTILE_ALL rank_type rank_dynamic() noexcept { return Extents::rank_dynamic(); }
  static CUTILE_ALL size_t static_extent(rank_type Dim) noexcept { return Extents::static_extent(Dim); }
  CUTILE_ALL index_type extent(rank_type Dim) const noexcept { return extents().extent(Dim); }

private:
  data_handle_type Handle;
  [[no_unique_address]] mapping_type Map;
  [[no_unique_address]] Accessor Access;
};

template <class Elem, extents_like Extents> tensor_span(Elem *, const Extents &) -> tensor_span<Elem, __detail::bare<Extents>>;
template <class Elem, extents_like Extents, class Layout>
  requires __detail::layout_needs_extents_only<Layout, Extents>
tensor_span(Elem *, const Extents &, Layout) -> tensor_span<Elem, __detail::bare<Extents>, Layout>;
template <class Elem, layout_mapping Mapping>
tensor_span(Elem *, const Mapping &) -> tensor_span<Elem, typename Mapping::extents_type, typename Mapping::layout_type>;
template <class Elem, layout_mapping Mapping, class Accessor>
tensor_span(Elem *, const Mapping &, const Accessor &) -> tensor_span<Elem, typename Mapping::extents_type, typename Mapping::layout_type, Accessor>;

} // namespace __v1
} // namespace cuda::tiles
