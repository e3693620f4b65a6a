#include "problems/substring/variants/near_beginnings.hpp"

#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <type_traits>

namespace concord::substring {
namespace {

/// How much less than its first value the least value of a column is, by `more` and `less`.
constexpr std::size_t columns = std::size_t{1} << 2 * asked_beginnings::most_letters;
using falls_of_columns = std::array<std::uint8_t, columns>;

const falls_of_columns& falls() {
    static const falls_of_columns made = [] {
        falls_of_columns all{};
        for (std::size_t column = 0; column < columns; ++column) {
            int value = 0;
            int least = 0;
            for (unsigned at = 0; at < asked_beginnings::most_letters; ++at) {
                value += static_cast<int>(column >> (asked_beginnings::most_letters + at) & 1U);
                value -= static_cast<int>(column >> at & 1U);
                least = std::min(least, value);
            }
            all[column] = static_cast<std::uint8_t>(-least);
        }
        return all;
    }();
    return made;
}

/// Depth first along the letters of the text.
class beginning_search {
  public:
    beginning_search(const asked_beginnings& asked, numbered_word word) : asked_(asked), edits_(asked, word) {}

    [[nodiscard]] std::vector<numbered_word> find() {
        extend(edits_.first(), 0, 1, asked_.letters);
        std::vector<numbered_word> ascending; // those of each length are already
        for (std::vector<numbered_word>& each : found_)
            ascending.insert(ascending.end(), each.begin(), each.end());
        return ascending;
    }

  private:
    /// `best`: the fewest edits of the whole word with some of these letters.
    void extend(const edits_of_word::column& before, unsigned letters, numbered_word text, unsigned best) {
        const bool is_last = letters + 1 == asked_.known;
        for (unsigned letter = 0; letter < plain_nucleotides; ++letter) {
            const edits_of_word::column here = edits_.next(before, letter);
            const unsigned whole = std::min(best, here.whole);
            const unsigned fewest = std::min(whole, edits_of_word::fewest(here, letters + 1));
            const numbered_word longer = text << 2U | letter;
            const unsigned most = is_last ? fewest : whole;
            if (most < asked_.edits.least || fewest > asked_.edits.most) continue;
            if (most <= asked_.edits.most && (is_last || fewest >= asked_.edits.least))
                found_[letters + 1].push_back(longer);
            else
                extend(here, letters + 1, longer, whole);
        }
    }

    const asked_beginnings& asked_;
    edits_of_word edits_;
    std::array<std::vector<numbered_word>, asked_beginnings::most_known + 1> found_; ///< by length
};

/// The nucleotides in the order in which a word first has them, and the word with these as their numbers.
struct renamed_word {
    std::array<std::uint8_t, plain_nucleotides> names{};
    numbered_word pattern = 1;

    renamed_word(numbered_word word, unsigned letters) {
        std::array<std::uint8_t, plain_nucleotides> number{};
        unsigned seen = 0;
        std::uint8_t is_seen = 0;
        const auto number_of = [&](unsigned letter) {
            if ((is_seen >> letter & 1U) == 0) {
                is_seen = static_cast<std::uint8_t>(is_seen | 1U << letter);
                number[letter] = static_cast<std::uint8_t>(seen);
                names[seen++] = static_cast<std::uint8_t>(letter);
            }
            return number[letter];
        };
        for (unsigned at = letters; at-- > 0;)
            pattern = pattern << 2U | number_of(word >> 2 * at & 3U);
        for (unsigned letter = 0; letter < plain_nucleotides; ++letter)
            static_cast<void>(number_of(letter));
    }
};

/// Calls visit(letters, first, last) for the words of one length after the other.
template <class Visit>
void for_each_length(std::span<const numbered_word> ascending, Visit visit) {
    for (std::size_t first = 0, last = 0; first < ascending.size(); first = last) {
        const unsigned letters = length_of_word(ascending[first]);
        last = first;
        while (last < ascending.size() && ascending[last] < first_of_letters(letters + 1))
            ++last;
        visit(letters, first, last);
    }
}

} // namespace

unsigned edits_of_word::fewest(const column& of, unsigned letters) {
    static const falls_of_columns& falls_of = falls();
    return letters - falls_of[std::size_t{of.more} << asked_beginnings::most_letters | of.less];
}

bool edits_of_word::is_near(std::uint32_t text) const {
    column here = first();
    unsigned best = asked_.letters;
    for (unsigned letters = asked_.known; letters-- > 0;) {
        here = next(here, text >> 2 * letters & 3U);
        best = std::min(best, here.whole);
    }
    best = std::min(best, fewest(here, asked_.known));
    return asked_.edits.least <= best && best <= asked_.edits.most;
}

std::vector<numbered_word> near_beginnings(const asked_beginnings& asked, numbered_word word) {
    return beginning_search(asked, word).find();
}

all_near_beginnings::all_near_beginnings(const asked_beginnings& asked, std::span<const numbered_word> words,
                                         runtime::thread_pool& workers)
    : asked_(asked), of_pattern_(first_of_letters(asked.letters)) {
    const numbered_word first = first_of_letters(asked.letters);
    std::vector<std::uint8_t> is_asked(first, 0);
    for (const numbered_word word : words)
        is_asked[word - first] = 1;
    std::vector<std::uint8_t> is_pattern(first, 0);
    for (numbered_word word = first; word < 2 * first; ++word)
        if (is_asked[word - first] != 0) is_pattern[renamed_word(word, asked.letters).pattern - first] = 1;
    std::vector<numbered_word> patterns;
    for (numbered_word word = first; word < 2 * first; ++word)
        if (is_pattern[word - first] != 0) patterns.push_back(word);
    workers.run(patterns.size(), [&](std::size_t index, unsigned) {
        of_pattern_[patterns[index] - first] = near_beginnings(asked, patterns[index]);
    });
}

void all_near_beginnings::get(numbered_word word, std::vector<numbered_word>& made) const {
    const renamed_word renamed(word, asked_.letters);
    const std::vector<numbered_word>& of_pattern = of_pattern_[renamed.pattern - first_of_letters(asked_.letters)];
    made.resize(of_pattern.size());
    if (made.empty()) return;
    constexpr std::size_t few = 64; // for a table of names
    if (made.size() < few) {
        for (std::size_t index = 0; index < made.size(); ++index) {
            numbered_word all = 1;
            for (unsigned at = length_of_word(of_pattern[index]); at-- > 0;)
                all = all << 2U | renamed.names[of_pattern[index] >> 2 * at & 3U];
            made[index] = all;
        }
        return;
    }
    constexpr unsigned letters_at_once = 4;
    std::array<std::uint8_t, 1U << 2 * letters_at_once> names{};
    for (unsigned some = 0; some < names.size(); ++some)
        for (unsigned at = 0; at < letters_at_once; ++at)
            names[some] = static_cast<std::uint8_t>(names[some] | renamed.names[some >> 2 * at & 3U] << 2 * at);
    for_each_length(of_pattern, [&](unsigned letters, std::size_t first, std::size_t last) {
        const numbered_word of_length = first_of_letters(letters);
        for (std::size_t index = first; index < last; ++index) {
            const numbered_word text = of_pattern[index];
            const numbered_word all = numbered_word{names[text & 255U]} |
                                      numbered_word{names[text >> 8U & 255U]} << 8U |
                                      numbered_word{names[text >> 16U & 255U]} << 16U;
            made[index] = of_length | (all & (of_length - 1));
        }
    });
}

near_sums::near_sums(const all_near_beginnings& all, runtime::thread_pool& workers)
    : asked_(all.asked()), first_(first_of_letters(asked_.letters - 1) * lengths() + 1, 0) {
    const numbered_word words = first_of_letters(asked_.letters - 1);
    const auto word_of = [&](std::uint64_t index) {
        return first_of_letters(asked_.letters) | static_cast<numbered_word>(index);
    };
    constexpr std::uint64_t least_of_task = 256;
    const auto for_each_word = [&](const auto& visit) {
        runtime::for_parts(workers, words, least_of_task, [&](std::uint64_t first, std::uint64_t last) {
            std::vector<numbered_word> made;
            for (std::uint64_t index = first; index < last; ++index) {
                all.get(word_of(index), made);
                visit(index, std::span<const numbered_word>(made));
            }
        });
    };
    for_each_word([&](std::uint64_t index, std::span<const numbered_word> made) {
        for_each_length(made, [&](unsigned letters, std::size_t first, std::size_t last) {
            first_[index * lengths() + letters - fewest_letters() + 1] = static_cast<std::uint32_t>(last - first);
        });
    });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    if (are_short())
        short_ = runtime::far_array<std::uint16_t>(first_.back());
    else
        long_ = runtime::far_array<std::uint32_t>(first_.back());
    for_each_word([&](std::uint64_t index, std::span<const numbered_word> made) {
        std::size_t to = first_[index * lengths()];
        for (const numbered_word each : made) {
            const std::uint32_t word = each - first_of_letters(length_of_word(each));
            if (are_short())
                short_[to++] = static_cast<std::uint16_t>(word);
            else
                long_[to++] = word;
        }
    });
}

double near_sums::memory(const asked_beginnings& asked, double beginnings) {
    return static_cast<double>(first_of_letters(asked.letters - 1)) * beginnings *
           (has_short_words(asked) ? sizeof(std::uint16_t) : sizeof(std::uint32_t));
}

near_sums::renamed near_sums::renamed_of(numbered_word word) const {
    const numbered_word words = first_of_letters(asked_.letters - 1);
    constexpr std::uint32_t one_of_each = 0x5555'5555U;
    const std::uint32_t by = one_of_each * (word / words & 3U); // the first letter becomes the first nucleotide
    return {((word ^ by) & (words - 1)) * lengths(), by};
}

template <class Word>
std::uint64_t near_sums::sum_of(const Word* beginnings, numbered_word word, const std::uint16_t* counts) const {
    const renamed same = renamed_of(word);
    std::uint32_t sum = 0;
    for (std::size_t of_length = 0; of_length < lengths(); ++of_length) {
        const numbered_word first = first_of_letters(static_cast<unsigned>(fewest_letters() + of_length));
        const std::uint32_t by = same.by & (first - 1);
        const std::uint32_t end = first_[same.first + of_length + 1];
        for (std::uint32_t at = first_[same.first + of_length]; at < end; ++at)
            sum += counts[first + (beginnings[at] ^ by)];
    }
    return sum;
}

std::uint64_t near_sums::sum(numbered_word word, const std::uint16_t* counts) const {
    return are_short() ? sum_of(short_.data(), word, counts) : sum_of(long_.data(), word, counts);
}

void near_sums::prefetch(numbered_word word) const noexcept {
    const std::uint32_t* const first = first_.data() + renamed_of(word).first;
    const auto of = [&](const auto& beginnings) {
        substring::prefetch(std::span<const std::remove_reference_t<decltype(beginnings[0])>>(
            beginnings.data() + *first, first[lengths()] - *first));
    };
    are_short() ? of(short_) : of(long_);
}

} // namespace concord::substring
