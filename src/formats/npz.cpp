#include "formats/npz.hpp"

#include "formats/npy.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <zlib.h>

namespace concord::formats {
namespace {

/// Numbers as bytes, the lowest first.
class little_endian {
  public:
    little_endian& u16(std::uint64_t value) { return put(value, 2); }
    little_endian& u32(std::uint64_t value) { return put(value, 4); }
    little_endian& u64(std::uint64_t value) { return put(value, 8); }
    [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

  private:
    little_endian& put(std::uint64_t value, unsigned count) {
        for (unsigned byte = 0; byte < count; ++byte)
            bytes_.push_back(static_cast<char>(value >> 8 * byte & 0xFFU));
        return *this;
    }
    std::string bytes_;
};

constexpr std::uint64_t most_32 = 0xFFFF'FFFF;    ///< stands for «see the Zip64 field»
constexpr std::uint64_t needs_zip64 = 45;         ///< version of the specification, times ten
constexpr std::uint64_t first_day = 1 << 5U | 1U; ///< 1 January 1980: the same bytes at any time

/// Method, time, date, checksum, sizes, length of the name and of what follows: the same in both headers. Sizes are in
/// the Zip64 field, whatever they are.
void put_facts(little_endian& header, std::uint32_t checksum, std::size_t name, std::uint64_t extra) {
    header.u16(0).u16(0).u16(first_day).u32(checksum).u32(most_32).u32(most_32).u16(name).u16(extra);
}

std::uint32_t checksum_of(std::uint32_t before, std::string_view bytes) {
    if (bytes.empty()) return before; // zlib takes an address of null for a request to begin anew
    return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

template <class Number>
std::string_view bytes_of(std::span<const Number> numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// Numbers of one type as those of another, some at a time.
template <class Number, class From>
void emit_as(std::span<const From> numbers, const byte_sink& sink) {
    std::array<Number, 4096> some{};
    for (std::size_t first = 0; first < numbers.size(); first += some.size()) {
        const std::size_t count = std::min(some.size(), numbers.size() - first);
        for (std::size_t i = 0; i < count; ++i)
            some[i] = static_cast<Number>(numbers[first + i]);
        sink(bytes_of(std::span<const Number>(some.data(), count)));
    }
}

template <class From>
void emit_numbers(std::span<const From> numbers, bool are_narrow, const byte_sink& sink) {
    are_narrow ? emit_as<std::int32_t>(numbers, sink) : emit_as<std::int64_t>(numbers, sink);
}

} // namespace

void zip_writer::put(std::string_view bytes) {
    sink_(bytes);
    written_ += bytes.size();
}

void zip_writer::add(std::string_view name, const zip_content& emit) {
    entry made{.name = std::string(name), .checksum = 0, .size = 0, .offset = written_};
    emit([&](std::string_view bytes) {
        made.checksum = checksum_of(made.checksum, bytes);
        made.size += bytes.size();
    });
    little_endian header;
    header.u32(0x0403'4b50).u16(needs_zip64).u16(0);
    put_facts(header, made.checksum, name.size(), 20);
    put(header.bytes() + made.name);
    put(little_endian().u16(1).u16(16).u64(made.size).u64(made.size).bytes());
    emit([this](std::string_view bytes) { put(bytes); });
    entries_.push_back(std::move(made));
}

void zip_writer::finish() {
    const std::uint64_t directory = written_;
    for (const entry& each : entries_) {
        little_endian header;
        header.u32(0x0201'4b50).u16(needs_zip64).u16(needs_zip64).u16(0);
        put_facts(header, each.checksum, each.name.size(), 28);
        header.u16(0).u16(0).u16(0).u32(0).u32(most_32); // no comment, first disk, no attributes
        put(header.bytes() + each.name);
        put(little_endian().u16(1).u16(24).u64(each.size).u64(each.size).u64(each.offset).bytes());
    }
    const std::uint64_t end = written_;
    const std::uint64_t count = entries_.size();
    little_endian last;
    last.u32(0x0606'4b50).u64(44).u16(needs_zip64).u16(needs_zip64).u32(0).u32(0);
    last.u64(count).u64(count).u64(end - directory).u64(directory);
    last.u32(0x0706'4b50).u32(0).u64(end).u32(1);
    last.u32(0x0605'4b50).u16(0).u16(0).u16(count).u16(count).u32(most_32).u32(most_32).u16(0);
    put(last.bytes());
}

void sparse_rows::add(std::uint64_t row, std::uint64_t column, std::uint32_t value) {
    row_starts_.resize(std::max<std::uint64_t>(row_starts_.size(), row + 1), values_.size());
    column_of_.push_back(static_cast<std::uint32_t>(column));
    values_.push_back(value);
}

void sparse_rows::write_npz(const byte_sink& sink) {
    row_starts_.resize(rows_ + 1, values_.size());
    constexpr std::uint64_t most_narrow = std::numeric_limits<std::int32_t>::max();
    const bool are_narrow = size() <= most_narrow && std::max(rows_, columns_) <= most_narrow;
    const char* const index = are_narrow ? "<i4" : "<i8";
    zip_writer zip(sink);
    zip.add("indices.npy", [&](const byte_sink& to) {
        to(npy_array_header(size(), index));
        emit_numbers(std::span<const std::uint32_t>(column_of_), are_narrow, to);
    });
    zip.add("indptr.npy", [&](const byte_sink& to) {
        to(npy_array_header(rows_ + 1, index));
        emit_numbers(std::span<const std::uint64_t>(row_starts_), are_narrow, to);
    });
    zip.add("format.npy", [](const byte_sink& to) {
        to(npy_scalar_header("|S3"));
        to("csr");
    });
    zip.add("shape.npy", [&](const byte_sink& to) {
        to(npy_array_header(2, "<i8"));
        to(little_endian().u64(rows_).u64(columns_).bytes());
    });
    zip.add("data.npy", [&](const byte_sink& to) {
        to(npy_array_header(size(), "<u4"));
        to(npy_bytes(values_));
    });
    zip.finish();
}

} // namespace concord::formats
