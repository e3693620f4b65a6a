// What `concord distance --report` writes of many distances.
#pragma once

#include "report/cut_rows.hpp"
#include "report/histogram.hpp"
#include "report/page.hpp"

#include "formats/output_file.hpp"
#include "output/distance_stream.hpp"

#include <cstdint>
#include <vector>

namespace concord::app::report {

/// Keeps of many distances what a page shows: how often each occurs, the nearest pairs, the first rows. Of a set that
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
    [[nodiscard]] const std::vector<near_pair>& nearest() const noexcept { return nearest_; } ///< nearest first
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
};

void write_distances_report(const distances_summary& summary, const reproduction& how, const formats::byte_sink& sink);
/// One row for MultiQC.
void write_distances_multiqc(const distances_summary& summary, const formats::byte_sink& sink);

} // namespace concord::app::report
