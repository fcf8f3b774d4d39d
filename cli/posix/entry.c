/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGXFSZ */

#include "main.h"
#include "posix/descriptors.h"

#include <signal.h>

int main(int argc, char** argv) {
    cli_settle_descriptors(argc, argv);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of writing, not the end */
    return cli_main(argc, argv);
}
