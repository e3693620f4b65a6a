#include "runtime/distributed/broadcast_matrices.hpp"

#include "base/checksum.hpp"

#include <span>
#include <utility>

namespace concord::runtime {
namespace {

template <class Cells>
matrix read_back(std::uint64_t rows, std::uint64_t columns, byte_reader& from) {
    return {rows, columns, from.list<typename Cells::value_type>()};
}

} // namespace

void broadcast(communicator& ranks, matrix& cells) {
    if (ranks.size() == 1) return;
    byte_string content;
    if (ranks.is_root()) {
        byte_writer to;
        to.number(cells.rows());
        to.number(cells.columns());
        to.number(cells.cells().index());
        std::visit([&](const auto& values) { to.list(values); }, cells.cells());
        content = to.take();
    }
    ranks.broadcast(content);
    if (ranks.is_root()) return;
    byte_reader from(content);
    const std::uint64_t rows = from.number();
    const std::uint64_t columns = from.number();
    switch (from.number()) {
    case 0: cells = read_back<matrix::symbols>(rows, columns, from); break;
    case 1: cells = read_back<matrix::integers>(rows, columns, from); break;
    default: cells = read_back<matrix::reals>(rows, columns, from);
    }
}

std::string digest_of(const matrix& cells) {
    const std::uint64_t sum = std::visit(
        [](const auto& values) { return base::checksum_of(std::as_bytes(std::span(values))); }, cells.cells());
    constexpr const char* kinds[] = {"symbols", "integers", "reals"};
    return std::to_string(cells.rows()) + " x " + std::to_string(cells.columns()) + " " + kinds[cells.cells().index()] +
           ", " + std::to_string(sum);
}

} // namespace concord::runtime
