// One step, done by the ranks together.
//
// In every rank threads work on tasks while the thread that called exchanges messages with the other ranks, one now and
// then:
//
//   rank r -> 0   request   my queue runs low
//   0 -> rank r   grant     tasks [first, last), and how many are left; none: there are no more
//   any <-> 0     news      a better best, or how far I am
//   rank r -> 0   report    all that my tasks added up to, and which they are; the last one ends my part
//   0 -> rank r   over      the result comes
//   any <-> 0     stop      a signal asked for the end: report and leave
//
// Each message carries the best that is known, and those of rank r what it has done. Grants shrink with what is left,
// so that all end together. Ranks that all see the same memory count the tasks there, and no requests are sent.
#pragma once

#include "runtime/distributed/checkpoint.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/poll_backoff.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/distributed/step_messages.hpp"
#include "runtime/distributed/task_queue.hpp"
#include "runtime/thread_pool.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

namespace concord::runtime {

class step_run {
  public:
    /// `open`: the tasks that are to be done, the same on all ranks. `kept`: where rank 0 keeps what is done, or null;
    /// `is_kept`: whether rank 0 does.
    step_run(step_messages& messages, thread_pool& pool, const step& given, step_sum& sum, step_number number,
             std::vector<std::uint64_t> open, checkpoint* kept, bool is_kept);

    /// Before run(), on all ranks: the open tasks are counted there.
    void count_in(shared_task_counter::word& counter) { counter_ = &counter; }

    /// Returns with the result in the sum of every rank. Throws what thread_pool::run throws.
    void run();

  private:
    enum class kind : std::uint8_t { request, grant, news, report, over, stop };
    using clock = std::chrono::steady_clock;

    void divide();
    void work();
    void communicate();
    bool receive();
    void handle(const communicator::message& received);
    void ask();
    void spread_news();
    void grant(unsigned to, std::uint64_t wanted);
    void report(bool last);
    void stop();
    void share_result();
    void wait();
    void keep_if_due();
    void keep();
    [[nodiscard]] bool workers_are_done();
    [[nodiscard]] byte_writer message(kind what);
    [[nodiscard]] std::uint64_t units_untold() const;
    [[nodiscard]] std::uint64_t best() const { return given_.best == nullptr ? 0 : given_.best->get(); }

    step_messages& messages_;
    communicator& ranks_;
    thread_pool& pool_;
    const step& given_;
    step_sum& sum_;
    step_number number_;
    std::vector<std::uint64_t> open_;
    checkpoint* checkpoint_;
    bool is_kept_;
    shared_task_counter::word* counter_ = nullptr;

    task_queue queue_;
    std::atomic<std::uint64_t> units_here_{0};
    std::atomic<std::uint64_t> units_elsewhere_{0}; ///< on rank 0, for its progress report

    std::mutex ending_;
    std::condition_variable ended_;
    bool workers_done_ = false;
    std::exception_ptr failure_;

    // Of the communication.
    poll_backoff backoff_;
    clock::time_point reported_last_ = clock::now();
    std::uint64_t told_best_ = 0;
    unsigned reports_missing_ = 0; ///< on rank 0
    bool dropped_ = false;         ///< tasks, perhaps, that have not been done
    bool stopped_ = false;
    // On other ranks.
    std::uint64_t left_ = 0; ///< of the tasks, on rank 0, as far as is known
    std::uint64_t wanted_ = 0;
    std::uint64_t told_units_ = 0;
    clock::time_point told_last_ = clock::now();
    bool asked_ = false;
    bool nothing_more_ = false;
    bool reported_ = false; ///< for the last time
    bool over_ = false;
};

} // namespace concord::runtime
