// Short windows that nearly all random sequences hold, counted by their halves: rows of few beginnings and of few ends
// tell which sequences hold the many windows made of them (row_kernels.hpp), a few operations for each window and
// vector of sequences, where the trie of count_windows.cpp takes all edits of several letters.
//
//     windows        ACGTTG|CA  ACGTTG|GT  ACGTTG|TA  ACGTTT|CA        rows of ACGTTG stay where they are;
//     ends           CA  GT  TA                                        rows of all ends fit into a cache
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/half_markers.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_halves.hpp"
#include "problems/substring/variants/window_trie.hpp"
#include "runtime/far_array.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

/// Of the rows of a window's halves in row_padding lanes, those that have bits in both: where 64 places are a word, a
/// half of some letters is in few of them with few edits. A letter has some 2 s edits, where there are s letters.
double filled_in_both(const variant_problem& given, std::size_t letters, std::uint64_t of_beginning,
                      std::uint64_t of_end) {
    const auto filled = [&](std::uint64_t length, std::uint64_t edits) {
        double each = std::pow(static_cast<double>(letters), -static_cast<double>(length));
        for (std::uint64_t edit = 1; edit <= edits; ++edit)
            each *= 2 * static_cast<double>(letters * length) / static_cast<double>(edit);
        return 1 - std::exp(-each * row_padding * sequence::letters_per_word);
    };
    double rows = 0; // of one word
    for (std::uint64_t edits = 0; edits <= given.allowed.edits; ++edits)
        rows += filled(of_beginning, edits) * filled(of_end, given.allowed.edits - edits);
    return rows / static_cast<double>(given.allowed.edits + 1);
}

/// Of the letters of the text, by a sample.
double share_of_sets(const piece_collection& of) {
    const std::size_t apart = 1 + of.text().size() / tuning::letters_for_chance;
    double letters = 0;
    double sets = 0;
    for (std::size_t at = 0; at < of.text().size(); at += apart, ++letters)
        if (of.text()[at] >= plain_nucleotides && of.text()[at] != piece_collection::barrier) ++sets;
    return letters == 0 ? 0 : sets / letters;
}

} // namespace

half_plan plan_halves(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                      std::span<const lane_block> blocks, std::uint64_t length,
                      const std::vector<std::uint32_t>& shared) {
    std::size_t most_rows = 0;
    for (const lane_block& block : blocks)
        most_rows = std::max(most_rows, rows_of_word(given, block));
    half_plan best;
    if (most_rows > most_rows_of_halves) return best;
    const auto classes = static_cast<double>(shared.size());
    // Sets of nucleotides are rare letters: most ends have none of them.
    const std::size_t kinds = given.of.has_sets() ? plain_nucleotides : letters.size();
    const double with_set = given.of.has_sets() ? share_of_sets(given.of) : 0;
    double words = 1;      // of the letters of an end, and of those that match nothing
    double plain_ends = 1; // without sets
    for (std::uint64_t of_end = 1; 2 * of_end <= length; ++of_end) {
        words *= static_cast<double>(kinds + 1);
        plain_ends = std::min(classes, plain_ends * static_cast<double>(kinds));
        const double ends =
            std::min(classes, plain_ends + classes * (1 - std::pow(1 - with_set, static_cast<double>(of_end))));
        const double bytes_of_row = ends * row_padding * sizeof(std::uint64_t);
        const double bytes = classes * sizeof(std::uint32_t) + bytes_of_row * static_cast<double>(most_rows);
        if (words > tuning::most_words_of_end ||
            bytes * resources.workers.threads() > static_cast<double>(resources.memory) / 8)
            break;
        double nodes = ends * 4 / 3;
        for (const std::uint32_t each : shared)
            nodes += each < length - of_end ? static_cast<double>(length - of_end - each) : 0;
        const double filled = filled_in_both(given, kinds, length - of_end, of_end);
        double cost = 0;
        for (const lane_block& block : blocks) {
            const auto rows = static_cast<double>(rows_of_word(given, block));
            const double doublings = std::log2(std::max(1.0, rows * bytes_of_row / tuning::bytes_of_ends));
            const double of_row = tuning::cost_of_half_row + tuning::cost_of_half_row_by_doubling * doublings;
            // All of few rows are looked at.
            const double looked_at = rows > most_rows_at_once ? rows * filled : rows;
            cost += static_cast<double>(block.lanes) / row_padding *
                    (nodes * (rows * tuning::cost_of_row_vector + tuning::cost_of_row_call) +
                     classes * (looked_at * of_row + tuning::cost_of_half_window));
        }
        if (best.letters_of_end == 0 || cost < best.cost) best = {of_end, cost};
    }
    return best;
}

namespace {

/// The largest one of as many words as half of all places are in lanes of at most: long sequences hold more by chance,
/// and short ones less.
const lane_block& middle_block(std::span<const lane_block> blocks) {
    std::size_t all = 0;
    for (const lane_block& block : blocks)
        all += block.lanes * block.words;
    std::size_t before = 0;
    std::size_t first = 0; // blocks are in ascending order of their words
    while (before + blocks[first].lanes * blocks[first].words < all - all / 2)
        before += blocks[first].lanes * blocks[first].words, ++first;
    const lane_block* middle = &blocks[first];
    for (const lane_block& block : blocks)
        if (block.words == middle->words && block.lanes > middle->lanes) middle = &block;
    return *middle;
}

/// Instructions, roughly, of walking so many words, of which each is already known up to the letters
/// shared_with(index): of some of them it is seen how far they are walked, and in how many lanes. One that is left then
/// is the walk of known_with(index, letters) words.
template <class LetterOf, class SharedWith, class KnownWith>
double cost_of_walks(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                     std::span<const lane_block> blocks, std::size_t words, std::uint64_t length, LetterOf letter_of,
                     SharedWith shared_with, KnownWith known_with) {
    const lane_block& sample = middle_block(blocks);
    std::size_t rows_of_all = 0;
    std::size_t sequences = 0;
    for (const lane_block& block : blocks) {
        rows_of_all += block.lanes * block.words;
        sequences += block.sequences;
    }
    const double share = static_cast<double>(sample.lanes * sample.words) / static_cast<double>(rows_of_all);
    // Of lanes some are padding: where all sequences are wanted, all of the sample are.
    const double support = static_cast<double>(given.support * sample.sequences) / static_cast<double>(sequences);
    const std::size_t asked = std::min(words, tuning::windows_asked_for_halves);
    std::vector<std::optional<word_grower>> growers(resources.workers.threads());
    std::vector<double> rows_of(asked, 0);
    resources.workers.run(asked, [&](std::size_t each, unsigned worker) {
        if (!growers[worker]) growers[worker].emplace(given.of, resources.kernels, letters, given.allowed, false);
        word_grower& grower = *growers[worker];
        const std::size_t index = (2 * each + 1) * words / (2 * asked);
        word_rows word = grower.begin(sample);
        std::uint64_t depth = 0;
        for (; depth < length && static_cast<double>(word.holders) >= support; ++depth) {
            if (depth >= shared_with(index))
                rows_of[each] += static_cast<double>(word.lanes * rows_of_word(given, sample));
            grower.extend(0, word, letter_of(index, depth), length - depth - 1);
        }
        rows_of[each] /= known_with(index, depth);
    });
    const double rows = std::accumulate(rows_of.begin(), rows_of.end(), 0.0);
    return rows / static_cast<double>(asked) * static_cast<double>(words) / share / row_padding *
           tuning::cost_of_row_vector;
}

/// The same of the classes of a trie.
double cost_of_walks(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                     std::span<const lane_block> blocks, const window_trie& trie,
                     const std::vector<std::uint32_t>& shared) {
    return cost_of_walks(
        given, resources, letters, blocks, shared.size(), trie.length(),
        [&](std::size_t index, std::uint64_t depth) { return trie.letter_of(index, depth); },
        [&](std::size_t index) { return shared[index]; }, [](std::size_t, std::uint64_t) { return 1.0; });
}

/// One thread's counts, of some lanes after the other.
class half_counter final : public lane_marker {
  public:
    half_counter(const variant_problem& given, const row_kernels& kernels, const word_letters& letters,
                 const window_halves& halves)
        : given_(given), kernels_(kernels), letters_(letters), halves_(halves) {}

    void mark(const some_lanes& part, std::span<std::uint8_t> held) override {
        const std::size_t rows = rows_of_word(given_, *part.block);
        lanes_.take(*part.block, part.lane, letters_.size());
        const std::uint64_t edits = given_.allowed.edits;
        const std::size_t of_letter = lanes_.of_letter();
        const std::size_t words_of_end = words_of_filled(rows);
        if (ends_.size() < halves_.ends() * rows * row_padding)
            ends_ = runtime::far_array<std::uint64_t>(halves_.ends() * rows * row_padding);
        filled_.resize(halves_.ends() * words_of_end);
        walk_.begin(lanes_, kernels_.extend_before, halves_.letters_of_end, edits, given_.allowed.indels);
        for (std::size_t end = 0; end < halves_.ends(); ++end) {
            walk_.share(halves_.shared_by_ends[end]);
            const std::uint64_t* const made = walk_.rows(halves_.end(end));
            std::uint64_t* const kept = ends_.data() + end * rows * row_padding;
            for (std::size_t each = 0; each <= edits; ++each)
                std::copy_n(made + (edits - each) * of_letter, of_letter, kept + each * of_letter);
            set_filled_rows(kept, rows, filled_.data() + end * words_of_end);
        }
        walk_.begin(lanes_, kernels_.extend, halves_.letters_of_beginning, edits, given_.allowed.indels);
        for (std::size_t index = 0; index < halves_.beginnings.size(); ++index) {
            const std::size_t first = halves_.beginnings[index].first;
            walk_.share(halves_.beginnings[index].shared);
            kernels_.mark_halves({walk_.rows(halves_.beginning(index)), ends_.data(), filled_.data(), rows},
                                 halves_.end_of_class.data() + first, halves_.last_of(index) - first,
                                 held.data() + first);
        }
    }

  private:
    const variant_problem& given_;
    const row_kernels& kernels_;
    const word_letters& letters_;
    const window_halves& halves_;
    half_lanes lanes_;
    half_walk walk_;
    runtime::far_array<std::uint64_t> ends_;
    std::vector<std::uint64_t> filled_; ///< rows of each end that have a bit
};

} // namespace

make_marker row_marker(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                       const window_halves& halves) {
    return [&] { return std::make_unique<half_counter>(given, resources.kernels, letters, halves); };
}

namespace {

/// Whether it is asked how that would be done, and what it costs.
bool is_worth_asking(const variant_problem& given, const window_trie& trie, std::size_t classes) {
    const double words = static_cast<double>(given.of.sequences()) +
                         static_cast<double>(given.of.text().size()) / sequence::letters_per_word;
    const double all = words * static_cast<double>(classes);
    return trie.length() >= 2 && trie.length() <= tuning::most_letters_of_halves &&
           classes >= tuning::least_windows_in_halves &&
           all * static_cast<double>(given.allowed.edits + 1) >= tuning::worth_halves;
}

} // namespace

double cost_of_random_walks(const variant_problem& given, const variant_resources& resources,
                            const word_letters& letters, std::span<const lane_block> blocks,
                            const window_starts& starts, std::uint64_t length) {
    // Random words of as many letters are as many as there are starts.
    const double known =
        std::log(static_cast<double>(starts.size())) / std::log(std::max(2.0, static_cast<double>(letters.size())));
    return cost_of_walks(
        given, resources, letters, blocks, starts.size(), length,
        [&](std::size_t index, std::uint64_t depth) { return given.of.text()[starts[index] + depth]; },
        [&](std::size_t) { return std::min(static_cast<std::uint64_t>(known), length - 1); },
        [&](std::size_t index, std::uint64_t letters) {
            // What a window begins with when it is left rules out those before it that hold it.
            if (length <= tuning::most_letters_of_single_walks) return 1.0;
            const std::uint64_t end = starts[index] + letters;
            const auto first = std::ranges::lower_bound(starts, end < length ? 0 : end - length);
            return static_cast<double>(starts.begin() + static_cast<std::ptrdiff_t>(index) - first) + 1;
        });
}

double cost_in_lanes(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                     std::span<const lane_block> blocks, const window_trie& trie, std::size_t classes) {
    if (!is_worth_asking(given, trie, classes)) return 0;
    const std::vector<std::uint32_t> shared = shared_letters(trie, classes, resources.workers);
    const double walks = cost_of_walks(given, resources, letters, blocks, trie, shared);
    if (given.copies > 1) return walks;
    const chosen_halves halves(given, resources, letters, blocks, trie, shared);
    return halves.way == way_of_halves::none ? walks : std::min(walks, halves.cost);
}

std::optional<counted_classes> count_by_halves(const variant_problem& given, const variant_resources& resources,
                                               const word_letters& letters, std::span<const lane_block> blocks,
                                               const window_trie& trie, std::size_t classes,
                                               const known_parts& parts_of_windows) {
    const bool is_forced = current_search_habits().counts_by_halves;
    if (given.copies > 1 || trie.length() < 2 || trie.length() > tuning::most_letters_of_halves ||
        (!is_forced && !is_worth_asking(given, trie, classes)))
        return std::nullopt;
    std::vector<std::uint32_t> shared = shared_letters(trie, classes, resources.workers);
    const chosen_halves first(given, resources, letters, blocks, trie, shared);
    if (first.way == way_of_halves::none) return std::nullopt;
    if (!is_forced && first.cost >= cost_of_walks(given, resources, letters, blocks, trie, shared)) return std::nullopt;

    const std::vector<some_lanes> parts = lanes_of(blocks);
    const std::size_t most_stages = parts.size() / (tuning::parts_of_stage * resources.workers.threads());
    const lane_stages stages{parts.size(), std::clamp<std::size_t>(most_stages, 1, tuning::stages_of_counts)};
    std::optional<longer_windows> longer;
    const bool are_worth_adding =
        is_forced || rows_of_word(given, middle_block(blocks)) >= tuning::rows_of_counted_parts;
    if (parts_of_windows.longer != nullptr && are_worth_adding) {
        longer.emplace(trie.classes(), trie.length(), stages, resources.workers);
        if (longer->size() == 0 || longer->memory() > resources.memory / 8) longer.reset();
    }
    half_markers made(given, resources, letters, blocks);
    const make_marker_of markers = [&](const window_classes& some) -> make_marker {
        if (&some == &trie.classes()) return made.make(some, trie, shared, first);
        const window_trie of_some(given.of, some, trie.length());
        shared = shared_letters(of_some, some.size(), resources.workers);
        return made.make(some, of_some, shared, chosen_halves(given, resources, letters, blocks, of_some, shared));
    };
    const longer_windows* bounds = parts_of_windows.bounds;
    if (bounds != nullptr && !(bounds->stages() == stages)) bounds = nullptr;
    counted_classes counted{count_in_stages({trie.classes(), bounds, longer ? &*longer : nullptr}, given.support, parts,
                                            stages, markers, resources.workers),
                            std::vector<std::uint64_t>(classes, trie.length())};
    if (longer) {
        longer->finish();
        *parts_of_windows.longer = std::move(longer);
    }
    return counted;
}

} // namespace concord::substring
