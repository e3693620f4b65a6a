#include "problems/distance/batch/piece_index.hpp"

#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>

namespace concord::edit_distance {

namespace {

using lengths_in_reach = std::span<const std::uint64_t>;

/// Of the lengths of b those that differ by no more than the bound.
lengths_in_reach find_lengths(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                              std::span<const std::uint64_t> lengths) {
    const std::uint64_t reach = metric == distance_metric::hamming ? 0 : std::min(bound, longest_comparable);
    const auto first = std::ranges::lower_bound(lengths, length > reach ? length - reach : 0);
    return {first, std::ranges::upper_bound(first, lengths.end(), length + reach)};
}

/// Where the pieces of every length of b can be found in a sequence of `length` letters:
/// visit(length of b, piece, its place, where it can begin).
template <class Visit>
void for_each_place(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                    std::span<const std::uint64_t> lengths, Visit visit) {
    for (const std::uint64_t other : find_lengths(metric, bound, length, lengths)) {
        for (std::uint64_t index = 0; index <= bound; ++index) {
            const piece_place piece = piece_of(other, bound + 1, index);
            const piece_begins begins = begins_of(metric, length, other, bound, index, piece);
            if (begins.first <= begins.last) visit(other, index, piece, begins);
        }
    }
}

} // namespace

std::vector<std::uint64_t> lengths_to_cut(const sequence::packed_sequences& b, std::uint64_t bound, std::uint32_t first,
                                          std::uint32_t last) {
    std::vector<std::uint64_t> lengths;
    for (std::uint32_t sequence = first; sequence < last; ++sequence) {
        const std::uint64_t length = b.length(sequence);
        if (length > bound && (lengths.empty() || lengths.back() != length)) lengths.push_back(length);
    }
    std::ranges::sort(lengths);
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

std::uint64_t lists_to_look_up(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                               std::span<const std::uint64_t> lengths, std::uint64_t many) {
    const lengths_in_reach reach = find_lengths(metric, bound, length, lengths);
    if (!reach.empty() && bound >= many / reach.size()) return many;
    std::uint64_t lists = 0;
    for_each_place(metric, bound, length, lengths, [&](std::uint64_t, std::uint64_t, piece_place, piece_begins begins) {
        lists += static_cast<std::uint64_t>(begins.last - begins.first + 1);
    });
    return lists;
}

std::uint64_t piece_index::bytes_for(std::uint64_t sequences, std::uint64_t bound) noexcept {
    // Entries, up to two buckets an entry (they are powers of two), and lists of lengths.
    constexpr std::uint64_t bytes_a_piece = sizeof(entry) + 2 * sizeof(std::uint64_t);
    const std::uint64_t pieces = bound >= no_bound / 1024 ? no_bound / 1024 : bound + 1;
    const std::uint64_t most = no_bound / bytes_a_piece / 2;
    return sequences > most / pieces ? no_bound : sequences * pieces * bytes_a_piece + sequences * 8;
}

std::uint64_t piece_index::seed_of(std::uint64_t length, std::uint64_t index) const noexcept {
    return length * 0x9E37'79B9'7F4A'7C15U + index;
}

template <class Visit>
void piece_index::for_each_piece(std::uint32_t b, Visit visit) const {
    const std::uint64_t length = letters_.b().set->length(b);
    for (std::uint64_t index = 0; index <= bound_; ++index)
        if (const auto hash =
                hash_piece(letters_, letters_.b(), b, piece_of(length, bound_ + 1, index), seed_of(length, index)))
            visit(*hash);
}

piece_index::piece_index(batch_run& run, std::uint64_t bound, std::uint32_t first, std::uint32_t last)
    : letters_(run.comparer().letters()), metric_(run.comparer().metric()), bound_(bound), first_(first), last_(last),
      lengths_(lengths_to_cut(*letters_.b().set, bound, first, last)) {
    const sequence::packed_sequences& b = *letters_.b().set;
    std::vector<std::uint32_t> cut;
    for (std::uint32_t sequence = first; sequence < last; ++sequence)
        (b.length(sequence) <= bound ? uncut_ : cut).push_back(sequence);
    // Counted, summed, filled.
    const std::uint64_t pieces = cut.size() * (bound + 1);
    const auto bits = static_cast<unsigned>(std::clamp<int>(static_cast<int>(std::bit_width(pieces)), 4, 31));
    bucket_shift_ = 64 - bits;
    bucket_begins_.assign((std::size_t{1} << bits) + 1, 0);
    const auto tag_of = [&](std::uint64_t hash) { return static_cast<std::uint32_t>(hash); };
    for (const std::uint32_t sequence : cut)
        for_each_piece(sequence, [&](std::uint64_t hash) { ++bucket_begins_[(hash >> bucket_shift_) + 1]; });
    run.workers().check_cancelled();
    for (std::size_t bucket = 1; bucket < bucket_begins_.size(); ++bucket)
        bucket_begins_[bucket] += bucket_begins_[bucket - 1];
    entries_.resize(bucket_begins_.back());
    // Filling moves each begin to the next bucket's; moved back afterwards.
    for (const std::uint32_t sequence : cut)
        for_each_piece(sequence, [&](std::uint64_t hash) {
            entries_[bucket_begins_[hash >> bucket_shift_]++] = {tag_of(hash), sequence};
        });
    std::ranges::copy_backward(bucket_begins_.begin(), bucket_begins_.end() - 1, bucket_begins_.end());
    bucket_begins_.front() = 0;
}

template <class Visit>
void piece_index::for_each_list(std::uint64_t a, Visit visit) const {
    const std::uint64_t length = letters_.a().set->length(a);
    for_each_place(metric_, bound_, length, lengths_,
                   [&](std::uint64_t other, std::uint64_t index, piece_place piece, piece_begins begins) {
                       for (std::int64_t begin = begins.first; begin <= begins.last; ++begin)
                           if (const auto hash =
                                   hash_piece(letters_, letters_.a(), a,
                                              {static_cast<std::uint64_t>(begin), piece.length}, seed_of(other, index)))
                               visit(*hash);
                   });
}

void piece_index::candidates(std::uint64_t a, seen_marks& seen, std::vector<std::uint32_t>& found) const {
    for_each_list(a, [&](std::uint64_t hash) {
        const std::uint64_t bucket = hash >> bucket_shift_;
        for (std::uint64_t at = bucket_begins_[bucket]; at < bucket_begins_[bucket + 1]; ++at)
            if (entries_[at].tag == static_cast<std::uint32_t>(hash) && seen.add(entries_[at].sequence - first_))
                found.push_back(entries_[at].sequence);
    });
    for (const std::uint32_t sequence : found)
        seen.forget(sequence - first_);
    const std::uint64_t length = letters_.a().set->length(a);
    for (const std::uint32_t sequence : uncut_) {
        const std::uint64_t other = letters_.b().set->length(sequence);
        if ((length > other ? length - other : other - length) <= bound_) found.push_back(sequence);
    }
}

std::uint64_t piece_index::entries_to_read(std::uint64_t a) const {
    std::uint64_t entries = uncut_.size();
    for_each_list(a, [&](std::uint64_t hash) {
        const std::uint64_t bucket = hash >> bucket_shift_;
        entries += bucket_begins_[bucket + 1] - bucket_begins_[bucket];
    });
    return entries;
}

} // namespace concord::edit_distance
