// Small numbers from a seed, the same on every machine (the standard's distributions are not).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>

namespace concord::test {

class dice {
  public:
    explicit dice(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }
    [[nodiscard]] bool one_in(std::uint64_t chances) { return below(chances) == 0; }
    template <class Value>
    [[nodiscard]] Value one_of(std::initializer_list<Value> values) {
        return values.begin()[below(values.size())];
    }
    template <class Value, std::size_t Count>
    [[nodiscard]] Value one_of(const std::array<Value, Count>& values) {
        return values.at(below(Count));
    }

  private:
    std::mt19937_64 engine_;
};

} // namespace concord::test
