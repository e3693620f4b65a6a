// From sets on a machine to windows on the host.
#pragma once

#include "problems/substring/windows/speakers.hpp"
#include "problems/substring/windows/support_counter.hpp"

#include <algorithm>
#include <vector>

namespace concord::substring {

/// The windows that have the support, in order, with their supports.
template <class Machine>
[[nodiscard]] longest_windows of_speakers(const device_input<Machine>& input,
                                          const typename support_counter<Machine>::supported& found) {
    Machine& machine = input.machine();
    const problem& given = input.given();
    const std::uint64_t count = found.set.count;
    longest_windows all{found.set.length, {}};
    if (count == 0) return all;
    const auto positions = machine.template make<std::uint64_t>(count);
    const auto values = machine.template make<std::uint32_t>(count);
    machine.for_each(input.words(), list_values{found.counted->view(), found.supports.data(), found.set.view(),
                                                positions.data(), values.data()});
    const auto position = input.read(positions, count);
    const auto support = input.read(values, count);
    std::uint64_t sequence = 0;
    for (std::uint64_t index = 0; index < count; ++index) {
        while (given.offset(sequence + 1) <= position[index])
            ++sequence;
        all.windows.push_back({sequence, position[index] - given.offset(sequence), support[index]});
    }
    return all;
}

/// Whether any of these windows stands in other sequences as well: few do, and then nobody needs to know whose.
template <class Machine>
[[nodiscard]] bool speak_for_others(const device_input<Machine>& input, const speakers<Machine>& speaking,
                                    const longest_windows& all) {
    if (all.windows.empty()) return false;
    std::vector<std::uint64_t> sequences;
    for (const window& each : all.windows)
        sequences.push_back(each.sequence);
    Machine& machine = input.machine();
    const auto listed = input.copy_of(sequences.data(), sequences.size());
    const auto before = machine.template make<std::uint64_t>(sequences.size());
    return machine.exclusive_scan(sequences.size(), count_others{listed.data(), speaking.copies()}, before.data())
               .count > 0;
}

/// Adds the windows of the sequences that others speak for.
template <class Machine>
void add_copies(const device_input<Machine>& input, const speakers<Machine>& speaking, longest_windows& all) {
    if (!speak_for_others(input, speaking, all)) return;
    const std::vector<std::uint32_t> speaker_of = speaking.speaker_of_each(input);
    const std::vector<window> of_speakers = all.windows;
    for (std::uint64_t sequence = 0; sequence < input.given().sequences(); ++sequence) {
        const std::uint64_t speaker = speaker_of[sequence];
        if (speaker == sequence) continue;
        auto spoken = std::lower_bound(of_speakers.begin(), of_speakers.end(), window{speaker, 0, 0});
        for (; spoken != of_speakers.end() && spoken->sequence == speaker; ++spoken)
            all.windows.push_back({sequence, spoken->start, spoken->support});
    }
}

} // namespace concord::substring
