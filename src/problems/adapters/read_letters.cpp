#include "problems/adapters/read_letters.hpp"

#include <cstring>

namespace concord::adapters {
namespace {

/// Bit i of a byte becomes byte i.
constexpr auto spread = [] {
    std::array<std::uint64_t, 256> all{};
    for (unsigned bits = 0; bits < 256; ++bits)
        for (unsigned i = 0; i < 8; ++i)
            all[bits] |= std::uint64_t{bits >> i & 1U} << (8 * i);
    return all;
}();

} // namespace

std::span<const std::uint8_t> read_letters::operator()(std::size_t read, const letter_mask* mask) {
    const std::uint64_t first = set_.offset(read);
    const std::uint64_t length = set_.length(read);
    if (codes_.size() < length + 64) codes_.resize(length + 64);
    for (std::uint64_t at = 0; at < length; at += 64) {
        const std::uint64_t low = sequence::bits_from(set_.plane(0), first + at);
        const std::uint64_t high = sequence::bits_from(set_.plane(1), first + at);
        std::uint64_t none = set_.has_ambiguous() ? sequence::bits_from(set_.ambiguous_plane(), first + at) : 0;
        if (mask != nullptr) none |= sequence::bits_from(mask->words(), first + at);
        for (unsigned byte = 0; byte < 64; byte += 8) {
            const std::uint64_t gone = spread[none >> byte & 255];
            const std::uint64_t codes = spread[low >> byte & 255] | spread[high >> byte & 255] << 1;
            const std::uint64_t eight = (codes & ~(gone * 255)) | gone << 2;
            std::memcpy(codes_.data() + at + byte, &eight, 8);
        }
    }
    return {codes_.data(), length};
}

} // namespace concord::adapters
