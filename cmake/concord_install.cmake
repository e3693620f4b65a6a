# What `cmake --install` puts in place: the program, the public headers, and the layers that the public headers need.
# formats serves the program alone and stays behind, so a library user needs neither htslib nor fmt; reading, which needs
# what inflates, is for who asks for it: find_package(concord COMPONENTS reading).
# See docs/decisions/0002-installed-libraries.md.
include(CMakePackageConfigHelpers)

# What users link; it stands for all problems, so that a new one reaches them without a change to their build.
add_library(concord_library INTERFACE)
add_library(concord::concord ALIAS concord_library)
set_target_properties(concord_library PROPERTIES EXPORT_NAME concord)
target_link_libraries(concord_library INTERFACE concord_calibration concord_substring concord_subsequence concord_distance concord_overlap
  concord_component concord_adapters concord_alignment concord_suffixes concord_runtime concord_simd concord_sequence concord_base)

install(TARGETS concord_library concord_calibration concord_substring concord_subsequence concord_distance concord_overlap
  concord_component concord_adapters concord_alignment concord_suffixes concord_runtime concord_simd concord_sequence concord_base
  EXPORT concord_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
set_target_properties(concord_reading PROPERTIES EXPORT_NAME reading)
add_library(concord::reading ALIAS concord_reading) # for projects that have the sources as a part of their own
install(TARGETS concord_reading EXPORT concord_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
if(CONCORD_HAS_MPI) # concord::mpi, for who asks for it: find_package(concord COMPONENTS mpi)
  set_target_properties(concord_mpi PROPERTIES EXPORT_NAME mpi)
  add_library(concord::mpi ALIAS concord_mpi)
  install(TARGETS concord_mpi EXPORT concord_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
install(DIRECTORY include/concord DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN *.hpp)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/concord)
install(EXPORT concord_targets NAMESPACE concord:: FILE concordTargets.cmake DESTINATION ${package_folder}
  COMPONENT development)
configure_package_config_file(cmake/concordConfig.cmake.in concordConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(concordConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/concordConfig.cmake ${PROJECT_BINARY_DIR}/concordConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)
include(concord_pkgconfig)

if(TARGET concord)
  install(TARGETS concord RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  # Where man and the shells look; Debian's zsh looks elsewhere than others.
  set(made "${PROJECT_BINARY_DIR}/reference")
  install(DIRECTORY "${made}/man1" DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT guides)
  install(FILES "${made}/bash/concord" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT guides)
  install(FILES "${made}/zsh/_concord" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT guides)
  install(FILES "${made}/fish/concord.fish" DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT guides)
  install(FILES "${made}/zsh/_concord" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT debian
    EXCLUDE_FROM_ALL)
endif()
# Of no package: the machine says which MPI it needs.
if(TARGET concord-mpi)
  install(TARGETS concord-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ranks)
endif()
install(FILES LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT guides)
# What the library's package holds for itself.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libconcord-dev RENAME copyright COMPONENT debian_development
  EXCLUDE_FROM_ALL)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT debian EXCLUDE_FROM_ALL)
if(PROJECT_IS_TOP_LEVEL)
  include(concord_package)
endif()
