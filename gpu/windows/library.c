/* SPDX-License-Identifier: MIT */
/* library.h for Windows. */
#include "library.h"

#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* From the folder of Windows alone: a library beside the avatar is not run. */
void* gpu_library_open(void) {
    return LoadLibraryExW(L"OpenCL.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
}

bool gpu_library_find(void* library, const char* name, void* out) {
    FARPROC address = GetProcAddress(library, name);
    memcpy(out, &address, sizeof address);
    return address != NULL;
}
