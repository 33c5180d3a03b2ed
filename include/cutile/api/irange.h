// Ranges of integers (page "Integer Range").
#pragma once

#include "scalars.h"

#include <cstddef>

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {
template <class Type>
concept range_integer = integral<Type> && std::is_same_v<Type, std::remove_cv_t<Type>> && !std::is_same_v<Type, bool>;
} // namespace __detail

/// Lower, Lower + Step, Lower + 2 * Step, ... below Upper. Step must be positive; the range is empty if Lower is not below
/// Upper, and it ends also where the last increment would overflow the type.
template <__detail::range_integer Integer> class irange {
  using unsigned_type = std::conditional_t<sizeof(Integer) == 8, unsigned long long, unsigned>;

public:
  /// The end of a range.
  struct sentinel {};

  /// Counts the rounds that remain, so that the end does not depend on the last increment.
  class iterator {
  public:
    using value_type = Integer;
    using difference_type = std::ptrdiff_t;

    iterator() = default;

    CUTILE_ALL Integer operator*() const noexcept { return Current; }
    CUTILE_ALL iterator &operator++() noexcept {
      // The last increment may overflow. Its result is never read; LLVM makes it poison, which is harmless, while the
      // knowledge that the others do not overflow lets index arithmetic be widened.
      if (__builtin_is_constant_evaluated())
        Current = static_cast<Integer>(static_cast<unsigned_type>(Current) + static_cast<unsigned_type>(Step));
      else
        Current = static_cast<Integer>(Current + Step);
      --Remaining;
      return *this;
    }
    CUTILE_ALL iterator operator++(int) noexcept {
      iterator Old = *this;
      ++*this;
      return Old;
    }
    friend CUTILE_ALL bool operator==(const iterator &Left, const iterator &Right) noexcept { return Left.Remaining == Right.Remaining; }
    friend CUTILE_ALL bool operator==(const iterator &Left, sentinel) noexcept { return Left.Remaining == 0; }

  private:
    friend class irange;
    CUTILE_ALL iterator(Integer Current, Integer Step, unsigned_type Remaining) noexcept : Current(Current), Step(Step), Remaining(Remaining) {}

    Integer Current = 0, Step = 1;
    unsigned_type Remaining = 0;
  };
  using const_iterator = iterator;

  CUTILE_ALL irange(Integer Lower, Integer Upper) noexcept : Lower(Lower), Upper(Upper), Increment(1) {}
  CUTILE_ALL irange(Integer Lower, Integer Upper, Integer Step) noexcept : Lower(Lower), Upper(Upper), Increment(Step) {}

  CUTILE_ALL iterator begin() const noexcept { return iterator(Lower, Increment, rounds()); }
  CUTILE_ALL sentinel end() const noexcept { return {}; }
  /// Number of elements.
  CUTILE_ALL size_t size() const noexcept { return rounds(); }
  CUTILE_ALL bool empty() const noexcept { return !(Lower < Upper); }
  CUTILE_ALL Integer step() const noexcept { return Increment; }

private:
  CUTILE_ALL unsigned_type rounds() const noexcept {
    if (!(Lower < Upper))
      return 0;
    const unsigned_type Distance = static_cast<unsigned_type>(Upper) - static_cast<unsigned_type>(Lower);
    return (Distance - 1) / static_cast<unsigned_type>(Increment) + 1;
  }

  Integer Lower, Upper, Increment;
};

template <__detail::range_integer Integer> irange(Integer, Integer) -> irange<Integer>;
template <__detail::range_integer Integer> irange(Integer, Integer, Integer) -> irange<Integer>;

} // namespace __v1
} // namespace cuda::tiles
