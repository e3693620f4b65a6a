// Windows of one length that have the support. What a window began with when too few sequences were left to hold it
// has no support either, and with it no other window that holds it: so not all windows are asked, but of neighbours the
// first one whose rare letters come early, and in the next round of what that one did not rule out. Before these, words
// that are shorter than windows do the same: all that begin with the same few of the frequent letters are one walk.
//
//     windows of a read      [------ rare ------|-- frequent --]           read from the right: after two rare letters
//                              [----- rare -----|-- frequent ---]          too few sequences are left
//                                [---- rare ----|-- frequent ----]
//     ruled out                               ^^^^^^^^^^^^^^^^^            what all of these hold
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_hash.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace concord::substring {
namespace {

struct counted_start {
    std::uint64_t start;
    std::uint64_t support;
};

/// Starts that are known not to have the support, or have been counted: both included.
struct known_starts {
    std::uint64_t first;
    std::uint64_t last;
};

/// Words of the text that are counted: windows, or shorter ones that rule out windows.
struct asked_words {
    std::uint64_t length = 0;
    window_starts forward; ///< where those begin that are read from their first letter on
    window_starts backward;

    [[nodiscard]] window_starts& read(reading direction) { return direction == reading::forward ? forward : backward; }
    [[nodiscard]] std::size_t size() const noexcept { return forward.size() + backward.size(); }
};

/// Windows next to each other that are read in the same direction: [first, last) of the starts.
struct window_run {
    std::size_t first;
    std::size_t last;
    reading direction;
};

/// Only windows that begin, as they are read, with a word that many sequences hold, as long as there are some: others
/// are walked in all sequences for many letters, and hold what rules out those.
template <class Visit>
void for_each_run(const filtered& judged, const window_starts& starts, std::uint64_t length, std::uint64_t support,
                  Visit visit) {
    const auto begins_frequently = [&](std::uint64_t start) {
        return judged.block == 0 || length < judged.block ||
               std::max(judged.counts[start], judged.counts[start + length - judged.block]) >= support;
    };
    const bool has_frequent = std::ranges::any_of(starts, begins_frequently);
    for (std::size_t first = 0, last = 0; first < starts.size(); first = last) {
        last = first + 1;
        if (has_frequent && !begins_frequently(starts[first])) continue;
        const reading direction = judged.direction_of(starts[first], length);
        while (last < starts.size() && starts[last] == starts[last - 1] + 1 &&
               judged.direction_of(starts[last], length) == direction &&
               !(has_frequent && !begins_frequently(starts[last])))
            ++last;
        visit(window_run{first, last, direction});
    }
}

/// Of windows next to each other the one that most of them follow, as they are read, and further ones without a letter
/// in common with it.
asked_words asked_first(const filtered& judged, const window_starts& starts, std::uint64_t length,
                        std::uint64_t support) {
    asked_words asked{length, {}, {}};
    for_each_run(judged, starts, length, support, [&](const window_run& run) {
        const std::size_t offset = run.direction == reading::backward ? 0 : (run.last - run.first - 1) % length;
        for (std::size_t at = run.first + offset; at < run.last; at += length)
            asked.read(run.direction).push_back(starts[at]);
    });
    return asked;
}

/// Of many short windows of nucleotides, some: as chance has them, they rule out no others, and all are best counted at
/// once (half_neighbourhoods.hpp).
std::size_t share_asked(const variant_problem& given, const asked_words& asked) {
    return given.of.is_dna() && asked.length <= tuning::letters_of_sampled_round &&
                   asked.size() >= tuning::windows_of_sampled_round
               ? tuning::share_of_sampled_round
               : 1;
}

void keep_every(window_starts& starts, std::size_t share) {
    for (std::size_t at = 0; at * share < starts.size(); ++at)
        starts[at] = starts[at * share];
    starts.resize((starts.size() + share - 1) / share);
}

/// The words that are asked before any window.
struct core_shape {
    std::uint64_t frequent = 0; ///< letters that they begin with, at least as many as a block has
    std::uint64_t letters = 0;  ///< enough for too few sequences to hold them; 0: there are no such words
};

/// None where windows are not longer. Random sequences rarely hold the frequent letters with so many edits, so that
/// words which begin with them are not walked in all.
core_shape shape_of_cores(const variant_problem& given, const filtered& judged, std::uint64_t length) {
    if (judged.block == 0) return {};
    if (current_search_habits().always_filters) {
        const std::uint64_t letters = (judged.block + length) / 2;
        return {judged.block, letters < length ? letters : 0};
    }
    if (given.of.kinds() > 32) return {};
    const double sequences = static_cast<double>(given.of.sequences());
    const auto random_holders = [&](std::uint64_t letters) {
        // A letter has some 8 edits: one of 4 letters in its place or before it, or none.
        double near = static_cast<double>(given.of.text().size()) / sequences / std::pow(4.0, letters);
        for (std::uint64_t edit = 1; edit <= given.allowed.edits; ++edit)
            near *= 8 * static_cast<double>(letters) / static_cast<double>(edit);
        return near;
    };
    std::uint64_t frequent = judged.block;
    while (random_holders(frequent) > tuning::most_random_holders)
        if (++frequent >= length) return {};
    const double random = std::log(sequences) / std::log(4.0);
    const std::uint64_t letters = frequent + static_cast<std::uint64_t>(random) + tuning::more_letters_of_core;
    return {frequent, letters + judged.block / 2 < length ? letters : 0};
}

/// Of windows next to each other a word that most of them hold: as it is read, it begins with the frequent letters next
/// to the rare ones. How many more of the frequent ones a window has differs from sequence to sequence; but these words
/// begin alike, and are walked as one.
///
///     windows             [---- rare ----|- AGATCGG]              [- rare -|- AGATCGGAAGAGC]
///     words                [--- rare ----|- AGAT]            [--- rare ----|- AGAT]
asked_words cores_of(const variant_problem& given, const filtered& judged, const window_starts& starts,
                     std::uint64_t length) {
    const core_shape shape = shape_of_cores(given, judged, length);
    const std::uint64_t frequent = shape.frequent;
    const std::uint64_t letters = shape.letters;
    asked_words cores{letters, {}, {}};
    if (letters == 0) return cores;
    const std::uint64_t more = frequent - judged.block; // frequent letters beyond a block
    const auto is_frequent = [&](std::uint64_t at) {
        return judged.counts[at] >= given.support && judged.counts[at + more] >= given.support;
    };
    for_each_run(judged, starts, length, given.support, [&](const window_run& run) {
        const std::uint64_t first = starts[run.first];
        const std::uint64_t end = starts[run.last - 1] + length;
        if (end - first > 2 * length) return; // of long pieces several would be needed
        const piece& in = given.of.piece_at(first);
        if (run.direction == reading::backward) {
            std::uint64_t at = first;
            while (at + frequent < first + length && !is_frequent(at))
                ++at;
            if (at + frequent >= in.first + letters && is_frequent(at))
                cores.backward.push_back(at + frequent - letters);
        } else {
            std::uint64_t at = end - frequent;
            while (at > end - length && !is_frequent(at))
                --at;
            if (at + letters <= in.first + in.length && is_frequent(at)) cores.forward.push_back(at);
        }
    });
    return cores;
}

/// The windows that hold the letters [first, end) of the text.
known_starts holders_of(std::uint64_t first, std::uint64_t end, std::uint64_t length) {
    return {end < length ? 0 : end - length, first};
}

/// What was counted of a word, wherever it stands.
struct counted_word {
    std::uint64_t support = 0; ///< 0: too few sequences
    std::uint64_t dead = 0;    ///< letters with which they are too few; 0: these are not known
    reading direction = reading::forward;

    /// The windows of `length` letters that are known by this word of so many letters at `start`.
    [[nodiscard]] known_starts known(std::uint64_t start, std::uint64_t letters, std::uint64_t length) const {
        if (support > 0 || dead == 0) return {start, start};
        return direction == reading::forward ? holders_of(start, start + dead, length)
                                             : holders_of(start + letters - dead, start + letters, length);
    }
};

struct word_at {
    std::uint64_t start;
    counted_word word;
};

void drop_known(window_starts& starts, std::vector<known_starts>& known) {
    std::ranges::sort(known, {}, &known_starts::first);
    std::size_t next = 0;
    std::uint64_t end = 0; // of what is known, of all that begins up to here
    std::erase_if(starts, [&](std::uint64_t start) {
        for (; next < known.size() && known[next].first <= start; ++next)
            end = std::max(end, known[next].last + 1);
        return start < end;
    });
}

/// Drops windows equal to those that were counted, and what these rule out; those that have the support are found.
void drop_equal(const piece_collection& of, std::span<const word_at> words, window_starts& starts, std::uint64_t length,
                std::vector<counted_start>& found) {
    window_hash hash(of.text(), length);
    known_windows<counted_word> counted(of.text(), 2 * words.size());
    for (const word_at& each : words)
        counted.add(hash.at(each.start), each.start, length, each.word);
    std::vector<known_starts> known;
    for (const std::uint64_t start : starts) {
        const counted_word* const equal = counted.find(hash.at(start), start, length);
        if (equal == nullptr) continue;
        known.push_back(equal->known(start, length, length));
        if (equal->support > 0) found.push_back({start, equal->support});
    }
    drop_known(starts, known);
}

} // namespace

supported_starts count_supported(const variant_problem& given, variant_engine& engine,
                                 const variant_resources& resources, const filtered& judged,
                                 const window_starts& starts, std::uint64_t length) {
    std::vector<counted_start> found;
    std::size_t distinct = 0;
    std::vector<known_starts> known;
    std::vector<word_at> words; // windows that were counted in this round
    const auto count_some = [&](asked_words& asked, const ruled_out_windows& dead, bool is_last) {
        for (const reading direction : {reading::forward, reading::backward}) {
            if (asked.read(direction).empty()) continue;
            const window_classes classes =
                group_windows(given.of, asked.read(direction), asked.length, direction, resources.workers);
            const counted_classes counted = engine.count(classes, asked.length, dead);
            distinct += classes.size();
            // A window with more letters that match nothing than edits are allowed occurs nowhere but where it stands,
            // and there it occurs whatever its letters are.
            const auto support_of = [&](std::size_t index) {
                return given.copies == 1 ? std::max<std::uint64_t>(1, counted.supports[index])
                                         : counted.supports[index];
            };
            if (asked.length == length) {
                const auto collect = [&](std::uint64_t from, std::uint64_t to, std::vector<counted_start>& values) {
                    for (std::uint64_t index = from; index < to; ++index)
                        if (const std::uint64_t support = support_of(index); support >= given.support)
                            for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at)
                                values.push_back({classes.members[at], support});
                };
                const std::vector<counted_start> some = runtime::collect_parts<counted_start>(
                    resources.workers, classes.size(), tuning::least_windows_of_part, collect);
                found.insert(found.end(), some.begin(), some.end());
            }
            if (is_last) continue;
            for (std::size_t index = 0; index < classes.size(); ++index) {
                const bool has_support = support_of(index) >= given.support;
                if (!has_support && counted.dead.empty()) continue;
                const counted_word word{has_support ? support_of(index) : 0, has_support ? 0 : counted.dead[index],
                                        direction};
                if (asked.length == length) words.push_back({classes.representative(index), word});
                if (has_support && asked.length < length) continue;
                for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at)
                    known.push_back(word.known(classes.members[at], asked.length, length));
            }
        }
    };
    window_starts left = starts;
    // With a support of one a window counts where it stands, whatever it begins with.
    const bool may_be_in_rounds = engine.finds_dead_beginnings() && given.support > 1 &&
                                  left.size() >= current_search_habits().least_asked_in_rounds;
    const bool are_counted_at_once = may_be_in_rounds && engine.counts_all_at_once(left, length);
    bool in_rounds = may_be_in_rounds && !are_counted_at_once;
    if (in_rounds) {
        asked_words cores = cores_of(given, judged, left, length);
        // Where they are many, windows are those that shorter ones with the support left: few of them are ruled out.
        if (cores.size() * tuning::windows_of_core <= left.size() || current_search_habits().always_filters) {
            count_some(cores, {ruled_out_windows::any}, false);
            drop_known(left, known);
        }
    }
    // Two windows of one piece are as far apart as it is longer, at most.
    const ruled_out_windows of_neighbours{
        in_rounds ? std::ranges::max(given.of.pieces(), {}, &piece::length).length - length : 0};
    for (bool is_first = true; in_rounds && left.size() >= current_search_habits().least_asked_in_rounds;
         is_first = false) {
        known.clear();
        words.clear();
        asked_words asked = asked_first(judged, left, length, given.support);
        const std::size_t share = is_first ? share_asked(given, asked) : 1;
        keep_every(asked.forward, share);
        keep_every(asked.backward, share);
        count_some(asked, of_neighbours, false);
        const std::size_t before = left.size();
        drop_known(left, known);
        drop_equal(given.of, words, left, length, found);
        in_rounds = left.size() < before - before / (4 * share) || known.size() < before / (16 * share);
    }
    asked_words rest{length, {}, {}};
    for (const std::uint64_t start : left)
        rest.read(are_counted_at_once ? reading::forward : judged.direction_of(start, length)).push_back(start);
    count_some(rest, {}, true);
    runtime::parallel_sort(resources.workers, found,
                           [](const counted_start& a, const counted_start& b) { return a.start < b.start; });
    resources.notes.push_back("windows of length " + std::to_string(length) + ": " + std::to_string(starts.size()) +
                              ", " + std::to_string(distinct) + " distinct words counted; " +
                              std::to_string(found.size()) + " have the support");
    supported_starts made{length, {}, {}};
    for (const counted_start& each : found) {
        made.starts.push_back(each.start);
        made.supports.push_back(each.support);
    }
    return made;
}

} // namespace concord::substring
