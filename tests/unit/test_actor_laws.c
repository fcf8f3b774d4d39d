/* SPDX-License-Identifier: MIT */
/* What an actor promises its host, by random layers and requests: layers lie over each other as
 * plain mathematics has it, asking twice is asking once, and the host has the last word. */
#include "actor_stage.h"
#include "support/dice.h"

enum { ROUNDS = TEST_IS_SANITIZED ? 12 : 150 };

static bool roll_bool(Dice* dice, int one_in) {
    return roll_int(dice, one_in) == 0;
}

static vrm_Quat roll_turn(Dice* dice) {
    return test_turn(roll(dice, -1.0f, 1.0f), roll(dice, -1.0f, 1.0f), 1.0f,
                     roll(dice, -90.0f, 90.0f));
}

static uint64_t roll_bones(Dice* dice) {
    vrm_MotionPart part = {.bones = vrm_default_layer_def(NULL).bones};
    if (roll_bool(dice, 2)) (void)vrm_motion_part(vrm_motion_part_name(roll_int(dice, 11)), &part);
    return part.bones;
}

static vrm_LayerDef roll_layer(Dice* dice) {
    vrm_LayerDef def = layer_of(roll_int(dice, ALL_CLIPS));
    def.at_end = roll_bool(dice, 2) ? VRM_LAYER_HOLDS : VRM_LAYER_LOOPS;
    def.weight = roll_bool(dice, 3) ? 1.0f : roll(dice, 0.0f, 1.0f);
    def.fade_in_s = roll_bool(dice, 3) ? 0.0f : roll(dice, 0.0f, 0.7f);
    def.speed = roll_bool(dice, 2) ? 1.0f : roll(dice, -2.0f, 2.0f);
    def.start_s = roll_bool(dice, 2) ? 0.0f : roll(dice, 0.0f, 0.5f);
    def.bones = roll_bones(dice);
    def.has_expressions = !roll_bool(dice, 4);
    def.has_gaze = !roll_bool(dice, 4);
    def.is_additive = roll_bool(dice, 3);
    return def;
}

/* ---- Layers ---- */

/* Rotations in double precision: x y z w. */
typedef struct Turn {
    double v[4];
} Turn;

static Turn turn_of(vrm_Quat q) {
    return (Turn){{(double)q.x, (double)q.y, (double)q.z, (double)q.w}};
}

static Turn times(Turn a, Turn b) {
    const double *p = a.v, *q = b.v;
    return (Turn){{p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
                   p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
                   p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
                   p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2]}};
}

static Turn inverse(Turn a) {
    return (Turn){{-a.v[0], -a.v[1], -a.v[2], a.v[3]}};
}

/* A part of a rotation, about its own axis along the shorter way. */
static Turn share_of(Turn a, double share) {
    double sign = a.v[3] < 0.0 ? -1.0 : 1.0;
    double sine = sqrt(a.v[0] * a.v[0] + a.v[1] * a.v[1] + a.v[2] * a.v[2]);
    double half = share * atan2(sine, sign * a.v[3]);
    double scale = sine > 1e-12 ? sign * sin(half) / sine : 0.0;
    return (Turn){{a.v[0] * scale, a.v[1] * scale, a.v[2] * scale, cos(half)}};
}

/* What the layers beneath have made. */
typedef struct Made {
    Turn turns[VRM_BONE_COUNT];
    double hips[3], gaze[2], weights[64];
} Made;

static double mixed(double made, float value, float first, double weight, bool is_additive) {
    return made + weight * ((double)value - (is_additive ? (double)first : made));
}

static void lay_expressions(const vrm_LayerDef* def, float time_s, double weight, Made* made) {
    for (int32_t e = 0; def->has_expressions && e < vrm_clip_expression_count(def->clip); e++) {
        int32_t index = vrm_rig_expression(cast.stand.rig, vrm_clip_expression_name(def->clip, e));
        assert_true(index >= 0 && index < 64);
        made->weights[index] =
            mixed(made->weights[index], vrm_clip_sample_expression(def->clip, e, time_s),
                  vrm_clip_sample_expression(def->clip, e, 0.0f), weight, def->is_additive);
    }
}

static void lay_over(const vrm_LayerDef* def, float time_s, double weight, Made* made) {
    vrm_ClipSample now, first;
    vrm_clip_sample(def->clip, time_s, &now);
    vrm_clip_sample(def->clip, 0.0f, &first);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if (((def->bones & now.bones) >> b & 1) == 0) continue;
        Turn from = def->is_additive ? turn_of(first.pose.rotations[b]) : made->turns[b];
        Turn change = share_of(times(inverse(from), turn_of(now.pose.rotations[b])), weight);
        made->turns[b] = times(made->turns[b], change);
    }
    if (now.moves_hips && (def->bones >> VRM_BONE_HIPS & 1) != 0) {
        vrm_Vec3 a = vrm_clip_fit_hips(def->clip, cast.stand.rig, now.pose.hips_offset);
        vrm_Vec3 b = vrm_clip_fit_hips(def->clip, cast.stand.rig, first.pose.hips_offset);
        made->hips[0] = mixed(made->hips[0], a.x, b.x, weight, def->is_additive);
        made->hips[1] = mixed(made->hips[1], a.y, b.y, weight, def->is_additive);
        made->hips[2] = mixed(made->hips[2], a.z, b.z, weight, def->is_additive);
    }
    if (now.has_gaze && def->has_gaze) {
        vrm_Vec2 a = now.gaze_degrees, b = first.gaze_degrees;
        made->gaze[0] = mixed(made->gaze[0], a.x, b.x, weight, def->is_additive);
        made->gaze[1] = mixed(made->gaze[1], a.y, b.y, weight, def->is_additive);
    }
    lay_expressions(def, time_s, weight, made);
}

/* Shows what was computed on an avatar without an actor. */
static Inputs show(const Stage* stage, const Made* made) {
    vrm_Pose pose = vrm_pose_rest();
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        const double* v = made->turns[b].v;
        pose.rotations[b] = (vrm_Quat){(float)v[0], (float)v[1], (float)v[2], (float)v[3]};
    }
    pose.hips_offset = (vrm_Vec3){(float)made->hips[0], (float)made->hips[1], (float)made->hips[2]};
    assert_true(vrm_avatar_set_pose(stage->sim, stage->avatar, &pose));
    for (int32_t e = 0; e < vrm_rig_expression_count(cast.stand.rig); e++)
        assert_true(vrm_avatar_set_expression_at(stage->sim, stage->avatar, e,
                                                 (float)fmin(fmax(made->weights[e], 0.0), 1.0)));
    assert_true(vrm_avatar_look_along(stage->sim, stage->avatar, (float)made->gaze[0],
                                      (float)made->gaze[1]));
    return read_inputs(stage);
}

/* in the order in which they were started, each over its bones by its weight. */
static void layers_lie_over_each_other_as_mathematics_has_it(void** state) {
    (void)state;
    Dice dice = {61};
    for (int round = 0; round < ROUNDS; round++) {
        Stage stage = open_still_stage(), other = open_still_stage();
        vrm_LayerDef layers[ALL_CLIPS];
        uint32_t numbers[ALL_CLIPS];
        int count = 1 + roll_int(&dice, ALL_CLIPS), first = roll_int(&dice, ALL_CLIPS);
        for (int i = 0; i < count; i++) {
            layers[i] = roll_layer(&dice);
            layers[i].clip = cast.clips[(first + i) % ALL_CLIPS];
            numbers[i] = vrm_actor_play(stage.actor, &layers[i]);
            assert_int_not_equal(numbers[i], 0);
        }
        for (int f = 0; f < 4; f++) {
            Made made = {.hips = {0.0}};
            for (int b = 0; b < VRM_BONE_COUNT; b++) made.turns[b].v[3] = 1.0;
            assert_true(vrm_actor_step(stage.actor, roll(&dice, 0.01f, 0.6f)));
            for (int i = 0; i < count; i++) {
                vrm_LayerState layer;
                assert_true(vrm_actor_layer(stage.actor, numbers[i], &layer));
                lay_over(&layers[i], layer.time_s, (double)layer.weight, &made);
            }
            Inputs a = read_inputs(&stage), b = show(&other, &made);
            check_same(&a, &b, 2e-5f, "layers and mathematics", vrm_actor_time(stage.actor));
        }
        close_stage(&stage);
        close_stage(&other);
    }
}

/* ---- Asking twice ---- */

/* One thing that a host asks for, in every frame until it asks for the next. */
typedef struct Request {
    int kind;
    vrm_LayerDef layer;
    vrm_EmotionPart part;
    vrm_Vec3 target;
    uint32_t number;
    float weight, speed, seconds;
    double time_s;
} Request;

enum { REQUESTS = 11 };

static Request roll_request(Dice* dice, double time_s) {
    static const char* const emotions[] = {"happy", "sad", "angry", "surprised"};
    Request request = {.kind = roll_int(dice, REQUESTS), .layer = roll_layer(dice)};
    request.layer.applies_root_motion = roll_bool(dice, 3);
    request.part = (vrm_EmotionPart){emotions[roll_int(dice, 4)], roll(dice, 0.0f, 1.0f)};
    request.target = (vrm_Vec3){roll(dice, -1.0f, 1.0f), roll(dice, 0.5f, 2.0f), 2.0f};
    request.number = 1 + (uint32_t)roll_int(dice, 5);
    request.weight = roll(dice, 0.0f, 1.0f);
    request.speed = roll(dice, -2.0f, 2.0f);
    request.seconds = roll_bool(dice, 3) ? 0.0f : roll(dice, 0.0f, 0.7f);
    request.time_s = time_s;
    return request;
}

static void ask(vrm_Actor* actor, const Request* request) {
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &request->part;
    emotion.part_count = 1;
    emotion.ease_in_s = request->seconds;
    switch (request->kind) {
    case 0: (void)vrm_actor_cross_fade(actor, &request->layer); break;
    case 1: (void)vrm_actor_stop(actor, request->number, request->seconds); break;
    case 2:
        (void)vrm_actor_set_weight(actor, request->number, request->weight, request->seconds);
        break;
    case 3: (void)vrm_actor_set_speed(actor, request->number, request->speed); break;
    case 4: vrm_actor_forget(actor, request->layer.clip); break;
    case 5: (void)vrm_actor_emote(actor, VRM_ACTOR_NOW, &emotion); break;
    case 6: (void)vrm_actor_speak(actor, request->time_s, cast.speech, 200); break;
    case 7: (void)vrm_actor_look_at(actor, request->target); break;
    case 8: vrm_actor_look_free(actor); break;
    case 9: (void)vrm_actor_set_stance(actor, (vrm_Stance)(request->number % 4)); break;
    default: (void)vrm_actor_play(actor, &request->layer); break;
    }
}

static void check_same_events(const Stage* a, const Stage* b) {
    vrm_ActorEvent one, other;
    while (vrm_actor_poll(a->actor, &one)) {
        assert_true(vrm_actor_poll(b->actor, &other));
        assert_int_equal(one.kind, other.kind);
        assert_int_equal(one.layer, other.layer);
        assert_int_equal(one.count, other.count);
    }
    assert_false(vrm_actor_poll(b->actor, &other));
}

/* whatever it is, asked once or in each frame. */
static void asking_in_each_frame_is_asking_once(void** state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Dice dice = {9000u + (uint32_t)round};
        Stage once = open_living_stage(5), often = open_living_stage(5);
        for (int i = 0; i < 12; i++) {
            Request request = roll_request(&dice, vrm_actor_time(once.actor));
            int frames = 1 + roll_int(&dice, 25);
            float dt = roll(&dice, 0.004f, 0.05f);
            ask(once.actor, &request);
            for (int f = 0; f < frames; f++) {
                ask(often.actor, &request);
                assert_true(vrm_actor_step(once.actor, dt));
                assert_true(vrm_actor_step(often.actor, dt));
                Inputs a = read_inputs(&once), b = read_inputs(&often);
                if (memcmp(&a, &b, sizeof a) != 0)
                    fail_msg("round %d, request %d of kind %d, frame %d: apart by %g", round, i,
                             request.kind, f, (double)apart(&a, &b));
                check_same_events(&once, &often);
            }
        }
        close_stage(&once);
        close_stage(&often);
    }
}

/* ---- The host ---- */

/* What a host has set since the last step, and expressions since the beginning. */
typedef struct HostInputs {
    uint64_t bones;
    float expressions[64]; /* 0: not set */
} HostInputs;

static void set_input(const Stage* stage, Dice* dice, HostInputs* set) {
    int bone = roll_int(dice, VRM_BONE_COUNT);
    bool is_eye = bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE;
    vrm_Quat turn = roll_turn(dice);
    vrm_Vec3 offset = {roll(dice, -0.2f, 0.2f), roll(dice, -0.2f, 0.2f), 0.1f};
    int32_t expression = roll_int(dice, vrm_rig_expression_count(cast.stand.rig));
    float weight = roll(dice, 0.0f, 1.0f);
    switch (roll_int(dice, 5)) {
    case 0: assert_true(vrm_avatar_set_hips(stage->sim, stage->avatar, offset)); break;
    case 1:
        assert_true(vrm_avatar_set_expression_at(stage->sim, stage->avatar, expression, weight));
        set->expressions[expression] = weight;
        break;
    case 2:
        assert_true(vrm_avatar_look_along(stage->sim, stage->avatar, 30.0f * weight, -5.0f));
        break;
    case 3: {
        vrm_Transform root = {offset, turn, {1.0f, 1.0f, 1.0f}};
        assert_true(vrm_avatar_set_root(stage->sim, stage->avatar, root));
        break;
    }
    default: /* the gaze turns the eyes */
        if (is_eye || vrm_rig_bone(cast.stand.rig, (vrm_Bone)bone) < 0) break;
        assert_true(vrm_avatar_set_bone(stage->sim, stage->avatar, (vrm_Bone)bone, turn));
        set->bones |= (uint64_t)1 << bone;
    }
}

/* Expressions that neither layers nor the face move are the host's for good. */
static void check_step_knows_nothing(const Stage* stage, const Stage* twin, const HostInputs* set) {
    Inputs a = read_inputs(stage), b = read_inputs(twin);
    for (int32_t e = 0; e < a.expression_count; e++)
        if (b.expressions[e] == 0.0f && a.expressions[e] == set->expressions[e])
            a.expressions[e] = 0.0f;
    assert_memory_equal(&a, &b, sizeof a);
}

/* whatever the host sets after a step is shown; the next step knows nothing of it. */
static void host_wins_for_one_frame_whatever_it_sets(void** state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Dice dice = {300u + (uint32_t)round};
        Stage stage = open_living_stage(6), twin = open_living_stage(6), plain = open_still_stage();
        vrm_Transform root = vrm_avatar_root(stage.sim, stage.avatar);
        assert_true(vrm_actor_set_root(stage.actor, root)); /* the actor sets it from now on */
        assert_true(vrm_actor_set_root(twin.actor, root));
        for (int i = 0; i < 3; i++) {
            vrm_LayerDef layer = roll_layer(&dice);
            layer.applies_root_motion = roll_bool(&dice, 2);
            (void)vrm_actor_play(stage.actor, &layer);
            (void)vrm_actor_play(twin.actor, &layer);
        }
        HostInputs set = {.bones = 0};
        for (int f = 0; f < 12; f++) {
            float dt = roll(&dice, 0.004f, 0.2f);
            assert_true(vrm_actor_step(stage.actor, dt));
            assert_true(vrm_actor_step(twin.actor, dt));
            check_step_knows_nothing(&stage, &twin, &set);
            set.bones = 0;
            for (int i = roll_int(&dice, 5); i >= 0; i--) {
                Dice same = dice;
                set_input(&plain, &same, &set);
                set_input(&stage, &dice, &set);
            }
            Inputs shown = read_inputs(&stage), own = read_inputs(&plain);
            for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
                int32_t node = vrm_rig_bone(cast.stand.rig, (vrm_Bone)bone);
                if ((set.bones >> bone & 1) != 0)
                    assert_memory_equal(&shown.locals[node].rotation, &own.locals[node].rotation,
                                        sizeof(vrm_Quat));
            }
        }
        close_stage(&stage);
        close_stage(&twin);
        close_stage(&plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_lie_over_each_other_as_mathematics_has_it),
        cmocka_unit_test(asking_in_each_frame_is_asking_once),
        cmocka_unit_test(host_wins_for_one_frame_whatever_it_sets),
    };
    return cmocka_run_group_tests(tests, make_cast, free_cast);
}
