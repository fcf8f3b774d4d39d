/* SPDX-License-Identifier: MIT */
#include "motion/motion_map.h"

#include "files/files.h"
#include "words/ascii_words.h"
#include "words/output.h"
#include "words/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX  8192
#define TEXT_MAX   (8 << 20)
#define JOINT_ROOM 128
#define SHOWN_MAX  8   /* joints that are missing; the others are counted */
#define NAME_SHOWN 100 /* bytes of a name in an error */

/* ---- Reading ---- */

static char* trimmed(char* text) {
    while (*text == ' ' || *text == '\t') text++;
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r", text[size - 1]) != NULL) text[--size] = '\0';
    return text;
}

/* Removes quotes and escapes, in place. A name without quotes stays as it is. */
static char* unquoted(char* name) {
    size_t size = strlen(name);
    if (size < 2 || name[0] != '"' || name[size - 1] != '"') return name;
    char* to = name;
    for (const char* at = name + 1; at < name + size - 1; at++) {
        bool is_escape = *at == '\\' && at + 1 < name + size - 1;
        if (is_escape) at++;
        *to++ = is_escape && *at == 'n' ? '\n' : is_escape && *at == 'r' ? '\r' : *at;
    }
    *to = '\0';
    return name;
}

static const char* bone_at(const void* ctx, int index) {
    (void)ctx;
    return index < VRM_BONE_COUNT ? vrm_bone_name((vrm_Bone)index) : NULL;
}

static const char* bone_text(vrm_Bone bone) {
    return bone == VRM_BONE_NONE ? "-" : vrm_bone_name(bone);
}

static const char* target_at(const void* ctx, int index) {
    const int presets = VRM_EXPRESSION_PRESET_COUNT, shapes = VRM_FACE_SHAPE_COUNT;
    if (index < presets) return vrm_expression_preset_name((vrm_ExpressionPreset)index);
    index -= presets;
    if (index < shapes) return vrm_face_shape_name((vrm_FaceShape)index);
    return bone_at(ctx, index - shapes);
}

bool motion_map_has_expression(const char* name) {
    vrm_FaceShape shape = vrm_face_shape_by_name(name);
    return vrm_expression_preset_by_name(name) != VRM_EXPRESSION_CUSTOM ||
           (shape != VRM_FACE_SHAPE_NONE && strcmp(vrm_face_shape_name(shape), name) == 0);
}

/* A line that begins with # is a comment, - is no bone and no expression: whether its name is that
 * of a joint or of a morph, the motion tells. The names point into `text`. */
static int parse_map(const char* command, const char* path, char* text, MotionMap* out) {
    int line = 1;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3; /* a byte order mark */
    for (char* at = text; *at != '\0'; line++) {
        char* end = at + strcspn(at, "\n");
        bool is_last = *end == '\0';
        *end = '\0';
        char* joint = trimmed(at);
        char* equals = strrchr(joint, '=');
        at = is_last ? end : end + 1;
        if (*joint == '\0' || *joint == '#') continue;
        if (equals == joint)
            return cli_file_error(command, path, "line %d: no name stands before the =", line);
        if (equals == NULL)
            return cli_file_error(command, path, "line %d: there is no =: a line is JOINT = BONE",
                                  line);
        *equals = '\0';
        const char* bone = trimmed(equals + 1);
        vrm_CaptureName name = {unquoted(trimmed(joint)), vrm_bone_by_name(bone)};
        if (name.joint[0] == '\0')
            return cli_file_error(command, path, "line %d: the name before the = is empty", line);
        char hint[CLI_HINT_ROOM];
        bool is_none = strcmp(bone, "-") == 0, is_morph = motion_map_has_expression(bone);
        if (name.bone == VRM_BONE_NONE && !is_none && !is_morph)
            return cli_file_error(
                command, path,
                "line %d: \"%.*s\" is neither a bone nor an expression: write JOINT = BONE, such "
                "as leftUpperArm or -, or MORPH = EXPRESSION, such as happy%s",
                line, NAME_SHOWN, bone, cli_did_you_mean(bone, target_at, NULL, hint));
        if (out->name_count == NAMES_MAX || out->morph_count == NAMES_MAX)
            return cli_file_error(command, path, "more than %d lines", NAMES_MAX);
        if (is_morph || is_none)
            out->morphs[out->morph_count++] = (vrm_CaptureMorph){name.joint, is_none ? "" : bone};
        if (!is_morph) out->names[out->name_count++] = name;
    }
    return CLI_OK;
}

static int compare_names(const void* a, const void* b) {
    const vrm_CaptureName *const *x = a, *const *y = b;
    int order = strcmp((*x)->joint, (*y)->joint);
    return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* Refuses a joint that is two bones. */
static int check_twice(const char* command, const char* path, const MotionMap* map) {
    size_t count = (size_t)map->name_count;
    const vrm_CaptureName** sorted = malloc((count + 1) * sizeof *sorted);
    int status = CLI_OK;
    if (sorted == NULL) return cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
    for (size_t i = 0; i < count; i++) sorted[i] = &map->names[i];
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count && status == CLI_OK; i++) {
        const vrm_CaptureName *a = sorted[i - 1], *b = sorted[i];
        if (a->bone == b->bone || strcmp(a->joint, b->joint) != 0) continue;
        status = cli_file_error(command, path, "\"%.*s\" stands in two lines, as %s and as %s",
                                NAME_SHOWN, a->joint, bone_text(a->bone), bone_text(b->bone));
    }
    free(sorted);
    return status;
}

int motion_map_read(const char* command, const char* path, MotionMap* out, vrm_MotionDef* def) {
    size_t size = 0;
    *out = (MotionMap){.names = calloc(NAMES_MAX, sizeof *out->names),
                       .morphs = calloc(NAMES_MAX, sizeof *out->morphs)};
    vrm_Result result = cli_read_file(path, TEXT_MAX, &out->text, &size);
    char* text = result == VRM_OK ? realloc(out->text, size + 1) : NULL;
    if (text != NULL) out->text = (uint8_t*)text;
    if (result == VRM_OK && (text == NULL || out->names == NULL || out->morphs == NULL))
        result = VRM_ERR_MEMORY;
    if (result == VRM_ERR_LIMIT)
        return cli_limit_error(command, path, "a mapping has at most %d bytes", TEXT_MAX);
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    text[size] = '\0';
    if (strlen(text) < size)
        return cli_file_error(command, path,
                              "a mapping is text in UTF-8; this file has a NUL byte");
    int status = parse_map(command, path, text, out);
    if (status == CLI_OK) status = check_twice(command, path, out);
    def->names = out->names;
    def->name_count = out->name_count;
    def->morphs = out->morphs;
    def->morph_count = out->morph_count;
    return status;
}

void motion_map_close(MotionMap* map) {
    free(map->text);
    free(map->names);
    free(map->morphs);
    *map = (MotionMap){0};
}

/* ---- Checking ---- */

/* The names of joints. */
typedef struct Joints {
    char (*names)[JOINT_ROOM];
    int count;
} Joints;

static const char* joint_at(const void* ctx, int index) {
    const Joints* joints = ctx;
    return index < joints->count ? joints->names[index] : NULL;
}

static bool take_word(const char** at, const char* end, const char* word) {
    if (!cli_begins_with(*at, (size_t)(end - *at), word)) return false;
    *at += strlen(word);
    return *at < end && (**at == ' ' || **at == '\t');
}

static void list_joints(const char* text, size_t size, Joints* out) {
    for (const char *at = text, *end = text + size; at < end && out->count < NAMES_MAX;) {
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL) stop = end;
        while (at < stop && (*at == ' ' || *at == '\t')) at++;
        if (take_word(&at, stop, "JOINT") || take_word(&at, stop, "ROOT")) {
            size_t length = 0;
            char* name = out->names[out->count++];
            while (at < stop && *at != '{' && length < JOINT_ROOM - 1) name[length++] = *at++;
            name[length] = '\0';
            memmove(name, trimmed(name), strlen(trimmed(name)) + 1);
        }
        at = stop + 1;
    }
}

static void collect_joints(const vrm_Motion* motion, Joints* out) {
    const vrm_Capture* capture = vrm_motion_capture(motion);
    int32_t count = capture == NULL ? 0 : vrm_capture_joint_count(capture);
    for (int32_t j = 0; j < count && out->count < NAMES_MAX; j++)
        snprintf(out->names[out->count++], JOINT_ROOM, "%s", vrm_capture_joint_name(capture, j));
}

size_t motion_map_bare_size(const char* name) {
    const char* at = strrchr(name, '#');
    bool is_number = at != NULL && at[1] != '\0' && strspn(at + 1, "0123456789") == strlen(at + 1);
    return is_number ? (size_t)(at - name) : strlen(name);
}

/* Returns the number of "NAME#2"; 0 if there is none. */
static unsigned long number_in(const char* name, size_t bare) {
    return name[bare] == '#' ? strtoul(name + bare + 1, NULL, 10) : 0;
}

/* Names are kept as far as there is room for them. */
static bool has_joint(const Joints* joints, const char* name) {
    size_t bare = motion_map_bare_size(name);
    unsigned long number = number_in(name, bare), found = 0;
    for (int k = 0; k < joints->count; k++) {
        const char* joint = joints->names[k];
        if (strncmp(joint, name, JOINT_ROOM - 1) == 0) return true;
        if (bare < JOINT_ROOM && strlen(joint) == bare && strncmp(joint, name, bare) == 0) found++;
    }
    return number > 0 && number <= found;
}

/* Tells what a mapping names and a motion lacks: as findings, or as lines of a command. */
typedef struct Told {
    vrm_Report* report; /* NULL: lines */
    const char *command, *path;
} Told;

static void tell(const Told* told, const char* format, ...) {
    char message[2 * NAME_SHOWN + CLI_HINT_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (told->report == NULL)
        (void)cli_file_error(told->command, told->path, "%s", message);
    else
        (void)vrm_report_add(told->report, MOTION_MAP_UNKNOWN, "", message);
}

/* The raw text may list no names; a motion with too many joints may have it after the limit. */
static bool is_complete(const Joints* joints) {
    return joints->count > 0 && joints->count < NAMES_MAX;
}

/* Returns true if the name is that of a morph that moves. */
static bool has_morph(const vrm_Motion* motion, const char* name) {
    const vrm_Capture* capture = motion == NULL ? NULL : vrm_motion_capture(motion);
    for (int32_t m = 0; capture != NULL && m < vrm_capture_morph_count(capture); m++)
        if (strcmp(vrm_capture_morph_name(capture, m), name) == 0) return true;
    return false;
}

/* A name that is to be no bone may be that of a morph. */
static void tell_missing(const Told* told, const MotionMap* map, const Joints* joints,
                         const vrm_Motion* motion) {
    int missing = 0;
    for (int32_t i = 0; is_complete(joints) && i < map->name_count; i++) {
        char hint[CLI_HINT_ROOM];
        const char* joint = map->names[i].joint;
        if (has_joint(joints, joint)) continue;
        if (map->names[i].bone == VRM_BONE_NONE && has_morph(motion, joint)) continue;
        if (++missing > SHOWN_MAX) continue;
        tell(told, "The motion has no joint \"%.*s\"%s", NAME_SHOWN, joint,
             cli_did_you_mean(joint, joint_at, joints, hint));
    }
    if (missing > SHOWN_MAX)
        tell(told, "The motion lacks %d more joints of the mapping.", missing - SHOWN_MAX);
}

/* A mapping may serve several rigs, of which a motion has one. */
static void tell_shared_bones(const Told* told, const MotionMap* map, const Joints* joints) {
    const char* owners[VRM_BONE_COUNT] = {NULL};
    for (int32_t i = 0; is_complete(joints) && i < map->name_count; i++) {
        const vrm_CaptureName* name = &map->names[i];
        if (name->bone == VRM_BONE_NONE || !has_joint(joints, name->joint)) continue;
        const char** owner = &owners[name->bone];
        if (*owner != NULL && strcmp(*owner, name->joint) != 0)
            tell(told, "The mapping has several joints for %s; \"%.*s\" is used.",
                 vrm_bone_name(name->bone), NAME_SHOWN, *owner);
        else if (*owner == NULL)
            *owner = name->joint;
    }
}

void motion_map_check(const MotionMap* map, const vrm_Motion* motion, vrm_Report* report) {
    Joints joints = {.names = map->name_count > 0 ? calloc(NAMES_MAX, JOINT_ROOM) : NULL};
    Told told = {.report = report};
    if (joints.names != NULL) collect_joints(motion, &joints);
    tell_missing(&told, map, &joints, motion);
    tell_shared_bones(&told, map, &joints);
    free(joints.names);
}

void motion_map_explain(const char* command, const char* path, const MotionMap* map,
                        const MotionText* text) {
    Joints joints = {.names = map->name_count > 0 ? calloc(NAMES_MAX, JOINT_ROOM) : NULL};
    Told told = {.command = command, .path = path};
    if (joints.names != NULL && text->kind == MOTION_KIND_ANY)
        list_joints(text->text, text->size, &joints);
    tell_missing(&told, map, &joints, NULL);
    free(joints.names);
}

/* ---- Writing ---- */

static bool needs_quotes(const char* name, int32_t number) {
    size_t size = strlen(name);
    if (size == 0 || strchr("#\" \t", name[0]) != NULL || strpbrk(name, "\r\n") != NULL)
        return true;
    if (strncmp(name, "\xEF\xBB\xBF", 3) == 0) return true;
    return number == 0 && strchr(" \t", name[size - 1]) != NULL;
}

void motion_map_write_line(FILE* out, const char* name, int32_t number, const char* target) {
    bool is_quoted = needs_quotes(name, number);
    if (is_quoted) fputc('"', out);
    for (const char* at = name; *at != '\0'; at++) {
        if (is_quoted && strchr("\"\\\r\n", *at) != NULL) fputc('\\', out);
        fputc(is_quoted && *at == '\n' ? 'n' : is_quoted && *at == '\r' ? 'r' : *at, out);
    }
    if (number > 0) fprintf(out, "#%d", (int)number);
    fprintf(out, "%s = %s\n", is_quoted ? "\"" : "", target);
}
