/* SPDX-License-Identifier: MIT */
#include "upload.h"

#include <stdio.h>

const char* vrmi_pointer(vrmi_Upload* upload, const char* list, int32_t index, const char* path) {
    snprintf(upload->pointer, sizeof upload->pointer, "/%s/%d%s", list, index, path);
    return upload->pointer;
}

const char* vrmi_primitive_pointer(vrmi_Upload* upload, int32_t mesh, int32_t primitive,
                                   const char* path) {
    snprintf(upload->pointer, sizeof upload->pointer, "/meshes/%d/primitives/%d%s", mesh, primitive,
             path);
    return upload->pointer;
}

void vrmi_upload_report(const vrmi_Upload* upload, const char* code, const char* pointer,
                        const char* message) {
    vrm_report_add(upload->def.report, code, pointer, message);
}

bool vrmi_upload_spend(vrmi_Upload* upload, uint64_t bytes, const char* pointer) {
    vrm_Drawable* drawable = upload->drawable;
    if (bytes <= drawable->max_gpu_bytes - drawable->gpu_bytes) {
        drawable->gpu_bytes += bytes;
        return true;
    }
    vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT", pointer, NULL);
    return false;
}

bool vrmi_upload_spend_geometry(vrmi_Upload* upload, uint64_t bytes, const char* pointer) {
    if (bytes > upload->geometry_bytes) {
        vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT", pointer,
                           "This needs more memory for vertices and morph targets than the limit "
                           "geometry of vrm_DrawableDef allows for a file of this size; it is not "
                           "drawn. Raise the limit if you trust the file.");
        return false;
    }
    if (!vrmi_upload_spend(upload, bytes, pointer)) return false;
    upload->geometry_bytes -= bytes;
    return true;
}
