#include "problems/distance/batch/distinct_sequences.hpp"

#include "problems/distance/tuning.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace concord::edit_distance {
namespace {

using sequence::bits_from;
using sequence::packed_sequences;

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

std::unique_ptr<distinct_sequences> distinct_sequences::of(const sequence_set& set, std::uint64_t most_bytes,
                                                           runtime::thread_pool& pool) {
    if (set.size() < 2 || set.size() >= std::numeric_limits<std::uint32_t>::max() ||
        set.memory_bytes() + set.size() * copy_groups::bytes_of_sequence > most_bytes)
        return nullptr;
    copy_groups groups(sequence::packed(set), pool);
    if (groups.copies_each() < tuning::copies_worth_grouping) return nullptr;
    std::unique_ptr<distinct_sequences> distinct(new distinct_sequences(std::move(groups)));
    sequence_set_builder builder(set.alphabet());
    for (const std::uint32_t first : distinct->groups_.firsts())
        add_copy(builder, set, first);
    distinct->set_ = std::move(builder).finish();
    return distinct;
}

std::span<const near_pair> distinct_sequences::with_copies(std::span<const near_pair> row, std::uint64_t count) {
    row_.clear();
    for (std::size_t first = 0, end = 0; first < row.size() && row_.size() < count; first = end) {
        // All copies of the sequences at this distance, by their own indices.
        const auto sorted = static_cast<std::ptrdiff_t>(row_.size());
        for (; end < row.size() && row[end].distance == row[first].distance; ++end) {
            const std::span<const std::uint32_t> copies = groups_.copies(static_cast<std::uint32_t>(row[end].b));
            for (const std::uint32_t copy : copies.first(std::min<std::uint64_t>(copies.size(), count)))
                row_.push_back({row[end].a, copy, row[end].distance});
        }
        std::ranges::sort(row_.begin() + sorted, row_.end(), {}, &near_pair::b);
    }
    if (row_.size() > count) row_.resize(count);
    return row_;
}

} // namespace concord::edit_distance
