/* SPDX-License-Identifier: MIT */
#include "support/face_model.h"
#include "support/avatar.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void face_model_init(FaceModel* face, int32_t target_count) {
    memset(face, 0, sizeof *face);
    face->target_count = target_count;
    for (int32_t t = 0; t < target_count; t++) face->deltas[t][t % FACE_VERTICES][1] = 0.001f;
    strcpy(face->expressions, "{}");
}

/* ---- Random ---- */

static const char* const overrides[] = {"none", "block", "blend"};

static size_t put_expression(char* out, size_t room, Dice* dice, const char* name, int targets) {
    size_t size = (size_t)snprintf(out, room,
                                   "\"%s\":{\"isBinary\":%s,\"overrideMouth\":\"%s\","
                                   "\"overrideBlink\":\"%s\",\"morphTargetBinds\":[",
                                   name, roll_int(dice, 6) == 0 ? "true" : "false",
                                   overrides[roll_int(dice, 12) < 10 ? 0 : roll_int(dice, 3)],
                                   overrides[roll_int(dice, 12) < 10 ? 0 : roll_int(dice, 3)]);
    int binds = roll_int(dice, 4);
    for (int b = 0; b < binds; b++)
        size += (size_t)snprintf(
            out + size, room - size, "%s{\"node\":%d,\"index\":%d,\"weight\":%.3f}",
            b > 0 ? "," : "", TEST_FACE, roll_int(dice, targets), (double)roll(dice, 0.1f, 1.0f));
    size += (size_t)snprintf(out + size, room - size, "]}");
    return size;
}

void face_model_random(FaceModel* face, Dice* dice) {
    face_model_init(face, 4 + roll_int(dice, 20));
    for (int32_t t = 0; t < face->target_count; t++)
        for (int v = 0; v < FACE_VERTICES; v++)
            for (int c = 0; c < 3; c++)
                face->deltas[t][v][c] = roll_int(dice, 3) == 0 ? roll(dice, -0.01f, 0.01f) : 0.0f;
    size_t size = 0;
    bool is_first = true;
    size += (size_t)snprintf(face->expressions, FACE_TEXT, "{\"preset\":{");
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        if (roll_int(dice, 8) == 0) continue;
        if (!is_first) face->expressions[size++] = ',';
        is_first = false;
        size +=
            put_expression(face->expressions + size, FACE_TEXT - size, dice,
                           vrm_expression_preset_name((vrm_ExpressionPreset)p), face->target_count);
    }
    size += (size_t)snprintf(face->expressions + size, FACE_TEXT - size, "},\"custom\":{");
    int shapes = roll_int(dice, 3) * 26; /* none, half or all of the 52 */
    for (int s = 0; s < shapes; s++) {
        if (s > 0) face->expressions[size++] = ',';
        size += put_expression(face->expressions + size, FACE_TEXT - size, dice,
                               vrm_face_shape_name((vrm_FaceShape)s), face->target_count);
    }
    (void)snprintf(face->expressions + size, FACE_TEXT - size, "}}");
}

/* ---- File ---- */

static size_t put_base64(char* out, const uint8_t* bytes, size_t size) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = 0;
    assert_int_equal(size % 3, 0);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int k = 18; k >= 0; k -= 6) out[length++] = letters[word >> k & 63];
    }
    out[length] = '\0';
    return length;
}

vrm_Model* face_model_load(const FaceModel* face) {
    enum { ROOM = 1 << 17 };
    char *meshes = malloc(ROOM), *accessors = malloc(ROOM), *members = malloc(ROOM);
    assert_true(meshes != NULL && accessors != NULL && members != NULL);
    size_t each = sizeof face->deltas[0], total = (size_t)face->target_count * each;
    int m = snprintf(meshes, ROOM,
                     "[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                     "\"targets\":[");
    int a = snprintf(accessors, ROOM,
                     "[{\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\",\"min\":[0,0,0],"
                     "\"max\":[0,0,0]}",
                     FACE_VERTICES);
    for (int32_t t = 0; t < face->target_count; t++) {
        m += snprintf(meshes + m, (size_t)(ROOM - m), "%s{\"POSITION\":%d}", t > 0 ? "," : "",
                      t + 1);
        a += snprintf(accessors + a, (size_t)(ROOM - a),
                      ",{\"bufferView\":0,\"byteOffset\":%zu,\"componentType\":5126,\"count\":%d,"
                      "\"type\":\"VEC3\"}",
                      (size_t)t * each, FACE_VERTICES);
    }
    m += snprintf(meshes + m, (size_t)(ROOM - m), "]}],\"extras\":{\"targetNames\":[");
    for (int32_t t = 0; t < face->target_count && face->names[0] != NULL; t++)
        m += snprintf(meshes + m, (size_t)(ROOM - m), "%s\"%s\"", t > 0 ? "," : "", face->names[t]);
    (void)snprintf(meshes + m, (size_t)(ROOM - m), "]}}]");
    (void)snprintf(accessors + a, (size_t)(ROOM - a), "]");
    int b = snprintf(members, ROOM,
                     "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{"
                     "\"byteLength\":%zu,\"uri\":\"data:application/octet-stream;base64,",
                     total, total);
    size_t length = put_base64(members + b, (const uint8_t*)face->deltas, total);
    (void)snprintf(members + (size_t)b + length, ROOM - (size_t)b - length, "\"}]");
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.meshes = meshes;
    avatar.accessors = accessors;
    avatar.members = members;
    avatar.expressions = face->expressions;
    avatar.look_at = "{\"type\":\"bone\"}";
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    free(meshes);
    free(accessors);
    free(members);
    return model;
}

/* ---- Stands ---- */

static FaceStand stand_of(vrm_Model* model, const vrm_FaceDef* def) {
    FaceStand stand = {.model = model};
    assert_int_equal(vrm_rig_build(stand.model, NULL, &stand.rig), VRM_OK);
    assert_int_equal(vrm_face_map_build(stand.model, stand.rig, NULL, &stand.map), VRM_OK);
    assert_int_equal(vrm_face_create(stand.map, def, &stand.face), VRM_OK);
    return stand;
}

FaceStand face_stand(const FaceModel* face, const vrm_FaceDef* def) {
    return stand_of(face_model_load(face), def);
}

FaceStand face_stand_hero(const vrm_FaceDef* def) {
    return face_stand_hero_of(VRM_DIALECT_1, def);
}

FaceStand face_stand_hero_of(vrm_Dialect dialect, const vrm_FaceDef* def) {
    SceneBytes bytes = scene_hero(dialect, false);
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    scene_bytes_free(&bytes);
    return stand_of(model, def);
}

void face_stand_end(FaceStand* stand) {
    vrm_face_destroy(stand->face);
    vrm_face_map_destroy(stand->map);
    vrm_rig_destroy(stand->rig);
    vrm_model_destroy(stand->model);
}

vrm_FaceDef face_calm_def(void) {
    vrm_FaceDef def = vrm_default_face_def();
    def.blinks = false;
    def.attention = VRM_ATTENTION_STEADY;
    return def;
}

float face_weight(const FaceStand* stand, const char* name) {
    int32_t e = vrm_rig_expression(stand->rig, name);
    assert_true(e >= 0);
    return vrm_face_weights(stand->face, NULL)[e];
}

bool face_emote(const FaceStand* stand, const char* name, float weight) {
    vrm_EmotionPart part = {name, weight};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &part;
    emotion.part_count = name == NULL ? 0 : 1;
    return vrm_face_emote(stand->face, &emotion);
}
