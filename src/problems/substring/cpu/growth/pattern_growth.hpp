// Pattern growth: the words that t sequences hold, letter by letter. What a search by windows is slow at, many
// occurrences of few or short words, is what it is fast at.
//
// The support of a word is at most that of its prefixes. So the words with the support are a trie (Sagot 1998), walked
// depth first: a word that has the support is tried with every letter, another one is a leaf. What a word costs is one
// step of a row of bits for each sequence that holds it (growth_kernels.hpp).
//
//            .            t = 3       Many sequences: a sample of them proposes the trie, and blocks of sequences that
//         A     C         CA: leaf    fit into a cache walk along it and count; leaves that turn out to have the
//        / \   / \                    support are grown again. Every support that decides is a count of all.
//      AC  AG CA  CG
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"

#include <limits>
#include <optional>

namespace concord::substring {

/// How many sequences propose the words.
struct growth_sample {
    std::uint64_t at_once; ///< up to so many distinct sequences: all of them
    std::uint64_t least;   ///< otherwise at least so many
    double wanted_support; ///< of them so many shall hold what t of all hold
    double most_share;     ///< but they are at most so many of all
    double least_support;  ///< as a share of the sequences: too many words have a smaller one
};

/// As tuning.hpp says, but while a test has set another.
[[nodiscard]] const growth_sample& current_growth_sample() noexcept;

/// For tests: small collections are grown from small samples while it lives.
class scoped_growth_sample {
  public:
    explicit scoped_growth_sample(const growth_sample& sample);
    ~scoped_growth_sample();
    scoped_growth_sample(const scoped_growth_sample&) = delete;
    scoped_growth_sample& operator=(const scoped_growth_sample&) = delete;

  private:
    growth_sample before_;
};

/// What the growth of words came to.
struct pattern_growth {
    std::optional<longest_windows> found; ///< all windows of the greatest length >= min_length that have the support;
                                          ///< nothing: it was given up
    double cost = 0; ///< instructions that it took or, given up, would have taken at least; infinite: not possible
};

/// Gives up where it would take more than `most_cost` instructions, or where a sample has taken `most_in_vain`. Time
/// O(words (k + 1) m) for m sequences, where `words` are those that have the support.
[[nodiscard]] pattern_growth grow_patterns(const problem& given, const cpu_resources& resources, double most_cost,
                                           double most_in_vain = std::numeric_limits<double>::infinity());

/// Instructions of a step of one word of 64 letters, in all its rows.
[[nodiscard]] double cost_of_growth_step(const problem& given);

/// Whether words can be grown at all: sequences are short enough, and mismatches few enough.
[[nodiscard]] bool may_be_grown(const problem& given);

/// Whether windows of this length are hardly longer than what random sequences share: then there are many of them, and
/// few words.
[[nodiscard]] bool is_short_for_growth(const problem& given, std::uint64_t length);

} // namespace concord::substring
