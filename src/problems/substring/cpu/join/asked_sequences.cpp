#include "problems/substring/cpu/join/asked_sequences.hpp"

#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/search_plan.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// The same sources, and as targets the windows of the sequences to ask.
candidate_windows windows_to_ask(const problem& given, const candidate_windows& windows) {
    candidate_windows asked = windows;
    asked.targets.clear();
    const poll some{.sequences = sequences_to_ask(given), .support = 0};
    for (std::uint64_t index = 0; index < some.sequences; ++index) {
        const std::uint64_t sequence = some.sequence(index, given);
        const std::uint64_t first = given.offset(sequence);
        windows.targets.for_each(first, first + given.length(sequence),
                                 [&](std::uint64_t position) { asked.targets.set(position); });
    }
    asked.count();
    return asked;
}

/// Those of the sources that enough of the sequences to ask hold.
longest_windows held_by_asked(const problem& given, const cpu_resources& resources, const equal_windows& sources,
                              candidate_windows&& asked) {
    const std::uint64_t lacking = given.sequences() - given.support;
    problem few = given;
    few.support = std::max<std::uint64_t>(1, sequences_to_ask(given) - lacking);
    return join(few, resources.workers, resources.kernels, asked, sources);
}

/// Whether a sample of the sources says that no more than such a share is left.
bool leaves_at_most(double share, const problem& given, const cpu_resources& resources,
                    const candidate_windows& asked) {
    candidate_windows some = asked;
    some.sources.clear();
    std::uint64_t at = 0;
    asked.sources.for_each(0, given.set.letters(), [&](std::uint64_t position) {
        if (at++ % tuning::one_source_of == 0) some.sources.set(position);
    });
    some.count();
    const equal_windows sources(given, some.sources, some.length, resources.workers);
    const std::uint64_t all = some.source_count;
    return static_cast<double>(held_by_asked(given, resources, sources, std::move(some)).windows.size()) <=
           static_cast<double>(all) * share;
}

/// The share of the sources that may be left for asking to be worth it; 0: it takes too much whatever is left.
double share_worth_asking(const problem& given, double asking, double filtering, double comparing) {
    if (asking <= std::min(filtering * tuning::asking_beside_filter, comparing * tuning::asking_beside_comparison))
        return tuning::left_by_asked;
    if (comparing < tuning::join_is_quick || asking > std::min(filtering * tuning::late_asking_beside_filter,
                                                               comparing * tuning::late_asking_beside_comparison))
        return 0;
    return given.chance_match > tuning::match_in_runs ? tuning::left_by_asked : tuning::left_by_late_asking;
}

void drop_lacking(const problem& given, const cpu_resources& resources, distinct_sources& sources,
                  candidate_windows asked, candidate_windows& windows) {
    windows.keep_sources(given, held_by_asked(given, resources, sources.of(windows), std::move(asked)));
    windows.count();
}

} // namespace

std::uint64_t sequences_to_ask(const problem& given) {
    if (given.support > given.sequences() || given.strands != 0 || given.are_both_strands) return 0;
    const std::uint64_t lacking = given.sequences() - given.support;
    const std::uint64_t asked = tuning::asked_before_all + 4 * lacking;
    return asked <= given.sequences() / tuning::asked_before_all ? asked : 0;
}

void ask_sequences(const problem& given, const cpu_resources& resources, distinct_sources& sources,
                   candidate_windows& windows) {
    if (sequences_to_ask(given) == 0) return;
    drop_lacking(given, resources, sources, windows_to_ask(given, windows), windows);
}

void ask_few_sequences(const problem& given, const cpu_resources& resources, double repetition,
                       distinct_sources& sources, candidate_windows& windows) {
    if (resources.workers.options().sharing != nullptr || sequences_to_ask(given) == 0) return;
    candidate_windows asked = windows_to_ask(given, windows);
    const std::uint64_t level = first_filter_level(given, windows.counts());
    const double comparing = cost_of_comparing(given, resources.workers, windows, repetition);
    const double filtering =
        level > 0 ? cost_of_filtering(given, resources.memory / 4, windows.counts(), level) : comparing;
    const double asking = cost_of_joining(given, asked.counts(), repetition);
    const double share = share_worth_asking(given, asking, filtering, comparing);
    if (share == 0 || !leaves_at_most(share, given, resources, asked)) return;
    drop_lacking(given, resources, sources, std::move(asked), windows);
    resources.notes.push_back(std::to_string(windows.source_count) +
                              " windows may have the support by a few of the sequences");
}

} // namespace concord::substring
