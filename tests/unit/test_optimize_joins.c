/* SPDX-License-Identifier: MIT */
/* Joining: fewer draw calls and fewer meshes, and every triangle is where it was, at rest, in a
 * pose, under each expression, in an animation of weights and for the first person. Each corner of
 * the avatars here has texture coordinates of its own, by which it is found again. */
#include "base/maths.h"
#include "join_avatars.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"
#include "support/show.h"
#include "vrm/clip.h"
#include "vrm/diff.h"
#include "vrm/optimize.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Triangles in the world ---- */

typedef struct Corner {
    vrm_Vec3 place, normal;
} Corner;

typedef struct Triangle {
    float id;      /* of its first corner */
    char material; /* the first letter of its name */
    bool is_in_first_person;
    Corner corners[3];
} Triangle;

typedef struct Soup {
    Triangle* list;
    size_t count, capacity;
} Soup;

static float* read_floats(const vrm_Gltf* gltf, int32_t accessor) {
    if (accessor < 0) return NULL;
    const vrm_Accessor* from = &gltf->accessors[accessor];
    size_t count = (size_t)from->count * (size_t)vrm_accessor_components(from->type);
    float* floats = malloc(count * sizeof *floats + 1);
    assert_non_null(floats);
    assert_int_equal(vrm_accessor_read_floats(gltf, accessor, floats, count), VRM_OK);
    return floats;
}

static void add_deltas(const vrm_Gltf* gltf, int32_t accessor, float weight, size_t count,
                       float* to) {
    float* deltas = accessor >= 0 && weight != 0.0f ? read_floats(gltf, accessor) : NULL;
    for (size_t i = 0; deltas != NULL && i < count * 3; i++) to[i] += deltas[i] * weight;
    free(deltas);
}

static vrm_Affine mix_of(const vrm_Affine* palette, const float* joints, const float* weights) {
    vrm_Affine sum = {0};
    for (int k = 0; k < 4; k++)
        for (int r = 0; r < 3; r++) {
            const vrm_Vec4* row = &palette[(int)joints[k]].rows[r];
            sum.rows[r].x += row->x * weights[k];
            sum.rows[r].y += row->y * weights[k];
            sum.rows[r].z += row->z * weights[k];
            sum.rows[r].w += row->w * weights[k];
        }
    return sum;
}

/* Vertices of a primitive where they are now. */
static Corner* place_vertices(const TestShow* show, const vrm_MeshNode* node,
                              const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = vrm_model_gltf(show->model);
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    size_t count = (size_t)gltf->accessors[position].count;
    float* places = read_floats(gltf, position);
    float* normals = read_floats(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0));
    const float* morphs = vrm_avatar_morphs(show->sim, show->id) + node->first_morph;
    for (int32_t t = 0; t < primitive->target_count; t++) {
        const vrm_MorphTarget* target = &primitive->targets[t];
        add_deltas(gltf, vrm_morph_target_attribute(target, VRM_SEMANTIC_POSITION), morphs[t],
                   count, places);
        add_deltas(gltf, vrm_morph_target_attribute(target, VRM_SEMANTIC_NORMAL), morphs[t], count,
                   normals);
    }
    float* joints = NULL;
    float* weights = NULL;
    if (node->skin >= 0) {
        joints = read_floats(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0));
        weights = read_floats(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0));
    }
    Corner* corners = calloc(count, sizeof *corners);
    assert_non_null(corners);
    for (size_t i = 0; i < count; i++) {
        vrm_Affine map = vrm_avatar_worlds(show->sim, show->id)[node->node];
        if (node->skin >= 0)
            map = mix_of(vrm_avatar_palettes(show->sim, show->id) +
                             vrm_rig_skin(show->rig, node->skin).first_joint,
                         joints + i * 4, weights + i * 4);
        vrm_Vec3 place = {places[i * 3], places[i * 3 + 1], places[i * 3 + 2]};
        vrm_Vec3 normal = {normals[i * 3], normals[i * 3 + 1], normals[i * 3 + 2]};
        corners[i].place = vrmi_affine_point(&map, place);
        corners[i].normal = vrmi_vec3_normalize(vrmi_affine_vector(&map, normal));
    }
    free(places);
    free(normals);
    free(joints);
    free(weights);
    return corners;
}

static void mark_first_person(const TestShow* show, const vrm_MeshNode* node, int32_t primitive,
                              const uint32_t* indices, size_t count, Triangle* triangles) {
    vrm_Visibility visibility = vrm_avatar_visibility(show->sim, show->id, node->node);
    uint32_t seen[4096];
    size_t seen_count = 0, next = 0;
    if (visibility == VRM_VISIBLE_WITHOUT_HEAD)
        assert_int_equal(vrm_first_person_indices(show->model, node->node, primitive, NULL, seen,
                                                  4096, &seen_count),
                         VRM_OK);
    for (size_t i = 0; i < count; i += 3) {
        bool is_listed = next + 3 <= seen_count && memcmp(seen + next, indices + i, 12) == 0;
        triangles[i / 3].is_in_first_person =
            visibility == VRM_VISIBLE || (visibility == VRM_VISIBLE_WITHOUT_HEAD && is_listed);
        next += is_listed ? 3 : 0;
    }
}

static void add_primitive(Soup* soup, const TestShow* show, const vrm_MeshNode* node,
                          int32_t index) {
    const vrm_Gltf* gltf = vrm_model_gltf(show->model);
    const vrm_Primitive* primitive = &gltf->meshes[node->mesh].primitives[index];
    size_t count = (size_t)gltf->accessors[primitive->indices].count;
    uint32_t indices[4096];
    assert_true(count <= 4096);
    assert_int_equal(vrm_accessor_read_u32(gltf, primitive->indices, indices, count), VRM_OK);
    float* ids = read_floats(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 0));
    Corner* corners = place_vertices(show, node, primitive);
    if (soup->count + count / 3 > soup->capacity) {
        soup->capacity = soup->capacity * 2 + count / 3;
        soup->list = realloc(soup->list, soup->capacity * sizeof *soup->list);
        assert_non_null(soup->list);
    }
    Triangle* triangles = soup->list + soup->count;
    for (size_t i = 0; i < count / 3; i++) {
        triangles[i] = (Triangle){.id = ids[indices[i * 3] * 2],
                                  .material = gltf->materials[primitive->material].name[0]};
        for (int k = 0; k < 3; k++) triangles[i].corners[k] = corners[indices[i * 3 + (size_t)k]];
    }
    mark_first_person(show, node, index, indices, count, triangles);
    soup->count += count / 3;
    free(corners);
    free(ids);
}

static int by_id(const void* a, const void* b) {
    const Triangle *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->material > y->material) - (x->material < y->material);
}

static Soup soup_of(const TestShow* show) {
    Soup soup = {0};
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(show->rig, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t p = 0; p < vrm_model_gltf(show->model)->meshes[nodes[i].mesh].primitive_count;
             p++)
            add_primitive(&soup, show, &nodes[i], p);
    qsort(soup.list, soup.count, sizeof *soup.list, by_id);
    return soup;
}

static bool is_near(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_distance(a, b) <= 2e-4f * (1.0f + vrmi_vec3_length(a));
}

/* Both shows were stepped alike. */
static void check_same_soup(const TestShow* before, const TestShow* after, const char* name) {
    Soup a = soup_of(before), b = soup_of(after);
    if (a.count != b.count) fail_msg("%s: %zu triangles become %zu", name, a.count, b.count);
    for (size_t i = 0; i < a.count; i++) {
        const Triangle *x = &a.list[i], *y = &b.list[i];
        bool is_same = x->id == y->id && x->material == y->material &&
                       x->is_in_first_person == y->is_in_first_person;
        for (int k = 0; k < 3 && is_same; k++)
            is_same = is_near(x->corners[k].place, y->corners[k].place) &&
                      is_near(x->corners[k].normal, y->corners[k].normal);
        if (!is_same)
            fail_msg("%s: triangle %g is at %g %g %g, not at %g %g %g (material %c, %c, first "
                     "person %d, %d)",
                     name, (double)x->id, (double)y->corners[0].place.x,
                     (double)y->corners[0].place.y, (double)y->corners[0].place.z,
                     (double)x->corners[0].place.x, (double)x->corners[0].place.y,
                     (double)x->corners[0].place.z, x->material, y->material, x->is_in_first_person,
                     y->is_in_first_person);
    }
    free(a.list);
    free(b.list);
}

/* ---- Everything that is claimed ---- */

static void step_both(const TestShow* a, const TestShow* b) {
    vrm_sim_step(a->sim, 1.0f / 60.0f);
    vrm_sim_step(b->sim, 1.0f / 60.0f);
}

static void check_expressions(const TestShow* a, const TestShow* b, const char* name) {
    int32_t count = vrm_rig_expression_count(a->rig);
    assert_int_equal(count, vrm_rig_expression_count(b->rig));
    for (int32_t e = 0; e < count; e++) {
        char text[160];
        vrm_avatar_set_expression_at(a->sim, a->id, e, 0.7f);
        vrm_avatar_set_expression_at(b->sim, b->id, e, 0.7f);
        step_both(a, b);
        snprintf(text, sizeof text, "%s, expression %d", name, (int)e);
        check_same_soup(a, b, text);
        vrm_avatar_set_expression_at(a->sim, a->id, e, 0.0f);
        vrm_avatar_set_expression_at(b->sim, b->id, e, 0.0f);
    }
}

static void check_animation(const TestShow* a, const TestShow* b, const char* name) {
    vrm_Clip *x = NULL, *y = NULL;
    char text[160];
    if (vrm_model_gltf(a->model)->animation_count == 0) return;
    assert_int_equal(vrm_clip_build(a->model, NULL, &x), VRM_OK);
    assert_int_equal(vrm_clip_build(b->model, NULL, &y), VRM_OK);
    for (int i = 0; i < 3; i++) {
        vrm_Player play_x = vrm_player(x), play_y = vrm_player(y);
        play_x.time_s = play_y.time_s = 0.3f + 0.5f * (float)i;
        assert_true(vrm_avatar_play(a->sim, a->id, &play_x, 1));
        assert_true(vrm_avatar_play(b->sim, b->id, &play_y, 1));
        step_both(a, b);
        snprintf(text, sizeof text, "%s, animation %d", name, i);
        check_same_soup(a, b, text);
    }
    vrm_avatar_play(a->sim, a->id, NULL, 0);
    vrm_avatar_play(b->sim, b->id, NULL, 0);
    vrm_clip_destroy(x);
    vrm_clip_destroy(y);
}

static void check_moves_alike(const vrm_Model* before, const vrm_Model* after, const char* name) {
    TestShow a = test_show(before), b = test_show(after);
    assert_true(vrm_avatar_set_view(a.sim, a.id, VRM_VIEW_FIRST_PERSON));
    assert_true(vrm_avatar_set_view(b.sim, b.id, VRM_VIEW_FIRST_PERSON));
    step_both(&a, &b);
    check_same_soup(&a, &b, name);
    check_expressions(&a, &b, name);
    test_show_pose(&a, 1.3f);
    test_show_pose(&b, 1.3f);
    step_both(&a, &b);
    check_same_soup(&a, &b, name);
    check_animation(&a, &b, name);
    test_show_end(&a);
    test_show_end(&b);
}

/* Nodes that lost their mesh may be empty now. */
static void check_findings(const TestBytes* before, const TestBytes* after, const char* name) {
    static const char* const expected[] = {"NODE_EMPTY", "UNUSED_OBJECT",
                                           "ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
                                           "TPOSE_NOT_ON_GROUND", "BUFFER_VIEW_TARGET_MISSING"};
    vrm_Report *a = test_validate(before), *b = test_validate(after);
    for (int32_t i = 0; i < vrm_report_count(b); i++) {
        vrm_Finding finding = vrm_report_get(b, i);
        bool is_expected = false;
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
            is_expected = is_expected || strcmp(finding.code, expected[k]) == 0;
        if (!is_expected &&
            test_count_findings(b, finding.code) > test_count_findings(a, finding.code))
            fail_msg("%s: new finding %s at %s: %s", name, finding.code, finding.pointer,
                     finding.message);
    }
    vrm_report_destroy(a);
    vrm_report_destroy(b);
}

static vrm_OptimizeStats check_joins(const TestBytes* file, const vrm_OptimizeDef* def,
                                     const char* name) {
    vrm_OptimizeStats stats;
    vrm_Model *before = test_load(file->data, file->size),
              *changed = test_load(file->data, file->size);
    vrm_Result result = vrm_optimize(changed, def, NULL, &stats);
    if (result != VRM_OK) fail_msg("%s: %s", name, vrm_result_text(result));
    TestBytes saved = test_save(changed);
    vrm_Model* after = test_load(saved.data, saved.size);
    check_moves_alike(before, after, name);
    check_findings(file, &saved, name);
    assert_true(stats.after.triangles == stats.before.triangles);
    assert_true(stats.after.meshes <= stats.before.meshes);
    assert_int_equal(vrm_optimize(after, def, NULL, NULL), VRM_OK);
    TestBytes again = test_save(after);
    if (again.size != saved.size || memcmp(again.data, saved.data, saved.size) != 0)
        fail_msg("%s: a second run changes %zu to %zu bytes", name, saved.size, again.size);
    test_bytes_free(&saved);
    test_bytes_free(&again);
    vrm_model_destroy(before);
    vrm_model_destroy(changed);
    vrm_model_destroy(after);
    return stats;
}

static vrm_OptimizeDef joining(void) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.joins_meshes = true;
    return def;
}

static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};

/* How many meshes, draw calls, targets and joints are left. */
static void check_left(Avatar* avatar, const vrm_OptimizeDef* def, int meshes, int draw_calls,
                       int targets, const char* name) {
    TestBytes file = write_avatar(avatar);
    vrm_OptimizeStats stats = check_joins(&file, def, name);
    if ((int)stats.after.meshes != meshes || (int)stats.after.draw_calls != draw_calls ||
        (int)stats.after.morph_targets != targets)
        fail_msg("%s: %d meshes, %d draw calls and %d targets are left", name,
                 (int)stats.after.meshes, (int)stats.after.draw_calls,
                 (int)stats.after.morph_targets);
    test_bytes_free(&file);
    free(avatar);
}

/* ---- Primitives ---- */

static void check_means_the_same(Avatar* avatar, const vrm_OptimizeDef* def) {
    TestBytes file = write_avatar(avatar);
    vrm_Model *before = test_load(file.data, file.size), *after = test_load(file.data, file.size);
    vrm_Diff* diff;
    assert_int_equal(vrm_optimize(after, def, NULL, NULL), VRM_OK);
    assert_int_equal(vrm_diff_create(before, after, NULL, &diff), VRM_OK);
    assert_int_equal(vrm_diff_total(diff), 0);
    vrm_diff_destroy(diff);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    test_bytes_free(&file);
}

/* */
static void neighbours_with_vertices_of_their_own_are_joined(void** state) {
    (void)state;
    vrm_OptimizeDef def = vrm_default_optimize_def();
    for (int bits = 0; bits < 4; bits++) {
        Avatar* avatar = plain_avatar(VRM_DIALECT_1);
        Part* part = add_part(avatar, ROOT, 0, 2);
        part->primitives = 4;
        part->has_normals = true;
        bind(avatar, 0, 0, 1, 1.0f);
        def.stores_morphs_sparse = bits & 1;
        def.stores_dense = bits >> 1 & 1;
        check_means_the_same(avatar, &def);
        check_left(avatar, &def, 1, 1, 2, "neighbours");
    }
}

/* the same indices many times are more work than the file allows. */
static void primitives_are_joined_as_a_whole_or_not_at_all(void** state) {
    (void)state;
    enum { COUNT = 3000, PRIMITIVES = 400 };
    static uint16_t bin[COUNT + 18];
    TestText text = {0};
    for (int i = 0; i < COUNT; i++) bin[18 + i] = (uint16_t)(i % 3);
    test_put(&text,
             "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'scenes':[{'nodes':[0]}],'buffers':"
             "[{'byteLength':%d}],'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,"
             "'byteOffset':36,'byteLength':%d}],'accessors':[{'bufferView':0,'componentType':5126"
             ",'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'bufferView':1,"
             "'componentType':5123,'count':%d,'type':'SCALAR'}],'meshes':[{'primitives':[",
             (int)sizeof bin, COUNT * 2, COUNT);
    for (int i = 0; i < PRIMITIVES; i++)
        test_put(&text, "%s{'attributes':{'POSITION':0},'indices':1}", i > 0 ? "," : "");
    test_put(&text, "]}]}");
    TestBytes file = test_glb(text.data, bin, sizeof bin);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_OptimizeStats stats;
    assert_int_equal(vrm_optimize(model, NULL, NULL, &stats), VRM_OK);
    assert_int_equal(stats.after.draw_calls, PRIMITIVES);
    vrm_model_destroy(model);
    test_bytes_free(&file);
    free(text.data);
}

/* ---- Meshes ---- */

/* */
static void meshes_of_two_skins_become_one(void** state) {
    (void)state;
    vrm_OptimizeDef def = joining();
    for (int i = 0; i < 2; i++) {
        Avatar* avatar = plain_avatar(dialects[i]);
        add_part(avatar, ROOT, 0, 2)->weights[1] = 0.5f;
        Part* part = add_part(avatar, ROOT, 1, 3);
        part->names[0] = "d";
        part->names[1] = "";
        part->has_shorts = true;
        part->has_normals = true;
        bind(avatar, 0, 0, 0, 1.0f);
        bind(avatar, 0, 1, 2, 0.5f);
        bind(avatar, 1, 1, 0, 0.25f);
        check_left(avatar, &def, 1, 1, 5, vrm_dialect_text(dialects[i]));
    }
}

/* */
static void meshes_in_other_spaces_are_moved(void** state) {
    (void)state;
    vrm_OptimizeDef def = joining();
    for (int i = 0; i < 2; i++) {
        Avatar* avatar = plain_avatar(dialects[i]);
        vrm_Transform space = vrmi_transform_identity();
        space.scale = (vrm_Vec3){0.01f, 0.01f, 0.01f};
        space.translation = (vrm_Vec3){0.5f, 1.0f, -0.25f};
        avatar->skin_space[1] = vrmi_affine_from_transform(space);
        add_part(avatar, ROOT, 0, 1);
        Part* part = add_part(avatar, ROOT, 1, 1);
        part->names[0] = "b";
        part->has_normals = true;
        bind(avatar, 0, 1, 0, 1.0f);
        check_left(avatar, &def, 1, 1, 2, vrm_dialect_text(dialects[i]));
    }
}

/* */
static void rigid_meshes_become_skinned(void** state) {
    (void)state;
    vrm_OptimizeDef def = joining();
    for (int i = 0; i < 2; i++)
        for (int has_skin = 0; has_skin < 2; has_skin++) {
            Avatar* avatar = plain_avatar(dialects[i]);
            vrm_Transform place = vrmi_transform_identity();
            place.translation.y = 0.1f;
            if (has_skin) add_part(avatar, ROOT, 1, 0);
            add_part(avatar, HEAD, -1, 1)->place = place;
            /* Bind matrices of 0.x only translate. */
            if (i == 1) place.scale = (vrm_Vec3){2.0f, 2.0f, 2.0f};
            add_part(avatar, ARM, -1, 0)->place = place;
            bind(avatar, 0, has_skin, 0, 1.0f);
            check_left(avatar, &def, 1, 1, 1, vrm_dialect_text(dialects[i]));
        }
}

/* */
static void targets_that_mean_the_same_become_one(void** state) {
    (void)state;
    vrm_OptimizeDef def = joining();
    for (int i = 0; i < 2; i++)
        for (int kind = 0; kind < 3; kind++) {
            Avatar* avatar = plain_avatar(dialects[i]);
            add_part(avatar, ROOT, 0, 1);
            add_part(avatar, ROOT, 1, 1);
            bind(avatar, 0, 0, 0, 1.0f);
            if (kind != 1) bind(avatar, 0, 1, 0, kind == 0 ? 1.0f : 0.5f);
            check_left(avatar, &def, 1, 1, kind == 0 ? 1 : 2, vrm_dialect_text(dialects[i]));
        }
}

/* */
static void animations_of_weights_move_the_joined_mesh(void** state) {
    (void)state;
    static const char* const kinds[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    vrm_OptimizeDef def = joining();
    for (int i = 0; i < 2; i++)
        for (int kind = 0; kind < 3; kind++) {
            Avatar* avatar = plain_avatar(dialects[i]);
            add_part(avatar, ROOT, 0, 2)->weights[0] = 0.5f;
            add_part(avatar, ROOT, 1, 2)->weights[0] = 0.25f;
            avatar->animated = 1;
            avatar->interpolation = kinds[kind];
            bind(avatar, 0, 0, 1, 1.0f);
            check_left(avatar, &def, 1, 1, 4, kinds[kind]);
        }
}

/* What keeps the second of two meshes from being joined. */
static void stay_by_first_person(Avatar* avatar) {
    avatar->parts[0].first_person = 2;
}
static void stay_by_extension(Avatar* avatar) {
    avatar->parts[1].members = ",'extensions':{'EXT_of_somebody':{}}";
}
static void stay_by_mesh_extras(Avatar* avatar) {
    avatar->parts[1].mesh_members = ",'extensions':{'EXT_of_somebody':{}}";
}
static void stay_by_number(Avatar* avatar) {
    avatar->parts[0].members = ",'extras':{'mesh':1}";
}
static void stay_by_missing_target(Avatar* avatar) {
    bind(avatar, 0, 1, 1, 1.0f);
}
static void stay_by_mirror(Avatar* avatar) {
    avatar->parts[1].skin = -1;
    avatar->parts[1].parent = HEAD;
    avatar->parts[1].place.scale.x = -1.0f;
}
static void stay_by_stretch(Avatar* avatar) {
    avatar->parts[1].skin = -1;
    avatar->parts[1].parent = HEAD;
    avatar->parts[1].place.scale.x = 2.0f;
}

/* The file is left as it is, and one finding says why. */
static void check_reason(Avatar* avatar, const vrm_OptimizeDef* def, const char* words) {
    TestBytes file = write_avatar(avatar);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_optimize(model, def, report, NULL), VRM_OK);
    assert_int_equal(test_count_findings(report, "OPTIMIZE_MESHES_KEPT"), 1);
    const char* message = test_get_finding(report, "OPTIMIZE_MESHES_KEPT").message;
    if (strstr(message, words) == NULL) fail_msg("%s: %s", words, message);
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* */
static void meshes_that_cannot_be_joined_stay_and_are_named(void** state) {
    (void)state;
    static const struct {
        void (*apply)(Avatar*);
        const char* words;
    } reasons[] = {
        {stay_by_first_person, "first-person"},
        {stay_by_extension, "extension that is not known"},
        {stay_by_mesh_extras, "extensions, extras or attributes of their own"},
        {stay_by_number, "by number"},
        {stay_by_missing_target, "binds of expressions"},
        {stay_by_mirror, "joints, scale or rotation"},
        {stay_by_stretch, "joints, scale or rotation"},
    };
    vrm_OptimizeDef def = joining();
    for (size_t r = 0; r < sizeof reasons / sizeof *reasons; r++)
        for (int i = 0; i < 2; i++) {
            char name[64];
            Avatar* avatar = plain_avatar(dialects[i]);
            add_part(avatar, ROOT, 0, 1);
            add_part(avatar, ROOT, 1, 1);
            reasons[r].apply(avatar);
            check_reason(avatar, &def, reasons[r].words);
            snprintf(name, sizeof name, "reason %d, %s", (int)r, vrm_dialect_text(dialects[i]));
            check_left(avatar, &def, 2, 2, 2, name);
        }
}

static void check_meshes(Avatar* avatar, int meshes) {
    vrm_OptimizeDef def = joining();
    vrm_OptimizeStats stats;
    TestBytes file = write_avatar(avatar);
    vrm_Model* model = test_load(file.data, file.size);
    assert_int_equal(vrm_optimize(model, &def, NULL, &stats), VRM_OK);
    assert_int_equal(stats.after.meshes, meshes);
    vrm_model_destroy(model);
    test_bytes_free(&file);
    free(avatar);
}

/* */
static void broken_meshes_are_joined_or_stay(void** state) {
    (void)state;
    for (int is_flat = 0; is_flat < 2; is_flat++) {
        Avatar* avatar = plain_avatar(VRM_DIALECT_1);
        add_part(avatar, ROOT, 0, 0);
        Part* rigid = add_part(avatar, HEAD, -1, 0);
        rigid->place.translation.y = 1.0f;
        rigid->is_flat = is_flat;
        check_meshes(avatar, 1 + is_flat); /* what is no normal cannot be moved */
    }
    Avatar* avatar = plain_avatar(VRM_DIALECT_1);
    add_part(avatar, ROOT, 0, 1);
    add_part(avatar, ROOT, 1, 1)->weights[0] = INFINITY;
    avatar->animated = 0;
    check_meshes(avatar, 1);
    avatar = plain_avatar(VRM_DIALECT_1);
    add_part(avatar, ROOT, 0, 0);
    add_part(avatar, ROOT, 1, 0);
    avatar->skin_members = ",'extras':{'word':'x'}";
    check_meshes(avatar, 2);
}

/* ---- Chance ---- */

static void roll_part(Avatar* avatar) {
    static const char* const names[] = {"a", "b", "c", ""};
    bool is_rigid = chance(avatar, 3);
    Part* part = add_part(avatar, is_rigid ? roll_int(&avatar->dice, BONES) : ROOT,
                          is_rigid ? -1 : roll_int(&avatar->dice, SKINS),
                          roll_int(&avatar->dice, TARGETS_MAX + 1));
    part->has_normals = chance(avatar, 2);
    part->has_shorts = chance(avatar, 3);
    part->primitives = 1 + roll_int(&avatar->dice, 3);
    part->material = -1;
    part->first_person =
        chance(avatar, 2) ? -1 : roll_int(&avatar->dice, chance(avatar, 3) ? 4 : 1);
    part->place = somewhere(avatar, true);
    if (chance(avatar, 6)) part->place.scale.y = chance(avatar, 2) ? 2.0f : -1.0f;
    for (int t = 0; t < TARGETS_MAX; t++) {
        part->names[t] = names[roll_int(&avatar->dice, 4)];
        if (chance(avatar, 3)) part->weights[t] = 0.5f;
    }
    if (chance(avatar, 20)) part->members = ",'extensions':{'EXT_of_somebody':{}}";
    if (chance(avatar, 20)) part->members = ",'extras':{'word':'x'}";
}

static void roll_binds(Avatar* avatar) {
    for (int e = 0; e < EXPRESSIONS; e++)
        for (int b = roll_int(&avatar->dice, 4); b > 0; b--) {
            int part = roll_int(&avatar->dice, avatar->part_count);
            int targets = avatar->parts[part].targets;
            if (targets > 0)
                bind(avatar, e, part, roll_int(&avatar->dice, targets),
                     chance(avatar, 2) ? 1 : 0.5f);
        }
}

static Avatar* random_avatar(uint64_t seed) {
    Avatar* avatar = plain_avatar(dialects[seed % 2]);
    avatar->dice.state = seed * 1777 + 5;
    for (int i = 0; i < 5; i++) roll(&avatar->dice, 0, 1);
    for (int s = 0; s < SKINS; s++) {
        avatar->skin_joints[s] = 1 + roll_int(&avatar->dice, (1 << BONES) - 1);
        if (chance(avatar, 3)) {
            vrm_Transform space = somewhere(avatar, false);
            avatar->skin_space[s] = vrmi_affine_from_transform(space);
        }
    }
    for (int i = 2 + roll_int(&avatar->dice, MESHES_MAX - 1); i > 0; i--) roll_part(avatar);
    roll_binds(avatar);
    avatar->animated = chance(avatar, 3) ? roll_int(&avatar->dice, avatar->part_count) : -1;
    if (avatar->animated >= 0 && avatar->parts[avatar->animated].targets == 0)
        avatar->animated = -1;
    return avatar;
}

static vrm_OptimizeDef random_def(Dice* dice) {
    vrm_OptimizeDef def = joining();
    def.removes_unused = roll_int(dice, 6) > 0;
    def.merges_equal = roll_int(dice, 4) > 0;
    def.compacts_vertices = roll_int(dice, 4) > 0;
    def.joins_primitives = roll_int(dice, 4) > 0;
    def.stores_morphs_sparse = roll_int(dice, 3) > 0;
    def.stores_dense = roll_int(dice, 5) == 0;
    def.drops_idle_nodes = roll_int(dice, 5) == 0;
    def.folds_bones = roll_int(dice, 5) == 0;
    def.drops_unbound_morphs = def.removes_unused && roll_int(dice, 5) == 0;
    return def;
}

/* */
static void random_avatars_move_as_before(void** state) {
    (void)state;
    const char* wish = getenv("VRM_RANDOM_OPTIMIZE");
    uint64_t count = wish != NULL ? strtoull(wish, NULL, 10) : TEST_IS_SANITIZED ? 40 : 300;
    uint64_t meshes = 0, left = 0;
    Dice dice = {3};
    for (uint64_t seed = 0; seed < count; seed++) {
        char name[64];
        Avatar* avatar = random_avatar(seed);
        TestBytes file = write_avatar(avatar);
        vrm_OptimizeDef def = random_def(&dice);
        snprintf(name, sizeof name, "random %d", (int)seed);
        vrm_OptimizeStats stats = check_joins(&file, &def, name);
        meshes += stats.before.meshes;
        left += stats.after.meshes;
        test_bytes_free(&file);
        free(avatar);
    }
    print_message("%d meshes become %d\n", (int)meshes, (int)left);
    assert_true(left * 10 < meshes * 7);
}

/* ---- Failing memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_OptimizeDef def = joining();
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    result = vrm_optimize(model, &def, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void joining_survives_every_failing_allocation(void** state) {
    (void)state;
    for (uint64_t seed = 0; seed < (TEST_IS_SANITIZED ? 2 : 5); seed++) {
        Avatar* avatar = random_avatar(seed);
        TestBytes file = write_avatar(avatar);
        assert_true(test_every_allocation_failing(attempt, &file) > 20);
        test_bytes_free(&file);
        free(avatar);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_with_vertices_of_their_own_are_joined),
        cmocka_unit_test(primitives_are_joined_as_a_whole_or_not_at_all),
        cmocka_unit_test(meshes_of_two_skins_become_one),
        cmocka_unit_test(meshes_in_other_spaces_are_moved),
        cmocka_unit_test(rigid_meshes_become_skinned),
        cmocka_unit_test(targets_that_mean_the_same_become_one),
        cmocka_unit_test(animations_of_weights_move_the_joined_mesh),
        cmocka_unit_test(meshes_that_cannot_be_joined_stay_and_are_named),
        cmocka_unit_test(broken_meshes_are_joined_or_stay),
        cmocka_unit_test(random_avatars_move_as_before),
        cmocka_unit_test(joining_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
