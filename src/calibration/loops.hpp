// The work that stands for each kind, prepared once: a call of run() is what is measured.
#pragma once

#include "runtime/far_array.hpp"

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace concord::calibration {

/// So many sequences of so many random letters of DNA, every third with `shared`, which is no longer, somewhere; the
/// same on every machine.
[[nodiscard]] sequence_set random_dna(std::uint64_t sequences, std::uint64_t letters, std::string_view shared = {});

// By the public calls, on the device and the threads of `run`.

class scanning {
  public:
    scanning(std::uint64_t reads, std::uint64_t letters, std::uint64_t support, std::uint64_t mismatches,
             std::string_view shared = {});
    void run(const run_options& on) const;

  private:
    sequence_set reads_;
    std::uint64_t support_;
    std::uint64_t mismatches_;
};

class cells {
  public:
    cells(std::uint64_t rows, std::uint64_t columns, std::uint64_t letters);
    void run(const run_options& on) const;

  private:
    sequence_set rows_;
    sequence_set columns_;
};

class sorting {
  public:
    explicit sorting(std::uint64_t letters);
    void run(const run_options& on) const;

  private:
    sequence_set text_;
};

/// Reads at random positions of one table, by one thread.
class memory_access {
  public:
    memory_access();
    void run(std::uint64_t seed) const;

  private:
    runtime::far_array<std::uint32_t> table_;
};

} // namespace concord::calibration
