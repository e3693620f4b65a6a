#include "runtime/thread_pool.hpp"

#include "runtime/tuning.hpp"
#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <chrono>

namespace concord::runtime {

thread_pool::thread_pool(const run_options& options)
    : options_(options),
      threads_(options.threads > 0 ? std::min(options.threads, tuning::most_threads) : usable_cores()) {}

void thread_pool::check_cancelled() const {
    if (is_cancelled()) throw error(error_code::cancelled, "stopped on request");
}

void thread_pool::run(std::size_t count, const std::function<void(std::size_t, unsigned)>& task) {
    const stage silent{};
    run(count, silent, [&](std::size_t index, unsigned worker) -> std::uint64_t {
        task(index, worker);
        return 0;
    });
}

void thread_pool::run(std::size_t count, const stage& shown,
                      const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
    std::atomic<std::size_t> next{0};
    const auto in_order = [&]() -> std::optional<std::size_t> {
        const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
        return index < count ? std::optional(index) : std::nullopt;
    };
    run_from(in_order, count, shown, task);
}

void thread_pool::run_from(const std::function<std::optional<std::size_t>()>& next, std::size_t count,
                           const stage& shown, const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
    check_cancelled();
    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> failed{false};
    const auto work = [&](unsigned worker) {
        try {
            while (!failed.load(std::memory_order_relaxed)) {
                const std::optional<std::size_t> index = next();
                if (!index) return;
                const std::uint64_t share = task(*index, worker);
                if (shown.total > 0) report(shown, done.fetch_add(share, std::memory_order_relaxed) + share);
                check_cancelled();
            }
        } catch (...) {
            failed.store(true, std::memory_order_relaxed);
            throw;
        }
    };
    // One loop for each worker, which takes the next task when it is free: tasks begin in order, the promising ones
    // first.
    const auto needed = static_cast<unsigned>(std::min<std::size_t>({threads_, had_.load(), count}));
    if (needed <= 1) return work(0); // do not wake a thread for a single task
    borrowed_workers others(needed - 1);
    if (others.count() < needed - 1) { // and the next run does not ask for more
        had_ = others.count() + 1;
        note_shortage(others.count() + 1, needed);
    }
    others.run(work);
}

void thread_pool::report(const stage& shown, std::uint64_t done) {
    if (!options_.on_progress) return;
    const std::unique_lock lock(reporting_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    if (shown.elsewhere != nullptr) done += shown.elsewhere->load(std::memory_order_relaxed);
    const std::int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    constexpr std::int64_t pause_ns = 50'000'000;
    if (now_ns - last_report_ns_ < pause_ns) return;
    last_report_ns_ = now_ns;
    options_.on_progress({shown.name, done, shown.total, shown.unit});
}

} // namespace concord::runtime
