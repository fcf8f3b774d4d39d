/* SPDX-License-Identifier: MIT */
/* First person: who is drawn, and how a mesh is split at the head. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- A mesh of seven vertices in a buffer ---- */

#define VERTICES 7

typedef struct Geometry {
    uint8_t joints[VERTICES][4];
    float weights[VERTICES][4];
    uint16_t indices[12];
} Geometry;

static char* base64(const void* data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t* bytes = data;
    char* text = malloc(size / 3 * 4 + 5);
    size_t used = 0;
    assert_non_null(text);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16;
        if (i + 1 < size) word |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < size) word |= bytes[i + 2];
        for (int k = 0; k < 4; k++) text[used++] = digits[(word >> (18 - 6 * k)) & 63];
        if (i + 1 >= size) text[used - 2] = '=';
        if (i + 2 >= size) text[used - 1] = '=';
    }
    text[used] = 0;
    return text;
}

/* Skin joints: 0 hips, 1 head, 2 hair. Triangles: 0 1 2 body, 2 3 4 shares head vertex 3 by a
 * little, 4 5 6 hangs on hair, 0 1 4 body. */
static Geometry split_geometry(void) {
    Geometry g = {.indices = {0, 1, 2, 2, 3, 4, 4, 5, 6, 0, 1, 4}};
    for (int v = 0; v < VERTICES; v++) g.weights[v][0] = 1;
    g.joints[3][1] = 1;
    g.weights[3][0] = 0.99f;
    g.weights[3][1] = 0.01f;
    g.joints[5][0] = 2;
    g.joints[6][0] = 2;
    g.joints[0][3] = 1; /* without weight: does not count */
    return g;
}

static vrm_Model* load_split(TestAvatar* avatar, const Geometry* geometry, const char* skin_joints,
                             int mode) {
    char* data = base64(geometry, sizeof *geometry);
    char members[2048], meshes[256];
    size_t weights_at = sizeof geometry->joints;
    size_t indices_at = weights_at + sizeof geometry->weights;
    snprintf(
        members, sizeof members,
        "\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:application/octet-stream;base64,%s\"}]"
        ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu},{\"buffer\":0,\"byteOffset\":%zu,"
        "\"byteLength\":%zu},{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":24}],"
        "\"skins\":[{\"joints\":%s}]",
        sizeof *geometry, data, sizeof geometry->joints, weights_at, sizeof geometry->weights,
        indices_at, skin_joints);
    snprintf(meshes, sizeof meshes,
             "[{\"primitives\":[{\"mode\":%d,\"indices\":3,\"attributes\":{\"POSITION\":0,"
             "\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}]",
             mode);
    avatar->members = members;
    avatar->meshes = meshes;
    avatar->accessors =
        "[{\"componentType\":5126,\"count\":7,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,0]},"
        "{\"bufferView\":0,\"componentType\":5121,\"count\":7,\"type\":\"VEC4\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":7,\"type\":\"VEC4\"},"
        "{\"bufferView\":2,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}]";
    avatar->nodes[TEST_FACE].members = "\"mesh\":0,\"skin\":0";
    vrm_Model* model = test_avatar_load(avatar, NULL);
    free(data);
    return model;
}

static const char head_joints[] = "[1,6,23]";

/* ---- Splitting ---- */

/* */
static void split_keeps_triangles_without_any_head_vertex(void** state) {
    (void)state;
    static const uint32_t body[] = {0, 1, 2, 0, 1, 4};
    Geometry geometry = split_geometry();
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = load_split(&avatar, &geometry, head_joints, 4);
    uint32_t indices[12];
    size_t count = 0;
    assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 0, NULL, NULL, 0, &count), VRM_OK);
    assert_int_equal(count, 6);
    assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 0, NULL, indices, 12, &count),
                     VRM_OK);
    assert_int_equal(count, 6);
    assert_memory_equal(indices, body, sizeof body);
    assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 0, NULL, indices, 5, &count),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 1, NULL, NULL, 0, &count),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_first_person_indices(model, TEST_HEAD, 0, NULL, NULL, 0, &count),
                     VRM_ERR_ARGUMENT);
    vrm_model_destroy(model);
}

static void split_spreads_strips_and_keeps_their_facing(void** state) {
    (void)state;
    /* strip over 0 1 2 2 3 4 4 5 6 0 1 4: triangles 0 1 2, 2 1 2 turned over, ... */
    static const uint32_t body[] = {0, 1, 2, 1, 2, 2};
    Geometry geometry = split_geometry();
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = load_split(&avatar, &geometry, head_joints, 5);
    uint32_t indices[30];
    size_t count = 0;
    assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 0, NULL, indices, 30, &count),
                     VRM_OK);
    assert_true(count >= 6 && count % 3 == 0);
    assert_memory_equal(indices, body, sizeof body);
    for (size_t i = 0; i < count; i++)
        assert_true(indices[i] != 3 && indices[i] != 5 && indices[i] != 6);
    vrm_model_destroy(model);
}

/* Indices 0 1 2 2 3 4 4 5 6 0 1 4; vertices 3, 5 and 6 are the head's. */
static void split_spreads_every_mode_into_a_list(void** state) {
    (void)state;
    static const struct {
        int mode;
        size_t count;
        uint32_t indices[24];
    } cases[] = {
        {0, 9, {0, 1, 2, 2, 4, 4, 0, 1, 4}},                    /* points */
        {1, 6, {0, 1, 2, 2, 1, 4}},                             /* lines */
        {2, 14, {0, 1, 1, 2, 2, 2, 4, 4, 0, 1, 1, 4, 4, 0}},    /* loop: and back */
        {3, 12, {0, 1, 1, 2, 2, 2, 4, 4, 0, 1, 1, 4}},          /* line strip */
        {6, 15, {1, 2, 0, 2, 2, 0, 4, 4, 0, 0, 1, 0, 1, 4, 0}}, /* fan around 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Geometry geometry = split_geometry();
        TestAvatar avatar = test_avatar(VRM_DIALECT_1);
        vrm_Model* model = load_split(&avatar, &geometry, head_joints, cases[i].mode);
        uint32_t indices[36];
        size_t count = 0;
        assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 0, NULL, indices, 36, &count),
                         VRM_OK);
        assert_int_equal(count, cases[i].count);
        assert_memory_equal(indices, cases[i].indices, count * sizeof *indices);
        vrm_model_destroy(model);
    }
}

static vrm_Result split_with(const vrm_Allocator* allocator, void* ctx) {
    size_t count = 0;
    return vrm_first_person_indices(ctx, TEST_FACE, 0, allocator, NULL, 0, &count);
}

static void split_survives_every_failing_allocation(void** state) {
    (void)state;
    Geometry geometry = split_geometry();
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = load_split(&avatar, &geometry, head_joints, 4);
    assert_true(test_every_allocation_failing(split_with, model) >= 1);
    vrm_model_destroy(model);
}

static void split_refuses_indices_beyond_the_vertices(void** state) {
    (void)state;
    Geometry geometry = split_geometry();
    size_t count = 0;
    geometry.indices[4] = 7;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    vrm_Model* model = load_split(&avatar, &geometry, head_joints, 4);
    assert_int_equal(vrm_first_person_indices(model, TEST_FACE, 0, NULL, NULL, 0, &count),
                     VRM_ERR_INVALID);
    vrm_model_destroy(model);
}

/* What the file says is proven before memory is asked for it. */
static void split_asks_for_no_more_than_the_file_has(void** state) {
    (void)state;
    static const char* const accessors[] = {
        /* 2^53 - 1 indices, then as many vertices, in 36 bytes */
        "[{'bufferView':0,'componentType':5126,'type':'VEC3','count':3,'min':[0,0,0],"
        "'max':[0,0,0]},{'bufferView':0,'componentType':5125,'type':'SCALAR',"
        "'count':9007199254740991}]",
        "[{'bufferView':0,'componentType':5126,'type':'VEC3','count':1073741823,'min':[0,0,0],"
        "'max':[0,0,0]},{'bufferView':0,'componentType':5125,'type':'SCALAR','count':3}]"};
    for (size_t i = 0; i < 2; i++) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'buffers':[{'byteLength':36,'uri':'data:application/"
                 "octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'}],"
                 "'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':%s,"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"
                 "'nodes':[{'mesh':0}]}",
                 accessors[i]);
        TestModel test = test_model_json(json);
        TestMemory memory = {0};
        vrm_Allocator allocator = test_memory_allocator(&memory);
        size_t count = 0;
        assert_int_equal(vrm_first_person_indices(test.model, 0, 0, &allocator, NULL, 0, &count),
                         VRM_ERR_INVALID);
        assert_true(memory.peak_bytes < (1 << 20));
        test_memory_check_clean(&memory);
        test_model_free(&test);
    }
}

/* ---- Who is drawn ---- */

/* glTF 2.0, 3.5.1: what is not in the scene is not rendered. */
static void only_nodes_of_the_scene_are_drawn(void** state) {
    (void)state;
    static const struct {
        const char* scenes;
        int32_t shown[4], count;
    } cases[] = {{"'scene':1,'scenes':[{'nodes':[0]},{'nodes':[2]}],", {2, 3}, 2},
                 {"'scenes':[{'nodes':[0]},{'nodes':[2]}],", {0}, 1},
                 {"'scene':0,'scenes':[{'nodes':[3,1]}],", {1, 3}, 2},
                 {"'scene':0,'scenes':[{}],", {0}, 0},
                 {"", {0, 1, 2, 3}, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},%s'nodes':[{'mesh':0},{'mesh':0},"
                 "{'mesh':0,'children':[3]},{'mesh':0}],'meshes':[{'primitives':[{'attributes':{"
                 "'POSITION':0}}]}],'accessors':[{'componentType':5126,'type':'VEC3','count':3,"
                 "'min':[0,0,0],'max':[0,0,0]}]}",
                 cases[i].scenes);
        TestModel test = test_model_json(json);
        vrm_Rig* rig;
        assert_int_equal(vrm_rig_build(test.model, NULL, &rig), VRM_OK);
        int32_t count = 0;
        const vrm_MeshNode* shown = vrm_rig_mesh_nodes(rig, &count);
        assert_int_equal(count, cases[i].count);
        for (int32_t n = 0; n < count; n++) assert_int_equal(shown[n].node, cases[i].shown[n]);
        vrm_rig_destroy(rig);
        test_model_free(&test);
    }
}

typedef struct Views {
    vrm_Visibility third, first;
} Views;

static Views views_of(vrm_Model* model, int32_t node) {
    TestRun run = {.model = model};
    Views views;
    assert_int_equal(vrm_rig_build(model, NULL, &run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.rig);
    views.third = vrm_avatar_visibility(run.sim, run.id, node);
    assert_true(vrm_avatar_set_view(run.sim, run.id, VRM_VIEW_FIRST_PERSON));
    views.first = vrm_avatar_visibility(run.sim, run.id, node);
    assert_int_equal(vrm_avatar_visibility(run.sim, run.id, TEST_HIPS), VRM_HIDDEN);
    assert_int_equal(vrm_avatar_visibility(run.sim, run.id, 999), VRM_HIDDEN);
    test_run_end(&run);
    return views;
}

/* nothing is said, so the mesh is auto. */
static void skinned_mesh_loses_its_head_in_first_person(void** state) {
    (void)state;
    Geometry geometry = split_geometry();
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    Views views = views_of(load_split(&avatar, &geometry, head_joints, 4), TEST_FACE);
    assert_int_equal(views.third, VRM_VISIBLE);
    assert_int_equal(views.first, VRM_VISIBLE_WITHOUT_HEAD);
}

/* */
static void skin_without_head_joints_is_drawn_by_both(void** state) {
    (void)state;
    Geometry geometry = split_geometry();
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    Views views = views_of(load_split(&avatar, &geometry, "[1,2,3]", 4), TEST_FACE);
    assert_int_equal(views.third, VRM_VISIBLE);
    assert_int_equal(views.first, VRM_VISIBLE);
}

/* */
static void rigid_mesh_is_hidden_only_below_the_head(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    Views views = views_of(test_avatar_load(&avatar, NULL), TEST_FACE);
    assert_int_equal(views.first, VRM_VISIBLE);
    avatar.nodes[TEST_FACE].parent = TEST_HAIR;
    views = views_of(test_avatar_load(&avatar, NULL), TEST_FACE);
    assert_int_equal(views.first, VRM_HIDDEN);
    assert_int_equal(views.third, VRM_VISIBLE);
}

/* */
static void annotations_decide_for_each_camera(void** state) {
    (void)state;
    static const struct {
        const char* type;
        vrm_Visibility third, first;
    } cases[] = {{"both", VRM_VISIBLE, VRM_VISIBLE},
                 {"thirdPersonOnly", VRM_VISIBLE, VRM_HIDDEN},
                 {"firstPersonOnly", VRM_HIDDEN, VRM_VISIBLE},
                 {"auto", VRM_VISIBLE, VRM_VISIBLE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        TestAvatar avatar = test_avatar(VRM_DIALECT_1);
        snprintf(text, sizeof text, "{\"meshAnnotations\":[{\"node\":24,\"type\":\"%s\"}]}",
                 cases[i].type);
        avatar.first_person = text;
        Views views = views_of(test_avatar_load(&avatar, NULL), TEST_FACE);
        assert_int_equal(views.third, cases[i].third);
        assert_int_equal(views.first, cases[i].first);
    }
}

/* */
static void vrm0_annotation_is_by_mesh_and_its_bone_counts(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    avatar.first_person =
        "{\"firstPersonBone\":1,\"meshAnnotations\":[{\"mesh\":0,\"firstPersonFlag\":"
        "\"THIRDPERSONONLY\"}]}";
    Views views = views_of(test_avatar_load(&avatar, NULL), TEST_FACE);
    assert_int_equal(views.first, VRM_HIDDEN);
    avatar.first_person = "{\"firstPersonBone\":9}";
    avatar.nodes[TEST_FACE].parent = TEST_LEFT_FOOT; /* below node 9, the left upper leg */
    views = views_of(test_avatar_load(&avatar, NULL), TEST_FACE);
    assert_int_equal(views.first, VRM_HIDDEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_asks_for_no_more_than_the_file_has),
        cmocka_unit_test(only_nodes_of_the_scene_are_drawn),
        cmocka_unit_test(split_keeps_triangles_without_any_head_vertex),
        cmocka_unit_test(split_spreads_strips_and_keeps_their_facing),
        cmocka_unit_test(split_spreads_every_mode_into_a_list),
        cmocka_unit_test(split_survives_every_failing_allocation),
        cmocka_unit_test(split_refuses_indices_beyond_the_vertices),
        cmocka_unit_test(skinned_mesh_loses_its_head_in_first_person),
        cmocka_unit_test(skin_without_head_joints_is_drawn_by_both),
        cmocka_unit_test(rigid_mesh_is_hidden_only_below_the_head),
        cmocka_unit_test(annotations_decide_for_each_camera),
        cmocka_unit_test(vrm0_annotation_is_by_mesh_and_its_bone_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
