// Wavefronts of both ends, grown by several threads: in each round each thread has a stretch of the diagonals, and
// computes the edits of the round without waiting for the others. What it needs of their stretches, one diagonal more
// on each side for each edit, it computes itself.
//
//      diagonals    |<- thread 1 ->|<- thread 2 ->|
//      now          ================================      shared
//      + 1 edit           -----------------------         of thread 2: its own, wider by what the later ones need
//      + 2 edits            -------------------
//      + 3 edits              ===============             shared again
#pragma once

#include "alignment/diagonal/furthest_reaching.hpp"
#include "runtime/lockstep.hpp"
#include "runtime/worker_team.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

namespace concord::pairwise::diagonals {

/// What is known of both wavefronts after a round.
struct round_progress {
    std::int64_t overlap = unreached; ///< most letters of a that the two consume on one diagonal
    std::int64_t furthest = 0;        ///< most letters of both sequences that a diagonal has consumed

    void add(const round_progress& other) {
        overlap = std::max(overlap, other.overlap);
        furthest = std::max(furthest, other.furthest);
    }
};

/// The diagonals of one thread.
struct stretch {
    diagonal first;
    diagonal last;
};

[[nodiscard]] inline stretch stretch_of(const wavefront& all, unsigned thread, unsigned threads) {
    const diagonal count = all.last - all.first + 1;
    return {all.first + count * thread / threads, all.first + count * (thread + 1) / threads - 1};
}

/// One wavefront and the one that a round makes of it.
template <class Code>
class shared_wavefront {
  public:
    explicit shared_wavefront(growing_wavefront<Code>& of) : of_(of) {}

    /// For `count` edits more.
    void prepare(std::uint64_t count) {
        next_.resize(pair().lowest(of_.edits() + count), pair().highest(of_.edits() + count));
    }
    [[nodiscard]] const wavefront& next() const noexcept { return next_; }
    void take_next(std::uint64_t count) { of_.go(count, next_); }

    /// A thread's stretch of the next wavefront; `between` are buffers of its own.
    void compute(const stretch& own, std::uint64_t count, std::array<wavefront, 2>& between) {
        for (stretch part{own.first, 0}; part.first <= own.last; part.first = part.last + 1) {
            part.last = std::min(own.last, part.first + together - 1);
            const wavefront* before = &of_.now();
            for (std::uint64_t edit = 1; edit < count; ++edit) {
                const auto wider = static_cast<diagonal>(count - edit);
                wavefront& made = between[edit % 2];
                made.resize(std::max(part.first - wider, pair().lowest(of_.edits() + edit)),
                            std::min(part.last + wider, pair().highest(of_.edits() + edit)));
                of_.by().advance(*before, made, of_.edits() + edit);
                before = &made;
            }
            of_.by().advance(*before, next_, of_.edits() + count, part.first, part.last);
        }
    }

  private:
    static constexpr diagonal together = 1024; ///< whose letters stay in a core's cache for all edits of a round

    [[nodiscard]] const letters<Code>& pair() const noexcept { return of_.by().pair; }

    growing_wavefront<Code>& of_;
    wavefront next_;
};

/// Rounds until both wavefronts overlap.
template <class Code>
class threaded_growth {
  public:
    /// Edits of a wavefront in a round: the more, the fewer waits, and the more diagonals that two threads compute.
    static constexpr std::uint64_t edits_of_round = 64;
    /// Diagonals of a thread, at least, of both wavefronts together; and of one that is alone, for which only the
    /// letters that stay in its cache pay for the diagonals that are computed twice.
    static constexpr diagonal least_diagonals = 1024;
    static constexpr diagonal least_diagonals_alone = 16'384;

    threaded_growth(growing_wavefront<Code>& forwards, growing_wavefront<Code>& backwards, diagonal end)
        : forwards_(forwards), backwards_(backwards), end_(end), length_(forwards.by().pair.a_length),
          all_forwards_(forwards), all_backwards_(backwards) {}

    /// How many threads there is work for; 0: not even for one.
    [[nodiscard]] static unsigned useful_threads(const wavefront& one, const wavefront& other, unsigned threads) {
        const diagonal count = one.last - one.first + other.last - other.first + 2;
        const auto useful = static_cast<unsigned>(std::min<diagonal>(count / least_diagonals, threads));
        return useful == 1 && count < least_diagonals_alone ? 0 : useful;
    }

    /// Rounds while there are more than `most_edits` - 2 * edits_of_round left and the wavefronts would not overlap
    /// after the next one. `goes_on` is asked after each, and may throw.
    void run(unsigned threads, std::uint64_t most_edits,
             const std::function<bool(std::uint64_t points, const round_progress&)>& goes_on) {
        if (!may_go_on(most_edits)) return;
        runtime::borrowed_workers others(threads - 1);
        const unsigned all = others.count() + 1;
        runtime::lockstep together(all);
        std::vector<padded_progress> progress(all);
        std::exception_ptr failure;
        bool ends = false;
        prepare();
        others.run([&](unsigned thread) {
            std::array<wavefront, 2> between;
            for (;;) {
                try { // a thread that fails, for lack of memory, goes to the barriers as the others do
                    all_forwards_.compute(stretch_of(all_forwards_.next(), thread, all), edits_of_round, between);
                    all_backwards_.compute(stretch_of(all_backwards_.next(), thread, all), edits_of_round, between);
                } catch (...) {
                    progress[thread].failure = std::current_exception();
                }
                together.wait();
                progress[thread].of = progress_of(thread, all);
                together.wait();
                if (thread == 0) ends = !finish_round(progress, most_edits, goes_on, failure);
                together.wait();
                if (ends) return;
            }
        });
        if (failure) std::rethrow_exception(failure);
    }

  private:
    struct alignas(64) padded_progress {
        round_progress of;
        std::exception_ptr failure;
    };

    [[nodiscard]] bool may_go_on(std::uint64_t most_edits) const {
        const std::uint64_t edits = forwards_.edits() + backwards_.edits();
        return most_edits >= 2 * edits_of_round && edits <= most_edits - 2 * edits_of_round;
    }

    void prepare() {
        all_forwards_.prepare(edits_of_round);
        all_backwards_.prepare(edits_of_round);
    }

    /// Of a stretch of both next wavefronts. They overlap after the round, or before in its course, if these two do.
    [[nodiscard]] round_progress progress_of(unsigned thread, unsigned threads) const {
        round_progress made;
        const wavefront& one = all_forwards_.next();
        const wavefront& other = all_backwards_.next();
        const stretch own = stretch_of(one, thread, threads);
        for (diagonal k = own.first; k <= own.last; ++k)
            made.furthest = std::max<std::int64_t>(made.furthest, 2 * std::int64_t{*one.at(k)} - k);
        const stretch its = stretch_of(other, thread, threads);
        for (diagonal k = its.first; k <= its.last; ++k)
            made.furthest = std::max<std::int64_t>(made.furthest, 2 * std::int64_t{*other.at(k)} - k);
        const diagonal from = std::max(own.first, end_ - other.last);
        const diagonal to = std::min(own.last, end_ - other.first);
        if (from > to) return made;
        const std::int32_t* const f = one.at(from);
        const std::int32_t* const g = other.at(end_ - from);
        std::int32_t most = unreached;
        for (diagonal n = 0; n <= to - from; ++n)
            most = std::max(most, f[n] + g[-n]);
        made.overlap = most;
        return made;
    }

    /// By one thread, while the others wait. False: this round was the last one.
    bool finish_round(const std::vector<padded_progress>& progress, std::uint64_t most_edits,
                      const std::function<bool(std::uint64_t, const round_progress&)>& goes_on,
                      std::exception_ptr& failure) noexcept {
        try {
            round_progress all;
            for (const padded_progress& each : progress) {
                if (each.failure) std::rethrow_exception(each.failure);
                all.add(each.of);
            }
            if (all.overlap >= length_) return false;
            const auto diagonals = static_cast<std::uint64_t>(all_forwards_.next().last - all_forwards_.next().first +
                                                              all_backwards_.next().last - all_backwards_.next().first);
            all_forwards_.take_next(edits_of_round);
            all_backwards_.take_next(edits_of_round);
            if (!may_go_on(most_edits) || !goes_on(diagonals * edits_of_round, all)) return false;
            prepare();
            return true;
        } catch (...) {
            failure = std::current_exception();
            return false;
        }
    }

    growing_wavefront<Code>& forwards_;
    growing_wavefront<Code>& backwards_;
    diagonal end_; ///< of the last cell
    std::int64_t length_;
    shared_wavefront<Code> all_forwards_;
    shared_wavefront<Code> all_backwards_;
};

} // namespace concord::pairwise::diagonals
