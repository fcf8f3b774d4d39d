/* SPDX-License-Identifier: MIT */
/* The four-lane solver against its readable definition (spring_twin.h): equal to the bit, for one
 * avatar and for every lane of a crowd. */
#include "spring_fixture.h"
#include "spring_twin.h"

#define CROWD 6

/* Turns and moves the body, the same in sim and twin. */
static void drive(Fixture* f, vrm_AvatarId id, Twin* t, Dice* dice, bool scales) {
    vrm_Transform root = {
        {roll(dice, -1, 1), roll(dice, 0, 1), roll(dice, -1, 1)}, roll_turn(dice, 3.0f), {1, 1, 1}};
    if (scales) root.scale.x = root.scale.y = root.scale.z = roll(dice, 0.5f, 2.0f);
    assert_true(vrm_avatar_set_root(f->sim, id, root));
    t->root = (TwinWorld){vrmi_quat_normalize(root.rotation), root.translation, root.scale.x};
    for (int32_t n = 0; n < 6; n++) {
        vrm_Quat q = vrmi_quat_normalize(roll_turn(dice, 1.0f));
        assert_true(vrm_avatar_set_rotation(f->sim, id, n, q));
        t->locals[n].rotation = vrmi_quat_normalize(q);
    }
}

static void compare(Fixture* f, vrm_AvatarId id, const Twin* t, int frame) {
    const vrm_Transform* locals = vrm_avatar_locals(f->sim, id);
    for (int32_t j = 0; j < vrm_rig_spring_joint_count(f->rig); j++) {
        int32_t node = vrm_rig_spring_joint(f->rig, j).node;
        vrm_Quat ours = locals[node].rotation, its = t->locals[node].rotation;
        if (ours.x != its.x || ours.y != its.y || ours.z != its.z || ours.w != its.w)
            fail_msg("frame %d joint %d: %.9g %.9g %.9g %.9g instead of %.9g %.9g %.9g %.9g", frame,
                     j, (double)ours.x, (double)ours.y, (double)ours.z, (double)ours.w,
                     (double)its.x, (double)its.y, (double)its.z, (double)its.w);
    }
}

static void run(uint64_t seed, unsigned has, int avatars, int frames) {
    Dice dice = {seed};
    Text *nodes = malloc(sizeof *nodes), *springs = malloc(sizeof *springs);
    roll_avatar(&dice, 7, has, nodes, springs);
    Fixture f = fixture(nodes->data, springs->data, 0.0f);
    vrm_AvatarId ids[CROWD] = {f.id};
    Twin twins[CROWD];
    Dice dices[CROWD];
    for (int a = 0; a < avatars; a++) {
        if (a > 0) ids[a] = vrm_sim_add(f.sim, f.rig);
        twins[a] = twin_make(f.model, f.rig);
        dices[a] = (Dice){seed + 1000 * (uint64_t)a};
    }
    for (int frame = 0; frame < frames; frame++) {
        float dt = frame % 7 == 3 ? 0.011f : FIXTURE_DT;
        for (int a = 0; a < avatars; a++) {
            drive(&f, ids[a], &twins[a], &dices[a], has & HAS_SCALE);
            if (frame == 0) twin_step(&twins[a], -1.0f);
            twin_step(&twins[a], dt);
        }
        vrm_sim_step(f.sim, dt);
        for (int a = 0; a < avatars; a++) compare(&f, ids[a], &twins[a], frame);
    }
    for (int a = 0; a < avatars; a++) twin_free(&twins[a]);
    fixture_end(&f);
    free(nodes);
    free(springs);
}

/* Where all chains are plain, a single avatar's colliders are placed side by side. */
static void colliders_of_every_kind_and_scale_have_the_bits_of_the_definition(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++)
        run(seed, HAS_INSIDE | HAS_SCALE | (seed % 2 ? HAS_SHORT_LISTS : 0u), 1, 30);
}

/* */
static void an_avatar_alone_has_the_bits_of_the_definition(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) run(seed, 0, 1, 40);
}

/* */
static void every_feature_alone_has_the_bits_of_the_definition(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (unsigned bit = 1; bit <= HAS_SCALE; bit *= 2) run(seed * 77, bit, 1, 30);
}

/* */
static void own_centers_have_the_bits_of_the_definition(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (int avatars = 1; avatars <= 5; avatars += 4)
            run(seed * 31, HAS_OWN_CENTER | (seed % 2 ? HAS_ALL : 0), avatars, 30);
}

/* */
static void chains_with_lists_of_unlike_length_have_the_bits_of_the_definition(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++)
        run(seed * 53, HAS_SHORT_LISTS | (seed % 2 ? HAS_INSIDE : 0), 1, 30);
}

/* */
static void all_features_together_have_the_bits_of_the_definition(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) run(seed * 131, HAS_ALL, 1, 40);
}

/* */
static void every_lane_of_a_crowd_has_the_bits_of_the_definition(void** state) {
    (void)state;
    for (int avatars = 2; avatars <= CROWD; avatars++)
        for (uint64_t seed = 1; seed <= 6; seed++)
            run(seed * 17, seed % 2 ? HAS_ALL : HAS_SCALE, avatars, 25);
}

/* ---- At the end of reach ---- */

/* Four chains of 4 bones of 0.1 m, side by side and far apart, pulled straight down; under each
 * pair a sphere that its tail touches by a hundredth of a millimetre. */
static void hang_over_spheres(Text* nodes, Text* springs) {
    nodes->size = springs->size = 0;
    text_add(nodes, "{\"children\":[1,2,3,4,5]}");
    for (int i = 0; i < 5; i++) text_add(nodes, ",{%s}", i == 0 ? "\"children\":[6,11,16,21]" : "");
    for (int c = 0; c < 4; c++)
        for (int j = 0; j < 5; j++) {
            text_add(nodes, ",{\"translation\":[%d,%.9g,0]", j == 0 ? c : 0, j == 0 ? 0.0 : -0.1);
            if (j < 4) text_add(nodes, ",\"children\":[%d]", 6 + 5 * c + j + 1);
            text_add(nodes, "}");
        }
    text_add(springs, "\"colliders\":[");
    for (int i = 0; i < 16; i++)
        text_add(springs,
                 "%s{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[%d,%.9g,0.02],"
                 "\"radius\":0.04}}}",
                 i > 0 ? "," : "", i / 4, -0.1 * (i % 4 + 1) - 0.045814);
    text_add(springs, "],\"colliderGroups\":[");
    for (int c = 0; c < 4; c++)
        text_add(springs, "%s{\"colliders\":[%d,%d,%d,%d]}", c > 0 ? "," : "", 4 * c + 3, 4 * c,
                 4 * c + 2, 4 * c + 1);
    text_add(springs, "],\"springs\":[");
    for (int c = 0; c < 4; c++) {
        text_add(springs, "%s{\"colliderGroups\":[%d,%d],\"joints\":[", c > 0 ? "," : "", c,
                 (c + 1) % 4);
        for (int j = 0; j < 5; j++)
            text_add(springs,
                     "%s{\"node\":%d,\"stiffness\":4,\"dragForce\":0.9,"
                     "\"hitRadius\":0.01,\"gravityPower\":20}",
                     j > 0 ? "," : "", 6 + 5 * c + j);
        text_add(springs, "]}");
    }
    text_add(springs, "]");
}

static bool is_pushed(Fixture* f, float far, float scale, int avatars) {
    vrm_AvatarId ids[CROWD] = {f->id};
    Twin twins[CROWD];
    bool is_bent = false;
    for (int a = 0; a < avatars; a++) {
        if (a > 0) ids[a] = vrm_sim_add(f->sim, f->rig);
        twins[a] = twin_make(f->model, f->rig);
        vrm_Transform root = {{far, (float)a, -far}, {0, 0, 0, 1}, {scale, scale, scale}};
        assert_true(vrm_avatar_set_root(f->sim, ids[a], root));
        twins[a].root = (TwinWorld){root.rotation, root.translation, scale};
    }
    for (int frame = 0; frame < 20; frame++) {
        for (int a = 0; a < avatars; a++) {
            if (frame == 0) twin_step(&twins[a], -1.0f);
            twin_step(&twins[a], FIXTURE_DT);
        }
        vrm_sim_step(f->sim, FIXTURE_DT);
        for (int a = 0; a < avatars; a++) compare(f, ids[a], &twins[a], frame);
    }
    for (int a = 0; a < avatars; a++) {
        const vrm_Transform* locals = vrm_avatar_locals(f->sim, ids[a]);
        for (int node = 6; node < 25; node++)
            if (fabsf(locals[node].rotation.x) > 5e-6f) is_bent = true;
        twin_free(&twins[a]);
    }
    return is_bent;
}

/* colliders that a chain cannot come to are left out of its steps; none of those
 * that it just touches may be, wherever the avatar stands and however large it is. */
static void colliders_at_the_end_of_reach_are_tested(void** state) {
    (void)state;
    Text *nodes = malloc(sizeof *nodes), *springs = malloc(sizeof *springs);
    const float fars[] = {0.0f, 3.0f, 500.0f, 40000.0f}, scales[] = {1.0f, 0.01f, 30.0f};
    for (int avatars = 1; avatars <= 4; avatars += 3)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) {
                hang_over_spheres(nodes, springs);
                Fixture f = fixture(nodes->data, springs->data, 0.0f);
                bool is_bent = is_pushed(&f, fars[i], scales[k], avatars);
                if (fars[i] < 10.0f && scales[k] >= 1.0f) assert_true(is_bent);
                fixture_end(&f);
            }
    free(nodes);
    free(springs);
}

/* ---- No way ---- */

/* Four chains of two bones of 1 m that hang straight down; three of them are pulled by nothing. */
static void hang_free(Text* nodes, Text* springs) {
    nodes->size = springs->size = 0;
    text_add(nodes, "{\"children\":[1,2,3,4,5]}");
    for (int i = 0; i < 5; i++) text_add(nodes, ",{%s}", i == 0 ? "\"children\":[6,9,12,15]" : "");
    for (int c = 0; c < 4; c++)
        for (int j = 0; j < 3; j++) {
            text_add(nodes, ",{\"translation\":[%d,%d,0]", j == 0 ? c : 0, j == 0 ? 0 : -1);
            if (j < 2) text_add(nodes, ",\"children\":[%d]", 6 + 3 * c + j + 1);
            text_add(nodes, "}");
        }
    text_add(springs, "\"springs\":[");
    for (int c = 0; c < 4; c++) {
        text_add(springs, "%s{\"joints\":[", c > 0 ? "," : "");
        for (int j = 0; j < 3; j++)
            text_add(springs, "%s{\"node\":%d,\"stiffness\":%d,\"dragForce\":1,\"gravityPower\":0}",
                     j > 0 ? "," : "", 6 + 3 * c + j, c == 3);
        text_add(springs, "]}");
    }
    text_add(springs, "]");
}

/* a head that comes to be exactly where its tail was, in every second avatar. */
static void a_tail_on_its_head_has_the_bits_of_the_definition(void** state) {
    (void)state;
    Text *nodes = malloc(sizeof *nodes), *springs = malloc(sizeof *springs);
    for (int avatars = 1; avatars <= 4; avatars += 3) {
        hang_free(nodes, springs);
        Fixture f = fixture(nodes->data, springs->data, 0.0f);
        vrm_AvatarId ids[CROWD] = {f.id};
        Twin twins[CROWD];
        for (int a = 0; a < avatars; a++) {
            if (a > 0) ids[a] = vrm_sim_add(f.sim, f.rig);
            twins[a] = twin_make(f.model, f.rig);
        }
        for (int frame = 0; frame < 6; frame++) {
            for (int a = 0; a < avatars; a++) {
                float fall = a % 2 == 0 ? (float)frame : 0.25f * (float)frame;
                vrm_Transform root = {{0, -fall, 0}, {0, 0, 0, 1}, {1, 1, 1}};
                assert_true(vrm_avatar_set_root(f.sim, ids[a], root));
                twins[a].root = (TwinWorld){root.rotation, root.translation, 1.0f};
                if (frame == 0) twin_step(&twins[a], -1.0f);
                twin_step(&twins[a], FIXTURE_DT);
            }
            vrm_sim_step(f.sim, FIXTURE_DT);
            for (int a = 0; a < avatars; a++) compare(&f, ids[a], &twins[a], frame);
        }
        for (int a = 0; a < avatars; a++) twin_free(&twins[a]);
        fixture_end(&f);
    }
    free(nodes);
    free(springs);
}

/* ---- What is asked for ---- */

/* One thing that the host may do, by the frame. Every stretch ends with an avatar that is alone. */
static void disturb(vrm_Sim* sim, const vrm_Rig* rig, vrm_AvatarId id, vrm_AvatarId* guest,
                    int frame) {
    vrm_Transform away = {{5, 0, 1}, {0, 1, 0, 0}, {1, 1, 1}};
    vrm_Transform moved = vrm_rig_rest(rig, 6);
    moved.translation.x += 0.01f;
    switch (frame) {
    case 10: vrm_avatar_pause_springs(sim, id, true); break;
    case 13: vrm_avatar_pause_springs(sim, id, false); break;
    case 16: vrm_avatar_teleport(sim, id, away); break;
    case 20: *guest = vrm_sim_add(sim, rig); break;
    case 24: vrm_sim_remove(sim, *guest); break;
    case 30: vrm_avatar_reset_springs(sim, id); break;
    case 36: vrm_avatar_set_force(sim, id, (vrm_Vec3){1, 0, 0}); break;
    case 40: vrm_avatar_set_force(sim, id, (vrm_Vec3){0, 0, 0}); break;
    case 44: vrm_avatar_set_node(sim, id, 6, moved); break;
    case 48: vrm_avatar_set_node(sim, id, 6, vrm_rig_rest(rig, 6)); break;
    default: break;
    }
}

static void compare_outputs(uint64_t seed, unsigned has, float rate_hz) {
    Dice dice = {seed};
    Text *nodes = malloc(sizeof *nodes), *springs = malloc(sizeof *springs);
    roll_avatar(&dice, 7, has, nodes, springs);
    Fixture f = fixture(nodes->data, springs->data, rate_hz);
    Twin twin = twin_make(f.model, f.rig); /* takes the same inputs; what it makes is not read */
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_SPRINGS;
    def.spring_rate_hz = rate_hz;
    if (rate_hz == 0.0f) def.max_step_s = 1e9f;
    Fixture few = {.model = f.model, .rig = f.rig};
    assert_int_equal(vrm_sim_create(&def, &few.sim), VRM_OK);
    vrm_AvatarId before = vrm_sim_add(few.sim, f.rig); /* so that it is not in the first lane */
    few.id = vrm_sim_add(few.sim, f.rig);
    vrm_sim_remove(few.sim, before);
    vrm_AvatarId guests[2] = {{0, 0}, {0, 0}};
    size_t size = (size_t)vrm_rig_spring_joint_count(f.rig) * sizeof(vrm_Quat);
    for (int frame = 0; frame < 60; frame++) {
        Dice same = dice;
        float dt = frame % 5 == 1 ? 0.011f : frame % 5 == 3 ? 0.04f : FIXTURE_DT;
        drive(&f, f.id, &twin, &dice, (has & HAS_SCALE) != 0);
        drive(&few, few.id, &twin, &same, (has & HAS_SCALE) != 0);
        disturb(f.sim, f.rig, f.id, &guests[0], frame);
        disturb(few.sim, f.rig, few.id, &guests[1], frame);
        vrm_sim_step(f.sim, dt);
        vrm_sim_step(few.sim, dt);
        if (memcmp(vrm_avatar_spring_rotations(f.sim, f.id),
                   vrm_avatar_spring_rotations(few.sim, few.id), size) != 0)
            fail_msg("seed %d, features %u, rate %g: frame %d differs", (int)seed, has,
                     (double)rate_hz, frame);
    }
    twin_free(&twin);
    vrm_sim_destroy(few.sim);
    fixture_end(&f);
    free(nodes);
    free(springs);
}

/* an avatar whose world transforms nobody asks for is posed in another way. */
static void rotations_are_the_same_whatever_else_is_asked_for(void** state) {
    (void)state;
    const unsigned features[] = {0,         HAS_CENTER,  HAS_SKIPS, HAS_INSIDE,
                                 HAS_SCALE, HAS_STRETCH, HAS_ALL,   HAS_SWAYING_COLLIDERS};
    const float rates[] = {0.0f, 60.0f, 100.0f};
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < 3; k++) compare_outputs(seed * 19, features[i], rates[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_avatar_alone_has_the_bits_of_the_definition),
        cmocka_unit_test(colliders_of_every_kind_and_scale_have_the_bits_of_the_definition),
        cmocka_unit_test(every_feature_alone_has_the_bits_of_the_definition),
        cmocka_unit_test(own_centers_have_the_bits_of_the_definition),
        cmocka_unit_test(chains_with_lists_of_unlike_length_have_the_bits_of_the_definition),
        cmocka_unit_test(all_features_together_have_the_bits_of_the_definition),
        cmocka_unit_test(every_lane_of_a_crowd_has_the_bits_of_the_definition),
        cmocka_unit_test(colliders_at_the_end_of_reach_are_tested),
        cmocka_unit_test(a_tail_on_its_head_has_the_bits_of_the_definition),
        cmocka_unit_test(rotations_are_the_same_whatever_else_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
