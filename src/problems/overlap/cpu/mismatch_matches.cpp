// Matches with mismatches between all pairs of a collection: seeds from the index, extended along their diagonals, or
// windows that are joined by pieces of them.
#include "problems/overlap/cpu/mismatch_delivery.hpp"
#include "problems/overlap/cpu/mismatch_plan.hpp"
#include "problems/overlap/cpu/mismatch_search.hpp"
#include "problems/overlap/cpu/ordered_answers.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace concord {
namespace {

struct delivered {
    std::uint64_t sequences; ///< from the first one on
    std::uint64_t matches;
};

/// Matches from windows that are joined: as many sequences at a time as have places for which there is room. Not all
/// sequences where the join is too much work.
template <class Position>
delivered deliver_joined(const overlap::mismatch_search<Position>& search, overlap::window_join<Position>& join,
                         const overlap::index_tables& held, std::uint64_t most_pairs, std::uint64_t bytes,
                         runtime::thread_pool& workers, const std::function<void(const mismatch_match&)>& take) {
    const sequence_set& set = held.given;
    delivered made{};
    std::uint64_t at_a_time = set.size();
    while (made.sequences < set.size()) {
        const std::uint64_t first = made.sequences;
        const std::uint64_t until = first + std::min(at_a_time, set.size() - first);
        std::optional pairs = join.find(first, until, until - first == 1 ? ~std::uint64_t{0} : most_pairs);
        if (!pairs) {
            if (join.is_too_much_work()) break;
            at_a_time = (until - first + 3) / 4;
            continue;
        }
        std::ranges::sort(*pairs);
        const auto find = [&](std::uint64_t begin, std::uint64_t end, const overlap::later_sequences& later,
                              std::uint64_t most, std::vector<mismatch_match>& found) {
            for (auto at = std::ranges::lower_bound(*pairs, begin, {}, &overlap::place_pair<Position>::a);
                 at != pairs->end() && at->a < end; ++at) {
                if (found.size() > most && at->a > begin && at->a != std::prev(at)->a) return std::uint64_t{at->a};
                if (search.is_of(later, at->b)) search.add_from(*at, found);
            }
            return end;
        };
        made.matches += overlap::mismatch_delivery(held, find, 0, bytes, workers, take).deliver(first, until);
        if (pairs->size() < most_pairs / 4) at_a_time *= 2;
        made.sequences = until;
    }
    return made;
}

} // namespace

std::uint64_t mismatch_matches(const overlap_index& index, std::uint64_t min_length, std::uint64_t mismatches,
                               const run_options& run, const std::function<void(const mismatch_match&)>& take) {
    if (min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    mismatches = std::min<std::uint64_t>(mismatches, held.set.longest());
    if (run.sharing != nullptr)
        run.sharing->begin([&]() -> std::vector<runtime::call_fact> {
            return {{"command", held.both_strands() ? "mismatch matches on both strands" : "mismatch matches"},
                    {"input", runtime::digest_of(held.given)},
                    {"min_length", std::to_string(min_length)},
                    {"mismatches", std::to_string(mismatches)},
                    {"tile", std::to_string(runtime::forced_tile())}};
        });
    runtime::thread_pool workers(run);
    static_cast<void>(overlap::report_of_question(index, run, workers));
    if (held.given.size() < 2 && run.sharing == nullptr) return 0; // there is no pair
    std::uint64_t count = 0;
    overlap::delivery made;
    const std::uint64_t seed = overlap::seed_length(min_length, mismatches);
    const auto take_rows = [&](std::span<const overlap::match_row> rows) {
        const auto answer_of = [&](const overlap::match_row& row) {
            return mismatch_match{held.place_of(row.a), held.place_of(row.b, row.length), row.mismatches, row.length};
        };
        count += overlap::deliver_rows<mismatch_match>(rows, workers, answer_of, take);
    };
    // Without seeds all diagonals are scanned, on the CPU.
    if (seed >= overlap::tuning::least_seed &&
        overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& check, auto& far) {
            gpu.mismatch_matches(held.given.size(), overlap::offsets_of(held.set), {min_length, mismatches, seed}, far,
                                 take_rows, check);
        }))
        return count;
    return std::visit(
        [&]<class Position>(const overlap::arrays<Position>& arrays) {
            const overlap::room_beside room(held, run);
            overlap::mismatch_search<Position> search(held, arrays, min_length, mismatches);
            if (run.sharing == nullptr && made.next == 0) {
                const std::uint64_t most_pairs =
                    runtime::forced_tile() > 0 ? 512 * runtime::forced_tile() : overlap::tuning::most_joined_pairs;
                const std::uint64_t of_pairs = 2 * most_pairs * sizeof(overlap::place_pair<Position>);
                const overlap::mismatch_plan plan = overlap::plan_mismatches(
                    held, arrays, min_length, mismatches, room.left() - std::min(room.left(), of_pairs));
                if (plan.joins) {
                    overlap::window_join<Position> join(held, min_length, mismatches, plan.intact, plan.equal, workers);
                    join.limit_work(plan.work / 2);
                    const delivered joined = deliver_joined(search, join, held, most_pairs, room.left(), workers, take);
                    made.next = joined.sequences;
                    count += joined.matches;
                    if (made.next == held.given.size()) return count;
                }
            }
            const std::uint64_t needed = overlap::seed_groups<Position>::bytes_of(held.text.size);
            if (seed >= overlap::tuning::least_seed) room.require(needed);
            const bool room_for_contexts =
                room.has(needed + overlap::seed_groups<Position>::bytes_of_contexts(held.text.size, mismatches));
            search.group_seeds(room_for_contexts, workers);
            if (run.sharing == nullptr) {
                const auto find = [&](std::uint64_t first, std::uint64_t last, const overlap::later_sequences& later,
                                      std::uint64_t most, std::vector<mismatch_match>& found) {
                    return search.find(first, last, later, most, found);
                };
                const std::uint64_t used = seed >= overlap::tuning::least_seed ? needed : 0;
                overlap::mismatch_delivery delivery(held, find, search.lag(), room.left() - std::min(room.left(), used),
                                                    workers, take);
                return count + delivery.deliver(made.next, held.given.size());
            }
            const std::span<const std::uint64_t> offsets = overlap::offsets_of(held.given);
            const auto find = [&](std::uint64_t first, std::uint64_t last, std::vector<mismatch_match>& found) {
                static_cast<void>(
                    search.find(offsets[first], offsets[last], {}, std::numeric_limits<std::uint64_t>::max(), found));
                overlap::sort_matches(found);
            };
            const std::uint64_t sequences = held.given.size();
            const std::uint64_t block =
                overlap::places_of_block(sequences, held.given.letters(), runtime::forced_tile());
            return overlap::output_shared_in_order<mismatch_match>(0, sequences, block, "sequences", workers, find,
                                                                   take);
        },
        held.arrays());
}

} // namespace concord
