// Suffixes with equal keys, compared by a few more windows of the text.
#pragma once

#include "suffixes/item_sort.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/suffix_array.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace concord::suffixes {

/// Suffixes of one group that a thread compares by windows until it gives up.
[[nodiscard]] constexpr std::uint64_t most_tied_in_group(std::uint64_t suffixes) {
    return std::max(tuning::most_in_group, suffixes / tuning::most_of_all_in_group);
}

/// The state of one thread.
template <class Position>
class tied_windows {
  public:
    /// `work` counts the suffixes that all threads sort; beyond `most_work`, or for a group of more than
    /// `most_in_group`, the threads give up.
    tied_windows(const text_view& text, std::span<Position> suffixes, unsigned key_letters, unsigned rounds,
                 std::atomic<std::uint64_t>& work, std::uint64_t most_work, std::uint64_t most_in_group)
        : text_(text), suffixes_(suffixes), key_letters_(key_letters), rounds_(rounds), work_(&work),
          most_work_(most_work), most_in_group_(most_in_group) {}

    /// Bytes of a thread at most, for each suffix of a group.
    static constexpr std::uint64_t bytes_in_group = 3 * sizeof(std::uint64_t) + 2 * 2 * sizeof(std::uint64_t);

    [[nodiscard]] const std::vector<tied_group>& tied() const noexcept { return tied_; }
    [[nodiscard]] bool gave_up() const noexcept { return gave_up_; }

    /// Orders suffixes whose keys are equal: `count` of them, from index `first` of the array on.
    void order_equal_keys(std::uint64_t first, std::uint64_t count) {
        if (!gave_up_) order_by_reach(first, count);
    }

    /// Two that have all letters of a key. Returns what they share; if that is `depth` letters or more, which all
    /// rounds compare, they stay tied.
    std::uint64_t order_two(std::uint64_t first, std::uint64_t depth) {
        Position* const pair = suffixes_.data() + first;
        const std::uint64_t shared = common_prefix(text_, pair[0], pair[1], key_letters_, depth);
        note_work(2 * ((shared - key_letters_) / text_.letters_per_window() + 1));
        if (shared >= depth) {
            tied_.push_back({first, 2});
            return shared;
        }
        const bool ends_0 = text_.is_cut(pair[0] + shared);
        const bool ends_1 = text_.is_cut(pair[1] + shared);
        const bool in_order = ends_0 && ends_1   ? pair[0] < pair[1]
                              : ends_0 != ends_1 ? ends_0
                                                 : text_.window(pair[0] + shared) < text_.window(pair[1] + shared);
        if (!in_order) std::swap(pair[0], pair[1]);
        return shared;
    }

    /// Prefetches what the order of a suffix will need.
    void ask_for(std::uint64_t position) const {
        __builtin_prefetch(text_.letters + (position + key_letters_) * text_.bits / bits_per_word);
        __builtin_prefetch(text_.cuts + position / bits_per_word);
    }

  private:
    struct record {
        std::uint64_t letters;
        std::uint64_t reach;
        Position position;

        friend bool operator<(const record& a, const record& b) {
            if (a.letters != b.letters) return a.letters < b.letters;
            return std::tie(a.reach, a.position) < std::tie(b.reach, b.position);
        }
    };

    /// Suffixes that end within their key come first, the shorter before the longer, equal ones in the order of
    /// positions (which they already have). The others continue.
    void order_by_reach(std::uint64_t first, std::uint64_t count) {
        Position* const group = suffixes_.data() + first;
        std::uint64_t ends_before[bits_per_word + 1] = {};
        for (std::uint64_t at = 0; at < count; ++at)
            ++ends_before[std::min(text_.reach(group[at]), key_letters_)];
        const std::uint64_t long_enough = ends_before[key_letters_];
        if (long_enough < count) {
            std::uint64_t before = 0;
            for (unsigned reach = 0; reach <= key_letters_; ++reach)
                before += std::exchange(ends_before[reach], before);
            moved_.assign(group, group + count);
            for (const Position position : moved_)
                group[ends_before[std::min(text_.reach(position), key_letters_)]++] = position;
        }
        put_off({first + (count - long_enough), long_enough, key_letters_, rounds_});
        while (!put_off_.empty() && !gave_up_) {
            const tied_suffixes next = put_off_.back();
            put_off_.pop_back();
            if (next.count == 2)
                order_pair(next);
            else
                order(next);
        }
        put_off_.clear();
    }

    /// Suffixes that share `depth` letters. Deferred groups are disjoint, so together they are fewer than the first
    /// group.
    struct tied_suffixes {
        std::uint64_t first;
        std::uint64_t count;
        std::uint64_t depth;
        unsigned rounds; ///< rounds left
    };
    void put_off(const tied_suffixes& of) {
        if (of.count < 2) return;
        if (of.rounds == 0)
            tied_.push_back({of.first, of.count});
        else
            put_off_.push_back(of);
    }

    void order_pair(tied_suffixes of) {
        Position* const pair = suffixes_.data() + of.first;
        const unsigned letters = text_.letters_per_window();
        for (; of.rounds > 0; --of.rounds, of.depth += letters) {
            note_work(2);
            const prefix_key a = key_behind(text_, pair[0], of.depth, letters);
            const prefix_key b = key_behind(text_, pair[1], of.depth, letters);
            if (a.letters == b.letters && a.reach == letters && b.reach == letters) continue;
            if (record{b.letters, b.reach, pair[1]} < record{a.letters, a.reach, pair[0]}) std::swap(pair[0], pair[1]);
            return;
        }
        tied_.push_back({of.first, 2});
    }

    void order(const tied_suffixes& of) {
        note_work(of.count);
        if (of.count > most_in_group_) gave_up_ = true;
        if (gave_up_) return;
        const unsigned letters = text_.letters_per_window();
        Position* const suffixes = suffixes_.data() + of.first;
        records_.clear();
        for (std::uint64_t at = 0; at < of.count; ++at) {
            const prefix_key key = key_behind(text_, suffixes[at], of.depth, letters);
            records_.push_back({key.letters, key.reach, suffixes[at]});
        }
        const auto like_first = [&](const record& each) {
            return each.letters == records_.front().letters && each.reach == letters;
        };
        if (std::all_of(records_.begin(), records_.end(), like_first)) // as in repetitive texts
            return put_off({of.first, of.count, of.depth + letters, of.rounds - 1});
        sort(records_);
        for (std::uint64_t at = 0; at < of.count; ++at)
            suffixes[at] = records_[at].position;
        for (std::uint64_t begin = 0; begin < of.count;) {
            const record& front = records_[begin];
            std::uint64_t end = begin + 1;
            if (front.reach == letters)
                while (end < of.count && records_[end].letters == front.letters && records_[end].reach == letters)
                    ++end;
            put_off({of.first + begin, end - begin, of.depth + letters, of.rounds - 1});
            begin = end;
        }
    }

    static void sort(std::vector<record>& records) {
        if (records.size() > tuning::few_records) return std::sort(records.begin(), records.end());
        for (std::size_t at = 1; at < records.size(); ++at) {
            const record moved = records[at];
            std::size_t to = at;
            for (; to > 0 && moved < records[to - 1]; --to)
                records[to] = records[to - 1];
            records[to] = moved;
        }
    }

    void note_work(std::uint64_t count) {
        unreported_ += count;
        if (unreported_ < 4096) return;
        if (work_->fetch_add(unreported_, std::memory_order_relaxed) + unreported_ > most_work_) gave_up_ = true;
        unreported_ = 0;
    }

    const text_view& text_;
    std::span<Position> suffixes_;
    unsigned key_letters_;
    unsigned rounds_;
    std::atomic<std::uint64_t>* work_;
    std::uint64_t most_work_;
    std::uint64_t most_in_group_;
    std::uint64_t unreported_ = 0;
    bool gave_up_ = false;
    std::vector<tied_group> tied_;
    std::vector<Position> moved_;
    std::vector<record> records_;
    std::vector<tied_suffixes> put_off_;
};

} // namespace concord::suffixes
