// The deltas that leave a strip of columns on a GPU to the right, in words of 16 rows, and the same as bits of blocks.
//
//   edge word    tag | 16 bits of each horizontal delta, the first row's highest
//   bits         64 rows a word, the first row's lowest
//
// The tag is the number of the strip that reads the word, which sees in the word itself that it has arrived.
#pragma once

#include "alignment/bit_parallel/block.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace concord::pairwise {

inline constexpr unsigned hop_rows = 16;
inline constexpr std::uint64_t hops_of_a_block = most_block_rows / hop_rows;

/// Read and written atomically.
template <unsigned Horizontal>
struct edge_word {
    static_assert(Horizontal >= 1 && Horizontal <= 3);
    using type = std::conditional_t<Horizontal == 1, std::uint32_t, unsigned long long>;
    static constexpr unsigned tag_bits = 8 * sizeof(type) - 16 * Horizontal;
    static constexpr unsigned tag_mask = tag_bits == 32 ? ~0U : (1U << (tag_bits % 32)) - 1;

    [[nodiscard]] static unsigned tag_of(type word) noexcept {
        return static_cast<unsigned>(word >> (16 * Horizontal)) & tag_mask;
    }
};

/// The order of 16 bits reversed.
[[nodiscard]] constexpr std::uint32_t reversed_hop(std::uint32_t bits) noexcept {
    bits = (bits >> 1U & 0x5555U) | (bits & 0x5555U) << 1U;
    bits = (bits >> 2U & 0x3333U) | (bits & 0x3333U) << 2U;
    bits = (bits >> 4U & 0x0F0FU) | (bits & 0x0F0FU) << 4U;
    return (bits >> 8U & 0xFFU) | (bits & 0xFFU) << 8U;
}

/// Hop `hop` of rows whose deltas are bits, [horizontal delta][stride].
template <unsigned Horizontal>
[[nodiscard]] typename edge_word<Horizontal>::type to_edge_word(const std::uint64_t* bits, std::size_t stride,
                                                                std::size_t hop, unsigned tag) noexcept {
    using word = typename edge_word<Horizontal>::type;
    word made = static_cast<word>(tag & edge_word<Horizontal>::tag_mask) << (16 * Horizontal);
    for (unsigned i = 0; i < Horizontal; ++i) {
        const auto rows = static_cast<std::uint32_t>(bits[i * stride + hop / 4] >> (hop % 4 * hop_rows) & 0xFFFFU);
        made |= static_cast<word>(reversed_hop(rows)) << (16 * i);
    }
    return made;
}

/// The same back, into bits that are 0.
template <unsigned Horizontal>
void add_edge_word(typename edge_word<Horizontal>::type from, std::uint64_t* bits, std::size_t stride,
                   std::size_t hop) noexcept {
    for (unsigned i = 0; i < Horizontal; ++i) {
        const auto rows = static_cast<std::uint32_t>(from >> (16 * i) & 0xFFFFU);
        bits[i * stride + hop / 4] |= std::uint64_t{reversed_hop(rows)} << (hop % 4 * hop_rows);
    }
}

} // namespace concord::pairwise
