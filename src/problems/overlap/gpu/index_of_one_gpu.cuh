// An index in the memory of one GPU: its arrays, and the order of the calls that use them.
#pragma once

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/gpu/index_view.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace concord::overlap {

class index_of_one_gpu final : public gpu_index {
  public:
    index_of_one_gpu(const text_with_places& of, const gpu_resources& resources);

    /// Sorts the suffixes, and so on.
    void build(const cancel_check& check, std::vector<std::string>& notes);
    /// Copies an index from the host.
    void copy(const index_arrays<const std::uint32_t>& host);

    // index.cu
    void copy_to(const index_arrays<std::uint32_t>& host) const override;
    [[nodiscard]] bool common_prefixes(std::uint64_t of_one_strand, std::span<const place_pair> pairs,
                                       std::span<std::uint64_t> lengths, const cancel_check& check) const override;

    // questions.cu
    [[nodiscard]] region_table longest_regions(std::uint64_t of_one_strand, const cancel_check& check) const override;
    [[nodiscard]] std::vector<std::uint32_t> positions_of(std::uint32_t position, std::uint64_t length) const override;
    [[nodiscard]] repeat_of_one longest_repeat(std::uint64_t of_one_strand, const cancel_check& check) const override;
    void exact_matches(std::uint64_t of_one_strand, const match_question& question, delivery& made,
                       const take_match_rows& take, const cancel_check& check) const override;
    void unique_matches(std::uint64_t of_one_strand, const match_question& question, delivery& made,
                        const take_match_rows& take, const cancel_check& check) const override;
    void rare_intervals(std::uint64_t of_one_strand, const interval_question& question, delivery& made,
                        const take_intervals& take, const cancel_check& check) const override;
    void mismatch_matches(std::uint64_t of_one_strand, std::span<const std::uint64_t> offsets,
                          const mismatch_question& question, delivery& made, const take_match_rows& take,
                          const cancel_check& check) const override;
    void end_overlaps(std::span<const std::uint64_t> offsets, std::uint64_t min_length, delivery& made,
                      const take_match_rows& take, const cancel_check& check) const override;

  private:
    template <class Value>
    [[nodiscard]] runtime::device_buffer<Value> put(const Value* host, std::uint64_t count) const {
        runtime::device_buffer<Value> there = machine_.make<Value>(count);
        machine_.put(there.data(), host, count);
        return there;
    }
    void get(std::span<std::uint32_t> host, const runtime::device_buffer<std::uint32_t>& from) const {
        if (!host.empty()) machine_.get(host.data(), from.data(), from.size());
    }

    /// One call at a time has the GPU; it sets the caller that cancels the work.
    class turn {
      public:
        turn(const index_of_one_gpu& index, const cancel_check* check)
            : lock_(index.one_at_a_time_), index_(index), before_(index.check_) {
            index.check_ = check;
            index.machine_.context().select();
        }
        ~turn() { index_.check_ = before_; }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;

      private:
        std::scoped_lock<std::recursive_mutex> lock_;
        const index_of_one_gpu& index_;
        const cancel_check* before_;
    };

    /// For the steps of a question.
    [[nodiscard]] index_view view_of(std::uint64_t of_one_strand) const;

    runtime::cuda_device machine_;
    mutable const cancel_check* check_ = nullptr;
    text_view view_; ///< in the GPU's memory
    runtime::device_buffer<std::uint64_t> letters_;
    runtime::device_buffer<std::uint64_t> cuts_;
    runtime::device_buffer<std::uint64_t> offsets_;
    runtime::device_buffer<std::uint64_t> ambiguous_;
    runtime::device_buffer<std::uint32_t> suffixes_;
    runtime::device_buffer<std::uint32_t> ranks_;
    runtime::device_buffer<std::uint32_t> prefixes_;
    runtime::device_buffer<std::uint32_t> table_;
    /// Of the GPU's stream and pinned_flags; a caller that takes rows may ask for something else in between.
    mutable std::recursive_mutex one_at_a_time_;
};

} // namespace concord::overlap
