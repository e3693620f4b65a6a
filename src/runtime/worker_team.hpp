// The threads of this process that wait for work: every pool borrows them, so that a call of some microseconds need not
// wait for threads to start.
#pragma once

#include <concord/error.hpp>

#include "runtime/test_settings.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace concord::runtime {

/// Starts a thread; those of the CPU are all started here. Throws error (resource) where the system refuses, as
/// under a limit on processes (ulimit -u) or on memory (ulimit -v).
template <class Work>
[[nodiscard]] std::thread start_thread(Work&& work) {
    try {
        if (!may_start_thread()) throw std::system_error(EAGAIN, std::generic_category());
        return std::thread(std::forward<Work>(work));
    } catch (const std::system_error& failure) {
        throw error(error_code::resource, std::string("a thread could not be started: ") + failure.code().message());
    }
}

struct team_worker;

/// Threads for one run of work; given back when it is destroyed.
class borrowed_workers {
  public:
    /// At most so many: fewer where the system starts no more. Then half of those that were started for this are ended
    /// again, so that the work finds memory.
    explicit borrowed_workers(unsigned count);
    borrowed_workers(const borrowed_workers&) = delete;
    borrowed_workers& operator=(const borrowed_workers&) = delete;
    ~borrowed_workers();

    [[nodiscard]] unsigned count() const noexcept { return static_cast<unsigned>(workers_.size()); }
    /// Calls work(0) on this thread and work(1) to work(count()) beside it, but for those that have not begun when
    /// work(0) returns. Returns when all that have begun have ended; throws the first exception among theirs.
    void run(const std::function<void(unsigned)>& work);

  private:
    std::vector<std::unique_ptr<team_worker>> workers_;
};

/// How many threads a run had, and how many it wanted.
struct thread_shortage {
    unsigned had = 0;
    unsigned wanted = 0;
};
void note_shortage(unsigned had, unsigned wanted) noexcept;
/// The last shortage in this process; nothing: there was none.
[[nodiscard]] std::optional<thread_shortage> last_shortage() noexcept;

} // namespace concord::runtime
