// The arrays of an index, for algorithms that build on them, and longest common extensions of positions in them.
#include "problems/overlap/tables.hpp"

#include <concord/overlap.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace concord {
namespace {

const overlap::index_tables& with_room(const overlap_index& index, std::size_t elements) {
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    overlap::require_one_strand(held, "the arrays");
    if (elements != index.sequences().letters())
        throw error(error_code::usage, "an array of " + std::to_string(index.sequences().letters()) +
                                           " elements is needed, one for each letter; this one has " +
                                           std::to_string(elements));
    return held;
}

/// The letter of each code.
class letter_names {
  public:
    explicit letter_names(const overlap::index_tables& held) : held_(held) {
        const sequence::packed_parts parts = sequence::packed(held.set).parts();
        if (parts.kind == alphabet::dna) names_ = parts.saw_u && !parts.saw_t ? "ACGU" : "ACGT";
        if (parts.kind == alphabet::protein) names_ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ*-";
    }

    [[nodiscard]] std::int32_t at(std::uint64_t position) const {
        if (held_.text.is_ambiguous(position)) {
            const overlap_place place = held_.place_of(position);
            const std::string given = held_.set.text(place.sequence, place.start, place.start + 1);
            return static_cast<unsigned char>(given.front());
        }
        const std::uint64_t code = held_.text.letter(position);
        return names_.empty() ? static_cast<std::int32_t>(code) : names_[code];
    }

  private:
    const overlap::index_tables& held_;
    std::string_view names_; ///< empty: a code is the letter itself
};

overlap_place place_of(std::span<const std::uint64_t> offsets, std::uint64_t position) {
    if (position > offsets.back())
        throw error(error_code::usage, "there are " + std::to_string(offsets.back()) + " letters, and no position " +
                                           std::to_string(position));
    if (position == offsets.back()) return {offsets.size() - 2, offsets.back() - offsets[offsets.size() - 2]};
    const auto behind = std::upper_bound(offsets.begin(), offsets.end(), position);
    return {static_cast<std::uint64_t>(behind - offsets.begin()) - 1, position - *(behind - 1)};
}

} // namespace

void suffix_array(const overlap_index& index, std::span<std::uint64_t> positions) {
    std::visit([&](const auto& arrays) { std::ranges::copy(arrays.suffixes, positions.begin()); },
               with_room(index, positions.size()).arrays());
}

void lcp_array(const overlap_index& index, std::span<std::uint64_t> lengths) {
    std::visit([&](const auto& arrays) { std::ranges::copy(arrays.prefixes, lengths.begin()); },
               with_room(index, lengths.size()).arrays());
}

void inverse_suffix_array(const overlap_index& index, std::span<std::uint64_t> ranks) {
    std::visit([&](const auto& arrays) { std::ranges::copy(arrays.ranks, ranks.begin()); },
               with_room(index, ranks.size()).arrays());
}

void burrows_wheeler_transform(const overlap_index& index, std::span<std::int32_t> letters) {
    const overlap::index_tables& held = with_room(index, letters.size());
    const letter_names names(held);
    std::visit(
        [&](const auto& arrays) {
            for (std::uint64_t rank = 0; rank < letters.size(); ++rank) {
                const std::uint64_t position = arrays.suffixes[rank];
                letters[rank] = held.map.is_first_letter(position) ? no_letter_before : names.at(position - 1);
            }
        },
        held.arrays());
}

void longest_common_extensions(const overlap_index& index, std::span<const std::uint64_t> a,
                               std::span<const std::uint64_t> b, std::span<std::uint64_t> lengths,
                               const run_options& run) {
    if (a.size() != b.size() || a.size() != lengths.size())
        throw error(error_code::usage, "there are " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                           " positions, and room for " + std::to_string(lengths.size()) + " lengths");
    if (index.sequences().size() == 0 && !a.empty())
        throw error(error_code::usage, "there are no sequences, and so no positions");
    const std::span<const std::uint64_t> offsets = overlap::offsets_of(index.sequences());
    constexpr std::size_t at_once = std::size_t{1} << 20U;
    std::vector<place_pair> pairs;
    for (std::size_t first = 0; first < a.size(); first += at_once) {
        const std::size_t last = std::min(a.size(), first + at_once);
        pairs.clear();
        for (std::size_t at = first; at < last; ++at)
            pairs.push_back({place_of(offsets, a[at]), place_of(offsets, b[at])});
        common_prefixes(index, pairs, lengths.subspan(first, last - first), run);
    }
}

} // namespace concord
