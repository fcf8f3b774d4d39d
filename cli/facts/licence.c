/* SPDX-License-Identifier: MIT */
#include "facts/licence.h"

#include "facts/terms.h"
#include "words/json.h"
#include "words/output.h"

#include <stdio.h>

static const char* license0(const vrm_Meta* meta) {
    return meta->license0 == VRM_LICENSE0_NONE
               ? NULL
               : cli_licenses0[meta->license0 - VRM_LICENSE0_REDISTRIBUTION_PROHIBITED];
}

static void print_line(const char* label, const char* text) {
    if (text == NULL || text[0] == 0) return;
    printf("  %-16s ", label);
    cli_put_text(stdout, text);
    putchar('\n');
}

static void print_list(const char* label, const char* const* texts, int32_t count) {
    for (int32_t i = 0; i < count; i++) print_line(i == 0 ? label : "", texts[i]);
}

void cli_print_meta(const vrm_Meta* meta) {
    print_line("name", meta->name);
    print_line("version", meta->version);
    print_list("authors", meta->authors, meta->author_count);
    print_line("copyright", meta->copyright_information);
    print_line("contact", meta->contact_information);
    print_list("references", meta->references, meta->reference_count);
    print_line("third parties", meta->third_party_licenses);
    if (meta->thumbnail_image >= 0)
        printf("  %-16s image %d\n", "thumbnail", meta->thumbnail_image);
}

void cli_print_licence(const vrm_Meta* meta) {
    static const char* const who[] = {"only the author", "only people the author has licensed",
                                      "everyone"};
    static const char* const money[] = {"no: personal use without profit", "yes, for persons",
                                        "yes, for companies too"};
    static const char* const change[] = {"no", "yes, for own use",
                                         "yes, and changed copies may be passed on"};
    static const char* const yes_no[] = {"no", "yes"};
    print_line("may be used by", who[meta->avatar_permission]);
    print_line("for profit", money[meta->commercial_usage]);
    print_line("violent use", yes_no[meta->allow_excessively_violent_usage]);
    print_line("sexual use", yes_no[meta->allow_excessively_sexual_usage]);
    if (meta->license0 == VRM_LICENSE0_NONE) {
        print_line("political use", yes_no[meta->allow_political_or_religious_usage]);
        print_line("antisocial use", yes_no[meta->allow_antisocial_or_hate_usage]);
        print_line("passing on", yes_no[meta->allow_redistribution]);
        print_line("changing", change[meta->modification]);
        print_line("credit",
                   meta->credit_notation == VRM_CREDIT_REQUIRED ? "required" : "not necessary");
    } else {
        print_line("licence", license0(meta));
    }
    print_line("licence text", meta->license_url);
    print_line("further terms", meta->other_license_url);
    print_line("permission text", meta->other_permission_url);
}

static void json_list(vrm_JsonBuilder* builder, const char* key, const char* const* texts,
                      int32_t count) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) vrm_json_put_string(builder, texts[i]);
    vrm_json_end_array(builder);
}

void cli_json_meta(vrm_JsonBuilder* builder, const vrm_Meta* meta) {
    vrm_json_begin_object(builder);
    cli_json_string(builder, "name", meta->name);
    cli_json_string(builder, "version", meta->version);
    json_list(builder, "authors", meta->authors, meta->author_count);
    cli_json_string(builder, "copyrightInformation", meta->copyright_information);
    cli_json_string(builder, "contactInformation", meta->contact_information);
    json_list(builder, "references", meta->references, meta->reference_count);
    cli_json_string(builder, "thirdPartyLicenses", meta->third_party_licenses);
    vrm_json_put_key(builder, "thumbnailImage");
    if (meta->thumbnail_image < 0)
        vrm_json_put_null(builder);
    else
        vrm_json_put_integer(builder, meta->thumbnail_image);
    cli_json_string(builder, "licenseUrl", meta->license_url);
    cli_json_string(builder, "avatarPermission", cli_avatar_permissions[meta->avatar_permission]);
    cli_json_bool(builder, "allowExcessivelyViolentUsage", meta->allow_excessively_violent_usage);
    cli_json_bool(builder, "allowExcessivelySexualUsage", meta->allow_excessively_sexual_usage);
    cli_json_string(builder, "commercialUsage", cli_commercial_usages[meta->commercial_usage]);
    cli_json_bool(builder, "allowPoliticalOrReligiousUsage",
                  meta->allow_political_or_religious_usage);
    cli_json_bool(builder, "allowAntisocialOrHateUsage", meta->allow_antisocial_or_hate_usage);
    cli_json_string(builder, "creditNotation", cli_credit_notations[meta->credit_notation]);
    cli_json_bool(builder, "allowRedistribution", meta->allow_redistribution);
    cli_json_string(builder, "modification", cli_modifications[meta->modification]);
    cli_json_string(builder, "otherLicenseUrl", meta->other_license_url);
    cli_json_string(builder, "licenseName", license0(meta));
    cli_json_string(builder, "otherPermissionUrl", meta->other_permission_url);
    vrm_json_end_object(builder);
}
