// Range minima in the memory of a GPU.
#include "problems/overlap/gpu/minima.hpp"
#include "problems/overlap/gpu/minima_steps.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <mutex>

namespace concord::overlap {
namespace {

constexpr std::uint64_t most_queries_at_once = std::uint64_t{1} << 24U;

template <class Value>
class minima_of_one_gpu final : public gpu_minima {
  public:
    minima_of_one_gpu(std::span<const Value> values, const gpu_resources& resources, const cancel_check& check)
        : gpu_(resources.gpu), machine_(
                                   runtime::started_gpu(resources.gpu), resources.memory,
                                   [this] {
                                       if (check_ != nullptr && *check_) (*check_)();
                                   },
                                   resources.threads) {
        const turn mine(*this, check);
        made_ = minima_there(machine_, values);
        machine_.context().wait("building range minima");
    }

    [[nodiscard]] int gpu() const noexcept override { return gpu_; }
    [[nodiscard]] bool argmin(std::span<const std::uint64_t> first, std::span<const std::uint64_t> last,
                              std::span<std::uint64_t> found, const cancel_check& check) const override {
        const turn mine(*this, check);
        return find_minima_there(machine_, made_.view(), first, last, found, most_queries_at_once);
    }

  private:
    /// One call at a time has the GPU; it sets the caller that cancels the work.
    class turn {
      public:
        turn(const minima_of_one_gpu& of, const cancel_check& check) : lock_(of.one_at_a_time_), of_(of) {
            of.check_ = &check;
            of.machine_.context().select();
        }
        ~turn() { of_.check_ = nullptr; }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;

      private:
        std::scoped_lock<std::mutex> lock_;
        const minima_of_one_gpu& of_;
    };

    int gpu_;
    runtime::cuda_device machine_;
    mutable const cancel_check* check_ = nullptr;
    mutable std::mutex one_at_a_time_;
    device_minima<runtime::cuda_device, Value> made_;
};

} // namespace

template <class Value>
std::shared_ptr<const gpu_minima> minima_on_gpu(std::span<const Value> values, const gpu_resources& resources,
                                                const cancel_check& check) {
    return std::make_shared<minima_of_one_gpu<Value>>(values, resources, check);
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
