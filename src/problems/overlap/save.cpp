// Writes an index to a file.
#include "problems/overlap/index_file.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/new_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

namespace concord {
namespace {

using overlap::section;
using bytes = std::span<const std::byte>;

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;

static_assert(std::endian::native == std::endian::little, "files hold numbers as they are in memory");

[[noreturn]] void fail_to_write(const std::string& path, int number) {
    throw error(error_code::resource, "cannot write '" + path + "': " + std::strerror(number));
}

void write_all(int descriptor, bytes what) {
    while (!what.empty()) {
        const ssize_t written = ::write(descriptor, what.data(), what.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw std::system_error(errno, std::generic_category());
        what = what.subspan(static_cast<std::size_t>(written));
    }
}

template <class Value>
bytes bytes_of(std::span<const Value> values) {
    return std::as_bytes(values);
}

/// The rest of a section after its last whole block, padded with zeros to the alignment.
std::array<std::byte, overlap::section_alignment> tail_of(bytes what) {
    std::array<std::byte, overlap::section_alignment> tail{};
    const bytes rest = what.subspan(what.size() / tail.size() * tail.size());
    std::copy(rest.begin(), rest.end(), tail.begin());
    return tail;
}

/// Several arrays that are contiguous in the file, each but the last a whole number of words.
bytes joined(const std::vector<std::span<const std::uint64_t>>& pieces, std::vector<std::uint64_t>& kept) {
    for (const auto& piece : pieces)
        kept.insert(kept.end(), piece.begin(), piece.end());
    return bytes_of(std::span<const std::uint64_t>(kept));
}

} // namespace

void overlap_index::write(const std::function<void(std::span<const std::byte>)>& take) const {
    const overlap::index_tables& held = *tables_;
    const sequence::packed_parts parts = sequence::packed(held.set).parts();
    std::vector<std::uint64_t> planes;
    std::array<bytes, overlap::sections> contents;
    const auto put = [&](section which, bytes what) { contents[static_cast<std::size_t>(which)] = what; };
    const auto words = [](const std::uint64_t* first, std::uint64_t count) {
        return bytes_of(std::span<const std::uint64_t>(first, count));
    };
    put(section::planes, joined(parts.planes, planes));
    put(section::offsets, bytes_of(parts.offsets));
    put(section::names, bytes_of(parts.names));
    put(section::name_ends, bytes_of(parts.name_ends));
    put(section::ambiguous, bytes_of(std::span<const std::uint64_t>(parts.ambiguous)));
    put(section::letters, words(held.text.letters, overlap::words_of_letters(held.text.size, held.text.bits)));
    put(section::cuts, words(held.text.cuts, overlap::words_of_cuts(held.text.size)));
    put(section::begins, bytes_of(held.map.begins));
    put(section::with_letters, bytes_of(held.map.with_letters));

    overlap::index_head head{};
    std::visit(
        [&]<class Position>(const overlap::arrays<Position>& arrays) {
            head.position_bits = sizeof(Position) * 8;
            put(section::suffixes, bytes_of(arrays.suffixes));
            put(section::ranks, bytes_of(arrays.ranks));
            put(section::prefixes, bytes_of(arrays.prefixes));
            put(section::minima, bytes_of(arrays.table));
        },
        held.arrays());
    head.mark = overlap::index_mark;
    head.version = held.both_strands() ? overlap::both_strands_version : overlap::index_version;
    head.order = overlap::byte_order;
    head.text_letters = held.text.size;
    head.alphabet = static_cast<std::uint32_t>(parts.kind);
    head.letter_bits = held.text.bits;
    head.planes = static_cast<std::uint32_t>(parts.planes.size());
    head.saw_t = parts.saw_t ? 1 : 0;
    head.saw_u = parts.saw_u ? 1 : 0;
    std::uint64_t offset = sizeof head;
    for (std::size_t at = 0; at < overlap::sections; ++at) {
        const bytes what = contents[at];
        overlap::checksum sum;
        sum.add(what.first(what.size() / overlap::section_alignment * overlap::section_alignment));
        if (what.size() % overlap::section_alignment != 0) sum.add(tail_of(what));
        head.table[at] = {offset, what.size(), sum.value()};
        offset += overlap::padded(what.size());
    }
    head.file_bytes = offset;
    head.checksum = overlap::checksum_of(head);

    take(std::as_bytes(std::span(&head, 1)));
    for (const bytes what : contents) {
        const bytes whole = what.first(what.size() / overlap::section_alignment * overlap::section_alignment);
        for (std::size_t from = 0; from < whole.size(); from += piece_bytes)
            take(whole.subspan(from, std::min(piece_bytes, whole.size() - from)));
        if (whole.size() < what.size()) take(tail_of(what));
    }
}

void overlap_index::save(const std::string& path) const {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) fail_to_write(path, EEXIST);
    try {
        runtime::new_file file(path);
        write([&file](bytes piece) { write_all(file.descriptor(), piece); });
        if (::fsync(file.descriptor()) != 0) fail_to_write(path, errno);
        file.commit();
    } catch (const std::system_error& failure) {
        fail_to_write(path, failure.code().value());
    }
}

} // namespace concord
