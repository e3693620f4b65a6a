// Patterns in the texts of one block: their ends, in parts of the text on threads or on a GPU, and what of
// them is reported.
#pragma once

#include "problems/distance/find/delta_search.hpp"
#include "problems/distance/find/found_ends.hpp"
#include "problems/distance/gpu/find_gpu.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/dense_letters.hpp"
#include "simd/aligned_vector.hpp"

#include <concord/find.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

class pattern_search {
  public:
    pattern_search(const sequence_set& texts, const find_block& block, const find_options& options);

    [[nodiscard]] std::uint64_t letters() const noexcept { return text_.letters(); }
    [[nodiscard]] unsigned threads() const noexcept { return workers_.threads(); }
    /// The report of a search on the CPU, and a note about its kernels.
    void report_cpu(run_report& report) const;
    [[nodiscard]] std::string kernel_note() const;

    /// From now on ends are found on this GPU. `numbers`: null, or those of the letters of all patterns, by which text
    /// is compared there. Throws error (resource).
    void use_gpu(int gpu, const sequence::dense_letters* numbers);
    void use_cpu() { gpu_.reset(); }
    /// Seconds that the GPU took to find ends, copies included.
    [[nodiscard]] double gpu_seconds() const noexcept { return gpu_seconds_; }

    /// Patterns together: enough parts for all threads, and few enough that their ends fit the memory.
    [[nodiscard]] std::uint64_t patterns_at_once() const;
    /// `runs`: those of each pattern that the block before left open, and this block leaves. Progress is reported as
    /// `done` patterns before these, of `all`.
    void find(std::span<const oriented_pattern> patterns, std::span<open_run> runs, std::uint64_t done,
              std::uint64_t all, const occurrence_sink& sink);

  private:
    struct scratch {
        explicit scratch(const delta_search& search) : deltas(search) {}
        simd::aligned_vector<std::uint64_t> kernel;
        std::vector<std::uint64_t> found;
        delta_search deltas;
        /// Whether the last part was searched by deltas nearly from its beginning: the next one is likely to be.
        bool left_at_once = false;
    };

    [[nodiscard]] std::uint64_t parts() const { return (words_ + part_words_ - 1) / part_words_; }
    [[nodiscard]] std::vector<std::vector<found_end>> ends_by_cpu(std::span<const oriented_pattern> patterns);
    [[nodiscard]] std::vector<found_end> ends_in(const pattern_letters& pattern, std::uint64_t part, unsigned worker);
    /// Appends the ends in words from `first` to `last`, and returns the word before which it ended: earlier, where
    /// it takes longer than `by_deltas` words by deltas, each.
    [[nodiscard]] std::uint64_t find_by_levels(const pattern_rows& rows, std::uint64_t first, std::uint64_t last,
                                               std::uint64_t by_deltas, scratch& own, std::vector<found_end>& ends);
    void append_ends(std::span<const std::uint64_t> within, std::uint64_t word, std::vector<found_end>& ends) const;
    void find_by_gpu(std::span<const oriented_pattern> patterns, std::span<open_run> runs, const occurrence_sink& sink);
    /// Passes on those of the ends that are reported; they are empty afterwards.
    void pass_on(std::span<const oriented_pattern> patterns, std::vector<std::vector<found_end>>& ends,
                 std::span<open_run> runs, const occurrence_sink& sink);

    sequence_set texts_;
    const sequence::packed_sequences& text_;
    const find_options& options_;
    unsigned edits_;
    runtime::thread_pool workers_;
    occurrence_finder finder_;
    const find_kernel& kernel_;
    std::vector<scratch> memory_; ///< of each worker
    std::unique_ptr<gpu_end_search> gpu_;
    double gpu_seconds_ = 0;
    std::uint64_t words_ = 0;
    std::uint64_t part_words_ = 1;
    std::vector<std::uint64_t> starts_;
    std::vector<const std::uint64_t*> planes_;
};

} // namespace concord::edit_distance
