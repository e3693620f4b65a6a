// Questions that a GPU answers about the index in its memory.
#include "problems/overlap/gpu/end_overlaps.hpp"
#include "problems/overlap/gpu/exact_matches.hpp"
#include "problems/overlap/gpu/index_of_one_gpu.cuh"
#include "problems/overlap/gpu/longest_repeat.hpp"
#include "problems/overlap/gpu/mismatch_rows.hpp"
#include "problems/overlap/gpu/rare_intervals.hpp"
#include "problems/overlap/gpu/shared_regions.hpp"
#include "problems/overlap/gpu/unique_matches.hpp"

#include <algorithm>

namespace concord::overlap {
namespace {

/// As much at a time as the free memory allows.
at_once as_much_as(std::uint64_t free_memory) {
    at_once most;
    constexpr std::uint64_t least = 4096;
    constexpr std::uint64_t bytes_of_source = 256; // while they are listed, on both strands, and what else is held
    most.sources = std::clamp(free_memory / bytes_of_source, least, most.sources);
    most.seeds = std::clamp(free_memory / bytes_of_source, least, most.seeds);
    most.rows = std::clamp(free_memory / bytes_of_source, least, most.rows);
    return most;
}

} // namespace

index_view index_of_one_gpu::view_of(std::uint64_t of_one_strand) const {
    index_view index;
    index.text = view_;
    index.suffixes = suffixes_.data();
    index.ranks = ranks_.data();
    index.prefixes = prefixes_.data();
    index.minima = {prefixes_.data(), table_.data(), view_.size};
    index.offsets = offsets_.data();
    index.sequences = offsets_.size() - 1;
    index.of_one_strand = of_one_strand;
    machine_.get(&index.letters_of_one_strand, offsets_.data() + of_one_strand, 1);
    return index;
}

region_table index_of_one_gpu::longest_regions(std::uint64_t of_one_strand, const cancel_check& check) const {
    const turn mine(*this, &check);
    return overlap::longest_regions(machine_, {.suffixes = suffixes_.data(),
                                               .prefixes = prefixes_.data(),
                                               .size = view_.size,
                                               .offsets = offsets_.data(),
                                               .sequences = offsets_.size() - 1,
                                               .of_one_strand = of_one_strand});
}

std::vector<std::uint32_t> index_of_one_gpu::positions_of(std::uint32_t position, std::uint64_t length) const {
    const turn mine(*this, nullptr);
    std::uint32_t rank = 0;
    machine_.get(&rank, ranks_.data() + position, 1);
    // Neighbours share the letters as far as prefixes are that long: looked at in growing stretches.
    std::uint64_t first = rank;
    std::uint64_t last = std::uint64_t{rank} + 1;
    std::vector<std::uint32_t> prefixes;
    for (std::uint64_t some = 256; first > 0; some *= 2) {
        const std::uint64_t from = first + 1 - std::min(some, first + 1); // prefixes [from, first]
        prefixes.resize(first + 1 - from);
        machine_.get(prefixes.data(), prefixes_.data() + from, prefixes.size());
        while (first > 0 && first >= from && prefixes[first - from] >= length)
            --first;
        if (first >= from) break;
    }
    for (std::uint64_t some = 256; last < view_.size; some *= 2) {
        const std::uint64_t from = last;
        prefixes.resize(std::min(some, view_.size - last));
        machine_.get(prefixes.data(), prefixes_.data() + from, prefixes.size());
        while (last < from + prefixes.size() && prefixes[last - from] >= length)
            ++last;
        if (last < from + prefixes.size()) break;
    }
    std::vector<std::uint32_t> positions(last - first);
    machine_.get(positions.data(), suffixes_.data() + first, positions.size());
    return positions;
}

repeat_of_one index_of_one_gpu::longest_repeat(std::uint64_t of_one_strand, const cancel_check& check) const {
    const turn mine(*this, &check);
    return longest_repeat_of_one(machine_, view_of(of_one_strand));
}

void index_of_one_gpu::exact_matches(std::uint64_t of_one_strand, const match_question& question, delivery& made,
                                     const take_match_rows& take, const cancel_check& check) const {
    const turn mine(*this, &check);
    overlap::exact_matches(machine_, view_of(of_one_strand), question, as_much_as(machine_.free_memory()), made, take);
}

void index_of_one_gpu::unique_matches(std::uint64_t of_one_strand, const match_question& question, delivery& made,
                                      const take_match_rows& take, const cancel_check& check) const {
    const turn mine(*this, &check);
    overlap::unique_matches(machine_, view_of(of_one_strand), question, as_much_as(machine_.free_memory()), made, take);
}

void index_of_one_gpu::rare_intervals(std::uint64_t of_one_strand, const interval_question& question, delivery& made,
                                      const take_intervals& take, const cancel_check& check) const {
    const turn mine(*this, &check);
    overlap::rare_intervals(machine_, view_of(of_one_strand), question, as_much_as(machine_.free_memory()), made, take);
}

void index_of_one_gpu::mismatch_matches(std::uint64_t of_one_strand, std::span<const std::uint64_t> offsets,
                                        const mismatch_question& question, delivery& made, const take_match_rows& take,
                                        const cancel_check& check) const {
    const turn mine(*this, &check);
    overlap::mismatch_matches(machine_, view_of(of_one_strand), offsets, question, as_much_as(machine_.free_memory()),
                              made, take);
}

void index_of_one_gpu::end_overlaps(std::span<const std::uint64_t> offsets, std::uint64_t min_length, delivery& made,
                                    const take_match_rows& take, const cancel_check& check) const {
    const turn mine(*this, &check);
    overlap::end_overlaps(machine_, view_of(offsets.size() - 1), offsets, min_length,
                          as_much_as(machine_.free_memory()), made, take);
}

} // namespace concord::overlap
