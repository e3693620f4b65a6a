#include "runtime/worker_team.hpp"

#include "runtime/await.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace concord::runtime {
namespace {

/// How often a thread yields before it sleeps: work that comes again within some ten microseconds finds it awake.
constexpr int yields_before_sleep = 100;

/// One run: lives on the stack of the thread that wants it.
struct shared_work {
    const std::function<void(unsigned)>& each;
    std::atomic<unsigned> running;
    std::mutex mutex;
    std::condition_variable ended;
    std::exception_ptr failure{};

    void run(unsigned number) noexcept {
        try {
            each(number);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    }
};

} // namespace

struct team_worker {
    std::mutex mutex;
    std::condition_variable changed;
    std::atomic<shared_work*> given = nullptr;
    unsigned number = 0;    ///< of this thread in that work
    bool is_called = false; ///< since this thread looked last
    bool leaves = false;
    std::unique_ptr<team_worker> next{}; ///< where it waits
    std::thread thread{};

    ~team_worker() {
        if (thread.joinable()) end();
    }

    /// Until `leaves` is set.
    void serve() {
        // What the first exception of a thread needs is memory of its own, without which the process ends: to ask for
        // it now, while there is some, lets what fails later be an error.
        static_cast<void>(std::uncaught_exceptions());
        for (;;) {
            for (int round = 0; round < yields_before_sleep && given.load(std::memory_order_acquire) == nullptr;
                 ++round)
                std::this_thread::yield();
            shared_work* work = nullptr;
            unsigned as = 0;
            {
                std::unique_lock lock(mutex);
                await(changed, lock, [this] { return is_called || leaves; });
                is_called = false;
                work = given.exchange(nullptr);
                as = number;
                if (work == nullptr && leaves) return;
            }
            if (work == nullptr) continue; // it was taken back; the next one may come soon
            work->run(as);
            const std::scoped_lock lock(work->mutex); // the thread that waits destroys the work only after this
            if (--work->running == 0) work->ended.notify_all();
        }
    }

    void take(shared_work& work, unsigned as) {
        const std::scoped_lock lock(mutex);
        number = as;
        given = &work;
        is_called = true;
        changed.notify_one();
    }
    /// False: this thread has begun.
    bool take_back(shared_work& work) {
        shared_work* expected = &work;
        return given.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel);
    }
    void end() {
        {
            const std::scoped_lock lock(mutex);
            leaves = true;
            changed.notify_one();
        }
        thread.join();
    }
};

namespace {

/// Those that are not borrowed. Never destroyed: threads wait there until the process ends.
struct idle_workers {
    std::mutex mutex;
    std::unique_ptr<team_worker> first; ///< a list, as giving back may not fail
    ::pid_t process = ::getpid();
};

idle_workers& idle() {
    static std::atomic<idle_workers*> current = new idle_workers;
    idle_workers* seen = current;
    if (seen->process != ::getpid()) { // after a fork there are no threads; another thread may have held the lock
        auto* const made = new idle_workers;
        if (current.compare_exchange_strong(seen, made)) return *made;
        delete made;
    }
    return *current;
}

std::unique_ptr<team_worker> started_worker() {
    auto made = std::make_unique<team_worker>();
    made->thread = start_thread([worker = made.get()] { worker->serve(); });
    return made;
}

/// Address space that is given back where no further thread can be started: those that have just been started need some
/// memory of their own, and where there is none the process ends.
class spare_room {
  public:
    spare_room() : begin_(::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
    spare_room(const spare_room&) = delete;
    spare_room& operator=(const spare_room&) = delete;
    ~spare_room() {
        if (begin_ != MAP_FAILED) ::munmap(begin_, bytes);
    }

  private:
    static constexpr std::size_t bytes = std::size_t{32} << 20U;
    void* begin_;
};

} // namespace

borrowed_workers::borrowed_workers(unsigned count) {
    workers_.reserve(count);
    {
        idle_workers& from = idle();
        const std::scoped_lock lock(from.mutex);
        while (workers_.size() < count && from.first != nullptr) {
            workers_.push_back(std::move(from.first));
            from.first = std::move(workers_.back()->next);
        }
    }
    const std::size_t before = workers_.size();
    if (before == count) return;
    try {
        const spare_room room;
        while (workers_.size() < count)
            workers_.push_back(started_worker());
    } catch (const std::exception&) { // no thread, or no memory
        workers_.resize(before + (workers_.size() - before) / 2);
    }
}

borrowed_workers::~borrowed_workers() {
    idle_workers& to = idle();
    const std::scoped_lock lock(to.mutex);
    for (auto& each : workers_) {
        each->next = std::move(to.first);
        to.first = std::move(each);
    }
}

void borrowed_workers::run(const std::function<void(unsigned)>& work) {
    const unsigned others = count();
    shared_work shared{.each = work, .running = others, .mutex{}, .ended{}};
    for (unsigned number = 1; number <= others; ++number)
        workers_[number - 1]->take(shared, number);
    shared.run(0);
    // Where cores have other work, a thread may wait some milliseconds for one, only to find that nothing is left.
    unsigned taken_back = 0;
    for (unsigned number = others; number > 0; --number)
        taken_back += workers_[number - 1]->take_back(shared) ? 1U : 0U;
    shared.running.fetch_sub(taken_back, std::memory_order_acq_rel);
    for (int round = 0; round < yields_before_sleep && shared.running.load(std::memory_order_acquire) > 0; ++round)
        std::this_thread::yield();
    std::unique_lock lock(shared.mutex);
    await(shared.ended, lock, [&] { return shared.running == 0; });
    if (shared.failure) std::rethrow_exception(shared.failure);
}

namespace {

std::atomic<std::uint64_t> shortage = 0; ///< had, and wanted in the upper half

} // namespace

void note_shortage(unsigned had, unsigned wanted) noexcept { shortage = std::uint64_t{wanted} << 32U | had; }

std::optional<thread_shortage> last_shortage() noexcept {
    const std::uint64_t both = shortage;
    if (both == 0) return std::nullopt;
    return thread_shortage{static_cast<unsigned>(both), static_cast<unsigned>(both >> 32U)};
}

} // namespace concord::runtime
