// The kernel that marks the sequences that hold each of some words.
//
//   block     words that are neighbours in order, a row of bits of all sequences each, in shared memory
//   warp      a piece of the ball around that of some words: its windows, a lane each, are tested with all of these
//   rows      are counted at the end: a sequence is marked once, however many near windows it has
#pragma once

#include "problems/substring/gpu/marked_sequences_steps.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace concord::substring {

inline constexpr unsigned marking_threads = 1024;
inline constexpr unsigned pieces_at_once = 16; ///< of a ball, whose windows a warp tests

/// Words of a block by one of their pieces, those that share it in a run.
struct runs_of_pieces {
    std::uint32_t rests[most_words_of_marking];
    std::uint32_t pieces[most_words_of_marking];
    unsigned begins[most_words_of_marking + 1];
    unsigned count;
};

/// What a warp does: a run of words against the windows with some pieces of a ball, or against one of several parts of
/// these.
struct marking_task {
    unsigned run;
    std::uint32_t first_piece; ///< of the ball
    unsigned part;
};

/// `Many`: so many windows are near that all of their sequences are read beside them.
template <bool Many, class Mark>
__device__ void test_windows(const windows_by_piece& windows, const runs_of_pieces& runs, const marking_task& task,
                             unsigned mismatches, unsigned lane, const Mark& mark) {
    constexpr unsigned loads = 4; // of a thread at once, which hide their latency
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    unsigned left = 0;
    const unsigned first_word = runs.begins[task.run];
    const unsigned last_word = runs.begins[task.run + 1];
    if (lane < pieces_at_once && task.first_piece + lane < windows.near) {
        const std::uint32_t by = windows.ball[task.first_piece + lane];
        const std::uint32_t piece = runs.pieces[first_word] ^ by;
        begin = windows.first[piece];
        end = windows.first[piece + 1];
        left = mismatches - windows.keys.pieces_differing(by);
    }
    for (int next = 0; next < static_cast<int>(pieces_at_once); ++next) {
        const std::uint32_t last = __shfl_sync(0xFFFFFFFFU, end, next);
        const unsigned most = __shfl_sync(0xFFFFFFFFU, left, next);
        std::uint32_t at = __shfl_sync(0xFFFFFFFFU, begin, next) + task.part * 32 * loads + lane;
        for (; at < last; at += windows.parts * 32 * loads) {
            std::uint32_t rests[loads];
            std::uint32_t sequences[loads];
            const auto place = [&](unsigned load) { return min(at + 32 * load, last - 1); }; // some more than once
#pragma unroll
            for (unsigned load = 0; load < loads; ++load) {
                rests[load] = windows.rests[place(load)];
                if constexpr (Many) sequences[load] = windows.sequences[place(load)];
            }
            for (unsigned word = first_word; word < last_word; ++word) {
                const std::uint32_t rest = runs.rests[word];
#pragma unroll
                for (unsigned load = 0; load < loads; ++load)
                    if (windows.keys.rests_differing(rest, rests[load]) <= most)
                        mark(word, Many ? sequences[load] : windows.sequences[place(load)]);
            }
        }
    }
}

template <bool Many>
__global__ void __launch_bounds__(marking_threads)
    mark_sequences(const __grid_constant__ marked_work work, unsigned words_of_block) {
    extern __shared__ std::uint32_t marked_rows[];
    __shared__ runs_of_pieces sides[2];
    __shared__ std::uint32_t sums[most_words_of_marking];
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    constexpr unsigned warps = marking_threads / 32;
    const auto of_row = static_cast<std::uint32_t>(work.words_of_row());
    const std::uint64_t begin = work.first + std::uint64_t{blockIdx.x} * words_of_block;
    const std::uint64_t behind = work.first + work.count;
    const unsigned here = static_cast<unsigned>(min(behind - begin, std::uint64_t{words_of_block}));

    const auto mark = [&](unsigned word, std::uint32_t sequence) {
        std::uint32_t* const bits = marked_rows + word * of_row + sequence / 32;
        const std::uint32_t bit = 1U << sequence % 32;
        if ((*bits & bit) == 0) atomicOr(bits, bit);
    };
    for (std::uint32_t index = threadIdx.x; index < here * of_row; index += marking_threads)
        marked_rows[index] = 0;
    if (threadIdx.x < here) sums[threadIdx.x] = 0;
    if (threadIdx.x < 2) {
        runs_of_pieces& runs = sides[threadIdx.x];
        const piece_keys& keys = work.sides[threadIdx.x].keys;
        runs.count = 0;
        for (unsigned word = 0; word < here; ++word) {
            const std::uint64_t key = work.keys[threadIdx.x][begin + word];
            runs.rests[word] = keys.rest_of(key);
            runs.pieces[word] = keys.piece_of(key);
            if (word == 0 || runs.pieces[word] != runs.pieces[word - 1]) runs.begins[runs.count++] = word;
        }
        runs.begins[runs.count] = here;
    }
    __syncthreads();
    if (threadIdx.x < here) mark(threadIdx.x, work.own[begin + threadIdx.x]);
    const auto tasks_of = [&](unsigned side) {
        const unsigned rounds = (work.sides[side].near + pieces_at_once - 1) / pieces_at_once;
        return rounds * work.sides[side].parts;
    };
    const unsigned each[2] = {tasks_of(0), tasks_of(1)};
    const unsigned of_first = sides[0].count * each[0];
    for (unsigned number = warp; number < of_first + sides[1].count * each[1]; number += warps) {
        const unsigned side = number < of_first ? 0 : 1;
        const unsigned task = side == 0 ? number : number - of_first;
        const unsigned of_run = task % each[side];
        const unsigned parts = work.sides[side].parts;
        test_windows<Many>(work.sides[side], sides[side],
                           {task / each[side], of_run / parts * pieces_at_once, of_run % parts}, work.mismatches, lane,
                           mark);
    }
    for (unsigned word = 0; word < here && work.ambiguous_count > 0; ++word) {
        const std::uint64_t letters = work.words[begin + word];
        for (std::uint64_t index = threadIdx.x; index < work.ambiguous_count; index += marking_threads)
            if (work.is_near(letters, index)) mark(word, work.of_ambiguous[index]);
    }
    __syncthreads();
    for (unsigned word = 0; word < here; ++word) {
        std::uint32_t sum = 0;
        for (std::uint32_t index = threadIdx.x; index < of_row; index += marking_threads)
            sum += work.marked(marked_rows[word * of_row + index], index);
        sum = __reduce_add_sync(0xFFFFFFFFU, sum);
        if (lane == 0 && sum > 0) atomicAdd(&sums[word], sum);
    }
    __syncthreads();
    if (threadIdx.x < here) work.supports[begin + threadIdx.x] = sums[threadIdx.x];
}

/// `bytes_of_block`: of shared memory that a block may have. The caller asks for errors.
inline void launch_marking(const marked_work& work, std::uint64_t bytes_of_block, cudaStream_t stream) {
    const unsigned words = words_of_marking(work.sequences, bytes_of_block);
    const std::size_t bytes = words * work.words_of_row() * sizeof(std::uint32_t);
    const auto blocks = static_cast<unsigned>((work.count + words - 1) / words);
    const auto launch = [&](auto kernel) {
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        kernel<<<blocks, marking_threads, bytes, stream>>>(work, words);
    };
    if (work.many_near)
        launch(mark_sequences<true>);
    else
        launch(mark_sequences<false>);
}

} // namespace concord::substring
