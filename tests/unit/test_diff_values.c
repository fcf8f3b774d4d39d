/* SPDX-License-Identifier: MIT */
/* Whatever a file says is compared by vrm_diff_create(), or diff_exceptions.h says why not.
 *
 * Every value of files that state everything (support/full.h), in every dialect, is changed to
 * another valid one, and every member and element is removed: one at a time. So is every kind of
 * number in the data. Each must be a difference, or match a row of the table of exceptions. A row
 * that is not needed, or that hides what is a difference, fails too.
 *
 * That the files state everything is held against the tables of members that the validator has. */
#include "vrm/diff.h"

#include "base/words.h"
#include "support/check.h"
#include "support/full.h"
#include "unit/diff_exceptions.h"
#include "validate/context.h"
#include "validate/vrm/vrm_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTER_ROOM = 512, VALUE_ROOM = 256, TRIES = 3 };

/* ---- A file to be changed ---- */

typedef struct Subject {
    uint32_t file; /* a bit of diff_exceptions.h */
    TestBytes glb;
    const char* text; /* its JSON, inside the file */
    size_t text_size;
    const uint8_t* bin;
    size_t bin_size;
    vrm_Json* json;
    vrm_Model* model;
    vrm_Report* report;
    int32_t finding_count; /* of the file as it is */
    char* buffer;          /* where changed files are made */
    int changes, refused, missed, turns;
} Subject;

static size_t read_u32(const uint8_t* at) {
    return (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

static void write_u32(char* at, size_t value) {
    for (int i = 0; i < 4; i++) at[i] = (char)(value >> 8 * i);
}

static vrm_Model* load(Subject* subject, const void* bytes, size_t size) {
    vrm_Model* model = NULL;
    vrm_LoadDef def = vrm_default_load_def();
    def.borrow_bytes = true;
    vrm_report_clear(subject->report);
    (void)vrm_model_load(bytes, size, &def, subject->report, &model);
    return model;
}

static Subject open_subject(uint32_t file) {
    Subject subject = {.file = file};
    subject.glb = file == FILE_0       ? test_full_avatar(VRM_DIALECT_0)
                  : file == FILE_DRAFT ? test_full_avatar(VRM_DIALECT_DRAFT)
                  : file == FILE_BETA  ? test_full_avatar(VRM_DIALECT_BETA)
                  : file == FILE_1     ? test_full_avatar(VRM_DIALECT_1)
                                       : test_full_clip();
    subject.text = (const char*)subject.glb.data + 20;
    subject.text_size = read_u32(subject.glb.data + 12);
    subject.bin = subject.glb.data + 20 + subject.text_size + 8;
    subject.bin_size = subject.glb.size - 28 - subject.text_size;
    subject.buffer = malloc(subject.glb.size + 4096);
    assert_non_null(subject.buffer);
    assert_int_equal(vrm_json_parse(subject.text, subject.text_size, NULL, NULL, &subject.json),
                     VRM_OK);
    assert_int_equal(vrm_report_create(NULL, &subject.report), VRM_OK);
    subject.model = load(&subject, subject.glb.data, subject.glb.size);
    assert_non_null(subject.model);
    subject.finding_count = vrm_report_count(subject.report);
    for (int32_t i = 0; i < subject.finding_count; i++)
        printf("as it is: %s %s\n", vrm_report_get(subject.report, i).code,
               vrm_report_get(subject.report, i).pointer);
    return subject;
}

static void close_subject(Subject* subject) {
    vrm_model_destroy(subject->model);
    vrm_report_destroy(subject->report);
    vrm_json_destroy(subject->json);
    free(subject->buffer);
    test_bytes_free(&subject->glb);
}

typedef enum Answer { REFUSED, SAME, DIFFERENT } Answer;

/* Under a sanitizer every 199th change is made, and what is missed is not counted: memory is what
 * is looked at there. */
enum { STEP = TEST_IS_SANITIZED ? 199 : 1 };

/* What is said of a file that is compared with the one as it is. One that means the same is refused
 * when reading it has told what is wrong with it. */
static Answer compare(Subject* subject, size_t size) {
    Answer answer = REFUSED;
    if (subject->turns++ % STEP != 0) return REFUSED;
    vrm_Model* model = load(subject, subject->buffer, size);
    bool is_faulty = vrm_report_count(subject->report) > subject->finding_count;
    if (model != NULL) {
        vrm_Diff* diff = NULL;
        vrm_DiffDef def = vrm_default_diff_def();
        def.max_differences = 0;
        assert_int_equal(vrm_diff_create(subject->model, model, &def, &diff), VRM_OK);
        answer = vrm_diff_total(diff) > 0 ? DIFFERENT : is_faulty ? REFUSED : SAME;
        vrm_diff_destroy(diff);
    }
    vrm_model_destroy(model);
    return answer;
}

/* The file with the text from `from` to `to` replaced. */
static Answer compare_text(Subject* subject, size_t from, size_t to, const char* text) {
    size_t length = strlen(text), size = from + length + subject->text_size - to;
    size_t padded = (size + 3) / 4 * 4;
    char* out = subject->buffer;
    memcpy(out, subject->glb.data, 20);
    memcpy(out + 20, subject->text, from);
    memcpy(out + 20 + from, text, length);
    memcpy(out + 20 + from + length, subject->text + to, subject->text_size - to);
    memset(out + 20 + size, ' ', padded - size);
    memcpy(out + 20 + padded, subject->bin - 8, 8 + subject->bin_size);
    size_t whole = 28 + padded + subject->bin_size;
    write_u32(out + 12, padded);
    write_u32(out + 8, whole);
    return compare(subject, whole);
}

/* ---- Exceptions ---- */

static int found_count[EXCEPTION_COUNT], missed_count[EXCEPTION_COUNT];

/* Whether a pattern stands for a pointer: "*" is one part, "**" at the end is any rest. */
static bool fits(const char* pattern, const char* pointer) {
    while (*pattern != '\0') {
        if (strcmp(pattern, "**") == 0) return true;
        if (*pattern == '*') {
            while (*pointer != '\0' && *pointer != '/') pointer++;
            pattern++;
        } else if (*pattern++ != *pointer++) {
            return false;
        }
    }
    return *pointer == '\0';
}

static const Exception* find_exception(const Subject* subject, Change change, const char* pointer) {
    for (size_t i = 0; i < EXCEPTION_COUNT; i++)
        if ((exceptions[i].files & subject->file) != 0 && (exceptions[i].changes & change) != 0 &&
            fits(exceptions[i].pattern, pointer))
            return &exceptions[i];
    return NULL;
}

/* True when the change is a difference, or an exception says why it is none. */
static bool note(Subject* subject, Change change, const char* pointer, Answer answer,
                 const char* value) {
    static const char* const names[] = {"", "changed", "removed", "", "data"};
    const Exception* exception = find_exception(subject, change, pointer);
    subject->changes++;
    subject->refused += answer == REFUSED;
    if (answer != REFUSED && exception != NULL)
        (answer == SAME ? missed_count : found_count)[exception - exceptions]++;
    if (answer == SAME && exception == NULL && STEP == 1) {
        subject->missed++;
        printf("%s: %s %s %s is no difference\n", file_name(subject->file), pointer, names[change],
               value);
    }
    return answer == DIFFERENT || (answer == SAME && exception != NULL);
}

/* ---- Other values ---- */

/* Words that stand for one another: in words.def, and those that are written elsewhere. */
static const char* const word_lists[][18] = {
#define WORDS(list, count, ...) {__VA_ARGS__},
#include "base/words.def"
#undef WORDS
    {"perspective", "orthographic"},
    {"directional", "point", "spot"},
    {"Auto", "ThirdPersonOnly", "FirstPersonOnly", "Both"},
    {"Bone", "BlendShape"},
    {"bone", "expression", "blendShape"},
    {"_Color", "_ShadeColor", "_EmissionColor", "_MainTex_ST", "_RimColor"},
    {"joy", "angry", "sorrow", "fun", "unknown", "neutral", "a", "i", "u", "e", "o", "blink",
     "blink_l", "blink_r", "lookup", "lookdown", "lookleft"},
    {"unknown", "lookright", "custom", "aa", "ih", "ou", "ee", "oh"},
    {"Skin", "Cloth", "Hair"},
    {"VRM/MToon", "VRM_USE_GLTFSHADER", "VRM/UnlitTexture"},
    {"image/png", "image/jpeg"},
    {"hips", "spine", "leftLittleDistal", "leftThumbDistal"},
};

enum { LIST_COUNT = sizeof word_lists / sizeof word_lists[0], LIST_ROOM = 18 };

/* The i-th word beside a word of a list; NULL when there are no more. */
static const char* other_word(const char* word, size_t i) {
    for (size_t list = 0; list < LIST_COUNT; list++) {
        bool has_word = false;
        for (size_t k = 0; k < LIST_ROOM && word_lists[list][k] != NULL; k++)
            has_word |= strcmp(word_lists[list][k], word) == 0;
        for (size_t k = 0; has_word && k < LIST_ROOM && word_lists[list][k] != NULL; k++)
            if (strcmp(word_lists[list][k], word) != 0 && i-- == 0) return word_lists[list][k];
    }
    return NULL;
}

/* Numbers of which glTF has lists. */
static const int constants[] = {0,    1,    2,     3,     4,     5,     6,
                                5120, 5121, 5122,  5123,  5125,  5126,  9728,
                                9729, 9987, 10497, 33071, 33648, 34962, 34963};

/* The i-th other number; false when there are no more. */
static bool other_number(const Subject* subject, vrm_JsonRef value, size_t i, char* out) {
    static const double by[] = {0.25, -0.25, 0.5, -0.5};
    static const int steps[] = {1, -1, 2};
    double number = vrm_json_number(subject->json, value, 0.0);
    int64_t whole;
    bool is_whole = vrm_json_integer(subject->json, value, &whole);
    if (!is_whole) {
        if (i < 4) snprintf(out, VALUE_ROOM, "%.9g", number + by[i]);
        return i < 4;
    }
    if (i < 3) snprintf(out, VALUE_ROOM, "%lld", (long long)whole + steps[i]);
    if (i >= 3 && i < 7) snprintf(out, VALUE_ROOM, "%.9g", number + by[i - 3]);
    size_t constant = i - 7;
    if (i >= 7 && constant < sizeof constants / sizeof constants[0])
        snprintf(out, VALUE_ROOM, "%d", constants[constant]);
    return i < 7 + sizeof constants / sizeof constants[0];
}

/* Rotations are changed as a whole: they are of unit length. */
static bool is_rotation(const Subject* subject, vrm_JsonRef value, const char* pointer) {
    const char* key = strrchr(pointer, '/');
    return vrm_json_type(subject->json, value) == VRM_JSON_ARRAY && key != NULL &&
           strcmp(key, "/rotation") == 0 && vrm_json_count(subject->json, value) == 4;
}

static bool other_value(const Subject* subject, vrm_JsonRef value, const char* pointer, size_t i,
                        char* out) {
    static const char* const rotations[] = {"[0.6,0,0,0.8]", "[0,0,-0.6,0.8]"};
    const vrm_Json* json = subject->json;
    vrm_JsonType type = vrm_json_type(json, value);
    if (is_rotation(subject, value, pointer)) {
        if (i < 2) snprintf(out, VALUE_ROOM, "%s", rotations[i]);
        return i < 2;
    }
    if (type == VRM_JSON_BOOL) {
        snprintf(out, VALUE_ROOM, "%s", vrm_json_bool(json, value, false) ? "false" : "true");
        return i == 0;
    }
    if (type == VRM_JSON_NUMBER) return other_number(subject, value, i, out);
    if (type != VRM_JSON_STRING) return false;
    char text[VALUE_ROOM - 8];
    vrm_json_string(json, value, text, sizeof text);
    const char* word = i > 0 ? other_word(text, i - 1) : NULL;
    vrm_Span source = vrm_json_text(json, value);
    if (i == 0)
        snprintf(out, VALUE_ROOM, "%.*sx\"", (int)source.size - 1, source.data);
    else if (word != NULL)
        snprintf(out, VALUE_ROOM, "\"%s\"", word);
    return i == 0 || word != NULL;
}

/* ---- One change at a time ---- */

/* True when what the value says is compared, or an exception says why not. */
static bool change_value(Subject* subject, vrm_JsonRef value, const char* pointer) {
    char other[VALUE_ROOM] = "";
    size_t from = (size_t)vrm_json_offset(subject->json, value);
    size_t to = from + vrm_json_text(subject->json, value).size;
    Answer answer = REFUSED;
    int tries = 0;
    if (!other_value(subject, value, pointer, 0, other)) return true; /* not a value of its own */
    for (size_t i = 0; tries < TRIES && answer != DIFFERENT; i++) {
        if (!other_value(subject, value, pointer, i, other)) break;
        if (strlen(other) == to - from && memcmp(other, subject->text + from, to - from) == 0)
            continue;
        Answer said = compare_text(subject, from, to, other);
        if (said == REFUSED) continue;
        tries++;
        answer = said;
    }
    return note(subject, CHANGE, pointer, answer, other);
}

/* Where all in a value is accounted for, and removing it is no difference, it states what holds
 * without it. */
static void remove_value(Subject* subject, vrm_JsonRef key, vrm_JsonRef value, const char* pointer,
                         bool is_accounted) {
    size_t from = (size_t)vrm_json_offset(subject->json, key != VRM_JSON_MISSING ? key : value);
    size_t to =
        (size_t)vrm_json_offset(subject->json, value) + vrm_json_text(subject->json, value).size;
    while (to < subject->text_size && strchr(" \n\t\r", subject->text[to]) != NULL) to++;
    if (subject->text[to] == ',') {
        to++;
    } else {
        while (strchr(" \n\t\r", subject->text[from - 1]) != NULL) from--;
        if (subject->text[from - 1] == ',') from--;
    }
    Answer answer = compare_text(subject, from, to, "");
    if (answer != SAME || !is_accounted) note(subject, REMOVE, pointer, answer, "");
}

static bool change_all(Subject* subject, vrm_JsonRef container, int depth) {
    bool is_all_accounted = true;
    assert_true(depth < 32);
    bool is_object = vrm_json_type(subject->json, container) == VRM_JSON_OBJECT;
    vrm_JsonIter it = vrm_json_iter(subject->json, container);
    while (vrm_json_next(&it)) {
        char pointer[POINTER_ROOM];
        vrm_json_pointer(subject->json, it.value, pointer, sizeof pointer);
        bool is_accounted = change_value(subject, it.value, pointer);
        if (!is_rotation(subject, it.value, pointer))
            is_accounted &= change_all(subject, it.value, depth + 1);
        remove_value(subject, is_object ? it.key : VRM_JSON_MISSING, it.value, pointer,
                     is_accounted);
        is_all_accounted &= is_accounted;
    }
    return is_all_accounted;
}

/* ---- Data ---- */

/* Changes one number of an accessor in the copy of the file; `most` bounds an index. */
static void change_number(char* at, uint32_t component_type, uint32_t most) {
    float number;
    uint32_t index = (uint8_t)at[0];
    switch (component_type) {
    case VRM_COMPONENT_FLOAT:
        memcpy(&number, at, sizeof number);
        number += number > 0.5f ? -1.5f : number < -0.5f ? 1.5f : 0.25f;
        memcpy(at, &number, sizeof number);
        break;
    case VRM_COMPONENT_UNSIGNED_BYTE: at[0] = (char)((index + (most > 8 ? 100 : 1)) % most); break;
    case VRM_COMPONENT_UNSIGNED_SHORT:
        index |= (uint32_t)(uint8_t)at[1] << 8;
        index = (index + 1) % most;
        at[0] = (char)(index & 255);
        at[1] = (char)(index >> 8);
        break;
    default: fail_msg("component type %u", (unsigned)component_type);
    }
}

static size_t component_size(uint32_t component_type) {
    return component_type == VRM_COMPONENT_FLOAT || component_type == VRM_COMPONENT_UNSIGNED_INT ? 4
           : component_type >= VRM_COMPONENT_SHORT                                               ? 2
                                                   : 1;
}

static void copy_file(Subject* subject) {
    memcpy(subject->buffer, subject->glb.data, subject->glb.size);
}

/* Changes every number of the first elements of an accessor, and of one in the middle. */
static void change_accessor(Subject* subject, int32_t index, const char* name, uint32_t most) {
    const vrm_Gltf* gltf = vrm_model_gltf(subject->model);
    const vrm_Accessor* accessor = &gltf->accessors[index];
    if (accessor->buffer_view < 0) return;
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    size_t components = (size_t)vrm_accessor_components((vrm_AccessorType)accessor->type);
    size_t size = component_size(accessor->component_type);
    size_t stride = view->byte_stride != 0 ? view->byte_stride : components * size;
    const uint8_t* first = view->data + accessor->byte_offset;
    for (size_t e = 0; e < accessor->count; e++) {
        if (e > 4 && e != accessor->count / 2) continue;
        for (size_t c = 0; c < components; c++) {
            char pointer[POINTER_ROOM];
            const uint8_t* at = first + e * stride + c * size;
            copy_file(subject);
            change_number(subject->buffer + (at - subject->glb.data), accessor->component_type,
                          most);
            snprintf(pointer, sizeof pointer, "%s/%zu", name, c);
            note(subject, DATA, pointer, compare(subject, subject->glb.size), "");
        }
    }
}

static void change_attributes(Subject* subject, const char* where, const vrm_Attribute* attributes,
                              int32_t count, uint32_t joint_count) {
    const vrm_Json* json = vrm_model_gltf(subject->model)->json;
    for (int32_t i = 0; i < count; i++) {
        char key[64], name[128];
        vrm_json_string(json, attributes[i].key, key, sizeof key);
        snprintf(name, sizeof name, "%s/%s", where, key);
        change_accessor(subject, attributes[i].accessor, name,
                        attributes[i].semantic == VRM_SEMANTIC_JOINTS ? joint_count : 256);
    }
}

static void change_mesh(Subject* subject, const vrm_Mesh* mesh, uint32_t joint_count) {
    const vrm_Gltf* gltf = vrm_model_gltf(subject->model);
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
        if (primitive->indices >= 0)
            change_accessor(subject, primitive->indices, "indices",
                            (uint32_t)gltf->accessors[positions].count);
        if (p > 0 &&
            primitive->attributes[0].accessor == mesh->primitives[0].attributes[0].accessor)
            continue; /* the same vertices */
        change_attributes(subject, "attributes", primitive->attributes, primitive->attribute_count,
                          joint_count);
        for (int32_t t = 0; t < primitive->target_count; t++)
            change_attributes(subject, "targets", primitive->targets[t].attributes,
                              primitive->targets[t].attribute_count, joint_count);
    }
}

static void change_animation(Subject* subject, const vrm_Animation* animation) {
    static const char* const paths[] = {"other", "translation", "rotation", "scale", "weights"};
    for (int32_t i = 0; i < animation->channel_count; i++) {
        const vrm_AnimationChannel* channel = &animation->channels[i];
        const vrm_AnimationSampler* sampler = &animation->samplers[channel->sampler];
        char name[64];
        snprintf(name, sizeof name, "animation/%s", paths[channel->path]);
        change_accessor(subject, sampler->input, "animation/times", 0);
        change_accessor(subject, sampler->output, name, 0);
    }
}

static void change_data(Subject* subject) {
    const vrm_Gltf* gltf = vrm_model_gltf(subject->model);
    uint32_t joint_count = gltf->skin_count > 0 ? (uint32_t)gltf->skins[0].joint_count : 1;
    for (int32_t i = 0; i < gltf->mesh_count; i++)
        change_mesh(subject, &gltf->meshes[i], joint_count);
    for (int32_t i = 0; i < gltf->skin_count; i++)
        change_accessor(subject, gltf->skins[i].inverse_bind_matrices, "inverseBindMatrices", 0);
    for (int32_t i = 0; i < gltf->animation_count; i++)
        change_animation(subject, &gltf->animations[i]);
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        const uint8_t* values = gltf->buffer_views[sparse->values_view].data;
        copy_file(subject);
        change_number(subject->buffer + (values - subject->glb.data), VRM_COMPONENT_FLOAT, 0);
        note(subject, DATA, "sparse/values", compare(subject, subject->glb.size), "");
        const uint8_t* indices = gltf->buffer_views[sparse->indices_view].data;
        copy_file(subject);
        subject->buffer[indices - subject->glb.data] ^= 2;
        note(subject, DATA, "sparse/indices", compare(subject, subject->glb.size), "");
    }
    for (int32_t i = 0; i < gltf->image_count; i++) {
        copy_file(subject);
        subject->buffer[gltf->images[i].data + gltf->images[i].size / 2 - subject->glb.data] ^= 1;
        note(subject, DATA, "images", compare(subject, subject->glb.size), "");
    }
}

/* ---- Files ---- */

static void change_file(uint32_t file) {
    Subject subject = open_subject(file);
    change_all(&subject, vrm_json_root(subject.json), 0);
    change_data(&subject);
    printf("%s: %d changes, %d of them refused, %d missed\n", file_name(file), subject.changes,
           subject.refused, subject.missed);
    int missed = subject.missed;
    close_subject(&subject);
    assert_int_equal(missed, 0);
}

static void every_value_of_0_x_counts(void** state) {
    (void)state;
    change_file(FILE_0);
}

static void every_value_of_a_draft_counts(void** state) {
    (void)state;
    change_file(FILE_DRAFT);
}

static void every_value_of_a_beta_counts(void** state) {
    (void)state;
    change_file(FILE_BETA);
}

static void every_value_of_1_0_counts(void** state) {
    (void)state;
    change_file(FILE_1);
}

static void every_value_of_a_clip_counts(void** state) {
    (void)state;
    change_file(FILE_CLIP);
}

static void every_exception_is_needed(void** state) {
    (void)state;
    int stale = 0;
    if (TEST_IS_SANITIZED) skip();
    for (size_t i = 0; i < EXCEPTION_COUNT; i++) {
        bool is_needed = missed_count[i] > 0;
        bool is_right = exceptions[i].is_partial == (found_count[i] > 0);
        if (is_needed && is_right) continue;
        stale++;
        printf("%s: %d changes are no difference, %d are one\n", exceptions[i].pattern,
               missed_count[i], found_count[i]);
    }
    assert_int_equal(stale, 0);
}

/* ---- The files state everything ---- */

typedef struct Row {
    const vrmi_SchemaMember* member;
    char pattern[POINTER_ROOM + 64]; /* where the first file has its object */
    bool is_stated;
} Row;

enum { ROWS_MAX = 1024 };
static Row rows[ROWS_MAX];
static int row_count;

static void state_row(const vrmi_SchemaMember* member, const char* pointer, bool is_stated) {
    int i = 0;
    while (i < row_count && rows[i].member != member) i++;
    assert_true(i < ROWS_MAX);
    if (i == row_count) {
        row_count++;
        rows[i].member = member;
        snprintf(rows[i].pattern, sizeof rows[i].pattern, "%.500s/%.60s", pointer, member->name);
    }
    rows[i].is_stated |= is_stated;
}

static void cover_type(const Subject* subject, vrm_JsonRef object, const vrmi_SchemaType* type);

static void cover_value(const Subject* subject, vrm_JsonRef value, const vrmi_SchemaValue* schema) {
    if (schema->kind == VRMI_OBJECT && vrm_json_type(subject->json, value) == VRM_JSON_OBJECT)
        cover_type(subject, value, schema->type);
    if ((schema->kind != VRMI_ARRAY && schema->kind != VRMI_MAP) || schema->element == NULL) return;
    vrm_JsonIter it = vrm_json_iter(subject->json, value);
    while (vrm_json_next(&it)) cover_value(subject, it.value, schema->element);
}

static void cover_extensions(const Subject* subject, vrm_JsonRef object,
                             const vrmi_SchemaType* place) {
    static const vrmi_SchemaExtensions* const sets[] = {&vrmi_khronos_extensions,
                                                        &vrmi_vrm_extensions};
    vrm_JsonRef extensions = vrm_json_member(subject->json, object, "extensions");
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < sets[s]->row_count; i++) {
            const vrmi_SchemaExtension* row = &sets[s]->rows[i];
            vrm_JsonRef value = vrm_json_member(subject->json, extensions, row->name);
            bool is_here =
                row->place == place || (place->like != NULL && row->place == place->like);
            if (is_here && row->type != NULL && value != VRM_JSON_MISSING)
                cover_type(subject, value, row->type);
        }
}

static void cover_type(const Subject* subject, vrm_JsonRef object, const vrmi_SchemaType* type) {
    char pointer[POINTER_ROOM];
    vrm_json_pointer(subject->json, object, pointer, sizeof pointer);
    if (type->choose != NULL) {
        vrmi_SchemaWalk walk = {.json = subject->json};
        type = type->choose(&walk, object);
    }
    for (uint32_t i = 0; i < type->member_count; i++) {
        const vrmi_SchemaMember* member = &type->members[i];
        vrm_JsonRef value = vrm_json_member(subject->json, object, member->name);
        state_row(member, pointer, value != VRM_JSON_MISSING);
        if (value != VRM_JSON_MISSING) cover_value(subject, value, &member->value);
    }
    cover_extensions(subject, object, type);
}

static void the_files_state_every_member_of_the_tables(void** state) {
    (void)state;
    int unstated = 0;
    for (uint32_t file = FILE_0; file <= FILE_CLIP; file *= 2) {
        Subject subject = open_subject(file);
        cover_type(&subject, vrm_json_root(subject.json), &vrmi_gltf_root);
        close_subject(&subject);
    }
    for (int i = 0; i < row_count; i++) {
        if (rows[i].is_stated) continue;
        bool is_known = false;
        for (size_t k = 0; k < UNSTATED_COUNT; k++)
            is_known |= fits(unstated_members[k].pattern, rows[i].pattern);
        if (is_known) continue;
        unstated++;
        printf("no file states %s\n", rows[i].pattern);
    }
    printf("%d members of tables\n", row_count);
    assert_int_equal(unstated, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_files_state_every_member_of_the_tables),
        cmocka_unit_test(every_value_of_0_x_counts),
        cmocka_unit_test(every_value_of_a_draft_counts),
        cmocka_unit_test(every_value_of_a_beta_counts),
        cmocka_unit_test(every_value_of_1_0_counts),
        cmocka_unit_test(every_value_of_a_clip_counts),
        cmocka_unit_test(every_exception_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
