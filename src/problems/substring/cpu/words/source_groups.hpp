// Sources in groups by the words of their pieces, and which targets may be near to a group.
//
//     joint     pieces that are frequent, as many as tell their windows from random ones: a target near to a source
//               differs there from the group's words in at most k letters more than the source does
//     alone     fewer pieces are frequent: a target has a word near to one of these, within the piece's own mismatches,
//               or it is near to the source by rare pieces only, which few sequences are: these are missed
//     rest      all targets
//
// Where the targets themselves are only what is near to frequent pieces, what is near by rare ones is always missed.
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/words/group_kernels.hpp"
#include "problems/substring/cpu/words/group_letters.hpp"
#include "problems/substring/cpu/words/piece_sets.hpp"
#include "problems/substring/piece_centres.hpp"
#include "problems/substring/piece_row.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// How windows are cut, and what is known of the words.
struct bounded_pieces {
    const piece_sets& sets;
    const piece_row& row;
    unsigned frequent;     ///< parts of the support from which on a piece is frequent
    bool are_targets_near; ///< to frequent pieces of sources; else targets are all windows

    static constexpr std::size_t most = 32; ///< bits of a source
};

/// Distinct windows, and the word of each piece. Padded for the kernels.
struct piece_windows {
    piece_windows(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                  const equal_windows& windows);

    [[nodiscard]] std::size_t size() const noexcept { return weights.size(); }
    /// Takes the letters of windows of at most 64 from the text, instead of their positions: to look them up there
    /// window by window, in no order, took nine tenths of a comparison.
    void take_letters(const problem& given, std::uint64_t length, runtime::thread_pool& workers);
    [[nodiscard]] bool has_letters() const noexcept { return positions.empty(); }
    [[nodiscard]] std::array<std::uint64_t, 2> letters(std::size_t index) const {
        if (!planes[1].empty()) return {planes[0][index], planes[1][index]};
        return {planes[0][index] & 0xFFFFFFFF, planes[0][index] >> 32U};
    }

    base::unset_vector<std::uint64_t> positions;             ///< of the first occurrence; none: it has the letters
    std::array<base::unset_vector<std::uint64_t>, 2> planes; ///< of up to 32 letters both in the first
    base::unset_vector<std::uint32_t> weights;               ///< sequences
    std::vector<base::unset_vector<std::uint32_t>> words;    ///< by piece; an ambiguous letter counts as the first one
};

/// Sources of one group stand side by side in an order of them.
struct source_group {
    enum class kind : std::uint8_t { joint, alone, rest };

    std::size_t first;
    std::size_t last;
    std::uint32_t one; ///< a source whose centres are the group's
    kind targets_are;
    unsigned radius;    ///< letters in which a source differs from the centres at most: together, or from each
    double targets = 0; ///< estimated

    [[nodiscard]] std::size_t size() const noexcept { return last - first; }
};

class source_groups {
  public:
    /// Of distinct windows. Refers to the pieces.
    source_groups(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                  const equal_windows& windows);

    [[nodiscard]] std::vector<source_group>& groups() noexcept { return groups_; }
    [[nodiscard]] const std::vector<source_group>& groups() const noexcept { return groups_; }
    /// The number of a distinct window, in the order of groups; where it is; and how many sequences may hold it and
    /// none of the group's targets, as parts of the support.
    [[nodiscard]] std::uint32_t number(std::size_t place) const { return order_[place]; }
    [[nodiscard]] std::uint64_t position(std::size_t place) const { return list_.positions[order_[place]]; }
    [[nodiscard]] std::uint32_t missed(std::size_t place) const { return missed_[order_[place]]; }

    /// Writes a bit for each of `count` targets from one on: whether it may be near to sources of a group.
    void mark(const group_kernels& kernels, const piece_windows& targets, std::size_t from, std::size_t count,
              const source_group& group, std::uint64_t* bits) const;
    /// In how many letters of the pieces that a group has in common a target differs from each of its sources, at
    /// least; and the letters beside these pieces, of windows of so many.
    [[nodiscard]] unsigned apart(const source_group& group, const piece_windows& targets, std::size_t target) const;
    [[nodiscard]] chosen_letters letters_beside(const source_group& group, std::uint64_t length) const;
    /// How many pieces of groups are looked at for each target.
    [[nodiscard]] double marked_pieces() const;

  private:
    [[nodiscard]] bool is_chosen(std::size_t source, std::size_t piece) const {
        return (chosen_[source] >> piece & 1U) != 0;
    }
    [[nodiscard]] const piece_centres::centre& centre_of(std::size_t source, std::size_t piece) const {
        return centres_[piece][centre_[piece][source]];
    }
    /// Of a source's group, and letters in which its words differ from the centres of another source.
    [[nodiscard]] unsigned radius_of(std::uint32_t source) const;
    [[nodiscard]] unsigned distance(std::uint32_t source, std::uint32_t centre) const;
    [[nodiscard]] unsigned together(std::uint32_t source, unsigned some, unsigned more) const {
        return are_joint_[source] != 0 ? some + more : std::max(some, more);
    }
    /// The order of the groups of two sources: negative, 0 or positive.
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b) const;

    void choose_pieces(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces);
    void find_centres(const cpu_resources& resources);
    void make_groups(const cpu_resources& resources, bool are_targets_near);
    /// Sources of small groups go to the nearest large one, as far as that is near; the others are left.
    void join_large_groups(const cpu_resources& resources, std::vector<std::uint32_t>& rest);
    /// Those of some sources that agree in their centres are a group, if they are `least` or more; others are added to
    /// the rest.
    void append_groups(const cpu_resources& resources, std::vector<std::uint32_t>& sources, std::ptrdiff_t least,
                       std::vector<std::uint32_t>& rest);
    /// Some of those that are near to no large group are small ones: to look for the targets of these takes less than
    /// to compare their sources with all.
    void append_small_groups(const cpu_resources& resources, std::vector<std::uint32_t>& rest);
    [[nodiscard]] bool has_centres(std::uint32_t source) const;
    void append(std::span<const std::uint32_t> sources, const source_group& like);

    const piece_row& row_;
    unsigned mismatches_;
    unsigned letters_of_piece_;
    piece_windows list_;
    base::unset_vector<std::uint32_t> chosen_; ///< a bit for each piece
    base::unset_vector<std::uint8_t> are_joint_;
    base::unset_vector<std::uint32_t> missed_;
    std::vector<piece_centres> centres_;                    ///< by piece
    std::vector<base::unset_vector<std::uint32_t>> centre_; ///< by piece, of each source
    std::vector<std::uint32_t> order_;
    std::vector<source_group> groups_;
};

} // namespace concord::substring
