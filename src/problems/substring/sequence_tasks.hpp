// Which sequences threads take at once where each is read letter by letter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Consecutive sequences of some ten thousand letters a task: of reads hundreds, of genomes one. A number of sequences
/// that suits reads would leave a few hundred long sequences to one thread.
class sequence_tasks {
  public:
    /// Of so many sequences, and of so many letters together.
    sequence_tasks(std::uint64_t sequences, std::uint64_t letters)
        : sequences_(sequences),
          each_(std::clamp<std::uint64_t>(letters_of_task * sequences / std::max<std::uint64_t>(letters, 1), 1,
                                          most_sequences)) {}

    [[nodiscard]] std::size_t size() const noexcept {
        return static_cast<std::size_t>((sequences_ + each_ - 1) / each_);
    }
    [[nodiscard]] std::uint64_t first(std::size_t task) const noexcept { return task * each_; }
    [[nodiscard]] std::uint64_t last(std::size_t task) const noexcept {
        return std::min((task + 1) * each_, sequences_);
    }
    /// Sequences of a task, of the last one at most.
    [[nodiscard]] std::uint64_t each() const noexcept { return each_; }

  private:
    static constexpr std::uint64_t letters_of_task = 1U << 15U;
    static constexpr std::uint64_t most_sequences = 4096;

    std::uint64_t sequences_;
    std::uint64_t each_;
};

} // namespace concord::substring
