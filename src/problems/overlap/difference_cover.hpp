// A sample of positions by a difference cover, so that any two suffixes are ordered by few letters and one comparison
// of ranks (Burkhardt and Kärkkäinen, "Fast lightweight suffix array construction and checking", 2003). Host and
// device.
//
//   period 8, cover {0, 1, 2, 4}      position   0 1 2 3 4 5 6 7 | 8 9 ...        For any two positions there is a
//                                     sampled    x x x . x . . . | x x            shift below 8 to two sampled ones:
//                                                      a     b                    3 and 6, for one, by 6 to 9 and 12.
//
// Every difference modulo the period is that of two members of the cover. Positions behind one another by a multiple of
// the period are sampled both or neither, so that the sample is ordered by prefix doubling on its own.
#pragma once

#include "base/host_device.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// The tables of a cover, in the memory of a device or of the host.
struct cover_view {
    const std::uint16_t* members = nullptr; ///< of the cover, ascending
    const std::uint16_t* below = nullptr;   ///< by residue: members below it
    const std::uint16_t* first = nullptr;   ///< by difference d: a member x such that x + d, modulo the period, is one
    std::uint64_t size = 0;                 ///< of the cover
    unsigned log_period = 0;

    [[nodiscard]] CONCORD_HD std::uint64_t period() const { return std::uint64_t{1} << log_period; }

    /// Sampled positions below `position`; of a sampled one, its number.
    [[nodiscard]] CONCORD_HD std::uint64_t index_of(std::uint64_t position) const {
        return (position >> log_period) * size + below[position & (period() - 1)];
    }
    [[nodiscard]] CONCORD_HD std::uint64_t position_of(std::uint32_t index) const {
        const auto members_here = static_cast<std::uint32_t>(size);
        return (std::uint64_t{index / members_here} << log_period) + members[index % members_here];
    }
    /// The shift, below the period, after which both positions are sampled.
    [[nodiscard]] CONCORD_HD std::uint64_t shift(std::uint64_t a, std::uint64_t b) const {
        return (first[(b - a) & (period() - 1)] - a) & (period() - 1);
    }
};

/// Of period 2^log_period, up to 2^8. The covers are the smallest known ones (Kärkkäinen; Colbourn and Ling 2000).
class difference_cover {
  public:
    static constexpr unsigned most_log_period = 8;

    explicit difference_cover(unsigned log_period) : log_period_(log_period) {
        const std::span<const std::uint16_t> cover = known(log_period);
        members_.assign(cover.begin(), cover.end());
        const std::uint64_t period = std::uint64_t{1} << log_period;
        below_.resize(period);
        first_.resize(period);
        for (const std::uint16_t member : members_) {
            for (std::uint64_t above = member + std::uint64_t{1}; above < period; ++above)
                ++below_[above];
            for (const std::uint16_t other : members_)
                first_[(other - std::uint64_t{member}) & (period - 1)] = member;
        }
    }

    [[nodiscard]] const std::vector<std::uint16_t>& members() const noexcept { return members_; }
    [[nodiscard]] const std::vector<std::uint16_t>& below() const noexcept { return below_; }
    [[nodiscard]] const std::vector<std::uint16_t>& first() const noexcept { return first_; }
    [[nodiscard]] cover_view view() const noexcept {
        return {members_.data(), below_.data(), first_.data(), members_.size(), log_period_};
    }

  private:
    static std::span<const std::uint16_t> known(unsigned log_period) {
        static constexpr std::array<std::uint16_t, 1> of_1{0};
        static constexpr std::array<std::uint16_t, 2> of_2{0, 1};
        static constexpr std::array<std::uint16_t, 3> of_4{0, 1, 2};
        static constexpr std::array<std::uint16_t, 4> of_8{0, 1, 2, 4};
        static constexpr std::array<std::uint16_t, 5> of_16{0, 1, 2, 5, 8};
        static constexpr std::array<std::uint16_t, 7> of_32{0, 1, 2, 3, 7, 11, 19};
        static constexpr std::array<std::uint16_t, 9> of_64{0, 1, 2, 5, 14, 16, 34, 42, 59};
        static constexpr std::array<std::uint16_t, 13> of_128{0, 1, 3, 7, 17, 40, 55, 64, 75, 85, 104, 109, 117};
        static constexpr std::array<std::uint16_t, 20> of_256{0,  1,  3,   7,   12,  20,  30,  44,  65,  80,
                                                              89, 96, 114, 122, 128, 150, 196, 197, 201, 219};
        switch (log_period) {
        case 0: return of_1;
        case 1: return of_2;
        case 2: return of_4;
        case 3: return of_8;
        case 4: return of_16;
        case 5: return of_32;
        case 6: return of_64;
        case 7: return of_128;
        default: return of_256;
        }
    }

    std::vector<std::uint16_t> members_;
    std::vector<std::uint16_t> below_;
    std::vector<std::uint16_t> first_;
    unsigned log_period_;
};

} // namespace concord::overlap
