// The matrix of a long pair on one or several GPUs, under any recurrence.
//
// Each of several GPUs owns adjacent strips of columns; the deltas that leave the last strip of one are written
// directly into the memory of the next. No GPU waits for one on its right, so a failure of one does not hang the
// others. Where the matrix is a slab of a larger one, the deltas that enter and leave it go through memory of the host.
#pragma once

#include "alignment/bit_parallel/gpu/slab_exchange.hpp"
#include "alignment/bit_parallel/gpu/strip_launch.cuh"
#include "alignment/bit_parallel/gpu/strip_matrix.cuh"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"
#include "runtime/gpu/cuda/pinned_buffer.cuh"
#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace concord::pairwise {

/// `Recurrence`: one of recurrences/ over 32-bit words, and its tuning::lane_cost as `cost`.
template <class Recurrence>
class strips_on_gpus final : public gpu_matrix, private edge_source {
  public:
    strips_on_gpus(const sequence::coded_pair& pair, const matrix_boundary& boundary,
                   const gpu_matrix_resources& resources)
        : pair_(pair), boundary_(boundary), resources_(resources) {
        for (const int index : resources.gpus)
            machines_.push_back(
                std::make_unique<runtime::cuda_device>(runtime::started_gpu(index), resources.memory, resources.check));
        for (std::size_t g = 1; g < machines_.size(); ++g)
            machines_[g]->context().open_to(machines_[g - 1]->context());
        for (unsigned words = 1; words <= most_words; words *= 2)
            if (resources.words == words) words_ = words;
    }

    ~strips_on_gpus() override { stop_all(); }
    strips_on_gpus(const strips_on_gpus&) = delete;
    strips_on_gpus& operator=(const strips_on_gpus&) = delete;

    matrix_halves fill_halves() override {
        const std::uint64_t rows = pair_.b.length / 2;
        plan(rows / hop_rows + 1, 2);
        const std::uint64_t halves[2] = {rows, pair_.b.length - rows};
        std::vector<side> sides = make_sides(2, halves, false);
        run(sides, 2);
        return {halves[0], halves[1], collect(sides, 0), collect(sides, 1)};
    }

    delta_row fill_and_keep() override {
        plan(pair_.b.length / hop_rows + 1, 1);
        const std::uint64_t rows[1] = {pair_.b.length};
        kept_sides_ = make_sides(1, rows, true);
        run(kept_sides_, 1);
        return collect(kept_sides_, 0);
    }

    delta_row fill_slab(const slab_neighbours& beside, bool keep) override {
        plan(pair_.b.length / hop_rows + 1, 1);
        if (beside.leaving) end_with_a_strip();
        first_number_ = beside.entering ? 1 : 0;
        const std::uint64_t rows[1] = {pair_.b.length};
        const std::uint64_t hops = (rows[0] + hop_rows - 1) / hop_rows;
        kept_sides_ = make_sides(1, rows, keep);
        const unsigned leaving_tag = first_number_ + strips_;
        const runtime::device_context& device = machines_.front()->context();
        if (beside.entering) entering_ = words_of_host(device, hops, exchange::not_yet(first_number_));
        if (beside.leaving) leaving_ = words_of_host(device, hops, exchange::not_yet(leaving_tag));
        for (std::size_t g = 0; g < machines_.size() && first_strip(g) == 0; ++g) // those before have no strips
            kept_sides_[g].directions[0].matrix.inbox = entering_.data();
        kept_sides_.back().directions[0].matrix.outbox = leaving_.data();
        exchange with_neighbours(beside, hops, {entering_.data(), first_number_, leaving_.data(), leaving_tag});
        run(kept_sides_, 1, [&] { return with_neighbours.move(); });
        return collect(kept_sides_, 0);
    }

    edge_source& edges() override { return *this; }

  private:
    static constexpr unsigned most_words = Recurrence::cost.most_words;
    using word = typename edge_word<Recurrence::horizontal>::type;
    using exchange = slab_exchange<Recurrence::horizontal>;
    using words_of_host = runtime::pinned_buffer<word>;

    /// One direction of the matrix on one GPU.
    struct direction {
        runtime::device_buffer<std::uint32_t> columns;
        runtime::device_buffer<std::uint32_t> hop_letters; ///< of two planes
        runtime::device_buffer<std::uint8_t> narrow_rows;  ///< of more planes
        runtime::device_buffer<std::uint32_t> wide_rows;
        runtime::device_buffer<std::uint32_t> vertical;
        runtime::device_buffer<word> edges;
        runtime::device_buffer<word> inbox;
        runtime::device_buffer<std::uint32_t> kept_vertical;
        runtime::device_buffer<word> kept_edges;
        strip_matrix matrix{};
    };
    struct side {
        direction directions[2];
        runtime::device_buffer<unsigned> ticket;
    };

    void plan(std::uint64_t hops, unsigned matrices) {
        unsigned multiprocessors = 0;
        for (const auto& machine : machines_)
            multiprocessors += static_cast<unsigned>(machine->context().multiprocessors());
        if (words_ == 0) words_ = plan_strips(pair_.a.length, hops, matrices, multiprocessors, Recurrence::cost).words;
        strip_columns_ = std::uint64_t{32} * 32 * words_;
        strips_ = static_cast<unsigned>((pair_.a.length + strip_columns_ - 1) / strip_columns_);
    }

    /// What leaves the last strip is what leaves the matrix: no column of the strip may be beyond its end.
    void end_with_a_strip() {
        for (; words_ > 1 && pair_.a.length % strip_columns_ != 0; words_ /= 2)
            strip_columns_ /= 2;
        strips_ = static_cast<unsigned>(pair_.a.length / strip_columns_);
    }

    /// Strips of GPU g: from first_strip(g) to first_strip(g + 1); whole blocks of columns.
    [[nodiscard]] unsigned first_strip(std::size_t g) const {
        if (g == machines_.size()) return strips_;
        const auto strips = static_cast<unsigned>(std::uint64_t{strips_} * g / machines_.size());
        return strips - strips % strips_of_a_block();
    }
    [[nodiscard]] unsigned strips_of_a_block() const {
        return static_cast<unsigned>(std::max<std::uint64_t>(1, block_columns / strip_columns_));
    }

    std::vector<side> make_sides(unsigned count, const std::uint64_t* rows, bool keep) {
        std::vector<side> sides(machines_.size());
        if (keep) choose_spacing(rows[0]);
        for (std::size_t g = 0; g < machines_.size(); ++g) {
            const runtime::cuda_device& machine = *machines_[g];
            machine.context().select();
            if (pair_.is_narrow) {
                upload<std::uint8_t>(g, pair_.a.narrow, pair_.b.narrow, sides[g], count, rows);
            } else {
                upload<std::uint32_t>(g, pair_.a.wide, pair_.b.wide, sides[g], count, rows);
            }
            sides[g].ticket = machine.template zeroed<unsigned>(1);
            for (unsigned d = 0; d < count; ++d)
                describe(g, rows[d], keep, sides[g].directions[d]);
            machine.context().wait("preparing a matrix");
        }
        for (std::size_t g = 0; g + 1 < machines_.size(); ++g)
            for (unsigned d = 0; d < count; ++d)
                sides[g].directions[d].matrix.outbox = sides[g + 1].directions[d].inbox.data();
        return sides;
    }

    template <class Code>
    void upload(std::size_t g, std::span<const Code> a, std::span<const Code> b, side& into, unsigned count,
                const std::uint64_t* rows) {
        const runtime::cuda_device& machine = *machines_[g];
        const runtime::device_buffer<Code> codes_a = machine.template make<Code>(pair_.a.length);
        const runtime::device_buffer<Code> codes_b = machine.template make<Code>(pair_.b.length);
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
    static runtime::device_buffer<Code>& rows_of(direction& of) {
        if constexpr (sizeof(Code) == 1) {
            return of.narrow_rows;
        } else {
            return of.wide_rows;
        }
    }

    void describe(std::size_t g, std::uint64_t rows, bool keep, direction& to) {
        const runtime::cuda_device& machine = *machines_[g];
        strip_matrix& matrix = to.matrix;
        matrix.columns = to.columns.data();
        matrix.column_words = to.columns.size() / planes();
        matrix.planes = planes();
        matrix.rows = planes() == 2     ? static_cast<const void*>(to.hop_letters.data() + hop_margin)
                      : pair_.is_narrow ? static_cast<const void*>(to.narrow_rows.data() + hop_margin * hop_rows)
                                        : static_cast<const void*>(to.wide_rows.data() + hop_margin * hop_rows);
        matrix.hops = static_cast<std::uint32_t>((rows + hop_rows - 1) / hop_rows);
        matrix.rows_of_last_hop = rows == 0 ? hop_rows : static_cast<unsigned>((rows - 1) % hop_rows + 1);
        matrix.first_strip = first_strip(g) + first_number_;
        matrix.strips = first_strip(g + 1) - first_strip(g);
        to.vertical = machine.template make<std::uint32_t>(Recurrence::vertical * matrix.column_words);
        to.edges = machine.template zeroed<word>(matrix.hops);
        matrix.vertical = to.vertical.data();
        matrix.edges = to.edges.data();
        if (g > 0) to.inbox = machine.template zeroed<word>(matrix.hops);
        matrix.inbox = to.inbox.data();
        if (keep) {
            to.kept_vertical = machine.template make<std::uint32_t>(matrix.hops / keep_hops_ * Recurrence::vertical *
                                                                    matrix.column_words);
            to.kept_edges = machine.template zeroed<word>(matrix.strips / keep_strips_ * std::uint64_t{matrix.hops});
            matrix.kept_vertical = to.kept_vertical.data();
            matrix.kept_edges = to.kept_edges.data();
        }
        matrix.keep_hops = keep_hops_;
        matrix.keep_strips = keep_strips_;
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            matrix.top[i] = static_cast<std::uint32_t>(boundary_.top[i]);
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            matrix.left[i] = boundary_.left[i] != 0 ? ~0U : 0U;
    }

    /// Edges are kept densely enough that the traceback costs little, as far as memory allows.
    void choose_spacing(std::uint64_t rows) {
        const double hops = static_cast<double>(rows) / hop_rows;
        keep_strips_ = strips_of_a_block();
        keep_hops_ = static_cast<std::uint32_t>(
            std::max<std::uint64_t>(hops_of_a_block, keep_strips_ * strip_columns_ / hop_rows));
        // The last GPU has an inbox of its own and needs the most memory.
        const double columns = static_cast<double>(first_strip(1)) * static_cast<double>(strip_columns_);
        const auto bytes = [&] {
            return hops / keep_hops_ * Recurrence::vertical * columns / 8 +
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

    /// `meanwhile` is called again and again until the kernels have ended, and once after that; returns whether there
    /// was anything to do.
    void run(std::vector<side>& sides, unsigned count, const std::function<bool()>& meanwhile = {}) {
        for (std::size_t g = 0; g < sides.size(); ++g) {
            if (first_strip(g + 1) == first_strip(g)) continue;
            strip_work work{};
            for (unsigned d = 0; d < count; ++d)
                work.matrices[d] = sides[g].directions[d].matrix;
            work.matrix_count = count;
            work.ticket = sides[g].ticket.data();
            launch_strips<Recurrence>(*machines_[g], work, {words_, planes(), pair_.is_narrow});
        }
        for (std::size_t g = 0; g < sides.size(); ++g)
            wait_for(machines_[g]->context(), meanwhile);
        if (meanwhile) static_cast<void>(meanwhile());
    }

    void wait_for(runtime::device_context& device, const std::function<bool()>& meanwhile) const {
        device.select();
        try {
            for (unsigned turn = 0;; ++turn) {
                if (meanwhile && meanwhile()) turn = 0;
                const cudaError_t status = cudaStreamQuery(device.stream());
                if (status == cudaSuccess) return;
                if (status != cudaErrorNotReady) device.check(status, "filling a matrix");
                if (turn % 64 == 63 && resources_.check) resources_.check();
                if (turn > 256) std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
        } catch (...) {
            stop_all();
            throw;
        }
    }

    /// Ends all running kernels soon; their results are then invalid.
    void stop_all() const noexcept {
        for (const auto& machine : machines_)
            *static_cast<volatile std::uint64_t*>(machine->context().pinned_flags()) = 1;
        // A strip that waits for a rank need not wait any more.
        for (std::uint64_t hop = 0; hop < entering_.size(); ++hop)
            static_cast<volatile word*>(entering_.data())[hop] = word{1} << (16 * Recurrence::horizontal);
        for (const auto& machine : machines_)
            static_cast<void>(cudaStreamSynchronize(machine->context().stream()));
    }

    /// The last row of a direction, from all GPUs.
    delta_row collect(const std::vector<side>& sides, unsigned d) const {
        delta_row row;
        row.stride = (strips_ * strip_columns_ + block_columns - 1) / block_columns * block_words;
        row.words.resize(Recurrence::vertical * row.stride);
        for (std::size_t g = 0; g < sides.size(); ++g) {
            const strip_matrix& matrix = sides[g].directions[d].matrix;
            machines_[g]->context().select();
            for (unsigned i = 0; i < Recurrence::vertical; ++i)
                machines_[g]->get(reinterpret_cast<std::uint32_t*>(row.words.data() + i * row.stride) +
                                      first_strip(g) * (strip_columns_ / 32),
                                  matrix.vertical + i * matrix.column_words, matrix.column_words);
        }
        return row;
    }

    // The kept edges.

    block_range range_up_to(std::size_t block_row, std::size_t block_column) const override {
        const std::size_t rows = keep_hops_ / hops_of_a_block;
        const std::size_t columns = keep_strips_ * strip_columns_ / block_columns;
        // The first strips of a GPU begin a block of their own.
        const std::size_t g = gpu_of(block_column);
        const std::size_t first = first_strip(g) * strip_columns_ / block_columns;
        return {block_row - block_row % rows, block_row + 1, block_column - (block_column - first) % columns,
                block_column + 1};
    }

    [[nodiscard]] std::size_t gpu_of(std::size_t block_column) const {
        const std::uint64_t strip = block_column * block_columns / strip_columns_;
        std::size_t g = 0;
        while (first_strip(g + 1) <= strip)
            ++g;
        return g;
    }

    void fetch(const block_range& range, std::uint64_t* vertical, std::uint64_t* horizontal) override {
        fetch_vertical(range, vertical);
        fetch_horizontal(range, horizontal);
    }

    void fetch_vertical(const block_range& range, std::uint64_t* vertical) const {
        const std::size_t words = range.columns() * block_words;
        const std::size_t g = gpu_of(range.first_column);
        const strip_matrix& matrix = kept_sides_[g].directions[0].matrix;
        const std::uint64_t before = range.first_column * block_columns / 32 - first_strip(g) * (strip_columns_ / 32);
        const std::uint64_t there = std::min<std::uint64_t>(2 * words, matrix.column_words - before);
        machines_[g]->context().select();
        for (unsigned i = 0; i < Recurrence::vertical; ++i) {
            std::fill_n(vertical + i * words, words, boundary_.top[i]);
            if (range.first_row == 0) continue;
            const std::uint64_t kept = range.first_row * hops_of_a_block / keep_hops_ - 1;
            machines_[g]->get(reinterpret_cast<std::uint32_t*>(vertical + i * words),
                              matrix.kept_vertical + (kept * Recurrence::vertical + i) * matrix.column_words + before,
                              there);
        }
    }

    void fetch_horizontal(const block_range& range, std::uint64_t* horizontal) const {
        const std::size_t words = range.rows() * (most_block_rows / 64);
        std::fill_n(horizontal, Recurrence::horizontal * words, 0);
        if (range.first_column == 0 && entering_.data() == nullptr) {
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                std::fill_n(horizontal + i * words, words, boundary_.left[i] != 0 ? ~std::uint64_t{0} : 0);
            return;
        }
        const std::size_t g = gpu_of(range.first_column);
        const strip_matrix& matrix = kept_sides_[g].directions[0].matrix;
        const std::uint64_t strip = range.first_column * block_columns / strip_columns_ - first_strip(g);
        const word* const from = strip == 0 ? static_cast<const word*>(matrix.inbox)
                                            : static_cast<const word*>(matrix.kept_edges) +
                                                  (strip / keep_strips_ - 1) * std::uint64_t{matrix.hops};
        const std::uint64_t first = range.first_row * hops_of_a_block;
        std::vector<word> hops(std::min<std::uint64_t>(range.rows() * hops_of_a_block, matrix.hops - first));
        if (from == entering_.data()) {
            std::copy_n(from + first, hops.size(), hops.data());
        } else {
            machines_[g]->context().select();
            machines_[g]->get(hops.data(), from + first, hops.size());
        }
        for (std::size_t hop = 0; hop < hops.size(); ++hop)
            add_edge_word<Recurrence::horizontal>(hops[hop], horizontal, words, hop);
    }

    [[nodiscard]] unsigned planes() const noexcept { return std::max(2U, pair_.planes); }

    const sequence::coded_pair& pair_;
    matrix_boundary boundary_;
    gpu_matrix_resources resources_;
    std::vector<std::unique_ptr<runtime::cuda_device>> machines_;
    unsigned words_ = 0;
    std::uint64_t strip_columns_ = 0;
    unsigned strips_ = 0;
    unsigned first_number_ = 0; ///< of the first strip: 1 where another rank has the columns on its left
    words_of_host entering_;    ///< from that rank; null: there is none
    words_of_host leaving_;     ///< the same of the rank on the right
    std::uint32_t keep_hops_ = 1;
    unsigned keep_strips_ = 1;
    std::vector<side> kept_sides_;
};

} // namespace concord::pairwise
