#include "runtime/distributed/checkpoint.hpp"

#include "base/checksum.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace concord::runtime {
namespace {

constexpr std::string_view block_mark = "concord blocks 1"; // a whole number of words
constexpr std::uint64_t head_bytes = block_mark.size() + sizeof(std::uint64_t);
constexpr std::chrono::milliseconds between_block_saves{1000};

using base::checksum_of_block;
using frame = std::array<std::uint64_t, 3>; // block, size, checksum

} // namespace

checkpoint_blocks::checkpoint_blocks(std::filesystem::path file, std::uint64_t about)
    : file_(std::move(file)), saving_(between_block_saves) {
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(errno);
    try {
        struct stat facts {};
        if (::fstat(descriptor_, &facts) != 0) fail(errno);
        if (!S_ISREG(facts.st_mode)) fail(EINVAL);
        const auto size = static_cast<std::uint64_t>(facts.st_size);
        byte_string head(head_bytes);
        std::memcpy(head.data(), block_mark.data(), block_mark.size());
        std::memcpy(head.data() + block_mark.size(), &about, sizeof about);
        if (size >= head_bytes) {
            byte_string found(head_bytes);
            read_at(0, found);
            if (found != head)
                throw error(error_code::bad_input,
                            "checkpoint " + file_.string() + ": it is damaged, or of another run");
            end_ = head_bytes;
            scan(size);
        } else {
            write_at_end(head);
        }
        if (end_ < size && ::ftruncate(descriptor_, static_cast<::off_t>(end_)) != 0) fail(errno);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

checkpoint_blocks::~checkpoint_blocks() { ::close(descriptor_); }

void checkpoint_blocks::fail(int number) const {
    throw error(error_code::resource, "checkpoint " + file_.string() + ": " + std::system_category().message(number));
}

void checkpoint_blocks::scan(std::uint64_t size) {
    byte_string content;
    while (size - end_ >= sizeof(frame)) {
        frame header;
        read_at(end_, std::as_writable_bytes(std::span(header)));
        if (header[1] > size - end_ - sizeof header) return;
        content.resize(header[1]);
        read_at(end_ + sizeof header, content);
        if (checksum_of_block(header[0], content) != header[2]) return;
        places_[header[0]] = {end_ + sizeof header, header[1]};
        end_ += sizeof header + header[1];
    }
}

byte_string checkpoint_blocks::read(std::uint64_t block) const {
    const place where = places_.at(block);
    byte_string content(where.size);
    read_at(where.at, content);
    return content;
}

void checkpoint_blocks::append(std::uint64_t block, std::span<const std::byte> content) {
    const frame header{block, content.size(), checksum_of_block(block, content)};
    const std::uint64_t begin = end_;
    try {
        write_at_end(std::as_bytes(std::span(header)));
        write_at_end(content);
    } catch (...) {
        end_ = begin;
        static_cast<void>(::ftruncate(descriptor_, static_cast<::off_t>(begin)) ==
                          0); // if this fails, the frame is removed when the file is read
        throw;
    }
    places_[block] = {begin + sizeof header, content.size()};
    is_saved_ = false;
}

void checkpoint_blocks::save_if_due() {
    if (!is_saved_ && saving_.is_due()) save();
}

void checkpoint_blocks::save() {
    saving_.spend([this] {
        if (::fsync(descriptor_) != 0) fail(errno);
    });
    is_saved_ = true;
}

void checkpoint_blocks::read_at(std::uint64_t at, std::span<std::byte> into) const {
    while (!into.empty()) {
        const ::ssize_t count = ::pread(descriptor_, into.data(), into.size(), static_cast<::off_t>(at));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(count < 0 ? errno : EIO);
        into = into.subspan(static_cast<std::size_t>(count));
        at += static_cast<std::uint64_t>(count);
    }
}

void checkpoint_blocks::write_at_end(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ::ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<::off_t>(end_));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(errno);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        end_ += static_cast<std::uint64_t>(count);
    }
}

} // namespace concord::runtime
