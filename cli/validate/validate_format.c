/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "validate/validate_format.h"

#include "rewrite/batch.h"
#include "words/json.h"
#include "words/output.h"

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

/* The code of a file that could not be read; no rule of the library is about it. */
#define UNREADABLE "FILE_UNREADABLE"

static void put_rule(vrm_JsonBuilder* b, const char* code, const char* text) {
    vrm_json_begin_object(b);
    cli_json_string(b, "id", code);
    put_text_object(b, "shortDescription", text);
    vrm_json_end_object(b);
}

/* The document up to the results; they come last. */
static void put_sarif_head(vrm_JsonBuilder* b) {
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
    for (int32_t i = 0; i < vrm_rule_count(); i++)
        put_rule(b, vrm_rule_get(i).code, vrm_rule_get(i).text);
    put_rule(b, UNREADABLE, "The file could not be read.");
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrm_json_put_key(b, "results");
}

/* A URI reference as RFC 3986 has it: everything but names of files is escaped. */
static void put_uri(vrm_JsonBuilder* b, const char* path) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char uri[3 * CLI_PATH_ROOM + 1]; /* no file has a longer path */
    size_t used = 0;
    for (const char* c = path; *c != 0 && used + 3 < sizeof uri; c++) {
        if (strchr(plain, *c) != NULL)
            uri[used++] = *c;
        else
            used += (size_t)snprintf(uri + used, sizeof uri - used, "%%%02X", (unsigned char)*c);
    }
    uri[used] = 0;
    cli_json_string(b, "uri", uri);
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

/* One result as text, behind a comma unless it is the first of its part. */
static bool write_result(FILE* out, bool is_first, const char* file, const char* code,
                         const char* level, const char* message, const char* pointer) {
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text = {0};
    vrm_Result result = vrm_json_builder_create(NULL, &builder);
    if (result == VRM_OK) put_result(builder, file, code, level, message, pointer);
    if (result == VRM_OK) result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK && !is_first) fputc(',', out);
    if (result == VRM_OK) cli_put_json_text(out, text);
    vrm_json_builder_destroy(builder);
    return result == VRM_OK;
}

/* ---- JUnit ---- */

enum { PIECE = 512 }; /* bytes of text that are escaped at a time */

/* A piece of text, without a part of a character at its end. */
static void put_xml_piece(FILE* out, const char* text, size_t length) {
    char safe[PIECE * 8 + 16];
    vrm_text_for_terminal(text, length, safe, sizeof safe);
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
}

/* Text of files may contain anything: characters that XML cannot represent are dropped. */
static void put_xml(FILE* out, const char* text) {
    for (size_t left = strlen(text), size; left > 0; text += size, left -= size) {
        size = left < PIECE ? left : PIECE;
        if (size < left)
            while (size > PIECE - 4 && ((unsigned char)text[size] & 0xC0) == 0x80) size--;
        put_xml_piece(out, text, size);
    }
}

static void put_finding_line(FILE* out, const vrm_Finding* finding) {
    fprintf(out, "%s: ", cli_severity_names[finding->severity]);
    put_xml(out, finding->message);
    fprintf(out, " [%s]", finding->code);
    if (finding->pointer[0] != 0) {
        fputs(" at ", out);
        put_xml(out, finding->pointer);
    }
    fputc('\n', out);
}

/* ---- Parts ---- */

/* Files with only warnings pass; the warnings are included. */
static void begin_case(FILE* out, const char* file, uint64_t errors) {
    fputs("  <testcase classname=\"vrm.validate\" name=\"", out);
    put_xml(out, file);
    if (errors > 0)
        fprintf(out, "\">\n    <failure message=\"%llu error%s\">", (unsigned long long)errors,
                cli_s(errors));
    else
        fputs("\">\n    <system-out>", out);
}

bool validate_write_part(FILE* out, validate_Format format, const validate_Filter* filter,
                         const validate_File* file) {
    bool is_whole = true;
    uint64_t errors = file->totals[VRM_ERROR];
    if (format == VALIDATE_JUNIT) begin_case(out, file->file, errors);
    for (int32_t i = 0, shown = 0; i < file->finding_count; i++) {
        const vrm_Finding* finding = &file->findings[i];
        if (!validate_is_shown(filter, finding) || shown++ >= filter->max_shown) continue;
        if (format == VALIDATE_SARIF)
            is_whole &= write_result(out, shown == 1, file->file, finding->code,
                                     levels[finding->severity], finding->message, finding->pointer);
        else
            put_finding_line(out, finding);
    }
    if (format == VALIDATE_JUNIT)
        fprintf(out, "</%s>\n  </testcase>\n", errors > 0 ? "failure" : "system-out");
    return is_whole;
}

bool validate_write_failure(FILE* out, validate_Format format, const char* file, const char* why) {
    if (format == VALIDATE_SARIF)
        return write_result(out, true, file, UNREADABLE, "error", why, "");
    fputs("  <testcase classname=\"vrm.validate\" name=\"", out);
    put_xml(out, file);
    fputs("\">\n    <error message=\"", out);
    put_xml(out, why);
    fputs("\"/>\n  </testcase>\n", out);
    return true;
}

/* ---- Collecting ---- */

int validate_collect_begin(validate_Format format, validate_Collection* out) {
    *out = (validate_Collection){.format = format};
    if (format == VALIDATE_PLAIN) return CLI_OK;
    out->stream = open_memstream(&out->text, &out->size);
    if (out->stream != NULL) return CLI_OK;
    return cli_result_error("validate", "the findings", VRM_ERR_MEMORY, NULL);
}

void validate_collect(validate_Collection* collection, bool is_unreadable, bool has_errors,
                      const char* part, size_t size) {
    collection->files++;
    collection->errors += is_unreadable;
    collection->failures += !is_unreadable && has_errors;
    if (size == 0) return;
    if (collection->format == VALIDATE_SARIF && collection->has_part)
        fputc(',', collection->stream);
    collection->has_part = true;
    fwrite(part, 1, size, collection->stream);
}

static int print_junit(const validate_Collection* collection) {
    printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite "
           "name=\"vrm validate\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n",
           collection->files, collection->failures, collection->errors);
    fwrite(collection->text, 1, collection->size, stdout);
    puts("</testsuite>\n</testsuites>");
    return CLI_OK;
}

static int print_sarif(const validate_Collection* collection) {
    vrm_JsonBuilder* b = cli_json_create();
    if (b == NULL) return CLI_FAILED;
    put_sarif_head(b);
    vrm_json_begin_array(b);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    static const char end[] = "]}]}";
    vrm_Span text = {0};
    vrm_Result result = vrm_json_builder_text(b, &text);
    if (result == VRM_OK) {
        fwrite(text.data, 1, text.size - strlen(end), stdout);
        fwrite(collection->text, 1, collection->size, stdout);
        puts(end);
    }
    vrm_json_builder_destroy(b);
    return result == VRM_OK ? CLI_OK : cli_result_error("validate", "the findings", result, NULL);
}

int validate_collect_end(validate_Collection* collection) {
    if (collection->format == VALIDATE_PLAIN) return CLI_OK;
    bool is_whole = fclose(collection->stream) == 0 && collection->text != NULL;
    int status = !is_whole ? cli_result_error("validate", "the findings", VRM_ERR_MEMORY, NULL)
                 : collection->format == VALIDATE_JUNIT ? print_junit(collection)
                                                        : print_sarif(collection);
    free(collection->text);
    return status;
}
