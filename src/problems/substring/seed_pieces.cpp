#include "problems/substring/seed_pieces.hpp"

#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::substring {
namespace {

constexpr double most_words_of_ball = 4096; ///< of one piece: more are looked up than are compared
constexpr double seeds_of_look_up = 32;
constexpr double words_as_one_listed = 16; ///< of a table

/// As long as they may be, and as even: longer ones first, and these with the larger radii.
seed_pieces even_pieces(const seed_piece_work& work, unsigned count, unsigned most_letters) {
    seed_pieces made;
    made.count = count;
    const unsigned letters = std::min(work.letters, count * most_letters);
    const unsigned radii = work.limit + 1 - count;
    unsigned first = 0;
    for (unsigned index = 0; index < count; ++index) {
        made.piece[index] = {first, letters / count + (index < letters % count ? 1 : 0),
                             radii / count + (index < radii % count ? 1 : 0)};
        first += made.piece[index].letters;
    }
    return made;
}

double exp2_of(unsigned bits) { return static_cast<double>(std::uint64_t{1} << bits); }

double cost_of_pieces(const seed_pieces& pieces, const seed_piece_work& work, const seed_piece_costs& costs) {
    double cost = 0;
    double of_piece = 0;
    for (unsigned index = 0; index < pieces.count; ++index) {
        const seed_piece& piece = pieces.piece[index];
        const seed_piece& before = pieces.piece[index > 0 ? index - 1 : 0];
        // Most are as the one before, and these sums are most of what a plan takes.
        if (index == 0 || piece.letters != before.letters || piece.radius != before.radius) {
            const double words = exp2_of(work.planes * piece.letters);
            const double in_ball = count_neighbours(exp2_of(work.planes), piece.letters, piece.radius);
            if (in_ball > most_words_of_ball) return -1;
            const double groups = std::min(work.seeds, words) / 2 + work.seeds / seeds_of_look_up;
            const double compared = chance_of_survival(piece.letters, piece.radius, work.chance_match);
            of_piece = groups * in_ball * costs.word + work.seeds * work.positions * compared * costs.test +
                       (work.seeds + work.positions + words / words_as_one_listed) * costs.listed;
        }
        cost += of_piece;
    }
    return cost;
}

void add_differences(const seed_piece& piece, unsigned planes, unsigned first, unsigned radius, std::uint32_t before,
                     std::vector<std::uint32_t>& all) {
    all.push_back(before);
    if (radius == 0) return;
    for (unsigned letter = first; letter < piece.letters; ++letter)
        for (std::uint32_t difference = 1; difference < 1U << planes; ++difference) {
            std::uint32_t longer = before;
            for (unsigned plane = 0; plane < planes; ++plane)
                longer |= (difference >> plane & 1U) << (plane * piece.letters + letter);
            add_differences(piece, planes, letter + 1, radius - 1, longer, all);
        }
}

} // namespace

seed_pieces plan_seed_pieces(const seed_piece_work& work, const seed_piece_costs& costs, double most) {
    seed_pieces best;
    if (costs.test == 0 || work.planes == 0 || work.limit >= work.letters) return best;
    if ((work.seeds + work.positions) * costs.listed >= most) return best;
    best.cost = most;
    for (unsigned count = 1; count <= std::min(most_seed_pieces, work.limit + 1); ++count)
        for (unsigned letters = most_bits_of_seed_piece / work.planes; letters > 0; --letters) {
            const seed_pieces pieces = even_pieces(work, count, letters);
            if (pieces.piece[count - 1].letters <= pieces.piece[0].radius) break; // all that is there is in the ball
            const double cost = cost_of_pieces(pieces, work, costs);
            if (cost < 0 || cost >= best.cost) continue;
            best = pieces;
            best.cost = cost;
        }
    return best;
}

std::vector<std::uint32_t> differences_in_ball(const seed_piece& piece, unsigned planes) {
    std::vector<std::uint32_t> all;
    add_differences(piece, planes, 0, piece.radius, 0, all);
    return all;
}

} // namespace concord::substring
