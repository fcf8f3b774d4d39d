/* SPDX-License-Identifier: MIT */
/* Meta of 1.0 in the form of 0.x. What 0.x cannot express becomes the stricter value, and the terms
 * of 1.0 are referenced by their URL and kept in extras (migrate_terms.c). */
#include "base/words.h"
#include "migrate/down.h"

/* ---- Licence ---- */

/* The old licence members that a migration to 1.0 kept, if meta still has the values that they
 * became; else VRM_JSON_MISSING, because the owner has changed the terms since. */
static vrm_JsonRef kept_words(vrmi_Descent* descent, const vrm_Meta* meta) {
    const vrm_Json* json = descent->migration.json;
    vrm_JsonRef words = vrm_json_member(json, vrm_json_member(json, meta->json, "extras"), "VRM");
    if (vrm_json_type(json, words) != VRM_JSON_OBJECT) return VRM_JSON_MISSING;
    return vrmi_licence_still_says(&descent->migration, words, meta) ? words : VRM_JSON_MISSING;
}

static void put_kept(const vrmi_Descent* descent, vrm_JsonBuilder* b, vrm_JsonRef words,
                     const char* key) {
    const vrm_Json* json = descent->migration.json;
    vrm_JsonRef value = vrm_json_member(json, words, key);
    vrm_json_put_key(b, key);
    if (vrm_json_type(json, value) == VRM_JSON_STRING) {
        vrm_Span text = vrm_json_text(json, value);
        vrm_json_put_raw(b, text.data, text.size);
    } else {
        vrm_json_put_string(b, "");
    }
}

static void put_licence(const vrmi_Descent* descent, vrm_JsonBuilder* b, const vrm_Meta* meta,
                        vrm_JsonRef words) {
    const vrmi_Migration* migration = &descent->migration;
    if (words != VRM_JSON_MISSING) {
        put_kept(descent, b, words, "licenseName");
        put_kept(descent, b, words, "otherLicenseUrl");
        put_kept(descent, b, words, "otherPermissionUrl");
        vrmi_report(migration->report, VRMI_RULE_DOWNGRADE_LICENSE, migration->json, words,
                    "The licence that the avatar had in 0.x says the same and was written again.");
        return;
    }
    vrmi_Words0 own = vrmi_words_of_terms(meta);
    vrmi_put_string(b, "licenseName", vrmi_licenses0[own.licence]);
    vrmi_put_string(b, "otherLicenseUrl", own.other_license_url);
    vrmi_put_string(b, "otherPermissionUrl", own.other_permission_url);
    vrmi_report(
        migration->report, VRMI_RULE_DOWNGRADE_LICENSE, migration->json, meta->json,
        "Passing on %s: licenseName %s, with the address that explains the words of 1.0. 0.x "
        "has no words for creditNotation %s, modification %s, political use %s and hateful "
        "use %s: they are in meta.extras.VRMC_vrm, which programs for 0.x do not show.",
        meta->allow_redistribution ? "is allowed" : "is not allowed", vrmi_licenses0[own.licence],
        vrmi_credit_notations[meta->credit_notation], vrmi_modifications[meta->modification],
        meta->allow_political_or_religious_usage ? "true" : "false",
        meta->allow_antisocial_or_hate_usage ? "true" : "false");
}

/* 0.x does not distinguish persons from companies; only a file that allowed commercial use in 0.x
 * may allow it again. */
static bool may_sell(const vrmi_Descent* descent, const vrm_Meta* meta, vrm_JsonRef words) {
    const vrm_Json* json = descent->migration.json;
    if (vrmi_words_of_terms(meta).sells) return true;
    return meta->commercial_usage == VRM_COMMERCIAL_PERSONAL_PROFIT &&
           vrm_json_equals(json, vrm_json_member(json, words, "commercialUssageName"), "Allow");
}

static void put_permissions(const vrmi_Descent* descent, vrm_JsonBuilder* b, const vrm_Meta* meta,
                            vrm_JsonRef words) {
    const vrmi_Migration* migration = &descent->migration;
    bool sells = may_sell(descent, meta, words);
    vrmi_put_string(b, "allowedUserName", vrmi_allowed_users0[meta->avatar_permission]);
    vrmi_put_string(b, "violentUssageName", vrmi_usages0[meta->allow_excessively_violent_usage]);
    vrmi_put_string(b, "sexualUssageName", vrmi_usages0[meta->allow_excessively_sexual_usage]);
    vrmi_put_string(b, "commercialUssageName", sells ? "Allow" : "Disallow");
    if (!sells && meta->commercial_usage == VRM_COMMERCIAL_PERSONAL_PROFIT)
        vrmi_report(
            migration->report, VRMI_RULE_DOWNGRADE_LICENSE, migration->json, meta->json,
            "commercialUsage personalProfit becomes commercialUssageName Disallow: 0.x does "
            "not tell persons from companies.");
}

/* ---- Words ---- */

static void put_joined(vrmi_Descent* descent, vrm_JsonBuilder* b, const char* key,
                       const char* const* texts, int32_t count) {
    const char* joined = vrmi_join(&descent->migration, texts, count);
    if (joined != NULL) vrmi_put_string(b, key, joined);
}

static void report_lost(const vrmi_Descent* descent, const vrm_Meta* meta, const char* key) {
    const vrm_Json* json = descent->migration.json;
    vrm_JsonRef value = vrm_json_member(json, meta->json, key);
    if (value != VRM_JSON_MISSING)
        vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_META_LOST, value);
}

void vrmi_descent_meta(vrmi_Descent* descent, vrm_JsonBuilder* b) {
    const vrm_Meta* meta = descent->migration.model->avatar->meta;
    vrmi_open_object(b, "meta");
    if (meta != NULL) {
        vrmi_put_string(b, "title", meta->name);
        vrmi_put_string(b, "version", meta->version);
        put_joined(descent, b, "author", meta->authors, meta->author_count);
        vrmi_put_string(b, "contactInformation", meta->contact_information);
        put_joined(descent, b, "reference", meta->references, meta->reference_count);
        vrmi_put_integer(b, "texture", descent->thumbnail_texture);
        vrm_JsonRef words = kept_words(descent, meta);
        descent->has_old_licence = words != VRM_JSON_MISSING;
        put_permissions(descent, b, meta, words);
        put_licence(descent, b, meta, words);
        report_lost(descent, meta, "thirdPartyLicenses");
        if (descent->migration.gltf->asset.copyright[0] != '\0')
            report_lost(descent, meta, "copyrightInformation");
    }
    vrm_json_end_object(b);
}

/* 0.x names the texture of the thumbnail, 1.0 the image. The copyright goes where glTF has it. */
void vrmi_descent_prepare_meta(vrmi_Descent* descent) {
    const vrm_Gltf* gltf = descent->migration.gltf;
    const vrm_Meta* meta = descent->migration.model->avatar->meta;
    int32_t image = meta == NULL ? -1 : meta->thumbnail_image;
    vrm_Edit* edit = descent->migration.edit;
    descent->thumbnail_texture = -1;
    if (meta != NULL && gltf->asset.copyright[0] == '\0')
        vrmi_edit_string(edit, gltf->asset.json, "copyright", meta->copyright_information);
    if (image < 0) return;
    for (int32_t i = 0; i < gltf->texture_count; i++)
        if (gltf->textures[i].source == image) {
            descent->thumbnail_texture = i;
            return;
        }
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "source", image);
    vrm_json_end_object(b);
    descent->thumbnail_texture = vrmi_edit_append(edit, "textures");
}

/* ---- Humanoid ---- */

/* 0.x calls the three bones of a thumb Proximal, Intermediate, Distal. */
static const char* old_bone_name(vrm_Bone bone) {
    switch (bone) {
    case VRM_BONE_LEFT_THUMB_METACARPAL: return "leftThumbProximal";
    case VRM_BONE_LEFT_THUMB_PROXIMAL: return "leftThumbIntermediate";
    case VRM_BONE_RIGHT_THUMB_METACARPAL: return "rightThumbProximal";
    case VRM_BONE_RIGHT_THUMB_PROXIMAL: return "rightThumbIntermediate";
    default: return vrm_bone_name(bone);
    }
}

void vrmi_descent_humanoid(vrmi_Descent* descent, vrm_JsonBuilder* b) {
    static const char* const twists[] = {"upperArmTwist", "lowerArmTwist", "upperLegTwist",
                                         "lowerLegTwist"};
    const vrm_Model* model = descent->migration.model;
    vrmi_open_object(b, "humanoid");
    vrmi_open_array(b, "humanBones");
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (model->avatar->bones[bone] < 0) continue;
        vrm_json_begin_object(b);
        vrmi_put_string(b, "bone", old_bone_name((vrm_Bone)bone));
        vrmi_put_integer(b, "node", model->avatar->bones[bone]);
        vrmi_put_bool(b, "useDefaultValues", true);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    /* The defaults of Unity's editor. */
    vrmi_put_float(b, "armStretch", 0.05f);
    vrmi_put_float(b, "legStretch", 0.05f);
    for (int i = 0; i < 4; i++) vrmi_put_float(b, twists[i], 0.5f);
    vrmi_put_float(b, "feetSpacing", 0.0f);
    vrmi_put_bool(b, "hasTranslationDoF", false);
    vrm_json_end_object(b);
}
