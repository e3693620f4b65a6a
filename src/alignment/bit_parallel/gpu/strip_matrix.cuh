// The matrix of a long pair as kernels see it: strips of columns, and what leaves them to the right.
#pragma once

#include <cstdint>

namespace concord::pairwise {

inline constexpr unsigned hop_rows = 16;
inline constexpr unsigned hop_margin = 33; ///< hops whose letters may be read before the first and behind the last
inline constexpr unsigned strip_threads = 128;

/// What leaves a strip in a hop: for each horizontal delta 16 bits, the first row's highest, and the number of the
/// strip, so that the warp that waits for the word sees in the word itself that it has come. Written and read as one.
template <unsigned Horizontal>
struct edge_word;
template <>
struct edge_word<1> {
    using type = std::uint32_t;
    static constexpr unsigned tag_bits = 16;
};
template <>
struct edge_word<2> {
    using type = unsigned long long;
    static constexpr unsigned tag_bits = 32;
};

/// Edge words are read and written as they come, by whatever GPU: relaxed, and known to be in global memory. A load
/// that may be from shared memory would hold up the shared memory's.
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

/// A matrix, or one of two that are filled at the same time. Columns come as 32-bit words. Of several GPUs each has
/// some neighbouring strips; the numbers of strips go on from GPU to GPU.
struct strip_matrix {
    const std::uint32_t* columns; ///< [plane][column_words], of this GPU's strips
    std::uint64_t column_words;   ///< a multiple of those of a strip
    unsigned planes;
    const void* rows; ///< letters as Letters wants them, from the first hop on; hop_margin hops readable on both sides
    std::uint32_t hops;
    unsigned rows_of_last_hop; ///< 1 to hop_rows
    unsigned first_strip;
    unsigned strips;

    std::uint32_t* vertical; ///< null, or [vertical delta][column_words]: of the last row
    void* edges;             ///< edge words [hop], from strip to strip in place, 0 at first; null for a single strip
    void* inbox;             ///< the same, written by the GPU on the left; null where there is none
    void* outbox;            ///< the inbox of the GPU on the right; null where there is none

    std::uint32_t*
        kept_vertical; ///< null, or [hops / keep_hops][vertical delta][column_words]: behind every keep_hops-th hop
    std::uint32_t keep_hops;
    void* kept_edges; ///< null, or [strips / keep_strips][hop]: what leaves every keep_strips-th strip
    unsigned keep_strips;

    int* edits;                       ///< null, or where the edits of the last row are added up
    std::uint64_t columns_of_letters; ///< for `edits`: those beyond are padding

    std::uint32_t top[2];  ///< a word of each vertical delta above the first row
    std::uint32_t left[2]; ///< what enters from the left border: 0 or all ones
};

struct strip_work {
    strip_matrix matrices[2];
    unsigned matrix_count;
    unsigned* ticket;               ///< 0 at first
    const unsigned long long* stop; ///< in the host's memory: not 0 when all is to end early
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

} // namespace concord::pairwise
