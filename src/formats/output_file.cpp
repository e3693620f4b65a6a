#include "formats/output_file.hpp"

#include <concord/error.hpp>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <htslib/bgzf.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace concord::formats {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t block_size = BGZF_BLOCK_SIZE; // letters that fit one block, however badly they compress

/// The number of an open descriptor that the path stands for. To open such a path anew would be to write a file of its
/// own where a redirection appends.
std::optional<int> descriptor_named(const std::string& path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        int number = -1;
        const char* const end = path.data() + path.size();
        const auto [stop, trouble] = std::from_chars(path.data() + folder.size(), end, number);
        if (trouble == std::errc() && stop == end && number >= 0) return number;
    }
    return std::nullopt;
}

} // namespace

output_file::output_file(std::string path) : path_(std::move(path)), compressed_(path_.ends_with(".gz")) {
    buffer_.reserve(buffer_size);
    if (path_ == "-") {
        path_ = "standard output";
        descriptor_ = STDOUT_FILENO;
        return;
    }
    if (const std::optional<int> open_already = descriptor_named(path_)) {
        descriptor_ = ::fcntl(*open_already, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (descriptor_ < 0) fail("open", errno);
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) { // a device or a pipe; a directory fails here, as it should
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail("open", errno);
        return;
    }
    // A new name would replace what the old one protects, and a link rather than what it points at.
    if (exists && ::access(path_.c_str(), W_OK) != 0) fail("write", errno);
    std::error_code ignored;
    std::string final_path;
    if (exists) final_path = std::filesystem::canonical(path_, ignored).string();
    try {
        file_.emplace(final_path.empty() ? path_ : final_path);
    } catch (const std::system_error& failure) {
        fail("write", failure.code().value());
    }
    descriptor_ = file_->descriptor();
    if (exists && ::fchmod(descriptor_, status.st_mode & 07777) != 0) fail("set the mode of", errno);
}

output_file::output_file(output_file&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, std::nullopt)), buffer_(std::move(other.buffer_)),
      descriptor_(std::exchange(other.descriptor_, -1)), compressed_(other.compressed_), finished_(other.finished_),
      outlives_reader_(other.outlives_reader_), is_unread_(other.is_unread_) {}

output_file::~output_file() {
    if (descriptor_ > STDOUT_FILENO && !file_) ::close(descriptor_);
}

void output_file::write(std::string_view bytes) {
    // Large pieces, such as threads make, are not copied first.
    if (!compressed_ && buffer_.empty() && bytes.size() >= buffer_size) return hand_on(bytes);
    buffer_.append(bytes);
    if (buffer_.size() >= buffer_size) flush();
}

void output_file::flush() {
    std::string_view rest = buffer_;
    if (compressed_) {
        // Whole blocks only; what is left over waits for the next flush or the end.
        for (; rest.size() >= block_size; rest.remove_prefix(block_size))
            compress(rest.substr(0, block_size));
        buffer_.erase(0, buffer_.size() - rest.size());
    } else {
        hand_on(rest);
        buffer_.clear();
    }
}

void output_file::compress(std::string_view block) {
    std::array<char, BGZF_MAX_BLOCK_SIZE> packed; // NOLINT(*-member-init): written before it is read
    std::size_t size = packed.size();
    if (bgzf_compress(packed.data(), &size, block.data(), block.size(), -1) != 0)
        throw error(error_code::resource, "cannot compress " + path_);
    hand_on({packed.data(), size});
}

void output_file::hand_on(std::string_view bytes) {
    while (!bytes.empty() && !is_unread_) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EPIPE && outlives_reader_)
            is_unread_ = true;
        else if (errno == EPIPE)
            throw closed_pipe();
        else if (errno != EINTR)
            fail("write", errno);
    }
}

void output_file::finish() {
    if (finished_) return;
    flush();
    if (compressed_) {
        if (!buffer_.empty()) compress(buffer_);
        compress({}); // the empty block that marks the end of BGZF
    }
    if (file_) {
        if (::fsync(descriptor_) != 0) fail("write", errno);
    } else if (descriptor_ > STDOUT_FILENO && ::close(std::exchange(descriptor_, -1)) != 0) {
        fail("write", errno); // some file systems tell only now that there was no space
    }
    finished_ = true;
}

void output_file::commit() {
    finish();
    if (is_unread_) throw closed_pipe();
    if (!file_) return;
    try {
        file_->commit();
    } catch (const std::system_error& failure) {
        fail("write", failure.code().value());
    }
    file_.reset();
    descriptor_ = -1;
}

void output_file::fail(const char* deed, int number) const {
    throw error(error_code::resource, fmt::format("cannot {} {}: {}", deed, path_, std::strerror(number)));
}

} // namespace concord::formats
