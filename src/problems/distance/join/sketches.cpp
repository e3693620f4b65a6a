#include "problems/distance/join/sketches.hpp"

#include <algorithm>
#include <numeric>

namespace concord::edit_distance {

sketch_rule::sketch_rule(const letter_numbers& numbers, const compared_side& side, std::uint64_t sampled) {
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
    const auto classes = static_cast<std::uint8_t>(std::clamp<std::uint64_t>(present, 1, 64));
    for (std::size_t place = 0; place < by_count.size(); ++place)
        class_of_[by_count[place]] = static_cast<std::uint8_t>(place % classes);
    for (std::uint8_t each = 0; each < classes; ++each) {
        const auto begin = static_cast<std::uint8_t>(64U * each / classes);
        const auto end = static_cast<std::uint8_t>(64U * (each + 1U) / classes);
        first_bit_[each] = begin;
        for (std::uint8_t bit = begin; bit < end; ++bit)
            next_bit_[bit] = bit + 1 == end ? begin : static_cast<std::uint8_t>(bit + 1);
    }
}

} // namespace concord::edit_distance
