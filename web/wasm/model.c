/* SPDX-License-Identifier: MIT */
/* Models and reports: load, what the file says, bytes of its pictures. What the glTF document says
 * literally JavaScript reads from the JSON text itself (model_json). */
#include "web.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reports ---- */

WEB_EXPORT(vrm_Result, report_create, int32_t max_findings) {
    vrm_ReportDef def = vrm_default_report_def();
    if (max_findings > 0) def.max_findings = max_findings;
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(&def, &report);
    web_words[0].p = report;
    return result;
}

WEB_EXPORT(void, report_destroy, vrm_Report* report) {
    vrm_report_destroy(report);
}

WEB_EXPORT(vrm_Result, report_json, const vrm_Report* report) {
    static const char* const severities[] = {"error", "warning", "info", "hint"};
    static const char* const totals[] = {"errors", "warnings", "infos", "hints"};
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        web_key_integer(totals[s], (int64_t)vrm_report_total(report, (vrm_Severity)s));
    web_key_bool("isTruncated", vrm_report_is_truncated(report));
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        vrm_json_begin_object(builder);
        web_key_text("code", finding.code);
        web_key_text("severity", severities[finding.severity]);
        web_key_text("pointer", finding.pointer);
        web_key_text("message", finding.message);
        vrm_json_put_key(builder, "byteOffset");
        if (finding.byte_offset == VRM_NO_OFFSET)
            vrm_json_put_null(builder);
        else
            vrm_json_put_integer(builder, (int64_t)finding.byte_offset);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* ---- Load ---- */

/* JavaScript has the side files already: it copies the one of that name into memory of web_alloc()
 * and returns its address, 0 without such a file; the size is in the first word. */
WEB_IMPORT(host, readFile)
uint8_t* web_read_file(const char* path, size_t length);

vrm_Result web_read_side_file(void* ctx, const char* path, uint64_t max_size,
                              const vrm_Allocator* allocator, uint8_t** out_data,
                              size_t* out_size) {
    (void)ctx;
    uint8_t* data = web_read_file(path, strlen(path));
    if (data == NULL) return VRM_ERR_IO;
    size_t size = web_words[0].u;
    vrm_Result result = size > max_size ? VRM_ERR_LIMIT : VRM_OK;
    uint8_t* copy = NULL;
    if (result == VRM_OK) {
        copy = allocator->alloc(allocator->ctx, size, 16);
        if (copy == NULL) result = VRM_ERR_MEMORY;
    }
    if (result == VRM_OK) memcpy(copy, data, size);
    free(data);
    *out_data = copy;
    *out_size = result == VRM_OK ? size : 0;
    return result;
}

/* The bytes must outlive the model. A limit of 0 is the default. */
WEB_EXPORT(vrm_Result, model_load, const void* bytes, size_t size, int32_t is_strict,
           int32_t has_files, double file_bytes, double decoded_bytes, uint32_t json_depth,
           uint32_t json_values, uint32_t elements, vrm_Report* report) {
    vrm_LoadDef def = vrm_default_load_def();
    def.is_strict = is_strict != 0;
    def.borrow_bytes = true;
    if (has_files) def.read_file = web_read_side_file;
    if (file_bytes > 0) def.limits.file_bytes = (uint64_t)file_bytes;
    if (decoded_bytes > 0) def.limits.decoded_bytes = (uint64_t)decoded_bytes;
    if (json_depth > 0) def.limits.json_depth = json_depth;
    if (json_values > 0) def.limits.json_values = json_values;
    if (elements > 0) def.limits.elements = elements;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_model_load(bytes, size, &def, report, &model);
    web_words[0].p = model;
    return result;
}

WEB_EXPORT(void, model_destroy, vrm_Model* model) {
    vrm_model_destroy(model);
}

/* ---- Bytes ---- */

/* The JSON text as it stands in the file, or as an edit has left it: in memory of web_alloc(). */
WEB_EXPORT(vrm_Result, model_json, const vrm_Model* model) {
    const vrm_Json* json = vrm_model_gltf(model)->json;
    size_t size = vrm_json_written_size(json);
    char* text = malloc(size + 1);
    web_words[0].p = text;
    web_words[1].u = (uint32_t)size;
    return text == NULL ? VRM_ERR_MEMORY : vrm_json_write(json, text, size);
}

/* False when there is no such image or its bytes could not be had. */
WEB_EXPORT(int32_t, model_image, const vrm_Model* model, int32_t image) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    if (image < 0 || image >= gltf->image_count || gltf->images[image].data == NULL) return 0;
    web_words[0].p = gltf->images[image].data;
    web_words[1].u = (uint32_t)gltf->images[image].size;
    return 1;
}

/* How many numbers an accessor has: elements in the first word, numbers of each in the second. */
WEB_EXPORT(int32_t, accessor_size, const vrm_Model* model, int32_t accessor) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    if (accessor < 0 || accessor >= gltf->accessor_count) return 0;
    if (gltf->accessors[accessor].count > UINT32_MAX / 64) return 0;
    web_words[0].u = (uint32_t)gltf->accessors[accessor].count;
    web_words[1].i = vrm_accessor_components((vrm_AccessorType)gltf->accessors[accessor].type);
    return 1;
}

WEB_EXPORT(vrm_Result, accessor_floats, const vrm_Model* model, int32_t accessor, float* out,
           size_t count) {
    return vrm_accessor_read_floats(vrm_model_gltf(model), accessor, out, count);
}

WEB_EXPORT(vrm_Result, accessor_integers, const vrm_Model* model, int32_t accessor, uint32_t* out,
           size_t count) {
    return vrm_accessor_read_u32(vrm_model_gltf(model), accessor, out, count);
}

/* What the first-person camera draws of a primitive: `out` NULL asks for the count. */
WEB_EXPORT(vrm_Result, first_person_indices, const vrm_Model* model, int32_t node,
           int32_t primitive, uint32_t* out, size_t capacity) {
    size_t count = 0;
    vrm_Result result =
        vrm_first_person_indices(model, node, primitive, NULL, out, capacity, &count);
    web_words[0].u = (uint32_t)count;
    return result;
}

/* ---- What the file says ---- */

static const char* name_of(const char* const* names, int32_t index) {
    return names[index];
}

static void put_list(const char* key, const char* const* texts, int32_t count) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) vrm_json_put_string(builder, texts[i]);
    vrm_json_end_array(builder);
}

static void put_meta(const vrm_Meta* meta) {
    static const char* const permissions[] = {"onlyAuthor", "onlySeparatelyLicensedPerson",
                                              "everyone"};
    static const char* const usages[] = {"personalNonProfit", "personalProfit", "corporation"};
    static const char* const credits[] = {"required", "unnecessary"};
    static const char* const modifications[] = {"prohibited", "allowModification",
                                                "allowModificationRedistribution"};
    static const char* const licenses[] = {NULL,          "Redistribution_Prohibited",
                                           "CC0",         "CC_BY",
                                           "CC_BY_NC",    "CC_BY_SA",
                                           "CC_BY_NC_SA", "CC_BY_ND",
                                           "CC_BY_NC_ND", "Other"};
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_begin_object(builder);
    web_key_text("name", meta->name);
    web_key_text("version", meta->version);
    put_list("authors", meta->authors, meta->author_count);
    web_key_text("copyrightInformation", meta->copyright_information);
    web_key_text("contactInformation", meta->contact_information);
    put_list("references", meta->references, meta->reference_count);
    web_key_text("thirdPartyLicenses", meta->third_party_licenses);
    web_key_integer("thumbnailImage", meta->thumbnail_image);
    web_key_text("licenseUrl", meta->license_url);
    web_key_text("avatarPermission", name_of(permissions, (int32_t)meta->avatar_permission));
    web_key_bool("allowExcessivelyViolentUsage", meta->allow_excessively_violent_usage);
    web_key_bool("allowExcessivelySexualUsage", meta->allow_excessively_sexual_usage);
    web_key_text("commercialUsage", name_of(usages, (int32_t)meta->commercial_usage));
    web_key_bool("allowPoliticalOrReligiousUsage", meta->allow_political_or_religious_usage);
    web_key_bool("allowAntisocialOrHateUsage", meta->allow_antisocial_or_hate_usage);
    web_key_text("creditNotation", name_of(credits, (int32_t)meta->credit_notation));
    web_key_bool("allowRedistribution", meta->allow_redistribution);
    web_key_text("modification", name_of(modifications, (int32_t)meta->modification));
    web_key_text("otherLicenseUrl", meta->other_license_url);
    web_key_text("licenseName", name_of(licenses, (int32_t)meta->license0));
    web_key_text("otherPermissionUrl", meta->other_permission_url);
    vrm_json_end_object(builder);
}

static void put_expressions(const vrm_Model* model) {
    static const char* const overrides[] = {"none", "block", "blend"};
    vrm_JsonBuilder* builder = web_json_again();
    int32_t count = 0;
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* expression = &expressions[i];
        vrm_json_begin_object(builder);
        web_key_text("name", expression->name);
        web_key_bool("isPreset", expression->preset != VRM_EXPRESSION_CUSTOM);
        web_key_bool("isBinary", expression->binary != VRM_BINARY_NOT);
        web_key_text("overrideBlink", overrides[expression->override_blink]);
        web_key_text("overrideLookAt", overrides[expression->override_look_at]);
        web_key_text("overrideMouth", overrides[expression->override_mouth]);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void put_range(const char* key, const vrm_RangeMap* range) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, key);
    vrm_json_begin_object(builder);
    web_key_number("inputMaxValue", (double)range->input_max_degrees);
    web_key_number("outputScale", (double)range->output_scale);
    vrm_json_end_object(builder);
}

static void put_look_at(const vrm_LookAt* look_at) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_begin_object(builder);
    web_key_text("type", look_at->type == VRM_LOOK_AT_BONE ? "bone" : "expression");
    web_put_vec3("offsetFromHead", look_at->offset_from_head);
    put_range("horizontalInner", &look_at->horizontal_inner);
    put_range("horizontalOuter", &look_at->horizontal_outer);
    put_range("verticalDown", &look_at->vertical_down);
    put_range("verticalUp", &look_at->vertical_up);
    vrm_json_end_object(builder);
}

static void put_clip(const vrm_ClipInfo* clip) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_begin_object(builder);
    web_key_text("specVersion", clip->spec_version);
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_object(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (clip->bones[b] >= 0) web_key_integer(vrm_bone_name((vrm_Bone)b), clip->bones[b]);
    vrm_json_end_object(builder);
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < clip->expression_count; i++)
        vrm_json_put_string(builder, clip->expressions[i].name);
    vrm_json_end_array(builder);
    web_key_bool("hasLookAt", clip->look_at_node >= 0);
    vrm_json_end_object(builder);
}

static void put_spring_counts(const vrm_Model* model) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(model);
    int64_t joints = 0;
    for (int32_t s = 0; s < bones->spring_count; s++) joints += bones->springs[s].joint_count;
    web_key_integer("springs", bones->spring_count);
    web_key_integer("springJoints", joints);
    web_key_integer("colliders", bones->collider_count);
    web_key_integer("colliderGroups", bones->collider_group_count);
}

void web_put_colliders(const vrm_SpringBones* bones) {
    static const char* const shapes[] = {"sphere", "capsule", "insideSphere", "insideCapsule",
                                         "plane"};
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "colliders");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < bones->collider_count; i++) {
        const vrm_Collider* collider = &bones->colliders[i];
        vrm_json_begin_object(builder);
        web_key_integer("node", collider->node);
        web_key_text("shape", shapes[collider->shape]);
        web_put_vec3("offset", collider->offset);
        web_put_vec3("tail", collider->tail);
        web_put_vec3("normal", collider->normal);
        web_key_number("radius", (double)collider->radius);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

/* What springs may touch: colliders, groups of them, and the groups that each spring names. */
WEB_EXPORT(vrm_Result, model_colliders, const vrm_Model* model) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(model);
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_put_colliders(bones);
    vrm_json_put_key(builder, "groups");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < bones->collider_group_count; i++) {
        const vrm_ColliderGroup* group = &bones->collider_groups[i];
        vrm_json_begin_object(builder);
        web_key_text("name", group->name);
        web_put_integers("colliders", group->colliders, group->collider_count);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "springs");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < bones->spring_count; i++) {
        const vrm_Spring* spring = &bones->springs[i];
        vrm_json_begin_object(builder);
        web_put_integers("groups", spring->collider_groups, spring->collider_group_count);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* A key, then one of the functions above, or null when there is nothing to say. */
#define PUT_OR_NULL(key, put, thing)                                                               \
    {                                                                                              \
        vrm_json_put_key(builder, key);                                                            \
        if ((thing) == NULL)                                                                       \
            vrm_json_put_null(builder);                                                            \
        else                                                                                       \
            put(thing);                                                                            \
    }

WEB_EXPORT(vrm_Result, model_facts, const vrm_Model* model) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_text("dialect", vrm_dialect_text(vrm_model_dialect(model)));
    web_key_text("specVersion", vrm_model_spec_version(model));
    web_key_integer("facing", vrm_model_facing(model));
    web_key_integer("jsonBytes", (int64_t)vrm_model_json_size(model));
    web_key_integer("binBytes", (int64_t)vrm_model_bin_size(model));
    PUT_OR_NULL("meta", put_meta, vrm_model_meta(model))
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_object(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_model_bone(model, (vrm_Bone)b);
        if (node >= 0) web_key_integer(vrm_bone_name((vrm_Bone)b), node);
    }
    vrm_json_end_object(builder);
    vrm_json_put_key(builder, "expressions");
    put_expressions(model);
    PUT_OR_NULL("lookAt", put_look_at, vrm_model_look_at(model))
    PUT_OR_NULL("animation", put_clip, vrm_model_clip_info(model))
    web_key_integer("firstPersonNode", vrm_model_first_person_node(model));
    put_spring_counts(model);
    vrm_json_end_object(builder);
    return web_json_done();
}
