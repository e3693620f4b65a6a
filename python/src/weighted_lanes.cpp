// A score is the greatest of up to three: of the texts as they are, of their parts, and of their words in order, each
// of which counts only where it is above what is known before. Lanes find the letters and the parts in common, and what
// is left is a comparison of numbers. Where two of them are next to each other, roundings decide: the pair is scored by
// itself then, as are pairs with a word in both.
#include "weighted_lanes.hpp"

#include "fuzz/text_scorer.hpp"

#include <array>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace concord::python {
namespace {

using fuzz::ratio_kind;

constexpr std::size_t most_lanes = lanes::row_bytes / 2;
constexpr double of_rounding = 1e-9;

/// Whether it is above, where a rounding does not matter.
bool is_above(double value, double bound) { return value > bound + of_rounding; }
bool is_next_to(double value, double bound) { return value != 0 && std::abs(value - bound) <= of_rounding; }

/// The longer texts: as they are, and with their words in order.
struct weighted_texts {
    explicit weighted_texts(const ratio_texts& texts)
        : as_given(chosen_texts{texts.given, texts.indexes}), in_order(chosen_texts{texts.letters(), texts.indexes}),
          places(texts.given.size()) {
        for (std::size_t i = 0; i < in_order.texts.size(); ++i)
            places[in_order.texts[i].index] = i;
    }

    coded_texts as_given;
    coded_texts in_order;
    std::vector<std::size_t> places; ///< in in_order.texts, by index
};

/// What a thread keeps from task to task.
class weighted_worker {
  public:
    explicit weighted_worker(const ratio_question& question) : question_(question) {}

    template <class Number>
    void run(const ratio_comparison& given, const weighted_texts& coded, const block_words& task,
             std::span<const coded_texts::text> texts, Number* to) {
        const held_texts& words = given.words.given;
        const std::size_t length = words[task.indexes.front()].size();
        const auto first = std::ranges::lower_bound(texts, given.shortest_text(length), {}, &coded_texts::text::length);
        if (first == texts.end()) return;
        words_.begin(coded.as_given.letters, task, words, 0);
        in_order_.begin(coded.in_order.letters, task, given.words.letters(), 0);
        const bool are_in_order = given.words.is_in_order[task.indexes.front()] != 0;
        text_length_ = length_in_order_ = 0;
        for (const coded_texts::text& text : std::span(first, texts.end())) {
            Number* const row = to + text.index * given.text_step;
            if (text.length != text_length_) make_scores(text.length);
            words_.block().compare(question_.kernels, lanes::recurrence::lcs, coded.as_given[text], [&](auto found) {
                for (std::size_t lane = 0; lane < found.size(); ++lane)
                    best_[lane] = scores_[static_cast<std::size_t>(found[lane])];
            });
            by_themselves_.reset();
            const bool has_same_words = are_in_order && given.texts.is_in_order[text.index] != 0;
            const coded_texts::text& words_of_text = coded.in_order.texts[coded.places[text.index]];
            const auto times = static_cast<double>(text.length) / static_cast<double>(length);
            if (times < fuzz::least_times_of_parts)
                take_words(coded, words_of_text, has_same_words);
            else
                take_parts(coded, text, words_of_text, has_same_words, fuzz::share_of_parts(times));
            mark_shared_words(given, text.index);
            bool is_ready = false;
            for (std::size_t lane = 0; lane < task.indexes.size(); ++lane) {
                double score = best_[lane];
                if (by_themselves_[lane]) {
                    if (!is_ready) scorer_.assign(ratio_kind::weighted_ratio, given.texts.given[text.index]);
                    is_ready = true;
                    score = scorer_.score(words[task.indexes[lane]], question_.cutoff);
                }
                row[task.indexes[lane] * given.word_step] = output_array::stored<Number>(question_.multiplier * score);
            }
        }
    }

  private:
    void make_scores(std::size_t text_length) {
        text_length_ = text_length;
        for (std::size_t common = 0; common <= words_.length(); ++common)
            scores_[common] = fuzz::ratio_of(common, words_.length() + text_length, question_.cutoff);
    }

    [[nodiscard]] double bound_of(std::size_t lane) const { return std::max(question_.cutoff, best_[lane]); }

    /// The words in order, of texts of alike lengths. Those in the same order as before count less than before.
    void take_words(const weighted_texts& coded, const coded_texts::text& text, bool has_same_words) {
        if (has_same_words) return;
        if (text.length != length_in_order_) {
            length_in_order_ = text.length;
            const std::size_t most = std::min(in_order_.length(), text.length);
            for (std::size_t common = 0; common <= most; ++common)
                scores_in_order_[common] =
                    fuzz::words_share *
                    fuzz::ratio_of_unlike_words(ratio_kind::token_ratio, in_order_.length(), text.length, common, 0);
        }
        in_order_.block().compare(question_.kernels, lanes::recurrence::lcs, coded.in_order[text], [&](auto found) {
            for (std::size_t lane = 0; lane < found.size(); ++lane) {
                const double score = scores_in_order_[static_cast<std::size_t>(found[lane])];
                if (is_next_to(score, bound_of(lane)))
                    by_themselves_.set(lane);
                else if (is_above(score, bound_of(lane)))
                    best_[lane] = score;
            }
        });
    }

    /// Parts of a text that is much longer, and those of its words in order.
    void take_parts(const weighted_texts& coded, const coded_texts::text& text, const coded_texts::text& words_of_text,
                    bool has_same_words, double share) {
        words_.search(question_.partial_kernels, coded.as_given[text], [&](std::size_t lane, double found) {
            const double bound = bounds_[lane] = bound_of(lane) / share;
            if (is_next_to(found, bound))
                by_themselves_.set(lane);
            else if (is_above(found, bound))
                best_[lane] = std::max(best_[lane], found * share);
        });
        if (has_same_words) return;
        if (words_of_text.length < in_order_.length()) { // which lost more spaces than the words did
            by_themselves_.set();
            return;
        }
        in_order_.search(question_.partial_kernels, coded.in_order[words_of_text], [&](std::size_t lane, double found) {
            const double bound = std::max(bounds_[lane], best_[lane]) / fuzz::words_share;
            if (is_next_to(found, bound))
                by_themselves_.set(lane);
            else if (is_above(found, bound))
                best_[lane] = std::max(best_[lane], found * fuzz::words_share * share);
        });
    }

    void mark_shared_words(const ratio_comparison& given, std::size_t text) {
        const numbered_words::of_text& own = given.texts.words[text];
        const std::vector<std::size_t>& indexes = words_.block().indexes();
        for (std::size_t lane = 0; lane < indexes.size(); ++lane)
            if (question_.numbers.share_one(own, given.words.words[indexes[lane]])) by_themselves_.set(lane);
    }

    const ratio_question& question_;
    words_with_parts words_;
    words_with_parts in_order_;
    std::size_t text_length_ = 0; ///< of scores_
    std::size_t length_in_order_ = 0;
    std::array<double, lanes::longest_word + 1> scores_{}; ///< by letters in common
    std::array<double, lanes::longest_word + 1> scores_in_order_{};
    std::array<double, most_lanes> best_{};
    std::array<double, most_lanes> bounds_{}; ///< of the scores of parts
    std::bitset<most_lanes> by_themselves_;
    fuzz::text_scorer scorer_;
};

} // namespace

void compare_weighted(const ratio_comparison& given, const ratio_question& question, const output_array& out,
                      const run_options& options) {
    const weighted_texts coded(given.texts);
    const ratio_texts& own = given.words;
    const auto length_of = [&](std::size_t index) { return own.given[index].size(); };
    const auto key_of = [&](std::size_t index) {
        return std::tuple(own.given[index].size(), own.letters()[index].size(), own.is_in_order[index]);
    };
    const alike_words words(own.indexes, 1, length_of, key_of);
    compare_blocks<weighted_worker>(given, question, coded, coded.as_given.texts, words, out, options);
}

} // namespace concord::python
