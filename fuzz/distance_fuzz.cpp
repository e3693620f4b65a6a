// Two sets of sequences: all distances, pairs in order, near pairs and nearest ones, for every metric, by every vector
// target, with one thread and two, against the textbook's matrix.
#include "agree/batch_ways.hpp"
#include "alignment/batch/metrics.hpp"
#include "cases.hpp"

#include <array>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    constexpr std::array kinds = {alphabet::dna, alphabet::protein, alphabet::bytes};
    constexpr std::array<std::string_view, 3> letters = {"ACGTN", "ACDEFGHIKL", "ab\x01\xff"};
    fuzz::choices from(data, size);
    const std::uint64_t kind = from.below(kinds.size());
    const std::uint64_t used = 1 + from.below(letters.at(kind).size());
    test::batch_case tried{0, kinds.at(kind), {}, {}, distance_metric::levenshtein, {}, 0};
    tried.metric = static_cast<distance_metric>(from.below(edit_distance::all_metrics.size()));
    if (const std::uint64_t bound = from.byte(); bound < 160) tried.max_distance = bound / 4;
    tried.nearest = from.below(6);
    const std::uint64_t of_a = from.byte();
    const auto all = fuzz::decoded_sequences(from, letters.at(kind).substr(0, used), {24, 700});
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(of_a % (all.size() + 1));
    tried.a.assign(all.begin(), middle);
    tried.b.assign(middle, all.end());
    fuzz::must_agree([&] { test::try_all_batch_ways(tried); });
    return 0;
}
