# libvrm_render: pictures. It stands above libvrm, on the public headers. Drawing needs no package
# to build (libEGL is opened when it runs). The codecs, render/image/ and
# render/optimize/, bring what the core must not need: libspng, libjpeg-turbo, libwebp and zlib,
# found by their files, so that no pkg-config is needed. Without them the library has no codecs (VRM_HAS_CODECS is false): the host decodes.
set(VRM_HAS_CODECS FALSE)
set(VRM_CODECS_MISSING "")
if(VRM_RENDER STREQUAL "OFF")
  return()
endif()

if(NOT VRM_CODECS STREQUAL "OFF")
  function(vrm_find_part name header library package)
    find_path(VRM_${name}_INCLUDE ${header})
    find_library(VRM_${name}_LIBRARY ${library})
    mark_as_advanced(VRM_${name}_INCLUDE VRM_${name}_LIBRARY)
    if(NOT VRM_${name}_INCLUDE OR NOT VRM_${name}_LIBRARY)
      set(VRM_CODECS_MISSING "${VRM_CODECS_MISSING} ${package}" PARENT_SCOPE)
      return()
    endif()
    add_library(vrm_${name} INTERFACE)
    target_include_directories(vrm_${name} SYSTEM INTERFACE ${VRM_${name}_INCLUDE})
    target_link_libraries(vrm_${name} INTERFACE ${VRM_${name}_LIBRARY})
  endfunction()
  if(WIN32) # which decodes pictures itself
    vrm_find_part(zlib zlib.h libz.a libz-mingw-w64-dev)
    set(vrm_codecs zlib)
    set(vrm_codec_libs z)
  else()
    vrm_find_part(spng spng.h spng libspng-dev)
    vrm_find_part(jpeg jpeglib.h jpeg libjpeg62-turbo-dev)
    vrm_find_part(webp webp/decode.h webp libwebp-dev)
    vrm_find_part(webpmux webp/mux.h webpmux libwebp-dev)
    vrm_find_part(zlib zlib.h z zlib1g-dev)
    set(vrm_codecs spng jpeg webpmux webp zlib)
    set(vrm_codec_libs spng jpeg webpmux webp z)
  endif()
  if(NOT VRM_CODECS_MISSING)
    set(VRM_HAS_CODECS TRUE)
  elseif(VRM_CODECS STREQUAL "ON")
    message(FATAL_ERROR "VRM_CODECS is ON, but these packages are missing:${VRM_CODECS_MISSING}")
  endif()
endif()

# The shaders become part of the library: render/shaders/*.glsl as characters.
file(GLOB render_shaders CONFIGURE_DEPENDS render/shaders/*.glsl)
set(render_shader_file ${PROJECT_BINARY_DIR}/render/shaders.inc)
add_custom_command(OUTPUT ${render_shader_file}
  COMMAND ${CMAKE_COMMAND} -DOUT=${render_shader_file} "-DIN=${render_shaders}"
    -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${render_shaders} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)

file(GLOB render_sources CONFIGURE_DEPENDS render/*.c render/framing/*.c
  render/image/*.c render/optimize/*.c render/overlay/*.c)
vrm_use_system_files(render_sources render)
vrm_use_system_files(render_sources render/image)
vrm_use_system_files(render_sources render/optimize)
if(NOT VRM_HAS_CODECS)
  list(FILTER render_sources EXCLUDE REGEX "/render/(image|optimize)/")
endif()
add_library(vrm_render_objects OBJECT ${render_sources} ${render_shader_file})
target_include_directories(vrm_render_objects PRIVATE ${PROJECT_SOURCE_DIR}/include render
  ${PROJECT_BINARY_DIR}/render)
target_compile_definitions(vrm_render_objects PRIVATE VRM_BUILD_SHARED)
set_target_properties(vrm_render_objects PROPERTIES POSITION_INDEPENDENT_CODE ON
  C_VISIBILITY_PRESET hidden)
vrm_compile_options(vrm_render_objects)
vrm_harden(vrm_render_objects)
set(vrm_render_libs ${CMAKE_DL_LIBS} m)
if(WIN32)
  list(APPEND vrm_render_libs ole32 gdi32 user32)
endif()
set(vrm_render_system_libs ${vrm_render_libs})
if(VRM_HAS_CODECS)
  target_compile_definitions(vrm_render_objects PRIVATE VRM_HAS_CODECS=1)
  foreach(part ${vrm_codecs})
    target_link_libraries(vrm_render_objects PRIVATE vrm_${part})
  endforeach()
  list(PREPEND vrm_render_libs ${vrm_codec_libs})
endif()

# Compiled once, linked twice, as libvrm is. Whoever links the installed static library names the
# codecs by their libraries alone.
function(vrm_render_library target kind core)
  add_library(${target} ${kind} $<TARGET_OBJECTS:vrm_render_objects>)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_link_libraries(${target} PUBLIC ${core} PRIVATE ${vrm_render_system_libs})
  if(VRM_HAS_CODECS)
    foreach(part ${vrm_codecs})
      target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:vrm_${part}>)
    endforeach()
    target_link_libraries(${target} PRIVATE "$<INSTALL_INTERFACE:${vrm_codec_libs}>")
  endif()
endfunction()

vrm_render_library(vrm_render STATIC vrm)
set_target_properties(vrm_render PROPERTIES EXPORT_NAME render_static)
if(TARGET vrm_shared)
  vrm_render_library(vrm_render_shared SHARED vrm_shared)
  set_target_properties(vrm_render_shared PROPERTIES OUTPUT_NAME vrm_render
    EXPORT_NAME render_shared VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    INSTALL_RPATH $ORIGIN BUILD_WITH_INSTALL_RPATH ON) # libvrm lies beside it, wherever that is
  vrm_refuse_undefined(vrm_render_shared)
  vrm_harden(vrm_render_shared)
endif()
