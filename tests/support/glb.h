/* SPDX-License-Identifier: MIT */
/* Small glTF files made in a test: JSON written with ' for ", so that it can be read in C.
 *
 *   TestBytes glb = test_glb("{'asset':{'version':'2.0'}}", bin, sizeof bin);
 *   ...
 *   test_bytes_free(&glb);
 */
#ifndef VRM_TESTS_SUPPORT_GLB_H
#define VRM_TESTS_SUPPORT_GLB_H

#include "support/corpus.h"
#include "vrm/report.h"

/** A sound GLB; `bin` NULL leaves the BIN chunk out. A string that begins with "{" and holds ' is
 * taken with every ' turned into ". */
TestBytes test_glb(const char* json, const void* bin, size_t bin_size);

/** The text alone, quotes turned. */
TestBytes test_gltf(const char* json);

/** A GLB of given chunks with the header's length right; type is four characters. */
typedef struct TestChunk {
    const char* type;
    const void* data;
    size_t size;
} TestChunk;

TestBytes test_glb_chunks(const TestChunk* chunks, size_t count);

/** How many findings of that code a report keeps. */
int test_count_findings(const vrm_Report* report, const char* code);

/** The first finding of that code; fails the test when there is none. */
vrm_Finding test_get_finding(const vrm_Report* report, const char* code);

/** Fails the test, naming the findings, unless there are exactly these codes in this order. */
void test_check_findings(const vrm_Report* report, const char* const* codes, int count);

#endif
