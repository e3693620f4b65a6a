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

} // namespace

std::vector<pattern_occurrence> reference_occurrences(const std::string& pattern, const std::string& text,
                                                      std::uint64_t max_edits, bool of_dna, bool iupac) {
    std::vector<std::vector<std::uint64_t>> cost(pattern.size() + 1, std::vector<std::uint64_t>(text.size() + 1));
    const auto equal = [&](std::size_t i, std::size_t j) {
        return matches(pattern[i - 1], text[j - 1], of_dna, iupac);
    };
    for (std::size_t i = 1; i <= pattern.size(); ++i) {
        cost[i][0] = i;
        for (std::size_t j = 1; j <= text.size(); ++j)
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (equal(i, j) ? 0 : 1)});
    }
    const std::vector<std::uint64_t>& ends = cost.back();
    std::vector<pattern_occurrence> found;
    for (std::size_t end = 0; end <= text.size(); ++end) {
        if (ends[end] > max_edits) continue;
        std::size_t first = end; // of the ends with this cost
        while (first > 0 && ends[first - 1] == ends[end])
            --first;
        const bool falls = first == 0 || ends[first - 1] > ends[end];
        const bool rises = end == text.size() || ends[end + 1] > ends[end];
        if (!falls || !rises) continue;
        pattern_occurrence one;
        one.end = end;
        one.edits = ends[end];
        std::string backwards;
        std::size_t i = pattern.size();
        std::size_t j = end;
        while (i > 0) {
            if (j > 0 && equal(i, j)) {
                backwards += '=';
                --i, --j;
            } else if (cost[i - 1][j] + 1 == cost[i][j]) {
                backwards += 'I';
                --i;
            } else if (j > 0 && cost[i - 1][j - 1] + 1 == cost[i][j]) {
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
        found.push_back(one);
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
