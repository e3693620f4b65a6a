// A comparison of seeds with positions by their pieces (seed_pieces.hpp): for each piece both are put in order, and the
// seeds with each word are compared with the positions whose word lies in the ball around it.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/seed_order_steps.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace concord::substring {

template <class Machine, unsigned Planes>
class ball_comparison {
  public:
    /// `always`: whatever it takes; for tests.
    ball_comparison(const device_windows<Machine>& input, const seed_pieces& pieces, bool always)
        : input_(input), pieces_(pieces), always_(always), ordinary_planes_(input.given().letters.ordinary_planes()) {}

    /// False, and nothing is done: there is no memory for it, or so many seeds and positions share a piece that to
    /// compare all of them takes less. `are_same`: the positions are those of the call before.
    [[nodiscard]] bool compare(const near_work<Planes>& work, ball_pairs manner, bool are_same) {
        if (pieces_.count == 0 || work.seed_count == 0 || work.position_count == 0) return false;
        if (!are_same) positions_.clear();
        if (!has_room(work)) return false;
        make_positions(work);
        const double tests = always_ ? 0 : tests_of_pairs(work);
        const double all = static_cast<double>(work.seed_count) * static_cast<double>(work.position_count);
        if (tests > all) return false;
        pieces_before before{{}, {}, 0, ordinary_planes_};
        for (const positions_of_piece& each : positions_) {
            compare_by(each, before, work, manner, tests / pieces_.count / machine().speed().tests);
            before.mask[before.count] = each.piece.mask();
            before.radius[before.count++] = each.piece.radius;
        }
        return true;
    }

  private:
    struct ordered_list {
        array_of<Machine, seed_words<Planes>> words;
        array_of<Machine, std::uint32_t> order;
        array_of<Machine, std::uint32_t> first;

        [[nodiscard]] ordered_words<Planes> view() const { return {words.data(), order.data(), first.data()}; }
    };
    struct positions_of_piece {
        seed_piece piece;
        ordered_list list;
        array_of<Machine, std::uint32_t> ball;
        std::uint32_t ball_size;
    };

    [[nodiscard]] Machine& machine() const { return input_.machine(); }
    [[nodiscard]] std::uint64_t words_of(const seed_piece& piece) const {
        return std::uint64_t{1} << (piece.letters * ordinary_planes_);
    }

    /// For the positions by each piece, the seeds by one, and a sort.
    [[nodiscard]] bool has_room(const near_work<Planes>& work) const {
        constexpr std::uint64_t most = 0xFFFFFFFF;
        if (work.seed_count >= most || work.position_count >= most) return false;
        constexpr std::uint64_t each = sizeof(seed_words<Planes>) + sizeof(std::uint32_t);
        constexpr std::uint64_t sorted = 2 * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) + sizeof(ball_task);
        const std::uint64_t tables = 2 * (most_seed_pieces + 1) * sizeof(std::uint64_t) << most_bits_of_seed_piece;
        const std::uint64_t positions = positions_.empty() ? pieces_.count * work.position_count * each : 0;
        return positions + work.seed_count * each + std::max(work.seed_count, work.position_count) * sorted + tables <=
               machine().free_memory() / 2;
    }

    [[nodiscard]] ordered_list ordered(const seed_words<Planes>* words, std::uint64_t count,
                                       const seed_piece& piece) const {
        ordered_list made{machine().template make<seed_words<Planes>>(count),
                          machine().template make<std::uint32_t>(count),
                          machine().template make<std::uint32_t>(words_of(piece) + 1)};
        const auto keys = machine().template make<std::uint64_t>(count);
        machine().for_each(count,
                           write_piece_keys<Planes>{words, piece, ordinary_planes_, keys.data(), made.order.data()});
        machine().sort(keys.data(), made.order.data(), count, first_bit_of_ordered_word,
                       first_bit_of_ordered_word + piece.letters * ordinary_planes_);
        machine().for_each(count + 1, write_first_of_words{keys.data(), count, words_of(piece), made.first.data()});
        machine().for_each(count, order_words<Planes>{words, made.order.data(), made.words.data()});
        return made;
    }

    void make_positions(const near_work<Planes>& work) {
        if (!positions_.empty()) return;
        for (unsigned index = 0; index < pieces_.count; ++index) {
            const seed_piece& piece = pieces_.piece[index];
            const std::vector<std::uint32_t> ball = differences_in_ball(piece, ordinary_planes_);
            positions_.push_back({piece, ordered(work.positions, work.position_count, piece),
                                  input_.copy_of(ball.data(), ball.size()), static_cast<std::uint32_t>(ball.size())});
        }
    }

    /// What the pairs take that share a piece.
    [[nodiscard]] double tests_of_pairs(const near_work<Planes>& work) const {
        double pairs = 0;
        for (const positions_of_piece& each : positions_)
            pairs += pairs_sharing(work, each);
        return pairs * tuning::costs_of_a_gpu.pieces.test;
    }
    /// Seeds and positions whose words of a piece are near, by a sample of the seeds.
    [[nodiscard]] double pairs_sharing(const near_work<Planes>& work, const positions_of_piece& by) const {
        const std::uint64_t samples = std::min(work.seed_count, tuning::seeds_asked_for_balls);
        const auto compared = machine().template make<std::uint64_t>(samples);
        machine().for_each(samples, count_sampled_balls<Planes>{work.seeds, work.seed_count, samples, by.piece,
                                                                ordinary_planes_, by.list.first.data(), by.ball.data(),
                                                                by.ball_size, compared.data()});
        const std::vector<std::uint64_t> of_samples = input_.read(compared, samples);
        const double all = std::accumulate(of_samples.begin(), of_samples.end(), 0.0);
        return all / static_cast<double>(samples) * static_cast<double>(work.seed_count);
    }

    void compare_by(const positions_of_piece& by, const pieces_before& before, const near_work<Planes>& work,
                    ball_pairs manner, double seconds) {
        const ordered_list seeds = ordered(work.seeds, work.seed_count, by.piece);
        const std::uint64_t words = words_of(by.piece);
        const auto tasks_before = machine().template make<std::uint64_t>(words);
        const std::uint64_t count =
            machine().exclusive_scan(words, count_ball_tasks{seeds.first.data()}, tasks_before.data()).count;
        const auto tasks = machine().template make<ball_task>(count);
        machine().for_each(words, write_ball_tasks{seeds.first.data(), tasks_before.data(), tasks.data()});
        machine().template compare_balls<Planes>({seeds.view(), by.list.view(), by.ball.data(), by.ball_size,
                                                  work.limit, before, manner, work.follow, tasks.data(), count,
                                                  work.seed_count, work.position_count, words, seconds});
    }

    const device_windows<Machine>& input_;
    seed_pieces pieces_;
    bool always_;
    unsigned ordinary_planes_;
    std::vector<positions_of_piece> positions_; ///< by piece
};

} // namespace concord::substring
