/* SPDX-License-Identifier: MIT */
/* Which expression a morph (blend shape) is, by the names that programs give their morphs. */
#ifndef VRMI_MOTION_MORPH_NAMES_H
#define VRMI_MOTION_MORPH_NAMES_H

/* Returns the name of a VRM preset; the ARKit name of one of the 52 shapes of face tracking; "" for
 * values that are no expression (angles of the head); `name` itself if it is unknown. Any case, any
 * of the separators . : _ - and blank, with or without the name of a mesh before it. */
const char* vrmi_morph_expression(const char* name);

#endif
