/* SPDX-License-Identifier: MIT */
/* Expressions: weights, overrides, morphs, materials. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"

#include <math.h>
#include <stdio.h>

#define BIND(index, weight) "{\"node\":24,\"index\":" #index ",\"weight\":" #weight "}"

static TestRun run_with(const char* expressions) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = expressions;
    avatar.materials = "[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.5,0.5,0.5]}},"
                       "{\"extensions\":{\"KHR_materials_unlit\":{}}}]";
    return test_run(&avatar);
}

static void set(const TestRun* run, const char* name, float weight) {
    assert_true(vrm_avatar_set_expression_named(run->sim, run->id, name, weight));
}

static float weight_of(const TestRun* run, const char* name) {
    int32_t e = vrm_rig_expression(run->rig, name);
    assert_true(e >= 0);
    return vrm_avatar_expression_weights(run->sim, run->id)[e];
}

/* What `shown` becomes when `name` has a weight and everything else stands at 0.8. */
static float shown_under(const char* expressions, const char* name, float weight,
                         const char* shown) {
    TestRun run = run_with(expressions);
    set(&run, shown, 0.8f);
    set(&run, name, weight);
    test_step(&run);
    float result = weight_of(&run, shown);
    test_run_end(&run);
    return result;
}

/* */
static void weights_are_clamped_and_nan_is_refused(void** state) {
    (void)state;
    TestRun run = run_with("{\"preset\":{\"happy\":{}}}");
    set(&run, "happy", 3.5f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 1.0f, 0.0f);
    set(&run, "happy", -INFINITY);
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 0.0f, 0.0f);
    set(&run, "happy", 0.25f);
    assert_false(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, NAN));
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 0.25f, 0.0f);
    assert_false(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_SAD, 1.0f));
    assert_false(vrm_avatar_set_expression_at(run.sim, run.id, 1, 1.0f));
    assert_false(vrm_avatar_set_expression_named(run.sim, run.id, "nobody", 1.0f));
    test_run_end(&run);
}

/* */
static void binary_is_one_only_above_a_half(void** state) {
    (void)state;
    static const struct {
        float in, out;
    } cases[] = {{0.0f, 0.0f}, {0.5f, 0.0f}, {0.51f, 1.0f}, {1.0f, 1.0f}};
    TestRun run = run_with("{\"preset\":{\"happy\":{\"isBinary\":true}}}");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set(&run, "happy", cases[i].in);
        test_step(&run);
        assert_float_equal(weight_of(&run, "happy"), cases[i].out, 0.0f);
        assert_float_equal(vrm_avatar_expression_inputs(run.sim, run.id)[0], cases[i].in, 0.0f);
    }
    test_run_end(&run);
}

/* */
static void binary_of_vrm0_rounds(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    avatar.expressions = "{\"blendShapeGroups\":[{\"name\":\"Joy\",\"presetName\":\"joy\","
                         "\"isBinary\":true,\"binds\":[{\"mesh\":0,\"index\":0,\"weight\":100}]}]}";
    TestRun run = test_run(&avatar);
    set(&run, "happy", 0.49f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 0.0f, 0.0f);
    set(&run, "happy", 0.51f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 1.0f, 0.0f);
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 1.0f, 1e-6f);
    test_run_end(&run);
}

static const char block_blink[] = "{\"preset\":{\"happy\":{\"overrideBlink\":\"block\"},"
                                  "\"blink\":{},\"blinkLeft\":{},\"blinkRight\":{},\"aa\":{}}}";
static const char blend_mouth[] =
    "{\"preset\":{\"happy\":{\"overrideMouth\":\"blend\"},\"angry\":{\"overrideMouth\":\"blend\"},"
    "\"aa\":{},\"ih\":{},\"ou\":{},\"ee\":{},\"oh\":{},\"blink\":{}}}";

/* */
static void block_silences_all_of_blink_at_any_weight(void** state) {
    (void)state;
    static const char* const blinks[] = {"blink", "blinkLeft", "blinkRight"};
    for (int i = 0; i < 3; i++) {
        assert_float_equal(shown_under(block_blink, "happy", 0.001f, blinks[i]), 0.0f, 0.0f);
        assert_float_equal(shown_under(block_blink, "happy", 0.0f, blinks[i]), 0.8f, 0.0f);
    }
    assert_float_equal(shown_under(block_blink, "happy", 1.0f, "aa"), 0.8f, 0.0f);
}

/* */
static void blend_takes_its_share_from_the_mouth(void** state) {
    (void)state;
    static const char* const mouths[] = {"aa", "ih", "ou", "ee", "oh"};
    for (int i = 0; i < 5; i++)
        assert_float_equal(shown_under(blend_mouth, "happy", 0.25f, mouths[i]), 0.6f, 1e-6f);
    assert_float_equal(shown_under(blend_mouth, "happy", 1.0f, "aa"), 0.0f, 0.0f);
    assert_float_equal(shown_under(blend_mouth, "happy", 0.25f, "blink"), 0.8f, 0.0f);
}

/* */
static void look_override_reaches_the_four_look_expressions(void** state) {
    (void)state;
    static const char* const looks[] = {"lookUp", "lookDown", "lookLeft", "lookRight"};
    const char* expressions = "{\"preset\":{\"happy\":{\"overrideLookAt\":\"blend\"},\"lookUp\":{},"
                              "\"lookDown\":{},\"lookLeft\":{},\"lookRight\":{}}}";
    for (int i = 0; i < 4; i++)
        assert_float_equal(shown_under(expressions, "happy", 0.5f, looks[i]), 0.4f, 1e-6f);
}

/* each by its own property, and together never below 0. */
static void overrides_of_several_expressions_add_up_to_one(void** state) {
    (void)state;
    TestRun run = run_with(blend_mouth);
    set(&run, "aa", 1.0f);
    set(&run, "happy", 0.3f);
    set(&run, "angry", 0.4f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "aa"), 0.3f, 1e-6f);
    set(&run, "angry", 0.9f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "aa"), 0.0f, 0.0f);
    test_run_end(&run);
    assert_float_equal(shown_under(block_blink, "aa", 1.0f, "blink"), 0.8f, 0.0f);
}

/* */
static void override_of_the_own_category_is_ignored(void** state) {
    (void)state;
    const char* expressions = "{\"preset\":{\"blink\":{\"overrideBlink\":\"block\","
                              "\"overrideMouth\":\"block\"},\"blinkLeft\":{},\"aa\":{}}}";
    assert_float_equal(shown_under(expressions, "blink", 1.0f, "blinkLeft"), 0.8f, 0.0f);
    assert_float_equal(shown_under(expressions, "blink", 1.0f, "aa"), 0.0f, 0.0f);
}

/* */
static void binary_overrider_acts_with_its_binary_output(void** state) {
    (void)state;
    const char* expressions = "{\"preset\":{\"happy\":{\"isBinary\":true,\"overrideBlink\":"
                              "\"blend\"},\"blink\":{}}}";
    assert_float_equal(shown_under(expressions, "happy", 0.4f, "blink"), 0.8f, 0.0f);
    assert_float_equal(shown_under(expressions, "happy", 0.6f, "blink"), 0.0f, 0.0f);
}

/* arranged as the official sample, whose file cannot be had here. */
static void binary_overridden_vanishes_at_any_rate(void** state) {
    (void)state;
    const char* expressions = "{\"preset\":{\"happy\":{\"overrideBlink\":\"blend\"},\"blink\":"
                              "{\"isBinary\":true}}}";
    assert_float_equal(shown_under(expressions, "happy", 0.01f, "blink"), 0.0f, 0.0f);
    assert_float_equal(shown_under(expressions, "happy", 0.0f, "blink"), 1.0f, 0.0f);
}

/* blink is silenced by happy, and still counts against the gaze. */
static void rates_come_from_weights_before_overrides(void** state) {
    (void)state;
    TestRun run = run_with("{\"preset\":{\"happy\":{\"overrideBlink\":\"block\"},\"blink\":"
                           "{\"overrideLookAt\":\"blend\"},\"lookUp\":{}}}");
    set(&run, "happy", 1.0f);
    set(&run, "blink", 0.5f);
    set(&run, "lookUp", 1.0f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "blink"), 0.0f, 0.0f);
    assert_float_equal(weight_of(&run, "lookUp"), 0.5f, 0.0f);
    test_run_end(&run);
}

/* */
static void custom_expression_joins_a_category_when_listed(void** state) {
    (void)state;
    const vrm_CategoryMember members[] = {{"wink", VRM_CATEGORY_BLINK},
                                          {"nobody", VRM_CATEGORY_MOUTH}};
    vrm_RigDef def = vrm_default_rig_def();
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{\"overrideBlink\":\"block\"}},"
                         "\"custom\":{\"wink\":{\"overrideBlink\":\"block\"}}}";
    for (int is_member = 0; is_member < 2; is_member++) {
        def.members = members;
        def.member_count = is_member ? 2 : 0;
        avatar.rig_def = &def;
        TestRun run = test_run(&avatar);
        set(&run, "happy", 0.5f);
        set(&run, "wink", 1.0f);
        test_step(&run);
        assert_float_equal(weight_of(&run, "wink"), (is_member ? 0.0f : 1.0f), 0.0f);
        int32_t wink = vrm_rig_expression(run.rig, "wink");
        assert_int_equal(vrm_rig_expression_info(run.rig, wink).category,
                         is_member ? VRM_CATEGORY_BLINK : VRM_CATEGORY_NONE);
        test_run_end(&run);
    }
}

/* */
static void rules_change_at_run_time(void** state) {
    (void)state;
    const vrm_ExpressionRules plain = {.category = VRM_CATEGORY_NONE};
    TestRun run = run_with("{\"preset\":{\"happy\":{\"overrideBlink\":\"block\"},\"blink\":{},"
                           "\"aa\":{}}}");
    int32_t happy = vrm_rig_expression(run.rig, "happy"), aa = vrm_rig_expression(run.rig, "aa");
    set(&run, "happy", 0.4f);
    set(&run, "blink", 0.5f);
    set(&run, "aa", 0.5f);
    vrm_ExpressionRules rules = plain;
    rules.override_mouth = VRM_OVERRIDE_BLEND;
    assert_true(vrm_rig_set_expression(run.rig, happy, &rules));
    test_step(&run);
    assert_float_equal(weight_of(&run, "blink"), 0.5f, 0.0f);
    assert_float_equal(weight_of(&run, "aa"), 0.3f, 1e-6f);
    assert_true(vrm_rig_set_expression(run.rig, aa, &plain)); /* no mouth any more */
    test_step(&run);
    assert_float_equal(weight_of(&run, "aa"), 0.5f, 0.0f);
    rules = (vrm_ExpressionRules){.category = VRM_CATEGORY_BLINK,
                                  .binary = VRM_BINARY_OVER_HALF,
                                  .override_blink = VRM_OVERRIDE_BLOCK};
    assert_true(vrm_rig_set_expression(run.rig, happy, &rules)); /* not of its own category */
    set(&run, "happy", 0.6f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 1.0f, 0.0f);
    assert_float_equal(weight_of(&run, "blink"), 0.5f, 0.0f);
    vrm_ExpressionInfo info = vrm_rig_expression_info(run.rig, happy);
    assert_int_equal(info.category, VRM_CATEGORY_BLINK);
    assert_int_equal(info.binary, VRM_BINARY_OVER_HALF);
    test_run_end(&run);
}

static void rules_that_do_not_fit_change_nothing(void** state) {
    (void)state;
    TestRun run = run_with("{\"preset\":{\"happy\":{},\"blink\":{}}}");
    const vrm_ExpressionRules wrong[] = {
        {.category = VRM_CATEGORY_COUNT},         {.binary = (vrm_BinaryRule)3},
        {.override_mouth = (vrm_Override)3},      {.override_blink = (vrm_Override)-1},
        {.override_look_at = (vrm_Override)1000}, {.category = (vrm_Category)-1}};
    const vrm_ExpressionRules fine = {.override_blink = VRM_OVERRIDE_BLOCK};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(vrm_rig_set_expression(run.rig, 0, &wrong[i]));
    assert_false(vrm_rig_set_expression(run.rig, -1, &fine));
    assert_false(vrm_rig_set_expression(run.rig, 2, &fine));
    set(&run, "happy", 1.0f);
    set(&run, "blink", 1.0f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "blink"), 1.0f, 0.0f);
    test_run_end(&run);
}

static void morphs_add_up_and_return_to_zero(void** state) {
    (void)state;
    TestRun run = run_with("{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(0, 0.5) "," BIND(
        1, 1) "," BIND(1, 0.25) "]},\"sad\":{\"morphTargetBinds\":[" BIND(1, 0.5) "]}}}");
    set(&run, "happy", 0.5f);
    set(&run, "sad", 1.0f);
    test_step(&run);
    const float* morphs = vrm_avatar_morphs(run.sim, run.id);
    assert_float_equal(morphs[0], 0.25f, 1e-6f);
    assert_float_equal(morphs[1], 0.625f + 0.5f, 1e-6f);
    assert_float_equal(morphs[2], 0.0f, 0.0f);
    set(&run, "happy", 0.0f);
    set(&run, "sad", 0.0f);
    test_step(&run);
    assert_float_equal(morphs[0], 0.0f, 0.0f);
    assert_float_equal(morphs[1], 0.0f, 0.0f);
    assert_float_equal(weight_of(&run, "happy"), 0.0f, 0.0f);
    test_run_end(&run);
}

static void unreached_morphs_keep_the_files_default(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(1, 1) "]}}}";
    avatar.nodes[TEST_FACE].members = "\"mesh\":0,\"weights\":[0.25,0.5,0.75]";
    TestRun run = test_run(&avatar);
    test_step(&run);
    const float* morphs = vrm_avatar_morphs(run.sim, run.id);
    assert_float_equal(morphs[0], 0.25f, 0.0f);
    assert_float_equal(morphs[1], 0.0f, 0.0f);
    assert_float_equal(morphs[2], 0.75f, 0.0f);
    test_run_end(&run);
}

/* ---- Materials ---- */

static const char colors[] =
    "{\"preset\":{\"happy\":{\"materialColorBinds\":[{\"material\":0,\"type\":\"color\","
    "\"targetValue\":[1,0,0.5,1]},{\"material\":0,\"type\":\"emissionColor\",\"targetValue\":"
    "[1,1,1,0.2]},{\"material\":1,\"type\":\"shadeColor\",\"targetValue\":[1,1,1,1]}]},\"sad\":"
    "{\"materialColorBinds\":[{\"material\":0,\"type\":\"color\",\"targetValue\":[0,0,0,0]}]}}}";

/* */
static void colours_move_from_the_files_value_by_weight(void** state) {
    (void)state;
    TestRun run = run_with(colors);
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(run.rig, &count);
    const vrm_Vec4* now = vrm_avatar_material_values(run.sim, run.id);
    assert_int_equal(count, 2);
    assert_int_equal(values[0].color, VRM_COLOR_BASE);
    assert_int_equal(values[1].color, VRM_COLOR_EMISSION);
    set(&run, "happy", 0.5f);
    set(&run, "sad", 0.25f);
    test_step(&run);
    assert_float_equal(now[0].x, 0.5f + 0.25f - 0.125f, 1e-6f);
    assert_float_equal(now[0].y, 0.5f - 0.25f - 0.125f, 1e-6f);
    assert_float_equal(now[0].w, 0.5f + 0.25f - 0.125f, 1e-6f);
    assert_float_equal(now[1].x, 0.5f, 1e-6f);
    assert_float_equal(now[1].w, 1.0f, 0.0f); /* the fourth number counts for color only */
    set(&run, "happy", 0.0f);
    set(&run, "sad", 0.0f);
    test_step(&run);
    assert_float_equal(now[0].x, 0.5f, 0.0f);
    assert_float_equal(now[1].x, 0.0f, 0.0f);
    test_run_end(&run);
}

/* R-123, the part of the runtime: a shade colour of an unlit material reaches nothing. */
static void colour_that_the_material_does_not_have_is_ignored(void** state) {
    (void)state;
    TestRun run = run_with(colors);
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(run.rig, &count);
    for (int32_t i = 0; i < count; i++) assert_int_not_equal(values[i].material, 1);
    test_run_end(&run);
}

/* */
static void texture_transform_moves_every_uv_texture_from_its_own_base(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.members = "\"images\":[{\"uri\":\"data:image/png;base64,AA==\"}],"
                     "\"textures\":[{\"source\":0}]";
    avatar.materials =
        "[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"extensions\":"
        "{\"KHR_texture_transform\":{\"offset\":[0.5,0],\"scale\":[2,2]}}}},\"extensions\":"
        "{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\",\"shadeMultiplyTexture\":{\"index\":0},"
        "\"matcapTexture\":{\"index\":0},\"shadingShiftTexture\":{\"index\":0}}}}]";
    avatar.expressions =
        "{\"preset\":{\"happy\":{\"textureTransformBinds\":[{\"material\":0,\"scale\":[1,3],"
        "\"offset\":[0,1]}]}}}";
    TestRun run = test_run(&avatar);
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(run.rig, &count);
    assert_int_equal(count, 3); /* base colour, shade multiply, shading shift; not the matcap */
    assert_int_equal(values[0].texture, VRM_TEXTURE_BASE_COLOR);
    assert_int_equal(values[1].texture, VRM_TEXTURE_SHADE_MULTIPLY);
    assert_int_equal(values[2].texture, VRM_TEXTURE_SHADING_SHIFT);
    set(&run, "happy", 0.5f);
    test_step(&run);
    const vrm_Vec4* now = vrm_avatar_material_values(run.sim, run.id);
    assert_float_equal(now[0].x, 0.25f, 1e-6f);
    assert_float_equal(now[0].y, 0.5f, 1e-6f);
    assert_float_equal(now[0].z, 1.5f, 1e-6f);
    assert_float_equal(now[0].w, 2.5f, 1e-6f);
    assert_float_equal(now[1].x, 0.0f, 1e-6f);
    assert_float_equal(now[1].y, 0.5f, 1e-6f);
    assert_float_equal(now[1].w, 2.0f, 1e-6f);
    test_run_end(&run);
}

/* */
static void changing_one_by_one_gives_what_setting_all_gives(void** state) {
    (void)state;
    TestRun slow = run_with(colors), fast = run_with(colors);
    for (int i = 0; i <= 100; i++) {
        set(&slow, "happy", (float)i / 100.0f);
        test_step(&slow);
        set(&slow, "sad", 1.0f - (float)i / 100.0f);
        test_step(&slow);
    }
    set(&fast, "happy", 1.0f);
    set(&fast, "sad", 0.0f);
    test_step(&fast);
    assert_memory_equal(vrm_avatar_material_values(slow.sim, slow.id),
                        vrm_avatar_material_values(fast.sim, fast.id), 2 * sizeof(vrm_Vec4));
    test_run_end(&slow);
    test_run_end(&fast);
}

/* */
static void draft_binary_is_any_weight_and_ignore_blocks(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.dialect = VRM_DIALECT_DRAFT;
    avatar.first_person =
        "{},\"blendShape\":{\"blendShapeGroups\":[{\"name\":\"Joy\",\"preset\":\"joy\","
        "\"isBinary\":true,\"ignoreBlink\":true},{\"name\":\"Blink\",\"preset\":\"blink\"}]}";
    TestRun run = test_run(&avatar);
    set(&run, "blink", 0.7f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "blink"), 0.7f, 0.0f);
    set(&run, "happy", 0.01f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "happy"), 1.0f, 0.0f);
    assert_float_equal(weight_of(&run, "blink"), 0.0f, 0.0f);
    test_run_end(&run);
}

/* ---- The official samples ---- */

static TestRun run_corpus(const char* name) {
    TestRun run = {0};
    TestBytes bytes = corpus_read(name);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &run.model), VRM_OK);
    test_bytes_free(&bytes);
    assert_int_equal(vrm_rig_build(run.model, NULL, &run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.rig);
    return run;
}

/* */
static void official_sample_binary_overrides(void** state) {
    (void)state;
    skip_without_corpus();
    TestRun run = run_corpus("vrm1/VRMC_vrm_expressions_isBinary_Overrides.vrm");
    set(&run, "blink", 0.6f);
    set(&run, "happy", 0.5f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "blink"), 0.6f, 0.0f);
    set(&run, "happy", 0.51f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "blink"), 0.0f, 0.0f);
    test_run_end(&run);
}

static void unused_expressions_leave_results_alone(void** state) {
    (void)state;
    char text[8192];
    size_t used = (size_t)snprintf(
        text, sizeof text,
        "{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(0, 1) "]}},\"custom\":{");
    for (int i = 0; i < 100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s\"c%d\":{\"morphTargetBinds\":[" BIND(0, 1) "]}",
                                 i == 0 ? "" : ",", i);
    snprintf(text + used, sizeof text - used, "}}");
    TestRun run = run_with(text);
    assert_int_equal(vrm_rig_expression_count(run.rig), 101);
    set(&run, "c99", 0.5f);
    set(&run, "happy", 0.25f);
    test_step(&run);
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 0.75f, 0.0f);
    assert_float_equal(weight_of(&run, "c99"), 0.5f, 0.0f);
    assert_float_equal(weight_of(&run, "c98"), 0.0f, 0.0f);
    set(&run, "c99", 0.0f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "c99"), 0.0f, 0.0f);
    test_run_end(&run);
}

static void expressions_keep_their_last_value_while_their_stage_is_off(void** state) {
    (void)state;
    TestRun run = run_with(block_blink);
    set(&run, "aa", 0.5f);
    test_step(&run);
    vrm_avatar_set_stages(run.sim, run.id, VRM_STAGE_CONSTRAINTS);
    set(&run, "aa", 0.0f);
    set(&run, "happy", 1.0f);
    test_step(&run);
    assert_float_equal(weight_of(&run, "aa"), 0.5f, 0.0f);
    vrm_avatar_set_stages(run.sim, run.id, VRM_STAGE_ALL);
    test_step(&run);
    assert_float_equal(weight_of(&run, "aa"), 0.0f, 0.0f);
    assert_float_equal(weight_of(&run, "happy"), 1.0f, 0.0f);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_clamped_and_nan_is_refused),
        cmocka_unit_test(binary_is_one_only_above_a_half),
        cmocka_unit_test(binary_of_vrm0_rounds),
        cmocka_unit_test(block_silences_all_of_blink_at_any_weight),
        cmocka_unit_test(blend_takes_its_share_from_the_mouth),
        cmocka_unit_test(look_override_reaches_the_four_look_expressions),
        cmocka_unit_test(overrides_of_several_expressions_add_up_to_one),
        cmocka_unit_test(override_of_the_own_category_is_ignored),
        cmocka_unit_test(binary_overrider_acts_with_its_binary_output),
        cmocka_unit_test(binary_overridden_vanishes_at_any_rate),
        cmocka_unit_test(rates_come_from_weights_before_overrides),
        cmocka_unit_test(custom_expression_joins_a_category_when_listed),
        cmocka_unit_test(rules_change_at_run_time),
        cmocka_unit_test(rules_that_do_not_fit_change_nothing),
        cmocka_unit_test(morphs_add_up_and_return_to_zero),
        cmocka_unit_test(unreached_morphs_keep_the_files_default),
        cmocka_unit_test(colours_move_from_the_files_value_by_weight),
        cmocka_unit_test(colour_that_the_material_does_not_have_is_ignored),
        cmocka_unit_test(texture_transform_moves_every_uv_texture_from_its_own_base),
        cmocka_unit_test(changing_one_by_one_gives_what_setting_all_gives),
        cmocka_unit_test(draft_binary_is_any_weight_and_ignore_blocks),
        cmocka_unit_test(official_sample_binary_overrides),
        cmocka_unit_test(unused_expressions_leave_results_alone),
        cmocka_unit_test(expressions_keep_their_last_value_while_their_stage_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
