# cmake -DIN="a.glsl;b.glsl" -DOUT=file -P embed.cmake
# Writes each file as a C array of characters that ends in 0: a.glsl becomes shader_a, or PREFIX_a
# with -DPREFIX=.
if(NOT PREFIX)
  set(PREFIX shader)
endif()
set(text "/* Written by cmake/embed.cmake. */\n")
foreach(file IN LISTS IN)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND text "static const char ${PREFIX}_${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE "${OUT}" "${text}")
