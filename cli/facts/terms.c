/* SPDX-License-Identifier: MIT */
#include "facts/terms.h"

#include "words/output.h"

#include <string.h>

const char* const cli_avatar_permissions[] = {"onlyAuthor", "onlySeparatelyLicensedPerson",
                                              "everyone", NULL};
const char* const cli_commercial_usages[] = {"personalNonProfit", "personalProfit", "corporation",
                                             NULL};
const char* const cli_credit_notations[] = {"required", "unnecessary", NULL};
const char* const cli_modifications[] = {"prohibited", "allowModification",
                                         "allowModificationRedistribution", NULL};
const char* const cli_licenses0[] = {"Redistribution_Prohibited",
                                     "CC0",
                                     "CC_BY",
                                     "CC_BY_NC",
                                     "CC_BY_SA",
                                     "CC_BY_NC_SA",
                                     "CC_BY_ND",
                                     "CC_BY_NC_ND",
                                     "Other",
                                     NULL};

/* True for the places whose repetition leaves two sets of terms: a member of meta, meta itself, and
 * each object around it. */
static bool holds_terms(const char* pointer) {
    static const char* const places[] = {"/extensions", "/extensions/VRM", "/extensions/VRMC_vrm",
                                         "/extensions/VRM/meta", "/extensions/VRMC_vrm/meta"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strcmp(pointer, places[i]) == 0) return true;
    return strstr(pointer, "/meta/") != NULL;
}

bool cli_is_double_term(const vrm_Finding* finding) {
    return strcmp(finding->code, "DUPLICATE_KEY") == 0 && holds_terms(finding->pointer);
}

int cli_check_terms(const char* command, const char* file, const vrm_Report* report) {
    int status = CLI_OK;
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (!cli_is_double_term(&finding)) continue;
        status = cli_file_error(command, file,
                                "%s is stated twice; the last value counts here, and other "
                                "programs may take the first",
                                finding.pointer);
    }
    /* Thousands of repeated keys elsewhere must not hide the one that matters. */
    if (status == CLI_OK && vrm_report_is_truncated(report) &&
        vrm_report_total(report, VRM_ERROR) > 0)
        status = cli_file_error(command, file,
                                "there are more errors than can be listed, so the terms may be "
                                "stated twice; see vrm validate");
    return status;
}
