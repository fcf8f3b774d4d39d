/* SPDX-License-Identifier: MIT */
/* Completes the mapping by the structure of the skeleton: hips are where legs and trunk join; the
 * bones of the trunk follow their order from the hips up, since every program numbers them
 * differently; a head without a name is where the spine ends. */
#include "motion/capture/joint_names.h"

#include "base/ascii.h"

#include <stdio.h>
#include <string.h>

/* Whether `above` is the joint itself or one that it hangs on. */
static bool is_above(const vrm_Capture* capture, int32_t above, int32_t joint) {
    while (joint >= 0 && joint != above) joint = capture->joints[joint].parent;
    return joint >= 0;
}

/* The lowest joint above both; one that is -1 does not count. Joints come after their parents. */
static int32_t meet(const vrm_Capture* capture, int32_t a, int32_t b) {
    if (a < 0 || b < 0) return a < 0 ? b : a;
    while (a != b && a >= 0 && b >= 0) {
        if (a > b)
            a = capture->joints[a].parent;
        else
            b = capture->joints[b].parent;
    }
    return a == b ? a : -1;
}

/* Returns true if a mapping says that a joint is no bone. */
static bool is_excluded(const vrm_Capture* capture, const vrm_CaptureDef* def, int32_t joint) {
    vrm_Bone bone = VRM_BONE_NONE;
    return vrmi_capture_is_listed(capture, def, joint, &bone) && bone == VRM_BONE_NONE;
}

/* ---- Hips ---- */

/* Where both legs hang: told by the thighs, else by what is below them, because feet may hang
 * elsewhere (on the root, where they are driven by inverse kinematics). -1: there are none. */
static int32_t root_of_legs(const vrm_Capture* capture) {
    for (int part = 0; part < 3; part++) {
        int32_t left = capture->bones[VRM_BONE_LEFT_UPPER_LEG + part];
        int32_t right = capture->bones[VRM_BONE_RIGHT_UPPER_LEG + part];
        if (left >= 0 || right >= 0) return meet(capture, left, right);
    }
    return -1;
}

/* Where the legs meet what is above them; -1 when either is missing. */
static int32_t crotch(const vrm_Capture* capture) {
    static const vrm_Bone uppers[] = {VRM_BONE_NECK, VRM_BONE_HEAD, VRM_BONE_LEFT_UPPER_ARM,
                                      VRM_BONE_RIGHT_UPPER_ARM};
    int32_t low = root_of_legs(capture), high = -1;
    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++)
        high = meet(capture, high, capture->bones[uppers[i]]);
    return low < 0 || high < 0 ? -1 : meet(capture, low, high);
}

/* Whether named hips stay where they are, above the joint where legs and trunk meet. In motion they
 * do: they carry its way. A figure may have an armature of that name above its hips. */
static bool keeps_hips(const vrm_Capture* capture, int32_t hips, int32_t found) {
    bool is_named = vrmi_joint_is_trunk_end(capture->joints[found].plain);
    return is_above(capture, hips, found) && !(capture->file.is_figure && is_named);
}

static void settle_hips(vrm_Capture* capture, const vrm_CaptureDef* def, int rank) {
    int32_t hips = capture->bones[VRM_BONE_HIPS], found = crotch(capture);
    if (found < 0 || rank <= VRMI_JOINT_STATED) return;
    if (hips >= 0 && rank < VRMI_JOINT_WEAK && keeps_hips(capture, hips, found)) return;
    if (capture->joints[found].bone == VRM_BONE_NONE && !is_excluded(capture, def, found))
        vrmi_capture_set_bone(capture, found, VRM_BONE_HIPS);
}

/* ---- Head ---- */

/* Returns the depth of the tree of joints below. */
static int32_t length_below(const vrm_Capture* capture, int32_t joint) {
    int32_t longest = 0;
    for (int32_t j = joint + 1; j < capture->joint_count; j++) {
        if (capture->joints[j].is_end || !is_above(capture, joint, j)) continue;
        int32_t length = 0;
        for (int32_t at = j; at != joint; at = capture->joints[at].parent) length++;
        if (length > longest) longest = length;
    }
    return longest;
}

/* Returns true if names differ in numbers and what separates them at most. */
static bool is_numbered_alike(const char* a, const char* b) {
    static const char skipped[] = "0123456789._- ";
    for (;;) {
        a += strspn(a, skipped);
        b += strspn(b, skipped);
        if (*a != *b || *a == '\0') return *a == *b;
        a++;
        b++;
    }
}

/* Whether a joint of a figure may be its neck or head. It has hair and a jaw, which motion has not:
 * the eyes say where the head is, or the numbers of the trunk go on. Other heads are left to their
 * shape. */
static bool may_be_head(const vrm_Capture* capture, int32_t joint, int32_t above) {
    int32_t left = capture->bones[VRM_BONE_LEFT_EYE], right = capture->bones[VRM_BONE_RIGHT_EYE];
    if (!capture->file.is_figure) return true;
    if (left >= 0 && right >= 0) {
        int32_t head = meet(capture, left, right);
        return head == joint || is_above(capture, joint, head);
    }
    return is_numbered_alike(capture->joints[joint].plain, capture->joints[above].plain);
}

/* Finds neck and head of skeletons without joints of these names, such as Rigify's "spine.004" to
 * "spine.006": the chain above the arms that has no side. Skeletons of hundreds of joints are left
 * to a mapping. */
static void find_head(vrm_Capture* capture, const vrm_CaptureDef* def) {
    int32_t left = capture->bones[VRM_BONE_LEFT_UPPER_ARM],
            right = capture->bones[VRM_BONE_RIGHT_UPPER_ARM];
    if (capture->bones[VRM_BONE_NECK] >= 0 || capture->bones[VRM_BONE_HEAD] >= 0) return;
    if (left < 0 || right < 0 || capture->joint_count > 256) return;
    int32_t at = meet(capture, left, right), first = -1, last = -1;
    while (at >= 0) {
        int32_t best = -1, best_length = -1;
        for (int32_t j = at + 1; j < capture->joint_count; j++) {
            const vrmi_PersonJoint* joint = &capture->joints[j];
            if (joint->parent != at || joint->is_end || joint->bone != VRM_BONE_NONE) continue;
            if (is_above(capture, j, left) || is_above(capture, j, right)) continue;
            if (vrmi_joint_key(joint->plain, 0).side != VRMI_JOINT_MIDDLE) continue;
            if (is_excluded(capture, def, j) || !may_be_head(capture, j, at)) continue;
            int32_t length = length_below(capture, j);
            if (length <= best_length) continue;
            best = j;
            best_length = length;
        }
        if (best >= 0 && first < 0) first = best;
        if (best >= 0) last = best;
        at = best;
    }
    if (last < 0) return;
    vrmi_capture_set_bone(capture, last, VRM_BONE_HEAD);
    if (first != last) vrmi_capture_set_bone(capture, first, VRM_BONE_NECK);
}

/* ---- Trunk ---- */

/* "Spine1Part1": Advanced Skeleton's joints between those of the trunk, which carry skin. */
static bool is_part(const char* name) {
    const char* part = strstr(name, "Part");
    return part != NULL && vrmi_is_digit(part[4]);
}

static bool is_of_trunk(vrm_Bone bone) {
    return bone == VRM_BONE_SPINE || bone == VRM_BONE_CHEST || bone == VRM_BONE_UPPER_CHEST;
}

/* Joints between the hips and the neck: the first is the spine, the last the upper chest where
 * there are three or more, the chest in the middle (of four, the upper one: Xsens' T12, DAZ'
 * chestLower). A second pelvis or neck is none of them. Joints that a mapping puts there count, so
 * that the others stay what they are without it. */
static void name_trunk(vrm_Capture* capture, const vrm_CaptureDef* def) {
    int32_t trunk[16], count = 0;
    int32_t top = capture->bones[VRM_BONE_NECK] >= 0 ? capture->bones[VRM_BONE_NECK]
                                                     : capture->bones[VRM_BONE_HEAD];
    if (top < 0) return;
    int32_t at = capture->joints[top].parent;
    for (; at >= 0 && at != capture->bones[VRM_BONE_HIPS]; at = capture->joints[at].parent) {
        const vrmi_PersonJoint* joint = &capture->joints[at];
        vrm_Bone listed = VRM_BONE_NONE;
        bool is_listed = vrmi_capture_is_listed(capture, def, at, &listed);
        if (is_listed && (joint->bone != listed || !is_of_trunk(listed))) continue;
        if (!is_listed &&
            (joint->bone != VRM_BONE_NONE || is_part(joint->plain) ||
             vrmi_joint_is_trunk_end(joint->plain) || capture->file.joints[at].has_bone))
            continue;
        if (count < 16) trunk[count++] = at; /* from the top down */
    }
    if (at < 0 || count == 0) return;
    const vrm_Bone names[] = {VRM_BONE_SPINE, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST};
    int32_t places[] = {count - 1, count > 2 ? (count - 1) / 2 : 0, 0};
    for (int i = 0; i < 3 && i < count; i++)
        if (capture->bones[names[i]] < 0 && capture->joints[trunk[places[i]]].bone == VRM_BONE_NONE)
            vrmi_capture_set_bone(capture, trunk[places[i]], names[i]);
}

/* Whether a bone ends a limb that inverse kinematics may drive: foot, toes or hand. */
static bool ends_limb(int32_t bone) {
    return bone == VRM_BONE_LEFT_FOOT || bone == VRM_BONE_RIGHT_FOOT ||
           bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES ||
           bone == VRM_BONE_LEFT_HAND || bone == VRM_BONE_RIGHT_HAND;
}

/* Drops bones that are not below the hips, except feet and hands whose upper limb is there: game
 * rigs of Blender have feet below the root. The parent of a bone has a lower number than the bone.
 */
static void drop_strays(vrm_Capture* capture) {
    int32_t hips = capture->bones[VRM_BONE_HIPS];
    for (int32_t b = VRM_BONE_SPINE; b < VRM_BONE_COUNT; b++) {
        if (capture->bones[b] < 0 || (hips >= 0 && is_above(capture, hips, capture->bones[b])))
            continue;
        if (hips >= 0 && ends_limb(b) && capture->bones[vrm_bone_parent((vrm_Bone)b)] >= 0)
            continue;
        capture->joints[capture->bones[b]].bone = VRM_BONE_NONE;
        capture->bones[b] = -1;
    }
}

/* ---- What is left ---- */

/* A finding has room for 1024 bytes. Where nothing was recognised, all names are of use. */
enum { LIST_ROOM = 160, LONG_LIST_ROOM = 800 };

/* The names of joints that are no bones, as many as there is room for; how many there are. */
static int32_t list_unnamed(const vrm_Capture* capture, char* names, size_t room) {
    int32_t count = 0;
    names[0] = '\0';
    for (int32_t j = 0; j < capture->joint_count; j++) {
        const vrmi_PersonJoint* joint = &capture->joints[j];
        if (joint->is_end || joint->bone != VRM_BONE_NONE) continue;
        if (capture->file.joints[j].has_bone) continue; /* the file says that it is none */
        size_t used = strlen(names), size = strlen(joint->name);
        if (size > 0 && used + size + 8 < room)
            snprintf(names + used, room - used, "%s%s", used == 0 ? "" : ", ", joint->name);
        else if (size > 0 && (used < 3 || strcmp(names + used - 3, "...") != 0))
            snprintf(names + used, room - used, "%s...", used == 0 ? "" : ", ");
        count++;
    }
    if (names[0] == '\0' && count > 0) snprintf(names, room, "without a name");
    return count;
}

static void report_unnamed(const vrm_Capture* capture, const vrm_CaptureDef* def) {
    char names[LONG_LIST_ROOM];
    bool has_hips = capture->bones[VRM_BONE_HIPS] >= 0;
    int32_t count = list_unnamed(capture, names, has_hips ? LIST_ROOM : LONG_LIST_ROOM);
    if (!has_hips)
        vrmi_report_at(
            def->report, VRMI_RULE_MOTION_NO_BONES, VRM_NO_OFFSET,
            "No hips were recognised among the joints (%d%s%s); say which joint is which "
            "bone with a mapping: --map, for which --map-template writes all joints "
            "(vrm_CaptureDef.names).",
            (int)count, count > 0 ? ": " : "", names);
    else if (count > 0)
        vrmi_report_at(
            def->report, VRMI_RULE_MOTION_JOINTS_UNNAMED, VRM_NO_OFFSET,
            "Joints that were not recognised as bones (%d): %s. Those between bones move "
            "what hangs on them, the others are left out. A mapping can name them.",
            (int)count, names);
}

/* ---- Limbs that are missing ---- */

/* Names of the joints from the end of a limb up to the next bone, as many as there is room for. */
static void list_above(const vrm_Capture* capture, int32_t end, char names[LIST_ROOM]) {
    names[0] = '\0';
    for (int32_t at = capture->joints[end].parent; at >= 0; at = capture->joints[at].parent) {
        size_t used = strlen(names);
        if (capture->joints[at].bone != VRM_BONE_NONE) return;
        if (used + strlen(capture->joints[at].name) + 8 >= LIST_ROOM) return;
        snprintf(names + used, LIST_ROOM - used, "%s%s", used == 0 ? "" : ", ",
                 capture->joints[at].name);
    }
}

bool vrmi_capture_has_limbs(const vrm_Capture* capture, const vrm_CaptureDef* def) {
    static const vrm_Bone uppers[] = {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG,
                                      VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM};
    enum { BELOW = 2 }; /* the lower limb, and the foot or hand */
    char names[LIST_ROOM];
    for (int i = 0; i < BELOW * (int)(sizeof uppers / sizeof *uppers); i++) {
        vrm_Bone above = (vrm_Bone)((int)uppers[i / BELOW] + i % BELOW);
        vrm_Bone bone = (vrm_Bone)(above + 1);
        if (capture->bones[bone] < 0 || capture->bones[above] >= 0) continue;
        list_above(capture, capture->bones[bone], names);
        if (names[0] == '\0') continue; /* it hangs on another bone: there is nothing to carry */
        vrmi_report_at(def->report, VRMI_RULE_MOTION_LIMBS_MISSING, VRM_NO_OFFSET,
                       "The %s was recognised, but not the %s that it hangs on: joints %s. Their "
                       "motion would be put into it. Name them with a mapping: --map "
                       "(vrm_CaptureDef.names).",
                       vrm_bone_name(bone), vrm_bone_name(above), names);
        return false;
    }
    return true;
}

void vrmi_capture_name_bones(vrm_Capture* capture, const vrm_CaptureDef* def) {
    int ranks[VRM_BONE_COUNT];
    vrmi_capture_name_joints(capture, def, ranks);
    settle_hips(capture, def, ranks[VRM_BONE_HIPS]);
    find_head(capture, def);
    if (capture->bones[VRM_BONE_HIPS] >= 0) name_trunk(capture, def);
    drop_strays(capture);
    report_unnamed(capture, def);
    capture->bone_bits = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (capture->bones[b] >= 0) capture->bone_bits |= (uint64_t)1 << b;
}

/* ---- What is sampled ---- */

static bool is_limb(vrm_Bone bone) {
    return bone > VRM_BONE_JAW; /* legs, arms, fingers */
}

void vrmi_capture_find_needed(vrm_Capture* capture) {
    bool has_legs = capture->bones[VRM_BONE_LEFT_LOWER_LEG] >= 0 ||
                    capture->bones[VRM_BONE_RIGHT_LOWER_LEG] >= 0;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        vrmi_PersonJoint* joint = &capture->joints[j];
        int32_t near = joint->parent;
        while (near >= 0 && capture->joints[near].bone == VRM_BONE_NONE)
            near = capture->joints[near].parent;
        joint->is_body = near >= 0 || joint->bone != VRM_BONE_NONE || !has_legs;
        capture->is_needed[j] = joint->bone != VRM_BONE_NONE || !has_legs ||
                                (near >= 0 && is_limb(capture->joints[near].bone));
    }
    for (int32_t j = capture->joint_count - 1; j >= 0; j--) /* children first */
        if (capture->is_needed[j] && capture->joints[j].parent >= 0)
            capture->is_needed[capture->joints[j].parent] = true;
    if (capture->file.restrict_to != NULL)
        capture->file.restrict_to(capture->file.reader, capture->is_needed);
}
