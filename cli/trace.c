/* SPDX-License-Identifier: MIT */
/* Replays a motion in a sim of one avatar and writes each frame's results. */
#include "trace.h"

#include "limit_option.h"

#include "cli.h"
#include "rig.h"
#include "vrm/digest.h"
#include "vrm/spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Quatd {
    double x, y, z, w;
} Quatd;

typedef struct Rotation {
    Quatd q;
    int32_t frame; /* for which it was reckoned */
} Rotation;

typedef struct Trace {
    FILE* out;
    const vrm_Model* model;
    const TraceOptions* options;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    bool turns;           /* the file faces -Z and was turned beneath the root */
    int32_t* expressions; /* sorted by name */
    Rotation* rotations;  /* of every node in the model */
    int32_t* waiting;     /* nodes whose ancestors come first */
    int32_t frame;        /* from 1; 0 is none */
    vrm_JsonBuilder* names;
    bool has_no_memory; /* for a name */
    bool is_first;      /* of the members of an object or the elements of a list */
} Trace;

/* ---- JSON ---- */

static void put_number(Trace* trace, double value) {
    if (isfinite(value))
        fprintf(trace->out, "%.*g", (int)trace->options->digits, value);
    else
        fprintf(trace->out, "\"%s\"", isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}

/* Names of files and of what is in them need not be UTF-8: the builder makes them that. */
static void put_string(Trace* trace, const char* text) {
    vrm_Span quoted = {0};
    vrm_json_builder_clear(trace->names);
    vrm_json_put_string(trace->names, text);
    if (vrm_json_builder_text(trace->names, &quoted) == VRM_OK)
        fwrite(quoted.data, 1, quoted.size, trace->out);
    else
        trace->has_no_memory = true;
}

static void separate(Trace* trace) {
    if (!trace->is_first) putc(',', trace->out);
    trace->is_first = false;
}

static void put_key(Trace* trace, const char* key) {
    separate(trace);
    fprintf(trace->out, "\"%s\":", key);
}

static void open_with(Trace* trace, char bracket) {
    putc(bracket, trace->out);
    trace->is_first = true;
}

static void close_with(Trace* trace, char bracket) {
    putc(bracket, trace->out);
    trace->is_first = false;
}

static void put_element(Trace* trace, double value) {
    separate(trace);
    put_number(trace, value);
}

static void put_integer(Trace* trace, const char* key, int32_t value) {
    put_key(trace, key);
    fprintf(trace->out, "%d", (int)value);
}

static void put_text(Trace* trace, const char* key, const char* value) {
    put_key(trace, key);
    put_string(trace, value);
}

/* ---- Rotations ---- */

static Quatd quat_mul(Quatd a, Quatd b) {
    return (Quatd){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static Quatd quat_from(vrm_Quat q) {
    return (Quatd){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

/* The product of the local rotations from the root down to the node. Every node is computed once
 * per frame, after its ancestors, however long the chains are. */
static Quatd model_rotation(Trace* trace, int32_t node) {
    const vrm_Transform* locals = vrm_avatar_locals(trace->sim, trace->avatar);
    int32_t waiting = 0, n = node;
    for (; n >= 0 && trace->rotations[n].frame != trace->frame; n = vrm_rig_parent(trace->rig, n))
        trace->waiting[waiting++] = n;
    Quatd q = n >= 0 ? trace->rotations[n].q : (Quatd){0, 0, 0, 1};
    while (waiting > 0) {
        n = trace->waiting[--waiting];
        q = quat_mul(q, quat_from(locals[n].rotation));
        trace->rotations[n] = (Rotation){q, trace->frame};
    }
    return q;
}

/* By the root as the sim has it, half turn included: it does not take every one a script gives. */
static Quatd world_rotation(Trace* trace, int32_t node) {
    vrm_Transform root = vrm_avatar_root(trace->sim, trace->avatar);
    Quatd q = quat_mul(quat_from(root.rotation), model_rotation(trace, node));
    /* The migrated avatar has no turn to begin with. */
    if (trace->turns && trace->options->is_migrated) q = quat_mul(q, (Quatd){0, -1, 0, 0});
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (Quatd){q.x / length, q.y / length, q.z / length, q.w / length};
}

static void put_quat(Trace* trace, Quatd q) {
    put_element(trace, q.x);
    put_element(trace, q.y);
    put_element(trace, q.z);
    put_element(trace, q.w);
}

static void put_local_rotation(Trace* trace, int32_t node) {
    vrm_Quat q = vrm_avatar_locals(trace->sim, trace->avatar)[node].rotation;
    if (trace->turns && trace->options->is_migrated) q = (vrm_Quat){-q.x, q.y, -q.z, q.w};
    put_quat(trace, quat_from(q));
}

/* ---- Channels ---- */

static bool has_eyes(const Trace* trace) {
    return vrm_rig_bone(trace->rig, VRM_BONE_LEFT_EYE) >= 0 ||
           vrm_rig_bone(trace->rig, VRM_BONE_RIGHT_EYE) >= 0;
}

static void put_bones(Trace* trace) {
    const vrm_Affine* worlds = vrm_avatar_worlds(trace->sim, trace->avatar);
    if (vrm_model_bone_count(trace->model) == 0) return;
    put_key(trace, "bone");
    open_with(trace, '[');
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_rig_bone(trace->rig, (vrm_Bone)b);
        if (node < 0) continue;
        for (int r = 0; r < 3; r++) put_element(trace, (double)worlds[node].rows[r].w);
        put_quat(trace, world_rotation(trace, node));
    }
    close_with(trace, ']');
}

static void put_gaze(Trace* trace) {
    if (has_eyes(trace)) {
        put_key(trace, "eye");
        open_with(trace, '[');
        for (int32_t b = VRM_BONE_LEFT_EYE; b <= VRM_BONE_RIGHT_EYE; b++) {
            int32_t node = vrm_rig_bone(trace->rig, (vrm_Bone)b);
            if (node >= 0) put_local_rotation(trace, node);
        }
        close_with(trace, ']');
    }
    if (!vrm_rig_look_at(trace->rig, NULL)) return;
    vrm_Vec2 gaze = vrm_avatar_gaze(trace->sim, trace->avatar);
    put_key(trace, "look");
    open_with(trace, '[');
    put_element(trace, (double)gaze.x);
    put_element(trace, (double)gaze.y);
    close_with(trace, ']');
}

static void put_expressions(Trace* trace) {
    int32_t count = vrm_rig_expression_count(trace->rig);
    if (count == 0) return;
    const float* asked = vrm_avatar_expression_inputs(trace->sim, trace->avatar);
    const float* applied = vrm_avatar_expression_weights(trace->sim, trace->avatar);
    put_key(trace, "expression");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) {
        put_element(trace, (double)asked[trace->expressions[i]]);
        put_element(trace, (double)applied[trace->expressions[i]]);
    }
    close_with(trace, ']');
}

static void put_morphs(Trace* trace) {
    int32_t count = vrm_rig_morph_count(trace->rig);
    if (count == 0) return;
    const float* morphs = vrm_avatar_morphs(trace->sim, trace->avatar);
    put_key(trace, "morph");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) put_element(trace, (double)morphs[i]);
    close_with(trace, ']');
}

static void put_constraints(Trace* trace) {
    int32_t count = vrm_rig_constraint_count(trace->rig);
    if (count == 0) return;
    put_key(trace, "constraint");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++)
        put_local_rotation(trace, vrm_rig_constraint(trace->rig, i).node);
    close_with(trace, ']');
}

/* All textures of a material move together: only that of the base colour is written. */
static bool is_traced(const vrm_MaterialValue* value) {
    return value->kind == VRM_VALUE_COLOR || value->texture == VRM_TEXTURE_BASE_COLOR;
}

static void put_materials(Trace* trace) {
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(trace->rig, &count);
    if (count == 0) return;
    const vrm_Vec4* now = vrm_avatar_material_values(trace->sim, trace->avatar);
    put_key(trace, "material");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) {
        if (!is_traced(&values[i])) continue;
        put_element(trace, (double)now[i].x);
        put_element(trace, (double)now[i].y);
        put_element(trace, (double)now[i].z);
        put_element(trace, (double)now[i].w);
    }
    close_with(trace, ']');
}

/* Where a joint points: its tail node, or the point that 0.x imagines there. */
static void put_tail(Trace* trace, const vrm_SpringJointInfo* joint) {
    const vrm_Affine* worlds = vrm_avatar_worlds(trace->sim, trace->avatar);
    for (int r = 0; r < 3; r++) {
        const vrm_Vec4* row = &worlds[joint->tail >= 0 ? joint->tail : joint->node].rows[r];
        vrm_Vec3 t = joint->tail >= 0 ? (vrm_Vec3){0, 0, 0} : joint->tail_local;
        put_element(trace, (double)row->x * (double)t.x + (double)row->y * (double)t.y +
                               (double)row->z * (double)t.z + (double)row->w);
    }
}

static void put_springs(Trace* trace) {
    int32_t count = vrm_rig_spring_joint_count(trace->rig);
    if (count == 0) return;
    put_key(trace, "spring");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(trace->rig, i);
        put_local_rotation(trace, joint.node);
        put_quat(trace, world_rotation(trace, joint.node));
        put_tail(trace, &joint);
    }
    close_with(trace, ']');
}

/* A joint that cannot move has no state: its tail is where the pose puts it. */
static void put_state(Trace* trace) {
    int32_t count = vrm_rig_spring_joint_count(trace->rig);
    if (count == 0 || !trace->options->has_state) return;
    put_key(trace, "state");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(trace->rig, i);
        vrm_Vec3 tail;
        float length = 0;
        if (vrm_avatar_spring_tail(trace->sim, trace->avatar, i, &tail, &length)) {
            put_element(trace, (double)tail.x);
            put_element(trace, (double)tail.y);
            put_element(trace, (double)tail.z);
        } else {
            put_tail(trace, &joint);
        }
        put_element(trace, (double)length);
    }
    close_with(trace, ']');
}

static void put_channels(Trace* trace) {
    trace->frame++;
    put_springs(trace);
    put_state(trace);
    put_bones(trace);
    put_gaze(trace);
    put_expressions(trace);
    put_morphs(trace);
    put_constraints(trace);
    put_materials(trace);
}

/* ---- Header ---- */

static void put_file(Trace* trace, const TraceFile* file) {
    char digest[VRM_DIGEST_SIZE];
    vrm_digest_sha256(file->data, file->size, digest);
    put_text(trace, "file", file->name);
    put_text(trace, "sha256", digest);
}

static void put_files(Trace* trace, const TraceFile* model, const TraceFile* motion_file,
                      const Motion* motion) {
    const char* dialect = vrm_dialect_text(vrm_model_dialect(trace->model));
    put_key(trace, "model");
    open_with(trace, '{');
    put_file(trace, model);
    put_text(trace, "version", dialect == NULL ? "none" : dialect);
    put_text(trace, "frame", trace->turns && trace->options->is_migrated ? "migrated" : "native");
    close_with(trace, '}');
    put_key(trace, "motion");
    open_with(trace, '{');
    put_file(trace, motion_file);
    put_integer(trace, "frames", motion->frames);
    put_key(trace, "dt");
    if (motion->dt_is_number) {
        put_number(trace, motion->frames > 0 ? motion->dts[0] : 0.0);
    } else {
        open_with(trace, '[');
        for (int32_t f = 0; f < motion->frames; f++) put_element(trace, motion->dts[f]);
        close_with(trace, ']');
    }
    close_with(trace, '}');
}

static void put_names(Trace* trace) {
    put_key(trace, "bones");
    open_with(trace, '[');
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (vrm_rig_bone(trace->rig, (vrm_Bone)b) < 0) continue;
        separate(trace);
        put_string(trace, vrm_bone_name((vrm_Bone)b));
    }
    close_with(trace, ']');
    put_key(trace, "eyes");
    open_with(trace, '[');
    for (int32_t b = VRM_BONE_LEFT_EYE; b <= VRM_BONE_RIGHT_EYE; b++) {
        if (vrm_rig_bone(trace->rig, (vrm_Bone)b) < 0) continue;
        separate(trace);
        put_string(trace, vrm_bone_name((vrm_Bone)b));
    }
    close_with(trace, ']');
    put_key(trace, "expressions");
    open_with(trace, '[');
    for (int32_t i = 0; i < vrm_rig_expression_count(trace->rig); i++) {
        separate(trace);
        put_string(trace, vrm_rig_expression_info(trace->rig, trace->expressions[i]).name);
    }
    close_with(trace, ']');
}

/* null for no node. */
static void put_node(Trace* trace, const char* key, int32_t node) {
    put_key(trace, key);
    if (node < 0)
        fputs("null", trace->out);
    else
        fprintf(trace->out, "%d", (int)node);
}

static void put_real(Trace* trace, const char* key, float value) {
    put_key(trace, key);
    put_number(trace, (double)value);
}

static void put_spring_joints(Trace* trace) {
    put_key(trace, "springJoints");
    open_with(trace, '[');
    for (int32_t i = 0; i < vrm_rig_spring_joint_count(trace->rig); i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(trace->rig, i);
        separate(trace);
        open_with(trace, '{');
        put_integer(trace, "spring", joint.spring);
        put_integer(trace, "joint", joint.joint);
        put_node(trace, "node", joint.node);
        put_node(trace, "tail", joint.tail);
        put_node(trace, "center", joint.center);
        put_key(trace, "settings");
        open_with(trace, '{');
        put_real(trace, "stiffness", joint.settings.stiffness);
        put_real(trace, "gravityPower", joint.settings.gravity_power);
        put_key(trace, "gravityDir");
        open_with(trace, '[');
        put_element(trace, (double)joint.settings.gravity_dir.x);
        put_element(trace, (double)joint.settings.gravity_dir.y);
        put_element(trace, (double)joint.settings.gravity_dir.z);
        close_with(trace, ']');
        put_real(trace, "dragForce", joint.settings.drag_force);
        put_real(trace, "hitRadius", joint.settings.hit_radius);
        close_with(trace, '}');
        put_integer(trace, "colliders", joint.collider_count);
        close_with(trace, '}');
    }
    close_with(trace, ']');
}

static void put_morph_nodes(Trace* trace) {
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(trace->rig, &count);
    put_key(trace, "morphs");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) {
        if (nodes[i].morph_count == 0) continue;
        separate(trace);
        open_with(trace, '{');
        put_integer(trace, "node", nodes[i].node);
        put_integer(trace, "count", nodes[i].morph_count);
        close_with(trace, '}');
    }
    close_with(trace, ']');
}

static void put_constraint_list(Trace* trace) {
    static const char* const types[] = {"roll", "aim", "rotation"};
    put_key(trace, "constraints");
    open_with(trace, '[');
    for (int32_t i = 0; i < vrm_rig_constraint_count(trace->rig); i++) {
        vrm_RigConstraint c = vrm_rig_constraint(trace->rig, i);
        separate(trace);
        open_with(trace, '{');
        put_integer(trace, "node", c.node);
        put_integer(trace, "source", c.source);
        put_text(trace, "type", types[c.type]);
        put_key(trace, "weight");
        put_number(trace, (double)c.weight);
        close_with(trace, '}');
    }
    close_with(trace, ']');
}

static void put_material_list(Trace* trace) {
    static const char* const colors[] = {"color",       "emissionColor", "shadeColor",
                                         "matcapColor", "rimColor",      "outlineColor"};
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(trace->rig, &count);
    put_key(trace, "materials");
    open_with(trace, '[');
    for (int32_t i = 0; i < count; i++) {
        if (!is_traced(&values[i])) continue;
        separate(trace);
        open_with(trace, '{');
        put_integer(trace, "material", values[i].material);
        put_text(trace, "kind",
                 values[i].kind == VRM_VALUE_COLOR ? colors[values[i].color] : "textureTransform");
        close_with(trace, '}');
    }
    close_with(trace, ']');
}

static void put_messages(Trace* trace, const vrm_Report* report) {
    put_key(trace, "messages");
    open_with(trace, '[');
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        separate(trace);
        open_with(trace, '{');
        put_text(trace, "code", finding.code);
        put_text(trace, "pointer", finding.pointer);
        put_text(trace, "message", finding.message);
        close_with(trace, '}');
    }
    close_with(trace, ']');
}

static void put_header(Trace* trace, const vrm_Report* report, const Motion* motion,
                       const TraceFile* model_file, const TraceFile* motion_file) {
    open_with(trace, '{');
    put_text(trace, "format", "vrm-trace");
    put_integer(trace, "version", 1);
    put_text(trace, "producer", "libvrm " VRM_VERSION_TEXT);
    put_files(trace, model_file, motion_file, motion);
    put_key(trace, "strides");
    fputs("{\"spring\":11,\"state\":4,\"bone\":7,\"eye\":4,\"look\":2,\"expression\":2,\"morph\":1,"
          "\"constraint\":4,\"material\":4}",
          trace->out);
    put_spring_joints(trace);
    put_names(trace);
    put_morph_nodes(trace);
    put_constraint_list(trace);
    put_material_list(trace);
    put_messages(trace, report);
    put_key(trace, "initial");
    open_with(trace, '{');
    put_channels(trace);
    close_with(trace, '}');
    close_with(trace, '}');
    putc('\n', trace->out);
}

/* ---- All of it ---- */

typedef struct Name {
    const char* text;
    int32_t expression;
} Name;

static int compare_names(const void* a, const void* b) {
    return strcmp(((const Name*)a)->text, ((const Name*)b)->text); /* no two are alike */
}

static bool sort_expressions(Trace* trace) {
    int32_t count = vrm_rig_expression_count(trace->rig);
    Name* names = malloc(((size_t)count + 1) * sizeof *names);
    trace->expressions = malloc(((size_t)count + 1) * sizeof *trace->expressions);
    bool is_done = names != NULL && trace->expressions != NULL;
    if (is_done) {
        for (int32_t i = 0; i < count; i++)
            names[i] = (Name){vrm_rig_expression_info(trace->rig, i).name, i};
        qsort(names, (size_t)count, sizeof *names, compare_names);
        for (int32_t i = 0; i < count; i++) trace->expressions[i] = names[i].expression;
    }
    free(names);
    return is_done;
}

static bool make_room(Trace* trace) {
    size_t count = (size_t)vrm_rig_node_count(trace->rig) + 1;
    trace->rotations = calloc(count, sizeof *trace->rotations);
    trace->waiting = malloc(count * sizeof *trace->waiting);
    return trace->rotations != NULL && trace->waiting != NULL;
}

static void put_frames(Trace* trace, const Motion* motion) {
    cli_Progress progress = cli_progress_begin(!trace->options->shows_progress);
    for (int32_t f = 0; f < motion->frames && !ferror(trace->out); f++) {
        if (f % 64 == 0) cli_progress_show(&progress, f, motion->frames);
        motion_apply(motion, f, trace->sim, trace->avatar);
        if (motion->resets[f] || (f == 0 && !motion->keeps_loaded_springs))
            (void)vrm_avatar_reset_springs(trace->sim, trace->avatar);
        vrm_sim_step(trace->sim, (float)motion->dts[f]);
        open_with(trace, '{');
        put_integer(trace, "f", f);
        put_key(trace, "t");
        put_number(trace, motion->times[f]);
        put_key(trace, "dt");
        put_number(trace, motion->dts[f]);
        put_channels(trace);
        close_with(trace, '}');
        putc('\n', trace->out);
    }
    cli_progress_end(&progress);
}

static vrm_Result prepare(Trace* trace, vrm_Report* report) {
    vrm_SimDef def = vrm_default_sim_def();
    def.spring_rate_hz = (float)trace->options->spring_rate_hz;
    def.max_step_s = 1e6f;
    vrm_Result result = cli_rig_build(trace->model, report, &trace->rig);
    if (result == VRM_OK) result = vrm_sim_create(&def, &trace->sim);
    if (result == VRM_OK) result = vrm_json_builder_create(NULL, &trace->names);
    if (result != VRM_OK) return result;
    trace->turns = vrm_rig_facing(trace->rig) < 0;
    trace->avatar = vrm_sim_add(trace->sim, trace->rig);
    bool has_all = sort_expressions(trace) && make_room(trace) &&
                   vrm_avatar_is_valid(trace->sim, trace->avatar);
    return has_all ? VRM_OK : VRM_ERR_MEMORY;
}

/* Joints times frames: a file of a megabyte and a script of a line could fill any disk. */
static bool is_within_work(const Trace* trace, const Motion* motion, vrm_Report* report) {
    vrm_Allowance allowance = {.base = UINT64_C(1) << 26, .per_byte = 1024};
    cli_apply_allowance("work", &allowance);
    int32_t materials = 0;
    vrm_rig_material_values(trace->rig, &materials);
    uint64_t numbers = 7 * (uint64_t)VRM_BONE_COUNT +
                       14 * (uint64_t)vrm_rig_spring_joint_count(trace->rig) +
                       4 * (uint64_t)vrm_rig_constraint_count(trace->rig) +
                       (uint64_t)vrm_rig_expression_count(trace->rig) +
                       (uint64_t)vrm_rig_morph_count(trace->rig) + 4 * (uint64_t)materials;
    uint64_t bytes = vrm_model_source_bytes(trace->model);
    uint64_t share = bytes > UINT64_MAX / 2048 ? UINT64_MAX / 2 : bytes * allowance.per_byte;
    uint64_t most = allowance.base > UINT64_MAX - share ? UINT64_MAX : allowance.base + share;
    if (numbers <= most / (uint64_t)(motion->frames > 0 ? motion->frames : 1)) return true;
    char message[200];
    snprintf(
        message, sizeof message,
        "%d frames of this avatar are %llu numbers, more than the limit work allows here: %llu. "
        "Trace fewer frames, or raise the limit.",
        (int)motion->frames, (unsigned long long)numbers * (unsigned long long)motion->frames,
        (unsigned long long)most);
    vrm_report_add(report, "LIMIT_WORK", "", message);
    return false;
}

vrm_Result trace_write(FILE* out, const vrm_Model* model, vrm_Report* report, const Motion* motion,
                       const TraceFile* model_file, const TraceFile* motion_file,
                       const TraceOptions* options) {
    Trace trace = {.out = out, .model = model, .options = options};
    vrm_Result result = prepare(&trace, report);
    if (result == VRM_OK && !is_within_work(&trace, motion, report)) result = VRM_ERR_LIMIT;
    if (result == VRM_OK) {
        vrm_sim_step(trace.sim, 0.0f);
        put_header(&trace, report, motion, model_file, motion_file);
        put_frames(&trace, motion);
        if (trace.has_no_memory) result = VRM_ERR_MEMORY;
    }
    free(trace.expressions);
    free(trace.rotations);
    free(trace.waiting);
    vrm_json_builder_destroy(trace.names);
    vrm_sim_destroy(trace.sim);
    vrm_rig_destroy(trace.rig);
    return result;
}
