// Layout policies and mappings: where the element with an index lies in memory (page "Layout Mappings").
//
// The offset of the element with index I is the sum over all dimensions k of stride(k) * I_k, counted in elements.
#pragma once

#include "extents.h"

namespace cuda::tiles {
inline namespace __v1 {

/// Requirements "layout mapping": strides of extents; `layout_type::mapping<extents_type>` is the mapping itself.
template <class Type>
concept layout_mapping = requires(const Type Object, typename Type::rank_type Dim) {
  requires extents_like<typename Type::extents_type> && __detail::cv_unqualified<typename Type::extents_type>;
  typename Type::index_type;
  typename Type::layout_type;
  requires __detail::same<typename Type::layout_type::template mapping<typename Type::extents_type>, __detail::bare<Type>>;
  { Type::is_always_strided() } -> __detail::converts_to<bool>;
  { Type::static_stride(Dim) } -> __detail::is_type<size_t>;
  { Object.stride(Dim) } -> __detail::is_type<typename Type::index_type>;
  { Object.extents() } -> __detail::is_type<const typename Type::extents_type &>;
} && __detail::copyable<__detail::bare<Type>>;

/// Function object that gives the static stride of a dimension of a mapping, dynamic_stride where it is not known.
template <class Mapping> struct layout_mapping_static_stride {
  CUTILE_ALL size_t operator()(size_t Dim) const noexcept { return Mapping::static_stride(Dim); }
};

namespace __detail {

template <class Type>
concept mapping_extents = extents_like<Type> && cv_unqualified<Type>;

template <class Extents> using dimensions_of = counted<size_t(Extents::rank())>;

template <class Left, class Right, size_t... Dims>
CUTILE_ALL bool equal_strides(const Left &LeftObject, const Right &RightObject, sizes<Dims...>) noexcept {
  return (equal_values(LeftObject.stride(Dims), RightObject.stride(Dims)) && ...);
}

/// Product of the lengths of the dimensions from First to Last, exclusive. The loop is a fold, so that it vanishes wherever
/// the bounds are constants.
template <class Result, class Extents, size_t... Dims>
CUTILE_ALL Result product_between(const Extents &Lengths, size_t First, size_t Last, sizes<Dims...>) noexcept {
  Result Product = 1;
  ((Dims >= First && Dims < Last ? void(Product = static_cast<Result>(Product * static_cast<Result>(Lengths.extent(Dims)))) : void()), ...);
  return Product;
}

/// The same for static lengths; dynamic_stride if one of them is dynamic.
template <class Extents, size_t... Dims> CUTILE_ALL size_t static_product_between(size_t First, size_t Last, sizes<Dims...>) noexcept {
  size_t Product = 1;
  bool Known = true;
  ((Dims >= First && Dims < Last
        ? void(Extents::static_extent(Dims) == dynamic_extent ? Known = false : (Product *= Extents::static_extent(Dims), true))
        : void()),
   ...);
  return Known ? Product : size_t(dynamic_stride);
}

/// Least multiple of Padding that is not below Length.
template <class Integer> CUTILE_ALL Integer padded_length(Integer Length, Integer Padding) noexcept {
  return Padding == 0 ? Length : static_cast<Integer>((Length + Padding - 1) / Padding * Padding);
}

/// Strides in 64 bits, whatever the index type: products do not overflow, negative strides stay negative.
struct wide_strides {
  template <class Mapping> static CUTILE_ALL long long get(const Mapping &Map, size_t Dim) noexcept {
    if constexpr (requires { Map.wide_stride(Dim); })
      return Map.wide_stride(Dim);
    else
      return static_cast<long long>(Map.stride(Dim));
  }
};

} // namespace __detail

/// Extents and strides are equal; the kinds of mapping do not matter.
template <layout_mapping Left, layout_mapping Right> CUTILE_ALL bool layout_mapping_equal(const Left &LeftObject, const Right &RightObject) noexcept {
  if constexpr (size_t(Left::extents_type::rank()) != size_t(Right::extents_type::rank()))
    return false;
  else
    return extents_equal(LeftObject.extents(), RightObject.extents()) &&
           __detail::equal_strides(LeftObject, RightObject, __detail::dimensions_of<typename Left::extents_type>{});
}
template <layout_mapping Left, layout_mapping Right> CUTILE_ALL bool operator==(const Left &LeftObject, const Right &RightObject) noexcept {
  return layout_mapping_equal(LeftObject, RightObject);
}

//===-- Row and column major ------------------------------------------------------===//

struct layout_right;
struct layout_left;

namespace __detail {
/// The dimensions whose lengths make up the stride of dimension Dim: those behind it (row major) or before it.
template <bool RowMajor> CUTILE_ALL size_t first_faster(size_t Dim) noexcept { return RowMajor ? Dim + 1 : 0; }
template <bool RowMajor, class Extents> CUTILE_ALL size_t last_faster(size_t Dim) noexcept { return RowMajor ? size_t(Extents::rank()) : Dim; }

/// A mapping without gaps: the stride of a dimension is the product of the lengths of the faster ones.
template <class Extents, class Layout, bool RowMajor> class packed_mapping {
public:
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using layout_type = Layout;

  CUTILE_ALL const extents_type &extents() const noexcept { return Lengths; }
  static CUTILE_ALL bool is_always_strided() noexcept { return true; }
  static CUTILE_ALL size_t static_stride(rank_type Dim) noexcept {
    return static_product_between<Extents>(first_faster<RowMajor>(Dim), last_faster<RowMajor, Extents>(Dim), dimensions_of<Extents>{});
  }
  CUTILE_ALL index_type stride(rank_type Dim) const noexcept { return product<index_type>(Dim); }

protected:
  CUTILE_ALL explicit packed_mapping(const Extents &Given) noexcept : Lengths(Given) {}

private:
  friend struct wide_strides;
  template <class Result> CUTILE_ALL Result product(rank_type Dim) const noexcept {
    return product_between<Result>(Lengths, first_faster<RowMajor>(Dim), last_faster<RowMajor, Extents>(Dim), dimensions_of<Extents>{});
  }
  CUTILE_ALL long long wide_stride(rank_type Dim) const noexcept { return product<long long>(Dim); }

  [[no_unique_address]] Extents Lengths;
};
} // namespace __detail

/// Row major: the last stride is 1, stride(k) is the product of the lengths after k.
template <extents_like Extents>
  requires __detail::mapping_extents<Extents>
struct layout_right_mapping : __detail::packed_mapping<Extents, layout_right, true> {
  CUTILE_ALL explicit layout_right_mapping(const Extents &Given) noexcept : __detail::packed_mapping<Extents, layout_right, true>(Given) {}
};
template <extents_like Extents> layout_right_mapping(const Extents &) -> layout_right_mapping<__detail::bare<Extents>>;

/// Column major: the first stride is 1, stride(k) is the product of the lengths before k.
template <extents_like Extents>
  requires __detail::mapping_extents<Extents>
struct layout_left_mapping : __detail::packed_mapping<Extents, layout_left, false> {
  CUTILE_ALL explicit layout_left_mapping(const Extents &Given) noexcept : __detail::packed_mapping<Extents, layout_left, false>(Given) {}
};
template <extents_like Extents> layout_left_mapping(const Extents &) -> layout_left_mapping<__detail::bare<Extents>>;

/// Row major layout.
struct layout_right {
  template <extents_like Extents> using mapping = layout_right_mapping<Extents>;
};
/// Column major layout.
struct layout_left {
  template <extents_like Extents> using mapping = layout_left_mapping<Extents>;
};

//===-- Explicit strides -----------------------------------------------------------------===//

template <class Strides> struct layout_strided;

namespace __detail {
/// Strides of a strided mapping: strides, or extents whose lengths are taken as strides.
template <class Type>
concept stride_source = cv_unqualified<Type> && (strides_like<Type> || extents_like<Type>);

template <class Strides> CUTILE_ALL size_t static_stride_of(size_t Dim) noexcept {
  if constexpr (strides_like<Strides>)
    return Strides::static_stride(Dim);
  else
    return Strides::static_extent(Dim);
}
template <class Strides> CUTILE_ALL auto stride_of(const Strides &Object, size_t Dim) noexcept {
  if constexpr (strides_like<Strides>)
    return Object.stride(Dim);
  else
    return Object.extent(Dim);
}
template <class Left, class Right>
concept same_rank = size_t(Left::rank()) == size_t(Right::rank());
} // namespace __detail

/// Strides that are given, by a `strides` or an `extents` object of the same rank.
template <extents_like Extents, __detail::stride_source Strides>
  requires __detail::mapping_extents<Extents> && __detail::same_rank<Extents, Strides>
struct layout_strided_mapping {
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using layout_type = layout_strided<Strides>;

  CUTILE_ALL layout_strided_mapping(const Extents &Given, const Strides &GivenStrides) noexcept : Lengths(Given), Steps(GivenStrides) {}

  CUTILE_ALL const extents_type &extents() const noexcept { return Lengths; }
  static CUTILE_ALL bool is_always_strided() noexcept { return true; }
  static CUTILE_ALL size_t static_stride(rank_type Dim) noexcept { return __detail::static_stride_of<Strides>(Dim); }
  CUTILE_ALL index_type stride(rank_type Dim) const noexcept { return static_cast<index_type>(__detail::stride_of(Steps, Dim)); }

private:
  friend struct __detail::wide_strides;
  CUTILE_ALL long long wide_stride(rank_type Dim) const noexcept { return static_cast<long long>(__detail::stride_of(Steps, Dim)); }

  [[no_unique_address]] Extents Lengths;
  [[no_unique_address]] Strides Steps;
};
template <extents_like Extents, class Strides>
layout_strided_mapping(const Extents &, const Strides &) -> layout_strided_mapping<__detail::bare<Extents>, Strides>;

/// Layout with given strides.
template <class Strides> struct layout_strided {
  template <extents_like Extents> using mapping = layout_strided_mapping<Extents, Strides>;
};

//===-- Padded rows and columns ----------------------------------------------------------------===//

namespace __detail {
/// A padding that is static or, for dynamic_stride, stored.
template <class Index, size_t Padding> struct padding_value_of {
  CUTILE_ALL explicit padding_value_of(Index) noexcept {}
  CUTILE_ALL Index get() const noexcept { return static_cast<Index>(Padding); }
};
template <class Index> struct padding_value_of<Index, size_t(dynamic_stride)> {
  Index Value;
  CUTILE_ALL explicit padding_value_of(Index Given) noexcept : Value(Given) {}
  CUTILE_ALL Index get() const noexcept { return Value; }
};

/// A mapping without gaps but behind the fastest dimension, whose length is rounded up to a multiple of the padding.
template <class Extents, size_t Padding, class Layout, bool RowMajor> class padded_mapping {
public:
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using layout_type = Layout;

  CUTILE_ALL const extents_type &extents() const noexcept { return Lengths; }
  static CUTILE_ALL bool is_always_strided() noexcept { return true; }
  static CUTILE_ALL size_t static_stride(rank_type Dim) noexcept {
    if (isFastest(Dim))
      return 1;
    const size_t Others = static_product_between<Extents>(firstOther(Dim), lastOther(Dim), dimensions_of<Extents>{});
    if (Padding == dynamic_stride || Extents::static_extent(fastest()) == dynamic_extent || Others == dynamic_stride)
      return dynamic_stride;
    return padded_length<size_t>(Extents::static_extent(fastest()), Padding) * Others;
  }
  CUTILE_ALL index_type stride(rank_type Dim) const noexcept { return product<index_type>(Dim); }

  /// The padding that is given counts only if Padding is dynamic_stride.
  template <length_argument Value>
  CUTILE_ALL padded_mapping(const Extents &Given, Value GivenPadding) noexcept : Lengths(Given), Pad(static_cast<index_type>(GivenPadding)) {}

private:
  friend struct wide_strides;
  static CUTILE_ALL size_t fastest() noexcept { return RowMajor ? Extents::rank() - 1 : 0; }
  static CUTILE_ALL bool isFastest(size_t Dim) noexcept { return RowMajor ? Dim + 1 >= size_t(Extents::rank()) : Dim == 0; }
  /// The dimensions between the fastest and Dim.
  static CUTILE_ALL size_t firstOther(size_t Dim) noexcept { return RowMajor ? Dim + 1 : 1; }
  static CUTILE_ALL size_t lastOther(size_t Dim) noexcept { return RowMajor ? Extents::rank() - 1 : Dim; }

  template <class Result> CUTILE_ALL Result product(rank_type Dim) const noexcept {
    if (isFastest(Dim))
      return 1;
    const Result Others = product_between<Result>(Lengths, firstOther(Dim), lastOther(Dim), dimensions_of<Extents>{});
    return static_cast<Result>(Others * padded_length<Result>(static_cast<Result>(Lengths.extent(fastest())), static_cast<Result>(Pad.get())));
  }
  CUTILE_ALL long long wide_stride(rank_type Dim) const noexcept { return product<long long>(Dim); }

  [[no_unique_address]] Extents Lengths;
  [[no_unique_address]] padding_value_of<index_type, Padding> Pad;
};
} // namespace __detail

template <size_t Padding> struct layout_right_padded;
template <size_t Padding> struct layout_left_padded;

/// Row major with rows padded: the last length is rounded up to a multiple of the padding.
template <extents_like Extents, size_t Padding>
  requires __detail::mapping_extents<Extents>
struct layout_right_padded_mapping : __detail::padded_mapping<Extents, Padding, layout_right_padded<Padding>, true> {
  using __detail::padded_mapping<Extents, Padding, layout_right_padded<Padding>, true>::padded_mapping;
};
template <extents_like Extents, __detail::length_argument Value>
layout_right_padded_mapping(const Extents &, Value)
    -> layout_right_padded_mapping<__detail::bare<Extents>, __detail::deduced_value<Value, size_t, size_t(dynamic_stride)>()>;

/// Column major with columns padded: the first length is rounded up to a multiple of the padding.
template <extents_like Extents, size_t Padding>
  requires __detail::mapping_extents<Extents>
struct layout_left_padded_mapping : __detail::padded_mapping<Extents, Padding, layout_left_padded<Padding>, false> {
  using __detail::padded_mapping<Extents, Padding, layout_left_padded<Padding>, false>::padded_mapping;
};
template <extents_like Extents, __detail::length_argument Value>
layout_left_padded_mapping(const Extents &, Value)
    -> layout_left_padded_mapping<__detail::bare<Extents>, __detail::deduced_value<Value, size_t, size_t(dynamic_stride)>()>;

/// Row major layout with padded rows; dynamic_stride for a padding known at run time.
template <size_t Padding> struct layout_right_padded {
  template <extents_like Extents> using mapping = layout_right_padded_mapping<Extents, Padding>;
};
/// Column major layout with padded columns.
template <size_t Padding> struct layout_left_padded {
  template <extents_like Extents> using mapping = layout_left_padded_mapping<Extents, Padding>;
};

} // namespace __v1
} // namespace cuda::tiles
