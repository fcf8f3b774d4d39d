/* SPDX-License-Identifier: MIT */
/* Small files that state as much as their format has words for: the character of scenes/ and its
 * motion, and beside them a mesh with every attribute, animations, cameras, lights, and every
 * member that a reader of libvrm looks at. */
#ifndef VRM_TESTS_SUPPORT_FULL_H
#define VRM_TESTS_SUPPORT_FULL_H

#include "support/corpus.h"
#include "vrm/model.h"

/** Fail the test when they cannot be made. */
TestBytes test_full_avatar(vrm_Dialect dialect);
TestBytes test_full_clip(void);

#endif
