// Which seeds and positions may be near, by pieces: multi-index hashing (Norouzi, Punjani and Fleet, CVPR 2012).
//
//   seed        A C G T A | C C G T T      two pieces, with radii 2 and 1: what differs in at most 4 letters differs in
//   position    A T G T A | C G G A T      at most 2 of the first piece, or else in at most 1 of the second
//
// (3 + 2 would be 5.) So positions are put in order by the word of a piece, and of a seed only those are compared whose
// word lies in the Hamming ball around its own: of 19 random nucleotides with 6 mismatches, one position in 200.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace concord::substring {

struct seed_piece {
    unsigned first; ///< letter of the seed
    unsigned letters;
    unsigned radius; ///< letters in which it may differ

    /// Its letters, a bit each.
    [[nodiscard]] constexpr std::uint32_t mask() const noexcept { return ((1U << letters) - 1U) << first; }
};

inline constexpr unsigned most_letters_with_pieces = 32; ///< of a seed
inline constexpr unsigned most_seed_pieces = 4;
inline constexpr unsigned most_bits_of_seed_piece = 20; ///< of a word: there is a table of all words

/// Pieces that do not overlap, and whose radii, each with one more, add up to limit + 1.
struct seed_pieces {
    std::array<seed_piece, most_seed_pieces> piece{};
    unsigned count = 0; ///< 0: all seeds are compared with all positions
    double cost = 0;    ///< estimated, of the comparison by these; as that of a seed_plan
};

/// What a comparison by pieces takes, in tests of a seed against a position.
struct seed_piece_costs {
    double test = 0;     ///< one more test, of a pair that shares a piece; 0: a device has no comparison by pieces
    double word = 0;     ///< looking up a word of a ball, for at most 32 seeds that share their own word
    double listed = 0;   ///< putting a seed or a position in order
    double least = 0;    ///< tests of a comparison that is worth it
    double counted = 0;  ///< a near pair that is two windows: nothing around it is looked at
    double followed = 0; ///< another one, beside what each start takes that it covers
};

struct seed_piece_work {
    unsigned letters; ///< of a seed, at most 32
    unsigned limit;
    unsigned planes; ///< bits of a letter
    double seeds;
    double positions;
    double chance_match; ///< probability that two letters match by chance
};

/// The cheapest pieces; none where these cost `most` or more.
[[nodiscard]] seed_pieces plan_seed_pieces(const seed_piece_work& work, const seed_piece_costs& costs, double most);

/// What the words of a ball differ in from its centre, the centre itself first: of a piece with letters of so many
/// bits, those of a plane side by side.
[[nodiscard]] std::vector<std::uint32_t> differences_in_ball(const seed_piece& piece, unsigned planes);

} // namespace concord::substring
