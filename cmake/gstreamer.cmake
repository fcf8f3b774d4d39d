# The GStreamer plugin `vrm`: vrmsrc draws an avatar as video, vrmlips moves its mouth to sound. It
# stands above libvrm and libvrm_render, on the public headers, and shares with `vrm render` the files of
# the command that draw a frame: both give equal bytes.
if(VRM_GSTREAMER STREQUAL "OFF" OR NOT VRM_HAS_CODECS OR NOT VRM_COMMAND OR WIN32 OR VRM_SANITIZE
    OR VRM_COVERAGE)
  return()
endif()
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(VRM_GST QUIET IMPORTED_TARGET gstreamer-1.0>=1.20 gstreamer-base-1.0
    gstreamer-audio-1.0 gstreamer-video-1.0)
endif()
if(NOT VRM_GST_FOUND)
  if(VRM_GSTREAMER STREQUAL "ON")
    message(FATAL_ERROR "VRM_GSTREAMER is ON, but libgstreamer1.0-dev, "
      "libgstreamer-plugins-base1.0-dev or pkg-config is missing")
  endif()
  return()
endif()

# What a frame is drawn by and messages are read by, without what reads command lines. Standard error
# belongs to the whole program, so it is not muted (windows/mute.c does nothing).
file(GLOB control_sources CONFIGURE_DEPENDS cli/control/*.c)
set(film_sources ${control_sources} cli/face/cues.c cli/face/performance_facts.c cli/face/performer.c
  cli/face/voice.c cli/facts/far.c cli/files/allowed.c cli/files/files.c cli/files/whole_file.c
  cli/picture/render_camera.c cli/picture/render_frame.c cli/picture/render_pixels.c cli/picture/render_plan.c
  cli/picture/render_scene.c
  cli/posix/control_wire.c cli/posix/local_socket.c cli/posix/no_links.c cli/posix/paths.c
  cli/posix/terminal.c cli/sound/sound.c cli/sound/sound_file.c cli/windows/mute.c cli/words/expression_name.c cli/words/json.c
  cli/words/limit_option.c cli/words/output.c cli/words/suggest.c
  cli/words/terminal_color.c)
file(GLOB plugin_sources CONFIGURE_DEPENDS plugins/gstreamer/*.c)
add_library(vrm_gstreamer MODULE ${plugin_sources} ${film_sources})
set_target_properties(vrm_gstreamer PROPERTIES PREFIX lib OUTPUT_NAME gstvrm
  C_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/gstreamer-1.0
  INSTALL_RPATH $ORIGIN/..) # libvrm lies above it, wherever that is
target_include_directories(vrm_gstreamer PRIVATE plugins/gstreamer cli)
if(TARGET vrm_render_shared)
  target_link_libraries(vrm_gstreamer PRIVATE vrm_render_shared vrm_shared)
else()
  target_link_libraries(vrm_gstreamer PRIVATE vrm_render vrm)
endif()
target_link_libraries(vrm_gstreamer PRIVATE PkgConfig::VRM_GST m)
vrm_add_sound(vrm_gstreamer)
vrm_add_mp3(vrm_gstreamer)
vrm_compile_options(vrm_gstreamer)
vrm_refuse_undefined(vrm_gstreamer)
vrm_harden(vrm_gstreamer)
