#include "exec/cluster/sequences.hpp"

#include "core/checksum.hpp"
#include "data/packed_sequences.hpp"

namespace concord::exec {
namespace {

byte_string written(const data::packed_parts& parts) {
    byte_writer writer;
    writer.number(static_cast<std::uint64_t>(parts.kind));
    writer.number(parts.saw_t ? 1 : 0);
    writer.number(parts.saw_u ? 1 : 0);
    writer.number(parts.planes.size());
    for (const auto& plane : parts.planes)
        writer.list(plane);
    writer.list(parts.offsets);
    writer.list(parts.names);
    writer.list(parts.name_ends);
    writer.list(parts.ambiguous);
    return writer.take();
}

sequence_set read_back(const byte_string& content) {
    byte_reader reader(content);
    data::packed_parts parts;
    parts.kind = static_cast<alphabet>(reader.number());
    parts.saw_t = reader.number() != 0;
    parts.saw_u = reader.number() != 0;
    std::vector<std::vector<std::uint64_t>> planes(reader.number());
    for (auto& plane : planes)
        plane = reader.list<std::uint64_t>();
    parts.planes.assign(planes.begin(), planes.end());
    const auto offsets = reader.list<std::uint64_t>();
    const auto names = reader.list<char>();
    const auto name_ends = reader.list<std::uint64_t>();
    parts.offsets = offsets;
    parts.names = names;
    parts.name_ends = name_ends;
    parts.ambiguous = reader.list<std::uint64_t>();
    return sequence_set(std::make_shared<const data::packed_sequences>(parts));
}

} // namespace

sequence_set read_once(communicator& ranks, const std::function<sequence_set()>& read) {
    sequence_set sequences;
    byte_string content;
    if (ranks.leads()) {
        sequences = read();
        if (ranks.size() == 1) return sequences;
        content = written(sequences.packed().parts());
    }
    ranks.broadcast(content);
    return ranks.leads() ? sequences : read_back(content);
}

std::string digest_of(const sequence_set& sequences) {
    const data::packed_parts parts = sequences.packed().parts();
    std::vector<std::uint64_t> sums{static_cast<std::uint64_t>(parts.kind)};
    const auto add = [&](auto values) { sums.push_back(core::checksum_of(std::as_bytes(std::span(values)))); };
    for (const auto& plane : parts.planes)
        add(plane);
    add(parts.offsets);
    add(parts.names);
    add(parts.name_ends);
    add(std::span<const std::uint64_t>(parts.ambiguous));
    const std::uint64_t all = core::checksum_of(std::as_bytes(std::span(sums)));
    std::string digits;
    for (unsigned shift = 64; shift > 0; shift -= 4)
        digits += "0123456789abcdef"[all >> (shift - 4) & 15U];
    return digits;
}

} // namespace concord::exec
