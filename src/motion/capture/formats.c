/* SPDX-License-Identifier: MIT */
/* The formats of motion, told apart by what is in the file. */
#include "motion/bvh/bvh.h"
#include "motion/capture/capture.h"

static const vrmi_CaptureFormat formats[] = {
    {"BVH", vrmi_bvh_recognises, vrmi_bvh_read}, {NULL, NULL, NULL}, /* the end */
};

const vrmi_CaptureFormat* vrmi_capture_format(const uint8_t* bytes, size_t size) {
    for (const vrmi_CaptureFormat* f = formats; f->name != NULL; f++)
        if (f->recognises(bytes, size)) return f;
    return NULL;
}
