/* SPDX-License-Identifier: MIT */
/* Reads the document of a policy. */
#define _XOPEN_SOURCE 700 /* stat */

#include "facts/licence.h"
#include "facts/loads.h"
#include "facts/terms.h"
#include "files/files.h"
#include "validate/policy_parts.h"
#include "words/output.h"
#include "words/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define POLICY_BYTES_MAX ((uint64_t)1 << 20)

/* ---- What can be demanded ---- */

const policy_Term policy_terms[POLICY_TERM_COUNT] = {
    {"avatarPermission", cli_avatar_permissions, false},
    {"commercialUsage", cli_commercial_usages, false},
    {"creditNotation", cli_credit_notations, true},
    {"modification", cli_modifications, true},
    {"allowExcessivelyViolentUsage", NULL, false},
    {"allowExcessivelySexualUsage", NULL, false},
    {"allowPoliticalOrReligiousUsage", NULL, false},
    {"allowAntisocialOrHateUsage", NULL, false},
    {"allowRedistribution", NULL, true},
    {"licenseName", cli_licenses0, false},
};

static const char* const boolean_values[] = {"false", "true", NULL};

const char* const* policy_values_of(const policy_Term* term) {
    return term->values != NULL ? term->values : boolean_values;
}

/* ---- Reading ---- */

typedef struct Reader {
    const char *command, *path;
    const vrm_Json* json;
    cli_Policy* policy;
    bool* has_no_memory;
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
    return index < POLICY_LIMIT_COUNT ? policy_limits[index].name : NULL;
}

static const char* term_name_at(const void* ctx, int index) {
    (void)ctx;
    return index < POLICY_TERM_COUNT ? policy_terms[index].name : NULL;
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

typedef bool ReadMemberFn(const Reader* reader, vrm_JsonRef at, int index);

/* ---- A demand, and where it comes from ---- */

/* A text of any length, which replaces the one at `out`. */
static bool read_text_of(const Reader* reader, vrm_JsonRef at, const char* problem, char** out) {
    if (vrm_json_type(reader->json, at) != VRM_JSON_STRING) return refuse(reader, at, problem, "");
    size_t size = vrm_json_string(reader->json, at, NULL, 0) + 1;
    char* text = malloc(size);
    if (text == NULL) {
        *reader->has_no_memory = true;
        return false;
    }
    vrm_json_string(reader->json, at, text, size);
    free(*out);
    *out = text;
    return true;
}

/* "2026-11" or "2026-11-17". */
static bool is_date(const char* text) {
    static const char form[] = "dddd-dd-dd";
    size_t length = strlen(text);
    if (length != 7 && length != 10) return false;
    for (size_t i = 0; i < length; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != '-') return false;
    return true;
}

static bool read_date(const Reader* reader, vrm_JsonRef at, char** out) {
    static const char problem[] = "a date is written YYYY-MM or YYYY-MM-DD";
    if (!read_text_of(reader, at, problem, out)) return false;
    return is_date(*out) || refuse(reader, at, problem, "");
}

typedef struct Demand {
    const char* const* members; /* its own first, then those that every demand has */
    const char* missing;        /* the problem if its own is not there */
    ReadMemberFn* read;         /* of its own */
    int index;
    vrm_Severity* severity;
    policy_Origin* origin;
} Demand;

enum { OWN, SEVERITY, SOURCE, DATE, NOTE };

static bool read_demand_member(const Reader* reader, vrm_JsonRef at, const Demand* demand,
                               int member) {
    int choice;
    switch (member) {
    case OWN: return demand->read(reader, at, demand->index);
    case SEVERITY:
        choice = read_choice(reader, at, cli_severity_names);
        if (choice >= 0) *demand->severity = (vrm_Severity)choice;
        return choice >= 0;
    case SOURCE: return read_text_of(reader, at, "a source is a string", &demand->origin->source);
    case DATE: return read_date(reader, at, &demand->origin->date);
    default: return read_text_of(reader, at, "a note is a string", &demand->origin->note);
    }
}

/* What is demanded by itself, or an object that has it with its severity, source, date and note. */
static bool read_demand(const Reader* reader, vrm_JsonRef at, const Demand* demand) {
    if (vrm_json_type(reader->json, at) != VRM_JSON_OBJECT)
        return demand->read(reader, at, demand->index);
    vrm_JsonIter it = vrm_json_iter(reader->json, at);
    uint32_t seen = 0;
    while (vrm_json_next(&it)) {
        char key[64];
        if (!read_key(reader, &it, key, sizeof key)) return false;
        int member =
            index_of(reader, it.value, key, "unknown member", cli_name_of_list, demand->members);
        if (member < 0 || !take_once(reader, it.value, &seen, member) ||
            !read_demand_member(reader, it.value, demand, member))
            return false;
    }
    return (seen & 1u << OWN) != 0 || refuse(reader, at, demand->missing, "");
}

static bool read_maximum(const Reader* reader, vrm_JsonRef at, int index) {
    double* out = &reader->policy->maxima[index];
    int64_t whole;
    if (policy_limits[index].is_fraction) {
        *out = vrm_json_number(reader->json, at, POLICY_NO_LIMIT);
        return *out >= 0.0 || refuse(reader, at, "a number, 0 or more, is expected", "");
    }
    if (!vrm_json_integer(reader->json, at, &whole) || whole < 0)
        return refuse(reader, at, "a whole number, 0 or more, is expected", "");
    *out = (double)whole;
    return true;
}

static bool read_limit(const Reader* reader, vrm_JsonRef at, int index) {
    static const char* const own[] = {"max", "severity", "source", "date", "note", NULL};
    return read_demand(reader, at,
                       &(Demand){.members = own,
                                 .missing = "there is no max",
                                 .read = read_maximum,
                                 .index = index,
                                 .severity = &reader->policy->limit_severities[index],
                                 .origin = &reader->policy->origins[index]});
}

static bool read_dialects(const Reader* reader, vrm_JsonRef at, int index) {
    (void)index;
    return read_choices(reader, at, policy_dialects, &reader->policy->accepted_dialects);
}

static bool read_formats(const Reader* reader, vrm_JsonRef at, int index) {
    (void)index;
    return read_choices(reader, at, cli_image_formats, &reader->policy->accepted_formats);
}

static bool read_extension(const Reader* reader, vrm_JsonRef at) {
    cli_Policy* policy = reader->policy;
    if (policy->refused_count == POLICY_EXTENSIONS_MAX)
        return refuse(reader, at, "too many extensions", "");
    char* name = policy->refused_extensions[policy->refused_count];
    if (vrm_json_type(reader->json, at) != VRM_JSON_STRING ||
        vrm_json_string(reader->json, at, name, POLICY_EXTENSION_ROOM) >= POLICY_EXTENSION_ROOM)
        return refuse(reader, at, "the name of an extension is expected", "");
    policy->refused_count++;
    return true;
}

static bool read_extensions(const Reader* reader, vrm_JsonRef at, int index) {
    (void)index;
    if (vrm_json_type(reader->json, at) != VRM_JSON_ARRAY) return read_extension(reader, at);
    vrm_JsonIter it = vrm_json_iter(reader->json, at);
    while (vrm_json_next(&it))
        if (!read_extension(reader, it.value)) return false;
    return true;
}

/* Names that are accepted or refused. Where they come from is for people to read. */
static bool read_names(const Reader* reader, vrm_JsonRef at, ReadMemberFn* read,
                       vrm_Severity* severity) {
    static const char* const own[] = {"names", "severity", "source", "date", "note", NULL};
    policy_Origin origin = {0};
    bool is_read = read_demand(reader, at,
                               &(Demand){.members = own,
                                         .missing = "there are no names",
                                         .read = read,
                                         .severity = severity,
                                         .origin = &origin});
    free(origin.source);
    free(origin.date);
    free(origin.note);
    return is_read;
}

/* ---- The document ---- */

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
    return read_choices(reader, at, policy_values_of(&policy_terms[index]),
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

static bool read_note(const Reader* reader, vrm_JsonRef at) {
    if (vrm_json_type(reader->json, at) == VRM_JSON_STRING) return true;
    return refuse(reader, at, "a note is a string", "");
}

/* In the order of cli_PolicyPass. */
static const char* const pass_names[] = {"drop-unbound", "quantize",       "meshopt",
                                         "webp",         "lossy-pictures", NULL};

static const char* const members[] = {
    "policy",   "name",    "note",         "severity",          "limits",
    "dialects", "licence", "imageFormats", "refusedExtensions", "optimize",
    NULL};

static bool read_member(const Reader* reader, vrm_JsonRef at, int member) {
    cli_Policy* policy = reader->policy;
    switch (member) {
    case 0: return read_version(reader, at);
    case 1: return read_name(reader, at);
    case 2: return read_note(reader, at);
    case 3: return true; /* was read before the others */
    case 4: return read_object(reader, at, "unknown limit", limit_name_at, NULL, read_limit);
    case 5: return read_names(reader, at, read_dialects, &policy->dialect_severity);
    case 6: return read_object(reader, at, "unknown term", term_name_at, NULL, read_term);
    case 7: return read_names(reader, at, read_formats, &policy->format_severity);
    case 8: return read_names(reader, at, read_extensions, &policy->extension_severity);
    default: return read_choices(reader, at, pass_names, &policy->passes);
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
    policy->dialect_severity = policy->severity;
    policy->format_severity = policy->severity;
    policy->extension_severity = policy->severity;
    for (int i = 0; i < POLICY_LIMIT_COUNT; i++) policy->limit_severities[i] = policy->severity;
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
        bool has_no_memory = false;
        Reader reader = {.command = command,
                         .path = path,
                         .json = json,
                         .policy = policy,
                         .has_no_memory = &has_no_memory};
        status = read_document(&reader) ? CLI_OK : CLI_INVALID;
        if (has_no_memory) status = cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
    }
    vrm_json_destroy(json);
    vrm_report_destroy(report);
    return status == CLI_INVALID ? CLI_USAGE : status; /* it is part of the question */
}

static int read_policy(const char* command, const char* path, const char* text, size_t size,
                       cli_Policy** out) {
    cli_Policy* policy = calloc(1, sizeof *policy);
    *out = NULL;
    if (policy == NULL) return cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
    for (int i = 0; i < POLICY_LIMIT_COUNT; i++) policy->maxima[i] = POLICY_NO_LIMIT;
    int status = read_text(command, path, text, size, policy);
    if (status == CLI_OK)
        *out = policy;
    else
        cli_policy_release(policy);
    return status;
}

int cli_policy_read_bundled(const char* command, const char* name, cli_Policy** out) {
    const char* text = policy_bundled_text(name);
    *out = NULL;
    if (text == NULL) {
        errno = ENOENT;
        return cli_result_error(command, name, VRM_ERR_IO, NULL);
    }
    return read_policy(command, name, text, strlen(text), out);
}

/* A word without a folder and an ending was meant as a name. */
static int no_such_policy(const char* command, const char* path) {
    char hint[CLI_HINT_ROOM];
    if (strpbrk(path, "/\\.") != NULL) return cli_result_error(command, path, VRM_ERR_IO, NULL);
    cli_did_you_mean(path, cli_policy_name_at, NULL, hint);
    (void)cli_file_error(command, path, "no such file, and no policy of that name%s",
                         hint[0] != 0 ? hint : "; vrm validate --policy list shows the names");
    return CLI_FAILED;
}

int cli_policy_read(const char* command, const char* path, cli_Policy** out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    *out = NULL;
    vrm_Result result = strcmp(path, "-") == 0
                            ? cli_read_stdin(POLICY_BYTES_MAX, &bytes, &size)
                            : cli_read_file(path, POLICY_BYTES_MAX, &bytes, &size);
    bool is_bundled = policy_bundled_text(path) != NULL;
    if (result == VRM_ERR_IO && is_bundled && errno == EISDIR)
        return cli_policy_read_bundled(command, path, out);
    if (result == VRM_ERR_IO && errno == ENOENT)
        return is_bundled ? cli_policy_read_bundled(command, path, out)
                          : no_such_policy(command, path);
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    int status = read_policy(command, path, (const char*)bytes, size, out);
    free(bytes);
    return status;
}

bool cli_policy_wants(const cli_Policy* policy, cli_PolicyPass pass) {
    return (policy->passes >> pass & 1) != 0;
}

const char* cli_policy_title(const cli_Policy* policy) {
    return policy->name;
}

void cli_policy_release(cli_Policy* policy) {
    for (int i = 0; policy != NULL && i < POLICY_LIMIT_COUNT; i++) {
        free(policy->origins[i].source);
        free(policy->origins[i].date);
        free(policy->origins[i].note);
    }
    free(policy);
}
