// What reports tell of a collection as a whole.
#pragma once

#include <concord/sequences.hpp>

#include <cstdint>

namespace concord::app {

struct collection_facts {
    std::uint64_t sequences = 0;
    std::uint64_t letters = 0;
    std::uint64_t shortest = 0;
    std::uint64_t longest = 0;
    concord::alphabet kind = concord::alphabet::dna;
    std::uint64_t ambiguous = 0;

    collection_facts() = default;
    explicit collection_facts(const sequence_set& set)
        : sequences(set.size()), letters(set.letters()), shortest(set.shortest()), longest(set.longest()),
          kind(set.alphabet()), ambiguous(set.ambiguous()) {}
};

} // namespace concord::app
