/* SPDX-License-Identifier: MIT */
/** Compares two avatars, or two animations, by meaning, not by their bytes. docs/guide/diff.md
 * lists what is compared and how the parts of two files are matched.
 *
 *   vrm_diff_create(before, after) -> vrm_diff_get(0 .. count) -> vrm_diff_destroy
 *
 * Order in the file, names of members, the dialect, extras and unknown extensions are ignored, and
 * so are changes that vrm_optimize() makes by default. Positions and directions are compared at
 * rest in model space, so that an avatar and its normalized copy are equal. Models are compared as
 * they were loaded, whatever their dialects; to compare an old avatar with a 1.0 avatar, first
 * migrate the old one with vrm_migrate(). */
#ifndef VRM_DIFF_H
#define VRM_DIFF_H

#include "base.h"
#include "json.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The differences between two models. Immutable; does not depend on the models. */
typedef struct vrm_Diff vrm_Diff;

/** The part of an avatar that a difference is in. */
typedef enum vrm_DiffPart {
    VRM_DIFF_META,         /**< Name, authors, licence, thumbnail. */
    VRM_DIFF_HUMANOID,     /**< Mapping of bones to nodes, and their rest poses. */
    VRM_DIFF_EXPRESSIONS,  /**< Expressions with their binds and overrides. */
    VRM_DIFF_LOOK_AT,      /**< Kind, offset and range maps of the gaze. */
    VRM_DIFF_FIRST_PERSON, /**< First-person settings of meshes. */
    VRM_DIFF_SPRINGS,      /**< Chains and the settings of their joints. */
    VRM_DIFF_COLLIDERS,    /**< Colliders of springs. */
    VRM_DIFF_CONSTRAINTS,  /**< Node constraints. */
    VRM_DIFF_MATERIALS,    /**< Surfaces and their textures. */
    VRM_DIFF_MESHES,       /**< Vertices, triangles, morph targets, skins. */
    VRM_DIFF_NODES,        /**< Other nodes of the hierarchy. */
    VRM_DIFF_ANIMATIONS,   /**< Animations of the file. */
    VRM_DIFF_PART_COUNT    /**< Number of parts; not a part. */
} vrm_DiffPart;

/** Returns "meta", "humanoid", "expressions", "lookAt", "firstPerson", "springs", "colliders",
 * "constraints", "materials", "meshes", "nodes" or "animations"; NULL if `part` is out of range.
 * The string is static. */
VRM_API const char* vrm_diff_part_name(vrm_DiffPart part);

/** How a value differs. */
typedef enum vrm_DiffKind {
    VRM_DIFF_CHANGED, /**< Both models have it, with different values. */
    VRM_DIFF_ADDED,   /**< Only the second model has it. */
    VRM_DIFF_REMOVED  /**< Only the first model has it. */
} vrm_DiffKind;

/** Returns "changed", "added" or "removed"; NULL if `kind` is out of range. The string is
 * static. */
VRM_API const char* vrm_diff_kind_name(vrm_DiffKind kind);

/** One difference. Strings are UTF-8 from the files and live as long as the diff; "" if there is
 * none. */
typedef struct vrm_Difference {
    vrm_DiffPart part;   /**< Part of the avatar. */
    vrm_DiffKind kind;   /**< Changed, added or removed. */
    const char* subject; /**< Name of the bone, expression, node or material. "" for meta and
                              look-at. */
    const char* member;  /**< The member that differs: "overrideBlink", "stiffness". "" when the
                              subject as a whole was added or removed. */
    const char* before;  /**< The value in the first model, as text. */
    const char* after;   /**< The value in the second model, as text. */
} vrm_Difference;

/** Computes a digest of a picture's pixels: vrm_image_digest() of vrm/image.h, or your own
 * function. Writes at most 64 bytes and a terminating zero to `out_text`. Two digests must be equal
 * if and only if both pictures have the same size and pixels. A failure other than VRM_ERR_MEMORY
 * means that the picture cannot be decoded. */
typedef vrm_Result vrm_PictureDigestFn(void* ctx, vrm_Span picture, char* out_text);

/** How to compare. Start from vrm_default_diff_def(). */
typedef struct vrm_DiffDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    float distance;          /**< Largest difference of positions that counts as equal (m), 0 or
                                  more. Default 1e-4. */
    float angle;             /**< The same for directions (degrees). Default 0.1. */
    float value;             /**< The same for other numbers (weights, colours, factors); relative
                                  for numbers above 1. Default 1e-4. */
    int32_t max_differences; /**< Maximum number of differences kept; vrm_diff_total() counts all.
                                  Default 10000. */
    uint64_t work;           /**< Limit on the work: the numbers and bytes of vertices, keys and
                                  images that are read, and twice the bytes of memory used. Beyond
                                  it VRM_ERR_LIMIT. Default 0: 2^26 + 16 for each byte of both files
                                  (vrm_model_source_bytes()). */
    vrm_Allocator allocator; /**< For the diff, until it is destroyed. Default: the C library. */
    vrm_PictureDigestFn* picture_digest; /**< Compares pictures by their pixels. Called once for
                                              each picture whose bytes differ from those of its
                                              counterpart. If it returns VRM_ERR_MEMORY, the
                                              comparison fails; after any other failure the bytes of
                                              this picture are compared. Default NULL: bytes are
                                              compared. */
    void* picture_digest_ctx; /**< Passed to picture_digest; for vrm_image_digest() NULL or a
                                   vrm_ImageLimits. Default NULL. */
} vrm_DiffDef;

/** Sets every field to its default; called by vrm_default_diff_def(). */
VRM_API void vrm_diff_def_init(vrm_DiffDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_DiffDef vrm_default_diff_def(void) {
    vrm_DiffDef def;
    vrm_diff_def_init(&def, sizeof def);
    return def;
}

/** Compares two models. `def` may be NULL. Returns VRM_ERR_ARGUMENT if a tolerance is negative or
 * NaN. The models are not kept. */
VRM_API vrm_Result vrm_diff_create(const vrm_Model* before, const vrm_Model* after,
                                   const vrm_DiffDef* def, vrm_Diff** out_diff);

/** Returns the number of differences kept. They are grouped by part in the order of
 * vrm_DiffPart. */
VRM_API int32_t vrm_diff_count(const vrm_Diff* diff);
/** Returns the number of all differences, kept or not; 0 if the models are equal. */
VRM_API uint64_t vrm_diff_total(const vrm_Diff* diff);
/** Returns a difference; all strings are "" if there is no such difference. */
VRM_API vrm_Difference vrm_diff_get(const vrm_Diff* diff, int32_t index);

/** Destroys a diff. `diff` may be NULL. */
VRM_API void vrm_diff_destroy(vrm_Diff* diff);

#ifdef __cplusplus
}
#endif

#endif
