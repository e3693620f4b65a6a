#include "commands/support_curve.hpp"

#include "interruption.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace concord::app {
namespace {

using clock = std::chrono::steady_clock;
using report::support_curve;
using report::support_point;

constexpr unsigned most_searches = 40;
constexpr std::size_t most_steps = 400; // of a curve that is known throughout

class curve_search {
  public:
    curve_search(const sequence_set& sequences, const substring_options& options, clock::time_point deadline)
        : sequences_(sequences), options_(options), deadline_(deadline) {
        options_.ties = false;
        options_.occurrences = false;
        options_.per_sequence = false;
    }

    /// Adds the answer for `support`. No substring with the support of the reported one is longer than that.
    void add(std::uint64_t support, const substring_result& found) {
        lengths_[support] = found.found ? found.best.length : 0;
        if (found.found) lengths_[found.best.support] = found.best.length;
    }

    void search(std::uint64_t chosen) {
        // Supports near the chosen one matter most: outwards from it, by factors of two.
        bool lower = true;
        bool higher = true;
        for (std::uint64_t factor = 2; (lower || higher) && goes_on(); factor *= 2) {
            lower = lower && known(std::max<std::uint64_t>(chosen / factor, 2)) && chosen / factor > 2;
            higher = higher && known(std::min<std::uint64_t>(chosen * factor, sequences_.size())) &&
                     chosen * factor < sequences_.size();
        }
        while (goes_on()) {
            const std::optional<std::uint64_t> next = least_known();
            if (!next || !known(*next)) break;
        }
    }

    [[nodiscard]] std::vector<support_point> points() const {
        std::vector<support_point> all;
        for (const auto& [support, length] : lengths_)
            all.push_back({support, length});
        return all;
    }

  private:
    [[nodiscard]] bool goes_on() const { return searches_ < most_searches && clock::now() < deadline_; }

    /// False where the time was over.
    bool known(std::uint64_t support) {
        if (support < 2 || support > sequences_.size() || lengths_.contains(support)) return true;
        if (!goes_on()) return false;
        ++searches_;
        substring_options requested = options_;
        requested.support = support;
        // The length is at least that of any greater support: the search may start from there.
        for (auto at = lengths_.lower_bound(support); at != lengths_.end(); ++at)
            requested.min_length = std::max(requested.min_length, at->second);
        requested.run.cancelled = [this] { return interrupted() || clock::now() >= deadline_; };
        try {
            add(support, longest_common_substring(sequences_, requested));
        } catch (const error& failure) {
            if (interrupted() || failure.code() != error_code::cancelled) throw;
            return false;
        }
        return true;
    }

    /// The geometric mean of the two neighbouring supports between which the length may fall furthest.
    [[nodiscard]] std::optional<std::uint64_t> least_known() const {
        std::optional<std::uint64_t> found;
        double most = 0;
        for (auto at = lengths_.begin(), next = at; at != lengths_.end() && ++next != lengths_.end(); ++at) {
            if (next->first - at->first < 2 || at->second == next->second) continue;
            const double ratio = static_cast<double>(next->first) / static_cast<double>(at->first);
            const double unknown = std::log(ratio) * static_cast<double>(at->second - next->second);
            if (unknown <= most) continue;
            most = unknown;
            found = std::clamp(static_cast<std::uint64_t>(std::sqrt(ratio) * static_cast<double>(at->first)),
                               at->first + 1, next->first - 1);
        }
        return found;
    }

    const sequence_set& sequences_;
    substring_options options_;
    clock::time_point deadline_;
    std::map<std::uint64_t, std::uint64_t> lengths_; ///< by support
    unsigned searches_ = 0;
};

clock::time_point after(double seconds) {
    return clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
}

/// From the answer of an index for every support.
support_curve curve_of(const shared_region_result& found, const sequence_set& sequences,
                       const shared_region_options& options) {
    std::vector<support_point> all;
    for (std::size_t i = 0; i < found.by_support.size(); ++i)
        all.push_back({i + 2, found.by_support[i].length});
    if (const std::uint64_t next = all.size() + 2; next <= sequences.size()) {
        all.push_back({next, 0});
        if (next < sequences.size()) all.push_back({sequences.size(), 0});
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
    return by_index(sequences, index, options, after(seconds)).value_or(support_curve{});
}

support_curve substring_curve(const sequence_set& sequences, const substring_options& options,
                              const substring_result& known, double seconds) {
    support_curve curve;
    curve.sequences = sequences.size();
    curve.min_length = options.min_length;
    curve.chosen = options.support;
    if (sequences.size() < 2) return curve;
    if (options.mismatches == 0) {
        shared_region_options requested;
        requested.support = options.support;
        requested.min_length = options.min_length;
        requested.run = options.run;
        if (std::optional<support_curve> whole = by_index(sequences, nullptr, requested, after(seconds))) return *whole;
    }
    curve_search search(sequences, options, after(seconds));
    search.add(options.support, known);
    search.search(options.support);
    curve.points = search.points();
    curve.how = fmt::format("Computed by searching again at other supports, for at most {:.1f} s.", seconds);
    return curve;
}

} // namespace concord::app
