// Makes a GPU fail within the program that this is linked into, as CONCORD_GPU_FAULT says:
//
//   memory:N[:GPU]   its N-th allocation is refused
//   trap:N[:GPU]     before its N-th allocation a kernel traps: the GPU is lost for this process
//   count            nothing fails; at the end standard error says how many allocations there were
#include "runtime/test_settings.hpp"

#include <cuda_runtime.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

enum class fault { none, memory, trap };

struct wanted_fault {
    fault kind = fault::none;
    int number = 0;
    int gpu = 0;
};
wanted_fault wanted;

constexpr int most_gpus = 64;
std::array<std::atomic<int>, most_gpus> allocations; // of each GPU

__global__ void trap() { __trap(); }

bool may_allocate(int gpu) {
    const int number = ++allocations[static_cast<std::size_t>(gpu)];
    if (gpu != wanted.gpu || number != wanted.number) return true;
    if (wanted.kind == fault::trap) trap<<<1, 1>>>();
    return wanted.kind != fault::memory;
}

int number_in(std::string_view& text) {
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc()) {
        std::fputs("CONCORD_GPU_FAULT: memory:N[:GPU], trap:N[:GPU] or count\n", stderr);
        std::_Exit(99);
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

[[maybe_unused]] const bool installed = [] {
    const char* const setting = std::getenv("CONCORD_GPU_FAULT");
    if (setting == nullptr) return false;
    std::string_view text = setting;
    if (text == "count") {
        static_cast<void>(std::atexit([] { std::fprintf(stderr, "allocations: %d\n", allocations[0].load()); }));
    } else {
        const std::size_t colon = text.find(':');
        wanted.kind = text.substr(0, colon) == "trap" ? fault::trap : fault::memory;
        text.remove_prefix(colon == text.npos ? text.size() : colon + 1);
        wanted.number = number_in(text);
        if (!text.empty()) {
            text.remove_prefix(1);
            wanted.gpu = number_in(text);
        }
    }
    concord::runtime::ask_before_gpu_allocations(may_allocate);
    return true;
}();

} // namespace
