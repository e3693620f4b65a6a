// Patterns and texts: all places within k edits, on one strand or both, with IUPAC letters or without, by every vector
// target, with one thread and two, in parts of every size, against the textbook's matrix.
#include "agree/find_ways.hpp"
#include "cases.hpp"

#include <algorithm>
#include <array>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    constexpr std::array kinds = {alphabet::dna, alphabet::protein, alphabet::bytes};
    constexpr std::array<std::string_view, 3> letters = {"ACGTNRYSWKMBDHV", "ACDEFGHIKL", "ab\x01\xff"};
    fuzz::choices from(data, size);
    const std::uint64_t kind = from.below(kinds.size());
    const std::uint64_t used = 1 + from.below(letters.at(kind).size());
    test::find_case tried{.kind = kinds.at(kind), .patterns = {}, .texts = {}, .options = {}};
    const std::uint8_t how = from.byte();
    tried.options.both_strands = tried.kind == alphabet::dna && how % 2 == 1;
    tried.options.iupac = tried.kind == alphabet::dna && how / 2 % 2 == 1;
    tried.options.max_edits = from.byte() % 12;
    const std::uint64_t patterns = 1 + from.below(3);
    for (std::string& each : fuzz::decoded_sequences(from, letters.at(kind).substr(0, used), {8, 900})) {
        const bool is_pattern = tried.patterns.size() < patterns;
        if (is_pattern && each.size() <= tried.options.max_edits) continue; // refused: it is everywhere
        (is_pattern ? tried.patterns : tried.texts).push_back(std::move(each));
    }
    fuzz::must_agree([&] { test::try_find_ways(tried); });
    return 0;
}
