// The structures of the Arrow C data and stream interfaces. The order and types of their members are an ABI, and so are
// declared here.
//
// Source: arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html.
#pragma once

#include <cstdint>

namespace concord::python {

struct arrow_schema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    arrow_schema** children;
    arrow_schema* dictionary;
    void (*release)(arrow_schema*);
    void* private_data;
};

struct arrow_array {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    arrow_array** children;
    arrow_array* dictionary;
    void (*release)(arrow_array*);
    void* private_data;
};

struct arrow_stream {
    int (*get_schema)(arrow_stream*, arrow_schema*);
    int (*get_next)(arrow_stream*, arrow_array*);
    const char* (*get_last_error)(arrow_stream*);
    void (*release)(arrow_stream*);
    void* private_data;
};

} // namespace concord::python
