// How many long targets are near to each window of some spans, by rings (ring_kernels.hpp): every target against every
// window that may still have the support.
//
//   blocks   aligned windows of whole blocks, of which each window holds one    those that too few targets hold are
//   out, starts   windows, around the blocks that are left                           as soon as too few are left
#pragma once

#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/scan/ring_kernels.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace concord::substring {

/// Letters of a window that is first looked at in blocks, at least: of 79 letters, 64 are in whole ones.
inline constexpr std::uint64_t least_window_of_blocks = 79;

/// Targets as rows of positions, one for each letter.
class ring_targets {
  public:
    ring_targets(const problem& given, const growth_alphabet& letters);
    /// A sequence that counts as so many.
    void add(std::uint64_t sequence, std::uint64_t weight);

    [[nodiscard]] std::size_t size() const noexcept { return targets_.size(); }
    [[nodiscard]] std::uint64_t weight_of(std::size_t target) const noexcept { return targets_[target].weight; }
    [[nodiscard]] std::size_t positions(std::size_t target) const noexcept { return targets_[target].positions; }
    /// Of all targets.
    [[nodiscard]] std::uint64_t weight() const noexcept { return weight_; }
    [[nodiscard]] std::size_t row_of_ends() const noexcept { return letters_.ordinary() + 1; }
    [[nodiscard]] std::uint64_t mismatches() const noexcept { return given_.mismatches; }

    /// The ring of a target for windows of so many letters, in `table`.
    [[nodiscard]] ring_shape ring(std::size_t target, std::uint64_t window, growth_rows& table) const;

  private:
    struct target {
        std::uint64_t letters;
        std::uint64_t weight;
        std::size_t positions;
        std::size_t first_word; ///< in rows_
    };

    const problem& given_;
    const growth_alphabet& letters_;
    std::vector<target> targets_;
    std::vector<std::uint64_t> rows_; ///< of all targets, one letter after the other
    std::uint64_t weight_ = 0;
};

/// Neighbouring windows of a source.
struct ring_span {
    std::span<const std::uint8_t> letters; ///< by their rows; the number of ordinary letters: one that is nowhere
    std::span<std::uint64_t> supports;     ///< by start, of what has been counted before
};

/// Windows are counted no further where they cannot have the least, or have enough.
struct wanted_support {
    std::uint64_t least;
    std::uint64_t enough = std::numeric_limits<std::uint64_t>::max();
};

/// Adds the weights of all targets that hold a window of `length` letters to its support, or of some of them where no
/// more are wanted. `check` is called now and then and may throw. Time O(letters · positions of targets / 64), for
/// long windows an eighth of it where few may have the support.
void count_in_rings(const ring_targets& targets, const ring_kernels& kernels, std::span<const ring_span> spans,
                    std::uint64_t length, const wanted_support& wanted, const std::function<void()>& check);

} // namespace concord::substring
