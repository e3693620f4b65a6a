#include "problems/substring/variants/edit_balls.hpp"

#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/variants/edit_ball_texts.hpp"
#include "problems/substring/variants/spellings.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

/// Counts along the beginnings of the words of the text, depth first.
class edit_balls::counting {
  public:
    /// Of words of which `unread` letters are not read, and of their longer beginnings. `near`: empty where no letter
    /// is a set.
    counting(std::uint64_t letters, std::uint64_t edits, std::uint64_t support, const word_bits& there, word_bits& may,
             std::span<support_parts> near, std::uint64_t unread)
        : letters_(letters), edits_(edits), support_(static_cast<ball_count>(support)), there_(there), may_(may),
          near_(near) {
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
            if (!near_.empty())
                near_[word] = static_cast<support_parts>(std::ceil(std::min(near / support_, 1.0F) * all_parts));
        }
    }

    std::uint64_t letters_;
    std::uint64_t edits_;
    ball_count support_;
    const word_bits& there_;
    word_bits& may_; ///< a task writes words of 64 of its own
    std::span<support_parts> near_;
    std::array<std::uint64_t, most_letters> first_of_unread_{};
    runtime::far_array<ball_count> memory_;
};

bool edit_balls::are_possible(const piece_collection& of, std::uint64_t letters, std::uint64_t edits,
                              std::uint64_t memory, unsigned threads) {
    // Of an edit: those of the text, and of four beginnings; of many threads those of sixteen, too.
    const std::uint64_t rows_at_once = threads > plain_nucleotides ? 9 : 6;
    return of.is_dna() && edits <= most_edits && letters >= least_letters(edits) && letters <= most_letters &&
           rows_at_once * (edits + 1) * balls_of(letters) * sizeof(ball_count) <= memory;
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
    : may_(balls_of(letters) / 64, 0), near_(of.has_sets() ? balls_of(letters) : 0, 0) {
    const runtime::far_array<ball_count> counts((edits + 1) * balls_of(letters));
    const ball_rows text{counts.data(), balls_of(letters), edits};
    word_bits there(may_.size(), 0);
    const std::span<const piece> pieces = of.pieces();
    const sequence_tasks tasks(pieces.size(), of.text().size());
    std::atomic<std::uint64_t> unspelled = 0;
    runtime::for_parts(workers, pieces.size(), tasks.each(), [&](std::uint64_t first, std::uint64_t last) {
        ball_texts words(of, letters, text, there, workers.threads() > 1);
        for (const piece& in : pieces.subspan(first, last - first))
            words.add(in);
        words.finish();
        unspelled += words.unspelled();
    });
    if (unspelled >= support) { // any word may have it
        may_.assign(may_.size(), ~std::uint64_t{0});
        std::ranges::fill(near_, all_parts);
        return;
    }
    support -= unspelled;
    // Of a task the words of as many letters less are 64 or more: it writes bits of its own.
    const bool in_sixteen = workers.threads() > plain_nucleotides && letters >= 5;
    std::vector<std::optional<counting>> of_thread(workers.threads());
    const auto counting_of = [&](unsigned worker) -> counting& {
        std::optional<counting>& mine = of_thread[worker];
        if (!mine) mine.emplace(letters, edits, support, there, may_, near_, letters - (in_sixteen ? 1 : 0));
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

bool edit_balls::may_have_support(std::span<const letter> word) const {
    if (!has_few_spellings(word, most_spellings_of_ball_word)) return true;
    std::uint64_t sum = 0;
    if (near_.empty()) {
        for (const letter each : word)
            sum = sum << 2U | each;
        return may_have_support(sum);
    }
    for_each_spelling<0>(word, weights_of(word), [&](std::uint64_t number) { sum += near_[number]; });
    return sum >= all_parts;
}

} // namespace concord::substring
