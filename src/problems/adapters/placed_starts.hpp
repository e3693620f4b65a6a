// Where a short strand lies in a read as a whole: 64 starts at once. In a run of a letter it fits nearly everywhere.
#pragma once

#include "problems/adapters/letter_planes.hpp"
#include "problems/adapters/placement.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::adapters {

/// The places of each letter in a read, a bit each.
class places_of_letters {
  public:
    void assign(const letter_planes& read, std::size_t length);
    [[nodiscard]] std::size_t length() const noexcept { return length_; }
    [[nodiscard]] const std::uint64_t* operator[](std::uint8_t letter) const noexcept { return places_[letter].data(); }

  private:
    std::size_t length_ = 0;
    std::array<std::vector<std::uint64_t>, 4> places_;
};

/// Starts at which a strand is whole in a read, with eight equal letters side by side and the same number of
/// differences.
struct placed_starts {
    std::uint32_t strand;
    std::uint32_t differences;
    std::vector<std::uint64_t> starts; ///< a bit each

    /// The first start from `at` on; any number beyond the last one if there is none.
    [[nodiscard]] std::size_t next(std::size_t at) const noexcept;
    [[nodiscard]] std::size_t end() const noexcept { return 64 * starts.size(); }
};

/// Letters of a strand at most: their differences are counted in bits.
inline constexpr std::size_t most_short_letters = 64;

/// Adds the starts of a strand of most_short_letters at most, which is not longer than the read, for each number of
/// differences that it may have. Time: O(letters of the strand · letters of the read / 64).
void add_starts(const places_of_letters& read, std::span<const std::uint8_t> letters, std::uint32_t strand,
                std::vector<placed_starts>& all);

} // namespace concord::adapters
