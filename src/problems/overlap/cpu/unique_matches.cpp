// Maximal unique matches: neighbours in the suffix array of A and one strand of B that share more with each other than
// with any other suffix.
//
//   suffixes of A and B    acgta   acgtc   acgtg   acttt        An interval of two suffixes, one of A and one of B, is
//   a shared                       4       4       2              string that occurs once in each: the letter behind is
//                                                               another one. Those before must differ, too.
#include "problems/overlap/cpu/unique_neighbours.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/parts.hpp"

#include <concord/unique_matches.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace concord {
namespace {

/// In the order of the answers: by the position of B in the text, then of A.
struct found_match {
    std::uint64_t of_b;
    std::uint64_t of_a;
    std::uint64_t length;

    friend auto operator<=>(const found_match&, const found_match&) = default;
};

template <class Position>
class unique_search {
  public:
    unique_search(const overlap::index_tables& held, const overlap::arrays<Position>& arrays, std::uint64_t end_of_a,
                  std::uint64_t min_length)
        : held_(held), arrays_(arrays), end_of_a_(end_of_a), min_length_(min_length) {}

    /// Those of an index of one strand, in the order of suffixes: neighbours that share more than both of them share
    /// with their other neighbours. check(those of a part) is called now and then.
    template <class Check>
    [[nodiscard]] std::vector<found_match> of_neighbours(runtime::thread_pool& workers, Check check) const {
        return runtime::collect_parts<found_match>(
            workers, arrays_.suffixes.size(), overlap::tuning::places_per_task,
            [&](std::uint64_t first, std::uint64_t last, std::vector<found_match>& found) {
                for (const std::uint64_t end = last; first < end; first = last) {
                    last = std::min<std::uint64_t>(end, first + overlap::tuning::places_per_task);
                    check(found);
                    add_neighbours(std::max<std::uint64_t>(1, first), last, found);
                }
            });
    }

    /// Those with one strand of B where letters in front of suffixes are known instead of prefixes.
    template <class Check>
    [[nodiscard]] std::vector<found_match> of_preceded(overlap::unique_pieces of, runtime::thread_pool& workers,
                                                       Check check) const {
        const std::uint64_t skipped = arrays_.first_preceded;
        const overlap::preceded_suffixes<Position> all{arrays_.suffixes.data() + skipped, arrays_.preceding,
                                                       arrays_.suffixes.size() - skipped};
        return runtime::collect_parts<found_match>(
            workers, all.size, overlap::tuning::places_per_task,
            [&](std::uint64_t first, std::uint64_t last, std::vector<found_match>& found) {
                const auto add_pair = [&](std::uint64_t a, std::uint64_t b, std::uint64_t length) {
                    add({a, b}, length, found);
                };
                overlap::unique_neighbours<Position> neighbours(held_.text, end_of_a_, min_length_);
                for (const std::uint64_t end = last; first < end; first = last) {
                    last = std::min<std::uint64_t>(end, first + overlap::tuning::places_per_task);
                    check(found);
                    if (!held_.both_strands()) {
                        neighbours.find(all, std::max<std::uint64_t>(1, first), last, add_pair);
                        continue;
                    }
                    const overlap::listed_suffixes<Position> listed(arrays_, of, skipped + first, skipped + last);
                    neighbours.find(listed.all(), listed.first(), listed.last(), add_pair);
                }
            });
    }

    /// Adds the matches with one strand of B, in the order of suffixes. check(found) is called now and then.
    template <class Check>
    void find(overlap::unique_pieces of, std::vector<found_match>& found, Check check) {
        std::array<std::uint64_t, 2> last{};   // positions of the last two members: suffixes of A or of this strand
        std::array<std::uint64_t, 2> shared{}; // by the last two members, and by those before
        std::uint64_t members = 0;
        std::uint64_t since = everything; // letters that all suffixes since the last member share with it
        const auto take_last = [&](std::uint64_t behind) {
            if (members >= 2 && shared[0] > shared[1] && shared[0] > behind) add(last, shared[0], found);
        };
        for (std::uint64_t rank = 0; rank < arrays_.suffixes.size(); ++rank) {
            if (rank % overlap::tuning::places_per_task == 0) check(found);
            since = std::min<std::uint64_t>(since, arrays_.prefixes[rank]);
            const std::uint64_t position = arrays_.suffixes[rank];
            if (position >= of.end_of_a && (position < of.first_of_b || position >= of.end_of_b)) continue;
            if (members == 0) since = 0;
            take_last(since);
            last = {position, last[0]};
            shared = {since, shared[0]};
            since = everything;
            ++members;
        }
        take_last(0);
    }

  private:
    /// Those of which the second suffix is of one of these ranks. Few are, so that sixteen are ruled out together, by
    /// comparisons without a branch: two times a million random letters, index included, take 43 ms instead of 59.
    void add_neighbours(std::uint64_t rank, std::uint64_t last, std::vector<found_match>& found) const {
        const std::uint64_t ranks = arrays_.suffixes.size();
        const Position* const prefixes = arrays_.prefixes.data();
        const auto least = static_cast<Position>(std::min<std::uint64_t>(min_length_, ranks)); // no prefix is longer
        const auto is_peak = [=](std::uint64_t at, Position behind) {
            const Position here = prefixes[at];
            return static_cast<unsigned>(here >= least) & static_cast<unsigned>(here > prefixes[at - 1]) &
                   static_cast<unsigned>(here > behind);
        };
        // Of words like those of Fibonacci many are, which are hard to predict, and half of them of A or of B alone.
        // Their letters come from memory while further ones are listed.
        std::array<std::uint64_t, most_listed + at_once> listed; // NOLINT(cppcoreguidelines-pro-type-member-init)
        std::size_t count = 0;
        const auto add_listed = [&] {
            for (std::size_t nth = 0; nth < count; ++nth)
                add({arrays_.suffixes[listed[nth]], arrays_.suffixes[listed[nth] - 1]}, prefixes[listed[nth]], found);
            count = 0;
        };
        for (; rank + at_once < last; rank += at_once) {
            Position any = 0; // as wide as a prefix: the compiler then compares several at once
            for (std::uint64_t at = rank; at < rank + at_once; ++at)
                any |= static_cast<Position>(is_peak(at, prefixes[at + 1]));
            if (any == 0) continue;
            const std::size_t before = count;
            for (std::uint64_t at = rank; at < rank + at_once; ++at) {
                listed[count] = at; // stays only if it is one
                count += is_peak(at, prefixes[at + 1]) & static_cast<unsigned>((arrays_.suffixes[at] < end_of_a_) !=
                                                                               (arrays_.suffixes[at - 1] < end_of_a_));
            }
            for (std::size_t nth = before; nth < count; ++nth)
                for (const std::uint64_t position : {arrays_.suffixes[listed[nth]], arrays_.suffixes[listed[nth] - 1]})
                    __builtin_prefetch(held_.text.letters + position * held_.text.bits / overlap::bits_per_word);
            if (count >= most_listed) add_listed();
        }
        add_listed();
        for (; rank < last; ++rank)
            if (is_peak(rank, rank + 1 < ranks ? prefixes[rank + 1] : Position{0}) != 0)
                add({arrays_.suffixes[rank], arrays_.suffixes[rank - 1]}, prefixes[rank], found);
    }

    static constexpr std::size_t most_listed = 64;
    static constexpr std::uint64_t at_once = 16;
    static constexpr std::uint64_t everything = std::numeric_limits<std::uint64_t>::max();

    void add(const std::array<std::uint64_t, 2>& positions, std::uint64_t length,
             std::vector<found_match>& found) const {
        const auto [of_a, of_b] = std::minmax(positions[0], positions[1]);
        if (length < min_length_ || of_a >= end_of_a_ || of_b < end_of_a_) return;
        const overlap::text_view& text = held_.text;
        const bool are_alike = of_a > 0 && text.letter(of_a - 1) == text.letter(of_b - 1); // of_b is behind A
        if (are_alike && !text.is_cut(of_a) && !text.is_cut(of_b)) return;
        if (held_.is_reverse(of_b) && is_told_twice(of_a, of_b, length)) return;
        found.push_back({of_b, of_a, length});
    }

    [[nodiscard]] bool is_told_twice(std::uint64_t of_a, std::uint64_t of_b, std::uint64_t length) const {
        const std::span<const std::uint64_t> offsets = overlap::offsets_of(held_.set);
        const std::uint64_t i = held_.map.sequence_of(of_a);
        const overlap_place b = held_.place_of(of_b, length);
        return overlap::is_on_both_strands(held_.text, {of_a, offsets[b.sequence] + b.start, length},
                                           {offsets[i], offsets[i + 1], offsets[b.sequence], offsets[b.sequence + 1]},
                                           0, 0);
    }

    const overlap::index_tables& held_;
    const overlap::arrays<Position>& arrays_;
    std::uint64_t end_of_a_;
    std::uint64_t min_length_;
};

} // namespace

namespace {

void check_question(const sequence_set& given, std::uint64_t sequences_of_a, std::uint64_t min_length) {
    if (min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    if (sequences_of_a > given.size())
        throw error(error_code::usage, "there are " + std::to_string(given.size()) + " sequences, and A was to have " +
                                           std::to_string(sequences_of_a));
}

} // namespace

std::uint64_t maximal_unique_matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length,
                                     const run_options& run, const std::function<void(const exact_match&)>& take) {
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    check_question(held.given, sequences_of_a, min_length);
    runtime::thread_pool workers(run);
    static_cast<void>(overlap::report_of_question(index, run, workers));
    const std::uint64_t end_of_a = overlap::offsets_of(held.set)[sequences_of_a];
    std::uint64_t count = 0;
    overlap::delivery made;
    const auto take_rows = [&](std::span<const overlap::match_row> rows) {
        count += overlap::deliver_rows<exact_match>(
            rows, workers, [&](const overlap::match_row& row) { return overlap::exact_match_of(held, row); }, take);
    };
    if (overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& check, auto& far) {
            gpu.unique_matches(held.given.size(), {end_of_a, min_length}, far, take_rows, check);
        }))
        return count;
    const overlap::room_beside room(held, run);
    const std::uint64_t letters = held.given.letters();
    // Of B; the reverse complements of A may be absent.
    const std::uint64_t begin_of_reverse =
        held.both_strands() ? overlap::offsets_of(held.set)[held.given.size() + sequences_of_a] : letters;
    std::vector<found_match> found;
    std::visit(
        [&]<class Position>(const overlap::arrays<Position>& arrays) {
            unique_search<Position> search(held, arrays, end_of_a, min_length);
            const auto check = [&](const std::vector<found_match>& some) {
                workers.check_cancelled();
                room.require(some.capacity() * sizeof(found_match));
            };
            const bool is_preceded = arrays.preceding != nullptr;
            const std::array<overlap::unique_pieces, 2> strands = {
                overlap::unique_pieces{end_of_a, end_of_a, letters},
                overlap::unique_pieces{end_of_a, begin_of_reverse, held.text.size}};
            if (!held.both_strands()) {
                found =
                    is_preceded ? search.of_preceded(strands[0], workers, check) : search.of_neighbours(workers, check);
                return check(found);
            }
            for (const overlap::unique_pieces& strand : strands) {
                if (!is_preceded) {
                    search.find(strand, found, check);
                    continue;
                }
                const std::vector<found_match> some = search.of_preceded(strand, workers, check);
                found.insert(found.end(), some.begin(), some.end());
            }
            check(found);
        },
        held.arrays());
    std::ranges::sort(found);
    for (const found_match& each : found)
        take({held.place_of(each.of_a), held.place_of(each.of_b, each.length), each.length});
    return found.size();
}

unique_match_list maximal_unique_matches(const sequence_set& sequences, std::uint64_t sequences_of_a,
                                         std::uint64_t min_length, index_strands strands, const run_options& run) {
    check_question(sequences, sequences_of_a, min_length);
    overlap::require_memory(sequences, run);
    overlap::build_options options;
    options.for_unique = options.suffixes.without_prefixes = true;
    options.of_a = static_cast<std::size_t>(sequences_of_a);
    options.strands = strands;
    options.soon.walks = true;
    const overlap_index index = overlap::index_access::make(overlap::build_tables(sequences, run, options));
    unique_match_list list;
    maximal_unique_matches(index, sequences_of_a, min_length, run,
                           [&](const exact_match& match) { list.matches.push_back(match); });
    list.run = index.run();
    return list;
}

} // namespace concord
