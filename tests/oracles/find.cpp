#include "oracles/find.hpp"

#include <algorithm>
#include <map>

namespace concord::edit_distance {
namespace {

const std::map<char, std::string> bases = {
    {'A', "A"},  {'C', "C"},  {'G', "G"},  {'T', "T"},   {'U', "T"},   {'R', "AG"},  {'Y', "CT"},  {'S', "CG"},
    {'W', "AT"}, {'K', "GT"}, {'M', "AC"}, {'B', "CGT"}, {'D', "AGT"}, {'H', "ACT"}, {'V', "ACG"}, {'N', "ACGT"}};

bool matches(char of_pattern, char of_text, bool of_dna, bool iupac) {
    if (!of_dna) return of_pattern == of_text;
    if (of_text == 'U') of_text = 'T';
    const auto found = bases.find(of_pattern);
    if (found == bases.end() || (!iupac && found->second.size() > 1)) return false;
    return std::string("ACGT").find(of_text) != std::string::npos && found->second.find(of_text) != std::string::npos;
}

using matrix = std::vector<std::vector<std::uint64_t>>;

/// Row i, column j: the fewest edits between the first i letters of the pattern and any substring that ends before
/// letter j, or `at_start` the first j letters.
template <class Equal>
matrix filled(std::size_t rows, std::size_t columns, bool at_start, const Equal& equal) {
    matrix cost(rows + 1, std::vector<std::uint64_t>(columns + 1));
    for (std::size_t j = 0; j <= columns && at_start; ++j)
        cost[0][j] = j;
    for (std::size_t i = 1; i <= rows; ++i) {
        cost[i][0] = i;
        for (std::size_t j = 1; j <= columns; ++j)
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (equal(i, j) ? 0 : 1)});
    }
    return cost;
}

bool is_minimum(const std::vector<std::uint64_t>& ends, std::size_t end) {
    std::size_t first = end; // of the ends with this cost
    while (first > 0 && ends[first - 1] == ends[end])
        --first;
    return (first == 0 || ends[first - 1] > ends[end]) && (end + 1 == ends.size() || ends[end + 1] > ends[end]);
}

template <class Equal>
pattern_occurrence traced(const matrix& cost, std::size_t end, bool at_start, const Equal& equal) {
    pattern_occurrence one;
    one.end = end;
    one.edits = cost.back()[end];
    std::string backwards;
    std::size_t i = cost.size() - 1;
    std::size_t j = end;
    while (i > 0 || (at_start && j > 0)) {
        if (i > 0 && j > 0 && equal(i, j)) {
            backwards += '=';
            --i, --j;
        } else if (i > 0 && cost[i - 1][j] + 1 == cost[i][j]) {
            backwards += 'I';
            --i;
        } else if (i > 0 && j > 0 && cost[i - 1][j - 1] + 1 == cost[i][j]) {
            backwards += 'X';
            --i, --j;
        } else {
            backwards += 'D';
            --j;
        }
    }
    one.start = j;
    std::ranges::reverse(backwards);
    for (const char operation : backwards) {
        if (one.alignment.empty() || one.alignment.back().operation != operation)
            one.alignment.push_back({operation, 0});
        ++one.alignment.back().count;
    }
    return one;
}

} // namespace

std::vector<pattern_occurrence> reference_occurrences(const std::string& pattern, const std::string& text,
                                                      std::uint64_t max_edits, bool of_dna, bool iupac) {
    const auto equal = [&](std::size_t i, std::size_t j) {
        return matches(pattern[i - 1], text[j - 1], of_dna, iupac);
    };
    const matrix cost = filled(pattern.size(), text.size(), false, equal);
    std::vector<pattern_occurrence> found;
    for (std::size_t end = 0; end <= text.size(); ++end)
        if (cost.back()[end] <= max_edits && is_minimum(cost.back(), end))
            found.push_back(traced(cost, end, false, equal));
    return found;
}

std::vector<pattern_occurrence> reference_places(const std::string& pattern, const std::string& text,
                                                 const text_search_options& options) {
    const auto equal = [&](std::size_t i, std::size_t j) {
        const auto a = static_cast<unsigned char>(pattern[i - 1]);
        const auto b = static_cast<unsigned char>(text[j - 1]);
        return a == b || std::ranges::any_of(options.equalities, [&](const letter_equality& each) {
                   return (each.first == a && each.second == b) || (each.first == b && each.second == a);
               });
    };
    const matrix cost = filled(pattern.size(), text.size(), options.at_start, equal);
    const std::vector<std::uint64_t>& ends = cost.back();
    const std::uint64_t fewest = *std::ranges::min_element(ends);
    std::vector<pattern_occurrence> found;
    for (std::size_t end = 0; end < ends.size(); ++end) {
        if (ends[end] > options.max_edits.value_or(ends[end])) continue;
        if (options.every_minimum ? is_minimum(ends, end) : ends[end] == fewest)
            found.push_back(traced(cost, end, options.at_start, equal));
    }
    return found;
}

std::string reference_reverse_complement(const std::string& pattern) {
    std::string made;
    for (std::size_t at = pattern.size(); at-- > 0;) {
        const auto letter = bases.find(pattern[at]);
        std::string complements;
        if (letter != bases.end())
            for (const char base : letter->second)
                complements += "TGCA"[std::string("ACGT").find(base)];
        std::ranges::sort(complements);
        const auto complement =
            std::ranges::find_if(bases, [&](const auto& each) { return each.second == complements; });
        made += complement == bases.end() ? '-' : complement->first;
    }
    return made;
}

} // namespace concord::edit_distance
