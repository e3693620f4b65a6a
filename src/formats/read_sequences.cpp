#include "formats/byte_source.hpp"
#include "formats/fastx_reader.hpp"
#include "formats/printable.hpp"

#include <concord/error.hpp>

#include <memory>
#include <new>
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

} // namespace

sequence_set read_sequences(std::span<const std::string> paths, alphabet kind, const read_options& options,
                            std::vector<std::uint64_t>* sequences_of_files) {
    if (paths.empty()) throw error(error_code::usage, "expected a sequence file, found none");
    const auto watch = std::make_shared<read_watch>(options.on_progress, options.cancelled, total_bytes(paths));
    sequence_set_builder builder(kind);
    for (const std::string& path : paths) {
        auto reader = fastx_reader::open(path, options, watch);
        std::uint64_t sequences = 0;
        for (fastx_record record; reader.next(record); ++sequences) {
            try {
                builder.add(record.name, record.letters);
            } catch (const letter_error& failure) {
                throw wrong_letter(reader, record, kind, failure);
            } catch (const std::bad_alloc&) {
                throw error(error_code::resource, reader.name() + ": record " + std::to_string(record.number) +
                                                      ": the sequences are too large for the memory");
            }
        }
        if (sequences_of_files != nullptr) sequences_of_files->push_back(sequences);
    }
    watch->finish();
    return std::move(builder).finish();
}

} // namespace concord::formats
