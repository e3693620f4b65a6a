// The trie of the words that pattern growth looks at, and the three ways to walk it: to grow it, to count its words in
// all sequences, and to list the occurrences of the longest.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/growth/literal_walk.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

namespace concord::substring {

/// A word of the trie. Its children follow one another in the order of the alphabet: one for each letter where these
/// are few, else for those that stand behind the word as it is.
struct trie_node {
    std::uint32_t first_child = 0; ///< 0: a leaf
    std::uint8_t letter = 0;       ///< the last one
    bool is_last_child : 1 = false;
    bool is_open : 1 = false;   ///< a leaf that has the support, as far as is known: to be grown
    bool is_wanted : 1 = false; ///< it or a word below is what a walk is for
    bool exists : 1 = false;
    std::uint64_t support = 0;
};

/// What of the collection is looked at, and how many must hold a word.
struct sequences_in_blocks {
    std::vector<growth_block> blocks;
    std::uint64_t sequences = 0;
    std::uint64_t support = 0;
    bool is_all = false;
};

class word_trie {
  public:
    /// `text`: where letters are many, what is grown; each word is tried with the letters that stand behind it there.
    word_trie(const problem& given, const cpu_resources& resources, const growth_alphabet& letters, double most_work,
              const literal_text* text = nullptr)
        : given_(given), resources_(resources), kernels_(growth_kernels_for(resources.vectors)), letters_(letters),
          text_(text), most_work_(most_work), most_nodes_(nodes_in(resources)), all_letters_(letters.size()),
          nodes_(1) {
        std::iota(all_letters_.begin(), all_letters_.end(), 0);
        nodes_[0].is_last_child = true;
        nodes_[0].is_open = true;
    }

    /// Begins with the words of a table that have the support. False, and nothing is done: none of them exists.
    /// `is_last`: it is known that no longer word has the support.
    [[nodiscard]] bool begin(word_table table, bool is_last);

    /// Grows open leaves as the sequences tell, until none is open. False: that would be too much work.
    [[nodiscard]] bool grow(const sequences_in_blocks& among);

    /// Counts, in all sequences, the words that no walk has counted; opens the leaves among them that have the support.
    void count(const sequences_in_blocks& all);
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
    [[nodiscard]] longest_windows longest(const std::vector<growth_block>& blocks, const equal_sequences* groups);

    [[nodiscard]] double work() const noexcept { return static_cast<double>(work_.load()); }
    [[nodiscard]] std::size_t words() const noexcept { return nodes_.size(); }

  private:
    static constexpr std::uint64_t not_counted = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::size_t letters_of_task = 6;

    struct found_of_node {
        std::uint64_t support = 0;
        bool exists = false;
    };

    [[nodiscard]] static std::size_t nodes_in(const cpu_resources& resources) {
        const std::size_t bytes = sizeof(trie_node) + sizeof(found_of_node) * resources.workers.threads();
        return std::min<std::uint64_t>(resources.memory / 4 / bytes, std::numeric_limits<std::uint32_t>::max());
    }
    [[nodiscard]] bool is_supported(const trie_node& node) const noexcept {
        return node.exists && node.support >= given_.support;
    }

    /// The words of the open leaves.
    [[nodiscard]] std::vector<std::vector<std::uint8_t>> open_words();

    [[nodiscard]] bool is_uncertain(std::size_t node) const {
        return std::binary_search(uncertain_.begin(), uncertain_.end(), node);
    }

    /// All occurrences of the words of the table that have the support.
    [[nodiscard]] window_vector windows_of_table();

    /// Wants the nodes that `is_aim` says, and all above them.
    template <class IsAim>
    void mark(IsAim is_aim) {
        for (std::size_t node = nodes_.size(); node-- > 0;) {
            bool wanted = is_aim(nodes_[node]);
            for_each_child(node, [&](std::size_t child) { wanted = wanted || nodes_[child].is_wanted; });
            nodes_[node].is_wanted = wanted;
        }
    }

    template <class Visit>
    void for_each_child(std::size_t node, const Visit& visit) const {
        std::uint32_t child = nodes_[node].first_child;
        if (child == 0) return;
        for (visit(child); !nodes_[child].is_last_child; visit(child))
            ++child;
    }
    [[nodiscard]] std::uint32_t child_of(std::uint32_t node, std::uint8_t letter) const noexcept {
        std::uint32_t child = nodes_[node].first_child;
        while (nodes_[child].letter != letter)
            ++child;
        return child;
    }

    /// A walk with the word that it entered last. The next one begins where the two differ: neighbours in the trie have
    /// most letters in common.
    struct kept_walk {
        growth_walk walk;
        std::optional<literal_walk> literal; ///< where letters are many
        std::vector<std::uint8_t> word;

        /// `is_last`: of those that are entered from the word of `depth` letters, if it is longer than `word`.
        void enter(std::size_t depth, std::size_t index, std::uint8_t letter, bool is_last = false) {
            walk.enter(depth, index, tuning::crowded_lanes, is_last && depth > word.size());
            if (literal) literal->enter(depth, letter);
        }
    };

    /// Grows what follows an open leaf up to words of `depth` letters.
    void grow_below(const std::vector<std::uint8_t>& word, std::size_t depth, const sequences_in_blocks& among,
                    kept_walk& kept);

    void grow_node(std::uint32_t node, std::size_t depth, std::size_t most_depth, kept_walk& kept,
                   const sequences_in_blocks& among, std::vector<trie_node>& grown);

    /// The nodes that a walk wants below one, and the letters that lead there.
    struct wanted_children {
        std::vector<std::uint32_t> nodes;
        std::vector<std::uint8_t> letters;
    };
    [[nodiscard]] wanted_children wanted_below(std::uint32_t node) const {
        wanted_children wanted;
        for_each_child(node, [&](std::uint32_t child) {
            if (!nodes_[child].is_wanted) return;
            wanted.nodes.push_back(child);
            wanted.letters.push_back(nodes_[child].letter);
        });
        return wanted;
    }

    [[nodiscard]] bool has_grandchildren(std::uint32_t node) const {
        bool has_any = false;
        for_each_child(node, [&](std::uint32_t child) {
            has_any = has_any || (nodes_[child].first_child != 0 && nodes_[child].is_wanted);
        });
        return has_any;
    }

    void count_below(std::uint32_t node, std::size_t depth, growth_walk& walk,
                     std::vector<found_of_node>& counts) const;

    void list_below(std::uint32_t node, std::size_t depth, std::size_t deepest, const equal_sequences* groups,
                    growth_walk& walk, window_vector& found) const;

    const problem& given_;
    const cpu_resources& resources_;
    const growth_kernels& kernels_;
    const growth_alphabet& letters_;
    const literal_text* text_;
    double most_work_;
    std::size_t most_nodes_; ///< that memory holds, with their counts by each thread
    std::vector<std::uint8_t> all_letters_;
    std::vector<trie_node> nodes_;         ///< the empty word first
    word_table table_;                     ///< that the trie began with, if any
    std::vector<std::uint32_t> uncertain_; ///< of a table: words that it does not tell about
    std::size_t counted_by_table_ = 0;
    std::size_t counted_nodes_ = 1;
    std::mutex growing_;
    std::atomic<std::uint64_t> work_ = 0;
    std::atomic<bool> is_too_much_ = false;
};

} // namespace concord::substring
