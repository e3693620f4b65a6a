// Maximal exact matches: for each position of B, the positions of A around it in the suffix array.
//
// The walk visits only suffixes of A whose preceding letter differs from B's: runs of suffixes with the same preceding
// letter are skipped at once, so that everything visited, except for one run on each side, is a match.
//
//   suffixes of A near one of B        letter before    B's is c
//   ... acgta  acgtc | acgtg  acttt      a  c  c  b      a  (c c)  b: two of these are matches
//
// Where A and B are alike, most of B's positions have no match, since the letters before them are equal, too. These are
// found in the order of the suffix array, group by group of those that share enough letters, and are not visited.
#include "problems/overlap/cpu/ordered_answers.hpp"
#include "problems/overlap/questions_on_gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace concord {
namespace {

template <class Position>
class match_search {
  public:
    match_search(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                 std::uint64_t sequences_of_a, std::uint64_t min_length, runtime::thread_pool& workers)
        : held_(held), arrays_(arrays), text_(held.text), end_of_a_(sequence::packed(held.set).offset(sequences_of_a)),
          min_length_(min_length), ranks_of_a_(end_of_a_), runs_(end_of_a_ + 1), begins_of_runs_(end_of_a_ + 1),
          of_a_(held.text.size), begin_matches_(held.text.size / bits_per_word + 1) {
        list_suffixes_of_a(workers);
        const runtime::equal_parts parts(workers, arrays.suffixes.size(), overlap::tuning::places_per_task);
        workers.run(parts.size(),
                    [&](std::size_t part, unsigned) { mark_begins(parts.first(part), parts.last(part)); });
    }

    /// Bytes that a search takes beside the index.
    [[nodiscard]] static std::uint64_t bytes_of(std::uint64_t end_of_a, std::uint64_t letters) {
        return end_of_a * 3 * sizeof(Position) + overlap::marked_ranks::bytes_of(letters) + letters / 8;
    }

    /// The matches of B's letters [first, last), in order, or of fewer once they are more than `most`; behind those of
    /// its forward strand come those of the reverse strand, where the text has it. Returns the end of these letters.
    std::uint64_t find(std::uint64_t first, std::uint64_t last, std::uint64_t most,
                       std::vector<exact_match>& found) const {
        const std::uint64_t forward = held_.given.letters() - end_of_a_;
        for (std::uint64_t letter = first; letter < last; ++letter) {
            if (found.size() > most) return letter;
            // A's reverse complements are not those of B.
            const std::uint64_t position = end_of_a_ + letter + (letter < forward ? 0 : end_of_a_);
            if ((begin_matches_[position / bits_per_word] >> (position % bits_per_word) & 1U) == 0) continue;
            const std::size_t from = found.size();
            find_at(position, found);
            std::sort(found.begin() + static_cast<std::ptrdiff_t>(from), found.end());
        }
        return last;
    }

    /// Letters of B, on all strands of the text.
    [[nodiscard]] std::uint64_t letters_of_b() const noexcept {
        return (held_.given.letters() - end_of_a_) * (held_.both_strands() ? 2 : 1);
    }

  private:
    static constexpr unsigned bits_per_word = 64;
    static constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max(); ///< differs from every letter

    /// The letter before a position; `nothing` if there is a border.
    [[nodiscard]] std::uint64_t letter_before(std::uint64_t position) const {
        return text_.is_cut(position) ? nothing : text_.letter(position - 1);
    }

    /// Suffixes of A in order, and the run of equal preceding letters of each. Each part of the ranks numbers its runs
    /// from 0; then these before it are added.
    void list_suffixes_of_a(runtime::thread_pool& workers) {
        struct runs_of_part {
            std::uint64_t first_letter = nothing;
            std::uint64_t last_letter = nothing;
            std::uint64_t begun = 0;     ///< behind its first suffix
            std::uint64_t first = 0;     ///< the number of the run that its first suffix belongs to
            bool is_first_begun = false; ///< whether that run begins with it
        };
        const std::uint64_t ranks = arrays_.suffixes.size();
        constexpr std::uint64_t words_of_part = overlap::tuning::places_per_task / bits_per_word + 1;
        const runtime::equal_parts parts(workers, ranks / bits_per_word + 1, words_of_part); // threads share no word
        const auto for_each_rank = [&](std::size_t part, const auto& take) {
            const std::uint64_t last = std::min(ranks, parts.last(part) * bits_per_word);
            for (std::uint64_t rank = parts.first(part) * bits_per_word; rank < last; ++rank)
                if (arrays_.suffixes[rank] < end_of_a_) take(rank);
        };
        const auto first_of = [&](std::size_t part) { return of_a_.before(parts.first(part) * bits_per_word); };
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            for_each_rank(part, [&](std::uint64_t rank) { of_a_.mark(rank); });
        });
        const std::uint64_t all = of_a_.count_marks();
        const auto end_of = [&](std::size_t part) { return part + 1 < parts.size() ? first_of(part + 1) : all; };
        std::vector<runs_of_part> of_part(parts.size());
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            runs_of_part mine;
            const std::uint64_t first = first_of(part);
            std::uint64_t nth = first;
            for_each_rank(part, [&](std::uint64_t rank) {
                const std::uint64_t letter = letter_before(arrays_.suffixes[rank]);
                if (nth == first)
                    mine.first_letter = letter;
                else if (letter != mine.last_letter || letter == nothing)
                    ++mine.begun;
                mine.last_letter = letter;
                ranks_of_a_[nth] = static_cast<Position>(rank);
                runs_[nth++] = static_cast<Position>(mine.begun);
            });
            of_part[part] = mine;
        });
        std::uint64_t runs = 0;
        std::uint64_t last_letter = nothing;
        for (std::size_t part = 0; part < parts.size(); ++part) {
            runs_of_part& each = of_part[part];
            if (first_of(part) == end_of(part)) continue;
            const bool is_other = each.first_letter != last_letter || each.first_letter == nothing;
            each.is_first_begun = first_of(part) == 0 || is_other;
            if (first_of(part) > 0 && is_other) ++runs;
            each.first = runs;
            runs += each.begun;
            last_letter = each.last_letter;
        }
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            const runs_of_part& mine = of_part[part];
            std::uint64_t before = mine.is_first_begun ? nothing : mine.first;
            for (std::uint64_t nth = first_of(part); nth < end_of(part); ++nth) {
                const std::uint64_t run = mine.first + runs_[nth];
                runs_[nth] = static_cast<Position>(run);
                if (run != std::exchange(before, run)) begins_of_runs_[run] = static_cast<Position>(nth);
            }
        });
        if (all > 0) begins_of_runs_[runs + 1] = static_cast<Position>(all);
    }

    /// Marks the positions of B at which matches begin, of groups whose first suffix has a rank of [first, last).
    void mark_begins(std::uint64_t first, std::uint64_t last) {
        const auto prefixes = arrays_.prefixes;
        while (first > 0 && first < last && prefixes[first] >= min_length_)
            ++first; // of a group that begins in an earlier part
        while (first < last) {
            std::uint64_t end = first + 1;
            while (end < prefixes.size() && prefixes[end] >= min_length_)
                ++end;
            if (end - first > 1) mark_group(first, end);
            first = end;
        }
    }

    /// Of B's suffixes with these ranks, those that have another letter before them than one of A's.
    void mark_group(std::uint64_t first, std::uint64_t end) {
        std::uint64_t of_a = 0;
        std::uint64_t letter = nothing;
        bool is_one_letter = true; // that is before all of A's suffixes
        for (std::uint64_t rank = first; rank < end && is_one_letter; ++rank) {
            const std::uint64_t position = arrays_.suffixes[rank];
            if (position >= end_of_a_) continue;
            const std::uint64_t before = letter_before(position);
            is_one_letter = before != nothing && (of_a == 0 || before == letter);
            letter = before;
            ++of_a;
        }
        if (of_a == 0) return;
        for (std::uint64_t rank = first; rank < end; ++rank) {
            const std::uint64_t position = arrays_.suffixes[rank];
            if (position < end_of_a_ || (is_one_letter && letter_before(position) == letter)) continue;
            const std::uint64_t bit = std::uint64_t{1} << (position % bits_per_word);
            std::atomic_ref(begin_matches_[position / bits_per_word]).fetch_or(bit, std::memory_order_relaxed);
        }
    }

    void find_at(std::uint64_t position, std::vector<exact_match>& found) const {
        const std::uint64_t rank = arrays_.ranks[position];
        const std::uint64_t letter = letter_before(position);
        const std::uint64_t here = of_a_.before(rank);
        const auto take = [&](std::uint64_t nth, std::uint64_t length) {
            const std::uint64_t of_a = arrays_.suffixes[ranks_of_a_[nth]];
            const exact_match match{held_.place_of(of_a), held_.place_of(position, length), length};
            if (!is_told_twice(match, of_a)) found.push_back(match);
        };
        // To the right: `shared` is the common prefix of B's suffix and the suffix at `reached`.
        std::uint64_t reached = rank;
        std::uint64_t shared = nothing;
        for (std::uint64_t nth = here; nth < end_of_a_;) {
            if (!go_on(reached, ranks_of_a_[nth], shared)) break;
            if (letter != nothing && letter_before(arrays_.suffixes[ranks_of_a_[nth]]) == letter) {
                nth = begins_of_runs_[runs_[nth] + 1];
                continue;
            }
            take(nth++, shared);
        }
        reached = rank;
        shared = nothing;
        for (std::uint64_t nth = here; nth > 0;) {
            if (!go_on(reached, ranks_of_a_[nth - 1], shared)) break;
            if (letter != nothing && letter_before(arrays_.suffixes[ranks_of_a_[nth - 1]]) == letter) {
                nth = begins_of_runs_[runs_[nth - 1]];
                continue;
            }
            take(--nth, shared);
        }
    }

    /// Whether a match on the reverse strand is one on the forward strand, too.
    [[nodiscard]] bool is_told_twice(const exact_match& match, std::uint64_t of_a) const {
        if (match.b.on == strand::forward) return false;
        const std::span<const std::uint64_t> offsets = overlap::offsets_of(held_.set);
        const std::uint64_t of_b = offsets[match.b.sequence] + match.b.start;
        return overlap::is_on_both_strands(text_, {of_a, of_b, match.length},
                                           {offsets[match.a.sequence], offsets[match.a.sequence + 1],
                                            offsets[match.b.sequence], offsets[match.b.sequence + 1]},
                                           0, 0);
    }

    /// From the suffix at `reached` on to another rank. False if the common prefix becomes too short.
    bool go_on(std::uint64_t& reached, std::uint64_t rank, std::uint64_t& shared) const {
        shared = std::min<std::uint64_t>(shared, arrays_.shared(reached, rank));
        reached = rank;
        return shared >= min_length_;
    }

    const overlap::index_tables& held_;
    const overlap::arrays<Position>& arrays_;
    const overlap::text_view& text_;
    std::uint64_t end_of_a_;
    std::uint64_t min_length_;
    runtime::far_array<Position> ranks_of_a_;
    runtime::far_array<Position> runs_;           ///< of each suffix of A, the number of its run
    runtime::far_array<Position> begins_of_runs_; ///< and the end of the last run
    overlap::marked_ranks of_a_;
    runtime::far_array<std::uint64_t> begin_matches_; ///< a bit for each position
};

template <class Position>
std::uint64_t hand_out(const overlap::index_tables& held, const overlap::arrays<Position>& arrays,
                       std::uint64_t sequences_of_a, std::uint64_t min_length, std::uint64_t first_letter,
                       runtime::thread_pool& workers, const std::function<void(const exact_match&)>& take) {
    const match_search<Position> search(held, arrays, sequences_of_a, min_length, workers);
    const run_options& run = workers.options();
    const std::uint64_t letters = search.letters_of_b();
    if (run.sharing == nullptr) {
        const auto find_some = [&](std::uint64_t first, std::uint64_t last, std::uint64_t most,
                                   std::vector<exact_match>& found) { return search.find(first, last, most, found); };
        return overlap::output_in_order<exact_match>(first_letter, letters, workers, find_some, take);
    }
    const auto find = [&](std::uint64_t first, std::uint64_t last, std::vector<exact_match>& found) {
        static_cast<void>(search.find(first, last, std::numeric_limits<std::uint64_t>::max(), found));
    };
    const std::uint64_t block = overlap::places_of_block(letters, letters, runtime::forced_tile());
    return overlap::output_shared_in_order<exact_match>(0, letters, block, "letters", workers, find, take);
}

} // namespace

std::uint64_t maximal_exact_matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length,
                                    const run_options& run, const std::function<void(const exact_match&)>& take) {
    if (min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    if (sequences_of_a > held.given.size())
        throw error(error_code::usage, "there are " + std::to_string(held.given.size()) +
                                           " sequences, and A was to have " + std::to_string(sequences_of_a));
    if (run.sharing != nullptr)
        run.sharing->begin([&]() -> std::vector<runtime::call_fact> {
            return {{"command", held.both_strands() ? "matches on both strands" : "matches"},
                    {"input", runtime::digest_of(held.given)},
                    {"first", std::to_string(sequences_of_a)},
                    {"min_length", std::to_string(min_length)},
                    {"tile", std::to_string(runtime::forced_tile())}};
        });
    runtime::thread_pool workers(run);
    static_cast<void>(overlap::report_of_question(index, run, workers));
    std::uint64_t count = 0;
    overlap::delivery made;
    const overlap::match_question question{overlap::offsets_of(held.set)[sequences_of_a], min_length};
    const auto take_rows = [&](std::span<const overlap::match_row> rows) {
        count += overlap::deliver_rows<exact_match>(
            rows, workers, [&](const overlap::match_row& row) { return overlap::exact_match_of(held, row); }, take);
    };
    if (overlap::answered_on_gpu(held, workers, made, [&](const auto& gpu, const auto& check, auto& far) {
            gpu.exact_matches(held.given.size(), question, far, take_rows, check);
        }))
        return count;
    return std::visit(
        [&]<class Position>(const overlap::arrays<Position>& arrays) {
            overlap::room_beside(held, run).require(
                match_search<Position>::bytes_of(question.end_of_a, held.text.size));
            return count + hand_out(held, arrays, sequences_of_a, min_length, made.next, workers, take);
        },
        held.arrays());
}

} // namespace concord
