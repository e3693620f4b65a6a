// Suffixes whose keys are equal, compared by further windows of the text, a few times.
#pragma once

#include "problems/overlap/item_sort.hpp"
#include "problems/overlap/step.hpp"
#include "problems/overlap/suffix_array.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace concord::overlap {

/// One thread's.
template <class Position>
class tied_windows {
  public:
    /// `work` counts what all threads sort; beyond `most_work` they give up.
    tied_windows(const text_view& text, std::span<Position> suffixes, unsigned key_letters, unsigned rounds,
                 std::atomic<std::uint64_t>& work, std::uint64_t most_work)
        : text_(text), suffixes_(suffixes), key_letters_(key_letters), rounds_(rounds), work_(&work),
          most_work_(most_work) {}

    [[nodiscard]] const std::vector<tied_group>& tied() const noexcept { return tied_; }
    [[nodiscard]] bool gave_up() const noexcept { return gave_up_; }

    /// Items in the order of their keys, whose positions stand in the array from `first` on.
    void order_equal_keys(const key_item<Position>* items, std::uint64_t first, std::uint64_t count) {
        std::uint64_t asked = 0;
        for (std::uint64_t begin = 0; begin + 1 < count && !gave_up_;) {
            std::uint64_t end = begin + 1;
            while (end < count && items[end].key == items[begin].key)
                ++end;
            for (; asked < std::min(count, end + tuning::far_ahead); ++asked)
                if (asked > 0 && items[asked].key == items[asked - 1].key) {
                    ask_for(items[asked - 1].position);
                    ask_for(items[asked].position);
                }
            if (end - begin > 1) order_by_reach(first + begin, end - begin);
            begin = end;
        }
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

    void ask_for(std::uint64_t position) const {
        __builtin_prefetch(text_.letters + (position + key_letters_) * text_.bits / bits_per_word);
        __builtin_prefetch(text_.cuts + position / bits_per_word);
    }

    /// Those that end within their key come first, the shorter before the longer, each in the order of positions (in
    /// which they are). The others go on.
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
        order(first + (count - long_enough), long_enough, key_letters_, rounds_);
    }

    /// A group that shares `depth` letters.
    void order(std::uint64_t first, std::uint64_t count, std::uint64_t depth, unsigned rounds) {
        if (count < 2 || gave_up_) return;
        if (rounds == 0) {
            tied_.push_back({first, count});
            return;
        }
        note_work(count);
        const unsigned letters = text_.letters_per_window();
        Position* const group = suffixes_.data() + first;
        std::vector<record>& records = records_of(rounds);
        records.clear();
        for (std::uint64_t at = 0; at < count; ++at) {
            const prefix_key key = key_behind(text_, group[at], depth, letters);
            records.push_back({key.letters, key.reach, group[at]});
        }
        const auto like_first = [&](const record& each) {
            return each.letters == records.front().letters && each.reach == letters;
        };
        if (std::all_of(records.begin(), records.end(), like_first)) // as in texts that repeat themselves
            return order(first, count, depth + letters, rounds - 1);
        sort(records);
        for (std::uint64_t at = 0; at < count; ++at)
            group[at] = records[at].position;
        for (std::uint64_t begin = 0; begin < count;) {
            const record& front = records[begin];
            std::uint64_t end = begin + 1;
            if (front.reach == letters)
                while (end < count && records[end].letters == front.letters && records[end].reach == letters)
                    ++end;
            order(first + begin, end - begin, depth + letters, rounds - 1);
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

    std::vector<record>& records_of(unsigned rounds) {
        if (records_.size() <= rounds) records_.resize(rounds_ + 1);
        return records_[rounds];
    }

    void note_work(std::uint64_t count) {
        unreported_ += count;
        if (unreported_ < 4096) return;
        gave_up_ = work_->fetch_add(unreported_, std::memory_order_relaxed) + unreported_ > most_work_;
        unreported_ = 0;
    }

    const text_view& text_;
    std::span<Position> suffixes_;
    unsigned key_letters_;
    unsigned rounds_;
    std::atomic<std::uint64_t>* work_;
    std::uint64_t most_work_;
    std::uint64_t unreported_ = 0;
    bool gave_up_ = false;
    std::vector<tied_group> tied_;
    std::vector<Position> moved_;
    std::vector<std::vector<record>> records_; ///< of each depth of order(), kept for the next group
};

} // namespace concord::overlap
