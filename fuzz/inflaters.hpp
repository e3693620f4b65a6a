// A gzip member and a bare deflate block by an inflater of formats/inflater.hpp, so that those of several libraries can
// be held against each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace concord::fuzz {

using raw_bytes = std::span<const unsigned char>;

struct inflated_member {
    bool is_sound = false;
    std::string content; ///< where it is not sound, what came before that showed
    std::string extra;   ///< of the header, where it is sound
    std::size_t taken = 0;

    friend bool operator==(const inflated_member&, const inflated_member&) = default;
};

/// The first member; `piece` bytes are handed in and out at once. Ends after a mebibyte, as if that were all there is.
template <class Inflater>
[[nodiscard]] inflated_member inflate_member(raw_bytes bytes, std::size_t piece) {
    constexpr std::size_t most = std::size_t{1} << 20U;
    Inflater inflater;
    inflater.begin_member();
    inflated_member made;
    std::string room(piece, '\0');
    for (raw_bytes rest = bytes; made.content.size() < most;) {
        raw_bytes in = rest.first(std::min(piece, rest.size()));
        const std::size_t offered = in.size();
        std::span<unsigned char> out(reinterpret_cast<unsigned char*>(room.data()), room.size());
        const auto status = inflater.run(in, out);
        const std::size_t taken = offered - in.size();
        const std::size_t written = room.size() - out.size();
        made.content.append(room, 0, written);
        made.taken += taken;
        rest = rest.subspan(taken);
        if (status == Inflater::status::member_end) {
            made.is_sound = true;
            const auto extra = inflater.extra();
            made.extra.assign(extra.begin(), extra.end());
            return made;
        }
        if (status == Inflater::status::damaged || (taken == 0 && written == 0)) return made;
    }
    return made;
}

/// By zlib, whatever this build inflates with.
[[nodiscard]] inflated_member inflate_member_by_zlib(raw_bytes bytes, std::size_t piece);

/// What a deflate stream of just these bytes makes, by zlib; nothing where it is damaged or makes over a mebibyte.
[[nodiscard]] std::optional<std::string> inflate_block_by_zlib(raw_bytes bytes);

/// Whether the block inflater on zlib takes the block.
[[nodiscard]] bool is_block_for_zlib(raw_bytes bytes, std::size_t size, std::uint32_t checksum);

} // namespace concord::fuzz
