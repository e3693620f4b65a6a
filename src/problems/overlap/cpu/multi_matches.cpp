// Maximal matches of many sequences that are rare in each: the LCP intervals of few suffixes and many sequences. An
// interval cannot be extended to the right without losing a suffix; whether it can to the left, the letters before its
// suffixes tell.
#include "problems/overlap/cpu/walk_in_pieces.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "runtime/parts.hpp"

#include <concord/unique_matches.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace concord {
namespace {

/// Suffixes [first, first + count) of the array share `length` letters.
struct rare_interval {
    std::uint64_t first;
    std::uint64_t length;
    std::uint64_t count;

    /// By letters, as the suffixes are; of several that begin with the same suffix the shortest.
    friend auto operator<=>(const rare_interval&, const rare_interval&) = default;
};

template <class Position>
class multi_search {
  public:
    multi_search(const overlap::index_tables& held, const multi_match_options& options)
        : held_(held), options_(options),
          most_suffixes_(options.max_copies > held.set.size() ? held.text.size : options.max_copies * held.set.size()) {
    }

    [[nodiscard]] std::uint64_t most_suffixes() const noexcept { return most_suffixes_; }

    /// Whether few enough suffixes and enough sequences are in an interval for it to be looked at.
    [[nodiscard]] bool may_be(const overlap::region_interval& met) const {
        return met.length >= options_.min_length && met.sequences >= options_.support && met.count <= most_suffixes_ &&
               has_few_copies(met.count, met.sequences) &&
               !held_.is_reverse(met.position); // else its reverse complement is the one to look at
    }

    /// Whether the string of some suffixes is an answer; its places are then in `places`.
    [[nodiscard]] bool is_answer(std::span<const Position> suffixes, std::uint64_t length,
                                 std::vector<Position>& sorted, std::vector<overlap_place>& places) const {
        const bool is_palindrome = held_.both_strands() && overlap::is_palindrome(held_.text, suffixes.front(), length);
        if (all_have_same_letter_before(suffixes, is_palindrome)) return false;
        if (is_palindrome && all_have_same_letter_behind(suffixes, length)) return false;
        sorted.assign(suffixes.begin(), suffixes.end()); // smaller than places, which then are nearly in order
        std::ranges::sort(sorted);
        places.clear();
        for (const std::uint64_t position : sorted)
            if (!is_palindrome || !held_.is_reverse(position)) places.push_back(held_.place_of(position, length));
        if (held_.both_strands()) std::ranges::sort(places);
        if (places.front().on == strand::reverse) return false; // its reverse complement is reported
        std::uint64_t copies = 0;
        for (std::size_t at = 0; at < places.size(); ++at) {
            copies = at > 0 && places[at - 1].sequence == places[at].sequence ? copies + 1 : 1;
            if (copies > options_.max_copies) return false;
        }
        return true;
    }

  private:
    /// Whether so many suffixes may be few enough in each of so many sequences: by the pigeonhole principle, some
    /// sequence has at least their quotient. A place of a palindrome has a suffix on either strand.
    [[nodiscard]] bool has_few_copies(std::uint64_t suffixes, std::uint64_t sequences) const noexcept {
        const std::uint64_t places = held_.both_strands() ? (suffixes + 1) / 2 : suffixes;
        return (places - 1) / options_.max_copies < sequences;
    }

    /// Of a palindrome, whose places are those on the forward strand, the suffixes on the other strand do not count:
    /// what stands behind them shows what stands before their places.
    [[nodiscard]] bool all_have_same_letter_before(std::span<const Position> suffixes, bool only_forward) const {
        return all_same(suffixes, only_forward, [&](std::uint64_t position) {
            return held_.text.is_cut(position) ? nothing : held_.text.letter(position - 1);
        });
    }
    [[nodiscard]] bool all_have_same_letter_behind(std::span<const Position> suffixes, std::uint64_t length) const {
        return all_same(suffixes, true, [&](std::uint64_t position) {
            return held_.text.is_cut(position + length) ? nothing : held_.text.letter(position + length);
        });
    }

    static constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();

    template <class Letter>
    [[nodiscard]] bool all_same(std::span<const Position> suffixes, bool only_forward, Letter letter) const {
        std::uint64_t met = nothing;
        for (const std::uint64_t position : suffixes) {
            if (only_forward && held_.is_reverse(position)) continue;
            const std::uint64_t here = letter(position);
            if (here == nothing || (met != nothing && here != met)) return false;
            met = here;
        }
        return true;
    }

    const overlap::index_tables& held_;
    const multi_match_options& options_;
    std::uint64_t most_suffixes_;
};

/// Delivers those of some strings that are answers, in order; suffixes_of(nth) are those of the nth one. Returns their
/// number.
template <class Position, class Length, class Suffixes>
std::uint64_t deliver(const multi_search<Position>& search, std::size_t strings, Length length_of, Suffixes suffixes_of,
                      runtime::thread_pool& workers, const std::function<void(const multi_match&)>& take) {
    constexpr std::size_t per_task = 1024;
    const std::size_t at_once = per_task * workers.threads() * 4; // so many answers are held
    std::vector<multi_match> found(std::min(at_once, strings));
    std::uint64_t count = 0;
    for (std::size_t first = 0; first < strings; first += at_once) {
        const std::size_t batch = std::min(at_once, strings - first);
        workers.run((batch + per_task - 1) / per_task, [&](std::size_t task, unsigned) {
            std::vector<Position> sorted;
            for (std::size_t at = task * per_task; at < std::min(batch, (task + 1) * per_task); ++at) {
                const std::uint64_t length = length_of(first + at);
                found[at].length =
                    search.is_answer(suffixes_of(first + at), length, sorted, found[at].places) ? length : 0;
            }
        });
        for (std::size_t at = 0; at < batch; ++at) {
            if (found[at].length == 0) continue;
            take(found[at]);
            ++count;
        }
    }
    return count;
}

template <class Position>
std::uint64_t walk_and_deliver(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                               const multi_match_options& options, runtime::thread_pool& workers,
                               const std::function<void(const multi_match&)>& take) {
    const multi_search<Position> search(held, options);
    const overlap::room_beside room(held, options.run);
    overlap::walk_cuts cuts = overlap::cuts_for(arrays, held, workers, room);
    if (cuts.least > options.min_length) cuts = {{0, arrays.suffixes.size()}, 1};
    std::vector<runtime::apart<std::vector<rare_interval>>> found(workers.threads());
    std::atomic<std::uint64_t> bytes_found = 0;
    overlap::walk_in_pieces(
        arrays, held, cuts, workers,
        [&](unsigned worker, const overlap::region_interval& met) {
            if (met.length < cuts.least || !search.may_be(met)) return;
            std::vector<rare_interval>& own = found[worker].value;
            const std::size_t before = own.capacity();
            own.push_back({met.rank + 1 - met.count, met.length, met.count});
            if (own.capacity() > before) bytes_found += (own.capacity() - before) * sizeof(rare_interval);
        },
        [](unsigned, const overlap::region_pair&) {},
        [&](std::uint64_t bytes) {
            workers.check_cancelled();
            room.require(bytes + 2 * bytes_found);
        });
    std::vector<rare_interval> candidates;
    for (auto& some : found) {
        candidates.insert(candidates.end(), some.value.begin(), some.value.end());
        some.value = {};
    }
    std::ranges::sort(candidates);
    return deliver<Position>(
        search, candidates.size(), [&](std::size_t nth) { return candidates[nth].length; },
        [&](std::size_t nth) { return arrays.suffixes.subspan(candidates[nth].first, candidates[nth].count); }, workers,
        take);
}

} // namespace

std::uint64_t multi_matches(const overlap_index& index, const multi_match_options& options,
                            const std::function<void(const multi_match&)>& take) {
    const auto reject = [](const std::string& what) { throw error(error_code::usage, what); };
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    if (options.min_length < 1) reject("the minimum length must be at least 1");
    if (options.max_copies < 1) reject("the greatest number of copies must be at least 1");
    if (options.support < 2) reject("a match of several sequences needs a support of at least 2");
    if (options.support > held.given.size())
        reject("a support of " + std::to_string(options.support) + " is more than the " +
               std::to_string(held.given.size()) + " sequences");
    runtime::thread_pool workers(options.run);
    static_cast<void>(overlap::report_of_question(index, options.run, workers));
    const multi_search<std::uint32_t> search(held, options);
    std::uint64_t count = 0;
    overlap::delivery made;
    const auto take_intervals = [&](std::span<const overlap::interval_row> rows,
                                    std::span<const std::uint32_t> positions) {
        std::vector<std::size_t> begins(rows.size());
        for (std::size_t nth = 1; nth < rows.size(); ++nth)
            begins[nth] = begins[nth - 1] + rows[nth - 1].count;
        count += deliver<std::uint32_t>(
            search, rows.size(), [&](std::size_t nth) { return rows[nth].length; },
            [&](std::size_t nth) { return positions.subspan(begins[nth], rows[nth].count); }, workers, take);
    };
    if (overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& check, auto& far) {
            gpu.rare_intervals(held.given.size(), {options.support, search.most_suffixes(), options.min_length}, far,
                               take_intervals, check);
        }))
        return count;
    return std::visit([&](const auto& arrays) { return walk_and_deliver(held, arrays, options, workers, take); },
                      held.arrays());
}

} // namespace concord
