/* SPDX-License-Identifier: MIT */
#include "vrm/diff.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"

#include "scenes/scenes.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/diff_text.h"
#include "support/full.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(const vrm_Model* before, const vrm_Model* after, const char* wanted) {
    char text[8192];
    test_describe_diff(before, after, NULL, text, sizeof text);
    assert_string_equal(text, wanted);
}

static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                       VRM_DIALECT_1};

static void a_model_equals_itself_in_every_dialect(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        TestModel a = test_model_scene(dialects[i], NULL), b = test_model_scene(dialects[i], NULL);
        expect(a.model, a.model, "");
        expect(a.model, b.model, "");
        test_model_free(&a);
        test_model_free(&b);
    }
}

/* A single edit, and all that it means. */
typedef struct Case {
    const char *edit, *wanted;
} Case;

#define VRMC       "/extensions/VRMC_vrm"
#define SPRING     "/extensions/VRMC_springBone"
#define CONSTRAINT "/extensions/VRMC_node_constraint/constraint"
#define MTOON      "/materials/0/extensions/VRMC_materials_mtoon"

static const Case cases[] = {
    {"set " VRMC "/meta/name 'Nova'", "meta changed |name|Sample|Nova"},
    {"set " VRMC "/meta/authors ['A','B']", "meta changed |authors|The libvrm authors|A, B"},
    {"set " VRMC "/meta/commercialUsage 'personalProfit'",
     "meta changed |commercialUsage|corporation|personalProfit"},
    {"set " VRMC "/meta/allowRedistribution false", "meta changed |allowRedistribution|true|false"},
    {"remove " VRMC "/humanoid/humanBones/jaw", "humanoid removed jaw||Jaw|"},
    {"set " VRMC "/humanoid/humanBones/jaw/node 59", "humanoid changed jaw|node|Jaw|Hair1_4"},
    {"set " VRMC "/expressions/preset/happy/overrideMouth 'none'",
     "expressions changed happy|overrideMouth|block|none"},
    {"set " VRMC "/expressions/preset/happy/isBinary true",
     "expressions changed happy|isBinary|false|true"},
    {"set " VRMC "/expressions/preset/sad/morphTargetBinds/0/weight 0.25",
     "expressions changed sad|morph Face / brow_sad|1|0.25"},
    {"remove " VRMC "/expressions/preset/neutral", "expressions removed neutral|||"},
    {"set " VRMC "/expressions/custom/new {}", "expressions added new|||"},
    {"set " VRMC "/expressions/preset/angry/materialColorBinds/0/targetValue [1,0,0,1]",
     "expressions changed angry|color of Skin|1 0.8 0.8 1|1 0 0 1"},
    {"set " VRMC "/lookAt/type 'expression'", "lookAt changed |type|bone|expression"},
    {"set " VRMC "/lookAt/rangeMapVerticalUp/outputScale 5",
     "lookAt changed |rangeMapVerticalUp.outputScale|9|5"},
    {"remove " VRMC "/lookAt", "lookAt removed |||"},
    {"set " VRMC "/firstPerson/meshAnnotations/0/type 'both'",
     "firstPerson changed Body|type|auto|both"},
    {"set " SPRING "/springs/0/joints/0/stiffness 3",
     "springs changed hair 1|joint Hair1_1 stiffness|1.2|3"},
    {"set " SPRING "/springs/0/joints/1/hitRadius 0.5",
     "springs changed hair 1|joint Hair1_2 hitRadius|0.015|0.5"},
    {"set " SPRING "/springs/0/center 6", "springs changed hair 1|center|Root|Head"},
    {"remove " SPRING "/springs/0", "springs removed hair 1|||"},
    {"set " SPRING "/colliders/0/shape/sphere/radius 0.1",
     "colliders changed on Head|radius|0.085|0.1"},
    {"set " MTOON "/shadeColorFactor [0,0,0]",
     "materials changed Skin|shadeColorFactor|0.9 0.6 0.55|0 0 0"},
    {"set " MTOON "/matcapFactor [0.5,0.5,0.5]", ""},
    {"set " MTOON "/outlineWidthMode 'none'",
     "materials changed Skin|outlineWidthMode|worldCoordinates|none"},
    {"set /materials/0/pbrMetallicRoughness/baseColorFactor [1,0.5,1,1]",
     "materials changed Skin|baseColorFactor|1 1 1 1|1 0.5 1 1"},
    {"set /materials/0/name 'Haut'", "materials changed Skin|name|Skin|Haut"},
    {"set /materials/0/doubleSided true", "materials changed Skin|doubleSided|false|true"},
    {"set /nodes/59/name 'Tip'", "nodes changed Hair1_4|name|Hair1_4|Tip"},
    {"float 9 0 0.5",
     "meshes changed Face|primitive 0 texture coordinates 0||1 of 671 differ, by at "
     "most 0.5"},
    {"float 12 1 0.01",
     "meshes changed Face|primitive 0 morph target 0||1 of 671 differ, by at most 0.01 m"},
    {"float 7 1 2.5",
     "meshes changed Face|primitive 0 positions||1 of 671 differ, by at most 1.074552 m"},
    {"float 8 1 2.5",
     "meshes changed Face|primitive 0 normals||1 of 671 differ, by at most 1.9505086"},
    {"float 11 0 0.25 0.75 0 0",
     "meshes changed Face|primitive 0 weights||1 of 671 vertices differ"},
    {"set /nodes/59/translation [1,2,3]",
     "meshes changed Swaying|primitive 0 positions||18 of 423 differ, by at most 1.899841 m\n"
     "nodes changed Hair1_4|rest|0.012681 -0.106667 -0.00412|1 2 3"},
    {"set /nodes/7/translation [0,0.5,0]", "humanoid changed jaw|rest|0 0.02 0.03|0 0.5 0"},
    {"set /meshes/0/primitives/0/material 1",
     "meshes changed Body|primitive 0 material|Skin|Cloth"},
    {"set /textures/0/source 1",
     "materials changed Skin|baseColorTexture|Skin sha256:f2625ec5e7ee|Cloth sha256:3650cbe8550a\n"
     "materials changed Skin|shadeMultiplyTexture|Skin sha256:f2625ec5e7ee|Cloth "
     "sha256:3650cbe8550a\n"
     "materials changed Cheek|baseColorTexture|Skin sha256:f2625ec5e7ee|Cloth sha256:3650cbe8550a\n"
     "materials changed Cheek|shadeMultiplyTexture|Skin sha256:f2625ec5e7ee|Cloth "
     "sha256:3650cbe8550a"},
    {"set " SPRING "/springs/0/colliderGroups []",
     "springs changed hair 1|colliderGroups|2 groups|0 groups"},
    {"remove /nodes/84/mesh\nremove /nodes/84/skin", "meshes removed Body|||"},
    {"set /nodes/80" CONSTRAINT "/roll/rollAxis 'Y'",
     "constraints changed LeftTwist|axis|1 0 0|0 1 0"},
    {"set /nodes/80" CONSTRAINT "/roll/weight 0.25",
     "constraints changed LeftTwist|weight|0.5|0.25"},
    {"set /nodes/82" CONSTRAINT "/aim/aimAxis 'NegativeZ'",
     "constraints changed Sleeve|axis|1 0 0|0 0 -1"},
    {"set /nodes/83" CONSTRAINT "/rotation/source 22",
     "constraints changed Wing|source|RightUpperArm|LeftLowerArm"},
    {"set /nodes/83" CONSTRAINT " {'aim':{'aimAxis':'PositiveY','source':21,'weight':0.8}}",
     "constraints changed Wing|type|rotation|aim"},
    {"remove /nodes/81/extensions", "constraints removed RightTwist|||"},
    {"insert " VRMC "/expressions/preset/sad/morphTargetBinds/- {'node':85,'index':3,'weight':0.5}",
     "expressions added sad|morph Face / mouth_e||0.5"},
    {"remove " VRMC "/expressions/preset/sad/morphTargetBinds/0",
     "expressions removed sad|morph Face / brow_sad|1|"},
    {"set " VRMC "/expressions/preset/sad/morphTargetBinds/1/index 10",
     "expressions added sad|morph Face / smile||1\n"
     "expressions removed sad|morph Face / frown|1|"},
    {"insert " VRMC "/expressions/preset/angry/materialColorBinds/- "
     "{'material':2,'type':'emissionColor','targetValue':[1,0,0,1]}",
     "expressions added angry|emissionColor of Hair||1 0 0"},
    {"set " VRMC "/expressions/preset/aa/textureTransformBinds "
     "[{'material':0,'scale':[1,1],'offset':[0.5,0]}]",
     "expressions added aa|textureTransform of Skin||1 1 0.5 0"},
    {"insert /materials/- {'name':'Spare'}\nset /meshes/0/primitives/0/material 7",
     "materials added Spare|||\nmeshes changed Body|primitive 0 material|Skin|Spare"},
    {"set /materials/5/alphaMode 'MASK'", "materials changed Metal|alphaMode|OPAQUE|MASK"},
    {"insert " SPRING "/colliderGroups/0/colliders/- 4",
     "colliders changed group group 1|colliders|2 colliders|3 colliders"},
    {"set " SPRING "/springs/0/joints/0/gravityDir [1,0,0]",
     "springs changed hair 1|joint Hair1_1 gravityDir|0 -1 0|1 0 0"},
    {"set " SPRING "/springs/0/joints/0/gravityPower 0.5",
     "springs changed hair 1|joint Hair1_1 gravityPower|0.15|0.5"},
    {"set " VRMC "/meta/authors ['a','b, c']",
     "meta changed |authors|The libvrm authors|a, \"b, c\""},
    {"set " MTOON "/outlineWidthFactor 0.0011",
     "materials changed Skin|outlineWidthFactor|0.001|0.0011"},
    {"set /scenes/0/nodes [0,85,86]", "nodes changed Body|in the scene|true|false"},
    {"set /meshes/1/weights [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]",
     "meshes changed Face|morph target 17 weight at rest|0|1"},
    {"set /meshes/0/primitives/0/attributes/COLOR_0 4\n"
     "set /meshes/0/primitives/1/attributes/COLOR_0 4",
     "meshes changed Body|primitive 0 colours 0||822 of 822 differ, by at most 1"},
    {"set /cameras [{'type':'perspective','perspective':{'yfov':1,'znear':0.1}}]\n"
     "set /nodes/59/camera 0",
     "nodes changed Hair1_4|camera|none|perspective"},
    {"set /nodes/83/rotation [0.6,0,0,0.8]", "constraints changed Wing|axes|0 0 0 1|0.6 0 0 0.8"},
    {"set /nodes/80/rotation [0,0,0,-1]", ""},
    /* What has no meaning of its own. */
    {"set /asset/generator 'another'", ""},
    {"insert /materials/- {'name':'Spare'}", ""},
    {"set /extras {'a':1}", ""},
    {"set /nodes/59/extras {'a':1}", ""},
    {"set " SPRING "/springs/0/joints/3/stiffness 3", ""},
    {"set /materials/0/pbrMetallicRoughness/metallicFactor 0.5", ""},
    {"set " VRMC "/meta/name 'Sample'", ""},
};

static void a_single_edit_is_a_single_difference(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_1, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[8192];
        TestModel after = test_model_scene(VRM_DIALECT_1, cases[i].edit);
        test_describe_diff(before.model, after.model, NULL, text, sizeof text);
        if (strcmp(text, cases[i].wanted) != 0)
            fail_msg("%s:\n%s\nwanted\n%s", cases[i].edit, text, cases[i].wanted);
        test_describe_diff(after.model, before.model, NULL, text, sizeof text);
        assert_true((text[0] == 0) == (cases[i].wanted[0] == 0));
        test_model_free(&after);
    }
    test_model_free(&before);
}

#define ANIMATION "/animations/0"
#define CLIP      "/extensions/VRMC_vrm_animation"

static const Case clip_cases[] = {
    {"set " ANIMATION "/name 'other'", "animations changed wave|name|wave|other"},
    {"remove " ANIMATION "/name", "animations changed wave|name|wave|"},
    {"insert /animations/0 {'name':'first','samplers':[{'input':0,'output':2}],"
     "'channels':[{'sampler':0,'target':{'node':18,'path':'rotation'}}]}",
     "animations changed |first|wave|first\nanimations added first|||"},
    {"insert /animations/- {'name':'last','samplers':[{'input':0,'output':2}],"
     "'channels':[{'sampler':0,'target':{'node':18,'path':'rotation'}}]}",
     "animations added last|||"},
    {"float 0 60 2.5", "animations changed wave|rotation of Head times||by at most 0.5 s\n"
                       "animations changed wave|rotation of LeftUpperArm times||by at most 0.5 s\n"
                       "animations changed wave|rotation of RightLowerArm times||by at most 0.5 s"},
    {"float 2 0 0.6 0 0 0.8",
     "animations changed wave|rotation of LeftUpperArm values||by at most 0.6"},
    {"set " ANIMATION "/samplers/0/interpolation 'STEP'",
     "animations changed wave|rotation of LeftUpperArm interpolation|LINEAR|STEP"},
    {"remove " ANIMATION "/channels/0", "animations removed wave|rotation of LeftUpperArm||"},
    {"set " ANIMATION "/channels/0/target/node 19",
     "animations removed wave|rotation of LeftUpperArm||\n"
     "animations added wave|rotation of RightUpperArm||"},
    {"set " ANIMATION "/channels/3/target/path 'scale'",
     "animations removed wave|translation of Hips||\n"
     "animations added wave|scale of Hips||"},
    {"insert " ANIMATION "/channels/- {'sampler':0,'target':{'node':19,'path':'rotation'}}",
     "animations added wave|rotation of RightUpperArm||"},
    {"insert " ANIMATION "/channels/0 {'sampler':3,'target':{'node':18,'path':'translation'}}",
     "animations added wave|translation of LeftUpperArm||"},
    {"set /accessors/2/count 60\nset /accessors/3/count 60",
     "animations changed wave|rotation of LeftUpperArm values|244|240\n"
     "animations changed wave|rotation of RightLowerArm values|244|240"},
    {"remove " CLIP "/humanoid/humanBones/jaw", "humanoid removed jaw||Jaw|"},
};

static vrm_Model* load_clip(const char* edits) {
    char quoted[1024];
    SceneBytes clip = scene_clip(false);
    size_t at = 0;
    for (; edits[at] != 0 && at + 1 < sizeof quoted; at++)
        quoted[at] = edits[at] == '\'' ? '"' : edits[at];
    quoted[at] = 0;
    SceneBytes patched = scene_patch(&clip, quoted, NULL);
    assert_non_null(patched.data);
    vrm_Model* model = test_load(patched.data, patched.size);
    scene_bytes_free(&patched);
    scene_bytes_free(&clip);
    return model;
}

static void animations_are_compared_by_track(void** state) {
    (void)state;
    vrm_Model* before = load_clip("");
    expect(before, before, "");
    for (size_t i = 0; i < sizeof clip_cases / sizeof clip_cases[0]; i++) {
        char text[8192];
        vrm_Model* after = load_clip(clip_cases[i].edit);
        test_describe_diff(before, after, NULL, text, sizeof text);
        if (strcmp(text, clip_cases[i].wanted) != 0)
            fail_msg("%s:\n%s\nwanted\n%s", clip_cases[i].edit, text, clip_cases[i].wanted);
        test_describe_diff(after, before, NULL, text, sizeof text);
        assert_true((text[0] == 0) == (clip_cases[i].wanted[0] == 0));
        vrm_model_destroy(after);
    }
    vrm_model_destroy(before);
}

/* A file may hold several animations; its clip is the first. */
static void clips_differ_where_another_animation_is_the_first(void** state) {
    (void)state;
    static const char more[] = "{'name':'more','samplers':[{'input':0,'output':2}],"
                               "'channels':[{'sampler':0,'target':{'node':18,'path':'rotation'}}]}";
    char edit[512];
    snprintf(edit, sizeof edit, "insert /animations/- %s", more);
    vrm_Model* a = load_clip(edit);
    snprintf(edit, sizeof edit, "insert /animations/0 %s", more);
    vrm_Model* b = load_clip(edit);
    expect(a, b, "animations changed |first|wave|more");
    expect(b, b, "");
    vrm_model_destroy(a);
    vrm_model_destroy(b);
}

/* A bone's motion is what it does in model space: the keys of two skeletons with different axes may
 * mean the same, and equal keys may not. */
static void clips_are_compared_by_what_they_do(void** state) {
    (void)state;
    SceneBytes plain = scene_clip(false), turned = scene_clip(true);
    vrm_Model *a = test_load(plain.data, plain.size), *b = test_load(turned.data, turned.size);
    expect(a, b, "");
    vrm_model_destroy(b);
    scene_bytes_free(&plain);
    scene_bytes_free(&turned);
    b = load_clip("set /nodes/21/rotation [0.6,0,0,0.8]\n"
                  "set /nodes/23/rotation [-0.6,0,0,0.8]"); /* the hand below stays as it was */
    char text[8192];
    test_describe_diff(a, b, NULL, text, sizeof text);
    assert_non_null(strstr(text, "animations changed wave|rotation of RightLowerArm values||"));
    vrm_model_destroy(b);
    vrm_model_destroy(a);
}

static void normalizing_changes_no_meaning(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_rotated_rest = true;
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model *before = test_load(bytes.data, bytes.size),
              *after = test_load(bytes.data, bytes.size);
    assert_int_equal(vrm_normalize(after, NULL, NULL), VRM_OK);
    expect(before, after, "");
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    scene_bytes_free(&bytes);
}

/* A file that states everything, with random axes for its nodes: turned, and scaled evenly. Not so
 * in 0.x, where a scale moves the ends of chains, and normalizing adds nodes for them. */
static TestBytes with_random_axes(vrm_Dialect dialect, Dice* dice) {
    TestBytes full = test_full_avatar(dialect);
    SceneBytes bytes = {full.data, full.size};
    vrm_Model* model = test_load(full.data, full.size);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    size_t room = (size_t)gltf->node_count * 200 + 1, used = 0;
    char* edits = malloc(room);
    assert_non_null(edits);
    edits[0] = 0;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        vrm_Vec4 q = {roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1)};
        float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) + 1e-3f;
        float scale = roll(dice, 0.5f, 2.0f);
        if (gltf->nodes[i].matrix != NULL || roll_int(dice, 3) == 0) continue;
        used += (size_t)snprintf(edits + used, room - used,
                                 "set /nodes/%d/rotation [%.8f,%.8f,%.8f,%.8f]\n", (int)i,
                                 (double)(q.x / length), (double)(q.y / length),
                                 (double)(q.z / length), (double)(q.w / length));
        bool is_scaled = dialect != VRM_DIALECT_0 && strcmp(gltf->nodes[i].name, "Moved") != 0;
        if (!is_scaled || roll_int(dice, 2) == 0) continue;
        used +=
            (size_t)snprintf(edits + used, room - used, "set /nodes/%d/scale [%.6f,%.6f,%.6f]\n",
                             (int)i, (double)scale, (double)scale, (double)scale);
    }
    SceneBytes edited = scene_patch(&bytes, edits, NULL);
    assert_non_null(edited.data);
    vrm_model_destroy(model);
    free(edits);
    test_bytes_free(&full);
    return (TestBytes){edited.data, edited.size};
}

static void normalizing_random_axes_changes_no_meaning(void** state) {
    (void)state;
    static const vrm_Dialect kinds[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};
    Dice dice = {7};
    for (int round = 0; round < (TEST_IS_SANITIZED ? 3 : 45); round++) {
        vrm_Report* report;
        char text[8192];
        TestBytes bytes = with_random_axes(kinds[round % 3], &dice);
        vrm_Model *before = test_load(bytes.data, bytes.size),
                  *after = test_load(bytes.data, bytes.size);
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrm_normalize(after, NULL, report), VRM_OK);
        vrm_DiffDef def = vrm_default_diff_def();
        def.distance = 3e-4f; /* the scales of a chain multiply */
        test_describe_diff(before, after, &def, text, sizeof text);
        /* An uneven scale about axes that are no longer there is what normalizing cannot keep. */
        const char* lost = "animations changed idle|scale of Moved values|";
        bool is_lost = strncmp(text, lost, strlen(lost)) == 0 && strchr(text, '\n') == NULL &&
                       test_count_findings(report, "NORMALIZE_SCALE_ANIMATION") > 0;
        if (text[0] != 0 && !is_lost) fail_msg("round %d: %s", round, text);
        vrm_report_destroy(report);
        vrm_model_destroy(before);
        vrm_model_destroy(after);
        test_bytes_free(&bytes);
    }
}

/* A mirror turns triangles, normals and tangents; normalizing writes what it made of them. */
static void normalizing_a_mirrored_mesh_changes_no_meaning(void** state) {
    (void)state;
    TestBytes full = test_full_avatar(VRM_DIALECT_1);
    SceneBytes bytes = {full.data, full.size};
    SceneBytes mirrored =
        scene_patch(&bytes, "set /nodes/48/matrix [-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]\n", NULL);
    assert_non_null(mirrored.data);
    vrm_Model* straight = test_load(full.data, full.size);
    assert_string_equal(vrm_model_gltf(straight)->nodes[48].name, "Again");
    vrm_Model *before = test_load(mirrored.data, mirrored.size),
              *after = test_load(mirrored.data, mirrored.size);
    assert_int_equal(vrm_normalize(after, NULL, NULL), VRM_OK);
    char text[8192];
    test_describe_diff(before, after, NULL, text, sizeof text);
    const char* lost = "animations changed idle|scale of Moved values|";
    if (text[0] != 0 && strncmp(text, lost, strlen(lost)) != 0) fail_msg("%s", text);
    assert_null(strchr(text, '\n'));
    test_describe_diff(straight, before, NULL, text, sizeof text);
    assert_non_null(strstr(text, "meshes changed Again|positions||"));
    vrm_model_destroy(straight);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    scene_bytes_free(&mirrored);
    test_bytes_free(&full);
}

/* ---- What is drawn ---- */

/* A node with two primitives of one triangle; `x` is where its first corner is. */
typedef struct Shown {
    const char *node, *first, *second; /* more members of the node, and attributes */
    float x;
} Shown;

static vrm_Model* load_shown(const Shown* shown) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\",\"mesh\":0%s},"
        "{\"name\":\"joint\"}],\"skins\":[{\"joints\":[1]}],\"meshes\":[{\"primitives\":["
        "{\"attributes\":{\"POSITION\":0,%s}},{\"attributes\":{\"POSITION\":0,%s}}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},"
        "{\"bufferView\":1,\"componentType\":5126,\"type\":\"VEC2\",\"count\":3},"
        "{\"bufferView\":2,\"componentType\":5126,\"type\":\"VEC2\",\"count\":3},"
        "{\"componentType\":5121,\"type\":\"VEC4\",\"count\":3},"
        "{\"componentType\":5126,\"type\":\"VEC4\",\"count\":3},"
        "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}],\"bufferViews\":["
        "{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":24},"
        "{\"buffer\":0,\"byteOffset\":60,\"byteLength\":24}],\"buffers\":[{\"byteLength\":84}]}";
    const float bin[21] = {shown->x, 0, 0, 0, 1, 0, 0, 0, 0, 0.1f, 0.2f};
    char json[2048];
    snprintf(json, sizeof json, text, shown->node, shown->first, shown->second);
    TestBytes glb = test_glb(json, bin, sizeof bin);
    vrm_Model* model = test_load(glb.data, glb.size);
    test_bytes_free(&glb);
    return model;
}

#define COORDS  "\"TEXCOORD_0\":1,\"TEXCOORD_1\":2"
#define SWAPPED "\"TEXCOORD_1\":1,\"TEXCOORD_0\":2"
#define JOINTS  COORDS ",\"JOINTS_0\":3,\"WEIGHTS_0\":4"
#define SKIN    ",\"skin\":0"
/* More members of the primitive behind its attributes. */
#define TARGET(members) COORDS "},\"targets\":[{" members "}],\"extras\":{\"a\":1"

static void meshes_are_compared_as_they_are_drawn(void** state) {
    static const struct {
        Shown before, after;
        const char* wanted;
    } shown[] = {
        /* The accessors of the primitive before it, under other names. */
        {{"", COORDS, COORDS, 1},
         {"", COORDS, SWAPPED, 1},
         "meshes changed a|primitive 1 texture coordinates 0||1 of 3 differ, by at most 0.2\n"
         "meshes changed a|primitive 1 texture coordinates 1||1 of 3 differ, by at most 0.2"},
        /* A skin, but no joints: the node shows it. */
        {{SKIN, COORDS, COORDS, 1},
         {SKIN, COORDS, COORDS, 2},
         "meshes changed a|primitive 0 positions||1 of 3 differ, by at most 1 m"},
        /* No weights: the first joint shows it. */
        {{SKIN, JOINTS, JOINTS, 1},
         {SKIN, JOINTS, JOINTS, 2},
         "meshes changed a|primitive 0 positions||1 of 3 differ, by at most 1 m"},
        /* The same places, but the corners run the other way. */
        {{"", COORDS, COORDS, 1},
         {",\"scale\":[-1,1,1]", COORDS, COORDS, -1},
         "meshes changed a|primitive 0 positions||2 of 3 differ, by at most 1 m"},
        /* A target that moves nothing, by zeros and without any. */
        {{"", TARGET("\"POSITION\":0,\"NORMAL\":5"), COORDS, 1},
         {"", TARGET("\"POSITION\":0"), COORDS, 1},
         ""},
        {{"", TARGET("\"POSITION\":0"), COORDS, 1},
         {"", TARGET(""), COORDS, 1},
         "meshes changed a|primitive 0 morph target 0||2 of 3 differ, by at most 1 m"},
        /* Targets of texture coordinates and colours. */
        {{"", TARGET("\"TEXCOORD_1\":1"), COORDS, 1},
         {"", TARGET(""), COORDS, 1},
         "meshes changed a|primitive 0 morph target 0 texture coordinates 1||1 of 3 differ, by at "
         "most 0.2"},
        {{"", TARGET("\"COLOR_0\":0"), COORDS, 1},
         {"", TARGET("\"COLOR_0\":5"), COORDS, 1},
         "meshes changed a|primitive 0 morph target 0 colours 0||2 of 3 differ, by at most 1"},
        /* The last set that is drawn. */
        {{"", COORDS ",\"TEXCOORD_7\":1", COORDS, 1},
         {"", COORDS ",\"TEXCOORD_7\":2", COORDS, 1},
         "meshes changed a|primitive 0 texture coordinates 7||1 of 3 differ, by at most 0.2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        vrm_Model *before = load_shown(&shown[i].before), *after = load_shown(&shown[i].after);
        expect(before, after, shown[i].wanted);
        expect(after, after, "");
        vrm_model_destroy(before);
        vrm_model_destroy(after);
    }
}

static vrm_Model* load_picture(const char* uri) {
    char json[512];
    snprintf(json, sizeof json,
             "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"%s\"}],"
             "\"textures\":[{\"source\":0}],\"materials\":[{\"name\":\"m\","
             "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]}",
             uri);
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(json, strlen(json), NULL, NULL, &model), VRM_OK);
    return model;
}

static void pictures_that_cannot_be_read_are_compared_by_their_address(void** state) {
    (void)state;
    vrm_Model *a = load_picture("a.png"), *b = load_picture("b.png");
    expect(a, a, "");
    expect(a, b, "materials changed m|baseColorTexture|a.png, not read|b.png, not read");
    vrm_model_destroy(a);
    vrm_model_destroy(b);
}

/* Programs that read the extension's format show its image. */
static void images_of_extensions_of_textures_are_compared(void** state) {
    static const char* const extensions[] = {"EXT_texture_webp", "KHR_texture_basisu",
                                             "EXT_texture_avif", "MSFT_texture_dds"};
    (void)state;
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        vrm_Model* models[2];
        char json[512], wanted[128];
        for (int m = 0; m < 2; m++) {
            snprintf(json, sizeof json,
                     "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"a.png\"},"
                     "{\"uri\":\"b\"},{\"uri\":\"c\"}],\"textures\":[{\"source\":0,\"extensions\":{"
                     "\"%s\":{\"source\":%d}}}],\"materials\":[{\"name\":\"m\","
                     "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]}",
                     extensions[i], 1 + m);
            assert_int_equal(vrm_model_load(json, strlen(json), NULL, NULL, &models[m]), VRM_OK);
        }
        snprintf(wanted, sizeof wanted,
                 "materials changed m|baseColorTexture.%s|b, not read|c, not read", extensions[i]);
        expect(models[0], models[1], wanted);
        expect(models[1], models[1], "");
        vrm_model_destroy(models[0]);
        vrm_model_destroy(models[1]);
    }
}

static void a_saved_model_means_the_same(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        TestModel a = test_model_scene(dialects[i], NULL);
        assert_int_equal(vrm_migrate(a.model, NULL, NULL), VRM_OK);
        TestBytes bytes = test_save(a.model);
        vrm_Model* b = test_load(bytes.data, bytes.size);
        expect(a.model, b, "");
        vrm_model_destroy(b);
        test_bytes_free(&bytes);
        test_model_free(&a);
    }
}

static vrm_Model* save_and_load(const vrm_Model* model) {
    TestBytes bytes = test_save(model);
    vrm_Model* loaded = test_load(bytes.data, bytes.size);
    test_bytes_free(&bytes);
    return loaded;
}

/* A file that states everything is the same when it was saved, and its migration when that was
 * saved. What 0.x cannot say is lost on the first way down, and no more on the second. */
static void migrations_of_full_files_mean_the_same(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        TestBytes bytes = test_full_avatar(dialects[i]);
        vrm_Model* source = test_load(bytes.data, bytes.size);
        vrm_Model* saved = save_and_load(source);
        expect(source, saved, "");
        vrm_model_destroy(saved);
        assert_int_equal(vrm_migrate(source, NULL, NULL), VRM_OK);
        saved = save_and_load(source);
        expect(source, saved, "");
        vrm_MigrateDef down = vrm_default_migrate_def();
        down.to = VRM_DIALECT_0;
        vrm_Model* rounds[2];
        for (int round = 0; round < 2; round++) {
            assert_int_equal(vrm_migrate(saved, &down, NULL), VRM_OK);
            vrm_Model* old = save_and_load(saved);
            assert_int_equal(vrm_migrate(old, NULL, NULL), VRM_OK);
            rounds[round] = old;
            vrm_model_destroy(saved);
            saved = save_and_load(old);
        }
        expect(rounds[0], rounds[1], "");
        vrm_model_destroy(rounds[0]);
        vrm_model_destroy(rounds[1]);
        vrm_model_destroy(saved);
        vrm_model_destroy(source);
        test_bytes_free(&bytes);
    }
}

static void tolerances_are_what_the_definition_says(void** state) {
    (void)state;
    char text[512];
    vrm_DiffDef def = vrm_default_diff_def();
    TestModel a = test_model_scene(VRM_DIALECT_1, NULL);
    TestModel b = test_model_scene(VRM_DIALECT_1, "set /nodes/7/translation [0,0.03,0.03]");
    def.distance = 0.011f;
    test_describe_diff(a.model, b.model, &def, text, sizeof text);
    assert_string_equal(text, "");
    def.distance = 0.009f;
    test_describe_diff(a.model, b.model, &def, text, sizeof text);
    assert_string_equal(text, "humanoid changed jaw|rest|0 0.02 0.03|0 0.03 0.03");
    def.distance = 0.0f;
    def.angle = 0.0f;
    def.value = 0.0f;
    test_describe_diff(a.model, a.model, &def, text, sizeof text);
    assert_string_equal(text, "");
    test_model_free(&a);
    test_model_free(&b);
}

static void definitions_are_checked_and_limits_are_kept(void** state) {
    (void)state;
    vrm_Diff* diff = NULL;
    TestModel a = test_model_scene(VRM_DIALECT_1, NULL);
    TestModel b = test_model_scene(VRM_DIALECT_1, "set " VRMC "/meta/name 'N'\n"
                                                  "set " VRMC "/meta/version 'V'");
    vrm_DiffDef def = vrm_default_diff_def();
    def.angle = -1.0f;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_ERR_ARGUMENT);
    def = vrm_default_diff_def();
    def.def_size = 0;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_ERR_DEF);
    def = vrm_default_diff_def();
    def.work = 1000;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_ERR_LIMIT);
    assert_null(diff);
    def = vrm_default_diff_def();
    def.max_differences = 1;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_OK);
    assert_int_equal(vrm_diff_count(diff), 1);
    assert_int_equal(vrm_diff_total(diff), 2);
    assert_string_equal(vrm_diff_get(diff, 0).member, "name");
    assert_string_equal(vrm_diff_get(diff, 1).member, "");
    assert_null(vrm_diff_part_name(VRM_DIFF_PART_COUNT));
    assert_null(vrm_diff_kind_name((vrm_DiffKind)3));
    vrm_diff_destroy(diff);
    vrm_diff_destroy(NULL);
    test_model_free(&a);
    test_model_free(&b);
}

/* Vertices that are a count and no bytes. */
static void memory_for_vertices_is_bounded_by_the_size_of_the_files(void** state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"name\":\"a\",\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":%d,"
        "\"min\":[0,0,0],\"max\":[0,0,0]}]}";
    static const int counts[] = {1000, 2700000};
    for (int i = 0; i < 2; i++) {
        char file[sizeof text + 16];
        int size = snprintf(file, sizeof file, text, counts[i]);
        vrm_Model *before, *after;
        vrm_Diff* diff;
        TestMemory memory = {0};
        vrm_DiffDef def = vrm_default_diff_def();
        def.allocator = test_memory_allocator(&memory);
        assert_int_equal(vrm_model_load(file, (size_t)size, NULL, NULL, &before), VRM_OK);
        assert_int_equal(vrm_model_load(file, (size_t)size, NULL, NULL, &after), VRM_OK);
        vrm_Result result = vrm_diff_create(before, after, &def, &diff);
        assert_int_equal(result, i == 0 ? VRM_OK : VRM_ERR_LIMIT);
        assert_true(memory.peak_bytes <= (33u << 20));
        vrm_diff_destroy(diff);
        vrm_model_destroy(before);
        vrm_model_destroy(after);
        test_memory_check_clean(&memory);
    }
}

typedef struct Pair {
    const vrm_Model *before, *after;
} Pair;

static vrm_Result try_diff(const vrm_Allocator* allocator, void* ctx) {
    const Pair* pair = ctx;
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.allocator = *allocator;
    vrm_Result result = vrm_diff_create(pair->before, pair->after, &def, &diff);
    assert_true((diff != NULL) == (result == VRM_OK));
    vrm_diff_destroy(diff);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    TestModel a = test_model_scene(VRM_DIALECT_1, NULL), b = test_model_scene(VRM_DIALECT_0, NULL);
    Pair pair = {a.model, b.model};
    test_every_allocation_failing(try_diff, &pair);
    test_model_free(&a);
    test_model_free(&b);
}

/* Names that are all equal, and lists that all name one another: the work stays n log n. */
static void large_lists_of_equal_names_are_compared(void** state) {
    (void)state;
    const int count = TEST_IS_SANITIZED ? 2000 : 20000;
    size_t room = (size_t)count * 40 + 4096, used = 0;
    char* text = malloc(room);
    assert_non_null(text);
    used += (size_t)snprintf(text + used, room - used,
                             "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],"
                             "'nodes':[{'name':'a','children':[");
    for (int i = 1; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%d", i > 1 ? "," : "", i);
    used += (size_t)snprintf(text + used, room - used, "]}");
    for (int i = 1; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, ",{'name':'a'}");
    snprintf(text + used, room - used, "]}");
    TestModel a = test_model_json(text);
    expect(a.model, a.model, "");
    test_model_free(&a);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_equals_itself_in_every_dialect),
        cmocka_unit_test(a_single_edit_is_a_single_difference),
        cmocka_unit_test(animations_are_compared_by_track),
        cmocka_unit_test(clips_differ_where_another_animation_is_the_first),
        cmocka_unit_test(clips_are_compared_by_what_they_do),
        cmocka_unit_test(normalizing_changes_no_meaning),
        cmocka_unit_test(normalizing_random_axes_changes_no_meaning),
        cmocka_unit_test(normalizing_a_mirrored_mesh_changes_no_meaning),
        cmocka_unit_test(meshes_are_compared_as_they_are_drawn),
        cmocka_unit_test(pictures_that_cannot_be_read_are_compared_by_their_address),
        cmocka_unit_test(images_of_extensions_of_textures_are_compared),
        cmocka_unit_test(a_saved_model_means_the_same),
        cmocka_unit_test(migrations_of_full_files_mean_the_same),
        cmocka_unit_test(tolerances_are_what_the_definition_says),
        cmocka_unit_test(definitions_are_checked_and_limits_are_kept),
        cmocka_unit_test(memory_for_vertices_is_bounded_by_the_size_of_the_files),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(large_lists_of_equal_names_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
