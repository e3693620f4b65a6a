// Which artificial sequences hide in reads: adapters, primers, tags, as opposed to what the reads are of.
#pragma once

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord {

/// What a sequence that many reads hold is, by where it begins and ends in them.
enum class adapter_verdict : std::uint8_t {
    adapter,         ///< begins at varying places behind varying letters, and no read begins inside it: read-through
    tag,             ///< begins at one place, or at the first letters of the reads: a primer, a linker, a 5′ adapter
    poly,            ///< one letter again and again
    repeat,          ///< a short word again and again, or several times in a read: a satellite, a telomere
    abundant_insert, ///< reads begin and end anywhere in it: they overlap each other in a longer sequence
};
[[nodiscard]] std::string_view to_string(adapter_verdict verdict) noexcept;

/// A published sequence, in the letters A, C, G, T.
struct known_adapter {
    std::string name;
    std::string letters;
};

/// The table that comes with the library: platform kits and primers, with their sources in the text file itself.
[[nodiscard]] std::span<const known_adapter> known_adapters();

/// What is reported, and how it is searched.
struct adapter_options {
    double min_share = 0.001;     ///< of the reads; what fewer hold is not reported. 0 to 1
    std::uint64_t min_reads = 20; ///< the same as a number; the greater of both counts
    /// What is reported has a core that chance is expected to give fewer than so many times among all words.
    double max_expected = 0.001;
    std::uint64_t most = 20; ///< how many are reported, the most frequent first
    /// Names to look up beside, and before, known_adapters().
    std::vector<known_adapter> known{};
    run_options run{};
};

/// A sequence that many reads hold.
struct found_adapter {
    /// Consensus of the reads, 12 letters or more: A, C, G, T, and IUPAC letters where a column is mixed.
    std::string letters;
    adapter_verdict verdict = adapter_verdict::adapter;
    std::string name;        ///< of a known adapter with these letters; empty: none
    char strand = '+';       ///< '+': as it stands here; '=': its reverse complement is held by other reads as well
    std::uint64_t reads = 0; ///< that hold at least 12 letters of it, cut by an end of the read or whole
    std::uint64_t whole = 0; ///< that hold all of it
    /// Where it begins within the first 20 letters (60 of long reads), or before the read; and the same for its end.
    std::uint64_t at_start = 0;
    std::uint64_t at_end = 0;
    std::uint64_t cut_left = 0;  ///< that begin inside it
    std::uint64_t several = 0;   ///< that hold it more than once
    std::uint64_t confirmed = 0; ///< whose mate shows that the insert ends where it begins; of pairs only
    std::uint64_t denied = 0;    ///< whose mate shows another place
    /// A barcode frame: the letters that follow it in most of these reads behind `gap` letters that vary. Empty: none.
    std::string followed_by{};
    std::uint64_t gap = 0;
    double errors_per_letter = 0; ///< differences to the consensus, for each letter of it that reads hold
    double expected = 0;          ///< words as frequent as its core that chance is expected to give, among all words
    /// Reads in which it begins at letter 0, 1, 2 …, as it stands here; those that begin inside it are cut_left, and
    /// the last of 1,000 counts all further ones. Without zeros at the end, as the next.
    std::vector<std::uint64_t> starts{};
    std::vector<std::uint64_t> by_errors{}; ///< reads that hold it with 0, 1, 2 … 31 or more differences
    /// For each of its letters, reads that hold A, C, G, T there, where they hold it without insertions and deletions.
    std::vector<std::array<std::uint64_t, 4>> columns{};

    /// Whether it is to be trimmed: an adapter or a tag.
    [[nodiscard]] bool is_artificial() const noexcept;
};

/// What was found in one collection of reads.
struct adapter_result {
    std::vector<found_adapter> found{}; ///< adapters and tags first, each kind by falling number of reads
    std::uint64_t reads = 0;            ///< how many were searched
    std::uint64_t threshold = 0;        ///< reads that must hold a sequence so that it is reported
    bool long_reads = false;            ///< insertions and deletions were taken into account
    std::uint64_t left_out = 0;         ///< sequences beyond `most`
    run_report run{};

    /// Whether there is anything to be trimmed: an adapter or a tag.
    [[nodiscard]] bool has_artificial() const noexcept;
};

/// Finds the sequences that many reads share and says what they are. All reads are searched; the answer depends neither
/// on the number of threads nor on the device nor on other processes: where `run.sharing` is set, all ranks call this
/// with the same reads, each looks at a share of them, and all get the answer. Reads must be of the alphabet dna; on
/// another, and for shares that are no shares, throws error (usage); throws error (cancelled), and error (resource)
/// where memory is too small or a named GPU cannot be used.
///
/// Method: the reads that hold each word of 12 letters are counted; words that a third-order Markov model of the reads
/// does not explain are cores. A core is extended to both sides, column by column, while the reads that still reach a
/// column agree; reads are aligned to the consensus, masked, and the search goes on in the rest. The verdict follows
/// from where reads begin and end in a consensus: no read begins inside a read-through adapter.
///
/// Time: O(letters) a round, of which there are few; on a GPU a term of O(letters · length of a read / 128) on top.
/// Memory: 64 MiB of counters, a bit a letter, and samples of the places of cores; on a GPU up to 4 bits a letter more.
[[nodiscard]] adapter_result find_adapters(const sequence_set& reads, const adapter_options& options = {});

/// What was found in reads and in their mates.
struct paired_adapter_result {
    adapter_result first{};
    adapter_result second{};
    std::uint64_t short_inserts = 0; ///< pairs whose reads are longer than what they are of, as their overlap shows
};

/// The same for pairs of reads, the i-th of `first` with the i-th of `second`. Where an insert is shorter than its
/// reads, these overlap, which shows where the adapter begins: a second witness. Throws error (usage) where the numbers
/// of reads differ, too. Time: O(letters² / 64) a pair on top.
[[nodiscard]] paired_adapter_result find_adapters(const sequence_set& first, const sequence_set& second,
                                                  const adapter_options& options = {});

} // namespace concord
