/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "facts/licence.h"
#include "facts/loads.h"
#include "facts/measure.h"
#include "validate/policy_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of 0.x and draft files: what 1.0 says by several terms. */
#define LICENSE_NAME "licenseName"
enum { LICENSE_NAME_TERM = POLICY_TERM_COUNT - 1 };

/* ---- Findings ---- */

static void add(const cli_Policy* policy, cli_Findings* findings, const char* code,
                vrm_Severity severity, const char* pointer, const char* text) {
    if (findings->count == findings->capacity) {
        int32_t capacity = findings->capacity * 2 + 16;
        vrm_Finding* list = realloc(findings->list, (size_t)capacity * sizeof *list);
        findings->has_no_memory |= list == NULL;
        if (list == NULL) return;
        findings->list = list;
        findings->capacity = capacity;
    }
    char message[512];
    bool has_name = policy->name[0] != 0;
    snprintf(message, sizeof message, "%s%s%s%s.", text, has_name ? " (" : "", policy->name,
             has_name ? ")" : "");
    vrm_Finding finding = {.code = code,
                           .pointer = strdup(pointer),
                           .message = strdup(message),
                           .byte_offset = VRM_NO_OFFSET,
                           .severity = severity};
    if (finding.pointer == NULL || finding.message == NULL) {
        free((char*)finding.pointer);
        free((char*)finding.message);
        findings->has_no_memory = true;
        return;
    }
    findings->list[findings->count++] = finding;
}

void cli_findings_release(cli_Findings* findings) {
    for (int32_t i = 0; i < findings->count; i++) {
        free((char*)findings->list[i].pointer);
        free((char*)findings->list[i].message);
    }
    free(findings->list);
    *findings = (cli_Findings){0};
}

/* A number of things, or of metres to the centimetre. */
static void add_excess(const cli_Policy* policy, const cli_PolicyLimit* limit, const char* subject,
                       double value, const char* pointer, cli_Findings* findings) {
    char text[256];
    int digits = limit->is_fraction ? 2 : 0;
    snprintf(text, sizeof text, "%s has %.*f %s; the policy allows %.*f", subject, digits, value,
             limit->noun, digits, limit->max);
    add(policy, findings, limit->code, limit->severity, pointer, text);
}

/* Each image that is larger. */
static void check_sides(const cli_Policy* policy, const cli_PolicyLimit* limit,
                        const vrm_Gltf* gltf, cli_Findings* findings) {
    for (int32_t i = 0; i < gltf->image_count; i++) {
        cli_ImageFacts facts;
        if (cli_image_facts(&gltf->images[i], &facts) != VRM_OK) findings->has_no_memory = true;
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/images/%d", (int)i);
        uint32_t side = facts.width > facts.height ? facts.width : facts.height;
        if (side > limit->max) add_excess(policy, limit, "The image", side, pointer, findings);
    }
}

static void check_limits(const cli_Policy* policy, const vrm_Model* model, uint64_t file_bytes,
                         cli_Findings* findings) {
    cli_PolicyLimit limits[CLI_POLICY_LIMITS];
    int count = cli_policy_limits(policy, model, file_bytes, limits);
    findings->has_no_memory |= count < 0;
    for (int i = 0; i < count; i++) {
        if (limits[i].is_met) continue;
        if (strcmp(limits[i].name, "textureSide") == 0)
            check_sides(policy, &limits[i], vrm_model_gltf(model), findings);
        else
            add_excess(policy, &limits[i], "The file", limits[i].value, limits[i].pointer,
                       findings);
    }
}

/* Of a file that cannot be loaded nothing else is known: fileBytes is the first limit. */
static void check_size(const cli_Policy* policy, uint64_t file_bytes, cli_Findings* findings) {
    cli_PolicyLimit limit = {.code = policy_limits[0].code,
                             .noun = policy_limits[0].noun,
                             .max = policy->maxima[0],
                             .severity = policy->limit_severities[0]};
    if (limit.max >= 0.0 && (double)file_bytes > limit.max)
        add_excess(policy, &limit, "The file", (double)file_bytes, "", findings);
}

static void check_formats(const cli_Policy* policy, const vrm_Gltf* gltf, cli_Findings* findings) {
    for (int32_t i = 0; i < gltf->image_count; i++) {
        char text[128], pointer[32];
        const char* format = cli_image_format(&gltf->images[i]);
        if (cli_policy_accepts_format(policy, format)) continue;
        snprintf(pointer, sizeof pointer, "/images/%d", (int)i);
        snprintf(text, sizeof text, "The image is %s, which the policy does not accept",
                 format != NULL ? format : "of no known format");
        add(policy, findings, "POLICY_IMAGE_FORMAT", policy->format_severity, pointer, text);
    }
}

static bool is_used(const vrm_Gltf* gltf, const char* extension) {
    for (int32_t i = 0; i < gltf->extension_used_count; i++)
        if (strcmp(gltf->extensions_used[i], extension) == 0) return true;
    return false;
}

static void check_extension(const cli_Policy* policy, const char* extension, const char* list,
                            int32_t index, cli_Findings* findings) {
    char text[256], pointer[64];
    if (!cli_policy_refuses_extension(policy, extension)) return;
    snprintf(pointer, sizeof pointer, "/%s/%d", list, (int)index);
    snprintf(text, sizeof text, "The file uses %s, which the policy refuses", extension);
    add(policy, findings, "POLICY_EXTENSION", policy->extension_severity, pointer, text);
}

/* Each once, even if it is required without being listed as used. */
static void check_extensions(const cli_Policy* policy, const vrm_Gltf* gltf,
                             cli_Findings* findings) {
    if (policy->refused_count == 0) return;
    for (int32_t i = 0; i < gltf->extension_used_count; i++)
        check_extension(policy, gltf->extensions_used[i], "extensionsUsed", i, findings);
    for (int32_t i = 0; i < gltf->extension_required_count; i++)
        if (!is_used(gltf, gltf->extensions_required[i]))
            check_extension(policy, gltf->extensions_required[i], "extensionsRequired", i,
                            findings);
}

static void check_dialect(const cli_Policy* policy, const vrm_Model* model,
                          cli_Findings* findings) {
    char text[160];
    const char* dialect = vrm_dialect_text(vrm_model_dialect(model));
    if (cli_policy_accepts_dialect(policy, vrm_model_dialect(model))) return;
    if (dialect != NULL)
        snprintf(text, sizeof text, "The file is VRM %s, which the policy does not accept",
                 dialect);
    else
        snprintf(text, sizeof text, "The file is no VRM avatar");
    add(policy, findings, "POLICY_DIALECT", policy->dialect_severity, "", text);
}

/* The value of a term as its word; "" when it is not there. */
static void term_value(const vrm_Json* meta, const char* name, char* out, size_t size) {
    vrm_JsonRef value = vrm_json_member(meta, vrm_json_root(meta), name);
    out[0] = 0;
    if (vrm_json_type(meta, value) == VRM_JSON_BOOL)
        snprintf(out, size, "%s", vrm_json_bool(meta, value, false) ? "true" : "false");
    else if (vrm_json_type(meta, value) == VRM_JSON_STRING)
        vrm_json_string(meta, value, out, size);
}

static void check_terms(const cli_Policy* policy, const vrm_Json* meta, const char* place,
                        cli_Findings* findings) {
    char name[64];
    term_value(meta, LICENSE_NAME, name, sizeof name);
    bool decides = name[0] != 0 && policy->accepted_terms[LICENSE_NAME_TERM] != 0;
    for (int t = 0; t < POLICY_TERM_COUNT; t++) {
        char value[64], text[256], pointer[128];
        bool is_accepted = policy->accepted_terms[t] == 0 ||
                           (decides && policy_terms[t].is_in_license_name) ||
                           (t == LICENSE_NAME_TERM && name[0] == 0);
        const char* const* values = policy_values_of(&policy_terms[t]);
        term_value(meta, policy_terms[t].name, value, sizeof value);
        for (int v = 0; values[v] != NULL && !is_accepted; v++)
            is_accepted =
                (policy->accepted_terms[t] >> v & 1) != 0 && strcmp(values[v], value) == 0;
        if (is_accepted) continue;
        snprintf(text, sizeof text, "%s is %s, which the policy does not accept",
                 policy_terms[t].name, value);
        bool is_named = strstr(place, "VRMC_vrm") != NULL; /* 0.x has other names */
        snprintf(pointer, sizeof pointer, "%s%s%s", place, is_named ? "/" : "",
                 is_named ? policy_terms[t].name : "");
        add(policy, findings, "POLICY_LICENCE", policy->severity, pointer, text);
    }
}

static void check_licence(const cli_Policy* policy, const vrm_Model* model,
                          cli_Findings* findings) {
    bool asks = false;
    for (int t = 0; t < POLICY_TERM_COUNT; t++) asks |= policy->accepted_terms[t] != 0;
    const vrm_Meta* meta = vrm_model_meta(model);
    if (!asks) return;
    if (meta == NULL) {
        add(policy, findings, "POLICY_LICENCE", policy->severity, "",
            "The file states no licence, which the policy asks for");
        return;
    }
    vrm_JsonBuilder* builder = NULL;
    vrm_Json* json = NULL;
    vrm_Span text;
    vrm_Result result = vrm_json_builder_create(NULL, &builder);
    if (result == VRM_OK) cli_json_meta(builder, meta);
    if (result == VRM_OK) result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK) result = vrm_json_parse(text.data, text.size, NULL, NULL, &json);
    if (result == VRM_OK)
        check_terms(policy, json,
                    vrm_model_dialect(model) == VRM_DIALECT_0 ? "/extensions/VRM/meta"
                                                              : "/extensions/VRMC_vrm/meta",
                    findings);
    else
        findings->has_no_memory = true;
    vrm_json_destroy(json);
    vrm_json_builder_destroy(builder);
}

void cli_policy_check(const cli_Policy* policy, const vrm_Model* model, uint64_t file_bytes,
                      cli_Findings* findings) {
    if (model == NULL) {
        check_size(policy, file_bytes, findings);
        add(policy, findings, "POLICY_UNCHECKED", policy->severity, "",
            "The file cannot be loaded, so that the policy could not be checked");
        return;
    }
    check_limits(policy, model, file_bytes, findings);
    check_formats(policy, vrm_model_gltf(model), findings);
    check_extensions(policy, vrm_model_gltf(model), findings);
    if (vrm_model_clip_info(model) != NULL) return; /* an animation has no dialect and no meta */
    check_dialect(policy, model, findings);
    check_licence(policy, model, findings);
}
