#include "formats/decimal.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace concord::formats::decimal_test {
namespace {

std::string written(std::uint64_t value) {
    char digits[most_decimal_digits + 1] = {};
    digits[most_decimal_digits] = '#'; // nothing is written behind the room
    const char* const end = write_decimal(digits, value);
    EXPECT_EQ(digits[most_decimal_digits], '#');
    return {static_cast<const char*>(digits), end};
}

TEST(decimal, known_numbers) {
    EXPECT_EQ(written(0), "0");
    EXPECT_EQ(written(7), "7");
    EXPECT_EQ(written(10), "10");
    EXPECT_EQ(written(105), "105");
    EXPECT_EQ(written(4294967295U), "4294967295");
    EXPECT_EQ(written(1000000000000000000U), "1000000000000000000");
    EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

// All of up to five digits, and those around every power of ten.
TEST(decimal, every_number_of_digits) {
    for (std::uint64_t value = 0; value < 100'000; ++value)
        ASSERT_EQ(written(value), std::to_string(value));
    std::uint64_t power = 1;
    for (unsigned digits = 1; digits <= most_decimal_digits; ++digits, power *= 10) {
        EXPECT_EQ(count_decimal_digits(power), digits);
        for (const std::uint64_t value : {power - 1, power, power + 1, 2 * power - 1})
            ASSERT_EQ(written(value), std::to_string(value));
    }
}

} // namespace
} // namespace concord::formats::decimal_test
