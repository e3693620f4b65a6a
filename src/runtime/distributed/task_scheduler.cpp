#include "runtime/distributed/task_scheduler.hpp"

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/far_array.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstring>

namespace concord::runtime {
namespace {

/// Later tables are larger, and untouched memory takes no pages.
constexpr std::size_t least_reserved = std::size_t{1} << 28U;
/// Bytes that one task clears.
constexpr std::size_t cleared_at_once = std::size_t{1} << 21U;

} // namespace

task_scheduler::task_scheduler(thread_pool& pool) : pool_(pool), sharing_(pool.options().sharing) {
    if (sharing_ != nullptr && sharing_->ranks().size() > 1) group_.emplace(sharing_->ranks(), pool);
}

void task_scheduler::run(std::size_t count, const thread_pool::stage& shown,
                         const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
    group_ ? group_->run(count, shown, task) : pool_.run(count, shown, task);
}

void task_scheduler::divide(std::uint64_t count, const std::function<void(task_range)>& work) {
    if (groups() == 1) return work({0, count});
    adaptive_partition& shares = sharing_->shares_of_node_groups(groups());
    const auto begin = adaptive_partition::clock::now();
    work(shares.of(group(), count));
    shares.learn(group_->allgather(adaptive_partition::nanoseconds(adaptive_partition::clock::now() - begin)));
}

std::span<std::byte> task_scheduler::zeroed(std::size_t bytes) {
    if (!memory_ || memory_->size() < bytes) reserve(bytes);
    const std::span<std::byte> wanted = memory_->view().first(bytes);
    const std::size_t old = std::min(bytes, used_);
    in_pieces(wanted.first(old), [](std::span<std::byte> piece) { std::memset(piece.data(), 0, piece.size()); });
    in_pieces(wanted.subspan(old), populate_pages);
    if (group_ && old < bytes) populate_pages(wanted.subspan(old)); // also those that other ranks touched
    used_ = std::max(used_, bytes);
    return wanted;
}

void task_scheduler::reserve(std::size_t bytes) {
    communicator* const ranks = group_ ? &group_->ranks() : nullptr;
    memory_.reset(); // free before allocating
    used_ = 0;
    try {
        memory_.emplace(ranks, std::max(4 * bytes, least_reserved));
    } catch (const error&) { // where address space is limited
        memory_.emplace(ranks, bytes);
    }
}

void task_scheduler::in_pieces(std::span<std::byte> bytes, const std::function<void(std::span<std::byte>)>& work) {
    if (bytes.empty()) return;
    run((bytes.size() + cleared_at_once - 1) / cleared_at_once, {}, [&](std::size_t task, unsigned) -> std::uint64_t {
        const std::size_t first = task * cleared_at_once;
        work(bytes.subspan(first, std::min(cleared_at_once, bytes.size() - first)));
        return 0;
    });
}

void task_scheduler::allreduce_sum(std::span<std::uint32_t> shared) {
    if (group_) group_->exchange([&](rank_group& roots) { roots.allreduce_sum(shared); });
}

void task_scheduler::allreduce_or(std::span<std::uint64_t> shared) {
    if (group_) group_->exchange([&](rank_group& roots) { roots.allreduce_or(shared); });
}

void task_scheduler::allreduce_and_of_each(std::span<std::uint64_t> own, scope among) {
    if (!group_) return;
    rank_group& all = among == scope::all ? group_->ranks() : group_->ranks().node_local();
    if (all.size() > 1) all.allreduce_and(own);
}

void task_scheduler::allreduce_or_of_each(std::span<std::uint64_t> own, scope among) {
    if (!group_) return;
    rank_group& all = among == scope::all ? group_->ranks() : group_->ranks().node_local();
    if (all.size() > 1) all.allreduce_or(own);
}

std::uint64_t task_scheduler::broadcast(std::uint64_t value) {
    return group_ ? runtime::broadcast(group_->ranks(), value) : value;
}

void task_scheduler::run_once(const std::function<void()>& compute, const std::function<void(byte_writer&)>& write,
                              const std::function<void(byte_reader&)>& read) {
    sharing_ == nullptr ? compute() : sharing_->run_once(compute, write, read);
}

} // namespace concord::runtime
