# The dialect, the warnings and the floating-point promises that all of our C shares.
# -ffp-contract=off: equal bits on every CPU. -fno-math-errno: sqrtf becomes one instruction.
function(vrm_compile_options target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
    -Wmissing-prototypes -Wundef -Wvla -ffp-contract=off -fno-math-errno)
  if(VRM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
