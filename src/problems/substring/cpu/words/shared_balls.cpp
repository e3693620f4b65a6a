#include "problems/substring/cpu/words/shared_balls.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <vector>

namespace concord::substring {
namespace {

struct window_of_sequence {
    std::uint64_t start;
    front_and_end word;
};

bool is_less(const window_of_sequence& a, const window_of_sequence& b) {
    return a.word.front != b.word.front ? a.word.front < b.word.front : a.word.end < b.word.end;
}

struct near_pair {
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t distance;
};

/// What one thread counts.
class counter_of_thread {
  public:
    counter_of_thread(const problem& given, const growth_alphabet& letters, const word_set& words,
                      const ball_shape& shape, const std::vector<double>& sizes, std::span<std::uint32_t> counts)
        : given_(given), words_(words), shape_(shape), sizes_(sizes), counts_(counts),
          reader_(given, letters, words.length()), is_written_apart_(reader_.order().is_paired()),
          times_(words.size(), 0) {}

    void count(std::uint64_t sequence) {
        const std::uint64_t length = words_.length();
        windows_.clear();
        bool has_ambiguous = false;
        words_.for_each(reader_, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
            windows_.push_back({start, word});
            has_ambiguous = has_ambiguous || !is_ordinary;
        });
        if (windows_.size() <= 1 && !has_ambiguous) return;
        read_letters(given_.length(sequence));
        hits_.clear();
        if (has_ambiguous) return settle_ambiguous();
        if (!is_written_apart_ && windows_.size() == codes_.size() - length + 1 && pairs_are_better()) {
            for (const near_pair& pair : pairs_)
                visit_both(pair);
            settle([](std::uint32_t pairs) { // of n words, n (n - 1) / 2
                return static_cast<std::uint32_t>((std::sqrt(8.0 * pairs + 1) - 1) / 2 + 0.5);
            });
        } else {
            visit_balls();
            settle([](std::uint32_t words) { return words - 1; });
        }
    }

  private:
    /// Of windows that are written in order those of the sequence, else those of each window.
    void read_letters(std::uint64_t letters) {
        if (!is_written_apart_) {
            codes_.resize(letters);
            for (std::size_t at = 0; at < letters; ++at)
                codes_[at] = reader_.letter(at, 0);
            return;
        }
        codes_.resize(letters * words_.length());
        for (const window_of_sequence& each : windows_)
            for (std::uint64_t place = 0; place < words_.length(); ++place)
                codes_[each.start * words_.length() + place] = reader_.letter(each.start, place);
    }
    [[nodiscard]] std::span<const std::uint8_t> letters_at(std::uint64_t start) const {
        return {codes_.data() + (is_written_apart_ ? start * words_.length() : start), words_.length()};
    }

    /// Lists the pairs of different windows that have anything near to both, each word once; whether this is less than
    /// all that is near to one of them.
    bool pairs_are_better() {
        const std::uint64_t length = words_.length();
        const std::size_t windows = windows_.size();
        const std::uint64_t most = 2 * shape_.mismatches();
        const std::uint8_t* const codes = codes_.data();
        is_repeated_.assign(windows, 0);
        pairs_.resize(windows * windows / 2 + 1);
        std::size_t pairs = 0;
        for (std::size_t apart = 1; apart < windows; ++apart) {
            std::uint32_t distance = 0;
            for (std::size_t at = 0; at < length; ++at)
                distance += codes[at] != codes[at + apart] ? 1U : 0U;
            for (std::size_t a = 0;; ++a) {
                pairs_[pairs] = {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a + apart), distance};
                pairs += distance <= most ? 1U : 0U;
                if (a + apart + 1 == windows) break;
                distance += codes[a + length] != codes[a + apart + length] ? 1U : 0U;
                distance -= codes[a] != codes[a + apart] ? 1U : 0U;
            }
        }
        pairs_.resize(pairs);
        for (const near_pair& pair : pairs_)
            if (pair.distance == 0) is_repeated_[pair.b] = 1;
        std::erase_if(pairs_,
                      [&](const near_pair& pair) { return is_repeated_[pair.a] != 0 || is_repeated_[pair.b] != 0; });
        double near = 0;
        for (const near_pair& pair : pairs_)
            near += sizes_[pair.distance];
        return near < static_cast<double>(windows) * sizes_[0];
    }

    void take(std::uint64_t front, std::uint64_t ends) {
        for (std::uint64_t rest = ends & words_.ends(front); rest != 0; rest &= rest - 1)
            hits_.push_back(words_.rank(front, base::lowest_one(rest)));
    }
    void visit_both(const near_pair& pair) {
        for_each_in_both_balls(shape_, letters_at(windows_[pair.a].start), letters_at(windows_[pair.b].start),
                               windows_[pair.a].word, windows_[pair.b].word,
                               [&](std::uint64_t front, std::uint64_t ends) { take(front, ends); });
    }
    void visit_ball(std::span<const std::uint8_t> letters) {
        const word_of_ball center(shape_, letters);
        for_each_in_ball(shape_, center, [&](std::uint64_t front, std::uint64_t ends) { take(front, ends); });
    }
    /// What is near to each of the different words.
    void visit_balls() {
        std::ranges::sort(windows_, is_less);
        for (std::size_t index = 0; index < windows_.size(); ++index)
            if (index == 0 || is_less(windows_[index - 1], windows_[index]))
                visit_ball(letters_at(windows_[index].start));
    }

    /// The count of each word has those near to the windows with ambiguous letters as they are written: what is not
    /// near to any window of the sequence is taken off as well.
    void settle_ambiguous() {
        for (const window_of_sequence& each : windows_)
            visit_ball(letters_at(each.start));
        for (const std::uint32_t word : hits_)
            times_[word] |= is_held;
        hits_.clear();
        const auto unknown = static_cast<std::uint8_t>(shape_.split().letters);
        std::ranges::replace(codes_, unknown, std::uint8_t{0});
        visit_balls();
        for (const std::uint32_t word : hits_)
            ++times_[word];
        for (const std::uint32_t word : hits_) {
            if (times_[word] == 0) continue;
            take_off(word, (times_[word] & ~is_held) - (times_[word] >= is_held ? 1 : 0));
            times_[word] = 0;
        }
    }

    /// Takes `surplus` of how often each word was hit from its count.
    template <class Surplus>
    void settle(Surplus surplus) {
        for (const std::uint32_t word : hits_)
            ++times_[word];
        for (const std::uint32_t word : hits_) {
            if (times_[word] == 0) continue;
            take_off(word, surplus(times_[word]));
            times_[word] = 0;
        }
    }
    void take_off(std::uint32_t word, std::uint32_t more) {
        if (more > 0) std::atomic_ref<std::uint32_t>(counts_[word]).fetch_sub(more, std::memory_order_relaxed);
    }

    static constexpr std::uint32_t is_held = std::uint32_t{1} << 31; ///< with `times_`: by a window as it is

    const problem& given_;
    const word_set& words_;
    const ball_shape& shape_;
    const std::vector<double>& sizes_; ///< of what is near to two words, by their distance
    std::span<std::uint32_t> counts_;
    word_reader reader_;
    bool is_written_apart_;
    std::vector<std::uint32_t> times_; ///< by word: how often it was hit by this sequence
    std::vector<std::uint32_t> hits_;
    std::vector<window_of_sequence> windows_;
    std::vector<std::uint8_t> codes_;
    std::vector<std::uint8_t> is_repeated_;
    std::vector<near_pair> pairs_;
};

std::vector<double> sizes_by_distance(const ball_shape& shape) {
    std::vector<double> sizes;
    for (std::uint64_t distance = 0;
         distance <= std::min(2 * shape.mismatches(), shape.split().front + shape.split().end); ++distance)
        sizes.push_back(size_of_both_balls(shape, distance));
    return sizes;
}

/// Instructions of a sequence, as a mean of some: where all are copies of one text, what it has twice they all have.
double cost_of_sampled_sequence(const problem& given, const ball_shape& shape, const std::vector<double>& sizes) {
    const std::uint64_t length = shape.split().front + shape.split().end;
    const std::uint64_t most_pairs = std::min(tuning::sampled_window_pairs, given.set.letters() / 8);
    double cost = 0;
    std::uint64_t sampled = 0;
    for (std::uint64_t pairs = 0; sampled < given.sequences() && pairs < most_pairs; ++sampled) {
        const std::uint64_t sequence = sampled * 7919 % given.sequences();
        if (given.length(sequence) < length) continue;
        const std::uint64_t first = given.offset(sequence);
        const std::uint64_t windows = given.length(sequence) - length + 1;
        const std::uint64_t stride = stride_of_sampled_windows(windows, most_pairs);
        const auto all = static_cast<double>(windows);
        if (has_ambiguous_letters(given, sequence)) {
            cost += 2 * all * sizes.front() * tuning::cost_of_word_in_ball;
            pairs += windows;
            continue;
        }
        double near = 0;
        for (std::uint64_t a = 0; a < windows; a += stride) {
            pairs += windows - a;
            for (std::uint64_t b = a + 1; b < windows; ++b) {
                const std::uint64_t apart =
                    mismatches_within(given.letters, first + a, first + b, length, sizes.size() - 1);
                if (apart < sizes.size())
                    near += static_cast<double>(stride) *
                            (tuning::cost_of_near_pair + sizes[apart] * tuning::cost_of_shared_word);
            }
        }
        cost += all * all / 2 * tuning::cost_of_window_pair +
                std::min(near, all * sizes.front() * tuning::cost_of_shared_word); // the balls of all windows
    }
    return cost / static_cast<double>(std::max<std::uint64_t>(1, sampled));
}

} // namespace

void count_sequences_once(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                          const word_set& words, std::span<std::uint32_t> counts) {
    const ball_shape shape(words.split(), given.mismatches);
    const std::vector<double> sizes = sizes_by_distance(shape);
    std::vector<std::unique_ptr<counter_of_thread>> of_worker(resources.workers.threads());
    const sequence_tasks tasks(given.sequences(), given.set.letters());
    const auto count = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        if (!of_worker[worker])
            of_worker[worker] = std::make_unique<counter_of_thread>(given, letters, words, shape, sizes, counts);
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            of_worker[worker]->count(sequence);
        return 1;
    };
    resources.workers.run(tasks.size(), {"counting", "parts", tasks.size()}, count);
}

double bytes_of_counting_once(const problem& given) {
    const auto windows = static_cast<double>(given.set.longest());
    return windows * windows / 2 * sizeof(near_pair);
}

double cost_of_counting_once(const problem& given, const ball_shape& shape) {
    const auto letters = static_cast<double>(shape.split().letters);
    const auto length = static_cast<double>(shape.split().front + shape.split().end);
    const double windows =
        std::max(0.0, static_cast<double>(given.set.letters()) / static_cast<double>(given.sequences()) - length + 1);
    const std::vector<double> sizes = sizes_by_distance(shape);
    double chance = std::pow(letters, -length); // of a distance
    double of_pair = tuning::cost_of_window_pair;
    for (std::size_t distance = 0; distance < sizes.size(); ++distance) {
        of_pair += chance * (tuning::cost_of_near_pair + sizes[distance] * tuning::cost_of_shared_word);
        chance *= (letters - 1) * (length - static_cast<double>(distance)) / static_cast<double>(distance + 1);
    }
    const double by_chance = windows * windows / 2 * of_pair;
    return static_cast<double>(given.sequences()) * std::max(by_chance, cost_of_sampled_sequence(given, shape, sizes));
}

} // namespace concord::substring
