// How far one word has the support: its anchors are screened, the few that are left are followed, and of each sequence
// the furthest counts. Sequences that have no anchors, as their words have too many spellings, are asked letter by
// letter where the others do not decide.
#pragma once

#include "problems/substring/variants/block_chooser.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

/// How far a word has the support.
struct word_reach {
    std::uint64_t length;  ///< letters; shorter than to the end of the blocks: at most that
    std::uint64_t support; ///< of so many letters
};

/// One thread's words.
class word_reacher {
  public:
    /// `letterwise`: the lanes of the sequences that have no anchors.
    word_reacher(const variant_problem& given, const variant_resources& resources, const anchor_text& text,
                 const word_letters& letters, std::span<const lane_block> letterwise)
        : given_(given), text_(text),
          kernels_(resources.reaches), edits_{static_cast<unsigned>(given.allowed.edits), given.allowed.indels},
          letterwise_(letterwise), grower_(given.of, resources.kernels, letters, given.allowed, false),
          seen_(given.of.pieces().size(), 0), furthest_(given.of.sequences(), 0), last_(given.of.sequences(), 0) {
        for (const lane_block& block : letterwise)
            without_anchors_ += block.sequences;
    }

    /// Of the word at a place, up to the end of its piece, by these blocks.
    word_reach find(std::uint64_t start, const chosen_blocks& blocks) {
        const word_reach too_short{blocks.end - 1, 0};
        if (!may_suffice(blocks.places)) return too_short;
        keep_near(start, blocks);
        if (!may_suffice(kept_.size())) return too_short;
        const piece& in = given_.of.piece_at(start);
        const reached_word word = text_.reached(start, in.first + in.length - start);
        follow(start, word, blocks.end);
        if (!may_suffice(holders_.size())) return too_short;
        counts_.assign(word.length + 1, 0);
        for (const std::uint32_t sequence : holders_)
            ++counts_[furthest_[sequence]];
        for (std::uint64_t length = word.length; length-- > blocks.end;)
            counts_[length] += counts_[length + 1];
        std::uint64_t longest = word.length;
        while (longest >= blocks.end && !may_suffice(counts_[longest]))
            --longest;
        if (longest < blocks.end) return too_short;
        add_letterwise(start, longest);
        for (; longest >= blocks.end; --longest)
            if (counts_[longest] >= given_.support) return {longest, counts_[longest]};
        return too_short;
    }

  private:
    struct kept_anchor {
        std::uint64_t place; ///< + margin_of_planes
        std::uint32_t piece;
    };
    static constexpr std::size_t at_once = 512;
    static constexpr std::size_t followed_at_once = 64;

    [[nodiscard]] bool may_suffice(std::uint64_t anchored) const noexcept {
        return anchored + without_anchors_ >= given_.support;
    }

    /// Adds to counts_, by length, the sequences without anchors that hold the word up to there.
    void add_letterwise(std::uint64_t start, std::uint64_t longest) {
        for (const lane_block& block : letterwise_) {
            word_rows word = grower_.begin(block);
            for (std::uint64_t length = 1; length <= longest && word.holders > 0; ++length) {
                grower_.extend(0, word, given_.of.text()[start + length - 1], longest - length);
                counts_[length] += word.holders;
            }
        }
    }

    /// The anchors around which the letters up to the end of the blocks may occur: most are near something else.
    void keep_near(std::uint64_t start, const chosen_blocks& blocks) {
        ++round_;
        kept_.clear();
        const std::uint64_t part = std::min(blocks.end, letters_of_screen(edits_.count));
        screens_.clear();
        for (std::uint64_t offset : {std::uint64_t{0}, blocks.end - part, (blocks.end - part) / 2})
            if (std::ranges::find(screens_, offset, &part_of_word::offset) == screens_.end())
                screens_.push_back({offset, text_.word(start + offset, part)});
        for (const chosen_block& block : blocks.each) {
            const std::uint64_t moved = margin_of_planes - block.offset;
            if (block.mismatches == 0) {
                block.index->for_each_list(start + block.offset, [&](std::span<const std::uint32_t> all) {
                    keep_near_all(within_text(all, block.offset, blocks.end), moved);
                });
                continue;
            }
            near_.clear(); // most lists are short
            block.index->for_each_near_list(
                start + block.offset, block.mismatches, [&](std::span<const std::uint32_t> all) {
                    const std::span<const std::uint32_t> found = within_text(all, block.offset, blocks.end);
                    near_.insert(near_.end(), found.begin(), found.end());
                });
            keep_near_all(near_, moved);
        }
    }

    void keep_near_all(std::span<const std::uint32_t> found, std::uint64_t moved) {
        for (std::size_t first = 0; first < found.size(); first += at_once)
            keep_near_some(found, first, moved);
    }

    /// Those of the places of a block, in ascending order, around which the letters up to the end of the blocks may
    /// occur without more of them before or behind the text than there are edits: kernels read no further.
    [[nodiscard]] std::span<const std::uint32_t> within_text(std::span<const std::uint32_t> found, std::uint64_t offset,
                                                             std::uint64_t end) const {
        while (!found.empty() && found.front() + edits_.count < offset)
            found = found.subspan(1);
        const std::uint64_t most = given_.of.text().size() + edits_.count + offset;
        while (!found.empty() && found.back() + end > most)
            found = found.first(found.size() - 1);
        return found;
    }

    /// Of the places of a block, at_once from `first` on; the word begins there, moved by so much.
    void keep_near_some(std::span<const std::uint32_t> found, std::size_t first, std::uint64_t moved) {
        const screened_text text = text_.screened();
        std::size_t count = std::min(at_once, found.size() - first);
        const std::uint64_t shift = moved + screens_.front().offset;
        for (std::size_t at = 0; at < count; ++at)
            some_[at] = found[first + at] + static_cast<std::uint32_t>(shift);
        // A place is a cache line somewhere: those of the next ones come while these are screened.
        for (std::size_t at = first + count; at < std::min(first + 2 * at_once, found.size()); ++at)
            __builtin_prefetch(text.letters + (found[at] + shift) / 32);
        for (std::size_t index = 0; index < screens_.size() && count > 0; ++index) {
            if (index > 0)
                for (std::size_t at = 0; at < count; ++at)
                    some_[at] += static_cast<std::uint32_t>(screens_[index].offset - screens_[index - 1].offset);
            std::size_t padded = count;
            for (; padded % (2 * anchors_at_once) != 0; ++padded)
                some_[padded] = some_[0];
            const std::size_t kept = kernels_.screen(screens_[index].word, text, edits_, some_.data(), padded);
            count = std::min(kept, count); // copies of the first one are at the end
        }
        for (std::size_t at = 0; at < count; ++at) {
            const std::uint64_t place = some_[at] - screens_.back().offset;
            const std::uint32_t of_piece = text_.piece_of(place - moved);
            const std::uint64_t mark = round_ << 33U | place;
            if (seen_[of_piece] == mark) continue; // another block stands on the same diagonal
            seen_[of_piece] = mark;
            kept_.push_back({place, of_piece});
        }
    }

    /// The sequences in which the word reaches the end of its blocks, and how far. Where one has many anchors, as in a
    /// run of a letter, some are followed, and of the others those that may reach further.
    void follow(std::uint64_t start, const reached_word& word, std::uint64_t blocks_end) {
        holders_.clear();
        followed_ = 0;
        for (std::size_t first = 0, last = 0; first < kept_.size(); first = last) {
            while (last < kept_.size() && kept_[last].piece == kept_[first].piece)
                ++last;
            const piece& in = given_.of.pieces()[kept_[first].piece];
            const std::span<const kept_anchor> all = std::span(kept_).subspan(first, last - first);
            if (all.size() <= followed_at_once) {
                for (const kept_anchor& anchor : all)
                    add(word, blocks_end, in, anchor.place);
                continue;
            }
            follow_added(word, blocks_end);
            for (const kept_anchor& anchor : all.first(anchors_at_once))
                add(word, blocks_end, in, anchor.place);
            follow_added(word, blocks_end);
            for (std::size_t at = anchors_at_once; at < all.size(); at += followed_at_once) {
                follow_some(start, word, blocks_end, in, all.subspan(at, std::min(followed_at_once, all.size() - at)));
                follow_added(word, blocks_end);
            }
        }
        follow_added(word, blocks_end);
    }

    /// How far the word is known to reach in a sequence; 0: not to the end of its blocks.
    [[nodiscard]] std::uint64_t known_reach(std::uint64_t sequence) const {
        return last_[sequence] == round_ ? furthest_[sequence] : 0;
    }

    /// Whether the word may reach further from there, by the letters of it and of the piece, and those inserted.
    [[nodiscard]] bool may_reach_further(const reached_word& word, const piece& in, std::uint64_t place) const {
        const std::uint64_t last = in.first + in.length + margin_of_planes;
        return known_reach(in.sequence) < std::min(word.length, last + edits_.count - std::min(last, place));
    }

    void add(const reached_word& word, std::uint64_t blocks_end, const piece& in, std::uint64_t place) {
        if (!may_reach_further(word, in, place)) return;
        places_[followed_] = place;
        firsts_[followed_] = in.first + margin_of_planes;
        lasts_[followed_] = in.first + in.length + margin_of_planes;
        sequences_[followed_++] = static_cast<std::uint32_t>(in.sequence);
        if (followed_ == followed_at_once) follow_added(word, blocks_end);
    }

    /// Those around which the letters occur that end with the first one which is not known to be reached.
    void follow_some(std::uint64_t start, const reached_word& word, std::uint64_t blocks_end, const piece& in,
                     std::span<const kept_anchor> anchors) {
        const std::uint64_t known = known_reach(in.sequence);
        const std::uint64_t part = std::min(known + 1, letters_of_screen(edits_.count));
        const std::uint64_t offset = known + 1 - part;
        std::size_t count = 0; // none of which the kernel would read behind the text
        for (const kept_anchor& anchor : anchors)
            if (may_reach_further(word, in, anchor.place))
                some_[count++] = static_cast<std::uint32_t>(anchor.place + offset);
        if (known > 0 && count > 0) {
            std::size_t padded = count;
            for (; padded % (2 * anchors_at_once) != 0; ++padded)
                some_[padded] = some_[0];
            count = std::min(count, kernels_.screen(text_.word(start + offset, part), text_.screened(), edits_,
                                                    some_.data(), padded));
        }
        for (std::size_t at = 0; at < count; ++at)
            add(word, blocks_end, in, some_[at] - offset);
    }

    void follow_added(const reached_word& word, std::uint64_t blocks_end) {
        if (followed_ == 0) return;
        const std::size_t count = std::exchange(followed_, 0);
        const std::size_t padded = (count + anchors_at_once - 1) / anchors_at_once * anchors_at_once;
        for (std::size_t at = count; at < padded; ++at) {
            places_[at] = places_[0];
            firsts_[at] = firsts_[0];
            lasts_[at] = lasts_[0];
        }
        kernels_.reaches(word, {places_.data(), firsts_.data(), lasts_.data(), padded}, edits_, reached_.data());
        for (std::size_t at = 0; at < count; ++at) {
            if (reached_[at] < blocks_end) continue;
            const std::uint32_t sequence = sequences_[at];
            if (last_[sequence] != round_) {
                last_[sequence] = static_cast<std::uint32_t>(round_);
                furthest_[sequence] = 0;
                holders_.push_back(sequence);
            }
            furthest_[sequence] = std::max(furthest_[sequence], reached_[at]);
        }
    }

    struct part_of_word {
        std::uint64_t offset;
        screened_word word;
    };

    const variant_problem& given_;
    const anchor_text& text_;
    reach_kernels kernels_;
    reach_edits edits_;
    std::span<const lane_block> letterwise_;
    std::uint64_t without_anchors_ = 0;
    word_grower grower_;
    std::uint64_t round_ = 0;
    std::vector<std::uint64_t> seen_;     ///< by piece: round and place of the last anchor
    std::vector<std::uint64_t> furthest_; ///< by sequence
    std::vector<std::uint32_t> last_;     ///< by sequence: round
    std::vector<part_of_word> screens_;
    std::array<std::uint32_t, at_once> some_{};
    std::array<std::uint64_t, followed_at_once> places_{};
    std::array<std::uint64_t, followed_at_once> firsts_{};
    std::array<std::uint64_t, followed_at_once> lasts_{};
    std::array<std::uint32_t, followed_at_once> sequences_{};
    std::array<std::uint64_t, followed_at_once> reached_{};
    std::size_t followed_ = 0;        ///< anchors that are to be
    std::vector<std::uint32_t> near_; ///< places of words near to a block
    std::vector<kept_anchor> kept_;
    std::vector<std::uint32_t> holders_;
    std::vector<std::uint64_t> counts_;
};

} // namespace concord::substring
