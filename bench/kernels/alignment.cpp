// alignment: blocks of a DP matrix in vectors, the same recurrences on words, and the next wavefront. Unit: cells of
// the matrix; of wavefronts, diagonals.
#include "kernels/kernels.hpp"

#include "alignment/bit_parallel/block_letters.hpp"
#include "alignment/diagonal/furthest_reaching.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"

#include <array>

namespace {

using namespace concord;

/// A block of 2,048 x 2,048 cells, of random letters.
///
/// Roof: vector instructions. A row of a vector of words takes 16 with AVX-512 for Levenshtein: 2 compare two planes,
/// 12 are the recurrence, 2 move the horizontal deltas by a lane. The LCS takes 2 + 6 + 1. Two of 512 bits are issued
/// in a cycle, so at best 512 * 2 / 16 = 64 cells a cycle, and 114 of the LCS. AVX2 has no logic of three inputs and no
/// shift of two words: some 22 and 13, three in a cycle: 35 and 59 cells. Letters as a table (protein) are loaded and
/// shuffled instead of compared, through L1.
/// `rows` is the rate of rows of a vector.
void fill_block(benchmark::State& state, const pairwise::pair_recurrence& recurrence, vector_target target,
                std::string_view letters) {
    const std::string a = kernels::random_letters(pairwise::block_columns, letters, 1);
    const std::string b = kernels::random_letters(pairwise::most_block_rows, letters, 2);
    const sequence::coded_pair pair = sequence::code_pair(sequence_ref(a), sequence_ref(b));
    const pairwise::block_kernel kernel = recurrence.kernel_for(target);
    const std::size_t lanes = kernel.strip_words / pairwise::units;
    const auto source = std::make_shared<const pairwise::letter_source>(pair, lanes);
    pairwise::block_letters rows(source, std::make_shared<pairwise::column_letters>(source));
    rows.begin_rows(0, pairwise::most_block_rows);
    std::vector<std::uint64_t> vertical(pairwise::most_vertical * pairwise::block_words, ~std::uint64_t{0});
    pairwise::block block = rows.block_at(0);
    block.vertical = vertical.data();
    block.vertical_stride = pairwise::block_words;
    for ([[maybe_unused]] auto round : state) {
        kernel.run(block);
        benchmark::ClobberMemory();
    }
    constexpr std::size_t cells = pairwise::block_columns * pairwise::most_block_rows;
    kernels::count_items(state, cells);
    kernels::count_rate(state, "rows", static_cast<double>(cells) / static_cast<double>(64 * lanes));
}

/// The same rows on 64-bit words, in 8 words of columns.
///
/// Roof: scalar instructions, some 20 a word of Levenshtein's row and 10 of the LCS, of which four to six are issued in
/// a cycle, unless the chain of horizontal deltas from word to word (shift in, addition, logic: some 6 cycles for 64
/// cells) is longer; rows behind one another overlap.
template <template <class> class Recurrence>
void scalar_rows(benchmark::State& state) {
    using recurrence = Recurrence<pairwise::scalar_word<std::uint64_t>>;
    constexpr std::size_t words = 8;
    constexpr std::size_t letters = 4;
    const std::vector<std::uint64_t> differ = kernels::random_words(words * letters);
    const std::string rows = kernels::random_letters(1024);
    std::uint64_t vertical[words][recurrence::vertical] = {};
    for ([[maybe_unused]] auto round : state) {
        for (const char letter : rows) {
            std::uint64_t passing[recurrence::horizontal] = {};
            const std::uint64_t* const columns = differ.data() + (static_cast<unsigned>(letter) >> 1U & 3U) * words;
            for (std::size_t word = 0; word < words; ++word)
                recurrence::row(columns[word], vertical[word], passing);
        }
        benchmark::DoNotOptimize(vertical);
    }
    kernels::count_items(state, rows.size() * words * 64);
}
BENCHMARK(scalar_rows<pairwise::scalar::levenshtein>)->Name("alignment/levenshtein_row/word");
BENCHMARK(scalar_rows<pairwise::scalar::lcs>)->Name("alignment/lcs_row/word");

/// The furthest-reaching points of 4,096 diagonals with one edit more, before they are extended.
///
/// Roof: L1, from which each diagonal is read three times (two of the three vectors cross cache lines every time or
/// every other time) and to which it is written once: 16 bytes a diagonal.
void advance_wavefront(benchmark::State& state, vector_target target) {
    constexpr std::size_t count = 4096;
    std::vector<std::int32_t> here(count + 2);
    std::vector<std::int32_t> out(count);
    std::mt19937 random(1);
    for (std::int32_t& reach : here)
        reach = static_cast<std::int32_t>(random() % 1000);
    const pairwise::diagonals::next_wavefront next = pairwise::diagonals::next_wavefront_for(target);
    for ([[maybe_unused]] auto round : state) {
        next({.here = here.data() + 1,
              .out = out.data(),
              .count = count,
              .substituted = 1,
              .most = 900,
              .most_of_b = 100});
        benchmark::ClobberMemory();
    }
    kernels::count_items(state, count);
    kernels::count_bytes(state, count * 4 * sizeof(std::int32_t));
}

/// Extending those points along equal letters, of random sequences: after the first time every point stands before a
/// mismatch, as nearly all do in a search.
///
/// Roof: scalar instructions. Each diagonal loads its point and 8 letters of either sequence from where the point says,
/// compares, counts zeros, adds and stores: some 12 instructions, at most 6 a cycle.
void extend_wavefront(benchmark::State& state) {
    constexpr pairwise::diagonals::diagonal count = 4096;
    const std::string a = kernels::random_letters(3 * count, "ACGT", 1);
    const std::string b = kernels::random_letters(3 * count, "ACGT", 2);
    const auto letters_of = [](const std::string& of) { return reinterpret_cast<const std::uint8_t*>(of.data()); };
    const pairwise::diagonals::letters<std::uint8_t> pair{letters_of(a), letters_of(b), 3 * count, 3 * count};
    pairwise::diagonals::wavefront reached;
    reached.resize(-count / 2, count / 2 - 1);
    std::fill_n(reached.at(reached.first), count, static_cast<std::int32_t>(count));
    for ([[maybe_unused]] auto round : state) {
        pairwise::diagonals::extend<1>(reached, pair, reached.first, reached.last);
        benchmark::ClobberMemory();
    }
    kernels::count_items(state, count);
}
BENCHMARK(extend_wavefront)->Name("alignment/extend_wavefront");

[[maybe_unused]] const bool added = [] {
    const auto add_block = [](const char* name, const pairwise::pair_recurrence& recurrence, const char* letters) {
        kernels::add_for_each_target(name, [&recurrence, letters](benchmark::State& state, vector_target target) {
            fill_block(state, recurrence, target, letters);
        });
    };
    add_block("alignment/levenshtein_block_dna", pairwise::levenshtein_recurrence, "ACGT");
    add_block("alignment/levenshtein_block_protein", pairwise::levenshtein_recurrence, "ACDEFGHIKLMNPQRSTVWY");
    add_block("alignment/lcs_block_dna", pairwise::lcs_recurrence, "ACGT");
    add_block("alignment/lcs_block_protein", pairwise::lcs_recurrence, "ACDEFGHIKLMNPQRSTVWY");
    kernels::add_for_each_target("alignment/next_wavefront", advance_wavefront);
    return true;
}();

} // namespace
