#include "problems/substring/cpu/scan/scan.hpp"

#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <span>

namespace concord::substring {

polled_problem polled_by(const problem& given, const poll& asked) {
    polled_problem polled{given, {}};
    polled.given.support = asked.support;
    polled.given.are_supports_exact = true;
    for (std::uint64_t index = 0; index < asked.sequences; ++index)
        polled.among.sequences.push_back(asked.sequence(index, given));
    return polled;
}

std::vector<source_span> best_of_second_poll(const problem& given, const cpu_resources& resources,
                                             const std::vector<source_span>& likely, std::uint64_t length) {
    const std::uint64_t size = given.sequences() / tuning::share_of_second_poll;
    const auto [polled, among] =
        polled_by(given, {size, std::max<std::uint64_t>(1, given.support * size / given.sequences())});
    longest_windows best = scan_all(polled, resources, {likely, among, "sampling"}, length);
    std::ranges::sort(best.windows, [](const window& a, const window& b) {
        return a.support != b.support ? a.support > b.support : a < b;
    });
    std::vector<source_span> spans;
    for (const window& each : std::span(best.windows).first(std::min(tuning::best_of_second_poll, best.windows.size())))
        spans.push_back({each.sequence, each.start, 1});
    return spans;
}

} // namespace concord::substring
