/* SPDX-License-Identifier: MIT */
/* Avatars that are nothing but nodes and springs, written as glTF text, and ways to look at what
 * they do. */
#ifndef VRM_TESTS_SPRING_FIXTURE_H
#define VRM_TESTS_SPRING_FIXTURE_H

#include "support/check.h"
#include "support/dice.h"
#include "support/maths.h"

#include "base/maths.h"
#include "vrm/vrm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIXTURE_DT (1.0f / 60.0f)

typedef struct Fixture {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
} Fixture;

/* `nodes` and `springs` are the insides of the nodes array and of VRMC_springBone. */
static inline vrm_Model* fixture_model(const char* nodes, const char* springs, vrm_Report* report) {
    static const char format[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"extensionsUsed\":[\"VRMC_springBone\",\"VRMC_springBone_extended_collider\","
        "\"VRMC_springBone_limit\"],\"nodes\":[%s],"
        "\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\",%s}}}";
    size_t size = sizeof format + strlen(nodes) + strlen(springs);
    char* text = malloc(size);
    assert_non_null(text);
    int length = snprintf(text, size, format, nodes, springs);
    vrm_Model* model = NULL;
    vrm_Result result = vrm_model_load(text, (size_t)length, NULL, report, &model);
    if (result != VRM_OK) fail_msg("%s\n%s", vrm_result_text(result), text);
    free(text);
    return model;
}

/* rate 0: raw steps of any length. */
static inline Fixture fixture(const char* nodes, const char* springs, float rate_hz) {
    Fixture f = {0};
    f.model = fixture_model(nodes, springs, NULL);
    assert_int_equal(vrm_rig_build(f.model, NULL, &f.rig), VRM_OK);
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_LOCALS | VRM_OUTPUT_WORLDS | VRM_OUTPUT_SPRINGS;
    def.spring_rate_hz = rate_hz;
    if (rate_hz == 0.0f) def.max_step_s = 1e9f;
    assert_int_equal(vrm_sim_create(&def, &f.sim), VRM_OK);
    f.id = vrm_sim_add(f.sim, f.rig);
    assert_true(vrm_avatar_is_valid(f.sim, f.id));
    return f;
}

static inline void fixture_end(Fixture* f) {
    vrm_sim_destroy(f->sim);
    vrm_rig_destroy(f->rig);
    vrm_model_destroy(f->model);
}

static inline void fixture_step(Fixture* f) {
    vrm_sim_step(f->sim, FIXTURE_DT);
}

static inline vrm_Vec3 fixture_at(const Fixture* f, int32_t node) {
    return vrmi_affine_column(&vrm_avatar_worlds(f->sim, f->id)[node], 3);
}

static inline vrm_Quat fixture_turn(const Fixture* f, int32_t node) {
    return vrm_avatar_locals(f->sim, f->id)[node].rotation;
}

static inline vrm_Vec3 fixture_tail(const Fixture* f, int32_t joint) {
    vrm_Vec3 tail = {0, 0, 0};
    float length = 0.0f;
    assert_true(vrm_avatar_spring_tail(f->sim, f->id, joint, &tail, &length));
    return tail;
}

static inline float fixture_angle(vrm_Quat a, vrm_Quat b) {
    return test_angle(a, b);
}

static inline void fixture_move(Fixture* f, float x, float y, float z) {
    vrm_Transform root = vrmi_transform_identity();
    root.translation = (vrm_Vec3){x, y, z};
    assert_true(vrm_avatar_set_root(f->sim, f->id, root));
}

/* Four nodes in a row, 0.1 m each along -Y below a root at 1 m: 0 - 1 - 2 - 3. */
#define FIXTURE_ROW                                                                                \
    "{\"children\":[1],\"translation\":[0,1,0]},"                                                  \
    "{\"children\":[2],\"translation\":[0.2,0,0]},"                                                \
    "{\"children\":[3],\"translation\":[0,-0.1,0]},"                                               \
    "{\"translation\":[0,-0.1,0]}"

/* Joints 1, 2, 3 with the given settings of 1 and 2. */
#define FIXTURE_CHAIN(settings)                                                                    \
    "{\"joints\":[{\"node\":1," settings "},{\"node\":2," settings "},{\"node\":3}]"

static inline vrm_Quat roll_turn(Dice* dice, float radians) {
    vrm_Vec3 axis = {roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, 0.1f, 1)};
    return vrmi_quat_from_axis_angle(axis, roll(dice, -radians, radians));
}

/* The node in whose space the inertia of a joint is measured: in the place of the chain's own first
 * joint the node above it. */
static inline int32_t fixture_center(const vrm_Model* model, const vrm_Rig* rig,
                                     const vrm_SpringJointInfo* info) {
    const vrm_Spring* spring = &vrm_model_spring_bones(model)->springs[info->spring];
    bool is_own = info->center >= 0 && info->center == spring->joints[0].node;
    return is_own ? vrm_rig_parent(rig, info->center) : info->center;
}

/* A text that grows; large enough for every avatar of the tests. */
typedef struct Text {
    char data[60000];
    size_t size;
} Text;

__attribute__((format(printf, 2, 3))) static inline void text_add(Text* text, const char* format,
                                                                  ...) {
    va_list args;
    va_start(args, format);
    int added = vsnprintf(text->data + text->size, sizeof text->data - text->size, format, args);
    va_end(args);
    assert_true(added >= 0 && (size_t)added < sizeof text->data - text->size);
    text->size += (size_t)added;
}

/* What a random avatar may have. */
enum {
    HAS_CENTER = 1,
    HAS_SKIPS = 2,
    HAS_LIMITS = 4,
    HAS_INSIDE = 8,   /* inside shapes and planes */
    HAS_SCALE = 16,   /* uniform scales on nodes */
    HAS_STRETCH = 32, /* scales that differ by axis */
    HAS_SWAYING_COLLIDERS = 64,
    HAS_SHORT_LISTS = 128, /* of colliders, besides long ones */
    HAS_NO_LISTS = 256,    /* springs name no collider */
    HAS_OWN_CENTER = 512,  /* centers that are the first joint of their own chain */
    HAS_ALL = 31
};

/* A body of 6 nodes (0..5, a row) and `chains` chains of 3 to 6 nodes on it; colliders on the body.
 */
static inline void roll_avatar(Dice* dice, int chains, unsigned has, Text* nodes, Text* springs) {
    int parents[200], count = 6, starts[32], lengths[32];
    for (int i = 0; i < 6; i++) parents[i] = i - 1;
    for (int c = 0; c < chains; c++) {
        starts[c] = count;
        lengths[c] = 3 + roll_int(dice, 4);
        for (int j = 0; j < lengths[c]; j++, count++)
            parents[count] = j == 0 ? 1 + roll_int(dice, 5) : count - 1;
    }
    nodes->size = springs->size = 0;
    for (int i = 0; i < count; i++) {
        vrm_Quat q = roll_turn(dice, 0.6f);
        float s = has & HAS_SCALE ? roll(dice, 0.8f, 1.25f) : 1.0f, t = s, u = s;
        if (has & HAS_STRETCH) t = roll(dice, 0.7f, 1.4f), u = roll(dice, 0.7f, 1.4f);
        text_add(nodes, "%s{\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g],",
                 i > 0 ? "," : "", (double)roll(dice, -0.05f, 0.05f),
                 (double)roll(dice, -0.15f, -0.05f), (double)roll(dice, -0.05f, 0.05f), (double)q.x,
                 (double)q.y, (double)q.z, (double)q.w);
        text_add(nodes, "\"scale\":[%.9g,%.9g,%.9g]", (double)s, (double)t, (double)u);
        const char* comma = ",\"children\":[";
        for (int k = 0; k < count; k++) {
            if (parents[k] != i) continue;
            text_add(nodes, "%s%d", comma, k);
            comma = ",";
        }
        text_add(nodes, "%s}", comma[1] == 0 ? "]" : "");
    }
    text_add(springs, "\"colliders\":[");
    for (int i = 0; i < 6; i++) {
        int node = i;
        if ((has & HAS_SWAYING_COLLIDERS) && i < 2) node = starts[i % chains] + 1;
        int kind = has & HAS_INSIDE ? roll_int(dice, 5) : roll_int(dice, 2);
        vrm_Vec3 o = {roll(dice, -0.15f, 0.15f), roll(dice, -0.3f, 0.0f),
                      roll(dice, -0.15f, 0.15f)};
        float r = roll(dice, 0.02f, 0.06f);
        text_add(springs, "%s{\"node\":%d,\"shape\":{", i > 0 ? "," : "", node);
        if (kind == 1)
            text_add(springs,
                     "\"capsule\":{\"offset\":[%.9g,%.9g,%.9g],\"radius\":%.9g,"
                     "\"tail\":[%.9g,0,%.9g]}}}",
                     (double)o.x, (double)o.y, (double)o.z, (double)r, (double)(o.x + 0.1f),
                     (double)o.z);
        else
            text_add(springs, "\"sphere\":{\"offset\":[%.9g,%.9g,%.9g],\"radius\":%.9g}}",
                     (double)o.x, (double)o.y, (double)o.z, (double)r);
        if (kind == 1) continue;
        static const char extended[] =
            ",\"extensions\":{\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\","
            "\"shape\":{";
        if (kind == 2)
            text_add(springs,
                     "%s\"sphere\":{\"offset\":[0,%.9g,0],\"radius\":0.3,\"inside\":true}}}}",
                     extended, (double)o.y);
        if (kind == 3)
            text_add(springs,
                     "%s\"capsule\":{\"offset\":[0,%.9g,0],\"tail\":[0,-0.3,0.1],"
                     "\"radius\":0.25,\"inside\":true}}}}",
                     extended, (double)o.y);
        if (kind == 4)
            text_add(springs, "%s\"plane\":{\"offset\":[0,-0.35,0],\"normal\":[0,0.8,0.6]}}}}",
                     extended);
        text_add(springs, "}");
    }
    text_add(springs, "],\"colliderGroups\":[{\"colliders\":[0,1,2]},{\"colliders\":[3,4,5,1]}],"
                      "\"springs\":[");
    for (int c = 0; c < chains; c++) {
        text_add(springs, "%s{\"colliderGroups\":[", c > 0 ? "," : "");
        if (!(has & HAS_NO_LISTS)) text_add(springs, "%d", c % 2);
        if (!(has & (HAS_SHORT_LISTS | HAS_NO_LISTS)) ||
            ((has & HAS_SHORT_LISTS) && roll_int(dice, 2)))
            text_add(springs, ",%d", 1 - c % 2);
        text_add(springs, "]");
        if ((has & HAS_CENTER) && c % 3 == 0) text_add(springs, ",\"center\":%d", c % 2);
        if ((has & HAS_OWN_CENTER) && c % 3 == 1) text_add(springs, ",\"center\":%d", starts[c]);
        text_add(springs, ",\"joints\":[");
        bool is_first = true;
        for (int j = 0; j < lengths[c]; j++) {
            if ((has & HAS_SKIPS) && j == 1 && c % 2 == 0 && lengths[c] > 3) continue;
            text_add(springs,
                     "%s{\"node\":%d,\"stiffness\":%.9g,\"dragForce\":%.9g,\"hitRadius\":%.9g,"
                     "\"gravityPower\":%.9g,\"gravityDir\":[%.9g,-1,0]",
                     is_first ? "" : ",", starts[c] + j, (double)roll(dice, 0.2f, 3),
                     (double)roll(dice, 0.1f, 0.9f), (double)roll(dice, 0, 0.03f),
                     (double)roll(dice, 0, 0.6f), (double)roll(dice, -0.5f, 0.5f));
            is_first = false;
            static const char limit[] = ",\"extensions\":{\"VRMC_springBone_limit\":{"
                                        "\"specVersion\":\"1.0-draft\",\"limit\":{";
            if ((has & HAS_LIMITS) && j % 4 == 0)
                text_add(springs, "%s\"cone\":{\"angle\":0.4,\"rotation\":[0.1,0,0,0.99498744]}}}}",
                         limit);
            if ((has & HAS_LIMITS) && j % 4 == 1)
                text_add(springs, "%s\"hinge\":{\"angle\":0.5}}}}", limit);
            if ((has & HAS_LIMITS) && j % 4 == 2)
                text_add(springs, "%s\"spherical\":{\"pitch\":0.3,\"yaw\":0.2}}}}", limit);
            text_add(springs, "}");
        }
        text_add(springs, "]}");
    }
    text_add(springs, "]");
}

#endif
