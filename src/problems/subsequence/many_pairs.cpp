// Many pairs: lengths from the indel distances that alignment/batch computes side by side, and subsequences pair by
// pair.
#include "alignment/batch/comparisons.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>
#include <concord/subsequence.hpp>

#include <algorithm>
#include <string>

namespace concord {
namespace {

batch_options by_indel(const run_options& run) {
    batch_options options;
    options.metric = distance_metric::indel;
    options.run = run;
    return options;
}

/// Every letter that is not inserted or deleted is one of the subsequence, in both sequences.
std::uint32_t length_of(std::uint64_t letters, std::uint32_t distance) {
    return static_cast<std::uint32_t>((letters - distance) / 2);
}

/// Pairs that are found before they are passed on.
constexpr std::uint64_t pairs_a_thread = 64;

} // namespace

std::vector<std::uint32_t> zipped_subsequence_lengths(const sequence_set& a, const sequence_set& b,
                                                      const run_options& options, run_report* report) {
    std::vector<std::uint32_t> found = edit_distance::compare_zipped(a, b, by_indel(options), report);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != no_distance) found[i] = length_of(a.length(i) + b.length(i), found[i]);
    return found;
}

void all_subsequence_lengths(const sequence_set& a, const sequence_set& b, const run_options& options,
                             const subsequence_row& row, run_report* report) {
    std::vector<std::uint64_t> letters(b.size()); // rows come one after the other: the loop over one is for vectors
    for (std::size_t j = 0; j < letters.size(); ++j)
        letters[j] = b.length(j);
    std::vector<std::uint32_t> lengths(b.size());
    const auto take = [&](std::uint64_t i, std::span<const std::uint32_t> distances) {
        const std::uint64_t of_a = a.length(i);
        for (std::size_t j = 0; j < distances.size(); ++j)
            lengths[j] = length_of(of_a + letters[j], distances[j]);
        row(i, lengths);
    };
    edit_distance::compare_all(a, b, by_indel(options), take, report);
}

void zipped_subsequences(const sequence_set& a, const sequence_set& b, const subsequence_options& options,
                         const subsequence_taker& take) {
    if (a.size() != b.size())
        throw error(error_code::usage, "sets of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                           " sequences cannot be compared one by one");
    const auto find = [&](std::uint64_t i, const run_options& run) {
        subsequence_options one = options;
        one.run = run;
        one.run.on_progress = {};
        one.run.sharing = nullptr; // every process finds them all
        return longest_common_subsequence(sequence_ref(a, i), sequence_ref(b, i), one);
    };
    runtime::thread_pool pool(options.run);
    if (a.size() < std::uint64_t{4} * pool.threads()) {
        for (std::uint64_t i = 0; i < a.size(); ++i)
            take(i, find(i, options.run));
        return;
    }
    run_options alone = options.run;
    alone.threads = 1;
    const std::uint64_t at_once = pairs_a_thread * pool.threads();
    std::vector<subsequence_result> found(std::min<std::uint64_t>(at_once, a.size()));
    for (std::uint64_t first = 0; first < a.size(); first += at_once) {
        const std::uint64_t count = std::min<std::uint64_t>(at_once, a.size() - first);
        pool.run(count, [&](std::size_t index, unsigned) { found[index] = find(first + index, alone); });
        for (std::uint64_t index = 0; index < count; ++index)
            take(first + index, found[index]);
        if (options.run.on_progress) options.run.on_progress({"comparing", first + count, a.size(), "pairs"});
    }
}

} // namespace concord
