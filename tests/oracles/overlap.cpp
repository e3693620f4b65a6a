#include "oracles/overlap.hpp"

#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace concord::overlap {
namespace {

/// The code of a letter; nothing where it is ambiguous or there is none.
std::optional<std::uint32_t> letter_at(const sequence_set& set, std::uint64_t sequence, std::uint64_t at) {
    const sequence::packed_sequences& packed = sequence::packed(set);
    if (at >= packed.length(sequence)) return std::nullopt;
    const std::uint64_t position = packed.offset(sequence) + at;
    const auto bit = [&](const std::uint64_t* plane) {
        return static_cast<std::uint32_t>(plane[position / 64] >> (position % 64) & 1U);
    };
    if (packed.ambiguous_plane() != nullptr && bit(packed.ambiguous_plane()) != 0) return std::nullopt;
    std::uint32_t code = 0;
    for (unsigned plane = 0; plane < packed.planes(); ++plane)
        code |= bit(packed.plane(plane)) << plane;
    return code;
}

std::vector<overlap_place> all_places(const sequence_set& set) {
    std::vector<overlap_place> places;
    for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence)
        for (std::uint64_t start = 0; start < set.length(sequence); ++start)
            places.push_back({sequence, start});
    return places;
}

bool holds(const sequence_set& set, const overlap_place& at, std::uint64_t length, const overlap_place& region) {
    return at == region || reference_common_prefix(set, at, region) >= length;
}

/// Whether `length` letters from a place on are all there, and none is ambiguous.
bool is_region(const sequence_set& set, const overlap_place& at, std::uint64_t length) {
    return reference_common_prefix(set, at, at) >= length;
}

std::vector<overlap_place> places_of(const sequence_set& set, const overlap_place& region, std::uint64_t length) {
    std::vector<overlap_place> found;
    for (const overlap_place& place : all_places(set))
        if (holds(set, place, length, region)) found.push_back(place);
    return found;
}

std::uint64_t support_of(const std::vector<overlap_place>& places) {
    std::set<std::uint64_t> sequences;
    for (const overlap_place& place : places)
        sequences.insert(place.sequence);
    return sequences.size();
}

shared_region longest_with(const sequence_set& set, std::uint64_t support) {
    for (std::uint64_t length = set.longest(); length > 0; --length)
        for (const overlap_place& place : all_places(set)) {
            if (!is_region(set, place, length)) continue;
            const std::uint64_t found = support_of(places_of(set, place, length));
            if (found >= support) return {length, place, found};
        }
    return {};
}

} // namespace

std::uint64_t reference_common_prefix(const sequence_set& set, const overlap_place& a, const overlap_place& b) {
    std::uint64_t length = 0;
    while (true) {
        const auto letter_a = letter_at(set, a.sequence, a.start + length);
        const auto letter_b = letter_at(set, b.sequence, b.start + length);
        if (!letter_a || !letter_b || *letter_a != *letter_b) return length;
        ++length;
    }
}

std::vector<overlap_place> reference_suffixes(const sequence_set& set) {
    std::vector<overlap_place> places = all_places(set);
    std::sort(places.begin(), places.end(), [&](const overlap_place& a, const overlap_place& b) {
        const std::uint64_t shared = reference_common_prefix(set, a, b);
        const auto letter_a = letter_at(set, a.sequence, a.start + shared);
        const auto letter_b = letter_at(set, b.sequence, b.start + shared);
        if (!letter_a && !letter_b) return a < b;
        return letter_a < letter_b; // nothing is less than any letter
    });
    return places;
}

shared_region_result reference_shared_region(const sequence_set& set, const shared_region_options& options) {
    shared_region_result result;
    result.best = longest_with(set, options.support);
    result.found = result.best.length >= options.min_length;
    if (!result.found) result.best = {};
    if (result.found && options.occurrences) result.occurrences = places_of(set, result.best.first, result.best.length);
    for (std::uint64_t support = 2; options.every_support && support <= set.size(); ++support) {
        const shared_region longest = longest_with(set, support);
        if (longest.length < options.min_length) break;
        result.by_support.push_back(longest);
    }
    return result;
}

repeat_result reference_repeat(const sequence_set& set, const repeat_options& options) {
    for (std::uint64_t length = set.longest(); length >= options.min_length; --length)
        for (const overlap_place& place : all_places(set)) {
            if (!is_region(set, place, length)) continue;
            std::vector<overlap_place> places = places_of(set, place, length);
            std::erase_if(places, [&](const overlap_place& each) { return each.sequence != place.sequence; });
            if (places.size() < 2) continue;
            const std::uint64_t count = places.size();
            if (!options.occurrences) places.clear();
            return {true, length, place, count, places};
        }
    return {};
}

std::vector<exact_match> reference_matches(const sequence_set& set, std::uint64_t sequences_of_a,
                                           std::uint64_t min_length) {
    std::vector<exact_match> found;
    for (const overlap_place& b : all_places(set))
        for (const overlap_place& a : all_places(set)) {
            if (a.sequence >= sequences_of_a || b.sequence < sequences_of_a) continue;
            const bool longer_before =
                a.start > 0 && b.start > 0 &&
                reference_common_prefix(set, {a.sequence, a.start - 1}, {b.sequence, b.start - 1}) > 0;
            const std::uint64_t length = reference_common_prefix(set, a, b);
            if (!longer_before && length >= min_length) found.push_back({a, b, length});
        }
    return found;
}

std::vector<mismatch_match> reference_mismatch_matches(const sequence_set& set, std::uint64_t min_length,
                                                       std::uint64_t mismatches) {
    std::vector<mismatch_match> found;
    const auto differ = [&](const overlap_place& a, const overlap_place& b, std::uint64_t at) {
        const auto letter = letter_at(set, a.sequence, a.start + at);
        return !letter || letter != letter_at(set, b.sequence, b.start + at);
    };
    for (std::uint64_t i = 0; i < set.size(); ++i)
        for (std::uint64_t j = i + 1; j < set.size(); ++j)
            for (std::uint64_t x = 0; x < set.length(i); ++x)
                for (std::uint64_t y = 0; y < set.length(j); ++y) {
                    const overlap_place a{i, x};
                    const overlap_place b{j, y};
                    std::uint64_t distance = 0; // of the first `length` letters from a and b on
                    for (std::uint64_t length = 1; x + length <= set.length(i) && y + length <= set.length(j);
                         ++length) {
                        distance += differ(a, b, length - 1) ? 1U : 0U;
                        if (distance > mismatches || length < min_length) continue;
                        const bool more_before =
                            x > 0 && y > 0 && distance + (differ({i, x - 1}, {j, y - 1}, 0) ? 1U : 0U) <= mismatches;
                        const bool more_behind = x + length < set.length(i) && y + length < set.length(j) &&
                                                 distance + (differ(a, b, length) ? 1 : 0) <= mismatches;
                        if (!more_before && !more_behind) found.push_back({a, b, distance, length});
                    }
                }
    return found;
}

std::vector<end_overlap> reference_overlaps(const sequence_set& set, std::uint64_t min_length) {
    std::vector<end_overlap> found;
    for (std::uint64_t from = 0; from < set.size(); ++from)
        for (std::uint64_t to = 0; to < set.size(); ++to) {
            if (from == to) continue;
            for (std::uint64_t length = std::min(set.length(from), set.length(to)); length >= min_length; --length) {
                if (reference_common_prefix(set, {from, set.length(from) - length}, {to, 0}) < length) continue;
                found.push_back({from, to, length});
                break;
            }
        }
    return found;
}

} // namespace concord::overlap
