// What every device is given, and what it gives back: partial results that merge by a total order, and their
// certification.
#pragma once

#include "base/unset_vector.hpp"
#include "runtime/distributed/bytes.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/letters_view.hpp"
#include "sequence/packed_sequences.hpp"

#include <concord/substring.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::substring {

/// The input, checked and clamped.
struct problem {
    problem(const sequence_set& sequences, const substring_options& options);
    /// The same where only windows of the first sequences are asked about: at most as many as there are.
    problem(const sequence_set& sequences, const substring_options& options, std::uint64_t first_asked)
        : problem(sequences, options) {
        sources = std::min(first_asked, set.size());
    }
    /// Where the others are the first ones' reverse complements, in the same order.
    [[nodiscard]] problem with_other_strands() const {
        problem both = *this;
        both.strands = sources;
        return both;
    }

    /// The same where each sequence is both strands of one, as are_both_strands says.
    [[nodiscard]] problem with_both_strands_in_each() const {
        problem both = *this;
        both.are_both_strands = true;
        return both;
    }

    const sequence::packed_sequences& set;
    sequence::letters_view letters;
    std::uint64_t mismatches; ///< k, at most the longest length
    std::uint64_t support;    ///< t
    std::uint64_t min_length; ///< tau
    /// The sequences whose windows are asked about: the first so many, all unless something else is said. What they are
    /// compared with are all sequences. Windows of the others may be among what is found.
    std::uint64_t sources;
    /// If not 0: sequence i, of the first so many, is read on its other strand as sequence strands + i, which need not
    /// count beside a window of sequence i itself: a window that is near to its own reverse complement would have the
    /// support 2 by itself. What finds an answer may count it or not; what finds a length that is reached does not.
    std::uint64_t strands = 0;
    /// Whether each sequence is both strands of one, with one ambiguous letter between them, and counts once:
    ///
    ///     ACGTT N AACGT       windows lie in one of the halves, and those of the first are asked about
    ///
    /// Only what counts words or windows of such sequences knows this (cpu/words/counted_words.hpp,
    /// pieced_windows.hpp).
    bool are_both_strands = false;
    /// Whether how many sequences hold each of the windows that are found is asked for, and not only that enough do:
    /// else a window's support may be fewer than there are, but not fewer than are asked for.
    bool are_supports_exact = true;
    /// Letters of the answer before, where a further one is sought; 0: it is the first. For cost estimates only.
    std::uint64_t length_before = 0;
    /// Letters that some window with the support has at least; 0: not known.
    std::uint64_t known_reach = 0;
    double chance_match; ///< probability that two letters of the collection match by chance; for cost estimates only

    [[nodiscard]] std::uint64_t sequences() const noexcept { return set.size(); }
    [[nodiscard]] std::uint64_t offset(std::uint64_t sequence) const noexcept { return set.offset(sequence); }
    [[nodiscard]] std::uint64_t length(std::uint64_t sequence) const noexcept { return set.length(sequence); }
    /// Of a sequence, or of one of the halves that it is.
    [[nodiscard]] std::uint64_t strand_length(std::uint64_t sequence) const noexcept {
        return are_both_strands ? (set.length(sequence) - 1) / 2 : set.length(sequence);
    }
    /// Letters of a strand from one of its letters on, where that is not the one between both; and before that letter.
    [[nodiscard]] std::uint64_t left_in_strand(std::uint64_t sequence, std::uint64_t start) const noexcept {
        const std::uint64_t strand = strand_length(sequence);
        return (start < strand ? strand : set.length(sequence)) - start;
    }
    [[nodiscard]] std::uint64_t before_in_strand(std::uint64_t sequence, std::uint64_t start) const noexcept {
        const std::uint64_t strand = strand_length(sequence);
        return start < strand ? start : start - strand - 1;
    }
    /// Of a window: sequences after which no further ones need be asked; infinite: all must be.
    [[nodiscard]] std::uint64_t enough_support() const noexcept {
        if (are_supports_exact) return std::numeric_limits<std::uint64_t>::max();
        return strands > 0 ? support + 1 : support; // its other strand may be one of them
    }
    /// A sequence itself, where that is not known.
    [[nodiscard]] std::uint64_t other_strand_of(std::uint64_t sequence) const noexcept {
        if (strands == 0) return sequence;
        return sequence < strands ? sequence + strands : sequence - strands;
    }
};

/// No window that is longer can have the support: the support-th longest of the sequences.
[[nodiscard]] std::uint64_t longest_possible(const problem& given);

/// The substring [start, start + length) of one sequence, `length` being known from the context.
struct window {
    std::uint64_t sequence;
    std::uint64_t start;
    std::uint64_t support;

    friend auto operator<=>(const window&, const window&) = default;
};

/// Millions of windows may be tied, which threads write at the same time.
using window_vector = base::unset_vector<window>;

/// What a part of the work found: all supported windows of the greatest length that the part holds.
struct longest_windows {
    std::uint64_t length = 0; ///< 0: none
    window_vector windows;
};

/// Whether the other strand of its own sequence, if that is another sequence, holds a window. Of windows that are asked
/// one after the other, those that are equal are looked for once, and each first behind where the one before it is.
class other_strands {
  public:
    explicit other_strands(const problem& given) : given_(given) {}

    /// Time O(letters of the strand * length / 64), at most.
    [[nodiscard]] bool hold(const window& of, std::uint64_t length);

  private:
    struct asked_window {
        std::uint64_t start;
        bool is_held;
    };

    const problem& given_;
    std::uint64_t sequence_ = 0; ///< of those that follow
    std::uint64_t length_ = 0;
    std::size_t asked_ = 0;                  ///< windows that were looked for
    std::array<asked_window, 16> windows_{}; ///< the last of these: equal ones are a short period apart
    std::uint64_t held_of_ = 0;              ///< the start of a window, and where the other strand holds it
    std::uint64_t held_at_ = 0;
};

/// Drops windows that have the support only because the other strand of their own sequence holds them, too.
void leave_other_strands(const problem& given, longest_windows& found);

/// Associative and commutative up to the order of the windows, which `finish` settles: so any tiling, and any order in
/// which tiles end, gives the same answer.
void merge(longest_windows& into, longest_windows&& part);
void write(runtime::byte_writer& to, const longest_windows& part);
void read(runtime::byte_reader& from, longest_windows& part);

/// In every sequence that holds one, the best occurrence of a substring: fewest mismatches, then leftmost. The source
/// occurs where it was taken from. Time O(letters * length / 64).
[[nodiscard]] std::vector<substring_occurrence>
find_occurrences(const problem& given, const substring_candidate& source, runtime::thread_pool& workers);

/// The last step of every device's work: orders the ties, recounts the first of them from the input alone, and lists
/// what was asked for. Throws std::logic_error where the recount does not confirm what a device claimed.
void finish(const problem& given, const substring_options& options, longest_windows&& found,
            runtime::thread_pool& workers, substring_result& result);

/// The two halves of that step. The first: orders the ties and lists them; false where nothing was found.
bool take_first(longest_windows& found, const substring_options& options, runtime::thread_pool& workers,
                substring_result& result);

/// Whether a support was claimed, or that it is at least so much.
enum class claimed_support : std::uint8_t { exact, at_least };

/// The second: throws std::logic_error where these occurrences of `result.best`, counted from the input alone, are not
/// as many as was claimed, or as asked for; keeps them where they are asked for.
void certify(std::vector<substring_occurrence>&& counted, std::uint64_t support, claimed_support claimed,
             const substring_options& options, substring_result& result);

} // namespace concord::substring
