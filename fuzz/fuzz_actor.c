/* SPDX-License-Identifier: MIT */
/* An actor that is asked for anything at any time, with numbers of the input's own bytes. What
 * reaches the avatar is finite, and steps end where a jump to the same time does. */
#include "require.h"

#include "vrm/vrm.h"

#include <math.h>
#include <string.h>

enum { CLIPS = 3, FRAMES = 40, CALLS_MAX = 200, NODES = 3 };

/* Two bones, an expression and a mouth are enough to be played. */
static const char avatar_text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"nodes\":[{\"children\":["
    "1]},{\"translation\":[0,1,0],\"children\":[2]},{\"translation\":[0,0.3,0]}],\"extensions\":{"
    "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"a\",\"authors\":[\"b\"],"
    "\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{\"humanBones\":{\"hips\":{"
    "\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":2}}},\"expressions\":{\"preset\":{"
    "\"happy\":{},\"aa\":{},\"blink\":{}}}}}}";

typedef struct Stage {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Clip* clips[CLIPS];
    vrm_LipFrame speech[FRAMES];
} Stage;

static vrm_Clip* make_clip(double seconds, float turn) {
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    require(vrm_recorder_create(NULL, &recorder) == VRM_OK);
    for (int f = 0; f < 3; f++) {
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_SPINE] =
            (vrm_Quat){0, sinf(turn * (float)f), 0, cosf(turn * (float)f)};
        pose.hips_offset.x = 0.1f * (float)f;
        require(vrm_recorder_add_frame(recorder, f * seconds / 2, &pose) == VRM_OK);
        require(vrm_recorder_set_expression(recorder, "happy", (float)f / 2) == VRM_OK);
        require(vrm_recorder_set_gaze(recorder, 10.0f * (float)f, 5.0f) == VRM_OK);
    }
    require(vrm_recorder_finish(recorder, NULL, &model) == VRM_OK);
    require(vrm_clip_build(model, NULL, &clip) == VRM_OK);
    vrm_recorder_destroy(recorder);
    vrm_model_destroy(model);
    return clip;
}

static void open_stage(Stage* stage) {
    memset(stage, 0, sizeof *stage);
    size_t size = sizeof avatar_text - 1;
    require(vrm_model_load(avatar_text, size, NULL, NULL, &stage->model) == VRM_OK);
    require(vrm_rig_build(stage->model, NULL, &stage->rig) == VRM_OK);
    require(vrm_face_map_build(stage->model, stage->rig, NULL, &stage->map) == VRM_OK);
    for (int i = 0; i < CLIPS; i++) stage->clips[i] = make_clip(0.3 + 0.7 * i, 0.2f * (float)i);
    for (int i = 0; i < FRAMES; i++)
        stage->speech[i] =
            (vrm_LipFrame){.time_s = i * 0.01, .vowels = {(float)(i % 10) / 10}, .is_speech = true};
}

static void close_stage(Stage* stage) {
    for (int i = 0; i < CLIPS; i++) vrm_clip_destroy(stage->clips[i]);
    vrm_face_map_destroy(stage->map);
    vrm_rig_destroy(stage->rig);
    vrm_model_destroy(stage->model);
}

/* ---- What the input chooses ---- */

typedef struct Recipe {
    const uint8_t *at, *end;
} Recipe;

static uint8_t byte(Recipe* recipe) {
    return recipe->at < recipe->end ? *recipe->at++ : 0;
}

/* Mostly 0 to 1, sometimes anything. */
static float number(Recipe* recipe) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1.0f, 2.0f, -0.0f, 1e-40f};
    uint8_t value = byte(recipe);
    return value < 8 ? odd[value] : (float)value / 255.0f;
}

/* Times of the actor, some of them not. */
static double when(Recipe* recipe) {
    uint8_t value = byte(recipe);
    if (value < 100) return VRM_ACTOR_NOW;
    return value < 110 ? (double)number(recipe) : (double)value / 20.0;
}

/* ---- Calls ---- */

typedef struct Play {
    const Stage* stage;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;
    bool looked; /* since the beginning: the gaze of a face has a history */
} Play;

static void play_layer(const Play* play, Recipe* recipe) {
    vrm_LayerDef def = vrm_default_layer_def(play->stage->clips[byte(recipe) % CLIPS]);
    uint8_t parts = byte(recipe);
    def.at_end = (vrm_LayerEnd)(parts % 5); /* some are none */
    def.has_expressions = (parts & 8) != 0;
    def.has_gaze = (parts & 16) != 0;
    def.is_additive = (parts & 32) != 0;
    def.applies_root_motion = (parts & 2) != 0;
    if ((parts & 64) != 0) def.bones = (uint64_t)byte(recipe) << (parts % 50);
    def.weight = number(recipe);
    def.fade_in_s = number(recipe);
    def.fade_out_s = number(recipe);
    def.speed = (parts & 128) != 0 ? 1.0f : 4.0f * number(recipe) - 2.0f;
    def.start_s = number(recipe);
    def.begin_s = when(recipe);
    uint32_t number_of_layer = (parts & 1) != 0 ? vrm_actor_cross_fade(play->actor, &def)
                                                : vrm_actor_play(play->actor, &def);
    vrm_LayerState state;
    require(number_of_layer == 0 || !vrm_actor_layer(play->actor, number_of_layer, &state) ||
            state.clip == def.clip);
}

static void emote(const Play* play, Recipe* recipe) {
    vrm_EmotionPart part = {byte(recipe) % 4 == 0 ? "nobody" : "happy", number(recipe)};
    vrm_EmotionDef def = vrm_default_emotion_def();
    def.parts = &part;
    def.part_count = byte(recipe) % 2;
    def.intensity = number(recipe);
    def.ease_in_s = number(recipe);
    def.hold_s = number(recipe);
    def.is_queued = byte(recipe) % 2 == 0;
    (void)vrm_actor_emote(play->actor, when(recipe), &def);
}

static void look(Play* play, Recipe* recipe) {
    vrm_Vec3 target = {number(recipe), number(recipe), number(recipe)};
    play->looked = true;
    if (byte(recipe) % 2 == 0)
        (void)vrm_actor_look_at(play->actor, target);
    else
        (void)vrm_actor_look_along(play->actor, 90.0f * target.x, 90.0f * target.y);
    if (byte(recipe) % 4 == 0) vrm_actor_look_free(play->actor);
}

static void change_layer(const Play* play, Recipe* recipe) {
    uint32_t layer = byte(recipe) % 20;
    vrm_Actor* actor = play->actor;
    switch (byte(recipe) % 5) {
    case 0: (void)vrm_actor_stop(actor, layer, number(recipe)); break;
    case 1: (void)vrm_actor_set_weight(actor, layer, number(recipe), number(recipe)); break;
    case 2: (void)vrm_actor_set_speed(actor, layer, 4.0f * number(recipe) - 2.0f); break;
    case 3: (void)vrm_actor_set_clip_time(actor, layer, (double)number(recipe)); break;
    default: vrm_actor_forget(actor, play->stage->clips[byte(recipe) % CLIPS]); break;
    }
}

static void poll(vrm_Actor* actor) {
    vrm_ActorEvent event;
    while (vrm_actor_poll(actor, &event))
        require(event.count > 0 && event.time_s <= vrm_actor_time(actor));
}

/* A step of at most a second: faces run through all of their time. */
static void step(const Play* play, Recipe* recipe) {
    float dt = number(recipe);
    double before_s = vrm_actor_time(play->actor);
    require(vrm_actor_step(play->actor, dt < 1e20f ? dt : 0.5f));
    require(vrm_actor_time(play->actor) >= before_s);
    poll(play->actor);
}

static void call(Play* play, Recipe* recipe) {
    vrm_Actor* actor = play->actor;
    switch (byte(recipe) % 10) {
    case 0:
    case 1: play_layer(play, recipe); break;
    case 2: change_layer(play, recipe); break;
    case 3: emote(play, recipe); break;
    case 4: {
        int32_t count = byte(recipe) % FRAMES;
        (void)vrm_actor_speak(actor, when(recipe), play->stage->speech, count);
        break;
    }
    case 5: look(play, recipe); break;
    case 6: (void)vrm_actor_set_stance(actor, (vrm_Stance)(byte(recipe) % 6)); break;
    case 7: (void)vrm_actors_settle(&actor, 1, number(recipe) / 8); break;
    default: step(play, recipe); break;
    }
}

/* ---- What the avatar shows ---- */

typedef struct Shown {
    vrm_Transform locals[NODES], root;
    float weights[8];
    vrm_Vec2 gaze;
} Shown;

static Shown show(const Play* play) {
    Shown shown;
    memset(&shown, 0, sizeof shown);
    vrm_sim_step(play->sim, 0.0f);
    int32_t expressions = vrm_rig_expression_count(play->stage->rig);
    require(vrm_rig_node_count(play->stage->rig) == NODES && expressions <= 8);
    memcpy(shown.locals, vrm_avatar_locals(play->sim, play->avatar), sizeof shown.locals);
    memcpy(shown.weights, vrm_avatar_expression_inputs(play->sim, play->avatar),
           (size_t)expressions * sizeof(float));
    shown.gaze = vrm_avatar_gaze(play->sim, play->avatar);
    shown.root = vrm_avatar_root(play->sim, play->avatar);
    const float* numbers = &shown.locals[0].translation.x;
    for (size_t i = 0; i < sizeof shown / sizeof(float); i++) require(isfinite(numbers[i]));
    for (int32_t e = 0; e < expressions; e++)
        require(shown.weights[e] >= 0.0f && shown.weights[e] <= 1.0f);
    return shown;
}

static void require_near(float a, float b, float most) {
    require(fabsf(a - b) <= most);
}

static void require_same(const Shown* a, const Shown* b, bool has_gaze) {
    for (int n = 0; n < NODES; n++) {
        const vrm_Quat *p = &a->locals[n].rotation, *q = &b->locals[n].rotation;
        require_near(fabsf(p->x * q->x + p->y * q->y + p->z * q->z + p->w * q->w), 1.0f, 1e-5f);
        require_near(a->locals[n].translation.x, b->locals[n].translation.x, 1e-4f);
    }
    require_near(a->root.translation.x, b->root.translation.x, 1e-4f);
    require_near(a->root.translation.z, b->root.translation.z, 1e-4f);
    for (int e = 0; e < 8; e++) require_near(a->weights[e], b->weights[e], 1e-3f);
    if (has_gaze) require_near(a->gaze.x, b->gaze.x, 0.1f);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Stage stage;
    open_stage(&stage);
    Recipe recipe = {data, data + size};
    Play play = {.stage = &stage};
    vrm_ActorDef def = vrm_default_actor_def();
    uint8_t kind = byte(&recipe);
    def.face_map = kind % 4 != 0 ? stage.map : NULL;
    def.seed = kind;
    require(vrm_sim_create(NULL, &play.sim) == VRM_OK);
    play.avatar = vrm_sim_add(play.sim, stage.rig);
    require(vrm_actor_create(play.sim, play.avatar, &def, &play.actor) == VRM_OK);
    for (int i = 0; i < CALLS_MAX && recipe.at < recipe.end; i++) {
        call(&play, &recipe);
        if (i % 8 == 0) (void)show(&play);
    }
    double now_s = vrm_actor_time(play.actor);
    require(vrm_actor_step(play.actor, 0.0f));
    Shown stepped = show(&play);
    require(vrm_actor_seek(play.actor, 0.0) && vrm_actor_seek(play.actor, now_s));
    Shown sought = show(&play);
    require_same(&stepped, &sought, !play.looked);
    vrm_actor_destroy(play.actor);
    vrm_sim_destroy(play.sim);
    close_stage(&stage);
    return 0;
}
