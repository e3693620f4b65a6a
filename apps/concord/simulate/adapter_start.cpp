#include "simulate/adapter_start.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

namespace concord::simulate {
namespace {

constexpr std::uint64_t measured_length = 51;

/// Reads, of 5,000, whose adapter starts at 0, 1, 2 …
constexpr std::array<std::uint16_t, 47> measured = {1,  0,   0,  0,  0,  0,  0,  0,  0,  0,  0,   0,  0,  0,   1,  1,
                                                    1,  7,   7,  9,  15, 15, 32, 31, 50, 60, 53,  78, 69, 85,  68, 79,
                                                    88, 101, 84, 94, 82, 95, 98, 93, 73, 96, 110, 96, 88, 100, 101};

constexpr auto cumulative = [] {
    std::array<std::uint32_t, measured.size()> sums{};
    std::uint32_t sum = 0;
    for (std::size_t start = 0; start < measured.size(); ++start)
        sums[start] = sum += measured[start];
    return sums;
}();

} // namespace

std::uint64_t draw_adapter_start(adapter_start law, std::uint64_t length, random_source& random) {
    if (law == adapter_start::uniform) return random.below(length);
    const std::uint64_t drawn = random.below(cumulative.back());
    const auto place = std::upper_bound(cumulative.begin(), cumulative.end(), drawn);
    const auto start = static_cast<std::uint64_t>(std::distance(cumulative.begin(), place));
    // Position `start` of 51 covers this range of a read of another length.
    const std::uint64_t low = start * length / measured_length;
    const std::uint64_t high = (start + 1) * length / measured_length;
    return high > low + 1 ? random.between(low, high - 1) : low;
}

} // namespace concord::simulate
