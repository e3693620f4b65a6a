// Sequences with equal keys in one partition: which of them are candidates.
#include "problems/distance/join/near_join_task.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>

namespace concord::edit_distance {

void near_join::join_partition(task& now, std::size_t partition, unsigned worker) {
    if (now.found.is_full()) return;
    scratch_[worker]->similar.resize(sketches_at_once + 8);
    if (plan_.extends)
        join_by_extensions(now, partition, worker);
    else
        join_by_sketches(now, partition, worker);
    compare_candidates(now, worker);
    now.entries->release(partition);
    now.lookups->release(partition);
}

/// Those whose sketches are similar, or whose gaps few edits explain.
void near_join::join_by_sketches(task& now, std::size_t partition, unsigned worker) {
    scratch& own = *scratch_[worker];
    key_table& table = own.table;
    const bool by_gaps = plan_.compares_gaps();
    table.fill(*now.entries, run_.workers().threads(), partition, by_gaps ? nullptr : now.b.sketches());
    if (table.size() == 0) return;
    const unsigned most = by_gaps ? static_cast<unsigned>(plan_.most_gaps) : most_bits_;
    const auto find = [&](sketch_list among, std::uint64_t sketch, std::uint32_t key, unsigned most, auto take) {
        const std::size_t end = among.end;
        for (; among.begin < end; among.begin = among.end) {
            among.end = std::min(end, among.begin + sketches_at_once);
            const std::size_t count = by_gaps ? kernels_.united(among, sketch, key, most, own.similar.data())
                                              : kernels_.similar(among, sketch, key, most, own.similar.data());
            for (std::size_t index = 0; index < count; ++index)
                take(table.rank(own.similar[index]));
        }
    };
    if (now.is_self) {
        for (std::size_t at = 0; at < table.size(); ++at) {
            const std::uint32_t key = table.key(at);
            if (!by_gaps && is_of_longer(key)) continue;
            sketch_list among = table.slot(key);
            among.begin = at + 1;
            if (among.begin >= among.end) continue;
            const std::uint32_t rank = table.rank(at);
            find(among, table.sketch(at), key, most, [&](std::uint32_t other) {
                if (other != rank) offer(now, worker, std::max(rank, other), std::min(rank, other));
            });
        }
    }
    for (unsigned from = 0; from < run_.workers().threads(); ++from) {
        const std::span<const key_entry> lookups = now.lookups->list(from, partition);
        for (std::size_t index = 0; index < lookups.size(); ++index) {
            const key_entry& each = lookups[index];
            if (!by_gaps && index + tuning::entries_ahead < lookups.size())
                __builtin_prefetch(now.a.sketches() + lookups[index + tuning::entries_ahead].rank);
            const sketch_list among = table.slot(each.key);
            if (among.begin == among.end) continue;
            const auto take = [&](std::uint32_t other) {
                if (!now.is_self || other < each.rank) offer(now, worker, each.rank, other);
            };
            if (by_gaps)
                find(among, gap_bits(each.gaps), each.key, most, take);
            else // a transposition changes no bit of a sketch
                find(among, now.a.sketches()[each.rank], each.key, most - std::min(most, 2 * each.gaps), take);
        }
        if (now.found.is_full()) break;
    }
}

/// Those whose letters behind an equal piece are near. Of one list the pieces are those of the sequence of lower rank.
void near_join::join_by_extensions(task& now, std::size_t partition, unsigned worker) {
    scratch& own = *scratch_[worker];
    key_table& table = own.table;
    table.fill(*now.entries, run_.workers().threads(), partition, now.b, extension_);
    if (table.size() == 0) return;
    const find_extended extended = kernels_.extended[static_cast<std::size_t>(metric_)];
    const unsigned bits = extension_.bits_of_letter();
    const auto look_up = [&](std::uint32_t rank, std::uint32_t begin, std::uint32_t key, sketch_list among) {
        const extension_letters letters = extension_.lookup(now.a.letters(), now.a.sequence(rank), begin);
        const std::size_t end = among.end;
        for (; among.begin < end; among.begin = among.end) {
            among.end = std::min(end, among.begin + sketches_at_once);
            const std::size_t count = extended(among, letters, bits, key, own.similar.data());
            for (std::size_t index = 0; index < count; ++index)
                if (const std::uint32_t other = table.rank(own.similar[index]); !now.is_self || other < rank)
                    offer(now, worker, rank, other);
        }
    };
    for (std::size_t at = 0; now.is_self && at < table.size(); ++at) {
        const std::uint32_t key = table.key(at);
        if (is_of_longer(key)) continue;
        sketch_list among = table.slot(key);
        if (table.is_ascending()) among.end = at;
        if (among.end - among.begin > (table.is_ascending() ? 0U : 1U))
            look_up(table.rank(at), table.place(at) & 0xFFFFU, key, among);
    }
    for (unsigned from = 0; from < run_.workers().threads(); ++from) {
        const std::span<const key_entry> lookups = now.lookups->list(from, partition);
        for (const key_entry& each : lookups)
            if (const sketch_list among = table.slot(each.key); among.begin < among.end)
                look_up(each.rank, each.gaps, each.key, among);
        if (now.found.is_full()) break;
    }
}

} // namespace concord::edit_distance
