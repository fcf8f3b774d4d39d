/* SPDX-License-Identifier: MIT */
/* How the images of a document are used: what may be done to their pixels. */
#ifndef RENDER_OPTIMIZE_USES_H
#define RENDER_OPTIMIZE_USES_H

#include "vrm/model.h"

typedef struct vrmi_PictureUse {
    bool is_color, is_data, is_normal; /* read so by some material */
    bool is_other;                     /* used by an extension that is not known here */
    bool uses_alpha;                   /* drawn with alpha somewhere */
    bool ignores_alpha;                /* drawn without it somewhere */
    bool is_thumbnail;
    bool is_shown; /* some texture names it */
    bool
        is_fixed; /* no texture refers to it, or one that has other sources too: its format stays */
} vrmi_PictureUse;

/* Fills one for each texture, which is scratch memory, and one for each image. */
void vrmi_picture_uses(const vrm_Model* model, vrmi_PictureUse* textures, vrmi_PictureUse* out);

/* Adds what `from` says: for images that share their bytes. */
void vrmi_merge_use(vrmi_PictureUse* into, const vrmi_PictureUse* from);

/* Whether some material draws it. */
bool vrmi_is_drawn(const vrmi_PictureUse* use);

/* Calls `visit` with each image that a texture names: its own source and those of extensions, in
 * the order of the file. */
typedef void vrmi_VisitSource(void* ctx, int32_t image, bool is_webp, bool is_core);
void vrmi_texture_sources(const vrm_Gltf* gltf, int32_t texture, vrmi_VisitSource* visit,
                          void* ctx);

#endif
