/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "validate_format.h"

#include <stdlib.h>
#include <string.h>

/* ---- SARIF ---- */

static const char* const levels[VRM_SEVERITY_COUNT] = {"error", "warning", "note", "note"};

static void put_text_object(vrm_JsonBuilder* b, const char* key, const char* text) {
    vrm_json_put_key(b, key);
    vrm_json_begin_object(b);
    cli_json_string(b, "text", text);
    vrm_json_end_object(b);
}

static void begin_sarif(vrm_JsonBuilder* b) {
    vrm_json_begin_object(b);
    cli_json_string(b, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cli_json_string(b, "version", "2.1.0");
    vrm_json_put_key(b, "runs");
    vrm_json_begin_array(b);
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "tool");
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "driver");
    vrm_json_begin_object(b);
    cli_json_string(b, "name", "vrm validate");
    cli_json_string(b, "version", VRM_VERSION_TEXT);
    vrm_json_put_key(b, "rules");
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < vrm_rule_count(); i++) {
        vrm_json_begin_object(b);
        cli_json_string(b, "id", vrm_rule_get(i).code);
        put_text_object(b, "shortDescription", vrm_rule_get(i).text);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrm_json_put_key(b, "results");
    vrm_json_begin_array(b);
}

/* A URI reference as RFC 3986 has it: everything but names of files is escaped. */
static void put_uri(vrm_JsonBuilder* b, const char* path) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    size_t room = strlen(path) * 3 + 1, used = 0;
    char* uri = malloc(room);
    for (const char* c = path; uri != NULL && *c != 0; c++) {
        if (strchr(plain, *c) != NULL)
            uri[used++] = *c;
        else
            used += (size_t)snprintf(uri + used, room - used, "%%%02X", (unsigned char)*c);
    }
    if (uri != NULL) uri[used] = 0;
    cli_json_string(b, "uri", uri);
    free(uri);
}

static void put_result(vrm_JsonBuilder* b, const char* file, const char* code, const char* level,
                       const char* message, const char* pointer) {
    vrm_json_begin_object(b);
    cli_json_string(b, "ruleId", code);
    cli_json_string(b, "level", level);
    put_text_object(b, "message", message);
    vrm_json_put_key(b, "locations");
    vrm_json_begin_array(b);
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "physicalLocation");
    vrm_json_begin_object(b);
    vrm_json_put_key(b, "artifactLocation");
    vrm_json_begin_object(b);
    put_uri(b, file);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    if (pointer[0] != 0) {
        vrm_json_put_key(b, "logicalLocations");
        vrm_json_begin_array(b);
        vrm_json_begin_object(b);
        cli_json_string(b, "fullyQualifiedName", pointer);
        vrm_json_end_object(b);
        vrm_json_end_array(b);
    }
    vrm_json_end_object(b);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
}

/* ---- JUnit ---- */

/* Text of files may contain anything: characters that XML cannot represent are dropped. */
static void put_xml(FILE* out, const char* text) {
    size_t length = strlen(text);
    char* safe = malloc(length * 8 + 16);
    if (safe == NULL) return;
    vrm_text_for_terminal(text, length, safe, length * 8 + 16);
    for (const char* c = safe; *c != 0; c++) {
        if (*c == '&')
            fputs("&amp;", out);
        else if (*c == '<')
            fputs("&lt;", out);
        else if (*c == '>')
            fputs("&gt;", out);
        else if (*c == '"')
            fputs("&quot;", out);
        else
            fputc(*c, out);
    }
    free(safe);
}

static void put_finding_line(FILE* out, const vrm_Finding* finding) {
    static const char* const names[VRM_SEVERITY_COUNT] = {"error", "warning", "info", "hint"};
    fprintf(out, "%s: ", names[finding->severity]);
    put_xml(out, finding->message);
    fprintf(out, " [%s]", finding->code);
    if (finding->pointer[0] != 0) {
        fputs(" at ", out);
        put_xml(out, finding->pointer);
    }
    fputc('\n', out);
}

/* ---- Collecting ---- */

int validate_collect_begin(validate_Format format, validate_Collection* out) {
    *out = (validate_Collection){.format = format};
    if (format == VALIDATE_SARIF) {
        out->builder = cli_json_create();
        if (out->builder == NULL) return CLI_FAILED;
        begin_sarif(out->builder);
    } else if (format == VALIDATE_JUNIT) {
        out->stream = open_memstream(&out->text, &out->size);
        if (out->stream == NULL)
            return cli_result_error("validate", "the findings", VRM_ERR_MEMORY, NULL);
    }
    return CLI_OK;
}

/* Files with only warnings pass; the warnings are included. */
void validate_collect_file(validate_Collection* collection, const char* file, uint64_t errors) {
    collection->files++;
    if (errors > 0) collection->failures++;
    if (collection->format != VALIDATE_JUNIT) return;
    fputs("  <testcase classname=\"vrm.validate\" name=\"", collection->stream);
    put_xml(collection->stream, file);
    if (errors > 0)
        fprintf(collection->stream, "\">\n    <failure message=\"%llu error%s\">",
                (unsigned long long)errors, errors == 1 ? "" : "s");
    else
        fputs("\">\n    <system-out>", collection->stream);
}

void validate_collect_finding(validate_Collection* collection, const char* file,
                              const vrm_Finding* finding) {
    if (collection->format == VALIDATE_SARIF)
        put_result(collection->builder, file, finding->code, levels[finding->severity],
                   finding->message, finding->pointer);
    if (collection->format == VALIDATE_JUNIT) put_finding_line(collection->stream, finding);
}

void validate_collect_file_end(validate_Collection* collection, uint64_t errors) {
    if (collection->format == VALIDATE_JUNIT)
        fprintf(collection->stream, "</%s>\n  </testcase>\n",
                errors > 0 ? "failure" : "system-out");
}

void validate_collect_failure(validate_Collection* collection, const char* file,
                              vrm_Result result) {
    collection->files++;
    collection->errors++;
    if (collection->format == VALIDATE_SARIF)
        put_result(collection->builder, file, "FILE_UNREADABLE", "error", vrm_result_text(result),
                   "");
    if (collection->format != VALIDATE_JUNIT) return;
    fputs("  <testcase classname=\"vrm.validate\" name=\"", collection->stream);
    put_xml(collection->stream, file);
    fprintf(collection->stream, "\">\n    <error message=\"%s\"/>\n  </testcase>\n",
            vrm_result_text(result));
}

static int end_junit(validate_Collection* collection) {
    bool is_whole = fclose(collection->stream) == 0 && collection->text != NULL;
    if (is_whole) {
        printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite "
               "name=\"vrm validate\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n",
               collection->files, collection->failures, collection->errors);
        fwrite(collection->text, 1, collection->size, stdout);
        puts("</testsuite>\n</testsuites>");
    }
    free(collection->text);
    return is_whole ? CLI_OK : cli_result_error("validate", "the findings", VRM_ERR_MEMORY, NULL);
}

int validate_collect_end(validate_Collection* collection) {
    if (collection->format == VALIDATE_JUNIT) return end_junit(collection);
    if (collection->format != VALIDATE_SARIF) return CLI_OK;
    vrm_JsonBuilder* b = collection->builder;
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return cli_put_json(b);
}
