# libvrm_vmc: live motion by the VMC protocol and from trackers. It stands above libvrm, on the public
# headers, and needs nothing but the C library. Compiled once, linked twice, as libvrm is.
if(NOT VRM_VMC OR VRM_GOLDEN)
  return()
endif()
file(GLOB vmc_sources CONFIGURE_DEPENDS vmc/*.c vmc/trackers/*.c)
vrm_use_system_files(vmc_sources vmc)
add_library(vrm_vmc_objects OBJECT ${vmc_sources})
target_include_directories(vrm_vmc_objects PRIVATE ${PROJECT_SOURCE_DIR}/include vmc vmc/trackers)
target_compile_definitions(vrm_vmc_objects PRIVATE VRM_BUILD_SHARED)
set_target_properties(vrm_vmc_objects PROPERTIES POSITION_INDEPENDENT_CODE ON
  C_VISIBILITY_PRESET hidden)
vrm_compile_options(vrm_vmc_objects)
vrm_harden(vrm_vmc_objects)

function(vrm_vmc_library target kind core)
  add_library(${target} ${kind} $<TARGET_OBJECTS:vrm_vmc_objects>)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_link_libraries(${target} PUBLIC ${core} PRIVATE m $<$<BOOL:${WIN32}>:ws2_32>)
endfunction()

vrm_vmc_library(vrm_vmc STATIC vrm)
set_target_properties(vrm_vmc PROPERTIES EXPORT_NAME vmc_static)
if(TARGET vrm_shared)
  vrm_vmc_library(vrm_vmc_shared SHARED vrm_shared)
  set_target_properties(vrm_vmc_shared PROPERTIES OUTPUT_NAME vrm_vmc EXPORT_NAME vmc_shared
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    INSTALL_RPATH $ORIGIN BUILD_WITH_INSTALL_RPATH ON) # libvrm lies beside it, wherever that is
  vrm_refuse_undefined(vrm_vmc_shared)
  vrm_harden(vrm_vmc_shared)
endif()
