/* SPDX-License-Identifier: MIT */
/* Terms of 1.0 in a file of 0.x. 0.x has no words for credit, for changing, for political and
 * hateful use, and one string for all authors. So a downgrade keeps the terms of 1.0 in
 * meta.extras.VRMC_vrm, and an upgrade restores them as long as the terms of 0.x still say what
 * those had become. */
#include "base/words.h"
#include "migrate/down.h"

#include <string.h>

#define KEPT "VRMC_vrm"

/* ---- In the words of 0.x ---- */

vrmi_Words0 vrmi_words_of_terms(const vrm_Meta* meta) {
    const char* terms = meta->license_url[0] != '\0' ? meta->license_url : VRMI_LICENSE_URL;
    return (vrmi_Words0){
        .licence = meta->allow_redistribution ? VRM_LICENSE0_OTHER
                                              : VRM_LICENSE0_REDISTRIBUTION_PROHIBITED,
        .other_license_url = meta->other_license_url[0] != '\0' ? meta->other_license_url : terms,
        .other_permission_url = terms,
        .sells = meta->commercial_usage == VRM_COMMERCIAL_CORPORATION};
}

const char* vrmi_join(vrmi_Migration* migration, const char* const* texts, int32_t count) {
    size_t size = 1;
    for (int32_t i = 0; i < count; i++) size += strlen(texts[i]) + 2;
    char* joined = vrmi_migrate_alloc(migration, size, 1);
    if (joined == NULL) return NULL;
    char* at = joined;
    for (int32_t i = 0; i < count; i++) {
        size_t length = strlen(texts[i]);
        if (i > 0) memcpy(at, ", ", 2), at += 2;
        memcpy(at, texts[i], length);
        at += length;
    }
    *at = '\0';
    return joined;
}

/* ---- Keeping ---- */

static void put_member(const vrmi_Migration* migration, vrm_JsonBuilder* b, const char* key) {
    vrm_JsonRef meta = migration->model->avatar->meta->json;
    vrm_JsonRef value = vrm_json_member(migration->json, meta, key);
    if (value == VRM_JSON_MISSING) return;
    vrm_Span text = vrm_json_text(migration->json, value);
    vrm_json_put_key(b, key);
    vrm_json_put_raw(b, text.data, text.size);
}

void vrmi_terms_keep(vrmi_Descent* descent, vrm_JsonRef meta0) {
    static const char* const terms[] = {"licenseUrl",
                                        "avatarPermission",
                                        "allowExcessivelyViolentUsage",
                                        "allowExcessivelySexualUsage",
                                        "commercialUsage",
                                        "allowPoliticalOrReligiousUsage",
                                        "allowAntisocialOrHateUsage",
                                        "creditNotation",
                                        "allowRedistribution",
                                        "modification",
                                        "otherLicenseUrl"};
    vrmi_Migration* migration = &descent->migration;
    vrm_Edit* edit = migration->edit;
    const vrm_Meta* meta = migration->model->avatar->meta;
    if (meta == NULL || edit->result != VRM_OK) return;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    for (size_t i = 0; i < sizeof terms / sizeof *terms && !descent->has_old_licence; i++)
        put_member(migration, b, terms[i]);
    if (meta->author_count > 1) put_member(migration, b, "authors");
    if (meta->reference_count > 1) put_member(migration, b, "references");
    put_member(migration, b, "copyrightInformation");
    put_member(migration, b, "thirdPartyLicenses");
    vrm_json_end_object(b);
    vrm_Span text;
    vrmi_edit_fail(edit, vrm_json_builder_text(b, &text));
    if (edit->result != VRM_OK || text.size <= 2) return; /* nothing but {} */
    /* The builder is needed for the extras, so the text must be copied. */
    char* copy = vrmi_migrate_alloc(migration, text.size, 1);
    if (copy == NULL) return;
    memcpy(copy, text.data, text.size);
    vrm_JsonRef extras = vrmi_edit_extras(edit, meta0);
    vrm_json_put_raw(vrmi_edit_text(edit), copy, text.size);
    vrmi_edit_put(edit, extras, KEPT);
}

/* ---- Restoring ---- */

static vrm_JsonRef find_kept(const vrmi_Migration* migration) {
    const vrm_Meta* meta = migration->model->avatar->meta;
    if (meta == NULL || migration->model->dialect != VRM_DIALECT_0) return VRM_JSON_MISSING;
    vrm_JsonRef extras = vrm_json_member(migration->json, meta->json, "extras");
    vrm_JsonRef kept = vrm_json_member(migration->json, extras, KEPT);
    bool is_object = vrm_json_type(migration->json, kept) == VRM_JSON_OBJECT;
    return is_object ? kept : VRM_JSON_MISSING;
}

/* 0, the strictest value, for a word that is absent or unknown. */
static int32_t word(const vrmi_Migration* migration, vrm_JsonRef kept, const char* key,
                    const char* const* words, int32_t count) {
    int32_t found = vrmi_model_find_name(
        migration->json, vrm_json_member(migration->json, kept, key), words, count, VRMI_EXACT);
    return found < 0 ? 0 : found;
}

static bool flag(const vrmi_Migration* migration, vrm_JsonRef kept, const char* key) {
    return vrm_json_bool(migration->json, vrm_json_member(migration->json, kept, key), false);
}

static const char* string(vrmi_Migration* migration, vrm_JsonRef value) {
    size_t size = vrm_json_string(migration->json, value, NULL, 0);
    char* text = vrmi_migrate_alloc(migration, size + 1, 1);
    if (text == NULL) return "";
    vrm_json_string(migration->json, value, text, size + 1);
    return text;
}

static void read_terms(vrmi_Migration* migration, vrm_JsonRef kept, vrm_Meta* out) {
    out->avatar_permission =
        (vrm_AvatarPermission)word(migration, kept, "avatarPermission", vrmi_avatar_permissions,
                                   VRMI_COUNT_avatar_permissions);
    out->commercial_usage = (vrm_CommercialUsage)word(
        migration, kept, "commercialUsage", vrmi_commercial_usages, VRMI_COUNT_commercial_usages);
    out->credit_notation = (vrm_CreditNotation)word(
        migration, kept, "creditNotation", vrmi_credit_notations, VRMI_COUNT_credit_notations);
    out->modification = (vrm_Modification)word(migration, kept, "modification", vrmi_modifications,
                                               VRMI_COUNT_modifications);
    out->allow_excessively_violent_usage = flag(migration, kept, "allowExcessivelyViolentUsage");
    out->allow_excessively_sexual_usage = flag(migration, kept, "allowExcessivelySexualUsage");
    out->allow_political_or_religious_usage =
        flag(migration, kept, "allowPoliticalOrReligiousUsage");
    out->allow_antisocial_or_hate_usage = flag(migration, kept, "allowAntisocialOrHateUsage");
    out->allow_redistribution = flag(migration, kept, "allowRedistribution");
    out->license_url = string(migration, vrm_json_member(migration->json, kept, "licenseUrl"));
    out->other_license_url =
        string(migration, vrm_json_member(migration->json, kept, "otherLicenseUrl"));
}

/* Whether meta of 0.x says what the terms become in a downgrade. */
static bool says(const vrm_Meta* meta0, const vrm_Meta* terms) {
    vrmi_Words0 words = vrmi_words_of_terms(terms);
    bool sells = meta0->commercial_usage != VRM_COMMERCIAL_PERSONAL_NON_PROFIT;
    return meta0->license0 == words.licence && sells == words.sells &&
           strcmp(meta0->other_license_url, words.other_license_url) == 0 &&
           strcmp(meta0->other_permission_url, words.other_permission_url) == 0 &&
           meta0->avatar_permission == terms->avatar_permission &&
           meta0->allow_excessively_violent_usage == terms->allow_excessively_violent_usage &&
           meta0->allow_excessively_sexual_usage == terms->allow_excessively_sexual_usage;
}

/* A list whose entries, joined, are the one string that 0.x has of them. */
static void restore_list(vrmi_Migration* migration, vrm_JsonRef kept, const char* key,
                         const char* const** list, int32_t* count) {
    vrm_JsonRef array = vrm_json_member(migration->json, kept, key);
    uint32_t length = vrm_json_count(migration->json, array);
    if (vrm_json_type(migration->json, array) != VRM_JSON_ARRAY || length < 2 || *count != 1)
        return;
    const char** texts = vrmi_migrate_alloc(migration, length, sizeof *texts);
    if (texts == NULL) return;
    vrm_JsonIter it = vrm_json_iter(migration->json, array);
    while (vrm_json_next(&it)) texts[it.index] = string(migration, it.value);
    const char* joined = vrmi_join(migration, texts, (int32_t)length);
    if (joined == NULL || strcmp(joined, (*list)[0]) != 0) return;
    *list = texts;
    *count = (int32_t)length;
}

bool vrmi_terms_restore(vrmi_Migration* migration, vrm_Meta* meta) {
    vrm_JsonRef kept = find_kept(migration);
    vrm_Meta terms = *meta;
    if (kept == VRM_JSON_MISSING) return false;
    restore_list(migration, kept, "authors", &meta->authors, &meta->author_count);
    restore_list(migration, kept, "references", &meta->references, &meta->reference_count);
    meta->copyright_information =
        string(migration, vrm_json_member(migration->json, kept, "copyrightInformation"));
    meta->third_party_licenses =
        string(migration, vrm_json_member(migration->json, kept, "thirdPartyLicenses"));
    read_terms(migration, kept, &terms);
    bool has_terms = vrm_json_member(migration->json, kept, "creditNotation") != VRM_JSON_MISSING ||
                     vrm_json_member(migration->json, kept, "licenseUrl") != VRM_JSON_MISSING;
    migration->forgets_terms = !has_terms || says(meta, &terms);
    if (!has_terms || !migration->forgets_terms) return false;
    terms.authors = meta->authors;
    terms.author_count = meta->author_count;
    terms.references = meta->references;
    terms.reference_count = meta->reference_count;
    terms.copyright_information = meta->copyright_information;
    terms.third_party_licenses = meta->third_party_licenses;
    *meta = terms;
    vrmi_report(migration->report, VRMI_RULE_MIGRATE_LICENSE, migration->json, kept,
                "The terms that the avatar had in 1.0 say the same and were written again.");
    return true;
}

void vrmi_terms_forget(vrmi_Migration* migration, vrm_JsonRef meta) {
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef extras = vrm_json_member(edit->json, meta, "extras");
    if (!migration->forgets_terms) return;
    vrmi_edit_drop(edit, extras, KEPT);
    if (vrm_json_count(edit->json, extras) == 0) vrmi_edit_drop(edit, meta, "extras");
}
