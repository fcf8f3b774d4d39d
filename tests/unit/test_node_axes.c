/* SPDX-License-Identifier: MIT */
/* What lives in the axes of a node and is neither vertex nor part of VRM: cameras, lights,
 * instances and animations by pointer stay where they were when an avatar is turned round or
 * normalized. */
#include "base/maths.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nodes 5 to 10 look along their -Z: below the root, below the head, on the head bone itself, as a
 * matrix, animated, and with a child. Node 11 shows instances, 12 is moved by a pointer, 13 by a
 * quantized rotation and by the sampler that also scales 14. */
static const char document[] =
    "{'asset':{'version':'2.0'},'scene':0,"
    "'scenes':[{'nodes':[0,5,8,9,10,11,12,13,14]}],"
    "'extensionsUsed':['VRM','KHR_lights_punctual','EXT_mesh_gpu_instancing',"
    "'KHR_animation_pointer','XX_unknown'],"
    "'extensions':{'KHR_lights_punctual':{'lights':[{'type':'spot','spot':{}}]},"
    "'VRM':{'specVersion':'0.0','meta':{'title':'a','author':'b','licenseName':'CC0'},"
    "'humanoid':{'humanBones':[{'bone':'hips','node':0},{'bone':'head','node':2}]}}},"
    "'cameras':[{'type':'perspective','perspective':{'yfov':0.6,'znear':0.1}}],"
    "'nodes':["
    "{'name':'hips','children':[1],'translation':[0,1,0]},"
    "{'name':'spine','children':[2],'translation':[0,0.2,0.1],'rotation':[0.6,0,0,0.8]},"
    "{'name':'head','children':[6,7],'translation':[0,0.4,0],'camera':0},"
    "{'name':'free'},{'name':'free2'},"
    "{'name':'cam','camera':0,'translation':[0.5,1,-3],'rotation':[0,1,0,0]},"
    "{'name':'spot','extensions':{'KHR_lights_punctual':{'light':0}},'translation':[0.1,0.2,0.3],"
    "'rotation':[0,0.6,0.8,0]},"
    "{'name':'plain','camera':0},"
    "{'name':'matrix','camera':0,'matrix':[0,0,-1,0, 0,1,0,0, 1,0,0,0, 0.5,1,2,1]},"
    "{'name':'animated','camera':0,'translation':[0,1,3]},"
    "{'name':'parent','camera':0,'children':[15],'translation':[1,2,3]},"
    "{'name':'instances','mesh':0,'extensions':{'XX_unknown':{},'EXT_mesh_gpu_instancing':"
    "{'attributes':{'TRANSLATION':2,'ROTATION':3,'SCALE':4}}}},"
    "{'name':'pointed','mesh':0},{'name':'turned','mesh':0},{'name':'scaled','mesh':0},"
    "{'name':'child','camera':0,'rotation':[0,0,0.6,0.8]}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
    "'accessors':["
    "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},"
    "{'bufferView':1,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]},"
    "{'bufferView':2,'componentType':5126,'count':2,'type':'VEC3'},"
    "{'bufferView':3,'componentType':5120,'normalized':true,'count':2,'type':'VEC4'},"
    "{'bufferView':2,'componentType':5126,'count':2,'type':'VEC3'},"
    "{'bufferView':4,'componentType':5126,'count':2,'type':'VEC3'},"
    "{'bufferView':5,'componentType':5121,'normalized':true,'count':2,'type':'VEC4'},"
    "{'bufferView':6,'componentType':5126,'count':2,'type':'VEC3'},"
    "{'bufferView':7,'componentType':5126,'count':2,'type':'VEC4'}],"
    "'animations':[{'samplers':[{'input':1,'output':5},{'input':1,'output':6},"
    "{'input':1,'output':7},{'input':1,'output':8}],'channels':["
    "{'sampler':0,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':"
    "{'pointer':'/nodes/12/translation'}}}},"
    "{'sampler':1,'target':{'node':13,'path':'rotation'}},"
    "{'sampler':2,'target':{'node':13,'path':'translation'}},"
    "{'sampler':2,'target':{'node':14,'path':'scale'}},"
    "{'sampler':3,'target':{'node':9,'path':'rotation'}}]}],"
    "'bufferViews':["
    "{'buffer':0,'byteOffset':0,'byteLength':36,'target':34962},"
    "{'buffer':0,'byteOffset':36,'byteLength':8},"
    "{'buffer':0,'byteOffset':44,'byteLength':24},"
    "{'buffer':0,'byteOffset':68,'byteLength':8},"
    "{'buffer':0,'byteOffset':76,'byteLength':24},"
    "{'buffer':0,'byteOffset':100,'byteLength':8},"
    "{'buffer':0,'byteOffset':108,'byteLength':24},"
    "{'buffer':0,'byteOffset':132,'byteLength':32}],"
    "'buffers':[{'byteLength':164}]}";

static TestModel load(void) {
    uint8_t bin[164] = {0};
    const float times[] = {0, 1}, places[] = {0.5f, 0, 0.25f, 0.75f, 1, 2},
                moved[] = {0.5f, 0, 0.25f, 1, 2, 3}, scaled[] = {1, 2, 3, 4, 5, 6},
                turned[] = {0, 0, 0, 1, 0.6f, 0, 0, 0.8f};
    const int8_t spins[] = {0, 0, 127, 0, 76, 0, 0, 102};
    const uint8_t quantized[] = {0, 0, 0, 255, 0, 0, 180, 180};
    memcpy(bin + 36, times, sizeof times);
    memcpy(bin + 44, places, sizeof places);
    memcpy(bin + 68, spins, sizeof spins);
    memcpy(bin + 76, moved, sizeof moved);
    memcpy(bin + 100, quantized, sizeof quantized);
    memcpy(bin + 108, scaled, sizeof scaled);
    memcpy(bin + 132, turned, sizeof turned);
    TestBytes glb = test_glb(document, bin, sizeof bin);
    TestModel test = test_model_bytes(glb.data, glb.size, NULL);
    assert_int_equal(test.result, VRM_OK);
    test_bytes_free(&glb);
    return test;
}

static void go_to(TestModel* test, vrm_Dialect dialect) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = dialect;
    vrm_report_clear(test->report);
    assert_int_equal(vrm_migrate(test->model, &def, test->report), VRM_OK);
    TestBytes saved = test_save(test->model);
    TestModel again = test_model_bytes(saved.data, saved.size, NULL);
    assert_int_equal(again.result, VRM_OK);
    test_bytes_free(&saved);
    vrm_model_destroy(test->model);
    test->model = again.model;
    vrm_report_destroy(again.report);
}

/* Rest, or what an animation says at its last key. */
static vrm_Affine world_of(const vrm_Gltf* gltf, int32_t node) {
    vrm_Affine world = vrmi_affine_identity();
    for (; node >= 0; node = gltf->nodes[node].parent) {
        const vrm_Node* at = &gltf->nodes[node];
        vrm_Affine local = at->matrix != NULL ? vrmi_affine_from_mat4(at->matrix)
                                              : vrmi_affine_from_transform(at->rest);
        world = vrmi_affine_mul(&local, &world);
    }
    return world;
}

/* The node that looks in the place of `node`: itself, or a child that was made for it. */
static int32_t viewer_of(const vrm_Gltf* gltf, const char* name) {
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        size_t length = strlen(name);
        bool is_named = strncmp(node->name, name, length) == 0 &&
                        (node->name[length] == '\0' || strcmp(node->name + length, "_view") == 0);
        bool looks =
            node->camera >= 0 ||
            vrm_gltf_extension(gltf, node->json, "KHR_lights_punctual") != VRM_JSON_MISSING;
        if (is_named && looks) return i;
    }
    fail_msg("%s looks no more", name);
    return -1;
}

/* Each looks from where it looked, the same way, in a world that was turned by `sign`. */
static void check_views(const vrm_Gltf* before, const vrm_Gltf* after, float sign) {
    static const char* const names[] = {"head",   "cam",      "spot",   "plain",
                                        "matrix", "animated", "parent", "child"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vrm_Affine a = world_of(before, viewer_of(before, names[i]));
        vrm_Affine b = world_of(after, viewer_of(after, names[i]));
        for (int c = 0; c < 4; c++) {
            vrm_Vec3 was = vrmi_affine_column(&a, c), is = vrmi_affine_column(&b, c);
            test_same_point(is, (vrm_Vec3){sign * was.x, was.y, sign * was.z}, 2e-6f);
        }
    }
}

static void cameras_and_lights_look_as_before_up_and_down(void** state) {
    (void)state;
    TestModel before = load(), test = load();
    int32_t count = vrm_model_gltf(test.model)->node_count;
    go_to(&test, VRM_DIALECT_1);
    check_views(vrm_model_gltf(before.model), vrm_model_gltf(test.model), -1.0f);
    /* The head, the animated one and the one with a child have something else in their axes. */
    assert_int_equal(vrm_model_gltf(test.model)->node_count, count + 3);
    assert_int_equal(test_count_findings(test.report, "MIGRATE_NODE_EXTENSION"), 1);
    test_model_free(&before);
    test_model_free(&test);
}

/* The way down normalizes, which refuses instances: they are taken out first. */
static void views_do_not_multiply_on_the_way_up_and_down(void** state) {
    (void)state;
    TestModel before = load(), test = load();
    vrm_Edit* edit;
    TestModel* both[] = {&before, &test};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vrm_edit_begin(both[i]->model, &edit), VRM_OK);
        assert_int_equal(vrm_edit_remove(edit, "/nodes/11/extensions"), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    }
    int32_t count = 0;
    vrm_Quat spot = {0};
    for (int i = 0; i < 3; i++) {
        go_to(&test, VRM_DIALECT_1);
        check_views(vrm_model_gltf(before.model), vrm_model_gltf(test.model), -1.0f);
        if (count == 0) count = vrm_model_gltf(test.model)->node_count;
        go_to(&test, VRM_DIALECT_0);
        check_views(vrm_model_gltf(before.model), vrm_model_gltf(test.model), 1.0f);
        assert_int_equal(vrm_model_gltf(test.model)->node_count, count);
        /* The same numbers too, not only the same rotation with the other sign. */
        vrm_Quat now = vrm_model_gltf(test.model)->nodes[6].rest.rotation;
        if (i == 0) spot = now;
        assert_true(now.x * spot.x + now.y * spot.y + now.z * spot.z + now.w * spot.w > 0.99f);
    }
    test_model_free(&before);
    test_model_free(&test);
}

static void check_numbers(const vrm_Gltf* before, int32_t old, const vrm_Gltf* after,
                          int32_t accessor, bool is_turned) {
    float was[16], is[16];
    size_t count = (size_t)before->accessors[old].count *
                   (size_t)vrm_accessor_components(before->accessors[old].type);
    assert_int_equal(vrm_accessor_read_floats(before, old, was, count), VRM_OK);
    assert_int_equal(vrm_accessor_read_floats(after, accessor, is, count), VRM_OK);
    int components = vrm_accessor_components(before->accessors[old].type);
    for (size_t i = 0; i < count; i++) {
        bool changes = is_turned && (i % (size_t)components == 0 || i % (size_t)components == 2);
        assert_float_equal(is[i], changes ? -was[i] : was[i], 1e-7);
    }
}

static int32_t index_at(const vrm_Model* model, const char* pointer) {
    int64_t index = -1;
    assert_true(
        vrm_json_integer(vrm_model_gltf(model)->json, test_json_at(model, pointer), &index));
    return (int32_t)index;
}

static void instances_and_pointers_are_turned(void** state) {
    (void)state;
    TestModel before = load(), test = load();
    go_to(&test, VRM_DIALECT_1);
    const vrm_Gltf *old = vrm_model_gltf(before.model), *gltf = vrm_model_gltf(test.model);
    static const char place[] = "/nodes/11/extensions/EXT_mesh_gpu_instancing/attributes/";
    static const char* const keys[] = {"TRANSLATION", "ROTATION", "SCALE"};
    for (int i = 0; i < 3; i++) { /* the bytes of the first are also those of the last */
        char pointer[128];
        snprintf(pointer, sizeof pointer, "%s%s", place, keys[i]);
        check_numbers(old, 2 + i, gltf, index_at(test.model, pointer), i < 2);
    }
    const vrm_Animation* animation = &gltf->animations[0];
    const bool turns[] = {true, true, true, false, true};
    const int32_t outputs[] = {5, 6, 7, 7, 8};
    for (int i = 0; i < 5; i++) {
        int32_t output = animation->samplers[animation->channels[i].sampler].output;
        check_numbers(old, outputs[i], gltf, output, turns[i]);
        /* glTF 2.0: only vertices and indices may have a target. */
        int32_t view = gltf->accessors[output].buffer_view;
        assert_true(vrm_json_member(gltf->json, gltf->buffer_views[view].json, "target") ==
                    VRM_JSON_MISSING);
    }
    test_model_free(&before);
    test_model_free(&test);
}

/* A pointer is followed when nodes are normalized, as a channel of the node is. */
static void pointer_is_normalized_as_a_channel_is(void** state) {
    (void)state;
    TestModel test[2] = {load(), load()};
    static const char channel[] =
        "{\"sampler\":0,\"target\":{\"node\":12,\"path\":\"translation\"}}";
    static const char size[] = "[2,2,2]", turn[] = "[0,0,1,0]", children[] = "[12]";
    for (int i = 0; i < 2; i++) {
        vrm_Edit* edit;
        vrm_NormalizeDef def = vrm_default_normalize_def();
        assert_int_equal(vrm_edit_begin(test[i].model, &edit), VRM_OK);
        assert_int_equal(vrm_edit_remove(edit, "/nodes/11/extensions"), VRM_OK);
        assert_int_equal(vrm_edit_set(edit, "/nodes/3/scale", size, strlen(size)), VRM_OK);
        assert_int_equal(vrm_edit_set(edit, "/nodes/3/rotation", turn, strlen(turn)), VRM_OK);
        assert_int_equal(vrm_edit_set(edit, "/nodes/3/children", children, strlen(children)),
                         VRM_OK);
        assert_int_equal(vrm_edit_set(edit, "/scenes/0/nodes/6", "3", 1), VRM_OK);
        if (i == 1)
            assert_int_equal(
                vrm_edit_set(edit, "/animations/0/channels/0", channel, strlen(channel)), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        assert_int_equal(vrm_normalize(test[i].model, &def, test[i].report), VRM_OK);
    }
    const vrm_Gltf *a = vrm_model_gltf(test[0].model), *b = vrm_model_gltf(test[1].model);
    int32_t from = a->animations[0].samplers[a->animations[0].channels[0].sampler].output;
    int32_t to = b->animations[0].samplers[b->animations[0].channels[0].sampler].output;
    check_numbers(b, to, a, from, false);
    float numbers[6];
    assert_int_equal(vrm_accessor_read_floats(a, from, numbers, 6), VRM_OK);
    assert_float_equal(numbers[3], -2.0f, 1e-6f);
    for (int i = 0; i < 2; i++) test_model_free(&test[i]);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_migrate(model, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void turning_views_survives_every_failing_allocation(void** state) {
    (void)state;
    TestModel test = load();
    TestBytes bytes = test_save(test.model);
    test_every_allocation_failing(attempt, &bytes);
    test_bytes_free(&bytes);
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cameras_and_lights_look_as_before_up_and_down),
        cmocka_unit_test(views_do_not_multiply_on_the_way_up_and_down),
        cmocka_unit_test(instances_and_pointers_are_turned),
        cmocka_unit_test(pointer_is_normalized_as_a_channel_is),
        cmocka_unit_test(turning_views_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
