/* SPDX-License-Identifier: MIT */
/* What the files of vrm_optimize_pictures() share.
 *
 *   pictures.c        the whole: definition, plan, encoding, edit, statistics
 *   plan.c            uses, sizes and limits of all pictures
 *   choose.c          one picture: the smallest encoding that is allowed
 *   write_pictures.c  the edit of the model
 */
#ifndef RENDER_OPTIMIZE_PICTURES_H
#define RENDER_OPTIMIZE_PICTURES_H

#include "optimize/encoders.h"
#include "optimize/uses.h"
#include "vrm/optimize_pictures.h"

/* One image of the document. */
typedef struct vrmi_PlannedPicture {
    vrmi_PictureUse use;    /* of all images that share the bytes */
    vrm_Span bytes;         /* as in the file */
    vrm_ImageInfo info;     /* zeroed when the header cannot be read */
    uint32_t width, height; /* wanted */
    int32_t owner;          /* the first image with the same bytes; itself for most */
    bool is_kept;           /* nothing may change: unreadable, too large, in a side file */
    vrmi_Bytes made;        /* new bytes; empty when the picture stays as it is */
    vrm_ImageInfo made_info;
} vrmi_PlannedPicture;

typedef struct vrmi_PicturePlan {
    vrm_OptimizePicturesDef def;
    vrm_Allocator allocator;
    vrm_Model* model;
    vrm_Report* report;
    const vrm_Gltf* gltf;
    vrmi_PlannedPicture* pictures; /* image_count */
    int32_t count;
} vrmi_PicturePlan;

/* Whether the definition asks for more than the same pixels. */
bool vrmi_is_lossy(const vrm_OptimizePicturesDef* def);

/* Fills plan->pictures, except for new bytes. */
vrm_Result vrmi_plan_pictures(vrmi_PicturePlan* plan);

/* Makes new bytes for a picture that is not kept, if they are smaller or have the wanted size. */
vrm_Result vrmi_choose_picture(const vrmi_PicturePlan* plan, int32_t image,
                               vrmi_PlannedPicture* picture);

/* Edits the model; *out_is_written is false if that would not make it smaller. */
vrm_Result vrmi_write_pictures(const vrmi_PicturePlan* plan, bool* out_is_written);

/* A finding about an image. */
void vrmi_report_picture(const vrmi_PicturePlan* plan, const char* code, int32_t image,
                         const char* message);

#endif
