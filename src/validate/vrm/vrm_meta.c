/* SPDX-License-Identifier: MIT */
/* Licence, names of people, thumbnail: values that a reader accepts, but that a person should know
 * about. */
#include "validate/gltf/image_header.h"
#include "validate/vrm/vrm_rules.h"

#include <string.h>

#define LICENSE_URL "https://vrm.dev/licenses/1.0/"

static bool is_empty(const char* text) {
    return text[strspn(text, " \t\r\n")] == '\0';
}

static bool has_web_scheme(const char* text) {
    return strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
}

/* ---- 1.0 and beta ---- */

/* Addresses of the same licence in other languages, without "https" or the last slash. */
static bool is_license_variant(const char* url) {
    const char* rest = strstr(url, "://");
    rest = rest != NULL ? rest + 3 : url;
    if (strncmp(rest, "www.", 4) == 0) rest += 4;
    if (strncmp(rest, "vrm.dev/", 8) != 0) return false;
    return strstr(rest, "licenses/1.0") != NULL;
}

static void check_license_url(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    vrm_JsonRef at = vrmi_vrm_member(check, meta->json, "licenseUrl");
    if (vrm_json_type(check->json, at) != VRM_JSON_STRING) return; /* the tables say so */
    if (strcmp(meta->license_url, LICENSE_URL) == 0) return;
    if (is_license_variant(meta->license_url))
        VRMI_REPORT(check, META_LICENSE_URL_INVALID, at,
                    "This is another address of the same licence; write exactly " LICENSE_URL ".");
    else
        vrmi_vrm_report(check, VRMI_RULE_META_LICENSE_URL_INVALID, at);
}

/* Permissions that are hardly intended together. */
static void check_permissions_1(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    if (meta->modification == VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION &&
        !meta->allow_redistribution)
        VRMI_REPORT(check, META_PERMISSIONS_DISAGREE,
                    vrmi_vrm_place(check, meta->json, "modification"),
                    "Changed copies may be passed on, but the avatar itself may not. Set "
                    "allowRedistribution or choose allowModification.");
    if (meta->avatar_permission == VRM_AVATAR_ONLY_AUTHOR &&
        meta->commercial_usage == VRM_COMMERCIAL_CORPORATION)
        VRMI_REPORT(check, META_PERMISSIONS_DISAGREE,
                    vrmi_vrm_place(check, meta->json, "commercialUsage"),
                    "Companies may use the avatar, but only its author may. Check "
                    "avatarPermission and commercialUsage.");
}

static void check_meta_1(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    if (check->dialect == VRM_DIALECT_1) check_license_url(check, meta);
    check_permissions_1(check, meta);
    vrm_JsonIter it = vrm_json_iter(check->json, vrmi_vrm_member(check, meta->json, "references"));
    while (vrm_json_next(&it))
        if (vrm_json_equals(check->json, it.value, ""))
            vrmi_vrm_report(check, VRMI_RULE_META_REFERENCE_EMPTY, it.value);
}

/* ---- 0.x and the draft ---- */

/* Members that a usable file needs; without them the strictest value applies. */
static void check_presence_0(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    static const char* const keys[][4] = {
        {"allowedUserName", "allowedUser"},
        {"violentUssageName", "violentUsage", "violentUsageName"},
        {"sexualUssageName", "sexualUsage", "sexualUsageName"},
        {"commercialUssageName", "commercialUsage", "commercialUsageName"},
        {"licenseName", "license"},
    };
    bool is_draft = check->dialect == VRM_DIALECT_DRAFT;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char* wanted = keys[i][is_draft ? 1 : 0];
        vrm_JsonRef found = VRM_JSON_MISSING;
        for (int k = 0; k < 4 && keys[i][k] != NULL && found == VRM_JSON_MISSING; k++)
            found = vrmi_vrm_member(check, meta->json, keys[i][k]);
        if (found == VRM_JSON_MISSING)
            VRMI_REPORT(check, META_PERMISSION_MISSING, meta->json,
                        "\"%s\" is missing; the strictest value counts. Say what is allowed.",
                        wanted);
        else if (!is_draft && keys[i][2] != NULL &&
                 vrmi_vrm_member(check, meta->json, wanted) == VRM_JSON_MISSING)
            VRMI_REPORT(check, META_PERMISSION_SPELLING, found,
                        "The format spells this member \"%s\", with two s; other programs do not "
                        "see it otherwise.",
                        wanted);
    }
}

static bool is_non_commercial(vrm_License0 license) {
    return license == VRM_LICENSE0_CC_BY_NC || license == VRM_LICENSE0_CC_BY_NC_SA ||
           license == VRM_LICENSE0_CC_BY_NC_ND;
}

static bool is_creative_commons(vrm_License0 license) {
    return license >= VRM_LICENSE0_CC0 && license <= VRM_LICENSE0_CC_BY_NC_ND;
}

/* A Creative Commons licence gives everybody the same rights; the four permissions of VRM cannot
 * revoke them. */
static void check_contradictions_0(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    vrm_License0 license = meta->license0;
    bool sells = meta->commercial_usage != VRM_COMMERCIAL_PERSONAL_NON_PROFIT;
    bool is_draft = check->dialect == VRM_DIALECT_DRAFT;
    vrm_JsonRef at = vrmi_vrm_place(check, meta->json, is_draft ? "license" : "licenseName");
    if (is_non_commercial(license) && sells)
        VRMI_REPORT(
            check, META_LICENSE_CONTRADICTION, at,
            "The licence forbids commercial use, which is allowed elsewhere in meta. Change "
            "one of them.");
    if (is_creative_commons(license) && !is_non_commercial(license) && !sells)
        VRMI_REPORT(check, META_LICENSE_CONTRADICTION, at,
                    "The licence allows commercial use, which is disallowed elsewhere in meta. "
                    "Change one of them.");
    if (is_creative_commons(license) && meta->avatar_permission != VRM_AVATAR_EVERYONE)
        VRMI_REPORT(check, META_LICENSE_CONTRADICTION, at,
                    "A Creative Commons licence lets everyone use the avatar, but meta names fewer "
                    "people. Change one of them.");
    if (license == VRM_LICENSE0_CC0 &&
        !(meta->allow_excessively_violent_usage && meta->allow_excessively_sexual_usage))
        VRMI_REPORT(
            check, META_LICENSE_CONTRADICTION, at,
            "CC0 gives up all rights, but meta disallows violent or sexual acts. Change one "
            "of them.");
    if (license == VRM_LICENSE0_OTHER && is_empty(meta->other_license_url))
        vrmi_vrm_report(check, VRMI_RULE_META_OTHER_LICENSE_MISSING, at);
    if (license != VRM_LICENSE0_OTHER && !is_empty(meta->other_license_url))
        vrmi_vrm_report(check, VRMI_RULE_META_OTHER_LICENSE_UNUSED,
                        vrmi_vrm_member(check, meta->json, "otherLicenseUrl"));
}

static void check_meta_0(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    if (is_empty(meta->name))
        vrmi_vrm_report(check, VRMI_RULE_META_TITLE_EMPTY,
                        vrmi_vrm_place(check, meta->json, "title"));
    if (meta->author_count == 0 || is_empty(meta->authors[0]))
        vrmi_vrm_report(check, VRMI_RULE_META_AUTHOR_UNKNOWN,
                        vrmi_vrm_place(check, meta->json, "author"));
    check_presence_0(check, meta);
    check_contradictions_0(check, meta);
}

/* ---- All dialects ---- */

static void check_url(vrmi_VrmCheck* check, const vrm_Meta* meta, const char* key,
                      const char* url) {
    if (!is_empty(url) && !has_web_scheme(url))
        vrmi_vrm_report(check, VRMI_RULE_META_URL_INVALID, vrmi_vrm_place(check, meta->json, key));
}

/* Large enough to distinguish avatars in a list. */
#define THUMBNAIL_MIN 256

static void check_thumbnail(vrmi_VrmCheck* check, const vrm_Meta* meta) {
    if (meta->thumbnail_image < 0 || check->context->def.skip_data) return;
    const vrm_Image* image = &check->gltf->images[meta->thumbnail_image];
    const char* key = check->dialect == VRM_DIALECT_0 ? "texture" : "thumbnailImage";
    vrm_JsonRef at = vrmi_vrm_place(check, meta->json, key);
    if (image->data == NULL) return;
    vrmi_ImageHeader header = {0};
    vrmi_ImageStatus status = vrmi_image_header(image->data, image->size, &header);
    if (header.format != VRMI_IMAGE_PNG && header.format != VRMI_IMAGE_JPEG) {
        vrmi_vrm_report(check, VRMI_RULE_META_THUMBNAIL_FORMAT, at);
        return;
    }
    if (status != VRMI_IMAGE_OK) return; /* the glTF rules say so */
    if (header.width != header.height)
        VRMI_REPORT(check, META_THUMBNAIL_NOT_SQUARE, at,
                    "The thumbnail has %u x %u pixels; make it square, best 1024 x 1024.",
                    (unsigned)header.width, (unsigned)header.height);
    else if (header.width < THUMBNAIL_MIN)
        VRMI_REPORT(check, META_THUMBNAIL_SMALL, at,
                    "The thumbnail has only %u x %u pixels; 1024 x 1024 is recommended.",
                    (unsigned)header.width, (unsigned)header.height);
}

void vrmi_check_meta(vrmi_VrmCheck* check) {
    const vrm_Meta* meta = vrm_model_meta(check->model);
    if (meta == NULL) return;
    /* Drafts from 2020-11 on have the meta of 1.0. */
    if (meta->license0 == VRM_LICENSE0_NONE)
        check_meta_1(check, meta);
    else
        check_meta_0(check, meta);
    check_url(check, meta, "otherLicenseUrl", meta->other_license_url);
    check_url(check, meta, "otherPermissionUrl", meta->other_permission_url);
    check_thumbnail(check, meta);
}
