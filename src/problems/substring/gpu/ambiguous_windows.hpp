// Windows with an ambiguous letter, which equals no letter of any window, apart from the others, which are words.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/enough_sequences.hpp"
#include "problems/substring/gpu/near_place_pair_steps.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace concord::substring {

/// The windows of a set without an ambiguous letter, and those with one.
template <class Machine>
struct parted_windows {
    machine_windows<Machine> ordinary;
    machine_windows<Machine> ambiguous;
};
template <class Machine>
[[nodiscard]] parted_windows<Machine> parted_by_ambiguity(const device_windows<Machine>& input,
                                                          const machine_windows<Machine>& set) {
    auto ordinary = input.machine().template make<std::uint64_t>(input.words());
    auto ambiguous = input.machine().template make<std::uint64_t>(input.words());
    input.machine().for_each(input.words(), part_ambiguous{input.letters().letters, set.length, set.bits.data(),
                                                           ordinary.data(), ambiguous.data()});
    return {input.made_of(set.length, std::move(ordinary)), input.made_of(set.length, std::move(ambiguous))};
}

/// Supports by rank in a set. ordinary(words): of the windows without an ambiguous letter, by rank among these;
/// ambiguous(words): of some of those with one, a set `counted` and `supports` by rank in it; others lack the support.
template <class Machine, class Ordinary, class Ambiguous>
[[nodiscard]] array_of<Machine, std::uint32_t> supports_of_parts(const device_windows<Machine>& input,
                                                                 const machine_windows<Machine>& set,
                                                                 const Ordinary& ordinary, const Ambiguous& ambiguous) {
    if (!input.given().set.has_ambiguous()) return ordinary(set);
    parted_windows<Machine> parts = parted_by_ambiguity(input, set);
    auto supports = input.machine().template zeroed<std::uint32_t>(set.count);
    const auto put = [&](const machine_windows<Machine>& some, const std::uint32_t* counted) {
        input.machine().for_each(input.words(),
                                 overwrite_supports{{set.view(), some.view(), counted}, supports.data()});
    };
    if (parts.ordinary.count > 0) put(parts.ordinary, ordinary(parts.ordinary).data());
    if (parts.ambiguous.count > 0) {
        const auto counted = ambiguous(std::make_shared<const machine_windows<Machine>>(std::move(parts.ambiguous)));
        put(*counted.counted, counted.supports.data());
    }
    return supports;
}

} // namespace concord::substring
