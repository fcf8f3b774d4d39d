/* SPDX-License-Identifier: MIT */
/* The table of sweeps: the axes of material conformance, a few values each. */
#include "sweep.h"

#include "vrm/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATERIAL(i) "/materials/" #i "/"
#define MTOON(i)    MATERIAL(i) "extensions/VRMC_materials_mtoon/"
#define TOON        "set " MTOON(0)
#define MAIN        "set " MATERIAL(0)
#define TEXTURE(i)  "{\"index\":" #i "}\n"

/* Rows that need more than a name and edits say so by field. */
#define ROW(title, text)                                                                           \
    { .name = title, .edits = text }
#define CARDS(title, text)                                                                         \
    { .name = title, .edits = text, .kind = SWEEP_CARDS }

#define BASE_COLOR_MAP MAIN "pbrMetallicRoughness/baseColorTexture {\"index\":0}\n"
#define WHITE          MAIN "pbrMetallicRoughness/baseColorFactor [1,1,1,1]\n"
#define SMOOTH         TOON "shadingToonyFactor 0\n"
#define RIM            TOON "parametricRimColorFactor [0.2,0.6,0.9]\n"
#define OUTLINE(mode, width)                                                                       \
    TOON "outlineWidthMode \"" mode "\"\n" TOON "outlineWidthFactor " width "\n" TOON              \
         "outlineColorFactor [0.1,0.3,0.7]\n"
#define FLAT_OUTLINE TOON "outlineLightingMixFactor 0\n"
#define BLEND(i, alpha)                                                                            \
    "set " MATERIAL(i) "alphaMode \"BLEND\"\nset " MATERIAL(                                       \
        i) "pbrMetallicRoughness/baseColorFactor/3 " alpha "\n"
#define QUEUE(i, offset) "set " MTOON(i) "renderQueueOffsetNumber " offset "\n"
#define Z_WRITE(i)       "set " MTOON(i) "transparentWithZWrite true\n"
#define NO_MTOON         "remove " MATERIAL(0) "extensions/VRMC_materials_mtoon\n"
#define TURN_CARD        "set /nodes/16/rotation [0,1,0,0]\n"
#define SKY              .sky = {0.1f, 0.3f, 0.6f}, .ground = {0.5f, 0.2f, 0.1f}
#define EVEN             .sky = {0.3f, 0.3f, 0.3f}, .ground = {0.3f, 0.3f, 0.3f}
#define ANNOTATE(type)                                                                             \
    "set /extensions/VRMC_vrm/firstPerson {\"meshAnnotations\":[{\"node\":15,\"type\":\"" type     \
    "\"}]}\n"
#define SCROLL(x, y)                                                                               \
    BASE_COLOR_MAP WHITE TOON "uvAnimationScrollXSpeedFactor " x "\n" TOON                         \
                              "uvAnimationScrollYSpeedFactor " y "\n"
#define SPIN(speed) BASE_COLOR_MAP WHITE TOON "uvAnimationRotationSpeedFactor " speed "\n"

static const SweepRow rows[] = {
    ROW("plain", ""),

    ROW("shift--1.0", SMOOTH TOON "shadingShiftFactor -1\n"),
    ROW("shift--0.5", SMOOTH TOON "shadingShiftFactor -0.5\n"),
    ROW("shift-0.0", SMOOTH TOON "shadingShiftFactor 0\n"),
    ROW("shift-0.5", SMOOTH TOON "shadingShiftFactor 0.5\n"),
    ROW("shift-1.0", SMOOTH TOON "shadingShiftFactor 1\n"),

    ROW("toony-0.0", TOON "shadingToonyFactor 0\n"),
    ROW("toony-0.5", TOON "shadingToonyFactor 0.5\n"),
    ROW("toony-0.9", TOON "shadingToonyFactor 0.9\n"),
    ROW("toony-1.0", TOON "shadingToonyFactor 1\n"),

    ROW("shift-texture-none", SMOOTH),
    ROW("shift-texture-0.0", SMOOTH TOON "shadingShiftTexture {\"index\":2,\"scale\":0}\n"),
    ROW("shift-texture-0.5", SMOOTH TOON "shadingShiftTexture {\"index\":2,\"scale\":0.5}\n"),
    ROW("shift-texture-1.0", SMOOTH TOON "shadingShiftTexture {\"index\":2}\n"),
    ROW("shift-texture--1.0", SMOOTH TOON "shadingShiftTexture {\"index\":2,\"scale\":-1}\n"),

    {.name = "gi-0.0", .edits = TOON "giEqualizationFactor 0\n", SKY},
    {.name = "gi-0.5", .edits = TOON "giEqualizationFactor 0.5\n", SKY},
    {.name = "gi-1.0", .edits = TOON "giEqualizationFactor 1\n", SKY},
    {.name = "gi-even-0.0", .edits = TOON "giEqualizationFactor 0\n", EVEN},
    {.name = "gi-even-1.0", .edits = TOON "giEqualizationFactor 1\n", EVEN},

    ROW("shade-black", TOON "shadeColorFactor [0,0,0]\n"),
    ROW("shade-green", TOON "shadeColorFactor [0,1,0]\n"),
    ROW("shade-texture", TOON "shadeColorFactor [1,1,1]\n" TOON "shadeMultiplyTexture " TEXTURE(1)),
    ROW("base-texture", BASE_COLOR_MAP WHITE),
    ROW("base-and-shade-texture", BASE_COLOR_MAP WHITE TOON "shadeColorFactor [0.5,0.5,0.5]\n" TOON
                                                            "shadeMultiplyTexture " TEXTURE(0)),
    ROW("vertex-colors", "set /meshes/0/primitives/0/attributes/COLOR_0 3\n"
                         "set /meshes/1/primitives/0/attributes/COLOR_0 8\n"),

    ROW("rim-black", TOON "parametricRimColorFactor [0,0,0]\n"),
    ROW("rim-color", RIM),
    ROW("rim-power-0.0", RIM TOON "parametricRimFresnelPowerFactor 0\n"),
    ROW("rim-power-1.0", RIM TOON "parametricRimFresnelPowerFactor 1\n"),
    ROW("rim-power-3.0", RIM TOON "parametricRimFresnelPowerFactor 3\n"),
    ROW("rim-power-20.0", RIM TOON "parametricRimFresnelPowerFactor 20\n"),
    ROW("rim-lift--0.5", RIM TOON "parametricRimLiftFactor -0.5\n"),
    ROW("rim-lift-0.0", RIM TOON "parametricRimLiftFactor 0\n"),
    ROW("rim-lift-0.3", RIM TOON "parametricRimLiftFactor 0.3\n"),
    ROW("rim-lift-1.0", RIM TOON "parametricRimLiftFactor 1\n"),
    {.name = "rim-mix-0.0",
     .edits = RIM TOON "parametricRimFresnelPowerFactor 2\n" TOON "rimLightingMixFactor 0\n",
     EVEN},
    {.name = "rim-mix-0.5",
     .edits = RIM TOON "parametricRimFresnelPowerFactor 2\n" TOON "rimLightingMixFactor 0.5\n",
     EVEN},
    {.name = "rim-mix-1.0",
     .edits = RIM TOON "parametricRimFresnelPowerFactor 2\n" TOON "rimLightingMixFactor 1\n",
     EVEN},
    ROW("rim-multiply",
        RIM TOON "parametricRimFresnelPowerFactor 1\n" TOON "rimMultiplyTexture " TEXTURE(1)),
    ROW("matcap", TOON "matcapTexture " TEXTURE(4)),
    ROW("matcap-factor-0.0", TOON "matcapTexture " TEXTURE(4) TOON "matcapFactor [0,0,0]\n"),
    ROW("matcap-factor-0.5", TOON "matcapTexture " TEXTURE(4) TOON "matcapFactor [0.5,0.5,0.5]\n"),
    ROW("matcap-multiply", TOON "matcapTexture " TEXTURE(4) TOON "rimMultiplyTexture " TEXTURE(1)),

    ROW("outline-none", OUTLINE("none", "0.03")),
    ROW("outline-world-0.00", OUTLINE("worldCoordinates", "0")),
    ROW("outline-world-0.01", OUTLINE("worldCoordinates", "0.01")),
    ROW("outline-world-0.03", OUTLINE("worldCoordinates", "0.03")),
    ROW("outline-screen-0.00", OUTLINE("screenCoordinates", "0")),
    ROW("outline-screen-0.01", OUTLINE("screenCoordinates", "0.01")),
    ROW("outline-screen-0.03", OUTLINE("screenCoordinates", "0.03")),
    ROW("outline-width-texture",
        OUTLINE("worldCoordinates", "0.05") TOON "outlineWidthMultiplyTexture " TEXTURE(2)),
    ROW("outline-mix-0.0", OUTLINE("worldCoordinates", "0.03") FLAT_OUTLINE),
    ROW("outline-mix-0.5",
        OUTLINE("worldCoordinates", "0.03") TOON "outlineLightingMixFactor 0.5\n"),
    ROW("outline-mix-1.0", OUTLINE("worldCoordinates", "0.03") TOON "outlineLightingMixFactor 1\n"),
    ROW("outline-double-sided",
        OUTLINE("worldCoordinates", "0.03") FLAT_OUTLINE MAIN "doubleSided true\n"),

    ROW("emissive-0.0", MAIN "emissiveFactor [0,0,0]\n"),
    ROW("emissive-0.3", MAIN "emissiveFactor [0,0.3,0.3]\n"),
    ROW("emissive-1.0", MAIN "emissiveFactor [0,1,1]\n"),
    ROW("emissive-strength-0.5",
        MAIN "emissiveFactor [0,0.2,0.2]\n" MAIN
             "extensions/KHR_materials_emissive_strength {\"emissiveStrength\":0.5}\n"),
    ROW("emissive-strength-3.0",
        MAIN "emissiveFactor [0,0.2,0.2]\n" MAIN
             "extensions/KHR_materials_emissive_strength {\"emissiveStrength\":3}\n"),
    ROW("emissive-multiplier-3.0",
        MAIN "emissiveFactor [0,0.2,0.2]\n" MAIN
             "extensions/VRMC_materials_hdr_emissiveMultiplier {\"emissiveMultiplier\":3}\n"),
    ROW("emissive-texture", MAIN "emissiveFactor [1,1,1]\n" MAIN "emissiveTexture " TEXTURE(1)),

    ROW("normal-map", SMOOTH MAIN "normalTexture " TEXTURE(3)),
    ROW("normal-scale-0.0", SMOOTH MAIN "normalTexture {\"index\":3,\"scale\":0}\n"),
    ROW("normal-scale-0.5", SMOOTH MAIN "normalTexture {\"index\":3,\"scale\":0.5}\n"),

    ROW("alpha-opaque", MAIN "pbrMetallicRoughness/baseColorTexture " TEXTURE(5)),
    ROW("alpha-mask-0.2", MAIN "pbrMetallicRoughness/baseColorTexture " TEXTURE(5) MAIN
        "alphaMode \"MASK\"\n" MAIN "alphaCutoff 0.2\n"),
    ROW("alpha-mask-default",
        MAIN "pbrMetallicRoughness/baseColorTexture " TEXTURE(5) MAIN "alphaMode \"MASK\"\n"),
    ROW("alpha-mask-0.8", MAIN "pbrMetallicRoughness/baseColorTexture " TEXTURE(5) MAIN
        "alphaMode \"MASK\"\n" MAIN "alphaCutoff 0.8\n"),
    ROW("alpha-blend",
        MAIN "pbrMetallicRoughness/baseColorTexture " TEXTURE(5) MAIN "alphaMode \"BLEND\"\n"),

    CARDS("queue-none", BLEND(0, "0.5") BLEND(1, "0.5") BLEND(2, "0.5")),
    CARDS("queue-low-last",
          BLEND(0, "0.5") BLEND(1, "0.5") BLEND(2, "0.5") QUEUE(1, "-1") QUEUE(2, "-2")),
    CARDS("queue-z-write", BLEND(0, "0.5") BLEND(1, "0.5") BLEND(2, "0.5") Z_WRITE(2)),
    CARDS("queue-z-write-offset", BLEND(0, "0.5") BLEND(1, "0.5") BLEND(2, "0.5") Z_WRITE(0)
                                      Z_WRITE(1) Z_WRITE(2) QUEUE(0, "9") QUEUE(1, "5")),
    CARDS("queue-opaque", BLEND(1, "0.5")),
    CARDS("queue-mask-under-blend", BLEND(1, "0.5") "set " MATERIAL(0) "alphaMode \"MASK\"\n"),

    ROW("sided-single", TURN_CARD),
    ROW("sided-double", TURN_CARD MAIN "doubleSided true\n"),

    {.name = "scroll-x", .edits = SCROLL("0.25", "0"), .time = 1},
    {.name = "scroll-y", .edits = SCROLL("0", "0.25"), .time = 1},
    {.name = "scroll-later", .edits = SCROLL("0.1", "-0.2"), .time = 7.5f},
    {.name = "spin", .edits = SPIN("0.5"), .time = 1},
    {.name = "spin-and-scroll",
     .edits = SPIN("0.5") TOON "uvAnimationScrollXSpeedFactor 0.2\n",
     .time = 1},
    {.name = "uv-mask",
     .edits = SCROLL("0.25", "0.25") TOON "uvAnimationMaskTexture " TEXTURE(2),
     .time = 1},
    {.name = "uv-matcap",
     .edits = SCROLL("0.25", "0.25") TOON "matcapTexture " TEXTURE(4),
     .time = 1},
    {.name = "uv-transform",
     .edits = WHITE MAIN
     "pbrMetallicRoughness/baseColorTexture {\"index\":0,\"extensions\":{\"KHR_texture_transform\":"
     "{\"offset\":[0.25,0.1],\"rotation\":0.4,\"scale\":[2,1.5]}}}\n"},
    {.name = "uv-transform-and-spin",
     .edits = SPIN("0.5") MAIN
     "pbrMetallicRoughness/baseColorTexture {\"index\":0,\"extensions\":{\"KHR_texture_transform\":"
     "{\"offset\":[0.25,0.1],\"rotation\":0.4,\"scale\":[2,1.5]}}}\n",
     .time = 1},

    ROW("unlit", NO_MTOON BASE_COLOR_MAP MAIN "extensions/KHR_materials_unlit {}\n"),
    ROW("unlit-under-mtoon", BASE_COLOR_MAP MAIN "extensions/KHR_materials_unlit {}\n"),
    {.name = "pbr-rough", .edits = NO_MTOON MAIN "pbrMetallicRoughness/metallicFactor 0\n", EVEN},
    {.name = "pbr-glossy",
     .edits = NO_MTOON MAIN "pbrMetallicRoughness/metallicFactor 0\n" MAIN
                            "pbrMetallicRoughness/roughnessFactor 0.3\n",
     EVEN},
    {.name = "pbr-metal",
     .edits = NO_MTOON MAIN "pbrMetallicRoughness/metallicFactor 1\n" MAIN
                            "pbrMetallicRoughness/roughnessFactor 0.4\n",
     EVEN},

    {.name = "first-person-auto", .edits = ANNOTATE("auto"), .is_first_person = true},
    {.name = "first-person-both", .edits = ANNOTATE("both"), .is_first_person = true},
    {.name = "first-person-third-only",
     .edits = ANNOTATE("thirdPersonOnly"),
     .is_first_person = true},
    {.name = "first-person-first-only",
     .edits = ANNOTATE("firstPersonOnly"),
     .is_first_person = true},
    {.name = "third-person-first-only", .edits = ANNOTATE("firstPersonOnly")},
};

const SweepRow* sweep_rows(int32_t* out_count) {
    *out_count = (int32_t)(sizeof rows / sizeof *rows);
    return rows;
}

/* ---- Files ---- */

static void put_numbers(vrm_JsonBuilder* json, const char* key, const float* values, int count) {
    vrm_json_put_key(json, key);
    vrm_json_begin_array(json);
    for (int i = 0; i < count; i++) vrm_json_put_float(json, values[i]);
    vrm_json_end_array(json);
}

static void put_vector(vrm_JsonBuilder* json, const char* key, vrm_Vec3 v) {
    put_numbers(json, key, (float[]){v.x, v.y, v.z}, 3);
}

static void put_shot(vrm_JsonBuilder* json, const SweepRow* row, const char* path) {
    vrm_json_begin_object(json);
    vrm_json_put_key(json, "name");
    vrm_json_put_string(json, row->name);
    vrm_json_put_key(json, "file");
    vrm_json_put_string(json, path);
    vrm_json_put_key(json, "width");
    vrm_json_put_integer(json, 256);
    vrm_json_put_key(json, "height");
    vrm_json_put_integer(json, 128);
    put_numbers(json, "eye", (float[]){0, 1, 3}, 3);
    put_numbers(json, "target", (float[]){0, 1, 0}, 3);
    vrm_json_put_key(json, "fov");
    vrm_json_put_integer(json, 14);
    put_vector(json, "sky", row->sky);
    put_vector(json, "ground", row->ground);
    vrm_json_put_key(json, "time");
    vrm_json_put_float(json, row->time);
    vrm_json_put_key(json, "firstPerson");
    vrm_json_put_bool(json, row->is_first_person);
    vrm_json_end_object(json);
}

static bool write_file(const char* path, const void* data, size_t size) {
    FILE* file = fopen(path, "wb");
    bool is_written = file != NULL && fwrite(data, 1, size, file) == size;
    if (file != NULL && fclose(file) != 0) is_written = false;
    return is_written;
}

/* "FOLDER/NAME.EXTENSION", from malloc(). */
static char* path_of(const char* folder, const char* name, const char* extension) {
    size_t size = strlen(folder) + strlen(name) + strlen(extension) + 3;
    char* path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s.%s", folder, name, extension);
    return path;
}

static bool write_row(const char* folder, const SweepRow* row, vrm_JsonBuilder* shots) {
    char* path = path_of(folder, row->name, "vrm");
    SceneBytes file = sweep_file(row);
    bool is_written = path != NULL && file.data != NULL && write_file(path, file.data, file.size);
    if (is_written) put_shot(shots, row, path);
    scene_bytes_free(&file);
    free(path);
    return is_written;
}

bool sweep_write(const char* folder) {
    vrm_JsonBuilder* shots = NULL;
    if (vrm_json_builder_create(NULL, &shots) != VRM_OK) return false;
    vrm_json_begin_array(shots);
    bool is_written = true;
    for (size_t i = 0; is_written && i < sizeof rows / sizeof *rows; i++)
        is_written = write_row(folder, &rows[i], shots);
    vrm_json_end_array(shots);
    vrm_Span text;
    char* path = path_of(folder, "shots", "json");
    is_written = is_written && path != NULL && vrm_json_builder_text(shots, &text) == VRM_OK &&
                 write_file(path, text.data, text.size);
    free(path);
    vrm_json_builder_destroy(shots);
    return is_written;
}
