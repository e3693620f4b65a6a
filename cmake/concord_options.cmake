# Within another project (FetchContent) the library alone is built, unless more is asked for.
option(CONCORD_APPS "Build the command-line program" ${PROJECT_IS_TOP_LEVEL})
option(CONCORD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(CONCORD_FUZZ "Build the targets of fuzz/ with libFuzzer (Clang only)" OFF)
option(CONCORD_KERNEL_BENCHMARKS "Build the benchmarks of the hot loops (bench/kernels; Google Benchmark)" OFF)
option(CONCORD_FAST_GZIP "Inflate by ISA-L and libdeflate where these are found; else by zlib" ON)
option(CONCORD_WERROR "Warnings in our own code are errors" OFF)
option(CONCORD_UNITY "Compile several sources of the program as one: a whole build is faster, a change of one file slower" OFF)
set(CONCORD_PYTHON AUTO CACHE STRING "Build the Python package's extension: AUTO (where Python, its headers and nanobind can be had), ON, OFF")
set_property(CACHE CONCORD_PYTHON PROPERTY STRINGS AUTO ON OFF)
set(CONCORD_COLD_FLAGS "" CACHE STRING "Compiler flags for what parses options and writes answers, and computes nothing, such as -O0")
set(CONCORD_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

if(CONCORD_SANITIZE)
  # For C++ only: nvcc does not know these flags.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${CONCORD_SANITIZE}>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer> $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>)
  add_link_options(-fsanitize=${CONCORD_SANITIZE})
endif()

if(CONCORD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CONCORD_FUZZ needs Clang, which has libFuzzer: set CMAKE_CXX_COMPILER to clang++")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link) # so that the fuzzer sees which branches of all layers an input takes
endif()

# Whole builds in little time: a compiler that seldom looks for memory to use again takes a tenth less of it, and up to a
# gigabyte a job.
if(CONCORD_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-expand=400 --param ggc-min-heapsize=1000000>")
endif()

# A library that nothing is taken from is not loaded: Highway's takes milliseconds (src/simd/detected_targets.hpp), and only a
# build with assertions has use for it.
include(CheckLinkerFlag)
check_linker_flag(CXX -Wl,--as-needed CONCORD_LINKS_AS_NEEDED)
if(CONCORD_LINKS_AS_NEEDED)
  add_link_options(-Wl,--as-needed)
endif()

# SSE4.2 and popcnt, which every x86-64 processor since 2009 has; AVX2 and AVX-512 are chosen at run time.
set(CONCORD_X86_LEVEL "x86-64-v2" CACHE STRING "What the compiler may take for granted on x86-64 (-march)")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CONCORD_X86_LEVEL)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-march=${CONCORD_X86_LEVEL}>)
  # The same for the host code of .cu files: where both have an instance of a template, the linker may take either.
  add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-march=${CONCORD_X86_LEVEL}>)
endif()
# A kernel is compiled once for each set of instructions, which is a third of a whole build.
set(CONCORD_VECTOR_TARGETS all CACHE STRING "Instruction sets that kernels are compiled for: all, or one, that of CONCORD_X86_LEVEL")
set_property(CACHE CONCORD_VECTOR_TARGETS PROPERTY STRINGS all one)
if(CONCORD_VECTOR_TARGETS STREQUAL "one")
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:HWY_COMPILE_ONLY_STATIC>)
endif()
# On ARM there is one target, NEON, which every such processor has: kernels keep arrays of vectors, which SVE, whose vectors have
# no size while they are compiled, does not have. The last switch keeps Highway from compiling NEON for processors with AES.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:HWY_COMPILE_ONLY_STATIC>
    "$<$<COMPILE_LANGUAGE:CXX>:HWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)>"
    $<$<COMPILE_LANGUAGE:CXX>:TOOLCHAIN_MISS_SYS_AUXV_H>)
endif()
