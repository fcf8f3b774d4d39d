/* SPDX-License-Identifier: MIT */
/* Some programs put something behind most joints: the name of the rig ("thigh.l_Armature",
 * "Hips_bind") or a number ("LeftArm_012"). It is cut off before names are looked up. */
#include "base/ascii.h"
#include "motion/capture/person.h"

#include <string.h>

/* Behind the last '_' of a name, in bytes; its length where there is none, or a side follows. */
static size_t ending_of(const char* name) {
    size_t size = strlen(name), at = size;
    while (at > 1 && name[at - 1] != '_') at--;
    if (at <= 1) return size;
    bool is_side = size - at == 1 && strchr("lLrR", name[at]) != NULL;
    return is_side ? size : at;
}

static bool is_number(const char* word) {
    if (*word == '\0') return false;
    while (vrmi_is_digit(*word)) word++;
    return *word == '\0';
}

/* Returns true if a name ends like most others: in a number, or in the word `shared`. */
static bool ends_alike(const char* name, const char* shared) {
    const char* word = name + ending_of(name);
    return shared == NULL ? is_number(word) : strcmp(word, shared) == 0;
}

static int32_t count_alike(const vrm_Capture* capture, const char* shared) {
    int32_t count = 0;
    for (int32_t j = 0; j < capture->joint_count; j++)
        count += !capture->joints[j].is_end && ends_alike(capture->joints[j].name, shared);
    return count;
}

/* False: names have no ending in common. `out_shared` is NULL for numbers. */
static bool find_ending(const vrm_Capture* capture, const char** out_shared) {
    int32_t names = 0, tries = 0;
    for (int32_t j = 0; j < capture->joint_count; j++) names += !capture->joints[j].is_end;
    *out_shared = NULL;
    if (names < 8) return false;
    if ((int64_t)count_alike(capture, NULL) * 10 >= (int64_t)names * 9) return true;
    for (int32_t j = 0; j < capture->joint_count && tries < 8; j++) {
        const char* name = capture->joints[j].name;
        *out_shared = name + ending_of(name);
        if (capture->joints[j].is_end || **out_shared == '\0' || is_number(*out_shared)) continue;
        if ((int64_t)count_alike(capture, *out_shared) * 3 >= (int64_t)names * 2) return true;
        tries++;
    }
    return false;
}

vrm_Result vrmi_capture_cut_names(vrm_Capture* capture) {
    const char* shared;
    size_t at = 0;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        capture->joints[j].plain = capture->joints[j].name;
        capture->plain_size += strlen(capture->joints[j].name) + 1;
    }
    if (!find_ending(capture, &shared)) {
        capture->plain_size = 0;
        return VRM_OK;
    }
    capture->plain_names = vrmi_alloc(&capture->allocator, capture->plain_size);
    if (capture->plain_names == NULL) return VRM_ERR_MEMORY;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        vrmi_PersonJoint* joint = &capture->joints[j];
        size_t size = strlen(joint->name);
        if (ends_alike(joint->name, shared)) size = ending_of(joint->name) - 1;
        memcpy(capture->plain_names + at, joint->name, size);
        capture->plain_names[at + size] = '\0';
        joint->plain = capture->plain_names + at;
        at += size + 1;
    }
    return VRM_OK;
}
