# What `cpack` makes of the build, in build/<preset>:
#   cpack -G DEB   concord_… and libconcord-dev_… for the Debian or Ubuntu of this machine: dependencies by dpkg-shlibdeps
#   cpack -G TGZ   concord-…-linux-x86_64.tar.gz: program, the libraries that it needs, manual pages, completions; runs from
#                  any folder on any Linux whose C library is not older than that which the build needed
include(GNUInstallDirs)

# The program with its libraries, as an archive holds it; `cmake --install` leaves it out.
if(TARGET concord)
  install(CODE "
    set(program \"$<TARGET_FILE:concord>\")
    set(strip \"${CMAKE_STRIP}\")
    set(folder \"\${CMAKE_INSTALL_PREFIX}/lib/concord\")
    set(licences \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/libraries\")
    include(\"${PROJECT_SOURCE_DIR}/cmake/concord_bundle.cmake\")" COMPONENT portable EXCLUDE_FROM_ALL)
endif()

set(CPACK_PACKAGE_NAME concord)
set(CPACK_PACKAGE_VENDOR "The Concord authors")
set(CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME "concord-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/concord_cpack.cmake")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64") # of what is built, which need not be of this machine
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME concord)
# After the summary.
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "Longest common substrings with mismatches (adapters, primers, motifs), longest \
common subsequences, edit distances, exact shared regions, and common components of two matrices: exact, and the same \
answer on every machine.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libconcord-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
# What concordConfig.cmake and the files of pkg-config look for: as this build has it.
set(concord_debian_needs libhwy-dev zlib1g-dev pkg-config)
foreach(pair IN ITEMS libisal:libisal-dev libdeflate:libdeflate-dev htslib:libhts-dev)
  string(REPLACE ":" ";" pair "${pair}")
  list(GET pair 0 looked_for)
  list(GET pair 1 package)
  if(looked_for IN_LIST reading_packages)
    list(APPEND concord_debian_needs ${package})
  endif()
endforeach()
list(JOIN concord_debian_needs ", " CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Headers, static libraries the CMake package concord::concord, concord::reading, and files for pkg-config.")

include(CPack)
cpack_add_component(program GROUP programs)
cpack_add_component(debian GROUP programs)
cpack_add_component(guides GROUP programs)
cpack_add_component(portable GROUP programs)
cpack_add_component(development GROUP library)
cpack_add_component(debian_development GROUP library)
cpack_add_component_group(programs)
cpack_add_component_group(library)
