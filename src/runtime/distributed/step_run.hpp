// One step, run by all ranks together.
//
// In every rank, threads work on tasks while the calling thread exchanges messages with the other ranks:
//
//   rank r -> 0   request   the queue of r runs low
//   0 -> rank r   grant     tasks [first, last), and how many are left; none: there are no more
//   any <-> 0     news      a better best, or the progress of the sender
//   rank r -> 0   report    the sum of the tasks of r and their numbers; the last report ends the part of r
//   0 -> rank r   over      the result follows
//   any <-> 0     stop      a signal ended the run: report and leave
//
// Each message carries the best known value, and those of rank r its progress. Grants shrink with the number of tasks
// that are left, so that all ranks end together. Ranks that share memory count the tasks there, and send no requests.
#pragma once

#include "runtime/distributed/checkpoint.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/pacing.hpp"
#include "runtime/distributed/step.hpp"
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
    /// `open`: the tasks to do, the same on all ranks. `kept`: the checkpoint of rank 0, or null; `is_kept`: whether
    /// rank 0 has one.
    step_run(step_messages& messages, thread_pool& pool, const step& given, step_sum& sum, step_number number,
             std::vector<std::uint64_t> open, checkpoint* kept, bool is_kept);

    /// Before run(), on all ranks: the open tasks are counted in this shared word.
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
    bool dropped_ = false;         ///< tasks may have been dropped undone
    bool stopped_ = false;
    // On other ranks.
    std::uint64_t left_ = 0; ///< tasks that are left on rank 0, as far as this rank knows
    std::uint64_t wanted_ = 0;
    std::uint64_t told_units_ = 0;
    clock::time_point told_last_ = clock::now();
    bool asked_ = false;
    bool nothing_more_ = false;
    bool reported_ = false; ///< for the last time
    bool over_ = false;
};

} // namespace concord::runtime
