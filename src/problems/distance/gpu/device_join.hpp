// Near pairs of short sequences on a data-parallel device, by the plan of join_plan.hpp or by comparing all.
//
//   1. Sequences are packed into words (pack_sequences); those of b once for all calls.
//   2. Their keys are listed and sorted: in rounds, by the lowest bits of their hashes, where memory is short.
//   3. Sequences that share a key are candidates: a step for each compares it. Without keys all of similar length are.
//   4. The pairs within the bound are sorted, and those found several times kept once.
#pragma once

#include "problems/distance/gpu/near_gpu.hpp"
#include "problems/distance/gpu/near_steps.hpp"
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/join/join_plan.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace concord::edit_distance {

template <runtime::data_parallel_device Machine>
class device_join {
  public:
    device_join(Machine& machine, const pair_comparer& comparer)
        : machine_(machine), comparer_(comparer), planes_(comparer.letters().ordinary()),
          is_one_set_(comparer.letters().a().set == comparer.letters().b().set),
          letters_b_(put(comparer.letters().b(), held_b_)),
          letters_a_(is_one_set_ ? letters_b_ : put(comparer.letters().a(), held_a_)),
          b_(packed(letters_b_, comparer.letters().b().set->size(), *comparer.letters().b().set)) {}

    /// Writes the near pairs, ascending. False, and nothing is written, where there are more than `most`: of a single
    /// row there never are, if that is its bound.
    bool find(const join_request& request, std::vector<near_pair>& pairs) {
        if (planes_ <= 2) return find_with<2>(request, pairs);
        if (planes_ <= 5) return find_with<5>(request, pairs);
        if (planes_ <= 8) return find_with<8>(request, pairs);
        return find_with<most_short_planes_on_gpu>(request, pairs);
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;
    using windows_by_length = std::map<std::uint64_t, std::vector<key_window>>;

    /// The sequences of a side: as words, and how many there are of each length.
    struct side {
        array<std::uint64_t> words;
        array<std::uint8_t> lengths;
        array<std::uint32_t> numbers; ///< empty: all
        device_sequences there;
        std::uint64_t size = 0;
        std::array<std::uint64_t, longest_on_device + 1> of_length{};

        [[nodiscard]] std::vector<std::uint64_t> lengths_that_occur() const {
            std::vector<std::uint64_t> found;
            for (std::uint64_t length = 0; length < of_length.size(); ++length)
                if (of_length[length] > 0) found.push_back(length);
            return found;
        }
    };

    template <class Value>
    [[nodiscard]] array<Value> put(const Value* host, std::uint64_t count) {
        auto there = machine_.template make<Value>(count);
        machine_.put(there.data(), host, count);
        return there;
    }

    [[nodiscard]] packed_letters_there put(const compared_side& from, std::vector<array<std::uint64_t>>& held) {
        packed_letters_there there{};
        const std::uint64_t words = from.set->letters() / 64 + 2; // with the padding
        for (unsigned plane = 0; plane < planes_; ++plane) {
            held.push_back(put(from.plane[plane], words));
            there.plane[plane] = held.back().data();
        }
        if (from.ambiguous != nullptr) {
            held.push_back(put(from.ambiguous, words));
            there.ambiguous = held.back().data();
        }
        held.push_back(put(from.set->offsets(), from.set->size() + 1));
        there.offsets = held.back().data();
        return there;
    }

    [[nodiscard]] side packed(packed_letters_there from, std::uint64_t size, const sequence::packed_sequences& set,
                              std::span<const std::uint32_t> numbers = {}) {
        side made;
        made.size = size;
        if (!numbers.empty()) {
            made.numbers = put(numbers.data(), numbers.size());
            from.numbers = made.numbers.data();
        }
        made.there.planes = planes_;
        made.there.stride = planes_ + (comparer_.letters().has_ambiguous() ? 1 : 0);
        made.words = machine_.template make<std::uint64_t>(size * made.there.stride + 1);
        made.lengths = machine_.template make<std::uint8_t>(size + 1);
        made.there.words = made.words.data();
        made.there.lengths = made.lengths.data();
        machine_.for_each(size, pack_sequences{from, made.there, made.words.data(), made.lengths.data()});
        if (set.shortest() == set.longest())
            made.of_length[set.longest()] = size;
        else
            for (std::uint64_t index = 0; index < size; ++index)
                ++made.of_length[set.length(numbers.empty() ? index : numbers[index])];
        return made;
    }

    template <unsigned Planes>
    bool find_with(const join_request& request, std::vector<near_pair>& pairs) {
        const bool is_self = is_one_set_ && request.rows.size() == b_.size;
        const sequence::packed_sequences& set_a = *comparer_.letters().a().set;
        side own;
        if (!is_self)
            own = packed(letters_a_, request.rows.size(), set_a,
                         request.rows.size() == set_a.size() ? std::span<const std::uint32_t>{} : request.rows);
        const side& a = is_self ? b_ : own;
        const std::uint64_t memory = machine_.free_memory();
        column_bits_ = static_cast<unsigned>(std::bit_width(b_.size));
        room_ =
            std::clamp<std::uint64_t>(memory / 8 / bytes_of_pair, tuning::least_near_on_gpu, tuning::most_near_on_gpu);
        if (runtime::forced_tile() > 0) room_ = 2 * tuning::least_gpu_candidates;
        if (request.rows.size() == 1) room_ = std::max(room_, 4 * b_.size); // a single row has to fit
        pairs_ = machine_.template make<std::uint64_t>(room_);
        distances_ = machine_.template make<std::uint32_t>(room_);
        count_ = machine_.template make<std::uint32_t>(1);
        set_count(0);
        const bool all_fit =
            (!is_self || request.wanted == wanted_pairs::each_once ||
             compare_all_of<Planes, short_comparison::any>(partners_of_themselves{}, b_.size, a, is_self, request)) &&
            compare_without_keys<Planes>(request, a, is_self) &&
            compare_by_keys<Planes>(request, a, is_self, memory / 8 * 3) && compact(request.most);
        if (all_fit) fetch(pairs);
        pairs_ = {};
        distances_ = {};
        return all_fit;
    }

    /// Sequences of b that are too short for keys; all, if there are none.
    template <unsigned Planes>
    bool compare_without_keys(const join_request& request, const side& a, bool is_self) {
        const std::uint64_t shortest = request.plan.shortest();
        const std::uint64_t reach = request.plan.masks ? 0 : request.bound;
        const sequence::packed_sequences& b = *comparer_.letters().b().set;
        if (b_.size == 0 || b.shortest() >= shortest) return true;
        const std::uint64_t below = std::min<std::uint64_t>(longest_on_device + 1, shortest);
        // In one list also those that have shorter partners.
        const std::uint64_t listed =
            is_self ? std::min<std::uint64_t>(longest_on_device + 1, below + std::min<std::uint64_t>(reach, 64))
                    : below;
        std::vector<std::uint32_t> firsts(longest_on_device + 2); // of each length, and the end
        for (std::uint64_t length = 0; length <= longest_on_device; ++length)
            firsts[length + 1] =
                firsts[length] + (length < listed ? static_cast<std::uint32_t>(b_.of_length[length]) : 0);
        std::vector<std::uint32_t> order(firsts.back());
        std::vector<std::uint32_t> next = firsts;
        for (std::uint32_t sequence = 0; sequence < b_.size; ++sequence)
            if (b.length(sequence) < listed) order[next[b.length(sequence)]++] = sequence;
        const auto order_there = put(order.data(), order.size());
        const auto firsts_there = put(firsts.data(), firsts.size());
        const partners_by_length partners{.order = order_there.data(),
                                          .firsts = firsts_there.data(),
                                          .lengths_a = a.lengths.data(),
                                          .reach = static_cast<std::uint32_t>(std::min<std::uint64_t>(reach, 64)),
                                          .shortest = static_cast<std::uint32_t>(below),
                                          .is_self = is_self};
        return compare_all_of<Planes, short_comparison::any>(partners, is_self ? order.size() : a.size, a, is_self,
                                                             request);
    }

    /// `memory`: bytes for keys.
    template <unsigned Planes>
    bool compare_by_keys(const join_request& request, const side& a, bool is_self, std::uint64_t memory) {
        if (!request.plan.has_keys()) return true;
        const join_windows windows =
            windows_of(request.plan, *request.profile, a.lengths_that_occur(), b_.lengths_that_occur(), is_self);
        const double keys = keys_of(windows.entries, b_) + keys_of(windows.lookups, a);
        if (keys == 0) return true;
        const list_of_windows entries(*this, windows.entries, request.plan.masks);
        const list_of_windows lookups(*this, windows.lookups, request.plan.masks);
        unsigned round_bits = 0;
        while (round_bits < 12 &&
               keys * bytes_of_key > static_cast<double>(memory) * static_cast<double>(1U << round_bits))
            ++round_bits;
        if (runtime::forced_tile() > 0 && keys > 64) round_bits = 1;
        for (std::uint32_t round = 0; round >> round_bits == 0; ++round) {
            const std::uint32_t mask = (1U << round_bits) - 1;
            const keys_of_round of_b{b_.there, entries.there, mask, round};
            const keys_of_round of_a{a.there, lookups.there, mask, round};
            const auto before_b = machine_.template make<std::uint64_t>(b_.size);
            const std::uint64_t count_b =
                machine_.exclusive_scan(b_.size, count_keys<Planes>{of_b}, before_b.data()).count;
            const auto before_a = machine_.template make<std::uint64_t>(a.size);
            const std::uint64_t count_a =
                lookups.is_empty ? 0 : machine_.exclusive_scan(a.size, count_keys<Planes>{of_a}, before_a.data()).count;
            const std::uint64_t count = count_a + count_b;
            if (count == 0) continue;
            const auto hashes = machine_.template make<std::uint64_t>(count);
            const auto sequences = machine_.template make<std::uint32_t>(count);
            machine_.for_each(b_.size, list_keys<Planes>{of_b, before_b.data(), 0, hashes.data(), sequences.data()});
            if (count_a > 0)
                machine_.for_each(a.size, list_keys<Planes>{of_a, before_a.data(), is_lookup_bit,
                                                            hashes.data() + count_b, sequences.data() + count_b});
            machine_.sort(hashes.data(), sequences.data(), count);
            machine_.check();
            const partners_by_key partners{hashes.data(), sequences.data(), count, is_self};
            const bool is_levenshtein = comparer_.metric() == distance_metric::levenshtein;
            const bool all_fit =
                is_levenshtein && request.bound == 1
                    ? compare_all_of<Planes, short_comparison::levenshtein_1>(partners, count, a, is_self, request)
                : is_levenshtein && request.bound == 2
                    ? compare_all_of<Planes, short_comparison::levenshtein_2>(partners, count, a, is_self, request)
                    : compare_all_of<Planes, short_comparison::any>(partners, count, a, is_self, request);
            if (!all_fit) return false;
        }
        return true;
    }

    /// The windows of each length on the device.
    struct list_of_windows {
        list_of_windows(device_join& join, const windows_by_length& windows, bool masks) {
            std::vector<device_window> list;
            std::vector<std::uint32_t> firsts;
            for (std::uint64_t length = 0; length <= longest_on_device; ++length) {
                firsts.push_back(static_cast<std::uint32_t>(list.size()));
                const auto found = windows.find(length);
                if (found == windows.end()) continue;
                for (const key_window& each : found->second)
                    list.push_back(on_device(each));
            }
            firsts.push_back(static_cast<std::uint32_t>(list.size()));
            is_empty = list.empty();
            held = join.put(list.data(), list.size());
            held_firsts = join.put(firsts.data(), firsts.size());
            there = {held.data(), held_firsts.data(), masks};
        }
        static device_window on_device(const key_window& window) {
            device_window made{};
            made.omitted = static_cast<std::uint8_t>(window.omitted);
            made.parts = static_cast<std::uint8_t>(window.parts);
            made.pieces = window.pieces;
            for (unsigned part = 0; part < window.parts; ++part) {
                made.begin[part] = static_cast<std::uint8_t>(window.part.at(part).begin);
                made.end[part] = static_cast<std::uint8_t>(window.part.at(part).end);
            }
            return made;
        }

        bool is_empty = true;
        array<device_window> held;
        array<std::uint32_t> held_firsts;
        windows_there there{};
    };

    [[nodiscard]] static double keys_of(const windows_by_length& windows, const side& of) {
        double keys = 0;
        for (const auto& [length, list] : windows)
            for (const key_window& each : list)
                keys += static_cast<double>(of.of_length[length]) * most_keys(each);
        return keys;
    }

    /// Compares all places with their partners. False: there were too many pairs.
    template <unsigned Planes, short_comparison How, class Partners>
    bool compare_all_of(const Partners& partners, std::uint64_t places, const side& a, bool is_self,
                        const join_request& request) {
        if (places == 0) return true;
        const auto before = machine_.template make<std::uint64_t>(places);
        const std::uint64_t candidates =
            machine_.exclusive_scan(places, count_partners<Partners>{partners}, before.data()).count;
        std::uint64_t at_once = runtime::forced_tile() > 0 ? tuning::least_gpu_candidates : tuning::most_gpu_candidates;
        for (std::uint64_t first = 0; first < candidates;) {
            const std::uint64_t here = std::min(at_once, candidates - first);
            machine_.for_each(here, compare_candidate<Partners, How, Planes>{
                                        .partners = partners,
                                        .before = before.data(),
                                        .places = places,
                                        .first = first,
                                        .of_a = a.there,
                                        .of_b = b_.there,
                                        .numbers_a = a.numbers.size() > 0 ? a.numbers.data() : nullptr,
                                        .rule = {comparer_.metric(), static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                                                         request.bound, 2 * longest_on_device))},
                                        .is_self = is_self,
                                        .each_once = request.wanted == wanted_pairs::each_once,
                                        .found = {pairs_.data(), distances_.data(), count_.data(),
                                                  static_cast<std::uint32_t>(room_), column_bits_}});
            std::uint32_t found = 0;
            machine_.get(&found, count_.data(), 1);
            machine_.check();
            if (found <= room_) {
                kept_ = found;
                first += here;
                continue;
            }
            // Without those found several times there may be room for the pairs of fewer candidates.
            if (!compact(room_ / 2)) return false;
            at_once = std::max<std::uint64_t>(1, here / 2);
        }
        return true;
    }

    void set_count(std::uint64_t count) {
        kept_ = count;
        const auto number = static_cast<std::uint32_t>(count);
        machine_.put(count_.data(), &number, 1);
    }

    /// Sorts what has been found, each pair once. False: these are more than `most`.
    bool compact(std::uint64_t most) {
        if (kept_ > 1) {
            const auto rows = static_cast<unsigned>(std::bit_width(comparer_.letters().a().set->size()));
            machine_.sort(pairs_.data(), distances_.data(), kept_, 0, std::min(64U, column_bits_ + rows));
            const auto before = machine_.template make<std::uint64_t>(kept_);
            const std::uint64_t distinct =
                machine_.exclusive_scan(kept_, count_distinct{pairs_.data()}, before.data()).count;
            if (distinct < kept_) {
                auto pairs = machine_.template make<std::uint64_t>(room_);
                auto distances = machine_.template make<std::uint32_t>(room_);
                machine_.for_each(kept_, keep_distinct{pairs_.data(), distances_.data(), before.data(), pairs.data(),
                                                       distances.data()});
                pairs_ = std::move(pairs);
                distances_ = std::move(distances);
            }
            kept_ = distinct;
        }
        set_count(kept_);
        return kept_ <= most;
    }

    void fetch(std::vector<near_pair>& pairs) {
        std::vector<std::uint64_t> keys(kept_);
        std::vector<std::uint32_t> distances(kept_);
        machine_.get(keys.data(), pairs_.data(), kept_);
        machine_.get(distances.data(), distances_.data(), kept_);
        pairs.resize(kept_);
        const std::uint64_t column = (std::uint64_t{1} << column_bits_) - 1;
        for (std::uint64_t index = 0; index < kept_; ++index)
            pairs[index] = {keys[index] >> column_bits_, keys[index] & column, distances[index]};
    }

    static constexpr std::uint64_t bytes_of_pair = 12;
    static constexpr double bytes_of_key = 30; ///< while keys are sorted, or their partners counted

    Machine& machine_;
    const pair_comparer& comparer_;
    unsigned planes_;
    bool is_one_set_;
    std::vector<array<std::uint64_t>> held_a_;
    std::vector<array<std::uint64_t>> held_b_;
    packed_letters_there letters_b_;
    packed_letters_there letters_a_;
    side b_;
    unsigned column_bits_ = 0;
    std::uint64_t room_ = 0;
    std::uint64_t kept_ = 0; ///< pairs that have been found and fit
    array<std::uint64_t> pairs_;
    array<std::uint32_t> distances_;
    array<std::uint32_t> count_;
};

} // namespace concord::edit_distance
