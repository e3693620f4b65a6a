// Windows, from the last of a piece to the first; which words are blocks, and what all of it costs.
#include "problems/substring/variants/anchored_search.hpp"
#include "problems/substring/anchor_tuning.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/block_chooser.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/window_hash.hpp"
#include "problems/substring/variants/word_reacher.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

namespace concord::substring {
namespace {

/// A window of `length` letters at a place of the text that so many sequences hold.
struct anchored_window {
    std::uint64_t start;
    std::uint64_t length;
    std::uint64_t support;
};

/// What is known of the longest windows, by all threads.
struct best_length {
    std::atomic<std::uint64_t> length;
    std::mutex adding;
    std::vector<anchored_window> windows;
    window_starts without_blocks;

    void leave(std::uint64_t start) {
        const std::scoped_lock lock(adding);
        without_blocks.push_back(start);
    }

    void add(const anchored_window& found) {
        const std::scoped_lock lock(adding);
        if (found.length < length) return;
        if (found.length > length) length = found.length;
        windows.push_back(found);
    }
};

/// What a thread has.
struct thread_tools {
    block_chooser chooser;
    word_reacher reacher;
    window_hash hash;
    known_windows<word_reach> known; ///< how far the windows reach that a thread has come by
};

/// Nucleotides, few edits, one copy; windows with a letter for each block at least.
bool can_be_anchored(const variant_problem& given, std::uint64_t length) {
    const piece_collection& of = given.of;
    return given.allowed.edits <= most_edits_of_reaches && of.is_dna() && given.copies == 1 && given.support > 1 &&
           length > given.allowed.edits && of.text().size() <= tuning::most_letters_of_anchors;
}

/// Letters of short words that a random sequence still has at few places of the text, for what is left of a window
/// beside a frequent word, and of longer ones.
std::vector<std::uint64_t> letters_of_words(const variant_problem& given, std::uint64_t length) {
    const double random = std::log(static_cast<double>(given.of.text().size()) + 1) / std::log(4.0);
    const std::uint64_t most = std::min(length / (given.allowed.edits + 1), anchor_index::most_letters);
    const auto shorter = static_cast<std::uint64_t>(std::max(random - tuning::letters_of_anchors, 1.0));
    std::vector<std::uint64_t> letters{std::min(shorter, most)};
    if (shorter < most) letters.push_back(std::min(shorter + tuning::more_letters_of_anchors, most));
    return letters;
}

} // namespace

window_anchors make_anchors(const variant_problem& given, const variant_resources& resources, std::uint64_t length) {
    const std::uint64_t most_spellings = current_search_habits().most_spellings;
    if (!can_be_anchored(given, length)) return {{given.of, 0, most_spellings}, {}};
    const std::vector<std::uint64_t> letters = letters_of_words(given, length);
    window_anchors made{{given.of, letters.back(), most_spellings}, {}};
    std::uint64_t bytes = anchor_text::bytes(given.of);
    for (const std::uint64_t each : letters)
        bytes += anchor_index::bytes(given.of, made.without, each);
    if (bytes > resources.memory) return made;
    for (const std::uint64_t each : letters)
        made.indexes.emplace_back(given.of, made.without, each, resources.workers);
    return made;
}

double cost_of_anchors(const variant_problem& given, const window_anchors& anchors_of, const window_starts& starts,
                       std::uint64_t length, bool is_shared) {
    if (current_search_habits().counts_by_anchors) return 0;
    block_chooser chooser(anchors_of.indexes, given.allowed.edits + 1);
    const std::size_t asked = std::min(starts.size(), tuning::windows_asked_for_anchors);
    double anchors = 0;
    for (std::size_t index = 0; index < asked; ++index) {
        const std::uint64_t start = starts[index * starts.size() / asked];
        chooser.enter(given.of.piece_at(start));
        const chosen_blocks& blocks = chooser.choose(start, length);
        if (blocks.each.empty()) continue; // it is counted in another way
        anchors += (static_cast<double>(blocks.places) + tuning::places_of_a_word) /
                   (1 + static_cast<double>(length - blocks.end) * tuning::skipped_by_ends);
    }
    const double edits = static_cast<double>(given.allowed.edits);
    double of_anchor = tuning::cost_of_anchor + tuning::cost_of_anchor_edit * edits;
    const double share = static_cast<double>(given.support) / static_cast<double>(given.of.sequences());
    if (is_shared) {
        of_anchor *= 1 + share / tuning::share_of_shared_anchors; // the screen leaves those of sequences that hold it
        of_anchor *= std::max(1.0, static_cast<double>(length) / tuning::letters_of_followed_anchor);
    } else {
        // The screen drops nearly all, the fewer the more sequences are wanted.
        of_anchor = std::min(of_anchor, (tuning::cost_of_random_anchor + tuning::cost_of_random_anchor_edit * edits) *
                                            (1 + share / tuning::share_of_followed_anchors));
    }
    return anchors * static_cast<double>(starts.size()) / static_cast<double>(std::max<std::size_t>(1, asked)) *
           of_anchor;
}

supported_starts search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                   const window_anchors& anchors, window_starts& starts, std::uint64_t length) {
    const anchor_text text(given.of);
    const word_letters letters(given.of);
    const std::vector<lane_block> letterwise =
        make_lane_blocks(given.of, letters, anchors.without.list, current_search_habits().bytes_of_rows,
                         reading::forward, resources.workers);
    best_length best{length, {}, {}, {}};
    const std::size_t tasks = std::min<std::size_t>(starts.size(), 512);
    std::vector<std::unique_ptr<thread_tools>> tools(resources.workers.threads());
    // A piece belongs to the task that its first window is in.
    const auto border = [&](std::size_t task) {
        std::size_t at = task * starts.size() / tasks;
        if (at == 0 || at == starts.size()) return at;
        const piece& in = given.of.piece_at(starts[at - 1]);
        while (at < starts.size() && starts[at] < in.first + in.length)
            ++at;
        return at;
    };
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        if (!tools[worker])
            tools[worker] =
                std::make_unique<thread_tools>(thread_tools{{anchors.indexes, given.allowed.edits + 1},
                                                            {given, resources, text, letters, letterwise},
                                                            {given.of.text(), length},
                                                            {given.of.text(), tuning::windows_known_by_anchors}});
        auto& [chooser, reacher, hash, known] = *tools[worker];
        const piece* in = nullptr;
        std::uint64_t end = 0; // no window of this piece that is left ends behind it
        for (std::size_t at = border(task + 1), first = border(task); at > first;) {
            const std::uint64_t start = starts[--at];
            if (in == nullptr || start < in->first) {
                in = &given.of.piece_at(start);
                end = in->first + in->length;
                chooser.enter(*in);
            }
            const std::uint64_t wanted = best.length.load(std::memory_order_relaxed);
            if (start + wanted > end) continue;
            const std::uint64_t most = in->first + in->length - start;
            if (hash.length() != wanted) hash = {given.of.text(), wanted};
            const std::uint64_t of_window = hash.at(start);
            const word_reach* const equal = known.find(of_window, start, most);
            word_reach found{};
            if (equal != nullptr) {
                found = *equal;
            } else {
                const chosen_blocks& blocks = chooser.choose(start, wanted);
                if (blocks.each.empty()) {
                    best.leave(start);
                    continue;
                }
                found = reacher.find(start, blocks);
                // With one letter more the support is lost, which the end of a piece does not tell.
                if (found.length < most) known.add(of_window, start, found.length + 1, found);
            }
            end = std::min(end, start + found.length);
            if (found.length >= wanted) best.add({start, found.length, found.support});
        }
        resources.workers.check_cancelled();
        return std::uint64_t{1};
    });
    std::erase_if(best.windows, [&](const anchored_window& each) { return each.length < best.length; });
    std::ranges::sort(best.windows, {}, &anchored_window::start);
    resources.notes.push_back("windows of length " + std::to_string(length) + " or more, by places of their blocks: " +
                              std::to_string(starts.size()) + "; " + std::to_string(best.windows.size()) +
                              " of length " + std::to_string(best.length) + " have the support");
    std::ranges::sort(best.without_blocks);
    starts = std::move(best.without_blocks);
    supported_starts found{best.windows.empty() ? 0 : best.length.load(), {}, {}};
    for (const anchored_window& each : best.windows) {
        found.starts.push_back(each.start);
        found.supports.push_back(each.support);
    }
    return found;
}

} // namespace concord::substring
