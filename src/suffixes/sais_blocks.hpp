// A walk of induced sorting (sais.hpp) by several threads: as long as a bucket holds thousands of suffixes that the
// walk has not visited, these are a block, and none of them depends on another.
//
//   bucket   | visited | block, 3 shares | ...       1. each thread looks up the letters before the suffixes of
//                      a c a│c c a│a c c                its share, and counts how many go to each stream
//   stream a  ◀── here  0 .. 2 .. 3                   2. from the counts, where each share of a stream begins
//   stream c  ◀── here  0 .. 1 .. 3                   3. each thread puts its suffixes there
//
// So each stream has what it has if one thread puts one suffix after the other.
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::suffixes {

/// How walks are divided among threads.
struct block_sizes {
    runtime::thread_pool& workers;
    std::uint64_t least; ///< suffixes of a block; of fewer, the walk goes on by itself
    unsigned least_threads = tuning::least_threads_in_blocks;

    [[nodiscard]] bool are_shared() const { return workers.threads() >= least_threads; }

    [[nodiscard]] static std::uint64_t most(unsigned threads) { return tuning::most_in_share * threads; }
};

template <class Index>
class walk_blocks {
  public:
    using stream_number = std::uint16_t;
    static constexpr std::uint64_t most_streams = 1024; ///< so that counts of all threads are few beside a block

    /// A suffix of a block: what is put into a stream, and the letter that it is preceded by.
    struct moved {
        Index value;
        stream_number stream;
        std::uint8_t before;
    };
    /// Consecutive suffixes of a block that one thread moves.
    struct share {
        std::uint64_t first;
        std::uint64_t last;
        std::vector<Index> streams; ///< how many go to each; then, from the begin of a stream, the place of the next
        std::vector<Index> last_of; ///< of each stream, as the walk likes
        Index marks = 0;            ///< the same
    };

    walk_blocks(const block_sizes& sizes, std::uint64_t streams)
        : sizes_(sizes), shares_(sizes.workers.threads()), streams_(streams) {}

    [[nodiscard]] bool are_shared() const { return sizes_.are_shared() && streams_ <= most_streams; }

    /// How many of so many suffixes are the next block; 0: too few for one.
    [[nodiscard]] std::uint64_t block_of(std::uint64_t suffixes) const {
        if (suffixes < sizes_.least) return 0;
        return std::min(suffixes, block_sizes::most(sizes_.workers.threads()));
    }

    /// look(share, moved) fills those of [share.first, share.last), counts them in share.streams, which are zeros, and
    /// may use share.last_of and share.marks; between(shares) is called once; put(share, moved) comes last.
    template <class Look, class Between, class Put>
    void move(std::uint64_t suffixes, const Look& look, const Between& between, const Put& put) {
        if (moved_.size() < suffixes) moved_ = runtime::far_array<moved>(block_sizes::most(sizes_.workers.threads()));
        const std::uint64_t each = (suffixes + shares_.size() - 1) / shares_.size();
        sizes_.workers.run(shares_.size(), [&](std::size_t nth, unsigned) {
            share& here = shares_[nth];
            here.first = std::min(suffixes, nth * each);
            here.last = std::min(suffixes, here.first + each);
            here.streams.assign(streams_, 0);
            here.last_of.resize(streams_);
            here.marks = 0;
            look(here, moved_.data());
        });
        between(shares_);
        sizes_.workers.run(shares_.size(), [&](std::size_t nth, unsigned) { put(shares_[nth], moved_.data()); });
    }

    /// Replaces the counts of all shares by the sums of those before them; returns how many go to the stream.
    static Index sum_before(std::vector<share>& shares, std::uint64_t stream) {
        Index sum = 0;
        for (share& each : shares) {
            const Index count = each.streams[stream];
            each.streams[stream] = sum;
            sum += count;
        }
        return sum;
    }

    [[nodiscard]] std::uint64_t streams() const { return streams_; }

  private:
    const block_sizes sizes_;
    std::vector<share> shares_;
    std::uint64_t streams_;
    runtime::far_array<moved> moved_;
};

} // namespace concord::suffixes
