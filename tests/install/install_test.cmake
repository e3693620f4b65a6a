cmake_minimum_required(VERSION 3.22)
# Run by ctest. Installs the build into a fresh prefix, moves the prefix (an installed package must not remember where
# it was put), then configures, builds and runs the consumer against it.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status EQUAL 0)
    string(JOIN " " line ${ARGN})
    message(FATAL_ERROR "failed (${status}): ${line}\n${out}${err}")
  endif()
  set(output "${out}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} --install "${CONCORD_BUILD}" --prefix "${WORK}/first" --config "${CONFIG}")
file(RENAME "${WORK}/first" "${WORK}/prefix")
set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE}")
endif()
run(${CMAKE_COMMAND} -G "${GENERATOR}" -S "${CONSUMER}" -B "${WORK}/build" "-DCMAKE_CXX_COMPILER=${CXX}"
  "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DWITH_RANKS=${HAS_MPI}")
run(${CMAKE_COMMAND} --build "${WORK}/build")
run("${WORK}/build/consumer")
set(output_with_cmake "${output}")

# Without CMake, by the files of pkg-config, which do not remember a folder either.
find_program(PKG_CONFIG pkg-config)
file(GLOB_RECURSE pc "${WORK}/prefix/*/concord-reading.pc")
if(NOT pc)
  message(FATAL_ERROR "concord-reading.pc is not installed")
endif()
if(PKG_CONFIG AND NOT SANITIZE)
  get_filename_component(folder "${pc}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} "${folder}")
  run(${PKG_CONFIG} --cflags --libs concord-reading)
  separate_arguments(arguments UNIX_COMMAND "${output}")
  run(${CXX} -o "${WORK}/by_pkg_config" "${CONSUMER}/consumer.cpp" ${arguments})
  run("${WORK}/by_pkg_config")
  if(NOT output STREQUAL output_with_cmake)
    message(FATAL_ERROR "the consumer that pkg-config built printed\n${output}")
  endif()
endif()
set(output "${output_with_cmake}")

# BANANA, CABANAS and PANAMA: all three hold ANA; BANANA and CABANAS hold BANA.
set(expected "concord 0.1.0
all three share ANA, two share BANA
max_lcp 4 3 2 3 2 1
read 1 sequence: GATTACA
missing.fa: No such file or directory
")
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "the consumer printed\n${output}\nand not\n${expected}")
endif()

if(HAS_MPI)
  # One process is a run of one rank; with mpirun there are three.
  set(launch "")
  set(ranks 1)
  find_program(MPIRUN mpirun)
  if(MPIRUN AND NOT SANITIZE)
    set(ranks 3)
    set(launch timeout -s KILL 60 "${MPIRUN}" --oversubscribe -n 3)
    execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(user EQUAL 0)
      list(APPEND launch --allow-run-as-root)
    endif()
  endif()
  run(${launch} "${WORK}/build/consumer_of_ranks")
  if(NOT output STREQUAL "${ranks} ranks; 3 letters each time\n")
    message(FATAL_ERROR "the consumer of ranks printed\n${output}")
  endif()
  run(${launch} "${WORK}/prefix/bin/concord-mpi" --version)
  if(NOT output STREQUAL "concord 0.1.0\n")
    message(FATAL_ERROR "the installed concord-mpi printed\n${output}")
  endif()
endif()

# As a part of another project it is configured, which names all that would be built.
get_filename_component(sources "${CONSUMER}/../../.." ABSOLUTE)
run(${CMAKE_COMMAND} -G "${GENERATOR}" -S "${CONSUMER}/../subproject" -B "${WORK}/subproject" "-DCMAKE_CXX_COMPILER=${CXX}"
  "-DCONCORD_SOURCE=${sources}" -DCONCORD_CUDA=OFF -DCONCORD_MPI=OFF)

file(GLOB_RECURSE installed RELATIVE "${WORK}/prefix" "${WORK}/prefix/*")
set(wanted_files include/concord/substring.hpp include/concord/reading.hpp include/concord/cluster.hpp share/doc/concord/LICENSE)
if(PROGRAM)
  list(APPEND wanted_files bin/concord share/man/man1/concord.1 share/man/man1/concord-overlap-index.1
    share/bash-completion/completions/concord share/zsh/site-functions/_concord
    share/fish/vendor_completions.d/concord.fish)
endif()
foreach(wanted IN LISTS wanted_files)
  if(NOT wanted IN_LIST installed)
    message(FATAL_ERROR "${wanted} is not installed; there is: ${installed}")
  endif()
endforeach()
# Neither the Python package, which pip installs, nor the libraries that an archive holds.
if(installed MATCHES "\\.py|_core\\.cpython|lib/concord/")
  message(FATAL_ERROR "too much is installed: ${installed}")
endif()
if(PROGRAM)
  # No path of the build is left in it.
  run("${WORK}/prefix/bin/concord" --version)
  run(readelf -d "${WORK}/prefix/bin/concord")
  if(output MATCHES "RPATH|RUNPATH")
    message(FATAL_ERROR "the installed program looks for libraries in a folder of its own:\n${output}")
  endif()
endif()
