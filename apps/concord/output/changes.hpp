// An alignment as hunks of changes, as diff -u tells them.
#pragma once

#include <concord/pairs.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::app {

/// Places [start, end) of a sequence.
struct stretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

/// A place where [a) has to be replaced by [b); one of them may be empty.
struct change {
    stretch a;
    stretch b;
};

/// Changes with up to three equal places before, between and behind them.
struct hunk {
    stretch a;
    stretch b;
    std::vector<change> changes;
};

/// None where all places are equal. Time and memory: linear in the runs.
[[nodiscard]] std::vector<hunk> hunks_of(const alignment& runs);

/// "3,4": the number of the first place, from 1, and how many there are (left out if it is one); for none the number of
/// the place before.
[[nodiscard]] std::string numbered(const stretch& places);

} // namespace concord::app
