/* SPDX-License-Identifier: MIT */
/** Validates a file: glTF 2.0 (with the Khronos validator's own codes where it has the rule), and
 * every rule of VRM 0.x, the draft, 1.0-beta, 1.0 and VRM animation that a file can break. All
 * rules are listed in docs/reference/rules.md. */
#ifndef VRM_VALIDATE_H
#define VRM_VALIDATE_H

#include "base.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How to validate. Start from vrm_default_validate_def(). */
typedef struct vrm_ValidateDef {
    uint32_t def_size;         /**< Set by the default function; do not touch. */
    bool skip_data;            /**< Do not check vertex, index, animation and image bytes. Default
                                    false. */
    vrm_ReadFileFn* read_file; /**< Reads the side files of a .gltf. Default NULL:
                                    vrm_validate_file() reads them below the file's folder,
                                    vrm_validate() does not check them. */
    void* read_file_ctx;       /**< Passed to read_file. Default NULL. */
    vrm_Allocator allocator;   /**< Used during the call only. Default: the C library. */
    vrm_Limits limits;         /**< Limits on the file. Always the last member, because it may
                                    grow. */
} vrm_ValidateDef;

/** Sets every field to its default; called by vrm_default_validate_def(). */
VRM_API void vrm_validate_def_init(vrm_ValidateDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_ValidateDef vrm_default_validate_def(void) {
    vrm_ValidateDef def;
    vrm_validate_def_init(&def, sizeof def);
    return def;
}

/** Validates a file. Returns VRM_OK if validation completed: the report has the errors. A file that
 * cannot be read as glTF at all also gives VRM_OK, with error findings. Any other result, such as
 * VRM_ERR_MEMORY, means that validation itself failed. `def`, `report` and `out_dialect` may be
 * NULL. */
VRM_API vrm_Result vrm_validate(const void* bytes, size_t size, const vrm_ValidateDef* def,
                                vrm_Report* report, vrm_Dialect* out_dialect);

/** Validates a file at a path, as vrm_validate() does; side files are read below the file's own
 * folder. Returns VRM_ERR_IO if the file itself cannot be read. */
VRM_API vrm_Result vrm_validate_file(const char* path, const vrm_ValidateDef* def,
                                     vrm_Report* report, vrm_Dialect* out_dialect);

/** A rule of the table behind all findings. */
typedef struct vrm_Rule {
    const char* code;      /**< The `code` of its findings. */
    vrm_Severity severity; /**< Severity of its findings. */
    const char* place;     /**< Where the specification states it. */
    const char* text;      /**< What it means and what to do. */
} vrm_Rule;

/** Returns the number of rules that findings can name. */
VRM_API int32_t vrm_rule_count(void);
/** Returns a rule, with static strings; all strings are "" if there is no such rule. */
VRM_API vrm_Rule vrm_rule_get(int32_t index);

#ifdef __cplusplus
}
#endif

#endif
