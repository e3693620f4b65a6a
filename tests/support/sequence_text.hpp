// Sequences written down in a test.
#pragma once

#include <concord/sequences.hpp>

#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace concord::test {

/// The sequences in order, named s0, s1 ...
[[nodiscard]] sequence_set make_set(const std::vector<std::string>& sequences, alphabet kind = alphabet::dna);

/// So many texts of at most `longest` of these letters each.
[[nodiscard]] std::vector<std::string> random_texts(std::mt19937_64& random, const std::string& letters,
                                                    std::size_t count, std::size_t longest);

/// A file of real data that is not part of this project (CONCORD_SHARED_DATA), or nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> shared_data(const std::string& name);

} // namespace concord::test

/// Ends a test that needs a shared file where there is none.
#define CONCORD_SHARED_OR_SKIP(variable, name)                                                                         \
    const auto variable = ::concord::test::shared_data(name);                                                          \
    if (!(variable)) GTEST_SKIP() << "skipped: no shared data"
