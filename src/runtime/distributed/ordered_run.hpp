// One step whose answer is too long for memory: blocks of rows, computed by any free thread and delivered in order by
// rank 0.
//
//            rank 0                              rank 1
//     main thread + workers              main thread + workers
//        |<------------- request ----------|
//        |-- grant 17, 18, 19 ------------>|
//        |<------------- block 17 ---------|        16 has not arrived yet: 17 waits
//     16 -> taken, 17 -> taken
//        |-- over ------------------------>|        all have been taken
//
// Blocks are granted in ascending order, and none while too many bytes wait for an earlier one. The next block to be
// delivered has always been granted, so there is no deadlock.
#pragma once

#include "runtime/distributed/checkpoint.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/distributed/task_queue.hpp"
#include "runtime/thread_pool.hpp"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace concord::runtime {

/// The content of a block; on any thread.
using block_maker = std::function<byte_string(std::size_t block, unsigned worker)>;
/// Takes the blocks in order, on rank 0, on the calling thread.
using block_taker = std::function<void(std::uint64_t block, const byte_string& content)>;

/// The threads that compute a block.
enum class made_by : std::uint8_t {
    one_thread,  ///< each thread computes a block of its own; worker < threads of the workers
    all_threads, ///< one block after the other; the maker uses threads of its own, worker is 0
};

class ordered_run {
  public:
    /// `ours` ascending; `kept` on rank 0, where there is a checkpoint.
    ordered_run(step_messages& messages, thread_pool& pool, const step& given, made_by makers, step_number number,
                std::vector<std::uint64_t> ours, checkpoint_blocks* kept, const block_maker& make,
                const block_taker& take);

    /// Throws error (cancelled), and the exceptions of the maker and the taker.
    void run();

  private:
    enum class kind : std::uint8_t { request, grant, block, over, stop };
    struct made {
        std::uint64_t at; ///< in `ours`
        byte_string content;
    };
    struct asking {
        unsigned rank;
        std::uint64_t wanted;
    };

    void work();
    void communicate();
    [[nodiscard]] bool lead();   ///< whether all is done
    [[nodiscard]] bool follow(); ///< whether all is done
    [[nodiscard]] bool receive();
    void handle(const communicator::message& received);
    void finish(std::uint64_t at, byte_string content);
    [[nodiscard]] std::deque<made> take_made();
    [[nodiscard]] bool workers_are_done();
    void accept(std::uint64_t at, byte_string content);
    [[nodiscard]] bool hand_on();
    void show();
    [[nodiscard]] bool may_grant();
    void grant();
    void stop();
    void wait();
    [[nodiscard]] byte_writer message(kind what) const;

    step_messages& messages_;
    communicator& ranks_;
    thread_pool& pool_;
    const step& given_;
    made_by makers_;
    step_number number_;
    std::vector<std::uint64_t> ours_;
    checkpoint_blocks* kept_;
    const block_maker& make_;
    const block_taker& take_;

    task_queue queue_; ///< of indices into `ours`
    std::uint64_t lanes_;
    std::mutex making_;
    std::condition_variable something_made_;
    std::deque<made> made_;
    bool workers_done_ = false;
    std::exception_ptr failure_;
    std::chrono::microseconds pause_;
    bool stopped_ = false;

    // On rank 0.
    std::uint64_t next_granted_ = 0;
    std::uint64_t next_taken_ = 0;
    std::map<std::uint64_t, byte_string> waiting_; ///< delivered once the earlier ones have arrived
    std::uint64_t waiting_bytes_ = 0;
    std::vector<asking> asking_;
    std::uint64_t units_done_ = 0;
    std::uint64_t units_ = 0;
    std::chrono::steady_clock::time_point shown_;

    // On the others.
    bool asked_ = false;
    bool asked_to_stop_ = false;
    bool over_ = false;
};

} // namespace concord::runtime
