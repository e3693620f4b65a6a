// How far windows around a seed reach, on each side of it: with mismatches along its diagonal, or with edits, by
// furthest-reaching points (Ukkonen 1985; Landau and Vishkin 1989).
#pragma once

#include "base/bits.hpp"
#include "sequence/letters_view.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::substring {

/// Where equal letters begin, at two places that no equal letters precede, and how many letters there are.
struct seed_place {
    std::uint64_t a;
    std::uint64_t b;
    std::uint64_t least;    ///< equal letters from there on, at least
    std::uint64_t before_a; ///< letters of the sequence of a before it, and from it on
    std::uint64_t from_a;
    std::uint64_t before_b;
    std::uint64_t from_b;
};

/// Letters of one sequence that have up to 0, 1, 2 ... differences to the other; the last stands for all more.
struct seed_reach {
    std::vector<std::uint64_t> before; ///< before the seed begins
    std::vector<std::uint64_t> behind; ///< from where it begins

    /// Calls take(letters before, letters behind) for windows that hold all others with the seed; of `differences` in
    /// all.
    template <class Take>
    void for_each_window(std::uint64_t differences, const Take& take) const {
        for (std::size_t left = 0; left < before.size() && left <= differences; ++left)
            take(before[left], behind[std::min<std::size_t>(differences - left, behind.size() - 1)]);
    }
};

/// With up to `mismatches`: windows of both sequences are the same.
class mismatch_reaches {
  public:
    mismatch_reaches(const sequence::packed_sequences& set, std::uint64_t mismatches)
        : letters_(set), wanted_(mismatches + 1) {}

    /// What is beyond a run of `least` equal letters before the seed is left out: windows that hold it are of its seed.
    void read(const seed_place& at) {
        read_before(at, std::min(at.before_a, at.before_b));
        read_behind(at, std::min(at.from_a, at.from_b));
    }
    [[nodiscard]] const seed_reach& of_a() const noexcept { return reach_; }
    [[nodiscard]] const seed_reach& of_b() const noexcept { return reach_; }

  private:
    static constexpr unsigned word = sequence::letters_per_word;

    void read_before(const seed_place& at, std::uint64_t room) {
        std::vector<std::uint64_t>& found = reach_.before;
        found.clear();
        std::uint64_t run_from = 0;
        for (std::uint64_t read = 0; read < room;) {
            const auto step = static_cast<unsigned>(std::min<std::uint64_t>(word, room - read));
            std::uint64_t differ = letters_.differences(at.a - read - step, at.b - read - step)
                                   << (word - step); // the nearest letter in the highest bit
            while (differ != 0) {
                const unsigned equal = base::leading_zeros(differ);
                if (read + equal - run_from >= at.least) return;
                found.push_back(read + equal);
                if (found.size() == wanted_) return;
                run_from = read + equal + 1;
                differ &= ~(std::uint64_t{1} << (word - 1 - equal));
            }
            read += step;
            if (read - run_from >= at.least) return;
        }
        found.push_back(room);
    }

    void read_behind(const seed_place& at, std::uint64_t room) {
        std::vector<std::uint64_t>& found = reach_.behind;
        found.clear();
        for (std::uint64_t read = 0; read < room; read += word) {
            const auto step = static_cast<unsigned>(std::min<std::uint64_t>(word, room - read));
            std::uint64_t differ = letters_.differences(at.a + read, at.b + read) & base::low_bits<std::uint64_t>(step);
            for (; differ != 0; differ &= differ - 1) {
                found.push_back(read + base::lowest_one(differ));
                if (found.size() == wanted_) return;
            }
        }
        found.push_back(room);
    }

    sequence::letters_view letters_;
    std::uint64_t wanted_;
    seed_reach reach_;
};

/// With up to `edits` substitutions, insertions and deletions; the other sequence may end anywhere.
///
///   behind   e = 0: the seed           each point slides over equal letters; one more edit leads to its diagonal
///            e = 1:  \ | \             and to both beside it
class edit_reaches {
  public:
    edit_reaches(const sequence::packed_sequences& set, std::uint64_t edits) : letters_(set), edits_(edits) {}

    void read(const seed_place& at) {
        extend<false>(at, {at.before_a, at.before_b});
        extend<true>(at, {at.from_a, at.from_b});
    }
    [[nodiscard]] const seed_reach& of_a() const noexcept { return of_a_; }
    [[nodiscard]] const seed_reach& of_b() const noexcept { return of_b_; }

  private:
    static constexpr unsigned word = sequence::letters_per_word;
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min() / 2;

    struct letters_left {
        std::uint64_t a;
        std::uint64_t b;
    };

    /// points_[edits + d]: letters of a on the diagonal where d more of b are read.
    template <bool Forward>
    void extend(const seed_place& at, const letters_left& room) {
        std::vector<std::uint64_t>& reach_a = Forward ? of_a_.behind : of_a_.before;
        std::vector<std::uint64_t>& reach_b = Forward ? of_b_.behind : of_b_.before;
        reach_a.clear();
        reach_b.clear();
        const auto most = static_cast<std::int64_t>(edits_);
        points_.assign(2 * edits_ + 3, none); // one more on each side
        next_ = points_;
        const auto room_a = static_cast<std::int64_t>(room.a);
        const auto room_b = static_cast<std::int64_t>(room.b);
        for (std::int64_t edits = 0; edits <= most; ++edits) {
            std::int64_t furthest_a = 0;
            std::int64_t furthest_b = 0;
            for (std::int64_t diagonal = -edits; diagonal <= edits; ++diagonal) {
                const auto index = static_cast<std::size_t>(most + 1 + diagonal);
                std::int64_t point = 0;
                if (edits > 0) {
                    point = std::max({points_[index] + 1, points_[index + 1] + 1, points_[index - 1]});
                    point = std::min({point, room_a, room_b - diagonal});
                }
                if (point < 0 || point + diagonal < 0) {
                    next_[index] = none;
                    continue;
                }
                point += static_cast<std::int64_t>(
                    equal<Forward>(at, static_cast<std::uint64_t>(point), static_cast<std::uint64_t>(point + diagonal),
                                   static_cast<std::uint64_t>(std::min(room_a - point, room_b - point - diagonal))));
                next_[index] = point;
                furthest_a = std::max(furthest_a, point);
                furthest_b = std::max(furthest_b, point + diagonal);
            }
            points_.swap(next_);
            reach_a.push_back(static_cast<std::uint64_t>(furthest_a));
            reach_b.push_back(static_cast<std::uint64_t>(furthest_b));
        }
    }

    template <bool Forward>
    [[nodiscard]] std::uint64_t equal(const seed_place& at, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t room) const {
        for (std::uint64_t read = 0; read < room; read += word) {
            const auto step = static_cast<unsigned>(std::min<std::uint64_t>(word, room - read));
            const std::uint64_t differ =
                Forward ? letters_.differences(at.a + a + read, at.b + b + read) & base::low_bits<std::uint64_t>(step)
                        : letters_.differences(at.a - a - read - step, at.b - b - read - step) << (word - step);
            if (differ != 0) return read + (Forward ? base::lowest_one(differ) : base::leading_zeros(differ));
        }
        return room;
    }

    sequence::letters_view letters_;
    std::uint64_t edits_;
    seed_reach of_a_;
    seed_reach of_b_;
    std::vector<std::int64_t> points_;
    std::vector<std::int64_t> next_;
};

} // namespace concord::substring
