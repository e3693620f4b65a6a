#include "output/temporary_file.hpp"

#include <concord/error.hpp>

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

#include <unistd.h>

namespace concord::app {

void put_number(std::string& to, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7U)
        to.push_back(static_cast<char>(number | 0x80U));
    to.push_back(static_cast<char>(number));
}

std::uint64_t take_number(std::string_view& from) {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(from.front());
        from.remove_prefix(1);
        number |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
        if (byte < 0x80) return number;
    }
}

temporary_file::~temporary_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void temporary_file::fail(const std::string& trouble) const {
    throw error(error_code::resource, fmt::format("{}, for {} that do not fit the memory: {}", trouble, what_,
                                                  std::error_code(errno, std::generic_category()).message()));
}

void temporary_file::append(std::string_view bytes) {
    if (descriptor_ < 0) {
        const char* const folder = std::getenv("TMPDIR");
        std::string path = std::string(folder != nullptr && *folder != 0 ? folder : "/tmp") + "/concord-XXXXXX";
        descriptor_ = ::mkstemp(path.data());
        if (descriptor_ < 0) fail("cannot create the temporary file " + path);
        ::unlink(path.c_str());
    }
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail("cannot write the temporary file");
        bytes.remove_prefix(static_cast<std::size_t>(written));
        size_ += static_cast<std::uint64_t>(written);
    }
}

void temporary_file::read(std::uint64_t begin, std::uint64_t count, std::string& bytes) const {
    bytes.resize(count);
    for (std::uint64_t there = 0; there < count;) {
        const ::ssize_t got =
            ::pread(descriptor_, bytes.data() + there, count - there, static_cast<::off_t>(begin + there));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail("cannot read the temporary file");
        there += static_cast<std::uint64_t>(got);
    }
}

} // namespace concord::app
