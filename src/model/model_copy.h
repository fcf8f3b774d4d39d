/* SPDX-License-Identifier: MIT */
/* A copy of a model, for changes that take several edits: it replaces the model after all have
 * succeeded. */
#ifndef VRMI_MODEL_MODEL_COPY_H
#define VRMI_MODEL_MODEL_COPY_H

#include "model/model.h"

/* The copy has the definition of the model, and limits whose findings go to `report`. */
vrm_Result vrmi_model_copy(const vrm_Model* model, vrm_Report* report, vrm_Model** out_copy);

/* Moves the copy into the model's place and destroys what was there; the model keeps its folder. */
void vrmi_model_take_place(vrm_Model* model, vrm_Model* copy);

#endif
