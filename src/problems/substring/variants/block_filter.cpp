// The filter of the variants: windows whose blocks too few sequences hold (variant_search.hpp).
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/word_counts.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace concord::substring {
namespace {

constexpr std::uint64_t least_sequences_of_kept = 1024; ///< that are worth a task

/// A block of random letters that is expected in so many sequences says nothing.
bool is_selective(const variant_problem& given, std::uint64_t block) {
    const double letters = static_cast<double>(given.of.text().size()) / static_cast<double>(given.of.sequences());
    const double words = std::pow(given.of.is_dna() ? 4.0 : 16.0, static_cast<double>(block));
    const double share = 1 - std::exp(-letters / words);
    const double expected = share * static_cast<double>(given.of.sequences() * (given.allowed.edits + 1));
    return expected < static_cast<double>(given.support);
}

} // namespace

std::uint64_t block_to_filter_by(const variant_problem& given, std::uint64_t length) {
    const std::uint64_t most = given.of.has_sets() ? tuning::most_letters_of_spelled_block : length;
    const std::uint64_t block = std::min(most, length / (given.allowed.edits + 1));
    if (block == 0 || given.of.sequences() < 2 || given.support < 2 ||
        !(current_search_habits().always_filters || is_selective(given, block)))
        return 0;
    return block;
}

filtered filtered_windows(const variant_problem& given, const variant_resources& resources, std::uint64_t length) {
    const piece_collection& of = given.of;
    const std::uint64_t blocks = given.allowed.edits + 1;
    const std::uint64_t block = block_to_filter_by(given, length);
    filtered found;
    // Those whose start is_left() tells, of all.
    const auto keep = [&](const auto& is_left) {
        std::atomic<std::uint64_t> all = 0;
        found.starts = runtime::collect_parts<std::uint64_t>(
            resources.workers, of.sequences(), least_sequences_of_kept,
            [&](std::uint64_t first, std::uint64_t last, window_starts& of_part) {
                std::uint64_t seen = 0;
                for (std::uint64_t sequence = first; sequence < last; ++sequence)
                    for (const piece& one : of.pieces(sequence)) {
                        if (one.is_reverse || one.length < length) continue;
                        seen += one.length - length + 1;
                        for (std::uint64_t start = one.first; start + length <= one.first + one.length; ++start)
                            if (is_left(start)) of_part.push_back(start);
                    }
                all += seen;
            });
        found.all = all;
    };
    if (block == 0) {
        keep([](std::uint64_t) { return true; });
        return found;
    }
    const word_counts words(of, resources.workers, block, resources.memory, current_search_habits().most_spellings,
                            false);
    found.block = block;
    found.counts = words.by_start();
    const std::uint64_t least = 1 + words.of_any();
    keep([&](std::uint64_t start) {
        std::uint64_t from_left = least;
        std::uint64_t from_right = least;
        for (std::uint64_t index = 0; index < blocks; ++index) {
            from_left += found.counts[start + index * block];
            from_right += found.counts[start + length - (index + 1) * block];
        }
        return std::min(from_left, from_right) >= given.support;
    });
    resources.notes.push_back("windows of length " + std::to_string(length) + " left by blocks of " +
                              std::to_string(block) + ": " + std::to_string(found.starts.size()) + " of " +
                              std::to_string(found.all));
    return found;
}

void judge_windows(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                   filtered& windows) {
    const piece_collection& of = given.of;
    if (windows.block > 0 || !of.is_dna() || given.support < 2 || !outlook_of(given).is_shared) return;
    // Fewer random sequences than half of those that are wanted hold such a word.
    const auto wanted = static_cast<double>(given.support);
    double random = 2 * static_cast<double>(of.text().size());
    std::uint64_t letters = 0;
    while (random > wanted) {
        random /= 4;
        ++letters;
    }
    if (letters == 0 || 2 * letters > length) return;
    windows.block = letters;
    windows.counts =
        word_counts(of, resources.workers, letters, resources.memory, current_search_habits().most_spellings, false)
            .by_start();
}

} // namespace concord::substring
