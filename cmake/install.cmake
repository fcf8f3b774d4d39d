# make install: headers, both libraries, the command, a CMake package (find_package(vrm)) and a
# pkg-config file. tests/api/install builds strangers' programs against the result.
include(CMakePackageConfigHelpers)

set(vrm_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vrm)
set(vrm_installed vrm)
if(TARGET vrm_shared)
  list(APPEND vrm_installed vrm_shared)
endif()

if(TARGET vrm_vmc)
  list(APPEND vrm_installed vrm_vmc)
endif()

install(TARGETS ${vrm_installed} EXPORT vrm INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/vrm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
if(TARGET vrm_command)
  install(TARGETS vrm_command)
endif()

install(EXPORT vrm NAMESPACE vrm:: FILE vrmTargets.cmake DESTINATION ${vrm_cmake_dir})
configure_package_config_file(cmake/vrmConfig.cmake.in vrmConfig.cmake
  INSTALL_DESTINATION ${vrm_cmake_dir})
write_basic_package_version_file(vrmConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vrmConfig.cmake ${PROJECT_BINARY_DIR}/vrmConfigVersion.cmake
  DESTINATION ${vrm_cmake_dir})

set(vrm_private_libs "-lm")
foreach(library ${vrm_meshopt_libs})
  string(APPEND vrm_private_libs " -l${library}")
endforeach()
# Relative to the file's own place, so that an installed tree may be moved.
file(RELATIVE_PATH vrm_prefix_from_pc
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/vrm.pc.in vrm.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vrm.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET vrm_vmc)
  configure_file(cmake/vrm_vmc.pc.in vrm_vmc.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/vrm_vmc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# libvrm_render, for those who draw: a static library with the codecs it was built with.
if(TARGET vrm_render)
  set(vrm_render_libs "-lm")
  if(CMAKE_DL_LIBS)
    string(PREPEND vrm_render_libs "-l${CMAKE_DL_LIBS} ")
  endif()
  if(VRM_HAS_CODECS)
    string(PREPEND vrm_render_libs "-lspng -ljpeg -lwebpmux -lwebp -lz ")
  endif()
  install(TARGETS vrm_render ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  configure_file(cmake/vrm_render.pc.in vrm_render.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/vrm_render.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
