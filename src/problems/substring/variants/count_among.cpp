#include "problems/substring/variants/count_among.hpp"

#include "problems/substring/variants/diagonal_windows.hpp"
#include "problems/substring/variants/neighbourhood_counts.hpp"
#include "problems/substring/variants/window_trie.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace concord::substring {
namespace {

std::vector<lane_text> texts_of(const piece_collection& of, std::span<const std::uint64_t> sequences) {
    std::vector<lane_text> texts;
    texts.reserve(sequences.size());
    for (const std::uint64_t sequence : sequences)
        texts.push_back({sequence, of.text_first(sequence), of.text_length(sequence)});
    return texts;
}

/// By neighbourhoods; classes with letters that match nothing, of which these do not know, as above.
std::vector<std::uint64_t> count_neighbourhoods_among(const variant_problem& given, const variant_resources& resources,
                                                      std::span<const std::uint64_t> sequences,
                                                      const window_classes& classes, std::uint64_t length) {
    std::vector<bool> without(given.of.sequences(), true);
    for (const std::uint64_t each : sequences)
        without[each] = false;
    std::vector<std::uint64_t> counted = count_by_neighbourhoods(given, resources, without, classes, length);
    window_classes asked{classes.direction, {}, {0}};
    std::vector<std::size_t> places;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const std::uint64_t start = classes.representative(index);
        if (given.of.count_nothing(given.of.letters(start, length)) == 0) continue;
        asked.members.push_back(start);
        asked.first.push_back(asked.members.size());
        places.push_back(index);
    }
    if (places.empty()) return counted;
    const counted_classes of_asked = count_among(given, resources, sequences, asked, length);
    for (std::size_t index = 0; index < places.size(); ++index)
        counted[places[index]] = of_asked.supports[index];
    return counted;
}

} // namespace

windows_among::windows_among(const variant_problem& given, const variant_resources& resources,
                             std::vector<lane_text> texts, const window_classes& classes, std::uint64_t length)
    : given_{given.of, given.allowed, 1, given.min_length, 1}, resources_(resources), texts_(std::move(texts)),
      classes_(classes), length_(length), lanes_{word_letters(given.of), {}, {}, {}, {}} {
    (classes.direction == reading::forward ? lanes_.blocks : lanes_.backward) = make_lane_blocks(
        given.of, lanes_.letters, texts_, current_search_habits().bytes_of_rows, classes.direction, resources.workers);
}

const windows_among::costs& windows_among::estimated() {
    if (costs_) return *costs_;
    costs_ = {0, 0};
    if (blocks().empty() || classes_.size() == 0) return *costs_;
    const piece_collection& of = given_.of;
    window_starts starts;
    starts.reserve(classes_.size());
    for (std::size_t index = 0; index < classes_.size(); ++index)
        starts.push_back(classes_.representative(index));
    std::ranges::sort(starts);
    const double letters =
        std::transform_reduce(texts_.begin(), texts_.end(), 0.0, std::plus<>(),
                              [](const lane_text& each) { return static_cast<double>(each.length); });
    const double share = letters / static_cast<double>(std::max<std::size_t>(1, of.text().size()));
    costs_->along_diagonals =
        share * substring::cost_along_diagonals(given_, resources_, spans_of(of, starts, length_), length_);
    costs_->in_lanes = substring::cost_in_lanes(given_, resources_, lanes_.letters, blocks(),
                                                window_trie(of, classes_, length_), classes_.size());
    return *costs_;
}

double windows_among::cost() {
    const costs& all = estimated();
    return std::min(all.along_diagonals, all.in_lanes);
}

counted_classes windows_among::count() {
    const costs& all = estimated();
    const bool are_any = !blocks().empty() && classes_.size() > 0;
    if (are_any && std::isfinite(all.along_diagonals) &&
        (current_search_habits().counts_along_diagonals || all.along_diagonals < all.in_lanes))
        return count_along_diagonals(given_, resources_, lanes_.letters, std::move(texts_), classes_, length_);
    return count_windows(given_, resources_, lanes_, classes_, length_, {});
}

counted_classes count_among(const variant_problem& given, const variant_resources& resources,
                            std::span<const std::uint64_t> sequences, const window_classes& classes,
                            std::uint64_t length) {
    return windows_among(given, resources, texts_of(given.of, sequences), classes, length).count();
}

double cost_of_neighbourhoods_among(const variant_problem& given, const variant_resources& resources,
                                    std::span<const std::uint64_t> sequences, std::uint64_t length) {
    // Some sequences might have more spellings than are looked up.
    if (given.of.has_sets()) return std::numeric_limits<double>::infinity();
    return cost_of_neighbourhoods(given, resources, length) * static_cast<double>(sequences.size()) /
           static_cast<double>(given.of.sequences());
}

std::vector<std::uint64_t> count_soonest(const variant_problem& given, const variant_resources& resources,
                                         std::span<const std::uint64_t> sequences, const window_classes& classes,
                                         std::uint64_t length) {
    if (classes.size() == 0) return {};
    const double by_neighbourhoods = cost_of_neighbourhoods_among(given, resources, sequences, length);
    windows_among otherwise(given, resources, texts_of(given.of, sequences), classes, length);
    if (std::isfinite(by_neighbourhoods) &&
        (current_search_habits().counts_by_neighbourhoods || by_neighbourhoods < otherwise.cost()))
        return count_neighbourhoods_among(given, resources, sequences, classes, length);
    return otherwise.count().supports;
}

} // namespace concord::substring
