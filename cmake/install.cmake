# make install: for each library (libvrm, libvrm_render, libvrm_vmc, libvrm_gpu) the static and the shared one, its
# headers, a CMake package or a part of it, and a pkg-config file; and the command. What belongs
# together is one install component, so that packages can take them apart:
#
#   runtime, render_runtime, vmc_runtime, gpu_runtime   shared libraries
#   dev, render_dev, vmc_dev, gpu_dev                  headers, static libraries, CMake, pkg-config
#   tools                                              the vrm command
#   gstreamer                                          the GStreamer plugin
#   doc                                                licence, readme, changelog and the documents
#
# tests/api/install builds strangers' programs against the result.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(vrm_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vrm)
set(vrm_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(vrm_header_dir ${CMAKE_INSTALL_INCLUDEDIR}/vrm)
# Relative to the file's own place, so that an installed tree may be moved.
file(RELATIVE_PATH vrm_prefix_from_pc
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)

# vrm_install_library(NAME PREFIX EXPORT_FILE PC_FILE HEADERS header...)
#
# Installs the targets NAME and NAME_shared with components PREFIXruntime and PREFIXdev.
function(vrm_install_library name prefix export_file pc)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "HEADERS")
  set(targets ${name})
  if(TARGET ${name}_shared)
    list(APPEND targets ${name}_shared)
  endif()
  install(TARGETS ${targets} EXPORT ${name}
    LIBRARY COMPONENT ${prefix}runtime NAMELINK_COMPONENT ${prefix}dev
    RUNTIME COMPONENT ${prefix}runtime
    ARCHIVE COMPONENT ${prefix}dev
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT ${name} NAMESPACE vrm:: FILE ${export_file} DESTINATION ${vrm_cmake_dir}
    COMPONENT ${prefix}dev)
  install(FILES ${arg_HEADERS} DESTINATION ${vrm_header_dir} COMPONENT ${prefix}dev)
  configure_file(cmake/${pc}.in ${pc} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc} DESTINATION ${vrm_pkgconfig_dir}
    COMPONENT ${prefix}dev)
endfunction()

function(vrm_link_flags out)
  set(flags "")
  foreach(library ${ARGN})
    string(APPEND flags " -l${library}")
  endforeach()
  string(STRIP "${flags}" flags)
  set(${out} "${flags}" PARENT_SCOPE)
endfunction()

# ---- libvrm ----

vrm_link_flags(vrm_private_libs m ${vrm_meshopt_libs})
file(GLOB vrm_headers CONFIGURE_DEPENDS include/vrm/*.h include/vrm/*.hpp)
list(FILTER vrm_headers EXCLUDE REGEX "/(framing|gpu|image|optimize_pictures|render|tracker|vmc)\\.h(pp)?$")
vrm_install_library(vrm "" vrmTargets.cmake vrm.pc HEADERS ${vrm_headers})

configure_package_config_file(cmake/vrmConfig.cmake.in vrmConfig.cmake
  INSTALL_DESTINATION ${vrm_cmake_dir})
write_basic_package_version_file(vrmConfigVersion.cmake VERSION ${VRM_VERSION_TEXT}
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vrmConfig.cmake ${PROJECT_BINARY_DIR}/vrmConfigVersion.cmake
  DESTINATION ${vrm_cmake_dir} COMPONENT dev)

# ---- libvrm_render, libvrm_vmc and libvrm_gpu, which stand above it ----

if(TARGET vrm_render)
  vrm_link_flags(vrm_render_private_libs ${vrm_render_libs})
  vrm_install_library(vrm_render render_ vrmRenderTargets.cmake vrm_render.pc
    HEADERS include/vrm/framing.h include/vrm/image.h include/vrm/optimize_pictures.h
      include/vrm/render.h include/vrm/render.hpp)
endif()
if(TARGET vrm_vmc)
  vrm_install_library(vrm_vmc vmc_ vrmVmcTargets.cmake vrm_vmc.pc
    HEADERS include/vrm/vmc.h include/vrm/tracker.h)
endif()
if(TARGET vrm_gpu)
  vrm_link_flags(vrm_gpu_private_libs ${CMAKE_DL_LIBS} m)
  vrm_install_library(vrm_gpu gpu_ vrmGpuTargets.cmake vrm_gpu.pc
    HEADERS include/vrm/gpu.h include/vrm/gpu.hpp)
endif()

# ---- The GStreamer plugin, where GStreamer of the same prefix looks for it ----

if(TARGET vrm_gstreamer)
  install(TARGETS vrm_gstreamer LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gstreamer-1.0
    COMPONENT gstreamer)
endif()

# ---- The command ----

if(TARGET vrm_command)
  install(TARGETS vrm_command RUNTIME COMPONENT tools)
endif()

# Its manual pages and completions, made of the tables of options by the command itself.
if(TARGET vrm_command AND NOT CMAKE_CROSSCOMPILING)
  set(manual_dir ${PROJECT_BINARY_DIR}/manual)
  file(MAKE_DIRECTORY ${manual_dir})
  set(manual_files "")
  function(vrm_write_manual file)
    add_custom_command(OUTPUT ${manual_dir}/${file}
      COMMAND vrm_command help ${ARGN} > ${manual_dir}/${file} DEPENDS vrm_command VERBATIM)
    set(manual_files ${manual_files} ${manual_dir}/${file} PARENT_SCOPE)
  endfunction()
  vrm_write_manual(vrm.1 --man)
  file(GLOB command_files CONFIGURE_DEPENDS cli/commands/cmd_*.c)
  foreach(command_file ${command_files})
    string(REGEX REPLACE ".*/cmd_(.*)\\.c$" "\\1" command_name ${command_file})
    string(REPLACE _ - command_name ${command_name})
    vrm_write_manual(vrm-${command_name}.1 --man ${command_name})
  endforeach()
  set(manual_pages ${manual_files})
  vrm_write_manual(vrm --completion bash)
  vrm_write_manual(_vrm --completion zsh)
  vrm_write_manual(vrm.fish --completion fish)
  add_custom_target(vrm_manual ALL DEPENDS ${manual_files})
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${manual_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
  install(FILES ${manual_dir}/vrm DESTINATION ${share}/bash-completion/completions COMPONENT tools)
  # Debian's zsh does not look into site-functions of /usr.
  set(VRM_ZSH_DIR ${share}/zsh/site-functions CACHE STRING "Where the completion for zsh goes")
  install(FILES ${manual_dir}/_vrm DESTINATION ${VRM_ZSH_DIR} COMPONENT tools)
  install(FILES ${manual_dir}/vrm.fish DESTINATION ${share}/fish/vendor_completions.d COMPONENT tools)
endif()

# ---- Documents ----

install(FILES LICENSE README.md CHANGELOG.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT doc)
install(DIRECTORY policies examples/policies DESTINATION ${CMAKE_INSTALL_DATADIR}/vrm COMPONENT tools
  FILES_MATCHING PATTERN *.json)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
