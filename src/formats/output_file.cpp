#include "formats/output_file.hpp"

#include <concord/error.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <htslib/bgzf.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace concord::formats {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t block_size = BGZF_BLOCK_SIZE; // letters that fit one block, however badly they compress

} // namespace

output_file::output_file(std::string path) : path_(std::move(path)), compressed_(path_.ends_with(".gz")) {
    buffer_.reserve(buffer_size);
    if (path_ == "-") {
        path_ = "standard output";
        descriptor_ = STDOUT_FILENO;
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) { // a device or a pipe; a directory fails here, as it should
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail("open");
        return;
    }
    // A new name would replace what the old one protects, and a link rather than what it points at.
    if (exists && ::access(path_.c_str(), W_OK) != 0) fail("write");
    std::error_code ignored;
    if (exists) final_path_ = std::filesystem::canonical(path_, ignored).string();
    if (final_path_.empty()) final_path_ = path_;
    static std::atomic<unsigned> counter = 0;
    temporary_ = temporary_file(fmt::format("{}.{}-{}.part", final_path_, ::getpid(), counter++));
    renamed_ = true;
    descriptor_ = ::open(temporary_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
        const int reason = errno;
        temporary_.release(); // not ours
        errno = reason;
        fail("write");
    }
    if (exists && ::fchmod(descriptor_, status.st_mode & 07777) != 0) fail("set the mode of");
}

output_file::output_file(output_file&& other) noexcept
    : path_(std::move(other.path_)), final_path_(std::move(other.final_path_)), temporary_(std::move(other.temporary_)),
      buffer_(std::move(other.buffer_)), descriptor_(std::exchange(other.descriptor_, -1)),
      compressed_(other.compressed_), renamed_(other.renamed_), finished_(other.finished_) {}

output_file::~output_file() {
    if (descriptor_ > STDOUT_FILENO) ::close(descriptor_);
}

void output_file::write(std::string_view bytes) {
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
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EPIPE)
            throw closed_pipe();
        else if (errno != EINTR)
            fail("write");
    }
}

void output_file::finish() {
    if (finished_) return;
    flush();
    if (compressed_) {
        if (!buffer_.empty()) compress(buffer_);
        compress({}); // the empty block that marks the end of BGZF
    }
    if (renamed_ && ::fsync(descriptor_) != 0) fail("write");
    // Some file systems tell only now that there was no space.
    if (descriptor_ > STDOUT_FILENO && ::close(std::exchange(descriptor_, -1)) != 0) fail("write");
    finished_ = true;
}

void output_file::commit() {
    finish();
    if (!renamed_) return;
    if (::rename(temporary_.path().c_str(), final_path_.c_str()) != 0) fail("write");
    temporary_.release();
    renamed_ = false;
}

void output_file::fail(const char* deed) const {
    throw error(error_code::resource, fmt::format("cannot {} {}: {}", deed, path_, std::strerror(errno)));
}

namespace {

enum class slot_state : unsigned char { free, being_filled, holds_name };

struct slot {
    std::atomic<slot_state> state{slot_state::free};
    std::array<char, PATH_MAX> path{};
};

static_assert(std::atomic<slot_state>::is_always_lock_free, "a signal handler reads the states");

// Static, since a handler can neither allocate nor lock.
std::array<slot, 64> slots;

} // namespace

temporary_file::temporary_file(std::string path) : path_(std::move(path)) {
    if (path_.size() >= PATH_MAX) throw error(error_code::resource, "the name of a file is too long: " + path_);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        slot_state expected = slot_state::free;
        if (!slots[i].state.compare_exchange_strong(expected, slot_state::being_filled)) continue;
        std::memcpy(slots[i].path.data(), path_.c_str(), path_.size() + 1);
        slots[i].state = slot_state::holds_name;
        slot_ = i;
        return;
    }
    throw error(error_code::resource, "too many output files at a time");
}

temporary_file::temporary_file(temporary_file&& other) noexcept
    : path_(std::move(other.path_)), slot_(std::exchange(other.slot_, none)) {}

temporary_file& temporary_file::operator=(temporary_file&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(slot_, other.slot_);
    return *this;
}

temporary_file::~temporary_file() {
    if (slot_ == none) return;
    ::unlink(path_.c_str());
    release();
}

void temporary_file::release() noexcept {
    if (slot_ == none) return;
    slots[slot_].state = slot_state::free;
    slot_ = none;
}

void remove_temporary_files() noexcept {
    for (slot& each : slots)
        if (each.state == slot_state::holds_name) ::unlink(each.path.data());
}

} // namespace concord::formats
