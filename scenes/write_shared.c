/* SPDX-License-Identifier: MIT */
/* What the writers of all dialects share. */
#include "scene_write.h"

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

void write_humanoid(File* file, const Character* character, BoneKeyFn* key_of) {
    begin_object(file, "humanoid");
    begin_object(file, "humanBones");
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (character->bones[bone] < 0) continue;
        char key[48];
        key_of(character, (vrm_Bone)bone, key);
        begin_object(file, key);
        put_int(file, "node", character->bones[bone]);
        end_object(file);
    }
    end_object(file);
    end_object(file);
}

void write_range_map(File* file, const char* key, float input, float output) {
    begin_object(file, key);
    put_number(file, "inputMaxValue", input);
    put_number(file, "outputScale", output);
    end_object(file);
}

void write_old_springs(File* file, const Character* character, const char* key,
                       const OldSpringWriter* writer) {
    begin_object(file, key);
    begin_array(file, "boneGroups");
    for (int32_t i = 0; i < character->chain_count; i++) writer->put_chain(file, character, i);
    end_array(file);
    begin_array(file, "colliderGroups");
    for (int32_t i = 0; i < character->group_count; i++) {
        const BodyGroup* group = &character->groups[i];
        begin_object(file, NULL);
        put_int(file, "node", character->colliders[group->first_collider].node);
        begin_array(file, "colliders");
        for (int32_t c = 0; c < group->collider_count; c++)
            writer->put_collider(file, character, &character->colliders[group->first_collider + c]);
        end_array(file);
        end_object(file);
    }
    end_array(file);
    end_object(file);
}
