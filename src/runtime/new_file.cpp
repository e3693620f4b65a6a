#include "runtime/new_file.hpp"

#include "runtime/test_settings.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace concord::runtime {
namespace {

constexpr std::string_view ending = ".part";
constexpr std::size_t digits = 16;
constexpr std::size_t longest_stem = NAME_MAX - digits - ending.size() - 1;

[[noreturn]] void fail(int number = errno) { throw std::system_error(number, std::generic_category()); }

enum class slot_state : unsigned char { free, being_filled, holds_name };

struct slot {
    std::atomic<slot_state> state{slot_state::free};
    std::array<char, PATH_MAX> path{};
};

static_assert(std::atomic<slot_state>::is_always_lock_free, "a signal handler reads the states");

// Static, since a handler can neither allocate nor lock.
std::array<slot, 64> slots;

std::size_t slot_for(const std::string& path) {
    if (path.size() >= PATH_MAX) fail(ENAMETOOLONG);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        slot_state expected = slot_state::free;
        if (!slots[i].state.compare_exchange_strong(expected, slot_state::being_filled)) continue;
        std::memcpy(slots[i].path.data(), path.c_str(), path.size() + 1);
        slots[i].state = slot_state::holds_name;
        return i;
    }
    fail(EMFILE); // more unfinished files than any command writes
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// The path as far as random names begin with it: a name that is long already gives up its end.
std::string stem_of(const std::string& path) {
    const std::size_t begin = path.rfind('/') + 1; // npos + 1 is 0
    return path.substr(0, begin + std::min(path.size() - begin, longest_stem));
}

std::string random_name(const std::string& path) {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number) fail();
    std::array<char, digits + 2> text{};
    std::snprintf(text.data(), text.size(), ".%016llx", static_cast<unsigned long long>(number));
    return stem_of(path) + text.data() + std::string(ending);
}

bool is_random_name(std::string_view name, std::string_view stem) {
    if (!name.starts_with(stem) || !name.ends_with(ending)) return false;
    name = name.substr(stem.size(), name.size() - stem.size() - ending.size());
    return name.size() == digits + 1 && name.front() == '.' &&
           name.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

/// Removes files of random names for the same path, unless a living process has locked them. What cannot be looked at
/// stays: this is no more than tidying.
void remove_leftovers(const std::string& path) noexcept {
    const std::string stem = stem_of(path);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(folder_of(path).c_str()), &::closedir);
    if (folder == nullptr) return;
    const int in = ::dirfd(folder.get());
    while (const dirent* const entry = ::readdir(folder.get())) {
        if (!is_random_name(entry->d_name, std::string_view(stem).substr(stem.rfind('/') + 1))) continue;
        const int left = ::openat(in, entry->d_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (left < 0) continue;
        struct stat found {};
        if (::fstat(left, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
            ::flock(left, LOCK_EX | LOCK_NB) == 0)
            ::unlinkat(in, entry->d_name, 0);
        ::close(left);
    }
}

/// Locks a file as ours; whether it still has its name, which another process may have taken for a leftover just
/// before.
bool keeps_name_locked(int descriptor) {
    static_cast<void>(::flock(descriptor, LOCK_EX | LOCK_NB)); // a file system without locks has no leftovers removed
    struct stat found {};
    return ::fstat(descriptor, &found) == 0 && found.st_nlink > 0;
}

std::string in_proc(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A file without a name that can get one, or -1.
int open_unnamed(const std::string& path, ::mode_t mode) {
    if (names_are_forced()) return -1;
    const int descriptor = ::open(folder_of(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (descriptor < 0 || ::access(in_proc(descriptor).c_str(), F_OK) == 0) return descriptor;
    ::close(descriptor);
    return -1;
}

} // namespace

new_file::new_file(std::string path, ::mode_t mode) : path_(std::move(path)), mode_(mode) {
    descriptor_ = open_unnamed(path_, mode);
    if (descriptor_ >= 0) return;
    remove_leftovers(path_);
    name_it(false);
}

/// Under a random name: the unnamed file, or a new one.
void new_file::name_it(bool link) {
    for (;;) {
        temporary_ = random_name(path_);
        slot_ = slot_for(temporary_); // first, for a signal may come at any time
        bool made = false;
        if (link) {
            made =
                ::linkat(AT_FDCWD, in_proc(descriptor_).c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) == 0;
        } else {
            descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_);
            made = descriptor_ >= 0;
        }
        if (made && keeps_name_locked(descriptor_)) return;
        const int reason = errno;
        forget(); // it is not ours, or gone
        if (!made && reason != EEXIST) fail(reason);
        if (made && !link) ::close(std::exchange(descriptor_, -1));
    }
}

new_file::new_file(new_file&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})),
      slot_(std::exchange(other.slot_, no_slot)), descriptor_(std::exchange(other.descriptor_, -1)),
      mode_(other.mode_) {}

new_file& new_file::operator=(new_file&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(temporary_, other.temporary_);
    std::swap(slot_, other.slot_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(mode_, other.mode_);
    return *this;
}

new_file::~new_file() {
    if (slot_ != no_slot) ::unlink(temporary_.c_str());
    forget();
    if (descriptor_ >= 0) ::close(descriptor_);
}

void new_file::commit() {
    if (temporary_.empty()) {
        // Where the name is free, the file gets it at once; a link cannot replace another file.
        static_cast<void>(::flock(descriptor_, LOCK_EX | LOCK_NB));
        const bool linked =
            ::linkat(AT_FDCWD, in_proc(descriptor_).c_str(), AT_FDCWD, path_.c_str(), AT_SYMLINK_FOLLOW) == 0;
        if (!linked && errno != EEXIST) fail();
        if (!linked) name_it(true);
    }
    if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
    forget();
    // Some file systems tell only now that there was no space; the file has been synced before, if it matters.
    if (::close(std::exchange(descriptor_, -1)) != 0) fail();
}

void new_file::forget() noexcept {
    temporary_.clear();
    if (slot_ != no_slot) slots[std::exchange(slot_, no_slot)].state = slot_state::free;
}

void remove_unfinished_files() noexcept {
    for (slot& each : slots)
        if (each.state == slot_state::holds_name) ::unlink(each.path.data());
}

} // namespace concord::runtime
