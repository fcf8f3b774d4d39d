/* SPDX-License-Identifier: MIT */
/* What a host may do to springs while they run, and how frames of any length become steps. */
#include "runtime/spring_stage.h"
#include "scenes/scenes.h"
#include "spring_fixture.h"
#include "support/avatar.h"
#include "support/maths.h"

#define SWAYS       "\"stiffness\":1,\"dragForce\":0.4,\"gravityPower\":0.3"
#define ROW_SPRINGS "\"springs\":[" FIXTURE_CHAIN(SWAYS) "}]"

static void shake(Fixture* f, int from, int count) {
    for (int i = from; i < from + count; i++) {
        fixture_move(f, 0.2f * sinf(0.25f * (float)i), 0, 0.1f * sinf(0.13f * (float)i));
        fixture_step(f);
    }
}

static float turn_of(const Fixture* f) {
    return fixture_angle(fixture_turn(f, 1), vrmi_quat_identity());
}

/* ---- Settings ---- */

/* Gravity towards +X pulls there, also where the file faces -Z, as a force does; and settings that
 * are read and set again change nothing. */
static void gravity_of_joint_settings_is_world_space_in_every_dialect(void** state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        SceneDef scene = scene_default_def(k < 2 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        SceneBytes bytes = scene_avatar(&scene);
        vrm_Model* model = NULL;
        vrm_Rig* rig = NULL;
        vrm_Sim* sim = NULL;
        assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
        assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
        vrm_SimDef def = vrm_default_sim_def();
        def.keeps_vrm0_facing = k % 2 == 1;
        def.outputs |= VRM_OUTPUT_SPRINGS;
        assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
        vrm_AvatarId pulled = vrm_sim_add(sim, rig), blown = vrm_sim_add(sim, rig);
        vrm_AvatarId as_it_is = vrm_sim_add(sim, rig), set_again = vrm_sim_add(sim, rig);
        int32_t joints = vrm_rig_spring_joint_count(rig);
        for (int32_t j = 0; j < joints; j++) {
            vrm_SpringSettings settings = vrm_rig_spring_joint(rig, j).settings;
            if (def.keeps_vrm0_facing && vrm_rig_facing(rig) < 0) {
                settings.gravity_dir.x = -settings.gravity_dir.x;
                settings.gravity_dir.z = -settings.gravity_dir.z;
            }
            assert_true(vrm_avatar_set_joint_settings(sim, set_again, j, &settings));
            settings.gravity_power = 0.0f;
            assert_true(vrm_avatar_set_joint_settings(sim, blown, j, &settings));
            settings.gravity_power = 2.0f;
            settings.gravity_dir = (vrm_Vec3){1, 0, 0};
            assert_true(vrm_avatar_set_joint_settings(sim, pulled, j, &settings));
        }
        assert_true(vrm_avatar_set_force(sim, blown, (vrm_Vec3){2, 0, 0}));
        size_t size = (size_t)joints * sizeof(vrm_Quat);
        for (int i = 0; i < 60; i++) {
            vrm_sim_step(sim, FIXTURE_DT);
            assert_memory_equal(vrm_avatar_spring_rotations(sim, pulled),
                                vrm_avatar_spring_rotations(sim, blown), size);
            assert_memory_equal(vrm_avatar_spring_rotations(sim, as_it_is),
                                vrm_avatar_spring_rotations(sim, set_again), size);
        }
        vrm_sim_destroy(sim);
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
        scene_bytes_free(&bytes);
    }
}

/* ---- Joints that cannot move ---- */

/* Joints 0 and 3 have no direction. */
static void joint_that_cannot_move_gives_the_rotation_of_its_node(void** state) {
    (void)state;
    for (int rate = 0; rate < 2; rate++) {
        Fixture f = fixture("{\"children\":[1,5]},{\"children\":[2]},{\"children\":[3]},"
                            "{\"children\":[4],\"translation\":[0,-0.1,0]},"
                            "{\"translation\":[0,-0.1,0]},"
                            "{\"children\":[6]},{\"translation\":[0,0,0]}",
                            "\"springs\":[{\"joints\":[{\"node\":1},{\"node\":2," SWAYS
                            "},{\"node\":3," SWAYS "},{\"node\":4}]},"
                            "{\"joints\":[{\"node\":5},{\"node\":6}]}]",
                            rate == 0 ? 60.0f : 0.0f);
        assert_int_equal(vrm_rig_spring_joint_count(f.rig), 4);
        assert_false(vrm_rig_spring_joint(f.rig, 0).moves || vrm_rig_spring_joint(f.rig, 3).moves);
        for (int i = 0; i < 40; i++) {
            vrm_Quat turn = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, 0.05f * (float)i);
            vrm_avatar_set_rotation(f.sim, f.id, 1, turn);
            vrm_avatar_set_rotation(f.sim, f.id, 5, turn);
            if (i == 15) vrm_avatar_set_spring_weight(f.sim, f.id, 0, 0.5f);
            if (i == 20) vrm_avatar_set_stages(f.sim, f.id, VRM_STAGE_ALL & ~VRM_STAGE_SPRINGS);
            if (i == 25) vrm_avatar_set_stages(f.sim, f.id, VRM_STAGE_ALL);
            vrm_sim_step(f.sim, i % 3 == 0 ? 1.0f / 144.0f : FIXTURE_DT);
            const vrm_Transform* locals = vrm_avatar_locals(f.sim, f.id);
            for (int32_t j = 0; j < 4; j++)
                assert_memory_equal(&vrm_avatar_spring_rotations(f.sim, f.id)[j],
                                    &locals[vrm_rig_spring_joint(f.rig, j).node].rotation,
                                    sizeof(vrm_Quat));
        }
        fixture_end(&f);
    }
}

/* */
static void reset_puts_all_to_rest_without_motion(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, "\"springs\":[" FIXTURE_CHAIN("\"dragForce\":0") "}]", 60.0f);
    shake(&f, 0, 37);
    assert_true(turn_of(&f) > 0.02f);
    assert_true(vrm_avatar_reset_springs(f.sim, f.id));
    for (int i = 0; i < 5; i++) {
        fixture_step(&f);
        assert_true(turn_of(&f) < 1e-5f);
    }
    fixture_end(&f);
}

/* An avatar that begins far from the origin, with a center or without, is not kicked. */
static void the_first_frame_has_no_kick(void** state) {
    (void)state;
    static const char* const springs[] = {
        "\"springs\":[" FIXTURE_CHAIN("\"stiffness\":1") "}]",
        "\"springs\":[" FIXTURE_CHAIN("\"stiffness\":1") ",\"center\":0}]"};
    for (int i = 0; i < 2; i++) {
        Fixture f = fixture(FIXTURE_ROW, springs[i], 60.0f);
        fixture_move(&f, 50, 3, -20);
        for (int k = 0; k < 20; k++) {
            fixture_step(&f);
            assert_true(turn_of(&f) < 1e-4f);
        }
        fixture_end(&f);
    }
}

/* Hosts hide an avatar by a scale of 0, where tails have no direction. */
static void hair_that_was_scaled_to_nothing_begins_at_rest(void** state) {
    (void)state;
    const float rates[] = {0.0f, 60.0f, 200.0f};
    for (int i = 0; i < 12; i++) {
        bool teleports = i % 2 != 0, grows = i / 2 % 2 != 0;
        Fixture f = fixture(FIXTURE_ROW, "\"springs\":[" FIXTURE_CHAIN("\"stiffness\":1") "}]",
                            rates[i / 4]);
        vrm_Transform root = vrmi_transform_identity();
        shake(&f, 0, 25);
        root.translation = (vrm_Vec3){3, 2, 1};
        for (int k = 0; k < 40; k++) {
            float part = k < 10 ? 0.0f : grows ? fminf(0.1f * (float)(k - 9), 1.0f) : 1.0f;
            root.scale = (vrm_Vec3){part, part, part};
            assert_true(teleports ? vrm_avatar_teleport(f.sim, f.id, root)
                                  : vrm_avatar_set_root(f.sim, f.id, root));
            fixture_step(&f);
            if (part > 0 && !(turn_of(&f) < (grows && !teleports ? 0.6f : 1e-3f)))
                fail_msg("round %d, frame %d: turned by %g", i, k, (double)turn_of(&f));
        }
        fixture_end(&f);
    }
}

static void teleport_keeps_shape_and_motion(void** state) {
    (void)state;
    Fixture a = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f),
            b = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    shake(&a, 0, 25);
    shake(&b, 0, 25);
    vrm_Transform there = vrmi_transform_identity();
    there.translation =
        (vrm_Vec3){0.2f * sinf(0.25f * 24.0f) + 8.0f, 0, 0.1f * sinf(0.13f * 24.0f)};
    assert_true(vrm_avatar_teleport(b.sim, b.id, there));
    for (int i = 0; i < 20; i++) {
        fixture_step(&a);
        fixture_step(&b);
        assert_true(fixture_angle(fixture_turn(&a, 1), fixture_turn(&b, 1)) < 1e-3f);
    }
    fixture_end(&a);
    fixture_end(&b);
}

static void pause_and_resume_show_no_jump(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    shake(&f, 0, 25);
    vrm_Quat paused = fixture_turn(&f, 1);
    assert_true(vrm_avatar_pause_springs(f.sim, f.id, true));
    for (int i = 0; i < 30; i++) {
        fixture_move(&f, 5.0f * (float)i, 0, 0);
        fixture_step(&f);
        assert_true(fixture_angle(paused, fixture_turn(&f, 1)) < 1e-6f);
    }
    assert_true(vrm_avatar_pause_springs(f.sim, f.id, false));
    vrm_Quat last = paused;
    for (int i = 0; i < 10; i++) {
        fixture_step(&f);
        assert_true(fixture_angle(last, fixture_turn(&f, 1)) < 0.25f);
        last = fixture_turn(&f, 1);
    }
    fixture_end(&f);
}

/* ---- A body that walks ---- */

/* A chain and, below it, a sphere that it hangs against. */
#define WALKER_NODES                                                                               \
    "{\"children\":[1],\"translation\":[0,1,0]},"                                                  \
    "{\"children\":[2],\"translation\":[0.2,0,0]},"                                                \
    "{\"children\":[3],\"translation\":[0,-0.1,0]},"                                               \
    "{\"translation\":[0,-0.1,0]}"
#define WALKER_COLLIDER                                                                            \
    "\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[0.2,-0.12,-0.06],"              \
    "\"radius\":0.05}}}],\"colliderGroups\":[{\"colliders\":[0]}],"

static const char* const walker_springs[] = {
    ROW_SPRINGS,
    "\"springs\":[" FIXTURE_CHAIN(SWAYS) ",\"center\":0}]",
    WALKER_COLLIDER "\"springs\":[" FIXTURE_CHAIN(SWAYS) ",\"colliderGroups\":[0]}]",
};

/* Someone who walks steadily along a straight line or around a circle. */
typedef struct Walk {
    float rate_hz, frame_hz, speed;
    bool turns, is_half;
    vrm_Vec3 scale;
} Walk;

static void walk_on(Fixture* f, const Walk* walk, int frame) {
    float time = (float)frame / walk->frame_hz, way = walk->speed * time;
    float angle = walk->turns ? way / 2.0f : 0.0f; /* a circle of 2 m */
    vrm_Transform root = vrmi_transform_identity();
    root.translation = walk->turns ? (vrm_Vec3){2.0f * sinf(angle), 0, 2.0f - 2.0f * cosf(angle)}
                                   : (vrm_Vec3){way, 0, 0};
    root.rotation = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, -angle);
    root.scale = walk->scale;
    assert_true(vrm_avatar_set_root(f->sim, f->id, root));
    vrm_sim_step(f->sim, 1.0f / walk->frame_hz);
}

static float most_turned(const Fixture* f, const vrm_Quat* from) {
    float most = 0.0f;
    for (int32_t node = 1; node <= 2; node++) {
        float angle = fixture_angle(fixture_turn(f, node), from[node]);
        if (angle > most) most = angle;
    }
    return most;
}

static void take_turns(const Fixture* f, vrm_Quat* to) {
    for (int32_t node = 1; node <= 2; node++) to[node] = fixture_turn(f, node);
}

/* The most that a joint turns in a frame, radians, in the second after a pause of half a second in
 * a steady walk. */
static float jolt_after_pause(const char* springs, const Walk* walk) {
    Fixture f = fixture(WALKER_NODES, springs, walk->rate_hz);
    int second = (int)walk->frame_hz, pause = 6 * second, end = pause + second / 2;
    vrm_SpringDetail detail = walk->is_half ? VRM_SPRINGS_HALF : VRM_SPRINGS_FULL;
    float most = 0.0f;
    vrm_Quat last[3];
    for (int i = 0; i < end + second; i++) {
        bool is_paused = i >= pause && i < end;
        vrm_avatar_set_spring_detail(f.sim, f.id, is_paused ? VRM_SPRINGS_PAUSED : detail);
        walk_on(&f, walk, i);
        if (i >= end && most_turned(&f, last) > most) most = most_turned(&f, last);
        take_turns(&f, last);
    }
    fixture_end(&f);
    return most;
}

/* tails had no velocity in the world: 17 degrees in a frame at 1.4 m/s, 41 at 3 m/s. */
static void springs_resume_with_the_velocity_of_the_body(void** state) {
    (void)state;
    static const float frames[] = {30, 60, 72, 144}, speeds[] = {0.0f, 0.5f, 1.4f, 3.0f};
    for (int i = 0; i < 3 * 4 * 4 * 8; i++) {
        Walk walk = {.rate_hz = i & 1 ? 60.0f : 0.0f,
                     .frame_hz = frames[i / 8 % 4],
                     .speed = speeds[i / 32 % 4],
                     .turns = (i & 2) != 0,
                     .is_half = (i & 4) != 0,
                     .scale = {1, 1, 1}};
        if (i / 128 == 0) walk.scale.y = 1.2f; /* matrices */
        float jolt = jolt_after_pause(walker_springs[i / 128], &walk);
        if (!(jolt < (walk.turns ? 0.03f : 0.01f)))
            fail_msg("springs %d, steps %g Hz, frames %g Hz, %g m/s%s%s: %g radians", i / 128,
                     (double)walk.rate_hz, (double)walk.frame_hz, (double)walk.speed,
                     walk.turns ? ", in a circle" : "", walk.is_half ? ", half rate" : "",
                     (double)jolt);
    }
}

/* a frame without time between the pause and the next step changes nothing. */
static void resuming_in_a_frame_without_time_is_no_jolt(void** state) {
    (void)state;
    Walk walk = {60.0f, 60.0f, 1.4f, false, false, {1, 1, 1}};
    Fixture f = fixture(WALKER_NODES, ROW_SPRINGS, 60.0f);
    vrm_Quat last[3];
    for (int i = 0; i < 400; i++) {
        if (i == 300) vrm_avatar_pause_springs(f.sim, f.id, true);
        if (i == 330) vrm_avatar_pause_springs(f.sim, f.id, false);
        if (i == 330) vrm_sim_step(f.sim, 0.0f);
        walk_on(&f, &walk, i);
        if (i >= 330) assert_true(most_turned(&f, last) < 0.01f);
        take_turns(&f, last);
    }
    fixture_end(&f);
}

/* with steps twice as long a tail passes through what it lies against: while the body moves
 * fast, half rate is full rate, to the bit. Walking begins and ends without a jump. */
static void half_rate_waits_while_the_body_moves_fast(void** state) {
    (void)state;
    static const float speeds[] = {1.0f, 1.4f, 3.0f};
    for (int i = 0; i < 3 * 3 * 2; i++) {
        Walk walk = {60.0f, i % 2 ? 144.0f : 60.0f, speeds[i / 2 % 3], false, false, {1, 1, 1}};
        Fixture full = fixture(WALKER_NODES, walker_springs[i / 6], 60.0f);
        Fixture half = fixture(WALKER_NODES, walker_springs[i / 6], 60.0f);
        for (int frame = 0; frame < 500; frame++) {
            if (frame == 200) vrm_avatar_set_spring_detail(half.sim, half.id, VRM_SPRINGS_HALF);
            if (frame == 400) vrm_avatar_set_spring_detail(half.sim, half.id, VRM_SPRINGS_FULL);
            walk_on(&full, &walk, frame);
            walk_on(&half, &walk, frame);
            assert_memory_equal(vrm_avatar_locals(full.sim, full.id),
                                vrm_avatar_locals(half.sim, half.id), 4 * sizeof(vrm_Transform));
        }
        fixture_end(&full);
        fixture_end(&half);
    }
}

/* The most that a joint turns in a frame, radians, when a steady walk goes to full rate after so
 * many frames at half rate. */
static float jolt_at_full_rate(const char* springs, const Walk* walk, int halves) {
    Fixture f = fixture(WALKER_NODES, springs, walk->rate_hz);
    int change = 6 * (int)walk->frame_hz;
    float most = 0.0f;
    vrm_Quat last[3];
    for (int i = 0; i < change + 30; i++) {
        if (i == change - halves) vrm_avatar_set_spring_detail(f.sim, f.id, VRM_SPRINGS_HALF);
        if (i == change) vrm_avatar_set_spring_detail(f.sim, f.id, VRM_SPRINGS_FULL);
        walk_on(&f, walk, i);
        if (i >= change && most_turned(&f, last) > most) most = most_turned(&f, last);
        take_turns(&f, last);
    }
    fixture_end(&f);
    return most;
}

/* with a step for each frame, the frame that half rate had left out was lost where full rate
 * began: tails lagged behind by as much, and were thrown back by 12 degrees at 0.6 m/s. */
static void full_rate_makes_up_for_a_frame_that_half_rate_left_out(void** state) {
    (void)state;
    static const float frames[] = {20, 30, 60, 144};
    for (int i = 0; i < 3 * 4 * 2 * 2 * 2; i++) {
        Walk walk = {.rate_hz = i & 1 ? 60.0f : 0.0f,
                     .frame_hz = frames[i / 8 % 4],
                     .turns = (i & 2) != 0,
                     .scale = {1, 1, 1}};
        walk.speed = 0.01f * walk.frame_hz; /* of 0.0125 for half rate */
        if (walk.rate_hz > 0.0f && walk.speed > 0.6f) walk.speed = 0.6f;
        if (i / 32 == 0) walk.scale.y = 1.2f; /* matrices */
        int halves = i & 4 ? 21 : 20;
        float jolt = jolt_at_full_rate(walker_springs[i / 32], &walk, halves);
        if (!(jolt < 0.02f))
            fail_msg("springs %d, steps %g Hz, frames %g Hz, %d of them at half rate%s: %g", i / 32,
                     (double)walk.rate_hz, (double)walk.frame_hz, halves,
                     walk.turns ? ", in a circle" : "", (double)jolt);
    }
}

/* whoever was fast counts as slow again below 0.6 m/s, not 0.75: but only who runs at half
 * rate remembers, whether or not a neighbour does. */
static void half_rate_is_the_same_beside_others(void** state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        Fixture alone = fixture(WALKER_NODES, ROW_SPRINGS, i & 1 ? 60.0f : 0.0f);
        Fixture beside = fixture(WALKER_NODES, ROW_SPRINGS, i & 1 ? 60.0f : 0.0f);
        vrm_AvatarId other = vrm_sim_add(beside.sim, beside.rig);
        vrm_BudgetDef budget = vrm_default_budget_def();
        vrm_avatar_set_spring_detail(beside.sim, other, VRM_SPRINGS_HALF);
        Walk fast = {60.0f, 60.0f, 1.0f, false, false, {1, 1, 1}}, slow = fast;
        slow.speed = 0.7f;
        for (int frame = 0; frame < 240; frame++) {
            const Walk* walk = frame < 60 ? &fast : &slow;
            vrm_SpringDetail detail =
                frame >= 120 || ((i & 2) && frame < 40) ? VRM_SPRINGS_HALF : VRM_SPRINGS_FULL;
            vrm_avatar_set_spring_detail(alone.sim, alone.id, detail);
            vrm_avatar_set_spring_detail(beside.sim, beside.id, detail);
            walk_on(&alone, walk, frame);
            walk_on(&beside, walk, frame);
            if ((i & 4) && frame == 30) {
                vrm_sim_step_within(alone.sim, FIXTURE_DT, &budget, NULL, NULL);
                vrm_sim_step_within(beside.sim, FIXTURE_DT, &budget, NULL, NULL);
            }
            assert_memory_equal(vrm_avatar_locals(alone.sim, alone.id),
                                vrm_avatar_locals(beside.sim, beside.id),
                                4 * sizeof(vrm_Transform));
        }
        fixture_end(&alone);
        fixture_end(&beside);
    }
}

/* standing and slow walking have half rate: fewer steps, other bits, the same motion. A body
 * of twice the size may move twice as fast. */
static void half_rate_is_for_bodies_that_move_slowly(void** state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        float size = i < 2 ? 1.0f : 2.0f, speed = (i % 2 ? 0.85f : 0.65f) * size;
        Walk walk = {60.0f, 60.0f, speed, false, false, {size, size, size}};
        Fixture full = fixture(WALKER_NODES, ROW_SPRINGS, 60.0f);
        Fixture half = fixture(WALKER_NODES, ROW_SPRINGS, 60.0f);
        int other = 0;
        for (int frame = 0; frame < 300; frame++) {
            if (frame == 20) vrm_avatar_set_spring_detail(half.sim, half.id, VRM_SPRINGS_HALF);
            walk_on(&full, &walk, frame);
            walk_on(&half, &walk, frame);
            other += memcmp(vrm_avatar_locals(full.sim, full.id),
                            vrm_avatar_locals(half.sim, half.id), 4 * sizeof(vrm_Transform)) != 0;
        }
        if (i % 2)
            assert_int_equal(other, 0);
        else
            assert_true(other > 200);
        fixture_end(&full);
        fixture_end(&half);
    }
}

/* At 144 Hz most frames show a moment between two steps of 60 Hz: what is shown stays. */
static void a_pause_between_two_steps_shows_no_jump(void** state) {
    (void)state;
    for (int frames = 20; frames < 32; frames++) {
        Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
        for (int i = 0; i < frames; i++) {
            fixture_move(&f, 0.02f * (float)i, 0, 0);
            vrm_sim_step(f.sim, 1.0f / 144.0f);
        }
        vrm_Quat paused = fixture_turn(&f, 1);
        assert_true(turn_of(&f) > 0.05f);
        assert_true(vrm_avatar_pause_springs(f.sim, f.id, true));
        vrm_sim_step(f.sim, 1.0f / 144.0f);
        assert_true(fixture_angle(paused, fixture_turn(&f, 1)) < 1e-6f);
        fixture_end(&f);
    }
}

static void an_avatar_without_the_stage_shows_the_hosts_pose(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    vrm_Quat pose = vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, 0.4f);
    assert_true(vrm_avatar_set_rotation(f.sim, f.id, 1, pose));
    shake(&f, 0, 10);
    assert_true(vrm_avatar_set_stages(f.sim, f.id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS));
    shake(&f, 10, 5);
    assert_true(fixture_angle(fixture_turn(&f, 1), pose) < 1e-6f);
    assert_true(vrm_avatar_set_stages(f.sim, f.id, VRM_STAGE_ALL));
    fixture_step(&f);
    assert_true(turn_of(&f) < 0.1f);
    fixture_end(&f);
}

static void weight_blends_from_the_hosts_pose_to_the_sway(void** state) {
    (void)state;
    Fixture a = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f),
            b = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    assert_true(vrm_avatar_set_spring_weight(b.sim, b.id, 0, 0.5f));
    assert_false(vrm_avatar_set_spring_weight(b.sim, b.id, 1, 0.5f));
    assert_false(vrm_avatar_set_spring_weight(b.sim, b.id, 0, NAN));
    shake(&a, 0, 25);
    shake(&b, 0, 25);
    assert_true(fabsf(turn_of(&b) - 0.5f * turn_of(&a)) < 1e-3f);
    assert_true(vrm_avatar_set_spring_weight(b.sim, b.id, 0, 0.0f));
    fixture_step(&b);
    assert_true(turn_of(&b) < 1e-6f);
    assert_true(vrm_avatar_set_spring_weight(b.sim, b.id, 0, 1.0f));
    fixture_step(&a);
    fixture_step(&b);
    fixture_step(&a);
    assert_true(fixture_angle(fixture_turn(&a, 1), fixture_turn(&b, 1)) < 0.05f);
    fixture_end(&a);
    fixture_end(&b);
}

static void wind_blows_where_it_is_set(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    assert_false(vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){NAN, 0, 0}));
    assert_true(vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){1, 0, 0}));
    for (int i = 0; i < 100; i++) fixture_step(&f);
    float whole = fixture_at(&f, 3).x;
    assert_true(whole > 0.22f);
    assert_true(vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){0, 0, 0}));
    assert_true(vrm_avatar_set_spring_force(f.sim, f.id, 0, (vrm_Vec3){1, 0, 0}));
    for (int i = 0; i < 100; i++) fixture_step(&f);
    assert_true(fabsf(fixture_at(&f, 3).x - whole) < 1e-4f);
    fixture_end(&f);
}

static void settings_change_while_it_runs_and_for_one_avatar_alone(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    vrm_AvatarId other = vrm_sim_add(f.sim, f.rig);
    vrm_SpringSettings heavy = {
        .gravity_power = 2.0f, .gravity_dir = {1, 0, 0}, .stiffness = 0.1f, .drag_force = 0.5f};
    assert_true(vrm_avatar_set_joint_settings(f.sim, f.id, 0, &heavy));
    assert_false(vrm_avatar_set_joint_settings(f.sim, f.id, 99, &heavy));
    heavy.stiffness = NAN;
    assert_false(vrm_avatar_set_joint_settings(f.sim, f.id, 0, &heavy));
    for (int i = 0; i < 200; i++) fixture_step(&f);
    assert_true(turn_of(&f) > 1.0f);
    vrm_Quat others = vrm_avatar_locals(f.sim, other)[1].rotation;
    assert_true(fixture_angle(others, vrmi_quat_identity()) < 1e-3f);
    fixture_end(&f);
}

/* The same bits for neighbours that are not touched. */
static void what_is_done_to_one_avatar_leaves_the_bits_of_the_others(void** state) {
    (void)state;
    vrm_Quat results[2];
    for (int round = 0; round < 2; round++) {
        Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
        vrm_AvatarId other = vrm_sim_add(f.sim, f.rig);
        vrm_SpringSettings settings = {.stiffness = 3.0f};
        for (int i = 0; i < 50; i++) {
            shake(&f, i, 1);
            if (round == 0) continue;
            if (i == 5) vrm_avatar_pause_springs(f.sim, other, true);
            if (i == 9) vrm_avatar_pause_springs(f.sim, other, false);
            if (i == 12) vrm_avatar_set_joint_settings(f.sim, other, 0, &settings);
            if (i == 15) vrm_avatar_set_spring_weight(f.sim, other, 0, 0.3f);
            if (i == 18) vrm_avatar_set_force(f.sim, other, (vrm_Vec3){1, 1, 1});
            if (i == 20) vrm_avatar_set_spring_detail(f.sim, other, VRM_SPRINGS_HALF);
            if (i == 25) vrm_avatar_set_spring_scaling(f.sim, other, true);
            if (i == 30) {
                vrm_Transform uneven = {{0, 0, 0}, {0, 0, 0, 1}, {1, 2, 1}};
                vrm_avatar_set_root(f.sim, other, uneven);
            }
            if (i == 35) {
                vrm_Transform moved = {{0, -0.3f, 0}, {0, 0, 0, 1}, {1, 1, 1}};
                vrm_avatar_set_node(f.sim, other, 2, moved);
            }
            if (i == 45) vrm_sim_remove(f.sim, other);
        }
        results[round] = fixture_turn(&f, 1);
        fixture_end(&f);
    }
    assert_memory_equal(&results[0], &results[1], sizeof results[0]);
}

/* A bone that the host stretches is as long as it stands now. */
static void moved_joints_are_followed(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    shake(&f, 0, 5);
    vrm_Transform longer = {{0, -0.25f, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    assert_true(vrm_avatar_set_node(f.sim, f.id, 2, longer));
    shake(&f, 5, 20);
    float length = test_distance(fixture_at(&f, 1), fixture_tail(&f, 0));
    assert_true(fabsf(length - 0.25f) < 1e-5f);
    assert_true(test_distance(fixture_at(&f, 2), fixture_tail(&f, 0)) < 1e-5f);
    fixture_end(&f);
}

/* ---- Time ---- */

static void at_the_fixed_rate_the_raw_step_comes_out_to_the_bit(void** state) {
    (void)state;
    Fixture a = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f),
            b = fixture(FIXTURE_ROW, ROW_SPRINGS, 0.0f);
    for (int i = 0; i < 200; i++) {
        shake(&a, i, 1);
        shake(&b, i, 1);
        vrm_Quat x = fixture_turn(&a, 2), y = fixture_turn(&b, 2);
        assert_memory_equal(&x, &y, sizeof x);
    }
    fixture_end(&a);
    fixture_end(&b);
}

/* The tip at the sixtieths of a second, under one motion seen at some frame rate; a rate of 0 means
 * frames of uneven length. */
#define SAMPLES 180

static void sway(float hz, float rate_hz, vrm_Vec3 out[SAMPLES]) {
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, rate_hz);
    Dice dice = {9};
    double t = 0.0;
    vrm_Vec3 before = {0, 0, 0};
    vrm_sim_step(f.sim, 0.0f);
    double time_before = 0.0;
    before = vrmi_vec3_sub(fixture_at(&f, 3), fixture_at(&f, 0));
    for (int next = 0; next < SAMPLES;) {
        double dt = hz > 0.0f ? 1.0 / (double)hz : (double)roll(&dice, 0.004f, 0.045f);
        t += dt;
        fixture_move(&f, (float)(0.15 * sin(5.0 * t)), 0, (float)(0.1 * sin(3.1 * t)));
        vrm_sim_step(f.sim, (float)dt);
        vrm_Vec3 now = vrmi_vec3_sub(fixture_at(&f, 3), fixture_at(&f, 0));
        for (; next < SAMPLES && (double)next / 60.0 <= t; next++) {
            float share = (float)(((double)next / 60.0 - time_before) / (t - time_before));
            out[next] = test_vec3_lerp(before, now, share);
        }
        before = now;
        time_before = t;
    }
    fixture_end(&f);
}

/* Root of the mean square distance from the sway at 60 Hz, metres. */
static float spread(float hz, float rate_hz, const vrm_Vec3* at_60) {
    vrm_Vec3 samples[SAMPLES];
    sway(hz, rate_hz, samples);
    float sum = 0.0f;
    for (int i = 0; i < SAMPLES; i++) {
        vrm_Vec3 d = vrmi_vec3_sub(samples[i], at_60[i]);
        sum += vrmi_vec3_dot(d, d);
    }
    return sqrtf(sum / SAMPLES);
}

static void fixed_steps_sway_alike_at_every_frame_rate(void** state) {
    (void)state;
    static const float rates[] = {24, 30, 90, 144, 0};
    vrm_Vec3 at_60[SAMPLES];
    sway(60.0f, 60.0f, at_60);
    float fixed = 0.0f, raw = 0.0f;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        float a = spread(rates[i], 60.0f, at_60), b = spread(rates[i], 0.0f, at_60);
        print_message("%5g Hz: %.2f mm in fixed steps, %.2f mm in raw ones\n", (double)rates[i],
                      (double)a * 1000, (double)b * 1000);
        fixed = a > fixed ? a : fixed;
        raw = b > raw ? b : raw;
    }
    assert_true(fixed < 0.001f);
    assert_true(fixed < 0.2f * raw);
}

static void a_huge_step_is_split_and_bounded(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, i ? 60.0f : 0.0f);
        const float lengths[] = {0.5f, 3.0f, 1e6f, 3e38f, 1e-30f, 1e-45f};
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            fixture_move(&f, (float)k, 0, 0);
            vrm_sim_step(f.sim, lengths[k]);
            assert_true(vrmi_vec3_is_finite(fixture_at(&f, 3)));
            assert_true(test_distance(fixture_at(&f, 3), fixture_at(&f, 0)) < 0.5f);
        }
        fixture_end(&f);
    }
}

/* A frame of more steps than are made, in a steady walk at 0.6 m/s, which is slow enough for half
 * rate: in the time without steps hair goes along with the body. */
static void too_long_a_frame_in_a_walk_leaves_the_sway(void** state) {
    static const vrm_SpringDetail details[] = {VRM_SPRINGS_FULL, VRM_SPRINGS_HALF};
    static const float lengths[] = {0.3f, 0.9f, 10.0f};
    (void)state;
    for (int way = 0; way < 12; way++) {
        Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
        vrm_Transform root = vrmi_transform_identity();
        vrm_Quat before[3];
        if (way & 1) root.scale.z = 1.2f;
        assert_true(vrm_avatar_set_spring_detail(f.sim, f.id, details[way >> 1 & 1]));
        for (int frame = 0; frame < 300; frame++) {
            float dt = frame == 240 ? lengths[way >> 2] : 2.0f * FIXTURE_DT;
            root.translation.x += 0.6f * dt;
            assert_true(vrm_avatar_set_root(f.sim, f.id, root));
            vrm_sim_step(f.sim, dt);
            for (int32_t node = 1; node < 3; node++) {
                vrm_Quat now = fixture_turn(&f, node);
                if (frame < 240) before[node] = now;
                float angle = fixture_angle(before[node], now);
                if (angle > 0.001f)
                    fail_msg("way %d, frame %d, node %d: %g radians", way, frame, node,
                             (double)angle);
            }
        }
        fixture_end(&f);
    }
}

/* With more steps a second than a frame can make, each frame leaves some out: the sway is slower,
 * and otherwise the same. */
static void steps_left_out_of_each_frame_slow_the_sway_only(void** state) {
    (void)state;
    Fixture all = fixture(FIXTURE_ROW, ROW_SPRINGS, 960.0f);
    Fixture some = fixture(FIXTURE_ROW, ROW_SPRINGS, 960.0f);
    for (int i = 0; i < 120; i++) {
        vrm_Vec3 force = {i < 30 ? 2.0f : 0.0f, 0, 0};
        assert_true(vrm_avatar_set_force(all.sim, all.id, force));
        assert_true(vrm_avatar_set_force(some.sim, some.id, force));
        vrm_sim_step(all.sim, 16.0f / 960.0f);
        vrm_sim_step(some.sim, 24.0f / 960.0f);
        for (int32_t node = 1; node < 3; node++)
            assert_true(fixture_angle(fixture_turn(&all, node), fixture_turn(&some, node)) <
                        0.001f);
    }
    fixture_end(&all);
    fixture_end(&some);
}

static void half_rate_moves_alike_and_paused_not_at_all(void** state) {
    (void)state;
    Fixture a = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f),
            b = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    assert_false(vrm_avatar_set_spring_detail(b.sim, b.id, (vrm_SpringDetail)7));
    assert_true(vrm_avatar_set_spring_detail(b.sim, b.id, VRM_SPRINGS_HALF));
    float sum = 0.0f, most = 0.0f;
    for (int i = 0; i < 120; i++) {
        float x = 0.1f * sinf(0.08f * (float)i);
        fixture_move(&a, x, 0, 0);
        fixture_move(&b, x, 0, 0);
        fixture_step(&a);
        fixture_step(&b);
        sum += fixture_angle(fixture_turn(&a, 1), fixture_turn(&b, 1));
        if (turn_of(&a) > most) most = turn_of(&a);
    }
    assert_true(sum / 120.0f < 0.35f * most);
    assert_true(vrm_avatar_set_spring_detail(b.sim, b.id, VRM_SPRINGS_PAUSED));
    vrm_Quat paused = vrmi_quat_identity();
    for (int i = 0; i < 5; i++) {
        fixture_move(&b, (float)i, 0, 0);
        fixture_step(&b);
        if (i > 0) assert_true(fixture_angle(paused, fixture_turn(&b, 1)) < 1e-6f);
        paused = fixture_turn(&b, 1);
    }
    fixture_end(&a);
    fixture_end(&b);
}

/* At 144 Hz some frames have no step of 60 Hz: they show a moment between the last two steps,
 * however long the next step will be. */
static void detail_shows_from_the_next_step_on(void** state) {
    (void)state;
    const vrm_SpringDetail before[] = {VRM_SPRINGS_HALF, VRM_SPRINGS_FULL},
                           after[] = {VRM_SPRINGS_FULL, VRM_SPRINGS_HALF};
    for (int way = 0; way < 2; way++) {
        int frames_without_step = 0;
        for (int change = 20; change < 40; change++) {
            Fixture a = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f),
                    b = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
            vrm_Vec3 tail = {0, 0, 0};
            vrm_avatar_set_spring_detail(a.sim, a.id, before[way]);
            vrm_avatar_set_spring_detail(b.sim, b.id, before[way]);
            for (int i = 0; i <= change; i++) {
                float x = 0.1f * sinf(0.2f * (float)i);
                fixture_move(&a, x, 0, 0);
                fixture_move(&b, x, 0, 0);
                tail = fixture_tail(&a, 0);
                if (i == change) vrm_avatar_set_spring_detail(b.sim, b.id, after[way]);
                vrm_sim_step(a.sim, 1.0f / 144.0f);
                vrm_sim_step(b.sim, 1.0f / 144.0f);
            }
            vrm_Vec3 now = fixture_tail(&a, 0);
            if (memcmp(&now, &tail, sizeof now) == 0) {
                vrm_Quat x = fixture_turn(&a, 1), y = fixture_turn(&b, 1);
                assert_memory_equal(&x, &y, sizeof x);
                frames_without_step++;
            }
            fixture_end(&a);
            fixture_end(&b);
        }
        assert_true(frames_without_step > 5);
    }
}

/* ---- Asking ---- */

/* A block in the wind is stepped by slower code. */
static void wind_goes_with_its_avatar(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    vrm_AvatarId other = vrm_sim_add(f.sim, f.rig);
    const vrmi_Springs* springs = vrmi_avatar(f.sim, f.id)->block->springs;
    assert_true(vrm_avatar_set_force(f.sim, other, (vrm_Vec3){1, 0, 0}));
    assert_true(springs->has_force);
    assert_true(vrm_sim_remove(f.sim, other));
    assert_false(springs->has_force);
    fixture_end(&f);
}

static void a_new_avatar_has_its_tails_at_rest(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, ROW_SPRINGS, 60.0f);
    shake(&f, 0, 10); /* a single avatar, whose chains fill the lanes */
    vrm_AvatarId first = f.id;
    vrm_Vec3 tail = fixture_tail(&f, 0);
    f.id = vrm_sim_add(f.sim, f.rig);
    for (int32_t joint = 0; joint < 2; joint++)
        assert_true(test_distance(fixture_tail(&f, joint), fixture_at(&f, joint + 2)) < 1e-6f);
    f.id = first;
    vrm_Vec3 same = fixture_tail(&f, 0);
    assert_memory_equal(&tail, &same, sizeof tail);
    fixture_end(&f);
}

static void stale_ids_and_rigs_without_springs_are_fine(void** state) {
    (void)state;
    Fixture f = fixture(FIXTURE_ROW, "\"springs\":[]", 60.0f);
    vrm_AvatarId none = {0, 0};
    vrm_Vec3 tail;
    float length;
    fixture_step(&f);
    assert_int_equal(vrm_rig_spring_joint_count(f.rig), 0);
    assert_int_equal(vrm_rig_spring_joint(f.rig, 0).node, -1);
    assert_true(vrm_avatar_reset_springs(f.sim, f.id) && !vrm_avatar_reset_springs(f.sim, none));
    assert_true(vrm_avatar_pause_springs(f.sim, f.id, true));
    assert_true(vrm_avatar_set_spring_detail(f.sim, f.id, VRM_SPRINGS_HALF));
    assert_true(vrm_avatar_set_spring_scaling(f.sim, f.id, true));
    assert_true(vrm_avatar_set_force(f.sim, f.id, (vrm_Vec3){1, 0, 0}));
    assert_true(vrm_avatar_teleport(f.sim, f.id, vrmi_transform_identity()));
    assert_false(vrm_avatar_teleport(f.sim, none, vrmi_transform_identity()));
    assert_false(vrm_avatar_set_spring_force(f.sim, f.id, 0, (vrm_Vec3){1, 0, 0}));
    assert_false(vrm_avatar_spring_tail(f.sim, f.id, 0, &tail, &length));
    assert_null(vrm_avatar_spring_rotations(f.sim, none));
    fixture_step(&f);
    fixture_end(&f);
}

/* ---- A crowd whose rotations are all that is asked for ---- */

enum { CROWD = 9 };

typedef struct Crowd {
    vrm_Sim* sim;
    vrm_AvatarId ids[CROWD];
} Crowd;

static Crowd crowd(const vrm_Rig* rig, uint32_t outputs, int count) {
    Crowd c = {0};
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = outputs;
    assert_int_equal(vrm_sim_create(&def, &c.sim), VRM_OK);
    for (int i = 0; i < count; i++) c.ids[i] = vrm_sim_add(c.sim, rig);
    return c;
}

static void swing(Crowd* c, int count, int frame, float dt) {
    for (int i = 0; i < count; i++) {
        vrm_Transform root = vrmi_transform_identity();
        root.translation.x = 0.3f * vrmi_sin(0.2f * (float)frame + (float)i);
        vrm_avatar_set_root(c->sim, c->ids[i], root);
    }
    vrm_sim_step(c->sim, dt);
}

static void check_same_rotations(const vrm_Rig* rig, const Crowd* a, const Crowd* b, int count) {
    size_t size = (size_t)vrm_rig_spring_joint_count(rig) * sizeof(vrm_Quat);
    for (int i = 0; i < count; i++)
        assert_memory_equal(vrm_avatar_spring_rotations(a->sim, a->ids[i]),
                            vrm_avatar_spring_rotations(b->sim, b->ids[i]), size);
}

/* Something that hosts do to one avatar now and then, the same for the same `dice`. */
static void meddle(Crowd* c, const vrm_Rig* rig, uint32_t dice) {
    int i = (int)(dice >> 8 & 0xff) % CROWD, spring = (int)(dice >> 4 & 0xf);
    bool is_on = (dice >> 16 & 1) != 0;
    vrm_Transform there = vrmi_transform_identity();
    vrm_AvatarId id = c->ids[i];
    switch (dice & 0xf) {
    case 0: vrm_avatar_pause_springs(c->sim, id, is_on); break;
    case 1: vrm_avatar_set_spring_detail(c->sim, id, (vrm_SpringDetail)(dice >> 16) % 3); break;
    case 2: vrm_avatar_set_stages(c->sim, id, is_on ? VRM_STAGE_ALL : 0); break;
    case 3: vrm_avatar_reset_springs(c->sim, id); break;
    case 4:
        there.translation.x = (float)(dice >> 16 & 7);
        vrm_avatar_teleport(c->sim, id, there);
        break;
    case 5:
        vrm_sim_remove(c->sim, id);
        c->ids[i] = vrm_sim_add(c->sim, rig);
        break;
    case 6:
        for (int k = 0; k < CROWD; k++)
            vrm_avatar_set_stages(c->sim, c->ids[k], is_on ? VRM_STAGE_ALL : 0);
        break;
    case 7:
        if (dice >> 20 == 0) vrm_avatar_set_spring_weight(c->sim, id, spring, 0.5f);
        break;
    case 8: vrm_avatar_set_force(c->sim, id, (vrm_Vec3){is_on ? 0.5f : 0.0f, 0, 0}); break;
    default: break; /* mostly nothing, so that plain frames come in rows */
    }
}

static void rotations_alone_have_the_bits_of_those_beside_transforms(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_springs_def());
    Crowd alone = crowd(rig, VRM_OUTPUT_SPRINGS, CROWD);
    Crowd beside = crowd(rig, VRM_OUTPUT_SPRINGS | VRM_OUTPUT_LOCALS, CROWD);
    Crowd* both[] = {&alone, &beside};
    uint32_t dice = 2463534242u;
    for (int frame = 0; frame < 600; frame++) {
        dice ^= dice << 13, dice ^= dice >> 17, dice ^= dice << 5;
        /* After an uneven frame, all of a crowd shows what lies between steps, until it is reset.
         */
        bool is_uneven = frame % 40 > 25 && dice % 7 == 0;
        float dt = is_uneven ? 0.021f : dice % 13 == 0 ? 0.0f : FIXTURE_DT;
        for (int s = 0; s < 2; s++) {
            if (dice % 3 == 0) meddle(both[s], rig, dice >> 4);
            for (int i = 0; i < CROWD && frame % 40 == 0; i++)
                vrm_avatar_reset_springs(both[s]->sim, both[s]->ids[i]);
            swing(both[s], CROWD, frame, dt);
        }
        check_same_rotations(rig, &alone, &beside, CROWD);
    }
    vrm_sim_destroy(alone.sim);
    vrm_sim_destroy(beside.sim);
    vrm_rig_destroy(rig);
}

/* Its chains lay in the lanes, now avatars do. */
static void one_that_is_joined_by_three_goes_on_as_before(void** state) {
    (void)state;
    vrm_Rig* rig = test_scene_rig(scene_springs_def());
    for (int is_uneven = 0; is_uneven < 2; is_uneven++) {
        Crowd joined = crowd(rig, VRM_OUTPUT_SPRINGS, 1);
        Crowd single = crowd(rig, VRM_OUTPUT_SPRINGS, 1);
        for (int frame = 0; frame < 60; frame++) {
            float dt = is_uneven && frame % 5 == 4 ? 0.021f : FIXTURE_DT;
            for (int i = 1; i < 4 && frame == 30; i++) joined.ids[i] = vrm_sim_add(joined.sim, rig);
            for (int i = 1; i < 4 && frame == 45; i++) vrm_sim_remove(joined.sim, joined.ids[i]);
            swing(&joined, frame >= 30 && frame < 45 ? 4 : 1, frame, dt);
            swing(&single, 1, frame, dt);
            check_same_rotations(rig, &joined, &single, 1);
        }
        vrm_sim_destroy(joined.sim);
        vrm_sim_destroy(single.sim);
    }
    vrm_rig_destroy(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reset_puts_all_to_rest_without_motion),
        cmocka_unit_test(the_first_frame_has_no_kick),
        cmocka_unit_test(hair_that_was_scaled_to_nothing_begins_at_rest),
        cmocka_unit_test(teleport_keeps_shape_and_motion),
        cmocka_unit_test(pause_and_resume_show_no_jump),
        cmocka_unit_test(springs_resume_with_the_velocity_of_the_body),
        cmocka_unit_test(resuming_in_a_frame_without_time_is_no_jolt),
        cmocka_unit_test(half_rate_waits_while_the_body_moves_fast),
        cmocka_unit_test(full_rate_makes_up_for_a_frame_that_half_rate_left_out),
        cmocka_unit_test(half_rate_is_the_same_beside_others),
        cmocka_unit_test(half_rate_is_for_bodies_that_move_slowly),
        cmocka_unit_test(a_pause_between_two_steps_shows_no_jump),
        cmocka_unit_test(an_avatar_without_the_stage_shows_the_hosts_pose),
        cmocka_unit_test(weight_blends_from_the_hosts_pose_to_the_sway),
        cmocka_unit_test(wind_blows_where_it_is_set),
        cmocka_unit_test(settings_change_while_it_runs_and_for_one_avatar_alone),
        cmocka_unit_test(what_is_done_to_one_avatar_leaves_the_bits_of_the_others),
        cmocka_unit_test(moved_joints_are_followed),
        cmocka_unit_test(at_the_fixed_rate_the_raw_step_comes_out_to_the_bit),
        cmocka_unit_test(fixed_steps_sway_alike_at_every_frame_rate),
        cmocka_unit_test(a_huge_step_is_split_and_bounded),
        cmocka_unit_test(too_long_a_frame_in_a_walk_leaves_the_sway),
        cmocka_unit_test(steps_left_out_of_each_frame_slow_the_sway_only),
        cmocka_unit_test(half_rate_moves_alike_and_paused_not_at_all),
        cmocka_unit_test(detail_shows_from_the_next_step_on),
        cmocka_unit_test(wind_goes_with_its_avatar),
        cmocka_unit_test(a_new_avatar_has_its_tails_at_rest),
        cmocka_unit_test(stale_ids_and_rigs_without_springs_are_fine),
        cmocka_unit_test(rotations_alone_have_the_bits_of_those_beside_transforms),
        cmocka_unit_test(one_that_is_joined_by_three_goes_on_as_before),
        cmocka_unit_test(gravity_of_joint_settings_is_world_space_in_every_dialect),
        cmocka_unit_test(joint_that_cannot_move_gives_the_rotation_of_its_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
