/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */

#include "posix/descriptors.h"

#include "confine/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum {
    FIRST_OTHER = 3,
    KEPT_MAX = 64,
    DESCRIPTORS = 1024,       /* where the kernel cannot close a range */
    CLOSE_RANGE_NUMBER = 436, /* Linux 5.9, equal on every CPU; older headers lack it */
};

/* ---- Standard streams ---- */

/* Reading from standard input and writing to the others fail with EBADF, as they do when they are
 * closed. The lowest free number is taken, so the lower ones come first. */
static void fill_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
        (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/* ---- Others ---- */

typedef struct Kept {
    unsigned list[KEPT_MAX];
    int count;
} Kept;

static int compare(const void* a, const void* b) {
    unsigned x = *(const unsigned*)a, y = *(const unsigned*)b;
    return (x > y) - (x < y);
}

/* Every number behind "/fd/" in a word, whatever option it belongs to. False when there are too
 * many. */
static bool keep_named(Kept* kept, const char* word) {
    while ((word = strstr(word, "/fd/")) != NULL) {
        word += 4;
        if (*word < '0' || *word > '9') continue;
        if (kept->count == KEPT_MAX) return false;
        kept->list[kept->count++] = (unsigned)strtoul(word, NULL, 10);
    }
    return true;
}

static void close_from_to(unsigned first, unsigned last) {
    if (first > last) return;
#ifdef __linux__
    if (syscall(CLOSE_RANGE_NUMBER, first, last, 0) == 0) return;
#endif
    for (unsigned fd = first; fd <= last && fd < DESCRIPTORS; fd++) close((int)fd);
}

static void close_others(const Kept* kept) {
    unsigned next = FIRST_OTHER;
    for (int i = 0; i < kept->count; i++) {
        if (kept->list[i] < next) continue;
        close_from_to(next, kept->list[i] - 1);
        next = kept->list[i] + 1;
    }
    if (next >= FIRST_OTHER) close_from_to(next, ~0u);
}

void cli_drop_descriptors(void) {
    close_from_to(FIRST_OTHER, ~0u);
}

void cli_settle_descriptors(int argc, char** argv) {
    Kept kept = {.count = 0};
    bool is_clear = true;
    fill_streams();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--no-sandbox") == 0) return;
        is_clear = is_clear && keep_named(&kept, argv[i]);
    }
    if (cli_is_sandbox_off() || !is_clear) return;
    qsort(kept.list, (size_t)kept.count, sizeof *kept.list, compare);
    close_others(&kept);
}
