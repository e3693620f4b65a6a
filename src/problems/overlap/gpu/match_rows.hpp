// What questions ask a device, and the rows that it answers with; host and device.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace concord::overlap {

/// Substrings of equal length at two positions of the text; a length of 0: no answer.
struct match_row {
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t length;
    std::uint32_t mismatches;
};

/// The interval of the suffix array that begins at a rank and shares so many letters.
struct interval_row {
    std::uint32_t first;
    std::uint32_t length;
    std::uint32_t count;
};

/// Its length, 0 if there is none, and its lowest position.
struct repeat_of_one {
    std::uint32_t length = 0;
    std::uint32_t position = 0;
};

/// Take rows of the answer, in order, some at a time; of intervals with the positions of their suffixes one after the
/// other.
using take_match_rows = std::function<void(std::span<const match_row>)>;
using take_intervals = std::function<void(std::span<const interval_row>, std::span<const std::uint32_t>)>;

/// How far an answer has been delivered, also where an error ends the call.
struct delivery {
    std::uint64_t next = 0;    ///< letters of B, or sequences, whose rows have been delivered
    bool is_under_way = false; ///< some of the rows that follow may have been
};

/// How much of an answer is in memory at a time: it changes no answer.
struct at_once {
    std::uint64_t sources = std::uint64_t{1} << 26U; ///< positions whose matches are counted
    std::uint64_t seeds = std::uint64_t{1} << 23U;   ///< that are extended
    std::uint64_t rows = std::uint64_t{1} << 22U; ///< copied to the host; of a stretch to be sorted, about four times
};

/// Sequences below `end_of_a` (a position of the text) against the others.
struct match_question {
    std::uint64_t end_of_a;
    std::uint64_t min_length;
};

/// All pairs of sequences.
struct mismatch_question {
    std::uint64_t min_length;
    std::uint64_t mismatches;
    std::uint64_t seed; ///< equal letters in a row that every match has
};

/// Sequences that hold an interval, its suffixes and its letters.
struct interval_question {
    std::uint64_t support;
    std::uint64_t most_suffixes;
    std::uint64_t min_length;
};

} // namespace concord::overlap
