/* SPDX-License-Identifier: MIT */
/* The kind of motion in a file, detected by its first bytes. */
#ifndef CLI_MOTION_KIND_H
#define CLI_MOTION_KIND_H

#include <stddef.h>

typedef enum MotionKind {
    MOTION_KIND_GLTF, /* or anything else: loading it then fails with a reason */
    MOTION_KIND_BVH,
    MOTION_KIND_TRACE,
    MOTION_KIND_SCRIPT
} MotionKind;

MotionKind motion_kind(const void* bytes, size_t size);

#endif
