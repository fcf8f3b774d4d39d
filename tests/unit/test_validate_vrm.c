/* SPDX-License-Identifier: MIT */
/* The VRM half of the validator as a whole: good avatars pass, hostile ones end, and real ones have
 * no error that the specification does not know. What each single rule means is in tests/rules. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/memory.h"

#include "scenes/scenes.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Judging ---- */

static vrm_Report* check_with(const void* data, size_t size, const vrm_ValidateDef* def,
                              vrm_Dialect* out_dialect) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(data, size, def, report, out_dialect), VRM_OK);
    return report;
}

static int count_code(const vrm_Report* report, const char* code) {
    int count = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        count += strcmp(vrm_report_get(report, i).code, code) == 0;
    return count;
}

static void print_findings(const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        printf("    %s %s: %s\n", finding.code, finding.pointer, finding.message);
    }
}

static void expect_clean(SceneBytes scene, vrm_Dialect dialect) {
    assert_non_null(scene.data);
    vrm_Dialect judged;
    vrm_Report* report = check_with(scene.data, scene.size, NULL, &judged);
    print_findings(report);
    assert_int_equal(vrm_report_count(report), 0);
    assert_int_equal(judged, dialect);
    vrm_report_destroy(report);
    scene_bytes_free(&scene);
}

/* R-006..R-009, R-053, R-072, R-087 */
static void avatars_made_in_code_have_no_findings(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        expect_clean(scene_avatar(&def), def.dialect);
        def.looks_by_expression = def.has_divided_meshes = def.has_limits = true;
        def.has_rotated_rest = true;
        expect_clean(scene_avatar(&def), def.dialect);
        def = scene_default_def((vrm_Dialect)dialect);
        def.has_fingers = false;
        def.chain_count = def.constraint_count = def.custom_expression_count = 0;
        def.sphere_count = def.capsule_count = def.extended_count = 0;
        expect_clean(scene_avatar(&def), def.dialect);
    }
    SceneDef known[] = {scene_springs_def(), scene_typical_def(), scene_rich_def()};
    for (size_t i = 0; i < 3; i++) expect_clean(scene_avatar(&known[i]), VRM_DIALECT_1);
    expect_clean(scene_clip(false), VRM_DIALECT_NONE);
    expect_clean(scene_clip(true), VRM_DIALECT_NONE);
}

static void skipping_data_skips_what_needs_data(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes scene = scene_avatar(&def);
    SceneBytes high = scene_patch(&scene, "set /nodes/0/translation [0,1,0]", NULL);
    vrm_ValidateDef validate = vrm_default_validate_def();
    vrm_Report* report = check_with(high.data, high.size, &validate, NULL);
    assert_int_equal(count_code(report, "TPOSE_NOT_ON_GROUND"), 1);
    vrm_report_destroy(report);
    validate.skip_data = true;
    report = check_with(high.data, high.size, &validate, NULL);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
    scene_bytes_free(&high);
    scene_bytes_free(&scene);
}

/* ---- Memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* scene = ctx;
    vrm_ReportDef report_def = vrm_default_report_def();
    vrm_ValidateDef def = vrm_default_validate_def();
    report_def.allocator = def.allocator = *allocator;
    vrm_Report* report;
    vrm_Result result = vrm_report_create(&report_def, &report);
    if (result != VRM_OK) return result;
    result = vrm_validate(scene->data, scene->size, &def, report, NULL);
    vrm_report_destroy(report);
    return result;
}

/* A small file of each kind with a few faults, so that every list is allocated. */
static void validating_survives_every_failing_allocation(void** state) {
    (void)state;
    static const struct {
        vrm_Dialect dialect;
        const char* edits;
    } rows[] = {
        {VRM_DIALECT_1, "set /extensions/VRMC_vrm/humanoid/humanBones/jaw/node -1\n"
                        "set /extensions/VRMC_springBone/springs/0/center 1\n"
                        "set /nodes/0/name \"a\\u0007\""},
        {VRM_DIALECT_BETA, "set /extensions/VRMC_vrm/meta/references []"},
        {VRM_DIALECT_DRAFT, "set /materials/1/name \"Skin\""},
        {VRM_DIALECT_0, "set /nodes/1/name \"Root\""},
        {VRM_DIALECT_NONE, "set /nodes/1/scale [2,2,2]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SceneDef def = scene_default_def(rows[i].dialect);
        def.has_fingers = false;
        def.chain_count = 1;
        def.sides = 4;
        SceneBytes scene =
            rows[i].dialect == VRM_DIALECT_NONE ? scene_clip(false) : scene_avatar(&def);
        SceneBytes bad = scene_patch(&scene, rows[i].edits, NULL);
        assert_non_null(bad.data);
        assert_true(test_every_allocation_failing(attempt, &bad) > 10);
        scene_bytes_free(&bad);
        scene_bytes_free(&scene);
    }
}

/* ---- Constraint graphs ---- */

static uint32_t random_below(uint64_t* seed, uint32_t count) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % count);
}

#define MAX_NODES 12

typedef struct Graph {
    int count;
    int parent[MAX_NODES]; /* -1: a root */
    int kind[MAX_NODES];   /* 0 none, 1 roll, 2 aim, 3 rotation */
    int source[MAX_NODES];
} Graph;

static Graph random_graph(uint64_t* seed) {
    Graph graph = {.count = 3 + (int)random_below(seed, MAX_NODES - 2)};
    for (int i = 0; i < graph.count; i++) {
        graph.parent[i] = i == 0 ? -1 : (int)random_below(seed, (uint32_t)i + 1) - 1;
        graph.kind[i] = (int)random_below(seed, 6);
        if (graph.kind[i] > 3) graph.kind[i] = 0;
        do graph.source[i] = (int)random_below(seed, (uint32_t)graph.count);
        while (graph.source[i] == i);
    }
    return graph;
}

/* A constraint waits for another, word by word as the specification says. */
static bool waits_for(const Graph* graph, int a, int b) {
    if (graph->kind[a] == 0 || graph->kind[b] == 0) return false;
    if (graph->kind[a] != 2) return graph->source[a] == b;
    for (int node = graph->parent[graph->source[a]]; node >= 0; node = graph->parent[node])
        if (node == b) return true;
    for (int node = graph->parent[a]; node >= 0; node = graph->parent[node])
        if (node == b) return true;
    return false;
}

static int count_circles(const Graph* graph, bool is_in_circle[MAX_NODES]) {
    bool reach[MAX_NODES][MAX_NODES];
    for (int a = 0; a < graph->count; a++)
        for (int b = 0; b < graph->count; b++) reach[a][b] = waits_for(graph, a, b);
    for (int k = 0; k < graph->count; k++)
        for (int a = 0; a < graph->count; a++)
            for (int b = 0; b < graph->count; b++)
                if (reach[a][k] && reach[k][b]) reach[a][b] = true;
    int circles = 0;
    for (int a = 0; a < graph->count; a++) {
        is_in_circle[a] = reach[a][a];
        bool is_first = reach[a][a];
        for (int b = 0; b < a; b++)
            if (reach[a][b] && reach[b][a]) is_first = false;
        circles += is_first;
    }
    return circles;
}

static size_t write_graph(const Graph* graph, char* out, size_t size) {
    static const char* const kinds[] = {"", "roll", "aim", "rotation"};
    static const char* const axes[] = {"", "\"rollAxis\":\"X\",", "\"aimAxis\":\"PositiveX\",", ""};
    size_t used = (size_t)snprintf(out, size,
                                   "{\"asset\":{\"version\":\"2.0\"},"
                                   "\"extensionsUsed\":[\"VRMC_node_constraint\"],\"nodes\":[");
    for (int i = 0; i < graph->count; i++) {
        used += (size_t)snprintf(out + used, size - used, "%s{\"translation\":[%d,0,1]",
                                 i > 0 ? "," : "", i + 1);
        bool has_children = false;
        for (int c = 0; c < graph->count; c++) {
            if (graph->parent[c] != i) continue;
            used += (size_t)snprintf(out + used, size - used, "%s%d",
                                     has_children ? "," : ",\"children\":[", c);
            has_children = true;
        }
        if (has_children) used += (size_t)snprintf(out + used, size - used, "]");
        if (graph->kind[i] != 0)
            used += (size_t)snprintf(out + used, size - used,
                                     ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":"
                                     "\"1.0\",\"constraint\":{\"%s\":{%s\"source\":%d}}}}",
                                     kinds[graph->kind[i]], axes[graph->kind[i]], graph->source[i]);
        used += (size_t)snprintf(out + used, size - used, "}");
    }
    used += (size_t)snprintf(out + used, size - used, "]}");
    assert_true(used < size);
    return used;
}

/* */
static void circles_of_constraints_are_found_exactly_where_they_are(void** state) {
    (void)state;
    const int rounds = TEST_IS_SANITIZED ? 10000 : 100000;
    uint64_t seed = 1;
    int with_circle = 0;
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    for (int round = 0; round < rounds; round++) {
        char text[4096];
        bool is_in_circle[MAX_NODES];
        Graph graph = random_graph(&seed);
        int circles = count_circles(&graph, is_in_circle);
        size_t size = write_graph(&graph, text, sizeof text);
        vrm_report_clear(report);
        assert_int_equal(vrm_validate(text, size, NULL, report, NULL), VRM_OK);
        int found = count_code(report, "CONSTRAINT_CYCLE");
        for (int32_t i = 0; i < vrm_report_count(report); i++) {
            vrm_Finding finding = vrm_report_get(report, i);
            if (strcmp(finding.code, "CONSTRAINT_CYCLE") != 0) continue;
            assert_true(is_in_circle[atoi(finding.pointer + strlen("/nodes/"))]);
        }
        if (found != circles) {
            printf("%s\n", text);
            print_findings(report);
        }
        assert_int_equal(found, circles);
        with_circle += circles > 0;
    }
    assert_true(with_circle > rounds / 10 && with_circle < rounds / 10 * 9);
    vrm_report_destroy(report);
}

static void a_circle_is_spelled_out_node_by_node(void** state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_node_constraint\"],\"nodes\":["
        "{\"name\":\"a\",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\","
        "\"constraint\":{\"rotation\":{\"source\":1}}}}},"
        "{\"name\":\"b\",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\","
        "\"constraint\":{\"rotation\":{\"source\":2}}}}},"
        "{\"name\":\"c\",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\","
        "\"constraint\":{\"rotation\":{\"source\":1}}}}}]}";
    vrm_Report* report = check_with(text, sizeof text - 1, NULL, NULL);
    assert_int_equal(count_code(report, "CONSTRAINT_CYCLE"), 1);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, "CONSTRAINT_CYCLE") != 0) continue;
        assert_string_equal(finding.pointer, "/nodes/1/extensions/VRMC_node_constraint");
        assert_non_null(strstr(finding.message, "b (node 1) -> c (node 2) -> b (node 1)"));
    }
    vrm_report_destroy(report);
}

/* ---- Large and hostile ---- */

/* Text that grows. */
typedef struct Text {
    char* data;
    size_t size, capacity;
} Text;

static void VRM_PRINTF(2, 3) put(Text* text, const char* format, ...) {
    if (text->capacity - text->size < 512) {
        text->capacity = text->capacity * 2 + 4096;
        text->data = realloc(text->data, text->capacity);
        assert_non_null(text->data);
    }
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text->data + text->size, 512, format, args);
    va_end(args);
    assert_true(length >= 0 && length < 512);
    text->size += (size_t)length;
}

#define MANY 100000

static void begin_document(Text* text, const char* extensions) {
    put(text, "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[%s],\"nodes\":[", extensions);
}

static void check_text(Text* text, const char* code) {
    vrm_Report* report = check_with(text->data, text->size, NULL, NULL);
    assert_true(count_code(report, code) > 0);
    vrm_report_destroy(report);
    free(text->data);
    *text = (Text){0};
}

/* One chain of nodes; each aims at a node far below or above, so that each waits for all others. */
static void a_hundred_thousand_aims_down_one_chain_end_soon(void** state) {
    (void)state;
    Text text = {0};
    begin_document(&text, "\"VRMC_node_constraint\"");
    for (int i = 0; i < MANY; i++) {
        put(&text, "%s{\"translation\":[0,1,0]", i > 0 ? "," : "");
        if (i + 1 < MANY) put(&text, ",\"children\":[%d]", i + 1);
        put(&text,
            ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{"
            "\"aim\":{\"source\":%d,\"aimAxis\":\"PositiveX\"}}}}}",
            MANY - 1 - i == i ? 0 : MANY - 1 - i);
    }
    put(&text, "]}");
    check_text(&text, "CONSTRAINT_CYCLE");
}

static void a_circle_of_a_hundred_thousand_constraints_is_named(void** state) {
    (void)state;
    Text text = {0};
    begin_document(&text, "\"VRMC_node_constraint\"");
    for (int i = 0; i < MANY; i++)
        put(&text,
            "%s{\"name\":\"n\",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\","
            "\"constraint\":{\"rotation\":{\"source\":%d}}}}}",
            i > 0 ? "," : "", (i + 1) % MANY);
    put(&text, "]}");
    check_text(&text, "CONSTRAINT_CYCLE");
}

/* Chains that overlap in every way, colliders and groups that name each other a lot. */
static void a_hundred_thousand_overlapping_joints_end_soon(void** state) {
    (void)state;
    Text text = {0};
    begin_document(&text, "\"VRMC_springBone\"");
    for (int i = 0; i < MANY; i++) {
        put(&text, "%s{\"translation\":[0,1,0]", i > 0 ? "," : "");
        put(&text, i + 1 < MANY ? ",\"children\":[%d]}" : "}", i + 1);
    }
    put(&text, "],\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[");
    for (int i = 0; i < 1000; i++)
        put(&text, "%s{\"node\":%d,\"shape\":{\"sphere\":{\"radius\":0}}}", i > 0 ? "," : "", i);
    put(&text, "],\"colliderGroups\":[");
    for (int i = 0; i < 1000; i++) put(&text, "%s{\"colliders\":[%d,%d]}", i > 0 ? "," : "", i, i);
    put(&text, "],\"springs\":[");
    for (int i = 0; i < MANY; i += 2)
        put(&text,
            "%s{\"joints\":[{\"node\":%d},{\"node\":%d}],\"colliderGroups\":[%d,%d],\"center\":%d}",
            i > 0 ? "," : "", i % 7 * 1000, MANY - 1 - i, i % 1000, i % 1000, MANY - 1);
    put(&text, "]}}}");
    check_text(&text, "SPRING_JOINT_DUPLICATED");
}

/* Every unknown bone name is looked at once. */
static void a_hundred_thousand_bones_and_names_end_soon(void** state) {
    (void)state;
    Text text = {0};
    begin_document(&text, "\"VRMC_vrm\"");
    for (int i = 0; i < MANY; i++) put(&text, "%s{\"name\":\"same\"}", i > 0 ? "," : "");
    put(&text, "],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"title\":\"\"},"
               "\"humanoid\":{\"humanBones\":{");
    for (int i = 0; i < MANY; i++) put(&text, "%s\"b%d\":{\"node\":%d}", i > 0 ? "," : "", i, i);
    put(&text, "}}}}}");
    check_text(&text, "NAME_DUPLICATED");
}

/* One mesh, shown by so many nodes that reading its vertices each time would take for ever. */
static void a_mesh_that_is_shown_often_is_not_read_often(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.sides = 64;
    SceneBytes scene = scene_avatar(&def);
    Text edits = {0};
    for (int i = 0; i < 2000; i++)
        put(&edits, "insert /nodes/- {\"mesh\":0}\ninsert /scenes/0/nodes/- %d\n", 89 + i);
    put(&edits, "%c", '\0');
    SceneBytes many = scene_patch(&scene, edits.data, NULL);
    assert_non_null(many.data);
    vrm_Report* report = check_with(many.data, many.size, NULL, NULL);
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 0);
    vrm_report_destroy(report);
    scene_bytes_free(&many);
    scene_bytes_free(&scene);
    free(edits.data);
}

/* ---- Real avatars ---- */

/* Errors in files of others that were looked at one by one (docs/reference/validator-vrm.md). */
static const struct {
    const char *file, *code;
} known_errors[] = {
    {"vrm0/256_ryuunoko.vrm", "ACCESSOR_VECTOR3_NON_UNIT"},
    {"vrm0/three-vrm_sphere.vrm", "ACCESSOR_VECTOR3_NON_UNIT"},
    {"vrm1/springbone_extended_isphere_anglelimit_60.vrm", "UNDEFINED_PROPERTY"},
    {"vrm1/springbone_extended_isphere_anglelimit_60.vrm", "VRM_EXTENSION_VERSION_MISSING"},
    {"vrm1/springbone_extended_plane_with_base_sphere.vrm", "VRM_EXTENSION_VERSION_MISSING"},
    {"vrma/Wink.vrma", "CLIP_BONE_MISSING"},
    {"vrma/univrm_sit_down.vrma", "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"},
};

static bool is_known_error(const char* path, const char* code) {
    for (size_t i = 0; i < sizeof known_errors / sizeof *known_errors; i++) {
        const char* file = known_errors[i].file;
        size_t length = strlen(path), wanted = strlen(file);
        if (length >= wanted && strcmp(path + length - wanted, file) == 0 &&
            strcmp(known_errors[i].code, code) == 0)
            return true;
    }
    return false;
}

static void real_avatars_have_only_errors_that_were_looked_at(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const folders[][2] = {{"vrm0", ".vrm"}, {"vrm1", ".vrm"}, {"vrma", ".vrma"}};
    int strangers = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        CorpusFiles files = corpus_files(folders[f][0], folders[f][1]);
        for (size_t i = 0; i < files.count; i++) {
            vrm_Report* report = NULL;
            assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
            assert_int_equal(vrm_validate_file(files.paths[i], NULL, report, NULL), VRM_OK);
            for (int32_t k = 0; k < vrm_report_count(report); k++) {
                vrm_Finding finding = vrm_report_get(report, k);
                if (finding.severity != VRM_ERROR || is_known_error(files.paths[i], finding.code))
                    continue;
                printf("%s: %s %s\n", files.paths[i], finding.code, finding.pointer);
                strangers++;
            }
            vrm_report_destroy(report);
        }
        corpus_files_free(&files);
    }
    assert_int_equal(strangers, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avatars_made_in_code_have_no_findings),
        cmocka_unit_test(skipping_data_skips_what_needs_data),
        cmocka_unit_test(validating_survives_every_failing_allocation),
        cmocka_unit_test(circles_of_constraints_are_found_exactly_where_they_are),
        cmocka_unit_test(a_circle_is_spelled_out_node_by_node),
        cmocka_unit_test(a_hundred_thousand_aims_down_one_chain_end_soon),
        cmocka_unit_test(a_circle_of_a_hundred_thousand_constraints_is_named),
        cmocka_unit_test(a_hundred_thousand_overlapping_joints_end_soon),
        cmocka_unit_test(a_hundred_thousand_bones_and_names_end_soon),
        cmocka_unit_test(a_mesh_that_is_shown_often_is_not_read_often),
        cmocka_unit_test(real_avatars_have_only_errors_that_were_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
