// Windows in some texts, counted whether few or many hold them: in lanes, or where that is quicker along diagonals, or
// by neighbourhoods.
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// What is given must outlive it.
class windows_among {
  public:
    /// Time O(letters of the texts).
    windows_among(const variant_problem& given, const variant_resources& resources, std::vector<lane_text> texts,
                  const window_classes& classes, std::uint64_t length);

    /// Instructions, roughly, of counting.
    [[nodiscard]] double cost();
    /// How many texts hold each class, few or many; one copy counts in each.
    [[nodiscard]] counted_classes count();

  private:
    [[nodiscard]] const std::vector<lane_block>& blocks() const noexcept { return lanes_.read(classes_.direction); }
    /// Instructions, roughly.
    struct costs {
        double along_diagonals;
        double in_lanes;
    };
    [[nodiscard]] const costs& estimated();

    variant_problem given_; ///< which asks for one text
    const variant_resources& resources_;
    std::vector<lane_text> texts_;
    const window_classes& classes_;
    std::uint64_t length_;
    variant_lanes lanes_;
    std::optional<costs> costs_; ///< made when first needed
};

/// How many of some sequences hold each class.
[[nodiscard]] counted_classes count_among(const variant_problem& given, const variant_resources& resources,
                                          std::span<const std::uint64_t> sequences, const window_classes& classes,
                                          std::uint64_t length);

/// Instructions, roughly, of counting all words of the length in some sequences by neighbourhoods; infinite where that
/// is not possible.
[[nodiscard]] double cost_of_neighbourhoods_among(const variant_problem& given, const variant_resources& resources,
                                                  std::span<const std::uint64_t> sequences, std::uint64_t length);

/// The same as count_among, also by neighbourhoods.
[[nodiscard]] std::vector<std::uint64_t> count_soonest(const variant_problem& given, const variant_resources& resources,
                                                       std::span<const std::uint64_t> sequences,
                                                       const window_classes& classes, std::uint64_t length);

} // namespace concord::substring
