/* SPDX-License-Identifier: MIT */
/* Expressions: presets and customs, what they bind, and how 0.x and the drafts say the same. */
#include "support/check.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

#define EXPRESSIONS "/extensions/VRMC_vrm/expressions"
#define PRESET      EXPRESSIONS "/preset"
#define CUSTOM      EXPRESSIONS "/custom"
#define GROUPS0     "/extensions/VRM/blendShapeMaster/blendShapeGroups"
#define GROUPS19    "/extensions/VRMC_vrm/blendShape/blendShapeGroups"

static const vrm_Expression* get(const TestModel* test, const char* name) {
    int32_t count, index = vrm_model_expression(test->model, name);
    const vrm_Expression* expressions = vrm_model_expressions(test->model, &count);
    if (index < 0) fail_msg("no expression \"%s\"", name);
    assert_true(index < count);
    return &expressions[index];
}

static int32_t count_of(const TestModel* test) {
    int32_t count;
    vrm_model_expressions(test->model, &count);
    return count;
}

static void check_float(float actual, float expected) {
    assert_float_equal(actual, expected, 1e-6f);
}

/* */
static void all_18_presets_are_known(void** state) {
    (void)state;
    static const char* const names[] = {
        "happy",      "angry",  "sad",      "relaxed",  "surprised", "aa",
        "ih",         "ou",     "ee",       "oh",       "blink",     "blinkLeft",
        "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight", "neutral"};
    assert_int_equal(VRM_EXPRESSION_PRESET_COUNT, 18);
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(test.model, &count);
    assert_int_equal(count, 20);
    for (int i = 0; i < 18; i++) {
        assert_int_equal(vrm_expression_preset_by_name(names[i]), i);
        assert_string_equal(vrm_expression_preset_name((vrm_ExpressionPreset)i), names[i]);
        assert_int_equal(expressions[i].preset, i);
        assert_string_equal(expressions[i].name, names[i]);
        assert_int_equal(vrm_model_expression(test.model, names[i]), i);
    }
    assert_int_equal(expressions[18].preset, VRM_EXPRESSION_CUSTOM);
    assert_string_equal(expressions[18].name, "wow1");
    assert_string_equal(expressions[19].name, "wow2");
    assert_int_equal(vrm_expression_preset_by_name("joy"), VRM_EXPRESSION_CUSTOM);
    assert_null(vrm_expression_preset_name(VRM_EXPRESSION_CUSTOM));
    assert_int_equal(vrm_model_expression(test.model, "nobody"), -1);
    test_model_free(&test);
}

/* */
static void other_preset_is_reported_and_left_out(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " PRESET "/joy {}");
    assert_int_equal(count_of(&test), 20);
    test_expect(&test, "EXPRESSION_PRESET_UNKNOWN", PRESET "/joy");
    test_model_free(&test);
}

/* */
static void custom_with_the_name_of_a_preset_is_left_out(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " CUSTOM "/happy {'isBinary':true}");
    assert_int_equal(count_of(&test), 20);
    assert_int_equal(get(&test, "happy")->binary, VRM_BINARY_NOT);
    test_expect(&test, "EXPRESSION_CUSTOM_NAME_IS_PRESET", CUSTOM "/happy");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
    test_model_free(&test);
}

/* */
static void all_presets_are_optional(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove " EXPRESSIONS);
    assert_int_equal(count_of(&test), 0);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " EXPRESSIONS " {'preset':{'oh':{}}}");
    assert_int_equal(count_of(&test), 1);
    assert_string_equal(get(&test, "oh")->name, "oh");
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove /extensions/VRM/blendShapeMaster");
    assert_int_equal(count_of(&test), 0);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_DRAFT, "remove /extensions/VRMC_vrm/blendShape");
    assert_int_equal(count_of(&test), 0);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void binary_and_overrides_default_to_none(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    const vrm_Expression* aa = get(&test, "aa");
    assert_int_equal(aa->binary, VRM_BINARY_NOT);
    assert_int_equal(aa->override_blink, VRM_OVERRIDE_NONE);
    assert_int_equal(aa->override_look_at, VRM_OVERRIDE_NONE);
    assert_int_equal(aa->override_mouth, VRM_OVERRIDE_NONE);
    const vrm_Expression* surprised = get(&test, "surprised");
    assert_int_equal(surprised->binary, VRM_BINARY_OVER_HALF);
    assert_int_equal(surprised->override_blink, VRM_OVERRIDE_BLOCK);
    assert_int_equal(surprised->override_look_at, VRM_OVERRIDE_BLOCK);
    assert_int_equal(surprised->override_mouth, VRM_OVERRIDE_NONE);
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->override_blink, VRM_OVERRIDE_BLEND);
    assert_int_equal(happy->override_mouth, VRM_OVERRIDE_BLOCK);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " PRESET "/happy/overrideBlink 'Block'");
    assert_int_equal(get(&test, "happy")->override_blink, VRM_OVERRIDE_NONE);
    test_expect(&test, "EXPRESSION_OVERRIDE_UNKNOWN", PRESET "/happy/overrideBlink");
    test_model_free(&test);
}

/* */
static void wrong_morph_bind_is_left_out_alone(void** state) {
    (void)state;
    static const struct {
        const char *bind, *code, *place;
    } cases[] = {
        {"{'node':99,'index':0,'weight':1}", "EXPRESSION_BIND_NODE_INVALID", "/node"},
        {"{'node':-1,'index':0,'weight':1}", "EXPRESSION_BIND_NODE_INVALID", "/node"},
        {"{'node':0,'index':0,'weight':1}", "EXPRESSION_BIND_NODE_WITHOUT_MESH", "/node"},
        {"{'node':85,'index':18,'weight':1}", "EXPRESSION_BIND_MORPH_INVALID", "/index"},
        {"{'node':84,'index':0,'weight':1}", "EXPRESSION_BIND_MORPH_INVALID", "/index"},
        {"{'index':0,'weight':1}", "UNDEFINED_PROPERTY", ""},
        {"{'node':85,'weight':1}", "UNDEFINED_PROPERTY", ""},
        {"{'node':85,'index':0}", "UNDEFINED_PROPERTY", ""},
        {"5", "TYPE_MISMATCH", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[200], pointer[200];
        snprintf(edit, sizeof edit, "insert " PRESET "/happy/morphTargetBinds/0 %s", cases[i].bind);
        snprintf(pointer, sizeof pointer, PRESET "/happy/morphTargetBinds/0%s", cases[i].place);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        const vrm_Expression* happy = get(&test, "happy");
        assert_int_equal(happy->morph_bind_count, 2);
        assert_int_equal(happy->morph_binds[0].index, 10);
        test_expect(&test, cases[i].code, pointer);
        test_model_free(&test);
    }
}

static void morph_bind_keeps_its_weight(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " PRESET "/happy/morphTargetBinds/1/weight -1.5");
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->morph_binds[1].node, 85);
    assert_int_equal(happy->morph_binds[1].index, 14);
    check_float(happy->morph_binds[1].weight, -1.5f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void color_bind_has_six_types(void** state) {
    (void)state;
    static const char* const types[] = {"color",       "emissionColor", "shadeColor",
                                        "matcapColor", "rimColor",      "outlineColor"};
    for (int i = 0; i < 6; i++) {
        char edit[200];
        snprintf(edit, sizeof edit,
                 "set " PRESET "/angry/materialColorBinds/0 "
                 "{'material':2,'type':'%s','targetValue':[0.1,0.2,0.3,0.4]}",
                 types[i]);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        const vrm_Expression* angry = get(&test, "angry");
        assert_int_equal(angry->color_bind_count, 1);
        assert_int_equal(angry->color_binds[0].material, 2);
        assert_int_equal(angry->color_binds[0].target, i);
        check_float(angry->color_binds[0].value.x, 0.1f);
        check_float(angry->color_binds[0].value.w, 0.4f);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " PRESET "/angry/materialColorBinds/0/type 'uvScale'");
    assert_int_equal(get(&test, "angry")->color_bind_count, 0);
    test_expect(&test, "EXPRESSION_BIND_TYPE_UNKNOWN", PRESET "/angry/materialColorBinds/0/type");
    test_model_free(&test);
}

/* */
static void color_bind_needs_exactly_four_numbers(void** state) {
    (void)state;
    static const char* const wrong[] = {"[1,1,1]", "[1,1,1,1,1]", "[]"};
    for (int i = 0; i < 3; i++) {
        char edit[200];
        snprintf(edit, sizeof edit, "set " PRESET "/angry/materialColorBinds/0/targetValue %s",
                 wrong[i]);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(get(&test, "angry")->color_bind_count, 0);
        test_expect(&test, "ARRAY_LENGTH_NOT_IN_LIST",
                    PRESET "/angry/materialColorBinds/0/targetValue");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(
        VRM_DIALECT_1, "set " PRESET "/angry/materialColorBinds/0/targetValue [1,1,1,'NaN']");
    assert_int_equal(get(&test, "angry")->color_bind_count, 0);
    test_expect(&test, "TYPE_MISMATCH", PRESET "/angry/materialColorBinds/0/targetValue/3");
    test_model_free(&test);
}

/* */
static void bind_of_a_missing_material_is_left_out_alone(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " CUSTOM "/wow1/materialColorBinds/1/material 7\n"
                                        "set " CUSTOM "/wow1/textureTransformBinds/0/material -3");
    assert_int_equal(get(&test, "wow1")->color_bind_count, 5);
    assert_int_equal(get(&test, "wow1")->texture_bind_count, 0);
    test_expect_codes(&test, "EXPRESSION_BIND_MATERIAL_INVALID EXPRESSION_BIND_MATERIAL_INVALID");
    test_model_free(&test);
}

/* */
static void texture_bind_defaults_to_no_change(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " CUSTOM "/wow1/textureTransformBinds [{'material':1},"
                                        "{'material':1,'scale':[3,4],'offset':[0.5,0.25]}]");
    const vrm_Expression* wow = get(&test, "wow1");
    assert_int_equal(wow->texture_bind_count, 2);
    check_float(wow->texture_binds[0].scale.x, 1.0f);
    check_float(wow->texture_binds[0].scale.y, 1.0f);
    check_float(wow->texture_binds[0].offset.x, 0.0f);
    check_float(wow->texture_binds[0].offset.y, 0.0f);
    assert_true(wow->texture_binds[0].binds_x && wow->texture_binds[0].binds_y);
    check_float(wow->texture_binds[1].scale.y, 4.0f);
    check_float(wow->texture_binds[1].offset.x, 0.5f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* ---- 0.x ---- */

/* */
static void presets_of_0_become_those_of_1_in_any_case(void** state) {
    (void)state;
    static const struct {
        const char *old_name, *new_name;
    } names[] = {
        {"a", "aa"},
        {"I", "ih"},
        {"u", "ou"},
        {"E", "ee"},
        {"o", "oh"},
        {"Blink", "blink"},
        {"blink_l", "blinkLeft"},
        {"BLINK_R", "blinkRight"},
        {"joy", "happy"},
        {"Angry", "angry"},
        {"sorrow", "sad"},
        {"FUN", "relaxed"},
        {"LookUp", "lookUp"},
        {"lookdown", "lookDown"},
        {"lookleft", "lookLeft"},
        {"lookright", "lookRight"},
        {"neutral", "neutral"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char edit[200];
        snprintf(edit, sizeof edit, "set " GROUPS0 " [{'name':'x','presetName':'%s'}]",
                 names[i].old_name);
        TestModel test = test_model_scene(VRM_DIALECT_0, edit);
        assert_int_equal(count_of(&test), 1);
        assert_int_equal(get(&test, names[i].new_name)->preset,
                         vrm_expression_preset_by_name(names[i].new_name));
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " GROUPS0 " [{'name':'Wave','presetName':'unknown'},{'name':'Nod'},"
                       "{'name':'Bow','presetName':'bow'}]");
    assert_int_equal(count_of(&test), 3);
    assert_int_equal(get(&test, "Wave")->preset, VRM_EXPRESSION_CUSTOM);
    assert_int_equal(get(&test, "Nod")->preset, VRM_EXPRESSION_CUSTOM);
    assert_int_equal(get(&test, "Bow")->preset, VRM_EXPRESSION_CUSTOM);
    test_expect(&test, "EXPRESSION_PRESET_UNKNOWN", GROUPS0 "/2/presetName");
    test_model_free(&test);
}

/* */
static void weights_of_0_are_divided_by_100(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->morph_bind_count, 2);
    check_float(happy->morph_binds[0].weight, 1.0f);
    check_float(happy->morph_binds[1].weight, 0.5f);
    test_model_free(&test);
}

/* */
static void bind_of_a_mesh_drives_every_node_that_shows_it(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set /nodes/0/mesh 1\nset /nodes/87/mesh 1");
    const vrm_Expression* aa = get(&test, "aa");
    assert_int_equal(aa->morph_bind_count, 3);
    assert_int_equal(aa->morph_binds[0].node, 0);
    assert_int_equal(aa->morph_binds[1].node, 85);
    assert_int_equal(aa->morph_binds[2].node, 87);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(aa->morph_binds[i].index, 0);
        check_float(aa->morph_binds[i].weight, 1.0f);
    }
    test_model_free(&test);
}

/* */
static void group_of_0_is_known_by_preset_or_name_and_the_first_wins(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set " GROUPS0 " [{'name':'A','presetName':'unknown','isBinary':true},"
        "{'name':'Smile','presetName':'joy','isBinary':true},{'name':'Other','presetName':'JOY'},"
        "{'name':'wave','presetName':'unknown','isBinary':true},{'name':'WAVE'},"
        "{'name':'Joy','presetName':'unknown'},{'name':'Surprised'}]");
    /* A group called "A" without preset is preset a by 0.x's rule. */
    assert_int_equal(count_of(&test), 4);
    assert_int_equal(get(&test, "aa")->binary, VRM_BINARY_OVER_HALF);
    assert_int_equal(get(&test, "happy")->binary, VRM_BINARY_OVER_HALF);
    assert_int_equal(get(&test, "wave")->binary, VRM_BINARY_OVER_HALF);
    assert_int_equal(get(&test, "surprised")->preset, VRM_EXPRESSION_SURPRISED);
    assert_int_equal(vrm_model_expression(test.model, "WAVE"), -1);
    test_expect_codes(&test, "EXPRESSION_DUPLICATED EXPRESSION_DUPLICATED EXPRESSION_DUPLICATED");
    test_expect_among(&test, "EXPRESSION_DUPLICATED", GROUPS0 "/2");
    test_expect_among(&test, "EXPRESSION_DUPLICATED", GROUPS0 "/4");
    test_expect_among(&test, "EXPRESSION_DUPLICATED", GROUPS0 "/5");
    test_model_free(&test);
}

/* */
static void wrong_bind_of_0_is_left_out_alone(void** state) {
    (void)state;
    static const struct {
        const char *bind, *code, *place;
    } cases[] = {
        {"{'mesh':5,'index':0,'weight':100}", "EXPRESSION_BIND_MESH_INVALID", "/mesh"},
        {"{'mesh':1,'index':18,'weight':100}", "EXPRESSION_BIND_MORPH_INVALID", "/index"},
        {"{'mesh':1,'index':-1,'weight':100}", "EXPRESSION_BIND_MORPH_INVALID", "/index"},
        {"{'mesh':1,'weight':100}", "EXPRESSION_BIND_MORPH_INVALID", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[200], pointer[200];
        snprintf(edit, sizeof edit, "insert " GROUPS0 "/0/binds/0 %s", cases[i].bind);
        snprintf(pointer, sizeof pointer, GROUPS0 "/0/binds/0%s", cases[i].place);
        TestModel test = test_model_scene(VRM_DIALECT_0, edit);
        assert_int_equal(get(&test, "happy")->morph_bind_count, 2);
        test_expect(&test, cases[i].code, pointer);
        test_model_free(&test);
    }
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "insert " GROUPS0 "/0/binds/0 {'mesh':-1,'index':0,'weight':100}");
    assert_int_equal(get(&test, "happy")->morph_bind_count, 2);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove /nodes/85/mesh\nremove /nodes/85/skin");
    test_expect_among(&test, "EXPRESSION_BIND_MESH_UNUSED", GROUPS0 "/0/binds/0");
    test_model_free(&test);
}

/* sRGB becomes linear, but not alpha and not emission. */
static void material_values_of_0_become_binds(void** state) {
    (void)state;
    static const struct {
        const char* property;
        vrm_ColorTarget target;
        float expected;
    } colors[] = {
        {"_Color", VRM_COLOR_BASE, 0.21404114f},
        {"_EmissionColor", VRM_COLOR_EMISSION, 0.5f},
        {"_ShadeColor", VRM_COLOR_SHADE, 0.21404114f},
        {"_RimColor", VRM_COLOR_RIM, 0.21404114f},
        {"_OutlineColor", VRM_COLOR_OUTLINE, 0.21404114f},
    };
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        char edit[300];
        snprintf(edit, sizeof edit,
                 "set " GROUPS0 "/0/materialValues [{'materialName':'Hair','propertyName':'%s',"
                 "'targetValue':[0.5,0.5,0,0.5]}]",
                 colors[i].property);
        TestModel test = test_model_scene(VRM_DIALECT_0, edit);
        const vrm_Expression* happy = get(&test, "happy");
        assert_int_equal(happy->color_bind_count, 1);
        assert_int_equal(happy->color_binds[0].material, 2);
        assert_int_equal(happy->color_binds[0].target, colors[i].target);
        check_float(happy->color_binds[0].value.x, colors[i].expected);
        check_float(happy->color_binds[0].value.z, 0.0f);
        check_float(happy->color_binds[0].value.w, 0.5f);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test =
        test_model_scene(VRM_DIALECT_0, "set " GROUPS0 "/0/materialValues [{'materialName':'Hair',"
                                        "'propertyName':'_Cutoff','targetValue':[0,0,0,0]}]");
    assert_int_equal(get(&test, "happy")->color_bind_count, 0);
    test_expect(&test, "EXPRESSION_BIND_PROPERTY_UNKNOWN",
                GROUPS0 "/0/materialValues/0/propertyName");
    test_model_free(&test);
    test =
        test_model_scene(VRM_DIALECT_0, "set " GROUPS0 "/0/materialValues [{'materialName':'Hair',"
                                        "'propertyName':'_Color','targetValue':[0,0,0]}]");
    test_expect(&test, "EXPRESSION_BIND_VALUE_INVALID", GROUPS0 "/0/materialValues/0/targetValue");
    test_model_free(&test);
}

/* */
static void texture_values_of_0_are_scale_first_with_v_turned_around(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set " GROUPS0 "/0/materialValues ["
        "{'materialName':'Cloth','propertyName':'_MainTex_ST','targetValue':[2,4,0.25,0.5]},"
        "{'materialName':'Cloth','propertyName':'_MainTex_ST_S','targetValue':[2,4,0.25,0.5]},"
        "{'materialName':'Cloth','propertyName':'_MainTex_ST_T','targetValue':[2,4,0.25,0.5]}]");
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->texture_bind_count, 3);
    const vrm_TextureBind *both = &happy->texture_binds[0], *x = both + 1, *y = both + 2;
    check_float(both->scale.x, 2.0f);
    check_float(both->scale.y, 4.0f);
    check_float(both->offset.x, 0.25f);
    check_float(both->offset.y, 1.0f - 0.5f - 4.0f);
    assert_true(both->binds_x && both->binds_y);
    assert_true(x->binds_x && !x->binds_y);
    check_float(x->scale.x, 2.0f);
    check_float(x->scale.y, 1.0f);
    check_float(x->offset.x, 0.25f);
    check_float(x->offset.y, 0.0f);
    assert_true(!y->binds_x && y->binds_y);
    check_float(y->scale.x, 1.0f);
    check_float(y->scale.y, 4.0f);
    check_float(y->offset.x, 0.0f);
    check_float(y->offset.y, -3.5f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void material_of_0_is_found_by_name_and_the_first_wins(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set /materials/5/name 'Twin'\nset /materials/3/name 'Twin'\n"
                       "set " GROUPS0 "/0/materialValues ["
                       "{'materialName':'Twin','propertyName':'_Color','targetValue':[1,1,1,1]},"
                       "{'materialName':'twin','propertyName':'_Color','targetValue':[1,1,1,1]},"
                       "{'propertyName':'_Color','targetValue':[1,1,1,1]}]");
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->color_bind_count, 1);
    assert_int_equal(happy->color_binds[0].material, 3);
    test_expect_codes(&test, "EXPRESSION_BIND_MATERIAL_INVALID EXPRESSION_BIND_MATERIAL_INVALID");
    test_expect_among(&test, "EXPRESSION_BIND_MATERIAL_INVALID",
                      GROUPS0 "/0/materialValues/1/materialName");
    test_model_free(&test);
}

/* ---- Drafts ---- */

/* */
static void groups_of_the_draft_are_read_by_schema_and_by_text(void** state) {
    (void)state;
    static const char* const edits[] = {
        "set /extensions/VRMC_vrm/blendShape {'blendShapeGroups':[{'name':'x','preset':'sorrow',"
        "'binds':[{'mesh':1,'index':3,'weight':0.25}],'isBinary':true,"
        "'materialValues':[{'material':2,'type':'color','targetValue':[0.5,0.25,1,0.75]}]},"
        "{'name':'Wink','preset':'custom'}]}",
        "remove /extensions/VRMC_vrm/blendShape\n"
        "set /extensions/VRMC_vrm/blendshape {'blendShapeGroups':[{'name':'x',"
        "'presetName':'sorrow','values':[{'mesh':1,'index':3,'weight':0.25}],'is_binary':true,"
        "'materials':[{'material':2,'target':'color','targetValue':[0.5,0.25,1,0.75]}]},"
        "{'name':'Wink','presetName':'custom'}]}",
    };
    for (int i = 0; i < 2; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_DRAFT, edits[i]);
        assert_int_equal(count_of(&test), 2);
        const vrm_Expression* sad = get(&test, "sad");
        assert_int_equal(sad->binary, VRM_BINARY_NON_ZERO);
        assert_int_equal(sad->morph_bind_count, 1);
        assert_int_equal(sad->morph_binds[0].node, 85);
        assert_int_equal(sad->morph_binds[0].index, 3);
        check_float(sad->morph_binds[0].weight, 0.25f);
        assert_int_equal(sad->color_bind_count, 1);
        assert_int_equal(sad->color_binds[0].target, VRM_COLOR_BASE);
        check_float(sad->color_binds[0].value.x, 0.5f); /* linear already */
        check_float(sad->color_binds[0].value.w, 0.75f);
        assert_int_equal(get(&test, "Wink")->preset, VRM_EXPRESSION_CUSTOM);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
}

static void ignore_of_the_draft_is_a_block(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_DRAFT, NULL);
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->override_blink, VRM_OVERRIDE_BLOCK);
    assert_int_equal(happy->override_look_at, VRM_OVERRIDE_NONE);
    assert_int_equal(happy->override_mouth, VRM_OVERRIDE_BLOCK);
    test_model_free(&test);
}

/* */
static void scale_and_offset_of_the_draft_become_one_bind(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT,
        "set " GROUPS19 "/0/materialValues ["
        "{'material':1,'type':'uvScale','targetValue':[2,3,0,0]},"
        "{'material':2,'type':'uvOffset','targetValue':[0.1,0.2]},"
        "{'material':1,'type':'uvOffset','targetValue':[0.25,0.5,0,0]}]\n"
        "set /materials/2/pbrMetallicRoughness/baseColorTexture {'index':0,'extensions':"
        "{'KHR_texture_transform':{'scale':[5,6],'offset':[7,8]}}}\n"
        "set " GROUPS19
        "/1/materialValues [{'material':1,'type':'uvScale','targetValue':[9,9,0,0]}]");
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->texture_bind_count, 2);
    assert_int_equal(happy->texture_binds[0].material, 1);
    check_float(happy->texture_binds[0].scale.x, 2.0f);
    check_float(happy->texture_binds[0].scale.y, 3.0f);
    check_float(happy->texture_binds[0].offset.x, 0.25f);
    check_float(happy->texture_binds[0].offset.y, 0.5f);
    /* What a group does not mention stays as the material has it. */
    assert_int_equal(happy->texture_binds[1].material, 2);
    check_float(happy->texture_binds[1].scale.x, 5.0f);
    check_float(happy->texture_binds[1].scale.y, 6.0f);
    check_float(happy->texture_binds[1].offset.x, 0.1f);
    check_float(happy->texture_binds[1].offset.y, 0.2f);
    /* Another group has binds of its own. */
    const vrm_Expression* angry = get(&test, "angry");
    assert_int_equal(angry->texture_bind_count, 1);
    check_float(angry->texture_binds[0].scale.x, 9.0f);
    check_float(angry->texture_binds[0].offset.x, 0.0f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void array_of_2020_is_read(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1,
        /* Drafts do not have the names that 1.0 gave to the thumbs. */
        "remove /extensions/VRMC_vrm/humanoid/humanBones/leftThumbMetacarpal\n"
        "remove /extensions/VRMC_vrm/humanoid/humanBones/rightThumbMetacarpal\n"
        "set " EXPRESSIONS " [{'preset':'fun','isBinary':true,'ignoreBlink':true,"
        "'overrideMouth':'blend','morphTargetBinds':[{'node':85,'index':2,'weight':0.5}],"
        "'materialUVBinds':[{'material':1,'scale':[2,2]}]},{'preset':'custom','name':'Nod'},"
        "{'preset':'fun'}]");
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_DRAFT);
    assert_int_equal(count_of(&test), 2);
    const vrm_Expression* relaxed = get(&test, "relaxed");
    assert_int_equal(relaxed->binary, VRM_BINARY_OVER_HALF);
    assert_int_equal(relaxed->override_blink, VRM_OVERRIDE_BLOCK);
    assert_int_equal(relaxed->override_mouth, VRM_OVERRIDE_BLEND);
    assert_int_equal(relaxed->morph_bind_count, 1);
    assert_int_equal(relaxed->texture_bind_count, 1);
    assert_int_equal(get(&test, "Nod")->preset, VRM_EXPRESSION_CUSTOM);
    test_expect(&test, "EXPRESSION_DUPLICATED", EXPRESSIONS "/2");
    test_model_free(&test);
}

/* */
static void names_of_morphs_come_from_the_mesh_or_its_first_primitive(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set /meshes/1/extras {'targetNames':['one','two']}\n"
                       "set /meshes/1/primitives/0/extras {'targetNames':['other']}");
    const vrm_Mesh* mesh = &vrm_model_gltf(test.model)->meshes[1];
    assert_int_equal(mesh->target_name_count, 2);
    assert_string_equal(mesh->target_names[1], "two");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0,
                            "set /meshes/1/primitives/0/extras {'targetNames':['other']}");
    mesh = &vrm_model_gltf(test.model)->meshes[1];
    assert_int_equal(mesh->target_name_count, 1);
    assert_string_equal(mesh->target_names[0], "other");
    test_model_free(&test);
}

/* Drafts from 2020-01-15 on bind nodes. */
static void bind_of_a_draft_may_name_a_node(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT, "set /nodes/0/mesh 1\nset " GROUPS19 "/0/binds ["
                           "{'node':85,'index':3,'weight':0.5},{'node':1,'index':0,'weight':1},"
                           "{'node':99,'index':0,'weight':1},{'index':0,'weight':1}]");
    const vrm_Expression* happy = get(&test, "happy");
    assert_int_equal(happy->morph_bind_count,
                     1); /* only that node, although others show the mesh too */
    assert_int_equal(happy->morph_binds[0].node, 85);
    assert_int_equal(happy->morph_binds[0].index, 3);
    test_expect_codes(&test, "EXPRESSION_BIND_NODE_WITHOUT_MESH EXPRESSION_BIND_NODE_INVALID "
                             "UNDEFINED_PROPERTY");
    test_model_free(&test);
}

/* */
static void wrong_material_value_of_the_draft_is_left_out_alone(void** state) {
    (void)state;
    static const struct {
        const char *value, *code, *place;
    } cases[] = {
        {"{'material':7,'type':'color','targetValue':[1,1,1,1]}",
         "EXPRESSION_BIND_MATERIAL_INVALID", "/material"},
        {"{'type':'color','targetValue':[1,1,1,1]}", "UNDEFINED_PROPERTY", ""},
        {"{'material':1,'targetValue':[1,1,1,1]}", "UNDEFINED_PROPERTY", ""},
        {"{'material':1,'type':'rim','targetValue':[1,1,1,1]}", "EXPRESSION_BIND_TYPE_UNKNOWN",
         "/type"},
        {"{'material':1,'type':'color'}", "EXPRESSION_BIND_VALUE_INVALID", ""},
        {"{'material':1,'type':'uvScale','targetValue':[1]}", "EXPRESSION_BIND_VALUE_INVALID",
         "/targetValue"},
        {"5", "TYPE_MISMATCH", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[300], pointer[200];
        snprintf(edit, sizeof edit, "insert " GROUPS19 "/1/materialValues/0 %s", cases[i].value);
        snprintf(pointer, sizeof pointer, GROUPS19 "/1/materialValues/0%s", cases[i].place);
        TestModel test = test_model_scene(VRM_DIALECT_DRAFT, edit);
        assert_int_equal(get(&test, "angry")->color_bind_count, 1);
        assert_int_equal(get(&test, "angry")->texture_bind_count, 0);
        test_expect(&test, cases[i].code, pointer);
        test_model_free(&test);
    }
}

/* */
static void entry_that_is_no_object_is_left_out_alone(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0,
                                      "insert " GROUPS0 "/0 null\ninsert " GROUPS0 "/1/binds/0 []\n"
                                      "insert " GROUPS0 "/1/materialValues/- 'x'");
    assert_int_equal(count_of(&test), 20);
    assert_int_equal(get(&test, "happy")->morph_bind_count, 2);
    test_expect_codes(&test, "TYPE_MISMATCH TYPE_MISMATCH TYPE_MISMATCH");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1,
                            "set " PRESET "/aa 5\nset " CUSTOM "/wow1 5\n"
                            "insert " CUSTOM "/wow2/materialColorBinds/0 5\n"
                            "insert " CUSTOM "/wow2/materialColorBinds/0 {'material':0}\n"
                            "insert " CUSTOM "/wow2/textureTransformBinds/0 5");
    assert_int_equal(count_of(&test), 18);
    assert_int_equal(get(&test, "wow2")->color_bind_count, 1);
    assert_int_equal(get(&test, "wow2")->texture_bind_count, 1);
    test_expect_codes(&test, "TYPE_MISMATCH TYPE_MISMATCH TYPE_MISMATCH TYPE_MISMATCH "
                             "UNDEFINED_PROPERTY");
    test_model_free(&test);
}

/* The last of two equal keys counts, and the names in the model stay unique. */
static void expression_that_is_there_twice_is_the_last(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{},"
        "'humanoid':{'humanBones':{}},'expressions':{'preset':{'aa':{'isBinary':true},'aa':{}},"
        "'custom':{'x':{'isBinary':true},'y':{},'x':{}}}}}}");
    assert_int_equal(count_of(&test), 3);
    assert_int_equal(get(&test, "aa")->binary, VRM_BINARY_NOT);
    assert_int_equal(get(&test, "x")->binary, VRM_BINARY_NOT);
    test_expect_among(&test, "DUPLICATE_KEY", "/extensions/VRMC_vrm/expressions/custom/x");
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_18_presets_are_known),
        cmocka_unit_test(other_preset_is_reported_and_left_out),
        cmocka_unit_test(custom_with_the_name_of_a_preset_is_left_out),
        cmocka_unit_test(all_presets_are_optional),
        cmocka_unit_test(binary_and_overrides_default_to_none),
        cmocka_unit_test(wrong_morph_bind_is_left_out_alone),
        cmocka_unit_test(morph_bind_keeps_its_weight),
        cmocka_unit_test(color_bind_has_six_types),
        cmocka_unit_test(color_bind_needs_exactly_four_numbers),
        cmocka_unit_test(bind_of_a_missing_material_is_left_out_alone),
        cmocka_unit_test(texture_bind_defaults_to_no_change),
        cmocka_unit_test(presets_of_0_become_those_of_1_in_any_case),
        cmocka_unit_test(weights_of_0_are_divided_by_100),
        cmocka_unit_test(bind_of_a_mesh_drives_every_node_that_shows_it),
        cmocka_unit_test(group_of_0_is_known_by_preset_or_name_and_the_first_wins),
        cmocka_unit_test(wrong_bind_of_0_is_left_out_alone),
        cmocka_unit_test(material_values_of_0_become_binds),
        cmocka_unit_test(texture_values_of_0_are_scale_first_with_v_turned_around),
        cmocka_unit_test(material_of_0_is_found_by_name_and_the_first_wins),
        cmocka_unit_test(groups_of_the_draft_are_read_by_schema_and_by_text),
        cmocka_unit_test(ignore_of_the_draft_is_a_block),
        cmocka_unit_test(scale_and_offset_of_the_draft_become_one_bind),
        cmocka_unit_test(array_of_2020_is_read),
        cmocka_unit_test(names_of_morphs_come_from_the_mesh_or_its_first_primitive),
        cmocka_unit_test(bind_of_a_draft_may_name_a_node),
        cmocka_unit_test(wrong_material_value_of_the_draft_is_left_out_alone),
        cmocka_unit_test(entry_that_is_no_object_is_left_out_alone),
        cmocka_unit_test(expression_that_is_there_twice_is_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
