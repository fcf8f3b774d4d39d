/* SPDX-License-Identifier: MIT */
/* Faces as a host uses them: life, layers, clock, what reaches the avatar. */
#include "support/avatar.h"
#include "support/check.h"
#include "vrm/face.h"

typedef struct Stand {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Face* face;
} Stand;

static Stand set_up(const vrm_FaceDef* def) {
    Stand s = {0};
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &s.model), VRM_OK);
    scene_bytes_free(&bytes);
    assert_int_equal(vrm_rig_build(s.model, NULL, &s.rig), VRM_OK);
    assert_int_equal(vrm_face_map_build(s.model, s.rig, NULL, &s.map), VRM_OK);
    assert_int_equal(vrm_face_create(s.map, def, &s.face), VRM_OK);
    return s;
}

/* Neither blinks nor saccades by itself. */
static Stand set_up_calm(void) {
    vrm_FaceDef def = vrm_default_face_def();
    def.blinks = false;
    def.attention = VRM_ATTENTION_STEADY;
    return set_up(&def);
}

static void tear_down(Stand* s) {
    vrm_face_destroy(s->face);
    vrm_face_map_destroy(s->map);
    vrm_rig_destroy(s->rig);
    vrm_model_destroy(s->model);
}

static float weight(const Stand* s, const char* name) {
    int32_t e = vrm_rig_expression(s->rig, name);
    assert_true(e >= 0);
    return vrm_face_weights(s->face, NULL)[e];
}

static bool emote(const Stand* s, const char* name, float share) {
    vrm_EmotionPart part = {name, share};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &part;
    emotion.part_count = name == NULL ? 0 : 1;
    return vrm_face_emote(s->face, &emotion);
}

static void face_is_at_rest_when_nothing_was_asked_for(void** state) {
    (void)state;
    Stand s = set_up_calm();
    int32_t count = 0;
    vrm_face_step(s.face, 1.0f);
    const float* weights = vrm_face_weights(s.face, &count);
    assert_int_equal(count, vrm_rig_expression_count(s.rig));
    for (int32_t e = 0; e < count; e++) assert_float_equal(weights[e], 0.0f, 0.0f);
    tear_down(&s);
}

static void emotion_eases_in_and_over_and_out(void** state) {
    (void)state;
    Stand s = set_up_calm();
    assert_true(emote(&s, "joy", 0.8f));
    vrm_face_step(s.face, 0.125f);
    assert_float_equal(weight(&s, "happy"), 0.4f, 1e-5f);
    vrm_face_step(s.face, 0.5f);
    assert_float_equal(weight(&s, "happy"), 0.8f, 1e-6f);
    assert_true(emote(&s, "sad", 1.0f));
    vrm_face_step(s.face, 0.125f);
    assert_float_equal(weight(&s, "happy"), 0.4f, 1e-5f);
    assert_float_equal(weight(&s, "sad"), 0.5f, 1e-5f);
    assert_true(emote(&s, NULL, 0.0f));
    vrm_face_step(s.face, 1.0f);
    assert_float_equal(weight(&s, "happy"), 0.0f, 0.0f);
    assert_float_equal(weight(&s, "sad"), 0.0f, 0.0f);
    tear_down(&s);
}

static void weights_reach_the_avatar(void** state) {
    (void)state;
    Stand s = set_up_calm();
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, s.rig);
    const float vowels[VRM_VOWEL_COUNT] = {0.5f};
    assert_true(vrm_face_set_vowels(s.face, vowels));
    vrm_face_step(s.face, 0.5f);
    assert_true(vrm_face_apply(s.face, sim, id));
    assert_true(vrm_face_apply_idle(s.face, sim, id));
    vrm_sim_step(sim, 0.0f);
    int32_t aa = vrm_rig_expression_preset(s.rig, VRM_EXPRESSION_AA);
    assert_float_equal(vrm_avatar_expression_weights(sim, id)[aa], 0.5f, 1e-6f);
    vrm_sim_destroy(sim);
    tear_down(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_is_at_rest_when_nothing_was_asked_for),
        cmocka_unit_test(emotion_eases_in_and_over_and_out),
        cmocka_unit_test(weights_reach_the_avatar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
