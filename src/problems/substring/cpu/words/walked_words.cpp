#include "problems/substring/cpu/words/walked_words.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/thread_counts.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <numeric>

namespace concord::substring {
namespace {

/// The walk of one thread along all words, in one block of sequences.
class block_walk {
  public:
    block_walk(const problem& given, const growth_kernels& kernels, const growth_alphabet& letters,
               const word_list& words, const growth_block& block, unsigned thread, thread_counts& supports)
        : words_(words), walk_(given, kernels, letters, {&block, 1}), thread_(thread), supports_(supports),
          branches_(words.length()) {}

    void run() { count(0, words_.size(), 0); }

  private:
    struct branch {
        std::vector<std::uint8_t> letters;
        std::vector<std::size_t> firsts; ///< word of each letter; and the last one's end
    };

    /// Adds what is known of the words from `first` on; their first `depth` letters are the same, and were entered.
    void count(std::size_t first, std::size_t last, std::size_t depth) {
        branch& here = branches_[depth];
        here.letters.clear();
        here.firsts.clear();
        for (std::size_t at = first; at < last; at = words_.next(at, last, depth)) {
            here.letters.push_back(words_.letter(at, depth));
            here.firsts.push_back(at);
        }
        here.firsts.push_back(last);
        const std::span<const growth_count> counted = walk_.count(depth, here.letters);
        if (depth + 1 == words_.length()) {
            for (std::size_t index = 0; index < counted.size(); ++index)
                for (std::size_t word = here.firsts[index]; word < here.firsts[index + 1]; ++word)
                    supports_.add(thread_, word, static_cast<std::uint32_t>(counted[index].holders));
            return;
        }
        const bool is_before_last = depth + 2 == words_.length();
        for (std::size_t index = 0; index < here.letters.size(); ++index) {
            if (counted[index].holders == 0) continue;
            walk_.enter(depth, index, is_before_last ? tuning::crowded_lanes_of_last : tuning::crowded_lanes);
            count(here.firsts[index], here.firsts[index + 1], depth + 1);
        }
    }

    const word_list& words_;
    growth_walk walk_;
    unsigned thread_;
    thread_counts& supports_;
    std::vector<branch> branches_; ///< by depth
};

/// Nodes of the trie between the empty word and whole ones.
double count_proper_prefixes(const word_set& words) {
    const std::uint64_t letters = words.split().letters;
    std::uint64_t prefixes = 0;
    std::size_t before = 0;
    bool is_first = true;
    words.for_each_word([&](std::size_t, std::size_t word) {
        std::uint64_t differ = 0; // letters from the first difference on: prefixes that end in them are new
        for (std::size_t a = before, b = word; a != b; a /= letters, b /= letters)
            ++differ;
        if (is_first) differ = words.length();
        prefixes += differ > 0 ? differ - 1 : 0;
        is_first = false;
        before = word;
    });
    return static_cast<double>(prefixes);
}

/// Words of 64 letters of all sequences.
double words_of_rows(const problem& given) {
    std::uint64_t words = 0;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        words += given.length(sequence) / sequence::letters_per_word + 1;
    return static_cast<double>(words);
}

} // namespace

word_list::word_list(const word_set& words) : length_(words.length()), digits_(words.size() * length_) {
    const std::uint64_t letters = words.split().letters;
    words.for_each_word([&](std::size_t rank, std::size_t word) {
        for (std::size_t at = length_; at-- > 0; word /= letters)
            digits_[rank * length_ + at] = static_cast<std::uint8_t>(word % letters);
    });
}

std::size_t word_list::next(std::size_t word, std::size_t last, std::size_t at) const noexcept {
    const std::uint8_t here = letter(word, at);
    while (word < last && letter(word, at) == here)
        ++word;
    return word;
}

void count_walked_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                        const word_list& words, std::uint64_t first, std::uint64_t last,
                        std::span<std::uint32_t> supports) {
    if (words.size() == 0) return;
    std::vector<std::uint64_t> sequences(last - first);
    std::iota(sequences.begin(), sequences.end(), first);
    const auto words_of_block =
        static_cast<std::size_t>(tuning::bytes_of_growth / sizeof(std::uint64_t)) / (given.mismatches + 1);
    const std::vector<growth_block> blocks =
        make_growth_blocks(given, letters, sequences, {}, words_of_block, resources.workers);
    thread_counts counted(supports, resources.workers);
    const growth_kernels& kernels = growth_kernels_for(resources.vectors);
    const auto count_one = [&](std::size_t block, unsigned worker) -> std::uint64_t {
        block_walk(given, kernels, letters, words, blocks[block], worker, counted).run();
        return 1;
    };
    resources.workers.run(blocks.size(), {"counting", "blocks", blocks.size()}, count_one);
    counted.finish();
}

double cost_of_walked_words(const problem& given, std::uint64_t memory, unsigned threads,
                            const growth_alphabet& letters, const word_set& words, double most) {
    const auto of_prefixes = [&](double prefixes) {
        return cost_of_walked_words(given, memory, threads, letters, static_cast<double>(words.size()), prefixes);
    };
    // A prefix goes on with as many letters as there are, at most.
    const double least = of_prefixes(static_cast<double>(words.size()) / static_cast<double>(letters.ordinary()));
    return least >= most ? least : of_prefixes(count_proper_prefixes(words));
}

double cost_of_walked_words(const problem& given, std::uint64_t memory, unsigned threads,
                            const growth_alphabet& letters, double words, double prefixes) {
    const double rows = words_of_rows(given);
    const double of_blocks = rows * static_cast<double>(letters.size()) * sizeof(std::uint64_t);
    const double of_words = words * (sizeof(std::uint32_t) * (threads + 1.0) + ball_shape::most_letters_of_word);
    if (given.set.longest() >= tuning::most_words_of_growth * sequence::letters_per_word ||
        given.mismatches > tuning::most_mismatches_of_growth || of_blocks + of_words > static_cast<double>(memory) / 4)
        return impossible;
    const double entered =
        tuning::cost_of_growth + tuning::cost_of_growth_row * static_cast<double>(given.mismatches + 1);
    return rows * (prefixes * entered + words * tuning::cost_of_walked_word);
}

} // namespace concord::substring
