#include "problems/substring/variants/half_markers.hpp"

#include "problems/substring/variants/cost_tuning.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace concord::substring {
namespace {

bool are_plain(std::span<const letter> window) {
    return std::ranges::all_of(window, [](letter each) { return each < plain_nucleotides; });
}

/// Of some of the windows, those that have letters other than plain nucleotides.
double share_of_others(const window_trie& trie, std::size_t classes) {
    const std::size_t asked = std::min(classes, tuning::windows_asked_for_plain);
    std::size_t others = 0;
    for (std::size_t each = 0; each < asked; ++each)
        if (!are_plain(trie.letters(each * classes / asked))) ++others;
    return asked == 0 ? 0 : static_cast<double>(others) / static_cast<double>(asked);
}

/// Two markers, each for some of the classes.
class parted_marker final : public lane_marker {
  public:
    parted_marker(std::unique_ptr<lane_marker> one, std::span<const std::size_t> places_of_one,
                  std::unique_ptr<lane_marker> other, std::span<const std::size_t> places_of_other)
        : markers_{std::move(one), std::move(other)}, places_{places_of_one, places_of_other} {}

    void mark(const some_lanes& part, std::span<std::uint8_t> held) override {
        for (std::size_t which = 0; which < markers_.size(); ++which) {
            const std::span<const std::size_t> places = places_[which];
            some_.assign(places.size(), 0);
            markers_[which]->mark(part, some_);
            for (std::size_t index = 0; index < places.size(); ++index)
                held[places[index]] = some_[index];
        }
    }

  private:
    std::array<std::unique_ptr<lane_marker>, 2> markers_;
    std::array<std::span<const std::size_t>, 2> places_;
    std::vector<std::uint8_t> some_;
};

} // namespace

chosen_halves::chosen_halves(const variant_problem& given, const variant_resources& resources,
                             const word_letters& letters, std::span<const lane_block> blocks, const window_trie& trie,
                             const std::vector<std::uint32_t>& shared, bool are_others)
    : plan(plan_halves(given, resources, letters, blocks, trie.length(), shared)),
      rare(plan_rare_halves(given, resources, letters, blocks, trie.length(), shared)) {
    const search_habits& habits = current_search_habits();
    if (plan.letters_of_end != 0) {
        way = way_of_halves::rows;
        cost = plan.cost;
    }
    if (rare.letters_of_end != 0 &&
        (way == way_of_halves::none || rare.cost * tuning::cost_of_rare_halves < cost || habits.prefers_rare_halves)) {
        way = way_of_halves::rare;
        cost = rare.cost;
    }
    if (are_others) return;
    near = plan_half_neighbourhoods(given, resources, blocks, trie.length(), shared.size());
    if (near.letters_of_end == 0) return;
    const double others = share_of_others(trie, shared.size());
    if (others > 0 && way == way_of_halves::none) return;
    const double with_others = near.cost + others * cost;
    if (way != way_of_halves::none && with_others * tuning::cost_beside_other_halves >= cost &&
        !habits.prefers_half_neighbourhoods)
        return;
    way = way_of_halves::neighbourhoods;
    cost = with_others;
}

make_marker half_markers::make(const window_classes& some, const window_trie& trie,
                               const std::vector<std::uint32_t>& shared, const chosen_halves& chosen) {
    if (chosen.way == way_of_halves::neighbourhoods) return by_neighbourhoods(some, trie.length(), chosen.near);
    halves_ = std::make_unique<const window_halves>(make_halves(letters_, trie, shared, chosen.letters_of_end()));
    note(std::to_string(halves_->beginnings.size()) + " beginnings and " + std::to_string(halves_->ends()) +
         " ends of " + std::to_string(halves_->letters_of_end) + " letters" +
         (chosen.way == way_of_halves::rare
              ? ", where they are with at most " + with_edits(chosen.rare.edits_of_beginning)
              : ""));
    if (chosen.way == way_of_halves::rare)
        return rare_marker(given_, resources_, letters_, *halves_, chosen.rare.edits_of_beginning);
    return row_marker(given_, resources_, letters_, *halves_);
}

make_marker half_markers::by_neighbourhoods(const window_classes& some, std::uint64_t length,
                                            const neighbourhood_plan& plan) {
    note("words of " + std::to_string(length - plan.letters_of_end) + " and " + std::to_string(plan.letters_of_end) +
         " letters near to places of the others, which are listed with at most " + with_edits(plan.edits_of_beginning));
    std::vector<std::uint8_t> marks(some.size());
    for (std::size_t index = 0; index < some.size(); ++index)
        marks[index] = are_plain(given_.of.letters(some.representative(index), length)) ? 1 : 0;
    if (std::ranges::find(marks, std::uint8_t{0}) == marks.end())
        return half_neighbourhood_marker(given_, resources_, letters_.size(), some, length, plan);
    plain_ = std::make_unique<const class_part>(some, marks, std::uint8_t{1});
    others_ = std::make_unique<const class_part>(some, marks, std::uint8_t{0});
    const window_trie trie(given_.of, others_->classes, length);
    const std::vector<std::uint32_t> shared = shared_letters(trie, others_->classes.size(), resources_.workers);
    const chosen_halves chosen(given_, resources_, letters_, blocks_, trie, shared, true);
    const make_marker of_others = make(others_->classes, trie, shared, chosen);
    const make_marker of_plain =
        half_neighbourhood_marker(given_, resources_, letters_.size(), plain_->classes, length, plan);
    return [this, of_plain, of_others] {
        return std::make_unique<parted_marker>(of_plain(), plain_->places, of_others(), others_->places);
    };
}

} // namespace concord::substring
