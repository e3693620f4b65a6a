#include "problems/substring/cpu/spaced_words.hpp"

#include "base/bits.hpp"
#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/growth_block.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "simd/aligned_vector.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();
constexpr std::size_t sequences_of_spaced_part = 512;
constexpr std::size_t words_of_spaced_entry = sequences_of_spaced_part / 64;

/// Windows of one length, by the sequence that they lie in and where they begin in the collection.
struct placed_windows {
    std::vector<std::uint64_t> positions; ///< ascending
    std::vector<std::uint32_t> sequences;
};

/// The places of a window that have to agree, for all shapes one after the other.
struct window_shapes {
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

/// Bits of a letter in a word.
unsigned bits_of_letter(const growth_alphabet& letters) {
    return std::max(1U, static_cast<unsigned>(std::bit_width(letters.ordinary() - 1)));
}

class spaced_counter {
  public:
    spaced_counter(const problem& given, const cpu_resources& resources, const growth_alphabet& letters)
        : given_(given), resources_(resources), letters_(letters), bits_(bits_of_letter(letters)),
          codes_(given.set.letters()) {
        constexpr std::uint64_t at_once = sequence::letters_per_word;
        std::array<std::uint64_t, at_once> digits{};
        for (std::uint64_t first = 0; first < codes_.size(); first += at_once) {
            const std::span<std::uint64_t> here(digits.data(), std::min<std::uint64_t>(at_once, codes_.size() - first));
            letters.read(given, first, here);
            std::ranges::copy(here, codes_.begin() + static_cast<std::ptrdiff_t>(first));
        }
    }

    [[nodiscard]] placed_windows all_windows(std::uint64_t length) const {
        placed_windows all;
        for (std::uint32_t sequence = 0; sequence < given_.sequences(); ++sequence) {
            for (std::uint64_t start = 0; start + length <= given_.length(sequence); ++start) {
                all.positions.push_back(given_.offset(sequence) + start);
                all.sequences.push_back(sequence);
            }
        }
        return all;
    }

    /// Those with one letter more, whose shorter ones are both among these.
    [[nodiscard]] placed_windows longer(const placed_windows& windows) const {
        placed_windows made;
        for (std::size_t index = 0; index + 1 < windows.positions.size(); ++index) {
            if (windows.positions[index + 1] != windows.positions[index] + 1 ||
                windows.sequences[index + 1] != windows.sequences[index])
                continue;
            made.positions.push_back(windows.positions[index]);
            made.sequences.push_back(windows.sequences[index]);
        }
        return made;
    }

    /// Instructions of counting so many windows; infinite: not possible.
    [[nodiscard]] double cost(std::uint64_t length, double windows) const {
        if (length <= given_.mismatches) return impossible;
        const auto weight = static_cast<double>(length - given_.mismatches);
        const double words = std::exp2(bits_ * weight);
        const double bytes = (words + tuning::windows_of_spaced_task) * words_of_spaced_entry * sizeof(std::uint64_t);
        const double shapes = combination_count(given_.mismatches, length - given_.mismatches);
        if (words > tuning::most_spaced_words || shapes > tuning::most_combinations ||
            bytes > static_cast<double>(resources_.memory) / 4 / resources_.workers.threads())
            return impossible;
        const double parts = std::ceil(static_cast<double>(given_.sequences()) / sequences_of_spaced_part);
        const double tasks = std::ceil(windows / tuning::windows_of_spaced_task);
        const double entry = tuning::cost_of_spaced_entry + tuning::cost_of_spaced_letter * weight;
        return shapes * entry * (parts * windows + tasks * static_cast<double>(given_.set.letters())) +
               parts * windows * tuning::cost_of_spaced_window;
    }

    /// Supports of windows of one length.
    [[nodiscard]] std::vector<std::uint32_t> supports(const placed_windows& windows, std::uint64_t length) const {
        constexpr auto windows_of_task = static_cast<std::size_t>(tuning::windows_of_spaced_task);
        const window_shapes shapes(length, given_.mismatches);
        std::vector<std::atomic<std::uint32_t>> counted(windows.positions.size());
        const std::size_t parts = (given_.sequences() + sequences_of_spaced_part - 1) / sequences_of_spaced_part;
        const std::size_t of_part = (windows.positions.size() + windows_of_task - 1) / windows_of_task;
        std::vector<std::unique_ptr<workspace>> of_worker(resources_.workers.threads());
        const auto count_one = [&](std::size_t task, unsigned worker) -> std::uint64_t {
            if (!of_worker[worker]) of_worker[worker] = std::make_unique<workspace>();
            const std::size_t first = task % of_part * windows_of_task;
            const std::size_t last = std::min(first + windows_of_task, windows.positions.size());
            count_part(windows, first, last, shapes, task / of_part * sequences_of_spaced_part, *of_worker[worker],
                       counted);
            return 1;
        };
        resources_.workers.run(parts * of_part, {"counting", "parts", parts * of_part}, count_one);
        return {counted.begin(), counted.end()};
    }

  private:
    struct workspace {
        simd::aligned_vector<std::uint64_t> tables; ///< of some shapes, one after the other; zero between uses
        simd::aligned_vector<std::uint64_t> held;   ///< by window
        std::vector<std::uint32_t> words;           ///< scratch: of a run of windows, by shape
    };
    static constexpr std::size_t most_run = 128;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// The words that a shape spells at some positions in a row; none where an ambiguous letter stands in one.
    void spell(std::uint64_t position, std::size_t count, std::span<const std::uint32_t> shape,
               std::uint32_t* words) const {
        std::fill_n(words, count, 0);
        for (const std::uint32_t place : shape) {
            const std::uint16_t* const letters = codes_.data() + position + place;
            for (std::size_t index = 0; index < count; ++index)
                words[index] = words[index] << bits_ | letters[index];
        }
        if (!letters_.has_ambiguous()) return;
        for (const std::uint32_t place : shape)
            for (std::size_t index = 0; index < count; ++index)
                if (codes_[position + place + index] == letters_.ordinary()) words[index] = none;
    }

    /// Sets the bits of all windows of the sequences from `first` on, in the table of a shape.
    void mark(std::uint64_t first, std::uint64_t length, std::span<const std::uint32_t> shape, std::uint64_t* table,
              std::vector<std::uint32_t>& marked) const {
        marked.clear();
        const std::uint64_t last = std::min(first + sequences_of_spaced_part, given_.sequences());
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            if (given_.length(sequence) < length) continue;
            const std::size_t before = marked.size();
            marked.resize(before + given_.length(sequence) - length + 1);
            spell(given_.offset(sequence), marked.size() - before, shape, marked.data() + before);
            const std::uint64_t bit = sequence - first;
            for (std::size_t index = before; index < marked.size(); ++index)
                if (marked[index] != none)
                    table[marked[index] * words_of_spaced_entry + bit / 64] |= std::uint64_t{1} << bit % 64;
        }
    }

    void count_part(const placed_windows& windows, std::size_t first, std::size_t last, const window_shapes& shapes,
                    std::uint64_t first_sequence, workspace& work,
                    std::span<std::atomic<std::uint32_t>> counted) const {
        const std::size_t of_table = (std::size_t{1} << (bits_ * shapes.weight)) * words_of_spaced_entry;
        const std::size_t at_once = std::clamp<std::size_t>(
            tuning::bytes_of_spaced_tables / sizeof(std::uint64_t) / of_table, 1, shapes.count());
        if (work.tables.size() < at_once * of_table) work.tables.resize(at_once * of_table, 0);
        work.words.resize(at_once * most_run);
        work.held.assign((last - first) * words_of_spaced_entry, 0);
        std::vector<std::vector<std::uint32_t>> marked(at_once);
        for (std::size_t shape = 0; shape < shapes.count(); shape += at_once) {
            const std::size_t some = std::min(at_once, shapes.count() - shape);
            resources_.workers.check_cancelled();
            for (std::size_t index = 0; index < some; ++index)
                mark(first_sequence, shapes.length, shapes[shape + index], work.tables.data() + index * of_table,
                     marked[index]);
            for (std::size_t run = first, next = first; run < last; run = next) {
                for (++next; next < last && next - run < most_run &&
                             windows.positions[next] == windows.positions[next - 1] + 1;)
                    ++next;
                for (std::size_t index = 0; index < some; ++index)
                    spell(windows.positions[run], next - run, shapes[shape + index],
                          work.words.data() + index * most_run);
                for (std::size_t window = run; window < next; ++window)
                    add_holders(work.tables.data(), of_table, work.words.data() + (window - run), some,
                                work.held.data() + (window - first) * words_of_spaced_entry);
            }
            for (std::size_t index = 0; index < some; ++index)
                clear(marked[index], {work.tables.data() + index * of_table, of_table});
        }
        for (std::size_t window = first; window < last; ++window) {
            std::uint64_t* const held = work.held.data() + (window - first) * words_of_spaced_entry;
            // The source counts even where its ambiguous letters are too many.
            if (const std::uint64_t own = windows.sequences[window] - first_sequence; own < sequences_of_spaced_part)
                held[own / 64] |= std::uint64_t{1} << own % 64;
            std::uint32_t holders = 0;
            for (std::size_t at = 0; at < words_of_spaced_entry; ++at)
                holders += base::count_ones(held[at]);
            counted[window].fetch_add(holders, std::memory_order_relaxed);
        }
    }

    /// Adds the sequences of the entries of one window, one of each of some tables.
    static void add_holders(const std::uint64_t* table, std::size_t of_table, const std::uint32_t* word,
                            std::size_t tables, std::uint64_t* of_window) {
        std::array<std::uint64_t, words_of_spaced_entry> held; // NOLINT(cppcoreguidelines-pro-type-member-init)
        std::copy_n(of_window, words_of_spaced_entry, held.begin());
        for (; tables > 0; --tables, table += of_table, word += most_run) {
            if (*word == none) continue;
            for (std::size_t at = 0; at < words_of_spaced_entry; ++at)
                held[at] |= table[*word * words_of_spaced_entry + at];
        }
        std::ranges::copy(held, of_window);
    }

    static void clear(std::span<const std::uint32_t> marked, std::span<std::uint64_t> table) {
        if (marked.size() > table.size() / words_of_spaced_entry) {
            std::ranges::fill(table, 0);
            return;
        }
        for (const std::uint32_t word : marked)
            if (word != none) std::ranges::fill(table.subspan(word * words_of_spaced_entry, words_of_spaced_entry), 0);
    }

    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    unsigned bits_;
    std::vector<std::uint16_t> codes_; ///< by position
};

/// The greatest length that random sequences are expected to share.
std::uint64_t expected_length(const problem& given, std::uint64_t longest) {
    const double sequences = static_cast<double>(given.sequences());
    const double share = static_cast<double>(given.support) / sequences;
    std::uint64_t length = given.mismatches + 1;
    for (; length < longest && length < sequence::letters_per_word; ++length) {
        const double starts =
            std::max(1.0, static_cast<double>(given.set.letters()) / sequences - static_cast<double>(length));
        const double near =
            starts * chance_of_survival(static_cast<unsigned>(length + 1), given.mismatches, given.chance_match);
        if (1 - std::exp(-near) < share * tuning::rare_enough) break;
    }
    return std::min(length, longest);
}

} // namespace

spaced_words find_by_spaced_words(const problem& given, const cpu_resources& resources, double most_cost) {
    const spaced_words not_possible{std::nullopt, impossible};
    const std::uint64_t longest = longest_possible(given);
    if (given.mismatches == 0 || given.support < 2 || longest <= given.mismatches || given.chance_match >= 1)
        return not_possible;
    const growth_alphabet letters(given);
    if (letters.ordinary() < 2) return not_possible;
    const spaced_counter counter(given, resources, letters);
    std::uint64_t length = expected_length(given, longest);
    double left = most_cost;
    placed_windows windows = counter.all_windows(length);
    longest_windows best;
    for (std::uint64_t without = longest + 1; length > best.length && length < without;) {
        const double cost = counter.cost(length, static_cast<double>(windows.positions.size()));
        if (cost > left) return {std::nullopt, cost};
        left -= cost;
        const std::vector<std::uint32_t> supports = counter.supports(windows, length);
        longest_windows found{length, {}};
        placed_windows supported;
        for (std::size_t index = 0; index < supports.size(); ++index) {
            if (supports[index] < given.support) continue;
            const std::uint32_t sequence = windows.sequences[index];
            found.windows.push_back({sequence, windows.positions[index] - given.offset(sequence), supports[index]});
            supported.positions.push_back(windows.positions[index]);
            supported.sequences.push_back(sequence);
        }
        if (found.windows.empty()) {
            without = length;
            if (length <= given.min_length || best.length > 0) break;
            windows = counter.all_windows(--length);
        } else {
            best = std::move(found);
            windows = counter.longer(supported);
            ++length;
        }
    }
    if (best.length < given.min_length) best = {};
    resources.notes.push_back("counted what agrees in all but " + std::to_string(given.mismatches) +
                              " letters of every window");
    return {std::move(best), most_cost - left};
}

} // namespace concord::substring
