// Scores of words of mixed lengths. Those of a block are scattered over the row of a text, so that each block would
// touch all rows of the table anew: here all blocks of a tile are compared with some texts, and what their lanes count
// stays in the cache until whole rows of scores are made of it, in the order in which they are stored.
#pragma once

#include "lane_scores.hpp"
#include "word_tile.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::python {

/// For one thread. `Number`: of the array, where lane_scores are_of() the rule. What it began with must outlive run().
template <class Number>
class mixed_words {
  public:
    static constexpr std::size_t most_words = 1024; ///< of a tile: a row of scores in the first cache

    /// To compare others in the same memory. `texts`: padded, unless the rule has another metric than lcs in lanes.
    void begin(const coded_texts& texts, const chosen_texts& words, const score_rule& rule,
               const lanes::lane_kernels& kernels, const lanes::score_kernels& of_scores) {
        texts_ = &texts;
        words_ = &words;
        rule_ = &rule;
        kernels_ = &kernels;
        how_ = recurrence_of(rule.metric);
        score_kernels_ = &of_scores;
        scores_.emplace(rule, of_scores);
        tile_words_ = nullptr;
    }

    /// Words by their indexes, and texts, shortest first.
    void run(std::span<const std::size_t> indexes, std::span<const coded_texts::text> texts, std::size_t text_step,
             Number* to) {
        if (indexes.data() != tile_words_) {
            tile_.fill(texts_->letters, *words_, indexes);
            tile_words_ = indexes.data();
            length_ = ~std::size_t{0};
        }
        for (std::size_t first = 0; first < texts.size(); first += texts_at_once)
            score_some(texts.subspan(first, std::min(texts_at_once, texts.size() - first)), texts.subspan(first),
                       text_step, to);
    }

  private:
    using text = coded_texts::text;
    static constexpr std::size_t texts_at_once = 32; ///< what is counted of a tile fits the first cache

    /// `behind`: the texts that come after them, too.
    void score_some(std::span<const text> texts, std::span<const text> behind, std::size_t text_step, Number* to) {
        counts_.resize(texts_at_once * row_step());
        for (std::size_t number = 0; number < tile_.blocks(); ++number) {
            await_rows(number, texts, text_step, to);
            word_tile::block& block = tile_.at(number);
            const auto compare = [&](std::span<const text> some) { count(block, some, texts.data()); };
            if (how_ == lanes::recurrence::lcs)
                for_texts_of_similar_lengths(texts, compare);
            else
                for_texts_of_one_length(texts, compare);
        }
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (texts[i].length != length_) begin(behind.subspan(i));
            store_row(counts_.data() + i * row_step(), to + texts[i].index * text_step);
        }
    }

    /// Rows are too far apart for the processor to foresee them: while blocks are compared, the lines are on their way.
    void await_rows(std::size_t block, std::span<const text> texts, std::size_t text_step, const Number* to) const {
        if (words_->step != 1) return;
        constexpr std::size_t line = 64 / sizeof(Number);
        const std::size_t numbers = tile_.indexes().back() + 1 - tile_.indexes().front();
        const std::size_t part = numbers / tile_.blocks() + line;
        const std::size_t first = std::min(numbers, block * part);
        const std::size_t end = std::min(numbers, first + part);
        for (const text& one : texts) {
            const Number* const row = to + one.index * text_step + tile_.indexes().front();
            for (std::size_t at = first; at < end; at += line)
                __builtin_prefetch(row + at, 1);
        }
    }

    /// The least that is counted of a text and a word; there are as many numbers as the shorter has letters, and one.
    [[nodiscard]] std::int32_t least_count(std::size_t length, std::size_t word) const {
        if (!has_changes(rule_->metric)) return 0;
        const std::size_t difference = std::max(length, word) - std::min(length, word);
        return static_cast<std::int32_t>(difference) - static_cast<std::int32_t>(length);
    }

    /// The first of these texts, and those of its length, come next.
    void begin(std::span<const text> texts) {
        length_ = texts.front().length;
        scores_->begin(tile_.lengths(), length_);
        is_table_ = false;
        if (is_whole(rule_->kind) || lane_scores<Number>::is_divided_in_vectors) return;
        std::array<std::int32_t, lanes::longest_word + 1> zeros{}; // of the table, where a word of a length counts 0
        std::size_t numbers = 0;
        for (std::uint32_t word = 0; word < zeros.size(); ++word) {
            if (!tile_.has_length(word)) continue;
            zeros[word] = static_cast<std::int32_t>(numbers) - least_count(length_, word);
            numbers += std::min<std::size_t>(length_, word) + 1;
        }
        const auto other = std::ranges::find_if(texts, [&](const text& one) { return one.length != length_; });
        const auto alike = static_cast<std::size_t>(other - texts.begin());
        is_table_ = alike * tile_.size() > 2 * numbers; // else to divide for each pair takes less time
        if (!is_table_) return;
        table_.resize(numbers);
        for (std::uint32_t word = 0; word < zeros.size(); ++word) {
            if (!tile_.has_length(word)) continue;
            const std::int32_t least = least_count(length_, word);
            scores_->score_counts(word, least,
                                  std::span(table_).subspan(static_cast<std::size_t>(zeros[word] + least),
                                                            std::min<std::size_t>(length_, word) + 1));
        }
        zeros_.resize(tile_.size());
        for (std::size_t word = 0; word < zeros_.size(); ++word)
            zeros_[word] = zeros[tile_.lengths()[word]];
    }

    void count(word_tile::block& block, std::span<const text> some, const text* first) {
        const std::size_t row = static_cast<std::size_t>(some.data() - first);
        std::uint8_t* counts = counts_.data() + row * row_step() + block.first_lane;
        if (!rule_->cutoff || !are_all_beyond(block.words, some.front().length, some.back().length))
            return texts_->compare_into(block.words, *kernels_, how_, some, counts, row_step());
        for (const text& one : some) { // as if they had nothing in common
            for (std::size_t lane = 0; lane < block.words.size(); ++lane) {
                const std::uint32_t word = block.words.lengths()[lane];
                const std::int32_t common =
                    has_changes(rule_->metric) ? static_cast<std::int32_t>(std::min<std::size_t>(one.length, word)) : 0;
                counts[lane] = static_cast<std::uint8_t>(least_count(one.length, word) + common);
            }
            counts += row_step();
        }
    }

    /// From the counts of a text to those of the next one. The lanes of the last block may go on behind the words.
    [[nodiscard]] std::size_t row_step() const noexcept { return tile_.padded_size() + lanes::row_bytes; }

    /// Whether all words of a block are beyond the cutoff from texts of these lengths, and from all between.
    [[nodiscard]] bool are_all_beyond(const lanes::word_block& block, std::size_t shortest, std::size_t longest) const {
        const std::size_t least = block.lengths().front(); // in a tile they ascend
        const std::size_t most = block.lengths().back();
        if (longest >= least && shortest <= most) return false;
        const auto is_beyond = [&](std::size_t length) {
            const std::size_t nearest = std::clamp(length, least, most);
            return std::max(length, nearest) - std::min(length, nearest) > rule_->most_edits(length, nearest);
        };
        return is_beyond(shortest) && is_beyond(longest);
    }

    void store_row(const std::uint8_t* counts, Number* row) {
        const std::size_t* const indexes = tile_.indexes().data();
        in_order_.resize(tile_.padded_size());
        score_kernels_->in_order(tile_.order(), counts, in_order_.data());
        Number* into = row + indexes[0];
        if (!tile_.are_adjacent()) {
            row_.resize(tile_.size());
            into = row_.data();
        }
        if (is_table_) {
            for (std::size_t word = 0; word < tile_.size(); ++word)
                into[word] = table_[static_cast<std::size_t>(zeros_[word] + in_order_[word])];
        } else {
            scores_->score_in_order(in_order_.data(), into);
        }
        if (tile_.are_adjacent()) return;
        for (std::size_t word = 0; word < tile_.size(); ++word)
            row[indexes[word] * words_->step] = into[word];
    }

    const coded_texts* texts_ = nullptr;
    const chosen_texts* words_ = nullptr;
    const score_rule* rule_ = nullptr;
    const lanes::lane_kernels* kernels_ = nullptr;
    const lanes::score_kernels* score_kernels_ = nullptr;
    lanes::recurrence how_ = lanes::recurrence::lcs;
    std::optional<lane_scores<Number>> scores_;
    word_tile tile_;
    const std::size_t* tile_words_ = nullptr;
    std::size_t length_ = ~std::size_t{0}; ///< of the text that scores_ began with
    std::vector<std::uint8_t> counts_;     ///< of each text a byte for each lane of the tile
    std::vector<std::int8_t> in_order_;    ///< of a row, in the order of the words
    bool is_table_ = false;                ///< of normalized scores of texts of that length
    std::vector<Number> table_;            ///< for each length of words and what is counted
    std::vector<std::int32_t> zeros_;      ///< of each word, where 0 stands in the table
    std::vector<Number> row_;
};

} // namespace concord::python
