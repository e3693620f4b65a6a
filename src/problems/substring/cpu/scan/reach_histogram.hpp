// LengthStat for the starts of one span: how many sequences reach which length.
#pragma once

#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Collects MaxLCP of one target after the other and counts them by length. Lengths from `shortest` on are
/// distinguished in at most tuning::length_bins bins; `top` and all beyond share the last.
class reach_histogram {
  public:
    void begin(const source_span& span, const target_list& targets, std::uint64_t shortest, std::uint64_t top) {
        span_ = span;
        targets_ = &targets;
        shortest_ = shortest;
        top_ = top;
        width_ = (top - shortest) / tuning::length_bins + 1;
        bins_ = (top - shortest) / width_ + 1;
        reach_.assign(span.starts, 0);
        counts_.assign(span.starts * bins_, 0);
        touched_.clear();
        target_ = none;
    }

    /// As another one begins, for other targets.
    void begin_as(const reach_histogram& other) { begin(other.span_, *other.targets_, other.shortest_, other.top_); }
    /// What another one, which began alike, has counted.
    void add(const reach_histogram& other) {
        for (std::size_t index = 0; index < counts_.size(); ++index)
            counts_[index] += other.counts_[index];
    }

    [[nodiscard]] const source_span& span() const noexcept { return span_; }
    [[nodiscard]] std::uint64_t shortest() const noexcept { return shortest_; }
    [[nodiscard]] std::uint64_t width() const noexcept { return width_; } ///< 1: lengths are exact

    /// Starts [from, to] of the span's sequence share a prefix with `target` that ends at `end`; too short ones are
    /// left out.
    void reached(std::uint64_t target, std::uint64_t from, std::uint64_t to, std::uint64_t end) {
        if (target != target_) flush(target);
        if (end < from + shortest_) return; // another span of the group asks for shorter ones
        const std::uint64_t last = std::min(to, end - shortest_);
        for (std::uint64_t start = from; start <= last; ++start) {
            std::uint32_t& longest = reach_[start - span_.first];
            if (longest == 0) touched_.push_back(static_cast<std::uint32_t>(start - span_.first));
            longest = std::max(longest, static_cast<std::uint32_t>(end - start));
        }
    }

    void end() { flush(none); }

    /// The greatest distinguished length that at least `support` sequences reach from this start, the source included,
    /// with their number; lengths are the lower ends of bins. `longest_possible` letters follow the start.
    [[nodiscard]] start_outcome outcome(std::uint64_t start, std::uint64_t support,
                                        std::uint64_t longest_possible) const {
        const std::uint32_t* counts = counts_.data() + start * bins_;
        std::uint64_t reaching = 1; // the source itself
        for (std::uint64_t bin = bin_of(longest_possible) + 1; bin-- > 0;) {
            reaching += counts[bin];
            if (reaching >= support) return {shortest_ + bin * width_, reaching};
        }
        return {};
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    [[nodiscard]] std::uint64_t bin_of(std::uint64_t length) const noexcept {
        return (std::min(length, top_) - shortest_) / width_;
    }

    void flush(std::uint64_t next_target) {
        if (touched_.empty()) {
            target_ = next_target;
            return;
        }
        // A target counts as often as it represents others; the source itself is not among them.
        const std::uint32_t sequences = targets_->copies_of(target_) - (target_ == span_.sequence ? 1U : 0U);
        for (const std::uint32_t start : touched_) {
            counts_[start * bins_ + bin_of(reach_[start])] += sequences;
            reach_[start] = 0;
        }
        touched_.clear();
        target_ = next_target;
    }

    source_span span_{};
    const target_list* targets_ = nullptr;
    std::uint64_t shortest_ = 0;
    std::uint64_t top_ = 0;
    std::uint64_t width_ = 1;
    std::uint64_t bins_ = 1;
    std::uint64_t target_ = none;
    std::vector<std::uint32_t> reach_;   // of the current target, by start
    std::vector<std::uint32_t> touched_; // starts with a reach
    std::vector<std::uint32_t> counts_;  // [start][bin]
};

} // namespace concord::substring
