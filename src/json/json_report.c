/* SPDX-License-Identifier: MIT */
#include "json/json_report.h"

typedef struct ValuePlace {
    const vrm_Json* json; /* NULL: no document, the finding is at the root */
    vrm_JsonRef at;
} ValuePlace;

static size_t write_pointer(const void* context, char* buffer, size_t size) {
    const ValuePlace* place = context;
    if (place->json != NULL) return vrm_json_pointer(place->json, place->at, buffer, size);
    if (size > 0) buffer[0] = '\0';
    return 0;
}

static uint64_t byte_offset(const void* context) {
    const ValuePlace* place = context;
    return place->json != NULL ? vrm_json_offset(place->json, place->at) : 0;
}

void vrmi_report_list(vrm_Report* report, vrmi_RuleId rule, const vrm_Json* json, vrm_JsonRef at,
                      const char* format, va_list args) {
    ValuePlace value = {json, at};
    vrmi_FindingPlace place = {&value, write_pointer, byte_offset};
    vrmi_report_place(report, rule, &place, format, args);
}

void vrmi_report(vrm_Report* report, vrmi_RuleId rule, const vrm_Json* json, vrm_JsonRef at,
                 const char* format, ...) {
    va_list args;
    va_start(args, format);
    vrmi_report_list(report, rule, json, at, format, args);
    va_end(args);
}
