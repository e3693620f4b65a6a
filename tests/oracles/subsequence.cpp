#include "oracles/subsequence.hpp"

#include <algorithm>

namespace concord::subsequence {

std::uint64_t reference_length(const sequence::coded_pair& pair) {
    std::vector<std::uint64_t> above(pair.a.length + 1);
    std::vector<std::uint64_t> row(pair.a.length + 1);
    for (std::uint64_t j = 1; j <= pair.b.length; ++j) {
        for (std::uint64_t i = 1; i <= pair.a.length; ++i)
            row[i] = pair.code_a(i - 1) == pair.code_b(j - 1) ? above[i - 1] + 1 : std::max(above[i], row[i - 1]);
        std::swap(above, row);
    }
    return above[pair.a.length];
}

alignment reference_alignment(const sequence::coded_pair& pair) {
    const std::uint64_t width = pair.a.length + 1;
    std::vector<std::uint64_t> matrix(width * (pair.b.length + 1));
    const auto at = [&](std::uint64_t i, std::uint64_t j) -> std::uint64_t& { return matrix[j * width + i]; };
    for (std::uint64_t j = 1; j <= pair.b.length; ++j)
        for (std::uint64_t i = 1; i <= pair.a.length; ++i)
            at(i, j) =
                pair.code_a(i - 1) == pair.code_b(j - 1) ? at(i - 1, j - 1) + 1 : std::max(at(i, j - 1), at(i - 1, j));
    alignment backwards;
    const auto step = [&](char operation) {
        if (backwards.empty() || backwards.back().operation != operation) backwards.push_back({operation, 0});
        ++backwards.back().count;
    };
    std::uint64_t i = pair.a.length;
    std::uint64_t j = pair.b.length;
    while (i > 0 || j > 0) {
        if (i > 0 && j > 0 && pair.code_a(i - 1) == pair.code_b(j - 1)) {
            step('=');
            --i, --j;
        } else if (i > 0 && at(i - 1, j) == at(i, j)) {
            step('I');
            --i;
        } else {
            step('D');
            --j;
        }
    }
    std::ranges::reverse(backwards);
    return backwards;
}

} // namespace concord::subsequence
