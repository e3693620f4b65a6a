#include "alignment/slab_of_rank.hpp"

#include "alignment/alignment_builder.hpp"
#include "alignment/bit_parallel/delta_rows.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace concord::pairwise {
namespace {

using runtime::byte_reader;
using runtime::byte_string;
using runtime::byte_writer;
using runtime::pipeline_run;

constexpr std::size_t words_of_row = most_block_rows / 64;

/// Letters [first, last), followed by the same letters as the whole.
sequence::coded_sequence part_of(const sequence::coded_sequence& whole, std::uint64_t first, std::uint64_t last) {
    sequence::coded_sequence part{last - first, {}, {}};
    const auto copy = [&](const auto& from, auto& to) {
        if (from.empty()) return;
        const auto padding = static_cast<std::ptrdiff_t>(from.size() - whole.length);
        to.resize(last - first + static_cast<std::uint64_t>(padding));
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), last - first, to.begin());
        std::copy(from.end() - padding, from.end(), to.end() - padding);
    };
    copy(whole.narrow, part.narrow);
    copy(whole.wide, part.wide);
    return part;
}

} // namespace

sequence::coded_pair columns_of(const sequence::coded_pair& pair, bool is_turned, std::uint64_t first,
                                std::uint64_t last) {
    const sequence::coded_sequence& columns = is_turned ? pair.b : pair.a;
    return {part_of(columns, first, last), is_turned ? pair.a : pair.b, pair.planes, pair.is_narrow};
}

slab_of_rank::slab_of_rank(const sequence::coded_pair& pair, const pair_recurrence& recurrence, bool alignment,
                           const rank_resources& rank, const slab_division& division)
    : recurrence_(recurrence), alignment_(alignment), rank_(rank), number_(rank.sharing.ranks().rank()),
      is_last_(number_ + 2 == division.bounds.size()), takes_part_(number_ + 1 < division.bounds.size()) {
    if (!takes_part_) return;
    const std::uint64_t columns = division.is_turned ? pair.b.length : pair.a.length;
    const auto at = [&](std::size_t bound) {
        return std::min<std::uint64_t>(columns, division.bounds[bound] * block_columns);
    };
    slab_ = columns_of(pair, division.is_turned, at(number_), at(number_ + 1));
}

std::uint64_t slab_of_rank::fill(pipeline_run& neighbours) {
    if (!takes_part_) return 0;
    if (slab_.a.length == 0) return let_pass(neighbours);
    const slab_neighbours beside = beside_of(neighbours);
    if (rank_.gpus) {
        on_gpus_ = recurrence_.on_gpus(slab_, recurrence_.boundary, rank_.gpus());
        const delta_row last = on_gpus_->fill_slab(beside, alignment_);
        return distance_at({0, last.words.data(), last.stride}, slab_.a.length, recurrence_.deltas);
    }
    block_matrix& matrix = on_cpu();
    if (alignment_) edges_.emplace(recurrence_.boundary, matrix.all(), matrix.sparseness());
    const std::vector<std::uint64_t> last = matrix.fill(edges_ ? &*edges_ : nullptr, beside);
    return distance_at({0, last.data(), matrix.vertical_stride()}, slab_.a.length, recurrence_.deltas);
}

alignment slab_of_rank::trace(pipeline_run& neighbours) {
    if (!takes_part_) return {};
    matrix_cell at{slab_.a.length, slab_.b.length};
    if (!is_last_) at.rows = byte_reader(neighbours.take(0)).number();
    alignment_builder aligned;
    if (at.columns > 0) {
        edge_source& edges = on_gpus_ ? on_gpus_->edges() : *edges_;
        on_cpu().trace(edges, recurrence_.trace, at, aligned);
        aligned.prepend('I', at.columns);
    }
    if (number_ > 0) {
        byte_writer rows;
        rows.number(at.rows);
        neighbours.pass_on(0, rows.take());
    } else {
        aligned.prepend('D', at.rows);
    }
    return std::move(aligned).take();
}

block_matrix& slab_of_rank::on_cpu() {
    if (!matrix_) matrix_.emplace(slab_, recurrence_.boundary, rank_.kernel, rank_.workers);
    return *matrix_;
}

std::uint64_t slab_of_rank::let_pass(pipeline_run& neighbours) const {
    const std::uint64_t rows = (slab_.b.length + most_block_rows - 1) / most_block_rows;
    byte_string border;
    if (number_ == 0) {
        byte_writer bits;
        std::vector<std::uint64_t> words;
        for (unsigned i = 0; i < recurrence_.boundary.horizontal; ++i)
            words.insert(words.end(), words_of_row, recurrence_.boundary.left[i]);
        bits.list(words);
        border = bits.take();
    }
    for (std::uint64_t row = 0; row < rows; ++row) {
        byte_string deltas = number_ == 0 ? border : neighbours.take(row);
        if (!is_last_) neighbours.pass_on(row, std::move(deltas));
    }
    return 0;
}

slab_neighbours slab_of_rank::beside_of(pipeline_run& neighbours) const {
    slab_neighbours beside;
    const std::size_t words = recurrence_.boundary.horizontal * words_of_row;
    if (number_ > 0)
        beside.entering = [&neighbours](std::size_t block_row, std::uint64_t* bits, bool wait) {
            const std::optional<byte_string> deltas =
                wait ? std::optional(neighbours.take(block_row)) : neighbours.take_if_there(block_row);
            if (!deltas) return false;
            std::ranges::copy(byte_reader(*deltas).list<std::uint64_t>(), bits);
            return true;
        };
    if (!is_last_)
        beside.leaving = [&neighbours, words](std::size_t block_row, const std::uint64_t* bits) {
            byte_writer to;
            to.list(std::span<const std::uint64_t>(bits, words));
            neighbours.pass_on(block_row, to.take());
        };
    return beside;
}

} // namespace concord::pairwise
