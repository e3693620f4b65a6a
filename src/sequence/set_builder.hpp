// Collects the sequences of a set, whose first letters may decide its alphabet: what stands behind the public
// builder.
#pragma once

#include "sequence/packed_sequences.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace concord::sequence {

/// Letters that tell the alphabet `automatic`.
inline constexpr std::uint64_t letters_to_guess_from = 65'536;

class set_builder {
  public:
    explicit set_builder(concord::alphabet kind);

    void add(std::string_view name, std::string_view letters); ///< throws letter_error
    void add(std::string_view name, symbol_view code_points);  ///< for utf8, else throws error (usage)
    void expect(std::size_t sequences) noexcept;
    [[nodiscard]] sequence_set finish();

    /// What was added, once the alphabet is known; before that, null.
    [[nodiscard]] packed_sequences* packed() noexcept { return packed_.get(); }
    /// Whether nothing was added yet.
    [[nodiscard]] bool is_empty() const noexcept { return waiting_.empty() && (!packed_ || packed_->size() == 0); }
    /// Takes back the empty sequences at the end of the last `count`, unless all of these are empty; returns how many.
    std::size_t drop_empty_end(std::size_t count);
    /// Settles the alphabet and packs what waits for that.
    void settle(concord::alphabet kind);

  private:
    struct waiting_sequence {
        std::string name;
        std::string letters;
    };

    void wait(std::string_view name, std::string_view letters);

    std::shared_ptr<packed_sequences> packed_;
    std::vector<waiting_sequence> waiting_;
    std::array<std::uint64_t, 256> letter_counts_{};
    std::uint64_t counted_ = 0;
};

} // namespace concord::sequence
