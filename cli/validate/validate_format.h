/* SPDX-License-Identifier: MIT */
/* What `vrm validate` found, in the formats that CI systems read: SARIF 2.1.0 and JUnit. Each file
 * makes a part of the document, in whatever process; the parts are collected and printed at the
 * end. */
#ifndef CLI_VALIDATE_FORMAT_H
#define CLI_VALIDATE_FORMAT_H

#include "validate/validate_print.h"

#include <stdio.h>

typedef enum validate_Format { VALIDATE_PLAIN, VALIDATE_SARIF, VALIDATE_JUNIT } validate_Format;

/* A file that was read, and one that was not. False when there is no memory. */
bool validate_write_part(FILE* out, validate_Format format, const validate_Filter* filter,
                         const validate_File* file);
bool validate_write_failure(FILE* out, validate_Format format, const char* file, const char* why);

typedef struct validate_Collection {
    validate_Format format;
    char* text;
    size_t size;
    FILE* stream; /* that fills `text` */
    bool has_part;
    int files, failures, errors; /* with errors; not read */
} validate_Collection;

/* CLI_OK, or CLI_FAILED after saying that there is no memory. */
int validate_collect_begin(validate_Format format, validate_Collection* out);
void validate_collect(validate_Collection* collection, bool is_unreadable, bool has_errors,
                      const char* part, size_t size);
/* Prints everything to standard output and releases the collection. */
int validate_collect_end(validate_Collection* collection);

#endif
