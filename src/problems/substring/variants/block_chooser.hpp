// The rarest k + 1 blocks of a window: of these one stands unchanged in every occurrence with k edits.
#pragma once

#include "problems/substring/anchor_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchor_index.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace concord::substring {

/// Blocks of a word: where they begin in it, and what places of the text have them, unchanged or within mismatches.
struct chosen_block {
    std::uint64_t offset;
    const anchor_index* index;
    std::uint64_t mismatches = 0;
};
struct chosen_blocks {
    std::vector<chosen_block> each;
    std::uint64_t end = 0;    ///< of the last one
    std::uint64_t places = 0; ///< of all
};

/// Chooses the rarest blocks of windows, one piece after the other.
class block_chooser {
  public:
    block_chooser(std::span<const anchor_index> indexes, std::uint64_t blocks)
        : indexes_(indexes), blocks_(blocks), known_(indexes.size()) {}

    /// From now on windows of this piece: its words are looked up once.
    void enter(const piece& in) {
        first_ = in.first;
        for (std::vector<std::uint64_t>& known : known_)
            known.assign(in.length, unknown);
    }

    /// With a view to how many windows are skipped if the word comes to an end early; no blocks where there are not
    /// enough with few spellings. Time O(blocks length indexes).
    const chosen_blocks& choose(std::uint64_t start, std::uint64_t length) {
        const std::size_t width = length + 1;
        fewest_.assign((blocks_ + 1) * width, never);
        last_.assign((blocks_ + 1) * width, none);
        std::fill_n(fewest_.begin(), width, 0);
        for (std::uint64_t count = 1; count <= blocks_; ++count)
            for (std::uint64_t end = 1; end <= length; ++end) {
                std::uint64_t& fewest = fewest_[count * width + end];
                fewest = fewest_[count * width + end - 1];
                for (std::size_t index = 0; index < indexes_.size(); ++index) {
                    const std::uint64_t letters = indexes_[index].word_letters();
                    if (end < letters) continue;
                    const std::uint64_t before = fewest_[(count - 1) * width + end - letters];
                    if (before >= fewest) continue;
                    const std::uint64_t places = places_at(index, start + end - letters);
                    if (places == never) continue;
                    const std::uint64_t with = before + places;
                    if (with >= fewest) continue;
                    fewest = with;
                    last_[count * width + end] = static_cast<std::uint8_t>(index);
                }
            }
        double least = std::numeric_limits<double>::infinity();
        for (std::uint64_t end = 1; end <= length; ++end) {
            const std::uint64_t places = fewest_[blocks_ * width + end];
            if (places == never) continue;
            const double cost = (static_cast<double>(places) + tuning::places_of_a_word) /
                                (1 + static_cast<double>(length - end) * tuning::skipped_by_ends);
            if (cost >= least) continue;
            least = cost;
            chosen_.end = end;
            chosen_.places = places;
        }
        chosen_.each.clear();
        if (least == std::numeric_limits<double>::infinity()) return chosen_;
        for (std::uint64_t count = blocks_, end = chosen_.end; count > 0; --count) {
            while (last_[count * width + end] == none)
                --end;
            const anchor_index& index = indexes_[last_[count * width + end]];
            end -= index.word_letters();
            chosen_.each.push_back({end, &index});
        }
        return chosen_;
    }

  private:
    static constexpr std::uint64_t never = anchor_index::too_many;
    static constexpr std::uint64_t unknown = never - 1;
    static constexpr std::uint8_t none = 0xFF;

    [[nodiscard]] std::uint64_t places_at(std::size_t index, std::uint64_t start) {
        std::uint64_t& known = known_[index][start - first_];
        if (known == unknown) known = indexes_[index].count_places(start);
        return known;
    }

    std::span<const anchor_index> indexes_;
    std::uint64_t blocks_;
    std::uint64_t first_ = 0;
    std::vector<std::vector<std::uint64_t>> known_; ///< by index and place in the piece: places of the word
    std::vector<std::uint64_t> fewest_;             ///< places of the rarest blocks, by their number and where they end
    std::vector<std::uint8_t> last_;                ///< index of the last of them, where it ends there
    chosen_blocks chosen_;
};

} // namespace concord::substring
