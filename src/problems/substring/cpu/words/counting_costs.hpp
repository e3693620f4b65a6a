// What it costs to count the words of one length (counted_words.hpp), in each of the ways in which exact supports are
// made.
#pragma once

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/ball_unions.hpp"
#include "problems/substring/cpu/words/lacking_words.hpp"
#include "problems/substring/cpu/words/near_word_bits.hpp"
#include "problems/substring/cpu/words/shared_balls.hpp"
#include "problems/substring/cpu/words/walked_pairs.hpp"
#include "problems/substring/cpu/words/walked_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::substring {

/// In instructions.
class counting_costs {
  public:
    counting_costs(const problem& given, const growth_alphabet& letters, std::uint64_t memory, unsigned threads)
        : given_(given), letters_(letters), memory_(memory), threads_(threads) {}

    /// Whether there are words at all that chance alone gives the support.
    [[nodiscard]] bool is_possible() const {
        return given_.mismatches > 0 && given_.support >= 2 && letters_.size() <= growth_alphabet::most_letters &&
               letters_.ordinary() >= 2;
    }

    /// Of one length, with exact supports of all words where it is the answer; infinite: not possible.
    [[nodiscard]] double of_length(unsigned length, bool is_answer) const {
        const split_word split = split_word::of(letters_.ordinary(), length);
        const double lacking = of_lacking(split, std::min(most_words(given_, split), letters_asked()));
        return std::min(lacking, of_counted(length, is_answer));
    }
    /// The same by counts of what is near to each word, and other ways than the words that sequences lack.
    [[nodiscard]] double of_counted(unsigned length, bool is_answer) const {
        const double counted = cost_of_counted_set(given_, letters_, length, memory_);
        if (counted == impossible || !is_answer) return counted;
        const split_word split = split_word::of(letters_.ordinary(), length);
        const word_order order(given_, split.letters, length);
        const double words = std::min(most_words(given_, split) * order.share_of_counted(length), letters_asked());
        return counted + std::min({of_bits(length), of_near_bits(split, words), of_pairs(split),
                                   of_unions(split, words), of_walked_pairs(split, words)});
    }

    /// Windows of random sequences that are near to a word.
    [[nodiscard]] double near_by_chance(unsigned length) const {
        return static_cast<double>(given_.set.letters()) *
               chance_of_survival(length, given_.mismatches, given_.chance_match);
    }
    /// Exact supports by the words that sequences lack (lacking_words.hpp), without counts before; infinite where such
    /// counts say that no word has the support in random sequences.
    [[nodiscard]] double of_lacking(const split_word& split, double words) const {
        const auto length = static_cast<unsigned>(split.front + split.end);
        return near_by_chance(length) < static_cast<double>(given_.support)
                   ? impossible
                   : cost_of_lacking_words(given_, memory_, letters_, split, words);
    }

    /// Exact supports by a table of a bit for each word and sequence (word_table.hpp); infinite: it does not fit.
    [[nodiscard]] double of_bits(unsigned length) const {
        return sequences_of_fitting_entry(given_, memory_, threads_, letters_, length) > 0
                   ? tuning::memory_of_word_table * cost_of_word_table(given_, letters_, length)
                   : impossible;
    }
    /// The same by a table of a bit for each word, of one sequence after the other (near_word_bits.hpp).
    [[nodiscard]] double of_near_bits(const split_word& split, double words) const {
        return cost_of_near_word_bits(given_, memory_, threads_, split, words);
    }
    /// The same by uniting balls (ball_unions.hpp).
    [[nodiscard]] double of_unions(const split_word& split, double words) const {
        return cost_of_ball_unions(given_, split, words);
    }
    /// The same by a walk along these words (walked_words.hpp); too low, but not below `most`, where it is more.
    [[nodiscard]] double of_walk(const word_set& words, double most) const {
        return given_.are_both_strands ? impossible // a walk knows of no halves
                                       : cost_of_walked_words(given_, memory_, threads_, letters_, words, most);
    }
    /// Exact supports by what is near to two windows of a sequence.
    [[nodiscard]] double of_pairs(const split_word& split) const {
        return bytes_of_counting_once(given_) * threads_ > static_cast<double>(memory_) / 4
                   ? impossible
                   : cost_of_counting_once(given_, ball_shape(split, given_.mismatches));
    }

    /// The same by a walk of such pairs along these words (walked_pairs.hpp).
    [[nodiscard]] double of_walked_pairs(const split_word& split, double words) const {
        return cost_of_walked_pairs(given_, letters_, split, words, memory_, threads_);
    }

    /// What is near to so many windows with ambiguous letters, by the words that they may be: in the table that is made
    /// of `words` anyway, but of all beginnings, and in all rows. Infinite: it does not fit.
    [[nodiscard]] double of_spelled(const split_word& split, double words, double windows) const {
        if (numbered_words::bytes(split) > static_cast<double>(memory_) / 4) return impossible;
        const word_order order(given_, split.letters, static_cast<unsigned>(split.front + split.end));
        const double beside = (1 + tuning::all_rows_of_table) / order.share_of_counted(split.front + split.end) - 1;
        return beside * cost_of_ball_counts(given_, split, words, memory_) +
               split.fronts() * tuning::cost_of_front_in_set + windows * tuning::cost_of_spelled_window;
    }

    /// Of a length that no word is expected to have the support at, and of the answer, one letter shorter: from which
    /// one goes on with few windows.
    [[nodiscard]] double of_lengths(unsigned length) const {
        if (length <= 1) return of_length(length, false);
        const double longer = of_length(length, false);
        const double answer = of_length(length - 1, true);
        return answer + std::min(longer, answer);
    }

  private:
    /// Of the sequences whose windows are asked about: no other words are counted exactly.
    [[nodiscard]] double letters_asked() const {
        return static_cast<double>(given_.offset(given_.sources)) / (given_.are_both_strands ? 2 : 1);
    }

    const problem& given_;
    const growth_alphabet& letters_;
    std::uint64_t memory_; ///< bytes
    unsigned threads_;
};

} // namespace concord::substring
