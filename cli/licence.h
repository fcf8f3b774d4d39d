/* SPDX-License-Identifier: MIT */
/* A licence in words that a person reads, and meta as JSON: `vrm info` and `vrm meta` show both. */
#ifndef CLI_LICENCE_H
#define CLI_LICENCE_H

#include "cli.h"

/* The words of 1.0 for the values of terms, and those of 0.x for a licence, in the order of the
 * enumerations of vrm/model.h (licences without the first, which means none); each list ends with
 * NULL. */
extern const char* const cli_avatar_permissions[];
extern const char* const cli_commercial_usages[];
extern const char* const cli_credit_notations[];
extern const char* const cli_modifications[];
extern const char* const cli_licenses0[];

/* Indented lines: who may use the avatar and for what. */
void cli_print_licence(const vrm_Meta* meta);

/* The name, authors and other facts that are no permissions, one line each. */
void cli_print_meta(const vrm_Meta* meta);

/* Of a term that a file states twice, by itself or within a repeated object, the last value counts
 * here, and other readers may take the first: CLI_INVALID after printing that to standard error,
 * else CLI_OK. `report` is that of loading. */
int cli_check_terms(const char* command, const char* file, const vrm_Report* report);

/* All of meta as a JSON object, with the 1.0 names. */
void cli_json_meta(vrm_JsonBuilder* builder, const vrm_Meta* meta);

#endif
