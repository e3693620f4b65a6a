// How many of a number of sequences are to share something.
#include <concord/error.hpp>
#include <concord/sequences.hpp>

#include <algorithm>
#include <cmath>

namespace concord {

std::uint64_t support_from_percent(double percent, std::uint64_t sequences) {
    if (!(percent > 0 && percent <= 100))
        throw error(error_code::usage, "a share must be more than 0 % and at most 100 %");
    const double exact = percent / 100 * static_cast<double>(sequences);
    // 20 % of 5,000 is 1,000, whatever the last bit of 0.2 says.
    const double count = std::ceil(exact - 1e-9 * exact);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(count));
}

std::uint64_t default_support(std::uint64_t sequences) {
    constexpr double usual_percent = 20;
    return std::max(support_from_percent(usual_percent, sequences), std::min<std::uint64_t>(2, sequences));
}

} // namespace concord
