#include "formats/alignment_source.hpp"

#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <htslib/cram.h>
#include <htslib/hfile.h>
#include <htslib/hts_log.h>
#include <htslib/sam.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace concord::formats {
namespace {

constexpr std::size_t pumped_bytes = 65536;
constexpr std::size_t text_bytes = 65536; ///< of FASTQ that are made at once, at least

/// Takes bytes to a descriptor that htslib reads, on a thread of its own.
class pump {
  public:
    explicit pump(std::unique_ptr<byte_source> content) : content_(std::move(content)) {
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) != 0)
            throw error(error_code::resource, std::string("a file cannot be read: ") + std::strerror(errno));
        try {
            thread_ = runtime::start_thread([this] { run(); });
        } catch (...) {
            ::close(ends_[0]);
            ::close(ends_[1]);
            throw;
        }
    }
    pump(const pump&) = delete;
    pump& operator=(const pump&) = delete;
    /// The reader has closed its end, so that nothing waits for it.
    ~pump() { join(); }

    [[nodiscard]] int readable() const noexcept { return ends_[0]; }
    /// Waits for the last byte, and throws what the content threw.
    void finish() {
        join();
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void join() {
        if (thread_.joinable()) thread_.join();
    }
    void run() {
        try {
            std::vector<char> bytes(pumped_bytes);
            for (bool wanted = true; wanted;) {
                const std::size_t count = content_->read(bytes);
                if (count == 0) break;
                wanted = send({bytes.data(), count});
            }
        } catch (...) {
            failure_ = std::current_exception();
        }
        ::close(ends_[1]);
    }
    /// False where the reader has closed its end.
    [[nodiscard]] bool send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(ends_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            if (sent < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    std::unique_ptr<byte_source> content_;
    std::array<int, 2> ends_{-1, -1};
    std::exception_ptr failure_;
    std::thread thread_;
};

struct close_file {
    void operator()(htsFile* file) const noexcept { static_cast<void>(hts_close(file)); }
};
struct destroy_header {
    void operator()(sam_hdr_t* header) const noexcept { sam_hdr_destroy(header); }
};
struct destroy_record {
    void operator()(bam1_t* record) const noexcept { bam_destroy1(record); }
};

class alignment_source final : public byte_source {
  public:
    alignment_source(std::unique_ptr<byte_source> content, std::string name)
        : name_(std::move(name)), pump_(std::make_unique<pump>(std::move(content))) {
        hts_set_log_level(HTS_LOG_OFF); // its errors become ours
        hFILE* const stream = hdopen(pump_->readable(), "r");
        if (stream == nullptr) {
            ::close(pump_->readable());
            throw std::bad_alloc();
        }
        file_.reset(hts_hopen(stream, name_.c_str(), "r"));
        if (!file_) {
            hclose_abruptly(stream);
            fail("expected SAM, BAM or CRAM, found something else");
        }
        if (file_->format.format == cram)
            hts_set_opt(file_.get(), CRAM_OPT_REQUIRED_FIELDS, SAM_QNAME | SAM_FLAG | SAM_SEQ | SAM_QUAL);
        header_.reset(sam_hdr_read(file_.get()));
        if (!header_) fail("expected a header of SAM, BAM or CRAM, found none that is whole");
        record_.reset(bam_init1());
        if (!record_) throw std::bad_alloc();
    }
    ~alignment_source() override {
        file_.reset(); // before the pump, which may wait to be read
    }

    std::size_t read(std::span<char> target) override {
        if (given_ == text_.size()) {
            text_.clear();
            given_ = 0;
            while (!ended_ && text_.size() < text_bytes)
                add_record();
        }
        const std::size_t count = text_.copy(target.data(), target.size(), given_);
        given_ += count;
        return count;
    }

  private:
    [[noreturn]] void fail(const std::string& why) {
        file_.reset();
        pump_->finish(); // what the content says comes first
        throw error(error_code::bad_input,
                    name_ + ": " + (records_ == 0 ? "" : "record " + std::to_string(records_ + 1) + ": ") + why);
    }

    void add_record() {
        const int status = sam_read1(file_.get(), header_.get(), record_.get());
        if (status == -1) return end();
        if (status < -1)
            fail(file_->format.format == cram
                     ? "expected a whole record of CRAM, and its reference where it needs one, found none"
                     : "expected a whole record, found one that is damaged or cut off");
        const bam1_t& record = *record_;
        if ((record.core.flag & (BAM_FSECONDARY | BAM_FSUPPLEMENTARY)) != 0) return;
        ++records_;
        const auto length = static_cast<std::size_t>(record.core.l_qseq);
        const bool turned = (record.core.flag & BAM_FREVERSE) != 0;
        text_ += '@';
        text_ += bam_get_qname(&record);
        text_ += '\n';
        const std::uint8_t* const letters = bam_get_seq(&record);
        const std::size_t first = text_.size();
        for (std::size_t i = 0; i < length; ++i)
            text_ += turned ? seq_nt16_str[complement(bam_seqi(letters, length - 1 - i))]
                            : seq_nt16_str[bam_seqi(letters, i)];
        std::replace(text_.begin() + static_cast<std::ptrdiff_t>(first), text_.end(), '=', 'N'); // equal to a reference
        text_ += "\n+\n";
        const std::uint8_t* const qualities = bam_get_qual(&record);
        constexpr std::uint8_t missing = 255;
        constexpr std::uint8_t most = 93;
        for (std::size_t i = 0; i < length; ++i) {
            const std::uint8_t quality = qualities[turned ? length - 1 - i : i];
            text_ += static_cast<char>('!' + (quality == missing ? 0 : std::min(quality, most)));
        }
        text_ += '\n';
    }

    void end() {
        ended_ = true;
        constexpr int without_mark = 2;
        if (file_->format.format == cram && cram_eof(file_->fp.cram) == without_mark)
            fail("expected the block that ends CRAM, found the end of the file");
        file_.reset();
        pump_->finish();
    }

    /// Of a set of nucleotides, a bit each for A, C, G, T: the bits in reverse.
    static std::size_t complement(std::uint8_t set) noexcept {
        return static_cast<std::size_t>((set & 1U) << 3U | (set & 2U) << 1U | (set & 4U) >> 1U | (set & 8U) >> 3U);
    }

    std::string name_;
    std::unique_ptr<pump> pump_;
    std::unique_ptr<htsFile, close_file> file_;
    std::unique_ptr<sam_hdr_t, destroy_header> header_;
    std::unique_ptr<bam1_t, destroy_record> record_;
    std::uint64_t records_ = 0;
    bool ended_ = false;
    std::string text_;
    std::size_t given_ = 0;
};

} // namespace

bool reads_alignments() noexcept { return true; }

std::unique_ptr<byte_source> alignments_as_fastq(std::unique_ptr<byte_source> content, std::string name) {
    return std::make_unique<alignment_source>(std::move(content), std::move(name));
}

} // namespace concord::formats
