/* SPDX-License-Identifier: MIT */
/* The rest pose of a motion from another file of the same rig. Only rotations are taken from it:
 * lengths, and with them the unit, are those of the motion. Joints above the hips may differ,
 * because the pose is set upright as a whole (rest_pose.c). */
#include "motion/capture/rest_file.h"

#include "motion/capture/axes.h"
#include "motion/capture/joint_names.h"
#include "motion/capture/posture.h"

#include <stdio.h>
#include <string.h>

/* Poses that a file has. */
typedef enum Pose { POSE_FIRST_FRAME, POSE_BIND, POSE_REST, POSES } Pose;

static const char* const pose_names[POSES] = {"first frame", "bind pose", "rest pose"};

typedef struct RestFile {
    vrmi_Capture file;
    int32_t* counterparts; /* of each joint of the motion: the joint here; -1: none */
    vrm_Transform* locals; /* of the joints here, in the pose at hand */
    vrm_Quat* turns;       /* from the origin, in the bind pose */
} RestFile;

/* ---- Reading ---- */

static vrm_Result refuse(const vrm_CaptureDef* def, const char* why) {
    vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FILE, VRM_NO_OFFSET, "The rest file %s.",
                   why);
    return VRM_ERR_INVALID;
}

/* Repeats the reason in a finding that tells of which file it is. A limit is reported by its own
 * rule, too. */
static vrm_Result refuse_unread(const vrm_CaptureDef* def, const vrm_Report* findings,
                                vrm_Result result) {
    bool is_limit = result == VRM_ERR_LIMIT;
    if (is_limit) vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FILE, VRM_NO_OFFSET, NULL);
    const char* reason = "";
    for (int32_t i = 0; i < vrm_report_count(findings) && reason[0] == '\0'; i++) {
        vrm_Finding finding = vrm_report_get(findings, i);
        if (strcmp(finding.code, "MOTION_VRM_ANIMATION") == 0)
            return refuse(def, "is a VRM animation, which has another skeleton than the motion; "
                               "choose a file of the program that wrote the motion");
        if (finding.severity == VRM_ERROR) reason = finding.message;
    }
    vrmi_report_at(def->report, is_limit ? VRMI_RULE_MOTION_TOO_LARGE : VRMI_RULE_MOTION_REST_FILE,
                   VRM_NO_OFFSET, "The rest file cannot be read: %.400s", reason);
    return is_limit ? result : VRM_ERR_INVALID;
}

static vrm_Result read_file(const vrm_CaptureDef* def, const vrmi_CaptureInput* input,
                            vrmi_Capture* out) {
    vrm_Report* findings = NULL;
    vrm_ReportDef report_def = vrm_default_report_def();
    if (def->rest_file_size == 0) return refuse(def, "is empty");
    report_def.allocator = input->allocator;
    vrmi_CaptureInput own = *input;
    own.bytes = def->rest_file;
    own.size = def->rest_file_size;
    own.take = NULL;
    own.keeps_file = false;
    own.kept = NULL;
    own.kept_by = NULL;
    own.morph_count = 0;
    own.allows_still = true;
    vrm_Result result = vrm_report_create(&report_def, &findings);
    if (result != VRM_OK) return result;
    own.report = findings;
    const vrmi_CaptureFormat* format = vrmi_capture_format(own.bytes, own.size);
    if (format == NULL) {
        vrmi_report_at(findings, VRMI_RULE_MOTION_UNKNOWN, 0, NULL);
        result = VRM_ERR_INVALID;
    } else {
        result = format->read(&own, out);
    }
    if (result != VRM_OK) *out = (vrmi_Capture){0};
    if (result != VRM_OK && result != VRM_ERR_MEMORY) result = refuse_unread(def, findings, result);
    vrm_report_destroy(findings);
    return result;
}

/* ---- Joints ---- */

/* "mixamorig1:Hips" of one file is "mixamorig:Hips" of another. */
static const char* without_namespace(const char* name) {
    const char* at = strrchr(name, ':');
    return at != NULL && at[1] != '\0' ? at + 1 : name;
}

static int32_t find_counterpart(const vrmi_Capture* file, const char* name, int32_t likely) {
    int32_t joint = vrmi_capture_joint_named(file, name, likely);
    if (joint >= 0) return joint;
    const char* bare = without_namespace(name);
    for (int32_t j = 0; j < file->joint_count; j++)
        if (strcmp(without_namespace(file->joints[j].name), bare) == 0) return j;
    return -1;
}

static void match_joints(const vrm_Capture* capture, RestFile* rest) {
    for (int32_t j = 0; j < capture->joint_count; j++) {
        const char* name = capture->joints[j].name;
        rest->counterparts[j] = name[0] == '\0' ? -1 : find_counterpart(&rest->file, name, j);
    }
}

enum { LIST_ROOM = 160 };

/* Lists bones without a counterpart, as "LeftArm (leftUpperArm)". Returns their number. */
static int32_t list_missing(const vrm_Capture* capture, const RestFile* rest, bool is_required,
                            char list[LIST_ROOM]) {
    int32_t count = 0;
    list[0] = '\0';
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t joint = capture->bones[b];
        bool is_limb = vrm_bone_is_required((vrm_Bone)b);
        if (joint < 0 || rest->counterparts[joint] >= 0 || is_limb != is_required) continue;
        size_t used = strlen(list);
        const char *name = capture->joints[joint].name, *bone = vrm_bone_name((vrm_Bone)b);
        const char* comma = used == 0 ? "" : ", ";
        if (used + strlen(name) + strlen(bone) + 12 < LIST_ROOM) {
            snprintf(list + used, LIST_ROOM - used, "%s%s", comma, name);
            used = strlen(list);
            snprintf(list + used, LIST_ROOM - used, " (%s)", bone);
        } else if (used < 3 || strcmp(list + used - 3, "...") != 0) {
            snprintf(list + used, LIST_ROOM - used, "%s...", comma);
        }
        count++;
    }
    return count;
}

static bool is_turned(vrm_Vec3 a, vrm_Vec3 b) {
    const float alike = 0.7f; /* cosine of 45 degrees: persons of one rig differ by less */
    if (vrmi_vec3_reach(a) == 0.0f || vrmi_vec3_reach(b) == 0.0f) return false;
    return vrmi_vec3_dot(vrmi_vec3_normalize(a), vrmi_vec3_normalize(b)) < alike;
}

/* Returns the name of a limb whose local axes differ: rotations mean something else there. NULL if
 * the rigs are the same. */
static const char* other_axes(const vrm_Capture* capture, const RestFile* rest) {
    for (int i = 0; i < VRMI_LIMBS; i++) {
        int32_t joint = capture->bones[vrmi_limbs[i].next];
        if (joint < 0 || capture->joints[joint].parent != capture->bones[vrmi_limbs[i].bone])
            continue;
        int32_t same = rest->counterparts[joint], parent = capture->joints[joint].parent;
        if (same < 0 || parent < 0 || rest->file.joints[same].parent != rest->counterparts[parent])
            continue;
        if (is_turned(capture->file.joints[joint].rest.translation,
                      rest->file.joints[same].rest.translation))
            return capture->joints[joint].name;
    }
    return NULL;
}

static vrm_Result check_rig(const vrm_Capture* capture, const vrm_CaptureDef* def,
                            const RestFile* rest) {
    char list[LIST_ROOM];
    int32_t missing = list_missing(capture, rest, true, list);
    if (missing > 0) {
        vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FILE, VRM_NO_OFFSET,
                       "The rest file lacks joints of the motion (%d): %s. It must be of the same "
                       "rig, with the same names.",
                       (int)missing, list);
        return VRM_ERR_INVALID;
    }
    const char* turned = other_axes(capture, rest);
    if (turned == NULL) return VRM_OK;
    vrmi_report_at(
        def->report, VRMI_RULE_MOTION_REST_FILE, VRM_NO_OFFSET,
        "The rest file is of another rig: the joint %.80s lies along another axis of the "
        "joint above it.",
        turned);
    return VRM_ERR_INVALID;
}

/* ---- Poses ---- */

static bool has_pose(const RestFile* rest, Pose pose) {
    if (pose == POSE_FIRST_FRAME) return !rest->file.is_still;
    return pose != POSE_BIND || rest->file.bind != NULL;
}

/* The bind pose has world transforms, of the joints that are bound. */
static void put_bind_locals(RestFile* rest) {
    const vrmi_Capture* file = &rest->file;
    for (int32_t j = 0; j < file->joint_count; j++) { /* parents first */
        int32_t parent = file->joints[j].parent;
        vrm_Quat above = parent < 0 ? vrmi_quat_identity() : rest->turns[parent];
        bool is_bound = file->is_bound == NULL || file->is_bound[j];
        rest->locals[j] = file->joints[j].rest;
        rest->turns[j] =
            is_bound ? file->bind[j].rotation : vrmi_quat_mul(above, rest->locals[j].rotation);
        rest->turns[j] = vrmi_quat_normalize(rest->turns[j]);
        rest->locals[j].rotation = vrmi_quat_mul(vrmi_quat_conjugate(above), rest->turns[j]);
    }
}

/* Sets rest_file_pose and places the joints of the motion accordingly. */
static void take_pose(vrm_Capture* capture, RestFile* rest, Pose pose) {
    const vrmi_Capture* file = &rest->file;
    if (pose == POSE_FIRST_FRAME) file->sample(file->reader, 0.0, rest->locals);
    if (pose == POSE_BIND) put_bind_locals(rest);
    if (pose == POSE_REST)
        for (int32_t j = 0; j < file->joint_count; j++) rest->locals[j] = file->joints[j].rest;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        capture->rest_file_pose[j] = capture->file.joints[j].rest;
        if (rest->counterparts[j] >= 0)
            capture->rest_file_pose[j].rotation = rest->locals[rest->counterparts[j]].rotation;
    }
    vrmi_person_pose(capture, VRMI_PERSON_REST_FILE);
}

/* Returns how near the limbs are to the T-pose: the sum of cosines. */
static float t_pose_fit(const vrm_Capture* capture) {
    vrm_Quat heading = vrmi_rest_heading(capture);
    float fit = 0.0f;
    for (int i = 0; i < VRMI_LIMBS; i++)
        fit += vrmi_vec3_dot(vrmi_limb_direction(capture, i),
                             vrmi_quat_rotate(heading, vrmi_limbs[i].direction));
    return fit;
}

/* Returns true if no part of a leg is more than 45 degrees from the axis of the trunk: the person
 * does not sit, crouch or run. */
static bool has_straight_legs(const vrm_Capture* capture) {
    vrm_Vec3 up = vrmi_quat_rotate(capture->to_model, vrmi_person_up(capture));
    if (vrmi_vec3_reach(up) == 0.0f) return true;
    up = vrmi_vec3_normalize(up);
    for (int i = VRMI_ARM_LIMBS; i < VRMI_LIMBS; i++) {
        vrm_Vec3 leg = vrmi_limb_direction(capture, i);
        if (vrmi_vec3_reach(leg) > 0.0f && vrmi_vec3_dot(leg, up) > -0.7f) return false;
    }
    return true;
}

/* Returns the pose that the definition asks for; POSES for any. */
static Pose asked_pose(vrm_CaptureRest rest) {
    return rest == VRM_CAPTURE_REST_FIRST_FRAME ? POSE_FIRST_FRAME
           : rest == VRM_CAPTURE_REST_BIND      ? POSE_BIND
                                                : POSES;
}

static bool is_wanted(Pose asked, const RestFile* file, Pose pose) {
    bool has_asked = asked != POSES && has_pose(file, asked);
    return has_pose(file, pose) && (!has_asked || pose == asked);
}

static vrm_Result choose_pose(vrm_Capture* capture, const vrm_CaptureDef* def, RestFile* rest) {
    Pose best = POSES, asked = asked_pose(def->rest);
    float best_fit = -1e30f;
    for (int i = 0; i < POSES; i++) {
        if (!is_wanted(asked, rest, (Pose)i)) continue;
        take_pose(capture, rest, (Pose)i);
        if (!vrmi_rest_stands(capture)) continue;
        vrmi_capture_stand_up(capture);
        if (!has_straight_legs(capture)) continue;
        float fit = t_pose_fit(capture);
        /* Equal poses of a file differ by rounding. */
        if (!(fit > best_fit + 1e-3f)) continue;
        best = (Pose)i;
        best_fit = fit;
    }
    if (best == POSES) {
        vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FILE, VRM_NO_OFFSET,
                       "The rest file shows no person who stands; it should have the T-pose in its "
                       "first frame or as its bind pose.");
        return VRM_ERR_INVALID;
    }
    take_pose(capture, rest, best);
    vrmi_capture_stand_up(capture);
    capture->rest_file_axes = capture->to_model;
    char list[LIST_ROOM];
    int32_t missing = list_missing(capture, rest, false, list);
    if (asked == POSES || asked == best)
        vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FROM_FILE, VRM_NO_OFFSET,
                       "The rest pose is taken from the rest file: its %s.", pose_names[best]);
    else
        vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FROM_FILE, VRM_NO_OFFSET,
                       "The rest file has no %s; its %s is used.", pose_names[asked],
                       pose_names[best]);
    if (missing > 0)
        vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_FROM_FILE, VRM_NO_OFFSET,
                       "The rest file lacks some bones of the motion (%d): %s. Their rest pose is "
                       "that of the motion.",
                       (int)missing, list);
    return VRM_OK;
}

/* ---- The whole ---- */

vrm_Result vrmi_capture_read_rest_file(vrm_Capture* capture, const vrm_CaptureDef* def,
                                       const vrmi_CaptureInput* input) {
    RestFile rest = {.file = {0}};
    const vrm_Allocator* allocator = &capture->allocator;
    size_t count = (size_t)capture->joint_count;
    if (def->rest_file == NULL) return VRM_OK;
    vrm_Result result = read_file(def, input, &rest.file);
    if (result != VRM_OK) return result;
    size_t others = (size_t)rest.file.joint_count;
    capture->rest_file_pose = vrmi_alloc_zeroed(allocator, count, sizeof *capture->rest_file_pose);
    rest.counterparts = vrmi_alloc_zeroed(allocator, count, sizeof *rest.counterparts);
    rest.locals = vrmi_alloc_zeroed(allocator, others, sizeof *rest.locals);
    rest.turns = vrmi_alloc_zeroed(allocator, others, sizeof *rest.turns);
    result = VRM_ERR_MEMORY;
    if (capture->rest_file_pose != NULL && rest.counterparts != NULL && rest.locals != NULL &&
        rest.turns != NULL) {
        match_joints(capture, &rest);
        result = check_rig(capture, def, &rest);
        if (result == VRM_OK) result = choose_pose(capture, def, &rest);
    }
    vrmi_release(allocator, rest.counterparts, count * sizeof *rest.counterparts);
    vrmi_release(allocator, rest.locals, others * sizeof *rest.locals);
    vrmi_release(allocator, rest.turns, others * sizeof *rest.turns);
    rest.file.destroy(rest.file.reader);
    return result;
}
