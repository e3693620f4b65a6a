// What the ratios of short words in lanes have in common: blocks of words of one length, and the longer texts.
#pragma once

#include "coded_texts.hpp"
#include "fuzz/ratios.hpp"
#include "lanes/kernels.hpp"
#include "lanes/partial_kernels.hpp"
#include "output_array.hpp"
#include "ratio_texts.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::python {

/// The words of one list, with the texts of the other one that are longer, or as long as well.
struct ratio_comparison {
    const ratio_texts& words;
    const ratio_texts& texts;
    std::size_t word_step; ///< of neighbouring scores in the array
    std::size_t text_step;
    bool has_equal_lengths;

    [[nodiscard]] std::size_t shortest_text(std::size_t word) const { return word + (has_equal_lengths ? 0 : 1); }
};

struct ratio_question {
    fuzz::ratio_kind kind;
    double cutoff;
    double multiplier;
    const numbered_words& numbers;
    const lanes::lane_kernels& kernels;
    const lanes::partial_kernels& partial_kernels;
};

/// Words of up to lanes::longest_word letters, in blocks of those that are alike.
class alike_words {
  public:
    /// `indexes` of words that have so many letters; those of a block have one key, and words of one key one length.
    /// Lanes are of 1 << `least_class` bytes or more.
    template <class LengthOf, class KeyOf>
    alike_words(const std::vector<std::size_t>& indexes, unsigned least_class, const LengthOf& length_of,
                const KeyOf& key_of) {
        for (const std::size_t index : indexes)
            if (length_of(index) <= lanes::longest_word) indexes_.push_back(index);
        std::ranges::stable_sort(indexes_, {}, key_of);
        for (std::size_t first = 0, end = 0; first < indexes_.size(); first = end) {
            const unsigned lane_class = std::max(lanes::lane_class(length_of(indexes_[first])), least_class);
            const std::size_t most = std::min(indexes_.size(), first + (lanes::row_bytes >> lane_class));
            for (end = first + 1; end < most && key_of(indexes_[end]) == key_of(indexes_[first]);)
                ++end;
            blocks.push_back({lane_class, std::span(indexes_).subspan(first, end - first)});
        }
    }
    alike_words(const alike_words&) = delete;
    alike_words& operator=(const alike_words&) = delete;

    std::vector<block_words> blocks;

  private:
    std::vector<std::size_t> indexes_;
};

/// The words of a block, and what finds their best parts in texts: made when a text is first searched.
class words_with_parts {
  public:
    words_with_parts() { found_.resize(lanes::partial_results); }

    /// Other words, of `views`, which must outlive their use; all have the same length. `cutoff`: of the scores.
    void begin(const lanes::letter_rows& letters, const block_words& block, const held_texts& views, double cutoff) {
        letters_ = &letters;
        words_ = block;
        views_ = &views;
        cutoff_ = cutoff;
        length_ = views[block.indexes.front()].size();
        has_parts_ = false;
        forward_.begin(letters, block.lane_class);
        for (const std::size_t index : block.indexes)
            forward_.add(views[index], index);
    }

    [[nodiscard]] lanes::word_block& block() noexcept { return forward_; }
    [[nodiscard]] std::size_t length() const noexcept { return length_; }

    /// Calls take(lane, score) with fuzz.partial_ratio of each word and a text that is not shorter. Of blocks whose
    /// lanes are of 2 bytes or more.
    template <class Take>
    void search(const lanes::partial_kernels& kernels, std::span<const std::uint32_t> text, const Take& take) {
        switch (words_.lane_class) {
        case 1: return search_as<std::uint16_t>(kernels, text, take);
        case 2: return search_as<std::uint32_t>(kernels, text, take);
        default: return search_as<std::uint64_t>(kernels, text, take);
        }
    }

  private:
    template <class Word>
    void make_parts() {
        has_parts_ = true;
        reversed_.begin(*letters_, words_.lane_class);
        std::array<std::uint32_t, lanes::longest_word> letters{};
        for (const std::size_t index : words_.indexes) {
            (*views_)[index].visit([&](auto own) { std::ranges::reverse_copy(own, letters.begin()); });
            reversed_.add(symbol_view(std::span<const std::uint32_t>(letters).first(length_)), index);
        }
        parts_.resize(std::size_t{1} << lanes::share_bits<Word>);
        parts_[0] = 0;
        for (std::size_t part = 1; part < length_; ++part) {
            const std::size_t letters_of_both = length_ + part;
            shares_[part] = lanes::share_of<Word>(letters_of_both);
            for (std::size_t common = 1; common <= part; ++common)
                parts_[common * shares_[part] >> lanes::share_shift<Word>] =
                    fuzz::ratio_of(common, letters_of_both, cutoff_);
        }
        for (std::size_t common = 0; common <= length_; ++common)
            whole_[common] = fuzz::ratio_of(common, 2 * length_, cutoff_);
    }

    template <class Word, class Take>
    void search_as(const lanes::partial_kernels& kernels, std::span<const std::uint32_t> text, const Take& take) {
        if (!has_parts_) make_parts<Word>();
        const std::size_t words = forward_.size();
        kernels.kernel[std::countr_zero(sizeof(Word))]({forward_.rows(), forward_.rows(), reversed_.rows(), text.data(),
                                                        text.size(), length_, shares_.data(), words * sizeof(Word),
                                                        found_.data()});
        const auto* const best = reinterpret_cast<const Word*>(found_.data());
        const auto* const whole = reinterpret_cast<const Word*>(found_.data() + lanes::row_bytes);
        for (std::size_t lane = 0; lane < words; ++lane)
            take(lane, std::max(parts_[best[lane] >> lanes::share_shift<Word>], whole_[whole[lane]]));
    }

    const lanes::letter_rows* letters_ = nullptr;
    block_words words_{};
    const held_texts* views_ = nullptr;
    double cutoff_ = 0;
    std::size_t length_ = 0;
    bool has_parts_ = false; ///< what is below
    lanes::word_block forward_;
    lanes::word_block reversed_;
    lanes::aligned_rows found_;
    std::array<std::uint32_t, lanes::longest_word> shares_{};
    std::vector<double> parts_; ///< scores of parts shorter than the words, by their products of shares
    std::array<double, lanes::longest_word + 1> whole_{}; ///< of parts of their length, by letters in common
};

/// All blocks of words with all texts, shortest first: of each thread Worker(question).run(given, coded, block, texts,
/// where the scores go).
template <class Worker, class Coded>
void compare_blocks(const ratio_comparison& given, const ratio_question& question, const Coded& coded,
                    std::span<const coded_texts::text> texts, const alike_words& words, const output_array& out,
                    const run_options& options) {
    constexpr std::size_t texts_at_once = 1024; // some milliseconds
    const std::size_t parts = (texts.size() + texts_at_once - 1) / texts_at_once;
    runtime::thread_pool pool(options);
    std::vector<std::unique_ptr<Worker>> workers(pool.threads());
    const std::uint64_t all = std::uint64_t{texts.size()} * given.words.indexes.size();
    pool.run(words.blocks.size() * parts, {.name = "ratios", .unit = "pairs", .total = all},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!workers[thread]) workers[thread] = std::make_unique<Worker>(question);
                 const block_words& block = words.blocks[task / parts];
                 const std::size_t first = task % parts * texts_at_once;
                 const auto here = texts.subspan(first, std::min(texts_at_once, texts.size() - first));
                 out.visit([&](auto* to) { workers[thread]->run(given, coded, block, here, to); });
                 return std::uint64_t{here.size()} * block.indexes.size();
             });
}

} // namespace concord::python
