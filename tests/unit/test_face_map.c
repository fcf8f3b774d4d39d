/* SPDX-License-Identifier: MIT */
/* Maps: channels by any name, effects, overlaps measured on vertices and materials, limits. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/face_model.h"
#include "support/memory.h"
#include "vrm/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIND(index, weight) "{\"node\":24,\"index\":" #index ",\"weight\":" #weight "}"

static int32_t at(const FaceStand* stand, const char* name) {
    int32_t e = vrm_rig_expression(stand->rig, name);
    assert_true(e >= 0);
    return e;
}

static float overlap(const FaceStand* stand, const char* a, const char* b) {
    return vrm_face_map_overlap(stand->map, at(stand, a), at(stand, b));
}

static void overlap_is_the_projection_of_displacements(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, 4);
    face.deltas[3][0][1] = 0.0005f; /* half of target 0, and something at right angles */
    face.deltas[3][3][1] = 0.0f;
    face.deltas[3][0][0] = 0.002f;
    assert_int_equal(TEST_FACE, 24);
    strcpy(
        face.expressions,
        "{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(0, 1) "," BIND(
            1, 1) "]},"
                  "\"aa\":{\"morphTargetBinds\":[" BIND(
                      0, 1) "]},"
                            "\"oh\":{\"morphTargetBinds\":[" BIND(0, 0.5) "," BIND(
                                2, 0.5) "]},"
                                        "\"sad\":{\"morphTargetBinds\":[" BIND(
                                            3, 1) "]},"
                                                  "\"angry\":{\"morphTargetBinds\":[" BIND(
                                                      0, 0.25) "," BIND(0, 0.25) "]},"
                                                                                 "\"blink\":{}}}");
    FaceStand stand = face_stand(&face, NULL);
    assert_float_equal(overlap(&stand, "happy", "aa"), 1.0f, 1e-6f);
    assert_float_equal(overlap(&stand, "aa", "happy"), 0.5f, 1e-6f);
    assert_float_equal(overlap(&stand, "happy", "oh"), 1.0f, 1e-6f); /* 2 of 1, clamped */
    assert_float_equal(overlap(&stand, "oh", "aa"), 0.5f, 1e-6f);
    assert_float_equal(overlap(&stand, "sad", "aa"), 0.5f, 1e-6f);
    assert_float_equal(overlap(&stand, "angry", "aa"), 0.5f, 1e-6f); /* two binds add up */
    assert_float_equal(overlap(&stand, "aa", "aa"), 1.0f, 0.0f);
    assert_float_equal(overlap(&stand, "happy", "blink"), 0.0f, 0.0f);
    assert_float_equal(vrm_face_map_overlap(stand.map, -1, 0), 0.0f, 0.0f);
    assert_float_equal(vrm_face_map_overlap(stand.map, 0, 1000), 0.0f, 0.0f);
    face_stand_end(&stand);
}

static void opposite_displacements_do_not_overlap(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, 2);
    face.deltas[1][0][1] = -0.001f;
    face.deltas[1][1][1] = 0.0f;
    strcpy(face.expressions, "{\"preset\":{\"happy\":{\"morphTargetBinds\":[" BIND(
                                 0, 1) "]},\"sad\":{\"morphTargetBinds\":[" BIND(1, 1) "]}}}");
    FaceStand stand = face_stand(&face, NULL);
    assert_float_equal(overlap(&stand, "happy", "sad"), 0.0f, 0.0f);
    face_stand_end(&stand);
}

static void expressions_without_effect_are_known(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, 3);
    memset(face.deltas[2], 0, sizeof face.deltas[2]); /* moves nothing */
    strcpy(
        face.expressions,
        "{\"preset\":{\"aa\":{\"morphTargetBinds\":[" BIND(
            0, 1) "]},\"ih\":{\"morphTargetBinds\":[" BIND(1, 0) "]},\"ou\":{\"morphTargetBinds\":"
                                                                 "[" BIND(2,
                                                                          1) "]},\"blink\":{}}}");
    FaceStand stand = face_stand(&face, NULL);
    vrm_FaceMapInfo info = vrm_face_map_info(stand.map);
    assert_int_equal(info.effective_presets, 1u << VRM_EXPRESSION_AA);
    assert_int_equal(info.presets, 1u << VRM_EXPRESSION_AA | 1u << VRM_EXPRESSION_IH |
                                       1u << VRM_EXPRESSION_OU | 1u << VRM_EXPRESSION_BLINK);
    assert_true(info.has_vowels && !info.has_blink && info.has_gaze && !info.has_visemes);
    assert_int_equal(info.tracking, VRM_FACE_TRACKING_PRESETS);
    assert_true(vrm_face_map_is_effective(stand.map, at(&stand, "aa")));
    assert_false(vrm_face_map_is_effective(stand.map, at(&stand, "ou")));
    assert_false(vrm_face_map_is_effective(stand.map, 99));
    face_stand_end(&stand);
}

static void material_values_overlap_where_no_vertex_moves(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.materials = "[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0,0,0,1]}}]";
#define COLOR(r)                                                                                   \
    "{\"materialColorBinds\":[{\"material\":0,\"type\":\"color\",\"targetValue\":[" #r ",0,0,1]}]" \
    "}"
    avatar.expressions = "{\"preset\":{\"happy\":" COLOR(0.5) ",\"blink\":" COLOR(1) "}}";
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Rig* rig = NULL;
    vrm_FaceMap* map = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_face_map_build(model, rig, NULL, &map), VRM_OK);
    assert_float_equal(vrm_face_map_overlap(map, vrm_rig_expression(rig, "happy"),
                                            vrm_rig_expression(rig, "blink")),
                       0.5f, 1e-6f);
    assert_true(vrm_face_map_info(map).has_blink);
    vrm_face_map_destroy(map);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

/* ---- Shapes of trackers ---- */

static void put_shapes(FaceModel* face, int from, int to, const char* prefix) {
    size_t size = (size_t)snprintf(face->expressions, FACE_TEXT, "{\"custom\":{");
    for (int s = from; s < to; s++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s%s", prefix, vrm_face_shape_name((vrm_FaceShape)s));
        if (prefix[0] == '\0' && s % 2 == 0) name[0] = (char)(name[0] - 'a' + 'A');
        size += (size_t)snprintf(face->expressions + size, FACE_TEXT - size,
                                 "%s\"%s\":{\"morphTargetBinds\":[{\"node\":24,\"index\":%d,"
                                 "\"weight\":1}]}",
                                 s > from ? "," : "", name, s);
    }
    (void)snprintf(face->expressions + size, FACE_TEXT - size, "}}");
}

static void perfect_sync_is_recognized(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, VRM_FACE_SHAPE_COUNT);
    put_shapes(&face, 0, VRM_FACE_SHAPE_COUNT, "");
    FaceStand stand = face_stand(&face, NULL);
    vrm_FaceMapInfo info = vrm_face_map_info(stand.map);
    assert_int_equal(info.tracking, VRM_FACE_TRACKING_PERFECT_SYNC);
    assert_int_equal(info.shape_count, 52);
    assert_int_equal(info.shape_morph_count, 0);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        int32_t e = vrm_face_map_shape(stand.map, (vrm_FaceShape)s);
        assert_int_equal(vrm_face_shape_by_name(vrm_rig_expression_info(stand.rig, e).name), s);
    }
    assert_int_equal(vrm_face_map_shape(stand.map, VRM_FACE_SHAPE_NONE), -1);
    face_stand_end(&stand);
}

static void some_shapes_are_partial(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, VRM_FACE_SHAPE_COUNT);
    put_shapes(&face, 0, 10, "");
    FaceStand stand = face_stand(&face, NULL);
    vrm_FaceMapInfo info = vrm_face_map_info(stand.map);
    assert_int_equal(info.tracking, VRM_FACE_TRACKING_PARTIAL);
    assert_int_equal(info.shape_count, 10);
    assert_int_equal(vrm_face_map_shape(stand.map, VRM_FACE_SHAPE_TONGUE_OUT), -1);
    face_stand_end(&stand);
}

static void morph_targets_count_when_half_the_shapes_are_there(void** state) {
    (void)state;
    static FaceModel face;
    for (int count = 25; count <= 26; count++) {
        face_model_init(&face, count);
        for (int t = 0; t < count; t++) face.names[t] = vrm_face_shape_name((vrm_FaceShape)t);
        FaceStand stand = face_stand(&face, NULL);
        vrm_FaceMapInfo info = vrm_face_map_info(stand.map);
        assert_int_equal(info.tracking,
                         count == 26 ? VRM_FACE_TRACKING_MORPHS : VRM_FACE_TRACKING_NONE);
        assert_int_equal(info.shape_morph_count, count == 26 ? 26 : 0);
        face_stand_end(&stand);
    }
}

static void visemes_are_found_by_their_prefix(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, VRM_VISEME_COUNT);
    size_t size = (size_t)snprintf(face.expressions, FACE_TEXT, "{\"custom\":{");
    for (int v = 1; v < VRM_VISEME_COUNT; v++)
        size += (size_t)snprintf(face.expressions + size, FACE_TEXT - size,
                                 "%s\"viseme_%s\":{\"morphTargetBinds\":[{\"node\":24,\"index\":%d,"
                                 "\"weight\":1}]}",
                                 v > 1 ? "," : "", vrm_viseme_name((vrm_Viseme)v), v);
    (void)snprintf(face.expressions + size, FACE_TEXT - size, "}}");
    vrm_FaceDef def = face_calm_def();
    FaceStand stand = face_stand(&face, &def);
    assert_true(vrm_face_map_info(stand.map).has_visemes);
    const float visemes[VRM_VISEME_COUNT] = {[VRM_VISEME_FF] = 0.7f};
    assert_true(vrm_face_set_visemes(stand.face, visemes));
    vrm_face_step(stand.face, 1.0f);
    assert_float_equal(face_weight(&stand, "viseme_FF"), 0.7f, 1e-6f);
    assert_float_equal(face_weight(&stand, "viseme_PP"), 0.0f, 0.0f);
    /* A model without vowels says them by its visemes. */
    assert_true(vrm_face_set_vowels(stand.face, (const float[5]){0, 0, 0.5f}));
    vrm_face_step(stand.face, 1.0f);
    assert_float_equal(face_weight(&stand, "viseme_U"), 0.5f, 1e-6f);
    assert_float_equal(face_weight(&stand, "viseme_FF"), 0.0f, 0.0f);
    face_stand_end(&stand);
}

static void expressions_are_found_by_old_names(void** state) {
    (void)state;
    FaceStand stand = face_stand_hero(NULL);
    assert_int_equal(vrm_face_map_expression(stand.map, "joy"), at(&stand, "happy"));
    assert_int_equal(vrm_face_map_expression(stand.map, "A"), at(&stand, "aa"));
    assert_int_equal(vrm_face_map_expression(stand.map, "happy"), at(&stand, "happy"));
    assert_int_equal(vrm_face_map_expression(stand.map, "nobody"), -1);
    assert_int_equal(vrm_face_map_expression(stand.map, NULL), -1);
    face_stand_end(&stand);
}

/* ---- Limits and failures ---- */

static void rig_of_another_model_is_refused(void** state) {
    (void)state;
    static FaceModel face;
    face_model_init(&face, 3);
    FaceStand small = face_stand(&face, NULL), hero = face_stand_hero(NULL);
    vrm_FaceMap* map = NULL;
    assert_int_equal(vrm_face_map_build(small.model, hero.rig, NULL, &map), VRM_ERR_ARGUMENT);
    assert_null(map);
    face_stand_end(&small);
    face_stand_end(&hero);
}

/* A small file whose expressions all bind the same targets: the products stay bounded. */
static void products_of_references_are_limited(void** state) {
    (void)state;
    enum { EXPRESSIONS = 3000, ROOM = 1 << 20 };
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    char* text = malloc(ROOM);
    assert_non_null(text);
    size_t size = (size_t)snprintf(text, ROOM, "{\"custom\":{");
    for (int e = 0; e < EXPRESSIONS; e++)
        size += (size_t)snprintf(text + size, ROOM - size, "%s\"e%d\":{}", e > 0 ? "," : "", e);
    (void)snprintf(text + size, ROOM - size, "}}");
    avatar.expressions = text;
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Rig* rig = NULL;
    vrm_FaceMap* map = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_face_map_build(model, rig, NULL, &map), VRM_ERR_LIMIT);
    assert_null(map);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    free(text);
}

/* 400 targets that all are one accessor of 60 000 zeros, which no byte of the file pays for. */
static void shared_accessors_are_limited(void** state) {
    (void)state;
    enum { TARGETS = 400, ROOM = 1 << 16 };
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    char *meshes = malloc(ROOM), *expressions = malloc(ROOM);
    assert_true(meshes != NULL && expressions != NULL);
    size_t m = (size_t)snprintf(meshes, ROOM,
                                "[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[");
    size_t e =
        (size_t)snprintf(expressions, ROOM, "{\"preset\":{\"happy\":{\"morphTargetBinds\":[");
    for (int t = 0; t < TARGETS; t++) {
        m += (size_t)snprintf(meshes + m, ROOM - m, "%s{\"POSITION\":0}", t > 0 ? "," : "");
        e += (size_t)snprintf(expressions + e, ROOM - e,
                              "%s{\"node\":24,\"index\":%d,\"weight\":1}", t > 0 ? "," : "", t);
    }
    (void)snprintf(meshes + m, ROOM - m, "]}]}]");
    (void)snprintf(expressions + e, ROOM - e, "]}}}");
    avatar.meshes = meshes;
    avatar.expressions = expressions;
    avatar.accessors = "[{\"componentType\":5126,\"count\":60000,\"type\":\"VEC3\","
                       "\"min\":[0,0,0],\"max\":[0,0,0]}]";
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Rig* rig = NULL;
    vrm_FaceMap* map = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_face_map_build(model, rig, NULL, &map), VRM_ERR_LIMIT);
    assert_null(map);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    free(meshes);
    free(expressions);
}

static void gaze_by_expressions_needs_an_effect(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        TestAvatar avatar = test_avatar(VRM_DIALECT_1);
        avatar.look_at = "{\"type\":\"expression\"}";
        avatar.materials = "[{}]";
        avatar.expressions =
            i == 0 ? "{\"preset\":{\"lookUp\":{}}}"
                   : "{\"preset\":{\"lookUp\":{\"textureTransformBinds\":[{\"material\":0,"
                     "\"offset\":[0,0.5],\"scale\":[1,1]}]}}}";
        vrm_Model* model = test_avatar_load(&avatar, NULL);
        vrm_Rig* rig = NULL;
        vrm_FaceMap* map = NULL;
        assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
        assert_int_equal(vrm_face_map_build(model, rig, NULL, &map), VRM_OK);
        assert_true(vrm_face_map_info(map).has_gaze == (i == 1));
        vrm_face_map_destroy(map);
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
    }
}

typedef struct Attempt {
    const vrm_Model* model;
    const vrm_Rig* rig;
} Attempt;

static vrm_Result try_face(const vrm_Allocator* allocator, void* ctx) {
    const Attempt* attempt = ctx;
    vrm_FaceMap* map = NULL;
    vrm_Face* face = NULL;
    vrm_FaceDef def = vrm_default_face_def();
    def.allocator = *allocator;
    vrm_Result result = vrm_face_map_build(attempt->model, attempt->rig, allocator, &map);
    if (result == VRM_OK) result = vrm_face_create(map, &def, &face);
    assert_true((result == VRM_OK) == (face != NULL));
    if (face != NULL) vrm_face_step(face, 1.0f);
    vrm_face_destroy(face);
    vrm_face_map_destroy(map);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    FaceStand stand = face_stand_hero(NULL);
    Attempt attempt = {stand.model, stand.rig};
    assert_true(test_every_allocation_failing(try_face, &attempt) >= 3);
    face_stand_end(&stand);
}

/* The happy face of the bundled avatar closes her eyes: the blink is the same movement. */
static void overlaps_of_the_hero_are_sensible(void** state) {
    (void)state;
    FaceStand stand = face_stand_hero(NULL);
    float both = overlap(&stand, "blinkLeft", "blink");
    assert_true(both > 0.4f && both < 0.6f);
    assert_float_equal(overlap(&stand, "blink", "blinkLeft"), 1.0f, 0.01f);
    assert_float_equal(overlap(&stand, "blink", "aa"), 0.0f, 0.01f);
    assert_int_equal(vrm_face_map_info(stand.map).tracking, VRM_FACE_TRACKING_PRESETS);
    face_stand_end(&stand);
}

/* */
static void names_that_are_null_are_not_found(void** state) {
    (void)state;
    vrm_FaceDef def = face_calm_def();
    FaceStand s = face_stand_hero(&def);
    vrm_Sim* sim = NULL;
    vrm_Recorder* recorder = NULL;
    vrm_Pose pose = vrm_pose_rest();
    vrm_EmotionPart part = {NULL, 1.0f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &part;
    emotion.part_count = 1;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    assert_int_equal(vrm_recorder_add_frame(recorder, 0.0, &pose), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    assert_int_equal(vrm_face_map_expression(s.map, NULL), -1);
    assert_int_equal(vrm_face_shape_by_name(NULL), VRM_FACE_SHAPE_NONE);
    assert_int_equal(vrm_viseme_by_name(NULL), VRM_VISEME_COUNT);
    assert_int_equal(vrm_rig_expression(s.rig, NULL), -1);
    assert_int_equal(vrm_model_expression(s.model, NULL), -1);
    assert_int_equal(vrm_bone_by_name(NULL), VRM_BONE_NONE);
    assert_int_equal(vrm_expression_preset_by_name(NULL), VRM_EXPRESSION_CUSTOM);
    assert_int_equal(vrm_recorder_set_expression(recorder, NULL, 1.0f), VRM_ERR_ARGUMENT);
    assert_false(vrm_avatar_set_expression_named(sim, id, NULL, 1.0f));
    assert_false(vrm_face_emote(s.face, &emotion));
    assert_true(vrm_face_emote(s.face, NULL)); /* the defaults: back to rest */
    vrm_recorder_destroy(recorder);
    vrm_sim_destroy(sim);
    face_stand_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_is_the_projection_of_displacements),
        cmocka_unit_test(opposite_displacements_do_not_overlap),
        cmocka_unit_test(expressions_without_effect_are_known),
        cmocka_unit_test(material_values_overlap_where_no_vertex_moves),
        cmocka_unit_test(perfect_sync_is_recognized),
        cmocka_unit_test(some_shapes_are_partial),
        cmocka_unit_test(morph_targets_count_when_half_the_shapes_are_there),
        cmocka_unit_test(visemes_are_found_by_their_prefix),
        cmocka_unit_test(expressions_are_found_by_old_names),
        cmocka_unit_test(rig_of_another_model_is_refused),
        cmocka_unit_test(products_of_references_are_limited),
        cmocka_unit_test(shared_accessors_are_limited),
        cmocka_unit_test(gaze_by_expressions_needs_an_effect),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(overlaps_of_the_hero_are_sensible),
        cmocka_unit_test(names_that_are_null_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
