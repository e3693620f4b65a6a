#include "problems/adapters/search.hpp"

#include "problems/adapters/placement.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace concord::adapters {
namespace {

constexpr unsigned letters_each = threshold::word_letters;
/// Letters beyond an end of a consensus that a word may have which is frequent because of the consensus alone: with
/// five, a word keeps seven of its letters, and 1,024 words share its reads.
constexpr unsigned most_overhang = 5;

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

/// Words that enough reads hold and that chance does not explain, the most frequent first.
std::vector<std::uint32_t> cores_of(const std::vector<std::uint32_t>& counts, const background& chance,
                                    const search_terms& terms) {
    std::vector<std::uint32_t> cores;
    for (std::uint32_t word = 0; word < word_count; ++word)
        if (counts[word] >= terms.core_reads && chance.expected_words(word, counts[word]) <= terms.max_expected)
            cores.push_back(word);
    std::ranges::stable_sort(cores, std::greater<>(), [&](std::uint32_t word) { return counts[word]; });
    return cores;
}

/// Whether a sequence is another one but for a few letters: a part of it, perhaps with some letters more at its ends,
/// as they come of reads with errors. What of both is right, the reads decide.
bool is_variant(const codes& of, const codes& known, bool may_shift) {
    if (may_shift) {
        std::vector<placement> found;
        placer({known}, true).place(of, found);
        return std::ranges::any_of(found, [&](const placement& at) {
            return at.end - at.start + most_overhang >= of.size() || at.end - at.start + of.size() / 10 >= of.size();
        });
    }
    const auto size = std::ssize(of);
    for (std::ptrdiff_t shift = -std::ptrdiff_t{most_overhang}; shift < std::ssize(known); ++shift) {
        const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, -shift);
        const std::ptrdiff_t last = std::min(size, std::ssize(known) - shift);
        if (last - first < letters_each || size - (last - first) > most_overhang) continue;
        std::uint64_t differences = 0;
        for (std::ptrdiff_t i = first; i < last; ++i)
            differences += of[static_cast<std::size_t>(i)] != known[static_cast<std::size_t>(i + shift)] ? 1U : 0U;
        if (few_differences(differences, static_cast<std::uint64_t>(last - first), false)) return true;
    }
    return false;
}

/// Without the run of one letter that a sequencer writes behind the end of what it reads, if there is one.
codes without_run(codes letters) {
    const auto size = letters.size();
    const auto kept = [&](std::uint8_t letter) {
        std::size_t begin = size; // of the best run of this letter at the end: one other letter costs four of it
        int score = 0;
        int best = threshold::trailing_run - 1;
        for (std::size_t i = size; i-- > threshold::least_letters;) {
            score += letters[i] == letter ? 1 : -4;
            if (score <= best) continue;
            best = score;
            begin = i;
        }
        return begin;
    };
    letters.resize(std::min({kept(0), kept(1), kept(2), kept(3)}));
    return letters;
}

/// Masks what reads hold of the sequences, whole, cut, or a few letters at an end.
void mask_all(const sequence::packed_sequences& set, const std::vector<codes>& sequences, bool may_shift,
              letter_mask& mask, runtime::thread_pool& pool) {
    const placer placed(sequences, may_shift);
    std::vector<read_letters> letters(pool.threads(), read_letters(set));
    std::vector<std::vector<placement>> found(pool.threads());
    const auto mask_reads = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        const std::size_t last = std::min((task + 1) * reads_per_task, set.size());
        for (std::size_t read = task * reads_per_task; read < last; ++read) {
            const auto held = letters[worker](read, nullptr);
            placed.place(held, found[worker]);
            const std::uint64_t offset = set.offset(read);
            for (const placement& at : found[worker])
                mask.set(offset + at.start, offset + at.end);
            mask.set(offset, offset + placed.short_start(held));
            mask.set(offset + held.size() - placed.short_end(held), offset + held.size());
        }
        return last - task * reads_per_task;
    };
    pool.run(tasks_of(set.size()), {.name = "aligning reads", .unit = "reads", .total = set.size()}, mask_reads);
}

} // namespace

std::vector<found_sequence> search(const sequence::packed_sequences& set, const search_terms& terms,
                                   runtime::thread_pool& pool, bool& is_complete) {
    std::vector<found_sequence> all;
    letter_mask mask(set.letters());
    std::unordered_set<std::uint32_t> tried; // a core that is left after its sequence was masked leads nowhere
    std::optional<background> chance;        // of all reads, before anything is masked
    is_complete = false;
    for (unsigned round = 0; round < threshold::most_rounds; ++round) {
        const std::vector<std::uint32_t> counts = count_words(set, mask, pool);
        if (!chance) chance.emplace(counts);
        std::vector<std::uint32_t> cores = cores_of(counts, *chance, terms);
        std::erase_if(cores, [&](std::uint32_t word) { return tried.contains(word); });
        if (cores.empty()) {
            is_complete = true;
            break;
        }
        // Places are sampled for the most frequent words, of which those are left that no consensus explains.
        constexpr std::size_t sampled_words = 2048;
        cores.resize(std::min(cores.size(), sampled_words));
        std::vector<std::uint32_t> listed = cores;
        std::ranges::sort(listed);
        const auto places = sample_places(set, mask, listed, counts, pool);
        explained_words explained;
        std::vector<codes> grown;
        for (const std::uint32_t core : cores) {
            if (grown.size() == threshold::cores_per_round) break;
            if (explained.holds(core)) continue;
            pool.check_cancelled();
            tried.insert(core);
            const auto index = static_cast<std::size_t>(std::ranges::lower_bound(listed, core) - listed.begin());
            codes letters = without_run(extended_core(set, core, places[index], terms.may_shift));
            explained.add(letters);
            const auto is_known = [&](const found_sequence& known) {
                return is_variant(letters, known.letters, terms.may_shift) ||
                       is_variant(reverse_complement(letters), known.letters, terms.may_shift);
            };
            if (letters.size() >= threshold::least_letters && std::ranges::none_of(all, is_known))
                all.push_back({letters, chance->expected_words(core, counts[core])});
            grown.push_back(std::move(letters));
        }
        mask_all(set, grown, terms.may_shift, mask, pool);
    }
    return all;
}

} // namespace concord::adapters
