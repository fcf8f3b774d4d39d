/* SPDX-License-Identifier: MIT */
/* Models for tests: the character of scenes/ with a small edit, or a handful of JSON, and what the
 * reader said of it.
 *
 *   TestModel test = test_model_scene(VRM_DIALECT_1, "set /extensions/VRMC_vrm/lookAt/type
 * 'eyes'"); test_expect(&test, "LOOK_AT_TYPE_UNKNOWN", "/extensions/VRMC_vrm/lookAt/type");
 *   ...
 *   test_model_free(&test);
 */
#ifndef VRM_TESTS_SUPPORT_MODEL_H
#define VRM_TESTS_SUPPORT_MODEL_H

#include "support/corpus.h"
#include "vrm/model.h"

typedef struct TestModel {
    vrm_Model* model; /**< NULL when loading was refused. */
    vrm_Report* report;
    vrm_Result result;
} TestModel;

/** The default character of a dialect, changed by edits as scene_patch() takes them, with ' for ".
 * NULL changes nothing. Fails the test when the edits cannot be made or loading fails. */
TestModel test_model_scene(vrm_Dialect dialect, const char* edits);

/** glTF text with ' for ". Fails the test when loading fails. */
TestModel test_model_json(const char* json);

/** As the two above, for a strict load, which may be refused. */
TestModel test_model_strict_scene(vrm_Dialect dialect, const char* edits);

/** Any bytes, with a definition of one's own (NULL: the default); may be refused. */
TestModel test_model_bytes(const void* bytes, size_t size, const vrm_LoadDef* def);

/** Exactly one finding, of that code at that pointer; fails the test with a list otherwise. */
void test_expect(const TestModel* test, const char* code, const char* pointer);

/** These codes and no others, in any order, each as often as it stands there: "CODE CODE ...". ""
 * expects none. */
void test_expect_codes(const TestModel* test, const char* codes);

/** The finding of that code at that pointer is there, whatever else is. */
void test_expect_among(const TestModel* test, const char* code, const char* pointer);

void test_model_free(TestModel* test);

/** The model alone. Fails the test when loading fails. */
vrm_Model* test_load(const void* bytes, size_t size);

/** For a TestAttempt: all memory from `allocator`, the bytes borrowed. */
vrm_Result test_load_with(const vrm_Allocator* allocator, const TestBytes* bytes,
                          vrm_Model** out_model);

/** The file that saving gives, whatever is wrong with it. */
TestBytes test_save(const vrm_Model* model);

/** What the validator says of a file. */
vrm_Report* test_validate(const TestBytes* bytes);
/** How many errors it finds; `prints` them. */
uint64_t test_count_errors(const TestBytes* bytes, bool prints);

/** A value of the document. */
vrm_JsonRef test_json_at(const vrm_Model* model, const char* pointer);
/** Fails the test unless the string there is `expected`. */
void test_json_string(const vrm_Model* model, const char* pointer, const char* expected);

#endif
