// Who works on the levels of a sieve, and memory for the tables of one level after the other.
#pragma once

#include "runtime/distributed/node_group.hpp"
#include "runtime/distributed/shared_array.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/early_pages.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>

namespace concord::substring {

class sieve_workplace {
  public:
    /// Collective, where work is shared.
    explicit sieve_workplace(runtime::thread_pool& workers) : workers_(workers) {
        task_sharing* const sharing = workers.options().sharing;
        if (sharing == nullptr || sharing->ranks().size() == 1) return;
        sharing_ = sharing;
        here_.emplace(sharing->ranks(), workers);
    }

    [[nodiscard]] runtime::thread_pool& workers() const noexcept { return workers_; }
    /// Where there are other ranks: how work is shared, and those that see the same memory. Else null.
    [[nodiscard]] task_sharing* sharing() const noexcept { return sharing_; }
    [[nodiscard]] runtime::node_group* here() noexcept { return here_ ? &*here_ : nullptr; }
    [[nodiscard]] unsigned threads() const noexcept { return here_ ? here_->threads() : workers_.threads(); }

    /// All tasks, by the threads of this process or of the neighbourhood. Collective among neighbours.
    void run(std::size_t tasks, const runtime::thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
        here_ ? here_->run(tasks, shown, task) : workers_.run(tasks, shown, task);
    }

    /// `size` zeros that neighbours have in common, in the place of what was given before: new pages cost more than
    /// zeros in old ones, above all where a system has no huge pages for common memory. Collective among neighbours.
    template <class Value>
    [[nodiscard]] std::span<Value> zeros(std::size_t size) {
        const std::size_t bytes = size * sizeof(Value);
        if (!memory_ || memory_->size() < bytes) reserve(bytes);
        const std::span<std::byte> wanted = memory_->view().first(bytes);
        const std::size_t old = std::min(bytes, used_);
        in_pieces(wanted.first(old), [](std::span<std::byte> piece) { std::memset(piece.data(), 0, piece.size()); });
        in_pieces(wanted.subspan(old), runtime::populate_pages);
        if (here_ && old < bytes) runtime::populate_pages(wanted.subspan(old)); // those that others have made, too
        used_ = std::max(used_, bytes);
        return {reinterpret_cast<Value*>(memory_->view().data()), size}; // mapped memory: aligned to pages
    }

    /// Gives the memory back.
    void tidy() { memory_.reset(); }

  private:
    /// Tables of later levels are larger, and what nobody touches takes no memory.
    static constexpr std::size_t least_reserved = std::size_t{1} << 28U;

    void reserve(std::size_t bytes) {
        runtime::communicator* const ranks = here_ ? &here_->ranks() : nullptr;
        memory_.reset(); // before there is more
        used_ = 0;
        try {
            memory_.emplace(ranks, std::max(4 * bytes, least_reserved));
        } catch (const error&) { // where addresses are limited
            memory_.emplace(ranks, bytes);
        }
    }

    /// Collective among neighbours.
    void in_pieces(std::span<std::byte> bytes, const std::function<void(std::span<std::byte>)>& work) {
        if (bytes.empty()) return;
        constexpr std::size_t at_once = std::size_t{1} << 21U;
        run((bytes.size() + at_once - 1) / at_once, {}, [&](std::size_t task, unsigned) -> std::uint64_t {
            work(bytes.subspan(task * at_once, std::min(at_once, bytes.size() - task * at_once)));
            return 0;
        });
    }

    runtime::thread_pool& workers_;
    task_sharing* sharing_ = nullptr;
    std::optional<runtime::node_group> here_;
    std::optional<runtime::shared_array<std::byte>> memory_;
    std::size_t used_ = 0; ///< bytes of it that may be something else than zero
};

} // namespace concord::substring
