/* SPDX-License-Identifier: MIT */
#include "live/live_raw.h"

#include "words/output.h"

#include <stdio.h>

#ifdef CLI_HAS_RENDER

#include "confine/confine.h"
#include "facts/finding_lines.h"
#include "live/live_shot.h"
#include "picture/raw_film.h"
#include "picture/render_camera.h"
#include "picture/render_frame.h"
#include "picture/render_options.h"
#include "words/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A write that takes less did not wait for the reader: the system was busy. */
#define SLOW_S 0.02
/* Of pictures that are late so many seconds are repeated. A program that was stopped for an hour
 * does not fill the disk. */
#define LATE_MOST_S 5.0

struct LiveRaw {
    render_Plan plan;
    double fps;
    vrm_Renderer* renderer;
    vrm_Drawable* drawable;
    vrm_Framing* framing;
    vrm_Viewpoint camera;
    const LiveControl* control; /* whose camera it follows */
    int32_t camera_changes;     /* of the control's camera, as it is shown */
    uint8_t *pixels, *scratch;
    bool has_picture; /* in `pixels` */
    bool was_slow;    /* the reader was waited for */
    bool has_failed;
};

/* ---- Open ---- */

static int check(const cli_Args* args) {
    const char* control = cli_word(args, "--control");
    if (!cli_has(args, "--raw")) return CLI_OK;
    if (cli_has(args, "--json") || (control != NULL && strcmp(control, "-") == 0))
        return cli_usage_error("live", "--raw and %s both write to standard output",
                               cli_has(args, "--json") ? "--json" : "--control -");
    if (cli_is_output_terminal())
        return cli_usage_error("live", "pictures do not go to a terminal: | ffplay -i -");
    return CLI_OK;
}

int live_raw_open(const cli_Args* args, LiveRaw** out_raw) {
    *out_raw = NULL;
    int status = check(args);
    if (status != CLI_OK || !cli_has(args, "--raw")) return status;
    LiveRaw* raw = calloc(1, sizeof *raw);
    if (raw == NULL) return cli_result_error("live", "--raw", VRM_ERR_MEMORY, NULL);
    render_default_plan(&raw->plan);
    raw->plan.raw = (raw_Format)cli_choice(args, "--raw");
    status = render_plan_shot(args, &raw->plan);
    if (status == CLI_OK)
        *out_raw = raw;
    else
        free(raw);
    return status;
}

void live_raw_close(LiveRaw* raw) {
    if (raw == NULL) return;
    vrm_drawable_destroy(raw->drawable);
    vrm_framing_destroy(raw->framing);
    vrm_renderer_destroy(raw->renderer);
    free(raw->pixels);
    free(raw->scratch);
    free(raw);
}

/* ---- Begin ---- */

static int begin_renderer(LiveRaw* raw) {
    vrm_RendererDef def = vrm_default_renderer_def();
    vrm_Result result = vrm_report_create(NULL, &def.report);
    if (result == VRM_OK) result = vrm_renderer_create(&def, &raw->renderer);
    if (result != VRM_OK) {
        bool has_finding = def.report != NULL && vrm_report_count(def.report) > 0;
        fputs("vrm live: --raw: ", stderr);
        cli_put_text(stderr,
                     has_finding ? vrm_report_get(def.report, 0).message : vrm_result_text(result));
        fprintf(stderr, "%s\n", cli_sandbox_hint());
    }
    vrm_report_destroy(def.report);
    return result == VRM_OK ? CLI_OK : CLI_FAILED;
}

static int begin_drawable(LiveRaw* raw, const LiveAvatar* live, bool is_quiet) {
    vrm_DrawableDef def = render_drawable_def(NULL);
    vrm_Result result = vrm_report_create(NULL, &def.report);
    if (result == VRM_OK)
        result = vrm_drawable_create(raw->renderer, live->model, live->rig, &def, &raw->drawable);
    if (result == VRM_OK) result = vrm_framing_create(live->model, live->rig, NULL, &raw->framing);
    if (result == VRM_OK && !is_quiet) cli_print_findings(stderr, def.report);
    int status =
        result == VRM_OK ? CLI_OK : cli_result_error("live", live->file, result, def.report);
    vrm_report_destroy(def.report);
    return status;
}

/* The avatar as it stands now is framed, and stays so: a camera that followed would sway with it.
 */
static void place_camera(LiveRaw* raw, const LiveAvatar* live) {
    vrm_framing_clear(raw->framing);
    (void)vrm_framing_add_pose(raw->framing, live->sim, live->avatar);
    raw->camera = render_viewpoint(&raw->plan, raw->framing, live->sim, live->avatar);
}

static int draw(LiveRaw* raw, const LiveAvatar* live, double time_s) {
    vrm_FrameDef def = render_frame_def(&raw->plan, &raw->camera, (float)time_s);
    vrm_Result result =
        render_frame(raw->renderer, &def, raw->drawable, live->sim, live->avatar, raw->pixels);
    return result == VRM_OK ? CLI_OK : cli_result_error("live", live->file, result, NULL);
}

/* The first picture takes a second, in which shaders are compiled: one is drawn before the clock
 * runs. */
int live_raw_begin(LiveRaw* raw, const LiveAvatar* live, const LiveControl* control, double fps,
                   bool is_quiet) {
    const render_Plan* plan = &raw->plan;
    raw->control = control;
    raw->fps = fps;
    (void)setvbuf(stdout, NULL, _IONBF, 0); /* a picture is written at once, or not at all */
    raw->pixels = malloc((size_t)plan->width * (size_t)plan->height * 4);
    raw->scratch = malloc(raw_frame_size(plan->raw, plan->width, plan->height));
    if (raw->pixels == NULL || raw->scratch == NULL)
        return cli_result_error("live", "--raw", VRM_ERR_MEMORY, NULL);
    int status = begin_renderer(raw);
    if (status == CLI_OK) status = begin_drawable(raw, live, is_quiet);
    if (status == CLI_OK) place_camera(raw, live);
    return status == CLI_OK ? draw(raw, live, 0.0) : status;
}

control_Camera live_raw_camera(const LiveRaw* raw) {
    return render_get_camera(&raw->plan);
}

int live_raw_status(const LiveRaw* raw) {
    return raw->has_failed ? CLI_FAILED : CLI_OK;
}

/* ---- Show ---- */

/* Ends the loop. That nobody reads any more, or Ctrl-C while the reader was waited for, is no
 * failure; others are printed when the program ends. */
static bool end(LiveRaw* raw, int reason) {
    if (reason == EPIPE || live_is_interrupted())
        clearerr(stdout);
    else
        raw->has_failed = true;
    return false;
}

/* Writes the picture that was drawn last. */
static bool put(LiveRaw* raw) {
    const render_Plan* plan = &raw->plan;
    double begin_s = live_now_s();
    errno = 0;
    if (!raw_write_frame(stdout, plan->raw, plan->width, plan->height, raw->pixels, raw->scratch))
        return end(raw, errno);
    raw->was_slow |= live_now_s() - begin_s >= fmax(1.0 / raw->fps, SLOW_S);
    return true;
}

/* The frames between the last picture and this one, if drawing took too long. A reader that was
 * waited for has enough to read. */
static bool put_late(LiveRaw* raw, const LiveFrame* frame) {
    bool has_time = !raw->was_slow;
    int64_t most = (int64_t)fmin((double)frame->passed, LATE_MOST_S * raw->fps);
    raw->was_slow = false;
    for (int64_t i = 1; i < most && has_time && !raw->was_slow; i++)
        if (!put(raw)) return false;
    return true;
}

static bool put_head(LiveRaw* raw) {
    const render_Plan* plan = &raw->plan;
    errno = 0;
    return raw_write_head(stdout, plan->raw, plan->width, plan->height, (float)raw->fps) ||
           end(raw, errno);
}

static bool show(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    LiveRaw* raw = ctx;
    if (!raw->has_picture && !put_head(raw)) return false;
    if (!put_late(raw, frame)) return false;
    if (live_shot_follow(raw->control, &raw->camera_changes, &raw->plan)) place_camera(raw, live);
    raw->has_failed = draw(raw, live, frame->time_s) != CLI_OK;
    raw->has_picture = true;
    return !raw->has_failed && put(raw);
}

LivePlug live_raw_plug(LiveRaw* raw) {
    return (LivePlug){.ctx = raw, .show = show};
}

#else

int live_raw_open(const cli_Args* args, LiveRaw** out_raw) {
    *out_raw = NULL;
    if (!cli_has(args, "--raw")) return CLI_OK;
    fputs("vrm live: --raw: this vrm was built without pictures\n", stderr);
    return CLI_FAILED;
}

void live_raw_close(LiveRaw* raw) {
    (void)raw;
}

int live_raw_begin(LiveRaw* raw, const LiveAvatar* live, const LiveControl* control, double fps,
                   bool is_quiet) {
    (void)raw, (void)live, (void)control, (void)fps, (void)is_quiet;
    return CLI_FAILED;
}

control_Camera live_raw_camera(const LiveRaw* raw) {
    (void)raw;
    return (control_Camera){0};
}

int live_raw_status(const LiveRaw* raw) {
    (void)raw;
    return CLI_OK;
}

LivePlug live_raw_plug(LiveRaw* raw) {
    return (LivePlug){.ctx = raw};
}

#endif
