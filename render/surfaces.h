/* SPDX-License-Identifier: MIT */
/* Materials: made once, then read by every frame; their values can be changed in between. */
#ifndef VRMI_RENDER_SURFACES_H
#define VRMI_RENDER_SURFACES_H

#include "upload.h"

/* The materials of a model, after its shapes. VRM_OK or VRM_ERR_MEMORY. */
vrm_Result vrmi_upload_materials(vrmi_Upload* upload);

/* Takes the values of all materials from another state of the model that the drawable was made
 * from: its materials may differ in colours, numbers, transparency and order; textures, images and
 * meshes are the same. All of it or nothing: VRM_ERR_UNSUPPORTED when a material needs what was not
 * uploaded (a texture that had no effect before, another kind of surface) or when a changed value
 * is one that expressions move, whose value at rest the rig holds. The drawable has to be made
 * again then. VRM_ERR_ARGUMENT: not the same model. Not between vrm_render_draw() and
 * vrm_render_end(). */
vrm_Result vrmi_drawable_set_materials(vrm_Drawable* drawable, const vrm_Model* model);

/* Applies the current value of a material value that an expression reaches. */
void vrmi_material_apply(vrmi_Material* material, const vrm_MaterialValue* value, vrm_Vec4 now);

/* Sets scroll and turn of the UV animation. */
void vrmi_material_animate(vrmi_Material* material, float time_s);

vrmi_Features vrmi_texture_feature(vrm_TextureSlot slot);

#endif
