#include "problems/substring/variants/edit_balls.hpp"

#include "problems/substring/variants/near_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
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
    text_words(const piece_collection& of, std::uint64_t letters, ball_rows to) : of_(of), letters_(letters), to_(to) {}

    void add(const piece& in) {
        in_ = &in;
        near_words::for_each_word(
            of_.letters(in.first, in.length), letters_,
            [&](std::uint64_t, std::uint64_t number) { to_.all(0)[number] += 1; },
            [&](std::uint64_t start) { extend(static_cast<std::int64_t>(start), 0, 0, 0, 0); });
        const auto length = static_cast<std::int64_t>(in.length);
        const auto whole = static_cast<std::int64_t>(letters_);
        const auto edits = static_cast<std::int64_t>(to_.edits);
        for (std::int64_t start = -edits; start + whole - edits <= length; ++start)
            if (start < 0 || start + whole > length) extend(start, 0, 0, 0, 0);
    }

  private:
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
            to_.all(edits)[number | spelling] += 1;
            spelling = (spelling - any) & any; // the next subset of these bits
        } while (spelling != 0);
    }

    const piece_collection& of_;
    std::uint64_t letters_;
    ball_rows to_;
    const piece* in_ = nullptr;
};

/// Counts along the beginnings of the words of the text, depth first.
class edit_balls::counting {
  public:
    counting(std::uint64_t letters, std::uint64_t edits, std::uint64_t support, const word_bits& there, word_bits& may)
        : letters_(letters), edits_(edits), support_(static_cast<ball_count>(support)), there_(there), may_(may) {
        std::uint64_t entries = 0; // of what is counted below a beginning of one letter, and of what letters skip
        for (std::uint64_t unread = letters; unread-- > 0;) {
            first_of_unread_[unread] = entries;
            entries += (ball_rows::number(edits) + 2 * edits) * balls_of(unread);
        }
        memory_ = runtime::far_array<ball_count>(entries);
    }

    /// Of the words with this beginning.
    void visit(ball_rows rows, std::uint64_t unread, std::uint64_t beginning) {
        if (unread == 1) return judge(rows, beginning);
        const std::uint64_t of_row = rows.of_row / 4;
        const ball_rows next{memory_.data() + first_of_unread_[unread - 1], of_row, edits_};
        ball_count* const deleted = next.rows + ball_rows::number(edits_) * of_row;
        if (unread < letters_)
            for (std::uint64_t row = 0; row < edits_; ++row)
                forget_last(rows.unskipped(row), of_row, deleted + row * of_row);
        for (std::uint64_t letter = 0; letter < plain_nucleotides; ++letter) {
            const std::uint64_t longer = beginning * 4 + letter;
            if (!is_there(longer, unread - 1)) continue;
            read(rows, letter, unread, next, deleted);
            visit(next, unread - 1, longer);
        }
    }
    /// Of the words with this letter first, of the counts of the text.
    void visit_first(ball_rows text, std::uint64_t letter) {
        if (!is_there(letter, letters_ - 1)) return;
        const ball_rows next{memory_.data() + first_of_unread_[letters_ - 1], text.of_row / 4, edits_};
        read(text, letter, letters_, next, nullptr);
        visit(next, letters_ - 1, letter);
    }

  private:
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
                              std::uint64_t memory) {
    constexpr std::uint64_t rows_at_once = 6; // of an edit: those of the text, and of four beginnings
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
    text_words words(of, letters, text);
    for (const piece& in : of.pieces()) {
        words.add(in);
        near_words::for_each_word(
            of.letters(in.first, in.length), letters,
            [&](std::uint64_t, std::uint64_t number) { there[number / 64] |= std::uint64_t{1} << number % 64; },
            [](std::uint64_t) {});
    }
    std::vector<std::optional<counting>> of_thread(workers.threads());
    workers.run(plain_nucleotides, [&](std::size_t letter, unsigned worker) {
        if (!of_thread[worker]) of_thread[worker].emplace(letters, edits, support, there, may_);
        of_thread[worker]->visit_first(text, letter);
        workers.check_cancelled();
    });
}

} // namespace concord::substring
