#include "problems/substring/exact_substrings.hpp"

#include "problems/substring/cpu/equal_groups.hpp"
#include "sequence/sequence_at.hpp"

namespace concord::substring {

bool is_exact(const problem& given, std::uint64_t memory, const runtime::thread_pool& workers) {
    return given.mismatches == 0 && given.support > 1 && workers.options().sharing == nullptr &&
           suffixes::memory_of_longest_shared(given.set, workers.threads()) <= memory;
}

longest_windows longest_sequences(const problem& given) {
    const std::uint64_t length = given.set.longest();
    std::vector<std::uint64_t> longest;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        if (given.length(sequence) == length) longest.push_back(sequence);
    const equal_sequences groups(given, longest);
    longest_windows found{length, {}};
    for (const std::uint64_t sequence : longest) {
        const bool has_ambiguous = given.set.next_ambiguous(given.offset(sequence)) < given.offset(sequence + 1);
        const std::uint64_t copies = groups.copies(groups.group_of(sequence)).size();
        found.windows.push_back({sequence, 0, has_ambiguous ? 1 : copies});
    }
    return found;
}

longest_windows find_exactly(const sequence::packed_sequences& set, const suffixes::wanted_support& wanted,
                             std::uint64_t memory, runtime::thread_pool& workers, std::vector<std::string>& notes) {
    const suffixes::shared_substrings shared = suffixes::longest_shared(set, wanted, memory, workers, notes);
    longest_windows found{shared.length, {}};
    found.windows.reserve(shared.places.size());
    const double sequences_per_letter = static_cast<double>(set.size()) / static_cast<double>(set.letters());
    for (const suffixes::shared_substring& each : shared.substrings)
        for (std::uint64_t at = each.first; at < each.last; ++at) {
            const std::uint64_t position = shared.places[at];
            const std::uint64_t sequence =
                sequence::sequence_at(set.offsets(), set.size(), sequences_per_letter, position);
            found.windows.push_back({sequence, position - set.offset(sequence), each.support});
        }
    return found;
}

std::vector<substring_candidate> find_each_exactly(const problem& given, runtime::thread_pool& workers,
                                                   std::vector<std::string>& notes) {
    const std::vector<suffixes::best_of_sequence> best =
        suffixes::longest_of_each(given.set, {given.support, given.min_length}, workers, notes);
    std::vector<substring_candidate> candidates;
    candidates.reserve(best.size());
    for (std::uint64_t sequence = 0; sequence < best.size(); ++sequence)
        candidates.push_back({sequence, best[sequence].start, best[sequence].length, best[sequence].support});
    return candidates;
}

} // namespace concord::substring
