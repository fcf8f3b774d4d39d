/* SPDX-License-Identifier: MIT */
/* A VRM animation: the character's bones without meshes, keys for some of them, nodes whose
 * position is an expression's weight, and a node whose rotation is the gaze. */
#include "character.h"
#include "scene_file.h"

#include <string.h>

/* Two seconds, 30 keys a second. */
#define KEY_COUNT 61
#define KEY_STEP  (1.0f / 30.0f)

enum { NODE_HAPPY, NODE_BLINK, NODE_WOW, NODE_GAZE, EXTRA_NODES };

typedef struct Channel {
    int32_t node, input, output;
    const char *path, *interpolation;
} Channel;

typedef struct Clip {
    File file;
    Character character;
    int32_t first_extra; /* node */
    int32_t times, few_times;
    Channel channels[8];
    int32_t channel_count;
} Clip;

/* What a bone's node must hold locally so that its normalized rotation is `n`
 * (VRMC_vrm_animation 1.0, pose: R = inverse(P) * N * P * L). */
static vrm_Quat from_normalized(const Character* character, int32_t node, vrm_Quat n) {
    const BodyNode* body = &character->nodes[node];
    vrm_Quat parent = body->parent >= 0 ? character->nodes[body->parent].rotation : q_identity();
    return q_normalize(q_mul(q_inverse(parent), q_mul(n, body->rotation)));
}

static void add_channel(Clip* clip, int32_t node, int32_t input, int32_t output, const char* path,
                        const char* interpolation) {
    clip->channels[clip->channel_count++] = (Channel){node, input, output, path, interpolation};
}

static void add_quat(Clip* clip, vrm_Quat q) {
    bytes_add_vec3(&clip->file.bin, v3(q.x, q.y, q.z));
    bytes_add_float(&clip->file.bin, q.w);
}

/* Swings a bone to and fro: `swings` times, `fraction` of a turn wide. */
static void add_swing(Clip* clip, vrm_Bone bone, vrm_Vec3 axis, double fraction, int32_t swings) {
    int32_t node = clip->character.bones[bone];
    size_t begin = file_begin_view(&clip->file);
    for (int32_t i = 0; i < KEY_COUNT; i++) {
        double phase = (double)(i * swings % (KEY_COUNT - 1)) / (KEY_COUNT - 1);
        vrm_Quat n = q_about(axis, fraction * (double)turn(phase).y);
        add_quat(clip, from_normalized(&clip->character, node, n));
    }
    int32_t output =
        file_end_accessor(&clip->file, begin, 0, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC4, KEY_COUNT);
    add_channel(clip, node, clip->times, output, "rotation", "LINEAR");
}

/* The hips go up and down by cubic keys: tangent in, value, tangent out. */
static void add_hips(Clip* clip) {
    static const float lift[] = {0, 0.03f, 0, -0.02f, 0};
    vrm_Vec3 hips = clip->character.nodes[clip->character.bones[VRM_BONE_HIPS]].position;
    size_t begin = file_begin_view(&clip->file);
    for (int32_t i = 0; i < 5; i++) {
        bytes_add_vec3(&clip->file.bin, v3(0, 0, 0));
        bytes_add_vec3(&clip->file.bin, v3_add(hips, v3(0, lift[i], 0)));
        bytes_add_vec3(&clip->file.bin, v3(0, 0, 0));
    }
    int32_t output =
        file_end_accessor(&clip->file, begin, 0, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC3, 15);
    add_channel(clip, clip->character.bones[VRM_BONE_HIPS], clip->few_times, output, "translation",
                "CUBICSPLINE");
}

static void add_weights(Clip* clip, int32_t extra, const float* weights,
                        const char* interpolation) {
    size_t begin = file_begin_view(&clip->file);
    for (int32_t i = 0; i < 5; i++) bytes_add_vec3(&clip->file.bin, v3(weights[i], 0, 0));
    int32_t output =
        file_end_accessor(&clip->file, begin, 0, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC3, 5);
    add_channel(clip, clip->first_extra + extra, clip->few_times, output, "translation",
                interpolation);
}

static void add_gaze(Clip* clip) {
    static const double yaw[] = {0, 0.05, 0, -0.05, 0};
    size_t begin = file_begin_view(&clip->file);
    for (int32_t i = 0; i < 5; i++) add_quat(clip, q_about(v3(0, 1, 0), yaw[i]));
    int32_t output =
        file_end_accessor(&clip->file, begin, 0, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC4, 5);
    add_channel(clip, clip->first_extra + NODE_GAZE, clip->few_times, output, "rotation", "LINEAR");
}

static void add_keys(Clip* clip) {
    File* file = &clip->file;
    size_t begin = file_begin_view(file);
    for (int32_t i = 0; i < KEY_COUNT; i++) bytes_add_float(&file->bin, (float)i * KEY_STEP);
    clip->times = file_end_bounded(file, begin, 0, VRM_ACCESSOR_SCALAR, KEY_COUNT);
    begin = file_begin_view(file);
    for (int32_t i = 0; i < 5; i++) bytes_add_float(&file->bin, (float)i * 0.5f);
    clip->few_times = file_end_bounded(file, begin, 0, VRM_ACCESSOR_SCALAR, 5);
    add_swing(clip, VRM_BONE_LEFT_UPPER_ARM, v3(0, 0, 1), 0.15, 2);
    add_swing(clip, VRM_BONE_RIGHT_LOWER_ARM, v3(0, 1, 0), 0.10, 1);
    add_swing(clip, VRM_BONE_HEAD, v3(0, 1, 0), 0.08, 1);
    add_hips(clip);
    add_weights(clip, NODE_HAPPY, (float[]){0, 0.5f, 1, 0.5f, 0}, "LINEAR");
    add_weights(clip, NODE_BLINK, (float[]){0, 1, 0, 1, 0}, "STEP");
    add_gaze(clip);
}

static void put_node(Clip* clip, int32_t index) {
    const Character* character = &clip->character;
    const BodyNode* node = &character->nodes[index];
    File* file = &clip->file;
    begin_object(file, NULL);
    put_text(file, "name", node->name);
    if (node->parent >= 0) {
        const BodyNode* parent = &character->nodes[node->parent];
        vrm_Quat r = q_normalize(q_mul(q_inverse(parent->rotation), node->rotation));
        put_vec3(file, "translation", to_local_point(parent, node->position));
        if (character->def.has_rotated_rest)
            put_vec4(file, "rotation", (vrm_Vec4){r.x, r.y, r.z, r.w});
    }
    if (node->first_child >= 0) {
        begin_array(file, "children");
        for (int32_t i = node->first_child; i >= 0; i = character->nodes[i].next_sibling)
            put_int(file, NULL, i);
        end_array(file);
    }
    end_object(file);
}

static void put_nodes(Clip* clip) {
    static const char* const names[EXTRA_NODES] = {"happy", "blink", "wow1", "gaze"};
    File* file = &clip->file;
    put_int(file, "scene", 0);
    begin_array(file, "scenes");
    begin_object(file, NULL);
    begin_array(file, "nodes");
    put_int(file, NULL, clip->character.root);
    for (int32_t i = 0; i < EXTRA_NODES; i++) put_int(file, NULL, clip->first_extra + i);
    end_array(file);
    end_object(file);
    end_array(file);
    begin_array(file, "nodes");
    for (int32_t i = 0; i < clip->first_extra; i++) put_node(clip, i);
    for (int32_t i = 0; i < EXTRA_NODES; i++) {
        begin_object(file, NULL);
        put_text(file, "name", names[i]);
        end_object(file);
    }
    end_array(file);
}

static void put_animation(Clip* clip) {
    File* file = &clip->file;
    begin_array(file, "animations");
    begin_object(file, NULL);
    put_text(file, "name", "wave");
    begin_array(file, "channels");
    for (int32_t i = 0; i < clip->channel_count; i++) {
        begin_object(file, NULL);
        put_int(file, "sampler", i);
        begin_object(file, "target");
        put_int(file, "node", clip->channels[i].node);
        put_text(file, "path", clip->channels[i].path);
        end_object(file);
        end_object(file);
    }
    end_array(file);
    begin_array(file, "samplers");
    for (int32_t i = 0; i < clip->channel_count; i++) {
        begin_object(file, NULL);
        put_int(file, "input", clip->channels[i].input);
        put_int(file, "output", clip->channels[i].output);
        put_text(file, "interpolation", clip->channels[i].interpolation);
        end_object(file);
    }
    end_array(file);
    end_object(file);
    end_array(file);
}

static void put_reference(File* file, const char* key, int32_t node) {
    begin_object(file, key);
    put_int(file, "node", node);
    end_object(file);
}

static void put_extension(Clip* clip) {
    File* file = &clip->file;
    begin_object(file, "extensions");
    begin_object(file, "VRMC_vrm_animation");
    put_text(file, "specVersion", "1.0");
    begin_object(file, "humanoid");
    begin_object(file, "humanBones");
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE) continue;
        if (clip->character.bones[bone] < 0) continue;
        char key[48];
        bone_key(&clip->character, (vrm_Bone)bone, key);
        put_reference(file, key, clip->character.bones[bone]);
    }
    end_object(file);
    end_object(file);
    begin_object(file, "expressions");
    begin_object(file, "preset");
    put_reference(file, "happy", clip->first_extra + NODE_HAPPY);
    put_reference(file, "blink", clip->first_extra + NODE_BLINK);
    end_object(file);
    begin_object(file, "custom");
    put_reference(file, "wow1", clip->first_extra + NODE_WOW);
    end_object(file);
    end_object(file);
    begin_object(file, "lookAt");
    put_int(file, "node", clip->first_extra + NODE_GAZE);
    put_vec3(file, "offsetFromHeadBone", v3(0, 0.06f, 0));
    end_object(file);
    end_object(file);
    end_object(file);
}

static void put_document(Clip* clip) {
    File* file = &clip->file;
    begin_object(file, NULL);
    begin_object(file, "asset");
    put_text(file, "version", "2.0");
    put_text(file, "generator", "libvrm scenes");
    end_object(file);
    begin_array(file, "extensionsUsed");
    put_text(file, NULL, "VRMC_vrm_animation");
    end_array(file);
    put_extension(clip);
    put_nodes(clip);
    put_animation(clip);
    file_put_data(file);
    end_object(file);
}

SceneBytes scene_clip(bool has_rotated_rest) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_rotated_rest = has_rotated_rest;
    def.chain_count = def.constraint_count = 0;
    def.sphere_count = def.capsule_count = def.extended_count = 0;
    Clip clip;
    memset(&clip, 0, sizeof clip);
    if (character_build(&clip.character, &def, false) && file_open(&clip.file)) {
        clip.first_extra = clip.character.node_count;
        add_keys(&clip);
        put_document(&clip);
    } else {
        clip.file.has_failed = true;
    }
    character_release(&clip.character);
    return file_close(&clip.file);
}
