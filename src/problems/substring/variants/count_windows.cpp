// Distinct windows in all sequences: they are walked as a trie, so that what two of them begin with is compared once.
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace concord::substring {
namespace {

/// One thread's walks.
class window_counter {
  public:
    window_counter(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                   const window_classes& classes, std::uint64_t length, std::vector<std::uint64_t>& supports)
        : given_(given), workers_(resources.workers), classes_(classes), length_(length), supports_(supports),
          grower_(given.of, resources.kernels, lanes.letters, given.allowed) {}

    void count(const lane_block& block, std::size_t first, std::size_t last) {
        word_rows empty = grower_.begin(block);
        descend(0, empty, first, last, 0);
    }

  private:
    [[nodiscard]] std::span<const letter> letters(std::size_t index) const {
        return given_.of.letters(classes_.representative(index), length_);
    }

    /// As the words are read.
    [[nodiscard]] letter letter_of(std::size_t index, std::uint64_t depth) const {
        const std::uint64_t first = classes_.representative(index);
        return given_.of.text()[classes_.direction == reading::forward ? first + depth : first + length_ - 1 - depth];
    }

    /// Counts the classes [first, last), which begin with the same `depth` letters: those of `word`, which is made
    /// longer.
    void descend(std::size_t frame, word_rows& word, std::size_t first, std::size_t last, std::uint64_t depth) {
        for (;;) {
            for (; depth < length_ && letter_of(first, depth) == letter_of(last - 1, depth); ++depth) {
                grower_.extend(frame, word, letter_of(first, depth), (last - first) * (length_ - depth - 1));
                if (++steps_ % 1024 == 0) workers_.check_cancelled();
                if (word.holders == 0) return;
            }
            if (depth == length_) return add(first, word);
            // All but the last of the next letters in frames of their own; the last one may overwrite this word.
            for (std::size_t end = first; first + 1 < last; first = end) {
                const letter next = letter_of(first, depth);
                end = first + 1; // of those that go on with this letter
                for (std::size_t others = last; end < others;) {
                    const std::size_t middle = end + (others - end) / 2;
                    if (letter_of(middle, depth) == next)
                        end = middle + 1;
                    else
                        others = middle;
                }
                if (end == last) break;
                word_rows branch = word;
                descend(frame + 1, branch, first, end, depth);
            }
        }
    }

    void add(std::size_t index, const word_rows& word) {
        std::uint64_t holders = word.holders;
        if (given_.copies > 1) {
            holders = 0;
            grower_.for_each_holder(word, [&](std::uint64_t sequence) {
                if (holds_copies(given_.of, sequence, letters(index), given_.allowed, given_.copies)) ++holders;
            });
        }
        std::atomic_ref(supports_[index]).fetch_add(holders, std::memory_order_relaxed);
    }

    const variant_problem& given_;
    const runtime::thread_pool& workers_;
    const window_classes& classes_;
    std::uint64_t length_;
    std::vector<std::uint64_t>& supports_;
    word_grower grower_;
    std::uint64_t steps_ = 0;
};

} // namespace

bool holds_copies(const piece_collection& of, std::uint64_t sequence, std::span<const letter> substring,
                  const allowance& allowed, std::uint64_t copies) {
    // Of the occurrences only those matter that contain no other one. Greedily the one that ends first is taken.
    std::vector<text_part> parts;
    for (const piece& one : of.pieces(sequence)) {
        const std::span<const letter> text = of.letters(one.first, one.length);
        for (text_part part : shortest_parts(of, substring, text, allowed)) {
            if (one.is_reverse) part = {one.length - part.last, one.length - part.first, 0};
            parts.push_back({one.origin + part.first, one.origin + part.last, 0});
        }
    }
    std::ranges::sort(parts, {}, [](const text_part& part) { return std::pair(part.last, part.first); });
    std::uint64_t found = 0;
    std::uint64_t end = 0;
    for (const text_part& part : parts) {
        if (part.first == part.last) return true; // empty: any number of them stand next to each other
        if (part.first < end) continue;
        end = part.last;
        if (++found == copies) return true;
    }
    return false;
}

std::vector<std::uint64_t> count_windows(const variant_problem& given, const variant_resources& resources,
                                         const variant_lanes& lanes, const window_classes& classes,
                                         std::uint64_t length) {
    std::vector<std::uint64_t> supports(classes.size(), 0);
    if (classes.size() == 0) return supports;
    const std::vector<lane_block>& all_blocks = classes.direction == reading::forward ? lanes.blocks : lanes.backward;
    const std::size_t blocks = all_blocks.size();
    const std::size_t wanted = resources.workers.threads() == 1 ? 1 : std::size_t{4} * resources.workers.threads();
    const std::size_t ranges = std::min(classes.size(), (wanted + blocks - 1) / blocks);
    std::vector<std::unique_ptr<window_counter>> counters(resources.workers.threads());
    resources.workers.run(
        blocks * ranges, {"counting", "blocks", blocks * ranges}, [&](std::size_t task, unsigned worker) {
            if (!counters[worker])
                counters[worker] = std::make_unique<window_counter>(given, resources, lanes, classes, length, supports);
            const std::size_t range = task % ranges;
            counters[worker]->count(all_blocks[task / ranges], range * classes.size() / ranges,
                                    (range + 1) * classes.size() / ranges);
            return std::uint64_t{1};
        });
    return supports;
}

} // namespace concord::substring
