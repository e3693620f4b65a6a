// Short windows that too few sequences can hold with mismatches, by the sum of what is near to each word: the counts of
// all words of a length are made at once (cpu/words/ball_counts.hpp). Every strand, and every piece, is counted as a
// sequence of its own, which only makes a bound weaker.
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/problem.hpp"
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
    const pieces_as_sequences plain = as_sequences(given.of, alphabet::dna);
    substring_options asked;
    asked.mismatches = given.allowed.edits;
    asked.support = given.support;
    asked.run = resources.workers.options();
    const problem of_pieces(plain.set, asked);
    const growth_alphabet letters(of_pieces);
    const auto word_length = static_cast<unsigned>(length);
    if (letters.ordinary() < 2 || letters.size() > growth_alphabet::most_letters ||
        cost_of_counted_set(of_pieces, letters, word_length, resources.memory / 4) >= most_cost)
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

} // namespace concord::substring
