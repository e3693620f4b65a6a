# concord.pc and concord-reading.pc, for builds without CMake.
set(pkgconfig_libraries "") # of those libraries that others need the later
foreach(name IN ITEMS calibration substring subsequence distance overlap component adapters alignment suffixes runtime simd sequence base)
  string(APPEND pkgconfig_libraries " -lconcord_${name}")
endforeach()
if(CONCORD_HAS_CUDA)
  string(APPEND pkgconfig_libraries " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
endif()
string(STRIP "${pkgconfig_libraries}" pkgconfig_libraries)
list(JOIN reading_packages " " pkgconfig_reading)
string(PREPEND pkgconfig_reading "zlib ")

set(pkgconfig_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH pkgconfig_to_prefix "/${pkgconfig_folder}" "/") # an installed folder may be moved
string(REGEX REPLACE "/$" "" pkgconfig_to_prefix "${pkgconfig_to_prefix}")
foreach(name IN ITEMS concord concord-reading)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pkgconfig_folder} COMPONENT development)
endforeach()
