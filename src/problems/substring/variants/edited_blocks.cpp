// The second filter of the variants: blocks that may have an edit.
//
//   k = 3, four blocks     [GCATACGTA][CCTGATGCA][TTGACCGTA][ACGGATCCA]      two of them with two edits each would be
//   edits of an occurrence      1          2          -          -           four: three have at most one
//
// A block with one edit is one of some 8 q words of q letters: a letter is replaced; a letter is inserted, and the last
// one of the q + 1 left out; or a letter is deleted, then it is a word of q - 1. The sequences that hold any of them
// are at most the sum of their counts. A window whose random part is longer than a block or two is out.
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/edited_words.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/word_counts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

struct edited_blocks {
    std::uint64_t length; ///< letters of a block
    std::uint64_t count;
    std::uint64_t needed; ///< of them with at most one edit
};

double choose(std::uint64_t of, std::uint64_t some) {
    double ways = 1;
    for (std::uint64_t index = 1; index <= some; ++index)
        ways = ways * static_cast<double>(of - some + index) / static_cast<double>(index);
    return ways;
}

/// Words with at most one edit of one of so many letters of an alphabet.
double words_with_an_edit(std::uint64_t length, double letters, bool indels) {
    return static_cast<double>(length) * (indels ? 2 * letters : letters - 1) + 1;
}

/// The blocks of which the greatest share is needed, as long as random ones give too small a bound.
std::optional<edited_blocks> best_blocks(const variant_problem& given, std::uint64_t length, double letters) {
    const double sequences = static_cast<double>(given.of.sequences());
    const double each = static_cast<double>(given.of.text().size()) / sequences;
    std::optional<edited_blocks> best;
    const std::uint64_t spoiled = given.allowed.edits / 2;
    for (std::uint64_t needed = 1; needed <= 8; ++needed) {
        const edited_blocks blocks{length / (needed + spoiled), needed + spoiled, needed};
        if (blocks.length < tuning::least_edited_block) break;
        const double words = words_with_an_edit(blocks.length, letters, given.allowed.indels);
        const double share = std::min(1.0, words * each / std::pow(letters, static_cast<double>(blocks.length)));
        const bool is_selective =
            choose(blocks.count, needed) * share * sequences * 2 < static_cast<double>(given.support);
        if (is_selective || current_search_habits().always_filters) best = blocks;
    }
    return best;
}

/// What words are spelled in: all letters that they have, or the nucleotides that these may be.
std::vector<letter> spelled_letters(const piece_collection& of, const word_letters& letters) {
    if (of.has_sets()) return {0, 1, 2, 3};
    return {letters.all().begin(), letters.all().end()};
}

class edited_counts {
  public:
    edited_counts(const variant_problem& given, const word_letters& letters, const word_counts& words,
                  const word_counts& shorter)
        : of_(given.of), indels_(given.allowed.indels), words_(words), shorter_(shorter), length_(words.length()),
          powers_(length_ + 1, 1), prefix_(length_ + 1, 0) {
        for (const letter each : spelled_letters(given.of, letters))
            others_.push_back(each);
        others_.push_back(of_.nothing());
        for (std::uint64_t at = 1; at <= length_; ++at)
            powers_[at] = powers_[at - 1] * word_hash_base;
    }

    /// Sequences, at most, that hold the word at this place with at most one edit, but for those that may hold any.
    [[nodiscard]] std::uint64_t at(std::uint64_t start) {
        const std::span<const letter> word = of_.letters(start, length_);
        if (std::ranges::any_of(word, [&](letter each) { return each > of_.nothing(); })) return of_.sequences();
        const std::uint64_t unknown = of_.count_nothing(word); // each of them is an edit
        if (unknown > 1) return 0;
        for (std::uint64_t at = 0; at < length_; ++at)
            prefix_[at + 1] = prefix_[at] * word_hash_base + word[at] + 1;
        const std::uint64_t whole = prefix_[length_];
        std::uint64_t sum = unknown == 0 ? words_.of_hash(whole) : 0;
        for (std::uint64_t at = 0; at < length_; ++at) {
            const bool is_unknown = word[at] == of_.nothing();
            if (unknown > 0 && !is_unknown) continue; // the edit must be there
            // What follows the letters before `at`, without it or with it.
            const std::uint64_t behind = whole - prefix_[at + 1] * powers_[length_ - at - 1];
            const std::uint64_t other = prefix_[at] * powers_[length_ - at] + behind;
            for (const letter each : others_)
                if (each != word[at] || is_unknown)
                    sum += words_.of_hash(other + powers_[length_ - at - 1] * (each + std::uint64_t{1}));
            if (!indels_) continue;
            sum += shorter_.of_hash(prefix_[at] * powers_[length_ - at - 1] + behind);
            if (unknown > 0 || at == 0) continue; // an inserted letter does not take that one away
            const std::uint64_t rest = prefix_[length_ - 1] - prefix_[at] * powers_[length_ - 1 - at];
            for (const letter each : others_)
                sum += words_.of_hash(prefix_[at] * powers_[length_ - at] +
                                      powers_[length_ - at - 1] * (each + std::uint64_t{1}) + rest);
        }
        return std::min(sum, of_.sequences());
    }

  private:
    const piece_collection& of_;
    bool indels_;
    std::vector<letter> others_; ///< what may stand instead of a letter: any, and what matches nothing
    const word_counts& words_;
    const word_counts& shorter_;
    std::uint64_t length_;
    std::vector<std::uint64_t> powers_;
    std::vector<std::uint64_t> prefix_; ///< hashes of the first letters of a word
};

/// Whether the words of all letters are fewer than what is looked up otherwise.
bool are_counted_at_once(const variant_problem& given, const edited_blocks& blocks, std::size_t windows,
                         std::uint64_t memory) {
    if (!edited_words::are_possible(given.of, blocks.length, memory)) return false;
    return static_cast<double>(std::uint64_t{1} << 2 * blocks.length) <=
               tuning::words_counted_for_window * static_cast<double>(windows) ||
           current_search_habits().always_filters;
}

/// Calls visit(index of a window, sequences that hold it at most), by bounds for its blocks: `make_bounds` makes for
/// each task what tells how many sequences, at most, hold the block at a place with at most one edit, beside those that
/// may hold any.
template <class MakeBounds, class Visit>
void for_each_bound(const variant_resources& resources, std::uint64_t length, const window_starts& starts,
                    const edited_blocks& blocks, std::uint64_t of_any, MakeBounds make_bounds, Visit visit) {
    const std::uint64_t tasks = std::min<std::uint64_t>(starts.size(), 256);
    resources.workers.run(tasks, [&](std::size_t task, unsigned) {
        auto bound_at = make_bounds();
        // Windows overlap: what begins at the same place is counted once. Places are looked up in a ring.
        const std::uint64_t ring = std::bit_ceil(2 * length);
        constexpr std::uint64_t nowhere = ~std::uint64_t{0};
        std::vector<std::pair<std::uint64_t, std::uint64_t>> known(ring, {nowhere, 0});
        std::vector<std::uint64_t> each(blocks.count);
        for (std::size_t index = task * starts.size() / tasks; index < (task + 1) * starts.size() / tasks; ++index) {
            for (std::uint64_t block = 0; block < blocks.count; ++block) {
                const std::uint64_t place = starts[index] + block * blocks.length;
                auto& [at, count] = known[place % ring];
                if (at != place) {
                    at = place;
                    count = bound_at(place);
                }
                each[block] = count;
            }
            // All choices of as many blocks as are needed, the rarest of a choice bounding what holds all of them.
            std::ranges::sort(each, std::greater<>());
            double bound = 1 + static_cast<double>(of_any);
            for (std::uint64_t block = blocks.needed - 1; block < blocks.count; ++block)
                bound += static_cast<double>(each[block]) * choose(block, blocks.needed - 1);
            visit(index, bound);
        }
        resources.workers.check_cancelled();
    });
}

} // namespace

double cost_of_edited_blocks(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                             std::size_t windows) {
    constexpr double letters = 4;
    const std::optional<edited_blocks> blocks =
        given.allowed.edits == 0 ? std::nullopt : best_blocks(given, length, letters);
    if (!blocks) return 0;
    if (are_counted_at_once(given, *blocks, windows, resources.memory))
        return std::pow(letters, static_cast<double>(blocks->length)) * static_cast<double>(blocks->length) *
                   tuning::cost_of_edited_letter +
               static_cast<double>(windows) * tuning::cost_of_word_lookup;
    return static_cast<double>(windows) * words_with_an_edit(blocks->length, letters, given.allowed.indels) *
           tuning::cost_of_word_lookup;
}

void filter_by_edited_blocks(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                             filtered& windows) {
    const piece_collection& of = given.of;
    if (of.sequences() < 2 || given.support < 2 || given.allowed.edits == 0 || windows.starts.empty()) return;
    const word_letters letters(of);
    const std::optional<edited_blocks> blocks =
        best_blocks(given, length, std::max(2.0, static_cast<double>(spelled_letters(of, letters).size())));
    if (!blocks) return;
    const std::uint64_t spellings = current_search_habits().most_spellings;
    std::vector<std::uint8_t> keeps(windows.starts.size());
    const auto judge = [&](std::size_t index, double bound) {
        keeps[index] = bound >= static_cast<double>(given.support) ? 1 : 0;
    };
    if (are_counted_at_once(given, *blocks, windows.starts.size(), resources.memory)) {
        const edited_words words(of, resources.workers, blocks->length, given.allowed.indels, spellings);
        for_each_bound(
            resources, length, windows.starts, *blocks, words.of_any(),
            [&] { return [&](std::uint64_t place) { return words.at(place); }; }, judge);
    } else {
        const word_counts words(of, resources.workers, blocks->length, resources.memory, spellings, true);
        const word_counts shorter(of, resources.workers, blocks->length - 1, resources.memory, spellings, true);
        for_each_bound(
            resources, length, windows.starts, *blocks, std::uint64_t{words.of_any()} + shorter.of_any(),
            [&] {
                return [counts = edited_counts(given, letters, words, shorter)](std::uint64_t place) mutable {
                    return counts.at(place);
                };
            },
            judge);
    }
    std::size_t left = 0;
    for (std::size_t index = 0; index < keeps.size(); ++index)
        if (keeps[index] != 0) windows.starts[left++] = windows.starts[index];
    resources.notes.push_back("of these left by blocks of " + std::to_string(blocks->length) +
                              " that may have an edit: " + std::to_string(left));
    windows.starts.resize(left);
}

std::vector<strand_bounds> bounds_of_strands(const variant_problem& given, const variant_resources& resources,
                                             std::uint64_t length, const window_starts& starts) {
    constexpr double nucleotides = 4;
    const std::optional<edited_blocks> blocks =
        given.allowed.edits == 0 ? std::nullopt : best_blocks(given, length, nucleotides);
    if (!blocks || !are_counted_at_once(given, *blocks, starts.size(), resources.memory)) return {};
    std::vector<strand_bounds> bounds(starts.size());
    for (const counted_strands strand : {counted_strands::forward, counted_strands::reverse}) {
        const edited_words words(given.of, resources.workers, blocks->length, given.allowed.indels,
                                 current_search_habits().most_spellings, strand);
        for_each_bound(
            resources, length, starts, *blocks, words.of_any(),
            [&] { return [&](std::uint64_t place) { return words.at(place); }; },
            [&](std::size_t index, double bound) {
                (strand == counted_strands::forward ? bounds[index].forward : bounds[index].reverse) = bound;
            });
    }
    return bounds;
}

} // namespace concord::substring
