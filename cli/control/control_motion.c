/* SPDX-License-Identifier: MIT */
/* play and stop: motions on named layers of the actor. */
#include "control/control_parts.h"
#include "files/files.h"
#include "words/json.h"
#include "words/limit_option.h"

#include "vrm/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FADE_S 0.25

struct control_Motion {
    control_Client* client; /* NULL: it has left */
    control_Id id;
    char layer[CONTROL_NAME_MAX + 1];
    char* path;              /* as the client named it */
    vrm_Clip* clip;          /* owned */
    uint32_t number;         /* of the actor's layer */
    vrm_LayerDef def;        /* as it was asked for last */
    double covered_s;        /* time of the actor at which a newer motion of its layer covers it */
    const char* reason;      /* why it stops; NULL: it has not been asked to */
    double seconds;          /* until its end; 0: it loops or stands still */
    bool is_begun;           /* its beginning was told */
    bool is_told, is_hidden; /* its end was told; a newer motion has its layer */
};

static void free_motion(control_Control* control, control_Motion* motion) {
    if (motion == NULL) return;
    if (motion->clip != NULL) vrm_actor_forget(control->stage.actor, motion->clip);
    vrm_clip_destroy(motion->clip);
    free(motion->path);
    free(motion);
}

static void remove_at(control_Control* control, int index) {
    free_motion(control, control->motions[index]);
    control->motion_count--;
    memmove(control->motions + index, control->motions + index + 1,
            (size_t)(control->motion_count - index) * sizeof *control->motions);
}

/* ---- Events ---- */

/* After the answer to play. */
static void send_begun(control_Control* control, control_Motion* motion) {
    if (motion->is_begun) return;
    motion->is_begun = true;
    vrm_JsonBuilder* out = control_begin(control, "begun", &motion->id);
    cli_json_string(out, "of", "play");
    cli_json_string(out, "layer", motion->layer);
    if (motion->seconds > 0.0) control_put_seconds(control, "seconds", motion->seconds);
    control_put_time(control);
    control_send(control, motion->client);
}

static void send_finished(control_Control* control, control_Motion* motion, const char* reason) {
    send_begun(control, motion);
    if (motion->is_told) return;
    motion->is_told = true;
    vrm_JsonBuilder* out = control_begin(control, "finished", &motion->id);
    cli_json_string(out, "layer", motion->layer);
    cli_json_string(out, "motion", motion->path);
    cli_json_string(out, "reason", reason);
    control_put_time(control);
    control_send(control, motion->client);
}

/* ---- Loading ---- */

static bool fail_motion(control_Call* call, const char* path, vrm_Result result,
                        const vrm_Report* report) {
    if (result == VRM_ERR_MEMORY) return control_fail_memory(call);
    if (vrm_report_count(report) == 0)
        return control_fail(call, "file", "%.128s: %s", path, vrm_result_text(result));
    return control_fail(call, "file", "%.128s: %.160s", path, vrm_report_get(report, 0).message);
}

static bool load_clip(control_Control* control, control_Call* call, control_Motion* motion) {
    char path[ALLOWED_PATH_ROOM];
    uint8_t* bytes;
    size_t size;
    vrm_Motion* loaded = NULL;
    vrm_Report* report = NULL;
    vrm_Limits limits = vrm_default_limits();
    cli_apply_limits(&limits);
    if (!control_read_file(control, call, "motion", "limit", limits.file_bytes, &bytes, &size,
                           path))
        return false;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) {
        vrm_MotionDef def = vrm_default_motion_def();
        vrm_FitDef fit = vrm_default_fit_def();
        def.report = fit.report = report;
        result = cli_load_motion(path, bytes, size, &def, &loaded);
        if (result == VRM_OK)
            result = vrm_motion_clip(loaded, control->rig, &fit, NULL, &motion->clip);
    }
    free(bytes);
    vrm_motion_destroy(loaded);
    bool is_loaded = result == VRM_OK || fail_motion(call, motion->path, result, report);
    vrm_report_destroy(report);
    return is_loaded;
}

/* ---- Layers ---- */

static uint64_t read_bones(const control_Call* call) {
    uint64_t bones = 0;
    char name[64];
    vrm_JsonIter it = vrm_json_iter(call->json, control_member(call, "bones"));
    while (vrm_json_next(&it)) {
        (void)vrm_json_string(call->json, it.value, name, sizeof name);
        bones |= (uint64_t)1 << vrm_bone_by_name(name);
    }
    return bones;
}

static vrm_LayerDef read_layer(const control_Call* call, const vrm_Clip* clip) {
    static const vrm_LayerEnd ends[] = {VRM_LAYER_STOPS, VRM_LAYER_HOLDS, VRM_LAYER_LOOPS};
    vrm_LayerDef def = vrm_default_layer_def(clip);
    def.at_end = ends[control_word(call, "atEnd", 0)];
    def.weight = (float)control_number(call, "weight", 1.0);
    def.fade_in_s = def.fade_out_s = (float)control_number(call, "fade", FADE_S);
    def.speed = (float)control_number(call, "speed", 1.0);
    def.start_s = (float)control_number(call, "start", 0.0);
    if (control_has(call, "bones")) def.bones = read_bones(call);
    def.has_expressions = control_flag(call, "expressions", true);
    def.has_gaze = control_flag(call, "gaze", true);
    def.is_additive = control_flag(call, "additive", false);
    def.applies_root_motion = control_flag(call, "rootMotion", false);
    return def;
}

static void set_seconds(control_Motion* motion, const vrm_LayerDef* def) {
    double speed = fabs((double)def->speed);
    double left_s = (double)vrm_clip_duration(motion->clip) - (double)def->start_s;
    bool has_end = def->at_end != VRM_LAYER_LOOPS && speed > 0.0;
    motion->seconds = has_end && left_s > 0.0 ? left_s / speed : 0.0;
    motion->is_begun = false;
}

/* The motion that a layer shows or fades in; NULL: none. */
static control_Motion* find_motion(const control_Control* control, const char* layer) {
    for (int i = control->motion_count; i-- > 0;) {
        control_Motion* motion = control->motions[i];
        if (!motion->is_hidden && motion->reason == NULL && strcmp(motion->layer, layer) == 0)
            return motion;
    }
    return NULL;
}

/* Whether the actor's layer of one can go on as the other. */
static bool moves_same(const vrm_LayerDef* a, const vrm_LayerDef* b) {
    return a->bones == b->bones && a->is_additive == b->is_additive &&
           a->has_expressions == b->has_expressions && a->has_gaze == b->has_gaze &&
           a->applies_root_motion == b->applies_root_motion;
}

/* The same motion on the same layer: what the actor does when a clip is played again. One that has
 * ended and is held begins again. Whoever played it before hears that it goes on for another
 * message; the same message again changes no events. */
static bool play_again(control_Control* control, control_Client* client, control_Call* call,
                       control_Motion* motion) {
    vrm_Actor* actor = control->stage.actor;
    vrm_LayerState state;
    vrm_LayerDef def = read_layer(call, motion->clip);
    bool is_there = vrm_actor_layer(actor, motion->number, &state);
    bool has_ended = is_there && state.has_ended;
    bool is_other = motion->client != client || !control_id_equals(&motion->id, &call->id);
    uint32_t number = vrm_actor_play(actor, &def);
    if (number == 0) return control_fail(call, "limit", "16 layers play already");
    if (is_other) send_finished(control, motion, "replaced");
    motion->number = number;
    motion->def = def;
    motion->client = client;
    motion->id = call->id;
    if (!has_ended && !is_other) return true;
    float duration = vrm_clip_duration(motion->clip);
    if (has_ended) {
        double start_s = (double)(def.speed < 0.0f ? duration - def.start_s : def.start_s);
        (void)vrm_actor_set_clip_time(actor, number, start_s > 0.0 ? start_s : 0.0);
    } else if (is_there) {
        def.start_s = def.speed < 0.0f ? duration - state.time_s : state.time_s;
    }
    motion->is_told = false;
    set_seconds(motion, &def);
    return true;
}

/* A motion that another one replaces is stopped when that one has faded in. */
static void hide(control_Control* control, control_Motion* old, float fade_s) {
    if (old == NULL) return;
    old->is_hidden = true;
    old->covered_s = vrm_actor_time(control->stage.actor) + (double)fade_s;
    send_finished(control, old, "replaced");
}

/* ---- Room ---- */

/* Whether it only fades out, or is gone and the next frame tells so. */
static bool is_leaving(const control_Control* control, const control_Motion* motion) {
    vrm_LayerState state;
    return motion->is_hidden || motion->reason != NULL ||
           !vrm_actor_layer(control->stage.actor, motion->number, &state);
}

static int count_playing(const control_Control* control) {
    int count = 0;
    for (int i = 0; i < control->motion_count; i++)
        count += !is_leaving(control, control->motions[i]);
    return count;
}

/* The oldest one, of a layer or (NULL) of any; -1: none. */
static int find_leaving(const control_Control* control, const char* layer) {
    for (int i = 0; i < control->motion_count; i++) {
        const control_Motion* motion = control->motions[i];
        bool is_of_layer = layer == NULL || strcmp(motion->layer, layer) == 0;
        if (is_of_layer && is_leaving(control, motion)) return i;
    }
    return -1;
}

static void drop_at(control_Control* control, int index, const char* reason) {
    control_Motion* motion = control->motions[index];
    send_finished(control, motion, motion->reason != NULL ? motion->reason : reason);
    remove_at(control, index);
}

static void drop_motion(control_Control* control, const control_Motion* motion,
                        const char* reason) {
    int index = 0;
    while (control->motions[index] != motion) index++;
    drop_at(control, index, reason);
}

/* What fades out has layers of the actor, which are as many as may play. It gives its place to a
 * motion that begins: first what fades on the same layer, which the new motion covers; then on any
 * other, then bones that a pose let go; last the motion that is replaced, `old`, which plays.
 * Returns `old`, or NULL if it has gone. */
static control_Motion* make_room(control_Control* control, const char* layer, control_Motion* old) {
    while (control->motion_count + control_count_releases(control) >= VRM_ACTOR_LAYERS_MAX) {
        int leaving = find_leaving(control, layer);
        if (leaving < 0) leaving = find_leaving(control, NULL);
        if (leaving >= 0) {
            drop_at(control, leaving, "ended");
        } else if (!control_drop_release(control)) {
            if (old != NULL) drop_motion(control, old, "replaced");
            return NULL;
        }
    }
    return old;
}

static bool start(control_Control* control, control_Call* call, control_Motion* motion,
                  control_Motion* old) {
    if (old != NULL && is_leaving(control, old)) old = NULL; /* it has ended, and is not replaced */
    if (old == NULL && count_playing(control) == VRM_ACTOR_LAYERS_MAX)
        return control_fail(call, "limit", "%d layers play already", VRM_ACTOR_LAYERS_MAX);
    if (!load_clip(control, call, motion)) return false;
    motion->def = read_layer(call, motion->clip);
    control_Motion* kept = make_room(control, motion->layer, old);
    /* With nothing to fade from, it would show for a moment what is beneath. */
    if (kept != old) motion->def.fade_in_s = 0.0f;
    motion->number = vrm_actor_play(control->stage.actor, &motion->def);
    if (motion->number == 0) return control_fail_memory(call);
    hide(control, kept, motion->def.fade_in_s);
    control->motions[control->motion_count++] = motion;
    set_seconds(motion, &motion->def);
    return true;
}

static bool read_names(control_Call* call, control_Motion* motion) {
    motion->path = control_text(call, "motion");
    char* layer = control_has(call, "layer") ? control_text(call, "layer") : NULL;
    if (layer != NULL)
        memcpy(motion->layer, layer, strlen(layer) + 1); /* checked: at most CONTROL_NAME_MAX */
    else
        memcpy(motion->layer, "body", sizeof "body");
    free(layer);
    return motion->path != NULL && call->code == NULL;
}

static bool is_same_play(const control_Motion* present, const control_Motion* asked,
                         const control_Call* call) {
    vrm_LayerDef def;
    if (present == NULL || strcmp(present->path, asked->path) != 0) return false;
    def = read_layer(call, present->clip);
    return moves_same(&present->def, &def);
}

bool control_play(control_Control* control, control_Client* client, control_Call* call) {
    control_Motion* motion = calloc(1, sizeof *motion);
    if (motion == NULL) return control_fail_memory(call);
    motion->client = client;
    motion->id = call->id;
    bool is_played = read_names(call, motion);
    if (is_played) {
        control_Motion* present = find_motion(control, motion->layer);
        bool is_same = is_same_play(present, motion, call);
        if (!is_same && start(control, call, motion, present)) return true;
        is_played = is_same && play_again(control, client, call, present);
    }
    free_motion(control, motion);
    return is_played;
}

bool control_stop_motions(control_Control* control, control_Call* call, const char* layer,
                          double fade_s) {
    bool is_found = layer == NULL;
    for (int i = 0; i < control->motion_count; i++) {
        control_Motion* motion = control->motions[i];
        if (layer != NULL && strcmp(motion->layer, layer) != 0) continue;
        is_found = true;
        if (motion->reason != NULL) continue;
        (void)vrm_actor_stop(control->stage.actor, motion->number, (float)fade_s);
        motion->reason = "stopped";
    }
    return is_found || control_fail(call, "state", "no motion plays on the layer %.64s", layer);
}

/* ---- Each frame ---- */

void control_run_motions(control_Control* control) {
    vrm_Actor* actor = control->stage.actor;
    for (int i = 0; i < control->motion_count; i++) send_begun(control, control->motions[i]);
    for (int i = control->motion_count; i-- > 0;) {
        control_Motion* motion = control->motions[i];
        vrm_LayerState state;
        bool is_there = vrm_actor_layer(actor, motion->number, &state);
        if (motion->is_hidden && motion->reason == NULL &&
            vrm_actor_time(actor) >= motion->covered_s) {
            (void)vrm_actor_stop(actor, motion->number, motion->def.fade_out_s);
            motion->reason = "replaced";
        }
        if (is_there && state.has_ended && motion->reason == NULL)
            send_finished(control, motion, "ended");
        if (is_there) continue;
        send_finished(control, motion, motion->reason != NULL ? motion->reason : "ended");
        remove_at(control, i);
    }
}

void control_put_motions(const control_Control* control) {
    vrm_JsonBuilder* out = control->out;
    vrm_json_put_key(out, "layers");
    vrm_json_begin_array(out);
    for (int i = 0; i < control->motion_count; i++) {
        const control_Motion* motion = control->motions[i];
        vrm_LayerState state;
        if (!vrm_actor_layer(control->stage.actor, motion->number, &state)) continue;
        vrm_json_begin_object(out);
        cli_json_string(out, "layer", motion->layer);
        cli_json_string(out, "motion", motion->path);
        cli_json_float(out, "position", state.time_s);
        cli_json_float(out, "weight", state.weight);
        vrm_json_end_object(out);
    }
    vrm_json_end_array(out);
}

void control_forget_motions_of(control_Control* control, const control_Client* client) {
    for (int i = 0; i < control->motion_count; i++)
        if (control->motions[i]->client == client) control->motions[i]->client = NULL;
}

void control_free_motions(control_Control* control) {
    while (control->motion_count > 0) remove_at(control, control->motion_count - 1);
}
