/* SPDX-License-Identifier: MIT */
/* A model on a stage of its own, for tests that hold a changed model against the one it was made
 * from: both play the same part, and stand where the other stands.
 *
 *   TestShow a = test_show(before), b = test_show(after);
 *   for (int frame = 0; frame < 60; frame++) {
 *       ... test_show_pose(&a, frame / 60.0f), vrm_sim_step(a.sim, 1 / 60.0f), the same of b ...
 *       places = test_larger(places, test_places_apart(&a, &b));
 *   }
 *   test_show_end(&a);
 *   test_show_end(&b);
 */
#ifndef VRM_TESTS_SUPPORT_SHOW_H
#define VRM_TESTS_SUPPORT_SHOW_H

#include "vrm/model.h"
#include "vrm/rig.h"
#include "vrm/sim.h"

typedef struct TestShow {
    const vrm_Model* model; /**< Borrowed. */
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
} TestShow;

TestShow test_show(const vrm_Model* model);
void test_show_end(TestShow* show);

/** Waves, bends and walks: every bone but the eyes, and the hips, as they are at `t` seconds. */
void test_show_pose(const TestShow* show, float t);
/** Three expressions, one of them changing. */
void test_show_grimace(const TestShow* show, float t);
/** Eyes that follow something in front of the face. */
void test_show_gaze(const TestShow* show, float t);

/** How far nodes of `a` are from the same nodes of `b`, at most, along one axis, metres. */
float test_places_apart(const TestShow* a, const TestShow* b);

/** The gaze of 0.x may have curves, which 1.0 does not have. */
bool test_has_gaze_curve(const vrm_Model* model);

#endif
