/* SPDX-License-Identifier: MIT */
/* Loaded into vrm by LD_PRELOAD: a kernel that does not know Landlock. */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>

long syscall(long number, ...);

long syscall(long number, ...) {
    long words[6];
    long (*next)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    va_list args;
    va_start(args, number);
    for (int i = 0; i < 6; i++) words[i] = va_arg(args, long);
    va_end(args);
    if (number >= 444 && number <= 446) {
        errno = ENOSYS;
        return -1;
    }
    return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
