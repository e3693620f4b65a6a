// Short windows that nearly all random sequences hold, counted by their halves: rows of few beginnings and of few ends
// tell which sequences hold the many windows made of them (row_kernels.hpp), a few operations for each window and
// vector of sequences, where the trie of count_windows.cpp takes all edits of several letters.
//
//     windows        ACGTTG|CA  ACGTTG|GT  ACGTTG|TA  ACGTTT|CA        rows of ACGTTG stay where they are;
//     ends           CA  GT  TA                                        rows of all ends fit into a cache
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_search.hpp"
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

/// Windows that begin alike, up to where the next ones begin.
struct window_beginning {
    std::size_t first;    ///< class
    std::uint64_t shared; ///< letters that it has in common with the one before
};

/// Distinct windows in two halves, their letters as indices of word_letters.
struct window_halves {
    std::uint64_t letters_of_beginning;
    std::uint64_t letters_of_end;
    std::vector<window_beginning> beginnings;
    std::vector<std::uint16_t> letters_of_beginnings;
    std::vector<std::uint32_t> end_of_class;
    std::vector<std::uint16_t> letters_of_ends; ///< from the last letter on, in ascending order
    std::vector<std::uint64_t> shared_by_ends;  ///< letters that each has in common with the one before

    [[nodiscard]] std::size_t ends() const noexcept { return shared_by_ends.size(); }
};

/// Letters that a class has in common with the one before it, by class.
std::vector<std::uint32_t> shared_letters(const window_trie& trie, std::size_t classes) {
    std::vector<std::uint32_t> shared(classes, 0);
    for (std::size_t index = 1; index < classes; ++index)
        while (shared[index] < trie.length() &&
               trie.letter_of(index, shared[index]) == trie.letter_of(index - 1, shared[index]))
            ++shared[index];
    return shared;
}

/// What counting by halves takes, in instructions, and with how many letters of an end that is least.
struct half_plan {
    std::uint64_t letters_of_end = 0;
    double cost = 0;
};

std::size_t rows_of_word(const variant_problem& given, const lane_block& block) {
    return (given.allowed.edits + 1) * block.words;
}

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

half_plan plan_halves(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                      std::span<const lane_block> blocks, std::uint64_t length,
                      const std::vector<std::uint32_t>& shared) {
    std::size_t most_rows = 0;
    for (const lane_block& block : blocks)
        most_rows = std::max(most_rows, rows_of_word(given, block));
    half_plan best;
    if (most_rows > most_rows_of_halves) return best;
    const auto classes = static_cast<double>(shared.size());
    double words = 1; // of the letters of an end, and of those that match nothing
    double ends = 1;
    for (std::uint64_t of_end = 1; 2 * of_end <= length; ++of_end) {
        words *= static_cast<double>(letters.size() + 1);
        ends = std::min(classes, ends * static_cast<double>(letters.size()));
        const double bytes_of_row = ends * row_padding * sizeof(std::uint64_t);
        const double bytes = classes * sizeof(std::uint32_t) + bytes_of_row * static_cast<double>(most_rows);
        if (words > tuning::most_words_of_end ||
            bytes * resources.workers.threads() > static_cast<double>(resources.memory) / 8)
            break;
        double nodes = ends * 4 / 3;
        for (const std::uint32_t each : shared)
            nodes += each < length - of_end ? static_cast<double>(length - of_end - each) : 0;
        const double filled = filled_in_both(given, letters.size(), length - of_end, of_end);
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

/// Instructions, roughly, of walking so many words, of which each is already known up to the letters
/// shared_with(index): of some of them it is seen how far they are walked, and in how many lanes.
template <class LetterOf, class SharedWith>
double cost_of_walks(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                     std::span<const lane_block> blocks, std::size_t words, std::uint64_t length, LetterOf letter_of,
                     SharedWith shared_with) {
    const lane_block& sample = *std::ranges::max_element(blocks, {}, &lane_block::lanes);
    std::size_t lanes = 0;
    std::size_t sequences = 0;
    for (const lane_block& block : blocks) {
        lanes += block.lanes;
        sequences += block.sequences;
    }
    const double share = static_cast<double>(sample.lanes) / static_cast<double>(lanes);
    // Of lanes some are padding: where all sequences are wanted, all of the sample are.
    const double support = static_cast<double>(given.support * sample.sequences) / static_cast<double>(sequences);
    const std::size_t asked = std::min(words, tuning::windows_asked_for_halves);
    std::vector<std::optional<word_grower>> growers(resources.workers.threads());
    std::vector<std::size_t> rows_of(asked, 0);
    resources.workers.run(asked, [&](std::size_t each, unsigned worker) {
        if (!growers[worker]) growers[worker].emplace(given.of, resources.kernels, letters, given.allowed, false);
        word_grower& grower = *growers[worker];
        const std::size_t index = (2 * each + 1) * words / (2 * asked);
        word_rows word = grower.begin(sample);
        for (std::uint64_t depth = 0; depth < length && static_cast<double>(word.holders) >= support; ++depth) {
            if (depth >= shared_with(index)) rows_of[each] += word.lanes * rows_of_word(given, sample);
            grower.extend(0, word, letter_of(index, depth), length - depth - 1);
        }
    });
    const auto rows = static_cast<double>(std::accumulate(rows_of.begin(), rows_of.end(), std::size_t{0}));
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
        [&](std::size_t index) { return shared[index]; });
}

window_halves make_halves(const word_letters& letters, const window_trie& trie,
                          const std::vector<std::uint32_t>& shared, std::uint64_t letters_of_end) {
    window_halves made{trie.length() - letters_of_end, letters_of_end, {}, {}, {}, {}, {}};
    const auto index_of = [&](std::size_t index, std::uint64_t depth) {
        return static_cast<std::uint16_t>(letters.index(trie.letter_of(index, depth)));
    };
    // An end is a number whose first digit is its last letter, so that ends which end alike are neighbours.
    std::uint64_t words = 1;
    for (std::uint64_t at = 0; at < letters_of_end; ++at)
        words *= letters.size() + 1;
    std::vector<std::uint32_t> number_of_word(words, 0);
    for (std::size_t index = 0; index < shared.size(); ++index) {
        if (index == 0 || shared[index] < made.letters_of_beginning) {
            made.beginnings.push_back({index, shared[index]});
            for (std::uint64_t depth = 0; depth < made.letters_of_beginning; ++depth)
                made.letters_of_beginnings.push_back(index_of(index, depth));
        }
        std::uint32_t word = 0;
        for (std::uint64_t depth = trie.length(); depth-- > made.letters_of_beginning;)
            word = word * static_cast<std::uint32_t>(letters.size() + 1) + index_of(index, depth);
        number_of_word[word] = 1;
        made.end_of_class.push_back(word);
    }
    std::vector<std::uint16_t> digits(letters_of_end);
    for (std::uint64_t word = 0; word < words; ++word) {
        if (number_of_word[word] == 0) continue;
        number_of_word[word] = static_cast<std::uint32_t>(made.ends());
        std::uint64_t rest = word;
        for (std::uint64_t at = letters_of_end; at-- > 0; rest /= letters.size() + 1)
            digits[at] = static_cast<std::uint16_t>(rest % (letters.size() + 1));
        const auto before = made.letters_of_ends.end() - (made.ends() == 0 ? 0 : std::ptrdiff_t(letters_of_end));
        made.shared_by_ends.push_back(static_cast<std::uint64_t>(
            std::mismatch(before, made.letters_of_ends.end(), digits.begin()).first - before));
        made.letters_of_ends.insert(made.letters_of_ends.end(), digits.begin(), digits.end());
    }
    for (std::uint32_t& each : made.end_of_class)
        each = number_of_word[each];
    return made;
}

/// One thread's counts, of some lanes after the other.
class half_counter {
  public:
    half_counter(const variant_problem& given, const row_kernels& kernels, const word_letters& letters,
                 const window_halves& halves)
        : given_(given), kernels_(kernels), letters_(letters), halves_(halves),
          holders_(halves.end_of_class.size(), 0) {}

    /// row_padding lanes of a block.
    void count(const lane_block& block, std::size_t lane) {
        const std::size_t of_letter = block.words * row_padding;
        const std::size_t rows = rows_of_word(given_, block);
        shape_ = {row_padding, row_padding, block.words, static_cast<unsigned>(given_.allowed.edits),
                  given_.allowed.indels};
        // Rows of the letters, of any letter, and of places where a word may begin; then a letter that is nowhere.
        const std::size_t begins = block.first_of_begins(letters_.size());
        const std::size_t of_block = begins + block.words;
        block_.assign(of_block * row_padding + of_letter, 0);
        for (std::size_t row = 0; row < of_block; ++row)
            std::copy_n(block.rows.data() + row * block.stride + lane, row_padding, block_.data() + row * row_padding);
        steps_ = block_.data() + letters_.size() * of_letter;
        nowhere_ = block_.data() + of_block * row_padding;

        depths_.resize((std::max(halves_.letters_of_beginning, halves_.letters_of_end) + 1) * rows * row_padding);
        for (std::size_t edits = 0; edits <= given_.allowed.edits; ++edits)
            std::copy_n(block_.data() + begins * row_padding, of_letter, depths_.data() + edits * of_letter);
        if (ends_.size() < halves_.ends() * rows * row_padding)
            ends_ = runtime::far_array<std::uint64_t>(halves_.ends() * rows * row_padding);
        const std::size_t words_of_end = words_of_filled(rows);
        filled_.resize(halves_.ends() * words_of_end);
        for (std::size_t end = 0; end < halves_.ends(); ++end) {
            const std::uint16_t* const of_end = halves_.letters_of_ends.data() + end * halves_.letters_of_end;
            const std::uint64_t* const made =
                extended(kernels_.extend_before, {of_end, halves_.letters_of_end}, halves_.shared_by_ends[end]);
            for (std::size_t edits = 0; edits <= given_.allowed.edits; ++edits)
                std::copy_n(made + (given_.allowed.edits - edits) * of_letter, of_letter,
                            ends_.data() + end * rows * row_padding + edits * of_letter);
            set_filled_rows(ends_.data() + end * rows * row_padding, rows, filled_.data() + end * words_of_end);
        }
        for (std::size_t index = 0; index < halves_.beginnings.size(); ++index) {
            const window_beginning& one = halves_.beginnings[index];
            const std::size_t last = index + 1 < halves_.beginnings.size() ? halves_.beginnings[index + 1].first
                                                                           : halves_.end_of_class.size();
            const std::uint64_t* const made =
                extended(kernels_.extend,
                         {halves_.letters_of_beginnings.data() + index * halves_.letters_of_beginning,
                          halves_.letters_of_beginning},
                         one.shared);
            kernels_.count_halves({made, ends_.data(), filled_.data(), rows}, halves_.end_of_class.data() + one.first,
                                  last - one.first, holders_.data() + one.first);
        }
    }
    [[nodiscard]] std::span<const std::uint32_t> holders() const noexcept { return holders_; }

  private:
    /// Rows of a half, of which the rows of the first `shared` letters are known.
    template <class Extend>
    const std::uint64_t* extended(Extend extend, std::span<const std::uint16_t> half, std::uint64_t shared) {
        const std::size_t of_letter = shape_.words * row_padding;
        const std::size_t of_depth = (shape_.edits + 1) * of_letter;
        for (std::uint64_t depth = shared; depth < half.size(); ++depth) {
            const std::uint64_t* const matching =
                half[depth] < letters_.size() ? block_.data() + half[depth] * of_letter : nowhere_;
            extend(shape_, depths_.data() + depth * of_depth, matching, steps_,
                   depths_.data() + (depth + 1) * of_depth);
        }
        return depths_.data() + half.size() * of_depth;
    }

    const variant_problem& given_;
    const row_kernels& kernels_;
    const word_letters& letters_;
    const window_halves& halves_;
    row_shape shape_{};
    lane_rows block_;
    const std::uint64_t* steps_ = nullptr;
    const std::uint64_t* nowhere_ = nullptr;
    lane_rows depths_; ///< rows of the first letters of a half, by their number
    runtime::far_array<std::uint64_t> ends_;
    std::vector<std::uint64_t> filled_; ///< rows of each end that have a bit
    std::vector<std::uint32_t> holders_;
};

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
        [&](std::size_t) { return std::min(static_cast<std::uint64_t>(known), length - 1); });
}

double cost_in_lanes(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                     std::span<const lane_block> blocks, const window_trie& trie, std::size_t classes) {
    if (!is_worth_asking(given, trie, classes)) return 0;
    const std::vector<std::uint32_t> shared = shared_letters(trie, classes);
    const double walks = cost_of_walks(given, resources, letters, blocks, trie, shared);
    const half_plan plan = plan_halves(given, resources, letters, blocks, trie.length(), shared);
    return plan.letters_of_end == 0 || given.copies > 1 ? walks : std::min(walks, plan.cost);
}

std::optional<counted_classes> count_by_halves(const variant_problem& given, const variant_resources& resources,
                                               const word_letters& letters, std::span<const lane_block> blocks,
                                               const window_trie& trie, std::size_t classes) {
    const bool is_forced = current_search_habits().counts_by_halves;
    if (given.copies > 1 || trie.length() < 2 || trie.length() > tuning::most_letters_of_halves ||
        (!is_forced && !is_worth_asking(given, trie, classes)))
        return std::nullopt;
    const std::vector<std::uint32_t> shared = shared_letters(trie, classes);
    const half_plan plan = plan_halves(given, resources, letters, blocks, trie.length(), shared);
    if (plan.letters_of_end == 0 ||
        (!is_forced && plan.cost >= cost_of_walks(given, resources, letters, blocks, trie, shared)))
        return std::nullopt;
    const window_halves halves = make_halves(letters, trie, shared, plan.letters_of_end);

    resources.notes.push_back("counted by halves: " + std::to_string(halves.beginnings.size()) + " beginnings and " +
                              std::to_string(halves.ends()) + " ends of " + std::to_string(halves.letters_of_end) +
                              " letters");
    struct some_lanes {
        const lane_block* block;
        std::size_t lane;
    };
    std::vector<some_lanes> parts;
    for (const lane_block& block : blocks)
        for (std::size_t lane = 0; lane < block.lanes; lane += row_padding)
            parts.push_back({&block, lane});
    std::vector<std::unique_ptr<half_counter>> counters(resources.workers.threads());
    const std::uint64_t tasks = parts.size();
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        if (!counters[worker])
            counters[worker] = std::make_unique<half_counter>(given, resources.kernels, letters, halves);
        counters[worker]->count(*parts[task].block, parts[task].lane);
        resources.workers.check_cancelled();
        return std::uint64_t{1};
    });
    counted_classes counted{std::vector<std::uint64_t>(classes, 0), std::vector<std::uint64_t>(classes, trie.length())};
    for (const auto& counter : counters)
        if (counter)
            std::ranges::transform(counted.supports, counter->holders(), counted.supports.begin(), std::plus());
    return counted;
}

} // namespace concord::substring
