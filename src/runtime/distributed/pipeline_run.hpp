// One step that ranks do one behind the other: each passes things on to its neighbour while it works on the next ones.
//
//        rank 0                    rank 1                    rank 2
//     worker   main             main   worker            main   worker
//       |  0 ---> |  --- 0 --->   |  0 --> |               |        |
//       |  1 ---> |  --- 1 --->   |  1 --> |  --- 0 --->   |  0 --> |       things have numbers; each is taken once
//       |         |<-- report --- |        |               |        |
//       |         |<-- report ---------------------------- |        |       the result of each rank's work
//    combines     |=== over ====> |======================> |                all continue with the same
//
// The worker thread waits for what its neighbour passes on; the calling thread exchanges the messages. There is no
// circle, because things travel in one direction only.
#pragma once

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/thread_pool.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::runtime {

/// The direction in which ranks pass things on.
enum class pipeline_order : std::uint8_t { ascending, descending };

class pipeline_run;

/// The work of a rank, on a thread of its own; returns its result.
using pipeline_work = std::function<byte_string(pipeline_run& neighbours)>;
/// Combines the results, by rank; on rank 0.
using pipeline_sum = std::function<byte_string(std::span<const byte_string> results)>;

class pipeline_run {
  public:
    /// `stopped` is set when the step is stopped: for work that looks at it, as its thread pool may.
    pipeline_run(step_messages& messages, thread_pool& pool, step_number number, pipeline_order order,
                 std::atomic<bool>& stopped);

    /// Returns the combined result on every rank. Throws error (cancelled) on all ranks if one of them is to stop, and
    /// the exceptions of the work.
    [[nodiscard]] byte_string run(const pipeline_work& work, const pipeline_sum& combine);

    // For the work, on any of its threads.

    /// The thing of this number from the rank before, as soon as it has arrived. Throws error (cancelled) when the step
    /// is stopped.
    [[nodiscard]] byte_string take(std::uint64_t number);
    /// The same, or nothing if it has not arrived.
    [[nodiscard]] std::optional<byte_string> take_if_there(std::uint64_t number);
    /// To the next rank, which there must be.
    void pass_on(std::uint64_t number, byte_string content);

  private:
    enum class kind : std::uint8_t { thing, report, over, stop };

    void work(const pipeline_work& given);
    void communicate();
    [[nodiscard]] bool is_complete(); ///< sends the report, or counts those of the others
    [[nodiscard]] bool receive();
    void handle(const communicator::message& received);
    [[nodiscard]] bool send_things();
    void stop();
    void end_work();
    void wait();
    void throw_if_stopped() const; ///< with the lock held
    [[nodiscard]] byte_writer message(kind what) const;
    [[nodiscard]] unsigned next_rank() const;

    step_messages& messages_;
    communicator& ranks_;
    thread_pool& pool_;
    step_number number_;
    pipeline_order order_;
    std::atomic<bool>& stopped_;

    std::mutex mutex_; ///< of what follows
    std::condition_variable arrived_;
    std::condition_variable for_main_;
    std::map<std::uint64_t, byte_string> things_;                ///< arrived, not yet taken
    std::vector<std::pair<std::uint64_t, byte_string>> to_send_; ///< passed on
    unsigned waiting_ = 0;                                       ///< threads of the work in take()
    bool was_missed_ = false;                                    ///< by take_if_there(), since the last thing arrived
    bool work_is_done_ = false;
    std::exception_ptr failure_;
    byte_string result_;

    // Of the calling thread.
    std::chrono::microseconds pause_;
    std::vector<byte_string> results_; ///< on rank 0, by rank
    unsigned reports_missing_ = 0;     ///< on rank 0
    bool reported_ = false;
    bool asked_to_stop_ = false;
    bool over_ = false;
};

} // namespace concord::runtime
