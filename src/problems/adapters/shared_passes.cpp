#include "problems/adapters/shared_passes.hpp"

#include <concord/error.hpp>

#include <exception>

namespace concord::adapters {
namespace {

/// Sums of 64 bits travel in pieces of 16, which up to 65,536 ranks add up in 32.
constexpr unsigned pieces = 4;
constexpr unsigned piece_bits = 16;

void add_pieces(std::vector<std::uint32_t>& to, std::uint64_t number) {
    for (unsigned piece = 0; piece < pieces; ++piece)
        to.push_back(static_cast<std::uint32_t>(number >> piece_bits * piece & 0xffffU));
}

std::uint64_t number_of(const std::uint32_t* from) {
    std::uint64_t number = 0;
    for (unsigned piece = 0; piece < pieces; ++piece)
        number += std::uint64_t{from[piece]} << piece_bits * piece;
    return number;
}

} // namespace

void in_all_ranks(runtime::communicator& ranks, const std::function<void()>& work) {
    std::exception_ptr trouble;
    auto code = std::uint64_t{0}; // an error_code, none of which is 0
    try {
        work();
    } catch (const error& caught) {
        trouble = std::current_exception();
        code = static_cast<std::uint64_t>(caught.code());
    } catch (...) { // memory, as a rule
        trouble = std::current_exception();
        code = static_cast<std::uint64_t>(error_code::resource);
    }
    const std::uint64_t worst = runtime::allreduce_max(ranks, code);
    if (trouble) std::rethrow_exception(trouble);
    if (worst != 0) throw error(static_cast<error_code>(worst), "another rank could not go on");
}

std::uint64_t sum_of_ranks(runtime::communicator& ranks, std::uint64_t number) {
    std::vector<std::uint32_t> sum;
    add_pieces(sum, number);
    ranks.allreduce_sum(sum);
    return number_of(sum.data());
}

const std::vector<std::uint32_t>& shared_passes::count_words() {
    in_all_ranks(ranks_, [&] { counts_ = ours_.count_words(); });
    ranks_.allreduce_sum(counts_);
    return counts_;
}

std::vector<std::vector<word_place>> shared_passes::sample_places(const std::vector<std::uint32_t>& words,
                                                                  const std::vector<std::uint32_t>& counts) {
    std::vector<std::vector<word_place>> places;
    in_all_ranks(ranks_, [&] { places = ours_.sample_places(words, counts); });
    std::uint64_t here = 0;
    for (const auto& of_word : places)
        here += 1 + 2 * of_word.size(); // how many there are, read and start of each
    // Every rank writes its own places into the part of a list that is its own, where all others have zeros.
    const std::vector<std::uint64_t> sizes = runtime::allgather(ranks_, here);
    std::uint64_t first = 0;
    std::uint64_t all = 0;
    for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
        if (rank < ranks_.rank()) first += sizes[rank];
        all += sizes[rank];
    }
    std::vector<std::uint32_t> list(all);
    auto next = list.begin() + static_cast<std::ptrdiff_t>(first);
    for (const auto& of_word : places) {
        *next++ = static_cast<std::uint32_t>(of_word.size());
        for (const word_place& place : of_word) {
            *next++ = place.read;
            *next++ = place.start;
        }
    }
    ranks_.allreduce_sum(list);
    for (auto& of_word : places)
        of_word.clear();
    next = list.begin();
    for (unsigned rank = 0; rank < ranks_.size(); ++rank)
        for (auto& of_word : places)
            for (std::uint32_t left = *next++; left > 0; --left, next += 2)
                of_word.push_back({next[0], next[1]});
    return places;
}

void shared_passes::mask_held(const std::vector<codes>& sequences) {
    in_all_ranks(ranks_, [&] { ours_.mask_held(sequences); });
}

read_statistics shared_passes::statistics_of(const std::vector<codes>& sequences) {
    read_statistics held(sequences, false);
    in_all_ranks(ranks_, [&] { held = ours_.statistics_of(sequences); });
    std::vector<std::uint32_t> sums;
    held.for_each_sum([&](std::uint64_t sum) { add_pieces(sums, sum); });
    ranks_.allreduce_sum(sums);
    const std::uint32_t* next = sums.data();
    held.for_each_sum([&](std::uint64_t& sum) {
        sum = number_of(next);
        next += pieces;
    });
    return held;
}

} // namespace concord::adapters
