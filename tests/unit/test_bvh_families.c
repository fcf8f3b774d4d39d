/* SPDX-License-Identifier: MIT */
/* Motion capture as the usual programs write it (bvh_families.h): every joint must become the bone
 * it is meant to be, and the motion must arrive on the bundled avatar, hands and feet where they
 * belong, whatever the file's axes, unit and rest pose. */
#include "base/maths.h"
#include "bvh_families.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/skeleton_glb.h"
#include "vrm/capture.h"
#include "vrm/clip.h"
#include "vrm/record.h"
#include "vrm/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A person ---- */

/* Where bones are in the T-pose, metres; of pairs the left one. */
static vrm_Vec3 place_of(vrm_Bone bone) {
    static const vrm_Vec3 places[] = {[VRM_BONE_HIPS] = {0, 0.93f, 0},
                                      [VRM_BONE_SPINE] = {0, 1.03f, 0},
                                      [VRM_BONE_CHEST] = {0, 1.15f, 0},
                                      [VRM_BONE_UPPER_CHEST] = {0, 1.27f, 0},
                                      [VRM_BONE_NECK] = {0, 1.45f, 0},
                                      [VRM_BONE_HEAD] = {0, 1.54f, 0.01f},
                                      [VRM_BONE_LEFT_EYE] = {0.03f, 1.6f, 0.1f},
                                      [VRM_BONE_JAW] = {0, 1.56f, 0.05f},
                                      [VRM_BONE_LEFT_UPPER_LEG] = {0.09f, 0.88f, 0},
                                      [VRM_BONE_LEFT_LOWER_LEG] = {0.09f, 0.48f, 0},
                                      [VRM_BONE_LEFT_FOOT] = {0.09f, 0.08f, 0},
                                      [VRM_BONE_LEFT_TOES] = {0.09f, 0, 0.13f},
                                      [VRM_BONE_LEFT_SHOULDER] = {0.03f, 1.4f, 0},
                                      [VRM_BONE_LEFT_UPPER_ARM] = {0.15f, 1.4f, 0},
                                      [VRM_BONE_LEFT_LOWER_ARM] = {0.42f, 1.4f, 0},
                                      [VRM_BONE_LEFT_HAND] = {0.68f, 1.4f, 0}};
    if (bone >= VRM_BONE_LEFT_THUMB_METACARPAL) {
        int finger = (int)(bone - VRM_BONE_LEFT_THUMB_METACARPAL) % 15;
        float along = 0.03f * (float)(finger % 3);
        if (finger < 3) return (vrm_Vec3){0.7f + along, 1.4f, 0.04f + along};
        return (vrm_Vec3){0.76f + along, 1.4f, 0.04f - 0.02f * (float)(finger / 3)};
    }
    return places[bone];
}

static bool is_right(vrm_Bone bone) {
    return bone != VRM_BONE_NONE && strncmp(vrm_bone_name(bone), "right", 5) == 0;
}

static vrm_Bone left_of(vrm_Bone bone) {
    char name[40] = "left";
    if (!is_right(bone)) return bone;
    strcat(name, vrm_bone_name(bone) + 5);
    return vrm_bone_by_name(name);
}

/* ---- A skeleton from its description ---- */

enum { JOINTS_MAX = 128 };

typedef struct Joint {
    char name[64];
    int parent;
    vrm_Bone bone;
    vrm_Vec3 place; /* in the T-pose, model axes */
    vrm_Quat rest;  /* the file's rotation in the T-pose, model axes */
} Joint;

typedef struct Skeleton {
    Joint joints[JOINTS_MAX];
    int count;
} Skeleton;

/* '<' and '>' in a name are sides. */
static void write_name(char* out, const Family* family, const char* from, size_t size, bool right) {
    const char* side = right ? family->right : family->left;
    strcpy(out, family->prefix);
    for (size_t i = 0; i < size; i++) {
        size_t used = strlen(out);
        if (from[i] == '<')
            strcat(out, side);
        else if (from[i] == '>')
            out[used] = side[0], out[used + 1] = '\0';
        else
            out[used] = from[i], out[used + 1] = '\0';
    }
}

/* One joint with all below it; gives back what follows. `side` is "" in the middle. */
static const char* read_joint(Skeleton* s, const Family* family, const char* at, int parent,
                              const char* side) {
    if (*at == '*') {
        read_joint(s, family, at + 1, parent, "left");
        return read_joint(s, family, at + 1, parent, "right");
    }
    size_t size = strcspn(at, "={},");
    assert_true(s->count < JOINTS_MAX);
    int self = s->count++;
    Joint* joint = &s->joints[self];
    *joint = (Joint){.parent = parent, .bone = VRM_BONE_NONE};
    write_name(joint->name, family, at, size, strcmp(side, "right") == 0);
    at += size;
    if (*at == '=') {
        char bone[40];
        size = strcspn(at + 1, "{},");
        snprintf(bone, sizeof bone, "%s%.*s", side, (int)size, at + 1);
        joint->bone = vrm_bone_by_name(bone);
        if (joint->bone == VRM_BONE_NONE) fail_msg("%s: no bone %s", family->name, bone);
        at += 1 + size;
    }
    if (strncmp(at, "{}", 2) == 0) return at + 2;
    if (*at == '{') {
        do at = read_joint(s, family, at + 1, self, side);
        while (*at == ',');
        assert_int_equal(*at, '}');
        at++;
    }
    return at;
}

/* That of the joint, or of the nearest one above it. */
static vrm_Bone bone_near(const Skeleton* s, int j) {
    vrm_Bone bone = VRM_BONE_NONE;
    for (; j >= 0 && bone == VRM_BONE_NONE; j = s->joints[j].parent) bone = s->joints[j].bone;
    return bone;
}

static vrm_Quat rest_turn(const Family* family, const Skeleton* s, int j) {
    vrm_Bone bone = bone_near(s, j);
    if (family->rest == LYING) /* X is Y, and so on */
        return vrmi_quat_from_basis((vrm_Vec3){0, 1, 0}, (vrm_Vec3){0, 0, 1}, (vrm_Vec3){1, 0, 0});
    if (family->rest == LOCAL) {
        /* X along the bone, and an awkward turn about it that differs from joint to joint. */
        vrm_Vec3 along = {0, 1, 0};
        vrm_Bone left = left_of(bone);
        if (left >= VRM_BONE_LEFT_UPPER_LEG && left <= VRM_BONE_LEFT_TOES) along.y = -1;
        if (left >= VRM_BONE_LEFT_SHOULDER) along = (vrm_Vec3){is_right(bone) ? -1.0f : 1.0f, 0, 0};
        vrm_Quat turn = vrmi_quat_from_to((vrm_Vec3){1, 0, 0}, along);
        return vrmi_quat_mul(turn, test_turn(1, 0, 0, 90.0f * (float)(j % 4)));
    }
    vrm_Bone left = left_of(bone);
    bool is_arm = left >= VRM_BONE_LEFT_UPPER_ARM && left != VRM_BONE_NONE &&
                  (left < VRM_BONE_RIGHT_SHOULDER || left >= VRM_BONE_LEFT_THUMB_METACARPAL);
    bool is_leg = left >= VRM_BONE_LEFT_UPPER_LEG && left <= VRM_BONE_LEFT_TOES;
    bool hangs = family->rest == HANGING || family->rest == SPREAD_HANGING;
    bool is_spread = family->rest == SPREAD || family->rest == SPREAD_HANGING;
    float drop = hangs ? 90.0f : family->rest == A_POSE ? 45.0f : 0.0f;
    if (is_leg && is_spread) return test_turn(0, 0, 1, is_right(bone) ? 20.0f : -20.0f);
    return is_arm ? test_turn(0, 0, 1, is_right(bone) ? -drop : drop) : vrmi_quat_identity();
}

static Skeleton* make_skeleton(const Family* family) {
    Skeleton* s = calloc(1, sizeof *s);
    assert_non_null(s);
    const char* end = read_joint(s, family, family->joints, -1, "");
    if (*end != '\0') fail_msg("%s: %s is left", family->name, end);
    for (int j = 0; j < s->count; j++) {
        Joint* joint = &s->joints[j];
        bool has_bone = joint->bone != VRM_BONE_NONE;
        if (has_bone) joint->place = place_of(left_of(joint->bone));
        if (is_right(joint->bone)) joint->place.x = -joint->place.x;
        if (!has_bone && joint->parent >= 0) joint->place = s->joints[joint->parent].place;
        joint->rest = rest_turn(family, s, j);
    }
    return s;
}

/* ---- The motion ---- */

enum { STANDING, ARMS_UP, KNEE_UP, FRAMES };

static bool makes_fists; /* in every frame, with bent and turned wrists, thumbs and toes */

/* The turn of a hand that makes a fist, of a finger of it, or of toes. */
static vrm_Quat fist_turn(vrm_Bone left, float sign) {
    if (left == VRM_BONE_LEFT_HAND)
        return vrmi_quat_mul(test_turn(0, 0, 1, sign * -30.0f), test_turn(1, 0, 0, 40.0f));
    if (left == VRM_BONE_LEFT_THUMB_METACARPAL) return test_turn(0, 1, 0, sign * 40.0f);
    if (left == VRM_BONE_LEFT_TOES) return test_turn(1, 0, 0, -35.0f);
    if (left < VRM_BONE_LEFT_INDEX_PROXIMAL || left > VRM_BONE_LEFT_LITTLE_DISTAL)
        return vrmi_quat_identity();
    return test_turn(0, 0, 1, sign * -65.0f);
}

/* Turns of the bones from the T-pose, each relative to its parent. Somebody stands and faces a bit
 * aside, raises both arms to the sides by 45 degrees, and lifts the left knee with bent elbows. */
static vrm_Quat turn_of(vrm_Bone bone, int frame) {
    vrm_Bone left = left_of(bone);
    float sign = is_right(bone) ? -1.0f : 1.0f;
    if (bone == VRM_BONE_HIPS) return test_turn(0, 1, 0, 20.0f);
    if (left == VRM_BONE_LEFT_UPPER_ARM)
        return test_turn(0, 0, 1,
                         sign * (frame == STANDING  ? -85.0f
                                 : frame == ARMS_UP ? 45.0f
                                                    : 0));
    if (frame == KNEE_UP && bone == VRM_BONE_LEFT_UPPER_LEG) return test_turn(1, 0, 0, -60.0f);
    if (frame == KNEE_UP && bone == VRM_BONE_LEFT_LOWER_LEG) return test_turn(1, 0, 0, 80.0f);
    if (frame == KNEE_UP && left == VRM_BONE_LEFT_LOWER_ARM)
        return test_turn(0, 1, 0, sign * -70.0f);
    if (frame == KNEE_UP && bone == VRM_BONE_HEAD) return test_turn(1, 0, 0, 25.0f);
    if (makes_fists) return fist_turn(left, sign);
    return vrmi_quat_identity();
}

/* How far the hips have moved, metres. */
static vrm_Vec3 way_of(int frame) {
    return (vrm_Vec3){0.1f * (float)frame, 0, 0.2f * (float)frame};
}

/* ---- As text ---- */

static vrm_Quat axes_turn(Axes axes) {
    switch (axes) {
    case Z_UP: return test_turn(1, 0, 0, 90.0f); /* up to +Z, the front to -Y */
    case FACES_BACK: return test_turn(0, 1, 0, 180.0f);
    case Y_DOWN: return test_turn(1, 0, 0, 180.0f);
    default: return vrmi_quat_identity();
    }
}

/* Angles about the axes of `order`, the first turn being the outermost. */
static void split_turn(vrm_Quat q, const char* order, float out_degrees[3]) {
    vrm_Affine m = vrmi_affine_from_transform((vrm_Transform){{0, 0, 0}, q, {1, 1, 1}});
    float rows[3][3];
    for (int c = 0; c < 3; c++) {
        vrm_Vec3 column = vrmi_affine_column(&m, c);
        rows[0][c] = column.x, rows[1][c] = column.y, rows[2][c] = column.z;
    }
    int a = order[0] - 'X', b = order[1] - 'X', c = order[2] - 'X';
    float sign = (a + 1) % 3 == b ? 1.0f : -1.0f, sine = sign * rows[a][c];
    sine = sine > 1 ? 1 : sine < -1 ? -1 : sine;
    out_degrees[1] = asinf(sine);
    if (fabsf(sine) > 0.99999f) {
        out_degrees[0] = atan2f(sign * rows[c][b], rows[b][b]);
        out_degrees[2] = 0;
    } else {
        out_degrees[0] = atan2f(-sign * rows[b][c], rows[c][c]);
        out_degrees[2] = atan2f(-sign * rows[a][b], rows[a][a]);
    }
    for (int i = 0; i < 3; i++) out_degrees[i] *= 57.29577951f;
}

typedef struct Text {
    char* data;
    size_t size, room;
} Text;

static void put(Text* text, const char* format, ...) {
    va_list list;
    va_start(list, format);
    int size = vsnprintf(text->data + text->size, text->room - text->size, format, list);
    va_end(list);
    assert_true(size >= 0 && (size_t)size < text->room - text->size);
    text->size += (size_t)size;
}

static vrm_Vec3 offset_of(const Family* family, const Skeleton* s, int j) {
    const Joint* joint = &s->joints[j];
    vrm_Vec3 offset = joint->place;
    if (joint->parent >= 0) {
        const Joint* parent = &s->joints[joint->parent];
        offset = vrmi_quat_rotate(vrmi_quat_conjugate(parent->rest),
                                  vrmi_vec3_sub(joint->place, parent->place));
    }
    return vrmi_vec3_scale(vrmi_quat_rotate(axes_turn(family->axes), offset), 1 / family->metres);
}

static void put_joint(Text* text, const Family* family, const Skeleton* s, int j) {
    const Joint* joint = &s->joints[j];
    vrm_Vec3 offset = offset_of(family, s, j);
    bool is_leaf = true;
    put(text, "%s %s\n{\n\tOFFSET %g %g %g\n", joint->parent < 0 ? "ROOT" : "JOINT", joint->name,
        (double)offset.x, (double)offset.y, (double)offset.z);
    bool has_position = joint->parent < 0 || family->has_positions;
    put(text, "\tCHANNELS %d%s", has_position ? 6 : 3,
        has_position ? " Xposition Yposition Zposition" : "");
    for (int i = 0; i < 3; i++) put(text, " %crotation", family->order[i]);
    put(text, "\n");
    for (int child = j + 1; child < s->count; child++) {
        if (s->joints[child].parent != j) continue;
        put_joint(text, family, s, child);
        is_leaf = false;
    }
    if (is_leaf) {
        vrm_Bone left = left_of(bone_near(s, j));
        vrm_Vec3 end = {0, left == VRM_BONE_LEFT_FOOT ? -0.08f : 0,
                        left == VRM_BONE_LEFT_TOES ? 0.05f : 0};
        end = vrmi_quat_rotate(vrmi_quat_conjugate(joint->rest), end);
        end = vrmi_vec3_scale(vrmi_quat_rotate(axes_turn(family->axes), end), 1 / family->metres);
        put(text, "\tEnd Site\n\t{\n\t\tOFFSET %g %g %g\n\t}\n", (double)end.x, (double)end.y,
            (double)end.z);
    }
    put(text, "}\n");
}

/* The file's rotation of each joint from the origin; joints that are no bones go with their parent.
 */
static void find_worlds(const Family* family, const Skeleton* s, int frame, vrm_Quat* out) {
    vrm_Quat turns[JOINTS_MAX], there = axes_turn(family->axes), back = vrmi_quat_conjugate(there);
    for (int j = 0; j < s->count; j++) {
        const Joint* joint = &s->joints[j];
        vrm_Quat above = joint->parent < 0 ? vrmi_quat_identity() : turns[joint->parent];
        turns[j] = joint->bone == VRM_BONE_NONE ? above
                                                : vrmi_quat_mul(above, turn_of(joint->bone, frame));
        out[j] = vrmi_quat_mul(there, vrmi_quat_mul(vrmi_quat_mul(turns[j], joint->rest), back));
    }
}

static void put_frame(Text* text, const Family* family, const Skeleton* s, int frame) {
    vrm_Quat worlds[JOINTS_MAX];
    find_worlds(family, s, frame, worlds);
    for (int j = 0; j < s->count; j++) {
        const Joint* joint = &s->joints[j];
        vrm_Vec3 place = offset_of(family, s, j);
        vrm_Quat local = worlds[j];
        if (joint->parent >= 0)
            local = vrmi_quat_mul(vrmi_quat_conjugate(worlds[joint->parent]), local);
        else
            place = vrmi_vec3_add(
                place, vrmi_vec3_scale(vrmi_quat_rotate(axes_turn(family->axes), way_of(frame)),
                                       1 / family->metres));
        if (family->has_fixed_hips) place = (vrm_Vec3){0, 0, 0};
        if (joint->parent < 0 || family->has_positions)
            put(text, "%g %g %g ", (double)place.x, (double)place.y, (double)place.z);
        float angles[3];
        split_turn(local, family->order, angles);
        put(text, "%.5f %.5f %.5f ", (double)angles[0], (double)angles[1], (double)angles[2]);
    }
    put(text, "\n");
}

/* Free the text. */
static char* write_bvh(const Family* family, const Skeleton* s) {
    Text text = {.data = calloc(1, 1 << 17), .room = 1 << 17};
    assert_non_null(text.data);
    put(&text, "HIERARCHY\n");
    put_joint(&text, family, s, 0);
    put(&text, "MOTION\nFrames: %d\nFrame Time: 0.5\n", FRAMES);
    for (int f = 0; f < FRAMES; f++) put_frame(&text, family, s, f);
    return text.data;
}

static vrm_Capture* read_family(const Family* family, const Skeleton* s, vrm_Report* report) {
    char* text = write_bvh(family, s);
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Capture* bvh = NULL;
    def.report = report;
    vrm_Result result = vrm_capture_read(text, strlen(text), &def, &bvh);
    if (result != VRM_OK) fail_msg("%s: %s", family->name, vrm_result_text(result));
    free(text);
    return bvh;
}

/* ---- Names ---- */

static const char* name_of(vrm_Bone bone) {
    return bone == VRM_BONE_NONE ? "nothing" : vrm_bone_name(bone);
}

static int check_joints(const Family* family, const Skeleton* s, const vrm_Capture* bvh) {
    int wrong = 0, next = 0;
    for (int32_t j = 0; j < vrm_capture_joint_count(bvh); j++) {
        const char* name = vrm_capture_joint_name(bvh, j);
        if (name[0] == '\0') continue; /* an End Site */
        const Joint* joint = &s->joints[next++];
        assert_string_equal(name, joint->name);
        if (vrm_capture_joint_bone(bvh, j) == joint->bone) continue;
        print_error("%s: %s is %s, not %s\n", family->name, name,
                    name_of(vrm_capture_joint_bone(bvh, j)), name_of(joint->bone));
        wrong++;
    }
    assert_int_equal(next, s->count);
    return wrong;
}

static void expect_findings(const Family* family, const vrm_Report* report, const char* code,
                            int count) {
    if (test_count_findings(report, code) != count)
        fail_msg("%s: %s is not reported %d times", family->name, code, count);
}

static void joints_of_every_family_become_their_bones(void** state) {
    (void)state;
    int wrong = 0;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        vrm_Report* report = NULL;
        Skeleton* s = make_skeleton(&families[i]);
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        vrm_Capture* bvh = read_family(&families[i], s, report);
        int unnamed = 0;
        for (int j = 0; j < s->count; j++) unnamed += s->joints[j].bone == VRM_BONE_NONE;
        wrong += check_joints(&families[i], s, bvh);
        bool is_off = families[i].rest > T_POSE && families[i].rest < LYING;
        expect_findings(&families[i], report, "MOTION_JOINTS_UNNAMED", unnamed > 0);
        expect_findings(&families[i], report, "MOTION_BONES_MISSING", 0);
        expect_findings(&families[i], report, "MOTION_REST_FROM_MOTION", families[i].rest == LOCAL);
        expect_findings(&families[i], report, "MOTION_REST_CORRECTED", is_off);
        expect_findings(&families[i], report, "MOTION_LIFTED", families[i].has_fixed_hips);
        vrm_capture_destroy(bvh);
        vrm_report_destroy(report);
        free(s);
    }
    assert_int_equal(wrong, 0);
}

static void unit_of_every_family_is_guessed(void** state) {
    (void)state;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        Skeleton* s = make_skeleton(&families[i]);
        vrm_Capture* bvh = read_family(&families[i], s, NULL);
        if (!(fabsf(vrm_capture_metres(bvh) / families[i].metres - 1) <= 0.001f))
            fail_msg("%s: a unit is %g m, not %g", families[i].name,
                     (double)vrm_capture_metres(bvh), (double)families[i].metres);
        vrm_capture_destroy(bvh);
        free(s);
    }
}

/* ---- Poses ---- */

static bool has_bone(const vrm_Capture* bvh, vrm_Bone bone) {
    return (vrm_capture_bones(bvh) >> bone & 1) != 0;
}

static void poses_of_every_family_are_the_same(void** state) {
    (void)state;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        Skeleton* s = make_skeleton(&families[i]);
        vrm_Capture* bvh = read_family(&families[i], s, NULL);
        for (int f = 0; f < FRAMES; f++) {
            vrm_Pose pose;
            vrm_capture_pose(bvh, f, &pose);
            for (int b = 0; b < VRM_BONE_COUNT; b++) {
                if (!has_bone(bvh, (vrm_Bone)b)) continue;
                float angle = test_angle(pose.rotations[b], turn_of((vrm_Bone)b, f));
                if (!(angle <= 0.01f))
                    fail_msg("%s: frame %d, %s is %g degrees off", families[i].name, f,
                             vrm_bone_name((vrm_Bone)b), (double)angle * 57.3);
            }
            vrm_Vec3 way = way_of(f);
            if (families[i].has_fixed_hips) way = (vrm_Vec3){0, 0, 0};
            if (!(test_distance(pose.hips_offset, way) <= 0.02f))
                fail_msg("%s: frame %d, hips at %g %g %g", families[i].name, f,
                         (double)pose.hips_offset.x, (double)pose.hips_offset.y,
                         (double)pose.hips_offset.z);
        }
        vrm_capture_destroy(bvh);
        free(s);
    }
}

/* Where a frame stands in for the rest pose it says nothing of how hands are in the T-pose: palms
 * face down there, fingers are straight, thumbs point between front and side. Tips that have no end
 * below them go with the finger. */
static void fists_turned_palms_and_bent_toes_in_a_frame_that_stands_in_are_kept(void** state) {
    (void)state;
    int fingers = 0, toes = 0;
    makes_fists = true;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        Family family = families[i];
        family.rest = LOCAL;
        Skeleton* s = make_skeleton(&family);
        vrm_Capture* bvh = read_family(&family, s, NULL);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Bone left = left_of((vrm_Bone)b);
            vrm_Pose pose;
            bool is_finger = left >= VRM_BONE_LEFT_INDEX_PROXIMAL && left != VRM_BONE_NONE;
            bool is_tip =
                (left - VRM_BONE_LEFT_INDEX_PROXIMAL) % 3 == 2 || !has_bone(bvh, (vrm_Bone)(b + 1));
            bool has_knuckles = has_bone(bvh, VRM_BONE_LEFT_INDEX_PROXIMAL) &&
                                has_bone(bvh, VRM_BONE_LEFT_LITTLE_PROXIMAL);
            bool is_hand = left == VRM_BONE_LEFT_HAND || (left == VRM_BONE_LEFT_THUMB_METACARPAL &&
                                                          has_bone(bvh, (vrm_Bone)(b + 1)));
            bool is_toes = left == VRM_BONE_LEFT_TOES;
            if (!has_bone(bvh, (vrm_Bone)b)) continue;
            if (!is_toes && !(is_hand && has_knuckles) && (!is_finger || is_tip || !has_knuckles))
                continue;
            vrm_capture_pose(bvh, KNEE_UP, &pose);
            float angle = test_angle(pose.rotations[b], turn_of((vrm_Bone)b, KNEE_UP));
            if (!(angle <= 0.2f))
                fail_msg("%s: %s is %g degrees off", family.name, vrm_bone_name((vrm_Bone)b),
                         (double)angle * 57.3);
            fingers += is_finger;
            toes += is_toes;
        }
        vrm_capture_destroy(bvh);
        free(s);
    }
    makes_fists = false;
    assert_true(fingers > 0 && toes > 0);
}

/* Skeletons in anatomical position: forefingers are above little fingers. */
static void palms_that_face_forward_at_rest_are_told_by_the_knuckles(void** state) {
    (void)state;
    int hands = 0;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        vrm_Pose pose;
        if (families[i].rest != T_POSE || families[i].has_fixed_hips) continue;
        Skeleton* s = make_skeleton(&families[i]);
        for (int j = 0; j < s->count; j++) {
            vrm_Vec3* place = &s->joints[j].place;
            if (left_of(bone_near(s, j)) < VRM_BONE_LEFT_THUMB_METACARPAL) continue;
            *place = (vrm_Vec3){place->x, 1.4f + place->z, 0.0f};
        }
        vrm_Capture* bvh = read_family(&families[i], s, NULL);
        vrm_capture_pose(bvh, KNEE_UP, &pose);
        for (int b = VRM_BONE_LEFT_HAND; b <= VRM_BONE_RIGHT_HAND; b += 4) {
            if (!has_bone(bvh, VRM_BONE_LEFT_INDEX_PROXIMAL) ||
                !has_bone(bvh, VRM_BONE_LEFT_LITTLE_PROXIMAL))
                continue;
            assert_float_equal(test_angle(pose.rotations[b], test_turn(1, 0, 0, -90.0f)), 0.0f,
                               0.01f);
            hands++;
        }
        vrm_capture_destroy(bvh);
        free(s);
    }
    assert_true(hands > 0);
}

/* Thumbs of a bind pose, as Mixamo's, that point downwards too: their motion is told from where
 * thumbs are in the T-pose, so that they stay where they are. */
static void thumbs_that_point_down_at_rest_point_down_on_avatars(void** state) {
    (void)state;
    const vrm_Vec3 down = {0.775f, -0.447f, 0.447f};
    int thumbs = 0;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        vrm_Pose pose;
        if (families[i].rest != T_POSE || families[i].has_fixed_hips) continue;
        Skeleton* s = make_skeleton(&families[i]);
        for (int j = 0; j < s->count; j++) {
            vrm_Bone left = left_of(bone_near(s, j));
            if (left < VRM_BONE_LEFT_THUMB_METACARPAL || left > VRM_BONE_LEFT_THUMB_DISTAL)
                continue;
            vrm_Vec3 first = place_of(VRM_BONE_LEFT_THUMB_METACARPAL);
            float along = 0.04f * (float)(left - VRM_BONE_LEFT_THUMB_METACARPAL);
            vrm_Vec3 place = vrmi_vec3_add(first, vrmi_vec3_scale(down, along));
            if (is_right(bone_near(s, j))) place.x = -place.x;
            s->joints[j].place = place;
        }
        vrm_Capture* bvh = read_family(&families[i], s, NULL);
        vrm_capture_pose(bvh, KNEE_UP, &pose);
        for (int side = 0; side < 2; side++) {
            vrm_Bone thumb =
                side == 0 ? VRM_BONE_LEFT_THUMB_METACARPAL : VRM_BONE_RIGHT_THUMB_METACARPAL;
            float sign = side == 0 ? 1.0f : -1.0f;
            if (!has_bone(bvh, thumb) || !has_bone(bvh, (vrm_Bone)(thumb + 1))) continue;
            vrm_Vec3 t_pose = vrmi_vec3_normalize((vrm_Vec3){sign, 0, 1});
            vrm_Vec3 is = vrmi_quat_rotate(pose.rotations[thumb], t_pose);
            vrm_Vec3 should = vrmi_vec3_normalize((vrm_Vec3){sign * down.x, down.y, down.z});
            assert_float_equal(vrmi_vec3_distance(is, should), 0.0f, 0.002f);
            thumbs++;
        }
        vrm_capture_destroy(bvh);
        free(s);
    }
    assert_true(thumbs > 0);
}

/* ---- As glTF ---- */

/* The same joints and motion in a GLB, as Blender would write the file after importing it. */
static vrm_Capture* read_as_gltf(const Family* family, const Skeleton* s) {
    char* text = write_bvh(family, s);
    vrmi_CaptureInput input = {.bytes = text,
                               .size = strlen(text),
                               .max_bytes = 1 << 24,
                               .allocator = vrmi_allocator(NULL)};
    vrmi_Capture joints;
    TestSkeletonDef def = {0};
    vrm_Capture* capture = NULL;
    assert_int_equal(vrmi_capture_format((const uint8_t*)text, input.size)->read(&input, &joints),
                     VRM_OK);
    TestBytes glb = test_skeleton_glb(&joints, &def);
    vrm_Result result = vrm_capture_read(glb.data, glb.size, NULL, &capture);
    if (result != VRM_OK) fail_msg("%s: %s", family->name, vrm_result_text(result));
    test_bytes_free(&glb);
    joints.destroy(joints.reader);
    free(text);
    return capture;
}

static void families_read_the_same_from_gltf(void** state) {
    (void)state;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        Skeleton* s = make_skeleton(&families[i]);
        vrm_Capture* bvh = read_family(&families[i], s, NULL);
        vrm_Capture* gltf = read_as_gltf(&families[i], s);
        /* Another frame may stand in for the rest pose: there are more of them. */
        float most = families[i].rest == LOCAL ? 0.05f : 0.002f;
        assert_string_equal(vrm_capture_format(gltf), "glTF");
        if (vrm_capture_bones(bvh) != vrm_capture_bones(gltf))
            fail_msg("%s: other bones in glTF", families[i].name);
        for (int f = 0; f < FRAMES; f++) {
            vrm_Pose a, b;
            vrm_capture_pose(bvh, f, &a);
            vrm_capture_pose(gltf, f * 0.5 / vrm_capture_frame_time(gltf), &b);
            for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
                if (!(test_angle(a.rotations[bone], b.rotations[bone]) <= most))
                    fail_msg("%s: frame %d, %s is %g rad off in glTF", families[i].name, f,
                             vrm_bone_name((vrm_Bone)bone),
                             (double)test_angle(a.rotations[bone], b.rotations[bone]));
            /* Between frames feet are lower, from which a motion below the ground is lifted. */
            float far = families[i].has_fixed_hips ? 0.05f : 0.001f;
            if (!(test_distance(a.hips_offset, b.hips_offset) <= far))
                fail_msg("%s: frame %d, hips are elsewhere in glTF", families[i].name, f);
        }
        vrm_capture_destroy(bvh);
        vrm_capture_destroy(gltf);
        free(s);
    }
}

/* ---- On the avatar ---- */

typedef struct Stage {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
} Stage;

static Stage open_stage(void) {
    Stage stage = {0};
    SceneBytes hero = scene_hero(VRM_DIALECT_1, false);
    assert_non_null(hero.data);
    assert_int_equal(vrm_model_load(hero.data, hero.size, NULL, NULL, &stage.model), VRM_OK);
    scene_bytes_free(&hero);
    assert_int_equal(vrm_rig_build(stage.model, NULL, &stage.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &stage.sim), VRM_OK);
    stage.avatar = vrm_sim_add(stage.sim, stage.rig);
    return stage;
}

static void close_stage(Stage* stage) {
    vrm_sim_destroy(stage->sim);
    vrm_rig_destroy(stage->rig);
    vrm_model_destroy(stage->model);
}

/* What `vrm convert-motion` does. */
static vrm_Clip* make_clip(const vrm_Capture* bvh) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    def.hips_height = vrm_capture_hips_height(bvh);
    def.bones = vrm_capture_bones(bvh);
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    for (int f = 0; f < FRAMES; f++) {
        vrm_Pose pose;
        vrm_capture_pose(bvh, f, &pose);
        assert_int_equal(vrm_recorder_add_frame(recorder, f * vrm_capture_frame_time(bvh), &pose),
                         VRM_OK);
    }
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return clip;
}

static vrm_Vec3 rest_between(const vrm_Rig* rig, vrm_Bone from, vrm_Bone to) {
    return vrmi_vec3_sub(vrm_rig_rest_model(rig, vrm_rig_bone(rig, to)).translation,
                         vrm_rig_rest_model(rig, vrm_rig_bone(rig, from)).translation);
}

/* Where an upper and a lower limb put their end, seen from their root. */
static vrm_Vec3 reach_of(const vrm_Rig* rig, vrm_Bone upper, int frame) {
    vrm_Bone lower = (vrm_Bone)(upper + 1), end = (vrm_Bone)(upper + 2);
    vrm_Quat above = vrmi_quat_mul(turn_of(VRM_BONE_HIPS, frame), turn_of(upper, frame));
    vrm_Quat below = vrmi_quat_mul(above, turn_of(lower, frame));
    return vrmi_vec3_add(vrmi_quat_rotate(above, rest_between(rig, upper, lower)),
                         vrmi_quat_rotate(below, rest_between(rig, lower, end)));
}

static vrm_Vec3 seen_from(const Stage* stage, vrm_Bone from, vrm_Bone to) {
    const vrm_Affine* worlds = vrm_avatar_worlds(stage->sim, stage->avatar);
    return vrmi_vec3_sub(vrmi_affine_column(&worlds[vrm_rig_bone(stage->rig, to)], 3),
                         vrmi_affine_column(&worlds[vrm_rig_bone(stage->rig, from)], 3));
}

/* */
static void hands_and_feet_of_the_avatar_are_where_they_belong(void** state) {
    (void)state;
    static const vrm_Bone uppers[] = {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM,
                                      VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG};
    Stage stage = open_stage();
    for (int i = 0; i < FAMILY_COUNT; i++) {
        Skeleton* s = make_skeleton(&families[i]);
        vrm_Capture* bvh = read_family(&families[i], s, NULL);
        vrm_Clip* clip = make_clip(bvh);
        for (int f = 0; f < FRAMES; f++) {
            vrm_Player player = vrm_player(clip);
            player.loops = false;
            vrm_player_advance(&player, (float)f * 0.5f);
            assert_true(vrm_avatar_play(stage.sim, stage.avatar, &player, 1));
            vrm_sim_step(stage.sim, 0.0f);
            for (int u = 0; u < 4; u++) {
                vrm_Vec3 there = seen_from(&stage, uppers[u], (vrm_Bone)(uppers[u] + 2));
                vrm_Vec3 wanted = reach_of(stage.rig, uppers[u], f);
                if (!(test_distance(there, wanted) <= 0.004f))
                    fail_msg("%s: frame %d, the end of %s is at %g %g %g, not %g %g %g",
                             families[i].name, f, vrm_bone_name(uppers[u]), (double)there.x,
                             (double)there.y, (double)there.z, (double)wanted.x, (double)wanted.y,
                             (double)wanted.z);
            }
        }
        vrm_clip_destroy(clip);
        vrm_capture_destroy(bvh);
        free(s);
    }
    close_stage(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_every_family_become_their_bones),
        cmocka_unit_test(unit_of_every_family_is_guessed),
        cmocka_unit_test(poses_of_every_family_are_the_same),
        cmocka_unit_test(fists_turned_palms_and_bent_toes_in_a_frame_that_stands_in_are_kept),
        cmocka_unit_test(palms_that_face_forward_at_rest_are_told_by_the_knuckles),
        cmocka_unit_test(thumbs_that_point_down_at_rest_point_down_on_avatars),
        cmocka_unit_test(families_read_the_same_from_gltf),
        cmocka_unit_test(hands_and_feet_of_the_avatar_are_where_they_belong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
