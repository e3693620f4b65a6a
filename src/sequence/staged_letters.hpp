// Code points that wait until there are enough of them to be packed a word of 64 at a time.
//
//   letters   N  i  k  o  \u039D ...     bytes 0   4E 69 6B 6F 9D     planes  0 to 7
//                                        bytes 1    0  0  0  0 03     planes  8 to 15
//                                        bytes 2                      planes 16 to 23; as long as there are any
#pragma once

#include "sequence/growing_buffer.hpp"
#include "sequence/transposed.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace concord::sequence {

/// 64 letters of a byte each as words of eight planes.
[[nodiscard]] inline std::array<std::uint64_t, 8> planes_of_bytes(const std::uint8_t* letters) noexcept {
    static_assert(std::endian::native == std::endian::little, "the first letter is in the lowest byte");
    std::array<std::uint64_t, 8> words; // first: byte p of word i has the bits of plane p of letters 8 i to 8 i + 7
    std::memcpy(words.data(), letters, sizeof words);
    for (std::uint64_t& each : words)
        each = transposed(each);
    // Byte p of word i becomes byte i of word p: single bytes, pairs and fours are exchanged.
    const auto exchange = [&](std::size_t apart, std::uint64_t mask) {
        for (std::size_t first = 0; first < 8; first += 2 * apart)
            for (std::size_t at = first; at < first + apart; ++at) {
                const std::uint64_t differ = (words[at] >> 8 * apart ^ words[at + apart]) & mask;
                words[at + apart] ^= differ;
                words[at] ^= differ << 8 * apart;
            }
    };
    exchange(1, 0x00FF'00FF'00FF'00FF);
    exchange(2, 0x0000'FFFF'0000'FFFF);
    exchange(4, 0x0000'0000'FFFF'FFFF);
    return words;
}

class staged_letters {
  public:
    static constexpr std::size_t groups = 3;    ///< of eight planes
    static constexpr std::size_t enough = 4096; ///< letters, to be packed

    [[nodiscard]] std::size_t size() const noexcept { return bytes_[0].size(); }

    /// Letters of 1, 2 or 4 bytes.
    template <class Letter>
    void add(std::span<const Letter> letters) {
        if constexpr (sizeof(Letter) == 1) {
            bytes_[0].append(letters.data(), letters.size());
        } else {
            const std::size_t before = size();
            for (std::size_t group = 0; group < std::min(groups, sizeof(Letter)); ++group) {
                bytes_[group].resize(before); // zeros of narrower letters
                bytes_[group].resize_for_overwrite(before + letters.size());
                std::uint8_t* const to = bytes_[group].data() + before;
                for (std::size_t at = 0; at < letters.size(); ++at)
                    to[at] = static_cast<std::uint8_t>(letters[at] >> 8 * group);
            }
        }
    }

    /// Letters of a byte each of many short sequences, one behind the other: `count` in all.
    void add_all(std::span<const std::span<const std::uint8_t>> sequences, std::size_t count) {
        const std::size_t before = size();
        bytes_[0].resize_for_overwrite(before + count);
        std::uint8_t* to = bytes_[0].data() + before;
        for (const std::span<const std::uint8_t> each : sequences)
            to = copied(each, to);
    }

    /// Adds zeros up to a whole word.
    void fill_word() {
        for (growing_buffer<std::uint8_t>& each : bytes_)
            if (each.size() > 0) each.resize((each.size() + 63) / 64 * 64);
    }

    /// Calls visit(group, letters) for each group of planes, with the bytes of the first `count` letters, a multiple of
    /// 64; they are gone afterwards.
    template <class Visit>
    void take(std::size_t count, const Visit& visit) {
        const std::size_t rest = size() - count;
        for (std::size_t group = 0; group < groups; ++group) {
            growing_buffer<std::uint8_t>& bytes = bytes_[group];
            if (group > 0 && bytes.size() == 0) continue;
            bytes.resize(count + rest); // zeros of narrower letters
            visit(group, std::span<const std::uint8_t>(bytes.data(), count));
            std::memmove(bytes.data(), bytes.data() + count, rest);
            bytes.resize_for_overwrite(rest);
        }
    }

    void clear() { bytes_ = {}; }

  private:
    /// Behind the copied letters. Up to 16 of them take two copies of a size that is known, which may share letters.
    static std::uint8_t* copied(std::span<const std::uint8_t> letters, std::uint8_t* to) {
        const auto ends = [&](auto part) {
            std::memcpy(&part, letters.data(), sizeof part);
            auto last = part;
            std::memcpy(&last, letters.data() + letters.size() - sizeof part, sizeof part);
            std::memcpy(to, &part, sizeof part);
            std::memcpy(to + letters.size() - sizeof part, &last, sizeof part);
        };
        if (letters.size() > 16) {
            std::memcpy(to, letters.data(), letters.size());
        } else if (letters.size() >= 8) {
            ends(std::uint64_t{});
        } else if (letters.size() >= 4) {
            ends(std::uint32_t{});
        } else {
            std::copy(letters.begin(), letters.end(), to);
        }
        return to + letters.size();
    }

    std::array<growing_buffer<std::uint8_t>, groups> bytes_;
};

} // namespace concord::sequence
