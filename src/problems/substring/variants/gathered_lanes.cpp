#include "problems/substring/variants/gathered_lanes.hpp"

#include <algorithm>

namespace concord::substring {

void gathered_lanes::begin(std::size_t words) {
    used_ = 0;
    of_word_.resize(std::max(words, of_word_.size()));
    for (std::vector<lanes_of_block>& each : of_word_)
        each.clear();
    holders_.assign(words, 0);
}

void gathered_lanes::add(std::size_t word, const word_grower& grower, const word_rows& held) {
    const std::size_t stride = padded_lanes(held.holders) + row_padding;
    const std::size_t rows = grower.rows_of_holder();
    if (used_ + rows * stride > storage_.size()) storage_.resize(std::max(used_ + rows * stride, 2 * storage_.size()));
    grower.keep_holders(held, storage_.data() + used_, stride);
    of_word_[word].push_back({used_, rows, stride, held.holders, grower.shape(), held.letters});
    used_ += rows * stride;
    holders_[word] += held.holders;
}

void gathered_lanes::join(std::size_t word) {
    joined_of_word_ = 0;
    const std::vector<lanes_of_block>& blocks = of_word_[word];
    for (std::size_t first = 0, last = 0; first < blocks.size(); first = last) {
        std::size_t holders = 0;
        const unsigned words = blocks[first].shape.words_of_places; // those of diagonals are as many then, too
        for (last = first; last < blocks.size() && blocks[last].shape.words_of_places == words; ++last)
            holders += blocks[last].holders;
        if (joined_.size() == joined_of_word_) joined_.emplace_back();
        joined_lanes& joined = joined_[joined_of_word_++];
        joined.shape = blocks[first].shape;
        joined.letters = blocks[first].letters;
        joined.holders = holders;
        joined.lanes = padded_lanes(holders);
        joined.stride = joined.lanes + row_padding;
        if (joined.rows.size() < blocks[first].rows * joined.stride)
            joined.rows.resize(blocks[first].rows * joined.stride);
        for (std::size_t row = 0; row < blocks[first].rows; ++row) {
            auto to = joined.rows.begin() + static_cast<std::ptrdiff_t>(row * joined.stride);
            const auto end = to + static_cast<std::ptrdiff_t>(joined.lanes);
            for (std::size_t index = first; index < last; ++index) {
                const lanes_of_block& from = blocks[index];
                to = std::copy_n(storage_.begin() + static_cast<std::ptrdiff_t>(from.at + row * from.stride),
                                 from.holders, to);
            }
            std::fill(to, end, 0);
        }
    }
}

} // namespace concord::substring
