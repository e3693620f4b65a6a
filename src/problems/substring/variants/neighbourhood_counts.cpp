#include "problems/substring/variants/neighbourhood_counts.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/neighbourhood_table.hpp"
#include "problems/substring/variants/spellings.hpp"

#include <algorithm>
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

/// Sets of words, added up: of each weight 2^p the sum, and one more set that waits for a third.
class added_sets {
  public:
    added_sets(const neighbourhood_kernels& kernels, std::size_t entries)
        : kernels_(kernels), entries_(entries), carry_(padded()) {}

    void add(const std::uint64_t* set) {
        for (std::size_t weight = 0;; ++weight) {
            if (weight == weights_.size()) weights_.push_back({std::vector<std::uint64_t>(padded(), 0), {}, false});
            one_weight& here = weights_[weight];
            if (!here.waits) {
                here.waiting.assign(set, set + padded());
                here.waits = true;
                return;
            }
            kernels_.add(here.sum.data(), here.waiting.data(), set, carry_.data(), entries_);
            here.waits = false;
            // The set of the next weight is read while the next carry is written.
            std::swap(carry_, here.waiting);
            set = here.waiting.data();
        }
    }
    [[nodiscard]] std::uint64_t count(std::uint64_t number) const noexcept {
        const auto bit = [&](const std::vector<std::uint64_t>& set) { return set[number / 64] >> number % 64 & 1U; };
        std::uint64_t sum = 0;
        for (std::size_t weight = 0; weight < weights_.size(); ++weight) {
            const one_weight& here = weights_[weight];
            sum += (bit(here.sum) + (here.waits ? bit(here.waiting) : 0)) << weight;
        }
        return sum;
    }

  private:
    struct one_weight {
        std::vector<std::uint64_t> sum;
        std::vector<std::uint64_t> waiting;
        bool waits;
    };
    [[nodiscard]] std::size_t padded() const noexcept { return entries_ + padding_of_entries; }

    const neighbourhood_kernels& kernels_;
    std::size_t entries_;
    std::vector<std::uint64_t> carry_;
    std::vector<one_weight> weights_;
};

/// One thread's sequences.
struct counted_neighbourhoods {
    neighbourhood_table table;
    added_sets sets;
};

double bytes_of_thread(const variant_problem& given, std::uint64_t length) {
    const auto entries = static_cast<double>(entries_of_words(static_cast<unsigned>(length)));
    const double sets = 2 * std::log2(static_cast<double>(given.of.sequences()) + 1) + 1;
    return sizeof(std::uint64_t) * entries * (sets + 4.0 / 3 * static_cast<double>(given.allowed.edits + 1));
}

} // namespace

double cost_of_neighbourhoods(const variant_problem& given, const variant_resources& resources, std::uint64_t length) {
    constexpr double impossible = std::numeric_limits<double>::infinity();
    const std::uint64_t edits = given.allowed.edits;
    if (!given.of.is_dna() || edits >= length || edits > most_edits_of_neighbourhoods ||
        length > tuning::most_letters_of_neighbourhoods ||
        bytes_of_thread(given, length) * resources.workers.threads() > static_cast<double>(resources.memory) / 4)
        return impossible;
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

std::vector<std::uint64_t> count_by_neighbourhoods(const variant_problem& given, const variant_resources& resources,
                                                   const std::vector<bool>& without, const window_classes& classes,
                                                   std::uint64_t length) {
    const std::uint64_t sequences = given.of.sequences();
    const unsigned threads = resources.workers.threads();
    std::vector<std::unique_ptr<counted_neighbourhoods>> of_thread(threads);
    const std::uint64_t tasks = std::min<std::uint64_t>(sequences, std::uint64_t{16} * threads);
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        if (!of_thread[worker]) {
            const auto letters = static_cast<unsigned>(length);
            of_thread[worker] = std::make_unique<counted_neighbourhoods>(
                counted_neighbourhoods{{given.of, resources.neighbourhoods, given.allowed, letters},
                                       {resources.neighbourhoods, entries_of_words(letters)}});
        }
        counted_neighbourhoods& mine = *of_thread[worker];
        for (std::uint64_t sequence = task * sequences / tasks; sequence < (task + 1) * sequences / tasks; ++sequence) {
            if (without.empty() || !without[sequence]) mine.sets.add(mine.table.of_sequence(sequence));
            resources.workers.check_cancelled();
        }
        return std::uint64_t{1};
    });
    std::vector<std::uint64_t> counted(classes.size(), 0);
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const bool are_spelled = for_each_number(given.of, given.of.letters(classes.representative(index), length),
                                                 [&](std::uint64_t number) {
                                                     for (const auto& mine : of_thread)
                                                         if (mine) counted[index] += mine->sets.count(number);
                                                 });
        if (!are_spelled) counted[index] = sequences;
        counted[index] = std::min(counted[index], sequences);
    }
    resources.notes.push_back("counted by neighbourhoods: all words of " + std::to_string(length) + " letters");
    return counted;
}

} // namespace concord::substring
