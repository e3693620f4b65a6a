#include "sequence/letter_code.hpp"
#include "sequence/packed_sequences.hpp"
#include "sequence/set_builder.hpp"

#include <concord/sequences.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace concord {

std::string_view to_string(alphabet kind) noexcept {
    switch (kind) {
    case alphabet::automatic: return "auto";
    case alphabet::dna: return "dna";
    case alphabet::protein: return "protein";
    case alphabet::bytes: return "bytes";
    case alphabet::utf8: return "utf8";
    }
    return "";
}

sequence_set::sequence_set() {
    auto empty = std::make_shared<sequence::packed_sequences>(concord::alphabet::dna);
    empty->finish();
    packed_ = std::move(empty);
}
sequence_set::sequence_set(std::shared_ptr<const sequence::packed_sequences> packed) : packed_(std::move(packed)) {}

std::size_t sequence_set::size() const noexcept { return packed_->size(); }
std::uint64_t sequence_set::letters() const noexcept { return packed_->letters(); }
std::uint64_t sequence_set::shortest() const noexcept { return packed_->shortest(); }
std::uint64_t sequence_set::longest() const noexcept { return packed_->longest(); }
std::uint64_t sequence_set::ambiguous() const noexcept { return packed_->ambiguous(); }
alphabet sequence_set::alphabet() const noexcept { return packed_->alphabet(); }
std::uint64_t sequence_set::memory_bytes() const noexcept { return packed_->memory_bytes(); }
std::uint64_t sequence_set::name_memory_bytes() const noexcept { return packed_->name_memory_bytes(); }

std::uint64_t sequence_set::length(std::size_t sequence) const {
    if (sequence >= size()) throw error(error_code::usage, "there is no sequence " + std::to_string(sequence));
    return packed_->length(sequence);
}

std::string_view sequence_set::name(std::size_t sequence) const {
    if (sequence >= size()) throw error(error_code::usage, "there is no sequence " + std::to_string(sequence));
    return packed_->name(sequence);
}

std::string sequence_set::text(std::size_t sequence, std::uint64_t start, std::uint64_t end) const {
    if (start > end || end > length(sequence))
        throw error(error_code::usage, "sequence " + std::to_string(sequence) + " has no letters [" +
                                           std::to_string(start) + ", " + std::to_string(end) + ")");
    const std::uint64_t offset = packed_->offset(sequence);
    return packed_->text(offset + start, offset + end);
}

struct sequence_set_builder::state : sequence::set_builder {
    using set_builder::set_builder;
};

sequence_set_builder::sequence_set_builder(concord::alphabet kind) : state_(std::make_unique<state>(kind)) {}
sequence_set_builder::sequence_set_builder(sequence_set_builder&&) noexcept = default;
sequence_set_builder& sequence_set_builder::operator=(sequence_set_builder&&) noexcept = default;
sequence_set_builder::~sequence_set_builder() = default;

namespace {

/// What a builder holds until it is finished or moved from.
template <class State>
State& unfinished(const std::unique_ptr<State>& state) {
    if (state == nullptr) throw error(error_code::usage, "the builder of a set is finished: it takes nothing more");
    return *state;
}

} // namespace

void sequence_set_builder::add(std::string_view name, std::string_view letters) {
    unfinished(state_).add(name, letters);
}
void sequence_set_builder::add(std::string_view name, symbol_view code_points) {
    unfinished(state_).add(name, code_points);
}
void sequence_set_builder::expect(std::size_t sequences) { unfinished(state_).expect(sequences); }
sequence_set sequence_set_builder::finish() && {
    const std::unique_ptr<state> last = std::move(state_);
    return unfinished(last).finish();
}

} // namespace concord

namespace concord::sequence {

set_builder::set_builder(concord::alphabet kind) {
    if (kind != alphabet::automatic) packed_ = std::make_shared<packed_sequences>(kind);
}

void set_builder::add(std::string_view name, std::string_view letters) {
    if (packed_) {
        packed_->add(name, letters);
    } else {
        wait(name, letters);
    }
}

void set_builder::add(std::string_view name, symbol_view code_points) {
    if (!packed_ || packed_->alphabet() != alphabet::utf8)
        throw error(error_code::usage, "letters are given by code points for the alphabet utf8 only, not for " +
                                           std::string(to_string(packed_ ? packed_->alphabet() : alphabet::automatic)));
    packed_->add(name, code_points);
}

void set_builder::expect(std::size_t sequences) noexcept {
    if (packed_) packed_->expect_sequences(sequences);
}

void set_builder::wait(std::string_view name, std::string_view letters) {
    waiting_.push_back({std::string(name), std::string(letters)});
    for (const char letter : letters.substr(0, letters_to_guess_from - counted_))
        ++letter_counts_[static_cast<unsigned char>(letter)];
    counted_ += std::min<std::uint64_t>(letters.size(), letters_to_guess_from - counted_);
    if (counted_ == letters_to_guess_from) settle(guess_alphabet(letter_counts_));
}

std::size_t set_builder::drop_empty_end(std::size_t count) {
    const std::size_t all = packed_ ? packed_->size() : waiting_.size();
    const auto is_empty_at = [&](std::size_t sequence) {
        return packed_ ? packed_->length(sequence) == 0 : waiting_[sequence].letters.empty();
    };
    std::size_t dropped = 0;
    while (dropped < count && is_empty_at(all - 1 - dropped))
        ++dropped;
    if (dropped == count) return 0;
    if (packed_)
        packed_->drop_last_empty(dropped);
    else
        waiting_.resize(all - dropped);
    return dropped;
}

void set_builder::settle(concord::alphabet kind) {
    packed_ = std::make_shared<packed_sequences>(kind);
    for (const waiting_sequence& sequence : waiting_)
        packed_->add(sequence.name, sequence.letters);
    waiting_.clear();
}

sequence_set set_builder::finish() {
    if (!packed_) settle(guess_alphabet(letter_counts_));
    packed_->finish();
    return make_set(std::move(packed_));
}

} // namespace concord::sequence
