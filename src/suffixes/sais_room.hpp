// Memory that induced sorting takes: of arrays that are free for a while, else new.
#pragma once

#include "runtime/far_array.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::suffixes {

/// A copy may take what the original has left, and both must not take afterwards.
template <class Index>
class sais_room {
  public:
    sais_room() = default;
    /// A copy owns nothing of what the original has allocated.
    sais_room(const sais_room& other) : free_(other.free_) {}
    sais_room& operator=(const sais_room&) = delete;
    ~sais_room() = default;

    /// Of many free pieces the largest are kept.
    void add(std::span<Index> piece) {
        std::span<Index>& least = *std::ranges::min_element(free_, {}, [](const auto& each) { return each.size(); });
        if (piece.size() > least.size()) least = piece;
    }

    /// So many elements of any content.
    Index* take(std::uint64_t count) {
        Index* const first = peek(count);
        take_peeked(count);
        return first;
    }
    /// The same, of which the last ones are then taken for good.
    Index* peek(std::uint64_t count) {
        from_ = nullptr; // the smallest piece that is large enough
        for (std::span<Index>& each : free_)
            if (each.size() >= count && (from_ == nullptr || each.size() < from_->size())) from_ = &each;
        if (from_ != nullptr) return from_->data() + (from_->size() - count);
        allocated_.emplace_back(static_cast<std::size_t>(count));
        return allocated_.back().data();
    }
    void take_peeked(std::uint64_t taken) {
        if (from_ != nullptr) *from_ = from_->first(from_->size() - taken);
    }

  private:
    std::array<std::span<Index>, 4> free_;
    std::span<Index>* from_ = nullptr;
    std::vector<runtime::far_array<Index>> allocated_;
};

} // namespace concord::suffixes
