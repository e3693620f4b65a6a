#include "lane_ratios.hpp"

#include "coded_texts.hpp"
#include "fuzz/partial_ratio.hpp"
#include "fuzz/text_scorer.hpp"
#include "lanes/kernels.hpp"
#include "lanes/partial_kernels.hpp"
#include "parts_in_lanes.hpp"
#include "runtime/thread_pool.hpp"
#include "simd/vector_target.hpp"

#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::python {
namespace {

using fuzz::ratio_kind;

constexpr std::size_t ratio_texts_of_task = 1024; ///< some milliseconds

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

/// The words of one list, with the texts of the other one that are longer, or as long as well.
struct ratio_comparison {
    const ratio_texts& words;
    const ratio_texts& texts;
    std::size_t word_step; ///< of neighbouring scores in the array
    std::size_t text_step;
    bool has_equal_lengths;
};

struct ratio_question {
    ratio_kind kind;
    double cutoff;
    double multiplier;
    const numbered_words& numbers;
    const lanes::lane_kernels& kernels;
    const lanes::partial_kernels& partial_kernels;
};

/// Words of one length, in blocks.
class words_of_lengths {
  public:
    words_of_lengths(const ratio_texts& words, bool are_partial) {
        for (const std::size_t index : words.indexes)
            if (words.letters()[index].size() <= lanes::longest_word) indexes_.push_back(index);
        const auto length_of = [&](std::size_t index) { return words.letters()[index].size(); };
        std::ranges::stable_sort(indexes_, {}, length_of);
        for (std::size_t first = 0, end = 0; first < indexes_.size(); first = end) {
            const std::size_t length = length_of(indexes_[first]);
            const unsigned lane_class = std::max(lanes::lane_class(length), are_partial ? 1U : 0U);
            const std::size_t most = std::min(indexes_.size(), first + (lanes::row_bytes >> lane_class));
            for (end = first + 1; end < most && length_of(indexes_[end]) == length;)
                ++end;
            blocks.push_back({lane_class, std::span(indexes_).subspan(first, end - first)});
        }
    }
    words_of_lengths(const words_of_lengths&) = delete;
    words_of_lengths& operator=(const words_of_lengths&) = delete;

    std::vector<block_words> blocks;

  private:
    std::vector<std::size_t> indexes_;
};

/// What a thread keeps from task to task.
class ratio_worker {
  public:
    explicit ratio_worker(const ratio_question& question) : question_(question) {
        found_.resize(lanes::partial_results);
    }

    template <class Number>
    void run(const ratio_comparison& given, const coded_texts& coded, const block_words& task,
             std::span<const coded_texts::text> texts, Number* to) {
        const held_texts& words = given.words.letters();
        length_ = words[task.indexes.front()].size();
        const std::size_t shortest = length_ + (given.has_equal_lengths ? 0 : 1);
        const auto first = std::ranges::lower_bound(texts, shortest, {}, &coded_texts::text::length);
        if (first == texts.end()) return;
        block_.begin(coded.letters, task.lane_class);
        for (const std::size_t index : task.indexes)
            block_.add(words[index], index);
        if (fuzz::is_partial(question_.kind)) add_reversed(coded, task, words);
        text_length_ = 0;
        for (const coded_texts::text& text : std::span(first, texts.end())) {
            Number* const row = to + text.index * given.text_step;
            const auto store = [&](std::size_t lane, double score) {
                row[block_.indexes()[lane] * given.word_step] =
                    output_array::stored<Number>(question_.multiplier * score);
            };
            if (!fuzz::is_partial(question_.kind))
                compare_texts(coded, text, store);
            else if (task.lane_class == 1)
                compare_parts<std::uint16_t>(coded, text, store);
            else if (task.lane_class == 2)
                compare_parts<std::uint32_t>(coded, text, store);
            else
                compare_parts<std::uint64_t>(coded, text, store);
            if (is_of_sets(question_.kind)) store_of_shared_words(given, text.index, store);
        }
    }

  private:
    void add_reversed(const coded_texts& coded, const block_words& task, const held_texts& words) {
        reversed_.begin(coded.letters, task.lane_class);
        std::array<std::uint32_t, lanes::longest_word> letters{};
        for (const std::size_t index : task.indexes) {
            words[index].visit([&](auto own) { std::ranges::reverse_copy(own, letters.begin()); });
            reversed_.add(symbol_view(std::span<const std::uint32_t>(letters).first(length_)), index);
        }
        switch (task.lane_class) {
        case 1: return make_scores_of_parts<std::uint16_t>();
        case 2: return make_scores_of_parts<std::uint32_t>();
        default: return make_scores_of_parts<std::uint64_t>();
        }
    }

    template <class Word>
    void make_scores_of_parts() {
        parts_.resize(std::size_t{1} << lanes::share_bits<Word>);
        parts_[0] = 0;
        for (std::size_t part = 1; part < length_; ++part) {
            const std::size_t letters = length_ + part;
            shares_[part] = lanes::share_of<Word>(letters);
            for (std::size_t common = 1; common <= part; ++common)
                parts_[common * shares_[part] >> lanes::share_shift<Word>] =
                    fuzz::ratio_of(common, letters, question_.cutoff);
        }
        for (std::size_t common = 0; common <= length_; ++common)
            whole_[common] = fuzz::ratio_of(common, 2 * length_, question_.cutoff);
    }

    template <class Word, class Store>
    void compare_parts(const coded_texts& coded, const coded_texts::text& text, const Store& store) {
        const std::size_t words = block_.size();
        question_.partial_kernels.kernel[std::countr_zero(sizeof(Word))](
            {block_.rows(), block_.rows(), reversed_.rows(), coded[text].data(), text.length, length_, shares_.data(),
             words * sizeof(Word), found_.data()});
        const auto* const best = reinterpret_cast<const Word*>(found_.data());
        const auto* const whole = reinterpret_cast<const Word*>(found_.data() + lanes::row_bytes);
        for (std::size_t lane = 0; lane < words; ++lane)
            store(lane, std::max(parts_[best[lane] >> lanes::share_shift<Word>], whole_[whole[lane]]));
    }

    template <class Store>
    void compare_texts(const coded_texts& coded, const coded_texts::text& text, const Store& store) {
        if (text.length != text_length_) {
            text_length_ = text.length;
            for (std::size_t common = 0; common <= length_; ++common)
                whole_[common] =
                    fuzz::ratio_of_unlike_words(question_.kind, length_, text_length_, common, question_.cutoff);
        }
        block_.compare(question_.kernels, lanes::recurrence::lcs, coded[text], [&](auto found) {
            for (std::size_t lane = 0; lane < found.size(); ++lane)
                store(lane, whole_[static_cast<std::size_t>(found[lane])]);
        });
    }

    /// Over the scores of their letters.
    template <class Store>
    void store_of_shared_words(const ratio_comparison& given, std::size_t text, const Store& store) {
        const numbered_words::of_text& own = given.texts.words[text];
        bool is_ready = false;
        for (std::size_t lane = 0; lane < block_.size(); ++lane) {
            const std::size_t word = block_.indexes()[lane];
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
    std::size_t length_ = 0; ///< of the words
    std::size_t text_length_ = 0;
    lanes::word_block block_;
    lanes::word_block reversed_;
    lanes::aligned_rows found_;
    std::array<std::uint32_t, lanes::longest_word> shares_{};
    std::vector<double> parts_; ///< scores of parts shorter than the words, by their products of shares
    std::array<double, lanes::longest_word + 1> whole_{}; ///< other scores, by letters in common
    fuzz::text_scorer scorer_;
};

void compare_lists(const ratio_comparison& given, const ratio_question& question, const output_array& out,
                   const run_options& options) {
    const coded_texts coded(chosen_texts{given.texts.letters(), given.texts.indexes});
    const words_of_lengths words(given.words, fuzz::is_partial(question.kind));
    const std::size_t parts = (coded.texts.size() + ratio_texts_of_task - 1) / ratio_texts_of_task;
    runtime::thread_pool pool(options);
    std::vector<std::unique_ptr<ratio_worker>> workers(pool.threads());
    const std::uint64_t all = std::uint64_t{coded.texts.size()} * given.words.indexes.size();
    pool.run(words.blocks.size() * parts, {.name = "ratios", .unit = "pairs", .total = all},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!workers[thread]) workers[thread] = std::make_unique<ratio_worker>(question);
                 const block_words& block = words.blocks[task / parts];
                 const std::size_t first = task % parts * ratio_texts_of_task;
                 const auto here =
                     std::span(coded.texts).subspan(first, std::min(ratio_texts_of_task, coded.texts.size() - first));
                 out.visit([&](auto* to) { workers[thread]->run(given, coded, block, here, to); });
                 return std::uint64_t{here.size()} * block.indexes.size();
             });
}

} // namespace

bool lane_ratios::are_of(ratio_kind kind, const held_texts& a, const held_texts& b, double cutoff) {
    const bool has_kernel =
        fuzz::is_partial(kind) || kind == ratio_kind::token_set_ratio || kind == ratio_kind::token_ratio;
    if (!has_kernel || !(cutoff <= 100) || !fill_lanes(a) || !fill_lanes(b)) return false;
    return cutoff <= 0 || !fuzz::is_partial(kind) || are_cutoffs_one(cutoff);
}

bool lane_ratios::has_all() const {
    const auto has_long = [](const ratio_texts& side) { return side.letters().longest() > lanes::longest_word; };
    return a_.indexes.size() == a_.given.size() && b_.indexes.size() == b_.given.size() &&
           !(has_long(a_) && has_long(b_));
}

void lane_ratios::score(const batch& given, double cutoff, double multiplier) const {
    const auto options = given.run.options();
    const vector_target vectors = simd::choose_vectors(options.vectors);
    const ratio_question question{
        kind_, cutoff, multiplier, numbers_, lanes::kernels_for(vectors), lanes::partial_kernels_for(vectors)};
    const std::size_t columns = b_.given.size();
    compare_lists({.words = b_, .texts = a_, .word_step = 1, .text_step = columns, .has_equal_lengths = true}, question,
                  given.out, options);
    compare_lists({.words = a_, .texts = b_, .word_step = columns, .text_step = 1, .has_equal_lengths = false},
                  question, given.out, options);
}

} // namespace concord::python
