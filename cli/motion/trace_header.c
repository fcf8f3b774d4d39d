/* SPDX-License-Identifier: MIT */
/* Writes the first line of a trace: the files, and the meaning of the numbers of each frame. */
#include "motion/trace_parts.h"
#include "words/json.h"

#include "vrm/digest.h"
#include "vrm/spring.h"

static void put_file(Trace* trace, const TraceFile* file) {
    char digest[VRM_DIGEST_SIZE];
    vrm_digest_sha256(file->data, file->size, digest);
    cli_json_string(trace->json, "file", file->name);
    cli_json_string(trace->json, "sha256", digest);
}

static void put_files(Trace* trace, const TraceFile* model, const TraceFile* motion_file,
                      const Motion* motion) {
    const char* dialect = vrm_dialect_text(vrm_model_dialect(trace->model));
    vrm_json_put_key(trace->json, "model");
    vrm_json_begin_object(trace->json);
    put_file(trace, model);
    cli_json_string(trace->json, "version", dialect == NULL ? "none" : dialect);
    cli_json_string(trace->json, "frame",
                    trace->turns && trace->options->is_migrated ? "migrated" : "native");
    vrm_json_end_object(trace->json);
    vrm_json_put_key(trace->json, "motion");
    vrm_json_begin_object(trace->json);
    put_file(trace, motion_file);
    cli_json_integer(trace->json, "frames", motion->frames);
    vrm_json_put_key(trace->json, "dt");
    if (motion->dt_is_number) {
        trace_put_number(trace, motion->frames > 0 ? motion->dts[0] : 0.0);
    } else {
        vrm_json_begin_array(trace->json);
        for (int32_t f = 0; f < motion->frames; f++) trace_put_number(trace, motion->dts[f]);
        vrm_json_end_array(trace->json);
    }
    vrm_json_end_object(trace->json);
}

static void put_names(Trace* trace) {
    trace_begin_list(trace, "bones");
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (vrm_rig_bone(trace->rig, (vrm_Bone)b) < 0) continue;
        vrm_json_put_string(trace->json, vrm_bone_name((vrm_Bone)b));
    }
    vrm_json_end_array(trace->json);
    trace_begin_list(trace, "eyes");
    for (int32_t b = VRM_BONE_LEFT_EYE; b <= VRM_BONE_RIGHT_EYE; b++) {
        if (vrm_rig_bone(trace->rig, (vrm_Bone)b) < 0) continue;
        vrm_json_put_string(trace->json, vrm_bone_name((vrm_Bone)b));
    }
    vrm_json_end_array(trace->json);
    trace_begin_list(trace, "expressions");
    for (int32_t i = 0; i < vrm_rig_expression_count(trace->rig); i++) {
        vrm_json_put_string(trace->json,
                            vrm_rig_expression_info(trace->rig, trace->expressions[i]).name);
    }
    vrm_json_end_array(trace->json);
}

/* null for no node. */
static void put_node(Trace* trace, const char* key, int32_t node) {
    vrm_json_put_key(trace->json, key);
    if (node < 0)
        vrm_json_put_null(trace->json);
    else
        vrm_json_put_integer(trace->json, node);
}

static void put_real(Trace* trace, const char* key, float value) {
    vrm_json_put_key(trace->json, key);
    trace_put_number(trace, (double)value);
}

static void put_spring_joints(Trace* trace) {
    trace_begin_list(trace, "springJoints");
    for (int32_t i = 0; i < vrm_rig_spring_joint_count(trace->rig); i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(trace->rig, i);
        vrm_json_begin_object(trace->json);
        cli_json_integer(trace->json, "spring", joint.spring);
        cli_json_integer(trace->json, "joint", joint.joint);
        put_node(trace, "node", joint.node);
        put_node(trace, "tail", joint.tail);
        put_node(trace, "center", joint.center);
        vrm_json_put_key(trace->json, "settings");
        vrm_json_begin_object(trace->json);
        put_real(trace, "stiffness", joint.settings.stiffness);
        put_real(trace, "gravityPower", joint.settings.gravity_power);
        trace_begin_list(trace, "gravityDir");
        trace_put_number(trace, (double)joint.settings.gravity_dir.x);
        trace_put_number(trace, (double)joint.settings.gravity_dir.y);
        trace_put_number(trace, (double)joint.settings.gravity_dir.z);
        vrm_json_end_array(trace->json);
        put_real(trace, "dragForce", joint.settings.drag_force);
        put_real(trace, "hitRadius", joint.settings.hit_radius);
        vrm_json_end_object(trace->json);
        cli_json_integer(trace->json, "colliders", joint.collider_count);
        vrm_json_end_object(trace->json);
    }
    vrm_json_end_array(trace->json);
}

static void put_morph_nodes(Trace* trace) {
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(trace->rig, &count);
    trace_begin_list(trace, "morphs");
    for (int32_t i = 0; i < count; i++) {
        if (nodes[i].morph_count == 0) continue;
        vrm_json_begin_object(trace->json);
        cli_json_integer(trace->json, "node", nodes[i].node);
        cli_json_integer(trace->json, "count", nodes[i].morph_count);
        vrm_json_end_object(trace->json);
    }
    vrm_json_end_array(trace->json);
}

static void put_constraint_list(Trace* trace) {
    static const char* const types[] = {"roll", "aim", "rotation"};
    trace_begin_list(trace, "constraints");
    for (int32_t i = 0; i < vrm_rig_constraint_count(trace->rig); i++) {
        vrm_RigConstraint c = vrm_rig_constraint(trace->rig, i);
        vrm_json_begin_object(trace->json);
        cli_json_integer(trace->json, "node", c.node);
        cli_json_integer(trace->json, "source", c.source);
        cli_json_string(trace->json, "type", types[c.type]);
        vrm_json_put_key(trace->json, "weight");
        trace_put_number(trace, (double)c.weight);
        vrm_json_end_object(trace->json);
    }
    vrm_json_end_array(trace->json);
}

static void put_material_list(Trace* trace) {
    static const char* const colors[] = {"color",       "emissionColor", "shadeColor",
                                         "matcapColor", "rimColor",      "outlineColor"};
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(trace->rig, &count);
    trace_begin_list(trace, "materials");
    for (int32_t i = 0; i < count; i++) {
        if (!trace_has_value(&values[i])) continue;
        vrm_json_begin_object(trace->json);
        cli_json_integer(trace->json, "material", values[i].material);
        cli_json_string(trace->json, "kind",
                        values[i].kind == VRM_VALUE_COLOR ? colors[values[i].color]
                                                          : "textureTransform");
        vrm_json_end_object(trace->json);
    }
    vrm_json_end_array(trace->json);
}

static void put_messages(Trace* trace, const vrm_Report* report) {
    trace_begin_list(trace, "messages");
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        vrm_json_begin_object(trace->json);
        cli_json_string(trace->json, "code", finding.code);
        cli_json_string(trace->json, "pointer", finding.pointer);
        cli_json_string(trace->json, "message", finding.message);
        vrm_json_end_object(trace->json);
    }
    vrm_json_end_array(trace->json);
}

void trace_put_header(Trace* trace, const vrm_Report* report, const Motion* motion,
                      const TraceFile* model_file, const TraceFile* motion_file) {
    cli_json_string(trace->json, "format", "vrm-trace");
    cli_json_integer(trace->json, "version", 1);
    cli_json_string(trace->json, "producer", "libvrm " VRM_VERSION_TEXT);
    put_files(trace, model_file, motion_file, motion);
    vrm_json_put_key(trace->json, "strides");
    static const char strides[] =
        "{\"spring\":11,\"state\":4,\"bone\":7,\"eye\":4,\"look\":2,\"expression\":2,\"morph\":1,"
        "\"constraint\":4,\"material\":4}";
    vrm_json_put_raw(trace->json, strides, sizeof strides - 1);
    put_spring_joints(trace);
    put_names(trace);
    put_morph_nodes(trace);
    put_constraint_list(trace);
    put_material_list(trace);
    put_messages(trace, report);
}
