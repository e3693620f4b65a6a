#include "problems/substring/variants/listed_places.hpp"

#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/place_lists.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

/// Of all words of so many letters, those that are near to one, roughly: of a letter, three replace it, three and a bit
/// more stand in front of it, and one skips it.
double share_near(unsigned letters, unsigned edits) {
    double share = std::ldexp(1.0, -2 * static_cast<int>(letters));
    for (unsigned edit = 1; edit <= edits; ++edit)
        share *= 7.0 * letters / edit;
    return std::min(1.0, share);
}

bool is_listing_possible(const variant_problem& given, std::uint64_t length) {
    const piece_collection& of = given.of;
    const std::uint64_t edits = given.allowed.edits;
    return of.is_dna() && !of.has_sets() && given.allowed.indels && edits > 0 &&
           edits <= tuning::most_edits_of_listed_places && length <= std::uint64_t{2} * letters_of_text &&
           length / 2 >= tuning::least_letters_of_listed_half && given.support > 1 &&
           of.text().size() + of.pieces().size() < std::numeric_limits<std::uint32_t>::max();
}

struct ordered_window {
    std::uint64_t key;
    std::uint32_t index;
};

/// The half with more edits: its places are listed once for all windows that have it.
which_half half_of_order(const listed_split& split) {
    return split.few[before_place] > split.few[behind_place] ? before_place : behind_place;
}
bool is_listed_once(const listed_split& split, which_half of) {
    return of == half_of_order(split) && split.few[of] > split.few[other_of(of)];
}

/// In the order of that half; where both have as many edits in the order of one, of those that begin alike with the
/// other one: windows with nearly the same halves list nearly the same places, which are in a cache then.
std::uint64_t key_of(std::span<const letter> window, const listed_split& split) {
    constexpr unsigned letters_alike = 3;
    const which_half by = half_of_order(split);
    const std::uint64_t key = asked_half(window, split, by).listed;
    if (is_listed_once(split, by)) return key;
    const numbered_word other = asked_half(window, split, other_of(by)).listed;
    return std::uint64_t{other >>
                         2 * (split.listed[other_of(by)] - std::min(letters_alike, split.listed[other_of(by)]))}
               << 32U |
           key;
}

/// Plain ones.
std::vector<ordered_window> plain_windows(const variant_problem& given, const variant_resources& resources,
                                          const window_starts& starts, std::uint64_t length,
                                          const listed_split& split) {
    constexpr std::uint64_t least_of_part = 4096;
    std::vector<ordered_window> windows = runtime::collect_parts<ordered_window>(
        resources.workers, starts.size(), least_of_part,
        [&](std::uint64_t first, std::uint64_t last, std::vector<ordered_window>& values) {
            for (std::uint64_t index = first; index < last; ++index) {
                const auto window = given.of.letters(starts[index], length);
                if (std::ranges::all_of(window, [](letter each) { return each < plain_nucleotides; }))
                    values.push_back({key_of(window, split), static_cast<std::uint32_t>(index)});
            }
        });
    runtime::parallel_sort(resources.workers, windows, [](const ordered_window& a, const ordered_window& b) {
        return a.key != b.key ? a.key < b.key : a.index < b.index;
    });
    return windows;
}

/// What all threads need to ask for windows.
class place_lister {
  public:
    place_lister(const variant_problem& given, const variant_resources& resources, const window_starts& starts,
                 std::uint64_t length, const listed_split& split)
        : given_(given), workers_(resources.workers), starts_(starts), length_(length), split_(split),
          kernels_(half_kernels_for(simd::choose_vectors(resources.workers.options().vectors))),
          windows_(plain_windows(given, resources, starts, length, split_)),
          places_(index_places(given.of, split_, resources.workers)) {}

    [[nodiscard]] std::span<const ordered_window> windows() const noexcept { return windows_; }

    /// Calls tell(index, sequences) for some windows, with as many as are wanted at most.
    template <class Tell>
    void ask(std::span<const ordered_window> windows, std::uint64_t wanted, Tell tell) {
        std::vector<listed_beginnings> listed;
        for (const which_half of : {before_place, behind_place}) {
            std::vector<numbered_word> words(windows.size());
            std::ranges::transform(windows, words.begin(), [&](const ordered_window& each) {
                return asked_half(letters_of(each), split_, of).listed;
            });
            for (unsigned with = 0; with <= split_.few[of]; ++with)
                listed.push_back({of, with, {{split_.listed[of], split_.known, {with, with}}, words, workers_}});
        }
        runtime::for_parts(workers_, windows.size(), windows_of_part, [&](std::uint64_t first, std::uint64_t last) {
            window_asker asker(given_.of, split_, places_, listed, kernels_);
            for (std::uint64_t at = first; at < last; ++at)
                tell(windows[at].index, asker.holders(letters_of(windows[at]), given_.support, wanted));
            workers_.check_cancelled();
        });
    }

  private:
    static constexpr std::uint64_t windows_of_part = 256;

    [[nodiscard]] std::span<const letter> letters_of(const ordered_window& of) const {
        return given_.of.letters(starts_[of.index], length_);
    }

    const variant_problem& given_;
    runtime::thread_pool& workers_;
    const window_starts& starts_;
    std::uint64_t length_;
    listed_split split_;
    const half_kernels& kernels_;
    std::vector<ordered_window> windows_;
    places_by_side places_;
};

/// That with the fewest places, of those that list by up to so many letters.
listed_split best_split(std::uint64_t length, std::uint64_t edits, unsigned most_listed) {
    listed_split best;
    double best_share = HUGE_VAL;
    const auto all = static_cast<unsigned>(length);
    const auto most = static_cast<unsigned>(edits);
    const unsigned least = all > letters_of_text ? all - letters_of_text : 1;
    for (unsigned before = least; before < all && before <= letters_of_text; ++before)
        for (unsigned few = 0; few < most; ++few) {
            listed_split made;
            made.letters = {before, all - before};
            made.few = {few, most - 1 - few};
            made.edits = most;
            double share = 0;
            bool is_long = true;
            for (const which_half of : {before_place, behind_place}) {
                made.listed[of] = std::min(made.letters[of], most_listed);
                made.compared[of] = std::min(made.letters[of], letters_of_text - most);
                share += share_near(made.listed[of], made.few[of]);
                is_long = is_long && made.listed[of] > made.few[of];
            }
            if (!is_long || share >= best_share) continue;
            best_share = share;
            best = made;
        }
    return best;
}

struct listed_plan {
    listed_split split;
    double cost = HUGE_VAL; ///< in instructions, roughly
};

/// By some of the windows.
listed_plan plan_by(const listed_split& split, const variant_problem& given, const window_starts& starts,
                    std::uint64_t length, double most_memory) {
    const auto letters = static_cast<double>(given.of.text().size());
    const auto windows = static_cast<double>(starts.size());
    const std::size_t asked = std::min(starts.size(), tuning::windows_asked_for_listing);
    const auto of_asked = static_cast<double>(asked);
    double memory = letters * both_halves * (sizeof(packed_letters) + sizeof(place_beside));
    double cost = letters * tuning::cost_of_indexed_place;
    for (const which_half of : {before_place, behind_place}) {
        double near = 0;
        double share = 0; // of all places
        for (std::size_t each = 0; each < asked; ++each) {
            const auto window = given.of.letters(starts[(2 * each + 1) * starts.size() / (2 * asked)], length);
            const asked_half half(window, split, of);
            for (const numbered_word word :
                 near_beginnings({split.listed[of], split.known, {0, split.few[of]}}, half.listed)) {
                near += 1 / of_asked;
                share += std::ldexp(1 / of_asked, -2 * static_cast<int>(length_of_word(word)));
            }
        }
        const double words = std::min(windows, std::ldexp(1.0, static_cast<int>(2 * split.listed[of])));
        cost += words * near * tuning::cost_of_made_beginning +
                (is_listed_once(split, of) ? words : windows) * near * tuning::cost_of_listed_beginning +
                windows * share * letters *
                    (split.compared[other_of(of)] <= 8 ? tuning::cost_of_compared_short_text
                                                       : tuning::cost_of_compared_text);
        constexpr double names = 24; // of four nucleotides: words with others are made of the same pattern
        const auto of_words =
            static_cast<double>((1 + split.few[of]) * sizeof(std::vector<numbered_word>) + 4 * sizeof(std::uint32_t));
        memory += words / names * near * sizeof(numbered_word) +
                  std::ldexp(of_words, static_cast<int>(2 * std::max(split.known, split.listed[of])));
    }
    return {split, memory <= most_memory ? cost : HUGE_VAL};
}

listed_plan plan_listed_places(const variant_problem& given, const variant_resources& resources,
                               const window_starts& starts, std::uint64_t length) {
    listed_plan best;
    // Places are distinguished by as many letters as a half is listed by, or by one more.
    for (unsigned known = tuning::least_letters_known; known <= asked_beginnings::most_letters; ++known)
        for (const unsigned listed : {known - 1, known}) {
            listed_split split = best_split(length, given.allowed.edits, listed);
            split.known = known;
            if (split.edits == 0) continue; // there is none
            const listed_plan plan = plan_by(split, given, starts, length, static_cast<double>(resources.memory) / 8);
            if (plan.cost < best.cost) best = plan;
        }
    return best;
}

} // namespace

std::vector<std::uint8_t> known_supports::tell(const window_classes& classes, std::span<std::uint64_t> of) const {
    std::vector<std::uint8_t> is_unknown(classes.size(), 1);
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const auto at = std::ranges::lower_bound(starts, classes.representative(index));
        if (at == starts.end() || *at != classes.representative(index)) continue;
        is_unknown[index] = 0;
        of[index] = supports[static_cast<std::size_t>(at - starts.begin())];
    }
    return is_unknown;
}

bool drop_by_listed_places(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                           double otherwise, window_starts& starts, known_supports& known) {
    known = {};
    if (!is_listing_possible(given, length) || starts.empty()) return false;
    const listed_plan plan = plan_listed_places(given, resources, starts, length);
    const double most = tuning::share_of_listed_places * otherwise;
    if (plan.cost == HUGE_VAL || plan.cost > most) return false;
    place_lister lister(given, resources, starts, length, plan.split);
    const auto windows = lister.windows();
    if (windows.empty()) return false;
    std::vector<ordered_window> sample;
    const std::size_t asked = std::min(windows.size(), tuning::windows_asked_first_by_listing);
    for (std::size_t each = 0; each < asked; ++each)
        sample.push_back(windows[each * windows.size() / asked]);
    const bool is_exact = given.copies == 1 && plan.split.is_exact();
    std::vector<std::uint8_t> keeps(starts.size(), 1);
    if (!is_exact && otherwise < HUGE_VAL) {
        lister.ask(sample, given.support, [&](std::uint32_t index, std::uint64_t holders) {
            if (holders < given.support) keeps[index] = 0;
        });
        const auto left = static_cast<double>(
            std::ranges::count_if(sample, [&](const ordered_window& each) { return keeps[each.index] != 0; }));
        if (plan.cost + left / static_cast<double>(asked) * otherwise > most) return false;
    }
    std::vector<std::uint32_t> holders_of(is_exact ? starts.size() : 0, 0);
    const std::uint64_t wanted = is_exact ? given.of.sequences() : given.support;
    lister.ask(windows, wanted, [&](std::uint32_t index, std::uint64_t holders) {
        if (holders < given.support) keeps[index] = 0;
        if (is_exact) holders_of[index] = static_cast<std::uint32_t>(holders);
    });
    if (is_exact) {
        known.length = length;
        for (std::size_t index = 0; index < starts.size(); ++index)
            if (holders_of[index] >= given.support) {
                known.starts.push_back(starts[index]);
                known.supports.push_back(holders_of[index]);
            }
    }
    const std::size_t all = starts.size();
    runtime::keep_marked(resources.workers, starts, keeps);
    resources.notes.push_back("windows of length " + std::to_string(length) +
                              " left by the sequences with places near to both their halves: " +
                              std::to_string(starts.size()) + " of " + std::to_string(all));
    return true;
}

} // namespace concord::substring
