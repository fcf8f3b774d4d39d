/* SPDX-License-Identifier: MIT */
/* Nothing goes without a word. Every value that VRM has in an avatar is changed into something that
 * can be recognized (a word that VRM does not know, a value of a wrong type, an index of nothing, a
 * name that VRM does not know, an entry that is there twice), one after the other and many at once;
 * then the avatar is migrated. What was put in is in the new file, or a finding names its place, or
 * the table below says why not. */
#include "scenes/scene_bytes.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6000, POINTER = 256 };

/* ---- What may go ---- */

typedef struct Exception {
    const char* place; /* a pointer; * stands for one part of it */
    const char* reason;
} Exception;

static const Exception exceptions[] = {
    {"/extensions/*/exporterVersion", "who wrote the old extension; asset.generator is ours too"},
    {"/extensions/*/specVersion", "the new file has another one"},
    {"/materials/*/extensions/VRMC_materials_mtoon/version", "of the draft: the shader's own"},
    {"/nodes/*/extensions/VRMC_node_constraint/constraint/*/weight",
     "of a constraint, which a finding names as a whole"},
};

static bool matches(const char* pattern, const char* pointer) {
    while (*pattern != '\0' && *pointer != '\0') {
        if (*pattern == '*') {
            pattern++;
            while (*pointer != '\0' && *pointer != '/') pointer++;
        } else if (*pattern++ != *pointer++) {
            return false;
        }
    }
    return *pattern == '\0' && *pointer == '\0';
}

static bool may_go(const char* pointer) {
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (matches(exceptions[i].place, pointer)) return true;
    return false;
}

/* ---- Places ---- */

/* Whether a value is in VRM's own data: an extension that the migration writes anew. */
static bool is_of_vrm(const char* pointer) {
    static const char* const names[] = {
        "/extensions/VRM/", "/extensions/VRMC_vrm/", "/extensions/VRMC_springBone/",
        "/extensions/VRMC_materials_mtoon/", "/extensions/VRMC_node_constraint/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(pointer, names[i]) != NULL) return true;
    return false;
}

/* The pointers of all values of VRM. */
static char (*list_places(const vrm_Json* json, int* out_count))[POINTER] {
    char(*places)[POINTER] = calloc(MOST, POINTER);
    vrm_JsonRef* stack = malloc(MOST * sizeof *stack);
    assert_non_null(places);
    assert_non_null(stack);
    int depth = 0, count = 0;
    stack[depth++] = vrm_json_root(json);
    while (depth > 0) {
        vrm_JsonRef value = stack[--depth];
        if (vrm_json_pointer(json, value, places[count], POINTER) >= POINTER) continue;
        if (is_of_vrm(places[count])) {
            assert_true(count < MOST - 1);
            count++;
        }
        vrm_JsonIter it = vrm_json_iter(json, value);
        while (vrm_json_next(&it)) {
            assert_true(depth < MOST);
            stack[depth++] = it.value;
        }
    }
    free(stack);
    *out_count = count;
    return places;
}

static const char* last_part(const char* pointer) {
    return strrchr(pointer, '/') + 1;
}

/* ---- Changes ---- */

typedef enum Change { WORD, INDEX, MEMBER, TWICE, CHANGE_COUNT } Change;

static bool is_index(const char* name) {
    static const char* const names[] = {"node",   "mesh",           "index",           "material",
                                        "source", "center",         "firstPersonBone", "texture",
                                        "bones",  "thumbnailImage", "colliderGroups",  "colliders"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool names_indices(const char* pointer) {
    char copy[POINTER];
    if (is_index(last_part(pointer))) return true;
    snprintf(copy, sizeof copy, "%s", pointer);
    *strrchr(copy, '/') = '\0';
    return last_part(pointer)[0] >= '0' && last_part(pointer)[0] <= '9' &&
           is_index(last_part(copy));
}

/* A value for a new name in an object whose members are of one kind. */
static const char* value_for(const char* object) {
    static const char* const values[][2] = {
        {"floatProperties", "0.5"}, {"vectorProperties", "[0.5,0.25,0.125,1]"},
        {"textureProperties", "0"}, {"keywordMap", "true"},
        {"tagMap", "\"a\""},        {"humanBones", "{\"node\":0}"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i][0], object) == 0) return values[i][1];
    return "{\"isBinary\":true}";
}

/* Makes one change at a place, with `mark` in it; false where it cannot be made. `out_at` is the
 * pointer of what was put in. */
static bool make_change(vrm_Json* json, const char* place, Change change, const char* mark,
                        char out_at[POINTER]) {
    vrm_JsonRef value = vrm_json_at(json, place), put;
    vrm_JsonType type = vrm_json_type(json, value);
    char text[64];
    snprintf(out_at, POINTER, "%s", place);
    snprintf(text, sizeof text, change == INDEX ? "%s" : "\"%s\"", mark);
    if (change == WORD || change == INDEX) {
        if (type >= VRM_JSON_ARRAY || type == VRM_JSON_NONE) return false;
        if (change == INDEX && (type != VRM_JSON_NUMBER || !names_indices(place))) return false;
        return vrm_json_replace(json, value, text, strlen(text), NULL) == VRM_OK;
    }
    if (change == MEMBER) {
        const char* member = value_for(last_part(place));
        if (type != VRM_JSON_OBJECT) return false;
        snprintf(out_at, POINTER, "%s/%s", place, mark);
        return vrm_json_set(json, value, mark, member, strlen(member), NULL) == VRM_OK;
    }
    /* TWICE: a copy of the first element at the end of its list, with the mark as its name. */
    vrm_JsonRef first = vrm_json_element(json, value, 0);
    if (type != VRM_JSON_ARRAY || vrm_json_type(json, first) != VRM_JSON_OBJECT) return false;
    vrm_Span copy = vrm_json_text(json, first);
    if (copy.data == NULL) return false;
    uint32_t count = vrm_json_count(json, value);
    char* own = malloc(copy.size);
    assert_non_null(own);
    memcpy(own, copy.data, copy.size);
    bool is_made = vrm_json_insert(json, value, count, own, copy.size, &put) == VRM_OK;
    free(own);
    const char* name = vrm_json_member(json, put, "comment") != VRM_JSON_MISSING ? "comment"
                       : vrm_json_member(json, put, "name") != VRM_JSON_MISSING  ? "name"
                                                                                 : "mark";
    snprintf(out_at, POINTER, "%s/%u/%s", place, (unsigned)count, name);
    return is_made && vrm_json_set(json, put, name, text, strlen(text), NULL) == VRM_OK;
}

static void make_mark(char mark[32], Change change, int number) {
    snprintf(mark, 32, change == INDEX ? "9%06d3" : "mark-%d-", number);
}

/* ---- Judging ---- */

static char* text_of(const vrm_Model* model) {
    TestBytes saved = test_save(model);
    SceneBytes glb = {saved.data, saved.size};
    vrm_Span text = scene_json(&glb);
    char* copy = malloc(text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    test_bytes_free(&saved);
    return copy;
}

static bool has_finding(const vrm_Report* report, const vrm_Finding* finding) {
    for (int32_t i = 0; report != NULL && i < vrm_report_count(report); i++) {
        vrm_Finding other = vrm_report_get(report, i);
        if (strcmp(other.code, finding->code) == 0 && strcmp(other.pointer, finding->pointer) == 0)
            return true;
    }
    return false;
}

/* Whether a finding names the value, its object, or something within it, and is not there for an
 * avatar that was not changed. */
static bool is_named(const vrm_Report* report, const vrm_Report* usual, const char* at) {
    size_t parent = (size_t)(strrchr(at, '/') - at);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        size_t length = strlen(finding.pointer);
        bool is_at = strncmp(finding.pointer, at, strlen(at)) == 0 ||
                     (length == parent && strncmp(finding.pointer, at, parent) == 0);
        if (is_at && !has_finding(usual, &finding)) return true;
    }
    return false;
}

typedef struct Way {
    vrm_Dialect from, to;
    const char* name;
} Way;

static const Way ways[] = {{VRM_DIALECT_0, VRM_DIALECT_1, "0.x to 1.0"},
                           {VRM_DIALECT_DRAFT, VRM_DIALECT_1, "draft to 1.0"},
                           {VRM_DIALECT_BETA, VRM_DIALECT_1, "beta to 1.0"},
                           {VRM_DIALECT_BETA, VRM_DIALECT_0, "beta to 0.x"},
                           {VRM_DIALECT_1, VRM_DIALECT_0, "1.0 to 0.x"}};

static SceneBytes write_glb(const vrm_Json* json, vrm_Span bin) {
    size_t size = vrm_json_written_size(json);
    char* text = malloc(size);
    assert_non_null(text);
    assert_int_equal(vrm_json_write(json, text, size), VRM_OK);
    SceneBytes glb = glb_wrap((vrm_Span){text, size}, bin);
    free(text);
    return glb;
}

/* The migrated avatar's JSON, and the report; NULL where the change made another dialect of it, or
 * an avatar that is refused. */
static char* migrate(const SceneBytes* glb, const Way* way, vrm_Report* report) {
    vrm_Model* model = NULL;
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = way->to;
    if (vrm_model_load(glb->data, glb->size, NULL, NULL, &model) != VRM_OK) return NULL;
    char* text = NULL;
    if (vrm_model_dialect(model) == way->from) {
        assert_int_equal(vrm_migrate(model, &def, report), VRM_OK);
        text = text_of(model);
    }
    vrm_model_destroy(model);
    return text;
}

static SceneBytes make_scene(const Way* way, bool is_small) {
    SceneDef def = scene_default_def(way->from);
    if (is_small) {
        def.has_fingers = false;
        def.chain_count = def.joints_per_chain = 2;
        def.sphere_count = def.capsule_count = 1;
        def.custom_expression_count = 1;
        def.sides = 4;
    }
    SceneBytes scene = scene_avatar(&def);
    assert_non_null(scene.data);
    return scene;
}

static vrm_Report* usual_findings(const SceneBytes* scene, const Way* way) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    free(migrate(scene, way, report));
    return report;
}

/* ---- One after the other ---- */

static int try_one(const SceneBytes* scene, const Way* way, const vrm_Report* usual,
                   const char* place, Change change) {
    vrm_Span text, bin;
    vrm_Json* json = NULL;
    char mark[32], at[POINTER];
    int lost = 0;
    assert_true(glb_split(scene, &text, &bin));
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &json), VRM_OK);
    make_mark(mark, change, 1);
    if (make_change(json, place, change, mark, at) && !may_go(at)) {
        SceneBytes changed = write_glb(json, bin);
        vrm_Report* report;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        char* after = migrate(&changed, way, report);
        if (after != NULL && strstr(after, mark) == NULL && !is_named(report, usual, at)) {
            print_error("%s: %s is lost\n", way->name, at);
            lost = 1;
        }
        free(after);
        vrm_report_destroy(report);
        scene_bytes_free(&changed);
    }
    vrm_json_destroy(json);
    return lost;
}

static void every_value_of_vrm_is_kept_or_named(void** state) {
    (void)state;
    int lost = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        SceneBytes scene = make_scene(&ways[i], true);
        vrm_Report* usual = usual_findings(&scene, &ways[i]);
        vrm_Span text = scene_json(&scene);
        vrm_Json* json = NULL;
        int count;
        assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &json), VRM_OK);
        char(*places)[POINTER] = list_places(json, &count);
        assert_true(count > 300);
        /* Under a sanitizer one change of each value. */
        const int step = TEST_IS_SANITIZED ? CHANGE_COUNT : 1;
        for (int place = 0; place < count; place++)
            for (int change = place % step; change < CHANGE_COUNT; change += step)
                lost += try_one(&scene, &ways[i], usual, places[place], (Change)change);
        free(places);
        vrm_json_destroy(json);
        vrm_report_destroy(usual);
        scene_bytes_free(&scene);
    }
    assert_int_equal(lost, 0);
}

/* ---- Many at once ---- */

enum { SEEDS = 6, CHANGES = 60 };

static uint32_t next_random(uint32_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static int try_many(const SceneBytes* scene, const Way* way, const vrm_Report* usual,
                    uint32_t seed) {
    static char marks[CHANGES][32], at[CHANGES][POINTER];
    uint32_t random = seed * 2654435761u + 1;
    vrm_Span text, bin;
    vrm_Json* json = NULL;
    int count, made = 0, lost = 0;
    assert_true(glb_split(scene, &text, &bin));
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &json), VRM_OK);
    char(*places)[POINTER] = list_places(json, &count);
    for (int i = 0; i < CHANGES; i++) {
        Change change = (Change)(next_random(&random) % CHANGE_COUNT);
        const char* place = places[next_random(&random) % (uint32_t)count];
        make_mark(marks[made], change, i);
        /* A second change would undo the first. */
        bool is_free = vrm_json_at(json, place) != VRM_JSON_MISSING;
        for (int k = 0; k < made; k++) is_free &= strcmp(at[k], place) != 0;
        if (is_free && strstr(place, "specVersion") == NULL &&
            make_change(json, place, change, marks[made], at[made]))
            made++;
    }
    SceneBytes changed = write_glb(json, bin);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    char* after = migrate(&changed, way, report);
    for (int i = 0; i < made && after != NULL; i++) {
        if (may_go(at[i]) || strstr(after, marks[i]) != NULL || is_named(report, usual, at[i]))
            continue;
        print_error("%s, seed %u: %s is lost\n", way->name, (unsigned)seed, at[i]);
        lost++;
    }
    free(after);
    vrm_report_destroy(report);
    scene_bytes_free(&changed);
    free(places);
    vrm_json_destroy(json);
    return lost;
}

static void many_changed_values_are_kept_or_named(void** state) {
    (void)state;
    int lost = 0;
    const char* wanted = getenv("VRM_LOST_SEEDS");
    uint32_t seeds = wanted != NULL ? (uint32_t)strtoul(wanted, NULL, 10) : SEEDS;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        SceneBytes scene = make_scene(&ways[i], false);
        vrm_Report* usual = usual_findings(&scene, &ways[i]);
        for (uint32_t seed = 1; seed <= seeds; seed++)
            lost += try_many(&scene, &ways[i], usual, seed);
        vrm_report_destroy(usual);
        scene_bytes_free(&scene);
    }
    assert_int_equal(lost, 0);
}

/* ---- Expressions ---- */

static void migrate_to(TestModel* test, vrm_Dialect to) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = to;
    vrm_report_destroy(test->report);
    assert_int_equal(vrm_report_create(NULL, &test->report), VRM_OK);
    assert_int_equal(vrm_migrate(test->model, &def, test->report), VRM_OK);
}

#define GROUPS "/extensions/VRM/blendShapeMaster/blendShapeGroups"
#define CUSTOM "/extensions/VRMC_vrm/expressions/custom"

static bool has(const TestModel* test, const char* pointer) {
    return test_json_at(test->model, pointer) != VRM_JSON_MISSING;
}

static void second_groups_become_custom_expressions(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set " GROUPS " [{'name':'Joy','presetName':'joy'},"
        "{'name':'Joy2','presetName':'joy','isBinary':true},"
        "{'name':'A','presetName':'a'},{'name':'aa','presetName':'unknown'},"
        "{'name':'aa_custom','presetName':'unknown'},"
        "{'name':'Wink','presetName':'unknown'},{'name':'Wink','presetName':'unknown'},"
        "{'name':'Wink_2','presetName':'unknown'},{'name':'wink','presetName':'unknown'}]\n");
    migrate_to(&test, VRM_DIALECT_1);
    static const char* const names[] = {"/Joy2",   "/aa_custom", "/aa_custom_2", "/Wink",
                                        "/Wink_2", "/Wink_3",    "/wink"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char pointer[128];
        snprintf(pointer, sizeof pointer, CUSTOM "%s", names[i]);
        if (!has(&test, pointer)) fail_msg("no %s", pointer);
    }
    assert_int_equal(
        vrm_json_count(vrm_model_gltf(test.model)->json, test_json_at(test.model, CUSTOM)), 7);
    assert_true(vrm_json_bool(vrm_model_gltf(test.model)->json,
                              test_json_at(test.model, CUSTOM "/Joy2/isBinary"), false));
    test_expect_among(&test, "MIGRATE_EXPRESSION_CUSTOM", GROUPS "/1");
    test_expect_among(&test, "MIGRATE_EXPRESSION_CUSTOM", GROUPS "/3");
    test_expect_among(&test, "MIGRATE_EXPRESSION_CUSTOM", GROUPS "/6");
    test_expect_among(&test, "MIGRATE_EXPRESSION_CUSTOM", GROUPS "/8");
    test_model_free(&test);
}

static void expressions_of_unknown_presets_become_custom_ones(void** state) {
    (void)state;
    static const char edit[] =
        "set /extensions/VRMC_vrm/expressions/preset/cheeky {'isBinary':true}\n"
        "set /extensions/VRMC_vrm/expressions/custom/happy {'isBinary':true}\n";
    TestModel test = test_model_scene(VRM_DIALECT_BETA, edit);
    migrate_to(&test, VRM_DIALECT_1);
    assert_true(has(&test, CUSTOM "/cheeky") && has(&test, CUSTOM "/happy_custom"));
    test_expect_among(&test, "MIGRATE_EXPRESSION_CUSTOM",
                      "/extensions/VRMC_vrm/expressions/preset/cheeky");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, edit);
    migrate_to(&test, VRM_DIALECT_0);
    char* text = text_of(test.model);
    assert_non_null(strstr(text, "\"name\":\"cheeky\",\"presetName\":\"unknown\""));
    assert_non_null(strstr(text, "\"name\":\"happy_custom\",\"presetName\":\"unknown\""));
    free(text);
    test_model_free(&test);
}

/* ---- Shaders and muscles ---- */

static void values_of_shaders_are_named_and_kept(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set /extensions/VRM/materialProperties/0/floatProperties/_MyValue 0.5\n"
                       "set /extensions/VRM/materialProperties/0/vectorProperties/_BumpMap "
                       "[0,0,1,1]\n"
                       "set /extensions/VRM/materialProperties/1/shader 'lilToon'\n"
                       "set /extensions/VRM/humanoid/armStretch 0.125\n"
                       "set /extensions/VRM/humanoid/legStretch 0.25\n");
    migrate_to(&test, VRM_DIALECT_1);
#define KEPT "/extensions/VRMC_vrm/extras/VRM"
    assert_true(has(&test, KEPT "/materialProperties/0/floatProperties/_MyValue"));
    assert_false(has(&test, KEPT "/materialProperties/0/floatProperties/_Cutoff"));
    assert_false(has(&test, KEPT "/materialProperties/0/vectorProperties"));
    assert_true(has(&test, KEPT "/materialProperties/1/shader"));
    assert_true(has(&test, KEPT "/humanoid/armStretch") && has(&test, KEPT "/humanoid/legStretch"));
    test_expect_among(&test, "MIGRATE_SHADER_VALUE_LOST",
                      "/extensions/VRM/materialProperties/0/floatProperties/_MyValue");
    test_expect_among(&test, "MIGRATE_LEFT_OUT", "/extensions/VRM/materialProperties/1");
    test_expect_among(&test, "MIGRATE_MUSCLES_LOST", "/extensions/VRM/humanoid/armStretch");
    test_model_free(&test);
}

/* Extras may be any JSON: what is no object is kept in the new object. */
static void extras_that_are_no_object_survive(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set /materials/0/extras 'mine'\n"
                                        "set /materials/0/extensions/VRMC_materials_mtoon/other 1\n"
                                        "set /extensions/VRMC_vrm/meta/extras ['a','b']\n");
    migrate_to(&test, VRM_DIALECT_0);
    test_json_string(test.model, "/materials/0/extras/extras", "mine");
    assert_true(has(&test, "/extensions/VRM/extras/VRMC_vrm/meta/extras/1"));
    test_model_free(&test);
}

/* ---- Terms ---- */

static const char strict_terms[] = "set /extensions/VRMC_vrm/meta "
                                   "{'name':'n','authors':['A','B'],'licenseUrl':"
                                   "'https://vrm.dev/licenses/1.0/','creditNotation':'required',"
                                   "'modification':'allowModification',"
                                   "'allowPoliticalOrReligiousUsage':true,"
                                   "'commercialUsage':'personalProfit',"
                                   "'allowRedistribution':true,'thirdPartyLicenses':'third',"
                                   "'copyrightInformation':'c'}\n";

#define META0 "/extensions/VRM/meta"
#define META1 "/extensions/VRMC_vrm/meta"

static void terms_of_1_survive_going_down_and_up(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, strict_terms);
    migrate_to(&test, VRM_DIALECT_0);
    test_json_string(test.model, META0 "/licenseName", "Other");
    test_json_string(test.model, META0 "/extras/VRMC_vrm/creditNotation", "required");
    test_json_string(test.model, META0 "/extras/VRMC_vrm/modification", "allowModification");
    test_json_string(test.model, META0 "/extras/VRMC_vrm/thirdPartyLicenses", "third");
    migrate_to(&test, VRM_DIALECT_1);
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_int_equal(meta->author_count, 2);
    assert_string_equal(meta->authors[1], "B");
    assert_int_equal(meta->modification, VRM_MODIFICATION_ALLOW_MODIFICATION);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_PROFIT);
    assert_true(meta->allow_political_or_religious_usage && meta->allow_redistribution);
    assert_string_equal(meta->third_party_licenses, "third");
    assert_string_equal(meta->copyright_information, "c");
    assert_string_equal(meta->other_license_url, "");
    assert_false(has(&test, META1 "/extras"));
    test_model_free(&test);
}

/* The owner has changed the words of 0.x since: they count, and what was kept grants nothing. */
static void terms_of_1_do_not_return_after_a_change(void** state) {
    (void)state;
    static const char* const changes[][2] = {
        {META0 "/licenseName", "\"Redistribution_Prohibited\""},
        {META0 "/allowedUserName", "\"Everyone\""},
        {META0 "/violentUssageName", "\"Allow\""},
        {META0 "/sexualUssageName", "\"Allow\""},
        {META0 "/commercialUssageName", "\"Allow\""},
        {META0 "/otherLicenseUrl", "\"https://example.org/\""},
        {META0 "/otherPermissionUrl", "\"https://example.org/\""}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_1, strict_terms);
        migrate_to(&test, VRM_DIALECT_0);
        vrm_Edit* edit;
        assert_int_equal(vrm_edit_begin(test.model, &edit), VRM_OK);
        assert_int_equal(vrm_edit_set(edit, changes[i][0], changes[i][1], strlen(changes[i][1])),
                         VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        migrate_to(&test, VRM_DIALECT_1);
        const vrm_Meta* meta = vrm_model_meta(test.model);
        assert_int_equal(meta->modification, VRM_MODIFICATION_PROHIBITED);
        assert_false(meta->allow_political_or_religious_usage);
        assert_true(has(&test, META1 "/extras/VRMC_vrm"));
        test_model_free(&test);
    }
}

/* Words that the file spells otherwise are kept too, as 0.x spells them, and come back. */
static void words_of_0_survive_in_every_spelling(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set /extensions/VRM/meta {'title':'t','author':'a','licenseName':'CC_BY',"
        "'allowedUserName':'Everyone','violentUsageName':'Allow','sexualUsageName':'Disallow',"
        "'commercialUsageName':'Allow'}\n");
    migrate_to(&test, VRM_DIALECT_1);
    test_json_string(test.model, META1 "/extras/VRM/violentUssageName", "Allow");
    test_json_string(test.model, META1 "/extras/VRM/commercialUssageName", "Allow");
    migrate_to(&test, VRM_DIALECT_0);
    test_json_string(test.model, META0 "/licenseName", "CC_BY");
    test_json_string(test.model, META0 "/commercialUssageName", "Allow");
    test_model_free(&test);
}

/* ---- Memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_MigrateDef def = vrm_default_migrate_def();
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_migrate(model, &def, NULL);
    def.to = VRM_DIALECT_0;
    if (result == VRM_OK) result = vrm_migrate(model, &def, NULL);
    vrm_model_destroy(model);
    return result;
}

static void losses_survive_every_failing_allocation(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'extensions':{'VRM':{"
        "'meta':{'title':'a','author':'b','licenseName':'no word','extras':{'VRMC_vrm':"
        "{'creditNotation':'required','authors':['a','b']}}},'humanoid':{'armStretch':1,"
        "'humanBones':[{'bone':'tail','node':0}]},'blendShapeMaster':{'blendShapeGroups':["
        "{'name':'Joy','presetName':'joy'},{'name':'Joy','presetName':'joy'},"
        "{'name':'aa','presetName':'a','binds':[{'mesh':5}]}]},"
        "'materialProperties':[{'shader':'own'}]}},'nodes':[{}],'materials':[{}]}");
    TestBytes bytes = test_save(test.model);
    test_every_allocation_failing(attempt, &bytes);
    test_bytes_free(&bytes);
    test_model_free(&test);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_vrm_is_kept_or_named),
        cmocka_unit_test(many_changed_values_are_kept_or_named),
        cmocka_unit_test(second_groups_become_custom_expressions),
        cmocka_unit_test(expressions_of_unknown_presets_become_custom_ones),
        cmocka_unit_test(values_of_shaders_are_named_and_kept),
        cmocka_unit_test(extras_that_are_no_object_survive),
        cmocka_unit_test(terms_of_1_survive_going_down_and_up),
        cmocka_unit_test(terms_of_1_do_not_return_after_a_change),
        cmocka_unit_test(words_of_0_survive_in_every_spelling),
        cmocka_unit_test(losses_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
