# CONCORD_CUDA decides whether the GPU kernels are built; CONCORD_HAS_CUDA is the outcome that the layers ask for when
# they choose between .cu files and no_gpu.cpp (concord_gpu_sources).
set(CONCORD_CUDA AUTO CACHE STRING "Build the GPU kernels: AUTO (where nvcc is found), ON (an error without nvcc), OFF")
set_property(CACHE CONCORD_CUDA PROPERTY STRINGS AUTO ON OFF)
set(CONCORD_HAS_CUDA OFF)

if(NOT CONCORD_CUDA STREQUAL "OFF")
  # One fat binary: code for A100 and H100/H200, and PTX that the driver translates for newer chips.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80-real 90)
  endif()
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  # NVIDIA's packages do not put nvcc on the PATH. It goes into CUDACXX and not into CMAKE_CUDA_COMPILER, because
  # check_language() only tries whether the compiler works where the latter is empty.
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(CONCORD_NVCC nvcc PATHS /usr/local/cuda/bin)
    mark_as_advanced(CONCORD_NVCC)
    if(CONCORD_NVCC)
      set(ENV{CUDACXX} "${CONCORD_NVCC}")
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.4)
      if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake before 3.25.2 does not know what nvcc calls it
        set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
        set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
      endif()
      set(CMAKE_CUDA_STANDARD 20)
      set(CMAKE_CUDA_STANDARD_REQUIRED ON)
      set(CONCORD_HAS_CUDA ON)
      find_package(CUDAToolkit REQUIRED)
    elseif(CONCORD_CUDA STREQUAL "ON")
      message(FATAL_ERROR "CONCORD_CUDA=ON needs nvcc 12.4 or newer; found ${CMAKE_CUDA_COMPILER_VERSION}")
    endif()
  elseif(CONCORD_CUDA STREQUAL "ON")
    message(FATAL_ERROR "CONCORD_CUDA=ON, but there is no nvcc on PATH, in CUDACXX or in /usr/local/cuda/bin")
  endif()
endif()
message(STATUS "Concord: GPU kernels ${CONCORD_HAS_CUDA}")

# What layers with .cu files link: named, so that it is handed on to users whose build knows no CUDA language. Only linked, for
# nvcc knows its own headers, and C++ is compiled the same with and without GPUs (so that a compiler cache has it once).
set(concord_cuda_runtime "")
if(CONCORD_HAS_CUDA)
  set(concord_cuda_runtime CUDA::cudart_static)
endif()
