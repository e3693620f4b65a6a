// Suffixes by keys: one pass through the text distributes them into a few thousand buckets by their first letters; each
// bucket, which fits the cache, is then sorted by the next letters; ties are compared by a few more windows of 64 bits.
#include "suffixes/few_pieces.hpp"
#include "suffixes/item_sort.hpp"
#include "suffixes/key_plan.hpp"
#include "suffixes/repetition_estimate.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text_windows.hpp"
#include "suffixes/tied_windows.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <utility>

namespace concord::suffixes {
namespace {

/// Bucket 0 is for ambiguous letters, which arrive in order.
template <class Position>
class key_sorter {
  public:
    key_sorter(const text_view& text, const suffix_options& options, runtime::thread_pool& workers,
               std::span<Position> suffixes, std::span<Position> prefixes)
        : text_(text), pieces_(text), plan_(text, options), workers_(workers), suffixes_(suffixes), prefixes_(prefixes),
          bounded_(options.path == suffix_path::chosen), may_induce_(options.induction_needs == 0),
          rounds_(options.rounds_of_keys < 0 ? tuning::rounds_of_keys : static_cast<unsigned>(options.rounds_of_keys)),
          depth_(plan_.letters + std::uint64_t{rounds_} * text.letters_per_window()), items_(text.size) {
        for (unsigned bits = 0; bits <= bits_per_word; ++bits)
            letters_of_bits_[bits] = bits / text.bits;
    }

    key_order run() {
        key_order order;
        if (!count_buckets()) return order;
        fill_buckets();
        order.finished = sort_buckets(order);
        order.depth = depth_;
        return order;
    }

  private:
    using item = key_item<Position>;
    struct index_range {
        std::uint64_t begin;
        std::uint64_t end;
    };
    using equal_keys = std::vector<index_range>;

    /// Calls put(bucket, item) for each suffix that begins in [first, last), in order.
    template <class Put>
    void for_each_key(std::uint64_t first, std::uint64_t last, Put put) const {
        const auto stored = base::low_bits<std::uint64_t>(plan_.stored_bits);
        const unsigned behind = bits_per_word - plan_.letters * text_.bits;
        for (std::uint64_t position = first; position < last;) {
            std::uint64_t whole = position; // up to here suffixes have all letters of a key
            while (whole % bits_per_word == 0 && whole + bits_per_word <= last && has_no_border_near(whole))
                whole += bits_per_word;
            if (whole > position) {
                for_each_window(text_, position, whole, [&](std::uint64_t at, std::uint64_t window) {
                    const std::uint64_t letters = window >> behind;
                    put((letters >> plan_.stored_bits) + 1,
                        item{static_cast<typename item::key_type>(letters & stored), static_cast<Position>(at)});
                });
                position = whole;
                continue;
            }
            const prefix_key key = key_at(text_, position, plan_.letters);
            const std::size_t bucket = key.reach == 0 ? 0 : plan_.bucket_of(key);
            put(bucket,
                item{static_cast<typename item::key_type>(key.letters & stored), static_cast<Position>(position)});
            ++position;
        }
    }

    /// Whether all letters of a key belong to each of the 64 suffixes from `position` on, a multiple of 64.
    [[nodiscard]] bool has_no_border_near(std::uint64_t position) const {
        const std::uint64_t word = position / bits_per_word;
        return (text_.cuts[word] >> 1U | text_.cuts[word + 1]) == 0 &&
               (text_.ambiguous == nullptr || text_.ambiguous[word] == 0);
    }

    [[nodiscard]] std::size_t parts() const {
        return std::clamp<std::size_t>(text_.size / tuning::places_per_task, 1, workers_.threads());
    }
    [[nodiscard]] std::uint64_t begin_of(std::size_t part) const {
        return part == parts() ? text_.size : text_.size / parts() * part;
    }

    [[nodiscard]] bool all_in_one() const {
        return plan_.bucket_bits == 0 && parts() == 1 && text_.ambiguous == nullptr;
    }

    /// False if the text is too repetitive.
    bool count_buckets() {
        const std::size_t buckets = plan_.buckets();
        next_.resize(parts());
        if (all_in_one()) {
            next_.front() = {0, 0};
            begins_ = {0, 0, text_.size};
            return !bounded_ || text_.size <= tuning::small_bucket;
        }
        workers_.run(parts(), [&](std::size_t part, unsigned) {
            next_[part].resize(buckets);
            std::uint64_t* const counts = next_[part].data();
            for_each_key(begin_of(part), begin_of(part + 1),
                         [&](std::size_t bucket, const item&) { ++counts[bucket]; });
        });
        begins_.resize(buckets + 1);
        std::uint64_t before = 0;
        for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
            begins_[bucket] = before;
            for (auto& of_part : next_)
                before += std::exchange(of_part[bucket], before);
        }
        begins_[buckets] = before;
        return !bounded_ || largest_bucket() <= std::max(text_.size / 4, tuning::small_bucket);
    }

    void fill_buckets() {
        if (all_in_one()) {
            item* to = items_.data();
            return for_each_key(0, text_.size, [&to](std::size_t, const item& each) { *to++ = each; });
        }
        workers_.run(parts(), [&](std::size_t part, unsigned) {
            std::uint64_t* const to = next_[part].data();
            item* const items = items_.data();
            for_each_key(begin_of(part), begin_of(part + 1),
                         [&](std::size_t bucket, const item& each) { items[to[bucket]++] = each; });
        });
    }

    [[nodiscard]] std::uint64_t largest_bucket() const {
        std::uint64_t largest = 0;
        for (std::size_t bucket = 1; bucket < plan_.buckets(); ++bucket)
            largest = std::max(largest, begins_[bucket + 1] - begins_[bucket]);
        return largest;
    }

    /// False if the text is too repetitive.
    bool sort_buckets(key_order& order) {
        const unsigned threads = workers_.threads();
        const std::uint64_t largest = largest_bucket();
        // Each thread has a buffer for a copy of a bucket; a larger bucket gets a buffer of its own.
        const std::uint64_t share =
            threads == 1 ? largest
                         : std::min<std::uint64_t>(largest, std::max(text_.size / 4 / threads, tuning::small_bucket));
        runtime::far_array<item> spare(std::max<std::uint64_t>(share * threads, largest));
        std::atomic<std::uint64_t> work{0};
        const double most_refined =
            may_induce_ ? worth_refining(text_, workers_) + tuning::refined_beyond : tuning::most_refined;
        const auto most_work =
            bounded_ ? static_cast<std::uint64_t>(most_refined * static_cast<double>(text_.size)) : ~std::uint64_t{0};
        const std::uint64_t most_in_group =
            bounded_ ? most_tied_in_group(text_.size) : std::numeric_limits<std::uint64_t>::max();
        for (unsigned worker = 0; worker < threads; ++worker)
            refine_.emplace_back(text_, suffixes_, plan_.letters, rounds_, work, most_work, most_in_group);
        equal_.resize(threads);
        const auto sort_one = [&](std::size_t bucket, item* copy, tied_windows<Position>& ties) {
            const std::uint64_t first = begins_[bucket];
            const std::uint64_t count = begins_[bucket + 1] - first;
            item* const items = items_.data() + first;
            if (bucket > 0) sort_items(items, copy, count, plan_.stored_bits);
            for (std::uint64_t at = 0; at < count; ++at)
                suffixes_[first + at] = items[at].position;
            if (bucket == 0 || count == 0) return;
            compare_neighbours(items, first, count, ties);
        };
        for (std::size_t bucket = 1; bucket < plan_.buckets(); ++bucket)
            if (begins_[bucket + 1] - begins_[bucket] > share) sort_one(bucket, spare.data(), refine_.front());
        const std::vector<std::size_t> tasks = bucket_tasks();
        workers_.run(tasks.size() - 1, {"sorting suffixes", "suffixes", text_.size},
                     [&](std::size_t task, unsigned worker) {
                         for (std::size_t bucket = tasks[task]; bucket < tasks[task + 1]; ++bucket) {
                             const std::uint64_t count = begins_[bucket + 1] - begins_[bucket];
                             if (count == 0 || (count > share && bucket > 0)) continue;
                             sort_one(bucket, spare.data() + worker * share, refine_[worker]);
                             if (refine_[worker].gave_up()) return std::uint64_t{0};
                         }
                         return begins_[tasks[task + 1]] - begins_[tasks[task]];
                     });
        for (const tied_windows<Position>& ties : refine_) {
            if (ties.gave_up()) return false;
            order.tied.insert(order.tied.end(), ties.tied().begin(), ties.tied().end());
        }
        compare_buckets();
        for (const tied_group& group : order.tied)
            order.tied_suffixes += group.count;
        std::sort(order.tied.begin(), order.tied.end(),
                  [](const tied_group& a, const tied_group& b) { return a.first < b.first; });
        return true;
    }

    /// Common prefixes of neighbours within a bucket; nearly always their keys determine them. Items are in the order
    /// of keys, positions are to be ordered where keys are equal.
    void compare_neighbours(const item* items, std::uint64_t first, std::uint64_t count, tied_windows<Position>& ties) {
        if (pieces_.are_all())
            return compare_by(items, first, count, ties, [this](std::uint64_t position) {
                return static_cast<unsigned>(std::min<std::uint64_t>(bits_per_word, pieces_.letters_from(position)));
            });
        compare_by(items, first, count, ties, [this](std::uint64_t position) { return text_.reach(position); });
    }

    template <class Reach>
    void compare_by(const item* items, std::uint64_t first, std::uint64_t count, tied_windows<Position>& ties,
                    Reach reach_of) {
        using key_type = typename item::key_type;
        constexpr unsigned key_bits = sizeof(key_type) * 8;
        const unsigned unused = (bits_per_word - key_bits) + (key_bits - plan_.stored_bits) - plan_.bucket_bits;
        const Position* const suffixes = suffixes_.data() + first;
        Position* const prefixes = prefixes_.data() + first;
        const auto shared_by_keys = [&](std::uint64_t at, unsigned reach) {
            const key_type differ = items[at - 1].key ^ items[at].key; // not 0
            return std::min(reach, letters_of_bits_[base::leading_zeros(std::uint64_t{differ}) - unused]);
        };
        // Groups of equal keys, which nearly all suffixes are not in, are put off.
        equal_keys& put_off = equal_[static_cast<std::size_t>(&ties - refine_.data())];
        put_off.clear();
        unsigned reach_before = reach_of(suffixes[0]);
        for (std::uint64_t at = 1; at < count; ++at) {
            if (items[at - 1].key == items[at].key) {
                if (!put_off.empty() && put_off.back().end == at)
                    ++put_off.back().end;
                else
                    put_off.push_back({at - 1, at + 1});
                reach_before = reach_of(suffixes[at]);
                continue;
            }
            const unsigned reach_here = reach_of(suffixes[at]);
            prefixes[at] = static_cast<Position>(shared_by_keys(at, std::min(reach_before, reach_here)));
            reach_before = reach_here;
        }
        std::size_t asked = 0;
        for (std::size_t nth = 0; nth < put_off.size() && !ties.gave_up(); ++nth) {
            for (; asked < std::min(put_off.size(), nth + tuning::near_ahead); ++asked)
                for (std::uint64_t at = put_off[asked].begin; at < put_off[asked].end; ++at)
                    ties.ask_for(suffixes[at]);
            const auto [begin, end] = put_off[nth];
            const auto is_whole = [&](std::uint64_t at) { return reach_of(suffixes[at]) >= plan_.letters; };
            if (end - begin == 2 && is_whole(begin) && is_whole(begin + 1)) {
                prefixes[begin + 1] = static_cast<Position>(ties.order_two(first + begin, depth_));
                continue;
            }
            ties.order_equal_keys(first + begin, end - begin);
            if (ties.gave_up()) return;
            for (std::uint64_t at = std::max<std::uint64_t>(1, begin); at < std::min(count, end + 1); ++at) {
                const unsigned reach = std::min(reach_of(suffixes[at - 1]), reach_of(suffixes[at]));
                prefixes[at] =
                    static_cast<Position>(at == begin || at == end ? shared_by_keys(at, reach)
                                          : reach < plan_.letters  ? reach
                                                                  : common_prefix(text_, suffixes[at - 1], suffixes[at],
                                                                                  plan_.letters, depth_));
            }
        }
    }

    /// The same for the first suffix of each bucket and the last before it.
    void compare_buckets() {
        std::uint64_t last =
            begins_[1]; // one behind the last suffix so far; the prefix of an ambiguous letter is empty
        for (std::size_t bucket = 1; bucket < plan_.buckets(); ++bucket) {
            const std::uint64_t first = begins_[bucket];
            if (begins_[bucket + 1] == first) continue;
            prefixes_[first] =
                first == 0 ? Position{0}
                           : static_cast<Position>(common_prefix(text_, suffixes_[last - 1], suffixes_[first], 0));
            last = begins_[bucket + 1];
        }
    }

    /// Buckets in groups of about the same number of suffixes: the first of each, and the end.
    [[nodiscard]] std::vector<std::size_t> bucket_tasks() const {
        std::vector<std::size_t> tasks = {0};
        for (std::size_t bucket = 1; bucket < plan_.buckets(); ++bucket)
            if (begins_[bucket] - begins_[tasks.back()] >= tuning::places_per_task) tasks.push_back(bucket);
        tasks.push_back(plan_.buckets());
        return tasks;
    }

    const text_view& text_;
    few_pieces pieces_;
    key_plan plan_;
    runtime::thread_pool& workers_;
    std::span<Position> suffixes_;
    std::span<Position> prefixes_;
    bool bounded_;
    bool may_induce_; ///< whether there is memory for it
    unsigned rounds_;
    std::uint64_t depth_; ///< letters that all rounds compare: suffixes that are not tied share fewer
    runtime::far_array<item> items_;
    std::vector<std::vector<std::uint64_t>> next_; ///< for each part, the position of the next item of each bucket
    std::vector<std::uint64_t> begins_;
    std::vector<tied_windows<Position>> refine_;                ///< of each thread
    std::vector<equal_keys> equal_;                             ///< of each thread
    std::array<unsigned, bits_per_word + 1> letters_of_bits_{}; ///< whole letters in so many bits
};

} // namespace

template <class Position>
key_order order_by_keys(const text_view& text, const suffix_options& options, runtime::thread_pool& workers,
                        std::span<Position> suffixes, std::span<Position> prefixes) {
    return key_sorter<Position>(text, options, workers, suffixes, prefixes).run();
}

template key_order order_by_keys<std::uint32_t>(const text_view&, const suffix_options&, runtime::thread_pool&,
                                                std::span<std::uint32_t>, std::span<std::uint32_t>);
template key_order order_by_keys<std::uint64_t>(const text_view&, const suffix_options&, runtime::thread_pool&,
                                                std::span<std::uint64_t>, std::span<std::uint64_t>);

} // namespace concord::suffixes
