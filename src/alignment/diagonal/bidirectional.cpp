#include "alignment/diagonal/bidirectional.hpp"

#include "alignment/diagonal/furthest_reaching.hpp"
#include "alignment/diagonal/traceback.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace concord::pairwise {
namespace {

using fronts::diagonal;
using fronts::front;
using fronts::growing_front;
using fronts::letters;

template <class Code>
std::vector<Code> reversed(const Code* codes, std::int32_t length) {
    constexpr std::size_t padded = 64 / sizeof(Code);
    std::vector<Code> backwards(static_cast<std::size_t>(length) + padded);
    std::reverse_copy(codes, codes + length, backwards.begin());
    std::copy_n(codes + length, padded, backwards.begin() + length);
    return backwards;
}

/// The most letters of both sequences that any diagonal has behind it.
std::int64_t progress(const front& reached) {
    std::int64_t most = 0;
    for (diagonal k = reached.first; k <= reached.last; ++k)
        most = std::max<std::int64_t>(most, 2 * std::int64_t{*reached.at(k)} - k);
    return most;
}

/// Fronts from both ends: the second is that of the reversed pair, whose diagonal k is this one's `end_ - k`.
template <class Code>
class two_ends {
  public:
    two_ends(const letters<Code>& pair, bool may_replace, bool want_path, fronts::front_step step)
        : pair_(pair), want_path_(want_path), end_(pair.a_length - pair.b_length), a_(reversed(pair.a, pair.a_length)),
          b_(reversed(pair.b, pair.b_length)), forwards_({pair, step, may_replace}, want_path),
          backwards_({{a_.data(), b_.data(), pair.a_length, pair.b_length}, step, may_replace}, want_path) {}

    similar_result run(const similar_effort& effort) {
        if (meet(forwards_.now(), backwards_.now())) return found(effort);
        double cells = 0;
        for (std::uint64_t turn = 1;; ++turn) {
            const std::uint64_t edits = forwards_.edits() + backwards_.edits();
            if (edits >= effort.most_edits) return {similar_outcome::too_many_edits, 0, {}};
            const std::uint64_t count = std::min(growing_front<Code>::most_ahead, effort.most_edits - edits);
            growing_front<Code>& growing = turn % 2 == 1 ? forwards_ : backwards_;
            const front& other = (turn % 2 == 1 ? backwards_ : forwards_).now();
            cells += static_cast<double>(growing.look_ahead(count));
            if (meet(growing.ahead(count), other)) {
                std::uint64_t fewest = 1;
                while (!meet(growing.ahead(fewest), other))
                    ++fewest;
                growing.go(fewest);
                return found(effort);
            }
            growing.go(count);
            if (turn % 8 != 0) continue;
            if (effort.check) effort.check();
            if (hopeless(edits + count, cells, effort)) return {similar_outcome::gave_up, 0, {}};
        }
    }

  private:
    /// Whether two fronts of either end, in either order, have a cell in common.
    [[nodiscard]] bool meet(const front& one, const front& other) const {
        const diagonal from = std::max(one.first, end_ - other.last);
        const diagonal to = std::min(one.last, end_ - other.first);
        if (from > to) return false;
        const std::int32_t* const f = one.at(from);
        const std::int32_t* const g = other.at(end_ - from);
        std::int32_t most = fronts::unreached;
        for (diagonal n = 0; n <= to - from; ++n)
            most = std::max(most, f[n] + g[-n]);
        return most >= pair_.a_length;
    }

    [[nodiscard]] similar_result found(const similar_effort& effort) {
        similar_result result{similar_outcome::found, forwards_.edits() + backwards_.edits(), {}};
        if (want_path_) result.path = fronts::path_back(forwards_, backwards_).run(effort.check);
        return result;
    }

    /// The edits so far, carried on to the whole length, tell what all would cost; what is left of that counts. They
    /// are a sample: with s of them the cost is uncertain by a share of 2 / sqrt(s).
    [[nodiscard]] bool hopeless(std::uint64_t edits, double cells, const similar_effort& effort) const {
        if (cells > 1.5 * effort.cells) return true;
        const auto so_far = static_cast<double>(edits);
        const double whole = static_cast<double>(pair_.a_length) + static_cast<double>(pair_.b_length);
        const std::int64_t behind = std::max(progress(forwards_.now()), progress(backwards_.now()));
        const double share = std::min(1.0, 2.0 * static_cast<double>(behind) / whole);
        const double in_all = so_far / std::max(share, 1e-9);
        return in_all * in_all / 2 - cells > effort.cells * (1 + 2 / std::sqrt(so_far));
    }

    letters<Code> pair_;
    bool want_path_;
    diagonal end_; ///< the diagonal of the last cell
    std::vector<Code> a_;
    std::vector<Code> b_;
    growing_front<Code> forwards_;
    growing_front<Code> backwards_;
};

template <class Code>
letters<Code> letters_of(const Code* a, const Code* b, const sequence::coded_pair& pair) {
    return {a, b, static_cast<std::int32_t>(pair.a.length), static_cast<std::int32_t>(pair.b.length)};
}

} // namespace

similar_result compare_similar(const sequence::coded_pair& pair, bool may_replace, bool want_path,
                               simd::vector_target target, const similar_effort& effort) {
    const auto compare = [&](const auto& letters) {
        return two_ends(letters, may_replace, want_path, fronts::front_step_for(target)).run(effort);
    };
    return pair.is_narrow ? compare(letters_of(pair.a.narrow.data(), pair.b.narrow.data(), pair))
                          : compare(letters_of(pair.a.wide.data(), pair.b.wide.data(), pair));
}

} // namespace concord::pairwise
