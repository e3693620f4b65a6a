# CONCORD_MPI decides whether concord-mpi is built, the same program for the ranks of an MPI run; CONCORD_HAS_MPI is the
# outcome. Only the C interface of MPI is used.
set(CONCORD_MPI AUTO CACHE STRING "Build concord-mpi: AUTO (where MPI is found), ON (an error without MPI), OFF")
set_property(CACHE CONCORD_MPI PROPERTY STRINGS AUTO ON OFF)
set(CONCORD_HAS_MPI OFF)

if(NOT CONCORD_MPI STREQUAL "OFF")
  enable_language(C) # FindMPI looks for MPI::MPI_C with it
  find_package(MPI COMPONENTS C)
  if(MPI_C_FOUND)
    set(CONCORD_HAS_MPI ON)
  elseif(CONCORD_MPI STREQUAL "ON")
    message(FATAL_ERROR "CONCORD_MPI=ON, but CMake finds no MPI for C (Debian and Ubuntu: libopenmpi-dev)")
  endif()
endif()
message(STATUS "Concord: MPI ${CONCORD_HAS_MPI}")
