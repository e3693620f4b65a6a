#include "alignment/batch/pair_comparer.hpp"
#include "alignment/batch/comparisons.hpp"

#include "alignment/batch/damerau_levenshtein.hpp"
#include "alignment/batch/gpu/hamming_pairs.hpp"
#include "alignment/batch/tuning.hpp"
#include "base/bits.hpp"

#include <algorithm>

namespace concord::edit_distance {
namespace {

/// The bit of all letters of a set in a plane, if it is the same for all.
struct constancy {
    bool has_zero = false;
    bool has_one = false;
};

void look(const sequence::packed_sequences& set, unsigned plane, constancy& seen) {
    constexpr std::uint64_t words_at_once = 512; // in a loop without an early end, which becomes one of vectors
    const std::uint64_t* const words = set.plane(plane);
    const std::uint64_t whole = set.letters() / 64;
    const auto take = [&](std::uint64_t ones, std::uint64_t zeros) {
        seen.has_one |= ones != 0;
        seen.has_zero |= zeros != 0;
    };
    for (std::uint64_t first = 0; first < whole && !(seen.has_zero && seen.has_one); first += words_at_once) {
        std::uint64_t ones = 0;
        std::uint64_t zeros = 0;
        for (std::uint64_t word = first; word < std::min(whole, first + words_at_once); ++word) {
            ones |= words[word];
            zeros |= ~words[word];
        }
        take(ones, zeros);
    }
    if (const auto rest = static_cast<unsigned>(set.letters() % 64); rest > 0) {
        const auto here = base::low_bits<std::uint64_t>(rest);
        take(words[whole] & here, ~words[whole] & here);
    }
}

} // namespace

compared_letters::compared_letters(const sequence::packed_sequences& a, const sequence::packed_sequences& b)
    : has_ambiguous_(a.has_ambiguous() || b.has_ambiguous()) {
    a_.set = &a;
    b_.set = &b;
    a_.ambiguous = a.ambiguous_plane();
    b_.ambiguous = b.ambiguous_plane();
    for (unsigned plane = 0; plane < std::max(a.planes_in_use(), b.planes_in_use()); ++plane) {
        constancy seen;
        look(a, plane, seen);
        if (&b != &a) look(b, plane, seen);
        if (!has_ambiguous_ && !(seen.has_zero && seen.has_one)) continue;
        a_.plane[ordinary_] = a.plane(plane);
        b_.plane[ordinary_] = b.plane(plane);
        ++ordinary_;
    }
    const unsigned needed = ordinary_ + (has_ambiguous_ ? 1U : 0U);
    while (kernel_planes[kernel_] < needed)
        ++kernel_;
    planes_ = kernel_planes[kernel_];
}

template <bool IsSource>
void compared_letters::put(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const {
    const std::uint64_t begin = side.set->offset(sequence);
    const std::uint64_t end = begin + side.set->length(sequence);
    for (std::uint64_t position = begin; position < end; position += 64) {
        const std::uint64_t word = position / 64;
        const unsigned shift = position % 64;
        const auto bits = [&](const std::uint64_t* plane) {
            return plane[word] >> shift | plane[word + 1] << 1U << (63U - shift); // no branch for a shift of 0
        };
        std::uint64_t ambiguous = 0;
        if (side.ambiguous != nullptr) ambiguous = bits(side.ambiguous);
        unsigned plane = 0;
        for (; plane < ordinary_; ++plane) {
            const std::uint64_t letters = bits(side.plane[plane]);
            to[plane * lanes] = IsSource ? letters & ~ambiguous : letters;
        }
        for (; plane < planes_; ++plane) {
            to[plane * lanes] = ambiguous;
            ambiguous = 0; // planes beyond that are of zeros
        }
        to += planes_ * lanes;
    }
}

void compared_letters::put_columns(const compared_side& side, std::uint64_t sequence, unsigned lanes,
                                   std::uint64_t* to) const {
    put<true>(side, sequence, lanes, to);
}

void compared_letters::put_rows(const compared_side& side, std::uint64_t sequence, unsigned lanes,
                                std::uint64_t* to) const {
    put<false>(side, sequence, lanes, to);
}

namespace {

constexpr std::uint64_t words_along(std::uint64_t letters) { return (letters + 63) / 64; }

// A pair as one number: its cost, so that sorting makes similar pairs adjacent, and its index.
//   words of its columns | its rows | index | whether b is along the columns
constexpr unsigned rows_at = 32;
constexpr unsigned words_at = 48;
static_assert(tuning::longest_exact_in_lanes < 1U << (words_at - rows_at));

std::uint64_t key_of(std::uint64_t length_a, std::uint64_t length_b, bool is_narrow, std::size_t index) {
    // In a narrow band the cost of a row does not depend on the number of columns.
    const bool b_along_columns =
        is_narrow ? length_b > length_a : length_a * words_along(length_b) < length_b * words_along(length_a);
    const std::uint64_t columns = b_along_columns ? length_b : length_a;
    const std::uint64_t rows = b_along_columns ? length_a : length_b;
    return (is_narrow ? 0 : words_along(columns)) << words_at | rows << rows_at | index << 1U |
           (b_along_columns ? 1U : 0U);
}

} // namespace

comparison_scratch::comparison_scratch(std::uint64_t longest) {
    const std::size_t letters = words_along(longest) * most_kernel_planes * most_group_lanes;
    const std::size_t deltas = words_along(longest) * most_vertical * most_group_lanes;
    memory_ = std::make_unique_for_overwrite<cache_line[]>((2 * letters + deltas) / 8);
    columns = memory_[0].words;
    rows = columns + letters;
    vertical = rows + letters;
}

pair_comparer::pair_comparer(const sequence_set& a, const sequence_set& b, const batch_options& options)
    : a_(a), b_(b), metric_(options.metric), max_distance_(options.max_distance.value_or(no_bound)),
      vectors_(options.run.vectors), letters_(sequence::packed(a), sequence::packed(b)),
      kernels_(lane_kernels_for(simd::choose_vectors(options.run.vectors))) {}

bool pair_comparer::is_narrow(std::uint64_t bound) const noexcept {
    return traits().in_narrow_band && bound <= widest_band && !is_exact(bound);
}

std::uint64_t pair_comparer::kernel_bound(std::uint64_t bound) const noexcept {
    return traits().is_refined ? osa_within(bound) : bound;
}

bool pair_comparer::is_exact(std::uint64_t bound) const noexcept {
    return traits().is_refined && bound >= std::max(letters_.a().set->longest(), letters_.b().set->longest());
}

void pair_comparer::settle(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                           pair_refiner& refiner) const {
    if (!traits().is_refined) return;
    if (!is_exact(kernel_bound(bound))) return refiner.refine(*this, pairs, bound, distances);
    for (std::size_t index = 0; index < pairs.size(); ++index)
        if (distances[index] != unknown && distances[index] > bound) distances[index] = no_distance;
}

compare_lanes pair_comparer::kernel(std::uint64_t bound) const noexcept {
    if (is_exact(bound)) return kernels_.whole[exact_damerau][letters_.kernel()];
    const std::span<const kernels_by_planes> kernels = is_narrow(bound) ? kernels_.narrow : kernels_.whole;
    return kernels[static_cast<std::size_t>(metric_)][letters_.kernel()];
}

std::uint32_t pair_comparer::by_lengths(std::uint64_t a, std::uint64_t b, std::uint64_t bound) const noexcept {
    const std::uint64_t apart = a > b ? a - b : b - a;
    if (apart > bound || (!traits().has_matrix() && apart > 0)) return no_distance;
    if (a == 0 || b == 0) return static_cast<std::uint32_t>(apart);
    return unknown;
}

void pair_comparer::compare(std::span<const sequence_pair> pairs, std::uint32_t* distances,
                            comparison_scratch& scratch) const {
    compare_within(max_distance_, pairs, distances, scratch);
}

void pair_comparer::compare_within(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                                   comparison_scratch& scratch) const {
    compare_matrices(kernel_bound(bound), pairs, distances, scratch);
    settle(bound, pairs, distances, scratch.refiner);
}

void pair_comparer::compare_matrices(std::uint64_t bound, std::span<const sequence_pair> pairs,
                                     std::uint32_t* distances, comparison_scratch& scratch) const {
    const sequence::packed_sequences& a = *letters_.a().set;
    const sequence::packed_sequences& b = *letters_.b().set;
    const bool narrow = is_narrow(bound);
    const bool has_matrix = traits().has_matrix();
    scratch.order.clear();
    scratch.long_pairs.clear();
    bool is_sorted = true;
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        const std::uint64_t length_a = a.length(pairs[index].a);
        const std::uint64_t length_b = b.length(pairs[index].b);
        distances[index] = by_lengths(length_a, length_b, bound);
        if (distances[index] != unknown) continue;
        if (!has_matrix) {
            distances[index] = hamming(pairs[index], bound);
            continue;
        }
        if (std::max(length_a, length_b) > tuning::longest_in_lanes) {
            scratch.long_pairs.push_back(index);
            continue;
        }
        const std::uint64_t key = key_of(length_a, length_b, narrow, index);
        is_sorted = is_sorted && (scratch.order.empty() || key > scratch.order.back());
        scratch.order.push_back(key);
    }
    if (!is_sorted) std::ranges::sort(scratch.order);
    compare_groups(bound, pairs, distances, scratch);
}

void pair_comparer::compare_exactly(std::span<const sequence_pair> pairs, std::uint32_t* distances,
                                    comparison_scratch& scratch) const {
    scratch.order.clear();
    for (std::size_t index = 0; index < pairs.size(); ++index)
        scratch.order.push_back(
            key_of(letters_.a().set->length(pairs[index].a), letters_.b().set->length(pairs[index].b), false, index));
    std::ranges::sort(scratch.order);
    compare_groups(no_bound, pairs, distances, scratch);
}

void pair_comparer::compare_groups(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                                   comparison_scratch& scratch) const {
    const std::span<const std::uint64_t> keys(scratch.order);
    for (std::size_t first = 0; first < keys.size(); first += kernels_.group_lanes)
        compare_group(bound, pairs,
                      keys.subspan(first, std::min<std::size_t>(kernels_.group_lanes, keys.size() - first)), distances,
                      scratch);
}

void pair_comparer::compare_group(std::uint64_t bound, std::span<const sequence_pair> pairs,
                                  std::span<const std::uint64_t> keys, std::uint32_t* distances,
                                  comparison_scratch& scratch) const {
    const unsigned lanes = kernels_.group_lanes;
    std::uint64_t longest = 0;
    const auto index_of = [](std::uint64_t key) { return (key & 0xFFFF'FFFFU) >> 1U; };
    for (std::size_t lane = 0; lane < keys.size(); ++lane) {
        const sequence_pair pair = pairs[index_of(keys[lane])];
        std::uint64_t* const columns = scratch.columns + lane;
        std::uint64_t* const rows = scratch.rows + lane;
        const std::uint64_t length_a = letters_.a().set->length(pair.a);
        const std::uint64_t length_b = letters_.b().set->length(pair.b);
        if ((keys[lane] & 1U) != 0) {
            letters_.put_columns(letters_.b(), pair.b, lanes, columns);
            letters_.put_rows(letters_.a(), pair.a, lanes, rows);
            scratch.column_lengths[lane] = static_cast<std::uint32_t>(length_b);
            scratch.row_lengths[lane] = static_cast<std::uint32_t>(length_a);
        } else {
            letters_.put_columns(letters_.a(), pair.a, lanes, columns);
            letters_.put_rows(letters_.b(), pair.b, lanes, rows);
            scratch.column_lengths[lane] = static_cast<std::uint32_t>(length_a);
            scratch.row_lengths[lane] = static_cast<std::uint32_t>(length_b);
        }
        longest = std::max<std::uint64_t>(longest, scratch.column_lengths[lane]);
    }
    for (std::size_t lane = keys.size(); lane < lanes; ++lane) {
        scratch.column_lengths[lane] = 1;
        scratch.row_lengths[lane] = 0;
    }
    kernel(bound)({scratch.columns, scratch.rows, scratch.vertical, scratch.column_lengths, scratch.row_lengths,
                   static_cast<std::uint32_t>(words_along(longest)), bound, scratch.distances});
    for (std::size_t lane = 0; lane < keys.size(); ++lane)
        distances[index_of(keys[lane])] = scratch.distances[lane];
}

std::uint32_t pair_comparer::hamming(sequence_pair pair, std::uint64_t bound) const {
    const compared_side& a = letters_.a();
    const compared_side& b = letters_.b();
    const std::uint64_t differing = letters_differing(a, a.set->offset(pair.a), b, b.set->offset(pair.b),
                                                      a.set->length(pair.a), letters_.ordinary(), bound);
    return differing <= bound ? static_cast<std::uint32_t>(differing) : no_distance;
}

std::uint32_t pair_comparer::compare_long(sequence_pair pair, std::uint64_t bound, const run_options& run) const {
    distance_options options;
    options.metric = metric_;
    if (bound != no_bound) options.max_distance = bound;
    options.run = run;
    const auto found = compare_pair(sequence_ref(a_, pair.a), sequence_ref(b_, pair.b), options).distance;
    return found ? static_cast<std::uint32_t>(*found) : no_distance;
}

} // namespace concord::edit_distance
