#include "problems/substring/variants/split_places.hpp"

#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/split_halves.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

bool is_plain(std::span<const letter> window) {
    return std::ranges::all_of(window, [](letter each) { return each < plain_nucleotides; });
}

class place_counter {
  public:
    place_counter(const variant_problem& given, const variant_resources& resources, const split_shape& shape,
                  split_windows& windows)
        : of_(given.of), support_(given.support), shape_(shape), workers_(resources.workers), windows_(windows),
          places_(order_places(given.of, shape, resources.workers)) {
        shape_.for_each_listed([&](which_half of, unsigned with) {
            listed_.push_back(
                {of, with, all_near_beginnings(shape_.listed(of, with), windows_.half[of], workers_), std::nullopt});
        });
    }

    void count() {
        for (listed_half& each : listed_)
            if (each.with > 0) {
                each.rest.emplace(shape_.rest(each.of, each.with), windows_.half[other_of(each.of)], workers_);
                add_near(each);
            }
        // Most have too few, whatever stands at the other places.
        for (listed_half& each : listed_) {
            if (each.with > 0) continue;
            std::vector<numbered_word> others;
            std::size_t places = 0;
            for (std::uint32_t index = 0; index < windows_.places.size(); ++index)
                if (may_have_support(index, each.of)) {
                    others.push_back(windows_.half[other_of(each.of)][index]);
                    places += equal_places(each.of, index).size();
                }
            if (places > tuning::places_asked_one_by_one * first_of_letters(shape_.letters[other_of(each.of)]))
                each.rest.emplace(shape_.rest(each.of, 0), others, workers_);
            add_equal(each);
        }
    }

    /// Counts again those that have enough places, by sequences, as far as the support.
    void count_sequences() {
        std::vector<std::uint32_t> left;
        for (const std::uint32_t index : windows_.in_order[before_place])
            if (windows_.places[index] >= support_) left.push_back(index);
        if (left.empty()) return;
        // The places of the others are asked one by one.
        std::ranges::stable_partition(listed_, [](const listed_half& each) { return each.with > 0; });
        add_sequences(of_, shape_, workers_, places_);
        runtime::for_parts(workers_, left.size(), windows_counted_as_one, [&](std::uint64_t first, std::uint64_t last) {
            sequence_marks marks{std::vector<std::uint32_t>(of_.sequences(), 0), 0, {}, {}, {}};
            for (std::uint64_t at = first; at < last; ++at)
                windows_.places[left[at]] = sequences_of(left[at], marks);
            workers_.check_cancelled();
        });
    }

  private:
    /// A half whose places are listed with so many edits.
    struct listed_half {
        which_half of;
        unsigned with;
        all_near_beginnings near;                ///< to the half
        std::optional<all_near_beginnings> rest; ///< to the other half, then; none: that is asked place by place
    };
    struct sequence_marks {
        std::vector<std::uint32_t> last_round; ///< by sequence
        std::uint32_t round;
        std::vector<numbered_word> beginnings;
        std::vector<std::uint64_t> is_near;
        std::vector<std::uint32_t> near; ///< sequences of the places of one beginning that are
    };

    /// Places at which a half stands as it is, which are few: of each it is asked whether the other one is near. What
    /// is near to that is a bit for each word of the letters that are known.
    void add_equal(const listed_half& half_listed) {
        const which_half of = half_listed.of;
        const which_half other = other_of(of);
        for_each_part([&](std::size_t first, std::size_t last) {
            std::vector<numbered_word> beginnings;
            std::vector<std::uint64_t> is_near;
            std::vector<std::uint32_t> likely;
            windows_.for_each_equal(other, first, last, [&](std::size_t from, std::size_t to, numbered_word half) {
                const edits_of_word edits(shape_.rest(of, 0), half);
                likely.clear();
                for (std::size_t at = from; at < to; ++at)
                    if (const std::uint32_t index = windows_.in_order[other][at]; may_have_support(index, of))
                        likely.push_back(index);
                if (likely.empty()) return;
                if (half_listed.rest) {
                    half_listed.rest->get(half, beginnings);
                    set_bits(beginnings, shape_.known(other), is_near);
                }
                for (std::size_t at = 0; at < likely.size(); ++at) {
                    if (at + 1 < likely.size()) prefetch(equal_places(of, likely[at + 1]));
                    const auto words = equal_places(of, likely[at]);
                    const std::uint64_t* const bits = is_near.data();
                    const auto places = half_listed.rest
                                            ? std::accumulate(words.begin(), words.end(), std::uint64_t{0},
                                                              [&](std::uint64_t sum, std::uint32_t word) {
                                                                  return sum + (bits[word / 64] >> word % 64 & 1U);
                                                              })
                                            : static_cast<std::uint64_t>(std::ranges::count_if(
                                                  words, [&](std::uint32_t word) { return edits.is_near(word); }));
                    windows_.add(likely[at], places);
                }
            });
        });
    }
    [[nodiscard]] std::span<const std::uint32_t> equal_places(which_half of, std::uint32_t index) const {
        return places_[of].of_beginning(places_[of].others, windows_.half[of][index], shape_.known(of));
    }
    /// By what was counted before the places at which this half stands as it is.
    [[nodiscard]] bool may_have_support(std::uint32_t index, which_half of) const {
        const std::size_t later = of == behind_place ? 0 : equal_places(behind_place, index).size();
        return windows_.places[index] + equal_places(of, index).size() + later >= support_;
    }

    /// Places that are near to a half: what stands on their other side is entered in a table, of words of all lengths.
    void add_near(const listed_half& half_listed) {
        const which_half of = half_listed.of;
        const which_half other = other_of(of);
        const near_sums near(*half_listed.rest, workers_);
        const unsigned known = shape_.known(other);
        for_each_part([&](std::size_t first, std::size_t last) {
            std::vector<numbered_word> beginnings;
            std::vector<std::uint16_t> table(std::size_t{2} * first_of_letters(known), 0);
            windows_.for_each_equal(of, first, last, [&](std::size_t from, std::size_t to, numbered_word half) {
                half_listed.near.get(half, beginnings);
                std::size_t entered = 0;
                for (const numbered_word beginning : beginnings) {
                    const auto words = places_[of].of_beginning(places_[of].others, beginning, shape_.known(of));
                    entered += words.size();
                    prefetch(words);
                }
                if (entered == 0) return;
                const bool is_folded =
                    entered >= first_of_letters(known) / words_folded_as_one && entered <= most_counted;
                const unsigned fewest = is_folded ? known : near.fewest_letters();
                const auto for_each_count = [&](const auto& visit) {
                    for (const numbered_word beginning : beginnings)
                        for (const std::uint32_t word :
                             places_[of].of_beginning(places_[of].others, beginning, shape_.known(of)))
                            for (unsigned letters = fewest; letters <= known; ++letters)
                                visit(table[first_of_letters(letters) | word >> 2 * (known - letters)]);
                };
                if (is_folded) {
                    for_each_count([](std::uint16_t& count) { ++count; });
                    fold(table, near.fewest_letters(), known);
                } else {
                    for_each_count([](std::uint16_t& count) {
                        count = static_cast<std::uint16_t>(count + (count == most_counted ? 0 : 1));
                    });
                }
                for (std::size_t at = from; at < to; ++at) {
                    const std::uint32_t index = windows_.in_order[of][at];
                    if (at + 1 < to) near.prefetch(windows_.half[other][windows_.in_order[of][at + 1]]);
                    windows_.add(index, near.sum(windows_.half[other][index], table.data()));
                }
                if (entered < table.size() / entries_cleared_as_one)
                    for_each_count([](std::uint16_t& count) { count = 0; });
                else
                    std::ranges::fill(table, std::uint16_t{0});
            });
        });
    }

    /// From the counts of words of `known` letters those of their beginnings, down to `fewest` letters. All of them are
    /// a number of 16 bits together, so that no sum of four in a word of 64 bits is carried into the next one.
    static void fold(std::vector<std::uint16_t>& table, unsigned fewest, unsigned known) {
        constexpr std::uint64_t one_of_each = 0x0001'0001'0001'0001U;
        for (unsigned letters = known; letters-- > fewest;) {
            const std::uint16_t* const from = table.data() + first_of_letters(letters + 1);
            std::uint16_t* const to = table.data() + first_of_letters(letters);
            for (std::size_t word = 0; word < first_of_letters(letters); ++word) {
                std::uint64_t four = 0;
                std::memcpy(&four, from + 4 * word, sizeof(four));
                to[word] = static_cast<std::uint16_t>(four * one_of_each >> 48U);
            }
        }
    }

    /// Sequences with a place around which the halves of a window are, or as many as the support; fewer if so many of
    /// the places that were counted are in sequences that have one already that the others are too few.
    [[nodiscard]] std::uint32_t sequences_of(std::uint32_t index, sequence_marks& marks) const {
        const std::uint32_t places_counted = windows_.places[index];
        std::uint64_t again_at_most =
            places_counted < most_counted ? places_counted - support_ : std::numeric_limits<std::uint64_t>::max();
        std::uint32_t found = 0;
        ++marks.round;
        for (const listed_half& each : listed_) {
            const which_half other = other_of(each.of);
            const edits_of_word edits(shape_.rest(each.of, each.with), windows_.half[other][index]);
            if (each.with > 0) { // of few places it is asked one by one
                each.rest->get(windows_.half[other][index], marks.beginnings);
                set_bits(marks.beginnings, shape_.known(other), marks.is_near);
            }
            each.near.get(windows_.half[each.of][index], marks.beginnings);
            const ordered_places& places = places_[each.of];
            const auto words_of = [&](numbered_word beginning) {
                return places.of_beginning(places.others, beginning, shape_.known(each.of));
            };
            const auto sequences_of = [&](numbered_word beginning) {
                return places.of_beginning(places.sequences, beginning, shape_.known(each.of));
            };
            for (std::size_t next = 0; next < marks.beginnings.size(); ++next) {
                if (next + beginnings_ahead < marks.beginnings.size()) {
                    prefetch(words_of(marks.beginnings[next + beginnings_ahead]));
                    prefetch(sequences_of(marks.beginnings[next + beginnings_ahead]));
                }
                const auto words = words_of(marks.beginnings[next]);
                const auto sequences = sequences_of(marks.beginnings[next]);
                if (marks.near.size() < words.size()) marks.near.resize(words.size());
                std::size_t near = 0; // without a branch, as that is a matter of chance
                for (std::size_t at = 0; at < words.size(); ++at) {
                    marks.near[near] = sequences[at];
                    near += each.with > 0 ? marks.is_near[words[at] / 64] >> words[at] % 64 & 1U
                                          : (edits.is_near(words[at]) ? 1U : 0U);
                }
                for (std::size_t at = 0; at < near; ++at) {
                    if (std::exchange(marks.last_round[marks.near[at]], marks.round) == marks.round) {
                        if (again_at_most-- == 0) return found;
                    } else if (++found == support_) {
                        return found;
                    }
                }
            }
        }
        return found;
    }

    /// As many windows, next to each other in one order, as are worth a task; each thread takes those whose first equal
    /// one is among its own.
    template <class Count>
    void for_each_part(Count count) {
        runtime::for_parts(workers_, windows_.places.size(), split_windows::least_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               count(first, last);
                               workers_.check_cancelled();
                           });
    }

    static void set_bits(std::span<const numbered_word> beginnings, unsigned known, std::vector<std::uint64_t>& bits) {
        bits.assign((first_of_letters(known) + 63) / 64, 0);
        for (const numbered_word each : beginnings) {
            const unsigned letters = length_of_word(each);
            const unsigned shift = 2 * (known - letters);
            const std::uint64_t first = std::uint64_t{each - first_of_letters(letters)} << shift;
            const std::uint64_t count = std::uint64_t{1} << shift;
            if (count < 64) {
                bits[first / 64] |= ((std::uint64_t{1} << count) - 1) << first % 64;
            } else {
                std::fill_n(bits.begin() + static_cast<std::ptrdiff_t>(first / 64), count / 64, ~std::uint64_t{0});
            }
        }
    }

    static constexpr std::size_t beginnings_ahead = 2;
    static constexpr std::size_t entries_cleared_as_one = 64;
    static constexpr std::size_t words_folded_as_one = 32;
    /// What is in the table then is as much as any support, or more.
    static constexpr std::uint16_t most_counted = std::numeric_limits<std::uint16_t>::max();

    static constexpr std::uint64_t windows_counted_as_one = 256;

    const piece_collection& of_;
    std::uint64_t support_;
    const split_shape& shape_;
    runtime::thread_pool& workers_;
    split_windows& windows_;
    places_of_sides places_;
    std::vector<listed_half> listed_;
};

} // namespace

bool are_split_places_possible(const variant_problem& given, std::uint64_t length) {
    const std::uint64_t edits = given.allowed.edits;
    return given.of.is_dna() && !given.of.has_sets() && given.allowed.indels && edits > 0 &&
           edits <= tuning::most_edits_of_split_places && length / 2 > edits &&
           length / 2 >= tuning::least_letters_of_split_half && length <= 2 * tuning::most_letters_of_split_half &&
           given.support > 1 && given.support <= std::numeric_limits<std::uint16_t>::max();
}

void drop_by_split_places(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                          window_starts& starts) {
    if (!are_split_places_possible(given, length)) return;
    const split_shape shape(length, given.allowed.edits);
    std::vector<std::uint8_t> keeps(starts.size());
    runtime::for_parts(resources.workers, starts.size(), split_windows::least_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           for (std::uint64_t index = first; index < last; ++index)
                               keeps[index] = is_plain(given.of.letters(starts[index], length)) ? 0 : 1;
                       });
    window_starts plain;
    for (std::size_t index = 0; index < starts.size(); ++index)
        if (keeps[index] == 0) plain.push_back(starts[index]);
    if (!plain.empty()) {
        split_windows windows(given.of, shape, plain, resources.workers);
        place_counter counter(given, resources, shape, windows);
        counter.count();
        counter.count_sequences();
        for (std::size_t index = 0, at = 0; index < starts.size(); ++index)
            if (keeps[index] == 0 && windows.places[at++] >= given.support) keeps[index] = 1;
    }
    const std::size_t all = starts.size();
    runtime::keep_marked(resources.workers, starts, keeps);
    resources.notes.push_back("windows of length " + std::to_string(length) +
                              " left by the places that are near to both their halves: " +
                              std::to_string(starts.size()) + " of " + std::to_string(all));
}

} // namespace concord::substring
