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

# MP3 that arrives in pieces, for `vrm live --control`: libmpg123, which libsndfile uses too.
set(VRM_HAS_MP3 FALSE)
if(VRM_HAS_SOUND)
  find_path(VRM_mpg123_INCLUDE mpg123.h)
  find_library(VRM_mpg123_LIBRARY mpg123)
  mark_as_advanced(VRM_mpg123_INCLUDE VRM_mpg123_LIBRARY)
  if(VRM_mpg123_INCLUDE AND VRM_mpg123_LIBRARY)
    set(VRM_HAS_MP3 TRUE)
  endif()
endif()

# Lets a program with cli/control/ decode MP3 in pieces.
function(vrm_add_mp3 target)
  if(VRM_HAS_MP3)
    target_include_directories(${target} SYSTEM PRIVATE ${VRM_mpg123_INCLUDE})
    target_link_libraries(${target} PRIVATE ${VRM_mpg123_LIBRARY})
    target_compile_definitions(${target} PRIVATE CLI_HAS_MP3=1)
  endif()
endfunction()

# Lets a program with cli/sound/ decode.
function(vrm_add_sound target)
  if(VRM_HAS_SOUND)
    target_include_directories(${target} SYSTEM PRIVATE ${VRM_sndfile_INCLUDE})
    target_link_libraries(${target} PRIVATE ${VRM_sndfile_LIBRARY})
    target_compile_definitions(${target} PRIVATE CLI_HAS_SOUND=1)
  endif()
endfunction()
