// Matches with mismatches between all pairs of sequences, on a data-parallel device: the seeds of a stretch of
// sequences, a thread each; their windows are counted, then written, then sorted.
#pragma once

#include "problems/overlap/gpu/seed_list.hpp"
#include "problems/overlap/gpu/seed_windows.hpp"
#include "problems/overlap/gpu/sorted_rows.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace concord::overlap {

/// The targets of the letters of a stretch of sequences: those of later sequences, on each strand of theirs.
struct letters_of_sequences {
    seed_groups_view groups;
    std::uint64_t first; ///< position
    std::uint64_t strands;

    [[nodiscard]] CONCORD_HD seed_targets operator()(std::uint64_t nth) const {
        const index_view& index = groups.index;
        const std::uint64_t position = first + nth / strands;
        const std::uint64_t later = index.offsets[index.sequence_of(position) + 1];
        const std::uint64_t given = index.letters_of_one_strand;
        if (nth % strands == 0) return groups.targets_of(position, later, given);
        return groups.targets_of(position, given + later, index.text.size);
    }
};

/// The matches of a seed.
struct windows_of_seed {
    seed_list_view seeds;
    std::uint64_t first;
    mismatch_question question;

    template <class Report>
    CONCORD_HD void for_each(std::uint64_t nth, Report report) const {
        const seed_pair pair = seeds.pair(first + nth);
        const index_view& index = seeds.groups.index;
        const seed_diagonal diagonal(index, pair.source, pair.target, question.seed);
        diagonal.for_each_window(
            question.mismatches, question.min_length,
            [&](std::int64_t begin, std::int64_t end, std::uint64_t mismatches) {
                const auto start = static_cast<std::uint64_t>(begin); // which may be below 0
                const std::uint64_t a = pair.source + start;
                const std::uint64_t b = pair.target + start;
                const auto length = static_cast<std::uint64_t>(end - begin);
                if (index.is_reverse(b) && index.is_on_both_strands_at(a, b, length, mismatches, question.mismatches))
                    return;
                report(match_row{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
                                 static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(mismatches)});
            });
    }

    CONCORD_HD runtime::counts operator()(std::uint64_t nth) const {
        std::uint32_t count = 0;
        for_each(nth, [&](const match_row&) { ++count; });
        return {count, 0};
    }
};

struct fill_windows {
    windows_of_seed windows;
    const std::uint64_t* before;
    match_row* rows;

    CONCORD_HD void operator()(std::uint64_t nth) const {
        match_row* next = rows + before[nth];
        windows.for_each(nth, [&](const match_row& row) { *next++ = row; });
    }
};

struct copy_rows {
    const match_row* from;
    match_row* to;
    CONCORD_HD void operator()(std::uint64_t at) const { to[at] = from[at]; }
};

/// The rows of a stretch of sequences, whose memory grows.
template <runtime::data_parallel_device Machine>
class growing_rows {
  public:
    explicit growing_rows(Machine& machine) : machine_(machine) {}

    /// Room for so many more; returns where they begin.
    [[nodiscard]] match_row* more(std::uint64_t count) {
        if (size_ + count > std::numeric_limits<std::uint32_t>::max())
            throw error(error_code::resource, std::to_string(size_ + count) + " matches are too many to be sorted");
        if (size_ + count > rows_.size()) {
            auto larger = machine_.template make<match_row>(size_ + count + size_ / 2);
            if (size_ > 0) machine_.for_each(size_, copy_rows{rows_.data(), larger.data()});
            rows_ = std::move(larger);
        }
        size_ += count;
        return rows_.data() + (size_ - count);
    }
    void clear() { size_ = 0; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] const match_row* data() const { return rows_.data(); }

  private:
    Machine& machine_;
    typename Machine::template array<match_row> rows_;
    std::uint64_t size_ = 0;
};

template <runtime::data_parallel_device Machine>
class mismatch_rows {
  public:
    mismatch_rows(Machine& machine, const index_view& index, const mismatch_question& question, const at_once& most)
        : machine_(machine), index_(index), question_(question), most_(most),
          members_(machine, index, question.seed, index.text.size), rows_(machine) {}

    /// Finds the rows of the sequences [first, last), whose letters are [begin, end) of the text.
    void find(std::uint64_t begin, std::uint64_t end) {
        rows_.clear();
        const std::uint64_t strands = index_.sequences > index_.of_one_strand ? 2 : 1;
        for (std::uint64_t at = begin; at < end; at += most_.sources) {
            const seed_list<Machine> seeds(machine_, members_.view(), std::min(most_.sources, end - at) * strands,
                                           letters_of_sequences{members_.view(), at, strands});
            const auto before = machine_.template make<std::uint64_t>(std::min(most_.seeds, seeds.seeds()));
            for (std::uint64_t first = 0; first < seeds.seeds(); first += most_.seeds) {
                machine_.check();
                const std::uint64_t count = std::min(most_.seeds, seeds.seeds() - first);
                const windows_of_seed windows{seeds.view(), first, question_};
                const std::uint64_t found = machine_.exclusive_scan(count, windows, before.data()).count;
                if (found > 0) machine_.for_each(count, fill_windows{windows, before.data(), rows_.more(found)});
            }
        }
    }

    /// Delivers what find() found, in the order of the answer.
    template <class Take>
    void deliver(std::uint64_t first_sequence, delivery& made, Take take) {
        if (rows_.size() > 0)
            deliver_sorted(machine_, index_, rows_.data(), rows_.size(), {row_key::b, row_key::a, row_key::pair},
                           first_sequence, most_, made, take);
    }

    [[nodiscard]] std::uint64_t found() const noexcept { return rows_.size(); }

  private:
    Machine& machine_;
    index_view index_;
    mismatch_question question_;
    at_once most_;
    seed_members<Machine> members_;
    growing_rows<Machine> rows_;
};

/// Delivers the rows of all sequences in the order (i, j, strand, a, b), from sequence `made.next` on. `offsets`
/// are those of the sequences on the host. A stretch of sequences that does not fit is halved. Throws error: resource,
/// cancelled.
template <runtime::data_parallel_device Machine, class Take>
void mismatch_matches(Machine& machine, const index_view& index, std::span<const std::uint64_t> offsets,
                      const mismatch_question& question, const at_once& most, delivery& made, Take take) {
    const std::uint64_t sequences = index.of_one_strand;
    mismatch_rows<Machine> rows(machine, index, question, most);
    // The keys of pairs have 40 bits.
    const std::uint64_t most_sequences = std::max<std::uint64_t>(1, (std::uint64_t{1} << 39U) / sequences);
    std::uint64_t letters = std::max<std::uint64_t>(1, most.sources / 16);
    while (made.next < sequences) {
        const std::uint64_t next = made.next;
        std::uint64_t last = next + 1;
        while (last < sequences && last - next < most_sequences && offsets[last + 1] - offsets[next] <= letters)
            ++last;
        try {
            rows.find(offsets[next], offsets[last]);
        } catch (const error& trouble) {
            if (trouble.code() != error_code::resource || last == next + 1) throw;
            letters = (offsets[last] - offsets[next]) / 2;
            continue;
        }
        rows.deliver(next, made, take);
        made = {last, false};
        if (rows.found() > 4 * most.rows)
            letters = std::max<std::uint64_t>(1, letters / 2);
        else if (rows.found() < most.rows)
            letters = std::min(most.sources, letters * 2);
    }
}

} // namespace concord::overlap
