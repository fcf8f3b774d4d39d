/* SPDX-License-Identifier: MIT */
/* Accessors as plain data: the same numbers as before, in a form that every reader knows. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/save.h"

#include <stdlib.h>
#include <string.h>

static size_t number_count(const vrm_Gltf* gltf, int32_t accessor) {
    const vrm_Accessor* a = &gltf->accessors[accessor];
    return (size_t)a->count * (size_t)vrm_accessor_components((vrm_AccessorType)a->type);
}

/* All numbers of all accessors, one after the other. */
static float* read_all(const vrm_Gltf* gltf, size_t* out_count) {
    size_t total = 0, at = 0;
    for (int32_t i = 0; i < gltf->accessor_count; i++) total += number_count(gltf, i);
    float* values = malloc((total + 1) * sizeof *values);
    assert_non_null(values);
    for (int32_t i = 0; i < gltf->accessor_count; i++) {
        size_t count = number_count(gltf, i);
        assert_int_equal(vrm_accessor_read_floats(gltf, i, values + at, count), VRM_OK);
        at += count;
    }
    *out_count = total;
    return values;
}

static int32_t count_compact(const vrm_Gltf* gltf) {
    int32_t count = 0;
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        count += gltf->accessors[i].buffer_view < 0 || gltf->accessors[i].is_sparse;
    return count;
}

static void expect_no_error(const vrm_Model* model) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_model_validate(model, NULL, report), VRM_OK);
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 0);
    assert_int_equal(vrm_report_total(report, VRM_WARNING), 0);
    vrm_report_destroy(report);
}

/* How many accessors stayed as they were. */
static int32_t expand(vrm_Model* model, uint64_t max_bytes) {
    vrm_Edit* edit = NULL;
    int32_t kept = -1;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_expand_accessors(edit, max_bytes, &kept), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    return kept;
}

static void expect_same_numbers(vrm_Model* model, uint64_t max_bytes, int32_t kept) {
    size_t before_count, after_count;
    float* before = read_all(vrm_model_gltf(model), &before_count);
    assert_int_equal(expand(model, max_bytes), kept);
    assert_int_equal(count_compact(vrm_model_gltf(model)), kept);
    float* after = read_all(vrm_model_gltf(model), &after_count);
    assert_int_equal(before_count, after_count);
    assert_memory_equal(before, after, before_count * sizeof *before);
    free(before);
    free(after);
}

static vrm_Model* load(SceneBytes bytes) {
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    scene_bytes_free(&bytes);
    return model;
}

static void sparse_morph_targets_are_filled_in(void** state) {
    (void)state;
    vrm_Model* model = load(scene_hero_compact(VRM_DIALECT_1, false));
    vrm_Model* plain = load(scene_hero(VRM_DIALECT_1, false));
    size_t sizes[2];
    assert_true(count_compact(vrm_model_gltf(model)) > 40);
    assert_int_equal(count_compact(vrm_model_gltf(plain)), 0);
    expect_same_numbers(model, UINT64_MAX, 0);
    expect_no_error(model);
    size_t counts[2];
    float* expanded = read_all(vrm_model_gltf(model), &counts[0]);
    float* written = read_all(vrm_model_gltf(plain), &counts[1]);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(expanded, written, counts[0] * sizeof *expanded);
    free(expanded);
    free(written);
    /* What was sparse is not kept beside it. */
    assert_int_equal(vrm_model_save_size(model, &sizes[0]), VRM_OK);
    assert_int_equal(vrm_model_save_size(plain, &sizes[1]), VRM_OK);
    assert_true(sizes[0] < sizes[1] + 4096);
    vrm_model_destroy(model);
    vrm_model_destroy(plain);
}

/* Zeros; sparse over zeros and over data with a stride; bytes, shorts and matrices. */
static const char document[] =
    "{'asset':{'version':'2.0'},'buffers':[{'byteLength':96}],"
    "'bufferViews':[{'buffer':0,'byteLength':48,'byteStride':16},{'buffer':0,'byteOffset':48,"
    "'byteLength':4},{'buffer':0,'byteOffset':52,'byteLength':40}],"
    "'accessors':[{'componentType':5126,'count':5,'type':'VEC3'},"
    "{'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':0,'byteOffset':4,'componentType':5126,'count':3,'type':'VEC3',"
    "'sparse':{'count':2,'indices':{'bufferView':1,'componentType':5121},"
    "'values':{'bufferView':2}}},"
    "{'componentType':5121,'count':7,'type':'VEC3','sparse':{'count':2,"
    "'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':2}}},"
    "{'componentType':5123,'count':3,'type':'SCALAR'},{'componentType':5126,'count':1,"
    "'type':'MAT4'},{'componentType':5121,'count':2,'type':'MAT3','sparse':{'count':1,"
    "'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':2}}}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1}},"
    "{'attributes':{'POSITION':2,'TEXCOORD_0':3}}]}]}";

static vrm_Model* load_document(const vrm_Allocator* allocator) {
    char json[sizeof document];
    memcpy(json, document, sizeof document);
    for (char* c = json; *c != '\0'; c++)
        if (*c == '\'') *c = '"';
    uint8_t bin[96];
    for (int i = 0; i < 96; i++) bin[i] = (uint8_t)(i * 7 % 60);
    bin[48] = 0;
    bin[49] = 2;
    uint32_t text = (uint32_t)strlen(json), padded = (text + 3) & ~3u;
    uint32_t total = 12 + 8 + padded + 8 + (uint32_t)sizeof bin;
    uint8_t* glb = calloc(1, total);
    assert_non_null(glb);
    const uint32_t head[] = {0x46546C67, 2, total, padded, 0x4E4F534A};
    const uint32_t tail[] = {(uint32_t)sizeof bin, 0x004E4942};
    memcpy(glb, head, sizeof head);
    memset(glb + 20, ' ', padded);
    memcpy(glb + 20, json, text);
    memcpy(glb + 20 + padded, tail, sizeof tail);
    memcpy(glb + 28 + padded, bin, sizeof bin);
    vrm_LoadDef def = vrm_default_load_def();
    if (allocator != NULL) def.allocator = *allocator;
    vrm_Model* model = NULL;
    (void)vrm_model_load(glb, total, &def, NULL, &model);
    free(glb);
    return model;
}

static void every_kind_of_accessor_keeps_its_numbers(void** state) {
    (void)state;
    vrm_Model* model = load_document(NULL);
    assert_non_null(model);
    assert_int_equal(count_compact(vrm_model_gltf(model)), 7);
    expect_same_numbers(model, UINT64_MAX, 0);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_int_equal(gltf->accessors[0].buffer_view, gltf->accessors[1].buffer_view);
    assert_int_equal(gltf->buffer_views[gltf->accessors[0].buffer_view].byte_stride, 12);
    assert_int_equal(gltf->buffer_views[gltf->accessors[3].buffer_view].byte_stride, 4);
    vrm_model_destroy(model);
}

static void what_does_not_fit_stays_as_it_is(void** state) {
    (void)state;
    vrm_Model* model = load_document(NULL);
    assert_non_null(model);
    expect_same_numbers(model, 0, 7);
    expect_same_numbers(model, 63, 5); /* the first zeros fit, and the second share them */
    vrm_model_destroy(model);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    vrm_Model* model = load_document(allocator);
    vrm_Edit* edit = NULL;
    if (model == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_expand_accessors(edit, UINT64_MAX, NULL);
    if (result == VRM_OK) result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    vrm_model_destroy(model);
    return result;
}

static void expanding_survives_every_failing_allocation(void** state) {
    (void)state;
    assert_true(test_every_allocation_failing(attempt, NULL) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_morph_targets_are_filled_in),
        cmocka_unit_test(every_kind_of_accessor_keeps_its_numbers),
        cmocka_unit_test(what_does_not_fit_stays_as_it_is),
        cmocka_unit_test(expanding_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
