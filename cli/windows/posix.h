/* SPDX-License-Identifier: MIT */
/* The commands are written against POSIX. This header, which the Windows build includes before
 * everything else, declares the small part of it that they use and that Windows lacks or has only
 * for paths in the machine's code page: here every path is UTF-8, may be long, and may have '/' or
 * '\' between its names. posix_*.c define it. */
#ifndef CLI_WINDOWS_POSIX_H
#define CLI_WINDOWS_POSIX_H

#define tell io_tell /* of <io.h>: no name of POSIX, and one of ours */
#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#undef tell

/* ---- Files ---- */

struct posix_stat {
    uint64_t st_dev, st_ino; /* equal for two names of one file */
    uint32_t st_mode;
    int64_t st_size;
    int64_t st_mtime;
};

#ifndef S_IFLNK
#define S_IFLNK 0xA000
#endif
#undef S_ISLNK
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)
#ifndef ELOOP
#define ELOOP 114
#endif
#define O_CLOEXEC   _O_NOINHERIT
#define O_DIRECTORY 0x10000000 /* opening a folder fails: nothing is there to flush */

int posix_stat(const char* path, struct posix_stat* out);
int posix_lstat(const char* path, struct posix_stat* out);
FILE* posix_fopen(const char* path, const char* mode);
int posix_open(const char* path, int flags, ...);
int posix_unlink(const char* path);
int posix_rename(const char* from, const char* to);
int posix_mkdir(const char* path, int mode);
/* Absolute, links followed, with '/'. From malloc(); `out` must be NULL. */
char* posix_realpath(const char* path, char* out);
/* Where a link leads, absolute; -1 when the path is no link. */
ssize_t posix_readlink(const char* path, char* out, size_t size);
int posix_fsync(int file);
/* Windows' own says yes to every device, such as NUL. */
int posix_isatty(int file);
int posix_fchmod(int file, uint32_t mode);

/* The text is there once the stream is closed. */
FILE* posix_open_memstream(char** text, size_t* size);
int posix_fclose(FILE* file);
/* Ends the program where SIGPIPE would: the reader of the output has gone. */
int posix_fflush(FILE* file);

#define open_memstream posix_open_memstream
#define fclose         posix_fclose
#define fflush         posix_fflush

#define stat     posix_stat
#define lstat    posix_lstat
#define fopen    posix_fopen
#define open     posix_open
#define unlink   posix_unlink
#define rename   posix_rename
#define mkdir    posix_mkdir
#define realpath posix_realpath
#define readlink posix_readlink
#define fsync    posix_fsync
#define isatty   posix_isatty
#define fchmod   posix_fchmod
#define ino_t    uint64_t
#define dev_t    uint64_t

/* ---- Folders ---- */

struct dirent {
    char* d_name;
};
typedef struct posix_Folder DIR;

DIR* posix_opendir(const char* path);
struct dirent* posix_readdir(DIR* folder);
int posix_closedir(DIR* folder);

#define opendir    posix_opendir
#define readdir    posix_readdir
#define closedir   posix_closedir
#define _DIRENT_H_ /* instead of mingw's, which knows the code page alone */

/* ---- Signals, clocks, the environment ---- */

#ifndef SIGHUP
#define SIGHUP 1 /* never sent */
#endif
#ifndef SIGPIPE
#define SIGPIPE 13 /* never sent */
#endif

struct sigaction {
    void (*sa_handler)(int number);
    int sa_flags; /* ignored */
};
#define SA_RESTART 0 /* no call is interrupted by a signal */

int posix_sigaction(int number, const struct sigaction* action, struct sigaction* old);
void (*posix_signal(int number, void (*handler)(int number)))(int number);
int posix_clock_gettime(int clock, struct timespec* out);

#define sigaction(number, action, old) posix_sigaction(number, action, old)
#define signal                         posix_signal
#undef CLOCK_REALTIME
#undef CLOCK_MONOTONIC
#define CLOCK_REALTIME  0
#define CLOCK_MONOTONIC 1
#define clock_gettime   posix_clock_gettime

enum { _SC_NPROCESSORS_ONLN = 84 }; /* the one thing that is asked */
long posix_sysconf(int name);
int posix_setenv(const char* name, const char* value, int overwrites);

#define sysconf posix_sysconf
#define setenv  posix_setenv

#endif
