#include "oracles/substring.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace concord::substring {
namespace {

std::string letters_of(const sequence_set& sequences, std::uint64_t i) {
    return sequences.text(i, 0, sequences.length(i));
}

std::vector<std::string> letters_of(const sequence_set& sequences) {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < sequences.size(); ++i)
        texts.push_back(letters_of(sequences, i));
    return texts;
}

/// Two letters match when they are the same and, in DNA, are one of A, C, G, T.
bool letters_match(alphabet kind, char a, char b) {
    if (a != b) return false;
    return kind != alphabet::dna || a == 'A' || a == 'C' || a == 'G' || a == 'T' || a == 'U';
}

std::uint64_t lcp(alphabet kind, std::string_view a, std::string_view b, std::uint64_t mismatches) {
    std::uint64_t seen = 0;
    std::uint64_t length = 0;
    while (length < a.size() && length < b.size()) {
        if (!letters_match(kind, a[length], b[length])) ++seen;
        if (seen > mismatches) break;
        ++length;
    }
    return length;
}

/// Where u occurs in s: fewest mismatches, then leftmost; more mismatches than any k where it cannot stand at all.
substring_occurrence best_occurrence(alphabet kind, std::string_view u, std::string_view s) {
    substring_occurrence best{0, 0, std::numeric_limits<std::uint64_t>::max(), 0};
    for (std::uint64_t start = 0; start + u.size() <= s.size(); ++start) {
        std::uint64_t mismatches = 0;
        for (std::uint64_t at = 0; at < u.size(); ++at)
            mismatches += letters_match(kind, u[at], s[start + at]) ? 0U : 1U;
        if (mismatches < best.mismatches) best = {0, start, mismatches, start + u.size()};
    }
    return best;
}

std::vector<std::uint64_t> length_stat(alphabet kind, const std::vector<std::string>& texts, std::uint64_t i,
                                       std::uint64_t x, std::uint64_t mismatches) {
    const std::string_view suffix = std::string_view(texts[i]).substr(x);
    std::vector<std::uint64_t> sequences_with(suffix.size(), 1); // s_i itself, whatever letters it holds
    for (std::uint64_t j = 0; j < texts.size(); ++j) {
        if (j == i) continue;
        std::uint64_t longest = 0;
        for (std::uint64_t y = 0; y < texts[j].size(); ++y)
            longest = std::max(longest, lcp(kind, suffix, std::string_view(texts[j]).substr(y), mismatches));
        for (std::uint64_t length = 1; length <= longest; ++length)
            ++sequences_with[length - 1];
    }
    return sequences_with;
}

} // namespace

std::uint64_t reference_lcp(const sequence_set& sequences, std::uint64_t i, std::uint64_t x, std::uint64_t j,
                            std::uint64_t y, std::uint64_t mismatches) {
    const std::string a = sequences.text(i, x, sequences.length(i));
    const std::string b = sequences.text(j, y, sequences.length(j));
    return lcp(sequences.alphabet(), a, b, mismatches);
}

std::vector<std::uint64_t> reference_max_lcp(const sequence_set& sequences, std::uint64_t i, std::uint64_t j,
                                             std::uint64_t mismatches) {
    const std::string a = letters_of(sequences, i);
    const std::string b = letters_of(sequences, j);
    std::vector<std::uint64_t> longest(a.size(), 0);
    for (std::size_t x = 0; x < a.size(); ++x)
        for (std::size_t y = 0; y < b.size(); ++y)
            longest[x] = std::max(longest[x], lcp(sequences.alphabet(), std::string_view(a).substr(x),
                                                  std::string_view(b).substr(y), mismatches));
    return longest;
}

std::vector<std::uint64_t> reference_length_stat(const sequence_set& sequences, std::uint64_t i, std::uint64_t x,
                                                 std::uint64_t mismatches) {
    return length_stat(sequences.alphabet(), letters_of(sequences), i, x, mismatches);
}

substring_result reference_search(const sequence_set& sequences, const substring_options& options) {
    substring_result result;
    const std::vector<std::string> texts = letters_of(sequences);
    for (std::uint64_t i = 0; i < sequences.size(); ++i) {
        substring_candidate candidate{i, 0, 0, 0}; // C_i
        for (std::uint64_t x = 0; x < sequences.length(i); ++x) {
            const auto sequences_with = length_stat(sequences.alphabet(), texts, i, x, options.mismatches);
            for (std::uint64_t length = options.min_length; length <= sequences_with.size(); ++length) {
                const std::uint64_t support = sequences_with[length - 1];
                if (support < options.support) continue;
                if (length > candidate.length) candidate = {i, x, length, support};
                if (!result.ties.empty() && length < result.ties.front().length) continue;
                if (!result.ties.empty() && length > result.ties.front().length) result.ties.clear();
                result.ties.push_back({i, x, length, support});
            }
        }
        result.per_sequence.push_back(candidate);
    }
    result.found = !result.ties.empty();
    if (!result.found) return result;

    result.best = result.ties.front();
    result.tied_positions = result.ties.size();
    std::set<std::uint64_t> tied;
    for (const substring_candidate& tie : result.ties)
        tied.insert(tie.sequence);
    result.tied_sequences = tied.size();

    const substring_candidate& best = result.best;
    const std::string u = sequences.text(best.sequence, best.start, best.start + best.length);
    for (std::uint64_t j = 0; j < sequences.size(); ++j) {
        substring_occurrence occurrence = best_occurrence(sequences.alphabet(), u, texts[j]);
        if (j == best.sequence)
            occurrence = {j, best.start, 0, best.start + best.length}; // the source counts whatever letters it holds
        occurrence.sequence = j;
        if (occurrence.mismatches <= options.mismatches && sequences.length(j) >= u.size())
            result.occurrences.push_back(occurrence);
    }
    return result;
}

} // namespace concord::substring
