/* SPDX-License-Identifier: MIT */
#include "support/avatar.h"

#include "support/check.h"

#include "vrm/clip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- The table ---- */

static const struct {
    int32_t parent;
    vrm_Bone bone;
    vrm_Vec3 translation;
} skeleton[TEST_NODE_COUNT] = {
    [TEST_ROOT] = {-1, VRM_BONE_NONE, {0, 0, 0}},
    [TEST_HIPS] = {TEST_ROOT, VRM_BONE_HIPS, {0, 1.0f, 0}},
    [TEST_SPINE] = {TEST_HIPS, VRM_BONE_SPINE, {0, 0.1f, 0}},
    [TEST_CHEST] = {TEST_SPINE, VRM_BONE_CHEST, {0, 0.1f, 0}},
    [TEST_UPPER_CHEST] = {TEST_CHEST, VRM_BONE_UPPER_CHEST, {0, 0.1f, 0}},
    [TEST_NECK] = {TEST_UPPER_CHEST, VRM_BONE_NECK, {0, 0.1f, 0}},
    [TEST_HEAD] = {TEST_NECK, VRM_BONE_HEAD, {0, 0.1f, 0}},
    [TEST_LEFT_EYE] = {TEST_HEAD, VRM_BONE_LEFT_EYE, {0.03f, 0.06f, 0.05f}},
    [TEST_RIGHT_EYE] = {TEST_HEAD, VRM_BONE_RIGHT_EYE, {-0.03f, 0.06f, 0.05f}},
    [TEST_LEFT_UPPER_LEG] = {TEST_HIPS, VRM_BONE_LEFT_UPPER_LEG, {0.1f, -0.05f, 0}},
    [TEST_LEFT_LOWER_LEG] = {TEST_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, {0, -0.45f, 0}},
    [TEST_LEFT_FOOT] = {TEST_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, {0, -0.42f, 0}},
    [TEST_RIGHT_UPPER_LEG] = {TEST_HIPS, VRM_BONE_RIGHT_UPPER_LEG, {-0.1f, -0.05f, 0}},
    [TEST_RIGHT_LOWER_LEG] = {TEST_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, {0, -0.45f, 0}},
    [TEST_RIGHT_FOOT] = {TEST_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, {0, -0.42f, 0}},
    [TEST_LEFT_SHOULDER] = {TEST_UPPER_CHEST, VRM_BONE_LEFT_SHOULDER, {0.03f, 0.08f, 0}},
    [TEST_LEFT_UPPER_ARM] = {TEST_LEFT_SHOULDER, VRM_BONE_LEFT_UPPER_ARM, {0.1f, 0, 0}},
    [TEST_LEFT_LOWER_ARM] = {TEST_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, {0.25f, 0, 0}},
    [TEST_LEFT_HAND] = {TEST_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, {0.25f, 0, 0}},
    [TEST_RIGHT_SHOULDER] = {TEST_UPPER_CHEST, VRM_BONE_RIGHT_SHOULDER, {-0.03f, 0.08f, 0}},
    [TEST_RIGHT_UPPER_ARM] = {TEST_RIGHT_SHOULDER, VRM_BONE_RIGHT_UPPER_ARM, {-0.1f, 0, 0}},
    [TEST_RIGHT_LOWER_ARM] = {TEST_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, {-0.25f, 0, 0}},
    [TEST_RIGHT_HAND] = {TEST_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, {-0.25f, 0, 0}},
    [TEST_HAIR] = {TEST_HEAD, VRM_BONE_NONE, {0, 0.2f, 0}},
    [TEST_FACE] = {TEST_ROOT, VRM_BONE_NONE, {0, 0, 0}},
};

TestAvatar test_avatar(vrm_Dialect dialect) {
    TestAvatar avatar = {.dialect = dialect, .node_count = TEST_NODE_COUNT};
    float facing = dialect == VRM_DIALECT_0 ? -1.0f : 1.0f;
    for (int32_t i = 0; i < TEST_NODE_COUNT; i++) {
        vrm_Vec3 t = skeleton[i].translation;
        avatar.nodes[i] = (TestNode){.parent = skeleton[i].parent,
                                     .bone = skeleton[i].bone,
                                     .translation = {t.x * facing, t.y, t.z * facing},
                                     .rotation = {0, 0, 0, 1},
                                     .scale = {1, 1, 1}};
    }
    avatar.nodes[TEST_FACE].members = "\"mesh\":0";
    avatar.meshes = "[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":["
                    "{\"POSITION\":0},{\"POSITION\":0},{\"POSITION\":0}]}]}]";
    avatar.accessors = "[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],"
                       "\"max\":[0,0,0]}]";
    return avatar;
}

int32_t test_avatar_add(TestAvatar* avatar, int32_t parent, vrm_Vec3 translation) {
    assert_true(avatar->node_count < TEST_NODES_MAX);
    avatar->nodes[avatar->node_count] = (TestNode){.parent = parent,
                                                   .bone = VRM_BONE_NONE,
                                                   .translation = translation,
                                                   .rotation = {0, 0, 0, 1},
                                                   .scale = {1, 1, 1}};
    return avatar->node_count++;
}

/* ---- The document ---- */

typedef struct Text {
    char* data;
    size_t size, capacity;
} Text;

static void put(Text* text, const char* format, ...) VRM_PRINTF(2, 3);

static void put(Text* text, const char* format, ...) {
    va_list args;
    va_start(args, format);
    int needed = vsnprintf(text->data + text->size, text->capacity - text->size, format, args);
    va_end(args);
    assert_true(needed >= 0 && (size_t)needed < text->capacity - text->size);
    text->size += (size_t)needed;
}

static void put_node(Text* text, const TestAvatar* avatar, int32_t index) {
    const TestNode* node = &avatar->nodes[index];
    vrm_Vec3 t = node->translation, s = node->scale;
    vrm_Quat q = node->rotation;
    put(text,
        "%s{\"name\":\"n%d\",\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g],"
        "\"scale\":[%.9g,%.9g,%.9g]",
        index == 0 ? "" : ",", (int)index, (double)t.x, (double)t.y, (double)t.z, (double)q.x,
        (double)q.y, (double)q.z, (double)q.w, (double)s.x, (double)s.y, (double)s.z);
    const char* before = ",\"children\":[";
    for (int32_t i = 0; i < avatar->node_count; i++) {
        if (avatar->nodes[i].parent != index) continue;
        put(text, "%s%d", before, (int)i);
        before = ",";
    }
    if (before[1] == 0) put(text, "]");
    if (node->constraint != NULL)
        put(text,
            ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":%s}"
            "}",
            node->constraint);
    if (node->members != NULL) put(text, ",%s", node->members);
    put(text, "}");
}

static void put_bones(Text* text, const TestAvatar* avatar) {
    bool is_0 = avatar->dialect == VRM_DIALECT_0;
    const char* before = "";
    put(text, "\"humanoid\":{\"humanBones\":%s", is_0 ? "[" : "{");
    for (int32_t i = 0; i < avatar->node_count; i++) {
        if (avatar->nodes[i].bone == VRM_BONE_NONE) continue;
        const char* name = vrm_bone_name(avatar->nodes[i].bone);
        if (is_0)
            put(text, "%s{\"bone\":\"%s\",\"node\":%d}", before, name, (int)i);
        else
            put(text, "%s\"%s\":{\"node\":%d}", before, name, (int)i);
        before = ",";
    }
    put(text, is_0 ? "]}" : "}}");
}

static void put_avatar(Text* text, const TestAvatar* avatar) {
    bool is_0 = avatar->dialect == VRM_DIALECT_0;
    put(text, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[");
    const char* before = "";
    for (int32_t i = 0; i < avatar->node_count; i++) {
        if (avatar->nodes[i].parent >= 0) continue;
        put(text, "%s%d", before, (int)i);
        before = ",";
    }
    put(text, "]}],\"nodes\":[");
    for (int32_t i = 0; i < avatar->node_count; i++) put_node(text, avatar, i);
    put(text, "],\"meshes\":%s,\"accessors\":%s", avatar->meshes, avatar->accessors);
    if (avatar->materials != NULL) put(text, ",\"materials\":%s", avatar->materials);
    if (avatar->members != NULL) put(text, ",%s", avatar->members);
    put(text, ",\"extensionsUsed\":[\"%s\",\"VRMC_node_constraint\"],\"extensions\":{\"%s\":{",
        is_0 ? "VRM" : "VRMC_vrm", is_0 ? "VRM" : "VRMC_vrm");
    if (!is_0) {
        put(text, "\"specVersion\":\"%s\",",
            avatar->dialect == VRM_DIALECT_BETA ? "1.0-beta" : "1.0");
        put(text, "\"meta\":{\"name\":\"t\",\"authors\":[\"t\"],\"licenseUrl\":"
                  "\"https://vrm.dev/licenses/1.0/\"},");
    } else {
        put(text, "\"specVersion\":\"0.0\",\"meta\":{\"title\":\"t\"},");
    }
    put_bones(text, avatar);
    if (avatar->expressions != NULL)
        put(text, ",\"%s\":%s", is_0 ? "blendShapeMaster" : "expressions", avatar->expressions);
    if (avatar->look_at != NULL && !is_0) put(text, ",\"lookAt\":%s", avatar->look_at);
    if (avatar->first_person != NULL) put(text, ",\"firstPerson\":%s", avatar->first_person);
    put(text, "}}}");
}

char* test_avatar_text(const TestAvatar* avatar, size_t* out_size) {
    Text text = {.capacity = 1 << 18};
    text.data = malloc(text.capacity);
    assert_non_null(text.data);
    put_avatar(&text, avatar);
    *out_size = text.size;
    return text.data;
}

vrm_Model* test_avatar_load(const TestAvatar* avatar, vrm_Report* report) {
    size_t size = 0;
    char* text = test_avatar_text(avatar, &size);
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(text, size, NULL, report, &model), VRM_OK);
    free(text);
    assert_int_equal(vrm_model_dialect(model), avatar->dialect);
    return model;
}

/* ---- Running ---- */

TestRun test_run(const TestAvatar* avatar) {
    TestRun run = {.model = test_avatar_load(avatar, NULL)};
    vrm_SimDef def = vrm_default_sim_def();
    if (avatar->outputs != 0) def.outputs = avatar->outputs;
    assert_int_equal(vrm_rig_build(run.model, avatar->rig_def, &run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.rig);
    assert_true(vrm_avatar_is_valid(run.sim, run.id));
    return run;
}

void test_run_end(TestRun* run) {
    vrm_sim_destroy(run->sim);
    vrm_rig_destroy(run->rig);
    vrm_model_destroy(run->model);
    *run = (TestRun){0};
}

void test_step(const TestRun* run) {
    vrm_sim_step(run->sim, 1.0f / 60.0f);
}

vrm_Transform test_local(const TestRun* run, int32_t node) {
    return vrm_avatar_locals(run->sim, run->id)[node];
}

vrm_Vec3 test_position(const TestRun* run, int32_t node) {
    const vrm_Affine* world = &vrm_avatar_worlds(run->sim, run->id)[node];
    return (vrm_Vec3){world->rows[0].w, world->rows[1].w, world->rows[2].w};
}

vrm_Quat test_turn(float x, float y, float z, float degrees) {
    double length = sqrt((double)(x * x + y * y + z * z));
    double half = (double)degrees * 3.14159265358979323846 / 360.0;
    float s = (float)(sin(half) / length);
    return (vrm_Quat){x * s, y * s, z * s, (float)cos(half)};
}

void test_same_rotation(vrm_Quat a, vrm_Quat b, float radians) {
    double p[4] = {(double)a.x, (double)a.y, (double)a.z, (double)a.w};
    double q[4] = {(double)b.x, (double)b.y, (double)b.z, (double)b.w};
    double dot = 0.0, na = 0.0, nb = 0.0;
    for (int i = 0; i < 4; i++) {
        dot += p[i] * q[i];
        na += p[i] * p[i];
        nb += q[i] * q[i];
    }
    double cosine = fabs(dot) / sqrt(na * nb);
    double sine = sqrt(fmax(0.0, 1.0 - cosine * cosine));
    double angle = 2.0 * atan2(sine, cosine);
    if (angle <= (double)radians && fabs(na - 1.0) < 1e-4) return;
    fail_msg("(%g %g %g %g) is %g rad from (%g %g %g %g)", (double)a.x, (double)a.y, (double)a.z,
             (double)a.w, angle, (double)b.x, (double)b.y, (double)b.z, (double)b.w);
}

void test_same_point(vrm_Vec3 a, vrm_Vec3 b, float distance) {
    double dx = (double)a.x - (double)b.x, dy = (double)a.y - (double)b.y,
           dz = (double)a.z - (double)b.z;
    if (sqrt(dx * dx + dy * dy + dz * dz) <= (double)distance) return;
    fail_msg("(%g %g %g) is not (%g %g %g)", (double)a.x, (double)a.y, (double)a.z, (double)b.x,
             (double)b.y, (double)b.z);
}

vrm_Model* test_scene_model(SceneDef def) {
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model* model = NULL;
    assert_non_null(bytes.data);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    scene_bytes_free(&bytes);
    return model;
}

vrm_Rig* test_scene_rig(SceneDef def) {
    vrm_Rig* rig = NULL;
    vrm_Model* model = test_scene_model(def);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    vrm_model_destroy(model); /* the rig stands alone */
    return rig;
}

vrm_Result test_build_clip(const vrm_Allocator* allocator, void* model) {
    vrm_Clip* clip = NULL;
    vrm_ClipDef def = vrm_default_clip_def();
    def.allocator = *allocator;
    vrm_Result result = vrm_clip_build(model, &def, &clip);
    assert_true((result == VRM_OK) == (clip != NULL));
    vrm_clip_destroy(clip);
    return result;
}
