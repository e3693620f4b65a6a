// The matrix of a long pair as kernels see it: strips of columns, the deltas that leave them to the right, and the
// width of strips.
#pragma once

#include "alignment/bit_parallel/block.hpp"
#include "alignment/bit_parallel/gpu/edge_words.hpp"
#include "alignment/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace concord::pairwise {

inline constexpr unsigned hop_margin = 33; ///< hops whose letters may be read before the first and after the last
inline constexpr unsigned strip_threads = 128;

/// Edge words are accessed with relaxed order, from any GPU, and explicitly in global memory: a generic load could
/// stall the shared memory.
__device__ inline std::uint32_t load_edge(const std::uint32_t* from) {
    std::uint32_t word;
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(word) : "l"(__cvta_generic_to_global(from)) : "memory");
    return word;
}
__device__ inline unsigned long long load_edge(const unsigned long long* from) {
    unsigned long long word;
    asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(word) : "l"(__cvta_generic_to_global(from)) : "memory");
    return word;
}
__device__ inline void store_edge(std::uint32_t* to, std::uint32_t word) {
    asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(word) : "memory");
}
__device__ inline void store_edge(unsigned long long* to, unsigned long long word) {
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "l"(word) : "memory");
}

/// A matrix, or one of two that are filled at the same time. Columns come as 32-bit words. Each of several GPUs owns
/// some adjacent strips; strips are numbered from GPU to GPU.
struct strip_matrix {
    const std::uint32_t* columns; ///< [plane][column_words], of this GPU's strips
    std::uint64_t column_words;   ///< a multiple of those of a strip
    unsigned planes;
    const void*
        rows; ///< letters in the layout of Letters, from the first hop on; hop_margin hops readable on both sides
    std::uint32_t hops;
    unsigned rows_of_last_hop; ///< 1 to hop_rows
    unsigned first_strip;
    unsigned strips;

    std::uint32_t* vertical; ///< null, or [vertical delta][column_words]: of the last row
    void* edges;             ///< edge words [hop], overwritten from strip to strip, 0 at first; null for a single strip
    void* inbox;             ///< the same, written by the GPU or the rank on the left; null if there is none
    void* outbox;            ///< the inbox of the GPU on the right, or read by a rank; null if there is none

    std::uint32_t*
        kept_vertical; ///< null, or [hops / keep_hops][vertical delta][column_words]: behind every keep_hops-th hop
    std::uint32_t keep_hops;
    void* kept_edges; ///< null, or [strips / keep_strips][hop]: what leaves every keep_strips-th strip
    unsigned keep_strips;

    int* edits;                       ///< null, or receives the sum of the edits of the last row
    std::uint64_t columns_of_letters; ///< for `edits`: those beyond are padding

    std::uint32_t top[most_vertical];    ///< a word of each vertical delta above the first row
    std::uint32_t left[most_horizontal]; ///< the deltas that enter from the left border: 0 or all ones
};

struct strip_work {
    strip_matrix matrices[2];
    unsigned matrix_count;
    unsigned* ticket;               ///< 0 at first
    const unsigned long long* stop; ///< in host memory: not 0 after a cancellation
};

/// Strips of many matrices, in the order in which warps take them.
struct many_strips {
    struct strip_of_matrix {
        std::uint32_t matrix;
        std::uint32_t strip;
    };
    const strip_matrix* matrices;
    const strip_of_matrix* strips;
    unsigned count;
    unsigned planes;                ///< of all
    unsigned* ticket;               ///< 0 at first
    const unsigned long long* stop; ///< as above
};

// The width of strips: chosen by an estimate of the time, which changes no answer.

struct strip_plan {
    unsigned words;  ///< words of columns of a lane
    unsigned strips; ///< of one matrix, over all GPUs
    double cycles;   ///< estimated
};

/// The fastest plan with 1, 2, 4 ... `cost.most_words` words a lane.
[[nodiscard]] inline strip_plan plan_strips(std::uint64_t columns, std::uint64_t hops, unsigned matrices,
                                            unsigned multiprocessors, const tuning::lane_cost& cost) {
    strip_plan best{0, 0, 0};
    for (unsigned words = 1; words <= cost.most_words; words *= 2) {
        const std::uint64_t strips = std::max<std::uint64_t>(1, (columns + 1024 * words - 1) / (1024 * words));
        const double instructions = 16 * (cost.of_word * words + cost.of_row) + 60;
        const double at_once = std::min(static_cast<double>(strips) * matrices,
                                        static_cast<double>(multiprocessors) * tuning::warps_of_a_multiprocessor);
        const double warps_of_a_scheduler = std::max(1.0, at_once / (4.0 * multiprocessors));
        const double hop =
            std::max(tuning::cycles_alone * instructions, tuning::cycles_shared * instructions * warps_of_a_scheduler);
        const double rounds = static_cast<double>(strips) * matrices / at_once;
        const double cycles =
            hop * (static_cast<double>(hops) * rounds + 32.0 * std::min<double>(static_cast<double>(strips), at_once));
        if (best.words == 0 || cycles < best.cycles) best = {words, static_cast<unsigned>(strips), cycles};
    }
    return best;
}

} // namespace concord::pairwise
