// Sketches: 64 bits a sequence, of which an edit changes at most two.
//
// Each letter has a few bits, a twisted ring counter (Johnson counter) of its occurrences: the next occurrence flips
// the next of them, around and around. Inserting or deleting a letter flips one bit, substituting one flips two, a
// transposition none. So sequences within k edits differ in at most 2 k bits. Letters may share bits, and those that no
// sequence of a sample has have none.
//
// Where edits can only substitute, a sketch has two bits of each letter in its place instead, of every 32nd together:
// fewer sequences are similar by chance.
//
//   A A C A G    with three bits for each of A and C    A: 111   C: 001   (G's bits are other ones)
#pragma once

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/letter_hashes.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace concord::edit_distance {

class sketch_rule {
  public:
    /// Shares the bits among the letters of a sample; `in_place`: among the places of letters.
    sketch_rule(const letter_numbers& numbers, const compared_side& side, std::uint64_t sampled, bool in_place = false);

    /// For kernels that count letters in words.
    [[nodiscard]] sketch_letters letters() const noexcept { return {groups_, codes_, planes_, in_place_}; }

    /// The loaded sequence's.
    [[nodiscard]] std::uint64_t of(const letter_hashes& loaded) const {
        std::uint64_t sketch = 0;
        if (in_place_) {
            for (std::uint64_t index = 0; index < loaded.length(); ++index) {
                const unsigned code = loaded.codes()[index];
                const std::uint64_t low = base::count_ones(code & 0x55U) & 1U;
                const std::uint64_t high = base::count_ones(code & 0xAAU) & 1U;
                sketch ^= (low | high << 32U) << index % 32;
            }
            return sketch;
        }
        std::array<std::uint8_t, 65> at = first_bit_;
        for (std::uint64_t index = 0; index < loaded.length(); ++index) {
            std::uint8_t& bit = at[class_of_[loaded.codes()[index]]];
            sketch ^= std::uint64_t{bit != no_bit} << (bit & 63U);
            bit = next_bit_[bit];
        }
        return sketch;
    }

  private:
    static constexpr std::uint8_t no_bit = 64;

    std::array<std::uint8_t, 256> class_of_{}; ///< of a letter; no_bit: it has none
    std::array<std::uint8_t, 65> first_bit_{}; ///< of a class
    std::array<std::uint8_t, 65> next_bit_{};  ///< of a bit, within its class
    std::vector<sketch_letters::group> groups_;
    std::vector<std::uint8_t> codes_; ///< class by class
    unsigned planes_;
    bool in_place_;
};

} // namespace concord::edit_distance
