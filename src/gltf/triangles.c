/* SPDX-License-Identifier: MIT */
/* A primitive to triangles that are safe to draw:
 *
 *   indices       spread to a list, each proven to be a vertex
 *   attributes    read at the file's vertices; what is broken counts as missing
 *   flat normals  where the file has none: corners get vertices of their own
 *   tangents      those of the file are completed; where they are wanted and missing, they are
 *                 computed, which may split vertices once more
 *   gather        copies the other attributes to the split vertices, by `sources` */
#include "base/alloc.h"
#include "base/maths.h"
#include "gltf/elements.h"
#include "vrm/mesh.h"

#include <string.h>

#define MAX_COORDINATE 1e6f
#define MAX_JOINT_SETS 8

typedef struct Owned {
    vrm_Triangles shown; /* the first member: what the caller holds */
    vrmi_Arena arena;
    vrm_Allocator allocator;
} Owned;

typedef struct Work {
    const vrm_Gltf* gltf;
    const vrm_Primitive* primitive;
    vrm_TrianglesDef def;
    vrmi_Arena* arena;
    vrm_Result result;
    uint32_t file_count; /* vertices of the file */
    uint32_t count;      /* vertices so far */
    uint32_t* indices;
    uint32_t index_count;
    uint32_t* sources; /* by vertex: the file's vertex that it copies; NULL: nothing was split */
    float *positions, *normals, *tangents, *uvs[2], *colors, *weights;
    uint32_t* joints;
    int32_t influence_count;
} Work;

void vrm_triangles_def_init(vrm_TrianglesDef* def, size_t def_size) {
    vrm_TrianglesDef defaults = {.max_bytes = (uint64_t)1 << 30};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Indices ---- */

/* Returns VRM_OK and the number of vertices of a primitive. */
static vrm_Result count_vertices(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                 uint32_t* out_count) {
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    const vrm_Accessor* accessor = positions < 0 ? NULL : &gltf->accessors[positions];
    *out_count = 0;
    if (!vrmi_mode_has_triangles(primitive->mode)) return VRM_ERR_UNSUPPORTED;
    if (accessor == NULL || !accessor->is_readable || accessor->type != VRM_ACCESSOR_VEC3 ||
        accessor->count > UINT32_MAX / 16)
        return VRM_ERR_INVALID;
    *out_count = (uint32_t)accessor->count;
    return VRM_OK;
}

/* The indices of a primitive as the file has them. */
typedef struct IndexList {
    uint32_t mode; /* of the primitive */
    uint32_t* indices;
    size_t count;
    uint32_t vertex_count; /* valid indices are below it */
} IndexList;

/* Writes the triangles whose corners are all valid vertices, three indices each, to `out`; other
 * triangles are counted as dropped. `out` NULL: only counts. Returns false when `capacity` indices
 * are too few. */
static bool spread(const IndexList* list, uint32_t* out, size_t capacity, size_t* out_count,
                   size_t* out_dropped) {
    size_t triangles = vrmi_element_count(list->mode, list->count), used = 0;
    *out_dropped = 0;
    for (size_t t = 0; t < triangles; t++) {
        size_t corners[3];
        (void)vrmi_element_corners(list->mode, t, list->count, corners);
        bool is_sound = true;
        for (int c = 0; c < 3; c++)
            is_sound = is_sound && list->indices[corners[c]] < list->vertex_count;
        if (!is_sound) {
            ++*out_dropped;
            continue;
        }
        if (out != NULL && capacity - used < 3) return false;
        for (int c = 0; out != NULL && c < 3; c++)
            out[used + (size_t)c] = list->indices[corners[c]];
        used += 3;
    }
    *out_count = used;
    return true;
}

vrm_Result vrm_primitive_indices(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                 const vrm_Allocator* allocator, uint32_t* out_indices,
                                 size_t capacity, size_t* out_count, size_t* out_dropped) {
    IndexList list = {.mode = primitive->mode};
    size_t dropped = 0;
    *out_count = 0;
    if (out_dropped != NULL) *out_dropped = 0;
    vrm_Result result = count_vertices(gltf, primitive, &list.vertex_count);
    if (result != VRM_OK) return result;
    vrmi_Arena arena;
    vrmi_arena_init(&arena, allocator, 0);
    result = vrmi_read_indices_of(gltf, primitive, list.vertex_count, &arena, &list.indices,
                                  &list.count);
    if (result == VRM_OK && !spread(&list, out_indices, capacity, out_count, &dropped))
        result = VRM_ERR_ARGUMENT;
    vrmi_arena_release(&arena);
    if (result == VRM_OK && out_dropped != NULL) *out_dropped = dropped;
    return result;
}

/* ---- Attributes ---- */

static void* take(Work* work, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(work->arena, count + 1, size);
    if (memory == NULL) work->result = VRM_ERR_MEMORY;
    return memory;
}

/* Reads one element for each vertex of the file; NULL when the attribute is absent or broken. */
static float* read_floats(Work* work, vrm_Semantic semantic, int32_t set, vrm_AccessorType type) {
    int32_t index = vrm_primitive_attribute(work->primitive, semantic, set);
    if (index < 0 || work->result != VRM_OK) return NULL;
    const vrm_Accessor* accessor = &work->gltf->accessors[index];
    size_t width = (size_t)vrm_accessor_components(type), count = work->file_count;
    if (!accessor->is_readable || accessor->type != type || accessor->count != count) return NULL;
    float* floats = take(work, count, width * sizeof *floats);
    if (floats == NULL) return NULL;
    return vrm_accessor_read_floats(work->gltf, index, floats, count * width) == VRM_OK ? floats
                                                                                        : NULL;
}

static void read_positions(Work* work) {
    work->positions = read_floats(work, VRM_SEMANTIC_POSITION, 0, VRM_ACCESSOR_VEC3);
    if (work->positions == NULL && work->result == VRM_OK) work->result = VRM_ERR_INVALID;
    for (size_t i = 0; work->result == VRM_OK && i < 3 * (size_t)work->file_count; i++)
        work->positions[i] = vrmi_clamp(work->positions[i], -MAX_COORDINATE, MAX_COORDINATE);
}

static void read_colors(Work* work) {
    work->colors = read_floats(work, VRM_SEMANTIC_COLOR, 0, VRM_ACCESSOR_VEC4);
    const float* rgb =
        work->colors == NULL ? read_floats(work, VRM_SEMANTIC_COLOR, 0, VRM_ACCESSOR_VEC3) : NULL;
    if (rgb == NULL) return;
    work->colors = take(work, work->file_count, 4 * sizeof *work->colors);
    for (size_t i = 0; work->colors != NULL && i < work->file_count; i++) {
        memcpy(work->colors + 4 * i, rgb + 3 * i, 3 * sizeof *rgb);
        work->colors[4 * i + 3] = 1.0f;
    }
}

/* The number of sets that have both JOINTS_n and WEIGHTS_n, counted from n = 0 without a gap. */
static int32_t count_joint_sets(const Work* work) {
    int32_t sets = 0;
    while (sets < MAX_JOINT_SETS &&
           vrm_primitive_attribute(work->primitive, VRM_SEMANTIC_JOINTS, sets) >= 0 &&
           vrm_primitive_attribute(work->primitive, VRM_SEMANTIC_WEIGHTS, sets) >= 0)
        sets++;
    return sets;
}

static bool read_joint_set(Work* work, int32_t set, size_t first, size_t width, uint32_t* scratch) {
    int32_t index = vrm_primitive_attribute(work->primitive, VRM_SEMANTIC_JOINTS, set);
    const vrm_Accessor* accessor = &work->gltf->accessors[index];
    size_t count = work->file_count;
    const float* weights = read_floats(work, VRM_SEMANTIC_WEIGHTS, set, VRM_ACCESSOR_VEC4);
    if (weights == NULL || !accessor->is_readable || accessor->type != VRM_ACCESSOR_VEC4 ||
        accessor->count != count ||
        vrm_accessor_read_u32(work->gltf, index, scratch, 4 * count) != VRM_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++) {
            float weight = weights[4 * i + k];
            work->weights[i * width + first + k] = weight > 0.0f ? weight : 0.0f;
            work->joints[i * width + first + k] = scratch[4 * i + k];
        }
    return true;
}

/* Makes weights sum to 1; a vertex without any weight is bound to its first joint. */
static void complete_weights(const Work* work, size_t width, uint32_t* out_max_joint) {
    for (size_t i = 0; i < work->file_count; i++) {
        float* weights = work->weights + i * width;
        uint32_t* joints = work->joints + i * width;
        double sum = 0.0;
        for (size_t k = 0; k < width; k++) sum += (double)weights[k];
        if (sum <= 0.0) weights[0] = 1.0f;
        for (size_t k = 0; k < width; k++) {
            if (sum > 0.0) weights[k] = (float)((double)weights[k] / sum);
            if (weights[k] == 0.0f) joints[k] = 0;
            if (joints[k] > *out_max_joint) *out_max_joint = joints[k];
        }
    }
}

static void read_joints(Work* work, uint32_t* out_max_joint) {
    int32_t sets = count_joint_sets(work);
    size_t width = 4 * (size_t)sets, count = work->file_count;
    if (sets == 0 || work->result != VRM_OK) return;
    uint32_t* scratch = take(work, count, 4 * sizeof *scratch);
    work->joints = take(work, count, width * sizeof *work->joints);
    work->weights = take(work, count, width * sizeof *work->weights);
    if (scratch == NULL || work->joints == NULL || work->weights == NULL) return;
    bool has_any = false;
    for (int32_t set = 0; set < sets; set++)
        if (read_joint_set(work, set, 4 * (size_t)set, width, scratch)) has_any = true;
    if (!has_any || work->result != VRM_OK) return;
    work->influence_count = 4 * sets;
    complete_weights(work, width, out_max_joint);
}

/* ---- Normals ---- */

static vrm_Vec3 vec3_at(const float* array, uint32_t vertex) {
    const float* v = array + 3 * (size_t)vertex;
    return (vrm_Vec3){v[0], v[1], v[2]};
}

/* The normal, with twice the triangle's area as its length. */
static vrm_Vec3 face_normal(const Work* work, size_t corner) {
    vrm_Vec3 a = vec3_at(work->positions, work->indices[corner]);
    vrm_Vec3 b = vec3_at(work->positions, work->indices[corner + 1]);
    vrm_Vec3 c = vec3_at(work->positions, work->indices[corner + 2]);
    return vrmi_vec3_cross(vrmi_vec3_sub(b, a), vrmi_vec3_sub(c, a));
}

static bool make_unit(vrm_Vec3 v, float* out) {
    float size = vrmi_vec3_dot(v, v);
    if (!(size > 1e-30f) || !vrmi_is_finite(size)) return false;
    float scale = 1.0f / sqrtf(size);
    out[0] = v.x * scale;
    out[1] = v.y * scale;
    out[2] = v.z * scale;
    return true;
}

static const float up[3] = {0.0f, 1.0f, 0.0f};

/* Each triangle gets its own vertices: the file's vertex for the first triangle that uses it,
 * copies for the others. The positions are still those of the file. */
static void make_flat_normals(Work* work) {
    size_t most = (size_t)work->file_count + work->index_count;
    bool* is_taken = take(work, work->file_count, sizeof *is_taken);
    work->sources = take(work, most, sizeof *work->sources);
    work->normals = take(work, most, 3 * sizeof *work->normals);
    if (is_taken == NULL || work->sources == NULL || work->normals == NULL) return;
    for (uint32_t v = 0; v < work->file_count; v++) {
        work->sources[v] = v;
        memcpy(work->normals + 3 * (size_t)v, up, sizeof up);
    }
    for (uint32_t t = 0; t < work->index_count; t += 3) {
        float normal[3] = {0.0f, 1.0f, 0.0f};
        (void)make_unit(face_normal(work, t), normal);
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t source = work->indices[t + c], vertex = source;
            if (is_taken[source]) {
                vertex = work->count++;
                work->sources[vertex] = source;
            }
            is_taken[source] = true;
            memcpy(work->normals + 3 * (size_t)vertex, normal, sizeof normal);
            work->indices[t + c] = vertex; /* its position has been used */
        }
    }
}

/* Normalizes all normals; a normal that has no direction becomes the mean of the triangles around
 * its vertex, weighted by area. True when there was such a normal. */
static bool complete_normals(Work* work) {
    float* sums = NULL;
    for (uint32_t v = 0; v < work->file_count; v++) {
        float* normal = work->normals + 3 * (size_t)v;
        if (make_unit(vec3_at(work->normals, v), normal)) continue;
        if (sums == NULL) {
            sums = take(work, work->file_count, 3 * sizeof *sums);
            if (sums == NULL) return true;
            for (uint32_t i = 0; i < work->index_count; i++) {
                vrm_Vec3 face = face_normal(work, i - i % 3);
                float* sum = sums + 3 * (size_t)work->indices[i];
                sum[0] += face.x;
                sum[1] += face.y;
                sum[2] += face.z;
            }
        }
        if (!make_unit(vec3_at(sums, v), normal)) memcpy(normal, up, sizeof up);
    }
    return sums != NULL;
}

/* ---- Split vertices ---- */

/* Expands an array over the file's vertices (or over those before a split) by `sources`. */
static void* gather(Work* work, const void* array, const uint32_t* sources, size_t count,
                    size_t size) {
    if (array == NULL || work->result != VRM_OK) return NULL;
    char* gathered = take(work, count, size);
    if (gathered == NULL) return NULL;
    for (size_t i = 0; i < count; i++)
        memcpy(gathered + i * size, (const char*)array + sources[i] * size, size);
    return gathered;
}

/* The file's tangents, which belong to its vertices: nothing has been split. */
static void complete_tangents(Work* work, vrm_Triangles* shown) {
    uint32_t made = 0;
    vrm_TangentInput input = {.positions = work->positions,
                              .normals = work->normals,
                              .uvs = work->uvs[work->def.tex_coord],
                              .vertex_count = work->count,
                              .indices = work->indices,
                              .index_count = work->index_count};
    work->result = vrm_tangents_complete(&input, &work->def.allocator, work->tangents, &made);
    shown->has_made_tangents = made > 0;
}

static void make_tangents(Work* work, vrm_Tangents* made) {
    const float* positions = work->positions;
    const float* uvs = work->uvs[work->def.tex_coord];
    if (work->sources != NULL) {
        positions = gather(work, positions, work->sources, work->count, 3 * sizeof *positions);
        uvs = gather(work, uvs, work->sources, work->count, 2 * sizeof *uvs);
    }
    if (work->result != VRM_OK) return;
    vrm_TangentInput input = {.positions = positions,
                              .normals = work->normals,
                              .uvs = uvs,
                              .vertex_count = work->count,
                              .indices = work->indices,
                              .index_count = work->index_count};
    work->result = vrm_tangents_make(&input, &work->def.allocator, made);
    if (work->result != VRM_OK) return;
    size_t count = made->vertex_count;
    uint32_t* sources = take(work, count, sizeof *sources);
    work->tangents = take(work, count, 4 * sizeof *work->tangents);
    if (sources == NULL || work->tangents == NULL) return;
    memcpy(work->tangents, made->tangents, count * 4 * sizeof *work->tangents);
    for (size_t i = 0; i < count; i++)
        sources[i] = work->sources == NULL ? made->sources[i] : work->sources[made->sources[i]];
    work->normals = gather(work, work->normals, made->sources, count, 3 * sizeof *work->normals);
    work->sources = sources;
    work->count = (uint32_t)count;
}

/* Copies the attributes to the split vertices, where normals and tangents are already. */
static void gather_all(Work* work) {
    const uint32_t* sources = work->sources;
    size_t count = work->count;
    if (sources == NULL) {
        uint32_t* own = take(work, count, sizeof *own);
        for (uint32_t i = 0; own != NULL && i < count; i++) own[i] = i;
        work->sources = own;
        return;
    }
    size_t joints = (size_t)work->influence_count;
    work->positions = gather(work, work->positions, sources, count, 3 * sizeof(float));
    work->uvs[0] = gather(work, work->uvs[0], sources, count, 2 * sizeof(float));
    work->uvs[1] = gather(work, work->uvs[1], sources, count, 2 * sizeof(float));
    work->colors = gather(work, work->colors, sources, count, 4 * sizeof(float));
    if (joints == 0) return;
    work->joints = gather(work, work->joints, sources, count, joints * sizeof(uint32_t));
    work->weights = gather(work, work->weights, sources, count, joints * sizeof(float));
}

/* ---- All of it ---- */

/* Checks the most memory that the work can take: flat normals and tangents may give each corner its
 * own vertex, and each step copies what it changes. */
static bool fits(const Work* work, size_t list_count) {
    uint64_t corners = 3 * (uint64_t)vrmi_element_count(work->primitive->mode, list_count);
    uint64_t vertices = work->file_count, most = vertices + corners;
    uint64_t influences = 4 * (uint64_t)count_joint_sets(work);
    /* Of a vertex: position, normal, tangent, two uvs, color, source, joints and weights. */
    uint64_t each = 12 + 12 + 16 + 2 * 8 + 16 + 4 + influences * 8;
    return list_count <= UINT32_MAX / 4 && most <= UINT32_MAX / 4 &&
           2 * most * each + 8 * corners + 4 * (uint64_t)list_count <= work->def.max_bytes;
}

static void read_triangles(Work* work, uint32_t* out_dropped) {
    IndexList list = {.mode = work->primitive->mode, .vertex_count = work->file_count};
    size_t count, dropped = 0;
    int32_t accessor = work->primitive->indices;
    if (accessor >= 0 && work->gltf->accessors[accessor].is_readable &&
        work->gltf->accessors[accessor].count < UINT32_MAX)
        list.count = (size_t)work->gltf->accessors[accessor].count;
    if (!fits(work, accessor >= 0 ? list.count : work->file_count)) {
        work->result = VRM_ERR_LIMIT;
        return;
    }
    work->result = vrmi_read_indices_of(work->gltf, work->primitive, work->file_count, work->arena,
                                        &list.indices, &list.count);
    if (work->result != VRM_OK) return;
    size_t capacity = 3 * vrmi_element_count(list.mode, list.count);
    work->indices = take(work, capacity, sizeof *work->indices);
    if (work->indices == NULL) return;
    (void)spread(&list, work->indices, capacity, &count, &dropped);
    work->index_count = (uint32_t)count;
    *out_dropped = (uint32_t)dropped;
}

static void complete(Work* work, vrm_Triangles* shown, vrm_Tangents* made) {
    read_triangles(work, &shown->dropped_count);
    if (work->result == VRM_OK) read_positions(work);
    if (work->result != VRM_OK) return;
    work->normals = read_floats(work, VRM_SEMANTIC_NORMAL, 0, VRM_ACCESSOR_VEC3);
    work->uvs[0] = read_floats(work, VRM_SEMANTIC_TEXCOORD, 0, VRM_ACCESSOR_VEC2);
    work->uvs[1] = read_floats(work, VRM_SEMANTIC_TEXCOORD, 1, VRM_ACCESSOR_VEC2);
    read_colors(work);
    read_joints(work, &shown->max_joint);
    /* glTF 2.0, 3.7.2.1: without normals, tangents of the file are ignored. */
    if (work->def.wants_tangents && work->normals != NULL)
        work->tangents = read_floats(work, VRM_SEMANTIC_TANGENT, 0, VRM_ACCESSOR_VEC4);
    if (work->result != VRM_OK) return;
    shown->has_made_normals = work->normals == NULL || complete_normals(work);
    if (work->normals == NULL) make_flat_normals(work);
    if (work->result == VRM_OK && work->tangents != NULL) {
        complete_tangents(work, shown);
    } else if (work->result == VRM_OK && work->def.wants_tangents &&
               work->uvs[work->def.tex_coord] != NULL) {
        make_tangents(work, made);
        shown->has_made_tangents = true;
    }
    if (work->result == VRM_OK) gather_all(work);
}

vrm_Result vrm_primitive_triangles(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                   const vrm_TrianglesDef* given, vrm_Triangles** out_triangles) {
    *out_triangles = NULL;
    Work work = {.gltf = gltf, .primitive = primitive, .def = vrm_default_triangles_def()};
    if (given != NULL && !vrmi_def_copy(&work.def, sizeof work.def, given)) return VRM_ERR_DEF;
    if (work.def.tex_coord < 0 || work.def.tex_coord > 1) return VRM_ERR_ARGUMENT;
    work.def.allocator = vrmi_allocator(&work.def.allocator);
    work.result = count_vertices(gltf, primitive, &work.file_count);
    if (work.result != VRM_OK) return work.result;
    Owned* owned = vrmi_alloc_zeroed(&work.def.allocator, 1, sizeof *owned);
    if (owned == NULL) return VRM_ERR_MEMORY;
    owned->allocator = work.def.allocator;
    vrmi_arena_init(&owned->arena, &owned->allocator, 0);
    work.arena = &owned->arena;
    work.count = work.file_count;
    vrm_Tangents made = {.allocator = work.def.allocator};
    vrm_Triangles* shown = &owned->shown;
    complete(&work, shown, &made);
    vrm_tangents_release(&made);
    if (work.result != VRM_OK) {
        vrm_triangles_destroy(shown);
        return work.result;
    }
    shown->vertex_count = work.count;
    shown->index_count = work.index_count;
    shown->source_count = work.file_count;
    shown->indices = work.indices;
    shown->sources = work.sources;
    shown->positions = (const vrm_Vec3*)work.positions;
    shown->normals = (const vrm_Vec3*)work.normals;
    shown->tangents = (const vrm_Vec4*)work.tangents;
    for (int i = 0; i < 2; i++) shown->uvs[i] = (const vrm_Vec2*)work.uvs[i];
    shown->colors = (const vrm_Vec4*)work.colors;
    shown->influence_count = work.influence_count;
    shown->joints = work.influence_count > 0 ? work.joints : NULL;
    shown->weights = work.influence_count > 0 ? work.weights : NULL;
    *out_triangles = shown;
    return VRM_OK;
}

void vrm_triangles_destroy(vrm_Triangles* triangles) {
    if (triangles == NULL) return;
    Owned* owned = (Owned*)(void*)triangles;
    vrm_Allocator allocator = owned->allocator;
    vrmi_arena_release(&owned->arena);
    vrmi_release(&allocator, owned, sizeof *owned);
}
