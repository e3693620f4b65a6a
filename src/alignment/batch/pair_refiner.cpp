// Pairs whose optimal string alignment distance the lanes have found, by the unrestricted distance.
#include "alignment/batch/damerau_kernels.hpp"
#include "alignment/batch/damerau_levenshtein.hpp"
#include "alignment/batch/pair_comparer.hpp"
#include "alignment/batch/tuning.hpp"

#include <algorithm>

namespace concord::edit_distance {

void load_codes(const compared_letters& letters, const compared_side& side, std::uint64_t sequence, bool is_row,
                std::vector<std::uint64_t>& words, std::vector<std::uint32_t>& codes) {
    const std::uint64_t length = side.set->length(sequence);
    const unsigned planes = letters.planes();
    words.resize((length + 63) / 64 * planes);
    if (is_row)
        letters.put_rows(side, sequence, 1, words.data());
    else
        letters.put_columns(side, sequence, 1, words.data());
    codes.resize(length);
    for (std::uint64_t at = 0; at < length; ++at) {
        std::uint32_t code = 0;
        for (unsigned plane = 0; plane < planes; ++plane)
            code |= static_cast<std::uint32_t>(words[at / 64 * planes + plane] >> at % 64 & 1U) << plane;
        codes[at] = code;
    }
}

namespace {

// Letters that no sequence has: behind the ends of rows and of columns.
constexpr std::uint16_t behind_row = 0xFFFF;
constexpr std::uint16_t behind_column = 0xFFFE;

/// Bit i of a byte in byte i.
std::uint64_t spread(std::uint64_t byte) {
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101U;
    const std::uint64_t each = (byte * ones) & 0x8040'2010'0804'0201U;
    return (each + 0x7F7F'7F7F'7F7F'7F7FU) >> 7U & ones;
}

} // namespace

void pair_refiner::put_letters(const compared_letters& letters, const compared_side& side, std::uint64_t sequence,
                               bool is_row, unsigned lanes, std::uint16_t* to) {
    const std::uint64_t length = side.set->length(sequence);
    const unsigned planes = letters.planes();
    planes_.resize((length + 63) / 64 * planes);
    if (is_row)
        letters.put_rows(side, sequence, 1, planes_.data());
    else
        letters.put_columns(side, sequence, 1, planes_.data());
    for (std::uint64_t first = 0; first < length; first += 8) {
        std::uint64_t codes = 0;
        for (unsigned plane = 0; plane < planes; ++plane)
            codes |= spread(planes_[first / 64 * planes + plane] >> first % 64 & 0xFFU) << plane;
        for (std::uint64_t at = first; at < std::min(first + 8, length); ++at, codes >>= 8U)
            to[at * lanes] = codes & 0xFFU;
    }
}

std::uint32_t pair_refiner::refine_alone(const pair_comparer& comparer, sequence_pair pair, std::uint32_t osa,
                                         std::uint64_t bound) {
    const compared_letters& letters = comparer.letters();
    if (row_ != pair.a) load_codes(letters, letters.a(), pair.a, true, planes_, rows_);
    row_ = pair.a;
    load_codes(letters, letters.b(), pair.b, false, planes_, columns_);
    memory_.resize(refining_words(columns_.size()));
    const std::uint64_t found = edit_distance::refine(
        rows_.size(), columns_.size(), std::min<std::uint64_t>(osa - 1, bound),
        [this](std::size_t r, std::size_t c) { return rows_[r] == columns_[c]; }, memory_, [](std::size_t) {});
    return found <= bound ? static_cast<std::uint32_t>(found) : no_distance;
}

void pair_refiner::list(const pair_comparer& comparer, std::span<const sequence_pair> pairs, bool fits_lanes,
                        std::uint64_t bound, std::uint32_t* distances) {
    const sequence::packed_sequences& a = *comparer.letters().a().set;
    const sequence::packed_sequences& b = *comparer.letters().b().set;
    order_.clear();
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        std::uint32_t& distance = distances[index];
        if (distance >= pair_comparer::unknown) continue;
        const std::uint64_t rows = a.length(pairs[index].a);
        const std::uint64_t columns = b.length(pairs[index].b);
        if (!may_be_less(distance) || rows == 0 || columns == 0) {
            if (distance > bound) distance = no_distance;
        } else if (fits_lanes && std::max(rows, columns) <= most_damerau_letters) {
            order_.push_back({static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns),
                              static_cast<std::uint32_t>(index)});
        } else {
            distance = refine_alone(comparer, pairs[index], distance, bound);
        }
    }
    const auto [least, most] = std::ranges::minmax_element(order_, {}, &listed::rows);
    if (order_.empty() || most->rows - least->rows <= tuning::rows_worth_sorting) return;
    std::ranges::sort(order_, {}, &listed::rows);
}

void pair_refiner::refine(const pair_comparer& comparer, std::span<const sequence_pair> pairs, std::uint64_t bound,
                          std::uint32_t* distances) {
    const compared_letters& letters = comparer.letters();
    list(comparer, pairs, letters.planes() <= 8, bound, distances);
    refine_listed(comparer, bound, distances, [&](std::size_t index, unsigned lane, unsigned lanes) {
        put_letters(letters, letters.a(), pairs[index].a, true, lanes, lane_rows_.data() + lane);
        put_letters(letters, letters.b(), pairs[index].b, false, lanes, lane_columns_.data() + lane);
    });
}

template <class PutLetters>
void pair_refiner::refine_listed(const pair_comparer& comparer, std::uint64_t bound, std::uint32_t* distances,
                                 const PutLetters& put) {
    const damerau_kernel& kernel = damerau_kernel_for(simd::choose_vectors(comparer.vectors()));
    for (std::size_t first = 0; first < order_.size(); first += kernel.lanes)
        refine_group(kernel,
                     std::span(order_).subspan(first, std::min<std::size_t>(kernel.lanes, order_.size() - first)),
                     bound, distances, put);
}

template <class PutLetters>
void pair_refiner::refine_group(const damerau_kernel& kernel, std::span<const listed> group, std::uint64_t bound,
                                std::uint32_t* distances, const PutLetters& put) {
    std::uint32_t row_lengths[most_damerau_lanes] = {};
    std::uint32_t column_lengths[most_damerau_lanes] = {};
    std::uint32_t found[most_damerau_lanes] = {};
    std::uint32_t most_rows = 0;
    std::uint32_t most_columns = 0;
    std::int64_t ahead = 0;
    std::int64_t behind = 0;
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const listed each = group[lane];
        row_lengths[lane] = each.rows;
        column_lengths[lane] = each.columns;
        most_rows = std::max(most_rows, each.rows);
        most_columns = std::max(most_columns, each.columns);
        // As damerau_levenshtein.hpp has it; where the lengths alone exceed the bound, any band will do.
        const auto most =
            static_cast<std::int64_t>(std::min<std::uint64_t>(distances[each.index] - std::uint64_t{1}, bound));
        const std::int64_t longer = std::int64_t{each.columns} - each.rows;
        ahead = std::max({ahead, (most + longer) / 2 + 1, longer});
        behind = std::max({behind, (most - longer) / 2 + 1, -longer});
    }
    lane_rows_.assign(std::size_t{most_rows} * kernel.lanes, behind_row);
    lane_columns_.assign(std::size_t{most_columns} * kernel.lanes, behind_column);
    lane_memory_.resize(damerau_memory(most_columns) * kernel.lanes);
    for (std::size_t lane = 0; lane < group.size(); ++lane)
        put(group[lane].index, static_cast<unsigned>(lane), kernel.lanes);
    kernel.distances({.rows = lane_rows_.data(),
                      .columns = lane_columns_.data(),
                      .row_lengths = row_lengths,
                      .column_lengths = column_lengths,
                      .most_rows = most_rows,
                      .most_columns = most_columns,
                      .ahead = static_cast<std::uint32_t>(ahead),
                      .behind = static_cast<std::uint32_t>(behind),
                      .memory = lane_memory_.data(),
                      .distances = found});
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        std::uint32_t& distance = distances[group[lane].index];
        distance = std::min(distance, found[lane]);
        if (distance > bound) distance = no_distance;
    }
}

} // namespace concord::edit_distance
