#include "commands/support_curve.hpp"

#include "formats/printable.hpp"
#include "interruption.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace concord::app {
namespace {

using clock = std::chrono::steady_clock;
using report::support_curve;
using report::support_point;

constexpr std::size_t most_steps = 400; // of a curve that is known throughout

clock::time_point after(double seconds) {
    return clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
}

/// How far the whole is, which ends when the time is over, instead of how far each of many searches is.
run_options with_one_progress(run_options options, double seconds) {
    if (!options.on_progress) return options;
    options.on_progress = [shown = options.on_progress, start = clock::now(), seconds](const progress_update&) {
        const double over = std::chrono::duration<double>(clock::now() - start).count();
        shown({.stage = "searching with other supports",
               .done = static_cast<std::uint64_t>(1000 * over),
               .total = static_cast<std::uint64_t>(1000 * seconds) + 1,
               .unit = "ms"});
    };
    return options;
}

/// The beginning of a text, as pages show it.
std::string text_of(const sequence_set& sequences, const overlap_place& at, std::uint64_t length) {
    if (length == 0) return {};
    const std::uint64_t end = at.start + std::min(length, report::most_curve_letters);
    return formats::escaped(sequences.text(at.sequence, at.start, end));
}

/// From the answer of an index for every support.
support_curve curve_of(const shared_region_result& found, const sequence_set& sequences,
                       const shared_region_options& options) {
    std::vector<support_point> all;
    for (std::size_t i = 0; i < found.by_support.size(); ++i)
        all.push_back({i + 2, found.by_support[i].length,
                       text_of(sequences, found.by_support[i].first, found.by_support[i].length)});
    if (const std::uint64_t next = all.size() + 2; next <= sequences.size()) {
        all.push_back({next, 0, ""});
        if (next < sequences.size()) all.push_back({sequences.size(), 0, ""});
    }
    support_curve curve;
    curve.points = report::steps_of(all, most_steps);
    curve.sequences = sequences.size();
    curve.min_length = options.min_length;
    curve.chosen = options.support;
    curve.exact = curve.points.size() < most_steps;
    curve.how = curve.exact ? "Exact for every support, from an index of the input."
                            : "From an index of the input, which tells every support; some of them are drawn.";
    return curve;
}

/// None where the time or the memory did not suffice.
std::optional<support_curve> by_index(const sequence_set& sequences, const overlap_index* index,
                                      shared_region_options requested, clock::time_point deadline) {
    requested.occurrences = false;
    requested.every_support = true;
    requested.run.device = device::cpu(); // the search may hold the memory of the GPU
    requested.run.cancelled = [deadline] { return interrupted() || clock::now() >= deadline; };
    try {
        return curve_of(index != nullptr ? longest_shared_region(*index, requested)
                                         : longest_shared_region(sequences, requested),
                        sequences, requested);
    } catch (const error& failure) {
        const bool is_too_much =
            failure.code() == error_code::cancelled || failure.code() == error_code::resource; // time or memory
        if (interrupted() || !is_too_much) throw;
        return std::nullopt;
    }
}

} // namespace

support_curve region_curve(const sequence_set& sequences, const overlap_index* index,
                           const shared_region_options& options, const shared_region_result& known, double seconds) {
    if (sequences.size() < 2) return {};
    if (options.every_support) return curve_of(known, sequences, options);
    shared_region_options requested = options;
    requested.run = with_one_progress(options.run, seconds);
    return by_index(sequences, index, requested, after(seconds)).value_or(support_curve{});
}

support_curve substring_curve(const sequence_set& sequences, const substring_options& options,
                              const substring_result& known, double seconds) {
    support_curve curve;
    curve.sequences = sequences.size();
    curve.min_length = options.min_length;
    curve.chosen = options.support;
    if (sequences.size() < 2) return curve;
    substring_options again = options;
    again.run = with_one_progress(options.run, seconds);
    const bool is_plain = options.metric == substring_metric::hamming && !options.both_strands && !options.iupac &&
                          options.from_start == 0 && options.from_end == 0 && options.copies == 1;
    if (options.mismatches == 0 && is_plain) {
        shared_region_options requested;
        requested.support = options.support;
        requested.min_length = options.min_length;
        requested.run = again.run;
        if (std::optional<support_curve> whole = by_index(sequences, nullptr, requested, after(seconds))) return *whole;
    }
    for (const concord::support_point& point : concord::support_curve(sequences, again, known, seconds))
        curve.points.push_back(
            {point.support, point.length, text_of(sequences, {point.sequence, point.start}, point.length)});
    curve.how = fmt::format("Computed by searching again at other supports, for at most {:.1f} s.", seconds);
    return curve;
}

} // namespace concord::app
