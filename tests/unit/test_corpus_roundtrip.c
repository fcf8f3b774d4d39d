/* SPDX-License-Identifier: MIT */
/* Files of others: what loads saves as the same bytes, and what is broken is answered in order. */
#include "gltf/document.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/memory.h"
#include "json/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char* text, const char* end) {
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static bool is_model(const char* path) {
    return ends_with(path, ".vrm") || ends_with(path, ".vrma") || ends_with(path, ".glb") ||
           (ends_with(path, ".gltf"));
}

/* Decodes every accessor that says it can be decoded. */
static void read_all_accessors(const vrm_Gltf* gltf) {
    for (int32_t i = 0; i < gltf->accessor_count; i++) {
        const vrm_Accessor* accessor = &gltf->accessors[i];
        if (!accessor->is_readable) continue;
        size_t count = (size_t)accessor->count * (size_t)vrm_accessor_components(accessor->type);
        float* floats = malloc(count * sizeof *floats);
        assert_non_null(floats);
        assert_int_equal(vrm_accessor_read_floats(gltf, i, floats, count), VRM_OK);
        free(floats);
    }
}

static void check_file(const char* path, bool must_load) {
    TestBytes bytes = test_read_file(path);
    TestMemory memory = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrmi_Document* document;
    vrm_Result result = vrmi_document_load_file(path, &def, report, &document);
    if (must_load && result != VRM_OK) {
        const char* message =
            vrm_report_count(report) > 0 ? vrm_report_get(report, 0).message : "no finding";
        fail_msg("%s: %s (%s)", path, vrm_result_text(result), message);
    }
    if (result != VRM_OK) {
        assert_null(document);
        if (vrm_report_total(report, VRM_ERROR) == 0) fail_msg("%s: refused without a word", path);
    } else {
        size_t size;
        assert_int_equal(vrmi_document_save_size(document, &size), VRM_OK);
        assert_int_equal(size, bytes.size);
        uint8_t* saved = malloc(size);
        assert_non_null(saved);
        assert_int_equal(vrmi_document_save(document, saved, size), VRM_OK);
        assert_memory_equal(saved, bytes.data, size);
        free(saved);
        if (must_load) read_all_accessors(&document->gltf);
        vrmi_document_destroy(document);
    }
    test_memory_check_clean(&memory);
    vrm_report_destroy(report);
    test_bytes_free(&bytes);
}

static void check_folder(const char* folder, bool must_load) {
    CorpusFiles files = corpus_files(folder, NULL);
    size_t count = 0;
    for (size_t i = 0; i < files.count; i++) {
        if (!is_model(files.paths[i])) continue;
        check_file(files.paths[i], must_load);
        count++;
    }
    assert_true(count > 0);
    corpus_files_free(&files);
}

static void every_good_file_loads_and_saves_as_the_same_bytes(void** state) {
    (void)state;
    skip_without_corpus();
    const char* const folders[] = {"gltf", "vrm0", "vrm1", "vrma", "vrmext"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) check_folder(folders[i], true);
}

static void every_broken_file_gets_an_orderly_answer(void** state) {
    (void)state;
    skip_without_corpus();
    check_folder("broken", false);
}

/* Cuts the BIN chunk of a GLB to `bin_size` bytes and makes all lengths right again. */
static TestBytes with_shorter_bin(TestBytes glb, const vrmi_Container* container, size_t bin_size) {
    vrmi_Container parts = *container;
    parts.bin.size = bin_size;
    TestBytes bytes = {0};
    assert_int_equal(vrmi_container_size(&parts, &bytes.size), VRM_OK);
    assert_true(bytes.size <= glb.size);
    bytes.data = malloc(bytes.size);
    assert_non_null(bytes.data);
    assert_int_equal(vrmi_container_write(&parts, bytes.data, bytes.size), VRM_OK);
    return bytes;
}

/* What lies in front of the cut can still be read. */
static void avatars_with_a_short_bin_chunk_load_in_part(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("vrm0", ".vrm");
    for (size_t i = 0; i < files.count; i++) {
        TestBytes glb = test_read_file(files.paths[i]);
        vrm_Limits limits = vrm_default_load_def().limits;
        vrmi_Container container;
        assert_int_equal(vrmi_container_open(glb.data, glb.size, &limits, NULL, &container),
                         VRM_OK);
        for (size_t part = 0; part < 16; part++) {
            TestBytes cut = with_shorter_bin(glb, &container, container.bin.size / 16 * part);
            vrmi_Document* document;
            assert_int_equal(vrmi_document_load(cut.data, cut.size, NULL, NULL, &document), VRM_OK);
            read_all_accessors(&document->gltf);
            assert_true(document->fault_count > 0);
            vrmi_document_destroy(document);
            test_bytes_free(&cut);
        }
        test_bytes_free(&glb);
    }
    corpus_files_free(&files);
}

/* */
static void avatars_cut_at_any_place_are_refused(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("vrm1", ".vrm");
    vrm_LoadDef def = vrm_default_load_def();
    def.borrow_bytes = true;
    for (size_t i = 0; i < files.count; i++) {
        TestBytes glb = test_read_file(files.paths[i]);
        for (size_t size = 0; size < glb.size; size++) {
            vrmi_Document* document;
            assert_int_equal(vrmi_document_load(glb.data, size, &def, NULL, &document),
                             VRM_ERR_CONTAINER);
        }
        test_bytes_free(&glb);
    }
    corpus_files_free(&files);
}

/* ---- What loading costs in memory ----
 * On top of a copy of the file, side files included, and the JSON tree as it is in the end, loading
 * asks for at most
 *   half the bytes of file and tree together and BUDGET_ROOM, whatever the file; and
 *   half the bytes of the file alone, or SMALL_ROOM where that is more, and BUDGET_ROOM. */
/* The limits, what was used of them, and the list of values that reading left out. */
#define BUDGET_ROOM ((size_t)176)
#define SMALL_ROOM  ((size_t)14 * 1024)
/* What files with next to nothing in them need beside that: broken ones, made to be small. */
#define STRUCT_ROOM ((size_t)768 + BUDGET_ROOM)

typedef struct Cost {
    size_t peak, stays, tree;
    size_t file; /* with its side files */
} Cost;

/* Side files from beside the file, counted. */
typedef struct Beside {
    const char* path;
    size_t bytes;
} Beside;

static vrm_Result read_beside(void* ctx, const char* name, uint64_t most,
                              const vrm_Allocator* allocator, uint8_t** out_data,
                              size_t* out_size) {
    Beside* beside = ctx;
    const char* slash = strrchr(beside->path, '/');
    char path[4096];
    snprintf(path, sizeof path, "%.*s/%s", (int)(slash - beside->path), beside->path, name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) return VRM_ERR_IO;
    fclose(file);
    TestBytes bytes = test_read_file(path);
    *out_data = bytes.size <= most ? allocator->alloc(allocator->ctx, bytes.size, 16) : NULL;
    if (*out_data != NULL) memcpy(*out_data, bytes.data, bytes.size);
    *out_size = bytes.size;
    beside->bytes += bytes.size;
    test_bytes_free(&bytes);
    return *out_data != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

/* With a copy of the file of its own. False when the file does not load. */
static bool load_cost(const char* name, const void* bytes, size_t size, Cost* out) {
    TestMemory memory = {0};
    Beside beside = {.path = name};
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = test_memory_allocator(&memory);
    def.read_file = read_beside;
    def.read_file_ctx = &beside;
    vrm_Model* model;
    if (vrm_model_load(bytes, size, &def, NULL, &model) != VRM_OK) return false;
    const vrm_Json* json = vrm_model_gltf(model)->json;
    out->file = size + beside.bytes;
    out->peak = memory.peak_bytes;
    out->stays = memory.live_bytes;
    out->tree = sizeof *json + json->count * sizeof *json->nodes;
    if (json->capacity - json->count > json->count / 8 + 128)
        fail_msg("%s: %u nodes in room for %u", name, json->count, json->capacity);
    vrm_model_destroy(model);
    test_memory_check_clean(&memory);
    return true;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static void check_peak(const char* name, const void* bytes, size_t size) {
    Cost cost;
    assert_true(load_cost(name, bytes, size, &cost));
    size_t more = cost.peak - cost.file - cost.tree;
    size_t half_file = larger(cost.file / 2, SMALL_ROOM);
    if (more > half_file + BUDGET_ROOM || more > (cost.file + cost.tree) / 2 + BUDGET_ROOM)
        fail_msg("%s: peak of %zu bytes, %zu more than the file of %zu and its tree of %zu", name,
                 cost.peak, more, cost.file, cost.tree);
}

static void check_scene(const char* name, SceneBytes scene) {
    assert_non_null(scene.data);
    check_peak(name, scene.data, scene.size);
    scene_bytes_free(&scene);
}

static void loading_a_scene_peaks_at_the_tree_and_half_more_than_the_file(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        check_scene("default", scene_avatar(&def));
    }
    SceneDef typical = scene_typical_def(), springs = scene_springs_def(), rich = scene_rich_def();
    check_scene("typical", scene_avatar(&typical));
    check_scene("springs", scene_avatar(&springs));
    check_scene("rich", scene_avatar(&rich));
    check_scene("clip", scene_clip(false));
}

static void loading_a_file_of_others_peaks_at_the_tree_and_half_more_than_the_file(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const folders[] = {"gltf", "vrm0", "vrm1", "vrma", "vrmext"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        CorpusFiles files = corpus_files(folders[i], NULL);
        for (size_t k = 0; k < files.count; k++) {
            if (!is_model(files.paths[k])) continue;
            TestBytes bytes = test_read_file(files.paths[k]);
            check_peak(files.paths[k], bytes.data, bytes.size);
            test_bytes_free(&bytes);
            count++;
        }
        corpus_files_free(&files);
    }
    assert_true(count > 100);
}

/* Whatever a file consists of: loading needs little more than what is then kept of it. */
static void loading_needs_little_more_than_what_stays(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("", NULL);
    size_t count = 0;
    for (size_t i = 0; i < files.count; i++) {
        if (!is_model(files.paths[i])) continue;
        TestBytes bytes = test_read_file(files.paths[i]);
        Cost cost;
        if (load_cost(files.paths[i], bytes.data, bytes.size, &cost)) {
            size_t more = cost.peak - cost.stays;
            if (more > cost.file / 32 + 256)
                fail_msg("%s: %zu bytes more than stay", files.paths[i], more);
            if (cost.peak > (cost.file + cost.tree) / 2 * 3 + STRUCT_ROOM)
                fail_msg("%s: peak of %zu bytes", files.paths[i], cost.peak);
            count++;
        }
        test_bytes_free(&bytes);
    }
    assert_true(count > 100);
    corpus_files_free(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loading_a_scene_peaks_at_the_tree_and_half_more_than_the_file),
        cmocka_unit_test(loading_a_file_of_others_peaks_at_the_tree_and_half_more_than_the_file),
        cmocka_unit_test(loading_needs_little_more_than_what_stays),
        cmocka_unit_test(every_good_file_loads_and_saves_as_the_same_bytes),
        cmocka_unit_test(every_broken_file_gets_an_orderly_answer),
        cmocka_unit_test(avatars_with_a_short_bin_chunk_load_in_part),
        cmocka_unit_test(avatars_cut_at_any_place_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
