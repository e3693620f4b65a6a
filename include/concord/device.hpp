// The devices of a computation: the CPU with its vector instructions, and GPUs. They never change an answer.
#pragma once

#include <concord/language.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord {

/// The device for a computation. A device that is named and cannot run is an error (resource) and never replaced by
/// another. Cheap to copy, comparable.
class device {
  public:
    device() = default; ///< automatic()

    /// GPUs if there are any and the work is large enough, else the CPU.
    [[nodiscard]] static device automatic() { return {}; }
    [[nodiscard]] static device cpu() { return device(kind::cpu, {}); }
    /// All usable GPUs, or fewer of them for little work.
    [[nodiscard]] static device all_gpus() { return device(kind::all_gpus, {}); }
    /// These GPUs, by the driver's numbers from 0; the first one coordinates. Throws error (usage) for an empty list, a
    /// negative number, or a number listed twice.
    [[nodiscard]] static device gpus(std::vector<int> numbers);

    /// From "auto", "cpu", "cuda" or "cuda:0,1". Throws error (usage) for anything else.
    [[nodiscard]] static device parse(std::string_view text);

    [[nodiscard]] bool is_automatic() const noexcept { return kind_ == kind::automatic; }
    [[nodiscard]] bool is_cpu() const noexcept { return kind_ == kind::cpu; }
    /// Whether GPUs are named, all of them or by number.
    [[nodiscard]] bool names_gpus() const noexcept { return kind_ == kind::all_gpus || kind_ == kind::listed_gpus; }
    /// The numbers of gpus(); empty for all others.
    [[nodiscard]] const std::vector<int>& gpu_numbers() const noexcept { return numbers_; }

    friend bool operator==(const device& a, const device& b) { return a.kind_ == b.kind_ && a.numbers_ == b.numbers_; }

  private:
    enum class kind : std::uint8_t { automatic, cpu, all_gpus, listed_gpus };
    device(kind of, std::vector<int> numbers) : kind_(of), numbers_(std::move(numbers)) {}

    kind kind_ = kind::automatic;
    std::vector<int> numbers_;
};

/// The text that device::parse() reads: "auto", "cpu", "cuda", "cuda:0,1".
[[nodiscard]] std::string to_string(const device& which);

/// Vector instructions of the processor. A target that is named and cannot run is an error (resource).
enum class vector_target : std::uint8_t {
    automatic, ///< the best that this processor runs
    baseline,  ///< instructions of every processor of the build's architecture
    avx2,
    avx512 ///< AVX-512 with BW and VL; with the bit-counting instructions of Ice Lake where the processor has them
};

/// "auto", "baseline", "avx2", "avx512".
[[nodiscard]] std::string_view to_string(vector_target target) noexcept;
/// The reverse of to_string(). Throws error (usage) for any other text.
[[nodiscard]] vector_target parse_vector_target(std::string_view text);

/// Vector targets that this build supports and this processor can run, best first; never `automatic`.
[[nodiscard]] std::vector<vector_target> usable_vectors();

/// Cores that this process may use: the smallest of affinity mask, cgroup quota and SLURM_CPUS_PER_TASK; at least 1.
[[nodiscard]] unsigned usable_cores();

/// One line of `concord devices`.
struct device_status {
    std::string name; ///< "cpu", "cuda:0", or "cuda" if there is no GPU
    bool usable = false;
    std::string detail; ///< its description, or why it is not usable
};

/// All devices of this build, usable or not.
[[nodiscard]] std::vector<device_status> list_devices();

} // namespace concord
