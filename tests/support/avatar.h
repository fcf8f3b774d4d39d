/* SPDX-License-Identifier: MIT */
/* Small avatars for tests of the runtime: a table of nodes that the test may change, and the JSON
 * of the parts it is about.
 *
 *   TestAvatar avatar = test_avatar(VRM_DIALECT_1);
 *   avatar.nodes[TEST_HEAD].rotation = (vrm_Quat){0, 1, 0, 0};
 *   avatar.look_at = "{\"type\":\"bone\"}";
 *   TestRun run = test_run(&avatar);
 *   ... vrm_avatar_...(run.sim, run.id, ...) ...
 *   test_run_end(&run);
 */
#ifndef VRM_TESTS_SUPPORT_AVATAR_H
#define VRM_TESTS_SUPPORT_AVATAR_H

#include "scenes/scenes.h"
#include "vrm/model.h"
#include "vrm/rig.h"
#include "vrm/sim.h"

/* Node indices of the table. */
enum {
    TEST_ROOT,
    TEST_HIPS,
    TEST_SPINE,
    TEST_CHEST,
    TEST_UPPER_CHEST,
    TEST_NECK,
    TEST_HEAD,
    TEST_LEFT_EYE,
    TEST_RIGHT_EYE,
    TEST_LEFT_UPPER_LEG,
    TEST_LEFT_LOWER_LEG,
    TEST_LEFT_FOOT,
    TEST_RIGHT_UPPER_LEG,
    TEST_RIGHT_LOWER_LEG,
    TEST_RIGHT_FOOT,
    TEST_LEFT_SHOULDER,
    TEST_LEFT_UPPER_ARM,
    TEST_LEFT_LOWER_ARM,
    TEST_LEFT_HAND,
    TEST_RIGHT_SHOULDER,
    TEST_RIGHT_UPPER_ARM,
    TEST_RIGHT_LOWER_ARM,
    TEST_RIGHT_HAND,
    TEST_HAIR, /* below the head, no bone */
    TEST_FACE, /* below the root, shows the mesh with three morph targets */
    TEST_NODE_COUNT,
    TEST_NODES_MAX = 64
};

typedef struct TestNode {
    int32_t parent;
    vrm_Bone bone; /* VRM_BONE_NONE: none */
    vrm_Vec3 translation;
    vrm_Quat rotation;
    vrm_Vec3 scale;
    const char* constraint; /* the "constraint" object of VRMC_node_constraint; NULL: none */
    const char* members;    /* further members, as "\"mesh\":0" */
} TestNode;

typedef struct TestAvatar {
    vrm_Dialect dialect;
    TestNode nodes[TEST_NODES_MAX];
    int32_t node_count;
    const char* expressions;  /* 1.0: "expressions"; 0.x: "blendShapeMaster" */
    const char* look_at;      /* 1.0 */
    const char* first_person; /* "firstPerson" */
    const char* materials;    /* the list */
    const char* meshes;       /* the list; mesh 0 by default has three morph targets */
    const char* accessors;    /* the list; accessor 0 by default holds three zero positions */
    const char* members;      /* further members of the document */
    const vrm_RigDef* rig_def;
    uint32_t outputs; /* 0: all */
} TestAvatar;

/** Faces +Z in 1.0 and beta, -Z in 0.x; all rest rotations are the identity. */
TestAvatar test_avatar(vrm_Dialect dialect);

/** Appends a node; returns its index. */
int32_t test_avatar_add(TestAvatar* avatar, int32_t parent, vrm_Vec3 translation);

/** The document as glTF text, from malloc(). */
char* test_avatar_text(const TestAvatar* avatar, size_t* out_size);

/** Fails the test when the model cannot be loaded. */
vrm_Model* test_avatar_load(const TestAvatar* avatar, vrm_Report* report);

/** A sim of one avatar, ready to step. */
typedef struct TestRun {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
} TestRun;

TestRun test_run(const TestAvatar* avatar);
void test_run_end(TestRun* run);

/** One step of 1/60 s. */
void test_step(const TestRun* run);

/** Results of the last step. */
vrm_Transform test_local(const TestRun* run, int32_t node);
vrm_Vec3 test_position(const TestRun* run, int32_t node);

/** Radians about an axis of any length. */
vrm_Quat test_turn(float x, float y, float z, float degrees);

/** Fails when the rotations are more than `radians` apart. */
void test_same_rotation(vrm_Quat actual, vrm_Quat expected, float radians);
void test_same_point(vrm_Vec3 actual, vrm_Vec3 expected, float distance);

/** A figure made in code: its model, or its rig alone. The caller destroys it. */
vrm_Model* test_scene_model(SceneDef def);
vrm_Rig* test_scene_rig(SceneDef def);

/** Builds the clip of a vrm_Model and lets it go, for test_every_allocation_failing(). */
vrm_Result test_build_clip(const vrm_Allocator* allocator, void* model);

#endif
