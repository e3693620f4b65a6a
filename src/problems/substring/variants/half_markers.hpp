// The ways to count windows by their halves, and which of them is taken.
//
//     rows             of all halves, next to each other                               few sequences, or long windows
//     rare             the places of one half are looked up in the rows of the other   halves that are in few places
//     neighbourhoods   sets of all that may stand next to the places of one half       many windows of nucleotides
#pragma once

#include "problems/substring/variants/half_neighbourhoods.hpp"
#include "problems/substring/variants/window_halves.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::substring {

enum class way_of_halves : std::uint8_t { none, rows, rare, neighbourhoods };

/// The way that takes least, where there is one.
struct chosen_halves {
    way_of_halves way = way_of_halves::none;
    half_plan plan;
    rare_plan rare;
    neighbourhood_plan near;
    double cost = 0; ///< in instructions, roughly

    /// `shared` as of shared_letters. `are_others`: none is of plain nucleotides alone.
    chosen_halves(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                  std::span<const lane_block> blocks, const window_trie& trie, const std::vector<std::uint32_t>& shared,
                  bool are_others = false);

    [[nodiscard]] std::uint64_t letters_of_end() const noexcept {
        return way == way_of_halves::rare ? rare.letters_of_end : plan.letters_of_end;
    }
};

/// Makes what marks windows by halves, and keeps what it refers to until it makes the next.
class half_markers {
  public:
    half_markers(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                 std::span<const lane_block> blocks)
        : given_(given), resources_(resources), letters_(letters), blocks_(blocks) {}

    /// `shared` as of shared_letters.
    [[nodiscard]] make_marker make(const window_classes& some, const window_trie& trie,
                                   const std::vector<std::uint32_t>& shared, const chosen_halves& chosen);

  private:
    void note(const std::string& what) { resources_.notes.push_back("counted by halves: " + what); }
    [[nodiscard]] std::string with_edits(std::uint64_t of_beginning) const {
        return std::to_string(of_beginning) + " and " + std::to_string(given_.allowed.edits - 1 - of_beginning) +
               " edits";
    }
    /// Windows of plain nucleotides, and others in one of the other ways.
    [[nodiscard]] make_marker by_neighbourhoods(const window_classes& some, std::uint64_t length,
                                                const neighbourhood_plan& plan);

    const variant_problem& given_;
    const variant_resources& resources_;
    const word_letters& letters_;
    std::span<const lane_block> blocks_;
    std::unique_ptr<const window_halves> halves_;
    std::unique_ptr<const class_part> plain_;
    std::unique_ptr<const class_part> others_;
};

} // namespace concord::substring
