#include "formats/temporary_files.hpp"

#include <concord/error.hpp>

#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace concord::formats {
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
