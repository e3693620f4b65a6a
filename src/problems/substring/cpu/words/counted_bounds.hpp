// Windows that may have the support, by how many words are near to theirs (ball_counts.hpp): of few letters by the
// window as a word, of more by all short words in it; and the candidates of sequences among those of few letters.
// Tables of a bit for each word and sequence (supported_words.hpp) say more, and take as many times longer as there are
// sequences for each entry.
//
//   bound     holders of the words within k mismatches, summed up: a sequence may count twice
//   settle    the first windows of all open sequences are joined with all windows, then the next ones of those that
//             are still open: where nearly every window has the support, few are asked about
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace concord::substring {

/// Leaves sources out that so few words are near to, or to a word in them, that they cannot have the support, where
/// that takes little beside joining them, which takes `joining` instructions; and of long ones where some of them have
/// such words. Adds a note where it does.
void drop_by_counts(const problem& given, const cpu_resources& resources, candidate_windows& windows,
                    const std::function<double()>& joining);

class counted_bounds {
  public:
    /// Of words a little longer than random sequences share; nothing where they are too many, or where a table takes
    /// hardly more.
    [[nodiscard]] static std::optional<counted_bounds> find(const problem& given, const cpu_resources& resources);

    [[nodiscard]] std::uint64_t letters() const noexcept { return letters_; }

    /// The windows of `length` >= letters() all of whose words may have the support, or have an ambiguous letter.
    [[nodiscard]] window_bits windows(std::uint64_t length) const;

    /// Sets the candidates of those of the sequences that have none: windows of at most `longest` <= letters() letters.
    void settle(std::vector<std::uint64_t> sequences, std::uint64_t longest,
                std::vector<substring_candidate>& candidates) const;

  private:
    counted_bounds(const problem& given, const cpu_resources& resources, unsigned letters);

    void settle_at(unsigned length, std::vector<std::uint64_t>& open,
                   std::vector<substring_candidate>& candidates) const;

    const problem& given_;
    const cpu_resources& resources_;
    unsigned letters_;
    window_bits longest_; ///< of so many letters
};

} // namespace concord::substring
