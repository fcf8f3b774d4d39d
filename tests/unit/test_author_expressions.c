/* SPDX-License-Identifier: MIT */
/* Lists of expressions: proposed by names, changed by name, mirrored. */
#include "motion/name_sides.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/face_model.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/author_expressions.h"
#include "vrm/edit.h"

#include <math.h>

enum { TEXT = 256 };

static vrm_ExpressionList* list_of(const vrm_Model* model) {
    vrm_ExpressionList* list = NULL;
    assert_int_equal(vrm_expression_list_create(model, NULL, NULL, &list), VRM_OK);
    return list;
}

static vrm_Model* load_hero(vrm_Dialect dialect) {
    SceneBytes bytes = scene_hero(dialect, false);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    scene_bytes_free(&bytes);
    return model;
}

static const vrm_Expression* item(const vrm_ExpressionList* list, const char* name) {
    int32_t count, index = vrm_expression_list_find(list, name);
    const vrm_Expression* items = vrm_expression_list_items(list, &count);
    assert_true(index >= 0 && index < count);
    return &items[index];
}

static vrm_Result write(vrm_Model* model, const vrm_ExpressionList* list) {
    vrm_Edit* edit = NULL;
    int32_t count;
    const vrm_Expression* items = vrm_expression_list_items(list, &count);
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_set_expressions(edit, items, count);
    if (result == VRM_OK) result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}

/* The bytes of a file with the expressions of a list. */
static TestBytes bytes_of(const TestBytes* file, void (*change)(vrm_ExpressionList*, void*),
                          void* ctx) {
    vrm_Model* model = test_load(file->data, file->size);
    vrm_ExpressionList* list = list_of(model);
    change(list, ctx);
    assert_int_equal(write(model, list), VRM_OK);
    vrm_expression_list_destroy(list);
    TestBytes bytes = test_save(model);
    vrm_model_destroy(model);
    return bytes;
}

/* ---- Propose ---- */

/* the 52 shapes from targets by name, and presets that are composed of them. */
static void test_shapes_and_presets_are_proposed(void** state) {
    (void)state;
    FaceModel* face = malloc(sizeof *face);
    assert_non_null(face);
    face_model_init(face, VRM_FACE_SHAPE_COUNT);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        face->names[s] = vrm_face_shape_name((vrm_FaceShape)s);
    vrm_Model* model = face_model_load(face);
    vrm_ExpressionList* list = list_of(model);
    vrm_ExpressionFacts facts = vrm_expression_list_facts(list);
    assert_int_equal(facts.presets, 0);
    assert_int_equal(facts.shape_count, 0);
    assert_int_equal(facts.proposed_shape_count, VRM_FACE_SHAPE_COUNT);
    assert_int_equal(facts.expected & ~facts.proposed, 0);
    int32_t added = 0, count;
    assert_int_equal(vrm_expression_list_propose(list, &added), VRM_OK);
    assert_int_equal(added, VRM_FACE_SHAPE_COUNT + VRM_EXPRESSION_PRESET_COUNT - 1);
    facts = vrm_expression_list_facts(list);
    assert_int_equal(facts.shape_count, VRM_FACE_SHAPE_COUNT);
    assert_int_equal(facts.expected & ~facts.effective, 0);
    assert_int_equal(item(list, "eyeBlinkLeft")->morph_binds[0].index, 0);
    assert_int_equal(item(list, "blink")->morph_bind_count, 2);
    assert_int_equal(vrm_expression_list_propose(list, &added), VRM_OK);
    assert_int_equal(added, 0);
    assert_int_equal(write(model, list), VRM_OK);
    vrm_expression_list_destroy(list);
    (void)vrm_model_expressions(model, &count);
    assert_int_equal(count, VRM_FACE_SHAPE_COUNT + VRM_EXPRESSION_PRESET_COUNT - 1);
    vrm_model_destroy(model);
    free(face);
}

/* what is there stays; a preset without binds gets them, a shape in another spelling counts.
 */
static void test_what_is_there_is_kept(void** state) {
    (void)state;
    FaceModel* face = malloc(sizeof *face);
    assert_non_null(face);
    face_model_init(face, 3);
    face->names[0] = "Fcl_MTH_A", face->names[1] = "jawOpen", face->names[2] = "joy";
    (void)snprintf(face->expressions, FACE_TEXT,
                   "{\"preset\":{\"aa\":{\"overrideMouth\":\"block\"},"
                   "\"happy\":{\"morphTargetBinds\":[{\"node\":%d,\"index\":1,"
                   "\"weight\":0.5}]}},"
                   "\"custom\":{\"JawOpen\":{\"morphTargetBinds\":[{\"node\":%d,\"index\":1,"
                   "\"weight\":1}]}}}",
                   TEST_FACE, TEST_FACE);
    vrm_Model* model = face_model_load(face);
    vrm_ExpressionList* list = list_of(model);
    vrm_ExpressionFacts facts = vrm_expression_list_facts(list);
    assert_int_equal(facts.presets, 1u << VRM_EXPRESSION_AA | 1u << VRM_EXPRESSION_HAPPY);
    assert_int_equal(facts.effective, 1u << VRM_EXPRESSION_HAPPY);
    assert_int_equal(facts.shape_count, 1);
    int32_t added;
    assert_int_equal(vrm_expression_list_propose(list, &added), VRM_OK);
    assert_int_equal(added, 1);
    assert_int_equal(item(list, "aa")->morph_bind_count, 1);
    assert_int_equal(item(list, "aa")->morph_binds[0].index, 0);
    assert_int_equal(item(list, "aa")->override_mouth, VRM_OVERRIDE_BLOCK);
    assert_int_equal(item(list, "happy")->morph_binds[0].index, 1);
    assert_int_equal(vrm_expression_list_find(list, "jawOpen"), -1);
    vrm_expression_list_destroy(list);
    vrm_model_destroy(model);
    free(face);
}

/* presets of the gaze are expected only if expressions move the eyes. */
static void test_gaze_is_expected_where_it_is_used(void** state) {
    (void)state;
    const uint32_t gaze = 1u << VRM_EXPRESSION_LOOK_UP | 1u << VRM_EXPRESSION_LOOK_DOWN |
                          1u << VRM_EXPRESSION_LOOK_LEFT | 1u << VRM_EXPRESSION_LOOK_RIGHT;
    for (int looks = 0; looks < 2; looks++) {
        SceneBytes bytes = scene_hero(VRM_DIALECT_1, looks == 1);
        vrm_Model* model = test_load(bytes.data, bytes.size);
        vrm_ExpressionList* list = list_of(model);
        vrm_ExpressionFacts facts = vrm_expression_list_facts(list);
        assert_int_equal(facts.expected & gaze, looks == 1 ? gaze : 0);
        assert_int_equal(facts.expected & ~facts.effective, 0); /* Vesna is complete */
        assert_int_equal(facts.expected >> VRM_EXPRESSION_NEUTRAL & 1, 0);
        vrm_expression_list_destroy(list);
        vrm_model_destroy(model);
        scene_bytes_free(&bytes);
    }
}

/* ---- Change ---- */

static void leave(vrm_ExpressionList* list, void* ctx) {
    (void)list, (void)ctx;
}

static const char* const presets[] = {"happy", "blink", "lookLeft", "aa", "surprised"};

/* Names that are free, are taken, are presets, or have letters of any language. */
static void roll_name(Dice* dice, char out[TEXT]) {
    int kind = roll_int(dice, 4);
    if (kind == 0) (void)snprintf(out, TEXT, "%s", presets[roll_int(dice, 5)]);
    if (kind == 1) (void)snprintf(out, TEXT, "name %d", roll_int(dice, 20));
    if (kind == 2) (void)snprintf(out, TEXT, "\xe7\xac\x91\xe3\x81\x84 %d", roll_int(dice, 20));
    if (kind == 3) (void)snprintf(out, TEXT, "quote\" \\ %d", roll_int(dice, 20));
}

/* Renames, copies and removes, and takes all of it back. */
static void rename_and_back(vrm_ExpressionList* list, void* ctx) {
    Dice* dice = ctx;
    for (int i = 0; i < 30; i++) {
        char from[TEXT], to[TEXT];
        int32_t count;
        const vrm_Expression* items = vrm_expression_list_items(list, &count);
        if (count == 0) return;
        (void)snprintf(from, sizeof from, "%s", items[roll_int(dice, count)].name);
        roll_name(dice, to);
        bool is_free = vrm_expression_list_find(list, to) < 0;
        vrm_Result result = vrm_expression_list_rename(list, from, to);
        assert_int_equal(result, is_free || strcmp(from, to) == 0 ? VRM_OK : VRM_ERR_ARGUMENT);
        if (result == VRM_OK)
            assert_int_equal(item(list, to)->preset, vrm_expression_preset_by_name(to));
        if (result == VRM_OK) assert_int_equal(vrm_expression_list_rename(list, to, from), VRM_OK);
        result = vrm_expression_list_copy(list, from, to);
        assert_int_equal(result, is_free ? VRM_OK : VRM_ERR_ARGUMENT);
        if (is_free) assert_int_equal(vrm_expression_list_remove(list, to), VRM_OK);
    }
}

/* a change and its opposite give equal bytes. */
static void test_changes_taken_back_leave_equal_bytes(void** state) {
    (void)state;
    Dice dice = {20261119};
    for (int i = 0; i < 30; i++) {
        FaceModel* face = malloc(sizeof *face);
        assert_non_null(face);
        face_model_random(face, &dice);
        vrm_Model* model = face_model_load(face);
        TestBytes file = test_save(model);
        TestBytes before = bytes_of(&file, leave, NULL);
        TestBytes after = bytes_of(&file, rename_and_back, &dice);
        test_same_bytes(&after, &before);
        test_bytes_free(&before);
        test_bytes_free(&after);
        test_bytes_free(&file);
        vrm_model_destroy(model);
        free(face);
    }
}

static void mirror_twice(vrm_ExpressionList* list, void* ctx) {
    int32_t count, *done = ctx;
    (void)vrm_expression_list_items(list, &count);
    for (int32_t i = 0; i < count; i++) {
        char name[TEXT];
        int32_t set;
        (void)snprintf(name, sizeof name, "%s", vrm_expression_list_items(list, &count)[i].name);
        if (vrm_expression_list_mirror(list, name, name, &set) != VRM_OK) continue;
        assert_int_equal(set, i);
        assert_int_equal(vrm_expression_list_mirror(list, name, name, NULL), VRM_OK);
        (*done)++;
    }
}

/* mirrored twice, an expression is as it was: random faces, with names and without. */
static void test_mirrored_twice_is_as_it_was(void** state) {
    (void)state;
    static const char* const names[] = {
        "eyeBlinkLeft", "eyeBlinkRight", "smile_L",      "smile_R", "jawOpen",     "q1", "A",
        "Left_brow",    "Right_brow",    "eye_l_look_l", "q2",      "eye_r_look_r"};
    Dice dice = {20261120};
    int32_t done = 0;
    for (int i = 0; i < 40; i++) {
        FaceModel* face = malloc(sizeof *face);
        assert_non_null(face);
        face_model_random(face, &dice);
        for (int32_t t = 0; t < face->target_count && i % 2 == 0; t++)
            face->names[t] = names[roll_int(&dice, 12)];
        vrm_Model* model = face_model_load(face);
        TestBytes file = test_save(model);
        TestBytes before = bytes_of(&file, leave, NULL);
        TestBytes after = bytes_of(&file, mirror_twice, &done);
        test_same_bytes(&after, &before);
        test_bytes_free(&before);
        test_bytes_free(&after);
        test_bytes_free(&file);
        vrm_model_destroy(model);
        free(face);
    }
    print_message("%d expressions mirrored twice\n", done);
    assert_true(done > 50);
}

/* a counterpart's counterpart is the target, in the whole corpus. */
static int check_counterparts(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_ExpressionList* list = list_of(model);
    int found = 0;
    for (int32_t n = 0; n < gltf->node_count; n++) {
        int32_t mesh = gltf->nodes[n].mesh;
        for (int32_t t = 0; mesh >= 0 && t < gltf->meshes[mesh].target_count; t++) {
            vrm_MorphBind to, back;
            assert_int_equal(vrm_expression_list_counterpart(list, n, t, &to), VRM_OK);
            if (to.node < 0) continue;
            assert_int_equal(vrm_expression_list_counterpart(list, to.node, to.index, &back),
                             VRM_OK);
            assert_true(back.node == n && back.index == t);
            found++;
        }
    }
    vrm_expression_list_destroy(list);
    return found;
}

static void check_file(const TestBytes* bytes, const char* path) {
    vrm_Model* model = NULL;
    if (vrm_model_load(bytes->data, bytes->size, NULL, NULL, &model) != VRM_OK) return;
    (void)path;
    (void)check_counterparts(model);
    vrm_model_destroy(model);
}

static void test_corpus(void** state) {
    (void)state;
    skip_without_corpus();
    corpus_each("", ".vrm", check_file);
}

/* ---- Mirror ---- */

/* left becomes right by the names of targets; the new expression takes the other members of
 * the old one. */
static void test_left_becomes_right(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_ExpressionList* list = list_of(model);
    vrm_Expression right = *item(list, "blinkRight");
    vrm_MorphBind bind = right.morph_binds[0];
    assert_int_equal(vrm_expression_list_remove(list, "blinkRight"), VRM_OK);
    int32_t index;
    assert_int_equal(vrm_expression_list_mirror(list, "blinkLeft", NULL, &index), VRM_OK);
    const vrm_Expression* made = item(list, "blinkRight");
    assert_int_equal(index, vrm_expression_list_find(list, "blinkRight"));
    assert_int_equal(made->preset, VRM_EXPRESSION_BLINK_RIGHT);
    assert_int_equal(made->morph_bind_count, 1);
    assert_int_equal(made->morph_binds[0].node, bind.node);
    assert_int_equal(made->morph_binds[0].index, bind.index);
    assert_float_equal(made->morph_binds[0].weight, bind.weight, 0.0f);
    assert_int_equal(vrm_expression_list_mirror(list, "happy", NULL, &index), VRM_OK);
    assert_int_equal(index, vrm_expression_list_find(list, "happy"));
    vrm_expression_list_destroy(list);
    vrm_model_destroy(model);
}

static int32_t face_mesh(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        if (gltf->meshes[m].target_name_count > 10) return m;
    fail();
    return -1;
}

static void strip_names(vrm_Model* model) {
    vrm_Edit* edit;
    char pointer[64];
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    for (int32_t m = 0; m < vrm_model_gltf(model)->mesh_count; m++) {
        (void)snprintf(pointer, sizeof pointer, "/meshes/%d/extras/targetNames", m);
        assert_int_equal(vrm_edit_remove(edit, pointer), VRM_OK);
    }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

/* without names, what targets move says the same. */
static void test_names_are_not_needed(void** state) {
    (void)state;
    vrm_Model *named = load_hero(VRM_DIALECT_1), *bare = load_hero(VRM_DIALECT_1);
    strip_names(bare);
    vrm_ExpressionList *by_name = list_of(named), *by_shape = list_of(bare);
    int32_t mesh = face_mesh(named), node = 0, proposals;
    const vrm_Gltf* gltf = vrm_model_gltf(named);
    while (gltf->nodes[node].mesh != mesh) node++;
    (void)vrm_expression_list_proposals(by_shape, &proposals);
    assert_int_equal(proposals, 0);
    for (int32_t t = 0; t < gltf->meshes[mesh].target_count; t++) {
        vrm_MorphBind a, b;
        assert_int_equal(vrm_expression_list_counterpart(by_name, node, t, &a), VRM_OK);
        assert_int_equal(vrm_expression_list_counterpart(by_shape, node, t, &b), VRM_OK);
        if (a.index != b.index) print_error("%s\n", gltf->meshes[mesh].target_names[t]);
        assert_int_equal(a.node, node);
        assert_int_equal(a.index, b.index);
        assert_int_equal(a.node, b.node);
    }
    vrm_expression_list_destroy(by_name);
    vrm_expression_list_destroy(by_shape);
    vrm_model_destroy(named);
    vrm_model_destroy(bare);
}

/* a target that only one side has cannot be mirrored, and nothing changes. */
static void test_a_target_without_counterpart_is_refused(void** state) {
    (void)state;
    FaceModel* face = malloc(sizeof *face);
    assert_non_null(face);
    face_model_init(face, 2);
    face->names[0] = "wink_L", face->names[1] = "open";
    face->deltas[0][0][0] = 0.5f; /* moves to one side */
    (void)snprintf(face->expressions, FACE_TEXT,
                   "{\"preset\":{\"blinkLeft\":{\"morphTargetBinds\":[{\"node\":%d,\"index\":0,"
                   "\"weight\":1}]}}}",
                   TEST_FACE);
    vrm_Model* model = face_model_load(face);
    vrm_ExpressionList* list = list_of(model);
    int32_t index, count;
    assert_int_equal(vrm_expression_list_mirror(list, "blinkLeft", NULL, &index), VRM_ERR_INVALID);
    assert_int_equal(index, -1);
    (void)vrm_expression_list_items(list, &count);
    assert_int_equal(count, 1);
    vrm_expression_list_destroy(list);
    vrm_model_destroy(model);
    free(face);
}

static void test_sides_of_names(void** state) {
    (void)state;
    static const struct {
        const char *name, *other; /* NULL: it has no side */
    } cases[] = {
        {"blinkLeft", "blinkRight"},
        {"mouthSmile_R", "mouthSmile_L"},
        {"Left_Eye", "Right_Eye"},
        {"L_brow", "R_brow"},
        {"eyeBright", NULL},
        {"lefty", NULL},
        {"wink.l", "wink.r"},
        {"\xe5\xb7\xa6\xe7\x9b\xae", "\xe5\x8f\xb3\xe7\x9b\xae"},
        {"LookRight", "LookLeft"},
        {"happy", NULL},
        {"", NULL},
        {"Left", "Right"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrmi_NameSide side;
        char other[TEXT];
        bool has_side = vrmi_name_side(cases[i].name, &side);
        assert_int_equal(has_side, cases[i].other != NULL);
        if (!has_side) continue;
        vrmi_mirror_name(cases[i].name, &side, other);
        assert_string_equal(other, cases[i].other);
        assert_int_equal(vrmi_mirrored_name_size(cases[i].name, &side), strlen(other));
        assert_true(vrmi_is_mirrored_name(cases[i].name, &side, other));
        assert_false(vrmi_is_mirrored_name(cases[i].name, &side, cases[i].name));
        assert_false(vrmi_is_mirrored_name(cases[i].name, &side, ""));
    }
}

/* ---- Bad input ---- */

static vrm_Expression with_morph(const char* name, const vrm_MorphBind* bind) {
    return (vrm_Expression){.name = name, .morph_binds = bind, .morph_bind_count = 1};
}

/* what would make an invalid avatar is refused before it is done. */
static void test_bad_changes_are_refused(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_ExpressionList* list = list_of(model);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_MorphBind good = item(list, "aa")->morph_binds[0];
    const vrm_MorphBind bad[] = {
        {-1, 0, 1.0f},         {gltf->node_count, 0, 1.0f},
        {good.node, -1, 1.0f}, {good.node, 10000, 1.0f},
        {good.node, 0, NAN},   {vrm_model_bone(model, VRM_BONE_HIPS), 0, 1.0f}};
    int32_t before, after;
    (void)vrm_expression_list_items(list, &before);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vrm_Expression expression = with_morph("new", &bad[i]);
        assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    }
    vrm_Expression expression = with_morph("", &good);
    assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    expression = with_morph("\xff", &good);
    assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    expression = with_morph(NULL, &good);
    expression.preset = VRM_EXPRESSION_CUSTOM;
    assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    expression = with_morph("new", &good);
    expression.override_mouth = 3;
    assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    vrm_ColorBind color = {gltf->material_count, VRM_COLOR_BASE, {1.0f, 1.0f, 1.0f, 1.0f}};
    expression = (vrm_Expression){.name = "new", .color_binds = &color, .color_bind_count = 1};
    assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    vrm_TextureBind texture = {.material = -1, .scale = {1.0f, 1.0f}};
    expression =
        (vrm_Expression){.name = "new", .texture_binds = &texture, .texture_bind_count = 1};
    assert_int_equal(vrm_expression_list_set(list, &expression), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_rename(list, "aa", "ih"), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_rename(list, "aa", ""), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_rename(list, "nobody", "x"), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_copy(list, "aa", "aa"), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_remove(list, "nobody"), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_remove(list, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_mirror(list, "nobody", NULL, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_expression_list_mirror(list, "aa", "", NULL), VRM_ERR_ARGUMENT);
    vrm_MorphBind to;
    assert_int_equal(vrm_expression_list_counterpart(list, good.node, 10000, &to),
                     VRM_ERR_ARGUMENT);
    (void)vrm_expression_list_items(list, &after);
    assert_int_equal(after, before);
    vrm_expression_list_destroy(list);
    vrm_expression_list_destroy(NULL);
    vrm_model_destroy(model);
}

/* set adds and replaces; the name decides about the preset; the file stays valid. */
static void test_what_is_set_is_written(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_ExpressionList* list = list_of(model);
    vrm_MorphBind bind = item(list, "aa")->morph_binds[0];
    vrm_ColorBind color = {0, VRM_COLOR_BASE, {1.0f, 0.5f, 0.0f, 1.0f}};
    vrm_Expression made = with_morph("shout", &bind);
    made.color_binds = &color;
    made.color_bind_count = 1;
    made.override_blink = VRM_OVERRIDE_BLOCK;
    assert_int_equal(vrm_expression_list_set(list, &made), VRM_OK);
    made.override_blink = VRM_OVERRIDE_BLEND;
    assert_int_equal(vrm_expression_list_set(list, &made), VRM_OK);
    made = with_morph(NULL, &bind);
    made.preset = VRM_EXPRESSION_SURPRISED;
    assert_int_equal(vrm_expression_list_set(list, &made), VRM_OK);
    assert_int_equal(vrm_expression_list_remove(list, "happy"), VRM_OK);
    assert_int_equal(write(model, list), VRM_OK);
    vrm_expression_list_destroy(list);
    int32_t count, shout = vrm_model_expression(model, "shout");
    const vrm_Expression* read = vrm_model_expressions(model, &count);
    assert_true(shout >= 0);
    assert_int_equal(read[shout].override_blink, VRM_OVERRIDE_BLEND);
    assert_int_equal(read[shout].color_bind_count, 1);
    assert_int_equal(vrm_model_expression(model, "happy"), -1);
    assert_true(vrm_model_expression(model, "surprised") >= 0);
    TestBytes bytes = test_save(model);
    assert_int_equal(test_count_errors(&bytes, true), 0);
    test_bytes_free(&bytes);
    vrm_model_destroy(model);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_ExpressionList* list = NULL;
    vrm_Result result = vrm_expression_list_create(ctx, allocator, NULL, &list);
    if (result == VRM_OK) result = vrm_expression_list_propose(list, NULL);
    if (result == VRM_OK) result = vrm_expression_list_mirror(list, "blinkLeft", NULL, NULL);
    if (result == VRM_OK) result = vrm_expression_list_mirror(list, "happy", "yppah", NULL);
    if (result == VRM_OK) result = vrm_expression_list_copy(list, "happy", "happy 2");
    if (result == VRM_OK) result = vrm_expression_list_rename(list, "happy 2", "happier");
    vrm_expression_list_destroy(list);
    return result;
}

static void test_memory_may_run_out(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    strip_names(model);
    assert_true(test_every_allocation_failing(attempt, model) > 20);
    vrm_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_and_presets_are_proposed),
        cmocka_unit_test(test_what_is_there_is_kept),
        cmocka_unit_test(test_gaze_is_expected_where_it_is_used),
        cmocka_unit_test(test_changes_taken_back_leave_equal_bytes),
        cmocka_unit_test(test_mirrored_twice_is_as_it_was),
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_left_becomes_right),
        cmocka_unit_test(test_names_are_not_needed),
        cmocka_unit_test(test_a_target_without_counterpart_is_refused),
        cmocka_unit_test(test_sides_of_names),
        cmocka_unit_test(test_bad_changes_are_refused),
        cmocka_unit_test(test_what_is_set_is_written),
        cmocka_unit_test(test_memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
