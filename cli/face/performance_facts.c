/* SPDX-License-Identifier: MIT */
/* What a performance says of itself. Apart from what reads it, so that programs that read nothing
 * can play one. */
#include "face/performance.h"

#include <string.h>

double performance_seconds(const Performance* performance) {
    return performance->has_voice ? performance->voice.seconds + PERFORMANCE_TAIL_S : 0.0;
}

const char* performance_part(const vrm_Rig* rig, const cli_Expression* part, bool* out_is_there) {
    const char* name = cli_expression_name(rig, part->name);
    *out_is_there = name != NULL || strcmp(part->name, "neutral") == 0;
    return name;
}
