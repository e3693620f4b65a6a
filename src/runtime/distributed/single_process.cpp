#include "runtime/distributed/communicator.hpp"
#include "runtime/far_array.hpp"

#include <cstdlib>
#include <stdexcept>

namespace concord::runtime {

void communicator::broadcast(byte_string& content) {
    std::uint64_t size = content.size();
    const auto of_size = std::as_writable_bytes(std::span(&size, 1));
    is_root() ? give(of_size) : take(of_size);
    if (is_root()) return give(content);
    content.resize(size);
    take(content);
}

std::shared_ptr<std::byte> one_process::common_memory(std::size_t bytes) {
    const auto zeros = std::make_shared<far_array<std::byte>>(bytes);
    return {zeros, zeros->data()};
}

void one_process::send(unsigned, byte_string) { throw std::logic_error("a process alone has nobody to send to"); }

void one_process::abort(int status) { std::_Exit(status); }

} // namespace concord::runtime
