// Letters of any 32 bits as codes, in linear time: those that both sequences hold by their order, all others as one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace concord::sequence {

inline constexpr std::uint32_t own_letter = 0xFFFF'FFFF;

struct shared_codes {
    std::vector<std::uint32_t> a; ///< of each letter, or own_letter where the other sequence lacks it
    std::vector<std::uint32_t> b;
    std::uint32_t shared = 0; ///< codes that both hold
    bool a_has_own = false;
    bool b_has_own = false;
};

/// `unlike`: letters that are not even like themselves. Fewer than 2^31 letters each; time and memory O(n + m).
[[nodiscard]] shared_codes share_codes(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                       std::span<const std::uint32_t> unlike);

} // namespace concord::sequence
