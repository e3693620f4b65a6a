#include "problems/substring/cpu/growth/word_trie.hpp"

#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace concord::substring {
namespace {

void add_children(std::uint32_t node, std::span<const std::uint8_t> letters, std::vector<trie_node>& nodes) {
    nodes[node].first_child = static_cast<std::uint32_t>(nodes.size());
    for (const std::uint8_t letter : letters)
        nodes.emplace_back().letter = letter;
    nodes.back().is_last_child = true;
}

} // namespace

bool word_trie::begin(word_table table, bool is_last) {
    const std::size_t ordinary = letters_.ordinary();
    // What the words that begin with a prefix are, by its length and number. A word with an ambiguous letter is
    // held by no more sequences than with any other letter in its place, whether that word exists or not.
    enum : std::uint8_t { some_has_support = 1, some_with_support_exists = 2, ambiguous_may_have = 4 };
    std::vector<std::vector<std::uint8_t>> known(table.letters_of_word + 1);
    known.back().resize(table.supports.size());
    for (std::size_t word = 0; word < table.supports.size(); ++word)
        if (table.supports[word] >= given_.support)
            known.back()[word] = some_has_support | (table.exists[word] != 0 ? some_with_support_exists : 0);
    for (unsigned length = table.letters_of_word; length-- > 0;) {
        known[length].resize(known[length + 1].size() / ordinary, 0);
        for (std::size_t word = 0; word < known[length + 1].size(); ++word)
            known[length][word / ordinary] |= known[length + 1][word];
        for (std::size_t word = 0; letters_.has_ambiguous() && word < known[length].size(); ++word)
            if (known[length][word] != 0 && table.before_ambiguous[length][word] != 0)
                known[length][word] |= ambiguous_may_have;
    }
    if ((known[0][0] & some_with_support_exists) == 0) return false;
    nodes_[0].is_open = false;
    const auto add_below = [&](const auto& self, std::uint32_t node, std::size_t word, unsigned length) -> void {
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        add_children(node, all_letters_, nodes_);
        for (std::size_t letter = 0; letter < ordinary; ++letter) {
            const std::size_t longer = word * ordinary + letter;
            const bool exists = (known[length + 1][longer] & some_with_support_exists) != 0;
            nodes_[first + letter].exists = exists;
            if (length + 1 == table.letters_of_word) {
                nodes_[first + letter].support = table.supports[longer];
                nodes_[first + letter].is_open = exists && !is_last;
                continue;
            }
            nodes_[first + letter].support = given_.support; // at least; longer ones will be the answer
            if (exists || (known[length + 1][longer] & ambiguous_may_have) != 0)
                self(self, first + static_cast<std::uint32_t>(letter), longer, length + 1);
        }
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

bool word_trie::grow(const sequences_in_blocks& among) {
    // The first letters are few words, and not worth more than one thread; what follows them is many tasks.
    std::vector<std::optional<kept_walk>> walk_of_worker(resources_.workers.threads());
    while (!is_too_much_) {
        const std::vector<std::vector<std::uint8_t>> open = open_words();
        if (open.empty()) return true;
        const bool is_start =
            open.front().size() + 1 < letters_of_task && open.size() < resources_.workers.threads() * 16;
        const std::size_t depth = is_start ? open.front().size() + 1 : std::numeric_limits<std::size_t>::max();
        const auto grow_one = [&](std::size_t index, unsigned worker) -> std::uint64_t {
            if (!walk_of_worker[worker])
                walk_of_worker[worker].emplace(
                    kept_walk{{given_, kernels_, letters_, among.blocks},
                              text_ != nullptr ? std::optional<literal_walk>(*text_) : std::nullopt,
                              {}});
            grow_below(open[index], depth, among, *walk_of_worker[worker]);
            return 1;
        };
        resources_.workers.run(open.size(), {is_start ? "counting" : "growing words", "words", open.size()}, grow_one);
    }
    return false;
}

void word_trie::count(const sequences_in_blocks& all) {
    mark([](const trie_node& node) { return node.support == not_counted; });
    std::vector<std::vector<found_of_node>> of_worker(resources_.workers.threads());
    const auto count_one = [&](std::size_t block, unsigned worker) -> std::uint64_t {
        std::vector<found_of_node>& counts = of_worker[worker];
        counts.resize(nodes_.size());
        growth_walk walk(given_, kernels_, letters_, {&all.blocks[block], 1});
        count_below(0, 0, walk, counts);
        return 1;
    };
    resources_.workers.run(all.blocks.size(), {"counting", "blocks", all.blocks.size()}, count_one);
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

longest_windows word_trie::longest(const std::vector<growth_block>& blocks, const equal_sequences* groups) {
    std::vector<std::uint32_t> depths(nodes_.size(), 0); // children follow their parents
    std::uint32_t deepest = 0;
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (node > 0 && is_supported(nodes_[node])) deepest = std::max(deepest, depths[node]);
        for_each_child(node, [&](std::uint32_t child) { depths[child] = depths[node] + 1; });
    }
    longest_windows found;
    if (deepest == 0 || deepest < given_.min_length) return found;
    found.length = deepest;
    if (deepest == table_.letters_of_word) found.windows = windows_of_table();
    const auto from = deepest == table_.letters_of_word ? counted_by_table_ : 0;
    mark([&](const trie_node& node) {
        const auto index = static_cast<std::size_t>(&node - nodes_.data());
        return depths[index] == deepest && is_supported(node) && (index >= from || is_uncertain(index));
    });
    if (!nodes_[0].is_wanted) return found;
    std::mutex adding;
    const auto list_one = [&](std::size_t block, unsigned) -> std::uint64_t {
        growth_walk walk(given_, kernels_, letters_, {&blocks[block], 1}, true);
        window_vector here;
        list_below(0, 0, deepest, groups, walk, here);
        const std::scoped_lock lock(adding);
        found.windows.insert(found.windows.end(), here.begin(), here.end());
        return 1;
    };
    resources_.workers.run(blocks.size(), {"listing", "blocks", blocks.size()}, list_one);
    return found;
}

std::vector<std::vector<std::uint8_t>> word_trie::open_words() {
    mark([](const trie_node& node) { return node.is_open; });
    std::vector<std::vector<std::uint8_t>> open;
    std::vector<std::uint8_t> word;
    const auto visit = [&](const auto& self, std::uint32_t node) -> void {
        if (nodes_[node].is_open) open.push_back(word);
        for_each_child(node, [&](std::uint32_t child) {
            if (!nodes_[child].is_wanted) return;
            word.push_back(nodes_[child].letter);
            self(self, child);
            word.pop_back();
        });
    };
    visit(visit, 0);
    return open;
}

window_vector word_trie::windows_of_table() {
    const sequence_tasks tasks(given_.sequences(), given_.set.letters());
    std::vector<window_vector> of_task(tasks.size());
    std::vector<window_vector> of_worker(resources_.workers.threads()); // room for as many as a task has letters
    resources_.workers.run(tasks.size(), [&](std::size_t task, unsigned worker) {
        word_reader reader(given_, letters_, table_.letters_of_word);
        window_vector& here = of_worker[worker];
        const std::uint64_t letters = given_.offset(tasks.last(task)) - given_.offset(tasks.first(task));
        if (here.size() < letters) here.resize(letters);
        std::size_t found = 0;
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            reader.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool ordinary) {
                if (reader.is_word(before, ordinary) && table_.supports[word] >= given_.support)
                    here[found++] = {sequence, end - table_.letters_of_word, table_.supports[word]};
            });
        of_task[task].assign(here.begin(), here.begin() + static_cast<std::ptrdiff_t>(found));
    });
    return runtime::joined(of_task, resources_.workers);
}

void word_trie::grow_below(const std::vector<std::uint8_t>& word, std::size_t depth, const sequences_in_blocks& among,
                           kept_walk& kept) {
    if (is_too_much_) return;
    growth_walk& walk = kept.walk;
    growth_count counted{given_.support, 1, true}; // of the empty word
    const auto differs = std::mismatch(word.begin(), word.end(), kept.word.begin(), kept.word.end()).first;
    kept.word.assign(word.begin(), differs);
    for (std::size_t letters = kept.word.size(); letters < word.size(); ++letters) {
        work_ += walk.work(letters);
        counted = walk.count(letters, std::span(word).subspan(letters, 1)).front();
        if (counted.holders == 0) break;
        kept.enter(letters, 0, word[letters]);
        kept.word.push_back(word[letters]);
    }
    const bool has_support = counted.support >= among.support && (counted.exists || !among.is_all);
    std::uint32_t leaf = 0;
    bool is_uncertain = false;
    {
        const std::scoped_lock lock(growing_);
        for (const std::uint8_t letter : word)
            leaf = child_of(leaf, letter);
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
        grow_node(0, word.size(), depth, kept, among, grown);
    } else { // none of a sample holds it, and many of all do
        add_children(0, all_letters_, grown);
    }

    const std::scoped_lock lock(growing_);
    const auto base = static_cast<std::uint32_t>(nodes_.size()) - 1; // node 0 of what was grown is the leaf
    for (trie_node& node : grown)
        if (node.first_child != 0) node.first_child += base;
    nodes_[leaf].first_child = grown[0].first_child;
    nodes_[leaf].is_open = false;
    nodes_.insert(nodes_.end(), grown.begin() + 1, grown.end());
    if (nodes_.size() > most_nodes_) is_too_much_ = true;
}

void word_trie::grow_node(std::uint32_t node, std::size_t depth, std::size_t most_depth, kept_walk& kept,
                          const sequences_in_blocks& among, std::vector<trie_node>& grown) {
    const std::span<const std::uint8_t> tried = kept.literal ? kept.literal->followers(depth) : all_letters_;
    if (tried.empty()) return;
    const auto first = static_cast<std::uint32_t>(grown.size());
    add_children(node, tried, grown);
    const std::uint64_t work = (work_ += kept.walk.work(depth) * tried.size());
    if (static_cast<double>(work) > most_work_ || grown.size() > most_nodes_) is_too_much_ = true;
    if (is_too_much_) return;
    if (grown.size() % 1024 < tried.size()) resources_.workers.check_cancelled();
    const std::span<const growth_count> counts = kept.walk.count(depth, tried);
    for (std::size_t index = 0; index < tried.size(); ++index) {
        trie_node& child = grown[first + index];
        child.support = counts[index].support;
        child.exists = counts[index].exists;
        child.is_open = child.support >= among.support && (child.exists || !among.is_all);
    }
    if (depth + 1 >= most_depth) return;
    std::size_t last = tried.size();
    while (last > 0 && !grown[first + last - 1].is_open)
        --last;
    for (std::size_t index = 0; index < last; ++index) {
        if (!grown[first + index].is_open) continue;
        grown[first + index].is_open = false;
        kept.enter(depth, index, tried[index], index + 1 == last);
        grow_node(first + static_cast<std::uint32_t>(index), depth + 1, most_depth, kept, among, grown);
        if (is_too_much_) return;
    }
}

void word_trie::count_below(std::uint32_t node, std::size_t depth, growth_walk& walk,
                            std::vector<found_of_node>& counts) const {
    const wanted_children wanted = wanted_below(node);
    const std::span<const growth_count> counted = walk.count(depth, wanted.letters);
    for (std::size_t index = 0; index < wanted.nodes.size(); ++index) {
        const std::uint32_t child = wanted.nodes[index];
        counts[child].support += counted[index].support;
        counts[child].exists = counts[child].exists || counted[index].exists;
    }
    for (std::size_t index = 0; index < wanted.nodes.size(); ++index) {
        const std::uint32_t child = wanted.nodes[index];
        if (nodes_[child].first_child == 0 || counted[index].holders == 0) continue;
        walk.enter(depth, index, has_grandchildren(child) ? tuning::crowded_lanes : tuning::crowded_lanes_of_last);
        count_below(child, depth + 1, walk, counts);
    }
}

void word_trie::list_below(std::uint32_t node, std::size_t depth, std::size_t deepest, const equal_sequences* groups,
                           growth_walk& walk, window_vector& found) const {
    const wanted_children wanted = wanted_below(node);
    const std::span<const growth_count> counted = walk.count(depth, wanted.letters);
    for (std::size_t index = 0; index < wanted.nodes.size(); ++index) {
        const std::uint32_t child = wanted.nodes[index];
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

} // namespace concord::substring
