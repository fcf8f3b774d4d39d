/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* fchmod, fsync, lstat, readlink, sigaction */

#include "files/whole_file.h"

#include "files/no_links.h"
#include "files/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as many as Linux follows */
#define WRITE_MAX ((size_t)1 << 30)

/* ---- Interruption ---- */

/* The partial file that is being written; a signal handler removes it. Set as soon as the file
 * exists, and not before: under that name another's may be there. */
static const char* volatile pending_part;

static void remove_pending(int signal_number) {
    const char* part = pending_part;
    if (part != NULL) unlink(part);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_signals(void) {
    static const int numbers[] = {
        SIGINT,  SIGTERM, SIGHUP,  SIGPIPE,
#ifdef SIGQUIT /* not on Windows */
        SIGQUIT, SIGXCPU, SIGALRM,
#endif
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old, action = {.sa_handler = remove_pending};
        /* A handler that the command has set, or that the signal is ignored, is kept. */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    }
}

/* ---- Names ---- */

static size_t folder_length(const char* path) {
    const char* slash = cli_last_slash(path);
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Renaming over a link would replace the link. */
char* cli_follow_links(const char* path) {
    char* target = strdup(path);
    char to[4096];
    for (int links = 0; target != NULL; links++) {
        ssize_t length = readlink(target, to, sizeof to);
        if (length < 0) return target; /* no link */
        if (links == LINKS_MAX || (size_t)length == sizeof to) {
            errno = links == LINKS_MAX ? ELOOP : ENAMETOOLONG;
            break;
        }
        to[length] = 0;
        size_t folder = cli_is_absolute(to) ? 0 : folder_length(target);
        char* next = malloc(folder + (size_t)length + 1);
        if (next != NULL) {
            memcpy(next, target, folder);
            memcpy(next + folder, to, (size_t)length);
            next[folder + (size_t)length] = 0;
        }
        free(target);
        target = next;
    }
    free(target);
    return NULL;
}

/* Creates a new file beside the target. The clock only varies the names, O_EXCL separates writers:
 * the leftovers of a killed run do not block the next one. If the target's name plus the suffix
 * would be too long for a file system, the target's name is left out. */
static int create_part(const char* target, mode_t mode, char** out_part) {
    size_t room = strlen(target) + 40, folder = folder_length(target);
    bool is_long = strlen(target) - folder > VRM_FILE_NAME_MAX;
    int kept = (int)(is_long ? folder : strlen(target));
    *out_part = malloc(room);
    for (unsigned attempt = 0; *out_part != NULL && attempt < 100; attempt++) {
        struct timespec now = {0};
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(*out_part, room, "%.*s.%08lx%02x.part", kept, target, (unsigned long)now.tv_nsec,
                 attempt);
        int fd = cli_open(*out_part, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (fd >= 0) pending_part = *out_part;
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* ---- Writing ---- */

static vrm_Result open_part(cli_Output* out, const struct stat* before) {
    watch_signals();
    int fd = create_part(out->target, before != NULL ? 0600 : 0666, &out->part);
    if (out->part == NULL) return VRM_ERR_MEMORY;
    if (fd < 0) return VRM_ERR_IO;
    /* Without the bits that let a program act as the owner: the owner may be another. */
    if (before == NULL || fchmod(fd, before->st_mode & 0777) == 0) out->file = fdopen(fd, "wb");
    if (out->file != NULL) return VRM_OK;
    int cause = errno;
    close(fd);
    unlink(out->part);
    errno = cause;
    return VRM_ERR_IO;
}

vrm_Result cli_output_begin(const char* path, cli_Output* out) {
    struct stat info;
    *out = (cli_Output){0};
    bool is_stdout = strcmp(path, "-") == 0, exists = !is_stdout && stat(path, &info) == 0;
    /* Whose mode is not known is not replaced: the new file might be readable by more people. */
    if (!is_stdout && !exists && errno != ENOENT) return VRM_ERR_IO;
    if (exists && !S_ISREG(info.st_mode) && cli_are_links_refused()) {
        errno = EINVAL;
        return VRM_ERR_IO;
    }
    if (is_stdout || (exists && !S_ISREG(info.st_mode))) {
        out->file = is_stdout ? stdout : fopen(path, "wb");
        return out->file != NULL ? VRM_OK : VRM_ERR_IO;
    }
    errno = ENOMEM;
    out->target = cli_are_links_refused() ? strdup(path) : cli_follow_links(path);
    vrm_Result result = out->target != NULL ? open_part(out, exists ? &info : NULL)
                        : errno == ENOMEM   ? VRM_ERR_MEMORY
                                            : VRM_ERR_IO;
    if (result != VRM_OK) cli_output_end(out, false);
    return result;
}

/* Flushes the rename to the disk. Not every file system can flush a folder: failure is ignored. */
static void flush_folder(char* target) {
    target[folder_length(target)] = 0;
    int fd = open(target[0] == 0 ? "." : target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

static bool flush_file(int fd) {
    while (fsync(fd) != 0)
        if (errno != EINTR) return false;
    return true;
}

vrm_Result cli_output_end(cli_Output* output, bool is_sound) {
    int cause = errno;
    if (output->file != NULL) {
        if (fflush(output->file) != 0 || ferror(output->file)) {
            if (is_sound) cause = errno;
            is_sound = false;
        }
        if (output->part != NULL && is_sound && !flush_file(fileno(output->file))) {
            cause = errno;
            is_sound = false;
        }
        /* An interrupted close() has closed the file, and its bytes are on the disk. */
        if (output->file != stdout && fclose(output->file) != 0 && errno != EINTR && is_sound) {
            cause = errno;
            is_sound = false;
        }
    }
    if (output->part != NULL && is_sound && rename(output->part, output->target) != 0) {
        cause = errno;
        is_sound = false;
    }
    if (output->part != NULL && output->file != NULL && !is_sound) unlink(output->part);
    pending_part = NULL;
    if (output->part != NULL && is_sound) flush_folder(output->target);
    free(output->part);
    free(output->target);
    *output = (cli_Output){0};
    errno = cause;
    return is_sound ? VRM_OK : VRM_ERR_IO;
}

vrm_Result cli_output_probe(const char* path) {
    struct stat info;
    cli_Output output;
    if (strcmp(path, "-") == 0) return VRM_OK;
    bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return VRM_ERR_IO;
    }
    if (exists && !S_ISREG(info.st_mode)) return VRM_OK;
    vrm_Result result = cli_output_begin(path, &output);
    if (result == VRM_OK) cli_output_end(&output, false);
    return result;
}

/* Without stdio, which drops its buffer when a signal interrupts the write. */
static bool write_part(int fd, const char* data, size_t size) {
    while (size > 0) {
        ssize_t count = write(fd, data, (unsigned)(size < WRITE_MAX ? size : WRITE_MAX));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        data += count;
        size -= (size_t)count;
    }
    return true;
}

vrm_Result cli_write_file(const char* path, const void* data, size_t size) {
    cli_Output output;
    vrm_Result result = cli_output_begin(path, &output);
    if (result != VRM_OK) return result;
    bool is_sound = output.part != NULL ? write_part(fileno(output.file), data, size)
                                        : fwrite(data, 1, size, output.file) == size;
    return cli_output_end(&output, is_sound);
}
