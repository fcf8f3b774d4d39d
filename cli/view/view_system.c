/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* getentropy */
#define _XOPEN_SOURCE   700

#include "view/view_system.h"

#include "files/glb.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, FILES_MAX = 4096, DEPTH_MAX = 8, DESCRIPTORS = 1024 };

double view_now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool view_make_token(char out[VIEW_TOKEN_LENGTH + 1]) {
    uint8_t bytes[VIEW_TOKEN_LENGTH / 2];
    if (getentropy(bytes, sizeof bytes) != 0) return false;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Exactly the digits of a secret and a line feed. */
static bool is_secret(const char* text, ssize_t size) {
    if (size != VIEW_TOKEN_LENGTH + 1 || text[VIEW_TOKEN_LENGTH] != '\n') return false;
    return strspn(text, "0123456789abcdef") == VIEW_TOKEN_LENGTH;
}

static view_KeyResult create_key(const char* path, char out[VIEW_TOKEN_LENGTH + 1]) {
    char text[VIEW_TOKEN_LENGTH + 2];
    if (!view_make_token(out)) return VIEW_KEY_UNREADABLE;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return VIEW_KEY_UNREADABLE;
    snprintf(text, sizeof text, "%s\n", out);
    bool is_written = write(file, text, VIEW_TOKEN_LENGTH + 1) == VIEW_TOKEN_LENGTH + 1;
    if (close(file) == 0 && is_written) return VIEW_KEY_OK;
    unlink(path);
    return VIEW_KEY_UNREADABLE;
}

view_KeyResult view_load_token(const char* path, char out[VIEW_TOKEN_LENGTH + 1]) {
    char text[VIEW_TOKEN_LENGTH + 2];
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return errno == ENOENT ? create_key(path, out) : VIEW_KEY_UNREADABLE;
    view_KeyResult result = VIEW_KEY_UNREADABLE;
    if (fstat(file, &info) == 0)
        result = !S_ISREG(info.st_mode)                                  ? VIEW_KEY_MALFORMED
                 : info.st_uid != geteuid() || (info.st_mode & 077) != 0 ? VIEW_KEY_SHARED
                 : !is_secret(text, read(file, text, sizeof text))       ? VIEW_KEY_MALFORMED
                                                                         : VIEW_KEY_OK;
    close(file);
    if (result != VIEW_KEY_OK) return result;
    memcpy(out, text, VIEW_TOKEN_LENGTH);
    out[VIEW_TOKEN_LENGTH] = 0;
    return VIEW_KEY_OK;
}

/* ---- Files ---- */

static view_Stamp stamp_of(const struct stat* info) {
    view_Stamp stamp = {0};
    if (!S_ISREG(info->st_mode)) return stamp;
    stamp.device = (uint64_t)info->st_dev;
    stamp.number = (uint64_t)info->st_ino;
    stamp.size = (uint64_t)info->st_size;
    stamp.modified_s = (int64_t)info->st_mtim.tv_sec;
    stamp.modified_ns = (int64_t)info->st_mtim.tv_nsec;
    return stamp;
}

view_Stamp view_stamp(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 ? stamp_of(&info) : (view_Stamp){0};
}

bool view_same_stamp(const view_Stamp* a, const view_Stamp* b) {
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           a->modified_s == b->modified_s && a->modified_ns == b->modified_ns;
}

bool view_is_link(const char* path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

bool view_exists(const view_Stamp* stamp) {
    return stamp->number != 0;
}

void view_etag(const view_Stamp* stamp, char out[VIEW_ETAG_ROOM]) {
    snprintf(out, VIEW_ETAG_ROOM, "\"%" PRIx64 "-%" PRIx64 "-%" PRIx64 ".%" PRIx64 "\"",
             stamp->number, stamp->size, (uint64_t)stamp->modified_s, (uint64_t)stamp->modified_ns);
}

void view_time_text(const view_Stamp* stamp, char out[VIEW_TIME_ROOM]) {
    struct tm parts;
    time_t seconds = (time_t)stamp->modified_s;
    if (gmtime_r(&seconds, &parts) == NULL ||
        strftime(out, VIEW_TIME_ROOM, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        out[0] = 0;
}

static bool is_below(const char* path, const char* folder) {
    char *real_path = realpath(path, NULL), *real_folder = realpath(folder, NULL);
    size_t length = real_folder != NULL ? strlen(real_folder) : 0;
    bool result = real_path != NULL && real_folder != NULL &&
                  strncmp(real_path, real_folder, length) == 0 &&
                  (real_path[length] == '/' || length == 1);
    free(real_path);
    free(real_folder);
    return result;
}

/* O_NONBLOCK: if the path is a pipe, opening it does not wait for a writer. */
enum { HOW_TO_OPEN = O_RDONLY | O_CLOEXEC | O_NONBLOCK };

#ifdef __linux__
/* `path` is that of the folder and what is below. openat2(2): the kernel itself looks where links
 * lead, so that there is no moment between check and use. False where there is no such call;
 * numbers and flags are equal on every CPU. */
static bool open_beneath(const char* path, const char* folder, int* out_file) {
    enum { OPENAT2 = 437, NO_MAGIC_LINKS = 0x02, BENEATH = 0x08 };
    const struct {
        uint64_t flags, mode, resolve;
    } how = {HOW_TO_OPEN, 0, NO_MAGIC_LINKS | BENEATH};
    bool is_here = strcmp(folder, ".") == 0 && strncmp(path, "./", 2) != 0; /* not spelled out */
    const char* rest = is_here ? path : path + strlen(folder);
    while (*rest == '/') rest++;
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0) return false;
    *out_file = (int)syscall(OPENAT2, at, rest, &how, sizeof how);
    bool is_known = *out_file >= 0 || (errno != ENOSYS && errno != EPERM);
    close(at);
    return is_known;
}
#else
static bool open_beneath(const char* path, const char* folder, int* out_file) {
    (void)path;
    (void)folder;
    (void)out_file;
    return false;
}
#endif

int view_open(const char* path, const char* folder, view_Stamp* out_stamp) {
    struct stat info;
    int file = -1;
    *out_stamp = (view_Stamp){0};
    if (folder == NULL)
        file = open(path, HOW_TO_OPEN);
    else if (!open_beneath(path, folder, &file) && is_below(path, folder))
        file = open(path, HOW_TO_OPEN);
    if (file < 0) return -1;
    if (fstat(file, &info) == 0) *out_stamp = stamp_of(&info);
    if (view_exists(out_stamp)) return file;
    close(file);
    errno = 0; /* it is there, but no file */
    return -1;
}

void view_close(int file) {
    close(file);
}

bool view_is_cut_short(const char* path) {
    uint8_t head[12];
    view_Stamp stamp;
    int file = view_open(path, NULL, &stamp);
    if (file < 0) return false;
    bool is_glb =
        read(file, head, sizeof head) == (ssize_t)sizeof head && cli_is_glb(head, sizeof head);
    close(file);
    if (!is_glb) return false;
    return cli_glb_length(head) > stamp.size;
}

typedef struct Walk {
    view_AddFileFn* add;
    void* ctx;
    const char* root;
    int count;
} Walk;

static bool join(char out[PATH_ROOM], const char* folder, const char* name) {
    const char* between = folder[0] == 0 ? "" : "/";
    return snprintf(out, PATH_ROOM, "%s%s%s", folder, between, name) < PATH_ROOM;
}

/* The depth is bounded by a constant, not by what is on the disk. */
static bool walk_below(Walk* walk, const char* relative, int depth) {
    char path[PATH_ROOM], name[PATH_ROOM];
    if (!join(path, walk->root, relative)) return false;
    DIR* open = opendir(path);
    if (open == NULL) return false;
    bool is_good = true;
    for (struct dirent* entry; is_good && (entry = readdir(open)) != NULL;) {
        struct stat info;
        if (entry->d_name[0] == '.') continue;
        if (!join(name, relative, entry->d_name) || !join(path, walk->root, name)) continue;
        if (stat(path, &info) != 0) continue;
        if (S_ISDIR(info.st_mode) && depth < DEPTH_MAX)
            is_good = walk_below(walk, name, depth + 1);
        else if (S_ISREG(info.st_mode))
            is_good = walk->count++ < FILES_MAX && walk->add(walk->ctx, name);
    }
    closedir(open);
    return is_good;
}

bool view_walk(const char* folder, view_AddFileFn* add, void* ctx) {
    Walk walk = {add, ctx, folder, 0};
    return walk_below(&walk, "", 0);
}

/* ---- The outside ---- */

void view_prepare_stream(int socket) {
    const int room = 16384, yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void view_cut(int socket) {
    shutdown(socket, SHUT_RDWR);
}

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    is_interrupted = 1;
}

void view_catch_signals(void) {
    struct sigaction action = {.sa_handler = interrupt}, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

bool view_is_interrupted(void) {
    return is_interrupted != 0;
}

static const char* variable(const char* name) {
    const char* value = getenv(name);
    return value != NULL && value[0] != 0 ? value : NULL;
}

bool view_has_display(void) {
#ifdef __APPLE__
    return true;
#else
    return variable("DISPLAY") != NULL || variable("WAYLAND_DISPLAY") != NULL ||
           variable("BROWSER") != NULL;
#endif
}

/* $BROWSER is a list with colons between its programs; the first one counts. Words are separated by
 * blanks, and %s stands for the address, which else comes last. */
static void split_browser(char* text, const char* url, char** words, int room) {
    int count = 0;
    bool has_url = false;
    char* colon = strchr(text, ':');
    if (colon != NULL) *colon = 0;
    char* rest = NULL;
    for (char* word = strtok_r(text, " ", &rest); word != NULL && count + 2 < room;
         word = strtok_r(NULL, " ", &rest)) {
        bool is_url = strcmp(word, "%s") == 0;
        has_url |= is_url;
        words[count++] = is_url ? (char*)url : word;
    }
    if (count == 0) words[count++] = "xdg-open";
    if (!has_url) words[count++] = (char*)url;
    words[count] = NULL;
}

/* In the grandchild, whose parent has exited: the browser outlives vrm. */
static void become_browser(const char* url, int failure) {
    char text[1024] = "xdg-open";
    char* words[32];
#ifdef __APPLE__
    strcpy(text, "open");
#endif
    const char* browser = variable("BROWSER");
    if (browser != NULL && strlen(browser) < sizeof text) strcpy(text, browser);
    split_browser(text, url, words, 32);
    setsid();
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && nothing >= 0; i++) dup2(nothing, i);
    for (int i = 3; i < DESCRIPTORS; i++)
        if (i != failure) close(i);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &standard, NULL);
    execvp(words[0], words);
    ssize_t ignored = write(failure, "x", 1);
    (void)ignored;
    _exit(127);
}

bool view_open_browser(const char* url) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) return false;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) become_browser(url, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (child > 0) waitpid(child, NULL, 0);
    /* The pipe closes when the program has been started, and has a byte when it has not. */
    bool has_started = child > 0 && read(ends[0], &byte, 1) == 0;
    close(ends[0]);
    return has_started;
}
