// Whatever bytes a reader of matrices is given, it answers a matrix or says what is wrong.
#include "formats/matrix_file.hpp"
#include "support/matrix_bytes.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace concord::formats::matrix_mutation_test {
namespace {

using namespace std::string_literals;

std::vector<std::string> seeds() {
    const std::string palette = "\x01\x02\x03\xAA\xBB\xCC"s;
    return {
        "ABÄ\nBC€\n",
        "1,2.5\n-3,nan\n",
        "1 2\r\n3 4\r\n",
        test::npy_file("{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3), }", "123456789012"),
        test::npy_file("{'descr': '>u8', 'fortran_order': False, 'shape': (1, 1), }", "\0\0\0\0\0\0\0\1"s, 2),
        "P2 # comment\n2 2 15\n0 1\n14 15\n",
        "P3 1 2 65535 1 2 3 255 0 16",
        "P5 2 1 255\n\x01\xFF",
        "P6 1 1 65535\n\x01\x02\x03\x04\x05\x06",
        test::png_file(3, 2, 4, 0, "\0\xF1\x20\0\x11\x20"s, {{"tRNS", "\0\2"s}}),
        test::png_file(2, 1, 16, 6, "\0\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1\2"s),
        test::png_file(2, 2, 1, 3, "\0\x40\0\x80"s, {{"PLTE", palette}, {"tRNS", "\x80"s}}, false),
        test::png_file(2, 2, 8, 0, "\0\x0A\0\x0B\0\x0C\x0D"s, {}, true),
    };
}

/// Whether it was a matrix. Anything but the library's own error fails the test.
bool is_read(const std::string& bytes, cell_request wish) {
    try {
        const matrix_pair pair = parse_matrices({"A", "B"}, {bytes, bytes}, wish);
        return pair.a().rows() == pair.b().rows();
    } catch (const error& failure) {
        EXPECT_NE(std::string(failure.what()), "");
        EXPECT_TRUE(failure.code() == error_code::bad_input || failure.code() == error_code::usage) << failure.what();
        return false;
    }
}

std::string changed(std::string bytes, std::mt19937_64& random, const std::vector<std::string>& all) {
    const auto below = [&random](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    for (std::size_t times = 1 + below(3); times > 0; --times) {
        if (bytes.empty()) return bytes;
        const std::size_t at = below(bytes.size());
        switch (below(6)) {
        case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
        case 1: bytes[at] = static_cast<char>(random()); break;
        case 2: bytes.resize(at); break;
        case 3: bytes.insert(at, std::string(1 + below(4), static_cast<char>("09,; \n\xFF\0"[below(8)]))); break;
        case 4: bytes.erase(at, 1 + below(4)); break;
        default: {
            const std::string& other = all[below(all.size())];
            bytes = bytes.substr(0, at) + other.substr(below(other.size()));
        }
        }
    }
    return bytes;
}

TEST(matrix_mutation, every_seed_is_read) {
    for (const std::string& seed : seeds())
        EXPECT_TRUE(is_read(seed, cell_request::automatic)) << testing::PrintToString(seed);
}

TEST(matrix_mutation, every_start_of_every_seed_is_read_or_turned_down) {
    for (const std::string& seed : seeds())
        for (std::size_t length = 0; length < seed.size(); ++length)
            is_read(seed.substr(0, length), cell_request::automatic);
}

TEST(matrix_mutation, changed_bytes_are_read_or_turned_down) {
    constexpr std::uint64_t rounds = 4000;
    const std::vector<std::string> all = seeds();
    std::uint64_t sound = 0;
    for (std::uint64_t number = 0; number < rounds; ++number) {
        std::mt19937_64 random(number);
        const std::string bytes = changed(all[number % all.size()], random, all);
        SCOPED_TRACE(testing::Message() << "round " << number << ": " << testing::PrintToString(bytes));
        if (is_read(bytes, static_cast<cell_request>(random() % 3))) ++sound;
        if (HasFailure()) return;
    }
    // Most changes break something, and not all of them do.
    EXPECT_GT(sound, rounds / 50);
    EXPECT_LT(sound, rounds / 2);
}

} // namespace
} // namespace concord::formats::matrix_mutation_test
