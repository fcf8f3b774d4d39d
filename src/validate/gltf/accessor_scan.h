/* SPDX-License-Identifier: MIT */
/* Reads the elements of an accessor in blocks, as raw numbers: integers are not normalized, and
 * nothing is allocated. */
#ifndef VRMI_VALIDATE_GLTF_ACCESSOR_SCAN_H
#define VRMI_VALIDATE_GLTF_ACCESSOR_SCAN_H

#include "gltf/accessor.h"
#include "vrm/gltf.h"

#define VRMI_SCAN_NUMBERS 1536 /* in a block: a whole number of elements of any type */

typedef struct vrmi_Scan {
    vrmi_ElementLayout layout;
    vrm_ComponentType component_type;
    uint32_t components;
    const uint8_t* base; /* NULL: zeros */
    uint64_t stride;
    uint64_t count, next;
    const uint8_t* sparse_indices; /* NULL: not sparse */
    const uint8_t* sparse_values;
    vrm_ComponentType sparse_type;
    uint64_t sparse_count, sparse_at; /* count: those that can be applied */
    double numbers[VRMI_SCAN_NUMBERS];
    uint64_t first;  /* element of the block that stands in `numbers` */
    uint32_t loaded; /* elements in it */
} vrmi_Scan;

/* False when there are no bytes to read. */
bool vrmi_scan_begin(vrmi_Scan* scan, const vrm_Gltf* gltf, const vrm_Accessor* accessor);

/* The same for the sparse values alone. */
bool vrmi_scan_begin_sparse(vrmi_Scan* scan, const vrm_Gltf* gltf, const vrm_Accessor* accessor);

/* Loads the next block; false at the end. */
bool vrmi_scan_next(vrmi_Scan* scan);

/* Entry `at` of the sparse indices. */
uint32_t vrmi_scan_sparse_index(const vrmi_Scan* scan, uint64_t at);

/* Converts a raw number to the float that it represents. */
double vrmi_scan_normalized(vrm_ComponentType type, double raw);

#endif
