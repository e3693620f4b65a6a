// A checksum that detects damaged bytes: four chains of 64 bits with invertible steps, so that any change within one
// word is detected with certainty, and any other change but for a probability of 2^-64.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace concord::base {

class checksum {
  public:
    static constexpr std::size_t block = 32; ///< bytes a step

    /// A whole number of blocks.
    void add(std::span<const std::byte> bytes) {
        for (std::size_t at = 0; at + block <= bytes.size(); at += block) {
            std::array<std::uint64_t, 4> words;
            std::memcpy(words.data(), bytes.data() + at, block);
            for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
                lanes_[lane] = step(lanes_[lane], words[lane]);
        }
    }

    [[nodiscard]] std::uint64_t value() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t lane : lanes_)
            sum = step(sum, lane);
        return sum ^ sum >> 32U;
    }

  private:
    static std::uint64_t step(std::uint64_t sum, std::uint64_t word) {
        return std::rotl(sum ^ word, 29) * 0x9E3779B97F4A7C15U; // odd: multiplication is invertible
    }

    std::array<std::uint64_t, 4> lanes_ = {1, 2, 3, 4};
};

/// The checksum of any number of bytes; it depends on their number, too.
[[nodiscard]] inline std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    checksum sum;
    const std::size_t whole = bytes.size() / checksum::block * checksum::block;
    sum.add(bytes.first(whole));
    std::array<std::byte, 2 * checksum::block> rest{};
    if (whole < bytes.size()) std::memcpy(rest.data(), bytes.data() + whole, bytes.size() - whole);
    const std::uint64_t size = bytes.size();
    std::memcpy(rest.data() + checksum::block, &size, sizeof size);
    sum.add(rest);
    return sum.value();
}

/// The checksum of a numbered block, for the frames of files: a block under another number does not match.
[[nodiscard]] inline std::uint64_t checksum_of_block(std::uint64_t number, std::span<const std::byte> bytes) {
    const std::array<std::uint64_t, 2> said{number, checksum_of(bytes)};
    return checksum_of(std::as_bytes(std::span(said)));
}

} // namespace concord::base
