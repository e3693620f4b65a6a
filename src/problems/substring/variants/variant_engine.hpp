// What a device does of the search of the variants: the threads of this process, or a GPU. The search decides, and all
// engines give the same.
#pragma once

#include "problems/substring/variants/variant_search.hpp"
#include "runtime/device_policy.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// `length` letters of the text.
struct text_word {
    std::uint64_t start;
    std::uint64_t length;
};

class variant_engine {
  public:
    virtual ~variant_engine() = default;

    /// A length that some window reaches; 0: none is known. Throws error: resource, cancelled; as all of these.
    [[nodiscard]] virtual std::uint64_t reached_length() = 0;
    /// Windows of this length but for some that cannot have the support.
    [[nodiscard]] virtual filtered filter(std::uint64_t length) = 0;
    /// All windows of the greatest length >= `length` that have the support, of those that `left` says, but for those
    /// that are still left then, as they have no anchors; none where counting is estimated to be quicker: then `left`
    /// may have become less.
    [[nodiscard]] virtual std::optional<supported_starts> search_by_anchors(filtered& left, std::uint64_t length) = 0;
    /// Drops windows that cannot have the support, of those whose parts have it, where a bound is quickly found.
    virtual void drop_longer(window_starts& /*starts*/, std::uint64_t /*length*/) {}
    /// Sequences that hold each class, where windows of so many letters are counted.
    [[nodiscard]] virtual counted_classes count(const window_classes& classes, std::uint64_t length,
                                                const ruled_out_windows& dead) = 0;
    /// Whether windows of so many letters are counted all at once rather than some of them first, to rule out others.
    [[nodiscard]] virtual bool counts_all_at_once(const window_starts& /*starts*/, std::uint64_t /*length*/) {
        return false;
    }
    /// Whether it tells what a class begins with that has no support.
    [[nodiscard]] virtual bool finds_dead_beginnings() const noexcept { return false; }
    /// Letters of the longest prefix of each word of the text that each sequence holds, by word and sequence.
    [[nodiscard]] virtual std::vector<std::vector<std::uint64_t>> reaches(std::span<const text_word> words) = 0;
};

/// The threads of the resources. All that it is given must outlive it.
[[nodiscard]] std::unique_ptr<variant_engine> make_cpu_engine(const variant_problem& given,
                                                              const variant_resources& resources);

/// The device for a search of this cost; one GPU of several, and a line in `notes` unless it is null. Without an
/// estimate an automatic choice is the CPU. Throws error (resource) as runtime::choose_device.
[[nodiscard]] runtime::device_choice choose_variant_device(const run_options& options,
                                                           const std::optional<runtime::device_costs>& costs,
                                                           std::vector<std::string>* notes);

} // namespace concord::substring
