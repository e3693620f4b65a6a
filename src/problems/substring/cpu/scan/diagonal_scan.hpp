// The scan by counters along diagonals, one length at a time: which windows of some spans have the support
// (diagonal_counts.cpp).
#pragma once

#include "problems/substring/cpu/scan/scan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::substring {

class diagonal_scan {
  public:
    /// Refers to all of these; of what is compared, spans are named for each length.
    diagonal_scan(const problem& given, const cpu_resources& resources, const comparison& compared);
    ~diagonal_scan();
    diagonal_scan(const diagonal_scan&) = delete;
    diagonal_scan& operator=(const diagonal_scan&) = delete;

    /// No window may be longer.
    [[nodiscard]] std::uint64_t longest_window() const noexcept;

    /// The windows of `length` letters in the spans that have the support, in ascending order; of length 0 where there
    /// are none. Time O(letters of the spans * letters of targets / 64).
    [[nodiscard]] longest_windows supported(std::span<const source_span> spans, std::uint64_t length);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Of spans in the order of their sequences, the parts in which windows that are `by` letters longer than these, which
/// are in ascending order, may have the support: where they begin, and where they end, unless that lies behind the
/// span. Parts lie so far apart that the letters between them take more than to begin anew.
///
///     span             . . . x x x x . . . . . . . . . x . . x      x: begins a window
///     by 1                   x x x                           x
[[nodiscard]] std::vector<source_span> spans_of_longer(std::span<const source_span> spans,
                                                       const longest_windows& shorter, std::uint64_t by);

} // namespace concord::substring
