/* SPDX-License-Identifier: MIT */
/* Parses and checks every option of vrm render. */
#include "picture/render_options.h"

#include "motion/motion_options.h"
#include "words/args.h"
#include "words/suggest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EDGE 8192

/* ---- Numbers ---- */

/* A decimal number that ends where `end` stands, or at the end of the text. */
static bool read_number(const char** text, float low, float high, float* out) {
    char* end;
    float value = strtof(*text, &end);
    if (end == *text || !(value >= low && value <= high)) return false;
    *text = end;
    *out = value;
    return true;
}

static bool read_numbers(const char* text, int count, float low, float high, float* out) {
    for (int i = 0; i < count; i++) {
        if (i > 0 && *text++ != ',') return false;
        if (!read_number(&text, low, high, &out[i])) return false;
    }
    return *text == 0;
}

static bool read_point(const char* text, vrm_Vec3* out) {
    float numbers[3];
    if (!read_numbers(text, 3, -1e6f, 1e6f, numbers)) return false;
    *out = (vrm_Vec3){numbers[0], numbers[1], numbers[2]};
    return true;
}

static bool read_size(const char* text, int32_t* width, int32_t* height) {
    char* end;
    long w = strtol(text, &end, 10), h = w;
    if (end == text) return false;
    if (*end == 'x') {
        const char* second = end + 1;
        h = strtol(second, &end, 10);
        if (end == second) return false;
    }
    if (*end != 0 || w < 1 || h < 1 || w > MAX_EDGE || h > MAX_EDGE) return false;
    *width = (int32_t)w;
    *height = (int32_t)h;
    return true;
}

/* Light adds up in linear colours. */
static float to_linear(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : powf((srgb + 0.055f) / 1.055f, 2.4f);
}

/* ---- Words ---- */

/* The options as given; NULL where absent. */
typedef struct Words {
    const char *eye, *target, *animation, *time, *look_at, *light, *frames, *animate, *fps;
    const char *seconds, *settle, *samples, *turn, *quality, *output, *raw;
    bool is_thumbnail;
} Words;

static Words take_words(const cli_Args* args) {
    return (Words){.eye = cli_word(args, "--eye"),
                   .target = cli_word(args, "--target"),
                   .animation = cli_word(args, "--animation"),
                   .time = cli_word(args, "--time"),
                   .look_at = cli_word(args, "--look-at"),
                   .light = cli_word(args, "--light"),
                   .frames = cli_word(args, "--frames"),
                   .animate = cli_word(args, "--animate"),
                   .fps = cli_word(args, "--fps"),
                   .seconds = cli_word(args, "--seconds"),
                   .settle = cli_word(args, "--settle"),
                   .samples = cli_word(args, "--samples"),
                   .turn = cli_word(args, "--turn"),
                   .quality = cli_word(args, "--quality"),
                   .output = cli_word(args, "--output"),
                   .raw = cli_word(args, "--raw"),
                   .is_thumbnail = cli_has(args, "--thumbnail")};
}

static int wrong(const char* option, const char* word, const char* right) {
    return cli_usage_error("render", "%s %s: %s", option, word, right);
}

/* ---- Every command that draws ---- */

static int wrong_shot(const cli_Args* args, const char* option, const char* right) {
    return cli_usage_error(args->command, "%s %s: %s", option, cli_word(args, option), right);
}

static int plan_orbit(const cli_Args* args, render_Plan* plan) {
    const char* orbit = cli_word(args, "--orbit");
    float angles[2] = {0};
    if (orbit == NULL) return CLI_OK;
    if (!read_numbers(orbit, strchr(orbit, ',') != NULL ? 2 : 1, -1e4f, 1e4f, angles))
        return wrong_shot(args, "--orbit", "degrees around and up, as 30,10");
    if (fabsf(angles[1]) > 89.0f) return wrong_shot(args, "--orbit", "up is -89 to 89");
    plan->shot.yaw_degrees = angles[0];
    plan->shot.pitch_degrees = angles[1];
    return CLI_OK;
}

int render_plan_shot(const cli_Args* args, render_Plan* plan) {
    const char* size = cli_word(args, "--size");
    const char* ground = cli_word(args, "--background");
    const char* fov = cli_word(args, "--fov");
    bool is_clear = ground == NULL || strcmp(ground, "transparent") == 0;
    if (size != NULL && !read_size(size, &plan->width, &plan->height))
        return wrong_shot(args, "--size", "WIDTHxHEIGHT in pixels, up to 8192x8192");
    if (!is_clear && !render_read_color(ground, &plan->background))
        return wrong_shot(args, "--background", "transparent, #rrggbb or #rrggbbaa");
    render_set_camera(plan, (render_Camera)cli_choice(args, "--camera"));
    if (fov != NULL && !read_numbers(fov, 1, 1, 150, &plan->shot.fov_degrees))
        return wrong_shot(args, "--fov", "degrees from bottom to top, 1 to 150");
    return plan_orbit(args, plan);
}

/* ---- vrm render alone ---- */

static int plan_eye(const cli_Args* args, const Words* words, render_Plan* plan) {
    if ((words->eye != NULL) != (words->target != NULL))
        return cli_usage_error("render", "--eye and --target go together");
    plan->has_eye = words->eye != NULL;
    if (!plan->has_eye) return CLI_OK;
    if (cli_has(args, "--camera") || cli_has(args, "--orbit"))
        return cli_usage_error("render", "--eye excludes --camera and --orbit");
    if (!read_point(words->eye, &plan->eye)) return wrong("--eye", words->eye, "x,y,z in metres");
    if (!read_point(words->target, &plan->target))
        return wrong("--target", words->target, "x,y,z in metres");
    return CLI_OK;
}

static int plan_light(const Words* words, render_Plan* plan) {
    if (words->light == NULL) return CLI_OK;
    static const char right[] = "x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd";
    char place[128] = "";
    const char* slash = strchr(words->light, '/');
    const char* color = *words->light == '#' ? words->light : slash != NULL ? slash + 1 : NULL;
    if (*words->light != '#') {
        size_t length = slash != NULL ? (size_t)(slash - words->light) : strlen(words->light);
        if (length >= sizeof place) return wrong("--light", words->light, right);
        memcpy(place, words->light, length);
        vrm_Vec3 from;
        if (!read_point(place, &from) || (from.x == 0 && from.y == 0 && from.z == 0))
            return wrong("--light", words->light, right);
        plan->light_from = from;
    }
    vrm_Vec4 rgba;
    if (color == NULL) return CLI_OK;
    if (!render_read_color(color, &rgba)) return wrong("--light", words->light, right);
    plan->light_color = (vrm_Vec3){to_linear(rgba.x), to_linear(rgba.y), to_linear(rgba.z)};
    return CLI_OK;
}

static int plan_looks(const cli_Args* args, const Words* words, render_Plan* plan) {
    if (words->samples != NULL && (!cli_parse_count(words->samples, &plan->samples) ||
                                   plan->samples < 1 || plan->samples > 16))
        return wrong("--samples", words->samples, "1 to 16");
    if (cli_has(args, "--backend"))
        plan->backend = cli_choice(args, "--backend") == 0 ? VRM_BACKEND_EGL : VRM_BACKEND_NULL;
    return plan_light(words, plan);
}

static int plan_overlays(const cli_Args* args, render_Plan* plan) {
    const cli_Option* option = cli_option(args, "--debug");
    const char* list = cli_word(args, "--debug");
    for (const char* word = list; word != NULL;) {
        char one[32], hint[CLI_HINT_ROOM];
        size_t length = strcspn(word, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, word);
        int which = cli_name_index(option, one);
        if (which < 0)
            return cli_usage_error("render",
                                   "--debug %s: a list of bones, springs, colliders, normals, "
                                   "first-person%s",
                                   list,
                                   cli_did_you_mean(one, option->name_at, option->names, hint));
        plan->overlays |= 1u << which;
        word = word[length] == ',' ? word + length + 1 : NULL;
    }
    return CLI_OK;
}

static int plan_expressions(const cli_Args* args, render_Plan* plan) {
    const char* words[RENDER_MAX_EXPRESSIONS];
    int status = CLI_OK, count = cli_words(args, "--expression", words);
    for (int i = 0; i < count && status == CLI_OK; i++)
        status =
            cli_parse_expression("render", words[i], &plan->expressions[plan->expression_count++]);
    return status;
}

static int plan_avatar(const cli_Args* args, const Words* words, render_Plan* plan) {
    /* What an animation leaves alone rests, as in other players. */
    if (words->animation != NULL) plan->stance = VRM_STANCE_REST;
    if (cli_has(args, "--pose")) plan->stance = (vrm_Stance)cli_choice(args, "--pose");
    plan->animation = words->animation;
    plan->face = performance_options(args);
    plan->reading = motion_clip_options(args);
    int status = motion_check_options(args, &plan->reading, plan->animation != NULL);
    if (status != CLI_OK) return status;
    if (words->time != NULL && !read_numbers(words->time, 1, 0, 1e5f, &plan->time_s))
        return wrong("--time", words->time, "seconds");
    if (words->look_at != NULL) {
        plan->gaze = RENDER_GAZE_CAMERA;
        if (strcmp(words->look_at, "camera") != 0) {
            plan->gaze = RENDER_GAZE_POINT;
            if (!read_point(words->look_at, &plan->gaze_target))
                return wrong("--look-at", words->look_at, "camera, or x,y,z in metres");
        }
    }
    bool is_third = cli_has(args, "--third-person"), is_first = cli_has(args, "--first-person");
    if (is_first && is_third)
        return cli_usage_error("render", "--first-person and --third-person exclude each other");
    if (is_first) plan->view = VRM_VIEW_FIRST_PERSON;
    if (is_third) plan->view = VRM_VIEW_THIRD_PERSON;
    status = plan_overlays(args, plan);
    return status == CLI_OK ? plan_expressions(args, plan) : status;
}

/* ---- Output ---- */

vrm_ImageFormat render_format_of(const char* path, bool is_animated) {
    if (cli_has_ending(path, ".webp")) return VRM_IMAGE_WEBP;
    if (!is_animated) return VRM_IMAGE_PNG;
    if (cli_is_folder(path)) return VRM_IMAGE_WEBP;
    if (cli_has_ending(path, ".gif")) return VRM_IMAGE_GIF;
    bool is_png = cli_has_ending(path, ".png") || cli_has_ending(path, ".apng");
    return is_png ? VRM_IMAGE_APNG : VRM_IMAGE_UNKNOWN;
}

static int plan_times(const Words* words, render_Plan* plan) {
    float most = plan->format == VRM_IMAGE_GIF ? 50.0f : 240.0f, seconds = 0;
    if (words->fps != NULL && !read_numbers(words->fps, 1, 1, most, &plan->frames_per_second))
        return wrong("--fps", words->fps, "1 to 240, for GIF to 50");
    if (words->seconds != NULL && !read_numbers(words->seconds, 1, 1e-3f, 3600, &seconds))
        return wrong("--seconds", words->seconds, "more than 0, up to 3600");
    if (words->settle != NULL && !read_numbers(words->settle, 1, 0, 60, &plan->settle_s))
        return wrong("--settle", words->settle, "seconds, 0 to 60");
    if (words->quality != NULL && !read_numbers(words->quality, 1, 0, 101, &plan->quality))
        return wrong("--quality", words->quality, "0 to 100, or 101: lossless");
    bool is_film = words->animate != NULL || words->raw != NULL;
    bool is_moving = is_film || words->frames != NULL;
    if (!is_moving && (words->fps != NULL || words->seconds != NULL || words->turn != NULL))
        return cli_usage_error("render",
                               "--fps, --seconds and --turn go with --animate, --raw or --frames");
    if (words->turn != NULL && !read_numbers(words->turn, 1, -1e5f, 1e5f, &plan->turn_degrees))
        return wrong("--turn", words->turn, "degrees");
    if (is_film) {
        bool is_open = plan->animation == NULL && !performance_speaks(&plan->face);
        if (seconds == 0 && is_open) seconds = RENDER_DEFAULT_LENGTH_S;
        plan->frame_count = vrm_clip_steps((double)seconds, (double)plan->frames_per_second);
        if (plan->frame_count > RENDER_MAX_FRAMES)
            return cli_usage_error("render", "more than %d frames", RENDER_MAX_FRAMES);
    }
    if (words->frames != NULL && (!cli_parse_count(words->frames, &plan->frame_count) ||
                                  plan->frame_count < 1 || plan->frame_count > RENDER_MAX_FRAMES))
        return wrong("--frames", words->frames, "1 to 100000");
    return CLI_OK;
}

bool render_can_write(vrm_ImageFormat format) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    vrm_ImageWriter* writer = NULL;
    def.format = format;
    def.width = def.height = 1;
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    vrm_image_writer_destroy(writer);
    return result != VRM_ERR_UNSUPPORTED;
}

/* A name that says another of the three is a mistake; other names mean nothing. */
static int plan_raw(const cli_Args* args, const Words* words, render_Plan* plan) {
    plan->raw = (raw_Format)cli_choice(args, "--raw");
    for (int i = 0; raw_format_names[i] != NULL && words->output != NULL; i++) {
        char ending[8];
        snprintf(ending, sizeof ending, ".%s", raw_format_names[i]);
        if (i != (int)plan->raw && cli_has_ending(words->output, ending))
            return cli_usage_error("render", "-o %s: --raw %s writes frames of %s", words->output,
                                   words->raw, words->raw);
    }
    return plan_times(words, plan);
}

/* H.264 halves the edges of its planes of colour. */
static int plan_video(const Words* words, render_Plan* plan) {
    bool is_odd = plan->width % 2 != 0 || plan->height % 2 != 0;
    if (plan->video == VIDEO_MP4 && is_odd)
        return cli_usage_error("render", "--size %dx%d: MP4 needs an even width and height",
                               (int)plan->width, (int)plan->height);
    plan->face.keeps_sound = true;
    return plan_times(words, plan);
}

static int plan_output(const cli_Args* args, const Words* words, render_Plan* plan) {
    const char* output = words->output;
    if (words->animate != NULL && (words->frames != NULL || output != NULL || words->is_thumbnail))
        return cli_usage_error("render",
                               "--animate names the output: no -o, --frames or --thumbnail");
    if (words->raw != NULL &&
        (words->animate != NULL || words->frames != NULL || words->is_thumbnail))
        return cli_usage_error("render", "--raw excludes --animate, --frames and --thumbnail");
    if (words->is_thumbnail && words->frames != NULL)
        return cli_usage_error("render", "--thumbnail is one picture: no --frames");
    if (words->frames != NULL && words->seconds != NULL)
        return cli_usage_error("render", "--frames says how many: no --seconds");
    plan->is_thumbnail = words->is_thumbnail;
    plan->is_sequence = words->frames != NULL;
    plan->format = VRM_IMAGE_PNG;
    if (words->raw != NULL) return plan_raw(args, words, plan);
    if (words->animate != NULL) plan->video = video_format_of(words->animate);
    if (plan->video != VIDEO_NONE && !cli_is_folder(words->animate)) return plan_video(words, plan);
    plan->video = VIDEO_NONE;
    if (words->animate != NULL) plan->format = render_format_of(words->animate, true);
    if (words->animate == NULL && output != NULL && !words->is_thumbnail)
        plan->format = render_format_of(output, false);
    if (plan->format == VRM_IMAGE_UNKNOWN)
        return wrong("--animate", words->animate,
                     "a name that ends in .mp4, .webm, .webp, .png, .apng or .gif, or a folder");
    if (!render_can_write(plan->format))
        return cli_usage_error("render", "this vrm cannot write WebP: name a .png%s",
                               words->animate != NULL ? ", which becomes an APNG, or a .gif" : "");
    return plan_times(words, plan);
}

int render_make_plan(const cli_Args* args, render_Plan* out) {
    const Words words = take_words(args);
    render_default_plan(out);
    if (words.is_thumbnail) out->width = out->height = 1024;
    int status = render_plan_shot(args, out);
    if (status == CLI_OK) status = plan_looks(args, &words, out);
    if (status == CLI_OK) status = plan_eye(args, &words, out);
    if (status == CLI_OK) status = plan_avatar(args, &words, out);
    if (status == CLI_OK) status = plan_output(args, &words, out);
    return status;
}
