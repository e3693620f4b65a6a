// Many pairs on a GPU: uploads the sets as they are, bins pairs by the words of their columns, and launches a kernel a
// bin.
#include "alignment/batch/gpu/gpu_batch.hpp"

#include "alignment/batch/gpu/hamming_pairs.hpp"
#include "alignment/batch/gpu/long_pairs.cuh"
#include "alignment/batch/gpu/short_pairs.cuh"
#include "alignment/batch/metrics.hpp"
#include "alignment/batch/tuning.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"
#include "sequence/dense_letters.hpp"

#include <algorithm>
#include <array>

namespace concord::edit_distance {
namespace {

using levenshtein = pairwise::scalar::levenshtein<pairwise::scalar_word<std::uint32_t>>;
using lcs = pairwise::scalar::lcs<pairwise::scalar_word<std::uint32_t>>; // for the indel distance

constexpr auto bins = tuning::gpu_thread_words; ///< words of columns
static_assert(bins.back() * 32 == tuning::longest_for_gpu_thread);

std::size_t bin_of(std::uint64_t columns) {
    std::size_t bin = 0;
    while (bins[bin] * 32 < columns)
        ++bin;
    return bin;
}

/// The bins of `numbers`: the begin of each.
using bin_begins = std::array<std::uint64_t, bins.size() + 1>;

/// Planes of letters that are compared: at least those of DNA.
unsigned planes_of_both(const sequence_set& a, const sequence_set& b) noexcept {
    return std::max({2U, sequence::packed(a).planes_in_use(), sequence::packed(b).planes_in_use()});
}

} // namespace

struct gpu_batch::state {
    state(const sequence_set& set_a, const sequence_set& set_b, const batch_options& wanted, int gpu,
          std::function<void()> check)
        : sets(sequence::with_dense_letters(set_a, set_b)), a(sets.a), b(sets.b), options(wanted),
          planes(planes_of_both(a, b)), machine(runtime::started_gpu(gpu), wanted.run.memory, std::move(check),
                                                wanted.run.threads > 0 ? wanted.run.threads : usable_cores()),
          on_gpu_a(put(a)), on_gpu_b(&sequence::packed(a) == &sequence::packed(b) ? on_gpu_a : put(b)) {
        machine.context().wait("copying to it");
    }

    set_on_gpu put(const sequence_set& set) {
        const sequence::packed_sequences& packed = sequence::packed(set);
        set_on_gpu there{};
        const std::uint64_t words = packed.letters() / sequence::letters_per_word + 2;
        const auto upload = [&](const std::uint64_t* host, std::uint64_t count) {
            held.push_back(machine.make<std::uint64_t>(count));
            machine.put(held.back().data(), host, count);
            return held.back().data();
        };
        for (unsigned plane = 0; plane < planes; ++plane)
            there.plane[plane] = reinterpret_cast<const std::uint32_t*>(upload(packed.plane(plane), words));
        if (packed.has_ambiguous())
            there.ambiguous = reinterpret_cast<const std::uint32_t*>(upload(packed.ambiguous_plane(), words));
        there.offsets = upload(packed.offsets(), packed.size() + 1);
        return there;
    }

    static hamming_side of_hamming(const set_on_gpu& set) {
        hamming_side side{};
        for (unsigned plane = 0; plane < most_batch_planes_on_gpu; ++plane)
            side.plane[plane] = reinterpret_cast<const std::uint64_t*>(set.plane[plane]);
        side.ambiguous = reinterpret_cast<const std::uint64_t*>(set.ambiguous);
        side.offsets = set.offsets;
        return side;
    }

    /// Many planes of long columns do not fit the shared memory of a block.
    [[nodiscard]] std::uint64_t longest_for_thread() const {
        constexpr std::uint64_t longest_of_many_planes = 12 * 32;
        static_assert(longest_of_many_planes < tuning::longest_of_planes_for_gpu_thread);
        if (!compares_planes()) return tuning::longest_for_gpu_thread;
        return planes <= few_batch_planes_on_gpu ? tuning::longest_of_planes_for_gpu_thread : longest_of_many_planes;
    }

    /// Whether matches are found by comparing planes, and not read from a table of nucleotides.
    [[nodiscard]] bool compares_planes() const {
        return planes > 2 || sequence::packed(a).has_ambiguous() || sequence::packed(b).has_ambiguous();
    }

    [[nodiscard]] std::uint64_t shorter(const numbered_pairs& pairs, std::uint64_t pair) const {
        const std::uint64_t row = pairs.zipped ? pairs.first_row + pair : pairs.first_row + pair / pairs.columns;
        const std::uint64_t column = pairs.zipped ? row : pair % pairs.columns;
        return std::min(sequence::packed(a).length(row), sequence::packed(b).length(column));
    }

    std::vector<std::uint64_t> compare(const numbered_pairs& pairs, std::uint64_t count, std::uint32_t* distances) {
        if (count == 0) return {};
        machine.context().select();
        const auto out = machine.zeroed<std::uint32_t>(count); // pairs that are too long come later
        if (!traits_of(options.metric).has_matrix()) {
            machine.for_each(count,
                             compare_hamming{of_hamming(on_gpu_a), of_hamming(on_gpu_b), planes, pairs, out.data(),
                                             options.max_distance.value_or(no_distance - 1), no_distance});
            machine.get(distances, out.data(), count);
            return {};
        }
        std::vector<std::uint64_t> too_long;
        const bool alike = a.shortest() == a.longest() && b.shortest() == b.longest();
        if (alike && std::min(a.longest(), b.longest()) <= longest_for_thread()) {
            launch(bin_of(std::min(a.longest(), b.longest())), pairs, nullptr, count, out.data());
            machine.get(distances, out.data(), count);
            return {};
        }
        std::vector<std::uint32_t> order;
        const bin_begins begins = sort_into_bins(pairs, count, order, too_long);
        const auto order_there = machine.make<std::uint32_t>(order.size());
        machine.put(order_there.data(), order.data(), order.size());
        for (std::size_t bin = 0; bin < bins.size(); ++bin)
            launch(bin, pairs, order_there.data() + begins[bin], begins[bin + 1] - begins[bin], out.data());
        machine.get(distances, out.data(), count);
        return compare_long(pairs, too_long, distances);
    }

    /// Pairs for warps; returns those that are too long for these, too.
    std::vector<std::uint64_t> compare_long(const numbered_pairs& pairs, const std::vector<std::uint64_t>& numbers,
                                            std::uint32_t* distances) {
        std::vector<long_pair> list;
        std::vector<std::uint64_t> left_over;
        for (const std::uint64_t pair : numbers) {
            const std::uint64_t row = pairs.zipped ? pairs.first_row + pair : pairs.first_row + pair / pairs.columns;
            const std::uint64_t column = pairs.zipped ? row : pair % pairs.columns;
            const sequence::packed_sequences& set_a = sequence::packed(a);
            const sequence::packed_sequences& set_b = sequence::packed(b);
            if (std::max(set_a.length(row), set_b.length(column)) > tuning::longest_for_gpu_warps) {
                left_over.push_back(pair);
            } else {
                list.push_back(
                    {pair, set_a.offset(row), set_b.offset(column), set_a.length(row), set_b.length(column)});
            }
        }
        const bool ambiguous = sequence::packed(a).has_ambiguous() || sequence::packed(b).has_ambiguous();
        const long_pair_sets sets{on_gpu_a, on_gpu_b, planes, ambiguous};
        const std::uint64_t most = options.max_distance.value_or(no_distance - 1);
        const auto take = [&](std::uint64_t pair, std::uint64_t edits) {
            distances[pair] = edits > most ? no_distance : static_cast<std::uint32_t>(edits);
        };
        if (options.metric == distance_metric::levenshtein) {
            long_pairs<levenshtein>(machine, sets).compare(std::move(list), take);
        } else {
            long_pairs<lcs>(machine, sets).compare(std::move(list), take);
        }
        return left_over;
    }

    /// Pairs of a warp should have similarly many rows: within a bin they are sorted by the longer sequence,
    /// approximately.
    bin_begins sort_into_bins(const numbered_pairs& pairs, std::uint64_t count, std::vector<std::uint32_t>& order,
                              std::vector<std::uint64_t>& too_long) const {
        constexpr std::uint64_t lengths = 256;
        const auto key_of = [&](std::uint64_t pair) {
            const std::uint64_t row = pairs.zipped ? pairs.first_row + pair : pairs.first_row + pair / pairs.columns;
            const std::uint64_t column = pairs.zipped ? row : pair % pairs.columns;
            const std::uint64_t longer = std::max(sequence::packed(a).length(row), sequence::packed(b).length(column));
            return bin_of(shorter(pairs, pair)) * lengths + std::min(longer / 16, lengths - 1);
        };
        std::vector<std::uint64_t> begins(bins.size() * lengths + 1);
        for (std::uint64_t pair = 0; pair < count; ++pair) {
            if (shorter(pairs, pair) > longest_for_thread()) {
                too_long.push_back(pair);
            } else {
                ++begins[key_of(pair) + 1];
            }
        }
        for (std::size_t key = 1; key < begins.size(); ++key)
            begins[key] += begins[key - 1];
        bin_begins of_bins{};
        for (std::size_t bin = 0; bin <= bins.size(); ++bin)
            of_bins[bin] = begins[bin * lengths];
        order.resize(begins.back());
        for (std::uint64_t pair = 0; pair < count; ++pair)
            if (shorter(pairs, pair) <= longest_for_thread())
                order[begins[key_of(pair)]++] = static_cast<std::uint32_t>(pair);
        return of_bins;
    }

    void launch(std::size_t bin, const numbered_pairs& pairs, const std::uint32_t* order, std::uint64_t count,
                std::uint32_t* out) {
        if (count == 0) return;
        const std::uint64_t most = options.max_distance.value_or(no_distance - 1);
        const short_pair_work work{.a = on_gpu_a,
                                   .b = on_gpu_b,
                                   .pairs = pairs,
                                   .order = order,
                                   .count = count,
                                   .distances = out,
                                   .bound = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, no_distance - 1)),
                                   .none = no_distance};
        if (options.metric == distance_metric::levenshtein) {
            launch_recurrence<levenshtein>(bin, work);
        } else {
            launch_recurrence<lcs>(bin, work);
        }
    }

    template <class Recurrence>
    void launch_recurrence(std::size_t bin, const short_pair_work& work) {
        if (compares_planes()) {
            if (planes <= 2) return launch_planes<Recurrence, 2>(bin, work);
            if (planes <= 5) return launch_planes<Recurrence, 5>(bin, work);
            if (planes <= few_batch_planes_on_gpu) return launch_planes<Recurrence, few_batch_planes_on_gpu>(bin, work);
            return launch_planes<Recurrence, most_batch_planes_on_gpu>(bin, work);
        }
        switch (bins[bin]) {
        case 1: return launch_kernel<Recurrence, two_plane_letters<1>, 1, true>(work);
        case 2: return launch_kernel<Recurrence, two_plane_letters<2>, 2, true>(work);
        case 4: return launch_kernel<Recurrence, two_plane_letters<4>, 4, true>(work);
        case 8: return launch_kernel<Recurrence, two_plane_letters<8>, 8, true>(work);
        case 12: return launch_kernel<Recurrence, two_plane_letters<12>, 12, true>(work);
        case 16: return launch_kernel<Recurrence, two_plane_letters<16>, 16, true>(work);
        case 24: return launch_kernel<Recurrence, two_plane_letters<24>, 24, true>(work);
        case 32: return launch_kernel<Recurrence, two_plane_letters<32>, 32, true>(work);
        case 40: return launch_kernel<Recurrence, two_plane_letters<40>, 40, false>(work);
        case 48: return launch_kernel<Recurrence, two_plane_letters<48>, 48, false>(work);
        default: return launch_kernel<Recurrence, two_plane_letters<64>, 64, false>(work);
        }
    }

    template <class Recurrence, unsigned Planes>
    void launch_planes(std::size_t bin, const short_pair_work& work) {
        if (bins[bin] <= 4) return launch_kernel<Recurrence, many_plane_letters<4, Planes>, 4, false>(work);
        if (bins[bin] <= 12) return launch_kernel<Recurrence, many_plane_letters<12, Planes>, 12, false>(work);
        if constexpr (Planes <= few_batch_planes_on_gpu)
            return launch_kernel<Recurrence, many_plane_letters<32, Planes>, 32, false>(work);
    }

    template <class Recurrence, class Letters, unsigned Words, bool Unrolled>
    void launch_kernel(const short_pair_work& work) {
        auto* const kernel = compare_short<Recurrence, Letters, Words, Unrolled>;
        constexpr unsigned threads = short_pair_threads<Words>;
        constexpr unsigned shared = threads / 32 * Letters::shared_bytes;
        const runtime::device_context& device = machine.context();
        device.check(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
            "asking for shared memory");
        const auto blocks = static_cast<unsigned>((work.count + threads - 1) / threads);
        kernel<<<blocks, threads, shared, device.stream()>>>(work);
        device.check(cudaGetLastError(), "comparing pairs");
    }

    sequence::recoded_sets sets;
    const sequence_set& a;
    const sequence_set& b;
    const batch_options& options;
    unsigned planes;
    runtime::cuda_device machine;
    std::vector<runtime::device_buffer<std::uint64_t>> held;
    set_on_gpu on_gpu_a;
    set_on_gpu on_gpu_b;
};

gpu_batch::gpu_batch(const sequence_set& a, const sequence_set& b, const batch_options& options, int gpu,
                     std::function<void()> check)
    : state_(std::make_unique<state>(a, b, options, gpu, std::move(check))) {}
gpu_batch::~gpu_batch() = default;

std::vector<std::uint64_t> gpu_batch::zipped(std::uint64_t first, std::uint64_t count, std::uint32_t* distances) {
    return state_->compare({.zipped = true, .first_row = first, .columns = 1}, count, distances);
}

std::vector<std::uint64_t> gpu_batch::rows(std::uint64_t first_row, std::uint64_t count, std::uint32_t* distances) {
    return state_->compare({.zipped = false, .first_row = first_row, .columns = state_->b.size()},
                           count * state_->b.size(), distances);
}

std::uint64_t gpu_batch::most_pairs() const noexcept {
    return std::min(tuning::most_gpu_pairs, state_->machine.free_memory() / 16);
}

} // namespace concord::edit_distance
