// Compiled once for every instruction set: Highway includes this file anew for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/batch/damerau_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/batch/damerau_kernels.hpp"
#include "alignment/batch/damerau_lanes-inl.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {

static constexpr damerau_kernel kernel{damerau_lanes::lanes, &damerau_lanes::distances};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const damerau_kernel& damerau_kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(kernel, target); }

} // namespace concord::edit_distance
#endif
