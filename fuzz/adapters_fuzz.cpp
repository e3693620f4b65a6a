// Small sets of reads, each some copies of a few: what `adapters` finds has the counts that it says, and does not
// depend on the number of threads.
#include "cases.hpp"

#include <concord/adapters.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    using fuzz::require;
    fuzz::choices from(data, size);
    adapter_options options;
    options.min_reads = 1 + from.below(12);
    options.min_share = static_cast<double>(from.below(20)) / 100;
    options.max_expected = from.below(2) == 0 ? 0.001 : 1e6;
    options.most = 1 + from.below(8);
    const std::uint64_t copies = 1 + from.below(40);
    const std::vector<std::string> some = fuzz::decoded_sequences(from, "ACGTN", {12, 900});
    sequence_set_builder builder(alphabet::dna);
    for (std::uint64_t copy = 0; copy < copies; ++copy)
        for (const std::string& each : some)
            builder.add("", std::string_view(each).substr(std::min<std::size_t>(copy % 7, each.size())));
    const sequence_set reads = std::move(builder).finish();

    options.run.threads = 1;
    const adapter_result alone = find_adapters(reads, options);
    options.run.threads = 3;
    const adapter_result shared = find_adapters(reads, options);
    require(alone.found.size() == shared.found.size() && alone.left_out == shared.left_out, "threads change nothing");
    require(alone.found.size() <= options.most, "no more are reported than asked for");
    for (std::size_t i = 0; i < alone.found.size(); ++i) {
        const found_adapter& one = alone.found[i];
        const found_adapter& two = shared.found[i];
        require(one.letters == two.letters && one.reads == two.reads && one.verdict == two.verdict &&
                    one.starts == two.starts && one.columns == two.columns,
                "threads change nothing of a sequence");
        require(one.letters.size() >= 12, "a sequence has 12 letters or more");
        require(one.reads >= alone.threshold && one.reads <= reads.size(), "enough reads hold it");
        require(one.whole <= one.reads && one.several <= one.reads && one.cut_left <= one.reads &&
                    one.at_start <= one.reads && one.at_end <= one.reads,
                "parts are parts");
        require(one.columns.size() == one.letters.size(), "a column for each letter");
    }
    return 0;
}
