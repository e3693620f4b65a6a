// Windows, from the last of a piece to the first; which words are blocks, and what all of it costs.
#include "problems/substring/variants/anchored_search.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/block_chooser.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/word_reacher.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

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
};

/// Nucleotides, insertions and deletions, few edits, one copy; windows with a letter for each block at least.
bool can_be_anchored(const variant_problem& given, std::uint64_t length) {
    const piece_collection& of = given.of;
    return given.allowed.indels && given.allowed.edits <= most_edits_of_reaches && !of.has_sets() &&
           of.kinds() == piece_collection::kinds_of_dna && given.copies == 1 && given.support > 1 &&
           length > given.allowed.edits && of.text().size() <= tuning::most_letters_of_anchors;
}

/// Short words that a random sequence still has at few places of the text, for what is left of a window beside a
/// frequent word, and longer ones; none where memory does not suffice.
std::vector<anchor_index> make_indexes(const variant_problem& given, std::uint64_t length, std::uint64_t memory) {
    const double random = std::log(static_cast<double>(given.of.text().size()) + 1) / std::log(4.0);
    const std::uint64_t most = std::min(length / (given.allowed.edits + 1), anchor_index::most_letters);
    const auto shorter = static_cast<std::uint64_t>(std::max(random - tuning::letters_of_anchors, 1.0));
    std::vector<std::uint64_t> letters{std::min(shorter, most)};
    if (shorter < most) letters.push_back(std::min(shorter + tuning::more_letters_of_anchors, most));
    std::uint64_t bytes = anchor_text::bytes(given.of);
    for (const std::uint64_t each : letters)
        bytes += anchor_index::bytes(given.of, each);
    std::vector<anchor_index> indexes;
    if (bytes > memory) return indexes;
    for (const std::uint64_t each : letters)
        indexes.emplace_back(given.of, each);
    return indexes;
}

} // namespace

std::vector<anchor_index> make_anchors(const variant_problem& given, const variant_resources& resources,
                                       std::uint64_t length) {
    if (!can_be_anchored(given, length)) return {};
    return make_indexes(given, length, resources.memory);
}

double cost_of_anchors(const variant_problem& given, std::span<const anchor_index> indexes, const window_starts& starts,
                       std::uint64_t length, bool is_shared) {
    if (current_search_habits().counts_by_anchors) return 0;
    block_chooser chooser(indexes, given.allowed.edits + 1);
    const std::size_t asked = std::min(starts.size(), tuning::windows_asked_for_anchors);
    double anchors = 0;
    for (std::size_t index = 0; index < asked; ++index) {
        const std::uint64_t start = starts[index * starts.size() / asked];
        chooser.enter(given.of.piece_at(start));
        const chosen_blocks& blocks = chooser.choose(start, length);
        anchors += (static_cast<double>(blocks.places) + tuning::places_of_a_word) /
                   (1 + static_cast<double>(length - blocks.end) * tuning::skipped_by_ends);
    }
    const double edits = static_cast<double>(given.allowed.edits);
    double of_anchor = tuning::cost_of_anchor + tuning::cost_of_anchor_edit * edits;
    if (!is_shared) {
        // The screen drops nearly all, the fewer the more sequences are wanted.
        const double share = static_cast<double>(given.support) / static_cast<double>(given.of.sequences());
        of_anchor = std::min(of_anchor, (tuning::cost_of_random_anchor + tuning::cost_of_random_anchor_edit * edits) *
                                            (1 + share / tuning::share_of_followed_anchors));
    }
    return anchors * static_cast<double>(starts.size()) / static_cast<double>(std::max<std::size_t>(1, asked)) *
           of_anchor;
}

longest_windows search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                  std::span<const anchor_index> indexes, const window_starts& starts,
                                  std::uint64_t length) {
    const anchor_text text(given.of);
    best_length best{length, {}, {}};
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
            tools[worker] = std::make_unique<thread_tools>(
                thread_tools{{indexes, given.allowed.edits + 1}, {given, text, resources.reaches}});
        auto& [chooser, reacher] = *tools[worker];
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
            const chosen_blocks& blocks = chooser.choose(start, wanted);
            const word_reach found = reacher.find(start, blocks);
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
    longest_windows windows;
    if (best.windows.empty()) return windows;
    windows.length = best.length;
    for (const anchored_window& each : best.windows) {
        const piece& in = given.of.piece_at(each.start);
        windows.windows.push_back({in.sequence, in.origin + each.start - in.first, each.support});
    }
    return windows;
}

} // namespace concord::substring
