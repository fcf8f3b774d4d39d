/* SPDX-License-Identifier: MIT */
#include "live/live_window.h"

#include "words/args.h"
#include "words/output.h"

static int check_words(const cli_Args* args) {
    static const char* const words[] = {"--frame", "--click-through"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cli_has(args, words[i]) && !cli_has(args, "--window"))
            return cli_usage_error("live", "%s needs --window", words[i]);
    return CLI_OK;
}

#ifdef CLI_HAS_WINDOW

#include "confine/confine.h"
#include "live/live_shot.h"
#include "picture/render_camera.h"
#include "picture/render_frame.h"
#include "picture/render_options.h"
#include "window/window.h"

#include <stdlib.h>
#include <string.h>

struct LiveWindow {
    window_Window* window;
    LiveMotion* motion;
    const LiveControl* control;
    render_Plan plan;
    int32_t camera_changes; /* of the messages, that the plan has */
    vrm_Renderer* renderer;
    vrm_Framing* framing;
    vrm_Drawable* drawable;
    bool is_quiet, has_failed;
};

/* ---- Open ---- */

static int read_plan(const cli_Args* args, render_Plan* out) {
    render_default_plan(out);
    out->width = 400;
    out->height = 600;
    return render_plan_shot(args, out);
}

int live_window_open(const cli_Args* args, LiveWindow** out_window) {
    *out_window = NULL;
    int status = check_words(args);
    if (status != CLI_OK || !cli_has(args, "--window")) return status;
    LiveWindow* window = calloc(1, sizeof *window);
    if (window == NULL) return cli_result_error("live", "--window", VRM_ERR_MEMORY, NULL);
    window->is_quiet = cli_has(args, "--quiet");
    status = read_plan(args, &window->plan);
    if (status == CLI_OK)
        status = window_connect("live",
                                &(window_Def){.title = "vrm live",
                                              .width = window->plan.width,
                                              .height = window->plan.height,
                                              .has_frame = cli_has(args, "--frame"),
                                              .beside_egl = cli_has(args, "--raw"),
                                              .lets_through = cli_has(args, "--click-through")},
                                &window->window);
    if (status == CLI_OK)
        *out_window = window;
    else
        free(window);
    return status;
}

void live_window_close(LiveWindow* window) {
    if (window == NULL) return;
    if (window->renderer != NULL) window_use(window->window);
    vrm_drawable_destroy(window->drawable);
    vrm_framing_destroy(window->framing);
    vrm_renderer_destroy(window->renderer);
    window_close(window->window);
    free(window);
}

/* ---- A frame ---- */

static vrm_Result draw(LiveWindow* window, const LiveAvatar* live) {
    render_Plan* plan = &window->plan;
    vrm_Renderer* renderer = window->renderer;
    plan->shot.aspect = (float)plan->width / (float)plan->height;
    vrm_Viewpoint camera = render_viewpoint(plan, window->framing, live->sim, live->avatar);
    window_use(window->window); /* --raw has a context, too */
    vrm_FrameDef frame = render_frame_def(plan, &camera, (float)live->time_s);
    vrm_Result result = vrm_render_begin(renderer, &frame);
    if (result == VRM_OK)
        result = vrm_render_draw(renderer, window->drawable, live->sim, &live->avatar, 1);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    if (result == VRM_OK) result = vrm_render_present(renderer, 0, 0, 0, plan->width, plan->height);
    if (result == VRM_OK) window_swap(window->window);
    return result;
}

/* A window that is minimized goes on, unseen. */
static bool show(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    (void)frame;
    LiveWindow* window = ctx;
    window_Events events = window_poll(window->window);
    if (events.pressed_c && window->motion != NULL) live_motion_calibrate(window->motion);
    if (events.is_closed) return false;
    (void)live_shot_follow(window->control, &window->camera_changes, &window->plan);
    window_pixels(window->window, &window->plan.width, &window->plan.height);
    if (window->plan.width < 1 || window->plan.height < 1) return true;
    vrm_Result result = draw(window, live);
    if (result != VRM_OK) (void)cli_result_error("live", "--window", result, NULL);
    window->has_failed |= result != VRM_OK;
    return result == VRM_OK;
}

/* ---- Join ---- */

static vrm_Result prepare(LiveWindow* window, const LiveAvatar* live, vrm_Report* report) {
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    def.get_proc = window_get_proc;
    def.get_proc_ctx = window->window;
    def.report = report;
    vrm_DrawableDef drawable = render_drawable_def(report);
    vrm_avatar_set_view(live->sim, live->avatar, window->plan.view);
    vrm_Result result = vrm_renderer_create(&def, &window->renderer);
    if (result == VRM_OK)
        result = vrm_framing_create(live->model, live->rig, NULL, &window->framing);
    if (result == VRM_OK)
        result = vrm_drawable_create(window->renderer, live->model, live->rig, &drawable,
                                     &window->drawable);
    if (result == VRM_OK) vrm_framing_add_pose(window->framing, live->sim, live->avatar);
    return result;
}

static void say_what_is_missing(const LiveWindow* window) {
    bool is_wanted = window->plan.background.w < 1.0f && !window->is_quiet;
    if (is_wanted && !window_is_transparent(window->window))
        fputs("vrm live: --window: the background is black: this desktop has no compositor, or its "
              "OpenGL no transparency\n",
              stderr);
}

int live_window_join(LiveWindow* window, LiveMotion* motion, const LiveControl* control,
                     LiveAvatar* live, LiveLoop* loop) {
    vrm_Report* report = NULL;
    window->motion = motion;
    window->control = control;
    int status = window_show(window->window);
    if (status != CLI_OK) return status;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = prepare(window, live, report);
    if (result != VRM_OK) status = cli_result_error("live", live->file, result, report);
    vrm_report_destroy(report);
    if (status != CLI_OK) return status;
    say_what_is_missing(window);
    if (live_loop_plug(loop, (LivePlug){.ctx = window, .show = show})) return CLI_OK;
    return cli_usage_error("live", "more than %d inputs and outputs", LIVE_PLUGS_MAX);
}

control_Camera live_window_camera(const LiveWindow* window) {
    return render_get_camera(&window->plan);
}

int live_window_status(const LiveWindow* window) {
    return window->has_failed ? CLI_FAILED : CLI_OK;
}

#else

int live_window_open(const cli_Args* args, LiveWindow** out_window) {
    *out_window = NULL;
    int status = check_words(args);
    if (status != CLI_OK || !cli_has(args, "--window")) return status;
    fputs("vrm live: --window: this vrm was built without windows\n", stderr);
    return CLI_FAILED;
}

void live_window_close(LiveWindow* window) {
    (void)window;
}

int live_window_join(LiveWindow* window, LiveMotion* motion, const LiveControl* control,
                     LiveAvatar* live, LiveLoop* loop) {
    (void)window, (void)motion, (void)control, (void)live, (void)loop;
    return CLI_OK;
}

control_Camera live_window_camera(const LiveWindow* window) {
    (void)window;
    return (control_Camera){0};
}

int live_window_status(const LiveWindow* window) {
    (void)window;
    return CLI_OK;
}

#endif
