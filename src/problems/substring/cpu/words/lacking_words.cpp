#include "problems/substring/cpu/words/lacking_words.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/lacking_kernels.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <numeric>

namespace concord::substring {
namespace {

constexpr std::uint64_t letters_of_walk = 4;
constexpr std::size_t words_of_text = windows_of_block * most_blocks_of_walk / 64 + 2;
constexpr std::size_t rows_of_part = 4096; ///< of bits, which a thread looks at

/// A bit for each beginning that one of the words has which are left.
class existing_beginnings {
  public:
    explicit existing_beginnings(const numbered_words& words) : bits_(words.length() + 1), rows_(words.length() + 1) {
        for (unsigned letters = 0; letters <= words.length(); ++letters) {
            bits_[letters].resize(((std::size_t{1} << 2 * letters) + 63) / 64);
            rows_[letters] = bits_[letters].data();
        }
        std::ranges::copy(words.all_ends(), bits_.back().begin());
    }
    /// By front: their ends.
    [[nodiscard]] runtime::far_vector<std::uint64_t>& words() { return bits_.back(); }
    /// Lists those of the words that are there now.
    void list(runtime::thread_pool& workers) {
        for (std::size_t letters = bits_.size() - 2; letters > 0; --letters) {
            runtime::far_vector<std::uint64_t>& here = bits_[letters];
            const runtime::far_vector<std::uint64_t>& longer = bits_[letters + 1];
            runtime::for_parts(workers, here.size(), rows_of_part, [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t row = first; row < last; ++row) {
                    here[row] = 0;
                    for (std::uint64_t from = 4 * row; from < std::min<std::uint64_t>(4 * row + 4, longer.size());
                         ++from)
                        here[row] |= any_of_four(longer[from]) << 16 * (from % 4);
                }
            });
        }
    }
    [[nodiscard]] const std::uint64_t* const* rows() const { return rows_.data(); }

  private:
    /// Of each four bits, whether any is set.
    static std::uint64_t any_of_four(std::uint64_t bits) {
        bits |= bits >> 1U;
        bits = (bits | bits >> 2U) & 0x1111111111111111U;
        bits = (bits | bits >> 3U) & 0x0303030303030303U;
        bits = (bits | bits >> 6U) & 0x000F000F000F000FU;
        bits = (bits | bits >> 12U) & 0x000000FF000000FFU;
        return (bits | bits >> 24U) & 0xFFFFU;
    }

    std::vector<runtime::far_vector<std::uint64_t>> bits_; ///< by letters
    std::vector<const std::uint64_t*> rows_;
};

/// Counts the sequences that lack each word, up to one more than may.
class lacking_counts {
  public:
    lacking_counts(const numbered_words& words, std::uint64_t allowed)
        : words_(words), allowed_(allowed), counts_(words.size(), 0) {}

    void add(std::span<const std::uint32_t> words) {
        for (const std::uint32_t each : words) {
            const front_and_end word = words_.parted(each);
            const std::atomic_ref<std::uint32_t> count(counts_[words_.rank(word.front, word.end)]);
            if (count.load(std::memory_order_relaxed) <= allowed_) count.fetch_add(1, std::memory_order_relaxed);
        }
    }
    /// Leaves only words that no more lack than may; how many.
    std::uint64_t drop(runtime::far_vector<std::uint64_t>& left, runtime::thread_pool& workers) const {
        std::atomic<std::uint64_t> kept = 0;
        runtime::for_parts(workers, left.size(), rows_of_part, [&](std::uint64_t first, std::uint64_t last) {
            std::uint64_t here = 0;
            for (std::uint64_t front = first; front < last; ++front) {
                for (std::uint64_t rest = left[front]; rest != 0; rest &= rest - 1)
                    if (!stays(words_.rank(front, base::lowest_one(rest)))) left[front] ^= rest & (~rest + 1);
                here += base::count_ones(left[front]);
            }
            kept += here;
        });
        return kept;
    }
    [[nodiscard]] bool stays(std::size_t rank) const { return counts_[rank] <= allowed_; }
    [[nodiscard]] std::uint32_t of(std::size_t rank) const { return counts_[rank]; }

  private:
    const numbered_words& words_;
    std::uint64_t allowed_;
    base::unset_vector<std::uint32_t> counts_;
};

} // namespace

/// The walks of one thread.
class lacking_words::walker {
  public:
    walker(const lacking_words& in, const window_places& of)
        : of_(of), length_(static_cast<unsigned>(of.places.size())),
          enough_(static_cast<unsigned>(of.span - in.given_.mismatches)),
          kernels_(lacking_kernels_for(in.resources_.vectors)), reader_(in.given_, in.letters_, 1), lists_(length_) {
        for (beginning_list& each : lists_)
            each.count = 0;
    }

    /// Counts a sequence at the words that it lacks.
    void walk(std::uint64_t sequence, const existing_beginnings& existing, lacking_counts& counts) {
        std::uint64_t text[letters_of_walk][words_of_text] = {};
        std::uint64_t letters = 0;
        reader_.for_each(sequence, [&](std::uint64_t end, std::size_t letter, std::uint64_t, bool is_ordinary) {
            letters = end;
            if (is_ordinary) text[letter][(end - 1) / 64] |= std::uint64_t{1} << (end - 1) % 64;
        });
        const std::uint64_t windows = letters - of_.span + 1;
        const std::size_t blocks = (windows + windows_of_block - 1) / windows_of_block;
        agreeing_.resize(length_ * blocks * 2 * letters_of_walk);
        for (unsigned at = 0; at < length_; ++at)
            for (std::size_t word = 0; word < 2 * blocks; ++word) {
                const std::uint64_t first = 64 * word;
                const std::uint64_t there = first >= windows ? 0
                                                             : base::low_bits<std::uint64_t>(static_cast<unsigned>(
                                                                   std::min<std::uint64_t>(windows - first, 64)));
                const unsigned shift = of_.places[at];
                for (std::size_t letter = 0; letter < letters_of_walk; ++letter) {
                    const std::uint64_t* bits = text[letter] + word;
                    const std::uint64_t here = shift == 0 ? bits[0] : bits[0] >> shift | bits[1] << (64 - shift);
                    agreeing_[((at * blocks + word / 2) * letters_of_walk + letter) * 2 + word % 2] = here & there;
                }
            }
        const auto visit = [](void* to, const std::uint32_t* words, std::size_t count) {
            static_cast<lacking_counts*>(to)->add({words, count});
        };
        kernels_.walk({length_, enough_, blocks, agreeing_.data(), existing.rows(), lists_.data(), visit, &counts});
    }

  private:
    const window_places& of_;
    unsigned length_;
    unsigned enough_;
    const lacking_kernels& kernels_;
    word_reader reader_;
    std::vector<std::uint64_t> agreeing_;
    std::vector<beginning_list> lists_;
};

lacking_words::lacking_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters)
    : given_(given), resources_(resources), letters_(letters), order_(given.sequences()) {
    std::vector<float> unbalanced(given.sequences());
    const sequence_tasks tasks(given.sequences(), given.set.letters());
    resources.workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        word_reader reader(given, letters, 1);
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence) {
            std::array<std::uint64_t, letters_of_walk> of_letter{};
            reader.for_each(sequence, [&](std::uint64_t, std::size_t letter, std::uint64_t, bool is_ordinary) {
                if (is_ordinary) ++of_letter[letter];
            });
            std::uint64_t squares = 0;
            for (const std::uint64_t each : of_letter)
                squares += each * each;
            const auto all = static_cast<float>(given.length(sequence));
            unbalanced[sequence] = static_cast<float>(squares) / (all * all + 1);
        }
    });
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    std::ranges::stable_sort(order_, [&](std::uint32_t a, std::uint32_t b) { return unbalanced[a] > unbalanced[b]; });
}

void lacking_words::count(const numbered_words& words, const window_places& of,
                          std::span<std::uint32_t> supports) const {
    runtime::thread_pool& workers = resources_.workers;
    std::ranges::fill(supports, 0);
    std::vector<std::uint32_t> asked; // the others have no window
    std::ranges::copy_if(order_, std::back_inserter(asked),
                         [&](std::uint32_t sequence) { return given_.length(sequence) >= of.span; });
    if (asked.size() < given_.support || of.places.size() + given_.mismatches < of.span) return;
    const std::uint64_t allowed = asked.size() - given_.support;
    existing_beginnings existing(words);
    lacking_counts counts(words, allowed);
    std::vector<std::unique_ptr<walker>> walkers(workers.threads());
    std::uint64_t some = std::max(tuning::least_part_of_counting, 2 * allowed);
    std::uint64_t left = words.size();
    std::uint64_t listed = 0; // words
    for (std::uint64_t first = 0; first < asked.size() && left > 0; first += some) {
        if (first > 0) some = std::min(2 * some, asked.size() / tuning::parts_of_counting + 1);
        some = std::min(some, asked.size() - first);
        if (listed == 0 || static_cast<double>(left) < tuning::left_worth_listing * static_cast<double>(listed)) {
            existing.list(workers);
            listed = left;
        }
        workers.run(some, {"counting", "sequences", some}, [&](std::size_t at, unsigned worker) -> std::uint64_t {
            if (!walkers[worker]) walkers[worker] = std::make_unique<walker>(*this, of);
            walkers[worker]->walk(asked[first + at], existing, counts);
            return 1;
        });
        left = counts.drop(existing.words(), workers);
    }
    for (std::size_t rank = 0; rank < supports.size(); ++rank)
        if (counts.stays(rank)) supports[rank] = static_cast<std::uint32_t>(asked.size()) - counts.of(rank);
}

void lacking_words::add_ambiguous(const word_set& words, longest_windows& found) const {
    const unsigned length = words.length();
    std::map<std::vector<unsigned>, window_vector> by_places; // of ordinary letters
    word_reader reader(given_, letters_, length);
    for (std::uint64_t sequence = 0; sequence < given_.sources; ++sequence)
        words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end, bool is_ordinary) {
            if (is_ordinary) return;
            std::vector<unsigned> places;
            for (unsigned place = 0; place < length; ++place)
                if (reader.letter(start, place) < letters_.ordinary()) places.push_back(place);
            by_places[places].push_back({sequence, start, 0});
        });
    for (auto& [places, windows] : by_places) {
        if (places.empty()) continue;
        const split_word split = split_word::of(letters_.ordinary(), places.size());
        numbered_words some(split);
        std::vector<front_and_end> of_windows;
        std::vector<std::uint64_t> digits(length);
        for (const window& each : windows) {
            letters_.read(given_, given_.offset(each.sequence) + each.start, digits);
            std::uint64_t number = 0;
            for (const unsigned place : places)
                number = number * letters_.ordinary() + digits[place];
            some.add(of_windows.emplace_back(some.parted(number)));
        }
        some.number_words();
        std::vector<std::uint32_t> supports(some.size());
        count(some, {length, places}, supports);
        for (std::size_t index = 0; index < windows.size(); ++index) {
            const std::uint32_t support = supports[some.rank(of_windows[index].front, of_windows[index].end)];
            if (support < given_.support) continue;
            windows[index].support = support;
            found.windows.push_back(windows[index]);
        }
    }
}

} // namespace concord::substring
