// Small collections: the index by every way to build it, and every question to it, against the oracle.
#include "agree/overlap_ways.hpp"
#include "cases.hpp"

#include <array>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    constexpr std::array kinds = {alphabet::dna, alphabet::protein, alphabet::bytes};
    constexpr std::array<std::string_view, 3> letters = {"ACGTN", "ACDEFGHIKL", "ab\x01\xff"};
    fuzz::choices from(data, size);
    const std::uint64_t kind = from.below(kinds.size());
    const std::uint64_t used = 1 + from.below(letters.at(kind).size());
    test::overlap_case tried;
    tried.seed = from.byte(); // lengths and supports that are asked for
    tried.kind = kinds.at(kind);
    tried.sequences = fuzz::decoded_sequences(from, letters.at(kind).substr(0, used), {6, 60});
    fuzz::must_agree([&] {
        test::try_arrays(tried);
        test::try_shared_regions(tried);
        test::try_repeats_matches_and_overlaps(tried);
    });
    return 0;
}
