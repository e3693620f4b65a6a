// Windows of one length that have the support. What a window began with when too few sequences were left to hold it
// has no support either, and with it no other window that holds it: so not all windows are asked, but of neighbours the
// first one whose rare letters come early, and in the next round of what that one did not rule out.
//
//     windows of a read      [------ rare ------|-- frequent --]           read from the right: after two rare letters
//                              [----- rare -----|-- frequent ---]          too few sequences are left
//                                [---- rare ----|-- frequent ----]
//     ruled out                               ^^^^^^^^^^^^^^^^^            what all of these hold
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>

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

/// Of windows next to each other the one that most of them follow, as they are read, and further ones without a letter
/// in common with it. Only windows that begin, as they are read, with a word that many sequences hold, as long as there
/// are some: others are walked in all sequences for many letters, and hold what rules out those.
window_starts asked_first(const filtered& judged, const window_starts& starts, std::uint64_t length,
                          std::uint64_t support) {
    const auto begins_frequently = [&](std::uint64_t start) {
        return judged.block == 0 || length < judged.block ||
               std::max(judged.counts[start], judged.counts[start + length - judged.block]) >= support;
    };
    const bool has_frequent = std::ranges::any_of(starts, begins_frequently);
    window_starts asked;
    for (std::size_t first = 0, last = 0; first < starts.size(); first = last) {
        last = first + 1;
        if (has_frequent && !begins_frequently(starts[first])) continue;
        const reading direction = judged.direction_of(starts[first], length);
        while (last < starts.size() && starts[last] == starts[last - 1] + 1 &&
               judged.direction_of(starts[last], length) == direction &&
               !(has_frequent && !begins_frequently(starts[last])))
            ++last;
        const std::size_t offset = direction == reading::backward ? 0 : (last - first - 1) % length;
        for (std::size_t at = first + offset; at < last; at += length)
            asked.push_back(starts[at]);
    }
    return asked;
}

/// The windows of all of these hold what is known.
known_starts holders_of_dead(std::uint64_t start, std::uint64_t letters, std::uint64_t length, reading direction) {
    const std::uint64_t before = length - letters;
    if (direction == reading::backward) return {start, start + before};
    return {start < before ? 0 : start - before, start};
}

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

} // namespace

supported_starts count_supported(const variant_problem& given, variant_engine& engine,
                                 const variant_resources& resources, const filtered& judged,
                                 const window_starts& starts, std::uint64_t length) {
    std::vector<counted_start> found;
    std::size_t distinct = 0;
    // With a support of one a window counts where it stands, whatever it begins with.
    bool in_rounds = engine.finds_dead_beginnings() && given.support > 1;
    for (window_starts left = starts; !left.empty();) {
        in_rounds = in_rounds && left.size() >= current_search_habits().least_asked_in_rounds;
        const window_starts asked = in_rounds ? asked_first(judged, left, length, given.support) : left;
        std::vector<known_starts> known;
        for (const reading direction : {reading::forward, reading::backward}) {
            window_starts some;
            for (const std::uint64_t start : asked)
                if (judged.direction_of(start, length) == direction) some.push_back(start);
            if (some.empty()) continue;
            const window_classes classes = group_windows(given.of, some, length, direction, resources.workers);
            const counted_classes counted = engine.count(classes, length);
            distinct += classes.size();
            for (std::size_t index = 0; index < classes.size(); ++index) {
                // A window with more letters that match nothing than edits are allowed occurs nowhere but where it
                // stands, and there it occurs whatever its letters are.
                const std::uint64_t support =
                    given.copies == 1 ? std::max<std::uint64_t>(1, counted.supports[index]) : counted.supports[index];
                for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at) {
                    const std::uint64_t start = classes.members[at];
                    if (support >= given.support) found.push_back({start, support});
                    if (in_rounds)
                        known.push_back(support >= given.support
                                            ? known_starts{start, start}
                                            : holders_of_dead(start, counted.dead[index], length, direction));
                }
            }
        }
        if (!in_rounds) break;
        const std::size_t before = left.size();
        drop_known(left, known);
        in_rounds = left.size() < before - before / 4 || known.size() < before / 16;
    }
    std::ranges::sort(found, {}, &counted_start::start);
    resources.notes.push_back("windows of length " + std::to_string(length) + ": " + std::to_string(starts.size()) +
                              ", " + std::to_string(distinct) + " distinct ones counted; " +
                              std::to_string(found.size()) + " have the support");
    supported_starts made{length, {}, {}};
    for (const counted_start& each : found) {
        made.starts.push_back(each.start);
        made.supports.push_back(each.support);
    }
    return made;
}

} // namespace concord::substring
