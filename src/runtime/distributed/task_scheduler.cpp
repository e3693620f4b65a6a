#include "runtime/distributed/task_scheduler.hpp"

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/early_pages.hpp"
#include "runtime/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstring>

namespace concord::runtime {
task_scheduler::task_scheduler(thread_pool& workers) : workers_(workers), sharing_(workers.options().sharing) {
    if (sharing_ != nullptr && sharing_->ranks().size() > 1) group_.emplace(sharing_->ranks(), workers);
}

void task_scheduler::run(std::size_t count, const thread_pool::stage& shown,
                         const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
    group_ ? group_->run(count, shown, task) : workers_.run(count, shown, task);
}

adaptive_partition& task_scheduler::shares() const { return sharing_->shares_of_node_groups(groups()); }

task_range task_scheduler::share_of(std::uint64_t count) const {
    return group_ ? shares().of(group(), count) : task_range{0, count};
}

void task_scheduler::learn(adaptive_partition::clock::duration took) {
    if (group_) shares().learn(group_->allgather(adaptive_partition::nanoseconds(took)));
}

std::span<std::byte> task_scheduler::zeroed(std::size_t bytes) {
    if (!memory_ || memory_->size() < bytes) reserve(bytes);
    const std::span<std::byte> wanted = memory_->view().first(bytes);
    const std::size_t old = std::min(bytes, used_);
    in_chunks(wanted.first(old), [](std::span<std::byte> chunk) { std::memset(chunk.data(), 0, chunk.size()); });
    in_chunks(wanted.subspan(old), populate_pages);
    if (group_ && old < bytes) populate_pages(wanted.subspan(old)); // those that others have made, too
    used_ = std::max(used_, bytes);
    return wanted;
}

void task_scheduler::reserve(std::size_t bytes) {
    communicator* const ranks = group_ ? &group_->ranks() : nullptr;
    memory_.reset(); // before there is more
    used_ = 0;
    try {
        memory_.emplace(ranks, std::max(4 * bytes, tuning::least_reserved));
    } catch (const error&) { // where addresses are limited
        memory_.emplace(ranks, bytes);
    }
}

void task_scheduler::in_chunks(std::span<std::byte> bytes, const std::function<void(std::span<std::byte>)>& work) {
    if (bytes.empty()) return;
    run((bytes.size() + tuning::cleared_at_once - 1) / tuning::cleared_at_once, {},
        [&](std::size_t task, unsigned) -> std::uint64_t {
            const std::size_t first = task * tuning::cleared_at_once;
            work(bytes.subspan(first, std::min(tuning::cleared_at_once, bytes.size() - first)));
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

void task_scheduler::allreduce_or_of_each(std::span<std::uint64_t> own) {
    if (group_) group_->ranks().allreduce_or(own);
}

std::uint64_t task_scheduler::agreed(std::uint64_t value) { return group_ ? broadcast(group_->ranks(), value) : value; }

void task_scheduler::once(const std::function<void()>& compute, const std::function<void(byte_writer&)>& write,
                          const std::function<void(byte_reader&)>& read) {
    sharing_ == nullptr ? compute() : sharing_->run_once(compute, write, read);
}

} // namespace concord::runtime
