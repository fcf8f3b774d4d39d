/* SPDX-License-Identifier: MIT */
/* What libvrm does not know survives: markers are sprinkled over every kind of object of an avatar
 * (extras, unknown extensions, members of other programs), and looked for after each change. */
#include "scenes/scene_bytes.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000, SEEDS = 6 };

static uint32_t next_random(uint32_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Objects whose names are free: a new name in one of them would be a bone, a vertex attribute, a
 * shader's value; and what is within foreign data. */
static const char* const free_names[] = {
    "attributes",       "humanBones",        "preset",     "custom", "extras",  "floatProperties",
    "vectorProperties", "textureProperties", "keywordMap", "tagMap", "targets", "extensions",
    "meshAnnotations"};

typedef struct Place {
    vrm_JsonRef object;
    bool is_extensions;
} Place;

static bool is_free(const vrm_Json* json, vrm_JsonRef key) {
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        if (vrm_json_equals(json, key, free_names[i])) return true;
    return false;
}

/* Every object of the document that has names of its own. */
static int list_places(const vrm_Json* json, Place* places) {
    struct {
        vrm_JsonRef value;
        bool is_free, is_extensions;
    } stack[256];
    int depth = 0, count = 0;
    stack[depth++].value = vrm_json_root(json);
    stack[0].is_free = stack[0].is_extensions = false;
    while (depth > 0) {
        depth--;
        vrm_JsonRef value = stack[depth].value;
        bool was_free = stack[depth].is_free, is_extensions = stack[depth].is_extensions;
        bool is_object = vrm_json_type(json, value) == VRM_JSON_OBJECT;
        if (is_object && (!was_free || is_extensions) && count < MOST)
            places[count++] = (Place){value, is_extensions};
        vrm_JsonIter it = vrm_json_iter(json, value);
        while (vrm_json_next(&it)) {
            if (vrm_json_type(json, it.value) < VRM_JSON_ARRAY) continue;
            if (is_object && vrm_json_equals(json, it.key, "extras")) continue;
            assert_true(depth < 256);
            stack[depth].value = it.value;
            stack[depth].is_free = is_object && is_free(json, it.key);
            stack[depth++].is_extensions = is_object && vrm_json_equals(json, it.key, "extensions");
        }
    }
    return count;
}

/* A copy of a GLB with markers "mark-N-" in it; how many. */
static SceneBytes sprinkle(const SceneBytes* glb, uint32_t seed, int* out_count) {
    vrm_Span text, bin;
    vrm_Json* json = NULL;
    uint32_t state = seed * 2654435761u + 1;
    static Place places[MOST];
    assert_true(glb_split(glb, &text, &bin));
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &json), VRM_OK);
    int place_count = list_places(json, places);
    *out_count = 0;
    for (int i = 0; i < place_count; i++) {
        if (next_random(&state) % 4 != 0) continue;
        char key[32], value[64];
        int mark = (*out_count)++;
        uint32_t kind = next_random(&state) % 2;
        bool has_extras = vrm_json_member(json, places[i].object, "extras") != VRM_JSON_MISSING;
        snprintf(key, sizeof key, places[i].is_extensions ? "XX_ext_%d" : "xx%d", mark);
        if (!places[i].is_extensions && kind == 0 && !has_extras) strcpy(key, "extras");
        snprintf(value, sizeof value, "{\"m\":\"mark-%d-\"}", mark);
        assert_int_equal(vrm_json_set(json, places[i].object, key, value, strlen(value), NULL),
                         VRM_OK);
    }
    size_t size = vrm_json_written_size(json);
    char* written = malloc(size);
    assert_non_null(written);
    assert_int_equal(vrm_json_write(json, written, size), VRM_OK);
    SceneBytes result = glb_wrap((vrm_Span){written, size}, bin);
    free(written);
    vrm_json_destroy(json);
    return result;
}

/* How many of the markers are not in a saved model; prints the first. */
static int count_lost(const vrm_Model* model, const SceneBytes* before, int count,
                      const char* what) {
    TestBytes saved = test_save(model);
    SceneBytes glb = {saved.data, saved.size};
    vrm_Span text = scene_json(&glb), old = scene_json(before);
    char* copy = malloc(text.size + 1);
    char* old_copy = malloc(old.size + 1);
    assert_non_null(copy);
    assert_non_null(old_copy);
    memcpy(copy, text.data, text.size);
    memcpy(old_copy, old.data, old.size);
    copy[text.size] = old_copy[old.size] = '\0';
    int lost = 0;
    for (int i = 0; i < count; i++) {
        char mark[32];
        snprintf(mark, sizeof mark, "mark-%d-", i);
        if (strstr(copy, mark) != NULL) continue;
        const char* at = strstr(old_copy, mark);
        assert_non_null(at);
        if (lost++ < 3)
            print_error("%s: lost %s: ...%.*s...\n", what, mark, 160,
                        at - old_copy > 120 ? at - 120 : old_copy);
    }
    free(copy);
    free(old_copy);
    test_bytes_free(&saved);
    return lost;
}

static void set_all_surfaces(vrm_Model* model) {
    vrm_Edit* edit;
    int32_t count = vrm_model_gltf(model)->material_count;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    for (int32_t i = 0; i < count; i++) {
        vrm_Surface surface = vrm_model_surfaces(model)[i];
        vrm_Material material = *surface.material;
        material.base_color_factor.x *= 0.5f;
        surface.material = &material;
        assert_int_equal(vrm_edit_set_surface(edit, i, &surface), VRM_OK);
    }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

static int try_one(const SceneBytes* scene, uint32_t seed, vrm_Dialect to, const char* what) {
    int count;
    SceneBytes bytes = sprinkle(scene, seed, &count);
    assert_true(count > 30);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    int lost = count_lost(model, &bytes, count, "loaded and saved");
    if (to == VRM_DIALECT_NONE) {
        set_all_surfaces(model);
    } else {
        vrm_MigrateDef def = vrm_default_migrate_def();
        def.to = to;
        assert_int_equal(vrm_migrate(model, &def, NULL), VRM_OK);
        assert_int_equal(vrm_model_dialect(model), to);
    }
    lost += count_lost(model, &bytes, count, what);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return lost;
}

static void unknown_members_survive_migrating_and_surfaces(void** state) {
    (void)state;
    static const struct {
        vrm_Dialect from, to;
        const char* what;
    } ways[] = {{VRM_DIALECT_0, VRM_DIALECT_1, "0.x to 1.0"},
                {VRM_DIALECT_DRAFT, VRM_DIALECT_1, "draft to 1.0"},
                {VRM_DIALECT_BETA, VRM_DIALECT_1, "beta to 1.0"},
                {VRM_DIALECT_1, VRM_DIALECT_0, "1.0 to 0.x"},
                {VRM_DIALECT_1, VRM_DIALECT_NONE, "surfaces"}};
    int lost = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        SceneDef def = scene_default_def(ways[i].from);
        SceneBytes scene = scene_avatar(&def);
        assert_non_null(scene.data);
        for (uint32_t seed = 1; seed <= SEEDS; seed++)
            lost += try_one(&scene, seed, ways[i].to, ways[i].what);
        scene_bytes_free(&scene);
    }
    assert_int_equal(lost, 0);
}

static const char small[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'extensions':{'VRM':{"
    "'extras':{'studio':1},'xx':'mine','meta':{'title':'a','licenseName':'CC0','extras':{'by':2}},"
    "'blendShapeMaster':{'blendShapeGroups':[{'name':'Joy','presetName':'joy'},"
    "{'name':'Angry','presetName':'angry','extras':{'key':3},'yy\\u0000z':4}]}}},"
    "'nodes':[{}],'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,"
    "'extras':{'keep':5},'extensions':{'XX_unknown':{'a':6}}}}}],'textures':[{}]}";

static void extras_stay_where_they_have_a_place(void** state) {
    (void)state;
    TestModel test = test_model_json(small);
    assert_int_equal(vrm_migrate(test.model, NULL, NULL), VRM_OK);
    static const char* const places[] = {
        "/extensions/VRMC_vrm/extras/studio",
        "/extensions/VRMC_vrm/extras/VRM/xx",
        "/extensions/VRMC_vrm/meta/extras/by",
        "/extensions/VRMC_vrm/meta/extras/VRM/licenseName",
        "/extensions/VRMC_vrm/extras/VRM/blendShapeMaster/blendShapeGroups/1/extras/key",
        "/materials/0/pbrMetallicRoughness/baseColorTexture/extras/keep",
        "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/XX_unknown/a"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_true(test_json_at(test.model, places[i]) != VRM_JSON_MISSING);
    assert_true(test_json_at(test.model, "/extensions/VRMC_vrm/extras/VRM/extras") ==
                VRM_JSON_MISSING);
    assert_true(test_json_at(test.model, "/extensions/VRMC_vrm/extras/VRM/meta") ==
                VRM_JSON_MISSING);
    test_model_free(&test);
}

/* ---- Again and again ---- */

static TestBytes go_to(vrm_Model** model, vrm_Dialect to) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = to;
    assert_int_equal(vrm_migrate(*model, &def, NULL), VRM_OK);
    TestBytes saved = test_save(*model);
    vrm_model_destroy(*model);
    *model = test_load(saved.data, saved.size);
    return saved;
}

static char* text_of(const TestBytes* file) {
    SceneBytes glb = {file->data, file->size};
    vrm_Span text = scene_json(&glb);
    while (text.size > 0 && text.data[text.size - 1] == ' ') text.size--; /* padding */
    char* copy = malloc(text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return copy;
}

/* Steps over what is the same at both places, a character or a number; false where they differ.
 * Numbers may differ in their last digits: the shading of 0.x is a range, and going there and back
 * rounds. */
static bool step_over_same(const char** a, const char** b) {
    static const char digits[] = "-0123456789";
    char *a_end = NULL, *b_end = NULL;
    if (strchr(digits, **a) == NULL || strchr(digits, **b) == NULL) return *(*a)++ == *(*b)++;
    double x = strtod(*a, &a_end), y = strtod(*b, &b_end);
    if (a_end == *a || b_end == *b) return *(*a)++ == *(*b)++;
    *a = a_end;
    *b = b_end;
    return x - y < 1e-6 && y - x < 1e-6;
}

static void check_same_text(const TestBytes* before, const TestBytes* after, const char* name) {
    char *first = text_of(before), *second = text_of(after);
    const char *a = first, *b = second, *from_a = a, *from_b = b;
    bool is_same = true;
    while (is_same && *a != '\0' && *b != '\0') {
        from_a = a;
        from_b = b;
        is_same = step_over_same(&a, &b);
    }
    if (!is_same || *a != *b)
        fail_msg("%s: %u bytes of JSON, then %u; from %u on:\n%.160s\n%.160s", name,
                 (unsigned)strlen(first), (unsigned)strlen(second), (unsigned)(from_a - first),
                 from_a, from_b);
    free(first);
    free(second);
}

/* Up and down, or down and up: from the result number `settled` on (two make a round) each dialect
 * has one text. */
static void check_rounds_from(const TestBytes* file, const char* name, int settled) {
    vrm_Model* model = test_load(file->data, file->size);
    vrm_Dialect own = vrm_model_dialect(model) == VRM_DIALECT_0 ? VRM_DIALECT_0 : VRM_DIALECT_1;
    vrm_Dialect other = own == VRM_DIALECT_0 ? VRM_DIALECT_1 : VRM_DIALECT_0;
    TestBytes first[2] = {{0}};
    for (int result = 0; result < settled + 6; result++) {
        TestBytes saved = go_to(&model, result % 2 == 0 ? other : own);
        if (result >= settled + 2) check_same_text(&first[result % 2], &saved, name);
        if (first[result % 2].data != NULL) test_bytes_free(&first[result % 2]);
        first[result % 2] = saved;
    }
    test_bytes_free(&first[0]);
    test_bytes_free(&first[1]);
    vrm_model_destroy(model);
}

static void check_rounds(const TestBytes* file, const char* name) {
    check_rounds_from(file, name, 1);
}

/* A licence of 0.x has all its words after the first round, and going up quotes them the next time:
 * that is one round more. */
static void check_settles(const TestBytes* file, const char* name) {
    check_rounds_from(file, name, 2);
}

/* Values of MToon and KHR_texture_transform, and beside them members of other programs; the matcap
 * has no place in 0.x since its factor is 0. */
static const char transforms[] =
    "set /materials/0/pbrMetallicRoughness/baseColorTexture "
    "{'index':0,'extensions':{'KHR_texture_transform':{'offset':[0.25,0.5],'scale':[2,2]}}}\n"
    "set /materials/0/extensions/VRMC_materials_mtoon {'specVersion':'1.0','xx':1,"
    "'extras':{'a':2},'shadeMultiplyTexture':{'index':0,'yy':3,'extensions':{'XX_unknown':{},"
    "'KHR_texture_transform':{'offset':[0.25,0.5],'scale':[2,2],'extras':{'b':4}}}},"
    "'rimMultiplyTexture':{'index':0,'extensions':{"
    "'KHR_texture_transform':{'offset':[0.25,0.5],'scale':[2,2]}}},"
    "'matcapFactor':[0,0,0],'matcapTexture':{'index':0,'extras':{'c':5},'extensions':{"
    "'KHR_texture_transform':{'zz':6}}}}\n";

static void nothing_is_added_after_the_first_round(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, transforms);
    TestBytes bytes = test_save(test.model);
    check_rounds(&bytes, "1.0 with texture transforms");
    test_bytes_free(&bytes);
    test_model_free(&test);
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (size_t i = 0; i < 2; i++) {
        SceneDef def = scene_default_def(dialects[i]);
        SceneBytes scene = scene_avatar(&def);
        for (uint32_t seed = 1; seed <= SEEDS; seed++) {
            int count;
            SceneBytes marked = sprinkle(&scene, seed, &count);
            bytes = (TestBytes){marked.data, marked.size};
            check_rounds(&bytes, i == 0 ? "0.x with markers" : "1.0 with markers");
            scene_bytes_free(&marked);
        }
        scene_bytes_free(&scene);
    }
}

static void corpus_gains_nothing_after_the_first_round(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_settles);
    corpus_each("vrm1", ".vrm", check_settles);
    TestBytes bytes = corpus_read("vrm0/blender_mtoon1_2_20_61_vrm0.vrm");
    check_rounds(&bytes, "blender_mtoon1_2_20_61_vrm0.vrm");
    test_bytes_free(&bytes);
}

#define MTOON "/materials/0/extensions/VRMC_materials_mtoon"

static void what_was_kept_comes_back_to_its_place(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, transforms);
    TestBytes down = go_to(&test.model, VRM_DIALECT_0);
    vrm_JsonRef kept = test_json_at(test.model, "/materials/0/extras/VRMC_materials_mtoon");
    assert_true(kept != VRM_JSON_MISSING);
    /* Known, and therefore in materialProperties. */
    assert_true(
        test_json_at(test.model, "/materials/0/extras/VRMC_materials_mtoon/rimMultiplyTexture") ==
        VRM_JSON_MISSING);
    TestBytes up = go_to(&test.model, VRM_DIALECT_1);
    static const char* const places[] = {
        MTOON "/xx",
        MTOON "/extras/a",
        MTOON "/shadeMultiplyTexture/yy",
        MTOON "/shadeMultiplyTexture/extensions/XX_unknown",
        MTOON "/shadeMultiplyTexture/extensions/KHR_texture_transform/extras/b",
        MTOON "/shadeMultiplyTexture/extensions/KHR_texture_transform/scale",
        MTOON "/extras/matcapTexture/extras/c",
        MTOON "/extras/matcapTexture/extensions/KHR_texture_transform/zz"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (test_json_at(test.model, places[i]) == VRM_JSON_MISSING) fail_msg("no %s", places[i]);
    assert_true(test_json_at(test.model, "/materials/0/extras") == VRM_JSON_MISSING);
    test_bytes_free(&down);
    test_bytes_free(&up);
    test_model_free(&test);
}

/* Data of another program under the same name is not what a migration kept. */
static void foreign_extras_of_that_name_stay(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set /materials/0/extras "
                       "{'VRMC_materials_mtoon':{'shadeColorFactor':[1,0,0],'own':1}}\n");
    TestBytes up = go_to(&test.model, VRM_DIALECT_1);
    assert_true(
        test_json_at(test.model, "/materials/0/extras/VRMC_materials_mtoon/shadeColorFactor") !=
        VRM_JSON_MISSING);
    assert_true(test_json_at(test.model, MTOON "/own") == VRM_JSON_MISSING);
    test_bytes_free(&up);
    test_model_free(&test);
}

/* What is in the extras already, letter for letter, is not written beside it a second time. */
static void equal_data_in_extras_is_kept_once(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set /extensions/VRM/firstPerson/own 7\n"
                                                     "set /extensions/VRM/extras "
                                                     "{'VRM':{'firstPerson':{'own':7}}}\n");
    TestBytes up = go_to(&test.model, VRM_DIALECT_1);
    assert_true(test_json_at(test.model, "/extensions/VRMC_vrm/extras/VRM/firstPerson/own") !=
                VRM_JSON_MISSING);
    assert_true(test_json_at(test.model, "/extensions/VRMC_vrm/extras/VRM_2") == VRM_JSON_MISSING);
    test_bytes_free(&up);
    test_model_free(&test);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_migrate(model, NULL, NULL);
    vrm_MigrateDef back = vrm_default_migrate_def();
    back.to = VRM_DIALECT_0;
    if (result == VRM_OK) result = vrm_migrate(model, &back, NULL);
    vrm_model_destroy(model);
    return result;
}

static void keeping_survives_every_failing_allocation(void** state) {
    (void)state;
    TestModel test = test_model_json(small);
    TestBytes bytes = test_save(test.model);
    test_every_allocation_failing(attempt, &bytes);
    test_bytes_free(&bytes);
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_members_survive_migrating_and_surfaces),
        cmocka_unit_test(extras_stay_where_they_have_a_place),
        cmocka_unit_test(nothing_is_added_after_the_first_round),
        cmocka_unit_test(corpus_gains_nothing_after_the_first_round),
        cmocka_unit_test(what_was_kept_comes_back_to_its_place),
        cmocka_unit_test(foreign_extras_of_that_name_stay),
        cmocka_unit_test(equal_data_in_extras_is_kept_once),
        cmocka_unit_test(keeping_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
