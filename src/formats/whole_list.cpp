#include "formats/whole_list.hpp"

#include "formats/block_reader.hpp"
#include "formats/byte_source.hpp"

namespace concord::formats {

bool is_for_blocks(const opened_list& opened, const std::string& path, alphabet kind) {
    return (opened.holds_lines() || kind != alphabet::utf8) && path != "-" && file_bytes(path) > 0;
}

sequence_set read_by_blocks(const opened_list& opened, const std::string& path, alphabet kind, bool guessed,
                            const read_options& options) {
    read_options known = options;
    known.lines = opened.holds_lines() ? line_files::always : line_files::never;
    read_watch watch(options.on_progress, options.cancelled, file_bytes(path));
    run_options run;
    run.threads = options.threads;
    runtime::thread_pool threads(run);
    sequence::set_builder builder(kind);
    static_cast<void>(read_blocks(builder, path, guessed ? alphabet::automatic : kind, known, threads, watch));
    watch.finish();
    return builder.finish();
}

} // namespace concord::formats
