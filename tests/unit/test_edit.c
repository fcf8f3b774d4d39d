/* SPDX-License-Identifier: MIT */
/* Edits: all or nothing, only the bytes that were meant, and parts that read back as they were
 * written. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "support/parts.h"
#include "vrm/edit.h"
#include "vrm/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0,    0,    0,    13,
                              'I',  'H', 'D', 'R', 0,    0,    0,    1,    0,    0,    0,    1,
                              8,    2,   0,   0,   0,    0x90, 0x77, 0x53, 0xDE, 0,    0,    0,
                              12,   'I', 'D', 'A', 'T',  0x08, 0xD7, 0x63, 0xF8, 0xCF, 0xC0, 0,
                              0,    3,   1,   1,   0,    0x18, 0xDD, 0x8D, 0xB0, 0,    0,    0,
                              0,    'I', 'E', 'N', 'D',  0xAE, 0x42, 0x60, 0x82};

static vrm_Edit* begin(vrm_Model* model) {
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    return edit;
}

static vrm_Result set(vrm_Edit* edit, const char* pointer, const char* text) {
    return vrm_edit_set(edit, pointer, text, strlen(text));
}

/* ---- All or nothing, and only the bytes that were meant ---- */

static void setting_a_name_changes_the_bytes_of_the_name_alone(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    TestBytes before = test_save(test.model);
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(set(edit, "/extensions/VRMC_vrm/meta/name", "\"Other1\""), VRM_OK);
    assert_string_equal(vrm_model_meta(test.model)->name, "Sample"); /* not yet */
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    assert_string_equal(vrm_model_meta(test.model)->name, "Other1");
    TestBytes after = test_save(test.model);
    assert_int_equal(after.size, before.size); /* "Sample" is as long */
    size_t different = 0;
    for (size_t i = 0; i < after.size; i++) different += before.data[i] != after.data[i];
    assert_int_equal(different, 6);
    test_bytes_free(&before);
    test_bytes_free(&after);
    test_model_free(&test);
}

static void edit_without_a_change_keeps_every_byte(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    TestBytes before = test_save(test.model);
    assert_int_equal(vrm_edit_commit(begin(test.model), NULL), VRM_OK);
    TestBytes after = test_save(test.model);
    test_same_bytes(&after, &before);
    test_bytes_free(&before);
    test_bytes_free(&after);
    test_model_free(&test);
}

static void abandoned_and_refused_edits_leave_the_model_as_it_was(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    TestBytes before = test_save(test.model);
    vrm_Edit* edit = begin(test.model);
    int32_t image;
    assert_int_equal(vrm_edit_add_image(edit, png, sizeof png, "x", &image), VRM_OK);
    assert_int_equal(vrm_edit_remove(edit, "/asset/version"), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_ERR_INVALID);
    assert_string_equal(vrm_model_meta(test.model)->name, "Sample");
    TestBytes after = test_save(test.model);
    assert_memory_equal(after.data, before.data, before.size);
    test_bytes_free(&after);
    /* The edit can be corrected. */
    assert_int_equal(set(edit, "/asset/version", "\"2.0\""), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    assert_int_equal(vrm_model_gltf(test.model)->image_count, image + 1);
    edit = begin(test.model);
    assert_int_equal(set(edit, "/asset/copyright", "\"x\""), VRM_OK);
    vrm_edit_abandon(edit);
    assert_string_equal(vrm_model_gltf(test.model)->asset.copyright, "");
    test_bytes_free(&before);
    test_model_free(&test);
}

static void edits_follow_one_another(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    for (int i = 0; i < 3; i++) {
        vrm_Edit* edit = begin(test.model);
        assert_int_equal(vrm_edit_add(edit, "nodes", "{\"name\":\"n\"}", 12, NULL), VRM_OK);
        int32_t image;
        assert_int_equal(vrm_edit_add_image(edit, png, sizeof png, NULL, &image), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    }
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    assert_string_equal(gltf->nodes[gltf->node_count - 1].name, "n");
    const vrm_Image* image = &gltf->images[gltf->image_count - 3];
    assert_int_equal(image->size, sizeof png);
    assert_memory_equal(image->data, png, sizeof png);
    TestBytes bytes = test_save(test.model);
    assert_int_equal(test_count_errors(&bytes, true), 0);
    test_bytes_free(&bytes);
    test_model_free(&test);
}

/* ---- By pointer ---- */

static void pointers_make_what_is_missing_and_refuse_the_rest(void** state) {
    (void)state;
    TestModel test = test_model_json("{'asset':{'version':'2.0'},'nodes':[{},{}]}");
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(set(edit, "/nodes/1/extras/a~1b/~0", "[1,2]"), VRM_OK);
    assert_int_equal(set(edit, "/nodes/1/extras/list/-", "5"), VRM_OK);
    assert_int_equal(set(edit, "/nodes/1/extras/list/0", "6"), VRM_OK);
    assert_int_equal(vrm_edit_insert(edit, "/nodes/1/extras/list/0", "4", 1), VRM_OK);
    assert_int_equal(vrm_edit_insert(edit, "/nodes/1/extras/list/-", "7", 1), VRM_OK);
    assert_int_equal(vrm_edit_remove(edit, "/nodes/1/extras/list/1"), VRM_OK);
    assert_int_equal(vrm_edit_remove(edit, "/nodes/9/nothing"), VRM_OK);

    assert_int_equal(set(edit, "", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "nodes", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "/nodes/2", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "/nodes/01", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "/nodes/99999999999", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "/nodes/~2", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "/asset/version/deeper", "1"), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_insert(edit, "/asset/x", "1", 1), VRM_ERR_ARGUMENT);
    assert_int_equal(set(edit, "/new/parts/x", "{"), VRM_ERR_JSON);
    assert_int_equal(vrm_json_at(vrm_edit_json(edit), "/new"), VRM_JSON_MISSING);
    assert_int_equal(vrm_edit_add(edit, "meshes", "{", 1, NULL), VRM_ERR_JSON);
    assert_int_equal(vrm_json_at(vrm_edit_json(edit), "/meshes"), VRM_JSON_MISSING);

    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    TestBytes bytes = test_save(test.model);
    const char* expected =
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"libvrm " VRM_VERSION_TEXT
        "\"},\"nodes\":[{},{\"extras\":{"
        "\"a/b\":{\"~\":[1,2]},\"list\":[4,7]}}]}";
    assert_int_equal(bytes.size, strlen(expected));
    assert_memory_equal(bytes.data, expected, bytes.size);
    test_bytes_free(&bytes);
    test_model_free(&test);
}

/* ---- Binary data ---- */

static void added_data_reads_back(void** state) {
    (void)state;
    vrm_Model* model;
    assert_int_equal(vrm_model_create(NULL, &model), VRM_OK);
    vrm_Edit* edit = begin(model);
    const float points[] = {0, 1, 2, -3, 0.1f, 5};
    const uint32_t small[] = {0, 65534, 2}, large[] = {0, 65535, 70000};
    int32_t floats, shorts, ints, view;
    assert_int_equal(vrm_edit_add_view(edit, "abc", 3, 0, 0, &view), VRM_OK);
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, points, 2, 34962, true, &floats),
                     VRM_OK);
    assert_int_equal(vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, small, 3, 34963, &shorts),
                     VRM_OK);
    assert_int_equal(vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, large, 3, 34963, &ints),
                     VRM_OK);
    int32_t none;
    const float bad[] = {0, 0, 1.0f / 0.0f};
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, bad, 1, 0, false, &none),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_add_image(edit, "GIF89a", 6, NULL, &none), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);

    const vrm_Gltf* gltf = vrm_model_gltf(model);
    float read[6];
    assert_int_equal(vrm_accessor_read_floats(gltf, floats, read, 6), VRM_OK);
    assert_memory_equal(read, points, sizeof points);
    float min[16], max[16];
    assert_true(vrm_accessor_bounds(gltf, floats, min, max));
    assert_true(min[0] == -3 && max[2] == 5);
    assert_int_equal(gltf->accessors[shorts].component_type, VRM_COMPONENT_UNSIGNED_SHORT);
    uint32_t indices[3];
    assert_int_equal(vrm_accessor_read_u32(gltf, shorts, indices, 3), VRM_OK);
    assert_memory_equal(indices, small, sizeof small);
    assert_int_equal(vrm_accessor_read_u32(gltf, ints, indices, 3), VRM_OK);
    assert_memory_equal(indices, large, sizeof large);
    assert_memory_equal(gltf->buffer_views[view].data, "abc", 3);
    TestBytes bytes = test_save(model);
    assert_int_equal(test_count_errors(&bytes, true), 0);
    test_bytes_free(&bytes);
    vrm_model_destroy(model);
}

static void data_is_refused_where_there_is_no_bin_chunk(void** state) {
    (void)state;
    TestModel test = test_model_json("{'asset':{'version':'2.0'},'buffers':[{'byteLength':3,"
                                     "'uri':'data:application/octet-stream;base64,AAAA'}]}");
    vrm_Edit* edit = begin(test.model);
    int32_t view;
    assert_int_equal(vrm_edit_add_view(edit, "abc", 3, 0, 0, &view), VRM_ERR_UNSUPPORTED);
    assert_int_equal(view, -1);
    assert_int_equal(set(edit, "/asset/copyright", "\"me\""), VRM_OK); /* still in use */
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    test_model_free(&test);
}

static void thumbnail_takes_the_place_of_the_old_one(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = test_model_scene((vrm_Dialect)dialect, NULL);
        int32_t images = vrm_model_gltf(test.model)->image_count;
        int32_t old = vrm_model_meta(test.model)->thumbnail_image;
        vrm_Edit* edit = begin(test.model);
        assert_int_equal(vrm_edit_set_thumbnail(edit, png, sizeof png), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        const vrm_Gltf* gltf = vrm_model_gltf(test.model);
        assert_int_equal(gltf->image_count, images);
        assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, old);
        assert_int_equal(gltf->images[old].size, sizeof png);
        assert_memory_equal(gltf->images[old].data, png, sizeof png);
        TestBytes bytes = test_save(test.model);
        assert_int_equal(test_count_errors(&bytes, true), 0);
        test_bytes_free(&bytes);
        test_model_free(&test);
    }
}

/* A picture that starts as a PNG and says `text`. */
static void make_picture(uint8_t* bytes, size_t size, const char* text) {
    memset(bytes, 0x55, size);
    memcpy(bytes, png, 8);
    memcpy(bytes + 8, text, strlen(text));
}

static bool has_text(const TestBytes* bytes, const char* text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= bytes->size; i++)
        if (memcmp(bytes->data + i, text, length) == 0) return true;
    return false;
}

static void replaced_thumbnail_leaves_no_bytes(void** state) {
    (void)state;
    static const size_t sizes[] = {1000, 2000, 500, 1500, 1500, 3000};
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = test_model_scene((vrm_Dialect)dialect, NULL);
        size_t first_size = 0;
        for (int i = 0; i < 6; i++) {
            uint8_t picture[3000];
            char text[32], before[32];
            snprintf(text, sizeof text, "PRIVATE-FACE-%d", i);
            snprintf(before, sizeof before, "PRIVATE-FACE-%d", i - 1);
            make_picture(picture, sizes[i], text);
            vrm_Edit* edit = begin(test.model);
            if (i == 4) { /* twice in one edit */
                uint8_t other[700];
                make_picture(other, sizeof other, "PRIVATE-FACE-X");
                assert_int_equal(vrm_edit_set_thumbnail(edit, other, sizeof other), VRM_OK);
            }
            assert_int_equal(vrm_edit_set_thumbnail(edit, picture, sizes[i]), VRM_OK);
            assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
            TestBytes bytes = test_save(test.model);
            assert_true(has_text(&bytes, text));
            assert_false(has_text(&bytes, before));
            assert_false(has_text(&bytes, "PRIVATE-FACE-X"));
            if (i == 0) first_size = bytes.size;
            assert_true(bytes.size <= first_size + sizes[i] + 64); /* does not pile up */
            int32_t image = vrm_model_meta(test.model)->thumbnail_image;
            assert_memory_equal(vrm_model_gltf(test.model)->images[image].data, picture, sizes[i]);
            test_bytes_free(&bytes);
        }
        test_model_free(&test);
    }
}

static void thumbnail_bytes_that_another_view_shows_stay(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    uint8_t picture[1000];
    make_picture(picture, sizeof picture, "PRIVATE-FACE");
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(vrm_edit_set_thumbnail(edit, picture, sizeof picture), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    const vrm_Image* image = &gltf->images[vrm_model_meta(test.model)->thumbnail_image];
    char view[128];
    snprintf(view, sizeof view, "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":16}",
             (int)(image->data - gltf->buffers[0].data));
    edit = begin(test.model);
    int32_t other = gltf->buffer_view_count;
    assert_int_equal(vrm_edit_add(edit, "bufferViews", view, strlen(view), NULL), VRM_OK);
    assert_int_equal(vrm_edit_set_thumbnail(edit, png, sizeof png), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    gltf = vrm_model_gltf(test.model);
    assert_memory_equal(gltf->buffer_views[other].data, picture, 16);
    test_model_free(&test);
}

/* Somebody else uses the very view of the thumbnail: another image, an accessor, a sparse one. */
static void thumbnail_view_that_others_use_stays(void** state) {
    (void)state;
    static const char* const users[][2] = {
        {"images", "{\"mimeType\":\"image/png\",\"bufferView\":%d}"},
        {"accessors", "{\"bufferView\":%d,\"componentType\":5121,\"count\":16,"
                      "\"type\":\"SCALAR\"}"},
        {"accessors", "{\"componentType\":5121,\"count\":16,\"type\":\"SCALAR\",\"sparse\":{"
                      "\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5121},"
                      "\"values\":{\"bufferView\":%d}}}"}};
    for (size_t i = 0; i < sizeof users / sizeof *users; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
        uint8_t picture[1000];
        make_picture(picture, sizeof picture, "PRIVATE-FACE");
        vrm_Edit* edit = begin(test.model);
        assert_int_equal(vrm_edit_set_thumbnail(edit, picture, sizeof picture), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        const vrm_Gltf* gltf = vrm_model_gltf(test.model);
        int32_t view = gltf->images[vrm_model_meta(test.model)->thumbnail_image].buffer_view;
        char user[256];
        snprintf(user, sizeof user, users[i][1], view);
        edit = begin(test.model);
        assert_int_equal(vrm_edit_add(edit, users[i][0], user, strlen(user), NULL), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        edit = begin(test.model);
        assert_int_equal(vrm_edit_set_thumbnail(edit, png, sizeof png), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        gltf = vrm_model_gltf(test.model);
        assert_int_equal(gltf->buffer_views[view].byte_length, sizeof picture);
        assert_memory_equal(gltf->buffer_views[view].data, picture, sizeof picture);
        test_model_free(&test);
    }
}

static void thumbnail_that_something_else_shows_is_left_to_it(void** state) {
    (void)state;
    const char* const edits[] = {
        [VRM_DIALECT_0] = "set /extensions/VRM/meta/texture 0",
        [VRM_DIALECT_1] = "set /extensions/VRMC_vrm/meta/thumbnailImage 0",
    };
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect += 3) {
        TestModel test = test_model_scene((vrm_Dialect)dialect, edits[dialect]);
        int32_t images = vrm_model_gltf(test.model)->image_count;
        vrm_Edit* edit = begin(test.model);
        assert_int_equal(vrm_edit_set_thumbnail(edit, png, sizeof png), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        assert_int_equal(vrm_model_gltf(test.model)->image_count, images + 1);
        assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, images);
        test_model_free(&test);
    }
}

/* Texture 8 of 0.x is the thumbnail; materials may show it in any of their slots. */
static void thumbnail_that_a_material_shows_is_left_to_it(void** state) {
    (void)state;
#define TOON "set /extensions/VRM/materialProperties/2/textureProperties/"
    static const char* const edits[] = {
        "set /materials/1/pbrMetallicRoughness/baseColorTexture {'index':8}",
        "set /materials/1/pbrMetallicRoughness/metallicRoughnessTexture {'index':8}",
        "set /materials/1/normalTexture {'index':8}",
        "set /materials/1/occlusionTexture {'index':8}",
        "set /materials/1/emissiveTexture {'index':8}",
        TOON "_MainTex 8",
        TOON "_ShadeTexture 8",
        TOON "_BumpMap 8",
        TOON "_EmissionMap 8",
        TOON "_SphereAdd 8",
        TOON "_RimTexture 8",
        TOON "_OutlineWidthTexture 8",
        TOON "_UvAnimMaskTexture 8",
    };
#undef TOON
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_0, edits[i]);
        int32_t images = vrm_model_gltf(test.model)->image_count;
        vrm_Edit* edit = begin(test.model);
        assert_int_equal(vrm_edit_set_thumbnail(edit, png, sizeof png), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        if (vrm_model_gltf(test.model)->image_count != images + 1)
            fail_msg("%s: the picture was replaced", edits[i]);
        assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, images);
        test_model_free(&test);
    }
}

static void pictures_that_are_no_thumbnails_are_refused(void** state) {
    (void)state;
    static const uint8_t webp[] = "RIFF\x10\0\0\0WEBPVP8 ";
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(vrm_edit_set_thumbnail(edit, webp, sizeof webp), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_set_thumbnail(edit, "text", 4), VRM_ERR_ARGUMENT);
    vrm_edit_abandon(edit);
    test_model_free(&test);
}

/* ---- Parts ---- */

static vrm_Result rewrite(vrm_Model* model, vrm_Edit* edit) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t count, bones[VRM_BONE_COUNT];
    for (int i = 0; i < VRM_BONE_COUNT; i++) bones[i] = vrm_model_bone(model, (vrm_Bone)i);
    vrm_FirstPersonType* types = calloc((size_t)gltf->node_count + 1, sizeof *types);
    for (int32_t i = 0; i < gltf->node_count; i++) types[i] = vrm_model_first_person(model, i);
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    vrm_Result result = vrm_edit_set_meta(edit, vrm_model_meta(model));
    if (result == VRM_OK) result = vrm_edit_set_bones(edit, bones);
    if (result == VRM_OK) result = vrm_edit_set_expressions(edit, expressions, count);
    if (result == VRM_OK) result = vrm_edit_set_look_at(edit, vrm_model_look_at(model));
    if (result == VRM_OK) result = vrm_edit_set_first_person(edit, types, gltf->node_count);
    if (result == VRM_OK) result = vrm_edit_set_spring_bones(edit, vrm_model_spring_bones(model));
    const vrm_Constraint* constraints = vrm_model_constraints(model, &count);
    for (int32_t i = 0; i < count && result == VRM_OK; i++)
        result = vrm_edit_set_constraint(edit, &constraints[i]);
    for (int32_t i = 0; i < gltf->material_count && result == VRM_OK; i++)
        result = vrm_edit_set_surface(edit, i, &vrm_model_surfaces(model)[i]);
    free(types);
    return result;
}

/* Writes every part of a 1.0 file from what was read and compares. */
static void check_rewriting(const void* data, size_t size) {
    TestModel expected = test_model_bytes(data, size, NULL);
    TestModel test = test_model_bytes(data, size, NULL);
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(rewrite(test.model, edit), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    test_same_parts(test.model, expected.model);
    TestBytes before = {(uint8_t*)(uintptr_t)data, size}, after = test_save(test.model);
    uint64_t errors = test_count_errors(&before, true);
    assert_true(test_count_errors(&after, true) <= errors);
    test_bytes_free(&after);
    test_model_free(&test);
    test_model_free(&expected);
}

static void parts_read_back_as_they_were_written(void** state) {
    (void)state;
    SceneDef defs[] = {scene_default_def(VRM_DIALECT_1), scene_rich_def()};
    defs[0].has_limits = true;
    defs[0].extended_count = 6;
    for (int i = 0; i < 2; i++) {
        SceneBytes scene = scene_avatar(&defs[i]);
        assert_non_null(scene.data);
        check_rewriting(scene.data, scene.size);
        scene_bytes_free(&scene);
    }
}

static void corpus_parts_read_back_as_they_were_written(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("vrm1", ".vrm");
    for (size_t i = 0; i < files.count; i++) {
        TestBytes bytes = test_read_file(files.paths[i]);
        check_rewriting(bytes.data, bytes.size);
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
}

/* */
static void emission_above_one_is_split_into_factor_and_strength(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_Surface surface = vrm_model_surfaces(test.model)[0];
    vrm_Material material = *surface.material;
    material.emissive_factor = (vrm_Vec3){0, 0.5f, 4};
    material.emissive_strength = 2;
    surface.material = &material;
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(vrm_edit_set_surface(edit, 0, &surface), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Material* written = &vrm_model_gltf(test.model)->materials[0];
    assert_float_equal(written->emissive_factor.y, 0.125f, 0);
    assert_float_equal(written->emissive_factor.z, 1, 0);
    assert_float_equal(written->emissive_strength, 8, 0);
    test_model_free(&test);
}

/* KHR_materials_emissive_strength and KHR_materials_unlit exclude each other. */
static void bright_emission_leaves_no_unlit_beside_mtoon(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    int32_t index = 0;
    while (vrm_model_surfaces(test.model)[index].kind != VRM_SURFACE_MTOON) index++;
    vrm_Surface surface = vrm_model_surfaces(test.model)[index];
    vrm_Material material = *surface.material;
    material.emissive_factor = (vrm_Vec3){2, 0, 0};
    material.emissive_strength = 1;
    surface.material = &material;
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(vrm_edit_set_surface(edit, index, &surface), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    assert_float_equal(vrm_model_gltf(test.model)->materials[index].emissive_strength, 2, 0);
    assert_false(vrm_model_gltf(test.model)->materials[index].is_unlit);
    test_model_free(&test);
}

static void parts_keep_extras_and_foreign_extensions(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1,
        "set /extensions/VRMC_vrm/meta/extras {'a':1}\n"
        "set /extensions/VRMC_vrm/expressions/preset/happy/extras {'b':1.50}\n"
        "set /extensions/VRMC_springBone/springs/0/joints/0/extensions {'X_y':{'c':3}}\n"
        "set /extensions/VRMC_springBone/springs/0/extras 7\n"
        "set /extensions/VRMC_springBone/colliders/0/extras [8]\n");
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(rewrite(test.model, edit), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Json* json = vrm_model_gltf(test.model)->json;
    static const struct {
        const char *pointer, *text;
    } kept[] = {
        {"/extensions/VRMC_vrm/meta/extras", "{\"a\":1}"},
        {"/extensions/VRMC_vrm/expressions/preset/happy/extras", "{\"b\":1.50}"},
        {"/extensions/VRMC_springBone/springs/0/joints/0/extensions/X_y", "{\"c\":3}"},
        {"/extensions/VRMC_springBone/springs/0/extras", "7"},
        {"/extensions/VRMC_springBone/colliders/0/extras", "[8]"},
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        vrm_Span text = vrm_json_text(json, vrm_json_at(json, kept[i].pointer));
        assert_int_equal(text.size, strlen(kept[i].text));
        assert_memory_equal(text.data, kept[i].text, text.size);
    }
    test_model_free(&test);
}

static vrm_JsonRef root_member(const vrm_Model* model, const char* pointer) {
    return vrm_json_at(vrm_model_gltf(model)->json, pointer);
}

/* */
static void avatar_made_from_nothing_says_no_more_than_it_has(void** state) {
    (void)state;
    vrm_Model* model;
    assert_int_equal(vrm_model_create(NULL, &model), VRM_OK);
    vrm_Edit* edit = begin(model);
    const char* const authors[] = {"A"};
    vrm_Meta meta = {.name = "N", .authors = authors, .author_count = 1, .thumbnail_image = -1};
    int32_t bones[VRM_BONE_COUNT];
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        bones[i] = -1;
        if (!vrm_bone_is_required((vrm_Bone)i)) continue;
        assert_int_equal(vrm_edit_add(edit, "nodes", "{\"translation\":[0,1,0]}", 23, &bones[i]),
                         VRM_OK);
    }
    vrm_Expression happy = {.name = "happy", .preset = VRM_EXPRESSION_HAPPY};
    vrm_SpringJoint joints[2] = {{.node = bones[VRM_BONE_HEAD]}, {.node = -1}};
    joints[1].end_offset = (vrm_Vec3){0, 0.07f, 0};
    joints[0].drag_force = 0.5f;
    vrm_Spring spring = {.name = "", .joints = joints, .joint_count = 2, .center = -1};
    vrm_Collider collider = {.node = -1};
    vrm_ColliderGroup group = {.name = "g", .colliders = (int32_t[]){0}, .collider_count = 1};
    vrm_SpringBones springs = {.colliders = &collider,
                               .collider_count = 1,
                               .collider_groups = &group,
                               .collider_group_count = 1,
                               .springs = &spring,
                               .spring_count = 1};
    assert_int_equal(vrm_edit_set_meta(edit, &meta), VRM_OK);
    assert_int_equal(vrm_edit_set_bones(edit, bones), VRM_OK);
    assert_int_equal(vrm_edit_set_expressions(edit, &happy, 1), VRM_OK);
    assert_int_equal(vrm_edit_set_first_person(edit, NULL, 0), VRM_OK);
    assert_int_equal(vrm_edit_set_spring_bones(edit, &springs), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);

    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_int_equal(vrm_model_dialect(model), VRM_DIALECT_1);
    assert_string_equal(gltf->asset.generator, "libvrm " VRM_VERSION_TEXT);
    assert_int_equal(gltf->extension_used_count, 2);
    assert_string_equal(gltf->extensions_used[0], "VRMC_vrm");
    assert_string_equal(gltf->extensions_used[1], "VRMC_springBone");
    static const char* const absent[] = {
        "/extensions/VRMC_vrm/firstPerson",
        "/extensions/VRMC_vrm/lookAt",
        "/extensions/VRMC_vrm/meta/thumbnailImage",
        "/extensions/VRMC_vrm/meta/references",
        "/extensions/VRMC_vrm/expressions/custom",
        "/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds",
        "/extensions/VRMC_vrm/humanoid/humanBones/jaw",
        "/extensions/VRMC_springBone/colliders",
        "/extensions/VRMC_springBone/colliderGroups",
        "/extensions/VRMC_springBone/springs/0/center",
        "/extensions/VRMC_springBone/springs/0/colliderGroups",
    };
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (root_member(model, absent[i]) != VRM_JSON_MISSING) fail_msg("%s is there", absent[i]);
    const vrm_Node* end = &gltf->nodes[gltf->node_count - 1];
    assert_int_equal(end->parent, bones[VRM_BONE_HEAD]);
    assert_true(end->rest.translation.y == 0.07f);
    assert_int_equal(vrm_model_spring_bones(model)->springs[0].joints[1].node,
                     gltf->node_count - 1);
    vrm_model_destroy(model);
}

/* */
static void extensions_are_listed_as_the_edit_brings_and_takes_them(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['KEPT_x','GONE_x','GONE_x'],"
        "'extensionsRequired':['GONE_x'],'materials':[{'extensions':{'GONE_x':{},'OLD_x':{}},"
        "'extras':{'extensions':{'NOT_x':{}}}}]}");
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(vrm_edit_remove(edit, "/materials/0/extensions/GONE_x"), VRM_OK);
    assert_int_equal(set(edit, "/materials/0/extensions/NEW_x", "{}"), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    assert_int_equal(gltf->extension_used_count, 2);
    assert_string_equal(gltf->extensions_used[0], "KEPT_x"); /* may need no object */
    assert_string_equal(gltf->extensions_used[1], "NEW_x");
    assert_int_equal(gltf->extension_required_count, 0);
    assert_int_equal(vrm_json_at(gltf->json, "/extensionsRequired"), VRM_JSON_MISSING);
    test_model_free(&test);
}

/* */
static void extended_colliders_have_the_recommended_fallback(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_Collider colliders[3] = {
        {.node = 1, .shape = VRM_COLLIDER_PLANE, .offset = {1, 2, 3}, .normal = {0, 1, 0}},
        {.node = 1, .shape = VRM_COLLIDER_INSIDE_SPHERE, .radius = 2},
        {.node = 1, .shape = VRM_COLLIDER_INSIDE_CAPSULE, .radius = 2, .tail = {0, 1, 0}}};
    vrm_SpringBones springs = {.colliders = colliders, .collider_count = 3};
    vrm_Edit* edit = begin(test.model);
    assert_int_equal(vrm_edit_set_spring_bones(edit, &springs), VRM_OK);
    const vrm_Json* json = vrm_edit_json(edit);
    static const struct {
        const char* offset;
        double y, radius;
    } fallbacks[] = {{"/extensions/VRMC_springBone/colliders/0/shape/sphere", -998, 1000},
                     {"/extensions/VRMC_springBone/colliders/1/shape/sphere", -10000, 0},
                     {"/extensions/VRMC_springBone/colliders/2/shape/sphere", -10000, 0}};
    for (int i = 0; i < 3; i++) {
        vrm_JsonRef sphere = vrm_json_at(json, fallbacks[i].offset);
        vrm_JsonRef offset = vrm_json_member(json, sphere, "offset");
        assert_true(vrm_json_number(json, vrm_json_element(json, offset, 1), 0) == fallbacks[i].y);
        vrm_JsonRef radius = vrm_json_member(json, sphere, "radius");
        assert_true(vrm_json_number(json, radius, -1) == fallbacks[i].radius);
    }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_SpringBones* read = vrm_model_spring_bones(test.model);
    assert_int_equal(read->collider_count, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(read->colliders[i].shape, colliders[i].shape);
    test_model_free(&test);
}

static void parts_of_other_dialects_and_wrong_indices_are_refused(void** state) {
    (void)state;
    TestModel old = test_model_scene(VRM_DIALECT_0, NULL);
    vrm_Edit* edit = begin(old.model);
    assert_int_equal(vrm_edit_set_meta(edit, vrm_model_meta(old.model)), VRM_ERR_UNSUPPORTED);
    vrm_edit_abandon(edit);
    test_model_free(&old);

    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    edit = begin(test.model);
    vrm_Constraint constraint = {.node = 1, .source = 1000000};
    assert_int_equal(vrm_edit_set_constraint(edit, &constraint), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_remove_constraint(edit, -1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_set_surface(edit, 1000, vrm_model_surfaces(test.model)),
                     VRM_ERR_ARGUMENT);
    vrm_Surface bare = *vrm_model_surfaces(test.model);
    bare.material = NULL;
    assert_int_equal(vrm_edit_set_surface(edit, 0, &bare), VRM_ERR_ARGUMENT);
    vrm_Material material = *vrm_model_surfaces(test.model)[0].material;
    material.base_color_texture.texture = 1000;
    vrm_Surface surface = {.kind = VRM_SURFACE_PBR, .material = &material};
    assert_int_equal(vrm_edit_set_surface(edit, 0, &surface), VRM_ERR_ARGUMENT);
    surface = (vrm_Surface){.kind = VRM_SURFACE_MTOON,
                            .material = vrm_model_surfaces(test.model)[0].material};
    assert_int_equal(vrm_edit_set_surface(edit, 0, &surface), VRM_ERR_ARGUMENT);
    vrm_MorphBind bind = {.node = -1};
    vrm_Expression expression = {
        .name = "x", .preset = VRM_EXPRESSION_CUSTOM, .morph_binds = &bind, .morph_bind_count = 1};
    assert_int_equal(vrm_edit_set_expressions(edit, &expression, 1), VRM_ERR_ARGUMENT);
    vrm_SpringJoint joint = {.node = -1};
    vrm_Spring spring = {.name = "", .joints = &joint, .joint_count = 1, .center = -1};
    vrm_SpringBones springs = {.springs = &spring, .spring_count = 1};
    assert_int_equal(vrm_edit_set_spring_bones(edit, &springs), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK); /* none of them harmed it */
    test_model_free(&test);
}

/* Hosts of other languages pass numbers. */
static void words_that_an_enumeration_does_not_have_are_refused(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_Edit* edit = begin(test.model);
    vrm_Meta meta = *vrm_model_meta(test.model);
    meta.modification = (vrm_Modification)3;
    assert_int_equal(vrm_edit_set_meta(edit, &meta), VRM_ERR_ARGUMENT);
    vrm_FirstPersonType type = (vrm_FirstPersonType)-1;
    assert_int_equal(vrm_edit_set_first_person(edit, &type, 1), VRM_ERR_ARGUMENT);
    vrm_Expression expression = {.name = "x", .preset = VRM_EXPRESSION_PRESET_COUNT};
    assert_int_equal(vrm_edit_set_expressions(edit, &expression, 1), VRM_ERR_ARGUMENT);
    expression.preset = VRM_EXPRESSION_CUSTOM;
    expression.override_mouth = (vrm_Override)3;
    assert_int_equal(vrm_edit_set_expressions(edit, &expression, 1), VRM_ERR_ARGUMENT);
    vrm_ColorBind bind = {.target = (vrm_ColorTarget)6};
    expression = (vrm_Expression){
        .name = "x", .preset = VRM_EXPRESSION_CUSTOM, .color_binds = &bind, .color_bind_count = 1};
    assert_int_equal(vrm_edit_set_expressions(edit, &expression, 1), VRM_ERR_ARGUMENT);
    vrm_Collider collider = {.shape = (vrm_ColliderShape)5};
    vrm_SpringBones springs = {.colliders = &collider, .collider_count = 1};
    assert_int_equal(vrm_edit_set_spring_bones(edit, &springs), VRM_ERR_ARGUMENT);
    vrm_Constraint constraint = {.node = 1, .source = 2, .axis = (vrm_Axis)6};
    assert_int_equal(vrm_edit_set_constraint(edit, &constraint), VRM_ERR_ARGUMENT);
    vrm_Material material = *vrm_model_surfaces(test.model)[0].material;
    material.alpha_mode = (vrm_AlphaMode)3;
    vrm_Surface surface = {.kind = VRM_SURFACE_PBR, .material = &material};
    assert_int_equal(vrm_edit_set_surface(edit, 0, &surface), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK); /* none of them harmed it */
    test_model_free(&test);
}

static void parts_go_when_there_is_nothing_to_say(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_Edit* edit = begin(test.model);
    vrm_SpringBones none = {0};
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(test.model, &count);
    assert_true(count > 0);
    assert_int_equal(vrm_edit_set_spring_bones(edit, &none), VRM_OK);
    assert_int_equal(vrm_edit_set_look_at(edit, NULL), VRM_OK);
    assert_int_equal(vrm_edit_set_expressions(edit, NULL, 0), VRM_OK);
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(vrm_edit_remove_constraint(edit, constraints[i].node), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    for (int32_t i = 0; i < gltf->extension_used_count; i++) {
        assert_string_not_equal(gltf->extensions_used[i], "VRMC_springBone");
        assert_string_not_equal(gltf->extensions_used[i], "VRMC_node_constraint");
    }
    assert_null(vrm_model_look_at(test.model));
    test_model_free(&test);
}

/* ---- Failing memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* scene = ctx;
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = *allocator;
    vrm_Model* model = NULL;
    vrm_Edit* edit = NULL;
    int32_t index;
    vrm_Result result = vrm_model_load(scene->data, scene->size, &def, NULL, &model);
    if (result == VRM_OK) result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = rewrite(model, edit);
    if (result == VRM_OK) result = set(edit, "/asset/extras/made/here", "1");
    if (result == VRM_OK) result = vrm_edit_remove(edit, "/asset/extras/made/here");
    if (result == VRM_OK) result = vrm_edit_set_thumbnail(edit, png, sizeof png);
    if (result == VRM_OK)
        result = vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, (uint32_t[]){1}, 1, 0, &index);
    if (result == VRM_OK) {
        result = vrm_edit_commit(edit, NULL);
        if (result == VRM_OK) edit = NULL;
    }
    vrm_edit_abandon(edit);
    size_t size;
    if (model != NULL && result != VRM_OK) /* it is still whole */
        assert_true(vrm_model_save_size(model, &size) != VRM_OK || size == scene->size);
    vrm_model_destroy(model);
    return result;
}

static void edits_survive_every_failing_allocation(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.chain_count = 2;
    def.joints_per_chain = 2;
    def.constraint_count = 1;
    def.morph_count = 18;
    def.has_fingers = false;
    SceneBytes scene = scene_avatar(&def);
    assert_non_null(scene.data);
    assert_true(test_every_allocation_failing(attempt, &scene) > 20);
    scene_bytes_free(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setting_a_name_changes_the_bytes_of_the_name_alone),
        cmocka_unit_test(edit_without_a_change_keeps_every_byte),
        cmocka_unit_test(abandoned_and_refused_edits_leave_the_model_as_it_was),
        cmocka_unit_test(edits_follow_one_another),
        cmocka_unit_test(pointers_make_what_is_missing_and_refuse_the_rest),
        cmocka_unit_test(added_data_reads_back),
        cmocka_unit_test(data_is_refused_where_there_is_no_bin_chunk),
        cmocka_unit_test(thumbnail_takes_the_place_of_the_old_one),
        cmocka_unit_test(replaced_thumbnail_leaves_no_bytes),
        cmocka_unit_test(thumbnail_bytes_that_another_view_shows_stay),
        cmocka_unit_test(thumbnail_view_that_others_use_stays),
        cmocka_unit_test(thumbnail_that_something_else_shows_is_left_to_it),
        cmocka_unit_test(thumbnail_that_a_material_shows_is_left_to_it),
        cmocka_unit_test(pictures_that_are_no_thumbnails_are_refused),
        cmocka_unit_test(parts_read_back_as_they_were_written),
        cmocka_unit_test(corpus_parts_read_back_as_they_were_written),
        cmocka_unit_test(emission_above_one_is_split_into_factor_and_strength),
        cmocka_unit_test(bright_emission_leaves_no_unlit_beside_mtoon),
        cmocka_unit_test(parts_keep_extras_and_foreign_extensions),
        cmocka_unit_test(avatar_made_from_nothing_says_no_more_than_it_has),
        cmocka_unit_test(extensions_are_listed_as_the_edit_brings_and_takes_them),
        cmocka_unit_test(extended_colliders_have_the_recommended_fallback),
        cmocka_unit_test(parts_of_other_dialects_and_wrong_indices_are_refused),
        cmocka_unit_test(words_that_an_enumeration_does_not_have_are_refused),
        cmocka_unit_test(parts_go_when_there_is_nothing_to_say),
        cmocka_unit_test(edits_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
