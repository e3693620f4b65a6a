// Sequences of up to 63 letters in the registers of a thread: their keys, which are those of join_plan.hpp, and
// distances.
//
//   plane 0   0 1 0 1 1 ...     a letter is left out by shifting what is behind it: a few operations a plane, so a
//   thread plane 1   0 0 1 1 0 ...     makes all keys of a sequence without reading its letters again
#pragma once

#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/osa-inl.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/distance/gpu/near_gpu.hpp"
#include "problems/distance/join/letter_hashes.hpp"
#include "problems/distance/join/short_distance-inl.hpp"

#include <cstdint>

namespace concord::edit_distance {

template <unsigned Planes>
struct short_sequence {
    std::uint64_t word[Planes];
    std::uint64_t none; ///< letters that equal nothing
    std::uint32_t length;

    [[nodiscard]] CONCORD_HD static constexpr unsigned planes() { return Planes; }
    [[nodiscard]] CONCORD_HD std::uint64_t plane(unsigned index) const { return word[index]; }
    [[nodiscard]] CONCORD_HD static constexpr bool has_ambiguous() { return true; }
    [[nodiscard]] CONCORD_HD std::uint64_t ambiguous() const { return none; }

    /// Without the letter at a place.
    [[nodiscard]] CONCORD_HD short_sequence without(std::uint32_t at) const {
        const auto before = base::low_bits<std::uint64_t>(at);
        const auto removed = [&](std::uint64_t bits) { return (bits & before) | (bits >> 1U & ~before); };
        short_sequence made = *this;
        for (unsigned plane = 0; plane < Planes; ++plane)
            made.word[plane] = removed(word[plane]);
        made.none = removed(none);
        --made.length;
        return made;
    }
    /// With all letters of `places` alike.
    [[nodiscard]] CONCORD_HD short_sequence masked(std::uint64_t places) const {
        short_sequence made = *this;
        for (unsigned plane = 0; plane < Planes; ++plane)
            made.word[plane] &= ~places;
        made.none &= ~places;
        return made;
    }
};

/// A key_window of the host.
struct device_window {
    std::uint8_t omitted;
    std::uint8_t parts;
    std::uint8_t begin[most_key_parts];
    std::uint8_t end[most_key_parts];
    std::uint32_t pieces;
};

/// Sequences of a device, of up to 63 letters: `planes` words each, one more where some are ambiguous.
struct device_sequences {
    const std::uint64_t* words;
    const std::uint8_t* lengths;
    std::uint32_t planes;
    std::uint32_t stride;

    template <unsigned Planes>
    [[nodiscard]] CONCORD_HD short_sequence<Planes> load(std::uint32_t sequence) const {
        short_sequence<Planes> loaded;
        const std::uint64_t* const from = words + std::uint64_t{sequence} * stride;
        for (unsigned plane = 0; plane < Planes; ++plane)
            loaded.word[plane] = plane < planes ? from[plane] : 0;
        loaded.none = stride > planes ? from[planes] : 0;
        loaded.length = lengths[sequence];
        return loaded;
    }
};

/// Calls emit(hash) for each way to make a key of a window. Keys with ambiguous letters, which equal none, are left
/// out.
template <unsigned Planes>
class short_keys {
  public:
    CONCORD_HD explicit short_keys(const device_window& window, bool masks) : window_(window), masks_(masks) {}

    template <class Emit>
    CONCORD_HD void for_each(const short_sequence<Planes>& of, const Emit& emit) const {
        const std::uint32_t begin = window_.begin[0];
        const std::uint32_t end = window_.end[0];
        if (window_.omitted == 0) return finish(pieces_of(of), 0, emit);
        // The last of the letters first: the places of those before it stay what they are.
        for (std::uint32_t last = begin + window_.omitted - 1; last < end; ++last) {
            if (window_.omitted == 1) {
                omit(of, 0, last, emit);
                continue;
            }
            const short_sequence<Planes> one = masks_ ? of : of.without(last);
            for (std::uint32_t middle = begin + window_.omitted - 2; middle < last; ++middle) {
                const std::uint64_t places = std::uint64_t{1} << last;
                if (window_.omitted == 2) {
                    omit(one, places, middle, emit);
                    continue;
                }
                const short_sequence<Planes> two = masks_ ? of : one.without(middle);
                for (std::uint32_t first = begin; first < middle; ++first)
                    omit(two, places | std::uint64_t{1} << middle, first, emit);
            }
        }
    }

  private:
    /// The letters of the parts, put together.
    [[nodiscard]] CONCORD_HD short_sequence<Planes> pieces_of(const short_sequence<Planes>& of) const {
        short_sequence<Planes> made{};
        for (unsigned part = 0; part < window_.parts; ++part) {
            const std::uint32_t letters = window_.end[part] - window_.begin[part];
            const auto within = base::low_bits<std::uint64_t>(letters);
            for (unsigned plane = 0; plane < Planes; ++plane)
                made.word[plane] |= (of.word[plane] >> window_.begin[part] & within) << made.length;
            made.none |= (of.none >> window_.begin[part] & within) << made.length;
            made.length += letters;
        }
        return made;
    }

    /// `places`: those of the other letters that are left out.
    template <class Emit>
    CONCORD_HD void omit(const short_sequence<Planes>& of, std::uint64_t places, std::uint32_t at,
                         const Emit& emit) const {
        if (masks_) {
            places |= std::uint64_t{1} << at;
            finish(of.masked(places), places, emit);
        } else {
            finish(of.without(at), 0, emit);
        }
    }

    template <class Emit>
    CONCORD_HD void finish(const short_sequence<Planes>& key, std::uint64_t places, const Emit& emit) const {
        if (key.none != 0) return;
        std::uint64_t hash = mixed(std::uint64_t{window_.pieces} << 8U | key.length) + places;
        for (unsigned plane = 0; plane < Planes; ++plane)
            hash = mixed(hash * 0x9E37'79B9'7F4A'7C15U + key.word[plane]);
        emit(hash);
    }

    const device_window& window_;
    bool masks_;
};

/// How a thread compares two sequences.
enum class short_comparison : std::uint8_t { levenshtein_1, levenshtein_2, any };

struct comparing_rule {
    distance_metric metric;
    std::uint32_t bound;
};

/// Row by row of the matrix, a word of columns.
template <class Recurrence, unsigned Planes>
[[nodiscard]] CONCORD_HD unsigned distance_by_rows(const short_sequence<Planes>& a, const short_sequence<Planes>& b) {
    std::uint64_t vertical[Recurrence::vertical];
    for (unsigned i = 0; i < Recurrence::vertical; ++i)
        vertical[i] = Recurrence::is_set_above(i) ? ~std::uint64_t{0} : 0;
    for (std::uint32_t row = 0; row < b.length; ++row) {
        std::uint64_t differ = a.none | (std::uint64_t{0} - (b.none >> row & 1U));
        for (unsigned plane = 0; plane < Planes; ++plane)
            differ |= a.word[plane] ^ (std::uint64_t{0} - (b.word[plane] >> row & 1U));
        std::uint64_t horizontal[Recurrence::horizontal];
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            horizontal[i] = Recurrence::is_set_left(i) ? ~std::uint64_t{0} : 0;
        Recurrence::row(differ, vertical, horizontal);
    }
    return static_cast<unsigned>(static_cast<int>(b.length) +
                                 Recurrence::rise(vertical, base::low_bits<std::uint64_t>(a.length)));
}

/// The distance, or more than the bound.
template <short_comparison How, unsigned Planes>
[[nodiscard]] CONCORD_HD unsigned short_distance_of(const short_sequence<Planes>& a, const short_sequence<Planes>& b,
                                                    const comparing_rule& rule) {
    using word = pairwise::scalar_word<std::uint64_t>;
    const std::uint32_t apart = a.length > b.length ? a.length - b.length : b.length - a.length;
    if (apart > rule.bound) return rule.bound + 1;
    if constexpr (How == short_comparison::levenshtein_1) {
        return scalar::distance_by_diagonals<true, 1, 1>(a, b, 1);
    } else if constexpr (How == short_comparison::levenshtein_2) {
        return scalar::distance_by_diagonals<true, 2, 2>(a, b, 2);
    } else {
        constexpr int most = 3; // beyond, rows take no longer
        switch (rule.metric) {
        case distance_metric::hamming: return apart > 0 ? rule.bound + 1 : scalar::letters_substituted(a, b);
        case distance_metric::indel:
            if (rule.bound <= most) return scalar::distance_by_diagonals<false, -1, most>(a, b, rule.bound);
            return distance_by_rows<pairwise::scalar::lcs<word>>(a, b);
        case distance_metric::levenshtein:
            if (rule.bound <= most) return scalar::distance_by_diagonals<true, -1, most>(a, b, rule.bound);
            return distance_by_rows<pairwise::scalar::levenshtein<word>>(a, b);
        default: return distance_by_rows<pairwise::scalar::osa<word>>(a, b);
        }
    }
}

} // namespace concord::edit_distance
