/* SPDX-License-Identifier: MIT */
/* Emission is a factor times a strength in glTF and one colour in 0.x: what an expression makes of
 * it is equally bright in every dialect, on the way up and down, while running and baked. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/model.h"
#include "support/show.h"
#include "vrm/bake.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"

#include <string.h>

enum { HAIR = 2 };

/* An expression `happy` that brings the emission of the hair to (3, 0.2, 0.2) from (1.5, 0.1, 0.1).
 */
static const char edits0[] =
    "set /extensions/VRM/materialProperties/2/vectorProperties/_EmissionColor [1.5,0.1,0.1,1]\n"
    "set /extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues "
    "[{'materialName':'Hair','propertyName':'_EmissionColor','targetValue':[3,0.2,0.2,1]}]";
static const char edits1[] =
    "set /materials/2/emissiveFactor [0.3,0.02,0.02]\n"
    "set /materials/2/extensions/KHR_materials_emissive_strength {'emissiveStrength':5}\n"
    "set /extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds "
    "[{'material':2,'type':'emissionColor','targetValue':[0.6,0.04,0.04,1]}]";

/* What is shown at a weight: the value of the runtime, times the strength that stays. */
static vrm_Vec3 shown(const vrm_Model* model, float weight) {
    TestShow show = test_show(model);
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(show.rig, &count);
    assert_true(vrm_avatar_set_expression(show.sim, show.id, VRM_EXPRESSION_HAPPY, weight));
    vrm_sim_step(show.sim, 1.0f / 60.0f);
    const vrm_Vec4* now = vrm_avatar_material_values(show.sim, show.id);
    vrm_Vec3 result = {-1, -1, -1};
    float strength = vrm_model_surfaces(model)[HAIR].material->emissive_strength;
    for (int32_t i = 0; i < count; i++)
        if (values[i].material == HAIR && values[i].kind == VRM_VALUE_COLOR &&
            values[i].color == VRM_COLOR_EMISSION)
            result = (vrm_Vec3){now[i].x * strength, now[i].y * strength, now[i].z * strength};
    test_show_end(&show);
    return result;
}

static void check_brightness(const vrm_Model* model) {
    test_same_point(shown(model, 0.0f), (vrm_Vec3){1.5f, 0.1f, 0.1f}, 1e-5f);
    test_same_point(shown(model, 0.5f), (vrm_Vec3){2.25f, 0.15f, 0.15f}, 1e-5f);
    test_same_point(shown(model, 1.0f), (vrm_Vec3){3.0f, 0.2f, 0.2f}, 1e-5f);
}

static void expression_of_emission_is_as_bright_in_each_dialect(void** state) {
    (void)state;
    TestModel old = test_model_scene(VRM_DIALECT_0, edits0);
    TestModel new = test_model_scene(VRM_DIALECT_1, edits1);
    check_brightness(old.model);
    check_brightness(new.model);
    test_model_free(&old);
    test_model_free(&new);
}

static void expression_of_emission_stays_as_bright_up_and_down(void** state) {
    (void)state;
    TestModel tests[] = {test_model_scene(VRM_DIALECT_0, edits0),
                         test_model_scene(VRM_DIALECT_1, edits1)};
    for (int i = 0; i < 2; i++) {
        for (int step = 0; step < 3; step++) {
            vrm_MigrateDef def = vrm_default_migrate_def();
            bool is_new = vrm_model_dialect(tests[i].model) == VRM_DIALECT_1;
            def.to = is_new ? VRM_DIALECT_0 : VRM_DIALECT_1;
            assert_int_equal(vrm_migrate(tests[i].model, &def, NULL), VRM_OK);
            check_brightness(tests[i].model);
        }
        test_model_free(&tests[i]);
    }
}

/* A factor above 1 goes into the strength; the expressions of the file are not brighter by it. */
static void bright_factor_leaves_expressions_as_they_are(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1, "set /extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds "
                       "[{'material':2,'type':'emissionColor','targetValue':[3,0.2,0.2,1]}]");
    vrm_Surface surface = vrm_model_surfaces(test.model)[HAIR];
    vrm_Material material = *surface.material;
    material.emissive_factor = (vrm_Vec3){1.5f, 0.1f, 0.1f};
    material.emissive_strength = 1.0f;
    surface.material = &material;
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(test.model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_surface(edit, HAIR, &surface), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    check_brightness(test.model);
    test_model_free(&test);
}

/* What the animation of the file brings, times the strength that the file has. */
static void baked_emission_is_as_bright(void** state) {
    (void)state;
    TestModel tests[] = {test_model_scene(VRM_DIALECT_0, edits0),
                         test_model_scene(VRM_DIALECT_1, edits1)};
    for (int i = 0; i < 2; i++) {
        TestShow show = test_show(tests[i].model);
        vrm_BakerDef def = vrm_default_baker_def();
        vrm_Baker* baker = NULL;
        def.has_materials = true;
        assert_int_equal(vrm_baker_create(&def, show.rig, &baker), VRM_OK);
        for (int frame = 0; frame < 3; frame++) {
            float weight = (float)frame / 2.0f;
            assert_true(vrm_avatar_set_expression(show.sim, show.id, VRM_EXPRESSION_HAPPY, weight));
            vrm_sim_step(show.sim, 1.0f / 60.0f);
            assert_int_equal(vrm_baker_add_frame(baker, frame / 60.0, show.sim, show.id), VRM_OK);
        }
        assert_int_equal(vrm_baker_finish(baker, tests[i].model, NULL, NULL), VRM_OK);
        const vrm_Gltf* gltf = vrm_model_gltf(tests[i].model);
        const vrm_Animation* animation = &gltf->animations[0];
        bool is_found = false;
        for (int32_t c = 0; c < animation->channel_count; c++) {
            vrm_JsonRef target = vrm_json_member(gltf->json, animation->channels[c].json, "target");
            vrm_JsonRef extensions = vrm_json_member(gltf->json, target, "extensions");
            vrm_JsonRef pointer = vrm_json_member(
                gltf->json, vrm_json_member(gltf->json, extensions, "KHR_animation_pointer"),
                "pointer");
            if (!vrm_json_equals(gltf->json, pointer, "/materials/2/emissiveFactor")) continue;
            float keys[16];
            int32_t output = animation->samplers[animation->channels[c].sampler].output;
            size_t count = (size_t)gltf->accessors[output].count * 3;
            float strength = gltf->materials[HAIR].emissive_strength;
            assert_true(count <= 16);
            assert_int_equal(vrm_accessor_read_floats(gltf, output, keys, count), VRM_OK);
            const float* last = keys + count - 3;
            test_same_point((vrm_Vec3){last[0] * strength, last[1] * strength, last[2] * strength},
                            (vrm_Vec3){3.0f, 0.2f, 0.2f}, 0.02f);
            is_found = true;
        }
        assert_true(is_found);
        vrm_baker_destroy(baker);
        test_show_end(&show);
        test_model_free(&tests[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expression_of_emission_is_as_bright_in_each_dialect),
        cmocka_unit_test(expression_of_emission_stays_as_bright_up_and_down),
        cmocka_unit_test(bright_factor_leaves_expressions_as_they_are),
        cmocka_unit_test(baked_emission_is_as_bright),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
