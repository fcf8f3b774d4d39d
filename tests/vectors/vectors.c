/* SPDX-License-Identifier: MIT */
/* Small avatars, each about one stage, with a motion that goes through its cases. */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

/* ---- Avatars ---- */

static void twist(TestAvatar* avatar) {
    avatar->nodes[TEST_ROOT].rotation = test_turn(0, 1, 0, 10);
    avatar->nodes[TEST_HIPS].rotation = test_turn(1, 0, 1, 40);
    avatar->nodes[TEST_CHEST].rotation = test_turn(0, 1, 1, -70);
    avatar->nodes[TEST_HEAD].rotation = test_turn(1, 2, 3, 120);
    avatar->nodes[TEST_LEFT_EYE].rotation = test_turn(3, 1, 0, 25);
    avatar->nodes[TEST_LEFT_UPPER_ARM].rotation = test_turn(0, 0, 1, 90);
    int32_t between = test_avatar_add(avatar, TEST_UPPER_CHEST, (vrm_Vec3){0, 0.02f, 0});
    avatar->nodes[between].rotation = test_turn(3, 1, 0, 55);
    avatar->nodes[TEST_NECK].parent = between;
}

/* clang-format off */

#define MAP(name, in, out) \
    "\"rangeMap" name "\":{\"inputMaxValue\":" #in ",\"outputScale\":" #out "}"

static void gaze_by_bone(TestAvatar* avatar) {
    twist(avatar);
    avatar->look_at =
        "{\"type\":\"bone\",\"offsetFromHeadBone\":[0.01,0.06,0.02],"
        MAP("HorizontalInner", 40, 8) "," MAP("HorizontalOuter", 60, 12) ","
        MAP("VerticalDown", 30, 10) "," MAP("VerticalUp", 20, 5) "}";
}

static void gaze_by_expression(TestAvatar* avatar) {
    avatar->look_at =
        "{\"type\":\"expression\","
        MAP("HorizontalInner", 10, 0.1) "," MAP("HorizontalOuter", 60, 1) ","
        MAP("VerticalDown", 40, 0.5) "," MAP("VerticalUp", 20, 3) "}";
    avatar->expressions =
        "{\"preset\":{\"lookUp\":{},\"lookDown\":{\"isBinary\":true},\"lookLeft\":{},"
        "\"lookRight\":{\"morphTargetBinds\":[{\"node\":24,\"index\":0,\"weight\":1}]},"
        "\"happy\":{\"overrideLookAt\":\"blend\"}}}";
}

#define MAP0(name, x, y, curve) \
    "\"lookAt" name "\":{\"xRange\":" #x ",\"yRange\":" #y ",\"curve\":[" curve "]}"

static void gaze_of_vrm0(TestAvatar* avatar) {
    avatar->first_person =
        "{\"firstPersonBone\":6,\"firstPersonBoneOffset\":{\"x\":0,\"y\":0.06,\"z\":0.1},"
        "\"lookAtTypeName\":\"Bone\","
        MAP0("HorizontalInner", 40, 8, "0,0,0,1,1,1,1,0") ","
        MAP0("HorizontalOuter", 60, 12, "0,0,0,0,1,1,0,0") ","
        MAP0("VerticalDown", 30, 10, "0,0,0,2,0.5,0.7,1,1,1,1,0,0") ","
        MAP0("VerticalUp", 20, 5, "0,0,0,1,1,1,1,0") "}";
}

#define MORPH(index, weight) "{\"node\":24,\"index\":" #index ",\"weight\":" #weight "}"
#define COLOR(material, type, value) \
    "{\"material\":" #material ",\"type\":\"" type "\",\"targetValue\":[" value "]}"

static void faces(TestAvatar* avatar) {
    avatar->materials =
        "[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.25,0.75,0.5]},"
        "\"emissiveFactor\":[0.1,0.2,0.3]},"
        "{\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\","
        "\"shadeColorFactor\":[0.3,0.3,0.3]}}}]";
    avatar->nodes[TEST_FACE].members = "\"mesh\":0,\"weights\":[0.5,0.5,0.125]";
    avatar->expressions =
        "{\"preset\":{"
        "\"happy\":{\"isBinary\":true,\"overrideBlink\":\"block\",\"morphTargetBinds\":["
            MORPH(0, 0.5) "," MORPH(1, 0.25) "," MORPH(1, 0.5) "]},"
        "\"angry\":{\"overrideMouth\":\"blend\",\"overrideBlink\":\"blend\","
            "\"materialColorBinds\":["
            COLOR(0, "color", "1,0,0,1") "," COLOR(0, "emissionColor", "1,1,1,0") "]},"
        "\"sad\":{\"overrideMouth\":\"blend\",\"materialColorBinds\":["
            COLOR(0, "color", "0,0,1,0") "," COLOR(1, "shadeColor", "0,1,0,1") "]},"
        "\"aa\":{\"overrideMouth\":\"block\",\"morphTargetBinds\":[" MORPH(1, -0.5) "]},"
        "\"oh\":{},"
        "\"blink\":{\"morphTargetBinds\":[" MORPH(0, 1) "]},"
        "\"blinkLeft\":{\"isBinary\":true},"
        "\"neutral\":{\"textureTransformBinds\":"
            "[{\"material\":1,\"scale\":[2,0.5],\"offset\":[0.25,-0.5]}]}},"
        "\"custom\":{\"wink\":{\"overrideBlink\":\"blend\"}}}";
}

/* clang-format on */

static void constraints(TestAvatar* avatar) {
    avatar->nodes[TEST_LEFT_LOWER_ARM].rotation = test_turn(1, 1, 0, 35);
    avatar->nodes[TEST_LEFT_HAND].rotation = test_turn(0, 2, 1, -50);
    avatar->nodes[TEST_HAIR].rotation = test_turn(0, 1, 2, -80);
    avatar->nodes[TEST_LEFT_UPPER_ARM].constraint =
        "{\"roll\":{\"source\":17,\"rollAxis\":\"X\",\"weight\":0.5}}";
    avatar->nodes[TEST_RIGHT_UPPER_ARM].constraint =
        "{\"roll\":{\"source\":18,\"rollAxis\":\"Y\"}}";
    avatar->nodes[TEST_RIGHT_LOWER_ARM].constraint =
        "{\"rotation\":{\"source\":20,\"weight\":0.75}}"; /* waits for the line above */
    avatar->nodes[TEST_HAIR].constraint =
        "{\"aim\":{\"source\":18,\"aimAxis\":\"NegativeZ\",\"weight\":0.9}}";
    avatar->nodes[TEST_LEFT_EYE].constraint = "{\"aim\":{\"source\":22,\"aimAxis\":\"PositiveX\"}}";
    avatar->nodes[TEST_RIGHT_FOOT].constraint = "{\"rotation\":{\"source\":7}}";
}

static void order_of_a_frame(TestAvatar* avatar) {
    gaze_by_bone(avatar);
    avatar->nodes[TEST_HAIR].constraint = "{\"rotation\":{\"source\":7}}";
}

static void turned_and_scaled(TestAvatar* avatar) {
    avatar->nodes[TEST_NECK].rotation = test_turn(1, 0, 0, 15);
    avatar->nodes[TEST_ROOT].scale = (vrm_Vec3){1.25f, 1.25f, 1.25f};
}

/* ---- Motions ---- */

/* clang-format off */

#define SCRIPT(name, frames, tracks) \
    "{\"format\":\"vrm-motion\",\"version\":1,\"name\":\"" name "\",\"frames\":" #frames \
    ",\"dt\":0.0625,\"tracks\":[" tracks "]}\n"
#define WAVE(amplitude, hz, phase, offset) \
    "{\"wave\":{\"amplitude\":" #amplitude ",\"hz\":" #hz ",\"phase\":" #phase \
    ",\"offset\":" #offset "}}"
#define TRACK(target, property) "{\"target\":\"" target "\",\"property\":\"" property "\","
#define TURN(bone, axis, degrees) \
    "{\"target\":\"bone\",\"name\":\"" bone "\",\"property\":\"rotation\",\"axisAngles\":" \
    "[{\"axis\":[" axis "],\"degrees\":" degrees "}]}"
#define FACE(name, curve) \
    "{\"target\":\"expression\",\"name\":\"" name "\",\"property\":\"weight\"," \
    "\"components\":[" curve "]}"

static const char body_motion[] = SCRIPT("body", 16,
    TRACK("root", "translation") "\"components\":["
        WAVE(0.4, 0.5, 0, 0) "," WAVE(0.1, 1.1, 0, 0) ",0.25]},"
    TRACK("root", "rotation") "\"axisAngles\":"
        "[{\"axis\":[0,1,0],\"degrees\":" WAVE(120, 0.4, 0, 20) "}]},"
    "{\"target\":\"bone\",\"name\":\"hips\",\"property\":\"translation\",\"components\":["
        WAVE(0.05, 1, 0, 0.02) "," WAVE(0.04, 2, 0, 0) ",0.1]},"
    TURN("hips", "0,1,0", WAVE(20, 0.7, 0, 5)) ","
    TURN("spine", "1,0,1", WAVE(12, 0.6, 0.1, 0)) ","
    TURN("chest", "0,1,0", WAVE(15, 1, 0.3, 0)) ","
    TURN("neck", "1,0,0", WAVE(10, 0.4, 0, 5)) ","
    TURN("head", "1,2,3", WAVE(35, 0.8, 0, 10)) ","
    TURN("leftUpperArm", "0,0,1", WAVE(25, 1, 0, -55)) ","
    TURN("leftLowerArm", "1,1,0", WAVE(40, 1, 0.2, 0)) ","
    TURN("leftHand", "1,0,0", WAVE(70, 0.7, 0, 0)) ","
    TURN("rightUpperArm", "0,0,1", WAVE(25, 1, 0.4, 55)) ","
    TURN("rightLowerLeg", "1,0,0", WAVE(20, 1, 0, 25)));

static const char gaze_motion[] = SCRIPT("gaze", 16,
    TRACK("root", "rotation") "\"const\":[0,0.6,0,0.8]},"
    TURN("head", "0,1,1", WAVE(25, 0.6, 0, 5)) ","
    TRACK("lookAt", "position") "\"components\":["
        WAVE(2, 0.7, 0.01, 1) "," WAVE(1.5, 0.9, 0.1, 1.3) "," WAVE(1.5, 0.4, 0.2, 2) "]}");

static const char angle_motion[] = SCRIPT("angles", 16,
    FACE("happy", WAVE(0.4, 1, 0.1, 0.3)) ","
    TRACK("lookAt", "yawPitch") "\"components\":["
        WAVE(70, 1.1, 0.03, 3) "," WAVE(45, 0.7, 0.02, -2) "]}");

static const char face_motion[] = SCRIPT("face", 24,
    FACE("happy", WAVE(0.7, 0.6, 0.011, 0.3)) ","
    FACE("angry", WAVE(0.5, 0.9, 0.4, 0.2)) ","
    FACE("sad", WAVE(0.6, 0.7, 0.7, 0.1)) ","
    FACE("aa", WAVE(0.5, 1.5, 0, 0.5)) ","
    FACE("oh", WAVE(0.4, 1.1, 0.2, 0.4)) ","
    FACE("blink", WAVE(0.9, 1.3, 0.3, 0)) ","
    FACE("blinkLeft", WAVE(0.6, 0.8, 0.013, 0.4)) ","
    FACE("neutral", WAVE(0.5, 0.5, 0, 0.5)) ","
    FACE("wink", WAVE(0.3, 0.6, 0.5, 0.1)));

/* clang-format on */

const Vector vectors[] = {
    {"humanoid", "Normalized poses over rest rotations and a node between bones; hips; root.",
     twist, VRM_DIALECT_1, body_motion},
    {"humanoid-vrm0", "The same motion on an avatar that faces -Z.", turned_and_scaled,
     VRM_DIALECT_0, body_motion},
    {"look-at-bone", "Gaze at a point by eye bones, with a twisted head and eye.", gaze_by_bone,
     VRM_DIALECT_1, gaze_motion},
    {"look-at-expression",
     "Gaze by angles into look expressions, one of them binary, damped by an "
     "override.",
     gaze_by_expression, VRM_DIALECT_1, angle_motion},
    {"look-at-vrm0", "0.x gaze with curves and an offset in Unity's axes.", gaze_of_vrm0,
     VRM_DIALECT_0, gaze_motion},
    {"expressions", "Binary, block, blend, own category, sums of morphs, colours and UV.", faces,
     VRM_DIALECT_1, face_motion},
    {"constraints", "Roll, aim and rotation with weights, chained, under rest rotations.",
     constraints, VRM_DIALECT_1, body_motion},
    {"order", "A constraint that reads an eye follows the gaze of its own frame.", order_of_a_frame,
     VRM_DIALECT_1, gaze_motion},
};
const int vector_count = (int)(sizeof vectors / sizeof *vectors);

/* ---- The evaluator's trace ---- */

static Vec3d vec3_of(const double* v) {
    return (Vec3d){v[0], v[1], v[2]};
}

static Quatd quat_of(const double* v) {
    return (Quatd){v[0], v[1], v[2], v[3]};
}

static void set_inputs(Evaluator* eval, const Motion* motion, int32_t frame) {
    for (int32_t i = 0; i < motion->track_count; i++) {
        const MotionTrack* track = &motion->tracks[i];
        const double* v = motion_at(track, frame);
        vrm_Bone bone = vrm_bone_by_name(track->name);
        int32_t expression = vrm_model_expression(eval->model, track->name);
        switch (track->target) {
        case MOTION_ROOT_TRANSLATION: eval->root_translation = vec3_of(v); break;
        case MOTION_ROOT_ROTATION: eval->root_rotation = quat_of(v); break;
        case MOTION_ROOT_SCALE: eval->root_scale = vec3_of(v); break;
        case MOTION_BONE_ROTATION:
            if (bone == VRM_BONE_NONE || vrm_model_bone(eval->model, bone) < 0) break;
            eval->has_bone[bone] = true;
            eval->bone_rotations[bone] = quat_of(v);
            break;
        case MOTION_HIPS_TRANSLATION:
            eval->has_hips = true;
            eval->hips_offset = vec3_of(v);
            break;
        case MOTION_EXPRESSION:
            if (expression >= 0) eval->expression_inputs[expression] = v[0];
            break;
        case MOTION_LOOK_AT:
            eval->gaze = EVAL_GAZE_TARGET;
            eval->gaze_target = vec3_of(v);
            break;
        case MOTION_LOOK_ALONG:
            eval->gaze = EVAL_GAZE_ANGLES;
            eval->gaze_yaw = v[0];
            eval->gaze_pitch = v[1];
            break;
        case MOTION_NODE_ROTATION:
        case MOTION_NODE_TRANSLATION: break; /* no vector has them */
        }
    }
}

static void put(FILE* out, bool* is_first, double value) {
    fprintf(out, "%s%.12g", *is_first ? "" : ",", value == 0 ? 0.0 : value);
    *is_first = false;
}

static void put_quat(FILE* out, bool* is_first, Quatd q) {
    put(out, is_first, q.x);
    put(out, is_first, q.y);
    put(out, is_first, q.z);
    put(out, is_first, q.w);
}

static bool open_list(FILE* out, const char* key) {
    fprintf(out, ",\"%s\":[", key);
    return true;
}

static int compare_names(const vrm_Rig* rig, int32_t a, int32_t b) {
    return strcmp(vrm_rig_expression_info(rig, a).name, vrm_rig_expression_info(rig, b).name);
}

/* The k-th expression by name. */
static int32_t sorted_expression(const vrm_Rig* rig, int32_t k) {
    int32_t count = vrm_rig_expression_count(rig);
    for (int32_t e = 0; e < count; e++) {
        int32_t before = 0;
        for (int32_t i = 0; i < count; i++) before += compare_names(rig, i, e) < 0;
        if (before == k) return e;
    }
    return -1;
}

static void write_bones(FILE* out, const Evaluator* eval) {
    bool first = open_list(out, "bone");
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_model_bone(eval->model, (vrm_Bone)b);
        if (node < 0) continue;
        for (int r = 0; r < 3; r++) put(out, &first, eval->worlds[node].m[r][3]);
        put_quat(out, &first, eval->world_rotations[node]);
    }
    first = open_list((fputs("]", out), out), "eye");
    for (int32_t b = VRM_BONE_LEFT_EYE; b <= VRM_BONE_RIGHT_EYE; b++)
        put_quat(out, &first, eval->rotations[vrm_model_bone(eval->model, (vrm_Bone)b)]);
    fputs("]", out);
    if (vrm_model_look_at(eval->model) != NULL)
        fprintf(out, ",\"look\":[%.12g,%.12g]", eval->gaze == EVAL_GAZE_OFF ? 0.0 : eval->gaze_yaw,
                eval->gaze == EVAL_GAZE_OFF ? 0.0 : eval->gaze_pitch);
}

static void write_face(FILE* out, const Evaluator* eval, const vrm_Rig* rig) {
    int32_t count = 0;
    bool first;
    if (vrm_rig_expression_count(rig) > 0) {
        first = open_list(out, "expression");
        for (int32_t k = 0; k < vrm_rig_expression_count(rig); k++) {
            int32_t e = sorted_expression(rig, k);
            put(out, &first, eval->expression_asked[e]);
            put(out, &first, eval->expression_weights[e]);
        }
        fputs("]", out);
    }
    first = open_list(out, "morph");
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(rig, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t m = 0; m < nodes[i].morph_count; m++)
            put(out, &first, evaluator_morph(eval, nodes[i].node, m));
    fputs("]", out);
    const vrm_MaterialValue* values = vrm_rig_material_values(rig, &count);
    if (count == 0) return;
    first = open_list(out, "material");
    for (int32_t i = 0; i < count; i++) {
        Vec4d v = evaluator_material(eval, &values[i]);
        put_quat(out, &first, (Quatd){v.x, v.y, v.z, v.w});
    }
    fputs("]", out);
}

static void write_constraints(FILE* out, const Evaluator* eval, const vrm_Rig* rig) {
    if (vrm_rig_constraint_count(rig) == 0) return;
    bool first = open_list(out, "constraint");
    for (int32_t i = 0; i < vrm_rig_constraint_count(rig); i++)
        put_quat(out, &first, eval->rotations[vrm_rig_constraint(rig, i).node]);
    fputs("]", out);
}

static void write_header(FILE* out, const vrm_Model* model, const vrm_Rig* rig) {
    fputs(
        "{\"format\":\"vrm-trace\",\"version\":1,\"producer\":\"the specification's arithmetic in "
        "double precision\",\"model\":{\"version\":\"",
        out);
    fprintf(out, "%s\",\"frame\":\"native\"},\"bones\":[",
            vrm_dialect_text(vrm_model_dialect(model)));
    bool first = true;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (vrm_model_bone(model, (vrm_Bone)b) < 0) continue;
        fprintf(out, "%s\"%s\"", first ? "" : ",", vrm_bone_name((vrm_Bone)b));
        first = false;
    }
    fputs("],\"eyes\":[\"leftEye\",\"rightEye\"],\"expressions\":[", out);
    for (int32_t k = 0; k < vrm_rig_expression_count(rig); k++)
        fprintf(out, "%s\"%s\"", k == 0 ? "" : ",",
                vrm_rig_expression_info(rig, sorted_expression(rig, k)).name);
    fputs("],\"constraints\":[", out);
    for (int32_t i = 0; i < vrm_rig_constraint_count(rig); i++)
        fprintf(out, "%s{\"node\":%d}", i == 0 ? "" : ",", (int)vrm_rig_constraint(rig, i).node);
    fputs("]}\n", out);
}

void vector_write(FILE* out, const vrm_Model* model, const vrm_Rig* rig, const Motion* motion) {
    Evaluator eval;
    if (!evaluator_init(&eval, model)) abort();
    write_header(out, model, rig);
    for (int32_t f = 0; f < motion->frames; f++) {
        set_inputs(&eval, motion, f);
        evaluator_run(&eval);
        fprintf(out, "{\"f\":%d,\"t\":%.12g,\"dt\":%.12g", (int)f, motion->times[f],
                motion->dts[f]);
        write_bones(out, &eval);
        write_face(out, &eval, rig);
        write_constraints(out, &eval, rig);
        fputs("}\n", out);
    }
    evaluator_free(&eval);
}
