// Windows in some texts, counted whether few or many hold them: along diagonals or in lanes, whichever is quicker.
#include "problems/substring/variants/diagonal_windows.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_trie.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace concord::substring {

counted_classes count_among(const variant_problem& given, const variant_resources& resources,
                            std::vector<lane_text> texts, const window_classes& classes, std::uint64_t length) {
    const variant_problem of_any{given.of, given.allowed, 1, given.min_length, 1};
    variant_lanes lanes{word_letters(given.of), {}, {}, {}, {}};
    std::vector<lane_block>& blocks = classes.direction == reading::forward ? lanes.blocks : lanes.backward;
    blocks = make_lane_blocks(given.of, lanes.letters, texts, current_search_habits().bytes_of_rows, classes.direction,
                              resources.workers);
    window_starts starts;
    for (std::size_t index = 0; index < classes.size(); ++index)
        starts.push_back(classes.representative(index));
    std::ranges::sort(starts);
    double letters = 0;
    for (const lane_text& each : texts)
        letters += static_cast<double>(each.length);
    const double along_diagonals = cost_along_diagonals(of_any, resources, spans_of(given.of, starts, length), length) *
                                   letters / static_cast<double>(std::max<std::size_t>(1, given.of.text().size()));
    if (std::isfinite(along_diagonals) && !blocks.empty() && classes.size() > 0 &&
        (current_search_habits().counts_along_diagonals ||
         along_diagonals < cost_in_lanes(of_any, resources, lanes.letters, blocks,
                                         window_trie(given.of, classes, length), classes.size())))
        return count_along_diagonals(of_any, resources, lanes.letters, std::move(texts), classes, length);
    return count_windows(of_any, resources, lanes, classes, length);
}

counted_classes count_among(const variant_problem& given, const variant_resources& resources,
                            std::span<const std::uint64_t> sequences, const window_classes& classes,
                            std::uint64_t length) {
    std::vector<lane_text> texts;
    texts.reserve(sequences.size());
    for (const std::uint64_t each : sequences)
        texts.push_back({each, given.of.text_first(each), given.of.text_length(each)});
    return count_among(given, resources, std::move(texts), classes, length);
}

} // namespace concord::substring
