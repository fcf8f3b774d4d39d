/* SPDX-License-Identifier: MIT */
/* vrm_scene: writes a scene to a file. The usage below names the kinds. */
#include "scene_mmd.h"
#include "scenes.h"
#include "sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: vrm_scene KIND OUT [option...]\n"
    "       vrm_scene sweep FOLDER (the material sweeps, with shots.json)\n"
    "  KIND: hero hero-0.x hero-1.0-draft hero-1.0-beta hero-expression-gaze (the bundled\n"
    "        avatar), 0.x 1.0-draft 1.0-beta 1.0 (a plain figure in that dialect), springs,\n"
    "        typical, rich, vroid (1.0 figures of known size), clip, hero-clip (VRM animations),\n"
    "        pmx pmx-utf8 (a skeleton for MMD), vmd vmd-fk vmd-mixed (a walk for it),\n"
    "        fbx fbx-text fbx-old (a walk as FBX 7700, 7400 in text, 6100 in text),\n"
    "        fbx-face (the walk with blend shapes and eyes that move),\n"
    "        speech (five vowels as WAV)\n"
    "  options of figures: --no-fingers --rotated --divided --limits --look-by-expression\n"
    "           --chains N --joints N --centers N --spheres N --capsules N --extended N\n"
    "           --colliders-per-chain N --constraints N --morphs N --custom N --nodes N --sides N\n"
    "           --compact (hero: sparse morph targets, which fewer programs read)\n"
    "           --edit FILE (edits as scene_patch() takes them)\n";

typedef struct Wish {
    SceneDef def;
    bool is_clip, is_hero, is_hero_clip, is_compact;
    const char* edit_path;
} Wish;

static bool parse_kind(const char* kind, Wish* wish) {
    static const struct {
        const char* name;
        vrm_Dialect dialect;
    } dialects[] = {{"0.x", VRM_DIALECT_0},
                    {"1.0-draft", VRM_DIALECT_DRAFT},
                    {"1.0-beta", VRM_DIALECT_BETA},
                    {"1.0", VRM_DIALECT_1},
                    {"clip", VRM_DIALECT_1}};
    wish->is_clip = strcmp(kind, "clip") == 0;
    wish->is_hero = strncmp(kind, "hero", 4) == 0;
    wish->is_hero_clip = strcmp(kind, "hero-clip") == 0;
    if (wish->is_hero_clip) return true;
    if (strcmp(kind, "hero") == 0 || strcmp(kind, "hero-expression-gaze") == 0) {
        wish->def.dialect = VRM_DIALECT_1;
        wish->def.looks_by_expression = kind[4] != '\0';
        return true;
    }
    if (wish->is_hero) {
        if (kind[4] != '-') return false;
        kind += 5;
    }
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (strcmp(kind, dialects[i].name) != 0) continue;
        wish->def = scene_default_def(dialects[i].dialect);
        return true;
    }
    if (strcmp(kind, "springs") == 0)
        wish->def = scene_springs_def();
    else if (strcmp(kind, "typical") == 0)
        wish->def = scene_typical_def();
    else if (strcmp(kind, "rich") == 0)
        wish->def = scene_rich_def();
    else if (strcmp(kind, "vroid") == 0)
        wish->def = scene_vroid_def();
    else
        return false;
    return true;
}

/* 0 or more, nothing but digits. */
static bool parse_count(const char* text, int32_t* out) {
    char* end;
    errno = 0;
    long value = strtol(text, &end, 10);
    bool is_count = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    if (!is_count || value > INT32_MAX) {
        fprintf(stderr, "vrm_scene: \"%s\" is not a number from 0 on\n", text);
        return false;
    }
    *out = (int32_t)value;
    return true;
}

static bool parse_options(int count, char** words, Wish* wish) {
    SceneDef* def = &wish->def;
    const struct {
        const char* name;
        bool* flag;
        bool value;
    } flags[] = {{"--no-fingers", &def->has_fingers, false},
                 {"--rotated", &def->has_rotated_rest, true},
                 {"--divided", &def->has_divided_meshes, true},
                 {"--limits", &def->has_limits, true},
                 {"--look-by-expression", &def->looks_by_expression, true},
                 {"--compact", &wish->is_compact, true}};
    const struct {
        const char* name;
        int32_t* number;
    } numbers[] = {{"--chains", &def->chain_count},
                   {"--joints", &def->joints_per_chain},
                   {"--centers", &def->center_chain_count},
                   {"--spheres", &def->sphere_count},
                   {"--capsules", &def->capsule_count},
                   {"--extended", &def->extended_count},
                   {"--colliders-per-chain", &def->colliders_per_chain},
                   {"--constraints", &def->constraint_count},
                   {"--morphs", &def->morph_count},
                   {"--custom", &def->custom_expression_count},
                   {"--nodes", &def->node_count},
                   {"--sides", &def->sides}};
    for (int i = 0; i < count; i++) {
        bool is_known = false;
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
            if (strcmp(words[i], flags[f].name) != 0) continue;
            *flags[f].flag = flags[f].value;
            is_known = true;
        }
        if (is_known) continue;
        if (i + 1 >= count) return false;
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            if (strcmp(words[i], numbers[n].name) != 0) continue;
            if (!parse_count(words[i + 1], numbers[n].number)) return false;
            is_known = true;
        }
        if (strcmp(words[i], "--edit") == 0) {
            wish->edit_path = words[i + 1];
            is_known = true;
        }
        if (!is_known) return false;
        i++;
    }
    return true;
}

/* The text of a file; NULL when it cannot be read. */
static char* read_text(const char* path) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char* text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        if (size >= 0) text = malloc((size_t)size + 1);
        if (text != NULL) {
            size_t got = fread(text, 1, (size_t)size, file);
            text[got] = '\0';
        }
    }
    fclose(file);
    return text;
}

static bool edit(SceneBytes* scene, const char* path) {
    char* edits = read_text(path);
    if (edits == NULL) {
        fprintf(stderr, "vrm_scene: cannot read %s\n", path);
        return false;
    }
    int32_t bad_line;
    SceneBytes edited = scene_patch(scene, edits, &bad_line);
    free(edits);
    if (edited.data == NULL) {
        fprintf(stderr, "vrm_scene: %s:%d: cannot make this edit\n", path, (int)bad_line);
        return false;
    }
    scene_bytes_free(scene);
    *scene = edited;
    return true;
}

/* What is no GLB. */
static SceneBytes make_foreign(const char* kind) {
    static const SceneFbxDef binary = {7700, SCENE_FBX_DEFLATED, 300, false, true, false};
    static const SceneFbxDef text = {7400, SCENE_FBX_TEXT, 61, true, true, false};
    static const SceneFbxDef old = {6100, SCENE_FBX_TEXT, 61, false, true, false};
    static const SceneFbxDef face = {7400, SCENE_FBX_BINARY, 61, false, true, true};
    if (strcmp(kind, "fbx-face") == 0) return scene_fbx(&face);
    if (strcmp(kind, "fbx") == 0) return scene_fbx(&binary);
    if (strcmp(kind, "fbx-text") == 0) return scene_fbx(&text);
    if (strcmp(kind, "fbx-old") == 0) return scene_fbx(&old);
    static const SceneMmdModelDef plain = {.index_size = 1};
    static const SceneMmdModelDef utf8 = {.is_utf8 = true, .index_size = 4, .is_newer = true};
    if (strcmp(kind, "pmx") == 0) return scene_mmd_model(&plain);
    if (strcmp(kind, "pmx-utf8") == 0) return scene_mmd_model(&utf8);
    if (strcmp(kind, "vmd") == 0) return scene_mmd_walk(SCENE_MMD_LEGS_IK);
    if (strcmp(kind, "vmd-fk") == 0) return scene_mmd_walk(SCENE_MMD_LEGS_FK);
    if (strcmp(kind, "vmd-mixed") == 0) return scene_mmd_walk(SCENE_MMD_LEGS_MIXED);
    if (strcmp(kind, "speech") == 0) return scene_speech();
    return (SceneBytes){0};
}

static SceneBytes make(const Wish* wish) {
    if (wish->is_clip) return scene_clip(wish->def.has_rotated_rest);
    if (wish->is_hero_clip) return scene_hero_clip();
    if (wish->is_hero)
        return (wish->is_compact ? scene_hero_compact : scene_hero)(wish->def.dialect,
                                                                    wish->def.looks_by_expression);
    return scene_avatar(&wish->def);
}

int main(int argc, char** argv) {
    if (argc == 3 && strcmp(argv[1], "sweep") == 0) {
        if (sweep_write(argv[2])) return 0;
        fprintf(stderr, "vrm_scene: cannot write the sweeps into %s\n", argv[2]);
        return 3;
    }
    Wish wish = {0};
    SceneBytes scene = argc == 3 ? make_foreign(argv[1]) : (SceneBytes){0};
    bool is_foreign = scene.data != NULL; /* which has no options */
    if (!is_foreign &&
        (argc < 3 || !parse_kind(argv[1], &wish) || !parse_options(argc - 3, argv + 3, &wish))) {
        fputs(usage, stderr);
        return 2;
    }
    if (!is_foreign) scene = make(&wish);
    if (scene.data == NULL) {
        fputs("vrm_scene: cannot make this scene\n", stderr);
        return 1;
    }
    if (wish.edit_path != NULL && !edit(&scene, wish.edit_path)) {
        scene_bytes_free(&scene);
        return 1;
    }
    FILE* file = fopen(argv[2], "wb");
    bool is_written = file != NULL && fwrite(scene.data, 1, scene.size, file) == scene.size;
    if (file != NULL && fclose(file) != 0) is_written = false;
    scene_bytes_free(&scene);
    if (!is_written) fprintf(stderr, "vrm_scene: cannot write %s\n", argv[2]);
    return is_written ? 0 : 3;
}
