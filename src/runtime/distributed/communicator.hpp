// Processes that work on one problem together, and what they tell each other.
//
// All of them run the same steps in the same order. Calls that are «collective» are made by every rank at the same
// point; no rank comes out of one before it has what it needs of the others. All calls are made by the thread that made
// the communicator.
#pragma once

#include "runtime/distributed/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace concord::runtime {

/// Some of the processes, which call together.
class rank_group {
  public:
    rank_group() = default;
    rank_group(const rank_group&) = delete;
    rank_group& operator=(const rank_group&) = delete;
    virtual ~rank_group() = default;

    [[nodiscard]] virtual unsigned rank() const noexcept = 0; ///< of this process, in the group
    [[nodiscard]] virtual unsigned size() const noexcept = 0;
    [[nodiscard]] bool is_root() const noexcept { return rank() == 0; }

    /// Collective: all are here, and see what any of them wrote to common memory before.
    virtual void barrier() = 0;
    /// Collective: all get the sums, or what is set anywhere, or what is set everywhere.
    virtual void allreduce_sum(std::span<std::uint32_t> numbers) = 0;
    virtual void allreduce_or(std::span<std::uint64_t> words) = 0;
    virtual void allreduce_and(std::span<std::uint64_t> words) = 0;
};

/// All of them.
class communicator : public rank_group {
  public:
    struct message {
        unsigned from = 0;
        byte_string content;
    };

    [[nodiscard]] virtual unsigned local_rank() const noexcept = 0; ///< among the ranks of the same machine

    /// Those that can see the same memory as this rank: of its machine, as a rule.
    [[nodiscard]] virtual rank_group& node_local() = 0;
    /// The first of the neighbours everywhere; their calls are theirs alone.
    [[nodiscard]] virtual rank_group& node_roots() = 0;
    /// Collective among neighbours: `bytes` zeros that all of them see, in huge pages where the system has them. Throws
    /// error (resource) for all of them.
    [[nodiscard]] virtual std::shared_ptr<std::byte> common_memory(std::size_t bytes) = 0;

    /// Returns at once; what is sent to one rank arrives in order.
    virtual void send(unsigned to, byte_string content) = 0;
    /// A message that has come, if any; returns at once.
    [[nodiscard]] virtual std::optional<message> receive() = 0;

    /// Collective: rank 0 gives what all others take, who know its size.
    virtual void give(std::span<const std::byte> content) = 0;
    virtual void take(std::span<std::byte> content) = 0;
    /// Collective: all get what rank 0 has.
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
    [[nodiscard]] std::shared_ptr<std::byte> common_memory(std::size_t bytes) override;
    void barrier() override {}
    void send(unsigned to, byte_string content) override;
    [[nodiscard]] std::optional<message> receive() override { return std::nullopt; }
    void give(std::span<const std::byte>) override {}
    void take(std::span<std::byte>) override {}
    void allreduce_sum(std::span<std::uint32_t>) override {}
    void allreduce_or(std::span<std::uint64_t>) override {}
    void allreduce_and(std::span<std::uint64_t>) override {}
    [[noreturn]] void abort(int status) override;
};

} // namespace concord::runtime
