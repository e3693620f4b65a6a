// Two sequences of any letters as small numbers that say all that a comparison needs: which letters are equal.
//
//   a  G A T N        codes  A 0, G 1, T 2     letters that both hold, in ascending order
//   b  T A G G C             3                 letters that only a holds (N matches nothing, so it counts as such)
//                            4                 letters that only b holds
//
// So codes of a and b are equal if and only if their letters match, and there are no more codes than needed: a code has
// `planes` bits, two for the four bases.
#pragma once

#include <concord/pairs.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace concord::sequence {

/// Values that come without one of their own stay as the memory is: threads that write them are the first to touch it.
template <class Value>
struct unwritten : std::allocator<Value> {
    template <class Other>
    struct rebind {
        using other = unwritten<Other>;
    };
    template <class Made, class... From>
    void construct(Made* at, From&&... from) {
        if constexpr (sizeof...(From) == 0)
            ::new (static_cast<void*>(at)) Made;
        else
            ::new (static_cast<void*>(at)) Made(std::forward<From>(from)...);
    }
};

template <class Code>
using code_list = std::vector<Code, unwritten<Code>>;

/// A sequence of codes, one after the other, 8 bits each where the pair has no more than 250 codes, else 32.
/// Followed by 64 bytes of a code that the other sequence lacks, so that reading on stops at the end.
struct coded_sequence {
    std::uint64_t length = 0;
    code_list<std::uint8_t> narrow;
    code_list<std::uint32_t> wide;
};

struct coded_pair {
    coded_sequence a;
    coded_sequence b;
    unsigned planes = 1; ///< bits of a code, at least 1
    bool is_narrow = true;

    [[nodiscard]] std::uint32_t code_a(std::uint64_t position) const noexcept {
        return is_narrow ? a.narrow[position] : a.wide[position];
    }
    [[nodiscard]] std::uint32_t code_b(std::uint64_t position) const noexcept {
        return is_narrow ? b.narrow[position] : b.wide[position];
    }
};

/// Calls the task for every index below `count`, several at once perhaps.
using task_runner = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

void one_after_the_other(std::size_t count, const std::function<void(std::size_t)>& task);

/// Time O(n + m), of which long sequences share the most among tasks. Throws error (usage) where one has
/// longest_comparable letters or more, or where two sets have different alphabets.
[[nodiscard]] coded_pair code_pair(const sequence_ref& a, const sequence_ref& b,
                                   const task_runner& run_tasks = one_after_the_other);

// Letters of any 32 bits as codes, in linear time (shared_codes.cpp): those that both sequences hold by their order,
// all others as one.
inline constexpr std::uint32_t own_letter = 0xFFFF'FFFF;

struct shared_codes {
    std::vector<std::uint32_t> a; ///< of each letter, or own_letter where the other sequence lacks it
    std::vector<std::uint32_t> b;
    std::uint32_t shared = 0; ///< codes that both hold
    bool a_has_own = false;
    bool b_has_own = false;
};

/// `unlike`: letters that are not even like themselves. Fewer than 2^31 letters each; time and memory O(n + m).
[[nodiscard]] shared_codes share_codes(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                       std::span<const std::uint32_t> unlike);

} // namespace concord::sequence
