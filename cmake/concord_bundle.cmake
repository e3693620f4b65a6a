# Run while an archive is made: `program` as it was built, which looks for libraries in ../lib/concord, and in `folder` all
# libraries that it needs but those that every system has: glibc's, which belong together with its dynamic linker, and GCC's,
# as Debian 12's libstdc++ asks for a newer glibc (2.36, for arc4random) than Ubuntu 22.04 has, which brings one that is as
# new. Their `licences` as well.
set(staged "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(INSTALL "${program}" DESTINATION "${CMAKE_INSTALL_PREFIX}/bin" USE_SOURCE_PERMISSIONS)
# While it is built CMake pads the path with an empty one, which would mean the folder that one happens to be in.
file(RPATH_SET FILE "${staged}/bin/concord" NEW_RPATH "$ORIGIN/../lib/concord")
if(strip)
  execute_process(COMMAND "${strip}" "${staged}/bin/concord" COMMAND_ERROR_IS_FATAL ANY)
endif()

file(GET_RUNTIME_DEPENDENCIES EXECUTABLES "${program}" RESOLVED_DEPENDENCIES_VAR libraries
  UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^ld-linux.*" "^lib(c|m|mvec|dl|pthread|rt|resolv|util|stdc\\+\\+|gcc_s)\\.so")
if(missing)
  message(FATAL_ERROR "${program} needs ${missing}, which are not here")
endif()
find_program(dpkg_query dpkg-query)
foreach(library IN LISTS libraries)
  file(INSTALL "${library}" DESTINATION "${folder}" FOLLOW_SYMLINK_CHAIN)
  if(dpkg_query)
    file(REAL_PATH "${library}" real)
    foreach(path "${library}" "${real}")
      # A library that an older layout of the system put into /lib is filed as /usr/lib or as /lib.
      string(REGEX REPLACE "^/usr" "" short "${path}")
      execute_process(COMMAND "${dpkg_query}" -S "${path}" "${short}" "/usr${short}" OUTPUT_VARIABLE owner ERROR_QUIET)
      if(owner MATCHES "^([^:]+):")
        break()
      endif()
    endforeach()
    set(package "${CMAKE_MATCH_1}")
    if(package AND EXISTS "/usr/share/doc/${package}/copyright")
      get_filename_component(name "${library}" NAME)
      file(INSTALL "/usr/share/doc/${package}/copyright" DESTINATION "${licences}" RENAME "${name}.copyright")
    else()
      message(WARNING "${library}: no licence found to put beside it")
    endif()
  endif()
endforeach()
