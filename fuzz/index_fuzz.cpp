// Any bytes as the file of an index: only bad input leaves the loader, and an index that it takes can be asked
// anything. (The order of its suffixes is not checked, so that answers may be wrong, but nothing outside its tables is
// read.) The first byte says whether length and checksums are made right, so that what is checked behind them is
// reached.
#include "problems/overlap/index_file.hpp"
#include "promise.hpp"

#include <concord/overlap.hpp>
#include <concord/unique_matches.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace concord;

void mend_checksums(std::string& file) {
    overlap::index_head head{};
    if (file.size() < sizeof head) return;
    std::memcpy(&head, file.data(), sizeof head);
    head.mark = overlap::index_mark;
    if (head.version != overlap::both_strands_version) head.version = overlap::index_version;
    head.order = overlap::byte_order;
    head.file_bytes = file.size();
    for (overlap::section_entry& entry : head.table) {
        if (entry.offset > file.size() || entry.bytes > file.size() - entry.offset ||
            overlap::padded(entry.bytes) > file.size() - entry.offset)
            continue;
        overlap::checksum sum;
        sum.add(std::as_bytes(std::span(file).subspan(entry.offset, overlap::padded(entry.bytes))));
        entry.checksum = sum.value();
    }
    head.checksum = overlap::checksum_of(head);
    std::memcpy(file.data(), &head, sizeof head);
}

void ask_everything(const overlap_index& index) {
    run_options run;
    run.threads = 1;
    shared_region_options regions;
    regions.occurrences = regions.every_support = true;
    regions.run = run;
    regions.support = std::max<std::uint64_t>(1, index.sequences().size() / 2);
    if (index.sequences().size() > 0) static_cast<void>(longest_shared_region(index, regions));
    static_cast<void>(longest_repeat(index, {1, true, run}));
    static_cast<void>(maximal_exact_matches(index, index.sequences().size() / 2, 1, run, [](const exact_match&) {}));
    static_cast<void>(mismatch_matches(index, 5, 1, run, [](const mismatch_match&) {}));
    static_cast<void>(maximal_unique_matches(index, index.sequences().size() / 2, 1, run, [](const exact_match&) {}));
    if (index.sequences().size() > 1) static_cast<void>(multi_matches(index, {.run = run}, [](const multi_match&) {}));
    if (index.strands() == index_strands::forward)
        static_cast<void>(suffix_prefix_overlaps(index, 1, run, [](const end_overlap&) {}));
    if (index.sequences().size() == 0) return;
    const std::uint64_t last = index.sequences().size() - 1;
    const std::vector<place_pair> pairs = {{{0, 0}, {last, 0}}, {{last, index.sequences().length(last)}, {0, 0}}};
    std::vector<std::uint64_t> lengths(pairs.size());
    common_prefixes(index, pairs, lengths, run);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::choices from(data, size);
    const std::uint8_t choice = from.byte();
    std::string file(from.rest());
    if (choice % 4 != 0) mend_checksums(file);
    const fuzz::memory_file held(file);
    static_cast<void>(fuzz::is_sound([&] { ask_everything(overlap_index::load(held.path())); }));
    return 0;
}
