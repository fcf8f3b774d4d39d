/* SPDX-License-Identifier: MIT */
/* usage: count_json SCALE ROUNDS   parses the made-up avatar of bench/json, for counting
 * instructions */
#include "vrm_text.h"

#include <stdlib.h>

int main(int count, char** words) {
    if (count < 3) return 2;
    vrm_Span text;
    vrm_JsonBuilder* builder = bench_vrm_text(atoi(words[1]), &text);
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = true;
    for (int round = atoi(words[2]); round > 0; round--) {
        vrm_Json* json = NULL;
        if (vrm_json_parse(text.data, text.size, &def, NULL, &json) != VRM_OK) return 1;
        vrm_json_destroy(json);
    }
    vrm_json_builder_destroy(builder);
    return 0;
}
