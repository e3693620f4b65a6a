// On which diagonals two sequences share a word: where they are alike, if both are copies of something with mutations.
//
//     A C G T T A G C A     GTTA stands at 2 of one sequence and at 3 of the other: diagonal 1
//     T A C G T T A C C
//
// Of words that many pairs share only some are looked at, by a hash: each diagonal along which sequences are alike has
// some of them.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class shared_diagonals {
  public:
    /// What visits of one thread need.
    struct room {
        std::vector<std::uint32_t> ends;     ///< of the diagonals of each sequence
        std::vector<std::int32_t> diagonals; ///< by sequence
    };

    /// Whether places fit into the numbers used here.
    [[nodiscard]] static bool are_possible(const problem& given);

    /// Bytes that it takes at most: all places, sorted by halves, and what they are found by.
    [[nodiscard]] static double bytes(const problem& given) {
        return static_cast<double>(given.set.letters()) * (3 * sizeof(place) + 2 * sizeof(std::uint32_t));
    }

    /// Of words of so many letters, at most about `most` of them for each pair of sequences. Time O(letters log
    /// letters).
    shared_diagonals(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                     unsigned letters_of_word, double most);

    /// About how many words two sequences share; the same word in two places of one counts twice.
    [[nodiscard]] double words_of_pair() const noexcept { return words_of_pair_; }

    /// visit(other, diagonals) for the sequences in [first, sequences) other than `sequence` that share some with it:
    /// where they begin in it, each once, in ascending order. Time O(sequences + shared words).
    template <class Visit>
    void for_each(std::uint64_t sequence, std::uint64_t first, room& scratch, Visit visit) const {
        list(sequence, scratch);
        std::uint32_t begin = first == 0 ? 0 : scratch.ends[first - 1];
        for (std::uint64_t other = first; other < scratch.ends.size(); ++other) {
            const std::uint32_t end = scratch.ends[other];
            if (end > begin && other != sequence) {
                const auto from = scratch.diagonals.begin() + begin;
                const auto to = scratch.diagonals.begin() + end;
                std::sort(from, to);
                visit(other, std::span<const std::int32_t>(from, std::unique(from, to)));
            }
            begin = end;
        }
    }

  private:
    /// A word that was chosen.
    struct place {
        std::uint32_t word;
        std::uint32_t sequence;
        std::int32_t start;
    };

    /// Of about such a share of all words; by word, then in order.
    [[nodiscard]] static std::vector<place> places_of_words(const problem& given, const cpu_resources& resources,
                                                            const growth_alphabet& letters, unsigned letters_of_word,
                                                            double share);
    /// visit(first, last) for the places of each word that several sequences share.
    template <class Visit>
    void for_each_shared(const std::vector<place>& all, const Visit& visit) const;
    void list(std::uint64_t sequence, room& scratch) const;
    [[nodiscard]] std::span<const place> alike(std::uint32_t place_number) const {
        const std::uint32_t group = group_of_[place_number];
        return std::span(places_).subspan(first_of_group_[group], first_of_group_[group + 1] - first_of_group_[group]);
    }

    std::uint64_t sequences_;
    double words_of_pair_ = 0;
    std::vector<place> places_;                  ///< by word, then in order
    std::vector<std::uint32_t> group_of_;        ///< by place
    std::vector<std::uint32_t> first_of_group_;  ///< of the places with a word, and the end
    std::vector<std::uint32_t> of_sequence_;     ///< numbers of places, by sequence
    std::vector<std::uint32_t> end_of_sequence_; ///< in these
};

} // namespace concord::substring
