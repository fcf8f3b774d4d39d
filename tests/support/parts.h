/* SPDX-License-Identifier: MIT */
/* What a model says, as one text: two models that mean the same give the same text, whatever their
 * JSON looks like. */
#ifndef VRM_TESTS_SUPPORT_PARTS_H
#define VRM_TESTS_SUPPORT_PARTS_H

#include "vrm/model.h"

/** Meta, bones, expressions, look-at, first person, springs, constraints and surfaces, a line for
 * each thing. From malloc(). */
char* test_describe(const vrm_Model* model);

/** Fails the test at the first line that differs. */
void test_same_parts(const vrm_Model* actual, const vrm_Model* expected);

#endif
