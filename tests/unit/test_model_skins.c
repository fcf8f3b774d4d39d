/* SPDX-License-Identifier: MIT */
/* Bind matrices, and what happens where they contradict the nodes. */
#include "support/check.h"
#include "support/glb.h"
#include "support/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two joints, the second one metre above the first; the binds follow as 32 floats. */
static TestModel load(vrm_Dialect dialect, const char* nodes, const float* binds, int count) {
    static const char* const extensions[] = {
        [VRM_DIALECT_0] = "'VRM':{'meta':{},'humanoid':{'humanBones':[]}}",
        [VRM_DIALECT_DRAFT] = "'VRMC_vrm':{'meta':{'title':''},'humanoid':{'humanBones':{}}}",
        [VRM_DIALECT_1] =
            "'VRMC_vrm':{'specVersion':'1.0','meta':{},'humanoid':{'humanBones':{}}}"};
    char json[2000];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'nodes':%s,'skins':[{'joints':[0,1],"
             "'inverseBindMatrices':0}],'buffers':[{'byteLength':%d}],"
             "'bufferViews':[{'buffer':0,'byteLength':%d}],"
             "'accessors':[{'bufferView':0,'componentType':5126,'type':'MAT4','count':%d}],"
             "'extensions':{%s}}",
             nodes, count * 64, count * 64, count, extensions[dialect]);
    TestBytes glb = test_glb(json, binds, (size_t)count * 64);
    TestModel test = test_model_bytes(glb.data, glb.size, NULL);
    test_bytes_free(&glb);
    assert_int_equal(test.result, VRM_OK);
    return test;
}

#define NODES "[{'children':[1],'translation':[0,1,0]},{'translation':[0,1,0]}]"

/* Translations by -1 and by `second` along Y. */
static void make_binds(float* binds, float second) {
    memset(binds, 0, 32 * sizeof *binds);
    for (int joint = 0; joint < 2; joint++) {
        float* m = binds + joint * 16;
        m[0] = m[5] = m[10] = m[15] = 1.0f;
        m[13] = joint == 0 ? -1.0f : second;
    }
}

static bool contradicts(const TestModel* test) {
    return test_count_findings(test->report, "SKIN_BINDS_CONTRADICT_NODES") > 0;
}

static void binds_of_the_file_are_given_out(void** state) {
    (void)state;
    float binds[32];
    make_binds(binds, -2.0f);
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        if (dialect == VRM_DIALECT_BETA) continue;
        TestModel test = load((vrm_Dialect)dialect, NODES, binds, 2);
        vrm_Mat4 out[2];
        assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
        assert_memory_equal(out, binds, sizeof out);
        assert_false(contradicts(&test));
        assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 1), VRM_ERR_ARGUMENT);
        assert_int_equal(vrm_model_inverse_binds(test.model, 1, out, 2), VRM_ERR_ARGUMENT);
        assert_int_equal(vrm_model_inverse_binds(test.model, -1, out, 2), VRM_ERR_ARGUMENT);
        test_model_free(&test);
    }
}

/* */
static void nodes_win_over_binds_in_0_and_the_draft(void** state) {
    (void)state;
    float binds[32];
    make_binds(binds, -2.5f); /* the nodes say 2 */
    static const vrm_Dialect old[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT};
    for (int i = 0; i < 2; i++) {
        TestModel test = load(old[i], NODES, binds, 2);
        vrm_Mat4 out[2];
        assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
        assert_float_equal(out[0].m[13], -1.0f, 0.0f);
        assert_float_equal(out[1].m[13], -2.0f, 0.0f);
        assert_float_equal(out[1].m[0], 1.0f, 0.0f);
        test_expect_among(&test, "SKIN_BINDS_CONTRADICT_NODES", "/skins/0/inverseBindMatrices");
        test_model_free(&test);
    }
    TestModel test = load(VRM_DIALECT_1, NODES, binds, 2); /* 1.0 trusts the matrices */
    vrm_Mat4 out[2];
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
    assert_memory_equal(out, binds, sizeof out);
    assert_false(contradicts(&test));
    test_model_free(&test);
}

/* A node that is no joint between the two does not hide what they say of each other. */
static void joints_are_compared_past_other_nodes(void** state) {
    (void)state;
    static const char nodes[] = "[{'children':[2],'translation':[0,1,0]},{'translation':[0,0.75,0]}"
                                ",{'children':[1],'translation':[0,0.25,0]}]";
    float binds[32];
    make_binds(binds, -2.0f);
    TestModel test = load(VRM_DIALECT_0, nodes, binds, 2);
    assert_false(contradicts(&test));
    test_model_free(&test);
    make_binds(binds, -2.5f);
    test = load(VRM_DIALECT_0, nodes, binds, 2);
    assert_true(contradicts(&test));
    test_model_free(&test);
}

/* A mesh modelled elsewhere: all joints are off by the same, which is no contradiction. */
static void mesh_moved_as_a_whole_is_left_alone(void** state) {
    (void)state;
    float binds[32];
    make_binds(binds, -2.0f);
    binds[13] += 5.0f;
    binds[16 + 13] += 5.0f;
    TestModel test = load(VRM_DIALECT_0, NODES, binds, 2);
    assert_false(contradicts(&test));
    test_model_free(&test);
    /* And when the nodes win, it stays moved. */
    binds[16 + 13] += 1.0f;
    test = load(VRM_DIALECT_0, NODES, binds, 2);
    vrm_Mat4 out[2];
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
    assert_float_equal(out[0].m[13], 4.0f, 1e-6f);
    assert_float_equal(out[1].m[13], 3.0f, 1e-6f);
    test_model_free(&test);
}

/* Bones that were only turned after binding, as many real files have it. */
static void posed_bones_are_no_contradiction(void** state) {
    (void)state;
    float binds[32];
    make_binds(binds, -2.0f);
    TestModel test = load(VRM_DIALECT_0,
                          "[{'children':[1],'translation':[0,1,0],'rotation':[0,0,0.1,0.994987]},"
                          "{'translation':[0,1,0],'rotation':[0.1,0,0,0.994987]}]",
                          binds, 2);
    assert_false(contradicts(&test));
    test_model_free(&test);
}

static void joint_without_extent_is_left_alone(void** state) {
    (void)state;
    float binds[32];
    make_binds(binds, -9.0f);
    TestModel test =
        load(VRM_DIALECT_0, "[{'children':[1],'scale':[0,0,0]},{'translation':[0,1,0]}]", binds, 2);
    vrm_Mat4 out[2];
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
    for (int i = 0; i < 32; i++) assert_true(isfinite(out[i / 16].m[i % 16]));
    assert_false(contradicts(&test));
    test_model_free(&test);
}

static void accessor_may_hold_more_matrices_but_not_fewer(void** state) {
    (void)state;
    float binds[48] = {0};
    make_binds(binds, -2.0f);
    TestModel test = load(VRM_DIALECT_0, NODES, binds, 3);
    vrm_Mat4 out[2];
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
    assert_memory_equal(out, binds, sizeof out);
    test_model_free(&test);
    test = load(VRM_DIALECT_0, NODES, binds, 1);
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_ERR_INVALID);
    test_model_free(&test);
}

static void skin_without_matrices_has_identities(void** state) {
    (void)state;
    TestModel test = test_model_json("{'asset':{'version':'2.0'},'nodes':[{}],"
                                     "'skins':[{'joints':[0]}],'extensions':{'VRM':{}}}");
    vrm_Mat4 out;
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, &out, 1), VRM_OK);
    for (int i = 0; i < 16; i++) {
        float expected = i % 5 == 0 ? 1.0f : 0.0f;
        assert_float_equal(out.m[i], expected, 0.0f);
    }
    test_model_free(&test);
}

/* Nodes may say where they are by a matrix. */
static void nodes_with_matrices_win_too(void** state) {
    (void)state;
    float binds[32];
    make_binds(binds, -2.5f);
    TestModel test = load(VRM_DIALECT_0,
                          "[{'children':[1],'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1]},"
                          "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1]}]",
                          binds, 2);
    vrm_Mat4 out[2];
    assert_true(contradicts(&test));
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_OK);
    assert_float_equal(out[1].m[13], -2.0f, 1e-6f);
    test_model_free(&test);
}

static void accessor_of_another_type_cannot_be_read(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'nodes':[{}],'accessors':[{'componentType':5126,"
        "'type':'VEC4','count':4}],'skins':[{'joints':[0,5],'inverseBindMatrices':0}],"
        "'extensions':{'VRM':{}}}");
    vrm_Mat4 out[2];
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 2), VRM_ERR_INVALID);
    test_model_free(&test);
}

/* A joint that is no node keeps the file's matrix; the others are judged without it. */
static void joint_that_is_no_node_is_left_alone(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{'translation':[0,1,0]}],"
        "'accessors':[{'componentType':5126,'type':'MAT4','count':3}],"
        "'skins':[{'joints':[0,1,9],'inverseBindMatrices':0}],'extensions':{'VRM':{}}}");
    vrm_Mat4 out[3];
    assert_int_equal(vrm_model_inverse_binds(test.model, 0, out, 3), VRM_OK);
    assert_false(contradicts(&test)); /* all zero: nothing can be said */
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binds_of_the_file_are_given_out),
        cmocka_unit_test(nodes_win_over_binds_in_0_and_the_draft),
        cmocka_unit_test(joints_are_compared_past_other_nodes),
        cmocka_unit_test(mesh_moved_as_a_whole_is_left_alone),
        cmocka_unit_test(posed_bones_are_no_contradiction),
        cmocka_unit_test(joint_without_extent_is_left_alone),
        cmocka_unit_test(accessor_may_hold_more_matrices_but_not_fewer),
        cmocka_unit_test(skin_without_matrices_has_identities),
        cmocka_unit_test(nodes_with_matrices_win_too),
        cmocka_unit_test(accessor_of_another_type_cannot_be_read),
        cmocka_unit_test(joint_that_is_no_node_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
