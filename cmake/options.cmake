# Everything a build can be asked for. Users need none of these; CMakePresets.json sets them for us.
#
# A project that adds this one (add_subdirectory, FetchContent) gets the static libraries, as
# vrm::vrm, vrm::render, vrm::vmc and vrm::gpu, and nothing that it did not ask for: no command, no
# programs, no install rules, no build type. Only the libraries that it links are built; where it has no
# build type, they are optimised all the same. tests/api/subproject.sh is such a project.
if(PROJECT_IS_TOP_LEVEL)
  set(vrm_is_shared ON)
else()
  set(vrm_is_shared ${BUILD_SHARED_LIBS})
endif()
option(VRM_SHARED "build the shared library too" ${vrm_is_shared})
option(VRM_COMMAND "build the vrm command" ${PROJECT_IS_TOP_LEVEL})
option(VRM_INSTALL "install what is built" ${PROJECT_IS_TOP_LEVEL})
option(VRM_TESTS "build the unit tests, examples and fuzz replays (needs cmocka)" OFF)
set(VRM_UNIT_TESTS ".*" CACHE STRING "which unit tests, as a regular expression over their names")
option(VRM_CHECK "test the other builds as well: sanitizers, clang, other CPU, wasm, node" OFF)
option(VRM_GOLDEN "build the golden-hash programs alone, without cmocka" OFF)
option(VRM_PROGRAMS "build the golden programs, fuzz replays and examples, to be run elsewhere" OFF)
option(VRM_FUZZ "build the fuzz targets with libFuzzer (needs clang)" OFF)
option(VRM_BENCH "build the benchmarks and their peers" OFF)
option(VRM_WEB "build the npm package of web/ and nothing else" OFF)
option(VRM_WERROR "treat warnings as errors" OFF)
set(VRM_MESHOPT AUTO CACHE STRING "EXT_meshopt_compression through meshoptimizer: AUTO, ON or OFF")
set_property(CACHE VRM_MESHOPT PROPERTY STRINGS AUTO ON OFF)
option(VRM_VMC "build libvrm_vmc, which receives live motion" ON)
option(VRM_GPU "build libvrm_gpu, which runs crowds through OpenCL" ON)
option(VRM_RENDER "build libvrm_render, which draws" ON)
set(VRM_CODECS AUTO CACHE STRING "PNG, JPEG and WebP in libvrm_render: AUTO, ON or OFF")
set_property(CACHE VRM_CODECS PROPERTY STRINGS AUTO ON OFF)
set(VRM_VIEW AUTO CACHE STRING "vrm view through libmicrohttpd: AUTO, ON or OFF")
set_property(CACHE VRM_VIEW PROPERTY STRINGS AUTO ON OFF)
set(VRM_SOUND AUTO CACHE STRING "vrm --audio through libsndfile: AUTO, ON or OFF")
set_property(CACHE VRM_SOUND PROPERTY STRINGS AUTO ON OFF)
set(VRM_GSTREAMER AUTO CACHE STRING "the GStreamer plugin: AUTO, ON or OFF")
set_property(CACHE VRM_GSTREAMER PROPERTY STRINGS AUTO ON OFF)
set(VRM_PAGE ${PROJECT_SOURCE_DIR}/build/web CACHE PATH "the page that vrm view carries")
option(VRM_COVERAGE "count what runs, for tools/check/coverage (needs gcc)" OFF)
set(VRM_SANITIZE "" CACHE STRING "what -fsanitize= is given, for every target")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Files of src/ use short names for what is their own: they cannot be joined.
set(CMAKE_UNITY_BUILD OFF)

get_property(vrm_has_many_types GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
set(VRM_OPTIMIZE "")
if(NOT PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT vrm_has_many_types AND NOT CMAKE_C_FLAGS MATCHES "(^| )-O")
  set(VRM_OPTIMIZE -O2)
  message(STATUS "libvrm: no build type is set; its libraries are compiled with -O2")
endif()

# We build the same files many times over.
if((VRM_TESTS OR VRM_GOLDEN OR VRM_BENCH OR VRM_WEB OR VRM_PROGRAMS) AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER)
  find_program(CCACHE ccache)
  mark_as_advanced(CCACHE)
  if(CCACHE)
    set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  endif()
endif()
