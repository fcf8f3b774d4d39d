/* SPDX-License-Identifier: MIT */
/* Turns the queue into GL calls. State is set only where it differs from that of the last item. */
#include "float_texture.h"
#include "programs.h"
#include "queue.h"
#include "renderer.h"
#include "surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The frame's data ---- */

static vrm_Result upload_data(vrm_Renderer* renderer) {
    vrmi_Data* data = &renderer->data;
    const vrmi_Gl* gl = vrmi_gl(renderer);
    size_t rows = (data->count + 2047) / 2048;
    if (rows == 0) return VRM_OK;
    if (rows > data->rows) {
        if (data->texture != 0) {
            gl->DeleteTextures(1, &data->texture);
            renderer->stats.textures--;
            renderer->stats.gpu_bytes -= (int64_t)(data->rows * 2048 * 16);
        }
        data->texture = vrmi_make_float_texture(renderer, rows * 2048, data->texels);
        data->rows = data->texture == 0 ? 0 : rows;
        if (data->texture == 0) return VRM_ERR_LIMIT;
        renderer->stats.textures++;
        renderer->stats.gpu_bytes += (int64_t)(rows * 2048 * 16);
    } else {
        gl->ActiveTexture(GL_TEXTURE0);
        gl->BindTexture(GL_TEXTURE_2D, data->texture);
        gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2048, (int32_t)rows, GL_RGBA, GL_FLOAT,
                          data->texels);
    }
    renderer->stats.uploaded_bytes += rows * 2048 * 16;
    return VRM_OK;
}

/* ---- Uniforms of the frame ---- */

vrm_Mat4 vrmi_view_projection(const vrm_FrameDef* frame) {
    vrm_Mat4 out;
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            float sum = 0.0f;
            for (int k = 0; k < 4; k++)
                sum += frame->projection.m[k * 4 + r] * frame->view.m[c * 4 + k];
            out.m[c * 4 + r] = sum;
        }
    return out;
}

static void put3(float* out, const vrm_Vec3* v) {
    memcpy(out, v, sizeof *v);
}

static void put_unit(float* out, const vrm_Vec3* v) {
    float size = sqrtf(v->x * v->x + v->y * v->y + v->z * v->z);
    if (!(size > 1e-20f))
        out[1] = 1.0f;
    else
        put3(out, &(vrm_Vec3){v->x / size, v->y / size, v->z / size});
}

/* The order is that of common.glsl. */
static void fill_frame(const vrm_FrameDef* frame, float (*out)[4]) {
    memset(out, 0, VRMI_FRAME_VECTORS * sizeof *out);
    const float* v = frame->view.m;
    bool is_perspective = frame->projection.m[15] == 0.0f;
    for (int k = 0; k < 3; k++) {
        /* The camera is where the view map gives zero: minus the inverse rotation of its
         * translation. Without perspective, only the direction to it is used. */
        float position = -(v[k * 4] * v[12] + v[k * 4 + 1] * v[13] + v[k * 4 + 2] * v[14]);
        out[0][k] = is_perspective ? position : v[k * 4 + 2];
    }
    out[0][3] = is_perspective ? 1.0f : 0.0f;
    put_unit(out[1], &frame->light_from);
    put3(out[2], &frame->light_color);
    put3(out[3], &frame->sky_color);
    put3(out[4], &frame->ground_color);
    out[5][0] = frame->projection.m[5];
    out[5][1] = (float)frame->mode;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out[6 + r][c] = v[c * 4 + r];
    vrm_Mat4 both = vrmi_view_projection(frame);
    memcpy(out[9], both.m, sizeof both.m);
}

/* ---- State ---- */

typedef struct State {
    vrm_Renderer* renderer;
    float frame[VRMI_FRAME_VECTORS][4];
    vrmi_Bound units[VRMI_UNIT_COUNT];
    int program, vertex_array;                      /* 0: none */
    int blends, writes_depth, cull, front, offsets; /* -1: not known */
} State;

static void bind_texture(State* state, int unit, uint32_t texture, uint32_t sampler) {
    const vrmi_Gl* gl = vrmi_gl(state->renderer);
    vrmi_Bound* known = &state->units[unit];
    if (known->texture != texture) {
        gl->ActiveTexture(GL_TEXTURE0 + (uint32_t)unit);
        gl->BindTexture(GL_TEXTURE_2D, texture);
        known->texture = texture;
        state->renderer->stats.texture_bindings++;
    }
    if (known->sampler != sampler) {
        gl->BindSampler((uint32_t)unit, sampler);
        known->sampler = sampler;
    }
}

/* Notes a value of the state; whether it is another than before, and so must be sent. */
static bool changes(State* state, int* known, int value) {
    if (*known == value) return false;
    *known = value;
    state->renderer->stats.state_changes++;
    return true;
}

static void toggle(State* state, uint32_t what, int* known, bool is_on) {
    const vrmi_Gl* gl = vrmi_gl(state->renderer);
    if (!changes(state, known, (int)is_on)) return;
    if (is_on)
        gl->Enable(what);
    else
        gl->Disable(what);
}

/* Back faces are culled unless the surface is double-sided; an outline always culls its front faces
 * (VRMC_materials_mtoon 1.0, Double Sided). */
static void set_faces(State* state, const vrmi_Item* item, const vrmi_Material* material) {
    const vrmi_Gl* gl = vrmi_gl(state->renderer);
    int cull = item->is_outline ? GL_FRONT : material->is_double_sided ? 0 : GL_BACK;
    if (changes(state, &state->cull, cull)) {
        if (cull == 0) {
            gl->Disable(GL_CULL_FACE);
        } else {
            gl->Enable(GL_CULL_FACE);
            gl->CullFace((uint32_t)cull);
        }
    }
    int front = item->is_mirrored ? GL_CW : GL_CCW;
    if (changes(state, &state->front, front)) gl->FrontFace((uint32_t)front);
}

static void set_state(State* state, const vrmi_Item* item, const vrmi_Material* material) {
    bool blends = material->draw_class >= VRMI_CLASS_BLEND_WITH_DEPTH;
    toggle(state, GL_BLEND, &state->blends, blends);
    int writes = material->draw_class != VRMI_CLASS_BLEND;
    if (changes(state, &state->writes_depth, writes))
        vrmi_gl(state->renderer)->DepthMask((uint8_t)writes);
    set_faces(state, item, material);
    /* An outline is drawn behind its surface, also where both are in one plane. */
    toggle(state, GL_POLYGON_OFFSET_FILL, &state->offsets, item->is_outline);
}

/* ---- Items ---- */

/* Whether the normal map lies mirrored or turned on the surface. Tangents made of the vertices' UVs
 * do not know of it: then the shader finds the directions of the map itself. */
static bool turns_normal_map(const vrmi_Material* material) {
    const float* matrix = material->uv[VRM_TEXTURE_NORMAL * 2];
    bool is_upright =
        matrix[0] > 0.0f && matrix[3] > 0.0f && matrix[1] == 0.0f && matrix[2] == 0.0f;
    return !is_upright || material->scroll_speed.z != 0.0f;
}

static vrmi_Features features_of(const vrmi_Geometry* geometry, const vrmi_Material* material) {
    vrmi_Features features = material->features;
    if (geometry->has_colors && !material->ignores_colors) features |= VRMI_HAS(VERTEX_COLOR);
    if (!(features & VRMI_HAS(SURFACE))) return features;
    if ((features & VRMI_HAS(NORMAL_TEXTURE)) && geometry->has_tangents &&
        (geometry->has_file_tangents || !turns_normal_map(material)))
        features |= VRMI_HAS(TANGENTS);
    if (!geometry->has_normals) features |= VRMI_HAS(FLAT);
    return features;
}

void vrmi_start_programs(const vrm_Drawable* drawable) {
    for (size_t i = 0; i < drawable->shape_count; i++) {
        const vrmi_Shape* shape = &drawable->shapes[i];
        if (shape->geometry < 0 || shape->indices.count == 0) continue;
        /* Without memory the first frame says so. */
        (void)vrmi_program_start(drawable->renderer,
                                 features_of(&drawable->geometries[shape->geometry],
                                             &drawable->materials[shape->material]));
    }
}

/* The place of the shown node among the joints of a piece; -1: the node does not move it. */
static int32_t shown_joint(const vrm_Drawable* drawable, const vrmi_Piece* piece) {
    const vrm_FrameDef* frame = &drawable->renderer->frame;
    if (frame->mode != VRM_RENDER_WEIGHTS || frame->mode_node < 0) return -1;
    if (!piece->is_skinned) return drawable->parts[piece->part].node == frame->mode_node ? 0 : -1;
    vrm_RigSkin skin = vrm_rig_skin(drawable->rig, piece->skin);
    for (int32_t i = 0; i < skin.joint_count; i++)
        if (skin.joints[i] == frame->mode_node) return i;
    return -1;
}

/* u_draw of vertex.glsl. */
static void fill_places(const vrmi_Item* item, const vrmi_Piece* piece,
                        const vrmi_Geometry* geometry, const vrmi_Material* material,
                        int32_t* out) {
    const vrm_Drawable* drawable = item->drawable;
    out[0] = item->block;
    out[1] = drawable->block_texels;
    out[2] = piece->palette;
    out[3] = piece->joint_count - 1;
    out[4] = piece->morph_list >= 0 ? drawable->morph_lists[piece->morph_list].texel : -1;
    out[5] = geometry->has_morph_normals ? 2 : 1;
    out[6] = !item->is_outline ? 0 : material->is_screen_outline ? 2 : 1;
    out[7] = shown_joint(drawable, piece);
}

static vrm_Result draw_item(State* state, const vrmi_Item* item) {
    vrm_Renderer* renderer = state->renderer;
    const vrmi_Gl* gl = vrmi_gl(state->renderer);
    const vrm_Drawable* drawable = item->drawable;
    const vrmi_Piece* piece = &drawable->pieces[item->piece];
    const vrmi_Shape* shape = &drawable->shapes[piece->shape];
    const vrmi_Geometry* geometry = &drawable->geometries[shape->geometry];
    vrmi_Range range = item->is_first_person ? piece->first_person : shape->indices;
    if (range.count == 0) return VRM_OK;

    vrmi_Material material = drawable->materials[shape->material];
    int32_t value_count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(drawable->rig, &value_count);
    for (int32_t i = 0; i < material.value_count && item->values >= 0; i++)
        vrmi_material_apply(&material, &values[material.first_value + i],
                            renderer->queue.values[item->values + i]);
    vrmi_material_animate(&material, renderer->frame.time_s);

    vrmi_Features features = features_of(geometry, &material);
    if (renderer->frame.mode != VRM_RENDER_LIT) features |= VRMI_HAS(INSPECT);
    vrmi_Program* program = vrmi_program_get(renderer, features);
    if (program == NULL) return VRM_ERR_MEMORY;
    if (program->id == 0) return VRM_ERR_UNSUPPORTED;
    if (changes(state, &state->program, (int)program->id)) gl->UseProgram(program->id);
    if (program->frame_serial != renderer->frame_serial) {
        gl->Uniform4fv(program->u_frame, VRMI_FRAME_VECTORS, state->frame[0]);
        program->frame_serial = renderer->frame_serial;
    }
    gl->Uniform4fv(program->u_material, VRMI_MATERIAL_VECTORS, material.vectors[0]);
    if (program->features & VRMI_HAS(UV_TRANSFORM))
        gl->Uniform4fv(program->u_uv, VRMI_UV_VECTORS, material.uv[0]);
    int32_t places[8];
    fill_places(item, piece, geometry, &material, places);
    gl->Uniform4iv(program->u_draw, 2, places);

    set_state(state, item, &material);
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++)
        if (program->features & vrmi_texture_feature((vrm_TextureSlot)slot))
            bind_texture(state, slot, material.bound[slot].texture, material.bound[slot].sampler);
    if (piece->morph_list >= 0) bind_texture(state, VRMI_UNIT_MORPHS, geometry->morph_texture, 0);
    if (changes(state, &state->vertex_array, (int)geometry->vertex_array))
        gl->BindVertexArray(geometry->vertex_array);
    gl->DrawElementsInstanced(GL_TRIANGLES, (int32_t)range.count, GL_UNSIGNED_INT,
                              (const void*)(uintptr_t)((size_t)range.first * 4), item->count);
    renderer->stats.draw_calls++;
    renderer->stats.triangles += (uint64_t)(range.count / 3) * (uint64_t)item->count;
    return VRM_OK;
}

vrm_Result vrmi_draw_queue(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    vrmi_Queue* queue = &renderer->queue;
    if (queue->count > 0) qsort(queue->items, queue->count, sizeof *queue->items, vrmi_item_order);
    vrm_Result result = upload_data(renderer);
    if (result != VRM_OK) return result;
    State state = {.renderer = renderer,
                   .blends = -1,
                   .writes_depth = -1,
                   .cull = -1,
                   .front = -1,
                   .offsets = -1};
    fill_frame(&renderer->frame, state.frame);
    memset(state.units, 0xFF, sizeof state.units); /* no such texture */
    gl->Enable(GL_DEPTH_TEST);
    gl->DepthFunc(GL_LEQUAL);
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->PolygonOffset(1.0f, 1.0f);
    /* Constant values for joints and weights of a mesh without a skin. */
    gl->VertexAttribI4ui(VRMI_AT_JOINTS, 0, 0, 0, 0);
    gl->VertexAttrib4f(VRMI_AT_WEIGHTS, 1.0f, 0.0f, 0.0f, 0.0f);
    bind_texture(&state, VRMI_UNIT_DATA, renderer->data.texture, 0);
    for (size_t i = 0; i < queue->count && result == VRM_OK; i++)
        result = draw_item(&state, &queue->items[i]);
    gl->BindVertexArray(0);
    gl->DepthMask(1);
    gl->FrontFace(GL_CCW);
    gl->Disable(GL_POLYGON_OFFSET_FILL);
    gl->Disable(GL_CULL_FACE);
    /* Later code, the host's included, binds textures without samplers. */
    for (uint32_t unit = 0; unit < VRMI_UNIT_COUNT; unit++) gl->BindSampler(unit, 0);
    return result;
}
