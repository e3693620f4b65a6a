#include "problems/substring/variants/neighbourhood_counts.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/added_sets.hpp"
#include "problems/substring/variants/neighbourhood_table.hpp"
#include "problems/substring/variants/spellings.hpp"
#include "problems/substring/variants/substituted_words.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace concord::substring {
namespace {

/// visit(number of a word) for each spelling of a word in plain nucleotides; false, and none, where they are too many,
/// or a letter matches nothing.
template <class Visit>
bool for_each_number(const piece_collection& of, std::span<const letter> word, Visit visit) {
    if (of.count_nothing(word) > 0) return false;
    if (of.has_sets() && !has_few_spellings(word, current_search_habits().most_spellings)) return false;
    for_each_spelling<0>(
        word, [&](std::size_t at) { return std::uint64_t{1} << 2 * (word.size() - 1 - at); }, visit);
    return true;
}

/// One thread's sequences, by tables of all words.
class whole_tables {
  public:
    whole_tables(const variant_problem& given, const variant_resources& resources, unsigned letters)
        : table_(given.of, resources.neighbourhoods, given.allowed, letters),
          sets_(resources.neighbourhoods, entries_of_words(letters)) {}

    void add(std::uint64_t sequence) { sets_.add(table_.of_sequence(sequence)); }
    void finish() const noexcept {} // none waits
    [[nodiscard]] std::uint64_t count(std::uint64_t number) const noexcept { return sets_.count(number); }
    void add_to(std::size_t entry, std::uint64_t* digits) const noexcept { sets_.add_to(entry, digits); }

  private:
    neighbourhood_table table_;
    added_sets sets_;
};

constexpr std::uint64_t classes_of_part = 1024; ///< that are summed up over the tables of all threads

/// The counts of all threads added up, the digits of 64 words side by side: a word is looked up once, and not in the
/// tables of every thread.
class common_counts {
  public:
    template <class Counter>
    common_counts(const std::vector<std::unique_ptr<Counter>>& of_thread, std::size_t entries, std::uint64_t sequences,
                  runtime::thread_pool& workers)
        : digits_(static_cast<std::size_t>(std::bit_width(sequences))), bits_(entries * digits_, 0) {
        runtime::for_parts(workers, entries, entries_of_part, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t entry = first; entry < last; ++entry)
                for (const auto& one : of_thread)
                    if (one) one->add_to(entry, bits_.data() + entry * digits_);
        });
    }

    [[nodiscard]] std::uint64_t count(std::uint64_t number) const noexcept {
        const std::uint64_t* const digits = bits_.data() + number / 64 * digits_;
        std::uint64_t sum = 0;
        for (std::size_t weight = 0; weight < digits_; ++weight)
            sum += (digits[weight] >> number % 64 & 1U) << weight;
        return sum;
    }

  private:
    static constexpr std::uint64_t entries_of_part = 256;

    std::size_t digits_;
    std::vector<std::uint64_t> bits_;
};

/// visit(number of a word) by the tables of each thread: how many sequences hold each class.
template <class Counter, class Make>
std::vector<std::uint64_t> counted_by(const variant_problem& given, const variant_resources& resources,
                                      const std::vector<bool>& without, const window_classes& classes,
                                      std::uint64_t length, Make make) {
    const std::uint64_t sequences = given.of.sequences();
    const unsigned threads = resources.workers.threads();
    std::vector<std::unique_ptr<Counter>> of_thread(threads);
    const std::uint64_t tasks = std::min<std::uint64_t>(sequences, std::uint64_t{16} * threads);
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        if (!of_thread[worker]) of_thread[worker] = make();
        Counter& mine = *of_thread[worker];
        for (std::uint64_t sequence = task * sequences / tasks; sequence < (task + 1) * sequences / tasks; ++sequence) {
            if (without.empty() || !without[sequence]) mine.add(sequence);
            resources.workers.check_cancelled();
        }
        return std::uint64_t{1};
    });
    resources.workers.run(threads, [&](std::size_t thread, unsigned) {
        if (of_thread[thread]) of_thread[thread]->finish();
    });
    std::vector<std::uint64_t> counted(classes.size(), 0);
    const auto count_all = [&](const auto& count_of) {
        runtime::for_parts(
            resources.workers, classes.size(), classes_of_part, [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t index = first; index < last; ++index) {
                    std::uint64_t all = 0;
                    const bool are_spelled =
                        for_each_number(given.of, given.of.letters(classes.representative(index), length),
                                        [&](std::uint64_t number) { all += count_of(number); });
                    counted[index] = are_spelled ? std::min(all, sequences) : sequences;
                }
            });
    };
    const std::size_t entries = entries_of_words(static_cast<unsigned>(length));
    if (threads > 1 && entries <= classes.size()) {
        const common_counts common(of_thread, entries, sequences, resources.workers);
        count_all([&](std::uint64_t number) { return common.count(number); });
    } else {
        count_all([&](std::uint64_t number) {
            std::uint64_t all = 0;
            for (const auto& mine : of_thread)
                if (mine) all += mine->count(number);
            return all;
        });
    }
    return counted;
}

double bytes_of_thread(const variant_problem& given, std::uint64_t length) {
    const auto entries = static_cast<double>(entries_of_words(static_cast<unsigned>(length)));
    const double sets = 2 * std::log2(static_cast<double>(given.of.sequences()) + 1) + 1;
    return sizeof(std::uint64_t) * entries * (sets + 4.0 / 3 * static_cast<double>(given.allowed.edits + 1));
}

/// Instructions, roughly, by tables of all words.
double cost_of_whole_tables(const variant_problem& given, std::uint64_t length) {
    const std::uint64_t edits = given.allowed.edits;
    double of_sequence = 0;
    double words = 0; // that are set for each letter of the text
    for (std::uint64_t shorter = 0; shorter <= (given.allowed.indels ? edits : 0); ++shorter) {
        const auto letters = static_cast<double>(length - shorter);
        const auto entries = static_cast<double>(entries_of_words(static_cast<unsigned>(length - shorter)));
        const auto rows = static_cast<double>(edits - shorter);
        of_sequence +=
            entries * (tuning::cost_of_neighbourhood_entry + rows * letters * tuning::cost_of_substituted_letter +
                       (given.allowed.indels ? letters * tuning::cost_of_inserted_letter : 0));
        double ways = 1; // to delete so many of the letters between the first and the last
        for (std::uint64_t deleted = 0; deleted <= (given.allowed.indels ? edits - shorter : 0); ++deleted) {
            words += ways;
            ways *= (letters - 1 + static_cast<double>(deleted)) / static_cast<double>(deleted + 1);
        }
    }
    return static_cast<double>(given.of.sequences()) * of_sequence +
           static_cast<double>(given.of.text().size()) * words * tuning::cost_of_set_word;
}

/// The same with one beginning at a time; infinite where there are insertions and deletions.
double cost_of_substituted_words(const variant_problem& given, std::uint64_t length) {
    if (given.allowed.indels || given.allowed.edits == 0 || length < substituted_words::least_letters)
        return std::numeric_limits<double>::infinity();
    const auto letters = static_cast<unsigned>(length);
    const auto rows = static_cast<double>(given.allowed.edits);
    return static_cast<double>(given.of.sequences()) * static_cast<double>(entries_of_words(letters)) *
               (tuning::cost_of_beginning_entry + rows * tuning::cost_of_substituted_middle) +
           static_cast<double>(given.of.text().size()) * static_cast<double>(substituted_words::beginnings(letters)) *
               (rows + 1) * tuning::cost_of_seeded_row;
}

} // namespace

double cost_of_neighbourhoods(const variant_problem& given, const variant_resources& resources, std::uint64_t length) {
    const std::uint64_t edits = given.allowed.edits;
    if (!given.of.is_dna() || edits >= length || edits > most_edits_of_neighbourhoods ||
        length > tuning::most_letters_of_neighbourhoods ||
        bytes_of_thread(given, length) * resources.workers.threads() > static_cast<double>(resources.memory) / 4)
        return std::numeric_limits<double>::infinity();
    return std::min(cost_of_whole_tables(given, length), cost_of_substituted_words(given, length));
}

std::vector<std::uint64_t> count_by_neighbourhoods(const variant_problem& given, const variant_resources& resources,
                                                   const std::vector<bool>& without, const window_classes& classes,
                                                   std::uint64_t length) {
    const auto letters = static_cast<unsigned>(length);
    resources.notes.push_back("counted by neighbourhoods: all words of " + std::to_string(length) + " letters");
    if (cost_of_substituted_words(given, length) <= cost_of_whole_tables(given, length))
        return counted_by<substituted_words>(given, resources, without, classes, length, [&] {
            return std::make_unique<substituted_words>(given.of, resources.neighbourhoods,
                                                       static_cast<unsigned>(given.allowed.edits), letters);
        });
    return counted_by<whole_tables>(given, resources, without, classes, length,
                                    [&] { return std::make_unique<whole_tables>(given, resources, letters); });
}

} // namespace concord::substring
