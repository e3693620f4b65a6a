// Common prefixes of the suffixes at any two places, a pair each; host and device.
#pragma once

#include "base/host_device.hpp"
#include "problems/overlap/range_minima.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "suffixes/packed_suffix.hpp"

#include <concord/overlap.hpp>

#include <cstdint>

namespace concord::overlap {

/// Compares a few words of letters first, because most pairs differ early; reads the tables only where that does not
/// decide.
struct share_prefixes {
    text_view text;
    const std::uint64_t* offsets; ///< one more than the number of sequences
    std::uint64_t sequences;      ///< of one strand
    const std::uint32_t* ranks;
    range_minima<std::uint32_t> minima;
    const place_pair* pairs;
    std::uint64_t* lengths;
    unsigned* wrong; ///< set to 1 if a place is in no sequence

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t a = 0;
        std::uint64_t b = 0;
        if (!find(pairs[index].a, a) || !find(pairs[index].b, b)) {
            *wrong = 1;
            return;
        }
        lengths[index] = shared(a, b);
    }

  private:
    static constexpr std::uint64_t compared_at_first = 64; // letters

    /// The position of a place; the end of the text for one past the end of its sequence, where the common prefix is
    /// empty.
    CONCORD_HD bool find(const overlap_place& place, std::uint64_t& position) const {
        if (place.sequence >= sequences || place.on != strand::forward) return false;
        position = offsets[place.sequence] + place.start;
        const std::uint64_t end = offsets[place.sequence + 1];
        if (place.start > end - offsets[place.sequence]) return false;
        if (position == end) position = text.size;
        return true;
    }

    [[nodiscard]] CONCORD_HD std::uint64_t shared(std::uint64_t a, std::uint64_t b) const {
        if (a == text.size || b == text.size) return 0;
        if (a == b) return common_prefix(text, a, b, 0); // the tables are for different suffixes only
        const std::uint64_t compared = common_prefix(text, a, b, 0, compared_at_first);
        if (compared < compared_at_first) return compared;
        const std::uint64_t rank_a = ranks[a];
        const std::uint64_t rank_b = ranks[b];
        return rank_a < rank_b ? minima.least(rank_a + 1, rank_b + 1) : minima.least(rank_b + 1, rank_a + 1);
    }
};

} // namespace concord::overlap
