#include "problems/substring/cpu/words/word_table.hpp"

#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace concord::substring {
namespace {

std::size_t power(std::size_t base, unsigned exponent) {
    std::size_t result = 1;
    for (unsigned times = 0; times < exponent; ++times)
        result *= base;
    return result;
}

/// Tables of one thread, whose entries have so many words: of each number of mismatches, one after the other.
template <std::size_t EntryWords>
class table_of_entries {
  public:
    table_of_entries(const problem& given, const growth_kernels& kernels, const growth_alphabet& letters,
                     unsigned letters_of_word)
        : given_(given), kernels_(kernels), letters_(letters), letters_of_word_(letters_of_word),
          mismatches_(std::min<std::uint64_t>(given.mismatches, letters_of_word)),
          entries_(power(letters.ordinary(), letters_of_word)), reader_(given, letters, letters_of_word) {
        // The last positions are transformed in parts that fit into a cache, then the first ones in columns.
        while (last_ < letters_of_word_ &&
               power(letters.ordinary(), last_ + 1) * EntryWords * sizeof(std::uint64_t) * (mismatches_ + 1) <=
                   tuning::bytes_of_table_part)
            ++last_;
        last_ = std::max(last_, 1U);
        rows_.resize(entries_ * EntryWords * (mismatches_ + 1));
        column_.resize(entries_ / power(letters.ordinary(), last_) * column_entries() * EntryWords * (mismatches_ + 1));
    }

    /// Adds what the sequences from `first` on hold.
    void count(std::uint64_t first, std::uint64_t last, word_table& counted) {
        std::fill(rows_.begin(), rows_.end(), 0);
        for (std::uint64_t sequence = first; sequence < last; ++sequence)
            insert(sequence, sequence - first, counted);
        for (std::size_t entry = 0; entry < entries_; ++entry) {
            std::uint64_t any = 0;
            for (std::size_t word = 0; word < EntryWords; ++word)
                any |= rows_[entry * EntryWords + word];
            if (any != 0) counted.exists[entry] = 1;
        }
        const auto mismatches = static_cast<unsigned>(mismatches_);
        const std::size_t ordinary = letters_.ordinary();
        const std::size_t part = power(ordinary, last_);
        const std::size_t of_row = entries_ * EntryWords;
        const std::size_t columns = column_entries();
        for (std::size_t from = 0; from < entries_; from += part)
            kernels_.spread({rows_.data() + from * EntryWords, of_row, mismatches, ordinary, last_, EntryWords});
        const std::size_t parts = entries_ / part;
        for (std::size_t from = 0; from < part; from += columns) {
            const std::size_t of_column = parts * columns * EntryWords;
            for (std::size_t row = 0; row <= mismatches; ++row)
                for (std::size_t index = 0; index < parts; ++index)
                    std::copy_n(rows_.data() + row * of_row + (index * part + from) * EntryWords, columns * EntryWords,
                                column_.data() + row * of_column + index * columns * EntryWords);
            kernels_.spread(
                {column_.data(), of_column, mismatches, ordinary, letters_of_word_ - last_, columns * EntryWords});
            for (std::size_t index = 0; index < parts; ++index)
                for (std::size_t column = 0; column < columns; ++column) {
                    const std::uint64_t* entry =
                        column_.data() + mismatches * of_column + (index * columns + column) * EntryWords;
                    unsigned held = 0;
                    for (std::size_t word = 0; word < EntryWords; ++word)
                        held += base::count_ones(entry[word]);
                    counted.supports[index * part + from + column] += held;
                }
        }
    }

  private:
    [[nodiscard]] std::size_t column_entries() const {
        return std::min<std::size_t>(letters_.ordinary(), power(letters_.ordinary(), last_)); // divides a part
    }

    /// Sets the bits of the words of one sequence. An ambiguous letter may be any at the price of a mismatch.
    void insert(std::uint64_t sequence, std::uint64_t bit, word_table& counted) {
        const std::size_t of_bit = bit / 64;
        const std::uint64_t mask = std::uint64_t{1} << bit % 64;
        reader_.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
            if (!is_ordinary) {
                const std::uint64_t most = std::min<std::uint64_t>(before, letters_of_word_ - 1);
                for (std::size_t length = 0, words = 1; length <= most; ++length, words *= letters_.ordinary())
                    counted.before_ambiguous[length][word % words] = 1;
            }
            if (end < letters_of_word_) return;
            if (reader_.is_word(before, is_ordinary))
                rows_[word * EntryWords + of_bit] |= mask;
            else
                insert_ambiguous(end - letters_of_word_, of_bit, mask);
        });
    }

    /// Windows with an ambiguous letter are few: apart, so that the loop over the others stays small.
    [[gnu::noinline]] void insert_ambiguous(std::uint64_t start, std::size_t word, std::uint64_t mask) {
        reader_.for_each_spelling(start, mismatches_, [&](std::size_t entry, std::uint64_t mismatches) {
            for (std::uint64_t row = mismatches; row <= mismatches_; ++row)
                rows_[(row * entries_ + entry) * EntryWords + word] |= mask;
        });
    }

    const problem& given_;
    const growth_kernels& kernels_;
    const growth_alphabet& letters_;
    unsigned letters_of_word_;
    std::uint64_t mismatches_; ///< more than the word has letters say no more
    std::size_t entries_;
    unsigned last_ = 0; ///< positions that are transformed in parts
    growth_rows rows_;
    growth_rows column_;
    word_reader reader_;
};

constexpr std::uint64_t entries_of_part = 1U << 16U; // that a thread adds up at a time

template <std::size_t EntryWords>
word_table table_by_entries(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                            unsigned letters_of_word) {
    constexpr std::size_t sequences = EntryWords * 64;
    const std::size_t entries = power(letters.ordinary(), letters_of_word);
    word_table empty{
        letters_of_word, std::vector<std::uint32_t>(entries, 0), std::vector<std::uint8_t>(entries, 0), {}};
    for (unsigned length = 0; letters.has_ambiguous() && length < letters_of_word; ++length)
        empty.before_ambiguous.emplace_back(power(letters.ordinary(), length), 0);
    struct of_thread {
        table_of_entries<EntryWords> table;
        word_table counted;
    };
    std::vector<std::unique_ptr<of_thread>> of_worker(resources.workers.threads());
    const growth_kernels& kernels = growth_kernels_for(resources.vectors);
    const std::uint64_t tasks = (given.sequences() + sequences - 1) / sequences;
    const auto count_some = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        if (!of_worker[worker])
            of_worker[worker] = std::make_unique<of_thread>(
                of_thread{table_of_entries<EntryWords>(given, kernels, letters, letters_of_word), empty});
        const std::uint64_t first = task * sequences;
        of_worker[worker]->table.count(first, std::min(first + sequences, given.sequences()),
                                       of_worker[worker]->counted);
        return 1;
    };
    resources.workers.run(tasks, {"counting", "parts", tasks}, count_some);
    word_table all = std::move(empty);
    runtime::for_parts(resources.workers, entries, entries_of_part, [&](std::uint64_t from, std::uint64_t to) {
        for (const auto& one : of_worker) {
            if (!one) continue;
            for (std::size_t entry = from; entry < to; ++entry) {
                all.supports[entry] += one->counted.supports[entry];
                all.exists[entry] |= one->counted.exists[entry];
            }
        }
    });
    for (const auto& one : of_worker) {
        if (!one) continue;
        for (std::size_t length = 0; length < all.before_ambiguous.size(); ++length)
            for (std::size_t word = 0; word < all.before_ambiguous[length].size(); ++word)
                all.before_ambiguous[length][word] |= one->counted.before_ambiguous[length][word];
    }
    return all;
}

} // namespace

void word_reader::read(std::uint64_t sequence) {
    const std::uint64_t offset = given_.offset(sequence);
    codes_.resize(given_.length(sequence));
    for (std::uint64_t at = 0; at < codes_.size(); at += sequence::letters_per_word) {
        const std::uint64_t here = std::min<std::uint64_t>(codes_.size() - at, sequence::letters_per_word);
        for (std::size_t letter = 0; letter < letters_.size(); ++letter)
            for (std::uint64_t bits = letters_.literal(given_, letter, offset + at) &
                                      base::low_bits<std::uint64_t>(static_cast<unsigned>(here));
                 bits != 0; bits &= bits - 1)
                codes_[at + base::lowest_one(bits)] = static_cast<std::uint8_t>(letter);
    }
}

unsigned letters_rarely_shared(const problem& given, const growth_alphabet& letters) {
    const auto different = static_cast<double>(letters.ordinary());
    if (different < 2 || given.sequences() == 0) return 0;
    const double length = static_cast<double>(given.set.letters()) / static_cast<double>(given.sequences());
    const double share = static_cast<double>(given.support) / static_cast<double>(given.sequences());
    for (unsigned word = 2; word <= sequence::letters_per_word; ++word) {
        const double starts = std::max(1.0, length - word + 1);
        const double held = starts * count_neighbours(different, word, given.mismatches) / std::pow(different, word);
        if (held < tuning::rare_enough * share) return word;
    }
    return 0;
}

std::size_t word_table::existing_with(std::uint64_t support) const noexcept {
    std::size_t words = 0;
    for (std::size_t word = 0; word < supports.size(); ++word)
        words += supports[word] >= support && exists[word] != 0 ? 1U : 0U;
    return words;
}

std::size_t sequences_of_fitting_entry(const problem& given, const cpu_resources& resources,
                                       const growth_alphabet& letters, unsigned letters_of_word) {
    return sequences_of_fitting_entry(given, resources.memory, resources.workers.threads(), letters, letters_of_word);
}

std::size_t sequences_of_fitting_entry(const problem& given, std::uint64_t memory, unsigned threads,
                                       const growth_alphabet& letters, unsigned letters_of_word) {
    const double most = std::min(tuning::most_bytes_of_table, static_cast<double>(memory) / 4 / threads);
    const double bits =
        std::pow(static_cast<double>(letters.ordinary()), letters_of_word) * static_cast<double>(given.mismatches + 1);
    const auto fits = [&](std::size_t sequences) { return bits / 8 * static_cast<double>(sequences) <= most; };
    if (!fits(sequences_of_narrow_entry)) return 0;
    // Of few sequences narrow entries occupy more threads.
    const auto waited = [&](std::size_t sequences) {
        const std::uint64_t tasks = (given.sequences() + sequences - 1) / sequences;
        return static_cast<double>((tasks + threads - 1) / threads * sequences);
    };
    return fits(sequences_of_entry) &&
                   waited(sequences_of_entry) <= tuning::narrow_entries_beside_wide * waited(sequences_of_narrow_entry)
               ? sequences_of_entry
               : sequences_of_narrow_entry;
}

unsigned letters_of_word_table(const problem& given, const cpu_resources& resources, const growth_alphabet& letters) {
    const unsigned word = letters_rarely_shared(given, letters);
    return word > 0 && sequences_of_fitting_entry(given, resources, letters, word) > 0 ? word : 0;
}

double cost_of_word_table(const problem& given, const growth_alphabet& letters, unsigned letters_of_word) {
    const double entries = std::pow(static_cast<double>(letters.ordinary()), letters_of_word);
    const double transformed = entries * (5.0 * letters_of_word * static_cast<double>(given.mismatches) + 20);
    return static_cast<double>(given.sequences()) / sequences_of_entry * transformed +
           10 * static_cast<double>(given.set.letters());
}

word_table make_word_table(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                           unsigned letters_of_word, std::size_t sequences) {
    return sequences == sequences_of_entry
               ? table_by_entries<sequences_of_entry / 64>(given, resources, letters, letters_of_word)
               : table_by_entries<sequences_of_narrow_entry / 64>(given, resources, letters, letters_of_word);
}

} // namespace concord::substring
