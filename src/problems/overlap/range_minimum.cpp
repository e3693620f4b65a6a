// The public queries over any integers: values, and the structure over them on the host, on a GPU, or on both.
#include "problems/overlap/gpu/minima.hpp"
#include "problems/overlap/leftmost_minima.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/gpu/gpus.hpp"

#include <concord/error.hpp>
#include <concord/range_minimum.hpp>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace concord {
namespace {

using overlap::gpu_minima;

runtime::device_costs costs_of_building(std::uint64_t size, std::size_t bytes_of_value) {
    const auto count = static_cast<double>(size);
    return {.cpu = count / overlap::tuning::cpu_minima_built_a_second,
            .gpu = count * static_cast<double>(bytes_of_value) / overlap::tuning::gpu_bytes_copied_a_second,
            .most_gpus = 1,
            .ranks_must_agree = false};
}

/// By a GPU that holds the structure.
runtime::device_costs costs_of_asking(std::uint64_t queries, unsigned threads) {
    constexpr double bytes_of_query = 3 * sizeof(std::uint64_t);
    const auto count = static_cast<double>(queries);
    return {.cpu = count / (overlap::tuning::cpu_minima_asked_a_second * threads),
            .gpu = overlap::tuning::seconds_of_a_gpu_question +
                   count * bytes_of_query / overlap::tuning::gpu_bytes_copied_a_second};
}

template <class Value>
class minima_of {
  public:
    using minima = overlap::leftmost_minima<Value>;

    explicit minima_of(std::span<const Value> values) : values_(values.begin(), values.end()) {
        static_cast<void>(on_host());
    }
    minima_of(std::span<const Value> values, const run_options& run) : values_(values.begin(), values.end()) {
        const runtime::device_choice chosen =
            runtime::choose_device(run, costs_of_building(values_.size(), sizeof(Value)), nullptr);
        const runtime::thread_pool workers(run);
        runtime::run_on(
            chosen, nullptr, [&] { static_cast<void>(put_on_gpu(chosen.gpus.front(), run, workers)); },
            [&] { static_cast<void>(on_host()); });
    }

    /// The structure on the host, built when it is asked for first.
    [[nodiscard]] const minima& on_host() const {
        std::call_once(built_, [this] {
            masks_.resize(values_.size());
            table_.resize(minima::table_size(values_.size()));
            host_ = {values_.data(), masks_.data(), table_.data(), values_.size()};
            for (std::uint64_t block = 0; block < minima::blocks_of(values_.size()); ++block)
                host_.fill_masks(block, masks_.data());
            for (std::uint64_t level = 1; level <= minima::levels_of(values_.size()); ++level)
                for (std::uint64_t from = 0; from < minima::blocks_of(values_.size()); ++from)
                    host_.fill_entry(level, from, table_.data());
            const std::scoped_lock mine(guard_);
            bytes_ = (masks_.size() + table_.size()) * sizeof(std::uint32_t);
        });
        return host_;
    }

    /// The structure on a GPU: if one is named, or if it is there and faster for so many queries.
    [[nodiscard]] std::shared_ptr<const gpu_minima> gpu_to_ask(std::uint64_t queries, const run_options& run,
                                                               const runtime::thread_pool& workers) const {
        const std::shared_ptr<const gpu_minima> held = held_on_gpu();
        if (!run.device.names_gpus()) {
            const bool worth_it =
                held != nullptr && runtime::worth_a_started_gpu(run, costs_of_asking(queries, workers.threads()));
            return worth_it ? held : nullptr;
        }
        runtime::check_device(run);
        const int gpu = runtime::named_gpus(run.device).front();
        return held != nullptr && held->gpu() == gpu ? held : put_on_gpu(gpu, run, workers);
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return values_.size(); }
    [[nodiscard]] std::uint64_t bytes() const {
        const std::scoped_lock mine(guard_);
        return values_.size() * sizeof(Value) + bytes_;
    }

  private:
    [[nodiscard]] std::shared_ptr<const gpu_minima> held_on_gpu() const {
        const std::scoped_lock mine(guard_);
        return on_gpu_;
    }
    std::shared_ptr<const gpu_minima> put_on_gpu(int gpu, const run_options& run,
                                                 const runtime::thread_pool& workers) const {
        runtime::wait_for_gpus({gpu});
        auto made =
            overlap::minima_on_gpu<Value>(values_, {.gpu = gpu, .memory = run.memory, .threads = workers.threads()},
                                          [&] { workers.check_cancelled(); });
        const std::scoped_lock mine(guard_);
        on_gpu_ = made;
        return made;
    }

    std::vector<Value> values_;
    mutable std::once_flag built_;
    mutable std::vector<std::uint32_t> masks_;
    mutable std::vector<std::uint32_t> table_;
    mutable minima host_;
    mutable std::mutex guard_; ///< of what follows
    mutable std::uint64_t bytes_ = 0;
    mutable std::shared_ptr<const gpu_minima> on_gpu_;
};

[[noreturn]] void refuse_range(std::uint64_t first, std::uint64_t last, std::uint64_t size) {
    throw error(error_code::usage, "a range of the " + std::to_string(size) + " elements was expected, found [" +
                                       std::to_string(first) + ", " + std::to_string(last) + ")");
}

void check_ranges(std::span<const std::uint64_t> first, std::span<const std::uint64_t> last, std::uint64_t size) {
    for (std::size_t at = 0; at < first.size(); ++at)
        if (first[at] >= last[at] || last[at] > size) refuse_range(first[at], last[at], size);
}

} // namespace

struct range_minimum::tables {
    template <class Value, class... Run>
    explicit tables(std::span<const Value> values, const Run&... run)
        : of(std::in_place_type<minima_of<Value>>, values, run...) {}

    std::variant<minima_of<std::int8_t>, minima_of<std::uint8_t>, minima_of<std::int16_t>, minima_of<std::uint16_t>,
                 minima_of<std::int32_t>, minima_of<std::uint32_t>, minima_of<std::int64_t>, minima_of<std::uint64_t>>
        of;
};

#define CONCORD_RANGE_MINIMUM(type)                                                                                    \
    range_minimum::range_minimum(std::span<const type> values) : tables_(std::make_shared<const tables>(values)) {}    \
    range_minimum::range_minimum(std::span<const type> values, const run_options& run)                                 \
        : tables_(std::make_shared<const tables>(values, run)) {}
CONCORD_RANGE_MINIMUM(std::int8_t)
CONCORD_RANGE_MINIMUM(std::uint8_t)
CONCORD_RANGE_MINIMUM(std::int16_t)
CONCORD_RANGE_MINIMUM(std::uint16_t)
CONCORD_RANGE_MINIMUM(std::int32_t)
CONCORD_RANGE_MINIMUM(std::uint32_t)
CONCORD_RANGE_MINIMUM(std::int64_t)
CONCORD_RANGE_MINIMUM(std::uint64_t)
#undef CONCORD_RANGE_MINIMUM

std::uint64_t range_minimum::argmin(std::uint64_t first, std::uint64_t last) const {
    if (first >= last || last > size()) refuse_range(first, last, size());
    return std::visit([&](const auto& minima) { return minima.on_host().argmin(first, last); }, tables_->of);
}

run_report range_minimum::argmin(std::span<const std::uint64_t> first, std::span<const std::uint64_t> last,
                                 std::span<std::uint64_t> found, const run_options& run) const {
    if (first.size() != last.size() || first.size() != found.size())
        throw error(error_code::usage, "there are " + std::to_string(first.size()) + " and " +
                                           std::to_string(last.size()) + " ends of ranges, and room for " +
                                           std::to_string(found.size()) + " answers");
    runtime::thread_pool workers(run);
    run_report report = overlap::report_on_cpu(run, workers);
    const auto ask_gpu = [&](const gpu_minima& there) {
        if (!there.argmin(first, last, found, [&] { workers.check_cancelled(); })) check_ranges(first, last, size());
        report.device = runtime::describe_gpus({there.gpu()});
        report.vectors.clear();
    };
    const auto ask_cpu = [&](const auto& minima) {
        constexpr std::size_t per_task = std::size_t{1} << 16U;
        const auto& of = minima.on_host();
        workers.run((first.size() + per_task - 1) / per_task, [&](std::size_t task, unsigned) {
            for (std::size_t at = task * per_task; at < std::min(first.size(), (task + 1) * per_task); ++at) {
                if (first[at] >= last[at] || last[at] > of.size()) refuse_range(first[at], last[at], of.size());
                found[at] = of.argmin(first[at], last[at]);
            }
        });
    };
    std::visit(
        [&](const auto& minima) {
            const std::shared_ptr<const gpu_minima> there = minima.gpu_to_ask(first.size(), run, workers);
            runtime::device_choice chosen;
            if (there != nullptr) chosen = {.gpus = {there->gpu()}, .is_named = run.device.names_gpus()};
            runtime::run_on(
                chosen, &report.notes, [&] { ask_gpu(*there); }, [&] { ask_cpu(minima); });
        },
        tables_->of);
    return report;
}

std::uint64_t range_minimum::size() const noexcept {
    return std::visit([](const auto& minima) { return minima.size(); }, tables_->of);
}

std::uint64_t range_minimum::memory_bytes() const noexcept {
    return std::visit([](const auto& minima) { return minima.bytes(); }, tables_->of);
}

} // namespace concord
