// What the standard streams are connected to.
#pragma once

#include <cstddef>

namespace concord::app {

/// Makes sure that no file that is opened later becomes one of the standard streams, should the caller have closed
/// them. What is then written to stdout fails, as it should.
void occupy_standard_streams();

/// Where a launcher of many processes stands between this one and the user: what it gives us may be a terminal of its
/// own (Open MPI's mpirun does so), which says nothing about where the output goes in the end. Then no stream counts as
/// a terminal.
void heed_launcher();

[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();

/// Columns of the terminal that a stream (1 stdout, 2 stderr) leads to; 100 where it is none.
[[nodiscard]] std::size_t columns_of(int descriptor);

/// Whether the user's environment allows colour: NO_COLOR is unset or empty, and TERM is not "dumb".
[[nodiscard]] bool environment_allows_colour();

} // namespace concord::app
