/* SPDX-License-Identifier: MIT */
/* VRM rules. */
#include "validate/context.h"

const vrmi_SchemaExtensions vrmi_vrm_extensions = {NULL, 0};

void vrmi_validate_vrm(vrmi_ValidateContext* context) {
    context->dialect = VRM_DIALECT_NONE;
}
