/* SPDX-License-Identifier: MIT */
/** Makes the pictures of an avatar smaller and fewer. Part of libvrm_render, because it decodes and
 * encodes.
 *
 *   vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
 *   def.max_side = 1024;
 *   def.format = VRM_IMAGE_WEBP;
 *   def.quality = 85.0f;
 *   vrm_OptimizePicturesStats stats;
 *   vrm_Result result = vrm_optimize_pictures(model, &def, report, &stats);
 *   if (result == VRM_OK) vrm_optimize_pictures_stats_release(&stats);
 *
 * Lossless by default: every pixel decodes to the same value. */
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
    int32_t effort;    /**< 0 (fastest) to 9 (smallest). Default 3. */

    /** Format to convert pictures to if that makes them smaller. With VRM_IMAGE_WEBP the file
     * requires EXT_texture_webp. VRM_IMAGE_JPEG needs a quality and is used for colours whose alpha
     * no material uses. Default VRM_IMAGE_UNKNOWN: each picture keeps its format. VRM requires the
     * thumbnail to be PNG or JPEG: an opaque one becomes JPEG if others become lossy WebP. */
    vrm_ImageFormat format;
    /** Quality of colours in WebP or JPEG, 0 to 100; their alpha is dropped if no material uses it.
     * Normal maps and masks stay lossless. Above 100, the default, all pictures are lossless,
     * except where size limits reduce them. A picture already in the lossy format is not encoded
     * again unless its size changes. */
    float quality;

    uint32_t max_side;   /**< Longest side of a picture (pixels); larger pictures are reduced.
                              Default 0: no limit. */
    uint32_t min_side;   /**< With power_of_two: shortest side of a picture (pixels), a power of
                              two; smaller pictures are enlarged. Default 0: no limit. */
    uint64_t max_pixels; /**< Limit on the pixels of all pictures together: the largest picture is
                              halved along both sides, repeatedly, until it is met. Default 0: no
                              limit. */
    bool power_of_two;   /**< Sides become the nearest power of two within the limits. The thumbnail
                              keeps its shape. Default false. */

    uint64_t total_bytes;    /**< Limit on decoded pixels of all pictures, four bytes each; pictures
                                  beyond it keep their bytes. Default 0: 4 GiB. */
    vrm_Allocator allocator; /**< For pixels and statistics. Default: the C library. */
    vrm_ImageLimits limits;  /**< Limits of one picture, for untrusted files; a larger one keeps its
                                  bytes. `enough` and `is_color` are not used. Stays the last
                                  member. */
} vrm_OptimizePicturesDef;

/** Sets every field to its default; called by vrm_default_optimize_pictures_def(). */
VRM_API void vrm_optimize_pictures_def_init(vrm_OptimizePicturesDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_OptimizePicturesDef vrm_default_optimize_pictures_def(void) {
    vrm_OptimizePicturesDef def;
    vrm_optimize_pictures_def_init(&def, sizeof def);
    return def;
}

/** Cost of pictures. */
typedef struct vrm_PictureCost {
    uint64_t bytes;     /**< Encoded size in the file. */
    uint64_t pixels;    /**< Width times height. */
    uint64_t gpu_bytes; /**< GPU memory: RGBA of 8 bits with all mip levels, 4/3 of the largest one.
                             0 for pictures that no texture uses. */
} vrm_PictureCost;

/** One image of the document, before and after. */
typedef struct vrm_OptimizedPicture {
    vrm_PictureCost before; /**< Zeros except for `bytes` when its header cannot be read. */
    vrm_PictureCost after;  /**< Equal to `before` when the picture was kept. */
    uint32_t width_before, height_before;        /**< In pixels. */
    uint32_t width_after, height_after;          /**< In pixels. */
    vrm_ImageFormat format_before, format_after; /**< As detected from its bytes. */
    bool is_changed;                             /**< It has new bytes. */
} vrm_OptimizedPicture;

/** What vrm_optimize_pictures() did. */
typedef struct vrm_OptimizePicturesStats {
    vrm_PictureCost before, after;  /**< Of all pictures; images that share bytes count once. */
    vrm_OptimizedPicture* pictures; /**< One for each image of the document; NULL if it has none. */
    int32_t picture_count;          /**< Entries of `pictures`. */
    int32_t changed_count;          /**< Images with new bytes. */
    vrm_Allocator allocator;        /**< Allocator of `pictures`. */
} vrm_OptimizePicturesStats;

/** Re-encodes the pictures of an avatar, each one only if that makes it smaller or a limit requires
 * it. PNG gets its best colour type, filters and zlib's best packing; JPEG keeps its coefficients
 * with optimal codes; profiles, texts and other chunks are kept. A reduced picture is averaged as
 * its materials use it: colours in linear light, weighted with alpha where that is used, normals as
 * directions. A picture that cannot be decoded, is larger than the limits, has several frames, or
 * is used in a way that libvrm does not know keeps its bytes or its size, with a finding. Equal
 * input gives equal output; a second run changes nothing.
 *
 * On failure the model is unchanged and *out_stats zeroed; on VRM_OK everything that the model
 * returned before is invalid. `def`, `report` and `out_stats` may be NULL. Returns VRM_ERR_ARGUMENT
 * if a member is out of range, VRM_ERR_UNSUPPORTED if the document is not a GLB or this build lacks
 * an encoder (Windows has PNG only). */
VRM_API vrm_Result vrm_optimize_pictures(vrm_Model* model, const vrm_OptimizePicturesDef* def,
                                         vrm_Report* report, vrm_OptimizePicturesStats* out_stats);

/** Frees the list and zeroes the statistics. No-op for zeroed ones. */
VRM_API void vrm_optimize_pictures_stats_release(vrm_OptimizePicturesStats* stats);

/* ---- Atlases ---- */

/** How to make atlases. Start from vrm_default_optimize_atlas_def(). */
typedef struct vrm_OptimizeAtlasDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Longest side of a page in pixels: a power of two from 256 to 8192. Default 4096. Pages are
     * as small as their pictures allow; their sides are multiples of 64, and powers of two where
     * that costs at most a third more. */
    uint32_t max_side;
    int32_t effort;          /**< PNG effort, 0 (fastest) to 9 (smallest). Default 5. */
    uint64_t total_bytes;    /**< Limit on pixels of all pictures and pages, four bytes each;
                                  materials that need more are not merged. Default 0: 4 GiB. */
    vrm_Allocator allocator; /**< For pixels. Default: the C library. */
    vrm_ImageLimits limits;  /**< Limits of one picture, for untrusted files; materials with a
                                  larger one are not merged. `enough` and `is_color` are not used.
                                  Stays the last member. */
} vrm_OptimizeAtlasDef;

/** Sets every field to its default; called by vrm_default_optimize_atlas_def(). */
VRM_API void vrm_optimize_atlas_def_init(vrm_OptimizeAtlasDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_OptimizeAtlasDef vrm_default_optimize_atlas_def(void) {
    vrm_OptimizeAtlasDef def;
    vrm_optimize_atlas_def_init(&def, sizeof def);
    return def;
}

/** What vrm_optimize_atlas() did. */
typedef struct vrm_OptimizeAtlasStats {
    int32_t material_count; /**< Materials that primitives used before. */
    int32_t merged_count;   /**< Of these, the ones that became part of a page. */
    int32_t page_count;     /**< Materials that they were merged into. */
    int32_t picture_count;  /**< Pictures of all pages. */
    uint64_t pixels;        /**< Pixels of these pictures. */
} vrm_OptimizeAtlasStats;

/** Merges materials into atlases: those that differ only in textures and in the factors of base
 * colour, shade, emission, normals, occlusion, metalness, roughness, rim light and outline width.
 * Factors that differ are baked into the pixels. Pictures are copied pixel by pixel; pictures of
 * 512 pixels and more become 32 pixels shorter if that saves a page. Each has a border of 16 pixels
 * that repeats its edge. Texture coordinates are adjusted.
 *
 * A material is not merged if an expression changes it, if its texture coordinates are animated or
 * leave the picture by more than 0.001 (whole parts of a mesh that lie in another repetition are
 * moved), if it has an unknown extension, or if no other material is like it; each gets a finding.
 * Pages are PNG; vrm_optimize_pictures() makes them smaller. Unused data stays in the file until
 * vrm_optimize() removes it and joins primitives. Equal input gives equal output.
 *
 * On failure the model is unchanged and *out_stats zeroed; on VRM_OK everything that the model
 * returned before is invalid. `def`, `report` and `out_stats` may be NULL. Returns VRM_ERR_ARGUMENT
 * if a member is out of range, VRM_ERR_UNSUPPORTED if the document is not a GLB. */
VRM_API vrm_Result vrm_optimize_atlas(vrm_Model* model, const vrm_OptimizeAtlasDef* def,
                                      vrm_Report* report, vrm_OptimizeAtlasStats* out_stats);

#ifdef __cplusplus
}
#endif

#endif
