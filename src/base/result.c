/* SPDX-License-Identifier: MIT */
#include "vrm/base.h"

const char* vrm_result_text(vrm_Result result) {
    switch (result) {
    case VRM_OK: return "all went well";
    case VRM_ERR_DEF: return "a definition was not made by its default function";
    case VRM_ERR_MEMORY: return "out of memory";
    case VRM_ERR_IO: return "reading or writing a file failed";
    case VRM_ERR_CONTAINER: return "not a glTF file, or cut short";
    case VRM_ERR_JSON: return "the JSON text has a syntax error";
    case VRM_ERR_INVALID: return "the file cannot be used";
    case VRM_ERR_UNSUPPORTED: return "the file needs something that is not supported";
    case VRM_ERR_LIMIT: return "the file exceeds a limit";
    case VRM_ERR_ARGUMENT: return "an argument does not fit the object";
    }
    return "unknown result";
}

uint32_t vrm_version(void) {
    return VRM_VERSION_MAJOR * 1000000u + VRM_VERSION_MINOR * 1000u + VRM_VERSION_PATCH;
}
