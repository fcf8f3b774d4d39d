/* SPDX-License-Identifier: MIT */
/* A server resolves the paths that its clients name and compares them with its folders before it
 * opens them. In between, somebody who can write there could put a symbolic link in the place of a
 * file or a folder. So a server opens files without following any link. */
#ifndef CLI_NO_LINKS_H
#define CLI_NO_LINKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* From now on, in this process and its children, cli_open() refuses paths through symbolic links
 * and files that are not regular. */
void cli_refuse_links(void);
bool cli_are_links_refused(void);

/* As open(2), with O_CLOEXEC, and again where a signal interrupted it. */
int cli_open(const char* path, int flags, mode_t mode);

/* Opens a regular file to read; -1 and errno 0 for anything else, which is not waited for: whoever
 * can write in a folder may put a pipe in the place of a file at any moment. */
int cli_open_regular(const char* path, uint64_t* out_size);

#endif
