/* SPDX-License-Identifier: MIT */
/* The files of the page that vrm view serves: those that were put into the program when it was
 * built (VRM_PAGE of cmake/view.cmake), or those of a folder. Found by their names alone: a request
 * never becomes a path. */
#ifndef CLI_VIEW_PAGE_H
#define CLI_VIEW_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file inside the program. */
typedef struct view_Embedded {
    const char* name; /* "libvrm/index.js" */
    const uint8_t *begin, *end;
    bool is_gzip; /* the bytes are compressed */
} view_Embedded;

/* Sorted by name; a build without a page has none. */
extern const view_Embedded view_embedded[];
extern const int view_embedded_count;

typedef struct view_PageFile {
    const char* name;
    const view_Embedded* embedded; /* NULL: `path` */
    char* path;
    char etag[24]; /* of an embedded file */
} view_PageFile;

typedef struct view_Page {
    view_PageFile* files; /* sorted by name */
    int32_t count, capacity;
    const char* folder; /* NULL: embedded */
} view_Page;

/* `folder` NULL takes what is inside the program. False when the folder cannot be read, has more
 * than 4096 files, or memory is short. The page may be empty. */
bool view_page_open(view_Page* page, const char* folder);
void view_page_close(view_Page* page);

/* NULL when there is no such file. */
const view_PageFile* view_page_find(const view_Page* page, const char* name);

/* The bytes of an embedded file that is compressed, malloc'd; NULL without memory. */
uint8_t* view_page_expand(const view_Embedded* embedded, size_t* out_size);

#endif
