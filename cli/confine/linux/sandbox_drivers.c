/* SPDX-License-Identifier: MIT */
/* The paths that EGL and the graphics drivers behind it need. */
#define _DEFAULT_SOURCE /* setenv, mkdir, lstat */

#include "confine/linux/sandbox_parts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Libraries, and the descriptions of drivers. Only what every user may read anyway. */
static const char* const readable[] = {
    "/usr",
    "/lib",
    "/lib64",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/opengl-driver",
    "/etc/ld.so.cache",
    "/etc/glvnd",
    "/etc/egl",
    "/etc/drirc",
    "/etc/nvidia",
    /* What hardware there is. */
    "/sys/dev",
    "/sys/devices",
    "/sys/bus",
    "/sys/class",
    "/sys/module",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/driver",
    "/dev/urandom",
};

static const char* const devices[] = {
    "/dev/dri",   "/dev/null",    "/dev/nvidia0",   "/dev/nvidia1",        "/dev/nvidia2",
    "/dev/kfd",   "/dev/nvidia3", "/dev/nvidiactl", "/dev/nvidia-modeset", "/dev/nvidia-uvm",
    "/dev/mali0", "/dev/udmabuf", "/dev/dma_heap",
};

/* Where the user keeps libraries and drivers. */
static const char* const variables[] = {
    "LD_LIBRARY_PATH",
    "LIBGL_DRIVERS_PATH",
    "GBM_BACKENDS_PATH",
    "__EGL_VENDOR_LIBRARY_DIRS",
    "__EGL_VENDOR_LIBRARY_FILENAMES",
    "DRIRC_CONFIGDIR",
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void allow_list(sandbox_AllowFn* allow, void* ctx, const char* text) {
    char path[PATH_MAX];
    while (text != NULL && *text != 0) {
        size_t length = strcspn(text, ":");
        if (length > 0 && length < sizeof path) {
            memcpy(path, text, length);
            path[length] = 0;
            allow(ctx, path, SANDBOX_READ);
        }
        text += length + (text[length] == ':');
    }
}

static bool is_set(const char* name) {
    const char* value = getenv(name);
    return value != NULL && value[0] != 0;
}

/* A folder that nobody else can put code into. Where XDG_CACHE_HOME or HOME is shared, as /tmp, it
 * may have been made by another user, or be a link. */
static bool is_private_folder(const char* path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
           (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The folder of the user's caches; false when there is none. */
static bool cache_folder(char* out, size_t room) {
    int length = -1;
    if (is_set("XDG_CACHE_HOME"))
        length = snprintf(out, room, "%s", getenv("XDG_CACHE_HOME"));
    else if (is_set("HOME"))
        length = snprintf(out, room, "%s/.cache", getenv("HOME"));
    if (length <= 0 || (size_t)length + sizeof "/vrm" > room) return false;
    mkdir(out, 0700);
    strcat(out, "/vrm");
    mkdir(out, 0700);
    return is_private_folder(out);
}

static void allow_cache(sandbox_AllowFn* allow, void* ctx, const char* folder) {
    allow(ctx, folder, SANDBOX_READ);
    allow(ctx, folder, SANDBOX_WRITE);
}

/* Without its cache Mesa compiles all shaders in each run, which takes longer than the picture. The
 * cache holds machine code: one that other programs use too must not be written from here, and this
 * one is used only from inside a sandbox. */
static void allow_shader_cache(sandbox_AllowFn* allow, void* ctx) {
    char folder[PATH_MAX];
    if (is_set("MESA_SHADER_CACHE_DIR") || is_set("MESA_SHADER_CACHE_DISABLE")) {
        const char* chosen = getenv("MESA_SHADER_CACHE_DIR");
        if (chosen != NULL) allow_cache(allow, ctx, chosen);
    } else if (cache_folder(folder, sizeof folder)) {
        setenv("MESA_SHADER_CACHE_DIR", folder, 1);
        allow_cache(allow, ctx, folder);
    } else {
        setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    }
}

void sandbox_allow_drivers(sandbox_AllowFn* allow, void* ctx) {
    for (size_t i = 0; i < COUNT(readable); i++) allow(ctx, readable[i], SANDBOX_READ);
    for (size_t i = 0; i < COUNT(devices); i++) allow(ctx, devices[i], SANDBOX_USE);
    for (size_t i = 0; i < COUNT(variables); i++) allow_list(allow, ctx, getenv(variables[i]));
    allow_shader_cache(allow, ctx);
}
