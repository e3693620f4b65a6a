#include "formats/text_blocks.hpp"

#include "formats/byte_source.hpp"
#include "formats/opened_list.hpp"
#include "formats/sequence_lists.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace concord::formats {

text_blocks::text_blocks(std::unique_ptr<opened_list> list, alphabet kind, bool is_guessed, std::uint64_t block_letters)
    : list_(std::move(list)), kind_(kind), is_guessed_(is_guessed), block_letters_(block_letters) {}
text_blocks::text_blocks(sequence_set whole, alphabet kind) : whole_(std::move(whole)), kind_(kind) {}
text_blocks::text_blocks(text_blocks&&) noexcept = default;
text_blocks::~text_blocks() = default;

std::optional<text_block> text_blocks::next(std::uint64_t context) {
    text_block block;
    if (list_ == nullptr) {
        if (!whole_ || whole_->size() == 0) return std::nullopt;
        block.texts = *std::exchange(whole_, std::nullopt);
        return block;
    }
    list_->forget_records();
    sequence_set_builder builder(kind_);
    std::uint64_t count = 0;
    block.first_sequence = sequences_ - (goes_on_ ? 1 : 0);
    if (goes_on_) {
        block.context = tail_.size();
        block.letters_before = letters_ - tail_.size();
    }
    std::uint64_t letters = 0;
    const bool was_part = goes_on_;
    const auto add = [&](std::string_view name, std::string_view part) {
        const bool is_rest = was_part && count == 0;
        if (is_rest) {
            try {
                builder.add(name_, tail_ + std::string(part));
            } catch (const letter_error& failure) { // the letters of the tail are sound
                throw letter_error(failure.what(), failure.position() - tail_.size());
            }
            letters_ += part.size();
        } else {
            builder.add(name, part);
            ++sequences_;
            letters_ = part.size();
        }
        ++count;
        letters += part.size();
        goes_on_ = list_->is_cut();
        if (goes_on_) {
            // The last letters of all that there were, so that a short part keeps those before it.
            if (!is_rest) {
                name_ = name;
                tail_.clear();
            }
            tail_ += part.substr(part.size() - std::min<std::uint64_t>(part.size(), context));
            tail_.erase(0, tail_.size() - std::min<std::uint64_t>(tail_.size(), context));
            return false;
        }
        return letters < block_letters_;
    };
    static_cast<void>(list_->for_each(kind_, is_guessed_, add));
    if (count == 0) return std::nullopt;
    block.texts = std::move(builder).finish();
    block.goes_on = goes_on_;
    return block;
}

patterns_and_texts open_patterns_and_texts(std::span<const std::string> paths, alphabet kind,
                                           const read_options& options, const text_reading& reading) {
    constexpr std::uint64_t least_letters = 1U << 16U; // whatever the memory
    std::uint64_t block_letters = reading.block_letters;
    if (options.memory > 0) block_letters = std::min(block_letters, std::max(least_letters, options.memory / 4));
    const std::uint64_t memory = options.memory > 0 ? options.memory : runtime::memory_budget(run_options());
    std::vector<opened_list> opened;
    opened.reserve(2);
    opened.emplace_back(paths[0], options);
    opened.emplace_back(paths[1], options);
    if (kind != alphabet::utf8) opened.back().cut_records(block_letters);
    const bool guess = settle_alphabet(kind, opened);
    sequence_set patterns = opened.front().pack(kind, guess);
    if (is_for_blocks(opened.back(), paths[1], kind) &&
        file_bytes(paths[1]) <= std::min(reading.whole_bytes, memory / 8))
        return {std::move(patterns), text_blocks(read_by_blocks(opened.back(), paths[1], kind, guess, options), kind),
                kind};
    return {std::move(patterns),
            text_blocks(std::make_unique<opened_list>(std::move(opened.back())), kind, guess, block_letters), kind};
}

} // namespace concord::formats
