#include "formats/sequence_lists.hpp"

#include "formats/block_reader.hpp"
#include "formats/byte_source.hpp"
#include "formats/opened_list.hpp"
#include "formats/printable.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <string_view>
#include <utility>

namespace concord::formats {
namespace {

/// Of the row that is the record: its two columns.
std::array<std::string_view, 2> columns_of(const fastx_reader& reader, const fastx_record& row) {
    const std::string_view line = row.letters;
    const auto tabs = std::ranges::count(line, '\t');
    if (tabs != 1)
        throw error(error_code::bad_input, reader.name() + ": line " + std::to_string(row.line) +
                                               ": expected two columns and a tab between them, found " +
                                               (line.empty() ? "an empty line"
                                                             : std::to_string(tabs + 1) + " column" +
                                                                   (tabs == 0 ? " (" + quoted(line) + ")" : "s")));
    const std::size_t tab = line.find('\t');
    return {line.substr(0, tab), line.substr(tab + 1)};
}

/// Of a file of lines, that some of its sequences are empty; nothing where none is.
std::vector<std::string> hints_at_empty_lines(const sequence_set& set, const std::string& path) {
    if (set.size() == 0 || set.shortest() > 0) return {};
    std::uint64_t count = 0;
    std::uint64_t first = 0; // its line, from 1
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.length(i) > 0) continue;
        if (count++ == 0) first = i + 1;
    }
    const std::string which = display_name(path) + ": line " + std::to_string(first);
    return {count == 1
                ? which + " is empty, and counts as an empty sequence"
                : which + " and " + std::to_string(count - 1) + " others are empty, and count as empty sequences"};
}

} // namespace

bool is_for_blocks(const opened_list& opened, const std::string& path, alphabet kind) {
    return (opened.holds_lines() || kind != alphabet::utf8) && path != "-" && file_bytes(path) > 0;
}

sequence_set read_by_blocks(const opened_list& opened, const std::string& path, alphabet kind, bool guessed,
                            const read_options& options) {
    read_options known = options;
    known.lines = opened.holds_lines() ? line_files::always : line_files::never;
    read_watch watch(options.on_progress, options.cancelled, file_bytes(path));
    run_options run;
    run.threads = options.threads;
    runtime::thread_pool threads(run);
    sequence::set_builder builder(kind);
    static_cast<void>(read_blocks(builder, path, guessed ? alphabet::automatic : kind, known, threads, watch));
    watch.finish();
    return builder.finish();
}

sequence_lists read_lists(std::span<const std::string> paths, alphabet kind, const read_options& options) {
    std::vector<opened_list> opened;
    opened.reserve(paths.size());
    for (const std::string& path : paths)
        opened.emplace_back(path, options);
    const bool guess = settle_alphabet(kind, opened);
    const auto read = [&](std::size_t index) {
        if (!is_for_blocks(opened[index], paths[index], kind)) return opened[index].pack(kind, guess);
        return read_by_blocks(opened[index], paths[index], kind, guess, options);
    };
    sequence_lists lists;
    lists.files.assign(paths.begin(), paths.end());
    lists.a = read(0);
    lists.b = paths.size() > 1 ? read(paths.size() - 1) : lists.a;
    for (std::size_t index = 0; index < paths.size(); ++index)
        if (opened[index].holds_lines())
            std::ranges::move(hints_at_empty_lines(index == 0 ? lists.a : lists.b, paths[index]),
                              std::back_inserter(lists.hints));
    return lists;
}

sequence_lists pair_neighbours(const sequence_lists& one) {
    const sequence_set& all = one.a;
    if (all.size() % 2 != 0)
        throw error(error_code::bad_input,
                    display_name(one.files.front()) +
                        ": expected pairs of sequences, one after the other, found an odd number, " +
                        std::to_string(all.size()));
    std::array<sequence_set_builder, 2> sides = {sequence_set_builder(all.alphabet()),
                                                 sequence_set_builder(all.alphabet())};
    for (std::size_t i = 0; i < all.size(); ++i)
        sides[i % 2].add(all.name(i), all.text(i, 0, all.length(i)));
    return {std::move(sides[0]).finish(), std::move(sides[1]).finish(), one.files, one.hints};
}

sequence_lists read_batch(std::span<const std::string> paths, alphabet kind, bool zipped, const read_options& options) {
    sequence_lists lists = read_lists(paths, kind, options);
    if (zipped && lists.files.size() == 1) return pair_neighbours(lists);
    if (zipped && lists.a.size() != lists.b.size())
        throw error(error_code::bad_input, "--zip needs as many sequences in B as in A, found " +
                                               std::to_string(lists.a.size()) + " in " + lists.files[0] + " and " +
                                               std::to_string(lists.b.size()) + " in " + lists.files[1]);
    return lists;
}

sequence_lists read_pair_table(const std::string& path, alphabet kind, const read_options& options) {
    read_options as_lines = options;
    as_lines.lines = line_files::always;
    if (kind == alphabet::automatic) kind = alphabet::utf8;
    fastx_reader reader(path, as_lines);
    sequence_set_builder a(kind);
    sequence_set_builder b(kind);
    for (fastx_record row; reader.next(row);) {
        const std::array<std::string_view, 2> columns = columns_of(reader, row);
        std::uint64_t start = 0; // of the column that is being packed
        try {
            a.add(row.name, columns[0]);
            start = columns[0].size() + 1;
            b.add(row.name, columns[1]);
        } catch (const letter_error& failure) {
            throw wrong_letter(reader, row, kind, letter_error(failure.what(), failure.position() + start));
        } catch (const std::bad_alloc&) {
            throw error(error_code::resource, reader.name() + ": line " + std::to_string(row.line) +
                                                  ": the sequences are too large for the memory");
        }
    }
    return {std::move(a).finish(), std::move(b).finish(), {path}};
}

} // namespace concord::formats
