// Words of mixed lengths in lanes: in as few blocks as hold them, and the way back to their order.
#pragma once

#include "coded_texts.hpp"
#include "lanes/score_kernels.hpp"
#include "lanes/word_block.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace concord::python {

/// Some words. The lanes of its blocks are one behind the other.
class word_tile {
  public:
    struct block {
        lanes::word_block words;
        std::size_t first_lane = 0; ///< in the tile
    };

    /// Other words, by their indexes, in the same memory. `letters`: of the texts.
    void fill(const lanes::letter_rows& letters, const chosen_texts& words, std::span<const std::size_t> indexes) {
        indexes_.assign(indexes.begin(), indexes.end());
        are_adjacent_ = words.are_neighbours(indexes);
        lengths_.clear();
        for (const std::size_t index : indexes)
            lengths_.push_back(static_cast<std::uint32_t>(words.texts[index].size()));
        sort_by_length();
        places_.resize(indexes.size());
        used_ = 0;
        std::size_t lane = 0;
        for (std::size_t end = order_.size(); end > 0;) { // longest words first
            const unsigned lane_class = lanes::lane_class(lengths_[order_[end - 1]]);
            const std::size_t begin = end - std::min(end, lanes::row_bytes >> lane_class);
            block& made = next_block();
            made.first_lane = lane;
            made.words.begin(letters, lane_class);
            for (std::size_t at = begin; at < end; ++at) {
                places_[order_[at]] = static_cast<std::uint16_t>(lane++);
                made.words.add(words.texts[indexes[order_[at]]], indexes[order_[at]]);
            }
            end = begin;
        }
        choose_bytes();
    }

    [[nodiscard]] std::size_t size() const noexcept { return indexes_.size(); }
    [[nodiscard]] std::size_t blocks() const noexcept { return used_; }
    [[nodiscard]] block& at(std::size_t number) noexcept { return blocks_[number]; }

    // Of each word, in the order that was given:
    [[nodiscard]] const std::vector<std::size_t>& indexes() const noexcept { return indexes_; }
    [[nodiscard]] const std::vector<std::uint32_t>& lengths() const noexcept { return lengths_; }
    [[nodiscard]] lanes::order_of_words order() const noexcept {
        return {size(), places_.data(), bytes_.data(), chosen_.data()};
    }
    /// To whole vectors of 64.
    [[nodiscard]] std::size_t padded_size() const noexcept { return bytes_.size(); }
    [[nodiscard]] bool has_length(std::size_t length) const noexcept { return has_length_[length]; } ///< one of them
    [[nodiscard]] bool are_adjacent() const noexcept { return are_adjacent_; } ///< their scores are

  private:
    void sort_by_length() {
        std::array<std::size_t, lanes::longest_word + 2> first{};
        has_length_.fill(false);
        for (const std::uint32_t length : lengths_) {
            ++first[length + 1];
            has_length_[length] = true;
        }
        for (std::size_t length = 1; length < first.size(); ++length)
            first[length] += first[length - 1];
        order_.resize(lengths_.size());
        for (std::size_t at = 0; at < lengths_.size(); ++at)
            order_[first[lengths_[at]]++] = at;
    }

    void choose_bytes() {
        constexpr std::size_t at_once = 64;
        const std::size_t vectors = (size() + at_once - 1) / at_once;
        bytes_.resize(at_once * vectors);
        chosen_.assign(vectors * vectors, 0);
        for (std::size_t word = 0; word < size(); ++word) {
            bytes_[word] = static_cast<std::uint8_t>(places_[word] % at_once);
            chosen_[word / at_once * vectors + places_[word] / at_once] |= std::uint64_t{1} << word % at_once;
        }
    }

    [[nodiscard]] block& next_block() {
        if (used_ == blocks_.size()) blocks_.emplace_back();
        return blocks_[used_++];
    }

    std::vector<std::size_t> indexes_;
    std::vector<std::uint32_t> lengths_;
    std::vector<std::uint16_t> places_; ///< of each word, its lane
    std::vector<std::uint8_t> bytes_;   ///< as lanes::order_of_words
    std::vector<std::uint64_t> chosen_;
    std::vector<std::size_t> order_; ///< of the words, shortest first
    std::array<bool, lanes::longest_word + 1> has_length_{};
    bool are_adjacent_ = false;
    std::size_t used_ = 0;
    std::deque<block> blocks_; ///< those that are used, and some more
};

} // namespace concord::python
