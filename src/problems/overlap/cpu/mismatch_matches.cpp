// Matches with mismatches between all pairs of a collection: seeds from the index, extended along their diagonals.
#include "problems/overlap/cpu/mismatch_windows.hpp"
#include "problems/overlap/cpu/ordered_answers.hpp"
#include "problems/overlap/cpu/seed_groups.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace concord {
namespace {

void sort_matches(std::vector<mismatch_match>& found) {
    std::ranges::sort(found, {}, [](const mismatch_match& each) {
        const bool reverse = each.b.on == strand::reverse; // then the end decides, which is the start along that strand
        return std::tuple(each.a.sequence, each.b.sequence, each.b.on, each.a.start,
                          reverse ? ~(each.b.start + each.length) : each.b.start);
    });
}

template <class Position>
class mismatch_search {
  public:
    mismatch_search(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                    std::uint64_t min_length, std::uint64_t mismatches, bool room_for_contexts,
                    runtime::thread_pool& workers)
        : held_(held), arrays_(arrays), text_(held.text), offsets_(overlap::offsets_of(held.set)),
          min_length_(min_length), mismatches_(mismatches), seed_(overlap::seed_length(min_length, mismatches)) {
        if (seed_ >= overlap::tuning::least_seed)
            groups_.emplace(held, arrays, min_length, mismatches, room_for_contexts, workers);
    }

    /// Finds matches that begin at, or whose first seed is at, a position [first, last) of the earlier sequence.
    void find(std::uint64_t first, std::uint64_t last, std::vector<mismatch_match>& found) const {
        overlap::seed_borders borders;
        std::vector<std::int64_t> scanned;
        const std::uint64_t given = held_.given.letters();
        const std::uint64_t all = held_.set.letters();
        const bool both_strands = held_.both_strands();
        std::uint64_t i = first < last ? held_.map.sequence_of(first) : 0;
        for (std::uint64_t a = first; a < last; ++a) {
            while (a >= offsets_[i + 1])
                ++i;
            const std::uint64_t later = offsets_[i + 1];
            if (groups_) {
                if (!groups_->may_have_seeds(a)) continue;
                const std::uint64_t before = a - offsets_[i];
                const auto take = [&](std::uint64_t b) { extend(i, a, b, borders, found); };
                groups_->for_each_seed(a, before, later - a, later, given, take);
                if (both_strands) groups_->for_each_seed(a, before, later - a, given + later, all, take);
                continue;
            }
            for (std::uint64_t j = i + 1; j < held_.set.size(); ++j)
                if (j % held_.given.size() > i) scan(i, a, j, scanned, found);
        }
    }

  private:
    /// Equal letters from two positions of different sequences on; both below the ends of their sequences.
    [[nodiscard]] std::uint64_t equal_from(std::uint64_t a, std::uint64_t b) const {
        constexpr std::uint64_t most = overlap::tuning::scanned_before_minima;
        const std::uint64_t scanned = overlap::common_prefix(text_, a, b, 0, most);
        return scanned < most ? scanned : arrays_.shared(arrays_.ranks[a], arrays_.ranks[b]);
    }

    /// Equal letters before two positions, neither the first of its sequence; any number from q on if there are so
    /// many. The letters at the positions may be ambiguous: then there is a border, beyond which common_suffix() does
    /// not look.
    [[nodiscard]] std::uint64_t equal_before(std::uint64_t a, std::uint64_t b) const {
        if (text_.is_ambiguous(a - 1) || text_.is_ambiguous(b - 1) || text_.letter(a - 1) != text_.letter(b - 1))
            return 0;
        return 1 + overlap::common_suffix(text_, a - 1, b - 1, seed_);
    }

    void extend(std::uint64_t i, std::uint64_t a, std::uint64_t b, overlap::seed_borders& borders,
                std::vector<mismatch_match>& found) const {
        const std::uint64_t j = held_.map.sequence_of(b);
        const std::uint64_t before = std::min(a - offsets_[i], b - offsets_[j]);
        const std::uint64_t behind = std::min(offsets_[i + 1] - a, offsets_[j + 1] - b);
        borders.before.clear();
        for (std::uint64_t at = 0;;) { // letters before the seed up to and without the border
            const bool is_end = at == before;
            borders.before.push_back({-static_cast<std::int64_t>(at) - 1, is_end});
            if (is_end || borders.before.size() > mismatches_) break;
            ++at; // over the mismatch
            const std::uint64_t equal = at == before ? 0 : equal_before(a - at, b - at);
            if (equal >= seed_) break; // windows beyond hold an earlier seed
            at += equal;
        }
        borders.behind.clear();
        for (std::uint64_t at = 0;; ++at) {
            if (at < behind) at = std::min(behind, at + equal_from(a + at, b + at));
            borders.behind.push_back({static_cast<std::int64_t>(at), at >= behind});
            if (at >= behind || borders.behind.size() > mismatches_) break;
        }
        overlap::for_each_window_of_seed(
            borders, mismatches_, min_length_, [&](std::int64_t begin, std::int64_t end, std::uint64_t mismatches) {
                const auto start = static_cast<std::uint64_t>(begin); // which may be below 0
                add(i, a + start, b + start, mismatches, static_cast<std::uint64_t>(end - begin), found);
            });
    }

    /// A match of two positions of the text, unless it is on the reverse strand and one on the forward strand, too.
    void add(std::uint64_t i, std::uint64_t a, std::uint64_t b, std::uint64_t mismatches, std::uint64_t length,
             std::vector<mismatch_match>& found) const {
        const overlap_place of_b = held_.place_of(b, length);
        const std::uint64_t j = of_b.sequence;
        if (of_b.on == strand::reverse &&
            overlap::is_on_both_strands(text_, {a, offsets_[j] + of_b.start, length},
                                        {offsets_[i], offsets_[i + 1], offsets_[j], offsets_[j + 1]}, mismatches,
                                        mismatches_))
            return;
        found.push_back({{i, a - offsets_[i]}, of_b, mismatches, length});
    }

    /// The diagonals of i and j that begin at position a of i: all that begin at j's first letter, and where a is i's
    /// own first letter those of j's other letters, too.
    void scan(std::uint64_t i, std::uint64_t a, std::uint64_t j, std::vector<std::int64_t>& scanned,
              std::vector<mismatch_match>& found) const {
        const std::uint64_t last = a == offsets_[i] ? offsets_[j + 1] : std::min(offsets_[j] + 1, offsets_[j + 1]);
        for (std::uint64_t b = offsets_[j]; b < last; ++b) {
            const std::uint64_t letters = std::min(offsets_[i + 1] - a, offsets_[j + 1] - b);
            const auto next_mismatch = [&](std::int64_t from) {
                const auto at = static_cast<std::uint64_t>(from);
                return at >= letters ? from : from + static_cast<std::int64_t>(equal_from(a + at, b + at));
            };
            overlap::for_each_window(
                static_cast<std::int64_t>(letters), mismatches_, min_length_, scanned, next_mismatch,
                [&](std::int64_t begin, std::int64_t end, std::uint64_t mismatches) {
                    const auto at = static_cast<std::uint64_t>(begin);
                    add(i, a + at, b + at, mismatches, static_cast<std::uint64_t>(end - begin), found);
                });
        }
    }

    const overlap::index_tables& held_;
    const overlap::arrays<Position>& arrays_;
    const overlap::text_view& text_;
    std::span<const std::uint64_t> offsets_;
    std::uint64_t min_length_;
    std::uint64_t mismatches_;
    std::uint64_t seed_;
    std::optional<overlap::seed_groups<Position>> groups_; ///< none: all diagonals are scanned
};

/// The matches of whole sequences, a batch of them at a time: the threads share its positions.
template <class Position>
std::uint64_t deliver(const mismatch_search<Position>& search, const sequence_set& set, std::uint64_t first,
                      runtime::thread_pool& workers, const std::function<void(const mismatch_match&)>& take) {
    const std::span<const std::uint64_t> offsets = overlap::offsets_of(set);
    std::vector<std::vector<mismatch_match>> found(workers.threads() == 1 ? 1 : workers.threads() * std::size_t{4});
    std::vector<mismatch_match> all;
    std::uint64_t letters = overlap::tuning::least_letters_per_batch;
    std::uint64_t count = 0;
    while (first < set.size()) {
        std::uint64_t last = first + 1;
        while (last < set.size() && offsets[last + 1] - offsets[first] <= letters)
            ++last;
        const std::uint64_t share = (offsets[last] - offsets[first]) / found.size() + 1;
        workers.run(found.size(), [&](std::size_t task, unsigned) {
            found[task].clear();
            const std::uint64_t begin = std::min(offsets[last], offsets[first] + task * share);
            search.find(begin, std::min(offsets[last], begin + share), found[task]);
        });
        all.clear();
        for (const std::vector<mismatch_match>& each : found)
            all.insert(all.end(), each.begin(), each.end());
        sort_matches(all);
        for (const mismatch_match& match : all)
            take(match);
        count += all.size();
        first = last;
        if (all.size() > overlap::tuning::target_answers_per_batch)
            letters = std::max<std::uint64_t>(1, letters / 2);
        else if (all.size() < overlap::tuning::target_answers_per_batch / 4)
            letters = std::min(overlap::tuning::most_letters_per_batch * workers.threads(), letters * 2);
    }
    return count;
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
            const std::uint64_t needed = overlap::seed_groups<Position>::bytes_of(held.text.size);
            if (seed >= overlap::tuning::least_seed) room.require(needed);
            const bool room_for_contexts =
                room.has(needed + overlap::seed_groups<Position>::bytes_of_contexts(held.text.size, mismatches));
            const mismatch_search<Position> search(held, arrays, min_length, mismatches, room_for_contexts, workers);
            if (run.sharing == nullptr) return count + deliver(search, held.given, made.next, workers, take);
            const std::span<const std::uint64_t> offsets = overlap::offsets_of(held.given);
            const auto find = [&](std::uint64_t first, std::uint64_t last, std::vector<mismatch_match>& found) {
                search.find(offsets[first], offsets[last], found);
                sort_matches(found);
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
