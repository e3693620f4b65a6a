#include "problems/distance/batch/seed_index.hpp"

#include "base/bits.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>

namespace concord::edit_distance {

namespace {

/// The mixing function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t value) noexcept {
    value = (value ^ value >> 30U) * 0xBF58'476D'1CE4'E5B9U;
    value = (value ^ value >> 27U) * 0x94D0'49BB'1331'11EBU;
    return value ^ value >> 31U;
}

using lengths_in_reach = std::span<const std::uint64_t>;

/// The lengths of b that differ by at most the bound.
lengths_in_reach find_lengths(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                              std::span<const std::uint64_t> lengths) {
    const std::uint64_t reach = !traits_of(metric).has_matrix() ? 0 : std::min(bound, longest_comparable);
    const auto first = std::ranges::lower_bound(lengths, length > reach ? length - reach : 0);
    return {first, std::ranges::upper_bound(first, lengths.end(), length + reach)};
}

/// The ranges in which the seeds of every length of b can be found in a sequence of `length` letters:
/// visit(length of b, number of the seed, its range, where it can begin).
template <class Visit>
void for_each_position(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                       std::span<const std::uint64_t> lengths, Visit visit) {
    for (const std::uint64_t other : find_lengths(metric, bound, length, lengths)) {
        for (std::uint64_t index = 0; index <= bound; ++index) {
            const seed_range seed = seed_of(other, bound + 1, index);
            const seed_positions begins = positions_of(metric, length, other, bound, index, seed);
            if (begins.first <= begins.last) visit(other, index, seed, begins);
        }
    }
}

} // namespace

std::optional<std::uint64_t> hash_seed(const compared_letters& letters, const compared_side& side,
                                       std::uint64_t sequence, seed_range of, std::uint64_t salt) {
    const std::uint64_t begin = side.set->offset(sequence) + of.begin;
    std::uint64_t hash = salt;
    for (std::uint64_t first = 0; first < of.length; first += 64) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(64, of.length - first));
        const auto wanted = base::low_bits<std::uint64_t>(here);
        if (side.ambiguous != nullptr && (sequence::bits_from(side.ambiguous, begin + first) & wanted) != 0)
            return std::nullopt;
        for (unsigned plane = 0; plane < letters.ordinary(); ++plane) {
            // The planes of short seeds are packed into one number before it is mixed.
            const std::uint64_t bits = sequence::bits_from(side.plane[plane], begin + first) & wanted;
            hash = here <= 32 && plane % 2 == 1 ? hash ^ bits << 32U : mix(hash) ^ bits;
        }
    }
    return mix(hash);
}

std::vector<std::uint64_t> partitioned_lengths(const sequence::packed_sequences& b, std::uint64_t bound,
                                               std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint64_t> lengths;
    for (std::uint32_t sequence = first; sequence < last; ++sequence) {
        const std::uint64_t length = b.length(sequence);
        if (length > bound && (lengths.empty() || lengths.back() != length)) lengths.push_back(length);
    }
    std::ranges::sort(lengths);
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

std::uint64_t lookups_needed(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                             std::span<const std::uint64_t> lengths, std::uint64_t many) {
    const lengths_in_reach reach = find_lengths(metric, bound, length, lengths);
    if (!reach.empty() && bound >= many / reach.size()) return many;
    std::uint64_t lists = 0;
    for_each_position(metric, bound, length, lengths,
                      [&](std::uint64_t, std::uint64_t, seed_range, seed_positions begins) {
                          lists += static_cast<std::uint64_t>(begins.last - begins.first + 1);
                      });
    return lists;
}

std::uint64_t seed_index::bytes_for(std::uint64_t sequences, std::uint64_t bound) noexcept {
    // Entries, up to two buckets an entry (they are powers of two), and lists of lengths.
    constexpr std::uint64_t bytes_a_seed = sizeof(entry) + 2 * sizeof(std::uint64_t);
    const std::uint64_t seeds = bound >= no_bound / 1024 ? no_bound / 1024 : bound + 1;
    const std::uint64_t most = no_bound / bytes_a_seed / 2;
    return sequences > most / seeds ? no_bound : sequences * seeds * bytes_a_seed + sequences * 8;
}

std::uint64_t seed_index::salt_of(std::uint64_t length, std::uint64_t index) const noexcept {
    return length * 0x9E37'79B9'7F4A'7C15U + index;
}

template <class Visit>
void seed_index::for_each_seed(std::uint32_t b, Visit visit) const {
    const std::uint64_t length = letters_.b().set->length(b);
    for (std::uint64_t index = 0; index <= bound_; ++index)
        if (const auto hash =
                hash_seed(letters_, letters_.b(), b, seed_of(length, bound_ + 1, index), salt_of(length, index)))
            visit(*hash);
}

seed_index::seed_index(batch_run& run, std::uint64_t bound, std::uint32_t first, std::uint32_t last)
    : letters_(run.comparer().letters()), metric_(run.comparer().metric()), bound_(bound), first_(first), last_(last),
      lengths_(partitioned_lengths(*letters_.b().set, bound, first, last)) {
    const sequence::packed_sequences& b = *letters_.b().set;
    std::vector<std::uint32_t> partitioned;
    for (std::uint32_t sequence = first; sequence < last; ++sequence)
        (b.length(sequence) <= bound ? unpartitioned_ : partitioned).push_back(sequence);
    // Count, scan, fill.
    const std::uint64_t seeds = partitioned.size() * (bound + 1);
    const auto bits = static_cast<unsigned>(std::clamp<int>(static_cast<int>(std::bit_width(seeds)), 4, 31));
    bucket_shift_ = 64 - bits;
    bucket_begins_.assign((std::size_t{1} << bits) + 1, 0);
    const auto tag_of = [&](std::uint64_t hash) { return static_cast<std::uint32_t>(hash); };
    for (const std::uint32_t sequence : partitioned)
        for_each_seed(sequence, [&](std::uint64_t hash) { ++bucket_begins_[(hash >> bucket_shift_) + 1]; });
    run.workers().check_cancelled();
    for (std::size_t bucket = 1; bucket < bucket_begins_.size(); ++bucket)
        bucket_begins_[bucket] += bucket_begins_[bucket - 1];
    entries_.resize(bucket_begins_.back());
    // Filling moves each begin to that of the next bucket; move them back.
    for (const std::uint32_t sequence : partitioned)
        for_each_seed(sequence, [&](std::uint64_t hash) {
            entries_[bucket_begins_[hash >> bucket_shift_]++] = {tag_of(hash), sequence};
        });
    std::ranges::copy_backward(bucket_begins_.begin(), bucket_begins_.end() - 1, bucket_begins_.end());
    bucket_begins_.front() = 0;
}

template <class Visit>
void seed_index::for_each_lookup(std::uint64_t a, Visit visit) const {
    const std::uint64_t length = letters_.a().set->length(a);
    for_each_position(metric_, bound_, length, lengths_,
                      [&](std::uint64_t other, std::uint64_t index, seed_range seed, seed_positions begins) {
                          for (std::int64_t begin = begins.first; begin <= begins.last; ++begin)
                              if (const auto hash = hash_seed(letters_, letters_.a(), a,
                                                              {static_cast<std::uint64_t>(begin), seed.length},
                                                              salt_of(other, index)))
                                  visit(*hash);
                      });
}

void seed_index::candidates(std::uint64_t a, seen_marks& seen, std::vector<std::uint32_t>& found) const {
    for_each_lookup(a, [&](std::uint64_t hash) {
        const std::uint64_t bucket = hash >> bucket_shift_;
        for (std::uint64_t at = bucket_begins_[bucket]; at < bucket_begins_[bucket + 1]; ++at)
            if (entries_[at].tag == static_cast<std::uint32_t>(hash) && seen.add(entries_[at].sequence - first_))
                found.push_back(entries_[at].sequence);
    });
    for (const std::uint32_t sequence : found)
        seen.forget(sequence - first_);
    const std::uint64_t length = letters_.a().set->length(a);
    for (const std::uint32_t sequence : unpartitioned_) {
        const std::uint64_t other = letters_.b().set->length(sequence);
        if ((length > other ? length - other : other - length) <= bound_) found.push_back(sequence);
    }
}

std::uint64_t seed_index::entries_to_read(std::uint64_t a) const {
    std::uint64_t entries = unpartitioned_.size();
    for_each_lookup(a, [&](std::uint64_t hash) {
        const std::uint64_t bucket = hash >> bucket_shift_;
        entries += bucket_begins_[bucket + 1] - bucket_begins_[bucket];
    });
    return entries;
}

} // namespace concord::edit_distance
