// Keys with letters left out that are made together: equal ones have as many letters, so those of a few letters are
// joined before those of more are made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// By length of a sequence, how many of its letters are left out.
using left_out_letters = std::vector<std::vector<std::uint32_t>>;

/// Those of which so many letters remain.
struct key_batch {
    std::uint64_t first = 0;
    std::uint64_t last = 0; ///< one more than the most
    double entries = 0;
    double lookups = 0;

    [[nodiscard]] double keys() const noexcept { return entries + lookups; }
    [[nodiscard]] left_out_letters of(const left_out_letters& letters) const {
        left_out_letters made(letters.size());
        for (std::uint64_t length = 0; length < letters.size(); ++length)
            for (const std::uint32_t omitted : letters[length])
                if (length - omitted >= first && length - omitted < last) made[length].push_back(omitted);
        return made;
    }
};

/// Given the entries and lookups by how many letters remain, batches of at least `least` keys each, but for the last
/// one. Time: O(letters).
[[nodiscard]] inline std::vector<key_batch> batches_of(std::vector<double> entries, std::vector<double> lookups,
                                                       double least) {
    entries.resize(std::max(entries.size(), lookups.size()));
    lookups.resize(entries.size());
    std::vector<key_batch> batches;
    key_batch next;
    for (std::uint64_t letters = 0; letters < entries.size(); ++letters) {
        next.entries += entries[letters];
        next.lookups += lookups[letters];
        next.last = letters + 1;
        if (next.keys() < least && letters + 1 < entries.size()) continue;
        if (next.keys() > 0) batches.push_back(next);
        next = {.first = letters + 1};
    }
    return batches;
}

} // namespace concord::edit_distance
