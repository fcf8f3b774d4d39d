/* SPDX-License-Identifier: MIT */
/* Expressions that the names of morph targets imply. */
#ifndef VRMI_AUTHOR_MORPH_EXPRESSIONS_H
#define VRMI_AUTHOR_MORPH_EXPRESSIONS_H

#include "base/alloc.h"
#include "base/budget.h"
#include "vrm/model.h"

enum { VRMI_MORPH_UNKNOWN = -1 };

/* What the name of a morph target says: a preset, VRM_EXPRESSION_PRESET_COUNT + a vrm_FaceShape, or
 * VRMI_MORPH_UNKNOWN. */
int32_t vrmi_morph_meaning(const char* name);

/* Finds the presets and the 52 shapes of ARKit, in this order. In memory of the arena. */
vrm_Result vrmi_morph_expressions(const vrm_Model* model, vrmi_Budget* budget, vrmi_Arena* arena,
                                  vrm_Expression** out, int32_t* out_count);

#endif
