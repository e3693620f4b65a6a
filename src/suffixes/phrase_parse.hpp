// A text as phrases (prefix-free parsing: Boucher, Gagie, Kuhnle, Langmead, Manzini and Mun, "Prefix-free parsing for
// building big BWTs"). A phrase begins with each sequence, and wherever a window of some letters has a certain hash; it
// ends with the window that begins the next phrase, or with its sequence:
//
//   text      G A T T A C A T G A T A C A T A     windows: AC
//   phrases   G A T T A C
//                     A C A T G A T A C
//                                   A C A T A
//
// Of repetitive texts few phrases are different. No suffix of a phrase that is longer than a window is the beginning of
// another one: there would be a window within that one. So two suffixes of the text that begin in their phrases with
// different letters up to the ends of these are in the order of these letters, and others in that of what follows.
#pragma once

#include "base/bits.hpp"
#include "runtime/far_array.hpp"
#include "runtime/group_by_key.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/phrase_tuning.hpp"
#include "suffixes/text_windows.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::suffixes {

/// Which windows begin phrases.
struct phrase_windows {
    unsigned letters;         ///< of a window
    std::uint64_t multiplier; ///< of its hash
    std::uint64_t most;       ///< hashes up to this one

    [[nodiscard]] bool begins_phrase(std::uint64_t window, unsigned behind) const noexcept {
        return (window >> behind) * multiplier <= most;
    }
};

/// Phrases are numbered in the order of the text.
template <class Position>
class phrase_parse {
  public:
    using number = std::uint32_t; ///< of a phrase, or of a different one

    /// The text has no ambiguous letters.
    phrase_parse(const text_view& text, const phrase_windows& windows, runtime::thread_pool& workers)
        : text_(text), windows_(windows), workers_(workers) {
        find_begins();
    }

    [[nodiscard]] std::uint64_t size() const { return begins_.size() - 1; }
    [[nodiscard]] unsigned window_letters() const { return windows_.letters; }
    [[nodiscard]] std::uint64_t begin(std::uint64_t phrase) const { return begins_[phrase]; }
    void prefetch(std::uint64_t phrase) const { __builtin_prefetch(&begins_[phrase]); }
    /// Whether its sequence ends with it.
    [[nodiscard]] bool is_last(std::uint64_t phrase) const { return text_.is_cut(begins_[phrase + 1]); }
    /// With the window at its end.
    [[nodiscard]] std::uint64_t length(std::uint64_t phrase) const {
        return begins_[phrase + 1] - begins_[phrase] + (is_last(phrase) ? 0 : windows_.letters);
    }

    /// Hashes of all phrases, and an estimate of the letters of different ones from those with some hashes, which are
    /// those of all that are equal.
    [[nodiscard]] std::uint64_t estimate_different() {
        hashes_ = runtime::far_array<std::uint64_t>(size());
        runtime::for_parts(workers_, size(), least_phrases, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t phrase = first; phrase < last; ++phrase)
                hashes_[phrase] = hash_of(phrase);
        });
        struct sampled {
            std::uint64_t hash;
            std::uint64_t length;
        };
        const auto share = std::max<std::uint64_t>(1, size() / tuning::phrases_sampled);
        std::vector<sampled> sample = runtime::collect_parts<sampled>(
            workers_, size(), least_phrases, [&](std::uint64_t first, std::uint64_t last, auto& values) {
                for (std::uint64_t phrase = first; phrase < last; ++phrase)
                    if (hashes_[phrase] % share == 0) values.push_back({hashes_[phrase], length(phrase)});
            });
        std::ranges::sort(sample, {}, &sampled::hash);
        std::uint64_t letters = 0;
        for (std::size_t at = 0; at < sample.size(); ++at)
            if (at == 0 || sample[at].hash != sample[at - 1].hash) letters += sample[at].length;
        return letters * share;
    }

    struct hashed {
        std::uint64_t hash;
        std::uint64_t length;
    };
    void add_hashed(std::vector<hashed>& found) const {
        const std::vector<hashed> some = runtime::collect_parts<hashed>(
            workers_, size(), least_phrases, [&](std::uint64_t first, std::uint64_t last, auto& values) {
                for (std::uint64_t phrase = first; phrase < last; ++phrase)
                    values.push_back({hash_of(phrase), length(phrase)});
            });
        found.insert(found.end(), some.begin(), some.end());
    }

    /// Numbers the different phrases, by their hashes, after estimate_different().
    void name() {
        const std::size_t buckets = std::bit_ceil(size() / phrases_of_bucket + 1);
        const auto shift = static_cast<unsigned>(bits_per_word - std::bit_width(buckets - 1));
        const auto bucket_of = [&](std::uint64_t phrase) { return buckets == 1 ? 0 : hashes_[phrase] >> shift; };
        const runtime::equal_parts parts(workers_, size(), least_phrases);
        runtime::far_array<std::uint32_t> borders(buckets + 1);
        runtime::far_array<number> grouped;
        runtime::group_by_key(
            workers_, parts.size(), borders.view(),
            [&](std::size_t part, const auto& emit) {
                for (std::uint64_t phrase = parts.first(part); phrase < parts.last(part); ++phrase)
                    emit(bucket_of(phrase), static_cast<number>(phrase));
            },
            [&](std::size_t values) {
                grouped = runtime::far_array<number>(values);
                return grouped.view();
            });
        names_ = runtime::far_array<number>(size());
        std::vector<number> different(buckets + 1);
        runtime::for_parts(workers_, buckets, buckets_of_task, [&](std::uint64_t first, std::uint64_t last) {
            std::vector<number> table;
            for (std::uint64_t bucket = first; bucket < last; ++bucket)
                different[bucket + 1] =
                    name_bucket(grouped.view().subspan(borders[bucket], borders[bucket + 1] - borders[bucket]), table);
        });
        for (std::size_t bucket = 0; bucket < buckets; ++bucket)
            different[bucket + 1] += different[bucket];
        models_ = runtime::far_array<number>(different.back());
        runtime::for_parts(workers_, buckets, buckets_of_task, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t bucket = first; bucket < last; ++bucket) {
                number met = 0;
                for (std::uint32_t nth = borders[bucket]; nth < borders[bucket + 1]; ++nth) {
                    number& name = names_[grouped[nth]];
                    if (name == met) models_[different[bucket] + met++] = grouped[nth]; // the first of equal ones
                    name += different[bucket];
                }
            }
        });
        hashes_ = {};
    }

    /// Different phrases.
    [[nodiscard]] std::uint64_t different() const { return models_.size(); }
    /// Which of them a phrase is.
    [[nodiscard]] number name_of(std::uint64_t phrase) const { return names_[phrase]; }
    /// The first phrase that is this one.
    [[nodiscard]] std::uint64_t model(std::uint64_t name) const { return models_[name]; }

  private:
    static constexpr std::uint64_t least_phrases = 1U << 12U; ///< that a thread takes
    static constexpr std::uint64_t phrases_of_bucket = 512;
    static constexpr std::uint64_t buckets_of_task = 16;
    static constexpr number none = ~number{0};

    void find_begins() {
        const std::uint64_t words = (text_.size + bits_per_word - 1) / bits_per_word;
        const runtime::equal_parts parts(workers_, words, tuning::places_per_task / bits_per_word);
        std::vector<std::vector<Position>> of_part(parts.size());
        const unsigned behind = bits_per_word - windows_.letters * text_.bits;
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::vector<Position> found;
            for (std::uint64_t word = parts.first(part); word < parts.last(part); ++word) {
                const std::uint64_t first = word * bits_per_word;
                const std::uint64_t last = std::min<std::uint64_t>(text_.size, first + bits_per_word);
                std::uint64_t begins = 0;
                for_each_window(text_, first, last, [&](std::uint64_t, std::uint64_t window) {
                    begins = begins >> 1U | std::uint64_t{windows_.begins_phrase(window, behind)} << 63U;
                });
                begins >>= bits_per_word - (last - first);
                for (std::uint64_t left = begins; left != 0; left &= left - 1)
                    if (text_.reach(first + base::lowest_one(left)) < windows_.letters) begins ^= left & (~left + 1);
                begins |= text_.cuts[word] & base::low_bits<std::uint64_t>(static_cast<unsigned>(last - first));
                for (; begins != 0; begins &= begins - 1)
                    found.push_back(static_cast<Position>(first + base::lowest_one(begins)));
            }
            of_part[part] = std::move(found);
        });
        std::vector<std::size_t> places(parts.size() + 1);
        for (std::size_t part = 0; part < parts.size(); ++part)
            places[part + 1] = places[part] + of_part[part].size();
        begins_ = runtime::far_array<Position>(places.back() + 1);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::ranges::copy(of_part[part], begins_.data() + places[part]);
        });
        begins_[places.back()] = static_cast<Position>(text_.size);
    }

    [[nodiscard]] std::uint64_t hash_of(std::uint64_t phrase) const {
        const std::uint64_t bits = length(phrase) * text_.bits;
        const std::uint64_t per_window = std::uint64_t{text_.letters_per_window()} * text_.bits;
        std::uint64_t hash = bits;
        std::uint64_t at = begin(phrase);
        for (std::uint64_t left = bits; left > 0; at += text_.letters_per_window()) {
            const std::uint64_t taken = std::min(left, per_window);
            hash = (std::rotl(hash, 29) ^ text_.window(at) >> (bits_per_word - taken)) * 0x9E3779B97F4A7C15U;
            left -= taken;
        }
        return (hash ^ hash >> 32U) * 0xD6E8FEB86659FD93U;
    }

    [[nodiscard]] bool are_equal(std::uint64_t one, std::uint64_t other) const {
        std::uint64_t left = length(one);
        if (left != length(other)) return false;
        std::uint64_t a = begin(one);
        std::uint64_t b = begin(other);
        for (const std::uint64_t step = text_.letters_per_window(); left > 0; a += step, b += step) {
            const std::uint64_t taken = std::min(left, step);
            if ((text_.window(a) ^ text_.window(b)) >> (bits_per_word - taken * text_.bits) != 0) return false;
            left -= taken;
        }
        return true;
    }

    /// Numbers from 0 on in the order in which they occur first; returns how many.
    number name_bucket(std::span<const number> phrases, std::vector<number>& table) {
        const std::size_t places = std::bit_ceil(2 * phrases.size() + 1);
        table.assign(places, none);
        number next = 0;
        for (const number phrase : phrases) {
            std::uint64_t at = hashes_[phrase] & (places - 1);
            while (table[at] != none && !(hashes_[table[at]] == hashes_[phrase] && are_equal(table[at], phrase)))
                at = (at + 1) & (places - 1);
            if (table[at] == none) {
                table[at] = phrase;
                names_[phrase] = next++;
            } else {
                names_[phrase] = names_[table[at]];
            }
        }
        return next;
    }

    const text_view& text_;
    phrase_windows windows_;
    runtime::thread_pool& workers_;
    runtime::far_array<Position> begins_; ///< and the end of the text
    runtime::far_array<std::uint64_t> hashes_;
    runtime::far_array<number> names_;
    runtime::far_array<number> models_;
};

} // namespace concord::suffixes
