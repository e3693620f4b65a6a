#include "exec/cluster/sharing.hpp"

#include "exec/cluster/step_run.hpp"

#include <vector>

namespace concord {

task_sharing::task_sharing(exec::communicator& ranks, shard part) : ranks_(ranks), part_(part) {
    if (part_.count == 0 || part_.index >= part_.count)
        throw error(error_code::usage,
                    "there is no shard " + std::to_string(part_.index + 1) + " of " + std::to_string(part_.count));
}

task_sharing::~task_sharing() = default;

std::uint64_t task_sharing::agree(std::uint64_t value) {
    exec::byte_writer said;
    said.number(value);
    exec::byte_string content = said.take();
    ranks_.broadcast(content);
    return exec::byte_reader(content).number();
}

void task_sharing::run(exec::workers& hands, const exec::step& given, exec::step_sum& sum) {
    const std::uint64_t ordinal = steps_++;
    std::vector<std::uint64_t> open;
    for (std::uint64_t task = 0; task < given.count; ++task)
        if (given.division == exec::divided_among::ranks || is_ours(task)) open.push_back(task);
    if (open.empty()) return;
    exec::step_run(ranks_, hands, given, sum, ordinal, std::move(open)).run();
}

void task_sharing::run_once(const std::function<void()>& compute, const std::function<void(exec::byte_writer&)>&,
                            const std::function<void(exec::byte_reader&)>&) {
    ++steps_;
    compute();
}

exec::task_range task_sharing::share_of(std::uint64_t count) const noexcept {
    return {count * ranks_.rank() / ranks_.size(), count * (ranks_.rank() + 1) / ranks_.size()};
}

namespace exec {

std::uint64_t agreed_memory_budget(const run_options& options) {
    if (options.sharing == nullptr) return memory_budget(options);
    constexpr std::uint64_t of_a_shard = std::uint64_t{4} << 30U;
    if (options.sharing->is_sharded()) return options.memory > 0 ? options.memory : of_a_shard;
    return options.sharing->agree(memory_budget(options));
}

} // namespace exec
} // namespace concord
