// What a search for the longest substring costs on either device, by an estimate.
//
//     letters, sequences, k, t  ──▶  length of the answer  ──▶  instructions of every way to find it,  ──▶  seconds
//     how often words repeat    ──▶  random letters or not      or tests of a GPU; the way that is taken
//
// The ways, and what each costs, are those of the executors. What these find out while they search, the length that a
// sample reaches and the windows that the filter leaves, is guessed.
#pragma once

#include "problems/substring/problem.hpp"
#include "runtime/device_policy.hpp"

#include <cstdint>

namespace concord::substring {

/// What is shared beside what chance explains.
enum class letter_likeness : std::uint8_t {
    random,  ///< nothing: short sequences, whose words repeat as often as those of random letters
    reads,   ///< words of short sequences: adapters, primers
    unknown, ///< long sequences, of which a sample has too few words to tell
};

struct search_outlook {
    letter_likeness likeness = letter_likeness::random;
    std::uint64_t longest = 0; ///< letters that the answer can have
    /// Letters that a sample of windows is expected to reach: of random ones what chance gives, of reads more. Where
    /// it is not known whether long sequences are alike: the geometric mean of what chance gives and of `longest`.
    std::uint64_t length = 0;
};

/// From a sample of words, the lengths and what is asked for. Time O(sequences).
[[nodiscard]] search_outlook outlook_of(const problem& given);

/// Seconds on `threads` threads, and on one GPU, of the machine that these rates are of. For simulated reads, random
/// ones and genomes mostly within three times of what was measured (tests/unit/substring_costs_test.cpp). Variants
/// have costs of their own (variants/variant_costs.hpp), but for the plain searches that they consist of. Time
/// O(letters / 64).
[[nodiscard]] runtime::device_costs costs_of(const problem& given, unsigned threads, const machine_rates& rates);
/// The same by the rates that are in use.
[[nodiscard]] runtime::device_costs costs_of(const problem& given, unsigned threads);

} // namespace concord::substring
