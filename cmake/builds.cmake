# The other builds that `make check` tests: the same sources with other compilers, CPUs and
# sanitizers. Each is a preset, built by one ctest entry (build.PRESET) that the tests in it depend
# on; a build that fails therefore shows as one failed test and its dependents as not run. COST has
# ctest begin with the builds, which take all cores, and then the judges, which take long, so that no
# core waits at the end.
#
# A build makes the programs that its tests run, and no others. Two make everything: `asan`, so that
# clang has seen every file, and `web`, whose tests take a folder.
#
#   vrm_test_in_build(PRESET NAME LABELS label... COMMAND program-in-that-build [arguments...]
#                     [RUN wrapper...] [ENVIRONMENT NAME=value...])
#
# adds the test PRESET.NAME. It does nothing unless VRM_CHECK is on. AddressSanitizer does not search
# for lost blocks unless the ENVIRONMENT says so: that takes seconds for each process on some CPUs,
# and tests/support/leaks.c counts them at no cost.
cmake_host_system_information(RESULT vrm_cores QUERY NUMBER_OF_LOGICAL_CORES)

if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  set(vrm_other_cpu aarch64)
else()
  set(vrm_other_cpu x86_64)
endif()

function(vrm_test_in_build preset name)
  if(NOT VRM_CHECK)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LABELS;COMMAND;RUN;ENVIRONMENT")
  set(folder ${PROJECT_SOURCE_DIR}/build-${preset})
  get_property(known GLOBAL PROPERTY vrm_build_${preset})
  if(NOT known)
    set_property(GLOBAL PROPERTY vrm_build_${preset} TRUE)
    add_custom_target(vrm_programs_of_${preset}) # keeps the list, which is not complete yet
    add_test(NAME build.${preset} COMMAND ${PROJECT_SOURCE_DIR}/tools/build_preset ${preset}
      $<TARGET_PROPERTY:vrm_programs_of_${preset},PROGRAMS> COMMAND_EXPAND_LISTS)
    set_tests_properties(build.${preset} PROPERTIES FIXTURES_SETUP build-${preset}
      LABELS build TIMEOUT 1200 PROCESSORS ${vrm_cores} COST 1000
      ENVIRONMENT ASAN_OPTIONS=detect_leaks=0) # the build runs its programs, for manual pages
  endif()
  if(preset STREQUAL "asan" AND NOT arg_ENVIRONMENT MATCHES "ASAN_OPTIONS")
    list(APPEND arg_ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
  endif()
  list(POP_FRONT arg_COMMAND program)
  if(NOT preset MATCHES "^(asan|web)$")
    set_property(TARGET vrm_programs_of_${preset} APPEND PROPERTY PROGRAMS ${program})
  endif()
  add_test(NAME ${preset}.${name} COMMAND ${arg_RUN} ${folder}/${program} ${arg_COMMAND})
  set_tests_properties(${preset}.${name} PROPERTIES FIXTURES_REQUIRED build-${preset}
    LABELS "${arg_LABELS}" TIMEOUT 900 SKIP_RETURN_CODE 77 ENVIRONMENT "${arg_ENVIRONMENT}")
endfunction()
