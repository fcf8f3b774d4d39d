/* SPDX-License-Identifier: MIT */
/* Where the head is among what was seen. */
#include "framing/framing.h"

#include <math.h>

static float height_of(const vrmi_Box* box) {
    return vrmi_box_is_empty(box) ? 0.0f : box->max.y - box->min.y;
}

/* Vertices of the head bone itself are the skull; ears, hair and hats below it may extend a little
 * beyond. Where those are the greater part, as with a mask on a head that is not shown, they are
 * the head. False when there is neither. */
static bool find_carried(const vrm_Framing* framing, float body, vrmi_Box* out) {
    if (vrmi_box_is_empty(&framing->head)) return false;
    bool has_skull = height_of(&framing->skull) > body * 0.02f;
    float low = has_skull ? fmaxf(framing->head_base.y, framing->skull.min.y) : 0.0f;
    float skull = has_skull ? framing->skull.max.y - low : 0.0f;
    if (has_skull && skull <= 0.0f)
        skull = height_of(&framing->skull); /* all of it below the bone */
    bool is_mask = !has_skull || framing->head.max.y - low > 2 * skull;
    *out = is_mask ? framing->head : framing->skull;
    if (!is_mask) out->max.y = fminf(framing->head.max.y, framing->skull.max.y + 0.3f * skull);
    return height_of(out) > body * 0.02f;
}

/* A head bone without vertices uses those of the nearest bone above it, or else all. Of a statue
 * the head is the part above the head bone. */
static vrmi_Box find_around(const vrm_Framing* framing, const vrmi_Box* all, float base) {
    vrmi_Box box = vrmi_empty_box;
    int32_t node = vrm_rig_bone(framing->rig, VRM_BONE_HEAD);
    while (node >= 0 && vrmi_box_is_empty(&box)) {
        box = framing->seen[node];
        node = vrm_rig_parent(framing->rig, node);
    }
    if (vrmi_box_is_empty(&box)) box = *all;
    float above = box.max.y - base;
    bool is_statue = height_of(&box) > 2 * (box.max.z - box.min.z);
    if (is_statue && above > 0.0f && height_of(&box) > 4 * above) box.min.y = base;
    return box;
}

/* Long hair reaches below the chin, often on the head bone itself: the chin is assumed as far below
 * the eyes as they are below the top, and without eyes no farther below the bone than the top is
 * above it. A bone in the upper third gives no information about the chin. */
static float find_chin(const vrm_Framing* framing, const vrmi_Box* carried, float base) {
    float low = carried->min.y, top = carried->max.y, chin = low;
    bool has_eyes = framing->has_eye_height && framing->eye_height > low &&
                    framing->eye_height < top - (top - low) * 0.02f;
    if (has_eyes)
        chin = 2 * framing->eye_height - top;
    else if (base > low && top - base > (top - low) / 3)
        chin = 2 * base - top;
    return fmaxf(low, chin);
}

static vrmi_Head head_of_box(const vrmi_Box* box, vrm_Vec3 bone, float base) {
    vrmi_Head head = {.middle = bone, .base = base, .top = box->max.y};
    head.height = head.top - base;
    float reach = head.height / 2; /* how far the middle may lie from the bone */
    float x = (box->min.x + box->max.x) / 2, z = (box->min.z + box->max.z) / 2;
    bool is_beside = bone.x < box->min.x || bone.x > box->max.x;
    head.middle.x = is_beside ? x : fmaxf(bone.x - reach, fminf(bone.x + reach, x));
    bool is_before = bone.z < box->min.z || bone.z > box->max.z;
    head.middle.z = is_before ? z : fmaxf(bone.z - reach, fminf(bone.z + reach, z));
    head.half_width = fminf((box->max.x - box->min.x) / 2, head.height * 0.65f);
    head.front = fmaxf(0.0f, fminf(box->max.z - head.middle.z, head.height * 0.65f));
    return head;
}

vrmi_Head vrmi_framing_head(const vrm_Framing* framing) {
    vrmi_Box all = vrmi_framing_all(framing), box;
    float body = all.max.y - all.min.y;
    vrmi_Head head;
    if (framing->has_head_base) {
        vrm_Vec3 bone = framing->head_base;
        bool is_carried = find_carried(framing, body, &box);
        if (!is_carried) box = find_around(framing, &all, bone.y);
        float chin = is_carried ? find_chin(framing, &box, bone.y) : box.min.y, base = chin;
        /* The bone is at the neck, as in most avatars: the shot begins a little below the bone
         * anyway. */
        float above = box.max.y - bone.y;
        if (is_carried && base > bone.y - 0.2f * above && base < bone.y + 0.25f * above)
            base = bone.y;
        else
            base += 0.1f * (box.max.y - base);
        head = head_of_box(&box, bone, base);
        if (!is_carried) head.half_width = (box.max.x - box.min.x) / 2;
        head.chin = fmaxf(chin, base - 0.2f * head.height);
    } else {
        head = (vrmi_Head){.middle = {(all.min.x + all.max.x) / 2, 0, (all.min.z + all.max.z) / 2},
                           .base = all.max.y - body / 8,
                           .chin = all.max.y - body / 8,
                           .top = all.max.y,
                           .height = body / 8};
    }
    head.height = fmaxf(head.height, 1e-3f);
    head.top = head.base + head.height;
    head.middle.y = (head.base + head.top) / 2;
    return head;
}

vrmi_Box vrmi_framing_shot_box(const vrm_Framing* framing, float below, float above, float wide) {
    vrmi_Head head = vrmi_framing_head(framing);
    vrmi_Box all = vrmi_framing_all(framing);
    float low = fmaxf(head.base - below * head.height, fminf(all.min.y, head.base));
    float high = head.top + above * head.height;
    float half = fmaxf((high - low) * wide / 2, head.half_width), depth = head.height / 4;
    return (vrmi_Box){{head.middle.x - half, low, head.middle.z - depth},
                      {head.middle.x + half, high, head.middle.z + depth}};
}

vrmi_Box vrmi_framing_head_box(const vrm_Framing* framing) {
    vrmi_Head head = vrmi_framing_head(framing);
    return (vrmi_Box){{head.middle.x - head.half_width, head.chin, head.middle.z},
                      {head.middle.x + head.half_width, head.top, head.middle.z + head.front}};
}
