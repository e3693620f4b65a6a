// What longest_common_substring does where more is asked than the problem of the paper: several answers, and problems
// that are reduced to the plain one or solved by a search of their own.
//
//   asked for                        how
//   hamming, one piece a sequence    plain: the pieces are the sequences
//   hamming, several pieces          plain: each piece is a sequence. A sequence that holds a window in two pieces
//                                    counts twice there, so that this can only find too much: it is counted again by
//                                    sequences, and where nothing is left, the search of the variants goes on; where
//                                    most would count twice, as windows are short, that search is the only one
//   anything else                    the search of the variants
//   several answers                  one after the other; all letters of all occurrences of an answer match nothing
//                                    thereafter
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// Whether more is asked than the problem of the paper.
[[nodiscard]] inline bool is_variant(const substring_options& options) noexcept {
    return options.metric != substring_metric::hamming || options.both_strands || options.iupac ||
           options.from_start > 0 || options.from_end > 0 || options.top != 1 || options.copies != 1;
}

/// What is asked of the plain problem beside its options.
struct plain_question {
    std::uint64_t first_asked;       ///< windows of the first sequences; such windows of others may be found, too
    bool are_strands = false;        ///< the others are the reverse complements of the first ones
    std::uint64_t length_before = 0; ///< of the answer before, if this is about a further one
    std::uint64_t known_reach = 0;   ///< letters that the answer has at least, if that is known
};

/// Solves the plain problem on any device: all windows of the greatest length that have the support.
using plain_search = std::function<longest_windows(const sequence_set& sequences, const substring_options& options,
                                                   const plain_question& asked, run_report& run)>;

/// The answer, and further ones. Throws error: usage, resource, cancelled.
[[nodiscard]] substring_result find_variants(const sequence_set& sequences, const substring_options& options,
                                             const plain_search& search);

/// The best occurrence of a window in every sequence that holds it, by the matrix of the textbooks; where it was taken
/// from, it occurs whatever letters it has. Time O(letters * window).
[[nodiscard]] std::vector<substring_occurrence>
occurrences_of(const variant_problem& given, const substring_candidate& source, runtime::thread_pool& workers);

/// The last step of an answer: orders the ties, recounts the first of them from the input alone, and lists what was
/// asked for. Throws std::logic_error where the recount does not confirm what the search claimed.
void finish_variant(const variant_problem& given, const substring_options& options, longest_windows&& found,
                    runtime::thread_pool& workers, substring_result& result);

/// Letters [first, last) of a sequence.
struct covered_letters {
    std::uint64_t sequence;
    std::uint64_t first;
    std::uint64_t last;
};

/// The sequences that letters are of, in ascending order.
[[nodiscard]] std::vector<std::uint64_t> sequences_of(std::span<const covered_letters> covered);

/// All letters of all occurrences of an answer, which match nothing from then on. `holders`: sequences that hold it;
/// where each must hold copies, others have occurrences, too.
[[nodiscard]] std::vector<covered_letters> letters_of_answer(const variant_problem& given,
                                                             const substring_candidate& answer,
                                                             const std::vector<substring_occurrence>& holders,
                                                             runtime::thread_pool& workers);

/// Windows that may be the next answer: letters that match nothing only lower supports, so that none is longer than the
/// last answer, and those as long had the support before.
///
///     text          ...ACGTTAGCATTAGCC...
///     masked        ...ACGTT.....TAGCC...
///     lost          words that occur in    GTTAGCATTA    so many letters on both sides that all occurrences which
///                                                        masked letters end are in it
///
/// A sequence that holds a word no more had it there: so many parts that hold it bound what it has lost. Windows that
/// are still above the support by that bound are not counted again; the others are in the sequences that are masked,
/// before and after, or, where most are masked, in all. Where the supports of all are wanted, there is no bound.
class window_supports {
  public:
    /// All windows as long as the answer that have the support, of which there are some. `are_all_wanted`: their
    /// supports, not only that of the first.
    void begin(const piece_collection& of, const longest_windows& found, bool are_all_wanted,
               runtime::thread_pool& workers);
    /// Before these letters are masked.
    void leave(const variant_problem& given, const variant_resources& resources,
               std::span<const covered_letters> covered);
    /// After that: keeps the windows that still have the support. Time that of counting them in what was lost, and
    /// those in doubt in the masked sequences twice, or in all once.
    void join(const variant_problem& given, const variant_resources& resources);
    [[nodiscard]] bool are_none() const noexcept { return classes_.size() == 0; }
    /// Those that are left, in order; unless all supports are wanted, at least so many sequences hold those after the
    /// first. Time O(pieces + windows log windows).
    [[nodiscard]] longest_windows windows(const piece_collection& of) const;

  private:
    struct equal_windows {
        std::uint64_t support;  ///< at least
        std::uint64_t nothings; ///< letters that match nothing
        bool is_exact;
    };

    /// Takes from the support of each class in how many of the texts it is, where that leaves enough.
    void lose(const variant_problem& given, const variant_resources& resources, std::span<const lane_text> texts);
    /// Whether windows in doubt are counted sooner in the masked sequences, twice, than in all.
    [[nodiscard]] bool are_masked_counted_sooner(const variant_problem& given,
                                                 const variant_resources& resources) const;
    /// Of the classes that are left, whose windows others are; `recounted`: of each of these, as below.
    void count_after(const variant_problem& given, const variant_resources& resources, window_classes& same,
                     std::vector<equal_windows>& of_same, const std::vector<std::uint8_t>& recounted,
                     window_starts& others) const;

    /// Keeps the classes of both with the support, in order; what is known of the other ones is exact.
    void keep_both(const variant_problem& given, const window_classes& one, const std::vector<equal_windows>& of_one,
                   const window_classes& other, const std::vector<equal_windows>& of_other);

    std::uint64_t length_ = 0;
    bool are_all_wanted_ = false;
    window_classes classes_{reading::forward, {}, {0}};
    std::vector<equal_windows> of_class_;
    std::vector<std::uint64_t> masked_; ///< sequences, in ascending order
    /// In all texts at an earlier answer, which only held more, by letters that match nothing; made when first needed.
    near_by_nothings near_;
    bool is_masked_twice_ = false;        ///< windows in doubt are counted in these, before and after
    std::vector<std::uint8_t> recounted_; ///< 1: in doubt, by class; if so, the support is without what is masked
};

} // namespace concord::substring
