/* SPDX-License-Identifier: MIT */
/* What `vrm validate` found in all files, in the formats that CI systems read: SARIF 2.1.0 and
 * JUnit. Collected file by file, printed at the end. */
#ifndef CLI_VALIDATE_FORMAT_H
#define CLI_VALIDATE_FORMAT_H

#include "cli.h"

typedef enum validate_Format { VALIDATE_PLAIN, VALIDATE_SARIF, VALIDATE_JUNIT } validate_Format;

typedef struct validate_Collection {
    validate_Format format;
    vrm_JsonBuilder* builder; /* SARIF */
    char* text;               /* JUnit: test cases */
    size_t size;
    FILE* stream; /* that fills `text` */
    int files, failures, errors;
} validate_Collection;

/* CLI_OK, or CLI_FAILED after saying that there is no memory. */
int validate_collect_begin(validate_Format format, validate_Collection* out);

/* A file that was read and has so many errors: its findings one after the other, then its end. */
void validate_collect_file(validate_Collection* collection, const char* file, uint64_t errors);
void validate_collect_finding(validate_Collection* collection, const char* file,
                              const vrm_Finding* finding);
void validate_collect_file_end(validate_Collection* collection, uint64_t errors);

/* A file that could not be read. */
void validate_collect_failure(validate_Collection* collection, const char* file, vrm_Result result);

/* Prints everything to standard output and releases the collection. */
int validate_collect_end(validate_Collection* collection);

#endif
