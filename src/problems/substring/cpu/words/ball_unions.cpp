#include "problems/substring/cpu/words/ball_unions.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/thread_counts.hpp"
#include "problems/substring/cpu/words/union_kernels.hpp"
#include "problems/substring/tuning.hpp"
#include "simd/aligned_vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace concord::substring {
namespace {

constexpr unsigned most_prefix_letters = 8; ///< two bits each

/// How a word is split: prefix, one letter, and an end whose last letters are those of the set's split.
struct united_word {
    std::uint64_t letters;
    std::uint64_t prefix; ///< letters
    std::uint64_t inner;  ///< letters of an end that choose a word of its row
    std::uint64_t last;   ///< those that choose a bit there

    /// The longest end whose row has room; without a prefix it is of no use.
    static united_word of(const split_word& split) {
        united_word word{split.letters, 0, 0, split.end};
        while (split.words_of(word.inner + 1) <= words_of_union_row && word.inner + 1 < split.front)
            ++word.inner;
        word.prefix = split.front > word.inner ? split.front - word.inner - 1 : 0;
        return word;
    }
};

/// The rows of all ends, and where each stands: of ends with ambiguous letters, too, which may be any.
///
///     A C ? T     the row of AACT, of ACCT ... : ACAT or ACCT or ACGT or ACTT is near to these words
class rows_of_ends {
  public:
    rows_of_ends(const split_word& split, const united_word& word, std::uint64_t k, bool has_ambiguous)
        : letters_(word.letters), last_(split.words_of(word.last)) {
        const auto ends = [&](std::uint64_t letters) {
            std::uint64_t all = 1;
            for (std::uint64_t letter = 0; letter < word.inner + word.last; ++letter)
                all *= letters;
            return all;
        };
        const std::uint64_t all_ends = ends(word.letters + 1);
        // Of two letters a row has many.
        are_spelled_ = has_ambiguous && all_ends > std::numeric_limits<std::uint16_t>::max();
        has_all_ = has_ambiguous && !are_spelled_;
        rows_ = 64 * split.words_of(word.inner) + (has_all_ ? all_ends - ends(word.letters) : 0);
        write_plain(split, word, k);
        if (has_all_) write_ambiguous(all_ends, k);
    }

    /// Of an end by its number, whose digits are letters; ambiguous ones are one digit more, unless they are spelled.
    [[nodiscard]] std::uint16_t row_of(std::uint64_t end) const noexcept {
        return has_all_ ? numbers_[end] : row_of_plain(end);
    }
    /// The same of ordinary letters alone.
    [[nodiscard]] std::uint16_t row_of_plain(std::uint64_t end) const noexcept {
        return static_cast<std::uint16_t>(end / last_ * 64 + end % last_);
    }
    [[nodiscard]] std::uint64_t base() const noexcept { return has_all_ ? letters_ + 1 : letters_; }
    /// Whether such an end is all those with letters in place of the ambiguous ones.
    [[nodiscard]] bool are_spelled() const noexcept { return are_spelled_; }
    [[nodiscard]] const std::uint64_t* table() const noexcept { return table_.data(); }
    /// Words of all rows that leave as many mismatches.
    [[nodiscard]] std::size_t of_mismatches() const noexcept { return rows_ * words_of_union_row; }

  private:
    void write_plain(const split_word& split, const united_word& word, std::uint64_t k) {
        const ball_shape shape(split, k);
        const std::uint64_t inner = split.words_of(word.inner);
        table_.assign((k + 1) * of_mismatches(), 0);
        for (std::uint64_t a = 0; a < inner; ++a)
            for (std::uint64_t b = 0; b < inner; ++b) {
                const std::uint64_t differ = split.mismatches(a, b);
                for (std::uint64_t spent = 0; differ + spent <= k; ++spent)
                    for (std::uint64_t end = 0; end < last_; ++end)
                        table_[spent * of_mismatches() + (64 * a + end) * words_of_union_row + b] =
                            shape.near_ends(end)[std::min(k - differ - spent, shape.mismatches())];
            }
    }

    void write_ambiguous(std::uint64_t all_ends, std::uint64_t k) {
        numbers_.resize(all_ends);
        std::uint64_t further = rows_;
        for (std::uint64_t end = 0; end < all_ends; ++end) {
            std::uint64_t plain = 0;
            std::uint64_t ambiguous = 0; // the value of the last ambiguous letter's place; 0: there is none
            for (std::uint64_t place = all_ends / base(), rest = end; place > 0; place /= base()) {
                const std::uint64_t letter = rest / place;
                rest %= place;
                plain = plain * letters_ + letter;
                if (letter == letters_) ambiguous = place;
            }
            if (ambiguous == 0) {
                numbers_[end] = row_of_plain(plain);
                continue;
            }
            numbers_[end] = static_cast<std::uint16_t>(--further);
            // Ends with a letter in its place have smaller numbers: their rows are there.
            for (std::uint64_t any = 1; any <= letters_; ++any)
                for (std::uint64_t spent = 0; spent <= k; ++spent)
                    for (std::uint64_t word = 0; word < words_of_union_row; ++word)
                        table_[spent * of_mismatches() + further * words_of_union_row + word] |=
                            table_[spent * of_mismatches() +
                                   numbers_[end - any * ambiguous] * std::uint64_t{words_of_union_row} + word];
        }
    }

    std::uint64_t letters_;
    std::uint64_t last_; ///< of the last letters of an end, as many words
    std::uint64_t rows_ = 0;
    bool has_all_ = false;
    bool are_spelled_ = false;
    simd::aligned_vector<std::uint64_t> table_;
    std::vector<std::uint16_t> numbers_; ///< of all ends, if they may have ambiguous letters
};

/// The windows of some sequences, as the kernel wants them.
class united_block {
  public:
    united_block(const problem& given, const growth_alphabet& letters, const word_set& words, const united_word& word,
                 const rows_of_ends& ends)
        : given_(given), letters_(letters), words_(words), word_(word), ends_(ends),
          reader_(given, letters, words.length()) {}

    [[nodiscard]] std::span<const united_sequence> sequences() const noexcept { return sequences_; }

    void read(std::uint64_t first, std::uint64_t last) {
        prefixes_.clear();
        cells_.clear();
        partial_.clear();
        sequences_.clear();
        std::vector<std::size_t> begins; // of windows, then of partial ones
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            begins.push_back(prefixes_.size());
            begins.push_back(partial_.size());
            words_.for_each(reader_, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
                if (is_ordinary && word_.letters == most_union_letters)
                    add_word(words_.number(word));
                else
                    add(start, is_ordinary);
            });
            united_sequence& read = sequences_.emplace_back();
            read.windows = static_cast<std::uint32_t>(prefixes_.size() - begins[begins.size() - 2]);
            read.partials = static_cast<std::uint32_t>(partial_.size() - begins.back());
        }
        prefixes_.resize(prefixes_.size() + padding_of_union);
        cells_.resize(cells_.size() + padding_of_union);
        for (std::size_t index = 0; index < sequences_.size(); ++index) {
            sequences_[index].prefixes = prefixes_.data() + begins[2 * index];
            sequences_[index].cells = cells_.data() + begins[2 * index];
            sequences_[index].partial = partial_.data() + begins[2 * index + 1];
        }
    }

  private:
    /// Of ordinary letters, two bits each.
    void add_word(std::uint64_t word) {
        const auto bits = static_cast<unsigned>(2 * (word_.inner + word_.last));
        const std::uint64_t end = word & base::low_bits<std::uint64_t>(bits);
        const std::uint64_t letter = word >> bits & 3U;
        prefixes_.push_back(static_cast<std::uint16_t>(word >> (bits + 2)));
        cells_.push_back(static_cast<std::uint16_t>(letter << bits_of_end | ends_.row_of_plain(end)));
    }
    void add(std::uint64_t start, bool is_ordinary) {
        std::uint16_t prefix = 0;
        std::uint16_t known = 0;
        std::uint64_t place = 0;
        unsigned mismatches = 0;
        for (; place < word_.prefix; ++place) {
            const std::uint8_t here = reader_.letter(start, place);
            const bool is_known = here < letters_.ordinary();
            prefix = static_cast<std::uint16_t>(prefix << 2U | (is_known ? here : 0U));
            known = static_cast<std::uint16_t>(known << 2U | (is_known ? 1U : 0U));
            mismatches += is_known ? 0U : 1U;
        }
        const std::uint8_t letter = reader_.letter(start, place++);
        // An ambiguous letter of an end may be any at the price of a mismatch. (That of the one letter is paid by B.)
        if (!is_ordinary && ends_.are_spelled())
            return add_spelled(start, place, 0,
                               {prefix, known, static_cast<std::uint8_t>(mismatches), letter_or_any(letter), 0});
        std::uint64_t end = 0;
        for (; place < words_.length(); ++place) {
            const std::uint8_t here = reader_.letter(start, place);
            const bool is_known = here < letters_.ordinary();
            end = end * ends_.base() + (is_known ? here : word_.letters);
            mismatches += is_known ? 0U : 1U;
        }
        if (is_ordinary) {
            prefixes_.push_back(prefix);
            cells_.push_back(static_cast<std::uint16_t>(unsigned{letter} << bits_of_end | ends_.row_of(end)));
            return;
        }
        if (mismatches > given_.mismatches) return;
        partial_.push_back(
            {prefix, known, static_cast<std::uint8_t>(mismatches), letter_or_any(letter), ends_.row_of(end)});
    }

    [[nodiscard]] std::uint8_t letter_or_any(std::uint8_t letter) const {
        return letter < letters_.ordinary() ? letter : static_cast<std::uint8_t>(most_union_letters);
    }

    void add_spelled(std::uint64_t start, std::uint64_t place, std::uint64_t end, partial_window window) {
        if (window.mismatches > given_.mismatches) return;
        if (place == words_.length()) {
            window.row = ends_.row_of(end);
            partial_.push_back(window);
            return;
        }
        const std::uint8_t letter = reader_.letter(start, place);
        if (letter < letters_.ordinary()) return add_spelled(start, place + 1, end * word_.letters + letter, window);
        ++window.mismatches;
        for (std::uint64_t any = 0; any < word_.letters; ++any)
            add_spelled(start, place + 1, end * word_.letters + any, window);
    }

    const problem& given_;
    const growth_alphabet& letters_;
    const word_set& words_;
    united_word word_;
    const rows_of_ends& ends_;
    word_reader reader_;
    std::vector<std::uint16_t> prefixes_;
    std::vector<std::uint16_t> cells_;
    std::vector<partial_window> partial_;
    std::vector<united_sequence> sequences_;
};

/// The fronts of the words of one prefix: of each next letter as many as there are inner ends.
struct fronts_of_prefix {
    std::uint64_t first;
    std::uint64_t letters;
    std::uint64_t of_letter;

    [[nodiscard]] std::uint64_t size() const noexcept { return letters * of_letter; }
};

/// Adds the digits of these words to their counts, and clears them.
void take_digits(const word_set& words, const fronts_of_prefix& fronts, std::span<std::uint64_t> digits,
                 unsigned thread, thread_counts& supports) {
    const std::size_t of_digit = fronts.letters * words_of_union_row;
    for (std::size_t index = 0; index < fronts.size(); ++index) {
        std::size_t rank = words.before(fronts.first + index);
        const std::uint64_t* const place =
            digits.data() + index / fronts.of_letter * words_of_union_row + index % fronts.of_letter;
        for (std::uint64_t rest = words.ends(fronts.first + index); rest != 0; rest &= rest - 1, ++rank) {
            const unsigned bit = base::lowest_one(rest);
            std::uint32_t count = 0;
            for (unsigned digit = 0; digit < planes_of_union; ++digit)
                count |= static_cast<std::uint32_t>(place[digit * of_digit] >> bit & 1U) << digit;
            if (count > 0) supports.add(thread, rank, count);
        }
    }
    std::ranges::fill(digits, 0);
}

} // namespace

void count_ball_unions(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                       const word_set& words, std::uint64_t first, std::uint64_t last,
                       std::span<std::uint32_t> supports) {
    const split_word& split = words.split();
    const united_word word = united_word::of(split);
    const std::uint64_t k = std::min<std::uint64_t>(given.mismatches, words.length());
    const rows_of_ends ends(split, word, k, letters.has_ambiguous());
    const union_kernels& kernels = union_kernels_for(resources.vectors);
    const std::uint64_t blocks = (last - first + most_united_sequences - 1) / most_united_sequences;
    const std::uint64_t prefixes = split.words_of(word.prefix);
    // Few blocks are divided by prefixes, too, for several threads.
    const unsigned threads = resources.workers.threads();
    const std::uint64_t wanted = threads > 1 ? std::uint64_t{threads} * tuning::tasks_of_unions_per_thread : 1;
    const std::uint64_t slices =
        std::clamp<std::uint64_t>((wanted + blocks - 1) / std::max<std::uint64_t>(blocks, 1), 1, prefixes);
    thread_counts counted(supports, resources.workers);
    const auto code_of = [&](std::uint64_t prefix) {
        std::uint16_t code = 0;
        for (std::uint64_t letter = 0; letter < word.prefix; ++letter, prefix /= split.letters)
            code = static_cast<std::uint16_t>(code | (prefix % split.letters) << 2 * letter);
        return code;
    };
    const auto read = [&](std::size_t index) {
        auto block = std::make_unique<united_block>(given, letters, words, word, ends);
        const std::uint64_t from = first + index * most_united_sequences;
        block->read(from, std::min<std::uint64_t>(from + most_united_sequences, last));
        return block;
    };
    std::vector<std::unique_ptr<united_block>> held(slices > 1 ? blocks : 0); // else each is read by its only task
    resources.workers.run(held.size(), {"counting", "blocks", held.size()},
                          [&](std::size_t index, unsigned) -> std::uint64_t {
                              held[index] = read(index);
                              return 1;
                          });
    const auto count_one = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        const std::unique_ptr<united_block> own = held.empty() ? read(task) : nullptr;
        const united_block& block = own ? *own : *held[task / slices];
        simd::aligned_vector<std::uint64_t> digits(planes_of_union * split.letters * words_of_union_row, 0);
        const auto known =
            static_cast<std::uint16_t>(base::low_bits<std::uint64_t>(static_cast<unsigned>(2 * word.prefix)) & 0x5555U);
        const std::uint64_t last_prefix = (task % slices + 1) * prefixes / slices;
        for (std::uint64_t prefix = task % slices * prefixes / slices; prefix < last_prefix; ++prefix) {
            fronts_of_prefix fronts{0, split.letters, split.words_of(word.inner)};
            fronts.first = prefix * fronts.size();
            if (words.before(fronts.first) == words.before(fronts.first + fronts.size())) continue;
            kernels.count(
                {code_of(prefix), known, split.letters, static_cast<unsigned>(k), ends.table(), ends.of_mismatches()},
                block.sequences().data(), block.sequences().size(), digits.data());
            take_digits(words, fronts, digits, worker, counted);
        }
        return 1;
    };
    resources.workers.run(blocks * slices, {"counting", "parts", blocks * slices}, count_one);
    counted.finish();
}

double cost_of_ball_unions(const problem& given, const split_word& split, double words) {
    const united_word word = united_word::of(split);
    if (split.letters > most_union_letters || word.prefix == 0 || word.prefix > most_prefix_letters ||
        given.set.longest() > most_united_windows || given.mismatches > tuning::most_mismatches_of_growth)
        return impossible;
    const auto sequences = static_cast<double>(given.sequences());
    const double windows =
        static_cast<double>(given.set.letters()) - sequences * static_cast<double>(split.front + split.end - 1);
    double of_near = 0; // what a window takes because it is near to a prefix
    double chance = std::pow(static_cast<double>(split.letters), -static_cast<double>(word.prefix));
    for (std::uint64_t differ = 0; differ <= std::min(given.mismatches, word.prefix); ++differ) {
        const std::uint64_t left = given.mismatches - differ;
        of_near += chance * (left == 0   ? tuning::cost_of_united_bit
                             : left == 1 ? tuning::cost_of_united_bit + tuning::cost_of_united_row
                                         : 2 * tuning::cost_of_united_row);
        chance *= static_cast<double>((split.letters - 1) * (word.prefix - differ)) / static_cast<double>(differ + 1);
    }
    const word_order order(given, split.letters, static_cast<unsigned>(split.front + split.end));
    const double prefixes =
        std::min(order.share_of_counted(word.prefix) * static_cast<double>(split.words_of(word.prefix)), words);
    const double all = std::max(0.0, windows);
    return all * tuning::cost_of_read_united_window +
           prefixes * (all * (tuning::cost_of_united_window + of_near) + sequences * tuning::cost_of_united_sequence) +
           words * sequences / most_united_sequences * tuning::cost_of_united_word;
}

} // namespace concord::substring
