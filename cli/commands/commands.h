/* SPDX-License-Identifier: MIT */
/* All commands; main.c lists them in this order. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "words/command.h"

extern const cli_Command cli_info;
extern const cli_Command cli_validate;
extern const cli_Command cli_diff;
extern const cli_Command cli_meta;
extern const cli_Command cli_migrate;
extern const cli_Command cli_normalize;
extern const cli_Command cli_create;
extern const cli_Command cli_springs;
extern const cli_Command cli_expressions;
extern const cli_Command cli_optimize;
extern const cli_Command cli_bake;
extern const cli_Command cli_convert_motion;
extern const cli_Command cli_trace;
extern const cli_Command cli_receive;
extern const cli_Command cli_live;
extern const cli_Command cli_render;
extern const cli_Command cli_view;
extern const cli_Command cli_crowd;
extern const cli_Command cli_serve;

#endif
