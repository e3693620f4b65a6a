#include "oracles/overlap_strands.hpp"

#include "oracles/overlap.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace concord::overlap {
namespace {

char complement(char letter) {
    const std::string from = "ACGTU";
    const std::size_t at = from.find(letter);
    return at == std::string::npos ? 'N' : "TGCAA"[at];
}

std::string reverse_complement(std::string text) {
    std::ranges::reverse(text);
    std::ranges::transform(text, text.begin(), complement);
    return text;
}

std::string whole(const sequence_set& set, std::uint64_t sequence) {
    return set.text(sequence, 0, set.length(sequence));
}

/// Without ambiguous letters, where the alphabet has any.
bool is_sound(const sequence_set& set, const std::string& text) {
    return set.alphabet() != alphabet::dna || text.find_first_not_of("ACGTU") == std::string::npos;
}

/// Where a text stands; on the reverse strand where its reverse complement does, unless both are the same.
std::vector<overlap_place> places_of(const sequence_set& set, const std::string& text, bool both_strands) {
    std::vector<overlap_place> places;
    const std::string other = both_strands ? reverse_complement(text) : "";
    for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence) {
        const std::string letters = whole(set, sequence);
        for (std::uint64_t start = 0; start + text.size() <= letters.size(); ++start) {
            if (letters.compare(start, text.size(), text) == 0)
                places.push_back({sequence, start, strand::forward});
            else if (both_strands && letters.compare(start, text.size(), other) == 0)
                places.push_back({sequence, start, strand::reverse});
        }
    }
    return places;
}

std::uint64_t sequences_of(const std::vector<overlap_place>& places) {
    std::set<std::uint64_t> sequences;
    for (const overlap_place& at : places)
        sequences.insert(at.sequence);
    return sequences.size();
}

/// Calls visit(place, text) for each substring of a length, from the lowest place on, until it returns true.
template <class Visit>
bool for_each_text(const sequence_set& set, std::uint64_t length, Visit visit) {
    for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence)
        for (std::uint64_t start = 0; start + length <= set.length(sequence); ++start) {
            const std::string text = set.text(sequence, start, start + length);
            if (is_sound(set, text) && visit(overlap_place{sequence, start}, text)) return true;
        }
    return false;
}

shared_region longest_on_both_strands(const sequence_set& set, std::uint64_t support) {
    shared_region best;
    for (std::uint64_t length = set.longest(); length > 0 && best.length == 0; --length)
        for_each_text(set, length, [&](const overlap_place& at, const std::string& text) {
            const std::uint64_t found = sequences_of(places_of(set, text, true));
            if (found >= support) best = {length, at, found};
            return found >= support;
        });
    return best;
}

/// All sequences, and behind them the reverse complements.
sequence_set doubled(const sequence_set& set) {
    sequence_set_builder made(alphabet::dna);
    for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence)
        made.add("", whole(set, sequence));
    for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence)
        made.add("", reverse_complement(whole(set, sequence)));
    return std::move(made).finish();
}

/// A place of so many letters in the reverse complements, as one of the sequences.
overlap_place on_forward(const sequence_set& set, const overlap_place& at, std::uint64_t length) {
    const std::uint64_t sequence = at.sequence - set.size();
    return {sequence, set.length(sequence) - at.start - length, strand::reverse};
}

bool is_palindrome(const sequence_set& set, const overlap_place& at, std::uint64_t length) {
    const std::string text = set.text(at.sequence, at.start, at.start + length);
    return is_sound(set, text) && places_of(set, text, false) == places_of(set, reverse_complement(text), false);
}

/// Adds a match on the reverse strand unless the forward strand has it at the same places.
template <class Match>
void add_reverse(const sequence_set& set, Match match, std::size_t forward, std::vector<Match>& found) {
    match.b = on_forward(set, match.b, match.length);
    const bool is_there =
        std::any_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(forward), [&](const Match& each) {
            return each.a == match.a && each.b.sequence == match.b.sequence && each.b.start == match.b.start &&
                   each.length == match.length;
        });
    if (!is_there || !is_palindrome(set, match.b, match.length)) found.push_back(match);
}

} // namespace

shared_region_result reference_region_on_both_strands(const sequence_set& set, const shared_region_options& options) {
    shared_region_result result;
    result.best = longest_on_both_strands(set, options.support);
    result.found = result.best.length >= options.min_length;
    if (!result.found) result.best = {};
    const overlap_place& first = result.best.first;
    if (result.found && options.occurrences)
        result.occurrences =
            places_of(set, set.text(first.sequence, first.start, first.start + result.best.length), true);
    for (std::uint64_t support = 2; options.every_support && support <= set.size(); ++support) {
        const shared_region longest = longest_on_both_strands(set, support);
        if (longest.length < options.min_length) break;
        result.by_support.push_back(longest);
    }
    return result;
}

repeat_result reference_repeat_on_both_strands(const sequence_set& set, const repeat_options& options) {
    repeat_result result;
    for (std::uint64_t length = set.longest(); length >= options.min_length && !result.found; --length)
        for_each_text(set, length, [&](const overlap_place& at, const std::string& text) {
            std::vector<overlap_place> places = places_of(set, text, true);
            std::erase_if(places, [&](const overlap_place& each) { return each.sequence != at.sequence; });
            if (places.size() < 2) return false;
            result = {true, length, at, places.size(), {}};
            if (options.occurrences) result.occurrences = places;
            return true;
        });
    return result;
}

std::vector<exact_match> reference_matches_on_both_strands(const sequence_set& set, std::uint64_t sequences_of_a,
                                                           std::uint64_t min_length) {
    std::vector<exact_match> found = reference_matches(set, sequences_of_a, min_length);
    const std::size_t forward = found.size();
    for (const exact_match& match : reference_matches(doubled(set), sequences_of_a, min_length))
        if (match.b.sequence >= set.size() + sequences_of_a) add_reverse(set, match, forward, found);
    return found;
}

std::vector<mismatch_match> reference_mismatch_matches_on_both_strands(const sequence_set& set,
                                                                       std::uint64_t min_length,
                                                                       std::uint64_t mismatches) {
    std::vector<mismatch_match> found = reference_mismatch_matches(set, min_length, mismatches);
    const std::size_t forward = found.size();
    for (const mismatch_match& match : reference_mismatch_matches(doubled(set), min_length, mismatches))
        if (match.a.sequence < set.size() && match.b.sequence > set.size() + match.a.sequence)
            add_reverse(set, match, forward, found);
    std::ranges::stable_sort(
        found, {}, [](const mismatch_match& each) { return std::tuple(each.a.sequence, each.b.sequence, each.b.on); });
    return found;
}

std::vector<exact_match> reference_unique_matches(const sequence_set& set, std::uint64_t sequences_of_a,
                                                  const std::vector<exact_match>& matches) {
    std::vector<exact_match> unique;
    for (const exact_match& match : matches) {
        const std::string text = set.text(match.a.sequence, match.a.start, match.a.start + match.length);
        std::vector<overlap_place> of_a = places_of(set, text, false);
        std::vector<overlap_place> of_b =
            places_of(set, match.b.on == strand::forward ? text : reverse_complement(text), false);
        std::erase_if(of_a, [&](const overlap_place& at) { return at.sequence >= sequences_of_a; });
        std::erase_if(of_b, [&](const overlap_place& at) { return at.sequence < sequences_of_a; });
        if (of_a.size() == 1 && of_b.size() == 1) unique.push_back(match);
    }
    return unique;
}

std::vector<multi_match> reference_multi_matches(const sequence_set& set, const multi_match_options& options,
                                                 bool both_strands) {
    const sequence_set suffixes = both_strands ? doubled(set) : set;
    // Each text once, in the order of its letters: by its first suffix, then by its length.
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<overlap_place>> texts;
    std::set<std::string> seen;
    const std::vector<overlap_place> order = reference_suffixes(suffixes);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const overlap_place& at = order[rank];
        for (std::uint64_t length = options.min_length; at.start + length <= suffixes.length(at.sequence); ++length) {
            const std::string text = suffixes.text(at.sequence, at.start, at.start + length);
            if (!is_sound(set, text) || !seen.insert(text).second) continue;
            texts[{rank, length}] = places_of(set, text, both_strands);
        }
    }
    std::vector<multi_match> found;
    for (const auto& [key, places] : texts) {
        const std::uint64_t length = key.second;
        if (places.front().on == strand::reverse || sequences_of(places) < options.support) continue;
        std::map<std::uint64_t, std::uint64_t> copies;
        for (const overlap_place& at : places)
            ++copies[at.sequence];
        if (std::ranges::any_of(copies, [&](const auto& each) { return each.second > options.max_copies; })) continue;
        // The letters before and behind along the strand; "" where there is none.
        std::set<std::string> before;
        std::set<std::string> behind;
        for (const overlap_place& at : places) {
            const auto letter = [&](bool is_there, std::uint64_t start) {
                const std::string one = is_there ? set.text(at.sequence, start, start + 1) : "";
                if (one.empty() || !is_sound(set, one)) return std::string();
                return at.on == strand::forward ? one : reverse_complement(one);
            };
            const std::string left = letter(at.start > 0, at.start - 1);
            const std::string right = letter(at.start + length < set.length(at.sequence), at.start + length);
            before.insert(at.on == strand::forward ? left : right);
            behind.insert(at.on == strand::forward ? right : left);
        }
        const auto is_one_letter = [](const std::set<std::string>& letters) {
            return letters.size() == 1 && !letters.begin()->empty();
        };
        if (!is_one_letter(before) && !is_one_letter(behind)) found.push_back({length, places});
    }
    return found;
}

} // namespace concord::overlap
