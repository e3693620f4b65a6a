// Words of up to most_trie_columns letters of one side against all of the other, whose common prefixes are compared
// once (trie_rows-inl.hpp).
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/ordered_words.hpp"
#include "alignment/batch/pair_comparer.hpp"
#include "alignment/batch/trie_kernels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Whether all of so many sequences of a and all of b are short words of few enough kinds of letters, enough of b to be
/// worth their order, and there is memory for it.
[[nodiscard]] bool may_compare_words(const batch_run& run, std::uint64_t rows);

/// Words of a, in order, that are compared together.
struct word_group {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Belongs to one thread.
class trie_search {
  public:
    trie_search(const pair_comparer& comparer, const ordered_words& a, const ordered_words& b);

    /// Roughly, of one core, where so many sequences of a are compared with all of b, and most are farther away than
    /// the bound.
    [[nodiscard]] static double nanoseconds_of_pair(const pair_comparer& comparer, std::uint64_t rows,
                                                    std::uint64_t bound = no_bound);
    /// All words of a in groups.
    [[nodiscard]] static std::vector<word_group> groups_of(const pair_comparer& comparer, const ordered_words& a);

    /// The greatest distance that is looked for; less than 0: none is.
    using limit = std::int64_t;
    static constexpr limit no_limit = std::numeric_limits<limit>::max();
    [[nodiscard]] static limit limit_of(std::uint64_t bound) noexcept {
        return bound > static_cast<std::uint64_t>(no_limit) ? no_limit : static_cast<limit>(bound);
    }

    /// Pairs within the limits as they were a while ago: numbers of words of b and of words in the group, and
    /// distances. May lower the limits of the words of the group.
    using taker = std::function<void(std::span<trie_hit> hits, std::span<limit> limits)>;

    /// Compares the words of a group, all within `first_limit` at first, with all words of b from `first` on, in order:
    /// those of similar length first.
    void find(const word_group& group, limit first_limit, std::uint32_t first, const taker& take);

  private:
    void set_columns();
    /// Whether any word of the group can be near to words of so many letters.
    [[nodiscard]] bool put_bounds(std::uint32_t rows);
    void put_within(std::uint32_t rows);
    void find_run(const ordered_words::run& words, std::uint32_t first, const taker& take);
    template <class Use>
    void with_lane(const Use& use) const;

    const pair_comparer& comparer_;
    const ordered_words& a_;
    const ordered_words& b_;
    const trie_kernel_list& kernels_;
    const trie_kernel* kernel_ = nullptr; ///< of the group
    word_group group_;
    std::vector<std::uint32_t> lengths_; ///< of the lanes
    std::vector<limit> limits_;          ///< of the lanes
    std::vector<std::uint64_t> differ_;  ///< as trie_sweep has it, and so on
    std::vector<std::uint64_t> within_;
    std::vector<std::uint64_t> bounds_;
    std::vector<std::uint64_t> states_;
    std::vector<trie_hit> hits_;
};

} // namespace concord::edit_distance
