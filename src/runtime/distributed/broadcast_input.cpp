#include "runtime/distributed/broadcast_input.hpp"

#include "base/checksum.hpp"
#include "sequence/packed_sequences.hpp"

#include <array>
#include <span>
#include <utility>

namespace concord::runtime {
namespace {

constexpr std::size_t numbers_of_shape = 8;
using shape_numbers = std::array<std::uint64_t, numbers_of_shape>;

shape_numbers written(const sequence::packed_shape& shape) {
    return {static_cast<std::uint64_t>(shape.kind),
            shape.saw_t ? 1U : 0U,
            shape.saw_u ? 1U : 0U,
            shape.planes,
            shape.letters,
            shape.sequences,
            shape.name_bytes,
            shape.ambiguous_runs};
}

sequence::packed_shape read_back(const shape_numbers& from) {
    return {static_cast<alphabet>(from[0]), from[1] != 0, from[2] != 0, from[3], from[4], from[5], from[6], from[7]};
}

template <class Cells>
matrix read_back(std::uint64_t rows, std::uint64_t columns, std::uint64_t channels, byte_reader& from) {
    return {rows, columns, from.list<typename Cells::value_type>(), channels};
}

} // namespace

sequence_set read_once(communicator& ranks, const std::function<sequence_set()>& read) {
    if (ranks.is_root()) {
        sequence_set sequences = read();
        const sequence::packed_parts parts = sequence::packed(sequences).parts();
        const shape_numbers shape = written(parts.shape());
        ranks.broadcast_by_root(std::as_bytes(std::span(shape)));
        parts.for_each_array([&](std::span<const std::byte> array) { ranks.broadcast_by_root(array); });
        return sequences;
    }
    shape_numbers shape{};
    ranks.broadcast(std::as_writable_bytes(std::span(shape)));
    return sequence::make_set(std::make_shared<const sequence::packed_sequences>(
        read_back(shape), [&](std::span<std::byte> array) { ranks.broadcast(array); }));
}

std::string digest_of(const sequence_set& sequences) {
    const sequence::packed_parts parts = sequence::packed(sequences).parts();
    std::vector<std::uint64_t> sums{static_cast<std::uint64_t>(parts.kind)};
    const auto add = [&](auto values) { sums.push_back(base::checksum_of(std::as_bytes(std::span(values)))); };
    for (const auto& plane : parts.planes)
        add(plane);
    add(parts.offsets);
    add(parts.names);
    add(parts.name_ends);
    add(std::span<const std::uint64_t>(parts.ambiguous));
    const std::uint64_t all = base::checksum_of(std::as_bytes(std::span(sums)));
    std::string digits;
    for (unsigned shift = 64; shift > 0; shift -= 4)
        digits += "0123456789abcdef"[all >> (shift - 4) & 15U];
    return digits;
}

void broadcast(communicator& ranks, matrix& cells) {
    if (ranks.size() == 1) return;
    byte_string content;
    if (ranks.is_root()) {
        byte_writer to;
        to.number(cells.rows());
        to.number(cells.columns());
        to.number(cells.channels());
        to.number(cells.cells().index());
        std::visit([&](const auto& values) { to.list(values); }, cells.cells());
        content = to.take();
    }
    ranks.broadcast(content);
    if (ranks.is_root()) return;
    byte_reader from(content);
    const std::uint64_t rows = from.number();
    const std::uint64_t columns = from.number();
    const std::uint64_t channels = from.number();
    switch (from.number()) {
    case 0: cells = read_back<matrix::symbols>(rows, columns, channels, from); break;
    case 1: cells = read_back<matrix::integers>(rows, columns, channels, from); break;
    default: cells = read_back<matrix::reals>(rows, columns, channels, from);
    }
}

std::string digest_of(const matrix& cells) {
    const std::uint64_t sum = std::visit(
        [](const auto& values) { return base::checksum_of(std::as_bytes(std::span(values))); }, cells.cells());
    constexpr const char* kinds[] = {"symbols", "integers", "reals"};
    const std::string depth = cells.channels() == 1 ? "" : " x " + std::to_string(cells.channels());
    return std::to_string(cells.rows()) + " x " + std::to_string(cells.columns()) + depth + " " +
           kinds[cells.cells().index()] + ", " + std::to_string(sum);
}

} // namespace concord::runtime
