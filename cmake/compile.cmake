# The dialect, the warnings and the floating-point promises that all of our C shares.
# -ffp-contract=off: equal bits on every CPU. -fno-math-errno: sqrtf becomes one instruction.
function(vrm_compile_options target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
    -Wmissing-prototypes -Wundef -Wvla -ffp-contract=off -fno-math-errno>)
  if(VRM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
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
  if(NOT VRM_SANITIZE)
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
endfunction()
