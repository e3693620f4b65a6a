// The longest region that t sequences share, for one t or all of them, and the longest repeat, by LCP intervals.
#include "problems/overlap/cpu/cut_intervals.hpp"
#include "problems/overlap/cpu/neighbouring_pair.hpp"
#include "problems/overlap/cpu/region_bests.hpp"
#include "problems/overlap/cpu/walk_in_pieces.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/region_answer.hpp"
#include "problems/overlap/regions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "sequence/support.hpp"
#include "suffixes/sampled_words.hpp"
#include "suffixes/text.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace concord::overlap {
namespace {

enum class by_words : std::uint8_t { answered, given_up, unsuitable };

/// Two sequences without a suffix array: fills `result` if words answer, and notes the reason if they are given up.
/// Throws error: resource, cancelled.
by_words shared_by_samples(const sequence_set& set, const shared_region_options& options, runtime::thread_pool& workers,
                           shared_region_result& result) {
    if (set.size() != 2 || options.support != 2) return by_words::unsuitable;
    sampled_search search(sequence::packed(set), workers, runtime::memory_budget(options.run));
    const auto give_up = [&] {
        result.run.notes.emplace_back(search.why_not());
        return by_words::given_up;
    };
    if (!search.find(options.min_length)) return give_up();
    const shared_letters& best = search.best().first();
    std::vector<std::uint64_t> positions;
    const bool found = best.length >= options.min_length;
    if (found && options.occurrences && !search.occurrences(positions)) return give_up();
    result.run.notes.push_back("two sequences: by words of " + std::to_string(search.word_letters()) +
                               " letters sampled from the first and looked up in the second");
    if (!found) return by_words::answered;
    const auto place_of = [&](std::uint64_t position) {
        const std::uint64_t sequence = search.letters().map().sequence_of(position);
        return overlap_place{sequence, position - sequence::packed(set).offset(sequence)};
    };
    result.found = true;
    result.best = {best.length, place_of(best.a), 2};
    for (const std::uint64_t position : positions)
        result.occurrences.push_back(place_of(position));
    if (options.every_support) result.by_support = {result.best};
    return by_words::answered;
}

} // namespace
} // namespace concord::overlap

namespace concord {
namespace {

using overlap::region_interval;

template <class Position>
std::vector<overlap_place> places_sharing(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                                          std::uint64_t rank, std::uint64_t length) {
    const overlap::rank_range range = overlap::sharing(arrays, rank, length);
    return overlap::places_of(held, arrays.suffixes.subspan(range.first, range.last - range.first), length);
}

using candidate = overlap::region_candidate;

template <class Position>
class region_search {
  public:
    region_search(const overlap_index& index, const overlap::arrays<Position>& arrays,
                  const shared_region_options& options, runtime::thread_pool& workers)
        : held_(overlap::index_access::tables_of(index)), arrays_(arrays), options_(options), workers_(workers) {}

    void fill(shared_region_result& result) {
        const std::uint64_t sequences = held_.given.size();
        if (options_.every_support ? sequences == 2 : options_.support == 2)
            compare_neighbours();
        else if (options_.support > 1 || options_.every_support)
            walk(sequences);
        candidate best;
        if (options_.support == 1)
            best = longest_of_all();
        else if (options_.every_support)
            best = best_of_[options_.support];
        else
            best = enough_;
        const auto places = [&](const candidate& of) { return places_sharing(held_, arrays_, of.rank, of.length); };
        overlap::answer_with(held_, options_, best, best_of_, places, result);
    }

  private:
    void compare_neighbours() {
        enough_ = overlap::longest_of_neighbours(arrays_, held_, workers_);
        if (options_.every_support) best_of_ = {{}, enough_, enough_}; // of two sequences
    }

    void walk(std::uint64_t sequences) {
        const overlap::room_beside room(held_, options_.run);
        const std::uint64_t list = overlap::region_bests::bytes(options_, sequences);
        const overlap::walk_cuts whole{{0, arrays_.suffixes.size()}, 1};
        const bool may_cut = list == 0 || room.has(2 * workers_.threads() * (list + sequences * sizeof(Position)));
        const overlap::walk_cuts cuts = may_cut ? overlap::cuts_for(arrays_, held_, workers_, room) : whole;
        overlap::cut_intervals<Position> cut(arrays_, held_, cuts, workers_);
        if (cut.are_known() && room.has(2 * workers_.threads() * list + cut.bytes())) {
            walk(cuts, sequences, room, list, &cut);
            return;
        }
        if (sequences > overlap::tuning::most_sequences_in_pieces && list > 0) {
            walk(whole, sequences, room, list, nullptr);
            return;
        }
        // Intervals with fewer letters than those of the cuts are found in one piece only.
        if (!walk(cuts, sequences, room, list, nullptr) && cuts.pieces() > 1)
            walk(whole, sequences, room, list, nullptr);
    }

    /// Whether what was found is all that there is. `cut`: counts what the pieces do not find.
    bool walk(const overlap::walk_cuts& cuts, std::uint64_t sequences, const overlap::room_beside& room,
              std::uint64_t list, overlap::cut_intervals<Position>* cut) {
        overlap::region_bests bests(options_, sequences, workers_.threads());
        overlap::walk_in_pieces(
            arrays_, held_, cuts, workers_,
            [&](unsigned worker, const region_interval& met) {
                if (cut != nullptr ? cut->is_whole(met) : met.length >= cuts.least) bests.add(worker, met);
            },
            [](unsigned, const overlap::region_pair&) {},
            [&](std::uint64_t bytes) {
                workers_.check_cancelled();
                room.require(list + bytes);
            });
        if (cut != nullptr) cut->for_each([&](unsigned worker, const region_interval& met) { bests.add(worker, met); });
        best_of_ = bests.merged(cut != nullptr ? 1 : cuts.least, workers_);
        if (options_.every_support) return best_of_.back().length > 0;
        enough_ = best_of_.front();
        best_of_.clear();
        return enough_.length > 0;
    }

    [[nodiscard]] candidate longest_of_all() const {
        const overlap::letter_run longest = overlap::longest_run(held_.text);
        if (longest.length == 0) return {};
        // Ranks may be absent, and one is found quickly.
        const auto found = std::find(arrays_.suffixes.begin(), arrays_.suffixes.end(), longest.position);
        const auto rank = static_cast<std::uint64_t>(found - arrays_.suffixes.begin());
        const overlap::rank_range range = overlap::sharing(arrays_, rank, longest.length);
        std::vector<std::uint64_t> holders;
        for (std::uint64_t at = range.first; at < range.last; ++at)
            holders.push_back(held_.place_of(arrays_.suffixes[at], longest.length).sequence);
        std::sort(holders.begin(), holders.end());
        const auto distinct = std::unique(holders.begin(), holders.end()) - holders.begin();
        return {longest.length, longest.position, rank, static_cast<std::uint64_t>(distinct)};
    }

    const overlap::index_tables& held_;
    const overlap::arrays<Position>& arrays_;
    const shared_region_options& options_;
    runtime::thread_pool& workers_;
    candidate enough_;               ///< of at least the requested support
    std::vector<candidate> best_of_; ///< of each support; in the end, of each support or more
};

void check(const sequence_set& set, const shared_region_options& options) {
    if (options.support < 1) throw error(error_code::usage, "the support must be at least 1");
    if (options.min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    if (options.support > set.size())
        throw error(error_code::usage, "a support of " + std::to_string(options.support) + " is more than the " +
                                           std::to_string(set.size()) + " sequences");
}

} // namespace

shared_region_result longest_shared_region(const overlap_index& index, const shared_region_options& given_options) {
    const shared_region_options options = sequence::with_support(given_options, index.sequences());
    check(index.sequences(), options);
    if (options.both_strands && index.strands() != index_strands::both)
        throw error(error_code::usage, "both strands are asked for, and the index holds one");
    runtime::thread_pool workers(options.run);
    shared_region_result result;
    result.run = overlap::report_of_question(index, options.run, workers);
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    overlap::delivery made;
    if (options.support > 1 &&
        overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& of_call, auto&) {
            overlap::regions_of_index(gpu, held, options, of_call, result);
        }))
        return result;
    std::visit([&](const auto& arrays) { region_search(index, arrays, options, workers).fill(result); }, held.arrays());
    return result;
}

shared_region_result longest_shared_region(const sequence_set& sequences, const shared_region_options& given_options) {
    const shared_region_options options = sequence::with_support(given_options, sequences);
    check(sequences, options);
    runtime::thread_pool workers(options.run);
    shared_region_result result;
    result.run = overlap::report_on_cpu(options.run, workers);
    auto words = overlap::by_words::unsuitable;
    if (!options.both_strands && !options.run.device.names_gpus())
        words = overlap::shared_by_samples(sequences, options, workers, result);
    if (words == overlap::by_words::answered) return result;
    if (auto answered = overlap::regions_on_gpu(sequences, options, workers, result.run.notes)) {
        answered->run.notes.insert(answered->run.notes.begin(), result.run.notes.begin(), result.run.notes.end());
        return *std::move(answered);
    }
    overlap::require_memory(sequences, options.run);
    const overlap_index index = overlap::index_access::make(
        overlap::build_tables(sequences, options.run,
                              {.suffixes = {.words_recur = words == overlap::by_words::given_up},
                               .for_regions = true,
                               .for_two = !options.both_strands && sequences.size() == 2 && options.support == 2,
                               .strands = options.both_strands ? index_strands::both : index_strands::forward}));
    std::vector<std::string> notes = std::move(result.run.notes);
    notes.insert(notes.end(), index.run().notes.begin(), index.run().notes.end());
    result = longest_shared_region(index, options);
    result.run.notes = std::move(notes);
    result.run.start_seconds = index.run().start_seconds;
    return result;
}

// The longest region that occurs twice in one sequence.

namespace {

/// Longer, then further to the left.
void keep_better(overlap::region_pair& best, const overlap::region_pair& other) {
    if (other.length > best.length || (other.length == best.length && other.position < best.position)) best = other;
}

/// All suffixes belong to one sequence, so each has a neighbour in it.
template <class Position>
overlap::region_pair longest_pair_of_one(const overlap::arrays<Position>& arrays, runtime::thread_pool& workers) {
    const std::uint64_t size = arrays.suffixes.size();
    const std::uint64_t each = overlap::tuning::places_per_task;
    std::mutex merging;
    overlap::region_pair best{};
    workers.run((size + each - 1) / each, [&](std::size_t task, unsigned) {
        overlap::region_pair longest{};
        for (std::uint64_t rank = std::max<std::uint64_t>(1, task * each); rank < std::min(size, (task + 1) * each);
             ++rank)
            if (arrays.prefixes[rank] > 0 && arrays.prefixes[rank] >= longest.length)
                keep_better(longest, {arrays.prefixes[rank],
                                      std::min<std::uint64_t>(arrays.suffixes[rank - 1], arrays.suffixes[rank]), rank});
        const std::scoped_lock lock(merging);
        keep_better(best, longest);
    });
    return best;
}

/// A palindrome stands on both strands at one place, which is no repeat; without its last letter it is one, as its
/// reverse complement then stands one letter further right.
overlap::region_pair at_two_places(const overlap::index_tables& held, overlap::region_pair met) {
    if (met.length > 0 && held.is_reverse(met.other) && !held.is_reverse(met.position) &&
        held.place_of(met.other, met.length).start == held.place_of(met.position).start)
        --met.length;
    return met;
}

template <class Position>
overlap::region_pair longest_pair(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                                  const run_options& run, runtime::thread_pool& workers) {
    const overlap::room_beside room(held, run);
    const auto walk = [&](const overlap::walk_cuts& cuts) {
        std::vector<overlap::region_pair> found(workers.threads());
        overlap::walk_in_pieces(
            arrays, held, cuts, workers, [](unsigned, const overlap::region_interval&) {},
            [&](unsigned worker, const overlap::region_pair& met) {
                if (met.length >= cuts.least) keep_better(found[worker], at_two_places(held, met));
            },
            [&](std::uint64_t bytes) {
                workers.check_cancelled();
                room.require(bytes);
            });
        overlap::region_pair best{};
        for (const overlap::region_pair& each : found)
            keep_better(best, each);
        return best;
    };
    const overlap::walk_cuts cuts = overlap::cuts_for(arrays, held, workers, room);
    const overlap::region_pair best = walk(cuts);
    // A palindrome has a letter less than the suffixes share; shorter pairs are found in one piece only.
    return cuts.pieces() == 1 || best.length >= cuts.least ? best : walk({{0, arrays.suffixes.size()}, 1});
}

/// places() are all occurrences of the region, in any sequence.
template <class Places>
repeat_result repeat_answer(const overlap::index_tables& held, std::uint64_t length, std::uint64_t position,
                            const repeat_options& options, Places places_of) {
    repeat_result result;
    if (length < options.min_length) return result;
    result.found = true;
    result.length = length;
    result.first = held.place_of(position);
    std::vector<overlap_place> places = places_of();
    std::erase_if(places, [&](const overlap_place& at) { return at.sequence != result.first.sequence; });
    result.count = places.size();
    if (options.occurrences) result.occurrences = std::move(places);
    return result;
}

template <class Position>
repeat_result longest_repeat_of(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                                const repeat_options& options, runtime::thread_pool& workers) {
    const overlap::region_pair best =
        held.set.size() == 1 ? longest_pair_of_one(arrays, workers) : longest_pair(held, arrays, options.run, workers);
    return repeat_answer(held, best.length, best.position, options,
                         [&] { return places_sharing(held, arrays, best.rank, best.length); });
}

} // namespace

repeat_result longest_repeat(const overlap_index& index, const repeat_options& options) {
    if (options.min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    runtime::thread_pool workers(options.run);
    static_cast<void>(overlap::report_of_question(index, options.run, workers));
    repeat_result result;
    overlap::delivery made;
    if (overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& check, auto&) {
            const overlap::repeat_of_one found = gpu.longest_repeat(held.given.size(), check);
            result = repeat_answer(held, found.length, found.position, options, [&] {
                const std::vector<std::uint32_t> positions = gpu.positions_of(found.position, found.length);
                return overlap::places_of(held, std::span(positions), found.length);
            });
        }))
        return result;
    return std::visit([&](const auto& arrays) { return longest_repeat_of(held, arrays, options, workers); },
                      held.arrays());
}

} // namespace concord
