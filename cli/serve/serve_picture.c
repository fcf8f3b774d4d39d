/* SPDX-License-Identifier: MIT */
/* vrm serve: pictures, sequences of them, and how long they take; refused in a vrm without
 * libvrm_render. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, mkdir */

#include "facts/counts.h"
#include "files/whole_file.h"
#include "serve/serve_host.h"
#include "serve/serve_session.h"
#include "words/json.h"
#include "words/output.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#ifdef CLI_HAS_RENDER

#define SAMPLES  4
#define NEAR_END 0.01f
#define FAR_END  100.0f

/* The suite rejects pictures of one colour, and separates the avatar from this background. */
static const vrm_Vec4 background = {1.0f, 0.0f, 1.0f, 1.0f};

typedef struct Wish {
    int32_t width, height;
    bool is_linear; /* the picture keeps linear values, without the sRGB curve */
} Wish;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool render_failed(serve_Call* call, const char* reason) {
    serve_fail(call, SERVE_RENDER_FAILED, "%s", reason);
    size_t size = strlen(reason) + 1;
    char* copy = malloc(size);
    if (copy != NULL) memcpy(copy, reason, size);
    serve_fail_data(call, "reason", copy);
    return false;
}

static bool failed_with(serve_Call* call, const char* what, vrm_Result result) {
    char reason[256];
    snprintf(reason, sizeof reason, "%s: %s", what, vrm_result_text(result));
    return render_failed(call, reason);
}

/* Only colour is drawn: the other kinds of picture have no definition that two renderers share. */
static bool read_wish(serve_Call* call, Wish* out) {
    *out = (Wish){.width = (int32_t)serve_number(call, "width", 512.0),
                  .height = (int32_t)serve_number(call, "height", 512.0),
                  .is_linear = serve_is(call, "color_space", "Linear")};
    if (serve_has(call, "output_type") && !serve_is(call, "output_type", "Color"))
        return render_failed(call, "only the output_type Color is drawn");
    return true;
}

/* ---- Drawing ---- */

static bool prepare(serve_Server* server, serve_Session* session, serve_Call* call) {
    vrm_Result result = VRM_OK;
    if (server->renderer == NULL) {
        vrm_Report* report = NULL;
        vrm_RendererDef def = vrm_default_renderer_def();
        if (vrm_report_create(NULL, &report) == VRM_OK) def.report = report;
        result = vrm_renderer_create(&def, &server->renderer);
        bool has_reason = result != VRM_OK && vrm_report_count(report) > 0;
        if (has_reason) render_failed(call, vrm_report_get(report, 0).message);
        vrm_report_destroy(report);
        if (has_reason) return false;
        if (result != VRM_OK) return failed_with(call, "there is no renderer", result);
    }
    if (session->drawable == NULL)
        result = vrm_drawable_create(server->renderer, session->model, session->rig, NULL,
                                     &session->drawable);
    return result == VRM_OK || failed_with(call, "the avatar cannot be drawn", result);
}

static vrm_FrameDef frame_of(const serve_Session* session, const Wish* wish) {
    vrm_FrameDef frame = vrm_default_frame_def();
    vrm_Vec3 dir = session->light_direction;
    frame.width = wish->width;
    frame.height = wish->height;
    frame.samples = SAMPLES;
    frame.background = background;
    frame.view = vrm_camera_look_at(session->eye, session->target, session->up);
    frame.projection =
        vrm_camera_perspective(session->fov_degrees * 0.0174532925f,
                               (float)wish->width / (float)wish->height, NEAR_END, FAR_END);
    frame.light_from = (vrm_Vec3){-dir.x, -dir.y, -dir.z};
    frame.light_color = session->light_color;
    frame.sky_color = frame.ground_color = session->ambient_color;
    frame.time_s = (float)session->time_s;
    return frame;
}

/* ---- After drawing ---- */

static float decode(float c) {
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static float encode(float c) {
    return c <= 0.0031308f ? c * 12.92f : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
}

/* Tone mapping of one linear value. The renderer's pictures end at 1, so that light beyond it is
 * lost before this (docs/guide/serve.md). ACES is the usual rational fit of the reference curve. */
static float map_tone(serve_Tone tone, float c) {
    if (tone == SERVE_TONE_REINHARD) return c / (1.0f + c);
    if (tone == SERVE_TONE_ACES)
        return (c * (2.51f * c + 0.03f)) / (c * (2.43f * c + 0.59f) + 0.14f);
    return c;
}

static void post_process(const serve_Session* session, const Wish* wish, uint8_t* pixels) {
    bool maps = session->tone != SERVE_TONE_NONE &&
                (session->tone != SERVE_TONE_LINEAR || session->exposure != 1.0f);
    if (!maps && !wish->is_linear) return;
    uint8_t table[256];
    for (int i = 0; i < 256; i++) {
        float c = decode((float)i / 255.0f);
        if (maps) c = map_tone(session->tone, c * session->exposure);
        c = fminf(fmaxf(wish->is_linear ? c : encode(c), 0.0f), 1.0f);
        table[i] = (uint8_t)(c * 255.0f + 0.5f);
    }
    size_t count = (size_t)wish->width * (size_t)wish->height;
    for (size_t i = 0; i < count; i++)
        for (size_t channel = 0; channel < 3; channel++)
            pixels[i * 4 + channel] = table[pixels[i * 4 + channel]];
}

/* `pixels` NULL: drawn and finished, but not kept. */
static bool draw(serve_Server* server, serve_Session* session, serve_Call* call, const Wish* wish,
                 uint8_t* pixels) {
    vrm_FrameDef frame = frame_of(session, wish);
    vrm_Renderer* renderer = server->renderer;
    size_t size = (size_t)wish->width * (size_t)wish->height * 4;
    vrm_Result result = vrm_render_begin(renderer, &frame);
    if (result == VRM_OK)
        result = vrm_render_draw(renderer, session->drawable, session->sim, &session->avatar, 1);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    if (result == VRM_OK) result = vrm_render_read(renderer, pixels, size);
    if (result != VRM_OK) return failed_with(call, "drawing failed", result);
    post_process(session, wish, pixels);
    return true;
}

static bool write_png(serve_Server* server, serve_Call* call, const char* path, const Wish* wish,
                      const uint8_t* pixels) {
    if (!serve_is_plain(path))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s is a link or no file", path);
    if (cli_inputs_find(&server->inputs, path) != NULL)
        return serve_fail(call, SERVE_BAD_PARAMS, "the picture would replace a file that was read");
    if (server->inputs.result != VRM_OK)
        return failed_with(call, "the files that were read are not known", server->inputs.result);
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    vrm_ImageWriter* writer = NULL;
    vrm_Span bytes = {NULL, 0};
    def.width = (uint32_t)wish->width;
    def.height = (uint32_t)wish->height;
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    if (result == VRM_OK) result = vrm_image_writer_add(writer, pixels);
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    if (result == VRM_OK) result = cli_write_file(path, bytes.data, bytes.size);
    vrm_image_writer_destroy(writer);
    return result == VRM_OK || failed_with(call, "the picture could not be written", result);
}

static uint8_t* room_for(const Wish* wish, serve_Call* call) {
    uint8_t* pixels = malloc((size_t)wish->width * (size_t)wish->height * 4);
    if (pixels == NULL) serve_fail(call, SERVE_INTERNAL, "out of memory");
    return pixels;
}

static void put_color_space(serve_Call* call, const Wish* wish) {
    cli_json_string(call->result, "actual_color_space", wish->is_linear ? "Linear" : "Srgb");
}

bool serve_render(serve_Server* server, serve_Call* call) {
    static const char* const endings[] = {".png", NULL};
    serve_Session* session = serve_session(server, call);
    char path[SERVE_PATH_ROOM], given[SERVE_PATH_ROOM];
    Wish wish;
    if (session == NULL ||
        !serve_output_path(&server->folders, call, "output_path", endings, path) ||
        !serve_text(call, "output_path", given, sizeof given) || !read_wish(call, &wish) ||
        !prepare(server, session, call))
        return false;
    uint8_t* pixels = room_for(&wish, call);
    if (pixels == NULL) return false;
    if (!server->is_still) serve_step(session, SERVE_STEP);
    bool is_done =
        draw(server, session, call, &wish, pixels) && write_png(server, call, path, &wish, pixels);
    free(pixels);
    if (!is_done) return false;
    cli_json_string(call->result, "output_path", given);
    put_color_space(call, &wish);
    return true;
}

/* ---- Sequences ---- */

typedef struct Sequence {
    Wish wish;
    char folder[SERVE_PATH_ROOM], given[SERVE_PATH_ROOM];
    int32_t frame_count, steps;
    double frame_hz, start_s;
    float dt;
    vrm_Vec3 from, to;
    bool moves, captures;
    const vrm_Clip* clip;
} Sequence;

static bool read_sequence(serve_Server* server, serve_Session* session, serve_Call* call,
                          Sequence* out) {
    double dt = serve_number(call, "physics_dt_seconds", (double)SERVE_STEP);
    out->frame_count = (int32_t)serve_number(call, "frame_count", 1.0);
    out->frame_hz = serve_number(call, "frame_hz", 60.0);
    out->dt = (float)dt;
    out->moves = serve_has(call, "animate_root_transform");
    out->captures = serve_flag(call, "capture_positions", false);
    bool plays = serve_has(call, "apply_vrma");
    if (serve_has(call, "output_format") && !serve_is(call, "output_format", "png_sequence"))
        return serve_fail(call, SERVE_BAD_PARAMS, "output_format must be png_sequence");
    double steps = floor(1.0 / (out->frame_hz * dt) + 0.5);
    if (steps > 1e4) return serve_fail(call, SERVE_BAD_PARAMS, "more than 10000 steps a frame");
    out->steps = steps < 1.0 ? 1 : (int32_t)steps;
    if (plays) {
        out->clip = serve_clip(server, session, call, "apply_vrma/vrma_handle");
        if (out->clip == NULL) return false;
        out->start_s = serve_number(call, "apply_vrma/start_seconds", 0.0);
    }
    vrm_Vec3 zero = {0.0f, 0.0f, 0.0f};
    out->from = serve_vec3(call, "animate_root_transform/translation_start", zero);
    out->to = serve_vec3(call, "animate_root_transform/translation_end", zero);
    return read_wish(call, &out->wish) &&
           serve_text(call, "output_dir", out->given, sizeof out->given) &&
           serve_output_folder(&server->folders, call, "output_dir", out->folder);
}

static bool make_folder(serve_Call* call, const char* path) {
    struct stat info;
    if (mkdir(path, 0777) == 0) return true;
    if (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return true;
    return render_failed(call, "output_dir cannot be made");
}

static bool pose_frame(serve_Server* server, serve_Session* session, serve_Call* call,
                       const Sequence* sequence, int32_t index) {
    if (sequence->moves) {
        float share =
            sequence->frame_count > 1 ? (float)index / (float)(sequence->frame_count - 1) : 0.0f;
        vrm_Vec3 a = sequence->from, b = sequence->to;
        serve_move_root(session, (vrm_Vec3){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share,
                                            a.z + (b.z - a.z) * share});
    }
    if (sequence->clip != NULL &&
        !serve_play(session, sequence->clip, sequence->start_s + index / sequence->frame_hz))
        return serve_fail(call, SERVE_BAD_PARAMS, "the animation does not fit the avatar");
    for (int32_t i = 0; i < sequence->steps; i++) {
        if (!serve_goes_on(server, call)) return false;
        serve_step(session, sequence->dt);
    }
    return true;
}

static void put_frame(serve_Call* call, const serve_Session* session, const Sequence* sequence,
                      int32_t index, const char* path) {
    vrm_json_begin_object(call->result);
    cli_json_integer(call->result, "index", index);
    cli_json_number(call->result, "timestamp_seconds", index / sequence->frame_hz);
    cli_json_string(call->result, "path", path);
    /* The contract lets an adapter leave the hash to the runner. */
    cli_json_string(call->result, "blake3",
                    "blake3:0000000000000000000000000000000000000000000000000000000000000000");
    if (sequence->captures) serve_put_springs(call->result, "spring_positions", session, -1);
    vrm_json_end_object(call->result);
}

static bool draw_sequence(serve_Server* server, serve_Session* session, serve_Call* call,
                          const Sequence* sequence, uint8_t* pixels) {
    for (int32_t i = 0; i < sequence->frame_count; i++) {
        char path[SERVE_PATH_ROOM + 16], shown[SERVE_PATH_ROOM + 16];
        snprintf(path, sizeof path, "%s/%04d.png", sequence->folder, (int)i);
        snprintf(shown, sizeof shown, "%s/%04d.png", sequence->given, (int)i);
        if (!pose_frame(server, session, call, sequence, i) ||
            !draw(server, session, call, &sequence->wish, pixels) ||
            !write_png(server, call, path, &sequence->wish, pixels))
            return false;
        put_frame(call, session, sequence, i, shown);
    }
    return true;
}

bool serve_render_sequence(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    Sequence sequence = {.clip = NULL};
    if (session == NULL || !read_sequence(server, session, call, &sequence) ||
        !prepare(server, session, call) || !make_folder(call, sequence.folder))
        return false;
    uint8_t* pixels = room_for(&sequence.wish, call);
    if (pixels == NULL) return false;
    vrm_Vec3 root = session->root;
    double start = now_ms();
    vrm_json_put_key(call->result, "frames");
    vrm_json_begin_array(call->result);
    bool is_done = draw_sequence(server, session, call, &sequence, pixels);
    vrm_json_end_array(call->result);
    if (sequence.moves) serve_move_root(session, root);
    free(pixels);
    if (!is_done) return false;
    double seconds = fmax((now_ms() - start) * 1e-3, 1e-9);
    cli_json_number(call->result, "duration_seconds", sequence.frame_count / sequence.frame_hz);
    put_color_space(call, &sequence.wish);
    cli_json_number(call->result, "frame_hz_achieved", sequence.frame_count / seconds);
    return true;
}

/* ---- Benchmarks ---- */

#define DEFAULT_WARMUP   30
#define DEFAULT_MEASURED 300

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static double share_of(const double* sorted, int32_t count, double share) {
    return sorted[(int32_t)(share * (count - 1) + 0.5)];
}

static void put_host(serve_Call* call, const serve_Server* server) {
    serve_Host host = serve_host();
    vrm_json_put_key(call->result, "host");
    vrm_json_begin_object(call->result);
    cli_json_string(call->result, "os", host.system);
    cli_json_string(call->result, "os_version", host.version);
    cli_json_string(call->result, "gpu_vendor", "unknown");
    cli_json_string(call->result, "gpu_model", vrm_renderer_name(server->renderer));
    cli_json_string(call->result, "driver_version", vrm_renderer_name(server->renderer));
    cli_json_string(call->result, "build_flags", "libvrm " VRM_VERSION_TEXT);
    vrm_json_end_object(call->result);
}

bool serve_benchmark_plan(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    Wish wish;
    if (session == NULL || !read_wish(call, &wish) || !prepare(server, session, call)) return false;
    uint8_t* pixels = room_for(&wish, call);
    if (pixels == NULL) return false;
    double start = now_ms();
    bool is_done = draw(server, session, call, &wish, pixels);
    double frame_ms = now_ms() - start;
    free(pixels);
    if (!is_done) return false;
    double frames = serve_number(call, "warmup_frames", DEFAULT_WARMUP) +
                    serve_number(call, "measured_frames", DEFAULT_MEASURED);
    char summary[160];
    vrm_RenderStats stats = vrm_renderer_stats(server->renderer);
    snprintf(summary, sizeof summary, "1 avatar, %llu triangle%s, %llu draw call%s, %d x %d",
             (unsigned long long)stats.triangles, cli_s(stats.triangles),
             (unsigned long long)stats.draw_calls, cli_s(stats.draw_calls), wish.width,
             wish.height);
    cli_json_integer(call->result, "estimated_frames", (int64_t)frames);
    cli_json_number(call->result, "estimated_seconds", frames * frame_ms * 1e-3);
    cli_json_string(call->result, "scene_summary", summary);
    return true;
}

static void put_figures(serve_Call* call, serve_Server* server, const serve_Session* session,
                        double* times, int32_t count, double first_ms) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) sum += times[i];
    qsort(times, (size_t)count, sizeof *times, compare);
    vrm_RenderStats stats = vrm_renderer_stats(server->renderer);
    int64_t peak_bytes = serve_peak_bytes(), counts[CLI_COUNT_COUNT];
    vrm_json_put_key(call->result, "timing");
    vrm_json_begin_object(call->result);
    vrm_json_put_key(call->result, "frame_time_ms");
    vrm_json_begin_object(call->result);
    cli_json_number(call->result, "p50", share_of(times, count, 0.50));
    cli_json_number(call->result, "p95", share_of(times, count, 0.95));
    cli_json_number(call->result, "p99", share_of(times, count, 0.99));
    vrm_json_end_object(call->result);
    cli_json_number(call->result, "fps_mean", 1e3 * count / fmax(sum, 1e-9));
    cli_json_string(call->result, "clock", "cpu");
    vrm_json_end_object(call->result);
    vrm_json_put_key(call->result, "geometry");
    vrm_json_begin_object(call->result);
    cli_json_integer(call->result, "triangles", (int64_t)stats.triangles);
    if (cli_count_all(session->model, counts))
        cli_json_integer(call->result, "vertices", counts[CLI_COUNT_VERTICES]);
    vrm_json_end_object(call->result);
    vrm_json_put_key(call->result, "structural");
    vrm_json_begin_object(call->result);
    cli_json_integer(call->result, "draw_calls", (int64_t)stats.draw_calls);
    cli_json_integer(call->result, "state_changes", (int64_t)stats.state_changes);
    cli_json_integer(call->result, "texture_bindings", (int64_t)stats.texture_bindings);
    vrm_json_end_object(call->result);
    vrm_json_put_key(call->result, "resources");
    vrm_json_begin_object(call->result);
    if (peak_bytes >= 0) {
        cli_json_integer(call->result, "peak_memory_bytes", peak_bytes);
        cli_json_string(call->result, "memory_kind", "host");
    }
    cli_json_number(call->result, "load_ms", session->load_ms);
    cli_json_number(call->result, "first_frame_ms", first_ms);
    vrm_json_end_object(call->result);
}

/* A frame is: springs step, root moves, everything is drawn, and the picture is read back, so that
 * the work is done when the clock is read. */
static bool measure(serve_Server* server, serve_Session* session, serve_Call* call,
                    const Wish* wish, int32_t warmup, int32_t count, double* times,
                    double* out_first_ms, uint8_t* pixels) {
    vrm_Vec3 zero = {0.0f, 0.0f, 0.0f};
    vrm_Vec3 from = serve_vec3(call, "animate_root_transform/translation_start", zero);
    vrm_Vec3 to = serve_vec3(call, "animate_root_transform/translation_end", zero);
    bool moves = serve_has(call, "animate_root_transform");
    for (int32_t i = 0; i < warmup + count; i++) {
        double start = now_ms();
        float share = (float)i / (float)(warmup + count);
        if (moves)
            serve_move_root(session, (vrm_Vec3){from.x + (to.x - from.x) * share,
                                                from.y + (to.y - from.y) * share,
                                                from.z + (to.z - from.z) * share});
        if (!serve_goes_on(server, call)) return false;
        serve_step(session, SERVE_STEP);
        if (!draw(server, session, call, wish, pixels)) return false;
        double ms = now_ms() - start;
        if (i == 0) *out_first_ms = ms;
        if (i >= warmup) times[i - warmup] = ms;
    }
    return true;
}

bool serve_benchmark_execute(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    Wish wish;
    if (session == NULL || !read_wish(call, &wish) || !prepare(server, session, call)) return false;
    int32_t warmup = (int32_t)serve_number(call, "warmup_frames", DEFAULT_WARMUP);
    int32_t count = (int32_t)serve_number(call, "measured_frames", DEFAULT_MEASURED);
    uint8_t* pixels = room_for(&wish, call);
    double* times = malloc((size_t)count * sizeof *times);
    double first_ms = 0.0;
    vrm_Vec3 root = session->root;
    bool is_done = pixels != NULL && times != NULL &&
                   measure(server, session, call, &wish, warmup, count, times, &first_ms, pixels);
    serve_move_root(session, root);
    if (is_done) {
        vrm_json_put_key(call->result, "protocol");
        vrm_json_begin_object(call->result);
        cli_json_integer(call->result, "warmup_frames", warmup);
        cli_json_integer(call->result, "measured_frames", count);
        cli_json_bool(call->result, "animated", serve_has(call, "animate_root_transform"));
        vrm_json_end_object(call->result);
        put_figures(call, server, session, times, count, first_ms);
        put_host(call, server);
        vrm_json_put_key(call->result, "capabilities");
        vrm_json_begin_array(call->result);
        vrm_json_end_array(call->result);
    } else if (call->error_code == 0) {
        serve_fail(call, SERVE_INTERNAL, "out of memory");
    }
    free(times);
    free(pixels);
    return is_done;
}

#else

static bool refuse(serve_Call* call) {
    return serve_fail(call, SERVE_RENDER_FAILED, "this vrm was built without pictures");
}

bool serve_render(serve_Server* server, serve_Call* call) {
    (void)server;
    return refuse(call);
}

bool serve_render_sequence(serve_Server* server, serve_Call* call) {
    (void)server;
    return refuse(call);
}

bool serve_benchmark_plan(serve_Server* server, serve_Call* call) {
    (void)server;
    return refuse(call);
}

bool serve_benchmark_execute(serve_Server* server, serve_Call* call) {
    (void)server;
    return refuse(call);
}

#endif
