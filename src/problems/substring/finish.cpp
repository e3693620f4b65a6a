// The last step of every device's work, on the host and from the input alone: order, recount, list.
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/problem.hpp"

#include "runtime/fold.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <stdexcept>

namespace concord::substring {
namespace {

/// The letters of a substring of at most 64 letters, a word a plane.
struct short_source {
    short_source(const problem& given, const substring_candidate& source) {
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane)
            words[plane] = given.letters.source(plane, given.offset(source.sequence) + source.start);
    }

    std::array<std::uint64_t, sequence::most_planes + 1> words{};
};

/// The best occurrence with at most `most` mismatches in a target, of a source of at most 64 letters: each word of the
/// target serves all starts whose windows it holds.
substring_occurrence best_short_occurrence(const problem& given, const short_source& letters, std::uint64_t length,
                                           std::uint64_t target, std::uint64_t most) {
    substring_occurrence best{.sequence = target, .mismatches = too_many_mismatches};
    if (given.length(target) < length) return best;
    const std::uint64_t starts = given.length(target) - length + 1;
    const std::uint64_t served = sequence::letters_per_word - length + 1;
    const auto in_window = base::low_bits<std::uint64_t>(static_cast<unsigned>(length));
    const unsigned planes = given.letters.planes();
    std::array<std::uint64_t, sequence::most_planes + 1> words{};
    for (std::uint64_t first = 0; first < starts; first += served) {
        for (unsigned plane = 0; plane < planes; ++plane)
            words[plane] = given.letters.target(plane, given.offset(target) + first);
        for (std::uint64_t shift = 0; shift < std::min(served, starts - first); ++shift) {
            std::uint64_t differences = 0;
            for (unsigned plane = 0; plane < planes; ++plane)
                differences = add_plane(differences, letters.words[plane], words[plane] >> shift);
            const std::uint64_t mismatches = base::count_ones(differences & in_window);
            if (mismatches > most) continue;
            best.start = first + shift;
            best.mismatches = mismatches;
            if (mismatches == 0) return best;
            most = mismatches - 1; // only a better one replaces an occurrence further to the left
        }
    }
    return best;
}

substring_occurrence best_occurrence(const problem& given, const substring_candidate& source,
                                     const short_source& letters, std::uint64_t target) {
    if (target == source.sequence) // it counts even with ambiguous letters
        return {target, source.start, 0, source.start + source.length};
    if (source.length <= sequence::letters_per_word)
        return best_short_occurrence(given, letters, source.length, target, given.mismatches);
    substring_occurrence best{.sequence = target, .mismatches = too_many_mismatches};
    std::uint64_t most = given.mismatches;
    const std::uint64_t a = given.offset(source.sequence) + source.start;
    for (std::uint64_t start = 0; start + source.length <= given.length(target); ++start) {
        const std::uint64_t mismatches =
            mismatches_within(given.letters, a, given.offset(target) + start, source.length, most);
        if (mismatches == too_many_mismatches) continue;
        best.start = start;
        best.mismatches = mismatches;
        if (mismatches == 0) break;
        most = mismatches - 1;
    }
    return best;
}

/// Of some sequences, in any order.
struct some_occurrences {
    std::vector<substring_occurrence> list;
};

void merge(some_occurrences& into, some_occurrences&& part) {
    into.list.insert(into.list.end(), part.list.begin(), part.list.end());
}
void write(runtime::byte_writer& to, const some_occurrences& part) { to.list(part.list); }
void read(runtime::byte_reader& from, some_occurrences& part) { part.list = from.list<substring_occurrence>(); }

} // namespace

std::vector<substring_occurrence> find_occurrences(const problem& given, const substring_candidate& source,
                                                   runtime::thread_pool& workers) {
    constexpr std::uint64_t sequences_per_task = 8192;
    const std::uint64_t tasks = (given.sequences() + sequences_per_task - 1) / sequences_per_task;
    const short_source letters(given, source);
    const runtime::step step{.count = tasks};
    some_occurrences all = runtime::fold<some_occurrences>(workers, step, [&](std::size_t task, unsigned) {
        const std::uint64_t first = task * sequences_per_task;
        const std::uint64_t last = std::min(first + sequences_per_task, given.sequences());
        some_occurrences found;
        for (std::uint64_t target = first; target < last; ++target) {
            const substring_occurrence occurrence = best_occurrence(given, source, letters, target);
            if (occurrence.mismatches > given.mismatches) continue;
            found.list.push_back(occurrence);
            found.list.back().end = occurrence.start + source.length;
        }
        return found;
    });
    runtime::parallel_sort(workers, all.list, [](const auto& a, const auto& b) { return a.sequence < b.sequence; });
    return std::move(all.list);
}

void finish(const problem& given, const substring_options& options, longest_windows&& found,
            runtime::thread_pool& workers, substring_result& result) {
    if (!take_first(found, options, workers, result)) return;
    const claimed_support claimed = given.are_supports_exact ? claimed_support::exact : claimed_support::at_least;
    certify(find_occurrences(given, result.best, workers), given.support, claimed, options, result);
}

bool take_first(longest_windows& found, const substring_options& options, runtime::thread_pool& workers,
                substring_result& result) {
    result.found = found.length > 0;
    if (!result.found) return false;
    if (!runtime::is_sorted(workers, found.windows, std::less()))
        runtime::parallel_sort(workers, found.windows, std::less());
    const window& first = found.windows.front();
    result.best = {first.sequence, first.start, found.length, first.support};
    result.tied_positions = found.windows.size();
    std::atomic<std::uint64_t> sequences = 0;
    if (options.ties) result.ties.resize(found.windows.size());
    constexpr std::uint64_t least_ties_of_part = 4096;
    runtime::for_parts(workers, found.windows.size(), least_ties_of_part, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t here = 0;
        for (std::uint64_t index = begin; index < end; ++index) {
            const window& tie = found.windows[index];
            if (index == 0 || tie.sequence != found.windows[index - 1].sequence) ++here;
            if (options.ties) result.ties[index] = {tie.sequence, tie.start, found.length, tie.support};
        }
        sequences += here;
    });
    result.tied_sequences = sequences;
    return true;
}

void certify(std::vector<substring_occurrence>&& counted, std::uint64_t support, claimed_support claimed,
             const substring_options& options, substring_result& result) {
    substring_candidate& best = result.best;
    const bool is_as_claimed =
        claimed == claimed_support::exact ? counted.size() == best.support : counted.size() >= best.support;
    if (!is_as_claimed || best.support < support)
        throw std::logic_error("certification failed: sequence " + std::to_string(best.sequence) + ", start " +
                               std::to_string(best.start) + ", length " + std::to_string(best.length) +
                               " was said to have support " + std::to_string(best.support) + " and has " +
                               std::to_string(counted.size()));
    best.support = counted.size();
    if (options.occurrences) result.occurrences = std::move(counted);
}

} // namespace concord::substring
