// Something that is done now and then, and takes a small share of the time.
#pragma once

#include <algorithm>
#include <chrono>

namespace concord::runtime {

class periodic {
  public:
    using clock = std::chrono::steady_clock;

    /// At least `pause` lies between two times, and ten times what it took the last time.
    explicit periodic(clock::duration pause = {}) : pause_(pause) {}

    [[nodiscard]] bool is_due() const { return clock::now() - last_ >= std::max(pause_, most_share * spent_); }

    template <class Work>
    void spend(Work work) {
        const clock::time_point begin = clock::now();
        work();
        last_ = clock::now();
        spent_ = last_ - begin;
    }

  private:
    static constexpr int most_share = 10;
    clock::duration pause_;
    clock::time_point last_ = clock::now();
    clock::duration spent_{};
};

} // namespace concord::runtime
