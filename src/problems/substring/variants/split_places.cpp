#include "problems/substring/variants/split_places.hpp"

#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/half_neighbourhoods.hpp"
#include "problems/substring/variants/listed_places.hpp"
#include "problems/substring/variants/split_halves.hpp"
#include "problems/substring/variants/window_trie.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

bool is_possible(const variant_problem& given, std::uint64_t length) {
    const std::uint64_t edits = given.allowed.edits;
    return given.of.is_dna() && !given.of.has_sets() && given.allowed.indels && edits > 0 &&
           edits <= tuning::most_edits_of_split_places && length / 2 > edits &&
           length / 2 >= tuning::least_letters_of_split_half && length <= 2 * tuning::most_letters_of_split_half &&
           given.support > 1 && given.support <= std::numeric_limits<std::uint16_t>::max();
}

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
        add_sequences(of_, shape_, workers_, places_);
        runtime::for_parts(workers_, left.size(), windows_counted_as_one, [&](std::uint64_t first, std::uint64_t last) {
            sequence_marks marks{std::vector<std::uint32_t>(of_.sequences(), 0), 0, {}, {}};
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
    };

    /// Places at which a half stands as it is, which are few: of each it is asked whether the other one is near. What
    /// is near to that is a bit for each word of the letters that are known.
    void add_equal(const listed_half& half_listed) {
        const which_half of = half_listed.of;
        const which_half other = other_of(of);
        for_each_part([&](std::size_t first, std::size_t last) {
            std::vector<numbered_word> beginnings;
            std::vector<std::uint64_t> is_near;
            windows_.for_each_equal(other, first, last, [&](std::size_t from, std::size_t to, numbered_word half) {
                const edits_of_word edits(shape_.rest(of, 0), half);
                bool is_made = false;
                for (std::size_t at = from; at < to; ++at) {
                    const std::uint32_t index = windows_.in_order[other][at];
                    if (!may_have_support(index, of)) continue;
                    if (half_listed.rest && !std::exchange(is_made, true)) {
                        half_listed.rest->get(half, beginnings);
                        set_bits(beginnings, shape_.known(other), is_near);
                    }
                    std::uint64_t places = 0;
                    for (const std::uint32_t word : equal_places(of, index))
                        places += half_listed.rest      ? is_near[word / 64] >> word % 64 & 1U
                                  : edits.is_near(word) ? 1U
                                                        : 0U;
                    windows_.add(index, places);
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
                const auto for_each_count = [&](const auto& visit) {
                    for (const numbered_word beginning : beginnings) {
                        const auto words = places_[of].of_beginning(places_[of].others, beginning, shape_.known(of));
                        entered += words.size();
                        for (const std::uint32_t word : words)
                            for (unsigned letters = near.fewest_letters(); letters <= known; ++letters)
                                visit(table[first_of_letters(letters) | word >> 2 * (known - letters)]);
                    }
                };
                for_each_count([](std::uint16_t& count) {
                    count = static_cast<std::uint16_t>(count + (count == most_counted ? 0 : 1));
                });
                if (entered == 0) return;
                for (std::size_t at = from; at < to; ++at) {
                    const std::uint32_t index = windows_.in_order[of][at];
                    windows_.add(index, near.sum(windows_.half[other][index], table.data()));
                }
                if (entered < table.size() / entries_cleared_as_one)
                    for_each_count([](std::uint16_t& count) { count = 0; });
                else
                    std::ranges::fill(table, std::uint16_t{0});
            });
        });
    }

    /// Sequences with a place around which the halves of a window are, or as many as the support.
    [[nodiscard]] std::uint32_t sequences_of(std::uint32_t index, sequence_marks& marks) const {
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
            for (const numbered_word beginning : marks.beginnings) {
                const auto words = places.of_beginning(places.others, beginning, shape_.known(each.of));
                const auto sequences = places.of_beginning(places.sequences, beginning, shape_.known(each.of));
                for (std::size_t at = 0; at < words.size(); ++at) {
                    if (each.with > 0 ? (marks.is_near[words[at] / 64] >> words[at] % 64 & 1U) == 0
                                      : !edits.is_near(words[at]))
                        continue;
                    if (std::exchange(marks.last_round[sequences[at]], marks.round) != marks.round &&
                        ++found == support_)
                        return found;
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

    static constexpr std::size_t entries_cleared_as_one = 64;
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

namespace {

/// Instructions, roughly, of counting these places, and what is known beforehand.
struct split_plan {
    double cost = HUGE_VAL;
    double left = 1; ///< share of the windows, by some of these, in random texts
};

split_plan plan_split_places(const variant_problem& given, const variant_resources& resources,
                             const window_starts& starts, std::uint64_t length) {
    split_plan plan;
    const split_shape shape(length, given.allowed.edits);
    const auto letters = static_cast<double>(given.of.text().size());
    const auto windows = static_cast<double>(starts.size());
    const std::size_t asked = std::min(starts.size(), tuning::windows_asked_for_split_places);
    double near = 0;   // beginnings, of all these
    double listed = 0; // places, of all these
    double cost = 0;   // of all these
    double left = 0;
    const double words = std::ldexp(1.0, static_cast<int>(2 * shape.letters[behind_place]));
    const double of_halves = std::min(windows, words);
    for (std::size_t each = 0; each < asked; ++each) {
        const auto window = given.of.letters(starts[(2 * each + 1) * starts.size() / (2 * asked)], length);
        std::array<numbered_word, both_halves> half{1, 1};
        for (std::size_t at = 0; at < length; ++at) {
            const bool is_before = at < shape.letters[before_place];
            const letter next = window[is_before ? shape.letters[before_place] - 1 - at : at];
            numbered_word& of = half[is_before ? before_place : behind_place];
            of = of << 2U | (next < plain_nucleotides ? next : 0U);
        }
        const auto share_of = [](std::span<const numbered_word> beginnings) {
            double share = 0;
            for (const numbered_word word : beginnings)
                share += std::ldexp(1.0, -2 * static_cast<int>(length_of_word(word)));
            return share;
        };
        double places = 0;
        shape.for_each_listed([&](which_half of, unsigned with) {
            const auto rest = near_beginnings(shape.rest(of, with), half[other_of(of)]);
            const double here = letters * share_of(near_beginnings(shape.listed(of, with), half[of]));
            const auto beginnings = static_cast<double>(rest.size());
            places += here * share_of(rest);
            listed += here;
            const double of_all = words * beginnings * tuning::cost_of_made_beginning;
            if (with > 0) {
                near += beginnings;
                cost += of_all + here * of_halves * tuning::cost_of_split_entry +
                        windows * beginnings * tuning::cost_of_near_beginning;
            } else {
                cost += windows * here < tuning::places_asked_one_by_one * words
                            ? windows * here * tuning::cost_of_asked_place
                            : of_all + windows * here * tuning::cost_of_equal_place;
            }
        });
        if (places * tuning::places_beside_chance >= static_cast<double>(given.support)) left += 1;
    }
    const auto of_each = static_cast<double>(asked);
    plan.left = left / of_each;
    const double memory = 4 * (2 * letters + 5 * windows) +
                          near_sums::memory(shape.rest(before_place, shape.few[before_place]), near / of_each);
    if (memory > static_cast<double>(resources.memory) / 8 || letters >= std::numeric_limits<std::uint32_t>::max() / 2)
        return {};
    plan.cost = letters * tuning::cost_of_split_place + cost / of_each +
                plan.left * windows * listed / of_each * tuning::cost_of_equal_place;
    return plan;
}

/// Instructions of counting windows, roughly, by the ways that take the least; asked from the quickest to tell on,
/// until one takes less than `enough`.
double cost_of_counting(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                        const window_starts& starts, std::uint64_t length, double at_once, double enough) {
    double cost = at_once;
    if (cost > enough && given.copies == 1) {
        const neighbourhood_plan halves =
            plan_half_neighbourhoods(given, resources, lanes.blocks, length, starts.size());
        if (halves.letters_of_end > 0) cost = std::min(cost, halves.cost);
    }
    if (cost > enough)
        cost = std::min(cost, cost_of_random_walks(given, resources, lanes.letters, lanes.blocks, starts, length));
    return cost;
}

} // namespace

bool drop_by_places(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                    std::uint64_t length, double at_once, window_starts& starts) {
    const bool are_listed = given.allowed.edits >= tuning::least_edits_of_listed_places;
    if (starts.empty() || !(are_listed || is_possible(given, length))) return false;
    const bool is_forced = current_search_habits().always_filters;
    const double all = static_cast<double>(starts.size()) * static_cast<double>(given.of.sequences());
    const double least = tuning::least_share_of_split_windows * static_cast<double>(given.of.text().size());
    if (!is_forced && (all < tuning::worth_split_places || static_cast<double>(starts.size()) < least)) return false;
    if (are_listed) {
        const double otherwise =
            is_forced ? HUGE_VAL : cost_of_counting(given, resources, lanes, starts, length, at_once, 0);
        return drop_by_listed_places(given, resources, length, otherwise, starts);
    }
    if (!is_forced) {
        const split_plan plan = plan_split_places(given, resources, starts, length);
        const double least_saved = plan.cost / tuning::share_of_split_places;
        if (plan.left > tuning::most_left_by_split_places ||
            cost_of_counting(given, resources, lanes, starts, length, at_once, least_saved) <= least_saved)
            return false;
    }
    drop_by_split_places(given, resources, length, starts);
    return true;
}

void drop_by_split_places(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                          window_starts& starts) {
    if (!is_possible(given, length)) return;
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
