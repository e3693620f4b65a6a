#include "problems/substring/cpu/words/spaced_counts.hpp"

#include "base/bits.hpp"
#include "problems/substring/block_combinations.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>

namespace concord::substring {
namespace {

constexpr std::uint64_t sequences_of_table = 512;
constexpr std::size_t words_of_row = sequences_of_table / 64;
constexpr std::size_t most_run = 128;
constexpr unsigned bits_of_bounds = 18; ///< of the number of an entry
constexpr std::uint64_t no_word = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t mixed(std::uint64_t word, unsigned bits) { return (word * 0x9E3779B97F4A7C15U) >> (64 - bits); }

/// Numbers of some words, one after the other.
class word_numbers {
  public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void begin(std::size_t most_words) {
        bits_ = static_cast<unsigned>(std::bit_width(most_words)) + 1;
        words_.assign(std::size_t{1} << bits_, no_word);
        numbers_.resize(words_.size());
        size_ = 0;
    }
    std::uint32_t add(std::uint64_t word) {
        const std::size_t at = place_of(word);
        if (words_[at] == no_word) {
            words_[at] = word;
            numbers_[at] = size_++;
        }
        return numbers_[at];
    }
    [[nodiscard]] std::uint32_t find(std::uint64_t word) const {
        const std::size_t at = place_of(word);
        return words_[at] == no_word ? none : numbers_[at];
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    [[nodiscard]] std::size_t place_of(std::uint64_t word) const {
        std::size_t at = mixed(word, bits_);
        while (words_[at] != word && words_[at] != no_word)
            at = (at + 1) & (words_.size() - 1);
        return at;
    }

    unsigned bits_ = 1;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> numbers_;
    std::uint32_t size_ = 0;
};

void add_row(const std::uint64_t* row, std::uint64_t* to) {
    for (std::size_t at = 0; at < words_of_row; ++at)
        to[at] |= row[at];
}

} // namespace

/// The places of a window that have to agree, for all shapes one after the other.
struct spaced_counts::window_shapes {
    window_shapes(std::uint64_t length_given, std::uint64_t mismatches)
        : length(length_given), weight(length - mismatches),
          places(block_combinations(static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(weight))) {}

    [[nodiscard]] std::size_t count() const noexcept { return places.size() / weight; }
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t shape) const noexcept {
        return std::span(places).subspan(shape * weight, weight);
    }

    std::uint64_t length;
    std::uint64_t weight; ///< places of a shape
    std::vector<std::uint32_t> places;
};

struct spaced_counts::workspace {
    simd::aligned_vector<std::uint64_t> tables; ///< of some shapes; zero between uses, where they have all words
    simd::aligned_vector<std::uint64_t> held;   ///< by window of a task: the sequences that hold it
    std::vector<std::uint64_t> words;           ///< scratch: of a run of windows, by shape
    std::vector<std::vector<std::uint64_t>> marked;
    word_numbers numbers;
    std::vector<std::uint32_t> number_of; ///< by window of a task
};

spaced_costs::spaced_costs(const problem& given, const cpu_resources& resources, const growth_alphabet& letters)
    : given_(given), resources_(resources),
      bits_(std::max(1U, static_cast<unsigned>(std::bit_width(letters.ordinary() - 1)))) {}

bool spaced_costs::has_all_words(std::uint64_t places) const noexcept {
    return bits_ * places <= tuning::most_bits_of_spaced_words;
}

bool spaced_costs::is_possible(std::uint64_t length) const {
    if (length <= given_.mismatches || bits_ * (length - given_.mismatches) >= 64 ||
        combination_count(given_.mismatches, length - given_.mismatches) > tuning::most_combinations)
        return false;
    const auto letters = static_cast<double>(given_.set.letters());
    const double of_windows = letters * (sizeof(std::uint16_t) + 2 * (sizeof(std::uint64_t) + sizeof(std::uint32_t)));
    const double rows =
        std::exp2(std::min<std::uint64_t>(tuning::most_bits_of_spaced_words, bits_ * (length - given_.mismatches))) +
        2 * std::min(letters, tuning::windows_of_spaced_task);
    const double of_threads =
        (tuning::bytes_of_spaced_tables + rows * words_of_row * sizeof(std::uint64_t)) * resources_.workers.threads();
    return of_windows + of_threads <= static_cast<double>(resources_.memory) / 2;
}

double spaced_costs::of_bounds(std::uint64_t length, double windows) const {
    if (!is_possible(length)) return impossible;
    const auto places = static_cast<double>(length - given_.mismatches);
    return combination_count(given_.mismatches, length - given_.mismatches) *
           (tuning::cost_of_spaced_bound + tuning::cost_of_spaced_letter * places) *
           (windows + static_cast<double>(given_.set.letters()));
}

double spaced_costs::of_supports(std::uint64_t length, double windows) const {
    if (!is_possible(length)) return impossible;
    const std::uint64_t places = length - given_.mismatches;
    const double shapes = combination_count(given_.mismatches, places);
    const double parts = std::ceil(static_cast<double>(given_.sequences()) / sequences_of_table);
    const double tasks = std::ceil(windows / tuning::windows_of_spaced_task);
    const double each = tuning::cost_of_spaced_row + tuning::cost_of_spaced_letter * static_cast<double>(places) +
                        (has_all_words(places) ? 0 : tuning::cost_of_spaced_number);
    return shapes * each * (parts * windows + tasks * static_cast<double>(given_.set.letters())) +
           parts * windows * tuning::cost_of_spaced_window;
}

spaced_counts::spaced_counts(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                             const spaced_costs& costs)
    : given_(given), resources_(resources), letters_(letters), costs_(costs), codes_(given.set.letters()) {
    constexpr std::uint64_t at_once = sequence::letters_per_word;
    std::array<std::uint64_t, at_once> digits{};
    for (std::uint64_t first = 0; first < codes_.size(); first += at_once) {
        const std::span<std::uint64_t> here(digits.data(), std::min<std::uint64_t>(at_once, codes_.size() - first));
        letters.read(given, first, here);
        std::ranges::copy(here, codes_.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

std::vector<std::uint32_t> spaced_counts::bounds(const placed_windows& windows, std::uint64_t length) const {
    struct counted_word {
        std::uint32_t sequences;
        std::uint32_t last; ///< of them, and one
    };
    struct of_thread {
        std::vector<counted_word> table;
        std::vector<std::uint64_t> words;
        std::vector<std::uint32_t> sums;
    };
    const window_shapes shapes(length, given_.mismatches);
    const auto bits = static_cast<unsigned>(costs_.bits() * shapes.weight);
    const auto entry_of = [=](std::uint64_t word) {
        return bits <= bits_of_bounds ? word : mixed(word, bits_of_bounds);
    };
    std::vector<of_thread> of_worker(resources_.workers.threads());
    const auto add_shape = [&](std::size_t shape, unsigned worker) -> std::uint64_t {
        of_thread& work = of_worker[worker];
        work.table.assign(std::size_t{1} << std::min(bits, bits_of_bounds), {0, 0});
        work.sums.resize(windows.size(), 0);
        for_each_target(0, given_.sequences(), length, shapes[shape], work.words,
                        [&](std::uint64_t sequence, std::uint64_t word) {
                            counted_word& counted = work.table[entry_of(word)];
                            if (counted.last == sequence + 1) return;
                            counted = {counted.sequences + 1, static_cast<std::uint32_t>(sequence + 1)};
                        });
        work.words.resize(std::max(work.words.size(), most_run));
        for_each_run(windows, 0, windows.size(), [&](std::size_t first, std::size_t count) {
            spell(windows.positions[first], count, shapes[shape], work.words.data());
            for (std::size_t index = 0; index < count; ++index)
                if (work.words[index] != no_word)
                    work.sums[first + index] += work.table[entry_of(work.words[index])].sequences - 1;
        });
        return 1;
    };
    resources_.workers.run(shapes.count(), {"counting", "shapes", shapes.count()}, add_shape);
    std::vector<std::uint32_t> bounds(windows.size(), 1);
    for (const of_thread& work : of_worker)
        for (std::size_t window = 0; window < work.sums.size(); ++window)
            bounds[window] += work.sums[window];
    return bounds;
}

std::vector<std::uint32_t> spaced_counts::supports(const placed_windows& windows, std::uint64_t length) const {
    constexpr auto windows_of_task = static_cast<std::size_t>(tuning::windows_of_spaced_task);
    const window_shapes shapes(length, given_.mismatches);
    std::vector<std::atomic<std::uint32_t>> counted(windows.size());
    const std::size_t parts = (given_.sequences() + sequences_of_table - 1) / sequences_of_table;
    const std::size_t of_part = (windows.size() + windows_of_task - 1) / windows_of_task;
    std::vector<std::unique_ptr<workspace>> of_worker(resources_.workers.threads());
    const auto count_one = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        if (!of_worker[worker]) of_worker[worker] = std::make_unique<workspace>();
        workspace& work = *of_worker[worker];
        const std::size_t first = task % of_part * windows_of_task;
        const std::size_t last = std::min(first + windows_of_task, windows.size());
        const std::uint64_t first_sequence = task / of_part * sequences_of_table;
        work.held.assign((last - first) * words_of_row, 0);
        if (costs_.has_all_words(shapes.weight))
            add_by_all_words(windows, first, last, shapes, first_sequence, work);
        else
            add_by_asked_words(windows, first, last, shapes, first_sequence, work);
        for (std::size_t window = first; window < last; ++window) {
            std::uint64_t* const held = work.held.data() + (window - first) * words_of_row;
            // The source counts even where its ambiguous letters are too many.
            if (const std::uint64_t own = windows.sequences[window] - first_sequence; own < sequences_of_table)
                held[own / 64] |= std::uint64_t{1} << own % 64;
            std::uint32_t holders = 0;
            for (std::size_t at = 0; at < words_of_row; ++at)
                holders += base::count_ones(held[at]);
            counted[window].fetch_add(holders, std::memory_order_relaxed);
        }
        return 1;
    };
    resources_.workers.run(parts * of_part, {"counting", "parts", parts * of_part}, count_one);
    return {counted.begin(), counted.end()};
}

/// The words that a shape spells at some positions in a row; none where an ambiguous letter stands in one.
void spaced_counts::spell(std::uint64_t position, std::size_t count, std::span<const std::uint32_t> shape,
                          std::uint64_t* words) const {
    const unsigned bits = costs_.bits();
    std::fill_n(words, count, 0);
    for (const std::uint32_t place : shape) {
        const std::uint16_t* const letters = codes_.data() + position + place;
        for (std::size_t index = 0; index < count; ++index)
            words[index] = words[index] << bits | letters[index];
    }
    if (!letters_.has_ambiguous()) return;
    for (const std::uint32_t place : shape)
        for (std::size_t index = 0; index < count; ++index)
            if (codes_[position + place + index] == letters_.ordinary()) words[index] = no_word;
}

/// visit(first, count) for windows one after the other that begin at neighbouring positions.
template <class Visit>
void spaced_counts::for_each_run(const placed_windows& windows, std::size_t first, std::size_t last,
                                 const Visit& visit) const {
    for (std::size_t next = first; first < last; first = next) {
        for (++next;
             next < last && next - first < most_run && windows.positions[next] == windows.positions[next - 1] + 1;)
            ++next;
        visit(first, next - first);
    }
}

/// visit(sequence, word) for all windows of some sequences. `words`: scratch.
template <class Visit>
void spaced_counts::for_each_target(std::uint64_t first, std::uint64_t last, std::uint64_t length,
                                    std::span<const std::uint32_t> shape, std::vector<std::uint64_t>& words,
                                    const Visit& visit) const {
    for (std::uint64_t sequence = first; sequence < last; ++sequence) {
        if (given_.length(sequence) < length) continue;
        const std::size_t count = given_.length(sequence) - length + 1;
        if (words.size() < count) words.resize(count);
        spell(given_.offset(sequence), count, shape, words.data());
        for (std::size_t index = 0; index < count; ++index)
            if (words[index] != no_word) visit(sequence, words[index]);
    }
}

/// As many shapes at a time as have tables that fit into a cache.
void spaced_counts::add_by_all_words(const placed_windows& windows, std::size_t first, std::size_t last,
                                     const window_shapes& shapes, std::uint64_t first_sequence, workspace& work) const {
    const std::size_t rows = std::size_t{1} << (costs_.bits() * shapes.weight);
    const std::size_t of_table = rows * words_of_row;
    const std::size_t at_once =
        std::clamp<std::size_t>(tuning::bytes_of_spaced_tables / sizeof(std::uint64_t) / of_table, 1, shapes.count());
    const std::uint64_t last_sequence = std::min(first_sequence + sequences_of_table, given_.sequences());
    if (work.tables.size() < at_once * of_table) work.tables.resize(at_once * of_table, 0);
    work.marked.resize(at_once);
    std::vector<std::uint64_t> words(at_once * most_run);
    for (std::size_t shape = 0; shape < shapes.count(); shape += at_once) {
        const std::size_t some = std::min(at_once, shapes.count() - shape);
        resources_.workers.check_cancelled();
        for (std::size_t index = 0; index < some; ++index) {
            std::uint64_t* const table = work.tables.data() + index * of_table;
            work.marked[index].clear();
            for_each_target(first_sequence, last_sequence, shapes.length, shapes[shape + index], work.words,
                            [&](std::uint64_t sequence, std::uint64_t word) {
                                const std::uint64_t bit = sequence - first_sequence;
                                table[word * words_of_row + bit / 64] |= std::uint64_t{1} << bit % 64;
                                work.marked[index].push_back(word);
                            });
        }
        for_each_run(windows, first, last, [&](std::size_t run, std::size_t count) {
            for (std::size_t index = 0; index < some; ++index)
                spell(windows.positions[run], count, shapes[shape + index], words.data() + index * most_run);
            for (std::size_t window = 0; window < count; ++window) {
                std::uint64_t* const of_window = work.held.data() + (run - first + window) * words_of_row;
                std::array<std::uint64_t, words_of_row> held; // NOLINT(cppcoreguidelines-pro-type-member-init)
                std::copy_n(of_window, words_of_row, held.begin());
                for (std::size_t index = 0; index < some; ++index)
                    if (const std::uint64_t word = words[index * most_run + window]; word != no_word)
                        add_row(work.tables.data() + index * of_table + word * words_of_row, held.data());
                std::ranges::copy(held, of_window);
            }
        });
        for (std::size_t index = 0; index < some; ++index) {
            std::uint64_t* const table = work.tables.data() + index * of_table;
            if (work.marked[index].size() > rows)
                std::fill_n(table, of_table, 0);
            else
                for (const std::uint64_t word : work.marked[index])
                    std::fill_n(table + word * words_of_row, words_of_row, 0);
        }
    }
}

void spaced_counts::add_by_asked_words(const placed_windows& windows, std::size_t first, std::size_t last,
                                       const window_shapes& shapes, std::uint64_t first_sequence,
                                       workspace& work) const {
    const std::uint64_t last_sequence = std::min(first_sequence + sequences_of_table, given_.sequences());
    work.number_of.resize(last - first);
    std::vector<std::uint64_t> words(most_run);
    for (std::size_t shape = 0; shape < shapes.count(); ++shape) {
        resources_.workers.check_cancelled();
        work.numbers.begin(last - first);
        for_each_run(windows, first, last, [&](std::size_t run, std::size_t count) {
            spell(windows.positions[run], count, shapes[shape], words.data());
            for (std::size_t index = 0; index < count; ++index)
                work.number_of[run - first + index] =
                    words[index] == no_word ? word_numbers::none : work.numbers.add(words[index]);
        });
        work.tables.assign(work.numbers.size() * words_of_row, 0);
        for_each_target(first_sequence, last_sequence, shapes.length, shapes[shape], work.words,
                        [&](std::uint64_t sequence, std::uint64_t word) {
                            const std::uint32_t number = work.numbers.find(word);
                            const std::uint64_t bit = sequence - first_sequence;
                            if (number != word_numbers::none)
                                work.tables[number * words_of_row + bit / 64] |= std::uint64_t{1} << bit % 64;
                        });
        for (std::size_t window = 0; window < last - first; ++window)
            if (work.number_of[window] != word_numbers::none)
                add_row(work.tables.data() + work.number_of[window] * words_of_row,
                        work.held.data() + window * words_of_row);
    }
}

} // namespace concord::substring
