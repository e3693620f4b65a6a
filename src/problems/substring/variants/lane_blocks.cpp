#include "problems/substring/variants/lane_blocks.hpp"

#include "base/bits.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_search.hpp"

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
    std::vector<lane_text> texts;
    texts.reserve(sequences.size());
    for (const std::uint64_t each : sequences)
        texts.push_back({each, of.text_first(each), of.text_length(each)});
    return make_lane_blocks(of, letters, std::move(texts), words_at_once, direction, workers);
}

std::vector<lane_block> make_lane_blocks(const piece_collection& of, const word_letters& letters,
                                         std::vector<lane_text> texts, std::size_t words_at_once, reading direction,
                                         runtime::thread_pool& workers) {
    if (!std::ranges::is_sorted(texts, {}, &lane_text::words)) std::ranges::stable_sort(texts, {}, &lane_text::words);
    // The letters of words that each letter of the text matches, by their indices.
    std::vector<std::vector<std::size_t>> matching(of.kinds());
    for (std::size_t kind = 0; kind < matching.size(); ++kind)
        for (std::size_t index = 0; index < letters.size(); ++index)
            if (of.match(letters.all()[index], static_cast<letter>(kind))) matching[kind].push_back(index);
    std::vector<lane_block> blocks;
    std::vector<std::span<const lane_text>> texts_of; // of each block
    for (std::size_t first = 0; first < texts.size();) {
        const std::uint64_t words = texts[first].words();
        const std::size_t most = std::max<std::size_t>(row_padding, words_at_once / words / row_padding * row_padding);
        std::size_t last = first;
        while (last < texts.size() && last - first < most && texts[last].words() == words)
            ++last;
        lane_block& block = blocks.emplace_back();
        block.words = static_cast<unsigned>(words);
        block.sequences = last - first;
        block.lanes = padded_lanes(block.sequences);
        block.stride = block.lanes + row_padding;
        texts_of.push_back(std::span(texts).subspan(first, block.sequences));
        block.longest = std::ranges::max(texts_of.back(), {}, &lane_text::length).length;
        first = last;
    }
    for (std::size_t first = 0, last = 0; first < blocks.size(); first = last) {
        std::uint64_t longest = 0;
        for (last = first; last < blocks.size() && blocks[last].words == blocks[first].words; ++last)
            longest = std::max(longest, blocks[last].longest);
        for (std::size_t index = first; index < last; ++index)
            blocks[index].longest = longest;
    }
    workers.run(blocks.size(), [&](std::size_t made, unsigned) {
        lane_block& block = blocks[made];
        const std::size_t words = block.words;
        block.rows.resize(((letters.size() + 2) * words + 1) * block.stride, 0);
        for (std::size_t lane = 0; lane < block.sequences; ++lane) {
            const lane_text& one = texts_of[made][lane];
            const auto word_at = [&](std::size_t row, std::uint64_t place) -> std::uint64_t& {
                return block.rows[(row * words + place / places) * block.stride + lane];
            };
            const std::span<const letter> given = of.letters(one.first, one.length);
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
            block.rows[(letters.size() + 1) * words * block.stride + lane] = one.sequence;
        }
    });
    return blocks;
}

lane_shape word_grower::shape_in(const lane_block& block) const noexcept {
    const std::uint64_t edits = allowed_.edits;
    if (diagonals_.length == 0 || edits >= places) return {block.words, block.words, false};
    // The first one is that of a window which begins with the lane, and lacks as many letters as there are edits.
    const std::uint64_t windows =
        block.longest + edits < diagonals_.length ? 0 : block.longest + edits - diagonals_.length + 1;
    const std::uint64_t words = std::max<std::uint64_t>(1, (windows + diagonals_.before + edits + places - 1) / places);
    if (words >= block.words || diagonals_.before > block.longest) return {block.words, block.words, false};
    return {static_cast<unsigned>(words), block.words, true};
}

word_rows word_grower::begin(const lane_block& block) {
    shape_ = shape_in(block);
    const std::size_t of_row = shape_.words * block.stride;
    const std::uint64_t* const begins = block.rows.data() + block.first_of_begins(letters_.size()) * block.stride;
    empty_.resize((allowed_.edits + 1) * of_row);
    std::copy_n(begins, of_row, empty_.begin());
    if (shape_.has_diagonals && allowed_.edits > 0)
        for (std::size_t at = of_row; at-- > 0;)
            empty_[at] = begins[at] << allowed_.edits |
                         (at < block.stride ? 0 : begins[at - block.stride] >> (places - allowed_.edits));
    for (std::size_t row = 1; row <= allowed_.edits; ++row)
        std::copy_n(empty_.begin(), of_row, empty_.begin() + static_cast<std::ptrdiff_t>(row * of_row));
    if (nowhere_.size() < block.words * block.stride) nowhere_.resize(block.words * block.stride, 0);
    return {block.rows.data(), empty_.data(), block.lanes, block.stride, block.sequences, 0};
}

word_rows word_grower::resume(const lane_shape& shape, const std::uint64_t* rows, std::size_t lanes, std::size_t stride,
                              std::size_t holders, std::uint64_t letters) {
    shape_ = shape;
    if (nowhere_.size() < shape.words_of_places * stride) nowhere_.resize(shape.words_of_places * stride, 0);
    return {rows + word_row_count() * stride, rows, lanes, stride, holders, letters};
}

std::uint64_t word_grower::count_ends(const word_rows& word, std::size_t lane, std::uint64_t apart,
                                      std::uint64_t most) const {
    const std::uint64_t* const last = word.rows + allowed_.edits * shape_.words * word.stride + lane;
    std::uint64_t count = 0;
    for (std::uint64_t from = 0; count < most && from / places < shape_.words;) {
        const std::uint64_t left = last[from / places * word.stride] >> from % places;
        if (left == 0) {
            from = (from / places + 1) * places;
            continue;
        }
        ++count;
        from += base::lowest_one(left) + apart;
    }
    return count;
}

void word_grower::keep_holders(const word_rows& word, std::uint64_t* to, std::size_t stride) const {
    kernels_.keep_holders(shape_of(word), {word.rows, to, word_row_count()},
                          {word.block, to + word_row_count() * stride, block_rows()}, stride);
}

word_grower::rows_of_letter word_grower::rows_of(const word_rows& word, letter with) const {
    const std::size_t index = letters_.index(with);
    const std::size_t of_letter = shape_.words_of_places * word.stride;
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
        ++word.letters;
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
    ++word.letters;
}

std::vector<lane_text> texts_of_pieces(const variant_problem& given) {
    const piece_collection& of = given.of;
    if (given.copies > 1 || of.pieces().size() == of.sequences()) return {};
    double words = 0; // of the sequences
    double more = 0;  // of the pieces
    std::vector<lane_text> texts;
    texts.reserve(of.pieces().size());
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        words += static_cast<double>(lane_text{sequence, 0, of.text_length(sequence)}.words());
        for (const piece& each : of.pieces(sequence)) {
            texts.push_back({sequence, each.first, each.length});
            more += static_cast<double>(texts.back().words());
        }
    }
    if (more > tuning::most_words_of_pieces * words && !current_search_habits().always_filters) return {};
    return texts;
}

} // namespace concord::substring
