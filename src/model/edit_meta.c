/* SPDX-License-Identifier: MIT */
/* Writes meta and humanoid of VRM 1.0. Members that already have the value keep their bytes. */
#include "base/words.h"
#include "model/edit.h"

static bool is_same_list(const vrm_Json* json, vrm_JsonRef array, const char* const* values,
                         int32_t count) {
    if (vrm_json_type(json, array) != VRM_JSON_ARRAY ||
        vrm_json_count(json, array) != (uint32_t)count)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, array);
    while (vrm_json_next(&it))
        if (!vrm_json_equals(json, it.value, values[it.index])) return false;
    return true;
}

static void set_list(vrm_Edit* edit, vrm_JsonRef object, const char* key, const char* const* values,
                     int32_t count) {
    if (count <= 0) {
        vrmi_edit_drop(edit, object, key);
        return;
    }
    if (is_same_list(edit->json, vrm_json_member(edit->json, object, key), values, count)) return;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < count; i++) vrm_json_put_string(b, values[i]);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, object, key);
}

static void set_permissions(vrm_Edit* edit, vrm_JsonRef json, const vrm_Meta* meta) {
    vrmi_edit_string(edit, json, "avatarPermission",
                     vrmi_avatar_permissions[meta->avatar_permission]);
    vrmi_edit_bool(edit, json, "allowExcessivelyViolentUsage",
                   meta->allow_excessively_violent_usage);
    vrmi_edit_bool(edit, json, "allowExcessivelySexualUsage", meta->allow_excessively_sexual_usage);
    vrmi_edit_string(edit, json, "commercialUsage", vrmi_commercial_usages[meta->commercial_usage]);
    vrmi_edit_bool(edit, json, "allowPoliticalOrReligiousUsage",
                   meta->allow_political_or_religious_usage);
    vrmi_edit_bool(edit, json, "allowAntisocialOrHateUsage", meta->allow_antisocial_or_hate_usage);
    vrmi_edit_string(edit, json, "creditNotation", vrmi_credit_notations[meta->credit_notation]);
    vrmi_edit_bool(edit, json, "allowRedistribution", meta->allow_redistribution);
    vrmi_edit_string(edit, json, "modification", vrmi_modifications[meta->modification]);
}

static bool has_known_words(const vrm_Meta* meta) {
    return (unsigned)meta->avatar_permission <= VRM_AVATAR_EVERYONE &&
           (unsigned)meta->commercial_usage <= VRM_COMMERCIAL_CORPORATION &&
           (unsigned)meta->credit_notation <= VRM_CREDIT_UNNECESSARY &&
           (unsigned)meta->modification <= VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION;
}

vrm_Result vrm_edit_set_meta(vrm_Edit* edit, const vrm_Meta* meta) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    if (meta->thumbnail_image >= vrmi_edit_count(edit, "images") || !has_known_words(meta))
        return VRM_ERR_ARGUMENT;
    vrm_JsonRef json = vrmi_edit_object(edit, vrmi_edit_vrm(edit), "meta");
    bool has_url = meta->license_url != NULL && meta->license_url[0] != '\0';
    vrmi_edit_string(edit, json, "name", meta->name);
    vrmi_edit_string(edit, json, "version", meta->version);
    set_list(edit, json, "authors", meta->authors, meta->author_count);
    vrmi_edit_string(edit, json, "copyrightInformation", meta->copyright_information);
    vrmi_edit_string(edit, json, "contactInformation", meta->contact_information);
    set_list(edit, json, "references", meta->references, meta->reference_count);
    vrmi_edit_string(edit, json, "thirdPartyLicenses", meta->third_party_licenses);
    if (meta->thumbnail_image >= 0)
        vrmi_edit_integer(edit, json, "thumbnailImage", meta->thumbnail_image);
    else
        vrmi_edit_drop(edit, json, "thumbnailImage");
    vrmi_edit_string(edit, json, "licenseUrl", has_url ? meta->license_url : VRMI_LICENSE_URL);
    set_permissions(edit, json, meta);
    vrmi_edit_string(edit, json, "otherLicenseUrl", meta->other_license_url);
    return edit->result;
}

vrm_Result vrm_edit_set_bones(vrm_Edit* edit, const int32_t bones[VRM_BONE_COUNT]) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    int32_t node_count = vrmi_edit_count(edit, "nodes");
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (bones[bone] >= node_count) return VRM_ERR_ARGUMENT;
    vrm_JsonRef humanoid = vrmi_edit_object(edit, vrmi_edit_vrm(edit), "humanoid");
    vrm_JsonRef map = vrmi_edit_object(edit, humanoid, "humanBones");
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        const char* name = vrm_bone_name((vrm_Bone)bone);
        if (bones[bone] < 0)
            vrmi_edit_drop(edit, map, name);
        else
            vrmi_edit_integer(edit, vrmi_edit_object(edit, map, name), "node", bones[bone]);
    }
    return edit->result;
}
