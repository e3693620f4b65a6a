#include "problems/component/search.hpp"

#include "problems/component/coded_matrices.hpp"
#include "problems/component/cpu/shift_filter.hpp"
#include "problems/component/mask_operations.hpp"
#include "problems/component/tuning.hpp"
#include "runtime/fold.hpp"
#include "runtime/test_settings.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>

namespace concord::component {
namespace {

/// The best candidate so far, shared by all threads; of candidates of other ranks only the size is known. A thread's
/// copy may be outdated: then it prunes less.
class shared_best {
  public:
    void offer(const candidate& found) {
        if (found.size == 0) return;
        reached_.offer(found.size);
        const std::lock_guard lock(mutex_);
        if (!found.is_better_than(best_)) return;
        best_ = found;
        version_.fetch_add(1, std::memory_order_relaxed);
    }
    struct copy {
        candidate best;
        std::uint64_t version = 0;
    };
    void refresh(copy& known) const {
        if (version_.load(std::memory_order_relaxed) != known.version) {
            const std::lock_guard lock(mutex_);
            known = {best_, version_.load(std::memory_order_relaxed)};
        }
        // Its shift is unknown: a component of equal size may still have a lower shift.
        if (const std::uint64_t reached = reached_.get(); reached > known.best.size)
            known.best = {reached, std::numeric_limits<std::uint64_t>::max(), {}};
    }
    [[nodiscard]] candidate get() const {
        const std::lock_guard lock(mutex_);
        return best_;
    }
    [[nodiscard]] runtime::shared_maximum& reached() noexcept { return reached_; }

  private:
    runtime::shared_maximum reached_;
    mutable std::mutex mutex_;
    candidate best_;
    std::atomic<std::uint64_t> version_{0};
};

/// Bounds are kept in 32 bits; one that does not fit is no bound.
using bound_type = std::uint32_t;
constexpr bound_type no_bound = std::numeric_limits<bound_type>::max();
constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max(); ///< of a band
constexpr std::uint64_t shared_shifts = std::uint64_t{1} << 24U;               ///< of a band that ranks share

class searching {
  public:
    searching(const problem& given, const search_resources& resources)
        : given_(given), resources_(resources), planes_(given.codes),
          options_(options_within(planes_.view(), resources)), workers_(options_), lanes_(resources.kernels.lanes),
          // Groups begin at multiples of the lanes, counted from the margin; the first group may begin before the first
          // shift.
          // shift.
          skew_((lanes_ - (planes_.view().columns_b - 1) % lanes_) % lanes_),
          groups_((skew_ + given.shifts.columns() + lanes_ - 1) / lanes_), threads_(workers_.threads()),
          sharing_(options_.sharing) {
        for (per_thread& own : threads_) {
            own.valid = std::make_unique<aligned_words>(planes_.view().words_b * lanes_);
            own.scratch = std::make_unique<aligned_words>(count_words(planes_.view(), downs_at_a_time()));
        }
    }

    search_outcome search() {
        // Groups of shifts are tasks, so all ranks must form the same groups.
        if (sharing_ != nullptr && sharing_->agree(lanes_) != lanes_)
            throw error(error_code::resource, "not all have the same vector instructions: --vectors names those that "
                                              "all have, such as baseline");
        const std::uint64_t rows = given_.shifts.rows();
        const std::uint64_t of_row = groups_ * (lanes_ * sizeof(bound_type) + sizeof(entry));
        std::uint64_t band = std::clamp<std::uint64_t>(resources_.memory / 2 / of_row, 1, std::min(rows, most_rows));
        // Limits the bytes of a band that are kept or sent.
        if (sharing_ != nullptr) band = std::clamp<std::uint64_t>(shared_shifts / (groups_ * lanes_), 1, band);
        // Blocks of rows begin at the same rows whatever the bands are.
        band = band >= downs_at_a_time() ? band / downs_at_a_time() * downs_at_a_time() : std::bit_floor(band);
        for (std::uint64_t row = 0; row < rows; row += band)
            search_band(row, std::min(band, rows - row));
        const search_outcome outcome{best_.get(), labelled_};
        resources_.notes.push_back("lanes of " + std::to_string(lanes_) + " shifts, " +
                                   std::to_string(planes_.view().planes) +
                                   (planes_.view().intervals ? " planes of intervals" : " planes"));
        resources_.notes.push_back("of " + std::to_string(given_.shifts.size()) + " shifts counting left " +
                                   std::to_string(filtered_) + ", floods left " + std::to_string(outcome.labelled) +
                                   " to be labelled");
        return outcome;
    }

  private:
    struct per_thread {
        std::unique_ptr<aligned_words> valid;
        std::unique_ptr<aligned_words> scratch;
        std::optional<shift_filter> filter;
        shared_best::copy known;
    };
    /// A group of the band that may hold a better component.
    struct entry {
        bound_type bound;
        std::uint32_t row; ///< of the band
        std::uint64_t group;
    };

    /// As many threads as the memory allows.
    static run_options options_within(const plane_view& planes, const search_resources& resources) {
        const std::uint64_t each = shift_filter::bytes(planes, resources.kernels);
        if (each > resources.memory)
            throw error(error_code::resource, "the masks of a few shifts take " + std::to_string(each) +
                                                  " bytes, more than the " + std::to_string(resources.memory) +
                                                  " bytes of memory allowed");
        run_options options = resources.options;
        const std::uint64_t most = std::max<std::uint64_t>(1, resources.memory / 2 / each);
        options.threads = static_cast<unsigned>(
            std::min<std::uint64_t>(most, options.threads > 0 ? options.threads : usable_cores()));
        return options;
    }

    [[nodiscard]] std::size_t downs_at_a_time() const {
        if (runtime::forced_tile() == 0) return tuning::downs_at_a_time;
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(runtime::forced_tile() / lanes_, 1, 64));
    }
    [[nodiscard]] std::size_t groups_at_a_time() const {
        if (runtime::forced_tile() == 0) {
            const plane_view& planes = planes_.view();
            const board largest{std::min(planes.rows_a, planes.rows_b), planes.words_b};
            return std::max<std::size_t>(1, tuning::vectors_per_task / largest.vectors());
        }
        return static_cast<std::size_t>(std::max<std::uint64_t>(1, runtime::forced_tile() / lanes_));
    }

    /// The column shift of lane 0.
    [[nodiscard]] std::int64_t right_of(std::uint64_t group) const {
        return given_.shifts.at(0).columns - static_cast<std::int64_t>(skew_) +
               static_cast<std::int64_t>(group * lanes_);
    }
    [[nodiscard]] bool is_shift(std::uint64_t group, std::size_t lane) const {
        const std::uint64_t column = group * lanes_ + lane;
        return column >= skew_ && column < skew_ + given_.shifts.columns();
    }
    [[nodiscard]] std::uint64_t number_of(std::uint64_t row, std::uint64_t group, std::size_t lane) const {
        return row * given_.shifts.columns() + group * lanes_ + lane - skew_;
    }

    /// Whether this process searches a block of rows of shifts.
    [[nodiscard]] bool is_ours(std::uint64_t row) const {
        return sharing_ == nullptr || sharing_->is_ours(row / downs_at_a_time());
    }

    void search_band(std::uint64_t first, std::uint64_t rows);
    void count(std::uint64_t first, std::uint64_t rows);
    void count_here(std::uint64_t first, std::uint64_t rows);
    [[nodiscard]] std::vector<std::uint64_t> most_promising() const;
    [[nodiscard]] search_outcome filter(std::uint64_t row, std::uint64_t group, std::uint64_t wanted, per_thread& own);
    void search_all(const runtime::step& given, const std::function<search_outcome(std::size_t, unsigned)>& task);

    const problem& given_;
    const search_resources& resources_;
    bit_planes planes_;
    run_options options_;
    runtime::thread_pool workers_;
    std::size_t lanes_;
    std::uint64_t skew_;
    std::uint64_t groups_;
    std::vector<per_thread> threads_;
    task_sharing* sharing_;
    std::vector<bound_type> bounds_; ///< of the band, row by row, group by group, lane by lane
    std::uint64_t first_row_ = 0;    ///< of the band
    shared_best best_;
    std::uint64_t filtered_ = 0;
    std::uint64_t labelled_ = 0;
};

/// Bounds of all shifts of the band that this process searches, 0 for others; each rank counts some.
void searching::count(std::uint64_t first, std::uint64_t rows) {
    bounds_.assign(rows * groups_ * lanes_, 0);
    if (sharing_ == nullptr) return count_here(first, rows);
    sharing_->run_once(
        [&] {
            count_here(first, rows);
            sharing_->ranks().allreduce_sum(bounds_);
        },
        [&](runtime::byte_writer& to) { to.list(bounds_); },
        [&](runtime::byte_reader& from) { bounds_ = from.list<bound_type>(); });
}

void searching::count_here(std::uint64_t first, std::uint64_t rows) {
    const std::size_t at_a_time = downs_at_a_time();
    const std::uint64_t blocks = (rows + at_a_time - 1) / at_a_time;
    const plane_view& planes = planes_.view();
    runtime::task_range share{0, blocks * groups_};
    if (sharing_ != nullptr) share = sharing_->share_of(blocks * groups_);
    workers_.run(share.size(), {"counting", "shifts", share.size() * at_a_time * lanes_},
                 [&](std::size_t task, unsigned worker) -> std::uint64_t {
                     per_thread& own = threads_[worker];
                     const std::uint64_t group = (share.first + task) % groups_;
                     const std::uint64_t row = (share.first + task) / groups_ * at_a_time;
                     if (!is_ours(first + row)) return at_a_time * lanes_;
                     const std::size_t downs = std::min<std::uint64_t>(at_a_time, rows - row);
                     std::uint64_t alive = 0;
                     for (std::size_t lane = 0; lane < lanes_; ++lane)
                         if (is_shift(group, lane)) alive |= std::uint64_t{1} << lane;
                     const std::int64_t right = right_of(group);
                     const std::int64_t down = given_.shifts.at(0).rows + static_cast<std::int64_t>(first + row);
                     const overlap over = overlap_of(planes, down, right, lanes_, alive, own.valid->data());
                     const shift_group counted{
                         down, static_cast<std::size_t>(right + static_cast<std::int64_t>(planes.margin)), over,
                         own.valid->data()};
                     alignas(64) cell_counts counts[64];
                     resources_.kernels.count(planes, counted, downs, own.scratch->data(), counts);
                     for (std::size_t i = 0; i < downs; ++i)
                         for (std::size_t lane = 0; lane < lanes_; ++lane) {
                             const std::uint64_t bound = bound_by_counts(counts[i].cells[lane], counts[i].joints[lane],
                                                                         counts[i].firm[lane], given_.connectivity);
                             bounds_[((row + i) * groups_ + group) * lanes_ + lane] =
                                 static_cast<bound_type>(std::min<std::uint64_t>(bound, no_bound));
                         }
                     return at_a_time * lanes_;
                 });
}

/// Indices of the greatest bounds, greatest first.
std::vector<std::uint64_t> searching::most_promising() const {
    using place = std::pair<bound_type, std::uint64_t>;
    std::priority_queue<place, std::vector<place>, std::greater<>> greatest;
    for (std::uint64_t at = 0; at < bounds_.size(); ++at) {
        if (bounds_[at] == 0) continue;
        if (greatest.size() == tuning::first_shifts) {
            if (bounds_[at] <= greatest.top().first) continue;
            greatest.pop();
        }
        greatest.emplace(bounds_[at], at);
    }
    std::vector<std::uint64_t> places;
    for (; !greatest.empty(); greatest.pop())
        places.push_back(greatest.top().second);
    std::reverse(places.begin(), places.end());
    return places;
}

/// Searches the shifts of a group that are `wanted` and whose bound is large enough.
search_outcome searching::filter(std::uint64_t row, std::uint64_t group, std::uint64_t wanted, per_thread& own) {
    best_.refresh(own.known);
    filter_task task{
        given_.shifts.at(0).rows + static_cast<std::int64_t>(first_row_ + row), right_of(group), 0, {}, {}};
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
        if (!is_shift(group, lane) || (wanted >> lane & 1U) == 0) continue;
        task.number[lane] = number_of(first_row_ + row, group, lane);
        task.least[lane] = size_that_matters(own.known.best, given_.min_size, task.number[lane]);
        const bound_type bound = bounds_[(row * groups_ + group) * lanes_ + lane];
        if (bound == no_bound || bound >= task.least[lane]) task.alive |= std::uint64_t{1} << lane;
    }
    search_outcome found;
    if (task.alive == 0) return found;
    if (!own.filter) own.filter.emplace(planes_.view(), resources_.kernels, given_.connectivity);
    found.best = own.filter->search(task, found.labelled);
    best_.offer(found.best);
    return found;
}

void searching::search_all(const runtime::step& given,
                           const std::function<search_outcome(std::size_t, unsigned)>& task) {
    const auto found = runtime::fold<search_outcome>(workers_, given, task);
    best_.offer(found.best);
    labelled_ += found.labelled;
}

void searching::search_band(std::uint64_t first, std::uint64_t rows) {
    first_row_ = first;
    count(first, rows);
    const std::vector<std::uint64_t> promising = most_promising();
    search_all({.name = "", .unit = "", .count = promising.size(), .best = &best_.reached()},
               [&](std::size_t task, unsigned worker) {
                   const std::uint64_t place = promising[task];
                   return filter(place / lanes_ / groups_, place / lanes_ % groups_,
                                 std::uint64_t{1} << (place % lanes_), threads_[worker]);
               });
    for (const std::uint64_t place : promising)
        bounds_[place] = 0; // done
    filtered_ += promising.size();
    const candidate known = best_.get();
    std::vector<entry> entries;
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t group = 0; group < groups_; ++group) {
            bound_type greatest = 0;
            std::uint64_t alive = 0;
            for (std::size_t lane = 0; lane < lanes_; ++lane) {
                if (!is_shift(group, lane)) continue;
                const bound_type bound = bounds_[(row * groups_ + group) * lanes_ + lane];
                if (bound < no_bound &&
                    bound < size_that_matters(known, given_.min_size, number_of(first + row, group, lane)))
                    continue;
                greatest = std::max(greatest, bound);
                ++alive;
            }
            if (alive > 0) entries.push_back({greatest, static_cast<std::uint32_t>(row), group});
            filtered_ += alive;
        }
    std::sort(entries.begin(), entries.end(), [](const entry& x, const entry& y) {
        return std::tie(y.bound, x.row, x.group) < std::tie(x.bound, y.row, y.group);
    });
    const std::size_t at_a_time = groups_at_a_time();
    search_all({.name = "searching",
                .unit = "shifts",
                .count = (entries.size() + at_a_time - 1) / at_a_time,
                .total = entries.size() * lanes_,
                .each = at_a_time * lanes_,
                .best = &best_.reached()},
               [&](std::size_t task, unsigned worker) {
                   search_outcome found;
                   const std::size_t end = std::min(entries.size(), (task + 1) * at_a_time);
                   for (std::size_t i = task * at_a_time; i < end; ++i)
                       merge(found, filter(entries[i].row, entries[i].group, ~std::uint64_t{0}, threads_[worker]));
                   return found;
               });
}

} // namespace

void merge(search_outcome& into, const search_outcome& part) noexcept {
    merge(into.best, part.best);
    into.labelled += part.labelled;
}

void write(runtime::byte_writer& to, const search_outcome& outcome) {
    for (const std::uint64_t number :
         {outcome.best.size, outcome.best.shift, outcome.best.first.row, outcome.best.first.column, outcome.labelled})
        to.number(number);
}

void read(runtime::byte_reader& from, search_outcome& outcome) {
    for (std::uint64_t* const number : {&outcome.best.size, &outcome.best.shift, &outcome.best.first.row,
                                        &outcome.best.first.column, &outcome.labelled})
        *number = from.number();
}

search_outcome search(const problem& given, const search_resources& resources) {
    return searching(given, resources).search();
}

} // namespace concord::component
