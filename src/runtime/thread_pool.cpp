#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>

namespace concord::runtime {
namespace {

// oneTBB orders memory accesses before, in and after a loop, but ThreadSanitizer cannot see that: these annotations
// repeat it. They are not in the loop's closure, because that must be read after the synchronisation.
std::atomic<unsigned> handed_over{0};

struct handed_back_at_end {
    handed_back_at_end() { static_cast<void>(handed_over.load(std::memory_order_acquire)); }
    ~handed_back_at_end() { handed_over.fetch_add(1, std::memory_order_release); }
    handed_back_at_end(const handed_back_at_end&) = delete;
    handed_back_at_end& operator=(const handed_back_at_end&) = delete;
};

/// On the calling thread, however the loop ends, exceptions included.
struct taken_back_at_end {
    taken_back_at_end() { handed_over.fetch_add(1, std::memory_order_release); }
    ~taken_back_at_end() { static_cast<void>(handed_over.load(std::memory_order_acquire)); }
    taken_back_at_end(const taken_back_at_end&) = delete;
    taken_back_at_end& operator=(const taken_back_at_end&) = delete;
};

} // namespace

struct thread_pool::pool {
    explicit pool(unsigned threads)
        : bound(oneapi::tbb::global_control::max_allowed_parallelism, threads), arena(static_cast<int>(threads)) {}

    oneapi::tbb::global_control bound;
    oneapi::tbb::task_arena arena;
};

thread_pool::thread_pool(const run_options& options)
    : options_(options), threads_(options.threads > 0 ? options.threads : usable_cores()) {}

thread_pool::~thread_pool() = default;

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
        const handed_back_at_end told;
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
    const taken_back_at_end visible;
    const auto needed = static_cast<unsigned>(std::min<std::size_t>(threads_, count));
    if (needed <= 1) {
        work(0); // do not wake a thread for a single task
    } else {
        std::call_once(pool_made_, [&] { pool_ = std::make_unique<pool>(threads_); });
        pool_->arena.execute([&] { oneapi::tbb::parallel_for(0U, needed, work, oneapi::tbb::simple_partitioner()); });
    }
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
