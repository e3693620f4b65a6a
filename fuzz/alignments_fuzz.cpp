// Any bytes as SAM or BAM: what htslib makes of them is sound FASTQ, or one error that says what is wrong; and how the
// bytes arrive changes nothing. (CRAM is left to htslib's own fuzzers.)
#include "formats/alignment_source.hpp"
#include "formats/fastx_reader.hpp"
#include "promise.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace {

using concord::fuzz::require;

/// Bytes from memory, so many at a time.
class pieces_of_memory final : public concord::formats::byte_source {
  public:
    pieces_of_memory(std::string_view bytes, std::size_t at_once) : left_(bytes), at_once_(at_once) {}

    [[nodiscard]] std::size_t read(std::span<char> target) override {
        const std::size_t count = std::min({target.size(), at_once_, left_.size()});
        std::copy_n(left_.begin(), count, target.begin());
        left_.remove_prefix(count);
        return count;
    }

  private:
    std::string_view left_;
    std::size_t at_once_;
};

std::string as_fastq(std::string_view bytes, std::size_t at_once) {
    std::string text;
    const bool sound = concord::fuzz::is_sound([&] {
        const auto fastq =
            concord::formats::alignments_as_fastq(std::make_unique<pieces_of_memory>(bytes, at_once), "FILE");
        std::string buffer(4096, '\0');
        while (const std::size_t count = fastq->read(buffer))
            text.append(buffer, 0, count);
    });
    return sound ? text : "an error";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (!concord::formats::reads_alignments()) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (!concord::formats::looks_like_alignments(bytes) || bytes.starts_with("CRAM")) return 0;
    const std::string whole = as_fastq(bytes, size);
    require(whole == as_fastq(bytes, 1 + size % 61), "how the bytes arrive changes nothing");
    if (whole == "an error") return 0;
    // A name may hold what no title may: that is bad input, too.
    static_cast<void>(concord::fuzz::is_sound([&] {
        concord::formats::fastx_reader reader(std::string_view(whole), "FASTQ", {});
        concord::formats::fastx_record record;
        while (reader.next(record))
            require(record.letters.find('\n') == std::string_view::npos, "a read is one line");
    }));
    return 0;
}
