// A run of one process, without MPI.
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/far_array.hpp"

#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace concord::runtime {

void communicator::broadcast(byte_string& content) {
    std::uint64_t size = content.size();
    broadcast(std::as_writable_bytes(std::span(&size, 1)));
    content.resize(size);
    broadcast(std::span<std::byte>(content));
}

std::shared_ptr<std::byte> one_process::allocate_shared(std::size_t bytes) {
    const auto zeros = std::make_shared<far_array<std::byte>>(bytes);
    return {zeros, zeros->data()};
}

void one_process::send(unsigned, byte_string) { throw std::logic_error("a process alone has no other to send to"); }

void one_process::abort(int status) { std::_Exit(status); }

} // namespace concord::runtime

namespace concord {
namespace {

struct sharing_of_one {
    explicit sharing_of_one(const cluster_options& options) : sharing(alone, options.part) {
        if (!options.checkpoint.empty()) sharing.keep_in(options.checkpoint, options.resume);
    }

    runtime::one_process alone;
    task_sharing sharing;
};

} // namespace

std::shared_ptr<task_sharing> share_work(const cluster_options& options) {
    const auto made = std::make_shared<sharing_of_one>(options);
    return {made, &made->sharing};
}

} // namespace concord
