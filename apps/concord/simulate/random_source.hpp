// Random numbers that are the same on every machine: the engine's output is fixed by the C++ standard, and what is
// drawn from it uses integers only (the distributions of <random> differ between libraries).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace concord::simulate {

/// A probability as a threshold on 64 random bits. Scaling by 2^64 is exact, so nothing is rounded differently
/// elsewhere.
class probability {
  public:
    constexpr probability() = default;
    /// `share` from 0 to 1; what lies outside is taken as the nearer end.
    explicit probability(double share) {
        if (share >= 1)
            threshold_ = std::numeric_limits<std::uint64_t>::max(); // off by 2^-64, which no run will notice
        else if (share > 0)
            threshold_ = static_cast<std::uint64_t>(std::ldexp(share, 64));
    }

    [[nodiscard]] std::uint64_t threshold() const noexcept { return threshold_; }

  private:
    std::uint64_t threshold_ = 0;
};

class random_source {
  public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {}

    /// 64 random bits.
    [[nodiscard]] std::uint64_t bits() { return engine_(); }

    [[nodiscard]] bool chance(probability event) { return bits() < event.threshold(); }

    /// Uniform on 0 .. bound - 1, without bias; bound >= 1. (Lemire, "Fast Random Integer Generation in an Interval",
    /// 2019.)
    [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
        wide product = static_cast<wide>(bits()) * bound;
        if (static_cast<std::uint64_t>(product) < bound) {
            const std::uint64_t rejected = (0 - bound) % bound;
            while (static_cast<std::uint64_t>(product) < rejected)
                product = static_cast<wide>(bits()) * bound;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    /// Uniform on low .. high, both included.
    [[nodiscard]] std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + below(high - low + 1); }

    /// One of A, C, G, T. Draws 64 bits for 32 bases.
    [[nodiscard]] char base() {
        if (bases_left_ == 0) {
            bases_ = bits();
            bases_left_ = 32;
        }
        const char letter = letters[bases_ & 3];
        bases_ >>= 2;
        --bases_left_;
        return letter;
    }

    /// A base that is not `letter`; any base for a letter that is none of A, C, G, T.
    [[nodiscard]] char other_base(char letter) {
        for (;;)
            if (const char other = base(); other != letter) return other;
    }

  private:
    __extension__ using wide = unsigned __int128; // -Wpedantic knows no 128-bit integer
    static constexpr std::array<char, 4> letters = {'A', 'C', 'G', 'T'};

    std::mt19937_64 engine_;
    std::uint64_t bases_ = 0;
    int bases_left_ = 0;
};

} // namespace concord::simulate
