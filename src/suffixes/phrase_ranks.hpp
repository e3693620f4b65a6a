// The suffixes of a text that begin with a phrase (phrase_parse.hpp), in order: by induced sorting of the phrases as
// letters, which are the ranks of the different ones. Behind the last phrase of each sequence there is a sentinel, as a
// phrase of no letters; the earlier one is smaller, and all are smaller than phrases.
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/phrase_parse.hpp"
#include "suffixes/sais_blocks.hpp"
#include "suffixes/sais_names_blocks.hpp"
#include "suffixes/sais_room.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace concord::suffixes {

/// The least of a range of values: those of whole blocks from a sparse table, others one by one.
template <class Value>
class block_minima {
  public:
    block_minima() = default;
    block_minima(std::span<const Value> values, runtime::thread_pool& workers)
        : values_(values), blocks_(values.size() / of_block) {
        for (std::uint64_t level = 0; blocks_ >> level > 0; ++level) {
            levels_.emplace_back(blocks_);
            const Value* const below = level > 0 ? levels_[level - 1].data() : nullptr;
            Value* const here = levels_.back().data();
            const std::uint64_t half = level > 0 ? std::uint64_t{1} << (level - 1) : 0;
            runtime::for_parts(workers, blocks_ - (std::uint64_t{1} << level) + 1, tuning::places_per_task / of_block,
                               [&](std::uint64_t first, std::uint64_t last) {
                                   for (std::uint64_t at = first; at < last; ++at)
                                       here[at] = below != nullptr ? std::min(below[at], below[at + half])
                                                                   : one_by_one(at * of_block, (at + 1) * of_block);
                               });
        }
    }

    /// Of [first, last), which is not empty.
    [[nodiscard]] Value least(std::uint64_t first, std::uint64_t last) const {
        if (last - first <= 2 * of_block) return one_by_one(first, last);
        const std::uint64_t begin = (first + of_block - 1) / of_block;
        const std::uint64_t end = last / of_block;
        const auto level = static_cast<unsigned>(std::bit_width(end - begin) - 1);
        Value found = std::min(levels_[level][begin], levels_[level][end - (std::uint64_t{1} << level)]);
        if (first < begin * of_block) found = std::min(found, one_by_one(first, begin * of_block));
        if (end * of_block < last) found = std::min(found, one_by_one(end * of_block, last));
        return found;
    }

  private:
    static constexpr std::uint64_t of_block = 16;

    [[nodiscard]] Value one_by_one(std::uint64_t first, std::uint64_t last) const {
        Value found = values_[first];
        for (++first; first < last; ++first)
            found = std::min(found, values_[first]);
        return found;
    }

    std::span<const Value> values_;
    std::uint64_t blocks_ = 0;
    std::vector<runtime::far_array<Value>> levels_;
};

/// By rank, those of sentinels included.
template <class Position>
class phrase_ranks {
  public:
    using index = std::int32_t;

    /// `rank_of(name)` is that of a different phrase, from 0 on.
    template <class RankOf>
    phrase_ranks(const text_view& text, const phrase_parse<Position>& parse, const RankOf& rank_of,
                 const block_sizes& sizes)
        : workers_(sizes.workers) {
        put_letters(parse, rank_of);
        sort(sizes, parse.different());
        fill(text, parse);
        find_groups(parse.different());
        minima_ = block_minima<Position>(shared_.view(), workers_);
    }

    /// How many sequences there are.
    [[nodiscard]] std::uint64_t sequences() const { return sequences_; }
    /// Where the suffixes that begin with the different phrase of this rank begin, and where they end.
    [[nodiscard]] std::uint64_t first_with(std::uint64_t phrase) const { return groups_[phrase]; }
    [[nodiscard]] std::uint64_t last_with(std::uint64_t phrase) const { return groups_[phrase + 1]; }
    /// Positions in the text.
    [[nodiscard]] const Position* positions() const { return positions_.data(); }
    /// The rank of the suffix that begins with the next phrase.
    [[nodiscard]] const std::uint32_t* next() const { return next_.data(); }
    /// Letters that a suffix shares with the one before it.
    [[nodiscard]] const Position* shared() const { return shared_.data(); }
    /// The same of two of these ranks, of which `low` is less.
    [[nodiscard]] std::uint64_t shared_by(std::uint64_t low, std::uint64_t high) const {
        return minima_.least(low + 1, high + 1);
    }

  private:
    static constexpr std::uint64_t least_phrases = 1U << 12U; ///< that a thread takes
    static constexpr std::uint64_t in_front = 2;              ///< letters

    /// Phrases, from each part of the text; where these begin among letters, which have a sentinel more a sequence.
    template <class RankOf>
    void put_letters(const phrase_parse<Position>& parse, const RankOf& rank_of) {
        const runtime::equal_parts parts(workers_, parse.size(), least_phrases);
        std::vector<std::uint64_t> ends(parts.size() + 1);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            for (std::uint64_t phrase = parts.first(part); phrase < parts.last(part); ++phrase)
                ends[part + 1] += parse.is_last(phrase) ? 1U : 0U;
        });
        for (std::size_t part = 0; part < parts.size(); ++part)
            ends[part + 1] += ends[part];
        sequences_ = ends.back();
        size_ = parse.size() + sequences_;
        letters_ = runtime::far_array<index>(size_ + in_front);
        phrases_ = runtime::far_array<std::uint32_t>(size_);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t sequence = ends[part];
            std::uint64_t to = parts.first(part) + sequence;
            for (std::uint64_t phrase = parts.first(part); phrase < parts.last(part); ++phrase) {
                phrases_[to] = static_cast<std::uint32_t>(phrase);
                letters_[in_front + to++] =
                    static_cast<index>(sequences_ + 1 + std::uint64_t{rank_of(parse.name_of(phrase))});
                if (parse.is_last(phrase)) letters_[in_front + to++] = static_cast<index>(++sequence);
            }
        });
    }

    void sort(const block_sizes& sizes, std::uint64_t different) {
        using sorter = shared_names_induction<index>;
        order_ = runtime::far_array<index>(sorter::space(size_));
        sais_room<index> room;
        stream_ranges<index> ranges(sizes);
        const std::function<void()> check = [this] { workers_.check_cancelled(); };
        sorter::sort({letters_.data() + in_front, size_}, sequences_ + different + 1, order_.data(), room, sizes,
                     ranges, check);
    }

    void fill(const text_view& text, const phrase_parse<Position>& parse) {
        runtime::far_array<std::uint32_t> ranks(size_ + 1);
        runtime::for_parts(workers_, size_, least_phrases, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t rank = first; rank < last; ++rank)
                ranks[static_cast<std::uint64_t>(order_[rank])] = static_cast<std::uint32_t>(rank);
        });
        positions_ = runtime::far_array<Position>(size_);
        next_ = runtime::far_array<std::uint32_t>(size_);
        shared_ = runtime::far_array<Position>(size_);
        runtime::for_parts(workers_, size_, least_phrases,
                           [&](std::uint64_t first, std::uint64_t last) { compare(text, parse, ranks, first, last); });
    }

    /// Of phrases in the order of the text: each shares what the one before it does, without the letters in between.
    void compare(const text_view& text, const phrase_parse<Position>& parse,
                 const runtime::far_array<std::uint32_t>& ranks, std::uint64_t first, std::uint64_t last) {
        std::uint64_t shared = 0;
        std::uint64_t before = 0;
        for (std::uint64_t at = first; at < last; ++at) {
            prefetch(parse, ranks, at, last);
            const std::uint32_t rank = ranks[at];
            if (rank < sequences_) {
                shared = 0;
                continue;
            }
            const std::uint64_t position = parse.begin(phrases_[at]);
            const std::uint64_t passed = position - before;
            shared = shared >= passed + parse.window_letters() ? shared - passed : 0; // else the other may begin none
            before = position;
            if (rank == sequences_) {
                shared = 0;
            } else {
                const auto other = static_cast<std::uint64_t>(order_[rank - 1]);
                shared = common_prefix(text, position, parse.begin(phrases_[other]), shared);
            }
            positions_[rank] = static_cast<Position>(position);
            next_[rank] = ranks[at + 1];
            shared_[rank] = static_cast<Position>(shared);
        }
    }

    /// What later phrases need, one after the other: the suffix in front of each, its phrase, and where that begins.
    void prefetch(const phrase_parse<Position>& parse, const runtime::far_array<std::uint32_t>& ranks, std::uint64_t at,
                  std::uint64_t last) const {
        constexpr std::uint64_t ahead = 12;
        if (at + 3 * ahead >= last) return;
        const auto in_front = [&](std::uint64_t of) { return order_.data() + (ranks[of] > 0 ? ranks[of] - 1 : 0); };
        __builtin_prefetch(in_front(at + 3 * ahead));
        __builtin_prefetch(&phrases_[static_cast<std::uint64_t>(*in_front(at + 2 * ahead))]);
        parse.prefetch(phrases_[static_cast<std::uint64_t>(*in_front(at + ahead))]);
        const std::uint32_t rank = ranks[at + ahead];
        __builtin_prefetch(&positions_[rank], 1);
        __builtin_prefetch(&next_[rank], 1);
        __builtin_prefetch(&shared_[rank], 1);
    }

    void find_groups(std::uint64_t different) {
        groups_ = runtime::far_array<std::uint32_t>(different + 1);
        groups_[different] = static_cast<std::uint32_t>(size_);
        runtime::for_parts(workers_, size_ - sequences_, least_phrases, [&](std::uint64_t first, std::uint64_t last) {
            const auto letter = [this](std::uint64_t rank) {
                return letters_[in_front + static_cast<std::uint64_t>(order_[rank])];
            };
            for (std::uint64_t rank = sequences_ + first; rank < sequences_ + last; ++rank)
                if (const index here = letter(rank); here != letter(rank - 1))
                    groups_[static_cast<std::uint64_t>(here) - sequences_ - 1] = static_cast<std::uint32_t>(rank);
        });
        letters_ = {};
        order_ = {};
        phrases_ = {};
    }

    runtime::thread_pool& workers_;
    std::uint64_t sequences_ = 0;
    std::uint64_t size_ = 0;
    runtime::far_array<index> letters_;
    runtime::far_array<std::uint32_t> phrases_; ///< the phrase of each letter; of a sentinel any
    runtime::far_array<index> order_;
    runtime::far_array<Position> positions_;
    runtime::far_array<std::uint32_t> next_;
    runtime::far_array<Position> shared_;
    runtime::far_array<std::uint32_t> groups_;
    block_minima<Position> minima_;
};

} // namespace concord::suffixes
