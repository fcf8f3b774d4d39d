/* SPDX-License-Identifier: MIT */
/** Makes files smaller and lighter; avatars stay avatars. What this header does loses nothing that
 * a program could show: pictures and motions are the same, bit by bit, unless a field says
 * otherwise. docs/reference/optimize.md lists what each pass does. */
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
    /** Removes what nothing refers to: accessors, images, textures, samplers, materials, meshes and
     * skins. Default true. */
    bool removes_unused;
    /** Makes one of equal accessors, images, samplers, textures, materials and skins. Default
     * true. */
    bool merges_equal;
    /** Stores morph targets by the vertices that they move (sparse accessors), and leaves out
     * attributes of a target that are zero everywhere. Default true. */
    bool stores_morphs_sparse;
    /** Removes vertices that no triangle uses, makes one of equal vertices, orders vertices by
     * their use and stores indices in 16 bits where they fit. Default true. */
    bool compacts_vertices;
    /** Joins primitives of a mesh that have the same material. Default true. */
    bool joins_primitives;
    /** Removes morph targets that no expression, animation or weight at rest uses. Programs that
     * set morph targets by their names lose these. Default false. */
    bool drops_unbound_morphs;
    /** Removes nodes that neither show nor move anything: no bone, joint, collider, constraint,
     * light or camera, nothing below them, no extras. Programs that fix things to nodes by their
     * names lose these. Default false. */
    bool drops_idle_nodes;
    /** Removes normals and tangents from morph targets: shading follows the shape at rest. Default
     * false. */
    bool drops_morph_normals;
    /** Stores all accessors as plain data, for readers without sparse accessors; excludes
     * stores_morphs_sparse. Default false. */
    bool stores_dense;
    /** Stores normals and tangents in 8 bits, texture coordinates and weights of joints in 16
     * (KHR_mesh_quantization), which is a small loss. Positions stay floats. Deltas of morph
     * targets that are rounding noise, as for max_triangles, count as zero. Default false. */
    bool quantizes;
    /** Compresses numbers without a loss (EXT_meshopt_compression, which a reader must know then).
     * VRM_ERR_UNSUPPORTED in a library that was built without meshoptimizer. Default false. */
    bool compresses_meshopt;
    /** Simplifies meshes until they have at most this many triangles, or the error is reached
     * (finding OPTIMIZE_TRIANGLES_KEPT). Normals, texture coordinates and weights of joints count
     * beside the surface. Triangles that morph targets move stay, and so do open borders.
     * Deltas of morph targets below 5e-7 of the largest coordinate, and of their normals below
     * 1e-5, count as zero. Default 0: all triangles stay. */
    uint64_t max_triangles;
    /** How far a surface may move then, as a share of the longest side of the largest mesh; in a
     * connected part that is smaller than a fifth of it, five times that share of its own size,
     * which is its longest side or its circumference. 0 or more; default 0.01. */
    float max_error;
    /** Folds joints that nothing moves (no bone of the humanoid, of a spring, a constraint or an
     * animation; no mesh, extras or extension) into the nearest node above them that something
     * needs: their weights go there, and their nodes go. Vertices stay where they are, within 1e-5
     * of the avatar's size. Joints for which that cannot be done stay (finding
     * OPTIMIZE_BONES_KEPT). Programs that fix things to nodes by their names lose these. Default
     * false. */
    bool folds_bones;
    /** Leaves joints out of springs until there are at most this many. Those that are left get
     * other stiffness, gravity and drag, and the sway is compared: the nodes of a spring may be off
     * by 2 % of the height (root mean square over a motion of 2 s); what would be off by more is
     * not done (finding OPTIMIZE_SPRINGS_KEPT). In 0.x, where everything below a root sways, nodes
     * are folded as by folds_bones; springs that branch there, and those of the drafts, stay.
     * Default 0: all joints stay. */
    uint32_t max_spring_joints;
    /** Makes one mesh of the meshes of several nodes, with one skin and all their morph targets,
     * and one primitive of all that have the same material; transparent ones keep their order.
     * Default false. */
    bool joins_meshes;
} vrm_OptimizeDef;

/** Sets every field to its default; called by vrm_default_optimize_def(). */
VRM_API void vrm_optimize_def_init(vrm_OptimizeDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_OptimizeDef vrm_default_optimize_def(void) {
    vrm_OptimizeDef def;
    vrm_optimize_def_init(&def, sizeof def);
    return def;
}

/** What a file weighs. */
typedef struct vrm_Weight {
    uint64_t file_bytes;     /**< The JSON text and all buffers, those of side files too. */
    uint64_t json_bytes;     /**< Of these, the JSON text; images in data: URIs are part of it. */
    uint64_t vertex_bytes;   /**< Attributes of vertices. */
    uint64_t index_bytes;    /**< Indices of triangles. */
    uint64_t morph_bytes;    /**< Morph targets. */
    uint64_t picture_bytes;  /**< Encoded images. */
    uint64_t other_bytes;    /**< Accessors of animations and skins. */
    uint64_t vertices;       /**< Of all primitives; vertices that several share count once. */
    uint64_t triangles;      /**< Of all primitives that nodes show. */
    uint64_t draw_calls;     /**< Primitives that nodes show. */
    uint64_t morph_targets;  /**< Of all meshes. */
    uint64_t images;         /**< Entries of `images`. */
    uint64_t materials;      /**< Entries of `materials`. */
    uint64_t nodes;          /**< Entries of `nodes`. */
    uint64_t meshes;         /**< Nodes that show a mesh. */
    uint64_t skinned_meshes; /**< Of these, with a skin. */
} vrm_Weight;

/** Weighs a model. VRM_OK or VRM_ERR_MEMORY. */
VRM_API vrm_Result vrm_model_weigh(const vrm_Model* model, vrm_Weight* out);

/** The passes of vrm_optimize(), in their order. */
typedef enum vrm_OptimizePass {
    VRM_OPTIMIZE_VERTICES,   /**< compacts_vertices, and drops_unbound_morphs before it. */
    VRM_OPTIMIZE_MORPHS,     /**< stores_morphs_sparse and drops_morph_normals. */
    VRM_OPTIMIZE_ELEMENTS,   /**< merges_equal and removes_unused. */
    VRM_OPTIMIZE_PRIMITIVES, /**< joins_primitives. */
    VRM_OPTIMIZE_PASS_COUNT  /**< How many there are; no pass itself. */
} vrm_OptimizePass;

/** What vrm_optimize() did. */
typedef struct vrm_OptimizeStats {
    vrm_Weight before; /**< Of the model as it was given. */
    vrm_Weight after;  /**< Of the model as it is now. */
    /** After each pass. What a pass leaves unused is removed by VRM_OPTIMIZE_ELEMENTS and counts
     * until then. */
    vrm_Weight after_pass[VRM_OPTIMIZE_PASS_COUNT];
} vrm_OptimizeStats;

/** Optimizes a model of any dialect, or a VRM animation, or plain glTF; the dialect stays. Data in
 * side files and URIs are embedded, and the file becomes a GLB. Extras and extensions that are not
 * known stay as they are: elements that they might refer to by number keep their place (finding
 * OPTIMIZE_PINNED). On failure the model is unchanged; on VRM_OK everything that it handed out
 * before is invalid. A model in which nothing can be saved keeps every byte. `def`, `report` and
 * `out_stats` may be NULL. VRM_ERR_UNSUPPORTED when the bytes of a buffer are not available. */
VRM_API vrm_Result vrm_optimize(vrm_Model* model, const vrm_OptimizeDef* def, vrm_Report* report,
                                vrm_OptimizeStats* out_stats);

#ifdef __cplusplus
}
#endif

#endif
