/* SPDX-License-Identifier: MIT */
#ifndef VRMI_BASE_SORT_H
#define VRMI_BASE_SORT_H

#include <stddef.h>

/* Sorts numbers, the smallest first. NaN may end anywhere. */
void vrmi_sort_floats(float* values, size_t count);

#endif
