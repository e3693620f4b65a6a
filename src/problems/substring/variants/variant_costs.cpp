#include "problems/substring/variants/variant_costs.hpp"

#include "problems/substring/anchor_tuning.hpp"
#include "problems/substring/suffix_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/split_places.hpp"
#include "suffixes/maximal_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace concord::substring {
namespace {

constexpr std::size_t nucleotides = 4;
constexpr std::uint64_t letters_of_word = 8;

double sequences_of(const variant_problem& given) { return static_cast<double>(given.of.sequences()); }
double letters_of(const variant_problem& given) { return static_cast<double>(given.of.text().size()); }
double mean_length(const variant_problem& given) { return letters_of(given) / sequences_of(given); }
double wanted_share(const variant_problem& given) { return static_cast<double>(given.support) / sequences_of(given); }

bool is_measured(const variant_problem& given) {
    return given.allowed.indels && !given.of.has_sets() && given.of.kinds() == piece_collection::kinds_of_dna &&
           given.copies == 1 && given.allowed.edits < tuning::seconds_of_shared_letter.size() &&
           given.of.sequences() > 1 && given.support > 1 && mean_length(given) >= 1 &&
           mean_length(given) <= tuning::most_letters_of_costs;
}

/// Of words that are evenly spread: the times that the most frequent one was met, and how many words were read.
struct sampled_words {
    std::uint64_t most = 0;
    std::uint64_t read = 0;
    std::size_t word = 0; ///< the most frequent one
};

sampled_words sample_words(const piece_collection& of) {
    const std::uint64_t letters = of.text().size();
    if (letters < letters_of_word) return {};
    const std::uint64_t asked = std::min(letters - letters_of_word + 1, tuning::words_for_variant_outlook);
    std::vector<std::uint32_t> met(std::size_t{1} << 2 * letters_of_word, 0);
    sampled_words found;
    for (std::uint64_t index = 0; index < asked; ++index) {
        const std::uint64_t start = index * (letters - letters_of_word + 1) / asked;
        std::size_t word = 0;
        bool is_ordinary = true;
        for (const letter each : of.letters(start, letters_of_word)) {
            is_ordinary = is_ordinary && each < nucleotides;
            word = word << 2U | (each & 3U);
        }
        if (!is_ordinary) continue; // it has a letter that matches nothing, or a barrier
        ++found.read;
        if (++met[word] <= found.most) continue;
        found.most = met[word];
        found.word = word;
    }
    return found;
}

/// Of all sequences, those that hold a word.
double share_of_holders(const piece_collection& of, std::size_t word) {
    std::uint64_t holders = 0;
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        std::size_t here = 0;
        std::uint64_t ordinary = 0; // letters in a row
        bool is_held = false;
        for (const letter each : of.letters(of.text_first(sequence), of.text_length(sequence))) {
            ordinary = each < nucleotides ? ordinary + 1 : 0;
            here = (here << 2U | (each & 3U)) & ((std::size_t{1} << 2 * letters_of_word) - 1);
            is_held = ordinary >= letters_of_word && here == word;
            if (is_held) break;
        }
        holders += is_held ? 1 : 0;
    }
    return static_cast<double>(holders) / static_cast<double>(of.sequences());
}

/// Of words of so many letters, those that are within k edits of one: a letter has some 8 of these.
double share_within_edits(std::uint64_t letters, std::uint64_t edits) {
    double near = std::pow(static_cast<double>(nucleotides), -static_cast<double>(letters));
    for (std::uint64_t edit = 1; edit <= edits; ++edit)
        near *= 8 * static_cast<double>(letters) / static_cast<double>(edit);
    return near;
}

/// Whether places near to both halves leave few of the shortest windows that random sequences do not hold.
bool are_dropped_by_places(const variant_problem& given, const variant_outlook& outlook) {
    return given.allowed.edits < tuning::seconds_of_split_letter.size() &&
           wanted_share(given) >= tuning::share_of_split_costs &&
           are_split_places_possible(given, outlook.by_chance + 1);
}

/// Seconds on one thread, beside reading the letters a few times.
double counting_on_cpu(const variant_problem& given, const variant_outlook& outlook) {
    const std::uint64_t edits = given.allowed.edits;
    const double sequences = sequences_of(given);
    const double longer = mean_length(given) / tuning::letters_of_costs;
    const double share = wanted_share(given);
    if (!outlook.is_shared) {
        if (outlook.by_chance < given.min_length) return 0; // the filter drops nearly all windows
        const double counted =
            letters_of(given) * tuning::seconds_of_random_letter[edits] * longer *
            std::sqrt(tuning::share_of_random_costs / std::max(share, tuning::share_of_random_costs)) *
            std::sqrt(sequences / tuning::sequences_of_random_costs);
        if (!are_dropped_by_places(given, outlook)) return counted;
        return std::min(counted, letters_of(given) * tuning::seconds_of_split_letter[edits]);
    }
    const double often = edits < tuning::edits_of_frequent_costs ? 0 : share / tuning::share_of_frequent_costs;
    const double of_long =
        mean_length(given) < tuning::letters_of_long_costs ? 1 : std::max(1.0, share / tuning::share_of_long_costs);
    return sequences * tuning::seconds_of_shared_sequence[edits] *
           std::pow(longer, tuning::growth_by_letters_soon_left) *
           std::pow(std::max(1.0, sequences / tuning::sequences_of_shared_costs),
                    tuning::growth_of_shared_costs[edits]) *
           (1 + often) * of_long;
}

runtime::gpu_work work_of_gpu(const variant_problem& given, const variant_outlook& outlook) {
    const std::uint64_t edits = given.allowed.edits;
    double following = 0;
    if (outlook.is_shared) {
        following =
            letters_of(given) * tuning::seconds_of_shared_letter[edits] *
            std::pow(std::max(1.0, sequences_of(given) / tuning::sequences_of_gpu_costs),
                     tuning::growth_of_letters_on_gpu[edits]) *
            std::pow(std::max(1.0, mean_length(given) / tuning::letters_of_costs), tuning::growth_by_letters_on_gpu) *
            (1 + wanted_share(given) / tuning::share_of_gpu_costs);
    } else if (outlook.by_chance >= given.min_length) {
        // All different windows in all sequences, letter by letter.
        const double letters = letters_of(given);
        const auto length = static_cast<double>(outlook.by_chance);
        const double windows = std::min(letters, std::pow(static_cast<double>(nucleotides), length));
        const double lanes = sequences_of(given) + letters / sequence::letters_per_word;
        following = windows * lanes * length * static_cast<double>(edits + 1) / tuning::gpu_rows_a_second;
    }
    return {.transfer = letters_of(given) / tuning::gpu_letters_a_second,
            .launching = tuning::gpu_seconds_of_variant_steps * static_cast<double>(edits + 1),
            .scanning = following};
}

} // namespace

variant_outlook outlook_of(const variant_problem& given) {
    variant_outlook outlook;
    const sampled_words words = sample_words(given.of);
    const double by_chance = static_cast<double>(words.read) / std::pow(4.0, letters_of_word);
    if (static_cast<double>(words.most) > tuning::least_frequent_word + tuning::times_of_frequent_word * by_chance)
        outlook.holders =
            std::min(1.0, static_cast<double>(words.most) / static_cast<double>(words.read) * mean_length(given));
    const double share = wanted_share(given);
    // Of many words of an adapter, the one that a sample has most often is met by chance more often than it is there.
    if (share <= outlook.holders && share > outlook.holders * tuning::least_sure_holders)
        outlook.holders = share_of_holders(given.of, words.word);
    const double length = mean_length(given);
    while (static_cast<double>(outlook.by_chance) + 1 < length &&
           (length - static_cast<double>(outlook.by_chance)) *
                   share_within_edits(outlook.by_chance + 1, given.allowed.edits) >=
               share)
        ++outlook.by_chance;
    outlook.is_shared = share <= outlook.holders;
    return outlook;
}

bool are_runs_walked_sooner(const variant_problem& given) {
    if (given.allowed.edits == 0 || given.allowed.edits > tuning::most_mismatches_of_one_letter || !given.of.is_dna() ||
        wanted_share(given) < tuning::share_of_one_letter_that_is_wanted)
        return false;
    std::array<std::uint64_t, nucleotides> counts{};
    std::uint64_t letters = 0; // of the forward strand
    for (const piece& one : given.of.pieces()) {
        if (one.is_reverse) continue;
        letters += one.length;
        for (const letter each : given.of.letters(one.first, one.length))
            if (each < nucleotides) ++counts[each];
    }
    const auto all = static_cast<double>(letters);
    const std::uint64_t most = std::ranges::max(counts); // all of them: equal windows are grouped in no time
    return all >= sequences_of(given) * tuning::letters_of_sequence_of_one_letter && most < letters &&
           static_cast<double>(most) >= all * tuning::share_of_one_letter;
}

double seeds_beside_walks(const variant_problem& given) {
    const piece_collection& of = given.of;
    if (!given.allowed.indels || of.is_dna()) return 0;
    std::vector<double> counts(of.kinds(), 0);
    for (const letter each : of.text())
        if (each != piece_collection::barrier) ++counts[each];
    const double letters = std::accumulate(counts.begin(), counts.end(), 0.0);
    double equal = 0; // of two letters
    for (const double count : counts)
        equal += count / letters * (count / letters);
    if (letters < 2 || equal >= 1) return 0;
    const double others = static_cast<double>(given.support) - 1;
    const auto edits = static_cast<double>(given.allowed.edits);
    // Near windows of one are Poisson distributed. A letter has twice as many edits as there are letters: another one
    // in its place or before it.
    const auto is_shared = [&](std::uint64_t length) {
        const auto all = static_cast<double>(length);
        const double near =
            std::log(letters) + all * std::log(equal) + edits * std::log(2 * all / equal) - std::lgamma(edits + 1);
        return near >= std::log(others) ||
               std::log(letters / (others + 1)) + others * near - std::exp(near) >= std::lgamma(others + 1);
    };
    std::uint64_t length = given.allowed.edits + 1;
    while (length < of.text().size() && is_shared(length + 1))
        ++length;
    const auto seed = static_cast<double>(suffixes::seed_length(length, given.allowed.edits));
    const double most = tuning::most_seeds_beside_walks * std::exp2(-edits);
    return letters / 2 * std::pow(equal, seed) <= most ? most : 0;
}

std::optional<runtime::device_costs> costs_of(const variant_problem& given, unsigned threads,
                                              const machine_rates& rates) {
    if (!is_measured(given)) return std::nullopt;
    const variant_outlook outlook = outlook_of(given);
    const auto shared = [&](double serial) { return serial + (1 - serial) / threads; };
    const runtime::cpu_work cpu{.scanning = counting_on_cpu(given, outlook) * shared(tuning::serial_share_of_counting),
                                .memory = letters_of(given) * tuning::seconds_of_filtered_letter *
                                          shared(tuning::serial_share_of_filters)};
    return runtime::device_costs{.cpu = runtime::seconds_of(cpu, threads, rates.cpu),
                                 .gpu = runtime::seconds_of(work_of_gpu(given, outlook), rates.gpu),
                                 .most_gpus = 1};
}

bool are_soon_left(const variant_problem& given, std::uint64_t length) {
    if (given.allowed.edits >= tuning::cost_of_window_soon_left.size()) return false;
    const double letters = static_cast<double>(given.of.text().size()) / static_cast<double>(given.of.sequences());
    if (letters < static_cast<double>(sequence::letters_per_word)) return true;
    // A letter has some 8 edits: one of 4 letters in its place or before it, or none.
    const double half = static_cast<double>(length) / 2;
    double held = letters * std::pow(4.0, -half);
    for (std::uint64_t edit = 1; edit <= given.allowed.edits; ++edit)
        held *= 8 * half / static_cast<double>(edit);
    return held < 1;
}

double cost_of_trie(const variant_problem& given, std::uint64_t length, const filtered& left, bool is_shared) {
    const auto windows = static_cast<double>(left.starts.size());
    const double sequences = static_cast<double>(given.of.sequences());
    const double letters = static_cast<double>(given.of.text().size()) / sequences;
    if (are_soon_left(given, length)) {
        const double share = static_cast<double>(given.support) / sequences;
        return windows * tuning::cost_of_window_soon_left[given.allowed.edits] *
               (is_shared ? 1 : tuning::walked_of_random_windows) *
               std::pow(letters / tuning::letters_of_window_soon_left, tuning::growth_by_letters_soon_left) *
               std::pow(tuning::share_of_window_soon_left / share, tuning::growth_by_share_soon_left);
    }
    const double words = 1 + letters / sequence::letters_per_word;
    const double walked = left.block == 0 ? tuning::walked_of_random_windows : 1;
    return windows * sequences * words * words * static_cast<double>(given.allowed.edits + 1) * walked *
           tuning::cost_of_counted_row;
}

} // namespace concord::substring
