// An array that the ranks of a node group have in common.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace concord::runtime {

template <class Value>
class shared_array {
    static_assert(std::is_trivially_destructible_v<Value>); // and zeros are a value

  public:
    /// `size` zeros. Collective in node_local(); null: for this process alone. Throws error (resource).
    shared_array(communicator* ranks, std::size_t size)
        : memory_(ranks == nullptr ? one_process().allocate_shared(size * sizeof(Value))
                                   : ranks->allocate_shared(size * sizeof(Value))),
          values_(reinterpret_cast<Value*>(memory_.get())), size_(size) {} // mapped memory: aligned to pages

    [[nodiscard]] Value& operator[](std::size_t at) const noexcept { return values_[at]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<Value> view() const noexcept { return {values_, size_}; }

  private:
    std::shared_ptr<std::byte> memory_;
    Value* values_;
    std::size_t size_;
};

} // namespace concord::runtime
