/* SPDX-License-Identifier: MIT */
/* Drawing through WebGL 2 (gl_imports.h), and where to put the camera. Cut into
 * libvrm-render.wasm. */
#include "web.h"

#include "render/queue.h"
#include "render/renderer.h"
#include "render/surfaces.h"
#include "vrm/framing.h"

/* ---- GL ---- */

/* The browser has made the context; render/backend.c and the files of EGL are left out. */
vrm_Result vrmi_backend_open(vrm_Renderer* renderer, const vrm_RendererDef* def,
                             const char** out_why) {
    (void)renderer, (void)def, (void)out_why;
    return VRM_OK;
}

void vrmi_egl_make_current(vrmi_Egl* egl) {
    (void)egl;
}

void vrmi_egl_close(vrmi_Egl* egl) {
    (void)egl;
}

/* Images are decoded and uploaded by JavaScript: only the driver has their pixels. */
bool vrmi_upload_mips(vrm_Renderer* renderer, int32_t format, uint32_t width, uint32_t height,
                      const uint8_t* pixels) {
    (void)renderer, (void)format, (void)width, (void)height, (void)pixels;
    return false;
}

/* ---- Renderer ---- */

WEB_EXPORT(vrm_Result, renderer_create, vrm_Report* report) {
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    def.report = report;
    vrm_Renderer* renderer = NULL;
    vrm_Result result = vrm_renderer_create(&def, &renderer);
    web_words[0].p = renderer;
    return result;
}

WEB_EXPORT(void, renderer_destroy, vrm_Renderer* renderer) {
    vrm_renderer_destroy(renderer);
}

WEB_EXPORT(vrm_Result, renderer_facts, const vrm_Renderer* renderer) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_RenderStats stats = vrm_renderer_stats(renderer);
    vrm_json_begin_object(builder);
    web_key_integer("drawCalls", (int64_t)stats.draw_calls);
    web_key_integer("triangles", (int64_t)stats.triangles);
    web_key_integer("uploadedBytes", (int64_t)stats.uploaded_bytes);
    web_key_integer("gpuBytes", stats.gpu_bytes);
    web_key_integer("programs", stats.programs);
    web_key_integer("textures", stats.textures);
    web_key_integer("buffers", stats.buffers);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* ---- Drawable ---- */

/* JavaScript has decoded the image already: returns a token that only texture uploads of gl.js
 * understand (an address above all memory), 0 without one; width and height are in the words. */
WEB_IMPORT(host, image)
uint8_t* web_image(int32_t image);

static void keep_token(void* ctx, void* block, size_t size) {
    (void)ctx, (void)block, (void)size;
}

static vrm_Result take_image(void* ctx, vrm_Span bytes, const vrm_ImageLimits* limits,
                             const vrm_Allocator* allocator, vrm_Picture* out) {
    (void)limits, (void)allocator;
    const vrm_Gltf* gltf = ctx;
    *out = (vrm_Picture){.allocator = {.release = keep_token}};
    for (int32_t i = 0; i < gltf->image_count; i++) {
        if ((const char*)gltf->images[i].data != bytes.data) continue;
        out->pixels = web_image(i);
        out->width = web_words[0].u;
        out->height = web_words[1].u;
        return out->pixels != NULL ? VRM_OK : VRM_ERR_INVALID;
    }
    return VRM_ERR_IO;
}

WEB_EXPORT(vrm_Result, drawable_create, vrm_Renderer* renderer, const vrm_Model* model,
           const vrm_Rig* rig, double max_gpu_bytes, vrm_Report* report) {
    vrm_Gltf gltf = *vrm_model_gltf(model);
    vrm_DrawableDef def = vrm_default_drawable_def();
    def.decode = take_image;
    def.decode_ctx = &gltf;
    if (max_gpu_bytes > 0) def.max_gpu_bytes = (uint64_t)max_gpu_bytes;
    def.report = report;
    vrm_Drawable* drawable = NULL;
    vrm_Result result = vrm_drawable_create(renderer, model, rig, &def, &drawable);
    web_words[0].p = drawable;
    return result;
}

/* VRM_ERR_UNSUPPORTED: it has to be made again for that. */
WEB_EXPORT(vrm_Result, drawable_set_materials, vrm_Drawable* drawable, const vrm_Model* model) {
    return vrmi_drawable_set_materials(drawable, model);
}

WEB_EXPORT(void, drawable_show_all, vrm_Drawable* drawable) {
    vrmi_drawable_show_all(drawable);
}

/* `node` or `material` may be -1. */
WEB_EXPORT(void, drawable_hide, vrm_Drawable* drawable, int32_t node, int32_t material) {
    vrmi_drawable_hide(drawable, node, material);
}

WEB_EXPORT(void, drawable_destroy, vrm_Drawable* drawable) {
    vrm_drawable_destroy(drawable);
}

/* ---- Frame ---- */

static vrm_FrameDef frame;

WEB_EXPORT(void, frame_begin, int32_t width, int32_t height, int32_t samples, float red,
           float green, float blue, float alpha, float time, float min_outline) {
    frame = vrm_default_frame_def();
    frame.width = width;
    frame.height = height;
    frame.samples = samples;
    frame.background = (vrm_Vec4){red, green, blue, alpha};
    frame.time_s = time;
    frame.min_outline_px = min_outline;
}

WEB_EXPORT(void, frame_light, float x, float y, float z, float red, float green, float blue) {
    frame.light_from = (vrm_Vec3){x, y, z};
    frame.light_color = (vrm_Vec3){red, green, blue};
}

WEB_EXPORT(void, frame_mode, int32_t mode, int32_t node) {
    frame.mode = (vrm_RenderMode)mode;
    frame.mode_node = node;
}

WEB_EXPORT(void, frame_ambient, float red, float green, float blue, float ground_red,
           float ground_green, float ground_blue) {
    frame.sky_color = (vrm_Vec3){red, green, blue};
    frame.ground_color = (vrm_Vec3){ground_red, ground_green, ground_blue};
}

/* `fov` radians; 0 is orthographic, `height` metres high. */
WEB_EXPORT(void, frame_camera, float ex, float ey, float ez, float tx, float ty, float tz, float ux,
           float uy, float uz, float fov, float height, float z_near, float z_far) {
    float aspect = (float)frame.width / (float)frame.height;
    frame.view =
        vrm_camera_look_at((vrm_Vec3){ex, ey, ez}, (vrm_Vec3){tx, ty, tz}, (vrm_Vec3){ux, uy, uz});
    frame.projection = fov > 0 ? vrm_camera_perspective(fov, aspect, z_near, z_far)
                               : vrm_camera_orthographic(height, aspect, z_near, z_far);
}

WEB_EXPORT(vrm_Result, render_begin, vrm_Renderer* renderer) {
    return vrm_render_begin(renderer, &frame);
}

_Static_assert(sizeof(vrm_AvatarId) == 8, "JavaScript writes ids as pairs of numbers");

WEB_EXPORT(vrm_Result, render_draw, vrm_Renderer* renderer, const vrm_Drawable* drawable,
           const vrm_Sim* sim, const vrm_AvatarId* avatars, int32_t count) {
    return vrm_render_draw(renderer, drawable, sim, avatars, count);
}

/* `which` is a sum of vrm_Overlay. */
WEB_EXPORT(vrm_Result, render_overlay, vrm_Renderer* renderer, const vrm_Model* model,
           const vrm_Sim* sim, uint32_t index1, uint32_t generation, uint32_t which) {
    vrm_Line* lines = NULL;
    int32_t count = 0;
    vrm_Result result = vrm_overlay_lines(model, sim, (vrm_AvatarId){index1, generation}, which,
                                          NULL, &lines, &count);
    if (result == VRM_OK) result = vrm_render_lines(renderer, lines, count, true);
    vrm_lines_release(NULL, lines, count);
    return result;
}

_Static_assert(sizeof(vrm_Line) == 40, "JavaScript writes lines as ten floats");

/* Lines of the page's own; `in_front`: nothing hides them. */
WEB_EXPORT(vrm_Result, render_lines, vrm_Renderer* renderer, const vrm_Line* lines, int32_t count,
           int32_t in_front) {
    return vrm_render_lines(renderer, lines, count, in_front != 0);
}

WEB_EXPORT(vrm_Result, render_end, vrm_Renderer* renderer) {
    return vrm_render_end(renderer);
}

WEB_EXPORT(vrm_Result, render_present, vrm_Renderer* renderer, int32_t width, int32_t height) {
    return vrm_render_present(renderer, 0, 0, 0, width, height);
}

WEB_EXPORT(vrm_Result, render_read, vrm_Renderer* renderer, uint8_t* out, size_t size) {
    return vrm_render_read(renderer, out, size);
}

/* ---- Framing: where to put the camera ---- */

WEB_EXPORT(vrm_Result, framing_create, const vrm_Model* model, const vrm_Rig* rig) {
    vrm_Framing* framing = NULL;
    vrm_Result result = vrm_framing_create(model, rig, NULL, &framing);
    web_words[0].p = framing;
    return result;
}

WEB_EXPORT(void, framing_destroy, vrm_Framing* framing) {
    vrm_framing_destroy(framing);
}

static void put_vector(int place, vrm_Vec3 vector) {
    web_words[place].f = vector.x;
    web_words[place + 1].f = vector.y;
    web_words[place + 2].f = vector.z;
}

static void put_viewpoint(const vrm_Viewpoint* viewpoint) {
    put_vector(0, viewpoint->eye);
    put_vector(3, viewpoint->target);
    put_vector(6, viewpoint->up);
    web_words[9].f = viewpoint->z_near;
    web_words[10].f = viewpoint->z_far;
}

/* A camera for the avatar as it stands: eye, target, up, near, far in words. */
WEB_EXPORT(int32_t, framing_viewpoint, vrm_Framing* framing, const vrm_Sim* sim, uint32_t index1,
           uint32_t generation, int32_t shot, float aspect, float fov, float yaw, float pitch,
           float margin) {
    vrm_AvatarId id = {index1, generation};
    vrm_ShotDef def = vrm_default_shot_def();
    def.shot = (vrm_Shot)shot;
    def.aspect = aspect;
    def.fov_degrees = fov;
    def.yaw_degrees = yaw;
    def.pitch_degrees = pitch;
    def.margin = margin;
    vrm_framing_clear(framing);
    if (!vrm_framing_add_pose(framing, sim, id)) return 0;
    vrm_Viewpoint viewpoint = vrm_framing_viewpoint(framing, &def);
    put_viewpoint(&viewpoint);
    return 1;
}

/* The avatar's own eyes. */
WEB_EXPORT(void, framing_first_person, vrm_Framing* framing, const vrm_Sim* sim, uint32_t index1,
           uint32_t generation, float aspect, float fov, float yaw, float pitch) {
    vrm_ShotDef def = vrm_default_shot_def();
    def.aspect = aspect;
    def.fov_degrees = fov;
    def.yaw_degrees = yaw;
    def.pitch_degrees = pitch;
    vrm_Viewpoint viewpoint =
        vrm_framing_first_person(framing, &def, sim, (vrm_AvatarId){index1, generation});
    put_viewpoint(&viewpoint);
}
