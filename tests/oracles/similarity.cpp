#include "oracles/similarity.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace concord::edit_distance {

double reference_jaro(const sequence::coded_pair& pair) {
    const auto n = static_cast<std::int64_t>(pair.a.length);
    const auto m = static_cast<std::int64_t>(pair.b.length);
    if (n == 0 && m == 0) return 1;
    const std::int64_t window = std::max<std::int64_t>(0, std::max(n, m) / 2 - 1);
    std::vector<bool> taken(pair.a.length);
    std::vector<std::uint32_t> of_b; // matched letters in their order
    for (std::int64_t j = 0; j < m; ++j)
        for (std::int64_t i = 0; i < n; ++i) {
            const auto at = static_cast<std::uint64_t>(i);
            const std::uint32_t letter = pair.code_b(static_cast<std::uint64_t>(j));
            if (taken[at] || std::abs(i - j) > window || pair.code_a(at) != letter) continue;
            taken[at] = true;
            of_b.push_back(letter);
            break;
        }
    std::vector<std::uint32_t> of_a;
    for (std::uint64_t i = 0; i < pair.a.length; ++i)
        if (taken[i]) of_a.push_back(pair.code_a(i));
    if (of_a.empty()) return 0;
    std::uint64_t differing = 0;
    for (std::size_t at = 0; at < of_a.size(); ++at)
        if (of_a[at] != of_b[at]) ++differing;
    const auto c = static_cast<double>(of_a.size());
    const auto t = static_cast<double>(differing / 2);
    return (c / static_cast<double>(n) + c / static_cast<double>(m) + (c - t) / c) / 3.0;
}

double reference_jaro_winkler(const sequence::coded_pair& pair, double prefix_weight) {
    const double similarity = reference_jaro(pair);
    if (similarity <= 0.7) return similarity;
    std::uint64_t prefix = 0;
    while (prefix < 4 && prefix < pair.a.length && prefix < pair.b.length && pair.code_a(prefix) == pair.code_b(prefix))
        ++prefix;
    return std::min(1.0, similarity + static_cast<double>(prefix) * prefix_weight * (1.0 - similarity));
}

std::uint64_t reference_cost(const sequence::coded_pair& pair, const edit_weights& weights) {
    // cost[i][j] turns the first i letters of a into the first j of b.
    std::vector<std::vector<std::uint64_t>> cost(pair.a.length + 1, std::vector<std::uint64_t>(pair.b.length + 1));
    for (std::uint64_t i = 0; i <= pair.a.length; ++i)
        for (std::uint64_t j = 0; j <= pair.b.length; ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i * weights.deletion + j * weights.insertion;
                continue;
            }
            const bool equal = pair.code_a(i - 1) == pair.code_b(j - 1);
            cost[i][j] = std::min({cost[i - 1][j] + weights.deletion, cost[i][j - 1] + weights.insertion,
                                   cost[i - 1][j - 1] + (equal ? 0 : weights.substitution)});
        }
    return cost.back().back();
}

} // namespace concord::edit_distance
