#include "problems/substring/variants/window_halves.hpp"

#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <limits>

namespace concord::substring {

std::uint64_t most_letters_of_end(const word_letters& letters) {
    const std::uint64_t digits = std::max<std::uint64_t>(2, letters.size() + 1); // texts may be without letters
    std::uint64_t most = 0;
    for (std::uint64_t left = std::numeric_limits<std::uint64_t>::max(); left >= digits; left /= digits)
        ++most;
    return most;
}

std::vector<std::uint32_t> shared_letters(const window_trie& trie, std::size_t classes, runtime::thread_pool& workers) {
    std::vector<std::uint32_t> shared(classes, 0);
    const auto compare = [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t index = std::max<std::uint64_t>(first, 1); index < last; ++index) {
            std::uint32_t same = 0;
            while (same < trie.length() && trie.letter_of(index, same) == trie.letter_of(index - 1, same))
                ++same;
            shared[index] = same;
        }
    };
    runtime::for_parts(workers, classes, tuning::least_windows_of_part, compare);
    return shared;
}

window_halves make_halves(const word_letters& letters, const window_trie& trie,
                          const std::vector<std::uint32_t>& shared, std::uint64_t letters_of_end) {
    window_halves made{trie.length() - letters_of_end, letters_of_end, {}, {}, {}, {}, {}};
    const auto index_of = [&](std::size_t index, std::uint64_t depth) {
        return static_cast<std::uint16_t>(letters.index(trie.letter_of(index, depth)));
    };
    // An end is a number whose first digit is its last letter, so that ends which end alike are neighbours.
    const std::uint64_t kinds = letters.size() + 1;
    std::vector<std::uint64_t> number_of_class;
    number_of_class.reserve(shared.size());
    for (std::size_t index = 0; index < shared.size(); ++index) {
        if (index == 0 || shared[index] < made.letters_of_beginning) {
            made.beginnings.push_back({index, shared[index]});
            for (std::uint64_t depth = 0; depth < made.letters_of_beginning; ++depth)
                made.letters_of_beginnings.push_back(index_of(index, depth));
        }
        std::uint64_t word = 0;
        for (std::uint64_t depth = trie.length(); depth-- > made.letters_of_beginning;)
            word = word * kinds + index_of(index, depth);
        number_of_class.push_back(word);
    }
    std::vector<std::uint64_t> words = number_of_class;
    std::ranges::sort(words);
    words.erase(std::ranges::unique(words).begin(), words.end());
    for (const std::uint64_t word : number_of_class)
        made.end_of_class.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(words, word) - words.begin()));
    std::vector<std::uint16_t> digits(letters_of_end);
    for (std::uint64_t rest : words) {
        for (std::uint64_t at = letters_of_end; at-- > 0; rest /= kinds)
            digits[at] = static_cast<std::uint16_t>(rest % kinds);
        const auto before = made.letters_of_ends.end() - (made.ends() == 0 ? 0 : std::ptrdiff_t(letters_of_end));
        made.shared_by_ends.push_back(static_cast<std::uint64_t>(
            std::mismatch(before, made.letters_of_ends.end(), digits.begin()).first - before));
        made.letters_of_ends.insert(made.letters_of_ends.end(), digits.begin(), digits.end());
    }
    return made;
}

void half_lanes::take(const lane_block& block, std::size_t lane, std::size_t letters) {
    letters_ = letters;
    words_ = block.words;
    // The sequence of a lane, which stands between them, is not needed, but it is one row only.
    const std::size_t rows = block.first_of_begins(letters) + block.words;
    of_block_ = rows * row_padding;
    rows_.assign(of_block_ + of_letter(), 0);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(block.rows.data() + row * block.stride + lane, row_padding, rows_.data() + row * row_padding);
}

} // namespace concord::substring
