// A table of a long pair on one or several GPUs, under any law.
//
// Of several GPUs each has neighbouring strips of columns; what leaves the last strip of one is written straight into
// the memory of the next. No GPU waits for one on its right, so whatever happens to that one, nobody hangs.
#pragma once

#include "alignment/bit_parallel/gpu/gpu_matrix.hpp"
#include "alignment/bit_parallel/gpu/pack_letters.cuh"
#include "alignment/bit_parallel/gpu/strip_plan.hpp"
#include "alignment/bit_parallel/gpu/strips.cuh"
#include "runtime/gpu/cuda/machine.cuh"
#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace concord::pairwise {

/// `Law` has states, signals and step<Words>, as row_law of a problem's step.hpp, and `cost`.
template <class Law>
class strips_on_gpus final : public gpu_table, private edge_source {
  public:
    strips_on_gpus(const sequence::coded_pair& pair, const table_law& law, const gpu_table_means& means)
        : pair_(pair), law_(law), means_(means) {
        for (const int index : means.gpus)
            machines_.push_back(
                std::make_unique<runtime::gpu_machine>(runtime::started_gpu(index), means.memory, means.check));
        for (std::size_t g = 1; g < machines_.size(); ++g)
            machines_[g]->device().open_to(machines_[g - 1]->device());
        for (unsigned words = 1; words <= most_words; words *= 2)
            if (means.words == words) words_ = words;
    }

    ~strips_on_gpus() override { stop_all(); }
    strips_on_gpus(const strips_on_gpus&) = delete;
    strips_on_gpus& operator=(const strips_on_gpus&) = delete;

    met_halves fill_halves() override {
        const std::uint64_t rows = pair_.b.length / 2;
        plan(rows / hop_rows + 1, 2);
        const std::uint64_t halves[2] = {rows, pair_.b.length - rows};
        std::vector<side> sides = make_sides(2, halves, false);
        run(sides, 2);
        return {halves[0], halves[1], collect(sides, 0), collect(sides, 1)};
    }

    row_of_states fill_and_keep() override {
        plan(pair_.b.length / hop_rows + 1, 1);
        const std::uint64_t rows[1] = {pair_.b.length};
        kept_sides_ = make_sides(1, rows, true);
        run(kept_sides_, 1);
        return collect(kept_sides_, 0);
    }

    edge_source& edges() override { return *this; }

  private:
    static constexpr unsigned most_words = Law::most_words;
    using word = typename edge_word<Law::signals>::type;
    static constexpr std::uint64_t hops_of_a_tile = most_tile_rows / hop_rows;

    /// One direction of the table on one GPU.
    struct direction {
        runtime::gpu_array<std::uint32_t> columns;
        runtime::gpu_array<std::uint32_t> hop_letters; ///< of two planes
        runtime::gpu_array<std::uint8_t> narrow_rows;  ///< of more planes
        runtime::gpu_array<std::uint32_t> wide_rows;
        runtime::gpu_array<std::uint32_t> state;
        runtime::gpu_array<word> edges;
        runtime::gpu_array<word> inbox;
        runtime::gpu_array<std::uint32_t> kept_states;
        runtime::gpu_array<word> kept_edges;
        strip_table table{};
    };
    struct side {
        direction directions[2];
        runtime::gpu_array<unsigned> ticket;
    };

    void plan(std::uint64_t hops, unsigned tables) {
        unsigned multiprocessors = 0;
        for (const auto& machine : machines_)
            multiprocessors += static_cast<unsigned>(machine->device().multiprocessors());
        if (words_ == 0)
            words_ = plan_strips(pair_.a.length, hops, tables, multiprocessors, Law::cost, most_words).words;
        strip_columns_ = std::uint64_t{32} * 32 * words_;
        strips_ = static_cast<unsigned>((pair_.a.length + strip_columns_ - 1) / strip_columns_);
    }

    /// Strips of GPU g: from first_strip(g) to first_strip(g + 1); whole tiles of columns.
    [[nodiscard]] unsigned first_strip(std::size_t g) const {
        if (g == machines_.size()) return strips_;
        const auto strips = static_cast<unsigned>(std::uint64_t{strips_} * g / machines_.size());
        return strips - strips % strips_of_a_tile();
    }
    [[nodiscard]] unsigned strips_of_a_tile() const {
        return static_cast<unsigned>(std::max<std::uint64_t>(1, tile_columns / strip_columns_));
    }

    std::vector<side> make_sides(unsigned count, const std::uint64_t* rows, bool keep) {
        std::vector<side> sides(machines_.size());
        if (keep) choose_spacing(rows[0]);
        for (std::size_t g = 0; g < machines_.size(); ++g) {
            const runtime::gpu_machine& machine = *machines_[g];
            machine.device().select();
            if (pair_.is_narrow) {
                upload<std::uint8_t>(g, pair_.a.narrow, pair_.b.narrow, sides[g], count, rows);
            } else {
                upload<std::uint32_t>(g, pair_.a.wide, pair_.b.wide, sides[g], count, rows);
            }
            sides[g].ticket = machine.template zeroed<unsigned>(1);
            for (unsigned d = 0; d < count; ++d)
                describe(g, rows[d], keep, sides[g].directions[d]);
            machine.device().wait("preparing a table");
        }
        for (std::size_t g = 0; g + 1 < machines_.size(); ++g)
            for (unsigned d = 0; d < count; ++d)
                sides[g].directions[d].table.outbox = sides[g + 1].directions[d].inbox.data();
        return sides;
    }

    template <class Code>
    void upload(std::size_t g, const std::vector<Code>& a, const std::vector<Code>& b, side& into, unsigned count,
                const std::uint64_t* rows) {
        const runtime::gpu_machine& machine = *machines_[g];
        const runtime::gpu_array<Code> codes_a = machine.template make<Code>(pair_.a.length);
        const runtime::gpu_array<Code> codes_b = machine.template make<Code>(pair_.b.length);
        machine.put(codes_a.data(), a.data(), pair_.a.length);
        machine.put(codes_b.data(), b.data(), pair_.b.length);
        const std::uint64_t words = (first_strip(g + 1) - first_strip(g)) * (strip_columns_ / 32);
        for (unsigned d = 0; d < count; ++d) {
            direction& to = into.directions[d];
            to.columns = machine.template make<std::uint32_t>(words * planes());
            machine.for_each(words, pack_columns<Code>{{codes_a.data(), pair_.a.length, d == 1},
                                                       first_strip(g) * strip_columns_,
                                                       to.columns.data(),
                                                       words,
                                                       planes()});
            const std::uint64_t hops = (rows[d] + hop_rows - 1) / hop_rows;
            const directed_codes<Code> letters{codes_b.data(), pair_.b.length, d == 1};
            if (planes() == 2) {
                to.hop_letters = machine.template zeroed<std::uint32_t>(hops + 2 * hop_margin);
                machine.for_each(hops, pack_hops<Code>{letters, to.hop_letters.data() + hop_margin});
            } else {
                rows_of<Code>(to) = machine.template zeroed<Code>((hops + 2 * hop_margin) * hop_rows);
                machine.for_each(hops * hop_rows,
                                 copy_rows<Code>{letters, rows_of<Code>(to).data() + hop_margin * hop_rows});
            }
        }
    }

    template <class Code>
    static runtime::gpu_array<Code>& rows_of(direction& of) {
        if constexpr (sizeof(Code) == 1) {
            return of.narrow_rows;
        } else {
            return of.wide_rows;
        }
    }

    void describe(std::size_t g, std::uint64_t rows, bool keep, direction& to) {
        const runtime::gpu_machine& machine = *machines_[g];
        strip_table& table = to.table;
        table.columns = to.columns.data();
        table.column_words = to.columns.size() / planes();
        table.planes = planes();
        table.rows = planes() == 2     ? static_cast<const void*>(to.hop_letters.data() + hop_margin)
                     : pair_.is_narrow ? static_cast<const void*>(to.narrow_rows.data() + hop_margin * hop_rows)
                                       : static_cast<const void*>(to.wide_rows.data() + hop_margin * hop_rows);
        table.hops = static_cast<std::uint32_t>((rows + hop_rows - 1) / hop_rows);
        table.rows_of_last_hop = rows == 0 ? hop_rows : static_cast<unsigned>((rows - 1) % hop_rows + 1);
        table.first_strip = first_strip(g);
        table.strips = first_strip(g + 1) - first_strip(g);
        to.state = machine.template make<std::uint32_t>(Law::states * table.column_words);
        to.edges = machine.template zeroed<word>(table.hops);
        table.state = to.state.data();
        table.edges = to.edges.data();
        if (g > 0) to.inbox = machine.template zeroed<word>(table.hops);
        table.inbox = to.inbox.data();
        if (keep) {
            to.kept_states =
                machine.template make<std::uint32_t>(table.hops / keep_hops_ * Law::states * table.column_words);
            to.kept_edges = machine.template zeroed<word>(table.strips / keep_strips_ * std::uint64_t{table.hops});
            table.kept_states = to.kept_states.data();
            table.kept_edges = to.kept_edges.data();
        }
        table.keep_hops = keep_hops_;
        table.keep_strips = keep_strips_;
        for (unsigned i = 0; i < Law::states; ++i)
            table.top[i] = static_cast<std::uint32_t>(law_.top[i]);
        for (unsigned i = 0; i < Law::signals; ++i)
            table.left[i] = law_.left[i] != 0 ? ~0U : 0U;
    }

    /// Edges are kept so often that finding a path costs little, as far as memory allows.
    void choose_spacing(std::uint64_t rows) {
        const double hops = static_cast<double>(rows) / hop_rows;
        keep_strips_ = strips_of_a_tile();
        keep_hops_ = static_cast<std::uint32_t>(
            std::max<std::uint64_t>(hops_of_a_tile, keep_strips_ * strip_columns_ / hop_rows));
        // The last GPU, with an inbox of its own, stands for all.
        const double columns = static_cast<double>(first_strip(1)) * static_cast<double>(strip_columns_);
        const auto bytes = [&] {
            return hops / keep_hops_ * Law::states * columns / 8 +
                   static_cast<double>(first_strip(1)) / keep_strips_ * hops * sizeof(word);
        };
        const double room = 0.8 * static_cast<double>(machines_.front()->free_memory()) -
                            3 * static_cast<double>(pair_.a.length + pair_.b.length) * (pair_.is_narrow ? 1 : 4) -
                            2 * hops * sizeof(word);
        while (bytes() > room && keep_hops_ < hops) {
            keep_strips_ *= 2;
            keep_hops_ *= 2;
        }
    }

    void run(std::vector<side>& sides, unsigned count) {
        for (std::size_t g = 0; g < sides.size(); ++g) {
            if (first_strip(g + 1) == first_strip(g)) continue;
            strip_work work{};
            for (unsigned d = 0; d < count; ++d)
                work.tables[d] = sides[g].directions[d].table;
            work.table_count = count;
            work.ticket = sides[g].ticket.data();
            launch(*machines_[g], work);
        }
        for (std::size_t g = 0; g < sides.size(); ++g)
            wait_for(machines_[g]->device());
    }

    void launch(const runtime::gpu_machine& machine, strip_work& work) const {
        if (planes() != 2)
            return pair_.is_narrow ? launch_with<narrow_letters>(machine, work)
                                   : launch_with<wide_letters>(machine, work);
        launch_with<four_letters>(machine, work);
    }

    template <template <unsigned> class Letters>
    void launch_with(const runtime::gpu_machine& machine, strip_work& work) const {
        switch (words_) {
        case 1: return launch_kernel<Letters<1>, 1>(machine, work);
        case 2: return launch_kernel<Letters<2>, 2>(machine, work);
        case 4: return launch_kernel<Letters<4>, 4>(machine, work);
        case 8: return launch_kernel<Letters<8>, 8>(machine, work);
        default:
            if constexpr (most_words >= 16) return launch_kernel<Letters<16>, 16>(machine, work);
        }
    }

    template <class Letters, unsigned Words>
    void launch_kernel(const runtime::gpu_machine& machine, strip_work& work) const {
        runtime::gpu& device = machine.device();
        device.select();
        auto* const kernel = fill_strips<Law, Letters, Words>;
        const unsigned warps = strip_threads / 32;
        const unsigned shared = warps * Letters::shared_bytes(planes());
        device.check(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
            "asking for shared memory");
        int fitting = 0;
        device.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel, strip_threads, shared),
                     "asking what fits");
        if (fitting == 0)
            throw error(error_code::resource, "cuda:" + std::to_string(device.index()) +
                                                  " has too little shared memory for letters of " +
                                                  std::to_string(planes()) + " bits");
        const unsigned blocks_each = std::min(static_cast<unsigned>(fitting), warps_of_a_multiprocessor / warps);
        const unsigned strips = work.tables[0].strips * work.table_count;
        const unsigned blocks =
            std::min(static_cast<unsigned>(device.multiprocessors()) * blocks_each, (strips + warps - 1) / warps);
        std::uint64_t* const stop = device.pinned_flags();
        *static_cast<volatile std::uint64_t*>(stop) = 0;
        work.stop = reinterpret_cast<const unsigned long long*>(stop);
        kernel<<<blocks, strip_threads, shared, device.stream()>>>(work);
        device.check(cudaGetLastError(), "filling a table");
    }

    void wait_for(runtime::gpu& device) const {
        device.select();
        try {
            for (unsigned turn = 0;; ++turn) {
                const cudaError_t status = cudaStreamQuery(device.stream());
                if (status == cudaSuccess) return;
                if (status != cudaErrorNotReady) device.check(status, "filling a table");
                if (turn % 64 == 63 && means_.check) means_.check();
                if (turn > 256) std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
        } catch (...) {
            stop_all();
            throw;
        }
    }

    /// Whatever runs ends soon. What it wrote is of no use then.
    void stop_all() const noexcept {
        for (const auto& machine : machines_)
            *static_cast<volatile std::uint64_t*>(machine->device().pinned_flags()) = 1;
        for (const auto& machine : machines_)
            static_cast<void>(cudaStreamSynchronize(machine->device().stream()));
    }

    /// The last row of a direction, from all GPUs.
    row_of_states collect(const std::vector<side>& sides, unsigned d) const {
        row_of_states row;
        row.stride = (strips_ * strip_columns_ + tile_columns - 1) / tile_columns * tile_words;
        row.words.resize(Law::states * row.stride);
        for (std::size_t g = 0; g < sides.size(); ++g) {
            const strip_table& table = sides[g].directions[d].table;
            machines_[g]->device().select();
            for (unsigned i = 0; i < Law::states; ++i)
                machines_[g]->get(reinterpret_cast<std::uint32_t*>(row.words.data() + i * row.stride) +
                                      table.first_strip * (strip_columns_ / 32),
                                  table.state + i * table.column_words, table.column_words);
        }
        return row;
    }

    // The edges that were kept.

    tile_range block_up_to(std::size_t tile_row, std::size_t tile_column) const override {
        const std::size_t rows = keep_hops_ / hops_of_a_tile;
        const std::size_t columns = keep_strips_ * strip_columns_ / tile_columns;
        // The first strips of a GPU begin a block of their own.
        const std::size_t g = gpu_of(tile_column);
        const std::size_t first = first_strip(g) * strip_columns_ / tile_columns;
        return {tile_row - tile_row % rows, tile_row + 1, tile_column - (tile_column - first) % columns,
                tile_column + 1};
    }

    [[nodiscard]] std::size_t gpu_of(std::size_t tile_column) const {
        const std::uint64_t strip = tile_column * tile_columns / strip_columns_;
        std::size_t g = 0;
        while (first_strip(g + 1) <= strip)
            ++g;
        return g;
    }

    void fetch(const tile_range& block, std::uint64_t* states, std::uint64_t* signals) override {
        fetch_states(block, states);
        fetch_signals(block, signals);
    }

    void fetch_states(const tile_range& block, std::uint64_t* states) const {
        const std::size_t words = block.columns() * tile_words;
        const std::size_t g = gpu_of(block.first_column);
        const strip_table& table = kept_sides_[g].directions[0].table;
        const std::uint64_t before = block.first_column * tile_columns / 32 - table.first_strip * (strip_columns_ / 32);
        const std::uint64_t there = std::min<std::uint64_t>(2 * words, table.column_words - before);
        machines_[g]->device().select();
        for (unsigned i = 0; i < Law::states; ++i) {
            std::fill_n(states + i * words, words, law_.top[i]);
            if (block.first_row == 0) continue;
            const std::uint64_t kept = block.first_row * hops_of_a_tile / keep_hops_ - 1;
            machines_[g]->get(reinterpret_cast<std::uint32_t*>(states + i * words),
                              table.kept_states + (kept * Law::states + i) * table.column_words + before, there);
        }
    }

    void fetch_signals(const tile_range& block, std::uint64_t* signals) const {
        const std::size_t words = block.rows() * (most_tile_rows / 64);
        std::fill_n(signals, Law::signals * words, 0);
        if (block.first_column == 0) {
            for (unsigned i = 0; i < Law::signals; ++i)
                std::fill_n(signals + i * words, words, law_.left[i] != 0 ? ~std::uint64_t{0} : 0);
            return;
        }
        const std::size_t g = gpu_of(block.first_column);
        const strip_table& table = kept_sides_[g].directions[0].table;
        const std::uint64_t strip = block.first_column * tile_columns / strip_columns_ - table.first_strip;
        const word* const from = strip == 0 ? static_cast<const word*>(table.inbox)
                                            : static_cast<const word*>(table.kept_edges) +
                                                  (strip / keep_strips_ - 1) * std::uint64_t{table.hops};
        const std::uint64_t first = block.first_row * hops_of_a_tile;
        std::vector<word> hops(std::min<std::uint64_t>(block.rows() * hops_of_a_tile, table.hops - first));
        machines_[g]->device().select();
        machines_[g]->get(hops.data(), from + first, hops.size());
        for (std::size_t hop = 0; hop < hops.size(); ++hop)
            for (unsigned i = 0; i < Law::signals; ++i)
                for (unsigned row = 0; row < hop_rows; ++row)
                    signals[i * words + hop / 4] |= static_cast<std::uint64_t>(hops[hop] >> (16 * i + 15 - row) & 1U)
                                                    << (hop % 4 * hop_rows + row);
    }

    [[nodiscard]] unsigned planes() const noexcept { return std::max(2U, pair_.planes); }

    const sequence::coded_pair& pair_;
    table_law law_;
    gpu_table_means means_;
    std::vector<std::unique_ptr<runtime::gpu_machine>> machines_;
    unsigned words_ = 0;
    std::uint64_t strip_columns_ = 0;
    unsigned strips_ = 0;
    std::uint32_t keep_hops_ = 1;
    unsigned keep_strips_ = 1;
    std::vector<side> kept_sides_;
};

} // namespace concord::pairwise
