// What `concord overlap --report` writes.
#pragma once

#include "report/curve.hpp"
#include "report/cut_rows.hpp"
#include "report/dot_plot.hpp"
#include "report/histogram.hpp"
#include "report/page.hpp"

#include "output/overlap_answers.hpp"

#include <concord/overlap.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

/// `answer.result` holds the occurrences, whether or not the user asked for them elsewhere. A curve without points is
/// left out.
void write_region_report(const region_answer& answer, const support_curve& curve, const reproduction& how,
                         const formats::byte_sink& sink);
void write_repeat_report(const repeat_answer& answer, const reproduction& how, const formats::byte_sink& sink);

/// Keeps of matches, overlaps or common prefixes what a page shows. Rows are as row_writer takes them.
class rows_summary {
  public:
    /// `facts` must outlive it.
    explicit rows_summary(const overlap_row_facts& facts);

    void add(std::span<const std::uint64_t> row);

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] std::uint64_t longest() const noexcept;
    [[nodiscard]] const overlap_row_facts& facts() const noexcept { return facts_; }
    [[nodiscard]] const growing_histogram& lengths() const noexcept { return lengths_; }
    [[nodiscard]] const std::optional<dot_grid>& grid() const noexcept { return grid_; } ///< of matches only
    [[nodiscard]] const std::vector<std::vector<std::uint64_t>>& first_rows() const noexcept { return first_rows_; }
    [[nodiscard]] const std::vector<std::vector<std::uint64_t>>& longest_rows() const noexcept { return longest_; }

  private:
    const overlap_row_facts& facts_;
    std::uint64_t count_ = 0;
    growing_histogram lengths_;
    std::vector<std::uint64_t> starts_; ///< of the sequences, one behind the other
    std::optional<dot_grid> grid_;
    std::vector<std::vector<std::uint64_t>> first_rows_;
    std::vector<std::vector<std::uint64_t>> longest_; ///< longest first
};

void write_rows_report(const rows_summary& summary, const reproduction& how, const formats::byte_sink& sink);

/// Sequences that are drawn.
inline constexpr std::size_t most_tracks = 100;

/// One line a sequence, as long as it is, with a mark at every place: of the first hundred sequences that hold any.
/// `places` are in ascending order, each of `length` letters.
[[nodiscard]] std::string draw_tracks(const sequence_set& sequences, const std::vector<overlap_place>& places,
                                      std::uint64_t length, std::string_view id);

/// Distinct sequences among places in ascending order.
[[nodiscard]] std::uint64_t sequences_among(const std::vector<overlap_place>& places);

} // namespace concord::app::report
