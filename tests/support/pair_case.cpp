#include "support/pair_case.hpp"

#include "support/dice.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace concord::test {
namespace {

using letters = std::vector<std::uint32_t>;

std::uint64_t some_length(dice& random, std::uint64_t longest) {
    constexpr std::array<std::uint64_t, 20> edges = {0,   1,   2,   31,  32,  33,   63,   64,   65,   127,
                                                     128, 129, 511, 512, 513, 1000, 2047, 2048, 2049, 4097};
    const std::uint64_t length =
        random.below(4) == 0 ? random.below(longest + 1) : edges.at(random.below(edges.size()));
    return std::min(length, longest);
}

letters some_letters(dice& random, std::uint64_t length, std::uint64_t alphabet) {
    letters made(length);
    const std::uint64_t period = random.below(4) == 0 ? 1 + random.below(70) : length + 1;
    for (std::uint64_t i = 0; i < length; ++i)
        made[i] = i >= period ? made[i - period] : static_cast<std::uint32_t>(random.below(alphabet));
    return made;
}

letters mutated(dice& random, const letters& from, std::uint64_t percent, std::uint64_t alphabet) {
    letters made;
    for (const std::uint32_t letter : from) {
        if (random.below(100) >= percent) {
            made.push_back(letter);
            continue;
        }
        const std::uint64_t edit = random.below(3);
        if (edit != 0) made.push_back(static_cast<std::uint32_t>(random.below(alphabet)));
        if (edit == 1) made.push_back(letter);
    }
    return made;
}

std::string listed(const letters& from) {
    std::string text = "{";
    for (const std::uint32_t letter : from)
        text += std::to_string(letter) + ",";
    return text + "}";
}

} // namespace

pair_case make_pair_case(std::uint64_t seed, std::uint64_t longest) {
    dice random(seed);
    constexpr std::array<std::uint64_t, 10> alphabets = {1, 2, 3, 4, 4, 5, 8, 26, 256, 5000};
    const std::uint64_t alphabet = alphabets.at(random.below(alphabets.size()));
    constexpr std::array<std::uint64_t, 7> rates = {0, 1, 5, 20, 50, 90, 100};
    pair_case made;
    made.seed = seed;
    made.a = some_letters(random, some_length(random, longest), alphabet);
    made.b = random.below(3) == 0 ? some_letters(random, some_length(random, longest), alphabet)
                                  : mutated(random, made.a, rates.at(random.below(rates.size())), alphabet);
    return made;
}

std::string pair_case::to_paste() const {
    return "CONCORD_SEED=" + std::to_string(seed) + "; a = " + listed(a) + "; b = " + listed(b) + ";";
}

pair_case make_unrelated_pair(std::uint64_t seed, std::uint64_t a_length, std::uint64_t b_length,
                              std::uint64_t letters) {
    pair_case pair;
    pair.seed = seed;
    std::uint64_t state = seed;
    for (auto [sequence, length] : {std::pair{&pair.a, a_length}, std::pair{&pair.b, b_length}})
        for (std::uint64_t i = 0; i < length; ++i) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            sequence->push_back(static_cast<std::uint32_t>((state >> 33U) % letters));
        }
    return pair;
}

std::uint64_t replay(const pair_case& pair, const alignment& runs) {
    const auto fail = [](const std::string& what) { throw std::logic_error("not an alignment: " + what); };
    std::uint64_t i = 0;
    std::uint64_t j = 0;
    std::uint64_t edits = 0;
    char before = ' ';
    for (const alignment_run& run : runs) {
        if (run.count == 0 || run.operation == before) fail("runs are not merged");
        before = run.operation;
        for (std::uint64_t n = 0; n < run.count; ++n) {
            const bool uses_a = run.operation != 'D';
            const bool uses_b = run.operation != 'I';
            if ((uses_a && i >= pair.a.size()) || (uses_b && j >= pair.b.size())) fail("it goes beyond an end");
            if (uses_a && uses_b && (pair.a[i] == pair.b[j]) != (run.operation == '=')) fail("letters under = or X");
            i += uses_a ? 1 : 0;
            j += uses_b ? 1 : 0;
        }
        if (run.operation != '=') edits += run.count;
    }
    if (i != pair.a.size() || j != pair.b.size()) fail("letters are left over");
    return edits;
}

} // namespace concord::test
