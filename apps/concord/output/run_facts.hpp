// What every command tells about a run besides its answer, and for whom.
#pragma once

#include <concord/run.hpp>

#include <concord/sequences.hpp>
#include <cstddef>
#include <cstdint>

namespace concord::app {

struct run_seconds {
    double read = 0;
    double compute = 0;
    double total = 0;
};

/// How a run was: what a computation says of itself, and what was measured around it.
struct run_facts {
    const run_report& report;
    run_seconds seconds;
    std::uint64_t peak_memory_bytes = 0;
};

struct text_style {
    bool colour = false;
    std::size_t columns = 100; ///< of the terminal
};

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
