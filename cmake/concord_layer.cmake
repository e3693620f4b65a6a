# concord_layer(NAME [LINKS targets…] [PRIVATE_LINKS targets…] [USERS_LINK targets…])
# One static library of all .cpp files of the current folder. A layer sees only what it links: an include that crosses
# the layering does not link (docs/decisions/0001).
function(concord_layer name)
  cmake_parse_arguments(layer "" "" "LINKS;PRIVATE_LINKS;USERS_LINK;SOURCES" ${ARGN})
  if(NOT layer_SOURCES)
    file(GLOB layer_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  add_library(concord_${name} STATIC ${layer_SOURCES})
  target_include_directories(concord_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(concord_${name} PUBLIC cxx_std_20)
  target_link_libraries(concord_${name} PUBLIC ${layer_LINKS} PRIVATE ${layer_PRIVATE_LINKS})
  foreach(target IN LISTS layer_USERS_LINK) # what programs link besides, of which the layer's own C++ is to see nothing
    target_link_libraries(concord_${name} INTERFACE $<LINK_ONLY:${target}>)
  endforeach()
  concord_warnings(concord_${name})
  # Compiled as one, the loops of these two are inlined otherwise, and take up to a tenth more instructions; which does
  # not matter where a short build is all.
  if(NOT name MATCHES "^(alignment|overlap)$" OR CONCORD_VECTOR_TARGETS STREQUAL "one")
    concord_unity(concord_${name})
  endif()
endfunction()

# concord_gpu_sources(OUT FOLDER…): what this build takes of the GPU code in these folders: kernels where nvcc is, else
# no_gpu.cpp, which has the same signatures. Builds choose their back end nowhere else.
function(concord_gpu_sources out)
  set(found)
  foreach(folder IN LISTS ARGN)
    if(CONCORD_HAS_CUDA)
      file(GLOB here CONFIGURE_DEPENDS "${folder}/*.cu" "${folder}/cuda/*.cu")
    else()
      file(GLOB here CONFIGURE_DEPENDS "${folder}/no_gpu.cpp")
    endif()
    list(APPEND found ${here})
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

function(concord_warnings target)
  # Local names that hide other local ones; GCC would report those of types and members, too.
  set(shadow -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(shadow -Wshadow=compatible-local)
  endif()
  set(flags -Wall -Wextra -Wpedantic ${shadow} -Wconversion -Wsign-conversion)
  if(CONCORD_WERROR)
    list(APPEND flags -Werror)
  endif()
  # For C++ only: nvcc does not know these flags.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flags}>")
endfunction()

# Where CONCORD_UNITY is set, a target that no fast test needs waits until `ninja integration_targets`.
add_custom_target(integration_targets)
function(concord_for_integration target)
  if(CONCORD_UNITY)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  add_dependencies(integration_targets ${target})
endfunction()

# Where CONCORD_UNITY is set, several sources of the target are compiled as one: heavy headers (CLI11, nlohmann/json,
# fmt) are read and instantiated once for all of them.
function(concord_unity target)
  if(CONCORD_UNITY)
    # The fewer units, the less is read and instantiated again: 12 keep more than two cores busy, and where a short build is all,
    # 48 take a fifth less of two.
    set(files_of_unit 12)
    if(CONCORD_VECTOR_TARGETS STREQUAL "one")
      set(files_of_unit 48)
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files_of_unit})
    # Of the names of one file in another, which are no trouble.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    # Highway compiles such a source once for each set of instructions, by including it again; kernels stay apart.
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      get_filename_component(source "${source}" ABSOLUTE)
      file(STRINGS "${source}" again REGEX "HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
      if(again OR source MATCHES "\\.cu$")
        set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endforeach()
  endif()
endfunction()
