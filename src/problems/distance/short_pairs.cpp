// Distances of short pairs, on the stack: columns are the letters of the shorter sequence, 64 a word, and a table holds
// the columns of every letter. Where few edits are of interest, a band of diagonals is filled.
#include "alignment/batch/damerau_levenshtein.hpp"
#include "alignment/batch/metrics.hpp"
#include "alignment/batch/tuning.hpp"
#include "base/bits.hpp"
#include "problems/distance/tuning.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string>

namespace concord {
namespace edit_distance {
namespace {

constexpr std::size_t most_words = tuning::short_pair_columns / 64;
constexpr std::uint64_t any_edits = std::numeric_limits<std::uint64_t>::max();

/// Views of bytes or of symbols; an empty view for a sequence of a set.
symbol_view symbols_of(const sequence_ref& one) {
    if (const auto* symbols = std::get_if<symbol_view>(&one.letters())) return *symbols;
    const auto* text = std::get_if<std::string_view>(&one.letters());
    if (text == nullptr) return {};
    return symbol_view(std::span(reinterpret_cast<const std::uint8_t*>(text->data()), text->size()));
}

/// The columns that hold each byte.
template <std::size_t MostWords>
class byte_columns {
  public:
    byte_columns(std::span<const std::uint8_t> columns, std::size_t words) : words_(words) {
        std::fill_n(rows_.begin(), 256 * words, std::uint64_t{0});
        for (std::size_t column = 0; column < columns.size(); ++column)
            rows_[columns[column] * words + column / 64] |= std::uint64_t{1} << column % 64;
    }
    template <class Letter>
    [[nodiscard]] const std::uint64_t* of(Letter letter) const {
        if constexpr (sizeof(Letter) > 1)
            if (letter > 0xFF) return none_.data();
        return rows_.data() + letter * words_;
    }

  private:
    std::size_t words_;
    std::array<std::uint64_t, MostWords> none_{};
    std::array<std::uint64_t, 256 * MostWords> rows_; // only the rows in use are initialised
};

/// The same for wider letters: those that occur have a slot in a hash table, and a row in the order of appearance.
template <class Column, std::size_t MostWords>
class wide_columns {
  public:
    wide_columns(std::span<const Column> columns, std::size_t words) : words_(words) {
        mask_ = std::bit_ceil(2 * columns.size()) - 1;
        std::fill_n(row_of_.begin(), mask_ + 1, std::uint16_t{0});
        std::fill_n(rows_.begin(), words, std::uint64_t{0}); // row 0 is for all other letters
        std::uint16_t rows = 0;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const std::size_t slot = slot_of(columns[column]);
            if (row_of_[slot] == 0) {
                row_of_[slot] = ++rows;
                letters_[slot] = columns[column];
                std::fill_n(rows_.begin() + static_cast<std::ptrdiff_t>(rows * words), words, std::uint64_t{0});
            }
            rows_[row_of_[slot] * words + column / 64] |= std::uint64_t{1} << column % 64;
        }
    }
    [[nodiscard]] const std::uint64_t* of(std::uint32_t letter) const {
        return rows_.data() + row_of_[slot_of(letter)] * words_;
    }

  private:
    /// The slot of the letter, or the free slot for it.
    [[nodiscard]] std::size_t slot_of(std::uint32_t letter) const {
        std::size_t slot = letter * std::size_t{0x9E37'79B9} >> 8U & mask_;
        while (row_of_[slot] != 0 && letters_[slot] != letter)
            slot = (slot + 1) & mask_;
        return slot;
    }

    std::size_t words_;
    std::size_t mask_;
    std::array<std::uint16_t, 2 * 64 * MostWords> row_of_;
    std::array<std::uint32_t, 2 * 64 * MostWords> letters_;
    std::array<std::uint64_t, (64 * MostWords + 1) * MostWords> rows_;
};

/// Edits of a whole matrix: the letters of the rows, one after the other, over all columns.
template <class Recurrence, std::size_t MostWords, class Columns, class Letter>
std::uint64_t fill(const Columns& columns, std::uint64_t width, std::span<const Letter> rows) {
    const std::size_t words = MostWords == 1 ? 1 : (width + 63) / 64;
    std::uint64_t v[MostWords][Recurrence::vertical];
    for (std::size_t word = 0; word < words; ++word)
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            v[word][i] = Recurrence::is_set_above(i) ? ~std::uint64_t{0} : 0;
    for (const Letter letter : rows) {
        const std::uint64_t* equal = columns.of(letter);
        std::uint64_t h[Recurrence::horizontal];
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            h[i] = Recurrence::is_set_left(i) ? ~std::uint64_t{0} : 0;
        for (std::size_t word = 0; word < words; ++word)
            Recurrence::row(~equal[word], v[word], h);
    }
    auto edits = static_cast<std::int64_t>(rows.size());
    for (std::size_t word = 0; word < words; ++word) {
        const std::uint64_t left = width - word * 64;
        edits +=
            Recurrence::rise(v[word], base::low_bits<std::uint64_t>(left < 64 ? static_cast<unsigned>(left) : 64U));
    }
    return static_cast<std::uint64_t>(edits);
}

/// Edits of the band of diagonals in which an alignment of at most `most` edits lies; or a number greater than `most`.
/// Cells outside count as if every step from the band were an edit (Ukkonen, Information and Control 64, 1985). The
/// columns are not more than the rows.
template <class Recurrence, std::size_t MostWords>
class short_band {
  public:
    short_band(std::uint64_t width, std::uint64_t rows, std::uint64_t most)
        : width_(width), rows_(rows), most_(most), words_((width + 63) / 64) {
        for (std::size_t word = 0; word < words_; ++word)
            for (unsigned i = 0; i < Recurrence::vertical; ++i)
                v_[word][i] = Recurrence::is_set_above(i) ? ~std::uint64_t{0} : 0;
    }

    template <class Columns, class Letter>
    [[nodiscard]] std::uint64_t fill(const Columns& columns, std::span<const Letter> letters) {
        const std::uint64_t longer = rows_ - width_;
        if (longer > most_) return most_ + 1;
        // A transposition looks beyond the band.
        constexpr bool has_band = Recurrence::vertical <= 2;
        const std::uint64_t ahead = has_band ? (most_ - longer) / 2 : width_;
        const std::uint64_t behind = has_band ? (most_ + longer) / 2 : rows_;
        for (std::uint64_t row = 1; row <= rows_; ++row) {
            // Row `row` has columns from row - behind to row + ahead; column c is bit (c - 1) % 64 of its word.
            while (first_ + 1 < words_ && 64 * (first_ + 1) + behind < row)
                border_ += rise(first_++);
            last_ = std::min<std::size_t>(words_ - 1, (row + ahead - 1) / 64);
            const std::uint64_t* const equal = columns.of(letters[row - 1]);
            std::uint64_t h[Recurrence::horizontal];
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                h[i] = Recurrence::is_set_left(i) ? ~std::uint64_t{0} : 0;
            for (std::size_t word = first_; word <= last_; ++word)
                Recurrence::row(~equal[word], v_[word], h);
            ++border_;
            constexpr std::uint64_t rows_between_looks = 8;
            if (row % rows_between_looks == 0 && on_last_diagonal(row) > static_cast<std::int64_t>(most_))
                return most_ + 1;
        }
        std::int64_t edits = border_;
        for (std::size_t word = first_; word < words_; ++word)
            edits += rise(word);
        return static_cast<std::uint64_t>(edits);
    }

  private:
    [[nodiscard]] std::int64_t end_of(std::size_t word) const {
        return static_cast<std::int64_t>(std::min<std::uint64_t>(width_, 64 * (word + 1)));
    }
    [[nodiscard]] std::int64_t rise(std::size_t word) const {
        const auto bits = static_cast<unsigned>(end_of(word) - static_cast<std::int64_t>(64 * word));
        return Recurrence::rise(v_[word], base::low_bits<std::uint64_t>(bits));
    }

    /// The cell on the diagonal of the last one, along which no cell is less than the one before.
    [[nodiscard]] std::int64_t on_last_diagonal(std::uint64_t row) const {
        if (row + width_ <= rows_) return 0;
        const std::uint64_t column = row + width_ - rows_;
        std::int64_t cell = border_;
        std::size_t word = first_;
        for (; 64 * (word + 1) < column; ++word)
            cell += rise(word);
        const auto bits = static_cast<unsigned>(column - 64 * word);
        return cell + Recurrence::rise(v_[word], base::low_bits<std::uint64_t>(bits));
    }

    std::uint64_t width_;
    std::uint64_t rows_;
    std::uint64_t most_;
    std::size_t words_;
    std::size_t first_ = 0; ///< word of the band
    std::size_t last_ = 0;
    std::int64_t border_ = 0;                          ///< the cell left of word first_, in the last row
    std::uint64_t v_[MostWords][Recurrence::vertical]; // initialised as far as it is used
};

template <std::size_t MostWords, class Columns, class Letter>
std::uint64_t fill(const Columns& columns, std::uint64_t width, std::span<const Letter> rows, distance_metric metric,
                   std::uint64_t most) {
    return with_recurrence(metric, [&]<class Recurrence>() {
        if constexpr (MostWords > 1)
            if (most < rows.size())
                return short_band<Recurrence, MostWords>(width, rows.size(), most).fill(columns, rows);
        return fill<Recurrence, MostWords>(columns, width, rows);
    });
}

template <std::size_t MostWords, class Column, class Letter>
std::uint64_t fill_between(std::span<const Column> columns, std::span<const Letter> rows, distance_metric metric,
                           std::uint64_t most) {
    const std::size_t words = MostWords == 1 ? 1 : (columns.size() + 63) / 64;
    if constexpr (sizeof(Column) == 1) {
        return fill<MostWords>(byte_columns<MostWords>(columns, words), columns.size(), rows, metric, most);
    } else {
        return fill<MostWords>(wide_columns<Column, MostWords>(columns, words), columns.size(), rows, metric, most);
    }
}

template <class LetterA, class LetterB>
std::uint64_t differing(std::span<const LetterA> a, std::span<const LetterB> b) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        count += a[i] != b[i] ? 1U : 0U;
    return count;
}

/// Removes the common prefix and the common suffix, which cost nothing.
template <class LetterA, class LetterB>
void trim(std::span<const LetterA>& a, std::span<const LetterB>& b) {
    const auto begin = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    a = a.subspan(begin);
    b = b.subspan(begin);
    std::size_t end = 0;
    const std::size_t most = std::min(a.size(), b.size());
    while (end < most && a[a.size() - 1 - end] == b[b.size() - 1 - end])
        ++end;
    a = a.first(a.size() - end);
    b = b.first(b.size() - end);
}

/// From the optimal string alignment distance, which is an upper bound.
template <class Column, class Row>
std::uint64_t refined(std::span<const Column> columns, std::span<const Row> rows, std::uint64_t osa) {
    if (!may_be_less(osa)) return osa;
    std::array<std::uint32_t, refining_words(tuning::short_pair_columns)> memory; // initialised as far as it is used
    return refine(
        rows.size(), columns.size(), osa - 1, [&](std::size_t r, std::size_t c) { return rows[r] == columns[c]; },
        std::span(memory).first(refining_words(columns.size())), [](std::size_t) {});
}

/// Damerau-Levenshtein, by its own recurrence.
template <std::size_t MostWords, class Column, class Row>
std::uint64_t damerau_between(std::span<const Column> columns, std::span<const Row> rows) {
    using recurrence = pairwise::scalar::damerau<pairwise::scalar_word<std::uint64_t>>;
    const std::size_t words = MostWords == 1 ? 1 : (columns.size() + 63) / 64;
    if constexpr (sizeof(Column) == 1)
        return fill<recurrence, MostWords>(byte_columns<MostWords>(columns, words), columns.size(), rows);
    else
        return fill<recurrence, MostWords>(wide_columns<Column, MostWords>(columns, words), columns.size(), rows);
}

/// Of sequences that are not empty, `columns` not the longer.
template <class Column, class Row>
std::uint64_t edits_between(std::span<const Column> columns, std::span<const Row> rows, distance_metric metric,
                            std::uint64_t most) {
    const bool is_refined = traits_of(metric).is_refined;
    if (columns.size() <= 64)
        return is_refined ? damerau_between<1>(columns, rows) : fill_between<1>(columns, rows, metric, any_edits);
    const std::uint64_t edits = fill_between<most_words>(columns, rows, metric, is_refined ? any_edits : most);
    if (!is_refined) return edits;
    return tuning::letters_an_edit_by_words * edits > columns.size() ? damerau_between<most_words>(columns, rows)
                                                                     : refined(columns, rows, edits);
}

/// The edits, or any number greater than `most`.
template <class LetterA, class LetterB>
std::uint64_t edits_of(std::span<const LetterA> a, std::span<const LetterB> b, distance_metric metric,
                       std::uint64_t most) {
    trim(a, b);
    if (a.empty() || b.empty()) return a.size() + b.size();
    return a.size() > b.size() ? edits_between(b, a, metric, most) : edits_between(a, b, metric, most);
}

} // namespace
} // namespace edit_distance

bool is_short_pair(const sequence_ref& a, const sequence_ref& b) noexcept {
    if (a.letters().index() == 0 || b.letters().index() == 0) return false;
    const std::uint64_t shorter = std::min(a.length(), b.length());
    const std::uint64_t longer = std::max(a.length(), b.length());
    return shorter <= edit_distance::tuning::short_pair_columns &&
           longer <= edit_distance::tuning::short_pair_cells / std::max<std::uint64_t>(shorter, 1);
}

std::optional<std::uint64_t> short_distance(const sequence_ref& a, const sequence_ref& b, distance_metric metric,
                                            std::optional<std::uint64_t> max_distance) {
    if (a.letters().index() != b.letters().index())
        throw error(error_code::usage, "letters of a set, bytes and symbols cannot be compared with each other");
    if (!is_short_pair(a, b))
        throw error(error_code::usage, "sequences of " + std::to_string(a.length()) + " and " +
                                           std::to_string(b.length()) + " letters are no short pair");
    const std::uint64_t most = max_distance.value_or(edit_distance::any_edits);
    const symbol_view letters_a = edit_distance::symbols_of(a);
    const symbol_view letters_b = edit_distance::symbols_of(b);
    const std::uint64_t length_a = letters_a.size();
    const std::uint64_t length_b = letters_b.size();
    if ((length_a > length_b ? length_a - length_b : length_b - length_a) > most) return std::nullopt;
    const bool has_matrix = edit_distance::traits_of(metric).has_matrix();
    if (!has_matrix && length_a != length_b) return std::nullopt;
    const std::uint64_t edits = letters_a.visit([&](auto of_a) {
        return letters_b.visit([&](auto of_b) {
            return has_matrix ? edit_distance::edits_of(of_a, of_b, metric, most)
                              : edit_distance::differing(of_a, of_b);
        });
    });
    return edits <= most ? std::optional(edits) : std::nullopt;
}

} // namespace concord
