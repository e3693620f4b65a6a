// Processes that work on one problem together, and what they tell each other.
//
// All of them run the same steps in the same order. Calls that are «collective» are made by every rank at the same
// point; no rank comes out of one before it has what it needs of the others. All calls are made by the thread that made
// the communicator.
#pragma once

#include "exec/cluster/bytes.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace concord::exec {

class communicator {
  public:
    struct message {
        unsigned from = 0;
        byte_string content;
    };

    communicator() = default;
    communicator(const communicator&) = delete;
    communicator& operator=(const communicator&) = delete;
    virtual ~communicator() = default;

    [[nodiscard]] virtual unsigned rank() const noexcept = 0;
    [[nodiscard]] virtual unsigned size() const noexcept = 0;
    [[nodiscard]] virtual unsigned local_rank() const noexcept = 0; ///< among the ranks of the same machine
    [[nodiscard]] bool leads() const noexcept { return rank() == 0; }

    /// Returns at once; what is sent to one rank arrives in order.
    virtual void send(unsigned to, byte_string content) = 0;
    /// A message that has come, if any; returns at once.
    [[nodiscard]] virtual std::optional<message> receive() = 0;

    /// Collective: rank 0 gives what all others take, who know its size.
    virtual void give(std::span<const std::byte> content) = 0;
    virtual void take(std::span<std::byte> content) = 0;
    /// Collective: all get what rank 0 has.
    void broadcast(byte_string& content);
    /// Collective: all get the sums, or what is set anywhere, or what is set everywhere.
    virtual void sum(std::span<std::uint32_t> numbers) = 0;
    virtual void unite(std::span<std::uint64_t> words) = 0;
    virtual void intersect(std::span<std::uint64_t> words) = 0;

    /// Ends all ranks, this one included, with this exit status.
    [[noreturn]] virtual void abort(int status) = 0;
};

/// This process alone.
class one_process final : public communicator {
  public:
    [[nodiscard]] unsigned rank() const noexcept override { return 0; }
    [[nodiscard]] unsigned size() const noexcept override { return 1; }
    [[nodiscard]] unsigned local_rank() const noexcept override { return 0; }
    void send(unsigned to, byte_string content) override;
    [[nodiscard]] std::optional<message> receive() override { return std::nullopt; }
    void give(std::span<const std::byte>) override {}
    void take(std::span<std::byte>) override {}
    void sum(std::span<std::uint32_t>) override {}
    void unite(std::span<std::uint64_t>) override {}
    void intersect(std::span<std::uint64_t>) override {}
    [[noreturn]] void abort(int status) override;
};

} // namespace concord::exec
