// A file of sequences whose alphabet is settled by its first records, and by those of files beside it.
#pragma once

#include "formats/fastx_reader.hpp"
#include "sequence/letter_code.hpp"

#include <concord/error.hpp>
#include <concord/sequences.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::formats {

inline constexpr std::uint64_t letters_to_guess_from = 65'536;

using byte_counts = std::array<std::uint64_t, 256>;

/// A file whose first records may be read before the alphabet is known.
class opened_list {
  public:
    opened_list(const std::string& path, const read_options& options) : reader_(path, options) {}

    [[nodiscard]] bool holds_lines() const noexcept { return reader_.holds_lines(); }

    /// Reads and counts the first letters. The last record that is read stays in the reader.
    void look_ahead(byte_counts& counts) {
        std::uint64_t counted = 0;
        while (counted < letters_to_guess_from && !reader_.is_cut() && reader_.next(record_)) {
            has_record_ = true;
            const std::string_view first = record_.letters.substr(0, letters_to_guess_from - counted);
            for (const char letter : first)
                ++counts[static_cast<unsigned char>(letter)];
            counted += first.size();
            if (counted < letters_to_guess_from && !reader_.is_cut()) hold();
        }
    }

    /// All of the records. `guessed`: the alphabet is not one that the user asked for.
    [[nodiscard]] sequence_set pack(alphabet kind, bool guessed) {
        sequence_set_builder builder(kind);
        // Every letter of these was counted when the alphabet was chosen, so that it holds them.
        for (const auto& [name, letters] : held_)
            builder.add(name, letters);
        held_ = {};
        if (has_record_) add(builder, kind, guessed);
        while (reader_.next(record_))
            add(builder, kind, guessed);
        return std::move(builder).finish();
    }

    /// Passes on every record to add(name, letters), which throws letter_error, until it returns false; the next call
    /// goes on behind that one. Returns false after the last record.
    template <class Add>
    [[nodiscard]] bool for_each(alphabet kind, bool guessed, const Add& add) {
        for (; held_done_ < held_.size(); ++held_done_)
            if (!add(held_[held_done_].name, held_[held_done_].letters)) return ++held_done_, true;
        held_ = {};
        held_done_ = 0;
        while (has_record_ || next_part()) {
            has_record_ = false;
            if (!guarded(kind, guessed, [&] { return add(record_.name, record_.letters); })) return true;
        }
        return false;
    }

    void forget_records() noexcept { reader_.forget_records(); }
    void cut_records(std::uint64_t most_letters) noexcept { reader_.cut_records(most_letters); }
    /// What was passed on last was a part of a record.
    [[nodiscard]] bool is_cut() const noexcept { return held_.empty() && reader_.is_cut(); }

  private:
    struct held_record {
        std::string name;
        std::string letters;
    };

    /// The rest of the record that was cut, else the next one.
    [[nodiscard]] bool next_part() {
        if (!reader_.is_cut()) return reader_.next(record_);
        reader_.rest_of_record(record_);
        return true;
    }

    void hold() {
        held_.push_back({std::string(record_.name), std::string(record_.letters)});
        has_record_ = false;
    }

    void add(sequence_set_builder& builder, alphabet kind, bool guessed) {
        guarded(kind, guessed, [&] { return builder.add(record_.name, record_.letters), true; });
    }

    /// What add() returns; its errors name the place in the record.
    template <class Add>
    bool guarded(alphabet kind, bool guessed, const Add& add) {
        try {
            return add();
        } catch (const letter_error& failure) {
            throw wrong_letter(reader_, record_, guessed ? alphabet::automatic : kind, failure);
        } catch (const std::bad_alloc&) {
            throw error(error_code::resource, reader_.name() + ": record " + std::to_string(record_.number) +
                                                  ": the sequences are too large for the memory");
        }
    }

    fastx_reader reader_;
    fastx_record record_;
    bool has_record_ = false; ///< `record_` is read and not yet packed
    std::vector<held_record> held_;
    std::size_t held_done_ = 0; ///< of them that were passed on
};

/// Settles `automatic`, and returns whether it was guessed from the letters.
template <class Lists>
[[nodiscard]] bool settle_alphabet(alphabet& kind, Lists& opened) {
    const bool guess = kind == alphabet::automatic &&
                       !std::ranges::all_of(opened, [](const auto& each) { return each.holds_lines(); });
    if (guess) {
        byte_counts counts{};
        for (opened_list& each : opened)
            each.look_ahead(counts);
        kind = sequence::guess_alphabet(counts);
    } else if (kind == alphabet::automatic) {
        kind = alphabet::utf8;
    }
    return guess;
}

} // namespace concord::formats
