// Small collections: every path, vector target, tile and number of threads of `substring` against the oracle.
#include "agree/all_ways.hpp"
#include "cases.hpp"

#include <array>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    constexpr std::array kinds = {alphabet::dna, alphabet::protein, alphabet::bytes};
    constexpr std::array<std::string_view, 3> letters = {"ACGTN", "ACDEFGHIKL", "ab\x01\xff"};
    fuzz::choices from(data, size);
    const std::uint64_t kind = from.below(kinds.size());
    const std::uint64_t used = 2 + from.below(letters.at(kind).size() - 1);
    test::random_case tried{0, kinds.at(kind), {}, {}};
    tried.options.mismatches = from.below(8) == 0 ? from.below(60) : from.below(5);
    const std::uint64_t support = from.byte();
    tried.options.min_length = 1 + (from.below(3) == 0 ? from.below(40) : 0);
    tried.sequences = fuzz::decoded_sequences(from, letters.at(kind).substr(0, used), {7, 160});
    tried.options.support = 1 + support % tried.sequences.size();
    fuzz::must_agree([&] { test::try_all_ways(tried); });
    return 0;
}
