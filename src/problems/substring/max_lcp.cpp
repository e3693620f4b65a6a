// The paper's tables as library calls: MaxLCP (section 2) and the last column of LengthStat (Definition 2).
#include <concord/substring.hpp>

#include "problems/substring/cpu/mismatch_prefixes.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/matching_statistics.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace concord {
namespace {

void check_sequence(const sequence::packed_sequences& set, std::uint64_t sequence) {
    if (sequence >= set.size()) throw error(error_code::usage, "there is no sequence " + std::to_string(sequence));
}

/// LCP_k of s_i[x..] with s_j[y..] for all x in [first, last] of the diagonal on which x = 0 meets y = shift (modulo
/// 2^64).
template <class Report>
void reach_along(const sequence::packed_sequences& set, const sequence::letters_view& letters, std::uint64_t i,
                 std::uint64_t j, std::uint64_t shift, std::uint64_t first, std::uint64_t last, std::uint64_t end,
                 std::vector<std::uint64_t>& queue, Report report) {
    substring::diagonal along(letters, set.offset(i), set.offset(j) + shift);
    along.start_at(first);
    substring::for_each_reach(
        first, last, end, queue.size() - 1, 1, [&](std::uint64_t at) { return along.next_mismatch(at, end); },
        queue.data(), report);
}

/// Two sequences as a set.
sequence_set pair_of(const sequence_set& sequences, std::uint64_t i, std::uint64_t j) {
    sequence_set_builder builder(sequences.alphabet());
    for (const std::uint64_t each : {i, j})
        builder.add({}, sequences.text(each, 0, sequences.length(each)));
    return std::move(builder).finish();
}

run_options on_one_thread(const std::function<bool()>& cancelled) {
    run_options run;
    run.threads = 1;
    run.device = device::cpu();
    run.cancelled = cancelled;
    return run;
}

/// By the suffix array of both, whose letters are bytes.
std::vector<std::uint64_t> max_lcp_of_others(const sequence_set& sequences, std::uint64_t i, std::uint64_t j,
                                             std::uint64_t mismatches, const std::function<bool()>& cancelled) {
    const sequence_set both = pair_of(sequences, i, j);
    const run_options run = on_one_thread(cancelled);
    runtime::thread_pool workers(run);
    const std::vector<std::uint32_t> found =
        substring::longest_prefixes(sequence::packed(both), 1, std::min(mismatches, both.longest()), workers);
    return {found.begin(), found.end()};
}

/// Of one suffix with every sequence.
std::vector<std::uint32_t> exact_reaches(const sequence::packed_sequences& set, std::uint64_t position) {
    const run_options run = on_one_thread({});
    runtime::thread_pool workers(run);
    std::vector<std::uint64_t> sequences(set.size());
    std::iota(sequences.begin(), sequences.end(), 0);
    std::vector<std::string> notes;
    std::vector<std::uint32_t> reaches(set.size());
    suffixes::matching_statistics(set, sequences, set.size(), workers, notes).find({position, position + 1}, reaches);
    return reaches;
}

/// Of a sequence with itself: only letters that match nothing are mismatches, and no other place has fewer of them.
std::vector<std::uint64_t> max_lcp_of_itself(const sequence::packed_sequences& set, std::uint64_t i,
                                             std::uint64_t mismatches) {
    const std::uint64_t offset = set.offset(i);
    const std::uint64_t end = set.offset(i + 1);
    std::vector<std::uint64_t> longest(set.length(i));
    std::uint64_t reach = offset; // the letter after so many ambiguous ones as are allowed
    std::uint64_t spent = 0;
    for (std::uint64_t at = offset; at < end; ++at) {
        for (; reach < end; ++reach) {
            reach = std::min(end, set.next_ambiguous(reach));
            if (reach == end || spent == mismatches) break;
            ++spent;
        }
        longest[at - offset] = reach - at;
        if (set.next_ambiguous(at) == at) {
            if (reach == at)
                ++reach; // it was not spent
            else
                --spent;
        }
    }
    return longest;
}

std::vector<std::uint64_t> mismatch_queue(const sequence::packed_sequences& set, std::uint64_t mismatches) {
    return std::vector<std::uint64_t>(std::min(mismatches, set.longest()) + 1);
}

} // namespace

std::vector<std::uint64_t> max_lcp(const sequence_set& sequences, std::uint64_t i, std::uint64_t j,
                                   std::uint64_t mismatches, const std::function<bool()>& cancelled) {
    const sequence::packed_sequences& set = sequence::packed(sequences);
    check_sequence(set, i);
    check_sequence(set, j);
    const sequence::letters_view letters(set);
    const std::uint64_t a = set.length(i);
    const std::uint64_t b = set.length(j);
    if (i == j) return max_lcp_of_itself(set, i, mismatches);
    const std::uint64_t most = std::numeric_limits<std::uint32_t>::max() - 2;
    if (std::min(a, b) >= substring::tuning::least_letters_of_prefixes && a < most && b < most - a &&
        sequences.alphabet() != alphabet::utf8)
        return max_lcp_of_others(sequences, i, j, mismatches, cancelled);
    std::vector<std::uint64_t> queue = mismatch_queue(set, mismatches);
    std::vector<std::uint64_t> longest(a, 0);
    const auto walk = [&](std::uint64_t x, std::uint64_t y) {
        if (cancelled && cancelled()) throw error(error_code::cancelled, "stopped on request");
        const std::uint64_t end = x + std::min(a - x, b - y);
        reach_along(set, letters, i, j, y - x, x, end - 1, end, queue,
                    [&](std::uint64_t from, std::uint64_t to, std::uint64_t reach) {
                        for (std::uint64_t start = from; start <= to; ++start)
                            longest[start] = std::max(longest[start], reach - start);
                    });
    };
    if (b > 0)
        for (std::uint64_t x = 0; x < a; ++x)
            walk(x, 0);
    if (a > 0)
        for (std::uint64_t y = 1; y < b; ++y)
            walk(0, y);
    return longest;
}

std::vector<std::uint64_t> length_stat(const sequence_set& sequences, std::uint64_t i, std::uint64_t start,
                                       std::uint64_t mismatches) {
    const sequence::packed_sequences& set = sequence::packed(sequences);
    check_sequence(set, i);
    if (start > set.length(i))
        throw error(error_code::usage, "sequence " + std::to_string(i) + " has no start " + std::to_string(start));
    const sequence::letters_view letters(set);
    const std::uint64_t lengths = set.length(i) - start;
    const bool is_exact = mismatches == 0 && lengths >= substring::tuning::least_letters_of_prefixes;
    const std::vector<std::uint32_t> exact =
        is_exact ? exact_reaches(set, set.offset(i) + start) : std::vector<std::uint32_t>();
    std::vector<std::uint64_t> queue = mismatch_queue(set, mismatches);
    std::vector<std::uint64_t> ending(lengths + 1, 0); // sequences whose longest prefix has so many letters
    for (std::uint64_t j = 0; j < set.size(); ++j) {
        if (j == i) continue;
        std::uint64_t longest = is_exact ? exact[j] : 0;
        for (std::uint64_t y = 0; y < set.length(j) && lengths > 0 && !is_exact; ++y) {
            const std::uint64_t end = start + std::min(lengths, set.length(j) - y);
            reach_along(
                set, letters, i, j, y - start, start, start, end, queue,
                [&](std::uint64_t, std::uint64_t, std::uint64_t reach) { longest = std::max(longest, reach - start); });
        }
        ++ending[longest];
    }
    // A sequence that shares a longer prefix shares the shorter ones; the source shares them all.
    std::uint64_t reaching = 1;
    std::vector<std::uint64_t> sequences_with(lengths);
    for (std::uint64_t length = lengths; length > 0; --length) {
        reaching += ending[length];
        sequences_with[length - 1] = reaching;
    }
    return sequences_with;
}

} // namespace concord
