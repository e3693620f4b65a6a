// Windows that cannot have the support, by words of a few of their letters (piece_row.hpp), on a machine: sources that
// may have it, and targets near to a frequent piece of any of them. Nucleotides only.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/piece_steps.hpp"
#include "problems/substring/piece_row.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace concord::substring {

template <class Machine>
class piece_bounds {
  public:
    using windows = machine_windows<Machine>;

    explicit piece_bounds(const device_windows<Machine>& input) : input_(input) {}

    /// For windows of `length` letters; cost in seconds. `is_forced`: words may be short, as in tests.
    [[nodiscard]] piece_words plan(std::uint64_t length, bool is_forced) const {
        const problem& given = input_.given();
        if (given.letters.ordinary_planes() != 2) return {};
        const auto memory = static_cast<double>(input_.machine().free_memory()) / 4;
        const auto letters = static_cast<double>(given.set.letters());
        return choose_piece_words(given, length, is_forced ? 2 : tuning::least_letters_of_piece, letters,
                                  [&](unsigned size, unsigned mismatches) {
                                      if (is_forced && words_of(size) > std::max(most_forced_words, 16 * letters))
                                          return std::numeric_limits<double>::infinity();
                                      const double entries = words_of(size) * (mismatches + 1);
                                      if ((entries + letters) * sizeof(std::uint32_t) > memory)
                                          return std::numeric_limits<double>::infinity();
                                      const double spread = entries * size * tuning::lookups_of_spread_word;
                                      return (spread + letters * tuning::lookups_of_bounded_window) /
                                                 input_.machine().speed().lookups +
                                             4 * size * input_.machine().speed().step;
                                  });
    }

    /// Drops sources and targets, which are of sequences whose `member` is not 0 (null: of all). Returns how many
    /// sequences may hold a source and none of the targets that are left, at most. Memory: that of the plan. Time
    /// O(letters + 4^q q r), and O(L k) for a window that pieces in a row leave.
    [[nodiscard]] std::uint64_t drop(const piece_words& words, std::uint64_t support, const std::uint8_t* member,
                                     const std::uint32_t* copies, std::shared_ptr<const windows>& sources,
                                     std::shared_ptr<const windows>& targets) const {
        Machine& machine = input_.machine();
        const std::uint64_t length = sources->length;
        const problem& given = input_.given();
        const piece_words_of_text text{input_.letters().letters, words.letters};
        const std::uint64_t of_row = std::uint64_t{1} << 2 * words.letters;
        const unsigned rows = words.mismatches + 1;
        const piece_row row(length, words.letters, given.mismatches);
        const auto begins = input_.copy_of(row.begins.data(), row.size());
        const auto within = input_.copy_of(row.within.data(), row.size());
        const piece_row_view view{begins.data(), within.data(), static_cast<unsigned>(row.size())};
        auto table = machine.template zeroed<std::uint32_t>(of_row * rows);
        // Words within targets: every word of what may hold a source is one.
        const windows of_words = input_.windows(words.letters, member);
        machine.for_each(input_.words(),
                         count_piece_words{text, {input_.letters(), copies}, of_words.bits.data(), table.data()});
        for (unsigned further = 1; further < rows; ++further)
            machine.for_each(of_row, copy_row{table.data(), table.data() + further * of_row});
        for (unsigned letter = 0; letter < words.letters; ++letter)
            machine.for_each(of_row / 4, spread_piece_counts{table.data(), rows, of_row, words.letters, letter});
        machine.for_each(of_row, bound_piece_words{table.data(), rows, of_row, support});
        auto of_position = machine.template make<std::uint32_t>(given.set.letters());
        machine.for_each(given.set.letters(), place_words{text, given.set.letters(), table.data(), of_position.data()});

        unsigned frequent = frequent_pieces_from(given, words.letters, row, static_cast<double>(given.set.letters()));
        if (!are_rare_pieces_little(row, frequent, keep_by_pieces::most_marked)) frequent = 0;
        machine.for_each(of_row, fill_value{table.data(), 0}); // marks from here on
        auto most_rare = machine.template zeroed<std::uint32_t>(1);
        auto kept = machine.template zeroed<std::uint64_t>(input_.words());
        machine.for_each(given.set.letters(),
                         keep_by_pieces{text, sources->bits.data(), length, static_cast<unsigned>(given.mismatches) + 1,
                                        view, of_position.data(), frequent, table.data(), most_rare.data(),
                                        kept.data()});
        sources = std::make_shared<const windows>(input_.made_of(length, std::move(kept)));
        machine.check();
        if (frequent == 0 || sources->count == 0) return 0;
        for (unsigned letter = 0; letter < words.letters; ++letter)
            machine.for_each(of_row / 4, spread_piece_marks{table.data(), words.letters, letter});
        machine.for_each(given.set.letters(), place_words{text, given.set.letters(), table.data(), of_position.data()});
        auto near = machine.template zeroed<std::uint64_t>(input_.words());
        machine.for_each(given.set.letters(),
                         keep_near_marks{targets->bits.data(), view, of_position.data(), near.data()});
        targets = std::make_shared<const windows>(input_.made_of(length, std::move(near)));
        const std::uint64_t rare = input_.read(most_rare, 1)[0];
        return (rare * support + all_of_support - 1) / all_of_support;
    }

  private:
    static constexpr double most_forced_words = 1U << 14U; ///< of 7 letters: tables would take most of a test's time

    static double words_of(unsigned letters) { return static_cast<double>(std::uint64_t{1} << 2 * letters); }

    const device_windows<Machine>& input_;
};

} // namespace concord::substring
