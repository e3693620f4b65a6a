#include "problems/substring/cpu/join/join_cost.hpp"

#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/join/ball_radii.hpp"
#include "problems/substring/cpu/join/far_targets.hpp"
#include "problems/substring/cpu/join/one_mismatch_pairs.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/join/short_words.hpp"
#include "problems/substring/cpu/join/window_index.hpp"
#include "problems/substring/cpu/join/window_rows.hpp"
#include "problems/substring/cpu/polynomial_hash.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/cpu/scan/spans.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// Of a sample that is not empty.
double share_different(std::vector<std::uint64_t> hashes) {
    std::ranges::sort(hashes);
    return static_cast<double>(std::ranges::unique(hashes).begin() - hashes.begin()) /
           static_cast<double>(hashes.size());
}

/// Of so many windows, how many are different: as many as there are texts of their letters where these were drawn
/// evenly, or as differ in a sample; where one letter is by far the most frequent, the first says much too little.
double different_windows(const problem& given, std::uint64_t length, double windows) {
    const double texts = std::pow(1 / given.chance_match, static_cast<double>(std::min<std::uint64_t>(length, 500)));
    if (texts >= windows || given.set.longest() < length) return std::min(texts, windows);
    polynomial_hash hash;
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t index = 0; index < tuning::sampled_different_windows; ++index) {
        const std::uint64_t sequence = index * given.sequences() / tuning::sampled_different_windows;
        if (given.length(sequence) < length) continue;
        const std::uint64_t first = given.offset(sequence) + index * 7919 % (given.length(sequence) - length + 1);
        hashes.push_back(hash.of_all(given, first, first + length));
    }
    if (hashes.empty()) return std::min(texts, windows);
    return std::min(windows, std::max(texts, windows * share_different(std::move(hashes))));
}

/// What a sample says of pairs of a distinct source and a target: chance says too little of windows with a short
/// period.
struct pair_sample {
    double alike = 0; ///< share of those near to each other by their first letters
    double near = 0;  ///< and by all of them
};

pair_sample sample_pairs(const problem& given, const equal_windows& sources, const candidate_windows& windows) {
    std::vector<std::uint64_t> targets;
    windows.targets.for_each_sampled(tuning::targets_of_telling,
                                     [&](std::uint64_t position) { targets.push_back(position); });
    const std::size_t asked = std::min(tuning::sources_of_telling, sources.size());
    const std::uint64_t front = std::min<std::uint64_t>(windows.length, tuning::letters_compared);
    std::size_t alike = 0;
    std::size_t near = 0;
    for (std::size_t index = 0; index < asked; ++index) {
        const std::uint64_t source = sources.occurrences(index * sources.size() / asked)[0].position;
        for (const std::uint64_t target : targets) {
            const auto are_near = [&](std::uint64_t letters) {
                return mismatches_within(given.letters, source, target, letters, given.mismatches) <= given.mismatches;
            };
            if (source == target || !are_near(front)) continue;
            ++alike;
            near += are_near(windows.length) ? 1U : 0U;
        }
    }
    const double pairs = std::max(1.0, static_cast<double>(asked) * static_cast<double>(targets.size()));
    return {static_cast<double>(alike) / pairs, static_cast<double>(near) / pairs};
}

/// Of a join by unexpected letters, and of counting what is near.
double cost_by_expectation(const problem& given, const window_counts& windows, double distinct_sources,
                           double distinct_targets) {
    const growth_alphabet letters(given);
    const std::optional<likely_letters> likely = most_likely_letters(given, letters, windows.length);
    if (!likely) return std::numeric_limits<double>::infinity();
    const cost_of_expectation each = cost_of_unexpected(*likely, letters, windows.length);
    const double near = distinct_sources * (likely->unexpected + 1);
    const double occurrences = static_cast<double>(windows.targets) / std::max(1.0, distinct_targets);
    return distinct_sources * each.source + distinct_targets * each.target +
           near * (tuning::cost_of_distinct_pair + tuning::cost_of_counting * occurrences);
}

} // namespace

double cost_of_neighbours(const problem& given, double letters, std::uint64_t length, double share) {
    const double all = count_neighbours(letters, length, given.mismatches);
    const auto whole = static_cast<std::uint64_t>(std::ceil(letters));
    if (short_words::can_hold(whole, length))
        return count_neighbours(letters, split_word::of(whole, length).front, given.mismatches) *
                   tuning::cost_of_short_neighbour +
               all * std::min(1.0, share) * tuning::cost_of_short_found;
    return all * (tuning::cost_of_neighbour + tuning::cost_of_found * std::min(1.0, share));
}

double cost_of_joining(const problem& given, const window_counts& windows, double repetition, double of_alike) {
    const auto length = static_cast<double>(windows.length);
    const double texts = std::pow(1 / given.chance_match, std::min(length, 500.0)); // that many windows can differ
    const auto sources = static_cast<double>(windows.sources);
    const auto targets = static_cast<double>(windows.targets);
    const double distinct_sources = different_windows(given, windows.length, sources);
    const double distinct_targets = different_windows(given, windows.length, targets);
    // Where some letters are by far the most frequent, the effective number of letters says nothing about neighbours.
    const bool is_skewed = texts < std::max(sources, targets);
    const double different = is_skewed ? std::exp2(given.letters.ordinary_planes()) : 1 / given.chance_match;
    const double lanes = tuning::lanes_bits / tuning::letters_compared;
    const double in_full = windows.length > tuning::letters_compared
                               ? chance_of_survival(tuning::letters_compared, given.mismatches, given.chance_match) *
                                     tuning::cost_of_full_comparison
                               : 0;
    const double compared = distinct_sources * distinct_targets *
                            ((tuning::cost_of_vector_test + 2.0 * given.letters.planes()) / lanes + in_full);
    const double looked_up = distinct_sources * cost_of_neighbours(given, different, windows.length,
                                                                   (is_skewed ? distinct_targets : targets) /
                                                                       std::pow(different, std::min(length, 500.0)));
    const auto letters = static_cast<unsigned>(
        is_skewed ? windows.length : std::min<std::uint64_t>(windows.length, tuning::letters_compared));
    const double counted = distinct_sources * chance_of_survival(letters, given.mismatches, given.chance_match) *
                           (targets * tuning::cost_of_counting + distinct_targets * tuning::cost_of_distinct_pair);
    double listed = std::numeric_limits<double>::infinity();
    const auto alphabet =
        static_cast<std::uint64_t>(std::lround(1 / given.chance_match)) + (given.set.has_ambiguous() ? 1 : 0);
    const bool has_few_letters = alphabet <= growth_alphabet::most_letters;
    // Else the lists of some words are long.
    if (has_few_letters && !is_skewed && repetition <= tuning::most_repetition_for_lists) {
        const piece_plan plan = plan_pieces(given, alphabet, windows.length, distinct_targets, repetition);
        const double bytes = distinct_targets * static_cast<double>(plan.pieces.size() * sizeof(std::uint32_t)) *
                             (given.letters.planes() + 1);
        listed = distinct_sources * plan.cost * (bytes > tuning::bytes_of_cached_lists ? tuning::lists_in_memory : 1);
    }
    const double by_all = std::min({compared + of_alike, looked_up, listed + of_alike}) + counted;
    const double grouping = (sources + targets) * tuning::cost_of_grouping;
    if (given.mismatches != 1 || by_all < tuning::join_is_quick ||
        !(is_skewed || repetition > tuning::most_repetition_for_lists))
        return by_all + grouping;
    return std::min(by_all, cost_by_expectation(given, windows, distinct_sources, distinct_targets)) + grouping;
}

std::uint64_t sampled_different(const problem& given, const window_bits& sources, const window_counts& windows) {
    polynomial_hash hash;
    std::vector<std::uint64_t> hashes;
    sources.for_each_sampled(tuning::sampled_different_sources, [&](std::uint64_t position) {
        hashes.push_back(hash.of_all(given, position, position + windows.length));
    });
    if (hashes.empty()) return windows.sources;
    return static_cast<std::uint64_t>(static_cast<double>(windows.sources) * share_different(std::move(hashes)));
}

double cost_of_comparing(const problem& given, runtime::thread_pool& workers, const candidate_windows& windows,
                         double repetition) {
    const std::uint64_t spans = count_spans_left(given, workers, windows.sources);
    const std::uint64_t targets = count_sequences_left(given, workers, windows.targets);
    return std::min(cost_of_joining(given, windows.counts(), repetition),
                    cost_of_scanning(given, spans, targets, windows.length));
}

double cost_of_joining_distinct(const problem& given, const seed_kernels& kernels, const candidate_windows& windows,
                                distinct_sources& groups, double repetition) {
    window_counts counts = windows.counts();
    const double all = cost_of_joining(given, counts, repetition);
    const double grouping = static_cast<double>(counts.sources) * tuning::cost_of_grouping;
    // Where words repeat themselves, all pairs may be near: then even a quick lookup ends in a sum over these.
    const double if_all_near =
        static_cast<double>(counts.sources) * static_cast<double>(counts.targets) * tuning::cost_of_summed_pair;
    const bool may_be_near = repetition > tuning::most_repetition_for_lists && if_all_near > tuning::join_is_quick;
    if ((all < tuning::join_is_quick && !may_be_near) || all < 16 * grouping) return all;
    counts.sources = groups.of(windows).size();
    const pair_sample sampled = sample_pairs(given, groups.of(windows), windows);
    const double pairs = static_cast<double>(counts.sources) * static_cast<double>(counts.targets);
    // Balls sum up windows whose letters are all in lanes without a look at any pair.
    const double of_near = window_stretches<std::uint64_t>(windows.length, 0).are_all()
                               ? 0
                               : sampled.near * pairs * tuning::cost_of_summed_pair;
    const double of_alike = windows.length > tuning::letters_compared
                                ? sampled.alike * pairs *
                                      (tuning::cost_of_listed_survivor +
                                       tuning::cost_of_compared_word / 64 * static_cast<double>(windows.length))
                                : of_near;
    if (all <
        tuning::worth_sampled_balls * cost_of_sampling_balls(given, windows.length, counts.sources, counts.targets))
        return grouping + cost_of_joining(given, counts, repetition, of_alike);
    const far_target_estimate& far = groups.estimate(windows, kernels);
    const double by_balls =
        far.cost * static_cast<double>(counts.targets) + tuning::cost_of_member * static_cast<double>(counts.sources);
    return grouping + std::min(by_balls + of_near, cost_of_joining(given, counts, repetition, of_alike));
}

const equal_windows& distinct_sources::of(const candidate_windows& windows) {
    if (!groups_ || length_ != windows.length || count_ != windows.source_count) {
        groups_.reset(); // its memory first
        estimate_.reset();
        groups_.emplace(given_, windows.sources, windows.length, workers_);
        length_ = windows.length;
        count_ = windows.source_count;
    }
    return *groups_;
}

const far_target_estimate& distinct_sources::estimate(const candidate_windows& windows, const seed_kernels& kernels) {
    const equal_windows& sources = of(windows);
    if (!estimate_ || targets_ != windows.target_count) {
        estimate_ = estimate_far_targets(given_, workers_, kernels, sources, windows);
        targets_ = windows.target_count;
    }
    return *estimate_;
}

double memory_of_joining(const problem& given, const window_counts& windows) {
    constexpr double of_group = 5 * sizeof(std::uint64_t);  // of finding what a window is equal to
    constexpr double of_counts = 3 * sizeof(std::uint64_t); // counted_targets
    // window_index: at most four entries, and their bits; or a piece_index
    const double of_index = std::max(4 * 2 * sizeof(std::uint64_t) + 8.0, static_cast<double>(bytes_of_pieces(given)));
    // Their letters in lanes, and those of targets once more by sequence, with the numbers of both.
    const double rows =
        windows.length > tuning::letters_compared
            ? static_cast<double>(sizeof(std::uint64_t) * window_stretches<std::uint64_t>(windows.length, 0).size())
            : sizeof(std::uint32_t);
    const double of_lanes = 2 * (rows * given.letters.planes() + sizeof(std::uint32_t));
    const double each = of_group + of_counts + of_index + of_lanes;
    return each * static_cast<double>(windows.sources + windows.targets) +
           (sizeof(std::uint32_t) + 1) * static_cast<double>(given.sequences());
}

} // namespace concord::substring
