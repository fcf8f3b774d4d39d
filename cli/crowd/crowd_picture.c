/* SPDX-License-Identifier: MIT */
#include "crowd/crowd_picture.h"

#include "words/output.h"

#ifdef CLI_HAS_RENDER

#include "files/output_name.h"
#include "files/whole_file.h"
#include "picture/render_options.h"
#include "rewrite/batch.h"
#include "vrm/render.h"

#include <stdlib.h>

struct crowd_Picture {
    const crowd_PictureDef* def;
    vrm_Report* report;
    vrm_Renderer* renderer;
    vrm_Drawable** drawables; /* by file */
    vrm_ImageWriter* writer;
    vrm_FrameDef frame;
    int32_t image_count;
    uint8_t* pixels;
};

typedef struct Shown {
    const vrm_Sim* sim;
    const vrm_AvatarId* ids;
    int32_t count;
} Shown;

/* All that stands in the picture. */
static void find_bounds(const Shown* shown, vrm_Vec3* low, vrm_Vec3* high) {
    *low = (vrm_Vec3){1e9f, 0.0f, 1e9f};
    *high = (vrm_Vec3){-1e9f, 1.0f, -1e9f};
    for (int32_t i = 0; i < shown->count; i++) {
        const vrm_Affine* worlds = vrm_avatar_worlds(shown->sim, shown->ids[i]);
        int32_t nodes = vrm_rig_node_count(vrm_avatar_rig(shown->sim, shown->ids[i]));
        for (int32_t n = 0; n < nodes; n++) {
            float x = worlds[n].rows[0].w, y = worlds[n].rows[1].w, z = worlds[n].rows[2].w;
            low->x = x < low->x ? x : low->x;
            high->x = x > high->x ? x : high->x;
            high->y = y > high->y ? y : high->y;
            low->z = z < low->z ? z : low->z;
            high->z = z > high->z ? z : high->z;
        }
    }
}

static vrm_FrameDef make_frame(const crowd_PictureDef* p, const Shown* shown) {
    vrm_Vec3 low, high;
    vrm_FrameDef frame = vrm_default_frame_def();
    find_bounds(shown, &low, &high);
    float aspect = (float)p->width / (float)p->height, width = high.x - low.x + 1.0f;
    float depth = high.z - low.z, fov = 0.6f, back = 0.5f * width / (0.31f * aspect) + 1.5f;
    float tall = high.y + 0.3f;
    if (back < 0.5f * tall / 0.31f + 0.5f) back = 0.5f * tall / 0.31f + 0.5f;
    vrm_Vec3 middle = {0.5f * (low.x + high.x), 0.45f * tall, high.z - 0.4f * depth};
    vrm_Vec3 eye = {middle.x, 0.6f * tall + 0.25f * back, high.z + back};
    frame.width = p->width;
    frame.height = p->height;
    frame.background = (vrm_Vec4){0.93f, 0.94f, 0.96f, 1.0f};
    frame.view = vrm_camera_look_at(eye, middle, (vrm_Vec3){0.0f, 1.0f, 0.0f});
    frame.projection = vrm_camera_perspective(fov, aspect, 0.1f, 2.0f * (back + depth) + 10.0f);
    return frame;
}

/* Avatars of one file at once: they are instances of one drawable. */
static vrm_Result draw_file(const crowd_Picture* p, const Shown* shown, int file) {
    vrm_AvatarId* ids = malloc((size_t)shown->count * sizeof *ids + 1);
    int32_t count = 0;
    if (ids == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = file; i < shown->count; i += p->def->file_count) ids[count++] = shown->ids[i];
    vrm_Result result = vrm_render_draw(p->renderer, p->drawables[file], shown->sim, ids, count);
    free(ids);
    return result;
}

static int fail(const crowd_Picture* p, const char* path, vrm_Result result) {
    if (p->def->is_json) cli_put_json_failure(path, result, p->report);
    if (result == VRM_ERR_LIMIT && vrm_report_count(p->report) == 0)
        return cli_file_error("crowd", path, "more avatars than one image can hold: see --draw");
    return cli_result_error("crowd", path, result, p->report);
}

static vrm_Result make_writer(crowd_Picture* p) {
    const crowd_PictureDef* def = p->def;
    vrm_ImageWriterDef writer_def = vrm_default_image_writer_def();
    writer_def.width = (uint32_t)def->width;
    writer_def.height = (uint32_t)def->height;
    writer_def.format = render_format_of(def->path, def->images == CROWD_FILM);
    if (def->images == CROWD_FILM) writer_def.frames_per_second = def->frames_per_second;
    return vrm_image_writer_create(&writer_def, &p->writer);
}

/* Draws one avatar as often as there will be avatars of its file, at most that many at once. */
#define CHECKED_AT_ONCE (1 << 20)

static vrm_Result check_room_of_file(const crowd_Picture* p, const vrm_Sim* sim, vrm_AvatarId id,
                                     int file) {
    int32_t files = p->def->file_count;
    int32_t left = p->def->drawn / files + (file < p->def->drawn % files);
    int32_t most = left < CHECKED_AT_ONCE ? left : CHECKED_AT_ONCE;
    vrm_AvatarId* ids = malloc((size_t)most * sizeof *ids + 1);
    if (ids == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < most; i++) ids[i] = id;
    vrm_Result result = VRM_OK;
    for (; result == VRM_OK && left > 0; left -= most) {
        if (most > left) most = left;
        result = vrm_render_draw(p->renderer, p->drawables[file], sim, ids, most);
    }
    free(ids);
    return result;
}

/* More avatars than an image can hold are refused before the crowd runs: a frame is begun with as
 * many, and never ended. */
static vrm_Result check_room(const crowd_Picture* p) {
    vrm_FrameDef frame = vrm_default_frame_def();
    vrm_Sim* sim = NULL;
    frame.width = p->def->width;
    frame.height = p->def->height;
    vrm_Result result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_render_begin(p->renderer, &frame);
    for (int f = 0; f < p->def->file_count && result == VRM_OK; f++) {
        vrm_AvatarId id = vrm_sim_add(sim, p->def->rigs[f]);
        result = vrm_avatar_is_valid(sim, id) ? check_room_of_file(p, sim, id, f) : VRM_ERR_MEMORY;
    }
    vrm_sim_destroy(sim);
    return result;
}

int crowd_picture_begin(const crowd_PictureDef* def, crowd_Picture** out) {
    crowd_Picture* p = *out = calloc(1, sizeof *p);
    if (p == NULL) return cli_result_error("crowd", def->path, VRM_ERR_MEMORY, NULL);
    vrm_RendererDef renderer_def = vrm_default_renderer_def();
    p->def = def;
    p->pixels = malloc((size_t)def->width * (size_t)def->height * 4);
    p->drawables = calloc((size_t)def->file_count, sizeof(vrm_Drawable*));
    vrm_Result result = p->pixels == NULL || p->drawables == NULL
                            ? VRM_ERR_MEMORY
                            : vrm_report_create(NULL, &p->report);
    renderer_def.report = p->report;
    if (result == VRM_OK) result = make_writer(p);
    if (result == VRM_OK) result = vrm_renderer_create(&renderer_def, &p->renderer);
    for (int f = 0; result == VRM_OK && f < def->file_count; f++)
        result =
            vrm_drawable_create(p->renderer, def->models[f], def->rigs[f], NULL, &p->drawables[f]);
    if (result == VRM_OK) result = check_room(p);
    return result == VRM_OK ? CLI_OK : fail(p, def->path, result);
}

static vrm_Result draw(crowd_Picture* p, const Shown* shown) {
    if (p->image_count == 0) p->frame = make_frame(p->def, shown);
    vrm_Result result = vrm_render_begin(p->renderer, &p->frame);
    for (int f = 0; result == VRM_OK && f < p->def->file_count; f++)
        result = draw_file(p, shown, f);
    if (result == VRM_OK) result = vrm_render_end(p->renderer);
    if (result == VRM_OK)
        result = vrm_render_read(p->renderer, p->pixels,
                                 (size_t)p->def->width * (size_t)p->def->height * 4);
    return result;
}

static vrm_Result write_to(crowd_Picture* p, const char* path) {
    vrm_Span bytes = {0};
    vrm_Result result = vrm_image_writer_finish(p->writer, &bytes);
    if (result == VRM_OK) result = cli_write_file(path, bytes.data, bytes.size);
    return result;
}

/* One of a sequence, under its number; the next one has a writer of its own. */
static int write_numbered(crowd_Picture* p) {
    char path[CLI_PATH_ROOM];
    cli_number_path(p->def->path, p->image_count, path, sizeof path);
    vrm_Result result = write_to(p, path);
    vrm_image_writer_destroy(p->writer);
    p->writer = NULL;
    if (result == VRM_OK) result = make_writer(p);
    return result == VRM_OK ? CLI_OK : fail(p, path, result);
}

int crowd_picture_add(crowd_Picture* p, const vrm_Sim* sim, const vrm_AvatarId* ids,
                      int32_t count) {
    vrm_Result result = draw(p, &(Shown){sim, ids, count});
    if (result == VRM_OK) result = vrm_image_writer_add(p->writer, p->pixels);
    int status = result == VRM_OK ? CLI_OK : fail(p, p->def->path, result);
    if (status == CLI_OK && p->def->images == CROWD_NUMBERED) status = write_numbered(p);
    p->image_count++;
    return status;
}

int crowd_picture_write(crowd_Picture* p) {
    if (p->def->images == CROWD_NUMBERED) return CLI_OK;
    vrm_Result result = write_to(p, p->def->path);
    return result == VRM_OK ? CLI_OK : fail(p, p->def->path, result);
}

void crowd_picture_destroy(crowd_Picture* p) {
    if (p == NULL) return;
    for (int f = 0; p->drawables != NULL && f < p->def->file_count; f++)
        vrm_drawable_destroy(p->drawables[f]);
    vrm_image_writer_destroy(p->writer);
    vrm_renderer_destroy(p->renderer);
    vrm_report_destroy(p->report);
    free(p->drawables);
    free(p->pixels);
    free(p);
}

const char* crowd_picture_refusal(const char* path, crowd_Images images) {
    vrm_ImageFormat format = render_format_of(path, images == CROWD_FILM);
    if (format == VRM_IMAGE_UNKNOWN) return "a film's name ends in .webp, .png, .apng or .gif";
    return render_can_write(format) ? NULL : "this vrm cannot write WebP: name a .png";
}

#else

static int refuse(const crowd_PictureDef* def) {
    if (def->is_json) cli_put_json_failure(def->path, VRM_ERR_UNSUPPORTED, NULL);
    fputs("vrm crowd: this vrm was built without pictures; see vrm help render\n", stderr);
    return CLI_FAILED;
}

int crowd_picture_begin(const crowd_PictureDef* def, crowd_Picture** out) {
    *out = NULL;
    return refuse(def);
}

int crowd_picture_add(crowd_Picture* picture, const vrm_Sim* sim, const vrm_AvatarId* ids,
                      int32_t count) {
    (void)picture, (void)sim, (void)ids, (void)count;
    return CLI_FAILED;
}

int crowd_picture_write(crowd_Picture* picture) {
    (void)picture;
    return CLI_FAILED;
}

void crowd_picture_destroy(crowd_Picture* picture) {
    (void)picture;
}

const char* crowd_picture_refusal(const char* path, crowd_Images images) {
    (void)path, (void)images;
    return NULL;
}

#endif
