// All letters of some windows, in stretches of as many as a lane holds, for the kernels that sum up and mark near ones:
//
//     window     |<-------- stretch 1 -------->|<---- front ---->|      the front is what a ball tree asks about:
//                                                                       the beginning or the end of the window
#pragma once

#include "problems/substring/cpu/join/window_lanes.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Where the letters of a window lie: the stretch at the front first, then the others from left to right; of very long
/// windows, only some.
template <class Lane>
class window_stretches {
  public:
    static constexpr std::size_t most = 4;
    static constexpr std::uint64_t letters_of_one = 8 * sizeof(Lane);

    /// Of `length` letters; the front begins at `front`: 0, or where it ends with the window.
    window_stretches(std::uint64_t length, std::uint64_t front) : length_(length) {
        add(front, std::min(length, front + letters_of_one));
        for (std::uint64_t first = 0; first < front; first += letters_of_one)
            add(first, std::min(front, first + letters_of_one));
        for (std::uint64_t first = front + letters_of_one; first < length; first += letters_of_one)
            add(first, std::min(length, first + letters_of_one));
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::uint64_t first(std::size_t stretch) const noexcept { return first_[stretch]; }
    [[nodiscard]] std::uint64_t letters(std::size_t stretch) const noexcept { return last_[stretch] - first_[stretch]; }
    /// Whether these are all letters.
    [[nodiscard]] bool are_all() const noexcept {
        std::uint64_t letters_here = 0;
        for (std::size_t stretch = 0; stretch < size_; ++stretch)
            letters_here += letters(stretch);
        return letters_here == length_;
    }

  private:
    void add(std::uint64_t first, std::uint64_t last) {
        if (size_ == most) return;
        first_[size_] = first;
        last_[size_++] = last;
    }

    std::uint64_t length_;
    std::size_t size_ = 0;
    std::array<std::uint64_t, most> first_{};
    std::array<std::uint64_t, most> last_{};
};

/// The letters of windows as targets, in lanes.
template <class Lane>
class window_rows {
  public:
    using lanes = window_lanes<Lane>;
    using stretches = window_stretches<Lane>;

    /// Room for so many.
    window_rows(const problem& given, const stretches& cut, std::size_t windows) : cut_(cut) {
        for (std::size_t stretch = 0; stretch < cut.size(); ++stretch)
            lanes_.emplace_back(given, cut.letters(stretch), windows);
    }

    void set(std::size_t index, std::uint64_t position) {
        for (std::size_t stretch = 0; stretch < lanes_.size(); ++stretch)
            lanes_[stretch].set(index, position + cut_.first(stretch));
    }
    /// The chosen ones of others from one of these on, numbered from there.
    void gather(const window_rows& others, std::size_t first, std::span<const std::uint32_t> chosen) {
        for (std::size_t stretch = 0; stretch < lanes_.size(); ++stretch)
            lanes_[stretch].gather(others.lanes_[stretch].from(first), chosen);
    }
    [[nodiscard]] const lanes& front() const noexcept { return lanes_.front(); }

    /// One array for each plane of each stretch.
    [[nodiscard]] std::vector<const Lane*> rows(unsigned planes) const {
        std::vector<const Lane*> rows;
        for (const lanes& stretch : lanes_) {
            const auto from = stretch.from(0);
            rows.insert(rows.end(), from.begin(), from.begin() + planes);
        }
        return rows;
    }

  private:
    stretches cut_;
    std::vector<lanes> lanes_;
};

/// Writes the letters of one window as a source: a lane for each plane of each stretch.
template <class Lane>
void write_source(const problem& given, const window_stretches<Lane>& cut, std::uint64_t position,
                  std::span<Lane> letters) {
    const unsigned planes = given.letters.planes();
    for (std::size_t stretch = 0; stretch < cut.size(); ++stretch)
        for (unsigned plane = 0; plane < planes; ++plane)
            letters[stretch * planes + plane] =
                static_cast<Lane>(given.letters.source(plane, position + cut.first(stretch))) &
                base::low_bits<Lane>(static_cast<unsigned>(cut.letters(stretch)));
}

} // namespace concord::substring
