// The share of the random cases that a run of the tests tries.
#pragma once

#include <cstdint>
#include <vector>

namespace concord::test {

/// Which of `count` cases to try, by their numbers from 0 on. Where CONCORD_CASES is `some`, one of each ten, as in
/// the fast tests; where it is `others`, those that `some` leaves out; else all.
[[nodiscard]] std::vector<std::uint64_t> chosen_cases(std::uint64_t count);

} // namespace concord::test
