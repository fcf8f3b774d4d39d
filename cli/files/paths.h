/* SPDX-License-Identifier: MIT */
/* The spelling of paths: '/' between names, and '\' too where the system has that; capitals that
 * count, or do not. */
#ifndef CLI_PATHS_H
#define CLI_PATHS_H

#include <stdbool.h>

bool cli_is_slash(char sign);
/* The last one in a path; NULL when it is a name alone. */
const char* cli_last_slash(const char* path);
/* From the root of the file system, or of a drive. */
bool cli_is_absolute(const char* path);
/* As strcmp(); 0 for two spellings of one name. */
int cli_compare_paths(const char* a, const char* b);

#endif
