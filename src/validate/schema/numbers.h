/* SPDX-License-Identifier: MIT */
/* Questions about many numbers at once. Most files answer all of them well, so each loop is plain
 * enough for compilers to turn it into vector instructions; the caller looks for the numbers
 * themselves, one by one, only after a bad answer. */
#ifndef VRMI_VALIDATE_SCHEMA_NUMBERS_H
#define VRMI_VALIDATE_SCHEMA_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Lowers min[c] and raises max[c] to the least and the greatest number of component c. NaN among
 * the numbers is passed over, NaN in `min` or `max` stays. 0 and -0 are the same number: which of
 * the two comes out is not defined. */
void vrmi_numbers_bound(const double* numbers, uint32_t count, uint32_t components, double* min,
                        double* max);

bool vrmi_numbers_are_finite(const double* numbers, uint32_t count);

/* How many of `count` triangles, three numbers each, have a number twice. */
uint64_t vrmi_numbers_degenerate(const double* corners, uint32_t count);

/* True when every vector (the first three numbers of each element) has a squared length from
 * 1 - tolerance to 1 + tolerance; then its length is in that range as well, for any tolerance below
 * 1. False when one is NaN. */
bool vrmi_numbers_are_unit(const double* numbers, uint32_t elements, uint32_t components,
                           double tolerance);

#endif
