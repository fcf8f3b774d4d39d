/* SPDX-License-Identifier: MIT */
/* Buffer views with new bytes, and a chunk without gaps: what is left reads as before. */
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"

#include <stdio.h>
#include <string.h>

/* 16 bytes that an image shows, 8 that nothing covers, 12 of an accessor, 4 of the second image. */
static const char two_images[] =
    "{'asset':{'version':'2.0','generator':'test'},'buffers':[{'byteLength':40}],"
    "'bufferViews':[{'buffer':0,'byteLength':16,'name':'first'},"
    "{'buffer':0,'byteOffset':24,'byteLength':12%s},"
    "{'buffer':0,'byteOffset':36,'byteLength':4}],"
    "'accessors':[{'bufferView':1,'componentType':5126,'type':'VEC3','count':1}],"
    "'images':[{'bufferView':0,'mimeType':'image/png'},{'bufferView':2,'mimeType':'image/png'}]}";

static TestBytes make_file(const char* members) {
    static const float point[3] = {1.0f, 2.0f, 3.0f};
    char json[sizeof two_images + 100];
    uint8_t bin[40];
    snprintf(json, sizeof json, two_images, members);
    memset(bin, 7, sizeof bin);
    memcpy(bin + 24, point, sizeof point);
    memcpy(bin + 36, "last", 4);
    return test_glb(json, bin, sizeof bin);
}

static void expect_point(const vrm_Gltf* gltf) {
    float point[3];
    assert_int_equal(vrm_accessor_read_floats(gltf, 0, point, 3), VRM_OK);
    for (int i = 0; i < 3; i++) assert_true(point[i] == (float)(i + 1));
}

static void view_gets_new_bytes_and_the_old_ones_go(void** state) {
    (void)state;
    TestBytes file = make_file("");
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    uint64_t removed = 0;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, 0, "short", 5), VRM_OK);
    assert_int_equal(vrm_edit_compact(edit, &removed), VRM_OK);
    assert_int_equal(removed, 24);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_int_equal(gltf->images[0].size, 5);
    assert_memory_equal(gltf->images[0].data, "short", 5);
    assert_memory_equal(gltf->images[1].data, "last", 4);
    assert_int_equal(gltf->buffers[0].size, 12 + 4 + 5);
    expect_point(gltf);
    test_json_string(model, "/bufferViews/0/name", "first");
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

static void longer_bytes_are_taken_too(void** state) {
    (void)state;
    TestBytes file = make_file("");
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, 2, "longer than it was", 18), VRM_OK);
    assert_int_equal(vrm_edit_compact(edit, NULL), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_memory_equal(gltf->images[1].data, "longer than it was", 18);
    assert_int_equal(gltf->images[0].data[15], 7);
    expect_point(gltf);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

static void packing_alone_removes_what_no_view_covers(void** state) {
    (void)state;
    TestBytes file = make_file("");
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    uint64_t removed = 0;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        assert_int_equal(vrm_edit_compact(edit, &removed), VRM_OK);
        assert_int_equal(removed, round == 0 ? 8 : 0);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        expect_point(vrm_model_gltf(model));
        assert_memory_equal(vrm_model_gltf(model)->images[1].data, "last", 4);
    }
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

static void chunk_with_views_of_unknown_extensions_stays(void** state) {
    (void)state;
    TestBytes file = make_file(",'extensions':{'EXT_unknown':{}}");
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    uint64_t removed = 1;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, 1, "new", 3), VRM_ERR_UNSUPPORTED);
    assert_int_equal(vrm_edit_set_view(edit, 0, "new", 3), VRM_OK);
    assert_int_equal(vrm_edit_compact(edit, &removed), VRM_OK);
    assert_int_equal(removed, 0);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    assert_memory_equal(vrm_model_gltf(model)->images[0].data, "new", 3);
    expect_point(vrm_model_gltf(model));
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* The compressed bytes move; the extension says where they are then. */
static void compressed_bytes_move_with_their_extension(void** state) {
    (void)state;
    static const char json[] =
        "{'asset':{'version':'2.0','generator':'test'},'extensionsUsed':['EXT_meshopt_compression']"
        ","
        "'buffers':[{'byteLength':40},{'byteLength':48,'extensions':{'EXT_meshopt_compression':"
        "{'fallback':true}}}],'bufferViews':[{'buffer':1,'byteLength':48,'extensions':{"
        "'EXT_meshopt_compression':{'buffer':0,'byteOffset':24,'byteLength':12,'byteStride':12,"
        "'count':4,'mode':'ATTRIBUTES'}}},{'buffer':0,'byteOffset':4,'byteLength':8}]}";
    uint8_t bin[40] = {0};
    memcpy(bin + 24, "compressed..", 12);
    TestBytes file = test_glb(json, bin, sizeof bin);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    uint64_t removed = 0;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, 0, "new", 3), VRM_ERR_UNSUPPORTED);
    assert_int_equal(vrm_edit_compact(edit, &removed), VRM_OK);
    assert_int_equal(removed, 20);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    int64_t offset = -1;
    vrm_JsonRef at =
        test_json_at(model, "/bufferViews/0/extensions/EXT_meshopt_compression/byteOffset");
    assert_true(vrm_json_integer(vrm_model_gltf(model)->json, at, &offset));
    assert_int_equal(offset, 8);
    assert_memory_equal(vrm_model_gltf(model)->buffers[0].data + 8, "compressed..", 12);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

static void wrong_views_are_refused(void** state) {
    (void)state;
    TestBytes file = make_file("");
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, -1, "new", 3), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_set_view(edit, 3, "new", 3), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_set_view(edit, 0, "", 0), VRM_ERR_ARGUMENT);
    vrm_edit_abandon(edit);
    vrm_model_destroy(model);
    test_bytes_free(&file);
    TestModel text = test_model_json("{'asset':{'version':'2.0'},'bufferViews':[{'buffer':0,"
                                     "'byteLength':3}],'buffers':[{'byteLength':3,'uri':"
                                     "'data:application/octet-stream;base64,AAAA'}]}");
    assert_int_equal(vrm_edit_begin(text.model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_view(edit, 0, "new", 3), VRM_ERR_UNSUPPORTED);
    assert_int_equal(vrm_edit_compact(edit, NULL), VRM_ERR_UNSUPPORTED);
    vrm_edit_abandon(edit);
    test_model_free(&text);
}

static vrm_Result replace_and_pack(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Edit* edit = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_set_view(edit, 0, "short", 5);
    if (result == VRM_OK) result = vrm_edit_compact(edit, NULL);
    if (result == VRM_OK) result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    vrm_model_destroy(model);
    return result;
}

static void packing_survives_every_failing_allocation(void** state) {
    (void)state;
    TestBytes file = make_file("");
    assert_true(test_every_allocation_failing(replace_and_pack, &file) > 5);
    test_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_gets_new_bytes_and_the_old_ones_go),
        cmocka_unit_test(longer_bytes_are_taken_too),
        cmocka_unit_test(packing_alone_removes_what_no_view_covers),
        cmocka_unit_test(chunk_with_views_of_unknown_extensions_stays),
        cmocka_unit_test(compressed_bytes_move_with_their_extension),
        cmocka_unit_test(wrong_views_are_refused),
        cmocka_unit_test(packing_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
