// Questions about an index that a GPU holds: whether it answers, and what it answers with.
#pragma once

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace concord::overlap {

/// Whether the index is on a GPU, and the user or an estimate of the time chooses it. Work that ranks or shards divide
/// is done on their CPUs.
[[nodiscard]] bool is_asked_on_gpu(const index_tables& held, const run_options& run);

/// ask(gpu, check, made) puts the question to the GPU of an index. False if the CPU has to answer, from `made.next` on:
/// where the policy chooses it, or where the GPU that the policy chose lacks memory. Throws what `ask` throws
/// otherwise.
template <class Ask>
[[nodiscard]] bool answered_on_gpu(const index_tables& held, const runtime::thread_pool& workers, delivery& made,
                                   Ask ask) {
    if (!is_asked_on_gpu(held, workers.options())) return false;
    const cancel_check check = [&workers] { workers.check_cancelled(); };
    try {
        check();
        ask(*held.on_gpu, check, made);
        return true;
    } catch (const error& trouble) {
        if (trouble.code() != error_code::resource || workers.options().device.names_gpus() || made.is_under_way) throw;
        return false;
    }
}

/// Delivers answer_of(row) for each row with an answer, in order; threads share the conversion. Returns their number.
template <class Answer, class Convert>
std::uint64_t deliver_rows(std::span<const match_row> rows, runtime::thread_pool& workers, Convert answer_of,
                           const std::function<void(const Answer&)>& take) {
    constexpr std::size_t per_task = 16'384;
    const std::size_t at_once = per_task * workers.threads();
    std::vector<Answer> converted(std::min(rows.size(), at_once));
    std::uint64_t count = 0;
    for (std::size_t first = 0; first < rows.size(); first += at_once) {
        const std::span<const match_row> some = rows.subspan(first, std::min(at_once, rows.size() - first));
        workers.run((some.size() + per_task - 1) / per_task, [&](std::size_t task, unsigned) {
            for (std::size_t at = task * per_task; at < std::min(some.size(), (task + 1) * per_task); ++at)
                if (some[at].length > 0) converted[at] = answer_of(some[at]);
        });
        for (std::size_t at = 0; at < some.size(); ++at) {
            if (some[at].length == 0) continue;
            take(converted[at]);
            ++count;
        }
    }
    return count;
}

[[nodiscard]] inline exact_match exact_match_of(const index_tables& held, const match_row& row) {
    return {held.place_of(row.a), held.place_of(row.b, row.length), row.length};
}

} // namespace concord::overlap
