// Keys of short sequences by windows of words: what the kernel that hashes them reads (word_keys-inl.hpp).
#pragma once

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/letter_hashes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// The windows of sequences of one length.
class word_key_windows {
  public:
    word_key_windows(const letter_numbers& numbers, std::span<const key_window> windows);

    /// Reads what stays here; hashes of a window begin `stride` behind those of the one before.
    [[nodiscard]] word_windows view(std::size_t stride) const noexcept {
        return {.windows = windows_, .parts = parts_, .factors = factors_.data(), .planes = planes_, .stride = stride};
    }

  private:
    unsigned planes_;
    std::array<std::uint64_t, most_word_planes> factors_{};
    std::vector<word_windows::window> windows_;
    std::vector<word_windows::part> parts_;
};

/// letter_hashes::is_changed_by_transposing() of a sequence's words.
[[nodiscard]] bool is_changed_by_transposing(const key_window& window, const std::uint64_t* planes, unsigned count);

} // namespace concord::edit_distance
