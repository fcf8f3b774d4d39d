# libvrm_gpu: crowds on a graphics card. It stands above libvrm, on the public headers. Nothing is
# needed to build it: OpenCL is declared in gpu/cl.h and opened when a sim is created.
if(NOT VRM_GPU OR VRM_GOLDEN)
  return()
endif()

# The kernels become part of the library: gpu/kernels/*.cl and what they include, as characters.
file(GLOB gpu_kernels CONFIGURE_DEPENDS gpu/kernels/*.cl gpu/kernels/*.h)
list(APPEND gpu_kernels ${PROJECT_SOURCE_DIR}/src/base/trig_poly.h)
set(gpu_kernel_file ${PROJECT_BINARY_DIR}/gpu/kernels.inc)
add_custom_command(OUTPUT ${gpu_kernel_file}
  COMMAND ${CMAKE_COMMAND} -DOUT=${gpu_kernel_file} "-DIN=${gpu_kernels}" -DPREFIX=kernel
    -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${gpu_kernels} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)

file(GLOB gpu_sources CONFIGURE_DEPENDS gpu/*.c gpu/table/*.c)
vrm_use_system_files(gpu_sources gpu)
add_library(vrm_gpu_objects OBJECT ${gpu_sources} ${gpu_kernel_file})
target_include_directories(vrm_gpu_objects PRIVATE ${PROJECT_SOURCE_DIR}/include gpu
  ${PROJECT_BINARY_DIR}/gpu)
target_compile_definitions(vrm_gpu_objects PRIVATE VRM_BUILD_SHARED)
set_target_properties(vrm_gpu_objects PROPERTIES POSITION_INDEPENDENT_CODE ON
  C_VISIBILITY_PRESET hidden)
vrm_compile_options(vrm_gpu_objects)
vrm_harden(vrm_gpu_objects)

function(vrm_gpu_library target kind core)
  add_library(${target} ${kind} $<TARGET_OBJECTS:vrm_gpu_objects>)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_link_libraries(${target} PUBLIC ${core} PRIVATE ${CMAKE_DL_LIBS} m)
endfunction()

vrm_gpu_library(vrm_gpu STATIC vrm)
set_target_properties(vrm_gpu PROPERTIES EXPORT_NAME gpu_static)
if(TARGET vrm_shared)
  vrm_gpu_library(vrm_gpu_shared SHARED vrm_shared)
  set_target_properties(vrm_gpu_shared PROPERTIES OUTPUT_NAME vrm_gpu EXPORT_NAME gpu_shared
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    INSTALL_RPATH $ORIGIN BUILD_WITH_INSTALL_RPATH ON) # libvrm lies beside it, wherever that is
  vrm_refuse_undefined(vrm_gpu_shared)
  vrm_harden(vrm_gpu_shared)
endif()
