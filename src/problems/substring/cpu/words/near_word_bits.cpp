#include "problems/substring/cpu/words/near_word_bits.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace concord::substring {
namespace {

/// Entries of a column, side by side.
constexpr std::size_t most_width_of_column = 32;

/// The tables of one thread: of each number of mismatches, one after the other.
class table_of_sequence {
  public:
    table_of_sequence(const problem& given, const growth_kernels& kernels, const growth_alphabet& letters,
                      const word_set& words)
        : kernels_(kernels), words_(words), split_(words.split()),
          mismatches_(std::min<std::uint64_t>(given.mismatches, words.length())),
          fronts_(split_.words_of(split_.front)), ends_(split_.words_of(split_.end)),
          reader_(given, letters, words.length()), supports_(words.size(), 0) {
        // The last letters of a front are transformed in parts that fit into a cache, then the first ones in columns.
        while (last_ < split_.front &&
               split_.words_of(last_ + 1) * sizeof(std::uint64_t) * (mismatches_ + 1) <= tuning::bytes_of_table_part)
            ++last_;
        part_ = split_.words_of(last_);
        for (width_ = most_width_of_column; part_ % width_ != 0;)
            width_ /= 2;
        rows_.resize(fronts_ * (mismatches_ + 1));
        column_.resize(fronts_ / part_ * width_ * (mismatches_ + 1));
    }

    /// Adds what a sequence holds.
    void count(std::uint64_t sequence) {
        std::ranges::fill(rows_, 0);
        insert(sequence);
        const auto mismatches = static_cast<unsigned>(mismatches_);
        const auto letters = static_cast<std::size_t>(split_.letters);
        for (std::size_t from = 0; from < fronts_; from += part_) {
            kernels_.spread_ends(
                {rows_.data() + from, fronts_, mismatches, letters, static_cast<unsigned>(split_.end), part_});
            kernels_.spread({rows_.data() + from, fronts_, mismatches, letters, static_cast<unsigned>(last_), 1});
        }
        const std::size_t parts = fronts_ / part_;
        const std::size_t of_column = parts * width_;
        // More mismatches than a column has letters come from rows that are done.
        const std::size_t first_letters = split_.front - last_;
        const std::size_t lowest = mismatches_ > first_letters ? mismatches_ - first_letters : 0;
        for (std::size_t at = 0; at < part_; at += width_) {
            for (std::size_t row = lowest; row <= mismatches_; ++row)
                for (std::size_t index = 0; index < parts; ++index)
                    std::copy_n(rows_.data() + row * fronts_ + index * part_ + at, width_,
                                column_.data() + row * of_column + index * width_);
            kernels_.spread({column_.data() + lowest * of_column, of_column,
                             static_cast<unsigned>(mismatches_ - lowest), letters, static_cast<unsigned>(first_letters),
                             width_});
            for (std::size_t index = 0; index < parts; ++index)
                for (std::size_t entry = 0; entry < width_; ++entry)
                    add(index * part_ + at + entry, column_[mismatches_ * of_column + index * width_ + entry]);
        }
    }

    void add_to(std::span<std::uint32_t> supports) const {
        for (std::size_t rank = 0; rank < supports_.size(); ++rank)
            supports[rank] += supports_[rank];
    }

  private:
    void add(std::uint64_t front, std::uint64_t near) {
        for (std::uint64_t rest = near & words_.ends(front); rest != 0; rest &= rest - 1)
            ++supports_[words_.rank(front, base::lowest_one(rest))];
    }

    /// An ambiguous letter may be any at the price of a mismatch.
    void insert(std::uint64_t sequence) {
        const auto set = [&](std::size_t word, std::uint64_t row) {
            rows_[row * fronts_ + word / ends_] |= std::uint64_t{1} << word % ends_;
        };
        reader_.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
            if (reader_.is_word(before, is_ordinary))
                set(word, 0);
            else if (end >= words_.length())
                reader_.for_each_spelling(end - words_.length(), mismatches_,
                                          [&](std::size_t spelled, std::uint64_t mismatches) {
                                              for (std::uint64_t row = mismatches; row <= mismatches_; ++row)
                                                  set(spelled, row);
                                          });
        });
    }

    const growth_kernels& kernels_;
    const word_set& words_;
    split_word split_;
    std::uint64_t mismatches_; ///< more than the word has letters say no more
    std::size_t fronts_;
    std::uint64_t ends_;
    std::uint64_t last_ = 0; ///< letters of a front that are transformed in parts
    std::size_t part_ = 1;   ///< entries
    std::size_t width_ = 1;  ///< of a column, in entries
    word_reader reader_;
    std::vector<std::uint32_t> supports_; ///< by rank
    growth_rows rows_;
    growth_rows column_;
};

} // namespace

void count_near_word_bits(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                          const word_set& words, std::span<std::uint32_t> supports) {
    std::vector<std::unique_ptr<table_of_sequence>> of_worker(resources.workers.threads());
    const growth_kernels& kernels = growth_kernels_for(resources.vectors);
    const std::uint64_t sequences = given.sequences();
    const auto count = [&](std::size_t sequence, unsigned worker) -> std::uint64_t {
        if (!of_worker[worker]) of_worker[worker] = std::make_unique<table_of_sequence>(given, kernels, letters, words);
        of_worker[worker]->count(sequence);
        return 1;
    };
    resources.workers.run(sequences, {"counting", "sequences", sequences}, count);
    std::ranges::fill(supports, 0);
    for (const auto& one : of_worker)
        if (one) one->add_to(supports);
}

double cost_of_near_word_bits(const problem& given, std::uint64_t memory, unsigned threads, const split_word& split,
                              double words) {
    const auto mismatches = static_cast<double>(std::min(given.mismatches, split.front + split.end));
    const auto sequences = static_cast<double>(given.sequences());
    const double tables = std::min(sequences, static_cast<double>(threads));
    const double bytes = split.fronts() * 8 * (mismatches + 1) + words * 4;
    if (bytes * tables > static_cast<double>(memory) / 4) return std::numeric_limits<double>::infinity();
    const double steps = static_cast<double>(split.front) * tuning::cost_of_entry_spread +
                         static_cast<double>(split.end * split.letters) * tuning::cost_of_bits_spread;
    return sequences *
               (split.fronts() * (tuning::cost_of_entry + mismatches * steps) + words * tuning::cost_of_near_word) +
           static_cast<double>(given.set.letters()) * tuning::cost_of_word_set;
}

} // namespace concord::substring
