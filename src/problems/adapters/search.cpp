#include "problems/adapters/search.hpp"

#include "problems/adapters/placement.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace concord::adapters {
namespace {

constexpr unsigned letters_each = threshold::word_letters;
/// Letters beyond an end of a consensus that a word may have which is frequent because of the consensus alone: with
/// five, a word keeps seven of its letters, and 1,024 words share its reads.
constexpr unsigned most_overhang = 5;
/// Letters beyond an end of a consensus that make no other sequence of it: words that lie behind it have twelve.
constexpr std::ptrdiff_t most_more = letters_each - 1;

/// Words whose places are sampled at first; then four times as many, and so on.
constexpr std::size_t first_words = 8;

/// Words that are frequent because a consensus is: its own, with one letter replaced, and those that hang over an end.
class explained_words {
  public:
    void add(const codes& of) {
        for (const codes& strand : {of, reverse_complement(of)}) {
            for_each_word(strand, [&](std::uint32_t word, std::size_t) {
                for (unsigned place = 0; place < letters_each; ++place)
                    for (std::uint32_t letter = 0; letter < 4; ++letter)
                        words_.insert((word & ~(3U << 2 * place)) | letter << 2 * place);
            });
            for (unsigned beyond = 1; beyond <= most_overhang; ++beyond) {
                const unsigned within = letters_each - beyond;
                starts_.insert(key(beyond, packed({strand.data(), within})));
                ends_.insert(key(beyond, packed({strand.data() + strand.size() - within, within})));
            }
        }
    }
    [[nodiscard]] bool holds(std::uint32_t word) const {
        if (words_.contains(word)) return true;
        for (unsigned beyond = 1; beyond <= most_overhang; ++beyond)
            if (starts_.contains(key(beyond, word & ((1U << 2 * (letters_each - beyond)) - 1))) ||
                ends_.contains(key(beyond, word >> 2 * beyond)))
                return true;
        return false;
    }

  private:
    static std::uint32_t packed(std::span<const std::uint8_t> letters) {
        return std::accumulate(letters.begin(), letters.end(), 0U,
                               [](std::uint32_t word, std::uint8_t letter) { return word << 2U | letter; });
    }
    static std::uint32_t key(unsigned beyond, std::uint32_t letters) { return beyond << 24U | letters; }

    std::unordered_set<std::uint32_t> words_, starts_, ends_;
};

std::uint32_t reverse_complement_of(std::uint32_t word) {
    std::uint32_t reversed = 0;
    for (unsigned i = 0; i < letters_each; ++i)
        reversed = reversed << 2U | (~(word >> 2 * i) & 3U);
    return reversed;
}

/// Words that enough reads hold and that chance does not explain, the most frequent first; with `one_strand`, those
/// that reads do not hold on both strands before all others.
std::vector<std::uint32_t> cores_of(const std::vector<std::uint32_t>& counts, const background& chance,
                                    const search_terms& terms, bool one_strand) {
    std::vector<std::uint32_t> cores;
    const auto least = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(terms.core_reads, std::numeric_limits<std::uint32_t>::max()));
    constexpr std::uint32_t at_once = 16; // few words are frequent: most are passed in vectors
    for (std::uint32_t first = 0; first < word_count; first += at_once) {
        std::uint32_t most = 0;
        for (std::uint32_t i = 0; i < at_once; ++i)
            most = std::max(most, counts[first + i]);
        for (std::uint32_t word = first; most >= least && word < first + at_once; ++word)
            if (counts[word] >= terms.core_reads && chance.expected_words(word, counts[word]) <= terms.max_expected)
                cores.push_back(word);
    }
    std::ranges::stable_sort(cores, std::greater<>(), [&](std::uint32_t word) { return counts[word]; });
    if (one_strand)
        std::stable_partition(cores.begin(), cores.end(), [&](std::uint32_t word) {
            return counts[word] >= threshold::one_strand_reads + 8 * std::uint64_t{counts[reverse_complement_of(word)]};
        });
    return cores;
}

/// Whether a sequence is another one but for a few letters: a part of it, perhaps with some letters more at its ends,
/// as they come of reads with errors. What of both is right, the reads decide.
bool is_variant(const codes& of, const codes& known, bool may_shift, simd::vector_target vectors) {
    if (may_shift) {
        std::vector<placement> found;
        placer({known}, true, vectors).place(of, found);
        return std::ranges::any_of(found, [&](const placement& at) {
            return at.end - at.start + std::size_t{most_more} >= of.size() ||
                   at.end - at.start + of.size() / 10 >= of.size();
        });
    }
    const auto size = std::ssize(of);
    for (std::ptrdiff_t shift = -most_more; shift < std::ssize(known); ++shift) {
        const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, -shift);
        const std::ptrdiff_t last = std::min(size, std::ssize(known) - shift);
        if (last - first < letters_each || size - (last - first) > most_more) continue;
        std::uint64_t differences = 0;
        for (std::ptrdiff_t i = first; i < last; ++i)
            differences += of[static_cast<std::size_t>(i)] != known[static_cast<std::size_t>(i + shift)] ? 1U : 0U;
        if (few_differences(differences, static_cast<std::uint64_t>(last - first), false)) return true;
    }
    return false;
}

} // namespace

std::vector<found_sequence> search(const sequence::packed_sequences& set, const search_terms& terms,
                                   read_passes& passes, bool& is_complete) {
    std::vector<found_sequence> all;
    std::unordered_set<std::uint32_t> tried; // a core that is left after its sequence was masked leads nowhere
    std::optional<background> chance;        // of all reads, before anything is masked
    is_complete = false;
    for (unsigned round = 0; round < threshold::most_rounds; ++round) {
        const std::vector<std::uint32_t>& counts = passes.count_words();
        if (!chance) chance.emplace(counts);
        // What is most frequent comes first. In the second half of the rounds words of one strand do, as adapters are:
        // a rare one must not wait for hundreds of pieces of what was sequenced.
        std::vector<std::uint32_t> cores = cores_of(counts, *chance, terms, 2 * round >= threshold::most_rounds);
        std::erase_if(cores, [&](std::uint32_t word) { return tried.contains(word); });
        if (cores.empty()) {
            is_complete = true;
            break;
        }
        // Places are sampled for some of the most frequent words, which no consensus explains, and for more where these
        // leave others: mostly the first few explain all.
        constexpr std::size_t most_words = 2048;
        cores.resize(std::min(cores.size(), most_words));
        explained_words explained;
        std::vector<std::uint32_t> taken;
        std::vector<codes> grown;
        std::size_t sampled_words = first_words;
        for (auto next = cores.begin(); next != cores.end() && grown.size() < threshold::cores_per_round;) {
            std::vector<std::uint32_t> listed;
            const auto first = next;
            for (; next != cores.end() && listed.size() < sampled_words; ++next)
                if (!explained.holds(*next)) listed.push_back(*next);
            if (listed.empty()) break;
            sampled_words *= 4;
            std::ranges::sort(listed);
            const auto places = passes.sample_places(listed, counts);
            for (auto core = first; core != next && grown.size() < threshold::cores_per_round; ++core) {
                if (explained.holds(*core)) continue;
                passes.check_cancelled();
                tried.insert(*core);
                const auto index = static_cast<std::size_t>(std::ranges::lower_bound(listed, *core) - listed.begin());
                codes letters = without_run(extended_core(set, *core, places[index], terms.may_shift));
                explained.add(letters);
                taken.push_back(*core);
                grown.push_back(std::move(letters));
            }
        }
        std::vector<codes*> sampled; // of whose reads only some have voted
        for (std::size_t i = 0; i < grown.size(); ++i)
            if (counts[taken[i]] > threshold::most_votes && grown[i].size() <= threshold::longest_adapter)
                sampled.push_back(&grown[i]);
        lengthen(set, passes, counts, sampled, terms.may_shift);
        for (std::size_t i = 0; i < grown.size(); ++i) {
            const auto is_known = [&](const found_sequence& known) {
                return is_variant(grown[i], known.letters, terms.may_shift, terms.vectors) ||
                       is_variant(reverse_complement(grown[i]), known.letters, terms.may_shift, terms.vectors);
            };
            if (grown[i].size() >= threshold::least_letters && std::ranges::none_of(all, is_known))
                all.push_back({grown[i], chance->expected_words(taken[i], counts[taken[i]])});
        }
        passes.mask_held(grown);
    }
    return all;
}

} // namespace concord::adapters
