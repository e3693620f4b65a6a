// Windows of one letter more than those that are counted: a sequence that holds one holds both of its parts, so that
// where both of them are counted side by side, at most so many sequences hold it as hold both. Of windows as short as
// chance has it, nearly all have the support at one length, and none at the next: most of that is known without a
// count, and of the others after a few sequences.
//
//     counted      ACGTTGCAGGAC  held by    1 . 1 1 . 1 . 1
//                   CGTTGCAGGACT            1 1 . 1 . . . 1
//     both         ACGTTGCAGGACT at most    1 . . 1 . . . 1
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// How many bits of a byte are set.
inline constexpr std::array<std::uint8_t, 256> ones_of_byte = [] {
    std::array<std::uint8_t, 256> ones{};
    for (unsigned byte = 1; byte < ones.size(); ++byte)
        ones[byte] = static_cast<std::uint8_t>(ones[byte / 2] + byte % 2);
    return ones;
}();

/// Lanes that are counted one stage after the other, `parts` of row_padding lanes in all.
struct lane_stages {
    std::size_t parts;
    std::size_t number;

    [[nodiscard]] std::size_t first(std::size_t stage) const noexcept { return stage * parts / number; }
    friend bool operator==(const lane_stages&, const lane_stages&) = default;
};

class longer_windows {
  public:
    /// Those both of whose parts are among these classes of `length` letters. Time O(members log members).
    longer_windows(const window_classes& classes, std::uint64_t length, const lane_stages& stages,
                   runtime::thread_pool& workers);

    [[nodiscard]] std::size_t size() const noexcept { return starts_.size(); }
    /// Bytes that are needed to count.
    [[nodiscard]] std::uint64_t memory() const noexcept;
    /// Letters of these windows.
    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    [[nodiscard]] const lane_stages& stages() const noexcept { return stages_; }
    /// One thread's sequences of a stage: of each class a bit for each of eight that holds it. Time O(pairs of
    /// classes).
    void add(unsigned worker, std::size_t stage, std::span<const std::uint8_t> held);
    /// Once all sequences were added.
    void finish();
    /// Sequences of this stage and of later ones, at most, that hold the window at a start; all where that is not
    /// known.
    [[nodiscard]] std::uint64_t most_from(std::size_t stage, std::uint64_t start) const;
    /// Drops starts of these windows that fewer sequences hold than have to.
    void drop(window_starts& starts, std::uint64_t support) const;

  private:
    /// The classes of both parts.
    struct class_pair {
        std::uint32_t first;
        std::uint32_t second;

        friend auto operator<=>(const class_pair&, const class_pair&) = default;
    };
    [[nodiscard]] std::uint64_t most_of(std::size_t index, std::size_t stage) const {
        return bounds_.front()[pair_of_[index] * stages_.number + stage];
    }

    std::uint64_t length_;
    lane_stages stages_;
    window_starts starts_;                           ///< in ascending order
    std::vector<std::uint32_t> pair_of_;             ///< of each start
    std::vector<class_pair> pairs_;                  ///< distinct ones, in ascending order
    std::vector<std::vector<std::uint32_t>> bounds_; ///< by thread, pair and stage; in the end of all threads, and
                                                     ///< summed up from a stage on
};

} // namespace concord::substring
