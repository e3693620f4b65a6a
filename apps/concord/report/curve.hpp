// The longest length for every support: whether t was well chosen.
#pragma once

#include "output/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

/// What is known of the greatest length at a support.
struct support_point {
    std::uint64_t support = 0;
    std::uint64_t length = 0; ///< 0: there is none of the least length that was asked for

    friend auto operator<=>(const support_point&, const support_point&) = default;
};

/// Points in ascending order of support. The length never grows with the support, so between two points it lies
/// between theirs, and where these are equal it is known too.
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

/// How to read it.
[[nodiscard]] std::string curve_caption(const support_curve& curve);

/// For a curve that is known throughout: where the length changes, at most `most` points.
[[nodiscard]] std::vector<support_point> steps_of(const std::vector<support_point>& all, std::size_t most);

} // namespace concord::app::report
