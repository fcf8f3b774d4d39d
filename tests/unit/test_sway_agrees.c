/* SPDX-License-Identifier: MIT */
/* Ways through the springs that must agree, on random rigs at 24 to 1000 frames a second and at
 * rates that change: one scale against almost one, against a stretched node elsewhere, against
 * matrices; mirrored against not; teleported against standing. And in none of them may hair tremble
 * while the body moves steadily. */
#include "spring_fixture.h"

#include <math.h>

enum { RIGS = TEST_IS_SANITIZED ? 2 : 9, NODES_MOST = 200 };

/* ---- Frames ---- */

/* Frames a second; 0: it changes. A clock that stutters: EVEN_AND_SHORT has long frames, each with
 * a short one behind it, TINY frames of 90 a second and after some of them one of a microsecond to
 * a quarter of a millisecond, HITCHES after some of them one with more steps than are made. */
enum { CHANGES = 0, EVEN_AND_SHORT = -1, TINY = -2, HITCHES = -3 };

static const int rates[] = {24,   30,     50,  60,  72,  75,   90,      100,
                            120,  144,    165, 250, 500, 1000, CHANGES, EVEN_AND_SHORT,
                            TINY, HITCHES};
enum { RATES = sizeof rates / sizeof *rates };

/* The length of frame `f`. */
static float frame_length(Dice* dice, int rate, int f) {
    if (rate == CHANGES) return 1.0f / roll(dice, 24.0f, f / 64 % 2 ? 100.0f : 1000.0f);
    if (rate == EVEN_AND_SHORT) return f % 2 ? 0.0005f : 0.021f;
    if (rate == TINY) return f % 5 == 2 ? roll(dice, 1e-6f, 2.5e-4f) : 1.0f / 90.0f;
    if (rate == HITCHES) return f % 25 == 24 ? roll(dice, 0.3f, 0.5f) : 1.0f / 90.0f;
    return 1.0f / (float)rate;
}

/* ---- Avatars ---- */

typedef struct Way {
    vrm_Vec3 scale;         /* of the root */
    bool has_stretched_end; /* a node that carries nothing is stretched */
    bool is_half, is_teleported;
    float spring_hz;
} Way;

static Fixture rolled(uint32_t seed, unsigned has, const Way* way) {
    static Text nodes, springs;
    Dice dice = {seed};
    roll_avatar(&dice, 4, has, &nodes, &springs);
    Fixture f = fixture(nodes.data, springs.data, way->spring_hz);
    if (way->is_half) assert_true(vrm_avatar_set_spring_detail(f.sim, f.id, VRM_SPRINGS_HALF));
    if (way->has_stretched_end) {
        int32_t last = vrm_rig_node_count(f.rig) - 1; /* the end of the last chain */
        vrm_Transform local = vrm_rig_rest(f.rig, last);
        local.scale = (vrm_Vec3){local.scale.x, local.scale.y * 1.5f, local.scale.z};
        assert_true(vrm_avatar_set_node(f.sim, f.id, last, local));
    }
    return f;
}

/* Settings of the file with gravity multiplied by `by`, for each joint. */
static void weigh(Fixture* f, vrm_Vec3 by) {
    for (int32_t j = 0; j < vrm_rig_spring_joint_count(f->rig); j++) {
        vrm_SpringSettings settings = vrm_rig_spring_joint(f->rig, j).settings;
        settings.gravity_dir = vrmi_vec3_mul(settings.gravity_dir, by);
        assert_true(vrm_avatar_set_joint_settings(f->sim, f->id, j, &settings));
    }
}

static void place(Fixture* f, const Way* way, vrm_Transform root) {
    root.scale = way->scale;
    if (way->is_teleported)
        assert_true(vrm_avatar_teleport(f->sim, f->id, root));
    else
        assert_true(vrm_avatar_set_root(f->sim, f->id, root));
}

static vrm_Transform turned_at(vrm_Vec3 at, float radians) {
    return (vrm_Transform){
        at, vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, radians), {1.0f, 1.0f, 1.0f}};
}

/* ---- Steady motion ---- */

/* How far the place of a node, seen from the avatar's root, goes to and fro. */
typedef struct Range {
    vrm_Vec3 low, high;
} Range;

static float tremble_of(const Range* range) {
    return vrmi_vec3_length(vrmi_vec3_sub(range->high, range->low));
}

static void watch(const Fixture* f, const vrm_Transform* root, Range* ranges, bool is_first) {
    const vrm_Affine* worlds = vrm_avatar_worlds(f->sim, f->id);
    for (int32_t n = 0; n < vrm_rig_node_count(f->rig); n++) {
        vrm_Vec3 p = vrmi_vec3_sub(vrmi_affine_column(&worlds[n], 3), root->translation);
        p = vrmi_quat_rotate(vrmi_quat_conjugate(root->rotation), p);
        Range* r = &ranges[n];
        if (is_first) *r = (Range){p, p};
        r->low = (vrm_Vec3){fminf(r->low.x, p.x), fminf(r->low.y, p.y), fminf(r->low.z, p.z)};
        r->high = (vrm_Vec3){fmaxf(r->high.x, p.x), fmaxf(r->high.y, p.y), fmaxf(r->high.z, p.z)};
    }
}

/* The avatar moves at 1.4 m/s, or turns, without gravity, at 1 rad/s, for 6 s; returns what still
 * moves in the last. A teleported avatar is moved by teleports, and turns by its own first node. */
static float tremble(uint32_t seed, const Way* way, int rate, bool turns) {
    static Range ranges[NODES_MOST];
    Dice dice = {seed};
    Fixture f = rolled(seed, HAS_SKIPS | HAS_LIMITS | HAS_SCALE, way);
    if (turns) weigh(&f, (vrm_Vec3){0, 0, 0});
    bool is_watched = false;
    double t = 0.0;
    for (int i = 0; t < 6.0; i++) {
        float dt = frame_length(&dice, rate, i);
        t += (double)dt;
        float x = turns && !way->is_teleported ? 0.0f : 1.4f * (float)(t - 5.5);
        vrm_Transform root = turned_at((vrm_Vec3){x, 0, 0}, turns ? (float)t : 0.0f);
        vrm_Transform seen = root;
        if (way->is_teleported && turns) {
            vrm_Transform first = vrm_rig_rest(f.rig, 0);
            first.translation = vrmi_quat_rotate(root.rotation, first.translation);
            first.rotation = vrmi_quat_mul(root.rotation, first.rotation);
            assert_true(vrm_avatar_set_node(f.sim, f.id, 0, first));
            root.rotation = vrmi_quat_identity();
        }
        place(&f, way, root);
        vrm_sim_step(f.sim, dt);
        if (t < 5.0) continue;
        watch(&f, &seen, ranges, !is_watched);
        is_watched = true;
    }
    float most = 0.0f;
    for (int32_t n = 0; n < vrm_rig_node_count(f.rig); n++)
        most = fmaxf(most, tremble_of(&ranges[n]));
    fixture_end(&f);
    return most;
}

static const Way ways[] = {
    {{1, 1, 1}, false, false, false, 60.0f},   {{1, 1, 1.00001f}, false, false, false, 60.0f},
    {{1, 1, 1}, true, false, false, 60.0f},    {{1.2f, 0.9f, 1.1f}, false, false, false, 60.0f},
    {{-1, 1, 1}, false, false, false, 60.0f},  {{-1, -1, -1}, true, false, false, 60.0f},
    {{1, 1, 1}, false, true, false, 60.0f},    {{1, 1.3f, 1}, false, true, false, 60.0f},
    {{1, 1, -1}, false, true, false, 60.0f},   {{1, 1, 1}, false, false, true, 60.0f},
    {{1, 0.8f, 1}, false, false, true, 60.0f}, {{1, 1, 1}, false, true, true, 60.0f},
    {{1, 1, 1}, false, false, false, 30.0f},   {{-1, 1, 1}, false, false, false, 30.0f},
    {{1, 1, 1}, false, false, false, 90.0f},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* In a turn a step finds the body on the line through two frames, which is not on the circle: with
 * few frames, or where their number changes, the next one is up to 0.4 mm elsewhere, after a hitch
 * millimetres. */
static void check_tremble(bool turns, float most) {
    float worst = 0.0f;
    for (uint32_t seed = 1; seed <= RIGS; seed++)
        for (int w = (int)seed % 3; w < WAYS; w += 3)
            for (int r = (int)(seed / 3) % 2; r < RATES; r += 2) {
                if (turns && rates[r] == HITCHES) continue;
                float found = tremble(seed, &ways[w], rates[r], turns);
                worst = fmaxf(worst, found);
                if (found > most)
                    fail_msg("rig %u, way %d, %d frames/s: %.3f mm", seed, w, rates[r],
                             (double)(found * 1e3f));
            }
    print_message("at most %.3f mm\n", (double)(worst * 1e3f));
}

static void steady_walk_leaves_no_tremble_in_any_way_through_the_springs(void** state) {
    (void)state;
    check_tremble(false, 0.0001f);
}

static void steady_turn_leaves_no_tremble_in_any_way_through_the_springs(void** state) {
    (void)state;
    check_tremble(true, 0.0005f);
}

/* ---- Any motion ---- */

/* A mirror image of the whole world: `sign` has one or three minus signs. */
static vrm_Vec3 mirror_point(vrm_Vec3 p, vrm_Vec3 sign) {
    return vrmi_vec3_mul(p, sign);
}

/* S R S: the axis of a rotation keeps the part along the mirror's normal. */
static vrm_Quat mirror_turn(vrm_Quat q, vrm_Vec3 sign) {
    float all = sign.x * sign.y * sign.z;
    return (vrm_Quat){all * sign.x * q.x, all * sign.y * q.y, all * sign.z * q.z, q.w};
}

/* Moves, turns, bends: smooth, so that a step between two frames finds what it expects. */
static void swing(Fixture* f, const Way* way, double t, vrm_Vec3 sign, const vrm_Vec3* carried) {
    float x = (float)(0.3 * sin(3.0 * t)), z = (float)(0.2 * sin(1.9 * t));
    vrm_Transform root = turned_at((vrm_Vec3){x, 0, z}, (float)(0.8 * sin(2.2 * t)));
    root.translation = mirror_point(root.translation, sign);
    root.rotation = mirror_turn(root.rotation, sign);
    if (carried != NULL) { /* by the root, and moves itself by its first node */
        root = turned_at(*carried, 0.0f);
        vrm_Transform first = vrm_rig_rest(f->rig, 0);
        first.translation.x += x;
        assert_true(vrm_avatar_set_node(f->sim, f->id, 0, first));
    }
    place(f, way, root);
    vrm_Quat bend = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0.3f}, (float)(0.4 * sin(4.1 * t)));
    bend = vrmi_quat_mul(bend, vrm_rig_rest(f->rig, 3).rotation);
    assert_true(vrm_avatar_set_rotation(f->sim, f->id, 3, bend));
}

typedef struct Both {
    const Way *a, *b;
    unsigned has;
    vrm_Vec3 sign; /* b is a's mirror image */
    vrm_Vec3
        carried; /* metres a second by which b is carried, a stands; 0: both move by their root */
} Both;

/* The largest angle between the joints of two ways, radians; 0: equal to the bit. */
static float apart(uint32_t seed, const Both* both, int rate) {
    Dice dice = {seed * 7919u};
    Fixture a = rolled(seed, both->has, both->a), b = rolled(seed, both->has, both->b);
    if (both->sign.x * both->sign.y * both->sign.z < 0.0f) {
        weigh(&a, (vrm_Vec3){1, 1, 1});
        weigh(&b, both->sign);
    }
    int32_t joints = vrm_rig_spring_joint_count(a.rig);
    float most = 0.0f;
    double t = 0.0;
    for (int i = 0; t < 2.0; i++) {
        float dt = frame_length(&dice, rate, i);
        t += (double)dt;
        vrm_Vec3 here = {0, 0, 0}, there = vrmi_vec3_scale(both->carried, (float)t);
        bool is_carried = both->carried.x != 0.0f;
        swing(&a, both->a, t, (vrm_Vec3){1, 1, 1}, is_carried ? &here : NULL);
        swing(&b, both->b, t, both->sign, is_carried ? &there : NULL);
        if (i % 301 == 300) {
            assert_true(vrm_avatar_reset_springs(a.sim, a.id));
            assert_true(vrm_avatar_reset_springs(b.sim, b.id));
        }
        bool is_paused = i % 97 > 90;
        assert_true(vrm_avatar_pause_springs(a.sim, a.id, is_paused));
        assert_true(vrm_avatar_pause_springs(b.sim, b.id, is_paused));
        vrm_sim_step(a.sim, dt);
        vrm_sim_step(b.sim, dt);
        const vrm_Quat* p = vrm_avatar_spring_rotations(a.sim, a.id);
        const vrm_Quat* q = vrm_avatar_spring_rotations(b.sim, b.id);
        if (memcmp(p, q, (size_t)joints * sizeof *p) == 0) continue;
        for (int32_t j = 0; j < joints; j++) most = fmaxf(most, fixture_angle(p[j], q[j]) + 1e-9f);
    }
    fixture_end(&a);
    fixture_end(&b);
    return most;
}

static void check_apart(const Both* both, float most) {
    float worst = 0.0f;
    for (uint32_t seed = 1; seed <= RIGS; seed++)
        for (int r = (int)seed % 2; r < RATES; r += 2) {
            float found = apart(seed, both, rates[r]);
            worst = fmaxf(worst, found);
            if (found > most)
                fail_msg("rig %u, %d frames/s: %g radians", seed, rates[r], (double)found);
        }
    print_message("at most %g radians\n", (double)worst);
}

static const Way plain = {{1, 1, 1}, false, false, false, 60.0f};

static void rounded_scale_leaves_the_sway_to_the_bit(void** state) {
    static const Way rounded = {{1, 1, 1.00001f}, false, false, false, 60.0f};
    static const Way half = {{1, 1, 1}, false, true, false, 60.0f};
    static const Way rounded_half = {{1, 0.99999f, 1}, false, true, false, 60.0f};
    (void)state;
    check_apart(&(Both){&plain, &rounded, HAS_ALL, {1, 1, 1}, {0, 0, 0}}, 0.0f);
    check_apart(&(Both){&half, &rounded_half, HAS_ALL, {1, 1, 1}, {0, 0, 0}}, 0.0f);
}

static void stretched_node_that_carries_no_spring_leaves_the_sway_to_the_bit(void** state) {
    static const Way stretched = {{1, 1, 1}, true, false, false, 60.0f};
    (void)state;
    check_apart(&(Both){&plain, &stretched, HAS_ALL, {1, 1, 1}, {0, 0, 0}}, 0.0f);
}

/* Just enough to take matrices; the sway itself hardly changes. */
static void matrices_sway_as_one_scale_does(void** state) {
    static const Way matrices = {{1, 1, 1.00011f}, false, false, false, 60.0f};
    static const Way half = {{1, 1, 1}, false, true, false, 60.0f};
    static const Way matrices_half = {{1, 1, 1.00011f}, false, true, false, 60.0f};
    (void)state;
    unsigned has = HAS_SKIPS | HAS_LIMITS | HAS_SCALE | HAS_CENTER | HAS_NO_LISTS;
    check_apart(&(Both){&plain, &matrices, has, {1, 1, 1}, {0, 0, 0}}, 0.001f);
    check_apart(&(Both){&half, &matrices_half, has, {1, 1, 1}, {0, 0, 0}}, 0.001f);
}

static void mirrored_avatar_sways_as_a_mirror_image(void** state) {
    static const Way across = {{-1, 1, 1}, false, false, false, 60.0f};
    static const Way inside_out = {{-1, -1, -1}, false, false, false, 60.0f};
    (void)state;
    unsigned has = HAS_SKIPS | HAS_LIMITS | HAS_SCALE | HAS_CENTER | HAS_NO_LISTS;
    check_apart(&(Both){&plain, &across, has, {-1, 1, 1}, {0, 0, 0}}, 0.001f);
    check_apart(&(Both){&plain, &inside_out, has, {-1, -1, -1}, {0, 0, 0}}, 0.001f);
    /* Whether a tail touches a collider hangs on the last bits. */
    check_apart(&(Both){&plain, &across, HAS_ALL, {-1, 1, 1}, {0, 0, 0}}, 0.05f);
}

/* What a lift carries sways as it does on the ground. */
static void teleport_in_each_frame_leaves_the_sway(void** state) {
    static const Way carried = {{1, 1, 1}, false, false, true, 60.0f};
    static const Way stretched = {{1, 1.2f, 1}, false, false, false, 60.0f};
    static const Way stretched_carried = {{1, 1.2f, 1}, false, false, true, 60.0f};
    (void)state;
    unsigned has = HAS_SKIPS | HAS_LIMITS | HAS_SCALE | HAS_CENTER | HAS_NO_LISTS;
    check_apart(&(Both){&plain, &carried, has, {1, 1, 1}, {0.7f, 0.3f, 0}}, 0.001f);
    check_apart(&(Both){&stretched, &stretched_carried, has, {1, 1, 1}, {0.7f, 0.3f, 0}}, 0.001f);
}

/* ---- Frames without time ---- */

/* A host that reads the pose before it finishes the frame steps twice: without time, and with it.
 * Pauses begin and end in frames without time too. */
static void check_empty_frames(uint32_t seed, const Way* way, int rate) {
    Dice dice = {seed * 7919u};
    Fixture once = rolled(seed, HAS_ALL, way), twice = rolled(seed, HAS_ALL, way);
    size_t size = (size_t)vrm_rig_spring_joint_count(once.rig) * sizeof(vrm_Quat);
    Fixture* both[] = {&once, &twice};
    double t = 0.0;
    for (int i = 0; t < 2.0; i++) {
        float dt = frame_length(&dice, rate, i);
        t += (double)dt;
        for (int k = 0; k < 2; k++) {
            swing(both[k], way, t, (vrm_Vec3){1, 1, 1}, NULL);
            assert_true(vrm_avatar_pause_springs(both[k]->sim, both[k]->id, i % 37 > 30));
            if (k == 1 && i > 0) vrm_sim_step(both[k]->sim, 0.0f);
            vrm_sim_step(both[k]->sim, dt);
            if (k == 1) vrm_sim_step(both[k]->sim, -dt);
        }
        if (memcmp(vrm_avatar_spring_rotations(once.sim, once.id),
                   vrm_avatar_spring_rotations(twice.sim, twice.id), size) != 0)
            fail_msg("rig %u, %d frames/s, frame %d", seed, rate, i);
    }
    fixture_end(&once);
    fixture_end(&twice);
}

static void frames_without_time_leave_the_sway_to_the_bit(void** state) {
    static const Way all[] = {{{1, 1, 1}, false, false, false, 60.0f},
                              {{1, 1.2f, 1}, false, false, false, 60.0f},
                              {{1, 1, 1}, false, true, false, 60.0f},
                              {{1, 1, 1}, false, false, true, 60.0f},
                              {{1, 1, 1}, false, false, false, 0.0f}};
    (void)state;
    for (uint32_t seed = 1; seed <= RIGS; seed++)
        for (int r = 0; r < RATES; r++)
            check_empty_frames(seed, &all[(seed + (uint32_t)r) % 5], rates[r]);
}

/* ---- Rest ---- */

/* A skipped node is turned and a tail moved aside, without gravity: at rest is where joints stay,
 * whatever the scales are, from the first step and from a pause on. */
static void joints_at_rest_stay_there_whatever_the_scales(void** state) {
    static const vrm_Vec3 scales[] = {{1, 1, 1},  {1, 1, 1.00001f}, {1, 1, 1.01f}, {-1, 1, 1},
                                      {1, 1, -1}, {-1, -1, -1},     {1, 1.5f, 1}};
    (void)state;
    for (uint32_t seed = 1; seed <= RIGS; seed++)
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            Way way = plain;
            way.scale = scales[s];
            Fixture f = rolled(seed, HAS_SKIPS | HAS_LIMITS | HAS_SCALE | HAS_NO_LISTS, &way);
            Dice dice = {seed};
            weigh(&f, (vrm_Vec3){0, 0, 0});
            for (int32_t n = 6; n < vrm_rig_node_count(f.rig); n++) {
                vrm_Transform local = vrm_rig_rest(f.rig, n);
                local.rotation = vrmi_quat_mul(local.rotation, roll_turn(&dice, 1.0f));
                local.translation.x += roll(&dice, -0.05f, 0.05f);
                assert_true(vrm_avatar_set_node(f.sim, f.id, n, local));
            }
            place(&f, &way, turned_at((vrm_Vec3){0, 0, 0}, 0.3f));
            for (int i = 0; i < 40; i++) {
                assert_true(vrm_avatar_pause_springs(f.sim, f.id, i == 20 || i == 21));
                vrm_sim_step(f.sim, 1.0f / 50.0f);
                const vrm_Quat* q = vrm_avatar_spring_rotations(f.sim, f.id);
                for (int32_t j = 0; j < vrm_rig_spring_joint_count(f.rig); j++) {
                    vrm_SpringJointInfo info = vrm_rig_spring_joint(f.rig, j);
                    float angle = fixture_angle(q[j], vrm_rig_rest(f.rig, info.node).rotation);
                    if (angle > 0.002f)
                        fail_msg("rig %u, scale %zu, frame %d, joint %d: %g radians", seed, s, i, j,
                                 (double)angle);
                }
            }
            fixture_end(&f);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_walk_leaves_no_tremble_in_any_way_through_the_springs),
        cmocka_unit_test(steady_turn_leaves_no_tremble_in_any_way_through_the_springs),
        cmocka_unit_test(rounded_scale_leaves_the_sway_to_the_bit),
        cmocka_unit_test(stretched_node_that_carries_no_spring_leaves_the_sway_to_the_bit),
        cmocka_unit_test(matrices_sway_as_one_scale_does),
        cmocka_unit_test(mirrored_avatar_sways_as_a_mirror_image),
        cmocka_unit_test(teleport_in_each_frame_leaves_the_sway),
        cmocka_unit_test(frames_without_time_leave_the_sway_to_the_bit),
        cmocka_unit_test(joints_at_rest_stay_there_whatever_the_scales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
