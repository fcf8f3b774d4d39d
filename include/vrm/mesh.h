/* SPDX-License-Identifier: MIT */
/** Meshes for renderers: triangles that are safe to upload to a GPU.
 *
 *   vrm_primitive_triangles() -> upload the arrays of vrm_Triangles -> vrm_triangles_destroy()
 *
 * Loading proves that accessors lie inside their buffers and that references between elements are
 * valid. It does not check the content: the indices of a primitive may lie outside its vertices,
 * its accessors may differ in length, weights may sum to anything. gltf.h has the full list.
 * Everything that the functions below return has been checked. */
#ifndef VRM_MESH_H
#define VRM_MESH_H

#include "base.h"
#include "gltf.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to read triangles. Start from vrm_default_triangles_def(). */
typedef struct vrm_TrianglesDef {
    uint32_t def_size;   /**< Set by the default function; do not touch. */
    bool wants_tangents; /**< Include tangents, for a normal map. Default false. */
    int32_t tex_coord;   /**< UV set of the normal map, 0 or 1; missing tangents are computed from
                              it. Default 0. */
    uint64_t max_bytes;  /**< Memory in total; beyond it VRM_ERR_LIMIT. Default 1 GiB. */
    /** For the triangles, until they are destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_TrianglesDef;

/** Sets every field to its default; called by vrm_default_triangles_def(). */
VRM_API void vrm_triangles_def_init(vrm_TrianglesDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_TrianglesDef vrm_default_triangles_def(void) {
    vrm_TrianglesDef def;
    vrm_triangles_def_init(&def, sizeof def);
    return def;
}

/** A primitive as a list of triangles. Arrays have one element for each vertex; an absent array is
 * NULL. All numbers are finite. */
typedef struct vrm_Triangles {
    /** Number of vertices, and of elements in each vertex array below. Those of the file come
     * first. */
    uint32_t vertex_count;
    uint32_t index_count;      /**< Three for each triangle. */
    uint32_t dropped_count;    /**< Triangles that were dropped because of an index out of range. */
    uint32_t source_count;     /**< Number of vertices of the file. */
    const uint32_t* indices;   /**< Each below vertex_count; counter-clockwise from the front. */
    const uint32_t* sources;   /**< Vertex of the file that each vertex comes from: its index in the
                                    arrays of morph targets. */
    const vrm_Vec3* positions; /**< Within a million metres of the origin. */
    const vrm_Vec3* normals;   /**< Of unit length. */
    const vrm_Vec4* tangents;  /**< Of unit length, at right angles to the normal if computed; w is
                                    1 or -1: bitangent = cross(normal, tangent) * w. NULL unless
                                    requested, and if there are no UVs to compute them from. */
    const vrm_Vec2* uvs[2];    /**< TEXCOORD_0 and TEXCOORD_1. */
    const vrm_Vec4* colors;    /**< COLOR_0; alpha 1 where the file has none. */
    int32_t influence_count;   /**< Joints of each vertex: 4 for each JOINTS_n of the file; 0:
                                    none. */
    const uint32_t* joints;    /**< influence_count for each vertex: into the joints of the skin. */
    const float* weights;      /**< influence_count for each vertex; 0 or more, with a sum of 1. */
    uint32_t max_joint;        /**< The largest of `joints` with a weight: compare it with
                                    vrm_Skin.joint_count of the skin that you draw with. */
    bool has_made_normals;     /**< Some normals were computed: the file has none, or some of zero
                                    length. */
    bool has_made_tangents;    /**< Some tangents were computed: the file has none, or some that are
                                    unusable. */
} vrm_Triangles;

/** Reads a primitive of triangles in any mode (4 list, 5 strip, 6 fan), with or without indices.
 *
 * Missing normals are computed flat, as glTF 2.0 requires (3.7.2.1): each triangle then has its own
 * vertices. Missing tangents are computed as MikkTSpace defines them; a vertex whose triangles need
 * different tangents is split. Both add vertices after the file's, and `sources` gives the file's
 * vertex of each. Tangents of the file are repaired with vrm_tangents_complete(), which adds no
 * vertex. A broken attribute (not as long as the positions, of the wrong type, not readable) counts
 * as missing.
 *
 * `def` may be NULL. Returns VRM_ERR_INVALID if positions or indices cannot be read,
 * VRM_ERR_UNSUPPORTED for points and lines. */
VRM_API vrm_Result vrm_primitive_triangles(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                           const vrm_TrianglesDef* def,
                                           vrm_Triangles** out_triangles);
/** Destroys triangles. `triangles` may be NULL. */
VRM_API void vrm_triangles_destroy(vrm_Triangles* triangles);

/** Reads only the indices, as a list of triangles. All indices are below the number of positions;
 * triangles with an index out of range are dropped. If `out_indices` is NULL, only sets *out_count
 * and *out_dropped; a second call with that capacity then has the same result. *out_dropped is the
 * number of dropped triangles; `out_dropped` may be NULL. Fails as vrm_primitive_triangles(), and
 * with VRM_ERR_ARGUMENT if `capacity` is too small. */
VRM_API vrm_Result vrm_primitive_indices(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                         const vrm_Allocator* allocator, uint32_t* out_indices,
                                         size_t capacity, size_t* out_count, size_t* out_dropped);

/* ---- Tangents of your own triangles ---- */

/** Vertices and triangles without tangents. */
typedef struct vrm_TangentInput {
    const float* positions; /**< Three numbers for each vertex. */
    const float* normals;   /**< Three, of unit length. */
    const float* uvs;       /**< Two. */
    uint32_t vertex_count;  /**< Vertices in each array. */
    uint32_t* indices;  /**< Three for each triangle. Rewritten: a corner may get a new vertex. */
    size_t index_count; /**< Entries of `indices`: a multiple of three. */
} vrm_TangentInput;

/** The result; release it with vrm_tangents_release(). */
typedef struct vrm_Tangents {
    float* tangents;         /**< Four numbers for each vertex, as in vrm_Triangles. */
    uint32_t* sources;       /**< Input vertex of each vertex; the input vertices come first. */
    uint32_t vertex_count;   /**< Input vertices, and new ones where a vertex was split. */
    vrm_Allocator allocator; /**< Allocator of both arrays, used by vrm_tangents_release(). */
} vrm_Tangents;

/** Computes tangents as MikkTSpace defines them. Returns VRM_ERR_ARGUMENT if an index is not below
 * vertex_count or index_count is not a multiple of three. `allocator` may be NULL. */
VRM_API vrm_Result vrm_tangents_make(const vrm_TangentInput* input, const vrm_Allocator* allocator,
                                     vrm_Tangents* out);
/** Repairs the tangents of a file in place: four numbers for each vertex of `input`, as in
 * vrm_Triangles. Each gets unit length and a w of 1 or -1. A tangent that is unusable (no length,
 * not finite, along the normal, or w 0) becomes the mean of the tangents of the triangles around
 * its vertex, at right angles to the normal; without triangles or UVs (`input->uvs` may be NULL)
 * any direction at right angles to it. No vertex is split and `input->indices` do not change.
 * *out_made_count is the number of tangents replaced in this way. Returns VRM_ERR_ARGUMENT as
 * vrm_tangents_make(). */
VRM_API vrm_Result vrm_tangents_complete(const vrm_TangentInput* input,
                                         const vrm_Allocator* allocator, float* tangents,
                                         uint32_t* out_made_count);
/** Releases the result of vrm_tangents_make(). */
VRM_API void vrm_tangents_release(vrm_Tangents* tangents);

#ifdef __cplusplus
}
#endif

#endif
