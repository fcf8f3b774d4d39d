/* SPDX-License-Identifier: MIT */
/* Folders as input: each stands for the files in it. */
#ifndef CLI_FOLDERS_H
#define CLI_FOLDERS_H

#include "words/args.h"

/* Endings of the files that a folder stands for; NULL ends each list. */
extern const char* const cli_avatar_endings[]; /* .vrm .glb .gltf */
extern const char* const cli_gltf_endings[];   /* .vrma too */
extern const char* const cli_motion_endings[]; /* CLI_MOTION_ENDINGS .json .glb .gltf */

/* Replaces folders by their files, sorted by name; with `is_deep` those of their subfolders too,
 * where links to folders are not followed. Returns CLI_OK, or the status after printing the error.
 */
int cli_expand_folders(cli_Args* args, const char* const* endings, bool is_deep);

#endif
