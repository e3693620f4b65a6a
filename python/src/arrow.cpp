#include "arrow.hpp"

#include "arrow_abi.hpp"

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace concord::python {
namespace {

/// One of them that we own and release.
template <class Part>
struct owned : Part {
    owned() : Part{} {}
    owned(const owned&) = delete;
    owned& operator=(const owned&) = delete;
    ~owned() {
        if (this->release != nullptr) this->release(this);
    }
};

/// The same for an array whose elements are all texts, or all bytes.
using taker = std::function<void(std::optional<std::string_view>)>;

bool is_valid(const arrow_array& array, std::int64_t index) {
    const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
    return bits == nullptr || (bits[index / 8] >> (index % 8) & 1) != 0;
}

template <class Offset>
void take_by_offsets(const arrow_array& array, const taker& take) {
    const auto* const offsets = static_cast<const Offset*>(array.buffers[1]);
    const auto* const bytes = static_cast<const char*>(array.buffers[2]);
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
        if (!is_valid(array, i)) {
            take(std::nullopt);
        } else {
            const auto size = static_cast<std::size_t>(offsets[i + 1] - offsets[i]);
            take(size == 0 ? std::string_view() : std::string_view(bytes + offsets[i], size));
        }
    }
}

/// 16 bytes each: the length, and up to 12 bytes, or four of them, the number of a buffer and an offset in it.
struct arrow_view {
    std::int32_t size;
    char prefix[4];
    std::int32_t buffer;
    std::int32_t offset;
};

void take_by_views(const arrow_array& array, const taker& take) {
    const auto* const views = static_cast<const arrow_view*>(array.buffers[1]);
    constexpr std::int32_t most_inline = 12;
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
        const arrow_view& view = views[i];
        const auto size = static_cast<std::size_t>(view.size);
        if (!is_valid(array, i)) {
            take(std::nullopt);
        } else if (view.size <= most_inline) {
            take(std::string_view(reinterpret_cast<const char*>(&view) + sizeof view.size, size));
        } else {
            take(std::string_view(static_cast<const char*>(array.buffers[2 + view.buffer]) + view.offset, size));
        }
    }
}

void take_values(const arrow_array& array, std::string_view format, const taker& take) {
    if (array.length == 0) return;
    if (format == "u" || format == "z") return take_by_offsets<std::int32_t>(array, take);
    if (format == "U" || format == "Z") return take_by_offsets<std::int64_t>(array, take);
    take_by_views(array, take);
}

/// Each element is the number of a text of the dictionary.
template <class Index>
void take_by_numbers(const arrow_array& array, std::span<const std::optional<std::string_view>> texts,
                     const taker& take) {
    const auto* const numbers = static_cast<const Index*>(array.buffers[1]);
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i)
        take(is_valid(array, i) ? texts[static_cast<std::size_t>(numbers[i])] : std::nullopt);
}

/// pandas' category, polars' Categorical and Enum.
void take_dictionary(const arrow_array& array, const arrow_schema& schema, const taker& take) {
    if (array.length == 0) return;
    std::vector<std::optional<std::string_view>> texts; // views of the dictionary, which lives as long as the array
    take_values(*array.dictionary, schema.dictionary->format,
                [&](std::optional<std::string_view> text) { texts.push_back(text); });
    switch (schema.format[0]) {
    case 'c': return take_by_numbers<std::int8_t>(array, texts, take);
    case 'C': return take_by_numbers<std::uint8_t>(array, texts, take);
    case 's': return take_by_numbers<std::int16_t>(array, texts, take);
    case 'S': return take_by_numbers<std::uint16_t>(array, texts, take);
    case 'i': return take_by_numbers<std::int32_t>(array, texts, take);
    case 'I': return take_by_numbers<std::uint32_t>(array, texts, take);
    case 'l': return take_by_numbers<std::int64_t>(array, texts, take);
    default: return take_by_numbers<std::uint64_t>(array, texts, take);
    }
}

void take_array(const arrow_array& array, const arrow_schema& schema, const taker& take) {
    if (schema.dictionary != nullptr) return take_dictionary(array, schema, take);
    take_values(array, schema.format, take);
}

/// The schema of the texts themselves.
const arrow_schema& of_values(const arrow_schema& schema) {
    return schema.dictionary == nullptr ? schema : *schema.dictionary;
}

void require_texts(const arrow_schema& schema) {
    const arrow_schema& values = of_values(schema);
    const std::string_view format = values.format;
    for (const std::string_view known : {"u", "U", "z", "Z", "vu", "vz"})
        if (format == known && values.dictionary == nullptr) return;
    throw nb::type_error(("expected an Arrow array of strings or binary, found one of format '" + std::string(format) +
                          (&values == &schema ? "'" : "' in a dictionary"))
                             .c_str());
}

bool is_text(const arrow_schema& schema) {
    const char* const format = of_values(schema).format;
    return std::string_view("uU").find(format[format[0] == 'v']) != std::string_view::npos;
}

/// Moves the content of a capsule; the capsule keeps a released one.
template <class Part>
void take_over(nb::handle capsule, const char* name, owned<Part>& part) {
    auto* const held = static_cast<Part*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (held == nullptr) throw nb::python_error();
    std::memcpy(static_cast<Part*>(&part), held, sizeof(Part));
    held->release = nullptr;
}

} // namespace

bool is_arrow(nb::handle object) {
    return nb::hasattr(object, "__arrow_c_stream__") || nb::hasattr(object, "__arrow_c_array__");
}

void for_each_arrow_text(nb::handle object, const arrow_taker& take_any) {
    owned<arrow_schema> schema;
    const taker take = [&](std::optional<std::string_view> text) { take_any(text, is_text(schema)); };
    if (nb::hasattr(object, "__arrow_c_array__")) {
        const nb::tuple capsules = nb::cast<nb::tuple>(object.attr("__arrow_c_array__")());
        owned<arrow_array> array;
        take_over(capsules[0], "arrow_schema", schema);
        take_over(capsules[1], "arrow_array", array);
        require_texts(schema);
        return take_array(array, schema, take);
    }
    const nb::object capsule = object.attr("__arrow_c_stream__")();
    owned<arrow_stream> stream;
    take_over(capsule, "arrow_array_stream", stream);
    const auto require = [&](int status) {
        if (status == 0) return;
        const char* const why = stream.get_last_error(&stream);
        throw nb::value_error(why == nullptr ? "an Arrow stream could not be read" : why);
    };
    require(stream.get_schema(&stream, &schema));
    require_texts(schema);
    while (true) {
        owned<arrow_array> array;
        require(stream.get_next(&stream, &array));
        if (array.release == nullptr) break;
        take_array(array, schema, take);
    }
}

} // namespace concord::python
