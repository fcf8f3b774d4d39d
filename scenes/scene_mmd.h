/* SPDX-License-Identifier: MIT */
/** A model and motions for MikuMikuDance, made in code: what src/motion/mmd reads. */
#ifndef VRM_SCENES_MMD_H
#define VRM_SCENES_MMD_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A PMX of 53 bones with legs by IK, doubles of the legs, twists and shoulders that cancel; of
 * geometry one vertex of every kind, and a morph of every kind. */
typedef struct SceneMmdModelDef {
    bool is_utf8;       /**< Text; else UTF-16. */
    uint8_t index_size; /**< Of all kinds: 1, 2 or 4. */
    bool is_newer;      /**< Version 2.1; else 2.0. */
} SceneMmdModelDef;

SceneBytes scene_mmd_model(const SceneMmdModelDef* def);

/** How a motion moves legs. */
typedef enum SceneMmdLegs {
    SCENE_MMD_LEGS_IK,    /**< By IK, which nothing switches: the file ends behind the morphs. */
    SCENE_MMD_LEGS_FK,    /**< By turns of the bones; IK is off. */
    SCENE_MMD_LEGS_MIXED, /**< The left by IK; the right by turns up to frame 30, then by IK. */
} SceneMmdLegs;

/** A VMD of two seconds: four steps with swinging arms, twists, gaze and a face. Feet that are not
 * lifted stay where they are. */
SceneBytes scene_mmd_walk(SceneMmdLegs legs);

/** The name of a bone or morph in Shift-JIS; NULL for one that the scenes do not have. */
const char* scene_mmd_name(const char* utf8);

/** One key, as VMD has it: 111 bytes. */
void scene_mmd_key(uint8_t out[111], const char* utf8, uint32_t frame, vrm_Vec3 position,
                   vrm_Quat rotation);

#ifdef __cplusplus
}
#endif

#endif
