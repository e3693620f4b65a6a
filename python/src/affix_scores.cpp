// Common prefixes and suffixes: the outermost eight letters of each text as one number, compared at once. Letters of
// more than a byte have numbers of a byte instead, where those at the ends are few enough, or else of two.
#include "lanes/letter_rows.hpp"
#include "runtime/thread_pool.hpp"
#include "similarities.hpp"
#include "similarity_tables.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A text: its first letters, or its last ones from the end on, the outermost lowest.
struct outer_letters {
    std::uint64_t word = 0;
    std::size_t size = 0;
};

template <bool Ends, class Letter, class NumberOf>
[[nodiscard]] outer_letters outer_letters_of(std::span<const Letter> text, unsigned bits, const NumberOf& number_of) {
    outer_letters made{.size = text.size()};
    const std::size_t count = std::min<std::size_t>(text.size(), 64 / bits);
    for (std::size_t i = 0; i < count; ++i)
        made.word |= std::uint64_t{number_of(text[Ends ? text.size() - 1 - i : i])} << bits * i;
    return made;
}

/// Those of two lists, in numbers of `bits` a letter. Equal letters have equal numbers.
struct outer_letters_of_lists {
    std::vector<outer_letters> a;
    std::vector<outer_letters> b;
    unsigned bits = 8;

    /// Numbers of two bytes where one is too few, and none where they are, too, or where each is compared a few times.
    template <bool Ends>
    static outer_letters_of_lists make(const held_texts& a, const held_texts& b) {
        const auto is_narrow = [](const held_texts& texts) {
            for (std::size_t i = 0; i < texts.size(); ++i)
                if (!texts[i].visit([](auto letters) { return sizeof(letters[0]) == 1; })) return false;
            return true;
        };
        constexpr std::size_t fewest_uses = 4; // of the letters of a text that are worth it
        constexpr std::size_t fewest_uses_of_wide = 48;
        const std::size_t uses = std::min(a.size(), b.size());
        outer_letters_of_lists made;
        if (uses < fewest_uses) return made;
        if (is_narrow(a) && is_narrow(b)) {
            made.take<Ends>(a, b, [](std::uint32_t letter) { return letter; });
            return made;
        }
        if (uses < fewest_uses_of_wide) return made;
        for (; made.bits <= 16; made.bits *= 2) {
            lanes::letter_rows numbers;
            made.take<Ends>(a, b, [&](std::uint32_t letter) { return numbers.add(letter); });
            if (numbers.count() < 1U << made.bits) return made;
        }
        return {};
    }

  private:
    template <bool Ends, class NumberOf>
    void take(const held_texts& of_a, const held_texts& of_b, const NumberOf& number_of) {
        const auto all = [&](const held_texts& texts, std::vector<outer_letters>& to) {
            to.resize(texts.size());
            for (std::size_t i = 0; i < texts.size(); ++i)
                to[i] = texts[i].visit([&](auto letters) { return outer_letters_of<Ends>(letters, bits, number_of); });
        };
        all(of_a, a);
        all(of_b, b);
    }
};

/// The scores by the length of the longer text and the common letters, made when they are first asked for.
template <class Number>
class affix_table {
  public:
    affix_table(const similarity_rule& rule, double multiplier, bool is_worth_it)
        : rule_(rule), multiplier_(multiplier), is_plain_(rule.is_whole() && !rule.cutoff && multiplier == 1),
          rows_(is_worth_it ? longest + 1 : 0) {}

    [[nodiscard]] Number score(std::size_t common, std::size_t most) {
        const Number* const row = row_of(most);
        if (row != nullptr) return row[common];
        // Most pairs have no letters in common, and many the same lengths.
        if (common != common_ || most != most_) {
            last_ = made(common, most);
            common_ = common;
            most_ = most;
        }
        return last_;
    }
    /// The scores of 0 to `most` common letters; null where there is no such row.
    [[nodiscard]] const Number* row_of(std::size_t most) {
        if (most >= rows_.size()) return nullptr;
        row_of_length& row = rows_[most];
        if (row.scores.empty()) {
            // To fill it takes as long as to make so many scores when they are asked for.
            if (++row.asked <= most) return nullptr;
            fill(row.scores, most);
        }
        return row.scores.empty() ? nullptr : row.scores.data();
    }

  private:
    static constexpr std::size_t longest = 128;

    struct row_of_length {
        std::vector<Number> scores;
        std::size_t asked = 0; ///< times, before they were made
    };

    [[nodiscard]] Number made(std::size_t common, std::size_t most) const {
        if (is_plain_) {
            const std::size_t score = rule_.kind == score_kind::distance ? most - common : common;
            if constexpr (std::is_floating_point_v<Number>)
                return static_cast<Number>(score);
            else if (std::in_range<Number>(score))
                return static_cast<Number>(score);
        }
        return output_array::stored<Number>(multiplier_ * rule_.of_distance(most - common, most));
    }
    /// Leaves the row empty where a score does not fit the type.
    void fill(std::vector<Number>& row, std::size_t most) const {
        std::vector<Number> scores(most + 1);
        for (std::size_t common = 0; common <= most; ++common)
            if (!output_array::store_one(multiplier_ * rule_.of_distance(most - common, most), scores[common])) return;
        row = std::move(scores);
    }

    const similarity_rule& rule_;
    double multiplier_;
    bool is_plain_; ///< the numbers of letters are the scores
    std::vector<row_of_length> rows_;
    std::size_t common_ = none; ///< of `last_`, as `most_`
    std::size_t most_ = none;
    Number last_{}; ///< the score that was made last
};

/// One text with all others.
template <bool Ends, unsigned Bits, class Number>
void score_row(const symbol_view& text, const outer_letters own, const held_texts& others,
               const std::span<const outer_letters> outer_others, affix_table<Number>& table, Number* const row) {
    constexpr std::size_t letters_of_word = 64 / Bits;
    const Number* scores = nullptr; // of the longer of the two, which stays the same for many
    std::size_t most_of_scores = none;
    for (std::size_t j = 0; j < outer_others.size(); ++j) {
        const outer_letters other = outer_others[j];
        const std::size_t most = std::max(own.size, other.size);
        if (most != most_of_scores) scores = table.row_of(most_of_scores = most);
        const std::uint64_t differing = own.word ^ other.word;
        // Of equal numbers 64 zeros: all letters.
        const std::size_t equal = static_cast<std::size_t>(std::countr_zero(differing)) / Bits;
        std::size_t common = std::min({equal, own.size, other.size});
        if (common == letters_of_word) common = common_letters<Ends>(text, others[j]);
        row[j] = scores != nullptr ? scores[common] : table.score(common, most);
    }
}

/// The same without numbers of the letters.
template <bool Ends, class Number>
void score_row_as_it_lies(const symbol_view& text, const held_texts& others, affix_table<Number>& table,
                          Number* const row) {
    text.visit([&](auto own) {
        for (std::size_t j = 0; j < others.size(); ++j)
            row[j] = others[j].visit([&](auto other) {
                const std::size_t common = common_letters_of<Ends>(own, other);
                return table.score(common, std::max(own.size(), other.size()));
            });
    });
}

template <bool Ends, class Number>
void score_affixes_as(const held_texts& a, const held_texts& b, const similarity_rule& rule, double multiplier,
                      Number* to, const run_options& options) {
    constexpr std::size_t rows_of_task = 16;
    constexpr std::size_t fewest_pairs = 1024; // for which a table of scores is worth it
    const auto outer = outer_letters_of_lists::make<Ends>(a, b);
    const bool has_numbers = outer.a.size() == a.size() && outer.b.size() == b.size();
    const std::uint64_t all = std::uint64_t{a.size()} * b.size();
    runtime::thread_pool pool(options);
    std::vector<std::unique_ptr<affix_table<Number>>> tables(pool.threads());
    pool.run((a.size() + rows_of_task - 1) / rows_of_task, {.name = "words", .unit = "pairs", .total = all},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!tables[thread])
                     tables[thread] = std::make_unique<affix_table<Number>>(rule, multiplier, all >= fewest_pairs);
                 affix_table<Number>& table = *tables[thread];
                 const std::size_t first = task * rows_of_task;
                 const std::size_t end = std::min(a.size(), first + rows_of_task);
                 for (std::size_t i = first; i < end; ++i) {
                     Number* const row = to + i * b.size();
                     if (has_numbers && outer.bits == 8)
                         score_row<Ends, 8>(a[i], outer.a[i], b, outer.b, table, row);
                     else if (has_numbers)
                         score_row<Ends, 16>(a[i], outer.a[i], b, outer.b, table, row);
                     else
                         score_row_as_it_lies<Ends>(a[i], b, table, row);
                 }
                 return std::uint64_t{end - first} * b.size();
             });
}

} // namespace

void score_affixes(const held_texts& rows, const held_texts& columns, const similarity_rule& rule, double multiplier,
                   const output_array& out, const run_options& options) {
    out.visit([&](auto* to) {
        if (rule.metric == similarity_metric::prefix)
            score_affixes_as<false>(rows, columns, rule, multiplier, to, options);
        else
            score_affixes_as<true>(rows, columns, rule, multiplier, to, options);
    });
}

} // namespace concord::python
