#include "formats/content.hpp"

#include "formats/alignment_source.hpp"
#include "formats/byte_source.hpp"

#include <concord/error.hpp>

#include <array>

namespace concord::formats {
namespace {

struct known_format {
    std::string_view first_bytes;
    std::string_view name;
    bool may_be_text = false; ///< a text could begin like this
};

using namespace std::string_view_literals;

/// What people hand over by mistake, and what to call it.
constexpr std::array known_formats = {
    known_format{"PK\x03\x04"sv, "a zip archive (unpack it first)"},
    known_format{"BZh"sv, "bzip2 data (unpack it with bunzip2)", true},
    known_format{"\xFD"
                 "7zXZ\0"sv,
                 "xz data (unpack it with unxz)"},
    known_format{"\x28\xB5\x2F\xFD"sv, "Zstandard data (unpack it with unzstd)"},
    known_format{"\x1F\x9D"sv, "data of compress (unpack it with uncompress)"},
    known_format{"\x1F\x8B"sv, "gzip data inside gzip data (unpack it once)"},
    known_format{"BAM\x01"sv, "BAM (convert it with samtools fastq)"},
    known_format{"CRAM"sv, "CRAM (convert it with samtools fastq)", true},
    known_format{"@HD\tVN:"sv, "SAM (convert it with samtools fastq)", true},
    known_format{"\xEF\xBB\xBF"sv, "a UTF-8 byte order mark (save the file without it)"},
    known_format{"\xFF\xFE"sv, "UTF-16 text (save the file as plain text)"},
    known_format{"\xFE\xFF"sv, "UTF-16 text (save the file as plain text)"},
};

/// "BZh" tells bzip2 from FASTA; from a list of names only what follows it does: "BZh91AY&SY".
constexpr std::string_view bzip2_block = "1AY&SY";

} // namespace

std::unique_ptr<peekable_source> open_content(std::unique_ptr<byte_source> raw, unsigned threads,
                                              const std::stop_source& stop) {
    auto content = std::make_unique<peekable_source>(std::move(raw));
    if (looks_like_gzip(content->peek())) {
        auto inflated = inflate(std::move(content));
        if (threads > 1) inflated = read_ahead(std::move(inflated), stop);
        content = std::make_unique<peekable_source>(std::move(inflated));
    }
    return content;
}

bool looks_like_alignments(std::string_view first_bytes) noexcept {
    return first_bytes.starts_with("BAM\x01"sv) ||
           (first_bytes.size() > 4 && first_bytes.starts_with("CRAM"sv) && first_bytes[4] > 0 &&
            first_bytes[4] < ' ') ||
           first_bytes.starts_with("@HD\tVN:"sv) || first_bytes.starts_with("@SQ\tSN:"sv);
}

bool looks_like_records(std::string_view first_bytes) noexcept {
    const std::size_t first = first_bytes.find_first_not_of("\r\n");
    return first == std::string_view::npos || first_bytes[first] == '>' || first_bytes[first] == '@';
}

void turn_down_other_formats(std::string_view first_bytes, const std::string& file, bool text_is_wanted) {
    for (const known_format& format : known_formats) {
        if (!first_bytes.starts_with(format.first_bytes)) continue;
        if (text_is_wanted && format.may_be_text && first_bytes.find(bzip2_block) != 4) continue;
        throw error(error_code::bad_input, file + ": expected " + (text_is_wanted ? "text" : "FASTA or FASTQ") +
                                               ", plain or gzip, found " + std::string(format.name));
    }
}

} // namespace concord::formats
