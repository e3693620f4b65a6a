#include "problems/substring/cpu/words/listed_pairs.hpp"

#include "problems/substring/counting_tuning.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::uint64_t most_pairs_of_part = 1U << 20U; ///< of the longest sequences, or of one of them
constexpr std::uint64_t most_sequences_of_part = 256;
constexpr std::uint64_t bytes_of_pair = 3 * sizeof(std::uint32_t);

std::uint64_t pairs_of_longest(const problem& given) { return given.set.longest() * given.set.longest() / 2 + 1; }

/// Lists the pairs of some sequences.
class pair_lister {
  public:
    pair_lister(const problem& given, const growth_alphabet& letters, const word_set& words,
                const pair_kernels& kernels)
        : given_(given), letters_(letters), words_(words), kernels_(kernels),
          mismatches_(static_cast<unsigned>(given.mismatches)), reader_(given, letters, words.length()) {}

    /// `number`: of the first of them.
    void list(std::uint64_t first, std::uint64_t last, std::uint32_t number, pair_part& part) {
        part.pairs.size = 0;
        part.ambiguous.clear();
        part.ambiguous_of.clear();
        for (std::uint64_t sequence = first; sequence < last; ++sequence, ++number) {
            read(sequence);
            part.ambiguous_of.push_back(found_.ambiguous.empty() ? -1
                                                                 : static_cast<std::int32_t>(part.ambiguous.size()));
            const std::size_t count = counted_.size();
            reserve(part.pairs, count * count / 2 + found_.ambiguous.size());
            counted_.resize(count + padding_of_pairs);
            pair_list& pairs = part.pairs;
            pairs.size += kernels_.list(counted_.data(), count, number, mismatches_, pairs.rows().from(pairs.size));
            counted_.resize(count);
            if (found_.ambiguous.empty()) continue;
            for (const ambiguous_sequence::window& each : found_.ambiguous) { // is a word too much even alone
                const pair_rows to = pairs.rows().from(pairs.size++);
                *to.first = *to.second = each.word;
                *to.state = state_of_pair(number, mismatches_, 0);
            }
            found_.counted = counted_;
            part.ambiguous.push_back(std::move(found_));
        }
    }

  private:
    static void reserve(pair_list& pairs, std::size_t more) {
        pair_list larger;
        const std::size_t needed = pairs.size + more;
        if (needed <= capacity_of(pairs)) return;
        larger.reserve(needed + needed / 2);
        for (std::uint32_t* pair_rows::*row : {&pair_rows::first, &pair_rows::second, &pair_rows::state})
            std::copy_n(pairs.rows().*row, pairs.size, larger.rows().*row);
        larger.size = pairs.size;
        std::swap(pairs, larger);
    }
    static std::size_t capacity_of(pair_list& pairs) {
        const std::size_t all = static_cast<std::size_t>(pairs.rows().second - pairs.rows().first);
        return all < padding_of_pairs ? 0 : all - padding_of_pairs;
    }

    /// The different words of a sequence.
    void read(std::uint64_t sequence) {
        const std::uint64_t length = words_.length();
        counted_.clear();
        found_ = {};
        words_.for_each(reader_, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
            const auto code = static_cast<std::uint32_t>(word.front << 2 * words_.split().end | word.end);
            counted_.push_back(code);
            if (is_ordinary) {
                ordinary_.push_back(code);
                return;
            }
            ambiguous_sequence::window window{code, 0, 0};
            for (std::uint64_t place = 0; place < length; ++place) {
                const bool is_known = reader_.letter(start, place) < letters_.ordinary();
                window.known = window.known << 2U | (is_known ? 1U : 0U);
                window.mismatches += is_known ? 0U : 1U;
            }
            found_.ambiguous.push_back(window);
        });
        if (found_.ambiguous.empty())
            ordinary_.clear();
        else
            found_.ordinary.swap(ordinary_);
        ordinary_.clear();
        std::ranges::sort(counted_);
        counted_.erase(std::unique(counted_.begin(), counted_.end()), counted_.end());
    }

    const problem& given_;
    const growth_alphabet& letters_;
    const word_set& words_;
    const pair_kernels& kernels_;
    unsigned mismatches_;
    word_reader reader_;
    std::vector<std::uint32_t> counted_;
    std::vector<std::uint32_t> ordinary_;
    ambiguous_sequence found_;
};

} // namespace

std::uint32_t mismatches_between(std::uint32_t a, std::uint32_t b) noexcept {
    return static_cast<std::uint32_t>(std::popcount(((a ^ b) | (a ^ b) >> 1U) & 0x55555555U));
}

std::uint32_t ambiguous_sequence::surplus(std::uint32_t word, unsigned mismatches) const {
    const auto is_near = [&](std::uint32_t other) { return mismatches_between(word, other) <= mismatches; };
    const auto times = static_cast<std::uint32_t>(std::ranges::count_if(counted, is_near));
    const bool is_held =
        std::ranges::any_of(ordinary, is_near) || std::ranges::any_of(ambiguous, [&](const window& each) {
            const std::uint32_t differ = (each.word ^ word) | (each.word ^ word) >> 1U;
            return static_cast<unsigned>(std::popcount(differ & each.known)) + each.mismatches <= mismatches;
        });
    return times - (is_held ? 1U : 0U);
}

pair_chunk::pair_chunk(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                       const word_set& words, const pair_kernels& kernels)
    : given_(given), resources_(resources), letters_(letters), words_(words), kernels_(kernels),
      sequences_of_part_(
          std::clamp<std::uint64_t>(most_pairs_of_part / pairs_of_longest(given), 1, most_sequences_of_part)) {}

std::uint64_t pair_chunk::read(std::uint64_t first) {
    const std::uint64_t most_parts = most_sequences_of_pairs / sequences_of_part_;
    const unsigned threads = resources_.workers.threads();
    const double most_pairs = pairs_of_chunk(resources_.memory, threads);
    const std::uint64_t begin = first;
    std::uint64_t parts = 0;
    pairs_ = 0;
    has_ambiguous_ = false;
    do {
        const std::uint64_t left = (given_.sequences() - first + sequences_of_part_ - 1) / sequences_of_part_;
        const std::uint64_t more = std::min({std::uint64_t{threads}, most_parts - parts, left});
        parts_.resize(std::max<std::size_t>(parts_.size(), parts + more));
        resources_.workers.run(more, [&](std::size_t part, unsigned) {
            const std::uint64_t from = first + part * sequences_of_part_;
            const std::uint64_t last = std::min(from + sequences_of_part_, given_.sequences());
            pair_lister(given_, letters_, words_, kernels_)
                .list(from, last, static_cast<std::uint32_t>(from - begin), parts_[parts + part]);
        });
        for (std::uint64_t part = parts; part < parts + more; ++part) {
            pairs_ += parts_[part].pairs.size;
            has_ambiguous_ = has_ambiguous_ || !parts_[part].ambiguous.empty();
        }
        parts += more;
        first = std::min(first + more * sequences_of_part_, given_.sequences());
    } while (first < given_.sequences() && parts < most_parts && static_cast<double>(pairs_) < most_pairs);
    parts_.resize(parts);
    return first;
}

double pairs_of_chunk(std::uint64_t memory, unsigned threads) {
    const double fitting = static_cast<double>(memory) / 4 / (bytes_of_pair * (1 + 3.0 * threads));
    const std::size_t most =
        std::max(tuning::most_pairs_at_once / threads, tuning::most_pairs_of_many_threads); // these share a cache
    return std::min(fitting, static_cast<double>(most));
}

double bytes_of_pair_part(const problem& given) {
    return static_cast<double>(std::max(pairs_of_longest(given), most_pairs_of_part)) * bytes_of_pair;
}

} // namespace concord::substring
