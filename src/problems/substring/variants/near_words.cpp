#include "problems/substring/variants/near_words.hpp"

#include <algorithm>
#include <utility>

namespace concord::substring {
namespace {

std::uint64_t all_words(std::uint64_t letters) { return std::uint64_t{1} << 2 * letters; }

} // namespace

bool near_words::are_possible(const piece_collection& of, const allowance& allowed, std::uint64_t letters,
                              std::uint64_t memory) {
    return of.is_dna() && !of.has_sets() && !allowed.indels && letters <= most_letters && allowed.edits < letters &&
           (allowed.edits + 1) * all_words(letters) * sizeof(std::uint32_t) <= memory;
}

std::vector<lane_text> texts_of_all_pieces(const piece_collection& of) {
    std::vector<lane_text> texts;
    texts.reserve(of.pieces().size());
    for (const piece& each : of.pieces())
        texts.push_back({each.sequence, each.first, each.length});
    return texts;
}

near_words::near_words(const piece_collection& of, std::span<const lane_text> texts, std::uint64_t letters,
                       std::uint64_t mismatches, std::uint64_t nothings, runtime::thread_pool& workers,
                       bool keeps_fewer)
    : of_(of), letters_(letters), nothings_(nothings), mismatches_(mismatches - nothings), of_row_(all_words(letters)) {
    table rows((mismatches_ + 1) * of_row_);
    for (const lane_text& each : texts)
        add(rows, of.letters(each.first, each.length));
    spread(rows, workers);
    if (keeps_fewer) {
        last_row_ = mismatches_ * of_row_;
        counts_ = std::move(rows);
    } else {
        counts_ = table(of_row_);
        std::copy_n(rows.data() + mismatches_ * of_row_, of_row_, counts_.data());
    }
}

template <class Visit>
void near_words::for_each_spelling(std::span<const letter> word, Visit visit) const {
    std::uint64_t number = 0;
    std::uint64_t unknown = 0; // a bit for each of these letters
    for (const letter each : word) {
        const bool is_known = each < plain_nucleotides;
        number = number << 2U | (is_known ? each : 0U);
        unknown = unknown << 2U | (is_known ? 0U : 3U);
    }
    std::uint64_t spelling = 0;
    do {
        visit(number | spelling);
        spelling = (spelling - unknown) & unknown; // the next subset of these bits
    } while (spelling != 0);
}

void near_words::add(table& rows, std::span<const letter> text) const {
    for_each_word(
        text, letters_, [&](std::uint64_t, std::uint64_t number) { ++rows[number]; },
        [&](std::uint64_t start) {
            const std::span<const letter> word = text.subspan(start, letters_);
            if (std::ranges::find(word, piece_collection::barrier) != word.end()) return;
            const std::uint64_t unknown = of_.count_nothing(word);
            const std::uint64_t mismatches = unknown - std::min(unknown, nothings_);
            if (unknown > mismatches_ + nothings_) return;
            for_each_spelling(word, [&](std::uint64_t number) { ++rows[mismatches * of_row_ + number]; });
        });
}

void near_words::spread_position(table& rows, std::uint64_t first, std::uint64_t step, std::uint64_t entries) const {
    for (std::uint64_t row = mismatches_; row > 0; --row) {
        std::uint32_t* const to = rows.data() + row * of_row_ + first;
        const std::uint32_t* const from = to - of_row_;
        for (std::uint64_t at = 0; at < entries; ++at) {
            const std::uint32_t all = from[at] + from[at + step] + from[at + 2 * step] + from[at + 3 * step];
            to[at] += all - from[at];
            to[at + step] += all - from[at + step];
            to[at + 2 * step] += all - from[at + 2 * step];
            to[at + 3 * step] += all - from[at + 3 * step];
        }
    }
}

void near_words::spread(table& rows, runtime::thread_pool& workers) const {
    // The last letters of blocks that a cache holds; then the first ones, of some entries next to each other.
    constexpr std::uint64_t letters_of_block = 6;
    constexpr std::uint64_t entries_at_once = 64;
    const std::uint64_t last = std::min(letters_of_block, letters_);
    const std::uint64_t of_block = all_words(last);
    const std::uint64_t blocks = of_row_ / of_block;
    workers.run(blocks, [&](std::size_t block, unsigned) {
        const std::uint64_t begin = block * of_block;
        for (std::uint64_t row = 1; row <= mismatches_; ++row)
            for (std::uint64_t at = begin; at < begin + of_block; ++at)
                rows[row * of_row_ + at] += rows[(row - 1) * of_row_ + at]; // what is within e - 1 is within e
        for (std::uint64_t step = 1; step < of_block; step *= 4)
            for (std::uint64_t first = begin; first < begin + of_block; first += 4 * step)
                spread_position(rows, first, step, step);
    });
    const std::uint64_t entries = std::min(entries_at_once, of_block);
    workers.run(of_block / entries, [&](std::size_t column, unsigned) {
        for (std::uint64_t step = of_block; step < of_row_; step *= 4)
            for (std::uint64_t first = column * entries; first < of_row_; first += 4 * step)
                for (std::uint64_t within = 0; within < step; within += of_block)
                    spread_position(rows, first + within, step, entries);
    });
}

std::uint64_t near_words::at(std::uint64_t start) const {
    const std::span<const letter> word = of_.letters(start, letters_);
    std::uint64_t sum = 0;
    for_each_spelling(word, [&](std::uint64_t number) { sum += of_number(number); });
    return sum;
}

} // namespace concord::substring
