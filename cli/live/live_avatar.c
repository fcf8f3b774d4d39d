/* SPDX-License-Identifier: MIT */
#include "live/live_avatar.h"

#include "files/files.h"
#include "words/output.h"

/* Springs hang after this time. */
#define SETTLE_S 1.0f

/* A face that is too large to be measured leaves an actor without one. */
static vrm_Result create_actor(LiveAvatar* live, uint64_t seed) {
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_Result result = vrm_face_map_build(live->model, live->rig, NULL, &live->map);
    if (result != VRM_OK && result != VRM_ERR_LIMIT) return result;
    def.face_map = live->map;
    def.seed = seed;
    result = vrm_actor_create(live->sim, live->avatar, &def, &live->actor);
    if (result == VRM_OK) (void)vrm_actors_settle(&live->actor, 1, SETTLE_S);
    return result;
}

static vrm_Result build(LiveAvatar* live, uint64_t seed, vrm_Report* report) {
    vrm_RigDef def = vrm_default_rig_def();
    def.report = report;
    vrm_Result result = vrm_rig_build(live->model, &def, &live->rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &live->sim);
    if (result != VRM_OK) return result;
    live->avatar = vrm_sim_add(live->sim, live->rig);
    if (!vrm_avatar_is_valid(live->sim, live->avatar)) return VRM_ERR_MEMORY;
    return create_actor(live, seed);
}

static int refuse_clip(const LiveAvatar* live) {
    bool is_clip = vrm_model_clip_info(live->model) != NULL &&
                   vrm_model_dialect(live->model) == VRM_DIALECT_NONE;
    return is_clip ? cli_file_error("live", live->file, "this is a VRM animation, not an avatar")
                   : CLI_OK;
}

int live_avatar_open(const char* file, uint64_t seed, LiveAvatar* out) {
    vrm_Report* report = NULL;
    *out = (LiveAvatar){.file = file};
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(file, report, &out->model);
    int status = result == VRM_OK ? refuse_clip(out) : CLI_OK;
    if (result == VRM_OK && status == CLI_OK) result = build(out, seed, report);
    if (result != VRM_OK) status = cli_result_error("live", file, result, report);
    vrm_report_destroy(report);
    if (status != CLI_OK) live_avatar_close(out);
    return status;
}

void live_avatar_close(LiveAvatar* live) {
    vrm_actor_destroy(live->actor);
    vrm_face_map_destroy(live->map);
    vrm_sim_destroy(live->sim);
    vrm_rig_destroy(live->rig);
    vrm_model_destroy(live->model);
    *live = (LiveAvatar){0};
}

void live_avatar_act(LiveAvatar* live, double time_s) {
    (void)vrm_actor_step_to(live->actor, time_s);
    live->time_s = time_s;
}

void live_avatar_move(LiveAvatar* live, double dt) {
    vrm_sim_step(live->sim, (float)dt);
}
