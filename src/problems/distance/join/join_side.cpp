#include "problems/distance/join/join_side.hpp"

#include "base/bits.hpp"

#include <algorithm>

namespace concord::edit_distance {

join_side::join_side(const compared_letters& letters, const compared_side& side,
                     std::span<const std::uint32_t> sequences, bool with_words)
    : side_(&side), order_(sequences.begin(), sequences.end()), sketches_(sequences.size()),
      ordinary_(letters.ordinary()), ambiguous_(letters.has_ambiguous()) {
    const auto length_of = [&](std::uint32_t sequence) { return side.set->length(sequence); };
    if (side.set->shortest() != side.set->longest()) { // counting sort
        std::vector<std::uint32_t> places(side.set->longest() + 2);
        for (const std::uint32_t sequence : sequences)
            ++places[length_of(sequence) + 1];
        for (std::size_t of_length = 1; of_length < places.size(); ++of_length)
            places[of_length] += places[of_length - 1];
        for (const std::uint32_t sequence : sequences)
            order_[places[length_of(sequence)]++] = sequence;
    }
    for (std::uint32_t rank = 0; rank < order_.size(); ++rank) {
        if (!lengths_.empty() && lengths_.back() == length(rank)) continue;
        lengths_.push_back(length(rank));
        firsts_.push_back(rank);
    }
    firsts_.push_back(size());
    if (!with_words) return;
    stride_ = 1 + ordinary_ + (ambiguous_ ? 1U : 0U);
    words_ = runtime::far_array<std::uint64_t>(sequences.size() * stride_);
}

std::uint32_t join_side::first_of(std::uint64_t length) const {
    const auto found = std::ranges::lower_bound(lengths_, length) - lengths_.begin();
    return firsts_[static_cast<std::size_t>(found)];
}

void join_side::keep(std::uint32_t rank, const letter_hashes& loaded, const sketch_rule& rule) {
    sketches_[rank] = rule.of(loaded);
    if (stride_ == 0) return;
    put_words(rank, loaded.length());
}

void join_side::put_words(std::uint32_t rank, std::uint64_t length) {
    std::uint64_t* to = words_.data() + std::uint64_t{rank} * stride_;
    *to++ = length;
    if (length > longest_in_word) return;
    const std::uint64_t begin = side_->set->offset(order_[rank]);
    const auto within = base::low_bits<std::uint64_t>(static_cast<unsigned>(length));
    for (unsigned plane = 0; plane < ordinary_; ++plane)
        *to++ = sequence::bits_from(side_->plane[plane], begin) & within;
    if (side_->ambiguous != nullptr) *to = sequence::bits_from(side_->ambiguous, begin) & within;
}

void join_side::keep_words(std::uint32_t first, std::uint32_t end, const join_kernels& kernels, const sketch_rule& rule,
                           std::uint32_t sketched) {
    for (std::uint32_t rank = first; rank < end; ++rank)
        put_words(rank, length(rank));
    if (first < sketched) kernels.sketches(words(), first, std::min(end, sketched), rule.letters(), sketches_.data());
}

std::uint64_t join_side::bytes_each(const compared_letters& letters) noexcept {
    return sizeof(std::uint32_t) + sizeof(std::uint64_t) * (3 + letters.ordinary());
}

} // namespace concord::edit_distance
