// Pairs that are too long for a thread: strips of columns, a warp each, for many pairs at once.
#pragma once

#include "alignment/batch/gpu/short_pairs.cuh"
#include "alignment/bit_parallel/gpu/strip_matrix.cuh"
#include "alignment/bit_parallel/gpu/strips.cuh"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace concord::edit_distance {

struct long_pair {
    std::uint64_t number;
    std::uint64_t offset_a;
    std::uint64_t offset_b;
    std::uint64_t length_a;
    std::uint64_t length_b;
    std::uint64_t order = 0; ///< of strips of equal widths, the longest first
};

struct long_pair_sets {
    set_on_gpu a;
    set_on_gpu b;
    unsigned planes;
    bool ambiguous;

    [[nodiscard]] CONCORD_HD bool in_table() const { return planes == 2 && !ambiguous; }
    /// Of codes: ambiguous letters of each set have a bit of their own, so that they match nothing.
    [[nodiscard]] CONCORD_HD unsigned code_planes() const { return planes + (ambiguous ? 2 : 0); }
};

/// The buffers for a pair's letters in the layout of strips.
struct prepared_pair {
    long_pair pair;
    std::uint32_t* columns; ///< [plane][column_words]
    std::uint64_t column_words;
    void* rows; ///< hop letters or codes, from the first hop on
};

/// A block a pair: the rows are the longer sequence.
__global__ void __launch_bounds__(256)
    prepare_long_pairs(const __grid_constant__ long_pair_sets sets, const prepared_pair* prepared) {
    const prepared_pair made = prepared[blockIdx.x];
    const bool turned = made.pair.length_a > made.pair.length_b;
    const set_on_gpu& column_set = turned ? sets.b : sets.a;
    const set_on_gpu& row_set = turned ? sets.a : sets.b;
    const lane_sequence columns{&column_set, turned ? made.pair.offset_b : made.pair.offset_a,
                                static_cast<unsigned>(turned ? made.pair.length_b : made.pair.length_a)};
    const lane_sequence rows{&row_set, turned ? made.pair.offset_a : made.pair.offset_b,
                             static_cast<unsigned>(turned ? made.pair.length_a : made.pair.length_b)};
    for (unsigned word = threadIdx.x; word < made.column_words; word += blockDim.x) {
        for (unsigned plane = 0; plane < sets.planes; ++plane)
            made.columns[plane * made.column_words + word] = columns.bits(column_set.plane[plane], word);
        if (!sets.ambiguous) continue;
        made.columns[sets.planes * made.column_words + word] = columns.bits(column_set.ambiguous, word);
        made.columns[(sets.planes + 1) * made.column_words + word] = 0;
    }
    const unsigned hops = (rows.length + pairwise::hop_rows - 1) / pairwise::hop_rows;
    for (unsigned hop = threadIdx.x; hop < hops; hop += blockDim.x) {
        const unsigned shift = hop % 2 * 16;
        if (sets.in_table()) {
            static_cast<std::uint32_t*>(made.rows)[hop] =
                at_even_places(rows.bits(row_set.plane[0], hop / 2) >> shift) |
                at_even_places(rows.bits(row_set.plane[1], hop / 2) >> shift) << 1U;
            continue;
        }
        for (unsigned row = 0; row < pairwise::hop_rows; ++row) {
            unsigned code = 0;
            for (unsigned plane = 0; plane < sets.planes; ++plane)
                code |= (rows.bits(row_set.plane[plane], hop / 2) >> (shift + row) & 1U) << plane;
            if (sets.ambiguous)
                code |= (rows.bits(row_set.ambiguous, hop / 2) >> (shift + row) & 1U) << (sets.planes + 1);
            static_cast<std::uint16_t*>(made.rows)[hop * pairwise::hop_rows + row] = static_cast<std::uint16_t>(code);
        }
    }
}

template <unsigned Words>
using set_letters = pairwise::coded_letters<Words, std::uint16_t>;

template <class Recurrence>
class long_pairs {
  public:
    long_pairs(const runtime::cuda_device& machine, const long_pair_sets& sets) : machine_(machine), sets_(sets) {}

    /// Calls take(number, edits) for every pair.
    template <class Take>
    void compare(std::vector<long_pair> pairs, const Take& take) const {
        for (long_pair& pair : pairs)
            pair.order = std::uint64_t{words_for(pair)} << bits_of_length | (longest - rows_of(pair));
        if (!std::ranges::is_sorted(pairs, {}, &long_pair::order))
            std::ranges::stable_sort(pairs, {}, &long_pair::order);
        for (std::size_t first = 0; first < pairs.size();) {
            const unsigned words = words_of(pairs[first]);
            std::uint64_t bytes = 0;
            std::size_t end = first;
            const std::uint64_t room = machine_.free_memory() / 10 * 9;
            while (end < pairs.size() && words_of(pairs[end]) == words &&
                   (end == first || bytes + bytes_for(pairs[end], words) < room))
                bytes += bytes_for(pairs[end++], words);
            compare_alike(std::span(pairs).subspan(first, end - first), words, take);
            first = end;
        }
    }

  private:
    using word = typename pairwise::edge_word<Recurrence::horizontal>::type;
    static constexpr unsigned widths[] = {2, 4, 8, 10};
    static constexpr unsigned bits_of_length = 48;
    static constexpr std::uint64_t longest = (std::uint64_t{1} << bits_of_length) - 1;

    /// The width that the order of a pair says.
    static unsigned words_of(const long_pair& pair) { return static_cast<unsigned>(pair.order >> bits_of_length); }

    static std::uint64_t columns_of(const long_pair& pair) { return std::min(pair.length_a, pair.length_b); }
    static std::uint64_t rows_of(const long_pair& pair) { return std::max(pair.length_a, pair.length_b); }
    static std::uint64_t hops_of(const long_pair& pair) {
        return (rows_of(pair) + pairwise::hop_rows - 1) / pairwise::hop_rows;
    }
    static unsigned strips_of(const long_pair& pair, unsigned words) {
        return static_cast<unsigned>((columns_of(pair) + 1024 * words - 1) / (1024 * words));
    }

    /// The width of strips for which the pair takes the fewest instructions, the fewest strips of such.
    static unsigned words_for(const long_pair& pair) {
        unsigned best = widths[0];
        for (const unsigned words : widths)
            if (strips_of(pair, words) * (words + 1) <= strips_of(pair, best) * (best + 1)) best = words;
        return best;
    }

    [[nodiscard]] std::uint64_t row_bytes() const { return sets_.in_table() ? 4 : 2 * pairwise::hop_rows; } // of a hop

    [[nodiscard]] std::uint64_t bytes_for(const long_pair& pair, unsigned words) const {
        return strips_of(pair, words) * 128 * words * sets_.code_planes() +
               (hops_of(pair) + 2 * pairwise::hop_margin + 2) * row_bytes() + hops_of(pair) * sizeof(word) + 512;
    }

    template <class Take>
    void compare_alike(std::span<const long_pair> pairs, unsigned words, const Take& take) const {
        const unsigned planes = sets_.code_planes();
        std::uint64_t column_words = 0;
        std::uint64_t hops = 0;
        std::uint64_t edges = 0;
        bool single = true;
        for (const long_pair& pair : pairs) {
            column_words += std::uint64_t{strips_of(pair, words)} * 32 * words * planes;
            hops += (hops_of(pair) + 2 * pairwise::hop_margin + 2) / 2 * 2;
            if (strips_of(pair, words) == 1) continue;
            edges += hops_of(pair);
            single = false;
        }
        const auto columns = machine_.template make<std::uint32_t>(column_words);
        const auto rows = machine_.template zeroed<std::uint8_t>(hops * row_bytes());
        const auto edge_words = machine_.template zeroed<word>(edges);
        std::vector<int> edits;
        edits.reserve(pairs.size());
        for (const long_pair& pair : pairs)
            edits.push_back(static_cast<int>(rows_of(pair)));
        const auto edits_there = put(edits);

        std::vector<pairwise::strip_matrix> matrices;
        std::vector<prepared_pair> prepared;
        std::vector<pairwise::many_strips::strip_of_matrix> strips;
        matrices.reserve(pairs.size());
        prepared.reserve(pairs.size());
        strips.reserve(pairs.size());
        std::uint32_t* next_columns = columns.data();
        std::uint8_t* next_rows = rows.data();
        word* next_edges = edge_words.data();
        for (const long_pair& pair : pairs) {
            pairwise::strip_matrix matrix{};
            matrix.columns = next_columns;
            matrix.strips = strips_of(pair, words);
            matrix.column_words = std::uint64_t{matrix.strips} * 32 * words;
            matrix.planes = planes;
            matrix.rows = next_rows + pairwise::hop_margin * row_bytes();
            matrix.hops = static_cast<std::uint32_t>(hops_of(pair));
            matrix.rows_of_last_hop = static_cast<unsigned>((rows_of(pair) - 1) % pairwise::hop_rows + 1);
            matrix.edges = matrix.strips > 1 ? next_edges : nullptr;
            matrix.edits = edits_there.data() + matrices.size();
            matrix.columns_of_letters = columns_of(pair);
            for (unsigned i = 0; i < Recurrence::vertical; ++i)
                matrix.top[i] = Recurrence::is_set_above(i) ? ~0U : 0U;
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                matrix.left[i] = Recurrence::is_set_left(i) ? ~0U : 0U;
            prepared.push_back(
                {pair, next_columns, matrix.column_words, next_rows + pairwise::hop_margin * row_bytes()});
            for (unsigned strip = 0; strip < matrix.strips; ++strip)
                strips.push_back({static_cast<std::uint32_t>(matrices.size()), strip});
            matrices.push_back(matrix);
            next_columns += matrix.column_words * planes;
            next_rows += (hops_of(pair) + 2 * pairwise::hop_margin + 2) / 2 * 2 * row_bytes();
            if (matrix.strips > 1) next_edges += matrix.hops;
        }
        const auto matrices_there = put(matrices);
        const auto prepared_there = put(prepared);
        const auto strips_there = put(strips);
        const auto ticket = machine_.template zeroed<unsigned>(1);
        runtime::device_context& device = machine_.context();
        prepare_long_pairs<<<static_cast<unsigned>(pairs.size()), 256, 0, device.stream()>>>(sets_,
                                                                                             prepared_there.data());
        device.check(cudaGetLastError(), "preparing pairs");
        launch({.matrices = matrices_there.data(),
                .strips = strips_there.data(),
                .count = static_cast<unsigned>(strips.size()),
                .planes = planes,
                .ticket = ticket.data(),
                .stop = nullptr},
               words, single);
        wait_for(device);
        machine_.get(edits.data(), edits_there.data(), edits.size());
        for (std::size_t index = 0; index < pairs.size(); ++index)
            take(pairs[index].number, static_cast<std::uint64_t>(edits[index]));
    }

    template <class Value>
    [[nodiscard]] runtime::device_buffer<Value> put(const std::vector<Value>& values) const {
        auto there = machine_.template make<Value>(values.size());
        machine_.put(there.data(), values.data(), values.size());
        return there;
    }

    void launch(const pairwise::many_strips& work, unsigned words, bool single) const {
        switch (words) {
        case 2: return launch_width<2>(work, single);
        case 4: return launch_width<4>(work, single);
        case 8: return launch_width<8>(work, single);
        default: return launch_width<10>(work, single);
        }
    }

    template <unsigned Words>
    void launch_width(const pairwise::many_strips& work, bool single) const {
        if (sets_.in_table()) {
            launch_kernel<pairwise::four_letters<Words>, Words>(work, single);
        } else {
            launch_kernel<set_letters<Words>, Words>(work, single);
        }
    }

    /// A pair of a single strip waits for no other strip; for others, more strips at a time are not faster.
    template <class Letters, unsigned Words>
    void launch_kernel(pairwise::many_strips work, bool single) const {
        runtime::device_context& device = machine_.context();
        auto* const kernel = pairwise::fill_many_strips<Recurrence, Letters, Words>;
        constexpr unsigned warps = pairwise::strip_threads / 32;
        const unsigned shared = warps * Letters::shared_bytes(work.planes);
        unsigned blocks_each = std::max(1U, pairwise::blocks_that_fit(device, kernel, shared));
        if (!single) blocks_each = std::min(blocks_each, pairwise::tuning::warps_of_a_multiprocessor / warps);
        const unsigned blocks =
            std::min(static_cast<unsigned>(device.multiprocessors()) * blocks_each, (work.count + warps - 1) / warps);
        *static_cast<volatile std::uint64_t*>(device.pinned_flags()) = 0;
        work.stop = reinterpret_cast<const unsigned long long*>(device.pinned_flags());
        kernel<<<blocks, pairwise::strip_threads, shared, device.stream()>>>(work);
        device.check(cudaGetLastError(), "comparing pairs");
    }

    void wait_for(runtime::device_context& device) const {
        try {
            for (;;) {
                const cudaError_t status = cudaStreamQuery(device.stream());
                if (status == cudaSuccess) return;
                if (status != cudaErrorNotReady) device.check(status, "comparing pairs");
                machine_.check();
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
        } catch (...) {
            *static_cast<volatile std::uint64_t*>(device.pinned_flags()) = 1;
            static_cast<void>(cudaStreamSynchronize(device.stream()));
            throw;
        }
    }

    const runtime::cuda_device& machine_;
    long_pair_sets sets_;
};

} // namespace concord::edit_distance
