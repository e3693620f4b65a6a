// Edits of a pattern of many words and a text, in windows of the pattern that are vectors of AVX-512, where the
// processor has them.
#pragma once

#include "fuzz/edit_columns.hpp"
#include "fuzz/letter_places.hpp"
#include "lanes/columns.hpp"
#include "simd/vector_target.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::fuzz {

[[nodiscard]] inline const lanes::column_kernels& vector_columns() {
    static const lanes::column_kernels& kernels =
        lanes::column_kernels_for(simd::choose_vectors(vector_target::automatic));
    return kernels;
}
[[nodiscard]] inline bool has_vector_columns() { return vector_columns().levenshtein != nullptr; }

inline constexpr std::size_t longest_in_vectors = 1U << 15U; ///< letters of a pattern, of which a table is made

/// Whether there are vectors, and a pattern of more words than stay in registers otherwise fits them. Of insertions and
/// deletions, strips of columns take less time where few edits are of interest.
[[nodiscard]] inline bool is_for_vectors(std::size_t pattern, distance_metric metric, std::uint64_t most) {
    constexpr std::size_t longest_lcs = 704; // of eleven words, two strips of columns take less time
    constexpr std::uint64_t few_indels = 512;
    const bool is_indel = metric == distance_metric::indel;
    return has_vector_columns() && pattern > (is_indel ? longest_lcs : longest_in_columns) &&
           !(is_indel && most <= few_indels) && lanes::words_of_window(pattern, most) <= lanes::most_words_of_window;
}

/// The edits of a pattern of so many letters and a text that is not shorter, where has_vector_columns(): in windows
/// that grow until there are no more edits than they are for. Numbers greater than `most` are any; nothing where a
/// window of the edits that there are does not fit vectors. `equal` is room that is used. Time: O(text * vectors of the
/// window).
template <class Letter>
[[nodiscard]] std::optional<std::uint64_t>
edits_in_vectors(const letter_places& pattern, std::size_t length, std::span<const Letter> text, distance_metric metric,
                 std::uint64_t most, std::vector<const std::uint64_t*>& equal) {
    equal.resize(text.size());
    std::transform(text.begin(), text.end(), equal.begin(), [&](Letter letter) { return pattern.of(letter); });
    const lanes::column_kernels& kernels = vector_columns();
    const lanes::column_kernel kernel = metric == distance_metric::levenshtein ? kernels.levenshtein
                                        : metric == distance_metric::osa       ? kernels.osa
                                                                               : kernels.indel;
    // Unlike texts are soon beyond the first windows, which take a tenth of the time of the last one.
    constexpr std::uint64_t first_more = 256; // edits than letters that the text has more
    constexpr std::uint64_t growth = 4;
    const std::uint64_t apart = text.size() - length;
    for (std::uint64_t more = first_more;; more *= growth) {
        const bool is_last = apart + 2 * more >= std::min<std::uint64_t>(most, length);
        const std::uint64_t within = is_last ? most : apart + more;
        if (lanes::words_of_window(length, within) > lanes::most_words_of_window) return {};
        const std::uint64_t edits =
            kernel({.equal = equal.data(), .columns = text.size(), .length = length, .most = within});
        if (is_last || edits <= within) return edits;
    }
}

} // namespace concord::fuzz
