// How often values occur.
#pragma once

#include "report/svg.hpp"

#include "output/json.hpp"

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

} // namespace concord::app::report
