/* SPDX-License-Identifier: MIT */
/* The terms of a licence: the words that files have for them, and whether a file states one twice.
 */
#ifndef CLI_TERMS_H
#define CLI_TERMS_H

#include "vrm/vrm.h"

/* The words of 1.0 for the values of terms, and those of 0.x for a licence, in the order of the
 * enumerations of vrm/model.h (licences without the first, which means none); each list ends with
 * NULL. */
extern const char* const cli_avatar_permissions[];
extern const char* const cli_commercial_usages[];
extern const char* const cli_credit_notations[];
extern const char* const cli_modifications[];
extern const char* const cli_licenses0[];

/* Of a term that a file states twice, by itself or within a repeated object, the last value counts
 * here, and other readers may take the first: CLI_INVALID after printing that to standard error,
 * else CLI_OK. `report` is that of loading. */
int cli_check_terms(const char* command, const char* file, const vrm_Report* report);

/* Whether a finding of loading is about such a term. */
bool cli_is_double_term(const vrm_Finding* finding);

#endif
