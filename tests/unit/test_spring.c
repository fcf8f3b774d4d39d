/* SPDX-License-Identifier: MIT */
/* What spring bones do, claim by claim. */
#include "scenes/scenes.h"
#include "spring_fixture.h"
#include "support/memory.h"

#define SWAYS                 "\"stiffness\":1,\"dragForce\":0.4"
#define HANGS                 "\"stiffness\":0,\"gravityPower\":1,\"dragForce\":0.4"
#define ROW_SPRINGS(settings) "\"springs\":[" FIXTURE_CHAIN(settings) "}]"

static float distance(vrm_Vec3 a, vrm_Vec3 b) {
    return test_distance(a, b);
}

static void steps(Fixture* f, int count) {
    for (int i = 0; i < count; i++) fixture_step(f);
}

static void assert_near(vrm_Vec3 a, vrm_Vec3 b, float most) {
    if (!(distance(a, b) <= most))
        fail_msg("%g %g %g is not %g %g %g", (double)a.x, (double)a.y, (double)a.z, (double)b.x,
                 (double)b.y, (double)b.z);
}

static bool all_finite(const Fixture* f) {
    int32_t count = vrm_rig_node_count(f->rig);
    for (int32_t n = 0; n < count; n++)
        if (!vrmi_affine_is_finite(&vrm_avatar_worlds(f->sim, f->id)[n])) return false;
    return true;
}

/* ---- One pair ---- */

/* */
static void at_rest_without_gravity_nothing_moves(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS(SWAYS), 60.0f);
    steps(&f, 500);
    assert_near(fixture_at(&f, 3), (vrm_Vec3){0.2f, 0.8f, 0}, 1e-6f);
    assert_true(fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity()) < 1e-6f);
    fixture_end(&f);
}

/* by hand, with the numbers of the first pair. */
static void one_step_is_the_formula(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW,
                        ROW_SPRINGS("\"stiffness\":2,\"gravityPower\":3,\"gravityDir\":[0.5,0,0],"
                                    "\"dragForce\":0.25"),
                        60.0f);
    vrm_sim_step(f.sim, 0.0f);
    fixture_move(&f, 0.01f, 0, 0);
    vrm_sim_step(f.sim, FIXTURE_DT);
    double dt = (double)FIXTURE_DT, x = 0.2 + dt * 1.5, y = 0.9 - dt * 2;
    double ux = x - 0.21, uy = y - 1.0, l = sqrt(ux * ux + uy * uy);
    vrm_Vec3 tail = {(float)(0.21 + 0.1 * ux / l), (float)(1.0 + 0.1 * uy / l), 0};
    assert_near(fixture_tail(&f, 0), tail, 1e-6f);
    assert_near(fixture_at(&f, 2), tail, 1e-6f);
    fixture_end(&f);
}

/* */
static void bones_keep_their_length(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS(HANGS), 60.0f);
    for (int i = 0; i < 200; i++) {
        fixture_move(&f, 0.4f * sinf(0.3f * (float)i), 0, 0.3f * sinf(0.2f * (float)i));
        fixture_step(&f);
        float one = distance(fixture_at(&f, 1), fixture_tail(&f, 0));
        float two = distance(fixture_at(&f, 2), fixture_tail(&f, 1));
        assert_true(fabsf(one - 0.1f) < 1e-6f && fabsf(two - 0.1f) < 1e-6f);
    }
    fixture_end(&f);
}

/* */
static void drag_of_one_stops_and_of_zero_keeps(void** state) {
    (void)state;
    for (int drag = 0; drag < 2; drag++) {
        Fixture f = fixture(FIXTURE_ROW,
                            drag ? ROW_SPRINGS("\"stiffness\":0,\"dragForce\":1")
                                 : ROW_SPRINGS("\"stiffness\":0,\"dragForce\":0"),
                            60.0f);
        fixture_step(&f);
        assert_true(vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){1, 0, 0}));
        fixture_step(&f);
        assert_true(vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){0, 0, 0}));
        vrm_Vec3 first = vrmi_vec3_sub(fixture_tail(&f, 0), fixture_at(&f, 1));
        steps(&f, 3);
        vrm_Vec3 later = vrmi_vec3_sub(fixture_tail(&f, 0), fixture_at(&f, 1));
        if (drag)
            assert_near(first, later, 1e-6f);
        else
            assert_true(distance(first, later) > 1e-3f);
        fixture_end(&f);
    }
}

/* */
static void gravity_is_power_times_a_vector_of_any_length(void** state) {
    (void)state;
    Fixture a = fixture(FIXTURE_ROW,
                        ROW_SPRINGS("\"stiffness\":1,\"gravityPower\":1,"
                                    "\"gravityDir\":[0.6,0,0]"),
                        60.0f);
    Fixture b = fixture(FIXTURE_ROW,
                        ROW_SPRINGS("\"stiffness\":1,\"gravityPower\":0.6,"
                                    "\"gravityDir\":[1,0,0]"),
                        60.0f);
    steps(&a, 20);
    steps(&b, 20);
    assert_near(fixture_at(&a, 3), fixture_at(&b, 3), 1e-6f);
    assert_true(fixture_at(&a, 3).x > 0.21f);
    fixture_end(&a);
    fixture_end(&b);
}

/* */
static void the_last_joint_and_what_is_below_do_not_turn(void** state) {
    (void)state;
    Fixture f = fixture(
        "{\"children\":[1]},{\"children\":[2],\"translation\":[0.2,0,0]},"
        "{\"children\":[3],\"translation\":[0.1,0,0]},{\"translation\":[0.1,0,0]}",
        "\"springs\":[{\"joints\":[{\"node\":1," HANGS "},{\"node\":2,\"stiffness\":99}]}]", 60.0f);
    steps(&f, 60);
    assert_true(fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity()) > 0.5f);
    assert_true(fixture_angle(fixture_turn(&f, 2), vrmi_quat_identity()) == 0.0f);
    assert_true(fixture_angle(fixture_turn(&f, 3), vrmi_quat_identity()) == 0.0f);
    fixture_end(&f);
}

/* */
static void a_first_joint_without_parent_works(void** state) {
    (void)state;
    Fixture f = fixture("{\"children\":[1]},{\"translation\":[0.1,0,0]}",
                        "\"springs\":[{\"joints\":[{\"node\":0," HANGS "},{\"node\":1}]}]", 60.0f);
    steps(&f, 120);
    assert_near(fixture_at(&f, 1), (vrm_Vec3){0, -0.1f, 0}, 2e-3f);
    fixture_end(&f);
}

/* ---- Center ---- */

/* */
static void moving_with_the_center_causes_no_motion(void** state) {
    (void)state;
    for (int has_center = 0; has_center < 2; has_center++) {
        Fixture f = fixture(FIXTURE_ROW,
                            has_center ? "\"springs\":[" FIXTURE_CHAIN(SWAYS) ",\"center\":0}]"
                                       : ROW_SPRINGS(SWAYS),
                            60.0f);
        float most = 0.0f;
        for (int i = 0; i < 60; i++) {
            fixture_move(&f, 0.05f * (float)i, 0, 0);
            fixture_step(&f);
            float turn = fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity());
            if (turn > most) most = turn;
        }
        assert_true(has_center ? most < 1e-3f : most > 0.3f);
        fixture_end(&f);
    }
}

/* */
static void turning_the_center_carries_the_tail(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, "\"springs\":[" FIXTURE_CHAIN(SWAYS) ",\"center\":0}]", 60.0f);
    for (int i = 0; i < 60; i++) {
        vrm_avatar_set_rotation(f.sim, f.id, 0,
                                vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, 0.1f * (float)i));
        fixture_step(&f);
        assert_true(fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity()) < 1e-3f);
    }
    fixture_end(&f);
}

/* */
static void gravity_is_the_worlds_whatever_the_center(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, "\"springs\":[" FIXTURE_CHAIN(HANGS) ",\"center\":0}]", 60.0f);
    vrm_avatar_set_rotation(f.sim, f.id, 0,
                            vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, 0.5f * VRMI_PI));
    steps(&f, 300);
    vrm_Vec3 head = fixture_at(&f, 1);
    assert_near(fixture_at(&f, 3), (vrm_Vec3){head.x, head.y - 0.2f, 0}, 5e-3f);
    fixture_end(&f);
}

/* ---- Colliders ---- */

#define BESIDE(shape)                                                                              \
    "\"colliders\":[{\"node\":0,\"shape\":{" shape "}}],\"colliderGroups\":[{\"colliders\":[0]}]," \
    "\"springs\":[" FIXTURE_CHAIN(                                                                 \
        "\"stiffness\":1,\"hitRadius\":0.02") ",\"colliderGroups\":[0]}]"

#define EXTENDED(shape)                                                                            \
    "\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[0,-1000,0]}},\"extensions\":{"  \
    "\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\",\"shape\":{" shape             \
    "}}}}],\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":[" FIXTURE_CHAIN(                  \
        "\"stiffness\":1,\"hitRadius\":0.02") ",\"colliderGroups\":[0]}]"

/* */
static void a_sphere_keeps_the_tail_out_and_the_length(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW,
                        BESIDE("\"sphere\":{\"offset\":[0.25,-0.1,0],\"radius\":0.06}"), 60.0f);
    steps(&f, 100);
    vrm_Vec3 tail = fixture_tail(&f, 0), head = fixture_at(&f, 1);
    assert_true(distance(tail, (vrm_Vec3){0.25f, 0.9f, 0}) > 0.075f);
    assert_true(tail.x < 0.18f);
    assert_true(fabsf(distance(tail, head) - 0.1f) < 1e-6f);
    fixture_end(&f);
}

/* */
static void each_part_of_a_capsule_pushes_and_one_without_length_is_a_sphere(void** state) {
    (void)state;
    static const char* const shapes[] = {
        "\"capsule\":{\"offset\":[0.24,-0.1,0],\"tail\":[0.24,-0.1,0.5],\"radius\":0.05}",
        "\"capsule\":{\"offset\":[0.24,-0.1,-0.5],\"tail\":[0.24,-0.1,0],\"radius\":0.05}",
        "\"capsule\":{\"offset\":[0.24,-0.1,-0.5],\"tail\":[0.24,-0.1,0.5],\"radius\":0.05}",
        "\"capsule\":{\"offset\":[0.24,-0.1,0],\"tail\":[0.24,-0.1,0],\"radius\":0.05}",
        "\"sphere\":{\"offset\":[0.24,-0.1,0],\"radius\":0.05}"};
    vrm_Vec3 tails[5];
    for (int i = 0; i < 5; i++) {
        Text springs = {.size = 0};
        text_add(&springs, "%s%s%s", "\"colliders\":[{\"node\":0,\"shape\":{", shapes[i],
                 "}}],\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":[" FIXTURE_CHAIN(
                     "\"stiffness\":1,\"hitRadius\":0.02") ",\"colliderGroups\":[0]}]");
        Fixture f = fixture(FIXTURE_ROW, springs.data, 60.0f);
        steps(&f, 50);
        tails[i] = fixture_tail(&f, 0);
        assert_true(tails[i].x < 0.185f);
        fixture_end(&f);
    }
    assert_memory_equal(&tails[3], &tails[4], sizeof tails[3]);
}

/* the tail rests at distance 0.05 from the centre, and 0.03 + 0.02 is no more. */
static void touching_is_no_hit(void** state) {
    (void)state;
    Fixture f = fixture(
        FIXTURE_ROW, BESIDE("\"sphere\":{\"offset\":[0.25,-0.1,0],\"radius\":0.0299999}"), 60.0f);
    steps(&f, 10);
    assert_near(fixture_tail(&f, 0), (vrm_Vec3){0.2f, 0.9f, 0}, 1e-7f);
    fixture_end(&f);
}

/* */
static void a_collider_right_on_the_tail_gives_numbers(void** state) {
    (void)state;
    Fixture f =
        fixture(FIXTURE_ROW, BESIDE("\"sphere\":{\"offset\":[0.2,-0.1,0],\"radius\":0.05}"), 60.0f);
    steps(&f, 50);
    assert_true(all_finite(&f));
    fixture_end(&f);
}

/* Without forces a tail stays where it is; a head that moves right there leaves it no direction,
 * and the bone goes to rest. A single avatar and two of them take different columns. */
static void a_head_right_on_the_tail_goes_to_rest(void** state) {
    (void)state;
    static const char nodes[] = "{\"children\":[1],\"translation\":[0,1,0]},"
                                "{\"children\":[2],\"translation\":[0,0,0]},"
                                "{\"translation\":[0,-0.125,0]}";
    static const char springs[] =
        "\"springs\":[{\"joints\":[{\"node\":1,\"stiffness\":0,\"dragForce\":1},{\"node\":2}]}]";
    for (int others = 0; others < 2; others++) {
        Fixture f = fixture(nodes, springs, 0.0f);
        if (others > 0) vrm_sim_add(f.sim, f.rig);
        steps(&f, 2);
        fixture_move(&f, 0, -0.125f, 0);
        fixture_step(&f);
        assert_near(fixture_tail(&f, 0), (vrm_Vec3){0, 0.75f, 0}, 0.0f);
        assert_near(fixture_at(&f, 2), (vrm_Vec3){0, 0.75f, 0}, 0.0f);
        fixture_end(&f);
    }
}

/* in the frame in which the collider's node moves. */
static void a_collider_is_where_its_node_is_in_this_frame(void** state) {
    (void)state;
    static const char nodes[] = "{\"children\":[1,4],\"translation\":[0,1,0]},"
                                "{\"children\":[2],\"translation\":[0.2,0,0]},"
                                "{\"children\":[3],\"translation\":[0,-0.1,0]},"
                                "{\"translation\":[0,-0.1,0]},{\"translation\":[9,0,0]}";
    Fixture f = fixture(nodes,
                        "\"colliders\":[{\"node\":4,\"shape\":{\"sphere\":{\"radius\":0.05}}}],"
                        "\"colliderGroups\":[{\"colliders\":[0]}],"
                        "\"springs\":[" FIXTURE_CHAIN(SWAYS) ",\"colliderGroups\":[0]}]",
                        60.0f);
    fixture_step(&f);
    vrm_Transform near = vrmi_transform_identity();
    near.translation = (vrm_Vec3){0.22f, -0.1f, 0};
    assert_true(vrm_avatar_set_node(f.sim, f.id, 4, near));
    fixture_step(&f);
    assert_true(fixture_tail(&f, 0).x < 0.19f);
    fixture_end(&f);
}

/* */
static void an_inside_sphere_keeps_the_tail_in(void** state) {
    (void)state;
    Fixture f = fixture(
        FIXTURE_ROW,
        EXTENDED("\"sphere\":{\"offset\":[0.15,-0.05,0],\"radius\":0.08,\"inside\":true}"), 60.0f);
    steps(&f, 100);
    vrm_Vec3 tail = fixture_tail(&f, 0);
    assert_true(distance(tail, (vrm_Vec3){0.15f, 0.95f, 0}) < 0.066f);
    assert_true(fabsf(distance(tail, fixture_at(&f, 1)) - 0.1f) < 1e-6f);
    fixture_end(&f);
}

/* */
static void an_inside_capsule_keeps_the_tail_in(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW,
                        EXTENDED("\"capsule\":{\"offset\":[0.15,-0.05,-0.2],\"tail\":[0.15,-0.05,"
                                 "0.2],\"radius\":0.08,\"inside\":true}"),
                        60.0f);
    steps(&f, 100);
    assert_true(distance(fixture_tail(&f, 0), (vrm_Vec3){0.15f, 0.95f, 0}) < 0.066f);
    fixture_end(&f);
}

/* */
static void a_plane_keeps_the_tail_on_its_side(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW,
                        EXTENDED("\"plane\":{\"offset\":[0.22,0,0],\"normal\":[1,0,0]}"), 60.0f);
    steps(&f, 200);
    vrm_Vec3 tail = fixture_tail(&f, 0);
    assert_true(tail.x > 0.22f);
    assert_true(fabsf(distance(tail, fixture_at(&f, 1)) - 0.1f) < 1e-6f);
    fixture_end(&f);
}

/* */
static void a_joint_too_large_for_its_hollow_gives_numbers(void** state) {
    (void)state;
    Fixture f = fixture(
        FIXTURE_ROW,
        EXTENDED("\"sphere\":{\"offset\":[0.2,-0.1,0],\"radius\":0.01,\"inside\":true}"), 60.0f);
    steps(&f, 500);
    assert_true(all_finite(&f));
    fixture_end(&f);
}

/* ---- Order ---- */

/* Two chains, the second below the first; and the same springs in the other order. */
static void run_branches(const char* springs, vrm_Vec3* out) {
    static const char nodes[] = "{\"children\":[1],\"translation\":[0,1,0]},"
                                "{\"children\":[2,4],\"translation\":[0.2,0,0]},"
                                "{\"children\":[3],\"translation\":[0,-0.1,0]},"
                                "{\"translation\":[0,-0.1,0]},"
                                "{\"children\":[5],\"translation\":[0.05,-0.1,0]},"
                                "{\"translation\":[0,-0.1,0]}";
    Fixture f = fixture(nodes, springs, 60.0f);
    for (int i = 0; i < 40; i++) {
        fixture_move(&f, 0.3f * sinf(0.3f * (float)i), 0, 0);
        fixture_step(&f);
    }
    out[0] = fixture_at(&f, 3);
    out[1] = fixture_at(&f, 5);
    fixture_end(&f);
}

/* */
static void results_do_not_depend_on_the_order_of_springs(void** state) {
    (void)state;
    vrm_Vec3 a[2], b[2];
    run_branches("\"springs\":[" FIXTURE_CHAIN(SWAYS) "},{\"joints\":[{\"node\":4," SWAYS
                                                      "},{\"node\":5}]}]",
                 a);
    run_branches("\"springs\":[{\"joints\":[{\"node\":4," SWAYS
                 "},{\"node\":5}]}," FIXTURE_CHAIN(SWAYS) "}]",
                 b);
    assert_memory_equal(a, b, sizeof a);
}

/* the collider hangs on a joint of another chain, which runs first; in a circle of two the
 * last frame's pose serves. */
static void colliders_on_swaying_nodes_move_with_them(void** state) {
    (void)state;
    static const char nodes[] = "{\"children\":[1,3],\"translation\":[0,1,0]},"
                                "{\"children\":[2],\"translation\":[0,0,0]},"
                                "{\"translation\":[0,-0.1,0]},"
                                "{\"children\":[4],\"translation\":[0.06,0,0]},"
                                "{\"translation\":[0,-0.1,0]}";
    static const char circle[] =
        "\"colliders\":[{\"node\":2,\"shape\":{\"sphere\":{\"radius\":0.04}}},"
        "{\"node\":4,\"shape\":{\"sphere\":{\"radius\":0.04}}}],"
        "\"colliderGroups\":[{\"colliders\":[0]},{\"colliders\":[1]}],"
        "\"springs\":[{\"joints\":[{\"node\":1,\"stiffness\":0.5},{\"node\":2}],"
        "\"colliderGroups\":[1]},"
        "{\"joints\":[{\"node\":3,\"stiffness\":0.5},{\"node\":4}],\"colliderGroups\":[0]}]";
    Fixture f = fixture(nodes, circle, 60.0f);
    for (int i = 0; i < 120; i++) {
        vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){i < 60 ? 3.0f : 0.0f, 0, 0});
        fixture_step(&f);
    }
    assert_true(all_finite(&f));
    assert_true(distance(fixture_at(&f, 2), fixture_at(&f, 4)) > 0.039f);
    fixture_end(&f);
}

/* ---- Scale ---- */

/* */
static void lengths_and_radii_follow_the_scale(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW,
                        BESIDE("\"sphere\":{\"offset\":[0.25,-0.1,0],\"radius\":0.06}"), 60.0f);
    vrm_Transform root = vrmi_transform_identity();
    root.scale = (vrm_Vec3){3, 3, 3};
    assert_true(vrm_avatar_set_root(f.sim, f.id, root));
    steps(&f, 200);
    vrm_Vec3 tail = fixture_tail(&f, 0);
    assert_true(fabsf(distance(tail, fixture_at(&f, 1)) - 0.3f) < 1e-5f);
    assert_true(distance(tail, (vrm_Vec3){0.75f, 2.7f, 0}) > 0.23f);
    fixture_end(&f);
}

static vrm_Quat sway_at_scale(float scale, bool is_on, int frame_count) {
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS("\"stiffness\":1,\"gravityPower\":0.5"), 60.0f);
    assert_true(vrm_avatar_set_spring_scaling(f.sim, f.id, is_on));
    for (int i = 0; i < frame_count; i++) {
        vrm_Transform root = {
            {scale * 0.1f * sinf(0.2f * (float)i), 0, 0}, {0, 0, 0, 1}, {scale, scale, scale}};
        vrm_avatar_set_root(f.sim, f.id, root);
        fixture_step(&f);
    }
    vrm_Quat turn = fixture_turn(&f, 1);
    fixture_end(&f);
    return turn;
}

static void with_scaling_on_a_giant_sways_in_the_same_shape(void** state) {
    (void)state;
    for (int count = 5; count < 60; count += 9) {
        vrm_Quat small = sway_at_scale(1.0f, true, count);
        assert_true(fixture_angle(small, sway_at_scale(7.0f, true, count)) < 1e-4f);
    }
    assert_true(fixture_angle(sway_at_scale(1, false, 30), sway_at_scale(7, false, 30)) > 0.05f);
}

/* ---- Other dialects ---- */

/* every node of 0.x's subtree turns, the leaf too, and the end is 7 cm. */
static void a_leaf_of_0x_points_seven_centimetres_ahead(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_0);
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    int32_t ends = 0;
    for (int32_t j = 0; j < vrm_rig_spring_joint_count(rig); j++) {
        vrm_SpringJointInfo info = vrm_rig_spring_joint(rig, j);
        assert_true(info.moves);
        if (info.tail >= 0) continue;
        assert_true(fabsf(vrmi_vec3_length(info.tail_local) - 0.07f) < 1e-6f);
        ends++;
    }
    assert_true(ends > 0);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
}

/* ---- Time ---- */

/* */
static void no_time_no_change(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS(HANGS), 60.0f);
    steps(&f, 10);
    vrm_Quat before = fixture_turn(&f, 1);
    const float none[] = {0.0f, -1.0f, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        vrm_sim_step(f.sim, none[i]);
        vrm_Quat after = fixture_turn(&f, 1);
        assert_memory_equal(&before, &after, sizeof before);
    }
    fixture_end(&f);
}

/* An hour of a body that never rests. */
static void an_hour_stays_finite_and_bounded(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW,
                        BESIDE("\"sphere\":{\"offset\":[0.25,-0.1,0],\"radius\":0.06}"), 60.0f);
    for (int i = 0; i < 3600 * 60; i++) {
        if (i % 3 == 0) fixture_move(&f, 0.4f * sinf(0.07f * (float)i), 0, 0.2f);
        fixture_step(&f);
        if (i % 600 != 0) continue;
        assert_true(all_finite(&f));
        assert_true(distance(fixture_at(&f, 3), fixture_at(&f, 0)) < 0.5f);
    }
    fixture_end(&f);
}

/* A swing that nobody pushes: what it reaches only shrinks. */
static void energy_never_grows_without_input(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS("\"stiffness\":0.6,\"dragForce\":0.02"), 60.0f);
    fixture_step(&f);
    fixture_move(&f, 0.05f, 0, 0.02f);
    fixture_step(&f);
    float reach = 10.0f;
    for (int second = 0; second < 20; second++) {
        float most = 0.0f;
        for (int i = 0; i < 60; i++) {
            fixture_step(&f);
            float turn = fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity());
            if (turn > most) most = turn;
        }
        assert_true(most <= reach + 1e-4f);
        reach = most;
    }
    assert_true(reach < 0.1f);
    fixture_end(&f);
}

/* ---- Bad input ---- */

static void nonsense_settings_disable_no_more_than_themselves(void** state) {
    (void)state;
    static const char* const settings[] = {"\"stiffness\":1e39",
                                           "\"stiffness\":-5",
                                           "\"hitRadius\":-1",
                                           "\"dragForce\":77",
                                           "\"gravityPower\":1e30,\"gravityDir\":[1e30,1e30,1e30]",
                                           "\"gravityDir\":[0,0,0]"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        Text springs = {.size = 0};
        text_add(&springs,
                 "\"springs\":[{\"joints\":[{\"node\":1,%s},{\"node\":2,%s},{\"node\":3}]}]",
                 settings[i], settings[i]);
        Fixture f = fixture(FIXTURE_ROW, springs.data, 60.0f);
        for (int k = 0; k < 200; k++) {
            fixture_move(&f, sinf((float)k), 0, 0);
            fixture_step(&f);
        }
        assert_true(all_finite(&f));
        assert_true(fabsf(distance(fixture_tail(&f, 0), fixture_at(&f, 1)) - 0.1f) < 1e-4f);
        fixture_end(&f);
    }
}

/* duplicates, wrong order, missing nodes, chains of one. */
static void broken_chains_leave_the_others_alone(void** state) {
    (void)state;
    static const char* const broken[] = {
        "{\"joints\":[{\"node\":3},{\"node\":2},{\"node\":1}]}",
        "{\"joints\":[{\"node\":1},{\"node\":1},{\"node\":1}]}",
        "{\"joints\":[{\"node\":77},{\"node\":-1}]}",
        "{\"joints\":[{\"node\":1}]}",
        "{\"joints\":[]}",
        "{\"joints\":[{\"node\":2},{\"node\":3}],\"center\":99,\"colliderGroups\":[7,-1]}"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        Text springs = {.size = 0};
        text_add(&springs, "\"springs\":[%s," FIXTURE_CHAIN(HANGS) "}]", broken[i]);
        Fixture f = fixture(FIXTURE_ROW, springs.data, 60.0f);
        steps(&f, 60);
        assert_true(all_finite(&f));
        fixture_end(&f);
    }
}

/* Zero bones, and scales of nothing and of everything. */
static void absurd_bones_and_scales_give_numbers(void** state) {
    (void)state;
    static const char* const scales[] = {"0,0,0", "1e-20,1e-20,1e-20", "1e6,1e6,1e6",
                                         "1,0,1", "-1,-1,-1",          "-1,1,1"};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        Text nodes = {.size = 0};
        text_add(&nodes,
                 "{\"children\":[1],\"scale\":[%s]},{\"children\":[2],\"translation\":[0.2,0,0]},"
                 "{\"children\":[3],\"translation\":[0,0,0]},{\"children\":[4],\"translation\":"
                 "[0,-0.1,0]},{\"translation\":[0,-0.1,0],\"scale\":[%s]}",
                 scales[i], scales[i]);
        Fixture f = fixture(nodes.data,
                            "\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{\"radius\":0.1}}}],"
                            "\"colliderGroups\":[{\"colliders\":[0]}],"
                            "\"springs\":[{\"joints\":[{\"node\":1," HANGS "},{\"node\":2," HANGS
                            "},{\"node\":3," HANGS "},{\"node\":4}],\"colliderGroups\":[0]}]",
                            60.0f);
        assert_false(vrm_rig_spring_joint(f.rig, 0).moves);
        assert_true(vrm_rig_spring_joint(f.rig, 1).moves);
        for (int k = 0; k < 100; k++) {
            fixture_move(&f, 0.1f * sinf((float)k), 0, 0);
            fixture_step(&f);
        }
        assert_true(all_finite(&f));
        fixture_end(&f);
    }
}

/* R-203 for mirrored bones. */
static void a_mirrored_avatar_rests_at_rest(void** state) {
    (void)state;
    static const struct {
        const char* scale;
        vrm_Vec3 tip;
    } cases[] = {{"-1,1,1", {-0.4f, -0.2f, 0}}, {"-1,-1,-1", {-0.4f, 0.2f, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text nodes = {.size = 0};
        text_add(&nodes,
                 "{\"children\":[1],\"scale\":[%s]},"
                 "{\"children\":[2],\"translation\":[0.2,0,0]},"
                 "{\"children\":[3],\"translation\":[0.1,-0.1,0]},"
                 "{\"translation\":[0.1,-0.1,0]}",
                 cases[i].scale);
        Fixture f = fixture(nodes.data, ROW_SPRINGS(SWAYS), 60.0f);
        for (int k = 0; k < 100; k++) {
            fixture_step(&f);
            assert_near(fixture_at(&f, 3), cases[i].tip, 1e-5f);
        }
        fixture_end(&f);
    }
}

/* A step that lies beyond the frame continues its motion. An avatar that shrinks quickly must not
 * be turned inside out there. */
static void a_shrinking_avatar_is_never_turned_inside_out(void** state) {
    (void)state;
    Fixture f = fixture("{\"children\":[1]},{\"children\":[2]},"
                        "{\"children\":[3],\"translation\":[0.1,-0.1,0]},"
                        "{\"translation\":[0.1,-0.1,0]}",
                        ROW_SPRINGS("\"stiffness\":1,\"dragForce\":1"), 60.0f);
    for (int k = 0; k < 200; k++) { /* at every moment between two steps */
        float size = k % 10 < 5 ? 1.0f : 0.1f;
        vrm_Transform root = {{0, 0, 0}, {0, 0, 0, 1}, {size, size, size}};
        assert_true(vrm_avatar_set_root(f.sim, f.id, root));
        vrm_sim_step(f.sim, 1.0f / 144.0f);
        assert_true(fixture_turn(&f, 1).w > 0.999f);
    }
    fixture_end(&f);
}

/* ---- Memory ---- */

static vrm_Result build_and_step(const vrm_Allocator* allocator, void* ctx) {
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_RigDef rig_def = vrm_default_rig_def();
    vrm_SimDef sim_def = vrm_default_sim_def();
    rig_def.allocator = sim_def.allocator = *allocator;
    sim_def.outputs |= VRM_OUTPUT_SPRINGS;
    vrm_Result result = vrm_rig_build(ctx, &rig_def, &rig);
    if (result == VRM_OK) result = vrm_sim_create(&sim_def, &sim);
    if (result == VRM_OK) {
        vrm_AvatarId id = vrm_sim_add(sim, rig);
        vrm_SpringSettings settings = {.stiffness = 1.0f};
        if (id.index1 == 0 || !vrm_avatar_set_spring_weight(sim, id, 0, 0.5f) ||
            !vrm_avatar_set_joint_settings(sim, id, 0, &settings))
            result = VRM_ERR_MEMORY;
        vrm_sim_step(sim, FIXTURE_DT);
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    vrm_Model* model = fixture_model(FIXTURE_ROW, ROW_SPRINGS(HANGS), NULL);
    test_every_allocation_failing(build_and_step, model);
    vrm_model_destroy(model);
}

static void a_step_allocates_nothing(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Model* model = fixture_model(FIXTURE_ROW, ROW_SPRINGS(HANGS), NULL);
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_SimDef def = vrm_default_sim_def();
    def.allocator = test_memory_allocator(&memory);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    for (int i = 0; i < 9; i++) vrm_sim_add(sim, rig);
    size_t before = memory.allocations;
    for (int i = 0; i < 30; i++) vrm_sim_step(sim, 0.02f);
    assert_int_equal(memory.allocations, before);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    test_memory_check_clean(&memory);
}

/* after the second collider the first one is tested again, and its length restored. */
static void collider_is_tested_as_often_as_groups_name_it(void** state) {
    (void)state;
    static const char* const groups[] = {
        "{\"colliders\":[0]},{\"colliders\":[1]},{\"colliders\":[0]}",
        "{\"colliders\":[0,1,0]},{},{}", "{\"colliders\":[0]},{\"colliders\":[1]},{}"};
    vrm_Vec3 tails[4];
    for (int k = 0; k < 4; k++) {
        char springs[1000];
        snprintf(springs, sizeof springs,
                 "\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[0.05,-0.2,0],"
                 "\"radius\":0.1}}},{\"node\":0,\"shape\":{\"sphere\":{\"offset\":"
                 "[-0.12,-0.15,0.05],\"radius\":0.1}}}],\"colliderGroups\":[%s],"
                 "\"springs\":[{\"joints\":[{\"node\":1,\"stiffness\":1,\"dragForce\":0.5,"
                 "\"hitRadius\":0.02},{\"node\":2}],\"colliderGroups\":%s}]",
                 groups[k % 3], k == 3 ? "[0,1,0]" : "[0,1,2]");
        Fixture f = fixture("{\"children\":[1]},{\"children\":[2]},{\"translation\":[0,-0.2,0]}",
                            springs, 60.0f);
        assert_int_equal(vrm_rig_spring_joint(f.rig, 0).collider_count, k == 2 ? 2 : 3);
        for (int i = 0; i < 60; i++) fixture_step(&f);
        tails[k] = fixture_tail(&f, 0);
        fixture_end(&f);
    }
    assert_memory_equal(&tails[0], &tails[1], sizeof tails[0]);
    assert_memory_equal(&tails[0], &tails[3], sizeof tails[0]); /* one group, named twice */
    const vrm_Vec3 first = {0.05f, -0.2f, 0};
    assert_true(vrmi_vec3_distance(tails[0], first) > 0.12f - 0.0001f);
    assert_true(vrmi_vec3_distance(tails[2], first) < 0.12f - 0.0005f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_without_gravity_nothing_moves),
        cmocka_unit_test(one_step_is_the_formula),
        cmocka_unit_test(bones_keep_their_length),
        cmocka_unit_test(drag_of_one_stops_and_of_zero_keeps),
        cmocka_unit_test(gravity_is_power_times_a_vector_of_any_length),
        cmocka_unit_test(the_last_joint_and_what_is_below_do_not_turn),
        cmocka_unit_test(a_first_joint_without_parent_works),
        cmocka_unit_test(moving_with_the_center_causes_no_motion),
        cmocka_unit_test(turning_the_center_carries_the_tail),
        cmocka_unit_test(gravity_is_the_worlds_whatever_the_center),
        cmocka_unit_test(a_sphere_keeps_the_tail_out_and_the_length),
        cmocka_unit_test(each_part_of_a_capsule_pushes_and_one_without_length_is_a_sphere),
        cmocka_unit_test(touching_is_no_hit),
        cmocka_unit_test(a_collider_right_on_the_tail_gives_numbers),
        cmocka_unit_test(a_head_right_on_the_tail_goes_to_rest),
        cmocka_unit_test(a_collider_is_where_its_node_is_in_this_frame),
        cmocka_unit_test(an_inside_sphere_keeps_the_tail_in),
        cmocka_unit_test(an_inside_capsule_keeps_the_tail_in),
        cmocka_unit_test(a_plane_keeps_the_tail_on_its_side),
        cmocka_unit_test(a_joint_too_large_for_its_hollow_gives_numbers),
        cmocka_unit_test(results_do_not_depend_on_the_order_of_springs),
        cmocka_unit_test(colliders_on_swaying_nodes_move_with_them),
        cmocka_unit_test(lengths_and_radii_follow_the_scale),
        cmocka_unit_test(with_scaling_on_a_giant_sways_in_the_same_shape),
        cmocka_unit_test(a_leaf_of_0x_points_seven_centimetres_ahead),
        cmocka_unit_test(no_time_no_change),
        cmocka_unit_test(an_hour_stays_finite_and_bounded),
        cmocka_unit_test(energy_never_grows_without_input),
        cmocka_unit_test(nonsense_settings_disable_no_more_than_themselves),
        cmocka_unit_test(broken_chains_leave_the_others_alone),
        cmocka_unit_test(absurd_bones_and_scales_give_numbers),
        cmocka_unit_test(a_mirrored_avatar_rests_at_rest),
        cmocka_unit_test(a_shrinking_avatar_is_never_turned_inside_out),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(collider_is_tested_as_often_as_groups_name_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
