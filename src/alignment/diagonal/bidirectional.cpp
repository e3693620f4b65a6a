#include "alignment/diagonal/bidirectional.hpp"

#include "alignment/diagonal/furthest_reaching.hpp"
#include "alignment/diagonal/threaded_growth.hpp"
#include "alignment/diagonal/traceback.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace concord::pairwise {
namespace {

using diagonals::diagonal;
using diagonals::growing_wavefront;
using diagonals::letters;
using diagonals::threaded_growth;
using diagonals::wavefront;

/// The most letters of both sequences that any diagonal has consumed.
std::int64_t progress(const wavefront& reached) {
    std::int64_t most = 0;
    for (diagonal k = reached.first; k <= reached.last; ++k)
        most = std::max<std::int64_t>(most, 2 * std::int64_t{*reached.at(k)} - k);
    return most;
}

/// Wavefronts from both ends: the second is that of the reversed pair, whose diagonal k is this one's `end_ - k`.
template <class Code>
class bidirectional_search {
  public:
    bidirectional_search(const letters<Code>& pair, further_edits further, bool want_alignment,
                         diagonals::next_wavefront next)
        : pair_(pair), want_alignment_(want_alignment), end_(pair.a_length - pair.b_length),
          a_(diagonals::reversed(pair.a, pair.a_length)), b_(diagonals::reversed(pair.b, pair.b_length)),
          forwards_({pair, next, further.substitutions, further.transpositions}, want_alignment),
          backwards_({{a_.data(), b_.data(), pair.a_length, pair.b_length},
                      next,
                      further.substitutions,
                      further.transpositions},
                     want_alignment) {}

    diagonal_result run(const diagonal_effort& effort) {
        if (have_met(forwards_.now(), backwards_.now())) return found(effort);
        bool in_rounds = true;
        for (std::uint64_t turn = 1;; ++turn) {
            if (const unsigned useful = useful_threads(effort.threads); in_rounds && useful > 0) {
                // The last round is done again below, a few edits at a time.
                in_rounds = grow_by_threads(useful, effort);
                if (gave_up_) return {diagonal_outcome::gave_up, 0, {}};
            }
            const std::uint64_t edits = forwards_.edits() + backwards_.edits();
            if (edits >= effort.most_edits) return {diagonal_outcome::too_many_edits, 0, {}};
            const std::uint64_t count = std::min(growing_wavefront<Code>::most_ahead, effort.most_edits - edits);
            growing_wavefront<Code>& growing = turn % 2 == 1 ? forwards_ : backwards_;
            const wavefront& other = (turn % 2 == 1 ? backwards_ : forwards_).now();
            points_ += static_cast<double>(growing.look_ahead(count));
            if (have_met(growing.ahead(count), other)) {
                std::uint64_t fewest = 1;
                while (!have_met(growing.ahead(fewest), other))
                    ++fewest;
                growing.go(fewest);
                return found(effort);
            }
            growing.go(count);
            if (turn % 8 != 0) continue;
            if (effort.check) effort.check();
            if (hopeless(std::max(progress(forwards_.now()), progress(backwards_.now())), effort))
                return {diagonal_outcome::gave_up, 0, {}};
        }
    }

  private:
    /// Whether two wavefronts, in either order, have a cell in common.
    [[nodiscard]] bool have_met(const wavefront& one, const wavefront& other) const {
        const diagonal from = std::max(one.first, end_ - other.last);
        const diagonal to = std::min(one.last, end_ - other.first);
        if (from > to) return false;
        const std::int32_t* const f = one.at(from);
        const std::int32_t* const g = other.at(end_ - from);
        std::int32_t most = diagonals::unreached;
        for (diagonal n = 0; n <= to - from; ++n)
            most = std::max(most, f[n] + g[-n]);
        return most >= pair_.a_length;
    }

    [[nodiscard]] diagonal_result found(const diagonal_effort& effort) {
        diagonal_result result{diagonal_outcome::found, forwards_.edits() + backwards_.edits(), {}};
        if (want_alignment_) result.aligned = diagonals::diagonal_traceback(forwards_, backwards_).run(effort.check);
        return result;
    }

    [[nodiscard]] bool hopeless(std::int64_t furthest, const diagonal_effort& effort) const {
        return diagonals::is_hopeless(forwards_.edits() + backwards_.edits(), effort.most_edits, points_, effort.points,
                                      furthest, std::int64_t{pair_.a_length} + std::int64_t{pair_.b_length});
    }

    /// 0: the wavefronts are too narrow for rounds.
    [[nodiscard]] unsigned useful_threads(unsigned threads) const {
        return threaded_growth<Code>::useful_threads(forwards_.now(), backwards_.now(), threads);
    }

    /// Rounds of that many threads, until twice as many are useful. False: no further one is.
    bool grow_by_threads(unsigned threads, const diagonal_effort& effort) {
        bool has_more = false;
        threaded_growth<Code>(forwards_, backwards_, end_)
            .run(threads, effort.most_edits, [&](std::uint64_t points, const diagonals::round_progress& now) {
                if (effort.check) effort.check();
                points_ += static_cast<double>(points);
                gave_up_ = hopeless(now.furthest, effort);
                has_more = useful_threads(effort.threads) >= 2 * threads;
                return !gave_up_ && !has_more;
            });
        return has_more;
    }

    letters<Code> pair_;
    bool want_alignment_;
    diagonal end_; ///< the diagonal of the last cell
    std::vector<Code> a_;
    std::vector<Code> b_;
    growing_wavefront<Code> forwards_;
    growing_wavefront<Code> backwards_;
    double points_ = 0; ///< that are done
    bool gave_up_ = false;
};

template <class Code>
letters<Code> letters_of(const Code* a, const Code* b, const sequence::coded_pair& pair) {
    return {a, b, static_cast<std::int32_t>(pair.a.length), static_cast<std::int32_t>(pair.b.length)};
}

} // namespace

diagonal_result compare_by_diagonals(const sequence::coded_pair& pair, further_edits further, bool want_alignment,
                                     simd::vector_target target, const diagonal_effort& effort) {
    const auto compare = [&](const auto& letters) {
        return bidirectional_search(letters, further, want_alignment, diagonals::next_wavefront_for(target))
            .run(effort);
    };
    return pair.is_narrow ? compare(letters_of(pair.a.narrow.data(), pair.b.narrow.data(), pair))
                          : compare(letters_of(pair.a.wide.data(), pair.b.wide.data(), pair));
}

} // namespace concord::pairwise
