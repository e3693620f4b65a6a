// Equal windows need one comparison: each distinct one once, with the places where it stands.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/window_bits.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

struct window_place {
    std::uint64_t sequence;
    std::uint64_t position; ///< in the collection
};

class distinct_windows {
  public:
    /// Groups the windows of `length` letters that are in the set. Time O(w log w) for w windows.
    distinct_windows(const problem& given, const window_bits& windows, std::uint64_t length);

    [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
    /// Where a distinct window stands, in ascending order; at least one place.
    [[nodiscard]] std::span<const window_place> places(std::size_t index) const noexcept {
        return {places_.data() + first_[index], places_.data() + first_[index + 1]};
    }

  private:
    std::vector<window_place> places_;
    std::vector<std::uint64_t> first_; // of each distinct window in places_, and the end
};

} // namespace concord::substring
