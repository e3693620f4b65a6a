// The steps that compare words of the text with all lanes: a thread has a lane and some words, one after the other.
#pragma once

#include "base/atomic.hpp"
#include "problems/substring/gpu/word_lanes.hpp"
#include "problems/substring/gpu/word_rows.hpp"

#include <cstdint>

namespace concord::substring {

/// Words of the text. Neighbours that begin alike save each other's letters, so that sorted ones are the best.
struct words_there {
    const std::uint64_t* starts;
    const std::uint32_t* lengths; ///< null: all have `length` letters
    const std::uint32_t* shared;  ///< letters that each begins with as the one before does
    std::uint64_t count;
    std::uint32_t length;
    bool is_backward; ///< read from their last letter on

    [[nodiscard]] CONCORD_HD std::uint32_t length_of(std::uint64_t word) const {
        return lengths == nullptr ? length : lengths[word];
    }
    /// Where its letter number `at` stands, as it is read.
    [[nodiscard]] CONCORD_HD std::uint64_t place(std::uint64_t word, std::uint32_t at) const {
        return is_backward ? starts[word] + length_of(word) - 1 - at : starts[word] + at;
    }
};

/// Step: how many letters a word shares with the one before.
struct count_shared {
    letters_there letters;
    words_there words;
    std::uint32_t* shared;

    CONCORD_HD void operator()(std::uint64_t word) const {
        std::uint32_t count = 0;
        if (word > 0) {
            const std::uint32_t here = words.length_of(word);
            const std::uint32_t before = words.length_of(word - 1);
            const std::uint32_t most = here < before ? here : before;
            while (count < most && letters.text[words.place(word, count)] == letters.text[words.place(word - 1, count)])
                ++count;
        }
        shared[word] = count;
    }
};

/// Letters of the longest prefix of a word that a lane holds.
template <class Rows>
[[nodiscard]] CONCORD_HD std::uint32_t reach_in_lane(const letters_there& letters, const lane_there& lane,
                                                     const words_there& words, std::uint64_t word, Rows& rows) {
    const std::uint32_t length = words.length_of(word);
    const auto row_of = [&](std::uint32_t at) -> std::uint32_t {
        return at < length ? letters.row[letters.text[words.place(word, at)]] : 0;
    };
    const std::uint32_t first_row = row_of(0);
    std::uint32_t furthest = 0;
    for (std::uint32_t part = 0; part < lane.words() && furthest < length; ++part) {
        const std::uint64_t steps = lane.steps(part);
        rows.begin(lane.begins(part));
        std::uint32_t row = first_row;
        for (std::uint32_t at = 0; at < length && !rows.is_over(at);) {
            const std::uint64_t matches = lane.matches(row, part);
            row = row_of(at + 1); // looked up while the rows are made
            rows.extend(matches, steps, at);
            ++at;
            if (rows.is_held() && at > furthest) furthest = at;
        }
        rows.end();
    }
    return furthest;
}

/// What is kept of how far the lanes reach: what is null is not.
struct reaches_there {
    std::uint32_t* holders;       ///< by word: lanes that hold all of it
    std::uint64_t* holding_lanes; ///< by word: the same as bits
    std::uint64_t words_of_lanes; ///< of 64 lanes
    std::uint32_t* histogram;     ///< by word and letters reached, from `least` letters on
    std::uint64_t width;          ///< of its rows
    std::uint32_t least;
    std::uint32_t* each; ///< by word and lane
    std::uint64_t lanes;

    CONCORD_HD void add(std::uint64_t word, std::uint64_t lane, std::uint32_t reached, std::uint32_t length) const {
        if (holders != nullptr && reached == length) base::atomic_add(holders[word], 1U);
        if (holding_lanes != nullptr && reached == length)
            base::atomic_or(holding_lanes[word * words_of_lanes + lane / 64], std::uint64_t{1} << lane % 64);
        if (histogram != nullptr && reached >= least) base::atomic_count(histogram[word * width + reached - least]);
        if (each != nullptr) each[word * lanes + lane] = reached;
    }
};

/// Where the rows of a thread are.
template <unsigned Edits, bool OneWord>
struct rows_of_registers {
    std::uint32_t edits;
    bool indels;

    [[nodiscard]] CONCORD_HD register_rows<Edits, OneWord> operator()(std::uint64_t) const { return {edits, indels}; }
};
struct rows_of_memory {
    std::uint64_t* memory;
    std::uint64_t threads;
    std::uint32_t edits;
    bool indels;
    std::uint64_t letters;

    [[nodiscard]] CONCORD_HD rows_in_memory operator()(std::uint64_t thread) const {
        return {memory + thread, threads, edits, indels, letters};
    }
};

/// Step: some words in one lane. Lanes are `apart` lanes apart: all, or a sample.
template <class MakeRows>
struct follow_words {
    letters_there letters;
    lanes_there lanes;
    words_there words;
    reaches_there reaches;
    MakeRows rows;
    std::uint64_t lanes_taken;
    std::uint64_t apart;
    std::uint64_t words_at_once;
    std::uint64_t first; ///< number of the first thread

    CONCORD_HD void operator()(std::uint64_t thread) const {
        const std::uint64_t index = first + thread;
        const std::uint64_t lane = index % lanes_taken * apart;
        const lane_there here(lanes, lane);
        const std::uint64_t from = index / lanes_taken * words_at_once;
        const std::uint64_t end = from + words_at_once < words.count ? from + words_at_once : words.count;
        std::uint32_t reached = 0;
        bool is_ended = false; // the last word, before its last letter
        for (std::uint64_t word = from; word < end; ++word) {
            const std::uint32_t length = words.length_of(word);
            // A word that begins as the one before ends where that one did.
            if (!is_ended || words.shared[word] <= reached) {
                auto own = rows(thread);
                reached = reach_in_lane(letters, here, words, word, own);
                is_ended = reached < length;
            }
            reaches.add(word, lane, reached, length);
        }
    }
};

} // namespace concord::substring
