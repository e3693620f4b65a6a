// Sampled sequences and their keys, by which plans are estimated.
#pragma once

#include "problems/distance/join/letter_hashes.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace concord::edit_distance {

/// Some sequences of a side, evenly spread.
struct sequence_sample {
    std::vector<std::uint32_t> sequences;
    std::vector<std::uint64_t> sketches;
};

struct sampled_length {
    std::uint64_t length;
    double sequences; ///< of the sample that have it
};

/// The lengths of some sequences, ascending. Those of words are counted in a table. Time: O(sequences), of sequences of
/// more letters O(sequences log(lengths)).
[[nodiscard]] inline std::vector<sampled_length> lengths_of(const sequence::packed_sequences& set,
                                                            std::span<const std::uint32_t> sequences) {
    std::array<std::uint32_t, 256> short_ones{};
    std::map<std::uint64_t, std::uint32_t> long_ones;
    for (const std::uint32_t each : sequences) {
        const std::uint64_t length = set.length(each);
        ++(length < short_ones.size() ? short_ones[length] : long_ones[length]);
    }
    std::vector<sampled_length> made;
    for (std::uint64_t length = 0; length < short_ones.size(); ++length)
        if (short_ones[length] > 0) made.push_back({length, static_cast<double>(short_ones[length])});
    for (const auto& [length, count] : long_ones)
        made.push_back({length, static_cast<double>(count)});
    return made;
}

/// Which of `count` sequences is the next of the `wanted` ones of a sample. Those of a second list are mixed: somewhere
/// between two places, for one list in two files would have all its equal pairs in a sample of the same places.
[[nodiscard]] inline std::uint64_t sampled_place(std::uint64_t index, std::uint64_t wanted, std::uint64_t count,
                                                 bool is_mixed) {
    return (index * count + (is_mixed ? mixed(index) % count : 0)) / wanted;
}

struct sampled_key {
    std::uint64_t hash;
    std::uint64_t length; ///< of the sequence
    std::uint32_t at;     ///< among those of the sample
    gap_list gaps;
    std::uint32_t note; ///< of an entry piece_extension::place(), of a lookup the number of its window

    [[nodiscard]] auto order() const noexcept { return std::tuple(hash, length, at); }
};

/// In order of hashes, lengths and sequences. As hashes spread evenly, their highest bits put each near its place, and
/// what is left to sort is a few at a time: a third of the time of sorting all.
inline void sort_by_hash(std::vector<sampled_key>& keys) {
    constexpr std::size_t few = 8;
    const auto bits = std::clamp(static_cast<unsigned>(std::bit_width(keys.size() / few)), 1U, 16U);
    std::vector<std::uint32_t> begins((std::size_t{1} << bits) + 1);
    for (const sampled_key& each : keys)
        ++begins[(each.hash >> (64 - bits)) + 1];
    for (std::size_t bucket = 1; bucket < begins.size(); ++bucket)
        begins[bucket] += begins[bucket - 1];
    std::vector<sampled_key> sorted(keys.size());
    std::vector<std::uint32_t> next = begins;
    for (const sampled_key& each : keys)
        sorted[next[each.hash >> (64 - bits)]++] = each;
    for (std::size_t bucket = 0; bucket + 1 < begins.size(); ++bucket)
        std::sort(sorted.begin() + begins[bucket], sorted.begin() + begins[bucket + 1],
                  [](const sampled_key& one, const sampled_key& other) { return one.order() < other.order(); });
    keys.swap(sorted);
}

} // namespace concord::edit_distance
