/* SPDX-License-Identifier: MIT */
/* The descriptors that a process begins with. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

/* Before anything is opened. A standard stream that is closed gets a place that cannot be used, as
 * before: otherwise the next file that is opened takes its number, and what is printed would go
 * into that file. All other descriptors are closed, except for those that the command line names
 * (/dev/fd/5): what the caller has open by chance, a secret or a connection, is not for code that a
 * stranger's file may run. With the sandbox switched off they stay open, for tools that are loaded
 * into the process. */
void cli_settle_descriptors(int argc, char** argv);

#endif
