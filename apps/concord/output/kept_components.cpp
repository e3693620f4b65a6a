#include "output/kept_components.hpp"

#include <string_view>
#include <utility>

namespace concord::app {
namespace {

/// Small ones are small, whatever their sign.
std::uint64_t without_sign(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? ~(bits << 1U) : bits << 1U;
}

std::int64_t with_sign(std::uint64_t number) {
    return static_cast<std::int64_t>((number & 1U) != 0 ? ~(number >> 1U) : number >> 1U);
}

} // namespace

// A component is its size and shift, and runs of cells in a row: rows since the last one, the first column, a length.
void kept_components::add(const component_result& one) {
    put_number(last_, one.size);
    put_number(last_, without_sign(one.shift.rows));
    put_number(last_, without_sign(one.shift.columns));
    std::uint64_t row = 0;
    for (std::size_t first = 0; first < one.cells.size();) {
        const matrix_cell& cell = one.cells[first];
        std::size_t end = first + 1;
        while (end < one.cells.size() && one.cells[end] == matrix_cell{cell.row, cell.column + (end - first)})
            ++end;
        put_number(last_, cell.row - std::exchange(row, cell.row));
        put_number(last_, cell.column);
        put_number(last_, end - first);
        first = end;
    }
    ++count_;
    if (last_.size() <= most_bytes_) return;
    file_.append(last_);
    parts_.push_back(last_.size());
    std::string().swap(last_); // an assignment would keep its memory
}

void kept_components::for_each(const std::function<void(const component_result&)>& take, std::uint64_t most) const {
    component_result one;
    one.found = true;
    const auto pass_on = [&](std::string_view left) {
        for (; !left.empty() && most > 0; --most) {
            one.size = take_number(left);
            one.shift.rows = with_sign(take_number(left));
            one.shift.columns = with_sign(take_number(left));
            one.cells.clear();
            for (std::uint64_t row = 0; one.cells.size() < one.size;) {
                row += take_number(left);
                const std::uint64_t first = take_number(left);
                const std::uint64_t end = first + take_number(left);
                for (std::uint64_t column = first; column < end; ++column)
                    one.cells.push_back({row, column});
            }
            take(one);
        }
    };
    std::string part;
    std::uint64_t begin = 0;
    for (const std::uint64_t size : parts_) {
        if (most == 0) return;
        file_.read(begin, size, part);
        begin += size;
        pass_on(part);
    }
    pass_on(last_);
}

} // namespace concord::app
