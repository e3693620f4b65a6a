// The search from both ends with wavefronts on a data-parallel device: rounds of some edits in both directions, then
// one look whether they overlap. The first total of edits at which they do is the distance; within the last round it is
// found by halving steps, since an overlap of some edits is one of more.
//
//   Machine    a data-parallel device (runtime/gpu/device_concept.hpp) that also has advance(tile_work)
#pragma once

#include "alignment/diagonal/bidirectional.hpp"
#include "alignment/diagonal/furthest_reaching.hpp"
#include "alignment/diagonal/gpu/wavefront_tiles.hpp"
#include "alignment/diagonal/traceback.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace concord::pairwise::diagonals {

/// A direction when the wavefronts overlap, on the host.
struct searched_side {
    std::uint64_t edits = 0;
    wavefront now;
    std::vector<kept_wavefront> kept; ///< if asked for: ascending, the first of no edits
};

struct searched_sides {
    diagonal_outcome outcome = diagonal_outcome::gave_up;
    std::array<searched_side, 2> sides; ///< if found: forwards, and of the reversed pair
};

template <class Machine, class Code>
class tiled_search {
  public:
    /// `pair`: letters of the host.
    tiled_search(Machine& machine, const letters<Code>& pair, bool may_substitute, bool keep)
        : machine_(machine), pair_(pair), keep_(keep),
          end_(pair.a_length - pair.b_length), codes_{put(pair.a, pair.a_length), put(pair.b, pair.b_length), {}, {}},
          most_(machine.template make<std::int32_t>(1)) {
        codes_[2] = backwards(codes_[0], pair.a_length);
        codes_[3] = backwards(codes_[1], pair.b_length);
        work_.pair[0] = {codes_[0].data(), codes_[1].data(), pair.a_length, pair.b_length};
        work_.pair[1] = {codes_[2].data(), codes_[3].data(), pair.a_length, pair.b_length};
        work_.may_substitute = may_substitute;
    }

    searched_sides run(const diagonal_effort& effort) {
        make_room(effort);
        begin();
        if (overlap(0, 0)) return found();
        double points = 0;
        for (std::uint64_t round = 1;; ++round) {
            const std::uint64_t edits = edits_of(0) + edits_of(1);
            if (edits >= effort.most_edits) return {diagonal_outcome::too_many_edits, {}};
            if (edits_of(0) + most_tile_steps > capacity_) return {diagonal_outcome::gave_up, {}};
            advance(most_tile_steps, most_tile_steps);
            points += static_cast<double>(most_tile_steps) * 2 * static_cast<double>(edits + 1);
            swap(0);
            swap(1);
            if (overlap(most_tile_steps, most_tile_steps)) {
                swap(0);
                swap(1);
                go_to_the_first_overlap();
                if (edits_of(0) + edits_of(1) > effort.most_edits) return {diagonal_outcome::too_many_edits, {}};
                return found();
            }
            go(0, most_tile_steps);
            go(1, most_tile_steps);
            if (keep_) keep();
            if (effort.check) effort.check();
            if (round % 8 == 0 && is_hopeless(edits, effort.most_edits, points, effort.points, progress(),
                                              std::int64_t{pair_.a_length} + std::int64_t{pair_.b_length}))
                return {diagonal_outcome::gave_up, {}};
        }
    }

  private:
    using numbers = typename Machine::template array<std::int32_t>;
    using codes = typename Machine::template array<Code>;

    /// With what stands behind the end, and the word that is read with it.
    codes put(const Code* from, std::int32_t length) {
        const std::uint64_t count = static_cast<std::uint64_t>(length) + 64 / sizeof(Code);
        codes there = machine_.template make<Code>(count + 8 / sizeof(Code));
        machine_.put(there.data(), from, count);
        return there;
    }

    [[nodiscard]] codes backwards(const codes& forwards, std::int32_t length) {
        const std::uint64_t count = static_cast<std::uint64_t>(length) + 64 / sizeof(Code);
        codes there = machine_.template make<Code>(count + 8 / sizeof(Code));
        machine_.for_each(count,
                          reverse_letters<Code>{forwards.data(), static_cast<std::uint64_t>(length), there.data()});
        return there;
    }

    /// Room for as many diagonals as the effort can reach.
    void make_room(const diagonal_effort& effort) {
        const auto longest = static_cast<std::uint64_t>(std::max(pair_.a_length, pair_.b_length));
        const double affordable = std::sqrt(effort.points) + 16 * most_tile_steps;
        capacity_ = std::min(longest, effort.most_edits) + most_tile_steps;
        if (affordable < static_cast<double>(capacity_)) capacity_ = static_cast<std::uint64_t>(affordable);
        work_.center = static_cast<std::int32_t>(capacity_);
        for (numbers& each : reached_)
            each = machine_.template make<std::int32_t>(2 * capacity_ + 1);
        for (unsigned side = 0; side < 2; ++side)
            work_.wave[side] = {reached_[2 * side].data(), reached_[2 * side + 1].data()};
    }

    /// No edits: the letters that both begin, or end, with.
    void begin() {
        for (unsigned side = 0; side < 2; ++side)
            machine_.for_each(1, begin_wavefront<Code>{work_.pair[side], reached_[2 * side].data() + work_.center});
        if (keep_) keep();
    }

    [[nodiscard]] std::uint64_t edits_of(unsigned side) const { return static_cast<std::uint64_t>(work_.edits[side]); }

    /// Computes so many steps into the room of each side.
    void advance(std::uint64_t forwards, std::uint64_t backwards) {
        work_.steps[0] = static_cast<std::int32_t>(forwards);
        work_.steps[1] = static_cast<std::int32_t>(backwards);
        machine_.advance(work_);
    }
    /// The wavefront and the room of a side change places.
    void swap(unsigned side) {
        now_[side] ^= 1U;
        work_.wave[side] = {reached_[2 * side + now_[side]].data(), reached_[2 * side + (now_[side] ^ 1U)].data()};
    }
    void go(unsigned side, std::uint64_t steps) { work_.edits[side] += static_cast<std::int32_t>(steps); }

    /// Whether the wavefronts have a cell in common, if those that stand there are of so many edits more.
    [[nodiscard]] bool overlap(std::uint64_t forwards, std::uint64_t backwards) {
        const std::int32_t of_0 = work_.edits[0] + static_cast<std::int32_t>(forwards);
        const std::int32_t of_1 = work_.edits[1] + static_cast<std::int32_t>(backwards);
        const std::int32_t from = std::max(work_.pair[0].lowest(of_0), end_ - work_.pair[1].highest(of_1));
        const std::int32_t to = std::min(work_.pair[0].highest(of_0), end_ - work_.pair[1].lowest(of_1));
        if (from > to) return false;
        return greatest(from, to,
                        greatest_sum{work_.wave[0].from, work_.wave[1].from, work_.center, from, to, end_,
                                     most_.data()}) >= pair_.a_length;
    }

    [[nodiscard]] std::int64_t progress() {
        std::int64_t most = 0;
        for (unsigned side = 0; side < 2; ++side) {
            const std::int32_t from = work_.pair[side].lowest(work_.edits[side]);
            const std::int32_t to = work_.pair[side].highest(work_.edits[side]);
            most = std::max<std::int64_t>(
                most,
                greatest(from, to, greatest_progress{work_.wave[side].from, work_.center, from, to, most_.data()}));
        }
        return most;
    }

    template <class Step>
    [[nodiscard]] std::int32_t greatest(std::int32_t from, std::int32_t to, const Step& step) {
        std::int32_t most = unreached_on_gpu;
        machine_.put(most_.data(), &most, 1);
        machine_.for_each(static_cast<std::uint64_t>((to - from) / stretch_of_diagonals + 1), step);
        machine_.get(&most, most_.data(), 1);
        return most;
    }

    /// They overlap after a whole round more on both sides, and do not yet: goes as far as they do not, then one edit.
    void go_to_the_first_overlap() {
        for (std::uint64_t steps = most_tile_steps / 2; steps > 0; steps /= 2)
            for (const unsigned side : {0U, 1U})
                go_unless_overlapping(side, steps);
        go_unless_overlapping(0, 1); // the halves are one short of two rounds
        advance(1, 0);
        swap(0);
        go(0, 1);
    }
    void go_unless_overlapping(unsigned side, std::uint64_t steps) {
        const std::uint64_t forwards = side == 0 ? steps : 0;
        const std::uint64_t backwards = side == 1 ? steps : 0;
        advance(forwards, backwards);
        swap(side);
        if (overlap(forwards, backwards)) {
            swap(side);
        } else {
            go(side, steps);
        }
    }

    [[nodiscard]] wavefront fetch(unsigned side) {
        wavefront there;
        const std::int32_t from = work_.pair[side].lowest(work_.edits[side]);
        const std::int32_t to = work_.pair[side].highest(work_.edits[side]);
        there.resize(from, to);
        machine_.get(there.at(from), work_.wave[side].from + (from + work_.center),
                     static_cast<std::uint64_t>(to - from + 1));
        return there;
    }
    void keep() {
        for (unsigned side = 0; side < 2; ++side) {
            std::vector<kept_wavefront>& kept = kept_[side];
            if (kept.empty() || edits_of(side) >= kept.back().edits + spacing(edits_of(side)))
                kept.push_back({edits_of(side), fetch(side)});
        }
    }

    [[nodiscard]] searched_sides found() {
        searched_sides all;
        all.outcome = diagonal_outcome::found;
        for (unsigned side = 0; side < 2; ++side)
            all.sides[side] = {edits_of(side), keep_ ? fetch(side) : wavefront(), std::move(kept_[side])};
        return all;
    }

    Machine& machine_;
    letters<Code> pair_;
    bool keep_;
    std::int32_t end_; ///< the diagonal of the last cell
    std::array<codes, 4> codes_;
    numbers most_;
    std::array<numbers, 4> reached_; ///< two of each side
    std::uint64_t capacity_ = 0;     ///< edits of a side, at most
    tile_work<Code> work_{};
    std::array<unsigned, 2> now_{}; ///< of a side: which of the two is the wavefront
    std::array<std::vector<kept_wavefront>, 2> kept_;
};

/// compare_by_diagonals on a machine; the alignment is traced back on the host, with vectors of `target`.
template <class Machine>
[[nodiscard]] diagonal_result search_by_tiles(Machine& machine, const sequence::coded_pair& pair, bool may_substitute,
                                              bool want_alignment, simd::vector_target target,
                                              const diagonal_effort& effort) {
    const auto search = [&]<class Code>(const sequence::code_list<Code>& a, const sequence::code_list<Code>& b) {
        const letters<Code> forwards{a.data(), b.data(), static_cast<std::int32_t>(pair.a.length),
                                     static_cast<std::int32_t>(pair.b.length)};
        searched_sides all = tiled_search<Machine, Code>(machine, forwards, may_substitute, want_alignment).run(effort);
        diagonal_result result{all.outcome, all.sides[0].edits + all.sides[1].edits, {}};
        if (all.outcome != diagonal_outcome::found || !want_alignment) return result;
        const std::vector<Code> reversed_a = reversed(forwards.a, forwards.a_length);
        const std::vector<Code> reversed_b = reversed(forwards.b, forwards.b_length);
        const letters<Code> backwards{reversed_a.data(), reversed_b.data(), forwards.a_length, forwards.b_length};
        const next_wavefront next = next_wavefront_for(target);
        const auto grown = [&](const letters<Code>& of, searched_side& side) {
            return growing_wavefront<Code>({of, next, may_substitute}, side.edits, std::move(side.now),
                                           std::move(side.kept));
        };
        growing_wavefront<Code> from_the_begin = grown(forwards, all.sides[0]);
        growing_wavefront<Code> from_the_end = grown(backwards, all.sides[1]);
        result.aligned = diagonal_traceback(from_the_begin, from_the_end).run(effort.check);
        return result;
    };
    return pair.is_narrow ? search(pair.a.narrow, pair.b.narrow) : search(pair.a.wide, pair.b.wide);
}

} // namespace concord::pairwise::diagonals
