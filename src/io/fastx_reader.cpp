#include "io/fastx_reader.hpp"

#include "io/byte_source.hpp"
#include "io/fastx_grammar.hpp"
#include "io/gzip_source.hpp"
#include "io/line_reader.hpp"
#include "io/read_ahead_source.hpp"

#include <concord/error.hpp>

#include <array>
#include <memory>
#include <new>
#include <stop_token>
#include <system_error>
#include <utility>

namespace concord::io {
namespace {

struct known_format {
    std::string_view first_bytes;
    std::string_view name;
};

using namespace std::string_view_literals;

/// What people hand over by mistake, and what to call it.
constexpr std::array known_formats = {
    known_format{"PK\x03\x04"sv, "a zip archive (unpack it first)"},
    known_format{"BZh"sv, "bzip2 data (unpack it with bunzip2)"},
    known_format{"\xFD"
                 "7zXZ\0"sv,
                 "xz data (unpack it with unxz)"},
    known_format{"\x28\xB5\x2F\xFD"sv, "Zstandard data (unpack it with unzstd)"},
    known_format{"\x1F\x9D"sv, "data of compress (unpack it with uncompress)"},
    known_format{"\x1F\x8B"sv, "gzip data inside gzip data (unpack it once)"},
    known_format{"BAM\x01"sv, "BAM (convert it with samtools fasta)"},
    known_format{"CRAM"sv, "CRAM (convert it with samtools fasta)"},
    known_format{"@HD\tVN:"sv, "SAM (convert it with samtools fasta)"},
    known_format{"\xEF\xBB\xBF"sv, "a UTF-8 byte order mark (save the file without it)"},
    known_format{"\xFF\xFE"sv, "UTF-16 text (save the file as plain text)"},
    known_format{"\xFE\xFF"sv, "UTF-16 text (save the file as plain text)"},
};

/// Takes the compression off, if there is any, and turns down other formats.
std::unique_ptr<byte_source> open_content(std::unique_ptr<byte_source> raw, const std::string& file, unsigned threads,
                                          const std::stop_source& stop) {
    auto content = std::make_unique<peekable_source>(std::move(raw));
    if (looks_like_gzip(content->peek())) {
        auto inflated = inflate(std::move(content));
        if (threads > 1) inflated = read_ahead(std::move(inflated), stop);
        content = std::make_unique<peekable_source>(std::move(inflated));
    }
    const std::string_view first = content->peek();
    for (const known_format& format : known_formats) {
        if (first.starts_with(format.first_bytes)) {
            throw error(error_code::bad_input,
                        file + ": expected FASTA or FASTQ, plain or gzip, found " + std::string(format.name));
        }
    }
    return content;
}

error damage(const std::string& file, std::uint64_t record, const damaged_stream& failure) {
    return {error_code::bad_input, file + ": " + (record == 0 ? "" : "record " + std::to_string(record) + ", ") +
                                       "byte " + std::to_string(failure.position()) +
                                       " of the compressed file: " + failure.what()};
}

error too_large(const std::string& file, std::uint64_t record) {
    return {error_code::resource, file + ": record " + std::to_string(record) + ": too large for the memory"};
}

} // namespace

struct fastx_reader::state {
    /// `open_raw` makes the source of the bytes as they are, to be left when `stop` is requested.
    template <class OpenRaw>
    state(OpenRaw open_raw, std::string file_name, const read_options& options,
          std::shared_ptr<read_watch> shared_watch, std::stop_source when_left)
        : watch(std::move(shared_watch)), stop(std::move(when_left)), file(std::move(file_name)),
          content(open_content(open_raw(*watch, stop.get_token()), file, options.threads, stop)),
          lines(*content, options.buffer_bytes), grammar(lines, file) {}

    template <class OpenRaw>
    static std::unique_ptr<state> make(OpenRaw open_raw, const std::string& name, const read_options& options,
                                       std::shared_ptr<read_watch> watch) {
        const auto file = display_name(name);
        try {
            return std::make_unique<state>(open_raw, file, options, std::move(watch), std::stop_source());
        } catch (const damaged_stream& failure) {
            throw damage(file, 0, failure);
        } catch (const std::system_error& failure) {
            throw error(error_code::resource, file + ": expected a thread to inflate with, found " + failure.what());
        }
    }

    std::shared_ptr<read_watch> watch;
    std::stop_source stop;
    std::string file;
    std::unique_ptr<byte_source> content;
    line_reader lines;
    fastx_grammar grammar;
};

fastx_reader::fastx_reader(std::unique_ptr<state> made) : state_(std::move(made)) {}
fastx_reader::fastx_reader(fastx_reader&&) noexcept = default;
fastx_reader& fastx_reader::operator=(fastx_reader&&) noexcept = default;
fastx_reader::~fastx_reader() = default;

fastx_reader::fastx_reader(const std::string& path, const read_options& options)
    : fastx_reader(open(path, options,
                        std::make_shared<read_watch>(options.on_progress, options.cancelled, file_bytes(path)))) {}

fastx_reader::fastx_reader(std::string_view bytes, const std::string& name, const read_options& options) {
    state_ = state::make([bytes](read_watch&, const std::stop_token&) { return open_memory(bytes); }, name, options,
                         std::make_shared<read_watch>(options.on_progress, options.cancelled, bytes.size()));
}

fastx_reader fastx_reader::open(const std::string& path, const read_options& options,
                                std::shared_ptr<read_watch> watch) {
    const auto open_raw = [&path](read_watch& w, const std::stop_token& stop) { return open_file(path, w, stop); };
    return fastx_reader(state::make(open_raw, path, options, std::move(watch)));
}

bool fastx_reader::next(fastx_record& record) {
    try {
        return state_->grammar.next(record);
    } catch (const damaged_stream& failure) {
        throw damage(state_->file, state_->grammar.number(), failure);
    } catch (const std::bad_alloc&) {
        throw too_large(state_->file, state_->grammar.number());
    }
}

letter_place fastx_reader::place_of(std::uint64_t letter) const { return state_->grammar.place_of(letter); }

const std::string& fastx_reader::name() const noexcept { return state_->file; }

} // namespace concord::io
