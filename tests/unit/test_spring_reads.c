/* SPDX-License-Identifier: MIT */
/* Who reads what springs turn, and when: constraints and gaze, colliders that several chains share,
 * centers that sway. Each of these once read what another avatar, or another step, had left. */
#include "spring_fixture.h"

#define ROTATION_OF(node)                                                                          \
    "\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{"           \
    "\"rotation\":{\"source\":" #node "}}}}"

/* A strand 1 - 2 - 3, and a node that follows its first joint. */
#define STRAND_AND_FOLLOWER                                                                        \
    "{\"children\":[1,4]},{\"translation\":[0,1,0],\"children\":[2]},"                             \
    "{\"translation\":[0,-0.3,0],\"children\":[3]},{\"translation\":[0,-0.3,0]},"                  \
    "{" ROTATION_OF(1) "}"

#define STRAND(direction)                                                                          \
    "\"springs\":[{\"joints\":["                                                                   \
    "{\"node\":1,\"stiffness\":0.1,\"gravityPower\":1,\"gravityDir\":" direction "},"              \
    "{\"node\":2,\"stiffness\":0.1,\"gravityPower\":1,\"gravityDir\":" direction                   \
    "},{\"node\":3}]}]"

static vrm_Rig* make_rig(const char* nodes, const char* springs) {
    vrm_Rig* rig = NULL;
    vrm_Model* model = fixture_model(nodes, springs, NULL);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    vrm_model_destroy(model);
    return rig;
}

static void assert_same_turn(vrm_Quat a, vrm_Quat b) {
    if (memcmp(&a, &b, sizeof a) != 0)
        fail_msg("%.9g %.9g %.9g %.9g is not %.9g %.9g %.9g %.9g", (double)a.x, (double)a.y,
                 (double)a.z, (double)a.w, (double)b.x, (double)b.y, (double)b.z, (double)b.w);
}

/* ---- Constraints ---- */

static void constraint_follows_what_the_last_frame_showed_of_a_swaying_node(void** state) {
    (void)state;
    const float rates[] = {60.0f, 0.0f, 90.0f};
    for (int r = 0; r < 3; r++) {
        Fixture f = fixture(STRAND_AND_FOLLOWER, STRAND("[1,0,0]"), rates[r]);
        vrm_Quat last = vrmi_quat_identity();
        for (int i = 0; i < 40; i++) {
            vrm_sim_step(f.sim, i % 5 == 4 ? 0.011f : FIXTURE_DT);
            assert_same_turn(fixture_turn(&f, 4), last);
            last = fixture_turn(&f, 1);
        }
        assert_true(fixture_angle(last, vrmi_quat_identity()) > 0.3f);
        fixture_end(&f);
    }
}

static void constraint_finds_rest_after_a_reset_and_the_host_where_springs_are_off(void** state) {
    (void)state;
    Fixture f = fixture(STRAND_AND_FOLLOWER, STRAND("[1,0,0]"), 60.0f);
    for (int i = 0; i < 20; i++) fixture_step(&f);
    vrm_avatar_reset_springs(f.sim, f.id);
    fixture_step(&f);
    assert_same_turn(fixture_turn(&f, 4), vrmi_quat_identity());
    vrm_Quat turn = vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, 0.5f);
    vrm_avatar_set_rotation(f.sim, f.id, 1, turn);
    vrm_avatar_set_stages(f.sim, f.id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    fixture_step(&f);
    assert_same_turn(fixture_turn(&f, 4), fixture_turn(&f, 1));
    assert_true(fixture_angle(fixture_turn(&f, 4), turn) < 1e-3f);
    fixture_end(&f);
}

/* A stranger's block is stepped before ours by the same worker. */
static void constraint_never_sees_another_avatar(void** state) {
    (void)state;
    vrm_Rig* ours = make_rig(STRAND_AND_FOLLOWER, STRAND("[1,0,0]"));
    vrm_Rig* stranger = make_rig(STRAND_AND_FOLLOWER, STRAND("[0,0,-1]"));
    const uint32_t outputs[] = {VRM_OUTPUT_DEFAULT, VRM_OUTPUT_LOCALS};
    for (int o = 0; o < 2; o++) {
        vrm_SimDef def = vrm_default_sim_def();
        def.outputs = outputs[o];
        vrm_Sim *single = NULL, *crowd = NULL;
        assert_int_equal(vrm_sim_create(&def, &single), VRM_OK);
        assert_int_equal(vrm_sim_create(&def, &crowd), VRM_OK);
        vrm_AvatarId a = vrm_sim_add(single, ours);
        vrm_sim_add(crowd, stranger);
        vrm_AvatarId b = vrm_sim_add(crowd, ours);
        for (int i = 0; i < 30; i++) {
            vrm_sim_step(single, FIXTURE_DT);
            vrm_sim_step(crowd, FIXTURE_DT);
            assert_same_turn(vrm_avatar_locals(single, a)[4].rotation,
                             vrm_avatar_locals(crowd, b)[4].rotation);
        }
        vrm_sim_destroy(single);
        vrm_sim_destroy(crowd);
    }
    vrm_rig_destroy(ours);
    vrm_rig_destroy(stranger);
}

static void run_by_turns(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    int32_t* worker = ctx;
    (void)grain;
    fn(task, 0, count, *worker);
}

static void constraint_has_the_same_bits_whichever_worker_runs(void** state) {
    (void)state;
    vrm_Rig* rig = make_rig(STRAND_AND_FOLLOWER, STRAND("[1,0,0]"));
    int32_t worker = 0;
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim *usual = NULL, *by_turns = NULL;
    assert_int_equal(vrm_sim_create(&def, &usual), VRM_OK);
    def.tasks = (vrm_Tasks){2, run_by_turns, &worker};
    assert_int_equal(vrm_sim_create(&def, &by_turns), VRM_OK);
    vrm_AvatarId a = {0}, b = {0};
    for (int i = 0; i < 12; i++) {
        vrm_AvatarId x = vrm_sim_add(usual, rig), y = vrm_sim_add(by_turns, rig);
        if (i == 0) a = x;
        if (i == 0) b = y;
    }
    for (int i = 0; i < 20; i++) {
        worker = i & 1;
        vrm_sim_step(usual, FIXTURE_DT);
        vrm_sim_step(by_turns, FIXTURE_DT);
        assert_same_turn(vrm_avatar_locals(usual, a)[4].rotation,
                         vrm_avatar_locals(by_turns, b)[4].rotation);
    }
    vrm_sim_destroy(usual);
    vrm_sim_destroy(by_turns);
    vrm_rig_destroy(rig);
}

/* A joint that a constraint turns shows the constraint's work where springs are off, beside an
 * avatar where they are on. */
static void constraint_on_a_joint_shows_where_springs_are_off(void** state) {
    (void)state;
    static const char nodes[] =
        "{\"children\":[1,4]},"
        "{\"translation\":[0,1,0],\"children\":[2]," ROTATION_OF(
            4) "},"
               "{\"translation\":[0,-0.3,0],\"children\":[3]},{\"translation\":[0,-0.3,0]},{}";
    Fixture f = fixture(nodes, STRAND("[1,0,0]"), 60.0f);
    vrm_AvatarId off = vrm_sim_add(f.sim, f.rig);
    vrm_Quat turn = vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, 0.5f);
    vrm_avatar_set_stages(f.sim, off, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    vrm_avatar_set_rotation(f.sim, off, 4, turn);
    for (int i = 0; i < 3; i++) fixture_step(&f);
    assert_true(fixture_angle(vrm_avatar_locals(f.sim, off)[1].rotation, turn) < 1e-3f);
    fixture_end(&f);
}

/* ---- Gaze ---- */

static vrm_Rig* make_gazer(const char* direction) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"translation\":[0,1,0],\"children\":[1]},"
        "{\"translation\":[0,0.2,0],\"children\":[2]},{\"translation\":[0,0.2,0],"
        "\"children\":[3,4]},{\"translation\":[0.03,0.1,0]},{\"translation\":[-0.03,0.1,0]}],"
        "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"n\","
        "\"authors\":[\"a\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{"
        "\"humanBones\":{\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":2},"
        "\"leftEye\":{\"node\":3},\"rightEye\":{\"node\":4}}},\"lookAt\":{\"type\":\"bone\"}},"
        "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[{\"node\":1,"
        "\"stiffness\":0.2,\"gravityPower\":1,\"gravityDir\":%s},{\"node\":2}]}]}}}",
        direction);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_model_load(text, strlen(text), NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    vrm_model_destroy(model);
    return rig;
}

static void gaze_of_a_head_that_sways_is_its_own(void** state) {
    (void)state;
    vrm_Rig *ours = make_gazer("[1,0,0]"), *stranger = make_gazer("[0,0,1]");
    vrm_Sim *single = NULL, *crowd = NULL;
    assert_int_equal(vrm_sim_create(NULL, &single), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &crowd), VRM_OK);
    vrm_AvatarId a = vrm_sim_add(single, ours);
    vrm_sim_add(crowd, stranger);
    vrm_AvatarId b = vrm_sim_add(crowd, ours);
    const vrm_Vec3 target = {0.5f, 1.5f, 2.0f};
    vrm_avatar_look_at(single, a, target);
    vrm_avatar_look_at(crowd, b, target);
    vrm_Vec2 first = {0, 0};
    for (int i = 0; i < 40; i++) {
        vrm_sim_step(single, FIXTURE_DT);
        vrm_sim_step(crowd, FIXTURE_DT);
        vrm_Vec2 x = vrm_avatar_gaze(single, a), y = vrm_avatar_gaze(crowd, b);
        assert_memory_equal(&x, &y, sizeof x);
        if (i == 0) first = x;
    }
    assert_true(fabsf(vrm_avatar_gaze(single, a).x - first.x) > 5.0f);
    vrm_sim_destroy(single);
    vrm_sim_destroy(crowd);
    vrm_rig_destroy(ours);
    vrm_rig_destroy(stranger);
}

/* ---- Colliders ---- */

/* A plain chain 1 - 2, a chain below it that skips node 4, and the collider on node 6 for both. */
static void collider_of_a_plain_and_an_irregular_chain_goes_along(void** state) {
    (void)state;
    static const char nodes[] =
        "{\"children\":[1,6]},{\"translation\":[0,1,0],\"children\":[2]},"
        "{\"translation\":[0,-0.2,0],\"children\":[3]},{\"translation\":[0,-0.1,0],"
        "\"children\":[4]},{\"translation\":[0,-0.1,0],\"children\":[5]},"
        "{\"translation\":[0,-0.1,0]},{\"translation\":[0.12,0.6,0]}";
    static const char springs[] =
        "\"colliders\":[{\"node\":6,\"shape\":{\"sphere\":{\"radius\":0.1}}}],"
        "\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":["
        "{\"joints\":[{\"node\":1,\"stiffness\":4},{\"node\":2}],\"colliderGroups\":[0]},"
        "{\"joints\":[{\"node\":3,\"stiffness\":0,\"gravityPower\":1,\"gravityDir\":[1,0.2,0],"
        "\"hitRadius\":0.02},{\"node\":5}],\"colliderGroups\":[0]}]";
    Fixture single = fixture(nodes, springs, 60.0f), crowd = fixture(nodes, springs, 60.0f);
    vrm_sim_add(crowd.sim, crowd.rig);
    float deepest = -1.0f;
    for (int i = 0; i < 240; i++) {
        fixture_move(&single, 0.01f * (float)i, 0, 0);
        fixture_move(&crowd, 0.01f * (float)i, 0, 0);
        fixture_step(&single);
        fixture_step(&crowd);
        assert_memory_equal(vrm_avatar_locals(single.sim, single.id),
                            vrm_avatar_locals(crowd.sim, crowd.id), 7 * sizeof(vrm_Transform));
        float gap = test_distance(fixture_at(&single, 5), fixture_at(&single, 6));
        deepest = test_larger(deepest, 0.12f - gap);
    }
    assert_true(deepest < 0.01f);
    fixture_end(&single);
    fixture_end(&crowd);
}

#define STIFF(head, tail)                                                                          \
    "{\"joints\":[{\"node\":" #head ",\"stiffness\":4,\"hitRadius\":0.02},{\"node\":" #tail        \
    "}],\"colliderGroups\":[0]}"
#define SLACK "{\"joints\":[{\"node\":3,\"stiffness\":0.2,\"dragForce\":0.2},{\"node\":4}]"
#define COLLIDERS                                                                                  \
    "\"colliders\":[{\"node\":4,\"shape\":{\"sphere\":{\"radius\":0.04}}},"                        \
    "{\"node\":2,\"shape\":{\"sphere\":{\"radius\":0.01}}}],"                                      \
    "\"colliderGroups\":[{\"colliders\":[0]},{\"colliders\":[1]}],\"springs\":["

/* Strands 1 - 2, 3 - 4 and 5 - 6 side by side. The second carries a collider and swings against the
 * others. These are pushed as by a collider of the body that the host turns in the same way. */
static void expect_present_collider(const char* springs, int32_t first_head) {
    static const char nodes[] =
        "{\"children\":[1,3,5],\"translation\":[0,1,0]},{\"children\":[2]},"
        "{\"translation\":[0,-0.1,0]},{\"children\":[4],\"translation\":[0.07,0,0]},"
        "{\"translation\":[0,-0.1,0]},{\"children\":[6],\"translation\":[0.14,0,0]},"
        "{\"translation\":[0,-0.1,0]}";
    Fixture sways = fixture(nodes, springs, 0.0f);
    Fixture is_turned = fixture(nodes, COLLIDERS STIFF(1, 2) "," STIFF(5, 6) "]", 0.0f);
    float most = 0.0f;
    for (int i = 0; i < 240; i++) {
        vrm_Vec3 force = {vrmi_sin(0.1f * (float)i), 0, 0};
        vrm_avatar_set_force(sways.sim, sways.id, force);
        vrm_avatar_set_force(is_turned.sim, is_turned.id, force);
        fixture_step(&sways);
        vrm_avatar_set_rotation(is_turned.sim, is_turned.id, 3, fixture_turn(&sways, 3));
        fixture_step(&is_turned);
        for (int32_t head = first_head; head <= 5; head += 4) {
            vrm_Quat turn = fixture_turn(&sways, head);
            assert_true(fixture_angle(turn, fixture_turn(&is_turned, head)) < 2e-3f);
            most = test_larger(most, fixture_angle(turn, vrmi_quat_identity()));
        }
    }
    assert_true(most > 0.3f);
    fixture_end(&sways);
    fixture_end(&is_turned);
}

static void collider_on_another_chain_has_moved_before_it_is_tested(void** state) {
    (void)state;
    expect_present_collider(COLLIDERS STIFF(1, 2) "," SLACK "}," STIFF(5, 6) "]", 1);
}

/* The first strand and the second read each other: the first takes the collider of the last frame.
 */
static void collider_in_a_circle_is_placed_again_when_it_has_moved(void** state) {
    (void)state;
    expect_present_collider(
        COLLIDERS STIFF(1, 2) "," SLACK ",\"colliderGroups\":[1]}," STIFF(5, 6) "]", 5);
}

/* Node 5 hangs on the first joint and pushes the tail of the second. */
static void collider_on_a_chain_that_reads_it_moves_with_the_joint_that_has_turned(void** state) {
    (void)state;
    static const char nodes[] =
        "{\"children\":[1],\"translation\":[0,1,0]},{\"children\":[2,5]},"
        "{\"translation\":[0,-0.1,0],\"children\":[3]},{\"translation\":[0,-0.1,0],"
        "\"children\":[4]},{\"translation\":[0,-0.1,0]},{\"translation\":[0.05,-0.2,0]}";
#define JOINT(n)                                                                                   \
    "{\"node\":" #n ",\"stiffness\":0.5,\"gravityPower\":0.5,\"gravityDir\":[1,-1,0.1],"           \
    "\"hitRadius\":0.02}"
    static const char springs[] =
        "\"colliders\":[{\"node\":5,\"shape\":{\"sphere\":{\"radius\":0.04}}}],"
        "\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":[{\"joints\":[" JOINT(1) "," JOINT(
            2) "," JOINT(3) ",{\"node\":4}],\"colliderGroups\":[0]}]";
    Fixture f = fixture(nodes, springs, 0.0f);
    bool has_turned = false;
    for (int i = 0; i < 120; i++) {
        fixture_move(&f, 0.1f * vrmi_sin(0.3f * (float)i), 0, 0);
        fixture_step(&f);
        float gap = test_distance(fixture_at(&f, 3), fixture_at(&f, 5));
        assert_true(gap > 0.0595f);
        has_turned = has_turned || fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity()) > 0.5f;
    }
    assert_true(has_turned);
    fixture_end(&f);
}

/* Chains one below the other, all of which read a collider on the last node: each waits for all
 * below it, so that every wave wants the whole row posed again. What goes beyond the budget stays
 * as it was posed last, in a crowd as in a single avatar. */
static void circle_through_a_long_row_of_chains_ends_soon(void** state) {
    (void)state;
    enum { CHAINS = 300, NODES = 2 * CHAINS + 1 };
    size_t size = (size_t)NODES * 200;
    char *nodes = malloc(size), *springs = malloc(size);
    size_t at = 0, used = 0;
    for (int n = 0; n < NODES; n++) {
        at += (size_t)snprintf(nodes + at, size - at, "%s{\"translation\":[0.01,-0.01,0]",
                               n > 0 ? "," : "");
        if (n + 1 < NODES)
            at += (size_t)snprintf(nodes + at, size - at, ",\"children\":[%d]", n + 1);
        at += (size_t)snprintf(nodes + at, size - at, "}");
    }
    used += (size_t)snprintf(springs, size,
                             "\"colliders\":[{\"node\":%d,\"shape\":{\"sphere\":{"
                             "\"radius\":0.02}}}],\"colliderGroups\":[{\"colliders\":[0]}],"
                             "\"springs\":[",
                             NODES - 1);
    for (int c = 0; c < CHAINS; c++)
        used += (size_t)snprintf(springs + used, size - used,
                                 "%s{\"joints\":[{\"node\":%d,\"gravityPower\":0.5},"
                                 "{\"node\":%d}],\"colliderGroups\":[0]}",
                                 c > 0 ? "," : "", 2 * c + 1, 2 * c + 2);
    snprintf(springs + used, size - used, "]");
    Fixture single = fixture(nodes, springs, 60.0f), crowd = fixture(nodes, springs, 60.0f);
    vrm_sim_add(crowd.sim, crowd.rig);
    for (int i = 0; i < 10; i++) {
        fixture_step(&single);
        fixture_step(&crowd);
        assert_memory_equal(vrm_avatar_locals(single.sim, single.id),
                            vrm_avatar_locals(crowd.sim, crowd.id), NODES * sizeof(vrm_Transform));
    }
    fixture_end(&single);
    fixture_end(&crowd);
    free(nodes);
    free(springs);
}

/* ---- Centers ---- */

#define SOFT "\"stiffness\":0.5,\"dragForce\":0.5,\"gravityPower\":0.5,\"gravityDir\":[1,0,0]"

static void reset_of_a_chain_that_turns_its_center_is_a_new_beginning(void** state) {
    (void)state;
    const char* const centers[] = {"1", "2"};
    for (int c = 0; c < 2; c++) {
        char springs[512];
        snprintf(springs, sizeof springs, "\"springs\":[" FIXTURE_CHAIN(SOFT) ",\"center\":%s}]",
                 centers[c]);
        Fixture f = fixture(FIXTURE_ROW, springs, 60.0f);
        vrm_Transform before[20][4];
        for (int i = 0; i < 20; i++) {
            fixture_step(&f);
            memcpy(before[i], vrm_avatar_locals(f.sim, f.id), sizeof before[i]);
        }
        assert_true(fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity()) > 0.1f);
        vrm_avatar_reset_springs(f.sim, f.id);
        for (int i = 0; i < 20; i++) {
            fixture_step(&f);
            assert_memory_equal(vrm_avatar_locals(f.sim, f.id), before[i], sizeof before[i]);
        }
        fixture_end(&f);
    }
}

/* How fast the end of the chain still is after 20 seconds, m/s, the body standing still. */
static float speed_at_rest(const char* center, double stiffness, double gravity, double drag) {
    enum { END = 3, FRAMES = 20 * 60 };
    char settings[128], springs[640];
    snprintf(settings, sizeof settings,
             "\"stiffness\":%g,\"gravityPower\":%g,\"dragForce\":%g,\"gravityDir\":[1,0,0]",
             stiffness, gravity, drag);
    snprintf(springs, sizeof springs,
             "\"springs\":[{\"joints\":[{\"node\":1,%s},{\"node\":2,%s},{\"node\":3}]%s}]",
             settings, settings, center);
    Fixture f = fixture(FIXTURE_ROW, springs, 60.0f);
    float fastest = 0.0f;
    vrm_Vec3 last = {0, 0, 0};
    for (int i = 0; i < FRAMES; i++) {
        fixture_step(&f);
        float moved = vrmi_vec3_distance(fixture_at(&f, END), last) / FIXTURE_DT;
        if (i > FRAMES - 60 && moved > fastest) fastest = moved;
        last = fixture_at(&f, END);
    }
    fixture_end(&f);
    return fastest;
}

/* the specification names the first joint before its ancestors. Where the center moved with
 * the chain's own turns, a drag below 0.5 kept the chain at 12 to 40 m/s for ever. */
static void chain_rests_whichever_of_its_nodes_is_the_center(void** state) {
    (void)state;
    static const char* const centers[] = {"", ",\"center\":0", ",\"center\":1", ",\"center\":2",
                                          ",\"center\":3"};
    for (int c = 0; c < 5; c++)
        for (double drag = 0.05; drag < 1.0; drag += 0.1)
            for (double stiffness = 0.5; stiffness <= 2.0; stiffness *= 2.0) {
                float speed = speed_at_rest(centers[c], stiffness, 0.5, drag);
                if (!(speed < 1e-3f))
                    fail_msg("center %d, drag %g, stiffness %g: %g m/s", c - 1, drag, stiffness,
                             (double)speed);
            }
}

/* it goes with the node above the chain, to the bit. */
static void own_first_joint_as_center_is_the_node_above(void** state) {
    (void)state;
    Fixture own =
        fixture(FIXTURE_ROW, "\"springs\":[" FIXTURE_CHAIN(SOFT) ",\"center\":1}]", 60.0f);
    Fixture above =
        fixture(FIXTURE_ROW, "\"springs\":[" FIXTURE_CHAIN(SOFT) ",\"center\":0}]", 60.0f);
    assert_int_equal(vrm_rig_spring_joint(own.rig, 0).center, 1); /* as the file has it */
    for (int i = 0; i < 60; i++) {
        Fixture* both[] = {&own, &above};
        for (int k = 0; k < 2; k++) {
            fixture_move(both[k], 0.3f * sinf(0.2f * (float)i), 0, 0.02f * (float)i);
            fixture_step(both[k]);
        }
        assert_memory_equal(vrm_avatar_locals(own.sim, own.id),
                            vrm_avatar_locals(above.sim, above.id), 4 * sizeof(vrm_Transform));
    }
    fixture_end(&own);
    fixture_end(&above);
}

/* Without forces, under rotations that no float is exactly: a tail that is at rest stays there. */
static void tails_stay_while_their_center_stays(void** state) {
    (void)state;
    Text* nodes = malloc(sizeof *nodes);
    nodes->size = 0;
    Dice dice = {5};
    for (int i = 0; i < 16; i++) {
        vrm_Quat q = roll_turn(&dice, 1.0f);
        text_add(nodes, "%s{\"rotation\":[%.9g,%.9g,%.9g,%.9g],\"translation\":[0.02,-0.1,0.01]",
                 i > 0 ? "," : "", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
        text_add(nodes, i < 15 ? ",\"children\":[%d]}" : "}", i + 1);
    }
    static const char springs[] =
        "\"springs\":[{\"center\":11,\"joints\":[{\"node\":12,\"stiffness\":0,\"gravityPower\":0},"
        "{\"node\":13,\"stiffness\":0,\"gravityPower\":0},{\"node\":14,\"stiffness\":0,"
        "\"gravityPower\":0},{\"node\":15}]}]";
    Fixture f = fixture(nodes->data, springs, 60.0f);
    for (int crowd = 0; crowd < 2; crowd++) {
        if (crowd) vrm_sim_add(f.sim, f.rig);
        vrm_avatar_reset_springs(f.sim, f.id);
        for (int i = 0; i < 60; i++) fixture_step(&f);
        vrm_Vec3 tail = fixture_tail(&f, 2);
        for (int i = 0; i < 3600; i++) fixture_step(&f);
        vrm_Vec3 later = fixture_tail(&f, 2);
        assert_memory_equal(&tail, &later, sizeof tail);
    }
    fixture_end(&f);
    free(nodes);
}

/* A chain on another chain, its own first joint its center, all drag: it goes rigidly with the
 * chain above. */
static void center_on_the_first_joint_of_a_chain_on_a_chain_has_moved_with_that(void** state) {
    (void)state;
    static const char springs[] =
        "\"springs\":[{\"joints\":[{\"node\":1,\"stiffness\":0.5,\"dragForce\":0.5,"
        "\"gravityPower\":1,\"gravityDir\":[1,0,0]},{\"node\":2}]},"
        "{\"center\":3,\"joints\":[{\"node\":3,\"stiffness\":0,\"dragForce\":1},{\"node\":4}]}]";
    static const char nodes[] =
        "{\"children\":[1],\"translation\":[0,1,0]},{\"children\":[2]},"
        "{\"translation\":[0,-0.1,0],\"children\":[3]},{\"translation\":[0,-0.1,0],"
        "\"children\":[4]},{\"translation\":[0.1,0,0]}";
    Fixture f = fixture(nodes, springs, 60.0f);
    for (int i = 0; i < 30; i++) {
        fixture_step(&f);
        assert_true(fixture_angle(fixture_turn(&f, 3), vrmi_quat_identity()) < 1e-3f);
    }
    assert_true(fixture_angle(fixture_turn(&f, 1), vrmi_quat_identity()) > 0.3f);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraint_follows_what_the_last_frame_showed_of_a_swaying_node),
        cmocka_unit_test(constraint_finds_rest_after_a_reset_and_the_host_where_springs_are_off),
        cmocka_unit_test(constraint_never_sees_another_avatar),
        cmocka_unit_test(constraint_has_the_same_bits_whichever_worker_runs),
        cmocka_unit_test(constraint_on_a_joint_shows_where_springs_are_off),
        cmocka_unit_test(gaze_of_a_head_that_sways_is_its_own),
        cmocka_unit_test(collider_of_a_plain_and_an_irregular_chain_goes_along),
        cmocka_unit_test(collider_on_another_chain_has_moved_before_it_is_tested),
        cmocka_unit_test(collider_in_a_circle_is_placed_again_when_it_has_moved),
        cmocka_unit_test(collider_on_a_chain_that_reads_it_moves_with_the_joint_that_has_turned),
        cmocka_unit_test(circle_through_a_long_row_of_chains_ends_soon),
        cmocka_unit_test(reset_of_a_chain_that_turns_its_center_is_a_new_beginning),
        cmocka_unit_test(chain_rests_whichever_of_its_nodes_is_the_center),
        cmocka_unit_test(own_first_joint_as_center_is_the_node_above),
        cmocka_unit_test(tails_stay_while_their_center_stays),
        cmocka_unit_test(center_on_the_first_joint_of_a_chain_on_a_chain_has_moved_with_that),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
