/* SPDX-License-Identifier: MIT */
/* The descriptors that a process begins with. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

/* Call it before anything is opened. A closed standard stream is opened on a descriptor that fails
 * when used: otherwise the next file would take its number, and messages would go into that file.
 * All other descriptors are closed, except those that the command line names (/dev/fd/5): the
 * caller may have a secret or a connection open by chance, and code that a hostile file runs must
 * not reach it. With the sandbox switched off they stay open, for tools that are loaded into the
 * process. */
void cli_settle_descriptors(int argc, char** argv);

/* Closes all but the standard streams: for a child that shall not reach what its parent has. */
void cli_drop_descriptors(void);

#endif
