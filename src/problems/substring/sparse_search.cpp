#include "problems/substring/sparse_search.hpp"

#include "problems/substring/dense_search.hpp"
#include "problems/substring/join.hpp"
#include "problems/substring/sieve.hpp"
#include "problems/substring/sieve_workplace.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <string>

namespace concord::substring {
namespace {

class sparse_path {
  public:
    sparse_path(const problem& given, const search_means& means, sifted_windows&& windows)
        : given_(given), means_(means), windows_(std::move(windows)), place_(means.workers) {}

    /// Level 0: nothing is sifted.
    longest_windows run(std::uint64_t level) {
        if (level == 0) return join_and_climb();
        sift_at(level);
        while (windows_.source_count > 0 && found_longer())
            sift_at(level);
        sift_on(level);
        place_.tidy();
        if (windows_.source_count == 0) return {};
        return joining_is_better() ? join_and_climb() : scan_rest();
    }

  private:
    [[nodiscard]] bool joining_is_better() const {
        if (means_.path != search_path::automatic) return means_.path == search_path::sieve_and_join;
        if (memory_of_joining(given_, windows_) > static_cast<double>(means_.memory)) return false;
        const double joining = cost_of_joining(given_, windows_);
        return joining < tuning::join_is_quick || joining < cost_of_scanning_rest();
    }

    [[nodiscard]] double cost_of_scanning_rest() const {
        return cost_of_scanning(given_, sources().size(), targets().sequences.size(), windows_.length);
    }

    void sift_at(std::uint64_t level) {
        if (windows_.length < given_.mismatches + level) return;
        sift(given_, place_, means_.memory / 4, level, windows_);
        means_.notes.push_back("length " + std::to_string(windows_.length) + ", " + std::to_string(level) +
                               " blocks intact: " + std::to_string(windows_.source_count) +
                               " windows may have the support, " + std::to_string(windows_.target_count) +
                               " may give it");
    }

    /// More levels, as long as they are much cheaper than what they may save.
    void sift_on(std::uint64_t level) {
        for (;;) {
            const double rest = cost_of_rest();
            ++level;
            if (windows_.source_count == 0 || windows_.length < given_.mismatches + level ||
                choices_of(given_.mismatches, level) > tuning::most_choices ||
                cost_of_sifting(given_, means_.memory / 4, windows_, level) > rest / 4)
                return;
            sift_at(level);
            if (cost_of_rest() > rest * 0.9) return;
        }
    }

    [[nodiscard]] double cost_of_rest() const {
        return std::min(cost_of_joining(given_, windows_), cost_of_scanning_rest());
    }

    /// Do some of the windows that are left reach further? Then the sieve need only keep what is longer.
    bool found_longer() {
        const comparison sample{sample_of(sources(), tuning::resampled_spans), targets(), "sampling"};
        const longest_windows longer = scan_all(given_, means_, sample, windows_.length + 1);
        if (longer.length == 0) return false;
        means_.notes.push_back("a sample of those reaches " + std::to_string(longer.length));
        while (windows_.length < longer.length)
            lengthen();
        return true;
    }

    /// `by_both_ends`: a source must have both of its shorter windows among the sources.
    void lengthen(bool by_both_ends = true) {
        ++windows_.length;
        if (by_both_ends)
            windows_.sources.lengthen(given_, windows_.length);
        else
            windows_.sources.extend(given_, windows_.length);
        windows_.targets.lengthen(given_, windows_.length);
        windows_.source_count = windows_.sources.count();
        windows_.target_count = windows_.targets.count();
    }

    longest_windows join_and_climb() {
        longest_windows found;
        // What a shard has found it goes on with alone: longer windows with the same beginning are its own, and their
        // ends may be known to another shard only.
        const task_sharing* sharing = means_.workers.options().sharing;
        const bool alone = sharing != nullptr && sharing->is_sharded();
        for (runtime::divided_among division = runtime::divided_among::shards;;
             division = runtime::divided_among::ranks) {
            longest_windows longer = join(given_, means_.workers, means_.kernels, windows_, division);
            if (longer.windows.empty()) return found;
            found = std::move(longer);
            // Both halves of a longer window's overlap have the support that it has: few are left to be tried.
            windows_.sources.clear();
            for (const window& supported : found.windows)
                windows_.sources.set(given_.offset(supported.sequence) + supported.start);
            lengthen(!alone);
            if (windows_.source_count == 0) return found;
        }
    }

    longest_windows scan_rest() {
        means_.notes.push_back("comparing the sequences of these windows densely");
        return scan_all(given_, means_, {sources(), targets(), "comparing", runtime::divided_among::shards},
                        windows_.length);
    }

    /// The starts of every sequence from its first source window to its last.
    [[nodiscard]] std::vector<source_span> sources() const {
        std::vector<source_span> spans;
        for (std::uint64_t sequence = 0; sequence < given_.sequences(); ++sequence) {
            const std::uint64_t offset = given_.offset(sequence);
            windows_.sources.for_each(offset, offset + given_.length(sequence), [&](std::uint64_t position) {
                const std::uint64_t start = position - offset;
                if (spans.empty() || spans.back().sequence != sequence ||
                    start >= spans.back().first + tuning::starts_per_span)
                    spans.push_back({sequence, start, 1});
                spans.back().starts = start - spans.back().first + 1;
            });
        }
        return spans;
    }

    [[nodiscard]] target_list targets() const {
        target_list list;
        for (std::uint64_t sequence = 0; sequence < given_.sequences(); ++sequence) {
            const std::uint64_t offset = given_.offset(sequence);
            if (windows_.targets.any(offset, offset + given_.length(sequence))) list.sequences.push_back(sequence);
        }
        return list;
    }

    const problem& given_;
    const search_means& means_;
    sifted_windows windows_;
    sieve_workplace place_;
};

} // namespace

std::optional<longest_windows> sparse_search(const problem& given, const search_means& means, std::uint64_t length) {
    const bool forced = means.path != search_path::automatic;
    const double dense = cost_of_scanning(given, count_spans(given, length), given.sequences(), length);
    const double bits = static_cast<double>(given.set.letters()) / 4; // of two sets of windows
    if (!forced && (dense < tuning::dense_is_quick || bits / 8 > static_cast<double>(means.memory)))
        return std::nullopt;
    window_bits all(given, length);
    const std::uint64_t count = all.count();
    sifted_windows windows{length, all, std::move(all), count, count};
    std::uint64_t level = first_level(given, length, count);
    if (forced) {
        level = std::max<std::uint64_t>(1, level);
    } else if (level > 0 && cost_of_sifting(given, means.memory / 4, windows, level) > dense / 4) {
        return std::nullopt;
    } else if (level == 0) { // short windows are few different ones
        if (cost_of_joining(given, windows) > dense / 2) return std::nullopt;
        if (memory_of_joining(given, windows) > static_cast<double>(means.memory)) return std::nullopt;
    }
    return sparse_path(given, means, std::move(windows)).run(level);
}

} // namespace concord::substring
