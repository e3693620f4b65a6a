// Matches with mismatches in their order, so many at a time that they fit the memory: of some sequences with all later
// ones; where these are too many, of one with some later ones; of a pair, as they begin from left to right.
#pragma once

#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace concord::overlap {

/// The later sequences of pairs, [first, end) of those that were given, and their strands.
struct later_sequences {
    std::uint64_t first = 0;
    std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
    bool forward = true;
    bool reverse = true;
    bool in_order = false; ///< each match is found at most `lag` letters behind its begin; else anywhere
};

inline void sort_matches(std::span<mismatch_match> found) {
    std::ranges::sort(found, {}, [](const mismatch_match& each) {
        const bool reverse = each.b.on == strand::reverse; // then the end decides, which is the start along that strand
        return std::tuple(each.a.sequence, each.b.sequence, each.b.on, each.a.start,
                          reverse ? ~(each.b.start + each.length) : each.b.start);
    });
}

/// find(begin, end, later, most, found) appends the matches that are found at the letters [begin, end) of earlier
/// sequences, or at fewer once they are more than `most`; returns the end of these letters.
template <class Find>
class mismatch_delivery {
  public:
    /// Matches are found in any place of their sequences where there is no lag.
    mismatch_delivery(const index_tables& held, const Find& find, std::optional<std::uint64_t> lag, std::uint64_t bytes,
                      runtime::thread_pool& workers, const std::function<void(const mismatch_match&)>& take)
        : held_(held), find_(find), lag_(lag), workers_(workers), take_(take), offsets_(offsets_of(held.given)),
          found_(workers.threads() == 1 ? 1 : workers.threads() * std::size_t{4}), most_(answers_at_once(bytes)) {}

    /// The matches of the sequences [first, until) with later ones. Returns their number. The threads share the letters
    /// of a batch.
    std::uint64_t deliver(std::uint64_t first, std::uint64_t until) {
        std::uint64_t letters = tuning::least_letters_per_batch;
        while (first < until) {
            std::uint64_t last = first + 1;
            while (last < until && offsets_[last + 1] - offsets_[first] <= letters)
                ++last;
            const std::uint64_t end = find_from(offsets_[first], offsets_[last], {}, most_);
            if (end < offsets_[last]) {
                while (offsets_[first + 1] <= end)
                    ++first;
                deliver_before(first);
                letters = std::max<std::uint64_t>(1, letters / 4);
                if (all_.size() > 0 || last - first == 1) deliver_sequence(first++, end);
                continue;
            }
            const std::uint64_t found = deliver_found();
            first = last;
            if (found > tuning::target_answers_per_batch)
                letters = std::max<std::uint64_t>(1, letters / 2);
            else if (found < tuning::target_answers_per_batch / 4)
                letters = std::min(tuning::most_letters_per_batch * workers_.threads(), letters * 2);
        }
        return count_;
    }

  private:
    [[nodiscard]] static std::uint64_t answers_at_once(std::uint64_t bytes) {
        if (runtime::forced_tile() > 0) return runtime::forced_tile(); // tests have few
        return std::clamp<std::uint64_t>(bytes / 4 / sizeof(mismatch_match), tuning::least_answers_at_once,
                                         tuning::most_answers_at_once);
    }

    /// Of one sequence, with as many later ones at a time as there is room for. Those found before `from` are known.
    void deliver_sequence(std::uint64_t sequence, std::uint64_t from) {
        std::vector<mismatch_match> known;
        if (lag_)
            known.swap(all_);
        else
            from = offsets_[sequence];
        auto next = known.begin();
        const auto known_with = [&](std::uint64_t later, strand on) { // those up to it
            const auto first = next;
            next = std::ranges::partition_point(next, known.end(), [&](const mismatch_match& each) {
                return std::tie(each.b.sequence, each.b.on) <= std::tie(later, on);
            });
            return std::span<const mismatch_match>(first, next);
        };
        const std::uint64_t given = held_.given.size();
        std::uint64_t at_a_time = (given - sequence + 2) / 4;
        for (std::uint64_t first = sequence + 1; first < given;) {
            const std::uint64_t end = first + std::clamp<std::uint64_t>(at_a_time, 1, given - first);
            if (end - first == 1) {
                const std::uint64_t before = count_;
                deliver_pair(sequence, from, {first, end, true, false, true}, known_with(first, strand::forward));
                if (held_.both_strands())
                    deliver_pair(sequence, from, {first, end, false, true, true}, known_with(first, strand::reverse));
                if (count_ - before < most_ / 4) at_a_time = 2;
                first = end;
            } else if (find_from(from, offsets_[sequence + 1], {first, end}, most_) == offsets_[sequence + 1]) {
                const auto earlier = known_with(end - 1, strand::reverse);
                all_.insert(all_.end(), earlier.begin(), earlier.end());
                if (deliver_found() < most_ / 4) at_a_time *= 2;
                first = end;
            } else {
                at_a_time = (end - first) / 4;
            }
        }
    }

    /// Of one pair on one strand: what begins before the last `lag` letters is complete. Those found before `first` are
    /// known, in order.
    void deliver_pair(std::uint64_t sequence, std::uint64_t first, const later_sequences& later,
                      std::span<const mismatch_match> known) {
        const std::uint64_t begin = offsets_[sequence];
        const std::uint64_t end = offsets_[sequence + 1];
        std::vector<mismatch_match> waiting(known.begin(), known.end());
        std::vector<mismatch_match> merged;
        std::uint64_t letters = tuning::least_letters_per_batch;
        while (first < end || !waiting.empty()) {
            const std::uint64_t last = find_from(first, first + std::min(letters, end - first), later, most_);
            letters = all_.size() < most_ / 4 ? letters * 2 : std::max<std::uint64_t>(1, (last - first) / 2);
            sort_matches(all_);
            merged.clear();
            std::ranges::merge(waiting, all_, std::back_inserter(merged), {}, key_of, key_of);
            const std::uint64_t complete = last == end ? last : last - std::min(lag_.value_or(0), last - begin);
            std::size_t ready = 0;
            for (; ready < merged.size() && begin + merged[ready].a.start < complete; ++ready)
                take_(merged[ready]);
            count_ += ready;
            waiting.assign(merged.begin() + static_cast<std::ptrdiff_t>(ready), merged.end());
            first = last;
        }
    }

    /// Of matches of one pair on one strand, their order.
    static std::tuple<std::uint64_t, std::uint64_t> key_of(const mismatch_match& each) {
        const bool reverse = each.b.on == strand::reverse;
        return {each.a.start, reverse ? ~(each.b.start + each.length) : each.b.start};
    }

    /// All matches found at the letters [begin, end), in any order; or at the first ones of them, where they are about
    /// `most` or more. Returns the end of these letters.
    std::uint64_t find_from(std::uint64_t begin, std::uint64_t end, const later_sequences& later, std::uint64_t most) {
        const std::uint64_t share = (end - begin) / found_.size() + 1;
        const std::uint64_t of_task = most / found_.size();
        const auto begin_of = [&](std::size_t task) { return std::min(end, begin + task * share); };
        std::vector<std::uint64_t> ends(found_.size());
        workers_.run(found_.size(), [&](std::size_t task, unsigned) {
            std::vector<mismatch_match> here = std::move(found_[task]); // no two threads append in one cache line
            here.clear();
            ends[task] = find_(begin_of(task), begin_of(task + 1), later, of_task, here);
            found_[task] = std::move(here);
        });
        all_.clear();
        std::uint64_t reached = begin;
        for (std::size_t task = 0; task < found_.size() && reached == begin_of(task); ++task) {
            all_.insert(all_.end(), found_[task].begin(), found_[task].end());
            reached = ends[task];
        }
        return reached;
    }

    /// Those found of the sequences before one; those of this one are left.
    void deliver_before(std::uint64_t sequence) {
        sort_matches(all_);
        const auto left =
            std::ranges::lower_bound(all_, sequence, {}, [](const mismatch_match& each) { return each.a.sequence; });
        for (auto at = all_.begin(); at != left; ++at)
            take_(*at);
        count_ += static_cast<std::uint64_t>(left - all_.begin());
        all_.erase(all_.begin(), left);
    }

    std::uint64_t deliver_found() {
        sort_matches(all_);
        for (const mismatch_match& match : all_)
            take_(match);
        count_ += all_.size();
        return all_.size();
    }

    const index_tables& held_;
    const Find& find_;
    std::optional<std::uint64_t> lag_;
    runtime::thread_pool& workers_;
    const std::function<void(const mismatch_match&)>& take_;
    std::span<const std::uint64_t> offsets_; ///< of the given sequences
    std::vector<std::vector<mismatch_match>> found_;
    std::vector<mismatch_match> all_;
    std::uint64_t most_; ///< matches at a time
    std::uint64_t count_ = 0;
};

} // namespace concord::overlap
