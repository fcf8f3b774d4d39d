/* SPDX-License-Identifier: MIT */
/* Avatars for tests of faces: a mesh whose morph targets move vertices as the test says, and
 * expressions of its own. */
#ifndef VRM_TESTS_SUPPORT_FACE_MODEL_H
#define VRM_TESTS_SUPPORT_FACE_MODEL_H

#include "support/dice.h"
#include "vrm/face.h"

enum { FACE_VERTICES = 8, FACE_TARGETS_MAX = 64, FACE_TEXT = 1 << 16 };

typedef struct FaceModel {
    int32_t target_count;
    float deltas[FACE_TARGETS_MAX][FACE_VERTICES][3];
    const char* names[FACE_TARGETS_MAX]; /* NULL: none has a name */
    char expressions[FACE_TEXT];         /* the object "expressions" */
} FaceModel;

/** What a test needs of one. */
typedef struct FaceStand {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Face* face;
} FaceStand;

/** Target t moves vertex t % 8 up by 1 mm. */
void face_model_init(FaceModel* face, int32_t target_count);
/** Random deltas and expressions: presets, customs, overrides, isBinary, binds to any target. */
void face_model_random(FaceModel* face, Dice* dice);

vrm_Model* face_model_load(const FaceModel* face);
/** With a face of this definition (NULL: default). Fails the test when something cannot be made. */
FaceStand face_stand(const FaceModel* face, const vrm_FaceDef* def);
/** The same for the hero of scenes/. */
FaceStand face_stand_hero(const vrm_FaceDef* def);
FaceStand face_stand_hero_of(vrm_Dialect dialect, const vrm_FaceDef* def);
void face_stand_end(FaceStand* stand);

/** Neither blinks nor saccades by itself. */
vrm_FaceDef face_calm_def(void);

/** By name; the expression must be there. */
float face_weight(const FaceStand* stand, const char* name);
/** With the default times. */
bool face_emote(const FaceStand* stand, const char* name, float weight);

#endif
