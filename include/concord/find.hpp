// Where short patterns occur in texts with a few edits.
#pragma once

#include <concord/pairs.hpp>
#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace concord {

struct find_options {
    std::uint64_t max_edits = 0; ///< insertions, deletions and substitutions; at most most_find_edits
    bool both_strands = false;   ///< dna: reverse complements of the patterns, too
    /// dna: letters of patterns stand for the sets of bases of the IUPAC code (N any, R A or G …). Otherwise they match
    /// nothing. Letters of texts beside A, C, G, T never match.
    bool iupac = false;
    run_options run;
};
inline constexpr std::uint64_t most_find_edits = 63;

/// Letters [start, end) of a sequence that are `edits` edits from a pattern.
struct pattern_occurrence {
    std::uint64_t pattern = 0;
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t edits = 0;
    bool is_reverse = false; ///< it is the reverse complement of the pattern that stands there
    /// The pattern, or its reverse complement, as the first sequence: 'I' is a letter that the text lacks, 'D' a letter
    /// of the text that the pattern lacks.
    concord::alignment alignment;
};

/// Takes occurrences in ascending order of pattern, strand (forward first), sequence and end, some at a time.
using occurrence_sink = std::function<void(const pattern_occurrence&)>;

/// The best places of every pattern in every sequence within max_edits. Let cost(j) be the fewest edits between the
/// pattern and any substring that ends before letter j of a sequence. An end j with cost(j) <= max_edits is reported if
/// it is a local minimum: of the adjacent ends with the same cost it is the last, and the end before the first of them
/// and the end after j cost more, or do not exist. Its start is that of the alignment whose traceback takes, from the
/// end of the pattern, the first of '=', 'I', 'X', 'D' that is on a best way, until the pattern is used up.
///
/// Exact, and the same for every device, vector target and number of threads. Time: O(text / 64 * pattern * (max_edits
/// + 1)) word operations divided by lanes and threads, less where few beginnings of patterns occur, on a GPU O(text *
/// pattern / 32) divided by its threads; and O(pattern * (pattern + max_edits) / 64) an occurrence. Memory: 24 bytes
/// for each end of a pattern within max_edits. Throws error: usage (a pattern of max_edits letters or fewer; different
/// alphabets; both_strands or iupac of another alphabet than dna; more edits than most_find_edits), resource (a GPU is
/// named, for patterns of more than 256 letters), cancelled. Sources: Wu and Manber, "Fast Text Searching Allowing
/// Errors", Comm. ACM 35(10), 1992 (a bit vector for each number of edits; here bits are positions of the text); Beeloo
/// and Groot Koerkamp, "Sassy", 2025 (local minima; rows of the pattern over words of text).
void find_patterns(const sequence_set& patterns, const sequence_set& texts, const find_options& options,
                   const occurrence_sink& sink, run_report* report = nullptr);

/// A part of the texts: whole sequences, but that the first may be the rest of one and the last its beginning.
struct find_block {
    std::uint64_t first_sequence = 0; ///< what sequence 0 of the block is among all
    std::uint64_t letters_before = 0; ///< of that one, which the block lacks
    /// Of its first letters, those that the block before had as its last: find_context(), or all that there were.
    std::uint64_t context = 0;
    bool goes_on = false; ///< the last sequence goes on in the next block
};

/// The letters that a block has to repeat of a sequence that goes on: of the longest pattern and max_edits more.
[[nodiscard]] std::uint64_t find_context(const sequence_set& patterns, const find_options& options);

/// find_patterns() for texts that are not in memory together: the same occurrences, which come in ascending order of
/// block, pattern, strand, sequence and end. Memory: as find_patterns() for the block.
class pattern_finder {
  public:
    /// Throws what find_patterns() throws for such patterns and options.
    pattern_finder(const sequence_set& patterns, const find_options& options);
    pattern_finder(pattern_finder&&) noexcept;
    ~pattern_finder();

    /// Blocks in their order. Throws error: usage (another alphabet than that of the patterns), cancelled.
    void find(const sequence_set& texts, const find_block& block, const occurrence_sink& sink,
              run_report* report = nullptr);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Two letters, bytes or symbols as numbers, that count as equal besides each letter with itself: in both directions,
/// and not through a third letter.
struct letter_equality {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

struct text_search_options {
    std::optional<std::uint64_t> max_edits; ///< ends with more are not reported; the smaller it is, the faster
    bool at_start = false;                  ///< only substrings that begin with the first letter of the text
    /// All ends that are local minima within max_edits, as of find_patterns(), and not only those with the fewest edits
    /// of all.
    bool every_minimum = false;
    std::vector<letter_equality> equalities; ///< none where the sequences are of sets
    run_options run;                         ///< on the CPU, by one thread; `cancelled` is called
};

/// Where a pattern of any length stands in a text with the fewest edits: all ends j, 0 to the length of the text, whose
/// cost(j), as of find_patterns(), is the least and within max_edits, in ascending order, with starts and alignments by
/// the rule of find_patterns(). With at_start, cost(j) is the distance between the pattern and the first j letters.
/// Edlib calls these searches infix (HW) and prefix (SHW). `pattern` and `sequence` of the results are 0.
///
/// Exact. Time: O(text * e / 64) word operations for e edits, at most O(text * pattern / 64), and O(pattern * (pattern
/// + e) / 64) an end. Throws error: usage (an empty pattern; equalities of letters of sets; as distance()), cancelled.
/// Sources: Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", J. ACM
/// 46(3), 1999, with Ukkonen's cutoff by words; Šošić and Šikić, "Edlib", Bioinformatics 33(9), 2017.
[[nodiscard]] std::vector<pattern_occurrence> find_in_text(const sequence_ref& pattern, const sequence_ref& text,
                                                           const text_search_options& options = {});

} // namespace concord
