#include "problems/substring/variants/edit_balls.hpp"

#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// Whole numbers up to 2^24 are exact, and greater sums are not smaller than that.
using ball_count = float;

constexpr std::uint64_t balls_of(std::uint64_t letters) noexcept { return std::uint64_t{1} << 2 * letters; }

/// Rows by edits: of all alignments, and behind them those whose last step skips no letter of the text; without edits
/// none does.
struct ball_rows {
    ball_count* rows;
    std::uint64_t of_row; ///< words of the letters that are not read
    std::uint64_t edits;

    [[nodiscard]] ball_count* all(std::uint64_t row) const noexcept { return rows + row * of_row; }
    [[nodiscard]] ball_count* unskipped(std::uint64_t row) const noexcept {
        return row == 0 ? rows : rows + (edits + row) * of_row;
    }
    /// Of an array of these.
    [[nodiscard]] static std::uint64_t number(std::uint64_t edits) noexcept { return edits == 0 ? 1 : 2 * edits; }
};

} // namespace

/// Enters the words of a text: letters that match nothing are substituted, for an edit, or skipped, for one, too. Of
/// the last letters, which an occurrence may lack, they cost nothing. Beyond the ends of a piece there are such
/// letters.
class edit_balls::text_words {
  public:
    /// `there`: a bit for each word that stands in the text. `beside_others`: other threads add to the same counts.
    text_words(const piece_collection& of, std::uint64_t letters, ball_rows to, word_bits& there, bool beside_others)
        : of_(of), letters_(letters), to_(to), there_(there), beside_others_(beside_others) {}

    void add(const piece& in) {
        in_ = &in;
        near_words::for_each_word(
            of_.letters(in.first, in.length), letters_,
            [&](std::uint64_t, std::uint64_t number) {
                set(number);
                count(0, number);
            },
            [&](std::uint64_t start) { extend(static_cast<std::int64_t>(start), 0, 0, 0, 0); });
        const auto length = static_cast<std::int64_t>(in.length);
        const auto whole = static_cast<std::int64_t>(letters_);
        const auto edits = static_cast<std::int64_t>(to_.edits);
        for (std::int64_t start = -edits; start + whole - edits <= length; ++start)
            if (start < 0 || start + whole > length) extend(start, 0, 0, 0, 0);
    }
    /// After the last piece.
    void finish() {
        frequent_.add_all([&](std::size_t index, std::uint32_t more) { add_shared(index, more); });
    }

  private:
    void set(std::uint64_t number) {
        std::uint64_t& word = there_[number / 64];
        const std::uint64_t bit = std::uint64_t{1} << number % 64;
        if (!beside_others_)
            word |= bit;
        else if ((std::atomic_ref(word).load(std::memory_order_relaxed) & bit) == 0)
            std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed);
    }
    void add_shared(std::size_t index, std::uint32_t more) const {
        std::atomic_ref(to_.rows[index]).fetch_add(static_cast<ball_count>(more), std::memory_order_relaxed);
    }
    void count(std::uint64_t edits, std::uint64_t number) {
        const std::uint64_t index = edits * to_.of_row + number;
        if (beside_others_)
            frequent_.count(index, [&](std::size_t at, std::uint32_t more) { add_shared(at, more); });
        else
            to_.rows[index] += 1;
    }

    /// `at`: the next letter of the piece; `number`, `any`: of the first letters, those that are any with all bits set.
    void extend(std::int64_t at, std::uint64_t first, std::uint64_t edits, std::uint64_t number, std::uint64_t any) {
        const std::uint64_t needed = letters_ - to_.edits; // letters that every occurrence has
        for (; first < letters_; ++first, ++at) {
            const bool is_beyond = at < 0 || at >= static_cast<std::int64_t>(in_->length);
            const letter here = is_beyond ? of_.nothing() : of_.text()[in_->first + static_cast<std::uint64_t>(at)];
            number <<= 2U;
            any <<= 2U;
            if (here < plain_nucleotides) {
                number |= here;
                continue;
            }
            any |= 3U;
            if (first >= needed) continue;
            if (at >= 0 && is_beyond) return;
            if (edits == to_.edits) return;
            if (first > 0 && !is_beyond) extend(at + 1, first, edits + 1, number >> 2U, any >> 2U);
            ++edits;
        }
        std::uint64_t spelling = 0;
        do {
            count(edits, number | spelling);
            spelling = (spelling - any) & any; // the next subset of these bits
        } while (spelling != 0);
    }

    const piece_collection& of_;
    std::uint64_t letters_;
    ball_rows to_;
    word_bits& there_;
    bool beside_others_;
    frequent_counters frequent_;
    const piece* in_ = nullptr;
};

/// Counts along the beginnings of the words of the text, depth first.
class edit_balls::counting {
  public:
    /// Of words of which `unread` letters are not read, and of their longer beginnings.
    counting(std::uint64_t letters, std::uint64_t edits, std::uint64_t support, const word_bits& there, word_bits& may,
             std::uint64_t unread)
        : letters_(letters), edits_(edits), support_(static_cast<ball_count>(support)), there_(there), may_(may) {
        std::uint64_t entries = 0;
        while (unread-- > 0) {
            first_of_unread_[unread] = entries;
            entries += entries_of(unread, edits);
        }
        memory_ = runtime::far_array<ball_count>(entries);
    }
    /// What is counted below a beginning, and what letters skip.
    [[nodiscard]] static std::uint64_t entries_of(std::uint64_t unread, std::uint64_t edits) {
        return (ball_rows::number(edits) + 2 * edits) * balls_of(unread);
    }

    /// Of the words with this beginning.
    void visit(ball_rows rows, std::uint64_t unread, std::uint64_t beginning) {
        visit_some(rows, unread, beginning, 0, plain_nucleotides);
    }
    /// The same, of those with some letters next.
    void visit_some(ball_rows rows, std::uint64_t unread, std::uint64_t beginning, std::uint64_t first,
                    std::uint64_t last) {
        if (unread == 1) return judge(rows, beginning);
        const std::uint64_t of_row = rows.of_row / 4;
        const ball_rows next{memory_.data() + first_of_unread_[unread - 1], of_row, edits_};
        ball_count* const deleted = next.rows + ball_rows::number(edits_) * of_row;
        for (std::uint64_t row = 0; row < edits_; ++row)
            forget_last(rows.unskipped(row), of_row, deleted + row * of_row);
        for (std::uint64_t letter = first; letter < last; ++letter) {
            const std::uint64_t longer = beginning * 4 + letter;
            if (!is_there(longer, unread - 1)) continue;
            read(rows, letter, unread, next, deleted);
            visit(next, unread - 1, longer);
        }
    }
    /// Of the words with this letter first, of the counts of the text.
    void visit_first(ball_rows text, std::uint64_t letter) {
        if (!is_there(letter, letters_ - 1)) return;
        const ball_rows rows = first_rows(memory_.data() + first_of_unread_[letters_ - 1], text);
        read(text, letter, letters_, rows, nullptr);
        visit(rows, letters_ - 1, letter);
    }
    /// The counts of the words with this letter first, in memory of entries_of(letters - 1, edits).
    [[nodiscard]] ball_rows read_first(ball_rows text, std::uint64_t letter, ball_count* memory) const {
        const ball_rows rows = first_rows(memory, text);
        if (is_there(letter, letters_ - 1)) read(text, letter, letters_, rows, nullptr);
        return rows;
    }
    /// Of the words with these two letters first, of what read_first counted.
    void visit_second(ball_rows rows, std::uint64_t letters) {
        if (is_there(letters, letters_ - 2)) visit_some(rows, letters_ - 1, letters / 4, letters % 4, letters % 4 + 1);
    }

  private:
    [[nodiscard]] ball_rows first_rows(ball_count* memory, ball_rows text) const {
        return {memory, text.of_row / 4, edits_};
    }
    [[nodiscard]] bool is_there(std::uint64_t beginning, std::uint64_t unread) const {
        const std::uint64_t first = beginning * balls_of(unread);
        if (unread >= 3)
            return std::any_of(there_.begin() + static_cast<std::ptrdiff_t>(first / 64),
                               there_.begin() + static_cast<std::ptrdiff_t>((first + balls_of(unread)) / 64),
                               [](std::uint64_t word) { return word != 0; });
        return (there_[first / 64] >> first % 64 & ((std::uint64_t{1} << balls_of(unread)) - 1)) != 0;
    }

    static void forget_last(const ball_count* from, std::uint64_t of_row, ball_count* to) {
        for (std::uint64_t at = 0; at < of_row; ++at)
            to[at] = from[4 * at] + from[4 * at + 1] + (from[4 * at + 2] + from[4 * at + 3]);
    }

    /// The rows of a beginning that is one letter longer; `deleted` of row e is e - 1, null: that is not done.
    void read(ball_rows rows, std::uint64_t letter, std::uint64_t unread, ball_rows next,
              const ball_count* deleted) const {
        const std::uint64_t of_row = next.of_row;
        for (std::uint64_t row = 0; row <= edits_; ++row) {
            const ball_count* const same = rows.all(row) + letter * of_row;
            if (row == 0) {
                std::copy_n(same, of_row, next.all(0));
                continue;
            }
            const auto other = [&](std::uint64_t by) { return rows.all(row - 1) + (letter + by) % 4 * of_row; };
            const ball_count* const one = other(1);
            const ball_count* const two = other(2);
            const ball_count* const three = other(3);
            ball_count* const to = next.all(row);
            for (std::uint64_t at = 0; at < of_row; ++at)
                to[at] = same[at] + one[at] + (two[at] + three[at]);
        }
        // Of the words of what is left but for the last letter: what comes after one that is skipped.
        ball_count* const skipped = next.rows + (ball_rows::number(edits_) + edits_) * of_row;
        const std::uint64_t quarter = of_row / 4;
        const bool is_skipped = unread > 2;
        for (std::uint64_t row = 1; is_skipped && row <= edits_; ++row) {
            ball_count* const to = skipped + (row - 1) * quarter;
            const ball_count* const from = next.all(row - 1);
            for (std::uint64_t at = 0; at < quarter; ++at)
                to[at] = from[at] + from[at + quarter] + (from[at + 2 * quarter] + from[at + 3 * quarter]);
            if (row == 1) continue;
            const ball_count* const before = to - quarter; // skipped twice
            for (std::uint64_t at = 0; at < quarter; ++at)
                for (std::uint64_t letters = 0; letters < 4; ++letters)
                    to[at] += before[(at + letters * quarter) / 4];
        }
        for (std::uint64_t row = 1; row <= edits_; ++row) {
            ball_count* const all = next.all(row);
            if (deleted != nullptr) {
                const ball_count* const more = deleted + (row - 1) * of_row;
                for (std::uint64_t at = 0; at < of_row; ++at)
                    all[at] += more[at];
            }
            if (row < edits_) std::copy_n(all, of_row, next.unskipped(row));
            if (!is_skipped) continue;
            const ball_count* const more = skipped + (row - 1) * quarter;
            for (std::uint64_t at = 0; at < quarter; ++at)
                for (std::uint64_t last = 0; last < 4; ++last)
                    all[4 * at + last] += more[at];
        }
    }

    /// One letter is left, which matches or is substituted.
    void judge(ball_rows rows, std::uint64_t beginning) {
        for (std::uint64_t letter = 0; letter < plain_nucleotides; ++letter) {
            const std::uint64_t word = beginning * 4 + letter;
            if (!has(there_, word)) continue;
            ball_count near = rows.all(edits_)[letter];
            for (std::uint64_t row = 0; row < edits_; ++row)
                for (std::uint64_t other = 0; other < plain_nucleotides; ++other)
                    near += rows.all(row)[other];
            if (near >= support_) may_[word / 64] |= std::uint64_t{1} << word % 64;
        }
    }

    std::uint64_t letters_;
    std::uint64_t edits_;
    ball_count support_;
    const word_bits& there_;
    word_bits& may_; ///< a task writes words of 64 of its own
    std::array<std::uint64_t, most_letters> first_of_unread_{};
    runtime::far_array<ball_count> memory_;
};

bool edit_balls::are_possible(const piece_collection& of, std::uint64_t letters, std::uint64_t edits,
                              std::uint64_t memory, unsigned threads) {
    // Of an edit: those of the text, and of four beginnings; of many threads those of sixteen, too.
    const std::uint64_t rows_at_once = threads > plain_nucleotides ? 9 : 6;
    return of.is_dna() && !of.has_sets() && edits <= most_edits && letters >= least_letters(edits) &&
           letters <= most_letters && rows_at_once * (edits + 1) * balls_of(letters) * sizeof(ball_count) <= memory;
}

double edit_balls::chance(std::uint64_t letters, std::uint64_t edits) {
    using row = std::array<double, most_edits + 1>;
    constexpr double kinds = plain_nucleotides;
    row all{1};
    row unskipped{1};
    for (std::uint64_t at = 0; at < letters; ++at) {
        row aligned{};
        row skipped{};
        for (std::uint64_t edit = 0; edit <= edits; ++edit) {
            aligned[edit] = all[edit] + (edit > 0 ? (kinds - 1) * all[edit - 1] : 0);
            if (edit > 0 && at + 2 < letters) skipped[edit] = kinds * (aligned[edit - 1] + skipped[edit - 1]);
        }
        const row before = std::exchange(unskipped, aligned);
        for (std::uint64_t edit = 0; edit <= edits; ++edit) {
            if (edit > 0 && at > 0 && at + 1 < letters) unskipped[edit] += kinds * before[edit - 1];
            all[edit] = unskipped[edit] + skipped[edit];
        }
    }
    double sum = 0;
    for (std::uint64_t edit = 0; edit <= edits; ++edit)
        sum += all[edit];
    return sum / static_cast<double>(balls_of(letters));
}

edit_balls::edit_balls(const piece_collection& of, std::uint64_t letters, std::uint64_t edits, std::uint64_t support,
                       runtime::thread_pool& workers)
    : may_(balls_of(letters) / 64, 0) {
    const runtime::far_array<ball_count> counts((edits + 1) * balls_of(letters));
    const ball_rows text{counts.data(), balls_of(letters), edits};
    word_bits there(may_.size(), 0);
    const std::span<const piece> pieces = of.pieces();
    const sequence_tasks tasks(pieces.size(), of.text().size());
    runtime::for_parts(workers, pieces.size(), tasks.each(), [&](std::uint64_t first, std::uint64_t last) {
        text_words words(of, letters, text, there, workers.threads() > 1);
        for (const piece& in : pieces.subspan(first, last - first))
            words.add(in);
        words.finish();
    });
    // Of a task the words of as many letters less are 64 or more: it writes bits of its own.
    const bool in_sixteen = workers.threads() > plain_nucleotides && letters >= 5;
    std::vector<std::optional<counting>> of_thread(workers.threads());
    const auto counting_of = [&](unsigned worker) -> counting& {
        std::optional<counting>& mine = of_thread[worker];
        if (!mine) mine.emplace(letters, edits, support, there, may_, letters - (in_sixteen ? 1 : 0));
        return *mine;
    };
    if (!in_sixteen) {
        workers.run(plain_nucleotides, [&](std::size_t letter, unsigned worker) {
            counting_of(worker).visit_first(text, letter);
            workers.check_cancelled();
        });
        return;
    }
    const std::uint64_t of_first = counting::entries_of(letters - 1, edits);
    const runtime::far_array<ball_count> memory(plain_nucleotides * of_first);
    std::array<ball_rows, plain_nucleotides> firsts{};
    workers.run(plain_nucleotides, [&](std::size_t letter, unsigned worker) {
        firsts[letter] = counting_of(worker).read_first(text, letter, memory.data() + letter * of_first);
    });
    workers.run(plain_nucleotides * plain_nucleotides, [&](std::size_t both, unsigned worker) {
        counting_of(worker).visit_second(firsts[both / plain_nucleotides], both);
        workers.check_cancelled();
    });
}

} // namespace concord::substring
