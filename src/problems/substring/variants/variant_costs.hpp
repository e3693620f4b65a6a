// What a search of the variants costs on either device, by an estimate, from what is known before it.
//
//     a sample of words      ──▶  a word that many sequences have  ──▶  shared: windows end in an adapter, few are read
//     letters, k, t               or none that t of them have      ──▶  random: all words of some letters are counted
//
// Where nothing was measured there is no estimate, and an automatic choice is the CPU.
#pragma once

#include "problems/substring/variants/variant_search.hpp"
#include "runtime/device_policy.hpp"

#include <cstdint>
#include <optional>

namespace concord::substring {

/// What the windows of the answer are expected to be.
struct variant_outlook {
    /// Share of the sequences that hold the most frequent word of a few letters, by a sample; 0 where no word is more
    /// frequent than chance explains.
    double holders = 0;
    /// Letters of the longest words that as many sequences hold by chance, within k edits, as are wanted.
    std::uint64_t by_chance = 0;
    /// Whether words that are shared, such as an adapter's, make the answer longer.
    bool is_shared = false;
};

/// Of nucleotides. Time O(k * by_chance) and that of a sample of a bounded number of words.
[[nodiscard]] variant_outlook outlook_of(const variant_problem& given);

/// Whether nearly all sequences must hold a window of long ones of which one letter is most, with few mismatches: there
/// the plain problem compares windows that are all alike, and walks of a few words rule out the others. Time
/// O(letters).
[[nodiscard]] bool are_runs_walked_sooner(const variant_problem& given);

/// Seeds of a letter (cpu/seeds/seeded_windows.hpp), at most, that take less than walks in all sequences, with edits
/// among many letters; 0 where the windows that are shared by chance have more. Time O(letters).
[[nodiscard]] double seeds_beside_walks(const variant_problem& given);

/// Seconds on `threads` threads, and on one GPU, of the machine that these rates are of: of insertions and deletions
/// among nucleotides, one copy, in sequences of up to 1,000 letters; else nothing. Mostly within three times of what
/// was measured (tests/unit/variant_costs_test.cpp).
[[nodiscard]] std::optional<runtime::device_costs> costs_of(const variant_problem& given, unsigned threads,
                                                            const machine_rates& rates);

/// Whether windows are read in few sequences after a few letters beside a frequent word, with few edits: those of short
/// reads, and of longer ones where a random read holds half the letters of a window less than once.
[[nodiscard]] bool are_soon_left(const variant_problem& given, std::uint64_t length);

/// Instructions, roughly, of counting the windows that are left in all sequences as a trie. Of windows that are soon
/// left, all begin with the same few words, and most rule out their neighbours: each costs about the same however many
/// sequences there are. In a long sequence more letters of a window are held by chance, and where fewer sequences are
/// wanted more of them are read. Others are walked in all sequences: a lane is as long as its sequence, and a long one
/// holds a prefix of any word somewhere; those that no block judges are random ones for the most part, and rule out
/// none.
[[nodiscard]] double cost_of_trie(const variant_problem& given, std::uint64_t length, const filtered& left,
                                  bool is_shared);

} // namespace concord::substring
