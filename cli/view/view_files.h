/* SPDX-License-Identifier: MIT */
/* The files that vrm view was given, with the side files of glTF: what may be served, and when one
 * has changed on disk. Requests name them by number, so that no path of a request is ever opened.
 */
#ifndef CLI_VIEW_FILES_H
#define CLI_VIEW_FILES_H

#include "view/view_notify.h"
#include "view/view_system.h"
#include "words/args.h"

#include "vrm/vrm.h"

/* What was last seen on disk. */
typedef struct view_Look {
    view_Stamp file;
    uint64_t sides; /* hash of the stamps of the side files */
} view_Look;

typedef struct view_Side {
    char* uri; /* as the file spells it */
    char* path;
} view_Side;

typedef struct view_File {
    char *path, *folder;
    const char* name; /* the last part of path */
    bool is_link;     /* from the start: it may lead anywhere */
    view_Side* sides;
    int32_t side_count, side_capacity;
    view_Look known;     /* as it was last sent to clients */
    view_Look candidate; /* differs from `known` since `since_s` */
    double since_s;
    bool is_settling;
    uint64_t change; /* number of its last change; 0: none yet */
} view_File;

typedef struct view_Files {
    view_File* files;
    int32_t count;
    uint64_t change; /* number of the last change of any file */
    view_Notify notify;
    bool is_all_watched, is_settling;
    double next_look_s;
} view_Files;

/* Takes the files of the command line, which must be regular files; nothing is read of them yet.
 * What a folder holds and cannot be opened (a link that leads nowhere) is left out with a message.
 * CLI_OK, or the status after printing why not. */
int view_files_open(view_Files* files, const cli_Args* args);
/* Reads which side files they name. The files are of strangers: enter the sandbox before. */
void view_files_read(view_Files* files);
void view_files_close(view_Files* files);

/* Looks whether files have changed, if it is time to. A file counts as changed once its size and
 * time stand still for a moment, and a GLB once it is as long as its header says (or nobody has
 * written to it for five seconds). True when a file has: `change` of the file is then new. */
bool view_files_look(view_Files* files, double now_s);

/* Puts one file as an object: name, url, size, time and side files. Addresses are relative to
 * TOKEN/. */
void view_files_put(vrm_JsonBuilder* builder, const view_Files* files, int32_t index);

/* The text of session.json; malloc'd. NULL without memory. */
char* view_files_session(const view_Files* files, bool has_vmc);

#endif
