// From files to a collection: block by block where a file holds records, else record by record.
#include "formats/block_reader.hpp"
#include "formats/byte_source.hpp"
#include "formats/fastx_reader.hpp"

#include <concord/error.hpp>

#include <memory>
#include <utility>

namespace concord::formats {
namespace {

/// Bytes of all files together, 0 if one of them has no size to know.
std::uint64_t total_bytes(std::span<const std::string> paths) {
    std::uint64_t total = 0;
    for (const std::string& path : paths) {
        const std::uint64_t bytes = file_bytes(path);
        if (bytes == 0) return 0;
        total += bytes;
    }
    return total;
}

std::uint64_t read_by_record(sequence::set_builder& builder, fastx_reader reader, alphabet kind) {
    std::uint64_t sequences = 0;
    for (fastx_record record; reader.next(record); ++sequences)
        add_record(builder, reader, record, kind);
    return sequences;
}

} // namespace

sequence_set read_sequences(std::span<const std::string> paths, alphabet kind, const read_options& options,
                            std::vector<std::uint64_t>* sequences_of_files) {
    if (paths.empty()) throw error(error_code::usage, "expected a sequence file, found none");
    const auto watch = std::make_shared<read_watch>(options.on_progress, options.cancelled, total_bytes(paths));
    run_options run;
    run.threads = options.threads;
    runtime::thread_pool threads(run);
    sequence::set_builder builder(kind);
    for (const std::string& path : paths) {
        std::uint64_t sequences = 0;
        if (options.lines == line_files::always || (options.lines == line_files::never && kind != alphabet::utf8)) {
            sequences = read_blocks(builder, path, kind, options, threads, *watch);
        } else {
            sequences = read_by_record(builder, fastx_reader::open(path, options, watch), kind);
        }
        if (sequences_of_files != nullptr) sequences_of_files->push_back(sequences);
    }
    watch->finish();
    return builder.finish();
}

} // namespace concord::formats

namespace concord {

sequence_set read_sequences(std::span<const std::string> paths, alphabet kind, const read_options& options,
                            std::vector<std::uint64_t>* sequences_of_files) {
    formats::read_options all;
    static_cast<read_options&>(all) = options;
    return formats::read_sequences(paths, kind, all, sequences_of_files);
}

} // namespace concord
