/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "validate/policy.h"

#include "facts/counts.h"
#include "facts/licence.h"
#include "facts/measure.h"
#include "facts/terms.h"
#include "files/files.h"
#include "words/output.h"
#include "words/suggest.h"

#include <errno.h>
#include <policies.inc> /* the text of examples/policies, as policy_NAME */
#include <stdlib.h>
#include <string.h>

#define POLICY_BYTES_MAX ((uint64_t)1 << 20)
#define NO_LIMIT         (-1)

/* ---- What can be demanded ---- */

enum { FILE_BYTES = 100, BONES, TEXTURE_SIDE, TEXTURE_PIXELS };

typedef struct Limit {
    const char* name;
    int count; /* of counts.h, or one of those above */
    const char *code, *pointer;
    const char* noun; /* "The file has 5 NOUN" */
} Limit;

static const Limit limits[] = {
    {"fileBytes", FILE_BYTES, "POLICY_FILE_SIZE", "", "bytes"},
    {"nodes", CLI_COUNT_NODES, "POLICY_NODES", "/nodes", "nodes"},
    {"bones", BONES, "POLICY_BONES", "/skins", "nodes that are joints of skins"},
    {"meshes", CLI_COUNT_MESHES, "POLICY_MESHES", "/meshes", "meshes"},
    {"primitives", CLI_COUNT_PRIMITIVES, "POLICY_PRIMITIVES", "/meshes", "primitives"},
    {"vertices", CLI_COUNT_VERTICES, "POLICY_VERTICES", "/meshes", "vertices"},
    {"triangles", CLI_COUNT_TRIANGLES, "POLICY_TRIANGLES", "/meshes", "triangles"},
    {"materials", CLI_COUNT_MATERIALS, "POLICY_MATERIALS", "/materials", "materials"},
    {"textures", CLI_COUNT_TEXTURES, "POLICY_TEXTURES", "/textures", "textures"},
    {"images", CLI_COUNT_IMAGES, "POLICY_IMAGES", "/images", "images"},
    {"textureSide", TEXTURE_SIDE, "POLICY_TEXTURE_SIDE", "", "pixels along a side"},
    {"texturePixels", TEXTURE_PIXELS, "POLICY_TEXTURE_PIXELS", "/images", "pixels in all images"},
    {"morphTargets", CLI_COUNT_MORPH_TARGETS, "POLICY_MORPH_TARGETS", "/meshes", "morph targets"},
    {"expressions", CLI_COUNT_EXPRESSIONS, "POLICY_EXPRESSIONS", "", "expressions"},
    {"springs", CLI_COUNT_SPRINGS, "POLICY_SPRINGS", "", "spring chains"},
    {"springJoints", CLI_COUNT_SPRING_JOINTS, "POLICY_SPRING_JOINTS", "", "spring joints"},
    {"colliders", CLI_COUNT_COLLIDERS, "POLICY_COLLIDERS", "", "colliders"},
    {"constraints", CLI_COUNT_CONSTRAINTS, "POLICY_CONSTRAINTS", "", "node constraints"},
};
enum { LIMIT_COUNT = sizeof limits / sizeof limits[0] };

/* Of 0.x and draft files: what 1.0 says by several terms. */
#define LICENSE_NAME "licenseName"

/* Terms of a licence and the values that they can have; none: true, false. */
typedef struct Term {
    const char* name;
    const char* const* values;
    bool is_in_license_name; /* 0.x states it by licenseName alone */
} Term;

static const Term terms[] = {
    {"avatarPermission", cli_avatar_permissions, false},
    {"commercialUsage", cli_commercial_usages, false},
    {"creditNotation", cli_credit_notations, true},
    {"modification", cli_modifications, true},
    {"allowExcessivelyViolentUsage", NULL, false},
    {"allowExcessivelySexualUsage", NULL, false},
    {"allowPoliticalOrReligiousUsage", NULL, false},
    {"allowAntisocialOrHateUsage", NULL, false},
    {"allowRedistribution", NULL, true},
    {LICENSE_NAME, cli_licenses0, false},
};
enum { TERM_COUNT = sizeof terms / sizeof terms[0], LICENSE_NAME_TERM = TERM_COUNT - 1 };

static const char* const boolean_values[] = {"false", "true", NULL};
static const char* const dialects[] = {"0.x", "1.0-draft", "1.0-beta", "1.0", NULL};
static const char* const members[] = {"policy",   "name",    "severity", "limits",
                                      "dialects", "licence", NULL};

static const char* const* values_of(const Term* term) {
    return term->values != NULL ? term->values : boolean_values;
}

struct cli_Policy {
    char name[128];
    vrm_Severity severity;
    int64_t maxima[LIMIT_COUNT]; /* NO_LIMIT: none */
    vrm_Severity limit_severities[LIMIT_COUNT];
    uint32_t accepted_dialects;          /* bits, in the order of `dialects`; 0: all */
    uint32_t accepted_terms[TERM_COUNT]; /* bits, in the order of their values; 0: all */
};

/* ---- Reading ---- */

typedef struct Reader {
    const char *command, *path;
    const vrm_Json* json;
    cli_Policy* policy;
} Reader;

/* Prints "PATH: POINTER: ..."; returns false. */
static bool refuse(const Reader* reader, vrm_JsonRef at, const char* problem, const char* hint) {
    char pointer[256];
    vrm_json_pointer(reader->json, at, pointer, sizeof pointer);
    (void)cli_file_error(reader->command, reader->path, "%s%s%s%s", pointer,
                         pointer[0] != 0 ? ": " : "", problem, hint);
    return false;
}

static const char* limit_name_at(const void* ctx, int index) {
    (void)ctx;
    return index < LIMIT_COUNT ? limits[index].name : NULL;
}

static const char* term_name_at(const void* ctx, int index) {
    (void)ctx;
    return index < TERM_COUNT ? terms[index].name : NULL;
}

/* The index of a name in a list; -1 after refusing it, with the name that may be meant. */
static int index_of(const Reader* reader, vrm_JsonRef at, const char* word, const char* problem,
                    cli_NameFn* name_at, const void* list) {
    for (int i = 0; name_at(list, i) != NULL; i++)
        if (strcmp(name_at(list, i), word) == 0) return i;
    char hint[CLI_HINT_ROOM];
    cli_did_you_mean(word, name_at, list, hint);
    if (hint[0] != 0) return refuse(reader, at, problem, hint) ? 0 : -1;
    char all[512] = ": it is one of";
    for (int i = 0; name_at(list, i) != NULL; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s %s", i == 0 ? "" : ",", name_at(list, i));
    }
    return refuse(reader, at, problem, all) ? 0 : -1;
}

/* The text of a string, or of true and false; false after refusing another value. */
static bool read_word(const Reader* reader, vrm_JsonRef at, char* out, size_t size) {
    vrm_JsonType type = vrm_json_type(reader->json, at);
    if (type == VRM_JSON_BOOL) {
        snprintf(out, size, "%s", vrm_json_bool(reader->json, at, false) ? "true" : "false");
        return true;
    }
    if (type == VRM_JSON_STRING && vrm_json_string(reader->json, at, out, size) < size) return true;
    return refuse(reader, at, "a word is expected", "");
}

/* One of the names, as its index; -1 after refusing it. */
static int read_choice(const Reader* reader, vrm_JsonRef at, const char* const* names) {
    char word[64];
    if (!read_word(reader, at, word, sizeof word)) return -1;
    return index_of(reader, at, word, "unknown value", cli_name_of_list, names);
}

/* One value or an array of them, as bits. False after refusing it. */
static bool read_choices(const Reader* reader, vrm_JsonRef at, const char* const* names,
                         uint32_t* out_bits) {
    if (vrm_json_type(reader->json, at) != VRM_JSON_ARRAY) {
        int choice = read_choice(reader, at, names);
        *out_bits = choice >= 0 ? 1u << choice : 0;
        return choice >= 0;
    }
    vrm_JsonIter it = vrm_json_iter(reader->json, at);
    while (vrm_json_next(&it)) {
        int choice = read_choice(reader, it.value, names);
        if (choice < 0) return false;
        *out_bits |= 1u << choice;
    }
    return *out_bits != 0 || refuse(reader, at, "an empty list accepts nothing", "");
}

static bool read_key(const Reader* reader, const vrm_JsonIter* it, char* out, size_t size) {
    if (vrm_json_string(reader->json, it->key, out, size) < size) return true;
    return refuse(reader, it->value, "unknown member", "");
}

/* Each member once: which of two counts is not obvious. */
static bool take_once(const Reader* reader, vrm_JsonRef at, uint32_t* seen, int index) {
    if ((*seen >> index & 1) != 0) return refuse(reader, at, "stated twice", "");
    *seen |= 1u << index;
    return true;
}

static bool read_maximum(const Reader* reader, vrm_JsonRef at, int64_t* out) {
    if (vrm_json_integer(reader->json, at, out) && *out >= 0) return true;
    return refuse(reader, at, "a whole number, 0 or more, is expected", "");
}

/* A number, or {"max": number, "severity": word}. */
static bool read_limit(const Reader* reader, vrm_JsonRef at, int index) {
    static const char* const limit_members[] = {"max", "severity", NULL};
    cli_Policy* policy = reader->policy;
    if (vrm_json_type(reader->json, at) != VRM_JSON_OBJECT)
        return read_maximum(reader, at, &policy->maxima[index]);
    vrm_JsonIter it = vrm_json_iter(reader->json, at);
    uint32_t seen = 0;
    while (vrm_json_next(&it)) {
        char key[64];
        if (!read_key(reader, &it, key, sizeof key)) return false;
        int member =
            index_of(reader, it.value, key, "unknown member", cli_name_of_list, limit_members);
        if (member < 0 || !take_once(reader, it.value, &seen, member)) return false;
        int choice = member == 1 ? read_choice(reader, it.value, cli_severity_names) : 0;
        if (choice < 0) return false;
        if (member == 1) policy->limit_severities[index] = (vrm_Severity)choice;
        if (member == 0 && !read_maximum(reader, it.value, &policy->maxima[index])) return false;
    }
    return policy->maxima[index] != NO_LIMIT || refuse(reader, at, "there is no max", "");
}

typedef bool ReadMemberFn(const Reader* reader, vrm_JsonRef at, int index);

/* An object whose members have names of a list, each at most once. `problem` is that of a name that
 * is not in the list. */
static bool read_object(const Reader* reader, vrm_JsonRef at, const char* problem,
                        cli_NameFn* name_at, const void* list, ReadMemberFn* read) {
    if (vrm_json_type(reader->json, at) != VRM_JSON_OBJECT)
        return refuse(reader, at, "an object is expected", "");
    vrm_JsonIter it = vrm_json_iter(reader->json, at);
    uint32_t seen = 0;
    while (vrm_json_next(&it)) {
        char key[64];
        if (!read_key(reader, &it, key, sizeof key)) return false;
        int index = index_of(reader, it.value, key, problem, name_at, list);
        if (index < 0 || !take_once(reader, it.value, &seen, index) ||
            !read(reader, it.value, index))
            return false;
    }
    return true;
}

static bool read_term(const Reader* reader, vrm_JsonRef at, int index) {
    return read_choices(reader, at, values_of(&terms[index]),
                        &reader->policy->accepted_terms[index]);
}

static bool read_version(const Reader* reader, vrm_JsonRef at) {
    int64_t version;
    if (vrm_json_integer(reader->json, at, &version) && version == 1) return true;
    return refuse(reader, at, "this vrm knows version 1 alone", "");
}

static bool read_name(const Reader* reader, vrm_JsonRef at) {
    cli_Policy* policy = reader->policy;
    if (vrm_json_type(reader->json, at) == VRM_JSON_STRING)
        return read_word(reader, at, policy->name, sizeof policy->name);
    return refuse(reader, at, "a name is a string", "");
}

static bool read_member(const Reader* reader, vrm_JsonRef at, int member) {
    cli_Policy* policy = reader->policy;
    switch (member) {
    case 0: return read_version(reader, at);
    case 1: return read_name(reader, at);
    case 2: return true; /* was read before the others */
    case 3: return read_object(reader, at, "unknown limit", limit_name_at, NULL, read_limit);
    case 4: return read_choices(reader, at, dialects, &policy->accepted_dialects);
    default: return read_object(reader, at, "unknown term", term_name_at, NULL, read_term);
    }
}

static bool read_document(const Reader* reader) {
    vrm_JsonRef root = vrm_json_root(reader->json);
    cli_Policy* policy = reader->policy;
    if (vrm_json_type(reader->json, root) != VRM_JSON_OBJECT)
        return refuse(reader, root, "a policy is a JSON object", "");
    if (vrm_json_member(reader->json, root, "policy") == VRM_JSON_MISSING)
        return refuse(reader, root, "this is no policy: \"policy\": 1 is missing", "");
    vrm_JsonRef severity = vrm_json_member(reader->json, root, "severity");
    int choice = severity != VRM_JSON_MISSING ? read_choice(reader, severity, cli_severity_names)
                                              : VRM_ERROR;
    if (choice < 0) return false;
    policy->severity = (vrm_Severity)choice;
    for (int i = 0; i < LIMIT_COUNT; i++) policy->limit_severities[i] = policy->severity;
    return read_object(reader, root, "unknown member", cli_name_of_list, members, read_member);
}

static int read_text(const char* command, const char* path, const char* text, size_t size,
                     cli_Policy* policy) {
    vrm_Json* json = NULL;
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = vrm_json_parse(text, size, NULL, report, &json);
    int status = CLI_OK;
    if (result != VRM_OK) {
        status = cli_result_error(command, path, result, report);
    } else {
        Reader reader = {.command = command, .path = path, .json = json, .policy = policy};
        status = read_document(&reader) ? CLI_OK : CLI_INVALID;
    }
    vrm_json_destroy(json);
    vrm_report_destroy(report);
    return status == CLI_INVALID ? CLI_USAGE : status; /* it is part of the question */
}

/* Policies that are part of the command, by name. A file of that name goes first. */
static const char* bundled_policy(const char* name) {
    static const struct {
        const char *name, *text;
    } policies[] = {{"mobile", policy_mobile},
                    {"redistribution", policy_redistribution},
                    {"social", policy_social}};
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++)
        if (strcmp(name, policies[i].name) == 0) return policies[i].text;
    return NULL;
}

int cli_policy_read(const char* command, const char* path, cli_Policy** out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    *out = NULL;
    vrm_Result result = strcmp(path, "-") == 0
                            ? cli_read_stdin(POLICY_BYTES_MAX, &bytes, &size)
                            : cli_read_file(path, POLICY_BYTES_MAX, &bytes, &size);
    const char* bundled = result == VRM_ERR_IO && errno == ENOENT ? bundled_policy(path) : NULL;
    if (bundled != NULL) {
        size = strlen(bundled);
        bytes = malloc(size);
        result = bytes != NULL ? VRM_OK : VRM_ERR_MEMORY;
        if (bytes != NULL) memcpy(bytes, bundled, size);
    }
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    cli_Policy* policy = calloc(1, sizeof *policy);
    int status = CLI_OK;
    if (policy == NULL) {
        status = cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
    } else {
        for (int i = 0; i < LIMIT_COUNT; i++) policy->maxima[i] = NO_LIMIT;
        status = read_text(command, path, (const char*)bytes, size, policy);
    }
    free(bytes);
    if (status == CLI_OK)
        *out = policy;
    else
        cli_policy_release(policy);
    return status;
}

void cli_policy_release(cli_Policy* policy) {
    free(policy);
}

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

static void check_limit(const cli_Policy* policy, int index, const char* subject, int64_t value,
                        const char* pointer, cli_Findings* findings) {
    char text[256];
    if (policy->maxima[index] == NO_LIMIT || value <= policy->maxima[index]) return;
    snprintf(text, sizeof text, "%s has %lld %s; the policy allows %lld", subject, (long long)value,
             limits[index].noun, (long long)policy->maxima[index]);
    add(policy, findings, limits[index].code, policy->limit_severities[index], pointer, text);
}

static void check_images(const cli_Policy* policy, const vrm_Gltf* gltf, int side, int pixels,
                         cli_Findings* findings) {
    int64_t all = 0;
    for (int32_t i = 0; i < gltf->image_count; i++) {
        cli_ImageFacts facts;
        if (cli_image_facts(&gltf->images[i], &facts) != VRM_OK) findings->has_no_memory = true;
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/images/%d", (int)i);
        check_limit(policy, side, "The image",
                    facts.width > facts.height ? facts.width : facts.height, pointer, findings);
        int64_t area = (int64_t)facts.width * facts.height;
        all = area > INT64_MAX - all ? INT64_MAX : all + area;
    }
    check_limit(policy, pixels, "The file", all, limits[pixels].pointer, findings);
}

static void check_counts(const cli_Policy* policy, const vrm_Model* model, cli_Findings* findings) {
    int64_t counts[CLI_COUNT_COUNT], joints = cli_count_joints(model);
    int side = 0, pixels = 0;
    if (joints < 0 || !cli_count_all(model, counts)) {
        findings->has_no_memory = true;
        return;
    }
    for (int i = 0; i < LIMIT_COUNT; i++) {
        if (limits[i].count == TEXTURE_SIDE) side = i;
        if (limits[i].count == TEXTURE_PIXELS) pixels = i;
        int64_t value = limits[i].count == BONES            ? joints
                        : limits[i].count < CLI_COUNT_COUNT ? counts[limits[i].count]
                                                            : 0;
        check_limit(policy, i, "The file", value, limits[i].pointer, findings);
    }
    check_images(policy, vrm_model_gltf(model), side, pixels, findings);
}

static void check_dialect(const cli_Policy* policy, const vrm_Model* model,
                          cli_Findings* findings) {
    char text[160];
    const char* dialect = vrm_dialect_text(vrm_model_dialect(model));
    if (policy->accepted_dialects == 0) return;
    for (int i = 0; dialects[i] != NULL; i++)
        if (dialect != NULL && strcmp(dialect, dialects[i]) == 0 &&
            (policy->accepted_dialects >> i & 1) != 0)
            return;
    if (dialect != NULL)
        snprintf(text, sizeof text, "The file is VRM %s, which the policy does not accept",
                 dialect);
    else
        snprintf(text, sizeof text, "The file is no VRM avatar");
    add(policy, findings, "POLICY_DIALECT", policy->severity, "", text);
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
    for (int t = 0; t < TERM_COUNT; t++) {
        char value[64], text[256], pointer[128];
        bool is_accepted = policy->accepted_terms[t] == 0 ||
                           (decides && terms[t].is_in_license_name) ||
                           (t == LICENSE_NAME_TERM && name[0] == 0);
        const char* const* values = values_of(&terms[t]);
        term_value(meta, terms[t].name, value, sizeof value);
        for (int v = 0; values[v] != NULL && !is_accepted; v++)
            is_accepted =
                (policy->accepted_terms[t] >> v & 1) != 0 && strcmp(values[v], value) == 0;
        if (is_accepted) continue;
        snprintf(text, sizeof text, "%s is %s, which the policy does not accept", terms[t].name,
                 value);
        bool is_named = strstr(place, "VRMC_vrm") != NULL; /* 0.x has other names */
        snprintf(pointer, sizeof pointer, "%s%s%s", place, is_named ? "/" : "",
                 is_named ? terms[t].name : "");
        add(policy, findings, "POLICY_LICENCE", policy->severity, pointer, text);
    }
}

static void check_licence(const cli_Policy* policy, const vrm_Model* model,
                          cli_Findings* findings) {
    bool asks = false;
    for (int t = 0; t < TERM_COUNT; t++) asks |= policy->accepted_terms[t] != 0;
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
    check_limit(policy, 0, "The file", (int64_t)file_bytes, "", findings);
    if (model == NULL) {
        add(policy, findings, "POLICY_UNCHECKED", policy->severity, "",
            "The file cannot be loaded, so that the policy could not be checked");
        return;
    }
    check_counts(policy, model, findings);
    if (vrm_model_clip_info(model) != NULL) return; /* an animation has no dialect and no meta */
    check_dialect(policy, model, findings);
    check_licence(policy, model, findings);
}
