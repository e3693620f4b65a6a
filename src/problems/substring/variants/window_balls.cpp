// Short windows that too few sequences can hold with mismatches, by the sum of what is near to each word: the counts of
// all words of a length are made at once (cpu/words/ball_counts.hpp). Every strand, and every piece, is counted as a
// sequence of its own, which only makes a bound weaker.
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/plain_pieces.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace concord::substring {

void drop_by_balls(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                   double most_cost, window_starts& starts) {
    const bool is_possible = given.of.is_dna() && !given.of.has_sets() && !given.allowed.indels &&
                             given.allowed.edits > 0 && given.allowed.edits < length && given.support > 1 &&
                             length <= sequence::letters_per_word && !starts.empty();
    if (!is_possible) return;
    // What random sequences hold often enough is not dropped, and is counted in any case; not so where they must hold
    // it several times.
    if (!current_search_habits().always_filters && given.copies == 1)
        most_cost *= rare_by_chance(random_sequences_of(given, length), given.support);
    const pieces_as_sequences plain = as_sequences(given.of, alphabet::dna);
    substring_options asked;
    asked.mismatches = given.allowed.edits;
    asked.support = given.support;
    asked.run = resources.workers.options();
    const problem of_pieces(plain.set, asked);
    const growth_alphabet letters(of_pieces);
    const auto word_length = static_cast<unsigned>(length);
    const double time = word_length > tuning::most_letters_of_cached_balls ? tuning::time_of_balls : 1;
    if (letters.ordinary() < 2 || letters.size() > growth_alphabet::most_letters ||
        time * cost_of_counted_set(of_pieces, letters, word_length, resources.memory / 4) >= most_cost)
        return;
    const word_set words(of_pieces, letters, word_length, resources.workers);
    const simd::vector_target vectors = simd::choose_vectors(asked.run.vectors);
    const auto counts = ball_counts(of_pieces,
                                    {.workers = resources.workers,
                                     .kernels = seed_kernels_for(vectors),
                                     .memory = resources.memory / 4,
                                     .tile = 0,
                                     .notes = resources.notes,
                                     .vectors = vectors},
                                    words);
    std::vector<bool> may_have_support(given.of.text().size(), false);
    word_reader reader(of_pieces, letters, word_length);
    for (std::size_t index = 0; index < plain.pieces.size(); ++index)
        words.for_each(reader, index, [&](std::uint64_t start, front_and_end word, bool /*is_ordinary*/) {
            if (counts[words.rank(word.front, word.end)] >= given.support)
                may_have_support[plain.pieces[index]->first + start] = true;
        });
    std::erase_if(starts, [&](std::uint64_t start) { return !may_have_support[start]; });
    resources.notes.push_back("windows of length " + std::to_string(length) +
                              " left by what is near to them: " + std::to_string(starts.size()));
}

void drop_rare_windows(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                       bool are_all_asked, near_by_nothings& near, window_starts& starts) {
    const piece_collection& of = given.of;
    const std::uint64_t edits = given.allowed.edits;
    if (given.support < 2 || !near_words::are_possible(of, given.allowed, length, resources.memory / 4)) return;
    // Masked letters are mostly some in a row, where a window begins or ends. Then the others stand next to each other:
    // what is near to these, with so many mismatches less, is a bound by a smaller table.
    struct judged_window {
        std::uint64_t nothings;
        bool is_apart; ///< they are in front, or behind
        std::uint64_t plain;
    };
    const auto judge = [&](std::uint64_t start) {
        const std::span<const letter> word = of.letters(start, length);
        const std::uint64_t nothings = of.count_nothing(word);
        if (nothings == 0 || nothings > edits) return judged_window{nothings, false, start};
        if (of.count_nothing(word.first(nothings)) == nothings) return judged_window{nothings, true, start + nothings};
        return judged_window{nothings, of.count_nothing(word.last(nothings)) == nothings, start};
    };
    std::vector<std::uint64_t> apart(edits + 1, 0); // windows, by letters that match nothing
    std::uint64_t others = 0;
    for (const std::uint64_t start : starts) {
        const judged_window window = judge(start);
        if (window.is_apart)
            ++apart[window.nothings];
        else if (window.nothings <= edits && (window.nothings > 0 || are_all_asked))
            ++others;
    }
    const auto are_worth_a_table = [](std::uint64_t windows, std::uint64_t letters) {
        return static_cast<double>(windows) * tuning::words_for_counted_window >=
               static_cast<double>(std::uint64_t{1} << 2 * letters);
    };
    near.whole.resize(edits + 1);
    near.plain.resize(edits + 1);
    std::vector<lane_text> texts;
    for (const piece& each : of.pieces())
        texts.push_back({each.sequence, each.first, each.length});
    std::erase_if(starts, [&](std::uint64_t start) {
        const judged_window window = judge(start);
        if (window.nothings == 0 && !are_all_asked) return false;
        if (window.nothings > edits) return true; // it occurs nowhere but where it stands
        const std::uint64_t letters = window.is_apart ? length - window.nothings : length;
        if (!are_worth_a_table(window.is_apart ? apart[window.nothings] : others, letters)) return false;
        std::optional<near_words>& here = (window.is_apart ? near.plain : near.whole)[window.nothings];
        if (!here && window.is_apart)
            here.emplace(of, texts, letters, edits - window.nothings, 0, resources.workers);
        else if (!here)
            here.emplace(of, texts, length, edits, window.nothings, resources.workers);
        return here->at(window.plain) + 1 < given.support; // it occurs where it stands in any case
    });
}

} // namespace concord::substring
