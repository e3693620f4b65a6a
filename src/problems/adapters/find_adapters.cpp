// The public call: search, then one pass over all reads with all that was found, then verdicts and names.
#include "problems/adapters/costs.hpp"
#include "problems/adapters/cpu_passes.hpp"
#include "problems/adapters/gpu/gpu_passes.hpp"
#include "problems/adapters/known.hpp"
#include "problems/adapters/mates.hpp"
#include "problems/adapters/search.hpp"
#include "problems/adapters/shared_passes.hpp"
#include "problems/adapters/verdict.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/adapters.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace concord {
namespace {

using namespace adapters; // NOLINT(google-build-using-namespace): the room of this call

/// For messages: what the counters and masks of a search take.
std::uint64_t bytes_needed(const sequence_set& reads) {
    return word_count * sizeof(std::uint32_t) + reads.letters() / 8;
}

void check(const sequence_set& reads, const adapter_options& options) {
    runtime::check_device(options.run);
    if (options.run.memory > 0 && bytes_needed(reads) > options.run.memory)
        throw error(error_code::resource, "adapters need counters of " + std::to_string(bytes_needed(reads) >> 20U) +
                                              " MiB, and the limit on memory is below that");
    if (reads.letters() > 0 && reads.alphabet() != alphabet::dna)
        throw error(error_code::usage, "adapters are looked for in reads of DNA or RNA, and these are letters of the "
                                       "alphabet " +
                                           std::string(to_string(reads.alphabet())));
    if (!(options.min_share >= 0 && options.min_share <= 1))
        throw error(error_code::usage, "a share of reads is between 0 and 1");
    if (!(options.max_expected > 0)) throw error(error_code::usage, "an expected number is greater than 0");
    static_cast<void>(simd::choose_vectors(options.run.vectors)); // throws if they cannot be used, whatever the reads
    for (const known_adapter& known : options.known)
        if (known.letters.find_first_not_of("ACGT") != std::string::npos || known.letters.empty())
            throw error(error_code::usage, "the known adapter " + known.name + " has letters outside A, C, G, T");
}

/// Calls work(), in all ranks where the search is shared: then all of them throw what one of them throws.
void in_all_ranks(const run_options& run, const std::function<void()>& work) {
    run.sharing != nullptr ? adapters::in_all_ranks(run.sharing->ranks(), work) : work();
}

/// The reads that this process looks at.
read_range share_of(const run_options& run, std::size_t reads) {
    return run.sharing != nullptr ? run.sharing->share_of(reads) : read_range{0, reads};
}

double letters_of(const searched_reads& reads) {
    return static_cast<double>(reads.set.offset(reads.ours.last) - reads.set.offset(reads.ours.first));
}

/// The letters of the columns: the consensus where the reads agree with it, else the IUPAC letter of all that are held
/// often enough. In long reads insertions and deletions make columns look mixed that are not.
std::string letters_of_columns(const codes& consensus, const strand_statistics& strand, bool long_reads) {
    constexpr double mixed_share = 0.2; // of the reads, for a letter of a mixed column
    constexpr std::string_view letters_of_set = "-ACMGRSVTWYHKDBN";
    std::string letters;
    for (std::size_t i = 0; i < consensus.size(); ++i) {
        const auto& column = strand.columns[i];
        const auto all = static_cast<double>(column[0] + column[1] + column[2] + column[3]);
        unsigned held = 1U << consensus[i];
        for (unsigned letter = 0; letter < 4; ++letter)
            if (!long_reads && all >= 10 && static_cast<double>(column[letter]) >= mixed_share * all)
                held |= 1U << letter;
        letters += letters_of_set[held];
    }
    return letters;
}

/// Adapters and tags before what reads are of.
int rank_of(const found_adapter& found) { return found.is_artificial() ? 0 : static_cast<int>(found.verdict); }

template <class Number>
void drop_zeros(std::vector<Number>& counts) {
    while (!counts.empty() && counts.back() == 0)
        counts.pop_back();
}

found_adapter described(const found_sequence& found, strand_statistics& forward, strand_statistics& backward,
                        const adapter_options& options, bool long_reads) {
    const bool turned = backward.reads > forward.reads;
    strand_statistics& strand = turned ? backward : forward;
    const strand_statistics& other = turned ? forward : backward;
    const codes letters = turned ? reverse_complement(found.letters) : found.letters;
    constexpr double other_strand_share = 0.05; // below, the other strand is chance
    found_adapter made;
    made.letters = letters_of_columns(letters, strand, long_reads);
    made.verdict = judged(letters, strand, other, long_reads);
    made.name = name_of(letters, options.known, known_adapters());
    made.reads = strand.reads + other.reads;
    made.strand = static_cast<double>(other.reads) >= other_strand_share * static_cast<double>(made.reads) ? '=' : '+';
    made.whole = strand.whole + other.whole;
    made.at_start = strand.at_start + other.at_start;
    made.at_end = strand.at_end + other.at_end;
    made.cut_left = strand.cut_left + other.cut_left;
    made.several = strand.several + other.several;
    made.confirmed = strand.confirmed + other.confirmed;
    made.denied = strand.denied + other.denied;
    const std::uint64_t held = strand.letters + other.letters;
    made.errors_per_letter =
        held == 0 ? 0 : static_cast<double>(strand.differences + other.differences) / static_cast<double>(held);
    made.expected = found.expected;
    made.starts = std::move(strand.starts);
    made.by_errors = std::move(strand.by_differences);
    drop_zeros(made.starts);
    drop_zeros(made.by_errors);
    made.columns = std::move(strand.columns);
    return made;
}

/// Where another sequence follows behind the same number of letters, which vary (else both would be one): names it.
void add_frame(found_adapter& of, std::size_t which, const std::vector<found_adapter>& all, read_statistics& held) {
    for (std::size_t next = 0; next < all.size(); ++next)
        for (std::size_t gap = 1; gap <= most_gap; ++gap) {
            const std::uint64_t reads = held.gaps(which, next, gap);
            const std::uint64_t either = std::min(of.whole, all[next].reads);
            if (static_cast<double>(reads) < threshold::one_place * static_cast<double>(either) || reads == 0) continue;
            of.followed_by = all[next].letters;
            of.gap = gap;
        }
}

/// What the passes of a search come to: into `result`, but for what it says of the run.
void search_by(read_passes& passes, const searched_reads& reads, const adapter_options& options,
               adapter_result& result) {
    const search_terms terms{.core_reads = std::max(threshold::least_core_reads,
                                                    static_cast<std::uint64_t>(threshold::core_part *
                                                                               static_cast<double>(result.threshold))),
                             .max_expected = options.max_expected,
                             .may_shift = result.long_reads,
                             .vectors = reads.vectors};
    bool is_complete = true;
    const std::vector<found_sequence> found = search(reads.set, terms, passes, is_complete);
    std::vector<codes> sequences;
    for (const found_sequence& each : found)
        sequences.push_back(each.letters);
    read_statistics held = passes.statistics_of(sequences);
    // Nothing throws from here on, and the CPU need not go on where a GPU failed.
    if (!is_complete)
        result.run.notes.push_back("stopped after " + std::to_string(found.size()) +
                                   " sequences; further ones may be as frequent as these");
    for (std::size_t i = 0; i < found.size(); ++i)
        result.found.push_back(described(found[i], held.of(i, false), held.of(i, true), options, result.long_reads));
    for (std::size_t i = 0; i < found.size(); ++i)
        add_frame(result.found[i], i, result.found, held);
    std::erase_if(result.found, [&](const found_adapter& each) { return each.reads < result.threshold; });
    std::ranges::stable_sort(result.found, [](const found_adapter& a, const found_adapter& b) {
        const int kind_a = rank_of(a);
        const int kind_b = rank_of(b);
        return kind_a != kind_b ? kind_a < kind_b : a.reads > b.reads;
    });
    if (result.found.size() > options.most) {
        result.left_out = result.found.size() - options.most;
        result.found.resize(options.most);
    }
}

adapter_result search_of(const sequence_set& given, const adapter_options& options,
                         const std::vector<std::uint32_t>& inserts) {
    runtime::thread_pool pool(options.run);
    adapter_result result;
    result.reads = given.size();
    result.threshold = std::max<std::uint64_t>(
        options.min_reads,
        static_cast<std::uint64_t>(std::ceil(options.min_share * static_cast<double>(given.size()))));
    result.long_reads = given.longest() > threshold::longest_short_read;
    result.run.threads = pool.threads();
    const searched_reads reads{.set = sequence::packed(given),
                               .inserts = inserts,
                               .may_shift = result.long_reads,
                               .ours = share_of(options.run, given.size()),
                               .vectors = options.run.vectors};
    runtime::device_choice chosen;
    in_all_ranks(options.run, [&] {
        chosen = runtime::choose_device(options.run, costs_of(letters_of(reads), reads.may_shift, pool.threads()),
                                        &result.run.notes);
    });
    const auto search_on = [&](const std::function<std::unique_ptr<read_passes>()>& device) {
        std::unique_ptr<read_passes> passes;
        in_all_ranks(options.run, [&] { passes = device(); });
        if (options.run.sharing == nullptr) return search_by(*passes, reads, options, result);
        shared_passes all(*passes, options.run.sharing->ranks());
        search_by(all, reads, options, result);
    };
    runtime::run_on(
        chosen, &result.run.notes,
        [&] {
            search_on([&] {
                runtime::wait_for_device(chosen, result.run);
                return passes_on_gpu(reads, chosen.gpus.front(), pool);
            });
        },
        [&] {
            result.run.device = "cpu";
            if (reads.may_shift) result.run.vectors = simd::to_string(simd::choose_vectors(reads.vectors));
            search_on([&] { return std::make_unique<cpu_passes>(reads, pool); });
        });
    return result;
}

} // namespace

std::string_view to_string(adapter_verdict verdict) noexcept {
    switch (verdict) {
    case adapter_verdict::adapter: return "adapter";
    case adapter_verdict::tag: return "tag";
    case adapter_verdict::poly: return "poly";
    case adapter_verdict::repeat: return "repeat";
    case adapter_verdict::abundant_insert: return "insert";
    }
    return "";
}

bool found_adapter::is_artificial() const noexcept {
    return verdict == adapter_verdict::adapter || verdict == adapter_verdict::tag;
}

bool adapter_result::has_artificial() const noexcept {
    return std::ranges::any_of(found, &found_adapter::is_artificial);
}

adapter_result find_adapters(const sequence_set& reads, const adapter_options& options) {
    in_all_ranks(options.run, [&] { check(reads, options); });
    return search_of(reads, options, {});
}

paired_adapter_result find_adapters(const sequence_set& first, const sequence_set& second,
                                    const adapter_options& options) {
    std::vector<std::uint32_t> inserts;
    in_all_ranks(options.run, [&] {
        check(first, options);
        check(second, options);
        if (first.size() != second.size())
            throw error(error_code::usage, "reads and their mates differ in number: " + std::to_string(first.size()) +
                                               " and " + std::to_string(second.size()));
        runtime::thread_pool pool(options.run);
        inserts =
            short_inserts(sequence::packed(first), sequence::packed(second), share_of(options.run, first.size()), pool);
    });
    paired_adapter_result result;
    result.short_inserts = static_cast<std::uint64_t>(
        std::ranges::count_if(inserts, [](std::uint32_t length) { return length != no_short_insert; }));
    if (options.run.sharing != nullptr)
        result.short_inserts = sum_of_ranks(options.run.sharing->ranks(), result.short_inserts);
    result.first = search_of(first, options, inserts);
    result.second = search_of(second, options, inserts);
    return result;
}

} // namespace concord
