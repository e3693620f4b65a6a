#include "lane_ratios.hpp"

#include "fuzz/text_scorer.hpp"
#include "lane_comparison.hpp"
#include "parts_in_lanes.hpp"
#include "simd/vector_target.hpp"
#include "weighted_lanes.hpp"

#include <array>
#include <bitset>
#include <span>

namespace concord::python {
namespace {

using fuzz::ratio_kind;

bool has_words(const held_texts& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (!texts.is_missing_at(i) && texts[i].size() <= lanes::longest_word) return true;
    return false;
}

/// Whether the words of a list, if it has any, are many enough for its lengths: 20 of 20 lengths take 1.0 to 2.1 times
/// as long in lanes as pair by pair, 20 of one length a seventh to a half.
bool fill_lanes(const held_texts& texts) {
    constexpr std::size_t few = 12;
    constexpr std::size_t few_of_length = 3;
    std::bitset<lanes::longest_word + 1> lengths;
    std::size_t words = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts.is_missing_at(i) || texts[i].size() > lanes::longest_word) continue;
        ++words;
        lengths.set(texts[i].size());
    }
    return words == 0 || words >= std::max(few, few_of_length * lengths.count());
}

/// What a thread keeps from task to task.
class ratio_worker {
  public:
    explicit ratio_worker(const ratio_question& question) : question_(question) {}

    template <class Number>
    void run(const ratio_comparison& given, const coded_texts& coded, const block_words& task,
             std::span<const coded_texts::text> texts, Number* to) {
        const held_texts& words = given.words.letters();
        const std::size_t shortest = given.shortest_text(words[task.indexes.front()].size());
        const auto first = std::ranges::lower_bound(texts, shortest, {}, &coded_texts::text::length);
        if (first == texts.end()) return;
        words_.begin(coded.letters, task, words, question_.cutoff);
        text_length_ = 0;
        for (const coded_texts::text& text : std::span(first, texts.end())) {
            Number* const row = to + text.index * given.text_step;
            const auto store = [&](std::size_t lane, double score) {
                row[words_.block().indexes()[lane] * given.word_step] =
                    output_array::stored<Number>(question_.multiplier * score);
            };
            if (fuzz::is_partial(question_.kind))
                words_.search(question_.partial_kernels, coded[text], store);
            else
                compare_texts(coded, text, store);
            if (is_of_sets(question_.kind)) store_of_shared_words(given, text.index, store);
        }
    }

  private:
    template <class Store>
    void compare_texts(const coded_texts& coded, const coded_texts::text& text, const Store& store) {
        if (text.length != text_length_) {
            text_length_ = text.length;
            const std::size_t length = words_.length();
            for (std::size_t common = 0; common <= length; ++common)
                scores_[common] =
                    fuzz::ratio_of_unlike_words(question_.kind, length, text_length_, common, question_.cutoff);
        }
        words_.block().compare(question_.kernels, lanes::recurrence::lcs, coded[text], [&](auto found) {
            for (std::size_t lane = 0; lane < found.size(); ++lane)
                store(lane, scores_[static_cast<std::size_t>(found[lane])]);
        });
    }

    /// Over the scores of their letters.
    template <class Store>
    void store_of_shared_words(const ratio_comparison& given, std::size_t text, const Store& store) {
        const numbered_words::of_text& own = given.texts.words[text];
        bool is_ready = false;
        for (std::size_t lane = 0; lane < words_.block().size(); ++lane) {
            const std::size_t word = words_.block().indexes()[lane];
            if (!question_.numbers.share_one(own, given.words.words[word])) continue;
            if (fuzz::is_partial(question_.kind)) {
                store(lane, 100.0);
                continue;
            }
            if (!is_ready) scorer_.assign(question_.kind, given.texts.given[text]);
            is_ready = true;
            store(lane, scorer_.score(given.words.given[word], question_.cutoff));
        }
    }

    const ratio_question& question_;
    std::size_t text_length_ = 0;
    words_with_parts words_;
    std::array<double, lanes::longest_word + 1> scores_{}; ///< of texts of that length, by letters in common
    fuzz::text_scorer scorer_;
};

void compare_lists(const ratio_comparison& given, const ratio_question& question, const output_array& out,
                   const run_options& options) {
    const coded_texts coded(chosen_texts{given.texts.letters(), given.texts.indexes});
    const auto length_of = [&](std::size_t index) { return given.words.letters()[index].size(); };
    const alike_words words(given.words.indexes, fuzz::is_partial(question.kind) ? 1 : 0, length_of, length_of);
    compare_blocks<ratio_worker>(given, question, coded, coded.texts, words, out, options);
}

} // namespace

bool lane_ratios::are_of(ratio_kind kind, const held_texts& a, const held_texts& b, double cutoff) {
    const bool has_kernel = fuzz::is_partial(kind) || kind == ratio_kind::token_set_ratio ||
                            kind == ratio_kind::token_ratio || kind == ratio_kind::weighted_ratio;
    if (!has_kernel || !(cutoff <= 100) || !(has_words(a) || has_words(b)) || !fill_lanes(a) || !fill_lanes(b))
        return false;
    return cutoff <= 0 || !fuzz::is_partial(kind) || are_cutoffs_one(cutoff);
}

bool lane_ratios::has_all() const {
    const auto has_long = [](const ratio_texts& side) { return side.measured().longest() > lanes::longest_word; };
    return a_.indexes.size() == a_.given.size() && b_.indexes.size() == b_.given.size() &&
           !(has_long(a_) && has_long(b_));
}

void lane_ratios::score(const batch& given, double cutoff, double multiplier) const {
    const auto options = given.run.options();
    const vector_target vectors = simd::choose_vectors(options.vectors);
    const ratio_question question{
        kind_, cutoff, multiplier, numbers_, lanes::kernels_for(vectors), lanes::partial_kernels_for(vectors)};
    const std::size_t columns = b_.given.size();
    const auto compare = kind_ == ratio_kind::weighted_ratio ? compare_weighted : compare_lists;
    compare({.words = b_, .texts = a_, .word_step = 1, .text_step = columns, .has_equal_lengths = true}, question,
            given.out, options);
    compare({.words = a_, .texts = b_, .word_step = columns, .text_step = 1, .has_equal_lengths = false}, question,
            given.out, options);
}

} // namespace concord::python
