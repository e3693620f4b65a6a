#include "simulate/mutate.hpp"

#include <algorithm>
#include <bit>

namespace concord::simulate {
namespace {

/// 1 with probability 1/2, 2 with 1/4 … up to 10.
std::uint64_t indel_length(random_source& random) {
    return 1 + static_cast<std::uint64_t>(std::countr_zero(random.bits() | (std::uint64_t{1} << 9)));
}

} // namespace

std::string random_sequence(std::uint64_t length, random_source& random) {
    std::string letters(length, '\0');
    for (char& letter : letters)
        letter = random.base();
    return letters;
}

descendant mutate(std::string_view ancestor, const mutation_rates& rates, range island, random_source& random) {
    const std::uint64_t substituted = probability(rates.substitutions).threshold();
    const std::uint64_t inserted = probability(rates.substitutions + rates.indels / 2).threshold();
    const std::uint64_t deleted = probability(rates.substitutions + rates.indels).threshold();

    descendant made;
    made.letters.reserve(ancestor.size() + ancestor.size() / 8);
    for (std::uint64_t i = 0; i < ancestor.size();) {
        if (i == island.start && island.start < island.end) {
            made.island.start = made.letters.size();
            made.letters.append(ancestor.substr(island.start, island.end - island.start));
            made.island.end = made.letters.size();
            i = island.end;
            continue;
        }
        const std::uint64_t draw = random.bits();
        if (draw >= deleted) {
            made.letters.push_back(ancestor[i++]);
        } else if (draw < substituted) {
            made.letters.push_back(random.other_base(ancestor[i++]));
        } else if (draw < inserted) {
            for (std::uint64_t left = indel_length(random); left > 0; --left)
                made.letters.push_back(random.base());
            made.letters.push_back(ancestor[i++]);
        } else {
            const std::uint64_t border = i < island.start ? island.start : ancestor.size();
            i = std::min(i + indel_length(random), border);
        }
    }
    return made;
}

} // namespace concord::simulate
