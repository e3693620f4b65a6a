// Repetitive texts for tests: random letters, and copies of them with substitutions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::test {

[[nodiscard]] inline std::string random_letters(std::size_t length, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    std::string made(length, 'A');
    for (char& letter : made)
        letter = "ACGT"[chance() % 4];
    return made;
}

/// So many copies of a text, of each of which every `distance`-th letter is another one, about.
[[nodiscard]] inline std::vector<std::string> copies(std::size_t count, std::size_t length, std::size_t distance) {
    const std::string ancestor = random_letters(length, 1);
    std::mt19937_64 chance(2);
    std::vector<std::string> made(count, ancestor);
    for (std::string& each : made)
        for (std::size_t changed = 0; changed < length / distance; ++changed)
            each[chance() % length] = "ACGT"[chance() % 4];
    return made;
}

} // namespace concord::test
