/* SPDX-License-Identifier: MIT */
/* Writers: the character as glTF, and the VRM extensions of each dialect. */
#ifndef SCENES_SCENE_WRITE_H
#define SCENES_SCENE_WRITE_H

#include "character.h"
#include "scene_file.h"

/* The GLB of a character that was built; it is released. */
SceneBytes write_character(Character* character);

/* True for dialects whose avatars face -Z: everything is turned half around Y. */
bool faces_back(vrm_Dialect dialect);
/* A model-space vector as that dialect's glTF has it. */
vrm_Vec3 turned(vrm_Dialect dialect, vrm_Vec3 v);

/* The member "extensions" of a material. */
void write_material_extensions(File* file, const Character* character, int32_t material);
/* {"index": ..} with the transform that every UV texture of the material has. */
void write_texture_info(File* file, const char* key, int32_t texture, bool has_transform);

/* The root extensions of one dialect, into the open "extensions" object. */
void write_vrm1(File* file, const Character* character);
void write_vrm0(File* file, const Character* character);
void write_draft(File* file, const Character* character);

/* The member "colliderGroups" of a chain, if it uses any. */
void write_group_uses(File* file, const Character* character, const BodyChain* chain);

/* The VRMC_node_constraint of a node, if it has one, as its "extensions". */
void write_constraint(File* file, const Character* character, int32_t node);

/* A bone's name in 0.x, the draft and the first beta. */
void old_bone_key(const Character* character, vrm_Bone bone, char key[48]);

/* The member "humanoid" of 1.0 and the draft, with the dialect's names of bones. */
typedef void BoneKeyFn(const Character* character, vrm_Bone bone, char key[48]);
void write_humanoid(File* file, const Character* character, BoneKeyFn* key_of);

/* How far eyes or expressions go, of 1.0 and the draft. */
void write_range_map(File* file, const char* key, float input, float output);

/* Springs of 0.x and the draft, which differ in how they write a chain and a collider. */
typedef struct OldSpringWriter {
    void (*put_chain)(File* file, const Character* character, int32_t index);
    void (*put_collider)(File* file, const Character* character, const BodyCollider* collider);
} OldSpringWriter;

void write_old_springs(File* file, const Character* character, const char* key,
                       const OldSpringWriter* writer);

/* Components RGB of a linear colour as sRGB, to four digits. */
vrm_Vec4 to_srgb(vrm_Vec4 linear);

/* "thirdPersonOnly" and so on. */
const char* first_person_name(int32_t type);

#endif
