// Sequences with equal keys in one partition: which of them are candidates.
#include "base/bits.hpp"
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
}

/// Calls use(part) for the parts of a list that are compared at once.
template <class Use>
[[gnu::always_inline]] static inline void in_parts(sketch_list among, const Use& use) {
    for (const std::size_t end = among.end; among.begin < end; among.begin = among.end) {
        among.end = std::min(end, among.begin + sketches_at_once);
        use(among);
    }
}

constexpr std::size_t few = 4; ///< sketches

/// Those whose sketches are similar, or whose gaps few edits explain.
void near_join::join_by_sketches(task& now, std::size_t partition, unsigned worker) {
    scratch& own = *scratch_[worker];
    key_table& table = own.table;
    const bool by_gaps = plan_.compares_gaps();
    table.fill(*now.entries, pool().threads(), partition, by_gaps ? nullptr : now.b.sketches());
    if (table.size() == 0) return;
    const unsigned most = by_gaps ? static_cast<unsigned>(plan_.most_gaps) : most_bits_;
    const find_similar similar = by_gaps ? kernels_.united : kernels_.similar;
    const auto find = [&](sketch_list list, std::uint64_t sketch, std::uint32_t key, unsigned within, auto take) {
        if (list.end - list.begin <= few && !by_gaps) { // a call takes longer
            for (std::size_t at = list.begin; at < list.end; ++at)
                if (list.keys[at] == key && base::count_ones(list.sketches[at] ^ sketch) <= within)
                    take(table.rank(at));
            return;
        }
        in_parts(list, [&](const sketch_list& among) {
            const std::size_t count = similar(among, sketch, key, within, own.similar.data());
            for (std::size_t index = 0; index < count; ++index)
                take(table.rank(own.similar[index]));
        });
    };
    if (now.joins_entries && !plan_.are_anywhere) { // else each looks up its own keys, too
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
    for (unsigned from = 0; from < pool().threads(); ++from) {
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
            if (by_gaps) {
                find(among, gap_bits(each.gaps), each.key, most, take);
                continue;
            }
            const lookup_note note = now.lookup_notes[each.gaps];
            const std::uint32_t last = now.is_self ? std::min(note.last, each.rank) : note.last;
            // A transposition changes no bit of a sketch.
            find(table.within(among, note.first, last), now.a.sketches()[each.rank], each.key,
                 most - std::min(most, 2 * note.transposed), take);
        }
        if (now.found.is_full()) break;
    }
}

/// Those whose letters behind an equal piece are near. Of one list the pieces are those of the sequence of lower rank.
void near_join::join_by_extensions(task& now, std::size_t partition, unsigned worker) {
    scratch& own = *scratch_[worker];
    key_table& table = own.table;
    table.fill(*now.entries, pool().threads(), partition, extension_, *extended_b_);
    if (table.size() == 0) return;
    const find_extended extended = kernels_.extended[static_cast<std::size_t>(metric_)];
    const extended_letters& letters_of_a = now.is_self ? *extended_b_ : *now.extended_a;
    const auto look_up = [&](std::uint32_t rank, std::uint32_t begin, std::uint32_t key, const sketch_list& list) {
        if (list.begin >= list.end) return;
        const extension_letters letters = letters_of_a.letters_from(rank, begin);
        in_parts(list, [&](const sketch_list& among) {
            const std::size_t count = extended(among, letters, key, own.similar.data());
            for (std::size_t index = 0; index < count; ++index)
                if (const std::uint32_t other = table.rank(own.similar[index]); !now.is_self || other < rank)
                    offer(now, worker, rank, other);
        });
    };
    for (std::size_t at = 0; now.joins_entries && at < table.size(); ++at) {
        const std::uint32_t key = table.key(at);
        const sketch_list slot = table.slot(key);
        if (is_of_longer(key) || slot.end - slot.begin == 1) continue;
        const std::uint32_t rank = table.rank(at);
        const std::uint64_t length = now.b.length(rank);
        const std::uint32_t first =
            plan_.masks ? now.b.first_of(length) : now.b.first_of(length > bound_ ? length - bound_ : 0);
        look_up(rank, piece_extension::begin_of(table.place(at)), key, table.within(slot, first, rank));
    }
    for (unsigned from = 0; from < pool().threads(); ++from) {
        const std::span<const key_entry> lookups = now.lookups->list(from, partition);
        for (const key_entry& each : lookups) {
            const lookup_note note = now.lookup_notes[each.gaps];
            look_up(each.rank, note.end, each.key,
                    table.within(table.slot(each.key), note.first,
                                 now.is_self ? std::min(note.last, each.rank) : note.last));
        }
        if (now.found.is_full()) break;
    }
}

} // namespace concord::edit_distance
