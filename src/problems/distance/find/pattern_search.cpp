#include "problems/distance/find/pattern_search.hpp"

#include "problems/distance/tuning.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>

namespace concord::edit_distance {

pattern_search::pattern_search(const sequence_set& texts, const find_block& block, const find_options& options)
    : texts_(texts), text_(sequence::packed(texts)), options_(options),
      edits_(static_cast<unsigned>(options.max_edits)), workers_(options.run), finder_(text_, block, workers_),
      kernel_(find_kernel_for(simd::choose_vectors(options.run.vectors))),
      memory_(workers_.threads(),
              scratch(delta_search(text_, delta_kernel_for(simd::choose_vectors(options.run.vectors))))) {
    words_ = (text_.letters() + 63) / 64;
    starts_.resize(words_ + 1);
    for (std::size_t sequence = 0; sequence < text_.size(); ++sequence)
        if (text_.length(sequence) > 0)
            starts_[text_.offset(sequence) / 64] |= std::uint64_t{1} << text_.offset(sequence) % 64;
    for (unsigned plane = 0; plane < text_.planes(); ++plane)
        planes_.push_back(text_.plane(plane));
    // Parts are long, so that little is read twice, but there are some a thread.
    const std::uint64_t shares = workers_.threads() == 1 ? 1 : workers_.threads() * tuning::find_parts_a_thread;
    part_words_ = std::clamp<std::uint64_t>((words_ + shares - 1) / shares, tuning::least_find_words_of_part,
                                            tuning::most_find_words_of_part);
    if (runtime::forced_tile() > 0) part_words_ = runtime::forced_tile();
}

void pattern_search::report_cpu(run_report& report) const {
    report.device = "cpu";
    report.vectors = simd::to_string(simd::choose_vectors(options_.run.vectors));
    report.threads = workers_.threads();
}

std::string pattern_search::kernel_note() const {
    return std::string("patterns are looked for with kernels compiled for ") + kernel_.compiled_for;
}

void pattern_search::use_gpu(int gpu, const sequence::dense_letters* numbers) {
    const auto check = [this] { workers_.check_cancelled(); };
    if (numbers == nullptr) {
        gpu_ = std::make_unique<gpu_end_search>(text_, starts_, nullptr, gpu, options_.run, check);
        return;
    }
    const sequence_set recoded = numbers->recoded(text_, numbers->count(), numbers->planes());
    gpu_ = std::make_unique<gpu_end_search>(sequence::packed(recoded), starts_, numbers, gpu, options_.run, check);
}

std::uint64_t pattern_search::patterns_at_once() const {
    if (gpu_ != nullptr) return runtime::forced_tile() > 0 ? runtime::forced_tile() : tuning::gpu_patterns_at_once;
    const std::uint64_t wanted = std::uint64_t{workers_.threads()} * tuning::find_tasks_a_thread;
    return std::max<std::uint64_t>(1, wanted / std::max<std::uint64_t>(1, parts()));
}

void pattern_search::find(std::span<const oriented_pattern> patterns, std::span<open_run> runs, std::uint64_t done,
                          std::uint64_t all, const occurrence_sink& sink) {
    if (gpu_ != nullptr) {
        find_by_gpu(patterns, runs, sink);
    } else {
        std::vector<std::vector<found_end>> ends = ends_by_cpu(patterns);
        pass_on(patterns, ends, runs, sink);
    }
    if (options_.run.on_progress)
        options_.run.on_progress({"looking for patterns", done + patterns.size(), all, "patterns"});
}

/// As many patterns together as have ends for the memory.
void pattern_search::find_by_gpu(std::span<const oriented_pattern> patterns, std::span<open_run> runs,
                                 const occurrence_sink& sink) {
    std::vector<std::vector<found_end>> ends;
    const std::uint64_t most =
        std::max<std::uint64_t>(tuning::least_ends_kept, runtime::memory_budget(options_.run) / 8 / sizeof(found_end));
    std::size_t together = patterns.size();
    for (std::size_t first = 0; first < patterns.size();) {
        const std::size_t here = std::min(together, patterns.size() - first);
        const auto begin = std::chrono::steady_clock::now();
        const bool all_are_there = gpu_->find(patterns.subspan(first, here), edits_, most, ends);
        gpu_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (all_are_there) {
            pass_on(patterns.subspan(first, here), ends, runs.subspan(first, here), sink);
            first += here;
        } else {
            together = (here + 1) / 2;
        }
    }
}

std::vector<std::vector<found_end>> pattern_search::ends_by_cpu(std::span<const oriented_pattern> patterns) {
    std::vector<std::vector<found_end>> parts_of(patterns.size() * parts());
    workers_.run(parts_of.size(), [&](std::size_t task, unsigned worker) {
        parts_of[task] = ends_in(patterns[task / parts()].letters, task % parts(), worker);
    });
    std::vector<std::vector<found_end>> ends(patterns.size());
    for (std::size_t task = 0; task < parts_of.size(); ++task) {
        std::vector<found_end>& all = ends[task / parts()];
        all.insert(all.end(), parts_of[task].begin(), parts_of[task].end());
        parts_of[task] = {};
    }
    return ends;
}

/// By levels; and by deltas, for some words at a time, where levels take long.
std::vector<found_end> pattern_search::ends_in(const pattern_letters& pattern, std::uint64_t part, unsigned worker) {
    scratch& own = memory_[worker];
    const std::uint64_t end = std::min(words_, (part + 1) * part_words_);
    const std::uint64_t before = (pattern.length() + edits_ + 63) / 64; // words of an occurrence
    const std::uint64_t least = std::max(tuning::least_find_words_by_deltas, 2 * before * most_delta_lanes);
    std::uint64_t by_deltas = own.left_at_once ? 2 * least : least;
    std::vector<found_end> ends;
    std::uint64_t at = part * part_words_;
    const bool is_forced = runtime::forced_tile() > 0 && part % 2 == 1;
    while (at < end) {
        const std::uint64_t first = at;
        if (!is_forced) at = find_by_levels(pattern.rows(), first, end, by_deltas, own, ends);
        if (at - first > tuning::find_words_of_a_change) by_deltas = least;
        if (first == part * part_words_ && !is_forced)
            own.left_at_once = at < end && at - first <= tuning::find_words_of_a_change;
        const std::uint64_t behind = std::min(end, at + by_deltas);
        if (at < behind) own.deltas.find(pattern, edits_, at * 64, behind * 64, ends);
        at = behind;
        by_deltas = std::min(2 * by_deltas, tuning::find_growth_by_deltas * least);
    }
    return ends;
}

/// Those of a word of the text: `within` says for each number of edits which letters are within it.
void pattern_search::append_ends(std::span<const std::uint64_t> within, std::uint64_t word,
                                 std::vector<found_end>& ends) const {
    const std::uint64_t first = word * 64;
    const std::uint64_t starts = starts_[word];
    std::uint64_t left = within.back();
    if (text_.letters() < first + 64) left &= ~(~std::uint64_t{0} << text_.letters() % 64);
    while (left != 0) {
        const auto bit = static_cast<unsigned>(std::countr_zero(left));
        std::uint32_t fewest = 0;
        while ((within[fewest] >> bit & 1U) == 0)
            ++fewest;
        // The letters behind it with as many edits, up to the next sequence.
        std::uint64_t same = left & within[fewest] & ~(fewest == 0 ? 0 : within[fewest - 1]);
        same = same >> bit & ~(starts >> bit & ~std::uint64_t{1});
        const auto letters = static_cast<unsigned>(std::countr_one(same));
        append_end(ends, first + bit, first + bit + letters, fewest, (starts >> bit & 1U) == 0);
        left = bit + letters == 64 ? 0 : left >> (bit + letters) << (bit + letters);
    }
}

std::uint64_t pattern_search::find_by_levels(const pattern_rows& rows, std::uint64_t first, std::uint64_t last,
                                             std::uint64_t by_deltas, scratch& own, std::vector<found_end>& ends) {
    own.kernel.resize(find_scratch_words(rows.rows.size(), rows.classes.size(), edits_));
    const std::size_t stride = edits_ + 2;
    own.found.resize(part_words_ * stride);
    const text_words text{
        .planes = planes_, .ambiguous = text_.ambiguous_plane(), .starts = starts_.data(), .words = words_};
    const std::uint64_t before = (rows.rows.size() + edits_ + 63) / 64; // words of an occurrence
    // A lane searches those words in vain, or what its sequence has of them.
    const double in_vain =
        std::min(static_cast<double>(before), static_cast<double>(words_) / static_cast<double>(text_.size()) / 2);
    const double of_a_word =
        static_cast<double>(rows.rows.size()) * tuning::find_cost_of_delta_row + tuning::find_cost_of_delta_word;
    const double words_of_lane = static_cast<double>(std::min(by_deltas, last - first)) / most_delta_lanes;
    const searched_part done = kernel_.run(
        text, rows, edits_,
        {.first = first,
         .words = last - first,
         .before = before,
         .most_rows_of_step = static_cast<std::uint64_t>(of_a_word * (1 + in_vain / words_of_lane)),
         // more than an occurrence of its own takes; fewer behind words by deltas
         .steps_in_advance = (first % part_words_ == 0 && !own.left_at_once ? tuning::find_steps_before_deltas
                                                                            : tuning::find_steps_behind_deltas) +
                             2 * before / most_find_lanes},
        own.kernel.data(), own.found.data());
    for (std::size_t index = 0; index < done.found; ++index) {
        const std::uint64_t* const record = own.found.data() + index * stride;
        append_ends({record + 1, edits_ + 1}, record[0], ends);
    }
    return done.behind;
}

void pattern_search::pass_on(std::span<const oriented_pattern> patterns, std::vector<std::vector<found_end>>& ends,
                             std::span<open_run> runs, const occurrence_sink& sink) {
    struct part {
        std::size_t pattern;
        std::size_t first;
        std::size_t last;
    };
    std::vector<part> parts;
    for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern)
        for (std::size_t first = 0; first < ends[pattern].size(); first += tuning::find_ends_of_part)
            parts.push_back({pattern, first, std::min(ends[pattern].size(), first + tuning::find_ends_of_part)});
    const std::vector<open_run> before(runs.begin(), runs.end());
    // Occurrences take twenty times as much memory as ends: only of some parts at a time.
    const std::size_t at_once = std::size_t{workers_.threads()} * tuning::find_tasks_a_thread;
    std::vector<std::vector<pattern_occurrence>> found(std::min(parts.size(), at_once));
    for (std::size_t begin = 0; begin < parts.size(); begin += at_once) {
        const std::size_t count = std::min(at_once, parts.size() - begin);
        workers_.run(count, [&](std::size_t index, unsigned /*worker*/) {
            const part& each = parts[begin + index];
            found[index] = finder_.occurrences(patterns[each.pattern], ends[each.pattern], each.first, each.last,
                                               before[each.pattern], runs[each.pattern]);
        });
        for (std::size_t index = 0; index < count; ++index) {
            for (const pattern_occurrence& each : found[index])
                sink(each);
            found[index] = {};
        }
    }
    for (std::vector<found_end>& each : ends)
        each = {};
}

} // namespace concord::edit_distance
