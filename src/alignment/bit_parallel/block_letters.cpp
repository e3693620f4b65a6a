#include "alignment/bit_parallel/block_letters.hpp"

#include <algorithm>

namespace concord::pairwise {
namespace {

constexpr std::size_t row_stride = most_block_rows + 2 * row_margin;
constexpr std::size_t vector_words = 8;

/// Calls action with the codes in their width.
template <class Action>
void with_codes(const sequence::coded_sequence& codes, const Action& action) {
    if (codes.wide.empty()) {
        action(codes.narrow.data());
    } else {
        action(codes.wide.data());
    }
}

} // namespace

letter_source::letter_source(const sequence::coded_pair& of, std::size_t lanes_of_a_vector)
    : pair(of), lanes(lanes_of_a_vector), planes(of.planes <= most_planes ? std::max(2U, of.planes) : 0),
      column_stride((of.a.length + block_columns - 1) / block_columns * block_words), columns(planes * column_stride) {
    with_codes(pair.a, [&](const auto* letters) {
        for (std::uint64_t first = 0; first < pair.a.length && planes > 0; first += 64) {
            const std::uint64_t here = std::min<std::uint64_t>(64, pair.a.length - first);
            for (unsigned plane = 0; plane < planes; ++plane) {
                std::uint64_t bits = 0;
                for (std::uint64_t i = 0; i < here; ++i)
                    bits |= static_cast<std::uint64_t>(letters[first + i] >> plane & 1U) << i;
                columns[plane * column_stride + first / 64] = bits;
            }
        }
    });
}

column_letters::column_letters(std::shared_ptr<const letter_source> source) : source_(std::move(source)) {
    if (source_->planes > 0) return;
    number_of_.resize(std::size_t{1} << source_->pair.planes);
    listed_.reserve(block_columns);
    differ_words_.resize((block_columns + 1) * block_words + vector_words, ~std::uint64_t{0});
    const auto misaligned = reinterpret_cast<std::uintptr_t>(differ_words_.data()) / sizeof(std::uint64_t);
    differ_ = differ_words_.data() + (vector_words - misaligned % vector_words) % vector_words;
}

void column_letters::turn_to(std::size_t block_column) {
    const std::uint64_t first = std::uint64_t{block_column} * block_columns;
    if (!listed_.empty() && first == first_column_) return;
    forget();
    list(first);
}

void column_letters::forget() {
    with_codes(source_->pair.a, [&](const auto* codes) {
        for (std::size_t i = 0; i < listed_.size(); ++i) {
            differ_[listed_[i] * block_words + lane_position(i / 64, source_->lanes)] = ~std::uint64_t{0};
            number_of_[codes[first_column_ + i]] = 0;
        }
    });
    listed_.clear();
    letters_ = 0;
}

void column_letters::list(std::uint64_t first) {
    first_column_ = first;
    const std::uint64_t here = std::min<std::uint64_t>(block_columns, source_->pair.a.length - first);
    with_codes(source_->pair.a, [&](const auto* codes) {
        for (std::uint64_t i = 0; i < here; ++i) {
            std::uint32_t& number = number_of_[codes[first + i]];
            if (number == 0) number = ++letters_;
            listed_.push_back(number);
            differ_[number * block_words + lane_position(i / 64, source_->lanes)] &= ~(std::uint64_t{1} << (i % 64));
        }
    });
}

block_letters::block_letters(std::shared_ptr<const letter_source> source)
    : source_(std::move(source)), masks_(source_->planes * row_stride + row_margin), active_(row_stride + row_margin),
      horizontal_(most_horizontal * row_stride + row_margin) {
    if (source_->planes == 0) row_letters_.resize(row_stride + row_margin);
}

std::uint64_t* block_letters::horizontal(unsigned index) noexcept {
    return horizontal_.data() + index * row_stride + row_margin;
}

void block_letters::begin_rows(std::uint64_t first, std::size_t rows) {
    first_row_ = first;
    rows_ = rows;
    with_codes(source_->pair.b, [&](const auto* letters) {
        for (unsigned plane = 0; plane < source_->planes; ++plane)
            for (std::size_t row = 0; row < rows; ++row)
                masks_[plane * row_stride + row_margin + row] =
                    ~(static_cast<std::uint64_t>(letters[first + row] >> plane & 1U) - 1);
    });
    std::ranges::fill(active_, 0);
    std::fill_n(active_.begin() + row_margin, rows, ~std::uint64_t{0});
}

block block_letters::block_at(std::size_t block_column, column_letters& columns) {
    block made;
    made.rows = rows_;
    made.planes = source_->planes;
    made.active = active_.data() + row_margin;
    made.row_stride = row_stride;
    made.horizontal = horizontal(0);
    if (source_->planes > 0) {
        made.columns = source_->columns.data() + block_column * block_words;
        made.column_stride = source_->column_stride;
        made.row_masks = masks_.data() + row_margin;
        return made;
    }
    columns.turn_to(block_column);
    with_codes(source_->pair.b, [&](const auto* codes) {
        for (std::size_t row = 0; row < rows_; ++row)
            row_letters_[row_margin + row] = columns.number_of(codes[first_row_ + row]);
    });
    made.differ = columns.differ();
    made.row_letters = row_letters_.data() + row_margin;
    return made;
}

rows_of_blocks make_rows_of_blocks(const std::shared_ptr<const letter_source>& source, std::size_t rows) {
    rows_of_blocks made(rows);
    for (std::unique_ptr<block_letters>& row : made)
        row = std::make_unique<block_letters>(source);
    return made;
}

} // namespace concord::pairwise
