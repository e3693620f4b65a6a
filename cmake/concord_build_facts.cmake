# What `concord --version --format json` says was built in, for build_facts.hpp.in.
# As src/simd/vector_target.cpp has them.
set(concord_fact_vectors baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(concord_fact_vectors "avx512;avx2;baseline")
endif()
set(concord_fact_cuda_toolkit "")
set(concord_fact_cuda_architectures "")
if(CONCORD_HAS_CUDA)
  set(concord_fact_cuda_toolkit "${CMAKE_CUDA_COMPILER_VERSION}")
  set(concord_fact_cuda_architectures "${CMAKE_CUDA_ARCHITECTURES}")
endif()
set(concord_fact_mpi "")
if(CONCORD_HAS_MPI)
  set(concord_fact_mpi "${MPI_C_VERSION}")
endif()
set(concord_fact_python false)
if(CONCORD_HAS_PYTHON)
  set(concord_fact_python true)
endif()
set(concord_fact_libraries "CLI11 ${CLI11_VERSION};Highway ${hwy_VERSION};fmt ${fmt_VERSION};htslib ${htslib_VERSION}"
  "libpng ${libpng_VERSION};nlohmann-json ${nlohmann_json_VERSION};oneTBB ${TBB_VERSION};spdlog ${spdlog_VERSION}"
  "zlib ${ZLIB_VERSION_STRING}")
