/* SPDX-License-Identifier: MIT */
/* State that the parts of the validator share while one file is checked: container -> JSON ->
 * schema walk -> typed document -> glTF semantics -> VRM rules. Each pass runs only when the one
 * before it left something to check. */
#ifndef VRMI_VALIDATE_CONTEXT_H
#define VRMI_VALIDATE_CONTEXT_H

#include "base/alloc.h"
#include "gltf/document.h"
#include "validate/schema/schema.h"
#include "vrm/validate.h"
#include "json/json_report.h"

typedef struct vrmi_ValidateContext {
    vrm_ValidateDef def; /* complete: every default resolved */
    vrm_Report* report;
    vrmi_Arena* arena; /* scratch: lives until vrm_validate() returns */
    const vrm_Json* json;
    bool is_damaged;              /* the container; its JSON chunk is complete */
    struct vrmi_GltfFacts* facts; /* gltf_facts.h */
    vrmi_SchemaWalk walk;         /* done: counts and use marks of all targets */
    vrmi_Document* document;      /* lenient load; NULL when the root is no glTF object */
    const vrm_Gltf* gltf;         /* document->gltf, or NULL */
    vrm_Dialect dialect;          /* set by vrmi_validate_vrm() */
    vrm_Result result;            /* VRM_OK, or VRM_ERR_MEMORY once memory ran out */
} vrmi_ValidateContext;

/* The extensions that the VRM tables describe: rows for the schema walk. */
extern const vrmi_SchemaExtensions vrmi_vrm_extensions;

/* Checks VRM rules that involve more than one object: called once, last. context->gltf is not
 * NULL. */
void vrmi_validate_vrm(vrmi_ValidateContext* context);

#endif
