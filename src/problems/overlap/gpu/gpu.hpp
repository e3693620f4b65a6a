// An index in the memory of a GPU, as seen by host code. The same signatures with and without CUDA.
#pragma once

#include "problems/overlap/gpu/match_rows.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "problems/overlap/tuning.hpp"
#include "suffixes/packed_suffix.hpp"

#include <concord/overlap.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::overlap {

struct gpu_resources {
    int gpu;
    std::uint64_t memory; ///< bytes there; 0: what is free
    unsigned threads;     ///< threads that copy
};

/// Called now and then; may throw error (cancelled).
using cancel_check = std::function<void()>;

/// Arrays of positions of 32 bits, as in `arrays` of tables.hpp.
template <class Position>
struct index_arrays {
    std::span<Position> suffixes;
    std::span<Position> ranks;
    std::span<Position> prefixes;
    std::span<Position> table; ///< table of minima
};

/// A text of the host, and the offsets of its sequences: one more than the number of sequences.
struct text_with_places {
    text_view text;
    std::span<const std::uint64_t> offsets;
};

/// The longest region of each number of sequences: its length, 0 if there is none, and its lowest position.
struct region_table {
    std::vector<std::uint32_t> length;
    std::vector<std::uint32_t> position;
};

/// Keeps everything that answers queries on the GPU while it lives. Thread-safe; queries run one after the other.
class gpu_index {
  public:
    virtual ~gpu_index() = default;

    /// How long any question takes at least.
    [[nodiscard]] virtual double seconds_of_a_question() const { return tuning::seconds_of_a_gpu_question; }

    /// Copies to the host the arrays whose span is not empty. Throws error (resource).
    virtual void copy_to(const index_arrays<std::uint32_t>& host) const = 0;
    /// As common_prefixes() of the public header, for places in the first `of_one_strand` sequences. False if a place
    /// is in none of these; then the lengths are undefined.
    [[nodiscard]] virtual bool common_prefixes(std::uint64_t of_one_strand, std::span<const place_pair> pairs,
                                               std::span<std::uint64_t> lengths, const cancel_check& check) const = 0;
    /// For every number of sequences. Those from `of_one_strand` on are the other strands of the first ones. Only for
    /// an index that was built there. Throws error: resource, cancelled.
    [[nodiscard]] virtual region_table longest_regions(std::uint64_t of_one_strand,
                                                       const cancel_check& check) const = 0;
    // The questions below: for an index that was built there, of a text whose sequences from `of_one_strand` on are the
    // other strands of the first ones. They throw error: resource, cancelled, and what `take` throws.

    [[nodiscard]] virtual repeat_of_one longest_repeat(std::uint64_t of_one_strand,
                                                       const cancel_check& check) const = 0;
    /// In the order (b, a).
    virtual void exact_matches(std::uint64_t of_one_strand, const match_question& question, delivery& made,
                               const take_match_rows& take, const cancel_check& check) const = 0;
    /// In the order of b.
    virtual void unique_matches(std::uint64_t of_one_strand, const match_question& question, delivery& made,
                                const take_match_rows& take, const cancel_check& check) const = 0;
    /// The intervals that are to be looked at, by their first suffix, then by their length.
    virtual void rare_intervals(std::uint64_t of_one_strand, const interval_question& question, delivery& made,
                                const take_intervals& take, const cancel_check& check) const = 0;
    /// In the order (i, j, strand, a, b); `offsets` are those of the sequences.
    virtual void mismatch_matches(std::uint64_t of_one_strand, std::span<const std::uint64_t> offsets,
                                  const mismatch_question& question, delivery& made, const take_match_rows& take,
                                  const cancel_check& check) const = 0;

    /// Sequences as a and b, in this order.
    virtual void end_overlaps(std::span<const std::uint64_t> offsets, std::uint64_t min_length, delivery& made,
                              const take_match_rows& take, const cancel_check& check) const = 0;

    /// All positions of the `length` (>= 1) letters at a position, in the order of their suffixes.
    [[nodiscard]] virtual std::vector<std::uint32_t> positions_of(std::uint32_t position,
                                                                  std::uint64_t length) const = 0;
};

/// Longer texts are indexed on CPUs only.
inline constexpr std::uint64_t most_letters_on_gpu = 0xFFFF'FFFD;

/// Builds an index. Appends the method to `notes`. Throws error: resource, cancelled.
[[nodiscard]] std::shared_ptr<const gpu_index> index_on_gpu(const text_with_places& of, const gpu_resources& resources,
                                                            const cancel_check& check, std::vector<std::string>& notes);
/// Copies an index from the host, without its suffixes, which the GPU does not need.
[[nodiscard]] std::shared_ptr<const gpu_index>
index_to_gpu(const text_with_places& of, const index_arrays<const std::uint32_t>& host, const gpu_resources& resources);

} // namespace concord::overlap
