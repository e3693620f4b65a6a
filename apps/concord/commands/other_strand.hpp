// What the reverse complements of sequences would share, for a hint where one strand alone was compared.
// A file of its own: it knows of letters, and the command that asks of rows.
#pragma once

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstdint>

namespace concord::app {

/// Matches of one sequence and the reverse complement of another.
struct strand_question {
    std::uint64_t first_of_b = 0; ///< matches are of a sequence before it and one from it on; 0: of any two
    std::uint64_t min_length = 1;
    std::uint64_t mismatches = 0; ///< that a match may have
};

/// Letters of matches that were seen; there may be more.
struct strand_sample {
    std::uint64_t letters = 0; ///< of all of them, those that lie in others left out
    std::uint64_t longest = 0; ///< 0: none was seen
};

/// Looks sampled words of reverse complements up among those of all sequences, which are of DNA, and extends what it
/// finds: what it reports is there, what it misses may be, too. Time and memory: linear in the letters, but no more
/// than about 2^18 words are kept. The same for any number of threads. Throws error: resource, cancelled.
[[nodiscard]] strand_sample matches_on_other_strand(const sequence_set& sequences, const strand_question& question,
                                                    const run_options& run);

} // namespace concord::app
