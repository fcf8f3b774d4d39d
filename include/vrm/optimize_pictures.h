/* SPDX-License-Identifier: MIT */
/** Smaller and fewer pictures in an avatar. Part of libvrm_render, because it decodes and encodes.
 *
 *   vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
 *   def.max_side = 1024;
 *   def.format = VRM_IMAGE_WEBP;
 *   def.quality = 85.0f;
 *   vrm_OptimizePicturesStats stats;
 *   vrm_Result result = vrm_optimize_pictures(model, &def, report, &stats);
 *   if (result == VRM_OK) vrm_optimize_pictures_stats_release(&stats);
 *
 * By default nothing is lost: every pixel decodes to what it was. */
#ifndef VRM_OPTIMIZE_PICTURES_H
#define VRM_OPTIMIZE_PICTURES_H

#include "base.h"
#include "image.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to make pictures smaller. Start from vrm_default_optimize_pictures_def(). */
typedef struct vrm_OptimizePicturesDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    int32_t effort;    /**< From 0, fast, to 9, small. Default 3. */

    /** What pictures become where that is smaller: VRM_IMAGE_WEBP for readers of EXT_texture_webp,
     * which the file then requires; VRM_IMAGE_JPEG, only with a quality, for colours whose alpha no
     * material uses. Default VRM_IMAGE_UNKNOWN: each keeps its format. VRM wants the thumbnail
     * to be PNG or JPEG: an opaque one becomes JPEG where others become lossy WebP. */
    vrm_ImageFormat format;
    /** 0 to 100: colours may be encoded with losses, in WebP or JPEG; their alpha is dropped where
     * no material uses it. Normal maps and masks stay exact. Above 100, the default: nothing is
     * lost, except by a size limit. A picture that is already of the lossy format is not encoded
     * once more unless its size changes. */
    float quality;

    uint32_t max_side;   /**< Longer sides are reduced to this many pixels. Default 0: no limit. */
    uint32_t min_side;   /**< With power_of_two: shorter sides are enlarged to this, itself a power
                              of two. Default 0: none. */
    uint64_t max_pixels; /**< Of all pictures together: the largest one is halved along both sides
                              until the sum holds. Default 0: no limit. */
    bool power_of_two;   /**< Sides become the nearest power of two within the limits. The thumbnail
                              keeps its shape. Default false. */

    uint64_t total_bytes;    /**< Pixels of all pictures that may be decoded, four bytes each; those
                                  beyond keep their bytes. Default 0: 4 GiB. */
    vrm_Allocator allocator; /**< For pixels and statistics. Default: the C library. */
    vrm_ImageLimits limits;  /**< Of one picture, for untrusted files; a larger one keeps its bytes.
                                  `enough` and `is_color` are not used. Stays the last member. */
} vrm_OptimizePicturesDef;

/** Sets every field to its default; called by vrm_default_optimize_pictures_def(). */
VRM_API void vrm_optimize_pictures_def_init(vrm_OptimizePicturesDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_OptimizePicturesDef vrm_default_optimize_pictures_def(void) {
    vrm_OptimizePicturesDef def;
    vrm_optimize_pictures_def_init(&def, sizeof def);
    return def;
}

/** What pictures cost. */
typedef struct vrm_PictureCost {
    uint64_t bytes;     /**< Encoded, as in the file. */
    uint64_t pixels;    /**< Width times height. */
    uint64_t gpu_bytes; /**< On a graphics card: RGBA of 8 bits with all mip levels, 4/3 of the
                             largest one. 0 for pictures that no texture uses. */
} vrm_PictureCost;

/** One image of the document, before and after. */
typedef struct vrm_OptimizedPicture {
    vrm_PictureCost before; /**< Zeros except for `bytes` when its header cannot be read. */
    vrm_PictureCost after;  /**< Equal to `before` when the picture was kept. */
    uint32_t width_before, height_before;        /**< In pixels. */
    uint32_t width_after, height_after;          /**< In pixels. */
    vrm_ImageFormat format_before, format_after; /**< As its bytes say. */
    bool is_changed;                             /**< It has new bytes. */
} vrm_OptimizedPicture;

/** What vrm_optimize_pictures() did. */
typedef struct vrm_OptimizePicturesStats {
    vrm_PictureCost before, after;  /**< Of all pictures; images that share bytes count once. */
    vrm_OptimizedPicture* pictures; /**< For each image of the document; NULL when it has none. */
    int32_t picture_count;          /**< Entries of `pictures`. */
    int32_t changed_count;          /**< Images with new bytes. */
    vrm_Allocator allocator;        /**< Where `pictures` came from. */
} vrm_OptimizePicturesStats;

/** Writes the pictures of an avatar anew, each one only where that makes it smaller or a limit asks
 * for it. PNG gets its best colour type, filters and zlib's best packing; JPEG keeps its
 * coefficients with optimal codes; profiles, texts and other chunks are kept. A reduced picture is
 * averaged as its materials use it: colours in linear light, weighted with alpha where that is
 * used, normals as directions. A picture that cannot be decoded, is larger than the limits, has
 * several frames, or is used in a way that libvrm does not know keeps its bytes or its size, with a
 * finding. Equal input gives equal output; a second run changes nothing.
 *
 * On failure the model is unchanged and *out_stats zeroed; on VRM_OK everything that the model
 * handed out before is invalid. `def`, `report` and `out_stats` may be NULL. VRM_ERR_ARGUMENT: a
 * member out of its range. VRM_ERR_UNSUPPORTED: the document is no GLB, or this build lacks an
 * encoder (Windows has PNG only). */
VRM_API vrm_Result vrm_optimize_pictures(vrm_Model* model, const vrm_OptimizePicturesDef* def,
                                         vrm_Report* report, vrm_OptimizePicturesStats* out_stats);

/** Releases the list and zeroes the statistics; fine for zeroed ones. */
VRM_API void vrm_optimize_pictures_stats_release(vrm_OptimizePicturesStats* stats);

/* ---- Atlases ---- */

/** How to make atlases. Start from vrm_default_optimize_atlas_def(). */
typedef struct vrm_OptimizeAtlasDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Longest side of a page in pixels: a power of two from 256 to 8192. Default 4096. Pages are
     * as small as their pictures allow; their sides are multiples of 64, and powers of two where
     * that takes a third more at most. */
    uint32_t max_side;
    int32_t effort;          /**< For PNG: from 0, fast, to 9, small. Default 5. */
    uint64_t total_bytes;    /**< Pixels of all pictures and pages, four bytes each; materials that
                                  need more stay alone. Default 0: 4 GiB. */
    vrm_Allocator allocator; /**< For pixels. Default: the C library. */
    vrm_ImageLimits limits;  /**< Of one picture, for untrusted files; materials with a larger one
                                  stay alone. `enough` and `is_color` are not used. Stays the last
                                  member. */
} vrm_OptimizeAtlasDef;

/** Sets every field to its default; called by vrm_default_optimize_atlas_def(). */
VRM_API void vrm_optimize_atlas_def_init(vrm_OptimizeAtlasDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_OptimizeAtlasDef vrm_default_optimize_atlas_def(void) {
    vrm_OptimizeAtlasDef def;
    vrm_optimize_atlas_def_init(&def, sizeof def);
    return def;
}

/** What vrm_optimize_atlas() did. */
typedef struct vrm_OptimizeAtlasStats {
    int32_t material_count; /**< Materials that primitives used before. */
    int32_t merged_count;   /**< Of these, the ones that became part of a page. */
    int32_t page_count;     /**< Materials that they became. */
    int32_t picture_count;  /**< Pictures of all pages. */
    uint64_t pixels;        /**< Of these pictures. */
} vrm_OptimizeAtlasStats;

/** Lets materials share pictures, so that they become one: those that are drawn alike but for
 * textures and for the factors of base colour, shade, emission, normals, occlusion, metalness,
 * roughness, rim light and width of outlines. Factors that differ go into the pixels. Pictures are
 * copied pixel by pixel; where that saves a page, those of 512 pixels and more become 32 pixels
 * shorter. Each has a border of 16 pixels that repeats its edge. Texture coordinates move
 * accordingly.
 *
 * A material stays alone that an expression changes, whose texture coordinates are animated or
 * leave the picture by more than 0.001 (whole parts of a mesh that lie in another repetition are
 * moved), that has an extension which is not known here, or that no other one is like; a finding
 * says so for each. Pages are PNG; vrm_optimize_pictures() makes them smaller. What is not used any
 * more stays in the file until vrm_optimize() removes it and joins primitives. Equal input gives
 * equal output.
 *
 * On failure the model is unchanged and *out_stats zeroed; on VRM_OK everything that the model
 * handed out before is invalid. `def`, `report` and `out_stats` may be NULL. VRM_ERR_ARGUMENT: a
 * member out of its range. VRM_ERR_UNSUPPORTED: the document is no GLB. */
VRM_API vrm_Result vrm_optimize_atlas(vrm_Model* model, const vrm_OptimizeAtlasDef* def,
                                      vrm_Report* report, vrm_OptimizeAtlasStats* out_stats);

#ifdef __cplusplus
}
#endif

#endif
