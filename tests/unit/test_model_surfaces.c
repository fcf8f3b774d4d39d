/* SPDX-License-Identifier: MIT */
/* How materials are to be drawn: MToon 1.0 and its forerunners, unlit, emission, and what becomes
 * of the property bags of 0.x. */
#include "support/check.h"
#include "support/model.h"

#include "model/color.h"

#include <math.h>
#include <stdio.h>

#define MTOON      "/materials/0/extensions/VRMC_materials_mtoon"
#define PROPERTIES "/extensions/VRM/materialProperties"

static const vrm_Surface* surface(const TestModel* test, int32_t material) {
    return &vrm_model_surfaces(test->model)[material];
}

static void check_float(float actual, float expected) {
    assert_float_equal(actual, expected, 1e-5f);
}

static void check_vec3(vrm_Vec3 v, float x, float y, float z) {
    check_float(v.x, x);
    check_float(v.y, y);
    check_float(v.z, z);
}

/* ---- MToon 1.0 ---- */

/* R-260 as far as it is data: a texture that is not set is -1. */
static void mtoon_has_defaults_for_everything(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (int d = 0; d < 2; d++) {
        TestModel test =
            test_model_scene(dialects[d], d == 0 ? "set " MTOON " {'specVersion':'1.0-beta'}"
                                                 : "set " MTOON " {'specVersion':'1.0'}");
        assert_int_equal(surface(&test, 0)->kind, VRM_SURFACE_MTOON);
        const vrm_Mtoon* mtoon = surface(&test, 0)->mtoon;
        assert_false(mtoon->transparent_with_z_write);
        assert_int_equal(mtoon->render_queue_offset, 0);
        check_vec3(mtoon->shade_color_factor, 0, 0, 0);
        assert_int_equal(mtoon->shade_multiply_texture.texture, -1);
        check_float(mtoon->shading_shift_factor, 0);
        assert_int_equal(mtoon->shading_shift_texture.texture, -1);
        check_float(mtoon->shading_shift_scale, 1);
        check_float(mtoon->shading_toony_factor, 0.9f);
        check_float(mtoon->gi_equalization_factor, 0.9f);
        check_vec3(mtoon->matcap_factor, 1, 1, 1);
        assert_int_equal(mtoon->matcap_texture.texture, -1);
        check_vec3(mtoon->parametric_rim_color_factor, 0, 0, 0);
        check_float(mtoon->parametric_rim_fresnel_power_factor, 5);
        check_float(mtoon->parametric_rim_lift_factor, 0);
        assert_int_equal(mtoon->rim_multiply_texture.texture, -1);
        check_float(mtoon->rim_lighting_mix_factor, 1);
        assert_int_equal(mtoon->outline_width_mode, VRM_OUTLINE_NONE);
        check_float(mtoon->outline_width_factor, 0);
        assert_int_equal(mtoon->outline_width_multiply_texture.texture, -1);
        check_vec3(mtoon->outline_color_factor, 0, 0, 0);
        check_float(mtoon->outline_lighting_mix_factor, 1);
        assert_int_equal(mtoon->uv_animation_mask_texture.texture, -1);
        check_float(mtoon->uv_animation_scroll_x_speed_factor, 0);
        check_float(mtoon->uv_animation_scroll_y_speed_factor, 0);
        check_float(mtoon->uv_animation_rotation_speed_factor, 0);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
}

static void mtoon_is_read_whole(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1,
        "set /materials/0/alphaMode 'BLEND'\n"
        "set " MTOON " {'specVersion':'1.0','transparentWithZWrite':true,"
        "'renderQueueOffsetNumber':7,'shadeColorFactor':[0.1,0.2,0.3],"
        "'shadeMultiplyTexture':{'index':1,'texCoord':1,'extensions':{'KHR_texture_transform':"
        "{'offset':[0.5,0.25],'scale':[2,3],'rotation':1,'texCoord':2}}},"
        "'shadingShiftFactor':-0.5,'shadingShiftTexture':{'index':2,'scale':0.75},"
        "'shadingToonyFactor':0.4,'giEqualizationFactor':0.3,'matcapFactor':[0.4,0.5,0.6],"
        "'matcapTexture':{'index':3},'parametricRimColorFactor':[0.7,0.8,0.9],"
        "'parametricRimFresnelPowerFactor':6,'parametricRimLiftFactor':0.2,"
        "'rimMultiplyTexture':{'index':4},'rimLightingMixFactor':0.6,"
        "'outlineWidthMode':'screenCoordinates','outlineWidthFactor':0.01,"
        "'outlineWidthMultiplyTexture':{'index':5},'outlineColorFactor':[0.2,0.4,0.6],"
        "'outlineLightingMixFactor':0.7,'uvAnimationMaskTexture':{'index':6},"
        "'uvAnimationScrollXSpeedFactor':1.5,'uvAnimationScrollYSpeedFactor':-2.5,"
        "'uvAnimationRotationSpeedFactor':3.5}");
    const vrm_Mtoon* mtoon = surface(&test, 0)->mtoon;
    assert_true(mtoon->transparent_with_z_write);
    assert_int_equal(mtoon->render_queue_offset, 7);
    check_vec3(mtoon->shade_color_factor, 0.1f, 0.2f, 0.3f);
    assert_int_equal(mtoon->shade_multiply_texture.texture, 1);
    assert_int_equal(mtoon->shade_multiply_texture.tex_coord, 2);
    assert_non_null(mtoon->shade_multiply_texture.transform);
    check_float(mtoon->shade_multiply_texture.transform->scale.y, 3);
    check_float(mtoon->shade_multiply_texture.transform->offset.x, 0.5f);
    check_float(mtoon->shade_multiply_texture.transform->rotation, 1);
    check_float(mtoon->shading_shift_factor, -0.5f);
    assert_int_equal(mtoon->shading_shift_texture.texture, 2);
    check_float(mtoon->shading_shift_scale, 0.75f);
    check_float(mtoon->shading_toony_factor, 0.4f);
    check_float(mtoon->gi_equalization_factor, 0.3f);
    check_vec3(mtoon->matcap_factor, 0.4f, 0.5f, 0.6f);
    assert_int_equal(mtoon->matcap_texture.texture, 3);
    check_vec3(mtoon->parametric_rim_color_factor, 0.7f, 0.8f, 0.9f);
    check_float(mtoon->parametric_rim_fresnel_power_factor, 6);
    check_float(mtoon->parametric_rim_lift_factor, 0.2f);
    assert_int_equal(mtoon->rim_multiply_texture.texture, 4);
    check_float(mtoon->rim_lighting_mix_factor, 0.6f);
    assert_int_equal(mtoon->outline_width_mode, VRM_OUTLINE_SCREEN_COORDINATES);
    check_float(mtoon->outline_width_factor, 0.01f);
    assert_int_equal(mtoon->outline_width_multiply_texture.texture, 5);
    check_vec3(mtoon->outline_color_factor, 0.2f, 0.4f, 0.6f);
    check_float(mtoon->outline_lighting_mix_factor, 0.7f);
    assert_int_equal(mtoon->uv_animation_mask_texture.texture, 6);
    check_float(mtoon->uv_animation_scroll_x_speed_factor, 1.5f);
    check_float(mtoon->uv_animation_scroll_y_speed_factor, -2.5f);
    check_float(mtoon->uv_animation_rotation_speed_factor, 3.5f);
    /* The glTF part is the document's own: nothing was changed. */
    assert_ptr_equal(surface(&test, 0)->material, &vrm_model_gltf(test.model)->materials[0]);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void mtoon_outside_its_ranges_is_clamped(void** state) {
    (void)state;
    static const struct {
        const char *name, *value;
    } cases[] = {
        {"shadeColorFactor", "[0,2,0]"},
        {"matcapFactor", "[-1,0,0]"},
        {"parametricRimColorFactor", "[0,0,9]"},
        {"outlineColorFactor", "[1.5,0,0]"},
        {"shadingToonyFactor", "1.5"},
        {"giEqualizationFactor", "-1"},
        {"rimLightingMixFactor", "2"},
        {"outlineLightingMixFactor", "-0.1"},
        {"parametricRimFresnelPowerFactor", "-1"},
        {"outlineWidthFactor", "-0.01"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[200], pointer[100];
        snprintf(edit, sizeof edit, "set " MTOON "/%s %s", cases[i].name, cases[i].value);
        snprintf(pointer, sizeof pointer, MTOON "/%s", cases[i].name);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        test_expect(&test, "MTOON_VALUE_NOT_IN_RANGE", pointer);
        test_model_free(&test);
        /* The beta states no ranges. */
        test = test_model_scene(VRM_DIALECT_BETA, edit);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " MTOON "/shadeColorFactor [-1,0.5,2]\n"
                                                     "set " MTOON "/shadingToonyFactor 1.5");
    check_vec3(surface(&test, 0)->mtoon->shade_color_factor, 0, 0.5f, 1);
    check_float(surface(&test, 0)->mtoon->shading_toony_factor, 1);
    test_model_free(&test);
}

/* */
static void unknown_outline_mode_is_none(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " MTOON "/outlineWidthMode 'world'");
    assert_int_equal(surface(&test, 0)->mtoon->outline_width_mode, VRM_OUTLINE_NONE);
    test_expect(&test, "MTOON_OUTLINE_MODE_UNKNOWN", MTOON "/outlineWidthMode");
    test_model_free(&test);
}

/* */
static void missing_texture_is_no_texture(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " MTOON "/shadeMultiplyTexture {'index':8}");
    assert_int_equal(surface(&test, 0)->mtoon->shade_multiply_texture.texture, -1);
    assert_int_equal(surface(&test, 0)->kind, VRM_SURFACE_MTOON);
    test_expect(&test, "UNRESOLVED_REFERENCE", MTOON "/shadeMultiplyTexture/index");
    test_model_free(&test);
}

/* */
static void mtoon_wins_over_unlit(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    assert_true(surface(&test, 0)->material->is_unlit);
    assert_int_equal(surface(&test, 0)->kind, VRM_SURFACE_MTOON);
    assert_int_equal(surface(&test, 1)->kind, VRM_SURFACE_PBR);
    assert_null(surface(&test, 1)->mtoon);
    assert_int_equal(surface(&test, 3)->kind, VRM_SURFACE_UNLIT);
    assert_null(surface(&test, 3)->mtoon);
    test_model_free(&test);
}

/* */
static void queue_offset_is_clamped_by_what_the_alpha_mode_allows(void** state) {
    (void)state;
    static const struct {
        const char *mode, *z_write;
        int offset, expected;
    } cases[] = {
        {"OPAQUE", "false", 3, 0},  {"MASK", "false", -3, 0}, {"OPAQUE", "true", 3, 0},
        {"BLEND", "false", -4, -4}, {"BLEND", "false", 4, 0}, {"BLEND", "false", -20, -9},
        {"BLEND", "true", 4, 4},    {"BLEND", "true", -4, 0}, {"BLEND", "true", 20, 9},
        {"BLEND", "true", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[300];
        snprintf(edit, sizeof edit,
                 "set /materials/0/alphaMode '%s'\nset " MTOON "/transparentWithZWrite %s\n"
                 "set " MTOON "/renderQueueOffsetNumber %d",
                 cases[i].mode, cases[i].z_write, cases[i].offset);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(surface(&test, 0)->mtoon->render_queue_offset, cases[i].expected);
        if (cases[i].offset == cases[i].expected)
            test_expect_codes(&test, "");
        else
            test_expect(&test, "MTOON_QUEUE_NOT_IN_RANGE", MTOON "/renderQueueOffsetNumber");
        test_model_free(&test);
    }
}

/* */
static void emissive_multiplier_acts_as_strength_unless_khronos_says_it(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1, "set /materials/1/extensions "
                       "{'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2.5}}\n"
                       "set /materials/5/extensions/VRMC_materials_hdr_emissiveMultiplier "
                       "{'emissiveMultiplier':7}\n"
                       "set /materials/5/extensions/KHR_materials_emissive_strength "
                       "{'emissiveStrength':3}\n"
                       "set /materials/3/extensions/VRMC_materials_hdr_emissiveMultiplier "
                       "{'emissiveMultiplier':-1}");
    check_float(surface(&test, 1)->material->emissive_strength, 2.5f);
    check_float(vrm_model_gltf(test.model)->materials[1].emissive_strength, 1);
    check_float(surface(&test, 5)->material->emissive_strength, 3);
    check_float(surface(&test, 3)->material->emissive_strength, 1);
    test_expect(&test, "MATERIAL_EMISSIVE_NOT_IN_RANGE",
                "/materials/3/extensions/VRMC_materials_hdr_emissiveMultiplier/emissiveMultiplier");
    test_model_free(&test);
}

/* ---- Colours ---- */

static void srgb_becomes_linear_by_its_definition(void** state) {
    (void)state;
    for (int i = 0; i <= 1000; i++) {
        double x = (double)((float)i / 1000.0f);
        double expected = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
        assert_float_equal(vrmi_srgb_to_linear((float)x), (float)expected, 1e-7f);
    }
    assert_float_equal(vrmi_srgb_to_linear(0.5f), 0.21404114f, 1e-8f);
    assert_float_equal(vrmi_srgb_to_linear(2.0f), 4.594794f, 1e-6f); /* Unity's x^2.2 */
    assert_float_equal(vrmi_srgb_to_linear(1.0f), 1.0f, 0.0f);
    assert_float_equal(vrmi_srgb_to_linear(-3.0f), 0.0f, 0.0f);
    assert_float_equal(vrmi_srgb_to_linear(NAN), 0.0f, 0.0f);
    assert_true(isfinite(vrmi_srgb_to_linear(INFINITY)));
    assert_true(isfinite(vrmi_srgb_to_linear(3e38f)));
}

/* ---- Property bags of 0.x ---- */

static TestModel with_bag(const char* bag) {
    char edit[2000];
    int length = snprintf(edit, sizeof edit, "set " PROPERTIES "/0 %s", bag);
    assert_true(length > 0 && (size_t)length < sizeof edit);
    return test_model_scene(VRM_DIALECT_0, edit);
}

/* the table of UniVRM's own tests, and the ramp itself. */
static void toony_and_shift_keep_the_ramp(void** state) {
    (void)state;
    static const struct {
        float toony, shift, new_toony, new_shift;
    } cases[] = {{0.9f, 0, 0.95f, -0.05f},
                 {0, 0, 0.5f, -0.5f},
                 {0, -1, 0, 0},
                 {0.7f, -0.4f, 0.79f, 0.19f},
                 {1, 0.3f, 1, -0.3f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bag[200];
        snprintf(bag, sizeof bag,
                 "{'shader':'VRM/MToon','floatProperties':{'_ShadeToony':%g,'_ShadeShift':%g}}",
                 (double)cases[i].toony, (double)cases[i].shift);
        TestModel test = with_bag(bag);
        const vrm_Mtoon* mtoon = surface(&test, 0)->mtoon;
        check_float(mtoon->shading_toony_factor, cases[i].new_toony);
        check_float(mtoon->shading_shift_factor, cases[i].new_shift);
        /* Where the old ramp begins and ends, the new one does. */
        float low = cases[i].shift;
        float high = 1 + (cases[i].shift - 1) * cases[i].toony;
        check_float(-1 + mtoon->shading_toony_factor, low + mtoon->shading_shift_factor);
        check_float(1 - mtoon->shading_toony_factor, high + mtoon->shading_shift_factor);
        test_model_free(&test);
    }
}

static void mtoon_of_0_is_mapped_whole(void** state) {
    (void)state;
    TestModel test = with_bag(
        "{'shader':'VRM/MToon','renderQueue':2450,'floatProperties':{'_BlendMode':1,'_Cutoff':0.25,"
        "'_CullMode':0,'_BumpScale':0.5,'_IndirectLightIntensity':0.75,'_RimFresnelPower':3,"
        "'_RimLift':0.1,'_RimLightingMix':0.6,'_OutlineWidthMode':1,'_OutlineWidth':0.5,"
        "'_OutlineColorMode':1,'_OutlineLightingMix':0.4,'_UvAnimScrollX':0.5,"
        "'_UvAnimScrollY':0.25,'_UvAnimRotation':0.5},"
        "'vectorProperties':{'_Color':[0.5,1,0,0.5],'_ShadeColor':[0.5,0,0,1],"
        "'_RimColor':[0,0.5,0,1],'_OutlineColor':[0,0,0.5,1],'_EmissionColor':[2,1,0.5,1],"
        "'_MainTex':[0.125,0.25,2,0.5]},"
        "'textureProperties':{'_MainTex':0,'_ShadeTexture':1,'_BumpMap':2,'_EmissionMap':3,"
        "'_RimTexture':4,'_OutlineWidthTexture':5,'_UvAnimMaskTexture':6}}");
    const vrm_Surface* s = surface(&test, 0);
    assert_int_equal(s->kind, VRM_SURFACE_MTOON);
    const vrm_Material* material = s->material;
    const vrm_Mtoon* mtoon = s->mtoon;
    assert_int_equal(material->alpha_mode, VRM_ALPHA_MASK);
    check_float(material->alpha_cutoff, 0.25f);
    assert_true(material->is_double_sided);
    check_float(material->base_color_factor.x, 0.21404114f);
    check_float(material->base_color_factor.y, 1);
    check_float(material->base_color_factor.w, 0.5f); /* alpha is linear */
    assert_int_equal(material->base_color_texture.texture, 0);
    assert_int_equal(material->normal_texture.texture, 2);
    check_float(material->normal_scale, 0.5f);
    assert_int_equal(material->emissive_texture.texture, 3);
    /* Emission is linear already; what is over 1 goes into the strength. */
    check_vec3(material->emissive_factor, 1, 0.5f, 0.25f);
    check_float(material->emissive_strength, 2);
    check_vec3(mtoon->shade_color_factor, 0.21404114f, 0, 0);
    check_vec3(mtoon->parametric_rim_color_factor, 0, 0.21404114f, 0);
    check_vec3(mtoon->outline_color_factor, 0, 0, 0.21404114f);
    assert_int_equal(mtoon->shade_multiply_texture.texture, 1);
    assert_int_equal(mtoon->rim_multiply_texture.texture, 4);
    assert_int_equal(mtoon->outline_width_multiply_texture.texture, 5);
    assert_int_equal(mtoon->uv_animation_mask_texture.texture, 6);
    check_float(mtoon->gi_equalization_factor, 0.25f);
    check_float(mtoon->parametric_rim_fresnel_power_factor, 3);
    check_float(mtoon->parametric_rim_lift_factor, 0.1f);
    check_float(mtoon->rim_lighting_mix_factor, 0.6f); /* no matcap: the value stays */
    check_vec3(mtoon->matcap_factor, 0, 0, 0);
    assert_int_equal(mtoon->outline_width_mode, VRM_OUTLINE_WORLD_COORDINATES);
    check_float(mtoon->outline_width_factor, 0.005f); /* centimetres to metres */
    check_float(mtoon->outline_lighting_mix_factor, 0.4f);
    check_float(mtoon->uv_animation_scroll_x_speed_factor, 0.5f);
    check_float(mtoon->uv_animation_scroll_y_speed_factor, -0.25f);
    check_float(mtoon->uv_animation_rotation_speed_factor, 3.14159265f);
    /* One transform for every texture that has coordinates, offset first and V turned around. */
    const vrm_TextureInfo* infos[] = {
        &material->base_color_texture,    &material->normal_texture,
        &material->emissive_texture,      &mtoon->shade_multiply_texture,
        &mtoon->rim_multiply_texture,     &mtoon->outline_width_multiply_texture,
        &mtoon->uv_animation_mask_texture};
    for (size_t i = 0; i < sizeof infos / sizeof *infos; i++) {
        assert_non_null(infos[i]->transform);
        check_float(infos[i]->transform->scale.x, 2);
        check_float(infos[i]->transform->scale.y, 0.5f);
        check_float(infos[i]->transform->offset.x, 0.125f);
        check_float(infos[i]->transform->offset.y, 1 - 0.25f - 0.5f);
    }
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void mtoon_of_0_has_the_defaults_of_its_shader(void** state) {
    (void)state;
    TestModel test = with_bag("{'shader':'VRM/MToon','textureProperties':{'_MainTex':2,"
                              "'_SphereAdd':3}}");
    const vrm_Material* material = surface(&test, 0)->material;
    const vrm_Mtoon* mtoon = surface(&test, 0)->mtoon;
    assert_int_equal(material->alpha_mode, VRM_ALPHA_OPAQUE);
    assert_false(material->is_double_sided);
    check_float(material->base_color_factor.x, 1);
    assert_null(material->base_color_texture.transform);
    check_float(mtoon->shade_color_factor.x, vrmi_srgb_to_linear(0.97f));
    check_float(mtoon->shade_color_factor.y, vrmi_srgb_to_linear(0.81f));
    check_float(mtoon->shading_toony_factor, 0.95f);
    check_float(mtoon->gi_equalization_factor, 0.9f);
    /* Without a shade texture the lit one is used, and a matcap fixes the rim's mix. */
    assert_int_equal(mtoon->shade_multiply_texture.texture, 2);
    assert_int_equal(mtoon->matcap_texture.texture, 3);
    check_vec3(mtoon->matcap_factor, 1, 1, 1);
    check_float(mtoon->rim_lighting_mix_factor, 1);
    check_float(mtoon->outline_lighting_mix_factor, 0); /* fixed colour */
    test_model_free(&test);
}

static void screen_outline_of_0_is_a_fraction_of_the_height(void** state) {
    (void)state;
    TestModel test = with_bag("{'shader':'VRM/MToon','floatProperties':{'_OutlineWidthMode':2,"
                              "'_OutlineWidth':1}}");
    assert_int_equal(surface(&test, 0)->mtoon->outline_width_mode, VRM_OUTLINE_SCREEN_COORDINATES);
    check_float(surface(&test, 0)->mtoon->outline_width_factor, 0.005f);
    test_model_free(&test);
    test = with_bag("{'shader':'VRM/MToon','floatProperties':{'_OutlineWidthMode':3}}");
    assert_int_equal(surface(&test, 0)->mtoon->outline_width_mode, VRM_OUTLINE_NONE);
    test_model_free(&test);
}

static void blend_mode_of_0_comes_from_keywords_where_it_is_missing(void** state) {
    (void)state;
    static const struct {
        const char* bag;
        vrm_AlphaMode mode;
        bool writes_depth;
    } cases[] = {
        {"{'shader':'VRM/MToon','floatProperties':{'_BlendMode':0}}", VRM_ALPHA_OPAQUE, false},
        {"{'shader':'VRM/MToon','floatProperties':{'_BlendMode':2}}", VRM_ALPHA_BLEND, false},
        {"{'shader':'VRM/MToon','floatProperties':{'_BlendMode':3}}", VRM_ALPHA_BLEND, true},
        {"{'shader':'VRM/MToon','keywordMap':{'_ALPHATEST_ON':true}}", VRM_ALPHA_MASK, false},
        {"{'shader':'VRM/MToon','keywordMap':{'_ALPHABLEND_ON':true}}", VRM_ALPHA_BLEND, false},
        {"{'shader':'VRM/MToon','keywordMap':{'_ALPHABLEND_ON':true},"
         "'floatProperties':{'_ZWrite':1}}",
         VRM_ALPHA_BLEND, true},
        {"{'shader':'VRM/MToon','keywordMap':{'_ALPHABLEND_ON':false}}", VRM_ALPHA_OPAQUE, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestModel test = with_bag(cases[i].bag);
        assert_int_equal(surface(&test, 0)->material->alpha_mode, cases[i].mode);
        assert_int_equal(surface(&test, 0)->mtoon->transparent_with_z_write, cases[i].writes_depth);
        test_model_free(&test);
    }
}

/* R-328 (as read) */
static void queues_of_0_become_ranks_that_keep_their_order(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set " PROPERTIES " [{'shader':'VRM/MToon','renderQueue':2990,'floatProperties':"
        "{'_BlendMode':2}},{'shader':'VRM/MToon','renderQueue':3000,'floatProperties':"
        "{'_BlendMode':2}},{'shader':'VRM/MToon','renderQueue':2960,'floatProperties':"
        "{'_BlendMode':2}},{'shader':'VRM/MToon','renderQueue':2510,'floatProperties':"
        "{'_BlendMode':3}},{'shader':'VRM/MToon','renderQueue':-1,'floatProperties':"
        "{'_BlendMode':3}},{'shader':'VRM/UnlitTransparentZWrite','renderQueue':2505},"
        "{'shader':'VRM/MToon','renderQueue':2000,'floatProperties':{'_BlendMode':0}}]");
    static const int expected[] = {-1, 0, -2, 2, 0, 1, 0};
    for (int i = 0; i < 7; i++)
        assert_int_equal(surface(&test, i)->mtoon->render_queue_offset, expected[i]);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void more_than_ten_queues_of_0_share_the_last_rank(void** state) {
    (void)state;
    char json[8000];
    size_t at =
        (size_t)snprintf(json, sizeof json,
                         "{'asset':{'version':'2.0'},'materials':[{},{},{},{},{},{},{},{},{},"
                         "{},{},{}],'extensions':{'VRM':{'meta':{},'materialProperties':[");
    for (int i = 0; i < 12; i++) /* 2951, 2954, 2957 ... out of order */
        at += (size_t)snprintf(json + at, sizeof json - at,
                               "%s{'shader':'VRM/MToon','renderQueue':%d,'floatProperties':"
                               "{'_BlendMode':2}}",
                               i == 0 ? "" : ",", 2951 + (i * 5) % 12 * 3);
    snprintf(json + at, sizeof json - at, "]}}}");
    TestModel test = test_model_json(json);
    for (int i = 0; i < 12; i++) {
        int rank = 11 - (i * 5) % 12; /* from the highest queue down */
        assert_int_equal(surface(&test, i)->mtoon->render_queue_offset, rank > 9 ? -9 : -rank);
    }
    test_model_free(&test);
}

/* R-330 (as read) */
static void shaders_of_0_are_recognised(void** state) {
    (void)state;
    static const struct {
        const char* shader;
        vrm_SurfaceKind kind;
        vrm_AlphaMode mode;
    } cases[] = {
        {"VRM/MToon", VRM_SURFACE_MTOON, VRM_ALPHA_OPAQUE},
        {"VRM/UnlitTexture", VRM_SURFACE_UNLIT, VRM_ALPHA_OPAQUE},
        {"VRM/UnlitCutout", VRM_SURFACE_UNLIT, VRM_ALPHA_MASK},
        {"VRM/UnlitTransparent", VRM_SURFACE_UNLIT, VRM_ALPHA_BLEND},
        {"VRM/UnlitTransparentZWrite", VRM_SURFACE_MTOON, VRM_ALPHA_BLEND},
        {"Unlit/Color", VRM_SURFACE_UNLIT, VRM_ALPHA_OPAQUE},
        {"Unlit/Texture", VRM_SURFACE_UNLIT, VRM_ALPHA_OPAQUE},
        {"Unlit/Transparent", VRM_SURFACE_UNLIT, VRM_ALPHA_BLEND},
        {"Unlit/Transparent Cutout", VRM_SURFACE_UNLIT, VRM_ALPHA_MASK},
        /* Material 1 of the scene is plain PBR. */
        {"VRM_USE_GLTFSHADER", VRM_SURFACE_PBR, VRM_ALPHA_OPAQUE},
        {"Standard", VRM_SURFACE_PBR, VRM_ALPHA_OPAQUE},
        {"UniGLTF/UniUnlit", VRM_SURFACE_PBR, VRM_ALPHA_OPAQUE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[300];
        snprintf(edit, sizeof edit,
                 "set " PROPERTIES "/1 {'shader':'%s','floatProperties':{'_Cutoff':0.125},"
                 "'textureProperties':{'_MainTex':1},'vectorProperties':{'_Color':[0.5,0,0,0.5]}}",
                 cases[i].shader);
        TestModel test = test_model_scene(VRM_DIALECT_0, edit);
        assert_int_equal(surface(&test, 1)->kind, cases[i].kind);
        assert_int_equal(surface(&test, 1)->material->alpha_mode, cases[i].mode);
        if (cases[i].mode == VRM_ALPHA_MASK)
            check_float(surface(&test, 1)->material->alpha_cutoff, 0.125f);
        if (cases[i].kind == VRM_SURFACE_PBR)
            assert_ptr_equal(surface(&test, 1)->material,
                             &vrm_model_gltf(test.model)->materials[1]);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(VRM_DIALECT_0, "set " PROPERTIES "/1/shader 'Mine/Glitter'");
    assert_int_equal(surface(&test, 1)->kind, VRM_SURFACE_PBR);
    test_expect(&test, "MATERIAL_SHADER_UNKNOWN", PROPERTIES "/1");
    test_model_free(&test);
}

static void unlit_of_0_takes_its_texture_or_its_color(void** state) {
    (void)state;
    TestModel test = with_bag("{'shader':'Unlit/Color','vectorProperties':{'_Color':[0.5,1,1,1]},"
                              "'textureProperties':{'_MainTex':1}}");
    check_float(surface(&test, 0)->material->base_color_factor.x, 0.21404114f);
    assert_int_equal(surface(&test, 0)->material->base_color_texture.texture, -1);
    test_model_free(&test);
    test = with_bag("{'shader':'VRM/UnlitTexture','vectorProperties':{'_Color':[0.5,1,1,1]},"
                    "'textureProperties':{'_MainTex':1}}");
    check_float(surface(&test, 0)->material->base_color_factor.x, 1);
    assert_int_equal(surface(&test, 0)->material->base_color_texture.texture, 1);
    test_model_free(&test);
    /* Blended with depth: a black MToon that glows in the colour. */
    test = with_bag("{'shader':'VRM/UnlitTransparentZWrite','vectorProperties':"
                    "{'_Color':[0.5,1,1,0.25]},'textureProperties':{'_MainTex':1}}");
    const vrm_Material* material = surface(&test, 0)->material;
    check_float(material->base_color_factor.x, 0);
    check_float(material->base_color_factor.w, 0.25f);
    check_vec3(material->emissive_factor, 0.21404114f, 1, 1);
    assert_int_equal(material->emissive_texture.texture, 1);
    check_vec3(surface(&test, 0)->mtoon->shade_color_factor, 0, 0, 0);
    assert_true(surface(&test, 0)->mtoon->transparent_with_z_write);
    test_model_free(&test);
}

/* */
static void wrong_property_of_0_is_left_out_alone(void** state) {
    (void)state;
    TestModel test = with_bag("{'shader':'VRM/MToon','floatProperties':{'_Cutoff':'NaN'},"
                              "'vectorProperties':{'_Color':[1,0],'_ShadeColor':[0,0,0,1]},"
                              "'textureProperties':{'_MainTex':99,'_BumpMap':-1,'_RimTexture':2}}");
    const vrm_Surface* s = surface(&test, 0);
    assert_int_equal(s->kind, VRM_SURFACE_MTOON);
    check_float(s->material->base_color_factor.x, 1);
    assert_int_equal(s->material->base_color_texture.texture, -1);
    assert_int_equal(s->material->normal_texture.texture, -1);
    assert_int_equal(s->mtoon->rim_multiply_texture.texture, 2);
    test_expect_codes(&test, "TYPE_MISMATCH ARRAY_LENGTH_NOT_IN_LIST MTOON_TEXTURE_INVALID");
    test_model_free(&test);
}

/* */
static void bag_belongs_to_the_material_of_its_place(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set " PROPERTIES " [5,{'shader':"
                                                     "'VRM/MToon','name':'Visor'}]");
    assert_int_equal(surface(&test, 1)->kind, VRM_SURFACE_MTOON);
    assert_int_equal(surface(&test, 0)->kind, VRM_SURFACE_UNLIT); /* what glTF says */
    assert_int_equal(surface(&test, 6)->kind, VRM_SURFACE_UNLIT);
    test_expect_codes(&test, "MATERIAL_PROPERTIES_COUNT TYPE_MISMATCH");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove " PROPERTIES);
    assert_int_equal(surface(&test, 0)->kind, VRM_SURFACE_UNLIT);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* UniVRM's own pair: 0.5 and 2.0 in a file of 0.106 mean 0.214 and 4.594794. */
static void emission_of_old_univrm_is_srgb(void** state) {
    (void)state;
    static const struct {
        const char* exporter;
        float expected;
    } cases[] = {{"UniVRM-0.106.0", 0.21404114f}, {"UniVRM-0.53.0", 0.21404114f},
                 {"UniVRM-0.107.0", 0.5f},        {"UniVRM-1.0.0", 0.5f},
                 {"other_2.20.1", 0.5f},          {"", 0.5f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[300];
        snprintf(edit, sizeof edit,
                 "set /extensions/VRM/exporterVersion '%s'\n"
                 "set /materials/1/emissiveFactor [0.5,0,0]\n"
                 "set /materials/5/emissiveFactor [1,0,0]\n"
                 "set /materials/5/extensions {'KHR_materials_emissive_strength':"
                 "{'emissiveStrength':2}}",
                 cases[i].exporter);
        TestModel test = test_model_scene(VRM_DIALECT_0, edit);
        check_float(surface(&test, 1)->material->emissive_factor.x, cases[i].expected);
        check_float(surface(&test, 1)->material->emissive_strength, 1);
        check_float(surface(&test, 5)->material->emissive_strength, i < 2 ? 4.594794f : 2.0f);
        test_model_free(&test);
    }
}

/* ---- The draft ---- */

static void mtoon_of_the_draft_is_mapped(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT,
        "set /materials/0/extensions {'VRMC_materials_mtoon':{'version':'32',"
        "'renderMode':'transparentWithZWrite','cullMode':'off','renderQueueOffsetNumber':3,"
        "'litFactor':[0.5,0.25,1,0.75],'litMultiplyTexture':1,'shadeFactor':[0.1,0.2,0.3],"
        "'shadingToonyFactor':0.9,'shadingShiftFactor':0,'giIntensityFactor':0.25,"
        "'normalTexture':2,'normalScaleFactor':0.5,'emissionFactor':[0,4,0],"
        "'additiveTexture':3,'rimFactor':[0.4,0.5,0.6],'outlineWidthMode':'worldCoordinates',"
        "'outlineWidthFactor':2,'outlineColorMode':'mixedLighting','outlineLightingMixFactor':0.5,"
        "'mainTextureLeftBottomOriginScale':[2,2],'mainTextureLeftBottomOriginOffset':[0,0.5],"
        "'uvAnimationScrollYSpeedFactor':1}}");
    const vrm_Surface* s = surface(&test, 0);
    assert_int_equal(s->kind, VRM_SURFACE_MTOON);
    assert_int_equal(s->material->alpha_mode, VRM_ALPHA_BLEND);
    assert_true(s->material->is_double_sided);
    check_float(s->material->base_color_factor.x, 0.5f); /* linear */
    check_float(s->material->base_color_factor.w, 0.75f);
    assert_int_equal(s->material->base_color_texture.texture, 1);
    check_float(s->material->base_color_texture.transform->offset.y, 1 - 0.5f - 2);
    assert_int_equal(s->material->normal_texture.texture, 2);
    check_vec3(s->material->emissive_factor, 0, 1, 0);
    check_float(s->material->emissive_strength, 4);
    assert_true(s->mtoon->transparent_with_z_write);
    assert_int_equal(s->mtoon->render_queue_offset, 3);
    check_vec3(s->mtoon->shade_color_factor, 0.1f, 0.2f, 0.3f);
    check_float(s->mtoon->shading_toony_factor, 0.95f);
    check_float(s->mtoon->gi_equalization_factor, 0.75f);
    assert_int_equal(s->mtoon->matcap_texture.texture, 3);
    check_vec3(s->mtoon->parametric_rim_color_factor, 0.4f, 0.5f, 0.6f);
    check_float(s->mtoon->outline_width_factor, 0.02f);
    check_float(s->mtoon->outline_lighting_mix_factor, 0.5f);
    check_float(s->mtoon->uv_animation_scroll_y_speed_factor, -1);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void wrong_property_of_the_draft_is_left_out_alone(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT, "set /materials/0/extensions {'VRMC_materials_mtoon':{"
                           "'renderMode':'misty','shadeFactor':[1],'litMultiplyTexture':77,"
                           "'rimFactor':[0.5,0,0]}}");
    const vrm_Surface* s = surface(&test, 0);
    assert_int_equal(s->kind, VRM_SURFACE_MTOON);
    assert_int_equal(s->material->alpha_mode, VRM_ALPHA_OPAQUE);
    check_vec3(s->mtoon->shade_color_factor, 0, 0, 0);
    check_vec3(s->mtoon->parametric_rim_color_factor, 0.5f, 0, 0);
    assert_int_equal(s->material->base_color_texture.texture, -1);
    test_expect_codes(&test, "VALUE_NOT_IN_LIST ARRAY_LENGTH_NOT_IN_LIST MTOON_TEXTURE_INVALID");
    test_model_free(&test);
}

/* */
static void textures_are_colours_or_one_channel_of_data(void** state) {
    (void)state;
    static const vrm_TextureSlot colours[] = {VRM_TEXTURE_BASE_COLOR, VRM_TEXTURE_EMISSIVE,
                                              VRM_TEXTURE_SHADE_MULTIPLY, VRM_TEXTURE_RIM_MULTIPLY,
                                              VRM_TEXTURE_MATCAP};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        assert_true(vrm_texture_use(colours[i]).is_srgb);
        assert_int_equal(vrm_texture_use(colours[i]).channel, -1);
    }
    vrm_TextureUse shift = vrm_texture_use(VRM_TEXTURE_SHADING_SHIFT);
    vrm_TextureUse outline = vrm_texture_use(VRM_TEXTURE_OUTLINE_WIDTH);
    vrm_TextureUse mask = vrm_texture_use(VRM_TEXTURE_UV_ANIMATION_MASK);
    assert_false(shift.is_srgb || outline.is_srgb || mask.is_srgb);
    assert_int_equal(shift.channel, 0);
    assert_int_equal(outline.channel, 1);
    assert_int_equal(mask.channel, 2);
    assert_float_equal(shift.unset.x, 0.0f, 0.0f);
    assert_float_equal(outline.unset.y, 1.0f, 0.0f);
    assert_float_equal(mask.unset.z, 1.0f, 0.0f);
    assert_float_equal(vrm_texture_use(VRM_TEXTURE_MATCAP).unset.x, 0.0f, 0.0f);
    assert_float_equal(vrm_texture_use(VRM_TEXTURE_SHADE_MULTIPLY).unset.x, 1.0f, 0.0f);
}

static void every_slot_of_a_surface_is_its_own_texture(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    int32_t count = vrm_model_gltf(test.model)->material_count;
    for (int32_t i = 0; i < count; i++) {
        const vrm_Surface* surface = &vrm_model_surfaces(test.model)[i];
        for (int a = 0; a < VRM_TEXTURE_SLOT_COUNT; a++) {
            const vrm_TextureInfo* info = vrm_surface_texture(surface, (vrm_TextureSlot)a);
            bool is_mtoons = a >= VRM_TEXTURE_SHADE_MULTIPLY;
            assert_true((info != NULL) == (!is_mtoons || surface->kind == VRM_SURFACE_MTOON));
            for (int b = 0; b < a && info != NULL; b++)
                assert_ptr_not_equal(info, vrm_surface_texture(surface, (vrm_TextureSlot)b));
        }
        assert_ptr_equal(vrm_surface_texture(surface, VRM_TEXTURE_NORMAL),
                         &surface->material->normal_texture);
    }
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_are_colours_or_one_channel_of_data),
        cmocka_unit_test(mtoon_has_defaults_for_everything),
        cmocka_unit_test(mtoon_is_read_whole),
        cmocka_unit_test(mtoon_outside_its_ranges_is_clamped),
        cmocka_unit_test(unknown_outline_mode_is_none),
        cmocka_unit_test(missing_texture_is_no_texture),
        cmocka_unit_test(mtoon_wins_over_unlit),
        cmocka_unit_test(queue_offset_is_clamped_by_what_the_alpha_mode_allows),
        cmocka_unit_test(emissive_multiplier_acts_as_strength_unless_khronos_says_it),
        cmocka_unit_test(srgb_becomes_linear_by_its_definition),
        cmocka_unit_test(toony_and_shift_keep_the_ramp),
        cmocka_unit_test(mtoon_of_0_is_mapped_whole),
        cmocka_unit_test(mtoon_of_0_has_the_defaults_of_its_shader),
        cmocka_unit_test(screen_outline_of_0_is_a_fraction_of_the_height),
        cmocka_unit_test(blend_mode_of_0_comes_from_keywords_where_it_is_missing),
        cmocka_unit_test(queues_of_0_become_ranks_that_keep_their_order),
        cmocka_unit_test(more_than_ten_queues_of_0_share_the_last_rank),
        cmocka_unit_test(shaders_of_0_are_recognised),
        cmocka_unit_test(unlit_of_0_takes_its_texture_or_its_color),
        cmocka_unit_test(wrong_property_of_0_is_left_out_alone),
        cmocka_unit_test(bag_belongs_to_the_material_of_its_place),
        cmocka_unit_test(emission_of_old_univrm_is_srgb),
        cmocka_unit_test(mtoon_of_the_draft_is_mapped),
        cmocka_unit_test(wrong_property_of_the_draft_is_left_out_alone),
        cmocka_unit_test(every_slot_of_a_surface_is_its_own_texture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
