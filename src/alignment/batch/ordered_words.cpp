#include "alignment/batch/ordered_words.hpp"

#include "alignment/batch/trie_kernels.hpp"
#include "runtime/parallel_sort.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace concord::edit_distance {
namespace {

constexpr std::size_t words_of_task = 4096;

/// Its letters as codes.
class word_reader {
  public:
    word_reader(const compared_letters& letters, const compared_side& side, unsigned bits)
        : side_(side), ordinary_(letters.ordinary()), ambiguous_(static_cast<std::uint8_t>(1U << letters.ordinary())),
          bits_(bits) {}

    /// Writes the codes of a sequence.
    void read(std::uint32_t sequence, std::uint8_t* to) const {
        const std::uint64_t length = side_.set->length(sequence);
        for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
            const std::uint64_t begin = side_.set->offset(sequence) + first;
            const auto here = std::min<std::uint64_t>(length - first, sequence::letters_per_word);
            std::array<std::uint64_t, most_trie_planes> planes{};
            for (unsigned plane = 0; plane < ordinary_; ++plane)
                planes[plane] = sequence::bits_from(side_.plane[plane], begin);
            std::uint64_t ambiguous = 0;
            if (side_.ambiguous != nullptr) ambiguous = sequence::bits_from(side_.ambiguous, begin);
            for (std::uint64_t at = 0; at < here; ++at) {
                unsigned code = 0;
                for (unsigned plane = 0; plane < ordinary_; ++plane)
                    code |= static_cast<unsigned>(planes[plane] >> at & 1U) << plane;
                to[first + at] = (ambiguous >> at & 1U) != 0 ? ambiguous_ : static_cast<std::uint8_t>(code);
            }
        }
    }

    /// The first letters as a number, in the order of words.
    [[nodiscard]] std::uint64_t beginning(const std::uint8_t* letters, std::uint64_t length) const {
        std::uint64_t number = 0;
        unsigned left = 64;
        for (std::uint64_t at = 0; at < length && left >= bits_; ++at) {
            left -= bits_;
            number |= std::uint64_t{letters[at]} << left;
        }
        return number;
    }

  private:
    const compared_side& side_;
    unsigned ordinary_;
    std::uint8_t ambiguous_;
    unsigned bits_;
};

struct sorted_word {
    std::uint64_t beginning;
    std::uint32_t length;
    std::uint32_t place;
};

bool is_before(const sorted_word& one, const sorted_word& other) {
    if (one.length != other.length) return one.length < other.length;
    return one.beginning != other.beginning ? one.beginning < other.beginning : one.place < other.place;
}

} // namespace

ordered_words::ordered_words(const compared_letters& letters, const compared_side& side,
                             std::span<const std::uint32_t> sequences, runtime::thread_pool& pool)
    : bits_(std::max(1U, letters.ordinary() + (letters.has_ambiguous() ? 1U : 0U))),
      ambiguous_(letters.has_ambiguous() ? 1U << letters.ordinary() : 1U << bits_), order_(sequences.size()),
      common_(sequences.size() + 1) {
    const word_reader reader(letters, side, bits_);
    std::vector<sorted_word> words(sequences.size());
    const std::size_t tasks = (words.size() + words_of_task - 1) / words_of_task;
    pool.run(tasks, [&](std::size_t task, unsigned) {
        std::array<std::uint8_t, most_trie_rows + 1> codes{};
        for (std::size_t at = task * words_of_task; at < std::min(words.size(), (task + 1) * words_of_task); ++at) {
            const std::uint64_t length = side.set->length(sequences[at]);
            reader.read(sequences[at], codes.data());
            words[at] = {reader.beginning(codes.data(), length), static_cast<std::uint32_t>(length),
                         static_cast<std::uint32_t>(at)};
        }
    });
    runtime::parallel_sort(pool, words, is_before);
    std::uint64_t all = 0;
    for (std::size_t first = 0, end = 0; first < words.size(); first = end) {
        const std::uint32_t length = words[first].length;
        end =
            static_cast<std::size_t>(std::ranges::upper_bound(words, length, {}, &sorted_word::length) - words.begin());
        runs_.push_back({length, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end), all});
        all += std::uint64_t{length} * (end - first);
    }
    letters_.resize(all);
    for (const run& each : runs_)
        pool.run((each.end - each.begin + words_of_task - 1) / words_of_task, [&](std::size_t task, unsigned) {
            const auto first = static_cast<std::uint32_t>(each.begin + task * words_of_task);
            const std::uint32_t end = std::min<std::uint32_t>(each.end, first + words_of_task);
            for (std::uint32_t word = first; word < end; ++word) {
                order_[word] = words[word].place;
                reader.read(sequences[order_[word]],
                            letters_.data() + each.letters + std::uint64_t{word - each.begin} * each.length);
            }
        });
    std::atomic<std::uint64_t> rows = 0;
    for (const run& each : runs_)
        pool.run((each.end - each.begin + words_of_task - 1) / words_of_task, [&](std::size_t task, unsigned) {
            const auto first = static_cast<std::uint32_t>(each.begin + task * words_of_task);
            const std::uint32_t end = std::min<std::uint32_t>(each.end, first + words_of_task);
            std::uint64_t own = 0;
            for (std::uint32_t word = first; word < end; ++word) {
                const std::uint8_t* const here = this->letters(each) + std::uint64_t{word - each.begin} * each.length;
                std::uint32_t common = 0;
                while (word > each.begin && common < each.length && here[common] == (here - each.length)[common])
                    ++common;
                common_[word] = static_cast<std::uint16_t>(common);
                own += each.length - common;
            }
            rows += own;
        });
    rows_ = rows;
}

} // namespace concord::edit_distance
