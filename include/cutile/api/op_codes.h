// Codes that the API header passes to the compiler as trailing constant arguments of `cuda::tiles::__op` calls.
//
// This file is shared: user code sees it through `cuda_tile.h`, the compiler libraries include it as well, so that every
// number has one definition. It needs neither CUDA nor the standard library. The public enumerations of the API
// (rounding_mode and so on) have the same values as the specification gives them.
#pragma once

namespace cuda::tiles::__op {

/// Element type of a tile. Integer kinds carry the signedness that LLVM vectors do not have.
/// Storage in the tile IR: boolean, fp8, fp4 as i8; integers as iN; f16 as half; bf16 as bfloat; tf32 as float; pointer as i64.
enum element_kind : int {
  kind_bool = 0,
  kind_s8,
  kind_u8,
  kind_s16,
  kind_u16,
  kind_s32,
  kind_u32,
  kind_s64,
  kind_u64,
  kind_f16,
  kind_bf16,
  kind_f32,
  kind_f64,
  kind_tf32,
  kind_e4m3,
  kind_e5m2,
  kind_e8m0,
  kind_e2m1,
  kind_pointer
};

/// Comparison; ordered for floating point except `ne`, which is true for NaN.
enum predicate : int { pred_eq = 0, pred_ne, pred_lt, pred_le, pred_gt, pred_ge };

/// Combining operation of a reduction or scan.
enum combiner : int { combine_sum = 0, combine_prod, combine_max, combine_min, combine_and, combine_or, combine_xor };

/// Read-modify-write operation of an atomic.
enum rmw_operation : int { rmw_add = 0, rmw_sub, rmw_and, rmw_or, rmw_xor, rmw_min, rmw_max, rmw_exchange };

/// Rounding modes, as cuda::tiles::rounding_mode. `rounding_default` means that the call named none.
enum rounding : int {
  rounding_even = 0,
  rounding_zero,
  rounding_negative,
  rounding_positive,
  rounding_approximate,
  rounding_full,
  rounding_away,
  rounding_default = -1
};

/// Subnormal handling, as cuda::tiles::subnormals_rounding_mode.
enum subnormals : int { subnormals_preserve = 0, subnormals_flush };

/// NaN handling of min and max, as cuda::tiles::nan_propagation_mode.
enum nan_mode : int { nan_suppress = 0, nan_propagate };

/// Padding of masked view loads, as cuda::tiles::view_padding.
enum padding : int { padding_zero = 0, padding_negative_zero, padding_positive_inf, padding_negative_inf, padding_nan };

/// Memory order, as cuda::tiles::memory_order.
enum order : int { order_relaxed = 0, order_acquire, order_release, order_acq_rel };

/// Scope of a strong access, as cuda::tiles::thread_scope.
enum scope : int { scope_system = 0, scope_device, scope_block };

/// Saturation of float to integer casts, as cuda::tiles::saturation_mode; -1 when the call named none.
enum saturation : int { saturation_none = 0, saturation_finite, saturation_default = -1 };

/// Kinds of statement hints.
enum hint_kind : int { hint_latency = 0, hint_allow_tma };

} // namespace cuda::tiles::__op
