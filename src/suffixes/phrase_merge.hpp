// The suffixes of a text in order, from those of its different phrases (phrase_dictionary.hpp) and the ranks of those
// that begin with a phrase (phrase_ranks.hpp). Equal suffixes of different phrases are a class:
//
//   class      TTAC      of GATTAC, CTTAC, ...
//   suffixes   one for each place of each of these phrases, in the order of what follows; of one phrase they are in
//   order
//
// They share TTAC and what the phrases behind it share beyond the window AC.
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/phrase_dictionary.hpp"
#include "suffixes/phrase_ranks.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace concord::suffixes {

/// A different phrase, by its rank.
template <class Position>
struct ranked_phrase {
    Position end;        ///< in the dictionary
    Position length;     ///< letters
    bool is_last;        ///< of a sequence
    std::uint32_t first; ///< where suffixes that begin with it begin in phrase_ranks, and where they end
    std::uint32_t last;
};

template <class Position>
class phrase_merge {
  public:
    /// `order` and `shared` are the suffix array of the dictionary and its prefixes; `ranks` of each of these suffixes
    /// the rank of its phrase.
    phrase_merge(std::span<const Position> order, std::span<const Position> shared,
                 std::span<const std::uint32_t> ranks, std::span<const ranked_phrase<Position>> phrases,
                 const phrase_ranks<Position>& behind, std::uint64_t window, runtime::thread_pool& workers)
        : order_(order), shared_(shared), ranks_(ranks), phrases_(phrases), behind_(behind), window_(window),
          workers_(workers) {}

    void fill(std::span<Position> suffixes, std::span<Position> prefixes) const {
        const std::vector<std::uint64_t> borders = parts_of_classes();
        const std::size_t parts = borders.size() - 1;
        std::vector<std::uint64_t> places(parts + 1);
        workers_.run(parts, [&](std::size_t part, unsigned) {
            std::uint64_t sum = 0;
            for (std::uint64_t at = borders[part]; at < borders[part + 1]; ++at)
                if (is_kept(at)) sum += places_of(at);
            places[part + 1] = sum;
        });
        for (std::size_t part = 0; part < parts; ++part)
            places[part + 1] += places[part];
        workers_.run(parts, [&](std::size_t part, unsigned) {
            writer to(*this, suffixes.data() + places[part], prefixes.data() + places[part]);
            to.write(borders[part], borders[part + 1]);
        });
    }

  private:
    static constexpr std::uint64_t least_in_part = 256; ///< suffixes of the dictionary
    static constexpr std::uint64_t parts_of_thread = 16;

    [[nodiscard]] const ranked_phrase<Position>& phrase(std::uint64_t at) const { return phrases_[ranks_[at]]; }
    /// Letters up to the end of the phrase.
    [[nodiscard]] std::uint64_t letters(std::uint64_t at) const { return phrase(at).end - order_[at]; }
    /// Else the suffix is one of the next phrase.
    [[nodiscard]] bool is_kept(std::uint64_t at) const { return phrase(at).is_last || letters(at) > window_; }
    [[nodiscard]] std::uint64_t places_of(std::uint64_t at) const { return phrase(at).last - phrase(at).first; }
    /// Whether the suffix is equal to the one before it.
    [[nodiscard]] bool goes_on(std::uint64_t at) const { return shared_[at] == letters(at); }

    /// Each begins behind a class whose suffixes are kept, with another class.
    [[nodiscard]] std::vector<std::uint64_t> parts_of_classes() const {
        const runtime::equal_parts parts(workers_, order_.size(), min_part(), parts_of_thread);
        std::vector<std::uint64_t> borders{0};
        for (std::size_t part = 1; part < parts.size(); ++part) {
            std::uint64_t at = std::max(parts.first(part), borders.back() + 1);
            while (at < order_.size() && (goes_on(at) || !is_kept(at - 1)))
                ++at;
            if (at >= order_.size()) break;
            borders.push_back(at);
        }
        borders.push_back(order_.size());
        return borders;
    }
    /// Of few phrases each has many places.
    [[nodiscard]] std::uint64_t min_part() const {
        return order_.size() < least_in_part * least_in_part ? 1 : least_in_part;
    }

    /// Writes the suffixes of consecutive classes.
    class writer {
      public:
        writer(const phrase_merge& of, Position* suffixes, Position* prefixes)
            : of_(of), suffixes_(suffixes), prefixes_(prefixes) {}

        void write(std::uint64_t first, std::uint64_t last) {
            std::uint64_t with_last = ~std::uint64_t{0}; // letters shared with the class that was written last
            for (std::uint64_t begin = first; begin < last;) {
                if (begin + 2 * ahead < last) __builtin_prefetch(&of_.phrase(begin + 2 * ahead));
                if (begin + ahead < last) {
                    const ranked_phrase<Position>& later = of_.phrase(begin + ahead);
                    __builtin_prefetch(of_.behind_.positions() + later.first);
                    __builtin_prefetch(of_.behind_.shared() + later.first);
                    __builtin_prefetch(of_.behind_.next() + later.first);
                }
                with_last = std::min<std::uint64_t>(with_last, of_.shared_[begin]);
                std::uint64_t end = begin + 1;
                while (end < last && of_.goes_on(end))
                    ++end;
                members_.clear();
                for (std::uint64_t at = begin; at < end; ++at) // of few letters, the last phrases of sequences only
                    if (of_.is_kept(at)) members_.push_back(at);
                if (!members_.empty()) {
                    Position* const begins = prefixes_;
                    if (members_.size() == 1)
                        write_one(members_.front());
                    else
                        write_class();
                    *begins = static_cast<Position>(with_last);
                    with_last = ~std::uint64_t{0};
                }
                begin = end;
            }
        }

      private:
        static constexpr std::uint64_t ahead = 16;
        static constexpr std::size_t few = 32;             ///< suffixes that are sorted by insertion
        static constexpr std::uint32_t ranks_of_dense = 8; ///< of what follows for each suffix of a dense class

        struct place {
            std::uint32_t next; ///< the rank of what follows
            Position suffix;
        };

        void write_one(std::uint64_t at) {
            const ranked_phrase<Position>& phrase = of_.phrase(at);
            const auto passed = static_cast<Position>(phrase.length - of_.letters(at));
            const std::uint64_t count = phrase.last - phrase.first;
            const Position* const positions = of_.behind_.positions() + phrase.first;
            const Position* const shared = of_.behind_.shared() + phrase.first;
            for (std::uint64_t nth = 0; nth < count; ++nth) {
                suffixes_[nth] = positions[nth] + passed;
                prefixes_[nth] = shared[nth] - passed;
            }
            suffixes_ += count;
            prefixes_ += count;
        }

        void write_class() {
            if (is_dense()) return write_dense();
            places_.clear();
            ends_.clear();
            for (const std::uint64_t at : members_) {
                const ranked_phrase<Position>& phrase = of_.phrase(at);
                const std::uint64_t passed = phrase.length - of_.letters(at);
                for (std::uint32_t rank = phrase.first; rank < phrase.last; ++rank)
                    places_.push_back(
                        {of_.behind_.next()[rank], static_cast<Position>(of_.behind_.positions()[rank] + passed)});
                ends_.push_back(places_.size());
            }
            if (places_.size() <= few)
                insert_all();
            else
                merge_all();
            const std::uint64_t letters = of_.letters(members_.front());
            const bool is_last = of_.phrase(members_.front()).is_last;
            for (std::size_t nth = 0; nth < places_.size(); ++nth) {
                suffixes_[nth] = places_[nth].suffix;
                if (nth == 0) continue;
                const std::uint64_t behind =
                    is_last ? 0 : of_.behind_.shared_by(places_[nth - 1].next, places_[nth].next) - of_.window_;
                prefixes_[nth] = static_cast<Position>(letters + behind);
            }
            suffixes_ += places_.size();
            prefixes_ += places_.size();
        }

        /// Finds which ranks follow the class, too.
        bool is_dense() {
            std::uint64_t count = 0;
            least_next_ = ~std::uint32_t{0};
            most_next_ = 0;
            const std::uint32_t* const next = of_.behind_.next();
            for (const std::uint64_t at : members_) {
                const ranked_phrase<Position>& phrase = of_.phrase(at);
                count += phrase.last - phrase.first;
                least_next_ = std::min(least_next_, next[phrase.first]);
                most_next_ = std::max(most_next_, next[phrase.last - 1]);
            }
            return count > few && count >= (most_next_ - least_next_) / ranks_of_dense;
        }

        /// Each suffix is put to the rank of what follows it. A walk over these ranks meets what they share, too.
        void write_dense() {
            const std::size_t count = std::size_t{most_next_} - least_next_ + 1;
            if (by_next_.size() < count) by_next_.resize(count, Position{0});
            Position* const by_next = by_next_.data();
            for (const std::uint64_t at : members_) {
                const ranked_phrase<Position>& phrase = of_.phrase(at);
                const auto behind = static_cast<Position>(phrase.length - of_.letters(at) + 1);
                for (std::uint32_t rank = phrase.first; rank < phrase.last; ++rank)
                    by_next[of_.behind_.next()[rank] - least_next_] = of_.behind_.positions()[rank] + behind;
            }
            const std::uint64_t letters = of_.letters(members_.front());
            const bool is_last = of_.phrase(members_.front()).is_last;
            const auto window = static_cast<Position>(is_last ? 0 : of_.window_);
            const Position* const shared = of_.behind_.shared() + least_next_;
            Position least = 0;
            for (std::size_t nth = 0; nth < count; ++nth) {
                least = std::min(least, is_last ? Position{0} : shared[nth]);
                const Position found = std::exchange(by_next[nth], Position{0});
                if (found == 0) continue;
                *suffixes_++ = found - 1;
                *prefixes_++ = static_cast<Position>(letters + least - window);
                least = std::numeric_limits<Position>::max();
            }
        }

        void insert_all() {
            for (std::size_t nth = 1; nth < places_.size(); ++nth) {
                const place added = places_[nth];
                std::size_t to = nth;
                for (; to > 0 && places_[to - 1].next > added.next; --to)
                    places_[to] = places_[to - 1];
                places_[to] = added;
            }
        }

        /// The places of each phrase are in order. Long runs are merged last: of a repeated word with some other
        /// letters one phrase has nearly all places.
        void merge_all() {
            runs_.clear();
            std::size_t begin = 0;
            for (const std::size_t end : ends_)
                runs_.push_back({std::exchange(begin, end), end});
            std::ranges::sort(runs_, std::greater(), [](const run& each) { return each.end - each.begin; });
            sorted_.resize(places_.size());
            std::size_t to = 0;
            for (run& each : runs_) {
                std::copy(places_.begin() + static_cast<std::ptrdiff_t>(each.begin),
                          places_.begin() + static_cast<std::ptrdiff_t>(each.end),
                          sorted_.begin() + static_cast<std::ptrdiff_t>(to));
                const std::size_t size = each.end - each.begin;
                each = {to, to + size};
                to += size;
            }
            merge(0, runs_.size());
            places_.swap(sorted_);
        }
        /// Merges the runs [first, last) of `sorted_`, by way of `places_`.
        void merge(std::size_t first, std::size_t last) {
            if (last - first < 2) return;
            const std::size_t begin = runs_[first].begin;
            const std::size_t end = runs_[last - 1].end;
            std::size_t middle = first + 1;
            while (middle + 1 < last && runs_[middle].begin - begin < end - runs_[middle].end)
                ++middle;
            merge(first, middle);
            merge(middle, last);
            const auto at = [this](std::size_t place) { return sorted_.begin() + static_cast<std::ptrdiff_t>(place); };
            const auto to = places_.begin() + static_cast<std::ptrdiff_t>(begin);
            std::merge(at(begin), at(runs_[middle].begin), at(runs_[middle].begin), at(end), to,
                       [](const place& a, const place& b) { return a.next < b.next; });
            std::copy(to, to + static_cast<std::ptrdiff_t>(end - begin), at(begin));
        }

        struct run {
            std::size_t begin;
            std::size_t end;
        };

        const phrase_merge& of_;
        Position* suffixes_; ///< where the next one goes
        Position* prefixes_;
        std::vector<std::uint64_t> members_; ///< of a class: the suffixes of the dictionary
        std::vector<place> places_;
        std::vector<place> sorted_;
        std::vector<std::size_t> ends_; ///< of the places of each phrase
        std::vector<run> runs_;
        std::uint32_t least_next_ = 0; ///< of a class
        std::uint32_t most_next_ = 0;
        std::vector<Position> by_next_; ///< one more than a suffix, or 0; all 0 between classes
    };

    std::span<const Position> order_;
    std::span<const Position> shared_;
    std::span<const std::uint32_t> ranks_;
    std::span<const ranked_phrase<Position>> phrases_;
    const phrase_ranks<Position>& behind_;
    std::uint64_t window_;
    runtime::thread_pool& workers_;
};

} // namespace concord::suffixes
