// Of a short text those words of a key are counted that recur. Of others two samples, because neither detects
// everything. Suffixes whose first letters have a certain hash: of a region that occurs twice, both copies are sampled
// or neither. And suffixes at even distances: where few distinct words make up the whole text, their hashes may never
// be sampled, but any two positions share a long prefix.
#include "suffixes/repetition_estimate.hpp"

#include "suffixes/key_plan.hpp"
#include "suffixes/stopped_text.hpp"
#include "suffixes/text_windows.hpp"
#include "suffixes/tuning.hpp"
#include "suffixes/word_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace concord::suffixes {
namespace {

/// The keys to sample.
class key_sampler {
  public:
    explicit key_sampler(std::uint64_t suffixes)
        : limit_(~std::uint64_t{0} >>
                 std::max(1U, static_cast<unsigned>(std::bit_width(suffixes / sampled_of(suffixes))))) {}

    [[nodiscard]] bool takes(std::uint64_t key) const noexcept { return key * multiplier <= limit_; }

  private:
    static std::uint64_t sampled_of(std::uint64_t suffixes) {
        return std::clamp<std::uint64_t>(suffixes / tuning::share_sampled, 1, tuning::sampled);
    }

    std::uint64_t limit_;
};

/// The average number of windows by which a suffix of a sample is compared until all are distinct: after `known`
/// letters, and at most `rounds`. 0 for a sample that is too small.
[[nodiscard]] double rounds_of_sample(const text_view& text, const std::vector<std::uint64_t>& sample,
                                      std::uint64_t known, unsigned rounds) {
    if (sample.size() < tuning::least_sample) return 0;
    const unsigned window = text.letters_per_window();
    const std::uint64_t most = known + std::uint64_t{rounds} * window;
    struct sampled {
        prefix_key first; ///< window, which nearly always tells two suffixes of a text apart that is not repetitive
        std::uint64_t position;
    };
    std::vector<sampled> sorted;
    sorted.reserve(sample.size());
    for (const std::uint64_t position : sample)
        sorted.push_back({key_at(text, position, window), position});
    const auto shared = [&](const sampled& a, const sampled& b, std::uint64_t equal) {
        return a.position == b.position ? most
                                        : std::min(most, common_prefix(text, a.position, b.position, equal, most));
    };
    const auto before = [](const prefix_key& a, const prefix_key& b) {
        return a.letters != b.letters ? a.letters < b.letters : a.reach < b.reach;
    };
    std::ranges::sort(sorted, [&](const sampled& a, const sampled& b) {
        if (a.first.letters != b.first.letters || a.first.reach != b.first.reach) return before(a.first, b.first);
        if (a.position == b.position) return false;
        if (a.first.reach < window) return a.position < b.position;
        const std::uint64_t length = shared(a, b, window);
        if (length == most) return a.position < b.position;
        const prefix_key key_a = key_behind(text, a.position, length, 1);
        const prefix_key key_b = key_behind(text, b.position, length, 1);
        if (key_a.reach == 0 && key_b.reach == 0) return a.position < b.position;
        return before(key_a, key_b);
    });
    std::uint64_t sum = 0;
    std::uint64_t in_front = 0;
    for (std::size_t at = 0; at < sorted.size(); ++at) {
        const std::uint64_t behind = at + 1 < sorted.size() ? shared(sorted[at], sorted[at + 1], 0) : 0;
        const std::uint64_t longest = std::max(in_front, behind);
        if (longest >= known) sum += std::min<std::uint64_t>(rounds, (longest - known) / window + 1);
        in_front = behind;
    }
    return static_cast<double>(sum) / static_cast<double>(sample.size());
}

/// So many positions at nearly even distances: exactly even ones would be alike in a text of that period.
[[nodiscard]] std::vector<std::uint64_t> even_sample(const text_view& text, std::uint64_t count) {
    std::vector<std::uint64_t> sample;
    const std::uint64_t distance = text.size / count;
    for (std::uint64_t nth = 0; distance > 1 && nth < count; ++nth) {
        const std::uint64_t position = nth * distance + (nth * multiplier >> 32U) % distance;
        if (!text.is_ambiguous(position)) sample.push_back(position);
    }
    return sample;
}

/// The sample of one text.
class key_sample {
  public:
    key_sample(const text_view& text, const suffix_options& options, runtime::thread_pool& workers)
        : text_(text), options_(options), plan_(text, options), workers_(workers) {}

    /// Most repetitive texts are known for such after the first steps: a few even positions, compared by few windows,
    /// and the hashes of a part of each block.
    [[nodiscard]] bool is_repetitive() const {
        const unsigned most_rounds =
            options_.rounds_of_keys < 0 ? tuning::rounds_of_keys : static_cast<unsigned>(options_.rounds_of_keys);
        const auto rounds_up_to = [&](unsigned limit, const std::vector<std::uint64_t>& sample) {
            return rounds_of_sample(text_, sample, plan_.letters, std::min(limit, most_rounds));
        };
        const auto rounds = [&](const auto& sample) { return rounds_up_to(most_rounds, sample); };
        double most = options_.induction_needs == 0 ? worth_refining(text_, workers_) : tuning::most_refined;
        if (options_.without_prefixes && options_.induction_needs == 0) most *= tuning::worth_without_prefixes;
        const double most_in_part = std::min(most, tuning::most_refined_in_part);
        const std::uint64_t even = std::clamp<std::uint64_t>(text_.size / tuning::share_evenly_sampled,
                                                             2 * tuning::least_sample, tuning::evenly_sampled);
        if (rounds_up_to(tuning::rounds_at_first, even_sample(text_, tuning::evenly_sampled_at_first)) >
            tuning::surely_repetitive * most)
            return true;
        const double of_even = rounds(even_sample(text_, even));
        if (of_even > most) return true;
        const std::uint64_t more = tuning::more_evenly_sampled * even;
        if (of_even > tuning::worth_more_even * most && more <= text_.size / tuning::share_more_evenly_sampled &&
            rounds(even_sample(text_, more)) > most)
            return true;
        std::vector<std::uint64_t> sample;
        for (std::uint64_t looked_at = 0; looked_at < tuning::of_block_looked_at;) {
            const std::uint64_t until = looked_at == 0 ? 1 : tuning::of_block_looked_at;
            sample_keys(looked_at, until, sample);
            if (rounds(sample) > (looked_at == 0 ? most_in_part : most)) return true;
            looked_at = until;
        }
        return false;
    }

  private:
    /// Adds positions whose keys have a certain hash: of a region that occurs twice, those of both or of neither. The
    /// text counts as a few equal blocks, and of each the parts from `first` to `last` are looked at.
    void sample_keys(std::uint64_t first, std::uint64_t last, std::vector<std::uint64_t>& sample) const {
        constexpr std::uint64_t parts_of_block = tuning::of_block_looked_at;
        const std::uint64_t blocks = tuning::blocks_looked_at;
        const std::uint64_t block = text_.size / blocks;
        const std::uint64_t most_sampled =
            std::max<std::uint64_t>(1, tuning::most_sampled * (last - first) / parts_of_block / blocks);
        const key_sampler sampler(text_.size);
        const unsigned behind = bits_per_word - plan_.letters * text_.bits;
        std::vector<std::vector<std::uint64_t>> sample_of(blocks);
        workers_.run(blocks, [&](std::size_t nth, unsigned) {
            std::vector<std::uint64_t>& here = sample_of[nth];
            const std::uint64_t begin = block * nth + block * first / parts_of_block;
            const std::uint64_t end = last < parts_of_block ? block * nth + block * last / parts_of_block
                                      : nth + 1 < blocks    ? block * (nth + 1)
                                                            : text_.size;
            const auto take = [&](std::uint64_t position, std::uint64_t window) {
                if (sampler.takes(window >> behind) && here.size() < most_sampled &&
                    text_.reach(position) >= plan_.letters)
                    here.push_back(position);
            };
            for_each_window(text_, begin, end, take);
        });
        for (const auto& of_block : sample_of)
            sample.insert(sample.end(), of_block.begin(), of_block.end());
    }

    const text_view& text_;
    const suffix_options& options_;
    key_plan plan_;
    runtime::thread_pool& workers_;
};

/// Whether words of as many letters as a key recur so often in a short text that keys would take longer. Hashes of one
/// class of so many are marked in a table of bits, which many copies of few words fill no further: where a place kept
/// its last word, two of a period of three in one place made 150 letters of it look like random ones. Time O(letters).
template <unsigned LogClasses>
[[nodiscard]] bool words_recur_often(const text_view& text, unsigned letters) {
    constexpr unsigned log_classes = LogClasses;
    constexpr std::uint64_t words_at_a_time = LogClasses == 0 ? 64 : 256;
    constexpr std::uint64_t limit = ~std::uint64_t{0} >> log_classes;
    const unsigned behind = bits_per_word - letters * text.bits;
    const std::uint64_t expected = text.size >> log_classes; // hashes of the class
    const double borders = static_cast<double>(stops_needed(text)) / static_cast<double>(text.size);
    const auto most = static_cast<std::uint64_t>(tuning::worth_recurring(text.size, text.bits, borders) *
                                                 static_cast<double>(expected));
    const auto log_bits = static_cast<unsigned>(std::bit_width(16 * expected)); // 3 % are marked by another word
    std::vector<std::uint64_t> marks((std::size_t{1} << log_bits) / bits_per_word + 1);
    std::uint64_t* const words = marks.data();
    std::uint64_t found = 0;
    std::uint64_t recurring = 0;
    const auto look_up = [&](std::uint32_t hash) {
        const std::uint32_t bit = hash >> (32 - log_bits);
        std::uint64_t& word = words[bit / bits_per_word];
        if ((word >> (bit % bits_per_word) & 1U) != 0) // one of a run of such words, which need not wait for a store
            ++recurring;
        else
            word |= std::uint64_t{1} << (bit % bits_per_word);
    };
    std::array<std::uint32_t, words_at_a_time> hashes; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::uint64_t first = 0; first < text.size && recurring <= most; first += words_at_a_time) {
        if (log_classes == 0 && recurring + text.size - first <= most) return false;
        std::size_t taken = 0;
        const std::uint64_t last = std::min<std::uint64_t>(text.size, first + words_at_a_time);
        for_each_window(text, first, last, [&](std::uint64_t, std::uint64_t window) {
            const std::uint64_t hash = (window >> behind) * multiplier;
            const auto kept = static_cast<std::uint32_t>(hash >> (32 - log_classes));
            if constexpr (log_classes == 0) return look_up(kept);
            hashes[taken] = kept; // stays only if it is of the class
            taken += hash <= limit ? 1 : 0;
        });
        found += log_classes == 0 ? last - first : taken;
        for (std::size_t nth = 0; nth < taken; ++nth)
            look_up(hashes[nth]);
    }
    return recurring > most || found < expected / 2; // else few different words, which are of other classes
}

} // namespace

double worth_refining(const text_view& text, const runtime::thread_pool& workers) {
    return tuning::worth_refining(workers.threads(), static_cast<double>(stops_needed(text)) /
                                                         static_cast<double>(std::max<std::uint64_t>(1, text.size)));
}

bool is_repetitive(const text_view& text, const suffix_options& options, runtime::thread_pool& workers) {
    if (options.words_recur && options.induction_needs == 0 && text.size <= tuning::letters_without_sample) return true;
    const bool by_words =
        text.size <= tuning::letters_of_short && options.induction_needs == 0 && options.rounds_of_keys < 0;
    if (text.size < (by_words ? tuning::worth_counting_words : tuning::worth_a_sample)) return false;
    if (by_words)
        return text.size < tuning::letters_of_classes
                   ? words_recur_often<0>(text, key_plan(text, options).letters)
                   : words_recur_often<tuning::log_classes_of_words>(text, key_plan(text, options).letters);
    return key_sample(text, options, workers).is_repetitive();
}

} // namespace concord::suffixes
