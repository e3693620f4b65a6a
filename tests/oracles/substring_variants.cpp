#include "oracles/substring_variants.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace concord::substring {
namespace {

using text = std::string;
constexpr char masked = '\0';

/// Nucleotides that an IUPAC letter stands for.
std::string_view nucleotides_of(char letter) {
    switch (letter) {
    case 'A': return "A";
    case 'C': return "C";
    case 'G': return "G";
    case 'T':
    case 'U': return "T";
    case 'R': return "AG";
    case 'Y': return "CT";
    case 'S': return "CG";
    case 'W': return "AT";
    case 'K': return "GT";
    case 'M': return "AC";
    case 'B': return "CGT";
    case 'D': return "AGT";
    case 'H': return "ACT";
    case 'V': return "ACG";
    case 'N': return "ACGT";
    default: return "";
    }
}

/// Whether two letters of DNA are one nucleotide, or, as sets, have one in common. Looked up: each answer asks millions
/// of times.
bool nucleotides_agree(char a, char b, bool are_sets) {
    using table = std::array<std::array<bool, 256>, 256>;
    static const std::array<table, 2> tables = [] {
        std::array<table, 2> made{};
        for (unsigned one = 0; one < 256; ++one)
            for (unsigned other = 0; other < 256; ++other) {
                const std::string_view of_a = nucleotides_of(static_cast<char>(one));
                const std::string_view of_b = nucleotides_of(static_cast<char>(other));
                made[0][one][other] = of_a.size() == 1 && of_a == of_b;
                made[1][one][other] =
                    std::ranges::any_of(of_a, [&](char each) { return of_b.find(each) != std::string_view::npos; });
            }
        return made;
    }();
    return tables[are_sets ? 1 : 0][static_cast<unsigned char>(a)][static_cast<unsigned char>(b)];
}

char complement_of(char letter) {
    const std::string letters = "ACGTURYSWKMBDHVN";
    const std::string complements = "TGCAAYRSWMKVHDBN";
    const std::size_t at = letters.find(letter);
    return at == std::string::npos ? letter : complements[at];
}

text reverse_complement_of(const text& of) {
    text made;
    for (std::size_t at = of.size(); at-- > 0;)
        made += complement_of(of[at]);
    return made;
}

/// An occurrence of a substring in a sequence.
struct place {
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t edits;
    bool is_reverse;
};

class reference {
  public:
    reference(const sequence_set& sequences, const substring_options& options)
        : options_(options), kind_(sequences.alphabet()) {
        for (std::uint64_t i = 0; i < sequences.size(); ++i)
            letters_.push_back(sequences.text(i, 0, sequences.length(i)));
    }

    substring_result answer() {
        substring_result result;
        for (std::uint64_t i = 0; i < letters_.size(); ++i) {
            result.per_sequence.push_back({i, 0, 0, 0});
            for (const auto& [first, last] : pieces(i))
                for (std::uint64_t start = first; start < last; ++start)
                    add_windows(i, start, last, result);
        }
        result.found = !result.ties.empty();
        if (!result.found) return result;
        result.best = result.ties.front();
        result.tied_positions = result.ties.size();
        std::set<std::uint64_t> tied;
        for (const substring_candidate& tie : result.ties)
            tied.insert(tie.sequence);
        result.tied_sequences = tied.size();
        list_occurrences(result);
        return result;
    }

    [[nodiscard]] std::vector<std::uint64_t> prefix_reaches(std::uint64_t i, std::uint64_t start) const {
        std::vector<std::uint64_t> reaches(letters_.size(), 0);
        for (const auto& [first, last] : pieces(i)) {
            if (start < first || start >= last) continue;
            for (std::uint64_t j = 0; j < letters_.size(); ++j) {
                const auto places = places_of_prefixes(letters_[i].substr(start, last - start), j);
                for (std::size_t length = 1; length < places.size(); ++length)
                    if (!places[length].empty() || i == j) reaches[j] = length;
            }
        }
        return reaches;
    }

    /// Every letter of every occurrence.
    void mask(const substring_candidate& best) {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> covered; // sequence, letter
        for (std::uint64_t j = 0; j < letters_.size(); ++j)
            for (const place& at : places_of(best, j))
                for (std::uint64_t letter = at.start; letter < at.end; ++letter)
                    covered.emplace_back(j, letter);
        for (const auto& [j, letter] : covered)
            letters_[j][letter] = masked;
    }

  private:
    [[nodiscard]] bool match(char a, char b) const {
        if (a == masked || b == masked) {
            // The letter 0 of bytes is one like any other; none of the tests has it.
            return false;
        }
        if (kind_ != alphabet::dna) return a == b;
        return nucleotides_agree(a, b, options_.iupac);
    }

    /// Which letters of a sequence count: [first, last) each.
    [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces(std::uint64_t i) const {
        const std::uint64_t length = letters_[i].size();
        std::vector<bool> counts(length, options_.from_start == 0 && options_.from_end == 0);
        for (std::uint64_t at = 0; at < length; ++at)
            if (at < options_.from_start || length - at <= options_.from_end) counts[at] = true;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
        for (std::uint64_t at = 0; at < length; ++at) {
            if (!counts[at]) continue;
            if (found.empty() || found.back().second != at) found.emplace_back(at, at);
            found.back().second = at + 1;
        }
        return found;
    }

    /// For every length l from 0 to |of| the occurrences of the first l letters of `of` in [first, last) of a text.
    [[nodiscard]] std::vector<std::vector<place>> places_of_prefixes(const text& of, const text& in) const {
        std::vector<std::vector<place>> found(of.size() + 1);
        for (std::uint64_t start = 0; start <= in.size(); ++start) {
            const std::uint64_t width = in.size() - start;
            if (options_.metric == substring_metric::hamming) {
                std::uint64_t mismatches = 0;
                for (std::uint64_t length = 1; length <= std::min<std::uint64_t>(width, of.size()); ++length) {
                    mismatches += match(of[length - 1], in[start + length - 1]) ? 0U : 1U;
                    if (mismatches <= options_.mismatches)
                        found[length].push_back({start, start + length, mismatches, false});
                }
                continue;
            }
            std::vector<std::uint64_t> row(width + 1); // of the textbook's matrix
            for (std::uint64_t j = 0; j <= width; ++j)
                row[j] = j;
            for (std::uint64_t length = 1; length <= of.size(); ++length) {
                std::vector<std::uint64_t> next(width + 1);
                next[0] = length;
                for (std::uint64_t j = 1; j <= width; ++j)
                    next[j] = std::min({row[j - 1] + (match(of[length - 1], in[start + j - 1]) ? 0U : 1U), row[j] + 1,
                                        next[j - 1] + 1});
                row = next;
                for (std::uint64_t j = 0; j <= width; ++j)
                    if (row[j] <= options_.mismatches) found[length].push_back({start, start + j, row[j], false});
            }
        }
        return found;
    }

    /// The same in the pieces of sequence j, on both strands where they count.
    [[nodiscard]] std::vector<std::vector<place>> places_of_prefixes(const text& of, std::uint64_t j) const {
        std::vector<std::vector<place>> all(of.size() + 1);
        auto ranges = pieces(j);
        if (ranges.empty()) ranges.emplace_back(0, 0);
        for (const auto& [first, last] : ranges) {
            const text in = letters_[j].substr(first, last - first);
            const auto forward = places_of_prefixes(of, in);
            for (std::size_t length = 0; length < all.size(); ++length)
                for (const place& at : forward[length])
                    all[length].push_back({first + at.start, first + at.end, at.edits, false});
            if (!options_.both_strands) continue;
            const auto backward = places_of_prefixes(of, reverse_complement_of(in));
            for (std::size_t length = 0; length < all.size(); ++length)
                for (const place& at : backward[length])
                    all[length].push_back({last - at.end, last - at.start, at.edits, true});
        }
        return all;
    }

    [[nodiscard]] std::vector<place> places_of(const substring_candidate& of, std::uint64_t j) const {
        const text letters = letters_[of.sequence].substr(of.start, of.length);
        std::vector<place> found = places_of_prefixes(letters, j).back();
        if (j == of.sequence) found.push_back({of.start, of.start + of.length, 0, false}); // whatever its letters are
        return found;
    }

    /// The most occurrences that do not overlap, as far as options.copies.
    [[nodiscard]] bool has_copies(const std::vector<place>& places, std::uint64_t j) const {
        if (std::ranges::any_of(places, [](const place& at) { return at.start == at.end; })) return true;
        std::vector<std::uint64_t> most(letters_[j].size() + 1, 0); // within the first so many letters
        for (std::uint64_t end = 1; end < most.size(); ++end) {
            most[end] = most[end - 1];
            for (const place& at : places)
                if (at.end == end) most[end] = std::max(most[end], most[at.start] + 1);
        }
        return most.back() >= options_.copies;
    }

    void add_windows(std::uint64_t i, std::uint64_t start, std::uint64_t last, substring_result& result) const {
        const text longest = letters_[i].substr(start, last - start);
        std::vector<std::uint64_t> supports(longest.size() + 1, 0);
        for (std::uint64_t j = 0; j < letters_.size(); ++j) {
            auto places = places_of_prefixes(longest, j);
            for (std::size_t length = 1; length <= longest.size(); ++length) {
                if (j == i) places[length].push_back({start, start + length, 0, false});
                if (has_copies(places[length], j)) ++supports[length];
            }
        }
        for (std::size_t length = options_.min_length; length <= longest.size(); ++length) {
            if (supports[length] < options_.support) continue;
            if (length > result.per_sequence[i].length) result.per_sequence[i] = {i, start, length, supports[length]};
            if (!result.ties.empty() && length < result.ties.front().length) continue;
            if (!result.ties.empty() && length > result.ties.front().length) result.ties.clear();
            result.ties.push_back({i, start, length, supports[length]});
        }
    }

    /// The textbook's alignment, from the ends: of several the first of =, I, X, D.
    [[nodiscard]] alignment align(const text& a, const text& b) const {
        std::vector<std::vector<std::uint64_t>> matrix(a.size() + 1, std::vector<std::uint64_t>(b.size() + 1));
        for (std::size_t i = 0; i <= a.size(); ++i)
            for (std::size_t j = 0; j <= b.size(); ++j) {
                std::uint64_t& here = matrix[i][j];
                here = std::max(i, j);
                if (i > 0) here = std::min(here, matrix[i - 1][j] + 1);
                if (j > 0) here = std::min(here, matrix[i][j - 1] + 1);
                if (i > 0 && j > 0) here = std::min(here, matrix[i - 1][j - 1] + (match(a[i - 1], b[j - 1]) ? 0U : 1U));
            }
        std::string backwards;
        for (std::size_t i = a.size(), j = b.size(); i > 0 || j > 0;) {
            const bool inner = i > 0 && j > 0;
            const bool equal = inner && match(a[i - 1], b[j - 1]);
            char next = 'D';
            if (equal && matrix[i - 1][j - 1] == matrix[i][j])
                next = '=';
            else if (i > 0 && matrix[i - 1][j] + 1 == matrix[i][j])
                next = 'I';
            else if (inner && !equal && matrix[i - 1][j - 1] + 1 == matrix[i][j])
                next = 'X';
            backwards += next;
            if (next != 'D') --i;
            if (next != 'I') --j;
        }
        alignment runs;
        for (std::size_t at = backwards.size(); at-- > 0;) {
            if (runs.empty() || runs.back().operation != backwards[at]) runs.push_back({backwards[at], 0});
            ++runs.back().count;
        }
        return runs;
    }

    void list_occurrences(substring_result& result) const {
        const substring_candidate& best = result.best;
        const text forward = letters_[best.sequence].substr(best.start, best.length);
        for (std::uint64_t j = 0; j < letters_.size(); ++j) {
            std::vector<place> places = places_of(best, j);
            if (!has_copies(places, j)) continue;
            place at = *std::ranges::min_element(
                places, {}, [](const place& one) { return std::tuple(one.edits, one.start, one.end, one.is_reverse); });
            if (j == best.sequence) at = {best.start, best.start + best.length, 0, false};
            result.occurrences.push_back({j, at.start, at.edits, at.end, at.is_reverse});
            if (options_.metric == substring_metric::hamming) continue;
            result.alignments.push_back(j == best.sequence
                                            ? alignment{{'=', best.length}}
                                            : align(at.is_reverse ? reverse_complement_of(forward) : forward,
                                                    letters_[j].substr(at.start, at.end - at.start)));
        }
    }

    const substring_options& options_;
    alphabet kind_;
    std::vector<text> letters_;
};

} // namespace

substring_result reference_variants(const sequence_set& sequences, const substring_options& options) {
    reference by(sequences, options);
    substring_result first = by.answer();
    const substring_result* last = &first;
    std::vector<substring_result> further;
    further.reserve(options.top);
    while (last->found && further.size() + 1 < options.top) {
        by.mask(last->best);
        substring_result next = by.answer();
        if (!next.found) break;
        further.push_back(std::move(next));
        last = &further.back();
    }
    first.further = std::move(further);
    return first;
}

std::vector<std::uint64_t> reference_prefix_reaches(const sequence_set& sequences, std::uint64_t i, std::uint64_t start,
                                                    const substring_options& options) {
    return reference(sequences, options).prefix_reaches(i, start);
}

} // namespace concord::substring
