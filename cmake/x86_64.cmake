# Debian's cross compiler for x86_64, its programs run by qemu-user on the cross compiler's own C
# library, which they name themselves: where x86_64 is a foreign architecture of the machine, the
# usual places hold another one. (Static linking is no way out: libm.a of the cross packages is a
# linker script with paths that are not there.) -cpu max: with all that qemu can do, AVX2 among it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(vrm_cross_lib /usr/x86_64-linux-gnu/lib)
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,--dynamic-linker=${vrm_cross_lib}/ld-linux-x86-64.so.2 -Wl,-rpath,${vrm_cross_lib} -Wl,--disable-new-dtags")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-x86_64 -cpu max)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
