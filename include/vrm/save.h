/* SPDX-License-Identifier: MIT */
/** Saves models, and refuses to write invalid files. vrm_model_save() and vrm_model_save_file() of
 * model.h are these functions with the defaults. */
#ifndef VRM_SAVE_H
#define VRM_SAVE_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "validate.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to save. Start from vrm_default_save_def(). */
typedef struct vrm_SaveDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    bool allow_errors;       /**< Write an edited avatar without validating it. Default false. */
    const vrm_Report* known; /**< Errors to accept: the report of vrm_model_validate() before the
                                  edit. An error with the same code at the same pointer does not
                                  prevent saving. Default NULL: every error does. */
    bool known_by_code;      /**< Compare errors with `known` by code only, at any pointer: for
                                  edits that move things, such as migrating. Default false. */
} vrm_SaveDef;

/** Sets every field to its default; called by vrm_default_save_def(). */
VRM_API void vrm_save_def_init(vrm_SaveDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_SaveDef vrm_default_save_def(void) {
    vrm_SaveDef def;
    vrm_save_def_init(&def, sizeof def);
    return def;
}

/** Saves to memory, as vrm_model_save() does. A model that was not edited gives the bytes of its
 * file, even if they are invalid. An edited model is validated. Returns VRM_ERR_INVALID if it has
 * errors that are not in `def->known`: the report gets these errors, and the content of `bytes` is
 * undefined. `def` and `report` may be NULL. */
VRM_API vrm_Result vrm_model_save_checked(const vrm_Model* model, const vrm_SaveDef* def,
                                          vrm_Report* report, void* bytes, size_t size);

/** Saves to a file, as vrm_model_save_file() does, with the same check: on VRM_ERR_INVALID nothing
 * is written. */
VRM_API vrm_Result vrm_model_save_file_checked(const vrm_Model* model, const vrm_SaveDef* def,
                                               vrm_Report* report, const char* path);

/** Validates a model as it would be saved now. `def` may be NULL. Uses the model's allocator and
 * side files, not those of `def`. Returns VRM_OK if validation completed: the report, which may be
 * NULL, has the errors. */
VRM_API vrm_Result vrm_model_validate(const vrm_Model* model, const vrm_ValidateDef* def,
                                      vrm_Report* report);

#ifdef __cplusplus
}
#endif

#endif
