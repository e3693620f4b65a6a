// Scorers have many buffers: one of each kind is kept for the next that a thread needs.
#pragma once

#include <memory>
#include <utility>

namespace concord::python {

/// A scorer, made by the thread's last one of its kind if there is none other at the same time: a call from within a
/// processor of the caller's, or an iterator that is not at its end, has its own. To be assigned before it is used.
template <class Scorer>
class kept_scorer {
  public:
    kept_scorer() : own_(spare ? std::move(spare) : std::make_unique<Scorer>()) {}
    kept_scorer(kept_scorer&&) noexcept = default;
    kept_scorer(const kept_scorer&) = delete;
    kept_scorer& operator=(kept_scorer&&) = delete;
    kept_scorer& operator=(const kept_scorer&) = delete;
    ~kept_scorer() {
        if (own_ && is_kept_) spare = std::move(own_);
    }

    /// Its buffers have grown: they are to be freed with it.
    void do_not_keep() noexcept { is_kept_ = false; }

    Scorer& operator*() const noexcept { return *own_; }
    Scorer* operator->() const noexcept { return own_.get(); }

  private:
    static inline thread_local std::unique_ptr<Scorer> spare;

    std::unique_ptr<Scorer> own_;
    bool is_kept_ = true;
};

/// One that the thread keeps, made when it is first asked for; there is one of each type and number, so that calls
/// within each other take different ones. What lies in the memory of threads itself is there for every thread of a
/// pool, and where there is no room for it the process ends.
template <class Scorer, unsigned Number = 0>
[[nodiscard]] Scorer& own_of_thread() {
    static thread_local std::unique_ptr<Scorer> own;
    if (!own) own = std::make_unique<Scorer>();
    return *own;
}

} // namespace concord::python
