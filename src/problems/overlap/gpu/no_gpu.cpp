// A build without nvcc: never called, because there are no GPUs to choose.
#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/gpu/minima.hpp"
#include "problems/overlap/gpu/ranges.hpp"

#include <concord/error.hpp>

namespace concord::overlap {
namespace {

[[noreturn]] void no_gpu() { throw error(error_code::resource, "this build has no GPU code"); }

} // namespace

std::shared_ptr<const gpu_index> index_on_gpu(const text_with_places&, const gpu_resources&, const cancel_check&,
                                              std::vector<std::string>&) {
    no_gpu();
}

std::shared_ptr<const gpu_index> index_to_gpu(const text_with_places&, const index_arrays<const std::uint32_t>&,
                                              const gpu_resources&) {
    no_gpu();
}

template <class Position>
void ranges_on_gpus(const text_view&, const range_resources&, const cancel_check&, std::vector<std::string>&,
                    const take_chunk<Position>&) {
    no_gpu();
}

template void ranges_on_gpus<std::uint32_t>(const text_view&, const range_resources&, const cancel_check&,
                                            std::vector<std::string>&, const take_chunk<std::uint32_t>&);
template void ranges_on_gpus<std::uint64_t>(const text_view&, const range_resources&, const cancel_check&,
                                            std::vector<std::string>&, const take_chunk<std::uint64_t>&);

template <class Value>
std::shared_ptr<const gpu_minima> minima_on_gpu(std::span<const Value>, const gpu_resources&, const cancel_check&) {
    no_gpu();
}

#define CONCORD_MINIMA_ON_GPU(type)                                                                                    \
    template std::shared_ptr<const gpu_minima> minima_on_gpu(std::span<const type>, const gpu_resources&,              \
                                                             const cancel_check&);
CONCORD_MINIMA_ON_GPU(std::int8_t)
CONCORD_MINIMA_ON_GPU(std::uint8_t)
CONCORD_MINIMA_ON_GPU(std::int16_t)
CONCORD_MINIMA_ON_GPU(std::uint16_t)
CONCORD_MINIMA_ON_GPU(std::int32_t)
CONCORD_MINIMA_ON_GPU(std::uint32_t)
CONCORD_MINIMA_ON_GPU(std::int64_t)
CONCORD_MINIMA_ON_GPU(std::uint64_t)
#undef CONCORD_MINIMA_ON_GPU

} // namespace concord::overlap
