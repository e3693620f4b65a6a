// Inputs of the problems, decoded from the bytes of the fuzzer; and failures of the agree tests' comparisons as its
// findings.
#pragma once

#include "promise.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace concord::fuzz {

/// Runs a comparison of tests/agree; what does not agree ends the process, and is printed before.
template <class Compare>
void must_agree(const Compare& compare) {
    static const bool is_set_up = [] {
        int count = 1;
        std::string name = "fuzz";
        char* arguments[] = {name.data(), nullptr};
        testing::InitGoogleTest(&count, arguments);
        return true;
    }();
    static_cast<void>(is_set_up);
    compare();
    require(!testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed(), "every way gives the oracle's answer");
}

struct bounds {
    std::size_t sequences;
    std::size_t letters; ///< of all together
};

/// A byte is a letter; from 200 on, a copy of letters that came before; 255 begins the next sequence. So a few bytes
/// make sequences with much in common, around the edges of words.
inline std::vector<std::string> decoded_sequences(choices& from, std::string_view letters, bounds most) {
    std::vector<std::string> made(1);
    std::string all;
    while (!from.empty() && all.size() < most.letters) {
        const std::uint8_t byte = from.byte();
        if (byte == 255) {
            if (made.size() == most.sequences) break;
            made.emplace_back();
        } else if (byte >= 200 && !all.empty()) {
            const std::size_t count = std::size_t{1} << (byte - 200) % 7; // 1, 2 … 64 letters
            const std::size_t back = 1 + from.byte() % all.size();
            for (std::size_t at = 0; at < count && all.size() < most.letters; ++at) {
                all += all[all.size() - back];
                made.back() += all.back();
            }
        } else {
            all += letters[byte % letters.size()];
            made.back() += all.back();
        }
    }
    return made;
}

} // namespace concord::fuzz
