/* SPDX-License-Identifier: MIT */
/* What the writers of all dialects share. */
#include "write.h"

bool faces_back(vrm_Dialect dialect) {
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_DRAFT;
}

vrm_Vec3 turned(vrm_Dialect dialect, vrm_Vec3 v) {
    return faces_back(dialect) ? v3(-v.x, v.y, -v.z) : v;
}

void write_texture_info(File* file, const char* key, int32_t texture, bool has_transform) {
    begin_object(file, key);
    put_int(file, "index", texture);
    if (has_transform) {
        begin_object(file, "extensions");
        begin_object(file, "KHR_texture_transform");
        put_numbers(file, "offset", (float[]){0, 0}, 2);
        put_numbers(file, "scale", (float[]){1, 1}, 2);
        end_object(file);
        end_object(file);
    }
    end_object(file);
}
