# vrm view: a server by libmicrohttpd, found by its files as the codecs are. VRM_PAGE is the folder of
# the page that the program carries: build/web, where `make web` leaves it, unless something else is
# said. Its files become part of the program, compressed where that makes them smaller; without the
# folder the program has no page, and `vrm view` says how to get one (or takes --page FOLDER).
set(VRM_HAS_VIEW FALSE)
if(NOT VRM_VIEW STREQUAL "OFF")
  find_path(VRM_microhttpd_INCLUDE microhttpd.h)
  find_library(VRM_microhttpd_LIBRARY microhttpd)
  mark_as_advanced(VRM_microhttpd_INCLUDE VRM_microhttpd_LIBRARY)
  if(VRM_microhttpd_INCLUDE AND VRM_microhttpd_LIBRARY)
    set(VRM_HAS_VIEW TRUE)
  elseif(VRM_VIEW STREQUAL "ON")
    message(FATAL_ERROR "VRM_VIEW is ON, but libmicrohttpd-dev is missing")
  endif()
endif()

# Adds the server and the page to the command.
function(vrm_add_view target)
  target_include_directories(${target} SYSTEM PRIVATE ${VRM_microhttpd_INCLUDE})
  target_link_libraries(${target} PRIVATE ${VRM_microhttpd_LIBRARY})
  target_compile_definitions(${target} PRIVATE CLI_HAS_VIEW=1)

  set(files)
  if(EXISTS ${VRM_PAGE}/index.html)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${VRM_PAGE} ${VRM_PAGE}/*)
    list(FILTER files EXCLUDE REGEX "(^|/)\\.|\\.d\\.ts$")
    list(SORT files)
  endif()
  find_program(VRM_GZIP gzip)
  mark_as_advanced(VRM_GZIP)
  set(has_gzip FALSE)
  if(VRM_GZIP AND TARGET vrm_zlib)
    set(has_gzip TRUE)
    target_link_libraries(${target} PRIVATE vrm_zlib)
    target_compile_definitions(${target} PRIVATE CLI_HAS_ZLIB=1)
  endif()

  set(folder ${PROJECT_BINARY_DIR}/page)
  set(symbols "")
  set(rows "")
  set(inputs)
  set(index 0)
  foreach(file ${files})
    set(source ${VRM_PAGE}/${file})
    set(is_gzip false)
    if(has_gzip AND NOT file MATCHES "\\.(png|jpg|webp|woff2)$")
      # -n: no name and no time, so that two builds have equal bytes.
      add_custom_command(OUTPUT ${folder}/${index}.gz
        COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
        COMMAND ${VRM_GZIP} -9 -n -c ${source} > ${folder}/${index}.gz
        DEPENDS ${source} VERBATIM)
      set(source ${folder}/${index}.gz)
      set(is_gzip true)
    endif()
    list(APPEND inputs ${source})
    string(APPEND symbols "INCLUDE_FILE(${index}, \"${source}\")\n")
    string(APPEND rows "    {\"${file}\", page_${index}, page_end_${index}, ${is_gzip}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/view_embedded.c @ONLY CONTENT [[
/* Written by cmake/view.cmake: the page of vrm view. */
#include "view/view_page.h"

/* The assembler includes the bytes: as C arrays they would take the compiler minutes. */
#if defined(_WIN32)
#define SECTION ".section .rdata,\"dr\"\n"
#elif defined(__APPLE__)
#define SECTION ".const_data\n"
#else
#define SECTION ".section .rodata\n"
#endif
#if defined(__APPLE__) || (defined(_WIN32) && !defined(_WIN64))
#define SYMBOL(name) "_" name
#else
#define SYMBOL(name) name
#endif
#define INCLUDE_FILE(index, path)                                                                  \
    extern const uint8_t page_##index[], page_end_##index[];                                       \
    __asm__(SECTION ".globl " SYMBOL("page_" #index) "\n.globl " SYMBOL("page_end_" #index) "\n"    \
            ".balign 16\n" SYMBOL("page_" #index) ":\n.incbin \"" path "\"\n"                       \
            SYMBOL("page_end_" #index) ":\n.byte 0\n.text\n");

@symbols@
const view_Embedded view_embedded[] = {
@rows@    {NULL, NULL, NULL, false},
};
const int view_embedded_count = @index@;
]])
  set_source_files_properties(${folder}/view_embedded.c PROPERTIES OBJECT_DEPENDS "${inputs}")
  target_sources(${target} PRIVATE ${folder}/view_embedded.c)
endfunction()
