/* SPDX-License-Identifier: MIT */
#include "library.h"

#include <dlfcn.h>
#include <string.h>

void* gpu_library_open(void) {
    void* library = dlopen("libOpenCL.so.1", RTLD_NOW);
    return library != NULL ? library : dlopen("libOpenCL.so", RTLD_NOW);
}

bool gpu_library_find(void* library, const char* name, void* out) {
    void* address = dlsym(library, name);
    memcpy(out, &address, sizeof address); /* POSIX: it holds a function's address */
    return address != NULL;
}
