// Threads for independent tasks, within the limits that the user set.
#pragma once

#include <concord/run.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

namespace concord::runtime {

/// Runs tasks on at most `threads` threads, the calling one included; reports progress and honours cancellation. Where
/// the system starts fewer threads, it goes on with these.
class thread_pool {
  public:
    explicit thread_pool(const run_options& options);
    explicit thread_pool(const run_options&& options) = delete; // it would be gone before the pool
    thread_pool(const thread_pool&) = delete;
    thread_pool& operator=(const thread_pool&) = delete;

    [[nodiscard]] unsigned threads() const noexcept { return threads_; }
    [[nodiscard]] const run_options& options() const noexcept { return options_; }

    /// How progress reports show a stage.
    struct stage {
        std::string_view name;
        std::string_view unit;
        std::uint64_t total = 0;                               ///< units; every task adds its share when it is done
        const std::atomic<std::uint64_t>* elsewhere = nullptr; ///< units that other processes have done; may be null
    };

    /// Calls task(index, worker) for every index below `count`, in ascending order of their beginnings; worker <
    /// threads(). After the first exception, no further task begins, and the exception is rethrown. Throws error
    /// (cancelled).
    void run(std::size_t count, const std::function<void(std::size_t, unsigned)>& task);
    void run(std::size_t count, const stage& shown, const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// The same with tasks from `next`, which all threads call, and which waits for the next task; nullopt: there are
    /// no more. There are `count` at most.
    void run_from(const std::function<std::optional<std::size_t>()>& next, std::size_t count, const stage& shown,
                  const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    [[nodiscard]] bool is_cancelled() const { return options_.cancelled && options_.cancelled(); }
    /// Throws error (cancelled) if the caller cancelled. Long tasks call it now and then.
    void check_cancelled() const;

  private:
    void report(const stage& shown, std::uint64_t done);

    const run_options& options_;
    unsigned threads_;
    std::atomic<unsigned> had_ = static_cast<unsigned>(-1); ///< threads that the system had, once it had too few
    std::mutex reporting_;
    std::int64_t last_report_ns_ = 0;
};

/// Bytes of working memory that may be used: as the options say, else three quarters of the free memory.
[[nodiscard]] std::uint64_t memory_budget(const run_options& options);

} // namespace concord::runtime
