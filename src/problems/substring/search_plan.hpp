// The search for the longest windows: one plan, which every device executes in its own way.
//
//   step      what is done                                                what is known then
//   grow      all words that have the support, letter by letter, where    the answer
//             these are few: the steps below are not needed
//   sample    the answer of a few thousand sequences among themselves,    a length that some window reaches
//             confirmed among all of them from there downwards
//   bound     all windows of that length; by words of their pieces        which may have the support, or give it
//   filter    by block combinations, level by level; a sample of what     which are worth a comparison
//             is left may reach further and raise the length
//   compare   seeds of the sources against positions of the targets       which have the support, or a few more
//   climb     more letters, from windows all of whose shorter ones had    the greatest length
//             the support
//   settle    exact counts of those that are left                         the answer
//
// The length is raised from below and never too far: a length that one window reaches is a lower bound of the answer,
// and having the support is monotone in the length. So only `settle` needs exact counts, and every way to do a step
// gives the same answer.
//
// Where the steps run: cpu/executor.cpp, and gpu/executor.hpp over any machine that does many equal steps at once.
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring {

/// Some sequences, evenly spread, and a support in proportion. Their own answer is a guess at the answer of all.
struct poll {
    std::uint64_t sequences;
    std::uint64_t support;

    /// One of each of as many parts of the sequences, anywhere in it: sequences of two kinds may stand in turn, such as
    /// both reads of pairs.
    [[nodiscard]] std::uint64_t sequence(std::uint64_t index, const problem& given) const {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
        const std::uint64_t first = index * given.sequences() / sequences;
        const std::uint64_t part = (index + 1) * given.sequences() / sequences - first;
        return first + ((index + 1) * golden >> 32U) % part;
    }
};

/// Nothing where there are too few sequences, or where too small a support would say little.
[[nodiscard]] inline std::optional<poll> poll_of(const problem& given) {
    const std::uint64_t wanted = tuning::wanted_polled_support * given.sequences() / given.support;
    const std::uint64_t long_ones =
        tuning::letters_of_poll * given.sequences() / std::max<std::uint64_t>(1, given.set.letters());
    const std::uint64_t least = std::clamp(long_ones, tuning::least_polled_of_long, tuning::least_polled);
    const std::uint64_t size = std::clamp(wanted, least, tuning::most_polled);
    const std::uint64_t support = given.support * size / given.sequences();
    if (size * 4 > given.sequences() || support < tuning::least_polled_support) return std::nullopt;
    return poll{size, support};
}

/// What a device must know to execute the plan. `window_sets` holds the sources and the targets of one length,
/// `reached` those sources that have the support. Steps may be collective and may throw error (cancelled, resource).
template <class Executor>
concept search_executor = requires(Executor& run, std::uint64_t length, const poll& asked, const longest_windows& guess,
                                   typename Executor::window_sets& windows, typename Executor::reached& best,
                                   std::vector<std::uint64_t>& sequences,
                                   std::vector<substring_candidate>& candidates) {
    // grow: the answer by growing words, where that is estimated to be cheaper than the other steps, or than what is
    // left to be done with the windows that the filter left
    { run.grow_if_cheaper() } -> std::same_as<std::optional<longest_windows>>;
    { run.grow_if_cheaper(windows) } -> std::same_as<std::optional<longest_windows>>;

    // sample: a length that is known to be reached (0: none); the answer of a poll; the greatest length in [length,
    // end) that windows at and around those of a guess reach among all sequences, or a spread sample of all windows
    // reaches (0: none); the next length to try
    { run.known_reach() } -> std::same_as<std::uint64_t>;
    { run.answer_of(asked, length) } -> std::same_as<longest_windows>;
    { run.reach_of_likely(guess, length, length) } -> std::same_as<std::uint64_t>;
    { run.reach_of_sample(length, length) } -> std::same_as<std::uint64_t>;
    { run.next_lower(length) } -> std::same_as<std::uint64_t>;

    // bound: all windows of a length, and how many there are
    { run.all_windows(length) } -> std::same_as<typename Executor::window_sets>;
    { run.counts(windows) } -> std::same_as<window_counts>;

    // filter: the first level that is worth it (0: none); whether a further one costs much less than it may save; a
    // level; whether it left much less than there was when filter_pays was asked; longer windows only, where a
    // sample of what is left reaches further
    { run.first_filter_level(windows) } -> std::same_as<std::uint64_t>;
    { run.filter_pays(windows, length) } -> std::same_as<bool>;
    run.filter(windows, length);
    { run.dropped_much(windows) } -> std::same_as<bool>;
    { run.raise_by_sample(windows) } -> std::same_as<bool>;
    { Executor::most_raises } -> std::convertible_to<unsigned>;

    // compare: all lengths from this one on by a single scan, of all windows or of those that the filter left,
    // where the device can and that is estimated to be cheaper; else one length at a time
    { run.scan_if_cheaper(length) } -> std::same_as<std::optional<longest_windows>>;
    { run.scan_if_cheaper(windows) } -> std::same_as<std::optional<longest_windows>>;
    { run.compare(std::move(windows)) } -> std::same_as<typename Executor::reached>;

    // climb: windows some letters longer; by which factor the number of letters grows
    { run.compare_longer(best, length) } -> std::same_as<typename Executor::reached>;
    { Executor::growth_of_climb } -> std::convertible_to<std::uint64_t>;

    // settle: exact counts; and the windows with their supports
    { run.settle(std::move(best)) } -> std::same_as<typename Executor::reached>;
    { run.list(best) } -> std::same_as<longest_windows>;

    // the candidates C_i: of equal sequences one is evaluated; of a shard, its own
    { run.representative_of(length) } -> std::same_as<std::uint64_t>;
    { run.is_ours(length) } -> std::same_as<bool>;
    run.find_candidates(sequences, length, candidates);

    run.note(std::string{});
};

/// sample: a length >= min_length that some window reaches; 0: none found. Never more than the answer.
template <search_executor Executor>
[[nodiscard]] std::uint64_t sampled_length(const problem& given, Executor& run, std::uint64_t longest) {
    // A window of at most k letters is near to every other one, and t sequences have `longest` letters.
    const std::uint64_t known = std::min(std::max(given.mismatches, run.known_reach()), longest);
    const std::uint64_t least = std::max(given.min_length, known);
    const std::uint64_t reach_of_least = known >= given.min_length ? known : 0;
    std::uint64_t end = longest + 1; // lengths from here on are reached by none of the sample
    if (const std::optional<poll> asked = poll_of(given)) {
        const longest_windows guess = run.answer_of(*asked, longest);
        std::uint64_t length = std::max(guess.length, least);
        for (std::uint64_t step = 1; length > known; step *= 2) {
            if (const std::uint64_t reach = run.reach_of_likely(guess, length, end); reach > 0) return reach;
            if (length == least) return reach_of_least;
            end = length;
            // No more than half of it: a guess that is far too long would end at the least length.
            length -= std::min({step, length - least, (length + 1) / 2});
        }
        return known;
    }
    for (std::uint64_t length = longest; length > known;) {
        if (const std::uint64_t reach = run.reach_of_sample(length, end); reach > 0) return reach;
        if (length == least) return reach_of_least;
        end = length;
        length = std::max(least, run.next_lower(length));
    }
    return known;
}

/// filter: drops windows as long as that costs much less than it may save. May raise the length.
template <search_executor Executor>
void filter_by_blocks(const problem& given, Executor& run, typename Executor::window_sets& windows, bool may_raise) {
    const auto is_possible = [&](std::uint64_t intact) {
        const window_counts left = run.counts(windows);
        return left.sources > 0 && is_filter_level(given, left.length, intact);
    };
    const auto filter = [&](std::uint64_t intact) {
        run.filter(windows, intact);
        run.note(describe_level(run.counts(windows), intact));
    };
    const std::uint64_t first = run.first_filter_level(windows);
    if (first == 0 || !is_possible(first)) return;
    filter(first);
    for (unsigned raises = 0; may_raise && raises < Executor::most_raises && is_possible(first); ++raises) {
        if (!run.raise_by_sample(windows)) break;
        run.note("a sample of those reaches " + std::to_string(run.counts(windows).length));
        if (!run.filter_pays(windows, first)) return;
        filter(first);
        if (!run.dropped_much(windows)) break;
    }
    for (std::uint64_t intact = first + 1; is_possible(intact) && run.filter_pays(windows, intact); ++intact) {
        filter(intact);
        if (!run.dropped_much(windows)) return;
    }
}

/// climb: from what is reached to the greatest length below `end` that is.
template <search_executor Executor>
void climb(Executor& run, typename Executor::reached& best, std::uint64_t end) {
    for (std::uint64_t step = 1; best.length() + 1 < end;) {
        const std::uint64_t by = std::min(step, end - 1 - best.length());
        if (typename Executor::reached longer = run.compare_longer(best, by); longer.any()) {
            best = std::move(longer);
            step *= Executor::growth_of_climb;
        } else {
            end = best.length() + by;
            step = std::max<std::uint64_t>(1, by / 2);
        }
    }
}

/// All windows of the greatest length >= min_length that have the support; of a shard: its own, of a length that need
/// not be the greatest, or none.
template <search_executor Executor>
[[nodiscard]] longest_windows search(const problem& given, Executor& run) {
    const std::uint64_t longest = longest_possible(given);
    if (longest < given.min_length) return {};
    if (auto found = run.grow_if_cheaper()) return std::move(*found);

    const std::uint64_t sampled = sampled_length(given, run, longest);
    run.note("a sample of all windows reaches " + std::to_string(sampled));
    const std::uint64_t length = std::max(given.min_length, sampled);
    if (auto found = run.scan_if_cheaper(length)) return std::move(*found);

    typename Executor::window_sets windows = run.all_windows(length);
    filter_by_blocks(given, run, windows, true);
    if (run.counts(windows).sources == 0) return {};
    if (auto found = run.grow_if_cheaper(windows)) return std::move(*found);
    if (auto found = run.scan_if_cheaper(windows)) return std::move(*found);

    typename Executor::reached best = run.compare(std::move(windows));
    if (!best.any()) return {};
    // What may have the support is lengthened first: if that has it, the shorter ones need no exact counts.
    if (typename Executor::reached longer = run.compare_longer(best, 1); longer.any()) {
        best = std::move(longer);
        climb(run, best, longest + 1);
    } else {
        best = run.settle(std::move(best));
    }
    return best.any() ? run.list(best) : longest_windows{};
}

/// The candidate C_i of every sequence (of a shard: of its own sequences): the longest of its substrings that has the
/// support. None but a longer one of another shard is longer than `longest`.
template <search_executor Executor>
[[nodiscard]] std::vector<substring_candidate> search_each(const problem& given, Executor& run, std::uint64_t longest) {
    std::vector<substring_candidate> candidates(given.sequences());
    std::vector<std::uint64_t> evaluated;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        candidates[sequence].sequence = sequence;
        if (run.representative_of(sequence) == sequence && run.is_ours(sequence)) evaluated.push_back(sequence);
    }
    if (longest >= given.min_length) run.find_candidates(evaluated, longest, candidates);
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        const substring_candidate& first = candidates[run.representative_of(sequence)];
        candidates[sequence] = {sequence, first.start, first.length, first.support};
    }
    std::erase_if(candidates, [&](const substring_candidate& each) { return !run.is_ours(each.sequence); });
    return candidates;
}

} // namespace concord::substring
