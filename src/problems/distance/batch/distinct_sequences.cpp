#include "problems/distance/batch/distinct_sequences.hpp"

#include "base/bits.hpp"
#include "problems/distance/tuning.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace concord::edit_distance {
namespace {

using sequence::bits_from;
using sequence::letters_per_word;
using sequence::packed_sequences;

/// Calls visit(bits of a, bits of b) for every word of every plane of two sequences of equal length, until it returns
/// false.
template <class Visit>
bool for_each_word(const packed_sequences& set, std::uint64_t a, std::uint64_t b, Visit visit) {
    const std::uint64_t length = set.length(a);
    const unsigned ordinary = set.planes();
    const unsigned planes = ordinary + (set.has_ambiguous() ? 1 : 0);
    for (std::uint64_t first = 0; first < length; first += letters_per_word) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(letters_per_word, length - first));
        const auto wanted = base::low_bits<std::uint64_t>(here);
        for (unsigned index = 0; index < planes; ++index) {
            const std::uint64_t* const plane = index < ordinary ? set.plane(index) : set.ambiguous_plane();
            if (!visit(bits_from(plane, set.offset(a) + first) & wanted,
                       bits_from(plane, set.offset(b) + first) & wanted))
                return false;
        }
    }
    return true;
}

bool are_equal(const packed_sequences& set, std::uint64_t a, std::uint64_t b) {
    return set.length(a) == set.length(b) &&
           for_each_word(set, a, b, [](std::uint64_t of_a, std::uint64_t of_b) { return of_a == of_b; });
}

std::uint64_t hash_of(const packed_sequences& set, std::uint64_t at) {
    constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15U;
    std::uint64_t hash = set.length(at) * odd;
    for_each_word(set, at, at, [&hash](std::uint64_t bits, std::uint64_t) {
        hash = (std::rotl(hash, 29) ^ bits) * odd;
        return true;
    });
    return hash ^ hash >> 32U;
}

/// The group of each sequence; groups are numbered by their first members.
struct grouping {
    explicit grouping(const packed_sequences& set) : group_of(set.size()) {
        // Open addressing: a slot holds a group plus one.
        const std::uint64_t slots = std::bit_ceil(std::uint64_t{2} * set.size());
        std::vector<std::uint32_t> table(slots);
        std::vector<std::uint64_t> hashes; // of each group
        for (std::size_t at = 0; at < set.size(); ++at) {
            const std::uint64_t hash = hash_of(set, at);
            std::uint64_t slot = hash & (slots - 1);
            while (table[slot] != 0 &&
                   (hashes[table[slot] - 1] != hash || !are_equal(set, firsts[table[slot] - 1], at)))
                slot = (slot + 1) & (slots - 1);
            if (table[slot] == 0) {
                firsts.push_back(static_cast<std::uint32_t>(at));
                sizes.push_back(0);
                hashes.push_back(hash);
                table[slot] = static_cast<std::uint32_t>(firsts.size());
            }
            group_of[at] = table[slot] - 1;
            ++sizes[group_of[at]];
        }
    }

    /// Copies that a sequence has on average, itself included: comparing sequences with their own copies alone takes
    /// so many comparisons a sequence.
    [[nodiscard]] double copies_each() const {
        double pairs = 0;
        for (const std::uint32_t size : sizes)
            pairs += static_cast<double>(size) * size;
        return pairs / static_cast<double>(group_of.size());
    }

    std::vector<std::uint32_t> group_of;
    std::vector<std::uint32_t> firsts; ///< members of the groups
    std::vector<std::uint32_t> sizes;
};

/// Adds a sequence of `from`. Code points are copied as numbers, because UTF-8 cannot encode all of them.
void add_copy(sequence_set_builder& to, const sequence_set& from, std::uint64_t sequence) {
    const std::uint64_t length = from.length(sequence);
    if (from.alphabet() != alphabet::utf8) return to.add("", from.text(sequence, 0, length));
    const packed_sequences& packed = sequence::packed(from);
    std::vector<std::uint32_t> code_points(length);
    for (unsigned plane = 0; plane < packed.planes(); ++plane)
        for (std::uint64_t at = 0; at < length; ++at)
            code_points[at] |=
                static_cast<std::uint32_t>(bits_from(packed.plane(plane), packed.offset(sequence) + at) & 1U) << plane;
    to.add("", symbol_view(std::span<const std::uint32_t>(code_points)));
}

} // namespace

std::unique_ptr<distinct_sequences> distinct_sequences::of(const sequence_set& set, std::uint64_t most_bytes) {
    const packed_sequences& packed = sequence::packed(set);
    // The table, with up to four slots a sequence, and the lists of groups.
    constexpr std::uint64_t bytes_of_sequence = 40;
    if (set.size() < 2 || set.size() >= std::numeric_limits<std::uint32_t>::max() ||
        set.memory_bytes() + set.size() * bytes_of_sequence > most_bytes)
        return nullptr;
    const grouping groups(packed);
    if (groups.copies_each() < tuning::copies_worth_grouping) return nullptr;
    std::unique_ptr<distinct_sequences> distinct(new distinct_sequences);
    sequence_set_builder builder(set.alphabet());
    for (const std::uint32_t first : groups.firsts)
        add_copy(builder, set, first);
    distinct->set_ = std::move(builder).finish();
    // Count, scan, fill.
    std::vector<std::uint32_t>& begins = distinct->begins_;
    begins.assign(groups.sizes.size() + 1, 0);
    for (std::size_t group = 0; group + 1 < groups.sizes.size(); ++group)
        begins[group + 2] = begins[group + 1] + groups.sizes[group];
    distinct->copies_.resize(set.size());
    for (std::size_t at = 0; at < set.size(); ++at)
        distinct->copies_[begins[groups.group_of[at] + 1]++] = static_cast<std::uint32_t>(at);
    return distinct;
}

std::span<const near_pair> distinct_sequences::with_copies(std::span<const near_pair> row, std::uint64_t count) {
    row_.clear();
    for (std::size_t first = 0, end = 0; first < row.size() && row_.size() < count; first = end) {
        // All copies of the sequences at this distance, by their own indices.
        const auto sorted = static_cast<std::ptrdiff_t>(row_.size());
        for (; end < row.size() && row[end].distance == row[first].distance; ++end) {
            const std::uint32_t begin = begins_[row[end].b];
            const auto copies = std::min<std::uint64_t>(begins_[row[end].b + 1] - begin, count);
            for (std::uint64_t nth = 0; nth < copies; ++nth)
                row_.push_back({row[end].a, copies_[begin + nth], row[end].distance});
        }
        std::ranges::sort(row_.begin() + sorted, row_.end(), {}, &near_pair::b);
    }
    if (row_.size() > count) row_.resize(count);
    return row_;
}

} // namespace concord::edit_distance
