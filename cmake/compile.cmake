# What no C11 compiler must have and ours must: src/base/compiler.h says the same when the files are
# compiled some other way.
include(CheckCSourceCompiles)
check_c_source_compiles("typedef float f4 __attribute__((vector_size(16)));
int main(void) { f4 a = {1.0f}, b = a + a; return (int)b[3] + __builtin_ctzll(1ull); }" VRM_HAS_VECTORS)
if(NOT VRM_HAS_VECTORS)
  message(FATAL_ERROR "libvrm needs the vector types of GNU C: compile it with gcc or clang, "
    "not with ${CMAKE_C_COMPILER} (${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION})")
endif()

# The dialect, the warnings and the floating-point promises that all of our C shares.
# -ffp-contract=off: equal bits on every CPU. -fno-math-errno: sqrtf becomes one instruction.
function(vrm_compile_options target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
    -Wmissing-prototypes -Wundef -Wvla -ffp-contract=off -fno-math-errno ${VRM_OPTIMIZE}>)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32) # clang 19 counts a float times an enumerator as a conversion
    target_compile_options(${target} PRIVATE -Wno-enum-float-conversion)
  endif()
  if(WIN32) # mingw's isfinite() and its like are macros that convert; strict C hides strdup()
    target_compile_options(${target} PRIVATE -Wno-conversion -Wno-double-promotion)
    target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1) # printf as in C99
    set_target_properties(${target} PROPERTIES C_EXTENSIONS ON)
  endif()
  if(VRM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# What differs between systems is a file of its own. The files of FOLDER/ are for POSIX; on Windows
# those of FOLDER/windows/ join them, and replace those of the same name.
function(vrm_use_system_files list folder)
  if(NOT WIN32)
    return()
  endif()
  file(GLOB twins CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/windows/*.c)
  set(sources ${${list}})
  foreach(twin ${twins})
    get_filename_component(name ${twin} NAME)
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${folder}/${name})
  endforeach()
  set(${list} ${sources} ${twins} PARENT_SCOPE)
endfunction()

# Sanitizers concern every object of the build, so they are set once for all of it. UBSan's
# recovery is off: a finding ends the program, and so the test.
if(VRM_SANITIZE)
  add_compile_options(-fsanitize=${VRM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${VRM_SANITIZE})
  add_compile_definitions(VRMI_CHECKED=1)
endif()
# What each stage of a frame may read and write is checked where speed does not count.
add_compile_definitions($<$<CONFIG:Debug>:VRMI_CHECKED=1>)

# A function that a shared library uses and does not link is our error. A sanitizer's own functions
# come with the program that loads the library, so those builds cannot ask for it.
function(vrm_refuse_undefined target)
  if(NOT VRM_SANITIZE AND NOT WIN32)
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
endfunction()
