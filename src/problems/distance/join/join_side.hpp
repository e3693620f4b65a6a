// The sequences of one side of a join in ascending order of length, with what makes comparing them quick.
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/letter_hashes.hpp"
#include "problems/distance/join/sketches.hpp"
#include "runtime/far_array.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

class join_side {
  public:
    /// Sequences of a set, ascending; their sketches come later. `with_words`: letters of short ones are kept as words.
    join_side(const compared_letters& letters, const compared_side& side, std::span<const std::uint32_t> sequences,
              bool with_words);

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(order_.size()); }
    [[nodiscard]] const compared_side& letters() const noexcept { return *side_; }
    [[nodiscard]] std::uint32_t sequence(std::uint32_t rank) const noexcept { return order_[rank]; }
    [[nodiscard]] std::span<const std::uint32_t> sequences() const noexcept { return order_; } ///< by rank
    [[nodiscard]] std::uint64_t length(std::uint32_t rank) const noexcept { return side_->set->length(order_[rank]); }
    [[nodiscard]] std::span<const std::uint64_t> lengths() const noexcept { return lengths_; } ///< that occur
    /// The first rank of a sequence of at least so many letters.
    [[nodiscard]] std::uint32_t first_of(std::uint64_t length) const;

    /// What the first loading of a sequence leaves here; each rank by one thread.
    void keep(std::uint32_t rank, const letter_hashes& loaded, const sketch_rule& rule);
    /// The same of short sequences from `first` to `end` where there are words, before their keys are listed.
    /// Only those before `sketched` get a sketch.
    void keep_words(std::uint32_t first, std::uint32_t end, const join_kernels& kernels, const sketch_rule& rule,
                    std::uint32_t sketched = 0xFFFF'FFFFU);
    [[nodiscard]] const std::uint64_t* sketches() const noexcept { return sketches_.data(); }

    [[nodiscard]] bool has_words() const noexcept { return stride_ > 0; }
    [[nodiscard]] short_list words() const noexcept { return {words_.data(), stride_}; }
    /// Has the cache fetch a sequence's number: of millions every one lies somewhere else.
    void fetch(std::uint32_t rank) const noexcept { __builtin_prefetch(order_.data() + rank); }
    [[nodiscard]] bool last_is_ambiguous() const noexcept { return ambiguous_; }

    /// Bytes a sequence.
    [[nodiscard]] static std::uint64_t bytes_each(const compared_letters& letters) noexcept;

  private:
    void put_words(std::uint32_t rank, std::uint64_t length);

    const compared_side* side_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint64_t> lengths_;
    std::vector<std::uint32_t> firsts_; ///< of each of lengths_, and the end
    // Touched first by the threads that fill them, so on all NUMA nodes.
    runtime::far_array<std::uint64_t> sketches_;
    runtime::far_array<std::uint64_t> words_; ///< of each sequence its length and planes
    unsigned ordinary_;
    unsigned stride_ = 0;
    bool ambiguous_;
};

} // namespace concord::edit_distance
