#include "problems/substring/cpu/pattern_growth.hpp"

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth_block.hpp"
#include "problems/substring/cpu/word_table.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// A word of the trie. Its children, one for each letter in the order of the alphabet, follow one another.
struct trie_node {
    std::uint32_t first_child = 0; ///< 0: a leaf
    bool is_open = false;          ///< a leaf that has the support, as far as is known: to be grown
    bool is_wanted = false;        ///< it or a word below is what a walk is for
    bool exists = false;
    std::uint64_t support = 0;
};

/// What of the collection is looked at, and how many must hold a word.
struct sequences_in_blocks {
    std::vector<growth_block> blocks;
    std::uint64_t sequences = 0;
    std::uint64_t support = 0;
    bool is_all = false;
};

class trie_of_words {
  public:
    trie_of_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                  double most_work)
        : given_(given), resources_(resources), kernels_(growth_kernels_for(resources.vectors)), letters_(letters),
          most_work_(most_work), all_letters_(letters.size()), nodes_(1) {
        std::iota(all_letters_.begin(), all_letters_.end(), 0);
        nodes_[0].is_open = true;
    }

    /// Begins with the words of a table that have the support. False, and nothing is done: none of them exists.
    /// `is_last`: it is known that no longer word has the support.
    [[nodiscard]] bool begin(word_table table, bool is_last) {
        const std::size_t ordinary = letters_.ordinary();
        const auto is_alive = [&](std::size_t word) {
            return table.exists[word] != 0 && table.supports[word] >= given_.support;
        };
        // Which prefixes lead to such words, by length.
        std::vector<std::vector<std::uint8_t>> alive(table.letters_of_word + 1);
        alive.back().resize(table.supports.size());
        for (std::size_t word = 0; word < table.supports.size(); ++word)
            alive.back()[word] = is_alive(word) ? 1 : 0;
        for (unsigned length = table.letters_of_word; length-- > 0;) {
            alive[length].resize(alive[length + 1].size() / ordinary, 0);
            for (std::size_t word = 0; word < alive[length + 1].size(); ++word)
                alive[length][word / ordinary] |= alive[length + 1][word];
        }
        if (alive[0][0] == 0) return false;
        nodes_[0].is_open = false;
        const auto add_below = [&](const auto& self, std::uint32_t node, std::size_t word, unsigned length) -> void {
            const auto first = static_cast<std::uint32_t>(nodes_.size());
            nodes_[node].first_child = first;
            nodes_.resize(nodes_.size() + letters_.size());
            for (std::size_t letter = 0; letter < ordinary; ++letter) {
                const std::size_t longer = word * ordinary + letter;
                nodes_[first + letter].exists = alive[length + 1][longer] != 0;
                if (length + 1 == table.letters_of_word) {
                    nodes_[first + letter].support = table.supports[longer];
                    nodes_[first + letter].is_open = alive[length + 1][longer] != 0 && !is_last;
                } else if (alive[length + 1][longer] != 0) {
                    nodes_[first + letter].support = given_.support; // at least; longer ones will be the answer
                    self(self, first + static_cast<std::uint32_t>(letter), longer, length + 1);
                }
            }
            // A word with an ambiguous letter is held by no more sequences than with any other letter in its place.
            if (letters_.has_ambiguous() && table.before_ambiguous[length][word] != 0)
                uncertain_.push_back(first + static_cast<std::uint32_t>(ordinary));
        };
        add_below(add_below, 0, 0, 0);
        std::sort(uncertain_.begin(), uncertain_.end());
        counted_nodes_ = counted_by_table_ = nodes_.size();
        table_ = std::move(table);
        for (const std::uint32_t node : uncertain_) {
            nodes_[node].is_open = true;
            nodes_[node].support = not_counted;
        }
        return true;
    }

    /// Grows open leaves as the sequences tell, until none is open. False: that would be too much work.
    [[nodiscard]] bool grow(const sequences_in_blocks& among) {
        // The first letters are few words, and not worth more than one thread; what follows them is many tasks.
        while (!is_too_much_) {
            const std::vector<std::vector<std::uint8_t>> open = open_words();
            if (open.empty()) return true;
            const bool is_start = open.front().size() + 1 < letters_of_task && open.size() < resources_.workers.threads() * 16;
            const std::size_t depth = is_start ? open.front().size() + 1 : std::numeric_limits<std::size_t>::max();
            resources_.workers.run(open.size(), [&](std::size_t index, unsigned) { grow_below(open[index], depth, among); });
        }
        return false;
    }

    /// Counts, in all sequences, the words that no walk has counted; opens the leaves among them that have the support.
    void count(const sequences_in_blocks& all) {
        mark([](const trie_node& node) { return node.support == not_counted; });
        std::vector<std::vector<found_of_node>> of_worker(resources_.workers.threads());
        resources_.workers.run(all.blocks.size(), [&](std::size_t block, unsigned worker) {
            std::vector<found_of_node>& counts = of_worker[worker];
            counts.resize(nodes_.size());
            growth_walk walk(given_, kernels_, letters_, {&all.blocks[block], 1});
            count_below(0, 0, walk, counts);
        });
        for (std::size_t node = 1; node < nodes_.size(); ++node) {
            if (nodes_[node].support != not_counted) continue;
            nodes_[node].support = 0;
            for (const std::vector<found_of_node>& counts : of_worker) {
                if (counts.empty()) continue;
                nodes_[node].support += counts[node].support;
                nodes_[node].exists = nodes_[node].exists || counts[node].exists;
            }
            if (nodes_[node].first_child == 0) nodes_[node].is_open = is_supported(nodes_[node]);
        }
    }
    [[nodiscard]] bool has_open_leaves() const {
        return std::any_of(nodes_.begin(), nodes_.end(), [](const trie_node& node) { return node.is_open; });
    }
    /// Forgets what a sample counted.
    void forget_counts_of_sample() {
        for (std::size_t node = counted_nodes_; node < nodes_.size(); ++node) {
            nodes_[node].support = not_counted;
            nodes_[node].exists = false;
        }
        counted_nodes_ = nodes_.size();
    }

    /// All occurrences of the longest words, in blocks of all sequences: of one of each group, where there are groups.
    [[nodiscard]] longest_windows longest(const std::vector<growth_block>& blocks, const equal_sequences* groups) {
        std::vector<std::uint32_t> depths(nodes_.size(), 0); // children follow their parents
        std::uint32_t deepest = 0;
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            if (node > 0 && is_supported(nodes_[node])) deepest = std::max(deepest, depths[node]);
            for (std::size_t letter = 0; nodes_[node].first_child != 0 && letter < letters_.size(); ++letter)
                depths[nodes_[node].first_child + letter] = depths[node] + 1;
        }
        longest_windows found;
        if (deepest == 0 || deepest < given_.min_length) return found;
        found.length = deepest;
        std::mutex adding;
        if (deepest == table_.letters_of_word) list_words_of_table(found, adding);
        const auto from = deepest == table_.letters_of_word ? counted_by_table_ : 0;
        mark([&](const trie_node& node) {
            const auto index = static_cast<std::size_t>(&node - nodes_.data());
            return depths[index] == deepest && is_supported(node) && (index >= from || is_uncertain(index));
        });
        if (!nodes_[0].is_wanted) return found;
        resources_.workers.run(blocks.size(), [&](std::size_t block, unsigned) {
            growth_walk walk(given_, kernels_, letters_, {&blocks[block], 1}, true);
            std::vector<window> here;
            list_below(0, 0, deepest, groups, walk, here);
            const std::scoped_lock lock(adding);
            found.windows.insert(found.windows.end(), here.begin(), here.end());
        });
        return found;
    }

    [[nodiscard]] double work() const noexcept { return static_cast<double>(work_.load()); }
    [[nodiscard]] std::size_t words() const noexcept { return nodes_.size(); }

  private:
    static constexpr std::uint64_t not_counted = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::size_t letters_of_task = 6;
    static constexpr std::size_t most_nodes = std::size_t{1} << 23U;

    struct found_of_node {
        std::uint64_t support = 0;
        bool exists = false;
    };

    [[nodiscard]] bool is_supported(const trie_node& node) const noexcept {
        return node.exists && node.support >= given_.support;
    }

    /// The words of the open leaves.
    [[nodiscard]] std::vector<std::vector<std::uint8_t>> open_words() {
        mark([](const trie_node& node) { return node.is_open; });
        std::vector<std::vector<std::uint8_t>> open;
        std::vector<std::uint8_t> word;
        const auto visit = [&](const auto& self, std::uint32_t node) -> void {
            if (nodes_[node].is_open) open.push_back(word);
            if (nodes_[node].first_child == 0) return;
            for (std::size_t letter = 0; letter < letters_.size(); ++letter) {
                const std::uint32_t child = nodes_[node].first_child + static_cast<std::uint32_t>(letter);
                if (!nodes_[child].is_wanted) continue;
                word.push_back(static_cast<std::uint8_t>(letter));
                self(self, child);
                word.pop_back();
            }
        };
        visit(visit, 0);
        return open;
    }

    [[nodiscard]] bool is_uncertain(std::size_t node) const {
        return std::binary_search(uncertain_.begin(), uncertain_.end(), node);
    }

    /// All occurrences of the words of the table that have the support.
    void list_words_of_table(longest_windows& found, std::mutex& adding) {
        constexpr std::uint64_t sequences_of_task = 4096;
        const std::uint64_t tasks = (given_.sequences() + sequences_of_task - 1) / sequences_of_task;
        resources_.workers.run(tasks, [&](std::size_t task, unsigned) {
            word_reader reader(given_, letters_, table_.letters_of_word);
            std::vector<window> here;
            const std::uint64_t last = std::min((task + 1) * sequences_of_task, given_.sequences());
            for (std::uint64_t sequence = task * sequences_of_task; sequence < last; ++sequence)
                reader.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool ordinary) {
                    if (reader.is_word(before, ordinary) && table_.supports[word] >= given_.support)
                        here.push_back({sequence, end - table_.letters_of_word, table_.supports[word]});
                });
            const std::scoped_lock lock(adding);
            found.windows.insert(found.windows.end(), here.begin(), here.end());
        });
    }

    /// Wants the nodes that `is_aim` says, and all above them.
    template <class IsAim>
    void mark(IsAim is_aim) {
        for (std::size_t node = nodes_.size(); node-- > 0;) {
            bool wanted = is_aim(nodes_[node]);
            for (std::size_t letter = 0; nodes_[node].first_child != 0 && letter < letters_.size(); ++letter)
                wanted = wanted || nodes_[nodes_[node].first_child + letter].is_wanted;
            nodes_[node].is_wanted = wanted;
        }
    }

    /// Grows what follows an open leaf up to words of `depth` letters.
    void grow_below(const std::vector<std::uint8_t>& word, std::size_t depth, const sequences_in_blocks& among) {
        if (is_too_much_) return;
        growth_walk walk(given_, kernels_, letters_, among.blocks);
        growth_count counted{given_.support, 1, true}; // of the empty word
        for (std::size_t letters = 0; letters < word.size(); ++letters) {
            work_ += walk.work(letters);
            counted = walk.count(letters, std::span(word).subspan(letters, 1)).front();
            if (counted.holders == 0) break;
            walk.enter(letters, 0, tuning::crowded_lanes);
        }
        const bool has_support = counted.support >= among.support && (counted.exists || !among.is_all);
        std::uint32_t leaf = 0;
        bool is_uncertain = false;
        {
            const std::scoped_lock lock(growing_);
            for (const std::uint8_t letter : word)
                leaf = nodes_[leaf].first_child + letter;
            is_uncertain = nodes_[leaf].support == not_counted;
            if (is_uncertain && among.is_all) {
                nodes_[leaf].support = counted.support;
                nodes_[leaf].exists = counted.exists;
            }
            if (is_uncertain && !has_support) nodes_[leaf].is_open = false;
        }
        if (is_uncertain && !has_support) return;
        std::vector<trie_node> grown(1);
        if (counted.holders > 0) {
            grow_node(0, word.size(), depth, walk, among, grown);
        } else { // none of a sample holds it, and many of all do
            grown[0].first_child = 1;
            grown.resize(1 + letters_.size());
        }

        const std::scoped_lock lock(growing_);
        const auto base = static_cast<std::uint32_t>(nodes_.size()) - 1; // node 0 of what was grown is the leaf
        for (trie_node& node : grown)
            if (node.first_child != 0) node.first_child += base;
        nodes_[leaf].first_child = grown[0].first_child;
        nodes_[leaf].is_open = false;
        nodes_.insert(nodes_.end(), grown.begin() + 1, grown.end());
        if (nodes_.size() > most_nodes) is_too_much_ = true;
    }

    void grow_node(std::uint32_t node, std::size_t depth, std::size_t most_depth, growth_walk& walk,
                   const sequences_in_blocks& among, std::vector<trie_node>& grown) {
        const auto first = static_cast<std::uint32_t>(grown.size());
        grown[node].first_child = first;
        grown.resize(grown.size() + letters_.size());
        const std::uint64_t work = (work_ += walk.work(depth) * letters_.size());
        if (static_cast<double>(work) > most_work_ || grown.size() > most_nodes) is_too_much_ = true;
        if (is_too_much_) return;
        if (grown.size() % 1024 < letters_.size()) resources_.workers.check_cancelled();
        const std::span<const growth_count> counts = walk.count(depth, all_letters_);
        for (const std::uint8_t letter : all_letters_) {
            trie_node& child = grown[first + letter];
            child.support = counts[letter].support;
            child.exists = counts[letter].exists;
            child.is_open = child.support >= among.support && (child.exists || !among.is_all);
        }
        if (depth + 1 >= most_depth) return;
        for (const std::uint8_t letter : all_letters_) {
            if (!grown[first + letter].is_open) continue;
            grown[first + letter].is_open = false;
            walk.enter(depth, letter, tuning::crowded_lanes);
            grow_node(first + letter, depth + 1, most_depth, walk, among, grown);
            if (is_too_much_) return;
        }
    }

    /// The letters that lead to nodes which a walk wants.
    [[nodiscard]] std::vector<std::uint8_t> wanted_letters(std::uint32_t node) const {
        std::vector<std::uint8_t> wanted;
        for (const std::uint8_t letter : all_letters_)
            if (nodes_[nodes_[node].first_child + letter].is_wanted) wanted.push_back(letter);
        return wanted;
    }

    [[nodiscard]] bool has_grandchildren(std::uint32_t node) const {
        return std::any_of(all_letters_.begin(), all_letters_.end(), [&](std::uint8_t letter) {
            const trie_node& child = nodes_[nodes_[node].first_child + letter];
            return child.first_child != 0 && child.is_wanted;
        });
    }

    void count_below(std::uint32_t node, std::size_t depth, growth_walk& walk,
                     std::vector<found_of_node>& counts) const {
        const std::vector<std::uint8_t> wanted = wanted_letters(node);
        const std::span<const growth_count> counted = walk.count(depth, wanted);
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::uint32_t child = nodes_[node].first_child + wanted[index];
            counts[child].support += counted[index].support;
            counts[child].exists = counts[child].exists || counted[index].exists;
        }
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::uint32_t child = nodes_[node].first_child + wanted[index];
            if (nodes_[child].first_child == 0 || counted[index].holders == 0) continue;
            walk.enter(depth, index, has_grandchildren(child) ? tuning::crowded_lanes : tuning::crowded_lanes_of_last);
            count_below(child, depth + 1, walk, counts);
        }
    }

    void list_below(std::uint32_t node, std::size_t depth, std::size_t deepest, const equal_sequences* groups,
                    growth_walk& walk, std::vector<window>& found) const {
        const std::vector<std::uint8_t> wanted = wanted_letters(node);
        const std::span<const growth_count> counted = walk.count(depth, wanted);
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::uint32_t child = nodes_[node].first_child + wanted[index];
            if (counted[index].holders == 0) continue;
            walk.enter(depth, index, depth + 2 < deepest ? tuning::crowded_lanes : 0);
            if (depth + 1 == deepest)
                walk.for_each_occurrence(depth + 1, [&](std::uint64_t sequence, std::uint64_t start) {
                    if (groups == nullptr) {
                        found.push_back({sequence, start, nodes_[child].support});
                        return;
                    }
                    for (const std::uint64_t copy : groups->copies(groups->group_of(sequence)))
                        found.push_back({copy, start, nodes_[child].support});
                });
            else
                list_below(child, depth + 1, deepest, groups, walk, found);
        }
    }

    const problem& given_;
    const cpu_resources& resources_;
    const growth_kernels& kernels_;
    const growth_alphabet& letters_;
    double most_work_;
    std::vector<std::uint8_t> all_letters_;
    std::vector<trie_node> nodes_; ///< the empty word first
    word_table table_;                     ///< that the trie began with, if any
    std::vector<std::uint32_t> uncertain_; ///< of a table: words that it does not tell about
    std::size_t counted_by_table_ = 0;
    std::size_t counted_nodes_ = 1;
    std::mutex growing_;
    std::atomic<std::uint64_t> work_ = 0;
    std::atomic<bool> is_too_much_ = false;
};

/// Instructions of a step of one word of 64 letters, in all its rows.
double cost_of_step(const problem& given) {
    return tuning::cost_of_growth + tuning::cost_of_growth_row * static_cast<double>(given.mismatches + 1);
}

std::vector<std::uint64_t> evenly(const std::vector<std::uint64_t>& all, std::uint64_t count) {
    std::vector<std::uint64_t> some(count);
    for (std::uint64_t index = 0; index < count; ++index)
        some[index] = all[index * all.size() / count];
    return some;
}

} // namespace

bool is_short_for_growth(const problem& given, std::uint64_t length) {
    const unsigned shared = letters_of_word_table(given, growth_alphabet(given));
    return shared > 0 && length <= shared + tuning::short_for_growth;
}

pattern_growth grow_patterns(const problem& given, const cpu_resources& resources, double most_cost) {
    const pattern_growth impossible{std::nullopt, std::numeric_limits<double>::infinity()};
    const auto most_letters = tuning::most_words_of_growth * sequence::letters_per_word;
    if (given.support < 2 || given.mismatches > tuning::most_mismatches_of_growth || given.set.longest() > most_letters)
        return impossible;
    const growth_alphabet letters(given);
    const double bytes = static_cast<double>(given.sequences()) * sizeof(std::uint64_t) *
                         (static_cast<double>(letters.size() + 1) *
                              (1 + static_cast<double>(given.set.letters()) / static_cast<double>(given.sequences()) / 64) +
                          2);
    if (letters.size() > growth_alphabet::most_letters || bytes > static_cast<double>(resources.memory) / 2)
        return impossible;

    // Equal sequences are one, as often as they are there; whether there are many shows in some.
    std::vector<std::uint64_t> sequences(given.sequences());
    std::iota(sequences.begin(), sequences.end(), 0);
    std::optional<equal_sequences> groups;
    std::vector<std::uint32_t> weights;
    if (const std::uint64_t some = std::min(given.sequences(), tuning::least_sampled_by_growth);
        equal_sequences(given, evenly(sequences, some)).size() < some - some / 16) {
        groups.emplace(given);
        target_list targets = groups->targets();
        sequences = std::move(targets.sequences);
        weights = std::move(targets.copies);
    }

    sequences_in_blocks all{{}, sequences.size(), given.support, true};
    sequences_in_blocks sample;
    const bool is_sampled = sequences.size() > tuning::most_sequences_grown_at_once;
    double share = 1;
    if (is_sampled) {
        std::vector<std::uint64_t> each(given.sequences());
        std::iota(each.begin(), each.end(), 0);
        const double wanted = tuning::wanted_sampled_support * static_cast<double>(given.sequences()) /
                              static_cast<double>(given.support);
        sample.sequences = std::max<std::uint64_t>(tuning::least_sampled_by_growth, static_cast<std::uint64_t>(wanted));
        if (sample.sequences * 4 > given.sequences()) return impossible;
        share = static_cast<double>(sample.sequences) / static_cast<double>(given.sequences());
        const double expected = static_cast<double>(given.support) * share;
        const double deviation = std::sqrt(expected * (1 - expected / static_cast<double>(sample.sequences)));
        sample.support = static_cast<std::uint64_t>(std::max(1.0, expected - 3 * deviation));
        sample.blocks = make_growth_blocks(given, letters, evenly(each, sample.sequences), {}, each.size());
        share = static_cast<double>(sample.sequences) / static_cast<double>(sequences.size());
    } else {
        all.blocks = make_growth_blocks(given, letters, sequences, weights, sequences.size() * tuning::most_words_of_growth);
    }

    const double each_step = cost_of_step(given);
    trie_of_words trie(given, resources, letters, most_cost / each_step * (is_sampled ? share / (1 + share) : 1));
    unsigned longest_dead = 0; // letters of which no word has the support; 0: not known
    bool is_over = false;      // they are no more than the answer must have
    for (unsigned length = letters_of_word_table(given, letters); length > 0 && !is_over; --length) {
        if (cost_of_word_table(given, letters, length) > most_cost / 4) break;
        word_table table = make_word_table(given, resources, letters, length);
        const bool some_have_support = std::any_of(table.supports.begin(), table.supports.end(),
                                                   [&](std::uint32_t support) { return support >= given.support; });
        if (trie.begin(std::move(table), longest_dead == length + 1)) break;
        if (some_have_support) break; // words that no sequence holds as they are
        longest_dead = length;
        is_over = length <= given.min_length;
    }
    if (is_over) return {longest_windows{}, trie.work() * each_step / share};
    if (!trie.grow(is_sampled ? sample : all)) return {std::nullopt, trie.work() * each_step / share};
    const auto words_of_block = static_cast<std::size_t>(tuning::bytes_of_growth / sizeof(std::uint64_t)) / (given.mismatches + 1);
    if (is_sampled || resources.workers.threads() > 1 || all.blocks.front().lanes * all.blocks.front().words > words_of_block)
        all.blocks = make_growth_blocks(given, letters, sequences, weights, words_of_block);
    if (is_sampled) {
        trie.forget_counts_of_sample();
        for (trie.count(all); trie.has_open_leaves(); trie.count(all)) {
            if (!trie.grow(sample)) return {std::nullopt, trie.work() * each_step / share};
            trie.forget_counts_of_sample();
        }
    }
    longest_windows found = trie.longest(all.blocks, groups ? &*groups : nullptr);
    resources.notes.push_back("grew " + std::to_string(trie.words()) + " words letter by letter");
    return {std::move(found), trie.work() * each_step / share};
}

} // namespace concord::substring
