/* SPDX-License-Identifier: MIT */
/* usage: draw_shots SHOTS.json OUT
 * Draws a list of shots, as picture.mjs has them, and writes the pixels of all of them one after
 * the other: red, green, blue, alpha, a byte each, straight alpha, rows from the top. Status 77
 * where nothing can be drawn. A file that cannot be loaded is all transparent. */
#include "render/shot.h"
#include "vrm/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float number(const vrm_Json* json, vrm_JsonRef object, const char* key, float fallback) {
    return (float)vrm_json_number(json, vrm_json_member(json, object, key), (double)fallback);
}

static vrm_Vec3 vector(const vrm_Json* json, vrm_JsonRef object, const char* key,
                       vrm_Vec3 fallback) {
    vrm_JsonRef list = vrm_json_member(json, object, key);
    if (vrm_json_type(json, list) != VRM_JSON_ARRAY) return fallback;
    float v[3];
    for (uint32_t i = 0; i < 3; i++)
        v[i] = (float)vrm_json_number(json, vrm_json_element(json, list, i), 0);
    return (vrm_Vec3){v[0], v[1], v[2]};
}

static void read_expressions(const vrm_Json* json, vrm_JsonRef object, Shot* shot) {
    vrm_JsonRef list = vrm_json_member(json, object, "expressions");
    if (vrm_json_type(json, list) != VRM_JSON_OBJECT) return;
    vrm_JsonIter it = vrm_json_iter(json, list);
    while (vrm_json_next(&it) && shot->expression_count < SHOT_EXPRESSIONS) {
        int32_t at = shot->expression_count++;
        vrm_json_string(json, it.key, shot->expressions[at].name,
                        sizeof shot->expressions[at].name);
        shot->expressions[at].weight = (float)vrm_json_number(json, it.value, 0);
    }
}

static Shot read_shot(const vrm_Json* json, vrm_JsonRef object) {
    Shot shot = shot_default();
    shot.width = (int32_t)number(json, object, "width", (float)shot.width);
    shot.height = (int32_t)number(json, object, "height", (float)shot.height);
    shot.samples = (int32_t)number(json, object, "samples", (float)shot.samples);
    shot.eye = vector(json, object, "eye", shot.eye);
    shot.target = vector(json, object, "target", shot.target);
    shot.up = vector(json, object, "up", shot.up);
    shot.fov_degrees = number(json, object, "fov", shot.fov_degrees);
    shot.near_m = number(json, object, "near", shot.near_m);
    shot.far_m = number(json, object, "far", shot.far_m);
    shot.light_from = vector(json, object, "lightFrom", shot.light_from);
    shot.light = vector(json, object, "light", shot.light);
    shot.sky = vector(json, object, "sky", shot.sky);
    shot.ground = vector(json, object, "ground", shot.ground);
    vrm_JsonRef background = vrm_json_member(json, object, "background");
    float* channels[4] = {&shot.background.x, &shot.background.y, &shot.background.z,
                          &shot.background.w};
    for (uint32_t i = 0; i < vrm_json_count(json, background) && i < 4; i++)
        *channels[i] = (float)vrm_json_number(json, vrm_json_element(json, background, i), 0);
    shot.time_s = number(json, object, "time", 0);
    shot.is_first_person = vrm_json_bool(json, vrm_json_member(json, object, "firstPerson"), false);
    shot.has_look_at =
        vrm_json_type(json, vrm_json_member(json, object, "lookAt")) == VRM_JSON_ARRAY;
    shot.look_at = vector(json, object, "lookAt", shot.look_at);
    read_expressions(json, object, &shot);
    return shot;
}

static char* read_text(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char* text = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    if (size >= 0) text = malloc((size_t)size + 1);
    if (text != NULL) *out_size = fread(text, 1, (size_t)size, file);
    fclose(file);
    return text;
}

/* Shots of one file in a row load it once. */
static bool draw(Studio* studio, const vrm_Json* json, vrm_JsonRef object, char open_path[4096],
                 FILE* out) {
    Shot shot = read_shot(json, object);
    char path[4096] = "";
    vrm_json_string(json, vrm_json_member(json, object, "file"), path, sizeof path);
    if (strcmp(path, open_path) != 0) {
        vrm_Result result = studio_load_file(studio, path);
        if (result != VRM_OK) fprintf(stderr, "draw_shots: %s: error %d\n", path, (int)result);
        memcpy(open_path, path, sizeof path);
    }
    Photo photo = {shot.width, shot.height, NULL};
    if (studio->drawable != NULL) photo = studio_draw(studio, &shot);
    size_t size = (size_t)shot.width * (size_t)shot.height * 4;
    if (photo.rgba == NULL) {
        fprintf(stderr, "draw_shots: %s is not drawn\n", path);
        photo.rgba = calloc(size, 1);
    }
    bool is_written = photo.rgba != NULL && fwrite(photo.rgba, 1, size, out) == size;
    photo_release(&photo);
    return is_written;
}

int main(int argc, char** argv) {
    if (argc != 3) {
        fputs("usage: draw_shots SHOTS.json OUT\n", stderr);
        return 2;
    }
    size_t size = 0;
    char* text = read_text(argv[1], &size);
    vrm_Json* json = NULL;
    if (text == NULL || vrm_json_parse(text, size, NULL, NULL, &json) != VRM_OK) {
        fprintf(stderr, "draw_shots: cannot read %s\n", argv[1]);
        free(text);
        return 1;
    }
    int status = 77;
    Studio studio;
    if (studio_open(&studio)) {
        FILE* out = fopen(argv[2], "wb");
        bool is_written = out != NULL;
        char open_path[4096] = "";
        vrm_JsonRef root = vrm_json_root(json);
        for (uint32_t i = 0; is_written && i < vrm_json_count(json, root); i++)
            is_written = draw(&studio, json, vrm_json_element(json, root, i), open_path, out);
        if (out != NULL && fclose(out) != 0) is_written = false;
        status = is_written ? 0 : 3;
        studio_close(&studio);
    }
    vrm_json_destroy(json);
    free(text);
    return status;
}
