// An alignment built from its end to its beginning.
#pragma once

#include <concord/pairs.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace concord::pairwise {

class alignment_builder {
  public:
    void prepend(char operation, std::uint64_t count = 1) {
        if (count == 0) return;
        if (backwards_.empty() || backwards_.back().operation != operation) backwards_.push_back({operation, 0});
        backwards_.back().count += count;
    }
    [[nodiscard]] alignment take() && {
        std::ranges::reverse(backwards_);
        return std::move(backwards_);
    }

  private:
    alignment backwards_;
};

} // namespace concord::pairwise
