/* SPDX-License-Identifier: MIT */
/* SMPL, SMPL-H and SMPL-X: rotations of joints as vectors (axis times angle in radians), relative
 * to the parent, from a T-pose in whose axes all joints are unturned. That is what VRM's normalized
 * bones are, so rotations are taken as they are; the shape of the body is not needed. */
#include "motion/models/models.h"
#include "motion/models/posed.h"
#include "motion/models/up.h"
#include "motion/numpy/npz.h"
#include "motion/record.h"

#include <math.h>

#define FRAME_RATE 30.0 /* where the file has none */

enum {
    BODY_JOINTS = 22, /* that all of them have */
    HAND_JOINTS = 15,
    HEAD_JOINTS = 3, /* jaw and eyes */
    JOINTS = BODY_JOINTS + HEAD_JOINTS + 2 * HAND_JOINTS,
    FIRST_HAND = BODY_JOINTS + HEAD_JOINTS
};

/* In the order of SMPL-X. */
static const int8_t joint_bones[JOINTS] = {
    VRM_BONE_HIPS,
    VRM_BONE_LEFT_UPPER_LEG,
    VRM_BONE_RIGHT_UPPER_LEG,
    VRM_BONE_SPINE,
    VRM_BONE_LEFT_LOWER_LEG,
    VRM_BONE_RIGHT_LOWER_LEG,
    VRM_BONE_CHEST,
    VRM_BONE_LEFT_FOOT,
    VRM_BONE_RIGHT_FOOT,
    VRM_BONE_UPPER_CHEST,
    VRM_BONE_LEFT_TOES,
    VRM_BONE_RIGHT_TOES,
    VRM_BONE_NECK,
    VRM_BONE_LEFT_SHOULDER,
    VRM_BONE_RIGHT_SHOULDER,
    VRM_BONE_HEAD,
    VRM_BONE_LEFT_UPPER_ARM,
    VRM_BONE_RIGHT_UPPER_ARM,
    VRM_BONE_LEFT_LOWER_ARM,
    VRM_BONE_RIGHT_LOWER_ARM,
    VRM_BONE_LEFT_HAND,
    VRM_BONE_RIGHT_HAND,
    /* head */
    VRM_BONE_JAW,
    VRM_BONE_LEFT_EYE,
    VRM_BONE_RIGHT_EYE,
    /* left hand */
    VRM_BONE_LEFT_INDEX_PROXIMAL,
    VRM_BONE_LEFT_INDEX_INTERMEDIATE,
    VRM_BONE_LEFT_INDEX_DISTAL,
    VRM_BONE_LEFT_MIDDLE_PROXIMAL,
    VRM_BONE_LEFT_MIDDLE_INTERMEDIATE,
    VRM_BONE_LEFT_MIDDLE_DISTAL,
    VRM_BONE_LEFT_LITTLE_PROXIMAL,
    VRM_BONE_LEFT_LITTLE_INTERMEDIATE,
    VRM_BONE_LEFT_LITTLE_DISTAL,
    VRM_BONE_LEFT_RING_PROXIMAL,
    VRM_BONE_LEFT_RING_INTERMEDIATE,
    VRM_BONE_LEFT_RING_DISTAL,
    VRM_BONE_LEFT_THUMB_METACARPAL,
    VRM_BONE_LEFT_THUMB_PROXIMAL,
    VRM_BONE_LEFT_THUMB_DISTAL,
    /* right hand */
    VRM_BONE_RIGHT_INDEX_PROXIMAL,
    VRM_BONE_RIGHT_INDEX_INTERMEDIATE,
    VRM_BONE_RIGHT_INDEX_DISTAL,
    VRM_BONE_RIGHT_MIDDLE_PROXIMAL,
    VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE,
    VRM_BONE_RIGHT_MIDDLE_DISTAL,
    VRM_BONE_RIGHT_LITTLE_PROXIMAL,
    VRM_BONE_RIGHT_LITTLE_INTERMEDIATE,
    VRM_BONE_RIGHT_LITTLE_DISTAL,
    VRM_BONE_RIGHT_RING_PROXIMAL,
    VRM_BONE_RIGHT_RING_INTERMEDIATE,
    VRM_BONE_RIGHT_RING_DISTAL,
    VRM_BONE_RIGHT_THUMB_METACARPAL,
    VRM_BONE_RIGHT_THUMB_PROXIMAL,
    VRM_BONE_RIGHT_THUMB_DISTAL,
};

/* Arrays that hold a run of joints, under the names that programs give them. */
static const struct {
    const char* name;
    int8_t first_joint; /* as above */
    int8_t joints;
} parts[] = {
    {"root_orient", 0, 1},
    {"global_orient", 0, 1},
    {"pose_body", 1, BODY_JOINTS - 1},
    {"body_pose", 1, BODY_JOINTS - 1}, /* of SMPL: two more, which are ends of hands */
    {"pose_jaw", BODY_JOINTS, 1},
    {"jaw_pose", BODY_JOINTS, 1},
    {"pose_eye", BODY_JOINTS + 1, 2},
    {"leye_pose", BODY_JOINTS + 1, 1},
    {"reye_pose", BODY_JOINTS + 2, 1},
    {"pose_hand", FIRST_HAND, 2 * HAND_JOINTS},
    {"left_hand_pose", FIRST_HAND, HAND_JOINTS},
    {"right_hand_pose", FIRST_HAND + HAND_JOINTS, HAND_JOINTS},
};

enum {
    PARTS = sizeof parts / sizeof *parts,
    ARRAYS = PARTS + 6 /* poses, trans, the frame rate, by all their names */
};

/* A joint's vectors: three columns of an array. */
typedef struct Column {
    const vrmi_Npy* array; /* NULL: the file has none */
    size_t places[3];      /* of a column's number in the first row */
} Column;

typedef struct Smpl {
    const vrmi_CaptureInput* input;
    vrmi_Npz file;
    vrmi_Npy arrays[ARRAYS];
    uint8_t* inflated[ARRAYS]; /* what arrays lie in; NULL: in the file */
    size_t inflated_size[ARRAYS];
    int32_t array_count;
    uint64_t memory; /* that is left for inflated arrays */
    Column joints[JOINTS];
    const vrmi_Npy* places; /* of the root; NULL: none */
    size_t frame_count;
    double frame_s;
    uint64_t invalid; /* numbers that are none */
} Smpl;

bool vrmi_smpl_recognises(const uint8_t* bytes, size_t size) {
    return vrmi_npz_recognises(bytes, size);
}

/* ---- Arrays ---- */

static vrm_Result refuse(const Smpl* smpl, vrmi_RuleId rule) {
    vrmi_report_at(smpl->input->report, rule, VRM_NO_OFFSET, NULL);
    return VRM_ERR_INVALID;
}

/* The array of that name; *out NULL: there is none. */
static vrm_Result read_array(Smpl* smpl, const char* name, const vrmi_Npy** out) {
    const vrmi_NpzMember* member = vrmi_npz_find(&smpl->file, name);
    *out = NULL;
    if (member == NULL) return VRM_OK;
    int32_t at = smpl->array_count;
    vrm_Result result = vrmi_npz_read(member, smpl->memory, &smpl->input->allocator,
                                      &smpl->arrays[at], &smpl->inflated[at]);
    if (result == VRM_ERR_LIMIT)
        vrmi_report_at(smpl->input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET, NULL);
    if (result == VRM_ERR_INVALID) return refuse(smpl, VRMI_RULE_NPY_DAMAGED);
    if (result != VRM_OK) return result;
    smpl->inflated_size[at] = member->size;
    if (smpl->inflated[at] != NULL) smpl->memory -= member->size;
    smpl->array_count++;
    if (smpl->arrays[at].type == VRMI_NPY_OBJECTS) return refuse(smpl, VRMI_RULE_NPY_PICKLE);
    if (smpl->arrays[at].type != VRMI_NPY_NUMBERS) {
        vrmi_report_at(smpl->input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                       "The array \"%s\" is of the type %s, which is not read; save it as float32.",
                       name, smpl->arrays[at].type_text);
        return VRM_ERR_INVALID;
    }
    *out = &smpl->arrays[at];
    return VRM_OK;
}

static size_t columns_of(const vrmi_Npy* array) {
    size_t columns = 1;
    for (int32_t d = 1; d < array->dimension_count; d++) columns *= array->shape[d];
    return array->dimension_count < 2 ? 0 : columns;
}

/* Where the number of a column lies in the first row. Rows may have two dimensions: joints and
 * axes. */
static size_t place_of(const vrmi_Npy* array, size_t column) {
    size_t place = 0;
    for (int32_t d = array->dimension_count - 1; d > 0; d--) {
        place += column % array->shape[d] * array->strides[d];
        column /= array->shape[d];
    }
    return place;
}

/* Rows of 3 x 3 or 6 numbers for each joint, as networks compute with. */
static vrm_Result refuse_matrices(const Smpl* smpl, const char* name, size_t columns, int joints) {
    vrmi_report_at(smpl->input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                   "The array \"%s\" has %zu numbers for each of %d joints, matrices or a part of "
                   "them; convert them to rotation vectors, 3 numbers for each joint.",
                   name, columns / (size_t)joints, joints);
    return VRM_ERR_INVALID;
}

static vrm_Result refuse_shape(const Smpl* smpl, const char* name, const vrmi_Npy* array) {
    vrmi_report_at(smpl->input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                   "The array \"%s\" has %zu rows of %zu numbers, which is no motion of SMPL: rows "
                   "of 72, 156 or 165 are.",
                   name, array->dimension_count > 0 ? array->shape[0] : 0, columns_of(array));
    return VRM_ERR_INVALID;
}

/* All arrays have a row for each frame. */
static bool fits(Smpl* smpl, const vrmi_Npy* array) {
    if (array->dimension_count < 2 || array->shape[0] == 0) return false;
    if (smpl->frame_count == 0) smpl->frame_count = array->shape[0];
    return array->shape[0] == smpl->frame_count;
}

static Column columns_at(const vrmi_Npy* array, size_t first) {
    return (Column){
        array, {place_of(array, first), place_of(array, first + 1), place_of(array, first + 2)}};
}

static void set_columns(Smpl* smpl, const vrmi_Npy* array, int first_joint, int joints,
                        size_t first_column) {
    for (int j = 0; j < joints; j++)
        smpl->joints[first_joint + j] = columns_at(array, first_column + (size_t)j * 3);
}

/* "poses": 24, 52 or 55 joints in each row. */
static vrm_Result read_poses(Smpl* smpl) {
    const vrmi_Npy* array;
    vrm_Result result = read_array(smpl, "poses", &array);
    if (result != VRM_OK || array == NULL) return result;
    size_t columns = columns_of(array);
    bool has_hands = columns == 156 || columns == 165;
    if ((columns != 66 && columns != 72 && !has_hands) || !fits(smpl, array))
        return refuse_shape(smpl, "poses", array);
    set_columns(smpl, array, 0, BODY_JOINTS, 0);
    if (columns == 165) set_columns(smpl, array, BODY_JOINTS, HEAD_JOINTS, (size_t)BODY_JOINTS * 3);
    if (has_hands)
        set_columns(smpl, array, FIRST_HAND, 2 * HAND_JOINTS, columns - (size_t)HAND_JOINTS * 6);
    return VRM_OK;
}

static vrm_Result read_parts(Smpl* smpl) {
    for (int p = 0; p < PARTS; p++) {
        const vrmi_Npy* array;
        vrm_Result result = read_array(smpl, parts[p].name, &array);
        if (result != VRM_OK) return result;
        if (array == NULL || smpl->joints[parts[p].first_joint].array != NULL) continue;
        size_t wanted = (size_t)parts[p].joints * 3, columns = columns_of(array);
        bool is_hand = parts[p].first_joint >= FIRST_HAND;
        if (is_hand && columns < wanted) { /* components of a model of hands */
            vrmi_report_at(smpl->input->report, VRMI_RULE_SMPL_HANDS, VRM_NO_OFFSET, NULL);
            continue;
        }
        if (columns < wanted || !fits(smpl, array)) return refuse_shape(smpl, parts[p].name, array);
        for (int joints = parts[p].joints; joints <= parts[p].joints + 2; joints++)
            if (columns == (size_t)joints * 9 || columns == (size_t)joints * 6)
                return refuse_matrices(smpl, parts[p].name, columns, joints);
        set_columns(smpl, array, parts[p].first_joint, parts[p].joints, 0);
    }
    return VRM_OK;
}

static vrm_Result read_places(Smpl* smpl) {
    static const char* const names[] = {"trans", "transl"};
    for (size_t i = 0; i < 2 && smpl->places == NULL; i++) {
        vrm_Result result = read_array(smpl, names[i], &smpl->places);
        if (result != VRM_OK) return result;
        if (smpl->places != NULL && (columns_of(smpl->places) != 3 || !fits(smpl, smpl->places)))
            return refuse_shape(smpl, names[i], smpl->places);
    }
    return VRM_OK;
}

static vrm_Result read_rate(Smpl* smpl) {
    static const char* const names[] = {"mocap_framerate", "mocap_frame_rate", "fps"};
    const vrmi_Npy* array = NULL;
    for (size_t i = 0; i < 3 && array == NULL; i++) {
        vrm_Result result = read_array(smpl, names[i], &array);
        if (result != VRM_OK) return result;
    }
    double rate = array != NULL && array->count > 0 ? vrmi_npy_number(array, 0) : 0.0;
    bool is_rate = rate >= VRMI_FPS_MIN && rate <= VRMI_FPS_MAX;
    if (!is_rate && smpl->input->source_fps > 0.0) {
        rate = smpl->input->source_fps;
        is_rate = true;
    }
    if (!is_rate) vrmi_report_at(smpl->input->report, VRMI_RULE_NPY_RATE, VRM_NO_OFFSET, NULL);
    smpl->frame_s = 1.0 / (is_rate ? rate : FRAME_RATE);
    return VRM_OK;
}

static vrm_Result read_arrays(Smpl* smpl) {
    const vrmi_CaptureInput* input = smpl->input;
    if (!vrmi_npz_list(input->bytes, input->size, &smpl->file)) {
        vrmi_report_at(input->report, VRMI_RULE_NPY_DAMAGED, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    vrm_Result result = read_poses(smpl);
    if (result == VRM_OK) result = read_parts(smpl);
    if (result == VRM_OK && (smpl->joints[0].array == NULL || smpl->joints[1].array == NULL)) {
        vrmi_report_at(input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                       "The file has no array \"poses\", nor \"root_orient\" and \"pose_body\".");
        result = VRM_ERR_INVALID;
    }
    if (result == VRM_OK) result = read_places(smpl);
    if (result == VRM_OK) result = read_rate(smpl);
    return result;
}

/* ---- Frames ---- */

/* Three numbers of a row; false when one of them is none. */
static bool read_vector(Smpl* smpl, const Column* column, size_t row, double out[3]) {
    bool is_valid = true;
    size_t begin = row * column->array->strides[0];
    for (size_t i = 0; i < 3; i++) {
        out[i] = vrmi_npy_number(column->array, begin + column->places[i]);
        is_valid = is_valid && fabs(out[i]) <= 1e6; /* false for NaN */
    }
    smpl->invalid += !is_valid;
    return is_valid;
}

static vrm_Quat rotation_of(const double v[3]) {
    const double turn = 6.283185307179586;
    double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (angle < 1e-9) return vrmi_quat_identity();
    vrm_Vec3 axis = {(float)(v[0] / angle), (float)(v[1] / angle), (float)(v[2] / angle)};
    return vrmi_quat_from_axis_angle(axis, (float)fmod(angle, turn));
}

/* What cannot be read stays as in the frame before. */
static void fill_joints(Smpl* smpl, vrmi_Posed* posed) {
    vrm_Quat last[JOINTS];
    for (int j = 0; j < JOINTS; j++) last[j] = vrmi_quat_identity();
    for (int32_t f = 0; f < posed->frame_count; f++)
        for (int j = 0; j < JOINTS; j++) {
            double vector[3];
            if (smpl->joints[j].array == NULL) continue;
            if (read_vector(smpl, &smpl->joints[j], (size_t)f, vector))
                last[j] = rotation_of(vector);
            *vrmi_posed_rotation(posed, f, (vrm_Bone)joint_bones[j]) = last[j];
        }
}

static void fill_places(Smpl* smpl, vrmi_Posed* posed) {
    vrm_Vec3 last = {0.0f, 0.0f, 0.0f};
    if (smpl->places == NULL) return;
    Column column = columns_at(smpl->places, 0);
    for (int32_t f = 0; f < posed->frame_count; f++) {
        double place[3];
        if (read_vector(smpl, &column, (size_t)f, place))
            last = (vrm_Vec3){(float)place[0], (float)place[1], (float)place[2]};
        posed->hips[f] = last;
    }
}

/* The rest has Y up; the root turns it to the axes of the file. */
static void turn_upright(const Smpl* smpl, vrmi_Posed* posed) {
    vrm_Vec3 upright = {0.0f, 0.0f, 0.0f}, up = {0.0f, 1.0f, 0.0f};
    for (int32_t f = 0; f < posed->frame_count; f++)
        upright = vrmi_vec3_add(
            upright, vrmi_quat_rotate(*vrmi_posed_rotation(posed, f, VRM_BONE_HIPS), up));
    vrm_Quat turn = vrmi_up_turn(upright);
    for (int32_t f = 0; f < posed->frame_count; f++) {
        vrm_Quat* root = vrmi_posed_rotation(posed, f, VRM_BONE_HIPS);
        *root = vrmi_quat_mul(turn, *root);
        if (smpl->places != NULL) posed->hips[f] = vrmi_quat_rotate(turn, posed->hips[f]);
    }
}

static vrm_Result make_frames(Smpl* smpl, vrmi_Capture* out) {
    vrm_Vec3 rest[VRM_BONE_COUNT];
    vrmi_Posed* posed;
    uint64_t bones = 0;
    (void)vrmi_record_skeleton(NULL, 0.0f, rest);
    for (int j = 0; j < JOINTS; j++)
        if (smpl->joints[j].array != NULL) bones |= (uint64_t)1 << joint_bones[j];
    vrm_Result result =
        vrmi_posed_create(smpl->input, bones, rest, smpl->frame_count, smpl->frame_s, &posed);
    if (result != VRM_OK) return result;
    fill_joints(smpl, posed);
    fill_places(smpl, posed);
    turn_upright(smpl, posed);
    if (smpl->invalid > 0)
        vrmi_report_at(smpl->input->report, VRMI_RULE_NPY_VALUE_INVALID, VRM_NO_OFFSET, NULL);
    if (smpl->places != NULL) result = vrmi_posed_stand(posed);
    if (result == VRM_OK)
        vrmi_posed_finish(posed, smpl->places != NULL, out);
    else
        vrmi_posed_destroy(posed);
    return result;
}

/* Deflated arrays may take 48 times the file, unless the caller says how much. */
static uint64_t memory_for(const vrmi_CaptureInput* input) {
    uint64_t most = ((uint64_t)32 << 20) + (uint64_t)input->size * 48;
    return input->is_limited_by_size && most < input->max_bytes ? most : input->max_bytes;
}

vrm_Result vrmi_smpl_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    Smpl* smpl = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *smpl);
    if (smpl == NULL) return VRM_ERR_MEMORY;
    smpl->input = input;
    smpl->memory = memory_for(input);
    vrm_Result result = read_arrays(smpl);
    if (result == VRM_OK) result = make_frames(smpl, out);
    for (int32_t i = 0; i < smpl->array_count; i++)
        if (smpl->inflated[i] != NULL)
            vrmi_release(&input->allocator, smpl->inflated[i], smpl->inflated_size[i]);
    vrmi_release(&input->allocator, smpl, sizeof *smpl);
    return result;
}
