// GPUs that help another one, the leader, with long comparisons: each has a copy of what is compared, takes parts as
// long as there are some, and counts for itself; at the end its counts are added to the leader's.
#pragma once

#include "problems/substring/gpu/follow_pair.hpp"
#include "problems/substring/gpu/window_sets.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"
#include "runtime/gpu/cuda/device_context.cuh"

#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace concord::substring {

struct add_support {
    std::uint32_t* into;
    const std::uint32_t* values;
    CONCORD_HD void operator()(std::uint64_t index) const { into[index] += values[index]; }
};

class helping_gpus {
  public:
    template <class Value>
    using buffer = runtime::device_buffer<Value>;

    struct helper {
        helper(runtime::device_context& device_given, std::uint64_t memory)
            : device(device_given), machine(device, memory, {}) {}

        runtime::device_context& device;
        runtime::cuda_device machine;
        std::map<const void*, buffer<std::uint64_t>> lasting; ///< copies of what stays as it is
        buffer<std::uint32_t> supports;
    };

    helping_gpus(runtime::device_context& leader, const std::vector<runtime::device_context*>& helpers,
                 std::uint64_t memory)
        : leader_(leader) {
        for (runtime::device_context* const each : helpers)
            helpers_.emplace_back(*each, memory);
        leader.select();
    }

    [[nodiscard]] std::size_t size() const noexcept { return helpers_.size(); }

    /// Calls lead() on this thread and help(helper) on a thread for each. Where one of them throws, give_up() is
    /// called, and it is thrown when all have ended.
    template <class Lead, class Help, class GiveUp>
    void work_together(Lead lead, Help help, GiveUp give_up) {
        std::exception_ptr failure;
        std::mutex failing;
        const auto guarded = [&](auto part) {
            try {
                part();
            } catch (...) {
                const std::scoped_lock lock(failing);
                failure = failure ? failure : std::current_exception();
                give_up();
            }
        };
        {
            std::vector<std::jthread> threads; // after what they use: they end first, whatever happens
            for (helper& each : helpers_)
                threads.emplace_back([&] {
                    guarded([&] {
                        each.device.select();
                        help(each);
                    });
                });
            guarded(lead);
        }
        if (failure) std::rethrow_exception(failure);
    }

    /// A copy of something of the leader, in the order of the helper's stream.
    template <class Value>
    [[nodiscard]] buffer<Value> copied(helper& to, const Value* from, std::uint64_t count) const {
        buffer<Value> made = to.machine.template make<Value>(count);
        to.device.check(cudaMemcpyPeerAsync(made.data(), to.device.index(), from, leader_.index(), made.bytes(),
                                            to.device.stream()),
                        "copying from another GPU");
        return made;
    }

    /// What pairs are followed in, on a helper; its supports are zeros, and remain there until they are added up.
    class context_on_helper {
      public:
        context_on_helper(const helping_gpus& all, helper& to, const pair_context& with, std::uint64_t seeds,
                          std::uint64_t positions)
            : here(with), seeds_(all.copied(to, with.seeds, seeds)),
              positions_(all.copied(to, with.positions, positions)) {
            const collection& given = with.given;
            const std::uint64_t words = words_of_set(given.size);
            const auto set = [&](const window_set_view& of) {
                sets_.push_back(all.copied(to, of.bits, words));
                sets_.push_back(all.copied(to, of.before, words));
                return window_set_view{sets_[sets_.size() - 2].data(), sets_.back().data()};
            };
            here.sources = set(with.sources);
            here.targets = set(with.targets);
            here.seeds = seeds_.data();
            here.positions = positions_.data();
            if (with.copies != nullptr) copies_ = all.copied(to, with.copies, given.sequences);
            if (with.weights != nullptr) weights_ = all.copied(to, with.weights, with.target_count);
            here.copies = copies_.data();
            here.weights = weights_.data();
            to.supports = to.machine.template zeroed<std::uint32_t>(with.counts.windows);
            here.counts.supports = to.supports.data();
            const sequence::letters_view& letters = given.letters;
            const std::uint64_t* planes[sequence::most_planes] = {};
            for (unsigned plane = 0; plane < letters.ordinary_planes(); ++plane)
                planes[plane] = all.lasting(to, letters.plane(plane), words);
            const std::uint64_t* const ambiguous =
                letters.ambiguous() == nullptr ? nullptr : all.lasting(to, letters.ambiguous(), words);
            here.given.letters = {planes, letters.ordinary_planes(), ambiguous};
            here.given.offsets = all.lasting(to, given.offsets, given.sequences + 1);
        }

        pair_context here;

      private:
        buffer<seed_site> seeds_;
        buffer<seed_site> positions_;
        std::vector<buffer<std::uint64_t>> sets_;
        buffer<std::uint32_t> copies_;
        buffer<std::uint32_t> weights_;
    };

    /// Adds what the helpers have counted to the counts of the leader, which `machine` is.
    template <class Machine>
    void add_up(Machine& machine, const support_counts& counts) {
        for (helper& from : helpers_) {
            const auto here = machine.template make<std::uint32_t>(counts.windows);
            leader_.check(cudaMemcpyPeerAsync(here.data(), leader_.index(), from.supports.data(), from.device.index(),
                                              here.bytes(), leader_.stream()),
                          "copying from another GPU");
            machine.for_each(counts.windows, add_support{counts.supports, here.data()});
            leader_.wait("adding up");
            from.device.select();
            from.supports = {};
            leader_.select();
        }
    }

  private:
    [[nodiscard]] const std::uint64_t* lasting(helper& to, const std::uint64_t* from, std::uint64_t count) const {
        auto found = to.lasting.find(from);
        if (found == to.lasting.end()) found = to.lasting.emplace(from, copied(to, from, count)).first;
        return found->second.data();
    }

    runtime::device_context& leader_;
    std::vector<helper> helpers_;
};

} // namespace concord::substring
