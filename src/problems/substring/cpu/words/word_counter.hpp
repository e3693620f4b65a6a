// The words of one length that have the support, and what is one letter longer than these: the steps of
// counted_words.hpp.
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/cpu/words/counting_costs.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/sequence_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// Counts the words of a collection with given costs; what is given is kept, not copied.
class word_counter {
  public:
    word_counter(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                 const counting_costs& costs, double most_cost, const count_ambiguous& of_ambiguous)
        : given_(given), resources_(resources), letters_(letters), costs_(costs), of_ambiguous_(of_ambiguous),
          most_cost_(most_cost) {}

    /// All windows of a length that have the support; nothing where that takes too much, where single words have it as
    /// they are, and `by_chance_only`, and where exact supports would take more than `bearable` instructions: then they
    /// are postponed.
    [[nodiscard]] std::optional<longest_windows> supported(unsigned length, bool by_chance_only,
                                                           double bearable = std::numeric_limits<double>::infinity());
    /// Whether the last one was.
    [[nodiscard]] bool is_postponed() const noexcept { return is_postponed_; }

    /// Of one letter more than all windows that have the support, from these; nothing where that takes too much, or
    /// more than to count all words.
    [[nodiscard]] std::optional<longest_windows> longer(const longest_windows& shorter);

    /// From now on a step may take so many instructions.
    void allow(double most_cost) { most_cost_ = most_cost; }

    /// Of words (piece_index.hpp).
    [[nodiscard]] double repetition() {
        return repetition_ ? *repetition_ : repetition_.emplace(repetition_of_words(given_));
    }

  private:
    /// Adds the windows that have the support to those found, of the words of a set and what is near to each; whether
    /// that takes little enough.
    [[nodiscard]] bool settle(word_set& words, base::unset_vector<std::uint32_t>& counts, longest_windows& found,
                              double bearable_now);

    /// Whether the words that sequences lack tell the supports in less than other ways take. Where the words are as
    /// many as were expected at most, that is less than a step may take.
    [[nodiscard]] bool is_lacking_quicker(const word_set& words) const;
    /// The windows that have the support, by these; fewer words are left in the set where not all are asked about.
    [[nodiscard]] longest_windows by_lacking(word_set& words) const;

    /// Searches each word in the sequences, where that takes less than so many instructions; whether it does.
    [[nodiscard]] bool search(const word_set& words, double most, std::span<std::uint32_t> supports) const;

    void walk(const word_set& words, base::unset_vector<std::uint32_t>& counts) const {
        resources_.notes.push_back("a walk of pairs of windows counts " + std::to_string(words.size()) + " words of " +
                                   std::to_string(words.length()) + " letters");
        walk_pairs(given_, resources_, letters_, words, counts);
    }

    /// Supports of the words, in some sequences after the others: words that cannot have the support any more, or that
    /// have enough, are left out, and what is left is counted in the cheaper way.
    void count_in_parts(const word_set& words, base::unset_vector<std::uint32_t>& supports) const;
    /// Sequences of the first part: where nearly all must hold a word, few drop most words.
    [[nodiscard]] std::uint64_t first_part_of_counting() const {
        return std::max(tuning::least_part_of_counting, 2 * (given_.sequences() - given_.support + 1));
    }
    /// Of the sequences, about which share is asked before words, which so many windows are near to, are known to have
    /// enough, or not to have the support.
    [[nodiscard]] double share_asked(std::span<const std::uint32_t> near) const {
        if (near.empty()) return 1;
        const auto sequences = static_cast<double>(given_.sequences());
        const double of_word = std::accumulate(near.begin(), near.end(), 0.0) / static_cast<double>(near.size());
        const double missed = sequences * std::exp(-of_word / sequences); // near places are Poisson distributed
        const double dropping =
            tuning::sequences_until_dropped * static_cast<double>(given_.sequences() - given_.support + 1);
        const double until_dropped = dropping / missed + static_cast<double>(first_part_of_counting()) / sequences;
        if (given_.are_supports_exact) return std::min(1.0, until_dropped);
        const double enough =
            static_cast<double>(given_.enough_support()) / (sequences - missed) + 1.0 / tuning::parts_of_counting;
        return std::min({1.0, until_dropped, enough});
    }

    /// Only the words of which is_kept(count) is true stay; and the values beside them, if there are any.
    template <class IsKept>
    void keep(word_set& words, base::unset_vector<std::uint32_t>& counts, IsKept is_kept,
              base::unset_vector<std::uint32_t>* beside = nullptr) const;

    /// Whether a window is, which begins there in one of the sequences that are.
    [[nodiscard]] bool is_asked_about(std::uint64_t sequence, std::uint64_t start) const {
        return !given_.are_both_strands || start < given_.strand_length(sequence);
    }
    /// In which the words of a set are written.
    [[nodiscard]] word_order order_of(const word_set& words) const {
        return {given_, words.split().letters, words.length()};
    }
    /// Only the words stay that are counted for those of windows that are asked about: of both strands in one sequence,
    /// the other strand's window is there for each of these.
    void keep_counted(word_set& words, const word_order& order, base::unset_vector<std::uint32_t>& counts) const;
    /// Only the words of windows that are asked about stay.
    void keep_asked(word_set& words, base::unset_vector<std::uint32_t>& counts) const;

    /// What is near to each word of the set (ball_counts), and the windows with ambiguous letters without those that
    /// too few sequences hold by what is near to each: such a letter is a mismatch wherever the window is held, so that
    /// less is near than to the words it may be.
    [[nodiscard]] base::unset_vector<std::uint32_t> count_with_ambiguous(const word_set& words,
                                                                         std::vector<window_occurrence>& likely) const;
    /// Windows near to a word of the set and to this window, at least as many as are wanted if there are so many.
    [[nodiscard]] std::uint64_t sum_near(const word_set& words, const ball_shape& shape,
                                         const window_occurrence& window) const;
    /// Keeps the windows that have the support by near(index).
    template <class Near>
    void drop_unlikely(std::vector<window_occurrence>& windows, const Near& near) const;
    /// Adds those of some windows with ambiguous letters that have the support, of those whose words have it; whether
    /// that takes little enough.
    [[nodiscard]] bool settle_ambiguous(std::vector<window_occurrence> some, const word_bits& existing,
                                        const word_set& words, const base::unset_vector<std::uint32_t>& counts,
                                        longest_windows& found);

    /// As indices of the alphabet, in the order in which words are written.
    [[nodiscard]] std::vector<std::uint8_t> text_of(const window_occurrence& window, std::uint64_t length) const {
        std::vector<std::uint64_t> digits(length);
        letters_.read(given_, window.position, digits);
        const word_order order(given_, letters_.ordinary(), static_cast<unsigned>(length));
        std::vector<std::uint8_t> text(length);
        for (std::uint64_t place = 0; place < length; ++place)
            text[place] = static_cast<std::uint8_t>(digits[order.letter_at(place)]);
        return text;
    }

    void walk_ambiguous(std::span<const window_occurrence> windows, longest_windows& found) const;

    [[nodiscard]] bool are_few(double windows) const {
        return windows <= static_cast<double>(given_.set.letters()) * tuning::few_windows_of_words;
    }
    /// The windows of the words of a set; nothing where they are not few.
    [[nodiscard]] std::optional<std::vector<window_occurrence>> few_windows_of(const word_set& words) const;

    /// The windows that is_wanted(word, is_ordinary) says, in order.
    template <class IsWanted>
    [[nodiscard]] std::vector<window_occurrence> list_occurrences(const word_set& words, IsWanted is_wanted) const;

    /// What chosen(sequence, start, word, is_ordinary) makes of the windows that it wants, in their order.
    template <class Values, class Chosen>
    [[nodiscard]] Values listed(const word_set& words, Chosen chosen) const;

    [[nodiscard]] sequence_tasks tasks_of_sources() const;
    [[nodiscard]] candidate_windows sources_at(std::span<const window_occurrence> some, std::uint64_t length) const;
    void add_joined(candidate_windows& windows, distinct_sources& distinct, longest_windows& found) const {
        const longest_windows joined =
            join(given_, resources_.workers, resources_.kernels, windows, distinct.of(windows));
        found.windows.insert(found.windows.end(), joined.windows.begin(), joined.windows.end());
    }

    [[nodiscard]] double cost_of_joining_these(const candidate_windows& windows, distinct_sources& distinct) {
        if (memory_of_joining(given_, windows.counts()) > static_cast<double>(resources_.memory)) return impossible;
        return cost_of_joining_distinct(given_, resources_.kernels, windows, distinct, repetition());
    }

    /// Supports of the words of a set, from a table of a bit for each word and sequence.
    void count_bits(const word_set& words, std::span<std::uint32_t> supports) const;

    /// Adds the windows of the words that have the support.
    void add_held(const word_set& words, std::span<const std::uint32_t> supports, longest_windows& found) const;

    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    const counting_costs& costs_;
    const count_ambiguous& of_ambiguous_;
    double most_cost_; ///< of a step, in instructions
    bool is_postponed_ = false;
    std::optional<double> repetition_;
};

} // namespace concord::substring
