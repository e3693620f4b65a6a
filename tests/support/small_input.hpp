// A small collection on the host's machine, and its sets of windows drawn as in window_set.hpp.
#pragma once

#include "oracles/substring.hpp"
#include "problems/substring/block_combinations.hpp"
#include "problems/substring/gpu/filter.hpp"
#include "problems/substring/gpu/filter_steps.hpp"
#include "problems/substring/gpu/representatives.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <thread>

namespace concord::substring {

using windows = machine_windows<test::serial_machine>;
using numbers = std::vector<std::uint32_t>;
using position_list = std::vector<std::uint64_t>;
using texts = std::vector<std::string>;

inline constexpr std::uint64_t everywhere = ~std::uint64_t{0};

/// A collection on a machine. Sets of its windows are drawn as in window_set.hpp, with bars between sequences.
struct small_input {
    explicit small_input(const texts& sequences, std::uint64_t mismatches = 0, alphabet kind = alphabet::dna)
        : set(test::make_set(sequences, kind)), given(set, test::options_of(mismatches, 1)), input(machine, given) {
        for (const std::string& sequence : sequences)
            letters += sequence;
    }
    [[nodiscard]] static bool holds(const windows& asked, std::uint64_t position) {
        return (asked.bits.data()[position / windows_per_word] >> (position % windows_per_word) & 1U) != 0;
    }
    [[nodiscard]] std::string draw(const windows& drawn) const {
        std::string drawing;
        std::uint64_t sequence = 0;
        for (std::uint64_t position = 0; position < input.words() * windows_per_word; ++position) {
            for (; sequence + 1 < set.size() && given.offset(sequence + 1) == position; ++sequence)
                drawing += '|';
            if (position < letters.size())
                drawing += holds(drawn, position) ? '1' : '0';
            else if (holds(drawn, position))
                drawing += '!'; // beyond the last letter
        }
        return drawing;
    }
    [[nodiscard]] windows drawn(std::uint64_t length, std::string drawing) const {
        std::erase(drawing, '|');
        position_list starts;
        for (std::size_t at = 0; at < drawing.size(); ++at)
            if (drawing[at] == '1') starts.push_back(at);
        return input.at(length, starts);
    }
    [[nodiscard]] position_list list(const windows& listed, std::uint64_t first_word = 0) const {
        position_list starts(listed.count - listed.before.data()[first_word]);
        machine.for_each(list_windows::steps(input.words() - first_word),
                         list_windows{listed.view(), first_word, starts.data()});
        return starts;
    }
    [[nodiscard]] std::uint64_t differing(std::uint64_t a, std::uint64_t b, std::uint64_t length) const {
        std::uint64_t count = 0;
        for (std::uint64_t at = 0; at < length; ++at)
            if (letters[a + at] != letters[b + at] || letters[a + at] == 'N') ++count;
        return count;
    }
    [[nodiscard]] std::uint32_t true_support(std::uint64_t window, std::uint64_t length) const {
        const std::uint64_t sequence = input.letters().sequence_at(window);
        return static_cast<std::uint32_t>(
            reference_length_stat(set, sequence, window - given.offset(sequence), given.mismatches)[length - 1]);
    }

    sequence_set set;
    problem given;
    test::serial_machine machine{1U << 20U};
    device_windows<test::serial_machine> input;
    std::string letters;
};

inline texts random_texts(std::mt19937_64& random, const std::string& letters, std::uint64_t longest) {
    texts made(1 + random() % 6);
    for (std::string& text : made) {
        for (std::uint64_t rest = random() % (longest + 1); rest > 0; --rest)
            text += letters[random() % letters.size()];
        if (random() % 4 == 0) text = made[random() % made.size()]; // often an equal or an empty one
    }
    return made;
}

/// The same with two copies, each of one or another, for every text.
inline texts random_copies(std::mt19937_64& random, const std::string& letters, std::uint64_t longest) {
    texts made = random_texts(random, letters, longest);
    for (std::size_t once = made.size(), copy = 0; copy < 2 * once; ++copy)
        made.push_back(made[random() % once]);
    return made;
}

std::string ones(std::size_t count) { return std::string(count, '1'); }
std::string zeros(std::size_t count) { return std::string(count, '0'); }

} // namespace concord::substring
