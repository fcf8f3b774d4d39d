/* SPDX-License-Identifier: MIT */
/* What the name of a node says about how it sways. */
#ifndef VRMI_AUTHOR_SWAY_NAMES_H
#define VRMI_AUTHOR_SWAY_NAMES_H

#include "vrm/author_springs.h"

/* Verdicts beside the kinds. */
enum {
    VRMI_SWAY_UNNAMED = -1, /* the name says nothing */
    VRMI_SWAY_NEVER = -2    /* a part of the body or a rigid thing: it does not sway */
};

/* A vrm_SwayKind or a verdict. */
int vrmi_sway_by_name(const char* name);

#endif
