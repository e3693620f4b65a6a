// formats: lines and records of a FASTQ file that lies in memory. Unit: bytes of the file, so items are bytes, too.
#include "kernels/kernels.hpp"

#include "formats/byte_source.hpp"
#include "formats/fastx_reader.hpp"
#include "formats/line_reader.hpp"

namespace {

using namespace concord;

/// Some 16 MiB of reads of so many letters each.
std::string fastq(std::size_t letters) {
    std::string file;
    const std::string bases = kernels::random_letters(letters);
    const std::string qualities(letters, 'I');
    for (std::uint64_t number = 1; file.size() < (std::size_t{16} << 20U); ++number)
        file += "@read" + std::to_string(number) + " lane 1\n" + bases + "\n+\n" + qualities + "\n";
    return file;
}

/// Roof: each byte is copied into the buffer of 256 KiB, in L2, and then searched for the end of its line by memchr, 32
/// or 64 bytes at a time: of long lines no more than the memory's bandwidth. Of short ones the calls, four a read.
void read_lines(benchmark::State& state) {
    const std::string file = fastq(static_cast<std::size_t>(state.range(0)));
    for ([[maybe_unused]] auto round : state) {
        const std::unique_ptr<formats::byte_source> source = formats::open_memory(file);
        formats::line_reader lines(*source, formats::read_options().buffer_bytes);
        std::string_view piece;
        while (!lines.at_end())
            while (lines.next_piece(piece))
                benchmark::DoNotOptimize(piece.data());
    }
    kernels::count_items(state, file.size());
    kernels::count_bytes(state, file.size());
}
BENCHMARK(read_lines)
    ->Name("formats/line_reader")
    ->ArgName("letters")
    ->Arg(150)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);

/// The same with the grammar: titles, letters and qualities are checked and letters copied once more.
///
/// Roof: the checks look at each letter and quality once; they are loops that the compiler turns into vectors of 16
/// bytes. `records` is the rate of reads.
void read_records(benchmark::State& state) {
    const std::string file = fastq(static_cast<std::size_t>(state.range(0)));
    std::uint64_t records = 0;
    for ([[maybe_unused]] auto round : state) {
        formats::fastx_reader reader(file, "memory.fastq");
        formats::fastx_record record;
        for (records = 0; reader.next(record); ++records)
            benchmark::DoNotOptimize(record.letters.data());
    }
    kernels::count_items(state, file.size());
    kernels::count_bytes(state, file.size());
    kernels::count_rate(state, "records", static_cast<double>(records));
}
BENCHMARK(read_records)
    ->Name("formats/fastq_records")
    ->ArgName("letters")
    ->Arg(150)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);

} // namespace
