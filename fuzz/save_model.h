/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SAVE_MODEL_H
#define FUZZ_SAVE_MODEL_H

#include "require.h"

#include "vrm/vrm.h"

/* The bytes of a model that loaded or that edits made, errors or not. The caller frees them. */
static inline uint8_t* save(const vrm_Model* model, size_t* out_size) {
    require(vrm_model_save_size(model, out_size) == VRM_OK);
    uint8_t* bytes = malloc(*out_size + 1);
    vrm_SaveDef def = vrm_default_save_def();
    def.allow_errors = true;
    require(bytes != NULL && vrm_model_save_checked(model, &def, NULL, bytes, *out_size) == VRM_OK);
    return bytes;
}

/* A small model, so that what is done with it takes little; NULL when it cannot be loaded. */
static inline vrm_Model* load_small(const uint8_t* data, size_t size, bool is_strict) {
    vrm_LoadDef def = vrm_default_load_def();
    def.is_strict = is_strict;
    def.limits.decoded_bytes = 16u << 20;
    def.limits.elements = 1u << 16;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_model_load(data, size, &def, NULL, &model);
    require((result == VRM_OK) == (model != NULL));
    return model;
}

#endif
