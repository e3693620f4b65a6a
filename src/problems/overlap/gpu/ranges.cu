// Ranges of the suffix array, sorted by GPUs: each holds the text and the order of the sample.
#include "problems/overlap/gpu/ranges.hpp"

#include "problems/overlap/gpu/suffix_ranges.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace concord::overlap {
namespace {

using seconds = std::chrono::duration<double>;

template <class Position>
class sorting_gpu {
  public:
    sorting_gpu(int gpu, const text_view& text, const range_resources& resources, const cancel_check& check)
        : machine_(runtime::started_gpu(gpu), resources.memory, check, resources.threads), view_(text),
          letters_(put(text.letters, text.size * text.bits / bits_per_word + 2)),
          cuts_(put(text.cuts, text.size / bits_per_word + 2)) {
        if (text.ambiguous != nullptr) ambiguous_ = put(text.ambiguous, text.size / bits_per_word + 2);
        view_.letters = letters_.data();
        view_.cuts = cuts_.data();
        view_.ambiguous = ambiguous_.data();
    }

    /// Orders the sample: the shorter the period, the less is compared and the more is kept.
    void prepare() {
        constexpr std::uint64_t bytes_while_sorted = 56;
        constexpr std::uint64_t forced_to_tiny_ranges = 1000; // by tests, of tiny texts
        const std::uint64_t tile = runtime::forced_tile();
        unsigned log_period = 3;
        if (tile == 0 || tile >= forced_to_tiny_ranges) {
            log_period = tuning::least_log_period;
            while (log_period < difference_cover::most_log_period &&
                   difference_cover(log_period).view().index_of(view_.size) * bytes_while_sorted >
                       machine_.free_memory() / 2)
                ++log_period;
        }
        sorter_ = std::make_unique<range_sorter<runtime::cuda_device, Position>>(machine_, view_, log_period);
        machine_.context().wait("ordering a sample");
    }

    void select() const { machine_.context().select(); }
    [[nodiscard]] const range_sorter<runtime::cuda_device, Position>& sorter() const { return *sorter_; }
    void get(Position* host, const Position* from, std::uint64_t count) const { machine_.get(host, from, count); }

  private:
    template <class Value>
    [[nodiscard]] runtime::device_buffer<Value> put(const Value* host, std::uint64_t count) const {
        runtime::device_buffer<Value> there = machine_.make<Value>(count);
        machine_.put(there.data(), host, count);
        return there;
    }

    runtime::cuda_device machine_;
    text_view view_; ///< in the GPU's memory
    runtime::device_buffer<std::uint64_t> letters_;
    runtime::device_buffer<std::uint64_t> cuts_;
    runtime::device_buffer<std::uint64_t> ambiguous_;
    std::unique_ptr<range_sorter<runtime::cuda_device, Position>> sorter_;
};

/// Suffixes that all of the GPUs, and the buffers here, have memory for at once.
template <class Position>
std::uint64_t capacity_of(const std::vector<std::unique_ptr<sorting_gpu<Position>>>& gpus, std::uint64_t letters,
                          const range_resources& resources, unsigned buffers) {
    const std::uint64_t here = resources.host_memory / buffers / (2 * sizeof(Position));
    std::uint64_t most = here > resources.room ? here - resources.room : 0;
    for (const auto& each : gpus)
        most = std::min(most, each->sorter().capacity());
    if (most < std::min(letters, tuning::least_suffixes_of_range))
        throw error(error_code::resource, "too little memory to sort " + std::to_string(letters) +
                                              " suffixes in ranges: at most " + std::to_string(most) + " at once");
    most = std::min(most, tuning::most_suffixes_of_range);
    if (gpus.size() > 1) most = std::min(most, letters / (2 * gpus.size()) + 1); // three ranges a GPU at least
    const std::uint64_t tile = runtime::forced_tile();
    return tile > 0 ? std::min(tile, most) : most;
}

} // namespace

template <class Position>
void ranges_on_gpus(const text_view& text, const range_resources& resources, const cancel_check& check,
                    std::vector<std::string>& notes, const take_chunk<Position>& take) {
    if (text.size == 0) return;
    using clock = std::chrono::steady_clock;
    const clock::time_point begin = clock::now();
    const auto devices = static_cast<unsigned>(resources.gpus.size());
    std::vector<std::unique_ptr<sorting_gpu<Position>>> gpus(devices);
    std::map<int, std::mutex> locks; // a GPU does one thing at a time, even if it is given twice
    for (const int gpu : resources.gpus)
        locks[gpu];
    on_each_device(devices, [&](unsigned device) {
        const std::scoped_lock lock(locks[resources.gpus[device]]);
        gpus[device] = std::make_unique<sorting_gpu<Position>>(resources.gpus[device], text, resources, check);
        gpus[device]->prepare();
    });
    gpus.front()->select();
    const bool is_alone = devices == 1 && resources.threads == 1;
    const unsigned buffers = is_alone ? 1 : devices + 2;
    const std::uint64_t capacity = capacity_of(gpus, text.size, resources, buffers);
    const range_plan plan = gpus.front()->sorter().plan(capacity, tuning::splitters_of_range);
    const seconds prepared = clock::now() - begin;
    const auto sort = [&](unsigned device, std::uint64_t range, const auto& deliver) {
        const sorting_gpu<Position>& gpu = *gpus[device];
        gpu.select();
        std::unique_lock lock(locks[resources.gpus[device]]);
        gpu.sorter().sort_range(plan, range,
                                [&](const Position* suffixes, const Position* prefixes, std::uint64_t count) {
                                    lock.unlock(); // others that share the GPU sort while this one waits for a buffer
                                    deliver(count, [&](Position* to_suffixes, Position* to_prefixes) {
                                        gpu.get(to_suffixes, suffixes, count);
                                        gpu.get(to_prefixes, prefixes, count);
                                    });
                                    lock.lock();
                                });
    };
    seconds taken{0};
    const auto take_timed = [&](const suffix_chunk<Position>& chunk) {
        const clock::time_point before = clock::now();
        take(chunk);
        taken += clock::now() - before;
    };
    const std::uint64_t largest = std::min(capacity, text.size);
    if (is_alone) {
        ranges_one_by_one<Position>(plan.ranges(), resources.room, largest, sort, take_timed);
    } else {
        range_queue<Position> queue(buffers, resources.room, largest);
        ranges_in_order<Position>(devices, plan.ranges(), queue, sort, take_timed);
    }
    const seconds all = clock::now() - begin;
    const sampled_order_view& sample = gpus.front()->sorter().sample().view();
    notes.push_back("suffixes sorted in " + std::to_string(plan.ranges()) + " ranges on " + std::to_string(devices) +
                    (devices == 1 ? " GPU" : " GPUs") + ", by a sample of " + std::to_string(sample.cover.size) +
                    " in " + std::to_string(sample.cover.period()) + " positions; " + std::to_string(all.count()) +
                    " s, of these " + std::to_string(prepared.count()) + " s for the sample, and " +
                    std::to_string(taken.count()) + " s reading them on the host");
}

template void ranges_on_gpus<std::uint32_t>(const text_view&, const range_resources&, const cancel_check&,
                                            std::vector<std::string>&, const take_chunk<std::uint32_t>&);
template void ranges_on_gpus<std::uint64_t>(const text_view&, const range_resources&, const cancel_check&,
                                            std::vector<std::string>&, const take_chunk<std::uint64_t>&);

} // namespace concord::overlap
