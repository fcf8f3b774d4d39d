/* SPDX-License-Identifier: MIT */
/* Materials: made once, then read by every frame. */
#ifndef VRMI_RENDER_MATERIALS_H
#define VRMI_RENDER_MATERIALS_H

#include "upload.h"

/* The materials of a model, after its shapes. VRM_OK or VRM_ERR_MEMORY. */
vrm_Result vrmi_upload_materials(vrmi_Upload* upload);

/* Applies the current value of a material value that an expression reaches. */
void vrmi_material_apply(vrmi_Material* material, const vrm_MaterialValue* value, vrm_Vec4 now);

/* Sets scroll and turn of the UV animation. */
void vrmi_material_animate(vrmi_Material* material, float time_s);

vrmi_Features vrmi_texture_feature(vrm_TextureSlot slot);

#endif
