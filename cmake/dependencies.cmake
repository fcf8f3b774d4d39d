# libvrm needs the C library and its maths. meshoptimizer is optional: without it a file that
# requires EXT_meshopt_compression is refused with a finding. It is C++ inside and C outside; as a
# shared library (Debian's) it brings the C++ runtime along by itself.
set(VRM_HAS_MESHOPT FALSE)
if(NOT VRM_MESHOPT STREQUAL "OFF")
  find_package(meshoptimizer CONFIG QUIET)
  if(meshoptimizer_FOUND)
    set(VRM_HAS_MESHOPT TRUE)
    set(vrm_meshopt_libs meshoptimizer)
    get_target_property(meshopt_kind meshoptimizer::meshoptimizer TYPE)
    if(meshopt_kind STREQUAL "STATIC_LIBRARY")
      list(APPEND vrm_meshopt_libs stdc++)
    endif()
  elseif(VRM_MESHOPT STREQUAL "ON")
    message(FATAL_ERROR "VRM_MESHOPT is ON, but meshoptimizer was not found")
  endif()
endif()

# What compiling our objects needs.
function(vrm_use_dependencies target)
  if(VRM_HAS_MESHOPT)
    target_compile_definitions(${target} PRIVATE VRM_HAS_MESHOPT=1)
    target_include_directories(${target} SYSTEM PRIVATE
      $<TARGET_PROPERTY:meshoptimizer::meshoptimizer,INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
endfunction()

# What linking them needs. Whoever links the installed static library names meshoptimizer by its
# library alone: its CMake package is for us.
function(vrm_link_dependencies target)
  target_link_libraries(${target} PRIVATE m)
  if(VRM_HAS_MESHOPT)
    target_link_libraries(${target} PRIVATE
      $<BUILD_INTERFACE:meshoptimizer::meshoptimizer> $<INSTALL_INTERFACE:${vrm_meshopt_libs}>)
  endif()
endfunction()
