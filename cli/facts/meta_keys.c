/* SPDX-License-Identifier: MIT */
#include "facts/meta_keys.h"

#include "facts/terms.h"

#include <string.h>

static const char* const booleans[] = {"true", "false", NULL};
static const char* const allowed_users[] = {"OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone",
                                            NULL};
static const char* const usages[] = {"Disallow", "Allow", NULL};

const cli_MetaKey cli_meta_keys1[] = {{"name", CLI_META_TEXT, NULL},
                                      {"version", CLI_META_TEXT, NULL},
                                      {"authors", CLI_META_LIST, NULL},
                                      {"copyrightInformation", CLI_META_TEXT, NULL},
                                      {"contactInformation", CLI_META_TEXT, NULL},
                                      {"references", CLI_META_LIST, NULL},
                                      {"thirdPartyLicenses", CLI_META_TEXT, NULL},
                                      {"licenseUrl", CLI_META_TEXT, NULL},
                                      {"avatarPermission", CLI_META_TEXT, cli_avatar_permissions},
                                      {"allowExcessivelyViolentUsage", CLI_META_BOOL, booleans},
                                      {"allowExcessivelySexualUsage", CLI_META_BOOL, booleans},
                                      {"commercialUsage", CLI_META_TEXT, cli_commercial_usages},
                                      {"allowPoliticalOrReligiousUsage", CLI_META_BOOL, booleans},
                                      {"allowAntisocialOrHateUsage", CLI_META_BOOL, booleans},
                                      {"creditNotation", CLI_META_TEXT, cli_credit_notations},
                                      {"allowRedistribution", CLI_META_BOOL, booleans},
                                      {"modification", CLI_META_TEXT, cli_modifications},
                                      {"otherLicenseUrl", CLI_META_TEXT, NULL},
                                      {0}};

const cli_MetaKey cli_meta_keys0[] = {{"title", CLI_META_TEXT, NULL},
                                      {"version", CLI_META_TEXT, NULL},
                                      {"author", CLI_META_JOINED, NULL},
                                      {"contactInformation", CLI_META_TEXT, NULL},
                                      {"reference", CLI_META_JOINED, NULL},
                                      {"allowedUserName", CLI_META_TEXT, allowed_users},
                                      {"violentUssageName", CLI_META_TEXT, usages},
                                      {"sexualUssageName", CLI_META_TEXT, usages},
                                      {"commercialUssageName", CLI_META_TEXT, usages},
                                      {"otherPermissionUrl", CLI_META_TEXT, NULL},
                                      {"licenseName", CLI_META_TEXT, cli_licenses0},
                                      {"otherLicenseUrl", CLI_META_TEXT, NULL},
                                      {0}};

const cli_MetaKey cli_meta_draft_keys[] = {{"title", CLI_META_TEXT, NULL},
                                           {"version", CLI_META_TEXT, NULL},
                                           {"author", CLI_META_JOINED, NULL},
                                           {"contactInformation", CLI_META_TEXT, NULL},
                                           {"reference", CLI_META_JOINED, NULL},
                                           {"allowedUser", CLI_META_TEXT, allowed_users},
                                           {"violentUsage", CLI_META_TEXT, usages},
                                           {"sexualUsage", CLI_META_TEXT, usages},
                                           {"commercialUsage", CLI_META_TEXT, usages},
                                           {"otherPermissionUrl", CLI_META_TEXT, NULL},
                                           {"license", CLI_META_TEXT, cli_licenses0},
                                           {"otherLicenseUrl", CLI_META_TEXT, NULL},
                                           {0}};

const cli_MetaKey* cli_find_meta_key(const cli_MetaKey* keys, const char* setting) {
    size_t length = strcspn(setting, "=");
    for (; keys->name != NULL; keys++)
        if (strlen(keys->name) == length && strncmp(keys->name, setting, length) == 0) return keys;
    return NULL;
}

const char* cli_meta_key_at(const void* ctx, int index) {
    (void)ctx;
    const int count1 = (int)(sizeof cli_meta_keys1 / sizeof *cli_meta_keys1) - 1;
    if (index < count1) return cli_meta_keys1[index].name;
    for (const cli_MetaKey* key = cli_meta_keys0; key->name != NULL; key++) {
        bool is_in_both = cli_find_meta_key(cli_meta_keys1, key->name) != NULL;
        if (!is_in_both && index-- == count1) return key->name;
    }
    return NULL;
}
