// The pages of --report, one for each kind of answer, and the rows that some of them collect while they come.
#pragma once

#include "formats/output_file.hpp"
#include "output/adapters_answer.hpp"
#include "output/component_answer.hpp"
#include "output/distance_stream.hpp"
#include "output/overlap_answers.hpp"
#include "output/pair_answers.hpp"
#include "output/substring_answer.hpp"
#include "report/charts.hpp"
#include "report/figures.hpp"
#include "report/heat_map.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"

#include <concord/overlap.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

/// `answer.result` holds the occurrences and the ties, whether or not the user asked for them elsewhere.
void write_substring_report(const substring_answer& answer, const support_curve& curve, const reproduction& how,
                            const formats::byte_sink& sink);

/// `answer.result` holds the alignment, whether or not the user asked for it elsewhere.
void write_subsequence_report(const subsequence_answer& answer, const reproduction& how,
                              const formats::byte_sink& sink);
void write_distance_report(const distance_answer& answer, const reproduction& how, const formats::byte_sink& sink);

void write_adapters_report(const adapters_answer& answer, const reproduction& how, const formats::byte_sink& sink);

void write_component_report(const component_answer& answer, const reproduction& how, const formats::byte_sink& sink);

/// Keeps of many distances what a page shows: how often each occurs, the nearest and the farthest
/// pairs, a heat map, the first rows. Of a set that
/// is compared with itself each pair counts once, and no sequence with itself. Memory: bounded.
class distances_summary {
  public:
    explicit distances_summary(const batch_facts& facts);

    void add(std::uint64_t a, std::uint64_t b, std::uint32_t distance);

    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; } ///< that have a distance and count
    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] std::uint32_t least() const noexcept { return nearest_.empty() ? 0 : nearest_.front().distance; }
    [[nodiscard]] std::uint32_t greatest() const noexcept { return greatest_; }
    [[nodiscard]] const std::vector<near_pair>& first_rows() const noexcept { return first_rows_; }
    [[nodiscard]] const std::vector<near_pair>& nearest() const noexcept { return nearest_; }   ///< nearest first
    [[nodiscard]] const std::vector<near_pair>& farthest() const noexcept { return farthest_; } ///< farthest first
    /// Where all pairs are compared: a heat map of them.
    [[nodiscard]] const std::optional<heat_map>& map() const noexcept { return map_; }
    [[nodiscard]] const growing_histogram& distances() const noexcept { return distances_; }
    [[nodiscard]] const batch_facts& facts() const noexcept { return facts_; }

  private:
    const batch_facts& facts_;
    bool with_itself_; ///< B is A
    std::uint64_t rows_ = 0;
    std::uint64_t pairs_ = 0;
    double sum_ = 0;
    std::uint32_t greatest_ = 0;
    growing_histogram distances_;
    std::vector<near_pair> first_rows_;
    std::vector<near_pair> nearest_;
    std::vector<near_pair> farthest_;
    std::optional<heat_map> map_;
};

void write_distances_report(const distances_summary& summary, const reproduction& how, const formats::byte_sink& sink);
/// One row for MultiQC.
void write_distances_multiqc(const distances_summary& summary, const formats::byte_sink& sink);

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

/// One line a sequence, as long as it is, with a mark at every position: of the first hundred sequences that hold any.
/// `places` are in ascending order, each of `length` letters.
[[nodiscard]] std::string draw_tracks(const sequence_set& sequences, const std::vector<overlap_place>& places,
                                      std::uint64_t length, std::string_view id);

/// How many distinct sequences the places, in ascending order, are in.
[[nodiscard]] std::uint64_t sequences_among(const std::vector<overlap_place>& places);

} // namespace concord::app::report
