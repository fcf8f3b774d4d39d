# The files of src/runtime/lanes/ are part of vrm_objects, with four lanes and for the CPU that
# everything is compiled for. Here they are compiled again, each time as a kernel with a name
# (src/runtime/lanes/lanes.h); src/runtime/kernel.c chooses one when a sim is created.
#
# -mavx512f allows fused multiply-add, and gcc 12 vectorizes scalar code with it in spite of
# -ffp-contract=off. So what is not written as vectors stays scalar in kernels; tools/check/fused
# looks at the instructions.
#
# For x86_64 these are AVX2 and AVX-512. Elsewhere, builds for tests have 8 and 16 lanes made of the
# vectors that the CPU has: they are never chosen by themselves, and show that the number of lanes
# does not change a bit.
# Windows aligns the stack to 16 bytes, and gcc does not align wider vectors there: all their moves
# are made unaligned ones (tests/windows/run.sh looks at them).
set(vrm_kernel_options)
if(WIN32)
  set(vrm_kernel_options -Wa,-muse-unaligned-vector-move)
endif()
file(GLOB vrm_lane_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/lanes/*.c)
set(vrm_kernel_objects)

function(vrm_add_kernel kernel lanes)
  set(target vrm_kernel_${kernel})
  add_library(${target} OBJECT ${vrm_lane_sources})
  target_include_directories(${target} PRIVATE include src)
  target_compile_definitions(${target} PRIVATE VRM_BUILD_SHARED VRMI_LANES=${lanes}
    VRMI_KERNEL=${kernel})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden)
  vrm_compile_options(${target})
  target_compile_options(${target} PRIVATE ${ARGN} ${vrm_kernel_options}
    -fno-tree-vectorize -fno-tree-slp-vectorize)
  vrm_harden(${target})
  set(vrm_kernel_objects ${vrm_kernel_objects} $<TARGET_OBJECTS:${target}> PARENT_SCOPE)
endfunction()

# A node of JSON gets its fields from registers; gcc would put pairs of them into a vector first.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/json/fast.c
  PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)

# The fast JSON reader once more, for AVX2; src/json/json_read.c chooses.
function(vrm_add_json_reader)
  add_library(vrm_json_avx2 OBJECT ${PROJECT_SOURCE_DIR}/src/json/estimate.c
    ${PROJECT_SOURCE_DIR}/src/json/scan.c ${PROJECT_SOURCE_DIR}/src/json/fast.c)
  target_include_directories(vrm_json_avx2 PRIVATE include src)
  target_compile_definitions(vrm_json_avx2 PRIVATE VRM_BUILD_SHARED VRMI_JSON_AVX2=1)
  set_target_properties(vrm_json_avx2 PROPERTIES POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden)
  vrm_compile_options(vrm_json_avx2)
  target_compile_options(vrm_json_avx2 PRIVATE -mavx2 -mbmi -mbmi2 -mpopcnt -mpclmul
    ${vrm_kernel_options})
  vrm_harden(vrm_json_avx2)
  set(vrm_kernel_objects ${vrm_kernel_objects} $<TARGET_OBJECTS:vrm_json_avx2> PARENT_SCOPE)
endfunction()

# Tells the files that choose.
function(vrm_say_kernels definition)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/cpu.c
    ${PROJECT_SOURCE_DIR}/src/json/json_read.c ${PROJECT_SOURCE_DIR}/src/runtime/kernel.c
    PROPERTIES COMPILE_DEFINITIONS ${definition})
endfunction()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  vrm_add_kernel(x4_avx2 4 -mavx2)
  vrm_add_kernel(x8 8 -mavx2)
  vrm_add_kernel(x16 16 -mavx2 -mavx512f -mavx512vl -mavx512bw -mavx512dq)
  vrm_add_json_reader()
  vrm_say_kernels(VRMI_KERNELS_X86=1)
elseif((VRM_TESTS OR VRM_GOLDEN) AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "wasm")
  vrm_add_kernel(x8 8)
  vrm_add_kernel(x16 16)
  vrm_say_kernels(VRMI_KERNELS_PLAIN=1)
endif()
