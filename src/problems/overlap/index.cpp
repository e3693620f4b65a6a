// Builds the index; save.cpp and load.cpp write and read it.
#include "problems/overlap/gpu/ranges.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/suffix_array.hpp"

#include <concord/error.hpp>
#include <concord/overlap.hpp>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace concord::overlap {
namespace {

/// Bytes of an index that so many threads build: of a text whose suffixes keys distinguish, and of any text.
struct index_memory {
    index_memory(const sequence_set& set, unsigned threads) {
        const bool wide = needs_wide(sequence::packed(set));
        const std::uint64_t letters = set.letters();
        const std::uint64_t position = wide ? 8 : 4;
        text_view text;
        text.size = letters;
        text.bits = bits_of_letter(sequence::packed(set));
        const std::uint64_t of_text =
            words_of_letters(letters, text.bits) * 8 + letters / 8 * 3 + 64 + std::uint64_t{set.size()} * 8;
        const std::uint64_t arrays =
            3 * letters * position + range_minima<std::uint64_t>::table_size(letters) * position;
        const suffix_array_memory ordering(text, set.size(), wide, threads);
        kept = of_text + arrays;
        usual = std::max(kept, of_text + ordering.by_keys);
        most = std::max(usual, of_text + ordering.by_induction);
    }

    std::uint64_t kept;
    std::uint64_t usual;
    std::uint64_t most;
};

template <class Value>
void copy_into(std::span<Value> to, std::span<Value> from, runtime::thread_pool& workers) {
    constexpr std::size_t per_task = std::size_t{1} << 20U;
    workers.run((from.size() + per_task - 1) / per_task, [&](std::size_t task, unsigned) {
        std::ranges::copy(from.subspan(task * per_task, std::min(per_task, from.size() - task * per_task)),
                          to.subspan(task * per_task).begin());
    });
}

template <class Position>
struct built {
    built(const sequence_set& set, runtime::thread_pool& workers, const build_options& options, run_report& report)
        : letters(sequence::packed(set), workers) {
        auto order = suffix_array<Position>(letters.view(), options.suffixes, workers, report.notes);
        suffixes = std::move(order.suffixes);
        prefixes = std::move(order.prefixes);
        if (prefixes.size() != suffixes.size() && options.for_two && begin_of_second(set) > 0) {
            auto found = prefixes_by_position<Position>(letters.view(), suffixes.view(), workers, order.preceding,
                                                        begin_of_second(set));
            prefixes = std::move(found.prefixes);
            longest_across = found.longest_across;
            are_by_position = true;
            return;
        }
        if (prefixes.size() != suffixes.size() && options.for_unique && order.preceding.letters != nullptr) {
            preceding = std::move(order.preceding);
            return;
        }
        if (prefixes.size() != suffixes.size())
            prefixes = prefixes_of<Position>(letters.view(), suffixes.view(), workers, std::move(order.preceding),
                                             needs_ranks(options) ? &ranks : nullptr);
        if (needs_ranks(options)) finish(workers);
    }

    /// The same on a GPU, where it stays; copy() brings it to the host. Only for regions, it is copied at once.
    built(const sequence_set& set, runtime::thread_pool& workers, const build_options& options, int gpu,
          run_report& report)
        : letters(sequence::packed(set), workers), threads_for_pages(std::min(workers.threads() / 2, 4U)) {
        on_gpu = index_on_gpu(
            {letters.view(), offsets_of(set)},
            {.gpu = gpu, .memory = workers.options().memory, .threads = workers.threads() - threads_for_pages},
            [&workers] { workers.check_cancelled(); }, report.notes);
        if (!options.for_regions) return;
        copy(true);
        on_gpu = nullptr;
    }

    /// The same by GPUs that sort ranges, none of which holds it.
    built(const sequence_set& set, runtime::thread_pool& workers, const build_options& options,
          const std::vector<int>& gpus, run_report& report)
        : letters(sequence::packed(set), workers), prefixes(set.letters()), suffixes(set.letters()) {
        const std::uint64_t kept = index_memory(set, workers.threads()).kept;
        const std::uint64_t allowed = runtime::memory_budget(workers.options());
        std::uint64_t come = 0;
        ranges_on_gpus<Position>(
            letters.view(),
            {.gpus = gpus,
             .memory = workers.options().memory,
             .host_memory = allowed > kept ? allowed - kept : 0,
             .threads = workers.threads(),
             .room = 0},
            [&workers] { workers.check_cancelled(); }, report.notes,
            [&](const suffix_chunk<Position>& chunk) {
                copy_into(suffixes.view().subspan(come), chunk.suffixes, workers);
                copy_into(prefixes.view().subspan(come), chunk.prefixes, workers);
                if (come > 0)
                    prefixes[come] =
                        static_cast<Position>(common_prefix(letters.view(), suffixes[come - 1], suffixes[come], 0));
                come += chunk.suffixes.size();
            });
        if (options.for_regions) return;
        if (needs_ranks(options)) finish(workers);
        report.notes.emplace_back("the index is on the host: its questions are answered on the CPU");
    }

    /// The arrays on the host.
    [[nodiscard]] overlap::arrays<Position> held() const {
        if (are_by_position) return {suffixes.view(), {}, {}, {}, {}, prefixes.view(), longest_across};
        overlap::arrays<Position> made{
            suffixes.view(), ranks.view(), prefixes.view(), table.view(), {prefixes.view(), table.view()}};
        made.preceding = preceding.letters;
        made.first_preceded = preceding.first;
        return made;
    }

    [[nodiscard]] static bool needs_ranks(const build_options& options) {
        return !options.for_regions && !options.for_unique;
    }

    /// What follows from suffixes and prefixes.
    void finish(runtime::thread_pool& workers) {
        if (ranks.size() != suffixes.size()) ranks = ranks_of<Position>(suffixes.view(), workers);
        table = runtime::far_array<Position>(range_minima<Position>::table_size(prefixes.size()));
        range_minima<Position>::fill_table(
            prefixes.view(), table.view(), [&workers](std::uint64_t count, const auto& each) {
                runtime::for_parts(workers, count, tuning::places_per_task / tuning::block_of_minima, each);
            });
    }

    /// Copies the arrays from the GPU; without ranks and minima for regions. Throws error (resource).
    void copy(bool for_regions) {
        const std::uint64_t size = letters.view().size;
        prefixes = runtime::far_array<Position>(size);
        suffixes = runtime::far_array<Position>(size);
        if (!for_regions) {
            ranks = runtime::far_array<Position>(size);
            table = runtime::far_array<Position>(range_minima<Position>::table_size(size));
        }
        const auto bytes = [](const runtime::far_array<Position>& array) {
            return std::as_writable_bytes(array.view());
        };
        const runtime::early_pages pages({bytes(suffixes), bytes(ranks), bytes(prefixes), bytes(table)},
                                         threads_for_pages); // the other threads copy
        on_gpu->copy_to({suffixes.view(), ranks.view(), prefixes.view(), table.view()});
    }

    text letters;
    runtime::far_array<Position> prefixes;
    runtime::far_array<Position> suffixes;
    runtime::far_array<Position> ranks;
    runtime::far_array<Position> table;
    preceding_letters<Position> preceding; ///< instead of the prefixes, or none
    bool are_by_position = false;          ///< the prefixes
    std::uint64_t longest_across = 0;
    std::shared_ptr<const gpu_index> on_gpu;
    unsigned threads_for_pages = 0;
};

template <class Position>
std::shared_ptr<index_tables> tables_of(const sequence_set& set, std::shared_ptr<built<Position>> made,
                                        run_report report) {
    auto tables = std::make_shared<index_tables>();
    tables->given = set; // build_tables() knows better where there are both strands
    tables->set = set;
    tables->text = made->letters.view();
    tables->map = made->letters.map();
    const std::uint64_t letters = set.letters();
    const bool is_copied = made->suffixes.size() == letters;
    const std::uint64_t positions = is_copied ? made->suffixes.size() + made->ranks.size() + made->prefixes.size() +
                                                    made->table.size() + made->preceding.room.size()
                                              : 3 * letters + range_minima<Position>::table_size(letters);
    if (is_copied) tables->hold(made->held());
    if constexpr (std::is_same_v<Position, std::uint32_t>) // no GPU holds wider ones
        if (!is_copied)
            tables->copy_when_needed([copied = made.get()]() -> index_tables::any_arrays { // which `owner` keeps
                copied->copy(false);
                return copied->held();
            });
    tables->run = std::move(report);
    tables->bytes = positions * sizeof(Position) + made->letters.memory_bytes();
    tables->on_gpu = made->on_gpu;
    tables->owner = std::move(made);
    return tables;
}

template <class Position>
std::shared_ptr<index_tables> build_on_cpu(const sequence_set& set, runtime::thread_pool& workers,
                                           const build_options& options, std::vector<std::string> notes) {
    run_report report;
    report.device = "cpu";
    report.vectors = "baseline";
    report.threads = workers.threads();
    report.notes = std::move(notes);
    auto made = std::make_shared<built<Position>>(set, workers, options, report);
    return tables_of(set, std::move(made), std::move(report));
}

template <class Position>
std::shared_ptr<index_tables> build_in_ranges(const sequence_set& set, runtime::thread_pool& workers,
                                              const build_options& options, const runtime::device_choice& chosen,
                                              run_report report) {
    auto made = std::make_shared<built<Position>>(set, workers, options, chosen.gpus, report);
    return tables_of(set, std::move(made), std::move(report));
}

std::shared_ptr<index_tables> build_on_gpus(const sequence_set& set, runtime::thread_pool& workers,
                                            const build_options& options, const index_device& device,
                                            std::vector<std::string> notes) {
    run_report report;
    report.threads = workers.threads();
    report.notes = std::move(notes);
    runtime::wait_for_device(device.chosen, report);
    if (!device.in_ranges) {
        try {
            run_report of_one = report;
            auto made =
                std::make_shared<built<std::uint32_t>>(set, workers, options, device.chosen.gpus.front(), of_one);
            return tables_of(set, std::move(made), std::move(of_one));
        } catch (const error& trouble) {
            if (trouble.code() != error_code::resource || !can_be_in_ranges(set)) throw;
            report.notes.push_back(std::string(trouble.what()) + "; in ranges instead");
        }
    }
    if (options.wide || needs_wide(sequence::packed(set)))
        return build_in_ranges<std::uint64_t>(set, workers, options, device.chosen, std::move(report));
    return build_in_ranges<std::uint32_t>(set, workers, options, device.chosen, std::move(report));
}

} // namespace

void require_memory(const sequence_set& set, const run_options& run) {
    const std::uint64_t needed = index_memory(set, runtime::thread_pool(run).threads()).usual;
    const std::uint64_t allowed = runtime::memory_budget(run);
    if (needed <= allowed) return;
    throw error(error_code::resource, "an index of " + std::to_string(set.letters()) + " letters takes " +
                                          std::to_string(needed) + " bytes of memory, and " + std::to_string(allowed) +
                                          " are allowed");
}

void require_one_strand(const index_tables& held, const std::string& question) {
    if (held.both_strands())
        throw error(error_code::usage, question + " are those of one strand, and the index holds both");
}

room_beside::room_beside(const index_tables& held, const run_options& run)
    : of_index_(held.mapped ? 0 : held.bytes),
      // The free memory already excludes the index.
      allowed_(run.memory > 0 ? run.memory : runtime::memory_budget(run) + of_index_) {}

void room_beside::require(std::uint64_t bytes) const {
    if (has(bytes)) return;
    std::string message = "this question takes " + std::to_string(bytes) + " bytes of memory beside the index, ";
    if (of_index_ > 0) message += "together " + std::to_string(bytes + of_index_) + ", ";
    throw error(error_code::resource, message + "and " + std::to_string(allowed_) + " are allowed");
}

std::shared_ptr<const index_tables> build_tables(const sequence_set& given, const run_options& run,
                                                 const build_options& options) {
    const bool both = options.strands == index_strands::both;
    const std::size_t left_out = options.for_unique ? options.of_a : 0;
    const sequence_set set = both ? with_reverse_complements(given, left_out) : given;
    if (both) require_memory(set, run);
    runtime::thread_pool workers(run);
    workers.check_cancelled();
    std::vector<std::string> notes;
    const index_device device = choose_device(set, run, options.soon, tuning::gpu_bytes_of_index, notes);
    const auto on_cpu = [&]() -> std::shared_ptr<index_tables> {
        build_options here = options;
        const std::uint64_t most = index_memory(set, workers.threads()).most;
        if (most > runtime::memory_budget(run)) here.suffixes.induction_needs = most;
        if (options.wide || needs_wide(sequence::packed(set)))
            return build_on_cpu<std::uint64_t>(set, workers, here, std::move(notes));
        return build_on_cpu<std::uint32_t>(set, workers, here, std::move(notes));
    };
    const std::shared_ptr<index_tables> made = runtime::run_on(
        device.chosen, &notes,
        [&] {
            const sequence_set all = both && left_out > 0 ? with_reverse_complements(given) : set;
            return build_on_gpus(all, workers, options, device, std::exchange(notes, {}));
        },
        on_cpu);
    made->run.notes.insert(made->run.notes.end(), notes.begin(), notes.end()); // how long it took
    made->given = given;
    return made;
}

} // namespace concord::overlap

namespace concord {

overlap_index overlap_index::build(const sequence_set& sequences, const run_options& run, index_strands strands,
                                   const expected_questions& soon) {
    overlap::require_memory(sequences, run);
    overlap::build_options options;
    options.strands = strands;
    options.soon = soon;
    return overlap_index(overlap::build_tables(sequences, run, options));
}

const sequence_set& overlap_index::sequences() const noexcept { return tables_->given; }
index_strands overlap_index::strands() const noexcept {
    return tables_->both_strands() ? index_strands::both : index_strands::forward;
}
const run_report& overlap_index::run() const noexcept { return tables_->run; }
std::uint64_t overlap_index::memory_bytes() const noexcept { return tables_->bytes + tables_->set.memory_bytes(); }

std::uint64_t overlap_index::memory_needed(const sequence_set& sequences, const run_options& run) {
    return overlap::index_memory(sequences, runtime::thread_pool(run).threads()).most;
}

} // namespace concord
