// Suffixes of sequences that are prefixes of others.
//
// The whole sequences have an order in the suffix array. The sequences that begin with a suffix u are those that share
// all of u with it: a range of that order. The ranges of the suffixes of one sequence are nested or disjoint, the
// longer suffix inside the shorter, so a stack gives the longest for each sequence (nested_ranges.hpp).
//
// (The problem of Gusfield, Landau and Schieber; their lists along the suffix tree find each pair at its prefix, this
// at its suffix.)
#include "problems/overlap/cpu/ordered_answers.hpp"
#include "problems/overlap/cpu/prefix_suffixes.hpp"
#include "problems/overlap/nested_ranges.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace concord {
namespace {

/// The wider range before those inside it; of two equal ones the shorter suffix.
template <class Range>
bool is_before(const Range& a, const Range& b) {
    return std::tie(a.first, b.last, a.length) < std::tie(b.first, a.last, b.length);
}

template <class Position>
class overlap_search {
  public:
    /// Throws error: resource, cancelled.
    overlap_search(const overlap::index_tables& held, const overlap::arrays<Position>& arrays, std::uint64_t min_length,
                   runtime::thread_pool& workers)
        : held_(held), arrays_(arrays), min_length_(min_length), wholes_(held, arrays),
          suffixes_(held, arrays, wholes_, min_length),
          // NOLINTNEXTLINE(clang-analyzer-optin.cplusplus.UninitializedObject): all fields have initializers
          table_(held, arrays, suffixes_, workers, [&](std::uint64_t bytes) {
              return overlap::room_beside(held, workers.options()).has(bytes_beside(held) + bytes);
          }) {}

    /// Bytes of a search without its table of ranges.
    [[nodiscard]] static std::uint64_t bytes_beside(const overlap::index_tables& held) {
        return overlap::marked_ranks::bytes_of(held.text.size) + 2 * held.set.size() * sizeof(Position) +
               overlap::prefix_suffix_table<Position>::bytes_of_counts(held.set.size());
    }

    /// The overlaps of the sequences [first, last), in order, or of fewer once they are more than `most`. Returns the
    /// end of these sequences.
    std::uint64_t find(std::uint64_t first, std::uint64_t last, std::uint64_t most,
                       std::vector<end_overlap>& found) const {
        std::vector<range> ranges;
        std::vector<Position> open;
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            if (found.size() > most) return sequence;
            ranges.clear();
            if (table_.is_filled())
                ranges.assign(table_.of(sequence).begin(), table_.of(sequence).end());
            else
                gather(sequence, ranges);
            if (ranges.empty()) continue;
            const auto from = static_cast<std::ptrdiff_t>(found.size());
            std::sort(ranges.begin(), ranges.end(), is_before<range>);
            take_longest(sequence, ranges, open, found);
            std::sort(found.begin() + from, found.end());
        }
        return last;
    }

  private:
    using range = overlap::beginning_range<Position>;

    /// The ranges of all suffixes of a sequence, without the table: from the shortest on, up to the first border.
    void gather(std::uint64_t sequence, std::vector<range>& ranges) const {
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
            const range of_suffix = suffixes_.range_of({rank, length, wholes_.ranks().size() / 2});
            if (of_suffix.first < of_suffix.last) ranges.push_back(of_suffix);
        }
    }

    void take_longest(std::uint64_t sequence, const std::vector<range>& ranges, std::vector<Position>& open,
                      std::vector<end_overlap>& found) const {
        open.resize(ranges.size());
        overlap::for_each_innermost(ranges.data(), ranges.size(), open.data(),
                                    [&](std::uint64_t first, std::uint64_t last, std::uint64_t length) {
                                        for (std::uint64_t nth = first; nth < last; ++nth) {
                                            const std::uint64_t to = wholes_.sequence(nth);
                                            if (to != sequence) found.push_back({sequence, to, length});
                                        }
                                    });
    }

    const overlap::index_tables& held_;
    const overlap::arrays<Position>& arrays_;
    std::uint64_t min_length_;
    overlap::ordered_sequences<Position> wholes_;
    overlap::prefix_suffixes<Position> suffixes_;
    overlap::prefix_suffix_table<Position> table_;
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
    return std::visit(
        [&]<class Position>(const overlap::arrays<Position>& arrays) {
            overlap::room_beside(held, run).require(overlap_search<Position>::bytes_beside(held));
            const overlap_search<Position> search(held, arrays, min_length, workers);
            const std::uint64_t sequences = held.set.size();
            if (run.sharing == nullptr) {
                const auto find_some = [&](std::uint64_t first, std::uint64_t last, std::uint64_t most,
                                           std::vector<end_overlap>& found) {
                    return search.find(first, last, most, found);
                };
                return count + overlap::output_in_order<end_overlap>(made.next, sequences, workers, find_some, take);
            }
            const auto find = [&](std::uint64_t first, std::uint64_t last, std::vector<end_overlap>& found) {
                static_cast<void>(search.find(first, last, std::numeric_limits<std::uint64_t>::max(), found));
            };
            const std::uint64_t block = overlap::places_of_block(sequences, held.set.letters(), runtime::forced_tile());
            return overlap::output_shared_in_order<end_overlap>(0, sequences, block, "sequences", workers, find, take);
        },
        held.arrays());
}

} // namespace concord
