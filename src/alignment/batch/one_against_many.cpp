#include "alignment/batch/one_against_many.hpp"

#include "alignment/batch/tuning.hpp"

#include <algorithm>

namespace concord::edit_distance {
namespace {

constexpr std::uint64_t words_of(std::uint64_t letters) { return (letters + 63) / 64; }
constexpr std::size_t lines_of(std::uint64_t words) { return (words + 7) / 8; }

} // namespace

std::uint64_t one_against_many::bytes_for(std::uint64_t letters, unsigned planes) noexcept {
    return words_of(std::min(letters, tuning::longest_in_lanes)) * planes * sizeof(std::uint64_t);
}

bool one_against_many::is_in_lanes(std::uint64_t letters) const noexcept {
    return letters > 0 && letters <= tuning::longest_in_lanes && comparer_.traits().has_matrix();
}

void one_against_many::set_columns(std::span<const std::uint32_t> sequences) {
    const unsigned lanes = comparer_.kernels().group_lanes;
    const unsigned planes = comparer_.letters().planes();
    const compared_side& side = comparer_.letters().b();
    sequences_.assign(sequences.begin(), sequences.end());
    lengths_.assign((sequences.size() + lanes - 1) / lanes * lanes, 1);
    all_in_lanes_.assign(lengths_.size() / lanes, true);
    groups_.clear();
    std::size_t lines = 0;
    std::uint64_t most_words = 0;
    for (std::size_t first = 0; first < sequences.size(); first += lanes) {
        std::uint64_t longest = 1;
        for (std::size_t index = first; index < std::min(first + lanes, sequences.size()); ++index) {
            const std::uint64_t length = side.set->length(sequences[index]);
            if (!is_in_lanes(length)) {
                all_in_lanes_[index / lanes] = false;
                continue;
            }
            lengths_[index] = static_cast<std::uint32_t>(length);
            longest = std::max(longest, length);
        }
        groups_.push_back({lines, static_cast<std::uint32_t>(words_of(longest))});
        lines += lines_of(words_of(longest) * planes * lanes);
        most_words = std::max(most_words, words_of(longest));
    }
    if (columns_.size() < lines) columns_.resize(lines);
    if (vertical_.size() < lines_of(most_words * most_vertical * lanes))
        vertical_.resize(lines_of(most_words * most_vertical * lanes));
    for (std::size_t index = 0; index < sequences.size(); ++index) {
        if (!is_in_lanes(side.set->length(sequences[index]))) continue;
        std::uint64_t* const columns = columns_[groups_[index / lanes].line].words; // of the group, line after line
        comparer_.letters().put_columns(side, sequences[index], lanes, columns + index % lanes);
    }
}

void one_against_many::set_row(std::uint64_t sequence) {
    const unsigned lanes = comparer_.kernels().group_lanes;
    const compared_side& side = comparer_.letters().a();
    row_ = sequence;
    row_length_ = side.set->length(sequence);
    if (!is_in_lanes(row_length_)) return;
    const std::size_t words = words_of(row_length_) * comparer_.letters().planes();
    if (row_letters_.size() < words) row_letters_.resize(words);
    if (rows_.size() < lines_of(words * lanes)) rows_.resize(lines_of(words * lanes));
    comparer_.letters().put_rows(side, sequence, 1, row_letters_.data());
    std::uint64_t* const rows = rows_.front().words; // the lines follow each other
    for (std::size_t word = 0; word < words; ++word)
        std::fill_n(rows + word * lanes, lanes, row_letters_[word]);
}

void one_against_many::compare(std::uint64_t bound, std::uint32_t* distances) {
    too_long_.clear();
    for (std::size_t index = 0; index < groups_.size(); ++index)
        compare_group(index, comparer_.kernel_bound(bound), distances);
    if (!comparer_.traits().is_refined) return;
    pairs_.clear();
    for (const std::uint32_t sequence : sequences_)
        pairs_.push_back({row_, sequence});
    comparer_.settle(bound, pairs_, distances, refiner_);
}

void one_against_many::compare_group(std::size_t index, std::uint64_t bound, std::uint32_t* distances) {
    const unsigned lanes = comparer_.kernels().group_lanes;
    const sequence::packed_sequences& b = *comparer_.letters().b().set;
    const std::size_t first = index * lanes;
    const std::size_t count = std::min<std::size_t>(lanes, sequences_.size() - first);
    std::uint32_t row_lengths[most_group_lanes] = {};
    std::uint32_t found[most_group_lanes] = {};
    bool any_at_work = false;
    if (all_in_lanes_[index] && is_in_lanes(row_length_)) { // the common case
        for (std::size_t lane = 0; lane < count; ++lane) {
            const std::uint64_t length = lengths_[first + lane];
            const bool can_be_near = (length > row_length_ ? length - row_length_ : row_length_ - length) <= bound;
            row_lengths[lane] = can_be_near ? static_cast<std::uint32_t>(row_length_) : 0;
            found[lane] = no_distance;
            any_at_work |= can_be_near;
        }
    } else {
        for (std::size_t lane = 0; lane < count; ++lane) {
            const std::size_t at = first + lane;
            const std::uint64_t length = b.length(sequences_[at]);
            found[lane] = comparer_.by_lengths(row_length_, length, bound);
            if (found[lane] != pair_comparer::unknown) continue;
            if (!comparer_.traits().has_matrix()) {
                found[lane] = comparer_.hamming({row_, sequences_[at]}, bound);
            } else if (!is_in_lanes(length) || !is_in_lanes(row_length_)) {
                too_long_.push_back(static_cast<std::uint32_t>(at));
            } else {
                row_lengths[lane] = static_cast<std::uint32_t>(row_length_);
                any_at_work = true;
            }
        }
    }
    if (any_at_work)
        comparer_.kernel(bound)({columns_[groups_[index].line].words, rows_.front().words, vertical_.front().words,
                                 lengths_.data() + first, row_lengths, groups_[index].words, bound, found});
    std::copy_n(found, count, distances + first);
}

} // namespace concord::edit_distance
