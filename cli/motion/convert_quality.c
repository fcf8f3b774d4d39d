/* SPDX-License-Identifier: MIT */
#include "motion/convert_quality.h"

#include "words/json.h"
#include "words/output.h"

enum { COLUMNS = 5 };

/* The head and the key of a number, and how many digits it has behind the point. */
typedef struct Column {
    const char *head, *key;
    int digits;
} Column;

static const Column columns[COLUMNS] = {{"slide_mm", "slideMm", 1},
                                        {"free_mm", "slideFreeMm", 1},
                                        {"tilt_deg", "tiltDegrees", 1},
                                        {"joint_deg", "jointErrorDegrees", 1},
                                        {"rest", "restConfidence", 2}};

/* Returns false if the motion has no such measurement. */
static bool value_of(const Converted* result, int column, float* out) {
    if (result == NULL) return false;
    const vrm_RetargetReport* r = &result->fit.retarget;
    const float values[COLUMNS] = {r->slide_max_mm, r->slide_max_without_mm, r->tilt_degrees,
                                   r->joint_error_degrees, result->rest_confidence};
    *out = values[column];
    return column == COLUMNS - 1 ? result->has_rest : result->fit.is_fitted;
}

void quality_print_head(FILE* out) {
    for (int i = 0; i < COLUMNS; i++) fprintf(out, "%9s ", columns[i].head);
    fprintf(out, "%-10s file\n", "from");
}

static const char* source_of(const Converted* result) {
    if (result == NULL) return "failed";
    return result->has_rest ? vrm_rest_source_name(result->rest_source) : "-";
}

void quality_print(FILE* out, const char* name, const Converted* result) {
    float value;
    for (int i = 0; i < COLUMNS; i++)
        if (value_of(result, i, &value))
            fprintf(out, "%9.*f ", columns[i].digits, (double)value);
        else
            fprintf(out, "%9s ", "-");
    fprintf(out, "%-10s ", source_of(result));
    cli_put_text(out, name);
    fputc('\n', out);
}

void quality_put_json(vrm_JsonBuilder* b, const Converted* result) {
    float value;
    vrm_json_put_key(b, "quality");
    vrm_json_begin_object(b);
    for (int i = 0; i < COLUMNS; i++)
        if (value_of(result, i, &value))
            cli_json_float(b, columns[i].key, value);
        else
            cli_json_string(b, columns[i].key, NULL);
    vrm_json_end_object(b);
}
