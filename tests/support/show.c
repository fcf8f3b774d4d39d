/* SPDX-License-Identifier: MIT */
#include "support/show.h"

#include "support/check.h"

#include <math.h>

TestShow test_show(const vrm_Model* model) {
    TestShow show = {.model = model};
    assert_int_equal(vrm_rig_build(model, NULL, &show.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &show.sim), VRM_OK);
    show.id = vrm_sim_add(show.sim, show.rig);
    assert_true(vrm_avatar_is_valid(show.sim, show.id));
    return show;
}

void test_show_end(TestShow* show) {
    vrm_sim_destroy(show->sim);
    vrm_rig_destroy(show->rig);
    *show = (TestShow){0};
}

void test_show_pose(const TestShow* show, float t) {
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        bool is_eye = bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE;
        float half = 0.3f * sinf(t * (2.0f + 0.1f * (float)bone) + (float)bone);
        float x = sinf((float)bone), y = cosf((float)bone * 2.0f), z = sinf((float)bone * 3.0f);
        float length = sqrtf(x * x + y * y + z * z), scale = sinf(half) / length;
        vrm_Quat turn = {x * scale, y * scale, z * scale, cosf(half)};
        if (!is_eye) vrm_avatar_set_bone(show->sim, show->id, (vrm_Bone)bone, turn);
    }
    vrm_Vec3 hips = {0.2f * sinf(t * 5.0f), 0.05f * t, 0.1f * t};
    vrm_avatar_set_hips(show->sim, show->id, hips);
}

void test_show_grimace(const TestShow* show, float t) {
    vrm_avatar_set_expression(show->sim, show->id, VRM_EXPRESSION_HAPPY, 0.5f + 0.5f * sinf(t));
    vrm_avatar_set_expression(show->sim, show->id, VRM_EXPRESSION_AA, 0.7f);
    vrm_avatar_set_expression(show->sim, show->id, VRM_EXPRESSION_BLINK, 0.9f);
}

void test_show_gaze(const TestShow* show, float t) {
    vrm_avatar_look_at(show->sim, show->id, (vrm_Vec3){sinf(t * 3.0f), 1.2f, 2.0f});
}

float test_places_apart(const TestShow* a, const TestShow* b) {
    float most = 0.0f;
    const vrm_Affine *wa = vrm_avatar_worlds(a->sim, a->id), *wb = vrm_avatar_worlds(b->sim, b->id);
    for (int32_t i = 0; i < vrm_rig_node_count(a->rig); i++)
        for (int r = 0; r < 3; r++) {
            float apart = fabsf(wa[i].rows[r].w - wb[i].rows[r].w);
            if (!(apart <= most)) most = isnan(apart) ? INFINITY : apart;
        }
    return most;
}

bool test_has_gaze_curve(const vrm_Model* model) {
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    return look_at != NULL &&
           (look_at->horizontal_inner.curve != NULL || look_at->horizontal_outer.curve != NULL ||
            look_at->vertical_down.curve != NULL || look_at->vertical_up.curve != NULL);
}
