/* SPDX-License-Identifier: MIT */
/* The bundled avatar: sound to the last hint in every dialect, complete, and one character in all
 * of them. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "vrm/clip.h"
#include "vrm/migrate.h"
#include "vrm/rig.h"
#include "vrm/sim.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_LIMIT (1800 * 1000)

static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                       VRM_DIALECT_1};

/* The avatar in each dialect, and with the other gaze: made once for all tests. */
enum { DIALECTS = sizeof dialects / sizeof *dialects, VRM1 = DIALECTS - 1, GAZE = DIALECTS, FILES };
static SceneBytes files[FILES];

static int make_files(void** state) {
    (void)state;
    for (int i = 0; i < DIALECTS; i++) files[i] = scene_hero(dialects[i], false);
    files[GAZE] = scene_hero(VRM_DIALECT_1, true);
    for (int i = 0; i < FILES; i++)
        if (files[i].data == NULL) return -1;
    return 0;
}

static int free_files(void** state) {
    (void)state;
    for (int i = 0; i < FILES; i++) scene_bytes_free(&files[i]);
    return 0;
}

static vrm_Model* load(int file) {
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(files[file].data, files[file].size, NULL, NULL, &model),
                     VRM_OK);
    assert_int_equal(vrm_model_dialect(model), file == GAZE ? VRM_DIALECT_1 : dialects[file]);
    return model;
}

static void expect_no_finding(const void* data, size_t size) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(data, size, NULL, report, NULL), VRM_OK);
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        print_error("%s at %s\n", vrm_report_get(report, i).code,
                    vrm_report_get(report, i).pointer);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
}

static void hero_has_no_finding_and_stays_small_in_every_dialect(void** state) {
    (void)state;
    for (int i = 0; i < FILES; i++) {
        expect_no_finding(files[i].data, files[i].size);
        assert_true(files[i].size < SIZE_LIMIT);
    }
}

static void hero_has_the_same_bytes_whenever_it_is_made(void** state) {
    (void)state;
    SceneBytes again = scene_hero(VRM_DIALECT_1, false);
    assert_int_equal(again.size, files[VRM1].size);
    assert_memory_equal(again.data, files[VRM1].data, again.size);
    scene_bytes_free(&again);
    assert_null(scene_hero(VRM_DIALECT_NONE, false).data);
}

/* ---- Complete ---- */

static void hero_has_every_bone_and_every_preset(void** state) {
    (void)state;
    for (int i = 0; i < DIALECTS; i++) {
        vrm_Model* model = load(i);
        assert_int_equal(vrm_model_bone_count(model), VRM_BONE_COUNT);
        for (int32_t preset = 0; preset < VRM_EXPRESSION_PRESET_COUNT; preset++) {
            const char* name = vrm_expression_preset_name((vrm_ExpressionPreset)preset);
            assert_true(vrm_model_expression(model, name) >= 0);
        }
        assert_true(vrm_model_expression(model, "fluster") >= 0);
        assert_true(vrm_model_meta(model)->thumbnail_image >= 0);
        assert_int_equal(vrm_model_meta(model)->avatar_permission, VRM_AVATAR_EVERYONE);
        vrm_model_destroy(model);
    }
}

static void hero_shows_all_that_expressions_can_do(void** state) {
    (void)state;
    vrm_Model* model = load(GAZE);
    int32_t count, blocks = 0, blends = 0, binary = 0, colors = 0, offsets = 0;
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* e = &expressions[i];
        const vrm_Override overrides[] = {e->override_blink, e->override_look_at,
                                          e->override_mouth};
        for (int32_t k = 0; k < 3; k++) {
            blocks += overrides[k] == VRM_OVERRIDE_BLOCK;
            blends += overrides[k] == VRM_OVERRIDE_BLEND;
        }
        binary += e->binary != VRM_BINARY_NOT;
        colors += e->color_bind_count;
        offsets += e->texture_bind_count;
    }
    assert_true(blocks > 0 && blends > 0 && binary == 1 && colors > 0);
    assert_int_equal(offsets, 4); /* the look presets */
    assert_int_equal(vrm_model_look_at(model)->type, VRM_LOOK_AT_EXPRESSION);
    vrm_model_destroy(model);
    model = load(VRM1);
    assert_int_equal(vrm_model_look_at(model)->type, VRM_LOOK_AT_BONE);
    vrm_model_destroy(model);
}

static void hero_shows_all_that_springs_and_constraints_can_do(void** state) {
    (void)state;
    vrm_Model* model = load(VRM1);
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    bool shapes[VRM_COLLIDER_PLANE + 1] = {false}, types[VRM_CONSTRAINT_ROTATION + 1] = {false};
    int32_t centers = 0, count;
    for (int32_t i = 0; i < springs->collider_count; i++)
        shapes[springs->colliders[i].shape] = true;
    for (int32_t i = 0; i < springs->spring_count; i++) centers += springs->springs[i].center >= 0;
    const vrm_Constraint* constraints = vrm_model_constraints(model, &count);
    for (int32_t i = 0; i < count; i++) types[constraints[i].type] = true;
    for (int32_t i = 0; i <= VRM_COLLIDER_PLANE; i++) assert_true(shapes[i]);
    for (int32_t i = 0; i <= VRM_CONSTRAINT_ROTATION; i++) assert_true(types[i]);
    assert_true(centers > 0 && centers < springs->spring_count);
    vrm_model_destroy(model);
}

static void hero_shows_all_that_views_and_surfaces_can_do(void** state) {
    (void)state;
    vrm_Model* model = load(VRM1);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    bool views[VRM_FIRST_PERSON_FIRST_PERSON_ONLY + 1] = {false};
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) views[vrm_model_first_person(model, i)] = true;
    for (int32_t i = 0; i <= VRM_FIRST_PERSON_FIRST_PERSON_ONLY; i++) assert_true(views[i]);
    bool has_matcap = false, has_width = false, has_scroll = false, has_rim = false;
    for (int32_t i = 0; i < gltf->material_count; i++) {
        const vrm_Mtoon* mtoon = vrm_model_surfaces(model)[i].mtoon;
        assert_non_null(mtoon);
        has_matcap = has_matcap || mtoon->matcap_texture.texture >= 0;
        has_width = has_width || mtoon->outline_width_multiply_texture.texture >= 0;
        has_scroll = has_scroll || mtoon->uv_animation_scroll_y_speed_factor != 0;
        has_rim = has_rim || mtoon->parametric_rim_color_factor.x > 0;
    }
    assert_true(has_matcap && has_width && has_scroll && has_rim);
    vrm_model_destroy(model);
}

/* ---- Meshes ---- */

static float* read_floats(const vrm_Gltf* gltf, int32_t accessor, int32_t width) {
    size_t count = (size_t)gltf->accessors[accessor].count * (size_t)width;
    float* values = malloc(count * sizeof *values);
    assert_non_null(values);
    assert_int_equal(vrm_accessor_read_floats(gltf, accessor, values, count), VRM_OK);
    return values;
}

static void check_weights(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0);
    float* weights = read_floats(gltf, accessor, 4);
    for (uint64_t i = 0; i < gltf->accessors[accessor].count; i++) {
        const float* w = weights + i * 4;
        assert_float_equal(w[0] + w[1] + w[2] + w[3], 1, 1e-5f);
    }
    free(weights);
}

static float area(const float* a, const float* b, const float* c) {
    float u[3], v[3];
    for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
    float x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2];
    float z = u[0] * v[1] - u[1] * v[0];
    return sqrtf(x * x + y * y + z * z) / 2;
}

static void check_triangles(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    float* places = read_floats(gltf, accessor, 3);
    size_t count = (size_t)gltf->accessors[primitive->indices].count;
    uint32_t* indices = malloc(count * sizeof *indices);
    assert_non_null(indices);
    assert_int_equal(vrm_accessor_read_u32(gltf, primitive->indices, indices, count), VRM_OK);
    for (size_t i = 0; i < count; i += 3) {
        const float* a = places + indices[i] * 3;
        const float* b = places + indices[i + 1] * 3;
        const float* c = places + indices[i + 2] * 3;
        assert_true(area(a, b, c) > 1e-12f); /* a thousandth of a millimetre, squared */
    }
    free(indices);
    free(places);
}

static void hero_meshes_have_whole_weights_and_no_empty_triangle(void** state) {
    (void)state;
    vrm_Model* model = load(VRM1);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            check_weights(gltf, &gltf->meshes[m].primitives[p]);
            check_triangles(gltf, &gltf->meshes[m].primitives[p]);
        }
    }
    vrm_model_destroy(model);
}

/* ---- One character ---- */

static vrm_Rig* rig_of(const vrm_Model* model) {
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    return rig;
}

static vrm_Vec3 bone_place(const vrm_Rig* rig, int32_t bone) {
    return vrm_rig_rest_model(rig, vrm_rig_bone(rig, (vrm_Bone)bone)).translation;
}

/* */
static void hero_of_every_dialect_becomes_the_same_1_0_avatar(void** state) {
    (void)state;
    vrm_Model* twin = load(VRM1);
    vrm_Rig* twin_rig = rig_of(twin);
    for (int i = 0; i < DIALECTS; i++) {
        vrm_Model* model = load(i);
        assert_int_equal(vrm_migrate(model, NULL, NULL), VRM_OK);
        vrm_Rig* rig = rig_of(model);
        for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
            vrm_Vec3 a = bone_place(rig, bone), b = bone_place(twin_rig, bone);
            assert_float_equal(a.x, b.x, 1e-5f);
            assert_float_equal(a.y, b.y, 1e-5f);
            assert_float_equal(a.z, b.z, 1e-5f);
        }
        int32_t count, twin_count;
        const vrm_Expression* expressions = vrm_model_expressions(model, &count);
        const vrm_Expression* twins = vrm_model_expressions(twin, &twin_count);
        assert_int_equal(count, twin_count);
        for (int32_t e = 0; e < count; e++) {
            assert_string_equal(expressions[e].name, twins[e].name);
            assert_int_equal(expressions[e].morph_bind_count, twins[e].morph_bind_count);
        }
        assert_int_equal(vrm_model_spring_bones(model)->spring_count,
                         vrm_model_spring_bones(twin)->spring_count);
        size_t size;
        assert_int_equal(vrm_model_save_size(model, &size), VRM_OK);
        void* bytes = malloc(size);
        assert_int_equal(vrm_model_save(model, bytes, size), VRM_OK);
        vrm_Report* report;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrm_validate(bytes, size, NULL, report, NULL), VRM_OK);
        assert_int_equal(vrm_report_total(report, VRM_ERROR), 0);
        assert_int_equal(vrm_report_total(report, VRM_WARNING), 0);
        vrm_report_destroy(report);
        free(bytes);
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
    }
    vrm_rig_destroy(twin_rig);
    vrm_model_destroy(twin);
}

/* ---- Motion ---- */

static bool is_finite_affine(const vrm_Affine* m) {
    const float* values = (const float*)m;
    for (size_t i = 0; i < sizeof *m / sizeof(float); i++)
        if (!isfinite(values[i])) return false;
    return true;
}

/* Ten seconds of running, turning and looking about. */
static void hero_moves_ten_seconds_and_keeps_together(void** state) {
    (void)state;
    vrm_Model* model = load(VRM1);
    vrm_Rig* rig = rig_of(model);
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    int32_t count = vrm_rig_node_count(rig);
    for (int32_t frame = 0; frame < 600; frame++) {
        float t = (float)frame / 60, swing = sinf(t * 7);
        vrm_Transform root = {{0.8f * sinf(t), 0.05f * swing, 0.8f * cosf(t)},
                              {0, sinf(t / 2), 0, cosf(t / 2)},
                              {1, 1, 1}};
        vrm_avatar_set_root(sim, id, root);
        vrm_avatar_set_bone(sim, id, VRM_BONE_LEFT_UPPER_LEG,
                            (vrm_Quat){0.3f * swing, 0, 0, sqrtf(1 - 0.09f * swing * swing)});
        vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, (swing + 1) / 2);
        vrm_avatar_look_at(sim, id, (vrm_Vec3){2 * swing, 1.3f, 3});
        vrm_sim_step(sim, 1.0f / 60);
        const vrm_Affine* worlds = vrm_avatar_worlds(sim, id);
        for (int32_t n = 0; n < count; n++) assert_true(is_finite_affine(&worlds[n]));
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

static void hero_clip_has_no_finding_and_ends_as_it_begins(void** state) {
    (void)state;
    SceneBytes bytes = scene_hero_clip();
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    expect_no_finding(bytes.data, bytes.size);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    assert_float_equal(vrm_clip_duration(clip), 4, 1e-4f);
    assert_int_equal(vrm_clip_expression_count(clip), 4);
    vrm_ClipSample first, last;
    vrm_clip_sample(clip, 0, &first);
    vrm_clip_sample(clip, vrm_clip_duration(clip), &last);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
        vrm_Quat a = first.pose.rotations[bone], b = last.pose.rotations[bone];
        assert_true(fabsf(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) > 0.99999f);
    }
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
}

static void vroid_scene_is_as_large_as_it_says(void** state) {
    (void)state;
    SceneDef def = scene_vroid_def();
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    int32_t joints = 0;
    for (int32_t i = 0; i < springs->spring_count; i++) joints += springs->springs[i].joint_count;
    assert_int_equal(gltf->node_count, 300);
    assert_int_equal(joints, 200);
    for (int32_t p = 0; p < gltf->meshes[1].primitive_count; p++)
        assert_int_equal(gltf->meshes[1].primitives[p].target_count, 57);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hero_has_no_finding_and_stays_small_in_every_dialect),
        cmocka_unit_test(hero_has_the_same_bytes_whenever_it_is_made),
        cmocka_unit_test(hero_has_every_bone_and_every_preset),
        cmocka_unit_test(hero_shows_all_that_expressions_can_do),
        cmocka_unit_test(hero_shows_all_that_springs_and_constraints_can_do),
        cmocka_unit_test(hero_shows_all_that_views_and_surfaces_can_do),
        cmocka_unit_test(hero_meshes_have_whole_weights_and_no_empty_triangle),
        cmocka_unit_test(hero_of_every_dialect_becomes_the_same_1_0_avatar),
        cmocka_unit_test(hero_moves_ten_seconds_and_keeps_together),
        cmocka_unit_test(hero_clip_has_no_finding_and_ends_as_it_begins),
        cmocka_unit_test(vroid_scene_is_as_large_as_it_says),
    };
    return cmocka_run_group_tests(tests, make_files, free_files);
}
