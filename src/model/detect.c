/* SPDX-License-Identifier: MIT */
#include "model/detect.h"

const char* vrm_dialect_text(vrm_Dialect dialect) {
    switch (dialect) {
    case VRM_DIALECT_0: return "0.x";
    case VRM_DIALECT_DRAFT: return "1.0-draft";
    case VRM_DIALECT_BETA: return "1.0-beta";
    case VRM_DIALECT_1: return "1.0";
    case VRM_DIALECT_NONE: break;
    }
    return NULL;
}

static bool has_member(const vrmi_Reader* reader, vrm_JsonRef object, const char* key) {
    return vrmi_read_member(reader, object, key) != VRM_JSON_MISSING;
}

/* The drafts of 2019 to 2021 have the version "1.0" too, so they are recognized by members that 1.0
 * does not have. Returns the first such member, or VRM_JSON_MISSING. */
static vrm_JsonRef find_draft_member(const vrmi_Reader* reader, vrm_JsonRef vrm) {
    static const char* const members[] = {"blendShape", "blendshape", "springBone", "constraint"};
    vrm_JsonRef meta = vrmi_read_member(reader, vrm, "meta");
    vrm_JsonRef author = vrmi_read_member(reader, meta, "author");
    vrm_JsonRef expressions = vrmi_read_member(reader, vrm, "expressions");
    if (has_member(reader, meta, "title")) return vrmi_read_member(reader, meta, "title");
    if (has_member(reader, meta, "allowedUser"))
        return vrmi_read_member(reader, meta, "allowedUser");
    if (vrm_json_type(reader->json, author) == VRM_JSON_STRING) return author;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (has_member(reader, vrm, members[i])) return vrmi_read_member(reader, vrm, members[i]);
    /* Some JSON writers write an empty object as an empty list. */
    bool is_list = vrm_json_type(reader->json, expressions) == VRM_JSON_ARRAY &&
                   vrm_json_count(reader->json, expressions) > 0;
    return is_list ? expressions : VRM_JSON_MISSING;
}

/* True for the meta of 1.0 without a list of expressions. Late drafts have both: these are
 * recognized by the names of the thumb bones, which only 1.0 has. */
static bool has_final_shape(const vrmi_Reader* reader, vrm_JsonRef vrm) {
    vrm_JsonRef meta = vrmi_read_member(reader, vrm, "meta");
    vrm_JsonRef expressions = vrmi_read_member(reader, vrm, "expressions");
    vrm_JsonRef humanoid = vrmi_read_member(reader, vrm, "humanoid");
    vrm_JsonRef bones = vrmi_read_member(reader, humanoid, "humanBones");
    return has_member(reader, meta, "licenseUrl") &&
           (vrm_json_type(reader->json, expressions) != VRM_JSON_ARRAY ||
            has_member(reader, bones, "leftThumbMetacarpal") ||
            has_member(reader, bones, "rightThumbMetacarpal"));
}

static vrm_Dialect dialect_of_vrmc(vrmi_Reader* reader, vrm_JsonRef vrm) {
    vrm_JsonRef draft_member = find_draft_member(reader, vrm);
    if (draft_member != VRM_JSON_MISSING) {
        if (has_final_shape(reader, vrm))
            vrmi_read_report(reader, VRMI_RULE_VRM_DRAFT_BESIDE_FINAL, draft_member, NULL);
        return VRM_DIALECT_DRAFT;
    }
    vrm_JsonRef version = vrmi_read_member(reader, vrm, "specVersion");
    if (vrm_json_equals(reader->json, version, "1.0")) return VRM_DIALECT_1;
    if (vrm_json_equals(reader->json, version, "1.0-beta")) return VRM_DIALECT_BETA;
    if (version == VRM_JSON_MISSING)
        vrmi_read_report(reader, VRMI_RULE_VRM_SPEC_VERSION_MISSING, vrm, NULL);
    else
        vrmi_read_report(reader,
                         vrmi_read_string_rule(reader, version, VRMI_RULE_VRM_SPEC_VERSION_UNKNOWN),
                         version, NULL);
    return VRM_DIALECT_1;
}

vrmi_Roots vrmi_detect(vrmi_Reader* reader) {
    vrm_JsonRef root = vrm_json_root(reader->json);
    vrmi_Roots roots = {.vrm = vrmi_read_extension(reader, root, "VRMC_vrm"),
                        .spring_bone = vrmi_read_extension(reader, root, "VRMC_springBone"),
                        .animation = vrmi_read_extension(reader, root, "VRMC_vrm_animation")};
    vrm_JsonRef vrm0 = vrmi_read_extension(reader, root, "VRM");
    if (roots.vrm != VRM_JSON_MISSING) {
        roots.dialect = dialect_of_vrmc(reader, roots.vrm);
        if (vrm0 != VRM_JSON_MISSING)
            vrmi_read_report(reader, VRMI_RULE_VRM_BOTH_VERSIONS, vrm0, NULL);
    } else if (vrm0 != VRM_JSON_MISSING) {
        roots.dialect = VRM_DIALECT_0;
        roots.vrm = vrm0;
    }
    if (roots.dialect != VRM_DIALECT_NONE && roots.animation != VRM_JSON_MISSING) {
        vrmi_read_report(reader, VRMI_RULE_CLIP_IN_AVATAR, roots.animation, NULL);
        roots.animation = VRM_JSON_MISSING;
    }
    return roots;
}

vrmi_Version vrmi_extension_version(vrmi_Reader* reader, vrm_JsonRef extension,
                                    vrmi_Accept accept) {
    vrmi_Version newest = accept == VRMI_ACCEPT_DRAFT_ONLY ? VRMI_VERSION_DRAFT : VRMI_VERSION_1;
    vrm_JsonRef version = vrmi_read_member(reader, extension, "specVersion");
    if (version == VRM_JSON_MISSING) {
        vrmi_read_report(reader, VRMI_RULE_VRM_EXTENSION_VERSION_MISSING, extension, NULL);
        return newest;
    }
    if (accept == VRMI_ACCEPT_BETA && vrm_json_equals(reader->json, version, "1.0-beta"))
        return VRMI_VERSION_BETA;
    if (accept == VRMI_ACCEPT_DRAFT && vrm_json_equals(reader->json, version, "1.0-draft")) {
        vrmi_report(reader->report, VRMI_RULE_VRM_EXTENSION_VERSION_DRAFT, reader->json, version,
                    NULL);
        return newest;
    }
    const char* current = newest == VRMI_VERSION_DRAFT ? "1.0-draft" : "1.0";
    if (vrm_json_equals(reader->json, version, current)) return newest;
    vrmi_read_report(
        reader, vrmi_read_string_rule(reader, version, VRMI_RULE_VRM_EXTENSION_VERSION_UNKNOWN),
        version, NULL);
    vrmi_read_leave_out(reader, VRMI_RULE_VRM_EXTENSION_VERSION_UNKNOWN, extension);
    return VRMI_VERSION_UNKNOWN;
}
