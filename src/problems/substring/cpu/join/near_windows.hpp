// The targets near to a source, one source after the other: by lists of pieces, by the words or windows within a few
// substitutions of it, by its unexpected letters and those of the targets, or by a comparison of the letters at the
// front, whichever is estimated to be cheapest.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/join/expected_letters.hpp"
#include "problems/substring/cpu/join/one_mismatch_pairs.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/join/short_words.hpp"
#include "problems/substring/cpu/join/window_index.hpp"
#include "problems/substring/cpu/join/window_lanes.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace concord::substring {

class near_windows {
  public:
    /// Distinct windows of one length. Refers to all of these.
    near_windows(const problem& given, const seed_kernels& kernels, const equal_windows& sources,
                 const equal_windows& targets, std::uint64_t length);

    /// Instructions of finding what is near to all sources, estimated; once prepared, by a sample of them.
    [[nodiscard]] double cost() const;

    /// Whether they are found by unexpected letters, unless lists turn out to take less.
    [[nodiscard]] bool is_by_expectation() const noexcept { return likely_.has_value(); }

    /// Makes what the cheapest way needs.
    void prepare(runtime::thread_pool& workers);

    struct workspace {
        std::vector<std::uint32_t> indices;
        std::vector<std::size_t> compared;            ///< sources of the group that an index does not tell about
        std::vector<std::vector<std::uint32_t>> near; ///< by source of the group: targets within k mismatches
    };
    /// work.near of the sources [first, last). Safe beside other threads.
    void find(std::size_t first, std::size_t last, workspace& work) const;

  private:
    void compare_all(std::size_t first_source, workspace& work) const;
    /// Instructions of a source by whichever way but lists.
    [[nodiscard]] double best_of_others() const {
        return std::min({to_look_up_, to_compare_, likely_ ? to_look_up_unexpected_ : to_compare_});
    }

    const problem& given_;
    const seed_kernels& kernels_;
    const equal_windows& sources_;
    const equal_windows& targets_;
    std::uint64_t length_;
    growth_alphabet alphabet_;
    unsigned letters_;  ///< compared at once
    double to_compare_; ///< instructions of comparing a source with all targets
    double to_look_up_; ///< of looking up all its neighbours
    std::optional<piece_index> pieces_;
    double to_list_ = 0; ///< of visiting the lists of a source
    std::optional<window_index> index_;
    std::optional<likely_letters> likely_; ///< with one mismatch, where windows are looked up by these
    double to_look_up_unexpected_ = 0;     ///< instructions of a source and its share of the targets
    std::optional<one_mismatch_pairs> pairs_;
    std::optional<short_words> words_;
    std::uint64_t compared_from_ = 0; ///< letters of a window, so many from here on
    std::optional<window_lanes<std::uint32_t>> fronts_;
};

} // namespace concord::substring
