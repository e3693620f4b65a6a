#include "problems/substring/cpu/growth/pattern_growth.hpp"

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/literal_walk.hpp"
#include "problems/substring/cpu/growth/word_trie.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

growth_sample sample_now{tuning::most_sequences_grown_at_once, tuning::least_sampled_by_growth,
                         tuning::wanted_sampled_support, tuning::most_sampled_by_growth,
                         tuning::least_support_of_growth};

/// Where the words of a table that have the support stand. Time O(letters).
longest_windows occurrences_of(const problem& given, const growth_alphabet& letters, const word_table& table) {
    longest_windows found{table.letters_of_word, {}};
    word_reader reader(given, letters, table.letters_of_word);
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        reader.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
            if (reader.is_word(before, is_ordinary) && table.supports[word] >= given.support)
                found.windows.push_back({sequence, end - table.letters_of_word, table.supports[word]});
        });
    return found;
}

std::vector<std::uint64_t> evenly(const std::vector<std::uint64_t>& all, std::uint64_t count) {
    std::vector<std::uint64_t> some(count);
    for (std::uint64_t index = 0; index < count; ++index)
        some[index] = all[index * all.size() / count];
    return some;
}

} // namespace

double cost_of_growth_step(const problem& given) {
    return tuning::cost_of_growth + tuning::cost_of_growth_row * static_cast<double>(given.mismatches + 1);
}

const growth_sample& current_growth_sample() noexcept { return sample_now; }

scoped_growth_sample::scoped_growth_sample(const growth_sample& sample) : before_(std::exchange(sample_now, sample)) {}
scoped_growth_sample::~scoped_growth_sample() { sample_now = before_; }

bool is_short_for_growth(const problem& given, std::uint64_t length) {
    const unsigned shared = letters_rarely_shared(given, growth_alphabet(given));
    return shared > 0 && length <= shared + tuning::short_for_growth;
}

bool may_be_grown(const problem& given) {
    return given.support >= 2 && given.mismatches <= tuning::most_mismatches_of_growth &&
           given.set.longest() < tuning::most_words_of_growth * sequence::letters_per_word;
}

pattern_growth grow_patterns(const problem& given, const cpu_resources& resources, double most_cost,
                             double most_in_vain) {
    const growth_sample sampling = current_growth_sample();
    const pattern_growth given_up{std::nullopt, std::numeric_limits<double>::infinity()};
    if (!may_be_grown(given)) return given_up;
    const growth_alphabet letters(given);
    const double bytes =
        static_cast<double>(given.sequences()) * sizeof(std::uint64_t) *
        (static_cast<double>(letters.size() + 1) *
             (1 + static_cast<double>(given.set.letters()) / static_cast<double>(given.sequences()) / 64) +
         2);
    // Where letters are many, no sample proposes words: which letters follow a word shows in all sequences only.
    const bool are_many = letters.are_many();
    if (letters.ordinary() > growth_alphabet::most_followed || bytes > static_cast<double>(resources.memory) / 2 ||
        (are_many && given.set.letters() + given.sequences() > literal_text::most_letters))
        return given_up;

    // Equal sequences are one, as often as they are there; whether there are many shows in some.
    std::vector<std::uint64_t> sequences(given.sequences());
    std::iota(sequences.begin(), sequences.end(), 0);
    std::optional<equal_sequences> groups;
    std::vector<std::uint32_t> weights;
    if (const std::uint64_t some = std::min(given.sequences(), sampling.least);
        equal_sequences(given, evenly(sequences, some)).size() < some - some / 16) {
        groups.emplace(given);
        target_list targets = groups->targets();
        sequences = std::move(targets.sequences);
        weights = std::move(targets.copies);
    }

    sequences_in_blocks all{{}, sequences.size(), given.support, true};
    sequences_in_blocks sample;
    const bool is_large = sequences.size() > sampling.at_once;
    const bool is_sampled = is_large && !are_many;
    if (is_large &&
        static_cast<double>(given.support) < sampling.least_support * static_cast<double>(given.sequences()))
        return given_up; // too many words have it
    double share = 1;    // of the work on all, that of the sample
    if (is_sampled) {
        std::vector<std::uint64_t> each(given.sequences());
        std::iota(each.begin(), each.end(), 0);
        const double wanted =
            sampling.wanted_support * static_cast<double>(given.sequences()) / static_cast<double>(given.support);
        sample.sequences = std::max<std::uint64_t>(sampling.least, static_cast<std::uint64_t>(wanted));
        if (static_cast<double>(sample.sequences) > sampling.most_share * static_cast<double>(given.sequences()))
            return given_up;
        const double expected = static_cast<double>(given.support) * static_cast<double>(sample.sequences) /
                                static_cast<double>(given.sequences());
        const double deviation = std::sqrt(expected * (1 - expected / static_cast<double>(sample.sequences)));
        sample.support = static_cast<std::uint64_t>(std::max(1.0, expected - 3 * deviation));
        sample.blocks =
            make_growth_blocks(given, letters, evenly(each, sample.sequences), {}, each.size(), resources.workers);
        share = static_cast<double>(sample.sequences) / static_cast<double>(sequences.size());
    } else {
        all.blocks = make_growth_blocks(given, letters, sequences, weights,
                                        sequences.size() * tuning::most_words_of_growth, resources.workers);
    }

    if (is_large) most_cost = std::min(most_cost, most_in_vain / share);
    if (are_many) most_cost = std::min(most_cost, tuning::growth_of_many_in_vain * most_in_vain);
    const double each_step = cost_of_growth_step(given);
    const double words_of_all =
        static_cast<double>(sequences.size()) + static_cast<double>(given.set.letters()) / sequence::letters_per_word;
    std::optional<literal_text> text;
    if (are_many) text.emplace(given, letters, sequences);
    word_trie trie(given, resources, letters, most_cost / each_step * (is_sampled ? share / (1 + share) : 1),
                   text ? &*text : nullptr);
    unsigned longest_dead = 0;              // letters of which no word has the support; 0: not known
    bool is_over = false;                   // they are no more than the answer must have
    std::optional<word_table> longest_held; // of the words that have the support, as far as tables tell
    const auto has_support = [&](std::uint32_t support) { return support >= given.support; };
    for (unsigned length = letters_of_word_table(given, resources, letters); length > 0 && !is_over;) {
        const double cost = cost_of_word_table(given, letters, length);
        if (cost > most_cost / 2) break;
        word_table table = make_word_table(given, resources, letters, length,
                                           sequences_of_fitting_entry(given, resources, letters, length));
        if (std::any_of(table.supports.begin(), table.supports.end(), has_support)) {
            const auto words = static_cast<double>(table.existing_with(given.support));
            const double by_trie = words * static_cast<double>(letters.size()) * words_of_all * each_step;
            if (longest_dead == 0 && cost * static_cast<double>(letters.ordinary()) < by_trie &&
                sequences_of_fitting_entry(given, resources, letters, length + 1) > 0) {
                longest_held = std::move(table);
                ++length;
                continue;
            }
            longest_held = std::move(table);
            break;
        }
        longest_dead = length;
        if (longest_held) break;
        is_over = length <= given.min_length;
        --length;
    }
    if (longest_held && longest_dead == longest_held->letters_of_word + 1 && !letters.has_ambiguous()) {
        longest_windows found = occurrences_of(given, letters, *longest_held);
        if (!found.windows.empty()) {
            resources.notes.push_back("counted all words of " + std::to_string(found.length) + " letters");
            return {std::move(found), trie.work() * each_step / share};
        }
    }
    // The trie stays empty where no sequence holds the words that have the support as they are.
    if (longest_held) {
        const bool is_last = longest_dead == longest_held->letters_of_word + 1;
        static_cast<void>(trie.begin(std::move(*longest_held), is_last));
    }
    if (is_over) return {longest_windows{}, trie.work() * each_step / share};
    if (!trie.grow(is_sampled ? sample : all)) return {std::nullopt, trie.work() * each_step / share};
    const auto words_of_block =
        static_cast<std::size_t>(tuning::bytes_of_growth / sizeof(std::uint64_t)) / (given.mismatches + 1);
    if (is_sampled || resources.workers.threads() > 1 ||
        all.blocks.front().lanes * all.blocks.front().words > words_of_block)
        all.blocks = make_growth_blocks(given, letters, sequences, weights, words_of_block, resources.workers);
    if (is_sampled) {
        trie.forget_counts_of_sample();
        for (trie.count(all); trie.has_open_leaves(); trie.count(all)) {
            if (!trie.grow(sample)) return {std::nullopt, trie.work() * each_step / share};
            trie.forget_counts_of_sample();
        }
    }
    longest_windows found = trie.longest(all.blocks, groups ? &*groups : nullptr);
    resources.notes.push_back("grew " + std::to_string(trie.words()) + " words letter by letter");
    return {std::move(found), trie.work() * each_step / share};
}

} // namespace concord::substring
