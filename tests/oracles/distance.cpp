#include "oracles/distance.hpp"

#include <algorithm>
#include <map>

namespace concord::edit_distance {
namespace {

/// All of the matrix: cost(i, j) turns the first i letters of a into the first j of b.
class cost_matrix {
  public:
    cost_matrix(const sequence::coded_pair& pair, bool may_substitute)
        : pair_(pair), may_substitute_(may_substitute), width_(pair.a.length + 1), cost_(width_ * (pair.b.length + 1)) {
        for (std::uint64_t j = 0; j <= pair.b.length; ++j)
            for (std::uint64_t i = 0; i <= pair.a.length; ++i)
                cost_[j * width_ + i] = least(i, j);
    }

    [[nodiscard]] std::uint64_t operator()(std::uint64_t i, std::uint64_t j) const { return cost_[j * width_ + i]; }

  private:
    [[nodiscard]] std::uint64_t least(std::uint64_t i, std::uint64_t j) const {
        if (i == 0 || j == 0) return i + j;
        if (pair_.code_a(i - 1) == pair_.code_b(j - 1)) return (*this)(i - 1, j - 1);
        const std::uint64_t gap = std::min((*this)(i - 1, j), (*this)(i, j - 1));
        return 1 + (may_substitute_ ? std::min(gap, (*this)(i - 1, j - 1)) : gap);
    }

    const sequence::coded_pair& pair_;
    bool may_substitute_;
    std::uint64_t width_;
    std::vector<std::uint64_t> cost_;
};

std::optional<std::uint64_t> hamming(const sequence::coded_pair& pair) {
    if (pair.a.length != pair.b.length) return std::nullopt;
    std::uint64_t differing = 0;
    for (std::uint64_t i = 0; i < pair.a.length; ++i)
        if (pair.code_a(i) != pair.code_b(i)) ++differing;
    return differing;
}

/// Transpositions too: of neighbouring letters that are not edited again (osa), or of any two with letters deleted and
/// inserted between them. Lowrance and Wagner, "An Extension of the String-to-String Correction Problem", J. ACM 22(2),
/// 1975: only the last place of each letter is of interest.
std::uint64_t with_transpositions(const sequence::coded_pair& pair, bool are_edited_once) {
    const std::uint64_t width = pair.b.length + 1;
    std::vector<std::uint32_t> cost((pair.a.length + 1) * width);
    const auto at = [&](std::uint64_t i, std::uint64_t j) -> std::uint32_t& { return cost[i * width + j]; };
    std::map<std::uint32_t, std::uint64_t> last_row_of; // the last letter of a that is this one
    for (std::uint64_t i = 0; i <= pair.a.length; ++i) {
        std::uint64_t last_column = 0; // the last letter of b that is letter i of a
        for (std::uint64_t j = 0; j <= pair.b.length; ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = static_cast<std::uint32_t>(i + j);
                continue;
            }
            const bool equal = pair.code_a(i - 1) == pair.code_b(j - 1);
            const std::uint32_t gap = std::min(at(i - 1, j), at(i, j - 1)) + 1;
            at(i, j) = std::min(gap, at(i - 1, j - 1) + (equal ? 0 : 1));
            const auto found = last_row_of.find(pair.code_b(j - 1));
            const std::uint64_t last_row = found == last_row_of.end() ? 0 : found->second;
            if (last_row > 0 && last_column > 0) {
                const std::uint64_t between = (i - last_row - 1) + (j - last_column - 1);
                if (between == 0 || !are_edited_once)
                    at(i, j) =
                        std::min(at(i, j), at(last_row - 1, last_column - 1) + 1 + static_cast<std::uint32_t>(between));
            }
            if (equal) last_column = j;
        }
        if (i > 0) last_row_of[pair.code_a(i - 1)] = i;
    }
    return at(pair.a.length, pair.b.length);
}

} // namespace

std::optional<std::uint64_t> reference_distance(const sequence::coded_pair& pair, distance_metric metric) {
    if (metric == distance_metric::hamming) return hamming(pair);
    if (metric == distance_metric::osa) return with_transpositions(pair, true);
    if (metric == distance_metric::damerau_levenshtein) return with_transpositions(pair, false);
    std::vector<std::uint64_t> above(pair.a.length + 1);
    std::vector<std::uint64_t> row(pair.a.length + 1);
    for (std::uint64_t i = 0; i <= pair.a.length; ++i)
        above[i] = i;
    for (std::uint64_t j = 1; j <= pair.b.length; ++j) {
        row[0] = j;
        for (std::uint64_t i = 1; i <= pair.a.length; ++i) {
            const std::uint64_t gap = std::min(above[i], row[i - 1]) + 1;
            const bool equal = pair.code_a(i - 1) == pair.code_b(j - 1);
            const std::uint64_t replaced = metric == distance_metric::levenshtein ? above[i - 1] + 1 : gap;
            row[i] = equal ? above[i - 1] : std::min(gap, replaced);
        }
        std::swap(above, row);
    }
    return above[pair.a.length];
}

alignment reference_alignment(const sequence::coded_pair& pair, distance_metric metric) {
    const bool may_substitute = metric != distance_metric::indel;
    alignment backwards;
    const auto step = [&](char operation) {
        if (backwards.empty() || backwards.back().operation != operation) backwards.push_back({operation, 0});
        ++backwards.back().count;
    };
    const auto equal = [&](std::uint64_t i, std::uint64_t j) { return pair.code_a(i - 1) == pair.code_b(j - 1); };
    std::uint64_t i = pair.a.length;
    std::uint64_t j = pair.b.length;
    if (metric == distance_metric::hamming) {
        for (; i > 0; --i)
            step(equal(i, i) ? '=' : 'X');
    } else {
        const cost_matrix cost(pair, may_substitute);
        while (i > 0 || j > 0) {
            if (i > 0 && j > 0 && equal(i, j)) {
                step('=');
                --i, --j;
            } else if (i > 0 && cost(i - 1, j) + 1 == cost(i, j)) {
                step('I');
                --i;
            } else if (may_substitute && i > 0 && j > 0 && cost(i - 1, j - 1) + 1 == cost(i, j)) {
                step('X');
                --i, --j;
            } else {
                step('D');
                --j;
            }
        }
    }
    std::ranges::reverse(backwards);
    return backwards;
}

} // namespace concord::edit_distance
