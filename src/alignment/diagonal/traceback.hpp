// The alignment of a pair with few edits, traced back from the wavefronts of both ends. If an alignment has d edits, h
// of e edits and h of d - e edits from the other end show whether a diagonal is on any best alignment; few are. So the
// wavefronts of the second half are computed on these diagonals only; those of the first half are known.
#pragma once

#include "alignment/alignment_builder.hpp"
#include "alignment/diagonal/furthest_reaching.hpp"

#include <functional>

namespace concord::pairwise::diagonals {

/// Wavefronts between the kept ones, computed again when needed.
template <class Code>
class wavefronts_between {
  public:
    wavefronts_between(const stepper<Code>& by, const std::vector<kept_wavefront>& kept) : by_(by), kept_(kept) {}

    /// h of so many edits, valid on all diagonals that [first, last] of this wavefront and of earlier ones can need, if
    /// the range grows by at most one diagonal an edit. Fast for descending numbers of edits.
    const wavefront& of(std::uint64_t edits, diagonal first, diagonal last) {
        while (kept_index_ >= kept_.size() || kept_[kept_index_].edits > edits) // from the end downwards
            kept_index_ = (kept_index_ >= kept_.size() ? kept_.size() : kept_index_) - 1, count_ = 0;
        const kept_wavefront& kept = kept_[kept_index_];
        if (kept.edits == edits) return kept.reached;
        if (count_ == 0) compute(kept, edits, first, last);
        return between_[edits - kept.edits - 1];
    }

  private:
    void compute(const kept_wavefront& kept, std::uint64_t top, diagonal first, diagonal last) {
        count_ = top - kept.edits;
        if (between_.size() < count_) between_.resize(count_);
        const wavefront* now = &kept.reached;
        for (std::uint64_t index = 0; index < count_; ++index) {
            const std::uint64_t edits = kept.edits + index + 1;
            const auto wider = static_cast<diagonal>(top - edits) + 1;
            wavefront& next = between_[index];
            next.resize(std::max({first - wider, now->first - 1, by_.pair.lowest(edits)}),
                        std::min({last + wider, now->last + 1, by_.pair.highest(edits)}));
            by_.advance(*now, next, edits);
            now = &next;
        }
    }

    const stepper<Code>& by_;
    const std::vector<kept_wavefront>& kept_;
    std::size_t kept_index_ = static_cast<std::size_t>(-1);
    std::vector<wavefront> between_;
    std::uint64_t count_ = 0; ///< of valid ones; 0: none
};

/// The alignment of a pair whose wavefronts overlap after forwards.edits() and backwards.edits() edits.
template <class Code>
class diagonal_traceback {
  public:
    diagonal_traceback(growing_wavefront<Code>& forwards, growing_wavefront<Code>& backwards)
        : forwards_(forwards), backwards_(backwards), pair_(forwards.by().pair),
          distance_(forwards.edits() + backwards.edits()), end_(pair_.a_length - pair_.b_length) {}

    alignment run(const std::function<void()>& check) {
        second_half(check);
        wavefronts_between<Code> reached(forwards_.by(), forwards_.kept());
        alignment_builder aligned;
        std::int32_t i = pair_.a_length;
        std::int32_t j = pair_.b_length;
        for (std::uint64_t edits = distance_; i > 0 || j > 0;) {
            const std::int32_t equal = equal_before(i, j);
            aligned.prepend('=', static_cast<std::uint64_t>(equal));
            i -= equal, j -= equal;
            if (edits == 0) break;
            --edits;
            const diagonal k = i - j;
            const wavefront& before = reached.of(edits, k, k);
            if (i > 0 && before.reach(k - 1) >= i - 1) {
                aligned.prepend('I');
                --i;
            } else if (forwards_.by().may_substitute && i > 0 && j > 0 && before.reach(k) >= i - 1) {
                aligned.prepend('X');
                --i, --j;
            } else {
                aligned.prepend('D');
                --j;
            }
            if (edits % 1024 == 0 && check) check();
        }
        return std::move(aligned).take();
    }

  private:
    [[nodiscard]] std::int32_t equal_before(std::int32_t i, std::int32_t j) const {
        const std::int32_t most = std::min(i, j);
        std::int32_t run = 0;
        while (run < most && pair_.a[i - 1 - run] == pair_.b[j - 1 - run])
            ++run;
        return run;
    }

    /// Keeps only diagonals that can be on a best alignment.
    void narrow(wavefront& reached, const wavefront& from_the_end) const {
        const auto hopeful = [&](diagonal k) {
            return *reached.at(k) + from_the_end.reach(end_ - k) >= pair_.a_length;
        };
        diagonal first = reached.first;
        diagonal last = reached.last;
        while (first < last && !hopeful(first))
            ++first;
        while (last > first && !hopeful(last))
            --last;
        reached.narrow(first, last);
    }

    void second_half(const std::function<void()>& check) {
        std::vector<kept_wavefront>& kept = forwards_.kept();
        wavefront now = forwards_.now();
        wavefronts_between<Code> from_the_end(backwards_.by(), backwards_.kept());
        narrow(now, backwards_.now());
        if (kept.back().edits < forwards_.edits()) kept.push_back({forwards_.edits(), now});
        wavefront next;
        for (std::uint64_t edits = forwards_.edits() + 1; edits < distance_; ++edits) {
            next.resize(std::max(now.first - 1, pair_.lowest(edits)), std::min(now.last + 1, pair_.highest(edits)));
            forwards_.by().advance(now, next, edits);
            narrow(next, from_the_end.of(distance_ - edits, end_ - next.last, end_ - next.first));
            std::swap(now, next);
            if (edits >= kept.back().edits + spacing(edits)) kept.push_back({edits, now});
            if (edits % 64 == 63 && check) check();
        }
    }

    growing_wavefront<Code>& forwards_;
    growing_wavefront<Code>& backwards_;
    const letters<Code>& pair_;
    std::uint64_t distance_;
    diagonal end_; ///< the diagonal of the last cell
};

} // namespace concord::pairwise::diagonals
