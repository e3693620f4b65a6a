#include "runtime/distributed/mpi/mpi_communicator.hpp"

#include "runtime/distributed/mpi/shared_memory.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <list>
#include <mpi.h>
#include <thread>

namespace concord::runtime {
namespace {

constexpr int message_tag = 1;
/// Messages are sent in blocks, so that the size of each fits an int.
constexpr std::size_t block = 64;
/// Elements that one collective call carries.
constexpr std::size_t most_at_once = std::size_t{1} << 28U;

/// Waits until all ranks have arrived, asleep most of the time: MPI's own waiting keeps a core busy, which a thread of
/// another rank may need. The collective call that follows a wait finds all ranks there.
void wait_for_all(MPI_Comm ranks) {
    using namespace std::chrono_literals;
    MPI_Request waiting = MPI_REQUEST_NULL;
    MPI_Ibarrier(ranks, &waiting);
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
        int over = 0;
        MPI_Test(&waiting, &over, MPI_STATUS_IGNORE);
        if (over != 0) return;
        const auto waited = std::chrono::steady_clock::now() - begin;
        if (waited < 50us)
            std::this_thread::yield();
        else // after a long wait a little more does not matter
            std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(waited / 16, 1ms));
    }
}

template <class Value, class Visit>
void in_parts(std::span<Value> values, Visit visit) {
    for (std::size_t at = 0; at < values.size(); at += most_at_once) {
        const std::span<Value> part = values.subspan(at, std::min(most_at_once, values.size() - at));
        visit(part.data(), static_cast<int>(part.size()));
    }
}

template <class Value>
void reduce(MPI_Comm ranks, std::span<Value> values, MPI_Datatype type, MPI_Op operation) {
    wait_for_all(ranks);
    in_parts(values,
             [&](Value* first, int count) { MPI_Allreduce(MPI_IN_PLACE, first, count, type, operation, ranks); });
}

/// A group of ranks; frees its communicator.
class mpi_group final : public rank_group {
  public:
    mpi_group() = default;
    ~mpi_group() override { reset(MPI_COMM_NULL); }
    mpi_group(const mpi_group&) = delete;
    mpi_group& operator=(const mpi_group&) = delete;

    void reset(MPI_Comm ranks) {
        if (ranks_ != MPI_COMM_NULL) MPI_Comm_free(&ranks_);
        ranks_ = ranks;
        if (ranks == MPI_COMM_NULL) return;
        int number = 0;
        MPI_Comm_rank(ranks, &number);
        rank_ = static_cast<unsigned>(number);
        MPI_Comm_size(ranks, &number);
        size_ = static_cast<unsigned>(number);
    }

    [[nodiscard]] MPI_Comm get() const noexcept { return ranks_; }
    [[nodiscard]] unsigned rank() const noexcept override { return rank_; }
    [[nodiscard]] unsigned size() const noexcept override { return size_; }

    void barrier() override {
        std::atomic_thread_fence(std::memory_order_seq_cst);
        wait_for_all(ranks_);
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
    void allreduce_sum(std::span<std::uint32_t> numbers) override { reduce(ranks_, numbers, MPI_UINT32_T, MPI_SUM); }
    void allreduce_or(std::span<std::uint64_t> words) override { reduce(ranks_, words, MPI_UINT64_T, MPI_BOR); }
    void allreduce_and(std::span<std::uint64_t> words) override { reduce(ranks_, words, MPI_UINT64_T, MPI_BAND); }

  private:
    MPI_Comm ranks_ = MPI_COMM_NULL;
    unsigned rank_ = 0;
    unsigned size_ = 1;
};

class mpi_communicator final : public communicator {
  public:
    explicit mpi_communicator(MPI_Comm given) {
        MPI_Comm all = MPI_COMM_NULL;
        MPI_Comm_dup(given, &all); // so that messages of others are not mistaken for ours
        all_.reset(all);
        MPI_Comm machine = MPI_COMM_NULL;
        MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
        node_local_.reset(machine);
        local_rank_ = node_local_.rank();
        if (!can_share_memory(machine)) {
            MPI_Comm alone = MPI_COMM_NULL;
            MPI_Comm_split(machine, static_cast<int>(local_rank_), 0, &alone);
            node_local_.reset(alone);
        }
        MPI_Comm leaders = MPI_COMM_NULL;
        MPI_Comm_split(all, node_local_.is_root() ? 0 : MPI_UNDEFINED, 0, &leaders);
        node_roots_.reset(leaders);
        MPI_Type_contiguous(block, MPI_BYTE, &blocks_);
        MPI_Type_commit(&blocks_);
    }
    mpi_communicator(const mpi_communicator&) = delete;
    mpi_communicator& operator=(const mpi_communicator&) = delete;
    ~mpi_communicator() override {
        for (sent& each : sent_)
            MPI_Wait(&each.request, MPI_STATUS_IGNORE); // NOLINT(clang-analyzer-optin.mpi.MPI-Checker): begun in send()
        MPI_Type_free(&blocks_);
    }

    [[nodiscard]] unsigned rank() const noexcept override { return all_.rank(); }
    [[nodiscard]] unsigned size() const noexcept override { return all_.size(); }
    [[nodiscard]] unsigned local_rank() const noexcept override { return local_rank_; }
    [[nodiscard]] rank_group& node_local() override { return node_local_; }
    [[nodiscard]] rank_group& node_roots() override { return node_roots_; }
    [[nodiscard]] std::shared_ptr<std::byte> allocate_shared(std::size_t bytes) override {
        if (node_local_.size() == 1) return one_process().allocate_shared(bytes);
        node_local_.barrier();
        return map_shared_memory(node_local_.get(), bytes);
    }

    void barrier() override { all_.barrier(); }
    void allreduce_sum(std::span<std::uint32_t> numbers) override { all_.allreduce_sum(numbers); }
    void allreduce_or(std::span<std::uint64_t> words) override { all_.allreduce_or(words); }
    void allreduce_and(std::span<std::uint64_t> words) override { all_.allreduce_and(words); }

    void send(unsigned to, byte_string content) override {
        forget_what_arrived();
        byte_writer framed; // with its length, because it ends within a block
        framed.list(content);
        sent& last = sent_.emplace_back(sent{framed.take(), MPI_REQUEST_NULL});
        last.content.resize((last.content.size() + block - 1) / block * block);
        MPI_Isend(last.content.data(), static_cast<int>(last.content.size() / block), blocks_, static_cast<int>(to),
                  message_tag, all_.get(), &last.request);
    } // NOLINT(clang-analyzer-optin.mpi.MPI-Checker): waited for in forget_what_arrived(), or at the end

    [[nodiscard]] std::optional<message> receive() override {
        forget_what_arrived();
        int there = 0;
        MPI_Message waiting = MPI_MESSAGE_NULL;
        MPI_Status status;
        MPI_Improbe(MPI_ANY_SOURCE, message_tag, all_.get(), &there, &waiting, &status);
        if (there == 0) return std::nullopt;
        int blocks = 0;
        MPI_Get_count(&status, blocks_, &blocks);
        byte_string framed(static_cast<std::size_t>(blocks) * block);
        MPI_Mrecv(framed.data(), blocks, blocks_, &waiting, MPI_STATUS_IGNORE);
        return message{static_cast<unsigned>(status.MPI_SOURCE), byte_reader(framed).list<std::byte>()};
    }

    using communicator::broadcast;
    void broadcast(std::span<std::byte> content) override {
        wait_for_all(all_.get());
        in_parts(content, [&](std::byte* first, int count) { MPI_Bcast(first, count, MPI_BYTE, 0, all_.get()); });
    }

    [[noreturn]] void abort(int status) override {
        MPI_Abort(all_.get(), status);
        std::_Exit(status);
    }

  private:
    struct sent {
        byte_string content;
        MPI_Request request;
    };

    void forget_what_arrived() {
        std::erase_if(sent_, [](sent& each) {
            int done = 0;
            MPI_Test(&each.request, &done, MPI_STATUS_IGNORE);
            return done != 0;
        });
    }

    mpi_group all_;
    mpi_group node_local_;
    mpi_group node_roots_; ///< null where another rank is the root of the group
    MPI_Datatype blocks_ = MPI_DATATYPE_NULL;
    unsigned local_rank_ = 0;
    std::list<sent> sent_; ///< not yet known to be sent
};

} // namespace

struct mpi_run::place {
    MPI_Comm all = MPI_COMM_NULL;
};

mpi_run::mpi_run(int& argc, char**& argv) {
    int given = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
    if (given < MPI_THREAD_FUNNELED)
        throw error(error_code::resource, "this MPI allows no threads beside the one that calls it");
    place_ = std::make_unique<place>();
    MPI_Comm_dup(MPI_COMM_WORLD, &place_->all);
}

mpi_run::~mpi_run() {
    wait_for_all(MPI_COMM_WORLD); // rank 0 may still be writing
    MPI_Comm_free(&place_->all);
    MPI_Finalize();
}

bool mpi_run::barrier(std::optional<std::chrono::milliseconds> patience) {
    constexpr std::chrono::milliseconds pause{1};
    const auto begin = std::chrono::steady_clock::now();
    MPI_Request meeting = MPI_REQUEST_NULL;
    MPI_Ibarrier(place_->all, &meeting);
    for (;;) {
        int all_are_here = 0;
        MPI_Test(&meeting, &all_are_here, MPI_STATUS_IGNORE);
        if (all_are_here != 0) return true;
        if (patience && std::chrono::steady_clock::now() - begin > *patience) return false;
        std::this_thread::sleep_for(pause);
    }
}

std::unique_ptr<communicator> make_mpi_communicator(const void* mpi_comm) {
    return std::make_unique<mpi_communicator>(mpi_comm == nullptr ? MPI_COMM_WORLD
                                                                  : *static_cast<const MPI_Comm*>(mpi_comm));
}

} // namespace concord::runtime

namespace concord {
namespace {

struct sharing_of_ranks {
    sharing_of_ranks(const void* mpi_comm, const cluster_options& options)
        : ranks(runtime::make_mpi_communicator(mpi_comm)), sharing(*ranks, options.part) {
        if (!options.checkpoint.empty()) sharing.keep_in(options.checkpoint, options.resume);
    }

    std::unique_ptr<runtime::communicator> ranks;
    task_sharing sharing;
};

} // namespace

std::shared_ptr<task_sharing> share_among_ranks(const void* mpi_comm, const cluster_options& options) {
    const auto made = std::make_shared<sharing_of_ranks>(mpi_comm, options);
    return {made, &made->sharing};
}

} // namespace concord
