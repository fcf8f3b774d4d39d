/* SPDX-License-Identifier: MIT */
/* A licence in words that a person reads, and meta as JSON: `vrm info` and `vrm meta` show both. */
#ifndef CLI_LICENCE_H
#define CLI_LICENCE_H

#include "vrm/vrm.h"

/* Indented lines: who may use the avatar and for what. */
void cli_print_licence(const vrm_Meta* meta);

/* The name, authors and other facts that are no permissions, one line each. */
void cli_print_meta(const vrm_Meta* meta);

/* All of meta as a JSON object, with the 1.0 names. */
void cli_json_meta(vrm_JsonBuilder* builder, const vrm_Meta* meta);

#endif
