#include "exec/wavefront/similar.hpp"

#include "exec/wavefront/path_builder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace concord::exec {
namespace {

using diagonal = std::int64_t;

constexpr std::int32_t unreached = -(1 << 30);

template <class Code>
std::uint64_t word_at(const Code* letters) {
    std::uint64_t word = 0;
    std::memcpy(&word, letters, sizeof word);
    return word;
}

/// The letters of a pair, read from either end.
template <class Code>
struct letters {
    const Code* a;
    const Code* b;
    std::int32_t a_length;
    std::int32_t b_length;

    /// How many letters from a[i] and b[j] on are equal. What follows the ends differs from everything.
    [[nodiscard]] std::int64_t equal_from(std::int64_t i, std::int64_t j) const {
        constexpr auto in_a_word = static_cast<std::int64_t>(sizeof(std::uint64_t) / sizeof(Code));
        constexpr int bits = 8 * sizeof(Code);
        for (std::int64_t run = 0;; run += in_a_word)
            if (const std::uint64_t differ = word_at(a + i + run) ^ word_at(b + j + run); differ != 0)
                return run + std::countr_zero(differ) / bits;
    }
};

/// h of one number of edits, for the diagonals [first, last]; two more on each side are readable, and unreached.
class front {
  public:
    diagonal first = 0;
    diagonal last = -1;

    void resize(diagonal from, diagonal to) {
        first = from;
        last = to;
        reach_.resize(static_cast<std::size_t>(to - from + 1) + 2 * margin);
        std::fill_n(reach_.begin(), margin, unreached);
        std::fill_n(reach_.end() - static_cast<std::ptrdiff_t>(margin), margin, unreached);
    }
    [[nodiscard]] std::int32_t* at(diagonal k) { return reach_.data() + (k - first) + margin; }
    [[nodiscard]] const std::int32_t* at(diagonal k) const { return reach_.data() + (k - first) + margin; }
    [[nodiscard]] std::int32_t reach(diagonal k) const { return k < first || k > last ? unreached : *at(k); }

  private:
    static constexpr std::size_t margin = 2;
    std::vector<std::int32_t> reach_;
};

/// h with one more edit, on [from, to], which widens `now` by at most 1 on each side.
/// Backwards: the pair is read from its ends but diagonals are counted as forwards, so they change the other way round.
template <bool Backwards>
void next_edit(const front& now, front& next, bool may_replace, std::int32_t a_length, std::int32_t b_length,
               diagonal from, diagonal to) {
    next.resize(from, to);
    std::int32_t* __restrict const out = next.at(from);
    const std::int32_t* const here = now.at(from);
    const std::int32_t* const insert = now.at(Backwards ? from + 1 : from - 1);
    const std::int32_t* const erase = now.at(Backwards ? from - 1 : from + 1);
    const std::int32_t replaced = may_replace ? 1 : 0;
    const auto count = static_cast<std::size_t>(to - from + 1);
    // On a diagonal no more of a can be consumed than there is of a and of b.
    const std::int32_t shift =
        static_cast<std::int32_t>(Backwards ? b_length + (a_length - b_length - from) : b_length + from);
    const auto count_32 = static_cast<std::int32_t>(count);
    for (std::int32_t n = 0; n < count_32; ++n) { // plain enough for the compiler to make vectors of it
        const std::int32_t gap = insert[n] + 1 > erase[n] ? insert[n] + 1 : erase[n];
        const std::int32_t longest = here[n] + replaced > gap ? here[n] + replaced : gap;
        const std::int32_t end = Backwards ? shift - n : shift + n;
        const std::int32_t bound = end < a_length ? end : a_length;
        out[n] = longest < bound ? longest : bound;
    }
}

template <class Code, bool Backwards>
void extend(front& reached, const letters<Code>& pair) {
    const diagonal first = Backwards ? pair.a_length - pair.b_length - reached.first : reached.first;
    std::int32_t* const reach = reached.at(reached.first);
    const diagonal count = reached.last - reached.first + 1;
    constexpr int bits = 8 * sizeof(Code);
    for (diagonal n = 0; n < count; ++n) {
        const std::int64_t i = reach[n];
        const std::int64_t j = i - (Backwards ? first - n : first + n);
        const std::uint64_t differ = word_at(pair.a + i) ^ word_at(pair.b + j);
        if (differ != 0) [[likely]] {
            reach[n] = static_cast<std::int32_t>(i + std::countr_zero(differ) / bits);
        } else {
            reach[n] = static_cast<std::int32_t>(i + pair.equal_from(i, j));
        }
    }
}

template <class Code>
std::vector<Code> reversed(const Code* codes, std::int32_t length, const Code* padding, std::size_t padded) {
    std::vector<Code> backwards(static_cast<std::size_t>(length) + padded);
    std::reverse_copy(codes, codes + length, backwards.begin());
    std::copy_n(padding, padded, backwards.begin() + length);
    return backwards;
}

/// Diagonals that a number of edits can lead to.
diagonal lowest(std::int32_t b_length, std::uint64_t edits) {
    return -std::min<diagonal>(b_length, static_cast<diagonal>(edits));
}
diagonal highest(std::int32_t a_length, std::uint64_t edits) {
    return std::min<diagonal>(a_length, static_cast<diagonal>(edits));
}

bool meet(const front& forwards, const front& backwards, std::int32_t a_length) {
    const diagonal from = std::max(forwards.first, backwards.first);
    const diagonal to = std::min(forwards.last, backwards.last);
    if (from > to) return false;
    const std::int32_t* const f = forwards.at(from);
    const std::int32_t* const g = backwards.at(from);
    std::int32_t most = unreached;
    for (diagonal n = 0; n <= to - from; ++n)
        most = std::max(most, f[n] + g[n]);
    return most >= a_length;
}

/// The most letters of both sequences that any diagonal has behind it.
std::int64_t progress(const front& reached) {
    std::int64_t most = 0;
    for (diagonal k = reached.first; k <= reached.last; ++k)
        most = std::max<std::int64_t>(most, 2 * std::int64_t{*reached.at(k)} - k);
    return most;
}

template <class Code>
class two_ends {
  public:
    two_ends(const letters<Code>& forwards, bool may_replace)
        : forwards_(forwards), may_replace_(may_replace), end_((forwards.a_length - forwards.b_length)),
          a_(reversed(forwards.a, forwards.a_length, forwards.a + forwards.a_length, 64 / sizeof(Code))),
          b_(reversed(forwards.b, forwards.b_length, forwards.b + forwards.b_length, 64 / sizeof(Code))),
          backwards_{a_.data(), b_.data(), forwards.a_length, forwards.b_length} {}

    similar_distance run(const similar_effort& effort) {
        front f;
        front g;
        front spare;
        f.resize(0, 0);
        *f.at(0) = 0;
        g.resize(end_, end_);
        *g.at(end_) = 0;
        extend<Code, false>(f, forwards_);
        extend<Code, true>(g, backwards_);
        double cells = 0;
        for (std::uint64_t edits = 0;; ++edits) {
            if (meet(f, g, forwards_.a_length)) return {similar_outcome::found, edits};
            if (edits >= effort.most_edits) return {similar_outcome::too_many_edits, 0};
            const std::uint64_t done = edits / 2 + 1; // by the end that is to go on
            if (edits % 2 == 0) {
                next_edit<false>(f, spare, may_replace_, forwards_.a_length, forwards_.b_length,
                                 lowest(forwards_.b_length, done), highest(forwards_.a_length, done));
                extend<Code, false>(spare, forwards_);
                std::swap(f, spare);
            } else {
                next_edit<true>(g, spare, may_replace_, forwards_.a_length, forwards_.b_length,
                                end_ - highest(forwards_.a_length, done), end_ - lowest(forwards_.b_length, done));
                extend<Code, true>(spare, backwards_);
                std::swap(g, spare);
            }
            cells += static_cast<double>(2 * done + 1);
            if (edits % 64 == 63) {
                if (effort.check) effort.check();
                if (hopeless(f, g, edits + 1, cells, effort)) return {similar_outcome::gave_up, 0};
            }
        }
    }

  private:
    /// The edits so far, carried on to the whole length, tell what all would cost.
    [[nodiscard]] bool hopeless(const front& f, const front& g, std::uint64_t edits, double cells,
                                const similar_effort& effort) const {
        if (cells > effort.cells) return true;
        const double whole = static_cast<double>(forwards_.a_length) + static_cast<double>(forwards_.b_length);
        // From the other end diagonals are counted from end_ downwards.
        std::int64_t behind = progress(f);
        for (diagonal k = g.first; k <= g.last; ++k)
            behind = std::max<std::int64_t>(behind, 2 * std::int64_t{*g.at(k)} - (end_ - k));
        const double share = std::min(1.0, 2.0 * static_cast<double>(behind) / whole);
        const double in_all = static_cast<double>(edits) / std::max(share, 1e-9);
        return in_all * in_all / 2 > 1.25 * effort.cells;
    }

    letters<Code> forwards_;
    bool may_replace_;
    diagonal end_; ///< the diagonal of the last cell
    std::vector<Code> a_;
    std::vector<Code> b_;
    letters<Code> backwards_;
};

/// Follows the path back, from h of every `every`-th number of edits and those between, computed once more near the
/// path.
template <class Code>
class path_back {
  public:
    path_back(const letters<Code>& pair, bool may_replace, std::uint64_t distance)
        : pair_(pair), may_replace_(may_replace), distance_(distance), end_(pair.a_length - pair.b_length),
          every_(std::max<std::uint64_t>(32, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(distance))))) {}

    alignment run(const std::function<void()>& check) {
        keep_some(check);
        path_builder path;
        std::int32_t i = pair_.a_length;
        std::int32_t j = pair_.b_length;
        for (std::uint64_t edits = distance_; i > 0 || j > 0;) {
            const std::int32_t equal = equal_before(i, j);
            path.step('=', static_cast<std::uint64_t>(equal));
            i -= equal, j -= equal;
            if (edits == 0) break;
            --edits;
            const front& before = front_of(edits, i - j);
            const diagonal k = i - j;
            if (i > 0 && before.reach(k - 1) >= i - 1) {
                path.step('I');
                --i;
            } else if (may_replace_ && i > 0 && j > 0 && before.reach(k) >= i - 1) {
                path.step('X');
                --i, --j;
            } else {
                path.step('D');
                --j;
            }
            if (edits % 1024 == 0 && check) check();
        }
        return std::move(path).take();
    }

  private:
    [[nodiscard]] std::int32_t equal_before(std::int32_t i, std::int32_t j) const {
        const std::int32_t most = std::min(i, j);
        std::int32_t run = 0;
        while (run < most && pair_.a[i - 1 - run] == pair_.b[j - 1 - run])
            ++run;
        return run;
    }

    /// Diagonals from which the end is still within reach.
    [[nodiscard]] diagonal from(std::uint64_t edits) const {
        return std::max(lowest(pair_.b_length, edits), end_ - static_cast<diagonal>(distance_ - edits));
    }
    [[nodiscard]] diagonal to(std::uint64_t edits) const {
        return std::min(highest(pair_.a_length, edits), end_ + static_cast<diagonal>(distance_ - edits));
    }

    void advance(const front& now, front& next, diagonal first, diagonal last) const {
        next_edit<false>(now, next, may_replace_, pair_.a_length, pair_.b_length, first, last);
        extend<Code, false>(next, pair_);
    }

    void keep_some(const std::function<void()>& check) {
        front now;
        now.resize(0, 0);
        *now.at(0) = 0;
        extend<Code, false>(now, pair_);
        front next;
        for (std::uint64_t edits = 0; edits < distance_; ++edits) {
            if (edits % every_ == 0) kept_.push_back(now);
            if (edits + 1 == distance_) break;
            advance(now, next, from(edits + 1), to(edits + 1));
            std::swap(now, next);
            if (edits % 64 == 63 && check) check();
        }
    }

    const front& front_of(std::uint64_t edits, diagonal near) {
        const std::uint64_t kept = edits / every_;
        if (edits % every_ == 0) return kept_[kept];
        if (between_.empty() || between_from_ != kept) compute_between(kept, edits, near);
        return between_[edits % every_ - 1];
    }

    /// Fronts kept * every_ + 1 to `last_edits`, each as wide as the path can still need.
    void compute_between(std::uint64_t kept, std::uint64_t last_edits, diagonal near) {
        between_.resize(every_);
        between_from_ = kept;
        const auto reach = static_cast<diagonal>(every_) + 2;
        const front* now = &kept_[kept];
        for (std::uint64_t edits = kept * every_ + 1; edits <= last_edits; ++edits) {
            front& next = between_[edits % every_ - 1];
            const diagonal first = std::max({from(edits), near - reach, now->first - 1});
            const diagonal last = std::min({to(edits), near + reach, now->last + 1});
            advance(*now, next, first, last);
            now = &next;
        }
    }

    letters<Code> pair_;
    bool may_replace_;
    std::uint64_t distance_;
    diagonal end_;
    std::uint64_t every_;
    std::vector<front> kept_;
    std::vector<front> between_;
    std::uint64_t between_from_ = 0;
};

template <class Code>
letters<Code> letters_of(const Code* a, const Code* b, const data::coded_pair& pair) {
    return {a, b, static_cast<std::int32_t>(pair.a.length), static_cast<std::int32_t>(pair.b.length)};
}

/// Calls with the letters in the width that their codes have.
template <class Deed>
auto with_letters(const data::coded_pair& pair, const Deed& deed) {
    return pair.is_narrow ? deed(letters_of(pair.a.narrow.data(), pair.b.narrow.data(), pair))
                          : deed(letters_of(pair.a.wide.data(), pair.b.wide.data(), pair));
}

} // namespace

similar_distance similar_pair_distance(const data::coded_pair& pair, bool may_replace, const similar_effort& effort) {
    return with_letters(pair, [&](const auto& letters) { return two_ends(letters, may_replace).run(effort); });
}

alignment similar_pair_alignment(const data::coded_pair& pair, bool may_replace, std::uint64_t distance,
                                 const std::function<void()>& check) {
    return with_letters(pair,
                        [&](const auto& letters) { return path_back(letters, may_replace, distance).run(check); });
}

} // namespace concord::exec
