#include "runtime/distributed/mpi/shared_memory.hpp"

#include <concord/error.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace concord::runtime {
namespace {

class descriptor {
  public:
    explicit descriptor(int number) : number_(number) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() {
        if (is_open()) close(number_);
    }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int get() const { return number_; }

  private:
    int number_;
};

/// Identifies the file, and where the others find it.
struct place {
    std::uint64_t process;
    std::uint64_t number;
    std::uint64_t device;
    std::uint64_t node;
    [[nodiscard]] std::string path() const {
        return "/proc/" + std::to_string(process) + "/fd/" + std::to_string(number);
    }
};
constexpr int numbers_of_place = 4;
static_assert(sizeof(place) == numbers_of_place * sizeof(std::uint64_t));

/// Whether the limit on file sizes is off: a file above the limit would end the process.
bool files_are_unlimited() {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/// A file of this size in memory; none where the system has no such files.
int create(std::size_t bytes) {
    if (!files_are_unlimited()) return -1;
    const int number = memfd_create("concord", MFD_CLOEXEC);
    if (number < 0) return -1;
    if (ftruncate(number, static_cast<off_t>(bytes)) == 0) return number;
    close(number);
    return -1;
}

place place_of(const descriptor& file) {
    struct stat facts {};
    if (!file.is_open() || fstat(file.get(), &facts) != 0) return {};
    return {static_cast<std::uint64_t>(getpid()), static_cast<std::uint64_t>(file.get()), facts.st_dev, facts.st_ino};
}

/// In another container the process number may belong to another process, with another file in that place: it is not
/// touched.
int open_there(const place& there) {
    struct stat facts {};
    if (there.process == 0 || stat(there.path().c_str(), &facts) != 0) return -1;
    if (facts.st_dev != there.device || facts.st_ino != there.node) return -1;
    return open(there.path().c_str(), O_RDWR | O_CLOEXEC);
}

/// Collective: the memory that all ranks map; nothing where any of them cannot.
std::shared_ptr<std::byte> map_together(MPI_Comm machine, std::size_t bytes) {
    int rank = 0;
    MPI_Comm_rank(machine, &rank);
    bytes = std::max<std::size_t>(bytes, 1);
    const descriptor made(rank == 0 ? create(bytes) : -1);
    place there = rank == 0 ? place_of(made) : place{};
    MPI_Bcast(&there, numbers_of_place, MPI_UINT64_T, 0, machine);
    void* memory = MAP_FAILED;
    {
        const descriptor found(rank == 0 ? -1 : open_there(there));
        const descriptor& file = rank == 0 ? made : found;
        if (file.is_open()) memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    }
    std::shared_ptr<std::byte> mapped;
    if (memory != MAP_FAILED) {
        madvise(memory, bytes, MADV_HUGEPAGE); // advice only: small pages work, too
        mapped = {static_cast<std::byte*>(memory), [bytes](std::byte* at) { munmap(at, bytes); }};
    }
    // The file must exist until all ranks have opened it.
    int by_all = mapped ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &by_all, 1, MPI_INT, MPI_MIN, machine);
    if (by_all == 0) mapped.reset();
    return mapped;
}

} // namespace

std::shared_ptr<std::byte> map_shared_memory(MPI_Comm machine, std::size_t bytes) {
    if (auto mapped = map_together(machine, bytes)) return mapped;
    throw error(error_code::resource, "not enough memory for what the ranks of a machine share");
}

bool can_share_memory(MPI_Comm machine) {
    int size = 0;
    MPI_Comm_size(machine, &size);
    return size > 1 && map_together(machine, 1) != nullptr;
}

} // namespace concord::runtime
