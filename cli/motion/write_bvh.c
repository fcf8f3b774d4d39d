/* SPDX-License-Identifier: MIT */
#include "motion/write_bvh.h"

#include "files/whole_file.h"
#include "motion/motion_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define UNITS_PER_METRE 100.0
#define DEGREES         57.29577951308232

typedef struct Writer {
    FILE* out;
    vrm_Clip* clip;
    vrm_Vec3 rest[VRM_BONE_COUNT];    /* of the existing bones, metres */
    vrm_Bone parents[VRM_BONE_COUNT]; /* nearest existing ancestor */
    double angles[VRM_BONE_COUNT][3]; /* last written angles: Z, X, Y in degrees */
    vrm_Bone order[VRM_BONE_COUNT];   /* as the hierarchy lists them */
    int depths[VRM_BONE_COUNT];       /* of each in this order */
    int32_t count;
    bool has_root;
    vrm_Retarget* split;   /* the motion with a root; NULL: without */
    double root_angles[3]; /* as `angles` */
} Writer;

static const char six_channels[] = "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";

/* ---- The skeleton ---- */

static vrm_Bone parent_of(const vrm_ClipInfo* info, vrm_Bone bone) {
    vrm_Bone parent = vrm_bone_parent(bone);
    while (parent != VRM_BONE_NONE && info->bones[parent] < 0) parent = vrm_bone_parent(parent);
    return parent;
}

/* Depth first: a bone is followed by its descendants. There are few bones, so each one searches its
 * children. */
static void list_bones(Writer* writer, const vrm_ClipInfo* info) {
    vrm_Bone stack[VRM_BONE_COUNT];
    int depths[VRM_BONE_COUNT];
    int height = 0;
    stack[height] = VRM_BONE_HIPS;
    depths[height++] = 0;
    while (height > 0) {
        vrm_Bone bone = stack[--height];
        int depth = depths[height];
        writer->order[writer->count] = bone;
        writer->depths[writer->count++] = depth;
        for (int32_t b = VRM_BONE_COUNT - 1; b > VRM_BONE_HIPS; b--)
            if (info->bones[b] >= 0 && writer->parents[b] == bone) {
                stack[height] = (vrm_Bone)b;
                depths[height++] = depth + 1;
            }
    }
}

static vrm_Result open_skeleton(Writer* writer, const vrm_Model* animation) {
    const vrm_ClipInfo* info = vrm_model_clip_info(animation);
    vrm_Rig* rig = NULL;
    if (info == NULL || info->bones[VRM_BONE_HIPS] < 0) return VRM_ERR_INVALID;
    vrm_Result result = vrm_rig_build(animation, NULL, &rig);
    for (int32_t b = 0; b < VRM_BONE_COUNT && result == VRM_OK; b++) {
        writer->parents[b] = parent_of(info, (vrm_Bone)b);
        if (info->bones[b] >= 0)
            writer->rest[b] = vrm_rig_rest_model(rig, info->bones[b]).translation;
    }
    if (result == VRM_OK) list_bones(writer, info);
    vrm_rig_destroy(rig);
    return result;
}

static void put_offset(const Writer* writer, int indent, vrm_Vec3 v) {
    fprintf(writer->out, "%*sOFFSET %.6f %.6f %.6f\n", indent, "", (double)v.x * UNITS_PER_METRE,
            (double)v.y * UNITS_PER_METRE, (double)v.z * UNITS_PER_METRE);
}

static vrm_Vec3 offset_of(const Writer* writer, vrm_Bone bone) {
    vrm_Vec3 at = writer->rest[bone];
    if (bone == VRM_BONE_HIPS) return at;
    vrm_Vec3 above = writer->rest[writer->parents[bone]];
    return (vrm_Vec3){at.x - above.x, at.y - above.y, at.z - above.z};
}

static bool is_foot(vrm_Bone bone) {
    return bone == VRM_BONE_LEFT_FOOT || bone == VRM_BONE_RIGHT_FOOT ||
           bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES;
}

/* A leaf bone ends half its own offset further. A foot ends on the ground, in front: readers use
 * the lowest point of the skeleton as the ground. */
static vrm_Vec3 end_of(const Writer* writer, vrm_Bone bone) {
    vrm_Vec3 offset = offset_of(writer, bone);
    vrm_Vec3 end = {offset.x / 2, offset.y / 2, offset.z / 2};
    float height = writer->rest[bone].y;
    if (!is_foot(bone)) return end;
    return (vrm_Vec3){end.x, height > 0.0f ? -height : 0.0f,
                      end.z > 0.03f ? end.z : fmaxf(1.5f * height, 0.03f)};
}

static void put_end(const Writer* writer, int indent, vrm_Bone bone) {
    fprintf(writer->out, "%*sEnd Site\n%*s{\n", indent, "", indent, "");
    put_offset(writer, indent + 2, end_of(writer, bone));
    fprintf(writer->out, "%*s}\n", indent, "");
}

static void put_hierarchy(const Writer* writer) {
    const int more = writer->has_root ? 1 : 0;
    fprintf(writer->out, "HIERARCHY\n");
    if (writer->has_root)
        fprintf(writer->out, "ROOT root\n{\n  OFFSET 0 0 0\n  CHANNELS %s\n", six_channels);
    for (int32_t i = 0; i < writer->count; i++) {
        vrm_Bone bone = writer->order[i];
        int depth = writer->depths[i] + more, indent = 2 * depth;
        int next = i + 1 < writer->count ? writer->depths[i + 1] + more : 0;
        bool is_hips = bone == VRM_BONE_HIPS;
        fprintf(writer->out, "%*s%s %s\n%*s{\n", indent, "",
                is_hips && !writer->has_root ? "ROOT" : "JOINT", vrm_bone_name(bone), indent, "");
        put_offset(writer, indent + 2, offset_of(writer, bone));
        fprintf(writer->out, "%*sCHANNELS %s\n", indent + 2, "",
                is_hips ? six_channels : "3 Zrotation Xrotation Yrotation");
        if (next <= depth) put_end(writer, indent + 2, bone);
        bool is_last = i + 1 == writer->count;
        for (int open = depth; open >= (is_last ? 0 : next); open--)
            fprintf(writer->out, "%*s}\n", 2 * open, "");
    }
}

/* ---- The face ---- */

static bool is_face(const vrm_ClipInfo* info, int32_t node) {
    for (int32_t e = 0; e < info->expression_count; e++)
        if (info->expressions[e].node == node) return true;
    return node >= 0 && info->look_at_node == node;
}

/* Every channel was recorded with the same number of keys. */
static void leave_channel(const vrm_Gltf* gltf, const vrm_AnimationSampler* sampler,
                          vrm_RecordStats* stats) {
    const vrm_Accessor* output = &gltf->accessors[sampler->output];
    uint64_t width = output->type == VRM_ACCESSOR_VEC4 ? 4 : 3;
    uint64_t keys = stats->source_keys / (uint64_t)stats->channels;
    stats->channels--;
    stats->source_keys -= keys;
    stats->source_bytes -= keys * width * sizeof(float);
    stats->kept_keys -= output->count;
    stats->kept_bytes -= output->count * width * sizeof(float);
}

void write_bvh_leave_face(const vrm_Model* animation, vrm_RecordStats* stats, vrm_Report* report) {
    const vrm_ClipInfo* info = vrm_model_clip_info(animation);
    const vrm_Gltf* gltf = vrm_model_gltf(animation);
    bool has_face = false;
    if (info == NULL || gltf->animation_count == 0) return;
    const vrm_Animation* all = &gltf->animations[0];
    for (int32_t c = 0; c < all->channel_count && stats->channels > 0; c++) {
        if (!is_face(info, all->channels[c].node)) continue;
        leave_channel(gltf, &all->samplers[all->channels[c].sampler], stats);
        has_face = true;
    }
    if (has_face) (void)vrm_report_add(report, "MOTION_FACE_LEFT", "", NULL);
}

/* ---- The motion ---- */

/* Decomposes a rotation about Y, then X, then Z. In gimbal lock, Z gets the whole turn. */
static void to_angles(vrm_Quat q, double out[3]) {
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double lift = 2.0 * (y * z + x * w);
    lift = lift > 1.0 ? 1.0 : lift < -1.0 ? -1.0 : lift;
    out[1] = asin(lift) * DEGREES;
    if (fabs(lift) < 0.999999) {
        out[0] = atan2(-2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z)) * DEGREES;
        out[2] = atan2(-2.0 * (x * z - y * w), 1.0 - 2.0 * (x * x + y * y)) * DEGREES;
    } else {
        out[0] = atan2(2.0 * (x * y + z * w), 1.0 - 2.0 * (y * y + z * z)) * DEGREES;
        out[2] = 0.0;
    }
}

/* Adds whole turns so that programs that interpolate angles do not spin. */
static void put_rotation(const Writer* writer, double* last_angles, vrm_Quat rotation) {
    double angles[3];
    to_angles(rotation, angles);
    for (int k = 0; k < 3; k++) {
        double* last = &last_angles[k];
        *last = angles[k] + 360.0 * round((*last - angles[k]) / 360.0);
        fprintf(writer->out, " %.6f", *last);
    }
}

static void put_place(const Writer* writer, vrm_Vec3 at) {
    fprintf(writer->out, "%.6f %.6f %.6f", (double)at.x * UNITS_PER_METRE,
            (double)at.y * UNITS_PER_METRE, (double)at.z * UNITS_PER_METRE);
}

static void put_frame(Writer* writer, int32_t frame, float time_s) {
    vrm_ClipSample sample;
    vrm_clip_sample(writer->clip, time_s, &sample);
    vrm_Pose pose = sample.pose;
    if (writer->split != NULL) {
        vrm_Transform root = vrm_retarget_root(writer->split, frame);
        pose = vrm_retarget_pose(writer->split, frame);
        put_place(writer, root.translation);
        put_rotation(writer, writer->root_angles, root.rotation);
        fprintf(writer->out, " ");
    }
    vrm_Vec3 rest = writer->rest[VRM_BONE_HIPS], moved = pose.hips_offset;
    put_place(writer, (vrm_Vec3){rest.x + moved.x, rest.y + moved.y, rest.z + moved.z});
    for (int32_t i = 0; i < writer->count; i++) {
        vrm_Bone bone = writer->order[i];
        put_rotation(writer, writer->angles[bone], pose.rotations[bone]);
    }
    fprintf(writer->out, "\n");
}

/* Moves the root motion of all frames to the root. */
static vrm_Result split_root(Writer* writer, const vrm_Model* animation, int32_t frames,
                             double step) {
    vrm_Skeleton skeleton;
    vrm_ClipSample sample;
    (void)vrm_skeleton_of_animation(animation, &skeleton);
    vrm_Pose* poses = calloc((size_t)frames, sizeof *poses);
    double* times = calloc((size_t)frames, sizeof *times);
    for (int32_t f = 0; f < frames && poses != NULL && times != NULL; f++) {
        times[f] = f * step;
        vrm_clip_sample(writer->clip, (float)times[f], &sample);
        poses[f] = sample.pose;
    }
    vrm_Result result = VRM_ERR_MEMORY;
    if (poses != NULL && times != NULL)
        result = fit_split_root(poses, times, frames, &skeleton, &writer->split);
    free(poses);
    free(times);
    return result;
}

static double step_of(const Writer* writer, int32_t frames) {
    double seconds = (double)vrm_clip_duration(writer->clip);
    return frames > 1 && seconds > 0.0 ? seconds / (frames - 1) : 1.0 / 30.0;
}

static void put_motion(Writer* writer, int32_t frames) {
    double step = step_of(writer, frames);
    fprintf(writer->out, "MOTION\nFrames: %d\nFrame Time: %.8f\n", (int)frames, step);
    for (int32_t f = 0; f < frames; f++) put_frame(writer, f, (float)(f * step));
}

vrm_Result write_bvh(const vrm_Model* animation, int32_t frames, bool has_root, const char* path) {
    Writer writer = {.has_root = has_root};
    cli_Output output;
    vrm_Result result = open_skeleton(&writer, animation);
    if (result == VRM_OK) result = vrm_clip_build(animation, NULL, &writer.clip);
    if (frames < 1) frames = 1;
    if (result == VRM_OK && has_root)
        result = split_root(&writer, animation, frames, step_of(&writer, frames));
    if (result == VRM_OK) result = cli_output_begin(path, &output);
    if (result == VRM_OK) {
        writer.out = output.file;
        put_hierarchy(&writer);
        put_motion(&writer, frames);
        result = cli_output_end(&output, !ferror(output.file));
    }
    vrm_retarget_destroy(writer.split);
    vrm_clip_destroy(writer.clip);
    return result;
}
