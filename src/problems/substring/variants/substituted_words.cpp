#include "problems/substring/variants/substituted_words.hpp"

#include "problems/substring/variants/nucleotide_sets.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

constexpr unsigned bits_of_set = plain_nucleotides;
/// Windows that wait until their sequences are counted: a second-level cache holds them.
constexpr std::size_t most_waiting_windows = 8192;

/// Letters whose set is empty, of so many.
unsigned count_nothing(std::uint64_t sets, unsigned letters) {
    unsigned count = 0;
    for (unsigned at = 0; at < letters; ++at)
        count += (sets >> bits_of_set * at & 15U) == 0 ? 1 : 0;
    return count;
}

/// visit(number of a word) for each that these sets stand for; an empty one is any nucleotide.
template <class Visit>
void for_each_word(std::uint64_t sets, unsigned letters, std::uint32_t begun, Visit visit) {
    if (letters == 0) return visit(begun);
    const auto first = static_cast<unsigned>(sets >> bits_of_set * (letters - 1) & 15U);
    for (std::uint32_t each = 0; each < plain_nucleotides; ++each)
        if (first == 0 || (first >> each & 1U) != 0) for_each_word(sets, letters - 1, begun << 2U | each, visit);
}

} // namespace

substituted_words::substituted_words(const piece_collection& of, const neighbourhood_kernels& kernels,
                                     unsigned mismatches, unsigned letters)
    : of_(of), kernels_(kernels), mismatches_(mismatches), middle_(letters_of_middle(letters)),
      beginning_(letters_of_beginning(letters)),
      number_of_masks_(std::size_t{1} << bits_of_set * letters_of_vector, 0), first_window_{0},
      of_row_((entries_of_vector << 2 * middle_) + padding_of_entries) {
    rows_.resize((mismatches + 1) * of_row_, 0);
    for (std::uint64_t each = 0; each < beginnings(letters); ++each)
        counts_.emplace_back(kernels, of_row_ - padding_of_entries);
}

std::uint32_t substituted_words::masks_of(std::uint32_t sets) {
    std::uint32_t& number = number_of_masks_[sets];
    if (number > 0) return number - 1;
    constexpr std::size_t of_masks = letters_of_vector * entries_of_vector;
    const std::size_t first = masks_.size();
    masks_.resize(first + of_masks, 0);
    for (std::uint32_t word = 0; word < std::uint32_t{1} << 2 * letters_of_vector; ++word) {
        unsigned mismatches = 0;
        for (unsigned at = 0; at < letters_of_vector; ++at)
            mismatches += (sets >> bits_of_set * at >> (word >> 2 * at & 3U) & 1U) == 0 ? 1 : 0;
        for (unsigned row = mismatches; row < letters_of_vector; ++row)
            masks_[first + row * entries_of_vector + word / 64] |= std::uint64_t{1} << word % 64;
    }
    number = static_cast<std::uint32_t>(masks_.size() / of_masks);
    return number - 1;
}

void substituted_words::add_windows(std::span<const letter> text) {
    const unsigned letters = beginning_ + middle_ + letters_of_vector;
    std::uint64_t sets = 0; // of the last 16 letters
    for (std::size_t at = 0; at < text.size(); ++at) {
        sets = sets << bits_of_set | set_of_letter(text[at]);
        if (at + 1 < letters || count_nothing(sets, letters) > mismatches_) continue;
        const std::uint32_t masks = masks_of(sets & ((1U << bits_of_set * letters_of_vector) - 1));
        const std::uint64_t of_middle = sets >> bits_of_set * letters_of_vector;
        const auto beginning = static_cast<std::uint32_t>(of_middle >> bits_of_set * middle_ &
                                                          ((std::uint64_t{1} << bits_of_set * beginning_) - 1));
        const unsigned row = count_nothing(of_middle, middle_);
        for_each_word(of_middle, middle_, 0, [&](std::uint32_t vector) {
            windows_.push_back({vector, masks, beginning, row});
        });
    }
}

void substituted_words::add(std::uint64_t sequence) {
    for (const piece& each : of_.pieces(sequence))
        add_windows(of_.letters(each.first, each.length));
    if (windows_.size() > first_window_.back()) first_window_.push_back(windows_.size());
    if (windows_.size() >= most_waiting_windows) count_waiting();
}

void substituted_words::count_waiting() {
    std::uint64_t* const last = rows_.data() + mismatches_ * of_row_;
    for (std::size_t index = 0; index < counts_.size(); ++index) {
        std::uint32_t beginning = 0;
        for (unsigned at = 0; at < beginning_; ++at)
            beginning |= 1U << (index >> 2 * at & 3U) << bits_of_set * at;
        const words_of_beginning table{rows_.data(), of_row_, mismatches_, middle_, beginning, beginning_};
        for (std::size_t waiting = 0; waiting + 1 < first_window_.size(); ++waiting) {
            const std::size_t first = first_window_[waiting];
            if (!kernels_.seed(table, windows_.data() + first, first_window_[waiting + 1] - first, masks_.data()))
                continue;
            kernels_.substitute_middle(table);
            counts_[index].add(last);
            std::fill_n(last, of_row_, 0);
        }
    }
    windows_.clear();
    first_window_.assign(1, 0);
}

std::uint64_t substituted_words::count(std::uint64_t number) const {
    const unsigned of_table = 2 * (middle_ + letters_of_vector);
    return counts_[number >> of_table].count(number & ((std::uint64_t{1} << of_table) - 1));
}

} // namespace concord::substring
