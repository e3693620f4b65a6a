#include "formats/inflater.hpp"

#include <new>

#include <libdeflate.h>

namespace concord::formats {

struct block_inflater::engine {
    libdeflate_decompressor* made = libdeflate_alloc_decompressor();

    engine() = default;
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;
    ~engine() { libdeflate_free_decompressor(made); }
};

block_inflater::block_inflater() : engine_(std::make_unique<engine>()) {
    if (engine_->made == nullptr) throw std::bad_alloc();
}
block_inflater::~block_inflater() = default;

bool block_inflater::run(std::span<const unsigned char> in, std::span<unsigned char> out, std::uint32_t checksum) {
    std::size_t taken = 0; // without a place for the size that is written, it must be the size of `out`
    return libdeflate_deflate_decompress_ex(engine_->made, in.data(), in.size(), out.data(), out.size(), &taken,
                                            nullptr) == LIBDEFLATE_SUCCESS &&
           taken == in.size() && libdeflate_crc32(0, out.data(), out.size()) == checksum;
}

} // namespace concord::formats
