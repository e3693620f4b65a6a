#include "problems/substring/cpu/words/spelled_windows.hpp"

#include "runtime/parts.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

constexpr std::uint64_t windows_spelled_at_once = 4096;

} // namespace

template <class Visit>
void spelled_windows::for_each_spelling(const spelled& window, const Visit& visit) const {
    const std::uint64_t letters = words_.split().letters;
    // A place that is not ambiguous has one letter.
    const std::uint64_t of_first = window.ambiguous > 0 ? letters : 1;
    const std::uint64_t of_second = window.ambiguous > 1 ? letters : 1;
    for (std::uint64_t first = 0; first < of_first; ++first)
        for (std::uint64_t second = 0; second < of_second; ++second)
            visit(words_.parted(window.word + first * window.of_letter[0] + second * window.of_letter[1]));
}

spelled_windows::spelled_windows(const problem& given, const growth_alphabet& letters,
                                 std::span<const window_occurrence> windows, const split_word& split,
                                 runtime::thread_pool& workers)
    : mismatches_(given.mismatches), words_(split), windows_(windows.size()) {
    runtime::for_parts(workers, windows.size(), windows_spelled_at_once, [&](std::uint64_t first, std::uint64_t last) {
        std::vector<std::uint64_t> digits(split.front + split.end);
        for (std::uint64_t index = first; index < last; ++index) {
            letters.read(given, windows[index].position, digits);
            const word_order order(given, split.letters, static_cast<unsigned>(digits.size()));
            spelled& window = windows_[index];
            std::uint64_t place = 1;
            for (std::size_t at = digits.size(); at-- > 0; place *= split.letters) {
                const std::uint64_t digit = digits[order.letter_at(at)];
                if (digit < split.letters) {
                    window.word += digit * place;
                    continue;
                }
                if (window.ambiguous < most_ambiguous) window.of_letter[window.ambiguous] = place;
                ++window.ambiguous;
            }
            if (is_spelled(index)) for_each_spelling(window, [&](front_and_end word) { words_.add(word); });
        }
    });
    words_.number_words();
}

std::uint64_t spelled_windows::near(std::size_t window, std::span<const std::uint32_t> near) const {
    const spelled& here = windows_[window];
    const std::uint64_t left = mismatches_ - here.ambiguous; // beside the ambiguous letters
    const std::uint64_t others = words_.split().letters - 1; // letters that differ from one
    std::uint64_t before = 0;                                // within one mismatch less, and two
    std::uint64_t long_before = 0;
    for (std::uint64_t within = 0; within <= left; ++within) {
        std::uint64_t sum = 0;
        for_each_spelling(
            here, [&](front_and_end word) { sum += near[words_.rank(word.front, word.end) * mismatches_ + within]; });
        // What is as near in the other letters stands with one of the spellings, and 1 or 2 mismatches off the others.
        const std::uint64_t counted_again =
            here.ambiguous == 1 ? others * before : 2 * others * before + others * others * long_before;
        long_before = before;
        before = sum - counted_again;
    }
    return before;
}

} // namespace concord::substring
