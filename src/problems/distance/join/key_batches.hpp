// Keys that are made together. Of keys with letters left out equal ones have as many letters, so those of a few letters
// are joined before those of more are made; of pieces that are looked up, those of some sequences before those of
// others.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
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

/// Sequences of one length, in the order of ranks.
struct looked_up {
    std::uint32_t end; ///< behind the last of them
    double keys;       ///< that each looks up
};

/// The ranks at which blocks of about as many lookups each begin, as few blocks as have at most `most` each, but that
/// one ends with the sequence that fills it; last the end of all ranks. Time: O(ranks).
[[nodiscard]] inline std::vector<std::uint32_t> blocks_of_ranks(std::span<const looked_up> lengths, std::uint32_t ranks,
                                                                double most) {
    double all = 0;
    std::uint32_t rank = 0;
    for (const looked_up& each : lengths)
        all += each.keys * static_cast<double>(each.end - std::exchange(rank, each.end));
    const double of_block = all / std::ceil(std::max(1.0, all / most));
    std::vector<std::uint32_t> begins{0};
    double keys = 0;
    rank = 0;
    for (const looked_up& each : lengths)
        for (; rank < each.end; ++rank) {
            if (keys > 0 && keys >= of_block) {
                begins.push_back(rank);
                keys = 0;
            }
            keys += each.keys;
        }
    begins.push_back(ranks);
    return begins;
}

} // namespace concord::edit_distance
