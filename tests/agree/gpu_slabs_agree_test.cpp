// Slabs of a pair's matrix on a real GPU, as ranks have them, one after the other: what leaves one enters the next.
// With lanes of every width, against the whole matrix on the CPU. Skipped where there is none.
#include "alignment/alignment_builder.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "alignment/slab_of_rank.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/thread_pool.hpp"
#include "support/gpu.hpp"
#include "support/pair_case.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace concord::gpu_slabs_agree_test {
namespace {

struct slabs_on_gpu {
    std::uint64_t edits = 0;
    alignment aligned;
};

slabs_on_gpu fill_slabs(const sequence::coded_pair& pair, const pairwise::pair_recurrence& recurrence,
                        const std::vector<std::uint64_t>& bounds, unsigned words, bool keep) {
    constexpr std::size_t row_words = pairwise::most_block_rows / 64;
    using rows_of_bits = std::map<std::size_t, std::vector<std::uint64_t>>;
    rows_of_bits between;
    std::vector<sequence::coded_pair> slabs;
    std::vector<std::unique_ptr<pairwise::gpu_matrix>> matrices;
    slabs_on_gpu found{pair.b.length, {}};
    slabs.reserve(bounds.size());
    for (std::size_t slab = 0; slab + 1 < bounds.size(); ++slab) {
        slabs.push_back(pairwise::columns_of(pair, false, bounds[slab], bounds[slab + 1]));
        rows_of_bits leaving;
        std::size_t refused = 0;
        pairwise::slab_neighbours beside;
        if (slab > 0)
            beside.entering = [&](std::size_t row, std::uint64_t* bits, bool wait) {
                EXPECT_FALSE(wait);
                if (refused++ % 3 != 2) return false; // it has not arrived yet
                std::ranges::copy(between.at(row), bits);
                return true;
            };
        if (slab + 2 < bounds.size())
            beside.leaving = [&](std::size_t row, const std::uint64_t* bits) {
                EXPECT_TRUE(
                    leaving.emplace(row, std::vector(bits, bits + recurrence.boundary.horizontal * row_words)).second);
            };
        matrices.push_back(recurrence.on_gpus(slabs.back(), recurrence.boundary,
                                              {.gpus = {0}, .memory = 0, .check = {}, .words = words}));
        const pairwise::delta_row last = matrices.back()->fill_slab(beside, keep);
        found.edits +=
            pairwise::distance_at({0, last.words.data(), last.stride}, slabs.back().a.length, recurrence.deltas);
        const std::size_t rows = (pair.b.length + pairwise::most_block_rows - 1) / pairwise::most_block_rows;
        EXPECT_EQ(leaving.size(), beside.leaving ? rows : 0);
        between = std::move(leaving);
    }
    if (!keep) return found;
    run_options options;
    runtime::thread_pool pool(options);
    pairwise::alignment_builder aligned;
    pairwise::matrix_cell at{0, pair.b.length};
    for (std::size_t slab = slabs.size(); slab-- > 0;) {
        at.columns = slabs[slab].a.length;
        pairwise::block_matrix(slabs[slab], recurrence.boundary,
                               recurrence.kernel_for(simd::choose_vectors(vector_target::automatic)), pool)
            .trace(matrices[slab]->edges(), recurrence.trace, at, aligned);
        aligned.prepend('I', at.columns);
    }
    aligned.prepend('D', at.rows);
    found.aligned = std::move(aligned).take();
    return found;
}

distance_result by_cpu(const test::pair_case& pair, distance_metric metric) {
    distance_options options;
    options.metric = metric;
    options.alignment = true;
    options.run.device = device::cpu();
    return distance(pair.ref_a(), pair.ref_b(), options);
}

TEST(gpu_slabs, agree_with_the_whole_matrix_on_the_cpu) {
    CONCORD_GPU_OR_SKIP();
    constexpr std::uint64_t block = pairwise::block_columns;
    for (const std::uint64_t alphabet : {4U, 7U, 1'000U})
        for (const std::uint64_t rows : {1U, 15U, 2'048U, 2'049U, 30'011U}) {
            const test::pair_case pair = test::make_unrelated_pair(alphabet + rows, 41'003, rows, alphabet);
            const distance_result edited = by_cpu(pair, distance_metric::levenshtein);
            const distance_result indels = by_cpu(pair, distance_metric::indel);
            const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
            for (const auto& bounds : std::vector<std::vector<std::uint64_t>>{
                     {0, 41'003}, {0, block, 41'003}, {0, 7 * block, 8 * block, 20 * block, 41'003}})
                for (const unsigned words : {0U, 1U, 2U, 8U}) {
                    const std::string how = std::to_string(alphabet) + " letters, " + std::to_string(rows) + " rows, " +
                                            std::to_string(bounds.size() - 1) + " slabs, " + std::to_string(words) +
                                            " words";
                    const slabs_on_gpu edits = fill_slabs(codes, pairwise::levenshtein_recurrence, bounds, words, true);
                    EXPECT_EQ(edits.edits, edited.distance) << how;
                    EXPECT_EQ(cigar(edits.aligned), cigar(edited.alignment)) << how;
                    const slabs_on_gpu common = fill_slabs(codes, pairwise::lcs_recurrence, bounds, words, true);
                    EXPECT_EQ(common.edits, indels.distance) << how;
                    EXPECT_EQ(cigar(common.aligned), cigar(indels.alignment)) << how;
                    EXPECT_EQ(fill_slabs(codes, pairwise::lcs_recurrence, bounds, words, false).edits, common.edits);
                    if (HasFailure()) return;
                }
        }
}

TEST(gpu_slabs, stop_waiting_when_asked_to) {
    CONCORD_GPU_OR_SKIP();
    const test::pair_case pair = test::make_unrelated_pair(12, 20'000, 20'000, 4);
    const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
    int asked = 0;
    const auto matrix = pairwise::levenshtein_recurrence.on_gpus(codes, pairwise::levenshtein_recurrence.boundary,
                                                                 {.gpus = {0}, .memory = 0, .check = [&] {
                                                                      if (++asked > 3)
                                                                          throw error(error_code::cancelled, "enough");
                                                                  }});
    EXPECT_THROW(static_cast<void>(
                     matrix->fill_slab({.entering = [](std::size_t, std::uint64_t*, bool) { return false; }}, false)),
                 error);
}

} // namespace
} // namespace concord::gpu_slabs_agree_test
