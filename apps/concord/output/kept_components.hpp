// Components of two matrices as they come, for answers that list all of them.
#pragma once

#include "output/temporary_file.hpp"

#include <concord/component.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace concord::app {

/// By the rows of their cells, in a few bytes each. What exceeds a bound lies in a temporary file.
class kept_components {
  public:
    /// At most about `most_bytes` and one component in memory, and while they are passed on as many again.
    explicit kept_components(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

    /// Throws error (resource) where the file cannot be written.
    void add(const component_result& one);
    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
    [[nodiscard]] std::uint64_t bytes_in_file() const noexcept { return file_.size(); }

    /// Calls take(component) for the first `most` in order, with their sizes, shifts and cells. Throws error (resource)
    /// where the file cannot be read.
    void for_each(const std::function<void(const component_result&)>& take,
                  std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const;

  private:
    std::string last_; ///< numbers: see add()
    std::uint64_t most_bytes_;
    std::vector<std::uint64_t> parts_; ///< bytes of each part of the file, of whole components
    std::uint64_t count_ = 0;
    temporary_file file_{"components"};
};

} // namespace concord::app
