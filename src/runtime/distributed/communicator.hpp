// Processes that work on one problem together, with messages and collective operations under the names of MPI.
//
// All processes run the same steps in the same order. Every rank calls a «collective» function at the same point, and
// the function returns when it has what it needs of the others. The thread that made the communicator makes all calls.
#pragma once

#include "runtime/distributed/bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace concord::runtime {

/// A group of processes that make collective calls together.
class rank_group {
  public:
    rank_group() = default;
    rank_group(const rank_group&) = delete;
    rank_group& operator=(const rank_group&) = delete;
    virtual ~rank_group() = default;

    [[nodiscard]] virtual unsigned rank() const noexcept = 0; ///< of this process, in the group
    [[nodiscard]] virtual unsigned size() const noexcept = 0;
    [[nodiscard]] bool is_root() const noexcept { return rank() == 0; }

    /// Collective: returns when all ranks have called it; then all see what any of them wrote to shared memory before.
    virtual void barrier() = 0;
    /// Collective, element by element: all ranks get the sum, or the bits that are set on any rank, or those that are
    /// set on every rank.
    virtual void allreduce_sum(std::span<std::uint32_t> numbers) = 0;
    virtual void allreduce_or(std::span<std::uint64_t> words) = 0;
    virtual void allreduce_and(std::span<std::uint64_t> words) = 0;
};

/// All processes of a run.
class communicator : public rank_group {
  public:
    struct message {
        unsigned from = 0;
        byte_string content;
    };

    [[nodiscard]] virtual unsigned local_rank() const noexcept = 0; ///< among the ranks of the same machine

    /// The ranks that share memory with this one: those of its machine (node), as a rule.
    [[nodiscard]] virtual rank_group& node_local() = 0;
    /// The roots of all these groups. Called by roots only.
    [[nodiscard]] virtual rank_group& node_roots() = 0;
    /// Collective in node_local(): `bytes` zeros that the whole group shares, in huge pages where the system has them.
    /// Throws error (resource) on all of its ranks.
    [[nodiscard]] virtual std::shared_ptr<std::byte> allocate_shared(std::size_t bytes) = 0;

    /// Like MPI_Isend: returns at once; messages to one rank arrive in order.
    virtual void send(unsigned to, byte_string content) = 0;
    /// Like MPI_Improbe and MPI_Mrecv: a message that has arrived, if any; returns at once.
    [[nodiscard]] virtual std::optional<message> receive() = 0;

    /// Collective: all ranks get the content of the root, whose size they know. The root's content is only read.
    virtual void broadcast(std::span<std::byte> content) = 0;
    /// The same, called by the root.
    void broadcast_by_root(std::span<const std::byte> content) {
        broadcast({const_cast<std::byte*>(content.data()), content.size()});
    }
    /// Collective: all ranks get the content of the root, whatever its size.
    void broadcast(byte_string& content);

    /// Ends all ranks, this one included, with this exit status.
    [[noreturn]] virtual void abort(int status) = 0;
};

/// This process alone.
class one_process final : public communicator {
  public:
    [[nodiscard]] unsigned rank() const noexcept override { return 0; }
    [[nodiscard]] unsigned size() const noexcept override { return 1; }
    [[nodiscard]] unsigned local_rank() const noexcept override { return 0; }
    [[nodiscard]] rank_group& node_local() override { return *this; }
    [[nodiscard]] rank_group& node_roots() override { return *this; }
    [[nodiscard]] std::shared_ptr<std::byte> allocate_shared(std::size_t bytes) override;
    void barrier() override {}
    void send(unsigned to, byte_string content) override;
    [[nodiscard]] std::optional<message> receive() override { return std::nullopt; }
    using communicator::broadcast;
    void broadcast(std::span<std::byte>) override {}
    void allreduce_sum(std::span<std::uint32_t>) override {}
    void allreduce_or(std::span<std::uint64_t>) override {}
    void allreduce_and(std::span<std::uint64_t>) override {}
    [[noreturn]] void abort(int status) override;
};

/// Collective: `slots` numbers; each comes from the one rank that gives its `slot`.
[[nodiscard]] inline std::vector<std::uint64_t> allgather(rank_group& ranks, std::size_t slots,
                                                          std::optional<std::size_t> slot, std::uint64_t value) {
    std::vector<std::uint32_t> halves(2 * slots, 0); // of all ranks; each sets only its own
    if (slot) {
        halves[2 * *slot] = static_cast<std::uint32_t>(value);
        halves[2 * *slot + 1] = static_cast<std::uint32_t>(value >> 32U);
    }
    ranks.allreduce_sum(halves);
    std::vector<std::uint64_t> all(slots);
    for (std::size_t each = 0; each < all.size(); ++each)
        all[each] = std::uint64_t{halves[2 * each + 1]} << 32U | halves[2 * each];
    return all;
}

/// Collective: the value of each rank, by rank.
[[nodiscard]] inline std::vector<std::uint64_t> allgather(rank_group& ranks, std::uint64_t value) {
    return allgather(ranks, ranks.size(), ranks.rank(), value);
}

/// Collective: the value of the root.
[[nodiscard]] inline std::uint64_t broadcast(communicator& ranks, std::uint64_t value) {
    ranks.broadcast(std::as_writable_bytes(std::span(&value, 1)));
    return value;
}

/// Collective: the least and the greatest value of any rank.
[[nodiscard]] inline std::uint64_t allreduce_min(rank_group& ranks, std::uint64_t value) {
    const std::vector<std::uint64_t> all = allgather(ranks, value);
    return *std::min_element(all.begin(), all.end());
}
[[nodiscard]] inline std::uint64_t allreduce_max(rank_group& ranks, std::uint64_t value) {
    const std::vector<std::uint64_t> all = allgather(ranks, value);
    return *std::max_element(all.begin(), all.end());
}

} // namespace concord::runtime
