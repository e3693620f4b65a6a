// How this program was called, for who wants to repeat it.
#pragma once

#include <string>

namespace concord::app {

/// Called once, by main().
void remember_invocation(int argc, char** argv);

/// As a POSIX shell takes it: "concord substring 'my reads.fasta' -k 1".
[[nodiscard]] const std::string& invocation();

} // namespace concord::app
