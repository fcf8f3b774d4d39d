/* SPDX-License-Identifier: MIT */
/* Converts a file to a capture: axes, unit and frame rate, then joints, blend shapes and the take.
 */
#include "motion/fbx/fbx.h"

#include <string.h>

/* ---- Settings ---- */

static uint32_t settings_of(const vrmi_FbxTree* tree) {
    uint32_t settings = vrmi_fbx_child(tree, 0, "GlobalSettings");
    uint32_t objects = vrmi_fbx_child(tree, 0, "Objects");
    if (settings == 0 && objects != 0) settings = vrmi_fbx_child(tree, objects, "GlobalSettings");
    return settings;
}

/* Up to version 7 a second has 46186158000 ticks; later files say whether it has. */
static double ticks_of(const vrmi_FbxTree* tree) {
    const double old = 46186158000.0, standard = 141120000.0;
    if (tree->version < 8000) return old;
    uint32_t header = vrmi_fbx_child(tree, 0, "FBXHeaderExtension");
    uint32_t flags = header == 0 ? 0 : vrmi_fbx_child(tree, header, "OtherFlags");
    bool is_old = flags != 0 && vrmi_fbx_number(tree, flags, "TCDefinition", 0.0) == 127.0;
    return is_old ? old : standard;
}

/* FbxTime::EMode, from 0. */
static const double rates[] = {
    30.0, 120.0, 100.0,  60.0,         50.0, 48.0, 30.0, 30.0,         30.0 / 1.001, 30.0 / 1.001,
    25.0, 24.0,  1000.0, 24.0 / 1.001, 0.0,  96.0, 72.0, 60.0 / 1.001, 120.0 / 1.001};

/* Files before version 6 number their modes differently and store the rate as text. */
static double stated_rate(const vrmi_FbxTree* tree) {
    uint32_t parent = vrmi_fbx_child(tree, 0, "Version5");
    uint32_t settings = vrmi_fbx_child(tree, parent, "Settings");
    uint32_t node = settings == 0 ? 0 : vrmi_fbx_child(tree, settings, "FrameRate");
    double rate = 0.0;
    if (node == 0) return rate;
    vrmi_FbxValue value = vrmi_fbx_value(tree, node, 0);
    if (value.kind != VRMI_FBX_TEXT) return value.real;
    for (size_t i = 0; i < value.text_size && i < 4; i++) {
        if (value.text[i] < '0' || value.text[i] > '9') break;
        rate = 10.0 * rate + (double)(value.text[i] - '0');
    }
    return rate;
}

static double rate_of(const vrmi_FbxTree* tree, uint32_t settings) {
    int64_t mode =
        settings == 0 ? -1 : vrmi_fbx_property_integer(tree, settings, 0, "TimeMode", -1);
    double rate = mode >= 0 && mode < (int64_t)(sizeof rates / sizeof *rates) ? rates[mode]
                                                                              : stated_rate(tree);
    if (mode == 14) rate = vrmi_fbx_property_number(tree, settings, 0, "CustomFrameRate", 30.0);
    return rate >= 0.01 && rate <= 10000.0 ? rate : 30.0;
}

static bool axis_of(const vrmi_FbxTree* tree, uint32_t settings, const char* name, double out[3],
                    int64_t* out_axis) {
    char sign_name[32];
    size_t size = strlen(name);
    memcpy(sign_name, name, size);
    memcpy(sign_name + size, "Sign", 5);
    int64_t axis = vrmi_fbx_property_integer(tree, settings, 0, name, -1);
    int64_t sign = vrmi_fbx_property_integer(tree, settings, 0, sign_name, 1);
    if (axis < 0 || axis > 2) return false;
    memset(out, 0, 3 * sizeof *out);
    out[axis] = sign < 0 ? -1.0 : 1.0;
    *out_axis = axis;
    return true;
}

/* To left, up and front. A left-handed file is mirrored along its first axis: FbxAxisSystem. */
static void read_axes(const vrmi_FbxTree* tree, uint32_t settings, vrmi_Fbx* fbx,
                      vrmi_Capture* out) {
    double up[3], front[3], left[3];
    int64_t a, b, c;
    fbx->mirrored = -1;
    if (settings == 0 || !axis_of(tree, settings, "UpAxis", up, &a) ||
        !axis_of(tree, settings, "FrontAxis", front, &b) ||
        !axis_of(tree, settings, "CoordAxis", left, &c) || a == b || b == c || a == c)
        return;
    double side = 0.0; /* left * (up x front) */
    for (int i = 0; i < 3; i++)
        side +=
            left[i] * (up[(i + 1) % 3] * front[(i + 2) % 3] - up[(i + 2) % 3] * front[(i + 1) % 3]);
    if (side < 0.0) {
        fbx->mirrored = (int32_t)c;
        left[c] = -left[c];
    }
    out->has_axes = true;
    out->may_be_posed = true;
    /* Rows are the axes: columns of the map say where x, y, z of the file go. */
    out->to_model = vrmi_quat_from_basis((vrm_Vec3){(float)left[0], (float)up[0], (float)front[0]},
                                         (vrm_Vec3){(float)left[1], (float)up[1], (float)front[1]},
                                         (vrm_Vec3){(float)left[2], (float)up[2], (float)front[2]});
}

static void read_settings(const vrmi_FbxTree* tree, vrmi_Fbx* fbx, vrmi_Capture* out) {
    uint32_t settings = settings_of(tree);
    read_axes(tree, settings, fbx, out);
    fbx->ticks = ticks_of(tree);
    double rate = rate_of(tree, settings);
    fbx->frame_ticks = fbx->ticks / rate;
    out->frame_time = 1.0 / rate;
    double unit =
        settings == 0 ? 0.0 : vrmi_fbx_property_number(tree, settings, 0, "UnitScaleFactor", 0.0);
    if (unit >= 1e-6 && unit <= 1e6) out->metres = (float)(0.01 * unit); /* centimetres */
}

/* ---- The file ---- */

static void close_file(vrmi_FbxFile* file) {
    vrm_Allocator allocator = file->input.allocator;
    vrmi_fbx_release(&file->tree);
    vrmi_release(&allocator, file, sizeof *file);
}

static vrm_Result open_file(const vrmi_CaptureInput* input, vrmi_FbxFile** out_file) {
    vrmi_FbxFile* file = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *file);
    if (file == NULL) return VRM_ERR_MEMORY;
    vrmi_FbxTree* tree = &file->tree;
    file->input = *input;
    file->scene.tree = tree;
    vrmi_fbx_parse(tree, &file->input);
    if (tree->result == VRM_OK) vrmi_fbx_read_scene(&file->scene);
    file->bytes_left = tree->bytes_left;
    file->unpacking_left = tree->unpacking_left;
    vrm_Result result = tree->result;
    if (result == VRM_OK)
        *out_file = file;
    else
        close_file(file);
    return result;
}

/* ---- A take ---- */

static void destroy(void* reader) {
    vrmi_Fbx* fbx = reader;
    if (fbx == NULL) return;
    vrm_Allocator allocator = fbx->allocator;
    if (fbx->file != NULL) close_file(fbx->file);
    vrmi_arena_release(&fbx->arena);
    vrmi_release(&allocator, fbx, sizeof *fbx);
}

static void restrict_to(void* reader, const bool* is_needed) {
    ((vrmi_Fbx*)reader)->is_needed = is_needed;
}

static void rest_joints(vrmi_FbxTree* tree, vrmi_Fbx* fbx) {
    vrm_Transform* locals =
        vrmi_fbx_alloc(tree, &tree->arena, (size_t)fbx->joint_count, sizeof *locals);
    if (locals == NULL) return;
    vrmi_fbx_sample_at(fbx, 0, true, locals);
    for (int32_t j = 0; j < fbx->joint_count; j++) fbx->joints[j].rest = locals[j];
}

/* The objects for one take, which marks them; those of a file that is kept stay as parsed. */
static vrmi_FbxObject* take_objects(vrmi_FbxFile* file, bool is_kept) {
    size_t count = (size_t)file->scene.object_count;
    if (!is_kept) return file->scene.objects;
    vrmi_FbxObject* objects =
        vrmi_fbx_alloc(&file->tree, &file->tree.arena, count, sizeof *objects);
    if (objects != NULL) memcpy(objects, file->scene.objects, count * sizeof *objects);
    return objects;
}

static void read_all(vrmi_FbxScene* scene, vrmi_Capture* out) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    read_settings(tree, fbx, out);
    vrmi_fbx_read_joints(scene);
    if (tree->result == VRM_OK) vrmi_fbx_read_bind(scene);
    if (tree->result == VRM_OK) vrmi_fbx_read_shapes(scene);
    if (tree->result == VRM_OK) vrmi_fbx_read_takes(scene);
    if (tree->result == VRM_OK) vrmi_fbx_read_morphs(scene);
    if (tree->result != VRM_OK) return;
    vrmi_fbx_settle(fbx);
    rest_joints(tree, fbx);
}

static vrm_Result read_take(vrmi_FbxFile* file, const vrmi_CaptureInput* input, vrmi_Fbx* fbx,
                            vrmi_Capture* out) {
    vrmi_FbxTree* tree = &file->tree;
    vrmi_FbxScene scene = file->scene;
    vrmi_ArenaMark mark = vrmi_arena_mark(&tree->arena);
    vrm_Allocator allocator = file->input.allocator; /* of what is kept */
    file->input = *input;
    file->input.allocator = allocator;
    tree->result = VRM_OK;
    tree->bytes_left = file->bytes_left;
    tree->unpacking_left = file->unpacking_left;
    scene.fbx = fbx;
    scene.objects = take_objects(file, input->keeps_file || input->kept != NULL);
    if (tree->result == VRM_OK) read_all(&scene, out);
    vrmi_arena_rewind(&tree->arena, mark);
    return tree->result;
}

/* ---- The whole ---- */

static void publish(vrmi_Fbx* fbx, vrmi_Capture* out) {
    out->joints = fbx->joints;
    out->joint_count = fbx->joint_count;
    out->frame_count = fbx->frame_count;
    out->sample = vrmi_fbx_sample;
    out->restrict_to = restrict_to;
    out->has_curves = true;
    out->sample_cost = (uint64_t)fbx->channel_count;
    out->is_still = !fbx->has_keys;
    out->bind = fbx->bind;
    out->is_bound = fbx->bind == NULL ? NULL : fbx->is_bound;
    out->take_count = fbx->take_count;
    out->take = fbx->take;
    out->take_names = fbx->take_names;
    out->sample_expressions = vrmi_fbx_sample_morphs;
    vrmi_morphs_publish(&fbx->morphs, out);
    out->reader = fbx;
    out->destroy = destroy;
}

static bool keeps(const vrmi_Fbx* fbx, const vrmi_CaptureInput* input) {
    return fbx->file != NULL && fbx->file->tree.bytes == input->bytes &&
           fbx->file->tree.size == input->size;
}

bool vrmi_fbx_recognises(const uint8_t* bytes, size_t size) {
    return vrmi_fbx_is_binary(bytes, size) || vrmi_fbx_is_text(bytes, size);
}

vrm_Result vrmi_fbx_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    const vrmi_Fbx* kept = input->kept;
    *out = (vrmi_Capture){0};
    if (kept != NULL && !keeps(kept, input)) return VRM_ERR_ARGUMENT;
    vrmi_FbxFile* file = kept != NULL ? kept->file : NULL;
    vrmi_Fbx* fbx = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *fbx);
    if (fbx == NULL) return VRM_ERR_MEMORY;
    fbx->allocator = input->allocator;
    vrmi_fbx_arena_init(&fbx->arena, &input->allocator);
    vrm_Result result = kept == NULL ? open_file(input, &file) : VRM_OK;
    if (result == VRM_OK) result = read_take(file, input, fbx, out);
    if (result == VRM_OK && input->keeps_file && kept == NULL)
        fbx->file = file;
    else if (kept == NULL && file != NULL)
        close_file(file);
    if (result == VRM_OK) {
        publish(fbx, out);
        return VRM_OK;
    }
    destroy(fbx);
    *out = (vrmi_Capture){0};
    return result;
}
