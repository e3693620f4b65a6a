// The charts of pages: histograms, and the curve of the longest length for every support.
#pragma once

#include "output/json.hpp"
#include "report/svg.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

/// Counts of values [least + i · width, least + (i + 1) · width).
struct histogram {
    std::uint64_t least = 0;
    std::uint64_t width = 1;
    std::vector<std::uint64_t> counts;

    /// Of values from `least` to `greatest`, in at most `bins` bins of one width.
    static histogram of_range(std::uint64_t least, std::uint64_t greatest, std::size_t bins = 60);

    void add(std::uint64_t value, std::uint64_t times = 1) { counts[(value - least) / width] += times; }
    [[nodiscard]] std::uint64_t total() const;
    [[nodiscard]] json as_json() const;
};

/// Counts of values whose greatest is not known before the last has come: the bins grow wider by themselves.
class growing_histogram {
  public:
    void add(std::uint64_t value, std::uint64_t times = 1);
    [[nodiscard]] bool empty() const noexcept { return counts_.empty(); }
    /// From the bin of the least to that of the greatest.
    [[nodiscard]] histogram value() const;

  private:
    static constexpr std::size_t most_bins = 512;
    std::uint64_t width_ = 1;
    std::vector<std::uint64_t> counts_;
};

struct histogram_texts {
    std::string_view id;
    std::string_view title;
    std::string_view x; ///< what the values are
    std::string_view y; ///< what is counted
};

[[nodiscard]] std::string draw_histogram(const histogram& of, const histogram_texts& texts);

/// The greatest length at a support.
struct support_point {
    std::uint64_t support = 0;
    std::uint64_t length = 0; ///< 0: none has the least length that was asked for
    std::string text{};       ///< the first of that length, or its beginning

    friend auto operator<=>(const support_point&, const support_point&) = default;
};

/// Points in ascending order of support. The length never grows with the support, so between two points it lies
/// between theirs; where these are equal, it is known too.
struct support_curve {
    std::vector<support_point> points;
    std::uint64_t sequences = 0;  ///< the greatest support there is
    std::uint64_t min_length = 1; ///< shorter ones count as none
    std::uint64_t chosen = 0;     ///< the support that was asked for
    bool exact = false;           ///< every support between two points is known: it is that of the first of them
    std::string how;              ///< how it was computed, a sentence

    [[nodiscard]] json as_json() const;
};

[[nodiscard]] std::string draw_support_curve(const support_curve& curve, std::string_view id);

/// Support, length and text of its points, at most some of them.
[[nodiscard]] std::string curve_table(const support_curve& curve);

/// Letters of a point's text that are kept.
inline constexpr std::uint64_t most_curve_letters = 60;

/// Explains how to read it.
[[nodiscard]] std::string curve_caption(const support_curve& curve);

/// For a curve that is known throughout: where the length changes, at most `most` points.
[[nodiscard]] std::vector<support_point> steps_of(const std::vector<support_point>& all, std::size_t most);

} // namespace concord::app::report
