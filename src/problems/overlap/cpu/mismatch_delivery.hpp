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
/// sequences; it may stop once they are more than `most`.
template <class Find>
class mismatch_delivery {
  public:
    mismatch_delivery(const index_tables& held, const Find& find, std::uint64_t lag, std::uint64_t bytes,
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
            if (!finds_all(offsets_[first], offsets_[last], {}, most_)) {
                letters = std::max<std::uint64_t>(1, (offsets_[last] - offsets_[first]) / 4);
                if (last - first == 1) deliver_sequence(first++);
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

    /// Of one sequence, with as many later ones at a time as there is room for.
    void deliver_sequence(std::uint64_t sequence) {
        const std::uint64_t given = held_.given.size();
        std::uint64_t at_a_time = given;
        for (std::uint64_t first = sequence + 1; first < given;) {
            const std::uint64_t end = first + std::min(at_a_time, given - first);
            if (finds_all(offsets_[sequence], offsets_[sequence + 1], {first, end}, most_)) {
                if (deliver_found() < most_ / 4) at_a_time *= 2;
                first = end;
            } else if (end - first > 1) {
                at_a_time = (end - first + 3) / 4;
            } else {
                at_a_time = 1;
                deliver_pair(sequence, {first, end, true, false, true});
                if (held_.both_strands()) deliver_pair(sequence, {first, end, false, true, true});
                first = end;
            }
        }
    }

    /// Of one pair on one strand: what begins before the last `lag` letters is complete.
    void deliver_pair(std::uint64_t sequence, const later_sequences& later) {
        const std::uint64_t begin = offsets_[sequence];
        const std::uint64_t end = offsets_[sequence + 1];
        std::vector<mismatch_match> waiting;
        std::vector<mismatch_match> merged;
        std::uint64_t letters = tuning::least_letters_per_batch;
        for (std::uint64_t first = begin; first < end;) {
            const std::uint64_t last = first + std::min(letters, end - first);
            if (!finds_all(first, last, later, last - first > 1 ? most_ : std::numeric_limits<std::uint64_t>::max())) {
                letters = (last - first + 3) / 4;
                continue;
            }
            if (all_.size() < most_ / 4) letters *= 2;
            sort_matches(all_);
            merged.clear();
            std::ranges::merge(waiting, all_, std::back_inserter(merged), {}, key_of, key_of);
            const std::uint64_t complete = last == end ? last : last - std::min(lag_, last - begin);
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

    /// All matches found at the letters [begin, end), in any order. False: they are about as many as `most`, or more.
    bool finds_all(std::uint64_t begin, std::uint64_t end, const later_sequences& later, std::uint64_t most) {
        const std::uint64_t share = (end - begin) / found_.size() + 1;
        const std::uint64_t of_task = found_.size() == 1 ? most : most / found_.size() * 4; // shares are unlike
        workers_.run(found_.size(), [&](std::size_t task, unsigned) {
            found_[task].clear();
            const std::uint64_t first = std::min(end, begin + task * share);
            find_(first, std::min(end, first + share), later, of_task, found_[task]);
        });
        all_.clear();
        std::uint64_t count = 0;
        for (const std::vector<mismatch_match>& each : found_) {
            count += each.size();
            if (each.size() > of_task || count > most) return false;
        }
        for (const std::vector<mismatch_match>& each : found_)
            all_.insert(all_.end(), each.begin(), each.end());
        return true;
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
    std::uint64_t lag_;
    runtime::thread_pool& workers_;
    const std::function<void(const mismatch_match&)>& take_;
    std::span<const std::uint64_t> offsets_; ///< of the given sequences
    std::vector<std::vector<mismatch_match>> found_;
    std::vector<mismatch_match> all_;
    std::uint64_t most_; ///< matches at a time
    std::uint64_t count_ = 0;
};

} // namespace concord::overlap
