/* SPDX-License-Identifier: MIT */
#include "upload.h"

#include <stdarg.h>
#include <stdio.h>

void vrmi_pointer(char* out, size_t size, const char* format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(out, size, format, args);
    va_end(args);
}

void vrmi_upload_find(const vrmi_Upload* upload, const char* code, const char* message,
                      const char* format, ...) {
    if (upload->def.report == NULL) return;
    char pointer[160] = "/";
    va_list args;
    va_start(args, format);
    vsnprintf(pointer + 1, sizeof pointer - 1, format, args);
    va_end(args);
    vrm_report_add(upload->def.report, code, pointer, message);
}

bool vrmi_upload_spend(vrmi_Upload* upload, uint64_t bytes, const char* pointer) {
    vrm_Drawable* drawable = upload->drawable;
    if (bytes <= drawable->max_gpu_bytes - drawable->gpu_bytes) {
        drawable->gpu_bytes += bytes;
        return true;
    }
    vrm_report_add(upload->def.report, "RENDER_MEMORY_LIMIT", pointer, NULL);
    return false;
}

bool vrmi_upload_spend_geometry(vrmi_Upload* upload, uint64_t bytes, const char* pointer) {
    if (bytes > upload->geometry_bytes) {
        vrm_report_add(upload->def.report, "RENDER_MEMORY_LIMIT", pointer,
                       "This needs more memory for vertices and morph targets than the limit "
                       "geometry of vrm_DrawableDef allows for a file of this size; it is not "
                       "drawn. Raise the limit if you trust the file.");
        return false;
    }
    if (!vrmi_upload_spend(upload, bytes, pointer)) return false;
    upload->geometry_bytes -= bytes;
    return true;
}
