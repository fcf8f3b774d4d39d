# Protections that the compiler and the linker add to the libraries and the command. None of them is
# needed for the code to be right: they leave less to do with an error. tests/hardening/ looks for
# them in what was built.
#
#   stack protector, stack clash   a write past an array on the stack ends the program
#   _FORTIFY_SOURCE                copies of the C library know the size of their target
#   CET, or BTI and PAC            a jump or return goes only where one was meant to go
#   PIE, RELRO, BIND_NOW           no address is known ahead; tables of functions cannot be written
#
# Sanitizers bring checks of their own, and without optimization the C library can have none.
option(VRM_HARDEN "protections of compiler and linker for the libraries and the command" ON)

set(vrm_harden_compile)
set(vrm_harden_link)
if(VRM_HARDEN AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT VRM_SANITIZE)
  set(wanted -fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64|i.86)$")
    list(APPEND wanted -fcf-protection=full)
  elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    list(APPEND wanted -mbranch-protection=standard)
  endif()
  foreach(flag ${wanted})
    # With -Werror: clang accepts some of them and says that it does nothing for this CPU.
    string(MAKE_C_IDENTIFIER "VRM_TAKES${flag}" takes)
    set(CMAKE_REQUIRED_FLAGS "-Werror ${flag}")
    check_c_source_compiles("int main(void) { return 0; }" ${takes})
    unset(CMAKE_REQUIRED_FLAGS)
    if(${takes})
      list(APPEND vrm_harden_compile ${flag})
    endif()
  endforeach()
  if(CMAKE_BUILD_TYPE MATCHES "^Rel" AND NOT CMAKE_C_FLAGS_RELEASE MATCHES "-O0")
    set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
    check_c_source_compiles("#include <string.h>
int main(void) { return 0; }" VRM_HAS_FORTIFY_3) # an older C library warns
    unset(CMAKE_REQUIRED_FLAGS)
    list(APPEND vrm_harden_compile -U_FORTIFY_SOURCE
      -D_FORTIFY_SOURCE=$<IF:$<BOOL:${VRM_HAS_FORTIFY_3}>,3,2>)
  endif()
  set(vrm_harden_link LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()

# The step of a sim reads what a rig holds, which was checked when it was built, and no byte of a file:
# there the guards of stack and return addresses would cost 1 % of the instructions (tests/measure/counts/).
if(vrm_harden_compile)
  set(hot_options -fno-stack-protector)
  if("-mbranch-protection=standard" IN_LIST vrm_harden_compile)
    list(APPEND hot_options -mbranch-protection=bti)
  endif()
  file(GLOB_RECURSE hot_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/*.c)
  set_source_files_properties(${hot_sources} PROPERTIES COMPILE_OPTIONS "${hot_options}")
endif()

# Objects, a shared library or a program.
function(vrm_harden target)
  target_compile_options(${target} PRIVATE ${vrm_harden_compile})
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "OBJECT_LIBRARY")
    return()
  endif()
  target_link_options(${target} PRIVATE ${vrm_harden_link})
  if(vrm_harden_link)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(kind STREQUAL "EXECUTABLE") # check_pie_supported() would leave its results in a parent's cache
      target_link_options(${target} PRIVATE -pie)
    endif()
  endif()
endfunction()
