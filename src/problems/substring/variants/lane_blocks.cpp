#include "problems/substring/variants/lane_blocks.hpp"

#include <algorithm>
#include <utility>

namespace concord::substring {
namespace {

constexpr unsigned places = 64; // of a word

} // namespace

word_letters::word_letters(const piece_collection& of) : index_(of.kinds(), 0) {
    // Most texts show all their letters soon: where all kinds but `nothing` have been seen, no others are left.
    constexpr std::size_t letters_at_a_time = 4096;
    const std::span<const letter> text = of.text();
    for (std::size_t first = 0, seen = 0; first < text.size() && seen + 1 < of.kinds(); first += letters_at_a_time)
        for (const letter one : text.subspan(first, std::min(letters_at_a_time, text.size() - first)))
            if (one != piece_collection::barrier && one != of.nothing() && std::exchange(index_[one], 1) == 0) ++seen;
    for (std::size_t one = 0; one < index_.size(); ++one) {
        const bool is_there = index_[one] != 0;
        index_[one] = letters_.size();
        if (is_there) letters_.push_back(static_cast<letter>(one));
    }
    for (std::size_t one = 0; one < index_.size(); ++one) // those that are not there
        if (index_[one] < letters_.size() && letters_[index_[one]] != one) index_[one] = letters_.size();
}

std::vector<lane_block> make_lane_blocks(const piece_collection& of, const word_letters& letters,
                                         std::span<const std::uint64_t> sequences, std::size_t words_at_once,
                                         reading direction, runtime::thread_pool& workers) {
    std::vector<std::uint64_t> by_words(sequences.begin(), sequences.end());
    const auto words_of = [&](std::uint64_t sequence) { return of.text_length(sequence) / places + 1; };
    std::ranges::stable_sort(by_words, {}, words_of);
    // The letters of words that each letter of the text matches, by their indices.
    std::vector<std::vector<std::size_t>> matching(of.kinds());
    for (std::size_t kind = 0; kind < matching.size(); ++kind)
        for (std::size_t index = 0; index < letters.size(); ++index)
            if (of.match(letters.all()[index], static_cast<letter>(kind))) matching[kind].push_back(index);
    std::vector<lane_block> blocks;
    std::vector<std::span<const std::uint64_t>> sequences_of; // of each block
    for (std::size_t first = 0; first < by_words.size();) {
        const std::uint64_t words = words_of(by_words[first]);
        const std::size_t most = std::max<std::size_t>(row_padding, words_at_once / words / row_padding * row_padding);
        std::size_t last = first;
        while (last < by_words.size() && last - first < most && words_of(by_words[last]) == words)
            ++last;
        lane_block& block = blocks.emplace_back();
        block.words = static_cast<unsigned>(words);
        block.sequences = last - first;
        block.lanes = padded_lanes(block.sequences);
        block.stride = block.lanes + row_padding;
        sequences_of.push_back(std::span(by_words).subspan(first, block.sequences));
        first = last;
    }
    workers.run(blocks.size(), [&](std::size_t made, unsigned) {
        lane_block& block = blocks[made];
        const std::size_t words = block.words;
        block.rows.resize(((letters.size() + 2) * words + 1) * block.stride, 0);
        for (std::size_t lane = 0; lane < block.sequences; ++lane) {
            const std::uint64_t sequence = sequences_of[made][lane];
            const auto word_at = [&](std::size_t row, std::uint64_t place) -> std::uint64_t& {
                return block.rows[(row * words + place / places) * block.stride + lane];
            };
            const std::span<const letter> given = of.letters(of.text_first(sequence), of.text_length(sequence));
            std::vector<letter> text(given.begin(), given.end());
            if (direction == reading::backward) std::ranges::reverse(text);
            for (std::uint64_t place = 0; place <= text.size(); ++place) {
                const std::uint64_t bit = std::uint64_t{1} << place % places;
                block.rows[(block.first_of_begins(letters.size()) + place / places) * block.stride + lane] |= bit;
                if (place == 0 || text[place - 1] == piece_collection::barrier) continue;
                word_at(letters.size(), place) |= bit;
                for (const std::size_t index : matching[text[place - 1]])
                    word_at(index, place) |= bit;
            }
            block.rows[(letters.size() + 1) * words * block.stride + lane] = sequence;
        }
    });
    return blocks;
}

word_rows word_grower::begin(const lane_block& block) {
    words_ = block.words;
    const std::size_t of_row = block.words * block.stride;
    empty_.resize((allowed_.edits + 1) * of_row);
    for (std::size_t row = 0; row <= allowed_.edits; ++row)
        std::copy_n(block.rows.data() + block.first_of_begins(letters_.size()) * block.stride, of_row,
                    empty_.begin() + static_cast<std::ptrdiff_t>(row * of_row));
    if (nowhere_.size() < of_row) nowhere_.resize(of_row, 0);
    return {block.rows.data(), empty_.data(), block.lanes, block.stride, block.sequences};
}

word_rows word_grower::resume(unsigned words, const std::uint64_t* rows, std::size_t lanes, std::size_t stride,
                              std::size_t holders) {
    words_ = words;
    if (nowhere_.size() < words * stride) nowhere_.resize(words * stride, 0);
    return {rows + word_row_count() * stride, rows, lanes, stride, holders};
}

void word_grower::keep_holders(const word_rows& word, std::uint64_t* to, std::size_t stride) const {
    kernels_.keep_holders(shape_of(word), {word.rows, to, word_row_count()},
                          {word.block, to + word_row_count() * stride, block_rows()}, stride);
}

word_grower::rows_of_letter word_grower::rows_of(const word_rows& word, letter with) const {
    const std::size_t index = letters_.index(with);
    const std::size_t of_letter = words_ * word.stride;
    return {index < letters_.size() ? word.block + index * of_letter : nowhere_.data(),
            word.block + letters_.size() * of_letter};
}

std::size_t word_grower::count(const word_rows& word, letter with) const {
    const rows_of_letter rows = rows_of(word, with);
    return kernels_.count(shape_of(word), word.rows, rows.matching, rows.steps);
}

void word_grower::extend(std::size_t frame, word_rows& word, letter with, std::uint64_t uses) {
    word.holders = count(word, with);
    if (word.holders > 0) extend_counted(frame, word, with, uses);
}

void word_grower::extend_counted(std::size_t frame, word_rows& word, letter with, std::uint64_t uses) {
    if (frames_.size() <= frame) frames_.resize(frame + 1);
    frame_rows& own = frames_[frame];
    const row_shape shape = shape_of(word);
    const rows_of_letter with_rows = rows_of(word, with);
    const std::size_t rows = word_row_count();
    lane_rows& longer = own.rows[own.rows[0].data() == word.rows ? 1 : 0];
    // To copy a lane costs its rows of the block, and saves its rows of each longer word; but most longer words drop
    // more lanes themselves.
    const std::size_t kept = padded_lanes(word.holders);
    const std::uint64_t saved = (word.lanes - kept) * rows * uses;
    if (kept > word.lanes / 2 || saved < 2 * (word.lanes + kept * (block_rows() + rows)) ||
        rows > most_rows_of_holders) {
        if (longer.size() < rows * word.stride) longer.resize(rows * word.stride);
        kernels_.extend(shape, word.rows, with_rows.matching, with_rows.steps, longer.data());
        word.rows = longer.data();
        return;
    }
    const std::size_t stride = kept + row_padding;
    lane_rows& block = own.block[own.block[0].data() == word.block ? 1 : 0];
    if (longer.size() < rows * stride) longer.resize(rows * stride);
    if (block.size() < block_rows() * stride) block.resize(block_rows() * stride);
    kernels_.extend_holders(shape, {word.rows, longer.data(), rows}, with_rows.matching, with_rows.steps,
                            {word.block, block.data(), block_rows()}, stride);
    word.block = block.data();
    word.rows = longer.data();
    word.lanes = kept;
    word.stride = stride;
}

} // namespace concord::substring
