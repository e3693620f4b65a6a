// Constants that change speed and never an answer. Each section names the benchmark of docs/performance.md that shows
// its effect.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::edit_distance::tuning {

// Many pairs on CPUs (batches).
/// Letters; longer sequences are compared one pair at a time, by pairwise::solve_pair.
inline constexpr std::uint64_t longest_in_lanes = 4096;
/// The same by Damerau-Levenshtein, which one pair at a time takes cell by cell: pairs of 10,000 letters took 240 ms
/// each, eight in lanes 3.
inline constexpr std::uint64_t longest_exact_in_lanes = 32'768;
/// Of long pairs those within so many of their letters are left to one at a time: where there are that many pairs, and
/// where there are fewer, which leave lanes empty.
inline constexpr std::size_t pairs_worth_lanes = 4;
inline constexpr std::uint64_t letters_an_edit = 128;
inline constexpr std::uint64_t letters_an_edit_of_few = 16;
/// Sequences with which each is compared where text of many planes is numbered first: that takes some 12 ns a
/// letter, and saves 2 ns a letter of each comparison in lanes (14 planes fewer; names of 8 to 20 letters).
inline constexpr std::uint64_t worth_dense_letters = 16;
/// Pairs in one unit of work: enough that sorting them by length fills the lanes with similar ones.
inline constexpr std::uint64_t pairs_per_chunk = 2048;
/// Long pairs a thread from which every thread takes pairs of its own, instead of all sharing one pair.
inline constexpr unsigned long_pairs_a_thread = 4;

/// One pair by Damerau-Levenshtein: of more edits than one in so many letters all words of columns are computed instead
/// of a band, cell by cell, which takes some 15 times as long for a cell.
inline constexpr std::uint64_t letters_an_edit_by_words = 12;

/// Letters by which pairs whose Damerau-Levenshtein distances are refined side by side may differ in length, unsorted.
inline constexpr std::uint32_t rows_worth_sorting = 4;

// Short words against words in order (trie_search.cpp).
/// Nanoseconds of a word and of its letters, in all lanes of a group whose lanes hold their columns, with AVX-512 on an
/// AMD EPYC: 20,000 random words of 20 bases took 1.6 ns a pair, of 20 amino acids 2.7; of sorting a word. There a
/// letter took 3.2 ns, on an Intel Xeon (Sapphire Rapids) twice as much, for words of 20 to 500 letters; with 3.2 the
/// Xeon compared all of 5,000 words of 300 bases within 76 edits, in 5.2 s, where extended pieces take 2.2. What
/// stands here lies between the two.
inline constexpr double nanoseconds_of_trie_word = 6;
inline constexpr double nanoseconds_of_trie_row = 4;
inline constexpr double nanoseconds_of_ordering = 200;
/// Letters after which most words of other letters are too far away, and so many more an edit: 5,000 words of 60 to 150
/// bases took 0.12 s within 17 edits, 0.15 within 20, 0.29 within 30.
inline constexpr double rows_until_far = 16;
inline constexpr double rows_until_far_of_edit = 2;
/// Of letters of more bits than those of dna: 10,000 words of 60 to 100 letters of English and of 150 to 300 amino
/// acids took 1.2 s within 33 edits, of dna 1.8 and 1.7.
inline constexpr double rows_until_far_of_edit_in_text = 1.4;
/// As many times as long by Damerau-Levenshtein: 20,000 random words of 16 bases within 5 edits took 0.83 s, 0.23 s by
/// Levenshtein and 0.30 s by optimal string alignment.
inline constexpr double trie_times_damerau = 3.3;
/// As many times as long by insertions and deletions alone: words are too far away after fewer letters, and a letter
/// takes fewer instructions. The same words within 33: 0.5 s of English and of amino acids, 0.7 of dna.
inline constexpr double trie_times_indel = 0.4;
/// Fewer words of b are compared as they come: to put a word of a into its lane takes some thousand instructions.
inline constexpr std::uint64_t least_ordered_words = 16;
/// Fewer words of a are not worth the order of b: 10 words took 2.0 s with a million others, and 1.6 without it.
inline constexpr std::uint64_t least_words_in_lanes = 24;
inline constexpr std::size_t hits_of_sweep = 4096;     ///< then limits are lowered
inline constexpr std::uint32_t words_of_sweep = 2048;  ///< the same
inline constexpr std::uint32_t rows_between_looks = 4; ///< at whether any word can still be near
inline constexpr std::uint32_t looks_worth_one_hopeless = 16;
inline constexpr std::uint32_t sweeps_without_looks = 7; ///< where looks were not worth it

// The matrix of all distances (all_rows.cpp; batches-all).
inline constexpr std::uint64_t rows_per_strip = 64; ///< rows that share packed columns
inline constexpr std::uint64_t strips_a_thread = 4; ///< strips of a block, where the bytes allow
inline constexpr double columns_share = 0.5; ///< of a core's level 2 cache (runtime::caches()), for packed columns
inline constexpr std::uint64_t block_bytes = std::uint64_t{64} << 20U; ///< bytes of distances that wait for delivery
/// The same where each pair of one list is compared once: the larger the block, the fewer are compared twice. All of
/// 5,000 random words of 100 bases took 1.9 s instead of 3.6 (one thread, AVX-512).
inline constexpr std::uint64_t mirrored_block_bytes = std::uint64_t{256} << 20U;

// Blocks that processes share (batch_run.cpp): enough work for a message, and enough blocks for many processes.
inline constexpr std::uint64_t cells_of_block = 1 << 22U;                ///< distances
inline constexpr std::uint64_t least_rows_of_block = 4 * rows_per_strip; ///< so that several threads have some each
inline constexpr std::uint64_t pairs_of_block = 1 << 17U;
inline constexpr std::uint64_t most_blocks = 128; ///< about as many, where rows are many

// GPUs (gpu/; batches-all-gpu).
/// Cells of matrices filled in a second, for choosing a device: by a thread of the CPU, in the lanes of AVX-512, and by
/// one H200 with many pairs.
inline constexpr double cpu_cells_a_second = 1e11;
inline constexpr double gpu_cells_a_second = 4e13;
/// Hamming distances, for choosing a device: seconds of a thread of the CPU, and of a GPU, where they are bounded by
/// the copies of 4 bytes a pair to the host; estimated.
inline constexpr double cpu_seconds_of_hamming = 2e-8; ///< a pair
inline constexpr double cpu_seconds_of_hamming_letter = 1e-10;
inline constexpr double gpu_seconds_of_hamming = 2e-10;
inline constexpr double gpu_seconds_of_hamming_letter = 1e-12;
/// Letters of the shorter sequence that fit the registers of a GPU's thread: of plain nucleotides, whose matches are
/// read from a table, and of letters of more planes or with ambiguous ones, whose planes are compared.
inline constexpr std::uint64_t longest_for_gpu_thread = 2048;
inline constexpr std::uint64_t longest_of_planes_for_gpu_thread = 1024;
/// Words of 32 columns for which a kernel with a thread a pair is compiled.
inline constexpr std::array<unsigned, 11> gpu_thread_words = {1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 64};
/// Letters of the longer sequence; a longer pair gets a matrix of its own, on the whole GPU.
inline constexpr std::uint64_t longest_for_gpu_warps = std::uint64_t{1} << 19U;
/// Of several GPUs, cells of a part that keep one busy for some milliseconds; and its pairs, of long sequences and of
/// short words.
inline constexpr double cells_of_gpu_part = 1e11;
inline constexpr double least_pairs_of_gpu_part = 1 << 14U;
inline constexpr double most_pairs_of_gpu_part = 1 << 20U;
inline constexpr std::uint64_t most_gpu_pairs = std::uint64_t{1} << 26U; ///< pairs at a time, where memory allows

} // namespace concord::edit_distance::tuning
