/* SPDX-License-Identifier: MIT */
/* Finds the reference pose, from which rotations are measured. It is the pose with all rotations 0
 * if that is a standing person. Many programs (Rokoko, LAFAN1, Bandai Namco) write every bone along
 * the same axis, which makes that pose meaningless; then the frame closest to a standing person is
 * used, and the other frames tell how it differs from the T-pose (rest_estimate.c). Rigs with known
 * axes need neither (rest_axes.c). Axes, size and rotations from the T-pose are computed from the
 * reference pose. */
#include "motion/capture/axes.h"
#include "motion/capture/ground.h"
#include "motion/capture/rest_estimate.h"

#define NEAR_T_POSE 0.9659f /* cosine of 15 degrees: CMU's legs are spread by 20 */
#define NEAR_FIGURE 0.9925f /* cosine of 7 degrees: a figure is made to stand for all motions */

/* ---- The frame used as rest pose ---- */

/* Finds the best frame. Since it poses all frames, it also finds the lowest height of the body. */
static vrmi_Standing find_standing(vrm_Capture* capture, float* out_lowest) {
    const float straight = 0.96f; /* cosine of 16 degrees, on average */
    vrmi_Standing found = {.frame = 0, .best = {-1000.0f, -1.0f}};
    for (int32_t i = 0; i < vrmi_person_samples(capture); i++) {
        vrmi_person_pose(capture, vrmi_person_sample(capture, i));
        float low = vrmi_capture_lowest(capture);
        if (i == 0 || low < *out_lowest) *out_lowest = low;
        vrmi_StandingScore score = vrmi_rest_score(capture);
        if (!(score.all > found.best.all)) continue;
        found.frame = vrmi_person_sample(capture, i);
        found.best = score;
    }
    found.is_good = found.best.stand > straight;
    return found;
}

/* ---- A rest pose that is a frame ---- */

static float near_t_pose(const vrm_Capture* capture) {
    return capture->file.is_figure ? NEAR_FIGURE : NEAR_T_POSE;
}

static bool is_near_t_pose(const vrm_Capture* capture) {
    vrm_Quat heading = vrmi_rest_heading(capture);
    for (int i = 0; i < VRMI_LIMBS; i++) {
        vrm_Vec3 there = vrmi_limb_direction(capture, i);
        if (vrmi_vec3_reach(there) == 0.0f) continue;
        if (vrmi_vec3_dot(there, vrmi_quat_rotate(heading, vrmi_limbs[i].direction)) <
            near_t_pose(capture))
            return false;
    }
    return true;
}

/* Returns true if the file rests in its first frame and that is not a T-pose: trunk, head and hands
 * are then turned as in that frame. The joints are in the rest pose. */
static bool is_posed(vrm_Capture* capture) {
    int32_t bones = 0, same = 0;
    if (!capture->file.may_be_posed || !capture->file.has_axes || capture->frame_count < 2)
        return false;
    vrmi_capture_sample(capture, 0.0);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        if (capture->joints[j].bone == VRM_BONE_NONE) continue;
        vrm_Quat rest = capture->file.joints[j].rest.rotation;
        bones++;
        same += vrmi_quat_angle(rest, capture->locals[j].rotation) < 0.01f;
    }
    capture->to_model = capture->file.to_model;
    vrm_Vec3 up = vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, vrmi_person_up(capture)));
    if (up.y < 0.35f) return false; /* the stated axes are wrong, or nobody stands */
    return same * 10 >= bones * 9 && !is_near_t_pose(capture);
}

/* ---- Rotations from the T-pose ---- */

/* Hands and fingers follow their limb. The lower limb is bent from where the upper one carries it,
 * so that an elbow bends as an elbow. */
static void correct_limb(vrm_Capture* capture, int limb, vrm_Quat base, bool always,
                         bool* is_reported) {
    vrm_Vec3 there = vrmi_limb_direction(capture, limb);
    vrm_Bone before = vrmi_limbs[limb].before;
    if (before != VRM_BONE_NONE && vrmi_person_has(capture, before)) base = capture->rests[before];
    capture->rests[vrmi_limbs[limb].bone] = base;
    if (vrmi_vec3_reach(there) == 0.0f) return;
    vrm_Vec3 here = vrmi_quat_rotate(base, vrmi_limbs[limb].direction);
    if (!always && vrmi_vec3_dot(here, there) >= near_t_pose(capture)) return;
    capture->rests[vrmi_limbs[limb].bone] = vrmi_quat_mul(vrmi_quat_from_to(here, there), base);
    *is_reported = *is_reported || vrmi_vec3_dot(here, there) < near_t_pose(capture);
}

/* Returns the direction from the foot to the joint in front of it, model axes. */
static vrm_Vec3 toe_direction(const vrm_Capture* capture, vrm_Bone foot) {
    vrm_Vec3 toe = vrmi_person_between(capture, foot, (vrm_Bone)(foot + 1));
    for (int32_t j = 0; j < capture->joint_count && vrmi_vec3_reach(toe) == 0.0f; j++)
        if (capture->joints[j].parent == capture->bones[foot] && vrmi_person_has(capture, foot))
            toe = vrmi_vec3_sub(capture->joints[j].place, vrmi_person_place(capture, foot));
    return vrmi_quat_rotate(capture->to_model, toe);
}

/* A foot whose toes are below its ankle hangs or is on tiptoe, as in a rest pose that is a frame of
 * a run: it is moved to where a flat foot has its toes, 40 degrees below. */
static vrm_Quat lifted_toes(vrm_Quat rest, vrm_Vec3 toe) {
    vrm_Vec3 from_rest = vrmi_quat_rotate(vrmi_quat_conjugate(rest), toe);
    float below = vrmi_atan2(-from_rest.y, from_rest.z);
    if (below < 72.0f * VRMI_TO_RADIANS) return rest;
    vrm_Quat lift =
        vrmi_quat_from_axis_angle((vrm_Vec3){1.0f, 0.0f, 0.0f}, below - 40.0f * VRMI_TO_RADIANS);
    return vrmi_quat_mul(rest, lift);
}

/* Legs that are spread at rest either turn their feet with them (CMU) or have flat feet: chooses
 * the one that turns the toes less to the side. */
static vrm_Quat foot_rest(const vrm_Capture* capture, vrm_Bone foot, vrm_Quat heading) {
    vrm_Quat leg = capture->rests[foot - 1];
    vrm_Vec3 toe = toe_direction(capture, foot);
    float with_leg = fabsf(vrmi_quat_rotate(vrmi_quat_conjugate(leg), toe).x);
    float flat = fabsf(vrmi_quat_rotate(vrmi_quat_conjugate(heading), toe).x);
    return with_leg <= flat ? leg : heading;
}

/* The feet of a standing person are flat on the ground, however bent the knees; toes may point to
 * the side. */
static vrm_Quat standing_foot_rest(const vrm_Capture* capture, vrm_Bone foot, vrm_Quat heading) {
    vrm_Vec3 ahead = vrmi_quat_rotate(heading, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 there = toe_direction(capture, foot);
    there.y = 0.0f;
    if (vrmi_vec3_reach(there) == 0.0f) return heading;
    there = vrmi_vec3_normalize(there);
    if (vrmi_vec3_dot(ahead, there) < 0.5f) return heading;
    return vrmi_quat_mul(vrmi_quat_from_to(ahead, there), heading);
}

/* Toes that are bent because the foot hangs or stands on them are corrected by their direction: in
 * the T-pose they are flat. */
static vrm_Quat bent_toes_rest(const vrm_Capture* capture, vrm_Bone toes, vrm_Quat heading) {
    vrm_Quat flat = standing_foot_rest(capture, (vrm_Bone)(toes - 1), heading);
    vrm_Vec3 here = vrmi_quat_rotate(flat, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 there = vrmi_person_direction(capture, toes);
    bool is_bent = vrmi_vec3_reach(there) > 0.0f && vrmi_vec3_dot(here, there) < NEAR_T_POSE;
    if (!is_bent || vrmi_vec3_dot(here, there) < 0.2f) return capture->rests[toes - 1];
    return vrmi_quat_mul(vrmi_quat_from_to(here, there), flat);
}

/* `trunk` NULL: it is upright in the reference pose. */
static bool find_rests(vrm_Capture* capture, vrm_Quat heading, const vrm_Quat* trunk,
                       bool is_t_pose, bool always, bool from_motion) {
    bool is_corrected = false;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        capture->rests[b] = parent == VRM_BONE_NONE ? heading : capture->rests[parent];
        if (trunk != NULL && b == VRM_BONE_SPINE) capture->rests[b] = *trunk;
        if (trunk != NULL && b == VRM_BONE_HEAD) capture->rests[b] = vrmi_rest_head(*trunk);
        if (b == VRM_BONE_LEFT_FOOT || b == VRM_BONE_RIGHT_FOOT) {
            capture->rests[b] = from_motion ? standing_foot_rest(capture, (vrm_Bone)b, heading)
                                            : foot_rest(capture, (vrm_Bone)b, heading);
            if (vrmi_person_has(capture, (vrm_Bone)(b + 1)) && !capture->file.is_figure)
                capture->rests[b] =
                    lifted_toes(capture->rests[b], toe_direction(capture, (vrm_Bone)b));
        }
        if (from_motion && (b == VRM_BONE_LEFT_TOES || b == VRM_BONE_RIGHT_TOES))
            capture->rests[b] = bent_toes_rest(capture, (vrm_Bone)b, heading);
        for (int i = 0; i < VRMI_LIMBS && !is_t_pose; i++)
            if ((int32_t)vrmi_limbs[i].bone == b)
                correct_limb(capture, i, heading, always, &is_corrected);
    }
    if (!is_t_pose) vrmi_capture_settle_hands(capture, from_motion);
    return is_corrected;
}

/* ---- The whole ---- */

/* Returns the largest angle of an arm from the T-pose, degrees. */
static float arms_off(const vrm_Capture* capture) {
    float off = 0.0f;
    for (int i = 0; i < VRMI_ARM_LIMBS; i++) {
        vrm_Vec3 there = vrmi_limb_direction(capture, i);
        if (vrmi_vec3_reach(there) == 0.0f) continue;
        float angle =
            vrmi_acos(vrmi_clamp(vrmi_vec3_dot(there, vrmi_limbs[i].direction), -1.0f, 1.0f));
        if (angle > off) off = angle;
    }
    return off / VRMI_TO_RADIANS;
}

static int bound_bones(const vrm_Capture* capture) {
    int count = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        count += capture->bones[b] >= 0 && vrmi_person_is_bound(capture, capture->bones[b]);
    return count;
}

static int all_bones(const vrm_Capture* capture) {
    int count = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) count += capture->bones[b] >= 0;
    return count;
}

static void report_rest(const vrm_Capture* capture, vrm_Report* report, int32_t frame,
                        bool is_corrected) {
    if (frame >= 0)
        vrmi_report_at(
            report, VRMI_RULE_MOTION_REST_FROM_MOTION, VRM_NO_OFFSET,
            "The skeleton at rest is no person who stands, so the rest pose is estimated from the "
            "motion, of which frame %d stands best. If limbs come out twisted, begin with a T-pose "
            "and use --rest first (VRM_CAPTURE_REST_FIRST_FRAME).",
            (int)frame);
    else if (frame == VRMI_PERSON_BIND)
        vrmi_report_at(report, VRMI_RULE_MOTION_REST_FROM_BIND, VRM_NO_OFFSET,
                       "The bind pose of the mesh is taken for the rest pose: %d of %d bones have "
                       "one, and the arms are up to %.0f degrees off the T-pose%s.",
                       bound_bones(capture), all_bones(capture), (double)arms_off(capture),
                       is_corrected ? ", which was corrected" : "");
    else if (is_corrected)
        vrmi_report_at(report, VRMI_RULE_MOTION_REST_CORRECTED, VRM_NO_OFFSET, NULL);
}

/* Whether a figure stands in the T-pose that its author made: arms straight out; legs may be
 * spread, and many authors bend knees a little. */
static bool is_authors_t_pose(const vrm_Capture* capture) {
    const float arms = 0.9848f, legs = 0.866f; /* cosines of 10 and 30 degrees */
    vrm_Quat heading = vrmi_rest_heading(capture);
    for (int i = 0; i < VRMI_LIMBS; i++) {
        vrm_Vec3 there = vrmi_limb_direction(capture, i);
        float fit = vrmi_vec3_dot(there, vrmi_quat_rotate(heading, vrmi_limbs[i].direction));
        if (vrmi_vec3_reach(there) > 0.0f && fit < (i < VRMI_ARM_LIMBS ? arms : legs)) return false;
    }
    return true;
}

/* The nodes of a figure, whatever pose its mesh was bound in. */
static bool rests_in_t_pose(vrm_Capture* capture) {
    vrmi_person_pose(capture, VRMI_PERSON_REST);
    if (!vrmi_rest_stands(capture)) return false;
    vrmi_capture_stand_up(capture);
    return is_authors_t_pose(capture);
}

/* Chooses the still pose: a take named T-pose exists for that, the bind pose is the one in which
 * the mesh was modelled, the rest pose is whatever the program left. */
static int32_t choose_still(vrm_Capture* capture, vrm_CaptureRest rest) {
    if (capture->take_pose != NULL && rest == VRM_CAPTURE_REST_GUESS && !capture->file.is_t_pose) {
        vrmi_person_pose(capture, VRMI_PERSON_TAKE);
        if (vrmi_rest_stands(capture)) return VRMI_PERSON_TAKE;
    }
    if (capture->file.is_figure && rests_in_t_pose(capture)) return VRMI_PERSON_REST;
    bool wants_bind = (rest == VRM_CAPTURE_REST_GUESS && !capture->file.is_t_pose) ||
                      rest == VRM_CAPTURE_REST_BIND;
    if (!wants_bind || capture->file.bind == NULL) return VRMI_PERSON_REST;
    vrmi_person_pose(capture, VRMI_PERSON_BIND);
    return vrmi_rest_stands(capture) ? VRMI_PERSON_BIND : VRMI_PERSON_REST;
}

/* Facts about a rest pose, which is a still pose or a frame of the motion. */
static void note_source(vrm_Capture* capture, int32_t still, bool is_first,
                        const vrmi_Standing* standing) {
    capture->rest_source = standing != NULL            ? VRM_REST_SOURCE_MOTION
                           : is_first                  ? VRM_REST_SOURCE_FIRST_FRAME
                           : still == VRMI_PERSON_BIND ? VRM_REST_SOURCE_BIND
                           : still == VRMI_PERSON_TAKE ? VRM_REST_SOURCE_TAKE
                                                       : VRM_REST_SOURCE_FILE;
    capture->rest_confidence = 1.0f;
    if (standing != NULL) /* 0.9 for a person who stands straight, about 0.4 for one who sits */
        capture->rest_confidence = vrmi_clamp(1.5f * standing->best.stand - 0.6f, 0.1f, 0.9f);
}

/* Returns the orientation from which a limb of the frame is straightened: the heading if the person
 * stands, else that of chest or hips, which may lie. */
static vrm_Quat limb_base(const vrm_Capture* capture, int limb, const vrmi_Standing* standing,
                          vrm_Quat heading) {
    if (standing->is_good) return heading;
    return capture->rests[limb < VRMI_ARM_LIMBS ? VRM_BONE_UPPER_CHEST : VRM_BONE_HIPS];
}

/* Children of limbs that other frames have changed follow them. */
static void improve(vrm_Capture* capture, const vrmi_Standing* standing, vrm_Quat heading) {
    bool ignored = false;
    uint64_t found = vrmi_rest_estimate(capture, standing);
    for (int i = 0; i < VRMI_LIMBS; i++)
        if ((found >> vrmi_limbs[i].bone & 1) == 0)
            correct_limb(capture, i, limb_base(capture, i, standing, heading), true, &ignored);
    capture->rests[VRM_BONE_LEFT_HAND] = capture->rests[VRM_BONE_LEFT_LOWER_ARM];
    capture->rests[VRM_BONE_RIGHT_HAND] = capture->rests[VRM_BONE_RIGHT_LOWER_ARM];
    vrmi_capture_settle_hands(capture, true);
}

/* By the axes of the joints; any pose will do. */
static void settle_by_axes(vrm_Capture* capture, const vrm_CaptureDef* def) {
    (void)vrmi_capture_find_axes(capture, VRMI_PERSON_REST, false, true);
    vrmi_person_pose(capture, 0);
    vrmi_rest_by_axes(capture);
    capture->rest_source = VRM_REST_SOURCE_AXES;
    capture->rest_confidence = 1.0f;
    vrmi_capture_find_size(capture, def);
    vrmi_capture_find_start(capture, def, NULL);
    vrmi_person_pose(capture, 0);
}

/* By the pose of the rest file. The axes are those of the motion; in them the pose is set upright
 * and faces ahead, whatever the axes and the heading of its file. */
static void settle_by_rest_file(vrm_Capture* capture, const vrm_CaptureDef* def) {
    int32_t still = choose_still(capture, VRM_CAPTURE_REST_GUESS);
    vrmi_person_pose(capture, still);
    bool is_person = vrmi_rest_stands(capture) && !(still == VRMI_PERSON_REST && is_posed(capture));
    (void)vrmi_capture_find_axes(capture, still, is_person, !is_person);
    vrm_Quat turn = vrmi_quat_mul(vrmi_quat_conjugate(capture->to_model), capture->rest_file_axes);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        vrm_Transform* local = &capture->rest_file_pose[j];
        if (capture->joints[j].parent >= 0) continue;
        local->translation = vrmi_quat_rotate(turn, local->translation);
        local->rotation = vrmi_quat_normalize(vrmi_quat_mul(turn, local->rotation));
    }
    vrmi_person_pose(capture, VRMI_PERSON_REST_FILE);
    bool is_corrected =
        find_rests(capture, vrmi_quat_identity(), NULL, def->rest == VRM_CAPTURE_REST_T_POSE,
                   def->rest == VRM_CAPTURE_REST_CORRECTED, false);
    capture->rest_source = VRM_REST_SOURCE_REST_FILE;
    capture->rest_confidence = 1.0f;
    vrmi_capture_find_size(capture, def);
    report_rest(capture, def->report, VRMI_PERSON_REST_FILE, is_corrected);
    vrmi_capture_find_start(capture, def, NULL);
    vrmi_person_pose(capture, VRMI_PERSON_REST_FILE);
}

void vrmi_capture_settle(vrm_Capture* capture, const vrm_CaptureDef* def) {
    if (capture->rest_file_pose != NULL) {
        settle_by_rest_file(capture, def);
        return;
    }
    bool is_first = def->rest == VRM_CAPTURE_REST_FIRST_FRAME;
    bool is_guess = def->rest == VRM_CAPTURE_REST_GUESS || def->rest == VRM_CAPTURE_REST_BIND;
    int32_t still = choose_still(capture, def->rest), frame = is_first ? 0 : still;
    if (is_guess && still == VRMI_PERSON_REST && vrmi_rest_has_axes(capture)) {
        settle_by_axes(capture, def);
        return;
    }
    vrmi_person_pose(capture, still);
    bool is_person = vrmi_rest_stands(capture);
    bool has_trunk = is_guess && is_person && still == VRMI_PERSON_REST && is_posed(capture);
    if (has_trunk) is_person = false;       /* a neutral standing pose */
    bool is_found = is_guess && !is_person; /* a frame is */
    vrm_Quat heading = vrmi_capture_find_axes(capture, still, is_person, is_first || is_found);
    float lowest = 0.0f;
    vrmi_Standing standing = {0};
    if (is_found) {
        standing = find_standing(capture, &lowest);
        standing.leans = has_trunk || !standing.is_good;
        frame = standing.frame;
    }
    vrmi_person_pose(capture, frame);
    if (is_first || is_found) heading = vrmi_rest_heading(capture);
    bool is_t_pose =
        def->rest == VRM_CAPTURE_REST_T_POSE ||
        (def->rest == VRM_CAPTURE_REST_GUESS && capture->file.is_t_pose && is_person) ||
        (capture->file.is_figure && is_authors_t_pose(capture));
    bool always = def->rest == VRM_CAPTURE_REST_CORRECTED || is_found;
    vrm_Quat trunk = vrmi_rest_trunk(capture, heading);
    bool is_corrected =
        find_rests(capture, heading, has_trunk ? &trunk : NULL, is_t_pose, always, is_found);
    /* A person in a T-pose looks ahead. */
    if (is_found && !is_near_t_pose(capture)) improve(capture, &standing, heading);
    note_source(capture, still, is_first, is_found ? &standing : NULL);
    vrmi_capture_find_size(capture, def);
    report_rest(capture, def->report, is_first ? VRMI_PERSON_REST : frame, is_corrected);
    vrmi_capture_find_start(capture, def, is_found ? &lowest : NULL);
    vrmi_person_pose(capture, frame);
}
