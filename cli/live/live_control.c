/* SPDX-License-Identifier: MIT */
#include "live/live_control.h"

#include "words/json.h"
#include "words/output.h"

#include <string.h>

/* ---- Open ---- */

static int open_folders(const cli_Args* args, allowed_Folders* out) {
    const char* words[LIVE_FOLDERS_MAX];
    char beside[ALLOWED_PATH_ROOM];
    int count = cli_words(args, "--files", words);
    if (count == 0) {
        allowed_folder_of(args->files[0], beside);
        words[count++] = beside;
    }
    return allowed_open("live", (char**)words, count, out);
}

static int open_wire(const char* where, control_Wire** out) {
    char error[CONTROL_WIRE_ERROR_ROOM] = "";
    int status = control_wire_open(where, error, out);
    if (status == CLI_USAGE) return cli_usage_error("live", "--control %s: %s", where, error);
    if (status != CLI_OK) (void)cli_file_error("live", NULL, "--control %s: %s", where, error);
    return status;
}

int live_control_open(cli_Args* args, LiveControl* out) {
    const char* where = cli_word(args, "--control");
    *out = (LiveControl){.eye_changes = -1};
    if (where == NULL)
        return cli_has(args, "--files") ? cli_usage_error("live", "--files goes with --control")
                                        : CLI_OK;
    if (strcmp(where, "-") == 0 && cli_has(args, "--json"))
        return cli_usage_error("live", "--control - and --json both write to standard output");
    int status = open_folders(args, &out->folders);
    return status == CLI_OK ? open_wire(where, &out->wire) : status;
}

void live_control_close(LiveControl* control) {
    control_wire_close(control->wire);
    control_destroy(control->control);
    allowed_close(&control->folders);
    *control = (LiveControl){0};
}

/* ---- The camera ---- */

/* Where a camera stands that shows the avatar as it is now. */
static bool frame(const LiveAvatar* live, const control_Camera* camera, vrm_Vec3* out_eye) {
#ifdef CLI_HAS_RENDER
    vrm_ShotDef def = vrm_default_shot_def();
    vrm_Framing* framing = NULL;
    def.shot = camera->shot;
    def.yaw_degrees = camera->yaw_degrees;
    def.pitch_degrees = camera->pitch_degrees;
    def.fov_degrees = camera->fov_degrees;
    bool is_framed = vrm_framing_create(live->model, live->rig, NULL, &framing) == VRM_OK &&
                     vrm_framing_add_pose(framing, live->sim, live->avatar);
    if (is_framed) *out_eye = vrm_framing_viewpoint(framing, &def).eye;
    vrm_framing_destroy(framing);
    return is_framed;
#else
    (void)live, (void)camera, (void)out_eye;
    return false;
#endif
}

/* The eye of the camera that was asked for last, found once. */
static const vrm_Vec3* find_eye(LiveControl* control, const LiveAvatar* live) {
    const control_Camera* camera = control_camera(control->control);
    if (control->eye_changes != camera->changes) {
        control->eye_changes = camera->changes;
        control->eye = camera->eye;
        control->has_eye = camera->is_placed || frame(live, camera, &control->eye);
    }
    return control->has_eye ? &control->eye : NULL;
}

/* What could not be sent for want of memory is sent with the next frame. */
static void show_camera(LiveControl* control) {
    const control_Camera* camera = control_camera(control->control);
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text;
    if (control->page == NULL || control->page_changes == camera->changes) return;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) return;
    control_put_camera(camera, builder);
    if (vrm_json_builder_text(builder, &text) == VRM_OK &&
        live_page_set_camera(control->page, text))
        control->page_changes = camera->changes;
    vrm_json_builder_destroy(builder);
}

/* ---- Plug ---- */

static bool feed(void* ctx, LiveAvatar* live, const LiveFrame* now) {
    LiveControl* control = ctx;
    double dt = now->time_s - vrm_actor_time(live->actor);
    bool goes_on = control_wire_step(control->wire, control->control);
    control_feed(control->control, dt, find_eye(control, live));
    show_camera(control);
    control_wire_flush(control->wire);
    return goes_on;
}

static bool pose(void* ctx, LiveAvatar* live, const LiveFrame* now) {
    LiveControl* control = ctx;
    (void)live;
    control_pose(control->control, now->dt);
    return true;
}

/* ---- Trackers ---- */

static bool calibrate(void* ctx) {
    return live_motion_calibrate(ctx);
}

static void tell(void* ctx, const char* from, bool is_lost) {
    LiveControl* control = ctx;
    control_tracking(control->control, from, is_lost);
}

/* ---- Join ---- */

int live_control_join(LiveControl* control, LiveAvatar* live, const LiveControlOthers* others,
                      LiveLoop* loop) {
    LiveMotion* motion = others->motion;
    if (control->wire == NULL) return CLI_OK;
    control->page = others->page;
    vrm_Result result =
        control_create(&(control_Stage){.model = live->model,
                                        .sim = live->sim,
                                        .avatar = live->avatar,
                                        .actor = live->actor,
                                        .map = live->map,
                                        .folders = &control->folders,
                                        .files_place = "the folders of --files",
                                        .camera = others->camera,
                                        .calibrate = motion != NULL ? calibrate : NULL,
                                        .calibrate_ctx = motion,
                                        .tracker_hint = "start vrm live with --from or --replay"},
                       &control->control);
    if (result != VRM_OK) return cli_result_error("live", live->file, result, NULL);
    if (motion != NULL) live_motion_on_tracking(motion, tell, control);
    if (live_loop_plug(loop, (LivePlug){.ctx = control, .feed = feed, .pose = pose})) return CLI_OK;
    return cli_usage_error("live", "more than %d inputs and outputs", LIVE_PLUGS_MAX);
}

const control_Camera* live_control_camera(const LiveControl* control) {
    return control->control != NULL ? control_camera(control->control) : NULL;
}

int live_control_print_schema(void) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    control_put_schema(builder);
    return cli_put_json(builder);
}
