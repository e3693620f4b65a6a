// Rows of an answer, brought into its order on a data-parallel device, and copied to the host some at a time.
#pragma once

#include "problems/overlap/gpu/index_view.hpp"
#include "problems/overlap/gpu/match_rows.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace concord::overlap {

struct count_up {
    std::uint32_t* values;
    CONCORD_HD void operator()(std::uint64_t at) const { values[at] = static_cast<std::uint32_t>(at); }
};

/// Sort keys by the position in a, in b, or by the pair of sequences and the strand.
enum class row_key : std::uint8_t { a, b, pair };
struct key_of_row {
    index_view index;
    const match_row* rows;
    const std::uint32_t* order;
    row_key by;
    std::uint64_t first_sequence;
    std::uint64_t* keys;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const match_row& row = rows[order[at]];
        std::uint64_t key = 0;
        if (by == row_key::pair) {
            std::uint64_t j = index.sequence_of(row.b);
            const std::uint64_t is_reverse = j >= index.of_one_strand ? 1 : 0;
            j -= is_reverse * index.of_one_strand;
            key = ((index.sequence_of(row.a) - first_sequence) * index.of_one_strand + j) * 2 + is_reverse;
        } else {
            key = by == row_key::a ? row.a : row.b;
        }
        keys[at] = key << 24U;
    }
};

/// Rows in a given order.
struct arrange_rows {
    const match_row* rows;
    const std::uint32_t* order; ///< from the first of these rows on
    match_row* arranged;

    CONCORD_HD void operator()(std::uint64_t at) const { arranged[at] = rows[order[at]]; }
};

template <runtime::data_parallel_device Machine, class Take>
void deliver_in_order(Machine& machine, const match_row* rows, const std::uint32_t* order, std::uint64_t count,
                      const at_once& most, delivery& made, Take take) {
    const auto room = machine.template make<match_row>(std::min(most.rows, count));
    std::vector<match_row> taken;
    for (std::uint64_t first = 0; first < count; first += most.rows) {
        machine.check();
        taken.resize(std::min(most.rows, count - first));
        machine.for_each(taken.size(), arrange_rows{rows, order + first, room.data()});
        machine.get(taken.data(), room.data(), taken.size());
        made.is_under_way = true;
        take(std::span<const match_row>(taken));
    }
}

/// Sorts by the keys, the least significant first, each stably, and delivers. Memory: 24 bytes a row beside the rows.
template <runtime::data_parallel_device Machine, class Take>
void deliver_sorted(Machine& machine, const index_view& index, const match_row* rows, std::uint64_t count,
                    std::initializer_list<row_key> by, std::uint64_t first_sequence, const at_once& most,
                    delivery& made, Take take) {
    const auto keys = machine.template make<std::uint64_t>(count);
    const auto order = machine.template make<std::uint32_t>(count);
    machine.for_each(count, count_up{order.data()});
    for (const row_key key : by) {
        machine.check();
        machine.for_each(count, key_of_row{index, rows, order.data(), key, first_sequence, keys.data()});
        machine.sort(keys.data(), order.data(), count);
    }
    deliver_in_order(machine, rows, order.data(), count, most, made, take);
}

} // namespace concord::overlap
