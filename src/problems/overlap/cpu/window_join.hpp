// Windows of L letters of different sequences that differ in k letters at most, and where a match can begin: those that
// agree in a combination of pieces (window_pieces.hpp) are found by sorting, combination by combination.
//
//   all windows ── keys of a combination, by their highest bits ──▶ buckets in the cache ── sorted ──▶ groups
//
// Of a bucket, most windows agree with no other one: two bits for each of some hashes tell which may. Windows of a
// small group are compared with each other; those of a large one, such as of an adapter, are joined in the same way by
// the letters that the combination lacks, as these hold all mismatches. A pair counts for one combination of every
// level. Where the letters before two windows are equal no match begins, so groups behind one letter are left at once:
// of sequences that are nearly equal only windows behind a difference are compared.
#pragma once

#include "problems/overlap/cpu/letter_lanes.hpp"
#include "problems/overlap/cpu/window_group.hpp"
#include "problems/overlap/cpu/window_pieces.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/bucket_places.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/item_sort.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace concord::overlap {

/// Two places of the text, the earlier one first.
template <class Position>
struct place_pair {
    Position a;
    Position b;
    friend auto operator<=>(const place_pair&, const place_pair&) = default;
};

template <class Position>
class window_join {
  public:
    using pair = place_pair<Position>;

    /// Of windows of `length` letters with up to k mismatches, k + `intact` pieces each. `equal` is the chance that two
    /// letters of the text are equal.
    window_join(const index_tables& held, std::uint64_t length, std::uint64_t mismatches, std::uint64_t intact,
                double equal, runtime::thread_pool& workers)
        : held_(held), text_(held.text), offsets_(offsets_of(held.set)), length_(length), mismatches_(mismatches),
          equal_(equal), lanes_(held.text),
          first_lanes_(lanes_.first(std::min<std::uint64_t>(length, lanes_.letters()))),
          pieces_(letters_of_window(length), mismatches, intact, lanes_.letters()), workers_(workers),
          scratch_(workers.threads()) {}

    /// Letters of a window that are divided into pieces: the first ones.
    [[nodiscard]] static std::vector<std::uint32_t> letters_of_window(std::uint64_t length) {
        std::vector<std::uint32_t> letters(std::min(length, tuning::most_letters_in_pieces));
        std::iota(letters.begin(), letters.end(), 0U);
        return letters;
    }

    /// Bytes beside the pairs, of so many windows.
    [[nodiscard]] static std::uint64_t bytes_of(std::uint64_t windows) { return windows * sizeof(item); }

    /// From now on, no more work than so many nanoseconds, as tuning.hpp estimates them.
    void limit_work(double nanoseconds) { work_left_ = static_cast<std::int64_t>(std::min(nanoseconds, 9e18)); }
    /// Whether it took more, so that find() failed, and will.
    [[nodiscard]] bool is_too_much_work() const { return work_left_ < 0; }

    /// The pairs whose earlier sequence is one of [first, until) of those given, in any order; nullopt if they are more
    /// than `most`, or too much work. Time O(combinations · windows + pairs compared), divided by the threads. Throws
    /// error: resource, cancelled.
    [[nodiscard]] std::optional<std::vector<pair>> find(std::uint64_t first, std::uint64_t until, std::uint64_t most) {
        first_ = first;
        until_ = until;
        most_ = most;
        held_pairs_ = 0;
        std::uint64_t windows = 0;
        for (std::uint64_t i = 0; i < held_.set.size(); ++i)
            if (is_joined(i)) windows += offsets_[i + 1] - offsets_[i] - length_ + 1;
        if (items_.size() < windows) items_ = runtime::far_array<item>(windows);
        const std::uint64_t of_bucket = runtime::forced_tile() > 0 ? runtime::forced_tile() : tuning::windows_of_bucket;
        bucket_bits_ =
            std::min(tuning::most_bucket_bits_of_windows, static_cast<unsigned>(std::bit_width(windows / of_bucket)));
        for (const piece_combination& each : pieces_.combinations()) {
            fill_buckets(each);
            add_work(static_cast<double>(windows) * tuning::cost_of_keyed_window);
            workers_.run(bucket_ends_.size() - 1, [&](std::size_t bucket, unsigned worker) {
                if (!is_given_up()) join_bucket(each, bucket, scratch_[worker]);
            });
            if (is_given_up()) break;
        }
        std::vector<pair> all;
        for (scratch& each : scratch_) {
            if (!is_given_up()) all.insert(all.end(), each.found.begin(), each.found.end());
            each.found = {};
        }
        if (is_given_up()) return std::nullopt;
        return all;
    }

  private:
    using item = suffixes::key_item<Position>;
    static constexpr unsigned key_bits = 24; ///< of a window in its bucket

    struct level {
        const window_pieces* pieces;
        const piece_combination* combination;
        std::uint64_t skipped; ///< lanes of the first piece that it skips, if the first word holds it
    };

    struct scratch { ///< of a thread
        std::vector<pair> found;
        std::vector<level> levels;
        std::vector<item> items;
        std::vector<item> copy;
        std::vector<std::uint64_t> seen;
        window_group<Position> group;
    };

    [[nodiscard]] bool is_given_up() const { return held_pairs_ > most_ || work_left_ < 0; }
    void add_work(double nanoseconds) const {
        work_left_.fetch_sub(static_cast<std::int64_t>(nanoseconds), std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint32_t letter_before(std::uint64_t position) const {
        return text_.is_cut(position) ? window_group<Position>::border
                                      : static_cast<std::uint32_t>(text_.letter(position - 1));
    }
    [[nodiscard]] bool is_joined(std::uint64_t sequence) const {
        return sequence % held_.given.size() >= first_ && offsets_[sequence + 1] - offsets_[sequence] >= length_;
    }

    /// Calls each(position) for the windows that begin at positions [first, last).
    template <class Each>
    void for_each_window(std::uint64_t first, std::uint64_t last, const Each& each) const {
        if (first >= last) return;
        for (std::uint64_t i = held_.map.sequence_of(first); i < held_.set.size() && offsets_[i] < last; ++i) {
            if (!is_joined(i)) continue;
            const std::uint64_t end = std::min(last, offsets_[i + 1] - length_ + 1);
            for (std::uint64_t position = std::max(first, offsets_[i]); position < end; ++position)
                each(position);
        }
    }

    /// Calls each(position, hash) for those of `positions`, a loop, whose letters of the combination are unambiguous.
    template <class Loop, class Each>
    void with_hashes(const piece_combination& of, const Loop& loop, const Each& each) const {
        const std::span<const letter_range> ranges = of.letters;
        const auto run = [&]<std::size_t Count>(std::integral_constant<std::size_t, Count>) {
            const std::size_t count = Count == 0 ? ranges.size() : Count;
            loop([&](std::uint64_t position) {
                constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U; // 2^64 divided by the golden ratio
                std::uint64_t hash = 0;
                bool unambiguous = true;
                for (std::size_t nth = 0; nth < count; ++nth) {
                    const letter_range& each_range = ranges[nth];
                    const std::uint64_t at = position + each_range.first;
                    const unsigned bits = each_range.count * text_.bits;
                    hash = (std::rotl(hash, 29) ^ text_.window(at) >> (suffixes::bits_per_word - bits)) * odd;
                    if (text_.ambiguous != nullptr)
                        unambiguous = unambiguous && (sequence::bits_from(text_.ambiguous, at) &
                                                      base::low_bits<std::uint64_t>(each_range.count)) == 0;
                }
                if (unambiguous) each(position, hash);
            });
        };
        switch (ranges.size()) {
        case 1: return run(std::integral_constant<std::size_t, 1>());
        case 2: return run(std::integral_constant<std::size_t, 2>());
        case 3: return run(std::integral_constant<std::size_t, 3>());
        default: return run(std::integral_constant<std::size_t, 0>());
        }
    }

    [[nodiscard]] static Position key_of(std::uint64_t hash, unsigned bits_above) {
        return static_cast<Position>(hash << bits_above >> (suffixes::bits_per_word - key_bits));
    }

    /// All windows with the keys of a combination, by their bucket and position.
    void fill_buckets(const piece_combination& of) {
        const std::uint64_t buckets = std::uint64_t{1} << bucket_bits_;
        const auto bucket_of = [bits = bucket_bits_](std::uint64_t hash) {
            return bits == 0 ? 0 : hash >> (suffixes::bits_per_word - bits);
        };
        const runtime::equal_parts parts(workers_, text_.size, places_of_task());
        std::vector<std::size_t> next(parts.size() * buckets);
        const auto for_each_of = [&](std::size_t part, const auto& each) {
            with_hashes(
                of, [&](const auto& take) { for_each_window(parts.first(part), parts.last(part), take); }, each);
        };
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::size_t* const counts = next.data() + part * buckets;
            for_each_of(part, [&](std::uint64_t, std::uint64_t hash) { ++counts[bucket_of(hash)]; });
        });
        bucket_ends_ = runtime::place_buckets(next, buckets);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::size_t* const to = next.data() + part * buckets;
            for_each_of(part, [&](std::uint64_t position, std::uint64_t hash) {
                items_[to[bucket_of(hash)]++] = {key_of(hash, bucket_bits_), static_cast<Position>(position)};
            });
        });
    }

    void join_bucket(const piece_combination& of, std::size_t bucket, scratch& own) const {
        const std::span<const item> all(items_.data() + bucket_ends_[bucket],
                                        bucket_ends_[bucket + 1] - bucket_ends_[bucket]);
        const unsigned bits = std::clamp(static_cast<unsigned>(std::bit_width(all.size())) + 3, 6U, key_bits);
        const std::size_t words = std::size_t{1} << (bits - 6);
        own.seen.assign(2 * words, 0);
        std::uint64_t* const once = own.seen.data();
        std::uint64_t* const twice = once + words;
        const auto low = base::low_bits<std::uint64_t>(bits - 6);
        for (const item& each : all) {
            const std::uint64_t bit = std::uint64_t{1} << (each.key >> (key_bits - 6));
            twice[each.key & low] |= once[each.key & low] & bit;
            once[each.key & low] |= bit;
        }
        own.items.resize(all.size());
        std::size_t count = 0;
        for (const item& each : all) {
            own.items[count] = each;
            count += twice[each.key & low] >> (each.key >> (key_bits - 6)) & 1U;
        }
        own.copy.resize(count);
        suffixes::sort_items(own.items.data(), own.copy.data(), count, key_bits);
        own.levels.assign(1, {&pieces_, &of, skipped_lanes(pieces_, of)});
        join_groups(std::span<const item>(own.items.data(), count), own);
    }

    /// Those of equal keys.
    void join_groups(std::span<const item> sorted, scratch& own) const {
        for (std::size_t first = 0; first < sorted.size();) {
            std::size_t last = first + 1;
            while (last < sorted.size() && sorted[last].key == sorted[first].key)
                ++last;
            if (last - first == 2)
                compare(sorted[first].position, sorted[first + 1].position, own);
            else if (last - first > 2)
                join_group(sorted.subspan(first, last - first), own);
            first = last;
        }
    }

    void join_group(std::span<const item> group, scratch& own) const {
        if (is_given_up()) return;
        std::uint64_t skipped = own.levels.back().skipped;
        const std::uint64_t skipped_bits = lanes_.all_bits_of(skipped);
        own.group.clear();
        bool is_behind_one = true;
        std::uint64_t differing = 0;
        const std::uint64_t first_word = text_.window(group[0].position);
        const std::uint32_t first_before = letter_before(group[0].position);
        for (const item& each : group) {
            const std::uint64_t word = text_.window(each.position);
            const std::uint32_t before = letter_before(each.position);
            own.group.add({word, before, each.position});
            is_behind_one = is_behind_one && before == first_before && before != own.group.border;
            differing |= (word ^ first_word) & skipped_bits;
            if (text_.ambiguous != nullptr &&
                (ambiguous_lanes(each.position, each.position, lanes_.letters()) & skipped) != 0)
                skipped = 0; // letters that look equal may spoil it
        }
        if (is_behind_one || (skipped != 0 && differing == 0)) return;
        const double pairs = own.group.sort();
        const std::vector<std::uint32_t>& others = own.levels.back().combination->others;
        const std::uint64_t intact = intact_of_group(group.size(), pairs, others.size(), own.levels.size());
        if (intact == 0) {
            add_work(pairs * tuning::cost_of_compared_pair);
            if (!is_given_up()) compare_all(skipped, own);
            return;
        }
        workers_.check_cancelled();
        const window_pieces pieces(others, mismatches_, intact, lanes_.letters());
        std::vector<item> items(group.size());
        std::vector<item> copy(group.size());
        for (const piece_combination& each : pieces.combinations()) {
            std::size_t count = 0;
            with_hashes(
                each,
                [&](const auto& take) {
                    for (const item& of_group : group)
                        take(of_group.position);
                },
                [&](std::uint64_t position, std::uint64_t hash) {
                    items[count++] = {key_of(hash, 0), static_cast<Position>(position)};
                });
            suffixes::sort_items(items.data(), copy.data(), count, key_bits);
            add_work(static_cast<double>(count) * tuning::cost_of_keyed_window);
            own.levels.push_back({&pieces, &each, skipped_lanes(pieces, each)});
            join_groups(std::span<const item>(items.data(), count), own);
            own.levels.pop_back();
        }
    }

    /// Pieces of a combination by which a group is joined again, of windows that may differ in so many letters; 0: its
    /// windows are compared.
    [[nodiscard]] std::uint64_t intact_of_group(std::uint64_t windows, double pairs, std::uint64_t letters,
                                                std::size_t levels) const {
        if (runtime::forced_tile() > 0) // in tests, so that small groups are joined, too
            return windows > runtime::forced_tile() && letters > mismatches_ ? 1 : 0;
        if (windows < tuning::least_windows_joined_again || levels > tuning::most_levels_of_joins) return 0;
        return plan_of_group(static_cast<double>(windows), pairs, letters, mismatches_, equal_).intact;
    }

    /// The group in the scratch.
    void compare_all(std::uint64_t skipped, scratch& own) const {
        std::uint64_t compared = 0;
        const auto agree = [&](std::uint64_t one, std::uint64_t other) {
            const std::uint64_t differing = lanes_.differing(one ^ other) & first_lanes_;
            return base::count_ones(differing) <= mismatches_ && (skipped == 0 || (differing & skipped) != 0);
        };
        own.group.for_each_pair(agree, [&](std::uint64_t one, std::uint64_t other) {
            compare(one, other, own);
            ++compared;
        });
        add_work(static_cast<double>(compared) * tuning::cost_of_joined_pair);
    }

    [[nodiscard]] std::uint64_t skipped_lanes(const window_pieces& pieces, const piece_combination& of) const {
        std::uint64_t skipped = 0;
        for (const std::uint32_t letter : pieces.first_skipped(of)) {
            if (letter >= lanes_.letters()) return 0;
            skipped |= lanes_.lowest_bit(letter);
        }
        return skipped;
    }

    void compare(std::uint64_t one, std::uint64_t other, scratch& own) const {
        const auto [a, b] = std::minmax(one, other);
        std::array<std::uint32_t, tuning::most_pieces> mismatches; // letters
        std::uint64_t count = 0;
        for (std::uint64_t at = 0; at < length_; at += lanes_.letters()) {
            const std::uint64_t letters = std::min<std::uint64_t>(lanes_.letters(), length_ - at);
            std::uint64_t differing =
                lanes_.differing(text_.window(a + at) ^ text_.window(b + at)) & lanes_.first(letters);
            if (text_.ambiguous != nullptr) differing |= ambiguous_lanes(a + at, b + at, letters);
            if (count + base::count_ones(differing) > mismatches_) return;
            for (; differing != 0; differing &= differing - 1)
                mismatches[count++] = static_cast<std::uint32_t>(at + lanes_.letter_of(base::lowest_one(differing)));
        }
        for (const level& each : own.levels) {
            std::uint64_t spoiled = 0;
            for (std::uint64_t nth = 0; nth < count; ++nth)
                spoiled |= each.pieces->piece_of(mismatches[nth]);
            if (!window_pieces::counts_for(*each.combination, spoiled)) return;
        }
        if (!may_begin(a, b)) return;
        const std::uint64_t i = held_.map.sequence_of(a);
        const std::uint64_t j = held_.map.sequence_of(b);
        if (i < first_ || i >= until_ || j % held_.given.size() <= i) return; // until_ <= given, so a is forward
        own.found.push_back({static_cast<Position>(a), static_cast<Position>(b)});
        held_pairs_.fetch_add(1, std::memory_order_relaxed);
    }

    /// Lanes of the letters from two positions on of which one is ambiguous.
    [[nodiscard]] std::uint64_t ambiguous_lanes(std::uint64_t a, std::uint64_t b, std::uint64_t letters) const {
        std::uint64_t found = 0;
        for (std::uint64_t bits = (sequence::bits_from(text_.ambiguous, a) | sequence::bits_from(text_.ambiguous, b)) &
                                  base::low_bits<std::uint64_t>(static_cast<unsigned>(letters));
             bits != 0; bits &= bits - 1)
            found |= lanes_.lowest_bit(base::lowest_one(bits));
        return found;
    }

    /// Whether letters before two positions differ, or there are none before one of them.
    [[nodiscard]] bool may_begin(std::uint64_t a, std::uint64_t b) const {
        if (held_.map.is_first_letter(a) || held_.map.is_first_letter(b)) return true;
        return text_.is_ambiguous(a - 1) || text_.is_ambiguous(b - 1) || text_.letter(a - 1) != text_.letter(b - 1);
    }

    const index_tables& held_;
    const suffixes::text_view& text_;
    std::span<const std::uint64_t> offsets_;
    std::uint64_t length_;
    std::uint64_t mismatches_;
    double equal_;
    letter_lanes lanes_;
    std::uint64_t first_lanes_; ///< of the first word of a window
    window_pieces pieces_;
    runtime::thread_pool& workers_;
    std::vector<scratch> scratch_;
    // Of the current search:
    std::uint64_t first_ = 0;
    std::uint64_t until_ = 0;
    std::uint64_t most_ = 0;
    mutable std::atomic<std::uint64_t> held_pairs_ = 0;
    mutable std::atomic<std::int64_t> work_left_ = std::numeric_limits<std::int64_t>::max();
    unsigned bucket_bits_ = 0;
    runtime::far_array<item> items_;       ///< bucket by bucket
    std::vector<std::size_t> bucket_ends_; ///< where each begins, and the end of the last
};

} // namespace concord::overlap
