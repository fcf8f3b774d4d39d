/* SPDX-License-Identifier: MIT */
/** Makes files smaller and cheaper to render. Lossless unless a member says otherwise: rendered
 * images and motion stay the same, bit by bit. docs/reference/optimize.md describes each pass. */
#ifndef VRM_OPTIMIZE_H
#define VRM_OPTIMIZE_H

#include "base.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to optimize. Start from vrm_default_optimize_def(). */
typedef struct vrm_OptimizeDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Removes unreferenced accessors, images, textures, samplers, materials, meshes and skins.
     * Default true. */
    bool removes_unused;
    /** Merges duplicate accessors, images, samplers, textures, materials and skins. Default
     * true. */
    bool merges_equal;
    /** Stores morph targets as sparse accessors, with only the vertices that they move, and omits
     * attributes of a target that are zero everywhere. Default true. */
    bool stores_morphs_sparse;
    /** Removes vertices that no triangle uses, merges duplicates, orders vertices by use and stores
     * indices in 16 bits where they fit. Default true. */
    bool compacts_vertices;
    /** Joins primitives of a mesh that share a material. Default true. */
    bool joins_primitives;
    /** Removes morph targets that no expression, animation or rest weight uses. Targets with names
     * of ARKit's 52 shapes stay. Breaks applications that set the others by name. Default
     * false. */
    bool drops_unbound_morphs;
    /** Removes nodes without effect: neither they nor nodes below them have a mesh or extras or are
     * a bone, joint, collider, constraint, light or camera. Breaks applications that look these
     * nodes up by name. Default false. */
    bool drops_idle_nodes;
    /** Removes normals and tangents from morph targets; shading then follows the rest shape.
     * Default false. */
    bool drops_morph_normals;
    /** Stores all accessors as plain data, for readers that do not support sparse accessors;
     * overrides stores_morphs_sparse. Default false. */
    bool stores_dense;
    /** Stores normals and tangents in 8 bits, texture coordinates and joint weights in 16
     * (KHR_mesh_quantization); slightly lossy. Positions stay floats. Morph target deltas that are
     * rounding noise (see max_triangles) count as zero. Default false. */
    bool quantizes;
    /** Compresses numeric data with EXT_meshopt_compression, which readers must then support;
     * lossless. vrm_optimize() returns VRM_ERR_UNSUPPORTED if the library was built without
     * meshoptimizer. Default false. */
    bool compresses_meshopt;
    /** Simplifies meshes until all of them together have at most this many triangles, or max_error
     * is reached (finding OPTIMIZE_TRIANGLES_KEPT). The error includes normals, texture coordinates
     * and joint weights. Triangles that morph targets move are kept, and so are open borders. Morph
     * target deltas below 5e-7 of the largest coordinate, and deltas of normals below 1e-5, are
     * rounding noise and count as zero. Default 0: all triangles stay. */
    uint64_t max_triangles;
    /** How far max_triangles may move a surface, as a fraction of the longest side of the largest
     * mesh; 0 or more. Connected parts smaller than a fifth of that side have a lower limit: five
     * times this fraction of their own size. The size of a part is its longest side; of a thin
     * part, such as a strand of hair, its circumference. Default 0.01. */
    float max_error;
    /** Removes joints that nothing moves; their skin weights go to the nearest ancestor that is
     * needed. Such joints belong to no humanoid bone, spring, constraint or animation and have no
     * mesh, extras or extension. Vertices stay in place, within 1e-5 of the avatar's size. Joints
     * that cannot be removed in this way are kept (finding OPTIMIZE_BONES_KEPT). Breaks
     * applications that look these nodes up by name. Default false. */
    bool folds_bones;
    /** Removes joints from springs until at most this many are left, and adjusts stiffness, gravity
     * and drag of the others. A joint is kept if the sway would change by more than 2 % of the
     * avatar's height, root mean square over a motion of 2 s (finding OPTIMIZE_SPRINGS_KEPT). In
     * 0.x, where everything below a root sways, the nodes themselves are removed as by folds_bones,
     * and springs that branch are kept. Springs of the drafts are kept. Default 0: all joints
     * stay. */
    uint32_t max_spring_joints;
    /** Joins the meshes of several nodes into one, with one skin and all their morph targets, and
     * joins primitives that share a material. Transparent primitives keep their order. Default
     * false. */
    bool joins_meshes;
} vrm_OptimizeDef;

/** Sets every field to its default; called by vrm_default_optimize_def(). */
VRM_API void vrm_optimize_def_init(vrm_OptimizeDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_OptimizeDef vrm_default_optimize_def(void) {
    vrm_OptimizeDef def;
    vrm_optimize_def_init(&def, sizeof def);
    return def;
}

/** Size and complexity of a file. */
typedef struct vrm_Weight {
    uint64_t file_bytes;     /**< JSON text and all buffers, including side files. */
    uint64_t json_bytes;     /**< JSON text, including images in data: URIs; part of file_bytes. */
    uint64_t vertex_bytes;   /**< Vertex attributes. */
    uint64_t index_bytes;    /**< Triangle indices. */
    uint64_t morph_bytes;    /**< Morph targets. */
    uint64_t picture_bytes;  /**< Encoded images. */
    uint64_t other_bytes;    /**< Accessors of animations and skins. */
    uint64_t vertices;       /**< Vertices of all primitives; shared ones count once. */
    uint64_t triangles;      /**< Triangles of all primitives that nodes show. */
    uint64_t draw_calls;     /**< Primitives that nodes show. */
    uint64_t morph_targets;  /**< Morph targets of all meshes. */
    uint64_t images;         /**< Entries of `images`. */
    uint64_t materials;      /**< Entries of `materials`. */
    uint64_t nodes;          /**< Entries of `nodes`. */
    uint64_t meshes;         /**< Nodes that show a mesh. */
    uint64_t skinned_meshes; /**< Nodes that show a mesh with a skin; part of `meshes`. */
} vrm_Weight;

/** Measures size and complexity of a model. Returns VRM_OK or VRM_ERR_MEMORY. */
VRM_API vrm_Result vrm_model_weigh(const vrm_Model* model, vrm_Weight* out);

/** The passes of vrm_optimize(), in order. */
typedef enum vrm_OptimizePass {
    VRM_OPTIMIZE_VERTICES,   /**< compacts_vertices, and drops_unbound_morphs before it. */
    VRM_OPTIMIZE_MORPHS,     /**< stores_morphs_sparse and drops_morph_normals. */
    VRM_OPTIMIZE_ELEMENTS,   /**< merges_equal and removes_unused. */
    VRM_OPTIMIZE_PRIMITIVES, /**< joins_primitives. */
    VRM_OPTIMIZE_PASS_COUNT  /**< Number of passes; not a pass. */
} vrm_OptimizePass;

/** What vrm_optimize() did. */
typedef struct vrm_OptimizeStats {
    vrm_Weight before; /**< The model before all passes. */
    vrm_Weight after;  /**< The model after all passes. */
    /** The model after each pass, by vrm_OptimizePass. Elements that a pass leaves unused count
     * until VRM_OPTIMIZE_ELEMENTS removes them. */
    vrm_Weight after_pass[VRM_OPTIMIZE_PASS_COUNT];
} vrm_OptimizeStats;

/** Optimizes a model of any dialect, a VRM animation or plain glTF; the dialect stays. Data in side
 * files and URIs are embedded, and the file becomes a GLB. Extras and unknown extensions stay as
 * they are: elements that they might refer to by index keep their index (finding OPTIMIZE_PINNED).
 * On failure the model is unchanged; on VRM_OK everything that it returned before is invalid. A
 * model in which nothing can be improved keeps every byte. `def`, `report` and `out_stats` may be
 * NULL. Returns VRM_ERR_UNSUPPORTED if the bytes of a buffer are not available, VRM_ERR_ARGUMENT if
 * `max_error` is negative or NaN. */
VRM_API vrm_Result vrm_optimize(vrm_Model* model, const vrm_OptimizeDef* def, vrm_Report* report,
                                vrm_OptimizeStats* out_stats);

#ifdef __cplusplus
}
#endif

#endif
