# libvrm_vmc: live motion by the VMC protocol. It stands above libvrm, on the public headers, and
# needs nothing but the C library. Programs that link it link libvrm too, whichever they like.
if(NOT VRM_VMC OR VRM_GOLDEN)
  return()
endif()
file(GLOB vmc_sources CONFIGURE_DEPENDS vmc/*.c)
add_library(vrm_vmc STATIC ${vmc_sources})
target_include_directories(vrm_vmc PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_link_libraries(vrm_vmc PUBLIC $<BUILD_INTERFACE:vrm> m)
set_target_properties(vrm_vmc PROPERTIES EXPORT_NAME vmc POSITION_INDEPENDENT_CODE ON)
vrm_compile_options(vrm_vmc)
