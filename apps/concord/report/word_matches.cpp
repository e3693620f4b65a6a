#include "report/figures.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace concord::app::report {
namespace {

constexpr std::uint64_t most_words = 1'000'000;
constexpr double chance_matches = 0.004; // that a cell may hold, in random letters
constexpr unsigned longest_word = 24;
constexpr std::uint32_t no_symbol = std::numeric_limits<std::uint32_t>::max();

/// A word by its hash, and the row or column of cells in which it begins.
using placed_word = std::pair<std::uint64_t, std::uint32_t>;

std::uint64_t mixed_bits(std::uint64_t value) {
    value ^= value >> 32U;
    value *= 0xd6e8feb86659fd93U;
    return value ^ value >> 32U;
}

/// Takes symbols one by one and keeps the words that are sampled.
class word_collector {
  public:
    word_collector(unsigned length, std::uint64_t sampled) : length_(length), sampled_(sampled), ring_(length, 0) {
        for (unsigned i = 1; i < length; ++i)
            weight_of_first_ *= base;
    }

    /// The start of the word that ends with this symbol, if it is one and sampled; the hash is in `hash()`.
    std::optional<std::uint64_t> take(std::uint32_t symbol) {
        const std::size_t slot = static_cast<std::size_t>(taken_ % length_);
        hash_ -= weight_of_first_ * ring_[slot];
        ring_[slot] = mixed_bits(std::uint64_t{symbol} + 1);
        hash_ = hash_ * base + ring_[slot];
        ++taken_;
        sound_ = symbol == no_symbol ? 0 : sound_ + 1;
        if (sound_ < length_ || mixed_bits(hash_) % sampled_ != 0) return std::nullopt;
        return taken_ - length_;
    }

    [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }

  private:
    static constexpr std::uint64_t base = 0x9e3779b97f4a7c15U;

    unsigned length_;
    std::uint64_t sampled_;
    std::vector<std::uint64_t> ring_;
    std::uint64_t weight_of_first_ = 1;
    std::uint64_t hash_ = 0;
    std::uint64_t taken_ = 0;
    std::uint64_t sound_ = 0; ///< symbols since the last that equals nothing
};

/// Visits the symbols of a sequence, letters as their code points.
template <typename Take>
void for_each_symbol(const formats::sequence_pair& pair, formats::pair_side side, const Take& take) {
    if (pair.unit() != formats::pair_unit::letter) {
        const sequence_ref whole = pair.ref(side);
        if (const auto* symbols = std::get_if<symbol_view>(&whole.letters()))
            symbols->visit([&](auto each_of) {
                for (const std::uint32_t symbol : each_of)
                    take(symbol);
            });
        return;
    }
    constexpr std::uint64_t block = std::uint64_t{1} << 16U;
    const alphabet kind = pair.letters().alphabet();
    for (std::uint64_t at = 0; at < pair.length(side); at += block) {
        const std::string letters = pair.text(side, at, std::min(at + block, pair.length(side)));
        std::string_view rest = letters;
        while (!rest.empty()) {
            auto symbol = static_cast<std::uint32_t>(static_cast<unsigned char>(rest.front()));
            std::size_t bytes = 1;
            if (kind == alphabet::utf8) {
                const sequence::utf8_letter letter = sequence::first_utf8_letter(rest);
                symbol = letter.code_point;
                bytes = std::max<std::size_t>(letter.bytes, 1);
            } else if (kind == alphabet::dna) {
                if (symbol == 'U') symbol = 'T';
                if (std::string_view("ACGT").find(static_cast<char>(symbol)) == std::string_view::npos)
                    symbol = no_symbol;
            }
            take(symbol);
            rest.remove_prefix(bytes);
        }
    }
}

unsigned word_length(const formats::sequence_pair& pair, const dot_grid& grid) {
    if (pair.unit() == formats::pair_unit::line) return 1;
    const auto cells = static_cast<double>(grid.length_a()) * static_cast<double>(grid.length_b());
    if (cells <= 2500) return 1;
    double letters = static_cast<double>(std::max<std::size_t>(pair.distinct_symbols(), 2));
    if (pair.unit() == formats::pair_unit::letter) letters = pair.letters().alphabet() == alphabet::dna ? 4 : 16;
    const double in_a_cell = cells / (static_cast<double>(grid.columns()) * static_cast<double>(grid.rows()));
    const double length = std::ceil(std::log(in_a_cell / chance_matches) / std::log(letters));
    return static_cast<unsigned>(std::clamp(length, 1.0, static_cast<double>(longest_word)));
}

std::vector<placed_word> words_of(const formats::sequence_pair& pair, formats::pair_side side,
                                  const word_matches& how) {
    std::vector<placed_word> words;
    word_collector collector(how.word, how.sampled);
    for_each_symbol(pair, side, [&](std::uint32_t symbol) {
        const std::optional<std::uint64_t> start = collector.take(symbol);
        if (!start) return;
        const std::size_t cell = side == formats::pair_side::a ? how.grid.column_of(*start) : how.grid.row_of(*start);
        words.emplace_back(collector.hash(), static_cast<std::uint32_t>(cell));
    });
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

} // namespace

word_matches matching_words(const formats::sequence_pair& pair) {
    word_matches made{.grid = dot_grid(pair.length(formats::pair_side::a), pair.length(formats::pair_side::b))};
    made.word = word_length(pair, made.grid);
    made.sampled = std::max(made.grid.length_a(), made.grid.length_b()) / most_words + 1;
    const std::vector<placed_word> a = words_of(pair, formats::pair_side::a, made);
    const std::vector<placed_word> b = words_of(pair, formats::pair_side::b, made);
    const auto end_of = [](const std::vector<placed_word>& words, std::size_t first) {
        std::size_t end = first;
        while (end < words.size() && words[end].first == words[first].first)
            ++end;
        return end;
    };
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].first != b[j].first) {
            ++(a[i].first < b[j].first ? i : j);
            continue;
        }
        const std::size_t end_a = end_of(a, i);
        const std::size_t end_b = end_of(b, j);
        for (std::size_t x = i; x < end_a; ++x)
            for (std::size_t y = j; y < end_b; ++y)
                made.grid.add(a[x].second, b[y].second);
        i = end_a;
        j = end_b;
    }
    return made;
}

} // namespace concord::app::report
