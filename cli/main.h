/* SPDX-License-Identifier: MIT */
#ifndef CLI_MAIN_H
#define CLI_MAIN_H

/* The whole program. entry.c calls it with words in UTF-8. */
int cli_main(int argc, char** argv);

#endif
