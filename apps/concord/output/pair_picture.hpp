// An alignment for a person: as a picture, or as hunks of changes like those of diff -u.
#pragma once

#include "formats/output_file.hpp"
#include "formats/sequence_pair.hpp"
#include "output/json.hpp"

#include <concord/pairs.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::app {

/// Of letters: one sequence above the other, wrapped, at most some lines of it.
///
///   flaw  0  flaw-  4
///             |||
///   lawn  0  -lawn  4
///
/// Of lines and tokens: what has to be deleted ('-') and inserted ('+') to turn A into B, in diff's unified format.
void write_picture(const formats::sequence_pair& pair, const alignment& runs, const text_style& style,
                   const formats::byte_sink& sink);

/// The same of letters, all lines of it, `columns` wide, without colours.
void write_whole_picture(const formats::sequence_pair& pair, const alignment& runs, std::size_t columns,
                         const formats::byte_sink& sink);

/// Positions [start, end) of a sequence.
struct stretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

/// A change: [a) has to be replaced by [b); one of them may be empty.
struct change {
    stretch a;
    stretch b;
};

/// Changes with up to three equal positions before, between and behind them.
struct hunk {
    stretch a;
    stretch b;
    std::vector<change> changes;
};

/// None where all positions are equal. Time and memory: linear in the runs.
[[nodiscard]] std::vector<hunk> hunks_of(const alignment& runs);

/// "3,4": the number of the first position, from 1, and how many there are (left out if it is one); for none the number
/// of the position before.
[[nodiscard]] std::string numbered(const stretch& positions);

} // namespace concord::app
