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
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <concord/substring.hpp>

#include <functional>

namespace concord::substring {

/// Whether more is asked than the problem of the paper.
[[nodiscard]] bool is_variant(const substring_options& options) noexcept;

/// Solves the plain problem on any device: all windows of the greatest length that have the support.
using plain_search =
    std::function<longest_windows(const sequence_set& sequences, const substring_options& options, run_report& run)>;

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

/// Windows that may be the next answer: letters that match nothing only lower supports, so that none is longer than the
/// last answer, and those as long had the support before.
///
///     masked        the sequences that held the answer       counted before and after, for windows of other letters
///     not masked    all others, many more                    hold what they held
class window_supports {
  public:
    /// All windows as long as the answer that have the support, of which there are some.
    void begin(const piece_collection& of, const longest_windows& found, runtime::thread_pool& workers);
    /// Before letters of these sequences, in ascending order, are masked.
    void leave(const variant_problem& given, const variant_resources& resources, std::vector<std::uint64_t> sequences);
    /// After that: keeps the windows that still have the support. Time that of counting them in the masked sequences
    /// twice, or in all of them once.
    void join(const variant_problem& given, const variant_resources& resources);
    [[nodiscard]] bool are_none() const noexcept { return classes_.size() == 0; }
    /// Those that are left, in order. Time O(pieces + windows log windows).
    [[nodiscard]] longest_windows windows(const piece_collection& of) const;

  private:
    struct equal_windows {
        std::uint64_t support;
        std::uint64_t nothings; ///< letters that match nothing
    };

    std::uint64_t length_ = 0;
    window_classes classes_{reading::forward, {}, {0}};
    std::vector<equal_windows> of_class_;
    std::vector<std::uint64_t> masked_; ///< sequences
    bool are_few_ = false;              ///< windows are counted in them before and after
};

/// All letters of all occurrences of an answer match nothing from now on. `holders`: sequences that hold it; where each
/// must hold copies, others have occurrences, too.
void mask_answer(piece_collection& in, const variant_problem& given, const substring_candidate& answer,
                 const std::vector<substring_occurrence>& holders, runtime::thread_pool& workers);

} // namespace concord::substring
