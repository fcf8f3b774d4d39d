/* SPDX-License-Identifier: MIT */
/* Decimal numbers of text formats. */
#ifndef VRMI_MOTION_DECIMAL_H
#define VRMI_MOTION_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

/* Parses a decimal number with the same bits everywhere; the C library depends on the locale.
 * Programs that follow the locale write a comma for the point; a comma behind the number only
 * separates. Returns false if the number is not finite. */
bool vrmi_decimal_parse(const char* text, size_t size, double* out);

#endif
