#include "problems/distance/join/sketches.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace concord::edit_distance {

sketch_rule::sketch_rule(const letter_numbers& numbers, const compared_side& side, std::uint64_t sampled, bool in_place)
    : planes_(numbers.letters().ordinary()), in_place_(in_place) {
    if (in_place) return;
    std::array<std::uint64_t, 256> count{};
    letter_hashes letters(numbers);
    const std::uint64_t sequences = side.set->size();
    const std::uint64_t step = std::max<std::uint64_t>(1, sequences / std::max<std::uint64_t>(1, sampled));
    for (std::uint64_t sequence = 0; sequence < sequences; sequence += step) {
        letters.load(side, sequence);
        for (std::uint64_t at = 0; at < letters.length(); ++at)
            ++count[letters.codes()[at]];
    }
    std::array<std::uint8_t, 256> by_count{};
    std::iota(by_count.begin(), by_count.end(), std::uint8_t{0});
    std::ranges::stable_sort(by_count, std::greater<>{}, [&](std::uint8_t code) { return count[code]; });
    const auto present =
        static_cast<std::uint64_t>(std::ranges::count_if(count, [](std::uint64_t c) { return c > 0; }));
    const auto classes = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(present, 1, no_bit));
    class_of_.fill(no_bit);
    first_bit_.fill(no_bit);
    next_bit_.fill(no_bit);
    // A power of two each, and twice as many for the most frequent ones as long as there are bits.
    const std::uint32_t bits = std::min<std::uint32_t>(std::bit_floor(no_bit / classes), 32);
    std::uint32_t spare = bits < 32 ? no_bit - bits * classes : 0;
    std::uint32_t begin = 0;
    for (std::uint32_t each = 0; each < classes; ++each) {
        sketch_letters::group group{
            .first = static_cast<std::uint32_t>(codes_.size()), .count = 0, .begin = begin, .bits = bits};
        if (spare >= bits) {
            group.bits += bits;
            spare -= bits;
        }
        for (std::uint64_t place = each; place < present; place += classes) {
            class_of_[by_count[place]] = static_cast<std::uint8_t>(each);
            codes_.push_back(by_count[place]);
            ++group.count;
        }
        first_bit_[each] = static_cast<std::uint8_t>(begin);
        begin += group.bits;
        for (std::uint32_t bit = group.begin; bit < begin; ++bit)
            next_bit_[bit] = static_cast<std::uint8_t>(bit + 1 == begin ? group.begin : bit + 1);
        groups_.push_back(group);
    }
}

} // namespace concord::edit_distance
