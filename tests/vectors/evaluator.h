/* SPDX-License-Identifier: MIT */
/** One frame of an avatar, by the letter of the format notes, in double precision: slow, plain, and
 * independent of src/rig and src/runtime. It reads the model and the inputs and nothing else. */
#ifndef VRM_TESTS_EVALUATOR_H
#define VRM_TESTS_EVALUATOR_H

#include "vrm/model.h"
#include "vrm/rig.h"

typedef struct Vec3d {
    double x, y, z;
} Vec3d;

typedef struct Quatd {
    double x, y, z, w;
} Quatd;

typedef struct Vec4d {
    double x, y, z, w;
} Vec4d;

/** Three rows of a 4x4 matrix. */
typedef struct Affined {
    double m[3][4];
} Affined;

typedef enum EvalGaze { EVAL_GAZE_OFF, EVAL_GAZE_TARGET, EVAL_GAZE_ANGLES } EvalGaze;

typedef struct Evaluator {
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    int32_t node_count;

    /* Inputs. Rotations of bones and nodes are applied where their flag is set. */
    Vec3d root_translation;
    Quatd root_rotation;
    Vec3d root_scale;
    bool* has_node; /**< By node: the three below count. */
    Vec3d* node_translations;
    Quatd* node_rotations;
    Vec3d* node_scales;
    bool has_bone[VRM_BONE_COUNT];
    Quatd bone_rotations[VRM_BONE_COUNT]; /**< Normalized. */
    bool has_hips;
    Vec3d hips_offset;
    double* expression_inputs; /**< By expression. */
    EvalGaze gaze;
    Vec3d gaze_target;
    double gaze_yaw, gaze_pitch; /**< Degrees; in or out. */

    /* Results. */
    Vec3d* translations; /**< Local, by node. */
    Quatd* rotations;
    Vec3d* scales;
    Affined* worlds;
    Quatd* world_rotations; /**< Products of rotations. */
    double* expression_asked;
    double* expression_weights;
} Evaluator;

/** False when there is no memory. The model must outlive the evaluator. */
bool evaluator_init(Evaluator* eval, const vrm_Model* model);
void evaluator_free(Evaluator* eval);

/** Computes the results from the inputs. */
void evaluator_run(Evaluator* eval);

/** What expressions make of a morph of a mesh node, and of a material's value. */
double evaluator_morph(const Evaluator* eval, int32_t node, int32_t morph);
Vec4d evaluator_material(const Evaluator* eval, const vrm_MaterialValue* value);

/** Radians between two rotations. */
double evaluator_angle(Quatd a, Quatd b);

#endif
