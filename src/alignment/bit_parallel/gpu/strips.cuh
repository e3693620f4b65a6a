// The matrix of a long pair on GPUs: strips of columns, one a warp, all at once, each some rows behind the one to its
// left.
//
//   strip    32 lanes, side by side; a lane owns Words words of columns and keeps their vertical deltas in registers
//   hop      16 rows. In step q lane g works on hop q - g; the horizontal deltas that leave its rows, a bit
//            or two each, go to lane g + 1 for the next step. The last lane's goes to memory, for the strip to the
//            right.
//
//     rows           lane 0   lane 1   lane 2  ...
//     hop q            .        .        x
//     hop q-1          .        x
//     hop q-2          x                            x: done in the same step
//
// Free warps take strips in order, so the strip that a warp waits for is always being computed.
#pragma once

#include "alignment/bit_parallel/gpu/strip_letters.cuh"
#include "alignment/bit_parallel/gpu/strip_matrix.cuh"
#include "runtime/gpu/cuda/device_context.cuh"

#include <cstdint>

namespace concord::pairwise {

/// One strip, computed by one warp.
template <class Recurrence, class Letters, unsigned Words>
class strip_of_columns {
  public:
    __device__ strip_of_columns(const strip_matrix& matrix, unsigned strip, unsigned shared)
        : matrix_(matrix), lane_(threadIdx.x % 32), hops_(matrix.hops), tag_(strip & tag_mask),
          first_word_((std::uint64_t{strip - matrix.first_strip} * 32 + lane_) * Words),
          whole_hops_(matrix.rows_of_last_hop == hop_rows ? matrix.hops : matrix.hops - 1),
          keep_hops_(matrix.keep_hops), next_kept_(matrix.kept_vertical == nullptr ? 0 : matrix.keep_hops),
          in_(strip == 0 ? nullptr : leaving_edge(matrix, strip - 1)), out_(leaving_edge(matrix, strip)),
          letters_(shared, lane_, matrix, first_word_) {
#pragma unroll
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
#pragma unroll
            for (unsigned w = 0; w < Words; ++w)
                vertical_[i][w] = matrix.top[i];
        keep_in_registers(hops_, tag_, whole_hops_, keep_hops_, next_kept_, in_, out_);
    }

    /// Ends early, with an undefined result, when `stop` is set.
    __device__ void run(const volatile unsigned long long* stop) {
        std::uint32_t leaving[Recurrence::horizontal] = {};
        word coming = border(); // with the tag, so that no lane waits for it
        const std::uint32_t looks = in_ != nullptr && lane_ == 0 ? hops_ : 0;
        if (looks != 0) coming = look(0);
        const bool leaves = lane_ == 31 && out_ != nullptr;
        const std::uint32_t steps = hops_ + 31;
        for (std::uint32_t q = 0; q < steps; ++q) {
            std::uint32_t entering[Recurrence::horizontal];
#pragma unroll
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                entering[i] = __shfl_up_sync(all_lanes, leaving[i], 1);
            if ((q + 1) % hops_between_looks == 0 && must_stop(stop)) return;
            for (unsigned turn = 1; static_cast<unsigned>(coming >> (16 * Recurrence::horizontal)) != tag_; ++turn) {
                if (turn % turns_between_looks == 0 && *stop != 0) break;
                __nanosleep(20);
                coming = look(q);
            }
#pragma unroll
            for (unsigned i = 0; i < Recurrence::horizontal; ++i) {
                if (lane_ == 0) entering[i] = static_cast<std::uint32_t>(coming >> (16 * i));
                entering[i] <<= 16U;
            }
            if (q + 1 < looks) coming = look(q + 1); // usually there when it is needed
            letters_.begin_hop(q);
            const std::uint32_t hop = q - lane_; // before the first: beyond the last
            if (hop < hops_) {
                work_on(hop, entering, leaving);
                if (leaves) hand_on(hop, leaving);
            }
        }
        if (matrix_.vertical != nullptr) save(matrix_.vertical);
        if (matrix_.edits != nullptr) add_up_edits();
    }

  private:
    static constexpr unsigned all_lanes = 0xFFFFFFFFU;
    static constexpr unsigned hops_between_looks = 1024;
    static constexpr unsigned turns_between_looks = 4096;
    using edge = edge_word<Recurrence::horizontal>;
    using word = typename edge::type;
    static constexpr unsigned tag_mask = edge::tag_mask;

    __device__ bool must_stop(const volatile unsigned long long* stop) const {
        return __shfl_sync(all_lanes, lane_ == 0 ? *stop : 0, 0) != 0;
    }

    /// The destination of the deltas that leave a strip.
    static __device__ word* leaving_edge(const strip_matrix& matrix, unsigned strip) {
        if (strip + 1 == matrix.first_strip) return static_cast<word*>(matrix.inbox);
        const unsigned here = strip - matrix.first_strip;
        if (here + 1 == matrix.strips && matrix.outbox != nullptr) return static_cast<word*>(matrix.outbox);
        if (matrix.kept_edges != nullptr && (here + 1) % matrix.keep_strips == 0)
            return static_cast<word*>(matrix.kept_edges) +
                   ((here + 1) / matrix.keep_strips - 1) * std::uint64_t{matrix.hops};
        return static_cast<word*>(matrix.edges);
    }

    /// The deltas that enter at the left border of the whole matrix, as a word that has arrived.
    __device__ word border() const {
        word all = static_cast<word>(tag_) << (16 * Recurrence::horizontal);
#pragma unroll
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            all |= static_cast<word>(matrix_.left[i] & 0xFFFFU) << (16 * i);
        return all;
    }

    __device__ word look(std::uint32_t hop) const { return load_edge(in_ + hop); }

    __device__ void hand_on(std::uint32_t hop, const std::uint32_t (&leaving)[Recurrence::horizontal]) const {
        word all = static_cast<word>(tag_ + 1) << (16 * Recurrence::horizontal);
#pragma unroll
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            all |= static_cast<word>(leaving[i] & 0xFFFFU) << (16 * i);
        store_edge(out_ + hop, all);
    }

    __device__ void work_on(std::uint32_t hop, std::uint32_t (&entering)[Recurrence::horizontal],
                            std::uint32_t (&leaving)[Recurrence::horizontal]) {
        if (hop < whole_hops_) {
            std::uint32_t matches[2][Words]; // read two rows ahead
            letters_.match(0, matches[0]);
            letters_.match(1, matches[1]);
#pragma unroll
            for (unsigned row = 0; row < hop_rows; ++row) {
                std::uint32_t now[Words];
#pragma unroll
                for (unsigned w = 0; w < Words; ++w)
                    now[w] = matches[row % 2][w];
                if (row + 2 < hop_rows) letters_.match(row + 2, matches[row % 2]);
                Recurrence::template row<Words>(now, vertical_, entering, leaving);
            }
        } else {
            const unsigned last_rows = matrix_.rows_of_last_hop;
#pragma unroll 1
            for (unsigned row = 0; row < last_rows; ++row) {
                std::uint32_t matches[Words];
                letters_.match(row, matches);
                Recurrence::template row<Words>(matches, vertical_, entering, leaving);
            }
#pragma unroll
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                leaving[i] <<= hop_rows - last_rows;
        }
        if (hop + 1 == next_kept_) {
            save(matrix_.kept_vertical + (next_kept_ / keep_hops_ - 1) * Recurrence::vertical * matrix_.column_words);
            next_kept_ += keep_hops_;
        }
    }

    __device__ void add_up_edits() const {
        int edits = 0;
#pragma unroll
        for (unsigned w = 0; w < Words; ++w) {
            const std::uint64_t first = (first_word_ + w) * 32;
            const std::uint64_t here = matrix_.columns_of_letters > first ? matrix_.columns_of_letters - first : 0;
            std::uint32_t deltas[Recurrence::vertical];
#pragma unroll
            for (unsigned i = 0; i < Recurrence::vertical; ++i)
                deltas[i] = vertical_[i][w];
            edits += Recurrence::rise(deltas, here >= 32 ? ~0U : (1U << here) - 1);
        }
        edits = __reduce_add_sync(all_lanes, edits);
        if (lane_ == 0) atomicAdd(matrix_.edits, edits);
    }

    __device__ void save(std::uint32_t* to) const {
#pragma unroll
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
#pragma unroll
            for (unsigned w = 0; w < Words; ++w)
                to[i * matrix_.column_words + first_word_ + w] = vertical_[i][w];
    }

    const strip_matrix& matrix_; // for values that are needed once; the others are copied below, into registers
    unsigned lane_;
    std::uint32_t hops_;
    unsigned tag_; ///< of incoming words; 0 never matches
    std::uint64_t first_word_;
    std::uint32_t whole_hops_; ///< all but a partial last one
    std::uint32_t keep_hops_;
    std::uint32_t next_kept_; ///< after this many hops the vertical deltas are kept
    const word* in_;
    word* out_;
    Letters letters_;
    std::uint32_t vertical_[Recurrence::vertical][Words];
};

/// Warps take strip after strip; those of two matrices in turn.
template <class Recurrence, class Letters, unsigned Words>
__global__ void __launch_bounds__(strip_threads, Words <= 4 ? 2 : 0)
    fill_strips(const __grid_constant__ strip_work work) {
    const unsigned shared = threadIdx.x / 32 * Letters::shared_bytes(work.matrices[0].planes);
    const unsigned strips = work.matrices[0].strips * work.matrix_count;
    for (;;) {
        unsigned ticket = threadIdx.x % 32 == 0 ? atomicAdd(work.ticket, 1U) : 0;
        ticket = __shfl_sync(0xFFFFFFFFU, ticket, 0);
        if (ticket >= strips) return;
        strip_of_columns<Recurrence, Letters, Words>(work.matrices[ticket % work.matrix_count],
                                                     work.matrices[0].first_strip + ticket / work.matrix_count, shared)
            .run(work.stop);
    }
}

/// The host's memory, where the word to stop stands, answers some million times a second, all warps together: short
/// strips of a million pairs would wait for it.
inline constexpr unsigned strips_between_looks = 4096;

/// The same with strips of many matrices.
template <class Recurrence, class Letters, unsigned Words>
__global__ void __launch_bounds__(strip_threads, Words <= 4 ? 2 : 0)
    fill_many_strips(const __grid_constant__ many_strips work) {
    const unsigned shared = threadIdx.x / 32 * Letters::shared_bytes(work.planes);
    for (;;) {
        unsigned ticket = 0;
        if (threadIdx.x % 32 == 0) {
            ticket = atomicAdd(work.ticket, 1U);
            const bool looks = ticket % strips_between_looks == strips_between_looks - 1;
            if (looks && *static_cast<const volatile unsigned long long*>(work.stop) != 0)
                atomicMax(work.ticket, work.count); // the others begin no more
        }
        ticket = __shfl_sync(0xFFFFFFFFU, ticket, 0);
        if (ticket >= work.count) return;
        const many_strips::strip_of_matrix taken = work.strips[ticket];
        strip_of_columns<Recurrence, Letters, Words>(work.matrices[taken.matrix], taken.strip, shared).run(work.stop);
    }
}

/// The number of blocks of one of these kernels that a multiprocessor runs at a time; `shared`: bytes of shared memory
/// of a block.
template <class Kernel>
unsigned blocks_that_fit(const runtime::device_context& device, Kernel* kernel, unsigned shared) {
    device.check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
                 "asking for shared memory");
    int fitting = 0;
    device.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel, strip_threads, shared),
                 "asking what fits");
    return static_cast<unsigned>(fitting);
}

} // namespace concord::pairwise
