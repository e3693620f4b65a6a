// How the greatest length depends on the support: the search again and again, where the curve is least known.
#include "sequence/support.hpp"
#include <concord/error.hpp>

#include <concord/substring.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

namespace concord {
namespace {

using clock = std::chrono::steady_clock;

constexpr unsigned most_searches = 40;

class curve_search {
  public:
    curve_search(const sequence_set& sequences, const substring_options& options, clock::time_point deadline)
        : sequences_(sequences), options_(options), deadline_(deadline) {
        options_.ties = false;
        options_.occurrences = false;
        options_.per_sequence = false;
        options_.top = 1;
    }

    /// Adds the answer for `support`. No substring with the support of the reported one is longer than that.
    void add(std::uint64_t support, const substring_result& found) {
        points_[support] = {support, 0};
        if (!found.found) return;
        for (const std::uint64_t known : {support, found.best.support})
            points_[known] = {known, found.best.length, found.best.sequence, found.best.start};
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
        for (const auto& [support, point] : points_)
            all.push_back(point);
        return all;
    }

  private:
    [[nodiscard]] bool is_cancelled() const { return options_.run.cancelled && options_.run.cancelled(); }
    [[nodiscard]] bool goes_on() const { return searches_ < most_searches && clock::now() < deadline_; }

    /// False where the time was over.
    bool known(std::uint64_t support) {
        if (support < 2 || support > sequences_.size() || points_.contains(support)) return true;
        if (!goes_on()) return false;
        ++searches_;
        substring_options requested = options_;
        requested.support = support;
        // The length is at least that of any greater support: the search may start from there.
        for (auto at = points_.lower_bound(support); at != points_.end(); ++at)
            requested.min_length = std::max(requested.min_length, at->second.length);
        requested.run.cancelled = [this] { return is_cancelled() || clock::now() >= deadline_; };
        try {
            add(support, longest_common_substring(sequences_, requested));
        } catch (const error& failure) {
            if (is_cancelled() || failure.code() != error_code::cancelled) throw;
            return false;
        }
        return true;
    }

    /// The geometric mean of the two neighbouring supports between which the length may fall furthest.
    [[nodiscard]] std::optional<std::uint64_t> least_known() const {
        std::optional<std::uint64_t> found;
        double most = 0;
        for (auto at = points_.begin(), next = at; at != points_.end() && ++next != points_.end(); ++at) {
            if (next->first - at->first < 2 || at->second.length == next->second.length) continue;
            const double ratio = static_cast<double>(next->first) / static_cast<double>(at->first);
            const double unknown = std::log(ratio) * static_cast<double>(at->second.length - next->second.length);
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
    std::map<std::uint64_t, support_point> points_; ///< by support
    unsigned searches_ = 0;
};

} // namespace

std::vector<support_point> support_curve(const sequence_set& sequences, const substring_options& given_options,
                                         const substring_result& known, double seconds) {
    const substring_options options = sequence::with_support(given_options, sequences);
    const auto time = std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
    curve_search search(sequences, options, clock::now() + time);
    search.add(options.support, known);
    search.search(options.support);
    return search.points();
}

} // namespace concord
