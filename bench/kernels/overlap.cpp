// overlap: the suffix array of random letters, the common prefixes of neighbours, and looking up words of a text.
#include "kernels/kernels.hpp"

#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"
#include "suffixes/word_table.hpp"

#include <array>

namespace {

using namespace concord;
using position = std::uint32_t;

constexpr std::uint64_t letters = 1U << 20U;

/// 1 Mi random letters of DNA as one text, and one thread.
struct one_text {
    one_text() : set(make()), workers(one_thread()), text(sequence::packed(set), workers) {}

    static sequence_set make() {
        sequence_set_builder builder(alphabet::dna);
        builder.add("random", kernels::random_letters(letters));
        return std::move(builder).finish();
    }
    static const run_options& one_thread() {
        static const run_options options = [] {
            run_options made;
            made.device = device::cpu();
            made.threads = 1;
            return made;
        }();
        return options;
    }

    sequence_set set;
    runtime::thread_pool workers;
    suffixes::text text;
};

/// Unit: suffixes, put into order by keys of their first letters.
///
/// Roof: memory, in passes. A radix pass reads and writes each suffix with its key (12 to 16 bytes either way), and
/// random letters differ within some 10 letters more than log4 of their number: two or three passes and the sorting
/// of small groups in L1. Reading the keys of suffixes in text order is sequential.
void order_by_keys(benchmark::State& state) {
    one_text of;
    std::vector<position> suffixes(letters);
    std::vector<position> prefixes(letters);
    for ([[maybe_unused]] auto round : state)
        benchmark::DoNotOptimize(suffixes::order_by_keys<position>(of.text.view(), {}, of.workers, suffixes, prefixes));
    kernels::count_items(state, letters);
}
BENCHMARK(order_by_keys)->Name("overlap/order_by_keys")->Unit(benchmark::kMillisecond);

/// Unit: suffixes, as order_by_keys and what is still tied; or by induced sorting (the argument: suffix_path).
///
/// Roof of induced sorting: the latency of memory or, at this size, of L2 and L3. Each suffix is put behind another one
/// at a place that only the letter before it tells.
void make_suffix_array(benchmark::State& state) {
    one_text of;
    suffixes::suffix_options options;
    options.path = static_cast<suffixes::suffix_path>(state.range(0));
    for ([[maybe_unused]] auto round : state) {
        std::vector<std::string> notes;
        benchmark::DoNotOptimize(
            suffixes::suffix_array<position>(of.text.view(), options, of.workers, notes).suffixes.data());
    }
    kernels::count_items(state, letters);
}
BENCHMARK(make_suffix_array)
    ->Name("overlap/suffix_array")
    ->ArgName("path")
    ->Arg(static_cast<int>(suffixes::suffix_path::keys))
    ->Arg(static_cast<int>(suffixes::suffix_path::induced))
    ->Unit(benchmark::kMillisecond);

/// Unit: suffixes, of each of which the common prefix with the one before it is found.
///
/// Roof: the latency of the cache that holds the arrays, 8 bytes a letter: three accesses a suffix that no order makes
/// sequential (its neighbour, that neighbour's letters, its place in the array), of which many are under way at once.
void find_prefixes(benchmark::State& state) {
    one_text of;
    std::vector<std::string> notes;
    const auto order = suffixes::suffix_array<position>(of.text.view(), {}, of.workers, notes);
    const std::span<const position> ordered = order.suffixes.view();
    for ([[maybe_unused]] auto round : state)
        benchmark::DoNotOptimize(suffixes::prefixes_of<position>(of.text.view(), ordered, of.workers).data());
    kernels::count_items(state, letters);
}
BENCHMARK(find_prefixes)->Name("overlap/lcp_array")->Unit(benchmark::kMillisecond);

/// Unit: words of 24 letters, looked up at every position in a table of as many words as the argument says, from
/// another text: nearly none is held.
///
/// Roof: some 28 instructions a word (the 64 bits of letters at a position, a multiplication, a bit of the Bloom
/// filter), five of them shifts by a variable, each of which takes two or three operations without BMI2, while the
/// Bloom filter, 2 to 4 bytes a word of the table, fits L1 or L2; beyond that the loads of the cache behind, of which
/// some ten to twenty are under way at once.
void look_up(benchmark::State& state) {
    constexpr unsigned word_letters = 24;
    one_text of;
    sequence_set_builder builder(alphabet::dna);
    builder.add("other", kernels::random_letters(letters, "ACGT", 2));
    const sequence_set other = std::move(builder).finish();
    const suffixes::text held(sequence::packed(other), of.workers);
    const auto words = static_cast<std::uint64_t>(state.range(0));
    // The table refers to the view: it is filled from one text and asked about the other.
    suffixes::text_view searched = of.text.view();
    suffixes::word_table<std::uint32_t> table(words, letters / words, searched, word_letters, false);
    for (std::uint64_t word = 0; word < words; ++word)
        table.add(word);
    searched = held.view();
    std::array<std::uint64_t, suffixes::held_words_at_a_time> held_words{};
    for ([[maybe_unused]] auto round : state) {
        std::size_t found = 0;
        for (std::uint64_t at = 0; at < letters - word_letters;)
            found += table.held_among(at, letters - word_letters, 1, held_words);
        benchmark::DoNotOptimize(found);
    }
    kernels::count_items(state, letters - word_letters);
}
BENCHMARK(look_up)->Name("overlap/held_among")->ArgName("words")->Arg(1 << 10)->Arg(1 << 16)->Arg(1 << 19);

} // namespace
