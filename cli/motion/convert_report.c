/* SPDX-License-Identifier: MIT */
#include "motion/convert_report.h"

#include "facts/finding_json.h"
#include "motion/convert_quality.h"
#include "motion/motion_fit.h"
#include "words/json.h"
#include "words/output.h"

/* ---- Findings ---- */

void convert_print_finding(FILE* out, const char* file, const vrm_Finding* finding) {
    fprintf(out, "  %s: ", cli_severity_names[finding->severity]);
    if (file != NULL) {
        cli_put_text(out, file);
        fputs(": ", out);
    }
    cli_put_text(out, finding->message);
    fprintf(out, " [%s]\n", finding->code);
}

/* Prints a finding as text (`json` NULL) or adds it to an array. */
static void put_finding(FILE* out, vrm_JsonBuilder* json, const char* file,
                        const vrm_Finding* finding) {
    if (json == NULL)
        convert_print_finding(out, file, finding);
    else
        cli_json_put_finding(json, file, finding);
}

/* Of several motions, `missing_bones` has what none of them moves. */
static void put_findings(FILE* out, vrm_JsonBuilder* json, const ConvertReport* report) {
    const EditReport* edits = &report->result->edits;
    for (int32_t i = 0; i < vrm_report_count(report->findings); i++) {
        vrm_Finding finding = vrm_report_get(report->findings, i);
        if (edits->missing_bones != NULL && edit_report_is_missing_bone(&finding)) continue;
        put_finding(out, json, NULL, &finding);
    }
    for (int32_t i = 0; edits->missing_bones != NULL && i < vrm_report_count(edits->missing_bones);
         i++) {
        vrm_Finding finding = vrm_report_get(edits->missing_bones, i);
        put_finding(out, json, NULL, &finding);
    }
    for (int f = 0; f < edits->file_count; f++)
        for (int32_t i = 0; i < vrm_report_count(edits->files[f].findings); i++) {
            vrm_Finding finding = vrm_report_get(edits->files[f].findings, i);
            if (!edit_report_is_missing_bone(&finding))
                put_finding(out, json, edits->files[f].path, &finding);
        }
}

/* ---- The whole ---- */

void convert_report_print(FILE* out, const ConvertReport* report) {
    const Converted* result = report->result;
    const vrm_RecordStats* stats = &result->fit.stats;
    cli_put_text(out, report->file);
    fprintf(out, ": %s, %d frame%s, %.4g s; %d channel%s, %llu of %llu key%s kept\n", result->kind,
            (int)stats->frames, cli_s((uint64_t)stats->frames), (double)stats->seconds,
            (int)stats->channels, cli_s((uint64_t)stats->channels),
            (unsigned long long)stats->kept_keys, (unsigned long long)stats->source_keys,
            cli_s(stats->source_keys));
    edit_report_print(out, &result->edits);
    if (result->quantized.is_done)
        fprintf(out,
                "  rotations in 16 bits: at most %.4f degrees off, keys have %llu bytes (%llu)\n",
                result->quantized.degrees, (unsigned long long)stats->kept_bytes,
                (unsigned long long)(stats->kept_bytes + result->quantized.saved_bytes));
    fit_print_text(out, &result->fit, report->loops);
    put_findings(out, NULL, report);
}

static void put_stats(vrm_JsonBuilder* b, const vrm_RecordStats* stats) {
    cli_json_integer(b, "frames", stats->frames);
    cli_json_float(b, "seconds", stats->seconds);
    cli_json_integer(b, "channels", stats->channels);
    cli_json_integer(b, "keys", (int64_t)stats->kept_keys);
    cli_json_integer(b, "sourceKeys", (int64_t)stats->source_keys);
    cli_json_integer(b, "keyBytes", (int64_t)stats->kept_bytes);
    cli_json_integer(b, "sourceKeyBytes", (int64_t)stats->source_bytes);
}

int convert_report_print_json(const ConvertReport* report) {
    const Converted* result = report->result;
    vrm_JsonBuilder* b = cli_json_create();
    if (b == NULL) return CLI_FAILED;
    vrm_json_begin_object(b);
    cli_json_string(b, "file", report->file);
    cli_json_string(b, "output", report->output);
    cli_json_string(b, "kind", result->kind);
    put_stats(b, &result->fit.stats);
    if (result->quantized.is_done) {
        vrm_json_put_key(b, "quantized");
        vrm_json_begin_object(b);
        cli_json_number(b, "degrees", result->quantized.degrees);
        cli_json_integer(b, "savedBytes", (int64_t)result->quantized.saved_bytes);
        vrm_json_end_object(b);
    }
    if (result->has_rest) fit_put_rest_json(b, result->rest_source, result->rest_confidence);
    edit_report_put_json(b, &result->edits);
    fit_put_json(b, &result->fit, report->loops);
    if (report->has_quality) quality_put_json(b, result);
    vrm_json_put_key(b, "findings");
    vrm_json_begin_array(b);
    put_findings(stdout, b, report);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return cli_put_json(b);
}
