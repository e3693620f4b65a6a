// Messages of other ranks about the step that is under way. Other ranks may be ahead, in a later step or, after one
// that was stopped, in a later call: their messages are kept until this rank has come there, too.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace concord::runtime {

/// Which step of which call: every message about a step begins with it.
struct step_number {
    std::uint64_t call = 0;
    std::uint64_t step = 0; ///< of the call, from 0

    friend bool operator==(const step_number& a, const step_number& b) { return a.call == b.call && a.step == b.step; }
    friend bool operator>(const step_number& a, const step_number& b) { // written out: nvcc 13 loses a default one
        return a.call != b.call ? a.call > b.call : a.step > b.step;
    }
};

inline void write(byte_writer& to, const step_number& number) {
    to.number(number.call);
    to.number(number.step);
}
[[nodiscard]] inline step_number read_step_number(byte_reader& from) {
    const std::uint64_t call = from.number();
    return {call, from.number()};
}

class step_messages {
  public:
    /// `ranks` must outlive it; nothing else receives from them.
    explicit step_messages(communicator& ranks) : ranks_(ranks) {}

    [[nodiscard]] communicator& ranks() const noexcept { return ranks_; }

    /// A message about this step, if one has come; returns at once. Those about earlier steps are dropped: they are
    /// what is left of a step that was stopped, or of a request that came too late.
    [[nodiscard]] std::optional<communicator::message> receive(const step_number& about) {
        for (auto each = early_.begin(); each != early_.end();) {
            const step_number number = number_of(*each);
            if (number > about) {
                ++each;
                continue;
            }
            communicator::message kept = std::move(*each);
            each = early_.erase(each);
            if (number == about) return kept;
        }
        while (auto heard = ranks_.receive()) {
            const step_number number = number_of(*heard);
            if (number == about) return heard;
            if (number > about) early_.push_back(std::move(*heard));
        }
        return std::nullopt;
    }

    /// Calls handle(message) for all of them that have come; whether there were any.
    template <class Handle>
    bool handle_all(const step_number& about, Handle handle) {
        bool heard_something = false;
        while (const auto heard = receive(about)) {
            handle(*heard);
            heard_something = true;
        }
        return heard_something;
    }

  private:
    [[nodiscard]] static step_number number_of(const communicator::message& heard) {
        byte_reader reader(heard.content);
        return read_step_number(reader);
    }

    communicator& ranks_;
    std::deque<communicator::message> early_;
};

} // namespace concord::runtime
