/* SPDX-License-Identifier: MIT */
/* Runs the cases of tests/rules: each rule has an edit that breaks it, and one that nearly does. */
#include "support/check.h"
#include "support/corpus.h"

#include "scenes/scenes.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cases ---- */

#define MAX_ALSO 6

typedef struct Case {
    const char* file;
    int line;
    char code[64];
    char avatar[64];
    char* bad;  /* edits, one per line; NULL: none */
    char* good; /* NULL: the avatar as it is */
    char at[256];
    char also[MAX_ALSO][64];
    int also_count;
    bool is_text;
} Case;

typedef struct Cases {
    Case* items;
    size_t count;
    TestBytes* texts;
    CorpusFiles files;
} Cases;

static char* append_line(char* text, const char* line) {
    size_t old = text == NULL ? 0 : strlen(text), more = strlen(line);
    char* larger = realloc(text, old + more + 2);
    assert_non_null(larger);
    memcpy(larger + old, line, more);
    memcpy(larger + old + more, "\n", 2);
    return larger;
}

static void copy(char* out, size_t size, const char* text) {
    if (strlen(text) >= size) fail_msg("too long: %s", text);
    strcpy(out, text);
}

static void parse_line(Cases* cases, const char* file, int number, char* line) {
    size_t length = strcspn(line, " ");
    const char* rest = line + length + strspn(line + length, " ");
    line[length] = '\0';
    if (strcmp(line, "rule") == 0) {
        cases->items = realloc(cases->items, (cases->count + 1) * sizeof *cases->items);
        assert_non_null(cases->items);
        Case* added = &cases->items[cases->count++];
        memset(added, 0, sizeof *added);
        added->file = file;
        added->line = number;
        copy(added->code, sizeof added->code, rest);
        return;
    }
    if (cases->count == 0) fail_msg("%s:%d: a case begins with rule", file, number);
    Case* last = &cases->items[cases->count - 1];
    if (strcmp(line, "avatar") == 0) {
        copy(last->avatar, sizeof last->avatar, rest);
    } else if (strcmp(line, "bad") == 0) {
        last->bad = append_line(last->bad, rest);
    } else if (strcmp(line, "good") == 0) {
        last->good = append_line(last->good, rest);
    } else if (strcmp(line, "at") == 0) {
        copy(last->at, sizeof last->at, rest);
    } else if (strcmp(line, "also") == 0 && last->also_count < MAX_ALSO) {
        copy(last->also[last->also_count++], sizeof last->also[0], rest);
    } else if (strcmp(line, "text") == 0) {
        last->is_text = true;
    } else if (strcmp(line, "without") != 0) {
        fail_msg("%s:%d: what is \"%s\"?", file, number, line);
    }
}

static void parse_file(Cases* cases, const char* path, char* text) {
    int number = 1;
    for (char* at = text; *at != '\0'; number++) {
        char* end = at + strcspn(at, "\n");
        bool is_last = *end == '\0';
        *end = '\0';
        if (*at != '\0' && *at != '#') parse_line(cases, path, number, at);
        at = is_last ? end : end + 1;
    }
}

static int load_cases(void** state) {
    Cases* cases = calloc(1, sizeof *cases);
    assert_non_null(cases);
    cases->files = test_list_files(VRM_RULES_FOLDER, ".t");
    for (size_t i = 0; i < cases->files.count; i++) {
        TestBytes bytes = test_read_file(cases->files.paths[i]);
        char* text = calloc(1, bytes.size + 1);
        assert_non_null(text);
        memcpy(text, bytes.data, bytes.size);
        const char* name = strrchr(cases->files.paths[i], '/') + 1;
        parse_file(cases, name, text);
        free(text);
        test_bytes_free(&bytes);
    }
    *state = cases;
    return 0;
}

static int free_cases(void** state) {
    Cases* cases = *state;
    for (size_t i = 0; i < cases->count; i++) {
        free(cases->items[i].bad);
        free(cases->items[i].good);
    }
    free(cases->items);
    corpus_files_free(&cases->files);
    free(cases);
    return 0;
}

/* ---- Scenes ---- */

static SceneBytes make_scene(const char* words) {
    static const struct {
        const char* name;
        vrm_Dialect dialect;
    } dialects[] = {{"1.0-beta", VRM_DIALECT_BETA},
                    {"1.0-draft", VRM_DIALECT_DRAFT},
                    {"1.0", VRM_DIALECT_1},
                    {"0.x", VRM_DIALECT_0}};
    bool is_rotated = strstr(words, "rotated") != NULL;
    if (strncmp(words, "clip", 4) == 0) return scene_clip(is_rotated);
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (strncmp(words, dialects[i].name, strlen(dialects[i].name)) != 0) continue;
        SceneDef def = scene_default_def(dialects[i].dialect);
        def.has_rotated_rest = is_rotated;
        def.has_limits = strstr(words, "limits") != NULL;
        def.looks_by_expression = strstr(words, "look") != NULL;
        def.has_divided_meshes = strstr(words, "divided") != NULL;
        return scene_avatar(&def);
    }
    fail_msg("no scene \"%s\"", words);
    return (SceneBytes){0};
}

/* ---- Names in edits ---- */

static int find_named(const vrm_Json* json, const char* list, const char* name, size_t length) {
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, list));
    while (vrm_json_next(&it)) {
        char text[64];
        vrm_json_string(json, vrm_json_member(json, it.value, "name"), text, sizeof text);
        if (strlen(text) == length && memcmp(text, name, length) == 0) return (int)it.index;
    }
    fail_msg("nothing in %s is called %.*s", list, (int)length, name);
    return -1;
}

/* "Body.1.POSITION" */
static int find_accessor(const vrm_Json* json, const char* name, size_t length) {
    const char* dot = memchr(name, '.', length);
    assert_non_null(dot);
    int mesh = find_named(json, "/meshes", name, (size_t)(dot - name));
    const char* attribute = strchr(dot + 1, '.') + 1;
    char pointer[128];
    snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/attributes/%.*s", mesh,
             atoi(dot + 1), (int)(name + length - attribute), attribute);
    int64_t index = -1;
    if (!vrm_json_integer(json, vrm_json_at(json, pointer), &index)) fail_msg("no %s", pointer);
    return (int)index;
}

static void resolve(const vrm_Json* json, const char* name, size_t length, char* out, size_t size) {
    static const char* const roots[][2] = {{"spring", "/extensions/VRMC_springBone"},
                                           {"clip", "/extensions/VRMC_vrm_animation"}};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (strlen(roots[i][0]) == length && memcmp(roots[i][0], name, length) == 0) {
            snprintf(out, size, "%s", roots[i][1]);
            return;
        }
    }
    if (length == 5 && memcmp(name, "binds", 5) == 0) {
        int64_t index = -1;
        assert_true(
            vrm_json_integer(json, vrm_json_at(json, "/skins/0/inverseBindMatrices"), &index));
        snprintf(out, size, "%d", (int)index);
    } else if (length == 3 && memcmp(name, "vrm", 3) == 0) {
        bool is_0 = vrm_json_at(json, "/extensions/VRM") != VRM_JSON_MISSING;
        snprintf(out, size, "%s", is_0 ? "/extensions/VRM" : "/extensions/VRMC_vrm");
    } else if (strncmp(name, "mesh ", 5) == 0) {
        snprintf(out, size, "%d", find_named(json, "/meshes", name + 5, length - 5));
    } else if (strncmp(name, "material ", 9) == 0) {
        snprintf(out, size, "%d", find_named(json, "/materials", name + 9, length - 9));
    } else if (strncmp(name, "accessor ", 9) == 0) {
        snprintf(out, size, "%d", find_accessor(json, name + 9, length - 9));
    } else {
        snprintf(out, size, "%d", find_named(json, "/nodes", name, length));
    }
}

/* A copy of the text with everything in {braces} resolved. JSON objects have a quote or a brace
 * after theirs and stay. */
static char* expand(const vrm_Json* json, const char* text) {
    size_t used = 0, size = strlen(text) * 4 + 256;
    char* out = calloc(1, size);
    assert_non_null(out);
    for (const char* at = text; *at != '\0'; at++) {
        const char* end = *at == '{' ? strchr(at, '}') : NULL;
        bool is_name = end != NULL && at[1] != '"' && at[1] != '}' && at[1] != '{';
        if (is_name) {
            resolve(json, at + 1, (size_t)(end - at - 1), out + used, size - used);
            used += strlen(out + used);
            at = end;
        } else {
            out[used++] = *at;
        }
        assert_true(used + 1 < size);
    }
    return out;
}

static vrm_Json* json_of(const SceneBytes* scene) {
    vrm_Json* json = NULL;
    vrm_Span text = scene_json(scene);
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &json), VRM_OK);
    return json;
}

static SceneBytes edit(const Case* test, const SceneBytes* scene, const char* edits) {
    vrm_Json* json = json_of(scene);
    char* expanded = expand(json, edits == NULL ? "" : edits);
    int32_t bad_line;
    SceneBytes edited = scene_patch(scene, expanded, &bad_line);
    if (edited.data == NULL)
        fail_msg("%s:%d: edit %d cannot be made:\n%s", test->file, test->line, (int)bad_line,
                 expanded);
    free(expanded);
    vrm_json_destroy(json);
    return edited;
}

/* ---- Text files ---- */

static void put_base64(char* out, const uint8_t* data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned a = data[i], b = i + 1 < size ? data[i + 1] : 0,
                 c = i + 2 < size ? data[i + 2] : 0;
        unsigned bits = a << 16 | b << 8 | c;
        *out++ = digits[bits >> 18];
        *out++ = digits[bits >> 12 & 63];
        *out++ = i + 1 < size ? digits[bits >> 6 & 63] : '=';
        *out++ = i + 2 < size ? digits[bits & 63] : '=';
    }
    *out = '\0';
}

/* The GLB as a text file with its data in a URI. */
static SceneBytes as_text(const SceneBytes* glb) {
    vrm_Span json = scene_json(glb);
    const uint8_t* bin = (const uint8_t*)json.data + json.size + 8;
    size_t bin_size = (size_t)(glb->data + glb->size - bin);
    char* edit = calloc(1, bin_size * 2 + 128);
    assert_non_null(edit);
    strcpy(edit, "set /buffers/0/uri \"data:application/octet-stream;base64,");
    put_base64(edit + strlen(edit), bin, bin_size);
    strcat(edit, "\"");
    SceneBytes with_uri = scene_patch(glb, edit, NULL);
    assert_non_null(with_uri.data);
    free(edit);
    json = scene_json(&with_uri);
    SceneBytes text = {malloc(json.size), json.size};
    assert_non_null(text.data);
    memcpy(text.data, json.data, json.size);
    scene_bytes_free(&with_uri);
    return text;
}

/* ---- Judging ---- */

static vrm_Report* judge(const SceneBytes* file) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(file->data, file->size, NULL, report, NULL), VRM_OK);
    return report;
}

static bool is_allowed(const Case* test, const char* code) {
    for (int i = 0; i < test->also_count; i++)
        if (strcmp(test->also[i], code) == 0) return true;
    return strcmp(test->code, code) == 0;
}

static void complain(const Case* test, const char* what, const vrm_Report* report) {
    printf("%s:%d: %s: %s\n", test->file, test->line, test->code, what);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        printf("    %s %s: %s\n", finding.code, finding.pointer, finding.message);
    }
}

/* True when the case behaves. */
static bool run_bad(const Case* test, const SceneBytes* scene, const char* at) {
    SceneBytes bad = edit(test, scene, test->bad);
    if (test->is_text) {
        SceneBytes text = as_text(&bad);
        scene_bytes_free(&bad);
        bad = text;
    }
    vrm_Report* report = judge(&bad);
    bool is_found = false, is_alone = true;
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, test->code) == 0 && strcmp(finding.pointer, at) == 0)
            is_found = finding.byte_offset != VRM_NO_OFFSET && strlen(finding.message) > 10;
        if (!is_allowed(test, finding.code)) is_alone = false;
    }
    if (!is_found)
        complain(test, "is not found where it should be", report);
    else if (!is_alone)
        complain(test, "is not found alone", report);
    vrm_report_destroy(report);
    scene_bytes_free(&bad);
    return is_found && is_alone;
}

static bool run_good(const Case* test, const SceneBytes* scene) {
    SceneBytes good = edit(test, scene, test->good);
    vrm_Report* report = judge(&good);
    bool is_clean = vrm_report_count(report) == 0;
    if (!is_clean) complain(test, "the good twin has findings", report);
    vrm_report_destroy(report);
    scene_bytes_free(&good);
    return is_clean;
}

static void every_edit_is_found_and_its_twin_is_not(void** state) {
    const Cases* cases = *state;
    int failures = 0;
    char last[64] = "";
    SceneBytes scene = {0};
    for (size_t i = 0; i < cases->count; i++) {
        const Case* test = &cases->items[i];
        if (scene.data == NULL || strcmp(last, test->avatar) != 0) {
            scene_bytes_free(&scene);
            scene = make_scene(test->avatar);
            copy(last, sizeof last, test->avatar);
        }
        vrm_Json* json = json_of(&scene);
        char* at = expand(json, test->at);
        failures += !run_bad(test, &scene, at);
        failures += !run_good(test, &scene);
        free(at);
        vrm_json_destroy(json);
    }
    scene_bytes_free(&scene);
    if (failures > 0) fail_msg("%d of %d cases do not behave", failures, (int)cases->count);
}

/* A rule without a case is a rule that nobody has seen. */
static void every_rule_of_vrm_has_a_case(void** state) {
    static const char* const codes[] = {
#define X(code, severity, place, text) #code,
#include "base/rules/vrm.def"
#include "base/rules/vrm_validate.def"
#undef X
    };
    const Cases* cases = *state;
    int missing = 0;
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++) {
        bool is_covered = false;
        for (size_t i = 0; i < cases->count && !is_covered; i++)
            is_covered = strcmp(cases->items[i].code, codes[c]) == 0;
        if (!is_covered) printf("no case for %s\n", codes[c]);
        missing += !is_covered;
    }
    if (missing > 0) fail_msg("%d rules without a case", missing);
}

/* Whoever loads a file hears of a fault by the code that the validator has for it. */
static void loading_finds_nothing_that_validating_does_not(void** state) {
    const Cases* cases = *state;
    int failures = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const Case* test = &cases->items[i];
        if (test->is_text) continue;
        SceneBytes scene = make_scene(test->avatar);
        SceneBytes bad = edit(test, &scene, test->bad);
        vrm_Report *judged = judge(&bad), *loaded = NULL;
        vrm_Model* model = NULL;
        assert_int_equal(vrm_report_create(NULL, &loaded), VRM_OK);
        assert_int_equal(vrm_model_load(bad.data, bad.size, NULL, loaded, &model), VRM_OK);
        for (int32_t f = 0; f < vrm_report_count(loaded); f++) {
            vrm_Finding finding = vrm_report_get(loaded, f);
            bool is_known = false;
            for (int32_t k = 0; k < vrm_report_count(judged) && !is_known; k++)
                is_known = strcmp(vrm_report_get(judged, k).pointer, finding.pointer) == 0 &&
                           strcmp(vrm_report_get(judged, k).code, finding.code) == 0;
            if (!is_known)
                printf("%s:%d: loading alone finds %s at %s\n", test->file, test->line,
                       finding.code, finding.pointer);
            failures += !is_known;
        }
        vrm_model_destroy(model);
        vrm_report_destroy(judged);
        vrm_report_destroy(loaded);
        scene_bytes_free(&bad);
        scene_bytes_free(&scene);
    }
    if (failures > 0) fail_msg("%d findings of loading are not those of validating", failures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edit_is_found_and_its_twin_is_not),
        cmocka_unit_test(every_rule_of_vrm_has_a_case),
        cmocka_unit_test(loading_finds_nothing_that_validating_does_not),
    };
    return cmocka_run_group_tests(tests, load_cases, free_cases);
}
