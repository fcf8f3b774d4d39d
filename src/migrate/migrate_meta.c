/* SPDX-License-Identifier: MIT */
/* Meta of 0.x and the draft in the form of 1.0. Invariant: a migration may tighten a permission,
 * never loosen one. The model already reads old meta in the strictest way; this file adds what a
 * named licence certainly grants, and reports every decision. */
#include "base/words.h"
#include "migrate/losses.h"

#include <stdio.h>
#include <string.h>

/* The permissions that a licence of 0.x grants and 1.0 can express without granting more. The NC
 * licences allow redistribution without profit only, which 1.0 cannot express; SA allows modified
 * copies under the same licence only; ND allows copies, but no modified ones. */
typedef struct Licence {
    const char* url;
    bool allow_redistribution;
    vrm_Modification modification;
    vrm_CreditNotation credit;
} Licence;

#define CC "https://creativecommons.org/"

static const Licence licences[] = {
    [VRM_LICENSE0_NONE] = {"", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_REDISTRIBUTION_PROHIBITED] = {"", false, VRM_MODIFICATION_PROHIBITED,
                                                VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_CC0] = {CC "publicdomain/zero/1.0/", true,
                          VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION,
                          VRM_CREDIT_UNNECESSARY},
    [VRM_LICENSE0_CC_BY] = {CC "licenses/by/4.0/", true,
                            VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION,
                            VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_CC_BY_NC] = {CC "licenses/by-nc/4.0/", false, VRM_MODIFICATION_PROHIBITED,
                               VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_CC_BY_SA] = {CC "licenses/by-sa/4.0/", true, VRM_MODIFICATION_ALLOW_MODIFICATION,
                               VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_CC_BY_NC_SA] = {CC "licenses/by-nc-sa/4.0/", false, VRM_MODIFICATION_PROHIBITED,
                                  VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_CC_BY_ND] = {CC "licenses/by-nd/4.0/", true, VRM_MODIFICATION_PROHIBITED,
                               VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_CC_BY_NC_ND] = {CC "licenses/by-nc-nd/4.0/", false, VRM_MODIFICATION_PROHIBITED,
                                  VRM_CREDIT_REQUIRED},
    [VRM_LICENSE0_OTHER] = {"", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED},
};

/* The value of old meta under the first of its names that is present, else meta itself. */
static vrm_JsonRef old_member(const vrmi_Migration* migration, const char* const* keys) {
    vrm_JsonRef meta = migration->model->avatar->meta->json;
    for (; *keys != NULL; keys++) {
        vrm_JsonRef value = vrm_json_member(migration->json, meta, *keys);
        if (value != VRM_JSON_MISSING) return value;
    }
    return meta;
}

/* ---- Decisions ---- */

/* Whatever commercialUssageName says: of two statements the stricter one applies. */
static bool forbids_profit(vrm_License0 licence) {
    return licence == VRM_LICENSE0_CC_BY_NC || licence == VRM_LICENSE0_CC_BY_NC_SA ||
           licence == VRM_LICENSE0_CC_BY_NC_ND;
}

/* One of the two URLs; both, quoted, when they differ; else that of the licence. */
static void join_urls(vrmi_Migration* migration, vrm_Meta* meta) {
    const char *licence = meta->other_license_url, *permission = meta->other_permission_url;
    if (permission[0] != '\0' && licence[0] != '\0' && strcmp(permission, licence) != 0) {
        size_t size = strlen(licence) + strlen(permission) + 6;
        char* both = vrmi_migrate_alloc(migration, size, 1);
        if (both == NULL) return;
        snprintf(both, size, "\"%s\",\"%s\"", licence, permission);
        meta->other_license_url = both;
    } else if (licence[0] == '\0' && permission[0] != '\0') {
        meta->other_license_url = permission;
    } else if (licence[0] == '\0') {
        meta->other_license_url = licences[meta->license0].url;
    }
}

/* The terms of 1.0 that license0, commercial_usage and the two URLs of old meta become. */
static void apply_licence(vrmi_Migration* migration, vrm_Meta* meta) {
    const Licence* licence = &licences[meta->license0];
    meta->allow_redistribution = licence->allow_redistribution;
    meta->modification = licence->modification;
    meta->credit_notation = licence->credit;
    if (forbids_profit(meta->license0)) meta->commercial_usage = VRM_COMMERCIAL_PERSONAL_NON_PROFIT;
    join_urls(migration, meta);
}

static void report_licence(const vrmi_Migration* migration, const vrm_Meta* meta) {
    static const char* const keys[] = {"licenseName", "license", NULL};
    const Licence* licence = &licences[meta->license0];
    vrmi_report(
        migration->report, VRMI_RULE_MIGRATE_LICENSE, migration->json, old_member(migration, keys),
        "Licence %s becomes allowRedistribution %s, modification %s, creditNotation %s%s.",
        vrmi_licenses0[meta->license0], licence->allow_redistribution ? "true" : "false",
        vrmi_modifications[licence->modification], vrmi_credit_notations[licence->credit],
        licence->url[0] != '\0' ? "; what it grants beyond that is named by otherLicenseUrl" : "");
}

static void report_permissions(const vrmi_Migration* migration, const vrm_Meta* meta) {
    static const char* const users[] = {"allowedUserName", "allowedUser", NULL};
    static const char* const violent[] = {"violentUssageName", "violentUsageName", "violentUsage",
                                          NULL};
    static const char* const sexual[] = {"sexualUssageName", "sexualUsageName", "sexualUsage",
                                         NULL};
    static const char* const money[] = {"commercialUssageName", "commercialUsageName",
                                        "commercialUsage", NULL};
    const vrmi_RuleId rule = VRMI_RULE_MIGRATE_LICENSE;
    vrmi_report(migration->report, rule, migration->json, old_member(migration, users),
                "Who may use it becomes avatarPermission %s.",
                vrmi_avatar_permissions[meta->avatar_permission]);
    vrmi_report(migration->report, rule, migration->json, old_member(migration, violent),
                "Violent use becomes allowExcessivelyViolentUsage %s.",
                meta->allow_excessively_violent_usage ? "true" : "false");
    vrmi_report(migration->report, rule, migration->json, old_member(migration, sexual),
                "Sexual use becomes allowExcessivelySexualUsage %s.",
                meta->allow_excessively_sexual_usage ? "true" : "false");
    vrmi_report(migration->report, rule, migration->json, old_member(migration, money),
                "Commercial use becomes commercialUsage %s%s.",
                meta->commercial_usage == VRM_COMMERCIAL_PERSONAL_PROFIT ? "personalProfit"
                                                                         : "personalNonProfit",
                meta->commercial_usage == VRM_COMMERCIAL_PERSONAL_PROFIT
                    ? ": companies are not meant unless the owner says so"
                : forbids_profit(meta->license0) ? ": the licence forbids profit"
                                                 : "");
    vrmi_report(
        migration->report, rule, migration->json, meta->json,
        "Political, religious, antisocial and hateful use: the old licence says nothing, so "
        "they are not allowed.");
}

/* ---- Old words ---- */

/* The statements of a file about its licence: as 0.x spells them, and other names that are read. */
static const char* const old_words[][4] = {
    {"licenseName", NULL},
    {"license", NULL},
    {"otherLicenseUrl", NULL},
    {"otherPermissionUrl", NULL},
    {"allowedUserName", "allowedUser", NULL},
    {"violentUssageName", "violentUsageName", "violentUsage", NULL},
    {"sexualUssageName", "sexualUsageName", "sexualUsage", NULL},
    {"commercialUssageName", "commercialUsageName", "commercialUsage", NULL}};

static void keep_word(const vrmi_Migration* migration, vrm_JsonBuilder* b,
                      const char* const* names) {
    const char* key = names[0];
    for (; *names != NULL; names++) {
        vrm_JsonRef value =
            vrm_json_member(migration->json, migration->model->avatar->meta->json, *names);
        if (vrm_json_type(migration->json, value) != VRM_JSON_STRING) continue;
        vrm_Span text = vrm_json_text(migration->json, value);
        vrm_json_put_key(b, key != NULL ? key : *names); /* that which counts as 0.x spells it */
        vrm_json_put_raw(b, text.data, text.size);
        key = NULL;
    }
}

/* Keeps the file's statements about its licence, for people who must know them. */
static void keep_old_words(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef root = vrm_json_member(edit->json, vrm_json_root(edit->json), "extensions");
    vrm_JsonRef vrm = vrm_json_member(edit->json, root, "VRMC_vrm");
    vrm_JsonRef meta = vrm_json_member(edit->json, vrm, "meta");
    vrm_JsonRef extras = vrmi_edit_extras(edit, meta);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    for (size_t i = 0; i < sizeof old_words / sizeof *old_words; i++)
        keep_word(migration, b, old_words[i]);
    vrm_json_end_object(b);
    vrmi_edit_put(edit, extras, "VRM");
}

/* A string of the kept licence members, "" where it is absent. */
static const char* kept_text(vrmi_Migration* migration, vrm_JsonRef words, const char* key) {
    vrm_JsonRef value = vrm_json_member(migration->json, words, key);
    size_t size = vrm_json_string(migration->json, value, NULL, 0);
    char* text = vrmi_migrate_alloc(migration, size + 1, 1);
    if (text == NULL) return "";
    vrm_json_string(migration->json, value, text, size + 1);
    return text;
}

/* Whether a kept member is present and differs; older files do not have all of them. */
static bool has_left(const vrmi_Migration* migration, vrm_JsonRef words, const char* key,
                     const char* const* names, int32_t name_count, int32_t now) {
    vrm_JsonRef word = vrm_json_member(migration->json, words, key);
    if (word == VRM_JSON_MISSING) return false;
    int32_t was = vrmi_model_find_name(migration->json, word, names, name_count, VRMI_ANY_CASE);
    return (was < 0 ? 0 : was) != now;
}

/* Whether terms have changed that 0.x has members for. */
static bool have_permissions_changed(const vrmi_Migration* migration, vrm_JsonRef words,
                                     const vrm_Meta* meta) {
    return has_left(migration, words, "allowedUserName", vrmi_allowed_users0,
                    VRMI_COUNT_allowed_users0, (int32_t)meta->avatar_permission) ||
           has_left(migration, words, "violentUssageName", vrmi_usages0, VRMI_COUNT_usages0,
                    meta->allow_excessively_violent_usage) ||
           has_left(migration, words, "sexualUssageName", vrmi_usages0, VRMI_COUNT_usages0,
                    meta->allow_excessively_sexual_usage);
}

/* Compares the terms that migration to 1.0 derives from the licence, and those that it always
 * sets. */
static bool are_same_terms(const vrm_Meta* a, const vrm_Meta* b) {
    bool has_own_url = b->license_url[0] != '\0' && strcmp(b->license_url, VRMI_LICENSE_URL) != 0;
    return a->allow_redistribution == b->allow_redistribution &&
           a->modification == b->modification && a->credit_notation == b->credit_notation &&
           a->commercial_usage == b->commercial_usage &&
           strcmp(a->other_license_url, b->other_license_url) == 0 && !has_own_url &&
           !b->allow_political_or_religious_usage && !b->allow_antisocial_or_hate_usage;
}

bool vrmi_licence_still_says(vrmi_Migration* migration, vrm_JsonRef words, const vrm_Meta* meta) {
    vrm_JsonRef name = vrm_json_member(migration->json, words, "licenseName");
    int32_t licence = vrmi_model_find_name(migration->json, name, vrmi_licenses0,
                                           VRMI_COUNT_licenses0, VRMI_ANY_CASE);
    if (licence <= VRM_LICENSE0_NONE) return false;
    vrm_JsonRef sale = vrm_json_member(migration->json, words, "commercialUssageName");
    vrm_Meta then = {.license0 = (vrm_License0)licence,
                     .commercial_usage = vrm_json_equals(migration->json, sale, "Allow")
                                             ? VRM_COMMERCIAL_PERSONAL_PROFIT
                                             : VRM_COMMERCIAL_PERSONAL_NON_PROFIT,
                     .other_license_url = kept_text(migration, words, "otherLicenseUrl"),
                     .other_permission_url = kept_text(migration, words, "otherPermissionUrl")};
    apply_licence(migration, &then);
    return are_same_terms(&then, meta) && !have_permissions_changed(migration, words, meta);
}

/* ---- Writing ---- */

static const char* given(const char* value, const char* fallback) {
    return value != NULL && value[0] != '\0' ? value : fallback;
}

/* 1.0 requires a name and authors that are not empty. */
static void fill_required(vrmi_Migration* migration, vrm_Meta* meta) {
    if (meta->name[0] == '\0') {
        meta->name = given(migration->def.name, "untitled");
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_NAME_MISSING, migration->json, meta->json,
                    "The avatar has no name, which 1.0 requires; \"%s\" was written. Set a better "
                    "one.",
                    meta->name);
    }
    const char** authors =
        vrmi_migrate_alloc(migration, (size_t)meta->author_count + 1, sizeof *authors);
    if (authors == NULL) return;
    int32_t count = 0;
    for (int32_t i = 0; i < meta->author_count; i++)
        if (meta->authors[i][0] != '\0') authors[count++] = meta->authors[i];
    if (count == 0) {
        authors[count++] = given(migration->def.author, "unknown");
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_AUTHOR_MISSING, migration->json,
                    meta->json,
                    "The avatar names no author, which 1.0 requires; \"%s\" was written. Set the "
                    "right one.",
                    authors[0]);
    }
    meta->authors = authors;
    meta->author_count = count;
}

void vrmi_migrate_meta(vrmi_Migration* migration) {
    static const vrm_Meta nothing = {.name = "",
                                     .version = "",
                                     .copyright_information = "",
                                     .contact_information = "",
                                     .third_party_licenses = "",
                                     .thumbnail_image = -1,
                                     .license_url = "",
                                     .other_license_url = "",
                                     .other_permission_url = "",
                                     .json = VRM_JSON_MISSING};
    const vrm_Meta* old = migration->model->avatar->meta;
    vrm_Meta meta = old != NULL ? *old : nothing;
    bool has_terms = vrmi_terms_restore(migration, &meta);
    bool has_old_words = meta.license0 != VRM_LICENSE0_NONE && !has_terms;
    if (has_old_words) {
        apply_licence(migration, &meta);
        report_licence(migration, &meta);
        report_permissions(migration, &meta);
    }
    fill_required(migration, &meta);
    if (!has_terms && meta.license_url[0] != '\0' &&
        strcmp(meta.license_url, VRMI_LICENSE_URL) != 0)
        vrmi_lose(migration, vrm_json_member(migration->json, meta.json, "licenseUrl"),
                  VRMI_RULE_MIGRATE_LEFT_OUT);
    if (!has_terms) meta.license_url = ""; /* that of 1.0 */
    vrmi_edit_fail(migration->edit, vrm_edit_set_meta(migration->edit, &meta));
    if (has_old_words) keep_old_words(migration);
}
