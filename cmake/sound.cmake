# Sound for `vrm render --audio` and others, by libsndfile, found by its files as the codecs are.
# Without it these options say what is missing.
set(VRM_HAS_SOUND FALSE)
if(NOT VRM_SOUND STREQUAL "OFF")
  find_path(VRM_sndfile_INCLUDE sndfile.h)
  find_library(VRM_sndfile_LIBRARY sndfile)
  mark_as_advanced(VRM_sndfile_INCLUDE VRM_sndfile_LIBRARY)
  if(VRM_sndfile_INCLUDE AND VRM_sndfile_LIBRARY)
    set(VRM_HAS_SOUND TRUE)
  elseif(VRM_SOUND STREQUAL "ON")
    message(FATAL_ERROR "VRM_SOUND is ON, but libsndfile1-dev is missing")
  endif()
endif()

# Lets a program with cli/sound/ decode.
function(vrm_add_sound target)
  if(VRM_HAS_SOUND)
    target_include_directories(${target} SYSTEM PRIVATE ${VRM_sndfile_INCLUDE})
    target_link_libraries(${target} PRIVATE ${VRM_sndfile_LIBRARY})
    target_compile_definitions(${target} PRIVATE CLI_HAS_SOUND=1)
  endif()
endfunction()
