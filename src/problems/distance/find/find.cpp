// The public call: which device looks for the patterns; the text in parts for threads and lanes, ends put together.
#include <concord/find.hpp>

#include "problems/distance/costs.hpp"
#include "problems/distance/find/pattern_search.hpp"
#include "runtime/device_policy.hpp"
#include "sequence/dense_letters.hpp"
#include "sequence/packed_sequences.hpp"

#include <concord/error.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace concord {
namespace edit_distance {
namespace {

void check(const sequence_set& patterns, const find_options& options) {
    const auto reject = [](const std::string& what) { throw error(error_code::usage, what); };
    runtime::check_device(options.run, why_not_on_gpus(patterns.longest()));
    if (options.max_edits > most_find_edits)
        reject("patterns are found within " + std::to_string(most_find_edits) + " edits at most, not " +
               std::to_string(options.max_edits));
    if ((options.both_strands || options.iupac) && patterns.letters() > 0 && patterns.alphabet() != alphabet::dna)
        reject("only dna has two strands and IUPAC letters");
    for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern)
        if (patterns.length(pattern) <= options.max_edits)
            reject("pattern " + std::to_string(pattern) + " has " + std::to_string(patterns.length(pattern)) +
                   " letters: within " + std::to_string(options.max_edits) + " edits it is found everywhere");
}

void check_alphabets(const sequence_set& patterns, const sequence_set& texts) {
    if (patterns.letters() > 0 && texts.letters() > 0 && patterns.alphabet() != texts.alphabet())
        throw error(error_code::usage, "patterns (" + std::string(to_string(patterns.alphabet())) + ") and texts (" +
                                           std::string(to_string(texts.alphabet())) + ") are of different alphabets");
}

} // namespace
} // namespace edit_distance

struct pattern_finder::state {
    sequence_set patterns;
    find_options options;
    std::vector<edit_distance::open_run> runs; ///< of each pattern, or of its two strands
    // Of the blocks so far: what they take by an estimate, and took; and of it, what a GPU took.
    runtime::device_costs costs = {};
    double estimated = 0; ///< for the devices that searched them
    double took = 0;
    double measured_on_gpu = 0;
    double letters_on_gpu = 0;                           ///< times patterns
    runtime::device_costs of_block = {};                 ///< the last one
    std::optional<sequence::dense_letters> numbers = {}; ///< of text, for GPUs
    /// A GPU; none as long as it is not worth it.
    runtime::device_choice chosen = {};

    void find(edit_distance::pattern_search& search, const occurrence_sink& sink, run_report& report);
    void choose(const edit_distance::pattern_search& search, run_report& report);
    void find_all(edit_distance::pattern_search& search, const occurrence_sink& sink);
};

pattern_finder::pattern_finder(const sequence_set& patterns, const find_options& options) {
    edit_distance::check(patterns, options);
    state_ = std::make_unique<state>(
        state{.patterns = patterns,
              .options = options,
              .runs = std::vector<edit_distance::open_run>(patterns.size() * (options.both_strands ? 2 : 1)),
              .chosen = {}});
}
pattern_finder::pattern_finder(pattern_finder&&) noexcept = default;
pattern_finder::~pattern_finder() = default;

/// How long the texts are is known at their end only: a GPU is worth it where it would have been for the blocks so far,
/// as if as many followed.
void pattern_finder::state::choose(const edit_distance::pattern_search& search, run_report& report) {
    of_block = edit_distance::costs_of_finding({.letters = static_cast<double>(search.letters()),
                                                .patterns = static_cast<double>(runs.size()),
                                                .longest = static_cast<double>(patterns.longest()),
                                                .edits = static_cast<double>(options.max_edits)},
                                               search.threads());
    costs.cpu += of_block.cpu;
    costs.gpu += of_block.gpu;
    if (chosen.on_gpus()) return;
    costs.most_gpus = of_block.most_gpus;
    costs.ranks_must_agree = of_block.ranks_must_agree;
    costs.cpu_only = edit_distance::why_not_on_gpus(patterns.longest());
    chosen = runtime::choose_device(options.run, costs, &report.notes);
    chosen.cpu_seconds = chosen.gpu_seconds = 0; // what is compared with an estimate are all blocks together
}

void pattern_finder::state::find(edit_distance::pattern_search& search, const occurrence_sink& sink,
                                 run_report& report) {
    choose(search, report);
    const std::vector<edit_distance::open_run> before = runs;
    std::uint64_t passed = 0; // by a GPU that failed then
    double begin = 0;
    runtime::run_on(
        chosen, &report.notes,
        [&] {
            const double waited = report.start_seconds; // for the first block
            runtime::wait_for_device(chosen, report);
            report.start_seconds += waited;
            begin = runtime::working_seconds();
            if (patterns.alphabet() == alphabet::utf8 && !numbers) numbers.emplace(sequence::packed(patterns));
            search.use_gpu(chosen.gpus.front(), numbers ? &*numbers : nullptr);
            find_all(search, [&](const pattern_occurrence& one) {
                sink(one);
                ++passed;
            });
            measured_on_gpu += search.gpu_seconds();
            letters_on_gpu += static_cast<double>(search.letters()) * static_cast<double>(runs.size());
            char rate[96]; // NOLINT(cppcoreguidelines-avoid-c-arrays): snprintf's
            static_cast<void>(std::snprintf(rate, sizeof rate, "%.4g letters times patterns searched there in %.4g s",
                                            letters_on_gpu, measured_on_gpu));
            report.notes.emplace_back(rate);
        },
        [&] {
            if (chosen.on_gpus()) { // occurrences come in the same order
                chosen = {};
                runs = before;
            }
            begin = runtime::working_seconds();
            search.use_cpu();
            search.report_cpu(report);
            report.notes.push_back(search.kernel_note());
            find_all(search, [&](const pattern_occurrence& one) {
                if (passed == 0) return sink(one);
                --passed;
            });
        });
    took += runtime::working_seconds() - begin;
    estimated += chosen.on_gpus() ? of_block.gpu : of_block.cpu;
    report.notes.push_back(runtime::estimate_note(estimated, chosen.on_gpus() ? "the GPU" : "the CPU", took));
}

void pattern_finder::state::find_all(edit_distance::pattern_search& search, const occurrence_sink& sink) {
    std::vector<edit_distance::oriented_pattern> some;
    std::uint64_t done = 0;
    for (std::uint64_t pattern = 0; pattern < patterns.size(); ++pattern) {
        const edit_distance::pattern_letters letters(patterns, pattern, options.iupac);
        some.push_back({pattern, false, letters});
        if (options.both_strands) some.push_back({pattern, true, letters.reverse_complement()});
        if (some.size() < search.patterns_at_once() && pattern + 1 < patterns.size()) continue;
        search.find(some, std::span(runs).subspan(done, some.size()), done, runs.size(), sink);
        done += some.size();
        some.clear();
    }
}

void pattern_finder::find(const sequence_set& texts, const find_block& block, const occurrence_sink& sink,
                          run_report* report) {
    edit_distance::check_alphabets(state_->patterns, texts);
    run_report unused;
    run_report& reported = report == nullptr ? unused : *report;
    edit_distance::pattern_search search(texts, block, state_->options);
    search.report_cpu(reported);
    if (texts.letters() == 0 || state_->patterns.size() == 0) return;
    state_->find(search, sink, reported);
}

std::uint64_t find_context(const sequence_set& patterns, const find_options& options) {
    return patterns.longest() + options.max_edits;
}

void find_patterns(const sequence_set& patterns, const sequence_set& texts, const find_options& options,
                   const occurrence_sink& sink, run_report* report) {
    pattern_finder(patterns, options).find(texts, {}, sink, report);
}

} // namespace concord
