// Tells which language the library is written in, before a compiler stumbles over what it does not know.
#pragma once

#if __cplusplus < 202002L
#error "Concord is a C++20 library: compile with -std=c++20 (CMake: target_compile_features(... cxx_std_20))"
#endif
