/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include "scene_file.h"
#include "scene_maths.h"

#include <string.h>

/* ---- Textures ---- */

#define TEXTURE_SIZE 32

typedef void PaintFn(float u, float v, uint8_t rgba[4]);

static uint8_t byte_of(float value) {
    float clamped = value < 0 ? 0 : value > 1 ? 1 : value;
    return (uint8_t)(clamped * 255.0f + 0.5f);
}

static void paint_color(float u, float v, uint8_t rgba[4]) {
    static const uint8_t quarters[4][3] = {
        {230, 60, 50}, {60, 200, 80}, {60, 90, 220}, {235, 210, 60}};
    const uint8_t* color = quarters[(u < 0.5f ? 0 : 1) + (v < 0.5f ? 0 : 2)];
    bool is_dark = ((int)(u * 8) + (int)(v * 8)) % 2 != 0;
    for (int c = 0; c < 3; c++) rgba[c] = is_dark ? (uint8_t)((color[c] * 3 + 2) / 4) : color[c];
}

static void paint_stripe(float u, float v, uint8_t rgba[4]) {
    (void)v;
    uint8_t tone = (int)(u * 8) % 2 != 0 ? 90 : 220;
    for (int c = 0; c < 3; c++) rgba[c] = tone;
}

static void paint_data(float u, float v, uint8_t rgba[4]) {
    rgba[0] = byte_of(u);
    rgba[1] = byte_of(v);
    rgba[2] = u < 0.5f ? 255 : 0;
}

static void paint_normal(float u, float v, uint8_t rgba[4]) {
    vrm_Vec2 along_u = turn((double)(u < 0.5f ? u * 2 : u * 2 - 1)), along_v = turn((double)v);
    vrm_Vec3 normal = v3_normalize(v3(0.55f * along_u.y, 0.55f * along_v.y, 1));
    rgba[0] = byte_of(0.5f + normal.x / 2);
    rgba[1] = byte_of(0.5f + normal.y / 2);
    rgba[2] = byte_of(0.5f + normal.z / 2);
}

static void paint_matcap(float u, float v, uint8_t rgba[4]) {
    rgba[0] = byte_of(1 - 2 * v);
    rgba[1] = byte_of(1 - 2 * u);
    rgba[2] = byte_of(2 * u - 1);
}

static void paint_alpha(float u, float v, uint8_t rgba[4]) {
    (void)v;
    memset(rgba, 255, 3);
    rgba[3] = byte_of(u);
}

static PaintFn* const painters[SWEEP_TEXTURE_COUNT] = {paint_color,  paint_stripe, paint_data,
                                                       paint_normal, paint_matcap, paint_alpha};

static int32_t lay_texture(File* file, PaintFn* paint) {
    uint8_t pixels[TEXTURE_SIZE * TEXTURE_SIZE * 4];
    for (int32_t y = 0; y < TEXTURE_SIZE; y++) {
        for (int32_t x = 0; x < TEXTURE_SIZE; x++) {
            uint8_t* pixel = pixels + 4 * (y * TEXTURE_SIZE + x);
            pixel[3] = 255;
            paint(((float)x + 0.5f) / TEXTURE_SIZE, ((float)y + 0.5f) / TEXTURE_SIZE, pixel);
        }
    }
    size_t begin = file_begin_view(file);
    png_add(&file->bin, pixels, TEXTURE_SIZE, TEXTURE_SIZE);
    return file_end_view(file, begin, 0);
}

/* ---- Meshes ---- */

typedef struct Shape {
    int32_t positions, normals, uvs, colors, indices;
} Shape;

/* A grid of points; a shape's position and normal are functions of u and v. */
typedef struct Grid {
    int32_t columns, rows;
    bool is_ball;
    float size; /* radius, or half an edge */
} Grid;

static vrm_Vec3 normal_at(const Grid* grid, float u, float v) {
    if (!grid->is_ball) return v3(0, 0, 1);
    vrm_Vec2 around =
        turn((double)(u < 0.5f ? u + 0.5f : u - 0.5f)); /* u of a half looks along +Z */
    vrm_Vec2 down = turn((double)v / 2);
    return v3(around.y * down.y, down.x, around.x * down.y);
}

static vrm_Vec3 position_at(const Grid* grid, float u, float v) {
    if (!grid->is_ball) return v3((2 * u - 1) * grid->size, (1 - 2 * v) * grid->size, 0);
    return v3_scale(normal_at(grid, u, v), grid->size);
}

static Shape lay_shape(File* file, const Grid* grid) {
    int32_t count = (grid->columns + 1) * (grid->rows + 1), row = grid->columns + 1;
    Shape shape;
    size_t begin = file_begin_view(file);
    for (int32_t i = 0; i < count; i++)
        bytes_add_vec3(&file->bin, position_at(grid, (float)(i % row) / (float)grid->columns,
                                               (float)(i / row) / (float)grid->rows));
    shape.positions = file_end_bounded(file, begin, VERTEX_DATA, VRM_ACCESSOR_VEC3, count);
    begin = file_begin_view(file);
    for (int32_t i = 0; i < count; i++)
        bytes_add_vec3(&file->bin, normal_at(grid, (float)(i % row) / (float)grid->columns,
                                             (float)(i / row) / (float)grid->rows));
    shape.normals =
        file_end_accessor(file, begin, VERTEX_DATA, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC3, count);
    begin = file_begin_view(file);
    for (int32_t i = 0; i < count; i++) {
        bytes_add_float(&file->bin, (float)(i % row) / (float)grid->columns);
        bytes_add_float(&file->bin, (float)(i / row) / (float)grid->rows);
    }
    shape.uvs =
        file_end_accessor(file, begin, VERTEX_DATA, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC2, count);
    begin = file_begin_view(file);
    for (int32_t i = 0; i < count; i++) /* dark red, of which MToon must show nothing */
        bytes_add_vec3(&file->bin, v3(0.5f, 0.1f, 0.1f));
    shape.colors =
        file_end_accessor(file, begin, VERTEX_DATA, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_VEC3, count);
    begin = file_begin_view(file);
    for (int32_t y = 0; y < grid->rows; y++) {
        for (int32_t x = 0; x < grid->columns; x++) {
            unsigned a = (unsigned)(y * row + x), below = a + (unsigned)row;
            const unsigned corners[6] = {a, below, a + 1, a + 1, below, below + 1};
            for (int k = 0; k < 6; k++) bytes_add_u16(&file->bin, corners[k]);
        }
    }
    shape.indices = file_end_accessor(file, begin, INDEX_DATA, VRM_COMPONENT_UNSIGNED_SHORT,
                                      VRM_ACCESSOR_SCALAR, 6 * grid->columns * grid->rows);
    return shape;
}

static void put_mesh(File* file, const char* name, const Shape* shape, int32_t material) {
    begin_object(file, NULL);
    put_text(file, "name", name);
    begin_array(file, "primitives");
    begin_object(file, NULL);
    begin_object(file, "attributes");
    put_int(file, "POSITION", shape->positions);
    put_int(file, "NORMAL", shape->normals);
    put_int(file, "TEXCOORD_0", shape->uvs);
    end_object(file);
    put_int(file, "indices", shape->indices);
    put_int(file, "material", material);
    end_object(file);
    end_array(file);
    end_object(file);
}

/* ---- Nodes ---- */

enum { HIPS, HEAD = 2, BONE_COUNT = 15 };

static const struct {
    const char* name;
    int32_t parent;
    vrm_Vec3 at;
} bones[BONE_COUNT] = {
    {"hips", -1, {0, 0.8f, 0}},
    {"spine", 0, {0, 0.1f, 0}},
    {"head", 1, {0, 0.1f, 0}},
    {"leftUpperArm", 1, {0.1f, 0, 0}},
    {"leftLowerArm", 3, {0.1f, 0, 0}},
    {"leftHand", 4, {0.1f, 0, 0}},
    {"rightUpperArm", 1, {-0.1f, 0, 0}},
    {"rightLowerArm", 6, {-0.1f, 0, 0}},
    {"rightHand", 7, {-0.1f, 0, 0}},
    {"leftUpperLeg", 0, {0.05f, -0.1f, 0}},
    {"leftLowerLeg", 9, {0, -0.3f, 0}},
    {"leftFoot", 10, {0, -0.3f, 0}},
    {"rightUpperLeg", 0, {-0.05f, -0.1f, 0}},
    {"rightLowerLeg", 12, {0, -0.3f, 0}},
    {"rightFoot", 13, {0, -0.3f, 0}},
};

/* A mesh and where it hangs. */
typedef struct Prop {
    const char* name;
    int32_t bone;
    vrm_Vec3 at; /* from the bone */
    Grid grid;
    int32_t material;
} Prop;

static const Prop ball_props[] = {
    {"ball", HEAD, {-0.35f, 0, 0}, {48, 24, true, 0.32f}, 0},
    {"card", HIPS, {0.35f, 0.2f, 0}, {1, 1, false, 0.32f}, 0},
};

static const Prop card_props[] = {
    {"low", HIPS, {-0.3f, 0.2f, 0}, {1, 1, false, 0.3f}, 0},
    {"middle", HIPS, {0, 0.2f, 0.1f}, {1, 1, false, 0.3f}, 1},
    {"high", HIPS, {0.3f, 0.2f, 0.2f}, {1, 1, false, 0.3f}, 2},
};

static void put_nodes(File* file, const Prop* props, int32_t prop_count) {
    begin_array(file, "nodes");
    for (int32_t i = 0; i < BONE_COUNT; i++) {
        begin_object(file, NULL);
        put_text(file, "name", bones[i].name);
        put_vec3(file, "translation", bones[i].at);
        int32_t children[BONE_COUNT], child_count = 0;
        for (int32_t k = i + 1; k < BONE_COUNT; k++)
            if (bones[k].parent == i) children[child_count++] = k;
        for (int32_t k = 0; k < prop_count; k++)
            if (props[k].bone == i) children[child_count++] = BONE_COUNT + k;
        if (child_count > 0) begin_array(file, "children");
        for (int32_t k = 0; k < child_count; k++) put_int(file, NULL, children[k]);
        if (child_count > 0) end_array(file);
        end_object(file);
    }
    for (int32_t i = 0; i < prop_count; i++) {
        begin_object(file, NULL);
        put_text(file, "name", props[i].name);
        put_int(file, "mesh", i);
        put_vec3(file, "translation", props[i].at);
        end_object(file);
    }
    end_array(file);
}

static void put_raw(File* file, const char* key, const char* text) {
    vrm_json_put_key(file->json, key);
    vrm_json_put_raw(file->json, text, strlen(text));
}

/* ---- The file ---- */

static void put_vrm(File* file) {
    begin_object(file, "extensions");
    begin_object(file, "VRMC_vrm");
    put_text(file, "specVersion", "1.0");
    put_raw(file, "meta",
            "{\"name\":\"Sweep\",\"authors\":[\"The libvrm authors\"],"
            "\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"}");
    begin_object(file, "humanoid");
    begin_object(file, "humanBones");
    for (int32_t i = 0; i < BONE_COUNT; i++) {
        begin_object(file, bones[i].name);
        put_int(file, "node", i);
        end_object(file);
    }
    end_object(file);
    end_object(file);
    end_object(file);
    end_object(file);
}

static const char materials[] =
    "[{\"name\":\"First\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.45,0.3,0.2,1]},"
    "\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\","
    "\"shadeColorFactor\":[0.15,0.08,0.2],\"shadingToonyFactor\":0.6}}},"
    "{\"name\":\"Second\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.1,0.6,0.2,1]},"
    "\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\","
    "\"shadeColorFactor\":[0.1,0.6,0.2]}}},"
    "{\"name\":\"Third\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.1,0.2,0.8,1]},"
    "\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\","
    "\"shadeColorFactor\":[0.1,0.2,0.8]}}}]";

static void put_textures(File* file, const int32_t* views) {
    begin_array(file, "textures");
    for (int32_t i = 0; i < SWEEP_TEXTURE_COUNT; i++) {
        begin_object(file, NULL);
        put_int(file, "sampler", 0);
        put_int(file, "source", i);
        end_object(file);
    }
    end_array(file);
    begin_array(file, "images");
    for (int32_t i = 0; i < SWEEP_TEXTURE_COUNT; i++) {
        begin_object(file, NULL);
        put_int(file, "bufferView", views[i]);
        put_text(file, "mimeType", "image/png");
        end_object(file);
    }
    end_array(file);
    put_raw(file, "samplers",
            "[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":10497,\"wrapT\":10497}]");
}

/* The file before any edit. */
static SceneBytes write_sweep(SweepKind kind) {
    const Prop* props = kind == SWEEP_BALL ? ball_props : card_props;
    int32_t prop_count = kind == SWEEP_BALL ? 2 : 3;
    File file = {0};
    if (!file_open(&file)) return file_close(&file);
    int32_t views[SWEEP_TEXTURE_COUNT];
    for (int32_t i = 0; i < SWEEP_TEXTURE_COUNT; i++) views[i] = lay_texture(&file, painters[i]);
    Shape shapes[3];
    for (int32_t i = 0; i < prop_count; i++) shapes[i] = lay_shape(&file, &props[i].grid);

    begin_object(&file, NULL);
    put_raw(&file, "asset", "{\"version\":\"2.0\",\"generator\":\"libvrm scenes\"}");
    put_raw(&file, "extensionsUsed",
            "[\"VRMC_vrm\",\"VRMC_materials_mtoon\",\"KHR_materials_unlit\","
            "\"KHR_texture_transform\",\"KHR_materials_emissive_strength\","
            "\"VRMC_materials_hdr_emissiveMultiplier\"]");
    put_vrm(&file);
    put_int(&file, "scene", 0);
    put_raw(&file, "scenes", "[{\"nodes\":[0]}]");
    put_nodes(&file, props, prop_count);
    begin_array(&file, "meshes");
    for (int32_t i = 0; i < prop_count; i++)
        put_mesh(&file, props[i].name, &shapes[i], props[i].material);
    end_array(&file);
    put_raw(&file, "materials", materials);
    put_textures(&file, views);
    file_put_data(&file);
    end_object(&file);
    return file_close(&file);
}

SceneBytes sweep_file(const SweepRow* row) {
    SceneBytes plain = write_sweep(row->kind), edited = {0};
    if (plain.data != NULL) edited = scene_patch(&plain, row->edits, NULL);
    scene_bytes_free(&plain);
    return edited;
}
