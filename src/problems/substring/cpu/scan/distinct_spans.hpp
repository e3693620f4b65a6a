// Windows of some spans, one of each that are equal: of sequences that are runs of a letter, or copies of each other,
// most windows that have the support are the same few.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/scan/spans.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/search_plan.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

class distinct_spans {
  public:
    /// Nothing where a sample says that few of the windows of `length` letters are equal. Else time O(w log w /
    /// threads) for w windows.
    [[nodiscard]] static std::optional<distinct_spans> of(const problem& given, std::span<const source_span> spans,
                                                          std::uint64_t length, runtime::thread_pool& workers);

    /// One window of each class, and a few more that lie between two of them.
    [[nodiscard]] const std::vector<source_span>& spans() const noexcept { return spans_; }
    /// All windows that are equal to one that was found among these, in the order of their positions.
    [[nodiscard]] longest_windows all_equal_to(const longest_windows& found) const;

  private:
    distinct_spans(const problem& given, std::span<const source_span> spans, std::uint64_t length,
                   runtime::thread_pool& workers);

    const problem& given_;
    std::optional<equal_windows> classes_;
    std::vector<source_span> spans_;
};

} // namespace concord::substring
