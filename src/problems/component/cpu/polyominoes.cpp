#include "problems/component/cpu/polyominoes.hpp"

#include <algorithm>
#include <set>

namespace concord::component {

const std::vector<shape_cell>& neighbours_of_cell(unsigned connectivity) {
    static const std::vector<shape_cell> sides{{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    static const std::vector<shape_cell> corners{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    return connectivity == 8 ? corners : sides;
}

std::vector<polyomino> fixed_polyominoes(unsigned cells, unsigned connectivity) {
    std::set<polyomino> all{{{0, 0}}};
    for (unsigned count = 1; count < cells; ++count) {
        std::set<polyomino> larger; // without any one of its cells that leaves it connected, each is one of `all`
        for (const polyomino& each : all)
            for (const shape_cell& cell : each)
                for (const shape_cell& step : neighbours_of_cell(connectivity)) {
                    const shape_cell next{cell.row + step.row, cell.column + step.column};
                    const auto at = std::ranges::lower_bound(each, next);
                    if (at != each.end() && *at == next) continue;
                    polyomino grown = each;
                    grown.insert(grown.begin() + (at - each.begin()), next);
                    const shape_cell lowest = grown.front();
                    for (shape_cell& moved : grown)
                        moved = {moved.row - lowest.row, moved.column - lowest.column};
                    larger.insert(std::move(grown));
                }
        all.swap(larger);
    }
    return {all.begin(), all.end()};
}

} // namespace concord::component
