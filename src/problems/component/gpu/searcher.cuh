// One GPU of a search: counts the shifts of a band, sorts them by bound, and filters them.
#pragma once

#include "problems/component/coded_matrices.hpp"
#include "problems/component/gpu/count_shifts.cuh"
#include "problems/component/gpu/filter_shifts.cuh"
#include "problems/component/gpu/filter_strips.cuh"
#include "problems/component/search.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace concord::component {

inline constexpr std::uint32_t shifts_to_probe = 4096;
inline constexpr std::uint64_t bytes_of_a_shift = 20; ///< of counting and sorting
inline constexpr std::uint64_t most_of_a_band = std::uint64_t{1} << 30U;
inline constexpr std::uint64_t words_around_planes =
    8; ///< read beside the first and the last row; their values do not matter

/// Bands of row shifts, those in the middle first: there the overlaps are large, and so are components.
struct band {
    std::uint64_t first_row;
    std::uint64_t rows;
};

inline std::vector<band> make_bands(const shift_table& shifts, std::uint64_t shifts_of_a_band) {
    const std::uint64_t rows = std::clamp<std::uint64_t>(shifts_of_a_band / shifts.columns(), 1, shifts.rows());
    std::vector<band> bands;
    for (std::uint64_t row = 0; row < shifts.rows(); row += rows)
        bands.push_back({row, std::min(rows, shifts.rows() - row)});
    const auto from_the_middle = [&](const band& of) {
        const auto twice = static_cast<std::int64_t>(2 * of.first_row + of.rows);
        return std::abs(twice - static_cast<std::int64_t>(shifts.rows()));
    };
    std::stable_sort(bands.begin(), bands.end(),
                     [&](const band& x, const band& y) { return from_the_middle(x) < from_the_middle(y); });
    return bands;
}

/// The best candidate of all GPUs so far.
class shared_outcome {
  public:
    [[nodiscard]] candidate best() const {
        const std::scoped_lock lock(lock_);
        return best_;
    }
    /// The value to compare with: a size whose shift is unknown may belong to any shift.
    [[nodiscard]] candidate to_beat() const {
        const std::scoped_lock lock(lock_);
        if (others_ > best_.size) return {others_, std::numeric_limits<std::uint64_t>::max(), {}};
        return best_;
    }
    void add(const candidate& found, std::uint64_t labelled) {
        const std::scoped_lock lock(lock_);
        merge(best_, found);
        labelled_ += labelled;
    }
    [[nodiscard]] std::uint64_t labelled() const { return labelled_; }
    void replace_by(const search_outcome& all) {
        const std::scoped_lock lock(lock_);
        best_ = all.best;
        labelled_ = all.labelled;
    }
    /// The other processes have found a component of this size, in an unknown shift.
    void others_reached(std::uint64_t size) {
        const std::scoped_lock lock(lock_);
        others_ = std::max(others_, size);
    }

  private:
    mutable std::mutex lock_;
    candidate best_;
    std::uint64_t labelled_ = 0;
    std::uint64_t others_ = 0;
};

class searcher {
  public:
    /// `strip_rows`: 0: strips only where boards do not fit a block's memory; else strips of so many rows.
    searcher(const problem& given, const bit_planes& planes, runtime::device_context& device, std::uint64_t memory,
             std::uint64_t strip_rows, const std::function<void()>& check)
        : given_(given), machine_(device, memory, check), view_(planes.view()) {
        const auto bytes = [](std::uint64_t rows, std::uint64_t words) { return rows * words; };
        const std::uint64_t a = bytes(view_.rows_a, view_.planes * view_.words_a);
        const std::uint64_t b = bytes(view_.rows_b, view_.planes * view_.words_b * (view_.intervals ? 2 : 1));
        a_ = machine_.zeroed<std::uint64_t>(a + 2 * words_around_planes);
        b_ = machine_.zeroed<std::uint64_t>(b + 2 * words_around_planes);
        machine_.put(a_.data() + words_around_planes, view_.a, a);
        machine_.put(b_.data() + words_around_planes, view_.b, b);
        view_.a = a_.data() + words_around_planes;
        view_.b = b_.data() + words_around_planes;
        ticket_ = machine_.zeroed<unsigned>(1);
        numbers_ = machine_.zeroed<unsigned long long>(2);
        machine_.context().wait("copying to it");
        choose_blocks(static_cast<std::uint32_t>(strip_rows));
    }

    /// The number of shifts that fit into memory at a time.
    [[nodiscard]] std::uint64_t most_shifts() const {
        return std::min(most_of_a_band, machine_.free_memory() / 10 * 9 / bytes_of_a_shift);
    }

    /// Returns the best candidate of the band that is better than the best so far; size 0: none.
    search_outcome search(const band& of, shared_outcome& outcome) {
        const auto columns = static_cast<std::uint32_t>(given_.shifts.columns());
        const matrix_shift first = given_.shifts.at(of.first_row * given_.shifts.columns());
        const band_of_shifts shifts{first.rows, first.columns, columns, static_cast<std::uint32_t>(of.rows * columns)};
        const auto keys = machine_.make<std::uint32_t>(shifts.count);
        const auto other_keys = machine_.make<std::uint32_t>(shifts.count);
        const auto values = machine_.make<std::uint32_t>(shifts.count);
        const auto other_values = machine_.make<std::uint32_t>(shifts.count);
        count(shifts, keys.data(), values.data());
        cub::DoubleBuffer<std::uint32_t> bounds(keys.data(), other_keys.data());
        cub::DoubleBuffer<std::uint32_t> numbers(values.data(), other_values.data());
        sort(bounds, numbers, shifts.count);

        const std::uint64_t first_number = of.first_row * given_.shifts.columns();
        const candidate before = outcome.to_beat();
        set_best(before, first_number, shifts.count);
        filter_work work{.planes = view_,
                         .band = shifts,
                         .bounds = bounds.Current(),
                         .numbers = numbers.Current(),
                         .count = std::min(shifts.count, shifts_to_probe),
                         .min_size = static_cast<std::uint32_t>(
                             std::min<std::uint64_t>(given_.min_size, std::numeric_limits<std::uint32_t>::max())),
                         .best = numbers_.data(),
                         .labelled = numbers_.data() + 1,
                         .ticket = ticket_.data(),
                         .stop = reinterpret_cast<const unsigned long long*>(machine_.context().pinned_flags()),
                         .boards = boards_.data(),
                         .board_words = board_words_};
        if (strips_.rows > 0) {
            work.count = shifts.count;
            filter_by_strips(work);
        } else {
            filter(work, true);
            work.count = shifts.count;
            filter(work, false);
        }
        wait();
        unsigned long long found[2] = {};
        machine_.get(found, numbers_.data(), 2);
        const auto size = static_cast<std::uint32_t>(found[0] >> 32U);
        candidate best;
        if (found[0] != packed_before_)
            best = {size, first_number + static_cast<std::uint32_t>(~static_cast<std::uint32_t>(found[0])), {}};
        outcome.add(best, found[1]);
        return {best, found[1]};
    }

    /// Selects this GPU for the calling thread.
    void select() const { machine_.context().select(); }
    void end_early() const noexcept { *static_cast<volatile std::uint64_t*>(machine_.context().pinned_flags()) = 1; }

  private:
    [[nodiscard]] bool corners() const { return given_.connectivity == 8; }

    void choose_blocks(std::uint32_t strip_rows) {
        const gpu_board largest{
            static_cast<std::uint32_t>(std::min(view_.rows_a, view_.rows_b)),
            static_cast<std::uint32_t>((std::min(view_.columns_a, view_.columns_b) + word_cells - 2) / word_cells + 1)};
        board_words_ = largest.size();
        threads_ = std::clamp<unsigned>(std::bit_ceil(board_words_ / 16), 64, 512);
        runtime::device_context& device = machine_.context();
        int most_shared = 0;
        device.check(cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device.index()),
                     "asking what it is");
        const std::uint64_t needed = std::uint64_t{boards_of_a_block} * board_words_ * sizeof(gpu_word);
        constexpr std::uint64_t of_the_kernel = 256;
        shared_ = needed + of_the_kernel <= static_cast<std::uint64_t>(most_shared) ? static_cast<unsigned>(needed) : 0;
        const auto multiprocessors = static_cast<unsigned>(device.multiprocessors());
        const unsigned each = std::min(fitting<false>(), fitting<true>());
        blocks_ = multiprocessors * each;
        if (shared_ == 0 || strip_rows > 0) choose_strips(largest.words, strip_rows);
        if (shared_ > 0 || strips_.rows > 0) return;
        // At most half of the memory for boards: the rest is for lists of shifts.
        blocks_ = static_cast<unsigned>(
            std::clamp<std::uint64_t>(machine_.free_memory() / 2 / needed, 1, std::uint64_t{blocks_}));
        boards_ = machine_.make<gpu_word>(blocks_ * (needed / sizeof(gpu_word)));
    }

    void choose_strips(std::uint32_t words, std::uint32_t rows) {
        runtime::device_context& device = machine_.context();
        int shared = 0;
        device.check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device.index()),
                     "asking what it is");
        constexpr std::uint64_t of_a_block = 2048; // static shared memory of the kernel, and the driver's
        const std::uint32_t most = rows > 0 ? rows : strip_room::most_rows;
        for (strip_blocks_ = most_strip_blocks; strip_blocks_ >= least_strip_blocks; --strip_blocks_) {
            const std::uint64_t each = static_cast<std::uint64_t>(shared) / strip_blocks_ - of_a_block;
            strips_ = strip_room::of(each / sizeof(gpu_word), words, most);
            if (strips_.rows >= std::min(most, strip_room::most_rows / 2)) break;
        }
        strip_blocks_ = std::max(strip_blocks_, least_strip_blocks);
        if (strips_.rows == 0) return;
        const auto bytes = static_cast<int>(strips_.total() * sizeof(gpu_word));
        for (auto* const kernel : {filter_strips<false>, filter_strips<true>})
            device.check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
                         "asking for shared memory");
    }

    template <bool Probing>
    unsigned fitting() {
        auto* const kernel = corners() ? filter_shifts<true, Probing> : filter_shifts<false, Probing>;
        runtime::device_context& device = machine_.context();
        device.check(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_)),
            "asking for shared memory");
        int blocks = 0;
        device.check(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads_), shared_),
            "asking what fits");
        return static_cast<unsigned>(std::max(blocks, 1));
    }

    void count(const band_of_shifts& shifts, std::uint32_t* bounds, std::uint32_t* numbers) const {
        const std::uint32_t blocks_of_a_row = (shifts.columns + count_threads - 1) / count_threads;
        const std::uint32_t blocks = blocks_of_a_row * (shifts.count / shifts.columns);
        const auto launch = [&](auto* kernel) {
            kernel<<<blocks, count_threads, 0, machine_.context().stream()>>>(view_, shifts, blocks_of_a_row, bounds,
                                                                              numbers);
        };
        if (view_.planes == view_.channel_planes) {
            launch(corners() ? count_shifts<true, false> : count_shifts<false, false>);
        } else {
            launch(corners() ? count_shifts<true, true> : count_shifts<false, true>);
        }
        machine_.context().check(cudaGetLastError(), "counting");
    }

    void sort(cub::DoubleBuffer<std::uint32_t>& bounds, cub::DoubleBuffer<std::uint32_t>& numbers,
              std::uint32_t count) const {
        const std::uint64_t cells = std::min(view_.rows_a, view_.rows_b) * std::min(view_.columns_a, view_.columns_b);
        std::size_t bytes = 0;
        const auto sort_with = [&](void* workspace) {
            machine_.context().check(cub::DeviceRadixSort::SortPairsDescending(
                                         workspace, bytes, bounds, numbers, count, 0,
                                         static_cast<int>(std::bit_width(cells)), machine_.context().stream()),
                                     "sorting");
        };
        sort_with(nullptr);
        const auto workspace = machine_.make<char>(bytes + 1);
        sort_with(workspace.data());
    }

    /// What a shift of the band must reach: equal sizes win for shifts before the best one.
    void set_best(const candidate& best, std::uint64_t first_number, std::uint32_t count) {
        std::uint32_t complement = std::numeric_limits<std::uint32_t>::max(); // no shift of the band is before it
        if (best.size > 0 && best.shift >= first_number)
            complement = best.shift - first_number < count ? ~static_cast<std::uint32_t>(best.shift - first_number)
                                                           : 0; // all of them are
        packed_before_ = packed_best(static_cast<std::uint32_t>(best.size), complement);
        const unsigned long long numbers[2] = {packed_before_, 0};
        machine_.put(numbers_.data(), numbers, 2);
        machine_.context().wait("copying to it");
    }

    void filter(const filter_work& work, bool probing) {
        runtime::device_context& device = machine_.context();
        device.check(cudaMemsetAsync(ticket_.data(), 0, sizeof(unsigned), device.stream()), "clearing memory");
        auto* kernel = corners() ? filter_shifts<true, false> : filter_shifts<false, false>;
        if (probing) kernel = corners() ? filter_shifts<true, true> : filter_shifts<false, true>;
        const unsigned blocks = std::min(blocks_, std::max(work.count, 1U));
        kernel<<<blocks, threads_, shared_, device.stream()>>>(work);
        device.check(cudaGetLastError(), "filtering shifts");
    }

    void filter_by_strips(const filter_work& work) {
        runtime::device_context& device = machine_.context();
        device.check(cudaMemsetAsync(ticket_.data(), 0, sizeof(unsigned), device.stream()), "clearing memory");
        auto* const kernel = corners() ? filter_strips<true> : filter_strips<false>;
        const unsigned blocks = std::min(static_cast<unsigned>(device.multiprocessors()) * strip_blocks_, work.count);
        const unsigned threads = strip_threads / strip_blocks_ / 32 * 32;
        kernel<<<blocks, threads, strips_.total() * sizeof(gpu_word), device.stream()>>>(work, strips_);
        device.check(cudaGetLastError(), "filtering shifts");
    }

    void wait() {
        runtime::device_context& device = machine_.context();
        try {
            for (unsigned turn = 0;; ++turn) {
                const cudaError_t status = cudaStreamQuery(device.stream());
                if (status == cudaSuccess) return;
                if (status != cudaErrorNotReady) device.check(status, "filtering shifts");
                if (turn % 64 == 63) machine_.check();
                if (turn > 256) std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
        } catch (...) {
            end_early();
            static_cast<void>(cudaStreamSynchronize(device.stream()));
            throw;
        }
    }

    const problem& given_;
    runtime::cuda_device machine_;
    plane_view view_; ///< in the GPU's memory
    runtime::device_buffer<std::uint64_t> a_;
    runtime::device_buffer<std::uint64_t> b_;
    runtime::device_buffer<unsigned> ticket_;
    runtime::device_buffer<unsigned long long> numbers_; ///< the best candidate, and the number of labelled shifts
    runtime::device_buffer<gpu_word> boards_;
    std::uint64_t packed_before_ = 0;
    std::uint32_t board_words_ = 0;
    unsigned threads_ = 0;
    unsigned shared_ = 0; ///< bytes; 0: boards are in `boards_`
    unsigned blocks_ = 0;
    unsigned strip_blocks_ = 0; ///< of a multiprocessor
    strip_room strips_{};       ///< without rows: whole boards
};

} // namespace concord::component
