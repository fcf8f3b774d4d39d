/* SPDX-License-Identifier: MIT */
/* usage: test_vectors [--write]
 *
 * Checks each committed vector twice: the evaluator still gives the expected numbers, and the
 * runtime, through the trace that `vrm trace` writes, agrees with them. --write makes the files
 * again; read the difference before you commit it. */
#include "first_person.h"
#include "motion/script.h"
#include "motion/trace.h"
#include "support/check.h"
#include "support/corpus.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void path_of(char* out, size_t size, const char* name, const char* suffix) {
    snprintf(out, size, VECTOR_FOLDER "/%s%s", name, suffix);
}

static void avatar_of(const Vector* vector, TestAvatar* out) {
    *out = test_avatar(vector->dialect);
    vector->make(out);
}

static void read_script(const void* text, size_t size, Motion* out) {
    MotionText input;
    char error[160];
    motion_text_open(text, size, &input);
    assert_true(script_read(&input, MOTION_FRAMES_DEFAULT, out, error, sizeof error));
    motion_text_close(&input);
}

/* ---- Making ---- */

static FILE* open_for(const char* name, const char* suffix) {
    char path[512];
    path_of(path, sizeof path, name, suffix);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    return file;
}

static void write_vectors(void** state) {
    (void)state;
    for (int i = 0; i < vector_count; i++) {
        const Vector* vector = &vectors[i];
        TestAvatar avatar;
        Motion motion;
        vrm_Rig* rig = NULL;
        size_t size = 0;
        avatar_of(vector, &avatar);
        char* text = test_avatar_text(&avatar, &size);
        FILE* file = open_for(vector->name, ".gltf");
        fwrite(text, 1, size, file);
        fclose(file);
        free(text);
        file = open_for(vector->name, ".motion.json");
        fputs(vector->motion, file);
        fclose(file);
        read_script(vector->motion, strlen(vector->motion), &motion);
        vrm_Model* model = test_avatar_load(&avatar, NULL);
        assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
        file = open_for(vector->name, ".trace.jsonl");
        vector_write(file, model, rig, &motion);
        fclose(file);
        motion_free(&motion);
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
    }
}

/* ---- Comparing ---- */

typedef struct Loaded {
    vrm_Model* model;
    vrm_Rig* rig;
    Motion motion;
    TestBytes avatar, script, expected;
} Loaded;

static Loaded load(const Vector* vector) {
    Loaded l = {0};
    char path[512];
    path_of(path, sizeof path, vector->name, ".gltf");
    l.avatar = test_read_file(path);
    path_of(path, sizeof path, vector->name, ".motion.json");
    l.script = test_read_file(path);
    path_of(path, sizeof path, vector->name, ".trace.jsonl");
    l.expected = test_read_file(path);
    assert_int_equal(vrm_model_load(l.avatar.data, l.avatar.size, NULL, NULL, &l.model), VRM_OK);
    assert_int_equal(vrm_rig_build(l.model, NULL, &l.rig), VRM_OK);
    read_script(l.script.data, l.script.size, &l.motion);
    return l;
}

static void unload(Loaded* l) {
    motion_free(&l->motion);
    vrm_rig_destroy(l->rig);
    vrm_model_destroy(l->model);
    test_bytes_free(&l->avatar);
    test_bytes_free(&l->script);
    test_bytes_free(&l->expected);
}

/* What a function wrote to a file of its own. */
static TestBytes read_back(FILE* file) {
    TestBytes bytes;
    long size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    bytes.size = (size_t)size;
    bytes.data = malloc(bytes.size);
    assert_non_null(bytes.data);
    assert_int_equal(fread(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    return bytes;
}

typedef struct Line {
    vrm_Json* json;
    const char* next;
} Line;

static Line read_line(const char* at, const char* end) {
    Line line = {.next = memchr(at, '\n', (size_t)(end - at))};
    assert_non_null(line.next);
    assert_int_equal(vrm_json_parse(at, (size_t)(line.next - at), NULL, NULL, &line.json), VRM_OK);
    line.next++;
    return line;
}

static double number_at(const vrm_Json* json, const char* key, uint32_t i) {
    vrm_JsonRef list = vrm_json_member(json, vrm_json_root(json), key);
    return vrm_json_number(json, vrm_json_element(json, list, i), (double)NAN);
}

static uint32_t count_of(const vrm_Json* json, const char* key) {
    return vrm_json_count(json, vrm_json_member(json, vrm_json_root(json), key));
}

/* A quaternion and its negative are one rotation: the sign of the larger product decides. */
static double rotation_sign(const vrm_Json* a, const vrm_Json* b, const char* key, uint32_t at) {
    double dot = 0;
    for (uint32_t i = at; i < at + 4; i++) dot += number_at(a, key, i) * number_at(b, key, i);
    return dot < 0 ? -1 : 1;
}

/* Channels that hold rotations: numbers each, and where the rotation begins. */
static const struct {
    const char* key;
    uint32_t stride, rotation; /* rotation == stride: none */
    double room;
} channels[] = {{"bone", 7, 3, 5e-6},       {"eye", 4, 0, 2e-6},   {"look", 2, 2, 1e-4},
                {"expression", 2, 2, 2e-6}, {"morph", 1, 1, 2e-6}, {"constraint", 4, 0, 5e-6},
                {"material", 4, 4, 2e-6}};

static void compare_frame(const Vector* vector, const vrm_Json* expected, const vrm_Json* actual) {
    for (size_t c = 0; c < sizeof channels / sizeof *channels; c++) {
        const char* key = channels[c].key;
        uint32_t count = count_of(expected, key), stride = channels[c].stride;
        if (count_of(actual, key) != count)
            fail_msg("%s: %s has %u numbers, not %u", vector->name, key, count_of(actual, key),
                     count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t part = i % stride;
            double sign =
                part < channels[c].rotation
                    ? 1
                    : rotation_sign(expected, actual, key, i - part + channels[c].rotation);
            double e = number_at(expected, key, i), a = number_at(actual, key, i) * sign;
            if (!(fabs(e - a) <= channels[c].room))
                fail_msg("%s: %s %u is %.9g, not %.9g", vector->name, key, i, a, e);
        }
    }
}

static void runtime_agrees_with_every_vector(void** state) {
    (void)state;
    for (int i = 0; i < vector_count; i++) {
        Loaded l = load(&vectors[i]);
        vrm_Report* report = NULL;
        TraceOptions options = {.digits = 9};
        TraceFile avatar = {vectors[i].name, l.avatar.data, l.avatar.size};
        TraceFile script = {vectors[i].name, l.script.data, l.script.size};
        FILE* file = tmpfile();
        assert_non_null(file);
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(trace_write(file, l.model, report, &l.motion, &avatar, &script, &options),
                         VRM_OK);
        TestBytes actual = read_back(file);
        const char *e = (const char*)l.expected.data, *e_end = e + l.expected.size;
        const char *a = (const char*)actual.data, *a_end = a + actual.size;
        for (int32_t line = 0; line <= l.motion.frames; line++) {
            Line expected = read_line(e, e_end), ours = read_line(a, a_end);
            if (line > 0) compare_frame(&vectors[i], expected.json, ours.json);
            e = expected.next;
            a = ours.next;
            vrm_json_destroy(expected.json);
            vrm_json_destroy(ours.json);
        }
        assert_ptr_equal(e, e_end);
        test_bytes_free(&actual);
        vrm_report_destroy(report);
        unload(&l);
    }
}

/* Not byte by byte: the C library's sine may differ in its last digit. */
static void evaluator_agrees_with_every_vector(void** state) {
    (void)state;
    for (int i = 0; i < vector_count; i++) {
        Loaded l = load(&vectors[i]);
        FILE* file = tmpfile();
        assert_non_null(file);
        vector_write(file, l.model, l.rig, &l.motion);
        TestBytes actual = read_back(file);
        const char *e = (const char*)l.expected.data, *e_end = e + l.expected.size;
        const char *a = (const char*)actual.data, *a_end = a + actual.size;
        for (int32_t line = 0; line <= l.motion.frames; line++) {
            Line expected = read_line(e, e_end), ours = read_line(a, a_end);
            for (size_t c = 0; c < sizeof channels / sizeof *channels; c++) {
                uint32_t count = count_of(expected.json, channels[c].key);
                assert_int_equal(count_of(ours.json, channels[c].key), count);
                for (uint32_t k = 0; line > 0 && k < count; k++)
                    assert_true(fabs(number_at(expected.json, channels[c].key, k) -
                                     number_at(ours.json, channels[c].key, k)) < 1e-9);
            }
            e = expected.next;
            a = ours.next;
            vrm_json_destroy(expected.json);
            vrm_json_destroy(ours.json);
        }
        test_bytes_free(&actual);
        unload(&l);
    }
}

/* ---- First person ---- */

static vrm_Model* load_text(const void* text, size_t size) {
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(text, size, NULL, NULL, &model), VRM_OK);
    return model;
}

static void write_views(FILE* out, const ViewVector* vector, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    bool is_first = true;
    view_write_head(out, vector);
    for (int32_t node = 0; node < gltf->node_count; node++) {
        NodeView view;
        if (gltf->nodes[node].mesh < 0) continue;
        view_expected(model, node, &view);
        view_write_node(out, &view, is_first);
        is_first = false;
    }
    view_write_foot(out);
}

static void write_view_vectors(void** state) {
    (void)state;
    for (int i = 0; i < view_vector_count; i++) {
        const ViewVector* vector = &view_vectors[i];
        size_t size = 0;
        char* text = view_vector_text(vector, &size);
        vrm_Model* model = load_text(text, size);
        FILE* file = open_for(vector->name, ".gltf");
        fwrite(text, 1, size, file);
        fclose(file);
        file = open_for(vector->name, ".views.json");
        write_views(file, vector, model);
        fclose(file);
        vrm_model_destroy(model);
        free(text);
    }
}

static Share share_of(vrm_Visibility visibility) {
    return visibility == VRM_HIDDEN    ? SHARE_NONE
           : visibility == VRM_VISIBLE ? SHARE_ALL
                                       : SHARE_PART;
}

/* What the runtime draws, in the same words. */
static void runtime_view(const TestRun* run, const vrm_MeshNode* mesh_node, NodeView* out) {
    *out = (NodeView){.node = mesh_node->node, .mesh = mesh_node->mesh};
    out->primitive_count = vrm_model_gltf(run->model)->meshes[out->mesh].primitive_count;
    assert_true(vrm_avatar_set_view(run->sim, run->id, VRM_VIEW_THIRD_PERSON));
    out->third_person = share_of(vrm_avatar_visibility(run->sim, run->id, out->node));
    assert_true(vrm_avatar_set_view(run->sim, run->id, VRM_VIEW_FIRST_PERSON));
    out->first_person = share_of(vrm_avatar_visibility(run->sim, run->id, out->node));
    assert_int_equal(mesh_node->is_split_in_first_person, out->first_person == SHARE_PART);
    for (int32_t p = 0; out->first_person == SHARE_PART && p < out->primitive_count; p++) {
        TriangleList* part = &out->parts[p];
        size_t count = 0;
        assert_int_equal(vrm_first_person_indices(run->model, out->node, p, NULL, *part->corners,
                                                  3 * VIEW_TRIANGLES_MAX, &count),
                         VRM_OK);
        part->count = (int32_t)(count / 3);
    }
}

static TestBytes runtime_views(const ViewVector* vector, vrm_Model* model) {
    FILE* file = tmpfile();
    assert_non_null(file);
    TestRun run = {.model = model};
    assert_int_equal(vrm_rig_build(model, NULL, &run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.rig);
    int32_t count = 0;
    const vrm_MeshNode* mesh_nodes = vrm_rig_mesh_nodes(run.rig, &count);
    view_write_head(file, vector);
    for (int32_t i = 0; i < count; i++) {
        NodeView view;
        runtime_view(&run, &mesh_nodes[i], &view);
        view_write_node(file, &view, i == 0);
    }
    view_write_foot(file);
    vrm_sim_destroy(run.sim);
    vrm_rig_destroy(run.rig);
    return read_back(file);
}

static void same_bytes(const char* name, const TestBytes* actual, const TestBytes* expected) {
    if (actual->size == expected->size && memcmp(actual->data, expected->data, actual->size) == 0)
        return;
    fail_msg("%s:\n%.*s\nand not\n%.*s", name, (int)actual->size, (const char*)actual->data,
             (int)expected->size, (const char*)expected->data);
}

/* */
static void cameras_draw_what_every_first_person_vector_says(void** state) {
    (void)state;
    for (int i = 0; i < view_vector_count; i++) {
        const ViewVector* vector = &view_vectors[i];
        char path[512];
        path_of(path, sizeof path, vector->name, ".gltf");
        TestBytes avatar = test_read_file(path);
        path_of(path, sizeof path, vector->name, ".views.json");
        TestBytes expected = test_read_file(path);
        vrm_Model* model = load_text(avatar.data, avatar.size);
        TestBytes actual = runtime_views(vector, model);
        same_bytes(vector->name, &actual, &expected);
        test_bytes_free(&actual);
        FILE* file = tmpfile();
        assert_non_null(file);
        write_views(file, vector, model);
        actual = read_back(file);
        same_bytes(vector->name, &actual, &expected);
        test_bytes_free(&actual);
        test_bytes_free(&expected);
        test_bytes_free(&avatar);
        vrm_model_destroy(model);
    }
}

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cameras_draw_what_every_first_person_vector_says),
        cmocka_unit_test(evaluator_agrees_with_every_vector),
        cmocka_unit_test(runtime_agrees_with_every_vector),
    };
    const struct CMUnitTest writing[] = {cmocka_unit_test(write_vectors),
                                         cmocka_unit_test(write_view_vectors)};
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return cmocka_run_group_tests(writing, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
