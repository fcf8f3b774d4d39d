/* SPDX-License-Identifier: MIT */
/* What several parts of a migration use. */
#include "migrate/down.h"
#include "migrate/turn.h"

void* vrmi_migrate_alloc(vrmi_Migration* migration, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(&migration->arena, count, size);
    if (memory == NULL) vrmi_edit_fail(migration->edit, VRM_ERR_MEMORY);
    return memory;
}

bool vrmi_turn_is_vector(const vrm_Gltf* gltf, const vrm_AnimationChannel* channel) {
    vrm_AnimationPath path = vrmi_channel_target(gltf, channel).path;
    return path == VRM_PATH_TRANSLATION || path == VRM_PATH_ROTATION;
}

void vrmi_put_unity(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 v) {
    vrmi_open_object(builder, key);
    vrmi_put_float(builder, "x", 0.0f - v.x);
    vrmi_put_float(builder, "y", v.y + 0.0f);
    vrmi_put_float(builder, "z", v.z + 0.0f);
    vrm_json_end_object(builder);
}
