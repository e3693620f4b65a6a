// Two small matrices: the largest common component by every vector target, with several threads, small tiles and little
// memory, against one flood fill for every component of every shift.
#include "agree/component_ways.hpp"
#include "cases.hpp"

#include <limits>

namespace {

using namespace concord;

matrix decoded(fuzz::choices& from, std::uint64_t kind, std::size_t rows, std::size_t columns, std::uint64_t letters) {
    const std::size_t cells = rows * columns;
    matrix::symbols symbols;
    while (symbols.size() < cells) { // a byte is so many equal cells, or a copy of the row above
        const std::uint64_t letter = from.below(letters);
        const std::uint64_t count = 1 + from.below(4);
        const bool is_copied = symbols.size() >= columns && from.below(4) == 0;
        for (std::uint64_t at = 0; at < count && symbols.size() < cells; ++at)
            symbols.push_back(is_copied ? symbols[symbols.size() - columns] : static_cast<std::uint32_t>(letter));
    }
    if (kind == 0) return {rows, columns, symbols};
    if (kind == 1) {
        matrix::integers numbers;
        for (const std::uint32_t each : symbols)
            numbers.push_back(each == 5 ? std::numeric_limits<std::int64_t>::min() : std::int64_t{each} - 1);
        return {rows, columns, numbers};
    }
    matrix::reals numbers;
    for (const std::uint32_t each : symbols)
        numbers.push_back(each == 5   ? std::numeric_limits<double>::quiet_NaN()
                          : each == 4 ? -std::numeric_limits<double>::infinity()
                                      : 0.1 * each);
    return {rows, columns, numbers};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::choices from(data, size);
    const std::uint64_t kind = from.below(3);
    const std::uint64_t letters = 2 + from.below(5);
    test::matrix_case tried;
    tried.seed = from.byte(); // which tile and how many threads
    tried.options.connectivity = from.below(2) == 0 ? 4 : 8;
    tried.options.min_size = 1 + from.below(6);
    if (kind != 0) tried.options.tolerance = 0.05 * static_cast<double>(from.below(50));
    const std::size_t rows_of_a = 1 + from.below(6);
    const std::size_t columns_of_a = 1 + from.below(70);
    const std::size_t rows_of_b = 1 + from.below(6);
    const std::size_t columns_of_b = 1 + from.below(12);
    tried.a = decoded(from, kind, rows_of_a, columns_of_a, letters);
    tried.b = decoded(from, kind, rows_of_b, columns_of_b, letters);
    fuzz::must_agree([&] { test::try_component(tried); });
    return 0;
}
