// The letters of some windows in lanes, plane by plane, for the vector kernel of near_seeds.hpp.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::substring {

/// All of the letters as targets, so that distances are a metric; it is no greater than that of a source from a target,
/// where ambiguous letters differ from all.
template <class Lane>
class window_lanes {
  public:
    static constexpr std::size_t most_planes = sequence::most_planes + 1;
    using letters_of_window = std::array<Lane, most_planes>;

    /// Of windows of `length` letters; room for so many.
    window_lanes(const problem& given, std::uint64_t length, std::size_t windows)
        : given_(&given), letters_(static_cast<unsigned>(std::min<std::uint64_t>(length, 8 * sizeof(Lane)))) {
        resize(windows);
    }
    /// Distinct windows, their letters from `first` on.
    window_lanes(const problem& given, runtime::thread_pool& workers, std::uint64_t length,
                 const equal_windows& windows, std::uint64_t first = 0)
        : window_lanes(given, length - first, windows.size()) {
        runtime::for_parts(workers, windows.size(), tuning::least_windows_of_part,
                           [&](std::uint64_t begin, std::uint64_t end) {
                               for (std::uint64_t index = begin; index < end; ++index)
                                   set(index, windows.occurrences(index)[0].position + first);
                           });
    }

    void resize(std::size_t windows) {
        for (unsigned plane = 0; plane < given_->letters.planes(); ++plane)
            lanes_[plane].resize(windows + lane_padding);
    }
    void set(std::size_t index, std::uint64_t position) {
        for (unsigned plane = 0; plane < given_->letters.planes(); ++plane)
            lanes_[plane][index] =
                static_cast<Lane>(given_->letters.target(plane, position)) & base::low_bits<Lane>(letters_);
    }
    /// The chosen ones of other windows.
    void gather(const std::array<const Lane*, most_planes>& from, std::span<const std::uint32_t> chosen) {
        if (lanes_[0].size() < chosen.size() + lane_padding) resize(chosen.size());
        for (unsigned plane = 0; plane < given_->letters.planes(); ++plane)
            for (std::size_t index = 0; index < chosen.size(); ++index)
                lanes_[plane][index] = from[plane][chosen[index]];
    }

    [[nodiscard]] letters_of_window of(std::size_t index) const {
        letters_of_window found{};
        for (unsigned plane = 0; plane < given_->letters.planes(); ++plane)
            found[plane] = lanes_[plane][index];
        return found;
    }
    /// The planes from one window on.
    [[nodiscard]] std::array<const Lane*, most_planes> from(std::size_t first) const {
        std::array<const Lane*, most_planes> planes{};
        for (unsigned plane = 0; plane < given_->letters.planes(); ++plane)
            planes[plane] = lanes_[plane].data() + first;
        return planes;
    }
    [[nodiscard]] unsigned letters() const noexcept { return letters_; }

  private:
    const problem* given_;
    unsigned letters_;
    std::array<std::vector<Lane>, most_planes> lanes_;
};

/// Some of the windows, evenly spread: `most` at most; their letters from `first` on.
template <class Lane>
[[nodiscard]] window_lanes<Lane> sampled_lanes(const problem& given, std::uint64_t length, const equal_windows& windows,
                                               std::size_t most, std::uint64_t first = 0) {
    const std::size_t count = std::min(most, windows.size());
    window_lanes<Lane> sampled(given, length - first, count);
    for (std::size_t index = 0; index < count; ++index)
        sampled.set(index, windows.occurrences(index * windows.size() / count)[0].position + first);
    return sampled;
}

/// Of two kernels the one for lanes of this type.
template <class Lane, class Of32, class Of64>
constexpr auto of_lane(Of32 of_32, Of64 of_64) {
    if constexpr (std::is_same_v<Lane, std::uint32_t>)
        return of_32;
    else
        return of_64;
}

template <class Lane>
near_seeds<Lane> near_kernel(const seed_kernels& kernels) {
    return of_lane<Lane>(kernels.near_32, kernels.near_64);
}

} // namespace concord::substring
