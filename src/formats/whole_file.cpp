#include "formats/whole_file.hpp"

#include "formats/byte_source.hpp"
#include "formats/content.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <stop_token>
#include <system_error>

namespace concord::formats {
namespace {

constexpr std::size_t first_room = std::size_t{1} << 16U;

std::string read_all(byte_source& source, std::uint64_t expected_bytes) {
    std::string bytes;
    // One byte more than expected: the read that finds the end needs room too.
    std::size_t room = std::max<std::size_t>(first_room, expected_bytes + 1);
    for (std::size_t held = 0;;) {
        if (held == bytes.size()) {
            bytes.resize(room);
            room *= 2;
        }
        const std::size_t count = source.read({bytes.data() + held, bytes.size() - held});
        held += count;
        if (count == 0) {
            bytes.resize(held);
            return bytes;
        }
    }
}

} // namespace

std::string read_whole_file(const std::string& path, const read_options& options) {
    const std::string name = display_name(path);
    const std::uint64_t size = file_bytes(path);
    read_watch watch(options.on_progress, options.cancelled, size);
    const std::stop_source stop;
    try {
        const auto content = open_content(open_file(path, watch, stop.get_token()), options.threads, stop);
        std::string bytes = read_all(*content, size);
        watch.finish();
        return bytes;
    } catch (const damaged_stream& failure) {
        throw error(error_code::bad_input, name + ": byte " + std::to_string(failure.position()) +
                                               " of the compressed file: " + failure.what());
    } catch (const std::bad_alloc&) {
        throw error(error_code::resource, name + ": too large for the memory");
    } catch (const std::system_error& failure) {
        throw error(error_code::resource, name + ": expected a thread to inflate with, found " + failure.what());
    }
}

} // namespace concord::formats
