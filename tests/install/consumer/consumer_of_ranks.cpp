// A program outside of the project whose calls are shared: among its ranks, and, where there is one, between two
// shards.
#include <concord/cluster.hpp>
#include <concord/substring.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mpi.h>
#include <utility>

namespace {

std::uint64_t shared_by_all(const concord::sequence_set& words, concord::task_sharing* sharing) {
    concord::substring_options options;
    options.support = words.size();
    options.run.sharing = sharing;
    return concord::longest_common_substring(words, options).best.length;
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    concord::sequence_set_builder builder(concord::alphabet::bytes);
    for (const char* word : {"BANANA", "CABANAS", "PANAMA"})
        builder.add(word, word);
    const concord::sequence_set words = std::move(builder).finish();
    {
        MPI_Comm half = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        const auto world = concord::share_among_ranks(nullptr, {});
        const auto part = concord::share_among_ranks(&half, {});
        const std::uint64_t together = shared_by_all(words, world.get());
        const std::uint64_t again = shared_by_all(words, world.get());
        const std::uint64_t by_half = shared_by_all(words, part.get());
        std::uint64_t longest = 0; // of two shards, one after the other
        for (const std::uint64_t index : {0, 1}) {
            const auto shard = concord::share_work({.part = {index, 2}, .checkpoint = {}, .resume = false});
            longest = std::max(longest, shared_by_all(words, shard.get()));
        }
        std::uint64_t sum = together + again + by_half + longest;
        std::uint64_t sums = 0;
        MPI_Reduce(&sum, &sums, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
        int ranks = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        if (rank == 0)
            std::printf("%d ranks; %llu letters each time\n", ranks,
                        static_cast<unsigned long long>(sums / 4 / static_cast<std::uint64_t>(ranks)));
        MPI_Comm_free(&half);
    } // what shares calls ends before MPI does
    MPI_Finalize();
}
