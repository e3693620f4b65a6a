#include "problems/substring/variants/near_words.hpp"

#include "problems/substring/variants/near_kernels.hpp"
#include "problems/substring/variants/spellings.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace concord::substring {
namespace {

std::uint64_t all_words(std::uint64_t letters) { return std::uint64_t{1} << 2 * letters; }

constexpr std::uint64_t most_spellings = 1024; ///< of a word with letters that are sets
constexpr std::uint64_t unbounded = std::numeric_limits<std::uint32_t>::max();

bool has_sets(std::span<const letter> word) {
    return std::ranges::any_of(word, [](letter each) { return each > plain_nucleotides; });
}

} // namespace

bool near_words::are_possible(const piece_collection& of, const allowance& allowed, std::uint64_t letters,
                              std::uint64_t memory) {
    return !of.has_sets() && fit(of, allowed, letters, memory);
}

bool near_words::fit(const piece_collection& of, const allowance& allowed, std::uint64_t letters,
                     std::uint64_t memory) {
    return of.is_dna() && !allowed.indels && letters <= (of.has_sets() ? most_letters_of_sets : most_letters) &&
           allowed.edits < letters && (allowed.edits + 1) * all_words(letters) * sizeof(std::uint32_t) <= memory;
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
    : of_(of), letters_(letters), nothings_(nothings), mismatches_(mismatches - nothings), of_row_(all_words(letters)),
      is_narrow_(of.sequences() <= std::numeric_limits<std::uint16_t>::max()) {
    if (is_narrow_)
        make(texts, workers, keeps_fewer, narrow_);
    else
        make(texts, workers, keeps_fewer, wide_);
}

template <class Count>
void near_words::make(std::span<const lane_text> texts, runtime::thread_pool& workers, bool keeps_fewer,
                      table<Count>& counts) {
    table<Count> rows((mismatches_ + 1) * of_row_);
    for (const lane_text& each : texts)
        if (!add(rows, of_.letters(each.first, each.length))) ++unspelled_;
    spread(rows, workers);
    if (keeps_fewer) {
        last_row_ = mismatches_ * of_row_;
        counts = std::move(rows);
    } else {
        counts = table<Count>(of_row_);
        std::copy_n(rows.data() + mismatches_ * of_row_, of_row_, counts.data());
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

template <class Count>
bool near_words::add(const table<Count>& rows, std::span<const letter> text) const {
    bool are_all_spelled = true;
    const auto add_one = [&](std::uint64_t at) {
        if (rows[at] < std::numeric_limits<Count>::max()) ++rows[at];
    };
    for_each_word(
        text, letters_, [&](std::uint64_t, std::uint64_t number) { add_one(number); },
        [&](std::uint64_t start) {
            const std::span<const letter> word = text.subspan(start, letters_);
            if (std::ranges::find(word, piece_collection::barrier) != word.end()) return;
            const std::uint64_t unknown = of_.count_nothing(word);
            if (of_.has_sets() && has_sets(word)) {
                if (unknown > 0 || !has_few_spellings(word, most_spellings))
                    are_all_spelled = false;
                else
                    substring::for_each_spelling<0>(word, weights_of(word), add_one);
                return;
            }
            const std::uint64_t mismatches = unknown - std::min(unknown, nothings_);
            if (unknown > mismatches_ + nothings_) return;
            for_each_spelling(word, [&](std::uint64_t number) { add_one(mismatches * of_row_ + number); });
        });
    return are_all_spelled;
}

template <class Count>
void near_words::spread(const table<Count>& rows, runtime::thread_pool& workers) const {
    if (of_row_ < entries_of_near_block) return spread_short(rows);
    const near_kernels<Count>& kernels = near_kernels_for<Count>(simd::choose_vectors(workers.options().vectors));
    const auto from = [&](std::uint64_t first) {
        return near_rows<Count>{rows.data() + first, of_row_, static_cast<unsigned>(mismatches_)};
    };
    // The last letters of blocks that a cache holds; then the first ones, of some entries next to each other.
    constexpr std::uint64_t letters_of_block = 6;
    constexpr std::uint64_t entries_at_once = 128;
    const std::uint64_t of_block = all_words(std::min(letters_of_block, letters_));
    workers.run(of_row_ / of_block, [&](std::size_t block, unsigned) {
        const std::uint64_t begin = block * of_block;
        kernels.spread_blocks(from(begin), of_block);
        for (std::uint64_t step = entries_of_near_block; step < of_block; step *= 4)
            for (std::uint64_t first = begin; first < begin + of_block; first += 4 * step)
                kernels.spread_position(from(first), step, step);
    });
    const std::uint64_t entries = std::min(entries_at_once, of_block);
    workers.run(of_row_ > of_block ? of_block / entries : 0, [&](std::size_t column, unsigned) {
        for (std::uint64_t step = of_block; step < of_row_; step *= 4)
            for (std::uint64_t first = column * entries; first < of_row_; first += 4 * step)
                for (std::uint64_t within = 0; within < step; within += of_block)
                    kernels.spread_position(from(first + within), step, entries);
    });
}

template <class Count>
void near_words::spread_short(const table<Count>& rows) const {
    const auto add = [&](std::uint64_t to, std::uint64_t from) {
        const std::uint64_t sum = std::uint64_t{rows[to]} + rows[from];
        rows[to] = static_cast<Count>(std::min<std::uint64_t>(sum, std::numeric_limits<Count>::max()));
    };
    for (std::uint64_t at = of_row_; at < (mismatches_ + 1) * of_row_; ++at)
        add(at, at - of_row_); // what is within e - 1 is within e
    for (std::uint64_t step = 1; step < of_row_; step *= 4)
        for (std::uint64_t row = mismatches_; row > 0; --row)
            for (std::uint64_t at = 0; at < of_row_; ++at) {
                const std::uint64_t here = at / step % 4;
                for (std::uint64_t other = 0; other < 4; ++other)
                    if (other != here) add(row * of_row_ + at, (row - 1) * of_row_ + at - here * step + other * step);
            }
}

std::uint64_t near_words::at(std::uint64_t start) const {
    const std::span<const letter> word = of_.letters(start, letters_);
    std::uint64_t sum = 0;
    const auto add_one = [&](std::uint64_t number) { sum += entry(last_row_ + number); };
    if (!of_.has_sets() || !has_sets(word))
        for_each_spelling(word, add_one);
    else if (of_.count_nothing(word) > 0 || !has_few_spellings(word, most_spellings))
        return unbounded;
    else
        substring::for_each_spelling<0>(word, weights_of(word), add_one);
    return sum + unspelled_;
}

std::uint64_t near_words::at_sets(std::uint64_t start) const {
    const std::span<const letter> word = of_.letters(start, letters_);
    if (!has_few_spellings(word, most_spellings)) return unbounded;
    // A place that differs in no other letter is 0, 1, 2 ... letters off so many spellings of those that may be any; of
    // other sets, what differs from all their nucleotides is near to each, and counts as often.
    std::vector<std::uint64_t> off{1};
    for (const letter each : word) {
        if (nucleotides_of_letter(each) < plain_nucleotides) continue;
        off.push_back(0);
        for (std::size_t apart = off.size() - 1; apart > 0; --apart)
            off[apart] += off[apart - 1] * (plain_nucleotides - 1);
    }
    std::vector<std::uint64_t> within; // by mismatches
    for (std::uint64_t mismatches = 0; mismatches <= mismatches_; ++mismatches) {
        std::uint64_t sum = 0;
        bool is_full = false; // a count stays at its greatest value
        substring::for_each_spelling<0>(word, weights_of(word), [&](std::uint64_t number) {
            const std::uint64_t count = entry(mismatches * of_row_ + number);
            is_full = is_full || count == (is_narrow_ ? std::numeric_limits<std::uint16_t>::max()
                                                      : std::numeric_limits<std::uint32_t>::max());
            sum += count;
        });
        if (is_full) return unbounded;
        for (std::size_t apart = 1; apart < std::min<std::size_t>(off.size(), mismatches + 1); ++apart)
            sum -= off[apart] * within[mismatches - apart];
        within.push_back(sum);
    }
    return within.back() + unspelled_;
}

} // namespace concord::substring
