/* SPDX-License-Identifier: MIT */
/* Vertices from accessors to one interleaved buffer for each geometry. Missing and invalid values
 * are replaced here, so that the shaders need no checks. */
#include "vertices.h"

#include "morphs.h"
#include "renderer.h"
#include "vertex_arrays.h"
#include "vrm/mesh.h"

#include <math.h>
#include <string.h>

#define MAX_COORDINATE 1e6f /* as the rig has it */
#define MAX_JOINT_SETS 8

/* ---- Reading ---- */

typedef struct Reader {
    vrmi_Upload* upload;
    vrmi_Geometry* geometry;
    const vrm_Primitive* primitive;
    vrmi_Vertices vertices;
} Reader;

/* What an attribute is in a file. Of joints and weights there may be more sets. */
static const struct {
    uint8_t semantic, set, type;
    char path[sizeof "/attributes/TEXCOORD_0"];
} in_file[] = {
    [VRMI_AT_POSITION] = {VRM_SEMANTIC_POSITION, 0, VRM_ACCESSOR_VEC3, "/attributes/POSITION"},
    [VRMI_AT_NORMAL] = {VRM_SEMANTIC_NORMAL, 0, VRM_ACCESSOR_VEC3, "/attributes/NORMAL"},
    [VRMI_AT_UV0] = {VRM_SEMANTIC_TEXCOORD, 0, VRM_ACCESSOR_VEC2, "/attributes/TEXCOORD_0"},
    [VRMI_AT_UV1] = {VRM_SEMANTIC_TEXCOORD, 1, VRM_ACCESSOR_VEC2, "/attributes/TEXCOORD_1"},
    [VRMI_AT_TANGENT] = {VRM_SEMANTIC_TANGENT, 0, VRM_ACCESSOR_VEC4, "/attributes/TANGENT"},
    [VRMI_AT_COLOR] = {VRM_SEMANTIC_COLOR, 0, VRM_ACCESSOR_VEC4, "/attributes/COLOR_0"},
    [VRMI_AT_JOINTS] = {VRM_SEMANTIC_JOINTS, 0, VRM_ACCESSOR_VEC4, "/attributes/JOINTS_0"},
    [VRMI_AT_WEIGHTS] = {VRM_SEMANTIC_WEIGHTS, 0, VRM_ACCESSOR_VEC4, "/attributes/WEIGHTS_0"},
};

static void complain(const Reader* reader, const char* code, int attribute) {
    vrmi_upload_report(reader->upload, code,
                       vrmi_primitive_pointer(reader->upload, reader->geometry->mesh,
                                              reader->geometry->primitive, in_file[attribute].path),
                       NULL);
}

static int32_t find_attribute(const Reader* reader, int attribute, int32_t set) {
    return vrm_primitive_attribute(reader->primitive, (vrm_Semantic)in_file[attribute].semantic,
                                   set);
}

/* An attribute with one element for each vertex; *out stays NULL when it is absent or broken. */
static vrm_Result read_floats(Reader* reader, int attribute, int32_t set, vrm_AccessorType type,
                              void** out) {
    const vrm_Gltf* gltf = reader->upload->gltf;
    int32_t index = find_attribute(reader, attribute, set);
    if (index < 0) return VRM_OK;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    size_t components = (size_t)vrm_accessor_components(type), count = reader->vertices.count;
    float* floats = vrmi_take(&reader->upload->def.allocator, count, components * sizeof *floats);
    if (floats == NULL) return VRM_ERR_MEMORY;
    if (accessor->type == type && accessor->count == count &&
        vrm_accessor_read_floats(gltf, index, floats, count * components) == VRM_OK) {
        *out = floats;
        return VRM_OK;
    }
    vrmi_give(&reader->upload->def.allocator, floats, count, components * sizeof *floats);
    complain(reader, "RENDER_ATTRIBUTE_BROKEN", attribute);
    return VRM_OK;
}

static vrm_Result read_attribute(Reader* reader, int attribute) {
    return read_floats(reader, attribute, in_file[attribute].set,
                       (vrm_AccessorType)in_file[attribute].type,
                       &reader->vertices.arrays[attribute]);
}

/* COLOR_0 may lack alpha. */
static vrm_Result read_colors(Reader* reader) {
    int32_t index = find_attribute(reader, VRMI_AT_COLOR, 0);
    if (index < 0) return VRM_OK;
    if (reader->upload->gltf->accessors[index].type != VRM_ACCESSOR_VEC3)
        return read_attribute(reader, VRMI_AT_COLOR);
    const vrm_Allocator* allocator = &reader->upload->def.allocator;
    size_t count = reader->vertices.count;
    void* rgb = NULL;
    vrm_Result result = read_floats(reader, VRMI_AT_COLOR, 0, VRM_ACCESSOR_VEC3, &rgb);
    if (rgb == NULL) return result;
    float* rgba = vrmi_take(allocator, count, 16);
    for (size_t i = 0; rgba != NULL && i < count; i++) {
        memcpy(rgba + i * 4, (const float*)rgb + i * 3, 12);
        rgba[i * 4 + 3] = 1.0f;
    }
    vrmi_give(allocator, rgb, count, 12);
    reader->vertices.colors = rgba;
    return rgba == NULL ? VRM_ERR_MEMORY : VRM_OK;
}

/* ---- Positions ---- */

static bool is_float_at(const vrm_Gltf* gltf, const vrm_Accessor* accessor) {
    return accessor->component_type == VRM_COMPONENT_FLOAT && accessor->buffer_view >= 0 &&
           gltf->buffer_views[accessor->buffer_view].data != NULL;
}

/* Reading replaces values that are not finite by 0, a vertex at the origin. So this checks the
 * bytes: an exponent of all ones is an infinity or NaN. */
static bool is_finite_in_file(const vrm_Gltf* gltf, const vrm_Accessor* accessor, uint64_t vertex) {
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    uint64_t stride = view->byte_stride == 0 ? 12 : view->byte_stride;
    const uint8_t* at = view->data + accessor->byte_offset + vertex * stride;
    return (at[3] & 0x7F) * 2 + (at[2] >> 7) != 0xFF && (at[7] & 0x7F) * 2 + (at[6] >> 7) != 0xFF &&
           (at[11] & 0x7F) * 2 + (at[10] >> 7) != 0xFF;
}

/* Removes the triangles with a vertex that has no valid position from every shape. */
static void drop_triangles(const Reader* reader, const vrm_Accessor* accessor) {
    const vrm_Gltf* gltf = reader->upload->gltf;
    vrm_Drawable* drawable = reader->upload->drawable;
    for (int32_t s = reader->geometry->first_shape; s >= 0; s = drawable->shapes[s].next) {
        vrmi_Range* range = &drawable->shapes[s].indices;
        uint32_t* indices = reader->upload->indices + range->first;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < range->count; i += 3) {
            bool is_good = true;
            for (uint32_t c = 0; c < 3; c++)
                is_good = is_good && is_finite_in_file(gltf, accessor, indices[i + c]);
            if (!is_good) continue;
            memmove(indices + kept, indices + i, 3 * sizeof *indices);
            kept += 3;
        }
        range->count = kept;
    }
}

static vrm_Result read_positions(Reader* reader) {
    vrm_Result result = read_attribute(reader, VRMI_AT_POSITION);
    if (result != VRM_OK) return result;
    float* positions = reader->vertices.positions;
    if (positions == NULL) {
        vrmi_upload_report(reader->upload, "RENDER_VERTICES_MISSING",
                           vrmi_primitive_pointer(reader->upload, reader->geometry->mesh,
                                                  reader->geometry->primitive, ""),
                           NULL);
        return VRM_OK;
    }
    size_t count = reader->vertices.count;
    for (size_t i = 0; i < count * 3; i++)
        positions[i] = fmaxf(fminf(positions[i], MAX_COORDINATE), -MAX_COORDINATE);
    int32_t index = find_attribute(reader, VRMI_AT_POSITION, 0);
    const vrm_Accessor* accessor = &reader->upload->gltf->accessors[index];
    if (!is_float_at(reader->upload->gltf, accessor)) return VRM_OK;
    for (size_t i = 0; i < count; i++) {
        if (is_finite_in_file(reader->upload->gltf, accessor, i)) continue;
        complain(reader, "RENDER_VERTEX_NOT_FINITE", VRMI_AT_POSITION);
        drop_triangles(reader, accessor);
        break;
    }
    return VRM_OK;
}

/* ---- Normals ---- */

/* Sums the triangles' normals around each vertex, weighted by area. */
static void add_triangle_normals(const Reader* reader, float* sums) {
    const vrm_Drawable* drawable = reader->upload->drawable;
    const float* positions = reader->vertices.positions;
    for (int32_t s = reader->geometry->first_shape; s >= 0; s = drawable->shapes[s].next) {
        vrmi_Range range = drawable->shapes[s].indices;
        const uint32_t* indices = reader->upload->indices + range.first;
        for (uint32_t i = 0; i < range.count; i += 3) {
            const float *a = positions + indices[i] * (size_t)3,
                        *b = positions + indices[i + 1] * (size_t)3,
                        *c = positions + indices[i + 2] * (size_t)3;
            float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
            float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
            float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                          u[0] * v[1] - u[1] * v[0]};
            for (uint32_t corner = 0; corner < 3; corner++)
                for (size_t k = 0; k < 3; k++) sums[indices[i + corner] * (size_t)3 + k] += n[k];
        }
    }
}

static bool make_unit(float* v) {
    float size = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(size > 1e-30f) || !isfinite(size)) return false;
    float scale = 1.0f / sqrtf(size);
    for (int k = 0; k < 3; k++) v[k] *= scale;
    return true;
}

/* Unit normals for all vertices, from the triangles where the file has none. */
static vrm_Result complete_normals(Reader* reader) {
    const vrm_Allocator* allocator = &reader->upload->def.allocator;
    size_t count = reader->vertices.count, broken = 0;
    float* normals = reader->vertices.normals;
    reader->geometry->has_normals = normals != NULL;
    for (size_t i = 0; normals != NULL && i < count; i++)
        if (!make_unit(normals + i * 3)) {
            memset(normals + i * 3, 0, 12);
            broken++;
        }
    if (normals != NULL && broken == 0) return VRM_OK;
    float* sums = vrmi_take(allocator, count, 12);
    if (sums == NULL) return VRM_ERR_MEMORY;
    add_triangle_normals(reader, sums);
    for (size_t i = 0; i < count; i++)
        if (!make_unit(sums + i * 3)) memcpy(sums + i * 3, (float[]){0.0f, 1.0f, 0.0f}, 12);
    if (normals == NULL) {
        reader->vertices.normals = sums;
        return VRM_OK;
    }
    complain(reader, "RENDER_NORMAL_BROKEN", VRMI_AT_NORMAL);
    for (size_t i = 0; i < count; i++)
        if (normals[i * 3] == 0.0f && normals[i * 3 + 1] == 0.0f && normals[i * 3 + 2] == 0.0f)
            memcpy(normals + i * 3, sums + i * 3, 12);
    vrmi_give(allocator, sums, count, 12);
    return VRM_OK;
}

/* ---- Joints ---- */

/* Keeps the four influences with the greatest weights, in descending order. */
static void add_influence(uint16_t* joints, float* weights, uint32_t joint, float weight) {
    if (!(weight > weights[3])) return;
    int at = 3;
    for (; at > 0 && weight > weights[at - 1]; at--) {
        joints[at] = joints[at - 1];
        weights[at] = weights[at - 1];
    }
    joints[at] = (uint16_t)(joint > UINT16_MAX ? UINT16_MAX : joint);
    weights[at] = weight;
}

/* One set of four influences for each vertex; false when the primitive has no such set. */
static vrm_Result read_joint_set(Reader* reader, int32_t set, uint32_t* scratch,
                                 bool* out_is_there) {
    const vrm_Gltf* gltf = reader->upload->gltf;
    size_t count = reader->vertices.count;
    *out_is_there = false;
    int32_t index = find_attribute(reader, VRMI_AT_JOINTS, set);
    if (index < 0) return VRM_OK;
    void* read = NULL;
    vrm_Result result = read_floats(reader, VRMI_AT_WEIGHTS, set, VRM_ACCESSOR_VEC4, &read);
    float* weights = read;
    if (weights == NULL) return result;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    if (accessor->type == VRM_ACCESSOR_VEC4 && accessor->count == count &&
        vrm_accessor_read_u32(gltf, index, scratch, count * 4) == VRM_OK) {
        *out_is_there = true;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < 4; k++)
                add_influence(reader->vertices.joints + i * 4, reader->vertices.weights + i * 4,
                              scratch[i * 4 + k], weights[i * 4 + k]);
    } else {
        complain(reader, "RENDER_ATTRIBUTE_BROKEN", VRMI_AT_JOINTS);
    }
    vrmi_give(&reader->upload->def.allocator, weights, count, 16);
    return VRM_OK;
}

/* glTF requires weights that sum to 1; a vertex without any is bound to the first joint. */
static void complete_weights(vrmi_Vertices* vertices, uint32_t* out_max_joint) {
    for (size_t i = 0; i < vertices->count; i++) {
        float* weights = vertices->weights + i * 4;
        uint16_t* joints = vertices->joints + i * 4;
        double sum = 0.0; /* of floats: always finite */
        for (int k = 0; k < 4; k++) sum += (double)weights[k];
        for (int k = 0; k < 4; k++) {
            if (sum > 0.0)
                weights[k] = (float)((double)weights[k] / sum);
            else
                weights[k] = k == 0 ? 1.0f : 0.0f;
            if (weights[k] == 0.0f) joints[k] = 0;
            if (joints[k] > *out_max_joint) *out_max_joint = joints[k];
        }
    }
}

static vrm_Result read_joints(Reader* reader) {
    const vrm_Allocator* allocator = &reader->upload->def.allocator;
    size_t count = reader->vertices.count;
    if (find_attribute(reader, VRMI_AT_JOINTS, 0) < 0) return VRM_OK;
    uint32_t* scratch = vrmi_take(allocator, count, 16);
    reader->vertices.joints = vrmi_take(allocator, count, 8);
    reader->vertices.weights = vrmi_take(allocator, count, 16);
    vrm_Result result = VRM_ERR_MEMORY;
    if (scratch != NULL && reader->vertices.joints != NULL && reader->vertices.weights != NULL) {
        bool is_there = true;
        result = VRM_OK;
        for (int32_t set = 0; set < MAX_JOINT_SETS && is_there && result == VRM_OK; set++) {
            result = read_joint_set(reader, set, scratch, &is_there);
            if (is_there) reader->geometry->has_joints = true;
        }
        complete_weights(&reader->vertices, &reader->geometry->max_joint);
    }
    vrmi_give(allocator, scratch, count, 16);
    return result;
}

/* ---- The buffer ---- */

static uint16_t to_unit16(float value) {
    return (uint16_t)(fminf(fmaxf(value, 0.0f), 1.0f) * 65535.0f + 0.5f);
}

/* The first and greatest weight absorbs the rounding error: a sum other than 1 would pull the
 * vertex towards the origin of the world, the more the farther away the avatar is. */
static void pack_weights(const float* weights, uint16_t* packed) {
    uint32_t rest = 65535;
    for (int k = 1; k < 4; k++) {
        packed[k] = to_unit16(weights[k]);
        rest -= packed[k];
    }
    packed[0] = (uint16_t)rest;
}

/* What an attribute is in the buffer. */
static const struct {
    uint16_t type;
    uint8_t size, bytes;
    bool is_normalized, is_integer;
} attributes[] = {
    [VRMI_AT_POSITION] = {GL_FLOAT, 3, 12, false, false},
    [VRMI_AT_NORMAL] = {GL_FLOAT, 3, 12, false, false},
    [VRMI_AT_UV0] = {GL_FLOAT, 2, 8, false, false},
    [VRMI_AT_UV1] = {GL_FLOAT, 2, 8, false, false},
    [VRMI_AT_TANGENT] = {GL_FLOAT, 4, 16, false, false},
    [VRMI_AT_COLOR] = {GL_UNSIGNED_SHORT, 4, 8, true, false},
    [VRMI_AT_JOINTS] = {GL_UNSIGNED_SHORT, 4, 8, false, true},
    [VRMI_AT_WEIGHTS] = {GL_UNSIGNED_SHORT, 4, 8, true, false},
    [VRMI_AT_SOURCE] = {GL_UNSIGNED_INT, 1, 4, false, true},
};

/* Attributes one behind the other; one that the vertices lack takes no bytes. */
typedef struct Layout {
    size_t stride, at[VRMI_AT_COUNT];
    bool has[VRMI_AT_COUNT];
} Layout;

static Layout layout_of(const vrmi_Vertices* v) {
    Layout layout = {.stride = 0};
    for (int i = 0; i < VRMI_AT_COUNT; i++) {
        layout.at[i] = layout.stride;
        layout.has[i] = v->arrays[i] != NULL || i == VRMI_AT_SOURCE;
        if (layout.has[i]) layout.stride += attributes[i].bytes;
    }
    return layout;
}

static void interleave(const vrmi_Vertices* v, const Layout* layout, uint8_t* out) {
    for (uint32_t i = 0; i < v->count; i++, out += layout->stride) {
        memcpy(out, v->positions + i * (size_t)3, 12);
        memcpy(out + 12, v->normals + i * (size_t)3, 12);
        for (int set = 0; set < 2; set++)
            if (v->uv[set] != NULL)
                memcpy(out + layout->at[VRMI_AT_UV0 + set], v->uv[set] + i * (size_t)2, 8);
        if (v->tangents != NULL)
            memcpy(out + layout->at[VRMI_AT_TANGENT], v->tangents + i * (size_t)4, 16);
        uint16_t packed[4];
        if (v->colors != NULL) {
            for (size_t k = 0; k < 4; k++) packed[k] = to_unit16(v->colors[i * (size_t)4 + k]);
            memcpy(out + layout->at[VRMI_AT_COLOR], packed, sizeof packed);
        }
        if (v->joints != NULL) {
            memcpy(out + layout->at[VRMI_AT_JOINTS], v->joints + i * (size_t)4, 8);
            pack_weights(v->weights + i * (size_t)4, packed);
            memcpy(out + layout->at[VRMI_AT_WEIGHTS], packed, sizeof packed);
        }
        uint32_t source = v->sources == NULL ? i : v->sources[i];
        memcpy(out + layout->at[VRMI_AT_SOURCE], &source, sizeof source);
    }
}

static const void* offset(size_t bytes) {
    return (const void*)(uintptr_t)bytes;
}

static void point_attributes(const vrmi_Gl* gl, const Layout* layout) {
    int32_t stride = (int32_t)layout->stride;
    for (uint32_t i = 0; i < VRMI_AT_COUNT; i++) {
        if (!layout->has[i]) continue;
        gl->EnableVertexAttribArray(i);
        if (attributes[i].is_integer)
            gl->VertexAttribIPointer(i, attributes[i].size, attributes[i].type, stride,
                                     offset(layout->at[i]));
        else
            gl->VertexAttribPointer(i, attributes[i].size, attributes[i].type,
                                    attributes[i].is_normalized, stride, offset(layout->at[i]));
    }
}

static vrm_Result upload_buffer(Reader* reader) {
    vrm_Drawable* drawable = reader->upload->drawable;
    vrmi_Geometry* geometry = reader->geometry;
    const vrmi_Gl* gl = vrmi_gl(drawable->renderer);
    Layout layout = layout_of(&reader->vertices);
    size_t count = reader->vertices.count;
    uint8_t* bytes = vrmi_take(&reader->upload->def.allocator, count, layout.stride);
    if (bytes == NULL) return VRM_ERR_MEMORY;
    interleave(&reader->vertices, &layout, bytes);
    gl->GenVertexArrays(1, &geometry->vertex_array);
    gl->BindVertexArray(geometry->vertex_array);
    gl->GenBuffers(1, &geometry->vertex_buffer);
    gl->BindBuffer(GL_ARRAY_BUFFER, geometry->vertex_buffer);
    gl->BufferData(GL_ARRAY_BUFFER, (ptrdiff_t)(count * layout.stride), bytes, GL_STATIC_DRAW);
    point_attributes(gl, &layout);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, drawable->index_buffer);
    gl->BindVertexArray(0);
    geometry->vertex_bytes = count * layout.stride;
    drawable->renderer->stats.buffers++;
    drawable->renderer->stats.gpu_bytes += (int64_t)geometry->vertex_bytes;
    vrmi_give(&reader->upload->def.allocator, bytes, count, layout.stride);
    return VRM_OK;
}

/* ---- One geometry ---- */

/* Whether a material of the shapes uses the tangents or the colours of vertices. */
static void learn_wishes(const Reader* reader, bool* out_tangents, bool* out_colors, int* out_set) {
    const vrm_Drawable* drawable = reader->upload->drawable;
    for (int32_t s = reader->geometry->first_shape; s >= 0; s = drawable->shapes[s].next) {
        const vrmi_Material* material = &drawable->materials[drawable->shapes[s].material];
        if (!material->ignores_colors) *out_colors = true;
        if (!(material->features & VRMI_HAS(NORMAL_TEXTURE))) continue;
        *out_tangents = true;
        *out_set = material->uv[VRM_TEXTURE_NORMAL * 2 + 1][2] > 0.5f ? 1 : 0;
    }
}

static vrm_Result take_tangents(Reader* reader, const vrm_Tangents* made) {
    const vrm_Allocator* allocator = &reader->upload->def.allocator;
    vrmi_Vertices* v = &reader->vertices;
    uint32_t before = v->count;
    bool is_split = made->vertex_count > before;
    v->tangents = vrmi_take(allocator, v->capacity, 16);
    if (is_split) v->sources = vrmi_take(allocator, v->capacity, sizeof *v->sources);
    if (v->tangents == NULL || (is_split && v->sources == NULL)) return VRM_ERR_MEMORY;
    if (made->vertex_count > v->capacity && !vrmi_vertices_grow(allocator, v, made->vertex_count))
        return VRM_ERR_MEMORY;
    v->count = made->vertex_count;
    memcpy(v->tangents, made->tangents, v->count * (size_t)16);
    if (!is_split) return VRM_OK;
    memcpy(v->sources, made->sources, v->count * sizeof *v->sources);
    vrmi_vertices_copy_splits(v, before);
    return VRM_OK;
}

/* The triangles of all shapes that share the vertices, one after the other: a boundary between two
 * materials is not a seam of the surface. Returns how many corners they have; copies them to
 * `corners`, or back from there. */
typedef enum Direction { COUNT_CORNERS, COLLECT_CORNERS, SPREAD_CORNERS } Direction;

static size_t copy_corners(const Reader* reader, uint32_t* corners, Direction direction) {
    const vrm_Drawable* drawable = reader->upload->drawable;
    size_t at = 0;
    for (int32_t s = reader->geometry->first_shape; s >= 0; s = drawable->shapes[s].next) {
        vrmi_Range range = drawable->shapes[s].indices;
        uint32_t* indices = reader->upload->indices + range.first;
        size_t bytes = range.count * sizeof *indices;
        if (direction == COLLECT_CORNERS) memcpy(corners + at, indices, bytes);
        if (direction == SPREAD_CORNERS) memcpy(indices, corners + at, bytes);
        at += range.count;
    }
    return at;
}

/* Makes tangents, or those of the file usable. */
static vrm_Result complete_tangents(Reader* reader, int set) {
    const vrm_Allocator* allocator = &reader->upload->def.allocator;
    size_t count = copy_corners(reader, NULL, COUNT_CORNERS);
    uint32_t made_count, *corners = vrmi_take(allocator, count, sizeof *corners);
    if (corners == NULL) return VRM_ERR_MEMORY;
    copy_corners(reader, corners, COLLECT_CORNERS);
    vrm_TangentInput input = {.positions = reader->vertices.positions,
                              .normals = reader->vertices.normals,
                              .uvs = reader->vertices.uv[set],
                              .vertex_count = reader->vertices.count,
                              .indices = corners,
                              .index_count = count};
    vrm_Result result;
    if (reader->vertices.tangents != NULL) {
        result = vrm_tangents_complete(&input, allocator, reader->vertices.tangents, &made_count);
        if (made_count > 0) complain(reader, "RENDER_TANGENT_BROKEN", VRMI_AT_TANGENT);
    } else {
        vrm_Tangents made;
        result = vrm_tangents_make(&input, allocator, &made);
        if (result == VRM_OK) result = take_tangents(reader, &made);
        if (result == VRM_OK) copy_corners(reader, corners, SPREAD_CORNERS);
        vrm_tangents_release(&made);
    }
    vrmi_give(allocator, corners, count, sizeof *corners);
    if (result != VRM_ERR_ARGUMENT) return result;
    /* Too many corners: without tangents. */
    vrmi_give(allocator, reader->vertices.tangents, reader->vertices.capacity, 16);
    reader->vertices.tangents = NULL;
    return VRM_OK;
}

static vrm_Result read_vertices(Reader* reader) {
    vrmi_Vertices* vertices = &reader->vertices;
    bool wants_tangents = false, wants_colors = false;
    int set = 0;
    learn_wishes(reader, &wants_tangents, &wants_colors, &set);
    vrm_Result result = read_positions(reader);
    if (result != VRM_OK || vertices->positions == NULL) return result;
    result = read_attribute(reader, VRMI_AT_NORMAL);
    if (result == VRM_OK) result = complete_normals(reader);
    if (result == VRM_OK) result = read_attribute(reader, VRMI_AT_UV0);
    if (result == VRM_OK) result = read_attribute(reader, VRMI_AT_UV1);
    if (result == VRM_OK && wants_colors) result = read_colors(reader);
    if (result == VRM_OK) result = read_joints(reader);
    if (result != VRM_OK || !wants_tangents || !reader->geometry->has_normals) return result;
    result = read_attribute(reader, VRMI_AT_TANGENT);
    reader->geometry->has_file_tangents = vertices->tangents != NULL;
    if (result == VRM_OK && (vertices->tangents != NULL || vertices->uv[set] != NULL))
        result = complete_tangents(reader, set);
    return result;
}

static uint16_t heaviest_joint(const vrmi_Vertices* vertices, uint32_t vertex) {
    const float* weights = vertices->weights + (size_t)vertex * 4;
    int best = 0;
    for (int k = 1; k < 4; k++)
        if (weights[k] > weights[best]) best = k;
    return vertices->joints[(size_t)vertex * 4 + (size_t)best];
}

/* The joint that holds more than half of a shape's corners where there is one, else one that holds
 * some: the majority vote of Boyer and Moore, which needs no memory for the joints. */
static void find_main_joints(const Reader* reader) {
    vrm_Drawable* drawable = reader->upload->drawable;
    for (int32_t s = reader->geometry->first_shape; s >= 0; s = drawable->shapes[s].next) {
        vrmi_Shape* shape = &drawable->shapes[s];
        const uint32_t* corners = reader->upload->indices + shape->indices.first;
        uint32_t lead = 0;
        for (uint32_t i = 0; i < shape->indices.count; i++) {
            uint16_t joint = heaviest_joint(&reader->vertices, corners[i]);
            if (lead == 0) shape->main_joint = joint;
            lead = joint == shape->main_joint ? lead + 1 : lead - 1;
        }
    }
}

static vrm_Result upload_geometry(vrmi_Upload* upload, vrmi_Geometry* geometry) {
    Reader reader = {.upload = upload, .geometry = geometry};
    reader.primitive = &upload->gltf->meshes[geometry->mesh].primitives[geometry->primitive];
    int32_t index = find_attribute(&reader, VRMI_AT_POSITION, 0);
    uint64_t count = upload->gltf->accessors[index].count;
    const char* pointer = vrmi_primitive_pointer(upload, geometry->mesh, geometry->primitive, "");
    uint64_t bytes = count > UINT32_MAX / 256 ? UINT64_MAX : count * 96;
    if (!vrmi_upload_spend_geometry(upload, bytes, pointer)) return VRM_OK;
    reader.vertices.count = reader.vertices.capacity = (uint32_t)count;
    vrm_Result result = read_vertices(&reader);
    vrmi_Vertices* vertices = &reader.vertices;
    if (result == VRM_OK && vertices->positions != NULL) {
        geometry->vertex_count = vertices->count;
        geometry->source_count = (uint32_t)count;
        geometry->has_uv[0] = vertices->uv[0] != NULL;
        geometry->has_uv[1] = vertices->uv[1] != NULL;
        geometry->has_tangents = vertices->tangents != NULL;
        geometry->has_colors = vertices->colors != NULL;
        if (geometry->has_joints) {
            find_main_joints(&reader);
        } else {
            vrmi_give(&upload->def.allocator, vertices->joints, vertices->capacity, 8);
            vrmi_give(&upload->def.allocator, vertices->weights, vertices->capacity, 16);
            vertices->joints = NULL;
            vertices->weights = NULL;
        }
        result = vrmi_upload_morphs(upload, geometry);
        if (result == VRM_OK) result = upload_buffer(&reader);
    }
    geometry->sources = vertices->sources;
    geometry->source_capacity = vertices->capacity;
    vertices->sources = NULL;
    vrmi_vertices_release(&upload->def.allocator, vertices);
    return result;
}

vrm_Result vrmi_upload_vertices(vrmi_Upload* upload) {
    vrm_Drawable* drawable = upload->drawable;
    const vrmi_Gl* gl = vrmi_gl(drawable->renderer);
    gl->GenBuffers(1, &drawable->index_buffer);
    vrm_Result result = VRM_OK;
    for (size_t i = 0; i < drawable->geometry_count && result == VRM_OK; i++)
        result = upload_geometry(upload, &drawable->geometries[i]);
    return result;
}
