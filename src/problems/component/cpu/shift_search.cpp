#include "problems/component/search.hpp"

#include "problems/component/coded_matrices.hpp"
#include "problems/component/cpu/repeated_shifts.hpp"
#include "problems/component/cpu/shared_best.hpp"
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

/// Bounds are kept in 32 bits; one that does not fit is no bound.
using bound_type = std::uint32_t;
constexpr bound_type no_bound = std::numeric_limits<bound_type>::max();
constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max(); ///< of a band
constexpr std::uint64_t shared_shifts = std::uint64_t{1} << 24U;               ///< of a band that ranks share

/// Shifts are kept and divided in blocks of `most_lanes` neighbours, which are groups for any vectors: what one process
/// has computed, another with other vectors can go on from.
class searching {
  public:
    searching(const problem& given, const search_resources& resources, const repeated_shifts& repeated)
        : given_(given), repeated_(repeated), resources_(resources), planes_(given.codes),
          options_(options_within(planes_.view(), resources)), workers_(options_), lanes_(resources.kernels.lanes),
          // Blocks begin at multiples of their shifts, counted from the margin, as groups of lanes have to; the first
          // one may begin before the first shift.
          skew_((most_lanes - (planes_.view().columns_b - 1) % most_lanes) % most_lanes),
          blocks_((skew_ + given.shifts.columns() + most_lanes - 1) / most_lanes), threads_(workers_.threads()),
          sharing_(options_.sharing) {
        for (per_thread& own : threads_) {
            own.valid = std::make_unique<aligned_words>(planes_.view().words_b * lanes_);
            own.scratch = std::make_unique<aligned_words>(count_words(planes_.view(), downs_at_a_time()));
        }
    }

    search_outcome search() { return search_rows(0, given_.shifts.rows()); }

    /// All components of min_size cells in any order, or of each shift one; nothing where they are too many.
    std::optional<std::vector<candidate>> search_every(const wanted_components& wanted) {
        std::vector<candidate> found;
        wanted_ = &wanted;
        every_ = &found;
        static_cast<void>(search_rows(wanted.first_row, wanted.end_row));
        if (too_many_) return std::nullopt;
        return found;
    }

  private:
    /// The best component of shifts in rows [first, end) of their table.
    search_outcome search_rows(std::uint64_t first, std::uint64_t end) {
        const std::uint64_t rows = end - first;
        const std::uint64_t of_row = blocks_ * (most_lanes * sizeof(bound_type) + sizeof(entry));
        std::uint64_t band = std::clamp<std::uint64_t>(resources_.memory / 2 / of_row, 1, std::min(rows, most_rows));
        // Limits the bytes of a band that are kept or sent.
        if (sharing_ != nullptr) band = std::clamp<std::uint64_t>(shared_shifts / (blocks_ * most_lanes), 1, band);
        // Blocks of rows begin at the same rows whatever the bands are.
        band = band >= downs_at_a_time() ? band / downs_at_a_time() * downs_at_a_time() : std::bit_floor(band);
        for (std::uint64_t row = first; row < end; row += band)
            search_band(row, std::min(band, end - row));
        const search_outcome outcome{best_.get(), labelled_};
        resources_.notes.push_back("lanes of " + std::to_string(lanes_) + " shifts, " +
                                   std::to_string(planes_.view().planes) +
                                   (planes_.view().intervals ? " planes of intervals" : " planes"));
        resources_.notes.push_back("of " + std::to_string(given_.shifts.size()) + " shifts counting left " +
                                   std::to_string(filtered_) + ", floods left " + std::to_string(outcome.labelled) +
                                   " to be labelled");
        return outcome;
    }

    struct per_thread {
        std::unique_ptr<aligned_words> valid;
        std::unique_ptr<aligned_words> scratch;
        std::optional<shift_filter> filter;
        shared_best::copy known;
    };
    /// A block of the band that may hold a better component.
    struct entry {
        bound_type bound;
        std::uint32_t row; ///< of the band
        std::uint64_t block;
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
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(runtime::forced_tile() / most_lanes, 1, 64));
    }
    [[nodiscard]] std::size_t blocks_at_a_time() const {
        if (runtime::forced_tile() == 0) {
            const plane_view& planes = planes_.view();
            const board largest{std::min(planes.rows_a, planes.rows_b), planes.words_b};
            return std::max<std::size_t>(1, tuning::vectors_per_task / largest.vectors());
        }
        return static_cast<std::size_t>(std::max<std::uint64_t>(1, runtime::forced_tile() / most_lanes));
    }

    /// The column shift of the first of a block.
    [[nodiscard]] std::int64_t right_of(std::uint64_t block) const {
        return given_.shifts.at(0).columns - static_cast<std::int64_t>(skew_) +
               static_cast<std::int64_t>(block * most_lanes);
    }
    [[nodiscard]] bool is_shift(std::uint64_t block, std::size_t place) const {
        const std::uint64_t column = block * most_lanes + place;
        return column >= skew_ && column < skew_ + given_.shifts.columns();
    }
    [[nodiscard]] std::uint64_t number_of(std::uint64_t row, std::uint64_t block, std::size_t place) const {
        return row * given_.shifts.columns() + block * most_lanes + place - skew_;
    }
    /// Whether a place of a block is a shift that does not repeat another one.
    [[nodiscard]] bool is_new(std::uint64_t row, std::uint64_t block, std::size_t place) const {
        return repeated_.empty() || (is_shift(block, place) && !repeated_.repeats(number_of(row, block, place)));
    }
    /// Whether any of a group is, in `downs` rows of shifts.
    [[nodiscard]] bool is_new(std::uint64_t row, std::size_t downs, std::uint64_t block, std::size_t begin) const {
        for (std::size_t i = 0; i < downs; ++i)
            for (std::size_t lane = 0; lane < lanes_; ++lane)
                if (is_new(row + i, block, begin + lane)) return true;
        return false;
    }

    /// Whether this process searches a block of rows of shifts.
    [[nodiscard]] bool is_ours(std::uint64_t row) const {
        return sharing_ == nullptr || sharing_->is_ours(row / downs_at_a_time());
    }

    void search_band(std::uint64_t first, std::uint64_t rows);
    void count(std::uint64_t first, std::uint64_t rows);
    void count_here(std::uint64_t first, std::uint64_t rows);
    [[nodiscard]] std::vector<std::uint64_t> most_promising() const;
    void count_block(std::uint64_t first, std::uint64_t row, std::size_t downs, std::uint64_t block, per_thread& own);
    [[nodiscard]] search_outcome filter(std::uint64_t row, std::uint64_t block, std::uint64_t wanted, per_thread& own);
    void keep(const std::vector<candidate>& found);
    void search_all(const runtime::step& given, const std::function<search_outcome(std::size_t, unsigned)>& task);

    const problem& given_;
    const repeated_shifts& repeated_; ///< shifts that need not be searched
    const search_resources& resources_;
    bit_planes planes_;
    run_options options_;
    runtime::thread_pool workers_;
    std::size_t lanes_;
    std::uint64_t skew_;
    std::uint64_t blocks_; ///< of the shifts of a row
    std::vector<per_thread> threads_;
    task_sharing* sharing_;
    std::vector<bound_type> bounds_; ///< of the band, row by row, block by block
    std::uint64_t first_row_ = 0;    ///< of the band
    shared_best best_;
    std::uint64_t filtered_ = 0;
    std::uint64_t labelled_ = 0;
    // Where all components of min_size cells are kept:
    const wanted_components* wanted_ = nullptr;
    std::vector<candidate>* every_ = nullptr;
    std::atomic<bool> too_many_ = false; ///< what is left need not be searched
    std::mutex keeping_;
};

/// Bounds of all shifts of the band that this process searches, 0 for others; each rank counts some.
void searching::count(std::uint64_t first, std::uint64_t rows) {
    bounds_.assign(rows * blocks_ * most_lanes, 0);
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
    const std::uint64_t strips = (rows + at_a_time - 1) / at_a_time;
    runtime::task_range share{0, strips * blocks_};
    if (sharing_ != nullptr) share = sharing_->share_of(strips * blocks_);
    const std::size_t each = at_a_time * most_lanes;
    workers_.run(share.size(), {"counting", "shifts", share.size() * each},
                 [&](std::size_t task, unsigned worker) -> std::uint64_t {
                     const std::uint64_t row = (share.first + task) / blocks_ * at_a_time;
                     const std::size_t downs = std::min<std::uint64_t>(at_a_time, rows - row);
                     if (is_ours(first + row))
                         count_block(first, row, downs, (share.first + task) % blocks_, threads_[worker]);
                     return each;
                 });
}

/// Bounds of the shifts of a block in `downs` rows of the band that begins at row `first`, from row `row` on.
void searching::count_block(std::uint64_t first, std::uint64_t row, std::size_t downs, std::uint64_t block,
                            per_thread& own) {
    const plane_view& planes = planes_.view();
    const std::int64_t down = given_.shifts.at(0).rows + static_cast<std::int64_t>(first + row);
    for (std::size_t begin = 0; begin < most_lanes; begin += lanes_) {
        std::uint64_t alive = 0;
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            if (is_shift(block, begin + lane)) alive |= std::uint64_t{1} << lane;
        if (alive == 0 || !is_new(first + row, downs, block, begin)) continue;
        const std::int64_t right = right_of(block) + static_cast<std::int64_t>(begin);
        const overlap over = overlap_of(planes, down, right, lanes_, alive, own.valid->data());
        const shift_group counted{down, static_cast<std::size_t>(right + static_cast<std::int64_t>(planes.margin)),
                                  over, own.valid->data()};
        alignas(64) cell_counts counts[64];
        resources_.kernels.count(planes, counted, downs, own.scratch->data(), counts);
        for (std::size_t i = 0; i < downs; ++i)
            for (std::size_t lane = 0; lane < lanes_; ++lane) {
                if (!is_new(first + row + i, block, begin + lane)) continue;
                const std::uint64_t bound = bound_by_counts(counts[i].cells[lane], counts[i].joints[lane],
                                                            counts[i].firm[lane], given_.connectivity);
                bounds_[((row + i) * blocks_ + block) * most_lanes + begin + lane] =
                    static_cast<bound_type>(std::min<std::uint64_t>(bound, no_bound));
            }
    }
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

/// Searches the shifts of a block that are `wanted` and whose bound is large enough.
search_outcome searching::filter(std::uint64_t row, std::uint64_t block, std::uint64_t wanted, per_thread& own) {
    search_outcome all;
    for (std::size_t begin = 0; begin < most_lanes; begin += lanes_) {
        best_.refresh(own.known);
        filter_task task{given_.shifts.at(0).rows + static_cast<std::int64_t>(first_row_ + row),
                         right_of(block) + static_cast<std::int64_t>(begin),
                         0,
                         {},
                         {}};
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            const std::size_t place = begin + lane;
            if (!is_shift(block, place) || (wanted >> place & 1U) == 0) continue;
            task.number[lane] = number_of(first_row_ + row, block, place);
            task.least[lane] = size_that_matters(own.known.best, given_.min_size, task.number[lane]);
            const bound_type bound = bounds_[(row * blocks_ + block) * most_lanes + place];
            if (bound == no_bound || bound >= task.least[lane]) task.alive |= std::uint64_t{1} << lane;
        }
        if (task.alive == 0) continue;
        if (!own.filter) own.filter.emplace(planes_.view(), resources_.kernels, given_.connectivity);
        if (every_ != nullptr) {
            if (too_many_) return all;
            std::vector<candidate> found;
            own.filter->search_every(task, wanted_->one_each ? ~std::uint64_t{0} : wanted_->most, found);
            if (wanted_->one_each) // those of a shift are neighbours
                found.erase(std::unique(found.begin(), found.end(),
                                        [](const candidate& x, const candidate& y) { return x.shift == y.shift; }),
                            found.end());
            if (!found.empty()) keep(found);
            continue;
        }
        search_outcome found;
        found.best = own.filter->search(task, found.labelled);
        best_.offer(found.best);
        merge(all, found);
    }
    return all;
}

void searching::keep(const std::vector<candidate>& found) {
    const std::lock_guard lock(keeping_);
    if (too_many_) return;
    every_->insert(every_->end(), found.begin(), found.end());
    if (every_->size() <= wanted_->most) return;
    too_many_ = true;
    std::vector<candidate>().swap(*every_);
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
                   return filter(place / most_lanes / blocks_, place / most_lanes % blocks_,
                                 std::uint64_t{1} << (place % most_lanes), threads_[worker]);
               });
    for (const std::uint64_t place : promising)
        bounds_[place] = 0; // done
    filtered_ += promising.size();
    const candidate known = best_.get();
    std::vector<entry> entries;
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            bound_type greatest = 0;
            std::uint64_t alive = 0;
            for (std::size_t place = 0; place < most_lanes; ++place) {
                if (!is_shift(block, place)) continue;
                const bound_type bound = bounds_[(row * blocks_ + block) * most_lanes + place];
                if (bound < no_bound &&
                    bound < size_that_matters(known, given_.min_size, number_of(first + row, block, place)))
                    continue;
                greatest = std::max(greatest, bound);
                ++alive;
            }
            if (alive > 0) entries.push_back({greatest, static_cast<std::uint32_t>(row), block});
            filtered_ += alive;
        }
    std::sort(entries.begin(), entries.end(), [](const entry& x, const entry& y) {
        return std::tie(y.bound, x.row, x.block) < std::tie(x.bound, y.row, y.block);
    });
    const std::size_t at_a_time = blocks_at_a_time();
    search_all({.name = "searching",
                .unit = "shifts",
                .count = (entries.size() + at_a_time - 1) / at_a_time,
                .total = entries.size() * most_lanes,
                .each = at_a_time * most_lanes,
                .best = &best_.reached()},
               [&](std::size_t task, unsigned worker) {
                   search_outcome found;
                   const std::size_t end = std::min(entries.size(), (task + 1) * at_a_time);
                   for (std::size_t i = task * at_a_time; i < end; ++i)
                       merge(found, filter(entries[i].row, entries[i].block, ~std::uint64_t{0}, threads_[worker]));
                   return found;
               });
}

} // namespace

search_outcome search_shifts(const problem& given, const search_resources& resources, const repeated_shifts& repeated) {
    return searching(given, resources, repeated).search();
}

std::optional<std::vector<candidate>> components_of_shifts(const problem& given, const search_resources& resources,
                                                           const repeated_shifts& repeated,
                                                           const wanted_components& wanted) {
    return searching(given, resources, repeated).search_every(wanted);
}

} // namespace concord::component
