#include "problems/substring/cpu/growth/growth_block.hpp"

#include "base/bits.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>

namespace concord::substring {
namespace {

constexpr std::size_t padded(std::size_t lanes) {
    return (lanes + growth_padding - 1) / growth_padding * growth_padding;
}

/// Word `word` of a sequence whose last letter is the highest bit of its last word: its letters that are `letter`.
std::uint64_t word_of(const problem& given, const growth_alphabet& letters, std::size_t letter, std::uint64_t sequence,
                      unsigned word, unsigned words) {
    const std::uint64_t before = words * std::uint64_t{sequence::letters_per_word} - given.length(sequence);
    const std::uint64_t first = word * std::uint64_t{sequence::letters_per_word};
    if (first + sequence::letters_per_word <= before) return 0;
    if (first >= before) return letters.literal(given, letter, given.offset(sequence) + first - before);
    return letters.literal(given, letter, given.offset(sequence)) << (before - first);
}

/// Sets the bits of all letters of one sequence, one after the other.
void mark_letters(const problem& given, const growth_alphabet& letters, std::uint64_t sequence, std::size_t lane,
                  growth_block& block) {
    constexpr std::uint64_t at_once = sequence::letters_per_word;
    const std::uint64_t length = given.length(sequence);
    const std::uint64_t before = block.words * at_once - length;
    std::array<std::uint64_t, at_once> digits{};
    for (std::uint64_t first = 0; first < length; first += at_once) {
        const std::span<std::uint64_t> here(digits.data(), std::min(at_once, length - first));
        letters.read(given, given.offset(sequence) + first, here);
        for (std::size_t index = 0; index < here.size(); ++index) {
            const std::uint64_t bit = before + first + index;
            block.rows[(here[index] * block.words + bit / at_once) * block.stride + lane] |= std::uint64_t{1}
                                                                                             << bit % at_once;
        }
    }
}

} // namespace

growth_alphabet::growth_alphabet(const problem& given) : has_ambiguous_(given.letters.ambiguous() != nullptr) {
    const std::uint64_t letters = given.set.letters();
    const unsigned planes = given.letters.ordinary_planes();
    index_of_.assign(std::size_t{1} << planes, 0);
    std::size_t found = 0;
    for (std::uint64_t at = 0; at < letters && found < index_of_.size(); at += sequence::letters_per_word) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(letters - at, sequence::letters_per_word));
        const auto split = [&](const auto& self, std::uint64_t some, unsigned plane, std::size_t code) -> void {
            if (some == 0) return;
            if (plane == 0) {
                found += index_of_[code] == 0 ? 1U : 0U;
                index_of_[code] = 1;
                return;
            }
            const std::uint64_t bits = sequence::bits_from(given.letters.plane(plane - 1), at);
            self(self, some & ~bits, plane - 1, code);
            self(self, some & bits, plane - 1, code | std::size_t{1} << (plane - 1));
        };
        const std::uint64_t ambiguous = has_ambiguous_ ? sequence::bits_from(given.letters.ambiguous(), at) : 0;
        split(split, base::low_bits<std::uint64_t>(here) & ~ambiguous, planes, 0);
    }
    for (std::size_t code = 0; code < index_of_.size(); ++code) {
        if (index_of_[code] == 0) continue;
        index_of_[code] = static_cast<std::uint8_t>(codes_.size());
        codes_.push_back(static_cast<unsigned>(code));
    }
}

void growth_alphabet::read(const problem& given, std::uint64_t position, std::span<std::uint64_t> digits) const {
    if (are_many()) return read_many(given, position, digits);
    const auto used = base::low_bits<std::uint64_t>(static_cast<unsigned>(digits.size()));
    std::ranges::fill(digits, size() - 1);
    for (std::size_t letter = 0; letter + 1 < size(); ++letter)
        for (std::uint64_t there = literal(given, letter, position) & used; there != 0; there &= there - 1)
            digits[base::lowest_one(there)] = letter;
}

/// Letter by letter, not one row of places for each of many.
void growth_alphabet::read_many(const problem& given, std::uint64_t position, std::span<std::uint64_t> digits) const {
    std::ranges::fill(digits, 0);
    for (unsigned plane = 0; plane < given.letters.ordinary_planes(); ++plane) {
        std::uint64_t bits = sequence::bits_from(given.letters.plane(plane), position);
        for (std::uint64_t& digit : digits) {
            digit |= (bits & 1U) << plane;
            bits >>= 1U;
        }
    }
    std::uint64_t ambiguous = has_ambiguous_ ? sequence::bits_from(given.letters.ambiguous(), position) : 0;
    for (std::uint64_t& digit : digits) {
        digit = (ambiguous & 1U) != 0 ? codes_.size() : index_of_[digit];
        ambiguous >>= 1U;
    }
}

std::uint64_t growth_alphabet::literal(const problem& given, std::size_t letter, std::uint64_t position) const {
    if (letter == codes_.size()) return sequence::bits_from(given.letters.ambiguous(), position);
    std::uint64_t is_it =
        has_ambiguous_ ? ~sequence::bits_from(given.letters.ambiguous(), position) : ~std::uint64_t{0};
    for (unsigned plane = 0; plane < given.letters.ordinary_planes(); ++plane) {
        const std::uint64_t bits = sequence::bits_from(given.letters.plane(plane), position);
        is_it &= (codes_[letter] >> plane & 1U) != 0 ? bits : ~bits;
    }
    return is_it;
}

std::vector<growth_block> make_growth_blocks(const problem& given, const growth_alphabet& letters,
                                             std::span<const std::uint64_t> sequences,
                                             std::span<const std::uint32_t> weights, std::size_t most_words,
                                             runtime::thread_pool& workers) {
    std::vector<std::vector<std::uint64_t>> of_words; // sequences by their number of words
    for (const std::uint64_t sequence : sequences) {
        if (given.length(sequence) == 0) continue;
        const std::uint64_t words = given.length(sequence) / sequence::letters_per_word + 1; // a bit before the first
        if (of_words.size() <= words) of_words.resize(words + 1);
        of_words[words].push_back(sequence);
    }
    std::vector<growth_block> blocks;
    std::vector<std::span<const std::uint64_t>> sequences_of; // of each block
    for (std::size_t words = 1; words < of_words.size(); ++words) {
        const std::size_t each = std::max(growth_padding, most_words / words);
        for (std::size_t first = 0; first < of_words[words].size(); first += each) {
            growth_block& block = blocks.emplace_back();
            block.words = static_cast<unsigned>(words);
            block.sequences = std::min(each, of_words[words].size() - first);
            block.lanes = padded(block.sequences);
            block.stride = block.lanes + growth_padding;
            block.is_weighted = !weights.empty();
            sequences_of.push_back(std::span(of_words[words]).subspan(first, block.sequences));
        }
    }
    workers.run(blocks.size(), [&](std::size_t index, unsigned) {
        growth_block& block = blocks[index];
        block.rows.resize((letters.size() * block.words + 2) * block.stride, 0);
        std::uint64_t* const of_weights = block.rows.data() + letters.size() * block.words * block.stride;
        for (std::size_t lane = 0; lane < block.sequences; ++lane) {
            const std::uint64_t sequence = sequences_of[index][lane];
            if (letters.are_many()) mark_letters(given, letters, sequence, lane, block);
            for (std::size_t letter = 0; letter < letters.size() && !letters.are_many(); ++letter)
                for (unsigned word = 0; word < block.words; ++word)
                    block.rows[(letter * block.words + word) * block.stride + lane] =
                        word_of(given, letters, letter, sequence, word, block.words);
            of_weights[lane] = weights.empty() ? 1 : weights[sequence];
            of_weights[block.stride + lane] = sequence;
        }
    });
    return blocks;
}

growth_walk::growth_walk(const problem& given, const growth_kernels& kernels, const growth_alphabet& letters,
                         std::span<const growth_block> blocks, bool lists, bool numbers)
    : given_(given), kernels_(kernels), letters_(letters), blocks_(blocks), lists_(lists), numbers_(numbers),
      levels_(1) {
    if (letters.has_ambiguous()) {
        std::size_t most = 0;
        for (const growth_block& block : blocks)
            most = std::max(most, block.words * block.stride);
        zeros_.resize(most, 0);
    }
    begin();
}

/// The empty word ends before every letter, the first included.
void growth_walk::begin() {
    for (const growth_block& block : blocks_) {
        part& empty = levels_[0].parts.emplace_back();
        empty.block = block.rows.data();
        empty.lanes = block.lanes;
        empty.stride = block.stride;
        empty.own.resize(word_rows() * block.words * block.stride, 0);
        empty.rows = empty.own.data();
        const std::uint64_t* const numbers = empty.block + (letters_.size() * block.words + 1) * block.stride;
        for (std::size_t lane = 0; lane < block.sequences; ++lane) {
            const std::uint64_t length = given_.length(numbers[lane]);
            const std::uint64_t first = block.words * std::uint64_t{sequence::letters_per_word} - length - 1; // bit
            for (std::uint64_t bit = first; bit < first + length; ++bit)
                empty.own[bit / 64 * block.stride + lane] |= std::uint64_t{1} << bit % 64;
        }
        const std::size_t of_row = block.words * block.stride;
        for (std::size_t row = 1; row < word_rows(); ++row)
            std::copy_n(empty.own.begin(), of_row, empty.own.begin() + static_cast<std::ptrdiff_t>(row * of_row));
    }
}

growth_shape growth_walk::shape_of(const part& of, std::size_t block) const noexcept {
    const unsigned words = blocks_[block].words;
    return {.lanes = of.lanes,
            .stride = of.stride,
            .words = words,
            .mismatches = static_cast<unsigned>(mismatches()),
            .has_literal = has_literal(),
            .weights = blocks_[block].is_weighted ? of.block + letters_.size() * words * of.stride : nullptr};
}

growth_letter growth_walk::letter_of(const part& of, std::size_t block, std::uint8_t letter) const noexcept {
    const std::uint64_t* const literal = of.block + letter * blocks_[block].words * of.stride;
    return {letter == letters_.ordinary() && !lists_ ? zeros_.data() : literal, literal};
}

std::span<const growth_count> growth_walk::count(std::size_t depth, std::span<const std::uint8_t> letters) {
    level& here = levels_[depth];
    here.letters.assign(letters.begin(), letters.end());
    here.counts.assign(letters.size(), {});
    here.counts_of_part.assign(letters.size() * blocks_.size(), {});
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        const part& from = here.parts[block];
        if (from.lanes == 0) continue;
        asked_.clear();
        for (const std::uint8_t letter : letters)
            asked_.push_back(letter_of(from, block, letter));
        growth_count* const counted = here.counts_of_part.data() + block * letters.size();
        for (std::size_t first = 0; first < asked_.size(); first += most_growth_letters)
            kernels_.count(shape_of(from, block), from.rows,
                           std::span(asked_).subspan(first, std::min(most_growth_letters, asked_.size() - first)),
                           counted + first);
        for (std::size_t index = 0; index < letters.size(); ++index) {
            here.counts[index].support += counted[index].support;
            here.counts[index].holders += counted[index].holders;
            here.counts[index].exists = here.counts[index].exists || counted[index].exists;
        }
    }
    return here.counts;
}

void growth_walk::enter(std::size_t depth, std::size_t index, double crowded, bool is_last) {
    if (levels_.size() <= depth + 1) levels_.resize(depth + 2);
    level& shorter = levels_[depth];
    std::vector<part>& longer = levels_[depth + 1].parts;
    longer.resize(blocks_.size());
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        part& from = shorter.parts[block];
        part& to = longer[block];
        const unsigned words = blocks_[block].words;
        const std::size_t holders = shorter.counts_of_part[block * shorter.letters.size() + index].holders;
        const growth_letter letter = letter_of(from, block, shorter.letters[index]);
        const auto make_room = [&](std::size_t rows) {
            if (to.own.size() < rows * to.stride) to.own.resize(rows * to.stride);
        };
        // To copy the rows of many letters costs more than it saves, unless few lanes are left.
        if (static_cast<double>(holders) > crowded * static_cast<double>(from.lanes) ||
            (letters_.are_many() && holders * letters_.size() > from.lanes)) {
            to.block = from.block;
            to.lanes = from.lanes;
            to.stride = from.stride;
            if (is_last) {
                to.own.swap(from.own);
                std::uint64_t* const rows = to.own.data() + (from.rows - to.own.data());
                to.rows = rows;
                kernels_.extend(shape_of(from, block), from.rows, letter, {rows, to.stride});
                continue;
            }
            make_room(word_rows() * words);
            to.rows = to.own.data();
            kernels_.extend(shape_of(from, block), from.rows, letter, {to.own.data(), to.stride});
            continue;
        }
        to.lanes = padded(holders);
        to.stride = to.lanes + growth_padding;
        const std::size_t of_block = block_rows(block);
        make_room(of_block + word_rows() * words);
        to.block = to.own.data();
        to.rows = to.own.data() + of_block * to.stride;
        if (holders > 0)
            kernels_.extend_holders(shape_of(from, block), from.rows, letter,
                                    {to.own.data() + of_block * to.stride, to.stride},
                                    {from.block, {to.own.data(), to.stride}, of_block});
    }
}

std::uint64_t growth_walk::count_near(std::size_t depth) const {
    std::uint64_t near = 0;
    for (std::size_t block = 0; block < blocks_.size(); ++block)
        if (const part& here = levels_[depth].parts[block]; here.lanes > 0)
            near += kernels_.occurrences(shape_of(here, block), here.rows);
    return near;
}

std::uint64_t growth_walk::work(std::size_t depth) const noexcept {
    std::uint64_t words = 0;
    for (std::size_t block = 0; block < blocks_.size(); ++block)
        words += levels_[depth].parts[block].lanes * blocks_[block].words;
    return words;
}

} // namespace concord::substring
