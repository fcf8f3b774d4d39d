/* SPDX-License-Identifier: MIT */
/* The author and the permissions of an avatar. The defaults of every dialect are the strictest
 * values; permissions that 0.x and the draft do not have keep the defaults. */
#include "base/words.h"
#include "model/model.h"

static const char* text(vrmi_ModelReader* reader, vrm_JsonRef meta, const char* key) {
    return vrmi_read_string(&reader->base, meta, key, "");
}

static void read_meta_1(vrmi_ModelReader* reader, vrm_Meta* meta) {
    vrm_JsonRef json = meta->json;
    meta->name = text(reader, json, "name");
    meta->authors = vrmi_read_strings(&reader->base, json, "authors", &meta->author_count);
    meta->references = vrmi_read_strings(&reader->base, json, "references", &meta->reference_count);
    meta->copyright_information = text(reader, json, "copyrightInformation");
    meta->third_party_licenses = text(reader, json, "thirdPartyLicenses");
    meta->license_url = text(reader, json, "licenseUrl");
    meta->thumbnail_image =
        vrmi_model_index(reader, json, "thumbnailImage", reader->gltf->image_count,
                         VRMI_RULE_META_THUMBNAIL_INVALID);
    meta->avatar_permission = (vrm_AvatarPermission)vrmi_model_enum(
        reader, json, "avatarPermission", vrmi_avatar_permissions, VRMI_COUNT_avatar_permissions,
        VRMI_EXACT, VRM_AVATAR_ONLY_AUTHOR, VRMI_RULE_META_VALUE_UNKNOWN);
    meta->commercial_usage = (vrm_CommercialUsage)vrmi_model_enum(
        reader, json, "commercialUsage", vrmi_commercial_usages, VRMI_COUNT_commercial_usages,
        VRMI_EXACT, VRM_COMMERCIAL_PERSONAL_NON_PROFIT, VRMI_RULE_META_VALUE_UNKNOWN);
    meta->credit_notation = (vrm_CreditNotation)vrmi_model_enum(
        reader, json, "creditNotation", vrmi_credit_notations, VRMI_COUNT_credit_notations,
        VRMI_EXACT, VRM_CREDIT_REQUIRED, VRMI_RULE_META_VALUE_UNKNOWN);
    meta->modification = (vrm_Modification)vrmi_model_enum(
        reader, json, "modification", vrmi_modifications, VRMI_COUNT_modifications, VRMI_EXACT,
        VRM_MODIFICATION_PROHIBITED, VRMI_RULE_META_VALUE_UNKNOWN);
    vrmi_Reader* base = &reader->base;
    meta->allow_excessively_violent_usage =
        vrmi_read_bool(base, json, "allowExcessivelyViolentUsage", false);
    meta->allow_excessively_sexual_usage =
        vrmi_read_bool(base, json, "allowExcessivelySexualUsage", false);
    meta->allow_political_or_religious_usage =
        vrmi_read_bool(base, json, "allowPoliticalOrReligiousUsage", false);
    meta->allow_antisocial_or_hate_usage =
        vrmi_read_bool(base, json, "allowAntisocialOrHateUsage", false);
    meta->allow_redistribution = vrmi_read_bool(base, json, "allowRedistribution", false);
}

/* One string of 0.x as a list of one, or none when it is empty. */
static const char* const* as_list(vrmi_ModelReader* reader, const char* string,
                                  int32_t* out_count) {
    *out_count = 0;
    if (string[0] == '\0') return NULL;
    const char** list = vrmi_read_alloc(&reader->base, 1, sizeof *list);
    if (list == NULL) return NULL;
    list[0] = string;
    *out_count = 1;
    return list;
}

/* The names of one permission: 0.x has a misspelling, some files have the correct spelling, the
 * draft has a shorter name. */
typedef const char* const Aliases[4];

static bool allows(vrmi_ModelReader* reader, vrm_JsonRef meta, Aliases keys) {
    return vrmi_model_enum(reader, meta, vrmi_model_alias(reader, meta, keys), vrmi_usages0,
                           VRMI_COUNT_usages0, VRMI_ANY_CASE, 0, VRMI_RULE_META_VALUE_UNKNOWN) == 1;
}

static vrm_License0 read_license0(vrmi_ModelReader* reader, vrm_JsonRef meta) {
    static const char* const keys[] = {"licenseName", "license", NULL};
    /* As the README of the 2019 draft prints the first one. */
    static const char* const with_space[] = {"Redistribution Prohibited"};
    const char* key = vrmi_model_alias(reader, meta, keys);
    vrm_JsonRef value = vrmi_read_member(&reader->base, meta, key);
    if (vrmi_model_find_name(reader->base.json, value, with_space, 1, VRMI_ANY_CASE) == 0)
        return VRM_LICENSE0_REDISTRIBUTION_PROHIBITED;
    int32_t first = VRM_LICENSE0_REDISTRIBUTION_PROHIBITED;
    return (vrm_License0)(first + vrmi_model_enum(reader, meta, key, vrmi_licenses0 + first,
                                                  VRMI_COUNT_licenses0 - first, VRMI_ANY_CASE, 0,
                                                  VRMI_RULE_META_VALUE_UNKNOWN));
}

/* 0.x names a texture, the draft an image. */
static int32_t read_thumbnail0(vrmi_ModelReader* reader, vrm_JsonRef meta) {
    if (reader->model->dialect == VRM_DIALECT_DRAFT)
        return vrmi_model_index(reader, meta, "thumbnailImage", reader->gltf->image_count,
                                VRMI_RULE_META_THUMBNAIL_INVALID);
    int32_t texture = vrmi_model_index(reader, meta, "texture", reader->gltf->texture_count,
                                       VRMI_RULE_META_THUMBNAIL_INVALID);
    return texture < 0 ? -1 : reader->gltf->textures[texture].source;
}

static void read_meta_0(vrmi_ModelReader* reader, vrm_Meta* meta) {
    static Aliases allowed_user = {"allowedUserName", "allowedUser", NULL};
    static Aliases violent = {"violentUssageName", "violentUsageName", "violentUsage", NULL};
    static Aliases sexual = {"sexualUssageName", "sexualUsageName", "sexualUsage", NULL};
    static Aliases commercial = {"commercialUssageName", "commercialUsageName", "commercialUsage",
                                 NULL};
    vrm_JsonRef json = meta->json;
    meta->name = text(reader, json, "title");
    meta->authors = as_list(reader, text(reader, json, "author"), &meta->author_count);
    meta->references = as_list(reader, text(reader, json, "reference"), &meta->reference_count);
    meta->copyright_information = meta->third_party_licenses = meta->license_url = "";
    meta->thumbnail_image = read_thumbnail0(reader, json);
    meta->avatar_permission = (vrm_AvatarPermission)vrmi_model_enum(
        reader, json, vrmi_model_alias(reader, json, allowed_user), vrmi_allowed_users0,
        VRMI_COUNT_allowed_users0, VRMI_ANY_CASE, VRM_AVATAR_ONLY_AUTHOR,
        VRMI_RULE_META_VALUE_UNKNOWN);
    meta->allow_excessively_violent_usage = allows(reader, json, violent);
    meta->allow_excessively_sexual_usage = allows(reader, json, sexual);
    /* "Allow" does not mention companies, so it is read as the smaller permission. */
    meta->commercial_usage = allows(reader, json, commercial) ? VRM_COMMERCIAL_PERSONAL_PROFIT
                                                              : VRM_COMMERCIAL_PERSONAL_NON_PROFIT;
    meta->license0 = read_license0(reader, json);
    meta->other_permission_url = text(reader, json, "otherPermissionUrl");
}

/* Drafts from 2020-11 on have the meta of 1.0; other members identify them as drafts. */
static bool has_meta_of_0(const vrmi_ModelReader* reader, vrm_JsonRef meta) {
    if (reader->model->dialect == VRM_DIALECT_0) return true;
    return reader->model->dialect == VRM_DIALECT_DRAFT &&
           vrmi_read_member(&reader->base, meta, "name") == VRM_JSON_MISSING;
}

void vrmi_read_meta(vrmi_ModelReader* reader) {
    if (reader->roots.vrm == VRM_JSON_MISSING) return;
    vrm_JsonRef json = vrmi_read_object(&reader->base, reader->roots.vrm, "meta");
    if (vrmi_read_member(&reader->base, reader->roots.vrm, "meta") == VRM_JSON_MISSING)
        vrmi_read_report(&reader->base, VRMI_RULE_META_MISSING, reader->roots.vrm, NULL);
    if (json == VRM_JSON_MISSING) return;
    vrm_Meta* meta = vrmi_read_alloc(&reader->base, 1, sizeof *meta);
    if (meta == NULL) return;
    *meta = (vrm_Meta){.json = json, .other_permission_url = ""};
    if (has_meta_of_0(reader, json))
        read_meta_0(reader, meta);
    else
        read_meta_1(reader, meta);
    meta->version = text(reader, json, "version");
    meta->contact_information = text(reader, json, "contactInformation");
    meta->other_license_url = text(reader, json, "otherLicenseUrl");
    reader->avatar->meta = meta;
}
