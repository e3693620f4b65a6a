#include "parts_in_lanes.hpp"

#include "simd/vector_target.hpp"

#include <algorithm>
#include <cmath>

namespace concord::python {
namespace {

/// The ratio of a word and the part of which the kernel found the product.
template <class Word>
double score_of_product(std::size_t word, std::uint64_t product, double cutoff) {
    for (std::size_t part = 1; part < word; ++part) {
        const std::uint64_t share = lanes::share_of<Word>(word + part);
        const std::uint64_t common = product / share;
        if (common * share == product && common <= part) return fuzz::ratio_of(common, word + part, cutoff);
    }
    return 0;
}

} // namespace

bool are_cutoffs_one(double cutoff) {
    if (!(cutoff > 0)) return true;
    for (std::size_t word = 1; word <= lanes::longest_word; ++word) {
        // Both are asked alike of all numbers of letters but of the one that is next to the cutoff.
        const auto common =
            static_cast<std::size_t>(std::lround(std::min(cutoff, 100.0) / 100 * static_cast<double>(word)));
        if ((fuzz::ratio_of(common, 2 * word, 0) >= cutoff) != (fuzz::ratio_of(common, 2 * word, cutoff) >= cutoff))
            return false;
    }
    return true;
}

part_scores::part_scores() : kernels_(lanes::partial_kernels_for(simd::choose_vectors(vector_target::automatic))) {}

void part_scores::begin(double cutoff) {
    if (cutoff != cutoff_) known_.fill({});
    cutoff_ = cutoff;
}

void parts_in_lanes::begin(double cutoff, bool only_best) {
    only_best_ = only_best;
    for (const std::unique_ptr<part_block>& block : blocks_)
        block->clear();
    scores_.begin(cutoff);
    cutoff_ = cutoff;
}

part_block& parts_in_lanes::block_for(std::size_t word, std::size_t text) {
    part_block*& block = by_lengths_[word][length_class(word, text)];
    if (block == nullptr) {
        block = blocks_.emplace_back(std::make_unique<part_block>()).get();
        block->begin(word, padded_length(word, text));
    }
    return *block;
}

double part_scores::score_of(std::size_t word, std::uint64_t product, std::size_t whole) {
    const double of_whole = fuzz::ratio_of(whole, 2 * word, cutoff_);
    if (product == 0) return of_whole;
    constexpr unsigned bits_of_product = 32;
    const std::uint64_t number = std::uint64_t{word} << bits_of_product | product;
    constexpr std::uint64_t spread = 0x9E37'79B9'7F4A'7C15;
    known_score& known = known_[number * spread >> 32U & (kept_scores - 1)];
    if (known.number != number) {
        const double made = word <= 16   ? score_of_product<std::uint16_t>(word, product, cutoff_)
                            : word <= 32 ? score_of_product<std::uint32_t>(word, product, cutoff_)
                                         : score_of_product<std::uint64_t>(word, product, cutoff_);
        known = {number, made};
    }
    return std::max(known.score, of_whole);
}

} // namespace concord::python
