/* SPDX-License-Identifier: MIT */
/* usage: gl_golden [--update]
 * Pictures that must not change unnoticed. golden.txt holds for each one a hash of its pixels and
 * 16x16 mean colours. Drawn by the renderer that the file names, pixels must be equal; by another
 * one the means must be near. No two are alike, so that a camera that looks past the avatar is
 * found. Those of the corpus are left out where there is none. --update writes the file anew: look
 * at the pictures first. */
#include "render/shot.h"
#include "scenes/scenes.h"
#include "scenes/sweep.h"
#include "support/corpus.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 128, CELLS = 16, SIGNATURE = CELLS * CELLS * 3 };

typedef struct Golden {
    const char* name;
    vrm_Dialect dialect;   /* of the bundled avatar; VRM_DIALECT_NONE: a file of the corpus when the
                              name is a path, else a sweep of that name */
    float height, seen, x; /* where the camera looks and how much it sees, metres; x: from the side
                              when not 0 */
    const char* expression;
    bool is_first_person;
} Golden;

static const Golden goldens[] = {
    {.name = "front", .dialect = VRM_DIALECT_1, .height = 0.85f, .seen = 1.8f},
    {.name = "side", .dialect = VRM_DIALECT_1, .height = 0.85f, .seen = 1.8f, .x = 1},
    {.name = "face", .dialect = VRM_DIALECT_1, .height = 1.3f, .seen = 0.4f},
    {.name = "happy",
     .dialect = VRM_DIALECT_1,
     .height = 1.3f,
     .seen = 0.4f,
     .expression = "happy"},
    {.name = "blink",
     .dialect = VRM_DIALECT_1,
     .height = 1.3f,
     .seen = 0.4f,
     .expression = "blink"},
    {.name = "first-person",
     .dialect = VRM_DIALECT_1,
     .height = 0.85f,
     .seen = 1.8f,
     .is_first_person = true},
    {.name = "front of 0.x", .dialect = VRM_DIALECT_0, .height = 0.85f, .seen = 1.8f},
    {.name = "front of the draft", .dialect = VRM_DIALECT_DRAFT, .height = 0.85f, .seen = 1.8f},
    {.name = "toony-0.9"},
    {.name = "rim-multiply"},
    {.name = "matcap"},
    {.name = "outline-width-texture"},
    {.name = "outline-screen-0.03"},
    {.name = "normal-map"},
    {.name = "queue-low-last"},
    {.name = "uv-mask"},
    {.name = "pbr-metal"},
    {.name = "vrm0/100Avatars_001_Crimson_voxel.vrm", .height = 0.85f, .seen = 2},
    {.name = "vrm0/100Avatars_021_Polydancer.vrm", .height = 0.85f, .seen = 2},
    {.name = "vrm0/256_ryuunoko.vrm", .height = 0.85f, .seen = 2},
    {.name = "vrm0/Godette_vrm_v4.vrm", .height = 0.6f, .seen = 1.4f},
    {.name = "vrm0/boomboxhead_332.vrm", .height = 0.85f, .seen = 2.2f},
    {.name = "vrm0/cryptovoxels.vrm", .height = 0.85f, .seen = 2},
    {.name = "vrm0/v_sekai_SK_Adult_Female.vrm", .height = 0.85f, .seen = 2},
    {.name = "vrm1/SampleBot.vrm", .height = 0.85f, .seen = 2},
    {.name = "vrm1/debug_robot.vrm", .height = 0.85f, .seen = 2},
};
enum { COUNT = sizeof goldens / sizeof *goldens };

static bool is_of_corpus(const Golden* golden) {
    return strchr(golden->name, '/') != NULL;
}

static bool is_here(const Golden* golden) {
    return !is_of_corpus(golden) || corpus_folder() != NULL;
}

/* ---- What is compared ---- */

typedef struct Signature {
    uint64_t hash; /* FNV-1a of the pixels */
    uint8_t cells[SIGNATURE];
} Signature;

static Signature sign(const Photo* photo) {
    Signature signature = {.hash = 14695981039346656037u};
    size_t size = (size_t)photo->width * (size_t)photo->height * 4;
    for (size_t i = 0; i < size; i++)
        signature.hash = (signature.hash ^ photo->rgba[i]) * 1099511628211u;
    uint64_t sums[SIGNATURE] = {0};
    for (int32_t y = 0; y < photo->height; y++) {
        for (int32_t x = 0; x < photo->width; x++) {
            const uint8_t* rgba = photo->rgba + 4 * (y * photo->width + x);
            size_t cell = (size_t)(y * CELLS / photo->height * CELLS + x * CELLS / photo->width);
            for (int c = 0; c < 3; c++) /* on mid-grey */
                sums[3 * cell + (size_t)c] += (uint64_t)(rgba[c] * rgba[3] + 128 * (255 - rgba[3]));
        }
    }
    uint64_t area = (uint64_t)(photo->width / CELLS) * (uint64_t)(photo->height / CELLS) * 255;
    for (size_t i = 0; i < SIGNATURE; i++) signature.cells[i] = (uint8_t)(sums[i] / area);
    return signature;
}

/* ---- Drawing ---- */

static const SweepRow* find_row(const char* name) {
    int32_t count;
    const SweepRow* rows = sweep_rows(&count);
    for (int32_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}

static Shot shot_of(const Golden* golden, const SweepRow* row) {
    Shot shot = row != NULL ? shot_of_sweep() : shot_default();
    if (row != NULL) {
        shot.width = 2 * SIZE;
        shot.height = SIZE;
        shot.time_s = row->time;
        shot.sky = row->sky;
        shot.ground = row->ground;
        return shot;
    }
    float distance = golden->seen * 1.866f; /* half of it at 15 degrees */
    shot.width = shot.height = SIZE;
    shot.target = (vrm_Vec3){0, golden->height, 0};
    shot.eye = golden->x != 0 ? (vrm_Vec3){golden->x * distance, golden->height, 0}
                              : (vrm_Vec3){0, golden->height, distance};
    shot.light = (vrm_Vec3){0.9f, 0.9f, 0.9f};
    shot.sky = shot.ground = (vrm_Vec3){0.1f, 0.1f, 0.1f};
    shot.is_first_person = golden->is_first_person;
    if (golden->expression != NULL) {
        snprintf(shot.expressions[0].name, sizeof shot.expressions[0].name, "%s",
                 golden->expression);
        shot.expressions[0].weight = 1;
        shot.expression_count = 1;
    }
    return shot;
}

static vrm_Result load(Studio* studio, const Golden* golden, const SweepRow* row) {
    if (is_of_corpus(golden)) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", corpus_folder(), golden->name);
        return studio_load_file(studio, path);
    }
    SceneBytes file = row != NULL ? sweep_file(row) : scene_hero(golden->dialect, false);
    vrm_Result result =
        file.data != NULL ? studio_load(studio, file.data, file.size) : VRM_ERR_MEMORY;
    scene_bytes_free(&file);
    return result;
}

static bool draw(Studio* studio, const Golden* golden, Signature* out) {
    const SweepRow* row = golden->dialect == VRM_DIALECT_NONE ? find_row(golden->name) : NULL;
    if (load(studio, golden, row) != VRM_OK) return false;
    Shot shot = shot_of(golden, row);
    Photo photo = studio_draw(studio, &shot);
    if (photo.rgba == NULL) return false;
    *out = sign(&photo);
    photo_release(&photo);
    return true;
}

/* ---- The file ---- */

static bool update(const char* path, const char* renderer, const Signature* signatures) {
    FILE* file = fopen(path, "w");
    if (file == NULL) return false;
    fprintf(file, "renderer %s\n", renderer);
    for (int i = 0; i < COUNT; i++) {
        fprintf(file, "picture %016" PRIx64 " %s\n", signatures[i].hash, goldens[i].name);
        for (int c = 0; c < SIGNATURE; c++)
            fprintf(file, "%02x%s", signatures[i].cells[c], c % 48 == 47 ? "\n" : "");
    }
    return fclose(file) == 0;
}

static bool read_cells(FILE* file, uint8_t* cells) {
    for (int i = 0; i < SIGNATURE; i++) {
        unsigned value;
        if (fscanf(file, "%2x", &value) != 1) return false;
        cells[i] = (uint8_t)value;
    }
    return fscanf(file, " ") >= 0;
}

/* Mean and greatest difference of the cells. */
static bool is_near(const Signature* one, const Signature* other, char* words, size_t size) {
    int sum = 0, most = 0;
    for (int i = 0; i < SIGNATURE; i++) {
        int d = abs(one->cells[i] - other->cells[i]);
        sum += d;
        if (d > most) most = d;
    }
    snprintf(words, size, "mean colours differ by %.2f, at most %d", (double)sum / SIGNATURE, most);
    return most <= 10 && sum <= SIGNATURE;
}

static bool are_all_different(const Signature* signatures) {
    bool are_different = true;
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < i; j++) {
            if (signatures[i].hash != signatures[j].hash || !is_here(&goldens[i])) continue;
            printf("%s looks like %s\n", goldens[i].name, goldens[j].name);
            are_different = false;
        }
    }
    return are_different;
}

static int compare(const char* path, const char* renderer, const Signature* signatures) {
    FILE* file = fopen(path, "r");
    char named[256], title[64];
    if (file == NULL || fscanf(file, "renderer %255[^\n] ", named) != 1) {
        printf("cannot read %s\n", path);
        if (file != NULL) fclose(file);
        return 1;
    }
    bool is_exact = strcmp(named, renderer) == 0;
    printf("%s\n%s\n", renderer, is_exact ? "pixels must be equal" : "means must be near");
    int bad = 0, absent = 0, count = 0;
    Signature known;
    for (;
         count < COUNT && fscanf(file, "picture %" SCNx64 " %63[^\n] ", &known.hash, title) == 2 &&
         read_cells(file, known.cells) && strcmp(title, goldens[count].name) == 0;
         count++) {
        char words[80];
        if (!is_here(&goldens[count])) {
            absent++;
            continue;
        }
        bool is_good = is_near(&known, &signatures[count], words, sizeof words);
        if (is_exact) is_good = known.hash == signatures[count].hash;
        if (!is_good) printf("%s has changed: %s\n", title, words);
        bad += is_good ? 0 : 1;
    }
    fclose(file);
    if (count < COUNT) printf("%s is not in %s\n", goldens[count].name, path);
    printf("%d of %d pictures are as they were\n", count - bad - absent, COUNT);
    if (absent > 0) printf("%d are left out: VRM_CORPUS is not set\n", absent);
    return bad > 0 || count < COUNT;
}

int main(int argc, char** argv) {
    bool is_update = argc == 2 && strcmp(argv[1], "--update") == 0;
    if (argc != 1 && !is_update) {
        fputs("usage: gl_golden [--update]\n", stderr);
        return 2;
    }
    Studio studio;
    if (!studio_open(&studio)) return 77;
    static Signature signatures[COUNT];
    int status = 0;
    if (is_update && corpus_folder() == NULL) {
        puts("VRM_CORPUS must name the corpus: its pictures are in the file too");
        status = 1;
    }
    for (int i = 0; i < COUNT && status == 0; i++) {
        if (!is_here(&goldens[i]) || draw(&studio, &goldens[i], &signatures[i])) continue;
        printf("%s cannot be drawn\n", goldens[i].name);
        status = 1;
    }
    const char* renderer = vrm_renderer_name(studio.renderer);
    if (status == 0 && !are_all_different(signatures)) status = 1;
    if (status == 0 && is_update)
        status = update(VRM_GOLDEN_PICTURES, renderer, signatures) ? 0 : 3;
    else if (status == 0)
        status = compare(VRM_GOLDEN_PICTURES, renderer, signatures);
    studio_close(&studio);
    return status;
}
