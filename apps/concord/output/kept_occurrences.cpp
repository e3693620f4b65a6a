#include "output/kept_occurrences.hpp"

#include <concord/error.hpp>

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

#include <unistd.h>

namespace concord::app {
namespace {

void put(std::string& to, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7U)
        to.push_back(static_cast<char>(number | 0x80U));
    to.push_back(static_cast<char>(number));
}

void put(std::string& to, std::string_view text) {
    put(to, text.size());
    to += text;
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

std::string_view take_text(std::string_view& from) {
    const std::size_t size = take_number(from);
    const std::string_view text = from.substr(0, size);
    from.remove_prefix(size);
    return text;
}

[[noreturn]] void fail(const std::string& what) {
    throw error(error_code::resource, fmt::format("{}, for occurrences that do not fit the memory: {}", what,
                                                  std::error_code(errno, std::generic_category()).message()));
}

/// Open for writing and reading, and without a name: nothing is left of it whatever ends the process.
int open_temporary_file() {
    const char* const folder = std::getenv("TMPDIR");
    std::string path = std::string(folder != nullptr && *folder != 0 ? folder : "/tmp") + "/concord-XXXXXX";
    const int descriptor = ::mkstemp(path.data());
    if (descriptor < 0) fail("cannot create the temporary file " + path);
    ::unlink(path.c_str());
    return descriptor;
}

} // namespace

kept_occurrences::~kept_occurrences() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void kept_occurrences::add(const pattern_occurrence& one, std::string_view name) {
    std::string& to = lists_[2 * one.pattern + (one.is_reverse ? 1 : 0)].last;
    const std::size_t before = to.size();
    put(to, one.sequence);
    put(to, name);
    put(to, one.end);
    put(to, one.end - one.start);
    put(to, one.edits);
    put(to, cigar(one.alignment));
    bytes_ += to.size() - before;
    ++count_;
    if (bytes_ > most_bytes_) move_to_file();
}

void kept_occurrences::move_to_file() {
    if (descriptor_ < 0) descriptor_ = open_temporary_file();
    for (list& each : lists_) {
        if (each.last.empty()) continue;
        each.before.push_back({.begin = bytes_in_file_, .size = each.last.size()});
        for (std::string_view left = each.last; !left.empty();) {
            const ::ssize_t written = ::write(descriptor_, left.data(), left.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) fail("cannot write the temporary file");
            left.remove_prefix(static_cast<std::size_t>(written));
        }
        bytes_in_file_ += each.last.size();
        std::string().swap(each.last); // an assignment would keep its memory
    }
    bytes_ = 0;
}

void kept_occurrences::for_each(const std::function<void(const row&)>& take) const {
    std::string part;
    for (std::size_t number = 0; number < lists_.size(); ++number) {
        const auto pass_on = [&](std::string_view left) {
            while (!left.empty()) {
                row one{};
                one.pattern = number / 2;
                one.is_reverse = number % 2 == 1;
                one.sequence = take_number(left);
                one.name = take_text(left);
                one.end = take_number(left);
                one.start = one.end - take_number(left);
                one.edits = take_number(left);
                one.cigar = take_text(left);
                take(one);
            }
        };
        for (const file_part& each : lists_[number].before) {
            part.resize(each.size);
            for (std::uint64_t there = 0; there < each.size;) {
                const ::ssize_t read = ::pread(descriptor_, part.data() + there, each.size - there,
                                               static_cast<::off_t>(each.begin + there));
                if (read < 0 && errno == EINTR) continue;
                if (read <= 0) fail("cannot read the temporary file");
                there += static_cast<std::uint64_t>(read);
            }
            pass_on(part);
        }
        pass_on(lists_[number].last);
    }
}

} // namespace concord::app
