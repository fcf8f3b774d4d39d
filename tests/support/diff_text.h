/* SPDX-License-Identifier: MIT */
#ifndef VRM_TESTS_SUPPORT_DIFF_TEXT_H
#define VRM_TESTS_SUPPORT_DIFF_TEXT_H

#include "vrm/diff.h"

/** Differences as lines "part kind subject|member|before|after". */
void test_describe_diff(const vrm_Model* before, const vrm_Model* after, const vrm_DiffDef* def,
                        char* out, size_t room);

#endif
