#include "interruption.hpp"

#include "runtime/new_file.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace concord::app {
namespace {

constexpr unsigned patience_seconds = 2;  // a thread may wait for input and never look at the flag
constexpr unsigned patience_to_save = 25; // batch systems give 30 and more
std::atomic<unsigned> patience = patience_seconds;

std::atomic<int> first_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "the handler writes it");

/// The default action of a signal. Calls only what a handler may call.
[[noreturn]] void die_by(int number) {
    runtime::remove_unfinished_files();
    std::signal(number, SIG_DFL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    ::kill(::getpid(), number);
    ::_exit(128 + number); // reached only where the signal cannot end the process
}

extern "C" void on_signal(int number) {
    int none = 0;
    if (number != SIGALRM && first_signal.compare_exchange_strong(none, number)) {
        ::alarm(patience);
        return;
    }
    die_by(first_signal);
}

void handle(int number) {
    struct sigaction old {};
    ::sigaction(number, nullptr, &old);
    if (old.sa_handler == SIG_IGN) return; // as nohup wants it
    struct sigaction wanted {};
    wanted.sa_handler = on_signal;
    sigemptyset(&wanted.sa_mask);
    wanted.sa_flags = SA_RESTART;
    ::sigaction(number, &wanted, nullptr);
}

} // namespace

void watch_for_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGALRM})
        handle(number);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file that exceeds the size limit is an error of its write
}

namespace {

std::string& folder_of_checkpoint() {
    static std::string folder;
    return folder;
}

} // namespace

void end_with_checkpoint(const std::string& folder) {
    folder_of_checkpoint() = folder;
    patience = patience_to_save;
    handle(SIGUSR1);
}

const std::string& checkpoint_folder() noexcept { return folder_of_checkpoint(); }

bool interrupted() noexcept { return first_signal != 0; }

void end_by_signal() { die_by(first_signal); }

void end_by_closed_pipe() { die_by(SIGPIPE); }

} // namespace concord::app
