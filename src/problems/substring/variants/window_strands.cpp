// Windows of both strands that are ruled out on one of them. What t sequences hold is an adapter for the most part, and
// in most data that is read on one strand: on the other one a window that ends in it is held by chance, and blocks say
// by how many sequences at most.
//
//     a window        rare | adapter      forward <= 9,800 by its blocks, reverse <= 150; 5,000 are wanted
//                                         held forward by fewer than 4,850: it is out, and no reverse strand was read
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

/// What sequences have on one strand.
std::vector<lane_text> texts_of_strand(const piece_collection& of, bool is_reverse) {
    std::vector<lane_text> texts;
    texts.reserve(of.sequences());
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        const std::span<const piece> pieces = of.pieces(sequence);
        const auto on_strand = is_reverse ? pieces.last(pieces.size() / 2) : pieces.first(pieces.size() / 2);
        const std::uint64_t first = on_strand.front().first;
        texts.push_back({sequence, first, on_strand.back().first + on_strand.back().length - first});
    }
    return texts;
}

/// Counts in the lanes of one strand alone.
class strand_engine final : public variant_engine {
  public:
    strand_engine(const variant_problem& given, const variant_resources& resources, bool is_reverse)
        : given_(given), resources_(resources),
          is_reverse_(is_reverse), lanes_{word_letters(given.of), {}, {}, {}, {}} {}

    [[nodiscard]] std::uint64_t reached_length() override { return 0; }
    [[nodiscard]] filtered filter(std::uint64_t length) override {
        return filtered_windows(given_, resources_, length);
    }
    [[nodiscard]] std::optional<supported_starts> search_by_anchors(filtered& /*left*/,
                                                                    std::uint64_t /*length*/) override {
        return std::nullopt;
    }
    [[nodiscard]] bool finds_dead_beginnings() const noexcept override { return true; }
    [[nodiscard]] counted_classes count(const window_classes& classes, std::uint64_t length,
                                        const ruled_out_windows& dead) override {
        std::vector<lane_block>& blocks = classes.direction == reading::forward ? lanes_.blocks : lanes_.backward;
        if (blocks.empty())
            blocks = make_lane_blocks(given_.of, lanes_.letters, texts_of_strand(given_.of, is_reverse_),
                                      words_of_lane_block(given_), classes.direction, resources_.workers);
        return count_windows(given_, resources_, lanes_, classes, length, dead);
    }
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> reaches(std::span<const text_word> words) override {
        return std::vector<std::vector<std::uint64_t>>(words.size());
    }

  private:
    const variant_problem& given_;
    const variant_resources& resources_;
    bool is_reverse_;
    variant_lanes lanes_;
};

} // namespace

void drop_by_strands(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                     filtered& windows) {
    const std::size_t least = current_search_habits().least_asked_in_rounds;
    if (!given.of.has_both_strands() || given.copies > 1 || windows.starts.size() < least) return;
    const std::vector<strand_bounds> bounds = bounds_of_strands(given, resources, length, windows.starts);
    if (bounds.empty()) return;
    const double most = static_cast<double>(given.support) * tuning::most_on_other_strand;
    std::vector<std::uint8_t> is_dropped(bounds.size(), 0);
    for (const bool is_reverse : {false, true}) {
        const auto on_other = [&](std::size_t index) {
            return is_reverse ? bounds[index].forward : bounds[index].reverse;
        };
        std::vector<double> few;
        for (std::size_t index = 0; index < bounds.size(); ++index)
            if (is_dropped[index] == 0 && on_other(index) <= most) few.push_back(on_other(index));
        if (few.size() < least) continue;
        // The same for all: what a window begins with when it is dropped rules out others, whose bounds are no higher.
        const auto nearly_all = few.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(few.size() - 1) *
                                                                          tuning::windows_of_one_strand);
        std::ranges::nth_element(few, nearly_all);
        const double bound = *nearly_all;
        window_starts asked;
        std::vector<std::size_t> places;
        for (std::size_t index = 0; index < bounds.size(); ++index)
            if (is_dropped[index] == 0 && on_other(index) <= bound) {
                asked.push_back(windows.starts[index]);
                places.push_back(index);
            }
        const variant_problem on_strand{given.of, given.allowed, given.support - static_cast<std::uint64_t>(bound),
                                        given.min_length, 1};
        std::vector<std::string> notes;
        const variant_resources quiet{resources.workers,        resources.kernels, resources.reaches,
                                      resources.neighbourhoods, resources.memory,  notes};
        strand_engine engine(on_strand, quiet, is_reverse);
        const window_starts left = count_supported(on_strand, engine, quiet, windows, asked, length).starts;
        for (std::size_t index = 0; index < asked.size(); ++index)
            is_dropped[places[index]] = std::ranges::binary_search(left, asked[index]) ? 0 : 1;
    }
    std::size_t left = 0;
    for (std::size_t index = 0; index < bounds.size(); ++index)
        if (is_dropped[index] == 0) windows.starts[left++] = windows.starts[index];
    windows.starts.resize(left);
    resources.notes.push_back("of these left by either strand: " + std::to_string(left));
}

} // namespace concord::substring
