#include "suffixes/matching_statistics.hpp"

#include "suffixes/sorted_suffixes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace concord::suffixes {
namespace {

/// The owners on a walk over the suffixes, by how many letters the last suffix of each shares with the current one:
/// lists of those that share the same, in rings with a head each; the lists in descending order of these letters.
class recent_owners {
  public:
    explicit recent_owners(std::uint64_t owners) : owners_(owners), next_(2 * owners + 2), before_(next_.size()) {
        for (std::uint64_t owner = 0; owner < owners; ++owner)
            next_[owner] = before_[owner] = owner;
        lists_.resize(owners + 2);
        for (std::uint64_t list = lists_.size(); list-- > 0;)
            free_.push_back(list);
    }

    /// On to a suffix that shares so many letters with the one before.
    void share(std::uint64_t letters) {
        while (top_ != none && lists_[top_].letters > letters) {
            const std::uint64_t lower = lists_[top_].lower;
            if (lower == none || lists_[lower].letters < letters) {
                lists_[top_].letters = letters;
                break;
            }
            append(lower, top_);
            release(top_);
        }
        if (letters == 0 && top_ != none) forget();
    }

    /// Calls visit(owner, letters) for each owner that shares some.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::uint64_t list = top_; list != none; list = lists_[list].lower)
            for (std::uint64_t at = next_[head(list)]; at != head(list); at = next_[at])
                visit(at, lists_[list].letters);
    }

    /// The current suffix is this owner's.
    void put_first(std::uint64_t owner) {
        remove(owner);
        const std::uint64_t list = free_.back();
        free_.pop_back();
        lists_[list] = {std::numeric_limits<std::uint64_t>::max(), top_, none};
        if (top_ != none) lists_[top_].upper = list;
        top_ = list;
        next_[head(list)] = before_[head(list)] = owner;
        next_[owner] = before_[owner] = head(list);
    }

  private:
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    struct list_of_owners {
        std::uint64_t letters = 0;
        std::uint64_t lower = none; ///< with fewer letters
        std::uint64_t upper = none;
    };

    [[nodiscard]] std::uint64_t head(std::uint64_t list) const noexcept { return owners_ + list; }

    /// All of the list `from` to the list `to`.
    void append(std::uint64_t to, std::uint64_t from) {
        const std::uint64_t first = next_[head(from)];
        const std::uint64_t last = before_[head(from)];
        const std::uint64_t behind = before_[head(to)];
        next_[behind] = first;
        before_[first] = behind;
        next_[last] = head(to);
        before_[head(to)] = last;
    }
    void release(std::uint64_t list) {
        const auto [letters, lower, upper] = lists_[list];
        if (lower != none) lists_[lower].upper = upper;
        (upper != none ? lists_[upper].lower : top_) = lower;
        free_.push_back(list);
    }
    void remove(std::uint64_t owner) {
        if (next_[owner] == owner) return;
        next_[before_[owner]] = next_[owner];
        before_[next_[owner]] = before_[owner];
        const std::uint64_t at = next_[owner];
        if (at >= owners_ && next_[at] == at) release(at - owners_); // it was the last of its list
        next_[owner] = before_[owner] = owner;
    }
    /// What shares nothing: the one list that is left.
    void forget() {
        for (std::uint64_t at = next_[head(top_)]; at != head(top_);) {
            const std::uint64_t owner = std::exchange(at, next_[at]);
            next_[owner] = before_[owner] = owner;
        }
        release(top_);
    }

    std::uint64_t owners_;
    std::vector<std::uint64_t> next_; ///< of owners, and of the heads behind them; an owner alone is in no list
    std::vector<std::uint64_t> before_;
    std::vector<list_of_owners> lists_;
    std::vector<std::uint64_t> free_;
    std::uint64_t top_ = none;
};

} // namespace

class matching_statistics::sorted {
  public:
    sorted(std::span<const std::uint64_t> owner_of, std::uint64_t owners, runtime::thread_pool& workers)
        : owner_of_(owner_of), owners_(owners), workers_(workers) {}
    sorted(const sorted&) = delete;
    sorted& operator=(const sorted&) = delete;
    virtual ~sorted() = default;

    virtual void find(suffix_range of, std::span<std::uint32_t> reaches) const = 0;

  protected:
    std::span<const std::uint64_t> owner_of_;
    std::uint64_t owners_;
    runtime::thread_pool& workers_;
};

namespace {

template <class Position>
class sorted_by_position final : public matching_statistics::sorted {
  public:
    sorted_by_position(const sequence::packed_sequences& set, std::span<const std::uint64_t> owner_of,
                       std::uint64_t owners, runtime::thread_pool& workers, std::vector<std::string>& notes)
        : sorted(owner_of, owners, workers), suffixes_(set, workers, notes), of_(suffixes_.arrays(owner_of)) {
        // Suffixes that share nothing with the one before begin a part.
        const std::uint64_t least = std::max<std::uint64_t>(places_of_task(), owners);
        for (std::uint64_t rank = 0; rank < of_.size(); ++rank)
            if (of_.prefixes[rank] == 0 && (parts_.empty() || rank - parts_.back() >= least)) parts_.push_back(rank);
        parts_.push_back(of_.size());
    }

    void find(suffix_range wanted, std::span<std::uint32_t> reaches) const override {
        std::ranges::fill(reaches, 0);
        std::vector<std::unique_ptr<recent_owners>> recent(workers_.threads());
        const auto walk = [&](bool forward) {
            workers_.run(parts_.size() - 1, [&](std::size_t part, unsigned worker) {
                if (!recent[worker]) recent[worker] = std::make_unique<recent_owners>(owners_);
                recent[worker]->share(0);
                walk_part(parts_[part], parts_[part + 1], forward, wanted, *recent[worker], reaches);
            });
        };
        walk(true);
        walk(false);
    }

  private:
    void walk_part(std::uint64_t first, std::uint64_t last, bool forward, suffix_range wanted, recent_owners& recent,
                   std::span<std::uint32_t> reaches) const {
        constexpr std::uint64_t ranks_between_checks = 1U << 20U;
        for (std::uint64_t done = 0; done < last - first; ++done) {
            if (done % ranks_between_checks == 0) workers_.check_cancelled();
            const std::uint64_t rank = forward ? first + done : last - 1 - done;
            if (done > 0) recent.share(of_.prefixes[forward ? rank : rank + 1]);
            const std::uint64_t place = of_.suffixes[rank];
            if (place >= wanted.first && place < wanted.last)
                recent.for_each([&](std::uint64_t owner, std::uint64_t letters) {
                    std::uint32_t& reach = reaches[(place - wanted.first) * owners_ + owner];
                    reach = std::max(reach, static_cast<std::uint32_t>(letters));
                });
            recent.put_first(owner_of_[of_.map.sequence_of(place)]);
        }
    }

    sorted_suffixes<Position> suffixes_;
    suffix_arrays<Position> of_;
    std::vector<std::uint64_t> parts_; ///< ranks where they begin, and the end
};

} // namespace

matching_statistics::matching_statistics(const sequence::packed_sequences& set, std::span<const std::uint64_t> owner_of,
                                         std::uint64_t owners, runtime::thread_pool& workers,
                                         std::vector<std::string>& notes) {
    if (needs_wide(set))
        sorted_ = std::make_unique<sorted_by_position<std::uint64_t>>(set, owner_of, owners, workers, notes);
    else
        sorted_ = std::make_unique<sorted_by_position<std::uint32_t>>(set, owner_of, owners, workers, notes);
}

matching_statistics::~matching_statistics() = default;

void matching_statistics::find(suffix_range of, std::span<std::uint32_t> reaches) const { sorted_->find(of, reaches); }

} // namespace concord::suffixes
