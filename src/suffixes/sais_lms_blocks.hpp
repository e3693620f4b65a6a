// What induced sorting (sais.hpp) does before and between its walks, by several threads: it finds the LMS suffixes, and
// names their LMS substrings. Of letters that are few enough for each thread to count them.
#pragma once

#include "runtime/bucket_places.hpp"
#include "runtime/parts.hpp"
#include "suffixes/lms_bits.hpp"
#include "suffixes/sais_blocks.hpp"
#include "suffixes/sais_buckets.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::suffixes {

template <class Index, class Letter>
class shared_lms {
  public:
    /// The last letter is a sentinel.
    shared_lms(const Letter* text, Index size, std::uint64_t letters, runtime::thread_pool& workers)
        : text_(text), letters_(letters), workers_(workers), types_(text, size, true, workers) {}

    /// Two threads are enough, as it takes no more work than one thread does alone: of 10 million letters of 16 copies,
    /// Fibonacci and Thue-Morse words an eighth to a quarter of what induced sorting left to one of two (AMD EPYC).
    [[nodiscard]] static bool is_worth_it(Index size, std::uint64_t letters, const block_sizes& sizes) {
        return sizes.workers.threads() > 1 && letters <= walk_blocks<Index>::most_streams &&
               static_cast<std::uint64_t>(size) >= sizes.least;
    }

    [[nodiscard]] Index count() const { return types_.lms(); }

    /// Finds the borders of buckets, and where the LMS suffixes of each part go in their list.
    void divide(induced_buckets<Index, Letter>& buckets) {
        using kinds = std::array<Index, 4>; // of type L before an L, LML, LMS, of type S before an S
        std::vector<std::vector<kinds>> counts(types_.parts(), std::vector<kinds>(letters_));
        workers_.run(types_.parts(), [&](std::size_t part, unsigned) {
            kinds* const of_letters = counts[part].data();
            types_.for_types(part, [&](std::uint64_t at, std::uint64_t here, std::uint64_t in_front) {
                ++of_letters[text_[at]][2 * here + in_front];
            });
        });
        lms_places_.resize(types_.parts() * letters_);
        Index sum = 0;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            buckets.begins[letter] = sum;
            Index lmls_here = 0;
            for (std::size_t part = 0; part < types_.parts(); ++part) {
                const kinds& of = counts[part][letter];
                if (letter > 0) sum += of[0] + of[1] + of[2] + of[3];
                lmls_here += of[1];
                lms_places_[part * letters_ + letter] = static_cast<std::size_t>(of[2]);
            }
            buckets.lml_counts[letter] = lmls_here;
        }
        buckets.begins[letters_] = sum;
        const std::vector<std::size_t> borders = runtime::place_buckets(lms_places_, letters_);
        for (std::uint64_t letter = 0; letter <= letters_; ++letter)
            buckets.lms_begins[letter] = static_cast<Index>(borders[letter]);
    }

    /// Puts the LMS positions into the list, by their first letters, else in text order. Once, after divide().
    void group(Index* list) {
        workers_.run(types_.parts(), [&](std::size_t part, unsigned) {
            std::size_t* const places = lms_places_.data() + part * letters_;
            types_.for_lms(part, [&](Index at) { list[places[text_[at]]++] = at; });
        });
    }

    /// The same all in text order.
    void put(Index* list) const {
        workers_.run(types_.parts(), [&](std::size_t part, unsigned) {
            if (types_.first_of(part) == types_.first_of(types_.parts())) return;
            Index* to = list + types_.rank_of(types_.first_of(part));
            types_.for_lms(part, [&to](Index at) { *to++ = at; });
        });
    }

    /// Calls each(first, last) for parts of the list from `begin` on.
    template <class Each>
    void for_list(Index begin, const Each& each) const {
        runtime::for_parts(workers_, static_cast<std::uint64_t>(count() - begin), tuning::places_per_task,
                           [&](std::uint64_t first, std::uint64_t last) {
                               each(begin + static_cast<Index>(first), begin + static_cast<Index>(last));
                           });
    }

    /// Of a list of LMS suffixes by their LMS substrings, the last of each class with a mark: how many classes there
    /// are in front of each part, and in all; of the suffixes from `begin` on.
    [[nodiscard]] std::vector<Index> classes(const Index* list, Index begin) const {
        const runtime::equal_parts parts = parts_from(begin);
        std::vector<Index> classes(parts.size() + 1);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            const Index* const first = list + begin + parts.first(part);
            const Index* const last = list + begin + parts.last(part);
            classes[part + 1] = static_cast<Index>(std::count_if(first, last, [](Index each) { return each < 0; }));
        });
        for (std::size_t part = 0; part < parts.size(); ++part)
            classes[part + 1] += classes[part];
        return classes;
    }

    /// Writes the names of these classes, from `least` on, in text order.
    void name(const Index* list, Index begin, const std::vector<Index>& classes, Index least, Index* names) const {
        constexpr Index position = std::numeric_limits<Index>::max();
        const runtime::equal_parts parts = parts_from(begin);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            Index name = least + classes[part];
            const Index* const last = list + begin + parts.last(part);
            for (const Index* at = list + begin + parts.first(part); at != last; ++at) {
                names[types_.rank_of(*at & position)] = name;
                name += *at < 0 ? 1 : 0;
            }
        });
    }
    [[nodiscard]] Index rank_of(Index at) const { return types_.rank_of(at); }

  private:
    [[nodiscard]] runtime::equal_parts parts_from(Index begin) const {
        return {workers_, static_cast<std::uint64_t>(count() - begin), tuning::places_per_task};
    }

    const Letter* text_;
    std::uint64_t letters_;
    runtime::thread_pool& workers_;
    lms_bits<Index> types_;
    std::vector<std::size_t> lms_places_; ///< of each part, then each letter
};

} // namespace concord::suffixes
