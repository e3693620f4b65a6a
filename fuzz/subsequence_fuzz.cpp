// Two sequences: longest common subsequences and distances, with alignments and bounds, by every vector target and with
// one thread and two, against the textbook's matrix.
#include "agree/pair_ways.hpp"
#include "cases.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    fuzz::choices from(data, size);
    const std::uint64_t used = 1 + from.below(8);
    const std::uint64_t longest = from.below(8) == 0 ? 1200 : 200;
    const std::vector<std::string> two =
        fuzz::decoded_sequences(from, std::string_view("abcdefgh").substr(0, used), {2, longest});
    test::pair_case tried;
    tried.a.assign(two.front().begin(), two.front().end());
    if (two.size() == 2) tried.b.assign(two.back().begin(), two.back().end());
    fuzz::must_agree([&] { test::try_all_pair_ways(tried); });
    return 0;
}
