// An index on a GPU that is simulated on the host: the steps of the real one, one after the other, a few at a time. So
// all that surrounds them is tested as well: rows as answers, and the CPU that takes over where memory is short.
#pragma once

#include "problems/overlap/gpu/end_overlaps.hpp"
#include "problems/overlap/gpu/exact_matches.hpp"
#include "problems/overlap/gpu/longest_repeat.hpp"
#include "problems/overlap/gpu/mismatch_rows.hpp"
#include "problems/overlap/gpu/place_prefixes.hpp"
#include "problems/overlap/gpu/rare_intervals.hpp"
#include "problems/overlap/gpu/shared_regions.hpp"
#include "problems/overlap/gpu/unique_matches.hpp"
#include "problems/overlap/tables.hpp"
#include "support/serial_machine.hpp"

#include <concord/error.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace concord::test {

/// Has memory for so many arrays, and then no more.
class short_machine : public serial_machine {
  public:
    explicit short_machine(std::uint64_t arrays) : serial_machine(0), left_(arrays) {}

    template <class Value>
    [[nodiscard]] array<Value> make(std::uint64_t size) {
        if (left_ == 0) throw error(error_code::resource, "no memory left");
        --left_;
        return serial_machine::make<Value>(size);
    }
    template <class Value>
    [[nodiscard]] array<Value> zeroed(std::uint64_t size) {
        if (left_ == 0) throw error(error_code::resource, "no memory left");
        --left_;
        return serial_machine::zeroed<Value>(size);
    }

  private:
    std::uint64_t left_;
};

class simulated_gpu_index final : public overlap::gpu_index {
  public:
    simulated_gpu_index(const overlap::index_tables& held, std::uint64_t arrays) : held_(held), arrays_left_(arrays) {}

    [[nodiscard]] double seconds_of_a_question() const override { return 0; } // always worth it

    void copy_to(const overlap::index_arrays<std::uint32_t>&) const override {}
    [[nodiscard]] bool common_prefixes(std::uint64_t of_one_strand, std::span<const place_pair> pairs,
                                       std::span<std::uint64_t> lengths, const overlap::cancel_check&) const override {
        const overlap::index_view index = view();
        unsigned wrong = 0;
        const serial_machine machine(0);
        machine.for_each(pairs.size(), overlap::share_prefixes{index.text, index.offsets, of_one_strand, index.ranks,
                                                               index.minima, pairs.data(), lengths.data(), &wrong});
        return wrong == 0;
    }
    [[nodiscard]] overlap::region_table longest_regions(std::uint64_t of_one_strand,
                                                        const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        const overlap::index_view index = view();
        return overlap::longest_regions(
            machine, {index.suffixes, index.prefixes, index.text.size, index.offsets, index.sequences, of_one_strand});
    }
    [[nodiscard]] std::vector<std::uint32_t> positions_of(std::uint32_t position, std::uint64_t length) const override {
        const auto& arrays = std::get<overlap::arrays<std::uint32_t>>(held_.arrays());
        const overlap::rank_range range = overlap::sharing(arrays, arrays.ranks[position], length);
        return {arrays.suffixes.begin() + static_cast<std::ptrdiff_t>(range.first),
                arrays.suffixes.begin() + static_cast<std::ptrdiff_t>(range.last)};
    }
    [[nodiscard]] overlap::repeat_of_one longest_repeat(std::uint64_t, const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        return overlap::longest_repeat_of_one(machine, view());
    }
    void exact_matches(std::uint64_t, const overlap::match_question& question, overlap::delivery& made,
                       const overlap::take_match_rows& take, const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        overlap::exact_matches(machine, view(), question, few, made, take);
    }
    void unique_matches(std::uint64_t, const overlap::match_question& question, overlap::delivery& made,
                        const overlap::take_match_rows& take, const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        overlap::unique_matches(machine, view(), question, few, made, take);
    }
    void rare_intervals(std::uint64_t, const overlap::interval_question& question, overlap::delivery& made,
                        const overlap::take_intervals& take, const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        overlap::rare_intervals(machine, view(), question, few, made, take);
    }
    void mismatch_matches(std::uint64_t, std::span<const std::uint64_t> offsets,
                          const overlap::mismatch_question& question, overlap::delivery& made,
                          const overlap::take_match_rows& take, const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        overlap::mismatch_matches(machine, view(), offsets, question, few, made, take);
    }
    void end_overlaps(std::span<const std::uint64_t> offsets, std::uint64_t min_length, overlap::delivery& made,
                      const overlap::take_match_rows& take, const overlap::cancel_check&) const override {
        short_machine machine(arrays_left_);
        overlap::end_overlaps(machine, view(), offsets, min_length, few, made, take);
    }

  private:
    static constexpr overlap::at_once few{.sources = 40, .seeds = 7, .rows = 3};

    [[nodiscard]] overlap::index_view view() const {
        const auto& arrays = std::get<overlap::arrays<std::uint32_t>>(held_.arrays());
        overlap::index_view index;
        index.text = held_.text;
        index.suffixes = arrays.suffixes.data();
        index.ranks = arrays.ranks.data();
        index.prefixes = arrays.prefixes.data();
        index.minima = arrays.minima;
        index.offsets = sequence::packed(held_.set).offsets();
        index.sequences = held_.set.size();
        index.of_one_strand = held_.given.size();
        index.letters_of_one_strand = held_.given.letters();
        return index;
    }

    const overlap::index_tables& held_;
    std::uint64_t arrays_left_;
};

/// Gives an index of positions of 32 bits a simulated GPU, which has memory for so many arrays at a question.
inline std::shared_ptr<const overlap::index_tables>
with_simulated_gpu(const std::shared_ptr<const overlap::index_tables>& made,
                   std::uint64_t arrays = std::numeric_limits<std::uint64_t>::max()) {
    const auto changed = std::const_pointer_cast<overlap::index_tables>(made);
    changed->on_gpu = std::make_shared<simulated_gpu_index>(*changed, arrays);
    return changed;
}

} // namespace concord::test
