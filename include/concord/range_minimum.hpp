// Range minimum queries over an array of integers: where is the least element of a range, the leftmost of equal ones?
// Over the LCP array they give the common prefix of any two suffixes.
//
// Source: Fischer and Heun, "Space-efficient preprocessing schemes for range minimum queries on static arrays" (blocks
// whose queries a bit mask of left-to-right minima answers); Bender and Farach-Colton, "The LCA problem revisited" (a
// sparse table over the blocks).
#pragma once

#include <concord/run.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace concord {

/// Immutable for its users, cheap to copy (shared), thread-safe. Holds a copy of the values.
class range_minimum {
  public:
    /// On the CPU. Time O(n). Memory beside the copy: 4 bytes an element, and log2(n / 32) / 8 for the table, so O(n
    /// log n / w) words of w bits. Throws error (resource).
    explicit range_minimum(std::span<const std::int8_t> values);
    explicit range_minimum(std::span<const std::uint8_t> values);
    explicit range_minimum(std::span<const std::int16_t> values);
    explicit range_minimum(std::span<const std::uint16_t> values);
    explicit range_minimum(std::span<const std::int32_t> values);
    explicit range_minimum(std::span<const std::uint32_t> values);
    explicit range_minimum(std::span<const std::int64_t> values);
    explicit range_minimum(std::span<const std::uint64_t> values);
    /// On the device of `run`: a GPU builds the structure in its own memory and keeps it while this object lives; the
    /// host builds one when something is asked there. Throws error: resource, cancelled.
    range_minimum(std::span<const std::int8_t> values, const run_options& run);
    range_minimum(std::span<const std::uint8_t> values, const run_options& run);
    range_minimum(std::span<const std::int16_t> values, const run_options& run);
    range_minimum(std::span<const std::uint16_t> values, const run_options& run);
    range_minimum(std::span<const std::int32_t> values, const run_options& run);
    range_minimum(std::span<const std::uint32_t> values, const run_options& run);
    range_minimum(std::span<const std::int64_t> values, const run_options& run);
    range_minimum(std::span<const std::uint64_t> values, const run_options& run);

    /// The index of the least element of [first, last), of several equal ones the leftmost. On the CPU. Time: constant.
    /// Throws error (usage) unless first < last <= size().
    [[nodiscard]] std::uint64_t argmin(std::uint64_t first, std::uint64_t last) const;
    /// The same for many ranges; all three arrays must be of one size. A GPU answers if it is named, which copies the
    /// values there if they are not yet, or, by choice of device::automatic(), if it holds the structure and there are
    /// enough ranges; else several threads do. Throws error: usage, resource, cancelled.
    run_report argmin(std::span<const std::uint64_t> first, std::span<const std::uint64_t> last,
                      std::span<std::uint64_t> found, const run_options& run) const;

    [[nodiscard]] std::uint64_t size() const noexcept;
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept; ///< of the host

  private:
    struct tables;
    std::shared_ptr<const tables> tables_;
};

} // namespace concord
