/* SPDX-License-Identifier: MIT */
/* Draws lines over the image, and copies the image into the host's framebuffer. */
#include "programs.h"
#include "renderer.h"

#include <math.h>
#include <string.h>

static void put_end(float* out, const vrm_Vec3* at, const vrm_Vec4* color) {
    float alpha = fminf(fmaxf(color->w, 0.0f), 1.0f);
    memcpy(out, at, sizeof *at);
    out[3] = vrmi_decode_srgb(color->x) * alpha;
    out[4] = vrmi_decode_srgb(color->y) * alpha;
    out[5] = vrmi_decode_srgb(color->z) * alpha;
    out[6] = alpha;
}

static bool is_finite(const vrm_Line* line) {
    const vrm_Vec3 *from = &line->from, *to = &line->to;
    const vrm_Vec4* color = &line->color;
    return isfinite(from->x) && isfinite(from->y) && isfinite(from->z) && isfinite(to->x) &&
           isfinite(to->y) && isfinite(to->z) && isfinite(color->x) && isfinite(color->y) &&
           isfinite(color->z) && isfinite(color->w);
}

vrm_Result vrm_render_lines(vrm_Renderer* renderer, const vrm_Line* lines, int32_t count,
                            bool in_front) {
    if (!renderer->is_open || count < 0) return VRM_ERR_ARGUMENT;
    vrmi_Lines* list = &renderer->lines[in_front ? 1 : 0];
    if ((size_t)count > (size_t)INT32_MAX / 64 - list->count) return VRM_ERR_LIMIT;
    float* ends = vrmi_room(&renderer->allocator, list->ends, &list->capacity,
                            (list->count + (size_t)count) * 2, VRMI_LINE_END_BYTES);
    if (ends == NULL) return VRM_ERR_MEMORY;
    list->ends = ends;
    for (int32_t i = 0; i < count; i++) {
        if (!is_finite(&lines[i])) continue;
        float* out = ends + list->count++ * 2 * (VRMI_LINE_END_BYTES / 4);
        put_end(out, &lines[i].from, &lines[i].color);
        put_end(out + VRMI_LINE_END_BYTES / 4, &lines[i].to, &lines[i].color);
    }
    return VRM_OK;
}

static void make_line_buffer(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    gl->GenVertexArrays(1, &renderer->line_array);
    gl->GenBuffers(1, &renderer->line_buffer);
    gl->BindVertexArray(renderer->line_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, renderer->line_buffer);
    gl->EnableVertexAttribArray(0);
    gl->VertexAttribPointer(0, 3, GL_FLOAT, 0, VRMI_LINE_END_BYTES, NULL);
    gl->EnableVertexAttribArray(1);
    gl->VertexAttribPointer(1, 4, GL_FLOAT, 0, VRMI_LINE_END_BYTES, (const void*)(uintptr_t)12);
}

/* ---- Lines as wide as a pixel of the picture, where several are drawn for it ---- */

enum { END_NUMBERS = VRMI_LINE_END_BYTES / 4, CORNERS = 6 };

/* x, y and w of a world position in the picture. */
static vrm_Vec3 project(const vrm_Mat4* both, const float* at) {
    float out[3];
    for (int i = 0; i < 3; i++) {
        int row = i < 2 ? i : 3;
        out[i] = both->m[row] * at[0] + both->m[4 + row] * at[1] + both->m[8 + row] * at[2] +
                 both->m[12 + row];
    }
    return (vrm_Vec3){out[0], out[1], out[2]};
}

/* Cuts off what is behind the camera; false when nothing is left. */
static bool clip(const vrm_Mat4* both, float* from, float* to) {
    const float nearest = 1e-4f;
    float a = project(both, from).z, b = project(both, to).z;
    if (!(a > nearest) && !(b > nearest)) return false;
    if (a > nearest && b > nearest) return true;
    float t = (nearest - a) / (b - a);
    float* behind = a > nearest ? to : from;
    for (int k = 0; k < 3; k++) behind[k] = from[k] + (to[k] - from[k]) * t;
    return true;
}

/* The corners of two triangles. Each end moves across the line by half a pixel of the picture, in
 * the plane that faces the camera, so that its depth stays. */
static bool widen_line(const vrm_FrameDef* frame, const vrm_Mat4* both, const float* line,
                       float* out) {
    float ends[2][END_NUMBERS], across[2][3];
    memcpy(ends, line, sizeof ends);
    if (!clip(both, ends[0], ends[1])) return false;
    vrm_Vec3 a = project(both, ends[0]), b = project(both, ends[1]);
    float x = (b.x / b.z - a.x / a.z) * (float)frame->width;
    float y = (b.y / b.z - a.y / a.z) * (float)frame->height;
    float length = sqrtf(x * x + y * y);
    if (!(length > 1e-6f)) return false;
    const float *view = frame->view.m, *projection = frame->projection.m;
    float right = -y / length / ((float)frame->width * projection[0]);
    float up = x / length / ((float)frame->height * projection[5]);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            across[i][k] = (view[k * 4] * right + view[k * 4 + 1] * up) * (i == 0 ? a.z : b.z);
    static const struct {
        int end;
        float side;
    } corners[CORNERS] = {{0, 1.0f}, {0, -1.0f}, {1, 1.0f}, {1, 1.0f}, {0, -1.0f}, {1, -1.0f}};
    for (int c = 0; c < CORNERS; c++, out += END_NUMBERS) {
        int end = corners[c].end;
        memcpy(out, ends[end], VRMI_LINE_END_BYTES);
        for (int k = 0; k < 3; k++) out[k] += across[end][k] * corners[c].side;
    }
    return true;
}

/* Returns how many bytes were sent. */
static size_t draw_wide(vrm_Renderer* renderer, const vrmi_Lines* list, const vrm_Mat4* both) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    float* corners = vrmi_take(&renderer->allocator, list->count * CORNERS, VRMI_LINE_END_BYTES);
    if (corners == NULL) return 0;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (widen_line(&renderer->frame, both, list->ends + i * 2 * END_NUMBERS,
                       corners + count * END_NUMBERS))
            count += CORNERS;
    size_t bytes = count * VRMI_LINE_END_BYTES;
    gl->BufferData(GL_ARRAY_BUFFER, (ptrdiff_t)bytes, corners, GL_STREAM_DRAW);
    gl->DrawArrays(GL_TRIANGLES, 0, (int32_t)count);
    vrmi_give(&renderer->allocator, corners, list->count * CORNERS, VRMI_LINE_END_BYTES);
    return bytes;
}

static size_t draw_thin(const vrm_Renderer* renderer, const vrmi_Lines* list) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    size_t bytes = list->count * 2 * VRMI_LINE_END_BYTES;
    gl->LineWidth((float)renderer->target.scale);
    gl->BufferData(GL_ARRAY_BUFFER, (ptrdiff_t)bytes, list->ends, GL_STREAM_DRAW);
    gl->DrawArrays(GL_LINES, 0, (int32_t)list->count * 2);
    return bytes;
}

void vrmi_draw_lines(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    if (renderer->lines[0].count + renderer->lines[1].count == 0) return;
    uint32_t program = vrmi_program_lines(renderer);
    if (program == 0) return;
    if (renderer->line_array == 0) make_line_buffer(renderer);
    vrm_Mat4 both = vrmi_view_projection(&renderer->frame);
    gl->UseProgram(program);
    gl->Uniform4fv(renderer->programs.u_lines, 4, both.m);
    gl->BindVertexArray(renderer->line_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, renderer->line_buffer);
    gl->Enable(GL_DEPTH_TEST);
    gl->Enable(GL_BLEND);
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->DepthMask(0);
    bool is_wide = renderer->target.scale > 1 && renderer->lacks_wide_lines;
    for (int in_front = 0; in_front < 2; in_front++) {
        const vrmi_Lines* list = &renderer->lines[in_front];
        if (list->count == 0) continue;
        gl->DepthFunc(in_front ? GL_ALWAYS : GL_LEQUAL);
        renderer->stats.uploaded_bytes +=
            is_wide ? draw_wide(renderer, list, &both) : draw_thin(renderer, list);
        renderer->stats.draw_calls++;
    }
    gl->DepthMask(1);
    gl->BindVertexArray(0);
}

void vrmi_lines_release(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    if (renderer->line_array != 0) gl->DeleteVertexArrays(1, &renderer->line_array);
    if (renderer->line_buffer != 0) gl->DeleteBuffers(1, &renderer->line_buffer);
    if (renderer->present_array != 0) gl->DeleteVertexArrays(1, &renderer->present_array);
    for (int i = 0; i < 2; i++)
        vrmi_give(&renderer->allocator, renderer->lines[i].ends, renderer->lines[i].capacity,
                  VRMI_LINE_END_BYTES);
}

/* ---- Present ---- */

vrm_Result vrm_render_present(vrm_Renderer* renderer, uint32_t framebuffer, int32_t x, int32_t y,
                              int32_t width, int32_t height) {
    return vrmi_present(renderer, framebuffer, x, y, width, height, false);
}

vrm_Result vrmi_present(vrm_Renderer* renderer, uint32_t framebuffer, int32_t x, int32_t y,
                        int32_t width, int32_t height, bool is_read) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    if (!renderer->has_picture || width < 1 || height < 1) return VRM_ERR_ARGUMENT;
    uint32_t program = vrmi_program_present(renderer);
    if (program == 0) return VRM_ERR_UNSUPPORTED;
    if (renderer->present_array == 0) gl->GenVertexArrays(1, &renderer->present_array);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->Viewport(x, y, width, height);
    gl->Disable(GL_DEPTH_TEST);
    gl->Disable(GL_CULL_FACE);
    gl->Disable(GL_BLEND);
    gl->UseProgram(program);
    gl->Uniform1i(renderer->programs.u_picture, 0);
    gl->Uniform1i(renderer->programs.u_is_read, is_read);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, renderer->target.texture);
    gl->BindSampler(0, 0);
    gl->BindVertexArray(renderer->present_array);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->BindVertexArray(0);
    return VRM_OK;
}
