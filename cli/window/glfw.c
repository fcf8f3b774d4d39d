/* SPDX-License-Identifier: MIT */
#include "window/glfw.h"

#include <dlfcn.h>
#include <string.h>

static bool find(void* library, const char* name, void* out) {
    void* address = dlsym(library, name);
    memcpy(out, &address, sizeof address); /* POSIX: it holds a function's address */
    return address != NULL;
}

bool glfw_open(glfw_Library* out) {
    void* library = dlopen("libglfw.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return false;
    bool has_all = true;
#define GLFW_FIND(type, name, parameters) has_all &= find(library, "glfw" #name, &out->name);
    GLFW_FUNCTIONS(GLFW_FIND)
#undef GLFW_FIND
    return has_all;
}
