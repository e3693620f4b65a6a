// Suffixes of sequences that are prefixes of others.
//
// The whole sequences have an order in the suffix array. The sequences that begin with a suffix u are those that share
// all of u with it: a range of that order. The ranges of the suffixes of one sequence are nested or disjoint, the
// longer suffix inside the shorter, so a stack gives the longest for each sequence (nested_ranges.hpp).
//
// (The problem of Gusfield, Landau and Schieber; their lists along the suffix tree find each pair at its prefix, this
// at its suffix.)
#include "problems/overlap/cpu/ordered_answers.hpp"
#include "problems/overlap/nested_ranges.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace concord {
namespace {

using beginnings = overlap::beginning_range<std::uint64_t>;

/// The wider range before those inside it; of two equal ones the shorter suffix.
bool is_before(const beginnings& a, const beginnings& b) {
    return std::tie(a.first, b.last, a.length) < std::tie(b.first, a.last, b.length);
}

template <class Position>
class overlap_search {
  public:
    overlap_search(const overlap::index_tables& held, const overlap::arrays<Position>& arrays, std::uint64_t min_length)
        : held_(held), arrays_(arrays), min_length_(min_length), whole_(arrays.suffixes.size()) {
        for (std::uint64_t rank = 0; rank < arrays.suffixes.size(); ++rank) {
            const bool is_whole = held.map.is_first_letter(arrays.suffixes[rank]);
            whole_.add(rank, is_whole);
            if (is_whole) ranks_of_whole_.push_back(static_cast<Position>(rank));
        }
    }

    /// The overlaps of the sequences [first, last), in order.
    void find(std::uint64_t first, std::uint64_t last, std::vector<end_overlap>& found) const {
        std::vector<beginnings> ranges;
        std::vector<std::uint64_t> open;
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            ranges.clear();
            gather(sequence, ranges);
            if (ranges.empty()) continue;
            const auto from = static_cast<std::ptrdiff_t>(found.size());
            std::sort(ranges.begin(), ranges.end(), is_before);
            take_longest(sequence, ranges, open, found);
            std::sort(found.begin() + from, found.end());
        }
    }

  private:
    /// The ranges of all suffixes, from the shortest on, up to the first border.
    void gather(std::uint64_t sequence, std::vector<beginnings>& ranges) const {
        const sequence::packed_sequences& packed = sequence::packed(held_.set);
        const std::uint64_t end = packed.offset(sequence + 1);
        const std::uint64_t size = arrays_.prefixes.size();
        for (std::uint64_t length = 1; length <= packed.length(sequence); ++length) {
            const std::uint64_t position = end - length;
            if (held_.text.is_ambiguous(position)) return;
            if (length < min_length_) continue;
            const std::uint64_t rank = arrays_.ranks[position];
            const bool before = arrays_.prefixes[rank] >= length;
            const bool behind = rank + 1 < size && arrays_.prefixes[rank + 1] >= length;
            if (!before && !behind) continue; // no other sequence begins with it
            const std::uint64_t here = whole_.before(rank);
            const std::uint64_t last =
                behind ? here + count_sharing(rank, here, length, true) : here + is_whole(here, rank);
            const std::uint64_t from = before ? here - count_sharing(rank, here, length, false) : here;
            if (from < last) ranges.push_back({from, last, length});
        }
    }

    [[nodiscard]] std::uint64_t is_whole(std::uint64_t here, std::uint64_t rank) const {
        return here < ranks_of_whole_.size() && ranks_of_whole_[here] == rank ? 1 : 0;
    }

    /// The number of whole sequences from the `here`-th on, upwards or downwards, that share `length` letters with a
    /// suffix.
    [[nodiscard]] std::uint64_t count_sharing(std::uint64_t rank, std::uint64_t here, std::uint64_t length,
                                              bool upwards) const {
        const std::uint64_t most = upwards ? ranks_of_whole_.size() - here : here;
        const auto shares = [&](std::uint64_t nth) {
            const std::uint64_t whole = ranks_of_whole_[upwards ? here + nth : here - 1 - nth];
            return whole == rank || arrays_.shared(rank, whole) >= length;
        };
        std::uint64_t step = 1; // exponential search, then binary search
        std::uint64_t count = 0;
        while (count + step <= most && shares(count + step - 1)) {
            count += step;
            step *= 2;
        }
        for (; step > 0; step /= 2)
            if (count + step <= most && shares(count + step - 1)) count += step;
        return count;
    }

    void take_longest(std::uint64_t sequence, const std::vector<beginnings>& ranges, std::vector<std::uint64_t>& open,
                      std::vector<end_overlap>& found) const {
        open.resize(ranges.size());
        overlap::for_each_innermost(
            ranges.data(), ranges.size(), open.data(),
            [&](std::uint64_t first, std::uint64_t last, std::uint64_t length) {
                for (std::uint64_t nth = first; nth < last; ++nth) { // in the order of whole sequences
                    const std::uint64_t to = held_.map.sequence_of(arrays_.suffixes[ranks_of_whole_[nth]]);
                    if (to != sequence) found.push_back({sequence, to, length});
                }
            });
    }

    const overlap::index_tables& held_;
    const overlap::arrays<Position>& arrays_;
    std::uint64_t min_length_;
    overlap::marked_ranks whole_;
    std::vector<Position> ranks_of_whole_; ///< of the suffixes that are whole sequences, in order
};

} // namespace

std::uint64_t suffix_prefix_overlaps(const overlap_index& index, std::uint64_t min_length, const run_options& run,
                                     const std::function<void(const end_overlap&)>& take) {
    if (min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    runtime::thread_pool workers(run);
    static_cast<void>(overlap::report_of_question(index, run, workers));
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    overlap::require_one_strand(held, "overlaps of ends");
    if (run.sharing != nullptr)
        run.sharing->begin([&]() -> std::vector<runtime::call_fact> {
            return {{"command", "overlaps"},
                    {"input", runtime::digest_of(held.set)},
                    {"min_length", std::to_string(min_length)},
                    {"tile", std::to_string(runtime::forced_tile())}};
        });
    std::uint64_t count = 0;
    overlap::delivery made;
    const auto take_rows = [&](std::span<const overlap::match_row> rows) {
        count += overlap::deliver_rows<end_overlap>(
            rows, workers,
            [](const overlap::match_row& row) {
                return end_overlap{row.a, row.b, row.length};
            },
            take);
    };
    if (overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& check, auto& far) {
            gpu.end_overlaps(overlap::offsets_of(held.set), min_length, far, take_rows, check);
        }))
        return count;
    overlap::room_beside(held, run).require(overlap::marked_ranks::bytes_of(held.text.size));
    return std::visit(
        [&]<class Position>(const overlap::arrays<Position>& arrays) {
            const overlap_search<Position> search(held, arrays, min_length);
            const auto find = [&](std::uint64_t first, std::uint64_t last, std::vector<end_overlap>& found) {
                search.find(first, last, found);
            };
            const std::uint64_t sequences = held.set.size();
            if (run.sharing == nullptr)
                return count + overlap::output_in_order<end_overlap>(made.next, sequences, workers, find, take);
            const std::uint64_t block = overlap::places_of_block(sequences, held.set.letters(), runtime::forced_tile());
            return overlap::output_shared_in_order<end_overlap>(0, sequences, block, "sequences", workers, find, take);
        },
        held.arrays());
}

} // namespace concord
