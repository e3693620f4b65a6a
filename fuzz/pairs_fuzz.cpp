// Any bytes as a list of pairs: tables of two columns, lists of sequences, two texts by letter, line or token, and
// tables of places. Only bad input leaves the readers, and what they give out is what stands in the bytes.
#include "formats/place_pairs.hpp"
#include "formats/sequence_lists.hpp"
#include "formats/sequence_pair.hpp"
#include "promise.hpp"

#include <array>
#include <string>

namespace {

using namespace concord;
using fuzz::require;

constexpr std::array kinds = {alphabet::automatic, alphabet::dna, alphabet::protein, alphabet::bytes, alphabet::utf8};

formats::read_options one_thread() {
    formats::read_options options;
    options.threads = 1;
    return options;
}

/// Rows are written down again, and give the same two sets.
void try_pair_table(const std::string& path, alphabet kind) {
    formats::sequence_lists lists;
    if (!fuzz::is_sound([&] { lists = formats::read_pair_table(path, kind, one_thread()); })) return;
    require(lists.a.size() == lists.b.size(), "a row has two columns");
    if (lists.a.alphabet() == alphabet::dna) return; // small letters, U and ambiguous ones are not kept as they are
    std::string table;
    for (std::uint64_t row = 0; row < lists.a.size(); ++row)
        table += lists.a.text(row, 0, lists.a.length(row)) + "\t" + lists.b.text(row, 0, lists.b.length(row)) +
                 "\r\n"; // the last letter may be CR
    const fuzz::memory_file held(table);
    formats::sequence_lists again;
    require(fuzz::is_sound([&] { again = formats::read_pair_table(held.path(), lists.a.alphabet(), one_thread()); }),
            "a table of what was read can be read");
    require(again.a.size() == lists.a.size(), "it has as many rows");
    for (std::uint64_t row = 0; row < lists.a.size(); ++row)
        require(again.a.text(row, 0, again.a.length(row)) == lists.a.text(row, 0, lists.a.length(row)) &&
                    again.b.text(row, 0, again.b.length(row)) == lists.b.text(row, 0, lists.b.length(row)),
                "and the same sequences");
}

void try_lists(const std::string& path, alphabet kind, bool lines) {
    formats::read_options options = one_thread();
    if (lines) options.lines = formats::line_files::by_content;
    static_cast<void>(fuzz::is_sound([&] {
        const formats::sequence_lists lists = formats::read_lists({&path, 1}, kind, options);
        const formats::sequence_lists pairs = formats::pair_neighbours(lists);
        require(pairs.a.size() == pairs.b.size() && pairs.a.size() + pairs.b.size() == lists.a.size(),
                "every sequence is one of a pair");
    }));
}

void try_texts(const std::string& path, alphabet kind, formats::pair_unit unit) {
    static_cast<void>(fuzz::is_sound([&] {
        const auto pair = formats::sequence_pair::of_files({path, path}, unit, kind, one_thread());
        require(pair.length(formats::pair_side::a) == pair.length(formats::pair_side::b),
                "a file is as long as itself");
        if (unit == formats::pair_unit::letter) return;
        for (std::uint64_t at = 0; at < pair.length(formats::pair_side::a); ++at)
            require(pair.symbol(formats::pair_side::a, at) == pair.symbol(formats::pair_side::b, at) &&
                        pair.symbol(formats::pair_side::a, at).find('\n') == std::string::npos,
                    "a file has the lines or tokens of itself");
    }));
}

void try_places(const std::string& path) {
    sequence_set_builder builder(alphabet::dna);
    builder.add("a", "ACGTACGT");
    builder.add("b", "");
    builder.add("c", "ACG");
    const sequence_set set = std::move(builder).finish();
    static_cast<void>(fuzz::is_sound([&] {
        formats::place_pair_reader reader(path, set, one_thread());
        for (auto rows = reader.next(3); !rows.empty(); rows = reader.next(3))
            for (const place_pair& row : rows)
                for (const overlap_place& place : {row.a, row.b})
                    require(place.sequence < set.size() && place.start <= set.length(place.sequence),
                            "places are in the sequences");
    }));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::choices from(data, size);
    const std::uint64_t choice = from.byte();
    const alphabet kind = kinds.at(choice / 8 % kinds.size());
    const fuzz::memory_file file(from.rest());
    switch (choice % 8) {
    case 0:
    case 1: try_pair_table(file.path(), kind); break;
    case 2: try_lists(file.path(), kind, false); break;
    case 3: try_lists(file.path(), kind, true); break;
    case 4: try_texts(file.path(), kind, formats::pair_unit::letter); break;
    case 5: try_texts(file.path(), kind, formats::pair_unit::line); break;
    case 6: try_texts(file.path(), kind, formats::pair_unit::token); break;
    default: try_places(file.path());
    }
    return 0;
}
