/* SPDX-License-Identifier: MIT */
/** Avatars made in code: one character in every VRM dialect, in any size, and a motion for it.
 * Tests, benchmarks, examples and the viewer share them. The same definition gives the same bytes
 * on every machine. Built on libvrm's public headers only.
 *
 *   SceneDef def = scene_default_def(VRM_DIALECT_1);
 *   def.chain_count = 12;
 *   SceneBytes avatar = scene_avatar(&def);
 *   ... avatar.data, avatar.size ...
 *   scene_bytes_free(&avatar);
 */
#ifndef VRM_SCENES_H
#define VRM_SCENES_H

#include "vrm/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A GLB file, from malloc(). `data` is NULL when there was no memory or the wish was absurd. */
typedef struct SceneBytes {
    uint8_t* data;
    size_t size;
} SceneBytes;

void scene_bytes_free(SceneBytes* bytes);

/** What the character has. Start from scene_default_def(). */
typedef struct SceneDef {
    vrm_Dialect dialect;        /**< VRM_DIALECT_0, _DRAFT, _BETA or _1. */
    bool has_fingers;           /**< The 30 finger bones. */
    bool has_rotated_rest;      /**< 1.0 and beta: bones with rest rotations of their own. */
    bool has_divided_meshes;    /**< Each primitive has vertices of its own. */
    bool has_limits;            /**< 1.0: VRMC_springBone_limit (a draft) on some joints. */
    bool looks_by_expression;   /**< Gaze by texture offset instead of eye bones. */
    int32_t chain_count;        /**< Springs: the first half hangs from the head. */
    int32_t joints_per_chain;   /**< Nodes of a chain, the last one included. */
    int32_t center_chain_count; /**< Springs that are evaluated in the space of the root node. */
    int32_t sphere_count;
    int32_t capsule_count;  /**< 0.x has no capsules: a row of spheres stands for one. */
    int32_t extended_count; /**< 1.0: inside sphere, inside capsule, plane, and around again. */
    int32_t colliders_per_chain; /**< Colliders come in groups of two (one in 0.x and the draft). */
    int32_t constraint_count;    /**< Roll, roll, aim, rotation, and around again; 1.0 and beta. */
    int32_t morph_count;         /**< Morph targets of the face: at least 18. */
    int32_t custom_expression_count;
    int32_t node_count; /**< Filled up with empty nodes to this many; 0: what the rest needs. */
    int32_t sides;      /**< Roundness of the limbs: a multiple of 4. */
} SceneDef;

/** A character of moderate size with some of everything. */
SceneDef scene_default_def(vrm_Dialect dialect);

/** The standard spring scene: 150 nodes, 20 chains of 5 joints, 8 spheres and 4 capsules, each
 * chain against 6 of them. */
SceneDef scene_springs_def(void);

/** A typical avatar: 150 nodes, 18 expressions, 40 morphs, 4 constraints. */
SceneDef scene_typical_def(void);

/** As large as rich exports of character makers: 300 nodes, 57 morphs, 200 spring joints. */
SceneDef scene_rich_def(void);

/** As many vertices, too: about what VRoid Studio exports, each primitive with its own targets. */
SceneDef scene_vroid_def(void);

SceneBytes scene_avatar(const SceneDef* def);

/** Vesna, the bundled avatar (docs/guide/avatar.md), in any dialect. `looks_by_expression`: gaze by
 * texture offset instead of eye bones. */
SceneBytes scene_hero(vrm_Dialect dialect, bool looks_by_expression);

/** The same with sparse morph targets: smaller, and not for every reader. */
SceneBytes scene_hero_compact(vrm_Dialect dialect, bool looks_by_expression);

/** A VRM animation (.vrma) for the character: two seconds of waving, breathing and blinking, with
 * linear, step and cubic keys. `has_rotated_rest` as in SceneDef. */
SceneBytes scene_clip(bool has_rotated_rest);

/** A VRM animation that shows Vesna, or any avatar: four seconds that loop, of waving, a turn and a
 * small jump. */
SceneBytes scene_hero_clip(void);

/** How an FBX file is written. */
typedef enum SceneFbxForm {
    SCENE_FBX_BINARY,
    SCENE_FBX_DEFLATED, /**< Binary, with arrays as zlib data. */
    SCENE_FBX_TEXT
} SceneFbxForm;

enum {
    SCENE_FBX_JOINTS = 19,
    SCENE_FBX_RATE = 30 /**< Frames a second. */
};

/** An FBX file: a person of 19 joints with the names of Mixamo, who walks on the spot in the take
 * "Walk" and does nothing in the take "Still". */
typedef struct SceneFbxDef {
    int32_t version; /**< 6100, or 7100 to 7700. */
    SceneFbxForm form;
    int32_t frame_count; /**< At least 2. */
    bool is_z_up;        /**< Axes as 3ds Max has them; a node above the hips turns the person. */
    bool has_bind;       /**< A bind pose. */
    bool has_face;       /**< A mesh with blend shapes that move, and eyes that turn; version 7. */
} SceneFbxDef;

/** Blend shapes of a face, with names of several programs. */
enum { SCENE_FBX_SHAPES = 9 };
const char* scene_fbx_shape(int32_t shape);

/** DeformPercent of a shape in a frame of the walk, 0 to 100. */
double scene_fbx_percent(int32_t shape, int32_t frame);

/** Lcl Rotation of both eyes in a frame of the walk, degrees: the gaze is 10 degrees to the left
 * and 5 up at most. */
void scene_fbx_eyes(int32_t frame, double out_turn[3]);

SceneBytes scene_fbx(const SceneFbxDef* def);

/** What the file says of a joint. */
typedef struct SceneFbxJoint {
    const char* name;
    int32_t parent; /**< -1: the hips. */
    double offset[3], pre[3];
    int32_t order; /**< RotationOrder. */
} SceneFbxJoint;

SceneFbxJoint scene_fbx_joint(int32_t joint);

/** Lcl Translation and Lcl Rotation of a joint in a frame of the walk. */
void scene_fbx_values(int32_t joint, int32_t frame, double out_move[3], double out_turn[3]);

/** How many vowels a speech has: a, i, u, e, o. */
#define SCENE_VOWELS 5
/** Its samples a second. */
#define SCENE_SPEECH_RATE 16000

/** When a vowel is heard. */
typedef struct SceneVowel {
    double begin_s, end_s;
} SceneVowel;

/** A WAV file: five vowels with pauses between them, 3.7 s. */
SceneBytes scene_speech(void);

/** When vowel 0 to 4 is heard in it. */
SceneVowel scene_speech_vowel(int32_t vowel);

/** A changed copy of a GLB file. `edits` holds one edit per line:
 *
 *   set POINTER JSON      the value at the pointer, which may be a new member of an object
 *   remove POINTER
 *   insert POINTER JSON   before that element of an array; "-" as the last part appends
 *   float ACCESSOR FIRST NUMBER...   components of a float accessor, counted through its elements
 *
 * Empty lines and lines that begin with # are skipped. On failure `data` is NULL. `out_bad_line`
 * (may be NULL) names the edit that could not be made, counted from 1; 0: the file itself; -1: all
 * were made. */
SceneBytes scene_patch(const SceneBytes* glb, const char* edits, int32_t* out_bad_line);

/** The JSON text of a GLB file; not terminated, inside the file's bytes. */
vrm_Span scene_json(const SceneBytes* glb);

#ifdef __cplusplus
}
#endif

#endif
