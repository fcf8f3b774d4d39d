/* SPDX-License-Identifier: MIT */
#include "gltf/document.h"
#include "support/check.h"
#include "support/glb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Loaded {
    vrmi_Document* document;
    const vrm_Gltf* gltf;
    vrm_Report* report;
} Loaded;

static Loaded load_bytes(TestBytes bytes) {
    Loaded loaded;
    assert_int_equal(vrm_report_create(NULL, &loaded.report), VRM_OK);
    assert_int_equal(
        vrmi_document_load(bytes.data, bytes.size, NULL, loaded.report, &loaded.document), VRM_OK);
    loaded.gltf = &loaded.document->gltf;
    test_bytes_free(&bytes);
    return loaded;
}

/* `rest` is what follows the asset. */
static Loaded load(const char* rest) {
    char json[8192];
    snprintf(json, sizeof json, "{'asset':{'version':'2.0'},%s}", rest);
    return load_bytes(test_gltf(json));
}

static void unload(Loaded* loaded) {
    vrmi_document_destroy(loaded->document);
    vrm_report_destroy(loaded->report);
}

/* What every tree promises, whatever the file said. */
static void check_tree(const vrm_Gltf* gltf) {
    int32_t count = gltf->node_count;
    int32_t* place = malloc(((size_t)count + 1) * sizeof *place);
    assert_non_null(place);
    for (int32_t i = 0; i < count; i++) place[i] = -1;
    for (int32_t i = 0; i < count; i++) {
        int32_t node = gltf->node_order[i];
        assert_true(node >= 0 && node < count);
        assert_int_equal(place[node], -1);
        place[node] = i;
    }
    int32_t child_total = 0, root_total = 0;
    for (int32_t i = 0; i < count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        assert_true(node->parent >= -1 && node->parent < count);
        if (node->parent >= 0) assert_true(place[node->parent] < place[i]);
        root_total += node->parent < 0;
        child_total += node->child_count;
        for (int32_t k = 0; k < node->child_count; k++)
            assert_int_equal(gltf->nodes[node->children[k]].parent, i);
    }
    assert_int_equal(root_total + child_total, count);
    free(place);
}

/* ---- The tree ---- */

static void sound_tree_is_taken_as_it_is(void** state) {
    (void)state;
    Loaded loaded = load("'nodes':[{'children':[3,1]},{},{'name':'root'},{'children':[4]},{}]");
    check_tree(loaded.gltf);
    assert_int_equal(vrm_report_count(loaded.report), 0);
    const int32_t order[] = {0, 3, 4, 1, 2};
    assert_memory_equal(loaded.gltf->node_order, order, sizeof order);
    assert_int_equal(loaded.gltf->nodes[0].children[0], 3);
    assert_int_equal(loaded.gltf->nodes[0].children[1], 1);
    assert_int_equal(loaded.gltf->nodes[4].parent, 3);
    assert_string_equal(loaded.gltf->nodes[2].name, "root");
    unload(&loaded);
}

static void first_of_several_parents_counts(void** state) {
    (void)state;
    Loaded loaded = load("'nodes':[{'children':[2]},{'children':[2,3]},{},{}]");
    check_tree(loaded.gltf);
    assert_int_equal(loaded.gltf->nodes[2].parent, 0);
    assert_int_equal(loaded.gltf->nodes[1].child_count, 1);
    vrm_Finding finding = test_get_finding(loaded.report, "NODE_PARENT_OVERRIDE");
    assert_string_equal(finding.pointer, "/nodes/1/children/0");
    assert_int_equal(vrm_report_count(loaded.report), 1);
    unload(&loaded);
}

static void child_listed_twice_is_one_child(void** state) {
    (void)state;
    Loaded loaded = load("'nodes':[{'children':[1,2,1]},{},{}]");
    check_tree(loaded.gltf);
    assert_int_equal(loaded.gltf->nodes[0].child_count, 2);
    assert_string_equal(test_get_finding(loaded.report, "DUPLICATE_ELEMENTS").pointer,
                        "/nodes/0/children/2");
    unload(&loaded);
}

/* */
static void children_that_are_no_nodes_are_left_out(void** state) {
    (void)state;
    Loaded loaded =
        load("'nodes':[{'children':[7,-1,1.5,'1',null,1e99,4294967297,1]},{},{'children':{}}]");
    check_tree(loaded.gltf);
    assert_int_equal(loaded.gltf->nodes[0].child_count, 1);
    assert_int_equal(test_count_findings(loaded.report, "UNRESOLVED_REFERENCE"), 3);
    assert_int_equal(test_count_findings(loaded.report, "INVALID_INDEX"), 2);
    assert_int_equal(test_count_findings(loaded.report, "TYPE_MISMATCH"), 3);
    unload(&loaded);
}

static void loops_are_cut_at_their_lowest_node(void** state) {
    (void)state;
    /* 0 is its own child; 1 -> 2 -> 3 -> 1 with a tail 4; 5 <-> 6 under nobody. */
    Loaded loaded = load("'nodes':[{'children':[0]},{'children':[2]},{'children':[3,4]},"
                         "{'children':[1]},{},{'children':[6]},{'children':[5]}]");
    check_tree(loaded.gltf);
    assert_int_equal(loaded.gltf->nodes[0].parent, -1);
    assert_int_equal(loaded.gltf->nodes[1].parent, -1);
    assert_int_equal(loaded.gltf->nodes[3].parent, 2);
    assert_int_equal(loaded.gltf->nodes[3].child_count, 0);
    assert_int_equal(loaded.gltf->nodes[5].parent, -1);
    assert_int_equal(loaded.gltf->nodes[6].parent, 5);
    assert_int_equal(test_count_findings(loaded.report, "NODE_LOOP"), 1 + 3 + 2);
    unload(&loaded);
}

/* Any graph at all becomes a forest. */
static void random_graphs_become_trees(void** state) {
    (void)state;
    uint32_t random = 1;
    for (int round = 0; round < 500; round++) {
        char json[4096];
        size_t size = (size_t)snprintf(json, sizeof json, "'nodes':[");
        int count = 1 + round % 12;
        for (int i = 0; i < count; i++) {
            size += (size_t)snprintf(json + size, sizeof json - size, "%s{'children':[",
                                     i > 0 ? "," : "");
            random = random * 1664525u + 1013904223u;
            int children = (int)(random >> 24) % 5;
            for (int k = 0; k < children; k++) {
                random = random * 1664525u + 1013904223u;
                size += (size_t)snprintf(json + size, sizeof json - size, "%s%d", k > 0 ? "," : "",
                                         (int)(random >> 16) % (count + 1));
            }
            size += (size_t)snprintf(json + size, sizeof json - size, "]}");
        }
        snprintf(json + size, sizeof json - size, "]");
        Loaded loaded = load(json);
        check_tree(loaded.gltf);
        unload(&loaded);
    }
}

/* A chain, or a ring, of a million nodes: `{"children":[1]},{"children":[2]},...`. */
static TestBytes long_chain(int count, bool is_ring) {
    size_t room = 100 + (size_t)count * 32, size;
    TestBytes bytes = {malloc(room), 0};
    assert_non_null(bytes.data);
    char* text = (char*)bytes.data;
    size = (size_t)snprintf(text, room, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int i = 0; i + 1 < count; i++)
        size += (size_t)snprintf(text + size, room - size, "{\"children\":[%d]},", i + 1);
    size += (size_t)snprintf(text + size, room - size, is_ring ? "{\"children\":[0]}]}" : "{}]}");
    bytes.size = size;
    return bytes;
}

static void chain_of_a_million_nodes_is_as_good_as_any(void** state) {
    (void)state;
    const int count = 1000000, ring_count = 100000;
    Loaded loaded = load_bytes(long_chain(count, false));
    check_tree(loaded.gltf);
    assert_int_equal(loaded.gltf->node_order[count - 1], count - 1);
    unload(&loaded);
    loaded = load_bytes(long_chain(ring_count, true));
    check_tree(loaded.gltf);
    assert_int_equal(loaded.gltf->nodes[0].parent, -1);
    assert_int_equal(vrm_report_total(loaded.report, VRM_ERROR), ring_count);
    unload(&loaded);
}

/* ---- Transforms ---- */

static void check_vec3(vrm_Vec3 a, float x, float y, float z) {
    assert_float_equal(a.x, x, 1e-6f);
    assert_float_equal(a.y, y, 1e-6f);
    assert_float_equal(a.z, z, 1e-6f);
}

static void check_quat(vrm_Quat a, float x, float y, float z, float w) {
    float sign = a.x * x + a.y * y + a.z * z + a.w * w < 0.0f ? -1.0f : 1.0f;
    assert_float_equal(a.x * sign, x, 1e-6f);
    assert_float_equal(a.y * sign, y, 1e-6f);
    assert_float_equal(a.z * sign, z, 1e-6f);
    assert_float_equal(a.w * sign, w, 1e-6f);
}

/* */
static void transforms_are_taken_without_scaling(void** state) {
    (void)state;
    Loaded loaded = load("'nodes':[{'translation':[1,-2,3.5],'rotation':[0,1,0,0],"
                         "'scale':[2,3,4]},{}]");
    const vrm_Node* nodes = loaded.gltf->nodes;
    check_vec3(nodes[0].rest.translation, 1, -2, 3.5f);
    check_quat(nodes[0].rest.rotation, 0, 1, 0, 0);
    check_vec3(nodes[0].rest.scale, 2, 3, 4);
    assert_null(nodes[0].matrix);
    check_vec3(nodes[1].rest.translation, 0, 0, 0);
    check_quat(nodes[1].rest.rotation, 0, 0, 0, 1);
    check_vec3(nodes[1].rest.scale, 1, 1, 1);
    unload(&loaded);
}

static void matrix_is_kept_and_decomposed(void** state) {
    (void)state;
    /* A quarter turn about Y, scaled 2 3 4, moved to 5 6 7; and a mirror. */
    Loaded loaded = load("'nodes':[{'matrix':[0,0,-2,0, 0,3,0,0, 4,0,0,0, 5,6,7,1]},"
                         "{'matrix':[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]},"
                         "{'matrix':[0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,1]}]");
    const vrm_Node* nodes = loaded.gltf->nodes;
    assert_non_null(nodes[0].matrix);
    assert_float_equal(nodes[0].matrix->m[2], -2, 0);
    check_vec3(nodes[0].rest.translation, 5, 6, 7);
    check_quat(nodes[0].rest.rotation, 0, 0.70710678f, 0, 0.70710678f);
    check_vec3(nodes[0].rest.scale, 2, 3, 4);
    check_vec3(nodes[1].rest.scale, -1, 1, 1);
    check_quat(nodes[1].rest.rotation, 0, 0, 0, 1);
    check_vec3(nodes[2].rest.scale, 0, 0, 0);
    check_quat(nodes[2].rest.rotation, 0, 0, 0, 1);
    assert_int_equal(vrm_report_count(loaded.report), 0);
    unload(&loaded);
}

static void rotations_are_normalized_with_a_finding(void** state) {
    (void)state;
    Loaded loaded =
        load("'nodes':[{'rotation':[0,0,0,2]},{'rotation':[0,0,0,0]},"
             "{'rotation':[1e30,0,0,1e30]},{'rotation':[1e-30,0,0,1e-30]},"
             "{'rotation':[0.7071068,0,0,0.7071068]},{'rotation':[0.7073,0,0,0.7073]}]");
    const vrm_Node* nodes = loaded.gltf->nodes;
    check_quat(nodes[0].rest.rotation, 0, 0, 0, 1);
    check_quat(nodes[1].rest.rotation, 0, 0, 0, 1);
    for (int i = 2; i < 6; i++) check_quat(nodes[i].rest.rotation, 0.70710678f, 0, 0, 0.70710678f);
    assert_true(nodes[4].rest.rotation.x == 0.7071068f); /* rounding alone changes no bits */
    assert_int_equal(test_count_findings(loaded.report, "ROTATION_NON_UNIT"), 4);
    unload(&loaded);
}

static void numbers_that_floats_cannot_hold_fall_back(void** state) {
    (void)state;
    Loaded loaded = load("'nodes':[{'translation':[1e999,0,0],'scale':[1,1e39,1],"
                         "'rotation':[0,0,0,-1e999]},{'translation':[1,2]},"
                         "{'translation':[1,2,'3']},{'translation':'1,2,3'},"
                         "{'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1e40,1]},"
                         "{'matrix':[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]},7]");
    const vrm_Node* nodes = loaded.gltf->nodes;
    for (int i = 0; i < loaded.gltf->node_count; i++) {
        check_vec3(nodes[i].rest.translation, 0, 0, 0);
        check_quat(nodes[i].rest.rotation, 0, 0, 0, 1);
        check_vec3(nodes[i].rest.scale, 1, 1, 1);
        assert_null(nodes[i].matrix);
        assert_int_equal(nodes[i].mesh, -1);
    }
    assert_int_equal(test_count_findings(loaded.report, "VALUE_NOT_IN_RANGE"), 4);
    assert_int_equal(test_count_findings(loaded.report, "ARRAY_LENGTH_NOT_IN_LIST"), 2);
    assert_int_equal(test_count_findings(loaded.report, "TYPE_MISMATCH"), 3);
    unload(&loaded);
}

static void scenes_hold_nodes_only(void** state) {
    (void)state;
    Loaded loaded =
        load("'scene':1,'scenes':[{'nodes':[1,9,0,-1]},{'name':'main'}],'nodes':[{},{}]");
    assert_int_equal(loaded.gltf->scene, 1);
    assert_int_equal(loaded.gltf->scenes[0].node_count, 2);
    assert_int_equal(loaded.gltf->scenes[0].nodes[0], 1);
    assert_int_equal(loaded.gltf->scenes[0].nodes[1], 0);
    assert_int_equal(loaded.gltf->scenes[1].node_count, 0);
    assert_string_equal(loaded.gltf->scenes[1].name, "main");
    unload(&loaded);
    loaded = load("'scene':2,'scenes':[{}]");
    assert_int_equal(loaded.gltf->scene, -1);
    unload(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_tree_is_taken_as_it_is),
        cmocka_unit_test(first_of_several_parents_counts),
        cmocka_unit_test(child_listed_twice_is_one_child),
        cmocka_unit_test(children_that_are_no_nodes_are_left_out),
        cmocka_unit_test(loops_are_cut_at_their_lowest_node),
        cmocka_unit_test(random_graphs_become_trees),
        cmocka_unit_test(chain_of_a_million_nodes_is_as_good_as_any),
        cmocka_unit_test(transforms_are_taken_without_scaling),
        cmocka_unit_test(matrix_is_kept_and_decomposed),
        cmocka_unit_test(rotations_are_normalized_with_a_finding),
        cmocka_unit_test(numbers_that_floats_cannot_hold_fall_back),
        cmocka_unit_test(scenes_hold_nodes_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
