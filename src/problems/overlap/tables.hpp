// The contents of an index, built or mapped from a file.
#pragma once

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/range_minima.hpp"
#include "problems/overlap/strands.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"

#include <concord/overlap.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace concord::overlap {

/// The arrays for positions of one width. `minima` are those of the prefixes.
template <class Position>
struct arrays {
    using position_type = Position;

    std::span<const Position> suffixes;
    std::span<const Position> ranks;
    std::span<const Position> prefixes;
    std::span<const Position> table; ///< of `minima`
    range_minima<Position> minima;
    /// Instead of `prefixes`, where only what two sequences share is asked for: those of the suffixes at each position,
    /// and the greatest of neighbours of different sequences.
    std::span<const Position> prefixes_by_position = {};
    std::uint64_t longest_across = 0;
    /// Instead of `prefixes`, where only unique matches are asked for: preceding[i] is the letter in front of the
    /// suffix of rank first_preceded + i, as preceding_letters has it; those before begin with ambiguous letters.
    const std::uint8_t* preceding = nullptr;
    std::uint64_t first_preceded = 0;

    [[nodiscard]] Position prefix(std::uint64_t rank) const {
        return prefixes_by_position.empty() ? prefixes[rank] : prefixes_by_position[suffixes[rank]];
    }

    /// Letters that the suffixes of two different ranks share.
    [[nodiscard]] std::uint64_t shared(std::uint64_t rank_a, std::uint64_t rank_b) const {
        return rank_a < rank_b ? minima.least(rank_a + 1, rank_b + 1) : minima.least(rank_b + 1, rank_a + 1);
    }
};

/// Suffixes [first, last) of the array.
struct rank_range {
    std::uint64_t first;
    std::uint64_t last;
};

/// All suffixes that share `length` (>= 1) letters with the suffix of a rank. Time O(their number).
template <class Position>
[[nodiscard]] rank_range sharing(const arrays<Position>& of, std::uint64_t rank, std::uint64_t length) {
    rank_range range{rank, rank + 1};
    while (range.first > 0 && of.prefix(range.first) >= length)
        --range.first;
    while (range.last < of.suffixes.size() && of.prefix(range.last) >= length)
        ++range.last;
    return range;
}

struct index_tables {
    sequence_set given; ///< the sequences of the caller
    sequence_set set;   ///< those of the text: the same, or with their reverse complements behind them
    text_view text;
    sequence_map map;
    run_report run;
    std::uint64_t bytes = 0;                 ///< without the set
    bool mapped = false;                     ///< from a file: the system loads and evicts its pages at will
    std::shared_ptr<const gpu_index> on_gpu; ///< if it was built there
    std::shared_ptr<const void> owner;       ///< owns the memory that all these refer to

    using any_arrays = std::variant<overlap::arrays<std::uint32_t>, overlap::arrays<std::uint64_t>>;

    /// The arrays on the host. Those of an index on a GPU are copied when they are asked for first; thread-safe. Throws
    /// error (resource).
    [[nodiscard]] const any_arrays& arrays() const {
        std::call_once(copied_, [this] {
            if (copy_) arrays_ = copy_();
        });
        return arrays_;
    }
    void hold(const any_arrays& made) { arrays_ = made; }
    void copy_when_needed(std::function<any_arrays()> copy) { copy_ = std::move(copy); }

    [[nodiscard]] bool both_strands() const noexcept { return set.size() > given.size(); }
    [[nodiscard]] bool is_reverse(std::uint64_t position) const noexcept { return position >= given.letters(); }

    /// In the sequences of the text.
    [[nodiscard]] overlap_place place_of(std::uint64_t position) const {
        const std::uint64_t sequence = map.sequence_of(position);
        return {sequence, position - sequence::packed(set).offset(sequence)};
    }
    /// Of so many letters from a position on, in the sequences of the caller.
    [[nodiscard]] overlap_place place_of(std::uint64_t position, std::uint64_t length) const {
        const overlap_place at = place_of(position);
        if (!is_reverse(position)) return at;
        const std::uint64_t behind = set.length(at.sequence) - at.start - length;
        return {at.sequence - given.size(), behind, strand::reverse};
    }

  private:
    mutable any_arrays arrays_;
    std::function<any_arrays()> copy_; ///< from a GPU
    mutable std::once_flag copied_;
};

/// Access from the public class to its tables and back.
struct index_access {
    [[nodiscard]] static const index_tables& tables_of(const overlap_index& index) noexcept { return *index.tables_; }
    [[nodiscard]] static overlap_index make(std::shared_ptr<const index_tables> tables) {
        return overlap_index(std::move(tables));
    }
};

/// For tests: these do not change an answer.
struct build_options {
    suffix_options suffixes;
    bool wide = false;        ///< positions of 64 bits, whatever the size
    bool for_regions = false; ///< without ranks and minima, which regions do not need
    bool for_two = false;     ///< beside that, only for what two sequences share: prefixes may be by position
    bool for_unique = false;  ///< on the CPU only for unique matches: as for regions, and prefixes may be absent
    std::size_t of_a = 0;     ///< sequences of which these need no reverse complements: they are then empty on the CPU
    index_strands strands = index_strands::forward;
    expected_questions soon = {};
};

/// With the reverse complements if the options say so. Throws error (usage) where there are none.
[[nodiscard]] std::shared_ptr<const index_tables> build_tables(const sequence_set& set, const run_options& run,
                                                               const build_options& options);

/// The offsets of the sequences of a set, and the end of the last.
[[nodiscard]] inline std::span<const std::uint64_t> offsets_of(const sequence_set& set) {
    return {sequence::packed(set).offsets(), set.size() + 1};
}

/// Where the second sequence begins in a text of two; 0 if more of them, or fewer, have letters.
[[nodiscard]] inline std::uint64_t begin_of_second(const sequence_set& set) {
    const std::span<const std::uint64_t> offsets = offsets_of(set);
    const auto second = std::upper_bound(offsets.begin(), offsets.end(), std::uint64_t{0});
    if (second == offsets.end() || *second == offsets.back()) return 0;
    return *std::upper_bound(second, offsets.end(), *second) == offsets.back() ? *second : 0;
}

/// Throws error (resource) unless an index of the set, as a text has it, fits `run.memory`.
void require_memory(const sequence_set& set, const run_options& run);

/// Throws error (usage) for an index of both strands.
void require_one_strand(const index_tables& held, const std::string& question);

/// The memory of a query: together with an index that was built in memory, at most `run.memory`.
class room_beside {
  public:
    room_beside(const index_tables& held, const run_options& run);
    /// Whether so many bytes fit.
    [[nodiscard]] bool has(std::uint64_t bytes) const noexcept { return bytes + of_index_ <= allowed_; }
    [[nodiscard]] std::uint64_t left() const noexcept { return allowed_ - std::min(allowed_, of_index_); }
    /// Throws error (resource) unless they do.
    void require(std::uint64_t bytes) const;

  private:
    std::uint64_t of_index_;
    std::uint64_t allowed_; ///< for both
};

} // namespace concord::overlap
