// The nearest of long sequences by the q-grams that they have in common, which say in little time that most are too far
// away.
#include "alignment/batch/one_against_many.hpp"
#include "problems/distance/batch/gram_profiles.hpp"
#include "problems/distance/batch/nearest_few.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

namespace concord::edit_distance {
namespace {

constexpr std::size_t compared_at_once = 64; ///< of those that are left, before the bound falls

/// What a thread has of its own.
class own_gram_search {
  public:
    own_gram_search(batch_run& run, const gram_profiles& profiles, std::uint64_t count, std::uint64_t bound)
        : run_(run), profiles_(profiles), count_(count), bound_(bound), lanes_(run.comparer()), few_(count),
          changed_(gram_profiles::most_rows) {}

    void load(std::span<const std::uint32_t> rows) {
        for (std::vector<std::uint64_t>& each : changed_)
            each.clear();
        profiles_.compare(rows, 0, grams_, [&](std::size_t row, std::uint32_t b, std::uint32_t changed) {
            changed_[row].push_back(std::uint64_t{changed} << 32U | b);
        });
    }

    /// Of a row that was loaded; `compared` grows by the sequences that it was compared with.
    [[nodiscard]] std::vector<near_pair> nearest_of(std::uint32_t row, std::size_t index, std::uint64_t& compared) {
        std::vector<std::uint64_t>& changed = changed_[index];
        lanes_.set_row(row);
        std::uint64_t bound = bound_;
        // Those that seem to be the nearest, within bounds that grow: the farthest of them says what can be left out.
        const std::size_t first = std::min<std::size_t>(changed.size(), 2 * count_ + 6);
        std::ranges::nth_element(changed, changed.begin() + static_cast<std::ptrdiff_t>(first - 1));
        std::ranges::sort(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(first));
        std::uint64_t tried = 16 + 2 * edits_of(changed[std::min<std::size_t>(first, count_) - 1]);
        for (;; tried *= 2) {
            const std::uint64_t within = std::min(tried, bound_);
            compare(row, std::span(changed).first(first), within);
            compared += first;
            if (within == bound_ || few_.size() >= std::min<std::uint64_t>(count_, first)) break;
            static_cast<void>(few_.take());
        }
        // Then all that may be as near, those with the most in common first.
        bound = std::min<std::uint64_t>(bound, few_.farthest());
        const auto most = profiles_.most_changed(std::min<std::uint64_t>(bound, 1U << 24U));
        left_.clear();
        std::ranges::copy_if(changed.begin() + static_cast<std::ptrdiff_t>(first), changed.end(),
                             std::back_inserter(left_), [&](std::uint64_t each) { return each >> 32U <= most; });
        if (left_.size() > compared_at_once) std::ranges::sort(left_);
        for (std::size_t begin = 0, end = 0; begin < left_.size(); begin = end) {
            bound = std::min<std::uint64_t>(bound, few_.farthest());
            if (edits_of(left_[begin]) > bound) break;
            end = std::min(left_.size(), begin + std::max(compared_at_once, begin));
            compare(row, std::span(left_).subspan(begin, end - begin), bound);
            compared += end - begin;
        }
        return few_.take();
    }

  private:
    /// At least, that change so many q-grams.
    [[nodiscard]] std::uint64_t edits_of(std::uint64_t changed) const {
        const std::uint64_t each = profiles_.most_changed(1);
        return ((changed >> 32U) + each - 1) / each;
    }

    void compare(std::uint32_t row, std::span<const std::uint64_t> those, std::uint64_t bound) {
        columns_.clear();
        for (const std::uint64_t each : those)
            columns_.push_back(static_cast<std::uint32_t>(each));
        std::ranges::sort(columns_, {}, [&](std::uint32_t b) { return run_.comparer().letters().b().set->length(b); });
        lanes_.set_columns(columns_);
        distances_.resize(columns_.size());
        lanes_.compare(bound, distances_.data());
        if (!lanes_.too_long().empty()) {
            run_options alone = run_.options().run;
            alone.on_progress = {};
            alone.threads = 1;
            for (const std::uint32_t at : lanes_.too_long())
                distances_[at] = run_.comparer().compare_long({row, columns_[at]}, bound, alone);
        }
        for (std::size_t at = 0; at < columns_.size(); ++at)
            if (distances_[at] != no_distance) few_.offer({row, columns_[at], distances_[at]});
    }

    batch_run& run_;
    const gram_profiles& profiles_;
    std::uint64_t count_;
    std::uint64_t bound_;
    gram_profiles::own_rows grams_;
    one_against_many lanes_;
    nearest_few few_;
    std::vector<std::vector<std::uint64_t>> changed_; ///< of each row: q-grams that are not common, above them a column
    std::vector<std::uint64_t> left_;
    std::vector<std::uint32_t> columns_;
    std::vector<std::uint32_t> distances_;
};

} // namespace

double find_nearest_by_grams(batch_run& run, const gram_profiles& profiles, std::span<const std::uint32_t> rows,
                             std::uint64_t count, std::uint64_t bound,
                             const std::function<void(std::uint32_t row, std::vector<near_pair>&& nearest)>& take) {
    constexpr std::size_t at_once = gram_profiles::most_rows;
    std::vector<std::unique_ptr<own_gram_search>> own(run.workers().threads());
    std::atomic<std::uint64_t> compared = 0;
    std::atomic<std::uint64_t> done = 0;
    run.workers().run((rows.size() + at_once - 1) / at_once, [&](std::size_t task, unsigned worker) {
        if (own[worker] == nullptr) own[worker] = std::make_unique<own_gram_search>(run, profiles, count, bound);
        const auto here = rows.subspan(task * at_once, std::min(at_once, rows.size() - task * at_once));
        own[worker]->load(here);
        std::uint64_t pairs = 0;
        for (std::size_t index = 0; index < here.size(); ++index)
            take(here[index], own[worker]->nearest_of(here[index], index, pairs));
        compared += pairs;
        run.show("comparing", done.fetch_add(here.size()) + here.size(), rows.size(), "sequences");
    });
    const auto all = static_cast<double>(rows.size()) * static_cast<double>(run.comparer().b().size());
    return static_cast<double>(compared) / std::max(1.0, all);
}

} // namespace concord::edit_distance
