/* SPDX-License-Identifier: MIT */
/* Swaps left and right, at the plane x = 0. */
#include "motion/edit/edited.h"

#include <string.h>

/* ---- Names of expressions ---- */

/* How a side is written in a name. "eyeBright" has none: words need a neighbour that ends them. */
typedef struct Side {
    const char* words[2]; /* left, right */
    bool needs_gap;       /* a character that is no letter is between the word and the rest */
    bool is_ending, is_beginning;
} Side;

static const Side sides[] = {
    {{"Left", "Right"}, false, true, true}, {{"left", "right"}, true, true, true},
    {{"LEFT", "RIGHT"}, true, true, true},  {{"_L", "_R"}, false, true, false},
    {{"_l", "_r"}, false, true, false},     {{".L", ".R"}, false, true, false},
    {{".l", ".r"}, false, true, false},     {{"-L", "-R"}, false, true, false},
    {{"L_", "R_"}, false, false, true},     {{"\xe5\xb7\xa6", "\xe5\x8f\xb3"}, false, true, true},
};

/* Where a name has a side: at `at`, written as `sides[side].words[which]`. */
typedef struct SideAt {
    size_t side, which, at;
} SideAt;

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}

static bool ends_with(const char* name, size_t length, const char* word, bool needs_gap) {
    size_t size = strlen(word);
    if (length < size || memcmp(name + length - size, word, size) != 0) return false;
    return !needs_gap || length == size || !is_letter(name[length - size - 1]);
}

/* "leftEye" and "Left_Eye", but not "lefty". */
static bool begins_with(const char* name, size_t length, const char* word) {
    size_t size = strlen(word);
    if (length <= size || memcmp(name, word, size) != 0) return false;
    bool is_word = is_letter(word[size - 1]);
    bool is_capital = is_word && !is_lower(word[size - 1]);
    return !is_word || (is_capital ? !is_letter(name[size]) : !is_lower(name[size]));
}

static bool find_side(const char* name, SideAt* out) {
    size_t length = strlen(name);
    for (size_t at_end = 1; at_end < 2; at_end--) /* endings first, then beginnings */
        for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
            for (size_t which = 0; which < 2; which++) {
                const char* word = sides[s].words[which];
                bool is_there =
                    at_end == 1
                        ? sides[s].is_ending && ends_with(name, length, word, sides[s].needs_gap)
                        : sides[s].is_beginning && begins_with(name, length, word);
                *out = (SideAt){s, which, at_end == 1 ? length - strlen(word) : 0};
                if (is_there) return true;
            }
    return false;
}

/* Gives an expression the name of the other side, if it has a side. */
static vrm_Result swap_name(const vrm_Allocator* allocator, vrmi_RecordedExpression* expression) {
    SideAt place;
    if (!find_side(expression->name, &place)) return VRM_OK;
    const char* const* words = sides[place.side].words;
    size_t before = strlen(words[place.which]), after = strlen(words[1 - place.which]);
    size_t size = expression->name_size - before + after;
    char* name = vrmi_alloc(allocator, size);
    if (name == NULL) return VRM_ERR_MEMORY;
    const char* old = expression->name;
    memcpy(name, old, place.at);
    memcpy(name + place.at, words[1 - place.which], after);
    memcpy(name + place.at + after, old + place.at + before,
           expression->name_size - place.at - before);
    vrmi_release(allocator, expression->name, expression->name_size);
    expression->name = name;
    expression->name_size = size;
    expression->preset = vrm_expression_preset_by_name(name);
    return VRM_OK;
}

/* ---- Poses ---- */

static vrm_Quat mirrored(vrm_Quat q) {
    return (vrm_Quat){q.x, -q.y, -q.z, q.w};
}

/* Returns the bone of the other side; the bone itself if it is in the middle. */
static int32_t other_side(int32_t bone) {
    for (int32_t left = 0; left < VRM_BONE_COUNT; left++) {
        vrm_Bone right = vrmi_record_mirrored((vrm_Bone)left);
        if (right == VRM_BONE_NONE) continue;
        if (left == bone) return (int32_t)right;
        if ((int32_t)right == bone) return left;
    }
    return bone;
}

static uint64_t mirrored_bones(const int32_t others[VRM_BONE_COUNT], uint64_t bones) {
    uint64_t out = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (bones >> b & 1) out |= (uint64_t)1 << others[b];
    return out;
}

static void mirror_pose(const int32_t others[VRM_BONE_COUNT], vrm_Pose* pose) {
    vrm_Pose old = *pose;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        pose->rotations[others[b]] = mirrored(old.rotations[b]);
    pose->hips_offset.x = -old.hips_offset.x;
}

static void mirror_skeleton(const int32_t others[VRM_BONE_COUNT], vrm_Skeleton* skeleton) {
    vrm_Skeleton old = *skeleton;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Vec3 p = old.positions[b];
        skeleton->positions[others[b]] = (vrm_Vec3){-p.x, p.y, p.z};
    }
    skeleton->bones = mirrored_bones(others, old.bones);
}

static vrm_Result mirror_motion(vrm_Motion* motion) {
    vrm_Recorder* frames = motion->edited.frames;
    int32_t others[VRM_BONE_COUNT];
    vrm_Result result = VRM_OK;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) others[b] = other_side(b);
    for (size_t f = 0; f < frames->count; f++) {
        mirror_pose(others, &frames->poses[f]);
        frames->gazes[f] = mirrored(frames->gazes[f]);
    }
    frames->bones = mirrored_bones(others, frames->bones);
    mirror_skeleton(others, &motion->edited.skeleton);
    for (size_t e = 0; result == VRM_OK && e < frames->expression_count; e++)
        result = swap_name(&frames->allocator, &frames->expressions[e]);
    return result;
}

vrm_Result vrm_motion_mirror(const vrm_Motion* motion, const vrm_MotionEditDef* given,
                             vrm_Motion** out_motion) {
    vrm_Result result = vrmi_edit_copy(motion, false, given, out_motion);
    if (result == VRM_OK) result = mirror_motion(*out_motion);
    if (result == VRM_OK) return VRM_OK;
    vrm_motion_destroy(*out_motion);
    *out_motion = NULL;
    return result;
}
