/* SPDX-License-Identifier: MIT */
/* The tables of faces are complete, and every usual spelling is understood. */
#include "face/face_tables.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

/* "eyeBlinkLeft" in other spellings. */
static void spell(const char* name, int how, char* out) {
    size_t length = strlen(name), at = 0;
    bool is_left = length > 4 && strcmp(name + length - 4, "Left") == 0;
    bool is_right = length > 5 && strcmp(name + length - 5, "Right") == 0;
    size_t stem = is_left ? length - 4 : is_right ? length - 5 : length;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (how == 0 && i == 0) c = (char)(c - 'a' + 'A');                    /* EyeBlinkLeft */
        if (how == 1 && i == stem && i < length && stem > 4) out[at++] = '_'; /* eyeBlink_L */
        if (how == 1 && i > stem && stem > 4) break;
        if (how == 2 && c >= 'A' && c <= 'Z') { /* eye_blink_left */
            out[at++] = '_';
            c = (char)(c - 'A' + 'a');
        }
        if (how == 3 && c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        out[at++] = c;
    }
    out[at] = '\0';
}

static void every_shape_is_found_by_every_spelling(void** state) {
    (void)state;
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        const char* name = vrm_face_shape_name((vrm_FaceShape)s);
        assert_true(name[0] != '\0');
        assert_int_equal(vrm_face_shape_by_name(name), s);
        for (int how = 0; how < 4; how++) {
            char other[64];
            spell(name, how, other);
            if (vrm_face_shape_by_name(other) != (vrm_FaceShape)s) fail_msg("%s", other);
        }
    }
}

static void no_other_name_is_a_shape(void** state) {
    (void)state;
    const char* const names[] = {"",
                                 "l",
                                 "r",
                                 "_",
                                 "blink",
                                 "happy",
                                 "aa",
                                 "left",
                                 "eyeBlink",
                                 "eyeBlinkLeftRight",
                                 "browInnerUpLeft",
                                 "a name that is much longer than any shape could ever be",
                                 "目"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(vrm_face_shape_by_name(names[i]), VRM_FACE_SHAPE_NONE);
    assert_int_equal(vrm_face_shape_by_name(NULL), VRM_FACE_SHAPE_NONE);
    assert_string_equal(vrm_face_shape_name(VRM_FACE_SHAPE_NONE), "");
    assert_string_equal(vrm_face_shape_name(VRM_FACE_SHAPE_COUNT), "");
}

static void every_shape_has_a_fallback_or_a_reason(void** state) {
    (void)state;
    int shown = 0;
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        const vrmi_ShapeRow* row = &vrmi_shape_rows[s];
        bool is_shown = row->preset != VRM_EXPRESSION_CUSTOM;
        assert_true(is_shown == (row->reason == NULL));
        assert_true(is_shown == (row->factor != 0.0f));
        shown += is_shown;
    }
    assert_int_equal(shown, 20);
}

/* The positive factors of a preset add up to 1: it is full when all its shapes are. */
static void fallbacks_of_a_preset_add_up_to_one(void** state) {
    (void)state;
    float sums[VRM_EXPRESSION_PRESET_COUNT] = {0};
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        if (vrmi_shape_rows[s].factor > 0.0f)
            sums[vrmi_shape_rows[s].preset] += vrmi_shape_rows[s].factor;
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        if (sums[p] > 0.0f) assert_float_equal(sums[p], 1.0f, 1e-6f);
}

static void every_viseme_has_a_name_and_a_vowel(void** state) {
    (void)state;
    char name[32];
    for (int v = 0; v < VRM_VISEME_COUNT; v++) {
        const char* plain = vrm_viseme_name((vrm_Viseme)v);
        assert_true(plain[0] != '\0');
        assert_int_equal(vrm_viseme_by_name(plain), v);
        (void)snprintf(name, sizeof name, "Viseme_%s", plain);
        assert_int_equal(vrm_viseme_by_name(name), v);
        assert_true((unsigned)vrmi_viseme_rows[v].vowel < VRM_VOWEL_COUNT);
        assert_true(vrmi_viseme_rows[v].factor >= 0.0f && vrmi_viseme_rows[v].factor <= 1.0f);
    }
    assert_int_equal(vrm_viseme_by_name("viseme"), VRM_VISEME_COUNT);
    assert_int_equal(vrm_viseme_by_name("happy"), VRM_VISEME_COUNT);
    assert_int_equal(vrm_viseme_by_name(NULL), VRM_VISEME_COUNT);
    assert_string_equal(vrm_viseme_name(VRM_VISEME_COUNT), "");
}

static void old_names_of_presets_are_understood(void** state) {
    (void)state;
    const struct {
        const char* name;
        vrm_ExpressionPreset preset;
    } cases[] = {{"joy", VRM_EXPRESSION_HAPPY},
                 {"Joy", VRM_EXPRESSION_HAPPY},
                 {"sorrow", VRM_EXPRESSION_SAD},
                 {"fun", VRM_EXPRESSION_RELAXED},
                 {"angry", VRM_EXPRESSION_ANGRY},
                 {"A", VRM_EXPRESSION_AA},
                 {"i", VRM_EXPRESSION_IH},
                 {"U", VRM_EXPRESSION_OU},
                 {"e", VRM_EXPRESSION_EE},
                 {"O", VRM_EXPRESSION_OH},
                 {"blink_l", VRM_EXPRESSION_BLINK_LEFT},
                 {"Blink_R", VRM_EXPRESSION_BLINK_RIGHT},
                 {"BlinkLeft", VRM_EXPRESSION_BLINK_LEFT},
                 {"", VRM_EXPRESSION_CUSTOM},
                 {"a name that is longer than any", VRM_EXPRESSION_CUSTOM}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(vrmi_preset_by_any_name(cases[i].name), cases[i].preset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_found_by_every_spelling),
        cmocka_unit_test(no_other_name_is_a_shape),
        cmocka_unit_test(every_shape_has_a_fallback_or_a_reason),
        cmocka_unit_test(fallbacks_of_a_preset_add_up_to_one),
        cmocka_unit_test(every_viseme_has_a_name_and_a_vowel),
        cmocka_unit_test(old_names_of_presets_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
