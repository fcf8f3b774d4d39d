/* SPDX-License-Identifier: MIT */
/* The dialect of a file, determined by its shape (docs/reference/model.md, "Dialects"): specVersion
 * alone is ambiguous, and extensionsUsed is not trusted. */
#ifndef VRMI_MODEL_DETECT_H
#define VRMI_MODEL_DETECT_H

#include "gltf/read.h"
#include "vrm/model.h"

/* The root extensions that readers start from; VRM_JSON_MISSING where there is none. */
typedef struct vrmi_Roots {
    vrm_Dialect dialect;
    vrm_JsonRef vrm;         /* VRM for 0.x, VRMC_vrm for the rest */
    vrm_JsonRef spring_bone; /* VRMC_springBone */
    vrm_JsonRef animation;   /* VRMC_vrm_animation, in a file that is no avatar */
} vrmi_Roots;

vrmi_Roots vrmi_detect(vrmi_Reader* reader);

typedef enum vrmi_Version {
    VRMI_VERSION_UNKNOWN, /* reported; the extension is to be ignored */
    VRMI_VERSION_1,
    VRMI_VERSION_BETA,
    VRMI_VERSION_DRAFT
} vrmi_Version;

/* Versions of a companion extension that are accepted besides "1.0". */
typedef enum vrmi_Accept {
    VRMI_ACCEPT_BETA,      /* "1.0-beta" */
    VRMI_ACCEPT_DRAFT,     /* "1.0-draft", read as 1.0 with a finding */
    VRMI_ACCEPT_DRAFT_ONLY /* "1.0-draft" instead of "1.0", which does not exist yet */
} vrmi_Accept;

/* The specVersion of a companion extension; each extension is checked by itself. A missing version
 * is reported and read as the newest. */
vrmi_Version vrmi_extension_version(vrmi_Reader* reader, vrm_JsonRef extension, vrmi_Accept accept);

#endif
