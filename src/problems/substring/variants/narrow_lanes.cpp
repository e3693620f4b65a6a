// Lanes of several words of 64 places, in which a word that has grown is in few of these: where all places that it and
// what is made of it can end at are 64 next to each other, one word of each row is enough.
//
//   rows of a lane     | . . . . . . . . | . . . . 1 1 . . | . . . . . . . . | . . . . . . . . |
//   narrow                                       | 1 1 . . . . . . |      from the first place where the word ends, as
//                                                                         many as its letters and edits can still move
//                                                                         it
#include "base/bits.hpp"
#include "problems/substring/variants/lane_blocks.hpp"

#include <algorithm>
#include <bit>

namespace concord::substring {
namespace {

constexpr std::uint64_t places_of_word = sequence::letters_per_word;

/// 64 places of a row of a lane from any one on.
std::uint64_t places_from(const std::uint64_t* row, std::size_t stride, unsigned words, std::uint64_t from) {
    const std::uint64_t word = from / places_of_word;
    const std::uint64_t shift = from % places_of_word;
    const std::uint64_t low = row[word * stride] >> shift;
    return shift == 0 || word + 1 == words ? low : low | row[(word + 1) * stride] << (places_of_word - shift);
}

} // namespace

std::optional<std::uint64_t> word_grower::narrow_from(const word_rows& word, std::size_t lane,
                                                      std::uint64_t letters_left) const {
    // Where it ends with all of the edits it ends with fewer, too.
    const std::uint64_t* const last = word.rows + allowed_.edits * shape_.words * word.stride + lane;
    unsigned first_word = 0;
    while (first_word < shape_.words && last[first_word * word.stride] == 0)
        ++first_word;
    if (first_word == shape_.words) return std::nullopt;
    unsigned last_word = shape_.words - 1;
    while (last[last_word * word.stride] == 0)
        --last_word;
    const std::uint64_t first = first_word * places_of_word + base::lowest_one(last[first_word * word.stride]);
    const std::uint64_t end = last_word * places_of_word + std::bit_width(last[last_word * word.stride]);
    const std::uint64_t moved = letters_left + (allowed_.indels ? allowed_.edits : 0);
    if (end - first + moved > places_of_word) return std::nullopt;
    return first;
}

bool word_grower::is_mostly_narrow(const word_rows& word, std::uint64_t letters_left) const {
    constexpr std::size_t asked = 64; // lanes
    const std::size_t apart = std::max<std::size_t>(1, word.lanes / asked);
    const std::uint64_t* const last = word.rows + allowed_.edits * shape_.words * word.stride;
    std::size_t held = 0;
    std::size_t narrow = 0;
    for (std::size_t lane = 0; lane < word.lanes; lane += apart) {
        std::uint64_t any = 0;
        for (unsigned index = 0; index < shape_.words; ++index)
            any |= last[index * word.stride + lane];
        if (any == 0) continue;
        ++held;
        if (narrow_from(word, lane, letters_left)) ++narrow;
    }
    return held > 0 && narrow >= held - held / 4;
}

void word_grower::move_narrow(std::size_t frame, word_rows& word, std::uint64_t letters_left, narrow_lanes& to) {
    if (shape_.words == 1 || word.holders == 0) return;
    frame_rows& own = frames_[frame];
    lane_rows& rows = own.rows[own.rows[0].data() == word.rows ? 0 : 1];
    const std::size_t of_word = allowed_.edits + 1;
    for (std::size_t lane = 0; lane < word.lanes; ++lane) {
        const std::optional<std::uint64_t> from = narrow_from(word, lane, letters_left);
        if (!from) continue;
        // The first of these diagonals or places; some of the letters of a word have none.
        const std::int64_t first = first_place(word.letters) + static_cast<std::int64_t>(*from);
        if (first < 0) continue;
        for (std::size_t row = 0; row < of_word; ++row)
            to.lanes.push_back(
                places_from(word.rows + row * shape_.words * word.stride + lane, word.stride, shape_.words, *from));
        const unsigned words = shape_.words_of_places;
        for (std::size_t row = 0; row <= letters_.size(); ++row)
            to.lanes.push_back(places_from(word.block + row * words * word.stride + lane, word.stride, words,
                                           static_cast<std::uint64_t>(first)));
        if (keeps_numbers_) to.lanes.push_back(word.block[(letters_.size() + 1) * words * word.stride + lane]);
        for (std::size_t row = 0; row < word_row_count(); ++row)
            rows[row * word.stride + lane] = 0;
        ++to.count;
        --word.holders;
    }
}

word_rows word_grower::resume_narrow(narrow_lanes& of) {
    shape_ = {1, 1, false};
    const std::size_t rows = rows_of_holder();
    const std::size_t lanes = padded_lanes(of.count);
    const std::size_t stride = lanes + row_padding;
    of.rows.assign(rows * stride, 0);
    for (std::size_t lane = 0; lane < of.count; ++lane)
        for (std::size_t row = 0; row < rows; ++row)
            of.rows[row * stride + lane] = of.lanes[lane * rows + row];
    return resume(shape_, of.rows.data(), lanes, stride, of.count, 0); // by places, where letters do not matter
}

} // namespace concord::substring
