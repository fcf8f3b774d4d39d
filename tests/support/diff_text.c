/* SPDX-License-Identifier: MIT */
#include "support/diff_text.h"

#include "support/check.h"

#include <stdio.h>

void test_describe_diff(const vrm_Model* before, const vrm_Model* after, const vrm_DiffDef* def,
                        char* out, size_t room) {
    vrm_Diff* diff = NULL;
    assert_int_equal(vrm_diff_create(before, after, def, &diff), VRM_OK);
    out[0] = 0;
    size_t used = 0;
    for (int32_t i = 0; i < vrm_diff_count(diff) && used < room; i++) {
        vrm_Difference d = vrm_diff_get(diff, i);
        used += (size_t)snprintf(out + used, room - used, "%s%s %s %s|%s|%s|%s", i > 0 ? "\n" : "",
                                 vrm_diff_part_name(d.part), vrm_diff_kind_name(d.kind), d.subject,
                                 d.member, d.before, d.after);
    }
    assert_int_equal(vrm_diff_total(diff), vrm_diff_count(diff));
    vrm_diff_destroy(diff);
}
